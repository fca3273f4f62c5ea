from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dissensus
import dissensus.io

Cli = Callable[..., Any]
Write = Callable[..., Path]

GOLDEN = """\
sample s  CS-C 1.0000  CS-R 0.5000
    d1  d2  d3  verdict      claim
c1  +   -   .   CONFLICTING  The gate is open.
+ supports   - contradicts   ~ argues both sides   . irrelevant   ? unscored

c1 conflicting  The gate is open.
  + d1
  - d2

1 more sample not shown (-o DIR writes all of them)

CS-C  0.5000  95% interval 0.0000 to 1.0000  (2 scored, 0 not)
CS-R  0.2500  95% interval 0.0000 to 0.5000  (2 scored, 0 not)
CS-R over conflicted claims  0.5000  (1 scored, 1 not)
2 samples, 2 claims, 4 pairs
"""
# s: 1 of 1 conflicted, 1/2; t: 0 and 0. Means 1/2 and 1/4; resampled pairs of samples reach (t, t) and (s, s).


def test_golden_output(cli: Cli, data: Path, judge: str, strict_json: Callable[[str], Any]) -> None:
    done = cli("score", data, "--judge", judge)
    assert (done.code, done.err) == (0, "")
    shown, _, signature = done.out.partition("signature")
    assert "\n".join(line.rstrip() for line in shown.splitlines()) + "\n" == GOLDEN
    whole = strict_json(cli("score", data, "--judge", judge, "--json").out)["signature"]
    assert signature.split() == [whole]


def test_json_is_strict_and_alone_on_standard_output(
    cli: Cli, write: Write, judge: str, strict_json: Callable[[str], Any], tmp_path: Path
) -> None:
    rows = [
        {"response": "I don't know.", "documents": ["yes"]},
        {"response": "It is."},
        {"response": "It is ü.", "documents": ["dunno"]},
    ]
    done = cli("score", write("d.jsonl", *rows), "--judge", judge, "--json", "-o", "run")
    report = strict_json(done.out)
    assert (done.code, report["metrics"]["cs_c"]["value"], report["n_errors"]) == (0, None, 1)
    assert [s["undefined_reason"] for s in report["samples"]] == ["no_claims", "no_scored_pairs"]
    assert "d.jsonl:2" in done.err
    assert "documents" in done.err
    assert done.out == (tmp_path / "run" / "report.json").read_text(encoding="utf-8")
    (error,) = (tmp_path / "run" / "errors.jsonl").read_text().splitlines()
    assert {"row": 2, "field": "documents"}.items() <= strict_json(error).items()


def test_csv(cli: Cli, data: Path, judge: str) -> None:
    done = cli("score", data, "--judge", judge, "--csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert (done.code, done.err) == (0, "")
    assert [(r["sample_id"], r["doc_id"], r["label"], r["verdict"]) for r in rows] == [
        ("s", "d1", "SUPPORTS", "CONFLICTING"),
        ("s", "d2", "CONTRADICTS", "CONFLICTING"),
        ("s", "d3", "IRRELEVANT", "CONFLICTING"),
        ("t", "d1", "SUPPORTS", "SUPPORTED"),
    ]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_csv_can_be_read_whatever_ends_the_lines_of_a_text(cli: Cli, write: Write, judge: str, newline: str) -> None:
    row = {"response": f"The gate{newline}is open", "documents": ["yes"], "claims": [f"The gate{newline}is open"]}
    done = cli("score", write("d.jsonl", row), "--judge", judge, "--csv")
    (read,) = csv.DictReader(io.StringIO(done.out, newline=""))
    assert read["claim"] == f"The gate{newline}is open"


def test_json_and_csv_exclude_each_other(cli: Cli, data: Path, judge: str) -> None:
    done = cli("score", data, "--judge", judge, "--json", "--csv")
    assert (done.code, done.out) == (2, "")
    assert "exclude" in done.err


# ------------------------------------------------------------------ gates


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--fail-over", "cs_c=0.5"], 0, ""),  # 0.5 is not over 0.5
        (["--fail-over", "cs_c=0.49"], 1, "gate failed: cs_c is 0.5000, over 0.49"),
        (["--fail-over", "CS-R=0.2"], 1, "cs_r is 0.2500, over 0.2"),
        (["--fail-over", "cs_c=1", "--fail-over", "cs_r=0.2"], 1, "cs_r"),
        (["--fail-over", "cs_c=0.4", "--allow-undefined"], 1, "cs_c"),
        (["--fail-over", "cs_d=0.4"], 2, "expected one of cs_c, cs_r, cs_r_conflicted"),
        (["--fail-over", "cs_c"], 2, "expected METRIC=NUMBER"),
        (["--fail-over", "cs_c=2"], 2, "limit in [0, 1]"),
        (["--fail-over", "cs_c=nan"], 2, "limit in [0, 1]"),
    ],
)
def test_gates(cli: Cli, data: Path, judge: str, options: list[str], code: int, told: str) -> None:
    done = cli("score", data, "--judge", judge, "--json", *options)
    assert done.code == code
    assert told in done.err
    assert (json.loads(done.out)["n_samples"] == 2) if code < 2 else done.out == ""


