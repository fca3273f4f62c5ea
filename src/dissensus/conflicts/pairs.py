"""Candidates -> conflicts: each pair judged both ways, told apart from what only seems a conflict, put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dissensus.conflicts.candidates import Candidate
from dissensus.conflicts.model import DocConflict, Quote, by_score
from dissensus.conflicts.statements import Statement
from dissensus.conflicts.validity import validity
from dissensus.judges.base import Judge, Progress, Request, checked_records
from dissensus.signals.alignment import content, split
from dissensus.signals.names import compare_names
from dissensus.types import CLASH_KINDS, REASON_CODES, Claim, ClaimLabel, Document, Label, Span

#: Reasons that are shown: a pair that merely says the same, or speaks of other things, looked like no conflict.
_SHOWN = frozenset(REASON_CODES) - {"restatement"}
SURE = 0.9
"""Mean probability from which two statements are in conflict whatever their passages say."""
_SUSPECT = 0.1
_SAME_MEASURE = 0.4
_CLAIM_WORDS, _PASSAGE_WORDS, _SHORT_WORDS = 50, 80, 130
_NEAR_MISS = 0.25
"""Probability of contradiction from which a pair without one is worth a word."""


def judge_pairs(
    documents: Sequence[Document],
    listed: Sequence[Statement],
    chosen: Sequence[Candidate],
    judge: Judge,
    threshold: float | None,
    question: str | None,
    progress: Progress | None = None,
) -> tuple[tuple[DocConflict, ...], tuple[DocConflict, ...], int]:
    """Conflicts (yet without category), pairs set aside with their reasons, and how many pairs could not be scored.

    Args:
        documents: Those the statements come from, by row.
        listed: Statements.
        chosen: Pairs of them, with `a` and `b` as places in `listed`.
        judge: Labels a statement (as the claim) beside the other one in its context (as the document).
        threshold: Least mean probability of contradiction of the passages around two statements, over both
            directions; None where the labels decide.
        question: Passed on to the judge.
        progress: Called with (done, total).
    """
    requests = [
        _request(str(n), side, claim.text, other.doc_id, other.read, question)
        for n, pair in enumerate(chosen)
        for side, claim, other in (("a", listed[pair.a], listed[pair.b]), ("b", listed[pair.b], listed[pair.a]))
    ]
    records = checked_records(judge.judge(requests, progress), requests, judge.spec)
    around = {} if threshold is None else _read_around(documents, listed, chosen, records, judge, question)
    conflicts: list[DocConflict] = []
    aside: list[DocConflict] = []
    n_unscored = 0
    for pair, there, back in zip(chosen, records[::2], records[1::2], strict=True):
        if there.label is None and back.label is None:
            n_unscored += 1
            continue
        a, b = listed[pair.a], listed[pair.b]
        scores = (_contradiction(there), _contradiction(back))
        if threshold is None:
            clashes = Label.CONTRADICTS in (there.label, back.label)
        else:
            clashes = sum(scores) / 2 >= SURE
            if not clashes and (a.row, b.row) in around:
                passages, is_worst = around[a.row, b.row][0], around[a.row, b.row][1] is pair
                clashes = sum(passages) / 2 >= threshold and (is_worst or sum(scores) / 2 >= threshold)
                scores = passages if clashes and is_worst else scores
        record = there if scores[0] >= scores[1] else back
        found = _conflict(documents, a, b, record, swapped=record is back, scores=scores)
        times = validity(a.text), validity(b.text)
        if clashes and times[0] and times[1] and times[0].disjoint(times[1]) and not _only_dates_differ(a.text, b.text):
            said = f"each holds for its own time: {times[0].text}; {times[1].text}"
            aside.append(replace(found, reason_code="superseded", explanation=said))
        elif clashes:
            conflicts.append(found)
        elif sum(scores) / 2 >= _NEAR_MISS and (code := _reason_code(there, back)):
            aside.append(replace(found, reason_code=code, explanation=_why_not(code, found)))
    return (
        _distinct(by_score(conflicts)),
        _distinct(by_score(aside)),
        n_unscored,
    )


def _read_around(
    documents: Sequence[Document],
    listed: Sequence[Statement],
    chosen: Sequence[Candidate],
    records: Sequence[ClaimLabel],
    judge: Judge,
    question: str | None,
) -> dict[tuple[int, int], tuple[tuple[float, float], Candidate]]:
    """By the rows of two documents: probabilities of contradiction of their passages, both ways, and the pair of
    statements that is most suspect.

    Statements torn out of their text mislead: in two accounts of one mind some two sentences always seem at odds. So
    the passages that hold the most suspect pair are read beside each other too.
    """
    worst: dict[tuple[int, int], tuple[float, Candidate]] = {}
    for pair, there, back in zip(chosen, records[::2], records[1::2], strict=True):
        rows = listed[pair.a].row, listed[pair.b].row
        score = (_contradiction(there) + _contradiction(back)) / 2
        if score >= _SUSPECT and score > worst.get(rows, (0.0, pair))[0]:
            worst[rows] = score, pair
    requests = []
    for n, (_, pair) in enumerate(worst.values()):
        for side, claim, other in (("a", listed[pair.a], listed[pair.b]), ("b", listed[pair.b], listed[pair.a])):
            said = _around(documents[claim.row].text, claim.span, _CLAIM_WORDS)
            held = _around(documents[other.row].text, other.span, _PASSAGE_WORDS)
            requests.append(_request(f"around {n}", side, said, other.doc_id, held, question))
    found = [_contradiction(r) for r in checked_records(judge.judge(requests), requests, judge.spec)]
    return {rows: ((found[2 * n], found[2 * n + 1]), pair) for n, (rows, (_, pair)) in enumerate(worst.items())}


def _around(text: str, span: Span, most: int) -> str:
    """The opening of a short text; of a longer one the statement with its neighbours. Whole sentences, up to so many
    words."""
    spans = [span for span, *_ in split(text)]  # kept from one reading of a document to the next
    short = len(text.split()) <= _SHORT_WORDS
    low = high = 0 if short else next((i for i, s in enumerate(spans) if s[0] <= span[0] < s[1]), 0)
    while True:
        options = [(low, high + 1)] if high + 1 < len(spans) else []
        options += [(low - 1, high)] if low > 0 else []
        fits = [(a, b) for a, b in options if len(text[spans[a][0] : spans[b][1]].split()) <= most]
        if not fits:
            return text[spans[low][0] : spans[high][1]]
        low, high = min(fits)  # what stands before sets the scene


def _only_dates_differ(one: str, other: str) -> bool:
    """Whether the dates are what is in dispute: with numbers and months taken out, little else is different."""
    mine, yours = content(one), content(other)
    return len(mine ^ yours) <= 0.34 * len(mine | yours) and not (compare_names(one, other, other).missing)


def _request(sample_id: str, side: str, claim: str, doc_id: str, passage: str, question: str | None) -> Request:
    return Request(
        sample_id=sample_id,
        claim=Claim(claim_id=side, text=claim),
        document=Document(doc_id=doc_id, text=passage),
        question=question,
    )


def _contradiction(record: ClaimLabel) -> float:
    """Probability of contradiction; of a judge that gives none, its word."""
    if record.label is None:
        return 0.0
    if record.contradict is not None:
        return record.contradict.score
    return record.probs[1] if record.probs else float(record.label is Label.CONTRADICTS)


def _conflict(
    documents: Sequence[Document],
    a: Statement,
    b: Statement,
    record: ClaimLabel,
    *,
    swapped: bool,
    scores: tuple[float, float],
) -> DocConflict:
    """The pair as a record, earlier document first where both are dated; its kind and values from the judge's reasons."""
    claim, passage = (b, a) if swapped else (a, b)
    # What two figures show is plainer than what a model makes of the whole.
    figures = [r for r in record.reasons if r.kind in ("numeric", "date", "version") and r.strength >= _SAME_MEASURE]
    reason = next(iter(figures), None) or next((r for r in record.reasons if r.kind in CLASH_KINDS), None)
    kind = record.kind if record.kind in CLASH_KINDS else reason.kind if reason else "statement"
    if figures:
        kind = figures[0].kind
    elif reason is not None and reason.kind != kind:
        reason = next((r for r in record.reasons if r.kind == kind), None)
    quotes = {id(s): Quote.of(documents[s.row], s.span) for s in (claim, passage)}
    if reason is not None:
        quotes[id(claim)] = _with_value(quotes[id(claim)], reason.claim_text)
        quotes[id(passage)] = _with_value(quotes[id(passage)], reason.document_text)
    return DocConflict.between(quotes[id(a)], quotes[id(b)], kind, scores)


