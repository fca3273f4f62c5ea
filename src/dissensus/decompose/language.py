"""Whether a text is English, which is what the parser and the patterns were made for."""

from __future__ import annotations

import re
import unicodedata

_COMMON = frozenset(
    "the of and to in a is was for that it on as with by at from be are were has have had an or not this which but "
    "its they he she his her their will can may more than who been also about into over after when there these all no "
    "you your we our i if so do does did would could should one two new per".split()
)


def script(text: str) -> str:
    """The script of most letters of a text (`LATIN`, `CJK`, `ARABIC`, ...), or an empty string without letters."""
    counts: dict[str, int] = {}
    for ch in text[:4000]:
        if ch.isalpha():
            name = unicodedata.name(ch, "").split(" ")[0]
            counts[name] = counts.get(name, 0) + 1
    return max(counts, key=lambda name: counts[name]) if counts else ""


def is_english(text: str) -> bool:
    """True when a text is likely English. Too short to tell counts as English when its letters are Latin.

    Of twelve English words about five are among the hundred commonest; of other languages hardly one is.
    """
    if script(text) not in ("LATIN", ""):
        return False
    words = re.findall(r"[^\W\d_]+", text[:4000].lower())
    if len(words) < 12:
        return not any(ord(ch) > 0x24F for ch in text if ch.isalpha())
    return sum(word in _COMMON for word in words) / len(words) >= 0.14
