"""The two rules of the pipeline article, without a model of inference: a floor to measure the default against.

Source: "Conflict detection between retrieval and generation" (the 220 MB article). Pairs of documents whose topic
similarity is at least 0.68 are tested: *numerical contradiction* fires when both have meaningful numbers and none in
common (years 1900-2099 and bare integers under 10 left out); *signal asymmetry* when one side has a negation or a
direction word that the other lacks. Differs from the source: similarity is the cosine of the embedded encoder here,
on which 0.68 was not calibrated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from dissensus.conflicts.statements import Statement
from dissensus.types import Document
from dissensus.words import words

TOPIC_GATE = 0.68
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_SIGNALS = frozenset(
    """not no never without none cannot won't don't doesn't didn't isn't aren't wasn't weren't increased increase reduced
    reduce decreased decrease eliminated discontinued removed ended rose fell raised lowered cancelled suspended
    reversed revoked abolished replaced deprecated""".split()
)


def numbers(text: str) -> set[float]:
    """The numbers that mean something: no year, no bare integer under 10."""
    found = set()
    for match in _NUMBER.finditer(text):
        value = float(match.group().replace(",", ""))
        whole = "." not in match.group()
        if not (whole and (value < 10 or 1900 <= value <= 2099)):
            found.add(value)
    return found


def signals(text: str) -> set[str]:
    """Negations and direction words of a text."""
    return {word.lower for word in words(text)} & _SIGNALS


def rule(a: str, b: str) -> str | None:
    """`numeric` or `negation` where a rule fires between two texts, else None; the numerical one comes first."""
    one, other = numbers(a), numbers(b)
    if one and other and not one & other:
        return "numeric"
    if signals(a) ^ signals(b):
        return "negation"
    return None


def pairs(
    documents: Sequence[Document], vectors: npt.NDArray[np.float32], gate: float = TOPIC_GATE
) -> list[tuple[int, int, str, float]]:
    """Pairs of documents on which a rule fires: rows, rule, similarity.

    Args:
        documents: The documents.
        vectors: Shape (n_documents, d), unit length.
        gate: Least cosine of two documents on one topic.
    """
    similar = vectors @ vectors.T
    found = []
    for i, j in combinations(range(len(documents)), 2):
        if similar[i, j] >= gate and (kind := rule(documents[i].text, documents[j].text)):
            found.append((i, j, kind, float(similar[i, j])))
    return found


def telling(listed: Sequence[Statement], kind: str) -> Statement | None:
    """The statement of a document that a rule rests on, the first one where several do."""
    shown = numbers if kind == "numeric" else signals
    return next((s for s in listed if shown(s.text)), listed[0] if listed else None)