def _with_value(quote: Quote, value: str) -> Quote:
    """The quote with the value that is at odds, where it stands in the quote itself and not in its context."""
    at = quote.text.find(value)
    if at < 0 or not value:
        return quote
    return replace(quote, value=value, value_span=(quote.start + at, quote.start + at + len(value)))


def _reason_code(there: ClaimLabel, back: ClaimLabel) -> str | None:
    """Why the two only seem to clash, from the judge's own reasons."""
    for record in (there, back):
        if record.kind in _SHOWN:
            return record.kind
    return None


def _why_not(code: str, pair: DocConflict) -> str:
    both = f": {pair.a.value} / {pair.b.value}" if pair.a.value and pair.b.value else ""
    return {
        "superseded": "one states an earlier time, the other a later one",
        "exception": "one states a rule, the other an exception to it",
        "list_valued": "both can be among several",
        "refinement": "one is more specific than the other",
        "homonym": "two things of one name",
        "scope": "another time, place, group or part",
        "hedge": "a bound or an estimate that the other figure keeps to",
        "different_attribute": "values of different things",
        "unit_equal": "the same quantity in other units",
    }.get(code, code) + both


def _distinct(conflicts: Iterable[DocConflict]) -> tuple[DocConflict, ...]:
    """The best pair of each statement and other document: one disagreement is told once."""
    kept: list[DocConflict] = []
    told: set[tuple[str, int, str]] = set()
    for c in conflicts:
        ends = {(c.a.doc_id, c.a.start, c.b.doc_id), (c.b.doc_id, c.b.start, c.a.doc_id)}
        if not ends & told:
            kept.append(c)
            told |= ends
    return tuple(kept)
