"""The three scenarios of the pipeline article and twenty variants: conflict found, of which kind and category, and who wins.

    python benchmarks/scenarios.py tests/frozen/scenarios.jsonl tests/frozen/clusters.jsonl

A scenario counts when the conflict between its two documents is found with an accepted kind and category. Beside it stand
the documents that recency keeps, and the alarms on third documents.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dissensus.conflicts.graph import ConflictGraph
from dissensus.detecting import ConflictFinder, DetectSettings
from dissensus.io import read_rows
from dissensus.resolving import resolve_detection
from dissensus.types import Sample


def read(path: Path) -> list[tuple[dict, Sample]]:
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [{"documents": i["documents"], "question": i["question"]} for i in items]
    samples = [read_rows([row], strict=True, where="documents", needs_response=False)[0][0] for row in rows]
    return list(zip(items, samples, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", type=Path)
    parser.add_argument("clusters", type=Path)
    parser.add_argument("--judge", default="onnx")
    args = parser.parse_args()
    for detector in ("judge", "heuristic"):
        finder = ConflictFinder(args.judge, DetectSettings(detector=detector))
        n = found_any = with_kind = whole = won = extra = 0
        for item, sample in read(args.scenarios):
            detection = finder.find(sample)
            pair = set(item["conflict"])
            mine = [c for c in detection.conflicts if set(c.doc_ids) == pair]
            n += 1
            found_any += bool(mine)
            with_kind += any(c.kind in item["kinds"] for c in mine)
            whole += any(c.kind in item["kinds"] and c.category == item["category"] for c in mine)
            extra += sum(set(c.doc_ids) != pair for c in detection.conflicts)
            kept = {d.doc_id for d in resolve_detection(detection, "recency").kept}
            won += item["winner"] in kept and not (pair - {item["winner"]}) & kept
            if item["id"] in ("sc-A", "sc-B", "sc-C"):
                print(f"  {item['id']}", [(c.kind, c.category, round(c.score, 2)) for c in mine])
        print(
            f"{detector:<10} scenarios {n}: conflict found {found_any}, kind right {with_kind}, kind and category right {whole}, "
            f"recency keeps the winner alone {won}; alarms on other documents {extra}"
        )
        right = 0
        sets = read(args.clusters)
        for item, sample in sets:
            detection = finder.find(sample)
            components = {frozenset(group) for group in ConflictGraph.of(detection).components()}
            kept = {d.doc_id for d in resolve_detection(detection, "recency").kept}
            wanted = {*item["winners"], *item.get("untouched", [])}
            right += components == {frozenset(c) for c in item["clusters"]} and kept == wanted
        print(f"{detector:<10} clusters {len(sets)}: components and winners exact {right}")


if __name__ == "__main__":
    main()
