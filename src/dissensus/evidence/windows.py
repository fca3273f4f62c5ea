"""Long document -> overlapping passages of whole sentences, none of it lost."""

from __future__ import annotations

import re
from collections.abc import Callable

from dissensus.segment import sentences
from dissensus.types import Span

Measure = Callable[[list[str]], list[int]]


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
            pieces += [(piece, budget) for piece in _cut(text, span, size, budget)]
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


def _cut(text: str, span: Span, size: int, budget: int) -> list[Span]:
    """Pieces of one over-long sentence, cut at white space, or anywhere in text that has none."""
    start, end = span
    # Sizes are taken as evenly spread over the characters; the margin absorbs words that are dearer than average.
    step = max(1, int((end - start) * budget / size * 0.7))
    found = []
    while True:
        stop = min(end, start + step)
        if stop < end:
            breaks = [m.end() for m in re.finditer(r"\s+", text[start:stop])]
            if breaks and breaks[-1] > step // 2:
                stop = start + breaks[-1]
        found.append((start, stop))
        if stop >= end:
            return found
        start = _word_start(text, start, stop - max(0, (stop - start) // 4))


def _word_start(text: str, low: int, position: int) -> int:
    """The start of the word at a position, or the position itself when no white space is near."""
    space = max(text.rfind(" ", low, position), text.rfind("\n", low, position))
    return space + 1 if space > low and position - space < 40 else position
