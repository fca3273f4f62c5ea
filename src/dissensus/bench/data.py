"""Labelled data for the benchmarks: JSON lines, gzipped or not, checked row by row.

Two forms. Pairs: `premise` (also `passage` or `document`: a text), `claim`, `label`. Conflict sets: `claim`, `documents` (strings or
objects with `text`), `conflict` true or false.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from dissensus.errors import InputError
from dissensus.io import RowProblem, parse_sample, read_jsonl
from dissensus.types import Document, Label, parse_label

T = TypeVar("T")
Split = Literal["all", "dev", "test"]


_PREMISE = ("premise", "passage", "document")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One labelled (document, claim) pair."""

    document: Document
    claim: str
    label: Label


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictItem:
    """A claim with its documents, and whether at least one supports and at least one contradicts it."""

    claim: str
    documents: tuple[Document, ...]
    conflict: bool


def in_split(claim: str, split: Split) -> bool:
    """Whether a record belongs to a split: `dev` when the SHA-256 of its UTF-8 claim is 0 modulo 5, else `test`.

    The split is by content, so that no copy of a development record is ever measured.
    """
    if split == "all":
        return True
    is_dev = int(hashlib.sha256(claim.encode("utf-8")).hexdigest(), 16) % 5 == 0
    return is_dev == (split == "dev")


def set_name(path: Path) -> str:
    """The file's name without its suffixes."""
    return path.name.removesuffix(".gz").removesuffix(".jsonl")


def load_pairs(path: Path, split: Split) -> list[Pair]:
    """The labelled pairs of a file.

    Raises:
        InputError: A row lacks a field or holds an unknown label; the message names file, line and field.
    """
    found = []
    for line, row in read_jsonl(path):
        premise = _text(row, next((name for name in _PREMISE if name in row), "premise"), path, line)
        claim = _text(row, "claim", path, line)
        label = parse_label(row.get("label"))
        if label is None:
            raise InputError(
                f'{path}:{line}: field "label" is {row.get("label")!r}; expected SUPPORTS, CONTRADICTS or IRRELEVANT '
                "(or support, contradict, irrelevant, entailment, contradiction, neutral)"
            )
        if in_split(claim, split):
            found.append(Pair(document=Document(doc_id="d1", text=premise), claim=claim, label=label))
    return _some(found, path, split)


def load_conflicts(path: Path, split: Split) -> list[ConflictItem]:
    """The conflict sets of a file.

    Raises:
        InputError: A row lacks a field or holds a wrong one; the message names file, line and field.
    """
    found = []
    for line, row in read_jsonl(path):
        claim = _text(row, "claim", path, line)
        if not isinstance(row.get("conflict"), bool):
            raise InputError(f'{path}:{line}: field "conflict" is {row.get("conflict")!r}; expected true or false')
        try:
            sample, _ = parse_sample(
                {"response": claim, "documents": row.get("documents")}, where=f"{path}:{line}", row_number=line
            )
        except RowProblem as problem:
            raise InputError(str(problem)) from None
        if in_split(claim, split):
            found.append(ConflictItem(claim=claim, documents=sample.documents, conflict=row["conflict"]))
    return _some(found, path, split)


def _text(row: dict[str, Any], name: str, path: Path, line: int) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f'{path}:{line}: field "{name}" is {value!r}; expected a text')
    return value


def _some(found: list[T], path: Path, split: str) -> list[T]:
    if not found:
        raise InputError(f"{path}: holds no records of split {split!r}")
    return found


def files(paths: Iterable[str]) -> list[Path]:
    """The files named, folders standing for the *.jsonl and *.jsonl.gz in them.

    Raises:
        InputError: Nothing is there.
    """
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found += sorted(p for p in path.iterdir() if p.name.endswith((".jsonl", ".jsonl.gz")))
        elif path.is_file():
            found.append(path)
        else:
            raise InputError(f"{name}: no such file or folder")
    if not found:
        raise InputError(f"{', '.join(paths)}: no *.jsonl or *.jsonl.gz files there")
    return found
