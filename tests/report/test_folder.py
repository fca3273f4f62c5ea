from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dissensus
from dissensus import Report, load_report
from dissensus.errors import DissensusError, InputError
from dissensus.report.folder import csv_rows, write_folder

FILES = {
    "manifest.json",
    "samples.jsonl",
    "claims.jsonl",
    "labels.jsonl",
    "scores.jsonl",
    "errors.jsonl",
    "report.json",
}
TEXT = "The gate is open now. The gate is shut now."
SAMPLES = [
    {"id": "a", "question": "Is it?", "response": "Hello! The gate is open. It is red.", "documents": [TEXT, {"id": "n", "text": "No.", "weight": 0.5, "lang": "en"}]},
    {"id": "b", "response": "", "documents": ["x"]},
    {"id": "c", "response": "It is old.", "documents": []},
    {"id": "d", "response": "It is \ud83d old.", "documents": [{"text": "Yes.", "published": "2019-05-01"}]},
]  # fmt: skip


def quote(start: int, end: int, label: str, score: float) -> dict[str, Any]:
    return {"doc_id": "d1", "start": start, "end": end, "text": TEXT[start:end], "label": label, "score": score}


LABELS = [
    {"sample_id": "a", "claim_id": "c1", "doc_id": "d1", "label": "SUPPORTS", "probs": [0.9, 0.05, 0.05],
     "support": quote(0, 21, "SUPPORTS", 0.9), "contradict": quote(22, 43, "CONTRADICTS", 0.4)},
    {"sample_id": "a", "claim_id": "c1", "doc_id": "n", "label": "CONTRADICTS"},
    {"sample_id": "a", "claim_id": "c2", "doc_id": "d1", "label": "IRRELEVANT",
     "support": quote(0, 21, "SUPPORTS", 0.3), "contradict": quote(22, 43, "CONTRADICTS", 0.2)},
    {"sample_id": "d", "claim_id": "c1", "doc_id": "d1", "label": "SUPPORTS"},
]  # fmt: skip


@pytest.fixture
def report(write: Callable[..., Path]) -> Report:
    return dissensus.score(SAMPLES, judge=f"precomputed:{write('labels.jsonl', *LABELS)}", seed=3)


@pytest.fixture
def folder(report: Report, tmp_path: Path) -> Path:
    report.write(str(tmp_path / "deep" / "run"))
    return tmp_path / "deep" / "run"


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_written(report: Report, folder: Path, strict_json: Callable[[str], Any]) -> None:
    assert {path.name for path in folder.iterdir()} == FILES
    # samples; 2 + 1 + 1 claims and a greeting; (2 x 2) + 0 + 0 + 1 pairs
    counts = {name: len(rows(folder / f"{name}.jsonl")) for name in ("samples", "claims", "labels", "scores", "errors")}
    assert counts == {"samples": 4, "claims": 5, "labels": 5, "scores": 4, "errors": 0}
    manifest = strict_json((folder / "manifest.json").read_text())
    assert manifest["signature"] == str(report.signature)
    assert (manifest["schema_version"], manifest["verb"], manifest["n_samples"]) == ("1", "score", 4)
    assert strict_json((folder / "report.json").read_text()) == strict_json(report.to_json())
    assert [row["undefined_reason"] for row in rows(folder / "scores.jsonl")] == [
        None,
        "no_claims",
        "no_documents",
        None,
    ]
    assert rows(folder / "samples.jsonl")[0]["documents"][1]["metadata"] == {"lang": "en"}


def test_reading_back_gives_the_same(report: Report, folder: Path) -> None:
    again = load_report(folder)
    assert dict(again.metrics) == dict(report.metrics)
    assert again.signature == report.signature
    assert again.labels == report.labels
    for mine, theirs in zip(again.samples, report.samples, strict=True):
        assert (mine.claims, mine.skipped, mine.metrics, mine.verdicts) == (
            theirs.claims, theirs.skipped, theirs.metrics, theirs.verdicts
        )  # fmt: skip
    assert again.to_dict() == report.to_dict()


def test_writing_what_was_read_gives_the_same_files(folder: Path, tmp_path: Path) -> None:
    load_report(folder).write(str(tmp_path / "again"))
    for name in FILES - {"manifest.json"}:
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes(), name
    first, second = (json.loads((root / "manifest.json").read_text()) for root in (folder, tmp_path / "again"))
    assert second["signature"] == first["signature"]


