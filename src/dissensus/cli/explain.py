"""`dissensus explain`."""

from __future__ import annotations

import re
from typing import Any

import click

from dissensus.cli.console import console, write_data
from dissensus.errors import InputError, did_you_mean
from dissensus.explaining import explain
from dissensus.io import iter_samples, to_json
from dissensus.io.streams import read_text
from dissensus.report.quote import one_line
from dissensus.types import Document, Sample

_ROWS = (".jsonl", ".json", ".csv", ".tsv", ".parquet")


@click.command("explain", short_help="Show for one claim and document what was compared and what decided.")
@click.argument("claim")
@click.argument("file", metavar="FILE|-")
@click.option("--sample", "sample_id", metavar="ID", help="Which sample of FILE, when it holds several.")
@click.option("--doc", "doc_id", metavar="ID", help="Which document of the sample; all of them when left out.")
@click.option("--judge", default="onnx", show_default=True, help="A judge that reads passages: onnx or onnx:DIR.")
@click.option("--evidence", default="selected", show_default=True, help="Passages of a long document: selected or all.")
@click.option("--encoding", default="utf-8", show_default=True, help="Encoding of text files.")
@click.option("--passages", default=3, show_default=True, type=click.IntRange(min=1), help="How many are shown.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--no-color", is_flag=True, help="Plain text.")
def command(**given: Any) -> int:
    """Show for one CLAIM what was compared in a document and what decided.

    FILE is one document as text, or holds samples as for `score` (.jsonl, .json, .csv, .tsv, .parquet).
    """
    found = [
        explain(given["claim"], document, judge=given["judge"], evidence=given["evidence"])
        for document in _documents(given)
    ]
    if given["as_json"]:
        write_data(to_json({"explanations": [e.to_dict() for e in found]}, pretty=True) + "\n")
        return 0
    out = console(given["no_color"])
    for i, explanation in enumerate(found):
        if i:
            out.print()
        out.print(f"{one_line(explanation.document.doc_id)}  {one_line(explanation.claim)}", style="bold", markup=False)
        for line in explanation.lines(given["passages"]):
            indent = line[: len(line) - len(line.lstrip())]
            out.print(f"  {indent}{_safe(line)}", markup=False, soft_wrap=True)
    return 0


def _safe(line: str) -> str:
    """The line without its indent and without control characters, columns kept."""
    return "  ".join(map(one_line, re.split(r" {2,}", line.lstrip())))


def _documents(given: dict[str, Any]) -> tuple[Document, ...]:
    if not given["file"].lower().endswith(_ROWS):
        return (Document(doc_id=given["file"], text=read_text(given["file"], given["encoding"])),)
    samples = [s for s in iter_samples(given["file"], encoding=given["encoding"]) if isinstance(s, Sample)]
    wanted = given["sample_id"]
    if wanted is None and len(samples) == 1:
        wanted = samples[0].sample_id
    if wanted is None:
        raise InputError(f"{given['file']} holds {len(samples)} samples; name one with --sample")
    sample = next((s for s in samples if s.sample_id == wanted), None)
    if sample is None:
        raise InputError(
            f"{given['file']}: no sample {wanted!r}. {did_you_mean(wanted, [s.sample_id for s in samples])}"
        )
    documents = tuple(d for d in sample.documents if given["doc_id"] in (None, d.doc_id))
    if not documents:
        ids = [d.doc_id for d in sample.documents]
        raise InputError(
            f"sample {wanted!r}: no document {given['doc_id']!r}. {did_you_mean(given['doc_id'] or '', ids)}"
        )
    return documents
