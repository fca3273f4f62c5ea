"""The shipped model: how it agrees with a frozen suite of our own, and what must never break."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import dissensus
from dissensus.bench.data import load_pairs
from dissensus.bench.pairs import judge_pairs
from dissensus.judges import open_judge
from dissensus.stats import macro_recall
from dissensus.types import LABELS

SUITE = Path(__file__).parent.parent / "frozen" / "judge_pairs.jsonl"


def test_agreement_with_the_frozen_suite_does_not_fall() -> None:
    """A floor some points under what the shipped model was seen to reach; any constant answer has 1/3."""
    result = judge_pairs("suite", load_pairs(SUITE, "all"), open_judge("onnx"))
    assert macro_recall(result.truth, result.predicted) >= 0.67


def test_probabilities_are_probabilities() -> None:
    result = judge_pairs("suite", load_pairs(SUITE, "all")[:30], open_judge("onnx"))
    assert np.allclose(result.probs.sum(axis=1), 1)
    assert ((result.probs >= 0) & (result.probs <= 1)).all()
    assert result.probs.shape == (30, len(LABELS))


def test_nine_unrelated_documents_and_another_order_change_no_label() -> None:
    documents = [
        {"id": "release", "text": "Revenue in the second quarter of 2024 was 41.8 million euros."},
        {"id": "restated", "text": "Revenue in the second quarter of 2024 was 36.2 million euros, not 41.8 million."},
    ]
    noise = [{"id": f"n{i}", "text": f"Recipe {i}: boil the soup for {i + 3} minutes and add salt."} for i in range(9)]
    response = "Revenue in the second quarter of 2024 was 41.8 million euros. The company is based in Bergen."

    def labels(docs: list[dict[str, str]]) -> dict[tuple[str, str], object]:
        report = dissensus.score(response=response, documents=docs)
        return {(r.claim_id, r.doc_id): (r.label, r.probs) for r in report.labels if not r.doc_id.startswith("n")}

    alone = labels(documents)
    assert labels([*documents, *noise]) == alone
    assert labels([*noise[:4], documents[1], *noise[4:], documents[0]]) == alone


def test_a_response_in_another_script_is_split_and_judged() -> None:
    """Kind 39. The model was trained on English alone; its backbone carries over."""
    report = dissensus.score(response="该桥于1954年建成。全长412米。", documents=["该桥建于1961年，全长412米。"])
    (sample,) = report.samples
    assert [str(v) for v in sample.verdicts.values()] == ["CONTRADICTED", "SUPPORTED"]
    assert sample.notes[0].startswith("language_unsupported")
