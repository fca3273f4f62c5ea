"""Which words stand against each other: WordNet's antonyms, opposite states by hand, and the forms words take."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from dissensus.words import stem, words

#: How far an entry's origin speaks for a clash: a state by hand, one that tells things apart, then WordNet's parts of speech.
_WEIGHTS = {"*": 1.0, "~": 0.45, "a": 0.95, "v": 0.9, "r": 0.85, "s": 0.6, "n": 0.5}
_ANY = frozenset("*avrsn")
_ENDINGS = (
    ("ies", "y", frozenset("*vn")),
    ("ied", "y", frozenset("*v")),
    ("es", "", frozenset("*vn")),
    ("s", "", frozenset("*vn")),
    ("ed", "", frozenset("*v")),
    ("d", "", frozenset("*v")),
    ("ing", "", frozenset("*v")),
    ("ing", "e", frozenset("*v")),
    ("iest", "y", frozenset("as")),
    ("ier", "y", frozenset("as")),
    ("est", "", frozenset("as")),
    ("er", "", frozenset("as")),
    ("st", "", frozenset("as")),
    ("r", "", frozenset("as")),
)
# The rest of the word means something else, or the same as the whole.
_NOT_PREFIXED = frozenset(
    "under until union unit unite united unites uniform unique universe universal uncle understand invaluable "
    "inflammable infamous unravel unloose unthaw nonetheless".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Entries of the tables; a side is a number whose opposite is the number with its lowest bit turned."""

    sides: dict[str, tuple[tuple[int, str], ...]]
    """Word -> sides it stands on, each with the part of speech it does so in."""
    phrases: dict[str, tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]]
    """First word -> the words of expressions of several words and their sides, longest first."""
    weights: tuple[float, ...]
    """Of each pair of sides, in [0, 1]."""
    states: int
    """Sides below this number hold words that mean the same."""
    forms: dict[str, tuple[str, ...]]
    """Irregular form -> lemmas."""


def _lines(name: str) -> list[str]:
    text = (files("dissensus.opposition") / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The tables, read once."""
    sides: dict[str, list[tuple[int, str]]] = {}
    phrases: dict[str, dict[tuple[str, ...], list[int]]] = {}
    weights: list[float] = []
    for line in _lines("states.txt"):
        weak = line.startswith("~")
        for half, entries in enumerate(line.removeprefix("~").split("|")):
            for entry in entries.split(","):
                parts = tuple(w.lower for w in words(entry.strip()))
                side = 2 * len(weights) + half
                if len(parts) == 1:
                    sides.setdefault(parts[0], []).append((side, "*"))
                elif parts:
                    phrases.setdefault(parts[0], {}).setdefault(parts, []).append(side)
        weights.append(_WEIGHTS["~" if weak else "*"])
    states = 2 * len(weights)
    for line in _lines("antonyms.txt"):
        one, other, pos = line.split("\t")
        sides.setdefault(one, []).append((2 * len(weights), pos))
        sides.setdefault(other, []).append((2 * len(weights) + 1, pos))
        weights.append(_WEIGHTS[pos])
    forms: dict[str, list[str]] = {}
    for line in _lines("forms.txt"):
        form, lemma = line.split("\t")
        forms.setdefault(form, []).append(lemma)
    return Lexicon(
        sides={word: tuple(found) for word, found in sides.items()},
        phrases={
            first: tuple(sorted(((p, tuple(s)) for p, s in of.items()), key=lambda e: -len(e[0])))
            for first, of in phrases.items()
        },
        weights=tuple(weights),
        states=states,
        forms={form: tuple(found) for form, found in forms.items()},
    )


@lru_cache(maxsize=32768)
def bases(lower: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Every base form a lower-cased word may be of, with the parts of speech in which it would be."""
    found = [(lower, _ANY)]
    found += [(lemma, _ANY) for lemma in lexicon().forms.get(lower, ())]
    for end, put, pos in _ENDINGS:
        if lower.endswith(end) and len(lower) - len(end) >= 2:
            cut = lower[: -len(end)]
            # 'cheaper' is of a state, 'suspender' is not.
            pos = pos | {"*"} if "a" in pos and len(cut) <= 5 else pos
            found.append((cut + put, pos))
            if not put and len(cut) > 3 and cut[-1] == cut[-2]:
                found.append((cut[:-1], pos))
    return tuple(found)


@lru_cache(maxsize=32768)
def sides(lower: str) -> frozenset[int]:
    """Sides on which a lower-cased word stands, in any of its forms."""
    table = lexicon().sides
    return frozenset(side for base, allowed in bases(lower) for side, pos in table.get(base, ()) if pos in allowed)


@lru_cache(maxsize=32768)
def stems(lower: str) -> tuple[str, ...]:
    """Stems a lower-cased word is compared by: its own and those of the lemmas it is an irregular form of."""
    return tuple(dict.fromkeys(stem(w) for w in (lower, *lexicon().forms.get(lower, ()))))


@lru_cache(maxsize=32768)
def prefix(lower: str) -> str:
    """The negating prefix of a lower-cased word ('un', 'non', 'in', 'dis' and the like), or an empty string.

    'un' and 'non' are taken before anything that looks like a word; the others only where WordNet opposes the word
    to its rest.
    """
    if lower in _NOT_PREFIXED:
        return ""
    own: frozenset[int] | None = None
    for start in ("non", "un", "dis", "in", "im", "ir", "il", "mis", "a"):
        rest = lower.removeprefix(start)
        if rest == lower or len(rest) < 4:
            continue
        own = sides(lower) if own is None else own
        against = sides(rest)
        if any(side ^ 1 in against for side in own):
            return start
        if start == "non" and len(rest) > 4:
            return start
        if start == "un" and rest.endswith(("ed", "able", "ible", "ful", "ing")) and len(rest) > 4:
            return start
    return ""
