"""Bytes of a file as UTF-8: decompressed, without byte order mark, other encodings transcoded; memory is bounded."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast

from dissensus.errors import InputError

STDIN = "-"

_CHUNK = 1 << 16
_GZIP_MAGIC = b"\x1f\x8b"
# UTF-32 first: its little-endian mark starts with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Undecodable input is marked with a lone surrogate, which is then invalid UTF-8 in its own row and in no other.
_MARK_ERRORS = "dissensus.mark"
codecs.register_error(_MARK_ERRORS, lambda error: ("\udcff", cast(UnicodeDecodeError, error).end))


class DamagedInput(Exception):
    """The bytes stop making sense in the middle of the file; what was read before stands."""


class _Chunks(io.RawIOBase):
    """An iterator of byte chunks as a raw stream, so that io.BufferedReader gives it lines and limits."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            chunk = next(self._chunks, None)
            if chunk is None:
                return 0
            self._rest = memoryview(chunk)
        target = memoryview(buffer)
        size = min(len(target), len(self._rest))
        target[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size


def display_name(path: str | os.PathLike[str]) -> str:
    """The name that messages give to an input."""
    return "<stdin>" if os.fspath(path) == STDIN else os.fspath(path)


def check_file(path: str | os.PathLike[str]) -> None:
    """Nothing, when the path can be opened as a file (or is `-`).

    Raises:
        InputError: There is no such file, or it is a directory.
    """
    if os.fspath(path) == STDIN:
        return
    if "\0" in os.fspath(path):
        raise InputError(f"{os.fspath(path)!r} is not a file name; take the NUL out")
    if os.path.isdir(path):
        raise InputError(f"{os.fspath(path)} is a directory; name a file in it")
    if not os.path.exists(path):
        raise InputError(f"There is no file {os.fspath(path)}; check the name")


def check_encoding(encoding: str) -> str:
    """The normal name of a text encoding.

    Raises:
        InputError: Python has no such text encoding.
    """
    try:
        name = codecs.lookup(encoding).name
        codecs.getincrementaldecoder(encoding)(_MARK_ERRORS).decode(b"", final=True)
        b"".decode(encoding)  # refuses codecs that are not text, such as base64
    except (LookupError, TypeError, ValueError, AssertionError):
        raise InputError(f"Unknown encoding {encoding!r}; use utf-8, utf-16, cp1252, latin-1 or the like") from None
    return name


@contextmanager
def open_bytes(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """The raw bytes of a file, or of standard input for `-` (which is left open).

    Raises:
        InputError: The file is missing, a directory, or may not be read.
    """
    check_file(path)
    if os.fspath(path) == STDIN:
        if sys.stdin is None:
            raise InputError("Standard input is closed; name a file")
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115 - only opening it may fail with this message
    except OSError as error:
        raise InputError(f"Cannot read {os.fspath(path)}: {error.strerror or error}") from None
    with file:
        yield file


@contextmanager
def open_utf8(
    path: str | os.PathLike[str], *, encoding: str = "utf-8", note: Callable[[str], None] = lambda what: None
) -> Iterator[tuple[io.BufferedReader, str]]:
    """A file's content as a stream of UTF-8 bytes, and the encoding it was found in.

    Gzip is recognised by its first bytes. A byte order mark wins over `encoding` and is removed. UTF-8 is passed on
    unchecked, so that an invalid byte is the fault of its row; in any other encoding, what cannot be decoded arrives
    as invalid UTF-8 in its row.

    Args:
        path: The file, or `-`.
        encoding: How the text is encoded when no byte order mark says so.
        note: Called with each repair made.

    Raises:
        InputError: The file cannot be opened, or the encoding is unknown.
        DamagedInput: (while reading) The compressed data are damaged or cut short, or the device fails.
    """
    encoding = check_encoding(encoding)
    with open_bytes(path) as raw:
        head, chunks = _head(_read(raw))
        if head.startswith(_GZIP_MAGIC):
            head, chunks = _head(_gunzip(chunks))
        for mark, marked in _MARKS:
            if head.startswith(mark):
                chunks = _skip(chunks, len(mark))
                note("UTF-8 byte order mark removed" if marked == "utf-8" else f"decoded from {marked.upper()}")
                encoding = marked
                break
        yield (
            io.BufferedReader(_Chunks(chunks if encoding == "utf-8" else _transcode(chunks, encoding)), _CHUNK),
            encoding,
        )


def _read(raw: IO[bytes]) -> Iterator[bytes]:
    # read1 returns what a pipe has, so that rows are worked on while the next are still being written.
    read: Callable[[int], bytes] = getattr(raw, "read1", raw.read)
    try:
        while chunk := read(_CHUNK):
            yield chunk
    except OSError as error:
        raise DamagedInput(f"the file cannot be read on: {error.strerror or error}") from None


def _gunzip(chunks: Iterator[bytes]) -> Iterator[bytes]:
    # Chunk by chunk: a small file that expands without end costs time, not memory.
    try:
        with gzip.GzipFile(fileobj=io.BufferedReader(_Chunks(chunks))) as unzipped:
            while chunk := unzipped.read(_CHUNK):
                yield chunk
    except (OSError, EOFError, zlib.error):
        raise DamagedInput("the compressed data are damaged or cut short") from None


def _head(chunks: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The first four bytes (fewer when there are no more), and all chunks."""
    head = b""
    while len(head) < 4 and (chunk := next(chunks, b"")):
        head += chunk
    return head[:4], chain([head], chunks)


def _skip(chunks: Iterator[bytes], count: int) -> Iterator[bytes]:
    first = next(chunks, b"")
    return chain([first[count:]], chunks)


def _transcode(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)(_MARK_ERRORS)
    try:
        for chunk in chunks:
            yield decoder.decode(chunk).encode("utf-8", "surrogatepass")
        yield decoder.decode(b"", final=True).encode("utf-8", "surrogatepass")
    except UnicodeError as error:  # a codec that cannot go on after a fault
        raise DamagedInput(f"the text is not valid {encoding}: {error}") from None


def read_text(path: str | os.PathLike[str], encoding: str = "utf-8") -> str:
    """A whole file, or standard input for `-`, as one text; a byte order mark wins over the encoding and is dropped, NUL
    characters become spaces.

    Raises:
        InputError: It cannot be read, or is not in that encoding; the message names the byte.
    """
    try:
        content = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        encoding = next((marked for mark, marked in _MARKS if content.startswith(mark)), encoding)
        text = content.decode(encoding)
    except (OSError, LookupError) as problem:
        raise InputError(f"Cannot read {path}: {problem}") from None
    except UnicodeDecodeError as problem:
        raise InputError(f"{path}: not {encoding} at byte {problem.start}; name its encoding with --encoding") from None
    return text.removeprefix("\ufeff").replace("\0", " ")
