"""How well a judge labels single (document, claim) pairs, against labels by people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dissensus.bench.data import Pair
from dissensus.judges import Judge, Request
from dissensus.judges.base import Progress
from dissensus.stats import bootstrap_statistic, calibration, macro_recall
from dissensus.types import LABELS, Claim, ClaimLabel

UNSCORED = -1


@dataclass(frozen=True, kw_only=True)
class PairsResult:
    """A set's labels, given and predicted, as indices into LABELS (-1 unscored: it counts as wrong)."""

    name: str
    truth: np.ndarray[Any, np.dtype[np.int64]]
    predicted: np.ndarray[Any, np.dtype[np.int64]]
    probs: np.ndarray[Any, np.dtype[np.float64]]
    """Shape (n, 3); NaN where the judge gives none."""

    def figures(self, rng: np.random.Generator, resamples: int) -> dict[str, Any]:
        """Counts, accuracy, macro recall over the labels present with its interval, and per-label recall.

        `always` is the macro recall of any constant answer: one over the number of labels present.

        Source: macro recall is the mean of per-class recalls, also called balanced accuracy; interval by bootstrap
        over pairs.
        """
        t, p = self.truth, self.predicted
        present = np.unique(t)
        return {
            "set": self.name,
            "n": len(t),
            "n_unscored": int((p == UNSCORED).sum()),
            "labels": {LABELS[c].value: int((t == c).sum()) for c in present},
            "macro_recall": macro_recall(t, p),
            "interval": bootstrap_statistic(lambda i: macro_recall(t[i], p[i]), len(t), rng, resamples),
            "always": 1 / len(present),
            "accuracy": float((t == p).mean()),
            "recall": {LABELS[c].value: float((p[t == c] == c).mean()) for c in present},
            **self._calibration(),
            "confusion": [[int(((t == a) & (p == b)).sum()) for b in (0, 1, 2, UNSCORED)] for a in range(3)],
        }

    def _calibration(self) -> dict[str, Any]:
        """ECE and Brier score of this set alone, since calibration does not carry over from one kind of text to another;
        None where a label is missing from the set (see :func:`reliability`) or the judge gives no probabilities."""
        known = ~np.isnan(self.probs).any(axis=1)
        if len(np.unique(self.truth)) < len(LABELS) or not known.any():
            return {"ece": None, "brier": None}
        found = calibration(self.probs[known], self.truth[known])
        return {"ece": found["ece"], "brier": found["brier"]}


def judge_pairs(name: str, pairs: Sequence[Pair], judge: Judge, progress: Progress | None = None) -> PairsResult:
    """The judge's label for every pair, through the same windows and thresholds as `score`."""
    records = judge.judge(
        [
            Request(sample_id=str(i), claim=Claim(claim_id="c1", text=pair.claim), document=pair.document)
            for i, pair in enumerate(pairs)
        ],
        progress,
    )
    return PairsResult(
        name=name,
        truth=np.array([LABELS.index(pair.label) for pair in pairs]),
        predicted=np.array([_code(record) for record in records]),
        probs=np.array([record.probs or (np.nan,) * 3 for record in records], dtype=np.float64),
    )


def _code(record: ClaimLabel) -> int:
    return UNSCORED if record.label is None else LABELS.index(record.label)


def reliability(results: Sequence[PairsResult], rng: np.random.Generator, resamples: int) -> dict[str, Any]:
    """Calibration of the deciding passage's probabilities over all sets, with intervals for ECE and Brier.

    Sets without all three labels are left out: their missing class makes any honest probability look wrong.
    """
    whole = [r for r in results if len(np.unique(r.truth)) == len(LABELS)]
    if not whole:
        return {"n": 0, "sets": [], "ece": None, "brier": None, "table": []}
    probs, truth = np.concatenate([r.probs for r in whole]), np.concatenate([r.truth for r in whole])
    known = ~np.isnan(probs).any(axis=1)
    probs, truth = probs[known], truth[known]
    found = {"sets": [r.name for r in whole], **calibration(probs, truth)}
    for name in ("ece", "brier"):
        found[f"{name}_interval"] = bootstrap_statistic(
            lambda i, name=name: float(calibration(probs[i], truth[i])[name]),  # type: ignore[misc, arg-type]
            len(truth),
            rng,
            min(resamples, 200),
        )
    return found
