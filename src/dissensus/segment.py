"""Sentences with offsets, for responses and for documents alike.

Stands on sentencex (MIT), which knows abbreviations, decimals, URLs and initials in many languages. What it does not
know is layout: list items, headings and table rows end a sentence without a full stop. Lines are therefore grouped
into blocks first, and each block is split alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

import sentencex

from dissensus.types import Span

_MARKER = re.compile(
    r"[ \t]*(?:[-*+•‣▪–]|\d{1,3}[.)]|[a-z][.)]|[A-Z]\)|\(\d{1,3}\))[ \t]+|[ \t]*#{1,6}[ \t]+|[ \t]*>[ \t]?(?![ \t]*\d)"
)
_BOLD_LINE = re.compile(r"[ \t]*(?:\*\*[^*]+\*\*|__[^_]+__):?[ \t]*$")
_FENCE = re.compile(r"[ \t]*(?:```[^`]*$|~~~)")
_UNDERLINE = re.compile(r"[ \t]*(?:={3,}|-{3,})[ \t]*$")
_CODE_LINE = re.compile(r"[ \t]*(`{1,3})[^`]+\1[ \t]*$")
_TABLE_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}$|[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$")
# Full stops that need no space after them, with the closing quotes and brackets that belong to the sentence.
_FOREIGN_STOP = re.compile(r"[。！？；｡।॥؟۔]+[”’\"'»」』）)\]]*")


def blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """Spans of text that a sentence cannot cross, in order, each with what it is: text, item, heading, row or code.

    Paragraphs end at blank lines; list items, headings and table rows at their line's end; a fenced code block is one
    block. Markers and blank lines belong to no block; horizontal rules and table separators are `separator`.
    """
    start: int | None = None
    kind = "text"
    fenced: int | None = None
    position = 0
    for line in text.splitlines(keepends=True):
        end, body = position + len(line), line.rstrip()
        bare = body.lstrip()  # patterns with optional space on both sides are slow on a long run of it
        if fenced is not None:
            if _FENCE.match(line):
                yield fenced, end, "code"
                fenced = None
        elif _FENCE.match(line):
            if start is not None:
                yield start, position, kind
            start, fenced = None, position
        else:
            marker = _MARKER.match(line)
            bold = _BOLD_LINE.match(bare)  # a line all in bold stands over what follows
            alone = _CODE_LINE.match(bare)
            breaks = not body or marker or bold or alone or _RULE.match(bare) or _TABLE_ROW.match(bare)
            above = text[start:position].rstrip() if start is not None and kind == "text" else "."
            if start is not None and _UNDERLINE.match(bare) and "\n" not in above and above[-1:] not in ".!?:;,":
                yield start, position, "heading"  # underlined
                start = None
            if breaks and start is not None:
                yield start, position, kind
                start = None
            if not body:
                pass
            elif _RULE.match(bare):
                yield position, end, "separator"
            elif _TABLE_ROW.match(bare):
                yield position, end, "row"
            elif alone:
                yield position, end, "code"
            elif bold:
                yield position, end, "heading"
            elif marker:
                kind = "heading" if "#" in marker.group() else "item"
                if kind == "heading":
                    yield position + marker.end(), end, kind
                else:
                    start = position + marker.end()
            elif start is None:
                start, kind = position, "text"
        position = end
    if fenced is not None:
        yield fenced, position, "code"
    elif start is not None:
        yield start, position, kind


def sentences(text: str, language: str = "en") -> list[Span]:
    """Half-open spans of the sentences of a text, without surrounding white space, in order.

    Everything but white space, list markers and heading marks lies in exactly one span; a missing last full stop
    loses nothing. Table rows, headings, separators and code blocks are one span each.

    Args:
        text: Any text.
        language: ISO 639-1 code for abbreviations; full stops of other scripts end a sentence in any language.
    """
    return [span for span, _ in typed_sentences(text, language)]


def typed_sentences(text: str, language: str = "en") -> list[tuple[Span, str]]:
    """The spans of :func:`sentences`, each with the kind of block it stands in."""
    found = []
    for start, end, kind in _with_header_rows(blocks(text)):
        pieces = _split(text[start:end], language) if kind in ("text", "item") else [(0, end - start)]
        for low, high in pieces:
            span = _trim(text, start + low, start + high)
            if span[0] < span[1]:
                found.append((span, kind))
    return found


def headings(text: str) -> list[Span]:
    """Spans of the headings and table header rows of a text, as in :func:`typed_sentences`, without splitting the rest."""
    found = (_trim(text, start, end) for start, end, kind in _with_header_rows(blocks(text)) if kind == "heading")
    return [span for span in found if span[0] < span[1]]


def _with_header_rows(parts: Iterable[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """The blocks, a table row right above a separator being a heading."""
    listed = list(parts)
    for (start, end, kind), following in zip_longest(listed, listed[1:]):
        is_header = kind == "row" and following is not None and following[2] == "separator" and following[0] == end
        yield start, end, "heading" if is_header else kind


def _split(text: str, language: str) -> Iterator[Span]:
    """Spans of the sentences of one block."""
    for boundary in sentencex.get_sentence_boundaries(language, text):
        start, end = boundary["start_index"], boundary["end_index"]
        # sentencex in English leaves a foreign full stop inside a sentence when no space follows it.
        low = start
        for stop in _FOREIGN_STOP.finditer(text[start:end]):
            yield low, start + stop.end()
            low = start + stop.end()
        if low < end:
            yield low, end


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
