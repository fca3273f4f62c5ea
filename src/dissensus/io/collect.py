"""Rows that are in memory already, validated like those of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from dissensus.errors import InputError
from dissensus.types import Sample

from .faults import Repair, RowError, RowProblem
from .fields import DEFAULT_FIELDS
from .sample import parse_sample


def with_claims(samples: Iterable[Sample], decomposer: str | None, where: str) -> tuple[list[Sample], list[RowError]]:
    """The samples that the decomposer can split, and an error for each that lacks the claims it was asked to take."""
    kept, errors = [], []
    for number, sample in enumerate(samples, start=1):
        if decomposer == "given" and sample.claims is None:
            remedy = "add it, or use another decomposer than 'given'"
            errors.append(
                RowError(where, number, "claims", "missing", "expected a list of strings", remedy, unit="item")
            )
        else:
            kept.append(sample)
    return kept, errors


def read_rows(
    rows: Iterable[Mapping[str, Any] | Sample | RowError], *, strict: bool, where: str, needs_response: bool = True
) -> tuple[list[Sample], list[RowError], list[Repair]]:
    """Validated samples, the rows that cannot be used, and the repairs made.

    Raises:
        InputError: `strict`, and a row cannot be used; or rows is not an iterable of rows.
    """
    if isinstance(rows, str | bytes | Mapping) or not isinstance(rows, Iterable):
        raise InputError(
            f"samples is a {type(rows).__name__}; expected a list of samples (for one, give response= and documents=)"
        )
    fields = replace(DEFAULT_FIELDS, needs_response=needs_response)
    kept: list[Sample] = []
    errors: list[RowError] = []
    repairs: list[Repair] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        if isinstance(row, RowError):
            if strict:
                raise InputError(row.message())
            errors.append(row)
            continue
        place = where if where.endswith("()") else f"{where}[{number - 1}]"
        try:
            sample, mended = parse_sample(row, where=place, row_number=number, fields=fields)
        except RowProblem as problem:
            if strict:
                raise
            errors.append(RowError.of(problem, where, number, "item"))
            continue
        if sample.sample_id in seen:
            problem_text = f"expected an id of its own; item {seen[sample.sample_id]} has this one"
            error = RowError(
                where, number, "id", repr(sample.sample_id), problem_text, "give each sample another id", unit="item"
            )
            if strict:
                raise InputError(error.message())
            errors.append(error)
            continue
        seen[sample.sample_id] = number
        repairs += [Repair(where, number, what) for what in mended]
        kept.append(sample)
    return kept, errors, repairs
