"""Rows of text files: each format turns a UTF-8 stream into numbered rows or faults, one at a time."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from dissensus.errors import InputError

from .faults import PlainCell, RowFault, show_value
from .json_items import NotAList, iter_items
from .json_text import decode_json

#: A row's number and its fields, or what is wrong with it.
NumberedRow = tuple[int, Mapping[str, Any] | RowFault]


def iter_lines(stream: io.BufferedIOBase, max_bytes: int) -> Iterator[tuple[int, bytes | RowFault]]:
    """The lines of a stream with their 1-based numbers; one of more than `max_bytes` without its newline is a RowFault.

    Only LF (or CRLF) ends a line, and stays on it. A line that is too long is skipped without being held in memory.
    """
    number = 0
    while line := stream.readline(max_bytes + 2):
        number += 1
        if len(line) <= max_bytes or len(line.removesuffix(b"\n").removesuffix(b"\r")) <= max_bytes:
            yield number, line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(1 << 16)
        yield number, RowFault(f"the line is over {max_bytes} bytes", "shorten or split its documents")


def decode_row(data: bytes, encoding: str) -> str:
    """The text of a row's bytes.

    Args:
        data: UTF-8; what could not be decoded from another encoding is invalid in it.
        encoding: The encoding of the file, for the message.

    Raises:
        RowFault: The bytes are not valid, or hold a raw NUL.
    """
    if (at := data.find(0)) >= 0:
        utf16 = encoding == "utf-8" and data.count(0) * 3 >= len(data)
        remedy = "if the file is UTF-16 without a byte order mark: --encoding utf-16-le" if utf16 else "remove it"
        raise RowFault(f"a raw NUL byte at byte offset {at}", remedy)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise RowFault(f"the text is not valid {encoding.upper()}", "name the right encoding: --encoding") from None
        raise RowFault(
            f"not valid UTF-8: byte 0x{data[error.start]:02x} at byte offset {error.start}",
            "if the file comes from Windows: --encoding cp1252",
        ) from None


def row_of(data: bytes | RowFault, encoding: str) -> Mapping[str, Any] | RowFault:
    """The object that a row's JSON states, or what is wrong with it."""
    if isinstance(data, RowFault):
        return data
    try:
        value = decode_json(decode_row(data, encoding))
    except RowFault as fault:
        return fault
    return value if isinstance(value, dict) else _not_an_object(value)


def _not_an_object(value: object) -> RowFault:
    return RowFault(
        f"the row is {show_value(value)}; expected an object", 'write {"response": ..., "documents": [...]}'
    )


def jsonl_rows(stream: io.BufferedIOBase, encoding: str, max_bytes: int) -> Iterator[NumberedRow]:
    """The objects of JSON lines; blank lines are skipped and counted."""
    for number, line in iter_lines(stream, max_bytes):
        if isinstance(line, RowFault):
            yield number, line
        elif line.strip():
            yield number, row_of(line.rstrip(b"\r\n"), encoding)


def json_rows(stream: io.BufferedIOBase, encoding: str, max_bytes: int) -> Iterator[NumberedRow]:
    """The objects of a JSON list, of the list under "samples", or the one object that the file holds."""
    try:
        for number, item in enumerate(iter_items(stream, max_bytes), 1):
            yield number, row_of(item, encoding)
    except RowFault as fault:
        yield 1, fault
    except NotAList as whole:
        if not whole.data.strip():
            return
        row = row_of(whole.data, encoding)
        if isinstance(row, RowFault):
            if "Extra data" in row.problem:
                row = RowFault("there is more than one JSON value", "if each line is one row: --format jsonl")
            yield 1, row
        elif isinstance(samples := row.get("samples"), list):
            for number, sample in enumerate(samples, 1):
                yield number, sample if isinstance(sample, dict) else _not_an_object(sample)
        else:
            yield 1, row


class _RecordTooLong(Exception):
    pass


