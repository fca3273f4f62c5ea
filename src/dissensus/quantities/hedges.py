"""Words around a value that open, widen or limit it."""

from __future__ import annotations

import re

from dissensus.quantities.amounts import counted
from dissensus.quantities.calendar import part_of
from dissensus.quantities.model import Bound
from dissensus.quantities.raw import Raw

_BEFORE: dict[str, Bound] = {}
_PHRASES: dict[Bound, str] = {
    "about": "about,around,roughly,approximately,approx,approx.,some,circa,ca,ca.,c.,~,≈,or so,close to,in the region of,"
    "on the order of,an estimated,estimated,something like,±,give or take",
    "more_than": "more than,over,above,greater than,exceeding,exceeds,exceeded,in excess of,upwards of,just over,well over,"
    "a little over,slightly more than,higher than,longer than,older than,larger than,better than,>,not only,surpassing",
    "at_least": "at least,no less than,no fewer than,not less than,a minimum of,minimum of,minimum,≥,>=,not under,from at least",
    "less_than": "less than,fewer than,under,below,lower than,shorter than,younger than,smaller than,<,well under",
    "at_most": "up to,at most,no more than,not more than,a maximum of,maximum of,maximum,within,as many as,as much as,"
    "not exceeding,≤,<=,within the next,limited to,capped at,cap of,not over,at the most,no longer than,no later than",
    "nearly": "nearly,almost,just under,just below,close on,slightly less than,slightly under,approaching,not quite,a little under",
}
for _bound, _list in _PHRASES.items():
    _BEFORE.update(dict.fromkeys(_list.split(","), _bound))
_DATE_BEFORE: dict[str, Bound] = {
    "before": "less_than",
    "prior to": "less_than",
    "earlier than": "less_than",
    "pre": "less_than",
    "after": "more_than",
    "later than": "more_than",
    "post": "more_than",
    "following": "more_than",
    "since": "at_least",
    "from": "at_least",
    "starting": "at_least",
    "starting in": "at_least",
    "beginning in": "at_least",
    "ever since": "at_least",
    "as of": "at_least",
    "not before": "at_least",
    "no earlier than": "at_least",
    "until": "at_most",
    "till": "at_most",
    "by": "at_most",
    "through": "at_most",
    "up to": "at_most",
    "no later than": "at_most",
    "not later than": "at_most",
    "at the latest by": "at_most",
    "not after": "at_most",
    "around": "about",
    "about": "about",
    "circa": "about",
    "c.": "about",
    "ca.": "about",
    "~": "about",
    "approximately": "about",
    "roughly": "about",
}
_PARTS = frozenset(
    {
        "early",
        "mid",
        "late",
        "beginning of",
        "start of",
        "end of",
        "middle of",
        "beginning of the",
        "start of the",
        "end of the",
        "middle of the",
    }
)
_AFTER = re.compile(
    r"[ ]?(?:(\+|or (?:more|above|over|greater|later|newer|higher|older|longer|better|up)|and (?:above|over|later|newer|up)"
    r"|upwards|at least|at minimum)|(or (?:less|fewer|below|under|earlier|lower|younger|shorter|sooner)|at most|maximum|at the latest|tops)"
    r"|(or so|or thereabouts|give or take))(?!\w)",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|never)\b[^.,;]*\b(?:before|until|till)[ ]?(?:the[ ])?$", re.IGNORECASE)
_GLUE = "-–([\"'“”‘„*"
#: Share by which a number called approximate may be off, and one called nearly so below.
ABOUT, NEARLY = 0.1, 0.15
_YEARS_ABOUT = 2 * 365.25


def words_before(text: str, start: int) -> list[str]:
    """The few words before a place, lower-cased; none across the end of a clause."""
    window = text[max(0, start - 36) : start]
    return window.lower().split()[-4:]


def hedge(raw: Raw, text: str, before: list[str]) -> None:
    """Set the bound of a value, and open or widen its interval."""
    tail = _AFTER.match(text, raw.end) if text[raw.end : raw.end + 1] in (" ", "+") else None
    bound: Bound | None = None
    if tail is not None:
        bound = "at_least" if tail.group(1) else "at_most" if tail.group(2) else "about"
        if tail.group(1) == "+" and text[tail.end() : tail.end() + 2].strip()[:1].isdigit():
            bound = None
        elif raw.kind == "number" and raw.counted is None:
            raw.counted = counted(text, tail.end(), raw.number)
    if before and raw.kind != "frequency":
        last = before[-1]
        if last[-1:] in _GLUE:
            before = [*before[:-1], last.rstrip(_GLUE)]
        elif last[-1:] in ",;:.!?)" and last not in ("ca.", "c.", "approx."):
            before = []
        before = [word.lstrip(_GLUE) for word in before]
        table = _DATE_BEFORE if raw.kind in ("date", "time") else _BEFORE
        for size in (4, 3, 2, 1):
            if len(before) < size:
                continue
            phrase = " ".join(before[-size:])
            if raw.kind == "date" and phrase in _PARTS and raw.low is not None and raw.high is not None:
                raw.low, raw.high = part_of((raw.low, raw.high), phrase.split()[0].replace("middle", "mid"))
                raw.bound = "about"
                return
            if found := table.get(phrase):
                bound = found
                break
        if raw.kind == "time" and bound in ("at_least", "at_most", "more_than", "less_than") and raw.bound == "range":
            bound = None
    if (
        raw.kind == "date"
        and bound in ("less_than", "at_most")
        and _NOT.search(text[max(0, raw.start - 40) : raw.start])
    ):
        # Not until 1981 is in 1981, not before 1981 is then at the earliest.
        bound = "at_least" if bound == "less_than" else None
    if bound is not None and raw.bound == "exact":
        _open(raw, bound)


def _open(raw: Raw, bound: Bound) -> None:
    if bound == "about" and raw.kind == "version":
        return
    raw.bound = bound
    raw.readings, raw.ambiguous = (), ()
    low, high = raw.low, raw.high
    if low is None or high is None:
        return
    if bound == "about":
        if raw.kind == "date":
            wide = _YEARS_ABOUT if high - low > 300 else (high - low + 1) / 2
        elif raw.kind == "time":
            wide = 30.0
        else:
            wide = max(abs(low) * ABOUT, raw.slack)
        raw.low, raw.high = low - wide, high + wide
    elif bound == "nearly":
        raw.low = low - abs(low) * NEARLY
    elif bound == "more_than":
        # After 1990 begins where 1990 ends; more than 5 may be called by numbers only just above it.
        raw.low, raw.high = (high + 1 if raw.kind == "date" else low), None
    elif bound == "at_least":
        raw.high = None
    elif bound == "less_than":
        raw.low, raw.high = None, (low - 1 if raw.kind == "date" else high)
    else:
        raw.low = None
