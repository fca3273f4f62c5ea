"""ConflictScore: how much of a response rests on documents that disagree.

D+ and D- are the documents that support and contradict a claim. A claim is conflicted when both are non-empty.

    CS-C = conflicted claims / claims
    CS-R = mean over claims of |D-| / (|D+| + |D-|)

Both are fractions in [0, 1]; lower is better. With source weights the counts become sums of weights; weights of 1
give the unweighted figures.

Source: ConflictScore, arXiv 2606.26437, aggregation stage. Differs from the source where it is silent: a claim with
neither side is 0/0 there and `undecided` here; a response without claims is undefined, never 0; pairs that the judge
could not label are left out and widen `bounds`. The paper's Figure 2 prints CS-R 0.71 for counts (4,0) (3,1) (2,2)
(1,3) (1,3) (1,0); its own formula gives 0.375, and so does this module (CS-C .6667 agrees).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from dissensus.errors import InputError
from dissensus.metrics.matrix import CONTRADICTS, SUPPORTS, UNSCORED, LabelMatrix
from dissensus.types import MetricValue

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The open points of the definition; all of them are part of the signature."""

    undecided: Literal["zero", "skip"] = "zero"
    """A claim with D+ = D- = empty contributes 0 to CS-R, or is left out of it."""
    conflicted_only: bool = False
    """CS-R sums over conflicted claims only, still divided by all claims."""
    min_weight: float = 0.0
    """A side counts when its summed weight is above this (exclusive)."""

    def __post_init__(self) -> None:
        if self.undecided not in ("zero", "skip"):
            raise InputError(f"undecided is {self.undecided!r}; expected 'zero' or 'skip'")
        number = isinstance(self.min_weight, int | float) and not isinstance(self.min_weight, bool)
        if not (number and np.isfinite(self.min_weight) and self.min_weight >= 0):
            raise InputError(f"min_weight is {self.min_weight!r}; expected a finite number >= 0")


@dataclass(frozen=True, slots=True)
class _Terms:
    """Per-claim terms of a mean: their value now and the range it could take once all pairs are scored.

    The mean is taken over the claims in `present`; claims in `possible` could join it once their unscored pairs are
    labelled. `low` and `high` are the least and the greatest value the term could then take. All of shape (n_claims,).
    """

    value: Floats
    present: npt.NDArray[np.bool_]
    low: Floats
    high: Floats
    possible: npt.NDArray[np.bool_]

    def mean(self) -> float | None:
        return float(self.value[self.present].mean()) if self.present.any() else None

    def bounds(self) -> tuple[float, float] | None:
        optional = self.possible & ~self.present
        low = _extreme(self.low[self.present], self.low[optional], sign=1)
        high = _extreme(self.high[self.present], self.high[optional], sign=-1)
        return None if low is None or high is None else (low, high)


def _extreme(certain: Floats, optional: Floats, sign: int) -> float | None:
    """The least (sign 1) or greatest (sign -1) mean of the certain terms with any choice of the optional ones."""
    if not certain.size and not optional.size:
        return None
    ordered = list(np.sort(sign * optional))
    if certain.size:
        total, n = float((sign * certain).sum()), int(certain.size)
    else:
        total, n = float(ordered.pop(0)), 1
    for term in ordered:
        if term >= total / n:
            break
        total, n = total + float(term), n + 1
    return sign * total / n


