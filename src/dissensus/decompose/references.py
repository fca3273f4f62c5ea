"""Pronouns and bare references -> the phrase they stand for, where a careful reader has no doubt.

A claim is checked alone, so "It opened in 1954" must say what opened. Only third-person pronouns and phrases such as
"the company" or "the bridge" are looked at. What is not safe stays as it is and is reported with the best guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dissensus.decompose.splitting import Piece
from dissensus.types import Reference

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PERSON = frozenset("he she him her his hers himself herself".split())
_THING = frozenset(["it", "its", "itself"])
_MANY = frozenset(["they", "them", "their", "theirs", "themselves"])
_REFLEXIVE = frozenset(["itself", "himself", "herself", "themselves"])
_ROLES = frozenset(
    "man woman person boy girl mother father wife husband son daughter author writer poet painter artist composer "
    "actor actress singer president minister mayor governor king queen judge lawyer doctor nurse physician scientist "
    "physicist chemist biologist mathematician engineer architect director manager chairman chairwoman chair ceo "
    "founder professor teacher student researcher officer captain player coach patient tenant landlord employee "
    "spokesperson spokesman spokeswoman senator representative member leader inventor explorer pilot astronomer "
    "historian economist executive commissioner secretary ambassador dean bishop pope prince princess duke emperor "
    "surgeon chef critic chancellor premier treasurer attorney detective sergeant colonel admiral dr mr mrs ms prof".split()
)
_ORGANISATIONS = frozenset(["company", "firm", "group", "manufacturer", "corporation"])
_SECTIONS = frozenset(
    "summary overview background introduction results result findings finding conclusion conclusions outlook "
    "discussion details notes note history risks actions recommendations methods limitations references sources specs "
    "facts takeaways highlights context question answer appendix contents report section chapter part".split()
)
_PLACES = frozenset("city town country village state region island".split())
_BE = frozenset(["be", "seem", "appear", "remain", "become"])


@dataclass(frozen=True, slots=True)
class Mention:
    """A noun phrase met earlier."""

    text: str
    head: str
    person: bool
    plural: bool
    proper: bool
    subject: bool
    label: str
    core: bool = False
    """Subject or object of its verb."""
    bare: bool = False
    """Two or more capitalised words without an article, which may name a person whatever the parser calls it."""
    start: int = -1
    """Index of its head token when it stands in the sentence at hand, else -1."""


@dataclass(slots=True)
class Memory:
    """What has been spoken of: the sentence before, and every proper name so far."""

    last: list[Mention] = field(default_factory=list)
    names: list[Mention] = field(default_factory=list)

    def forget(self) -> None:
        """A new section: what was last spoken of is no longer at hand."""
        self.last = []


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a reference stands for."""

    phrase: str | None
    safe: bool
    """A careful reader has no doubt."""
    covers: frozenset[int] = frozenset()
    """The tokens that the phrase takes the place of."""


def resolve(doc: Doc, clauses: list[list[Piece]], memory: Memory) -> list[tuple[list[Piece], tuple[Reference, ...]]]:
    """Each clause with references replaced, and those that were not safe; `memory` then holds this sentence."""
    own = _mentions(doc)
    _name_person(doc, memory)
    resolved: dict[int, str] = {}  # token of a pronoun -> what it stands for, for the sentences to come
    found = []
    for clause in clauses:
        present = {p for p in clause if isinstance(p, int)}
        pieces: list[Piece] = []
        doubts: list[Reference] = []
        skip: set[int] = set()
        for piece in clause:
            if not isinstance(piece, int):
                pieces.append(piece)
                continue
            if piece in skip:
                continue
            token = doc[piece]
            meant = _antecedent(token, present, own, memory)
            if meant is None or not meant.safe or meant.phrase is None:
                pieces.append(piece)
                if meant is not None:
                    doubts.append(Reference(text=token.text, guess=meant.phrase))
                continue
            skip |= meant.covers
            resolved[piece] = meant.phrase
            pieces.append(meant.phrase)
            if token.tag_ == "PRP$":
                pieces.append("'" if meant.phrase.endswith("s") and not meant.phrase.endswith("ss") else "'s")
        found.append((pieces, tuple(doubts)))
    _remember(own, resolved, doc, memory)
    return found


