"""Numbers that name a thing instead of measuring it: page 12, A320, +49 30 123456."""

from __future__ import annotations

import re

# Verbs as well as labels, so that a plural noun after the number makes it a count.
_VERBS = frozenset(
    "order seat house class note number issue room line case account report grade question page lot".split()
)
_LABELS = _VERBS | frozenset(
    """section sections sec sect § §§ pages p pp fig figs figure figures table tables chapter chapters ch article
    articles art paragraph paragraphs para flight member members no nr nos № # step item level model type gate platform
    track route highway motorway bus tram episode season volume vol clause rule act schedule appendix annex part parts
    phase stage tier category area district ward unit block building suite apartment apt id isbn issn ref case order ticket
    invoice serial code zip postcode player patient participant sample verse psalm interstate slide exhibit exercise
    example equation eq footnote reference lesson module zone channel studio pier terminal box directive regulation
    protocol resolution amendment title form phone tel telephone fax call extension ext doi pmid arxiv rfc port
    document documents doc docs source sources passage passages windows formula apollo iphone ipad galaxy playstation xbox boeing airbus falcon office catch covid agenda expo euro
    bitrate nokia ps war lines rooms flights question option answer group team building docket bill hr proposition
    highways runway mark mk""".split()
)
_CHAIN = re.compile(
    r"(?:[ ]?(?:,|&|-|–|/)[ ]?(?:and[ ]|or[ ])?|[ ](?:and|or|to)[ ])(\d+)(?![\d.,]*[%$€£])(?=[\s.,;:)–-]|$)"
)
_PHONE = re.compile(
    r"\+\d[\d \u00a0()/-]{7,18}\d|\(?\d{2,5}\)?[ /-]\d{3,4}-\d{3,4}(?!\d)|\d{3}-\d{4}(?![\d-])|97[89][- ]\d[\d -]{9,13}[\dXx](?!\d)"
)
_PLURAL = re.compile(r"[ ](?:[a-z]+[ ])?(?:people|men|women|children|[a-z]{2,}[^sui\W]s)\b")
_REGIONS = re.compile(
    r"(?:https?://|www\.)\S+|[\w.+-]{1,64}@[\w.-]+|\b(?:doi:|10\.\d{4,9}/)\S+|\b\d{1,3}(?:\.\d{1,3}){3}(?:/\d+)?\b"
)
_LIST = re.compile(r"[ \t>*-]{0,12}$")
_TOKEN_END = re.compile(r"[\w.,/:-]*\w")


def regions(text: str) -> list[tuple[int, int]]:
    """Addresses, whose numbers mean nothing."""
    if "/" not in text and "@" not in text and "www." not in text and text.count(".") < 3:
        return []
    return [match.span() for match in _REGIONS.finditer(text)]


def named(text: str, start: int, end: int, before: list[str]) -> int | None:
    """End of the numbers of a label that stands before them, None where they are values."""
    if not before:
        return None
    word = before[-1].strip(".:(#[*\"'")
    label = word or before[-1].strip("(:[*\"'.")
    if label == "" and len(before) > 1:
        label = before[-2].strip(".:(")
    if label.endswith("-"):
        return None
    if (label in ("number", "no", "nr") and before[-1][-1:] in ".:") or label in ("§", "§§", "#", "№"):
        return chain(text, end, True)
    if label not in _LABELS:
        return None
    if label == "no" and before[-1] == "no":
        return None
    if label in ("call", "part", "level", "code", "phone", "issue") and text[end : end + 1] == "%":
        return None
    if label in _VERBS and _PLURAL.match(text, end):
        return None
    if before[-1].endswith(")"):
        return None
    return chain(text, end, label[-1] == "s" or label in ("pp", "§§"))


def chain(text: str, end: int, several: bool) -> int:
    """End of a list such as 3, 4 and 5, or of a run such as 12-15 where the label is of one thing."""
    for _ in range(64):
        match = _CHAIN.match(text, end) if several or text[end : end + 1] in "-–/" else None
        if match is None:
            break
        end = match.end()
    return end


def phone(text: str, start: int) -> int | None:
    """End of a telephone or book number that begins at a place."""
    if start and text[start - 1] in "+(":
        start -= 1
    match = _PHONE.match(text, start)
    return match.end() if match else None


def list_number(text: str, start: int, end: int) -> bool:
    """Whether it numbers the line, as in `1.` or `2)`, or stands in brackets as a citation."""
    if text[start - 1 : start] in ("[", "(") and start and text[end : end + 1] in ("]", ")"):
        return text[start - 1] == "[" or end - start <= 2
    if text[end : end + 1] not in (".", ")") or text[end + 1 : end + 2] not in (" ", "\t", "\u00a0"):
        return False
    line = text.rfind("\n", max(0, start - 14), start)
    head = text[line + 1 : start] if line >= 0 else text[:start] if start < 12 else "x"
    return end - start <= 3 and _LIST.fullmatch(head) is not None


def token_end(text: str, start: int) -> int:
    """End of the run of letters, digits and inner marks at a place."""
    match = _TOKEN_END.match(text, start)
    return match.end() if match else start + 1
