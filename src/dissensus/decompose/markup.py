"""Inline Markdown and citation marks taken out of a text, with every character's place in the original kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from dissensus.types import Span

_AUTHOR = r"(?-i:[A-Z])[\w'’-]+(?:\s+et\s+al\.?|(?:\s+(?:and|&)\s+(?-i:[A-Z])[\w'’-]+)?)"
# What is dropped whole. White space before a citation mark belongs to it, so that the full stop closes up.
_DROPPED = re.compile(
    rf"""\s{{0,8}}\[\^?\d{{1,4}}(?:\s*[,;–-]\s*\d{{1,4}})*\]      # [1], [2, 3], [^4]
    |\s{{0,8}}\[(?:(?:source|doc|document|ref|leaflet|see)s?\b[^\]]{{0,60}}|[^\]]{{2,60}},\s*pp?\.\s*\d+[^\]]{{0,10}}|{_AUTHOR},?\s+(?:19|20)\d\d[^\]]{{0,20}})\]
    |\s{{0,8}}\((?:(?:doc|document|source|ref|cl|art)s?\.?\s*\d+(?:,\s*)?)+\)   # (doc 1, doc 3)
    |(?<=[.,;!?])[⁰¹²³⁴-⁹]+
    |\s{{0,8}}【[^】]{{0,60}}】
    |\s{{0,8}}\((?:{_AUTHOR},?\s+(?:19|20)\d\d[a-z]?(?:;\s*)?)+\)   # (Smith et al., 2020)
    |\s{{0,8}}\((?:see|sources?)\b:?\s[^()]{{1,120}}\)            # (see p. 14)
    |!\[[^\]]*\]\([^)\s]*\)
    |<!--.{{0,2000}}?-->
    |~~(?=\S)[^~\n]{{1,500}}~~      # struck out: taken back
    |</?[a-zA-Z][^<>]{{0,200}}>
    |\[[ xX]\]\s""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
# Marks round a text that stays. A mark inside a word or between spaces (2*3*4, a_b_c, 3 * 4) is none.
_WRAPPED = (
    re.compile(r"\[(?P<kept>[^\]]+)\]\([^)\s]+\)"),
    re.compile(r"(?<![\w*])(?P<mark>\*{1,3})(?=[^\s*])(?P<kept>.+?)(?<=\S)(?P=mark)(?![\w*])", re.DOTALL),
    re.compile(r"(?<!\w)(?P<mark>_{1,3})(?=\S)(?P<kept>.+?)(?<=\S)(?P=mark)(?!\w)", re.DOTALL),
    re.compile(r"(?P<mark>`{1,2})(?P<kept>[^`]+)(?P=mark)"),
)


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without inline marks. `places[i]` is the offset of its character i in the text it was made from."""

    text: str
    places: tuple[int, ...]
    seam: int = -1
    """Where the second of two joined texts begins."""

    @property
    def is_slice(self) -> bool:
        """Whether the text is a stretch of the original as it stands."""
        return all(b - a == 1 for a, b in pairwise(self.places))

    def until(self, end: int) -> Plain:
        """The text up to a character."""
        return Plain(self.text[:end], self.places[:end])

    def followed_by(self, other: Plain) -> Plain:
        """Both texts with a space between them."""
        places = (*self.places, self.places[-1], *other.places)
        return Plain(f"{self.text} {other.text}", places, seam=len(self.text) + 1)

    def apart(self, before: int, after: int) -> bool:
        """Whether the place where two texts were joined lies between two characters."""
        return before < self.seam <= after

    def span(self, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` (exclusive, at least one) stand in the original."""
        return self.places[start], self.places[end - 1] + 1


def plain(text: str, start: int, end: int) -> Plain:
    """The slice of a text without emphasis, links' addresses, tags and citation marks; line breaks become spaces.

    Numbers in emphasis, `**6**.8`, come out whole.
    """
    places = list(range(start, end))
    found = text[start:end]
    found, places = _keep(found, places, ((m.span(), None) for m in _DROPPED.finditer(found)))
    for pattern in _WRAPPED:
        found, places = _keep(found, places, ((m.span(), m.span("kept")) for m in pattern.finditer(found)))
    return Plain("".join(" " if ch.isspace() else ch for ch in found), tuple(places))


def _keep(text: str, places: list[int], cuts: Iterable[tuple[Span, Span | None]]) -> tuple[str, list[int]]:
    """Text and places with each cut replaced by the part of it that is kept."""
    kept: list[int] = []
    at = 0
    for (start, end), inside in cuts:
        kept += range(at, start)
        if inside:
            kept += range(*inside)
        at = end
    kept += range(at, len(text))
    return "".join(text[i] for i in kept), [places[i] for i in kept]
