"""Shares, ordinals and times before publication, which begin with digits and with words alike."""

from __future__ import annotations

import re
from datetime import date

from dissensus.quantities import dates
from dissensus.quantities.amounts import counted, small
from dissensus.quantities.raw import Raw

OUT_OF = re.compile(
    r"(?:[ ](?:in|out[ ]of)(?:[ ]every)?|-in)[ -](\d{1,7}(?:,\d{3})*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|a hundred|a thousand)"
    r"(?![\w%]|[.,:]\d|[ ](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|percent|million)\b)",
    re.IGNORECASE,
)
_AGO = re.compile(r"[ ]ago\b", re.IGNORECASE)


def before_publication(text: str, raw: Raw, published: date | None) -> Raw | None:
    """The date that a duration before the day of publication means."""
    match = _AGO.match(text, raw.end)
    if match is None or published is None or raw.unit is None or abs(raw.number) > 1000:
        return None
    return dates.today_based(raw.unit, -int(raw.number), published, raw.start, match.end())


def share_of(top: float, match: re.Match[str]) -> float | None:
    """The share that one in five means; nothing where the second number is not its whole."""
    word = match.group(1).lower().replace(",", "")
    bottom = (
        float(word)
        if word.isdecimal()
        else {"hundred": 100.0, "a hundred": 100.0, "a thousand": 1000.0, "twelve": 12.0, "twenty": 20.0}.get(word)
        or small(word)
    )
    if not 0 < top < bottom or (
        1000 <= bottom <= 2100 and " in" in match.group().lower()[:4] and word.isdecimal() and "," not in match.group()
    ):
        return None
    return top / bottom


def ordinal_value(text: str, number: int, start: int, end: int) -> Raw:
    """An ordinal, or the quarter, half or century that it numbers."""
    period = dates.nth_period(text, number, start, end)
    if period is not None:
        return period
    raw = Raw(kind="ordinal", dimension="ordinal", start=start, end=end, low=float(number), high=float(number))
    raw.counted = counted(text, end, 1)
    return raw
