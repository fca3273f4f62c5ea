"""Whether two words that clash are said of the same thing: the rest of their clauses is laid side by side."""

from __future__ import annotations

from dataclasses import dataclass

from dissensus.opposition.lexicon import lexicon
from dissensus.opposition.reading import PARTS, Reading, Token, akin
from dissensus.types import Span

_RESTRICT = frozenset("with without who whose holding for in from at under over between aged".split())
_OPENERS = frozenset(
    """the a an this that these those its their his her our your my no all some any every each of in on at to for from
    with by""".split()
)
_BE = frozenset(
    """is are was were be been being isn't aren't wasn't weren't remain remains remained stay stays stayed become
    becomes became seem seems""".split()
)
#: Sorts of words of which two different ones name two different things.
_TELLING = frozenset(("day", "month", "year", "name"))

#: Weaker than this is not reported.
LEAST = 0.25
_BUDGET = 400  # comparisons of surroundings in one direction, so that no text takes long


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Two places that exclude each other."""

    kind: str
    """As of an opposition."""
    own: Span
    """Place in the first text."""
    other: Span
    """Place in the second."""
    strength: float
    """As of an opposition."""

    def turned(self) -> Found:
        """The same seen from the second text."""
        return Found(kind=self.kind, own=self.other, other=self.own, strength=self.strength)


class Facing:
    """Two readings side by side, `a` first, with what is found alike in them kept; `back` is the other way round."""

    __slots__ = ("_alike", "a", "b", "back", "budget")

    def __init__(self, a: Reading, b: Reading, back: Facing | None = None) -> None:
        self.a, self.b = a, b
        self.budget = _BUDGET
        self._alike: dict[int, tuple[int, ...]] = {}
        self.back: Facing = back if back is not None else Facing(b, a, self)

    def same(self, i: int) -> tuple[int, ...]:
        """Content tokens of `b` that say what token `i` of `a` says: of its family, or of its state and no opposed one."""
        found = self._alike.get(i)
        if found is None:
            found = self._alike[i] = self._same(i)
        return found

    def supposed_alike(self) -> bool:
        """Whether neither text supposes something that the other has a different supposition for."""

        def unmet(f: Facing) -> bool:
            return any(not f.same(k) for clause in f.a.supposed for k in f.a.clause_tokens[clause])

        return not (unmet(self) and unmet(self.back))

    def _same(self, i: int) -> tuple[int, ...]:
        token, b = self.a.tokens[i], self.b
        found: dict[int, None] = {}
        for key in token.stems:
            for k in b.index.get(key[:5], ()):
                if any(akin(key, other) for other in b.tokens[k].stems):
                    found[k] = None
        states = lexicon().states
        for side in token.sides:
            for k in b.by_side.get(side, ()) if side < states else ():
                if b.tokens[k].content and not any(s ^ 1 in token.sides for s in b.tokens[k].sides):
                    found[k] = None
        return tuple(found)


def mixed(r: Reading, i: int) -> bool:
    """Whether a text both asserts and denies a word, so that it may agree with the other by the one or the other."""
    token = r.tokens[i]
    return any(
        r.tokens[k].negative != token.negative and key in r.tokens[k].stems
        for key in token.stems
        for k in r.index.get(key[:5], ())
    )


def attributive(r: Reading, i: int) -> bool:
    """Whether a word stands before the noun it describes ('the closed lab') rather than being said of it."""
    token = r.tokens[i]
    after = r.tokens[i + 1] if i + 1 < len(r.tokens) else None
    if after is None or after.clause != token.clause or not after.content:
        return False
    before = r.tokens[i - 1] if i and r.tokens[i - 1].clause == token.clause else None
    return before is None or before.lower in _OPENERS


def before(r: Reading, i: int) -> list[Token]:
    """The tokens of a token's clause before it."""
    clause = r.tokens[i].clause
    first = i
    while first and r.tokens[first - 1].clause == clause:
        first -= 1
    return list(r.tokens[first:i])


def figure(r: Reading, i: int) -> str:
    """The number that stands after a word ('more than 5'), or an empty string."""
    after = r.tokens[i + 1 : i + 4]
    return next((t.lower for t in after if t.lower[0].isdigit()), "") if r.tokens[i].to < len(r.tokens_of) else ""


