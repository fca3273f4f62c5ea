from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

approx = pytest.approx
Cli = Callable[..., Any]
Write = Callable[..., Path]


def test_judges(cli: Cli, strict_json: Callable[[str], Any]) -> None:
    done = cli("judges")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "onnx, onnx:DIR    the embedded model, or a three-way NLI model of your own exported to ONNX\n"
        "rules             values, opposite words and names without a network: weak, to compare with\n"
        "precomputed:FILE  labels that exist already: a person's, another tool's, an earlier run's\n"
        "scripted:FILE     labels from a file of rules, for tests and demonstrations\n"
    )
    assert [row["spec"] for row in strict_json(cli("judges", "--json").out)] == [
        "onnx, onnx:DIR", "rules", "precomputed:FILE", "scripted:FILE",
    ]  # fmt: skip


def test_selftest_without_the_model(cli: Cli) -> None:
    done = cli("selftest", "--no-model")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:4] == [
        "ok      arithmetic of CS-C and CS-R",
        "ok      undefined figures",
        "ok      splitting into claims",
        "ok      writing and reading results",
    ]
    assert lines[4].startswith("all checks passed in ")
    assert cli("selftest", "--no-model", "--quiet").out == ""


# ------------------------------------------------------------------ bench pairs


@pytest.fixture
def pairs(write: Write) -> Path:
    rows = [
        ("yes", "entailment"),
        ("yes", "SUPPORTS"),
        ("no", "SUPPORTS"),
        ("no", "refutes"),
        ("x", "neutral"),
        ("dunno", "neutral"),
    ]
    return write(
        "pairs.jsonl", *({"premise": p, "claim": f"It is {i}.", "label": label} for i, (p, label) in enumerate(rows))
    )


def test_bench_pairs(cli: Cli, pairs: Path, judge: str, strict_json: Callable[[str], Any]) -> None:
    done = cli("bench", "pairs", pairs, "--judge", judge, "--json")
    assert (done.code, done.err) == (0, "")
    report = strict_json(done.out)
    (row,) = report["sets"]
    # recalls: SUPPORTS 2 of 3, CONTRADICTS 1 of 1, IRRELEVANT 1 of 2 (unscored is wrong); mean 13/18; 4 of 6 right
    assert row["recall"] == approx({"SUPPORTS": 2 / 3, "CONTRADICTS": 1.0, "IRRELEVANT": 0.5})
    assert (row["macro_recall"], row["accuracy"], row["always"]) == approx((13 / 18, 4 / 6, 1 / 3))
    assert (row["set"], row["n"], row["n_unscored"]) == ("pairs", 6, 1)
    assert row["confusion"] == [[2, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]]
    low, high = row["interval"]
    assert 0 <= low <= 13 / 18 <= high <= 1
    assert report["reliability"]["n"] == 0  # this judge gives no probabilities
    assert report["reliability"]["ece"] is None
    assert "split:all" in report["signature"]
    assert len(report["inputs_sha256"][str(pairs)]) == 64
    again = strict_json(cli("bench", "pairs", pairs, "--judge", judge, "--json").out)
    assert again == report


def test_bench_pairs_prints_a_table(cli: Cli, pairs: Path, judge: str) -> None:
    lines = cli("bench", "pairs", pairs, "--judge", judge).out.splitlines()
    assert lines[0].split()[:4] == ["set", "n", "macro", "recall"]
    assert lines[1].split()[:3] == ["pairs", "6", "0.722"]
    assert "0.667 of 3" in lines[1]
    assert any(line.startswith("Reliability: no ECE") for line in lines)


def test_reliability_by_hand(cli: Cli, write: Write, strict_json: Callable[[str], Any]) -> None:
    rules = [
        {"document": "a", "label": "SUPPORTS", "probs": [0.8, 0.1, 0.1]},
        {"document": "b", "label": "CONTRADICTS", "probs": [0.1, 0.8, 0.1]},
        {"label": "IRRELEVANT", "probs": [0.2, 0.2, 0.6]},
    ]
    rows = [("a", "SUPPORTS"), ("b", "SUPPORTS"), ("b", "CONTRADICTS"), ("c", "IRRELEVANT")]
    data = write("d.jsonl", *({"premise": p, "claim": "x y", "label": label} for p, label in rows))
    judge = f"scripted:{write('rules.jsonl', *rules)}"
    got = strict_json(cli("bench", "pairs", data, "--judge", judge, "--json").out)["reliability"]
    # confidences .8 .8 .8, right 2 of 3; .6, right: 3/4 * |.8 - 2/3| + 1/4 * |.6 - 1| = .1 + .1
    assert (got["n"], got["ece"]) == (4, approx(0.2))
    # (.04 + .01 + .01) = .06 twice; (.81 + .64 + .01) = 1.46; (.04 + .04 + .16) = .24; sum 1.82
    assert got["brier"] == approx(1.82 / 4)
    assert "ECE 0.200" in cli("bench", "pairs", data, "--judge", judge).out


