"""The verb `score`: responses and their documents in, ConflictScore with its evidence out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import islice
from typing import Any, Literal

import numpy as np

from dissensus._version import __version__
from dissensus.decompose import DECOMPOSERS, Decomposition, claims_of
from dissensus.errors import InputError, did_you_mean
from dissensus.io import Repair, RowError, read_rows, with_claims
from dissensus.judges import Judge, JudgeSettings, Request, open_judge
from dissensus.judges.base import Progress, checked_records
from dissensus.metrics import (
    METRIC_NAMES,
    Average,
    LabelMatrix,
    Options,
    aggregate,
    claim_terms,
    n_undecided,
    score_matrix,
)
from dissensus.results import Report, SampleResult
from dissensus.signature import Signature
from dissensus.types import ClaimLabel, Label, Sample

_CHUNK = 256  # pairs judged together: enough to keep every thread busy, few enough that a stop loses little


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to score; every field is part of the signature unless it cannot change a figure."""

    decomposer: str | None = None
    """`clauses`, `sentences`, `whole`, `given`; None is `given` for samples that carry claims, `clauses` for the rest."""
    salient: int | None = None
    """Score only the so many most informative, distinct claims of each response."""
    drop_ambiguous: bool = False
    """Leave out claims with a reference ("it") that could not be resolved."""
    undecided: Literal["zero", "skip"] = "zero"
    conflicted_only: bool = False
    min_weight: float = 0.0
    ambiguity: Literal["conflict", "ignore"] = "conflict"
    """Whether a contradiction flagged `different_entity` counts, or is IRRELEVANT."""
    average: Average = "macro"
    seed: int = 0
    resamples: int = 1000
    judge: JudgeSettings = field(default_factory=JudgeSettings)

    def __post_init__(self) -> None:
        for name, accepted in (("ambiguity", ("conflict", "ignore")), ("average", ("macro", "micro"))):
            if getattr(self, name) not in accepted:
                raise InputError(f"{name} is {getattr(self, name)!r}; expected {' or '.join(map(repr, accepted))}")
        if self.salient is not None and (not isinstance(self.salient, int) or self.salient < 1):
            raise InputError(f"salient is {self.salient!r}; expected a whole number >= 1")
        for name in ("resamples", "seed"):
            if not isinstance(getattr(self, name), int) or getattr(self, name) < 0:
                raise InputError(f"{name} is {getattr(self, name)!r}; expected a whole number >= 0")
        _ = self.options  # checks its own fields
        if self.decomposer is not None:
            DECOMPOSERS.load(self.decomposer)

    @property
    def options(self) -> Options:
        """The part that the metrics read."""
        return Options(undecided=self.undecided, conflicted_only=self.conflicted_only, min_weight=self.min_weight)

    def _claims_shown(self) -> dict[str, object]:
        """What else changes the claims."""
        from dissensus.decompose.parser import parser_version

        shown: dict[str, object] = {}
        if self.decomposer in (None, "clauses"):
            shown["parser"] = parser_version()
        if self.salient is not None:
            shown["salient"] = self.salient
        if self.drop_ambiguous:
            shown["ambiguous"] = "dropped"
        return shown

    def signature(self, judge: Judge) -> Signature:
        """The line that names everything that can change a figure of this run."""
        from importlib.metadata import version

        name = judge.spec.partition(":")[0]
        shown = {
            "judge": name,
            **judge.settings(),
            "mixed": self.judge.mixed,
            "decomposer": self.decomposer or "auto",
            **self._claims_shown(),
            "splitter": f"sentencex-{version('sentencex')}",
            "undecided": self.undecided,
            "conflicted_only": "yes" if self.conflicted_only else "no",
            "min_weight": self.min_weight,
            "ambiguity": self.ambiguity,
            "average": self.average,
            "bootstrap": f"{self.resamples}/seed{self.seed}",
        }
        return Signature.build(shown, __version__)


