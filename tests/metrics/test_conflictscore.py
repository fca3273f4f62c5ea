from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.errors import InputError
from dissensus.metrics import METRIC_NAMES, LabelMatrix, Options, claim_terms, n_undecided, score_matrix
from dissensus.metrics.conflictscore import undefined_reason

approx = pytest.approx
CODE = {"S": 0, "C": 1, "I": 2, ".": -1}


def matrix(rows: list[str], weights: list[float] | None = None, n_docs: int | None = None) -> LabelMatrix:
    """One string per claim with one letter per document: S, C, I, or "." for unscored."""
    n = len(rows[0]) if rows else n_docs or 0
    return LabelMatrix(
        claim_ids=tuple(f"c{i}" for i in range(len(rows))),
        doc_ids=tuple(f"d{j}" for j in range(n)),
        labels=np.array([[CODE[ch] for ch in row] for row in rows], dtype=np.int8).reshape(len(rows), n),
        weights=np.array(weights if weights is not None else [1.0] * n, dtype=np.float64),
    )


def values(rows: list[str], weights: list[float] | None = None, **options: object) -> dict[str, float | None]:
    found = score_matrix(matrix(rows, weights), Options(**options))  # type: ignore[arg-type]
    return {name: value.value for name, value in found.items()}


def test_figure_2() -> None:
    found = score_matrix(LabelMatrix.from_counts([(4, 0), (3, 1), (2, 2), (1, 3), (1, 3), (1, 0)]))
    # 4 of 6 conflicted; (0 + 1/4 + 2/4 + 3/4 + 3/4 + 0) / 6 = 2.25 / 6 (the paper prints 0.71); 2.25 / 4
    assert [found[n].value for n in METRIC_NAMES] == approx([4 / 6, 0.375, 0.5625])
    assert [(v.n_scored, v.n_unscored) for v in found.values()] == [(24, 0)] * 3


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        (["SC", "CC", "II"], {}, (1 / 3, 0.5, 0.5)),  # 1 of 3; (1/2 + 1 + 0) / 3; 1/2
        (["SC", "CC", "II"], {"undecided": "skip"}, (1 / 3, 0.75, 0.5)),  # (1/2 + 1) / 2
        (["SC", "CC", "II"], {"conflicted_only": True}, (1 / 3, 1 / 6, 0.5)),  # (1/2 + 0 + 0) / 3
        (["SC", "CC", "II"], {"conflicted_only": True, "undecided": "skip"}, (1 / 3, 0.25, 0.5)),  # (1/2 + 0) / 2
        (["SC", "SSCC"[:2]], {"min_weight": 1.0}, (0.0, 0.25, None)),  # 1 > 1 fails; (1/2 + 0) / 2
    ],
)
def test_options_by_hand(rows: list[str], options: dict[str, object], expected: tuple[float | None, ...]) -> None:
    got = values(rows, **options)
    assert [got[n] is None for n in METRIC_NAMES] == [e is None for e in expected]
    assert [got[n] for n in METRIC_NAMES if got[n] is not None] == approx([e for e in expected if e is not None])


def test_weights_by_hand() -> None:
    # sums 2 + 0.5 and 1.5: 1.5 / 4; a weight of 0 is on neither side
    assert values(["SSC"], [2, 0.5, 1.5])["cs_r"] == approx(0.375)
    assert values(["SC"], [0, 1]) == {"cs_c": 0.0, "cs_r": 1.0, "cs_r_conflicted": None}


@pytest.mark.parametrize(
    ("got", "reason"),
    [(matrix([], n_docs=2), "no_claims"), (matrix(["", ""]), "no_documents"), (matrix([".."]), "no_scored_pairs")],
)
def test_nothing_to_measure(got: LabelMatrix, reason: str) -> None:
    assert undefined_reason(got) == reason
    found = score_matrix(got)
    assert {(v.value, v.undefined_reason) for v in found.values()} == {(None, reason)}
    bounds = (0.0, 1.0) if reason == "no_scored_pairs" else None  # labels could still come, claims could not
    assert {v.bounds for v in found.values()} == {bounds}
    assert claim_terms(got, Options()) == {name: [] for name in METRIC_NAMES}


