"""Values that begin with a word: twenty-five, half of, every two weeks, third, last year."""

from __future__ import annotations

import re
from datetime import date

from dissensus.quantities import dates, versions
from dissensus.quantities.amounts import amount, frequency, small
from dissensus.quantities.calendar import MONTHS, SEASONS, WEEKDAYS
from dissensus.quantities.figures import NUMBER_WORDS, Figure, share_at, spelled_at
from dissensus.quantities.hedges import words_before
from dissensus.quantities.idioms import OUT_OF, before_publication, ordinal_value, share_of
from dissensus.quantities.raw import Raw
from dissensus.words import FUNCTION_WORDS

_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
}
_EVERY = re.compile(
    r"(?:every|each)[ ](?:(other|second|third|\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)[ ])?"
    r"(hour|day|week|fortnight|month|quarter|year|decade|century)s?\b",
    re.IGNORECASE,
)
_TWICE = re.compile(
    r"(once|twice|thrice)[ ](?:an?|per|each|in|every)[ ](?:(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)[ ])?"
    r"(?:an?[ ])?(hour|day|week|fortnight|month|quarter|year|decade|century)s?\b",
    re.IGNORECASE,
)
_ADVERBS = {
    "hourly": "hour",
    "daily": "day",
    "weekly": "week",
    "fortnightly": "fortnight",
    "monthly": "month",
    "quarterly": "quarter",
    "yearly": "year",
    "annually": "year",
}
_DURATIONS = re.compile(
    r"(an?|half[ ]an?|a[ ]few)[ -](second|minute|hour|day|week|fortnight|month|year|decade|century|kilometre|mile|litre)\b(?:[ ]and[ ]a[ ]half\b)?",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"(last|next|this)[ ](week|month|quarter|year|decade)\b", re.IGNORECASE)
_NOUNISH = re.compile(r"[ ]+([a-z]+)")
_PRONOUN_BEFORE = frozenset("no the this that any every each another which some only first last next".split())
TRIGGERS = (
    NUMBER_WORDS
    | frozenset(MONTHS)
    | frozenset(SEASONS)
    | frozenset(WEEKDAYS)
    | frozenset(_ORDINALS)
    | frozenset(_ADVERBS)
    | frozenset(
        "a an half q h fy fiscal financial once twice thrice every each noon midnight midday version v ver versions release "
        "yesterday today tomorrow last next this zero".split()
    )
)


def word_at(text: str, start: int, stop: int, word: str, published: date | None) -> Raw | int | None:
    """The value that begins with a word."""
    if start and (text[start - 1].isdecimal() or text[start - 1] == "_"):
        return None
    before = words_before(text, start)
    if word in MONTHS:
        return dates.at_month(text, start, before)
    if word in NUMBER_WORDS:
        return _spelled(text, start, stop, word, before, published)
    if word in ("q", "h", "fy", "fiscal", "financial") or word in SEASONS or word in WEEKDAYS:
        return dates.at_word(text, start, text[start:stop].lower())
    if word in ("v", "version", "versions", "ver", "release"):
        return versions.after_word(text, start, before)
    if word in ("a", "an", "half"):
        return _article(text, start, before)
    if word in ("every", "each"):
        return _every(text, start, before)
    if match := _TWICE.match(text, start) if word in ("once", "twice", "thrice") else None:
        times = {"once": 1.0, "twice": 2.0, "thrice": 3.0}[word]
        return frequency(times, match.group(3), small(match.group(2) or "1") or 1.0, start, match.end())
    if word in _ADVERBS:
        return frequency(1.0, _ADVERBS[word], 1.0, start, stop)
    if word in ("noon", "midday", "midnight"):
        return Raw(
            kind="time",
            dimension="time",
            start=start,
            end=stop,
            low=0.0 if word == "midnight" else 720.0,
            high=0.0 if word == "midnight" else 720.0,
        )
    if word in _ORDINALS:
        return _ordinal_word(text, start, stop, word, before)
    return _relative(text, start, stop, word, published) if published else None


