"""Values that begin with a digit."""

from __future__ import annotations

import re
from datetime import date

from dissensus.quantities import dates, labels, versions
from dissensus.quantities.amounts import amount, prefix_at
from dissensus.quantities.calendar import span_of_years
from dissensus.quantities.figures import Figure, Style, digits_at
from dissensus.quantities.hedges import words_before
from dissensus.quantities.idioms import OUT_OF, before_publication, ordinal_value, share_of
from dissensus.quantities.raw import Raw
from dissensus.quantities.units import Unit
from dissensus.words import FUNCTION_WORDS

_FRACTION = re.compile(r"(\d{1,3})/(\d{1,3})(?![\w/]|\.\d)")
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)(?!\w)")
_SPORT = re.compile(
    r"(\d{1,3})[-–](\d{1,3})(?![\w/-]|\.\d|[ ]?[%°]|[ ](?:years?|days?|hours?|minutes?|weeks?|months?|km|kg)\b|[ ][a-z]+s\b)"
)
_WON = re.compile(
    r"\b(?:won|wins?|winning|beat|beats|lost|lose|loses|defeat\w*|score[ds]?|victory|drew|draw|final|match|game|vote[ds]?)\b",
    re.IGNORECASE,
)
_DECADE_BEFORE = frozenset("the early mid late '".split())
_PREFIXES = frozenset("mid early late pre post sub under over top to".split())
_YEAR_BEFORE = frozenset(
    "in since until till by from before after during of year years early mid late summer autumn winter spring and to "
    "through the for between circa around about c. ca. born died founded established opened published built".split()
)


def number_at(text: str, start: int, stop: int, style: Style, published: date | None) -> Raw | int:
    """The value at a run of digits, or where to go on."""
    before = words_before(text, start)
    last = text[start - 1] if start else " "
    currency = prefix_at(text, start)
    if currency is None and (skipped := _glued(text, start, stop, last)) is not None:
        return skipped
    if (stop - start > 4 and text[start] == "0") or stop - start > 18:
        return labels.token_end(text, start)
    if currency is None:
        if labels.list_number(text, start, stop):
            return stop
        if (end := labels.named(text, start, stop, before)) is not None and not _unit_after(text, start, stop):
            return max(end, labels.token_end(text, start))
        if (end := labels.phone(text, start)) is not None:
            return end
        if (got := _special(text, start, stop, before)) is not None:
            return got
    return _amount(text, start, stop, before, currency, style, published)


def _glued(text: str, start: int, stop: int, last: str) -> int | None:
    if last.isalpha() or last in "_#/\\@=&":
        return labels.token_end(text, start)
    if last == "." and start > 1 and text[start - 2].isalnum():
        return labels.token_end(text, start)
    if last == "," and start > 1 and text[start - 2].isdecimal():
        return labels.token_end(text, start)
    if last in "-–" and start > 1 and text[start - 2].isalpha():
        head = re.search(r"[^\W\d_]+$", text[max(0, start - 20) : start - 1])
        if head and head.group().lower() not in _PREFIXES and last == "-":
            return labels.token_end(text, start)
    after = text[stop : stop + 1]
    if after == "-" and text[stop + 1 : stop + 2].isupper() and text[stop + 2 : stop + 3].isdecimal():
        return labels.token_end(text, start)
    return None


def _unit_after(text: str, start: int, stop: int) -> bool:
    head = text[stop : stop + 14].lstrip()
    return (head[:1] in "%°€" and head != "") or re.match(
        r"per ?cent\b|million\b|billion\b|km\b|kg\b|years\b|euros\b|dollars\b|degrees\b", head
    ) is not None


