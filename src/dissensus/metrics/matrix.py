"""The label matrix: one response's claims by its documents, the only thing that metrics read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from dissensus.types import LABELS, ClaimLabel, Document, Label, Verdict

UNSCORED = -1
_CODE = {label: code for code, label in enumerate(LABELS)}
SUPPORTS, CONTRADICTS, IRRELEVANT = (_CODE[label] for label in LABELS)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelMatrix:
    """Labels of one response: rows are claims, columns are documents."""

    claim_ids: tuple[str, ...]
    doc_ids: tuple[str, ...]
    labels: npt.NDArray[np.int8]
    """Shape (n_claims, n_docs), int8: 0 SUPPORTS, 1 CONTRADICTS, 2 IRRELEVANT, -1 unscored."""
    weights: npt.NDArray[np.float64]
    """Shape (n_docs,), float64, source reliability >= 0."""

    @classmethod
    def from_counts(cls, counts: Iterable[tuple[int, int]]) -> LabelMatrix:
        """A matrix with the given numbers of (supporting, contradicting) documents per claim; for arithmetic.

        Args:
            counts: One (n_supports, n_contradicts) pair per claim; the other documents are IRRELEVANT.
        """
        pairs = list(counts)
        n_docs = max((s + c for s, c in pairs), default=0)
        rows = [[SUPPORTS] * s + [CONTRADICTS] * c + [IRRELEVANT] * (n_docs - s - c) for s, c in pairs]
        return cls(
            claim_ids=tuple(f"c{i + 1}" for i in range(len(pairs))),
            doc_ids=tuple(f"d{i + 1}" for i in range(n_docs)),
            labels=np.array(rows, dtype=np.int8).reshape(len(pairs), n_docs),
            weights=np.ones(n_docs),
        )

    @classmethod
    def from_labels(
        cls, claim_ids: Sequence[str], documents: Sequence[Document], labels: Iterable[ClaimLabel]
    ) -> LabelMatrix:
        """The matrix of a sample's label records; a pair without a record is unscored."""
        row = {claim_id: i for i, claim_id in enumerate(claim_ids)}
        column = {document.doc_id: j for j, document in enumerate(documents)}
        codes = np.full((len(row), len(column)), UNSCORED, dtype=np.int8)
        for record in labels:
            if record.label is not None and record.claim_id in row and record.doc_id in column:
                codes[row[record.claim_id], column[record.doc_id]] = _CODE[record.label]
        weights = np.array([document.weight for document in documents], dtype=np.float64)
        return cls(claim_ids=tuple(claim_ids), doc_ids=tuple(column), labels=codes, weights=weights)

    @property
    def n_scored(self) -> int:
        """Number of pairs that hold a label."""
        return int((self.labels != UNSCORED).sum())

    @property
    def n_unscored(self) -> int:
        """Number of pairs that hold none."""
        return int(self.labels.size - self.n_scored)

    def weight_of(self, code: int) -> npt.NDArray[np.float64]:
        """Shape (n_claims,): summed weight of the documents that hold this label for each claim.

        Rounded to twelve decimals, so that 0.1 + 0.2 is not more than 0.3.
        """
        return np.asarray(np.round((self.labels == code).astype(np.float64) @ self.weights, 12))

    def verdicts(self, min_weight: float = 0.0) -> dict[str, Verdict]:
        """Each claim's state over its documents; a side counts when its weight exceeds `min_weight`."""
        supported = self.weight_of(SUPPORTS) > min_weight
        contradicted = self.weight_of(CONTRADICTS) > min_weight
        table = {
            (True, True): Verdict.CONFLICTING,
            (True, False): Verdict.SUPPORTED,
            (False, True): Verdict.CONTRADICTED,
            (False, False): Verdict.NO_EVIDENCE,
        }
        return {
            claim_id: table[bool(s), bool(c)]
            for claim_id, s, c in zip(self.claim_ids, supported, contradicted, strict=True)
        }


def decide(record: ClaimLabel, thresholds: Mapping[str, float], mixed_policy: str) -> ClaimLabel:
    """The record relabelled from its two strongest passages; unchanged when it holds no passage scores.

    SUPPORTS if the best supporting passage reaches its threshold, CONTRADICTS likewise (thresholds inclusive),
    neither = IRRELEVANT. Both: when it is one and the same passage the side further above its threshold wins; when
    they are two passages the document disagrees with itself, the record is flagged mixed and the policy decides:
    `stronger` (by the same comparison), `supports`, `contradicts` or `unscored`.

    Source: local inconsistency is half of the genuine errors inspected in arXiv 2606.26437; the rule is ours.
    """
    if record.support is None or record.contradict is None:
        return record
    excess = {
        Label.SUPPORTS: record.support.score / max(thresholds["supports"], 1e-9),
        Label.CONTRADICTS: record.contradict.score / max(thresholds["contradicts"], 1e-9),
    }
    stronger = max(excess, key=lambda side: excess[side])
    passed = [side for side, ratio in excess.items() if ratio >= 1.0]
    if not passed:
        return replace(record, label=Label.IRRELEVANT, mixed=False, unscored_reason=None)
    same = (record.support.start, record.support.end) == (record.contradict.start, record.contradict.end)
    if len(passed) == 1 or same:
        return replace(record, label=stronger, mixed=False, unscored_reason=None)
    return label_mixed(replace(record, label=stronger), mixed_policy)


def label_mixed(record: ClaimLabel, policy: str) -> ClaimLabel:
    """The record of a document that argues both sides, labelled by the policy; `stronger` keeps its label."""
    if policy == "unscored":
        return replace(record, label=None, mixed=True, unscored_reason="mixed")
    label = {"supports": Label.SUPPORTS, "contradicts": Label.CONTRADICTS}.get(policy, record.label)
    return replace(record, label=label, mixed=True, unscored_reason=None if label else record.unscored_reason)
