from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.stats import binary_figures, bootstrap_interval, bootstrap_statistic, calibration, macro_recall

approx = pytest.approx


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_the_bootstrap_is_seeded() -> None:
    sums = np.arange(30.0)
    first = bootstrap_interval(sums, np.ones(30), rng(1), 200)
    assert first == bootstrap_interval(sums, np.ones(30), rng(1), 200)
    assert first != bootstrap_interval(sums, np.ones(30), rng(2), 200)


def test_intervals_by_hand() -> None:
    assert bootstrap_interval([0.25] * 5, [1] * 5, rng(), 50) == (0.25, 0.25)  # nothing varies
    assert bootstrap_interval([0, 1], [1, 1], rng(), 500) == (0.0, 1.0)  # each end has probability 1/4 > 2.5 %
    # clusters stay whole: totals 1 of 1 and 0 of 3 give 1, 0 or 1/4
    assert bootstrap_interval([1, 0], [1, 3], rng(), 500) == (0.0, 1.0)
    assert bootstrap_interval([1, 0], [1, 3], rng(), 500, level=0.2) == (0.25, 0.25)


@pytest.mark.parametrize(("sums", "resamples"), [([], 10), ([1.0], 10), ([1.0, 0.0], 0), ([1.0, 0.0], -1)])
def test_no_interval(sums: list[float], resamples: int) -> None:
    assert bootstrap_interval(sums, [1] * len(sums), rng(), resamples) is None
    assert bootstrap_statistic(lambda i: 0.0, len(sums), rng(), resamples) is None


def test_undefined_resamples_are_left_out() -> None:
    assert bootstrap_interval([0, 0], [0, 0], rng(), 10) is None
    assert bootstrap_statistic(lambda i: float("nan"), 5, rng(), 10) is None
    some = bootstrap_statistic(lambda i: 1.0 if i[0] else float("nan"), 2, rng(), 50)
    assert some == (1.0, 1.0)


def test_a_95_percent_interval_covers_about_95_percent() -> None:
    # means of 60 draws of a fair coin: 200 intervals, each should hold 1/2 with probability near .95
    generator = rng(7)
    hits = 0
    for _ in range(200):
        low, high = bootstrap_interval(generator.integers(0, 2, 60), np.ones(60), generator, 200)  # type: ignore[misc]
        hits += low <= 0.5 <= high
    assert 0.90 <= hits / 200 <= 0.99


def test_both_bootstraps_agree() -> None:
    x = rng(3).random(40)
    one = bootstrap_interval(x, np.ones(40), rng(), 2000)
    other = bootstrap_statistic(lambda i: float(x[i].mean()), 40, rng(), 2000)
    assert one == approx(other, abs=0.01)


def test_macro_recall_by_hand() -> None:
    # label 0: 2 of 3; label 1: 0 of 1; label 2 is not there: (2/3 + 0) / 2; -1 (unscored) counts as wrong
    assert macro_recall([0, 0, 0, 1], [0, 0, -1, 2]) == approx(1 / 3)
    assert macro_recall([0, 1, 2], [1, 1, 1]) == approx(1 / 3)  # a constant answer: one over the labels present
    assert np.isnan(macro_recall([], []))


def test_binary_figures_by_hand() -> None:
    # tp 2, fp 1, fn 1, tn 4
    got = binary_figures([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 1, 0, 0, 0, 0])
    assert [got[k] for k in ("tp", "fp", "fn", "tn")] == [2, 1, 1, 4]
    # 2/3; 2/3; 4/6; 6/8; (2/3 + 4/5)/2; (2*4 - 1*1) / sqrt(3*3*5*5) = 7/15
    names = ("precision", "recall", "f1", "accuracy", "balanced_accuracy", "mcc")
    assert [got[k] for k in names] == approx([2 / 3, 2 / 3, 2 / 3, 0.75, 11 / 15, 7 / 15])


@pytest.mark.parametrize(
    ("truth", "predicted", "undefined"),
    [
        ([], [], {"precision", "recall", "f1", "accuracy", "balanced_accuracy", "mcc"}),
        ([1, 1], [1, 0], {"balanced_accuracy", "mcc"}),  # no negatives: no specificity
        ([0, 0], [0, 0], {"precision", "recall", "f1", "balanced_accuracy", "mcc"}),
        ([1, 0], [0, 0], {"precision", "mcc"}),  # nothing predicted
    ],
)
def test_undefined_is_none_and_never_zero(truth: list[int], predicted: list[int], undefined: set[str]) -> None:
    assert {k for k, v in binary_figures(truth, predicted).items() if v is None} == undefined


def test_always_conflict_on_conflictbench() -> None:
    # 1280 conflicts of 2293: precision 1280/2293, recall 1, F1 2*1280/(2*1280 + 1013) = .7164
    got = binary_figures([1] * 1280 + [0] * 1013, [1] * 2293)
    assert got["f1"] == approx(0.717, abs=1e-3)
    assert got["balanced_accuracy"] == 0.5


def test_mcc_of_many_rows_does_not_overflow() -> None:
    n = 100_000  # the product of the four margins is 1.6e21, beyond int64
    truth = np.repeat([True, False], n)
    assert binary_figures(truth, truth)["mcc"] == approx(1.0)


def test_calibration_by_hand() -> None:
    probs = np.array([[0.9, 0.1, 0.0], [0.9, 0.0, 0.1], [0.2, 0.6, 0.2], [1.0, 0.0, 0.0]])
    got = calibration(probs, np.array([0, 1, 1, 0]))
    # bin .9-1: confidences .9, .9, 1, right 2 of 3; bin .6-.7: .6, right
    # ECE = 3/4 * |2.8/3 - 2/3| + 1/4 * |.6 - 1| = .2 + .1
    assert got["ece"] == approx(0.3)
    # Brier: (.01+.01) = .02; (.81+1+.01) = 1.82; (.04+.16+.04) = .24; 0 -> 2.08 / 4
    assert got["brier"] == approx(0.52)
    table: list[dict[str, float]] = got["table"]  # type: ignore[assignment]
    assert [(row["from"], row["n"], row["accuracy"]) for row in table] == [(0.6, 1, 1.0), (0.9, 3, approx(2 / 3))]


def test_calibration_of_nothing() -> None:
    empty = calibration(np.zeros((0, 3)), np.zeros(0, dtype=int))
    assert empty == {"n": 0, "ece": None, "brier": None, "table": []}


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=20), st.integers(0, 2**16))
def test_figures_are_in_range_and_ignore_order(rows: list[tuple[int, int]], seed: int) -> None:
    truth, predicted = np.array(rows).T
    order = rng(seed).permutation(len(rows))
    assert 0 <= macro_recall(truth, predicted) <= 1
    probs = rng(seed).dirichlet([1, 1, 1], len(rows))
    for figures in (
        lambda i: binary_figures(truth[i] > 0, predicted[i] > 0),
        lambda i: {k: v for k, v in calibration(probs[i], truth[i]).items() if k in ("ece", "brier")},
    ):
        got, shuffled = figures(np.arange(len(rows))), figures(order)
        for name, value in got.items():
            assert shuffled[name] == (None if value is None else approx(value))
            low, high = {"mcc": (-1, 1), "brier": (0, 2)}.get(name, (0, 1))
            assert name in ("tp", "fp", "fn", "tn") or value is None or low <= value <= high + 1e-12
