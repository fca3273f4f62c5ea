"""Where a claim and a sentence are turned against each other in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from dissensus.opposition import lexicon as lex
from dissensus.opposition import modality, quantity
from dissensus.opposition.align import LEAST, Facing, Found, agreement
from dissensus.opposition.antonyms import antonyms
from dissensus.opposition.denials import denials
from dissensus.opposition.reading import Reading, read
from dissensus.types import Span

_LONGEST = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposition:
    """Two expressions that cannot both hold of one thing."""

    kind: str
    """'negation', 'antonym', 'quantifier' or 'modality'."""
    claim_span: Span
    """Place in the claim."""
    passage_span: Span
    """Place in the sentence."""
    claim_text: str
    """What stands there in the claim."""
    passage_text: str
    """What stands there in the sentence."""
    strength: float
    """In [0, 1]: how far the two exclude each other, less what differs around them."""


def _quantities(f: Facing) -> Iterator[Found]:
    """Things or times that `a` and `b` count differently."""
    a, b = f.a, f.b
    turned: bool | None = None
    for p in quantity.quantifiers(a.text):
        for q in quantity.quantifiers(b.text):
            weight = quantity.CLASHES.get(frozenset((p.level, q.level)), 0.0)
            if not weight or p.domain != q.domain:
                continue
            if p.head < 0 or q.head < 0:
                continue
            i, j = p.head, q.head
            matched = f.same(i)
            if j not in matched:
                # 'none of them', 'nobody': the quantity is its own head, and the next word what is said.
                if not matched:
                    continue
                j = matched[0]
                weight *= 0.7
            turned = _turned(a, b) if turned is None else turned
            if turned:
                return
            names = frozenset((*a.text[slice(*p.span)].lower().split(), *b.text[slice(*q.span)].lower().split()))
            fit = weight * agreement(f, i, j, denial=False, skip=names)
            yield Found(kind="quantifier", own=_cover(p.span, a, i), other=_cover(q.span, b, q.head), strength=fit)


def _turned(a: Reading, b: Reading) -> bool:
    """Whether the two texts also hold antonyms, which undoes a difference of quantity."""
    weights = lex.lexicon().weights
    return any(
        weights[side >> 1] > 0.8 and b.tokens[k].content
        for t in a.tokens
        if t.content
        for side in t.sides
        for k in b.by_side.get(side ^ 1, ())
    )


def _cover(span: Span, r: Reading, head: int) -> Span:
    token = r.tokens[head].span
    return (min(span[0], token[0]), max(span[1], token[1]))


def _modalities(f: Facing) -> Iterator[Found]:
    """Duties and permissions of `a` and `b` that exclude each other."""
    a, b = f.a, f.b
    for p in modality.modals(a.text):
        for q in modality.modals(b.text):
            weight = modality.CLASHES.get(frozenset((p.force, q.force)), 0.0)
            if not weight or p.head < 0 or q.head < 0:
                continue
            i, j = p.head, q.head
            matched = f.same(i)
            if not matched or (j not in matched and not (p.said or q.said)):
                continue
            if j not in matched:
                j = matched[0]
                weight *= 0.8
            names = frozenset((*a.text[slice(*p.span)].lower().split(), *b.text[slice(*q.span)].lower().split()))
            fit = weight * agreement(f, i, j, denial=p.force == "forbid" or q.force == "forbid", skip=names)
            own, other = (m.span if m.said else _cover(m.span, r, m.head) for m, r in ((p, a), (q, b)))
            yield Found(kind="modality", own=own, other=other, strength=fit)


_ORDER = {"modality": 0, "quantifier": 1, "negation": 2, "antonym": 3}


def _overlap(x: Span, y: Span) -> bool:
    return x[0] < y[1] and y[0] < x[1]


def _beginning(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    cut = text[:_LONGEST]
    return cut[: cut.rfind(" ")] if " " in cut else cut


@lru_cache(maxsize=4096)
def oppositions(claim: str, sentence: str) -> tuple[Opposition, ...]:
    """Where the claim and the sentence exclude each other in words, strongest first; empty where they do not.

    A question states nothing. Of a text beyond 2,000 characters only the beginning is compared.
    """
    if claim.rstrip().endswith("?") or sentence.rstrip().endswith("?"):
        return ()
    facing = Facing(read(_beginning(claim)), read(_beginning(sentence)))
    found = [
        *_modalities(facing),
        *_quantities(facing),
        *denials(facing),
        *(f.turned() for f in denials(facing.back)),
        *antonyms(facing),
    ]
    kept: list[Found] = []
    for f in sorted((f for f in found if f.strength >= LEAST), key=lambda f: (_ORDER[f.kind], -f.strength)):
        if not any(_overlap(f.own, k.own) and _overlap(f.other, k.other) for k in kept):
            kept.append(f)
    kept.sort(key=lambda f: (-f.strength, f.own, f.other))
    return tuple(
        Opposition(
            kind=f.kind,
            claim_span=f.own,
            passage_span=f.other,
            claim_text=claim[slice(*f.own)],
            passage_text=sentence[slice(*f.other)],
            strength=round(min(1.0, f.strength), 3),
        )
        for f in kept
    )
