"""Intervals and classification figures; every random draw comes from a generator that is passed in."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def bootstrap_interval(
    sums: npt.ArrayLike, counts: npt.ArrayLike, rng: np.random.Generator, resamples: int, level: float = 0.95
) -> tuple[float, float] | None:
    """Percentile interval of sum(sums) / sum(counts) when whole units are resampled; None for fewer than two units.

    Args:
        sums: Shape (n,), the total of each unit (a response, a document set).
        counts: Shape (n,), how many terms each total holds; all 1 gives the interval of a plain mean.
        rng: Generator of the draws.
        resamples: Number of resamples; 0 gives None.
        level: Coverage in (0, 1).

    Source: Efron (1979), percentile method; ratio of resampled totals, so that clusters stay whole.
    """
    s, c = np.asarray(sums, dtype=np.float64), np.asarray(counts, dtype=np.float64)
    if s.size < 2 or resamples < 1:
        return None
    means = np.empty(resamples)
    chunk = max(1, 4_000_000 // s.size)  # keeps the drawn indices under 32 MB
    for start in range(0, resamples, chunk):
        n = min(chunk, resamples - start)
        drawn = rng.integers(0, s.size, size=(n, s.size))
        total = c[drawn].sum(axis=1)
        means[start : start + n] = np.divide(s[drawn].sum(axis=1), total, out=np.full(n, np.nan), where=total > 0)
    return _percentiles(means, level)


def bootstrap_statistic(
    statistic: Callable[[Ints], float], n: int, rng: np.random.Generator, resamples: int, level: float = 0.95
) -> tuple[float, float] | None:
    """Percentile interval of any statistic of resampled row indices; None for fewer than two rows.

    Args:
        statistic: Takes indices of shape (n,) int64, returns the figure (NaN where undefined).
        n: Number of rows.
        rng: Generator of the draws.
        resamples: Number of resamples; 0 gives None.
        level: Coverage in (0, 1).
    """
    if n < 2 or resamples < 1:
        return None
    return _percentiles(np.array([statistic(rng.integers(0, n, size=n)) for _ in range(resamples)]), level)


def _percentiles(draws: Array, level: float) -> tuple[float, float] | None:
    draws = draws[~np.isnan(draws)]
    if not draws.size:
        return None
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def wilson(hits: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Interval of a share, in [0, 1].

    Source: Wilson (1927), score interval without continuity correction. Differs from the source: nothing.

    Args:
        hits: How many of `n`.
        n: At least 1.
        z: Quantile of the normal distribution; 1.96 for 95 %.
    """
    share = hits / n
    middle = share + z * z / (2 * n)
    half = z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    whole = 1 + z * z / n
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def macro_recall(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> float:
    """Mean over the labels present in `truth` of the share of each that was predicted, in [0, 1]; NaN when empty."""
    t, p = np.asarray(truth), np.asarray(predicted)
    return float(np.mean([np.mean(p[t == c] == c) for c in np.unique(t)])) if t.size else float("nan")


def binary_figures(truth: npt.ArrayLike, predicted: npt.ArrayLike) -> dict[str, float | None]:
    """Counts and precision, recall, F1, accuracy, balanced accuracy and MCC of a yes/no decision.

    Undefined figures (0/0) are None, never 0.

    Source: Matthews (1975) for MCC; the rest as usually defined.
    """
    t, p = np.asarray(truth, dtype=bool), np.asarray(predicted, dtype=bool)
    tp, fp = int((t & p).sum()), int((~t & p).sum())
    fn, tn = int((t & ~p).sum()), int((~t & ~p).sum())

    def over(part: float, whole: float) -> float | None:
        return part / whole if whole else None

    recall, specificity = over(tp, tp + fn), over(tn, tn + fp)
    balanced = None if recall is None or specificity is None else (recall + specificity) / 2
    root = float(np.sqrt(float(tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))
    return {
        "tp": tp,
        "fp": fp,
        "fn": fn,
        "tn": tn,
        "precision": over(tp, tp + fp),
        "recall": recall,
        "f1": over(2 * tp, 2 * tp + fp + fn),
        "accuracy": over(tp + tn, t.size),
        "balanced_accuracy": balanced,
        "mcc": over(float(tp) * tn - float(fp) * fn, root),
    }


def calibration(probs: npt.NDArray[np.float64], truth: npt.NDArray[np.int64], bins: int = 10) -> dict[str, object]:
    """Expected calibration error of the top label, multi-class Brier score and the reliability table.

    Args:
        probs: Shape (n, k), rows sum to 1.
        truth: Shape (n,), index of the right label.
        bins: Number of equally wide confidence bins.

    Source: Guo et al. (2017), arXiv 1706.04599, for ECE; Brier (1950), summed over classes, in [0, 2].
    """
    n = len(truth)
    if not n:
        return {"n": 0, "ece": None, "brier": None, "table": []}
    confidence, right = probs.max(axis=1), probs.argmax(axis=1) == truth
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    table = []
    ece = 0.0
    for b in range(bins):
        rows = which == b
        if rows.any():
            gap = float(abs(confidence[rows].mean() - right[rows].mean()))
            ece += gap * float(rows.mean())
            table.append(
                {
                    "from": b / bins,
                    "to": (b + 1) / bins,
                    "n": int(rows.sum()),
                    "confidence": float(confidence[rows].mean()),
                    "accuracy": float(right[rows].mean()),
                }
            )
    brier = float(((probs - np.eye(probs.shape[1])[truth]) ** 2).sum(axis=1).mean())
    return {"n": n, "ece": ece, "brier": brier, "table": table}
