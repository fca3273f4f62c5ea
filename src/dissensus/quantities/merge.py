"""Neighbouring values that are one: ranges, and lengths of time in several units."""

from __future__ import annotations

import re

from dissensus.quantities.dates import clock, day
from dissensus.quantities.hedges import words_before
from dissensus.quantities.raw import Raw

_GAP = re.compile(r"[ \u00a0]?[-–~][ \u00a0]?|[ ](?:to|through|until|till)[ ](?:about[ ])?(?:-|\$|€|£)?")
_CHANGE = frozenset(
    """rose rise rises rising risen fell fall falls falling fallen increase increased increases increasing grew grow grown
    growth cut reduced reduce dropped drop drops went raise raised raising change changed declined decline decreased
    decrease improved moved jumped up down lowered climbed slipped shrank shrink doubled expanded extended""".split()
)
_INCH = re.compile(r"[ ]?(?:in\b\.?|\"|″)")
_ADDED = frozenset({"", " ", ", ", " and ", ", and "})


def merge(found: list[Raw], text: str) -> list[Raw]:
    """The values with ranges and composed lengths as one."""
    merged: list[Raw] = []
    for raw in found:
        if merged and raw.start - merged[-1].end < 14:
            one = merged[-1]
            gap = text[one.end : raw.start]
            if gap in (", ", " ") and _weekday(one, raw):
                merged[-1] = raw
                continue
            if gap in _ADDED and (_composed(one, raw) or _inches(one, raw, text)):
                continue
            paired = gap == " and " and "between" in words_before(text, one.start)[-3:]
            if (paired or _GAP.fullmatch(gap)) and _range(one, raw, text, gap):
                continue
        merged.append(raw)
    return [raw for raw in merged if raw.end > raw.start]


def _composed(one: Raw, two: Raw) -> bool:
    if one.dimension != two.dimension or one.dimension not in ("duration", "length") or one.factor <= two.factor:
        return False
    if one.low is None or two.low is None or abs(two.low) >= one.factor or one.bound == "range":
        return False
    one.low = one.high = one.low + two.low
    one.end, one.slack, one.factor = two.end, two.slack, two.factor
    return True


def _weekday(one: Raw, two: Raw) -> bool:
    # The weekday before a date is part of it.
    if one.kind != two.kind or one.parts[3:] in ((), (None,)) or two.parts[2:3] in ((), (None,)):
        return False
    two.start, two.parts = one.start, (*two.parts[:3], one.parts[3])
    return True


def _inches(one: Raw, two: Raw, text: str) -> bool:
    # A bare "in" is an inch only after feet.
    if one.unit != "foot" or not two.bare or one.low is None or not 0 <= two.number < 12:
        return False
    match = _INCH.match(text, two.end)
    if match is None:
        return False
    one.low = one.high = one.low + two.number * one.factor / 12
    one.end, one.slack = match.end(), one.factor / 24
    return True


def _range(one: Raw, two: Raw, text: str, gap: str) -> bool:
    before = words_before(text, one.start)
    changed = "to" in gap and any(word in _CHANGE for word in before)
    if one.bound == "range" or (one.parts and one.kind != "date") or (two.parts and two.kind != "date"):
        return False
    if (one.kind == "date") != (two.kind == "date"):
        return False
    if one.kind == "date":
        return not changed and _dates(one, two)
    if two.kind == "time" and one.bare and one.whole and 0 < one.number <= 12:
        hour = clock(int(one.number), 0, None, one.start, one.end)
        one.kind, one.dimension, one.low, one.high = "time", "time", hour.low, hour.high
        one.readings, one.slack, one.bare = hour.readings, 0.0, False
    if one.kind == "time" and two.kind == "time":
        return _ends(one, two)
    if one.kind == "ordinal" or two.kind == "ordinal" or one.low is None or two.low is None:
        return False
    _share_unit(one, two, gap)
    if changed or one.dimension != two.dimension or (gap == " and " and one.low > two.low):
        return False
    return _ends(one, two)


def _share_unit(one: Raw, two: Raw, gap: str) -> None:
    if one.kind == "number" and one.bare and (two.unit is not None or two.scale != 1.0) and not one.counted:
        scale = two.scale if one.number < 1000 else 1.0
        _copy(one, two, scale)
    elif two.kind == "number" and one.kind == "money" and two.unit is None:
        if one.scale == 1.0 and two.scale != 1.0 and abs(one.number) < 1000:
            one.scale = two.scale
            _copy(one, one, two.scale)
        _copy(two, one, two.scale)
    elif (
        one.dimension == two.dimension
        and one.kind in ("money", "number")
        and one.scale == 1.0
        and two.scale > 1.0
        and abs(one.number) < 1000
    ):
        _copy(one, two, two.scale)


def _copy(raw: Raw, other: Raw, scale: float) -> None:
    raw.step = raw.step / raw.scale * scale if raw is not other else raw.step * scale
    raw.scale, raw.kind, raw.dimension, raw.unit = scale, other.kind, other.dimension, other.unit
    raw.factor, raw.offset, raw.per, raw.bare = other.factor, other.offset, other.per, False
    raw.low = raw.high = raw.number * scale * raw.factor + raw.offset
    raw.slack = max(raw.slack, other.slack) if scale == 1.0 else raw.step / 2 * abs(raw.factor)


def _ends(one: Raw, two: Raw) -> bool:
    if one.low is None or two.high is None:
        return False
    if one.kind == "time" and one.readings and two.low is not None and not two.readings:
        later = one.readings[1][0]
        if one.low < two.low and later < two.low and two.low - later < 480:
            one.low = later
        one.readings, one.ambiguous = (), ()
    if one.low > two.high:
        return False
    one.high, one.end, one.bound = two.high, two.end, "range"
    one.counted = one.counted or two.counted
    one.per = one.per or two.per
    one.readings, one.ambiguous = (), ()
    one.slack = max(one.slack, two.slack)
    return True


def _dates(one: Raw, two: Raw) -> bool:
    if one.low is None and two.low is not None and len(one.parts) == 4 and len(two.parts) == 4:
        year, month, number = two.parts[0], one.parts[1], one.parts[2]
        if month is not None and (filled := day(year, month, number, one.start, one.end)) is not None:
            one.low, one.high = filled.low, filled.high
    if one.low is None or two.high is None or one.low > two.high:
        return False
    one.high, one.end, one.bound, one.parts = two.high, two.end, "range", ()
    return True
