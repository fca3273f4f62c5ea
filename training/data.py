"""Training pairs for the embedded judge: read, split, balance, and make the hard ones.

Input: a folder of gzipped JSON lines (`premise`, `claim`, `label`), one file per public set; `training/README.md`
names every set, its origin and its licence. Output: `train.jsonl` and `dev.jsonl` (`premise`, `claim`, `label` 0..2,
`source`) and `manifest.json` with counts, seed and the SHA-256 of every file read.

The development split is fixed by content, not by a draw: a record belongs to it when the SHA-256 of its UTF-8 claim,
read as an integer, is 0 modulo 5. It is used for thresholds and calibration and never trained on.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import itertools
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import sentencex
from sklearn.feature_extraction.text import TfidfVectorizer

# The fourth is known only not to be a contradiction: two passages of one mind, neither of which implies the other.
LABELS = {"support": 0, "contradict": 1, "irrelevant": 2, "no_contradiction": 3}
OWN = Path(__file__).parent / "groups.jsonl"
#: Pairs whose making tells why they clash, or only seem to; our own carry the name.
KIND_OF_SOURCE = {
    "swap_number": "numeric", "swap_month": "date", "swap_negation": "negation", "swap_entity": "entity",
    "claim_number": "numeric", "claim_opposite": "antonym", "claim_negation": "negation", "claim_entity": "entity",
    "nq_answer": "entity", "nq_false_passage": "entity", "scone": "negation", "extra_wikifactcheck_negated": "negation",
    "reworded": "restatement",
}  # fmt: skip

# Set -> (records at most, times each is used). Caps keep one-sided, rule-made or very long sets from steering the
# model; the sets whose labels people gave, on real text, are used more than once.
MIX: dict[str, tuple[int, int]] = {
    "mnli_dev": (20000, 2),
    "mnli_sample_llmsknow": (10000, 2),
    "mnli_sample_olora": (3000, 2),
    "snli_dev": (7000, 3),
    "cad_nli": (7000, 1),
    "vitaminc_real": (26000, 2),
    "vitaminc_synthetic": (14000, 1),
    "conflictqa_strategyqa": (6000, 1),
    "conflictqa_strategyqa_hardneg": (2000, 1),
    "conflictnq": (2000, 3),
    "infotabs": (3500, 1),
    "fm2": (1200, 2),
    "fever_symmetric": (700, 2),
    "checkcovid": (1300, 2),
    "conjnli_adv": (2000, 1),
    "breaking_nli": (1500, 1),
    "scone": (1500, 1),
    "med": (1000, 1),
    "extra_boolq_yesno": (3000, 1),
    "extra_help": (500, 1),
    "extra_perspectrum_stance": (2000, 1),
    "extra_wikifactcheck_negated": (1500, 1),
}
# Contradictions of these sets are used so many times more: half of vitaminc_real is support, and a model that met it
# so found a quarter of its contradictions.
CONTRADICTIONS_AGAIN = {"vitaminc_real": 2}
# So many contradictions are also used with passage and claim exchanged: what contradicts, contradicts both ways.
TURNED = {"mnli_dev": 2500, "vitaminc_real": 2000, "snli_dev": 500}
MAX_PREMISE_WORDS = {
    "conflictqa_strategyqa": 85,
    "conflictqa_strategyqa_hardneg": 85,
    "infotabs": 80,
    "extra_boolq_yesno": 95,
}
CLOSE_NEGATIVES = {
    "vitaminc_real": 5000,
    "conflictqa_strategyqa": 1200,
    "conflictnq": 1200,
    "fm2": 500,
    "infotabs": 400,
}
RANDOM_MISMATCHES = 6000
REWORDINGS = 6000
NEAR_SENTENCES = 2000
VALUE_SWAPS = 1000  # per kind of value
CLAIM_SWAPS = 14000
COMPARISONS = 4000
QUESTION_ROUNDS = 1  # times that each question is turned into claims, with other wrong answers and other wording
# Share of a set's premises that are lengthened with sentences from elsewhere.
PADDED = {"vitaminc_real": 0.2, "fm2": 0.2, "fever_symmetric": 0.2, "checkcovid": 0.1, "mnli_dev": 0.04}
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]

Pair = dict[str, object]


def is_dev(key: str) -> bool:
    """True when the text falls in the fixed development fifth."""
    return int(hashlib.sha256(key.encode("utf-8")).hexdigest(), 16) % 5 == 0


def read_jsonl_gz(path: Path) -> Iterator[dict]:
    """Yield the objects of a gzipped JSON-lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def pair(premise: str, claim: str, label: str, source: str) -> Pair:
    return {"premise": premise.strip(), "claim": claim.strip(), "label": LABELS[label], "source": source}


