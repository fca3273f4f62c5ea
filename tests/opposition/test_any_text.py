from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from dissensus.opposition import conditions, modals, negations, oppositions, quantifiers
from dissensus.opposition.lexicon import lexicon, prefix, sides

WORDS = st.sampled_from(
    """not n't no never without neither nor but not only until all each some both one must may need have to should open
    closed rises fell lab Oslo May 5 2019 , . ; ( ) — - before after with a pass except if un non unable can't and or A
    nothing is are free paid 3.5 \u2019 \n""".split(" ")
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=30).map(" ".join))


@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS)
def test_any_two_texts_are_compared(claim: str, sentence: str) -> None:
    for o in oppositions(claim, sentence):
        assert claim[slice(*o.claim_span)] == o.claim_text
        assert sentence[slice(*o.passage_span)] == o.passage_text
        assert 0.0 <= o.strength <= 1.0
    for text in (claim, sentence):
        for n in negations(text):
            assert 0 <= n.cue_span[0] < n.cue_span[1] <= len(text)
            assert 0 <= n.scope[0] < n.scope[1] <= len(text)
        for c in conditions(text):
            assert 0 <= c.span[0] < c.span[1] <= c.scope[1] <= len(text)
        modals(text)
        quantifiers(text)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_a_text_is_not_opposed_to_itself_by_a_plain_word(text: str) -> None:
    if not negations(text) and not modals(text) and not quantifiers(text):
        assert all(o.kind == "antonym" for o in oppositions(text, text))


def test_long_texts_take_time_in_proportion() -> None:
    def seconds(n: int) -> float:
        start = time.process_time()
        for one in (f"The lab {k} did not open, {k} no pass but may all not only. " for k in (1, 2)):
            text = one * n
            negations(text)
            conditions(text)
            modals(text)
            quantifiers(text)
        return time.process_time() - start

    seconds(10)
    assert seconds(1600) < 20 * seconds(200)


def test_the_tables_hold_what_they_are_for() -> None:
    table = lexicon()
    assert len(table.weights) > 4000
    for one, other in (
        ("enabled", "disables"),
        ("rose", "fell"),
        ("guilty", "acquitted"),
        ("hot", "colder"),
        ("sold", "bought"),
    ):
        assert any(side ^ 1 in sides(other) for side in sides(one)), (one, other)
    assert prefix("unpatched") == "un"
    assert prefix("under") == prefix("invaluable") == prefix("disease") == ""


def test_repeated_words_do_not_take_long() -> None:
    start = time.process_time()
    for a, b in (
        ("open ", "closed "),
        ("not open closed the lab ", "open not closed lab the "),
        ("all may not ", "none must "),
    ):
        oppositions(a * 5000, b * 5000)
    assert time.process_time() - start < 5
