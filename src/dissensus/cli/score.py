"""`dissensus score`."""

from __future__ import annotations

import csv
import io
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from dissensus.cli.console import console, progress_bar, write_data
from dissensus.cli.documents import check_row_limit, leaving_out, read_samples
from dissensus.cli.main import shared_output_options
from dissensus.errors import InputError
from dissensus.io import Repair, RowError, file_checksum, with_claims
from dissensus.judges import JudgeSettings
from dissensus.metrics import METRIC_NAMES
from dissensus.report.folder import csv_rows, load_report, make_folder, write_folder
from dissensus.report.terminal import render
from dissensus.results import Report, SampleResult
from dissensus.scoring import Scorer, Settings
from dissensus.types import Sample


def parse_thresholds(text: str | None) -> dict[str, float]:
    """`0.6` for both sides, or `supports=0.6,contradicts=0.7`."""
    if text is None:
        return {}
    try:
        if "=" not in text:
            return {"supports": float(text), "contradicts": float(text)}
        parts = [part.split("=") for part in text.split(",")]
        found = {name.strip(): float(value) for name, value in parts}
        if len(found) < len(parts):
            raise ValueError
        return found
    except ValueError:
        raise InputError(f"--threshold {text!r}: expected a number or supports=NUMBER,contradicts=NUMBER") from None


def parse_gates(texts: tuple[str, ...]) -> dict[str, float]:
    """`cs_c=0.2` -> {"cs_c": 0.2}."""
    gates = {}
    for text in texts:
        name, _, limit = text.partition("=")
        name = name.strip().lower().replace("-", "_")
        if name in gates:
            raise InputError(f"--fail-over {text!r}: {name} has a limit already; give one")
        try:
            gates[name] = float(limit)
        except ValueError:
            raise InputError(f"--fail-over {text!r}: expected METRIC=NUMBER, such as cs_c=0.2") from None
        if name not in METRIC_NAMES or not 0 <= gates[name] <= 1:
            raise InputError(f"--fail-over {text!r}: expected one of {', '.join(METRIC_NAMES)} and a limit in [0, 1]")
    return gates


@click.command("score", short_help="Score responses against their documents (CS-C, CS-R).")
@click.argument("file", required=False, metavar="FILE|-")
@click.option("--judge", help="onnx (default), onnx:DIR, precomputed:FILE or scripted:FILE.")
@click.option(
    "--decomposer",
    help="clauses, sentences, whole or given; by default given for samples with claims, else clauses.",
)
@click.option("--salient", type=int, metavar="N", help="Score the N most informative, distinct claims of a response.")
@click.option(
    "--drop-ambiguous", is_flag=True, default=None, help="Leave out claims with a pronoun that could not be resolved."
)
@click.option("--threshold", metavar="X|supports=X,contradicts=Y", help="Probability at which a label is given.")
@click.option(
    "--mixed",
    default=None,
    help="A document that argues both sides counts as: stronger (default), supports, contradicts, unscored.",
)
@click.option(
    "--evidence",
    default=None,
    help="Passages of a long document that a claim is read against: selected (near it, default) or all.",
)
@click.option(
    "--undecided",
    default=None,
    help="A claim no document takes a side on counts 0 in CS-R (zero, default) or is left out (skip).",
)
@click.option("--conflicted-only", is_flag=True, default=None, help="CS-R sums over conflicted claims only.")
@click.option(
    "--min-weight", type=float, default=None, help="A side counts when its documents' weights sum to more than this."
)
@click.option(
    "--ambiguity",
    default=None,
    help="Contradictions about another entity of the same name count (conflict, default) or not (ignore).",
)
@click.option("--average", default=None, help="macro over responses (default) or micro over claims.")
@click.option("--labels", metavar="DIR", help="Score the labels of an earlier run again, without a judge.")
@click.option("-o", "--output", metavar="DIR", help="Write all results to this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print report.json.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one CSV row per claim and document.")
@click.option(
    "--fail-over",
    multiple=True,
    metavar="METRIC=LIMIT",
    help="Exit 1 when the figure is above the limit, undefined or has unscored parts.",
)
@click.option("--allow-undefined", is_flag=True, help="Undefined or unscored figures do not fail a gate.")
@click.option("--strict", is_flag=True, help="Stop at the first row that cannot be used.")
@click.option(
    "--field", "field_overrides", multiple=True, metavar="NAME=COLUMN", help="Read a field from another column."
)
@click.option("--format", "file_format", help="jsonl, json, csv, tsv or parquet, when the file's name does not say.")
@click.option("--encoding", default="utf-8", show_default=True, help="Encoding of text files.")
@click.option("--max-row-mb", type=float, default=32.0, show_default=True, help="Rows over this size are left out.")
@click.option("--threads", type=int, help="Worker threads; by default one per core.")
@click.option("--seed", type=int, default=None, help="Seed of the bootstrap intervals.  [default: 0]")
@click.option("--resamples", type=int, default=None, help="Bootstrap resamples, 0 for none.  [default: 1000]")
@shared_output_options
def command(**given: Any) -> int:
    """Score responses against their documents.

    FILE holds samples with a response and its documents (JSONL, JSON, CSV, TSV, Parquet, or - for JSONL on standard
    input). Without -o nothing is written.
    """
    gates = parse_gates(given["fail_over"])
    if given["as_json"] and given["as_csv"]:
        raise InputError("--json and --csv exclude each other; choose one")
    if not given["file"] and not given["labels"]:
        raise InputError("nothing to score: give a FILE (or - for standard input), or --labels DIR")
    check_row_limit(given)
    if given["output"] is not None:
        make_folder(given["output"], [given["file"]] if given["file"] else [])
    report, inputs = _rescore(given) if given["labels"] else _score(given)
    usable = report.samples or report.n_unfinished or not report.errors
    if usable:  # printed first, so that a failure to write the folder does not lose the figures
        _print(report, given)
    where = given["output"]
    if where is not None:
        if report.n_unfinished and Path(where, "manifest.json").is_file():
            where = f"{where.rstrip('/')}.unfinished"  # an earlier run is not given up for a part of one
        write_folder(report, where, inputs)
        if not given["quiet"]:
            click.echo(f"dissensus: results are in {where}", err=True)
    if not usable:
        raise InputError(f"no row of {given['file'] or given['labels']} could be used; {report.errors[0].message()}")
    if report.n_unfinished and not given["labels"]:
        click.echo(
            f"dissensus: interrupted; {len(report.samples)} samples were scored, {report.n_unfinished} were not",
            err=True,
        )
        return 130
    failed = [
        message for name, limit in gates.items() if (message := _gate(report, name, limit, given["allow_undefined"]))
    ]
    for message in failed:
        click.echo(f"gate failed: {message}", err=True)
    if failed:
        return 1
    return 0


