"""Whether a text is English, which is what the parser and the patterns were made for."""

from __future__ import annotations

import re
import unicodedata

_COMMON = frozenset(
    "the of and to in a is was for that it on as with by at from be are were has have had an or not this which but "
    "its they he she his her their will can may more than who been also about into over after when there these all no "
    "you your we our i if so do does did would could should one two new per".split()
)


# Of German, French, Spanish, Portuguese, Italian and Dutch; none that is an English word too.
_OTHERS = frozenset(
    "der das und ist nicht mit von dem ein eine einer auf für sich auch wird werden sind bei nach über zum zur sie er "
    "le la les des est et une dans que qui pour pas sur elle aux sont ont été du el los las y por con se su "
    "del una como más fue son entre pero da dos em não com uma foi ao pela pelo são os di che per è sono della "
    "nel gli anche het een van niet op zijn voor aan dat te bij wurde dass aus ou ce"
    .split()
)  # fmt: skip


def script(text: str) -> str:
    """The script of most letters of a text (`LATIN`, `CJK`, `ARABIC`, ...), or an empty string without letters."""
    counts: dict[str, int] = {}
    for ch in text[:4000]:
        if ch.isalpha():
            name = unicodedata.name(ch, "").split(" ")[0]
            counts[name] = counts.get(name, 0) + 1
    return max(counts, key=lambda name: counts[name]) if counts else ""


def is_english(text: str) -> bool:
    """False when a text is likely in another language. Too little to tell counts as English when its letters are Latin.

    Common words are counted: those of English against those of the other large languages in Latin letters.
    """
    if script(text) not in ("LATIN", ""):
        return False
    words = re.findall(r"[^\W\d_]+", text[:4000].lower())
    english, other = (sum(word in known for word in words) for known in (_COMMON, _OTHERS))
    if other > english:
        return False
    return english > 0 or not any(ord(ch) > 0x24F for ch in text if ch.isalpha())
