"""Versions of software and standards."""

from __future__ import annotations

import re

from dissensus.quantities.model import Parts
from dissensus.quantities.raw import Raw

_PRODUCTS = frozenset(
    """python tls ssl http java jdk node ubuntu debian fedora android ios macos django flask usb bluetooth postgresql
    postgres mysql mariadb sqlite php ruby rails rust swift kotlin unicode docker kubernetes linux kernel html css
    openssl openssh cuda pytorch tensorflow numpy pandas chrome firefox safari edge go golang php perl scala redis
    mongodb elasticsearch nginx apache git gcc clang llvm cmake spark kafka react angular vue typescript ecmascript
    opengl vulkan directx hdmi pcie wifi gpt llama claude gemini .net dotnet ipv r julia mit gpl lgpl apache agpl""".split()
)
_STANDARDS = frozenset("iso iec ieee din en ansi astm iso/iec".split())
_NUMBER = r"\d{1,8}(?:\.\d{1,8}){0,5}"
_AT_DIGIT = re.compile(
    rf"(?:({_NUMBER})\.[x*](?!\w)|(\d{{1,5}}(?:\.\d{{1,5}}){{2,5}})(?:[-.]?(?:rc|beta|alpha|b|a)\.?\d*)?(?![\w]|\.\d))",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(
    rf"({_NUMBER})(\.x)?(?![\w%]|\.\d|[ ]?(?:percent|million|billion|people|times|years|hours|days)\b)"
)
_AFTER_WORD = re.compile(rf"(?:version|release|ver\.?|v\.?)s?[ ]?v?({_NUMBER})(\.[x*])?(?![\w]|\.\d)", re.IGNORECASE)
_LATER = re.compile(r"(\d{1,4}(?:\.\d{1,4}){0,3})(?=[ ](?:or|and)[ ](?:later|newer|higher|above|up)\b|\+[ ,.)])")
_STANDARD = re.compile(r"(\d{3,6}(?:-\d{1,2})?):(\d{4})(?!\w)")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3}){2,}")
_HEAD = re.compile(r"([A-Za-z.+/#]+)[ /-](?:[<>=~≥≤]{1,2}[ ]?)?$")


def numbers(written: str) -> Parts:
    """The parts of a dotted number."""
    return tuple(int(part) for part in written.split("."))


def version(written: str, start: int, end: int, product: str | None) -> Raw:
    """A version as a value."""
    return Raw(kind="version", dimension="version", start=start, end=end, unit=product, parts=numbers(written))


def after_word(text: str, start: int, before: list[str]) -> Raw | None:
    """'version 4', 'v2.3.1'."""
    match = _AFTER_WORD.match(text, start)
    if match is None or (text[start] in "rR" and "." not in match.group(1)):
        return None
    product = before[-1] if before and before[-1] in _PRODUCTS else None
    return version(match.group(1), start, match.end(), product)


def at_digit(text: str, start: int) -> Raw | None:
    """2.x, 1.2.3, or a number after the name of a product."""
    if (match := _AT_DIGIT.match(text, start)) and not _THOUSANDS.fullmatch(match.group()):
        return version(match.group(1) or match.group(2), start, match.end(), _product(text, start))
    name = _product(text, start)
    if name is None:
        match = _LATER.match(text, start)
        if match and "." in match.group(1) and match.group(1)[0] != "0":
            return version(match.group(1), start, match.end(), None)
        return None
    if name in _STANDARDS:
        match = _STANDARD.match(text, start)
        if match is None:
            return None
        return version(match.group(2), start, match.end(), f"{name} {match.group(1)}")
    match = _AFTER_NAME.match(text, start)
    if match is None or (len(match.group(1)) >= 4 and match.group(1).isdecimal()):
        return None
    return version(match.group(1), start, match.end(), name)


def standard_number(text: str, start: int) -> bool:
    """Whether the number only names a standard."""
    return _product(text, start) in _STANDARDS


def _product(text: str, start: int) -> str | None:
    match = _HEAD.search(text[max(0, start - 16) : start])
    if match is None:
        return None
    name = match.group(1)
    lower = name.lower()
    if lower in _PRODUCTS and (name[0].isupper() or lower in ("macos", "ios") or len(name) > 3):
        return lower
    return lower if lower in _STANDARDS and name.isupper() else None
