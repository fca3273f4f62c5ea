from __future__ import annotations

import pytest

from dissensus.quantities import Relation, Value, compare, match, values

PAIRS = [
    ("The grant is 1200000 dollars", "The grant is $1,200,000.00", "equal", "same_value"),
    ("The grant is 1200000 dollars", "The grant is $1.2M", "equal", "unit_equal"),
    ("The legal age is 64.", "The legal age is 62.", "incompatible", "different_value"),
    ("refund in 10 days", "refund in 30 days", "incompatible", "different_value"),
    ("refund within 10 days", "refund within 30 days", "incompatible", "different_value"),
    ("3 kg", "3 lb", "incompatible", "different_value"),
    ("2 litres", "2000 ml", "equal", "unit_equal"),
    ("5 euros", "5 dollars", "not_comparable", "different_unit"),
    ("the deadline is 5 March", "it closes 1 April", "incompatible", "different_value"),
    ("on 2014-03-03", "on 3 March 2014", "equal", "same_value"),
    ("born in 1931", "born on 4 July 1931", "compatible", "granularity"),
    ("born on 4 July", "born on 4 July 1931", "compatible", "granularity"),
    ("on Monday", "on Tuesday", "incompatible", "different_value"),
    ("on Monday", "on 3 March 2014", "compatible", "granularity"),
    ("on 5/3/2022", "on 5 March 2022", "not_comparable", "ambiguous"),
    ("on 5/3/2022", "on 5/3/2022", "equal", "same_value"),
    ("on 5/3/2022", "on 7 August 2022", "incompatible", "different_value"),
    ("a third of it", "33 %", "compatible", "rounding"),
    ("half of it", "50 %", "equal", "unit_equal"),
    ("half of it", "60 %", "incompatible", "different_value"),
    ("90 minutes", "an hour and a half", "equal", "unit_equal"),
    ("$4.2M", "$4,231,000", "compatible", "rounding"),
    ("$4.2M", "$4,331,000", "incompatible", "different_value"),
    ("about 200 people", "205 people", "compatible", "hedge"),
    ("about 200 people", "300 people", "incompatible", "different_value"),
    ("more than 200 people", "250 people", "compatible", "hedge"),
    ("more than 200 people", "200 people", "incompatible", "outside_bound"),
    ("more than 200 people", "150 people", "incompatible", "outside_bound"),
    ("up to 10 euros", "12 euros", "incompatible", "outside_bound"),
    ("nearly 300 people", "290 people", "compatible", "hedge"),
    ("over 100 people", "more than 120 people", "compatible", "overlapping_ranges"),
    ("at least 18 euros", "at least 21 euros", "incompatible", "different_value"),
    ("12-15 %", "14 %", "compatible", "within_range"),
    ("12-15 %", "16 %", "incompatible", "different_value"),
    ("12-15 %", "14-18 %", "compatible", "overlapping_ranges"),
    ("from 1990 to 1995", "in 1993", "compatible", "within_range"),
    ("in the 1990s", "in 1994", "compatible", "granularity"),
    ("in Q4 2023", "in 2023", "compatible", "granularity"),
    ("in Q4 2023", "in May 2023", "incompatible", "different_value"),
    ("before 1990", "in 1985", "compatible", "hedge"),
    ("after 1990", "in 1985", "incompatible", "outside_bound"),
    ("not until 1990", "in 1985", "incompatible", "different_value"),
    ("never before 1990", "in 1985", "incompatible", "outside_bound"),
    ("fewer than eleven thousand", "11,482", "incompatible", "outside_bound"),
    ("on Friday 14 March 2014", "on 14 March 2014", "equal", "same_value"),
    ("Python 3.11", "Python 3.12", "incompatible", "different_value"),
    ("Python 3", "Python 3.12", "compatible", "granularity"),
    ("Python 3.9 or later", "Python 3.11", "compatible", "hedge"),
    ("Python 3.9 or later", "Python 3.8", "incompatible", "outside_bound"),
    ("Python 3.11", "TLS 1.2", "not_comparable", "different_unit"),
    ("20 °C", "68 °F", "equal", "unit_equal"),
    ("50 km/h", "30 mph", "incompatible", "different_value"),
    ("twice a month", "24 times a year", "equal", "unit_equal"),
    ("twice a month", "weekly", "incompatible", "different_value"),
    ("opens at 9:00", "opens at 9 a.m.", "compatible", "granularity"),
    ("opens at 9 a.m.", "opens at 10 a.m.", "incompatible", "different_value"),
    ("30 euros per month", "40 euros a month", "incompatible", "different_value"),
    ("30 euros per month", "360 euros per year", "equal", "unit_equal"),
    ("3 kg", "3 km", "not_comparable", "different_dimension"),
    ("3 kg", "3 days", "not_comparable", "different_kind"),
    ("0.05", "5 %", "equal", "unit_equal"),
    ("the third floor", "the 2nd floor", "incompatible", "different_value"),
]