@pytest.mark.parametrize(
    "options", [{"undecided": "drop"}, {"min_weight": -1.0}, {"min_weight": float("nan")}, {"min_weight": float("inf")}]
)
def test_options_are_checked(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(options))):
        Options(**options)  # type: ignore[arg-type]


def test_undecided_claims_are_counted() -> None:
    assert n_undecided(matrix(["SI", "II", "I.", "C."])) == 2
    assert n_undecided(matrix(["SC"], [0, 0])) == 1


# ------------------------------------------------------------------ against brute force

WEIGHTS = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 1.0, 1.0, 2.0])


@st.composite
def cases(draw: st.DrawFn, letters: str = "SCI..") -> tuple[list[str], list[float], dict[str, object]]:
    n_claims, n_docs = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    rows = ["".join(draw(st.sampled_from(letters)) for _ in range(n_docs)) for _ in range(n_claims)]
    weights = [draw(WEIGHTS) for _ in range(n_docs)]
    options = {
        "undecided": draw(st.sampled_from(["zero", "skip"])),
        "conflicted_only": draw(st.booleans()),
        "min_weight": draw(st.sampled_from([0.0, 0.0, 0.15, 1.0])),
    }
    return rows, weights, options


def by_definition(rows: list[str], weights: list[float], options: dict[str, object]) -> dict[str, float | None]:
    """The three figures, written out from the definition claim by claim."""
    conflicts, ratios, of_conflicted = [], [], []
    for row in rows:
        plus = sum(w for w, ch in zip(weights, row, strict=True) if ch == "S")
        minus = sum(w for w, ch in zip(weights, row, strict=True) if ch == "C")
        conflicted = plus > options["min_weight"] and minus > options["min_weight"]  # type: ignore[operator]
        conflicts.append(float(conflicted))
        if conflicted:
            of_conflicted.append(minus / (plus + minus))
        if plus + minus > 0:
            ratios.append(minus / (plus + minus) if conflicted or not options["conflicted_only"] else 0.0)
        elif options["undecided"] == "zero":
            ratios.append(0.0)
    named = zip(METRIC_NAMES, (conflicts, ratios, of_conflicted), strict=True)
    return {name: sum(terms) / len(terms) if terms else None for name, terms in named}


def completions(rows: list[str]) -> Iterator[list[str]]:
    width = len(rows[0])
    template = "".join(rows).replace(".", "{}")
    for labels in product("SCI", repeat="".join(rows).count(".")):
        text = template.format(*labels)
        yield [text[i : i + width] for i in range(0, len(text), width)]


@given(cases("SCI"))
def test_values_follow_the_definition(case: tuple[list[str], list[float], dict[str, object]]) -> None:
    rows, weights, options = case
    expected, got = by_definition(rows, weights, options), score_matrix(matrix(rows, weights), Options(**options))  # type: ignore[arg-type]
    for name, value in got.items():
        assert value.value == (None if expected[name] is None else approx(expected[name]))
        assert value.value is None or 0 <= value.value <= 1
        # every pair is scored: the ends meet
        assert value.bounds == (None if expected[name] is None else approx((expected[name],) * 2))


@given(cases().filter(lambda case: 0 < "".join(case[0]).count(".") <= 6))
def test_bounds_are_the_extremes_over_all_completions(case: tuple[list[str], list[float], dict[str, object]]) -> None:
    rows, weights, options = case
    found = score_matrix(matrix(rows, weights), Options(**options))  # type: ignore[arg-type]
    if next(iter(found.values())).undefined_reason == "no_scored_pairs":
        return
    every = [by_definition(filled, weights, options) for filled in completions(rows)]
    for name, value in found.items():
        possible = [e[name] for e in every if e[name] is not None]
        ends = (min(possible), max(possible)) if possible else None
        assert value.bounds == (None if ends is None else approx(ends)), (name, value.bounds, ends)
        if value.value is not None and value.bounds is not None:
            assert value.bounds[0] - 1e-12 <= value.value <= value.bounds[1] + 1e-12


