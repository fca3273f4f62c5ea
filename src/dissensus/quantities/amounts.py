"""A number with what follows it: scale, unit, period of a rate, and the noun that it counts."""

from __future__ import annotations

import re

from dissensus.quantities.figures import BIG, Figure, after_share
from dissensus.quantities.raw import Raw
from dissensus.quantities.units import POUND_MASS, PREFIX, SHARE, YEAR, Unit, conversion, unit_at
from dissensus.words import FUNCTION_WORDS, stem

_SCALES = BIG | {
    "k": 1e3,
    "m": 1e6,
    "mn": 1e6,
    "mln": 1e6,
    "mio": 1e6,
    "mio.": 1e6,
    "bn": 1e9,
    "mrd": 1e9,
    "mrd.": 1e9,
    "b": 1e9,
    "trn": 1e12,
    "tn": 1e12,
    "t": 1e12,
    "thousands": 1e3,
    "millions": 1e6,
    "billions": 1e9,
}
_SCALE = re.compile(
    r"(?:[ \u00a0-]?(hundred|thousand|lakh|million|crore|billion|trillion|quadrillion|dozen|mn|mln|mio\.?|bn|mrd\.?|trn|tn)"
    r"|(k|K|M|B)|[ ](M|B)|([mbt]))(?![\w/²³])(?!-\w+-old)",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"[ ](?:[a-z]+[ ])?(?:people|users|inhabitants|residents|customers|copies|jobs|subscribers|downloads|views|"
    r"euros?|dollars?|pounds|tonnes|tons|barrels|litres|units|deaths|children|voters|members|households)\b"
)
_LENGTHY = re.compile(r"[ ](?:video|resolution|tv|display|screen|monitor|camera|run|race)\b", re.IGNORECASE)
_PER = re.compile(
    r"[ ]?(?:per|an?|each|every|/)[ ]?(second|minute|hour|day|night|week|month|quarter|year|person|head|capita|share|"
    r"employee|household|child|student|passenger)\b(?![ ]ago)|[ ](annually|daily|monthly|weekly)\b",
    re.IGNORECASE,
)
_RATES = {
    "annually": "year",
    "daily": "day",
    "monthly": "month",
    "weekly": "week",
    "night": "day",
    "head": "person",
    "capita": "person",
}
_TIMES = re.compile(
    r"[ ]?(?:times?|x|×)(?:[ ](?:a|an|per|each|every)[ ]|/)(?:(\d{1,3}|two|three|four|five|six|ten)[ ])?"
    r"(hour|day|week|fortnight|month|quarter|year|decade|century)s?\b",
    re.IGNORECASE,
)
_PER_YEAR = {
    "hour": 8766.0,
    "day": 365.25,
    "week": 365.25 / 7,
    "fortnight": 365.25 / 14,
    "month": 12.0,
    "quarter": 4.0,
    "year": 1.0,
    "decade": 0.1,
    "century": 0.01,
}
_SMALL = {
    "other": 2,
    "second": 2,
    "third": 3,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_NOUNS = re.compile(r"(?:[ -](?:of[ ](?:the[ ])?)?[^\W\d_]{2,24}(?:'s)?){1,3}")
_IRREGULAR = frozenset(
    "people men women children feet staff sheep fish police cattle teeth mice media data crew".split()
)
_NOT_PLURAL = frozenset(
    "is was has does this plus minus less across always sometimes perhaps besides towards versus as its his hers theirs ours "
    "yes thus bus gas".split()
)
_AND_HALF = re.compile(r"[ ]and[ ]a[ ](half|quarter)\b")
_OLD = re.compile(r"[ -](?:year|years)[ -]old\b|[ ]years[ ]of[ ]age\b", re.IGNORECASE)
_BEFORE_MONEY = re.compile(
    rf"({'|'.join(re.escape(alias) for alias in sorted(PREFIX, key=len, reverse=True))}|\$)[ \u00a0]?$"
)
_HEAVY = re.compile(r"\bweigh|\bweight|\bheav|\bmass\b|\bload|\blifted|\blost|\bgain", re.IGNORECASE)
_DOLLAR = PREFIX["US$"]


def prefix_at(text: str, start: int) -> tuple[Unit, int] | None:
    """The currency written right before a place, and its begin."""
    if start == 0 or text[start - 1].islower():
        return None
    head = text[max(0, start - 5) : start]
    match = _BEFORE_MONEY.search(head)
    if match is None:
        return None
    begin = start - len(head) + match.start()
    if begin and match.group(1)[0].isalpha() and text[begin - 1].isalnum():
        return None
    unit = _DOLLAR if match.group(1) == "$" else PREFIX[match.group(1)]
    return unit, begin


def amount(text: str, figure: Figure, before: list[str], currency: tuple[Unit, int] | None, negative: bool) -> Raw:
    """The value of a number, with everything that belongs to it."""
    start, end, scale = currency[1] if currency else figure.start, figure.end, 1.0
    if figure.fraction:
        end = after_share(text, end)
    found = _scale_at(text, end, currency is not None, figure)
    if found is not None:
        scale, end = found
    unit = currency[0] if currency else None
    if unit is None and (at := unit_at(text, end)) is not None and not _misread(text, end, at, figure, before):
        unit, end = at
    elif currency and (at := unit_at(text, end)) is not None and at[0].dimension == unit.dimension:  # type: ignore[union-attr]
        end = at[1]
    number = figure.value
    raw = Raw(kind="number", dimension="count", start=start, end=end)
    if unit is None and figure.fraction and scale == 1.0:
        unit, number = SHARE, number * 100
        raw.end = figure.end
    if unit is None and scale == 1.0 and figure.whole and before and number < 130 and _of_age(before):
        unit = YEAR
    if (
        unit is not None
        and unit.name == "GBP"
        and currency is None
        and text[raw.end - 1] in "ds"
        and _heavy(text, figure.start)
    ):
        unit = POUND_MASS
    if unit is not None and unit.kind == "duration":
        number, raw.end = _and_half(text, number, raw.end)
        if match := _OLD.match(text, end - len(" years") if text[end - 5 : end] == "years" else end - len(" year")):
            raw.end = match.end()
    raw.number, raw.scale, raw.step = (-number if negative else number), scale, figure.step * scale
    raw.whole, raw.fraction, raw.bare = figure.whole, figure.fraction, unit is None and scale == 1.0
    dress(raw, unit)
    if figure.other is not None and raw.low is not None:
        other = figure.other * scale * raw.factor + raw.offset
        raw.readings = ((raw.low, raw.low), (other, other))
        raw.ambiguous = (f"{figure.value:g}", f"{figure.other:g}")
    if currency is None and unit is None and (times := _TIMES.match(text, end)):
        return _frequency(raw, times)
    _follow(text, raw)
    return raw


def dress(raw: Raw, unit: Unit | None) -> None:
    """Give a value its unit, and its interval in base units."""
    if unit is not None:
        raw.kind, raw.dimension, raw.unit = unit.kind, unit.dimension, unit.name
        raw.factor, raw.offset = conversion(unit)
    size = abs(raw.factor)
    raw.low = raw.high = raw.number * raw.scale * raw.factor + raw.offset
    half = raw.step / 2 * size
    plain = raw.scale == 1.0 and raw.step == 1.0
    if raw.fraction or (plain and raw.kind in ("number", "money") and abs(raw.number) < 1000):
        half = 0.0
    elif plain and raw.kind == "duration":
        half = min(half, abs(raw.low) * 0.05)
    elif plain and raw.kind == "measure" and not raw.offset:
        half = min(half, abs(raw.low) * 0.1)
    raw.slack = half


def _scale_at(text: str, end: int, money: bool, figure: Figure) -> tuple[float, int] | None:
    match = _SCALE.match(text, end)
    if match is None:
        return None
    word, touching, apart, low = match.groups()
    written = (word or touching or apart or low).lower()
    if touching or apart or low:
        letter = touching or apart or low
        if figure.spelled:
            return None
        if letter in "mbt" and not money and not (letter == "m" and _PEOPLE.match(text, match.end())):
            return None
        if letter in "kK" and _LENGTHY.match(text, match.end()):
            return None
        if letter in "BT" and not money and apart:
            return None
    if figure.spelled and written in ("mn", "mln", "bn", "tn", "trn"):
        return None
    return _SCALES[written], match.end()


def _misread(text: str, end: int, at: tuple[Unit, int], figure: Figure, before: list[str]) -> bool:
    _unit, stop = at
    symbol = text[end:stop].strip(" \u00a0-")
    if symbol in ("won", "rand", "bar", "bars", "cup", "cups", "pound", "second", "bit") and (
        text[end] == "-" or (symbol == "won" and not figure.grouped)
    ):
        return symbol != "second"
    if symbol == "p":
        return not (figure.whole and figure.value < 100)
    if symbol == "second" and figure.value != 1:
        return True
    if figure.spelled and len(symbol) <= 2:
        return True
    if symbol in ("kn", "kt", "t", "L", "W", "V", "J", "s", "h") and text[stop : stop + 1] == "-":
        return True
    return symbol == "K" and text[end : end + 1] == "K"


def _of_age(before: list[str]) -> bool:
    return before[-1] == "aged" or any(word in ("age", "ages") for word in before[-3:])


def _heavy(text: str, start: int) -> bool:
    clause = re.split(r"[,;.:]", text[max(0, start - 60) : start])[-1]
    return (
        _HEAVY.search(clause) is not None
        or _HEAVY.match(text[start + 1 : start + 20].partition(" pounds ")[2]) is not None
    )


def _and_half(text: str, number: float, end: int) -> tuple[float, int]:
    match = _AND_HALF.match(text, end)
    if match is None:
        return number, end
    return number + (0.5 if match.group(1) == "half" else 0.25), match.end()


def _frequency(raw: Raw, match: re.Match[str]) -> Raw:
    count = match.group(1)
    number = float(_SMALL[count.lower()]) if count and not count.isdecimal() else float(count or 1)
    return frequency(raw.number, match.group(2), number or 1.0, raw.start, match.end())


def frequency(times: float, period: str, count: float, start: int, end: int) -> Raw:
    """So many times in so many periods, as a number per year."""
    raw = Raw(kind="frequency", dimension="frequency", start=start, end=end, unit=period.lower(), number=times)
    raw.factor = _PER_YEAR[period.lower()] / count
    raw.low = raw.high = times * raw.factor
    raw.slack = raw.low * 0.005
    return raw


def small(word: str) -> float:
    """Number of a word or digits in 'every third week'."""
    return float(word) if word.isdecimal() else float(_SMALL.get(word.lower(), 1))


def _follow(text: str, raw: Raw) -> None:
    per = _PER.match(text, raw.end)
    if per is not None and raw.kind != "duration":
        word = (per.group(1) or per.group(2)).lower()
        raw.per, raw.end = _RATES.get(word, word), per.end()
    elif raw.kind == "number":
        raw.counted = counted(text, raw.end, raw.number)


def counted(text: str, end: int, number: float) -> str | None:
    """Stem of the noun that a number counts, where the words after it show one."""
    match = _NOUNS.match(text, end)
    if match is None:
        return None
    for place, word in enumerate(match.group().replace("-", " ").split()):
        lower = word.lower()
        if lower in FUNCTION_WORDS:
            if lower == "of" and place == 0:
                continue
            return None
        if lower in _IRREGULAR or (lower[-1] == "s" and lower[-2:] not in ("ss", "us") and lower not in _NOT_PLURAL):
            return stem(lower)
        if number == 1 or text[end] == "-":
            return stem(lower)
    return None