NOT_MEASURED = {
    "undefined": {"response": "I don't know.", "documents": ["yes"]},
    "no documents": {"response": "It is.", "documents": []},
    "unscored pair": {"response": "It is.", "documents": ["yes", "dunno"]},
    "all unscored": {"response": "It is.", "documents": ["dunno"]},
}


@pytest.mark.parametrize("case", NOT_MEASURED)
def test_what_was_not_measured_fails_a_gate(cli: Cli, write: Write, judge: str, case: str) -> None:
    data = write("d.jsonl", NOT_MEASURED[case])
    assert cli("score", data, "--judge", judge, "--fail-over", "cs_c=1").code == 1
    assert cli("score", data, "--judge", judge, "--fail-over", "cs_c=1", "--allow-undefined").code == 0
    assert cli("score", data, "--judge", judge).code == 0


def test_rows_left_out_fail_a_gate(cli: Cli, write: Write, data: Path, judge: str) -> None:
    bad = write("bad.jsonl", {"response": "It is.", "documents": ["yes"]}, {"response": "It is."})
    done = cli("score", bad, "--judge", judge, "--fail-over", "cs_c=1", "-o", "run")
    assert done.code == 1
    assert "rows left out: 1" in done.err
    assert cli("score", bad, "--judge", judge, "--fail-over", "cs_c=1", "--allow-undefined").code == 0
    # the same gate on the same run's labels
    assert cli("score", "--labels", "run", "--fail-over", "cs_c=1").code == 1
    assert cli("score", bad, "--labels", "run", "--fail-over", "cs_c=1").code == 1


def test_only_bad_rows_is_an_error(cli: Cli, write: Write, judge: str) -> None:
    assert cli("score", write("d.jsonl", {"response": "It is."}), "--judge", judge).code == 2


