"""`dissensus bench pairs` and `dissensus bench conflict`."""

from __future__ import annotations

from typing import Any

import click
import numpy as np
from rich.table import Table
from rich.text import Text

from dissensus._version import __version__
from dissensus.bench.conflict import find_conflicts
from dissensus.bench.data import files, load_conflicts, load_pairs, set_name
from dissensus.bench.pairs import judge_pairs, reliability
from dissensus.cli.console import console, progress_bar, write_data
from dissensus.cli.main import shared_output_options
from dissensus.cli.score import parse_thresholds
from dissensus.io import file_checksum, to_json
from dissensus.judges import Judge, JudgeSettings, open_judge
from dissensus.signature import Signature


@click.group("bench", short_help="Measure a judge on labelled data.")
def command() -> None:
    """Measure a judge on labelled data (JSON lines, gzipped or not; a folder stands for its files)."""


def _options(function: Any) -> Any:
    for option in (
        click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the bootstrap intervals."),
        click.option("--resamples", type=click.IntRange(min=0), default=1000, show_default=True, help="Bootstrap resamples, 0 for none."),
        click.option("--threads", type=click.IntRange(min=1), help="Worker threads; by default one per core."),
        click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON."),
        click.option("--split", type=click.Choice(["all", "dev", "test"]), default="all", show_default=True,
                     help="dev: records whose claim's SHA-256 is 0 modulo 5; test: the others."),
        click.option("--mixed", default="stronger", show_default=True, help="What a document arguing both sides counts as."),
        click.option("--evidence", default="selected", show_default=True, help="Passages read: selected or all."),
        click.option("--threshold", metavar="X|supports=X,contradicts=Y", help="Instead of the judge's own."),
        click.option("--judge", "spec", default="onnx", show_default=True, help="onnx, onnx:DIR, precomputed:FILE, scripted:FILE."),
        click.argument("data", nargs=-1, required=True),
    ):  # fmt: skip
        function = option(function)
    return shared_output_options(function)


def _judge(given: dict[str, Any]) -> Judge:
    settings = JudgeSettings(
        thresholds=parse_thresholds(given["threshold"]),
        mixed=given["mixed"],
        evidence=given["evidence"],
        threads=given["threads"],
    )
    return open_judge(given["spec"], settings)


def _signature(judge: Judge, given: dict[str, Any]) -> str:
    settings = {"judge": judge.spec.partition(":")[0], **judge.settings(), "split": given["split"]}
    return str(Signature.build({**settings, "bootstrap": f"{given['resamples']}/seed{given['seed']}"}, __version__))


def _f(value: float | None, digits: int = 3) -> str:
    return "undef." if value is None or np.isnan(value) else f"{value:.{digits}f}"


def _range(interval: tuple[float, float] | None) -> str:
    return f"{interval[0]:.3f}-{interval[1]:.3f}" if interval else ""


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right", no_wrap=True)
    return table


