"""Signals as numbers, each in about [0, 1]: what the combiner weighs beside the model's own scores."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from dissensus.quantities import Relation
from dissensus.signals.compare import Signals, clash_kind
from dissensus.words import words

_CLASHES = ("numeric", "date", "version")
_OPPOSED = ("negation", "antonym", "quantifier", "modality")
_CONDITIONS = ("if", "exception", "time", "plan", "hedge", "part")

FEATURES: tuple[str, ...] = (
    "covered", "covered_by_passage", "returned",
    "names_missing", "names_missing_share", "names_instead", "names_shared", "name_for_name",
    *(f"clash_{kind}" for kind in _CLASHES), "clash_sole",
    "value_equal", "value_unit_equal", "value_hedged", "value_finer", "value_restated",
    "value_of_other", "values_unanswered", "values",
    *_OPPOSED,
    "negation_odd",
    *(f"{kind}_in_claim" for kind in _CONDITIONS),
    *(f"{kind}_in_passage" for kind in _CONDITIONS),
    "claim_length", "passage_length",
)  # fmt: skip
"""Names of the numbers, in order."""


def features(signals: Signals, claim: str, passage: str) -> npt.NDArray[np.float64]:
    """Shape (len(FEATURES),) float64."""
    found = dict.fromkeys(FEATURES, 0.0)
    aligned, names = signals.aligned, signals.names
    found["covered"], found["covered_by_passage"] = aligned.covered, aligned.covered_by_passage
    found["returned"] = aligned.returned
    n_names = len(names.missing) + len(names.shared)
    found["names_missing"] = min(3, len(names.missing)) / 3
    found["names_missing_share"] = len(names.missing) / n_names if n_names else 0.0
    found["names_instead"] = min(3, len(names.instead)) / 3
    found["names_shared"] = min(3, len(names.shared)) / 3
    found["name_for_name"] = aligned.covered if names.missing and names.instead else 0.0

    answered = 0.0
    for m in signals.matches:
        relation, reason = m.comparison.relation, m.comparison.reason
        answered += 1
        if relation is Relation.INCOMPATIBLE:
            _raise(found, f"clash_{clash_kind(m.a.kind)}", m.affinity)
            _raise(found, "value_of_other", 1 - m.affinity)
            if m.sole and not names.missing:
                _raise(found, "clash_sole", 1.0)
        elif relation is Relation.NOT_COMPARABLE:
            _raise(found, "value_of_other", 0.5)
        else:
            _raise(found, "value_equal", m.affinity)
            if reason == "unit_equal":
                _raise(found, "value_unit_equal", 1.0)
            elif reason in ("hedge", "within_range", "overlapping_ranges"):
                _raise(found, "value_hedged", 1.0)
            elif reason == "granularity":
                _raise(found, "value_finer", 1.0)
            elif reason == "rounding" or m.a.text != m.b.text:
                _raise(found, "value_restated", 1.0)
    found["values"] = min(3, signals.n_values) / 3
    found["values_unanswered"] = max(0.0, min(3.0, signals.n_values - answered)) / 3
    for o in signals.oppositions:
        _raise(found, o.kind, o.strength)
    found["negation_odd"] = float((signals.n_negations[0] + signals.n_negations[1]) % 2)
    for side, listed in (("claim", signals.claim_conditions), ("passage", signals.passage_conditions)):
        for condition in listed:
            found[f"{condition.kind}_in_{side}"] = 1.0
    found["claim_length"] = math.log1p(len(words(claim))) / 5
    found["passage_length"] = math.log1p(len(words(passage))) / 5
    return np.array([found[name] for name in FEATURES])


def _raise(found: dict[str, float], name: str, value: float) -> None:
    found[name] = max(found[name], value)
