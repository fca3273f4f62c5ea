from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.metrics import METRIC_NAMES, LabelMatrix, Options, aggregate, claim_terms, score_matrix
from dissensus.types import MetricValue

approx = pytest.approx
Counts = list[tuple[int, int]]


def over(samples: list[Counts], average: str = "macro", resamples: int = 50, seed: int = 0) -> dict[str, MetricValue]:
    matrices = [LabelMatrix.from_counts(counts) for counts in samples]
    return aggregate(
        [score_matrix(m) for m in matrices],
        [claim_terms(m, Options()) for m in matrices] if average == "micro" else None,
        rng=np.random.default_rng(seed),
        resamples=resamples,
    )


ONE_OF_ONE: Counts = [(1, 1)]
NONE_OF_THREE: Counts = [(1, 0), (1, 0), (0, 1)]


def test_macro_and_micro_by_hand() -> None:
    macro, micro = over([ONE_OF_ONE, NONE_OF_THREE]), over([ONE_OF_ONE, NONE_OF_THREE], "micro")
    assert macro["cs_c"].value == approx(0.5)  # (1/1 + 0/3) / 2
    assert micro["cs_c"].value == approx(0.25)  # 1 of 4
    assert macro["cs_r"].value == approx(5 / 12)  # (1/2 + (0 + 0 + 1)/3) / 2
    assert micro["cs_r"].value == approx(0.375)  # (1/2 + 0 + 0 + 1) / 4
    assert (macro["cs_c"].n_scored, macro["cs_c"].n_unscored, macro["cs_c"].sample_id) == (2, 0, "all")
    # the second sample has no conflicted claim
    assert [macro["cs_r_conflicted"].value, macro["cs_r_conflicted"].n_unscored] == [0.5, 1]


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_undefined_samples_are_counted_apart(average: str) -> None:
    found = over([ONE_OF_ONE, [], ONE_OF_ONE], average)
    assert (found["cs_c"].value, found["cs_c"].n_scored, found["cs_c"].n_unscored) == (1.0, 2, 1)


@pytest.mark.parametrize("average", ["macro", "micro"])
@pytest.mark.parametrize(
    ("samples", "reason"),
    [([], "no_scored_samples"), ([[], []], "no_claims"), ([[], [(0, 0)]], "no_scored_samples")],
)
def test_nothing_scored(samples: list[Counts], reason: str, average: str) -> None:
    # a claim with documents that are all irrelevant is measured: CS-C 0; only (0, 0) alone has no document at all
    found = over(samples, average)["cs_c"]
    assert (found.value, found.interval, found.bounds, found.undefined_reason) == (None, None, None, reason)


def test_intervals_need_two_scored_samples() -> None:
    assert over([ONE_OF_ONE])["cs_c"].interval is None
    assert over([ONE_OF_ONE, []])["cs_c"].interval is None
    assert over([ONE_OF_ONE, NONE_OF_THREE], resamples=0)["cs_c"].interval is None
    # two samples at 1 and 0: resampled means are 0, 1/2 or 1
    assert over([ONE_OF_ONE, NONE_OF_THREE], resamples=400)["cs_c"].interval == (0.0, 1.0)


@given(st.lists(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4), min_size=2, max_size=6))
def test_properties(samples: list[Counts]) -> None:
    for average in ("macro", "micro"):
        found, again = over(samples, average), over(samples, average)
        assert found == again  # same seed, same intervals
        backwards = over(samples[::-1], average)
        assert set(found) == set(METRIC_NAMES)
        for name, value in found.items():
            assert value.n_scored + value.n_unscored == len(samples)
            assert (value.value is None) == (value.n_scored == 0) == (value.undefined_reason is not None)
            assert backwards[name].value == (None if value.value is None else approx(value.value))
            for ends in filter(None, (value.interval, value.bounds)):
                assert -1e-12 <= ends[0] <= ends[1] <= 1 + 1e-12
            if value.value is not None and value.bounds:
                assert value.bounds[0] - 1e-12 <= value.value <= value.bounds[1] + 1e-12
