"""Detection on labelled pairs of documents: `dissensus detect` on each, the two rules of `heuristic` beside it.

    python benchmarks/docpairs.py DATA/eval/docpairs/*.jsonl.gz [--limit 200] [--json FILE]

A pair is flagged when it has a conflict; one of category ambiguity counts as an alarm of its own, since two things of
one name are no contradiction. Prints per set the share flagged of every label, and the balanced accuracy of
contradict* against agree and unrelated with its 95 % interval.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
from pathlib import Path

import numpy as np

from dissensus.detecting import ConflictFinder, DetectSettings
from dissensus.stats import wilson
from dissensus.types import Document, Sample

HARMLESS = ("agree", "unrelated")


def is_dev(question: str) -> bool:
    return int(hashlib.sha256(question.encode()).hexdigest(), 16) % 5 == 0


def read(path: Path, split: str, limit: int) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [r for r in rows if is_dev(r.get("question") or r["doc_a"]) == (split == "dev")]
    random.Random(3).shuffle(rows)
    return rows[:limit]


def sample_of(row: dict) -> Sample:
    documents = (Document(doc_id="a", text=row["doc_a"]), Document(doc_id="b", text=row["doc_b"]))
    return Sample(sample_id="pair", response="", documents=documents, question=row.get("question"))


def flagged(rows: list[dict], finder: ConflictFinder) -> list[str]:
    """For each pair `contradiction`, `ambiguity` or an empty string."""
    found = []
    for row in rows:
        categories = {c.category for c in finder.find(sample_of(row)).conflicts}
        found.append("contradiction" if categories - {"ambiguity"} else "ambiguity" if categories else "")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--judge", default="onnx")
    parser.add_argument("--split", default="test", choices=["test", "dev"])
    parser.add_argument("--limit", type=int, default=200, help="pairs per set, drawn with a fixed seed")
    parser.add_argument("--json", type=Path, help="write the figures here too")
    args = parser.parse_args()
    finders = {
        "judge": ConflictFinder(args.judge),
        "heuristic": ConflictFinder(args.judge, DetectSettings(detector="heuristic")),
    }
    figures: dict[str, dict[str, object]] = {}
    for path in args.sets:
        rows = read(path, args.split, args.limit)
        name = path.name.split(".")[0]
        for detector, finder in finders.items():
            found = np.array(flagged(rows, finder))
            labels = np.array([r["label"] for r in rows])
            alarm = found == "contradiction"
            told = "  ".join(
                f"{label} {alarm[labels == label].mean():.3f}"
                + (f" (ambiguity {(found[labels == label] == 'ambiguity').mean():.3f})" if detector == "judge" else "")
                + f" of {int((labels == label).sum())}"
                for label in sorted(set(labels.tolist()))
            )
            clash = np.char.startswith(labels, "contradict")
            calm = np.isin(labels, HARMLESS)
            figures[f"{name}/{detector}"] = entry = {"n": len(rows)}
            if clash.any() and calm.any():
                hit, miss = alarm[clash].mean(), alarm[calm].mean()
                half = sum(((b - a) / 2) ** 2 for a, b in (
                    wilson(int(alarm[clash].sum()), int(clash.sum())), wilson(int(alarm[calm].sum()), int(calm.sum()))
                )) ** 0.5 / 2  # fmt: skip
                entry["balanced_accuracy"] = round(float((hit + 1 - miss) / 2), 4)
                entry["interval"] = [
                    round(float((hit + 1 - miss) / 2 - half), 4),
                    round(float((hit + 1 - miss) / 2 + half), 4),
                ]
                told += f"  balanced accuracy {entry['balanced_accuracy']:.3f} ({entry['interval'][0]:.3f}-{entry['interval'][1]:.3f})"
            print(f"{name:<18}{detector:<10} {told}", flush=True)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
