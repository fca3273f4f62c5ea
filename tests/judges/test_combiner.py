"""Rules and model together: the combiner's arithmetic, its file, and what the judge says of why."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from dissensus.errors import JudgeError
from dissensus.judges import JudgeSettings, Request, open_judge
from dissensus.judges.combiner import GROUPS, KINDS, Combiner
from dissensus.signals import FEATURES
from dissensus.types import CLASH_KINDS, REASON_CODES, Claim, Document, Label

N = 2 + len(FEATURES)


def combiner(**changes: object) -> Combiner:
    """Adds 3 to CONTRADICTS when a number clashes; otherwise passes the model's odds on."""
    skip = np.zeros((N, 3))
    skip[0, 0] = skip[1, 1] = 1.0
    skip[2 + FEATURES.index("clash_numeric"), 1] = 3.0
    kinds = np.zeros((N + 2, len(KINDS)))
    kinds[2 + FEATURES.index("clash_numeric"), KINDS.index("numeric")] = 1.0
    kinds[N + 1, KINDS.index("scope")] = 1.0
    parts = {
        "mean": np.zeros(N), "spread": np.ones(N), "hidden": np.zeros((N, 2)), "hidden_bias": np.zeros(2),
        "out": np.zeros((2, 3)), "out_bias": np.zeros(3), "skip": skip, "kinds": kinds, "kinds_bias": np.zeros(len(KINDS)),
    }  # fmt: skip
    return Combiner(**{**parts, **changes})  # type: ignore[arg-type]


def signal(name: str) -> np.ndarray:
    found = np.zeros(len(FEATURES))
    found[FEATURES.index(name)] = 1.0
    return found


def test_probabilities_by_hand() -> None:
    # log odds against IRRELEVANT: 1, 0; with the clash 1, 3
    logits = np.array([[2.0, 1.0, 1.0]])
    plain = combiner().probs(logits, np.zeros((1, len(FEATURES))))[0]
    clash = combiner().probs(logits, signal("clash_numeric")[None])[0]
    assert plain == pytest.approx(np.exp([1, 0, 0]) / np.exp([1, 0, 0]).sum())
    assert clash == pytest.approx(np.exp([1, 3, 0]) / np.exp([1, 3, 0]).sum())


def test_a_row_depends_on_itself_alone() -> None:
    rng = np.random.default_rng(1)
    logits, features = rng.normal(size=(9, 3)), rng.random((9, len(FEATURES)))
    c = combiner(hidden=rng.normal(size=(N, 2)), out=rng.normal(size=(2, 3)))
    whole = c.probs(logits, features)
    assert (np.concatenate([c.probs(logits[[i]], features[[i]]) for i in range(9)]) == whole).all()
    assert whole.sum(axis=1) == pytest.approx(np.ones(9))
    assert c.probs(np.zeros((0, 3)), np.zeros((0, len(FEATURES)))).shape == (0, 3)


def test_kinds_by_label() -> None:
    kinds = np.array([-1.0, 1.0])
    assert combiner().kind(np.zeros(3), signal("clash_numeric"), kinds, clash=True) == "numeric"
    assert combiner().kind(np.zeros(3), signal("clash_numeric"), kinds, clash=False) == "scope"


def test_parts_switch_a_group_off() -> None:
    c, logits = combiner(), np.array([2.0, 1.0, 1.0])
    parts = c.parts(logits, signal("clash_numeric"), model=True)
    assert set(parts) == {*GROUPS, "model"}
    assert parts["values"] == pytest.approx(c.probs(logits[None], np.zeros((1, len(FEATURES))))[0])
    assert parts["names"] == pytest.approx(c.probs(logits[None], signal("clash_numeric")[None])[0])
    assert parts["model"] == pytest.approx(np.exp([0, 3, 0]) / np.exp([0, 3, 0]).sum())


def test_the_file_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "combiner.json"
    path.write_text(json.dumps(combiner().to_dict()), encoding="utf-8")
    x = (np.array([[2.0, 1.0, 1.0]]), signal("clash_numeric")[None])
    assert (Combiner.load(path).probs(*x) == combiner().probs(*x)).all()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"features": ["other"]}, "other signals"),
        ({"mean": "x"}, "not a combiner"),
        ({"out": [[0.0]]}, "not a combiner"),
    ],
)
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, change: dict[str, object], said: str) -> None:
    path = tmp_path / "combiner.json"
    path.write_text(json.dumps({**combiner().to_dict(), **change}), encoding="utf-8")
    with pytest.raises(JudgeError, match=f"combiner.json.*{said}"):
        Combiner.load(path)


@pytest.mark.parametrize("spec", ["onnx", "rules"])
def test_the_shipped_judges_say_why(spec: str) -> None:
    judge = open_judge(spec, JudgeSettings(threads=1))
    documents = ["Refunds take 30 days.", "Refunds take ten days.", "Bees dance for food."]
    found = judge.judge(
        [
            Request(
                sample_id="s", claim=Claim(claim_id="c1", text="Refunds take 10 days."),
                document=Document(doc_id=f"d{i}", text=text),
            )
            for i, text in enumerate(documents)
        ]
    )  # fmt: skip
    clash, same, other = found
    assert clash.label is Label.CONTRADICTS
    assert clash.kind == "numeric"
    (reason, *_) = clash.reasons
    assert (reason.kind, reason.claim_text, reason.document_text) == ("numeric", "10 days", "30 days")
    assert documents[0][reason.start : reason.end] == "30 days"
    assert same.label is not Label.CONTRADICTS
    assert same.kind in REASON_CODES
    assert other.kind is None
    assert other.label is Label.IRRELEVANT
    assert clash.kind in CLASH_KINDS


def test_offsets_hold_behind_a_title() -> None:
    document = Document(doc_id="d1", title="Refunds in 2019", text="Bees dance. Refunds take 30 days.")
    claim = Claim(claim_id="c1", text="Refunds take 10 days.")
    record = open_judge("rules").judge([Request(sample_id="s", claim=claim, document=document)])[0]
    assert record.reasons
    for reason in record.reasons:
        assert document.text[reason.start : reason.end] == reason.document_text
