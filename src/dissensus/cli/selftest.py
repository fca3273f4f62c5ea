"""`dissensus selftest`."""

from __future__ import annotations

import time

import click

from dissensus.cli.main import shared_output_options
from dissensus.selftest import run


@click.command("selftest", short_help="Check this installation.")
@click.option("--no-model", is_flag=True, help="Only what needs no model (under five seconds).")
@shared_output_options
def command(no_model: bool, quiet: bool, no_color: bool) -> int:
    """Check the arithmetic, the splitter, the files and, with the model, the labels of a shipped example."""
    began, failed = time.monotonic(), 0
    for name, problem in run(with_model=not no_model):
        failed += problem is not None
        if problem is not None or not quiet:
            click.echo(f"{'ok    ' if problem is None else 'FAILED'}  {name}" + (f": {problem}" if problem else ""))
    if not quiet:
        click.echo(f"{'all checks passed' if not failed else f'{failed} failed'} in {time.monotonic() - began:.1f} s")
    return 1 if failed else 0
