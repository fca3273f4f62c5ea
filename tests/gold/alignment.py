"""When a claim of a decomposer counts as a claim of the gold set.

Two claims match when the F1 of their content words is at least .7; each is matched once, so that as many as possible
are. Content words are lower-cased, without stop words and plural or verb endings; numbers count whole. Fixed before
the decomposer was measured.
"""

from __future__ import annotations

import re
from collections import Counter

THRESHOLD = 0.7
_STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "and",
        "or",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "as",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "it",
        "its",
        "that",
        "this",
        "these",
        "those",
        "which",
        "who",
        "whom",
        "whose",
        "has",
        "have",
        "had",
        "do",
        "does",
        "did",
        "also",
        "but",
    ]
)


def words(text: str) -> Counter[str]:
    """Content words of a text with their counts."""
    found = re.findall(r"\d+(?:[.,:]\d+)*|[^\W\d_]+", text.lower())
    return Counter(re.sub(r"(?<=...)(?:ing|ed|es|s)$", "", w) for w in found if w not in _STOP)


def f1_of(one: str, other: str) -> float:
    """F1 of the content words of two texts, in [0, 1]."""
    a, b = words(one), words(other)
    common = sum((a & b).values())
    return 2 * common / (sum(a.values()) + sum(b.values())) if common else 0.0


def matched(found: list[str], gold: list[str]) -> list[tuple[int, int]]:
    """Index pairs of a largest one-to-one matching of claims (augmenting paths, best overlaps first)."""
    edges = {
        i: sorted(
            (j for j in range(len(gold)) if f1_of(claim, gold[j]) >= THRESHOLD), key=lambda j: -f1_of(claim, gold[j])
        )
        for i, claim in enumerate(found)
    }
    taken: dict[int, int] = {}

    def place(i: int, seen: set[int]) -> bool:
        for j in edges[i]:
            if j in seen:
                continue
            seen.add(j)
            if j not in taken or place(taken[j], seen):
                taken[j] = i
                return True
        return False

    for i in edges:
        place(i, set())
    return sorted((i, j) for j, i in taken.items())
