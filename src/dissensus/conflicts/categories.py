"""What kind of disagreement a conflict is, and what in the documents says so.

Source: the taxonomy of CONFLICTS (arXiv 2506.08500) - freshness, opinion, misinformation, factual otherwise - and
ambiguity (two things of one name) of AmbigDocs (arXiv 2404.12447). Differs from the sources: told by evidence that a
reader can check (dates, words of revision, of opinion and of doubt, source weights, descriptions), not by a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from dissensus.conflicts.cues import DEBUNKS, LASTING, OPINIONS, REVISIONS, UNRELIABLE, cues
from dissensus.conflicts.homonyms import told_apart
from dissensus.conflicts.model import DocConflict, Quote
from dissensus.quantities import values
from dissensus.types import Document

_DAYS_APART = 21
"""Documents dated nearer to each other are of one time."""
_WEIGHT_GAP = 0.3


class _Evidence(NamedTuple):
    strength: float
    said: str


def categorise(conflict: DocConflict, documents: Sequence[Document]) -> DocConflict:
    """The conflict with its category, the evidence for it, and the sentence that says what disagrees."""
    by_id = {d.doc_id: d for d in documents}
    a, b = by_id[conflict.a.doc_id], by_id[conflict.b.doc_id]
    found = {
        "ambiguity": _ambiguity(a, b),
        "misinformation": _misinformation(a, b),
        "opinion": _opinion(conflict, a, b),
        "freshness": _freshness(conflict, a, b),
    }
    totals = {name: sum(e.strength for e in listed) for name, listed in found.items()}
    best = max(totals, key=lambda name: totals[name])
    category, evidence = (best, found[best]) if totals[best] >= 1.0 else ("factual", _factual(a, b))
    changed = replace(conflict, category=category, category_evidence=tuple(e.said for e in evidence if e.strength > 0))
    return replace(changed, explanation=explain_conflict(changed, a, b))


def _ambiguity(a: Document, b: Document) -> list[_Evidence]:
    found = told_apart(a, b)
    return [_Evidence(1.6, f"{name}: {one} in {a.doc_id}, {other} in {b.doc_id}") for name, one, other in found[:1]]


def _misinformation(a: Document, b: Document) -> list[_Evidence]:
    found = []
    low, high = sorted((a, b), key=lambda d: d.weight)
    if high.weight - low.weight >= _WEIGHT_GAP:
        found.append(_Evidence(1.5, f"source weight {low.weight:g} of {low.doc_id} against {high.weight:g}"))
    doubtful = {d.doc_id: cues(UNRELIABLE, d.source, d.title, d.text) for d in (a, b)}
    for one, other in ((a, b), (b, a)):
        if doubtful[one.doc_id] and len(doubtful[one.doc_id]) > len(doubtful[other.doc_id]):
            strength = min(1.6, 0.8 * len(doubtful[one.doc_id]))
            found.append(
                _Evidence(strength, f"{one.doc_id} reads like an unreliable source ({_listed(doubtful[one.doc_id])})")
            )
        if debunked := cues(DEBUNKS, other.title, other.text):
            found.append(
                _Evidence(min(1.6, 0.8 * len(debunked)), f"{other.doc_id} rejects such a claim ({_listed(debunked)})")
            )
    return found


def _opinion(conflict: DocConflict, a: Document, b: Document) -> list[_Evidence]:
    said = {d.doc_id: cues(OPINIONS, d.source, d.title, d.text) for d in (a, b)}
    quoted = {q.doc_id: cues(OPINIONS, q.text) for q in (conflict.a, conflict.b)}
    if not (said[a.doc_id] and said[b.doc_id]) and not (quoted[a.doc_id] and quoted[b.doc_id]):
        return []
    both = min(3, len(said[a.doc_id])) + min(3, len(said[b.doc_id]))
    return [
        _Evidence(0.5 * both, f"{d.doc_id} judges or recommends ({_listed(said[d.doc_id])})") if d is a else
        _Evidence(0.01, f"{d.doc_id} likewise ({_listed(said[d.doc_id])})")
        for d in (a, b)
        if said[d.doc_id]
    ]  # fmt: skip


def _freshness(conflict: DocConflict, a: Document, b: Document) -> list[_Evidence]:
    found = []
    revised = cues(REVISIONS, a.title, a.text, b.title, b.text)
    lasting = cues(LASTING, conflict.a.text, conflict.b.text)
    apart = _days_apart(a, b)
    if apart is not None and apart >= _DAYS_APART:
        said = f"{_dated(a)} and {_dated(b)}"
        found.append(_Evidence(0.4 if lasting else 1.1, said))
    if revised:
        found.append(_Evidence(min(1.2, 0.6 * len(revised)), f"words of change ({_listed(revised)})"))
    if conflict.kind == "version":
        found.append(_Evidence(0.6, "two versions"))
    if lasting:
        found.append(_Evidence(-0.4, f"what does not change ({_listed(lasting)})"))
    return found


def _factual(a: Document, b: Document) -> list[_Evidence]:
    apart = _days_apart(a, b)
    said = "nothing tells which is out of date or unreliable"
    if apart is None:
        said += "; not both are dated"
    return [_Evidence(1.0, said)]


def _days_apart(a: Document, b: Document) -> int | None:
    one, other = moment(a), moment(b)
    return None if one is None or other is None else abs((one - other).days)


def moment(document: Document) -> date | None:
    """When a document speaks: its publication, or else the latest day it names as its own ("as of", "effective")."""
    if document.published is not None:
        return document.published
    days = [v for v in values(document.text) if v.kind == "date" and v.low is not None and v.parts and v.parts[0]]
    latest = max((v.low for v in days if v.low is not None), default=None)
    return date.fromordinal(int(latest)) if latest is not None and 1 <= latest < 3_652_059 else None


def _dated(document: Document) -> str:
    day = moment(document)
    return f"{document.doc_id} of {day}" if document.published else f"{document.doc_id} speaks of {day}"


def _listed(found: Sequence[str], most: int = 3) -> str:
    return ", ".join(found[:most])


def explain_conflict(conflict: DocConflict, a: Document, b: Document) -> str:
    """One sentence: who says what, and what the disagreement is."""
    one, other = (
        _says(conflict.a, a if a.doc_id == conflict.a.doc_id else b),
        _says(conflict.b, b if b.doc_id == conflict.b.doc_id else a),
    )
    return f"{one}, but {other} ({conflict.kind}, {conflict.category})"


def _says(quote: Quote, document: Document) -> str:
    dated = f" ({document.published})" if document.published else " (undated)"
    short = " ".join(quote.text.split())
    short = short if len(short) <= 160 else short[:157].rstrip() + "..."
    return f"{document.doc_id}{dated} says “{short}”"