def sentences(text: str) -> list[str]:
    return [s.strip() for s in sentencex.segment("en", text) if s.strip()]


def names(text: str) -> set[str]:
    """Capitalised words that do not merely open a sentence, lower-cased: a cheap stand-in for named entities."""
    found = set()
    for sentence in sentences(text):
        for i, word in enumerate(re.findall(r"[^\W\d_][\w'-]+", sentence)):
            if word[0].isupper() and i:
                found.add(word.lower())
    return found


def clip(text: str, words: int) -> str:
    """The first sentences of a text, up to about `words` words (at least one sentence)."""
    kept: list[str] = []
    for sentence in sentences(text):
        if kept and len(" ".join(kept).split()) + len(sentence.split()) > words:
            break
        kept.append(sentence)
    return " ".join(kept) or text


# --- values swapped -----------------------------------------------------------------------------------------------


def swap_number(text: str, rng: random.Random) -> str | None:
    """Another number of the same shape in place of one number of the text."""
    spots = list(re.finditer(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])", text))
    if not spots:
        return None
    spot = rng.choice(spots)
    digits = [i for i, ch in enumerate(spot.group()) if ch.isdigit()]
    changed = list(spot.group())
    # The last digit of a year is too small a change to call wrong at random; a leading zero is no number.
    for i in rng.sample(digits, k=min(len(digits), rng.choice([1, 1, 2]))):
        low = 1 if i == 0 else 0
        changed[i] = str(rng.choice([d for d in range(low, 10) if str(d) != changed[i]]))
    return text[: spot.start()] + "".join(changed) + text[spot.end() :]


def swap_month(text: str, rng: random.Random) -> str | None:
    spots = list(re.finditer(r"\b(" + "|".join(MONTHS) + r")\b(?=\s+\d)|(?<=\d )\b(" + "|".join(MONTHS) + r")\b", text))
    if not spots:
        return None
    spot = rng.choice(spots)
    other = rng.choice([m for m in MONTHS if m != spot.group()])
    return text[: spot.start()] + other + text[spot.end() :]


def swap_negation(text: str, rng: random.Random) -> str | None:
    """The sentence with its first plain auxiliary negated, or its negation taken away."""
    del rng
    if re.search(r"n't\b|\bcan not\b", text):
        return None
    if re.search(r"\b(is|was|are|were|has|have|had|can|could|will|would|did|does|do) not\b", text):
        return re.sub(r"\b(is|was|are|were|has|have|had|can|could|will|would|did|does|do) not\b", r"\1", text, count=1)
    changed, n = re.subn(r"\b(is|was|are|were|has been|have been|can|could|will|would)\b", r"\1 not", text, count=1)
    return changed if n else None


class EntitySwap:
    """Puts a capitalised phrase met elsewhere in the place of one in the text."""

    PHRASE = re.compile(r"(?<=[a-z,] )(?:[A-Z][a-z]+(?: [A-Z][a-z]+)+|[A-Z][a-z]{3,})(?=[ ,.;])")

    def __init__(self, texts: Iterable[str]) -> None:
        self.by_length: dict[int, list[str]] = defaultdict(list)
        for text in texts:
            for phrase in self.PHRASE.findall(text):
                if phrase not in MONTHS:
                    self.by_length[len(phrase.split())].append(phrase)

    def __call__(self, text: str, rng: random.Random) -> str | None:
        spots = [m for m in self.PHRASE.finditer(text) if m.group() not in MONTHS]
        if not spots:
            return None
        spot = rng.choice(spots)
        pool = self.by_length.get(len(spot.group().split()), [])
        other = rng.choice(pool) if pool else None
        if not other or other.lower() in text.lower():
            return None
        return text[: spot.start()] + other + text[spot.end() :]


