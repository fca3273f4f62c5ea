"""Dates and times of day that begin at a digit, a month, or a word such as `fiscal`."""

from __future__ import annotations

import re
from datetime import date

from dissensus.quantities.calendar import (
    MONTHS,
    SEASONS,
    WEEKDAYS,
    ordinal,
    short_year,
    span_of_months,
    span_of_years,
    valid,
)
from dissensus.quantities.model import Interval
from dissensus.quantities.raw import Raw

_MONTH = "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_DIGIT = re.compile(
    rf"""(?P<iso>(\d{{4}})-(\d\d)-(\d\d)(?:(?=[T ]\d\d:)|(?![\w-])))
      |(?P<ymd>(\d{{4}})/(\d\d?)/(\d\d?)(?![\w/]))
      |(?P<dots>(\d\d?)\.[ ]?(\d\d?)\.[ ]?(\d{{4}})(?![\w]|\.\d))
      |(?P<slash>(\d\d?)/(\d\d?)/(\d{{4}}|\d\d)(?![\w/]))
      |(?P<dmy>(\d\d?)(?:st|nd|rd|th)?(?:[ ]?[-–][ ]?(\d\d?)(?:st|nd|rd|th)?)?(?:[ ]of|\.)?[ -]({_MONTH})\b\.?(?:,?[ -](?:of[ ])?(\d{{4}}))?(?![\w]|[.,:]\d))
      |(?P<yq>(\d{{4}})[ -]?Q([1-4])(?!\w))
      |(?P<decade>(\d{{3}}0)'?s(?!\w))
      |(?P<ym>(\d{{4}})-(0[1-9]|1[0-2])(?![\w-]))
      |(?P<yy>([12]\d{{3}})[/–-](\d\d)(?![\w/-]))
      |(?P<my>(0?[1-9]|1[0-2])/((?:19|20)\d\d)(?![\w/]))
      |(?P<century>(\d\d?)(?:st|nd|rd|th)[ -]centur(?:y|ies)\b(?:[ ](B\.?C)\.?(?:E\b)?)?)
      |(?P<era>(\d{{1,5}})[ ](B\.?C|A\.?D|C\.?E)\.?(?:E\b\.?)?(?!\w))
      |(?P<shortq>([1-4])Q[ ]?(?:'|FY)?(\d{{4}}|\d\d)(?!\w))
      |(?P<clock>([01]?\d|2[0-3])[:.h]([0-5]\d)(?::[0-5]\d)?(?![\d:])(?:[ ]?(a\.?m\b\.?|p\.?m\b\.?|Uhr|h\b|o'clock|hours))?)
      |(?P<hour>(1[0-2]|[1-9])[ ]?(a\.?m\b\.?|p\.?m\b\.?|o'clock)(?!\w))""",
    re.VERBOSE | re.IGNORECASE,
)
_AT_MONTH = re.compile(
    rf"({_MONTH})\b\.?(?:[ ](?:the[ ])?(\d\d?)(?:st|nd|rd|th)?(?:[ ]?[-–][ ]?(\d\d?)(?:st|nd|rd|th)?)?(?![\d%$€]|[.,:]\d)(?:,?[ ](\d{{4}})(?!\w))?"
    r"|,?[ -](?:of[ ])?(\d{4})(?!\w))?",
    re.IGNORECASE,
)
_FISCAL = re.compile(
    r"(?:FY|fiscal(?:[ ]year)?|financial[ ]year)[ -]?'?(\d{4}|\d\d)(?:[/–-](\d\d))?(?![\w])", re.IGNORECASE
)
_QUARTER = re.compile(r"([QH])([1-4])(?:[ /-]{0,2}(?:of[ ])?(?:FY[ ]?)?'?(\d{4}|\d\d)(?![\w%]|\.\d))?(?!\w)")
_SEASON = re.compile(r"(spring|summer|autumn|fall|winter)[ ](?:of[ ])?(\d{4})(?!\w)", re.IGNORECASE)
_NTH_PERIOD = re.compile(
    r"[ -](?:(quarter|half)(?:[ ](?:of[ ])?(?:the[ ])?(?:fiscal[ ]|financial[ ])?(?:year[ ])?(\d{4}))(?!\w)"
    r"|(centur(?:y|ies))\b(?:[ ](B\.?C)\.?)?)",
    re.IGNORECASE,
)
_NOT_CLOCK = re.compile(
    r"\b(?:ratio|scale|odds|verse)\b[^.]{0,12}$|\b(?:John|Luke|Mark|Matthew|Genesis|Exodus|Psalms?|Romans|Corinthians|Acts|Isaiah)[ ]$"
)
_MAY_OPEN = frozenset(
    "in since until by from before after during of last next early late mid this through till every".split()
)


