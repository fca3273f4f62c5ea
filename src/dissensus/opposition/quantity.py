"""How many of something a text speaks of: all, some, none, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from dissensus.opposition.negation import at, by_first
from dissensus.opposition.reading import read
from dissensus.types import Span
from dissensus.words import words

_LEVELS = {
    "all": """all|every|each|both|everyone|everybody|everything|all of|each of|every one of|both of|without exception|
    every single|any and all|all the""",
    "not all": "not all|not every|not everyone|not everybody|not everything|not both|not each|all but one|all but two",
    "some": "some|some of|several|a number of|one of|at least one|any|certain|various|someone|somebody",
    "many": "most|most of|many|many of|a majority of|the majority of|almost all|nearly all|plenty of",
    "few": "few|only a few|just a few|very few|few of|a minority of|only some|only half|hardly any|a handful of",
    "one": "only one|just one|only one of|just one of|a single one of|a single",
    "none": "none|none of|no|neither|neither of|nobody|no one|nothing|not one|not a single|not any|not a",
}
_TIMES = {
    "all": "always|at all times|every time|invariably|without fail|24 hours a day|in every case",
    "not all": "not always|not invariably",
    "some": "sometimes|occasionally|from time to time|at times|once",
    "many": "often|usually|frequently|regularly|generally|normally|mostly|most of the time|commonly",
    "few": "rarely|seldom|hardly ever|infrequently|almost never",
    "none": "never|at no time|not once|not ever|under no circumstances|in no case",
}


def _table(levels: dict[str, str]) -> dict[str, str]:
    return {entry.strip(): level for level, of in levels.items() for entry in of.replace("\n", " ").split("|")}


_THING, _TIME = _table(_LEVELS), _table(_TIMES)
_ALL = by_first([*_THING, *_TIME])
#: How far two levels exclude each other.
CLASHES = {
    frozenset(pair): weight
    for *pair, weight in (
        ("all", "none", 1.0),
        ("all", "not all", 0.9),
        ("all", "one", 0.85),
        ("all", "few", 0.75),
        ("many", "none", 0.95),
        ("many", "few", 0.75),
        ("some", "none", 0.9),
        ("few", "none", 0.6),
        ("one", "none", 0.85),
        ("many", "one", 0.8),
    )
}
# With a denied predicate: 'some labs did not pass' is 'not all passed'.
_DENIED = {"all": "none", "some": "not all", "many": "few"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantifier:
    """A quantity of things or times."""

    level: str
    """'all', 'many', 'some', 'one', 'few', 'not all' or 'none', with a denial after it taken in."""
    domain: str
    """'thing' or 'time'."""
    span: Span
    """Place of the expression in the text."""
    head: int
    """Token that it counts, or -1."""


@lru_cache(maxsize=8192)
def quantifiers(text: str) -> tuple[Quantifier, ...]:
    """Every quantity of a text, in order."""
    found = words(text)
    reading = read(text)
    result = []
    i = 0
    while i < len(found):
        parts = at(_ALL, found, i)
        if not parts or (parts == ("no",) and i + 1 < len(found) and found[i + 1].lower in ("longer", "more", "later")):
            i += 1
            continue
        name = " ".join(parts)
        domain, level = ("time", _TIME[name]) if name in _TIME else ("thing", _THING[name])
        own, _, first = reading.split(i, i + len(parts))
        after = own[first : first + 2]
        head = after[0] if after else -1
        # Only a denial that begins after the head turns the level; 'no' and 'none' hold their own.
        if (
            domain == "thing"
            and level in _DENIED
            and len(after) > 1
            and parts[0] != "any"
            and not reading.tokens[after[0]].negative
        ):
            level = _DENIED[level] if reading.tokens[after[1]].negative else level
        elif domain == "time" and level in _DENIED and head >= 0 and reading.tokens[head].negative:
            level = _DENIED[level]
        elif level == "some" and parts[0].startswith("any") and reading.tokens[reading.tokens_of[i]].negative:
            level = "none"  # 'there is not any'
        span = (found[i].span[0], found[i + len(parts) - 1].span[1])
        result.append(Quantifier(level=level, domain=domain, span=span, head=head))
        i += len(parts)
    return tuple(result)
