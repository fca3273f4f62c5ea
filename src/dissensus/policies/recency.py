"""The newest document of a component is kept.

Source: cluster-aware recency of the pipeline article ("Conflict detection between retrieval and generation"). Differs
from the source: an undated document is neither the oldest nor the newest, it stays undecided; a tie is not broken.
"""

from __future__ import annotations

from dissensus.policies.base import Component, Ruling, newest, rule_by_rank


def decide(component: Component) -> Ruling:
    """Newest kept, older set aside, undated kept as undecided."""
    winners, older, undated, latest = newest(component.documents)
    if latest is None:
        open_ = {d.doc_id: "undated: no document of the conflict has a date" for d in component.documents}
        return rule_by_rank(component, "recency", [], {}, open_, "")
    return rule_by_rank(
        component,
        "recency",
        winners,
        {d.doc_id: f"older: {d.published}, the newest is of {latest}" for d in older},
        {d.doc_id: "undated: cannot be placed before or after the others" for d in undated},
        f"newest: {latest}",
    )
