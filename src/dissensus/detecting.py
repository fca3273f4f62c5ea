"""The verb `detect`: documents in, their conflicts out, before anything is generated from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from dissensus._version import __version__
from dissensus.conflicts import candidates, copies, heuristic, pairs
from dissensus.conflicts.categories import categorise
from dissensus.conflicts.graph import ConflictGraph
from dissensus.conflicts.model import Coverage, Detection, DocConflict, Quote, by_score
from dissensus.conflicts.register import RegisterReader
from dissensus.conflicts.statements import Statement, statements
from dissensus.errors import InputError, did_you_mean
from dissensus.io import Repair, RowError, read_rows, to_json
from dissensus.judges import Judge, JudgeSettings, open_judge
from dissensus.judges.base import Progress
from dissensus.signature import Signature
from dissensus.types import SCHEMA_VERSION, Sample

Vectors = npt.NDArray[np.float32]


@runtime_checkable
class Embedder(Protocol):
    """Texts -> vectors, shape (n, d) float32, rows of unit length; None where the model gives none."""

    def embed(self, texts: list[str]) -> Vectors | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectSettings:
    """How to look for conflicts; every field is part of the signature unless it cannot change a result."""

    detector: Literal["judge", "heuristic"] = "judge"
    """`judge`: near statements, judged both ways; `heuristic`: the two rules of the pipeline article."""
    threshold: float | None = None
    """Mean probability of contradiction, both ways, from which a pair is a conflict, in (0, 1]; None is the judge's
    own, and its labels decide where it has none."""
    per_pair: int = 8
    """Pairs of statements judged at most for one pair of documents."""
    limit: int = 2000
    """Pairs of statements judged at most for one set of documents, the nearest first; what is left is counted."""
    topic_gate: float = heuristic.TOPIC_GATE
    """Of `heuristic`: least similarity of two documents on one topic."""
    judge: JudgeSettings = field(default_factory=JudgeSettings)

    def __post_init__(self) -> None:
        if self.detector not in ("judge", "heuristic"):
            raise InputError(
                f"Unknown detector {self.detector!r}. {did_you_mean(self.detector, ('judge', 'heuristic'))}"
            )
        if self.threshold is not None and not (isinstance(self.threshold, int | float) and 0 < self.threshold <= 1):
            raise InputError(f"threshold is {self.threshold!r}; expected a number in (0, 1]")
        for name in ("per_pair", "limit"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise InputError(f"{name} is {value!r}; expected a whole number >= 1")
        if not isinstance(self.topic_gate, int | float) or not -1 <= self.topic_gate <= 1:
            raise InputError(f"topic_gate is {self.topic_gate!r}; expected a number in [-1, 1]")


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectReport:
    """Conflicts of every set of documents."""

    samples: tuple[Detection, ...]
    signature: Signature
    settings: Mapping[str, Any]
    errors: tuple[RowError, ...] = ()
    repairs: tuple[Repair, ...] = ()
    n_unfinished: int = 0

    @property
    def conflicts(self) -> tuple[DocConflict, ...]:
        """Of all sets, in their order."""
        return tuple(c for sample in self.samples for c in sample.conflicts)

    def to_dict(self) -> dict[str, Any]:
        """JSON shape: detect's report.json."""
        torn = sum(bool(s.conflicts) for s in self.samples)
        return {
            "schema_version": SCHEMA_VERSION,
            "signature": str(self.signature),
            "n_samples": len(self.samples),
            "n_samples_in_conflict": torn,
            "n_conflicts": len(self.conflicts),
            "n_set_aside": sum(len(s.set_aside) for s in self.samples),
            "n_pairs_unscored": sum(s.coverage.n_unscored for s in self.samples),
            "n_errors": len(self.errors),
            "n_unfinished": self.n_unfinished,
            "samples": [{**s.to_dict(), "graph": ConflictGraph.of(s).to_dict()} for s in self.samples],
        }

    def to_json(self, *, pretty: bool = True) -> str:
        """report.json as text."""
        return to_json(self.to_dict(), pretty=pretty)

    def __str__(self) -> str:
        from dissensus.report.conflicts import render_text

        return render_text(self)