def _special(text: str, start: int, stop: int, before: list[str]) -> Raw | int | None:
    after = text[stop : stop + 1]
    if (after == "/" and text.startswith("24/7", start)) or text.startswith("9/11", start):
        return labels.token_end(text, start)
    if (got := versions.at_digit(text, start)) is not None and dates.date_at(text, start) is None:
        return got
    if (moment := dates.date_at(text, start)) is not None:
        return moment
    if after == "s" and text[stop - 1] == "0" and stop - start == 2 and before and before[-1] in _DECADE_BEFORE:
        first = 1900 + int(text[start:stop])
        return dates.interval(span_of_years(first, first + 9), start, stop + 1)
    if after in ("s", "n", "r", "t") and (match := _ORDINAL_END.match(text, stop)):
        return ordinal_value(text, int(text[start:stop]), start, match.end())
    if after == "/" and (match := _FRACTION.match(text, start)):
        top, bottom = int(match.group(1)), int(match.group(2))
        if 0 < top < bottom and (
            bottom in (2, 3, 4, 5, 6, 8, 10, 12, 16, 100) or text[match.end() : match.end() + 4] == " of "
        ):
            return amount(text, Figure(top / bottom, 0.0, start, match.end(), fraction=True), before, None, False)
        return match.end()
    if after in ("-", "–") and (match := _SPORT.match(text, start)):
        one, two = int(match.group(1)), int(match.group(2))
        if max(one, two) < 200 and _WON.search(text[max(0, start - 60) : match.end() + 30]):
            return Raw(kind="number", dimension="score", start=start, end=match.end(), parts=(one, two))
    if (
        stop - start == 4
        and not (after == "," and text[stop + 1 : stop + 2].isdecimal())
        and (year := _year(text, start, stop, before)) is not None
    ):
        return year
    return stop if versions.standard_number(text, start) else None


def _year(text: str, start: int, stop: int, before: list[str]) -> Raw | None:
    number = int(text[start:stop])
    if not 1000 <= number <= 2100 or text[stop : stop + 1] in ("%", "°", "€", "$", "£"):
        return None
    if text[stop : stop + 1] == "." and text[stop + 1 : stop + 2].isdecimal():
        return None
    word = before[-1].strip("('\"") if before else ""
    bare = text[start - 1] == "(" if start else False
    trial = amount(text, Figure(float(number), 1.0, start, stop), [], None, False)
    if trial.unit is not None or trial.scale != 1.0 or word == "than":
        return None
    trigger = bare or word in _YEAR_BEFORE or not before
    if trial.counted is not None and (
        word in ("of", "by", "to", "for", "the", "about", "around", "and", "from", "between", "")
        or not trigger
        or (number % 100 == 0 and word != "in")
    ):
        return None
    if trial.per is not None:
        return None
    if not trigger and word and start > 1 and text[start - 2].isalnum():
        name = re.search(r"([A-Z]\w+)[ ]$", text[max(0, start - 30) : start])
        if (
            name
            and name.group(1).lower() not in FUNCTION_WORDS
            and name.group(1).lower() not in ("summer", "spring", "winter", "autumn")
        ):
            return Raw(kind="date", dimension="date", start=start, end=start)
    return dates.day(number, None, None, start, stop)


def _amount(
    text: str,
    start: int,
    stop: int,
    before: list[str],
    unit: tuple[Unit, int] | None,
    style: Style,
    published: date | None,
) -> Raw | int:
    figure = digits_at(text, start, style)
    if figure is None:
        return labels.token_end(text, start)
    if figure.whole and stop - start > 1 and text[start] == "0":
        return labels.token_end(text, start)
    begin = unit[1] if unit else start
    negative = False
    sign = text[begin - 1] if begin else ""
    if (sign and sign in "-–" and (begin == 1 or text[begin - 2] in " (\u00a0\n:")) or (
        before and before[-1] == "minus"
    ):
        negative = True
    if unit is None and figure.whole and (match := OUT_OF.match(text, figure.end)):
        share = share_of(figure.value, match)
        if share is not None:
            return amount(text, Figure(share, 0.0, start, match.end(), fraction=True), before, None, False)
    raw = amount(text, figure, before, unit, negative)
    if (
        raw.bare
        and raw.kind == "number"
        and (text[raw.end : raw.end + 1].isalpha() or text[raw.end : raw.end + 1] == "_")
    ):
        return labels.token_end(text, start)
    if published and raw.kind == "duration" and (day := before_publication(text, raw, published)) is not None:
        return day
    return raw