_SETTINGS = (
    "decomposer",
    "salient",
    "drop_ambiguous",
    "undecided",
    "conflicted_only",
    "min_weight",
    "ambiguity",
    "average",
    "seed",
    "resamples",
)


def _settings(given: dict[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in _SETTINGS if given[name] is not None}


def _read(given: dict[str, Any]) -> tuple[list[Sample], list[RowError], list[Repair]]:
    errors: list[RowError] = []
    leave_out = leaving_out(given, errors)
    samples, repairs = read_samples(given["file"], given, leave_out)
    samples, lacking = with_claims(samples, given["decomposer"], given["file"])
    for error in lacking:
        leave_out(error)
    return samples, errors, repairs


def _score(given: dict[str, Any]) -> tuple[Report, dict[str, str]]:
    settings = Settings(
        **_settings(given),
        judge=JudgeSettings(
            thresholds=parse_thresholds(given["threshold"]),
            mixed=given["mixed"] or "stronger",
            evidence=given["evidence"] or "selected",
            threads=given["threads"],
        ),
    )
    samples, errors, repairs = _read(given)
    scorer = Scorer("onnx" if given["judge"] is None else given["judge"], settings)
    results: list[SampleResult] = []
    # Stopped by Ctrl-C, what was scored is reported and written, and what was not is counted.
    with progress_bar(given["quiet"], "judging") as progress, suppress(KeyboardInterrupt):
        results.extend(scorer.iter_results(samples, progress))
    # A pipe cannot be read a second time.
    inputs = {given["file"]: file_checksum(given["file"], 64)} if Path(given["file"]).is_file() else {}
    return scorer.report(results, errors, repairs, n_unfinished=len(samples) - len(results)), inputs


def _rescore(given: dict[str, Any]) -> tuple[Report, dict[str, str]]:
    for flag in ("judge", "decomposer", "salient", "drop_ambiguous", "evidence"):
        if given[flag] is not None:
            raise InputError(
                f"--{flag.replace('_', '-')} has no effect with --labels: labels and claims are those of {given['labels']}; leave one out"
            )
    samples = _read(given)[0] if given["file"] else None
    changes = _settings(given)
    if given["mixed"]:
        changes["mixed"] = given["mixed"]
    report = load_report(given["labels"], samples=samples, thresholds=parse_thresholds(given["threshold"]), **changes)
    path = Path(given["labels"]) / "labels.jsonl"
    return report, {str(path): file_checksum(path, 64)}


def _gate(report: Report, name: str, limit: float, allow_undefined: bool) -> str | None:
    """Why the gate fails, or None. Anything not measured fails it: a gate must not pass on a broken judge."""
    value = report.metrics[name]
    if value.value is not None and value.value > limit:
        return f"{name} is {value.value:.4f}, over {limit:g}"
    if allow_undefined:
        return None
    if value.value is None:
        return f"{name} is undefined ({value.undefined_reason})"
    # A refusal is undefined by right, as is a claim no document speaks of; what the judge or the input failed to
    # give is not.
    unread = sum(sample.undefined_reason in ("no_documents", "no_scored_pairs") for sample in report.samples)
    unscored = sum(record.label is None for record in report.labels)
    missing = {
        "samples without documents or labels": unread,
        "unscored pairs": unscored,
        "rows left out": len(report.errors),
        "samples not come to": report.n_unfinished,
    }
    told = ", ".join(f"{what}: {n}" for what, n in missing.items() if n)
    return (
        f"{name} is {value.value:.4f}, but not all was measured ({told}); --allow-undefined accepts that"
        if told
        else None
    )


def _print(report: Report, given: dict[str, Any]) -> None:
    if given["as_json"]:
        write_data(report.to_json() + "\n")
    elif given["as_csv"]:
        # Every text is quoted: a lone carriage return in one would otherwise end the row.
        table = io.StringIO()
        header, *rows = csv_rows(report)
        csv.writer(table, lineterminator="\n").writerow(header)
        csv.writer(table, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC).writerows(rows)
        write_data(table.getvalue())
    else:
        console(given["no_color"]).print(render(report), crop=False)
