"""A parsed sentence -> its clauses, each a list of pieces: tokens of the sentence and words put in between.

What is split off: coordinated finite clauses, non-restrictive relative clauses, appositions, participial clauses,
parentheses with a statement of their own, the two halves of a plain "although". What governs a clause is never split
from it: conditions, reasons, comparisons, negation, hedges and verbs of saying stay. Labels are those of ClearNLP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Piece = int | str
"""The index of a token, or words that are not in the sentence."""

SUBJECTS = {"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"}
_HEDGES = frozenset(
    "supposedly presumably may might can could perhaps possibly maybe likely unlikely probably apparently reportedly allegedly sometimes "
    "often generally typically usually suggest suggests seem seems appear appears tend tends would should potentially".split()
)
_QUANTIFIERS = frozenset("both all each one others many most several".split())
_FEW = frozenset("no few not hardly neither none nobody nothing little barely scarcely".split())
_SAYING = frozenset(
    "say state report claim argue write note add tell announce find conclude suggest estimate show think believe "
    "confirm warn explain deny acknowledge mention predict expect indicate insist maintain rule hold declare admit "
    "observe reveal allege testify stress emphasize recommend require".split()
)
_CONDITIONS = frozenset("if unless until provided once whenever whether lest".split())
_CONCESSIONS = frozenset(["although", "though", "while", "whereas"])
# "Taken together, ...", "based on ..." say how the sentence is meant, nothing of its subject.
_IDIOMS = frozenset("taken given based compared combined provided seen put followed asked granted".split())
# ", making it the largest" says what the main clause led to, and stays with it.
_RESULTS = frozenset(
    "make leave bring cause allow force create result lead raise give reduce cut put push turn mean end keep prompt "
    "increase include help enable let lower drive send take become set depend follow accord".split()
)
_OPENING, _CLOSING = frozenset("([—–-"), frozenset(")]—–-")
_RELATIVES = frozenset(["which", "who", "whom", "whose", "that"])


@dataclass(slots=True)
class _Unit:
    """Tokens that make one statement, and what stands in for some of them."""

    head: Token
    pieces: list[Piece]
    instead: dict[int, list[Piece]] = field(default_factory=dict)


def split(doc: Doc) -> list[list[Piece]]:
    """The clauses of a parsed sentence in the order in which they begin; one clause of all tokens if none splits off."""
    return _Splitter(doc).clauses()


class _Splitter:
    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.side: set[int] = set()
        """Tokens that were taken out of their phrase as statements of their own."""

    def clauses(self) -> list[list[Piece]]:
        if self.kept_whole():
            return [list(range(len(self.doc)))]
        roots = [token for token in self.doc if token.head == token]
        if len(roots) > 1 and not all(finite(root) and _subject(root) for root in roots):
            # The parser saw several sentences where one stands: trust it only when each can stand alone.
            return [list(range(len(self.doc)))]
        found: list[list[Piece]] = []
        for root in roots:
            found += self.visit(_Unit(root, sorted(token.i for token in root.subtree)))
        if not all(self.says(pieces) for pieces in found):
            return [list(range(len(self.doc)))]  # something came loose that is no statement: leave the sentence whole
        return sorted(found, key=lambda pieces: min(p for p in pieces if isinstance(p, int)))

    def kept_whole(self) -> bool:
        """A quotation with its speaker, and an enumeration "(1) ..., (2) ...", lose their sense in pieces."""
        quoted = any(t.is_quote and t.text not in "'’" for t in self.doc)
        if quoted and any(t.lemma_.lower() in _SAYING for t in self.doc):
            return True
        return (
            sum(bool(t.text == "(" and t.i + 2 < len(self.doc) and self.doc[t.i + 2].text == ")") for t in self.doc) > 1
        )

    def says(self, pieces: list[Piece]) -> bool:
        """Whether a clause has a verb."""
        return any(isinstance(p, str) or self.doc[p].pos_ in ("VERB", "AUX") for p in pieces)

    def visit(self, unit: _Unit) -> Iterator[list[Piece]]:
        """The unit without what splits off it, then what did, each split further."""
        own = [p for p in unit.pieces if isinstance(p, int)]
        left = set(own)
        taken: list[tuple[Builder, Token, list[int]]] = []
        for index in own:
            token = self.doc[index]
            if index not in left or token == unit.head:
                continue
            build = self.builder(token, unit)
            if build is None:
                continue
            sub = [t.i for t in token.subtree if t.i in left and t.i not in self.side]
            if not sub:
                continue
            left -= set(sub)
            left -= self.edges(token, sub, left)
            if build not in (self.conjunct, self.clause):
                self.side |= set(sub)
            taken.append((build, token, sub))
        yield self.fill([p for p in unit.pieces if not isinstance(p, int) or p in left], unit)
        for build, token, sub in taken:
            made = build(token, sub, unit, left)
            if made:
                yield from self.visit(made)

    def fill(self, pieces: list[Piece], unit: _Unit) -> list[Piece]:
        return [q for p in pieces for q in (unit.instead.get(p, [p]) if isinstance(p, int) else [p])]

    def edges(self, token: Token, sub: list[int], left: set[int]) -> set[int]:
        """Commas, brackets and the conjunction that joined the taken part to the rest."""
        gone: set[int] = set()
        first, last = sub[0] - 1, sub[-1] + 1
        while first in left and (
            self.doc[first].text in {",", ";", ":"} | _OPENING
            or (token.dep_ == "conj" and (self.doc[first].tag_ == "CC" or self.doc[first].dep_ == "preconj"))
        ):
            gone.add(first)
            first -= 1
        while last in left and self.doc[last].text in {",", ";"} | _CLOSING and last < len(self.doc) - 1:
            gone.add(last)
            last += 1
        return gone

    # --- what splits off, and how it is made a statement ------------------------------------------------------------

    def builder(self, token: Token, unit: _Unit) -> Builder | None:
        """How to make a statement of the subtree of a token, or None when it stays where it is."""
        dep = token.dep_
        if dep == "conj":
            return self.conjunct if self.conjoined(token, unit) else None
        if dep == "relcl" and self.loose(token):
            if self.relative_word(token) is not None:
                return self.relative
            return self.place if self.at_place(token) else None
        if dep == "appos":
            return self.apposition if self.describes(token) else None
        if dep == "acl":
            return self.participle if token.tag_ in ("VBN", "VBG") and self.loose(token) else None
        if token.head != unit.head and token.head not in _auxiliaries(unit.head):
            return None
        if (
            dep == "advcl"
            and token.tag_ in ("VBG", "VBN")
            and (_negated(token) or self.doc[token.left_edge.i].tag_ == "WRB")
        ):
            return None
        if dep == "advcl" and token.tag_ == "VBG" and not _subject(token) and not _mark(token):
            late = token.i > unit.head.i and token.lemma_.lower() not in _RESULTS
            return self.participle if late and _subject(unit.head) is not None and self.set_off(token) else None
        if dep == "advcl" and token.tag_ == "VBN" and not _subject(token) and not _mark(token):
            idiom = token.lower_ in _IDIOMS
            return self.participle if _subject(unit.head) is not None and self.set_off(token) and not idiom else None
        if dep == "advcl" and _mark(token) in _CONCESSIONS and _subject(token) and not self.hedged(token, unit.head):
            return self.clause if finite(token) and self.set_off(token) else None
        if dep in ("ccomp", "parataxis") and _subject(token) and finite(token) and self.apart(token, unit.head):
            return self.clause
        return None

    def conjoined(self, token: Token, unit: _Unit) -> bool:
        """Whether a coordinated verb makes a statement of its own."""
        head = token.head
        if head.pos_ not in ("VERB", "AUX") or token.pos_ not in ("VERB", "AUX"):
            return False
        if not (head == unit.head or self.reported(head, unit)):
            return False
        words = _joined_by(token)
        own_subject = _subject(token) is not None
        if {"or", "nor", "either", "neither", "than"} & words:
            return False
        if not own_subject and not (_shares_form(token, head) and _inherited(token) is not None):
            return False
        if not own_subject and any(t.lower_ in _QUANTIFIERS and t.i < token.i for t in token.children):
            return False  # "but both recovered": the parser did not see the subject
        if not own_subject and self.governed(token, head):
            return False
        if own_subject and (head.lemma_.lower() in _SAYING or self.attributed(head)):
            return False  # "Smith said prices fell, and wages rose": who says the second?
        if any(_mark(t) in _CONDITIONS for t in (*head.children, *unit.head.children) if t.dep_ == "advcl"):
            return False
        if not self.plain_opening(head):
            return False
        return not ({"but", "yet"} & words and self.hedged(token, head))

    def governed(self, token: Token, head: Token) -> bool:
        """Whether something said of the first verb (a negation, a modal, a hedge, "few ...") may hold for the second."""
        if _negated(head) and not (token.tag_ in ("VBZ", "VBD") or _auxiliaries(token)):
            return True
        shares = bool(_auxiliaries(token)) or token.tag_ == head.tag_
        if any(t.tag_ == "MD" for t in head.children) and not shares:
            return True
        if any(t.dep_ == "advmod" and t.lower_ in _HEDGES and t.i < head.i for t in head.children):
            return True
        subject = _inherited(head)
        return subject is not None and any(t.lower_ in _FEW for t in subject.subtree if t.i <= subject.i)

    def attributed(self, head: Token) -> bool:
        """Whether a verb of saying stands beside the clause: "The law, critics say, is bad"."""
        return any(t.dep_ in ("parataxis", "ccomp") and t.lemma_.lower() in _SAYING for t in head.children)

    def plain_opening(self, head: Token) -> bool:
        """Whether what stands before the subject is known to be repeatable, or to concern one clause alone.

        An inverted condition ("Had the dam failed, ...") or "Subject to clause 7, ..." governs all that follows.
        """
        subject = _inherited(head)
        if subject is None:
            return True
        first = subject.head
        for child in first.children:
            if (
                child.right_edge.i >= subject.left_edge.i
                or child.is_punct
                or child.dep_ in ("cc", "mark", "aux", "auxpass")
            ):
                continue
            if child.dep_ in ("prep", "npadvmod", "advmod", "intj", "agent"):
                continue
            timed = self.doc[child.left_edge.i].tag_ == "WRB"
            if child.dep_ == "advcl" and not timed and (child.tag_ == "VBN" or _mark(child) in _CONCESSIONS):
                continue
            return False
        return True

    def reported(self, token: Token, unit: _Unit) -> bool:
        """Whether a verb is what the unit's verb of saying says."""
        return token.dep_ == "ccomp" and token.head == unit.head and unit.head.lemma_.lower() in _SAYING

    def hedged(self, token: Token, head: Token) -> bool:
        """A hedge in either half, or "some ... others": both are then one two-sided statement."""
        words = {t.lower_ for t in (*head.subtree, *token.subtree)}
        return bool(words & _HEDGES) or {"some", "others"} <= words

    def loose(self, token: Token) -> bool:
        """Set off by a comma, a dash or a bracket from the noun before it: it adds, it does not single out."""
        first = token.left_edge.i
        if token.head.i >= first or token.head.pos_ not in ("NOUN", "PROPN", "NUM"):
            return False
        return first > 0 and self.doc[first - 1].text in {","} | _OPENING

    def set_off(self, token: Token) -> bool:
        first, last = token.left_edge.i, token.right_edge.i
        after = last + 1 < len(self.doc) and self.doc[last + 1].text == ","
        return (first == 0 and after) or (first > 0 and self.doc[first - 1].text in {",", "("})

    def apart(self, token: Token, head: Token) -> bool:
        """A semicolon or a colon, outside quotation, between two full clauses."""
        low, high = sorted((token, head), key=lambda t: t.i)
        marks = {";", ":"} if high == token or _mark(token) else {";", ":", ","}
        stops = [t.i for t in self.doc[low.i : high.i] if t.text in marks]
        outside = [i for i in stops if sum(t.is_quote for t in self.doc[:i]) % 2 == 0]
        said = {token.lemma_.lower(), head.lemma_.lower()} & _SAYING
        if "," in marks and (said or any(t.dep_ == "prep" and t.i < low.i for t in low.children)):
            return False  # "According to Smith, prices fell, wages rose"
        return bool(outside) and _subject(head) is not None

    def relative_word(self, token: Token) -> Token | None:
        """The relative pronoun of a clause when its noun can take its place: subject, object, or `whose`."""
        for t in token.subtree:
            if t.lower_ in _RELATIVES and t.tag_ in ("WDT", "WP", "WP$"):
                among = (
                    t.head.lower_ == "of" and t.head.head.dep_ in ("nsubj", "nsubjpass") and t.head.head.head == token
                )
                if among and token.left_edge.i == t.head.head.left_edge.i:
                    return t  # "most of which were lost"
                direct = t.head == token and t.dep_ in ("nsubj", "nsubjpass", "dobj")
                owner = t.tag_ == "WP$" and t.head.head == token and t.head.dep_ in ("nsubj", "nsubjpass")
                return t if (direct or owner) and t.i == token.left_edge.i else None
        return None

    def describes(self, token: Token) -> bool:
        """An apposition that says what its noun is; not an abbreviation, a place in a place, a number or a list."""
        head = token.head
        if not self.loose(token) or any(t.dep_ == "conj" for t in (*token.children, *head.children)):
            return False
        if (
            token.pos_ not in ("NOUN", "PROPN")
            or head.pos_ not in ("NOUN", "PROPN", "NUM")
            or head.ent_type_ in ("DATE", "TIME")
        ):
            return False
        if token.pos_ == "PROPN" and (head.pos_ == "PROPN" or token.ent_type_ in ("GPE", "LOC")):
            return token.text.islower()
        words = list(token.subtree)
        measured = any(t.dep_ == "nummod" for t in token.children)
        return (
            len(words) > 1
            and not measured
            and not any(t.ent_type_ in ("DATE", "MONEY", "PERCENT", "CARDINAL") for t in words[:1])
        )

    def noun(self, token: Token, end: int) -> list[Piece]:
        """The noun phrase of a token up to the token `end`, without what was taken out of it."""
        words = [t.i for t in token.subtree if t.i not in self.side and t.i < end]
        while words and self.doc[words[-1]].is_punct and self.doc[words[-1]].text not in '"”’)':
            words.pop()
        return list(words)

    def subject(self, token: Token, unit: _Unit, left: set[int]) -> list[Piece]:
        """The subject of a verb, or of the verb it is coordinated with, as pieces."""
        found = _inherited(token)
        if found is None:
            return []
        phrase = [t.i for t in found.subtree if t.i not in self.side]
        while phrase and self.doc[phrase[-1]].text in {",", "("}:
            phrase.pop()
        return self.fill(list(phrase), unit)

    def conjunct(self, token: Token, sub: list[int], unit: _Unit, left: set[int]) -> _Unit:
        head = token.head
        frame: list[Piece] = []
        if head != unit.head and self.reported(head, unit):
            inside = {t.i for t in head.subtree}
            frame = [p for p in unit.pieces if isinstance(p, int) and p in left and p not in inside]
            frame += [t.i for t in head.children if t.dep_ == "mark" and not _mark(token)]
        # "In 2019, the city sold X and bought Y": what stands before the first subject governs both.
        before: list[Piece] = []
        first, own = _inherited(head), _subject(token)
        led = own is not None and any(t.dep_ in ("prep", "npadvmod") and t.i < own.left_edge.i for t in token.children)
        if first is not None and not led:
            before += [
                t.i
                for child in first.head.children
                if child.dep_ in ("prep", "npadvmod") and child.right_edge.i < first.left_edge.i
                for t in child.subtree
                if t.i in left
            ]
            before += [i + 1 for i in before[-1:] if isinstance(i, int) and self.doc[i + 1].text == ","]
        if own is None:
            before += self.subject(head, unit, left)
            if not _auxiliaries(token) and token.tag_ in ("VB", "VBN", "VBG") and token.tag_ == head.tag_:
                before += [t.i for t in _auxiliaries(head)]
        return self.whole(token, [*sorted(frame, key=_index), *before, *sub], unit)

    def whole(self, token: Token, pieces: list[Piece], unit: _Unit) -> _Unit:
        """Frames stand where they stood: words after the clause ("..., she said") follow it."""
        inside = {t.i for t in token.subtree}
        end = max(p for p in pieces if isinstance(p, int) and p in inside)
        early = [p for p in pieces if not isinstance(p, int) or p <= end]
        return _Unit(token, early + [p for p in pieces if isinstance(p, int) and p > end], unit.instead)

    def clause(self, token: Token, sub: list[int], unit: _Unit, left: set[int]) -> _Unit:
        """A full clause, without the word that subordinated it."""
        return _Unit(token, [i for i in sub if self.doc[i].dep_ != "mark" or self.doc[i].head != token], unit.instead)

    def relative(self, token: Token, sub: list[int], unit: _Unit, left: set[int]) -> _Unit | None:
        word = self.relative_word(token)
        if word is None:
            return None
        phrase = self.fill(self.noun(token.head, sub[0]), unit)
        if word.dep_ == "dobj":
            rest = [i for i in sub if i != word.i]
            at = rest.index(token.i) + 1
            return _Unit(token, [*rest[:at], *phrase, *rest[at:]], unit.instead)
        if word.tag_ == "WP$":
            phrase = [*phrase, "'s"]
        return _Unit(token, list(sub), {**unit.instead, word.i: phrase})

    def at_place(self, token: Token) -> bool:
        """A clause that opens with "where" and whose noun stands behind a preposition that can be repeated."""
        word = self.doc[token.left_edge.i]
        dated = word.lower_ == "when" and token.head.ent_type_ in ("DATE", "TIME")
        repeatable = token.head.head.dep_ == "prep" and finite(token) and _subject(token) is not None
        return repeatable and (word.lower_ == "where" or dated)

    def place(self, token: Token, sub: list[int], unit: _Unit, left: set[int]) -> _Unit:
        """From "at the inlet, where a plant discharges": "a plant discharges at the inlet"."""
        phrase = self.fill(self.noun(token.head, sub[0]), unit)
        return _Unit(token, [*(i for i in sub if i != token.left_edge.i), token.head.head.i, *phrase], unit.instead)

    def apposition(self, token: Token, sub: list[int], unit: _Unit, left: set[int]) -> _Unit:
        phrase = self.fill(self.noun(token.head, sub[0]), unit)
        plural = token.head.tag_ in ("NNS", "NNPS") and token.tag_ in ("NNS", "NNPS")
        return _Unit(token, [*phrase, "are" if plural else "is", *sub], unit.instead)

    def participle(self, token: Token, sub: list[int], unit: _Unit, left: set[int]) -> _Unit | None:
        noun = token.head if token.dep_ == "acl" else _subject(unit.head)
        if noun is None:
            return None
        phrase = self.fill(self.noun(noun, sub[0] if noun.i < sub[0] else len(self.doc)), unit)
        plural = noun.tag_ in ("NNS", "NNPS")
        be = ("are" if plural else "is") if token.tag_ == "VBG" else ("were" if plural else "was")
        return _Unit(token, [*phrase, be, *sub], unit.instead)


