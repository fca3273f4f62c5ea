"""Words of a text with their places: what the comparison of two texts stands on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

from dissensus.types import Span

# A number keeps its inner separators, a word its inner apostrophe; a hyphenated word is its parts.
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*")
_STEMMER = snowballstemmer.stemmer("english")

#: Words that say little about what a text is about.
FUNCTION_WORDS = frozenset(
    """a an the of and or but nor in on at to for from by with as is are was were be been being am it its this that these
    those which who whom whose what when where while has have had having do does did done will would shall should can
    could may might must there here than then so such into onto over under about between among per via not no n't
    he she they them their his her him we us our you your i me my if also only just both each any some all more most
    other another same own very too up down out off again once during before after since until because through""".split()
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text."""

    text: str
    span: Span
    lower: str
    stem: str
    """Snowball stem of the lower-cased word; a number is its own."""
    opens: bool
    """First word of a sentence, where a capital says nothing."""

    @property
    def content(self) -> bool:
        """Whether it says what the text is about."""
        return self.lower not in FUNCTION_WORDS

    @property
    def capital(self) -> bool:
        """Written like a name: a capital that does not merely open a sentence."""
        return self.text[0].isupper() and not self.opens


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Snowball stem of a lower-cased English word."""
    return word if word[0].isdigit() else str(_STEMMER.stemWord(word))


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[Word, ...]:
    """The words of a text in order."""
    found: list[Word] = []
    end = 0
    for match in _WORD.finditer(text):
        lower = match.group().lower().replace("’", "'")
        between = text[end : match.start()]
        opens = not found or any(ch in between for ch in ".!?\n:")
        found.append(Word(match.group(), match.span(), lower, stem(lower), opens))
        end = match.end()
    return tuple(found)