def value_swaps(passages: list[str], per_kind: int, rng: random.Random) -> list[Pair]:
    """A sentence of a passage as claim (support), the same with one value changed (contradict), and the passage
    without that sentence (irrelevant): three labels at the same word overlap, so overlap alone decides nothing."""
    kinds = {"number": swap_number, "month": swap_month, "negation": swap_negation, "entity": EntitySwap(passages)}
    made: list[Pair] = []
    for kind, swap in kinds.items():
        n = 0
        for passage in rng.sample(passages, len(passages)):
            parts = sentences(passage)
            order = [i for i, s in enumerate(parts) if 6 <= len(s.split()) <= 32]
            rng.shuffle(order)
            for i in order[:1]:
                changed = swap(parts[i], rng)
                if changed is None or changed == parts[i]:
                    continue
                low = max(0, i - rng.randint(0, 2))
                window = parts[low : i + 1 + rng.randint(0, 2)]
                premise, source = " ".join(window), f"swap_{kind}"
                if rng.random() < 0.5:  # the document is the changed one as often as the claim is
                    made.append(pair(premise.replace(parts[i], changed), parts[i], "contradict", source))
                else:
                    made.append(pair(premise, changed, "contradict", source))
                made.append(pair(premise, parts[i], "support", source))
                rest = [s for j, s in enumerate(parts) if j != i]
                if len(rest) >= 2 and rng.random() < 0.7:
                    made.append(pair(" ".join(rest[:4]), rng.choice([parts[i], changed]), "irrelevant", source))
                n += 1
            if n >= per_kind:
                break
    return made


# --- claims that people wrote, with one value changed --------------------------------------------------------------

# Words that exclude each other about the same thing. Both directions are used.
OPPOSITES = {
    "increased": "decreased", "rose": "fell", "higher": "lower", "largest": "smallest", "first": "last",
    "before": "after", "north": "south", "northern": "southern", "east": "west", "eastern": "western",
    "won": "lost", "accepted": "rejected", "approved": "rejected", "opened": "closed", "open": "closed",
    "above": "below", "best": "worst", "better": "worse", "positive": "negative", "male": "female",
    "alive": "dead", "married": "unmarried", "public": "private", "true": "false", "legal": "illegal",
    "possible": "impossible", "successful": "unsuccessful", "major": "minor", "early": "late", "old": "young",
    "most": "least", "always": "never", "all": "none", "more": "fewer", "majority": "minority", "start": "end",
    "started": "ended", "began": "ended", "joined": "left", "gained": "lost", "won't": "will", "enabled": "disabled",
    "allowed": "forbidden", "required": "optional", "mandatory": "voluntary", "success": "failure", "rich": "poor",
    "hot": "cold", "long": "short", "high": "low", "fast": "slow", "large": "small", "many": "few", "older": "younger",
    "winner": "loser", "father": "mother", "brother": "sister", "husband": "wife", "son": "daughter",
    "actor": "director", "released": "cancelled", "permanent": "temporary", "domestic": "foreign", "critics": "fans",
    "support": "oppose", "supported": "opposed", "defeated": "lost to", "buy": "sell", "bought": "sold",
    "left": "right", "summer": "winter", "single": "album", "novel": "film", "safe": "dangerous", "common": "rare",
    "heavier": "lighter", "reduces": "raises", "reduce": "raise", "prevents": "causes", "prevent": "cause",
    "improved": "worsened", "innocent": "guilty", "guilty": "innocent", "with": "without", "includes": "excludes",
}  # fmt: skip
OPPOSITES |= {b: a for a, b in OPPOSITES.items() if b not in OPPOSITES}
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])(?!,\d)")


def swap_opposite(text: str, rng: random.Random) -> str | None:
    """The sentence with one word replaced by what excludes it."""
    spots = [m for m in re.finditer(r"[A-Za-z']+", text) if m.group() in OPPOSITES]
    if not spots:
        return None
    spot = rng.choice(spots)
    return text[: spot.start()] + OPPOSITES[spot.group()] + text[spot.end() :]


def exact_numbers(premise: str, claim: str) -> list[re.Match[str]]:
    """Numbers of the claim that stand in the passage too."""
    return [
        m for m in NUMBER.finditer(claim) if re.search(rf"(?<![\d.,]){re.escape(m.group())}(?![\d]|[.,]\d)", premise)
    ]


