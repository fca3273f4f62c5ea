"""The result folder: written after a run, read back to score its labels again without a judge."""

from __future__ import annotations

import json
import os
import platform
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from dissensus._version import __version__
from dissensus.decompose import Decomposition
from dissensus.errors import InputError, did_you_mean
from dissensus.io import FieldProblem, RowError, iter_samples, labels_to_rows, read_jsonl, write_json, write_jsonl
from dissensus.judges import JudgeSettings
from dissensus.judges.precomputed import PrecomputedJudge
from dissensus.results import Report, SampleResult
from dissensus.scoring import Scorer, Settings
from dissensus.types import SCHEMA_VERSION, Claim, Reference, Sample, Skipped

FILES = (
    "samples.jsonl",
    "claims.jsonl",
    "labels.jsonl",
    "scores.jsonl",
    "errors.jsonl",
    "report.json",
    "manifest.json",
)


def write_folder(report: Report, folder: str | os.PathLike[str], inputs: Mapping[str, str] | None = None) -> None:
    """Write every file of a result folder, each whole or not at all.

    Args:
        report: What to write.
        folder: Made when missing; files of an earlier run in it are replaced.
        inputs: Input file -> SHA-256, for the manifest.

    Raises:
        InputError: The folder cannot be written.
    """
    root = Path(folder)
    make_folder(root)
    samples = report.samples
    write_jsonl(root / "samples.jsonl", (_sample_row(s.sample) for s in samples))
    write_jsonl(
        root / "claims.jsonl",
        (
            {"sample_id": s.sample_id, **_claim_row(part), "verdict": s.verdicts.get(getattr(part, "claim_id", ""))}
            for s in samples
            for part in (*s.claims, *s.skipped)
        ),
    )
    write_jsonl(root / "labels.jsonl", labels_to_rows(report.labels))
    write_jsonl(root / "scores.jsonl", (_score_row(s.to_dict()) for s in samples))
    write_jsonl(root / "errors.jsonl", (_error_row(e) for e in report.errors))
    write_json(root / "report.json", report.to_dict())
    write_json(
        root / "manifest.json",
        {
            "schema_version": SCHEMA_VERSION,
            "verb": "score",
            "signature": str(report.signature),
            "settings": report.settings,
            "inputs_sha256": inputs or {},
            "n_samples": len(samples),
            "n_errors": len(report.errors),
            "n_unfinished": report.n_unfinished,
            "repairs": [_plain(r) for r in report.repairs],
            "versions": {"dissensus": __version__, "python": platform.python_version(), **_versions()},
        },
    )


def make_folder(folder: str | os.PathLike[str], inputs: Iterable[str] = ()) -> None:
    """Make the result folder, so that a bad name is known before the work and not after it.

    Args:
        folder: Made when missing.
        inputs: Files that must not be overwritten.

    Raises:
        InputError: It cannot be made or written, is a file, or holds files of that name that are no earlier run's.
    """
    root = Path(folder)
    if not os.fspath(folder):
        raise InputError("-o: the name of the folder is empty")
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError as problem:
        raise InputError(f"{root}: cannot be a result folder ({problem.strerror}); choose another name") from None
    ours = [root / name for name in FILES]
    if not (root / "manifest.json").is_file() and any(path.exists() for path in ours):
        raise InputError(
            f"{root}: holds {next(path.name for path in ours if path.exists())} but no manifest.json, so it is not an "
            "earlier run's; choose another folder"
        )
    for path in inputs:
        if os.path.realpath(path) in map(os.path.realpath, ours):
            raise InputError(f"{path}: is the input and would be overwritten; choose another folder for the results")


