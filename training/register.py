"""Fit what tells a document's register - neutral, opinion, unreliable - from the vector that the encoder gives it.

    python training/register.py --judge WORK/judge

Reads `registers.jsonl` (documents of our own writing), prints the share told right in ten-fold cross-validation and
writes `register.json` beside the model.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from dissensus.conflicts.register import FILE, REGISTERS, shown
from dissensus.judges.onnx import OnnxModel
from dissensus.types import Document

OWN = Path(__file__).parent / "registers.jsonl"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", type=Path, required=True)
    args = parser.parse_args()
    docs = [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()]
    texts = [shown(Document(doc_id="d", text=d["text"], title=d["title"], source=d["source"])) for d in docs]
    vectors = OnnxModel(args.judge).embed(texts)
    assert vectors is not None
    mean, spread = vectors.mean(0), np.maximum(vectors.std(0), 1e-4)
    x = (vectors - mean) / spread
    y = np.array([REGISTERS.index(d["register"]) for d in docs])
    fit = LogisticRegression(C=0.01, max_iter=3000, class_weight="balanced")
    said = cross_val_predict(fit, x, y, cv=StratifiedKFold(10, shuffle=True, random_state=0))
    for i, name in enumerate(REGISTERS):
        print(f"{name:<11} n {int((y == i).sum())}  found {(said[y == i] == i).mean():.3f}")
    print(f"right {(said == y).mean():.3f} of {len(y)}; always one {np.bincount(y).max() / len(y):.3f}")
    fit.fit(x, y)
    weights = fit.coef_.T / spread[:, None]
    stored = {
        "registers": REGISTERS,
        "weights": np.round(weights, 4).tolist(),
        "bias": np.round(fit.intercept_ - mean @ weights, 4).tolist(),
    }
    (args.judge / FILE).write_text(json.dumps(stored), encoding="utf-8")
    print(f"{args.judge / FILE} {(args.judge / FILE).stat().st_size} bytes")


if __name__ == "__main__":
    main()
