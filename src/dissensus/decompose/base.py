"""The contract of a decomposer, the registry that names them, and the choice among the claims they find."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from dissensus.decompose.salience import salient
from dissensus.registry import Registry
from dissensus.types import Claim, Sample, Skipped

DEFAULT = "clauses"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """The claims of a response, and what was left out of them."""

    claims: tuple[Claim, ...]
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    """What the user should know of how it was done."""


class Decomposer(Protocol):
    """Splits a response into claims. Pure: the same sample gives the same claims, in the order of the response."""

    def __call__(self, sample: Sample) -> Decomposition: ...


DECOMPOSERS = Registry(
    "decomposer",
    {
        "clauses": "dissensus.decompose.clauses:decompose",
        "sentences": "dissensus.decompose.sentences:decompose",
        "whole": "dissensus.decompose.whole:decompose",
        "given": "dissensus.decompose.given:decompose",
    },
)


def claims_of(
    sample: Sample, decomposer: str | None = None, *, n_salient: int | None = None, drop_ambiguous: bool = False
) -> Decomposition:
    """The claims of a sample's response, and what was left out.

    Args:
        sample: Its response is split; documents and question are not looked at.
        decomposer: A name in DECOMPOSERS; None takes the claims that came with the sample, else `clauses`.
        n_salient: Keep the so many most informative, distinct claims; None keeps all.
        drop_ambiguous: Leave out claims with a reference that could not be resolved.

    Raises:
        DissensusError: The decomposer is unknown.
        InputError: `given`, and the sample carries no claims.
    """
    name = decomposer or ("given" if sample.claims is not None else DEFAULT)
    found: Decomposition = DECOMPOSERS.load(name)(sample)
    claims, skipped = list(found.claims), list(found.skipped)
    if drop_ambiguous:
        skipped += [_left_out(c, "ambiguous", sample.response) for c in claims if c.ambiguous]
        claims = [c for c in claims if not c.ambiguous]
    if n_salient is not None:
        claims, others = salient(claims, n_salient)
        skipped += [_left_out(c, "not_salient", sample.response) for c in others]
    if len(claims) == len(found.claims):
        return found
    numbered = tuple(replace(c, claim_id=f"c{n}") for n, c in enumerate(claims, 1))
    return replace(found, claims=numbered, skipped=tuple(sorted(skipped, key=lambda s: s.span)))


def _left_out(claim: Claim, reason: str, response: str) -> Skipped:
    """A claim that was found and not kept, over the stretch of the response that it comes from."""
    spans = [claim.span] if claim.span else list(claim.parts) or [(0, len(response))]
    span = (min(s for s, _ in spans), max(e for _, e in spans))
    return Skipped(text=claim.text, span=span, reason=reason)