class _Physical:
    """Physical lines for csv.reader, remembering what was wrong with those of the record being read.

    A line that cannot be decoded is still passed on (with replacement characters): dropping it in the middle of a
    quoted cell would turn the rest of that cell into rows.
    """

    def __init__(self, stream: io.BufferedIOBase, encoding: str, max_bytes: int) -> None:
        self._lines = iter_lines(stream, max_bytes)
        self._encoding = encoding
        self._max_bytes = max_bytes
        self._bytes = 0
        self.first = 0
        self.fault: RowFault | None = None

    def begin(self) -> None:
        """Forget the record before."""
        self.first, self.fault, self._bytes = 0, None, 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        number, line = next(self._lines)
        self.first = self.first or number
        if isinstance(line, RowFault):
            self.fault = self.fault or line
            return "\n"
        self._bytes += len(line)
        if self._bytes > self._max_bytes:
            raise _RecordTooLong
        try:
            return decode_row(line, self._encoding)
        except RowFault as fault:
            self.fault = self.fault or fault
            return line.replace(b"\0", b" ").decode(errors="replace")


def table_rows(
    stream: io.BufferedIOBase,
    encoding: str,
    max_bytes: int,
    *,
    delimiter: str,
    list_columns: frozenset[str],
    text_columns: frozenset[str],
    file: str,
) -> Iterator[NumberedRow]:
    """The records of a CSV or TSV file as objects; the first record names the columns, blank lines are skipped.

    The first thing yielded is row 0: a mapping with the column names as keys, for the caller to check.

    Args:
        stream: UTF-8.
        encoding: The encoding of the file, for messages.
        max_bytes: The most a record may hold.
        delimiter: A comma or a tab.
        list_columns: The columns whose cells are JSON lists.
        text_columns: The columns whose empty cells are empty text; in all others an empty cell is null.
        file: The file's name, for messages.

    Raises:
        InputError: The header cannot be read or names a column twice.
    """
    # A process-wide setting of the csv module, so it is only ever raised; records are limited by _Physical.
    csv.field_size_limit(max(csv.field_size_limit(), min(max_bytes + 1, 2**31 - 1)))
    lines = _Physical(stream, encoding, max_bytes)
    records = csv.reader(lines, delimiter=delimiter, strict=True)
    header: list[str] | None = None
    while True:
        lines.begin()
        fault: RowFault | None = None
        cells: list[str] = []
        try:
            cells = next(records)
        except StopIteration:
            return
        except _RecordTooLong:
            fault = RowFault(f"the row is over {max_bytes} bytes", "a quote may be open: double quotes inside a cell")
        except csv.Error as error:
            open_quote = "unexpected end" in str(error)
            fault = (
                RowFault("a quote is opened and never closed; all after it was read as one cell", "close it")
                if open_quote
                else RowFault(f"invalid CSV: {error}", "double the quotes inside a quoted cell")
            )
        fault = lines.fault or fault
        if fault is None and not any(cell.strip() for cell in cells):
            continue
        if header is None:
            header = _header(cells, fault, f"{file}:{lines.first}")
            yield 0, dict.fromkeys(header)
        elif fault is None and len(cells) != len(header):
            yield (
                lines.first,
                RowFault(
                    f"the row has {len(cells)} cells; the header has {len(header)}",
                    f"put quotes round cells that hold {'tabs' if delimiter == chr(9) else 'commas'} or line breaks",
                ),
            )
        else:
            yield lines.first, fault or _table_row(header, cells, list_columns, text_columns)


def _header(cells: list[str], fault: RowFault | None, where: str) -> list[str]:
    if fault:
        raise InputError(f"{where}: the header cannot be read: {fault.problem}; {fault.remedy}")
    header = [cell.strip() for cell in cells]
    if twice := [name for name in header if header.count(name) > 1]:
        raise InputError(f"{where}: the header names the column {show_value(twice[0])} twice; rename one of them")
    return header


def _table_row(
    header: list[str], cells: list[str], list_columns: frozenset[str], text_columns: frozenset[str]
) -> Mapping[str, Any]:
    row: dict[str, Any] = {}
    for name, cell in zip(header, cells, strict=True):
        if not cell.strip() and name not in text_columns:
            row[name] = None
        else:
            row[name] = _list_cell(cell) if name in list_columns else cell
    return row


def _list_cell(cell: str) -> Any:
    try:
        return decode_json(cell)
    except RowFault as fault:
        return PlainCell(cell, fault.problem)
