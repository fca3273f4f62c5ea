from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.report.quote import one_line, shorten, telling_part


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\tb  c ", "a b c"),
        ("\x1b[1mx\x07", "\ufffd[1mx\ufffd"),
        ("a\u202eb", "a\ufffdb"),
        ("👩\u200d👩", "👩\u200d👩"),
        ("", ""),
    ],
)
def test_one_line(text: str, expected: str) -> None:
    assert one_line(text) == expected


def test_shorten() -> None:
    assert shorten("one two three", 13) == "one two three"
    assert shorten("one two three", 10) == "one two…"  # cut at the near space
    assert shorten("x" * 20, 10) == "x" * 9 + "…"  # no space is near


def test_telling_part() -> None:
    text = "Bees dance. The gate is open. It rains."
    assert telling_part(text, "Is the gate open") == "… The gate is open. …"
    assert telling_part("The gate.", "x") == "The gate."
    assert telling_part("", "x") == ""


@given(st.text(max_size=80), st.integers(1, 30), st.text(max_size=20))
def test_properties(text: str, width: int, claim: str) -> None:
    short = shorten(text, width)
    assert len(short) <= width
    assert one_line(short) == short
    assert "\n" not in telling_part(text, claim)
    assert len(telling_part(text, claim, width)) <= width + 4
