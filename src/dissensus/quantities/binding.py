"""What a value is bound to: the words of its clause, and the names of its sentence."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from dissensus.quantities.calendar import MONTHS, WEEKDAYS
from dissensus.types import Span
from dissensus.words import Word, words

_SENTENCE = re.compile(r"[.!?](?=[\s\"')\]*]|$)|\n")
_CLAUSE = re.compile(r"[,;:()–](?=\s|$|\w)|\b(?:which|who|whose|where|while|whereas|although|though)\b")
_LINK = re.compile(r"\b(?:and|but)\b")
_SHORT = re.compile(
    r"\b(?:approx|ca|c|no|vs|dr|mr|mrs|ms|st|a\.m|p\.m|u\.s|e\.g|i\.e|inc|ltd|co|sq|mio|mrd|[a-z])$", re.IGNORECASE
)
#: Hedges and unit-like words that say nothing about what is measured.
_EMPTY = frozenset(
    """about around rough approxim circa near almost least most than more less fewer exceed over under up within between
    per day week month year hour minut second percent million billion thousand total number amount figur averag mean
    about some rang minimum maximum at later earlier ago earli late mid last next still now also around within onli just
    minus one say said report accord estim becom remain stand""".split()
)
_NAMES_NOT = frozenset(MONTHS) | frozenset(WEEKDAYS) | {"i"}
_AUXILIARY = frozenset("is was has had will can does did would 's".split())
_NEAREST = 8


@dataclass(frozen=True, slots=True)
class Bound:
    """Words that a value is bound to."""

    attribute: frozenset[str]
    subject: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Page:
    """What binding needs to know of a text, by place."""

    begins: list[int]
    """Of the values."""
    ends: list[int]
    """Of the sentences."""
    cuts: list[int]
    """Between clauses."""
    places: list[int]
    """Of the content words outside the values."""
    stems: list[str]
    """Of those words."""
    names: list[int]
    """Places of the names."""
    named: list[str]
    """Their stems."""


def bind(text: str, spans: list[Span]) -> list[Bound]:
    """For each value, the words of its clause and the names around it."""
    page = _page(text, spans)
    return [_bound(page, span) for span in spans]


def _page(text: str, spans: list[Span]) -> _Page:
    every = words(text)
    places, stems, names, named = [], [], [], []
    ahead, following = 0, spans[0]
    for index, word in enumerate(every):
        start = word.span[0]
        while start >= following[1] and ahead + 1 < len(spans):
            ahead += 1
            following = spans[ahead]
        if following[0] <= start < following[1]:
            continue
        if word.text[0].isupper() and _is_name(every, index):
            names.append(start)
            named.append(word.stem.removesuffix("'s"))
        if word.stem not in _EMPTY and word.content and len(word.lower) > 1 and not word.lower[0].isdigit():
            places.append(start)
            stems.append(word.stem)
    ends = [
        match.end()
        for match in _SENTENCE.finditer(text)
        if not _SHORT.search(text, max(0, match.start() - 6), match.start())
    ]
    return _Page([start for start, _ in spans], ends, _cuts(text, ends, spans), places, stems, names, named)


def _cuts(text: str, ends: list[int], spans: list[Span]) -> list[int]:
    begins = [start for start, _ in spans]
    cuts = set(ends)

    def inside(place: int) -> bool:
        index = bisect_right(begins, place) - 1
        return index >= 0 and spans[index][0] <= place < spans[index][1]

    for match in _CLAUSE.finditer(text):
        place = match.start()
        if text[place] in ",:" and text[place + 1 : place + 2].isdecimal() and place and text[place - 1].isdecimal():
            continue
        if not inside(place):
            cuts.add(place)
    if len(spans) > 1:
        borders = sorted(cuts)
        for match in _LINK.finditer(text):
            place = match.start()
            index = bisect_right(borders, place)
            low = borders[index - 1] if index else 0
            high = borders[index] if index < len(borders) else len(text)
            left = bisect_left(begins, place)
            if left and spans[left - 1][0] >= low and left < len(begins) and begins[left] < high and not inside(place):
                cuts.add(place)
    return sorted(cuts)


def _bound(page: _Page, span: Span) -> Bound:
    low, high = _around(page.cuts, span)
    attribute = _content(page, low, high, span)
    top, bottom = _around(page.ends, span)
    if not attribute:
        # A clause such as "In 2019," says what it dates only in its neighbour, unless that has its own number.
        for first, last in (_around(page.cuts, (high + 1, high + 2)), _around(page.cuts, (max(low - 1, 0), low))):
            inside = bisect_left(page.begins, first) < bisect_left(page.begins, last)
            if top <= first and last <= max(bottom, first + 1) and not inside:
                attribute = _content(page, first, last, span)
            if attribute:
                break
    near = _names(page, low, high)
    return Bound(attribute, near or _names(page, top, bottom))


def _around(cuts: list[int], span: Span) -> Span:
    index = bisect_right(cuts, span[0])
    after = bisect_left(cuts, span[1])
    return (cuts[index - 1] if index else 0), (cuts[after] if after < len(cuts) else 1 << 60)


def _content(page: _Page, low: int, high: int, span: Span) -> frozenset[str]:
    places = page.places
    first, last = bisect_left(places, low), bisect_left(places, high)
    if last - first > _NEAREST:
        here = bisect_left(places, span[0], first, last)
        around = range(max(first, here - _NEAREST), min(last, here + _NEAREST))
        nearest = sorted(around, key=lambda index: 2 * abs(index - here) + (index < here))[:_NEAREST]
        return frozenset(page.stems[index] for index in nearest)
    return frozenset(page.stems[first:last])


def _names(page: _Page, low: int, high: int) -> frozenset[str]:
    begin, stop = bisect_left(page.names, low), bisect_left(page.names, high)
    return frozenset(page.named[begin : min(stop, begin + 16)])


def _is_name(every: tuple[Word, ...], index: int) -> bool:
    word = every[index]
    if not word.text[0].isupper() or word.lower in _NAMES_NOT:
        return False
    if not word.opens:
        return word.content or len(word.text) == 1
    if not word.content:
        return False
    if word.lower.endswith("'s") or index + 1 == len(every):
        return word.lower.endswith("'s")
    after = every[index + 1]
    return after.lower in _AUXILIARY or (after.text[0].isupper() and not after.opens)
