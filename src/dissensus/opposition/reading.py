"""A text as the comparison sees it: its words with clause, polarity, sides and what kind of name each is."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from dissensus.opposition import lexicon as lex
from dissensus.opposition.clauses import AUXILIARIES, clauses
from dissensus.opposition.negation import negations
from dissensus.types import Span
from dissensus.words import FUNCTION_WORDS, Word, words

_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_MONTHS = frozenset("january february march april june july august september october november december".split())
#: Words that neither name what a clause is about nor say anything of it that another clause could miss.
LIGHT = frozenset(
    """also however therefore thus moreover furthermore nevertheless nonetheless meanwhile still yet already now current
    today always ever never often sometimes rather quite even indeed instead hence finally though although moreover
    besides according like every none neither nor nobody nothing everyone everybody everything anyone anybody someone
    without within except whether either least almost nearly about around upon let get got become became remain remained
    seem seemed appear appeared need needs ought cannot needn't mustn't can't won't don't doesn't didn't isn't aren't
    wasn't weren't hasn't haven't hadn't shouldn't wouldn't couldn't must shall required one ones make made take taken
    allowed permitted use used able able whole entire part said says say told much lot""".split()
)
_SUPPOSE = frozenset("if unless whether".split())
#: Words for less than the whole of something.
PARTS = frozenset(
    """division arm unit subsidiary branch section department wing part half segment affiliate portion faction chapter
    region district suburb outpost team module component edition version model""".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A word of a text, or an expression that the lexicon holds as one."""

    at: int
    """Number of its first word."""
    to: int
    """Number after its last word."""
    lower: str
    """Lower-cased words, joined by spaces."""
    span: Span
    """Place in the text."""
    stems: tuple[str, ...]
    """What it is compared by; empty for an expression."""
    sides: frozenset[int]
    """Sides of the lexicon it stands on."""
    clause: int
    """Number of its clause."""
    content: bool
    """Whether it says what the clause is about."""
    sort: str
    """'day', 'month', 'year', 'number' or 'name', else empty."""
    negative: bool
    """Whether it is denied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A text read once, for any number of comparisons."""

    text: str
    """As given."""
    tokens: tuple[Token, ...]
    """In the order of the text."""
    index: dict[str, tuple[int, ...]]
    """First five letters of a stem -> content tokens."""
    by_side: dict[int, tuple[int, ...]]
    """Side -> tokens on it."""
    tokens_of: tuple[int, ...]
    """Word number -> token number."""
    clause_tokens: tuple[tuple[int, ...], ...]
    """Content tokens of every clause."""
    supposed: frozenset[int]
    """Clauses that are only supposed: 'if it rains', 'whether it rains'."""

    def split(self, word: int, after: int) -> tuple[tuple[int, ...], int, int]:
        """Content tokens of the clause of `word`; how many stand before it; from which on they stand after `after`."""
        own = self.clause_tokens[self.tokens[self.tokens_of[word]].clause]
        before = bisect_left(own, self.tokens_of[word])
        later = len(self.tokens) if after >= len(self.tokens_of) else self.tokens_of[after]
        return own, before, bisect_left(own, later)


def _sort(lower: str, text: str, capital: bool, opens: bool) -> str:
    if lower[0].isdigit():
        return "year" if len(lower) == 4 and lower.isdigit() and "1000" <= lower < "2200" else "number"
    if lower in _DAYS or (lower[-1] == "s" and lower[:-1] in _DAYS):
        return "day"
    if lower in _MONTHS or text == "May":
        return "month"
    if capital or (len(text) == 1 and text.isupper() and not opens):
        return "name"
    return ""


