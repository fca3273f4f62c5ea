"""`dissensus resolve`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from dissensus.cli.console import console, progress_bar, write_data
from dissensus.cli.detect import finder, finding_options, write_detection
from dissensus.cli.documents import check_usable, document_options, read_sets
from dissensus.cli.main import shared_output_options
from dissensus.errors import InputError
from dissensus.io import to_json, write_jsonl
from dissensus.io.dates import DateProblem, parse_published
from dissensus.policies.resolution import Resolution
from dissensus.policies.rules import load_rules
from dissensus.report.conflicts import render, render_resolution
from dissensus.report.folder import make_folder
from dissensus.resolving import STALE_DAYS, resolve_detection


def parse_day(text: str | None) -> date | None:
    """A day as `--as-of` takes it: `today`, or a date."""
    if text is None:
        return None
    if text == "today":
        return date.today()
    try:
        return parse_published(text)
    except DateProblem as refused:
        raise InputError(f"--as-of {text!r}: {refused.problem}; {refused.remedy} (or: today)") from refused


@click.command("resolve", short_help="Settle the conflicts among documents, and say what was set aside and why.")
@click.argument("path", metavar="FILE|FOLDER|-")
@click.option(
    "--policy",
    default="auto",
    show_default=True,
    help="auto, recency, reliability, authority_then_recency, majority, surface, review, clarify, abstain, or a .toml "
    "file of source rules.",
)
@click.option(
    "--as-of", metavar="DAY", help="The day the answer is for: later documents are left out, old ones warned of."
)
@click.option("--stale-days", type=int, default=STALE_DAYS, show_default=True, help="Age from which a source is old.")
@click.option("--context", "as_context", is_flag=True, help="Print the text for a prompt, and nothing else.")
@click.option("-o", "--output", metavar="DIR", help="Write all results to this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print conflicts and resolutions as JSON.")
@finding_options
@document_options
@shared_output_options
def command(**given: Any) -> int:
    """Settle the conflicts among documents by a policy.

    FILE and FOLDER as for `detect`. Every document is kept or set aside, with one reason.
    """
    if given["as_json"] and given["as_context"]:
        raise InputError("--json and --context exclude each other; choose one")
    rules, as_of = load_rules(given["policy"]), parse_day(given["as_of"])
    if given["output"] is not None:
        make_folder(given["output"], [given["path"]] if Path(given["path"]).is_file() else [])
    look = finder(given)
    samples, errors, repairs = read_sets(given)
    samples = [replace(s, documents=rules.weigh(s.documents)) for s in samples]
    found: list[Resolution] = []
    with progress_bar(given["quiet"], "comparing") as progress, suppress(KeyboardInterrupt):
        for detection in look.iter_results(samples, progress):
            found.append(resolve_detection(detection, rules, as_of=as_of, stale_days=given["stale_days"]))
    report = look.report([r.detection for r in found], errors, repairs, n_unfinished=len(samples) - len(found))
    if given["as_json"]:
        rows = {**report.to_dict(), "resolutions": [r.to_dict() for r in found]}
        write_data(to_json(rows, pretty=True) + "\n")
    elif given["as_context"]:
        write_data("\n\n".join(r.context() for r in found) + "\n")
    else:
        out = console(given["no_color"])
        out.print(render(report), soft_wrap=True, end="")
        for resolution in found:
            out.print()
            if len(found) > 1:
                out.print(resolution.detection.sample_id, style="bold", markup=False)
            out.print(render_resolution(resolution), soft_wrap=True, end="")
    if given["output"] is not None:
        write_detection(report, given["output"], given["path"], "resolve")
        write_jsonl(Path(given["output"]) / "resolutions.jsonl", (r.to_dict() for r in found))
    check_usable(samples, errors, given["path"])
    return 130 if report.n_unfinished else 0
