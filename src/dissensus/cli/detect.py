"""`dissensus detect`."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import click

from dissensus._version import __version__
from dissensus.cli.console import console, progress_bar, write_data
from dissensus.cli.documents import check_usable, document_options, read_sets
from dissensus.cli.main import shared_output_options
from dissensus.conflicts.accepted import as_toml, load_accepted, split_known
from dissensus.conflicts.graph import ConflictGraph
from dissensus.conflicts.model import Detection
from dissensus.detecting import ConflictFinder, DetectReport, DetectSettings
from dissensus.errors import InputError
from dissensus.io import file_checksum, open_atomic, write_json, write_jsonl
from dissensus.judges import JudgeSettings
from dissensus.report.conflicts import render
from dissensus.report.folder import make_folder
from dissensus.types import SCHEMA_VERSION, Sample


def finding_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The flags of every verb that looks for conflicts."""
    for option in (
        click.option("--threads", type=int, help="Worker threads; by default one per core."),
        click.option("--limit", type=int, help="Pairs of statements judged at most for one set of documents."),
        click.option("--per-pair", type=int, help="Pairs of statements judged at most for two documents."),
        click.option("--threshold", type=float, metavar="X", help="Mean probability from which a pair is a conflict."),
        click.option("--judge", default="onnx", show_default=True, help="onnx, onnx:DIR, rules, scripted:FILE."),
        click.option(
            "--detector",
            default="judge",
            show_default=True,
            help="judge, or heuristic (two rules, no inference model).",
        ),
    ):
        function = option(function)
    return function


def finder(given: dict[str, Any]) -> ConflictFinder:
    """The finder that the flags ask for."""
    chosen = {name: given[name] for name in ("threshold", "per_pair", "limit") if given[name] is not None}
    settings = DetectSettings(
        detector=given["detector"],
        judge=JudgeSettings(threads=given["threads"]),
        **chosen,
    )
    return ConflictFinder(given["judge"], settings)


@click.command("detect", short_help="Find the conflicts among documents, before generation.")
@click.argument("path", metavar="FILE|FOLDER|-")
@finding_options
@click.option("-o", "--output", metavar="DIR", help="Write all results to this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print report.json.")
@click.option("--dot", "as_dot", is_flag=True, help="Print the graph of conflicts as Graphviz source.")
@click.option("--svg", metavar="FILE", help="Write a picture of the graph.")
@click.option("--junit", metavar="FILE", help="Write JUnit XML for CI.")
@click.option("--sarif", metavar="FILE", help="Write SARIF 2.1.0 for CI.")
@click.option("--accepted", metavar="FILE", help="Known conflicts (TOML): those do not fail a gate.")
@click.option("--write-accepted", metavar="FILE", help="Write a file that accepts the conflicts found.")
@click.option(
    "--fail-on",
    type=click.Choice(["any", "new"]),
    help="Exit 1 on any conflict, or on one that --accepted does not list.",
)
@document_options
@shared_output_options
def command(**given: Any) -> int:
    """Find the conflicts among documents.

    FILE holds sets of documents (rows as for `score`; a response is not needed). A FOLDER of text, Markdown, HTML and
    PDF files is one set. Without -o, --svg, --junit, --sarif nothing is written.
    """
    if given["as_json"] and given["as_dot"]:
        raise InputError("--json and --dot exclude each other; choose one")
    if given["fail_on"] == "new" and not given["accepted"]:
        raise InputError("--fail-on new needs --accepted FILE, the conflicts that are known")
    accepted = load_accepted(given["accepted"]) if given["accepted"] else ()
    if given["output"] is not None:
        make_folder(given["output"], [given["path"]] if Path(given["path"]).is_file() else [])
    look = finder(given)
    samples, errors, repairs = read_sets(given)
    if given["svg"] and len(samples) > 1:
        raise InputError(f"--svg draws one set of documents; {given['path']} holds {len(samples)}. Use --json or --dot")
    report, graphs = run(look, samples, errors, repairs, given)
    new, known = split_known(report.conflicts, accepted, date.today())
    names = {c.conflict_id for c, _ in known}
    if given["as_json"]:
        write_data(report.to_json() + "\n")
    elif given["as_dot"]:
        write_data("".join(g.to_dot() for g in graphs))
    else:
        console(given["no_color"]).print(render(report, names), soft_wrap=True, end="")
    _write_files(report, graphs, names, given)
    check_usable(samples, errors, given["path"])
    if report.n_unfinished:
        click.echo(f"dissensus: interrupted; {report.n_unfinished} sets were not come to", err=True)
        return 130
    return _gate(report, len(new), given)


