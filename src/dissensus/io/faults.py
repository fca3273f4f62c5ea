"""What is wrong with an input row, as records: nothing is dropped, every fault is named with its remedy."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dissensus.errors import InputError

#: How a row is counted: text files by line (editors jump to it), lists and tables by item.
Unit = Literal["line", "item"]


class Missing:
    """The type of :data:`MISSING`, which stands for a field that is not there (null is there)."""

    def __repr__(self) -> str:
        return "missing"


MISSING = Missing()

_SHOWN_CHARS = 60


def show_value(value: object) -> str:
    """A short one-line form of a value in JSON's words, safe to print: control characters are escaped."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, str):
        cut = value if len(value) <= _SHOWN_CHARS else value[: _SHOWN_CHARS - 1] + "…"
        quoted = json.dumps(cut, ensure_ascii=False)
        return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in quoted)
    if isinstance(value, Mapping):
        return f"an object with {len(value)} key{'s' * (len(value) != 1)}"
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return f"a list of {len(value)} item{'s' * (len(value) != 1)}"
    try:
        shown = str(value) if isinstance(value, int | float | Missing) else f"{type(value).__name__} {value!r}"
    except Exception:  # a foreign __repr__ (or an integer beyond Python's digit limit) must not hide the fault
        shown = f"a value of type {type(value).__name__}"
    shown = "".join(c if c.isprintable() else " " for c in shown)
    return shown if len(shown) <= _SHOWN_CHARS else shown[: _SHOWN_CHARS - 1] + "…"


def is_nan(value: object) -> bool:
    """True for a float NaN, which tables use for an empty cell."""
    return isinstance(value, float) and math.isnan(value)


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One field that cannot be used."""

    field: str
    """The field as the input calls it, with its place: `contexts[2].weight`."""
    value: str
    """The value got, shortened; `missing` when there is none."""
    problem: str
    """What is accepted."""
    remedy: str
    """What to do."""

    def __str__(self) -> str:
        return "; ".join(part for part in (f'field "{self.field}" is {self.value}', self.problem, self.remedy) if part)


class RowProblem(InputError):
    """A row with one or more fields that cannot be used; all of them are reported together."""

    def __init__(self, where: str, problems: Sequence[FieldProblem]) -> None:
        """Args:
        where: The row's place, such as `answers.jsonl:17`; it starts every line of the message.
        problems: The bad fields, at least one.
        """
        super().__init__("\n".join(f"{where}: {problem}" for problem in problems))
        self.where = where
        self.problems = tuple(problems)


class RowFault(Exception):
    """A row that could not be turned into fields at all: bytes, JSON or table layout."""

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy


class PlainCell(str):
    """A table cell that should hold a JSON list and does not: kept, to be named among the row's other faults."""

    fault: str

    def __new__(cls, text: str, fault: str) -> PlainCell:
        """Args:
        text: The cell as it stands.
        fault: Why it is not JSON.
        """
        cell = super().__new__(cls, text)
        cell.fault = fault
        return cell


@dataclass(frozen=True, slots=True)
class RowError:
    """A row that was left out, and why: one record per row, which keeps counts of rows right."""

    file: str
    """The file as the caller named it; `<stdin>` for standard input."""
    row: int
    """1-based line number for JSON lines, CSV and TSV; 1-based position for JSON lists and Parquet."""
    field: str | None
    """The (first) bad field; None when the row as a whole cannot be read."""
    value: str | None
    """The value of that field, shortened."""
    problem: str
    """What is wrong, or what is accepted."""
    remedy: str
    """What to do."""
    also: tuple[FieldProblem, ...] = ()
    """The other bad fields of the same row."""
    unit: Unit = "line"
    """What `row` counts."""

    @classmethod
    def of(cls, problem: RowProblem, file: str, row: int, unit: Unit) -> RowError:
        """The record of a row that did not validate."""
        first, *also = problem.problems
        return cls(file, row, first.field, first.value, first.problem, first.remedy, also=tuple(also), unit=unit)

    @property
    def where(self) -> str:
        """The row's place: `answers.jsonl:17`, or `answers.json, item 17` where rows are not lines."""
        return place(self.file, self.row, self.unit)

    def message(self) -> str:
        """The whole complaint, one line for each bad field, each starting with the place."""
        if self.field is None:
            return f"{self.where}: " + "; ".join(part for part in (self.problem, self.remedy) if part)
        first = FieldProblem(self.field, self.value or "", self.problem, self.remedy)
        return "\n".join(f"{self.where}: {problem}" for problem in (first, *self.also))


@dataclass(frozen=True, slots=True)
class Repair:
    """Something that was mended while reading; the row was kept."""

    file: str
    """The file as the caller named it."""
    row: int
    """The row, as in RowError; 0 for the file as a whole."""
    what: str
    """What was changed, and where in the row."""


def place(file: str, row: int, unit: Unit) -> str:
    """The words that lead to a row: `file:17` for a line, `file, item 17` for anything else."""
    return f"{file}:{row}" if unit == "line" else f"{file}, {unit} {row}"
