"""JSON in and out: strict where it would lose something, lenient about what Python itself writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time
from enum import Enum
from typing import Any

import msgspec

from .faults import RowFault, show_value
from .text import without_surrogates


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise RowFault(f"the key {show_value(twice)} stands twice in one object", "keep one of them")
    return made


# The standard decoder and not msgspec: msgspec keeps the last of two equal keys without a word, refuses the NaN that
# Python's own json writes, and cannot read a lone surrogate (truncated emoji are common in scraped text). It reads
# 170 MB/s here against 350; judging one pair costs more than decoding a thousand rows.
_DECODER = json.JSONDecoder(object_pairs_hook=_object)


def decode_json(text: str) -> Any:
    """The value of a JSON text; NaN and Infinity are read as floats, lone surrogates are kept.

    Raises:
        RowFault: The text is not JSON (the column is named), nests too deeply, or has a key twice in one object.
    """
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno} of the item, " if error.lineno > 1 else ""
        raise RowFault(f"invalid JSON at {line}column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise RowFault("invalid JSON: lists or objects are nested too deeply", "flatten the row") from None
    except ValueError:  # Python refuses to convert integers of thousands of digits
        raise RowFault("invalid JSON: a number has too many digits", "write it as a string") from None


def to_json(obj: object, *, pretty: bool = False) -> str:
    """The JSON text of an object: UTF-8 characters as they are, NaN and infinities as null.

    Dataclasses become objects, tuples and sets lists, enums their value, dates ISO 8601; numpy arrays and scalars are
    written as numbers, and any other object as its `str`. A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD.

    Args:
        obj: What to write.
        pretty: Indent by two spaces; otherwise the text is one line.
    """
    try:
        encoded = msgspec.json.encode(obj, enc_hook=_foreign)
    except (TypeError, UnicodeEncodeError):  # keys that are not text, or text that is not Unicode: the slow way
        encoded = msgspec.json.encode(_plain(obj))
    return (msgspec.json.format(encoded, indent=2) if pretty else encoded).decode()


def _foreign(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if callable(tolist := getattr(value, "tolist", None)):  # numpy, without importing it
        return tolist()
    return str(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, str):
        return without_surrogates(value)
    if value is None or isinstance(value, bool | int | date | time):
        return value
    if isinstance(value, float):
        return float(value)
    if isinstance(value, Mapping):
        return {k if isinstance(k := _plain(key), str) else str(key): _plain(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    return _plain(_foreign(value))
