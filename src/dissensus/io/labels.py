"""Labels in files: a person's, a model's and a rule's are the same record, so judging a judge compares two files."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from dissensus.errors import InputError
from dissensus.types import CLASH_KINDS, REASON_CODES, ClaimLabel, Evidence, Label, Reason, parse_label

from .faults import MISSING, FieldProblem, RowProblem, place, show_value
from .streams import display_name
from .write import read_jsonl

#: Judge of a label file that names none: such files are written by people.
HUMAN = "human"
#: Reason of a null label that gives none.
UNLABELLED = "unlabelled"

KINDS = CLASH_KINDS + REASON_CODES

_MAX_REPORTED = 10
_LABEL = "expected SUPPORTS, CONTRADICTS, IRRELEVANT or null"


def labels_to_rows(labels: Iterable[ClaimLabel]) -> Iterator[dict[str, Any]]:
    """One object per label, as in labels.jsonl: the fields of ClaimLabel (`evidence` follows from them)."""
    for label in labels:
        yield msgspec.to_builtins(label)


def labels_from_file(path: str | os.PathLike[str]) -> list[ClaimLabel]:
    """The labels of a JSON lines file, in its order.

    A line needs sample_id, claim_id, doc_id and label; the label may go by the names of NLI and FEVER. The judge is
    `human` when none is named, and a null label without a reason is `unlabelled`. Unknown keys are ignored.

    Raises:
        InputError: The file cannot be read, or has bad lines: the first ten are reported together.
    """
    file = display_name(path)
    labels: list[ClaimLabel] = []
    faults: list[RowProblem] = []
    first_line: dict[tuple[str, str, str, str], int] = {}
    for number, row in read_jsonl(path):
        where = place(file, number, "line")
        try:
            label = parse_claim_label(row, where=where)
            key = (label.sample_id, label.claim_id, label.doc_id, label.judge)
            if (first := first_line.setdefault(key, number)) != number:
                accepted = f"expected one label per sample, claim, document and judge; line {first} has this one"
                problem = FieldProblem(
                    "doc_id", show_value(label.doc_id), accepted, 'keep one, or tell them by "judge"'
                )
                raise RowProblem(where, [problem])
        except RowProblem as fault:
            faults.append(fault)
        else:
            labels.append(label)
    if faults:
        more = len(faults) - _MAX_REPORTED
        lines = [str(fault) for fault in faults[:_MAX_REPORTED]] + (
            [f"{file}: and {more} more bad lines"] if more > 0 else []
        )
        raise InputError("\n".join(lines))
    return labels


def parse_claim_label(row: Mapping[str, Any], *, where: str) -> ClaimLabel:
    """The label that an object of a label file states.

    Args:
        row: The object.
        where: Its place, which starts each line of an error: `labels.jsonl:17`.

    Raises:
        RowProblem: One or more fields cannot be used.
    """
    cells = _Cells(row)
    label = cells.label("label")
    reason = cells.text("unscored_reason", None)
    made = ClaimLabel(
        sample_id=cells.identifier("sample_id"),
        claim_id=cells.identifier("claim_id"),
        doc_id=cells.identifier("doc_id"),
        label=label,
        judge=cells.text("judge", None) or HUMAN,
        probs=cells.probs("probs"),
        support=cells.evidence("support"),
        contradict=cells.evidence("contradict"),
        mixed=cells.flag("mixed"),
        kind=cells.kind("kind"),
        reasons=cells.reasons("reasons"),
        flags=cells.flags("flags"),
        truncated=cells.flag("truncated"),
        coverage=cells.fraction("coverage", 1.0),
        unscored_reason=reason or (UNLABELLED if label is None else None),
    )
    if cells.problems:
        raise RowProblem(where, cells.problems)
    return made


class _Cells:
    """The fields of one object by type; a bad one is noted and stood in for, so that all are seen."""

    def __init__(self, row: Mapping[str, Any], prefix: str = "", problems: list[FieldProblem] | None = None) -> None:
        self._row = row
        self._prefix = prefix
        self.problems: list[FieldProblem] = [] if problems is None else problems

    def _refuse(self, name: str, value: object, accepted: str) -> None:
        self.problems.append(FieldProblem(self._prefix + name, show_value(value), accepted, ""))

    def identifier(self, name: str) -> str:
        value = self._row.get(name, MISSING)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        self._refuse(name, value, "expected a string or an integer")
        return ""

    def label(self, name: str, *, required: bool = False) -> Label | None:
        value = self._row.get(name, MISSING)
        label = parse_label(value)
        if label is None and (required or value is not None):
            self._refuse(name, value, _LABEL.removesuffix(" or null") if required else _LABEL)
        return label

    def text(self, name: str, default: str | None) -> str | None:
        value = self._row.get(name)
        if value is None:
            return default
        if not isinstance(value, str):
            self._refuse(name, value, "expected a string or null")
            return default
        return value

    def flag(self, name: str) -> bool:
        value = self._row.get(name)
        if value is None or isinstance(value, bool):
            return bool(value)
        self._refuse(name, value, "expected true or false")
        return False

    def flags(self, name: str) -> tuple[str, ...]:
        value = self._row.get(name)
        if value is None:
            return ()
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._refuse(name, value, "expected a list of strings")
        return ()

    def fraction(self, name: str, default: float | None) -> float:
        value = self._row.get(name)
        if value is None and default is not None:
            return default
        if isinstance(value, int | float) and _is_fraction(value):
            return float(value)
        self._refuse(name, self._row.get(name, MISSING), "expected a number in [0, 1]")
        return 0.0

    def probs(self, name: str) -> tuple[float, float, float] | None:
        value = self._row.get(name)
        if value is None:
            return None
        if isinstance(value, list) and len(value) == 3 and all(map(_is_fraction, value)):
            supports, contradicts, irrelevant = map(float, value)
            # Files are often rounded to two digits; more than that away from 1 is not a distribution.
            if math.isclose(supports + contradicts + irrelevant, 1.0, abs_tol=0.02):
                return supports, contradicts, irrelevant
        self._refuse(
            name, value, "expected null or three numbers in [0, 1] that sum to 1: SUPPORTS, CONTRADICTS, IRRELEVANT"
        )
        return None

    def evidence(self, name: str) -> Evidence | None:
        value = self._row.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            self._refuse(name, value, "expected null or an object with doc_id, start, end, text, label, score")
            return None
        inner = _Cells(value, f"{self._prefix}{name}.", self.problems)
        before = len(self.problems)
        start, end = inner._offset("start", 0), inner._offset("end", value.get("start"))
        text, label = inner._verbatim("text"), inner.label("label", required=True)
        doc_id, score = inner.identifier("doc_id"), inner.fraction("score", None)
        if label is None or len(self.problems) > before:
            return None
        return Evidence(doc_id=doc_id, start=start, end=end, text=text, label=label, score=score)

    def kind(self, name: str, *, required: bool = False) -> str | None:
        value = self._row.get(name, MISSING)
        if isinstance(value, str) and value in KINDS:
            return value
        if required or value not in (None, MISSING):
            self._refuse(name, value, f"expected {'' if required else 'null or '}one of {', '.join(KINDS)}")
        return None

    def reasons(self, name: str) -> tuple[Reason, ...]:
        value = self._row.get(name)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self._refuse(name, value, "expected null or a list of objects with kind, claim_text, document_text ...")
            return ()
        found = []
        for i, item in enumerate(value):
            inner = _Cells(item, f"{self._prefix}{name}[{i}].", self.problems)
            start = inner._offset("start", 0)
            found.append(
                Reason(
                    kind=inner.kind("kind", required=True) or "",
                    claim_text=inner._verbatim("claim_text"),
                    document_text=inner._verbatim("document_text"),
                    start=start,
                    end=inner._offset("end", start),
                    strength=inner.fraction("strength", None),
                    detail=inner._verbatim("detail"),
                )
            )
        return tuple(found)

    def _verbatim(self, name: str) -> str:
        value = self._row.get(name, MISSING)
        if isinstance(value, str):
            return value
        self._refuse(name, value, "expected a string")
        return ""

    def _offset(self, name: str, least: object) -> int:
        value = self._row.get(name, MISSING)
        least = least if isinstance(least, int) else 0
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self._refuse(name, value, f"expected an integer >= {least}")
        return 0


def _is_fraction(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