# ------------------------------------------------------------------ user errors: code 2, one message, no traceback


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["scor"], "Did you mean score?"),
        (["zzz"], "Accepted: acknowledge, bench, decompose, detect, explain, judges, resolve, score, selftest"),
        (["score"], "nothing to score"),
        (["score", "nowhere.jsonl"], "nowhere.jsonl"),
        (["score", "."], "."),
        (["score", "DATA", "--judge", "onxx"], "Did you mean onnx?"),
        (["score", "DATA", "--judge", "scripted"], "scripted:FILE"),
        (["score", "DATA", "--judge", "onnx:nowhere"], "no such folder"),
        (["score", "DATA", "--decomposer", "sentence"], "Did you mean sentences?"),
        (["score", "DATA", "--decomposer", "given"], "claims"),
        (["score", "DATA", "--threshold", "high"], "--threshold 'high'"),
        (["score", "DATA", "--threshold", "1.5"], "(0, 1]"),
        (["score", "DATA", "--threshold", "nan"], "(0, 1]"),
        (["score", "DATA", "--threshold", "support=0.5"], "'support' is unknown"),
        (["score", "DATA", "--mixed", "weaker"], "expected one of stronger"),
        (["score", "DATA", "--undecided", "drop"], "'zero' or 'skip'"),
        (["score", "DATA", "--ambiguity", "x"], "'conflict' or 'ignore'"),
        (["score", "DATA", "--average", "median"], "'macro' or 'micro'"),
        (["score", "DATA", "--min-weight", "-1"], "min_weight"),
        (["score", "DATA", "--min-weight", "nan"], "min_weight"),
        (["score", "DATA", "--seed", "-1"], "seed"),
        (["score", "DATA", "--resamples", "-1"], "resamples"),
        (["score", "DATA", "--threads", "0"], "threads"),
        (["score", "DATA", "--max-row-mb", "nan"], "max-row-mb"),
        (["score", "DATA", "--max-row-mb", "inf"], "max-row-mb"),
        (["score", "DATA", "--encoding", "klingon"], "klingon"),
        (["score", "DATA", "--format", "xlsx"], "xlsx"),
        (["score", "DATA", "--field", "nonsense"], "nonsense"),
        (["score", "DATA", "--labels", "nowhere"], "nowhere"),
        (["score", "DATA", "-o", "DATA"], "cannot be a result folder"),
        (["score", "DATA", "--frobnicate"], "frobnicate"),
        (["bench", "pars"], "pairs"),
        (["bench", "pairs"], "DATA"),
        (["bench", "pairs", "nowhere"], "nowhere: no such file or folder"),
        (["bench", "pairs", "DATA"], 'field "premise"'),
        (["bench", "conflict", "DATA"], 'field "claim"'),
        (["bench", "pairs", "DATA", "--seed", "-1"], "seed"),
        (["bench", "pairs", "DATA", "--mixed", "weaker"], "expected one of stronger"),
    ],
)
def test_user_errors(cli: Cli, data: Path, judge: str, args: list[str], told: str) -> None:
    args = [str(data) if arg == "DATA" else arg for arg in args]
    if args[0] in ("score", "bench") and "--judge" not in args and "--labels" not in args and len(args) > 2:
        args += ["--judge", judge]
    done = cli(*args)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert "Traceback" not in done.err


def test_strict_stops_at_the_first_bad_row(cli: Cli, write: Write, judge: str, tmp_path: Path) -> None:
    rows = [{"response": "It is.", "documents": ["yes"]}, {"response": "It is."}, {"documents": []}]
    data = write("d.jsonl", *rows)
    done = cli("score", data, "--judge", judge, "--strict", "-o", "run")
    assert (done.code, done.out) == (2, "")
    assert "d.jsonl:2" in done.err
    assert "d.jsonl:3" not in done.err
    assert not (tmp_path / "run" / "report.json").exists()
    loose = cli("score", data, "--judge", judge)
    assert loose.code == 0
    assert "d.jsonl:3" in loose.err


def test_hostile_input_never_reaches_the_terminal(cli: Cli, write: Write, judge: str) -> None:
    evil = "\x1b[31m\x1b]0;title\x07\u202e"
    rows = [
        {"id": evil, "response": evil},
        {"response": f"It {evil} is.", "documents": [f"{evil} yes", f"{evil} no"], "id": f"2{evil}"},
    ]
    done = cli("score", write("d.jsonl", *rows), "--judge", judge)
    assert "CONFLICTING" in done.out
    assert not set(done.out + done.err) & set(evil.replace("[31m", "").replace("]0;title", ""))


# ------------------------------------------------------------------ output


