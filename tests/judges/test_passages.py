"""PassageJudge over a small real model: the share of the claim's words that a passage has, and whether it negates."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.judges import JudgeSettings, Request
from dissensus.judges.passages import PassageJudge, Probs, Reading
from dissensus.types import LABELS, Claim, ClaimLabel, Document, Label


class WordOverlap:
    """p = share of the claim's words in the passage; all of it goes to CONTRADICTS when the passage says "not"."""

    passage_tokens = 6
    thresholds: Mapping[str, float] = {"supports": 0.8, "contradicts": 0.6}

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []

    def settings(self) -> Mapping[str, object]:
        return {"model": "overlap@1"}

    def lengths(self, texts: list[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def fits(self, claim: str) -> bool:
        return len(claim.split()) <= 8

    def embed(self, texts: list[str]) -> None:
        return None

    def read(self, pairs: Sequence[tuple[str, str]], progress: object = None) -> Reading:
        self.seen += pairs
        rows = np.zeros((len(pairs), 3))
        for row, (passage, claim) in zip(rows, pairs, strict=True):
            words, wanted = (set(re.findall(r"\w+", text.lower())) for text in (passage, claim))
            p = len(wanted & words) / max(1, len(wanted))
            row[1 if "not" in words else 0], row[2] = p, 1 - p
            if "nan" in words:
                row[:] = np.nan
        return Reading(rows)

    def why(self, reading: Reading, row: int, *, clash: bool) -> tuple[str | None, tuple[()]]:
        return None, ()

    def parts(self, reading: Reading, row: int) -> tuple[None, dict[str, Probs]]:
        return None, {}


def judge(*texts: str, claim: str = "the gate is open", **settings: object) -> tuple[list[ClaimLabel], WordOverlap]:
    model = WordOverlap()
    requests = [
        Request(sample_id="s", claim=Claim(claim_id="c1", text=claim), document=Document(doc_id=f"d{i}", text=text))
        for i, text in enumerate(texts, 1)
    ]
    return PassageJudge("overlap", model, JudgeSettings(**settings)).judge(requests), model  # type: ignore[arg-type]


FAR = "Bees dance for food. "  # no word of the claim
YES = "The gate is open. "  # 4 of 4 words: supports 1
NO = "The gate is not open. "  # 4 of 4: contradicts 1
PARTLY = "Not the gate is shut. "  # 3 of 4: contradicts .75


@pytest.mark.parametrize(
    ("text", "label", "probs"),
    [
        (YES, Label.SUPPORTS, (1, 0, 0)),
        (NO, Label.CONTRADICTS, (0, 1, 0)),
        (FAR, Label.IRRELEVANT, (0, 0, 1)),
        (FAR * 3 + NO, Label.CONTRADICTS, (0, 1, 0)),  # the last window decides
        ("The gate is shut.", Label.IRRELEVANT, (0.75, 0, 0.25)),  # .75 < .8
        (PARTLY, Label.CONTRADICTS, (0, 0.75, 0.25)),  # .75 >= .6
    ],
)
def test_windows_into_one_label(text: str, label: Label, probs: tuple[float, float, float]) -> None:
    (record,), _ = judge(text)
    assert (record.label, record.probs, record.mixed, record.coverage) == (label, probs, False, 1.0)
    for evidence in record.evidence:
        assert text[evidence.start : evidence.end] == evidence.text
        assert evidence.score == max(probs[0], probs[1])


@pytest.mark.parametrize(
    ("policy", "label", "probs"),
    [
        # 1 / .8 = 1.25 on both: .75 / .6 = 1.25 too, so the document is written with the full contradiction: 1 / .6
        ("stronger", Label.CONTRADICTS, (0, 1, 0)),
        ("supports", Label.SUPPORTS, (1, 0, 0)),
        ("contradicts", Label.CONTRADICTS, (0, 1, 0)),
        ("unscored", None, (1, 0, 0)),
    ],
)
def test_a_document_that_argues_both_sides(policy: str, label: Label | None, probs: tuple[float, ...]) -> None:
    (record,), _ = judge(YES + FAR + NO, mixed=policy)
    assert (record.label, record.mixed, record.probs) == (label, True, probs)
    assert record.unscored_reason == (None if label else "mixed")
    assert [(e.label, "not" in e.text) for e in record.evidence] == [(Label.SUPPORTS, False), (Label.CONTRADICTS, True)]


def test_thresholds_of_the_caller_come_before_the_models() -> None:
    assert judge(PARTLY, thresholds={"contradicts": 0.76})[0][0].label is Label.IRRELEVANT
    assert judge("The gate is shut.", thresholds={"supports": 0.75})[0][0].label is Label.SUPPORTS
    settings = PassageJudge("overlap", WordOverlap(), JudgeSettings(thresholds={"supports": 0.7})).settings()
    assert settings == {
        "model": "overlap@1",
        "evidence": "selected",
        "thresholds": "contradicts=0.6,supports=0.7",
        "mixed": "stronger",
    }


def test_no_pair_is_predicted_twice() -> None:
    # d1 = d3; windows: d1 has 2 (4 + 4 words > 6), d2 shares its first with d1
    records, model = judge(YES + FAR, YES, YES + FAR)
    assert sorted(model.seen) == sorted({(YES.strip(), "the gate is open"), (FAR.strip(), "the gate is open")})
    assert [r.doc_id for r in records] == ["d1", "d2", "d3"]
    assert len({(r.label, r.probs) for r in records}) == 1


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_text_without_a_word_is_irrelevant_and_flagged(text: str) -> None:
    (record, other), model = judge(text, YES)
    assert (record.label, record.flags, record.probs, record.evidence) == (
        Label.IRRELEVANT,
        ("empty_document",),
        None,
        (),
    )
    assert (other.label, len(model.seen)) == (Label.SUPPORTS, 1)


def test_a_model_that_returns_nan_leaves_the_pair_unscored() -> None:
    (broken, fine), _ = judge(YES + "The nan came to us. ", YES)
    assert (broken.label, broken.unscored_reason, broken.probs) == (None, "model_returned_nan", None)
    assert fine.label is Label.SUPPORTS


def test_a_claim_that_is_too_long_is_told() -> None:
    assert [judge(YES, claim="the gate is open" + " now" * n)[0][0].truncated for n in (4, 5)] == [False, True]


def test_every_request_keeps_its_names() -> None:
    requests = [
        Request(
            sample_id=f"s{i}", claim=Claim(claim_id=f"c{i}", text=claim), document=Document(doc_id=f"d{i}", text=text)
        )
        for i, (claim, text) in enumerate([("the gate is open", YES), ("bees dance", FAR), ("the gate is open", NO)])
    ]
    records = PassageJudge("overlap", WordOverlap(), JudgeSettings()).judge(requests)
    assert [(r.sample_id, r.claim_id, r.doc_id, r.judge) for r in records] == [
        (f"s{i}", f"c{i}", f"d{i}", "overlap") for i in range(3)
    ]
    assert [r.label for r in records] == [Label.SUPPORTS, Label.SUPPORTS, Label.CONTRADICTS]


texts = st.lists(st.sampled_from([FAR, YES, NO, PARTLY, "\n\n", "x" * 90 + " "]), max_size=6).map("".join)


@given(st.lists(texts, max_size=5), st.sampled_from(["stronger", "supports", "contradicts", "unscored"]))
def test_properties(documents: list[str], policy: str) -> None:
    records, model = judge(*documents, mixed=policy)
    alone = [judge(text, mixed=policy)[0][0] for text in documents]
    assert [(r.label, r.probs, r.mixed) for r in records] == [(r.label, r.probs, r.mixed) for r in alone]
    assert [r.doc_id for r in records] == [f"d{i}" for i in range(1, len(documents) + 1)]
    assert len(set(model.seen)) == len(model.seen)
    for record, text in zip(records, documents, strict=True):
        assert (record.label is None) == (record.unscored_reason is not None)
        assert record.label in (None, *LABELS)
        for evidence in filter(None, (record.support, record.contradict)):
            assert text[evidence.start : evidence.end] == evidence.text != ""
