"""The two rules of the pipeline article, on its own three scenarios and on what they have to pass over."""

from __future__ import annotations

import numpy as np
import pytest

from dissensus.conflicts.heuristic import numbers, pairs, rule, signals, telling
from dissensus.conflicts.statements import statements
from dissensus.types import Document

SCENARIOS = {
    "restated earnings": (
        "Q4 earnings release: preliminary revenue for the fourth quarter was 4.2 million dollars, up 18% on the year.",
        "Q4 earnings restated: after the audit, revenue for the fourth quarter is 6.8 million dollars, up 22% on the year.",
        "numeric",
    ),
    "remote work policy": (
        "HR policy of June 2023: all employees must be in the office three days per week; remote work needs approval.",
        "HR policy of November 2023: employees do not have to be in the office; the three-day rule was removed.",
        "negation",
    ),
    "rate limits of an interface": (
        "API reference v1.2: the standard tier is limited to 100 requests per minute.",
        "API reference v2.0: the standard tier is limited to 500 requests per minute.",
        "numeric",
    ),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_scenarios_of_the_article_fire(name: str) -> None:
    a, b, kind = SCENARIOS[name]
    assert rule(a, b) == rule(b, a) == kind


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The limit is 100 requests per minute.", "One may send 100 requests a minute."),
        ("The office is open.", "The office opens at dawn."),
        ("The fee is 40 euros.", "There is a fee."),
        # One number in common is enough.
        ("From 40 to 55 euros.", "It costs 55 euros, formerly 60."),
        # Years and single digits say nothing.
        ("Founded in 1954 with 3 people.", "Founded in 1961 with 7 people."),
        ("Dogs are not allowed.", "It is not allowed to bring a dog."),
        ("", ""),
    ],
)
def test_texts_that_agree_do_not(a: str, b: str) -> None:
    assert rule(a, b) is None
    assert rule(b, a) is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("in 1900, 1999 and 2099", set()),
        ("in 1899 and 2100", {1899.0, 2100.0}),
        ("9 of 10", {10.0}),
        ("1,250,000 and 3.5", {1250000.0, 3.5}),
        ("2.0 percent", {2.0}),
        ("nothing", set()),
    ],
)
def test_numbers_that_mean_something(text: str, wanted: set[float]) -> None:
    assert numbers(text) == wanted


def test_signals() -> None:
    assert signals("Sales never ROSE, and it doesn't matter.") == {"never", "rose", "doesn't"}
    assert signals("It doesn’t matter.") == {"doesn't"}
    assert signals("The north wind is nothing.") == set()


def documents(*texts: str) -> list[Document]:
    return [Document(doc_id=str(n), text=text) for n, text in enumerate(texts)]


def test_documents_of_other_topics_are_not_tested() -> None:
    texts = documents("The fee is 40 euros.", "The fee is 55 euros.", "The tower has 90 steps.")
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1]], dtype=np.float32)
    assert [found[:3] for found in pairs(texts, vectors)] == [(0, 1, "numeric")]
    assert [found[:2] for found in pairs(texts, vectors, gate=0.5)] == [(0, 1), (1, 2)]
    assert pairs(texts[:1], vectors[:1]) == []


def test_the_statement_that_a_rule_rests_on() -> None:
    listed, _ = statements(documents("Here is the list. The fee is 40 euros. It is not for children."))
    assert [telling(listed, kind).text for kind in ("numeric", "negation")] == [  # type: ignore[union-attr]
        "The fee is 40 euros.",
        "It is not for children.",
    ]
    assert telling(listed[:1], "numeric") is listed[0]
    assert telling([], "numeric") is None
