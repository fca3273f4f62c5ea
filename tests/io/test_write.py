from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dissensus.errors import InputError
from dissensus.io import labels_from_file, labels_to_rows, read_jsonl, to_json, write_json, write_jsonl
from dissensus.types import ClaimLabel, Document, Evidence, Label, Verdict


class Colour(Enum):
    RED = "red"


@dataclass
class Point:
    x: float
    at: tuple[int, ...]


class Opaque:
    def __str__(self) -> str:
        return "opaque"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": float("nan"), "b": float("inf"), "c": (1, 2.5)}, '{"a":null,"b":null,"c":[1,2.5]}'),
        ([Verdict.SUPPORTED, Colour.RED, date(2014, 3, 5)], '["SUPPORTED","red","2014-03-05"]'),
        (Point(float("nan"), (1,)), '{"x":null,"at":[1]}'),
        ("é😀\u2028\x00", '"é😀\u2028\\u0000"'),
        ("\ud800\x00", '"\ufffd\\u0000"'),
        (
            {None: 1, (1, 2): Point(0.5, ()), Label.SUPPORTS: {3}},
            '{"None":1,"(1, 2)":{"x":0.5,"at":[]},"SUPPORTS":[3]}',
        ),
        (MappingProxyType({"a": Opaque()}), '{"a":"opaque"}'),
        ({"\udc00": [Colour.RED, Opaque(), True, None, float("nan")]}, '{"\ufffd":["red","opaque",true,null,null]}'),
    ],
)
def test_to_json(value: object, text: str) -> None:
    assert to_json(value) == text


def test_to_json_of_numpy() -> None:
    np = pytest.importorskip("numpy")
    assert to_json([np.float32(0.5), np.int64(2), np.array([1.0, np.nan])]) == "[0.5,2,[1.0,null]]"


def test_pretty() -> None:
    assert to_json({"a": [1]}, pretty=True) == '{\n  "a": [\n    1\n  ]\n}'


def test_document_to_json() -> None:
    row = json.loads(to_json(Document(doc_id="a", text="t", published=date(2020, 1, 2), metadata={"k": float("nan")})))
    assert (row["published"], row["metadata"]) == ("2020-01-02", {"k": None})


def test_write_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert write_jsonl(path, [{"a": "x\n\u2028"}, {"b": None}]) == 2
    assert list(read_jsonl(path)) == [(1, {"a": "x\n\u2028"}), (2, {"b": None})]
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()
    write_json(tmp_path / "b.json", {"a": 1})
    assert (tmp_path / "b.json").read_text() == '{\n  "a": 1\n}\n'


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("old")

    def rows() -> Iterator[Any]:
        yield {"a": 1}
        raise KeyError("stop")

    with pytest.raises(KeyError):
        write_jsonl(path, rows())
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.jsonl"]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_jsonl(tmp_path / "link", [{}])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "{}\n"


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Cannot write .*No such file"):
        write_jsonl(tmp_path / "no" / "a.jsonl", [])
    with pytest.raises(InputError, match="is a directory"):
        write_jsonl(tmp_path, [])


@pytest.mark.parametrize(
    ("line", "message"),
    [(b"[]", "the row is a list"), (b"{", "invalid JSON at column 2"), (b"\xff", "not valid UTF-8")],
)
def test_read_jsonl_names_the_line(tmp_path: Path, line: bytes, message: str) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"{}\n\n" + line)
    with pytest.raises(InputError, match=f":3: {message}"):
        list(read_jsonl(tmp_path / "a.jsonl"))


def labels_of(tmp_path: Path, *rows: dict[str, Any]) -> list[ClaimLabel]:
    path = tmp_path / "labels.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return labels_from_file(path)


KEY = {"sample_id": "1", "claim_id": "c1", "doc_id": "d1"}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("SUPPORTS", "SUPPORTS"),
        ("entailment", "SUPPORTS"),
        ("REFUTES", "CONTRADICTS"),
        ("NOT ENOUGH INFO", "IRRELEVANT"),
    ],
)
def test_a_human_file(tmp_path: Path, name: str, label: str) -> None:
    assert labels_of(tmp_path, KEY | {"label": name}) == [ClaimLabel(**KEY, label=Label(label), judge="human")]


