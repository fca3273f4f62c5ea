"""The verb `acknowledge`: does a response name the disagreement of its documents, or pass over it?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dissensus.conflicts.model import Detection, DocConflict, Quote
from dissensus.detecting import ConflictFinder, DetectSettings
from dissensus.errors import InputError
from dissensus.io import read_rows
from dissensus.judges import Judge, JudgeSettings
from dissensus.judges.base import Request
from dissensus.quantities import Relation, Value, compare, values
from dissensus.segment import sentences
from dissensus.types import Claim, Document, Label, Sample, Span
from dissensus.words import Word, words

Answer = Literal["named", "picked", "averaged", "avoided"]
ANSWERS: tuple[Answer, ...] = ("named", "picked", "averaged", "avoided")

_SPLIT = re.compile(
    r"(?:[;:]|,?\s+\b(?:while|whereas|but|although|though|however|yet|and|or|versus|vs\.?|against|rather than|instead of|not)\b|,|\s[-–—]\s)\s*",
    re.I,
)
_DISAGREE = re.compile(
    r"\b(?:disagree\w*|conflict\w*|contradict\w*|differ\w*|discrepan\w*|inconsisten\w*|at odds|diverg\w*|split|"
    r"on the other hand|whereas|while|however|although|though|but|versus|vs|other source|another|the other|according to|"
    r"says?|states?|gives?|puts?|lists?|reports?|claims?|older|newer|earlier|later|previously)\b",
    re.I,
)
_BLEND = re.compile(
    r"\b(?:neither\b.*\bnor|moderate\w*|half|partly|partially|somewhat|in between|in the middle|mixed|sometimes|"
    r"to some extent|compromise|average\w*|on balance|a bit of both|more or less|mostly|some of|largely|limited)\b",
    re.I | re.S,
)
_TOLD = 0.5
"""Share of the words that a statement has and the other lacks from which a response tells it."""
_TOLD_IN_DISPUTE = 0.3
"""The same of a response that speaks of a disagreement."""
_SURE = 0.5
"""Probability from which a clause is held to be supported by one statement and contradicted by the other."""
_DENIALS = frozenset("no not never none without cannot neither nor nobody nothing n't".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A part of the response that takes a side: `response[start:end] == text`."""

    doc_id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledgement:
    """What a response makes of one conflict."""

    sample_id: str
    conflict: DocConflict
    answer: Answer
    """`named`: both values or sides are told; `picked`: one of them, silently; `averaged`: something in between;
    `avoided`: neither. Citing both sources, or saying that sources conflict without saying what, names nothing."""
    mentions: tuple[Mention, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """JSON shape: one line of acknowledgements.jsonl."""
        return {
            "sample_id": self.sample_id,
            "conflict_id": self.conflict.conflict_id,
            "doc_id_a": self.conflict.a.doc_id,
            "doc_id_b": self.conflict.b.doc_id,
            "answer": self.answer,
            "acknowledged": self.answer == "named",
            "mentions": [{"doc_id": m.doc_id, "start": m.start, "end": m.end, "text": m.text} for m in self.mentions],
            "explanation": self.conflict.explanation,
        }


def acknowledgement(response: str, conflict: DocConflict, judge: Judge, sample_id: str = "1") -> Acknowledgement:
    """What a response makes of a conflict.

    A side is told where the response gives a value, a name or most of the words that it alone gives, or a clause that
    its statement supports and the other's contradicts.

    Args:
        response: The whole response.
        conflict: The conflict.
        judge: Reads clauses of the response beside the two statements.
        sample_id: Passed on.
    """
    mine, yours = _own_values(conflict.a.text, conflict.b.text), _own_values(conflict.b.text, conflict.a.text)
    said = values(response)
    found: dict[str, list[Span]] = {}
    for side, own, quote, other in (("a", mine, conflict.a, conflict.b), ("b", yours, conflict.b, conflict.a)):
        found[side] = [v.span for v in said if any(_same(v, o) for o in own)]
        # A figure decides where there is one; words do where the statements differ in words.
        if not (mine and yours):
            found[side] += _own_words(response, quote, other)
    blended = bool(mine and yours) and any(_between(v, mine, yours) for v in said)
    if not (found["a"] and found["b"]) and not blended and not (mine and yours and (found["a"] or found["b"])):
        for side, spans in _told(response, conflict, judge, sample_id).items():
            found[side] += spans
    a, b = bool(found["a"]), bool(found["b"])
    ranged = bool(mine and yours) and _in_one_range(said, mine, yours)
    on_topic = a or b or _shares(response, conflict) >= _TOLD
    mixed = not (mine and yours) and bool(_BLEND.search(response)) and on_topic
    answer: Answer
    if (ranged or mixed) and not _DISAGREE.search(response):
        answer = "averaged"
    elif a and b:
        answer = "named"
    elif a or b:
        answer = "picked"
    elif blended:
        answer = "averaged"
    else:
        answer = "avoided"
    mentions = [
        Mention(doc_id=doc_id, start=s[0], end=s[1], text=response[s[0] : s[1]])
        for doc_id, side in ((conflict.a.doc_id, "a"), (conflict.b.doc_id, "b"))
        for s in sorted(set(found[side]))
    ]
    return Acknowledgement(sample_id=sample_id, conflict=conflict, answer=answer, mentions=tuple(mentions))


def _own_values(statement: str, other: str) -> list[Value]:
    """Values of a statement that the other does not give."""
    theirs = values(other)
    # "a day" in "3 litres a day" is no figure of its own.
    own = [v for v in values(statement) if not v.text.lower().startswith(("a ", "an ", "per "))]
    return [v for v in own if not any(_same(v, o) for o in theirs)]


def _same(a: Value, b: Value) -> bool:
    if a.dimension != b.dimension:
        return a.text.lower() == b.text.lower()
    # "63 deaths" tells "63 miners": what is counted may be named otherwise.
    # So does "Node 12" tell "Node 12 or later".
    same_number = a.centre is not None and a.centre == b.centre
    return compare(a, b).relation is Relation.EQUAL or same_number or bool(a.parts and a.parts == b.parts)


def _own_words(response: str, quote: Quote, other: Quote) -> list[Span]:
    """Where the response tells a statement in words that the other lacks: its names, or many of those words."""
    theirs = {_key(w) for w in words(other.text)}
    own = [w for w in words(quote.text) if (w.content or w.lower in _DENIALS) and not w.text[0].isdigit()]
    keys = {_key(w) for w in own} - theirs
    names = {_key(w) for w in own if w.capital} - theirs
    held = [w for w in words(response) if _key(w) in (names or keys)]
    share = len({_key(w) for w in held}) / max(1, len(names or keys))
    least = _TOLD if names else _TOLD_IN_DISPUTE if _DISAGREE.search(response) else _TOLD
    return [w.span for w in held] if share > least or (held and share == least and not names) else []


def _shares(response: str, conflict: DocConflict) -> float:
    """Share of the words that both statements have which the response has too."""
    both = {w.stem for w in words(conflict.a.text) if w.content} & {w.stem for w in words(conflict.b.text)}
    return len(both & {w.stem for w in words(response)}) / len(both) if both else 0.0


def _key(word: Word) -> str:
    """The stem of a word; every denial is one."""
    return "not" if word.lower in _DENIALS else word.stem


def _between(value: Value, mine: Sequence[Value], yours: Sequence[Value]) -> bool:
    """Whether a value lies between one of each side without being either."""
    for a in mine:
        for b in yours:
            if a.dimension != b.dimension or value.dimension != a.dimension:
                continue
            ends = sorted(x for x in (a.centre, b.centre) if x is not None)
            if len(ends) < 2 or _same(value, a) or _same(value, b):
                continue
            if value.centre is not None and ends[0] < value.centre < ends[1]:
                return True
    return False


def _in_one_range(said: Iterable[Value], mine: Sequence[Value], yours: Sequence[Value]) -> bool:
    """Whether one value of the response runs from one side's to the other's ("3 to 5 days")."""
    return any(v.bound == "range" and any(a.dimension == v.dimension for a in (*mine, *yours)) for v in said)


def _told(response: str, conflict: DocConflict, judge: Judge, sample_id: str) -> dict[str, list[Span]]:
    """Clauses of the response that one side's statement supports and the other's contradicts."""
    parts = list(_clauses(response))
    requests = [
        Request(
            sample_id=f"{sample_id}.{n}",
            claim=Claim(claim_id=side, text=response[slice(*span)]),
            document=Document(doc_id=quote.doc_id, text=quote.text),
        )
        for n, span in enumerate(parts)
        for side, quote in (("a", conflict.a), ("b", conflict.b))
    ]
    records = judge.judge(requests)
    found: dict[str, list[Span]] = {"a": [], "b": []}
    for span, a, b in zip(parts, records[::2], records[1::2], strict=True):
        for side, own, other in (("a", a, b), ("b", b, a)):
            with_ = own.probs[0] if own.probs else float(own.label is Label.SUPPORTS)
            against = other.probs[1] if other.probs else float(other.label is Label.CONTRADICTS)
            if with_ >= _SURE and against >= _SURE:
                found[side].append(span)
    return found


def _clauses(response: str) -> Iterable[Span]:
    """Sentences of a response and their parts of four words or more."""
    for start, end in sentences(response):
        text = response[start:end]
        cuts = [0, *(x for m in _SPLIT.finditer(text) for x in m.span()), len(text)]
        parts = [(start + a, start + b) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]
        kept = [p for p in parts if len(words(response[slice(*p)])) >= 4]
        yield from kept if len(kept) > 1 else [(start, end)]


def acknowledge(
    response: str,
    documents: Sequence[Any],
    *,
    question: str | None = None,
    judge: str | Judge = "onnx",
    threads: int | None = None,
) -> tuple[Acknowledgement, ...]:
    """For every conflict among the documents, what the response makes of it.

    Args:
        response: The response.
        documents, question, judge, threads: As for :func:`dissensus.detect`.

    Raises:
        InputError: The response or a document cannot be used.

    Example:
        >>> import dissensus
        >>> documents = ["The fee is 40 euros.", "The fee is 55 euros."]
        >>> [a.answer for a in dissensus.acknowledge("The fee is 55 euros.", documents)]
        ['picked']
    """
    row: Mapping[str, Any] = {"response": response, "documents": documents, "question": question}
    (sample,), _, _ = read_rows([row], strict=True, where="acknowledge()")
    finder = ConflictFinder(judge, DetectSettings(judge=JudgeSettings(threads=threads)))
    return acknowledge_sample(sample, finder)


def acknowledge_sample(
    sample: Sample, finder: ConflictFinder, detection: Detection | None = None
) -> tuple[Acknowledgement, ...]:
    """What the response of a sample makes of each conflict among its documents, found or given."""
    if finder.judge is None:
        raise InputError("acknowledge needs a judge; the detector 'heuristic' has none")
    found = detection or finder.find(sample)
    return tuple(acknowledgement(sample.response, c, finder.judge, sample.sample_id) for c in found.conflicts)
