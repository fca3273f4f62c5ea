"""Our own files: written whole or not at all, read back with errors that name file and line."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from dissensus.errors import InputError

from .faults import RowFault
from .json_text import to_json
from .rows import jsonl_rows
from .streams import DamagedInput, display_name, open_utf8

_MAX_ROW_BYTES = 256 * 2**20  # far above any row we write; it only keeps a wrong file from filling the memory


@contextmanager
def open_atomic(path: str | os.PathLike[str]) -> Iterator[IO[str]]:
    """A UTF-8 text file that takes its name when the block ends well; on an error nothing is left or changed.

    Raises:
        InputError: The file cannot be written there.
    """
    target = os.path.realpath(path)  # a symbolic link is written through, not replaced
    if os.path.isdir(target):
        raise InputError(f"Cannot write {os.fspath(path)}: it is a directory")
    folder, name = os.path.split(target)
    # In the same folder, since a rename is atomic only within a file system. Not tempfile, whose files only the
    # owner can read: the result must have the usual permissions.
    temporary = os.path.join(folder, f".{name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        file = open(temporary, "x", encoding="utf-8", newline="\n")  # noqa: SIM115 - entered below
    except OSError as error:
        raise InputError(f"Cannot write {os.fspath(path)}: {error.strerror or error}") from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except OSError as error:
        raise InputError(f"Cannot write {os.fspath(path)}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            os.unlink(temporary)


def write_jsonl(path: str | os.PathLike[str], rows: Iterable[object]) -> int:
    """The number of rows written, one JSON text per line, UTF-8; the file appears only when all are written.

    Args:
        path: The file; its folder must exist.
        rows: Anything :func:`to_json` takes.

    Raises:
        InputError: The file cannot be written.
    """
    count = 0
    with open_atomic(path) as file:
        for row in rows:
            file.write(to_json(row) + "\n")
            count += 1
    return count


def write_json(path: str | os.PathLike[str], obj: object) -> None:
    """Nothing; writes one indented JSON text and a newline, atomically.

    Raises:
        InputError: The file cannot be written.
    """
    with open_atomic(path) as file:
        file.write(to_json(obj, pretty=True) + "\n")


def read_jsonl(path: str | os.PathLike[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSON lines file with their 1-based line numbers; blank lines are skipped.

    Raises:
        InputError: The file cannot be read, or a line is not a JSON object (named as `file:line`).
    """
    file = display_name(path)
    number = 0
    try:
        with open_utf8(path) as (stream, encoding):
            for number, row in jsonl_rows(stream, encoding, _MAX_ROW_BYTES):
                if isinstance(row, RowFault):
                    raise InputError(f"{file}:{number}: " + "; ".join(filter(None, (row.problem, row.remedy))))
                yield number, dict(row)
    except DamagedInput as damage:
        raise InputError(f"{file}:{number + 1}: {damage}; get the file again") from None
