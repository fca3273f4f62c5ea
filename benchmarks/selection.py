"""Evidence selection against judging every passage: is the deciding passage kept, does the label change, what is saved.

    python benchmarks/selection.py --pairs DATA/eval/pairs/wice.jsonl.gz ... [--own] [--join 12] [--split test]

`--own` adds long documents of our own: the pages of docs/, with claims about them. `--join N` makes long documents by
joining the texts of N records of each set, and holds each record's claim against the whole. Only documents with more
passages than are judged in any case are counted.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dissensus.bench.data import load_pairs
from dissensus.evidence.selection import LEAST, select
from dissensus.judges import JudgeSettings
from dissensus.judges.onnx import SHIPPED, OnnxModel
from dissensus.judges.passages import PassageJudge
from dissensus.metrics.matrix import decide
from dissensus.types import ClaimLabel, Document, Evidence, Label

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Counts:
    """What was seen over the long documents of one set."""

    pairs: int = 0
    passages: int = 0
    read: int = 0
    decided: int = 0
    """Pairs on which the judge takes a side when it reads everything."""
    kept: int = 0
    """Of those, pairs whose deciding passage was selected."""
    agreed: int = 0


def own() -> list[tuple[str, str]]:
    """(document, claim): pages of the documentation and statements on them, right, wrong and beside the point."""
    rows = json.loads((ROOT / "benchmarks" / "long_documents.json").read_text(encoding="utf-8"))
    return [
        ((ROOT / "docs" / row["page"]).read_text(encoding="utf-8"), claim) for row in rows for claim in row["claims"]
    ]


def joined(pairs: list, n: int) -> list[tuple[str, str]]:
    """Claims against documents made of the texts of n records each."""
    found = []
    for start in range(0, len(pairs) - n + 1, n):
        group = pairs[start : start + n]
        text = "\n\n".join(dict.fromkeys(p.document.text for p in group))
        found += [(text, p.claim) for p in group[:3]]
    return found


def measure(model: OnnxModel, items: list[tuple[str, str]]) -> Counts:
    judge = PassageJudge("onnx", model, JudgeSettings())
    counts = Counts()
    cuts = {text: judge._cut(Document(doc_id="d", text=text)) for text in {text for text, _ in items}}
    long = [(text, claim) for text, claim in items if cuts[text].terms]
    if not long:
        return counts
    rows: dict[tuple[str, str], int] = {}
    for text, claim in long:
        for passage in cuts[text].texts:
            rows.setdefault((passage, claim), len(rows))
    probs = model.predict(list(rows))
    vectors = judge._claim_vectors([claim for _, claim in long])
    for text, claim in long:
        cut = cuts[text]
        mine = probs[[rows[passage, claim] for passage in cut.texts]]
        chosen = select(claim, cut.terms, vectors.get(claim), cut.vectors)
        whole, part = label(judge, mine), label(judge, mine[chosen])
        counts.pairs += 1
        counts.passages += len(cut.texts)
        counts.read += len(chosen)
        counts.agreed += whole is part
        if whole is not Label.IRRELEVANT:
            counts.decided += 1
            counts.kept += int(mine[:, 0 if whole is Label.SUPPORTS else 1].argmax()) in chosen
    return counts


def label(judge: PassageJudge, probs: np.ndarray) -> Label | None:
    """The document's label from its passages' probabilities, as the judge decides it."""

    def best(side: Label, column: int) -> Evidence:
        return Evidence(doc_id="d", start=0, end=0, text="", label=side, score=float(probs[:, column].max()))

    record = ClaimLabel(
        sample_id="s", claim_id="c", doc_id="d", label=None, judge="onnx",
        support=best(Label.SUPPORTS, 0), contradict=best(Label.CONTRADICTS, 1),
    )  # fmt: skip
    return decide(record, judge.thresholds, judge.mixed).label


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", type=Path, default=SHIPPED)
    parser.add_argument("--pairs", type=Path, nargs="*", default=[])
    parser.add_argument("--split", default="test", choices=["test", "dev", "all"])
    parser.add_argument("--join", type=int, default=0)
    parser.add_argument("--own", action="store_true")
    args = parser.parse_args()
    model = OnnxModel(args.judge)
    sets: dict[str, list[tuple[str, str]]] = {}
    for path in args.pairs:
        pairs = load_pairs(path, args.split)
        name = path.name.split(".")[0]
        sets[name] = [(p.document.text, p.claim) for p in pairs]
        if args.join:
            sets[f"{name}, {args.join} joined"] = joined(pairs, args.join)
    if args.own:
        sets["own"] = own()
    print(f"{'set':<24}{'long pairs':>11}{'decided':>9}{'deciding kept':>15}{'labels agree':>14}{'passages read':>15}")
    print(f"(documents of more than {LEAST} passages)")
    for name, items in sets.items():
        c = measure(model, items)
        if c.pairs:
            kept = f"{c.kept / c.decided:.3f}" if c.decided else "-"
            print(
                f"{name:<24}{c.pairs:>11}{c.decided:>9}{kept:>15}{c.agreed / c.pairs:>14.3f}{c.read / c.passages:>15.3f}"
            )
        else:
            print(f"{name:<24}{0:>11}")


if __name__ == "__main__":
    main()