def claim_swaps(pairs: list[Pair], n: int, rng: random.Random) -> list[Pair]:
    """Supported claims in people's own words, with a value changed that the passage holds too: contradictions whose
    words differ from the passage's as much as those of the supported claims do."""
    entity = EntitySwap([str(p["claim"]) for p in pairs] + [str(p["premise"]) for p in pairs])
    made: list[Pair] = []
    for p in rng.sample(pairs, len(pairs)):
        premise, claim = str(p["premise"]), str(p["claim"])
        options: list[tuple[str, str, str]] = []
        for spot in exact_numbers(premise, claim):
            other = swap_number(spot.group(), rng)
            if (
                other
                and other not in premise
                and not re.search(r"\b(more|less|over|under|least|most|than|about)\b", claim)
            ):
                options.append((premise, claim[: spot.start()] + other + claim[spot.end() :], "claim_number"))
                if premise.count(spot.group()) == 1:
                    options.append((premise.replace(spot.group(), other), claim, "claim_number"))
        opposite = swap_opposite(claim, rng)
        if opposite and not re.search(r"\b(not|no|never)\b|n't", claim) and rng.random() < 0.6:
            options.append((premise, opposite, "claim_opposite"))
        negated = swap_negation(claim, rng)
        if negated and rng.random() < 0.25:
            options.append((premise, negated, "claim_negation"))
        for spot in list(EntitySwap.PHRASE.finditer(claim))[:1]:
            pool = entity.by_length.get(len(spot.group().split()), [])
            other = rng.choice(pool) if pool else ""
            fits = premise.count(spot.group()) == 1 and other and other.lower() not in (premise + claim).lower()
            # Not the name that the passage opens with: what is said of another subject is no contradiction.
            if fits and premise.find(spot.group()) > 25 and rng.random() < 0.35:
                options.append((premise, claim[: spot.start()] + other + claim[spot.end() :], "claim_entity"))
        if options:
            one, two, source = rng.choice(options)
            made.append(pair(one, two, "contradict", source))
        if len(made) >= n:
            break
    return made


def comparisons(pairs: list[Pair], n: int, rng: random.Random) -> list[Pair]:
    """Supported claims with an exact number turned into bounds that hold (support) or fail (contradict)."""
    made: list[Pair] = []
    for p in rng.sample(pairs, len(pairs)):
        premise, claim = str(p["premise"]), str(p["claim"])
        if re.search(r"\b(more|less|over|under|least|most|than|about|around|before|after|fewer)\b", claim.lower()):
            continue
        spots = [
            m
            for m in exact_numbers(premise, claim)
            if re.match(r" (?!percent)[a-z]", claim[m.end() :]) and re.search(r"(?:^|[a-z] )$", claim[: m.start()])
        ]
        if not spots:
            continue
        spot = spots[0]
        value = float(spot.group().replace(",", ""))
        if value < 3 or 1000 < value < 2100:
            continue
        step = max(1.0, round(value * rng.choice([0.05, 0.1, 0.2, 0.3]), 0 if value > 20 else 1))
        low, high = value - step, value + step
        for words, bound, label in (
            (rng.choice(["more than", "over", "at least"]), low, "support"),
            (rng.choice(["less than", "fewer than", "under", "at most"]), high, "support"),
            (rng.choice(["more than", "over", "at least"]), high, "contradict"),
            (rng.choice(["less than", "fewer than", "under", "at most"]), low, "contradict"),
        ):
            if rng.random() < 0.5:
                text = f"{bound:,.0f}" if "," in spot.group() or bound == int(bound) else f"{bound:.1f}"
                said = f"{words} {text}"
                made.append(pair(premise, claim[: spot.start()] + said + claim[spot.end() :], label, "comparison"))
        if len(made) >= n:
            break
    return made


def turned(pairs: list[Pair], n: int, rng: random.Random) -> list[Pair]:
    """Contradictions with passage and claim exchanged, where the passage is about as short as a claim."""
    short = [p for p in pairs if p["label"] == LABELS["contradict"] and len(str(p["premise"]).split()) <= 30]
    return [
        pair(str(p["claim"]), str(p["premise"]), "contradict", f"turned_{p['source']}")
        for p in rng.sample(short, min(n, len(short)))
    ]


# --- the same in other words ---------------------------------------------------------------------------------------

