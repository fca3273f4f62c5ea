"""What a text denies: every negating word with the part of its sentence that it governs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from dissensus.opposition.clauses import AUXILIARIES, clauses
from dissensus.opposition.lexicon import prefix
from dissensus.types import Span
from dissensus.words import Word, words

Table = dict[str, tuple[tuple[str, ...], ...]]


def by_first(entries: Iterable[str]) -> Table:
    """Expressions under their first word, longest first."""
    table: dict[str, list[tuple[str, ...]]] = {}
    for entry in entries:
        parts = tuple(entry.split())
        table.setdefault(parts[0], []).append(parts)
    return {first: tuple(sorted(of, key=lambda p: -len(p))) for first, of in table.items()}


def at(table: Table, found: tuple[Word, ...], i: int) -> tuple[str, ...]:
    """The longest expression of a table that begins at word `i`, or an empty one."""
    for parts in table.get(found[i].lower, ()):
        if i + len(parts) <= len(found) and all(found[i + k].lower == part for k, part in enumerate(parts)):
            return parts
    return ()


# Negating words that deny nothing: figures of speech, bounds and dates.
_FIGURES = by_first(
    """not only|not just|not merely|not simply|not solely|not least|not alone|not to mention|not a few|not unlike|
    not until|not before|not later than|not earlier than|not more than|not less than|not fewer than|not exceeding|
    no doubt|no question|no wonder|no matter|no sooner|no fewer than|no less than|no more than|no later than|
    no earlier than|no greater than|no other than|no exception|no exceptions|no secret|no stranger|no small|
    no mean feat|none other than|nothing but|nothing less than|nothing short of|nothing if not|never before|
    never mind|without doubt|without a doubt|without question|without exception|without fail|cannot help but|
    can't help but|cannot but|could not help but|couldn't help but|whether or not|or not|if not|more often than not|
    last but not least|yes or no|not least because|need not|needn't|why not|far from over""".replace("\n", " ").split(
        "|"
    )
)
_CUES = by_first(
    """not|cannot|never|no|without|neither|nor|none|nobody|nothing|nowhere|no one|no longer|not yet|hardly|scarcely|
    barely|fail to|fails to|failed to|failing to|failure to|lack|lacks|lacked|lacking|lack of|refuse to|refuses to|
    refused to|refusing to|refusal to|decline to|declines to|declined to|neglected to|cease to|ceased to|ceases to|
    deny that|denies that|denied that|denying that|deny any|denies any|denied any|deny having|denies having|
    denied having|unable to|inability to|incapable of|absence of|in the absence of|absent any|rather than|instead of|
    in place of|except|except for|except in|except on|excluding|with the exception of|other than|apart from|free of|
    free from|devoid of|by no means|in no way|at no time|under no circumstances|on no account|anything but|yet to|
    ruled out|rules out|unlikely to|unlikely that|unwilling to|impossible to|not possible to|impossible for|ain't|aint|seldom|rarely|hardly ever""".replace(
        "\n", " "
    ).split("|")
)
# These govern the words next to them, not the verb of the clause that may follow.
_NARROW = frozenset(
    """without|lack of|absence of|in the absence of|absent any|rather than|instead of|in place of|except|except for|
    except in|except on|excluding|with the exception of|other than|apart from|free of|free from|devoid of|
    failure to""".replace("\n", "")
    .replace("    ", "")
    .split("|")
)
# 'not all' denies the 'all' and 'does not have to' the duty; what they quantify or oblige to is left alone.
_OWN = frozenset(
    """all every everyone everybody everything each both always necessarily exactly entirely fully completely wholly
    required obliged obligated necessary mandatory compulsory""".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Negation:
    """A negating expression and what it governs."""

    cue: str
    """The expression in lower case, 'n't' for a contraction, 'prefix un' and the like for a part of a word."""
    cue_span: Span
    """Place of the expression in the text."""
    scope: Span
    """Place of what it denies."""

    def governs(self, span: Span) -> bool:
        """Whether a span lies within the scope."""
        return self.scope[0] <= span[0] and span[1] <= self.scope[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Polarity:
    """What is asserted and what is denied in a text."""

    negations: tuple[Negation, ...]
    """In the order of the text."""

    def negative(self, span: Span) -> bool:
        """Whether a span is denied: governed by an odd number of negations, as two of them cancel."""
        return sum(n.governs(span) for n in self.negations) % 2 == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ends:
    """For every word, the number of the next word at or after it that ends a scope of some sort."""

    clause: list[int]
    nor: list[int]
    until: list[int]
    verb: list[int]


def _ends(text: str, found: tuple[Word, ...]) -> _Ends:
    numbers, n = clauses(text), len(found)
    clause, nor, until, verb = ([n] * (n + 1) for _ in range(4))
    for k in range(n - 1, -1, -1):
        lower = found[k].lower
        clause[k] = k + 1 if k + 1 == n or numbers[k + 1] != numbers[k] else clause[k + 1]
        nor[k] = k if lower == "nor" else nor[k + 1]
        until[k] = k if lower in ("until", "till") else until[k + 1]
        verb[k] = k if lower in AUXILIARIES or lower == "and" else verb[k + 1]
    return _Ends(clause=clause, nor=nor, until=until, verb=verb)


def _last(ends: _Ends, found: tuple[Word, ...], first: int, cue: str) -> int:
    """Number of the last word of the scope that begins at word `first`, or -1 when nothing is denied."""
    end = ends.clause[first - 1]
    if first >= end:
        return -1
    if cue in ("not", "n't", "cannot") and (found[first].lower in _OWN or _duty(found, first)):
        return first
    end = min(end, ends.nor[first])
    if cue in _NARROW:
        end = min(end, ends.verb[first + 1])
    elif ends.until[first + 1] < end:
        return -1  # 'did not open until 1990' dates the opening
    return end - 1 if end > first else -1


def _duty(found: tuple[Word, ...], first: int) -> bool:
    return (
        found[first].lower in ("have", "need", "be")
        and first + 1 < len(found)
        and found[first + 1].lower in ("to", "required", "obliged")
    )


def _cue(found: tuple[Word, ...], i: int) -> tuple[str, int, Span] | None:
    """Cue at word `i`: its name, how many words it takes and its place."""
    word = found[i]
    if word.lower.endswith("n't"):
        name = "cannot" if word.lower == "can't" else "n't"
        return name, 1, (word.span[1] - 3, word.span[1])
    parts = at(_CUES, found, i)
    if not parts:
        return None
    end = i + len(parts) - 1
    if parts == ("no",) and i + 1 < len(found) and found[i + 1].lower[0].isdigit():
        return None  # 'No. 5'
    return " ".join(parts), len(parts), (word.span[0], found[end].span[1])


@lru_cache(maxsize=8192)
def polarity(text: str) -> Polarity:
    """Negations of a text and what they leave asserted."""
    found = words(text)
    ends = _ends(text, found)
    negations = []
    i = 0
    while i < len(found):
        if figure := at(_FIGURES, found, i):
            i += len(figure)
            continue
        cue = _cue(found, i)
        if cue is None:
            if part := prefix(found[i].lower):
                start, end = found[i].span
                middle = start + len(part)
                negations.append(Negation(cue=f"prefix {part}", cue_span=(start, middle), scope=(middle, end)))
            elif found[i].lower == "non" and i + 1 < len(found) and text[found[i].span[1]] in "-‐‑":
                negations.append(Negation(cue="prefix non", cue_span=found[i].span, scope=found[i + 1].span))
            i += 1
            continue
        name, length, span = cue
        last = _last(ends, found, i + length, name)
        if last >= 0:
            scope = (found[i + length].span[0], found[last].span[1])
            negations.append(Negation(cue=name, cue_span=span, scope=scope))
        i += length
    return Polarity(negations=tuple(negations))


def negations(text: str) -> tuple[Negation, ...]:
    """Every negating expression of a text with the span it governs."""
    return polarity(text).negations