def test_bounds_of_three_unequal_unscored_weights() -> None:
    # claim 2: 0.3 / 0.6 = 1/2. Claim 1 may join it; a conflict needs a document on each side, so its share runs from
    # 0.1 / 0.6 to 0.5 / 0.6: the means run from (1/2 + 1/6) / 2 to (1/2 + 5/6) / 2
    found = score_matrix(matrix(["...", "SSC"], [0.1, 0.2, 0.3]))["cs_r_conflicted"]
    assert found.value == approx(0.5)
    assert found.bounds == approx(((0.5 + 1 / 6) / 2, (0.5 + 5 / 6) / 2))


def test_min_weight_bounds_are_exclusive_to_the_last_digit() -> None:
    # supported by 0.5; contradicted by 0.1, not above 0.1: no conflict, unless the free 0.2 joins it
    found = score_matrix(matrix(["CS."], [0.1, 0.5, 0.2]), Options(min_weight=0.1))["cs_c"]
    assert (found.value, found.bounds) == (0.0, (0.0, 1.0))
    # contradict stays at 0.1 when the only unscored document has no weight
    found = score_matrix(matrix(["CS."], [0.1, 0.5, 0.0]), Options(min_weight=0.1))["cs_c"]
    assert found.bounds == (0.0, 0.0)
    # the free 0.2 as S: 0.2 against 0.1, and 0.1 is not above 0.1; as C: nothing supports
    found = score_matrix(matrix(["C."], [0.1, 0.2]), Options(min_weight=0.1))["cs_c"]
    assert found.bounds == (0.0, 0.0)


def test_many_unscored_documents_of_equal_weight() -> None:
    # S and 20 free documents: share of the contradicting side from 0/21 to 20/21; if conflicted from 1/21
    found = score_matrix(matrix(["S" + "." * 20]))
    assert found["cs_c"].bounds == (0.0, 1.0)
    assert found["cs_r"].bounds == approx((0, 20 / 21))
    assert found["cs_r_conflicted"].bounds == approx((1 / 21, 20 / 21))


# ------------------------------------------------------------------ properties of every metric


@given(cases(), st.randoms(use_true_random=False))
def test_order_and_irrelevant_documents_change_nothing(
    case: tuple[list[str], list[float], dict[str, object]], random: object
) -> None:
    rows, weights, options = case
    expected = score_matrix(matrix(rows, weights), Options(**options))  # type: ignore[arg-type]
    claims, documents = list(range(len(rows))), list(range(len(weights)))
    random.shuffle(claims)  # type: ignore[attr-defined]
    random.shuffle(documents)  # type: ignore[attr-defined]
    shuffled = ["".join(rows[i][j] for j in documents) for i in claims]
    reordered = score_matrix(matrix(shuffled, [weights[j] for j in documents]), Options(**options))  # type: ignore[arg-type]
    longer = score_matrix(matrix([row + "I" for row in rows], [*weights, 3.0]), Options(**options))  # type: ignore[arg-type]
    for name, value in expected.items():
        others = [reordered[name]]
        if value.undefined_reason != "no_scored_pairs":  # the added document is a scored pair
            others.append(longer[name])
        for other in others:
            assert other.value == (None if value.value is None else approx(value.value))
            assert other.bounds == (None if value.bounds is None else approx(value.bounds))
            assert other.undefined_reason == value.undefined_reason


@given(cases("SCI"))
def test_claim_terms_average_to_the_figure(case: tuple[list[str], list[float], dict[str, object]]) -> None:
    rows, weights, options = case
    found = score_matrix(matrix(rows, weights), Options(**options))  # type: ignore[arg-type]
    for name, terms in claim_terms(matrix(rows, weights), Options(**options)).items():  # type: ignore[arg-type]
        assert found[name].value == (approx(sum(terms) / len(terms)) if terms else None)
