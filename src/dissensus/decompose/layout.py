"""What a response is laid out as: sentences, list items, table cells, with the context that each is read in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from dissensus.segment import typed_sentences
from dissensus.types import Span

_LABEL = re.compile(r"\*\*[^*\n]{1,60}[:.]\*\*\s*|\*\*[^*\n]{1,60}\*\*:\s*|__[^_\n]{1,60}:__\s*")
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
    label: bool = False
    """Whether the last of `before` is a bold label on the item's own line."""


def units(text: str) -> Iterator[Unit]:
    """The parts of a response in order; all of it but white space and list marks lies in one of them."""
    heading: Span | None = None
    leads: list[tuple[int, Span]] = []  # (indentation, lead-in) of the lists that are open
    header: list[Span] = []
    speaker: Span | None = None
    parts = _labelled(text, typed_sentences(text))
    turns = sum(
        bool(kind == "text" and _at_line_start(text, span) and _SPEAKER.match(text, *span)) for span, kind in parts
    )
    for index, (span, kind) in enumerate(parts):
        next_span, next_kind = parts[index + 1] if index + 1 < len(parts) else ((len(text), len(text)), "")
        start, end = span
        if kind != "row" and kind != "separator" and not (kind == "heading" and text[start] == "|"):
            header = []
        if kind in ("code", "separator"):
            yield Unit(span, kind)
        elif kind == "row":
            yield from _row(text, span, header)
        elif kind == "heading":
            if text[start] == "|":
                header = _cells(text, span)
            else:
                heading, leads, speaker = span, [], None
            yield Unit(span, "heading")
        elif kind == "text":
            at_start = _at_line_start(text, span)
            leads = [] if at_start else leads
            spoken = _SPEAKER.match(text, start, end) if turns >= 2 and at_start else None
            if spoken:
                speaker, start = (start, spoken.end()), spoken.end()
            closing = text[start:end].rstrip("*_ ")[-1:]
            if (closing == ":" and next_kind in ("item", "code", "row", "heading")) or (
                next_kind == "item" and closing.isalnum()
            ):
                leads = [(-1, (start, end))] if next_kind == "item" else []
                yield Unit((start, end), "lead_in", speaker=speaker)
            else:
                yield Unit((start, end), "sentence", speaker=speaker)
        else:
            first = _item_start(text, start)
            depth = _indentation(text, start) if first else None
            if depth is not None:
                leads = [(d, lead) for d, lead in leads if d < depth]
            context = leads[-1][1] if leads else heading
            label = _LABEL.match(text, start, end) if first else None
            if label:
                start = label.end()
            opens = next_kind == "item" and depth is not None and _indentation(text, next_span[0]) > depth
            valued = bool(label) and start < end  # "**Length**: 412 m" says something besides opening a list
            if opens and valued:
                leads.append((depth or 0, label.span() if label else span))
            if opens and not valued and not text[start:end].rstrip().endswith((".", "!", "?")):
                leads.append((depth or 0, span))
                yield Unit(span, "lead_in", before=(context,) if context else ())
            elif start >= end:
                yield Unit(span, "label")
            else:
                before = tuple(s for s in (context, label and label.span()) if s) if first else ()
                yield Unit((start, end), "item" if first else "sentence", before=before, label=bool(label))


def _indentation(text: str, start: int) -> int:
    """Columns before the mark of a list item."""
    line = text[text.rfind("\n", 0, start) + 1 : start].expandtabs(4)
    return len(line) - len(line.lstrip())


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
    for low, high in pairwise(bars):
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
