"""Every sentence that asserts something is a claim."""

from __future__ import annotations

from dissensus.decompose.base import Decomposition
from dissensus.decompose.nonclaims import nonclaim_reason
from dissensus.segment import typed_sentences
from dissensus.types import Claim, Sample, Skipped

_LAYOUT = ("code", "separator", "heading")


def decompose(sample: Sample) -> Decomposition:
    """The response's sentences, verbatim with offsets; layout, questions, greetings and refusals are skipped."""
    claims: list[Claim] = []
    skipped: list[Skipped] = []
    for span, kind in typed_sentences(sample.response):
        text = sample.response[slice(*span)]
        reason = kind if kind in _LAYOUT else nonclaim_reason(text)
        if reason:
            skipped.append(Skipped(text=text, span=span, reason=reason))
        else:
            claims.append(Claim(claim_id=f"c{len(claims) + 1}", text=text, span=span))
    return Decomposition(claims=tuple(claims), skipped=tuple(skipped))
