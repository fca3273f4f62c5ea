"""Two things of one name: a name that two documents share and describe as different things."""

from __future__ import annotations

import re

from dissensus.signals.names import names
from dissensus.types import Document
from dissensus.words import stem, words

_DESCRIBED = re.compile(
    r"\s*(?:\([^()]{2,60}\)|,\s*(?:(?:a|an|the|which|who|where|located|based|born)\b[^,.;]{3,90})|\s(?:is|was|are|were)\s+(?:a|an|the|located|situated)\b[^,.;]{3,90}|\s+(?:in|of|near|on|from)\s+(?:the\s+)?[A-Z][\w-]+)"
)
_NOT_TELLING = frozenset({stem(word) for word in "one first new large small old known best well main local".split()})


def described(name: str, document: Document) -> dict[str, frozenset[str]]:
    """How a document describes a name: each description as written, with its content stems."""
    found: dict[str, frozenset[str]] = {}
    whole = f"{document.title}. {document.text}" if document.title else document.text
    for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", whole):
        said = _DESCRIBED.match(whole, match.end())
        if said:
            text = said.group().strip(" ,()")
            stems = frozenset(w.stem for w in words(text) if w.content and not w.text[0].isdigit()) - _NOT_TELLING
            if stems:
                found[text] = stems
    return found


def told_apart(a: Document, b: Document) -> list[tuple[str, str, str]]:
    """Names that both documents give and describe without a word in common: name, description in `a`, in `b`."""
    shared = {text for text, *_ in names(a.text)} & {text for text, *_ in names(b.text)}
    found = []
    for name in sorted(shared, key=lambda n: (-len(n), n)):
        one, other = described(name, a), described(name, b)
        mine, yours = frozenset().union(*one.values()), frozenset().union(*other.values())
        # A word of either description that the other document uses at all speaks for one thing.
        if one and other and not mine & yours and not (mine & _stems(b) or yours & _stems(a)):
            found.append((name, next(iter(one)), next(iter(other))))
    return found


def _stems(document: Document) -> frozenset[str]:
    return frozenset(w.stem for w in words(document.text) if w.content)
