"""What a response is laid out as: sentences, list items, table cells, with the context that each is read in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dissensus.segment import typed_sentences
from dissensus.types import Span

_LABEL = re.compile(r"\*\*[^*\n]{1,60}[:.]\*\*\s*|\*\*[^*\n]{1,60}\*\*:\s*|__[^_\n]{1,60}:__\s*")
_BOLD_LINE = re.compile(r"\s*(?:\*\*|__)[^*_\n]+(?:\*\*|__):?\s*$")
_SPEAKER = re.compile(r"(?:\*\*|__)?[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}(?:\*\*|__)?:(?:\*\*|__)?\s+(?=\S)")
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence, item or cell of a response."""

    span: Span
    kind: str
    """sentence, item, cell, heading, lead_in, label, code or separator."""
    before: tuple[Span, ...] = ()
    """What it must be read with, in reading order: a lead-in or heading, a row's name and a column's."""
    speaker: Span | None = None
    begins: bool = False
    """The first unit of a section or of a speaker's turn."""


def units(text: str) -> Iterator[Unit]:
    """The parts of a response in order; all of it but white space and list marks lies in one of them."""
    heading: Span | None = None
    lead: Span | None = None
    header: list[Span] = []
    speaker: Span | None = None
    line_end = -1
    parts = _labelled(text, typed_sentences(text))
    turns = sum(bool(kind == "text" and _at_line_start(text, span) and _SPEAKER.match(text, *span)) for span, kind in parts)
    for index, (span, kind) in enumerate(parts):
        following = parts[index + 1] if index + 1 < len(parts) else None
        if kind == "heading" and text[span[0]] == "|":
            header = _cells(text, span)
            yield Unit(span, "heading")
            continue
        if kind != "row" and kind != "separator":
            header = []
        if kind in ("code", "separator"):
            yield Unit(span, kind)
        elif kind == "row":
            yield from _row(text, span, header)
        elif kind == "heading" or (kind == "text" and _alone(text, span) and _BOLD_LINE.match(text, *span)):
            heading, lead, speaker = span, None, None
            yield Unit(span, "heading")
        else:
            start, end = span
            at_start = _at_line_start(text, span)
            if kind == "text":
                if lead and start >= line_end and at_start:
                    lead = None
                spoken = _SPEAKER.match(text, start, end) if turns >= 2 and at_start else None
                if spoken:
                    speaker = (start, spoken.end())
                    start = spoken.end()
                elif at_start and turns < 2:
                    speaker = None
                if text[start:end].rstrip("*_ ").endswith(":") and following and following[1] in ("item", "code", "row", "heading"):
                    if following[1] == "item":
                        lead = (start, end)
                    yield Unit((start, end), "lead_in", speaker=speaker, begins=True)
                    continue
                yield Unit((start, end), "sentence", speaker=speaker, begins=bool(spoken))
            else:
                first = _item_start(text, start)
                label = _LABEL.match(text, start, end) if first else None
                if label:
                    yield Unit((start, label.end()), "label")
                    start = label.end()
                    if start >= end:
                        continue
                context = tuple(s for s in (lead or heading,) if s) if first else ()
                yield Unit((start, end), "item" if first else "sentence", before=context)
            line_end = end


def _labelled(text: str, parts: list[tuple[Span, str]]) -> list[tuple[Span, str]]:
    """The same with a bold label that ends in a full stop, `**Opening hours.** The`, closed with its own mark."""
    found: list[tuple[Span, str]] = []
    for (start, end), kind in parts:
        if found and text.startswith("**", start) and found[-1][1] == kind == "item":
            low, high = found[-1][0]
            if text[low:high].count("**") % 2 and text[high:start].strip() == "":
                found[-1] = ((low, start + 2), kind)
                start += 2
                while start < end and text[start].isspace():
                    start += 1
        if start < end:
            found.append(((start, end), kind))
    return found


def _alone(text: str, span: Span) -> bool:
    """Whether a sentence has its line to itself."""
    end = text.find("\n", span[1])
    return _at_line_start(text, span) and not text[span[1] : end if end >= 0 else len(text)].strip()


def _at_line_start(text: str, span: Span) -> bool:
    return not text[text.rfind("\n", 0, span[0]) + 1 : span[0]].strip()


def _item_start(text: str, start: int) -> bool:
    """Whether only a list mark stands before an offset on its line."""
    line = text[text.rfind("\n", 0, start) + 1 : start].strip()
    return not line or not any(ch.isalpha() for ch in line) or len(line) <= 4


def _cells(text: str, row: Span) -> list[Span]:
    """Spans of a table row's cells, trimmed; an empty cell is an empty span."""
    start, end = row
    bars = [start - 1 if text[start] != "|" else start, *(m.start() for m in _CELL.finditer(text, start + 1, end)), end]
    if text[end - 1] == "|":
        bars.pop()
    found = []
    for low, high in zip(bars, bars[1:], strict=False):
        low += 1
        while low < high and text[low].isspace():
            low += 1
        while high > low and text[high - 1].isspace():
            high -= 1
        found.append((low, high))
    return found


def _row(text: str, row: Span, header: list[Span]) -> Iterator[Unit]:
    """One unit per cell but the first, read with the row's name and the column's."""
    cells = _cells(text, row)
    if len(cells) == 1:
        yield Unit(cells[0], "sentence")
        return
    name = cells[0]
    for index, cell in enumerate(cells[1:], 1):
        if not any(ch.isalnum() for ch in text[slice(*cell)]):
            continue
        column = header[index] if index < len(header) else None
        yield Unit(cell, "cell", before=tuple(s for s in (name, column) if s and s[0] < s[1]))
