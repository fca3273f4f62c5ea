"""A file of source rules: which sources weigh what, and which policy answers which category.

policy = "auto"

[category]
factual = "authority_then_recency"

[[source]]
match = "*.gov/*"
weight = 5
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from dissensus.conflicts.model import CATEGORIES
from dissensus.errors import InputError, did_you_mean
from dissensus.io.document import is_weight
from dissensus.io.toml import read_toml
from dissensus.policies.auto import BY_CATEGORY
from dissensus.policies.base import POLICIES
from dissensus.types import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a file of source rules says, or a policy's bare name."""

    policy: str = "auto"
    by_category: Mapping[str, str] = field(default_factory=lambda: BY_CATEGORY)
    sources: tuple[tuple[str, float], ...] = ()
    """Pattern and weight; the first that matches a document's source or id wins."""

    def weigh(self, documents: Iterable[Document]) -> tuple[Document, ...]:
        """The documents with the weights that the rules give them; one that no rule matches keeps its own."""
        return tuple(replace(d, weight=self._weight(d)) for d in documents)

    def _weight(self, document: Document) -> float:
        names = [name.casefold() for name in (document.source, document.doc_id) if name]
        for pattern, weight in self.sources:
            if any(fnmatchcase(name, pattern.casefold()) for name in names):
                return weight
        return document.weight


def load_rules(policy: str) -> Rules:
    """A policy by name, or the rules of a TOML file.

    Raises:
        InputError: It is neither, or the file says something that cannot be used.
    """
    if not policy.endswith(".toml") and os.sep not in policy:
        _known(policy, "policy")
        return Rules(policy=policy)
    said = read_toml(policy)
    for key in said.keys() - {"policy", "category", "source"}:
        raise InputError(f"{policy}: unknown key {key!r}. {did_you_mean(key, ('policy', 'category', 'source'))}")
    name = said.get("policy", "auto")
    _known(name, f"{policy}: policy")
    table = said.get("category", {})
    if not isinstance(table, dict):
        raise InputError(f"{policy}: category is {table!r}; expected a table of category = policy")
    for category, chosen in table.items():
        if category not in CATEGORIES:
            raise InputError(f"{policy}: unknown category {category!r}. {did_you_mean(category, CATEGORIES)}")
        _known(chosen, f"{policy}: category.{category}")
        if chosen == "auto":
            raise InputError(f"{policy}: category.{category} is 'auto'; name the policy it stands for")
    return Rules(
        policy=name, by_category={**BY_CATEGORY, **table}, sources=tuple(_sources(said.get("source", []), policy))
    )


def _known(name: object, where: str) -> None:
    names = sorted(POLICIES.targets())
    if not isinstance(name, str) or name not in names:
        raise InputError(f"{where} is {name!r}; expected one of {', '.join(names)}, or a .toml file of source rules")


def _sources(listed: object, where: str) -> Iterable[tuple[str, float]]:
    if not isinstance(listed, list):
        raise InputError(f"{where}: source is {listed!r}; expected [[source]] tables")
    for n, entry in enumerate(listed, start=1):
        if not isinstance(entry, dict) or set(entry) != {"match", "weight"} or not isinstance(entry["match"], str):
            raise InputError(f'{where}: source {n} is {entry!r}; expected match = "pattern" and weight = number')
        weight = entry["weight"]
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not is_weight(weight):
            raise InputError(f"{where}: source {n}: weight is {weight!r}; expected 0, or 0.000001 to 1000000")
        yield entry["match"], float(weight)
