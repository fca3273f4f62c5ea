"""One pass over a text that finds its values, before they are merged, hedged and bound."""

from __future__ import annotations

import re
from datetime import date

from dissensus.quantities import labels
from dissensus.quantities.amounts import amount
from dissensus.quantities.figures import MARKS, Figure, style_of
from dissensus.quantities.numerals import number_at
from dissensus.quantities.raw import Raw
from dissensus.quantities.spoken import TRIGGERS, word_at

_TOKEN = re.compile(r"\d+|[^\W\d_]+|[½¼¾⅓⅔]")


def scan(text: str, published: date | None) -> list[Raw]:
    """The values of a plain text in order."""
    found: list[Raw] = []
    style, place = style_of(text), 0
    skip = labels.regions(text)
    index = 0
    for token in _TOKEN.finditer(text):
        start = token.start()
        if start < place:
            continue
        while index < len(skip) and skip[index][1] <= start:
            index += 1
        if index < len(skip) and skip[index][0] <= start:
            place = skip[index][1]
            continue
        word = token.group()
        got: Raw | int | None
        if word[0].isdecimal():
            got = number_at(text, start, token.end(), style, published)
        elif (lower := word.lower()) in TRIGGERS:
            got = word_at(text, start, token.end(), lower, published)
        elif word in MARKS:
            figure = Figure(MARKS[word], 0.0, start, start + 1, fraction=True)
            got = amount(text, figure, [], None, False)
        else:
            continue
        if got is None:
            continue
        if isinstance(got, int):
            place = got
        else:
            found.append(got)
            place = got.end
    return found
