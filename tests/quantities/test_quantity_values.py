from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest

from dissensus.quantities import Value, values


def one(text: str) -> Value:
    found = values(text)
    assert len(found) == 1, found
    return found[0]


def day(year: int, month: int, number: int) -> float:
    return float(date(year, month, number).toordinal())


MONEY = [
    ("1200000 dollars", "USD", 1.2e6),
    ("$1,200,000.00", "USD", 1.2e6),
    ("$1.2M", "USD", 1.2e6),
    ("US$ 1.2 million", "USD", 1.2e6),
    ("€ 1 200 000", "EUR", 1.2e6),
    ("1.200.000 €", "EUR", 1.2e6),
    ("1’200’000 CHF", "CHF", 1.2e6),
    ("1\u202f200\u202f000 euros", "EUR", 1.2e6),
    ("1,5 Mio. EUR", "EUR", 1.5e6),
    ("3.5bn pounds sterling", "GBP", 3.5e9),
    ("£4.2m", "GBP", 4.2e6),
    ("¥500", "JPY", 500.0),
    ("50p", "GBP", 0.5),
    ("25 cents", "USD", 0.25),
    ("five dollars", "USD", 5.0),
    ("**48** dollars", "USD", 48.0),
    ("half a million euros", "EUR", 5e5),
]


@pytest.mark.parametrize(("text", "code", "amount"), MONEY)
def test_money(text: str, code: str, amount: float) -> None:
    value = one(f"The grant is {text} this time.")
    assert (value.kind, value.unit, value.dimension) == ("money", code, f"money:{code}")
    assert value.low == value.high == pytest.approx(amount)


COUNTS = [
    ("1,200,000 people", 1.2e6),
    ("12 500 people", 12500.0),
    ("5k people", 5000.0),
    ("1.5 lakh people", 150000.0),
    ("3.5 million people", 3.5e6),
    ("twenty-five people", 25.0),
    ("two hundred and six people", 206.0),
    ("a dozen people", 12.0),
    ("two dozen people", 24.0),
    ("three people", 3.0),
    ("two and a half million people", 2.5e6),
    ("３０ people", 30.0),
    ("1\u200b200 people", 1200.0),
    ("10m people", 1e7),
]


@pytest.mark.parametrize(("text", "number"), COUNTS)
def test_counts(text: str, number: float) -> None:
    value = one(f"There were {text} there.")
    assert (value.kind, value.dimension, value.counted) == ("number", "count", "peopl")
    assert value.low == value.high == number


PERCENT = [
    ("12 %", 12.0),
    ("12 per cent", 12.0),
    ("twelve percent", 12.0),
    ("1,5 %", 1.5),
    ("a third of it", 100 / 3),
    ("two-thirds", 200 / 3),
    ("three quarters", 75.0),
    ("half of it", 50.0),
    ("one in five", 20.0),
    ("4 out of 10", 40.0),
    ("3/4", 75.0),
]


@pytest.mark.parametrize(("text", "share"), PERCENT)
def test_percent(text: str, share: float) -> None:
    value = one(f"They got {text}.")
    assert (value.kind, value.dimension) == ("percent", "percent")
    assert value.low == value.high == pytest.approx(share)


def test_percentage_points_are_their_own_dimension() -> None:
    assert one("It rose by 3 percentage points.").dimension == "percentage_points"


MEASURES = [
    ("3 kg", "mass", 3.0),
    ("3 lb", "mass", 1.36077711),
    ("2 litres", "volume", 0.002),
    ("2000 ml", "volume", 0.002),
    ("20 °C", "temperature", 293.15),
    ("68 °F", "temperature", 293.15),
    ("20 degrees Celsius", "temperature", 293.15),
    ("-5 °C", "temperature", 268.15),
    ("90 km/h", "speed", 25.0),
    ("60 mph", "speed", 26.8224),
    ("5 ft 10 in", "length", 1.778),
    ("three miles", "length", 4828.032),
    ("half a mile", "length", 804.672),
    ("1500m", "length", 1500.0),
    ("40 m²", "area", 40.0),
    ("12 sq km", "area", 12e6),
    ("3 ha", "area", 30000.0),
    ("2 kWh", "energy", 7.2e6),
    ("5 MW", "power", 5e6),
    ("3 GB", "data", 24e9),
    ("1 MiB", "data", 8388608.0),
    ("1013 hPa", "pressure", 101300.0),
]


@pytest.mark.parametrize(("text", "dimension", "base"), MEASURES)
def test_measures(text: str, dimension: str, base: float) -> None:
    value = one(f"It is {text} now.")
    assert (value.kind, value.dimension) == ("measure", dimension)
    assert value.low == value.high == pytest.approx(base)


