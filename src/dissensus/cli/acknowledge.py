"""`dissensus acknowledge`."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from dissensus.acknowledging import ANSWERS, Acknowledgement, acknowledge_sample
from dissensus.cli.console import console, progress_bar, write_data
from dissensus.cli.detect import finder, finding_options
from dissensus.cli.documents import check_usable, document_options, read_sets
from dissensus.cli.main import shared_output_options
from dissensus.errors import InputError
from dissensus.io import to_json, write_jsonl
from dissensus.report.folder import make_folder
from dissensus.report.quote import one_line
from dissensus.stats import wilson
from dissensus.types import SCHEMA_VERSION


@click.command("acknowledge", short_help="Say whether responses name the disagreement of their documents.")
@click.argument("path", metavar="FILE|-")
@click.option("-o", "--output", metavar="DIR", help="Write acknowledgements.jsonl to this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@finding_options
@document_options
@shared_output_options
def command(**given: Any) -> int:
    """Say of each conflict among the documents what the response makes of it.

    FILE holds samples as for `score`. A response names a conflict when it tells both values or sides; else it picks
    one, averages, or avoids both.
    """
    if Path(given["path"]).is_dir():
        raise InputError(f"{given['path']} is a folder; acknowledge needs samples with a response (see `score`)")
    if given["output"] is not None:
        make_folder(given["output"], [given["path"]] if Path(given["path"]).is_file() else [])
    look = finder(given)
    samples, errors, _ = read_sets(given, needs_response=True)
    found: list[Acknowledgement] = []
    done = 0
    with progress_bar(given["quiet"], "comparing") as progress, suppress(KeyboardInterrupt):
        for sample in samples:
            found += acknowledge_sample(sample, look)
            done += 1
            if progress:
                progress(done, len(samples))
    counts = Counter(a.answer for a in found)
    share = counts["named"] / len(found) if found else None
    interval = wilson(counts["named"], len(found)) if found else None
    if given["output"] is not None:
        write_jsonl(Path(given["output"]) / "acknowledgements.jsonl", (a.to_dict() for a in found))
    if given["as_json"]:
        rows = {
            "schema_version": SCHEMA_VERSION,
            "signature": str(look.signature),
            "acknowledged": {"value": share, "interval": interval, "n_conflicts": len(found), "n_samples": done},
            "counts": {name: counts[name] for name in ANSWERS},
            "n_errors": len(errors),
            "acknowledgements": [a.to_dict() for a in found],
        }
        write_data(to_json(rows, pretty=True) + "\n")
    else:
        out = console(given["no_color"])
        for a in found:
            out.print(
                f"{a.answer:<9} {one_line(a.sample_id)}: {one_line(a.conflict.explanation)}",
                markup=False,
                soft_wrap=True,
            )
        told = "  ".join(f"{name} {counts[name]}" for name in ANSWERS)
        figure = (
            "undefined (no conflict found)"
            if share is None or interval is None
            else f"{share:.3f} ({interval[0]:.3f}-{interval[1]:.3f})"
        )
        out.print(f"named: {figure}  of {len(found)} conflicts in {done} responses: {told}", markup=False, style="bold")
    check_usable(samples, errors, given["path"])
    return 130 if done < len(samples) else 0
