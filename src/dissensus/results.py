"""What a scoring run gives back: typed, printable, and one JSON shape for file, terminal and program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dissensus.signature import Signature
from dissensus.types import SCHEMA_VERSION, Claim, ClaimLabel, Evidence, MetricValue, Sample, Skipped, Verdict

if TYPE_CHECKING:
    from dissensus.io import Repair, RowError


@dataclass(frozen=True, kw_only=True)
class SampleResult:
    """One response scored: its claims, every label with its evidence, and its figures."""

    sample: Sample
    claims: tuple[Claim, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...]
    """What there is to know of how the response was split."""
    labels: tuple[ClaimLabel, ...]
    """One record per claim and document, claim by claim in document order."""
    metrics: Mapping[str, MetricValue]
    verdicts: Mapping[str, Verdict]
    """Claim id -> its state over all documents."""
    n_undecided: int
    """Claims without a supporting and without a contradicting document."""

    @property
    def sample_id(self) -> str:
        """The sample's id."""
        return self.sample.sample_id

    @property
    def undefined_reason(self) -> str | None:
        """Why nothing could be measured, or None."""
        return self.metrics["cs_c"].undefined_reason

    @cached_property
    def _by_claim(self) -> dict[str, list[ClaimLabel]]:
        found: dict[str, list[ClaimLabel]] = {claim.claim_id: [] for claim in self.claims}
        for record in self.labels:
            found[record.claim_id].append(record)
        return found

    def labels_of(self, claim_id: str) -> list[ClaimLabel]:
        """The claim's records, in document order."""
        return self._by_claim[claim_id]

    def to_dict(self) -> dict[str, Any]:
        """The sample's part of report.json."""
        values = {name: value.value for name, value in self.metrics.items()}
        return {
            "sample_id": self.sample_id,
            "question": self.sample.question,
            **values,
            "bounds": {name: value.bounds for name, value in self.metrics.items()},
            "n_claims": len(self.claims),
            "n_undecided": self.n_undecided,
            "n_scored": self.metrics["cs_c"].n_scored,
            "n_unscored": self.metrics["cs_c"].n_unscored,
            "undefined_reason": self.undefined_reason,
            "claims": [
                {
                    "claim_id": claim.claim_id,
                    "text": claim.text,
                    "span": claim.span,
                    "parts": claim.parts,
                    "ambiguous": [{"text": r.text, "guess": r.guess} for r in claim.ambiguous],
                    "verdict": self.verdicts[claim.claim_id],
                    "labels": [_label(record) for record in self.labels_of(claim.claim_id)],
                }
                for claim in self.claims
            ],
            "skipped": [{"text": s.text, "span": s.span, "reason": s.reason} for s in self.skipped],
            "notes": self.notes,
        }


def _label(record: ClaimLabel) -> dict[str, Any]:
    flags = [*record.flags, *(["truncated"] if record.truncated else [])]
    return {
        "doc_id": record.doc_id,
        "label": record.label,
        "probs": record.probs,
        "mixed": record.mixed,
        "kind": record.kind,
        "reasons": [asdict(reason) for reason in record.reasons],
        "flags": flags,
        "coverage": record.coverage,
        "evidence": [_evidence(e) for e in record.evidence],
        "unscored_reason": record.unscored_reason,
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "start": evidence.start,
        "end": evidence.end,
        "text": evidence.text,
        "label": evidence.label,
        "score": evidence.score,
    }


@dataclass(frozen=True, kw_only=True)
class Report:
    """The result of `score`: figures over all samples, each sample's own, and what could not be read.

    Prints as the terminal view; shows as a table in a notebook.
    """

    samples: tuple[SampleResult, ...]
    metrics: Mapping[str, MetricValue]
    signature: Signature
    settings: Mapping[str, Any]
    """Every setting of the run, as written to the manifest."""
    errors: tuple[RowError, ...] = ()
    """Rows that were left out."""
    repairs: tuple[Repair, ...] = ()
    """Rows that were mended while reading."""
    n_unfinished: int = 0
    """Samples that the run was stopped before."""

    @property
    def cs_c(self) -> float | None:
        """CS-C over all samples, in [0, 1], lower is better; None when undefined."""
        return self.metrics["cs_c"].value

    @property
    def cs_r(self) -> float | None:
        """CS-R over all samples, in [0, 1], lower is better; None when undefined."""
        return self.metrics["cs_r"].value

    @property
    def cs_r_conflicted(self) -> float | None:
        """CS-R over conflicted claims only; None when there are none."""
        return self.metrics["cs_r_conflicted"].value

    @property
    def labels(self) -> tuple[ClaimLabel, ...]:
        """Every record of the run, sample by sample."""
        return tuple(record for sample in self.samples for record in sample.labels)

    def to_dict(self) -> dict[str, Any]:
        """The shape of report.json."""
        return {
            "schema_version": SCHEMA_VERSION,
            "signature": str(self.signature),
            "metrics": {
                name: {
                    "value": value.value,
                    "n_scored": value.n_scored,
                    "n_unscored": value.n_unscored,
                    "interval": value.interval,
                    "bounds": value.bounds,
                    "undefined_reason": value.undefined_reason,
                }
                for name, value in self.metrics.items()
            },
            "n_samples": len(self.samples),
            "n_claims": sum(len(sample.claims) for sample in self.samples),
            "n_undecided": sum(sample.n_undecided for sample in self.samples),
            "n_pairs": len(self.labels),
            "n_pairs_unscored": sum(record.label is None for record in self.labels),
            "n_errors": len(self.errors),
            "n_unfinished": self.n_unfinished,
            "samples": [sample.to_dict() for sample in self.samples],
        }

    def to_json(self, *, pretty: bool = True) -> str:
        """report.json as text; undefined figures are null."""
        from dissensus.io import to_json

        return to_json(self.to_dict(), pretty=pretty)

    def write(self, folder: str) -> None:
        """Write the result folder (manifest.json, samples.jsonl, claims.jsonl, labels.jsonl, scores.jsonl ...).

        Raises:
            InputError: The folder cannot be written.
        """
        from dissensus.report.folder import write_folder

        write_folder(self, folder)

    def __str__(self) -> str:
        from dissensus.report.terminal import render_text

        return render_text(self)

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{name}={'undefined' if v.value is None else f'{v.value:.4f}'}" for name, v in self.metrics.items()
        )
        return f"Report({shown}, samples={len(self.samples)}, errors={len(self.errors)})"

    def _repr_html_(self) -> str:
        from dissensus.report.html import render_html

        return render_html(self)
