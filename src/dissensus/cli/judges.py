"""`dissensus judges`."""

from __future__ import annotations

import click

from dissensus.judges.base import JUDGES

_ABOUT = {
    "onnx": ("onnx, onnx:DIR", "the embedded model, or a three-way NLI model of your own exported to ONNX"),
    "rules": ("rules", "values, opposite words and names without a network: weak, to compare with"),
    "precomputed": ("precomputed:FILE", "labels that exist already: a person's, another tool's, an earlier run's"),
    "scripted": ("scripted:FILE", "labels from a file of rules, for tests and demonstrations"),
}


@click.command("judges", short_help="List the judges that can be named.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(as_json: bool) -> int:
    """List the judges that `--judge` knows, those of other packages included."""
    rows = [(*_ABOUT.get(name, (name, "from another package")), target) for name, target in JUDGES.targets().items()]
    if as_json:
        from dissensus.io import to_json

        click.echo(
            to_json([{"spec": spec, "about": about, "target": target} for spec, about, target in rows], pretty=True)
        )
    else:
        for spec, about, _ in rows:
            click.echo(f"{spec:<18}{about}")
    return 0
