"""Words that one text denies and another asserts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from dissensus.opposition.align import Facing, Found, agreement, mixed
from dissensus.opposition.negation import Negation, negations
from dissensus.opposition.reading import read

_REACH = 6  # words within which a negation meets what it denies
_HARDLY = {
    "hardly": 0.7,
    "scarcely": 0.7,
    "barely": 0.7,
    "hardly ever": 0.6,
    "seldom": 0.6,
    "rarely": 0.6,
    "not yet": 0.8,
    "yet to": 0.8,
    "refused to": 0.9,
}
# These deny a thing rather than what happens to it.
_OF_THINGS = frozenset(("no", "without", "lack of", "absence of", "free of", "free from", "devoid of", "none", "lacks"))
_BE = frozenset("is are was were be been being am isn't aren't wasn't weren't has have had".split())


@lru_cache(maxsize=8192)
def _heads(text: str) -> tuple[tuple[Negation, tuple[int, ...], float], ...]:
    """Negations of a text with the tokens that may be what they deny, and how firmly they do."""
    r = read(text)
    starts = [t.span[0] for t in r.tokens]
    result = []
    for n in negations(text):
        if n.cue.startswith("prefix") and n.cue_span[1] == n.scope[0]:
            continue
        start = bisect_left(starts, n.scope[0])
        near = range(start, min(start + _REACH, len(starts)))
        inside = [k for k in near if r.tokens[k].content and r.tokens[k].span[1] <= n.scope[1]][:2]
        if not inside:
            continue
        # 'no valid evidence', 'is not a registered charity': what is denied may stand second.
        head = inside[0]
        previous = r.tokens[head - 2].lower if head > 1 else ""
        wide = len(inside) == 2 and inside[1] == head + 1 and (n.cue in _OF_THINGS or previous in _BE)
        result.append((n, tuple(inside if wide else inside[:1]), _HARDLY.get(n.cue, 1.0)))
    return tuple(result)


def denials(f: Facing) -> Iterator[Found]:
    """Words that `a` denies and `b` asserts."""
    a, b = f.a, f.b
    for n, heads, firm in _heads(a.text):
        for rank, i in enumerate(heads):
            token = a.tokens[i]
            matches = f.same(i) if token.negative else ()
            for j in matches:
                if b.tokens[j].negative:
                    continue
                fit = agreement(f, i, j, denial=True) * firm * (0.7 if rank else 1.0)
                if mixed(a, i) or mixed(b, j):
                    fit *= 0.2
                own = (min(n.cue_span[0], token.span[0]), token.span[1])
                yield Found(kind="negation", own=own, other=b.tokens[j].span, strength=fit)
            if matches:
                break
