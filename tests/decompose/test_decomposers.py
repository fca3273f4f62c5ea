from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.decompose import DECOMPOSERS, Decomposition
from dissensus.errors import InputError
from dissensus.types import Sample

TEXT = "Hello! # no heading. The bridge opened in 1954. Is it tall? It is.\n\n```\ncode\n```\n\nI don't know."


def decompose(name: str, response: str, claims: list[str] | None = None) -> Decomposition:
    given_claims = None if claims is None else tuple(claims)
    return DECOMPOSERS.load(name)(Sample(sample_id="s", response=response, documents=(), claims=given_claims))  # type: ignore[no-any-return]


def test_sentences() -> None:
    found = decompose("sentences", TEXT)
    assert [(c.claim_id, c.text) for c in found.claims] == [
        ("c1", "# no heading."),
        ("c2", "The bridge opened in 1954."),
        ("c3", "It is."),
    ]
    assert [(s.text, s.reason) for s in found.skipped] == [
        ("Hello!", "greeting"),
        ("Is it tall?", "question"),
        ("```\ncode\n```", "code"),
        ("I don't know.", "refusal"),
    ]


def test_headings_and_separators_are_no_claims_but_table_rows_below_the_first_are() -> None:
    found = decompose("sentences", "# Bridges\n***\n| bridge | 1954 |\n|---|---|\n| x | y |")
    assert [s.reason for s in found.skipped] == ["heading", "separator", "heading", "separator"]
    assert [c.text for c in found.claims] == ["| x | y |"]


def test_whole_runs_from_the_first_to_the_last_claim() -> None:
    found = decompose("whole", "Hello! It opened in 1954. Is it tall? It is. Thanks!")
    assert [(c.claim_id, c.text) for c in found.claims] == [("c1", "It opened in 1954. Is it tall? It is.")]
    assert [s.text for s in found.skipped] == ["Hello!", "Thanks!"]  # the question is part of the claim


@pytest.mark.parametrize("name", ["sentences", "whole"])
@pytest.mark.parametrize("response", ["", " \n", "I don't know.", "Hello! Is it tall?"])
def test_nothing_asserted_is_no_claim(name: str, response: str) -> None:
    found = decompose(name, response)
    assert found.claims == ()
    assert len(found.skipped) == sum(response.count(ch) for ch in ".!?")


def test_given_claims_are_found_in_the_response() -> None:
    response = "It is open. It is tall. It is open."
    found = decompose("given", response, ["It is open.", "It is open.", "It is tall.", "It is red.", "It is open."])
    assert [c.claim_id for c in found.claims] == ["c1", "c2", "c3", "c4", "c5"]
    # equal claims take successive occurrences; one out of order is looked for from the start; one not there has none
    assert [c.span for c in found.claims] == [(0, 11), (24, 35), (12, 23), None, (24, 35)]


def test_given_without_claims() -> None:
    assert decompose("given", "It is open.", []).claims == ()
    with pytest.raises(InputError, match=r"'s'.*\"claims\" is missing.*--decomposer sentences"):
        decompose("given", "It is open.")


parts = st.sampled_from(
    ["It opened in 1954. ", "Is it? ", "Hello! ", "I don't know. ", "\n\n", "# H\n", "- a b\n", "字。", "😀 "]
)


@pytest.mark.parametrize("name", sorted(DECOMPOSERS.targets()))
@given(
    response=st.lists(parts, max_size=10).map("".join) | st.text(max_size=40),
    picks=st.lists(st.integers(0, 9), max_size=4),
)
def test_every_decomposer(name: str, response: str, picks: list[int]) -> None:
    claims = [response[i : i + 5] for i in picks]
    found = decompose(name, response, claims)
    assert found == decompose(name, response, claims)  # pure
    assert [c.claim_id for c in found.claims] == [f"c{i + 1}" for i in range(len(found.claims))]
    for part in (*found.claims, *found.skipped):
        if part.span:
            assert response[slice(*part.span)] == part.text
    if name == "clauses":
        assert all(c.text.strip() == c.text != "" and (c.span or c.parts) for c in found.claims)
    elif name != "given":
        spans = sorted([c.span for c in found.claims if c.span] + [s.span for s in found.skipped])
        assert all(c.span and c.text.strip() == c.text != "" for c in found.claims)
        assert all(a[1] <= b[0] for a, b in pairwise(spans))
    else:
        assert [c.text for c in found.claims] == claims