Builder = Callable[["Token", list[int], _Unit, set[int]], _Unit | None]


def _index(piece: Piece) -> int:
    return piece if isinstance(piece, int) else 0


def finite(token: Token) -> bool:
    """Whether a verb carries tense, itself or in an auxiliary."""
    return token.tag_ in ("VBD", "VBZ", "VBP", "MD") or any(
        t.tag_ in ("VBD", "VBZ", "VBP", "MD") for t in _auxiliaries(token)
    )


def _subject(token: Token) -> Token | None:
    """The subject of a verb; the parser sometimes hangs it on the auxiliary."""
    near = [*token.children, *(t for aux in _auxiliaries(token) for t in aux.children)]
    return next((t for t in near if t.dep_ in SUBJECTS), None)


def _inherited(token: Token) -> Token | None:
    """The subject of a verb, or of the verb it is coordinated with."""
    found = _subject(token)
    while found is None and token.dep_ == "conj" and token.head != token:
        token = token.head
        found = _subject(token)
    return found


def _joined_by(token: Token) -> set[str]:
    """The conjunctions that join a verb to the one before it, lower-cased."""
    words = {t.lower_ for t in token.head.children if t.dep_ in ("cc", "preconj") and t.i < token.i}
    before = token.left_edge.i - 1
    while before >= 0 and token.doc[before].text in ",;":
        before -= 1
    return words | ({token.doc[before].lower_} if before >= 0 and token.doc[before].tag_ == "CC" else set())


def _auxiliaries(token: Token) -> list[Token]:
    return [t for t in token.children if t.dep_ in ("aux", "auxpass") and t.tag_ != "TO"]


def _negated(token: Token) -> bool:
    return any(t.dep_ == "neg" for t in token.children)


def _mark(token: Token) -> str | None:
    """The word that subordinates a clause."""
    marks = (t.lower_ for t in token.children if t.i < token.i and (t.dep_ == "mark" or t.lower_ in _CONDITIONS))
    return next(marks, None)


def _shares_form(token: Token, head: Token) -> bool:
    """Whether a verb without subject can take over that of another: finite itself, or of one form with it."""
    if finite(token):
        return True
    if _auxiliaries(head):
        passive = any(t.dep_ == "auxpass" for t in head.children)  # "were told and keep": no auxiliary to share
        return token.tag_ in ("VB", "VBN", "VBG") and (token.tag_ == head.tag_ or (token.tag_ == "VB" and passive))
    # One spelling for both forms; the parser took the wrong one.
    return (token.tag_, head.tag_) in (("VBN", "VBD"), ("VB", "VBD"), ("VB", "VBP"), ("VB", "VB"))
