"""What responses make of a known conflict: named, picked, averaged or avoided.

    python benchmarks/acknowledge.py tests/frozen/acknowledge.jsonl

The conflict is given by its two statements, as `detect` would quote them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from dissensus.acknowledging import ANSWERS, acknowledgement
from dissensus.conflicts.model import DocConflict, Quote, fingerprint
from dissensus.judges import JudgeSettings, open_judge
from dissensus.stats import wilson


def conflict_of(item: dict) -> DocConflict:
    texts = {d["id"]: d["text"] for d in item["documents"]}
    quotes = []
    for doc_id, text in zip(item["conflict"]["docs"], item["conflict"]["quotes"], strict=True):
        start = texts[doc_id].index(text)
        quotes.append(Quote(doc_id=doc_id, start=start, end=start + len(text), text=text))
    a, b = quotes
    return DocConflict(conflict_id=fingerprint(a.text, b.text), a=a, b=b, kind="statement", category="factual")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--judge", default="onnx")
    parser.add_argument("--show", action="store_true", help="name those that went wrong")
    args = parser.parse_args()
    judge = open_judge(args.judge, JudgeSettings())
    taken: Counter[tuple[str, str]] = Counter()
    for line in args.file.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        found = acknowledgement(item["response"], conflict_of(item), judge)
        taken[item["label"], found.answer] += 1
        if args.show and found.answer != item["label"]:
            print(f"\n{item['id']} {item['label']} -> {found.answer}  {[(m.doc_id, m.text) for m in found.mentions]}")
            print("  ", *item["conflict"]["quotes"], sep="\n   ")
            print("  R:", item["response"])
    n, hits = sum(taken.values()), sum(taken[a, a] for a in ANSWERS)
    low, high = wilson(hits, n)
    print("          " + " ".join(f"{a:>9}" for a in ANSWERS))
    for wanted in ANSWERS:
        print(f"{wanted:<10}" + " ".join(f"{taken[wanted, got]:9d}" for got in ANSWERS))
    print(
        f"accuracy {hits / n:.3f} ({low:.3f}-{high:.3f}) of {n}; always one answer {max(Counter(w for w, _ in taken.elements()).values()) / n:.3f}"
    )


if __name__ == "__main__":
    main()
