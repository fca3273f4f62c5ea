"""Copies of one origin, on the labelled sets and on texts whose answer is plain."""

from __future__ import annotations

import json
import random
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from dissensus.conflicts.copies import origins
from dissensus.io import read_rows
from dissensus.types import Document

TESTS = Path(__file__).parents[1]
FILES = [TESTS / "conflicts" / "copies_dev.jsonl", TESTS / "frozen" / "copies.jsonl"]


def sets(path: Path) -> list[tuple[dict[str, Any], tuple[Document, ...]]]:
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [{"response": "", "documents": item["documents"]} for item in items]
    samples, _, _ = read_rows(rows, strict=True, where=str(path))
    return [(item, sample.documents) for item, sample in zip(items, samples, strict=True)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_number_of_origins_is_exact_in_nine_sets_of_ten(path: Path) -> None:
    listed = sets(path)
    exact = sum(len(origins(documents)) == len(item["origins"]) for item, documents in listed)
    assert exact / len(listed) >= 0.90


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_order_of_documents_does_not_change_the_groups(path: Path) -> None:
    draw = random.Random(3)
    for item, documents in sets(path):
        wanted = {frozenset(group) for group in origins(documents)}
        turned = list(documents)
        for _ in range(3):
            draw.shuffle(turned)
            assert {frozenset(group) for group in origins(turned)} == wanted, item["id"]


STORY = (
    "Forty people were taken off the ferry Sula Star early on Tuesday after a fire broke out in its engine room two "
    "miles from the harbour. Two lifeboats and a fishing vessel brought the passengers ashore."
)
OTHER = (
    "Brewing tea at altitude needs patience: water boils at 90 degrees, so leaves should steep longer than the packet "
    "says. Guides on the ridge carry a flask from the valley and never bother."
)
EDITION = (
    "The standard tier of the service is limited to {} requests per minute for every key that an account holds today."
)


def doc(doc_id: str, text: str, published: str | None = None) -> Document:
    return Document(doc_id=doc_id, text=text, published=date.fromisoformat(published) if published else None)


def test_a_reprint_under_another_header_is_a_copy() -> None:
    reprint = f"THE COURIER | By our own staff\n\n{STORY.upper()}\n\nRead more on our site."
    assert origins([doc("a", STORY), doc("b", OTHER), doc("c", reprint)]) == (("a", "c"), ("b",))


def test_within_a_group_the_earliest_comes_first_and_the_undated_last() -> None:
    listed = [doc("a", STORY), doc("b", STORY, "2023-03-15"), doc("c", STORY, "2023-03-14"), doc("d", STORY)]
    assert origins(listed) == (("c", "b", "a", "d"),)


def test_a_new_edition_with_another_figure_is_no_copy() -> None:
    old, new = EDITION.format(100), EDITION.format(500)
    assert len(origins([doc("a", old, "2023-01-01"), doc("b", new, "2024-01-01")])) == 2
    # The same figure in a later printing, or no date to tell an edition by: a copy.
    assert len(origins([doc("a", old, "2023-01-01"), doc("b", old, "2024-01-01")])) == 1
    assert len(origins([doc("a", old, "2023-01-01"), doc("b", new)])) == 1
    assert len(origins([doc("a", old, "2023-01-01"), doc("b", new, "2023-01-01")])) == 1


def test_texts_too_short_to_tell_stand_alone() -> None:
    short = "The limit is 100 requests per minute."
    assert origins([doc("a", short), doc("b", short)]) == (("a",), ("b",))


def test_copying_is_passed_on() -> None:
    first, second, third = STORY, f"{STORY} {OTHER}", OTHER
    # The middle one holds both others whole.
    assert len(origins([doc("a", first), doc("b", second), doc("c", third)])) == 1


@pytest.mark.parametrize("texts", [[], [""], ["", ""], ["123 " * 40]])
def test_empty_and_odd_documents(texts: list[str]) -> None:
    listed = [doc(str(n), text) for n, text in enumerate(texts)]
    assert sorted(i for group in origins(listed) for i in group) == [d.doc_id for d in listed]
