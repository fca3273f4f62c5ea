"""Text with its digits, spaces and dashes in one form, and the way back to the places of the original."""

from __future__ import annotations

import re
from bisect import bisect_right

from dissensus.types import Span

_NARROW = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u202f\u2002\u2003\u2005\u2006\u2008\u205f\u3000"), "\u00a0")
_DIGITS = {ord("０") + n: str(n) for n in range(10)} | {0x660 + n: str(n) for n in range(10)}
_SIGNS = {"％": "%", "．": ".", "，": ",", "＄": "$", "￡": "£", "￥": "¥", "：": ":", "‑": "-", "‐": "-", "−": "-"}
_SIGNS |= {"—": "–", "‒": "–", "～": "~", "μ": "µ", "º": "°", "’": "'", "‘": "'", "＋": "+", "／": "/"}
_TABLE = str.maketrans(_NARROW | _DIGITS | {ord(sign): plain for sign, plain in _SIGNS.items()})

# Emphasis marks hug the word they stand at; a star between two numbers is a multiplication.
_DROP = re.compile(
    r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u061c]+"
    r"|(?<![\w*_`])[*_`]{1,3}(?=[\w$€£¥+~-])|(?<=[\w%.,!?)])[*_`]{1,3}(?![\w*_`])"
)
_MARKS = re.compile(r"[*_`]")


class Plain:
    """A text in one form; `span` leads back to the original."""

    __slots__ = ("_ends", "_shifts", "text")

    def __init__(self, original: str) -> None:
        plain = original if original.isascii() else original.translate(_TABLE)
        self._ends: list[int] = []
        self._shifts: list[int] = []
        if not original.isascii() or _MARKS.search(plain):
            pieces, last, dropped = [], 0, 0
            for match in _DROP.finditer(plain):
                pieces.append(plain[last : match.start()])
                self._ends.append(match.start() - dropped)
                dropped += match.end() - match.start()
                self._shifts.append(dropped)
                last = match.end()
            if pieces:
                plain = "".join(pieces) + plain[last:]
        self.text = plain

    def span(self, start: int, end: int) -> Span:
        """Where [start, end) of the plain text stands in the original."""
        if not self._ends:
            return start, end
        return self._back(start, self._ends), self._back(end - 1, self._ends) + 1

    def _back(self, place: int, ends: list[int]) -> int:
        index = bisect_right(ends, place)
        return place + (self._shifts[index - 1] if index else 0)
