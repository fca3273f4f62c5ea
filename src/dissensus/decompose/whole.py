"""The whole response is one claim: the cheapest of the variants that the ConflictScore authors name."""

from __future__ import annotations

from dissensus.decompose.base import Decomposition
from dissensus.decompose.sentences import decompose as by_sentence
from dissensus.types import Claim, Sample


def decompose(sample: Sample) -> Decomposition:
    """One claim from the first to the last asserting sentence; none when no sentence asserts anything."""
    parts = by_sentence(sample)
    spans = [claim.span for claim in parts.claims if claim.span]
    if not spans:
        return parts
    start, end = spans[0][0], spans[-1][1]
    claim = Claim(claim_id="c1", text=sample.response[start:end], span=(start, end))
    outside = tuple(s for s in parts.skipped if s.span[1] <= start or s.span[0] >= end)
    return Decomposition(claims=(claim,), skipped=outside)
