"""What the rules see of a claim beside a passage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.signals import FEATURES, features, observe
from dissensus.signals.alignment import align
from dissensus.signals.names import compare_names, names
from dissensus.types import CLASH_KINDS, REASON_CODES


def seen(claim: str, passage: str) -> dict[str, str]:
    """Kind of each observation -> the passage's text."""
    return {o.kind: o.passage_text for o in reversed(observe(claim, passage).observations)}


@pytest.mark.parametrize(
    ("claim", "passage", "kind", "text"),
    [
        ("Refunds take 10 days.", "Refunds take 30 days.", "numeric", "30 days"),
        ("The parcel weighs 3 kg.", "The parcel weighs 3,000 g.", "unit_equal", "3,000 g"),
        ("The bridge opened in 1954.", "The bridge opened in 1961.", "date", "1961"),
        ("The tool needs Python 3.11.", "The tool needs Python 3.9.", "version", "3.9"),
        ("The firm is liable.", "The firm is not liable.", "negation", "not"),
        ("The port is enabled by default.", "The port is disabled by default.", "antonym", "disabled"),
    ],
)
def test_clashes_are_seen_with_the_text_that_makes_them(claim: str, passage: str, kind: str, text: str) -> None:
    found = seen(claim, passage)
    assert kind in found
    assert text in found[kind]


def test_the_sentence_that_speaks_of_the_claim_is_found() -> None:
    passage = "Bees dance for food. The north gate is shut on Mondays. Tickets cost 5 euros."
    aligned = align("The north gate is open on Mondays.", passage)
    assert aligned.text == "The north gate is shut on Mondays."
    assert passage[slice(*aligned.span)] == aligned.text
    # north, gate, open, monday: three of four words; the sentence's own are north, gate, shut, monday
    assert aligned.covered == aligned.covered_by_passage == aligned.returned == pytest.approx(3 / 4)


def test_observations_point_into_the_passage() -> None:
    passage = "Bees dance for food. The north gate is not open in March. It has 12 steps."
    for o in observe("The north gate is open in March and has 14 steps.", passage).observations:
        assert passage[slice(*o.passage_span)].strip() != ""
        assert o.passage_text in passage or o.passage_text.lower() in passage.lower()
        assert o.kind in CLASH_KINDS + REASON_CODES
        assert 0 <= o.strength <= 1


def test_names_that_stand_instead() -> None:
    sentence = "The hall was designed by Petra Lindqvist for the city of Harbin."
    found = compare_names("The hall was designed by Anton Weber for the city of Harbin.", sentence, sentence)
    assert found.shared == ("Harbin",)
    assert [text for text, _ in found.missing] == ["Anton Weber"]
    assert [text for text, _ in found.instead] == ["Petra Lindqvist"]


def test_a_capital_that_opens_a_sentence_makes_no_name() -> None:
    assert names("Tickets cost more. Visitors pay.") == ()
    assert [text for text, _, _ in names("Petra Lindqvist lost. Then Petra won.")] == ["Petra Lindqvist", "Petra"]


def test_features_have_names_and_stay_in_range() -> None:
    claim, passage = "The fee rose to 12 euros in 2019.", "In 2019 the fee fell to 9 euros, unless paid early."
    found = features(observe(claim, passage), claim, passage)
    assert found.shape == (len(FEATURES),)
    assert ((found >= 0) & (found <= 1.5)).all()
    assert found[FEATURES.index("clash_numeric")] > 0.4
    assert found[FEATURES.index("antonym")] > 0.4
    assert found[FEATURES.index("exception_in_passage")] + found[FEATURES.index("if_in_passage")] >= 1


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_compared(claim: str, passage: str) -> None:
    found = features(observe(claim, passage), claim, passage)
    assert found.shape == (len(FEATURES),)
