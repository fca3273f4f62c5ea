"""Candidates -> conflicts: each pair judged both ways, told apart from what only seems a conflict, put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dissensus.conflicts.candidates import Candidate
from dissensus.conflicts.model import DocConflict, Quote, by_score, fingerprint
from dissensus.conflicts.statements import Statement
from dissensus.conflicts.validity import validity
from dissensus.judges.base import Judge, Progress, Request, checked_records
from dissensus.signals.alignment import content
from dissensus.signals.names import compare_names
from dissensus.types import CLASH_KINDS, REASON_CODES, Claim, ClaimLabel, Document, Label

#: Reasons that are shown: a pair that merely says the same, or speaks of other things, looked like no conflict.
_SHOWN = frozenset(REASON_CODES) - {"restatement"}
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
        threshold: Least mean probability of contradiction over both directions; None where the labels decide.
        question: Passed on to the judge.
        progress: Called with (done, total).
    """
    requests = [
        _request(n, side, listed[claim], listed[other], question)
        for n, pair in enumerate(chosen)
        for side, claim, other in (("a", pair.a, pair.b), ("b", pair.b, pair.a))
    ]
    records = checked_records(judge.judge(requests, progress), requests, judge.spec)
    conflicts: list[DocConflict] = []
    aside: list[DocConflict] = []
    n_unscored = 0
    for pair, there, back in zip(chosen, records[::2], records[1::2], strict=True):
        if there.label is None and back.label is None:
            n_unscored += 1
            continue
        a, b = listed[pair.a], listed[pair.b]
        scores = (_contradiction(there), _contradiction(back))
        clashes = (
            sum(scores) / 2 >= threshold if threshold is not None else Label.CONTRADICTS in (there.label, back.label)
        )
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


def _only_dates_differ(one: str, other: str) -> bool:
    """Whether the dates are what is in dispute: with numbers and months taken out, little else is different."""
    mine, yours = content(one), content(other)
    return len(mine ^ yours) <= 0.34 * len(mine | yours) and not (compare_names(one, other, other).missing)


def _request(n: int, side: str, claim: Statement, other: Statement, question: str | None) -> Request:
    return Request(
        sample_id=f"{n}",
        claim=Claim(claim_id=side, text=claim.text),
        document=Document(doc_id=other.doc_id, text=other.read),
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
    reason = next((r for r in record.reasons if r.kind in CLASH_KINDS), None)
    kind = record.kind if record.kind in CLASH_KINDS else reason.kind if reason else "statement"
    if reason is not None and reason.kind != kind:
        reason = next((r for r in record.reasons if r.kind == kind), None)
    quotes = {id(claim): _quote(documents, claim), id(passage): _quote(documents, passage)}
    if reason is not None:
        quotes[id(claim)] = _with_value(quotes[id(claim)], reason.claim_text)
        quotes[id(passage)] = _with_value(quotes[id(passage)], reason.document_text)
    one, other = quotes[id(a)], quotes[id(b)]
    if one.published and other.published and other.published < one.published:
        one, other, scores = other, one, (scores[1], scores[0])
    return DocConflict(conflict_id=fingerprint(a.text, b.text), a=one, b=other, kind=kind, category=None, scores=scores)


def _quote(documents: Sequence[Document], statement: Statement) -> Quote:
    start, end = statement.span
    document = documents[statement.row]
    return Quote(doc_id=statement.doc_id, start=start, end=end, text=statement.text, published=document.published)


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
