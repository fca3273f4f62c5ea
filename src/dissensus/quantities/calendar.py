"""Days and intervals of the calendar, in proleptic ordinal days."""

from __future__ import annotations

from dissensus.quantities.model import Interval

MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan,february feb,march mar,april apr,may,june jun,july jul,august aug,september sept sep,october oct,"
        "november nov,december dec".split(","),
        1,
    )
    for name in names.split()
}
WEEKDAYS = dict(zip("monday tuesday wednesday thursday friday saturday sunday".split(), range(7), strict=True))
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
# First month and length in months; a loose reading, as hemispheres and habits differ.
SEASONS = {"spring": (3, 4), "summer": (6, 4), "autumn": (9, 4), "fall": (9, 4), "winter": (11, 5)}


def leap(year: int) -> bool:
    """Whether a year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year: int | None, month: int) -> int:
    """Days of a month; of an unknown year, the most it can have."""
    return 29 if month == 2 and (year is None or leap(year)) else _LENGTHS[month - 1]


def valid(year: int | None, month: int, day: int) -> bool:
    """Whether there is such a day."""
    return 1 <= month <= 12 and 1 <= day <= month_length(year, month)


def ordinal(year: int, month: int, day: int) -> float:
    """Day number, as `date.toordinal`, of any year including those before 1."""
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400
    days += sum(_LENGTHS[: month - 1]) + (1 if month > 2 and leap(year) else 0)
    return float(days + day)


def span_of_months(year: int, month: int, count: int) -> Interval:
    """First and last day of a number of months from one on."""
    index = year * 12 + month - 1 + count
    return ordinal(year, month, 1), ordinal(index // 12, index % 12 + 1, 1) - 1


def span_of_years(first: int, last: int) -> Interval:
    """First and last day of a run of years."""
    return ordinal(first, 1, 1), ordinal(last, 12, 31)


def short_year(two: int) -> int:
    """Year of two digits."""
    return 2000 + two if two < 70 else 1900 + two


def part_of(interval: Interval, part: str) -> Interval:
    """The early, middle or late part of an interval, generously."""
    low, high = interval
    length = high - low + 1
    if part in ("early", "beginning", "start"):
        return low, low + round(length * 0.45)
    if part in ("late", "end"):
        return high - round(length * 0.45), high
    return low + round(length * 0.25), high - round(length * 0.25)
