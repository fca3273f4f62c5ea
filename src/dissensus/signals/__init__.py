"""What can be seen of a claim beside a passage without a model: values, opposite words, names, scope."""

from dissensus.signals.compare import Observation, Signals, observe
from dissensus.signals.features import FEATURES, features

__all__ = ["FEATURES", "Observation", "Signals", "features", "observe"]
