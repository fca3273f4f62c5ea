from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_text_with_offsets_and_reasons(cli, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# H\nThe dam (built in 1931) holds 5 km3. Is it tall?", encoding="utf-8")
    done = cli("decompose", "a.md")
    assert done.code == 0
    assert done.out.splitlines() == [
        "sample 1",
        "c1   ~4-11,28-40  The dam holds 5 km3.",
        "c2   ~4-11,13-26  The dam was built in 1931",
        "skipped (heading)  2-3  H",
        "skipped (question)  41-52  Is it tall?",
    ]


def test_jsonl_can_be_edited_and_scored(cli, tmp_path: Path) -> None:
    example = ROOT / "examples" / "quarterly.jsonl"
    done = cli("decompose", example, "--jsonl")
    rows = [json.loads(line) for line in done.out.splitlines()]
    before = [json.loads(line) for line in example.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == [row["id"] for row in before]
    rows[0]["claims"] = ["Halvorsen Marine is based in Bergen."]
    (tmp_path / "edited.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    rules = ROOT / "examples" / "rules.jsonl"
    scored = json.loads(cli("score", "edited.jsonl", "--judge", f"scripted:{rules}", "--json").out)
    assert [c["text"] for c in scored["samples"][0]["claims"]] == ["Halvorsen Marine is based in Bergen."]
    again = json.loads(cli("score", example, "--judge", f"scripted:{rules}", "--json").out)
    assert [s["cs_c"] for s in scored["samples"][1:]] == [s["cs_c"] for s in again["samples"][1:]]
    assert [[d["doc_id"] for d in c["labels"]] for s in scored["samples"][1:] for c in s["claims"]] == [
        [d["doc_id"] for d in c["labels"]] for s in again["samples"][1:] for c in s["claims"]
    ]


def test_json_holds_all(cli, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"response": "She left in May."}), encoding="utf-8")
    (sample,) = json.loads(cli("decompose", "a.jsonl", "--json").out)["samples"]
    assert sample == {
        "sample_id": "1",
        "claims": [
            {
                "claim_id": "c1",
                "text": "She left in May.",
                "span": [0, 16],
                "parts": [],
                "sentence": None,
                "ambiguous": [{"text": "She", "guess": None}],
            }
        ],
        "skipped": [],
        "notes": [],
    }


def test_options(cli, tmp_path: Path) -> None:
    text = "She left in May. Revenue of Halvorsen rose to 41.8 million euros in 2024. The yard is old."
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    assert "c1   17-73  Revenue" in cli("decompose", "a.txt", "--salient", "1").out
    assert "skipped (ambiguous)  0-16" in cli("decompose", "a.txt", "--drop-ambiguous").out
    assert cli("decompose", "a.txt", "--decomposer", "whole").out.splitlines()[1].startswith("c1   0-90")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["missing.txt"], "Cannot read missing.txt"),
        (["latin.txt"], "latin.txt: not utf-8 at byte 3; name its encoding with --encoding"),
        (["a.jsonl", "--json", "--jsonl"], "--json and --jsonl exclude each other"),
        (["a.jsonl", "--decomposer", "clause"], "Unknown decomposer 'clause'. Did you mean clauses?"),
        (["a.jsonl", "--decomposer", "given"], '"claims" is missing'),
        (["a.jsonl", "--salient", "0"], "0 is not in the range"),
        (["bad.jsonl"], 'bad.jsonl:1: field "response" is missing'),
    ],
)
def test_bad_input(cli, tmp_path: Path, args: list[str], message: str) -> None:
    (tmp_path / "a.jsonl").write_text('{"response": "It opened."}', encoding="utf-8")
    (tmp_path / "bad.jsonl").write_text('{"x": 1}', encoding="utf-8")
    (tmp_path / "latin.txt").write_bytes("café".encode("latin-1"))
    done = cli("decompose", *args)
    assert done.code == 2
    assert message in done.err


def test_a_bad_row_does_not_stop_the_good_ones(cli, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"x": 1}\n{"response": "It opened in May."}', encoding="utf-8")
    done = cli("decompose", "a.jsonl")
    assert done.code == 0
    assert "It opened in May." in done.out
    assert 'a.jsonl:1: field "response" is missing' in done.err


def test_the_settings_of_the_claims_are_in_the_signature(cli, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"response": "It opened in May.", "documents": ["May."]}', encoding="utf-8")
    rules = ROOT / "examples" / "rules.jsonl"
    signature = json.loads(cli("score", "a.jsonl", "--judge", f"scripted:{rules}", "--json", "--salient", "2").out)[
        "signature"
    ]
    assert "|decomposer:auto|parser:en_core_web_sm-" in signature
    assert "|salient:2|" in signature
    done = cli("score", "a.jsonl", "--judge", f"scripted:{rules}", "--salient", "0")
    assert (done.code, "salient is 0; expected a whole number >= 1" in done.err) == (2, True)
