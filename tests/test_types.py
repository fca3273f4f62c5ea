from __future__ import annotations

import dataclasses

import pytest

from dissensus import types
from dissensus.types import LABEL_NAMES, LABELS, ClaimLabel, Document, Evidence, Label, parse_label

QUOTE = {"doc_id": "d", "start": 0, "end": 1, "text": "x", "score": 0.9}
FOR = Evidence(**QUOTE, label=Label.SUPPORTS)
AGAINST = Evidence(**QUOTE, label=Label.CONTRADICTS)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("SUPPORTS", Label.SUPPORTS),
        (" Entailment\n", Label.SUPPORTS),
        ("REFUTES", Label.CONTRADICTS),
        ("contradiction", Label.CONTRADICTS),
        ("NOT ENOUGH INFO", Label.IRRELEVANT),
        ("neutral", Label.IRRELEVANT),
        (Label.IRRELEVANT, Label.IRRELEVANT),
        ("UNKNOWN", None),
        ("", None),
        (None, None),
        (0, None),
        (["SUPPORTS"], None),
    ],
)
def test_parse_label(name: object, label: Label | None) -> None:
    assert parse_label(name) is label


def test_every_label_knows_its_own_name() -> None:
    assert [label.value for label in LABELS] == ["SUPPORTS", "CONTRADICTS", "IRRELEVANT"]
    assert all(parse_label(label.value) is label for label in LABELS)
    assert all(name == name.lower().strip() for name in LABEL_NAMES)


@pytest.mark.parametrize(
    ("label", "mixed", "evidence"),
    [
        (Label.SUPPORTS, False, (FOR,)),
        (Label.CONTRADICTS, False, (AGAINST,)),
        (Label.IRRELEVANT, False, ()),
        (None, False, ()),
        (Label.SUPPORTS, True, (FOR, AGAINST)),
        (None, True, (FOR, AGAINST)),
    ],
)
def test_evidence_is_what_decided(label: Label | None, mixed: bool, evidence: tuple[Evidence, ...]) -> None:
    record = ClaimLabel(
        sample_id="s", claim_id="c", doc_id="d", label=label, judge="j", support=FOR, contradict=AGAINST, mixed=mixed
    )
    assert record.evidence == evidence
    assert dataclasses.replace(record, support=None, contradict=None).evidence == ()


@pytest.mark.parametrize("name", ["Document", "Sample", "Claim", "Skipped", "Evidence", "ClaimLabel", "MetricValue"])
def test_records_are_frozen_and_take_names_only(name: str) -> None:
    kind = getattr(types, name)
    assert kind.__dataclass_params__.frozen
    assert all(field.kw_only for field in dataclasses.fields(kind))
    with pytest.raises(dataclasses.FrozenInstanceError):
        Document(doc_id="d", text="x").text = "y"  # type: ignore[misc]
