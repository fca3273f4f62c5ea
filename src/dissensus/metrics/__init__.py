"""Label matrix -> numbers. Knows neither judges nor files."""

from dissensus.metrics.aggregate import Average, aggregate
from dissensus.metrics.conflictscore import METRIC_NAMES, Options, claim_terms, n_undecided, score_matrix
from dissensus.metrics.matrix import LabelMatrix, decide, label_mixed

__all__ = [
    "METRIC_NAMES",
    "Average",
    "LabelMatrix",
    "Options",
    "aggregate",
    "claim_terms",
    "decide",
    "label_mixed",
    "n_undecided",
    "score_matrix",
]
