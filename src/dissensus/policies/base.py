"""The contract of a policy, and the registry that names them.

A policy looks at one component of the conflict graph and says of every document in it whether it is kept, with one
reason. It never sees the order in which documents came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, Protocol

from dissensus.conflicts.model import DocConflict
from dissensus.registry import Registry
from dissensus.types import Document

Status = Literal["resolved", "unresolved", "surfaced", "review", "clarify", "abstained"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """Documents that conflict with one another, directly or over others."""

    documents: tuple[Document, ...]
    """By id; copies of one origin are all here."""
    conflicts: tuple[DocConflict, ...]
    origins: tuple[tuple[str, ...], ...]
    """Ids of this component's documents grouped by origin."""

    def origin(self, doc_id: str) -> tuple[str, ...]:
        """The copies of a document, itself among them."""
        return next((group for group in self.origins if doc_id in group), (doc_id,))

    def at_odds(self, one: str, other: str) -> bool:
        """Whether a conflict lies between two documents or copies of them."""
        mine, yours = set(self.origin(one)), set(self.origin(other))
        return any(
            (c.a.doc_id in mine and c.b.doc_id in yours) or (c.a.doc_id in yours and c.b.doc_id in mine)
            for c in self.conflicts
        )

    def torn(self, documents: Iterable[Document]) -> bool:
        """Whether two of the documents are at odds."""
        listed = list(documents)
        return any(self.at_odds(a.doc_id, b.doc_id) for i, a in enumerate(listed) for b in listed[i + 1 :])


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a policy says of one document."""

    kept: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a policy says of a component."""

    policy: str
    status: Status
    outcomes: Mapping[str, Outcome]
    """Every document of the component by id."""
    question: str | None = None
    """To ask the user, where the policy is to ask."""
    notes: tuple[str, ...] = field(default=())


class Policy(Protocol):
    """Decides on one component."""

    def __call__(self, component: Component) -> Ruling: ...


POLICIES = Registry(
    "policy",
    {
        name: f"dissensus.policies.{name}:decide"
        for name in (
            "auto", "recency", "reliability", "authority_then_recency", "majority", "surface", "review", "clarify", "abstain",
        )
    },
)  # fmt: skip


def rule_by_rank(
    component: Component,
    policy: str,
    winners: Sequence[Document],
    losers: Mapping[str, str],
    open_: Mapping[str, str],
    why: str,
) -> Ruling:
    """The ruling of a policy that ranks: winners are kept, losers set aside with their reason, the open ones kept as
    undecided; winners at odds with one another are a tie and stay undecided."""
    tie = component.torn(winners)
    outcomes = {
        d.doc_id: Outcome(kept=True, reason=f"tie: {why}, as is another document at odds with it" if tie else why)
        for d in winners
    }
    outcomes |= {doc_id: Outcome(kept=False, reason=reason) for doc_id, reason in losers.items()}
    outcomes |= {doc_id: Outcome(kept=True, reason=reason) for doc_id, reason in open_.items()}
    status: Status = "unresolved" if tie or open_ else "resolved"
    return Ruling(policy=policy, status=status, outcomes=outcomes)


def keep_all(component: Component, policy: str, status: Status, reason: str, question: str | None = None) -> Ruling:
    """Every document kept for one reason."""
    outcomes = {d.doc_id: Outcome(kept=True, reason=reason) for d in component.documents}
    return Ruling(policy=policy, status=status, outcomes=outcomes, question=question)


def drop_all(component: Component, policy: str, status: Status, reason: str) -> Ruling:
    """Every document set aside for one reason."""
    outcomes = {d.doc_id: Outcome(kept=False, reason=reason) for d in component.documents}
    return Ruling(policy=policy, status=status, outcomes=outcomes)


def newest(documents: Iterable[Document]) -> tuple[list[Document], list[Document], list[Document], date | None]:
    """The documents of the latest date, the earlier ones, the undated ones, and that date."""
    listed = list(documents)
    latest = max((d.published for d in listed if d.published is not None), default=None)
    return (
        [d for d in listed if d.published is not None and d.published == latest],
        [d for d in listed if d.published is not None and latest is not None and d.published < latest],
        [d for d in listed if d.published is None],
        latest,
    )
