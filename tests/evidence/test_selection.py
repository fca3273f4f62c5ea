from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.evidence import contexts, select, terms, windows
from dissensus.evidence.selection import LEAST, overlap


def test_terms_drop_stop_words_and_endings_and_keep_numbers_whole() -> None:
    assert terms("The bridges opened in 1,954.5 of it") == {"bridg", "open", "1,954.5"}
    assert terms("该桥1954年") == {"该", "桥", "1954", "年"}


def test_rare_words_count_more() -> None:
    passages = [terms(t) for t in ("the city is old", "the city is new", "the harbour is old")]
    # city in 2 of 3 passages, harbour in 1: ln(1 + 3/3) = .693, ln(1 + 3/2) = .916; sum 1.609
    assert overlap({"city", "harbour"}, passages) == pytest.approx(
        [0.693 / 1.609, 0.693 / 1.609, 0.916 / 1.609], abs=1e-3
    )


def test_a_short_document_is_judged_whole() -> None:
    assert select("x", [{"y"}] * LEAST) == list(range(LEAST))


def test_the_passage_that_speaks_of_the_claim_is_kept() -> None:
    passages = [terms(f"Filler number {i} on ponds.") for i in range(40)]
    passages[23] = terms("The harbour master moved to Bergen.")
    assert 23 in select("The harbour master lives in Bergen.", passages)
    # in meaning only: no word shared
    vectors = np.zeros((40, 2), dtype=np.float32)
    vectors[:, 0] = 1
    vectors[31] = (0, 1)
    chosen = select("Zzz.", passages, np.array([0, 1], dtype=np.float32), vectors)
    assert 31 in chosen
    assert len(chosen) <= 32  # 16 of each ranking


@given(st.lists(st.sets(st.sampled_from("abcdef")), max_size=60), st.permutations(range(5)))
def test_a_choice_depends_on_its_own_document_alone(passages: list[set[str]], order: list[int]) -> None:
    claims = ["a b", "c", "d e f", "f", "zz"]
    alone = {claim: select(claim, passages) for claim in claims}
    assert {claims[i]: select(claims[i], passages) for i in order} == alone
    for chosen in alone.values():
        assert chosen == sorted(set(chosen))
        assert len(chosen) >= min(LEAST, len(passages))


def words(texts: list[str]) -> list[int]:
    return [len(text.split()) for text in texts]


def test_headings_titles_and_header_rows_travel_with_their_passages() -> None:
    text = (
        "# Pay\nIt rose by four percent.\n# Leave\nIt fell.\n\n| year | days |\n|---|---|\n| 2023 | 30 |\n| 2024 | 25 |"
    )
    spans = windows(text, 5, words)
    above = dict(zip([text[a:b] for a, b in spans], contexts(text, spans, "Staff rules"), strict=True))
    assert above["It rose by four percent."] == "Staff rules. Pay"
    row = next(t for t in above if "2024" in t and "year" not in t)
    assert above[row] == "Staff rules. Leave\n| year | days |"


def test_a_title_that_the_text_opens_with_is_not_said_twice() -> None:
    assert contexts("# Staff rules\nNo pets.", [(14, 22)], "Staff rules") == ["Staff rules"]
    assert contexts("No pets.", [(0, 8)], None) == [""]
    assert contexts("No pets.", [(0, 8)], "x" * 500) == [""]