DURATIONS = [
    ("45 minutes", 2700.0),
    ("an hour and a half", 5400.0),
    ("90 min", 5400.0),
    ("1 hour 30 minutes", 5400.0),
    ("half an hour", 1800.0),
    ("two weeks", 1209600.0),
    ("a fortnight", 1209600.0),
    ("10 days", 864000.0),
    ("18-month", 18 * 2629800.0),
    ("64 years", 64 * 31557600.0),
]


@pytest.mark.parametrize(("text", "seconds"), DURATIONS)
def test_durations(text: str, seconds: float) -> None:
    value = one(f"It took {text}.")
    assert (value.kind, value.low, value.high) == ("duration", seconds, seconds)


FREQUENCIES = [
    ("twice a month", 24.0),
    ("every two weeks", 365.25 / 14),
    ("weekly", 365.25 / 7),
    ("daily", 365.25),
    ("3 times a year", 3.0),
    ("once every two years", 0.5),
    ("every other day", 365.25 / 2),
]


@pytest.mark.parametrize(("text", "rate"), FREQUENCIES)
def test_frequencies(text: str, rate: float) -> None:
    value = one(f"It happens {text}.")
    assert value.kind == "frequency"
    assert value.low == pytest.approx(rate)


DATES = [
    ("on 3 March 2014", day(2014, 3, 3), day(2014, 3, 3)),
    ("on March 3rd, 2014", day(2014, 3, 3), day(2014, 3, 3)),
    ("on the 3rd of March 2014", day(2014, 3, 3), day(2014, 3, 3)),
    ("on 2014-03-03", day(2014, 3, 3), day(2014, 3, 3)),
    ("on 03.03.2014", day(2014, 3, 3), day(2014, 3, 3)),
    ("in March 2014", day(2014, 3, 1), day(2014, 3, 31)),
    ("in 1931", day(1931, 1, 1), day(1931, 12, 31)),
    ("(1931)", day(1931, 1, 1), day(1931, 12, 31)),
    ("in Q4 2023", day(2023, 10, 1), day(2023, 12, 31)),
    ("in the second quarter of 2023", day(2023, 4, 1), day(2023, 6, 30)),
    ("in H1 2021", day(2021, 1, 1), day(2021, 6, 30)),
    ("in FY2023", day(2023, 1, 1), day(2023, 12, 31)),
    ("in fiscal 2023", day(2023, 1, 1), day(2023, 12, 31)),
    ("in the 1990s", day(1990, 1, 1), day(1999, 12, 31)),
    ("in the 19th century", day(1801, 1, 1), day(1900, 12, 31)),
    ("from 1990 to 1995", day(1990, 1, 1), day(1995, 12, 31)),
    ("on 3–5 March 2014", day(2014, 3, 3), day(2014, 3, 5)),
    ("since 1990", day(1990, 1, 1), None),
    ("after 1990", day(1991, 1, 1), None),
    ("before 1990", None, day(1989, 12, 31)),
    ("until 1990", None, day(1990, 12, 31)),
]


@pytest.mark.parametrize(("text", "low", "high"), DATES)
def test_dates(text: str, low: float | None, high: float | None) -> None:
    value = one(f"It stood there {text}.")
    assert (value.kind, value.low, value.high) == ("date", low, high)


def test_loose_dates_are_about() -> None:
    assert one("It began in mid-2014.").bound == "about"
    late = one("It began in the late 1980s.")
    assert late.low is not None
    assert late.low > day(1984, 1, 1)
    assert one("It began in spring 2020.").bound == "about"


def test_dates_without_a_year_keep_their_parts() -> None:
    assert one("The deadline is 5 March.").parts == (None, 3, 5, None)
    assert one("It closes on April 1st.").parts == (None, 4, 1, None)
    assert one("It is closed on Monday.").parts == (None, None, None, 0)


def test_day_and_month_in_doubt() -> None:
    assert one("It was on 5/3/2022.").ambiguous == ("2022-03-05", "2022-05-03")
    assert one("It was on 25/3/2022.").ambiguous == ()


def test_separator_in_doubt() -> None:
    assert values("It is 1,5 m and then 1,234 units.")[1].ambiguous == ("1.234", "1234")


@pytest.mark.parametrize(
    ("text", "minutes"), [("6.30 a.m.", 390.0), ("18:00", 1080.0), ("6 pm", 1080.0), ("noon", 720.0), ("06:15", 375.0)]
)
def test_times(text: str, minutes: float) -> None:
    value = one(f"It opens at {text} there.")
    assert (value.kind, value.low, value.high) == ("time", minutes, minutes)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("v2.3.1", (2, 3, 1)),
        ("version 4", (4,)),
        ("Python 3.11", (3, 11)),
        ("ISO 9001:2015", (2015,)),
        ("2.x", (2,)),
        ("TLS 1.2", (1, 2)),
        ("2.6 or later", (2, 6)),
    ],
)
def test_versions(text: str, parts: tuple[int, ...]) -> None:
    value = one(f"It needs {text} to run.")
    assert (value.kind, value.parts) == ("version", parts)


