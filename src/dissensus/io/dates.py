"""Dates of publication: full dates are read, partial or ambiguous ones are refused by name and never guessed."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH_NUMBER = {name: i for i, full in enumerate(_MONTHS, 1) for name in (full, full[:3])} | {"sept": 9}

_TIME = r"(?:(?:[Tt]|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[AaPp][Mm]|[Zz]|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?)?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?"
_MONTH = r"(?P<month>[A-Za-z]{3,9})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | re.IGNORECASE)


_FULL = (
    _form(rf"(?P<year>\d{{4}})([-/.])(?P<month>\d{{1,2}})\2(?P<day>\d{{1,2}}){_TIME}"),
    _form(r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})(?:T\d{4,6}(?:Z|[+-]\d{2}:?\d{2})?)?"),
    _form(rf"{_WEEKDAY}{_DAY}[\s-]+{_MONTH},?[\s-]+(?P<year>\d{{4}}){_TIME}"),
    _form(rf"{_WEEKDAY}{_MONTH}\s+{_DAY},?\s+(?P<year>\d{{4}}){_TIME}"),
)
_YEAR = _form(r"\d{4}")
_YEAR_MONTH = _form(rf"\d{{4}}[-/.]\d{{1,2}}|{_MONTH},?\s+\d{{4}}|\d{{1,2}}[-/.]\d{{4}}")
_DAY_OR_MONTH_FIRST = _form(rf"\d{{1,2}}([-/.])\d{{1,2}}\1(?:\d{{4}}|\d{{2}}){_TIME}")
_SECONDS = _form(r"-?\d{9,19}(?:\.\d+)?")

_ACCEPTED = "expected a date such as 2014-03-05"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class DateProblem(ValueError):
    """A date that was refused: `problem` says what is accepted and why this is not, `remedy` what to do."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}; {remedy}")
        self.problem = problem
        self.remedy = remedy


def parse_published(value: object) -> date:
    """The calendar day that a value states, as written: an offset from UTC does not move it.

    Reads ISO 8601 dates and datetimes, YYYY/MM/DD, "3 March 2014", "March 3, 2014", "Mar 3 2014", mail dates such as
    "Mon, 3 Mar 2014 10:00:00 GMT", and Python dates and datetimes.

    Raises:
        DateProblem: A year or month alone, an order of day and month that is not known (5/3/2022), a unix timestamp,
            a day that does not exist, or anything else.
    """
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        if isinstance(value, int) and 1000 <= value <= 2999:
            raise _partial("a year alone")
        raise _timestamp(float(value) if abs(value) < 1e300 else None)
    if not isinstance(value, str):
        raise DateProblem(_ACCEPTED, "write it as a string")
    text = value.strip()
    for form in _FULL:
        if (match := form.fullmatch(text)) and (month := _month(match["month"])):
            try:
                return date(int(match["year"]), month, int(match["day"]))
            except ValueError:
                raise DateProblem(f"{_ACCEPTED}; there is no such day", "correct it") from None
    if _YEAR.fullmatch(text):
        raise _partial("a year alone")
    if _YEAR_MONTH.fullmatch(text):
        raise _partial("a month alone")
    if _DAY_OR_MONTH_FIRST.fullmatch(text):
        raise DateProblem(
            f"{_ACCEPTED}; this is ambiguous (day first or month first is not known)", "write it as YYYY-MM-DD"
        )
    if _SECONDS.fullmatch(text):
        raise _timestamp(float(text))
    raise DateProblem(_ACCEPTED, "write it as YYYY-MM-DD, or put it in metadata under another name")


def _month(name: str) -> int | None:
    return int(name) if name.isdigit() else _MONTH_NUMBER.get(name.lower())


def _partial(what: str) -> DateProblem:
    return DateProblem(
        f"{_ACCEPTED}; this is {what}", "give a full date or put it in metadata under another name, such as year"
    )


def _timestamp(seconds: float | None) -> DateProblem:
    """A refusal that says what day the number would be, because seconds and milliseconds cannot be told apart."""
    if seconds is not None and abs(seconds) > 1e11:
        seconds /= 1000
    try:
        day = f" (read as one it is {(_EPOCH + timedelta(seconds=seconds or 0)).date()} UTC)" if seconds else ""
    except (OverflowError, ValueError):
        day = ""
    return DateProblem(f"{_ACCEPTED}; unix timestamps are not accepted", f"write the day as YYYY-MM-DD{day}")
