"""Names on both sides: which the claim gives that the passage does not, and which stand there instead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from dissensus.types import Span
from dissensus.words import Word, words

_NOT_NAMES = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday i mr mrs ms dr q1 q2 q3 q4 answer question""".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """How the names of a claim and of the sentence nearest to it agree."""

    shared: tuple[str, ...]
    missing: tuple[tuple[str, Span], ...]
    """Names of the claim that the whole passage never gives, with their place in the claim."""
    instead: tuple[tuple[str, Span], ...]
    """Names of the nearest sentence that the claim does not give, with their place in that sentence."""


@lru_cache(maxsize=8192)
def names(text: str) -> tuple[tuple[str, Span, frozenset[str]], ...]:
    """Runs of capitalised words: text, span and stems. A sentence's first word counts where a name follows it or it
    stands with a capital elsewhere too."""
    found: list[list[Word]] = []
    listed = words(text)
    elsewhere = {word.lower for word in listed if word.capital}
    plain = {word.lower for word in listed if word.text[0].islower()}
    end = -2
    for at, word in enumerate(listed):
        following = listed[at + 1] if at + 1 < len(listed) else None
        first = word.opens and word.text[0].isupper() and word.content and word.lower not in plain
        starts = first and (
            word.lower in elsewhere
            or (following is not None and following.capital and following.span[0] == word.span[1] + 1)
        )
        if (word.capital or starts) and word.lower not in _NOT_NAMES and (len(word.text) > 1 or word.text not in "AI"):
            if found and word.span[0] <= end + 1 and "\n" not in text[end : word.span[0]]:
                found[-1].append(word)
            else:
                found.append([word])
            end = word.span[1]
    return tuple(
        (text[run[0].span[0] : run[-1].span[1]], (run[0].span[0], run[-1].span[1]), frozenset(w.stem for w in run))
        for run in found
    )


def compare_names(claim: str, sentence: str, passage: str) -> Names:
    """Names shared, missing from the passage, and standing in the sentence instead."""
    said = {word.stem for word in words(claim)}
    held = {word.stem for word in words(passage)}
    of_claim, of_sentence = names(claim), names(sentence)
    return Names(
        shared=tuple(text for text, _, stems in of_claim if stems & held),
        missing=tuple((text, span) for text, span, stems in of_claim if not stems & held),
        instead=tuple((text, span) for text, span, stems in of_sentence if not stems & said),
    )
