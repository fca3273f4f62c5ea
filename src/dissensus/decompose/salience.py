"""The few claims of a response that say most."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dissensus.types import Claim

_WORD = re.compile(r"\d[\d.,:]*|[^\W\d_]+")
_NUMBER, _NAME, _OTHER = 2.0, 1.5, 1.0
_LONGEST = 12  # words that count: a long claim is not a salient one for its length


def salient(claims: Sequence[Claim], n: int) -> tuple[list[Claim], list[Claim]]:
    """The `n` most informative, distinct claims in their order, and the others.

    A claim is worth its numbers, its names and its longer words; what claims chosen before it already say counts
    for nothing, so that two wordings of one fact are not both taken. Ties go to the earlier claim.
    """
    if n >= len(claims):
        return list(claims), []
    known: set[str] = set()
    left = dict(enumerate(claims))
    chosen: set[int] = set()
    while left and len(chosen) < n:
        best = max(left, key=lambda i: (_worth(left[i].text, known), -i))
        known |= {w.lower() for w in _WORD.findall(left.pop(best).text)}
        chosen.add(best)
    return [c for i, c in enumerate(claims) if i in chosen], [c for i, c in enumerate(claims) if i not in chosen]


def _worth(text: str, known: set[str]) -> float:
    worths: dict[str, float] = {}
    for position, word in enumerate(_WORD.findall(text)):
        if word.lower() in known or (len(word) < 4 and not word[0].isdigit()):
            continue
        named = word[0].isupper() and position > 0
        worths[word.lower()] = _NUMBER if word[0].isdigit() else _NAME if named else _OTHER
    return sum(sorted(worths.values(), reverse=True)[:_LONGEST])