def predicative(r: Reading, i: int) -> bool:
    """Whether a form of 'be' or the like stands shortly before."""
    first = max(0, i - 3)
    return any(t.lower in _BE for t in r.tokens[first:i] if t.clause == r.tokens[i].clause)


def contrast(a: list[Token], b: list[Token], *, numbers: bool, opposed: bool) -> bool:
    """Whether two lots of unmatched words tell two things apart: two days, two names, two opposed words."""
    if not a or not b:
        return False
    sorts = {t.sort for t in a} & {t.sort for t in b}
    if sorts & _TELLING or (numbers and "number" in sorts):
        return True
    if not opposed:
        return False
    against = {side ^ 1 for t in b for side in t.sides}
    weights = lexicon().weights
    return any(side in against and weights[side >> 1] > 0.4 for t in a for side in t.sides)


def _unmatched(f: Facing, own: list[int], clause: int, anywhere: bool) -> list[Token]:
    tokens = f.b.tokens
    return [f.a.tokens[k] for k in own if not any(anywhere or tokens[m].clause == clause for m in f.same(k))]


def agreement(f: Facing, i: int, j: int, *, denial: bool, skip: frozenset[str] = frozenset()) -> float:
    """How far what surrounds token `i` of the first text and token `j` of the second is the same, in [0, 1].

    Args:
        f: The two texts; the first is the one that denies, where one does.
        i: Token compared.
        j: Token compared.
        denial: The first denies what the second says, so that a narrower first leaves room for the second.
        skip: Words that belong to the two tokens and are no surroundings.

    Returns:
        0 where the two are said of different things.
    """
    if not f.budget:
        return 0.0
    f.budget -= 1
    a, b = f.a, f.b
    ta, tb = a.tokens[i], b.tokens[j]
    of_a = [k for k in a.clause_tokens[ta.clause] if k != i and a.tokens[k].lower not in skip]
    of_b = [k for k in b.clause_tokens[tb.clause] if k != j and b.tokens[k].lower not in skip]
    left_a, right_a = [k for k in of_a if k < i], [k for k in of_a if k > i]
    left_b, right_b = [k for k in of_b if k < j], [k for k in of_b if k > j]
    # A clause without a subject of its own takes it from the rest of the sentence.
    loose_a, loose_b = not left_a, not left_b
    la, ra = (_unmatched(f, own, tb.clause, loose_b) for own in (left_a, right_a))
    lb, rb = (_unmatched(f.back, own, ta.clause, loose_a) for own in (left_b, right_b))
    shared = len(of_a) - len(la) - len(ra) + len(of_b) - len(lb) - len(rb)
    if of_a and of_b and not shared and left_a and left_b:
        return 0.0
    score = 1.0 if shared else 0.6
    if (ta.clause in a.supposed) != (tb.clause in b.supposed):
        score *= 0.4
    elif a.supposed and b.supposed and not f.supposed_alike():
        score *= 0.2
    score *= _subjects(a, la, b, lb, len(left_a) - len(la) if left_b else len(left_a), bool(left_a and left_b))
    if not score:
        return 0.0
    if not denial:  # two figures of a movement are two sizes, not two things
        ra, rb = ([t for t in side if t.sort != "number"] for side in (ra, rb))
    if ra and rb:
        if contrast(ra, rb, numbers=denial, opposed=denial):
            return 0.0
        met = len(right_a) > len(ra)
        score *= (0.5 if met else 0.2) if denial else (0.75 if met else 0.4)
    elif ra and denial:
        score *= 0.5
    elif ra or rb:
        score *= 0.9
    return score


def _subjects(a: Reading, la: list[Token], b: Reading, lb: list[Token], met: int, both: bool) -> float:
    if la and lb:
        if contrast(la, lb, numbers=True, opposed=True):
            return 0.0
        return 0.5 if met > 1 else 0.24 if met else 0.1
    if not (la or lb):
        return 1.0
    r, extra = (a, la) if la else (b, lb)
    if any(t.lower in PARTS or (t.lower[-1:] == "s" and t.lower[:-1] in PARTS) for t in extra):
        return 0.4
    restricted = any(
        r.tokens[k].lower in _RESTRICT for t in extra for k in range(max(0, r.tokens_of[t.at] - 2), r.tokens_of[t.at])
    )
    if restricted:
        return 0.4
    return 0.85 if both else 0.9
