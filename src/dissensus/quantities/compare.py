"""Two values -> whether both can be true of the same thing."""

from __future__ import annotations

from dissensus.quantities.calendar import month_length
from dissensus.quantities.model import LOWER_BOUNDS, UPPER_BOUNDS, Comparison, Interval, Parts, Relation, Value

EQUAL, COMPATIBLE = Relation.EQUAL, Relation.COMPATIBLE
INCOMPATIBLE, NOT_COMPARABLE = Relation.INCOMPATIBLE, Relation.NOT_COMPARABLE
_OPEN = LOWER_BOUNDS | UPPER_BOUNDS
_LIMITS = frozenset({"at_least", "at_most"})
_HEDGED = frozenset({"about", "nearly"}) | _OPEN
_SECONDS = {
    "second": 1.0,
    "minute": 60.0,
    "hour": 3600.0,
    "day": 86400.0,
    "week": 604800.0,
    "month": 2629800.0,
    "quarter": 7889400.0,
    "year": 31557600.0,
}
_TINY = 1e-9

_SAME = Comparison(EQUAL, "same_value")
_UNIT = Comparison(EQUAL, "unit_equal")
_ROUNDING = Comparison(COMPATIBLE, "rounding")
_HEDGE = Comparison(COMPATIBLE, "hedge")
_WITHIN = Comparison(COMPATIBLE, "within_range")
_GRAIN = Comparison(COMPATIBLE, "granularity")
_OVERLAP = Comparison(COMPATIBLE, "overlapping_ranges")
_DIFFERENT = Comparison(INCOMPATIBLE, "different_value")
_OUTSIDE = Comparison(INCOMPATIBLE, "outside_bound")
_OTHER_UNIT = Comparison(NOT_COMPARABLE, "different_unit")
_OTHER_DIMENSION = Comparison(NOT_COMPARABLE, "different_dimension")
_OTHER_KIND = Comparison(NOT_COMPARABLE, "different_kind")
_AMBIGUOUS = Comparison(NOT_COMPARABLE, "ambiguous")


def compare(a: Value, b: Value) -> Comparison:
    """How two values stand to each other, as if they were of the same thing; order does not matter."""
    if a.dimension != b.dimension:
        return _across(a, b)
    if a.kind == "version":
        return _versions(a, b)
    if a.dimension == "score":
        return _SAME if a.parts == b.parts else _DIFFERENT
    if a.per and b.per and a.per != b.per:
        return _rates(a, b)
    if (a.readings or b.readings) and (found := _readings(a, b)) is not None:
        return found
    if a.kind == "date" and not (_days(a) and _days(b)):
        return _partial(a, b)
    return _intervals(a, b)


def _across(a: Value, b: Value) -> Comparison:
    if a.kind == b.kind == "money":
        return _OTHER_UNIT
    if {a.dimension, b.dimension} == {"count", "percent"}:
        plain, share = (a, b) if a.dimension == "count" else (b, a)
        low, other = plain.low, share.low
        if (
            (
                plain.counted is None
                and low is not None
                and other is not None
                and plain.low == plain.high
                and share.low == share.high
            )
            and 0 < low < 1
            and _close(low * 100, other)
        ):
            return _UNIT
    return _OTHER_DIMENSION if a.kind == b.kind else _OTHER_KIND


def _close(one: float, two: float) -> bool:
    return abs(one - two) <= _TINY * max(abs(one), abs(two), 1e-12)


def _days(value: Value) -> bool:
    return value.low is not None or value.high is not None


def _rates(a: Value, b: Value) -> Comparison:
    one, two = _SECONDS.get(a.per or ""), _SECONDS.get(b.per or "")
    if one is None or two is None:
        return _OTHER_UNIT
    return _spans(_scaled(a, 1 / one), _scaled(b, 1 / two), a, b, (a.slack / one, b.slack / two))


def _scaled(value: Value, factor: float) -> tuple[float | None, float | None]:
    return (None if value.low is None else value.low * factor), (None if value.high is None else value.high * factor)


def _readings(a: Value, b: Value) -> Comparison | None:
    mine = a.readings or (_closed(a),)
    yours = b.readings or (_closed(b),)
    if None in mine or None in yours:
        return None
    if a.readings and a.ambiguous == b.ambiguous:
        same = a.readings == b.readings
        return _SAME if same else _AMBIGUOUS
    hits = sum(
        1 for one in mine for two in yours if one and two and one[0] <= two[1] + _TINY and two[0] <= one[1] + _TINY
    )
    if not hits:
        return _DIFFERENT
    # A clock without a.m. or p.m. is a coarse writing rather than an unclear one.
    if a.kind == "time" and (len(mine) == 1 or len(yours) == 1):
        return _GRAIN
    return _GRAIN if hits == len(mine) * len(yours) else _AMBIGUOUS


def _closed(value: Value) -> Interval | None:
    return None if value.low is None or value.high is None else (value.low, value.high)


def _partial(a: Value, b: Value) -> Comparison:
    if a.unit and b.unit and a.unit[0] == b.unit[0] == "Q" and not a.parts[:1] == b.parts[:1] == ():
        return _SAME if a.unit == b.unit else _DIFFERENT
    one, two = _parts(a), _parts(b)
    if not one or not two:
        return _AMBIGUOUS
    both = [(x, y) for x, y in zip(one, two, strict=False) if x is not None and y is not None]
    if not both:
        return _OTHER_UNIT
    if a.bound in _OPEN or b.bound in _OPEN:
        return _partial_bounds(a, b, one, two)
    if any(x != y for x, y in both):
        return _DIFFERENT
    return _SAME if one == two else _GRAIN


