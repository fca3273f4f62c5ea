"""What kind of disagreement a conflict is, and what in the documents says so.

Source: the taxonomy of CONFLICTS (arXiv 2506.08500) - freshness, opinion, misinformation, factual otherwise - and
ambiguity (two things of one name) of AmbigDocs (arXiv 2404.12447). Differs from the sources: told by evidence that a
reader can check (dates, words of revision, of opinion and of doubt, source weights, descriptions), not by a model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from dissensus.conflicts.cues import DEBUNKS, LASTING, REVISIONS, UNRELIABLE, cues, opinions
from dissensus.conflicts.homonyms import told_apart
from dissensus.conflicts.model import DocConflict, Quote
from dissensus.quantities import values
from dissensus.types import Document

_DAYS_APART = 21
"""Documents dated nearer to each other are of one time."""
_WEIGHT_GAP = 0.3
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_OWN_DAY = re.compile(
    r"\b(?:as of|as at|as from|updated|revised|reviewed|effective|valid|issued|version|edition|printed|published|correct|"
    r"accessed|posted|dated|since|from|current|status|for|at the|in the)\b[^.;]{0,25}$",
    re.I,
)


#: Document id -> probabilities of neutral, opinion, unreliable.
Registers = Mapping[str, tuple[float, float, float]]


class _Evidence(NamedTuple):
    strength: float
    said: str


def categorise(
    conflict: DocConflict, documents: Sequence[Document], registers: Registers, question: str | None = None
) -> DocConflict:
    """The conflict with its category, the evidence for it, and the sentence that says what disagrees.

    Args:
        conflict: Without a category.
        documents: Those of its quotes among them.
        registers: How each document speaks (:mod:`dissensus.conflicts.register`).
        question: What the documents were retrieved for.
    """
    by_id = {d.doc_id: d for d in documents}
    a, b = by_id[conflict.a.doc_id], by_id[conflict.b.doc_id]
    found = {
        "ambiguity": _ambiguity(conflict, a, b, question),
        "misinformation": _misinformation(a, b, registers),
        "opinion": _opinion(a, b, registers),
        "freshness": _freshness(conflict, a, b),
    }
    totals = {name: sum(e.strength for e in listed) for name, listed in found.items()}
    best = max(totals, key=lambda name: totals[name])
    category, evidence = (best, found[best]) if totals[best] >= 1.0 else ("factual", _factual(a, b))
    changed = replace(
        conflict, category=category, category_evidence=tuple(e.said for e in evidence if e.strength > 0 and e.said)
    )
    return replace(changed, explanation=explain_conflict(changed))


def _ambiguity(conflict: DocConflict, a: Document, b: Document, question: str | None) -> list[_Evidence]:
    about = question or " ".join(t for t in (a.title, b.title, conflict.a.text, conflict.b.text) if t)
    found = told_apart(a, b, about)
    return [_Evidence(1.6, f"{name}: {one} in {a.doc_id}, {other} in {b.doc_id}") for name, one, other in found[:1]]


def _misinformation(a: Document, b: Document, registers: Registers) -> list[_Evidence]:
    found = []
    low, high = sorted((a, b), key=lambda d: d.weight)
    if high.weight - low.weight >= _WEIGHT_GAP:
        found.append(_Evidence(1.5, f"source weight {low.weight:g} of {low.doc_id} against {high.weight:g}"))
    for one, other in ((a, b), (b, a)):
        mine, yours = registers[one.doc_id][2], registers[other.doc_id][2]
        words = cues(UNRELIABLE, one.source, one.title, one.text)
        if mine - yours >= 0.3:
            told = f" ({_listed(words)})" if words else ""
            found.append(_Evidence(2.6 * (mine - yours), f"{one.doc_id} speaks like an unreliable source{told}"))
        debunked = cues(DEBUNKS, other.title, other.text)
        if debunked and mine >= 0.1:
            found.append(_Evidence(0.5, f"{other.doc_id} rejects such a claim ({_listed(debunked)})"))
    return found


def _opinion(a: Document, b: Document, registers: Registers) -> list[_Evidence]:
    found = []
    for document in (a, b):
        p = registers[document.doc_id][1]
        words = opinions(document.source, document.title, document.text)
        told = f" ({_listed(words)})" if words else ""
        found.append(_Evidence(min(1.1, 2.1 * p), f"{document.doc_id} judges or recommends{told}" if p >= 0.3 else ""))
    return found


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
    if back := _looks_back(a, b):
        found.append(_Evidence(-0.8, back))
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
    days = [
        v.low
        for v in values(document.text)
        if v.kind == "date" and v.low is not None and _OWN_DAY.search(document.text[max(0, v.span[0] - 40) : v.span[0]])
    ]
    days += [
        float(date(int(year), 12, 31).toordinal()) for year in _YEAR.findall(f"{document.source} {document.title}")
    ]
    latest = max(days, default=None)
    return date.fromordinal(int(latest)) if latest is not None and 1 <= latest < 3_652_059 else None


def _looks_back(a: Document, b: Document) -> str | None:
    """A year that both documents name, years before either was published: what happened then does not change."""
    if a.published is None or b.published is None:
        return None
    first = min(a.published, b.published).year
    years = [{v.parts[0] for v in values(d.text) if v.kind == "date" and v.parts and v.parts[0]} for d in (a, b)]
    shared = {year for year in years[0] & years[1] if year is not None and year <= first - 3}
    return f"both speak of {min(shared)}" if shared else None


def _dated(document: Document) -> str:
    day = moment(document)
    return f"{document.doc_id} of {day}" if document.published else f"{document.doc_id} speaks of {day}"


def _listed(found: Sequence[str], most: int = 3) -> str:
    return ", ".join(found[:most])


def explain_conflict(conflict: DocConflict) -> str:
    """One sentence: who says what, and what the disagreement is."""
    return f"{_says(conflict.a)}, but {_says(conflict.b)} ({conflict.kind}, {conflict.category})"


def _says(quote: Quote) -> str:
    short = " ".join(quote.text.split())
    short = short if len(short) <= 160 else short[:157].rstrip() + "..."
    return f"{quote.doc_id} ({quote.published or 'undated'}) says “{short}”"