@command.command("pairs", short_help="Labels of single (document, claim) pairs.")
@_options
def pairs(**given: Any) -> int:
    """Macro recall per set with its interval, and a reliability table over all sets.

    Each line holds "premise" (passage or document), "claim" and "label".
    """
    judge, rng = _judge(given), np.random.default_rng(given["seed"])
    results, rows, sums = [], [], {}
    for path in files(given["data"]):
        loaded = load_pairs(path, given["split"])
        with progress_bar(given["quiet"], set_name(path)) as progress:
            results.append(judge_pairs(set_name(path), loaded, judge, progress))
        rows.append(results[-1].figures(rng, given["resamples"]))
        sums[str(path)] = file_checksum(path, 64)
    calibrated = reliability(results, rng, given["resamples"])
    signature = _signature(judge, given)
    if given["as_json"]:
        write_data(
            to_json(
                {"signature": signature, "sets": rows, "reliability": calibrated, "inputs_sha256": sums}, pretty=True
            )
        )
        return 0
    out = console(given["no_color"])
    table = _table(
        "set", "n", "macro recall", "95% interval", "always", "accuracy", "ECE", "SUPPORTS", "CONTRADICTS", "IRRELEVANT"
    )
    for row in rows:
        recalls = [f"{_f(row['recall'][label])} of {row['labels'][label]}" if label in row["recall"] else "-"
                   for label in ("SUPPORTS", "CONTRADICTS", "IRRELEVANT")]  # fmt: skip
        table.add_row(
            row["set"],
            str(row["n"]),
            _f(row["macro_recall"]),
            _range(row["interval"]),
            _f(row["always"]),
            _f(row["accuracy"]),
            "-" if row["ece"] is None else _f(row["ece"]),
            *recalls,
        )
    out.print(table)
    out.print(
        Text(
            "always = macro recall of any constant answer; ECE where all three labels occur; the last columns are recalls",
            style="dim",
        )
    )
    if calibrated["n"]:
        out.print(
            Text(
                f"\nReliability of the deciding passage's probabilities, n = {calibrated['n']}, sets with all three labels"
            )
        )
        table = _table("confidence", "n", "mean confidence", "accuracy")
        for b in calibrated["table"]:
            table.add_row(f"{b['from']:.1f}-{b['to']:.1f}", str(b["n"]), _f(b["confidence"]), _f(b["accuracy"]))
        out.print(table)
        out.print(Text(f"ECE {_f(calibrated['ece'])} ({_range(calibrated['ece_interval'])})  "
                       f"Brier {_f(calibrated['brier'])} ({_range(calibrated['brier_interval'])})"))  # fmt: skip
    else:
        out.print(
            Text("\nReliability: no ECE or Brier score, as no set holds all three labels with probabilities (n = 0)")
        )
    out.print(Text(f"signature {signature}", style="dim", no_wrap=True, overflow="ignore"), crop=False)
    return 0


@command.command("conflict", short_help="Conflict or none, over sets of documents.")
@_options
def conflict(**given: Any) -> int:
    """Balanced accuracy per set with its interval, beside always-conflict and three rules that read nothing.

    Each line holds "claim", "documents" (strings, or objects with "text") and "conflict" (true or false).
    """
    judge, rng = _judge(given), np.random.default_rng(given["seed"])
    rows, sums = [], {}
    for path in files(given["data"]):
        loaded = load_conflicts(path, given["split"])
        with progress_bar(given["quiet"], set_name(path)) as progress:
            rows.append(find_conflicts(set_name(path), loaded, judge, progress).figures(rng, given["resamples"]))
        sums[str(path)] = file_checksum(path, 64)
    signature = _signature(judge, given)
    if given["as_json"]:
        click.echo(to_json({"signature": signature, "sets": rows, "inputs_sha256": sums}, pretty=True) + "\n")
        return 0
    out = console(given["no_color"])
    names = ("balanced_accuracy", "precision", "recall", "f1", "accuracy", "mcc")
    table = _table("set", "n", "conflicts", "bal. acc.", "95% interval", *names[1:])
    for row in rows:
        table.add_row(row["set"], str(row["n"]), str(row["n_conflict"]), _f(row["balanced_accuracy"]), _range(row["interval"]),
                      *(_f(row[n]) for n in names[1:]), style="bold")  # fmt: skip
        for baseline, figures in row["baselines"].items():
            table.add_row(
                f"  {baseline}",
                "",
                "",
                _f(figures["balanced_accuracy"]),
                "",
                *(_f(figures.get(n)) for n in names[1:]),
                style="dim",
            )
    out.print(table)
    out.print(
        Text(
            "n_documents, word_overlap and length are single cuts fitted on the very data they are measured on",
            style="dim",
        )
    )
    out.print(Text(f"signature {signature}", style="dim", no_wrap=True, overflow="ignore"), crop=False)
    return 0
