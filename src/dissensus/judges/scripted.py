"""Labels from a file of rules: for demonstrations, dry runs and tests of everything around a judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dissensus.errors import InputError, JudgeError
from dissensus.io import file_checksum, read_jsonl
from dissensus.judges.base import JudgeSettings, Progress, Request
from dissensus.types import ClaimLabel, parse_label


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    claim: str
    document: str
    label: object
    probs: tuple[float, float, float] | None


class ScriptedJudge:
    """The first rule whose substrings occur in the claim and in the document gives the label.

    A pair that no rule matches is unscored (`no_rule`); a rule with an unknown label leaves it unscored too
    (`unknown_label`): nothing is guessed.
    """

    def __init__(self, path: Path) -> None:
        self.spec = f"scripted:{path}"
        self._checksum = file_checksum(path)
        self.rules = [_parse(row, path, line) for line, row in read_jsonl(path)]
        if not self.rules:
            raise JudgeError(f"{path}: holds no rules")

    def settings(self) -> Mapping[str, object]:
        """The file's checksum."""
        return {"file": self._checksum}

    def judge(self, requests: Sequence[Request], progress: Progress | None = None) -> list[ClaimLabel]:
        """One record per request, in order."""
        return [self._record(request) for request in requests]

    def _record(self, request: Request) -> ClaimLabel:
        rule = next(
            (r for r in self.rules if r.claim in request.claim.text and r.document in request.document.text), None
        )
        label = parse_label(rule.label) if rule else None
        reason = None if label else "no_rule" if rule is None else f"unknown_label: {rule.label!r}"
        return ClaimLabel(
            sample_id=request.sample_id,
            claim_id=request.claim.claim_id,
            doc_id=request.document.doc_id,
            label=label,
            judge=self.spec,
            probs=rule.probs if rule and label else None,
            unscored_reason=reason,
        )


def _parse(row: dict[str, object], path: Path, line: int) -> _Rule:
    unknown = set(row) - {"claim", "document", "label", "probs"}
    if unknown or "label" not in row:
        raise InputError(
            f'{path}:{line}: a rule holds "label" and, if wanted, "claim", "document" (substrings) and "probs"'
            + (f"; got {sorted(unknown)}" if unknown else "")
        )
    for name in ("claim", "document"):
        if not isinstance(row.get(name, ""), str):
            raise InputError(f'{path}:{line}: field "{name}" is {row[name]!r}; expected a string')
    probs = row.get("probs")
    if probs is not None and not (
        isinstance(probs, list) and len(probs) == 3 and all(isinstance(p, int | float) and 0 <= p <= 1 for p in probs)
    ):
        raise InputError(f'{path}:{line}: field "probs" is {probs!r}; expected three numbers in [0, 1]')
    return _Rule(
        claim=str(row.get("claim", "")),
        document=str(row.get("document", "")),
        label=row["label"],
        probs=(float(probs[0]), float(probs[1]), float(probs[2])) if probs else None,
    )


def open_judge(argument: str | None, settings: JudgeSettings) -> ScriptedJudge:
    """`scripted:FILE`, JSON lines of rules."""
    if not argument:
        raise JudgeError("judge 'scripted' needs a file: scripted:FILE")
    return ScriptedJudge(Path(argument))
