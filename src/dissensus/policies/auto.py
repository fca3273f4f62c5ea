"""A policy by category: what is the right answer to one kind of disagreement is wrong for another.

Source: the behaviours expected per category in CONFLICTS (arXiv 2506.08500): outdated information - prefer the newest;
misinformation - prefer the reliable; opinions and disputed facts - give the sides neutrally. Differs from the source:
ambiguity is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping

from dissensus.policies.base import POLICIES, Component, Ruling

BY_CATEGORY: Mapping[str, str] = {
    "freshness": "recency",
    "misinformation": "reliability",
    "factual": "surface",
    "opinion": "surface",
    "ambiguity": "clarify",
}
"""Category -> policy. A component of several categories is surfaced: no one rule is right for all of it."""


def decide(component: Component, by_category: Mapping[str, str] = BY_CATEGORY) -> Ruling:
    """The ruling of the category's policy."""
    categories = {c.category or "factual" for c in component.conflicts}
    name = by_category[categories.pop()] if len(categories) == 1 else "surface"
    ruling: Ruling = POLICIES.load(name)(component)
    return ruling
