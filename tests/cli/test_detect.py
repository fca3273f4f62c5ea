"""`dissensus detect`: what it prints and writes, and the gate."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

OLD = "The standard tier is limited to 100 requests per minute."
NEW = "The standard tier is limited to 500 requests per minute."


@pytest.fixture
def reader(scripted: Callable[..., str]) -> str:
    """A statement with 100 contradicts one with 500; nothing else is related."""
    return scripted(("100", "500", "CONTRADICTS"), ("500", "100", "CONTRADICTS"), ("", "", "IRRELEVANT"))


@pytest.fixture
def torn(write: Callable[..., Path]) -> Path:
    """Set s with one conflict, below a line that is not part of it, and set t without one."""
    rows = [
        {
            "id": "s",
            "documents": [
                {"id": "v1", "text": f"Limits.\n\n{OLD}", "published": "2023-02-10"},
                {"id": "v2", "text": f"🦁 Limits, revised. {NEW}", "published": "2023-09-20"},
            ],
        },
        {"id": "t", "documents": ["The tower has ninety steps.", "Bees dance for their food."]},
    ]
    return write("torn.jsonl", *rows)


@pytest.fixture
def calm(write: Callable[..., Path]) -> Path:
    return write("calm.jsonl", {"id": "c", "documents": [OLD, "The tower has ninety steps."]})


def test_text(cli: Callable[..., Any], torn: Path, reader: str) -> None:
    result = cli("detect", torn, "--judge", reader)
    assert result.code == 0
    assert "1 conflict in 1 of 2 sets of documents" in result.out
    assert f"v1 (2023-02-10): {OLD}" in result.out
    assert f"v2 (2023-09-20): {NEW}" in result.out
    assert "signature: " in result.out
    assert result.err == ""


def test_the_embedded_model_finds_it_and_leaves_agreement_alone(
    cli: Callable[..., Any], write: Callable[..., Path]
) -> None:
    same = "The limit of the standard tier is 100 requests per minute."
    rows = write("in.jsonl", {"documents": [OLD, NEW]}, {"documents": [OLD, same]})
    result = cli("detect", rows, "--json")
    first, second = json.loads(result.out)["samples"]
    (found,) = first["conflicts"]
    assert found["kind"] == "numeric"
    assert "100" in found["quote_a"]["value"]
    assert "500" in found["quote_b"]["value"]
    assert second["conflicts"] == []


def test_the_rules_of_the_article(cli: Callable[..., Any], write: Callable[..., Path]) -> None:
    rows = write("in.jsonl", {"documents": [OLD, NEW]})
    (sample,) = json.loads(cli("detect", rows, "--detector", "heuristic", "--json").out)["samples"]
    assert [c["kind"] for c in sample["conflicts"]] == ["numeric"]


def test_json(cli: Callable[..., Any], torn: Path, reader: str, strict_json: Callable[[str], Any]) -> None:
    shape = strict_json(cli("detect", torn, "--judge", reader, "--json").out)
    assert set(shape) == {
        "schema_version", "signature", "n_samples", "n_samples_in_conflict", "n_conflicts", "n_set_aside",
        "n_pairs_unscored", "n_errors", "n_unfinished", "samples",
    }  # fmt: skip
    assert (shape["n_samples"], shape["n_samples_in_conflict"], shape["n_conflicts"]) == (2, 1, 1)
    sample = shape["samples"][0]
    (found,) = sample["conflicts"]
    assert (found["doc_id_a"], found["doc_id_b"]) == ("v1", "v2")
    assert found["category"] == "freshness"
    quote = found["quote_a"]
    assert f"Limits.\n\n{OLD}"[quote["start"] : quote["end"]] == quote["text"] == OLD
    assert sample["graph"]["components"] == [["v1", "v2"]]
    assert sample["coverage"]["n_documents"] == 2


def test_dot(cli: Callable[..., Any], torn: Path, reader: str) -> None:
    out = cli("detect", torn, "--judge", reader, "--dot").out
    assert out.count("graph conflicts {") == 2
    assert '"v1" -- "v2"' in out


def test_a_response_is_passed_over(cli: Callable[..., Any], write: Callable[..., Path], reader: str) -> None:
    rows = write(
        "in.jsonl", {"response": "It is 100.", "documents": [OLD, NEW]}, {"response": 3, "documents": [OLD, NEW]}
    )
    result = cli("detect", rows, "--judge", reader, "--json")
    assert json.loads(result.out)["n_conflicts"] >= 1


@pytest.mark.parametrize("flag", ["any", "new"])
def test_the_gate(cli: Callable[..., Any], torn: Path, calm: Path, reader: str, tmp_path: Path, flag: str) -> None:
    accepted = tmp_path / "accepted.toml"
    assert cli("detect", torn, "--judge", reader, "--write-accepted", accepted).code == 0
    empty = tmp_path / "empty.toml"
    empty.write_text("", encoding="utf-8")

    def gate(data: Path, known: Path) -> Any:
        return cli("detect", data, "--judge", reader, "--fail-on", flag, "--accepted", known)

    assert gate(calm, empty).code == 0
    failed = gate(torn, empty)
    assert failed.code == 1
    assert "gate failed: conflicts: 1" in failed.err
    listed = gate(torn, accepted)
    assert listed.code == (1 if flag == "any" else 0)
    assert "(1 accepted, 0 new)" in listed.out


def test_an_entry_that_has_expired_fails_the_gate(
    cli: Callable[..., Any], torn: Path, reader: str, tmp_path: Path
) -> None:
    known = tmp_path / "known.toml"
    entry = '[[accepted]]\nconflict = "v2 <> v1"\nreason = "r"\n'
    known.write_text(entry, encoding="utf-8")
    assert cli("detect", torn, "--judge", reader, "--fail-on", "new", "--accepted", known).code == 0
    known.write_text(entry + "expires = 2024-01-01\n", encoding="utf-8")
    assert cli("detect", torn, "--judge", reader, "--fail-on", "new", "--accepted", known).code == 1


def test_what_was_not_read_fails_the_gate(
    cli: Callable[..., Any], write: Callable[..., Path], scripted: Callable[..., str]
) -> None:
    rows = write("in.jsonl", {"documents": [OLD, NEW]})
    mute = scripted(("nothing of this", "", "SUPPORTS"))
    result = cli("detect", rows, "--judge", mute, "--fail-on", "any")
    assert result.code == 1
    assert "pairs unscored: 1" in result.err
    assert cli("detect", rows, "--judge", mute).code == 0


def test_bad_rows_are_listed_and_not_fatal(cli: Callable[..., Any], tmp_path: Path, reader: str) -> None:
    rows = tmp_path / "in.jsonl"
    rows.write_text(
        "not json\n" + json.dumps({"id": "s", "documents": [OLD, NEW]}) + '\n{"documents": "x"}\n{"id": "n"}\n',
        encoding="utf-8",
    )
    result = cli("detect", rows, "--judge", reader, "--json", "-o", tmp_path / "out")
    assert result.code == 0
    shape = json.loads(result.out)
    assert shape["n_samples"] + shape["n_errors"] == 4
    assert shape["n_errors"] >= 2
    assert "in.jsonl:1: " in result.err
    listed = [json.loads(line) for line in (tmp_path / "out" / "errors.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(listed) == shape["n_errors"]
    assert cli("detect", rows, "--judge", reader, "--fail-on", "any", "-q").err.startswith("gate failed: ")
    stopped = cli("detect", rows, "--judge", reader, "--strict")
    assert (stopped.code, stopped.out) == (2, "")


def test_no_row_that_can_be_used(cli: Callable[..., Any], tmp_path: Path, reader: str) -> None:
    rows = tmp_path / "in.jsonl"
    rows.write_text("not json\n", encoding="utf-8")
    result = cli("detect", rows, "--judge", reader)
    assert result.code == 2
    assert "no row of" in result.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.jsonl",), "none.jsonl"),
        (("torn.jsonl", "--fail-on", "new"), "--fail-on new needs --accepted"),
        (("torn.jsonl", "--json", "--dot"), "exclude each other"),
        (("torn.jsonl", "--accepted", "none.toml"), "none.toml: cannot be read"),
        (("torn.jsonl", "--detector", "judges"), "Did you mean judge?"),
        (("torn.jsonl", "--threshold", "0"), "threshold is 0.0"),
        (("torn.jsonl", "--limit", "0"), "limit is 0"),
        (("torn.jsonl", "--per-pair", "-1"), "per_pair is -1"),
        (("torn.jsonl", "--svg", "x.svg"), "--svg draws one set"),
        (("torn.jsonl", "--fail-on", "some"), "--fail-on"),
        (("torn.jsonl", "--max-row-mb", "nan"), "--max-row-mb"),
    ],
)
def test_bad_use_is_one_message(cli: Callable[..., Any], torn: Path, reader: str, arguments: tuple[str, ...], said: str) -> None:  # fmt: skip
    result = cli("detect", *arguments, "--judge", reader)
    assert result.code == 2
    assert said in result.err
    assert "Traceback" not in result.err


def test_junit(cli: Callable[..., Any], torn: Path, reader: str, tmp_path: Path) -> None:
    file, known = tmp_path / "junit.xml", tmp_path / "known.toml"
    cli("detect", torn, "--judge", reader, "--junit", file, "--write-accepted", known)
    suite = ElementTree.parse(file).getroot()
    assert (suite.tag, suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("testsuite", "2", "1", "0")
    (failure,) = suite.iter("failure")
    assert failure.text
    assert OLD in failure.text
    assert NEW in failure.text
    assert [case.get("classname") for case in suite.iter("testcase")] == ["s", "t"]
    cli("detect", torn, "--judge", reader, "--junit", file, "--accepted", known)
    suite = ElementTree.parse(file).getroot()
    assert (suite.get("failures"), suite.get("skipped")) == ("0", "1")


def test_sarif(
    cli: Callable[..., Any], torn: Path, reader: str, tmp_path: Path, strict_json: Callable[[str], Any]
) -> None:
    file, known = tmp_path / "out.sarif", tmp_path / "known.toml"
    cli("detect", torn, "--judge", reader, "--sarif", file, "--write-accepted", known)
    log = strict_json(file.read_text(encoding="utf-8"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    (result,) = run["results"]
    assert result["ruleId"] in {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    one, other = result["locations"][0]["physicalLocation"], result["relatedLocations"][0]["physicalLocation"]
    assert (one["artifactLocation"]["uri"], other["artifactLocation"]["uri"]) == ("v1", "v2")
    # Third line, first column; and the first line, after 19 characters of which the animal is one.
    at = {"startLine": 3, "startColumn": 1, "charOffset": 9, "charLength": len(OLD)}
    assert {key: one["region"][key] for key in at} == at
    at = {"startLine": 1, "startColumn": 20, "charOffset": 19, "charLength": len(NEW)}
    assert {key: other["region"][key] for key in at} == at
    assert (one["region"]["snippet"]["text"], other["region"]["snippet"]["text"]) == (OLD, NEW)
    assert "suppressions" not in result
    cli("detect", torn, "--judge", reader, "--sarif", file, "--accepted", known)
    assert strict_json(file.read_text(encoding="utf-8"))["runs"][0]["results"][0]["suppressions"]


def test_the_folder_of_results(cli: Callable[..., Any], torn: Path, reader: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert cli("detect", torn, "--judge", reader, "-o", out).code == 0
    assert {p.name for p in out.iterdir()} == {"manifest.json", "samples.jsonl", "conflicts.jsonl", "errors.jsonl", "report.json"}  # fmt: skip
    (found,) = [json.loads(line) for line in (out / "conflicts.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (found["sample_id"], found["quote_a"]["text"], found["quote_b"]["text"]) == ("s", OLD, NEW)
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["verb"], manifest["n_samples"]) == ("detect", 2)
    assert list(manifest["inputs_sha256"]) == [str(torn)]
    assert len((out / "samples.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_a_folder_is_one_set(cli: Callable[..., Any], tmp_path: Path, reader: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "v1-2023-02-10.txt").write_text(OLD, encoding="utf-8")
    (docs / "v2.md").write_text(f"---\ndate: 2023-09-20\n---\n# Limits\n\n{NEW}\n", encoding="utf-8")
    (docs / "v3.pdf").write_bytes(b"not a pdf")
    picture = tmp_path / "graph.svg"
    result = cli("detect", docs, "--judge", reader, "--json", "--svg", picture, "--question", "What is the limit?")
    assert result.code == 0
    shape = json.loads(result.out)
    (sample,) = shape["samples"]
    assert (sample["sample_id"], sample["question"], shape["n_errors"]) == ("docs", "What is the limit?", 1)
    (found,) = sample["conflicts"]
    assert (found["doc_id_a"], found["doc_id_b"]) == ("v1-2023-02-10.txt", "v2.md")
    assert "v3.pdf" in result.err
    ElementTree.parse(picture)
    assert cli("detect", docs, "--judge", reader, "--fail-on", "any").code == 1


def test_an_empty_folder(cli: Callable[..., Any], tmp_path: Path, reader: str) -> None:
    (tmp_path / "docs").mkdir()
    result = cli("detect", tmp_path / "docs", "--judge", reader)
    assert result.code == 2
    assert "no file to read" in result.err


def test_standard_input(program: Callable[..., subprocess.CompletedProcess[str]], reader: str) -> None:
    row = json.dumps({"id": "s", "documents": [OLD, NEW]})
    done = program("detect", "-", "--judge", reader, "--json", "--fail-on", "any", input=row + "\n")
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["n_conflicts"] == 1


RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
HOSTILE = "\x1b[31m\x1b]0;title\x07\u202e\x9b2J"


def test_escape_sequences_of_documents_do_not_reach_the_terminal(cli: Callable[..., Any], write: Callable[..., Path], reader: str, tmp_path: Path) -> None:  # fmt: skip
    rows = write(
        "in.jsonl",
        {
            "id": f"s{HOSTILE}",
            "documents": [
                {"id": f"a{HOSTILE}", "title": HOSTILE, "text": f"{HOSTILE}The standard {HOSTILE}tier is limited to 100 requests."},
                {"id": "b[red]x[/red]", "text": f"The standard tier is limited to 500 {HOSTILE} requests."},
            ],
        },
        {"id": f"bad{HOSTILE}", "documents": [{"text": "x", "published": HOSTILE}]},
    )  # fmt: skip
    files = {name: tmp_path / f"x.{name}" for name in ("junit", "sarif")}
    for flags in ((), ("--json",), ("--dot",)):
        result = cli("detect", rows, "--judge", reader, *flags, *(p for n, f in files.items() for p in (f"--{n}", f)))
        assert result.code == 0
        assert not RAW.search(result.err)
        if flags == ("--json",):
            # JSON has its own escapes for control characters.
            assert not re.search(r"[\x00-\x09\x0b-\x1f]", result.out)
            assert json.loads(result.out)["n_conflicts"] == 1
        else:
            assert not RAW.search(result.out)
    assert "b[red]x[/red]" in cli("detect", rows, "--judge", reader).out
    ElementTree.parse(files["junit"])
    json.loads(files["sarif"].read_text(encoding="utf-8"))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such name")
@pytest.mark.parametrize(
    "name", [b"\x1b[31mred\x07.pdf", b"\x1b[31mred\x07.txt", b"latin\x07.md", b"caf\xe9.pdf", b"caf\xe9.txt"]
)
def test_hostile_names_of_files(cli: Callable[..., Any], tmp_path: Path, reader: str, name: bytes) -> None:
    import os

    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "v1.txt").write_text(OLD, encoding="utf-8")
    with open(os.path.join(os.fsencode(docs), name), "wb") as file:
        file.write(b"---\ndate: \xff\n---\n" if name.startswith(b"latin") else NEW.encode())
    for flags in ((), ("--json",), ("-o", tmp_path / "out"), ("--sarif", tmp_path / "s", "--junit", tmp_path / "j")):
        result = cli("detect", docs, "--judge", reader, *flags)
        assert result.code == 0
        assert not RAW.search(result.err)
        assert not RAW.search(result.out)
