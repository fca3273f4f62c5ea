"""The time that a statement claims for itself."""

from __future__ import annotations

from datetime import date

import pytest

from dissensus.conflicts.validity import Validity, validity


def day(year: int, month: int = 1, dom: int = 1) -> float:
    return float(date(year, month, dom).toordinal())


@pytest.mark.parametrize(
    ("statement", "low", "high"),
    [
        ("Since March 2023, badges are needed.", day(2023, 3, 1), None),
        ("Badges are needed from 12 May 2021.", day(2021, 5, 12), None),
        ("Effective 1 June 2022, the fee is 40 euros.", day(2022, 6, 1), None),
        ("Until 31 December 2019, the fee was 40 euros.", None, day(2019, 12, 31)),
        ("The bridge was closed through June 2020.", None, day(2020, 6, 30)),
        ("As of 2019, the town had 4,000 inhabitants.", day(2019), day(2019, 12, 31)),
        ("In 2019, the town had 4,000 inhabitants.", day(2019), day(2019, 12, 31)),
    ],
)
def test_words_of_time_bound_a_statement(statement: str, low: float | None, high: float | None) -> None:
    found = validity(statement)
    assert found is not None
    assert (found.low is None) == (low is None)
    assert (found.high is None) == (high is None)
    if low is not None and found.low is not None:
        assert found.low == low
    if high is not None and found.high is not None:
        # The end of a year or month is not counted to the day.
        assert abs(found.high - high) <= 1
    assert found.text


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "The fee is 40 euros.",
        "The bridge opened in 1954.",
        "He was born on 3 May 1901 in Graz.",
        "Since then it is closed.",
    ],
)
def test_a_date_that_is_said_is_no_time_of_the_statement(statement: str) -> None:
    assert validity(statement) is None


def of(low: float | None, high: float | None) -> Validity:
    return Validity(low=low, high=high, text="")


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((1, 5), (6, 9), True),
        ((1, 5), (5, 9), False),
        ((1, 5), (2, 3), False),
        ((None, 5), (6, None), True),
        ((None, 5), (5, None), False),
        ((None, 5), (None, 1), False),
        ((1, None), (9, None), False),
        ((None, None), (1, 2), False),
        ((7, None), (1, 6), True),
    ],
)
def test_disjoint(
    one: tuple[float | None, float | None], other: tuple[float | None, float | None], apart: bool
) -> None:
    assert of(*one).disjoint(of(*other)) is apart
    assert of(*other).disjoint(of(*one)) is apart


def test_an_old_rule_and_its_successor_hold_at_different_times() -> None:
    old, new = validity("Until 2019 the fee was 40 euros."), validity("Since 2020 the fee is 55 euros.")
    assert old
    assert new
    assert old.disjoint(new)
    same = validity("As of 2019, the fee is 55 euros.")
    assert same
    assert not old.disjoint(same)
