"""What every judge that reads passages shares: windows, which of them a claim needs, and passages into one label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from dissensus.evidence import contexts, select, terms, windows
from dissensus.evidence.selection import LEAST, Vectors
from dissensus.judges.base import JudgeSettings, PassageExplanation, Progress, Request, ThreeProbs
from dissensus.judges.combiner import Combiner
from dissensus.judges.statements import statements
from dissensus.metrics.matrix import decide
from dissensus.signals import Observation, Signals
from dissensus.signature import thresholds_text
from dissensus.types import LABELS, ClaimLabel, Document, Evidence, Label, Reason, Span

Probs = npt.NDArray[np.float64]
_THRESHOLD = ("supports", "contradicts")
SAME_TOPIC = 0.4
"""Share of the claim's content words that a passage must hold before a reason is given why the two do not clash."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a model says of some pairs, row by row."""

    probs: Probs
    """Shape (n, 3) float64 in the order of LABELS, calibrated, rows sum to 1."""
    outputs: Probs | None = None
    """Shape (n, 3 + k): the network's own numbers, when they are needed to say why."""
    features: Probs | None = None
    signals: Sequence[Signals] | None = None


def seen_in(reading: Reading, row: int, combiner: Combiner, *, clash: bool) -> tuple[str | None, Sequence[Observation]]:
    """The kind of clash, or the reason why there is none, and what was seen.

    Texts that do not speak of the same thing get no reason.
    """
    if reading.outputs is None or reading.features is None or reading.signals is None:
        return None, ()
    signals = reading.signals[row]
    if not clash and signals.aligned.covered_by_passage < SAME_TOPIC:
        return None, ()
    outputs = reading.outputs[row]
    return combiner.kind(outputs[:3], reading.features[row], outputs[3:], clash=clash), signals.observations


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

    def embed(self, texts: list[str]) -> Vectors | None:
        """Shape (n, d) float32, rows of unit length, each of its own text alone; None when the model has no vectors."""
        ...

    def read(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Reading:
        """One row per (passage, claim) pair, which depends on that pair alone."""
        ...

    def why(self, reading: Reading, row: int, *, clash: bool) -> tuple[str | None, Sequence[Observation]]:
        """The kind of clash or the reason why there is none, and what was seen in the passage."""
        ...

    def parts(self, reading: Reading, row: int) -> tuple[Probs | None, Mapping[str, Probs]]:
        """Shape (3,) each: what the network says alone, None where nothing stands beside it; and what the whole would
        say if a group of signals had seen nothing."""
        ...


@dataclass(frozen=True, slots=True)
class _Cut:
    """A document as passages."""

    spans: list[Span]
    texts: list[str]
    """What is read of each passage: the lines it stands under, then the passage itself."""
    terms: list[set[str]]
    """Words of each passage; empty for a document that is short enough to be judged whole."""
    vectors: Vectors | None


class PassageJudge:
    """A judge made of a passage model: each document is read window by window.

    Of a long document only the passages near the claim are read, unless the settings say `all`.

    The document SUPPORTS the claim if its best supporting passage reaches the threshold, CONTRADICTS likewise; both is
    mixed, neither IRRELEVANT (see :func:`dissensus.metrics.decide`).
    """

    def __init__(self, spec: str, model: PassageModel, settings: JudgeSettings) -> None:
        self.spec = spec
        self.model = model
        self.thresholds = {**model.thresholds, **settings.thresholds}
        self.mixed = settings.mixed
        self.evidence = settings.evidence

    def settings(self) -> Mapping[str, object]:
        """The model's own settings, the thresholds, which passages are read and the mixed policy."""
        return {
            **self.model.settings(),
            "evidence": self.evidence,
            "thresholds": thresholds_text(self.thresholds),
            "mixed": self.mixed,
        }

    def judge(self, requests: Sequence[Request], progress: Progress | None = None) -> list[ClaimLabel]:
        """One record per request, in order; equal (passage, claim) pairs are judged once."""
        cuts = {_key(request.document): request.document for request in requests}
        cut = {key: self._cut(document) for key, document in cuts.items()}
        vectors = self._claim_vectors([r.claim.text for r in requests if cut[_key(r.document)].terms])
        rows: dict[tuple[str, str], int] = {}
        chosen: list[list[int]] = []
        at: list[list[int]] = []
        for request in requests:
            document, claim = cut[_key(request.document)], request.claim.text
            picked = list(range(len(document.spans)))
            if document.terms:
                picked = select(claim, document.terms, vectors.get(claim), document.vectors)
            chosen.append(picked)
            at.append([rows.setdefault((document.texts[i], claim), len(rows)) for i in picked])
        reading = self.model.read(list(rows), progress)
        fits = {claim: self.model.fits(claim) for claim in {request.claim.text for request in requests}}
        records = [
            self._record(
                request,
                cut[_key(request.document)],
                picked,
                reading,
                found,
                truncated=not fits[request.claim.text],
            )
            for request, picked, found in zip(requests, chosen, at, strict=True)
        ]
        return self._other_sides(requests, records)

    def _other_sides(self, requests: Sequence[Request], records: list[ClaimLabel]) -> list[ClaimLabel]:
        """The records, those flagged mixed whose deciding passage takes the other side in a sentence of its own.

        A network that reads both sides at once settles on one. So the sentences of a deciding passage that speak of the
        claim are read again, each by itself; the passage is mixed when one takes the other side while another one, by
        itself too, holds the first.
        """
        rows: dict[tuple[str, str], int] = {}
        looked: list[tuple[int, list[Span], list[int]]] = []
        for n, (request, record) in enumerate(zip(requests, records, strict=True)):
            if record.mixed or not record.evidence:
                continue
            text, claim = request.document.text, request.claim.text
            spans = statements(text, (record.evidence[0].start, record.evidence[0].end), claim)
            if len(spans) > 1:
                looked.append((n, spans, [rows.setdefault((text[slice(*s)], claim), len(rows)) for s in spans]))
        if not rows:
            return records
        reading = self.model.read(list(rows))
        for n, spans, at in looked:
            record, probs = records[n], reading.probs[at]
            first, other = (0, 1) if record.label is Label.SUPPORTS else (1, 0)
            best = int(probs[:, other].argmax())
            held = np.delete(probs[:, first], best).max() >= self.thresholds[_THRESHOLD[first]]
            if not (held and probs[best, other] >= self.thresholds[_THRESHOLD[other]]):
                continue
            side = LABELS[other]
            found = _evidence(requests[n].document, spans[best], side, float(probs[best, other]))
            changed = replace(record, support=found) if side is Label.SUPPORTS else replace(record, contradict=found)
            changed = decide(changed, self.thresholds, self.mixed)
            if changed.label is side:
                kind, seen = self.model.why(reading, at[best], clash=side is Label.CONTRADICTS)
                start = spans[best][0]
                reasons = _reasons(requests[n].document, seen, start, start)
                changed = replace(changed, probs=_three(probs[best]), kind=kind, reasons=reasons)
            records[n] = changed
        return records

    def explain(self, request: Request) -> tuple[ClaimLabel, tuple[PassageExplanation, ...]]:
        """The record of one pair and every passage that was read for it, in the document's order."""
        record = self.judge([request])[0]
        document, claim = request.document, request.claim.text
        cut = self._cut(document)
        picked = list(range(len(cut.spans)))
        if cut.terms:
            picked = select(claim, cut.terms, self._claim_vectors([claim]).get(claim), cut.vectors)
        reading = self.model.read([(cut.texts[i], claim) for i in picked])
        found = []
        for row, i in enumerate(picked):
            start, end = cut.spans[i]
            _, seen = self.model.why(reading, row, clash=True)
            alone, without = self.model.parts(reading, row)
            found.append(
                PassageExplanation(
                    span=(start, end),
                    text=document.text[start:end],
                    probs=_three(reading.probs[row]),
                    model_probs=None if alone is None else _three(alone),
                    without={group: _three(probs) for group, probs in without.items()},
                    reasons=_reasons(document, seen, start - (len(cut.texts[i]) - (end - start)), start),
                )
            )
        return record, tuple(found)

    def _cut(self, document: Document) -> _Cut:
        text = document.text
        wordless = not any(ch.isalnum() for ch in text)
        spans = [] if wordless else windows(text, self.model.passage_tokens, self.model.lengths)
        above = contexts(text, spans, document.title)
        texts = [
            f"{line}\n{text[slice(*span)]}" if line else text[slice(*span)]
            for line, span in zip(above, spans, strict=True)
        ]
        if self.evidence == "all" or len(spans) <= LEAST:
            return _Cut(spans, texts, [], None)
        return _Cut(spans, texts, [terms(t) for t in texts], self.model.embed(texts))

    def _claim_vectors(self, claims: Sequence[str]) -> dict[str, Vectors]:
        distinct = list(dict.fromkeys(claims))
        found = self.model.embed(distinct) if distinct else None
        return {} if found is None else dict(zip(distinct, found, strict=True))

    def _record(
        self, request: Request, cut: _Cut, picked: list[int], reading: Reading, rows: list[int], truncated: bool
    ) -> ClaimLabel:
        spans, probs = [cut.spans[i] for i in picked], reading.probs[rows]
        pair = ClaimLabel(
            sample_id=request.sample_id,
            claim_id=request.claim.claim_id,
            doc_id=request.document.doc_id,
            label=None,
            judge=self.spec,
            truncated=truncated,
            coverage=_share_read(request.document.text, spans),
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
        kind, seen = self.model.why(reading, rows[deciding], clash=record.label is Label.CONTRADICTS)
        # Offsets of what was seen count from the passage as it was read, headings above it included.
        start, end = spans[deciding]
        shift = start - (len(cut.texts[picked[deciding]]) - (end - start))
        return replace(
            record, probs=_three(probs[deciding]), kind=kind, reasons=_reasons(request.document, seen, shift, start)
        )


def _three(probs: Probs) -> ThreeProbs:
    s, c, i = (float(p) for p in probs)
    return s, c, i


def _reasons(document: Document, seen: Sequence[Observation], shift: int, start: int) -> tuple[Reason, ...]:
    """What was seen, placed in the document; what stands in a heading above the passage has no place there."""
    found = []
    for o in seen:
        low, high = o.passage_span[0] + shift, o.passage_span[1] + shift
        if low >= start:
            found.append(
                Reason(
                    kind=o.kind,
                    claim_text=o.claim_text,
                    document_text=document.text[low:high],
                    start=low,
                    end=high,
                    strength=round(o.strength, 4),
                    detail=o.reason,
                )
            )
    return tuple(found)


def _key(document: Document) -> tuple[str | None, str]:
    """What of a document is read."""
    return document.title, document.text


def _share_read(text: str, spans: list[Span]) -> float:
    """Share of a document's characters, white space aside, that lie in a passage read; 1 for a text without any."""
    whole = sum(not ch.isspace() for ch in text)
    read = end = 0
    for low, high in spans:
        read += sum(not ch.isspace() for ch in text[max(low, end) : high])
        end = max(end, high)
    return read / whole if whole and spans else 1.0


def _evidence(document: Document, span: Span, side: Label, score: float) -> Evidence:
    start, end = span
    return Evidence(
        doc_id=document.doc_id, start=start, end=end, text=document.text[start:end], label=side, score=score
    )
