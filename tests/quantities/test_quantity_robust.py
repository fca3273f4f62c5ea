from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dissensus.quantities import compare, match, values

_PIECES = st.sampled_from(
    """5 12 1,234 1.5 1990 2014-03-03 5/3/2022 31/31/2022 0 007 99999999999999999999 1e9 $ € % °C km m k million and to -
    – between of in a an half third one twenty two hundred Q4 FY2023 March 3rd May , . ; : ( ) ** _ ' " / + ~ more than
    about at least or more every week twice once ago a.m. 10:30 24:99 v2 version Python ISO 9001:2015 p. no. BC century
    ½ ３ ² ٣ \u200b \u00ad \u202f \n""".split(" ")
)
_TEXT = st.one_of(
    st.text(max_size=80), st.lists(_PIECES, max_size=14).map(" ".join), st.lists(_PIECES, max_size=14).map("".join)
)


@given(_TEXT)
@settings(max_examples=300, deadline=None)
def test_never_raises_and_stays_inside(text: str) -> None:
    last = 0
    for value in values(text):
        start, end = value.span
        assert last <= start < end <= len(text)
        assert value.text == text[start:end]
        assert value.low is None or value.high is None or value.low <= value.high
        last = end


@given(_TEXT, _TEXT)
@settings(max_examples=150, deadline=None)
def test_relation_is_symmetric(one: str, two: str) -> None:
    for a in values(one):
        for b in values(two):
            assert compare(a, b).relation == compare(b, a).relation
    for found in match(one, two):
        assert 0.0 <= found.affinity <= 1.0


@pytest.mark.parametrize(
    "text",
    [
        "1" * 100_000,
        "12,5 km " * 10_000,
        "1,234" * 20_000,
        "1.234" * 20_000,
        "1-2" * 30_000,
        "1 234 " * 10_000,
        "one hundred " * 10_000,
        "\u200b" * 100_000,
        "*" * 100_000,
        "a@b/" * 20_000,
        "and 5 " * 10_000,
        "between 1 and " * 5_000,
    ],
    ids=lambda text: text[:10].encode("ascii", "replace").decode(),
)
def test_long_texts_take_linear_time(text: str) -> None:
    begin = time.process_time()
    values(text)
    assert time.process_time() - begin < 10
