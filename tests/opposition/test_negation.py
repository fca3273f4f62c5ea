from __future__ import annotations

import pytest

from dissensus.opposition import negations, polarity


def scopes(text: str) -> list[tuple[str, str]]:
    return [(n.cue, text[slice(*n.scope)]) for n in negations(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The lab does not open Sundays.", [("not", "open Sundays")]),
        ("It doesn't open.", [("n't", "open")]),
        ("It doesn’t open.", [("n't", "open")]),
        ("You can't enter.", [("cannot", "enter")]),
        ("It never won, but it came close.", [("never", "won")]),
        ("It did not stop because it was late.", [("not", "stop")]),
        ("It is not Sydney but Canberra.", [("not", "Sydney")]),
        ("No injuries were reported.", [("no", "injuries were reported")]),
        ("Neither the lab nor the office opened.", [("neither", "the lab"), ("nor", "the office opened")]),
        ("It failed to start; it rained.", [("failed to", "start")]),
        ("It is unable to start.", [("unable to", "start")]),
        ("It no longer works.", [("no longer", "works")]),
        ("Tea without sugar is served.", [("without", "sugar")]),
        ("In the absence of a rule, ask.", [("in the absence of", "a rule")]),
        ("He denied that the mine was closed.", [("denied that", "the mine was closed")]),
        ("It uses A rather than B and is fast.", [("rather than", "B")]),
        ("All labs except Oslo open.", [("except", "Oslo open")]),
        (
            "It does not support French, German or Spanish, and it is slow.",
            [("not", "support French, German or Spanish")],
        ),
        ("It did not fail to open.", [("not", "fail to open"), ("fail to", "open")]),
        ("It is hardly new.", [("hardly", "new")]),
        ("a non-exhaustive list", [("prefix non", "exhaustive")]),
        ("It is unavailable.", [("prefix un", "available")]),
        ("It is irregular and dishonest.", [("prefix ir", "regular"), ("prefix dis", "honest")]),
        ("Visitors do not have to register.", [("not", "have")]),
        ("Not all labs opened.", [("not", "all")]),
        # no denials
        ("Not only did it open, but it also won.", []),
        ("No doubt it opened.", []),
        ("It was nothing but rain.", []),
        ("No sooner had it opened than it shut.", []),
        ("It did not open until 1990.", []),
        ("He cannot help but smile.", []),
        ("No fewer than 5 labs opened.", []),
        ("No. 5 opened.", []),
        ("No, it closed.", []),
        ("Whether or not it rains, it opens.", []),
        ("The unit united under a universal disease.", []),
        ("", []),
    ],
)
def test_cues_and_scopes(text: str, expected: list[tuple[str, str]]) -> None:
    assert scopes(text) == expected


@pytest.mark.parametrize(
    ("text", "word", "negative"),
    [
        ("It did not open.", "open", True),
        ("It did not open.", "It", False),
        ("It did not fail to open.", "open", False),
        ("You cannot enter without a pass.", "pass", False),
        ("You cannot enter without a pass.", "enter", True),
        ("Neither the lab nor the office opened.", "opened", True),
        ("It did not open but closed.", "closed", False),
    ],
)
def test_two_denials_cancel(text: str, word: str, negative: bool) -> None:
    start = text.index(word)
    assert polarity(text).negative((start, start + len(word))) is negative


def test_the_cue_is_where_it_says() -> None:
    text = "The lab doesn't open."
    (found,) = negations(text)
    assert text[slice(*found.cue_span)] == "n't"
