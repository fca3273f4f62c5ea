from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from dissensus.io import parse_published
from dissensus.io.dates import DateProblem

MARCH_3 = date(2014, 3, 3)


@pytest.mark.parametrize(
    "value",
    [
        "2014-03-03",
        " 2014-03-03 ",
        "2014-03-03T23:59:00Z",
        "2014-03-03T23:59:00.123456789+05:30",
        "2014-03-03T00:30-08:00",
        "2014-03-03 10:00:00 UTC",
        "20140303",
        "20140303T101500Z",
        "2014/03/03",
        "2014/3/3",
        "3 March 2014",
        "3rd March, 2014",
        "03-Mar-2014",
        "March 3, 2014",
        "Mar 3 2014",
        "Mar. 3, 2014",
        "Monday, March 3, 2014",
        "Mon, 03 Mar 2014 10:00:00 GMT",
        MARCH_3,
        datetime(2014, 3, 3, 23, tzinfo=UTC),
    ],
)
def test_full_dates_are_read_as_written(value: object) -> None:
    assert parse_published(value) == MARCH_3


def test_september_has_two_short_names() -> None:
    assert parse_published("Sept 5, 2020") == parse_published("5 Sep 2020") == date(2020, 9, 5)


def test_a_datetime_is_reduced_to_its_day() -> None:
    assert type(parse_published(datetime(2014, 3, 3, 5))) is date


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("2014", "a year alone; give a full date or put it in metadata"),
        (2014, "a year alone"),
        ("2014-03", "a month alone; give a full date or put it in metadata"),
        ("March 2014", "a month alone"),
        ("5/3/2022", "ambiguous"),
        ("05.03.2022", "ambiguous"),
        ("5-3-22", "ambiguous"),
        (
            1393804800,
            "unix timestamps are not accepted; write the day as YYYY-MM-DD (read as one it is 2014-03-03 UTC)",
        ),
        (1393804800000, "2014-03-03"),
        ("1393804800", "unix timestamps"),
        (1393804800.5, "unix timestamps"),
        (float("inf"), "unix timestamps"),
        (10**400, "unix timestamps"),
        ("2014-02-30", "no such day"),
        ("0000-01-01", "no such day"),
        ("yesterday", "expected a date such as 2014-03-05"),
        ("3 Smarch 2014", "expected a date"),
        ("2014-03/03", "expected a date"),
        ("٢٠١٤-٠٣-٠٣", "expected a date"),
        (True, "expected a date"),
        (["2014-03-03"], "expected a date"),
    ],
)
def test_what_is_not_a_full_date_is_refused_by_name(value: object, named: str) -> None:
    with pytest.raises(DateProblem) as refused:
        parse_published(value)
    assert named in str(refused.value)
