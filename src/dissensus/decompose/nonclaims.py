"""Parts of a response that assert nothing about the world: questions, greetings, refusals.

A refusal that is scored as a claim makes an honest "I could not find that" look like a contradiction of every
document, so these are set aside, each with its reason, and shown.
"""

from __future__ import annotations

import re

_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_QUESTION = re.compile(
    r"[?？؟][^\w?？؟]{0,8}$|^\W*(?:would|do|did|could|can|shall|should)\s+(?:you|i|we)\s+(?:like|want|need|prefer|mean)\b[^.!]*\W*$",
    re.IGNORECASE,
)

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


_TEXT = (
    r"(?:docs?|documents?|passages?|sources?|contexts?|excerpts?|answers?|reply|replies|response|summary|question|query|"
    r"quotations?|quotes?|appendi(?:x|ces)|attachments?|files?|uploads?|search\s+results?|wording|(?:list|table)\s+below)"
)
_SELF = (
    r"(?:(?:this|my)\s+(?:(?:earlier|short)\s+)?(?:table|list|summary|report|overview|answer|reply|response|section|comparison|text)|"
    r"the\s+(?:(?:above|following)\s+(?:table|list|summary|overview|section|comparison)|"
    r"(?:table|list|summary|overview|section|comparison)\s+(?:above|below)|answer|reply|response))"
)
_ASSISTING = (
    r"(?:group|calculate|keep|kept|leave|left\s+out|omit|list|assume|focus|explain|translate|summari[sz]e|round|convert|correct|mark|"
    r"order|sort|quote|paraphrase|shorten|check|cross-check|review|compare|consult|look\s+(?:up|at|into)|narrow|split|"
    r"go\s+deeper|walk\s+you|draft|rephrase)(?:e?d|s|ted|ned)?"
)
# On the answer itself, its sources and its reader. Looked for at the start of the sentence (first part) or anywhere.
_META = re.compile(
    rf"""^\W*(?:
      (?:[^,.]{{3,60}},\s+)?(?:here|below)\s+(?:is|are|you\s+(?:can\s+|will\s+)?(?:find|see))\b[^.]{{0,120}}\W*$
      |{_SELF}\s+(?:below\s+|above\s+)?(?:compares?|summari[sz]es?|lists?|shows?|gives?|provides?|covers?|outlines?|describes?|
        explains?|draws?|relies|uses|does\s+not\s+(?:replace|constitute|cover)|is\s+(?:based\s+on|not\s+(?:exhaustive|complete)))\b
      |(?:in|as)\s+what\s+follows|let(?:(?:'|’)s|\s+(?:us|me))\s+(?:first\s+|now\s+)?(?:look|take|start|begin|see|break|explain|turn)\b
      |as\s+(?:mentioned|noted|described|explained|stated|shown)\s+(?:above|earlier|before|previously)(?:\W*$|,\s+(?:much\s+of\s+)?(?:this|these|that)\b)
      |(?:follow|see|consider|note)\s+(?:these|the\s+following)\b
      |(?:see|read\s+more|learn\s+more|visit|sources?|references?|photo|image|credit|citation|ibid|fig(?:ure)?|further\s+reading)\.?\s*
        (?::|,\s+p\.|\d|(?:also\s+)?(?:https?://|www\.)|(?:also\s+)?(?:documents?|sections?|pages?|pp?\.|chapter|appendix|figure|table)\s+[\dA-Z])
      |(?:retrieved|published|posted|(?:last\s+)?updated|accessed|reporting\s+by|(?:image|photo)\s+credit|data|source)\b:?[^.!?]{{1,70}}$
      |\[?\d+\]?\s+[A-Z][^.]{{2,60}},\s+(?:\d\w\w\s+ed\.|pp?\.|vol\.)
      |(?:table|figure|fig\.|step)\s+\d+\s*[:.]\s*\w+(?:\s+\w+){{0,5}}$
      |see\s+also\b|neither\s+(?:excerpt|passage|document|source|text)\b|(?:figures|numbers|values)\s+are\s+rounded\W*$
      |numbers\s+in\s+(?:square\s+)?brackets
      |(?:to\s+(?:summari[sz]e|sum\s+up|conclude)|in\s+(?:summary|conclusion|short|brief))(?:\W*$|,[^.]{{0,40}}\bas\s+follows)
      |(?:yes|no|sure|okay|ok),?\s+(?:please|thank\s+you|thanks)\W*$|(?:i\s+see|(?:i\s+)?understand|understood|got\s+it)\W*$
      |i(?:'|’)?m\s+sorry\s+to\s+hear\b
    )
    |\byou(?:\s+have|(?:'|’)ve)?\s+(?:just\s+)?(?:shared|provided|gave|given|sent|uploaded|pasted|attached|supplied)\b
    |\b(?:i|we)(?:(?:'|’)(?:ve|ll|d|m)|\s+(?:have|haven(?:'|’)t|will|can|could|would|shall|am|also|only|not))*\s+{_ASSISTING}\b.*\b(?:you|your|myself|below|above|{_TEXT}|
      by\s+(?:year|topic|date|country|type)|side|details?|background)\b
    |^\W*(?:[^,.]{{3,40}},\s+)?(?:i|we)(?:(?:'|’)ve|\s+have)\s+{_ASSISTING}\b
    |(?-i:\bI\b|\b[Mm]y\b).*\b{_TEXT}\b|\b{_TEXT}\b.*(?-i:\bI\b)
    |^\W*for\s+brevity\b|\bin\s+the\s+(?:next|previous|following|last)\s+section\W*$|\bas\s+follows\W*$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_OFFER = re.compile(
    r"""^\W*(?:
      (?:have|enjoy)\s+(?:a|an|your)\s+(?:(?:very\s+)?(?:nice|good|great|lovely|wonderful|safe|pleasant|rest)\b.*|\w+(?:\s+(?:to|in|with)\b.*)?)
      |take\s+care\b.*|that(?:'|’)?s\s+all\b.{0,40}|good\s+luck\b.{0,60}|(?:if\s+you\s+get\s+stuck|then\s+(?:i|we)\s+can)\b.*|see\s+you\b.*|much\s+appreciated.*|(?:i\s+|we\s+)?(?:really\s+)?appreciate\s+(?:you|your|it|that|the\s+\w+ing)\b.*
      |(?:i\s+)?hope\s+(?:this|that|it)\s+(?:answers?|clears?|clarif\w+|is\s+(?:useful|helpful|clear|what))\b.*
      |thank(?:s|\s+you)(?!(?:\s+\w+)?\s+to\b)\b.*|welcome\s+to\b.{0,60}(?:assistant|chat|help|support|service|desk)\b.*
      |(?:just\s+)?(?:say|shout|ask|ping|message)\b.*\b(?:i(?:'|’)ll|if\s+you|me|we(?:'|’)ll)\b.*|tell\s+me\b.*
      |(?:if|once|should|when(?:ever)?)\s+(?:you|it\s+would\s+help)\b.*\b(?:i|we)(?:\s+(?:can|could|will|would|am|may)|(?:'|’)(?:ll|d|m))\b.*
      |(?:i|we)(?:(?:'|’)(?:m|re)|\s+(?:am|are|will\s+be))\s+(?:here|happy|glad|ready|available)\b.*
      |(?:i|we)(?:\s+(?:can|could|will|would)|(?:'|’)(?:ll|d))\s+(?:be\s+(?:happy|glad)|gladly|also\s+(?:provide|give|show)|go\s+deeper)\b.*
      |please\s+(?:let\s+me|tell\s+me|feel\s+free|share|send|provide|upload|clarify)\b.*
    )$""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_DISCLAIMER = re.compile(
    r"""^\W*(?:
      this\s+is\s+(?:only\s+|just\s+)?general\s+(?:information|guidance|advice)\b
      |this\s+is\s+not\s+(?:meant\s+as\s+)?(?:medical|legal|financial|professional|tax|investment)\s+advice\b
      |(?:the|this|all|any)\s+information\s+(?:\w+\s+){0,2}is\s+(?:\w+\s+){0,2}for\s+(?:general|informational|educational|guidance)\b
      |please\s+(?:consult|verify|double-check|check|seek|contact|ask)\b|always\s+(?:verify|check|consult|double-check)\b
      |(?:please\s+)?(?:note|keep\s+in\s+mind|remember|bear\s+in\s+mind)\s+that\s+(?:i|my|this\s+(?:answer|reply|summary|is\s+not))\b
      |i\s+(?:may|might|could)\s+be\s+(?:wrong|mistaken)\b|i(?:'|’)?\s?(?:a)?m\s+not\s+an?\s+(?:\w+\s+)?(?:advis[eo]r|doctor|lawyer|physician|professional|expert|accountant)\b
      |ai(?:-|\s+)generated\b|nothing\s+in\s+this\s+(?:reply|answer|response|text)\b|treat\s+(?:these|this)\b.{0,40}\b(?:guide|estimate|guidance)\b
      |for\s+(?:an?\s+)?(?:official|binding|professional|legal|medical)\b[^,]{0,30},\s+(?:contact|consult|ask|see)\b
      |some\s+(?:details|figures|information)\s+(?:here|above|below)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_MORE_REFUSALS = re.compile(
    r"""^\W*(?:(?:i(?:'|’)?m\s+|we(?:'|’)?re\s+)?(?:sorry|apologies|unfortunately|afraid)\W+(?:but\s+)?)?(?:
      (?:i|we)(?:(?:'|’)?m|(?:'|’)?re|\s+am|\s+are|\s+was|\s+were|\s+won(?:'|’)t\s+be|\s+will\s+not\s+be)?\s+(?:not\s+able|unable|able)\s+to\s+
        (?:open|access|provide|share|find|locate|read|give|offer|name|disclose|answer|help|assist|confirm|verify|determine|view|process)\b
      |(?:i|we)\s+(?:can(?:'|’)t|cannot|could\s+not|couldn(?:'|’)t)\s+(?:open|access|browse|view|visit)\b
      |so\s+i\s+haven(?:'|’)t\s+read\b
      |(?:i|we)\s+(?:must|have\s+to|need\s+to|would\s+prefer\s+to)\s+(?:decline|refuse)\b
      |(?:i|we)(?:(?:'|’)d|\s+would)\s+rather\s+not\b
      |(?:i|we)\s+(?:couldn(?:'|’)t|could\s+not|can(?:'|’)t|cannot|didn(?:'|’)t|did\s+not)\s+(?:find|locate|identify|see)\b.*\b(?:passages?|documents?|sources?|contexts?|results?|texts?|given|provided)\b
      |(?:i|we)\s+(?:found|find)\s+(?:no\s+(?:information|data|answer|mention)|nothing)\b
      |(?:i|we)(?:(?:'|’)?m|(?:'|’)?re|\s+am|\s+are)\s+not\s+(?:allowed|permitted)\s+to\s+(?:share|give|provide|discuss|disclose)\b
      |(?:information|details|data)\s+(?:on|about)\s+(?:this|that|it)\s+(?:is|are)\s+not\s+available\b
      |there(?:\s+is|(?:'|’)s)\s+not\s+enough\s+(?:information|context|detail)\b
      |(?:that|this|it)\s+goes\s+beyond\s+what\b|(?:this|that)\s+is\s+not\s+covered\s+by\b
      |(?:i|we)\s+(?:have|had)\s+no\s+(?:information|data|figures|details|answer|access|knowledge|way\s+of\s+(?:knowing|checking))\b
      |(?:i|we)\s+(?:can|could)\s+only\s+(?:answer|help|assist|discuss)\b
      |(?:that|this|it)\s+is\s+(?:outside|beyond)\s+what\s+(?:i|we)\b
      |there\s+(?:is\s+not|isn(?:'|’)t|was\s+not|wasn(?:'|’)t|is\s+no)\s+(?:enough\s+)?(?:information|context|detail|mention|answer)\b
      |no\s+(?:relevant\s+|matching\s+)?(?:results?|documents?|passages?|information|matches)\s+(?:were|was|could\s+be)\s+(?:found|retrieved|available)\b
      |(?:i|we)\s+(?:will\s+not|won(?:'|’)t|would\s+not|wouldn(?:'|’)t)\s+(?:speculate|guess|answer|comment)\b
    )""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
# What the sources at hand lack, in any order: "The date is not stated in the documents", "Nothing in the passages says".
_AT_HAND = (
    r"(?:(?:the|these|this|your|my|any|all|given|provided|retrieved|supplied|available)\s+)(?:of\s+(?:the|these)\s+)?"
    r"(?:(?:provided|given|retrieved|supplied|available)\s+)?(?:documents|sources|passages|excerpts?|context|search\s+results|"
    r"(?<=given\s)text|(?<=provided\s)text)\b"
)
_LACKING = (
    r"(?:\b(?:not|n(?:'|’)t|never)\s+(?:\w+\s+)?(?:mention|state|say|specif|give|given|cover|name|clear|determined|found|tell|"
    r"contain|address|answer|enough|known|available)|\bcannot\s+be\s+(?:determined|answered|verified|said)\b|\bsilent\s+on\b|"
    r"\bnothing\b|\bnone\b|\bno\s+(?:\w+\s+){1,4}(?:is|are|was|were)\s+(?:given|stated|mentioned|possible|available)\b)"
)
_LACK_AT_HAND = re.compile(rf"{_AT_HAND}.*{_LACKING}|{_LACKING}.*{_AT_HAND}", re.IGNORECASE | re.DOTALL)
_BUT = re.compile(r",?\s+but\s+(?!(?:i|we|let|please|feel|here|you)\b)(?:\S+\s+){3}", re.IGNORECASE)
_NOTICE = re.compile(r"^\W*(?:note|disclaimer|nb|caveat|important|please\s+note|limitations?)\s*:\W*", re.IGNORECASE)
_OPTION = re.compile(r"^[B-HJ-Z]\s+[A-Z]")


def is_garbled(sentence: str) -> bool:
    """Scraps of scanned forms: an option letter before a sentence, a bracket that opens at the very end."""
    words = sentence.split()
    if _OPTION.match(sentence) and len(words) < 12:
        opened = sentence.count("(") - sentence.count(")")
        return opened != 0 or not sentence.rstrip().endswith((".", "!", "”", '"'))
    return False


def nonclaim_reason(sentence: str) -> str | None:
    """Why a sentence is not a claim (`question`, `greeting`, `refusal`,
    `disclaimer`, `meta`, `no_words`), or None when it is one.

    "The documents do not mention X" is a refusal. A first-person inability is one only when it concerns finding,
    knowing or telling: "I do not eat meat" stays a claim.

    Args:
        sentence: One sentence. The patterns are English; the question mark is known in other scripts too.
    """
    if not any(ch.isalnum() for ch in _TAG.sub(" ", sentence)):
        return "no_words"
    sentence = _NOTICE.sub("", sentence)
    if _QUESTION.search(sentence):
        return "question"
    if _BUT.search(sentence):
        return None  # "I cannot confirm the year, but document 1 says 1954": what follows is worth checking
    short = sentence[:600]  # a longer "sentence" is neither; bounds the work of the patterns
    if _GREETING.match(short):
        return "greeting"
    if _REFUSAL.match(short) or _MORE_REFUSALS.match(short) or _LACK_AT_HAND.search(short):
        return "refusal"
    if _OFFER.match(short):
        return "greeting"
    if _DISCLAIMER.match(short):
        return "disclaimer"
    return "meta" if _META.search(short) else None
