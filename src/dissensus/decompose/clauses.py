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
from dissensus.decompose.references import Memory, resolve
from dissensus.decompose.sentences import decompose as by_sentence
from dissensus.decompose.splitting import Piece, split
from dissensus.types import Claim, Reference, Sample, Skipped, Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

LONGEST = 1500
"""Characters; a longer "sentence" is no sentence, and parsing it costs more than it gives. It stays one claim."""

_OPEN = frozenset("VERB AUX ADP".split())
_EMPTY = re.compile(r":\s*(?:[-—–]+|n/?a|none given|unknown)?\s*$", re.IGNORECASE)
_PAIR = re.compile(r"[^:.]{2,60}:\s+\S")
_COVERING = frozenset("following these those below".split())


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
    fragments: list[tuple[_Draft, int]] = field(default_factory=list)
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
    plains = [plain(text, *unit.span) for unit in parts]
    docs = _parsed({i: said.text for i, said in enumerate(plains) if _is_parsed(parts[i], said)})
    leads = {unit.span: _lead(unit, plains[i], docs.get(i)) for i, unit in enumerate(parts) if unit.kind == "lead_in"}
    # An item under "The kit contains:" is read as one sentence with it.
    for i, unit in enumerate(parts):
        lead = leads.get(unit.before[0]) if unit.kind == "item" and unit.before else None
        if lead and plains[i].text:
            plains[i] = lead.followed_by(plains[i])
    joined = {i: plains[i].text for i in docs if plains[i].text != docs[i].text}
    docs |= _parsed(joined)
    for i, unit in enumerate(parts):
        _read(unit, plains[i], docs.get(i), reading, leads)
    return _finish(reading)


def _parsed(texts: dict[int, str]) -> dict[int, Doc]:
    return dict(zip(texts, parse(texts.values()), strict=True))


def _lead(unit: Unit, said: Plain, doc: Doc | None) -> Plain | None:
    """A lead-in that its items complete, without its colon; None when it says all it says by itself."""
    if doc is None or nonclaim_reason(said.text) or not (_states(doc) and _hangs(doc)):
        return None
    words = [t for t in doc if not t.is_punct and not t.is_space]
    while words[-1].lower_ in _COVERING | {"the"}:
        words.pop()
    end = words[-1].idx + len(words[-1].text)
    return Plain(said.text[:end], said.places[:end])


def _is_parsed(unit: Unit, said: Plain) -> bool:
    return unit.kind in ("sentence", "item", "lead_in") and 0 < len(said.text) <= LONGEST


def _read(unit: Unit, said: Plain, doc: Doc | None, reading: _Reading, leads: dict[Span, Plain | None]) -> None:
    """Turn one unit into claims, or note why it is none."""
    if unit.kind in ("code", "separator", "heading", "label"):
        if unit.kind == "heading":
            reading.memory.forget()
        reading.skip(unit.span, unit.kind)
        return
    if unit.kind == "cell":
        reading.drafts.append(_cell(unit, reading.text))
        return
    reason = nonclaim_reason(said.text) if said.text.strip() else "no_words"
    if reason is None and is_garbled(said.text):
        reason = "fragment"
    if unit.kind == "lead_in" and (reason or doc is None or not _states(doc) or _hangs(doc)):
        reading.skip(unit.span, reason or "lead_in")
        if reason:
            reading.hidden.add(unit.span)
        return
    if reason:
        reading.skip(unit.span, reason)
        return
    if doc is None:  # too long to parse
        reading.drafts.append(_Draft([said.text], [unit.span], unit.span, verbatim=_is_verbatim(said)))
        return
    context = unit.before[0] if unit.before else None
    if unit.kind == "item" and _EMPTY.search(said.text):
        reading.skip(unit.span, "no_words")
        return
    if unit.kind == "item" and not _stands_alone(doc):
        reading.drafts.append(_item(unit, said, context, reading))
        return
    if not _stands_alone(doc) and _is_fragment(doc):
        reading.fragments.append((_Draft([said.text], [unit.span], unit.span, verbatim=_is_verbatim(said)), len(reading.drafts)))
        return
    clauses = split(doc)
    for pieces, doubts in resolve(doc, clauses, reading.memory):
        draft = _draft(pieces, doc, said, unit)
        draft.ambiguous = doubts
        if len(clauses) > 1 and not any(ch.isalnum() for ch in "".join(draft.texts)):
            continue
        if unit.speaker:
            draft.texts.insert(0, plain(reading.text, *unit.speaker).text.strip())
            draft.parts.insert(0, unit.speaker)
            draft.verbatim = False
        reading.drafts.append(draft)