def remember(doc: Doc, memory: Memory, *, heading: bool = False) -> None:
    """Take note of what a text speaks of that makes no claim: a heading, a lead-in, a question."""
    named = [m for m in _mentions(doc) if m.head.lower() not in _SECTIONS]
    _remember([m for m in named if m.proper] if heading else named, {}, doc, memory)


def _name_person(doc: Doc, memory: Memory) -> None:
    """Sentences with "she" after one with one name and no known person: the name is a person's, whatever the parser took it for."""
    if any(m.person for m in memory.last) or not any(t.lower_ in _PERSON and t.tag_ in ("PRP", "PRP$") for t in doc):
        return
    named = {m.text for m in memory.last if m.bare and not m.plural}
    if len(named) == 1:
        memory.last = [replace(m, person=True) if m.text in named else m for m in memory.last]


def _antecedent(token: Token, present: set[int], own: Sequence[Mention], memory: Memory) -> _Meant | None:
    """What a token stands for, or None when it is no reference or the clause itself says it."""
    word = token.lower_
    if token.tag_ in ("PRP", "PRP$") and word in _PERSON | _THING | _MANY and word not in _REFLEXIVE:
        if word == "it" and _empty(token):
            return None
        return _of_pronoun(token, present, own, memory)
    if word in ("this", "that", "these", "those") and token.dep_ in ("nsubj", "nsubjpass") and token.tag_ == "DT":
        return _Meant(None, False)
    if token.dep_ == "det" and word in ("the", "this", "that", "these") and token.i == token.head.left_edge.i:
        return _of_phrase(token, present, own, memory)
    return None


def _of_pronoun(token: Token, present: set[int], own: Sequence[Mention], memory: Memory) -> _Meant | None:
    word = token.lower_
    earlier = [m for m in own if m.start < token.i and _agrees(m, word)]
    if any(m.start in present for m in earlier):
        return None
    candidates = earlier or [m for m in memory.last if _agrees(m, word)]
    if word in _PERSON:  # a name before a mere role
        candidates = [m for m in candidates if m.proper] or candidates
    if not candidates:
        far = [m for m in memory.names if _agrees(m, word)]
        return _Meant(far[-1].text if far else None, False)
    subjects = [m for m in candidates if m.subject]
    chosen = subjects[0] if subjects else candidates[-1]
    alone = len({m.text for m in candidates}) == 1
    leading = bool(subjects) and (token.dep_ in ("nsubj", "nsubjpass") or token.tag_ == "PRP$")
    # Another that fits as well leaves a doubt: any other person, any other thing that is a subject or an object, or a
    # name beside a name.
    rivals = [
        m
        for m in candidates
        if m.text != chosen.text and (m.person or (m.core and (m.proper or not chosen.proper)) or m.text == "")
    ]
    return _Meant(chosen.text, alone or (leading and not rivals and len(subjects) == 1), frozenset({token.i}))


def _of_phrase(token: Token, present: set[int], own: Sequence[Mention], memory: Memory) -> _Meant | None:
    """For "the company", "the bridge": replaced by the one name that it can stand for."""
    head = token.head
    words = list(head.subtree)
    if len(words) != 2 or head.tag_ != "NN" or head.i != token.i + 1:
        return None
    lemma = head.lemma_.lower()
    names = [*memory.names, *(m for m in own if m.proper and m.start < token.i)]
    same = {m.text for m in names if m.head.lower() == lemma and m.text.lower() not in (f"the {lemma}", lemma)}
    if not same:
        if lemma in _ORGANISATIONS:
            same = {m.text for m in names if m.label == "ORG" and m.proper and not m.person and m.head[0].isalpha()}
        elif lemma in _PLACES:
            same = {m.text for m in names if m.label == "GPE"}
    if len(same) != 1:
        return None
    phrase = next(iter(same))
    if any(m.text == phrase and m.start in present for m in own):
        return None
    return _Meant(phrase, True, frozenset({token.i, head.i}))


def _agrees(mention: Mention, word: str) -> bool:
    if word in _PERSON:
        return mention.person and not mention.plural
    if word in _THING:
        return not mention.person and not mention.plural
    return mention.plural or mention.label in ("ORG", "NORP")


