"""CS-C and CS-R are arithmetic on labels (definitions, section 1; arXiv 2606.26437): every value by hand.

A matrix is one string per claim with one letter per document: S supports, C contradicts, I irrelevant, "." unscored.
A claim with labels (S, C) is conflicted when both are above 0; its part of CS-R is C / (S + C).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import dissensus

approx = pytest.approx

NAMES = {"S": "SUPPORTS", "C": "CONTRADICTS", "I": "IRRELEVANT"}
METRICS = ("cs_c", "cs_r", "cs_r_conflicted")
# (S, C) = (4,0) (3,1) (2,2) (1,3) (1,3) (1,0), four documents
FIGURE_2 = ["SSSS", "SSSC", "SSCC", "SCCC", "SCCC", "SIII"]


def sample(rows: list[str], n_docs: int, sample_id: str, weights: Iterable[float]) -> dict:
    claims = [f"The gate of yard {sample_id}-{i}: it is open." for i in range(1, len(rows) + 1)]
    documents = [{"id": f"d{j}", "text": f"Notice {j}: see the gates."} for j in range(1, n_docs + 1)]
    for document, weight in zip(documents, weights, strict=False):
        document["weight"] = weight
    response = " ".join(claims) or "Nothing was claimed here."
    return {"id": sample_id, "response": response, "documents": documents, "claims": claims}


def rules(rows: list[str], sample_id: str, kind: str) -> Iterable[dict]:
    """The matrix as the file of a judge of that kind."""
    for i, row in enumerate(rows, 1):
        for j, letter in enumerate(row, 1):
            label = NAMES.get(letter)
            if kind == "precomputed":
                cell = {"sample_id": sample_id, "claim_id": f"c{i}", "doc_id": f"d{j}", "label": label}
                yield cell if label else {**cell, "unscored_reason": "timeout"}
            elif label:
                yield {"claim": f"yard {sample_id}-{i}:", "document": f"Notice {j}:", "label": label}
    if kind == "scripted":
        yield {"claim": "matches nothing", "document": "matches nothing", "label": "SUPPORTS"}


@pytest.fixture(params=["scripted", "precomputed"])
def score(request: pytest.FixtureRequest, write: Callable[[Iterable[dict]], Path]) -> Callable[..., dissensus.Report]:
    """Scores one sample per matrix through the public function, once with each kind of written judge."""

    def score(*matrices: list[str], n_docs: int | None = None, weights: Iterable[float] = (), **options: object):
        ids = [f"s{k}" for k in range(1, len(matrices) + 1)]
        sizes = [n_docs if n_docs is not None else len(rows[0]) if rows else 2 for rows in matrices]
        samples = [sample(rows, n, i, weights) for rows, n, i in zip(matrices, sizes, ids, strict=True)]
        lines = [line for rows, i in zip(matrices, ids, strict=True) for line in rules(rows, i, request.param)]
        return dissensus.score(samples, judge=f"{request.param}:{write(lines)}", decomposer="given", **options)

    return score


def figures(report: dissensus.Report) -> tuple[float | None, float | None, float | None]:
    return report.cs_c, report.cs_r, report.cs_r_conflicted


def of_sample(report: dissensus.Report, metric: str, index: int = 0):
    return report.samples[index].metrics[metric]


def formula(rows: list[str]) -> tuple[float, float]:
    """CS-C and CS-R in exact fractions, straight from the definition (undecided claims count as 0)."""
    pairs = [(row.count("S"), row.count("C")) for row in rows]
    cs_c = Fraction(sum(s > 0 and c > 0 for s, c in pairs), len(pairs))
    cs_r = sum((Fraction(c, s + c) for s, c in pairs if s + c), Fraction(0)) / len(pairs)
    return float(cs_c), float(cs_r)


# ---------------------------------------------------------------- defined figures


def test_figure_2_follows_the_formula_not_the_printed_071(score):
    report = score(FIGURE_2)
    # CS-C: claims 2, 3, 4, 5 have both sides: 4 / 6
    assert report.cs_c == approx(0.6667, abs=5e-5)
    # CS-R: (0/4 + 1/4 + 2/4 + 3/4 + 3/4 + 0/1) / 6 = 2.25 / 6; the paper prints 0.71
    assert report.cs_r == approx(0.375)
    # over the four conflicted claims: (.25 + .5 + .75 + .75) / 4 = 2.25 / 4
    assert report.cs_r_conflicted == approx(0.5625)
    # 6 claims x 4 documents
    assert [of_sample(report, m).n_scored for m in ("cs_c", "cs_r")] == [24, 24]
    assert [of_sample(report, m).n_unscored for m in ("cs_c", "cs_r")] == [0, 0]


@pytest.mark.parametrize(
    ("rows", "cs_c", "cs_r", "cs_r_conflicted"),
    [
        (["S"], 0, 0, None),  # one supporter: 0/1; 0/1
        (["C"], 0, 1, None),  # contradicted, supported by none: not conflicted; 1/1
        (["I"], 0, 0, None),  # undecided counts as 0: 0/1; 0/1
        (["SC"], 1, 0.5, 0.5),  # 1/1; 1/2; 1/2
        (["SSS", "SSS"], 0, 0, None),  # all supported: 0/2; (0 + 0)/2
        (["CCC", "CCC"], 0, 1, None),  # all contradicted: 0/2; (3/3 + 3/3)/2
        (["SC", "CC"], 0.5, 0.75, 0.5),  # 1/2; (1/2 + 2/2)/2; only claim 1 is conflicted: 1/2
        (["SSCI", "IIII"], 0.5, 1 / 6, 1 / 3),  # 1/2; (1/3 + 0)/2; 1/3
        (["SCCC", "SSSC", "CIII"], 2 / 3, 2 / 3, 0.5),  # 2/3; (3/4 + 1/4 + 1)/3; (3/4 + 1/4)/2
    ],
)
def test_figures_by_hand(score, rows, cs_c, cs_r, cs_r_conflicted):
    report = score(rows)
    assert (report.cs_c, report.cs_r) == approx((cs_c, cs_r))
    if cs_r_conflicted is None:
        assert report.cs_r_conflicted is None
        assert of_sample(report, "cs_r_conflicted").undefined_reason == "no_conflicted_claims"
    else:
        assert report.cs_r_conflicted == approx(cs_r_conflicted)


def test_undecided_claims_count_as_zero_or_are_skipped(score):
    rows = ["SC", "II"]
    # zero: (1/2 + 0) / 2
    assert score(rows).cs_r == score(rows, undecided="zero").cs_r == approx(0.25)
    # skip: (1/2) / 1
    assert score(rows, undecided="skip").cs_r == approx(0.5)
    # CS-C has no 0/0: 1 of 2 claims either way
    assert score(rows, undecided="skip").cs_c == approx(0.5)


def test_no_decided_claim_is_zero_or_undefined(score):
    rows = ["II", "II"]
    assert figures(score(rows)) == (0.0, 0.0, None)  # 0/2; (0 + 0)/2
    skipped = score(rows, undecided="skip")
    assert skipped.cs_r is None  # 0 / 0 claims left
    assert of_sample(skipped, "cs_r").undefined_reason == "no_decided_claims"
    assert skipped.cs_c == 0.0  # 0/2


def test_conflicted_only_divides_by_all_claims(score):
    rows = ["SC", "CC", "SS"]
    # all claims: (1/2 + 2/2 + 0/2) / 3
    assert score(rows).cs_r == approx(0.5)
    # only claim 1 contributes, all three divide: (1/2) / 3
    only = score(rows, conflicted_only=True)
    assert only.cs_r == approx(1 / 6)
    # CS-C does not change: 1/3; nor does the mean over conflicted claims: (1/2) / 1
    assert (only.cs_c, only.cs_r_conflicted) == approx((1 / 3, 0.5))
    # no conflicted claim: 0 / 1, defined, since there is a claim
    assert score(["CC"], conflicted_only=True).cs_r == 0.0


def test_verdicts_follow_from_the_labels(score):
    report = score(["SI", "CI", "SC", "II"])
    verdicts = {"c1": "SUPPORTED", "c2": "CONTRADICTED", "c3": "CONFLICTING", "c4": "NO_EVIDENCE"}
    assert dict(report.samples[0].verdicts) == verdicts
    assert {c["claim_id"]: c["verdict"] for c in report.to_dict()["samples"][0]["claims"]} == verdicts


# ---------------------------------------------------------------- undefined figures


@pytest.mark.parametrize(
    ("rows", "n_docs", "reason", "n_unscored"),
    [
        ([], 2, "no_claims", 0),  # 0 claims x 2 documents
        (["", ""], 0, "no_documents", 0),  # 2 claims x 0 documents
        (["..", ".."], 2, "no_scored_pairs", 4),  # 2 claims x 2 documents, none labelled
    ],
)
def test_nothing_to_measure_is_undefined_in_every_metric(score, parse_json, rows, n_docs, reason, n_unscored):
    report = score(rows, n_docs=n_docs)
    assert figures(report) == (None, None, None)
    assert report.samples[0].undefined_reason == reason
    for metric in METRICS:
        value = of_sample(report, metric)
        assert (value.value, value.n_scored, value.n_unscored) == (None, 0, n_unscored)
        assert value.undefined_reason == reason
        # for the file: one sample, not scored
        total = report.metrics[metric]
        assert (total.value, total.n_scored, total.n_unscored) == (None, 0, 1)
        assert total.undefined_reason
    row = parse_json(report.to_json())["samples"][0]
    assert (row["cs_c"], row["cs_r"], row["undefined_reason"]) == (None, None, reason)


def test_undefined_samples_are_counted_apart_and_never_averaged_in(score):
    report = score(["SC", "SS"], [], ["SC", "CC"], [".."])
    # samples 1 and 3 alone: CS-C (1/2 + 1/2)/2; CS-R ((1/2 + 0)/2 + (1/2 + 1)/2)/2 = (.25 + .75)/2
    assert (report.cs_c, report.cs_r) == approx((0.5, 0.5))
    for metric in METRICS:
        assert (report.metrics[metric].n_scored, report.metrics[metric].n_unscored) == (2, 2)
    assert [s.undefined_reason for s in report.samples] == [None, "no_claims", None, "no_scored_pairs"]
    # micro: claims of samples 1 and 3 pooled: 2/4; (1/2 + 0 + 1/2 + 1)/4
    micro = score(["SC", "SS"], [], ["SC", "CC"], average="micro")
    assert (micro.cs_c, micro.cs_r) == approx((0.5, 0.5))


def test_no_sample_at_all_scored(score):
    report = score([], [])
    for metric in METRICS:
        total = report.metrics[metric]
        assert (total.value, total.n_scored, total.n_unscored) == (None, 0, 2)


# ---------------------------------------------------------------- unscored pairs and bounds


@pytest.mark.parametrize(
    ("rows", "cs_c", "cs_c_bounds", "cs_r", "cs_r_bounds"),
    [
        # no unscored pair: the ends meet
        (["SC", "SS"], 0.5, (0.5, 0.5), 0.25, (0.25, 0.25)),
        # "." as S or I: not conflicted, 0; as C: conflicted, 1/2
        (["S."], 0, (0, 1), 0, (0, 0.5)),
        # "." as S: conflicted, 1/2; as C or I: not conflicted, 1
        (["C."], 0, (0, 1), 1, (0.5, 1)),
        # one document cannot be on both sides: never conflicted; as S or I: 0; as C: 1/1
        (["I."], 0, (0, 0), 0, (0, 1)),
        # two can: S and C; the share runs from 0 (S, S) to 1 (C, C)
        (["I.."], 0, (0, 1), 0, (0, 1)),
        # conflicted already; share 1/2, as S: 1/3, as C: 2/3
        (["SC."], 1, (1, 1), 0.5, (1 / 3, 2 / 3)),
        # claim 1 as above in 0..1 and 0..1/2, claim 2 fixed at 1 and 1/2
        (["S.", "SC"], 0.5, (0.5, 1), 0.25, (0.25, 0.5)),
    ],
)
def test_unscored_pairs_widen_the_bounds(score, rows, cs_c, cs_c_bounds, cs_r, cs_r_bounds):
    report = score(rows)
    n_unscored = "".join(rows).count(".")
    for metric, value, bounds in (("cs_c", cs_c, cs_c_bounds), ("cs_r", cs_r, cs_r_bounds)):
        got = of_sample(report, metric)
        assert (got.value, got.bounds) == (approx(value), approx(bounds))
        assert (got.n_scored, got.n_unscored) == (len("".join(rows)) - n_unscored, n_unscored)
    unscored = [label for label in report.samples[0].labels if label.label is None]
    assert len(unscored) == n_unscored
    assert all(label.unscored_reason for label in unscored)


def test_a_claim_without_any_scored_pair_still_widens_the_bounds(score):
    report = score(["..", "SC"])
    # claim 1 may be conflicted or not: (0 + 1)/2 to (1 + 1)/2; its share is 0 to 1: (0 + .5)/2 to (1 + .5)/2
    for metric, bounds in (("cs_c", (0.5, 1)), ("cs_r", (0.25, 0.75))):
        got = of_sample(report, metric)
        assert got.bounds == approx(bounds)
        assert bounds[0] <= got.value <= bounds[1]
        assert (got.n_scored, got.n_unscored) == (2, 2)


def test_bounds_cover_claims_that_are_skipped_now_but_might_be_decided(score):
    got = of_sample(score(["I.", "SC"], undecided="skip"), "cs_r")
    # as it stands claim 1 is skipped: (1/2)/1; "." as S: (0 + 1/2)/2; as C: (1 + 1/2)/2
    assert got.value == approx(0.5)
    assert got.bounds[0] <= 0.25
    assert got.bounds[1] >= 0.75


def test_bounds_of_a_file_are_the_mean_of_the_samples(score):
    report = score(["S."], ["SC"])
    # CS-C: 0 in 0..1 and 1 in 1..1 -> 0.5 in 0.5..1; CS-R: 0 in 0..1/2 and 1/2 -> .25 in .25..(1/2 + 1/2)/2
    assert (report.cs_c, report.metrics["cs_c"].bounds) == (approx(0.5), approx((0.5, 1)))
    assert (report.cs_r, report.metrics["cs_r"].bounds) == (approx(0.25), approx((0.25, 0.5)))


def test_weighted_bounds(score):
    got = of_sample(score(["S."], weights=(1, 3)), "cs_r")
    # "." as S or I: 0; as C: 3 / (1 + 3)
    assert got.bounds == approx((0, 0.75))
    # a document without weight moves nothing: 0 / (1 + 0); nor does it make a conflict
    light = score(["S."], weights=(1, 0))
    assert of_sample(light, "cs_r").bounds == of_sample(light, "cs_c").bounds == approx((0, 0))


@pytest.mark.parametrize("seed", range(8))
def test_bounds_are_the_extremes_over_all_labellings(score, seed):
    draw = random.Random(seed)
    cells = draw.choices("SCI", k=6) + ["."] * 3
    draw.shuffle(cells)
    rows = ["".join(cells[i : i + 3]) for i in (0, 3, 6)]
    # every unscored pair as each of the three labels, the formula on each of the 27 matrices
    filled = ["".join(rows).replace(".", "{}").format(*labels) for labels in product("SCI", repeat=3)]
    values = [formula([text[i : i + 3] for i in (0, 3, 6)]) for text in filled]
    report = score(rows)
    for index, metric in enumerate(("cs_c", "cs_r")):
        ends = min(v[index] for v in values), max(v[index] for v in values)
        assert of_sample(report, metric).bounds == approx(ends)
        assert ends[0] - 1e-9 <= of_sample(report, metric).value <= ends[1] + 1e-9


# ---------------------------------------------------------------- weights


@pytest.mark.parametrize(
    ("rows", "weights", "cs_c", "cs_r"),
    [
        (["SC"], (1, 3), 1, 0.75),  # 3 / (1 + 3)
        (["SC"], (3, 1), 1, 0.25),  # 1 / (3 + 1)
        (["SSC"], (2, 0.5, 1.5), 1, 0.375),  # 1.5 / (2.5 + 1.5)
        (["SCI"], (1, 1, 9), 1, 0.5),  # an irrelevant document's weight is in neither sum: 1 / (1 + 1)
        (["SC", "CC"], (1, 3), 0.5, 0.875),  # 1/2; (3/4 + 4/4) / 2
        (["SC"], (0, 1), 0, 1),  # the supporting sum is 0, not above 0: no conflict; 1 / (0 + 1)
        (["SC"], (1, 0), 0, 0),  # the contradicting sum is 0: no conflict; 0 / (1 + 0)
        (["SC"], (0, 0), 0, 0),  # 0/0 is undecided and counts as 0
        (["SSC"], (0, 1, 1), 1, 0.5),  # 1 / (0 + 1 + 1)
    ],
)
def test_weighted_figures_by_hand(score, rows, weights, cs_c, cs_r):
    report = score(rows, weights=weights)
    assert (report.cs_c, report.cs_r) == approx((cs_c, cs_r))


def test_weightless_evidence_is_undecided(score):
    report = score(["SC"], weights=(0, 0), undecided="skip")
    # 0/0 for the only claim, skipped: no claim left
    assert report.cs_r is None
    assert of_sample(report, "cs_r").undefined_reason == "no_decided_claims"


@pytest.mark.parametrize("weight", [1, 0.25, 7])
def test_equal_weights_give_the_unweighted_figures(score, weight):
    # w cancels in w*C / (w*S + w*C); w > 0 passes min_weight 0
    assert figures(score(FIGURE_2, weights=[weight] * 4)) == approx((4 / 6, 0.375, 0.5625))


def test_min_weight_is_exclusive(score):
    rows = ["SCII", "SSCC"]
    # sums are 1 and 1 for claim 1, 2 and 2 for claim 2
    at = score(rows, min_weight=1.0)
    assert at.cs_c == approx(0.5)  # 1 > 1 fails, 2 > 1 passes: 1/2
    assert at.cs_r == approx(0.5)  # the share asks for no minimum: (1/2 + 2/4)/2
    assert at.cs_r_conflicted == approx(0.5)  # claim 2 alone: 2/4
    assert score(rows, min_weight=1.0, conflicted_only=True).cs_r == approx(0.25)  # (0 + 2/4)/2
    assert score(rows, min_weight=0.99).cs_c == approx(1.0)  # both pass: 2/2
    none = score(rows, min_weight=2.0)
    assert none.cs_c == 0.0  # 2 > 2 fails too: 0/2
    assert of_sample(none, "cs_r_conflicted").undefined_reason == "no_conflicted_claims"


def test_min_weight_asks_both_sides(score):
    # sums 3 and 1: 3 > 1 passes, 1 > 1 fails
    assert score(["SC"], weights=(3, 1), min_weight=1.0).cs_c == 0.0
    # 3 > .5 and 1 > .5
    assert score(["SC"], weights=(3, 1), min_weight=0.5).cs_c == 1.0


# ---------------------------------------------------------------- several samples


def test_macro_is_the_mean_of_samples_and_micro_of_claims(score):
    matrices = (["SC"], ["SI", "SI", "CI"])
    macro = score(*matrices)
    assert macro.cs_c == approx(0.5)  # (1/1 + 0/3) / 2
    assert macro.cs_r == approx(5 / 12)  # (1/2 + (0 + 0 + 1)/3) / 2 = (1/2 + 1/3) / 2
    assert figures(score(*matrices, average="macro")) == approx(figures(macro))
    micro = score(*matrices, average="micro")
    assert micro.cs_c == approx(0.25)  # 1 of 4 claims
    assert micro.cs_r == approx(0.375)  # (1/2 + 0 + 0 + 1) / 4
    # the samples' own figures are the same in both
    assert [of_sample(micro, "cs_r", k).value for k in (0, 1)] == approx([0.5, 1 / 3])
    assert [of_sample(macro, "cs_r", k).value for k in (0, 1)] == approx([0.5, 1 / 3])


def test_a_file_averages_cs_r_conflicted_over_samples_that_have_it(score):
    report = score(["SC"], ["SI", "CI"], ["SSSC"])
    # 1/2 and 1/4; sample 2 has no conflicted claim: (1/2 + 1/4) / 2
    value = report.metrics["cs_r_conflicted"]
    assert (value.value, value.n_scored, value.n_unscored) == (approx(0.375), 2, 1)
    # CS-R is defined for all three: (1/2 + (0 + 1)/2 + 1/4) / 3
    value = report.metrics["cs_r"]
    assert (value.value, value.n_scored, value.n_unscored) == (approx(1.25 / 3), 3, 0)


# ---------------------------------------------------------------- properties


@pytest.mark.parametrize("seed", range(6))
def test_any_matrix_follows_the_formula_and_ignores_order_and_irrelevant_documents(score, seed):
    draw = random.Random(seed)
    n_docs = draw.randint(1, 5)
    rows = ["".join(draw.choices("SCI", k=n_docs)) for _ in range(draw.randint(1, 7))]
    order = draw.sample(range(n_docs), n_docs)
    report = score(rows)
    assert (report.cs_c, report.cs_r) == approx(formula(rows))
    shuffled_claims = draw.sample(rows, len(rows))
    shuffled_documents = ["".join(row[j] for j in order) for row in rows]
    one_more_irrelevant = [row + "I" for row in rows]
    for same in (shuffled_claims, shuffled_documents, one_more_irrelevant):
        assert figures(score(same)) == (approx(report.cs_c), approx(report.cs_r), approx(report.cs_r_conflicted))


def test_report_json_agrees_with_the_objects(score, parse_json):
    report = score(FIGURE_2, [], ["S."])
    data = parse_json(report.to_json())
    for metric in METRICS:
        value = report.metrics[metric]
        expected = (value.value, value.n_scored, value.n_unscored)
        assert tuple(data["metrics"][metric][key] for key in ("value", "n_scored", "n_unscored")) == expected
    assert [row["n_claims"] for row in data["samples"]] == [6, 0, 1]
    assert [row["cs_r"] for row in data["samples"]] == [approx(0.375), None, 0.0]
    letters = {name: letter for letter, name in NAMES.items()}
    claims = data["samples"][0]["claims"]
    assert ["".join(letters[cell["label"]] for cell in claim["labels"]) for claim in claims] == FIGURE_2
    assert data["schema_version"]
    # reported whatever `undecided` says
    assert '"n_undecided"' in report.to_json()


def test_equal_settings_give_equal_figures_and_every_setting_is_in_the_signature(score):
    matrices = (["SC", "II"], ["CC", "SS"], ["SSC", "SSS"])

    def run(**options: object) -> dict:
        return score(*matrices, **options).to_dict()

    first, second = run(seed=3), run(seed=3)
    assert (first["metrics"], first["signature"]) == (second["metrics"], second["signature"])
    assert figures(score(*matrices, seed=3)) == figures(score(*matrices, seed=4))
    changes = [
        {},
        {"undecided": "skip"},
        {"conflicted_only": True},
        {"min_weight": 0.5},
        {"mixed": "supports"},
        {"average": "micro"},
        {"seed": 1},
        {"resamples": 200},
    ]
    signatures = {str(run(**options)["signature"]) for options in changes}
    assert len(signatures) == len(changes)