def _finish(reading: _Reading) -> Decomposition:
    """Drafts become claims. A fragment is a claim only when there is no other: "Paris." may be the whole answer."""
    if not reading.drafts:
        reading.drafts = [draft for draft, _ in reading.fragments]
    else:
        for draft, _ in reading.fragments:
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
    joined = re.sub(r"^[,;:)\]\s–—-]+(?=\S)|[,;:([\s–—-]+$", "", joined)
    joined = re.sub(r",(?=[.!?]$)", "", joined)
    return joined[:1].upper() + joined[1:] if joined[:2].islower() or joined[1:2] == " " else joined


def _cell(unit: Unit, text: str) -> _Draft:
    """"row column: value"."""
    named = " ".join(plain(text, *span).text.strip() for span in unit.before)
    return _Draft([f"{named}:", plain(text, *unit.span).text], [*unit.before, unit.span], unit.span)


def _item(unit: Unit, said: Plain, context: Span | None, reading: _Reading) -> _Draft:
    """An item that is no sentence, read with its lead-in or heading."""
    if context is None or context in reading.hidden:
        return _Draft([said.text], [unit.span], unit.span, verbatim=_is_verbatim(said))
    lead = plain(reading.text, *context).text.strip().rstrip("#").strip()
    return _Draft([lead.rstrip(":.") + ":", said.text], [context, unit.span], unit.span)


def _states(doc: Doc) -> bool:
    """Whether a lead-in has a subject and a verb: it says something, if not all of it."""
    return any(t.dep_ in ("nsubj", "nsubjpass", "expl") for t in doc) and any(t.pos_ in ("VERB", "AUX") for t in doc)


def _hangs(doc: Doc) -> bool:
    """Whether a lead-in waits for its object: "contains:", "consists of:", "are the following:"."""
    words = [t for t in doc if not t.is_punct and not t.is_space]
    while words and words[-1].lower_ in _COVERING | {"the"}:
        words.pop()
    return bool(words) and words[-1].pos_ in _OPEN


def _stands_alone(doc: Doc) -> bool:
    """Whether a text is a sentence: a finite verb, or an imperative."""
    for token in doc:
        if token.tag_ in ("VBD", "VBZ", "VBP", "MD"):
            return True
        if token.head == token and token.tag_ in ("VB", "VBN"):
            return True
    return False


def _is_fragment(doc: Doc) -> bool:
    """Whether a text that is no sentence is too little for a claim. "Capital: Oslo" is one, and so is a long one."""
    return len([t for t in doc if t.is_alpha or t.like_num]) <= 7 and not _PAIR.match(doc.text)


def _is_verbatim(said: Plain) -> bool:
    """Whether the plain text is the slice as it stands."""
    return all(b - a == 1 for a, b in zip(said.places, said.places[1:], strict=False))


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
            if run and (piece != run[-1] + 1 or said.apart(doc[run[-1]].idx + len(doc[run[-1]].text) - 1, doc[piece].idx)):
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
    while kept and isinstance(kept[0], int) and (
        doc[kept[0]].is_space or (doc[kept[0]].is_punct and doc[kept[0]].text not in "\"“'‘(") or doc[kept[0]].dep_ == "cc"
    ):
        kept.pop(0)
    while kept and isinstance(kept[-1], int) and (doc[kept[-1]].is_space or doc[kept[-1]].text in ",;:-–—("):
        kept.pop()
    return kept
