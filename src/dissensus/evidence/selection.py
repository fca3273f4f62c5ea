"""Which passages of a document a claim needs: those near it in words, or in meaning.

A long manual has hundreds of passages and a claim concerns one or two. Passages are ranked twice, by the words they
share with the claim, rare ones counting more, and by the closeness of their vectors; what is high in either ranking
is judged. The choice depends on the claim and the document alone.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

LEAST = 10
"""Passages judged in any case in each ranking: documents up to this long are judged whole."""
SHARE = 0.4
"""Share of a long document's passages taken from each ranking."""

Vectors = npt.NDArray[np.float32]
_TERM = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
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
        "it",
        "its",
        "that",
        "this",
        "these",
        "those",
        "which",
        "who",
        "has",
        "have",
        "had",
        "do",
        "does",
        "did",
        "also",
        "but",
        "not",
        "no",
    ]
)


def terms(text: str) -> set[str]:
    """Words and numbers of a text, lower-cased, without stop words and common endings; single characters of scripts
    that put no space between words."""
    found: set[str] = set()
    for term in _TERM.findall(text.lower()):
        if term[0] > "\u2e7f":
            found.update(term)
        elif term not in _STOP:
            found.add(re.sub(r"(?<=...)(?:ing|ed|es|s|ly)$", "", term))
    return found


def overlap(claim: set[str], passages: Sequence[set[str]]) -> list[float]:
    """For each passage the share of the claim's terms that it holds, in [0, 1], weighted by rarity in the document."""
    counts = Counter(term for passage in passages for term in claim & passage)
    weights = {term: math.log(1 + len(passages) / (1 + counts[term])) for term in claim}
    whole = sum(weights.values()) or 1.0
    return [sum(weights[term] for term in claim & passage) / whole for passage in passages]


def select(
    claim: str,
    passages: Sequence[set[str]],
    claim_vector: Vectors | None = None,
    passage_vectors: Vectors | None = None,
) -> list[int]:
    """Indices of the passages that a claim needs, in order; all of them for a short document.

    Args:
        claim: The claim.
        passages: Terms of each passage of the document (:func:`terms`).
        claim_vector: Shape (d,), unit length, or None to go by words alone.
        passage_vectors: Shape (n_passages, d), unit length.
    """
    n = len(passages)
    k = max(LEAST, math.ceil(n * SHARE))
    if n <= k:
        return list(range(n))
    rankings = [np.array(overlap(terms(claim), passages))]
    if claim_vector is not None and passage_vectors is not None:
        rankings.append(passage_vectors @ claim_vector)
    chosen: set[int] = set()
    for scores in rankings:
        chosen.update(int(i) for i in np.argsort(-scores, kind="stable")[:k])
    return sorted(chosen)