class ConflictFinder:
    """Finds conflicts in sets of documents as they come."""

    def __init__(self, judge: str | Judge = "onnx", settings: DetectSettings | None = None) -> None:
        """Opens the judge, if it is not one yet; `heuristic` needs the embedder alone."""
        self.settings = settings or DetectSettings()
        self.judge: Judge | None = None
        if self.settings.detector == "judge":
            self.judge = open_judge(judge, self.settings.judge) if isinstance(judge, str) else judge
        self.embedder = _embedder(self.judge, self.settings.judge)
        self._registers = RegisterReader(self.embedder)
        self.threshold = self.settings.threshold
        if self.threshold is None and self.judge is not None:
            self.threshold = getattr(getattr(self.judge, "model", None), "documents_threshold", None)
        self.signature = self._signature()

    def _signature(self) -> Signature:
        s = self.settings
        shown: dict[str, object] = {"detector": s.detector}
        if self.judge is not None:
            shown |= {
                "judge": self.judge.spec.partition(":")[0],
                **self.judge.settings(),
                "documents_threshold": "labels" if self.threshold is None else self.threshold,
                "per_pair": s.per_pair,
                "limit": s.limit,
            }
        else:
            shown["topic_gate"] = s.topic_gate
        return Signature.build(shown, __version__)

    def find(self, sample: Sample, progress: Progress | None = None) -> Detection:
        """The conflicts among the documents of one sample."""
        documents = sample.documents
        groups = copies.origins(documents)
        first = {group[0] for group in groups}
        listed, n_boilerplate = statements(documents)
        listed = [s for s in listed if s.doc_id in first]
        if self.judge is None:
            return self._by_rules(sample, groups, listed, n_boilerplate)
        vectors = self.embedder.embed([s.read for s in listed]) if listed else None
        near = candidates.candidates(
            listed, [s.row for s in listed], vectors, per_pair=self.settings.per_pair, question=sample.question
        )
        chosen = near[: self.settings.limit]
        conflicts, aside, n_unscored = pairs.judge_pairs(
            documents, listed, chosen, self.judge, self.threshold, sample.question, progress
        )
        coverage = Coverage(
            n_documents=len(documents),
            n_origins=len(groups),
            n_statements=len(listed),
            n_boilerplate=n_boilerplate,
            n_pairs_possible=_possible(listed),
            n_candidates=len(near),
            n_pairs_judged=len(chosen),
            n_unscored=n_unscored,
        )
        return Detection(
            sample_id=sample.sample_id,
            documents=documents,
            question=sample.question,
            conflicts=self._categorised(conflicts, sample),
            set_aside=aside,
            origins=groups,
            coverage=coverage,
        )

    def _by_rules(
        self, sample: Sample, groups: tuple[tuple[str, ...], ...], listed: Sequence[Statement], n_boilerplate: int
    ) -> Detection:
        first = {group[0] for group in groups}
        kept = [d for d in sample.documents if d.doc_id in first and d.text.strip()]
        vectors = self.embedder.embed([d.text for d in kept]) if kept else None
        fired = heuristic.pairs(kept, vectors, self.settings.topic_gate) if vectors is not None else []
        conflicts = []
        for i, j, kind, similarity in fired:
            one = heuristic.telling([s for s in listed if s.doc_id == kept[i].doc_id], kind)
            other = heuristic.telling([s for s in listed if s.doc_id == kept[j].doc_id], kind)
            if one is None or other is None:
                continue
            quotes = Quote.of(kept[i], one.span), Quote.of(kept[j], other.span)
            conflicts.append(DocConflict.between(*quotes, kind, (similarity, similarity)))
        n_pairs = len(kept) * (len(kept) - 1) // 2
        coverage = Coverage(
            n_documents=len(sample.documents),
            n_origins=len(groups),
            n_statements=len(listed),
            n_boilerplate=n_boilerplate,
            n_pairs_possible=n_pairs,
            n_candidates=n_pairs,
            n_pairs_judged=n_pairs,
        )
        return Detection(
            sample_id=sample.sample_id,
            documents=sample.documents,
            question=sample.question,
            conflicts=self._categorised(by_score(conflicts), sample),
            origins=groups,
            coverage=coverage,
            notes=("pairs are pairs of documents: the rules read them whole",),
        )

    def _categorised(self, conflicts: Sequence[DocConflict], sample: Sample) -> tuple[DocConflict, ...]:
        """The conflicts with their categories; only the documents in conflict are read for it."""
        torn = {doc_id for c in conflicts for doc_id in c.doc_ids}
        registers = self._registers.read([d for d in sample.documents if d.doc_id in torn])
        return tuple(categorise(c, sample.documents, registers, sample.question) for c in conflicts)

    def iter_results(
        self, samples: Iterable[Sample], progress: Callable[[float, int], None] | None = None
    ) -> Iterator[Detection]:
        """Detections in the order of the samples; `progress` is called with (done, total) samples."""
        total = len(samples) if isinstance(samples, Sequence) else 0
        for n, sample in enumerate(samples):

            def partly(done: int, of: int, begun: int = n) -> None:
                if progress and total:
                    progress(begun + done / max(1, of), total)

            yield self.find(sample, partly)

    def report(
        self,
        results: Iterable[Detection],
        errors: Sequence[RowError] = (),
        repairs: Sequence[Repair] = (),
        n_unfinished: int = 0,
    ) -> DetectReport:
        """All detections with the line that says how they were made."""
        spec = {"judge_spec": self.judge.spec} if self.judge is not None else {}
        return DetectReport(
            samples=tuple(results),
            signature=self.signature,
            settings={**asdict(self.settings), **spec},
            errors=tuple(errors),
            repairs=tuple(repairs),
            n_unfinished=n_unfinished,
        )


