"""How long it takes to decompose 1,000 responses of some 200 words, on one process and on two.

    python benchmarks/decompose.py [--n 1000] [--processes 2]

The responses are those of tests/gold, joined and cut to 200 words, each with a number of its own so that none is equal
to another.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from pathlib import Path

from dissensus.decompose import claims_of
from dissensus.types import Sample

GOLD = Path(__file__).resolve().parent.parent / "tests" / "gold"


def responses(n: int, words: int = 200) -> list[str]:
    texts = [
        json.loads(line)["response"]
        for half in ("dev", "dev2", "test")
        for line in (GOLD / f"claims_{half}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    made = []
    for i in range(n):
        text = ""
        at = i
        while len(text.split()) < words:
            text += f"\n\n{texts[at % len(texts)]}"
            at += 7
        while len(text.split()) > words:
            text = text.rsplit(None, 1)[0]
        made.append(f"Case {i} was opened in {1900 + i % 120}.{text}")
    return made


def count(text: str) -> int:
    return len(claims_of(Sample(sample_id="s", response=text, documents=()), "clauses").claims)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    texts = responses(args.n)
    count(texts[0])  # loads the parser
    began = time.perf_counter()
    claims = sum(map(count, texts))
    print(f"one process: {args.n} responses, {claims} claims in {time.perf_counter() - began:.1f} s")
    began = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(args.processes) as pool:
        claims = sum(pool.imap(count, texts, chunksize=25))
    print(f"{args.processes} processes, start-up included: {claims} claims in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
