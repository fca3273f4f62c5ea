"""Conflicts among documents: the records that detection makes and that resolution, reports and gates read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from dissensus.types import Document, Span

#: Kinds of disagreement, each with its own right answer (CONFLICTS, arXiv 2506.08500, and section 5 of AmbigDocs for
#: `ambiguity`). Complementary information is no conflict: it is a reason code of a pair set aside.
CATEGORIES = ("factual", "freshness", "opinion", "misinformation", "ambiguity")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A statement of a document, verbatim: `document.text[start:end] == text`."""

    doc_id: str
    start: int
    end: int
    text: str
    value: str | None = None
    """The value in it that is at odds (a figure, a date, a name), as written."""
    value_span: Span | None = None
    """Half-open offsets of the value in the document."""
    published: date | None = None
    """Of the document."""

    @classmethod
    def of(cls, document: Document, span: Span) -> Quote:
        """What stands at a place of a document."""
        start, end = span
        text = document.text[start:end]
        return cls(doc_id=document.doc_id, start=start, end=end, text=text, published=document.published)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocConflict:
    """Two statements of different documents that cannot both hold, or only seem so and were set aside."""

    conflict_id: str
    """Fingerprint of the two statements, equal from run to run while their words are."""
    a: Quote
    b: Quote
    kind: str
    """One of CLASH_KINDS."""
    category: str | None
    """One of CATEGORIES; None for a pair set aside."""
    category_evidence: tuple[str, ...] = ()
    """What told the category, in words."""
    scores: tuple[float, float] = (0.0, 0.0)
    """Probability of contradiction with `a` read as the claim, and with `b` so; in [0, 1]."""
    reason_code: str | None = None
    """Of a pair set aside: one of REASON_CODES, or `complementary`."""
    explanation: str = ""

    @classmethod
    def between(cls, one: Quote, other: Quote, kind: str, scores: tuple[float, float]) -> DocConflict:
        """A conflict yet without category, the earlier document first where both are dated.

        Args:
            one: A statement.
            other: Another.
            kind: One of CLASH_KINDS.
            scores: Probability of contradiction with `one` read as the claim, and with `other` so.
        """
        if one.published and other.published and other.published < one.published:
            one, other, scores = other, one, (scores[1], scores[0])
        return cls(
            conflict_id=fingerprint(one.text, other.text), a=one, b=other, kind=kind, category=None, scores=scores
        )

    @property
    def score(self) -> float:
        """Mean of both directions, in [0, 1]."""
        return sum(self.scores) / 2

    @property
    def doc_ids(self) -> tuple[str, str]:
        """The two documents, as `a` and `b`."""
        return self.a.doc_id, self.b.doc_id

    def to_dict(self) -> dict[str, Any]:
        """JSON shape: one line of conflicts.jsonl."""
        return {
            "conflict_id": self.conflict_id,
            "doc_id_a": self.a.doc_id,
            "doc_id_b": self.b.doc_id,
            "quote_a": quote_to_dict(self.a),
            "quote_b": quote_to_dict(self.b),
            "kind": self.kind,
            "category": self.category,
            "category_evidence": list(self.category_evidence),
            "score_a": round(self.scores[0], 4),
            "score_b": round(self.scores[1], 4),
            "reason_code": self.reason_code,
            "explanation": self.explanation,
        }


def quote_to_dict(quote: Quote) -> dict[str, Any]:
    """JSON shape of a quote."""
    return {
        "text": quote.text,
        "start": quote.start,
        "end": quote.end,
        "value": quote.value,
        "value_span": quote.value_span,
        "published": quote.published,
    }


def fingerprint(one: str, other: str) -> str:
    """Twelve hex digits of two statements, whichever comes first; white space and case do not count."""
    sides = sorted(" ".join(text.casefold().split()) for text in (one, other))
    return hashlib.sha256("\0".join(sides).encode("utf-8", "replace")).hexdigest()[:12]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What was compared of what could have been."""

    n_documents: int
    n_origins: int
    """Independent documents, copies counted once."""
    n_statements: int
    n_boilerplate: int
    """Statements left out because they stand in many documents."""
    n_pairs_possible: int
    """Pairs of statements of different origins."""
    n_candidates: int
    """Pairs near enough to be judged."""
    n_pairs_judged: int
    n_unscored: int = 0
    """Judged pairs that the judge could not score."""

    def sentence(self) -> str:
        """One line for a person."""
        left = self.n_candidates - self.n_pairs_judged
        unread = f"; {left} near pairs not judged (limit reached)" if left > 0 else ""
        unscored = f"; {self.n_unscored} unscored" if self.n_unscored else ""
        copies = self.n_documents - self.n_origins
        aside = f" ({copies} {'copy' if copies == 1 else 'copies'})" if copies else ""
        return (
            f"{self.n_documents} documents{aside}, {self.n_statements} statements, "
            f"{self.n_pairs_judged} pairs judged of {self.n_pairs_possible} possible{unread}{unscored}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """The conflicts of one set of documents."""

    sample_id: str
    documents: tuple[Document, ...]
    question: str | None = None
    conflicts: tuple[DocConflict, ...] = ()
    """The surest first."""
    set_aside: tuple[DocConflict, ...] = ()
    """Pairs that looked like a conflict and are none, each with its reason code."""
    origins: tuple[tuple[str, ...], ...] = ()
    """Ids of documents that are copies of one another, the earliest first; a document without copies stands alone."""
    coverage: Coverage
    notes: tuple[str, ...] = field(default=())

    def document(self, doc_id: str) -> Document:
        """The document of this id."""
        return next(d for d in self.documents if d.doc_id == doc_id)

    def origin(self, doc_id: str) -> tuple[str, ...]:
        """The ids of all copies of a document, itself among them."""
        return next((group for group in self.origins if doc_id in group), (doc_id,))

    def to_dict(self) -> dict[str, Any]:
        """JSON shape: one sample of detect's report.json."""
        from dataclasses import asdict

        return {
            "sample_id": self.sample_id,
            "question": self.question,
            "documents": [document_to_dict(d) for d in self.documents],
            "conflicts": [c.to_dict() for c in self.conflicts],
            "set_aside": [c.to_dict() for c in self.set_aside],
            "origins": [list(group) for group in self.origins],
            "coverage": asdict(self.coverage),
            "notes": list(self.notes),
        }


def document_to_dict(document: Document) -> dict[str, Any]:
    """What of a document a report of conflicts holds: everything but its text."""
    return {
        "doc_id": document.doc_id,
        "title": document.title,
        "source": document.source,
        "published": document.published,
        "weight": document.weight,
    }


def by_score(conflicts: Iterable[DocConflict]) -> tuple[DocConflict, ...]:
    """The surest first, ties in the order of their fingerprints."""
    return tuple(sorted(conflicts, key=lambda c: (-c.score, c.conflict_id)))