# Edits that leave the sense alone. Where every small difference between two sentences was a contradiction, a model
# learns to see one in "was opened" beside "opened".
SAME = [
    (r"\b(was|were) (opened|closed|started|ended|moved|launched|expanded|increased|formed|completed)\b", r"\2"),
    (r"(?<!was )(?<!were )(?<!been )(?<!be )\b(opened|closed|started|ended|moved|launched|expanded) (in|on|at)\b", r"was \1 \2"),
    (r"\bdid not\b", "didn't"), (r"\bis not\b", "isn't"), (r"\bwas not\b", "wasn't"), (r"\bare not\b", "aren't"),
    (r"\bwere not\b", "weren't"), (r"\bcannot\b", "can't"), (r"\bit is\b", "it's"),
    (r"\babout (?=\d)", "approximately "), (r"\bapproximately (?=\d)", "about "), (r"\bbegan\b", "started"),
    (r"\bstarted\b", "began"), (r"\blarge\b", "big"), (r"\bbig\b", "large"), (r"\bmovie\b", "film"), (r"\bfilm\b", "movie"),
    (r"\blocated\b", "situated"), (r"\bsituated\b", "located"), (r"\bmore than\b", "over"), (r"\bover (?=\d)", "more than "),
    (r"\bbut\b", "yet"), (r"\balso \b", ""), (r"\bhowever,? \b", ""), (r"\bused to be\b", "was formerly"),
    (r"(?<=\d),(?=\d\d\d)", ""), (r" percent\b", "%"), (r"(?<=\d)%", " percent"), (r"\bUnited States\b", "US"),
    (r"\bUnited Kingdom\b", "UK"), (r"\bwas born\b", "was born"), (r" \([^()]{1,40}\)", ""), (r"\bbecause\b", "since"),
    (r"\b(in|on) (\d{4}|[A-Z][a-z]+ \d{4})\b(.*)\.$", r"\1 \2\3."), (r"\bwho is\b", "who's"), (r"\bThe \b", "This "),
    (r"\bmany\b", "numerous"), (r"\bnumerous\b", "many"), (r"\bhelped\b", "assisted"), (r"\breceived\b", "got"),
    (r"\bcreated\b", "made"), (r"\bpurchased\b", "bought"), (r"\bbought\b", "purchased"), (r"\bhas won\b", "won"),
    (r"\bwon\b", "has won"), (r"\bmust\b", "has to"), (r"\brequires\b", "needs"), (r"\bfree of charge\b", "free"),
]  # fmt: skip


def reworded(sentence: str, rng: random.Random) -> str | None:
    """The sentence with one to three edits that leave its sense alone, or None where none applies."""
    fits = [(p, r) for p, r in SAME if re.search(p, sentence) and re.sub(p, r, sentence, count=1) != sentence]
    if not fits:
        return None
    for pattern, replacement in rng.sample(fits, min(len(fits), rng.choice([1, 1, 2, 3]))):
        sentence = re.sub(pattern, replacement, sentence, count=1)
    fronted = re.match(r"(?P<rest>[A-Z][^,]+) (?P<when>in \d{4})\.$", sentence)
    if fronted and rng.random() < 0.5:
        sentence = f"{fronted['when'].capitalize()}, {fronted['rest'][0].lower() + fronted['rest'][1:]}."
    return sentence


def rewordings(passages: list[str], n: int, rng: random.Random) -> list[Pair]:
    """A sentence beside itself in other words (support), and beside itself in other words with a value changed
    (contradict)."""
    pool = list(dict.fromkeys(s for p in passages for s in sentences(p) if 4 <= len(s.split()) <= 24))
    rng.shuffle(pool)
    swaps = (swap_number, swap_month, swap_negation)
    made: list[Pair] = []
    for sentence in pool:
        other = reworded(sentence, rng)
        if other is None:
            continue
        one, two = (sentence, other) if rng.random() < 0.5 else (other, sentence)
        made.append(pair(one, two, "support", "reworded"))
        changed = rng.choice(swaps)(two, rng)
        if changed and changed != two and rng.random() < 0.6:
            made.append(pair(one, changed, "contradict", "reworded_swap"))
        if len(made) >= n:
            break
    return made


def near_sentences(passages: list[str], n: int, rng: random.Random) -> list[Pair]:
    """Single sentences beside the nearest one, in words, of another passage that shares no name. Neither holds a
    number: the nearest of a sentence with one is too often the same statement with another figure."""
    pool = list(
        dict.fromkeys(
            s
            for p in passages
            for s in sentences(p)[:2]
            if 5 <= len(s.split()) <= 18 and not re.search(r"\d", s) and names(s)
        )
    )
    made = close_negatives(
        [pair(s, s, "support", "") for s in rng.sample(pool, min(2 * n, len(pool)))], pool, n, rng, "sentence"
    )
    return made


# --- question and answer as claim ---------------------------------------------------------------------------------

WH = ("when", "who", "where", "how many", "how much", "how long", "what year", "which")


def wh_class(question: str) -> str:
    return next((w for w in WH if w in question.lower()), "other")


def qa_claim(question: str, answer: str, rng: random.Random) -> str:
    """A question and an answer as one statement, as short answers to a question are judged."""
    q = question.strip().rstrip("?")
    q = q[0].upper() + q[1:]
    return rng.choice(['The answer to the question "{q}?" is {a}.', "{q}? {a}.", 'The answer to "{q}" is {a}.']).format(
        q=q, a=answer
    )


