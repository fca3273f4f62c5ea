"""The function `score`: what it takes, what it refuses, and that labels reach the right pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dissensus
from dissensus import Document, Sample
from dissensus.judges import Request
from dissensus.types import ClaimLabel, Label

Scripted = Callable[..., str]


class Lengths:
    """A judge given as an object: a document supports a claim of its own length, contradicts a shorter one."""

    spec = "lengths"

    def settings(self) -> dict[str, object]:
        return {"model": "lengths@1"}

    def judge(self, requests: Sequence[Request], progress: object = None) -> list[ClaimLabel]:
        def label(claim: str, document: str) -> Label:
            if len(claim) == len(document):
                return Label.SUPPORTS
            return Label.CONTRADICTS if len(claim) < len(document) else Label.IRRELEVANT

        return [
            ClaimLabel(
                sample_id=r.sample_id, claim_id=r.claim.claim_id, doc_id=r.document.doc_id, judge=self.spec,
                label=label(r.claim.text, r.document.text),
            )
            for r in requests
        ]  # fmt: skip


def test_a_judge_object() -> None:
    report = dissensus.score(response="It is open.", documents=["x" * 11, "x" * 12, "x"], judge=Lengths())
    assert [r.label for r in report.labels] == ["SUPPORTS", "CONTRADICTS", "IRRELEVANT"]
    assert (report.cs_c, report.cs_r) == (1.0, 0.5)
    assert str(report.signature).startswith("judge:lengths|model:lengths@1|")


def test_a_judge_that_loses_pairs_is_a_bug_and_no_result() -> None:
    class Loses(Lengths):
        def judge(self, requests: Sequence[Request], progress: object = None) -> list[ClaimLabel]:
            return super().judge(requests)[:-1]

    with pytest.raises(dissensus.JudgeError, match="gave 1 for 2 pairs"):
        dissensus.score(response="It is.", documents=["a", "b"], judge=Loses())


def test_forms_of_a_sample(scripted: Scripted) -> None:
    judge = scripted(("", "yes", "SUPPORTS"), ("", "", "CONTRADICTS"))
    sample = Sample(sample_id="9", response="It is.", documents=(Document(doc_id="z", text="yes", weight=3.0),))
    report = dissensus.score(iter([sample, {"answer": "It is.", "contexts": ["yes", "no"]}]), judge=judge)
    assert [s.sample_id for s in report.samples] == ["9", "2"]
    assert [s.metrics["cs_r"].value for s in report.samples] == [0.0, 0.5]
    weighted = dissensus.score(
        response="It is.", documents=[Document(doc_id="z", text="yes", weight=3.0), {"text": "no"}], judge=judge
    )
    assert weighted.cs_r == 0.25  # 1 / (3 + 1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "response"),
        ({"response": "It is."}, "documents"),
        ({"documents": ["x"]}, "response"),
        ({"response": 3, "documents": []}, "response"),
        ({"response": "x", "documents": "one text"}, "documents"),
        ({"response": "x", "documents": ["y"], "claims": "one claim"}, "claims"),
        ({"samples": "rows.jsonl"}, "samples is a str"),
        ({"samples": {"response": "x"}}, "samples is a dict"),
        ({"samples": 5}, "samples"),
        ({"samples": [], "response": "x"}, "not both"),
        ({"samples": [{"response": "x"}], "strict": True}, "documents"),
        ({"samples": [{"id": 1, "response": "x", "documents": []}] * 2, "strict": True}, "id of its own"),
        ({"undecidedd": "skip"}, "undecidedd"),
        ({"undecided": "drop"}, "'zero' or 'skip'"),
        ({"average": "median"}, "average"),
        ({"min_weight": "0.5"}, "min_weight is '0.5'"),
        ({"min_weight": None}, "min_weight is None"),
        ({"resamples": "10"}, "resamples"),
        ({"resamples": -1}, "resamples"),
        ({"seed": -1}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"thresholds": {"supports": "high"}}, "supports"),
        ({"thresholds": [0.5]}, "threshold"),
        ({"threads": "two"}, "threads"),
        ({"decomposer": "sentence"}, "Did you mean sentences"),
        ({"judge": "onxx"}, "Did you mean onnx"),
    ],
)
def test_what_cannot_be_used_is_named(scripted: Scripted, arguments: dict[str, Any], told: str) -> None:
    if not set(arguments) & {"samples", "response", "documents"} and arguments:
        arguments = {"response": "It is.", "documents": ["x"], **arguments}
    with pytest.raises(dissensus.DissensusError, match=told):
        dissensus.score(**{"judge": scripted(("", "", "SUPPORTS")), **arguments})


def test_bad_rows_are_listed_and_the_rest_is_scored(scripted: Scripted) -> None:
    rows = [
        {"response": "It is.", "documents": ["x"]},
        {"response": "It is."},
        7,
        {"id": "1", "response": "", "documents": []},
    ]
    report = dissensus.score(rows, judge=scripted(("", "", "SUPPORTS")))
    assert [s.sample_id for s in report.samples] == ["1"]
    assert [error.row for error in report.errors] == [2, 3, 4]
    assert all(error.message() for error in report.errors)
    assert "samples, item 2" in report.errors[0].message()


def test_progress_and_chunks_keep_labels_with_their_samples(scripted: Scripted) -> None:
    # 150 samples are judged in chunks; sample i has the document that supports its own claim only
    rows = [{"response": f"It is number {i}.", "documents": [f"<{i}>", f"<{i + 1}>"]} for i in range(150)]
    rules = [(f"number {i}.", f"<{i}>", "SUPPORTS") for i in range(150)]
    report = dissensus.score(rows, judge=scripted(*rules, ("", "", "CONTRADICTS")), resamples=0)
    assert [r.label for r in report.labels] == ["SUPPORTS", "CONTRADICTS"] * 150
    assert [r.sample_id for r in report.labels[::2]] == [str(i) for i in range(1, 151)]
    assert report.cs_c == 1.0


def test_ambiguity(write: Callable[..., Any]) -> None:
    key = {"sample_id": "1", "claim_id": "c1"}
    rows = [
        {**key, "doc_id": "d1", "label": "SUPPORTS"},
        {**key, "doc_id": "d2", "label": "CONTRADICTS", "flags": ["different_entity"]},
    ]
    judge = f"precomputed:{write('l.jsonl', *rows)}"
    for ambiguity, cs_c, cs_r in (("conflict", 1.0, 0.5), ("ignore", 0.0, 0.0)):
        for average in ("macro", "micro"):
            report = dissensus.score(
                response="It is.", documents=["a", "b"], judge=judge, ambiguity=ambiguity, average=average
            )
            assert (report.cs_c, report.cs_r) == (cs_c, cs_r)
            assert f"ambiguity:{ambiguity}" in str(report.signature)


@pytest.mark.parametrize(
    "change",
    [{"undecided": "skip"}, {"conflicted_only": True}, {"min_weight": 1.0}, {"ambiguity": "ignore"}, {"average": "micro"},
     {"seed": 1}, {"resamples": 10}, {"decomposer": "whole"}, {"mixed": "supports"}],
)  # fmt: skip
def test_every_setting_is_in_the_signature(scripted: Scripted, change: dict[str, Any]) -> None:
    given_ = {"response": "It is.", "documents": ["x"], "judge": scripted(("", "", "SUPPORTS"))}
    assert dissensus.score(**given_).signature != dissensus.score(**given_, **change).signature
    assert dissensus.score(**given_).signature == dissensus.score(**given_).signature


def test_intervals_are_seeded(scripted: Scripted) -> None:
    rows = [{"response": "It is.", "documents": ["yes", "no"][: 1 + i % 2]} for i in range(20)]
    judge = scripted(("", "yes", "SUPPORTS"), ("", "", "CONTRADICTS"))
    first, same, other = (dissensus.score(rows, judge=judge, seed=seed).metrics["cs_c"] for seed in (0, 0, 1))
    assert first == same
    assert first.value == other.value == 0.5
    assert first.interval != other.interval


texts = st.text(max_size=30) | st.sampled_from(["It is open. It is red.", "I don't know.", "", "- a\n- b", "yes. no."])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    st.lists(st.tuples(texts, st.lists(texts, max_size=3)), max_size=3),
    st.sampled_from(["sentences", "whole"]),
    st.sampled_from(["macro", "micro"]),
)
def test_any_input_gives_a_report_that_holds_together(
    strict_json: Callable[[str], Any], rows: list[tuple[str, list[str]]], decomposer: str, average: str
) -> None:
    samples = [{"response": response, "documents": documents} for response, documents in rows]
    report = dissensus.score(samples, judge=Lengths(), decomposer=decomposer, average=average, resamples=20)
    data = strict_json(report.to_json())
    assert data["n_samples"] == len(rows)
    assert data["n_pairs"] == sum(len(s.claims) * len(s.sample.documents) for s in report.samples)
    for sample in report.samples:
        assert len(sample.labels) == len(sample.claims) * len(sample.sample.documents)
        assert set(sample.verdicts) == {claim.claim_id for claim in sample.claims}
        conflicting = sum(v == "CONFLICTING" for v in sample.verdicts.values())
        value = sample.metrics["cs_c"].value
        assert value is None if sample.undefined_reason else value == pytest.approx(conflicting / len(sample.claims))
    assert str(report)
    assert report._repr_html_()
    assert repr(report).startswith("Report(cs_c=")
