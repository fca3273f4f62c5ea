"""Opposite words of two texts, and whether they are said of one thing."""

from __future__ import annotations

from collections.abc import Iterator

from dissensus.opposition import lexicon as lex
from dissensus.opposition.align import LEAST, Facing, Found, agreement, attributive, before, figure, mixed, predicative
from dissensus.opposition.clauses import AUXILIARIES
from dissensus.opposition.reading import Reading

_COMPARING = frozenset(
    """more less fewer over under above below higher lower greater smaller larger longer shorter exceeding maximum
    minimum""".split()
)


def _beside(f: Facing, i: int, j: int) -> bool:
    """Whether two small words stand next to the same word ('before the war', 'after the war')."""

    a, b = f.a, f.b

    def near(r: Reading, k: int, step: int) -> int:
        k += step
        while 0 <= k < len(r.tokens) and r.tokens[k].clause == r.tokens[k - step].clause:
            if r.tokens[k].content:
                return k
            k += step
        return -1

    after_a, after_b = near(a, i, 1), near(b, j, 1)
    if after_a >= 0 and after_b >= 0 and after_b in f.same(after_a):
        return True
    if a.tokens[i].lower not in ("up", "down", "more", "less"):
        return False
    return a.tokens[i - 1].lower == b.tokens[j - 1].lower if i and j else False


def _placed(f: Facing, i: int, j: int, weight: float) -> float:
    """Factor for where two antonyms stand in their clauses; 0 where they tell two things apart."""
    ta, tb = f.a.tokens[i], f.b.tokens[j]
    if (ta.lower in _COMPARING or tb.lower in _COMPARING) and figure(f.a, i) != figure(f.b, j):
        return 0.0  # more than 5 and less than 9
    if not ta.content or not tb.content:
        return 0.9 if _beside(f, i, j) else 0.0
    for side, k, m in ((f, i, j), (f.back, j, i)):
        r, other = side.a, side.b
        if not attributive(r, k):
            continue
        opens = not any(t.content or t.lower in AUXILIARIES for t in before(r, k))
        if opens and not _bare(r):
            return 0.0 if attributive(other, m) else 0.5
        if attributive(other, m) and m + 1 not in side.same(k + 1):
            return 0.0
        return 0.8
    if weight <= 0.5 and not (predicative(f.a, i) and predicative(f.b, j)):
        return 0.6
    return 1.0


def _bare(r: Reading) -> bool:
    """Whether a text is a phrase of a few words and no sentence."""
    return len(r.tokens) <= 4


def antonyms(f: Facing) -> Iterator[Found]:
    """Words of `a` whose opposite stands in `b`, both asserted or both denied."""
    a, b = f.a, f.b
    weights = lex.lexicon().weights
    for i, token in enumerate(a.tokens):
        best: dict[int, float] = {}
        for side in token.sides:
            for j in b.by_side.get(side ^ 1, ()):
                best[j] = max(best.get(j, 0.0), weights[side >> 1])
        if token.stems and token.content and not best:
            best = dict.fromkeys(_prefixed(f, i), 0.9)
        for j, weight in best.items():
            other = b.tokens[j]
            if token.negative != other.negative or (token.sides & other.sides and weight < 1.0):
                continue
            if set(token.stems) & set(other.stems):
                continue
            if not f.budget:
                return
            f.budget -= 1
            fit = weight * _placed(f, i, j, weight)
            if fit < LEAST:
                continue
            fit *= agreement(f, i, j, denial=False)
            if token.negative:
                fit *= 0.5  # neither open nor closed is possible
            if mixed(a, i) or mixed(b, j):
                fit *= 0.4
            if token.content and (_asserted(f, i) or _asserted(f.back, j)):
                fit *= 0.2
            yield Found(kind="antonym", own=token.span, other=other.span, strength=fit)


def _asserted(f: Facing, i: int) -> bool:
    """Whether the second text says of its own what token `i` of the first says."""
    return any(f.b.tokens[k].negative == f.a.tokens[i].negative for k in f.same(i))


def _prefixed(f: Facing, i: int) -> list[int]:
    """Tokens of `b` that are token `i` with or without a negating prefix."""
    token, b = f.a.tokens[i], f.b
    found = []
    if part := lex.prefix(token.lower):
        rest = lex.stems(token.lower.removeprefix(part))
        found = [k for key in rest for k in b.index.get(key[:5], ()) if key in b.tokens[k].stems]
    for key in token.stems:
        for part in ("un", "non"):
            for k in b.index.get((part + key)[:5], ()):
                if part + key in b.tokens[k].stems and lex.prefix(b.tokens[k].lower) == part:
                    found.append(k)
    return found