def day(year: int | None, month: int | None, number: int | None, start: int, end: int) -> Raw | None:
    """A calendar date, whole or in part; nothing where there is no such day."""
    if month is not None and number is not None and not valid(year, month, number):
        return None
    raw = Raw(kind="date", dimension="date", start=start, end=end, parts=(year, month, number, None))
    if year is not None:
        if month is None:
            raw.low, raw.high = span_of_years(year, year)
        elif number is None:
            raw.low, raw.high = span_of_months(year, month, 1)
        else:
            raw.low = raw.high = ordinal(year, month, number)
    return raw


def interval(span: Interval, start: int, end: int, *, unit: str | None = None, about: bool = False) -> Raw:
    """A run of days."""
    return Raw(
        kind="date",
        dimension="date",
        start=start,
        end=end,
        low=span[0],
        high=span[1],
        unit=unit,
        bound="about" if about else "exact",
    )


def _days(year: int | None, month: int, first: int, last: int, start: int, end: int) -> Raw | None:
    if first >= last or not (valid(year, month, first) and valid(year, month, last)):
        return None
    if year is None:
        return day(None, month, first, start, end)
    raw = interval((ordinal(year, month, first), ordinal(year, month, last)), start, end)
    raw.bound = "range"
    return raw


def _either(first: int, second: int, year: int, start: int, end: int) -> Raw | None:
    readings = [(month, number) for number, month in ((first, second), (second, first)) if valid(year, month, number)]
    if not readings:
        return None
    month, number = readings[0]
    raw = day(year, month, number, start, end)
    if raw is not None and len(readings) == 2 and first != second:
        raw.ambiguous = tuple(sorted(f"{year:04d}-{m:02d}-{d:02d}" for m, d in readings))
        raw.readings = tuple((ordinal(year, m, d),) * 2 for m, d in readings)
    return raw


def clock(hour: int, minute: int, half: str | None, start: int, end: int, *, written: str = "") -> Raw:
    """A time of day in minutes after midnight."""
    raw = Raw(kind="time", dimension="time", start=start, end=end)
    mark = (half or "").lower().replace(".", "")
    if mark in ("am", "pm"):
        hour = hour % 12 + (12 if mark == "pm" else 0)
    elif 0 < hour < 12 and not written.startswith("0"):
        later = f"{hour + 12:02d}:{minute:02d}"
        raw.ambiguous = (f"{hour:02d}:{minute:02d}", later)
        raw.readings = ((hour * 60.0 + minute,) * 2, ((hour + 12) * 60.0 + minute,) * 2)
    raw.low = raw.high = hour * 60.0 + minute
    return raw


def date_at(text: str, place: int) -> Raw | None:
    """The date or time that begins with the digit at a place."""
    match = _DIGIT.match(text, place)
    if match is None:
        return None
    end, shape = match.end(), match.lastgroup or ""
    kinds = match.groupdict()
    shape = next(name for name, found in kinds.items() if found is not None)
    got = list(match.groups()[_FIRST[shape] : _FIRST[shape] + 5])
    if shape in ("iso", "ymd"):
        return day(int(got[0]), int(got[1]), int(got[2]), place, end)
    if shape == "dots":
        return day(int(got[2]), int(got[1]), int(got[0]), place, end)
    if shape == "slash":
        year = int(got[2]) if len(got[2]) == 4 else short_year(int(got[2]))
        return _either(int(got[0]), int(got[1]), year, place, end)
    if shape == "dmy":
        if got[2] == "may" or got[2] == "mar":
            return None
        written = int(got[3]) if got[3] else None
        month = MONTHS[got[2].lower()]
        if got[1]:
            return _days(written, month, int(got[0]), int(got[1]), place, end)
        return day(written, month, int(got[0]), place, end)
    if shape in ("yq", "shortq"):
        quarter, year = (int(got[1]), int(got[0])) if shape == "yq" else (int(got[0]), int(got[1]))
        return interval(span_of_months(year if year > 99 else short_year(year), quarter * 3 - 2, 3), place, end)
    if shape == "decade":
        return interval(span_of_years(int(got[0]), int(got[0]) + 9), place, end)
    if shape == "my":
        return day(int(got[1]), int(got[0]), None, place, end)
    if shape == "ym":
        return day(int(got[0]), int(got[1]), None, place, end)
    if shape == "yy":
        first = int(got[0])
        last = first // 100 * 100 + int(got[1])
        return interval(span_of_years(first, last), place, end) if first < last <= first + 40 else None
    if shape == "century":
        return century(int(got[0]), bool(got[1]), place, end)
    if shape == "era":
        year = int(got[0])
        return day(1 - year if got[1].upper().startswith("B") else year, None, None, place, end) if year else None
    return _clock_at(text, got, shape, place, end)