def run(
    look: ConflictFinder, samples: list[Sample], errors: list[Any], repairs: list[Any], given: dict[str, Any]
) -> tuple[DetectReport, list[ConflictGraph]]:
    """The report, and the graph of every set; stopped by Ctrl-C, what was done is reported."""
    results: list[Detection] = []
    with progress_bar(given["quiet"], "comparing") as progress, suppress(KeyboardInterrupt):
        results.extend(look.iter_results(samples, progress))
    report = look.report(results, errors, repairs, n_unfinished=len(samples) - len(results))
    return report, [ConflictGraph.of(r) for r in results]


def _gate(report: DetectReport, n_new: int, given: dict[str, Any]) -> int:
    """Exit code. What was not read fails a gate too: it must not pass on a broken judge or file."""
    if given["fail_on"] is None:
        return 0
    n = len(report.conflicts) if given["fail_on"] == "any" else n_new
    unscored = sum(s.coverage.n_unscored for s in report.samples)
    unread = {"conflicts": n, "pairs unscored": unscored, "rows or files left out": len(report.errors)}
    told = ", ".join(f"{what}: {count}" for what, count in unread.items() if count)
    if told:
        click.echo(f"gate failed: {told}", err=True)
        return 1
    return 0


def _write_files(report: DetectReport, graphs: list[ConflictGraph], known: set[str], given: dict[str, Any]) -> None:
    from dissensus.report.ci import to_junit, to_sarif

    texts: dict[str, Callable[[], str]] = {
        "junit": lambda: to_junit(report, known),
        "sarif": lambda: to_sarif(report, known),
        "write_accepted": lambda: as_toml(report.conflicts, "accepted; say why"),
        "svg": lambda: graphs[0].to_svg() if graphs else ConflictGraph(nodes=(), edges=(), origins=()).to_svg(),
    }
    for flag, made in texts.items():
        if given[flag]:
            with open_atomic(given[flag]) as file:
                file.write(made())
    if given["output"] is not None:
        write_detection(report, given["output"], given["path"], "detect")


def write_detection(report: DetectReport, folder: str, path: str, verb: str) -> None:
    """manifest.json, samples.jsonl, conflicts.jsonl, errors.jsonl and report.json."""
    root = Path(folder)
    write_jsonl(root / "samples.jsonl", (s.to_dict() for s in report.samples))
    write_jsonl(
        root / "conflicts.jsonl",
        ({"sample_id": s.sample_id, **c.to_dict()} for s in report.samples for c in (*s.conflicts, *s.set_aside)),
    )
    write_jsonl(root / "errors.jsonl", ({"where": e.where, "message": e.message()} for e in report.errors))
    write_json(root / "report.json", report.to_dict())
    inputs = {path: file_checksum(path, 64)} if Path(path).is_file() else {}
    write_json(
        root / "manifest.json",
        {
            "schema_version": SCHEMA_VERSION,
            "verb": verb,
            "signature": str(report.signature),
            "settings": report.settings,
            "inputs_sha256": inputs,
            "n_samples": len(report.samples),
            "n_errors": len(report.errors),
            "n_unfinished": report.n_unfinished,
            "repairs": [asdict(r) for r in report.repairs],
            "versions": {"dissensus": __version__, "python": platform.python_version()},
        },
    )
