"""Numbers as they are written, in digits or in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

_DIGITS = re.compile(
    r"""\d{1,3}(?:,\d{2}){0,4}(?:,\d{3}){1,6}(?:\.\d+)?(?!\d|,\d)   # 1,200,000.5 and 12,34,567
      | \d{1,3}(?:\.\d{3}){2,6}(?:,\d+)?(?!\d|\.\d)           # 1.200.000,5
      | \d{1,3}\.\d{3},\d{1,2}(?!\d)                         # 1.200,50
      | \d{1,3}(?:'\d{3}){1,6}(?:\.\d+)?(?!\d)                   # 1'200'000
      | \d{1,3}(?:[ \u00a0]\d{3}){1,6}(?:[.,]\d+)?(?!\d|[.,]\d)  # 1 200 000
      | \d+[ \u00a0]?[½¼¾⅓⅔]
      | \d+[ ]\d/\d\d?(?![\d/])                              # 2 1/2
      | \d+,\d+(?![\d,])                                     # 1,5
      | \d+(?:\.\d+)?
      | \.\d+""",
    re.VERBOSE,
)
MARKS = {"½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3}
_SEPARATED = re.compile(r"\d[.,]\d")
_COMMA = re.compile(r"(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?![\d,])|\d\.\d{3},\d|(?<!\d)0,\d")
_DOTS = re.compile(r"\d\.\d{3}(?:\.\d{3}){1,6}(?!\.?\d)|\d\.\d{3},\d")
#: Longer runs of digits are identifiers, and too much for a float.
MAX_DIGITS = 18


@dataclass(frozen=True, slots=True)
class Style:
    """How a text writes its numbers."""

    comma: bool
    """Some number has a decimal comma."""
    dots: bool
    """Some number has dots between its thousands."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number without its unit."""

    value: float
    step: float
    """Last written place: 1 for 12, 0.1 for 1.2."""
    start: int
    end: int
    other: float | None = None
    """Another reading of the same digits."""
    grouped: bool = False
    """Has thousands separators."""
    spelled: bool = False
    fraction: bool = False
    """A half, three quarters: a share of something, unless a unit follows."""

    @property
    def whole(self) -> bool:
        """Digits only, as a year or an identifier is."""
        return not (self.grouped or self.spelled or self.fraction) and self.step == 1


def style_of(text: str) -> Style:
    """Which separators the numbers of a text show beyond doubt."""
    if _SEPARATED.search(text) is None:
        return Style(False, False)
    return Style(_COMMA.search(text) is not None, _DOTS.search(text) is not None)


def digits_at(text: str, place: int, style: Style) -> Figure | None:
    """The number in digits that begins at a place."""
    match = _DIGITS.match(text, place)
    if match is None:
        return None
    raw, end = match.group(), match.end()
    if len(raw) <= 3 and raw.isdecimal():
        return Figure(float(raw), 1.0, place, end)
    if len(raw) > MAX_DIGITS * 2:
        return None
    if raw[-1] in MARKS:
        return Figure(float(raw[:-1]) + MARKS[raw[-1]], 0.0, place, end)
    if "/" in raw:
        whole, _, share = raw.partition(" ")
        top, _, bottom = share.partition("/")
        return Figure(float(whole) + float(top) / float(bottom), 0.0, place, end) if float(bottom) else None
    commas, dots = raw.count(","), raw.count(".")
    if commas + dots == 0:
        plain = re.sub(r"[ \u00a0']", "", raw)
        return Figure(float(plain), 1.0, place, end, grouped=plain != raw) if len(plain) <= MAX_DIGITS else None
    return _separated(raw.replace("\u00a0", "").replace(" ", "").replace("'", ""), place, end, style)


def _separated(raw: str, start: int, end: int, style: Style) -> Figure:
    comma, dot = raw.rfind(","), raw.rfind(".")
    commas, dots = raw.count(","), raw.count(".")
    mark = "," if comma > dot else "."
    last = len(raw) - max(comma, dot) - 1
    other = None
    if commas and dots:
        decimal = mark
    elif commas + dots > 1:
        decimal = ""
    elif last != 3 or raw[0] == "0" or len(raw) > 7:
        decimal = mark
    elif mark == ",":
        decimal = ""
        if style.comma or style.dots:
            decimal, other = ",", float(raw.replace(",", ""))
    else:
        decimal = "."
        if style.comma or style.dots:
            decimal, other = "", float(raw)
    whole, _, fraction = raw.rpartition(decimal) if decimal else (raw, "", "")
    plain = whole.replace(",", "").replace(".", "") or "0"
    value = float(f"{plain}.{fraction or 0}")
    return Figure(value, 10.0 ** -len(fraction), start, end, other, grouped=not fraction)


_ONES = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split(),
        range(20),
        strict=True,
    )
)
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_SMALL = _ONES | _TENS | {"fourty": 40}
BIG = {
    "hundred": 100.0,
    "dozen": 12.0,
    "thousand": 1e3,
    "lakh": 1e5,
    "million": 1e6,
    "crore": 1e7,
    "billion": 1e9,
    "trillion": 1e12,
    "quadrillion": 1e15,
}
_PARTS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "twentieth": 20,
    "hundredth": 100,
}
_PARTS |= {name + "s": size for name, size in _PARTS.items() if name != "half"} | {"halves": 2}
NUMBER_WORDS = frozenset(_SMALL)
_NEXT = re.compile(r"(?:[ \u00a0]and[ \u00a0]a[ \u00a0]|[ \u00a0]and[ \u00a0]|[ \u00a0]|-)?([A-Za-z]+)")
_SHARE = re.compile(
    r"[ -](half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|"
    r"twentieths?|hundredths?)\b(?!-\w)",
    re.IGNORECASE,
)