def test_quiet_says_nothing_on_standard_error(cli: Cli, write: Write, judge: str) -> None:
    data = write("d.jsonl", {"response": "It is.", "documents": ["yes"]}, {"response": "It is."})
    done = cli("score", data, "--judge", judge, "-o", "run", "--quiet")
    assert (done.code, done.err) == (0, "")
    assert "1 row left out" in done.out
    assert "results are in run" in cli("score", data, "--judge", judge, "-o", "run").err


def test_without_output_nothing_is_written(cli: Cli, data: Path, judge: str, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert cli("score", data, "--judge", judge, "--json").code == 0
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal, which Windows has not")
@pytest.mark.parametrize(
    ("environment", "options", "coloured"),
    [({}, [], True), ({"NO_COLOR": "1"}, [], False), ({}, ["--no-color"], False)],
)
def test_colour_on_a_terminal(
    data: Path, judge: str, environment: dict[str, str], options: list[str], coloured: bool
) -> None:
    import pty

    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")} | {
        "TERM": "xterm-256color",
        **environment,
    }
    main, other = pty.openpty()
    command = [sys.executable, "-m", "dissensus", "score", str(data), "--judge", judge, "-q", *options]
    done = subprocess.run(command, stdout=other, stderr=subprocess.PIPE, env=env, timeout=60, check=False)
    os.close(other)
    shown = b""
    try:
        while piece := os.read(main, 65536):
            shown += piece
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(main)
    assert done.returncode == 0
    assert b"CONFLICTING" in shown
    assert (b"\x1b[" in shown) == coloured


def test_no_colour_into_a_pipe(program: Callable[..., Any], data: Path, judge: str) -> None:
    done = program("score", data, "--judge", judge)
    assert "CONFLICTING" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("option", [[], ["--json"], ["--csv"]])
