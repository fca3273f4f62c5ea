"""Which pairs of statements are worth judging: those about the same thing.

Two statements are near by the rare words, names and figures they share, by the closeness of their vectors, and by
values that measure the same attribute. Pairs are ranked by the three together; every pair of documents has its best
ones looked at before any has its tenth. All with all is a matter of matrix products; only the near are judged.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dissensus.conflicts.statements import Statement
from dissensus.quantities import values
from dissensus.signals.alignment import content

Matrix = npt.NDArray[np.float64]

NEAREST = 0.12
"""Nearness from which two statements may be about the same thing."""
LEAST = 0.04
"""Nearness from which the two best pairs of any two documents are judged all the same: a paraphrase shares few words."""
_BEST = 2
_QUESTION = 0.15
_BLOCK = 512
_WIDEST = 2000
"""Neighbours that a statement keeps at most."""
_WORDS = 8192
"""Columns of the word vectors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Two statements of different documents, by their place in the list of statements."""

    a: int
    b: int
    nearness: float
    """In [0, 1]."""


def candidates(
    listed: Sequence[Statement],
    groups: Sequence[int],
    vectors: npt.NDArray[np.float32] | None,
    *,
    per_pair: int,
    question: str | None = None,
) -> list[Candidate]:
    """The near pairs of statements of different groups, best first within rounds over the pairs of documents.

    Args:
        listed: Statements of all documents.
        groups: Shape (n_statements,): the origin of each statement; statements of one origin are not compared.
        vectors: Shape (n_statements, d), unit length, or None to go by words alone.
        per_pair: Most candidates for one pair of documents.
        question: What the documents were retrieved for: two statements that both speak to it are nearer.
    """
    if len(listed) < 2:
        return []
    origin = np.array(groups)
    near = _Nearness(listed, vectors, question)
    rows, columns, found = [], [], []
    for start in range(0, len(listed), _BLOCK):
        block = near.rows(start, start + _BLOCK)
        block[origin[start : start + _BLOCK, None] >= origin[None, :]] = 0.0
        if block.shape[1] > _WIDEST:  # of a very large set each statement keeps its nearest
            least = np.partition(block, -_WIDEST, axis=1)[:, -_WIDEST, None]
            block[block < least] = 0.0
        at = np.nonzero(block >= LEAST)
        rows.append(at[0] + start)
        columns.append(at[1])
        found.append(block[at])
    a_of, b_of, value_of = np.concatenate(rows), np.concatenate(columns), np.concatenate(found)
    taken: Counter[tuple[int, int]] = Counter()
    busy: Counter[tuple[int, int]] = Counter()
    ranked: list[tuple[int, float, Candidate]] = []
    for i in np.argsort(-value_of, kind="stable"):
        a, b = int(a_of[i]), int(b_of[i])
        pair = (int(origin[a]), int(origin[b]))
        # A statement meets its nearest few of another document; a general one would otherwise take every place.
        if (
            taken[pair] >= (per_pair if value_of[i] >= NEAREST else _BEST)
            or busy[(a, pair[1])] >= 3
            or busy[(b, pair[0])] >= 3
        ):
            continue
        busy[(a, pair[1])] += 1
        busy[(b, pair[0])] += 1
        value = float(value_of[i])
        ranked.append((taken[pair] // 3, -value, Candidate(a=a, b=b, nearness=value)))
        taken[pair] += 1
    return [candidate for *_, candidate in sorted(ranked, key=lambda r: r[:2])]


class _Nearness:
    """Nearness of every statement to every other, a block of rows at a time."""

    def __init__(
        self, listed: Sequence[Statement], vectors: npt.NDArray[np.float32] | None, question: str | None
    ) -> None:
        self._words = _word_vectors(listed)
        self._to_question = _shares(question, listed) if question else None
        self._vectors = vectors
        self._measured = [frozenset(value.dimension for value in values(s.text)) for s in listed]
        self._bearers: dict[str, list[int]] = defaultdict(list)
        for row, dimensions in enumerate(self._measured):
            for dimension in dimensions:
                self._bearers[dimension].append(row)
        # A lower layer's vectors are all alike to some degree: what counts is how far above the usual a pair is.
        sample = None if vectors is None else vectors[:: max(1, len(listed) // 512)]
        self._usual = 0.0 if sample is None else float(np.median(sample @ sample.T))

    def rows(self, start: int, end: int) -> Matrix:
        """Shape (end - start, n), in [0, 1]."""
        near = np.asarray(self._words[start:end] @ self._words.T, dtype=np.float64)
        if self._vectors is not None:
            cosine = (self._vectors[start:end] @ self._vectors.T - self._usual) / max(1e-6, 1 - self._usual)
            near = 0.7 * near + 0.3 * np.clip(cosine, 0, 1)
        if self._to_question is not None:
            near += _QUESTION * np.minimum(self._to_question[start:end, None], self._to_question[None, :])
        for i, dimensions in enumerate(self._measured[start:end]):
            bonus = np.zeros(near.shape[1])
            for dimension in dimensions:
                rows = self._bearers[dimension]
                bonus[rows] = np.maximum(bonus[rows], 0.04 if dimension == "count" else 0.08)
            near[i] += np.where(near[i] > 0.05, bonus, 0.0)
        return np.minimum(near, 1.0)


def _word_vectors(listed: Sequence[Statement]) -> npt.NDArray[np.float32]:
    """Shape (n, at most _WORDS) float32, unit length: the statements' content words, rare ones counting more."""
    own = [content(s.text) for s in listed]
    read = [content(s.read) for s in listed]
    counts = Counter(stem for found in read for stem in sorted(found))  # a set has another order in every process
    # The commonest have a column of their own; beyond the width rare words share one.
    place = {stem: i % _WORDS for i, (stem, _) in enumerate(counts.most_common())}
    weight = {stem: math.log(1 + len(listed) / n) for stem, n in counts.items()}
    dense = np.zeros((len(listed), min(_WORDS, len(place))), dtype=np.float32)
    for row, found in enumerate(read):
        # What is said above and before a statement counts, but less than what it says itself.
        for stem in found:
            dense[row, place[stem]] += weight[stem] * (1.0 if stem in own[row] else 0.4)
    norms = np.linalg.norm(dense, axis=1, keepdims=True)
    return np.asarray(dense / np.where(norms == 0, 1, norms))


def _shares(question: str, listed: Sequence[Statement]) -> Matrix:
    """Shape (n,): the share of the question's content words that each statement is read with, in [0, 1]."""
    wanted = content(question)
    return np.array([len(wanted & content(s.read)) / max(1, len(wanted)) for s in listed])
