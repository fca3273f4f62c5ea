"""Claims that came with the sample, written by a person or by another tool."""

from __future__ import annotations

from dissensus.decompose.base import Decomposition
from dissensus.errors import InputError
from dissensus.types import Claim, Sample


def decompose(sample: Sample) -> Decomposition:
    """The sample's own claims in their order, with offsets where the text occurs verbatim in the response.

    Raises:
        InputError: The sample carries no claims field.
    """
    if sample.claims is None:
        raise InputError(
            f"sample {sample.sample_id!r}: field \"claims\" is missing; the decomposer 'given' needs a list of strings. "
            "Add it, or use --decomposer sentences"
        )
    claims: list[Claim] = []
    position = 0
    for text in sample.claims:
        # Equal claims take successive occurrences; one out of order is looked for from the start.
        start = sample.response.find(text, position)
        start = sample.response.find(text) if start < 0 else start
        span = (start, start + len(text)) if start >= 0 else None
        position = span[1] if span else position
        claims.append(Claim(claim_id=f"c{len(claims) + 1}", text=text, span=span))
    return Decomposition(claims=tuple(claims))
