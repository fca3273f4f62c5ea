"""Words and phrases that tell an opinion, a doubtful source, a correction, a change, or a fact that does not change."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from dissensus.words import words

Cues = re.Pattern[str]


def _cues(listed: str) -> Cues:
    """One pattern of phrases, a line may end in * for any ending."""
    phrases = [p.strip() for line in listed.strip().splitlines() for p in line.split(",") if p.strip()]
    joined = "|".join(
        re.escape(p[:-1]).replace(r"\ ", r"\s+") + r"\w*" if p.endswith("*") else re.escape(p).replace(r"\ ", r"\s+")
        for p in phrases
    )
    return re.compile(rf"(?<!\w)(?:{joined})(?!\w)", re.IGNORECASE)


OPINIONS = _cues("""
review, reviews, reviewer, critic, critics, column, columnist, editorial, opinion*, comment, letter to the editor, letters, in my view, in our view, i think, i found,
i believe, i would, i can say, i have, i was, i had, we think, we recommend, we liked, for this reader, for my money, our pick, our choice, first choice, top pick, ranking, ranked,
rates, recommend*, overrated, underrated, disappoint*, delightful, brilliant*, masterpiece, masterly, dull, boring, tedious, thrilling, superb, gorgeous, clumsy, worth, worthwhile, best,
worst, finest, favourite, favorite, stars, verdict, rating, out of ten, out of five, tasted, comfortable, uncomfortable, cramped, too loud, too slow, too long, argue*, suggests that, study, studies, trial, trials,
researchers found, we found, meta-analysis, evidence for, no evidence of benefit, forecast*, predict*, economists, analysts, analyst, outlook, projection*, loved, hated, impress*,
unconvincing, convincing, charming, flat, bland, delicious, gem, letdown, let-down, gripping, forgettable, better than, prefer*, lively, commentator*, cherish, sparkle*, slog, do not miss, don't miss,
save your money, borrowed, foolish, foolishly, wise, unwise, luxury, magnificent, dreadful, brave, unlucky, awful, terrible, wonderful, excellent, poor, poorly, great, greatest, strength, weakness, elegant, ugly,
beautiful, beautifully, stunning, weak, strong case, sensible, mistake, hands off, bargain, overpriced, pricey, good value, poor value, mediocre, outstanding, superlative, fun, funny, unfunny, sublime, shallow, stale, fresh take,
easy to, hard to, a must, avoid, skip it, should, must-see, would not, wouldn't, satisfying, unsatisfying, frustrating, refreshing, warm, cold-hearted, expect*, randomised, randomized, placebo, participants, volunteers, cohort, authors conclude, adherence, findings, hypothesis, survey, economist, effective, ineffective, harmful, beneficial, benefit, benefits, protect, protects
""")
UNRELIABLE = _cues("""
forum, anonymous*, rumour*, rumor*, chain message, forward this, forwarded, share this, share before, satire, satirical, tabloid, gossip, clickbait, viral, whistleblower*,
they don't want you to know, wake up, insider, insiders, secret, secretly, shocking, you won't believe, miracle, cover-up, cover up, mainstream media, trust me,
my cousin, a friend of a friend, heard from, someone told, someone said, apparently, so-called, conspiracy, unverified, unconfirmed, content farm, doctors hate, exposed, buzz, big pharma,
blogspot, message board, facebook, telegram, whatsapp, tiktok, reddit, comment section, user post, deleted user, throwaway
""")
DEBUNKS = _cues("""
debunk*, hoax, false claim, claim is false, is false, are false, untrue, not true, fact check, fact-check*, misinformation, disinformation, misleading, fabricated, no basis,
no evidence that, has denied, denied the, rumours are, rumors are, baseless, unfounded, made up, doctored, fake, circulating on social media, circulating online, circulating, myth, no truth
""")
REVISIONS = _cues("""
revis*, restat*, updat*, supersed*, replac*, no longer, as of, as from, with effect from, effective, amended, amendment*, corrected, correction, new policy, new rules, new edition,
now, currently, formerly, previously, until now, used to, has been raised, has been lowered, has been extended, from now on, changed, changes, change,
deprecated, removed in, introduced in, audited, preliminary, provisional, final figures, final count, at present, at the moment, since, abolish*, lifted, scrap*, reopen*, successor, succeeded, took over, takes over, appointed,
raised to, lowered to, cut to, increased to, extended to, moved to, latest, release notes, changelog
""")
LASTING = _cues("""
born, birth, died, death, built, completed, founded, founder, established, invented, inventor, discovered, discoverer, designed by, architect, composed, written by, wrote, painted, sculpted,
long, high, tall, deep, wide, height, length, depth, elevation, altitude, metres, meters, feet above, kilometres long, opened in, was opened, first, original*, won the, battle, treaty, signed in, sank, launched in,
premiered, premiere, debut, killed, eruption, erupted, earthquake, crossed, married, buried, atomic, boils, melts, species, orbit*, named after, happened, took place, drowned, sank, sinking, went down, wrecked, lives, century, timbers, tower, towers, erected, laid, unveiled, crossing in, expedition, voyage,
boiling point, melting point, capacity of the tank, summit, duel, wedding, coronation, crash, collision, collapse, ancestor, grandfather, manuscript, premiered in
""")


@lru_cache(maxsize=1)
def judging_words() -> frozenset[str]:
    """Adjectives and adverbs that praise or blame."""
    text = (files("dissensus.conflicts") / "judging_words.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))


def opinions(*texts: str | None) -> list[str]:
    """The distinct words and phrases that judge, lower-cased."""
    found = dict.fromkeys(cues(OPINIONS, *texts))
    for text in texts:
        found.update(dict.fromkeys(w.lower for w in words(text or "") if w.lower in judging_words()))
    return list(found)


def cues(pattern: Cues, *texts: str | None) -> list[str]:
    """The distinct phrases found in the texts, lower-cased, in order of appearance."""
    found: dict[str, None] = {}
    for text in texts:
        for match in pattern.finditer(text or ""):
            found.setdefault(" ".join(match.group().lower().split()))
    return list(found)
