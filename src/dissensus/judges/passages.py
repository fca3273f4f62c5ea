"""What every judge that reads passages shares: windows, no pair twice, and passages into one label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from dissensus.evidence import windows
from dissensus.judges.base import JudgeSettings, Progress, Request
from dissensus.metrics.matrix import decide
from dissensus.signature import thresholds_text
from dissensus.types import LABELS, ClaimLabel, Document, Evidence, Label, Span

Probs = npt.NDArray[np.float64]


class PassageModel(Protocol):
    """Calibrated three-way probabilities for (passage, claim) pairs."""

    passage_tokens: int
    thresholds: Mapping[str, float]

    def settings(self) -> Mapping[str, object]: ...

    def lengths(self, texts: list[str]) -> list[int]:
        """Size of each text in tokens."""
        ...

    def fits(self, claim: str) -> bool:
        """Whether the claim is read whole beside a full passage."""
        ...

    def predict(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Probs:
        """Shape (n, 3) float64 in the order of LABELS, rows sum to 1; a row depends on its own pair alone."""
        ...


class PassageJudge:
    """A judge made of a passage model: each document is read window by window, whole.

    The document SUPPORTS the claim if its best supporting passage reaches the threshold, CONTRADICTS likewise; both is
    mixed, neither IRRELEVANT (see :func:`dissensus.metrics.decide`).
    """

    def __init__(self, spec: str, model: PassageModel, settings: JudgeSettings) -> None:
        self.spec = spec
        self.model = model
        self.thresholds = {**model.thresholds, **settings.thresholds}
        self.mixed = settings.mixed

    def settings(self) -> Mapping[str, object]:
        """The model's own settings, the thresholds and the mixed policy."""
        return {**self.model.settings(), "thresholds": thresholds_text(self.thresholds), "mixed": self.mixed}

    def judge(self, requests: Sequence[Request], progress: Progress | None = None) -> list[ClaimLabel]:
        """One record per request, in order; equal (passage, claim) pairs are judged once."""
        cuts: dict[str, list[Span]] = {}
        for request in requests:
            text = request.document.text
            if text not in cuts:
                wordless = not any(ch.isalnum() for ch in text)
                cuts[text] = [] if wordless else windows(text, self.model.passage_tokens, self.model.lengths)
        rows: dict[tuple[str, str], int] = {}
        for request in requests:
            for start, end in cuts[request.document.text]:
                rows.setdefault((request.document.text[start:end], request.claim.text), len(rows))
        probs = self.model.predict(list(rows), progress)
        fits = {claim: self.model.fits(claim) for claim in {request.claim.text for request in requests}}
        records = []
        for request in requests:
            spans = cuts[request.document.text]
            found = [rows[request.document.text[start:end], request.claim.text] for start, end in spans]
            records.append(self._record(request, spans, probs[found], truncated=not fits[request.claim.text]))
        return records

    def _record(self, request: Request, spans: list[Span], probs: Probs, truncated: bool) -> ClaimLabel:
        pair = ClaimLabel(
            sample_id=request.sample_id,
            claim_id=request.claim.claim_id,
            doc_id=request.document.doc_id,
            label=None,
            judge=self.spec,
            truncated=truncated,
        )
        if not spans:
            # A text without a word says nothing: that is known, not guessed, so it is a label and carries a flag.
            return replace(pair, label=Label.IRRELEVANT, flags=("empty_document",))
        if not np.isfinite(probs).all():
            return replace(pair, unscored_reason="model_returned_nan")
        best = {side: int(probs[:, LABELS.index(side)].argmax()) for side in (Label.SUPPORTS, Label.CONTRADICTS)}
        sides = {
            side: _evidence(request.document, spans[row], side, float(probs[row, LABELS.index(side)]))
            for side, row in best.items()
        }
        record = decide(
            replace(pair, support=sides[Label.SUPPORTS], contradict=sides[Label.CONTRADICTS]),
            self.thresholds,
            self.mixed,
        )
        # An irrelevant document is shown by the passage that came nearest to saying something.
        deciding = best[record.label] if record.label in best else int(probs[:, 2].argmin())
        s, c, i = (float(p) for p in probs[deciding])
        return replace(record, probs=(s, c, i))


def _evidence(document: Document, span: Span, side: Label, score: float) -> Evidence:
    start, end = span
    return Evidence(
        doc_id=document.doc_id, start=start, end=end, text=document.text[start:end], label=side, score=score
    )