def _embedder(judge: Judge | None, settings: JudgeSettings) -> Embedder:
    """The judge's own encoder where it has one, else the embedded one."""
    model = getattr(judge, "model", None)
    if isinstance(model, Embedder):
        return model
    from dissensus.judges.onnx import SHIPPED, OnnxModel

    return OnnxModel(SHIPPED, settings.threads)


def _possible(listed: Sequence[Statement]) -> int:
    """Pairs of statements of different documents."""
    sizes: dict[int, int] = {}
    for s in listed:
        sizes[s.row] = sizes.get(s.row, 0) + 1
    n = len(listed)
    return (n * n - sum(size * size for size in sizes.values())) // 2


def detect(
    documents: Sequence[Any],
    *,
    question: str | None = None,
    judge: str | Judge = "onnx",
    thresholds: Mapping[str, float] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Detection:
    """The conflicts among documents, each with both quotes, its kind and category, and what was compared.

    Args:
        documents: Strings, mappings, :class:`dissensus.Document` or LangChain documents.
        question: What they were retrieved for.
        judge: As for :func:`dissensus.score`.
        thresholds: Of the judge.
        threads: Worker threads; None for one per core.
        progress: Called with (done, total) pairs.
        **options: Fields of :class:`dissensus.DetectSettings`: detector, threshold, per_pair, limit, topic_gate.

    Raises:
        InputError: A document cannot be used, or an option is wrong.
        JudgeError: The judge cannot be loaded.

    Example:
        >>> import dissensus
        >>> found = dissensus.detect(["The bridge opened in 1954.", "The bridge was opened in 1961."])
        >>> [(c.kind, c.a.text, c.b.text) for c in found.conflicts]
        [('date', 'The bridge opened in 1954.', 'The bridge was opened in 1961.')]
    """
    accepted = {f.name for f in fields(DetectSettings)} - {"judge"}
    for name in set(options) - accepted:
        raise InputError(f"detect(): unknown option {name!r}. {did_you_mean(name, accepted)}")
    settings = DetectSettings(judge=JudgeSettings(thresholds=thresholds or {}, threads=threads), **options)
    row = {"documents": documents, "question": question}
    (sample,), _, _ = read_rows([row], strict=True, where="detect()", needs_response=False)
    return ConflictFinder(judge, settings).find(sample, progress)
