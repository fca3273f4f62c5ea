"""Which pairs of statements are judged."""

from __future__ import annotations

import random

from dissensus.conflicts.candidates import candidates
from dissensus.conflicts.statements import Statement, statements
from dissensus.types import Document


def listed(*texts: str) -> list[Statement]:
    return statements([Document(doc_id=f"d{n}", text=text) for n, text in enumerate(texts)])[0]


def pairs(found: list[Statement], **options: object) -> set[frozenset[str]]:
    near = candidates(found, [s.row for s in found], None, per_pair=8, **options)  # type: ignore[arg-type]
    return {frozenset((found[c.a].text, found[c.b].text)) for c in near}


def test_statements_about_one_thing_are_the_nearest() -> None:
    found = listed(
        "Bees dance for their food. The bridge opened in 1954.", "Tea wants hot water. The bridge was opened in 1961."
    )
    first = candidates(found, [s.row for s in found], None, per_pair=8)[0]
    assert {found[first.a].text, found[first.b].text} == {
        "The bridge opened in 1954.",
        "The bridge was opened in 1961.",
    }


def test_statements_of_one_document_are_not_compared() -> None:
    found = listed("The bridge opened in 1954. The bridge was opened in 1961.")
    assert pairs(found) == set()
    # Nor those of one origin.
    two = listed("The bridge opened in 1954.", "The bridge was opened in 1961.")
    assert candidates(two, [0, 0], None, per_pair=8) == []


def test_no_pair_comes_twice_and_none_is_over_the_limit() -> None:
    texts = [
        " ".join(f"The bridge {w} opened in {y}." for w in ("one", "two", "three", "four")) for y in range(1954, 1960)
    ]
    found = listed(*texts)
    near = candidates(found, [s.row for s in found], None, per_pair=3)
    seen = [frozenset((c.a, c.b)) for c in near]
    assert len(seen) == len(set(seen))
    of_pair: dict[frozenset[str], int] = {}
    for c in near:
        assert found[c.a].row != found[c.b].row
        assert 0 <= c.nearness <= 1.0
        key = frozenset((found[c.a].doc_id, found[c.b].doc_id))
        of_pair[key] = of_pair.get(key, 0) + 1
    assert set(of_pair.values()) <= {1, 2, 3}
    assert len(of_pair) == 15  # six documents, every two of them


def test_the_order_of_documents_does_not_change_the_pairs() -> None:
    texts = [
        "The bridge opened in 1954. The toll is 2 euros.", "The bridge was opened in 1961.", "The toll of the bridge is 3 euros.",
        "Bees dance for their food.",
    ]  # fmt: skip
    wanted = pairs(listed(*texts))
    draw = random.Random(1)
    for _ in range(5):
        draw.shuffle(texts)
        assert pairs(listed(*texts)) == wanted


def test_fewer_than_two_statements() -> None:
    assert candidates([], [], None, per_pair=8) == []
    assert pairs(listed("The bridge opened in 1954.")) == set()
