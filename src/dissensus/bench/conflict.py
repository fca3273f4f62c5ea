"""Conflict detection: does a claim have at least one supporting and at least one contradicting document?

Source: the conflict detection task of arXiv 2606.26437 (ConflictBench). Differs from the source: balanced accuracy
and MCC are printed beside precision, recall and F1, and so are trivial rules, since a set with many conflicts gives
"always conflict" a high F1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from dissensus.bench.data import ConflictItem
from dissensus.judges import Judge, Request
from dissensus.judges.base import Progress
from dissensus.stats import binary_figures, bootstrap_statistic
from dissensus.types import Claim, Label

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class ConflictResult:
    """A set's conflicts, given and found."""

    name: str
    items: Sequence[ConflictItem]
    found: Bools
    n_unscored: int
    """Pairs that the judge could not label."""

    def figures(self, rng: np.random.Generator, resamples: int) -> dict[str, Any]:
        """Counts, figures with the interval of balanced accuracy, and the trivial rules beside them."""
        truth = np.array([item.conflict for item in self.items])

        def balanced(rows: npt.NDArray[np.int64]) -> float:
            value = binary_figures(truth[rows], self.found[rows])["balanced_accuracy"]
            return float("nan") if value is None else value

        return {
            "set": self.name,
            "n": len(truth),
            "n_conflict": int(truth.sum()),
            "n_unscored_pairs": self.n_unscored,
            **binary_figures(truth, self.found),
            "interval": bootstrap_statistic(balanced, len(truth), rng, resamples),
            "baselines": {
                "always_conflict": binary_figures(truth, np.ones(len(truth), dtype=bool)),
                **{name: best_rule(truth, np.array([rule(i) for i in self.items])) for name, rule in RULES.items()},
            },
        }


def find_conflicts(
    name: str, items: Sequence[ConflictItem], judge: Judge, progress: Progress | None = None
) -> ConflictResult:
    """Whether the judge finds both sides among the documents of each claim."""
    requests = [
        Request(sample_id=str(i), claim=Claim(claim_id="c1", text=item.claim), document=document)
        for i, item in enumerate(items)
        for document in item.documents
    ]
    sides: list[set[Label | None]] = [set() for _ in items]
    records = judge.judge(requests, progress)
    for request, record in zip(requests, records, strict=True):
        sides[int(request.sample_id)].add(record.label)
    found = np.array([{Label.SUPPORTS, Label.CONTRADICTS} <= labels for labels in sides])
    return ConflictResult(name=name, items=items, found=found, n_unscored=sum(r.label is None for r in records))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _overlap(item: ConflictItem) -> float:
    claim = _words(item.claim)
    shares = [len(claim & _words(d.text)) / max(1, len(claim)) for d in item.documents]
    return float(np.mean(shares)) if shares else 0.0


#: What a rule that reads nothing can see of an item.
RULES: dict[str, Callable[[ConflictItem], float]] = {
    "n_documents": lambda item: float(len(item.documents)),
    "word_overlap": _overlap,
    "length": lambda item: float(np.mean([len(d.text.split()) for d in item.documents] or [0])),
}


def best_rule(truth: Bools, values: npt.NDArray[np.float64]) -> dict[str, Any]:
    """The figures of the best cut on one number, in either direction.

    The cut is fitted on the very data that it is measured on, so the rule is flattered: a judge has to beat that.
    """
    best: dict[str, Any] = {"balanced_accuracy": None}
    for cut in np.quantile(values, np.linspace(0, 1, 41)):
        for above in (True, False):
            figures = binary_figures(truth, values >= cut if above else values <= cut)
            if (figures["balanced_accuracy"] or 0) > (best["balanced_accuracy"] or 0):
                best = {**figures, "cut": float(cut), "above": above}
    return best