def question_pairs(records: list[dict], rng: random.Random) -> list[Pair]:
    """Claims from questions with a gold passage: right answer, an answer of the same kind from elsewhere, a passage
    with its answer replaced, and the passage robbed of the sentences that answer."""
    made: list[Pair] = []
    pool: dict[str, list[str]] = defaultdict(list)
    for r in records:
        pool[wh_class(r["question"])].append(r["answer"])
    for r in records:
        q, answer, passage = r["question"], r["answer"], r["passage"]
        if answer.lower() not in passage.lower():
            continue
        others = [
            a
            for a in rng.sample(pool[wh_class(q)], min(8, len(pool[wh_class(q)])))
            if a.lower() not in passage.lower() and answer.lower() not in a.lower()
        ]
        made.append(pair(passage, qa_claim(q, answer, rng), "support", "nq_answer"))
        if others:
            made.append(pair(passage, qa_claim(q, others[0], rng), "contradict", "nq_answer"))
        if len(others) > 1:
            false_passage = re.sub(re.escape(answer), lambda _, other=others[1]: other, passage, flags=re.IGNORECASE)
            made.append(pair(false_passage, qa_claim(q, answer, rng), "contradict", "nq_false_passage"))
            made.append(pair(false_passage, qa_claim(q, others[1], rng), "support", "nq_false_passage"))
        words = set(re.findall(r"\w{3,}", answer.lower())) or {answer.lower()}
        rest = [s for s in sentences(passage) if not any(w in s.lower() for w in words)]
        if len(rest) >= 2:
            made.append(
                pair(" ".join(rest), qa_claim(q, rng.choice([answer, *others]), rng), "irrelevant", "nq_answer_removed")
            )
    return made


def answered_questions(path: Path) -> list[dict]:
    """Question, answer and passage of every record outside the development fifth."""
    found = []
    for r in read_jsonl_gz(path):
        if r["answers"] and r["ctxs"] and not is_dev(r["question"]):
            passage = f"{r['ctxs'][0]['title']}. {clip(r['ctxs'][0]['text'], 85)}"
            found.append({"question": r["question"], "answer": r["answers"][0], "passage": passage})
    return found


# --- documents beside documents -------------------------------------------------------------------------------------

DOCUMENT_PAIRS = 3000  # of conflictqa, each label half