class Scorer:
    """Scores samples as they come; what has been scored stays scored when the rest is cut short."""

    def __init__(
        self, judge: str | Judge, settings: Settings, decompositions: Mapping[str, Decomposition] | None = None
    ) -> None:
        """Opens the judge, if it is not one yet.

        Args:
            judge: A spec, or an object that keeps the contract of :class:`dissensus.judges.Judge`.
            settings: How to score.
            decompositions: Claims already known, by sample id (of an earlier run).
        """
        self.settings = settings
        if not isinstance(judge, str) and not (
            isinstance(getattr(judge, "spec", None), str)
            and callable(getattr(judge, "settings", None))
            and callable(getattr(judge, "judge", None))
        ):
            raise InputError(
                f"judge is {judge!r}; expected a spec such as 'onnx', or an object with spec, settings() and judge()"
            )
        self.judge = open_judge(judge, settings.judge) if isinstance(judge, str) else judge
        self.signature = settings.signature(self.judge)
        self._known = decompositions or {}

    def iter_results(
        self, samples: Iterable[Sample], progress: Callable[[float, int], None] | None = None
    ) -> Iterator[SampleResult]:
        """Results in the order of the samples, judged a chunk of samples at a time.

        Args:
            samples: May be a stream; `progress` needs one with a length.
            progress: Called with (done, total) samples; done counts a part of the work on a sample.
        """
        total = len(samples) if isinstance(samples, Sequence) else 0
        chunk: list[tuple[Sample, Decomposition]] = []
        size = begun = 0

        def partly(done: int, of: int) -> None:
            if progress and total:
                progress(begun + len(chunk) * done / of, total)

        for sample in samples:
            part = self._known.get(sample.sample_id) or self._decompose(sample)
            chunk.append((sample, part))
            size += len(part.claims) * len(sample.documents)
            if size >= _CHUNK:
                yield from self._judge(chunk, partly)
                begun += len(chunk)
                chunk, size = [], 0
        yield from self._judge(chunk, partly)

    def _judge(self, chunk: list[tuple[Sample, Decomposition]], progress: Progress) -> Iterator[SampleResult]:
        requests = [
            Request(sample_id=sample.sample_id, claim=claim, document=document, question=sample.question)
            for sample, part in chunk
            for claim in part.claims
            for document in sample.documents
        ]
        left = iter(checked_records(self.judge.judge(requests, progress), requests, self.judge.spec))
        for sample, part in chunk:
            yield self._result(sample, part, tuple(islice(left, len(part.claims) * len(sample.documents))))

    def _decompose(self, sample: Sample) -> Decomposition:
        settings = self.settings
        return claims_of(
            sample, settings.decomposer, n_salient=settings.salient, drop_ambiguous=settings.drop_ambiguous
        )

    def _result(self, sample: Sample, part: Decomposition, labels: Sequence[ClaimLabel]) -> SampleResult:
        matrix = self._matrix(sample, part, labels)
        return SampleResult(
            sample=sample,
            claims=part.claims,
            skipped=part.skipped,
            notes=part.notes,
            labels=tuple(labels),
            metrics={
                name: replace(value, sample_id=sample.sample_id)
                for name, value in score_matrix(matrix, self.settings.options).items()
            },
            verdicts=matrix.verdicts(self.settings.min_weight),
            n_undecided=n_undecided(matrix),
        )

    def _matrix(self, sample: Sample, part: Decomposition, labels: Sequence[ClaimLabel]) -> LabelMatrix:
        if self.settings.ambiguity == "ignore":
            labels = [
                replace(r, label=Label.IRRELEVANT)
                if r.label is Label.CONTRADICTS and "different_entity" in r.flags
                else r
                for r in labels
            ]
        return LabelMatrix.from_labels([claim.claim_id for claim in part.claims], sample.documents, labels)

    def report(
        self,
        results: Iterable[SampleResult],
        errors: Sequence[RowError] = (),
        repairs: Sequence[Repair] = (),
        n_unfinished: int = 0,
    ) -> Report:
        """The figures over all results, with their intervals; `n_unfinished` samples were not come to."""
        samples = tuple(results)
        metrics = aggregate(
            [s.metrics for s in samples],
            [self._terms(s) for s in samples] if self.settings.average == "micro" else None,
            rng=np.random.default_rng(self.settings.seed),
            resamples=self.settings.resamples,
        )
        return Report(
            samples=samples,
            metrics={name: metrics[name] for name in METRIC_NAMES},
            signature=self.signature,
            settings={**asdict(self.settings), "judge_spec": self.judge.spec, **self.judge.settings()},
            errors=tuple(errors),
            repairs=tuple(repairs),
            n_unfinished=n_unfinished,
        )

    def _terms(self, result: SampleResult) -> dict[str, list[float]]:
        matrix = self._matrix(result.sample, Decomposition(claims=result.claims), result.labels)
        return claim_terms(matrix, self.settings.options)


