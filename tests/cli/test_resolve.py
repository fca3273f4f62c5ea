"""`dissensus resolve`: documents kept and set aside, the text for a prompt, and rules from a file."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

OLD = "The standard tier is limited to 100 requests per minute."
NEW = "The standard tier is limited to 500 requests per minute."


@pytest.fixture
def reader(scripted: Callable[..., str]) -> str:
    """A statement with 100 contradicts one with 500; nothing else is related."""
    return scripted(("100", "500", "CONTRADICTS"), ("500", "100", "CONTRADICTS"), ("", "", "IRRELEVANT"))


@pytest.fixture
def torn(write: Callable[..., Path]) -> Path:
    documents = [
        {"id": "v1", "text": OLD, "published": "2023-02-10", "source": "docs.example/v1", "weight": 2},
        {"id": "v2", "text": NEW, "published": "2023-09-20", "source": "blog.example/v2"},
        {"id": "x", "text": "Bees dance for their food.", "published": "2019-01-01"},
    ]
    return write("torn.jsonl", {"id": "s", "documents": documents})


@pytest.mark.parametrize(
    ("policy", "kept", "aside"),
    [
        ("recency", ["v2", "x"], ["v1"]),
        ("reliability", ["v1", "x"], ["v2"]),
        ("authority_then_recency", ["v1", "x"], ["v2"]),
        ("majority", ["v1", "v2", "x"], []),
        ("surface", ["v1", "v2", "x"], []),
        ("clarify", ["v1", "v2", "x"], []),
        ("review", ["x"], ["v1", "v2"]),
        ("abstain", ["x"], ["v1", "v2"]),
    ],
)
def test_policies(
    cli: Callable[..., Any], torn: Path, reader: str, strict_json: Callable[[str], Any], policy: str, kept: list[str], aside: list[str]
) -> None:  # fmt: skip
    result = cli("resolve", torn, "--judge", reader, "--policy", policy, "--json")
    assert result.code == 0
    (found,) = strict_json(result.out)["resolutions"]
    assert (found["policy"], found["sample_id"]) == (policy, "s")
    assert [d["doc_id"] for d in found["kept"]] == kept
    assert [d["doc_id"] for d in found["set_aside"]] == aside
    assert found["warning"]


def test_text(cli: Callable[..., Any], torn: Path, reader: str) -> None:
    out = cli("resolve", torn, "--judge", reader, "--policy", "recency").out
    assert "set aside  v1: older: 2023-02-10, the newest is of 2023-09-20" in out
    assert "kept       v2: newest: 2023-09-20" in out
    assert "kept       x: no conflict" in out
    assert "warning: Sources disagreed; the answer follows v2 and leaves out v1 (recency)." in out


def test_context_alone_is_printed(cli: Callable[..., Any], torn: Path, reader: str) -> None:
    out = cli("resolve", torn, "--judge", reader, "--policy", "surface", "--context").out
    assert out.startswith("Sources disagree: [v1] docs.example/v1; 2023-02-10 says ")
    assert out.count("<document ") == out.count("</document>") == 3
    assert "signature" not in out


def test_rules_from_a_file(cli: Callable[..., Any], torn: Path, reader: str, tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('policy = "reliability"\n[[source]]\nmatch = "blog.example/*"\nweight = 9\n', encoding="utf-8")
    shape = json.loads(cli("resolve", torn, "--judge", reader, "--policy", rules, "--json").out)
    assert [d["doc_id"] for d in shape["resolutions"][0]["set_aside"]] == ["v1"]
    assert shape["samples"][0]["documents"][1]["weight"] == 9


def test_a_category_table(cli: Callable[..., Any], write: Callable[..., Path], reader: str, tmp_path: Path) -> None:
    rows = write("in.jsonl", {"documents": [{"id": "a", "text": OLD, "weight": 1.1}, {"id": "b", "text": NEW}]})
    rules = tmp_path / "rules.toml"
    rules.write_text('[category]\nfactual = "reliability"\n', encoding="utf-8")
    (plain,) = json.loads(cli("resolve", rows, "--judge", reader, "--json").out)["resolutions"]
    assert plain["rulings"][0]["status"] == "surfaced"
    (ruled,) = json.loads(cli("resolve", rows, "--judge", reader, "--policy", rules, "--json").out)["resolutions"]
    assert [d["doc_id"] for d in ruled["kept"]] == ["a"]


def test_the_day_the_answer_is_for(cli: Callable[..., Any], torn: Path, reader: str) -> None:
    early = cli("resolve", torn, "--judge", reader, "--policy", "recency", "--as-of", "2023-03-01", "--json")
    (found,) = json.loads(early.out)["resolutions"]
    assert [d["doc_id"] for d in found["set_aside"]] == ["v2"]
    assert (found["stale"], found["as_of"]) == ([], "2023-03-01")
    late = cli("resolve", torn, "--judge", reader, "--policy", "recency", "--as-of", "today", "--stale-days", "30")
    assert "may be out of date: the newest source is of 2023-09-20" in late.out


def test_the_folder_of_results(cli: Callable[..., Any], torn: Path, reader: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert cli("resolve", torn, "--judge", reader, "-o", out).code == 0
    assert {p.name for p in out.iterdir()} == {"manifest.json", "samples.jsonl", "conflicts.jsonl", "errors.jsonl", "report.json", "resolutions.jsonl"}  # fmt: skip
    (row,) = [json.loads(line) for line in (out / "resolutions.jsonl").read_text(encoding="utf-8").splitlines()]
    assert row["sample_id"] == "s"
    assert json.loads((out / "manifest.json").read_text(encoding="utf-8"))["verb"] == "resolve"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.jsonl",), "none.jsonl"),
        (("torn.jsonl", "--policy", "newest"), "policy is 'newest'; expected one of"),
        (("torn.jsonl", "--policy", "none.toml"), "none.toml: cannot be read"),
        (("torn.jsonl", "--as-of", "2023"), "--as-of '2023'"),
        (("torn.jsonl", "--as-of", "5/3/2023"), "(or: today)"),
        (("torn.jsonl", "--stale-days", "-1"), "stale_days is -1"),
        (("torn.jsonl", "--json", "--context"), "exclude each other"),
    ],
)
def test_bad_use_is_one_message(
    cli: Callable[..., Any], torn: Path, reader: str, arguments: tuple[str, ...], said: str
) -> None:
    result = cli("resolve", *arguments, "--judge", reader)
    assert result.code == 2
    assert said in result.err
    assert "Traceback" not in result.err


def test_bad_rows_are_listed_and_not_fatal(cli: Callable[..., Any], torn: Path, reader: str) -> None:
    torn.write_text("not json\n" + torn.read_text(encoding="utf-8"), encoding="utf-8")
    result = cli("resolve", torn, "--judge", reader, "--json")
    assert result.code == 0
    assert "torn.jsonl:1: " in result.err
    assert len(json.loads(result.out)["resolutions"]) == 1
    torn.write_text("not json\n", encoding="utf-8")
    assert cli("resolve", torn, "--judge", reader).code == 2


def test_a_folder(cli: Callable[..., Any], tmp_path: Path, reader: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a-2023-02-10.txt").write_text(OLD, encoding="utf-8")
    (docs / "b-2023-09-20.txt").write_text(NEW, encoding="utf-8")
    out = cli("resolve", docs, "--judge", reader, "--policy", "recency", "--context").out
    assert NEW in out
    assert OLD not in out


def test_standard_input(program: Callable[..., subprocess.CompletedProcess[str]], reader: str) -> None:
    row = json.dumps({"documents": [{"id": "v1", "text": OLD}, {"id": "v2", "text": NEW}]})
    done = program("resolve", "-", "--judge", reader, "--policy", "abstain", "--json", input=row)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["resolutions"][0]["set_aside"]) == 2


def test_escape_sequences_do_not_reach_the_terminal(
    cli: Callable[..., Any], write: Callable[..., Path], reader: str
) -> None:
    hostile = "\x1b[31m\x07"
    rows = write(
        "in.jsonl",
        {
            "documents": [
                {"id": f"a{hostile}", "title": hostile, "text": f"{hostile}{OLD}"},
                {"id": "b", "text": f"The standard tier is limited {hostile} to 500 requests per minute."},
            ]
        },
    )
    for policy in ("surface", "clarify", "abstain", "recency"):
        out = cli("resolve", rows, "--judge", reader, "--policy", policy).out
        assert "1 conflict" in out
        assert "\x1b" not in out
        assert "\x07" not in out