def first(text: str) -> Value:
    found = values(text)
    assert found, text
    return found[0]


@pytest.mark.parametrize(("one", "two", "relation", "reason"), PAIRS)
def test_relation(one: str, two: str, relation: str, reason: str) -> None:
    found = compare(first(one), first(two))
    assert (found.relation.value, found.reason) == (relation, reason)


def test_order_does_not_matter() -> None:
    every = [first(text) for pair in PAIRS for text in pair[:2]]
    for a in every:
        for b in every:
            assert compare(a, b).relation == compare(b, a).relation, (a.text, b.text)


def test_a_value_equals_itself() -> None:
    for pair in PAIRS:
        value = first(pair[0])
        assert compare(value, value).relation is Relation.EQUAL, value


def test_crossed_values_are_two_conflicts() -> None:
    found = match("+5 %, start 10 s", "+10 %, start 5 s")
    assert [(m.a.text, m.b.text, m.comparison.relation) for m in found] == [
        ("5 %", "10 %", Relation.INCOMPATIBLE),
        ("10 s", "5 s", Relation.INCOMPATIBLE),
    ]
    assert all(m.affinity >= 0.3 for m in found)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("River A is 200 km", "River B is 300 km"),
        ("River A is 200 km long.", "River B is 300 km long."),
        ("Berlin has 3.6 million inhabitants.", "Hamburg has 1.8 million inhabitants."),
        ("The army had 50,000 soldiers.", "The town has 40,000 inhabitants."),
    ],
)
def test_other_things_have_low_affinity(claim: str, passage: str) -> None:
    assert all(m.affinity < 0.3 for m in match(claim, passage))


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The deadline is 5 March.", "The call closes on 1 April."),
        ("The bridge opened in 1954.", "The bridge, 412 m long, was opened in 1961."),
        ("The legal age is 64.", "The legal age is 62."),
        ("Berlin has 3.6 million inhabitants.", "The population of Berlin is 3.4 million."),
        ("The fee is €30 per month.", "The monthly fee is €40."),
    ],
)
def test_same_things_have_affinity(claim: str, passage: str) -> None:
    found = [m for m in match(claim, passage) if m.affinity >= 0.4]
    assert [m.comparison.relation for m in found] == [Relation.INCOMPATIBLE]


def test_identifiers_and_other_dimensions_have_no_match() -> None:
    assert match("Member 100 voted.", "Member 101 voted.") == ()
    assert match("It was written in 2026.", "It has 7 chapters.") == ()


def test_an_agreeing_value_is_preferred() -> None:
    found = match("The bridge is 412 m long.", "The bridge is 300 m long in part, and the bridge is 412 m long in all.")
    assert [m.comparison.relation for m in found] == [Relation.EQUAL]


def test_other_currencies_are_shown_as_not_comparable() -> None:
    (found,) = match("It costs 5 euros.", "It costs 5 dollars.")
    assert (found.comparison.relation, found.comparison.reason) == (Relation.NOT_COMPARABLE, "different_unit")