def score(
    samples: Iterable[Mapping[str, Any] | Sample | RowError] | None = None,
    *,
    response: str | None = None,
    documents: Sequence[Any] | None = None,
    question: str | None = None,
    claims: Sequence[str] | None = None,
    judge: str | Judge = "onnx",
    thresholds: Mapping[str, float] | float | None = None,
    mixed: str = "stronger",
    evidence: str = "selected",
    threads: int | None = None,
    strict: bool = False,
    progress: Callable[[float, int], None] | None = None,
    **options: Any,
) -> Report:
    """ConflictScore of responses against the documents they were grounded on, with the evidence for both sides.

    Args:
        samples: Samples as mappings (`response`, `documents`, optional `question`, `claims`, `id`; other usual names
            are known too) or :class:`dissensus.Sample`. Leave it out and give `response` and `documents` for one.
        response: The response to check. An empty one is undefined, not an error.
        documents: Strings, mappings, :class:`dissensus.Document` or LangChain documents.
        question: The question that was asked.
        claims: The response's claims, if they are known.
        judge: `onnx` (embedded, offline), `onnx:DIR`, `precomputed:FILE`, `scripted:FILE`, or a judge object.
        thresholds: `supports` and `contradicts`, or one number for both, in (0, 1], instead of the judge's own.
        mixed: What a document that argues both sides counts as: `stronger`, `supports`, `contradicts`, `unscored`.
        evidence: Which passages of a long document a claim is read against: `selected` (near it) or `all`.
        threads: Worker threads; None for one per core.
        strict: Raise on the first bad sample instead of listing it in `errors`.
        progress: Called with (done, total) samples while the judge works.
        **options: Fields of :class:`dissensus.Settings`: decomposer, salient, drop_ambiguous, undecided, conflicted_only, min_weight,
            ambiguity, average, seed, resamples.

    Raises:
        InputError: A field is missing or wrong, before anything is judged.
        JudgeError: The judge cannot be loaded.

    Example:
        >>> import dissensus
        >>> report = dissensus.score(
        ...     response="The bridge opened in 1954.",
        ...     documents=["The bridge was opened in 1954.", "The bridge was not opened until 1961."],
        ... )
        >>> report.samples[0].verdicts["c1"].value
        'CONFLICTING'
    """
    accepted = {f.name for f in fields(Settings)} - {"judge"}
    for name in set(options) - accepted:
        raise InputError(f"score(): unknown option {name!r}. {did_you_mean(name, accepted)}")
    if isinstance(thresholds, int | float):
        thresholds = {"supports": thresholds, "contradicts": thresholds}
    judging = JudgeSettings(thresholds=thresholds or {}, mixed=mixed, evidence=evidence, threads=threads)
    settings = Settings(judge=judging, **options)
    single = samples is None
    if samples is None:
        row = {"response": response, "documents": documents, "question": question, "claims": claims}
        samples = [row]
    elif any(value is not None for value in (response, documents, question, claims)):
        raise InputError("score(): give either samples, or response and documents, not both")
    kept, errors, repairs = read_rows(samples, strict=strict or single, where="score()" if single else "samples")
    kept, lacking = with_claims(kept, settings.decomposer, "score()" if single else "samples")
    if lacking and (strict or single):
        raise InputError(lacking[0].message())
    errors += lacking
    scorer = Scorer(judge, settings)
    return scorer.report(scorer.iter_results(kept, progress), errors, repairs)