def spelled_at(text: str, start: int, first: str) -> Figure | None:
    """The number in words that begins with the word `first` at a place."""
    total, current, step, end = 0.0, float(_SMALL[first]), 1.0, start + len(first)
    room = 10.0 if first in _TENS else 0.0
    if match := _SHARE.match(text, end):
        part = _PARTS[match.group(1).lower()]
        if 0 < current <= part:
            return Figure(current / part, 0.0, start, match.end(), spelled=True, fraction=True)
    while match := _NEXT.match(text, end):
        word, gap = match.group(1).lower(), text[end : match.start(1)]
        linked = "and" in gap
        if word == "half" and gap.endswith(" a "):
            return Figure(total + current + 0.5, 0.0, start, match.end(), spelled=True)
        if gap == "" or gap.endswith(" a "):
            break
        if word in _SMALL:
            value = float(_SMALL[word])
            if linked and (room == 10.0 or not (total or current >= 100)):
                break
            if not 0 < value < room:
                break
            current += value
            room = 10.0 if word in _TENS and room > 10 else 0.0
        elif word in BIG and not linked and word != "dozen":
            if word == "hundred":
                if not 0 < current < 100:
                    break
                current, room, step = current * 100, 100.0, 100.0
            else:
                total, current, room, step = total + current * BIG[word], 0.0, 1000.0, BIG[word]
        elif word == "dozen" and not linked and not total:
            return Figure(current * 12, 1.0, start, match.end(), spelled=True)
        elif word == "point" and not linked:
            return _pointed(text, start, total + current, match.end())
        else:
            break
        if word in _SMALL:
            step = 1.0
        end = match.end()
    return Figure(total + current, step, start, end, spelled=True)


def _pointed(text: str, start: int, whole: float, end: int) -> Figure:
    place = 1.0
    while (match := _NEXT.match(text, end)) and (digit := _ONES.get(match.group(1).lower(), 10)) < 10:
        place, end = place / 10, match.end()
        whole += digit * place
    return Figure(whole, place, start, end, spelled=True)


_ARTICLE_SHARE = re.compile(
    r"(?:(half)\b(?=[ ](?:of\b|the\b|a\b|an\b|all\b|its\b|their\b|our\b|his\b|her\b)|[.,;]|$)(?:[ ](?:a|an)\b)?"
    r"|an?[ ](half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)\b(?=[ ]of\b|[ ]the\b|[ ]as\b|[ ]?[.,;]|$)"
    r"|an?[ ](dozen|hundred|thousand|million|billion|trillion)\b)",
    re.IGNORECASE,
)
_OF_A = re.compile(
    r"[ ]of[ ]an?\b(?=[ ](?:mile|kilomet|met[er]{2}|litre|liter|pound|kilo|million|billion|hour|year|century|inch))"
)


def share_at(text: str, place: int) -> Figure | None:
    """'half of', 'a third of', 'a dozen', 'half a million': a number that begins with an article or `half`."""
    match = _ARTICLE_SHARE.match(text, place)
    if match is None:
        return None
    half, part, big = match.groups()
    end = match.end()
    if big:
        return Figure(BIG[big.lower()], 1.0 if big.lower() == "dozen" else BIG[big.lower()], place, end, spelled=True)
    size = 2 if half else _PARTS[part.lower()]
    return Figure(1 / size, 0.0, place, end, spelled=True, fraction=True)


def after_share(text: str, end: int) -> int:
    """End of ' of a' where a unit follows it, as in three quarters of an hour."""
    match = _OF_A.match(text, end)
    return match.end() if match else end
