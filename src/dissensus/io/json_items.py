"""The items of a JSON list one at a time, cut at its brackets, so that neither size nor one bad item stops it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from .faults import RowFault

_CHUNK = 1 << 16
_OUTSIDE = re.compile(rb'["\[\]{},]')
_IN_STRING = re.compile(rb'["\\]')
_SAMPLES = re.compile(rb'\s*\{\s*"samples"\s*:\s*\[')
_SPACE = b" \t\r\n"
_CUT_SHORT = "the file ends in the middle: it was cut short"


class NotAList(Exception):
    """The JSON text is one value and not a list; `data` is all of it."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data


def iter_items(stream: io.BufferedIOBase, max_bytes: int) -> Iterator[bytes | RowFault]:
    """The bytes of each item of a JSON list, or of the list under a leading key "samples".

    An item over `max_bytes` is a RowFault and is skipped without being held; a list that is not closed, or text after
    it, ends with a RowFault.

    Raises:
        NotAList: The text starts with anything but a list; `data` is the whole of it (up to `max_bytes`).
        RowFault: Such a text is over `max_bytes`.
    """
    head = stream.read(_CHUNK)
    while head and not head.strip(_SPACE):
        head = stream.read(_CHUNK)
    wrapped = _SAMPLES.match(head)
    start = wrapped.end() if wrapped else len(head) - len(head.lstrip(_SPACE))
    if not wrapped:
        if head[start : start + 1] != b"[":
            data = head + stream.read(max(0, max_bytes + 1 - len(head)))
            if len(data) > max_bytes:
                raise RowFault(f"the JSON value is over {max_bytes} bytes", "write one row per line and name it .jsonl")
            raise NotAList(data)
        start += 1
    yield from _split(head[start:], stream, max_bytes, wrapped=bool(wrapped))


def _split(chunk: bytes, stream: io.BufferedIOBase, max_bytes: int, *, wrapped: bool) -> Iterator[bytes | RowFault]:
    item, too_long, any_item = bytearray(), False, False
    depth, in_string = 0, False
    skip_next = False  # the last byte of the chunk before was a backslash in a string

    while chunk:
        begin = at = 0
        if skip_next:
            at, skip_next = 1, False
        while match := (_IN_STRING if in_string else _OUTSIDE).search(chunk, at):
            at = match.end()
            byte = match.group()
            if in_string:
                if byte == b"\\":
                    skip_next = at == len(chunk)
                    at += 1
                else:
                    in_string = False
            elif byte == b'"':
                in_string = True
            elif byte in b"[{":
                depth += 1
            elif depth and byte in b"]}":
                depth -= 1
            elif byte in b",]" and not depth:
                if not too_long:
                    item += chunk[begin : at - 1]
                fault = _too_long(max_bytes) if too_long or len(item) > max_bytes else None
                if fault or byte == b"," or any_item or item.strip(_SPACE):
                    yield fault or bytes(item)
                item, too_long, any_item, begin = bytearray(), False, True, at
                if byte == b"]":
                    yield from _tail(chunk[at:], stream, wrapped=wrapped)
                    return
        if not too_long:
            item += chunk[begin:]
            if len(item) > max_bytes:
                item, too_long = bytearray(), True
        chunk = stream.read(_CHUNK)
    yield RowFault(_CUT_SHORT, "get the file again")


def _too_long(max_bytes: int) -> RowFault:
    return RowFault(f"the row is over {max_bytes} bytes", "shorten or split its documents")


def _tail(rest: bytes, stream: io.BufferedIOBase, *, wrapped: bool) -> Iterator[RowFault]:
    """A fault when the text goes on after the list; what follows the list inside {"samples": [...], ...} is let be."""
    last = b""
    while rest:
        rest = rest.strip(_SPACE)
        if rest and not wrapped:
            yield RowFault("there is text after the end of the list", "remove it, or name the file .jsonl")
            return
        last = rest[-1:] or last
        rest = stream.read(_CHUNK)
    if wrapped and last != b"}":
        yield RowFault(_CUT_SHORT, "get the file again")