def load_report(
    folder: str | os.PathLike[str],
    *,
    samples: Sequence[Sample] | None = None,
    thresholds: Mapping[str, float] | None = None,
    **changes: Any,
) -> Report:
    """A result folder's labels scored again, without a judge.

    Args:
        folder: What `score -o` wrote; labels.jsonl may have been edited or replaced by a person's.
        samples: Use these instead of the folder's own.
        thresholds: New thresholds; labels that hold both sides' passages are decided anew.
        **changes: Fields of :class:`dissensus.Settings` or `mixed` that shall differ from the run's.

    Raises:
        InputError: A file is missing, damaged or of another schema version.
    """
    root = Path(folder)
    manifest = _manifest(root)
    stored = dict(manifest["settings"])
    known = {f.name for f in fields(Settings)} - {"judge"}
    for name in set(changes) - known - {"mixed"}:
        raise InputError(
            f"load_report(): unknown option {name!r}. {did_you_mean(name, {*known, 'mixed', 'thresholds'})}"
        )
    judge_settings = stored["judge"]
    mixed = changes.pop("mixed", judge_settings.get("mixed", "stronger"))
    settings = Settings(
        **{k: v for k, v in {**stored, **changes}.items() if k in known},
        judge=JudgeSettings(thresholds=judge_settings.get("thresholds", {}), mixed=mixed),
    )
    used = dict(part.split("=") for part in str(stored.get("thresholds", "")).split(",") if "=" in part)
    redo = bool(thresholds) or mixed != judge_settings.get("mixed", "stronger")
    decided = {**{k: float(v) for k, v in used.items()}, **(thresholds or {})} if redo else {}
    about = {k: v for k, v in stored.items() if k not in {*known, "judge", "judge_spec"}}
    judge = StoredLabels(
        root / "labels.jsonl", stored["judge_spec"], about, JudgeSettings(thresholds=decided, mixed=mixed)
    )
    scorer = Scorer(judge, settings, _decompositions(root / "claims.jsonl"))
    errors, kept = _errors(root / "errors.jsonl"), samples
    if kept is None:
        kept = _samples(root / "samples.jsonl")
        for name, found in (("n_samples", kept), ("n_errors", errors)):
            if manifest.get(name) != len(found):
                raise InputError(
                    f"{root}: manifest.json tells of {name} {manifest.get(name)}, the folder holds {len(found)}; score the input again"
                )
    results = list(scorer.iter_results(kept))
    for result in results:
        _check_fit(result, root)
    return scorer.report(results, errors, n_unfinished=int(manifest.get("n_unfinished", 0)))


def _check_fit(result: SampleResult, root: Path) -> None:
    """Raise when claims or evidence are not those of the sample's texts: labels of another file, or an edited one."""
    texts = {document.doc_id: document.text for document in result.sample.documents}
    for claim in result.claims:
        if claim.span is not None and result.sample.response[slice(*claim.span)] != claim.text:
            raise InputError(
                f"{root}: claim {claim.claim_id} of sample {result.sample_id!r} is not in its response; claims and samples do not belong together"
            )
    for record in result.labels:
        for evidence in (record.support, record.contradict):
            if evidence is not None and texts[record.doc_id][evidence.start : evidence.end] != evidence.text:
                raise InputError(
                    f"{root}: the evidence for claim {record.claim_id} of sample {result.sample_id!r} is not in document {record.doc_id!r}; labels and samples do not belong together"
                )


class StoredLabels(PrecomputedJudge):
    """The labels of a result folder, under the name and the signature of the judge that gave them."""

    def __init__(self, path: Path, spec: str, about: Mapping[str, object], settings: JudgeSettings) -> None:
        super().__init__(path, settings)
        self.spec, self._about = spec, about

    def settings(self) -> Mapping[str, object]:
        """What the first run said of its judge, with what was changed since."""
        return {**self._about, **({"mixed": self.mixed} if "mixed" in self._about else {}), **self._threshold_setting()}


def _manifest(root: Path) -> dict[str, Any]:
    path = root / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise InputError(
            f"{path}: cannot be read ({problem}); expected a folder that `dissensus score -o` wrote"
        ) from None
    if not isinstance(manifest, dict) or manifest.get("schema_version") != SCHEMA_VERSION:
        got = manifest.get("schema_version") if isinstance(manifest, dict) else manifest
        raise InputError(
            f"{path}: schema_version is {got!r}; this version reads {SCHEMA_VERSION!r}. Score the input again"
        )
    settings = manifest.get("settings")
    if (
        not isinstance(settings, dict)
        or not isinstance(settings.get("judge_spec"), str)
        or not isinstance(settings.get("judge"), dict)
    ):
        raise InputError(f'{path}: field "settings" is missing or incomplete; score the input again')
    return manifest


def _samples(path: Path) -> list[Sample]:
    found = []
    for row in iter_samples(path):
        if isinstance(row, RowError):
            raise InputError(row.message())
        found.append(row)
    return found


