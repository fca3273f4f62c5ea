"""Rows of a Parquet file, in small batches and only the columns that are used; pyarrow is imported when one is read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from dissensus.errors import InputError, MissingExtraError

from .faults import RowFault
from .fields import FieldMap, check_columns
from .rows import NumberedRow
from .streams import STDIN, check_file

_BATCH_ROWS = 64


def parquet_rows(path: str | os.PathLike[str], fields: FieldMap, max_bytes: int) -> Iterator[NumberedRow]:
    """The rows of a Parquet file as objects, numbered from 1.

    Args:
        path: The file; standard input cannot be used, since the format is read from its end.
        fields: The names to look for; other columns are not read.
        max_bytes: The most a row may take in memory.

    Raises:
        MissingExtraError: pyarrow is not installed.
        InputError: The file is not Parquet, is damaged, or lacks a column.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtraError("pyarrow", "files", "Reading Parquet") from None
    name = os.fspath(path)
    if name == STDIN:
        raise InputError("Parquet cannot be read from standard input; name a file")
    check_file(path)
    try:
        with pq.ParquetFile(path) as table:
            columns = table.schema_arrow.names
            check_columns(columns, fields, name)
            wanted = {known for group in fields.sample.values() for known in group}
            number = 0
            used = [column for column in columns if column in wanted]
            for batch in table.iter_batches(batch_size=_BATCH_ROWS, columns=used):
                for row in _rows(batch, max_bytes):
                    number += 1
                    yield number, row
    except (OSError, pa.ArrowException) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise InputError(f"{name} cannot be read as Parquet: {reason}") from None


def _rows(batch: Any, max_bytes: int) -> Iterator[dict[str, Any] | RowFault]:
    if batch.nbytes <= max_bytes:
        try:
            yield from batch.to_pylist()
            return
        except (ValueError, OverflowError, ArithmeticError):  # a value Python cannot hold: find its row
            pass
    for i in range(batch.num_rows):
        row = batch.slice(i, 1)
        if row.nbytes > max_bytes:
            yield RowFault(f"the row is over {max_bytes} bytes", "shorten or split its documents")
            continue
        try:
            yield row.to_pylist()[0]
        except (ValueError, OverflowError, ArithmeticError) as error:
            yield RowFault(f"a value cannot be read: {error}", "correct it or drop the column")
