from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.judges.base import MIXED_POLICIES
from dissensus.metrics import LabelMatrix, decide
from dissensus.types import ClaimLabel, Document, Evidence, Label, Verdict

S, C, I = Label.SUPPORTS, Label.CONTRADICTS, Label.IRRELEVANT  # noqa: E741
T = {"supports": 0.6, "contradicts": 0.8}


def record(
    support: float | None, contradict: float | None, *, same: bool = False, label: Label | None = I
) -> ClaimLabel:
    """A pair whose strongest passages are `one.` (support) and `two.` (contradict), or `one.` for both."""

    def evidence(score: float | None, side: Label, start: int) -> Evidence | None:
        text = "one. two."[start : start + 4]
        return (
            None
            if score is None
            else Evidence(doc_id="d", start=start, end=start + 4, text=text, label=side, score=score)
        )

    return ClaimLabel(
        sample_id="s", claim_id="c", doc_id="d", label=label, judge="j",
        support=evidence(support, S, 0), contradict=evidence(contradict, C, 0 if same else 5),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("support", "contradict", "label"),
    [
        (0.6, 0.0, S),  # the threshold itself passes
        (np.nextafter(0.6, 0), 0.0, I),  # one step below does not
        (0.0, 0.8, C),
        (0.0, np.nextafter(0.8, 0), I),
        (0.59, 0.79, I),
        (0.7, 0.79, S),  # only one side passes: the larger probability does not matter
    ],
)
def test_thresholds_are_inclusive(support: float, contradict: float, label: Label) -> None:
    decided = decide(record(support, contradict), T, "stronger")
    assert (decided.label, decided.mixed, decided.unscored_reason) == (label, False, None)


@pytest.mark.parametrize(
    ("policy", "label"), [("stronger", S), ("supports", S), ("contradicts", C), ("unscored", None)]
)
def test_mixed_policies(policy: str, label: Label | None) -> None:
    # 0.9 / 0.6 = 1.5 is further above its threshold than 0.9 / 0.8 = 1.125
    decided = decide(record(0.9, 0.9), T, policy)
    assert (decided.label, decided.mixed) == (label, True)
    assert decided.unscored_reason == (None if label else "mixed")
    assert [e.label for e in decided.evidence] == [S, C]  # both quotes stay


def test_stronger_is_relative_to_the_threshold() -> None:
    # 0.7 / 0.6 = 1.167 < 0.96 / 0.8 = 1.2
    assert decide(record(0.7, 0.96), T, "stronger").label is C
    # 0.75 / 0.6 = 1.25 > 1.2, though 0.75 < 0.96
    assert decide(record(0.75, 0.96), T, "stronger").label is S


@pytest.mark.parametrize("policy", MIXED_POLICIES)
def test_one_passage_cannot_disagree_with_itself(policy: str) -> None:
    # thresholds below one half let both sides of a single passage pass: 0.5 / 0.3 > 0.45 / 0.3
    decided = decide(record(0.45, 0.5, same=True), {"supports": 0.3, "contradicts": 0.3}, policy)
    assert (decided.label, decided.mixed) == (C, False)


@pytest.mark.parametrize("held", [record(0.9, None), record(None, 0.9), record(None, None, label=S)])
def test_records_without_both_sides_stay(held: ClaimLabel) -> None:
    assert decide(held, T, "stronger") is held


def test_an_unscored_pair_with_scores_is_scored_again() -> None:
    mixed = decide(record(0.9, 0.9), T, "unscored")
    again = decide(mixed, {"supports": 0.95, "contradicts": 0.85}, "unscored")
    assert (again.label, again.mixed, again.unscored_reason) == (C, False, None)


probability = st.floats(0, 1)


@given(probability, probability, st.floats(0.01, 1), st.floats(0.01, 1), st.booleans(), st.sampled_from(MIXED_POLICIES))
def test_decisions_hold_together(s: float, c: float, ts: float, tc: float, same: bool, policy: str) -> None:
    t = {"supports": ts, "contradicts": tc}
    decided = decide(record(s, c, same=same), t, policy)
    passed = {side for side, score, least in ((S, s, ts), (C, c, tc)) if score >= least}
    assert decided.label in (passed or {I}) or (decided.label is None and decided.mixed)
    assert decided.mixed == (len(passed) == 2 and not same)
    assert (decided.label is None) == (decided.unscored_reason is not None)
    assert decide(decided, t, policy) == decided


# ------------------------------------------------------------------ the matrix

DOCUMENTS = [Document(doc_id="a", text="x"), Document(doc_id="b", text="y", weight=0.5)]


def label(claim_id: str, doc_id: str, value: Label | None) -> ClaimLabel:
    return ClaimLabel(sample_id="s", claim_id=claim_id, doc_id=doc_id, label=value, judge="j")


def test_from_labels_places_by_id_and_leaves_the_rest_unscored() -> None:
    labels = [label("c2", "b", C), label("c1", "a", S), label("c9", "a", S), label("c1", "b", None)]
    got = LabelMatrix.from_labels(["c1", "c2"], DOCUMENTS, labels)
    assert got.labels.tolist() == [[0, -1], [-1, 1]]
    assert (got.n_scored, got.n_unscored) == (2, 2)
    assert got.weight_of(1).tolist() == [0.0, 0.5]


def test_verdicts_by_hand() -> None:
    codes = np.array([[0, 2], [2, 1], [0, 1], [2, -1]], dtype=np.int8)
    got = LabelMatrix(claim_ids=("c1", "c2", "c3", "c4"), doc_ids=("a", "b"), labels=codes, weights=np.array([1, 0.5]))
    names = [Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.CONFLICTING, Verdict.NO_EVIDENCE]
    assert list(got.verdicts().values()) == names
    # 1 > 0.5 passes, 0.5 > 0.5 does not
    assert list(got.verdicts(0.5).values()) == [names[0], names[3], names[0], names[3]]


def test_from_counts() -> None:
    assert LabelMatrix.from_counts([(1, 2), (0, 0)]).labels.tolist() == [[0, 1, 1], [2, 2, 2]]
    assert LabelMatrix.from_counts([]).labels.shape == (0, 0)


@given(st.lists(st.lists(st.sampled_from([0, 1, 2, -1]), min_size=3, max_size=3), min_size=1, max_size=5))
def test_the_sides_are_disjoint_and_verdicts_follow_them(rows: list[list[int]]) -> None:
    ids = tuple(f"c{i}" for i in range(len(rows)))
    got = LabelMatrix(claim_ids=ids, doc_ids=("a", "b", "c"), labels=np.array(rows, dtype=np.int8), weights=np.ones(3))
    plus, minus = got.weight_of(0), got.weight_of(1)
    assert (plus + minus + got.weight_of(2) + got.weight_of(-1) == 3).all()  # each document is on one side only
    for verdict, s, c in zip(got.verdicts().values(), plus, minus, strict=True):
        assert (verdict in (Verdict.SUPPORTED, Verdict.CONFLICTING)) == (s > 0)
        assert (verdict in (Verdict.CONTRADICTED, Verdict.CONFLICTING)) == (c > 0)
