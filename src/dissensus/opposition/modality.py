"""What a text obliges to, permits, forbids or leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from dissensus.opposition.negation import at, by_first
from dissensus.opposition.reading import read
from dissensus.types import Span
from dissensus.words import words

_FORCES = {
    "require": """must|shall|has to|have to|had to|needs to|need to|is required to|are required to|was required to|
    were required to|be required to|required to|obliged to|obligated to|is to be|are to be|mandatory|compulsory|
    obligatory|is required|are required|must always|requires|require""",
    "forbid": """must not|mustn't|must never|may not|shall not|shan't|may never|cannot|can't|can not|not allowed to|not permitted to|
    not be allowed to|not allowed|not permitted|prohibited from|banned from|barred from|forbidden to|forbidden from|
    forbidden|prohibited|banned|illegal|not authorized to|not entitled to|no one may|nobody may|unlawful|is not to be|are not to be""",
    "permit": """may|can|allowed to|permitted to|free to|entitled to|authorized to|allowed|permitted|permissible|
    is able to|are able to|legal|lawful|allows|permits""",
    "optional": """need not|needn't|don't have to|doesn't have to|do not have to|does not have to|did not have to|
    don't need to|doesn't need to|do not need to|does not need to|not required to|not obliged to|not obligated to|
    not required|not mandatory|not compulsory|not obligatory|not necessary|not need|optional|voluntary|may choose to|
    is optional|are optional|unnecessary|isn't required|aren't required|isn't required to|aren't required to|
    isn't mandatory|is not needed|not needed|may or may not""",
    "advise": "should|ought to|recommended|is recommended|advised to|advisable|encouraged to|should always",
    "dissuade": "should not|shouldn't|ought not to|not recommended|advised against|discouraged|discouraged from|should never",
}
_NAMES = {
    entry.strip(): force for force, of in _FORCES.items() for entry in of.replace("\n", " ").split("|") if entry.strip()
}
_ALL = by_first(_NAMES)
#: How far two forces exclude each other.
CLASHES = {
    frozenset(pair): weight
    for *pair, weight in (
        ("require", "forbid", 1.0),
        ("require", "optional", 0.9),
        ("require", "permit", 0.6),
        ("require", "dissuade", 0.8),
        ("forbid", "permit", 0.95),
        ("forbid", "optional", 0.5),
        ("forbid", "advise", 0.8),
        ("advise", "dissuade", 0.8),
        ("advise", "optional", 0.4),
        ("require", "advise", 0.3),
        ("permit", "dissuade", 0.5),
    )
}
# 'may have left', 'can be seen' and 'may be late' speak of what is so, not of what one may do.
_GUESS = frozenset("have well also".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Modal:
    """An obligation, a permission or their absence."""

    force: str
    """'require', 'forbid', 'permit', 'optional', 'advise' or 'dissuade'."""
    span: Span
    """Place of the expression in the text."""
    head: int
    """Token of what is obliged or permitted, or -1."""
    said: bool
    """Said of a subject before it ('smoking is prohibited'), which then is the head."""


@lru_cache(maxsize=8192)
def modals(text: str) -> tuple[Modal, ...]:
    """Every obligation and permission of a text, in order."""
    found = words(text)
    reading = read(text)
    result = []
    i = 0
    while i < len(found):
        parts = at(_ALL, found, i)
        if not parts or found[i].text == "May":
            i += 1
            continue
        end = i + len(parts)
        name = " ".join(parts)
        force = _NAMES[name]
        guess = name in ("may", "can", "may not") and end < len(found) and found[end].lower in _GUESS
        if not guess:
            own, count, first = reading.split(i, end)
            before, after = own[max(0, count - 1) : count], own[first : first + 1]
            # 'no visitor may enter' forbids, 'only members may enter' permits.
            if force == "permit" and before and reading.tokens[before[-1]].negative:
                force = "forbid"
            verb = parts[-1] in ("to", "from") or parts[0] in _AUX or parts[-1] in ("requires", "require", "allows")
            said = not (verb and after) and bool(before)
            head = after[0] if verb and after else before[-1] if before else after[0] if after else -1
            span = (found[i].span[0], found[end - 1].span[1])
            result.append(Modal(force=force, span=span, head=head, said=said))
        i = end
    return tuple(result)


_AUX = frozenset(
    "must mustn't shall shan't may can can't cannot need needn't don't doesn't do does did should shouldn't ought".split()
)