def _empty(token: Token) -> bool:
    """Whether "it" stands for nothing: "it is likely that", "it rained", "it took two years to"."""
    verb = token.head
    if token.dep_ == "expl":
        return True
    if verb.lemma_ in ("rain", "snow"):
        return True
    clause = any(t.dep_ in ("ccomp", "csubj", "xcomp", "advcl", "acl") and t.i > verb.i for t in verb.subtree)
    attribute = any(t.dep_ in ("acomp", "attr", "oprd") for t in verb.children)
    return (
        token.dep_ in ("nsubj", "nsubjpass")
        and clause
        and ((verb.lemma_ in _BE and attribute) or verb.lemma_ in ("take", "turn") or token.dep_ == "nsubjpass")
    )


def _mentions(doc: Doc) -> list[Mention]:
    """Noun phrases of a sentence without what follows a comma or a relative clause in them."""
    found = []
    for chunk in doc.noun_chunks:
        head = chunk.root
        if head.dep_ == "attr" or not (head.text[0].isalpha() and chunk.text[0].isalnum()):
            continue  # what something is said to be is not spoken of by itself
        if head.tag_ in ("PRP", "WP", "WDT", "DT", "EX", "CD") or head.ent_type_ in (
            "DATE",
            "TIME",
            "PERCENT",
            "MONEY",
            "CARDINAL",
        ):
            continue
        end = chunk.end
        # "the University of Oslo", "the Treaty of Paris": the tail belongs to the name.
        for child in head.children:
            if (
                child.dep_ == "prep"
                and child.lower_ in ("of", "for")
                and child.i == end
                and head.pos_ in ("PROPN", "NOUN")
            ):
                objects = [t for t in child.children if t.dep_ == "pobj"]
                if objects and not any(t.dep_ in ("relcl", "acl", "appos", "conj") for t in objects[0].subtree):
                    end = objects[0].right_edge.i + 1
        text = doc[chunk.start : end].text
        label = head.ent_type_
        lemma = head.lemma_.lower()
        determined = chunk[0].lower_ in ("the", "a", "an", "this", "that", "its", "his", "her", "their")
        titled = any(t.lemma_.lower() in _ROLES for t in chunk if t != head) and head.pos_ == "PROPN"
        person = lemma in _ROLES or titled or (label == "PERSON" and head.pos_ == "PROPN" and not determined)
        found.append(
            Mention(
                text=text[0].lower() + text[1:] if chunk[0].pos_ == "DET" and text[1:3].islower() else text,
                head=lemma if head.pos_ != "PROPN" else head.text,
                person=person,
                plural=head.tag_ in ("NNS", "NNPS") or any(t.dep_ == "conj" for t in head.children),
                proper=any(t.pos_ == "PROPN" for t in chunk),
                subject=head.dep_ in ("nsubj", "nsubjpass") and _top(head.head),
                label=label,
                core=head.dep_ in ("nsubj", "nsubjpass", "dobj", "dative"),
                bare=chunk.end - chunk.start > 1 and all(t.pos_ == "PROPN" and t.is_title for t in chunk),
                start=head.i,
            )
        )
    return found


def _top(verb: Token) -> bool:
    """Whether a verb is the main one, or coordinated with it."""
    while verb.dep_ == "conj" and verb.head != verb:
        verb = verb.head
    return verb.head == verb


def _remember(own: Sequence[Mention], resolved: dict[int, str], doc: Doc, memory: Memory) -> None:
    """What the next sentences may refer to. An indefinite phrase, "a plant", becomes "the plant"."""
    kept = []
    known = {m.text: m for m in (*memory.last, *memory.names)}
    for index, phrase in resolved.items():
        before = known.get(phrase)
        if before is not None:
            subject = doc[index].dep_ in ("nsubj", "nsubjpass")
            kept.append(replace(before, subject=subject))
    for m in own:
        text = m.text
        if text[:2].lower() == "a ":
            text = "the " + text[2:]
        elif text[:3].lower() == "an ":
            text = "the " + text[3:]
        kept.append(replace(m, text=text, start=-1))
    if kept:
        memory.last = kept
    for m in kept:
        if m.proper and all(m.text != n.text for n in memory.names):
            memory.names.append(m)
