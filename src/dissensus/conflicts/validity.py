"""When a statement says it holds: "as of 2019", "since March 2023", "until then". Disjoint times make no conflict."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dissensus.quantities import values
from dissensus.quantities.model import Value

_OPENS_AFTER = re.compile(
    r"\b(?:since|from|starting|beginning|effective|with effect from|as from)\s+(?:in\s+|on\s+|the\s+)?$", re.I
)
_CLOSES = re.compile(r"\b(?:until|till|through|up to|before)\s+(?:the\s+(?:end\s+of\s+)?)?$", re.I)
_AT = re.compile(r"\b(?:as of|as at|at the end of|by the end of)\s+(?:the\s+)?$", re.I)
_FRAMES = re.compile(r"(?:^|[.;:]\s+)(?:back\s+)?(?:in|during|for)\s+(?:the\s+)?(?:early\s+|late\s+|mid-)?$", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """Closed interval in proleptic ordinal days; None where it is open."""

    low: float | None
    high: float | None
    text: str
    """The words that say so."""

    def disjoint(self, other: Validity) -> bool:
        """Whether no day belongs to both."""
        return (self.high is not None and other.low is not None and self.high < other.low) or (
            other.high is not None and self.low is not None and other.high < self.low
        )


def validity(statement: str) -> Validity | None:
    """The time that a statement claims for itself, or None where it claims none."""
    low: float | None = None
    high: float | None = None
    said: list[str] = []
    for value in values(statement):
        if value.kind != "date" or (value.low is None and value.high is None):
            continue
        before = statement[max(0, value.span[0] - 40) : value.span[0]]
        first = value.low if value.low is not None else value.high
        last = value.high if value.high is not None else _end(value)
        if m := _OPENS_AFTER.search(before):
            low = first
        elif m := _CLOSES.search(before):
            high = value.high
        elif m := _AT.search(before) or _FRAMES.search(before):
            low, high = first, last
        else:
            continue
        said.append(f"{m.group().strip('.;: ').lower()} {value.text}")
    return Validity(low=low, high=high, text=", ".join(said)) if said else None


def _end(value: Value) -> float | None:
    """Last day of a date whose interval is open above, from how finely it is written."""
    year, month, day = (*value.parts, None, None, None)[:3]
    if value.low is None or year is None:
        return None
    return value.low if day else value.low + (30 if month else 365)