def test_new_thresholds_decide_anew(folder: Path) -> None:
    # c1 x d1: .9 and .4 pass .4 (inclusive): mixed, .9 is stronger; c2: .3 and .2 pass neither
    record, other, third, *_ = load_report(folder, thresholds={"supports": 0.4, "contradicts": 0.4}).labels
    assert (record.label, record.mixed) == ("SUPPORTS", True)
    assert (other.label, third.label) == ("CONTRADICTS", "IRRELEVANT")  # without passages a label stays
    # only the contradicting side: .4 >= .4, .9 < .95
    record, _, third, *_ = load_report(folder, thresholds={"supports": 0.95, "contradicts": 0.2}).labels
    assert (record.label, third.label) == ("CONTRADICTS", "CONTRADICTS")
    changed = load_report(folder, thresholds={"supports": 0.95, "contradicts": 0.2})
    assert "thresholds:contradicts=0.2,supports=0.95" in str(changed.signature)
    # CS-R of sample a: c1 (.. d1 C, n C) = 1; c2 (d1 C, n unscored) = 1
    assert changed.samples[0].metrics["cs_r"].value == 1.0


def test_the_mixed_policy_and_the_settings_can_change(folder: Path) -> None:
    low = {"supports": 0.4, "contradicts": 0.4}
    assert load_report(folder, thresholds=low, mixed="contradicts").labels[0].label == "CONTRADICTS"
    assert load_report(folder, thresholds=low, mixed="unscored").labels[0].unscored_reason == "mixed"
    skipped = load_report(folder, undecided="skip")
    assert "undecided:skip" in str(skipped.signature)
    # a: c1 weights 1 and .5: 1/3; c2 undecided and left out
    assert skipped.samples[0].metrics["cs_r"].value == pytest.approx(1 / 3)


@pytest.mark.parametrize("changes", [{"undecidedd": "skip"}, {"threshold": {"supports": 0.5}}])
def test_an_unknown_setting_is_refused(folder: Path, changes: dict[str, Any]) -> None:
    with pytest.raises((DissensusError, TypeError), match=next(iter(changes))):
        load_report(folder, **changes)


def test_edited_labels_are_scored(folder: Path) -> None:
    text = (folder / "labels.jsonl").read_text()
    (folder / "labels.jsonl").write_text(text.replace('"CONTRADICTS","judge"', '"IRRELEVANT","judge"', 1))
    changed = load_report(folder)
    assert [r.label for r in changed.labels][1] == "IRRELEVANT"
    assert changed.samples[0].metrics["cs_c"].value == 0.0


def test_a_deleted_label_is_unscored(folder: Path) -> None:
    lines = (folder / "labels.jsonl").read_text().splitlines(keepends=True)
    (folder / "labels.jsonl").write_text("".join(lines[1:]))
    assert load_report(folder).labels[0].unscored_reason == "not_in_file"


