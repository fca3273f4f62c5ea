"""How often documents that argue both sides of a claim are flagged, and documents that argue one are not.

    python benchmarks/mixed.py tests/minimal/mixed.jsonl [--part dev|test|all]

The first 20 documents are for choosing (`dev`), the other 40 for reporting (`test`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dissensus.judges import JudgeSettings, open_judge
from dissensus.judges.base import Request
from dissensus.types import Claim, Document, Label


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("documents", type=Path)
    parser.add_argument("--judge", default="onnx")
    parser.add_argument("--part", default="all", choices=["dev", "test", "all"])
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    items = [json.loads(line) for line in args.documents.read_text(encoding="utf-8").splitlines()]
    items = {"dev": items[:20], "test": items[20:], "all": items}[args.part]
    requests = [
        Request(
            sample_id=item["id"],
            claim=Claim(claim_id="c1", text=item["claim"]),
            document=Document(doc_id="d1", text=item["document"]),
        )
        for item in items
    ]
    records = open_judge(args.judge, JudgeSettings()).judge(requests)
    right = [record.mixed == item["mixed"] for record, item in zip(records, items, strict=True)]
    both = [ok for ok, item in zip(right, items, strict=True) if item["mixed"]]
    one = [ok for ok, item in zip(right, items, strict=True) if not item["mixed"]]
    sides = [
        record.label is (Label.SUPPORTS if item["supports"] else Label.CONTRADICTS)
        for record, item in zip(records, items, strict=True)
        if not item["mixed"]
    ]
    print(
        f"{args.part}: right {sum(right)} of {len(items)} ({sum(right) / len(items):.3f}); both sides {sum(both)} of {len(both)}, one side {sum(one)} of {len(one)}; label of the one side {sum(sides)} of {len(sides)}"
    )
    if args.show:
        for record, item in zip(records, items, strict=True):
            if record.mixed != item["mixed"]:
                print(
                    item["id"],
                    item["mixed"],
                    item["supports"],
                    record.label,
                    record.probs,
                    "|",
                    item["claim"],
                    "|",
                    item["document"],
                )


if __name__ == "__main__":
    main()
