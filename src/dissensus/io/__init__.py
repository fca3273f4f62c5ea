"""Reading and writing: the border where input is validated once, and our own files."""

from __future__ import annotations

from .checksum import file_checksum
from .collect import read_rows, with_claims
from .dates import parse_published
from .faults import FieldProblem, Repair, RowError, RowProblem
from .fields import DEFAULT_FIELDS, FieldMap, parse_field_overrides
from .json_text import decode_json, to_json
from .labels import labels_from_file, labels_to_rows, parse_claim_label
from .read import FORMATS, MAX_ROW_BYTES, iter_samples
from .sample import parse_sample
from .write import open_atomic, read_jsonl, write_json, write_jsonl

__all__ = [
    "DEFAULT_FIELDS",
    "FORMATS",
    "MAX_ROW_BYTES",
    "FieldMap",
    "FieldProblem",
    "Repair",
    "RowError",
    "RowProblem",
    "decode_json",
    "file_checksum",
    "iter_samples",
    "labels_from_file",
    "labels_to_rows",
    "open_atomic",
    "parse_claim_label",
    "parse_field_overrides",
    "parse_published",
    "parse_sample",
    "read_jsonl",
    "read_rows",
    "to_json",
    "with_claims",
    "write_json",
    "write_jsonl",
]
