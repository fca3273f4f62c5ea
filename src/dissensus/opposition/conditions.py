"""What limits a statement: conditions, exceptions, times, plans, hedges and parts of a whole."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from dissensus.opposition.clauses import clauses
from dissensus.opposition.negation import at, by_first
from dissensus.opposition.reading import PARTS
from dissensus.types import Span
from dissensus.words import Word, words

_CUES = {
    "if": """if|unless|provided|provided that|providing that|on condition that|when|whenever|once|as long as|so long as|
    in case|in the event of|in the event that|assuming|where|subject to|depending on|only if|only when|even if|
    on the condition that|contingent on|in cases of|upon""",
    "exception": """except|except for|unless|other than|apart from|aside from|but not|with the exception of|excluding|
    excepting|save for|barring|all but|everything but|everyone but|with a pass|with permission|with a permit|
    with authorization|with written consent|with prior approval|with a ticket|without a pass|without permission|
    exempt|exempted|notwithstanding|not including|exceptions|exception|only those|only members|
    not apply to|bar|by appointment""",
    "time": """until|till|since|before|after|no longer|not any longer|used to|formerly|previously|originally|now|
    currently|at present|as of|as from|from then on|at the time|once|initially|in the past|then|later|earlier|
    today|nowadays|to date|so far|ago|last year|last month|this year|next year|during|former|ex|erstwhile|eventually|
    subsequently|at first|prior to|up to now|yet|already|still""",
    "plan": """plans to|plan to|planned to|planning to|will|would|is expected to|are expected to|was expected to|
    were expected to|expected to|is scheduled|are scheduled|was scheduled|scheduled|scheduled to|is set to|are set to|
    was set to|intends to|intend to|intended to|aims to|aim to|going to|due to open|proposed|proposes to|proposal to|
    hopes to|is to be|are to be|was to be|slated|upcoming|forthcoming|considering|targeted|forecast|projected""",
    "hedge": """may|might|could|about|around|approximately|roughly|nearly|almost|reportedly|allegedly|likely|probably|
    possibly|perhaps|maybe|apparently|seems|seem|appears to|appear to|suggests|suggest|is believed to|are believed to|
    is thought to|are thought to|believed|estimated|purportedly|supposedly|circa|ca|some say|according to|tends to|
    tend to|not necessarily|unconfirmed|up to|or so|more or less|potentially|presumably|claims|claimed|rumoured|rumored""",
    "part": """some|some of|most|most of|half of|half the|part of|parts of|many|several|a few|few|one of|mainly|mostly|
    partly|partially|largely|primarily|a majority of|a minority of|a third of|a quarter of|certain|only|
    in the north|in the south|in the east|in the west|in the northern|in the southern|in the eastern|in the western|
    northern|southern|eastern|western|regional|local|at least one|in parts|in places|in particular|especially|
    usually|generally|often|sometimes|typically|normally|occasionally|rarely|percent of|per cent of""",
}
_KINDS: dict[str, list[str]] = {}
for _kind, _of in _CUES.items():
    for _entry in _of.replace("\n", " ").split("|"):
        _KINDS.setdefault(_entry.strip(), []).append(_kind)
_ALL = by_first(_KINDS)
_MODALS = frozenset(("may", "can", "shall", "must"))
_LIMITS = frozenset("with without who whose holding having".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """An expression that limits what its sentence states."""

    kind: str
    """'if', 'exception', 'time', 'plan', 'hedge' or 'part'."""
    cue: str
    """The expression in lower case."""
    span: Span
    """Place of the expression in the text."""
    scope: Span
    """Place of the expression and of what follows it, to the end of its clause."""


def _year(found: tuple[Word, ...], i: int) -> bool:
    return len(found[i].lower) == 4 and found[i].lower.isdigit() and "1000" <= found[i].lower < "2200"


def _other(found: tuple[Word, ...], i: int, numbers: tuple[int, ...]) -> tuple[str, int] | None:
    """Kind and length of a condition that is no fixed expression."""
    lower = found[i].lower
    if lower in PARTS or (lower.endswith("s") and lower[:-1] in PARTS):
        return "part", 1
    if lower in ("in", "by", "from", "during", "through") and i + 1 < len(found):
        if _year(found, i + 1):
            return "time", 2
        if i + 2 < len(found) and found[i + 1].capital and _year(found, i + 2):
            return "time", 3
    if found[i].text == "May":
        return None
    # 'visitors with a pass may enter': the permission is for some of them.
    if lower in _LIMITS and i and numbers[i - 1] == numbers[i]:
        for k in range(i + 1, min(i + 8, len(found))):
            if numbers[k] != numbers[i]:
                break
            if found[k].lower in _MODALS or found[k].lower in ("are", "is"):
                return "exception", k - i
    if lower == "only":
        for k in range(i + 1, min(i + 6, len(found))):
            if numbers[k] == numbers[i] and found[k].lower in _MODALS:
                return "exception", k - i
    return None


@lru_cache(maxsize=8192)
def conditions(text: str) -> tuple[Condition, ...]:
    """Every limiting expression of a text, in order; one that may be of two kinds is told as both."""
    found = words(text)
    numbers = clauses(text)
    last = {number: k for k, number in enumerate(numbers)}
    result = []
    i = 0
    while i < len(found):
        parts = at(_ALL, found, i)
        other = _other(found, i, numbers)
        kinds = list(_KINDS[" ".join(parts)]) if parts else []
        if found[i].text == "May" and (found[i].capital or (i + 1 < len(found) and found[i + 1].lower[0].isdigit())):
            kinds, parts = [], ()  # the month
        length = len(parts)
        if other and (other[0] not in kinds):
            kinds.append(other[0])
            length = max(length, other[1])
        if not kinds:
            i += 1
            continue
        span = (found[i].span[0], found[i + length - 1].span[1])
        end = found[max(last[numbers[i]], i + length - 1)].span[1]
        cue = " ".join(w.lower for w in found[i : i + length])
        result += [Condition(kind=kind, cue=cue, span=span, scope=(span[0], end)) for kind in kinds]
        i += max(1, len(parts))
    return tuple(result)
