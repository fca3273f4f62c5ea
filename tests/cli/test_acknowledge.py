"""`dissensus acknowledge`: what responses make of the disagreement of their documents."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dissensus

DOCUMENTS = [
    {"id": "old", "text": "The return fee is 40 euros."},
    {"id": "new", "text": "The return fee is 55 euros."},
]
RESPONSES = {
    "named": "One source puts the return fee at 40 euros, while another says 55 euros.",
    "picked": "The return fee is 55 euros.",
    "averaged": "The return fee is about 48 euros.",
    "avoided": "Bees dance for their food.",
}


@pytest.fixture
def reader(scripted: Callable[..., str]) -> str:
    """A statement with 40 contradicts one with 55; nothing else is related."""
    return scripted(("40", "55", "CONTRADICTS"), ("55", "40", "CONTRADICTS"), ("", "", "IRRELEVANT"))


@pytest.fixture
def data(write: Callable[..., Path]) -> Path:
    rows = [{"id": name, "response": text, "documents": DOCUMENTS} for name, text in RESPONSES.items()]
    return write("data.jsonl", *rows)


def test_json(cli: Callable[..., Any], data: Path, reader: str, strict_json: Callable[[str], Any]) -> None:
    result = cli("acknowledge", data, "--judge", reader, "--json")
    assert result.code == 0
    shape = strict_json(result.out)
    assert set(shape) == {"schema_version", "signature", "acknowledged", "counts", "n_errors", "acknowledgements"}
    assert {a["sample_id"]: a["answer"] for a in shape["acknowledgements"]} == {name: name for name in RESPONSES}
    assert shape["counts"] == {"named": 1, "picked": 1, "averaged": 1, "avoided": 1}
    share = shape["acknowledged"]
    assert (share["value"], share["n_conflicts"], share["n_samples"]) == (0.25, 4, 4)
    assert share["interval"][0] < 0.25 < share["interval"][1]
    for found in shape["acknowledgements"]:
        assert found["acknowledged"] is (found["answer"] == "named")
        for mention in found["mentions"]:
            assert RESPONSES[found["sample_id"]][mention["start"] : mention["end"]] == mention["text"]
    assert {m["doc_id"] for m in shape["acknowledgements"][0]["mentions"]} == {"old", "new"}
    assert {m["doc_id"] for m in shape["acknowledgements"][1]["mentions"]} == {"new"}


def test_text(cli: Callable[..., Any], data: Path, reader: str) -> None:
    out = cli("acknowledge", data, "--judge", reader).out
    assert "named: 0.250 (" in out
    assert "of 4 conflicts in 4 responses: named 1  picked 1  averaged 1  avoided 1" in out
    assert "picked    picked: " in out


def test_no_conflict_is_undefined_and_not_zero(
    cli: Callable[..., Any], write: Callable[..., Path], reader: str
) -> None:
    rows = write("in.jsonl", {"response": "The return fee is 40 euros.", "documents": DOCUMENTS[:1]})
    assert "named: undefined (no conflict found)" in cli("acknowledge", rows, "--judge", reader).out
    shape = json.loads(cli("acknowledge", rows, "--judge", reader, "--json").out)
    assert (shape["acknowledged"]["value"], shape["acknowledged"]["interval"]) == (None, None)


def test_the_embedded_model_and_the_function_agree(cli: Callable[..., Any], data: Path) -> None:
    shape = json.loads(cli("acknowledge", data, "--json").out)
    assert [a["answer"] for a in shape["acknowledgements"]] == list(RESPONSES)
    (found,) = dissensus.acknowledge(RESPONSES["averaged"], DOCUMENTS)
    assert found.answer == "averaged"


def test_the_folder_of_results(cli: Callable[..., Any], data: Path, reader: str, tmp_path: Path) -> None:
    assert cli("acknowledge", data, "--judge", reader, "-o", tmp_path / "out").code == 0
    lines = (tmp_path / "out" / "acknowledgements.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["answer"] for line in lines] == list(RESPONSES)


def test_rows_without_a_response_are_listed_and_not_fatal(
    cli: Callable[..., Any], write: Callable[..., Path], reader: str
) -> None:
    rows = write("in.jsonl", {"documents": DOCUMENTS}, {"response": RESPONSES["picked"], "documents": DOCUMENTS})
    result = cli("acknowledge", rows, "--judge", reader, "--json")
    assert result.code == 0
    shape = json.loads(result.out)
    assert (shape["n_errors"], shape["counts"]["picked"]) == (1, 1)
    assert "in.jsonl:1: " in result.err
    assert "response" in result.err
    rows = write("in.jsonl", {"documents": DOCUMENTS})
    assert cli("acknowledge", rows, "--judge", reader).code == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.jsonl",), "none.jsonl"),
        ((".",), "is a folder; acknowledge needs samples with a response"),
        (("data.jsonl", "--detector", "heuristic"), "acknowledge needs a judge"),
        (("data.jsonl", "--limit", "0"), "limit is 0"),
    ],
)
def test_bad_use_is_one_message(
    cli: Callable[..., Any], data: Path, reader: str, arguments: tuple[str, ...], said: str
) -> None:
    result = cli("acknowledge", *arguments, "--judge", reader)
    assert result.code == 2
    assert said in result.err
    assert "Traceback" not in result.err


def test_standard_input(program: Callable[..., subprocess.CompletedProcess[str]], reader: str) -> None:
    row = json.dumps({"id": "s", "response": RESPONSES["named"], "documents": DOCUMENTS})
    done = program("acknowledge", "-", "--judge", reader, "--json", input=row)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["counts"]["named"] == 1


def test_escape_sequences_do_not_reach_the_terminal(
    cli: Callable[..., Any], write: Callable[..., Path], reader: str
) -> None:
    rows = write(
        "in.jsonl",
        {
            "id": "s\x1b[31m",
            "response": "\x1b[31mThe return fee is 40 euros.",
            "documents": [
                {"id": "a\x1b[31m", "text": "The return \x1b[31m fee is 40 euros."},
                {"id": "b", "text": "The return fee is 55 euros \x07 today."},
            ],
        },
    )
    out = cli("acknowledge", rows, "--judge", reader).out
    assert "of 1 conflicts" in out
    assert "\x1b" not in out
    assert "\x07" not in out
