"""Text from documents made fit to show: one line, no control characters, the part that matters."""

from __future__ import annotations

import re
import unicodedata

from dissensus.segment import sentences

_WORD = re.compile(r"\w+")


def one_line(text: str) -> str:
    """The text with white space folded and control and direction-changing characters shown as U+FFFD.

    Documents are hostile until proven otherwise: an escape sequence must not reach the terminal.
    """
    folded = " ".join(text.split())
    return "".join(
        "\ufffd" if unicodedata.category(ch) in ("Cc", "Cf", "Cs", "Co") and ch != "\u200d" else ch for ch in folded
    )


def shorten(text: str, width: int) -> str:
    """One line of at most `width` characters, cut at a word where that is near."""
    line = one_line(text)
    if len(line) <= width:
        return line
    cut = line[: width - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > width * 2 // 3 else cut).rstrip() + "…"


def telling_part(passage: str, claim: str, width: int = 180) -> str:
    """The sentence of a passage that shares most words with the claim, for display; the whole passage is in the data."""
    spans = sentences(passage)
    if not spans:
        return shorten(passage, width)
    wanted = {w for w in _WORD.findall(claim.lower()) if len(w) > 2 or w.isdigit()}

    def shared(span: tuple[int, int]) -> float:
        words = set(_WORD.findall(passage[slice(*span)].lower()))
        return len(wanted & words) / (len(words) + 3) ** 0.5 if words else 0.0

    best = max(spans, key=shared)
    before = "… " if best != spans[0] else ""
    after = " …" if best != spans[-1] else ""
    return f"{before}{shorten(passage[slice(*best)], width)}{after}"
