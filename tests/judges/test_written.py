"""The judges that read a file: scripted and precomputed; and what may be set on any judge."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dissensus.errors import DissensusError, InputError, JudgeError
from dissensus.judges import JudgeSettings, Request, open_judge
from dissensus.types import Claim, ClaimLabel, Document

Write = Callable[..., Path]
KEY = {"sample_id": "s", "claim_id": "c1", "doc_id": "d1"}


def ask(
    spec: str, settings: JudgeSettings | None = None, claim: str = "The gate is open.", text: str = "A notice."
) -> ClaimLabel:
    request = Request(sample_id="s", claim=Claim(claim_id="c1", text=claim), document=Document(doc_id="d1", text=text))
    return open_judge(spec, settings).judge([request])[0]


def side(label: str, score: float, start: int) -> dict[str, Any]:
    return {"doc_id": "d1", "start": start, "end": start + 1, "text": "x", "label": label, "score": score}


BOTH = {**KEY, "label": "SUPPORTS", "support": side("SUPPORTS", 0.7, 0), "contradict": side("CONTRADICTS", 0.9, 5)}


# ------------------------------------------------------------------ scripted


def test_the_first_rule_wins_and_parts_are_case_sensitive(write: Write) -> None:
    rules = [
        {"claim": "gate", "document": "letter", "label": "refutes"},
        {"claim": "gate", "label": "SUPPORTS", "probs": [0.7, 0.2, 0.1]},
        {"document": "bees", "label": "maybe", "probs": [1, 0, 0]},
    ]
    spec = f"scripted:{write('r.jsonl', *rules)}"
    assert ask(spec, text="A letter.").label == "CONTRADICTS"
    assert (ask(spec, text="A Letter.").label, ask(spec).probs) == ("SUPPORTS", (0.7, 0.2, 0.1))
    unknown = ask(spec, claim="x", text="bees")
    assert (unknown.label, unknown.unscored_reason, unknown.probs) == (None, "unknown_label: 'maybe'", None)
    assert ask(spec, claim="x").unscored_reason == "no_rule"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ({"claim": "x"}, ":1: a rule holds"),
        ({"label": "SUPPORTS", "claims": "x"}, r"got \['claims'\]"),
        ({"label": "SUPPORTS", "claim": 3}, 'field "claim" is 3; expected a string'),
        ({"label": "SUPPORTS", "document": None}, 'field "document" is None'),
        ({"label": "SUPPORTS", "probs": [0.5, 0.5]}, "three numbers"),
        ({"label": "SUPPORTS", "probs": [0.5, 0.5, 2]}, "three numbers"),
    ],
)
def test_bad_rules_are_named(write: Write, rule: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=told):
        ask(f"scripted:{write('r.jsonl', rule)}")


def test_all_probabilities_may_be_zero_or_absent(write: Write) -> None:
    assert ask(f"scripted:{write('r.jsonl', {'label': 'SUPPORTS', 'probs': None})}").probs is None


@pytest.mark.parametrize("kind", ["scripted", "precomputed"])
def test_files_that_cannot_be_read(write: Write, kind: str, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=f"needs a file: {kind}:FILE"):
        ask(kind)
    with pytest.raises(DissensusError, match=r"nowhere\.jsonl"):
        ask(f"{kind}:{tmp_path / 'nowhere.jsonl'}")
    with pytest.raises(DissensusError):
        ask(f"{kind}:{tmp_path}")
    (tmp_path / "bad.jsonl").write_text('{"label": ')
    with pytest.raises(DissensusError, match=r"bad\.jsonl:1"):
        ask(f"{kind}:{tmp_path / 'bad.jsonl'}")


def test_no_rules_is_an_error(write: Write) -> None:
    with pytest.raises(JudgeError, match="holds no rules"):
        ask(f"scripted:{write('r.jsonl')}")


# ------------------------------------------------------------------ precomputed


def test_labels_are_looked_up_by_all_three_ids(write: Write) -> None:
    rows = [{**KEY, "doc_id": "d2", "label": "SUPPORTS"}, {**KEY, "label": "refuted", "judge": "ann"}]
    found = ask(f"precomputed:{write('l.jsonl', *rows)}")
    assert (found.label, found.judge) == ("CONTRADICTS", "ann")
    missing = ask(f"precomputed:{write('l.jsonl', rows[0])}")
    assert (missing.label, missing.unscored_reason, missing.doc_id) == (None, "not_in_file", "d1")


def test_null_labels_keep_their_reason(write: Write) -> None:
    assert ask(f"precomputed:{write('l.jsonl', {**KEY, 'label': None})}").unscored_reason == "unlabelled"
    row = {**KEY, "label": None, "unscored_reason": "timeout"}
    assert ask(f"precomputed:{write('l.jsonl', row)}").unscored_reason == "timeout"


def test_a_pair_labelled_twice_is_refused(write: Write) -> None:
    rows = [{**KEY, "label": "SUPPORTS", "judge": judge} for judge in ("ann", "bob")]
    with pytest.raises(JudgeError, match="more than once"):
        ask(f"precomputed:{write('l.jsonl', *rows)}")


def test_labels_stay_unless_thresholds_are_given(write: Write) -> None:
    spec = f"precomputed:{write('l.jsonl', BOTH)}"
    assert ask(spec).label == "SUPPORTS"  # as written, though the other side is stronger
    # .7 < .8, .9 >= .8
    assert ask(spec, JudgeSettings(thresholds={"supports": 0.8, "contradicts": 0.8})).label == "CONTRADICTS"
    # both pass: .9 / .6 > .7 / .6
    decided = ask(spec, JudgeSettings(thresholds={"supports": 0.6, "contradicts": 0.6}))
    assert (decided.label, decided.mixed) == ("CONTRADICTS", True)


def test_one_threshold_alone_is_not_ignored(write: Write) -> None:
    # the signature says supports=0.8; a supporting passage at .7 must then not give SUPPORTS (or it is an error)
    spec = f"precomputed:{write('l.jsonl', BOTH)}"
    try:
        label = ask(spec, JudgeSettings(thresholds={"supports": 0.8})).label
    except DissensusError:
        return
    assert label != "SUPPORTS"


def test_the_signature_follows_the_file(write: Write) -> None:
    one = open_judge(f"precomputed:{write('a.jsonl', BOTH)}").settings()
    same = open_judge(f"precomputed:{write('b.jsonl', BOTH)}").settings()
    other = open_judge(f"precomputed:{write('c.jsonl', {**BOTH, 'label': None})}").settings()
    assert one == same != other


# ------------------------------------------------------------------ settings of any judge


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"thresholds": {"support": 0.5}}, "'support' is unknown"),
        ({"thresholds": {"supports": 0.0}}, "supports is 0.0"),
        ({"thresholds": {"supports": 1.01}}, r"\(0, 1\]"),
        ({"thresholds": {"contradicts": float("nan")}}, "contradicts is nan"),
        ({"mixed": "weaker"}, "'weaker'; expected one of stronger"),
        ({"threads": 0}, "threads is 0"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        JudgeSettings(**settings)


def test_settings_at_the_edge() -> None:
    assert JudgeSettings(thresholds={"supports": 1.0, "contradicts": 1e-9}, threads=1).thresholds["supports"] == 1.0
