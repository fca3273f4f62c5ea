"""Documents that are copies of one another: one origin, however often it was printed.

A syndicated story, a page that quotes another whole, the same text under another site's header: six of them that say
40 are one voice against one that says 46. MinHash (rensa) names the pairs that may be copies; of those, the share of
the shorter text's phrases that the longer one holds decides. A new edition with another figure is no copy.
"""

from __future__ import annotations

from collections.abc import Sequence

from dissensus.conflicts.components import connected
from dissensus.types import Document
from dissensus.words import words

SHARED = 0.47
"""Share of the shorter document's phrases that a copy holds, in [0, 1]."""
_PHRASE = 3
"""Words of a phrase."""
_LEAST_WORDS = 14
_BANDS, _ROWS = 64, 2  # a pair that shares three phrases in ten is named with a probability of .998


def origins(documents: Sequence[Document]) -> tuple[tuple[str, ...], ...]:
    """Document ids grouped by origin; within a group the earliest first, undated last, ties in the order given.

    Groups come in the order of their first member among the documents. Copying is passed on: a copy of a copy is one.

    Source: Broder, "On the resemblance and containment of documents" (1997). Differs from the source: containment is
    measured exactly, on the pairs that the sketches name.
    """
    phrases = [_phrases(d.text) for d in documents]
    joins = [
        (one, other)
        for one, other in _near(phrases)
        if _are_copies(documents[one], documents[other], phrases[one], phrases[other])
    ]

    def age(row: int) -> tuple[bool, object, int]:
        published = documents[row].published
        return (published is None, published or 0, row)

    groups = connected(range(len(documents)), joins)
    return tuple(tuple(documents[row].doc_id for row in sorted(group, key=age)) for group in groups)


def _phrases(text: str) -> frozenset[str]:
    """Runs of three words; none of a text too short to tell."""
    listed = [word.stem for word in words(text)]
    if len(listed) < _LEAST_WORDS:
        return frozenset()
    return frozenset(" ".join(listed[i : i + _PHRASE]) for i in range(max(0, len(listed) - _PHRASE + 1)))


def _near(phrases: Sequence[frozenset[str]]) -> list[tuple[int, int]]:
    """Pairs of documents whose sketches meet in a band, in order."""
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=0.2, num_perm=_BANDS * _ROWS, num_bands=_BANDS)
    found: set[tuple[int, int]] = set()
    for row, own in enumerate(phrases):
        if not own:
            continue
        sketch = RMinHash(num_perm=_BANDS * _ROWS, seed=1)
        sketch.update(sorted(own))
        found.update((int(other), row) for other in index.query(sketch) if other != row)
        index.insert(row, sketch)
    return sorted(found)


def _are_copies(a: Document, b: Document, mine: frozenset[str], yours: frozenset[str]) -> bool:
    shared = len(mine & yours) / min(len(mine), len(yours))
    return shared >= SHARED and not _is_new_edition(a, b)


def _is_new_edition(a: Document, b: Document) -> bool:
    """Dated differently, with another figure between the same words: the text was kept, what it says was not."""
    if a.published is None or b.published is None or a.published == b.published:
        return False
    one, other = _figures(a.text), _figures(b.text)
    return any(not one[place] & other[place] for place in one.keys() & other.keys())


def _figures(text: str) -> dict[tuple[str, str], set[str]]:
    """The figures of a text by the words on either side of them."""
    listed = words(text)
    found: dict[tuple[str, str], set[str]] = {}
    for before, word, after in zip(listed, listed[1:], listed[2:], strict=False):
        if word.text[0].isdigit() and not (before.text[0].isdigit() or after.text[0].isdigit()):
            found.setdefault((before.stem, after.stem), set()).add(word.text)
    return found
