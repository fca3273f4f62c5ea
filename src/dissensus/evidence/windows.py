"""Long document -> overlapping passages of whole sentences, none of it lost."""

from __future__ import annotations

import re
from collections.abc import Callable

from dissensus.segment import sentences
from dissensus.types import Span

Measure = Callable[[list[str]], list[int]]
_LONG_WORD = 24  # characters; anything longer may be cut inside


def windows(text: str, budget: int, measure: Measure, overlap: int = 1) -> list[Span]:
    """Half-open spans of passages that together cover every sentence of the text.

    Sentences are packed greedily; the next passage starts `overlap` sentences before the end of the last, so that a
    statement and the sentence it leans on meet in one passage. A sentence over the budget is cut at white space into
    pieces that overlap by a quarter. No passage is empty; a text without any word has none.

    Args:
        text: The document.
        budget: Largest size of a passage, in the unit of `measure`.
        measure: Sizes of texts (tokens of the judge's model). Should be additive to within a token per sentence.
        overlap: Sentences shared by neighbouring passages.
    """
    parts = sentences(text)
    sizes = measure([text[start:end] for start, end in parts])
    pieces: list[tuple[Span, int]] = []
    for span, size in zip(parts, sizes, strict=True):
        if size <= budget:
            pieces.append((span, size))
        else:
            pieces += _cut(text, span, budget, measure)
    found: list[Span] = []
    first = 0
    while first < len(pieces):
        last, total = first, pieces[first][1]
        while last + 1 < len(pieces) and total + pieces[last + 1][1] <= budget:
            last += 1
            total += pieces[last][1]
        found.append((pieces[first][0][0], pieces[last][0][1]))
        if last + 1 >= len(pieces):
            break
        # Step back by the overlap, but always forward of where this passage began.
        first = max(first + 1, last + 1 - overlap)
        while first <= last and sum(size for _, size in pieces[first : last + 2]) > budget:
            first += 1
    return found


def _cut(text: str, span: Span, budget: int, measure: Measure) -> list[tuple[Span, int]]:
    """Pieces of one over-long sentence with their sizes, cut between words; neighbours share about a quarter."""
    start, end = span
    longest = max(1, min(_LONG_WORD, budget))
    # A "word" without white space may be anything: base64, or a whole text in a script that has none.
    words = [
        (low, min(low + longest, match.end()))
        for match in re.finditer(r"\S+", text[start:end])
        for low in range(match.start(), match.end(), longest)
    ]
    sizes = measure([text[start + low : start + high] for low, high in words])
    found: list[tuple[Span, int]] = []
    first = 0
    while True:
        last, total = first, sizes[first]
        while last + 1 < len(words) and total + sizes[last + 1] <= budget:
            last += 1
            total += sizes[last]
        found.append(((start + words[first][0], start + words[last][1]), total))
        if last + 1 == len(words):
            return found
        shared = 0
        following = last + 1
        while following - 1 > first and shared + sizes[following - 1] <= budget // 4:
            following -= 1
            shared += sizes[following]
        first = following