def _errors(path: Path) -> list[RowError]:
    """The rows that the first run left out: a gate must not forget them."""
    if not path.is_file():
        return []
    found = []
    for line, row in read_jsonl(path):
        row.pop("message", None)
        try:
            found.append(RowError(**{**row, "also": tuple(FieldProblem(**p) for p in row.pop("also", ()))}))
        except TypeError as problem:
            raise InputError(f"{path}:{line}: not an error record ({problem})") from None
    return found


def _decompositions(path: Path) -> dict[str, Decomposition]:
    """Claims and skipped parts by sample id."""
    claims: dict[str, list[Claim]] = {}
    skipped: dict[str, list[Skipped]] = {}
    for line, row in read_jsonl(path):
        try:
            sample_id, span = str(row["sample_id"]), row["span"]
            if not isinstance(row["text"], str) or not isinstance(row.get("claim_id", ""), str):
                raise ValueError("text and claim_id are strings")
            span = None if span is None else (int(span[0]), int(span[1]))
            mine, left = claims.setdefault(sample_id, []), skipped.setdefault(sample_id, [])
            if "reason" in row and span is not None:
                left.append(Skipped(text=row["text"], span=span, reason=row["reason"]))
            else:
                if any(claim.claim_id == row["claim_id"] for claim in mine):
                    raise ValueError("claim_id comes twice")
                mine.append(
                    Claim(
                        claim_id=row["claim_id"],
                        text=row["text"],
                        span=span,
                        sentence=row.get("sentence"),
                        parts=tuple((int(start), int(end)) for start, end in row.get("parts", ())),
                        ambiguous=tuple(Reference(**r) for r in row.get("ambiguous", ())),
                    )
                )
        except (KeyError, TypeError, ValueError, IndexError) as problem:
            raise InputError(f"{path}:{line}: not a claim record ({problem!r})") from None
    return {i: Decomposition(claims=tuple(claims[i]), skipped=tuple(skipped[i])) for i in claims}


def _plain(record: Any) -> dict[str, Any]:
    return {f.name: getattr(record, f.name) for f in fields(record)}


def _claim_row(part: object) -> dict[str, Any]:
    row = _plain(part)
    return {**row, "ambiguous": [_plain(r) for r in part.ambiguous]} if isinstance(part, Claim) else row


def _sample_row(sample: Sample) -> dict[str, Any]:
    return {**_plain(sample), "documents": [_plain(d) for d in sample.documents]}


def _score_row(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("claims", "skipped", "question")}


def _error_row(error: RowError) -> dict[str, Any]:
    return {**_plain(replace(error, also=())), "also": [_plain(p) for p in error.also], "message": error.message()}


def _versions() -> dict[str, str]:
    found = {}
    for name in ("numpy", "onnxruntime", "tokenizers", "sentencex"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # pragma: no cover - all are requirements
            continue
    return found


def csv_rows(report: Report) -> Iterable[list[Any]]:
    """A header and one row per (claim, document) pair; a sample without pairs has one row with its reason.

    Text that a spreadsheet would run as a formula is kept from it by a leading apostrophe.
    """
    yield [
        "sample_id", "cs_c", "cs_r", "undefined_reason", "claim_id", "claim", "verdict", "doc_id", "label",
        "p_supports", "p_contradicts", "p_irrelevant", "mixed", "kind", "flags", "quote", "start", "end", "unscored_reason",
    ]  # fmt: skip
    for s in report.samples:
        head = [_cell(s.sample_id), s.metrics["cs_c"].value, s.metrics["cs_r"].value, s.undefined_reason]
        if not s.labels:
            yield [*head, *[None] * 15]
        texts = {claim.claim_id: claim.text for claim in s.claims}
        for r in s.labels:
            shown = next((e for e in r.evidence if e.label is r.label), None)
            yield [
                *head, r.claim_id, _cell(texts[r.claim_id]), s.verdicts[r.claim_id], _cell(r.doc_id), r.label,
                *(r.probs or (None, None, None)), r.mixed, r.kind, _cell(" ".join(r.flags)),
                _cell(shown.text) if shown else None, shown.start if shown else None, shown.end if shown else None,
                _cell(r.unscored_reason or ""),
            ]  # fmt: skip


def _cell(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
