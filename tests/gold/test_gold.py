"""The decomposer keeps what it has been measured at on the gold set."""

from __future__ import annotations

from measure import agreement, load, measure


def test_clauses_on_the_frozen_half() -> None:
    figures = measure("test", "clauses")
    assert figures.f1 >= 0.85
    assert figures.covered >= 0.98
    assert figures.from_nonclaims <= 1
    assert figures.cs_c_error <= 0.06
    assert figures.f1 > measure("test", "sentences").f1 + 0.2


def test_clauses_on_the_development_halves() -> None:
    for half in ("dev", "dev2"):
        figures = measure(half, "clauses")
        assert figures.f1 >= 0.88
        assert figures.covered >= 0.98
        assert figures.from_nonclaims == 0


def test_two_annotators_agree() -> None:
    assert agreement() >= 0.9


def test_the_gold_set_is_sound() -> None:
    for half in ("dev", "dev2", "test"):
        for row in load(half):
            for claim in row["claims"]:
                assert all(part in row["response"] for part in claim["parts"])
                assert len(claim["labels"]) == 3
            assert all(part in row["response"] for part in row["skipped"])