@pytest.mark.parametrize("name", ["claims.jsonl", "samples.jsonl", "labels.jsonl"])
def test_a_missing_file_is_an_error_and_no_guess(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(InputError, match=name):
        load_report(folder)


def test_texts_that_labels_do_not_belong_to_are_refused(folder: Path) -> None:
    text = (folder / "samples.jsonl").read_text(encoding="utf-8")
    edited = [json.loads(line) for line in text.splitlines()]
    for row in edited:
        row["response"] = "Something else altogether."
    (folder / "samples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in edited), encoding="utf-8")
    with pytest.raises(InputError, match="do not belong together"):
        load_report(folder)


def test_a_folder_that_lost_rows_is_refused(folder: Path) -> None:
    lines = (folder / "samples.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "samples.jsonl").write_text("".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(InputError, match="n_samples"):
        load_report(folder)


def test_rows_that_were_left_out_stay_known(write: Callable[..., Path], tmp_path: Path) -> None:
    judge = f"precomputed:{write('labels.jsonl', *LABELS)}"
    first = dissensus.score([*SAMPLES, {"response": "It is."}], judge=judge)
    first.write(str(tmp_path / "run"))
    (error,) = rows(tmp_path / "run" / "errors.jsonl")
    assert (error["row"], error["field"]) == (5, "documents")
    assert "documents" in error["message"]
    assert load_report(tmp_path / "run").to_dict()["n_errors"] == first.to_dict()["n_errors"] == 1


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("manifest.json", None, r"manifest\.json: cannot be read"),
        ("manifest.json", "{", r"manifest\.json: cannot be read"),
        ("manifest.json", "[]", "schema_version is"),
        ("manifest.json", "{}", "schema_version is None"),
        ("manifest.json", '{"schema_version": "99"}', "schema_version is '99'"),
        ("manifest.json", '{"schema_version": "1"}', "settings"),
        ("manifest.json", '{"schema_version": "1", "settings": {}}', "settings"),
        ("manifest.json", '{"schema_version": "1", "settings": {"judge_spec": "x", "judge": 3}}', "settings"),
        ("manifest.json", '{"schema_version": "1", "settings": {"judge_spec": "x", "judge": {}, "seed": "y"}}', "seed"),
        ("labels.jsonl", None, r"labels\.jsonl"),
        ("labels.jsonl", '{"sample_id": "a"}\n', r"labels\.jsonl"),
        ("samples.jsonl", None, r"samples\.jsonl"),
        ("samples.jsonl", "nonsense\n", r"samples\.jsonl"),
        ("claims.jsonl", '{"sample_id": "a"}\n', r"claims\.jsonl:1"),
        ("claims.jsonl", '{"sample_id": "a", "claim_id": "c1", "text": "x", "span": [1]}\n', r"claims\.jsonl:1"),
        ("claims.jsonl", '{"sample_id": "a", "claim_id": 1, "text": null, "span": null}\n', r"claims\.jsonl:1"),
    ],
)
def test_damaged_folders_are_told(folder: Path, name: str, content: str | None, told: str) -> None:
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_text(content)
    with pytest.raises(DissensusError, match=told):
        load_report(folder)


def test_a_folder_that_cannot_be_made(report: Report, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(InputError, match="cannot be a result folder"):
            write_folder(report, place)


def test_an_earlier_run_is_replaced(folder: Path, scripted: Callable[..., str]) -> None:
    dissensus.score(response="It is.", documents=["x"], judge=scripted(("", "", "SUPPORTS"))).write(str(folder))
    assert len(rows(folder / "samples.jsonl")) == 1
    assert {path.name for path in folder.iterdir()} == FILES


# ------------------------------------------------------------------ CSV


def table(report: Report) -> list[dict[str, str]]:
    file = io.StringIO()
    csv.writer(file).writerows(csv_rows(report))
    return list(csv.DictReader(io.StringIO(file.getvalue(), newline="")))


def test_csv_has_one_row_per_pair_and_one_for_a_sample_without(report: Report) -> None:
    got = table(report)
    assert [(r["sample_id"], r["claim_id"], r["doc_id"], r["label"]) for r in got] == [
        ("a", "c1", "d1", "SUPPORTS"),
        ("a", "c1", "n", "CONTRADICTS"),
        ("a", "c2", "d1", "IRRELEVANT"),
        ("a", "c2", "n", ""),
        ("b", "", "", ""),
        ("c", "", "", ""),
        ("d", "c1", "d1", "SUPPORTS"),
    ]
    assert [got[0][k] for k in ("cs_c", "quote", "start", "end", "p_supports")] == ["0.5", TEXT[:21], "0", "21", "0.9"]
    assert [got[3]["unscored_reason"], got[4]["undefined_reason"], got[5]["undefined_reason"]] == [
        "not_in_file", "no_claims", "no_documents",
    ]  # fmt: skip
    assert all(None not in row and None not in row.values() for row in got)  # no row is longer or shorter


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(write: Callable[..., Path], start: str) -> None:
    evil = f"{start}HYPERLINK(1)"
    quoted = {"doc_id": evil, "start": 0, "end": len(evil), "text": evil, "label": "SUPPORTS", "score": 1.0}
    key = {"sample_id": evil, "claim_id": "c1"}
    first = {**key, "doc_id": evil, "label": "SUPPORTS", "support": quoted, "flags": [evil]}
    second = {**key, "doc_id": "d2", "label": None, "unscored_reason": evil}
    judge = f"precomputed:{write('l.jsonl', first, second)}"
    row = {"id": evil, "response": evil, "claims": [evil], "documents": [{"id": evil, "text": evil}, "x"]}
    got = table(dissensus.score([row], judge=judge))
    assert got[0]["claim"] == f"'{evil}"
    assert {k: v for r in got for k, v in r.items() if v[:1] in ("=", "+", "-", "@", "\t", "\r")} == {}
