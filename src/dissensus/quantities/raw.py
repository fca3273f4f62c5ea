"""A value while it is being read, before ranges, hedges and bindings are known."""

from __future__ import annotations

from dataclasses import dataclass

from dissensus.quantities.model import Bound, Interval, Kind, Parts


@dataclass(slots=True, kw_only=True)
class Raw:
    """One value with its place in the plain text."""

    kind: Kind
    dimension: str
    start: int
    end: int
    low: float | None = None
    high: float | None = None
    unit: str | None = None
    bound: Bound = "exact"
    slack: float = 0.0
    factor: float = 1.0
    """Size of the unit in base units."""
    offset: float = 0.0
    number: float = 0.0
    """As written, before scale and unit."""
    scale: float = 1.0
    """Of the scale word, million."""
    step: float = 1.0
    """Last written place of the number, times its scale."""
    whole: bool = False
    """An integer in plain digits."""
    bare: bool = False
    """Without unit and scale."""
    fraction: bool = False
    counted: str | None = None
    ambiguous: tuple[str, ...] = ()
    readings: tuple[Interval, ...] = ()
    parts: Parts = ()
    per: str | None = None
