"""What came of resolving a set of documents: who is kept, who is not, why, and the text that says so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from dissensus.conflicts.model import Detection, DocConflict
from dissensus.io.text import printable
from dissensus.policies.base import Ruling
from dissensus.types import Document

_TAG = re.compile(r"<(?=\s*/?\s*document)", re.I)  # a reader that is no parser takes "</ DOCUMENT >" for the end too


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One document's fate."""

    doc_id: str
    kept: bool
    reason: str
    component: int | None = None
    """Place of its component among the rulings; None for a document in no conflict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Every document is in exactly one of `kept` and `set_aside`, with one reason."""

    policy: str
    detection: Detection
    decisions: tuple[Decision, ...]
    """One per document, in their order."""
    rulings: tuple[Ruling, ...]
    """One per component of the conflict graph."""
    as_of: date | None = None
    stale: tuple[str, ...] = ()
    """Warnings that what is kept is old."""

    @property
    def kept(self) -> tuple[Document, ...]:
        """Documents to answer from, in their order."""
        return tuple(self.detection.document(d.doc_id) for d in self.decisions if d.kept)

    @property
    def set_aside(self) -> tuple[Decision, ...]:
        """Documents not to answer from, with the reason."""
        return tuple(d for d in self.decisions if not d.kept)

    @property
    def questions(self) -> tuple[str, ...]:
        """What to ask the user."""
        return tuple(r.question for r in self.rulings if r.question)

    @property
    def standing(self) -> tuple[DocConflict, ...]:
        """Conflicts both of whose sides are kept: the answer has to name them."""
        kept = {d.doc_id for d in self.decisions if d.kept}
        return tuple(c for c in self.detection.conflicts if c.a.doc_id in kept and c.b.doc_id in kept)

    @property
    def warning(self) -> str:
        """For the reader of the answer; empty where there is nothing to say."""
        parts = []
        for ruling in self.rulings:
            dropped = [doc_id for doc_id, o in ruling.outcomes.items() if not o.kept]
            kept = [doc_id for doc_id, o in ruling.outcomes.items() if o.kept]
            if ruling.status == "resolved" and dropped:
                parts.append(
                    f"Sources disagreed; the answer follows {_names(kept)} and leaves out {_names(dropped)} ({ruling.policy})."
                )
            elif ruling.status in ("review", "abstained"):
                parts.append(f"Sources disagree ({_names(dropped)}); nothing is answered from them.")
            elif kept:
                left = f"; {_names(dropped)} left out ({ruling.policy})" if dropped else ""
                parts.append(f"Sources disagree ({_names(kept)}) and it is not settled which is right{left}.")
        late = [d.doc_id for d in self.set_aside if d.component is None]
        if late:
            parts.append(f"Left out as later than {self.as_of}: {_names(late)}.")
        return " ".join([*parts, *self.stale])

    def context(self) -> str:
        """Text for a prompt: the conflicts stated, both sources named and dated, then the kept documents.

        Documents are data: the tags that enclose them cannot be closed from within.
        """
        parts = []
        for c in self.standing:
            parts.append(
                f"Sources disagree: {_side(c.a, self.detection)}, but {_side(c.b, self.detection)}. Name both sides in the answer."
            )
        for decision in self.set_aside:
            parts.append(f"Left out: {_named(self.detection.document(decision.doc_id))} ({decision.reason}).")
        parts += [f"Ask the user: {question}" for question in self.questions]
        parts += self.stale
        shown = [_tagged(d) for d in self.kept]
        return _untagged("\n".join(parts)) + ("\n\n" if parts and shown else "") + "\n".join(shown)

    def to_dict(self) -> dict[str, Any]:
        """JSON shape: one line of resolutions.jsonl."""
        return {
            "sample_id": self.detection.sample_id,
            "policy": self.policy,
            "as_of": self.as_of,
            "kept": [
                {"doc_id": d.doc_id, "reason": d.reason, "component": d.component} for d in self.decisions if d.kept
            ],
            "set_aside": [{"doc_id": d.doc_id, "reason": d.reason, "component": d.component} for d in self.set_aside],
            "rulings": [
                {"policy": r.policy, "status": r.status, "documents": sorted(r.outcomes), "question": r.question}
                for r in self.rulings
            ],
            "standing": [c.conflict_id for c in self.standing],
            "warning": self.warning,
            "stale": list(self.stale),
        }


def _names(doc_ids: list[str]) -> str:
    return ", ".join(_one_line(doc_id) for doc_id in sorted(doc_ids))


def _named(document: Document) -> str:
    parts = [document.title, document.source, str(document.published) if document.published else "undated"]
    return f"[{_one_line(document.doc_id)}] {_one_line('; '.join(p for p in parts if p))}"


def _side(quote: Any, detection: Detection) -> str:
    return f'{_named(detection.document(quote.doc_id))} says "{_one_line(quote.text)}"'


def _one_line(text: str) -> str:
    return " ".join(printable(text).split())


def _tagged(document: Document) -> str:
    head = _one_line(_named(document)).replace('"', "'").replace("<", "&lt;")
    return f'<document name="{head}">\n{_untagged(document.text).strip()}\n</document>'


def _untagged(text: str) -> str:
    return _TAG.sub("&lt;", text)
