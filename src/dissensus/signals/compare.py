"""A claim beside a passage: everything the rules see, as observations and as signals for the combiner."""

from __future__ import annotations

from dataclasses import dataclass, field

from dissensus.opposition import Condition, Opposition, conditions, negations, oppositions
from dissensus.quantities import Match, Relation, match, values
from dissensus.signals.alignment import Aligned, align
from dissensus.signals.names import Names, compare_names
from dissensus.types import Span

#: How surely two values must measure the same thing for their difference to be told as a clash.
SAME_THING = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One thing that a claim and a passage say differently, or the same in another form."""

    kind: str
    """numeric, date, version, negation, antonym, entity; or unit_equal, hedge, restatement, refinement,
    different_attribute, exception, superseded, scope where the difference is no clash."""
    claim_text: str
    passage_text: str
    claim_span: Span
    passage_span: Span
    """Half-open, into the passage."""
    strength: float
    """How surely it bears on the claim, in [0, 1]."""
    reason: str
    """What the comparison said, in a short code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What was compared."""

    aligned: Aligned
    matches: tuple[Match, ...]
    n_values: int
    """Values in the claim."""
    oppositions: tuple[Opposition, ...]
    claim_conditions: tuple[Condition, ...]
    passage_conditions: tuple[Condition, ...]
    names: Names
    n_negations: tuple[int, int]
    """Negations in the claim and in the nearest sentence."""
    observations: tuple[Observation, ...] = field(default=())


_HEDGES = frozenset({"hedge", "within_range", "overlapping_ranges"})


def clash_kind(kind: str) -> str:
    """The kind of clash that values of this kind make."""
    return {"date": "date", "version": "version"}.get(kind, "numeric")


def observe(claim: str, passage: str) -> Signals:
    """Everything the rules see of one pair. Never raises; linear in the texts."""
    aligned = align(claim, passage)
    matches = match(claim, passage)
    found = oppositions(claim, aligned.text)
    names = compare_names(claim, aligned.text, passage)
    signals = Signals(
        aligned=aligned,
        matches=matches,
        n_values=len(values(claim)),
        oppositions=found,
        claim_conditions=conditions(claim),
        passage_conditions=conditions(aligned.text),
        names=names,
        n_negations=(len(negations(claim)), len(negations(aligned.text))),
    )
    return Signals(
        **{name: getattr(signals, name) for name in Signals.__slots__ if name != "observations"},
        observations=tuple(_observations(signals)),
    )


def _observations(signals: Signals) -> list[Observation]:
    offset = signals.aligned.span[0]
    listed = [_of_match(m) for m in signals.matches]
    for o in signals.oppositions:
        low, high = o.passage_span
        listed.append(
            Observation(
                kind="antonym" if o.kind == "antonym" else "negation",
                claim_text=o.claim_text,
                passage_text=o.passage_text,
                claim_span=o.claim_span,
                passage_span=(low + offset, high + offset),
                strength=o.strength,
                reason=o.kind,
            )
        )
    for (missing, where), (instead, there) in zip(signals.names.missing, signals.names.instead, strict=False):
        listed.append(
            Observation(
                kind="entity",
                claim_text=missing,
                passage_text=instead,
                claim_span=where,
                passage_span=(there[0] + offset, there[1] + offset),
                strength=signals.aligned.covered,
                reason="other_name",
            )
        )
    return sorted(listed, key=lambda o: -o.strength)


def _of_match(m: Match) -> Observation:
    relation, reason = m.comparison.relation, m.comparison.reason
    if relation is Relation.INCOMPATIBLE:
        kind = clash_kind(m.a.kind) if m.affinity >= SAME_THING else "different_attribute"
    elif relation is Relation.NOT_COMPARABLE:
        kind = "different_attribute"
    elif reason == "unit_equal":
        kind = "unit_equal"
    elif reason in _HEDGES:
        kind = "hedge"
    elif reason == "granularity":
        kind = "refinement"
    else:
        kind = "restatement"
    return Observation(
        kind=kind,
        claim_text=m.a.text,
        passage_text=m.b.text,
        claim_span=m.a.span,
        passage_span=m.b.span,
        strength=m.affinity,
        reason=reason,
    )
