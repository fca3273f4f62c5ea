"""What a passage is read under: its document's title, its heading, the header row of its table."""

from __future__ import annotations

from collections.abc import Sequence

from dissensus.segment import headings
from dissensus.types import Span

LONGEST = 160
"""Characters of a title or heading; what is longer is a text, not a title."""


def contexts(text: str, passages: Sequence[Span], title: str | None = None) -> list[str]:
    """For each passage the lines above it that say what it is about, joined; empty when there are none.

    Args:
        text: The document.
        passages: Spans of its passages, in order.
        title: The document's title, when it has one that its text does not open with.
    """
    lines = [(span, text[slice(*span)].strip("# \t")) for span in headings(text)]
    name = (title or "").strip()
    name = name if len(name) <= LONGEST and not text.lstrip("# \n").startswith(name) else ""
    found = []
    for start, _ in passages:
        above = [(span, line) for span, line in lines if span[1] <= start and len(line) <= LONGEST]
        heading = next((line for _, line in reversed(above) if not line.startswith("|")), "")
        header = above[-1][1] if above and above[-1][1].startswith("|") and text[start] == "|" else ""
        found.append(
            ". ".join(part.rstrip(".:") for part in (name, heading) if part) + ("\n" + header if header else "")
        )
    return found
