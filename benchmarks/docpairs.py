"""False alarms between documents: every sentence of one document is judged against the other, both ways.

    python benchmarks/docpairs.py DATA/eval/docpairs/*.jsonl.gz [--limit 150] [--plot curve.svg]

A pair is flagged when any sentence is contradicted: its score is the highest probability of CONTRADICTS over sentences
and directions. Prints, per set, the share of agreeing and unrelated pairs flagged and of contradicting pairs found at the
judge's own threshold and along the whole curve; pairs whose documents speak of different entities of one name are
counted by themselves.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import defaultdict
from pathlib import Path

import numpy as np

from dissensus.judges import JudgeSettings, open_judge
from dissensus.judges.base import Request
from dissensus.segment import sentences
from dissensus.types import Claim, Document, Label

GROUPS = {
    "contradict": "contradict", "contradict_misinfo": "contradict", "agree": "harmless", "unrelated": "harmless",
    "ambiguity_different_entity": "other entity",
}  # fmt: skip


def is_dev(question: str) -> bool:
    import hashlib

    return int(hashlib.sha256(question.encode()).hexdigest(), 16) % 5 == 0


def read(path: Path, split: str, limit: int) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [r for r in rows if is_dev(r.get("question") or r["doc_a"]) == (split == "dev")]
    random.Random(3).shuffle(rows)
    return rows[:limit]


def scores(rows: list[dict], spec: str) -> tuple[np.ndarray, float]:
    """Highest probability of CONTRADICTS per pair of documents, and the judge's threshold."""
    judge = open_judge(spec, JudgeSettings())
    requests, owner = [], []
    for i, row in enumerate(rows):
        for one, other in (("doc_a", "doc_b"), ("doc_b", "doc_a")):
            text = row[one]
            for n, (start, end) in enumerate(sentences(text)):
                if len(text[start:end].split()) >= 4:
                    claim = Claim(claim_id=f"{one}{n}", text=text[start:end])
                    requests.append(
                        Request(sample_id=str(i), claim=claim, document=Document(doc_id=other, text=row[other]))
                    )
                    owner.append(i)
    found = np.zeros(len(rows))
    for i, record in zip(owner, judge.judge(requests), strict=True):
        # The label counts, not the probability alone: support in the same passage outweighs.
        if record.contradict is not None and record.label is Label.CONTRADICTS:
            found[i] = max(found[i], record.contradict.score)
    return found, judge.thresholds["contradicts"]  # type: ignore[attr-defined]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--judge", default="onnx")
    parser.add_argument("--split", default="test", choices=["test", "dev"])
    parser.add_argument("--limit", type=int, default=150, help="pairs per set")
    parser.add_argument("--plot", type=Path, help="write the curve here (matplotlib)")
    args = parser.parse_args()
    by_group: dict[str, list[float]] = defaultdict(list)
    for path in args.sets:
        rows = read(path, args.split, args.limit)
        found, threshold = scores(rows, args.judge)
        name = path.name.split(".")[0]
        for label in sorted({r["label"] for r in rows}):
            mine = found[[r["label"] == label for r in rows]]
            by_group[GROUPS[label]] += mine.tolist()
            print(f"{name:<20}{label:<30}n {len(mine):4d}  flagged {(mine >= threshold).mean():.3f}", flush=True)
    grid = np.round(np.arange(threshold, 1.0, 0.02), 2)
    curve = {group: [(np.array(values) >= t).mean() for t in grid] for group, values in by_group.items()}
    print("threshold  " + "  ".join(f"{group} ({len(values)})" for group, values in by_group.items()))
    for i, t in enumerate(grid):
        print(f"{t:9.2f}  " + "  ".join(f"{curve[group][i]:{len(group) + 6}.3f}" for group in by_group))
    if args.plot:
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(figsize=(5, 4))
        axes.plot(curve["harmless"], curve["contradict"], color="black", marker=".")
        axes.set(
            xlabel="agreeing or unrelated pairs flagged", ylabel="contradicting pairs found", xlim=(0, 1), ylim=(0, 1)
        )
        figure.savefig(args.plot)


if __name__ == "__main__":
    main()
