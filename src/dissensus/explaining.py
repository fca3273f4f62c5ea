"""Why a judge says what it says of one claim and one document: what was compared, and what decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol, runtime_checkable

from dissensus.errors import InputError
from dissensus.io import read_rows
from dissensus.judges import Judge, JudgeSettings, open_judge
from dissensus.judges.base import PassageExplanation, Request, ThreeProbs
from dissensus.types import LABELS, Claim, ClaimLabel, Document, Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One claim beside one document."""

    claim: str
    document: Document
    record: ClaimLabel
    passages: tuple[PassageExplanation, ...]
    """Those that were read, the most telling first."""
    thresholds: Mapping[str, float]

    def to_dict(self) -> dict[str, Any]:
        """JSON shape of the explanation."""
        return {
            "claim": self.claim,
            "doc_id": self.document.doc_id,
            "label": self.record.label,
            "kind": self.record.kind,
            "probs": self.record.probs,
            "mixed": self.record.mixed,
            "thresholds": dict(self.thresholds),
            "passages": [
                {**asdict(p), "without": dict(p.without), "reasons": [asdict(r) for r in p.reasons]}
                for p in self.passages
            ],
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, most: int = 3) -> list[str]:
        """Plain text of the explanation; of the passages the most telling ones.

        Args:
            most: How many passages are shown.
        """
        record = self.record
        said = record.label or f"unscored ({record.unscored_reason})"
        kind = f" ({record.kind.replace('_', ' ')})" if record.kind else ""
        found = [f"{said}{kind}{', mixed' if record.mixed else ''}  {_shown(record.probs)}"]
        found.append("thresholds  " + "  ".join(f"{name} >= {value:g}" for name, value in self.thresholds.items()))
        for p in self.passages[:most]:
            found += ["", f"passage {p.span[0]}-{p.span[1]}  {_shown(p.probs)}", f"  {' '.join(p.text.split())}"]
            for r in p.reasons:
                found.append(
                    f"  {r.kind:<20} {r.claim_text!r} / {r.document_text!r}  {r.detail}  strength {r.strength:.2f}"
                )
            if p.model_probs:
                found.append(f"  model alone          {_shown(p.model_probs)}")
            for group, probs in p.without.items():
                if max(abs(a - b) for a, b in zip(probs, p.probs, strict=True)) >= 0.01:
                    found.append(f"  {'without ' + group:<20} {_shown(probs)}")
        hidden = len(self.passages) - most
        if hidden > 0:
            found += ["", f"{hidden} more passage{'s' * (hidden != 1)} read"]
        return found


def _shown(probs: ThreeProbs | None) -> str:
    if probs is None:
        return "no probabilities"
    return "  ".join(f"{label} {p:.2f}" for label, p in zip(LABELS, probs, strict=True))


@runtime_checkable
class ExplainingJudge(Protocol):
    """A judge that can say why."""

    thresholds: Mapping[str, float]

    def explain(self, request: Request) -> tuple[ClaimLabel, tuple[PassageExplanation, ...]]: ...


def explain(
    claim: str,
    document: Any,
    *,
    judge: str | Judge = "onnx",
    thresholds: Mapping[str, float] | None = None,
    mixed: str = "stronger",
    evidence: str = "selected",
) -> Explanation:
    """What was compared between a claim and a document, and what decided.

    Args:
        claim: One statement.
        document: A string, a mapping, or a :class:`dissensus.Document`.
        judge: A judge that reads passages: `onnx` or `onnx:DIR`.
        thresholds, mixed, evidence: As for :func:`dissensus.score`.

    Raises:
        InputError: The claim is empty, the document cannot be used, or the judge cannot explain.
        JudgeError: The judge cannot be loaded.

    Example:
        >>> import dissensus
        >>> dissensus.explain("Refunds take 10 days.", "Refunds take 30 days.").record.kind
        'numeric'
    """
    if not isinstance(claim, str) or not claim.strip():
        raise InputError(f"explain(): claim is {claim!r}; expected a statement")
    if isinstance(judge, str):
        judge = open_judge(judge, JudgeSettings(thresholds=thresholds or {}, mixed=mixed, evidence=evidence))
    if not isinstance(judge, ExplainingJudge):
        raise InputError(f"explain(): judge {judge.spec!r} labels without reading; name one that reads: onnx, onnx:DIR")
    (sample,), _, _ = read_rows([{"response": claim, "documents": [document]}], strict=True, where="explain()")
    read = sample.documents[0]
    request = Request(sample_id="explain", claim=Claim(claim_id="c1", text=claim), document=read)
    record, passages = judge.explain(request)
    sides = [LABELS.index(record.label)] if record.label in (Label.SUPPORTS, Label.CONTRADICTS) else [0, 1]
    ordered = sorted(passages, key=lambda p: -max(p.probs[i] for i in sides))
    return Explanation(claim=claim, document=read, record=record, passages=tuple(ordered), thresholds=judge.thresholds)
