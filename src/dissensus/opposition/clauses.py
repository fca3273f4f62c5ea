"""Where a sentence falls into clauses, told by its marks and its joining words alone."""

from __future__ import annotations

from functools import lru_cache

from dissensus.words import Word, words

AUXILIARIES = frozenset(
    """is are was were be been being am has have had do does did will would shall should can could may might must cannot
    isn't aren't wasn't weren't hasn't haven't hadn't don't doesn't didn't won't wouldn't shan't shouldn't can't couldn't
    mightn't mustn't needn't""".split()
)
PRONOUNS = frozenset("i you he she it we they there this that these those who which".split())
#: Words that begin a clause of their own.
JOINTS = frozenset(
    """but although though because when whenever while whereas if unless who which whose whom where however yet so
    since""".split()
)
_STOPS = frozenset(".;:!?()[]\n—–…")
_LIST = 6  # words within which a list after a comma shows its 'and' or 'or'


def _list_goes_on(found: tuple[Word, ...], at: int) -> bool:
    for k in range(at, min(at + _LIST, len(found))):
        lower = found[k].lower
        if lower in ("or", "and", "nor"):
            after = found[k + 1].lower if k + 1 < len(found) else "it"
            # 'shut, and it moved' joins clauses; 'Oslo, Bergen and Moss' goes on.
            return (k > at or lower != "and") and after not in AUXILIARIES and after not in PRONOUNS
        if lower in AUXILIARIES or lower in PRONOUNS or lower in JOINTS:
            return False
    return False


@lru_cache(maxsize=8192)
def clauses(text: str) -> tuple[int, ...]:
    """Clause number of every word of a text, counted from 0; the commas of a list end no clause."""
    found = words(text)
    numbers = []
    number = 0
    listing = False
    for i, word in enumerate(found):
        if i:
            between = text[found[i - 1].span[1] : word.span[0]]
            stops = not _STOPS.isdisjoint(between) or " - " in between
            if not stops and "," in between:
                listing = _list_goes_on(found, i) or (listing and word.lower in ("and", "or", "nor"))
                stops = not listing
            if not stops and word.lower in JOINTS:
                # 'all but one' and 'nothing but' join no clause.
                stops = not (word.lower == "but" and found[i - 1].lower in ("all", "nothing", "none", "help"))
            if not stops and word.lower == "and" and i + 1 < len(found):
                stops = found[i + 1].lower in AUXILIARIES or found[i + 1].lower in PRONOUNS
            if stops:
                number += 1
                listing = False
        numbers.append(number)
    return tuple(numbers)