def _ratio(part: Floats, whole: Floats) -> Floats:
    """part / whole, 0 where whole is 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def _conflict_range(matrix: LabelMatrix, min_weight: float) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """(certainly conflicted, possibly conflicted) per claim, given that unscored pairs may take any label."""
    support, contradict = matrix.weight_of(SUPPORTS), matrix.weight_of(CONTRADICTS)
    certain = (support > min_weight) & (contradict > min_weight)
    possible = np.array(
        [
            _can_conflict(s, c, matrix.weights[row == UNSCORED], min_weight)
            for s, c, row in zip(support, contradict, matrix.labels, strict=True)
        ],
        dtype=bool,
    )
    return certain, certain | possible


def _can_conflict(support: float, contradict: float, free: Floats, min_weight: float) -> bool:
    """Whether the free weights can be dealt to the two sides so that both exceed `min_weight`."""
    plus, minus = _sides(support, contradict, free)
    return bool(((plus > min_weight) & (minus > min_weight)).any())


def _sides(support: float, contradict: float, free: Floats, limit: int = 12) -> tuple[Floats, Floats]:
    """What D+ and D- can weigh once every free document has been dealt to one of them.

    All ways up to `limit` documents of unequal weight; the lightest of more are dealt as one, so that ranges can then
    be narrower than the truth, never wider.
    """
    if free.size and np.all(free == free[0]):
        n = np.arange(free.size + 1)
        dealt = np.stack([n, free.size - n], axis=1) * free[0]
    else:
        ordered = np.sort(free)[::-1]
        dealt = np.zeros((1, 2))
        for weight in [*ordered[:limit], ordered[limit:].sum()]:
            dealt = np.concatenate([dealt + np.array([weight, 0.0]), dealt + np.array([0.0, weight])])
    sides = np.round(dealt + np.array([support, contradict]), 12)
    return sides[:, 0], sides[:, 1]


def _ratio_range(matrix: LabelMatrix) -> tuple[Floats, Floats, Floats]:
    """Value, least and greatest of D- / (D+ + D-) per claim, 0 where both sides are empty."""
    support, contradict, free = (matrix.weight_of(code) for code in (SUPPORTS, CONTRADICTS, UNSCORED))
    total = support + contradict
    return _ratio(contradict, total), _ratio(contradict, total + free), _ratio(contradict + free, total + free)


def _conflicted_ratio_range(matrix: LabelMatrix, min_weight: float) -> tuple[Floats, Floats]:
    """Least and greatest ratio of each claim over the completions that leave it conflicted (0, 0 if none does).

    It is enough to look at completions that deal every unscored document to a side: leaving one out moves the ratio
    less than giving it to either.
    """
    support, contradict = matrix.weight_of(SUPPORTS), matrix.weight_of(CONTRADICTS)
    low, high = np.zeros_like(support), np.zeros_like(support)
    for i, row in enumerate(matrix.labels):
        plus, minus = _sides(support[i], contradict[i], matrix.weights[row == UNSCORED])
        both = (plus > min_weight) & (minus > min_weight)
        if both.any():
            ratios = minus[both] / (plus[both] + minus[both])
            low[i], high[i] = ratios.min(), ratios.max()
    return low, high


def _cs_c(matrix: LabelMatrix, options: Options) -> _Terms:
    """CS-C: the share of claims that are conflicted."""
    certain, possible = _conflict_range(matrix, options.min_weight)
    everything = np.ones(len(matrix.claim_ids), dtype=bool)
    value = certain.astype(np.float64)
    return _Terms(value, everything, value, possible.astype(np.float64), everything)


def _cs_r(matrix: LabelMatrix, options: Options) -> _Terms:
    """CS-R: mean over claims of D- / (D+ + D-). A claim contradicted by all and supported by none counts 1."""
    value, low, high = _ratio_range(matrix)
    if options.conflicted_only:
        certain, possible = _conflict_range(matrix, options.min_weight)
        low, high = _conflicted_ratio_range(matrix, options.min_weight)
        value, low, high = np.where(certain, value, 0.0), np.where(certain, low, 0.0), np.where(possible, high, 0.0)
    everything = np.ones(len(matrix.claim_ids), dtype=bool)
    if options.undecided == "zero":
        return _Terms(value, everything, low, high, everything)
    decided = matrix.weight_of(SUPPORTS) + matrix.weight_of(CONTRADICTS) > 0
    return _Terms(value, decided, low, high, decided | (matrix.weight_of(UNSCORED) > 0))


def _cs_r_conflicted(matrix: LabelMatrix, options: Options) -> _Terms:
    """CS-R over conflicted claims only, another reading found in summaries of the paper."""
    certain, possible = _conflict_range(matrix, options.min_weight)
    value, _, _ = _ratio_range(matrix)
    low, high = _conflicted_ratio_range(matrix, options.min_weight)
    return _Terms(value, certain, low, high, possible)


#: Name -> (terms of the mean, why it is undefined when no claim enters it).
_METRICS = {
    "cs_c": (_cs_c, "no_claims"),
    "cs_r": (_cs_r, "no_decided_claims"),
    "cs_r_conflicted": (_cs_r_conflicted, "no_conflicted_claims"),
}
METRIC_NAMES = tuple(_METRICS)


def undefined_reason(matrix: LabelMatrix) -> str | None:
    """Why no figure can be computed at all (`no_claims`, `no_documents`, `no_scored_pairs`), or None."""
    if not matrix.claim_ids:
        return "no_claims"
    if not matrix.doc_ids:
        return "no_documents"
    return None if matrix.n_scored else "no_scored_pairs"


def score_matrix(matrix: LabelMatrix, options: Options | None = None) -> dict[str, MetricValue]:
    """Every figure of one response, all undefined for one and the same reason when there is nothing to measure.

    Source: arXiv 2606.26437 (see the module). Differs from the source: nothing where it is explicit.

    Example:
        >>> from dissensus.metrics import LabelMatrix, score_matrix
        >>> values = score_matrix(LabelMatrix.from_counts([(4, 0), (3, 1), (2, 2), (1, 3), (1, 3), (1, 0)]))
        >>> round(values["cs_c"].value, 4), values["cs_r"].value
        (0.6667, 0.375)
    """
    options = options or Options()
    nothing = undefined_reason(matrix)
    values = {}
    for name, (metric, reason) in _METRICS.items():
        terms = None if nothing else metric(matrix, options)
        value = terms.mean() if terms else None
        values[name] = MetricValue(
            metric=name,
            value=value,
            n_scored=matrix.n_scored,
            n_unscored=matrix.n_unscored,
            bounds=terms.bounds() if terms else (0.0, 1.0) if nothing == "no_scored_pairs" else None,
            undefined_reason=None if value is not None else nothing or reason,
        )
    return values


def claim_terms(matrix: LabelMatrix, options: Options) -> dict[str, list[float]]:
    """The per-claim terms behind each figure, for an average over all claims of a file (`micro`)."""
    if undefined_reason(matrix):
        return {name: [] for name in _METRICS}
    terms = {name: metric(matrix, options) for name, (metric, _) in _METRICS.items()}
    return {name: [float(x) for x in t.value[t.present]] for name, t in terms.items()}


def n_undecided(matrix: LabelMatrix) -> int:
    """Number of claims without a supporting and without a contradicting document: the 0/0 of CS-R."""
    return int((matrix.weight_of(SUPPORTS) + matrix.weight_of(CONTRADICTS) <= 0).sum())