def test_calibration_is_reported_for_every_slice(cli: Cli, write: Write, strict_json: Callable[[str], Any]) -> None:
    # the same three records, clean and with OCR noise: sure and right, then as sure and wrong twice
    rules = [
        {"document": "opened", "label": "SUPPORTS", "probs": [1.0, 0.0, 0.0]},
        {"document": "closed", "label": "CONTRADICTS", "probs": [0.0, 1.0, 0.0]},
        {"label": "IRRELEVANT", "probs": [0.0, 0.0, 1.0]},
    ]
    labels = ["SUPPORTS", "CONTRADICTS", "IRRELEVANT"]
    folder = write("rules.jsonl", *rules).parent / "slices"
    folder.mkdir()
    for name, texts in (("clean", ["opened", "closed", "bees"]), ("ocr", ["0pened", "c1osed", "bees"])):
        rows = [
            {"premise": text, "claim": "It is open.", "label": label} for text, label in zip(texts, labels, strict=True)
        ]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = strict_json(
        cli("bench", "pairs", folder, "--judge", f"scripted:{folder.parent / 'rules.jsonl'}", "--json").out
    )
    assert {row["set"]: row["ece"] for row in report["sets"]} == approx({"clean": 0.0, "ocr": 2 / 3})


def test_splits_gzip_and_folders(cli: Cli, judge: str, tmp_path: Path) -> None:
    folder = tmp_path / "sets"
    folder.mkdir()
    rows = "".join(
        json.dumps({"premise": "yes", "claim": f"Claim {i}.", "label": "SUPPORTS"}) + "\n" for i in range(50)
    )
    with gzip.open(folder / "b.jsonl.gz", "wt") as file:
        file.write(rows)
    (folder / "a.jsonl").write_text(rows)
    (folder / "notes.txt").write_text("no data")

    def sizes(split: str) -> list[tuple[str, int]]:
        sets = json.loads(
            cli("bench", "pairs", folder, "--judge", judge, "--json", "--split", split, "--resamples", 0).out
        )["sets"]
        return [(row["set"], row["n"]) for row in sets]

    assert sizes("all") == [("a", 50), ("b", 50)]
    dev, test = sizes("dev"), sizes("test")
    assert [d[1] + t[1] for d, t in zip(dev, test, strict=True)] == [50, 50]
    assert 0 < dev[0][1] < 25  # a fifth


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"premise": "x", "claim": "y"}, 'd.jsonl:1: field "label" is None'),
        ({"premise": "x", "claim": "y", "label": "maybe"}, "'maybe'"),
        ({"premise": " ", "claim": "y", "label": "SUPPORTS"}, 'field "premise"'),
    ],
)
def test_bad_pairs(cli: Cli, write: Write, judge: str, row: dict[str, Any], told: str) -> None:
    done = cli("bench", "pairs", write("d.jsonl", row), "--judge", judge)
    assert (done.code, done.out) == (2, "")
    assert told in done.err


# ------------------------------------------------------------------ bench conflict


def test_bench_conflict(cli: Cli, write: Write, judge: str, strict_json: Callable[[str], Any]) -> None:
    rows = [
        (["yes", "no"], True),  # found
        (["yes", {"text": "no"}, "x"], True),  # found
        (["yes", "x"], True),  # missed
        (["yes", "no"], False),  # wrongly found
        (["yes", "dunno"], False),
        (["x"], False),
    ]
    data = write("c.jsonl", *({"claim": f"It is {i}.", "documents": d, "conflict": c} for i, (d, c) in enumerate(rows)))
    done = cli("bench", "conflict", data, "--judge", judge, "--json")
    assert (done.code, done.err) == (0, "")
    (row,) = strict_json(done.out)["sets"]
    # tp 2, fn 1, fp 1, tn 2: everything 2/3; MCC (4 - 1) / 9
    assert [row[k] for k in ("n", "n_conflict", "n_unscored_pairs", "tp", "fn", "fp", "tn")] == [6, 3, 1, 2, 1, 1, 2]
    names = ("precision", "recall", "f1", "accuracy", "balanced_accuracy")
    assert [row[k] for k in names] == approx([2 / 3] * 5)
    assert row["mcc"] == approx(1 / 3)
    # always conflict: precision 3/6, recall 1, F1 2/3, balanced 1/2
    always = row["baselines"]["always_conflict"]
    assert (always["f1"], always["balanced_accuracy"], always["mcc"]) == (approx(2 / 3), 0.5, None)
    # number of documents: 2 3 2 against 2 2 1; >= 2: recalls 3/3 and 1/3; >= 3: 1/3 and 3/3; both (1 + 1/3) / 2
    assert row["baselines"]["n_documents"]["balanced_accuracy"] == approx(2 / 3)
    assert set(row["baselines"]) == {"always_conflict", "n_documents", "word_overlap", "length"}
    table = cli("bench", "conflict", data, "--judge", judge).out
    assert "always_conflict" in table
    assert "0.667" in table


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"claim": "x", "documents": ["y"]}, 'field "conflict" is None'),
        ({"claim": "x", "documents": ["y"], "conflict": "yes"}, "expected true or false"),
        ({"claim": "x", "conflict": True}, "documents"),
    ],
)
def test_bad_conflict_sets(cli: Cli, write: Write, judge: str, row: dict[str, Any], told: str) -> None:
    done = cli("bench", "conflict", write("d.jsonl", row), "--judge", judge)
    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_one_kind_of_item_only(cli: Cli, write: Write, judge: str, strict_json: Callable[[str], Any]) -> None:
    data = write("c.jsonl", *({"claim": "It is.", "documents": ["yes", "no"], "conflict": True} for _ in range(3)))
    (row,) = strict_json(cli("bench", "conflict", data, "--judge", judge, "--json").out)["sets"]
    assert (row["balanced_accuracy"], row["interval"], row["recall"]) == (None, None, 1.0)
    assert "undef." in cli("bench", "conflict", data, "--judge", judge).out
