"""Two things of one name: a name that two documents share and describe as different things."""

from __future__ import annotations

import re
from functools import lru_cache

from dissensus.signals.alignment import content
from dissensus.types import Document
from dissensus.words import Word, stem, words

# What follows a name and says what it is: "(1954)", ", a market town in ...", " is the brand name of ...", " at Varna".
_AFTER = re.compile(
    r"\s*\((?P<bracket>[^()]{2,80})\)"
    r"|,\s*(?P<apposition>(?:a|an|the|which|who|where|located|based|born|our|one of)\b[^,.;()]{3,90})"
    r"|\s+(?:is|was|are|were|remains)\s+(?P<copula>(?:a|an|the|our|one of|located|situated|born)\b[^,.;()]{3,90})"
    r"|,?\s+(?P<place>(?:in|of|near|on|at|from)\s+(?:the\s+)?(?:[a-z]+\s+(?:in|of|at|near)\s+)?[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*)"
    r"|,\s+(?P<region>[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*)(?=[.,;]|$)"
)
_NOT_TELLING = frozenset(
    stem(w)
    for w in """one first new large small old known best well main local name called review news information update
    updated answer question official page guide overview history leaflet report about mr mrs ms dr since""".split()
)
_NOT_NAMES = frozenset(
    """the a an in on at for from of to and or but if when after before by with as it its this that these those he she they we i you
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday no not all our their his her two three four five six seven""".split()
)


def told_apart(a: Document, b: Document, about: str | None = None) -> list[tuple[str, str, str]]:
    """Names that both documents give and describe without a word in common: name, description in `a`, in `b`.

    Args:
        a: One document.
        b: Another.
        about: A question or statement: only names in it are looked at. None looks at all.
    """
    mine, yours = _descriptions(a), _descriptions(b)
    of_a, of_b = _stems(a), _stems(b)
    wanted = None if about is None else {word.lower for word in words(about)}
    found = []
    for name in sorted(mine.keys() & yours.keys(), key=lambda n: (-len(n), n)):
        if wanted is not None and name not in wanted:
            continue
        # A description that the other document shares a word with speaks for one thing; part of a longer name that
        # both give does not count.
        here = {said: s for said, s in mine[name].items() if not (_is_name(said, name) and s & of_b)}
        there = {said: s for said, s in yours[name].items() if not (_is_name(said, name) and s & of_a)}
        if here and there and not any(s & of_b for s in here.values()) and not any(s & of_a for s in there.values()):
            found.append((name.title() if name.islower() else name, next(iter(here)), next(iter(there))))
    return found


def _is_name(said: str, name: str) -> bool:
    """Whether a description is the name itself with a word beside it."""
    return len(said.split()) == 2 and name in said.lower().split()


@lru_cache(maxsize=512)
def _described(text: str, title: str | None) -> dict[str, dict[str, frozenset[str]]]:
    """Single name words, lower-cased -> their descriptions as written, each with its content stems."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for whole in filter(None, (title, text)):
        listed = words(whole)
        for at, word in enumerate(listed):
            if not _may_name(word):
                continue
            entry = found.setdefault(word.lower, {})
            if said := _AFTER.match(whole, word.span[1]):
                description = next(group for group in said.groups() if group)
                _add(entry, description.strip())
            for other in _neighbours(listed, at, whole):
                _add(
                    entry,
                    f"{other.text} {word.text}" if other.span < word.span else f"{word.text} {other.text}",
                    other.text,
                )
    return {name: entry for name, entry in found.items() if entry}


def _may_name(word: Word) -> bool:
    return word.text[0].isupper() and len(word.text) > 2 and word.lower not in _NOT_NAMES


def _neighbours(listed: tuple[Word, ...], at: int, whole: str) -> list[Word]:
    """Capitalised words that stand right beside a name word and belong to the name."""
    word, near = listed[at], []
    if (
        at
        and whole[listed[at - 1].span[1] : word.span[0]] == " "
        and _may_name(listed[at - 1])
        and not listed[at - 1].opens
    ):
        near.append(listed[at - 1])
    if at + 1 < len(listed) and whole[word.span[1] : listed[at + 1].span[0]] == " " and _may_name(listed[at + 1]):
        near.append(listed[at + 1])
    return near


def _add(entry: dict[str, frozenset[str]], said: str, telling: str | None = None) -> None:
    stems = content(telling or said) - _NOT_TELLING
    if stems or (telling is None and any(ch.isdigit() for ch in said)):
        entry[said] = stems


def _descriptions(document: Document) -> dict[str, dict[str, frozenset[str]]]:
    return _described(document.text, document.title)


def _stems(document: Document) -> frozenset[str]:
    return frozenset(w.stem for w in words(f"{document.title or ''} {document.text}") if w.content)
