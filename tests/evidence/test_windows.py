from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.evidence import windows
from dissensus.segment import sentences


def words(texts: list[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def pieces(texts: list[str]) -> list[int]:
    """Like a subword tokenizer: a word of up to four letters is one token, each further four one more; CJK one each."""
    found = []
    for text in texts:
        cjk = sum(ch > "\u3000" for ch in text)
        found.append(cjk + sum((len(w) + 3) // 4 for w in re.findall(r"[^\s\u3001-\uffff]+", text)))
    return found


def cut(text: str, budget: int, overlap: int = 1) -> list[str]:
    return [text[start:end] for start, end in windows(text, budget, words, overlap)]


def test_sentences_are_packed_and_overlap_by_one() -> None:
    text = "It rose. He fell. We sat. You ran."  # two words each; budget 4 holds two sentences
    assert cut(text, 4) == ["It rose. He fell.", "He fell. We sat.", "We sat. You ran."]
    assert cut(text, 4, overlap=0) == ["It rose. He fell.", "We sat. You ran."]
    assert cut(text, 8) == [text]
    assert cut(text, 2) == ["It rose.", "He fell.", "We sat.", "You ran."]  # no room to overlap


def test_the_overlap_gives_way_to_a_long_sentence() -> None:
    # 2 + 3 fit in 5; the last has 5 words and stands alone
    assert cut("It rose. He fell down. We sat on the bench.", 5) == ["It rose. He fell down.", "We sat on the bench."]


@pytest.mark.parametrize("text", ["", "  \n\t", "\n\n"])
def test_nothing_has_no_window(text: str) -> None:
    assert cut(text, 5) == []


def test_an_overlong_sentence_is_cut_at_white_space_with_overlap() -> None:
    text = " ".join(f"word{i:04}" for i in range(4000)) + "."
    spans = windows(text, 100, words)
    assert max(words([text[a:b] for a, b in spans])) <= 100
    assert all(text[a:b].strip().startswith("word") for a, b in spans)  # no word is cut
    assert all(after[0] < before[1] for before, after in pairwise(spans))  # neighbours overlap
    assert (spans[0][0], spans[-1][1]) == (0, len(text))
    assert len(spans) < 100  # 4000 / (100 * .7 * .75) = 76


def test_text_without_white_space_is_cut_anywhere() -> None:
    text = "字" * 3000
    spans = windows(text, 128, pieces)
    assert max(pieces([text[a:b] for a, b in spans])) <= 128
    assert (spans[0][0], spans[-1][1]) == (0, 3000)


def test_the_budget_holds_where_a_sentence_gets_denser() -> None:
    # 600 words of 4 letters (1 token in 5 characters), then 600 CJK characters (1 token each), one sentence
    text = "word " * 600 + "字" * 600
    assert max(pieces([text[a:b] for a, b in windows(text, 128, pieces)])) <= 128


def test_wide_gaps_give_no_empty_window() -> None:
    # a table turned into text: runs of spaces wider than a passage
    text = ("cell " * 60 + " " * 900) * 3 + "end"
    assert all(text[a:b].strip() for a, b in windows(text, 40, words))


sentence = st.lists(st.sampled_from(["a", "word", "longerword", "3.5", "字字字", "x" * 30]), min_size=1, max_size=14)
documents = st.lists(sentence, max_size=12).map(lambda parts: " ".join(" ".join(part) + "." for part in parts))
gaps = st.lists(st.sampled_from(["word", " ", "     ", "\n", "\n\n", ". ", "- ", "字", "。", "x" * 25]), max_size=30)


@pytest.mark.parametrize("measure", [words, pieces])
@given(text=documents | gaps.map("".join) | st.text(max_size=80), budget=st.integers(1, 40), overlap=st.integers(0, 3))
def test_windows_cover_everything_move_forward_and_are_never_empty(
    measure: object, text: str, budget: int, overlap: int
) -> None:
    spans = windows(text, budget, measure, overlap)  # type: ignore[arg-type]
    covered = {i for start, end in spans for i in range(start, end)}
    for start, end in sentences(text):
        assert all(i in covered or text[i].isspace() for i in range(start, end))
    assert all(text[start:end].strip() for start, end in spans)
    assert all(a[0] < b[0] and a[1] <= b[1] for a, b in pairwise(spans))


@given(text=documents, budget=st.integers(14, 60))
def test_windows_of_whole_sentences_keep_to_the_budget(text: str, budget: int) -> None:
    # no sentence is over the budget (14 words at most), and words add up exactly
    assert all(size <= budget for size in words(cut(text, budget)))