def test_a_terminal_without_utf8(program: Callable[..., Any], write: Write, judge: str, option: list[str]) -> None:
    data = write("d.jsonl", {"response": "Die Brücke ist 😀 lang.", "documents": ["yes ü"]})
    done = program("score", data, "--judge", judge, *option, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr[-300:]
    assert "SUPPORT" in done.stdout


@pytest.mark.parametrize("option", [[], ["--json"], ["--csv"]])
def test_a_reader_that_goes_away_is_no_failed_gate(write: Write, judge: str, option: list[str]) -> None:
    rows = [{"response": "It is. " * 40, "documents": ["yes", "no"] * 4} for _ in range(60)]  # more than a pipe holds
    command = [
        sys.executable,
        "-m",
        "dissensus",
        "score",
        str(write("d.jsonl", *rows)),
        "--judge",
        judge,
        "--resamples",
        "0",
        *option,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        err = process.stderr.read()
        assert (process.wait(60), err) == (0, b"")


def test_standard_input(program: Callable[..., Any], data: Path, judge: str, tmp_path: Path) -> None:
    done = program("score", "-", "--judge", judge, "--json", "-o", "run", input=data.read_text())
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["metrics"]["cs_c"]["value"] == 0.5
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["inputs_sha256"] == {}
    bad = program("score", "-", "--judge", judge, input='{"response": ')
    assert bad.returncode == 2
    assert "<stdin>:1" in bad.stderr
    empty = program("score", "-", "--judge", judge, input="")
    assert "Traceback" not in empty.stderr


def test_columns_can_be_renamed(cli: Cli, tmp_path: Path, judge: str) -> None:
    (tmp_path / "d.csv").write_text('reply;docs\nThe gate is open.;"[""yes"", ""no""]"\n'.replace(";", ","))
    done = cli("score", "d.csv", "--judge", judge, "--field", "response=reply", "--field", "documents=docs", "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["metrics"]["cs_c"]["value"] == 1.0


# ------------------------------------------------------------------ scoring labels again


def test_labels_again(cli: Cli, data: Path, judge: str) -> None:
    first = json.loads(cli("score", data, "--judge", judge, "--json", "-o", "run").out)
    again = cli("score", "--labels", "run", "--json")
    assert json.loads(again.out) == first
    assert json.loads(cli("score", data, "--labels", "run", "--json").out) == first
    skipped = json.loads(cli("score", "--labels", "run", "--json", "--average", "micro", "--undecided", "skip").out)
    assert "average:micro" in skipped["signature"]
    assert skipped["metrics"]["cs_c"]["value"] == 0.5  # 1 of 2 claims


def test_thresholds_on_labels(cli: Cli, write: Write) -> None:
    def side(label: str, score: float, start: int) -> dict[str, Any]:
        return {"doc_id": "d1", "start": start, "end": start + 3, "text": "yes", "label": label, "score": score}

    row = {"sample_id": "1", "claim_id": "c1", "doc_id": "d1", "label": "SUPPORTS",
           "support": side("SUPPORTS", 0.7, 0), "contradict": side("CONTRADICTS", 0.6, 4)}  # fmt: skip
    data = write("d.jsonl", {"response": "It is.", "documents": ["yes yes"]})
    assert cli("score", data, "--judge", f"precomputed:{write('l.jsonl', row)}", "-o", "run").code == 0
    for threshold, label in (
        ("0.65", "SUPPORTS"),
        ("supports=0.8,contradicts=0.6", "CONTRADICTS"),
        ("0.8", "IRRELEVANT"),
    ):
        done = cli("score", "--labels", "run", "--threshold", threshold, "--csv")
        assert [r["label"] for r in csv.DictReader(io.StringIO(done.out))] == [label]


def test_labels_leave_no_room_for_a_judge(cli: Cli, data: Path, judge: str) -> None:
    cli("score", data, "--judge", judge, "-o", "run")
    assert cli("score", "--labels", "run", "--judge", judge).code == 2


def test_the_result_can_replace_its_own_folder(cli: Cli, data: Path, judge: str) -> None:
    cli("score", data, "--judge", judge, "-o", "run")
    done = cli("score", "--labels", "run", "-o", "run", "--undecided", "skip")
    assert done.code == 0
    assert "undecided:skip" in (Path("run") / "manifest.json").read_text()


def test_two_limits_for_one_figure_are_refused(cli: Cli, data: Path, judge: str) -> None:
    done = cli("score", data, "--judge", judge, "--fail-over", "cs_c=0", "--fail-over", "cs_c=1")
    assert done.code == 2
    assert "cs_c has a limit already" in done.err


def test_results_never_replace_their_input_or_a_stranger(cli: Cli, data: Path, judge: str, tmp_path: Path) -> None:
    own = tmp_path / "own"
    assert cli("score", data, "--judge", judge, "-o", own).code == 0
    samples = (own / "samples.jsonl").read_bytes()
    assert cli("score", own / "samples.jsonl", "--judge", judge, "-o", own).code == 2
    assert (own / "samples.jsonl").read_bytes() == samples
    other = tmp_path / "other"
    other.mkdir()
    (other / "report.json").write_text("mine")
    assert cli("score", data, "--judge", judge, "-o", other).code == 2
    assert (other / "report.json").read_text() == "mine"
    assert cli("score", data, "--judge", judge, "-o", "").code == 2


def test_a_full_disk_is_told_and_is_no_gate(cli: Cli, data: Path, judge: str) -> None:
    command = [sys.executable, "-m", "dissensus", "score", str(data), "--judge", judge, "--json"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_gate_remembers_that_the_run_was_stopped(cli: Cli, data: Path, judge: str, tmp_path: Path) -> None:
    samples = [row for row in dissensus.io.iter_samples(data) if isinstance(row, dissensus.Sample)]
    scorer = dissensus.Scorer(judge, dissensus.Settings())
    report = scorer.report(scorer.iter_results(samples[:1]), n_unfinished=len(samples) - 1)
    report.write(str(tmp_path / "stopped"))
    done = cli("score", "--labels", tmp_path / "stopped", "--fail-over", "cs_c=1")
    assert done.code == 1
    assert f"samples not come to: {len(samples) - 1}" in done.err
