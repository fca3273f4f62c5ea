"""From per-response figures to a file's figure: macro or micro mean with a bootstrap interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from dissensus.metrics.conflictscore import METRIC_NAMES
from dissensus.stats import bootstrap_interval
from dissensus.types import MetricValue

Average = Literal["macro", "micro"]


def aggregate(
    per_sample: Sequence[Mapping[str, MetricValue]],
    terms: Sequence[Mapping[str, Sequence[float]]] | None = None,
    *,
    rng: np.random.Generator,
    resamples: int,
) -> dict[str, MetricValue]:
    """The figures over a file, each with an interval from resampling whole responses.

    Undefined responses are counted in `n_unscored` and never averaged in.

    Args:
        per_sample: The figures of each response.
        terms: Without them the mean is `macro`, over per-response figures, as published; with the per-claim terms of
            each response it is `micro`, every claim weighing alike.
        rng: Generator of the bootstrap.
        resamples: Number of bootstrap resamples; 0 for no intervals.

    Source: arXiv 2606.26437 (macro). Differs from the source: intervals and micro are ours.
    """
    found = {}
    for name in METRIC_NAMES:
        values = [sample[name] for sample in per_sample]
        scored = [i for i, v in enumerate(values) if v.value is not None]
        if terms is None:
            sums, counts = [values[i].value or 0.0 for i in scored], [1] * len(scored)
        else:
            sums, counts = [sum(terms[i][name]) for i in scored], [len(terms[i][name]) for i in scored]
        reasons = sorted({v.undefined_reason for v in values if v.undefined_reason})
        found[name] = MetricValue(
            metric=name,
            value=sum(sums) / sum(counts) if scored else None,
            n_scored=len(scored),
            n_unscored=len(values) - len(scored),
            interval=bootstrap_interval(np.array(sums), np.array(counts), rng, resamples),
            bounds=_bounds(values) if terms is None else None,
            undefined_reason=None if scored else (reasons[0] if len(reasons) == 1 else "no_scored_samples"),
        )
    return found


def _bounds(values: Sequence[MetricValue]) -> tuple[float, float] | None:
    """Range of the macro mean over the scored samples, their unscored pairs taking any label."""
    ranges = [v.bounds for v in values if v.value is not None and v.bounds is not None]
    if not ranges:
        return None
    low, high = (float(np.mean(side)) for side in zip(*ranges, strict=True))
    return low, high
