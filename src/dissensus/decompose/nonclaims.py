"""Parts of a response that assert nothing about the world: questions, greetings, refusals.

A refusal that is scored as a claim makes an honest "I could not find that" look like a contradiction of every
document, so these are set aside, each with its reason, and shown.
"""

from __future__ import annotations

import re

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_QUESTION = re.compile(r"[?？؟]['\"”’)\]]*\s*$")

_GREETING = re.compile(
    r"""^\W*(?:
      (?:hi|hello|hey|greetings|good\s+(?:morning|afternoon|evening|day))(?:\W+(?:there|all|everyone|everybody|team|again))?
      |(?:dear|hi|hello|hey)\s+(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])\w+)?\s*[,!]
      |(?:many\s+)?(?:thanks|thank\s+you)(?:\W+(?:so\s+much|very\s+much|again|for\s+(?:your|the|asking|reaching)\b[^.]{0,50}))?
      |(?:sure|certainly|of\s+course|absolutely|(?:great|good)\s+question|okay|ok|yes,?\s+of\s+course)
      |you(?:'|’)?re\s+(?:very\s+|most\s+)?welcome
      |(?:i\s+)?hope\s+(?:this|that|it)\s+helps?(?:\s+(?:you|out|clarify|a\s+bit))?(?:\s+with\s+\w+(?:\s+\w+)?)?
      |(?:please\s+)?(?:let\s+me\s+know\s+if|feel\s+free\s+to|(?:do\s+not|don(?:'|’)t)\s+hesitate\s+to)\b.*
      |(?:best|kind|warm)\s+regards\b.{0,40}
      |(?:i(?:'|’)m\s+|i\s+am\s+)?(?:happy|glad)\s+to\s+help\b.{0,40}
      |(?:good)?bye
    )\W*$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)

_PREFACE = r"(?:(?:based\s+on|according\s+to|from|in|given|after\s+reviewing)\s+[^,.]{1,60},\s*)?"
_SORRY = (
    r"(?:(?:i(?:'|’)?m|i\s+am|we(?:'|’)?re|we\s+are)\s+)?(?:very\s+|so\s+)?(?:sorry|afraid)|unfortunately|"
    r"(?:my\s+|our\s+)?apologies|i\s+apologi[sz]e"
)
_CANNOT = (
    r"(?:can\s?not|can(?:'|’)t|could\s+not|couldn(?:'|’)t|(?:was|were)\s+(?:not\s+able|unable)\s+to|"
    r"do\s+not|don(?:'|’)t|(?:(?:am|are)\s+)?(?:not\s+able|unable)\s+to)"
)
_DID_NOT = r"(?:did\s+not|didn(?:'|’)t)"
_SUBJECT = r"(?:i|we)(?:(?:'|’)(?:m|re))?"
# Verbs that say by themselves that the speaker has no answer, and verbs that say it only of an answer:
# "I cannot determine when" is a refusal, "we did not find an increase" is a finding.
_TELL = r"(?:answer|determine|tell|know|help|assist|comply|confirm|verify)\b"
_GET = r"(?:find|locate|see|have|give|provide|say|identify|share|access|establish|discuss|offer|make)\b"
_ANSWER = (
    r"(?:\W+(?:a|an|the|any|enough|sufficient|specific|relevant|clear|definitive|more|further|medical|legal|financial)\b)*\W+"
    r"(?:that|this|it|information|answers?|details?|data|access|anything|mentions?|references?|documents?|context|"
    r"sources?|advice|evidence\s+(?:for|of)\s+(?:that|this)|where|when|who|what|which|whether|how|why)\b"
)
_SOURCES = (
    r"(?:(?:none|any|all)\s+of\s+)?(?:the\s+|these\s+|this\s+|your\s+)?(?:"
    r"(?:provided|given|retrieved|supplied|available|above)\s+(?:texts?|information|materials?|articles?)|"
    r"(?:(?:provided|given|retrieved|supplied|available|above)\s+)?"
    r"(?:documents?|contexts?|sources?|passages?|excerpts?|search\s+results))"
)
_LACK = (
    r"(?:(?:do|does|did)\s+not|don(?:'|’)t|doesn(?:'|’)t|didn(?:'|’)t)\s+"
    r"(?:contain|mention|say|state|provide|include|specify|answer|give|address|have|cover|discuss)"
)
_REFUSAL = re.compile(
    rf"""^\W*(?:(?:{_SORRY})\W+(?:but\W+|that\W+)?)?{_PREFACE}(?:
      {_SUBJECT}\s+(?:simply\s+|really\s+)?(?:{_CANNOT}\s+{_TELL}|(?:{_CANNOT}|{_DID_NOT})\s+{_GET}{_ANSWER}).*
      |{_SUBJECT}\s+(?:(?:am|are)\s+)?not\s+(?:sure|aware|certain)\b.*
      |(?:that|this|it|the\s+answer)\s+(?:is|was)(?:\s+not|n(?:'|’)t)\s+(?:(?:mentioned|stated|covered|available|given)\s+)?in\s+{_SOURCES}\b.*
      |as\s+an?\s+(?:ai|(?:large\s+)?language\s+model)(?:\s+(?:language\s+)?(?:model|assistant))?,?\s+(?:i|we)\b.*
      |{_SOURCES}\s+(?:provided\s+|given\s+|retrieved\s+)?{_LACK}\b.*
      |none\s+of\s+{_SOURCES}\s+(?:mentions?|says?|states?|contains?|answers?|provides?)\b.*
      |(?:there\s+is|there(?:'|’)s)\s+(?:no|not\s+enough|insufficient)\s+(?:information|mention|answer)\b.*
      |(?:no|not\s+enough|insufficient)\s+(?:information|answer|context)(?:\s+(?:was\s+)?(?:available|found|provided|given))?
      |(?:unknown|unanswerable|n/?a|not\s+(?:found|available|specified|mentioned|stated)|no\s+answer)
    )\W*$
    |^\W*(?:{_SORRY})(?:\W+about\s+that)?\W*$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


_META = re.compile(
    r"""^\W*(?:
      (?:here|below)\s+(?:is|are|you\s+(?:can\s+)?(?:find|see))\b[^.]{0,120}
      |(?:in\s+)?(?:the\s+following|this|the)\s+(?:table|list|summary|report|overview|answer|response|section|comparison|text)
        (?:\s+(?:below|above))?\s+(?:compares?|summari[sz]es?|lists?|shows?|gives?|provides?|covers?|outlines?|describes?|explains?|is\s+based\s+on)\b.*
      |as\s+(?:mentioned|noted|described|explained|stated|shown)\s+(?:above|earlier|before|previously)
      |let(?:'|’)?s\s+(?:look|take|start|begin|see|break)\b.*
      |(?:follow|see|consider|note)\s+(?:these|the\s+following)\b[^.]{0,60}
      |(?:see|visit|source|sources|reference|references)\W+(?:also\s+)?(?:https?://|www\.)\S+.*
      |this\s+is\s+not\s+(?:medical|legal|financial|professional|tax|investment)\s+advice\b.*
      |(?:i|we)(?:\s+(?:have|(?:'|’)ve))?\s+(?:also\s+)?(?:looked|reviewed|checked|compared|read|searched|consulted|used|summari[sz]ed|left\s+out|omitted|listed|included|found|went\s+through|based)\b
        .{0,80}\b(?:sources?|documents?|results?|articles?|passages?|you\s+(?:shared|provided|gave|sent)|below|above|because\s+the\s+source)\b.*
      |(?:i|we)\s+(?:will|shall|would|can)\s+(?:be\s+happy\s+to|gladly|now|also)\b.*
      |(?:i|we)(?:\s+would|(?:'|’)d)\s+be\s+(?:happy|glad)\s+to\b.*
      |(?:i|we)\s+(?:will\s+not|won(?:'|’)t|would\s+not|wouldn(?:'|’)t)\s+(?:speculate|guess|answer|comment)\b.*
      |(?:yes|no|yes,?\s+please|no,?\s+thank\s+you|i\s+see|i(?:'|’)?m\s+sorry\s+to\s+hear\s+that|(?:i\s+)?understand|understood|got\s+it)
      |to\s+(?:summari[sz]e|sum\s+up|conclude)|in\s+(?:summary|conclusion|short|brief)
    )\W*$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_OPTION = re.compile(r"^[B-HJ-Z]\s+[A-Z]")


def is_garbled(sentence: str) -> bool:
    """Scraps of scanned forms: an option letter before a sentence, a bracket that opens at the very end."""
    words = sentence.split()
    if _OPTION.match(sentence) and len(words) < 12:
        opened = sentence.count("(") - sentence.count(")")
        return opened != 0 or not sentence.rstrip().endswith((".", "!", "”", '"'))
    return False


def nonclaim_reason(sentence: str) -> str | None:
    """Why a sentence is not a claim (`question`, `greeting`, `meta`, `refusal`, `no_words`), or None when it is one.

    "The documents do not mention X" is a refusal. A first-person inability is one only when it concerns finding,
    knowing or telling: "I do not eat meat" stays a claim.

    Args:
        sentence: One sentence. The patterns are English; the question mark is known in other scripts too.
    """
    if not any(ch.isalnum() for ch in _TAG.sub(" ", sentence)):
        return "no_words"
    if _QUESTION.search(sentence):
        return "question"
    short = sentence[:600]  # a longer "sentence" is neither; bounds the work of the patterns
    if _GREETING.match(short):
        return "greeting"
    if _META.match(short):
        return "meta"
    return "refusal" if _REFUSAL.match(short) else None
