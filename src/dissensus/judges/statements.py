"""The sentences inside a passage that speak of a claim, each able to take a side of its own."""

from __future__ import annotations

from dissensus.segment import sentences
from dissensus.signals.alignment import content
from dissensus.types import Span

#: Share of the claim's content words that a sentence must hold to be read by itself.
SHARED = 0.25
#: Sentences of one passage that are read by themselves at most, those that share most.
MOST = 6


def statements(text: str, span: Span, claim: str) -> list[Span]:
    """Spans, into the text, of the sentences of a passage that share words with the claim, in order."""
    start, end = span
    wanted = content(claim)
    found = []
    for low, high in sentences(text[start:end]):
        shared = len(wanted & content(text[start + low : start + high]))
        if shared >= SHARED * max(1, len(wanted)):
            found.append((shared, (start + low, start + high)))
    strongest = sorted(found, key=lambda pair: -pair[0])[:MOST]
    return sorted(span for _, span in strongest)
