"""Minimal, self-contained claims: sentences, items and cells of a response, split into clauses by a dependency parse.

The pieces come from four places: `layout` says what the response consists of, `markup` takes inline marks out,
`splitting` cuts parsed sentences into clauses, `references` puts names in the place of pronouns. Here they are put
together into claims that know where their words stand.

A claim that is a stretch of the response as it stands is verbatim and has a span; every other one has `parts`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dissensus.decompose.base import Decomposition
from dissensus.decompose.language import is_english
from dissensus.decompose.layout import Unit, units
from dissensus.decompose.markup import Plain, plain
from dissensus.decompose.nonclaims import is_garbled, nonclaim_reason
from dissensus.decompose.parser import parse
from dissensus.decompose.references import Memory, remember, resolve
from dissensus.decompose.sentences import decompose as by_sentence
from dissensus.decompose.splitting import SUBJECTS as _SUBJECTS
from dissensus.decompose.splitting import Piece, finite, split
from dissensus.types import Claim, Reference, Sample, Skipped, Span

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

LONGEST = 1500
"""Characters; a longer "sentence" is no sentence, and parsing it costs more than it gives. It stays one claim."""

# A lead-in or heading that denies, conditions or attributes what stands under it: no item is read without it.
_GOVERNING = re.compile(
    r"\b(?:not|never|no|none|without|avoid|cannot|false|incorrect|wrong|untrue|myths?|misconceptions?|fallac\w+|rumou?rs?|"
    r"if|unless|when|until|provided|suppos\w+|hypothe\w+|allege\w*|claim\w*|says?|said|argue\w*|according|believe\w*|"
    r"suggest\w*|may|might|could|would|fictional|counterfactual)\b|n['’]t\b",
    re.IGNORECASE,
)
_DATELINE = re.compile(
    r"[A-Z][A-Z .'’-]{2,30}(?:,\s+(?:\d{1,2}\s+\w{3,9}|\w{3,9}\.?\s+\d{1,2}))?\s*(?:\([A-Za-z ]{2,20}\)\s*)?[-–—]+\s+(?=[A-Z])"
)
_OPEN = frozenset(["VERB", "AUX", "ADP", "PART", "SCONJ"])
_EMPTY = re.compile(r":\s*(?:[-—–]+|n/?a|none given|unknown)?\s*$", re.IGNORECASE)
_PAIR = re.compile(r"(?P<name>[^:.]{2,60}):\s+\S")
_COVERING = frozenset(["the", "following", "these", "those", "below"])


@dataclass(slots=True)
class _Draft:
    """A claim in the making: runs of the response and words put in between, in order."""

    texts: list[str]
    parts: list[Span]
    sentence: Span
    ambiguous: tuple[Reference, ...] = ()
    verbatim: bool = False


@dataclass(slots=True)
class _Reading:
    """What has been read of a response so far."""

    text: str
    memory: Memory = field(default_factory=Memory)
    drafts: list[_Draft] = field(default_factory=list)
    fragments: list[_Draft] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    hidden: set[Span] = field(default_factory=set)
    """Lead-ins that say nothing of their items ("Here is what I found:")."""

    def skip(self, span: Span, reason: str) -> None:
        self.skipped.append(Skipped(text=self.text[slice(*span)], span=span, reason=reason))


def decompose(sample: Sample) -> Decomposition:
    """The clauses of a response as claims, in the order of the response, and what was skipped and why.

    A response that is not in English is split into sentences instead, and `notes` says so.
    """
    text = sample.response
    if not is_english(text):
        plainly = by_sentence(sample)
        note = "language_unsupported: there is no parser for it, so that claims are sentences"
        return Decomposition(claims=plainly.claims, skipped=plainly.skipped, notes=(note,) if plainly.claims else ())
    reading = _Reading(text)
    parts = list(units(text))
    plains = [_without_dateline(plain(text, *unit.span)) for unit in parts]
    docs = _parsed({i: said.text for i, said in enumerate(plains) if _is_parsed(parts[i], said)})
    leads = {unit.span: _lead(plains[i], docs.get(i)) for i, unit in enumerate(parts) if unit.kind == "lead_in"}
    # "The kit contains:" and its item, "**Fern House**: opened in 1899", are read as one sentence.
    joined = {}
    for i, unit in enumerate(parts):
        opening = _opening(unit, docs.get(i), leads, text)
        if opening:
            plains[i] = opening.followed_by(plains[i])
            joined[i] = plains[i].text
    docs |= _parsed(joined)
    for i, unit in enumerate(parts):
        _read(unit, plains[i], docs.get(i), reading, joined=i in joined)
    return _finish(reading)


def _parsed(texts: dict[int, str]) -> dict[int, Doc]:
    return dict(zip(texts, parse(texts.values()), strict=True))


def _without_dateline(said: Plain) -> Plain:
    """Without "OSLO, 4 May (Reuters) - ", which the parser takes for a subject."""
    found = _DATELINE.match(said.text)
    return Plain(said.text[found.end() :], said.places[found.end() :]) if found else said


def _is_parsed(unit: Unit, said: Plain) -> bool:
    return unit.kind in ("sentence", "item", "lead_in", "heading") and 0 < len(said.text) <= LONGEST


def _lead(said: Plain, doc: Doc | None) -> Plain | None:
    """A lead-in that its items complete, without its colon; None when it says all it says by itself."""
    if doc is None or nonclaim_reason(said.text) or not (_states(doc) and _hangs(doc)):
        return None
    last = _last_word(doc)
    return None if last is None else said.until(last.idx + len(last.text))


def _opening(unit: Unit, doc: Doc | None, leads: dict[Span, Plain | None], text: str) -> Plain | None:
    """What an item goes on from as one sentence: its lead-in, or its label when it begins with the verb."""
    if unit.kind != "item" or doc is None or not len(doc):
        return None
    if unit.label and doc[0].tag_ in ("VBD", "VBZ", "VBP", "VBN", "MD"):
        label = plain(text, *unit.before[-1])
        return label.until(len(label.text.rstrip(" :.")))
    return leads.get(unit.before[0]) if unit.before and not unit.label else None


def _read(unit: Unit, said: Plain, doc: Doc | None, reading: _Reading, joined: bool) -> None:
    """Turn one unit into claims, or note why it is none."""
    reason = _skip_reason(unit, said, doc)
    if reason:
        reading.skip(unit.span, reason)
        if unit.kind == "heading":
            reading.memory.forget()
        if unit.kind == "lead_in" and reason != "lead_in":
            reading.hidden.add(unit.span)
        if doc is not None:
            remember(doc, reading.memory, heading=unit.kind == "heading")
    elif unit.kind == "cell":
        reading.drafts.append(_cell(unit, reading.text))
    elif doc is None:  # too long to parse
        reading.drafts.append(_Draft([said.text], [unit.span], unit.span, verbatim=said.is_slice))
    elif unit.kind == "item" and not joined and (not _is_sentence(doc, item=True) or _governed(unit, reading.text)):
        reading.drafts.append(_item(unit, said, reading))
    elif not _is_sentence(doc) and _is_fragment(doc):
        reading.fragments.append(_Draft([said.text], [unit.span], unit.span, verbatim=said.is_slice))
    else:
        if unit.label and not joined:
            reading.skip(unit.before[-1], "label")
        reading.drafts += _clauses(unit, said, doc, reading)


def _skip_reason(unit: Unit, said: Plain, doc: Doc | None) -> str | None:
    """Why a unit makes no claim, or None."""
    if unit.kind in ("code", "separator", "heading", "label"):
        return unit.kind
    if unit.kind == "cell":
        return None
    reason = nonclaim_reason(said.text) if said.text.strip() else "no_words"
    if reason is None and is_garbled(said.text):
        reason = "fragment"
    if unit.kind == "lead_in" and not reason and (doc is None or not _states(doc) or _hangs(doc)):
        reason = "lead_in"
    if unit.kind == "item" and not reason and _EMPTY.search(said.text):
        reason = "no_words"
    return reason


def _clauses(unit: Unit, said: Plain, doc: Doc, reading: _Reading) -> list[_Draft]:
    """The claims of a sentence."""
    drafts = []
    for pieces, doubts in resolve(doc, split(doc), reading.memory):
        draft = _draft(pieces, doc, said, unit)
        draft.ambiguous = doubts
        if unit.speaker:
            draft.texts.insert(0, plain(reading.text, *unit.speaker).text.strip())
            draft.parts.insert(0, unit.speaker)
            draft.verbatim = False
        drafts.append(draft)
    return drafts


def _finish(reading: _Reading) -> Decomposition:
    """Drafts become claims. A fragment is a claim only when there is no other: "Paris." may be the whole answer."""
    if not reading.drafts:
        reading.drafts = reading.fragments
    else:
        for draft in reading.fragments:
            reading.skip(draft.sentence, "fragment")
    claims = [_claim(f"c{n}", draft, reading.text) for n, draft in enumerate(reading.drafts, 1)]
    return Decomposition(claims=tuple(claims), skipped=tuple(sorted(reading.skipped, key=lambda s: s.span)))


def _claim(claim_id: str, draft: _Draft, text: str) -> Claim:
    sentence = text[slice(*draft.sentence)]
    if draft.verbatim and len(draft.parts) == 1:
        start, end = draft.parts[0]
        words = text[start:end]
        return Claim(
            claim_id=claim_id,
            text=words,
            span=(start, end),
            sentence=None if words == sentence else sentence,
            ambiguous=draft.ambiguous,
        )
    return Claim(
        claim_id=claim_id,
        text=_join(draft.texts),
        sentence=sentence,
        parts=tuple(draft.parts),
        ambiguous=draft.ambiguous,
    )


def _join(texts: Sequence[str]) -> str:
    """Pieces of text as one statement: single spaces, closed-up punctuation, a capital, a full stop."""
    joined = " ".join(t.strip() for t in texts if t.strip())
    joined = re.sub(r"\s+(?=[,.;:!?%)\]’]|'s\b|'(?=\s))", "", re.sub(r"\s+", " ", joined))
    joined = re.sub(r"(?<=[(\[])\s+", "", joined)
    joined = re.sub(r"^[,;:)\]\s–—-]+(?=\S)|(?:,?\s+(?:and|or))?[,;:([\s–—-]+$|,?\s+(?:and|or)$", "", joined)
    joined = re.sub(r"[,;:]+(?=[.!?]$)", "", joined)
    return joined[:1].upper() + joined[1:] if joined[:2].islower() or joined[1:2] == " " else joined


def _cell(unit: Unit, text: str) -> _Draft:
    """The claim of a table cell, "row column: value"."""
    named = " ".join(plain(text, *span).text.strip() for span in unit.before)
    return _Draft([f"{named}:", plain(text, *unit.span).text], [*unit.before, unit.span], unit.span)


def _item(unit: Unit, said: Plain, reading: _Reading) -> _Draft:
    """An item that is no sentence, read with its label, its lead-in or its heading."""
    context = unit.before[-1] if unit.before else None
    if context is None or context in reading.hidden:
        return _Draft([said.text], [unit.span], unit.span, verbatim=said.is_slice)
    lead = plain(reading.text, *context).text.strip().rstrip("#").strip()
    return _Draft([lead.rstrip(":.") + ":", said.text], [context, unit.span], unit.span)


def _governed(unit: Unit, text: str) -> bool:
    """Whether the lead-in or heading of an item changes what the item says."""
    return any(_GOVERNING.search(text[slice(*span)]) for span in unit.before)


def _states(doc: Doc) -> bool:
    """Whether a lead-in says something, if not all of it: it has a subject and a verb, or is an imperative."""
    subject = any(t.dep_ in ("nsubj", "nsubjpass", "expl") for t in doc)
    return (subject and any(t.pos_ in ("VERB", "AUX") for t in doc)) or _is_order(doc)


def _hangs(doc: Doc) -> bool:
    """Whether a lead-in waits for its object: "contains:", "consists of:", "are the following:"."""
    last = _last_word(doc)
    return last is not None and last.pos_ in _OPEN


def _last_word(doc: Doc) -> Token | None:
    """The last word of a lead-in but for "the following" and the like."""
    words = (t for t in reversed(doc) if not t.is_punct and not t.is_space and t.lower_ not in _COVERING)
    return next(words, None)


def _is_order(doc: Doc) -> bool:
    return any(t.head == t and t.tag_ == "VB" for t in doc)


def _is_sentence(doc: Doc, item: bool = False) -> bool:
    """Whether a text has a finite verb or is an imperative. An item such as "accidents reported: 3" is none."""
    if _is_order(doc):
        return True
    if item:
        pair = _PAIR.match(doc.text)
        roots = [t for t in doc if t.head == t and (not pair or t.idx >= pair.end("name"))]
        return any(finite(t) and any(c.dep_ in _SUBJECTS for c in t.subtree) for t in roots)
    if any(t.tag_ in ("VBD", "VBZ", "VBP", "MD") for t in doc):
        return True
    return len(doc) > 3 and any(t.head == t and t.tag_ == "VBN" for t in doc)


def _is_fragment(doc: Doc) -> bool:
    """Whether a text in which no verb was seen is too little for a claim.

    "Capital: Oslo" is one. A long text with a full stop is one too: the parser does not see every verb.
    """
    long = len([t for t in doc if t.is_alpha or t.like_num]) > 4 and doc.text.rstrip('*_"”’) ').endswith((".", "!"))
    return not long and not _PAIR.match(doc.text)


def _draft(pieces: list[Piece], doc: Doc, said: Plain, unit: Unit) -> _Draft:
    """The runs of neighbouring tokens in a clause, and the words between them."""
    texts: list[str] = []
    parts: list[Span] = []
    run: list[int] = []
    inserted = False

    def close() -> None:
        if run:
            start, last = doc[run[0]].idx, doc[run[-1]]
            end = last.idx + len(last.text)
            words = said.text[start:end]
            if texts and start == doc[0].idx and doc[0].pos_ not in ("PROPN", "NUM") and words[1:2].islower():
                words = words[0].lower() + words[1:]  # it no longer opens the sentence
            texts.append(words)
            parts.append(said.span(start, end))
            run.clear()

    for piece in _trim(pieces, doc):
        if isinstance(piece, str):
            close()
            texts.append(piece)
            inserted = True
        else:
            if run and (
                piece != run[-1] + 1 or said.apart(doc[run[-1]].idx + len(doc[run[-1]].text) - 1, doc[piece].idx)
            ):
                close()
            run.append(piece)
    close()
    verbatim = False
    if len(parts) == 1 and not inserted:
        start, end = parts[0]
        verbatim = end - start == len(texts[0])
    return _Draft(texts, parts, unit.span, verbatim=verbatim)


def _trim(pieces: list[Piece], doc: Doc) -> list[Piece]:
    """Without leading conjunctions and punctuation, without a quotation mark that has lost its other half."""
    quotes = [p for p in pieces if isinstance(p, int) and doc[p].text in ('"', "“", "”")]
    kept = [p for p in pieces if not (len(quotes) % 2 and p in quotes)]
    while (
        kept
        and isinstance(kept[0], int)
        and (
            doc[kept[0]].is_space
            or (doc[kept[0]].is_punct and doc[kept[0]].text not in "\"“'‘(")
            or doc[kept[0]].dep_ == "cc"
        )
    ):
        kept.pop(0)
    while (
        kept
        and isinstance(kept[-1], int)
        and (doc[kept[-1]].is_space or doc[kept[-1]].text in ",;:-–—(" or doc[kept[-1]].tag_ == "CC")
    ):
        kept.pop()
    if len(kept) > 1 and isinstance(kept[-1], int) and doc[kept[-1]].is_punct and kept[-2] != kept[-1] - 1:
        kept.pop()  # the full stop of another clause
    return kept