def document_pairs(folder: Path, rng: random.Random) -> tuple[list[Pair], list[Pair]]:
    """Passages beside passages, for training and development: two that answer a question differently contradict
    each other, two of one mind do not, and passages on other questions are irrelevant. Split by the question."""
    found: tuple[list[Pair], list[Pair]] = ([], [])
    by_label: dict[str, list[dict]] = defaultdict(list)
    for r in read_jsonl_gz(folder / "docpairs_conflictqa.jsonl.gz"):
        by_label[r["label"]].append(r)
    for name, label in (("contradict", "contradict"), ("agree", "no_contradiction")):
        for r in rng.sample(by_label[name], min(DOCUMENT_PAIRS // 2, len(by_label[name]))):
            one, other = (r["doc_a"], r["doc_b"]) if rng.random() < 0.5 else (r["doc_b"], r["doc_a"])
            found[is_dev(r["question"])].append(pair(clip(one, 85), clip(other, 50), label, "documents_conflictqa"))
    for r in read_jsonl_gz(folder / "raw_conflictnq_val.jsonl.gz"):
        if not r["real_passages"] or not r["fake_passages"]:
            continue
        made: list[Pair] = []
        real = clip(r["real_passages"][0]["passage"], 85)
        fakes = [clip(p["passage"], 85) for p in r["fake_passages"]]
        for fake in fakes:
            one, other = (real, fake) if rng.random() < 0.5 else (fake, real)
            made.append(pair(one, clip(other, 50), "contradict", "documents_conflictnq"))
            told = [s for s in sentences(fake) if r["fake_short_answer"].lower() in s.lower()]
            if told and r["real_short_answer"].lower() in real.lower():
                made.append(pair(real, told[0], "contradict", "documents_conflictnq"))
        for one, other in itertools.pairwise(fakes):
            made.append(pair(one, clip(other, 50), "no_contradiction", "documents_conflictnq"))
            other_sentence = rng.choice(sentences(other))
            made.append(pair(one, other_sentence, "no_contradiction", "documents_conflictnq"))
        found[is_dev(r["cleaned_question"])].extend(made)
    for listed in found:
        pool = [str(p["premise"]) for p in listed]
        for p in rng.sample(listed, len(listed) // 6):
            other = rng.choice(pool)
            if not names(other) & names(str(p["claim"])):
                listed.append(pair(other, str(p["claim"]), "irrelevant", "documents_apart"))
    return found


def random_mismatches(by_source: dict[str, list[Pair]], n: int, rng: random.Random) -> list[Pair]:
    """Claims beside a passage of another set: about something else altogether. SNLI and its edits are never paired
    with one another, since their annotators called any other scene a contradiction."""
    captions = {"snli_dev", "cad_nli", "breaking_nli", "scone", "med"}
    made: list[Pair] = []
    sources = sorted(by_source)
    while len(made) < n:
        one, other = rng.choice(sources), rng.choice(sources)
        if one == other or (one in captions and other in captions):
            continue
        claim, premise = str(rng.choice(by_source[one])["claim"]), str(rng.choice(by_source[other])["premise"])
        if len(claim.split()) + len(premise.split()) > 110 or names(claim) & names(premise):
            continue
        made.append(pair(premise, claim, "irrelevant", "random_mismatch"))
    return made


def close_negatives(pairs: list[Pair], passages: list[str], n: int, rng: random.Random, source: str) -> list[Pair]:
    """For sampled claims the passage nearest in words that is about something else: it shares at most a third of the
    claim's names and none of its numbers, so that it can neither support nor contradict it."""
    if not n:
        return []
    passages = sorted(set(passages))
    vectors = TfidfVectorizer(sublinear_tf=True, stop_words="english", max_features=60000)
    matrix = vectors.fit_transform(passages)
    chosen = rng.sample(pairs, min(n * 2, len(pairs)))
    made: list[Pair] = []
    scores = vectors.transform([str(p["claim"]) for p in chosen]) @ matrix.T
    for row, p in zip(scores, chosen, strict=True):
        claim_names, numbers = names(str(p["claim"])), set(re.findall(r"\d+", str(p["claim"])))
        data, cols = row.data, row.indices
        for k in np.argsort(-data)[:25]:
            other = passages[cols[k]]
            if other == p["premise"] or numbers & set(re.findall(r"\d+", other)):
                continue
            shared = {w for w in claim_names if w in other.lower()}
            if len(shared) * 3 <= len(claim_names) and data[k] < 0.75:
                made.append(pair(other, str(p["claim"]), "irrelevant", f"close_{source}"))
                break
        if len(made) >= n:
            break
    return made


def padded(p: Pair, passages: list[str], share: float, rng: random.Random) -> Pair:
    """The pair, sometimes with one to four sentences from elsewhere before or after: its label must survive them."""
    if rng.random() >= share or len(str(p["premise"]).split()) > 60:
        return p
    extra = " ".join(sentences(rng.choice(passages))[: rng.randint(1, 4)])
    return {**p, "premise": f"{p['premise']} {extra}" if rng.random() < 0.5 else f"{extra} {p['premise']}"}


def own_pairs(path: Path) -> list[Pair]:
    """Claims that we wrote beside documents that we wrote, with the kind of clash or the reason why there is none."""
    made = []
    with open(path, encoding="utf-8") as lines:
        for group in map(json.loads, lines):
            for claim in group["claims"]:
                label = {"SUPPORTS": "support", "CONTRADICTS": "contradict", "IRRELEVANT": "irrelevant"}[claim["label"]]
                made.append({**pair(group["document"], claim["text"], label, "own"), "kind": claim["kind"]})
    return made


def kind_of(p: Pair) -> str | None:
    """Why the pair clashes, or only seems to, where that is known."""
    if "kind" in p:
        return str(p["kind"])
    source, contradicts = str(p["source"]), p["label"] == LABELS["contradict"]
    kind = KIND_OF_SOURCE.get(source)
    if kind == "numeric" and re.search(r"\b(in|since|until|by|of) (1\d|20)\d\d\b", str(p["claim"])):
        kind = None  # the number changed may be a year
    if kind == "restatement":
        return kind
    return kind if contradicts else None


def build(folder: Path, seed: int, share: float = 1.0, own_times: int = 4) -> tuple[list[Pair], list[Pair], dict]:
    """Training pairs (shuffled), development pairs and the manifest.

    Pairs of our own writing are used `own_times` times: they are few, and hold what the public sets lack."""
    rng = random.Random(seed)
    dev: list[Pair] = []
    by_source: dict[str, list[Pair]] = {}
    checksums = {}
    for name, (cap, _) in MIX.items():
        path = folder / f"{name}.jsonl.gz"
        checksums[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
        kept = []
        for r in read_jsonl_gz(path):
            premise = clip(r["premise"], MAX_PREMISE_WORDS[name]) if name in MAX_PREMISE_WORDS else r["premise"]
            (dev if is_dev(r["claim"]) else kept).append(pair(premise, r["claim"], r["label"], name))
        by_source[name] = rng.sample(kept, min(cap, len(kept)))

    path = folder / "raw_nq_open_oracle.jsonl.gz"
    checksums[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    questions = answered_questions(path)
    passages = [r["passage"] for r in questions]
    made = [p for _ in range(QUESTION_ROUNDS) for p in question_pairs(questions, rng)]
    boolq = [str(p["premise"]).split(" -- ", 1)[-1] for p in by_source["extra_boolq_yesno"]]
    made += close_negatives([p for p in made if p["source"] == "nq_answer"], passages, 1200, rng, "nq")
    made += value_swaps(
        passages + boolq + [str(p["premise"]) for p in rng.sample(by_source["vitaminc_real"], 8000)], VALUE_SWAPS, rng
    )
    for name, n in CLOSE_NEGATIVES.items():
        made += close_negatives(by_source[name], [str(p["premise"]) for p in by_source[name]], n, rng, name)
    texts = passages + boolq + [str(p["premise"]) for p in rng.sample(by_source["vitaminc_real"], 12000)]
    made += rewordings(texts, REWORDINGS, rng)
    made += near_sentences(texts, NEAR_SENTENCES, rng)
    made += random_mismatches(by_source, RANDOM_MISMATCHES, rng)
    supported = [
        p
        for name in ("vitaminc_real", "fm2", "fever_symmetric", "checkcovid", "mnli_dev", "conflictnq")
        for p in by_source[name]
        if p["label"] == LABELS["support"]
    ]
    made += claim_swaps(supported, CLAIM_SWAPS, rng)
    made += comparisons(supported, COMPARISONS, rng)
    for name, n in TURNED.items():
        made += turned(by_source[name], n, rng)

    train: list[Pair] = []
    for name, (_, times) in MIX.items():
        again = [p for p in by_source[name] if p["label"] == LABELS["contradict"]] * CONTRADICTIONS_AGAIN.get(name, 0)
        train += [padded(p, passages, PADDED.get(name, 0.0), rng) for p in by_source[name] * times + again]
    checksums[OWN.name] = hashlib.sha256(OWN.read_bytes()).hexdigest()
    for p in own_pairs(OWN):
        # By the document: the claims of one group give each other away.
        if is_dev(str(p["premise"])):
            dev.append(p)
        else:
            train += [p] * own_times
    for name in ("docpairs_conflictqa", "raw_conflictnq_val"):
        checksums[f"{name}.jsonl.gz"] = hashlib.sha256((folder / f"{name}.jsonl.gz").read_bytes()).hexdigest()
    for p in made:
        (dev if is_dev(str(p["claim"])) else train).append(p)
    if share < 1:
        train = [p for p in train if p["source"] == "own" or rng.random() < share]
    documents, documents_dev = document_pairs(folder, rng)
    train += documents
    dev += documents_dev
    for p in (*train, *dev):
        kind = kind_of(p)
        if kind:
            p["kind"] = kind
    rng.shuffle(train)
    manifest = {
        "seed": seed,
        "inputs_sha256": checksums,
        "train": dict(sorted(Counter(str(p["source"]) for p in train).items())),
        "dev": dict(sorted(Counter(str(p["source"]) for p in dev).items())),
        "kinds": dict(Counter(str(p["kind"]) for p in train if "kind" in p)),
        "labels": dict(Counter(list(LABELS)[int(p["label"])] for p in train)),
    }
    return train, dev, manifest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz training sets")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--share", type=float, default=1.0, help="keep so much of the mixture, our own pairs aside")
    parser.add_argument("--own-times", type=int, default=4, help="how often each of our own pairs is used")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    train, dev, manifest = build(args.data, args.seed, args.share, args.own_times)
    for name, pairs in (("train", train), ("dev", dev)):
        with open(args.out / f"{name}.jsonl", "w", encoding="utf-8") as f:
            f.writelines(json.dumps(p, ensure_ascii=False) + "\n" for p in pairs)
    (args.out / "manifest.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    print(json.dumps({k: manifest[k] for k in ("train", "labels")}, indent=1))


if __name__ == "__main__":
    main()
