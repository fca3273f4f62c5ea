"""Samples of a file, one at a time: a row that cannot be used is an error record in its place, never a lost row."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Literal, get_args

from dissensus.errors import InputError, did_you_mean
from dissensus.types import Sample

from .faults import Repair, RowError, RowFault, RowProblem, Unit, place, show_value
from .fields import DEFAULT_FIELDS, FieldMap, check_columns
from .parquet import parquet_rows
from .rows import NumberedRow, json_rows, jsonl_rows, table_rows
from .sample import parse_sample
from .streams import STDIN, DamagedInput, check_encoding, check_file, display_name, open_utf8

Format = Literal["jsonl", "json", "csv", "tsv", "parquet"]
FORMATS: tuple[str, ...] = get_args(Format)

MAX_ROW_BYTES = 32 * 2**20

_SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}


def iter_samples(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    fields: FieldMap = DEFAULT_FIELDS,
    encoding: str = "utf-8",
    max_row_bytes: int = MAX_ROW_BYTES,
    on_repair: Callable[[Repair], None] | None = None,
) -> Iterator[Sample | RowError]:
    """The samples of a file in its order, with a RowError in the place of every row that cannot be used.

    Memory is bounded by the largest row (and some 100 bytes a row, to find an id that comes twice).

    Args:
        path: A JSON lines (.jsonl, .ndjson), JSON (.json: a list, one object, or {"samples": [...]}), CSV, TSV or
            Parquet file; `-` is standard input, read as JSON lines unless `format` says otherwise. All but Parquet
            may be gzipped. In CSV and TSV the cells of documents and claims hold JSON lists.
        format: One of jsonl, json, csv, tsv, parquet; by default the file's suffix says.
        fields: The names to look for.
        encoding: The encoding of text; a byte order mark wins over it.
        max_row_bytes: A row over this size is an error and is not read into memory.
        on_repair: Called with each repair made, before its sample is given.

    Raises:
        InputError: At once when the path, format or encoding cannot be used; while reading when the file may not be
            opened, has no rows at all, or is a table without the columns needed.
        MissingExtraError: pyarrow is needed and not installed.
    """
    check_file(path)
    chosen = _format(path, format)
    check_encoding(encoding)
    if chosen == "parquet" and os.fspath(path) == STDIN:
        raise InputError("Parquet cannot be read from standard input; name a file")
    return _samples(path, chosen, fields, encoding, max_row_bytes, on_repair or (lambda repair: None))


def _format(path: str | os.PathLike[str], format: str | None) -> str:
    if format is not None:
        if format not in FORMATS:
            raise InputError(f"Unknown format {format!r}. {did_you_mean(format, FORMATS)}")
        return format
    name = os.fspath(path)
    if name == STDIN:
        return "jsonl"
    found = _SUFFIXES.get(os.path.splitext(name.lower().removesuffix(".gz"))[1])
    if found is None:
        raise InputError(
            f"Cannot tell the format of {name} from its name; expected one of {', '.join(_SUFFIXES)} "
            f"(or .gz after it), or --format with one of {', '.join(FORMATS)}"
        )
    return found


def _samples(
    path: str | os.PathLike[str],
    format: str,
    fields: FieldMap,
    encoding: str,
    max_row_bytes: int,
    on_repair: Callable[[Repair], None],
) -> Iterator[Sample | RowError]:
    file = display_name(path)
    unit: Unit = "item" if format in ("json", "parquet") else "line"

    def note(what: str) -> None:
        on_repair(Repair(file, 0, what))

    row_of_id: dict[int, int] = {}
    number = 0
    try:
        for number, row in _rows(path, format, fields, encoding, max_row_bytes, note):
            if isinstance(row, RowFault):
                yield RowError(file, number, None, None, row.problem, row.remedy, unit=unit)
                continue
            try:
                sample, repairs = parse_sample(row, where=place(file, number, unit), row_number=number, fields=fields)
            except RowProblem as problem:
                yield RowError.of(problem, file, number, unit)
                continue
            # The hash and not the id: ids may be long, and 64 bits do not collide by chance.
            first_row = row_of_id.setdefault(hash(sample.sample_id), number)
            if first_row != number:
                yield RowError(
                    file,
                    number,
                    "id",
                    show_value(sample.sample_id),
                    f"expected an id of its own; {unit} {first_row} has this one",
                    "give each sample another id, or give none of them an id",
                    unit=unit,
                )
                continue
            for what in repairs:
                on_repair(Repair(file, number, what))
            yield sample
    except DamagedInput as damage:
        number += 1
        yield RowError(file, number, None, None, str(damage), "get the file again", unit=unit)
    if not number:
        raise InputError(f"{file} holds no rows; expected at least one sample")


def _rows(
    path: str | os.PathLike[str],
    format: str,
    fields: FieldMap,
    encoding: str,
    max_row_bytes: int,
    note: Callable[[str], None],
) -> Iterator[NumberedRow]:
    if format == "parquet":
        yield from parquet_rows(path, fields, max_row_bytes)
        return
    with open_utf8(path, encoding=encoding, note=note) as (stream, found):
        if format == "jsonl":
            yield from jsonl_rows(stream, found, max_row_bytes)
        elif format == "json":
            yield from json_rows(stream, found, max_row_bytes)
        else:
            file = display_name(path)
            rows = table_rows(
                stream,
                found,
                max_row_bytes,
                delimiter="\t" if format == "tsv" else ",",
                list_columns=frozenset((*fields.sample["documents"], *fields.sample["claims"])),
                text_columns=frozenset(fields.sample["response"]),
                file=file,
            )
            for number, row in rows:
                if number == 0 and not isinstance(row, RowFault):
                    check_columns(row, fields, file)
                else:
                    yield number, row
