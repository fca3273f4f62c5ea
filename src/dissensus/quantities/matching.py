"""Values of a claim -> the values of a passage that answer to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from functools import lru_cache

from dissensus.quantities.compare import compare
from dissensus.quantities.extract import values
from dissensus.quantities.model import Match, Value
from dissensus.words import stem

# Words that measure the same property, each group under its first.
_GROUPS = """
begin start launch commence open opening inaugurated beginning
end finish conclude close closing closes deadline due expire expires
born birth
died death dead deceased dies
founded established created formed foundation
built construction constructed completed build
height tall high elevation
length long stretches
width wide
depth deep
weight weighs weigh heavy mass
cost costs price priced paid pay fee charge
population inhabitants people residents persons citizens
staff employees workers employs employ workforce
rose increase grew growth climbed increased rise
fell decrease declined dropped fall decline drop
revenue sales turnover
profit earnings
lasts duration takes lasted took runtime
speed fast
age aged old
killed deaths casualties fatalities
area covers covering
temperature hot warm cold
distance far away
"""
_CLASS = {stem(word): group.split()[0] for group in _GROUPS.strip().splitlines() for word in group.split()}
#: An agreeing value is preferred where its affinity is not lower by more than this.
_NEARLY_AS_GOOD = 0.15
_NEUTRAL = 0.4


@lru_cache(maxsize=4096)
def _classes(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(_CLASS.get(one, one) for one in stems)


@lru_cache(maxsize=8192)
def _about(attribute: frozenset[str], counted: str | None, subject: frozenset[str]) -> frozenset[str]:
    return _classes((attribute | {counted} if counted else attribute) - subject)


def affinity(a: Value, b: Value) -> float:
    """How surely two values measure the same thing of the same thing, from 0 to 1."""
    names = a.subject | b.subject
    mine, yours = _about(a.attribute, a.counted, names), _about(b.attribute, b.counted, names)
    if mine and yours:
        shared = len(mine & yours)
        near = 0.6 * shared / min(len(mine), len(yours)) + 0.4 * shared / len(mine | yours)
        score = 0.25 + 0.65 * near
    else:
        score = _NEUTRAL
    if a.counted and b.counted:
        one, two = _CLASS.get(a.counted, a.counted), _CLASS.get(b.counted, b.counted)
        if one == two:
            score += 0.15
        else:
            score *= 0.8 if one in yours and two in mine else 0.5
    if a.subject and b.subject:
        shared = len(a.subject & b.subject)
        if shared < len(a.subject) and shared < len(b.subject):
            jaccard = shared / len(names)
            score *= 0.2 + 0.8 * jaccard * jaccard
        else:
            score += 0.1
    return min(1.0, max(0.0, score))


def match(claim: str, passage: str, published: date | None = None) -> tuple[Match, ...]:
    """For each value of the claim that has a comparable one in the passage, the one that answers to it."""
    mine, theirs = values(claim, published), values(passage, published)
    if not mine or not theirs:
        return ()
    by_dimension: dict[str, list[Value]] = {}
    for value in theirs:
        by_dimension.setdefault(value.dimension, []).append(value)
    own_counts = Counter(value.dimension for value in mine)
    own: dict[str, int] = {}
    found = []
    for value in mine:
        order = own.get(value.dimension, 0)
        own[value.dimension] = order + 1
        options = by_dimension.get(value.dimension)
        if options is None and value.kind == "money":
            options = [other for other in theirs if other.kind == "money"]
        if options:
            sole = len(options) == 1 and own_counts[value.dimension] == 1 and value.dimension != "count"
            found.append(replace(_best(value, order, options), sole=sole))
    return tuple(found)


def _best(value: Value, order: int, options: list[Value]) -> Match:
    # A place close to the same rank among its kind decides between equals only.
    rated = [
        (affinity(value, other) - min(abs(order - place), 20) * 1e-3, other) for place, other in enumerate(options)
    ]
    top = max(score for score, _ in rated)
    best: Match | None = None
    for score, other in sorted(rated, key=lambda pair: -pair[0]):
        if score < top - _NEARLY_AS_GOOD:
            break
        comparison = compare(value, other)
        if best is None or (comparison.agrees and not best.comparison.agrees):
            best = Match(value, other, comparison, min(1.0, max(0.0, score)))
        if best.comparison.agrees:
            break
    assert best is not None
    return best
