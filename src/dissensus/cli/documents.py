"""Sets of documents from the command line: rows of a file, or a folder as one set."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from dissensus.errors import InputError
from dissensus.io import Repair, RowError, iter_samples, parse_field_overrides
from dissensus.io.folder import iter_folder
from dissensus.types import Document, Sample


def document_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The flags that say how documents are read."""
    for option in (
        click.option("--question", help="What the documents of a folder were retrieved for."),
        click.option(
            "--mtime", is_flag=True, help="Date the files of a folder by their own time where nothing else does."
        ),
        click.option("--strict", is_flag=True, help="Stop at the first row or file that cannot be used."),
        click.option(
            "--field", "field_overrides", multiple=True, metavar="NAME=COLUMN", help="Read a field from another column."
        ),
        click.option("--format", "file_format", help="jsonl, json, csv, tsv or parquet, when the name does not say."),
        click.option("--encoding", default="utf-8", show_default=True, help="Encoding of text files."),
        click.option(
            "--max-row-mb", type=float, default=32.0, show_default=True, help="Rows over this size are left out."
        ),
    ):
        function = option(function)
    return function


def check_row_limit(given: dict[str, Any]) -> None:
    """Raise when --max-row-mb is no size."""
    if not 0 < given["max_row_mb"] < math.inf:
        raise InputError(f"--max-row-mb {given['max_row_mb']:g}: expected a finite number above 0")


def leaving_out(given: dict[str, Any], errors: list[RowError]) -> Callable[[RowError], None]:
    """Takes what cannot be used: listed and told, or with --strict the end."""

    def leave_out(error: RowError) -> None:
        if given["strict"]:
            raise InputError(error.message())
        errors.append(error)
        if not given["quiet"]:
            click.echo(f"dissensus: left out: {error.message()}", err=True)

    return leave_out


def read_samples(
    path: str, given: dict[str, Any], leave_out: Callable[[RowError], None], *, needs_response: bool = True
) -> tuple[list[Sample], list[Repair]]:
    """The samples of a file that can be used, and the repairs made."""
    samples: list[Sample] = []
    repairs: list[Repair] = []
    for row in iter_samples(
        path,
        format=given["file_format"],
        fields=replace(parse_field_overrides(given["field_overrides"]), needs_response=needs_response),
        encoding=given["encoding"],
        max_row_bytes=int(given["max_row_mb"] * 2**20),
        on_repair=repairs.append,
    ):
        if isinstance(row, Sample):
            samples.append(row)
        else:
            leave_out(row)
    return samples, repairs


def read_sets(
    given: dict[str, Any], *, needs_response: bool = False
) -> tuple[list[Sample], list[RowError], list[Repair]]:
    """The sets of documents, what was left out, and the repairs made."""
    errors: list[RowError] = []
    leave_out = leaving_out(given, errors)
    if os.path.isdir(given["path"]):
        documents: list[Document] = []
        for item in iter_folder(given["path"], encoding=given["encoding"], mtime=given["mtime"]):
            if isinstance(item, Document):
                documents.append(item)
            else:
                leave_out(item)
        name = os.path.basename(os.path.abspath(given["path"]))
        found = [Sample(sample_id=name, response="", documents=tuple(documents), question=given["question"])]
        return (found if documents else []), errors, []
    check_row_limit(given)
    samples, repairs = read_samples(given["path"], given, leave_out, needs_response=needs_response)
    return [s if s.question else replace(s, question=given["question"]) for s in samples], errors, repairs


def check_usable(samples: list[Sample], errors: list[RowError], path: str) -> None:
    """Raise when nothing of the input could be used."""
    if errors and not samples:
        raise InputError(f"no row of {path} could be used; {errors[0].message()}")
