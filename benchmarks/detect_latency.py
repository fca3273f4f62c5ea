"""Time that detection adds to a query: sets of 3, 20 and 100 documents of 200 words on one topic.

    python benchmarks/detect_latency.py [--rounds 5]

Prints p50 and p95 of seconds, and what was compared. Documents are put together from training/registers.jsonl.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import time
from pathlib import Path

import numpy as np

from dissensus.detecting import ConflictFinder, DetectSettings
from dissensus.types import Document, Sample

TEXTS = Path(__file__).parent.parent / "training" / "registers.jsonl"


def documents(k: int, seed: int) -> tuple[Document, ...]:
    rng = random.Random(seed)
    texts = [json.loads(line)["text"] for line in TEXTS.read_text(encoding="utf-8").splitlines()]
    made = []
    for i in range(k):
        words: list[str] = []
        while len(words) < 200:
            words += rng.choice(texts).split()
        made.append(Document(doc_id=f"d{i}", text=" ".join(words[:200]) + "."))
    return tuple(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    finder = ConflictFinder("onnx", DetectSettings(**({"limit": args.limit} if args.limit else {})))
    finder.find(Sample(sample_id="warm", response="", documents=documents(3, 0)))
    print(f"{platform.machine()}, {finder.embedder.threads} threads")  # type: ignore[attr-defined]
    for k in (3, 20, 100):
        seconds, told = [], ""
        for n in range(args.rounds if k < 100 else 3):
            sample = Sample(sample_id=str(n), response="", documents=documents(k, n + 1))
            began = time.perf_counter()
            detection = finder.find(sample)
            seconds.append(time.perf_counter() - began)
            told = detection.coverage.sentence()
        print(
            f"k {k:3d}  p50 {np.quantile(seconds, 0.5):.2f} s  p95 {np.quantile(seconds, 0.95):.2f} s  {told}",
            flush=True,
        )


if __name__ == "__main__":
    main()
