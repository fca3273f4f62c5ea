"""Origins found in sets of documents of which some are copies: how many sets have the exact number, and the exact groups.

python benchmarks/copies.py tests/frozen/copies.jsonl
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dissensus.conflicts.copies import origins
from dissensus.io import read_rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--show", action="store_true", help="name the sets that went wrong")
    args = parser.parse_args()
    counts = groups = alone = 0
    sets = [json.loads(line) for line in args.file.read_text(encoding="utf-8").splitlines()]
    for item in sets:
        (sample,), _, _ = read_rows([{"response": "", "documents": item["documents"]}], strict=True, where="documents")
        found = {frozenset(group) for group in origins(sample.documents)}
        wanted = {frozenset(group) for group in item["origins"]}
        counts += len(found) == len(wanted)
        groups += found == wanted
        alone += len(wanted) == len(item["documents"])
        if args.show and found != wanted:
            print(
                item["id"],
                item.get("note"),
                "\n  found ",
                sorted(map(sorted, found)),
                "\n  wanted",
                sorted(map(sorted, wanted)),
            )
    n = len(sets)
    print(
        f"sets {n}: count exact {counts / n:.3f}, groups exact {groups / n:.3f}; no document a copy of another {alone / n:.3f}"
    )


if __name__ == "__main__":
    main()