def _clock_at(text: str, got: list[str], shape: str, place: int, end: int) -> Raw | None:
    if shape == "hour":
        return clock(int(got[0]), 0, got[1], place, end)
    separator = text[place + len(got[0])]
    if separator == "." and (got[2] or "").lower().replace(".", "") not in ("am", "pm", "uhr"):
        return None
    if separator not in ":." and (got[2] or len(got[0]) < 2):
        return None
    if _NOT_CLOCK.search(text[max(0, place - 24) : place]):
        return None
    return clock(int(got[0]), int(got[1]), got[2], place, end, written=got[0])


_NAMES = sorted(_DIGIT.groupindex.items(), key=lambda item: item[1])
_FIRST = dict(_NAMES)


def century(number: int, before: bool, start: int, end: int) -> Raw | None:
    """The years of a century."""
    if not 0 < number < 40:
        return None
    if before:
        return interval(span_of_years(1 - number * 100, -(number - 1) * 100), start, end)
    return interval(span_of_years(number * 100 - 99, number * 100), start, end)


def nth_period(text: str, number: int, start: int, end: int) -> Raw | None:
    """'second quarter of 2023', 'nineteenth century': a period that begins with an ordinal."""
    match = _NTH_PERIOD.match(text, end)
    if match is None:
        return None
    kind, year, hundred, before = match.groups()
    if hundred:
        return century(number, bool(before), start, match.end())
    months = 3 if kind.lower() == "quarter" else 6
    if number * months > 12:
        return None
    return interval(span_of_months(int(year), (number - 1) * months + 1, months), start, match.end())


def at_month(text: str, start: int, before: list[str]) -> Raw | None:
    """The date that begins with the name of a month."""
    match = _AT_MONTH.match(text, start)
    if match is None:
        return None
    name, first, last, year, later = match.groups()
    month, end = MONTHS[name.lower()], match.end()
    if not name[0].isupper():
        return None
    if later:
        return day(int(later), month, None, start, end)
    if first and last:
        return _days(int(year) if year else None, month, int(first), int(last), start, end)
    if first:
        return day(int(year) if year else None, month, int(first), start, end)
    if (len(name) == 3 or month == 3) and (not before or before[-1].lower().strip("(") not in _MAY_OPEN):
        return None
    return day(None, month, None, start, start + len(name))


def at_word(text: str, start: int, word: str) -> Raw | None:
    """Fiscal years, quarters, halves, seasons and weekdays."""
    if word in ("q", "h"):
        if (match := _QUARTER.match(text, start)) is None:
            return None
        kind, number, year = match.group(1), int(match.group(2)), match.group(3)
        months = 3 if kind == "Q" else 6
        if number * months > 12 or (kind == "H" and not year):
            return None
        if not year:
            return Raw(
                kind="date",
                dimension="date",
                start=start,
                end=match.end(),
                unit=f"Q{number}",
                parts=(None, None, None, None),
            )
        full = int(year) if len(year) == 4 else short_year(int(year))
        return interval(span_of_months(full, (number - 1) * months + 1, months), start, match.end())
    if word in ("fy", "fiscal", "financial"):
        if (match := _FISCAL.match(text, start)) is None:
            return None
        year = int(match.group(1)) if len(match.group(1)) == 4 else short_year(int(match.group(1)))
        last = year + 1 if match.group(2) else year
        return interval(span_of_years(year, last), start, match.end(), unit="fiscal", about=True)
    if word in SEASONS:
        if (match := _SEASON.match(text, start)) is None:
            return None
        return interval(span_of_months(int(match.group(2)), *SEASONS[word]), start, match.end(), about=True)
    if word in WEEKDAYS and text[start].isupper():
        return Raw(
            kind="date", dimension="date", start=start, end=start + len(word), parts=(None, None, None, WEEKDAYS[word])
        )
    return None


def today_based(unit: str, offset: int, published: date, start: int, end: int) -> Raw | None:
    """A day, week, month, quarter or year counted from the day of publication."""
    today = float(published.toordinal())
    index = published.year * 12 + published.month - 1
    if unit == "day":
        return interval((today + offset, today + offset), start, end)
    if unit == "week":
        monday = today - published.weekday() + 7 * offset
        return interval((monday, monday + 6), start, end)
    if unit == "month":
        index += offset
        return interval(span_of_months(index // 12, index % 12 + 1, 1), start, end)
    if unit == "quarter":
        index = index // 3 * 3 + 3 * offset
        return interval(span_of_months(index // 12, index % 12 + 1, 3), start, end)
    if unit in ("year", "decade"):
        return day(published.year + offset * (10 if unit == "decade" else 1), None, None, start, end)
    return None
