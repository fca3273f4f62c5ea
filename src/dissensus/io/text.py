"""Text as it comes in: characters that no later step can hold are replaced one for one, so that offsets hold."""

from __future__ import annotations

import re

REPLACEMENT = "\ufffd"

# NUL ends a string in C tokenizers and databases; a lone surrogate cannot be written as UTF-8 at all.
_UNUSABLE = re.compile("[\x00\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def mend_text(text: str) -> tuple[str, str | None]:
    """The text with every NUL and lone surrogate replaced by U+FFFD (same length), and what was done, if anything."""
    found = _UNUSABLE.findall(text)
    if not found:
        return text, None
    nuls = found.count("\0")
    kinds = ((nuls, "NUL character"), (len(found) - nuls, "lone surrogate"))
    counted = " and ".join(f"{n} {kind}{'s' * (n != 1)}" for n, kind in kinds if n)
    return _UNUSABLE.sub(REPLACEMENT, text), f"{counted} replaced by U+FFFD"


def printable(text: str, keep: str = "") -> str:
    """The text with a space for every character that does not print, those of `keep` aside."""
    return "".join(ch if ch in keep or ch.isprintable() else " " for ch in text)


def without_surrogates(text: str) -> str:
    """The text with every lone surrogate replaced by U+FFFD (same length): what UTF-8 can hold."""
    return _SURROGATE.sub(REPLACEMENT, text)
