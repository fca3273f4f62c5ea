"""`dissensus decompose`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click
from rich.text import Text

from dissensus.cli.console import console, write_data
from dissensus.decompose import Decomposition, claims_of
from dissensus.errors import InputError
from dissensus.io import iter_samples, parse_field_overrides, to_json
from dissensus.io.streams import read_text
from dissensus.report.quote import one_line
from dissensus.types import Claim, Sample, Span

_TEXT = (".txt", ".md", ".markdown")


@click.command("decompose", short_help="Show the claims of responses, with what was skipped and why.")
@click.argument("file", metavar="FILE|-")
@click.option("--decomposer", help="clauses (default), sentences, whole or given.")
@click.option("--salient", type=click.IntRange(min=1), metavar="N", help="Keep the N most informative claims of each.")
@click.option("--drop-ambiguous", is_flag=True, help="Leave out claims with a pronoun that could not be resolved.")
@click.option("--json", "as_json", is_flag=True, help="Print everything that is known of each claim as JSON.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Print the samples with their claims, to edit and to score.")
@click.option("--text", "is_text", is_flag=True, help="FILE is one response as plain text (.txt and .md always are).")
@click.option(
    "--field", "field_overrides", multiple=True, metavar="NAME=COLUMN", help="Read a field from another column."
)
@click.option("--format", "file_format", help="jsonl, json, csv, tsv or parquet, when the file's name does not say.")
@click.option("--encoding", default="utf-8", show_default=True, help="Encoding of text files.")
@click.option("--no-color", is_flag=True, help="Plain text.")
def command(**given: Any) -> int:
    """Show the claims of responses, where their words stand, and what was skipped and why.

    FILE holds samples as for `score`, or is one response as text. What --jsonl prints can be edited and given to
    `score`, which then takes the claims as they are.
    """
    if given["as_json"] and given["as_jsonl"]:
        raise InputError("--json and --jsonl exclude each other; choose one")
    failed = False
    rows: list[dict[str, Any]] = []
    out = console(given["no_color"])
    first = True
    for sample in _samples(given):
        if isinstance(sample, str):
            click.echo(f"dissensus: left out: {sample}", err=True)
            failed = True
            continue
        try:
            found = claims_of(
                sample, given["decomposer"], n_salient=given["salient"], drop_ambiguous=given["drop_ambiguous"]
            )
        except InputError as problem:  # no claims where they were to be taken as given
            click.echo(f"dissensus: left out: {problem}", err=True)
            failed = True
            continue
        if given["as_jsonl"]:
            write_data(to_json(_to_score(sample, found)) + "\n")
        elif given["as_json"]:
            rows.append(_row(sample, found))
        else:
            if not first:
                out.print()
            for line in _lines(sample, found):
                out.print(line, soft_wrap=True)
        first = False
    if given["as_json"]:
        write_data(to_json({"samples": rows}, pretty=True) + "\n")
    return 2 if failed and first else 0


def _samples(given: dict[str, Any]) -> Iterator[Sample | str]:
    """The samples, and for each row that cannot be used the message that says so."""
    file = given["file"]
    if given["is_text"] or file.lower().endswith(_TEXT):
        yield Sample(sample_id="1", response=read_text(file, given["encoding"]), documents=())
        return
    rows = iter_samples(
        file,
        format=given["file_format"],
        fields=replace(parse_field_overrides(given["field_overrides"]), needs_documents=False),
        encoding=given["encoding"],
    )
    for row in rows:
        yield row if isinstance(row, Sample) else row.message()


def _to_score(sample: Sample, found: Decomposition) -> dict[str, Any]:
    """The sample as `score` reads it, with its claims."""
    row: dict[str, Any] = {"id": sample.sample_id}
    if sample.question is not None:
        row["question"] = sample.question
    documents = [
        {
            "id": d.doc_id,
            "text": d.text,
            **({"title": d.title} if d.title is not None else {}),
            **({"source": d.source} if d.source is not None else {}),
            **({"published": d.published.isoformat()} if d.published is not None else {}),
            **({"weight": d.weight} if d.weight != 1.0 else {}),
            **({"metadata": dict(d.metadata)} if d.metadata else {}),
        }
        for d in sample.documents
    ]
    return {**row, "response": sample.response, "claims": [c.text for c in found.claims], "documents": documents}


def _row(sample: Sample, found: Decomposition) -> dict[str, Any]:
    return {
        "sample_id": sample.sample_id,
        "claims": [
            {
                "claim_id": c.claim_id,
                "text": c.text,
                "span": c.span,
                "parts": c.parts,
                "sentence": c.sentence,
                "ambiguous": [{"text": r.text, "guess": r.guess} for r in c.ambiguous],
            }
            for c in found.claims
        ],
        "skipped": [{"text": s.text, "span": s.span, "reason": s.reason} for s in found.skipped],
        "notes": found.notes,
    }


def _lines(sample: Sample, found: Decomposition) -> Iterator[Text]:
    """One line per claim and skipped part, in the order of the response."""
    yield Text(f"sample {one_line(sample.sample_id)}", style="bold")
    width = max((len(_place(c)) for c in found.claims), default=0)
    for claim in found.claims:
        line = Text(f"{claim.claim_id:<4} {_place(claim):<{width}}  {one_line(claim.text)}")
        for reference in claim.ambiguous:
            guess = f"; {one_line(reference.guess)}?" if reference.guess else ""
            line.append(f"  (ambiguous: {reference.text}{guess})", style="yellow")
        yield line
    if not found.claims:
        yield Text("no claims")
    for part in found.skipped:
        yield Text(f"skipped ({part.reason})  {_range(part.span)}  {one_line(part.text)}", style="dim")
    for note in found.notes:
        yield Text(f"note  {note}", style="dim")


def _place(claim: Claim) -> str:
    """Offsets of a verbatim claim, or with `~` before them those of the parts of a rewritten one."""
    return _range(claim.span) if claim.span else "~" + ",".join(map(_range, claim.parts))


def _range(span: Span) -> str:
    return f"{span[0]}-{span[1]}"
