"""Values found in a text, and what comes out of comparing two of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from dissensus.types import Span

Kind = Literal["number", "percent", "money", "measure", "duration", "frequency", "ordinal", "date", "time", "version"]
Bound = Literal["exact", "about", "more_than", "at_least", "less_than", "at_most", "range", "nearly"]
Parts = tuple[int | None, ...]
Interval = tuple[float, float]

#: Bounds that leave one end of the interval open.
LOWER_BOUNDS = frozenset({"more_than", "at_least"})
UPPER_BOUNDS = frozenset({"less_than", "at_most"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One typed value of a text."""

    kind: Kind
    text: str
    """As written, without hedge words."""
    span: Span
    """Half-open place in the text."""
    low: float | None
    """Lower end of the closed interval in base units; None where it is open or only `parts` say it."""
    high: float | None
    """Upper end, likewise. Of a date both are proleptic ordinal days."""
    unit: str | None
    """Canonical unit, currency code, product of a version, or stem of the noun counted."""
    dimension: str
    """What it can be compared with: 'length', 'money:USD', 'percent', 'count', 'date'."""
    bound: Bound
    slack: float
    """Half the last written unit in base units; 0 where the writing is taken as exact."""
    factor: float = 1.0
    """Size of the written unit in base units, times its scale word."""
    attribute: frozenset[str] = frozenset()
    """Stems of the content words of the same clause, the nearest ones."""
    counted: str | None = None
    """Stem of the noun right after the number."""
    subject: frozenset[str] = frozenset()
    """Stems of the names in the same clause, or else sentence."""
    ambiguous: tuple[str, ...] = ()
    """Readings between which the writing does not decide."""
    readings: tuple[Interval, ...] = ()
    """Their intervals; empty where there is one reading only."""
    parts: Parts = ()
    """Date: year, month, day, weekday (Monday is 0); version and score: its numbers."""
    per: str | None = None
    """Period or person of a rate ('month' in '30 euros a month')."""

    @property
    def centre(self) -> float | None:
        """The number as written: the near end of an open interval, the middle of a closed one."""
        if self.low is None or self.bound in UPPER_BOUNDS or self.bound == "nearly":
            return self.high
        if self.high is None or self.bound in LOWER_BOUNDS:
            return self.low
        return (self.low + self.high) / 2


class Relation(StrEnum):
    """How two values stand to each other."""

    EQUAL = "equal"
    COMPATIBLE = "compatible"
    INCOMPATIBLE = "incompatible"
    NOT_COMPARABLE = "not_comparable"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Relation of two values, and why."""

    relation: Relation
    reason: str
    """Short code: same_value, unit_equal, rounding, hedge, granularity, different_value, outside_bound and so on."""

    @property
    def agrees(self) -> bool:
        """Whether both can be true of the same thing."""
        return self.relation in (Relation.EQUAL, Relation.COMPATIBLE)


@dataclass(frozen=True, slots=True)
class Match:
    """A value of a claim and the value of a passage that answers to it."""

    a: Value
    """Of the claim."""
    b: Value
    """Of the passage."""
    comparison: Comparison
    affinity: float
    """0 to 1: how surely both measure the same thing of the same thing."""
    sole: bool = False
    """Neither text gives another value of this dimension, and it is not a bare count: the same thing in other words,
    as a rule."""
