"""Accuracy and calibration of a judge by domain, by length of the document, and under damaged or decorated text.

    python benchmarks/robustness.py DATA/eval/pairs [--judge onnx] [--per-set 100] [--json FILE]

Records outside the development fifth. By domain and length: pooled macro recall over the labels present, and ECE where
all three occur. Damage: the same sample of records, documents and claims changed alike, so that the columns compare.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from dissensus.bench.data import Pair, load_pairs
from dissensus.bench.pairs import PairsResult, judge_pairs
from dissensus.judges import Judge, JudgeSettings, open_judge

DOMAINS = {
    "encyclopaedic": ("vitaminc_real", "wikicontradict", "conflictnq", "ramdocs", "wice", "fm2"),
    "health": ("healthver", "checkcovid"),
    "climate": ("climate_fever",),
    "web snippets": ("factcheck_bench", "natconfqa"),
    "news": ("fnc1",),
    "everyday sentences": ("mnli_dev", "snli_dev"),
}
LENGTHS = ((0, 30), (30, 80), (80, 160), (160, 100000))
# What scanners confuse, the first for the second.
SCANNED = [
    ("rn", "m"),
    ("m", "rn"),
    ("l", "1"),
    ("I", "l"),
    ("e", "c"),
    ("h", "b"),
    ("cl", "d"),
    ("o", "0"),
    ("s", "5"),
]


def ocr(text: str, rng: random.Random) -> str:
    """One word in eight or so with letters as a scanner confuses them; numbers are left, for a changed one is another fact."""
    found = []
    for word in text.split(" "):
        pairs = [pair for pair in SCANNED if pair[0] in word]
        if pairs and word.isalpha() and rng.random() < 1 / 8:
            one, other = rng.choice(pairs)
            word = word.replace(one, other, 1)
        found.append(word)
    return " ".join(found)


def typos(text: str, rng: random.Random) -> str:
    """One longer word in ten with two neighbouring letters exchanged."""
    found = []
    for word in text.split(" "):
        if len(word) > 4 and word.isalpha() and rng.random() < 1 / 10:
            i = rng.randrange(1, len(word) - 2)
            word = word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        found.append(word)
    return " ".join(found)


def emphasis(text: str, rng: random.Random) -> str:
    """Numbers and one word in twelve in bold, some in italics."""
    return re.sub(
        r"\w[\w.,%-]*\w|\w",
        lambda m: (
            f"**{m[0]}**"
            if m[0][0].isdigit() or rng.random() < 1 / 12
            else f"*{m[0]}*"
            if rng.random() < 1 / 24
            else m[0]
        ),
        text,
    )


DAMAGE: dict[str, Callable[[str, random.Random], str]] = {
    "as it is": lambda text, _: text,
    "OCR noise": ocr,
    "Markdown emphasis": emphasis,
    "upper case": lambda text, _: text.upper(),
    "typos": typos,
}


def row(name: str, result: PairsResult) -> dict:
    figures = result.figures(np.random.default_rng(0), 500)
    return {"slice": name, **{key: figures[key] for key in ("n", "macro_recall", "interval", "always", "ece")}}


def joined(name: str, results: list[PairsResult]) -> PairsResult:
    parts = {part: np.concatenate([getattr(r, part) for r in results]) for part in ("truth", "predicted", "probs")}
    return PairsResult(name=name, **parts)


def damaged(pair: Pair, change: Callable[[str, random.Random], str], seed: int) -> Pair:
    rng = random.Random(seed)
    document = replace(pair.document, text=change(pair.document.text, rng))
    return replace(pair, document=document, claim=change(pair.claim, rng))


def measure(sets: dict[str, list[Pair]], judge: Judge) -> list[dict]:
    results = {name: judge_pairs(name, pairs, judge) for name, pairs in sets.items()}
    rows = [
        row(domain, joined(domain, [results[name] for name in names if name in results]))
        for domain, names in DOMAINS.items()
        if any(name in results for name in names)
    ]
    pairs = [p for name in results for p in sets[name]]
    whole = joined("all", list(results.values()))
    words = np.array([len(p.document.text.split()) for p in pairs])
    for low, high in LENGTHS:
        at = (words >= low) & (words < high)
        if at.any():
            name = f"{low} words and more" if high > 9999 else f"{low} to {high - 1} words"
            rows.append(
                row(
                    name,
                    PairsResult(name=name, truth=whole.truth[at], predicted=whole.predicted[at], probs=whole.probs[at]),
                )
            )
    sample = random.Random(1).sample(pairs, min(len(pairs), 600))
    for name, change in DAMAGE.items():
        changed = [damaged(p, change, i) for i, p in enumerate(sample)]
        rows.append(row(name, judge_pairs(name, changed, judge)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--judge", default="onnx")
    parser.add_argument("--per-set", type=int, default=100)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    rng = random.Random(2)
    sets = {}
    for name in (name for names in DOMAINS.values() for name in names):
        found = load_pairs(args.pairs / f"{name}.jsonl.gz", "test")
        sets[name] = rng.sample(found, min(args.per_set, len(found)))
    rows = measure(sets, open_judge(args.judge, JudgeSettings()))
    for r in rows:
        low, high = r["interval"]
        ece = "-" if r["ece"] is None else f"{r['ece']:.3f}"
        print(
            f"{r['slice']:<22} n {r['n']:5d}  macro recall {r['macro_recall']:.3f} ({low:.3f} to {high:.3f})  ECE {ece}"
        )
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
