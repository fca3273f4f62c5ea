"""How a judge does on minimal pairs: a claim, a passage, whether they clash, and why or why not.

    python benchmarks/minimal.py tests/frozen/minimal_pairs.jsonl [--judge onnx] [--bare DIR]

Prints balanced accuracy and MCC with intervals beside always-conflict, the rule "a number differs or one side is negated"
and the model without rules, recall per kind, and how often kind and reason code are named rightly.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np

from dissensus.judges import JudgeSettings, open_judge
from dissensus.judges.base import Request
from dissensus.stats import binary_figures, bootstrap_statistic, macro_recall
from dissensus.types import CLASH_KINDS, Claim, Document, Label

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
NEGATED = re.compile(r"\b(not|no|never|none|without|neither|nor)\b|n't\b", re.IGNORECASE)


def simple_rule(claim: str, document: str) -> bool:
    """A number of the claim that the document lacks, or a negation on one side only."""
    unknown = set(NUMBER.findall(claim)) - set(NUMBER.findall(document))
    return bool(unknown) or bool(NEGATED.search(claim)) != bool(NEGATED.search(document))


def judged(spec: str, items: list[dict]) -> list:
    judge = open_judge(spec, JudgeSettings())
    return judge.judge(
        [
            Request(
                sample_id=item["id"],
                claim=Claim(claim_id="c1", text=item["claim"]),
                document=Document(doc_id="d1", text=item["document"]),
            )
            for item in items
        ]
    )


def line(name: str, truth: list[bool], said: list[bool]) -> str:
    figures = binary_figures(truth, said)
    parts = [
        f"{key} {figures[key]:.3f}" if figures[key] is not None else f"{key} -"
        for key in ("balanced_accuracy", "mcc", "precision", "recall")
    ]
    yes, told = np.array(truth), np.array(said)
    low, high = bootstrap_statistic(
        lambda rows: macro_recall(yes[rows], told[rows]), len(truth), np.random.default_rng(0), 1000
    )
    return f"{name:28s} {'  '.join(parts)}  (balanced accuracy {low:.3f} to {high:.3f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite", type=Path)
    parser.add_argument("--judge", default="onnx")
    parser.add_argument("--bare", help="the same model without a combiner: onnx:DIR")
    parser.add_argument("--errors", action="store_true", help="list what it got wrong (not for a frozen half)")
    args = parser.parse_args()
    items = [json.loads(text) for text in args.suite.read_text(encoding="utf-8").splitlines()]
    truth = [item["conflict"] for item in items]
    records = judged(args.judge, items)
    said = [record.label is Label.CONTRADICTS for record in records]
    print(f"{len(items)} pairs, {sum(truth)} of them clash")
    print(line("always conflict", truth, [True] * len(items)))
    print(line("number or negation differs", truth, [simple_rule(i["claim"], i["document"]) for i in items]))
    if args.bare:
        bare = judged(args.bare, items)
        print(line("model alone", truth, [record.label is Label.CONTRADICTS for record in bare]))
    print(line(args.judge, truth, said))
    right, total, named = Counter(), Counter(), Counter()
    for item, record, says in zip(items, records, said, strict=True):
        total[item["kind"]] += 1
        right[item["kind"]] += says == item["conflict"]
        named[item["kind"]] += record.kind == item["kind"]
        if args.errors and says != item["conflict"]:
            print(item["kind"], record.probs, "|", item["document"], "||", item["claim"])
    for kind in sorted(total, key=lambda k: (k not in CLASH_KINDS, k)):
        print(f"  {kind:22s} right {right[kind]:3d} of {total[kind]:3d}   named {named[kind]:3d}")
    print(
        f"named rightly {sum(named.values()) / len(items):.3f}; of those judged rightly {sum(r.kind == i['kind'] for i, r, s in zip(items, records, said, strict=True) if s == i['conflict']) / max(1, sum(right.values())):.3f}"
    )


if __name__ == "__main__":
    main()
