from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.segment import sentences, typed_sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], kind) for (start, end), kind in typed_sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It opened. It closed.", ["It opened.", "It closed."]),
        ("It opened in 1954", ["It opened in 1954"]),  # a missing last full stop loses nothing
        ("It opened. It closed", ["It opened.", "It closed"]),
        ("Dr. Smith met Mrs. Jones. They spoke.", ["Dr. Smith met Mrs. Jones.", "They spoke."]),
        ("Use tools, e.g. a hammer. Then stop.", ["Use tools, e.g. a hammer.", "Then stop."]),
        ("Growth was 3.5 percent. Costs fell 0.4.", ["Growth was 3.5 percent.", "Costs fell 0.4."]),
        ("See https://example.org/a.b?c=d. It helps.", ["See https://example.org/a.b?c=d.", "It helps."]),
        ("Mail a.b@example.org today. Thanks.", ["Mail a.b@example.org today.", "Thanks."]),
        ("The author J. R. R. Tolkien wrote it. It sold.", ["The author J. R. R. Tolkien wrote it.", "It sold."]),
        ("Is it tall? Yes! It is.", ["Is it tall?", "Yes!", "It is."]),
        ("First paragraph\n\nSecond paragraph", ["First paragraph", "Second paragraph"]),
        ("A line that\ngoes on. Next.", ["A line that\ngoes on.", "Next."]),
        ("- one\n- two", ["one", "two"]),
        ("1. one\n2) two\n* three", ["one", "two", "three"]),
        ("> quoted words", ["quoted words"]),
        ("", []),
        (" \n\t\n ", []),
        ("桥于1954年开放。它很高！真的？", ["桥于1954年开放。", "它很高！", "真的？"]),
        ("पुल खुला। वह ऊँचा है॥", ["पुल खुला।", "वह ऊँचा है॥"]),
        ("افتتح الجسر۔ هل هو طويل؟ نعم", ["افتتح الجسر۔", "هل هو طويل؟", "نعم"]),
        ("Smile 😀 now. Then 👩‍👩‍👧 go.", ["Smile 😀 now.", "Then 👩‍👩‍👧 go."]),
        ("One.\r\nTwo.\r\n\r\nThree", ["One.", "Two.", "Three"]),
        ("- one\r\n- two\r\n", ["one", "two"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A. Einstein published it in 1905.", "A. Einstein published it in 1905."),
        ("J. R. R. Tolkien wrote it.", "J. R. R. Tolkien wrote it."),
        ("> 5 % of the patients died.", "> 5 % of the patients died."),
    ],
)
def test_a_line_that_only_looks_like_an_item_loses_no_words(text: str, expected: str) -> None:
    assert split(text) == [expected]


def test_layout_has_kinds() -> None:
    text = "# Bridges\n\nThey are tall.\n---\n| a | b |\n|---|---|\n| 1 | 2 |\n- An item. With two.\n```py\nx = 1\n```\nEnd"
    assert kinds(text) == [
        ("Bridges", "heading"),
        ("They are tall.", "text"),
        ("---", "separator"),
        ("| a | b |", "heading"),
        ("|---|---|", "separator"),
        ("| 1 | 2 |", "row"),
        ("An item.", "item"),
        ("With two.", "item"),
        ("```py\nx = 1\n```", "code"),
        ("End", "text"),
    ]


def test_a_code_fence_that_is_never_closed_runs_to_the_end() -> None:
    assert kinds("Before.\n~~~\n# not a heading\n- nor an item") == [
        ("Before.", "text"),
        ("~~~\n# not a heading\n- nor an item", "code"),
    ]


def test_inline_code_opens_no_fence() -> None:
    assert [kind for _, kind in kinds("```x = 1``` sets x.\nIt is used later.")] != ["code"]


def test_a_sentence_of_4000_words_is_one_span() -> None:
    text = " ".join(["word"] * 4000) + ". Next."
    assert split(text) == [text[:-6], "Next."]


pieces = st.sampled_from(
    ["One", " ", "\n", "\n\n", "\r\n", ". ", "? ", "! ", "。", "؟ ", "।", "Dr. ", "3.5", "- ", "1. ", "# ", "> ", "| a |",
     "```", "---", "😀", "é", "e\u0301", "\u00a0", "\u2028", "\x0c", "\t", "https://a.b/c. ", "「", "」", '"', "...", "\x00"]
)  # fmt: skip
MARKER = re.compile(r"[-*+•‣▪–>#]+|\d{1,3}[.)]|[a-zA-Z][.)]")


@given(st.lists(pieces, max_size=25).map("".join) | st.text(max_size=60))
def test_spans_are_ordered_disjoint_trimmed_and_lose_only_markers(text: str) -> None:
    spans = sentences(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
    starts = [0, *(end for _, end in spans)]
    ends = [*(start for start, _ in spans), len(text)]
    for start, end in zip(starts, ends, strict=True):
        for left in text[start:end].split():
            assert MARKER.fullmatch(left), (text, left)