def _lengths(found: tuple[Word, ...], table: lex.Lexicon) -> list[tuple[int, frozenset[int]]]:
    """For every word, how many words the longest expression that begins there takes, and its sides."""
    result = []
    for i, word in enumerate(found):
        entry = (1, lex.sides(word.lower))
        for parts, of in table.phrases.get(word.lower, ()):
            if i + len(parts) <= len(found) and all(found[i + k].lower == parts[k] for k in range(1, len(parts))):
                entry = (len(parts), frozenset(of))
                break
        result.append(entry)
    return result


def _denied(text: str, found: tuple[Word, ...], lengths: list[tuple[int, frozenset[int]]]) -> list[bool]:
    """For every word, whether an odd number of negations governs it."""
    starts = [w.span[0] for w in found]
    turns = [0] * (len(found) + 1)
    inside: set[int] = set()
    i = 0
    while i < len(found):
        inside.update(starts[i : i + lengths[i][0]] if lengths[i][0] > 1 else ())
        i += lengths[i][0]
    for n in negations(text):
        # An expression such as 'out of order' or 'not guilty' holds its own negation, and so does 'unable'.
        if n.cue_span[0] in inside or (n.cue.startswith("prefix") and n.cue_span[1] == n.scope[0]):
            continue
        turns[bisect_left(starts, n.scope[0])] += 1
        turns[bisect_left(starts, n.scope[1])] -= 1
    return [count % 2 == 1 for count in accumulate(turns[:-1])]


@lru_cache(maxsize=8192)
def read(text: str) -> Reading:
    """The reading of a text."""
    found = words(text)
    numbers = clauses(text)
    table = lex.lexicon()
    lengths = _lengths(found, table)
    denied = _denied(text, found, lengths)
    tokens: list[Token] = []
    owned: list[int] = []
    i = 0
    while i < len(found):
        word = found[i]
        length, sides = lengths[i]
        function = length == 1 and word.lower in FUNCTION_WORDS
        if function:
            sides = frozenset(s for s in sides if s < table.states)
        span = (word.span[0], found[i + length - 1].span[1])
        sort = _sort(word.lower, word.text, word.capital, word.opens) if length == 1 else ""
        lower = " ".join(w.lower for w in found[i : i + length])
        # A lone capital letter tells one thing from another, though 'a' and 'i' are small words elsewhere.
        letter = sort == "name" and len(word.text) == 1 and word.text != "I"
        empty = function or (word.lower in LIGHT and not sides) or word.lower in AUXILIARIES
        adverb = word.lower.endswith("ly") and not sides and len(word.lower) > 4 and not word.capital
        tokens.append(
            Token(
                at=i,
                to=i + length,
                lower=lower,
                span=span,
                stems=lex.stems(word.lower) if length == 1 else (),
                sides=sides,
                clause=numbers[i],
                content=length > 1 or letter or not (empty or adverb),
                sort=sort,
                negative=denied[i],
            )
        )
        owned += [len(tokens) - 1] * length
        i += length
    index: dict[str, list[int]] = {}
    by_side: dict[int, list[int]] = {}
    of_clause: list[list[int]] = [[] for _ in range(numbers[-1] + 1)] if numbers else []
    for k, token in enumerate(tokens):
        for side in token.sides:
            by_side.setdefault(side, []).append(k)
        if token.content:
            of_clause[token.clause].append(k)
            for key in token.stems:
                index.setdefault(key[:5], []).append(k)
    return Reading(
        text=text,
        tokens=tuple(tokens),
        index={key: tuple(of) for key, of in index.items()},
        by_side={side: tuple(of) for side, of in by_side.items()},
        tokens_of=tuple(owned),
        clause_tokens=tuple(map(tuple, of_clause)),
        supposed=frozenset(t.clause for t in tokens if t.lower in _SUPPOSE),
    )


def akin(a: str, b: str) -> bool:
    """Whether two stems are of one word family: the same, or one a long beginning of the other."""
    if a == b:
        return True
    short, long = (a, b) if len(a) < len(b) else (b, a)
    return len(short) >= 5 and len(long) - len(short) <= 3 and long.startswith(short)
