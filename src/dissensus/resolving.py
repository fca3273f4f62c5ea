"""The verb `resolve`: the conflicts of a set of documents settled by a policy, or put before the reader."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from dissensus.conflicts.graph import ConflictGraph
from dissensus.conflicts.model import Detection
from dissensus.detecting import detect
from dissensus.errors import InputError
from dissensus.io import read_rows
from dissensus.policies import auto
from dissensus.policies.base import POLICIES, Component, Ruling
from dissensus.policies.resolution import Decision, Resolution
from dissensus.policies.rules import Rules, load_rules

STALE_DAYS = 365


def resolve_detection(
    detection: Detection, policy: str | Rules = "auto", *, as_of: date | None = None, stale_days: int = STALE_DAYS
) -> Resolution:
    """The conflicts of one detection settled.

    Args:
        detection: As :func:`dissensus.detect` gives it; source weights of `policy` must have been set before.
        policy: A policy's name, a file of source rules (.toml), or rules that were read.
        as_of: The day the answer is for: documents of a later day are set aside, and what is older than `stale_days`
            is warned of where nothing newer is kept. None: neither.
        stale_days: Age from which a source is called old.

    Raises:
        InputError: The policy is unknown.
    """
    rules = load_rules(policy) if isinstance(policy, str) else policy
    if isinstance(stale_days, bool) or not isinstance(stale_days, int) or stale_days < 0:
        raise InputError(f"stale_days is {stale_days!r}; expected a whole number >= 0")
    late = {d.doc_id for d in detection.documents if as_of and d.published and d.published > as_of}
    for group in detection.origins:  # an undated copy of a text that came later came later too
        dated = [i for i in group if detection.document(i).published is not None]
        if dated and late.issuperset(dated):
            late |= set(group)
    graph = ConflictGraph(
        nodes=tuple(d.doc_id for d in detection.documents if d.doc_id not in late),
        edges=tuple(c for c in detection.conflicts if not late & set(c.doc_ids)),
        origins=tuple(g for group in detection.origins if (g := tuple(i for i in group if i not in late))),
    )
    decisions: dict[str, Decision] = {
        d.doc_id: Decision(doc_id=d.doc_id, kept=True, reason="no conflict") for d in detection.documents
    }
    decisions |= {
        doc_id: Decision(doc_id=doc_id, kept=False, reason=f"later than the day asked for, {as_of}") for doc_id in late
    }
    rulings: list[Ruling] = []
    for doc_ids in sorted(sorted(group) for group in graph.components()):
        component = Component(
            documents=tuple(sorted((detection.document(i) for i in doc_ids), key=lambda d: d.doc_id)),
            conflicts=tuple(c for c in graph.edges if c.a.doc_id in doc_ids),
            origins=tuple(group for group in graph.origins if group[0] in doc_ids),
        )
        ruling = _rule(component, rules)
        for doc_id, outcome in ruling.outcomes.items():
            decisions[doc_id] = Decision(
                doc_id=doc_id, kept=outcome.kept, reason=outcome.reason, component=len(rulings)
            )
        rulings.append(ruling)
    ordered = tuple(decisions[d.doc_id] for d in detection.documents)
    return Resolution(
        policy=rules.policy,
        detection=detection,
        decisions=ordered,
        rulings=tuple(rulings),
        as_of=as_of,
        stale=_stale(detection, ordered, as_of, stale_days),
    )


def _rule(component: Component, rules: Rules) -> Ruling:
    if rules.policy == "auto":
        return auto.decide(component, rules.by_category)
    ruling: Ruling = POLICIES.load(rules.policy)(component)
    return ruling


def _stale(detection: Detection, decisions: Sequence[Decision], as_of: date | None, stale_days: int) -> tuple[str, ...]:
    """A warning where the newest document kept is old; undated documents cannot make it fresh."""
    if as_of is None:
        return ()
    days = [p for d in decisions if d.kept and (p := detection.document(d.doc_id).published) is not None]
    if not days or max(days) >= as_of - timedelta(days=stale_days):
        return ()
    age = (as_of - max(days)).days
    only = "the only source" if sum(d.kept for d in decisions) == 1 else "the newest source"
    return (f"The answer may be out of date: {only} is of {max(days)}, {age} days before {as_of}.",)


def resolve(
    documents: Sequence[Any],
    *,
    question: str | None = None,
    policy: str = "auto",
    as_of: date | None = None,
    stale_days: int = STALE_DAYS,
    **options: Any,
) -> Resolution:
    """The documents to answer from, what was set aside and why, and the text that tells a model and a reader.

    Args:
        documents, question: As for :func:`dissensus.detect`.
        policy: auto, recency, reliability, authority_then_recency, majority, surface, review, clarify, abstain, or a
            .toml file of source rules.
        as_of, stale_days: As for :func:`resolve_detection`.
        **options: As for :func:`dissensus.detect`.

    Raises:
        InputError: A document, the policy or an option cannot be used.

    Example:
        >>> import dissensus
        >>> found = dissensus.resolve(
        ...     [
        ...         {"id": "v1", "published": "2023-02-10", "text": "The limit is 100 requests per minute."},
        ...         {"id": "v2", "published": "2023-09-20", "text": "The limit is 500 requests per minute."},
        ...     ],
        ...     policy="recency",
        ... )
        >>> [d.doc_id for d in found.kept], found.set_aside[0].reason
        (['v2'], 'older: 2023-02-10, the newest is of 2023-09-20')
    """
    rules = load_rules(policy)
    row = {"documents": documents, "question": question}
    (sample,), _, _ = read_rows([row], strict=True, where="resolve()", needs_response=False)
    found = detect(rules.weigh(sample.documents), question=sample.question, **options)
    return resolve_detection(found, rules, as_of=as_of, stale_days=stale_days)
