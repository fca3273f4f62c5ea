"""The contract of a judge, and the registry that names them.

A judge takes (claim, document) requests and gives back one record for each, in order. What it cannot label it returns
unscored with a reason: it never drops a pair, never invents a label, and raises only when it cannot work at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dissensus.errors import InputError, JudgeError
from dissensus.registry import Registry
from dissensus.types import LABELS, Claim, ClaimLabel, Document, Reason, Span

Progress = Callable[[int, int], None]
"""Called with (done, total) while a judge works."""

EVIDENCE_POLICIES = ("selected", "all")
MIXED_POLICIES = ("stronger", "supports", "contradicts", "unscored")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One pair to judge."""

    sample_id: str
    claim: Claim
    document: Document
    question: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings:
    """What the caller may set on any judge; a judge ignores what does not concern it."""

    thresholds: Mapping[str, float] = field(default_factory=dict)
    """`supports` and `contradicts`, each in (0, 1], inclusive; those left out are the judge's own."""
    mixed: str = "stronger"
    """What a document that supports in one passage and contradicts in another counts as."""
    evidence: str = "selected"
    """`selected`: a claim is read against the passages of a long document that are near it; `all`: against each."""
    threads: int | None = None
    """Worker threads; None for one per available core. Results do not depend on it."""

    def __post_init__(self) -> None:
        if not isinstance(self.thresholds, Mapping):
            raise InputError(f"thresholds is {self.thresholds!r}; expected supports and contradicts, each in (0, 1]")
        for name, value in self.thresholds.items():
            if name not in ("supports", "contradicts"):
                raise InputError(f"threshold {name!r} is unknown; expected supports or contradicts")
            if not isinstance(value, int | float) or not 0 < value <= 1:
                raise InputError(f"threshold {name} is {value!r}; expected a number in (0, 1]")
        if self.mixed not in MIXED_POLICIES:
            raise InputError(f"mixed is {self.mixed!r}; expected one of {', '.join(MIXED_POLICIES)}")
        if self.evidence not in EVIDENCE_POLICIES:
            raise InputError(f"evidence is {self.evidence!r}; expected one of {', '.join(EVIDENCE_POLICIES)}")
        if self.threads is not None and (not isinstance(self.threads, int) or self.threads < 1):
            raise InputError(f"threads is {self.threads!r}; expected a whole number >= 1")


ThreeProbs = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageExplanation:
    """One passage that was read."""

    span: Span
    """Half-open, into the document."""
    text: str
    probs: ThreeProbs
    """In the order of LABELS, each in [0, 1]."""
    model_probs: ThreeProbs | None
    """What the model alone would say; None where there is nothing beside it."""
    without: Mapping[str, ThreeProbs]
    """The probabilities if a group of signals had seen nothing: values, opposition, names, scope, model."""
    reasons: tuple[Reason, ...]
    """What was seen in the passage, the strongest first."""


class Judge(Protocol):
    """Labels (claim, document) pairs."""

    spec: str
    """The name a user gives it: `onnx`, `precomputed:labels.jsonl` ..."""

    def settings(self) -> Mapping[str, object]:
        """Everything about this judge that can change a label, for the signature."""
        ...

    def judge(self, requests: Sequence[Request], progress: Progress | None = None) -> list[ClaimLabel]:
        """One record per request, in order."""
        ...


JUDGES = Registry(
    "judge",
    {
        "onnx": "dissensus.judges.onnx:open_judge",
        "rules": "dissensus.judges.rules:open_judge",
        "precomputed": "dissensus.judges.precomputed:open_judge",
        "scripted": "dissensus.judges.scripted:open_judge",
    },
)


def open_judge(spec: str, settings: JudgeSettings | None = None) -> Judge:
    """The judge a spec names: `NAME` or `NAME:ARGUMENT`.

    Raises:
        DissensusError: The name is unknown, or what it names cannot be loaded.
    """
    name, _, argument = spec.partition(":")
    judge: Judge = JUDGES.load(name)(argument or None, settings or JudgeSettings())
    return judge


def checked_records(records: object, requests: Sequence[Request], spec: str) -> list[ClaimLabel]:
    """What a judge gave, when it keeps its contract: one record per request, in order, with a known label or none.

    Raises:
        JudgeError: It does not.
    """
    if not isinstance(records, list | tuple) or len(records) != len(requests):
        got = len(records) if isinstance(records, list | tuple) else type(records).__name__
        raise JudgeError(
            f"judge {spec!r} gave {got} for {len(requests)} pairs; expected a list of one ClaimLabel per pair"
        )
    for record, request in zip(records, requests, strict=True):
        asked = (request.sample_id, request.claim.claim_id, request.document.doc_id)
        if not isinstance(record, ClaimLabel) or (record.sample_id, record.claim_id, record.doc_id) != asked:
            raise JudgeError(
                f"judge {spec!r} answered {record!r} when asked for the pair {asked}; expected its ClaimLabel"
            )
        if record.label is not None and record.label not in LABELS:
            raise JudgeError(
                f"judge {spec!r} gave the label {record.label!r} for the pair {asked}; expected a Label or None"
            )
        if record.probs is not None and not (len(record.probs) == 3 and all(0 <= p <= 1 for p in record.probs)):
            raise JudgeError(
                f"judge {spec!r} gave probs {record.probs!r} for the pair {asked}; expected three numbers in [0, 1]"
            )
    return list(records)