def _spelled(
    text: str, start: int, stop: int, word: str, before: list[str], published: date | None
) -> Raw | int | None:
    if text[start - 1 : start] == "-" and start > 1 and text[start - 2].isalpha():
        return None
    figure = spelled_at(text, start, word)
    if figure is None:
        return None
    if text[figure.end : figure.end + 1] == "-" and _ORDINALS.get(
        tail := text[figure.end + 1 : figure.end + 12].split(" ")[0].rstrip(".,;:").lower()
    ):
        return ordinal_value(text, int(figure.value) + _ORDINALS[tail], start, figure.end + 1 + len(tail))
    if not figure.fraction and (match := OUT_OF.match(text, figure.end)) and (share := share_of(figure.value, match)):
        return amount(text, Figure(share, 0.0, start, match.end(), spelled=True, fraction=True), before, None, False)
    if (last := before[-1] if before else "") in (
        "section",
        "chapter",
        "part",
        "phase",
        "stage",
        "article",
        "act",
        "volume",
        "level",
        "type",
        "page",
    ):
        return figure.end
    raw = amount(text, figure, before, None, last == "minus")
    if word == "one" and figure.end == stop and raw.bare:
        follow = _NOUNISH.match(text, stop)
        if (
            last in _PRONOUN_BEFORE
            or follow is None
            or follow.group(1) in FUNCTION_WORDS
            or text[stop : stop + 1] == "-"
        ):
            return stop
    if published and raw.kind == "duration" and (day := before_publication(text, raw, published)) is not None:
        return day
    return raw


def _article(text: str, start: int, before: list[str]) -> Raw | None:
    if match := _DURATIONS.match(text, start):
        head = match.group(1).lower()
        if head == "a few" or (
            head in ("a", "an")
            and (
                match.group(2).lower() in ("second", "kilometre", "mile", "litre")
                or (before and before[-1] in ("once", "what", "such"))
            )
        ):
            return None
        share = Figure(
            0.5 if head.startswith("half") else 1.0,
            1.0 if head in ("a", "an") else 0.0,
            start,
            match.start(2) - 1,
            spelled=True,
        )
        raw = amount(text, share, before, None, False)
        return raw if raw.unit is not None else None
    figure = share_at(text, start)
    return amount(text, figure, before, None, False) if figure else None


def _every(text: str, start: int, before: list[str]) -> Raw | None:
    match = _EVERY.match(text, start)
    if match is None:
        return None
    return frequency(1.0, match.group(2), small(match.group(1) or "1") or 1.0, start, match.end())


def _ordinal_word(text: str, start: int, stop: int, word: str, before: list[str]) -> Raw | None:
    number = _ORDINALS[word]
    last = before[-1] if before else ""
    period = dates.nth_period(text, number, start, stop)
    if period is not None:
        return period
    if (last in ("at", "a", "one") and word in ("first", "second")) or text[stop : stop + 1] in (",", ":", "-"):
        return None
    if last in (
        "the",
        "a",
        "its",
        "his",
        "her",
        "their",
        "ranked",
        "came",
        "finished",
        "placed",
        "for",
    ) or last.endswith("'s"):
        follow = _NOUNISH.match(text, stop)
        if follow is None or (follow.group(1) not in ("of", "time") or number > 1):
            return ordinal_value(text, number, start, stop)
    return None


def _relative(text: str, start: int, stop: int, word: str, published: date) -> Raw | None:
    offset = {"yesterday": -1, "today": 0, "tomorrow": 1}.get(word)
    if offset is not None:
        return dates.today_based("day", offset, published, start, stop)
    match = _RELATIVE.match(text, start)
    if match is None:
        return None
    step = {"last": -1, "next": 1, "this": 0}[match.group(1).lower()]
    return dates.today_based(match.group(2).lower(), step, published, start, match.end())
