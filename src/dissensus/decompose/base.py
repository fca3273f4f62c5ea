"""The contract of a decomposer, and the registry that names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dissensus.registry import Registry
from dissensus.types import Claim, Sample, Skipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """The claims of a response, and what was left out of them."""

    claims: tuple[Claim, ...]
    skipped: tuple[Skipped, ...] = ()


class Decomposer(Protocol):
    """Splits a response into claims. Pure: the same sample gives the same claims, in the order of the response."""

    def __call__(self, sample: Sample) -> Decomposition: ...


DECOMPOSERS = Registry(
    "decomposer",
    {
        "sentences": "dissensus.decompose.sentences:decompose",
        "whole": "dissensus.decompose.whole:decompose",
        "given": "dissensus.decompose.given:decompose",
    },
)