@pytest.mark.parametrize(("text", "number"), [("the third", 3.0), ("the 3rd", 3.0), ("the twenty-first", 21.0)])
def test_ordinals(text: str, number: float) -> None:
    value = one(f"She was {text} runner.")
    assert (value.kind, value.low) == ("ordinal", number)


RANGES = [
    ("12-15 %", 12.0, 15.0, "percent"),
    ("12 to 15 per cent", 12.0, 15.0, "percent"),
    ("between 4 and 6 people", 4.0, 6.0, "count"),
    ("from 3 to 5 kg", 3.0, 5.0, "mass"),
    ("$5–10 million", 5e6, 1e7, "money:USD"),
    ("between 4 and 6 million euros", 4e6, 6e6, "money:EUR"),
    ("10–12 °C", 283.15, 285.15, "temperature"),
]


@pytest.mark.parametrize(("text", "low", "high", "dimension"), RANGES)
def test_ranges(text: str, low: float, high: float, dimension: str) -> None:
    value = one(f"It was {text} there.")
    assert (value.bound, value.dimension) == ("range", dimension)
    assert (value.low, value.high) == (pytest.approx(low), pytest.approx(high))


def test_a_change_is_no_range() -> None:
    assert [value.low for value in values("The share rose from 3% to 5%.")] == [3.0, 5.0]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("about 200 km", "about"),
        ("around 200 km", "about"),
        ("roughly 200 km", "about"),
        ("±200 km", "about"),
        ("200 km or so", "about"),
        ("nearly 200 km", "nearly"),
        ("almost 200 km", "nearly"),
        ("just under 200 km", "nearly"),
        ("more than 200 km", "more_than"),
        ("over 200 km", "more_than"),
        ("at least 200 km", "at_least"),
        ("200 km or more", "at_least"),
        ("no fewer than 200 km", "at_least"),
        ("up to 200 km", "at_most"),
        ("at most 200 km", "at_most"),
        ("no more than 200 km", "at_most"),
        ("within 200 km", "at_most"),
        ("less than 200 km", "less_than"),
        ("fewer than 200 km", "less_than"),
        ("200 km", "exact"),
    ],
)
def test_hedges(text: str, bound: str) -> None:
    assert one(f"It is {text}.").bound == bound


@pytest.mark.parametrize(
    "text",
    [
        "Member 100 voted.",
        "See page 12.",
        "See sections 3, 4 and 5.",
        "It is in room 12.",
        "Flight 370 vanished.",
        "Article 6 applies.",
        "See fig. 2 and Table 3.",
        "The A320 landed.",
        "COVID-19 spread.",
        "Windows 2000 was replaced.",
        "Formula 1 is loud.",
        "Call +49 30 1234567.",
        "Call 555-123-4567.",
        "ISBN 978-3-16-148410-0",
        "1. First things",
        "It is open 24/7.",
        "It says so [12].",
        "See https://example.org/2020/12 or a1@example.org.",
        "The server is 192.168.0.1 today.",
        "H2O and CO2 and 3D and 5G and MP3",
        "No one came, and at first nobody cared.",
    ],
)
def test_names_and_identifiers_are_no_values(text: str) -> None:
    assert values(text) == ()


def test_relative_dates_need_the_day_of_publication() -> None:
    text = "It closed yesterday and reopens next quarter."
    assert values(text) == ()
    closed, reopened = values(text, date(2024, 5, 10))
    assert closed.low == day(2024, 5, 9)
    assert (reopened.low, reopened.high) == (day(2024, 7, 1), day(2024, 9, 30))
    assert values("It closed 3 years ago.", date(2024, 5, 10))[0].parts == (2021, None, None, None)


@pytest.mark.parametrize(
    ("text", "slack"),
    [("4.2M", 50000.0), ("1,234 people", 0.5), ("999 people", 0.0), ("3.5 kg", 0.05), ("12 %", 0.5)],
)
def test_slack(text: str, slack: float) -> None:
    assert one(f"It had {text}.").slack == pytest.approx(slack)


def test_binding() -> None:
    rate, wait = values("+5 %, start 10 s")
    assert (rate.attribute, wait.attribute) == (frozenset(), {"start"})
    a, b = values("River A is 200 km long and River B is 300 km long.")
    assert "a" in a.subject
    assert "b" not in a.subject
    assert "b" in b.subject
    assert values("In 2019, sales fell to 5 euros.")[0].span == (3, 7)


def test_spans_lead_back_to_the_text() -> None:
    text = "It cost **4\u200b8** euros and ３ kg."
    assert [value.text for value in values(text)] == [text[a:b] for a, b in (value.span for value in values(text))]
    assert [value.low for value in values(text)] == [48.0, 3.0]


def test_import_does_not_load_pint() -> None:
    code = "import sys, dissensus.quantities as q; q.values('5 days for 3 euros'); sys.exit('pint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
