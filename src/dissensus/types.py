"""The nouns of dissensus: frozen records that every part passes on and every file holds.

Metrics are arithmetic on :class:`ClaimLabel` records. Labels given by a person, by the embedded model or by a rule
are the same record, so judging a judge is comparing two label files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

SCHEMA_VERSION = "1"


class Label(StrEnum):
    """What one document says about one claim."""

    SUPPORTS = "SUPPORTS"
    CONTRADICTS = "CONTRADICTS"
    IRRELEVANT = "IRRELEVANT"


#: Order of labels in every array of probabilities: index 0, 1, 2.
LABELS: tuple[Label, Label, Label] = (Label.SUPPORTS, Label.CONTRADICTS, Label.IRRELEVANT)

#: Names that other data and models use for the three labels, lower-cased (SNLI/MultiNLI, FEVER, VitaminC, stance sets).
LABEL_NAMES: Mapping[str, Label] = {
    **dict.fromkeys(("supports", "support", "supported", "entailment", "entails", "entail", "agree"), Label.SUPPORTS),
    **dict.fromkeys(
        ("contradicts", "contradict", "contradiction", "contradicted", "refutes", "refute", "refuted", "disagree"),
        Label.CONTRADICTS,
    ),
    **dict.fromkeys(
        ("irrelevant", "neutral", "not enough info", "not_enough_info", "nei", "unrelated", "none"), Label.IRRELEVANT
    ),
}


def parse_label(name: object) -> Label | None:
    """The label a name stands for, or None when it stands for none (the caller says why the pair is unscored)."""
    return LABEL_NAMES.get(name.strip().lower()) if isinstance(name, str) else None


class Verdict(StrEnum):
    """A claim's state over all of its documents."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    CONFLICTING = "CONFLICTING"
    NO_EVIDENCE = "NO_EVIDENCE"


#: Why two texts clash.
CLASH_KINDS = ("numeric", "date", "version", "negation", "antonym", "entity", "statement")
#: Why two texts only seem to clash.
REASON_CODES = (
    "superseded",
    "exception",
    "list_valued",
    "refinement",
    "homonym",
    "scope",
    "hedge",
    "restatement",
    "different_attribute",
    "unit_equal",
)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A text the response was grounded on."""

    doc_id: str
    """Unique within its sample."""
    text: str
    """The whole text; evidence offsets count its code points."""
    title: str | None = None
    source: str | None = None
    """Where it comes from: a URL, a file, a publisher."""
    published: date | None = None
    weight: float = 1.0
    """Reliability of the source, >= 0; 1 leaves the metrics unweighted."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """Every other field of the input, unchanged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One response and the documents to hold it against."""

    sample_id: str
    response: str
    documents: tuple[Document, ...]
    question: str | None = None
    claims: tuple[str, ...] | None = None
    """Claims that came with the input; used by the decomposer `given`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A pronoun or bare reference in a claim that could not safely be replaced."""

    text: str
    guess: str | None = None
    """What it most likely stands for; None when nothing before it fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A statement of the response that is checked against every document."""

    claim_id: str
    """Unique within its sample: c1, c2 ... in the order of the response."""
    text: str
    span: Span | None = None
    """Half-open offsets into the response; None when the text is not verbatim in it."""
    sentence: str | None = None
    """The sentence the claim comes from, when it is not the claim itself."""
    parts: tuple[Span, ...] = ()
    """Where the words of a rewritten claim stand in the response, in the claim's order; empty for a verbatim one."""
    ambiguous: tuple[Reference, ...] = ()
    """References whose meaning the claim alone does not give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A part of the response that is not a claim."""

    text: str
    span: Span
    reason: str
    """question, greeting, refusal, code, separator, heading or no_words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A passage of a document, verbatim: `document.text[start:end] == text`."""

    doc_id: str
    start: int
    end: int
    text: str
    label: Label
    """The side this passage is the strongest for."""
    score: float
    """Calibrated probability of that label, in [0, 1]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One thing that a claim and a document say differently, or alike in another form."""

    kind: str
    """One of CLASH_KINDS or REASON_CODES."""
    claim_text: str
    document_text: str
    """Verbatim: `document.text[start:end]`."""
    start: int
    end: int
    strength: float
    """How surely it bears on the claim, in [0, 1]."""
    detail: str
    """What the comparison said: different_value, outside_bound, unit_equal, other_name ..."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLabel:
    """What one judge says of one (claim, document) pair: the record that everything else is computed from."""

    sample_id: str
    claim_id: str
    doc_id: str
    label: Label | None
    """None when unscored; `unscored_reason` then says why."""
    judge: str
    probs: tuple[float, float, float] | None = None
    """Calibrated probabilities of the deciding passage, in the order of LABELS; None when the judge gives none."""
    support: Evidence | None = None
    """The passage most likely to support the claim, whether or not it passed the threshold."""
    contradict: Evidence | None = None
    """The passage most likely to contradict it, likewise. Both are kept so that labels can be re-thresholded."""
    mixed: bool = False
    """One passage supports and another contradicts; `label` is then what the mixed policy chose."""
    kind: str | None = None
    """Of a contradiction, its kind (CLASH_KINDS); else the reason why the texts only seem to clash (REASON_CODES), where
    they speak of the same thing; None where the judge does not say."""
    reasons: tuple[Reason, ...] = ()
    """What was seen in the deciding passage, the strongest first."""
    flags: tuple[str, ...] = ()
    truncated: bool = False
    """True when some of the claim did not fit the judge and was not read."""
    coverage: float = 1.0
    """Share of the document's characters that the judge read."""
    unscored_reason: str | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The passages that decided: the label's own side, and the other side too when mixed."""
        sides = {Label.SUPPORTS: self.support, Label.CONTRADICTS: self.contradict}
        wanted = list(sides) if self.mixed else [self.label] if self.label in sides else []
        return tuple(e for e in (sides[side] for side in wanted) if e is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricValue:
    """A figure with everything needed to quote it."""

    metric: str
    value: float | None
    """None when undefined; `undefined_reason` then says why. Never 0 for "nothing to measure"."""
    n_scored: int
    """Units that entered the figure: (claim, document) pairs for one sample, samples for a file."""
    n_unscored: int
    """Units that could not."""
    sample_id: str = "all"
    interval: tuple[float, float] | None = None
    """Bootstrap confidence interval; None where there is nothing to resample."""
    bounds: tuple[float, float] | None = None
    """Range the figure could take if the unscored pairs were labelled; equal ends when there are none."""
    undefined_reason: str | None = None
