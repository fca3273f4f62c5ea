"""One entry of a row's documents to one Document."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from numbers import Real
from typing import Any

from dissensus.types import Document

from .cells import Cell, Notes, absent, as_mapping, find, identifier, optional_text
from .dates import DateProblem, parse_published
from .faults import MISSING
from .fields import FieldMap

_MAX_DEPTH = 100


def read_document(
    notes: Notes, item: object, path: str, default_id: str, fields: FieldMap
) -> tuple[Document | None, str | None]:
    """The document, and the path of its id when it has one; None for the document when it cannot be used."""
    if isinstance(item, str):
        return _checked(notes, path, Document(doc_id=default_id, text=notes.text(path, item))), None
    names, nested, kept = fields.document, {}, {}
    own: Mapping[Any, Any] | None
    if isinstance(item, Document):
        names = {name: (name,) for name in fields.document}
        own, kept = {name: getattr(item, name) for name in names}, dict(item.metadata)
    else:
        own = as_mapping(item, (*(name for group in names.values() for name in group), "metadata"))
        if own is None:
            notes.refuse(path, item, "expected a string or an object with its text", "correct it or take it out")
            return None, None
        if isinstance(inner := own.get("metadata"), Mapping):
            nested = dict(inner)

    before = len(notes.problems)
    cells = {name: find(own, group, f"{path}.", nested) for name, group in names.items()}
    if not isinstance(item, Document):
        kept = _rest(own, nested, cells, names)
    doc_id = identifier(notes, cells["doc_id"])
    title = optional_text(notes, cells["title"])
    source = optional_text(notes, cells["source"])
    published = _published(notes, cells["published"])
    weight = _weight(notes, cells["weight"])
    metadata = _metadata(notes, kept, f"{path}.metadata")
    text = cells["text"]
    if not isinstance(text.value, str):
        accepted = "expected a string"
        if text.value is MISSING:
            accepted += f" in one of {', '.join(names['text'])}"
        notes.refuse(text.path, text.value, accepted, "give the text, or take the document out")
        return None, None
    if len(notes.problems) > before and doc_id is None:
        return None, None
    document = Document(
        doc_id=doc_id or default_id,
        text=notes.text(text.path, text.value),
        title=title,
        source=source,
        published=published,
        weight=weight,
        metadata=metadata,
    )
    return _checked(notes, text.path, document), cells["doc_id"].path if doc_id else None


def _checked(notes: Notes, path: str, document: Document) -> Document:
    """The document; an empty one is kept, because leaving it out would change the figures without a word."""
    if not document.text.strip():
        notes.repairs.append(f"{path}: the document is empty; kept as it is")
    return document


def _rest(
    own: Mapping[Any, Any], nested: Mapping[Any, Any], cells: Mapping[str, Cell], names: Mapping[str, Sequence[str]]
) -> dict[Any, Any]:
    """Every field that was not used, those of a nested `metadata` beside the others."""
    used = {(cell.nested, cell.key) for cell in cells.values()}
    aliases = {name for group in names.values() for name in group}

    def unused(level: Mapping[Any, Any], inside: bool) -> dict[Any, Any]:
        return {
            key: value
            for key, value in level.items()
            if (inside, key) not in used and not (value is None and key in aliases)
        }

    rest = unused(own, False)
    if isinstance(own.get("metadata"), Mapping) or own.get("metadata") is None:
        rest.pop("metadata", None)
    return rest | {f"metadata.{key}" if key in rest else key: value for key, value in unused(nested, True).items()}


def _published(notes: Notes, cell: Cell) -> date | None:
    if absent(notes, cell):
        return None
    if isinstance(cell.value, str) and not cell.value.strip():
        notes.repairs.append(f"{cell.path}: empty date read as missing")
        return None
    try:
        return parse_published(cell.value)
    except DateProblem as refused:
        notes.refuse(cell.path, cell.value, refused.problem, refused.remedy)
        return None


def is_weight(value: float) -> bool:
    """Whether a number can weigh a source: the limits keep sums of weights exact enough to be compared."""
    return value == 0 or 1e-6 <= value <= 1e6


def _weight(notes: Notes, cell: Cell) -> float:
    value = cell.value
    if value is None or value is MISSING:
        return 1.0
    accepted = "expected a number >= 0"
    if isinstance(value, Real | Decimal) and not isinstance(value, bool):
        try:
            weight = float(value)
        except (OverflowError, ValueError):
            weight = math.inf
        if is_weight(weight):
            return weight + 0.0  # no negative zero
        if 0 < weight < math.inf:
            accepted = "expected 0, or 0.000001 to 1000000"
    notes.refuse(cell.path, value, accepted, "correct it or leave it out (then it is 1)")
    return 1.0


def _metadata(notes: Notes, values: Mapping[Any, Any], path: str) -> Mapping[str, Any]:
    try:
        mended: dict[str, Any] = _mended(notes, values, path, _MAX_DEPTH)
    except RecursionError:
        notes.refuse(
            path, values, f"expected objects and lists at most {_MAX_DEPTH} deep", "flatten it or leave it out"
        )
        return {}
    return mended


def _mended(notes: Notes, value: Any, path: str, depth: int) -> Any:
    """The value with all text in it mended; types other than JSON's are left as they are."""
    if depth == 0:
        raise RecursionError
    if isinstance(value, str):
        return notes.text(path, value)
    if isinstance(value, Mapping):
        return {
            notes.text(f"{path} key", key) if isinstance(key, str) else key: _mended(notes, item, path, depth - 1)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        items = [_mended(notes, item, path, depth - 1) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    return value
