"""Labels that exist already: a person's, another tool's, or those of an earlier run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dissensus.errors import InputError, JudgeError
from dissensus.io import file_checksum, labels_from_file
from dissensus.judges.base import JudgeSettings, Progress, Request
from dissensus.metrics.matrix import decide, label_mixed
from dissensus.signature import thresholds_text
from dissensus.types import ClaimLabel


class PrecomputedJudge:
    """Looks every pair up by (sample_id, claim_id, doc_id); a pair that is not in the file is unscored.

    Records that hold both sides' passages are decided anew when thresholds are given; others keep their label.
    """

    def __init__(self, path: Path, settings: JudgeSettings) -> None:
        self.spec = f"precomputed:{path}"
        self.thresholds, self.mixed = settings.thresholds, settings.mixed
        if len(self.thresholds) == 1:
            raise InputError(
                f"judge '{self.spec}': only the threshold {next(iter(self.thresholds))} is known; labels are decided anew "
                "from both, so give both: supports=X,contradicts=Y"
            )
        self._checksum = file_checksum(path)
        self.records: dict[tuple[str, str, str], ClaimLabel] = {}
        for record in labels_from_file(path):
            key = (record.sample_id, record.claim_id, record.doc_id)
            if key in self.records:
                raise JudgeError(
                    f"{path}: sample {key[0]!r}, claim {key[1]!r}, document {key[2]!r} is labelled more than once; "
                    "keep one label per pair"
                )
            self.records[key] = record

    def settings(self) -> Mapping[str, object]:
        """The file's checksum, and the thresholds when they were given."""
        return {"file": self._checksum, **self._threshold_setting()}

    def _threshold_setting(self) -> dict[str, object]:
        return {"thresholds": thresholds_text(self.thresholds)} if self.thresholds else {}

    def judge(self, requests: Sequence[Request], progress: Progress | None = None) -> list[ClaimLabel]:
        """One record per request, in order."""
        found = []
        for request in requests:
            key = (request.sample_id, request.claim.claim_id, request.document.doc_id)
            record = self.records.get(key)
            if record is None:
                sample_id, claim_id, doc_id = key
                record = ClaimLabel(
                    sample_id=sample_id, claim_id=claim_id, doc_id=doc_id, label=None, judge=self.spec,
                    unscored_reason="not_in_file",
                )  # fmt: skip
            elif self.thresholds:
                record = decide(record, self.thresholds, self.mixed)
            elif record.mixed:
                record = label_mixed(record, self.mixed)
            found.append(replace(record, judge=record.judge or self.spec))
        return found


def open_judge(argument: str | None, settings: JudgeSettings) -> PrecomputedJudge:
    """`precomputed:FILE`, JSON lines in the form of labels.jsonl."""
    if not argument:
        raise JudgeError("judge 'precomputed' needs a file: precomputed:FILE")
    return PrecomputedJudge(Path(argument), settings)