def test_a_null_label_needs_no_reason(tmp_path: Path) -> None:
    (label,) = labels_of(tmp_path, KEY | {"label": None, "sample_id": 4})
    assert (label.sample_id, label.unscored_reason) == ("4", "unlabelled")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"label": "support!"}, 'field "label" is "support!"; expected SUPPORTS, CONTRADICTS, IRRELEVANT or null'),
        ({}, 'field "label" is missing; expected SUPPORTS'),
        ({"label": 1}, 'field "label" is 1; expected'),
        ({"label": None, "doc_id": None}, 'field "doc_id" is null; expected a string or an integer'),
        ({"label": None, "probs": [0.5, 0.5]}, 'field "probs" is a list of 2 items; expected null or three numbers'),
        ({"label": None, "probs": [0.5, 0.5, 0.5]}, 'field "probs" is'),
        ({"label": None, "mixed": "yes"}, 'field "mixed" is "yes"; expected true or false'),
        ({"label": None, "flags": [1]}, 'field "flags" is a list of 1 item; expected a list of strings'),
        ({"label": None, "coverage": 2}, 'field "coverage" is 2; expected a number in [0, 1]'),
        ({"label": None, "judge": 2}, 'field "judge" is 2; expected a string or null'),
        ({"label": None, "support": []}, 'field "support" is a list of 0 items; expected null or an object'),
        (
            {
                "label": None,
                "support": {"start": 5, "end": 2, "text": "x", "doc_id": "d", "label": "support", "score": 1},
            },
            'field "support.end" is 2; expected an integer >= 5',
        ),
        (
            {"label": None, "contradict": {}},
            'field "contradict.label" is missing; expected SUPPORTS, CONTRADICTS, IRRELE',
        ),
    ],
)
def test_label_faults(tmp_path: Path, row: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        labels_of(tmp_path, KEY | {"label": "neutral", "claim_id": "c9"}, KEY | row)
    text = str(caught.value).replace(f"{tmp_path}{os.sep}", "")
    assert f"labels.jsonl:2: {message}" in text


def test_evidence_and_bad_lines_are_reported_together(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        labels_of(tmp_path, *({"label": "no", "claim_id": "c", "doc_id": 1, "sample_id": i} for i in range(13)))
    lines = str(caught.value).splitlines()
    assert len(lines) == 11
    assert lines[-1].endswith("and 3 more bad lines")


def test_one_label_per_pair_and_judge(tmp_path: Path) -> None:
    row = KEY | {"label": "neutral"}
    assert len(labels_of(tmp_path, row, row | {"judge": "b"})) == 2
    with pytest.raises(
        InputError, match=r"labels.jsonl:2: field \"doc_id\" is \"d1\"; expected one label per .* line 1"
    ):
        labels_of(tmp_path, row, row)


ids = st.text(min_size=1)
fraction = st.floats(0, 1)
probs = (
    st.tuples(fraction, fraction, fraction)
    .filter(lambda p: sum(p) > 0.01)
    .map(lambda p: (p[0] / sum(p), p[1] / sum(p), p[2] / sum(p)))
)
evidence = st.builds(
    lambda start, text, **rest: Evidence(start=start, end=start + len(text), text=text, **rest),
    start=st.integers(0, 10**6),
    text=st.text(),
    doc_id=ids,
    label=st.sampled_from(Label),
    score=fraction,
)
scored = st.builds(
    ClaimLabel,
    sample_id=ids,
    claim_id=ids,
    doc_id=ids,
    label=st.sampled_from(Label),
    judge=ids,
    probs=st.none() | probs,
    support=st.none() | evidence,
    contradict=st.none() | evidence,
    mixed=st.booleans(),
    flags=st.lists(st.text()).map(tuple),
    truncated=st.booleans(),
    coverage=fraction,
)
unscored = st.builds(
    ClaimLabel, sample_id=ids, claim_id=ids, doc_id=ids, label=st.none(), judge=ids, unscored_reason=ids
)


@given(labels=st.lists(scored | unscored, max_size=4, unique_by=lambda x: (x.sample_id, x.claim_id, x.doc_id, x.judge)))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_labels_round_trip(tmp_path: Path, labels: list[ClaimLabel]) -> None:
    path = tmp_path / "labels.jsonl"
    write_jsonl(path, labels_to_rows(labels))
    assert labels_from_file(path) == labels
    assert "evidence" not in path.read_text() or any("evidence" in repr(label) for label in labels)