def _parts(value: Value) -> Parts:
    parts = value.parts
    if len(parts) == 4 and None not in parts[:3] and value.low is not None:
        return (*parts[:3], (int(value.low) - 1) % 7)
    return parts


def _partial_bounds(a: Value, b: Value, one: Parts, two: Parts) -> Comparison:
    if one == two:
        return _SAME if a.bound == b.bound else _HEDGE
    if one[1] is None or two[1] is None or (a.bound in _OPEN and b.bound in _OPEN):
        return _DIFFERENT if a.bound == b.bound else _OVERLAP
    first, last = (_year_days(parts) for parts in (one, two))
    opened, day, other = (a, last, first) if a.bound in _OPEN else (b, first, last)
    inside = day[1] >= other[0] if opened.bound in LOWER_BOUNDS else day[0] <= other[1]
    return _HEDGE if inside else _OUTSIDE


def _year_days(parts: Parts) -> tuple[int, int]:
    month, number = parts[1] or 1, parts[2]
    return month * 100 + (number or 1), month * 100 + (number or month_length(None, month))


def _intervals(a: Value, b: Value) -> Comparison:
    return _spans((a.low, a.high), (b.low, b.high), a, b, (a.slack, b.slack))


def _spans(
    one: tuple[float | None, float | None],
    two: tuple[float | None, float | None],
    a: Value,
    b: Value,
    slacks: tuple[float, float],
) -> Comparison:
    if a.bound == b.bound and all(_same_end(x, y) for x, y in zip(one, two, strict=True)):
        return (
            _SAME
            if (a.factor == b.factor and a.unit == b.unit and a.per == b.per) or a.kind in ("date", "time")
            else _UNIT
        )
    if a.bound in _OPEN and b.bound in _OPEN:
        return _two_bounds(a, b, one, two, max(slacks))
    # The edge of an open bound is meant as written: 11,482 is not below eleven thousand.
    slack = (
        0.0 if a.kind == "date" else max(0.0 if v.bound in _OPEN else s for v, s in zip((a, b), slacks, strict=True))
    )
    if not _overlap(one, two, slack):
        return _OUTSIDE if a.bound in _OPEN or b.bound in _OPEN else _DIFFERENT
    if a.bound in _HEDGED or b.bound in _HEDGED:
        strict = next((v for v in (a, b) if v.bound in ("more_than", "less_than")), None)
        other, edge = (b, a) if strict is a else (a, b)
        if strict is not None and a.kind != "date" and other.bound == "exact" and edge.centre == other.centre:
            return _OUTSIDE
        return _HEDGE
    if a.kind == "date":
        inside = _inside(one, two) or _inside(two, one)
        return (_WITHIN if "range" in (a.bound, b.bound) else _GRAIN) if inside else _OVERLAP
    if a.bound == "range" or b.bound == "range":
        return _WITHIN if "exact" in (a.bound, b.bound) or _inside(one, two) or _inside(two, one) else _OVERLAP
    return _ROUNDING


def _same_end(one: float | None, two: float | None) -> bool:
    return one is two if one is None or two is None else _close(one, two)


def _two_bounds(
    a: Value, b: Value, one: tuple[float | None, float | None], two: tuple[float | None, float | None], slack: float
) -> Comparison:
    lower = a.bound in LOWER_BOUNDS
    if lower == (b.bound in LOWER_BOUNDS):
        # Two limits, as in at least 18 and at least 21, are two rules; over 100 and over 120 are two hedges.
        if a.bound in _LIMITS and b.bound in _LIMITS:
            x, y = (one[0], two[0]) if lower else (one[1], two[1])
            return (
                _ROUNDING
                if x is not None and y is not None and abs(x - y) <= slack and a.factor != b.factor
                else _DIFFERENT
            )
        return _OVERLAP
    return _OVERLAP if _overlap(one, two, slack) else _OUTSIDE


def _overlap(one: tuple[float | None, float | None], two: tuple[float | None, float | None], slack: float) -> bool:
    def below(x: float | None, y: float | None) -> bool:
        return x is None or y is None or x <= y + slack + _TINY * max(abs(x), abs(y))

    return below(one[0], two[1]) and below(two[0], one[1])


def _inside(one: tuple[float | None, float | None], two: tuple[float | None, float | None]) -> bool:
    if None in one or None in two:
        return False
    return two[0] <= one[0] and one[1] <= two[1]  # type: ignore[operator]


def _versions(a: Value, b: Value) -> Comparison:
    if a.unit and b.unit and a.unit != b.unit:
        return _OTHER_UNIT
    one, two = _numbers(a.parts), _numbers(b.parts)
    if a.bound in _OPEN and b.bound in _OPEN:
        return (_SAME if one == two else _DIFFERENT) if a.bound == b.bound else _OVERLAP
    if a.bound in _OPEN or b.bound in _OPEN:
        limit, other, bound = (one, two, a.bound) if a.bound in _OPEN else (two, one, b.bound)
        width = max(len(limit), len(other))
        left, right = (part + (0,) * (width - len(part)) for part in (other, limit))
        held = {
            "at_least": left >= right,
            "more_than": left > right,
            "at_most": left <= right or other[: len(limit)] == limit,
            "less_than": left < right,
        }[bound]
        return _HEDGE if held else _OUTSIDE
    if one == two:
        return _SAME
    short = min(len(one), len(two))
    return _GRAIN if one[:short] == two[:short] else _DIFFERENT


def _numbers(parts: Parts) -> tuple[int, ...]:
    return tuple(part or 0 for part in parts)
