"""Fields of one row as they are found and taken: what is refused and what is repaired is noted, never raised singly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .faults import MISSING, FieldProblem, is_nan, show_value
from .text import mend_text


@dataclass(slots=True)
class Notes:
    """What was refused and what was repaired in one row, so far."""

    problems: list[FieldProblem] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)

    def refuse(self, path: str, value: object, accepted: str, remedy: str = "") -> None:
        """Note a field that cannot be used."""
        shown = value if isinstance(value, Said) else show_value(value)
        self.problems.append(FieldProblem(path, shown, accepted, remedy))

    def text(self, path: str, value: str) -> str:
        """The text, mended."""
        mended, repair = mend_text(value)
        if repair:
            self.repairs.append(f"{path}: {repair}")
        return mended


class Said(str):
    """A value that is described in words and shown as it is."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A field as it was found."""

    path: str
    value: Any
    key: str | None = None
    """The name it was found under; None when nothing was found."""
    nested: bool = False
    """Found in `metadata`."""


def find(
    own: Mapping[Any, Any], names: Sequence[str], prefix: str = "", nested: Mapping[Any, Any] | None = None
) -> Cell:
    """The first of the names that holds a value; else the first that holds null; else a missing cell."""
    null: Cell | None = None
    for level, inside, path in ((own, False, prefix), (nested or {}, True, f"{prefix}metadata.")):
        for name in names:
            if name in level:
                value = level[name]
                if callable(to_list := getattr(value, "tolist", None)):  # numpy, as in rows that pandas made
                    value = to_list()
                cell = Cell(path + name, value, name, inside)
                if value is not None:
                    return cell
                null = null or cell
    return null or Cell(prefix + names[0], MISSING)


def as_mapping(item: object, names: Iterable[str]) -> Mapping[Any, Any] | None:
    """A mapping as it is, an object with any of the names as attributes as a mapping of them, else None."""
    if isinstance(item, Mapping):
        return item
    if item is None or isinstance(item, str | bytes | int | float | list | tuple | type):
        return None
    found = {name: getattr(item, name) for name in names if hasattr(item, name)}
    return {name: value for name, value in found.items() if not callable(value)} or None


def absent(notes: Notes, cell: Cell) -> bool:
    """True for missing, null and NaN: an optional field that was not given."""
    if is_nan(cell.value) or cell.value != cell.value:  # the second is pandas' NaT
        notes.repairs.append(f"{cell.path}: NaN read as missing")
        return True
    return cell.value is MISSING or cell.value is None


def identifier(notes: Notes, cell: Cell) -> str | None:
    """The id, or None when the row gives none (or one that was refused)."""
    if absent(notes, cell):
        return None
    value = cell.value
    if isinstance(value, str) and value.strip():
        return notes.text(cell.path, value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**100:
        return str(value)
    if value == "" and isinstance(value, str):
        notes.repairs.append(f"{cell.path}: empty id read as missing")
        return None
    notes.refuse(cell.path, value, "expected a string or an integer", "leave it out to have one made")
    return None


def optional_text(notes: Notes, cell: Cell) -> str | None:
    """The text, or None when the row gives none (or one that was refused)."""
    if absent(notes, cell):
        return None
    if isinstance(cell.value, str):
        return notes.text(cell.path, cell.value)
    notes.refuse(cell.path, cell.value, "expected a string or null", "write it as a string or leave it out")
    return None
