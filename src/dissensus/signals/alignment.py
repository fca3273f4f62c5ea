"""Which sentence of a passage speaks of what a claim says, and how much of the claim it holds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from dissensus.segment import sentences
from dissensus.types import Span
from dissensus.words import Word, words


@dataclass(frozen=True, slots=True, kw_only=True)
class Aligned:
    """The sentence of a passage that is nearest to a claim in words."""

    span: Span
    """Its place in the passage."""
    text: str
    covered: float
    """Share of the claim's content words, numbers aside, that the sentence holds, in [0, 1]."""
    covered_by_passage: float
    """The same of the whole passage."""
    returned: float
    """Share of the sentence's content words that the claim holds."""


@lru_cache(maxsize=4096)
def split(passage: str) -> tuple[tuple[Span, str, frozenset[str]], ...]:
    """Sentences of a passage: span, text and stems of the content words."""
    return tuple((span, passage[slice(*span)], content(passage[slice(*span)])) for span in sentences(passage))


@lru_cache(maxsize=8192)
def content(text: str) -> frozenset[str]:
    """Stems of the content words of a text, numbers aside."""
    return frozenset(word.stem for word in words(text) if is_content(word))


def is_content(word: Word) -> bool:
    """Whether a word says what the text is about; numbers are compared elsewhere."""
    return word.content and not word.text[0].isdigit()


def align(claim: str, passage: str) -> Aligned:
    """The sentence that holds most of the claim's words, the shorter of two that hold as many.

    A passage without a sentence is one.
    """
    wanted = content(claim)
    parts = split(passage) or (((0, len(passage)), passage, content(passage)),)
    best = max(parts, key=lambda part: (len(wanted & part[2]) / math.sqrt(len(part[2]) + 4), -part[0][0]))
    everything = frozenset().union(*(part[2] for part in parts))
    n = max(1, len(wanted))
    return Aligned(
        span=best[0],
        text=best[1],
        covered=len(wanted & best[2]) / n,
        covered_by_passage=len(wanted & everything) / n,
        returned=len(wanted & best[2]) / max(1, len(best[2])),
    )
