"""The figures of a decomposer on the gold set: claim F1, words covered, claims out of nothing, effect on CS-C.

python tests/gold/measure.py [dev|test]     prints them for `clauses`, `sentences` and `whole`
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from alignment import f1_of, matched, words

from dissensus.decompose import claims_of
from dissensus.metrics import LabelMatrix, score_matrix
from dissensus.types import ClaimLabel, Document, Label, Sample

HERE = Path(__file__).parent
DOCUMENTS = tuple(Document(doc_id=f"d{n}", text="x") for n in (1, 2, 3))


@dataclass(frozen=True)
class Figures:
    """Over one half of the gold set."""

    precision: float
    recall: float
    f1: float
    covered: float
    """Share of the content words that the gold claims rest on which stand in a claim found."""
    from_nonclaims: int
    """Claims found that rest on nothing but refusals, questions and code."""
    from_skipped: int
    """Claims found that rest on nothing but what the gold set skips: headings, labels and offers too."""
    cs_c_error: float
    """Mean over responses of |CS-C by the claims found - CS-C by the gold claims|, labels scripted."""


def load(half: str) -> list[dict]:
    return [json.loads(line) for line in (HERE / f"claims_{half}.jsonl").read_text(encoding="utf-8").splitlines()]


def measure(half: str, decomposer: str) -> Figures:
    """The figures of a decomposer on one part: `dev` and `dev2` for developing against, `test` frozen."""
    hits = n_found = n_gold = words_seen = words_all = from_nonclaims = from_skipped = 0
    kinds = [json.loads(line) for line in (HERE / "skipped_kinds.jsonl").read_text(encoding="utf-8").splitlines()]
    errors = []
    for row in load(half):
        text = row["response"]
        found = claims_of(Sample(sample_id=row["id"], response=text, documents=()), decomposer).claims
        gold = [claim["text"] for claim in row["claims"]]
        pairs = matched([claim.text for claim in found], gold)
        hits, n_found, n_gold = hits + len(pairs), n_found + len(found), n_gold + len(gold)
        told: set[int] = set()
        for claim in found:
            spans = [claim.span] if claim.span else claim.parts
            told |= {i for span in spans for i in range(*span)}
        wanted = _places(text, [part for claim in row["claims"] for part in claim["parts"]])
        unwanted = _places(text, row["skipped"]) - wanted
        mine = [k["text"] for k in kinds if k["id"] == row["id"] and k["kind"] in ("refusal", "question", "code")]
        worst = _places(text, mine) - wanted
        for word in re.finditer(r"\d[\d.,:]*\d|\d|[^\W\d_]+", text):
            if word.start() in wanted and words(word.group()):
                words_all += 1
                words_seen += word.start() in told
        for claim in found:
            spans = [claim.span] if claim.span else claim.parts
            letters = {i for span in spans for i in range(*span) if text[i].isalnum()}
            from_skipped += bool(letters) and letters <= unwanted
            from_nonclaims += bool(letters) and letters <= worst
        errors.append(_cs_c_error(row, [claim.text for claim in found]))
    p, r = hits / max(n_found, 1), hits / max(n_gold, 1)
    known = [e for e in errors if e is not None]
    return Figures(
        p,
        r,
        2 * p * r / (p + r) if hits else 0.0,
        words_seen / words_all,
        from_nonclaims,
        from_skipped,
        sum(known) / len(known),
    )


def _places(text: str, slices: list[str]) -> set[int]:
    """Offsets of the slices; each is looked for after the one before, then from the start."""
    places: set[int] = set()
    at = 0
    for part in slices:
        start = text.find(part, at)
        start = text.find(part) if start < 0 else start
        places |= set(range(start, start + len(part)))
        at = start + len(part)
    return places


def _cs_c_error(row: dict, found: list[str]) -> float | None:
    """A perfect judge: a claim found has the labels of the gold claims that it says, a contradiction first."""
    gold = row["claims"]
    if not gold or not found:
        return None if len(gold) == len(found) else 1.0
    labels = []
    for text in found:
        said = [g["labels"] for g in gold if _says(text, g["text"])]
        if not said:
            best = max(gold, key=lambda g: f1_of(text, g["text"]))
            said = [best["labels"]]
        columns = zip(*said, strict=True)
        labels.append(
            [next((x for x in ("CONTRADICTS", "SUPPORTS") if x in column), "IRRELEVANT") for column in columns]
        )
    mine = _cs_c(labels)
    theirs = _cs_c([g["labels"] for g in gold])
    return abs(mine - theirs)


def _says(claim: str, gold: str) -> bool:
    """Whether a claim holds most of the content words of a gold claim."""
    a, b = words(claim), words(gold)
    return sum((a & b).values()) >= 0.7 * sum(b.values())


def _cs_c(rows: list[list[str]]) -> float:
    ids = [f"c{n}" for n in range(len(rows))]
    records = [
        ClaimLabel(sample_id="s", claim_id=i, doc_id=d.doc_id, label=Label(label), judge="gold")
        for i, row in zip(ids, rows, strict=True)
        for d, label in zip(DOCUMENTS, row, strict=True)
    ]
    value = score_matrix(LabelMatrix.from_labels(ids, DOCUMENTS, records))["cs_c"].value
    assert value is not None
    return value


def agreement() -> float:
    """F1 between the two independent annotations of twenty responses."""
    first = {row["id"]: [c["text"] for c in row["claims"]] for half in ("dev", "test") for row in load(half)}
    second = [json.loads(line) for line in (HERE / "claims_second.jsonl").read_text(encoding="utf-8").splitlines()]
    hits = sum(len(matched(row["claims"], first[row["id"]])) for row in second)
    return 2 * hits / sum(len(row["claims"]) + len(first[row["id"]]) for row in second)


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else "test"
    for name in ("clauses", "sentences", "whole"):
        print(name, {k: round(v, 3) for k, v in vars(measure(chosen, name)).items()})
    print("agreement of two annotators, F1", round(agreement(), 3))
