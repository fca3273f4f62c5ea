"""The threshold of `detect` - mean probability of contradiction, both ways - on the development fifth of document pairs.

    python training/documents.py --judge WORK/judge --eval DATA/eval

Chosen for the highest mean balanced accuracy over the sets with contradicting and agreeing pairs; of thresholds within half
a point of it the highest, since a false alarm costs more than a miss. Written to judge.json as `documents_threshold`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from docpairs import HARMLESS, read, sample_of

from dissensus.detecting import ConflictFinder, DetectSettings

SETS = ("conflictnq", "conflictqa_docdoc", "ramdocs")
GRID = np.round(np.arange(0.2, 0.96, 0.01), 2)


def highest(rows: list[dict], finder: ConflictFinder) -> np.ndarray:
    """Shape (n,): the highest mean probability of a conflict other than ambiguity, 0 where there is none."""
    found = np.zeros(len(rows))
    for n, row in enumerate(rows):
        found[n] = max(
            (c.score for c in finder.find(sample_of(row)).conflicts if c.category != "ambiguity"), default=0.0
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", type=Path, required=True)
    parser.add_argument("--eval", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=100, help="pairs per set")
    args = parser.parse_args()
    finder = ConflictFinder(f"onnx:{args.judge}", DetectSettings(threshold=0.02))
    curves = []
    for name in SETS:
        rows = read(args.eval / "docpairs" / f"{name}.jsonl.gz", "dev", args.limit)
        scores = highest(rows, finder)
        labels = np.array([r["label"] for r in rows])
        clash, calm = np.char.startswith(labels, "contradict"), np.isin(labels, HARMLESS)
        curve = np.array([((scores[clash] >= t).mean() + (scores[calm] < t).mean()) / 2 for t in GRID])
        curves.append(curve)
        print(
            f"{name:<18} best {curve.max():.3f} at {GRID[curve.argmax()]:.2f}  n {int(clash.sum())} / {int(calm.sum())}",
            flush=True,
        )
    mean = np.mean(curves, axis=0)
    chosen = float(GRID[np.flatnonzero(mean >= mean.max() - 0.005)[-1]])
    told = "  ".join(f"{n} {c[chosen == GRID][0]:.3f}" for n, c in zip(SETS, curves, strict=True))
    print(f"threshold {chosen:.2f}: mean {mean[chosen == GRID][0]:.3f}  {told}")
    path = args.judge / "judge.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**settings, "documents_threshold": chosen}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
