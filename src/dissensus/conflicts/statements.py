"""Documents -> the statements that are compared: sentences, list items and table rows that say something."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from dissensus.evidence.context import contexts
from dissensus.segment import typed_sentences
from dissensus.types import Document, Span
from dissensus.words import words

_LEAST_WORDS = 3
_LONGEST = 600
"""Characters of a statement beside its context; the model reads no more at once."""
_BOILERPLATE_DOCUMENTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement, with what it is read under."""

    row: int
    """Of its document."""
    doc_id: str
    span: Span
    text: str
    read: str
    """The statement below its title or heading and after the sentence before it: what a judge reads as the passage."""


def statements(documents: Sequence[Document]) -> tuple[list[Statement], int]:
    """The statements of all documents in order, and how many were left out as boilerplate.

    Boilerplate is a statement that stands word for word in three documents or more, and in half of them: a header, a
    footer, a licence. A question, a heading and a line of code state nothing.
    """
    found: list[Statement] = []
    holders: dict[str, set[int]] = defaultdict(set)
    for row, document in enumerate(documents):
        text = document.text
        spans = [
            span
            for span, kind in typed_sentences(text)
            if kind in ("text", "item", "row") and not text[slice(*span)].rstrip('"”’) ').endswith("?")
        ]
        above = contexts(text, spans, document.title)
        previous = ""
        for span, line in zip(spans, above, strict=True):
            said = text[slice(*span)]
            if len(words(said)) >= _LEAST_WORDS:
                before = f"{previous} " if previous and len(previous) + len(said) <= _LONGEST else ""
                found.append(
                    Statement(
                        row=row,
                        doc_id=document.doc_id,
                        span=span,
                        text=said,
                        read=f"{line}\n{before}{said}" if line else before + said,
                    )
                )
                holders[_plain(said)].add(row)
            previous = said
    least = max(_BOILERPLATE_DOCUMENTS, len(documents) / 2)
    kept = [s for s in found if len(holders[_plain(s.text)]) < least]
    return kept, len(found) - len(kept)


def _plain(text: str) -> str:
    return " ".join(word.lower for word in words(text))
