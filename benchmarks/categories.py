"""Category of known conflicts: each set holds one between its documents d1 and d2.

    python benchmarks/categories.py tests/frozen/categories.jsonl

The conflict is the one that `detect` finds between the two, or, where it finds none, their nearest pair of statements:
the figure is of the category alone, and how many were found at all stands beside it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from dissensus.conflicts.candidates import candidates
from dissensus.conflicts.categories import categorise
from dissensus.conflicts.model import CATEGORIES, DocConflict, Quote
from dissensus.conflicts.register import RegisterReader
from dissensus.conflicts.statements import statements
from dissensus.detecting import ConflictFinder
from dissensus.io import read_rows
from dissensus.stats import wilson
from dissensus.types import Sample


def nearest(sample: Sample, finder: ConflictFinder, kind: str) -> DocConflict:
    """The nearest statements of d1 and d2 as a conflict."""
    documents = tuple(d for d in sample.documents if d.doc_id in ("d1", "d2"))
    listed, _ = statements(documents)
    vectors = finder.embedder.embed([s.read for s in listed])
    best = candidates(listed, [s.row for s in listed], vectors, per_pair=1, question=sample.question)
    a, b = (listed[best[0].a], listed[best[0].b]) if best else (listed[0], listed[-1])
    quotes = (Quote.of(documents[s.row], s.span) for s in (a, b))
    return DocConflict.between(*quotes, kind, (1.0, 1.0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--judge", default="onnx")
    parser.add_argument("--no-detection", action="store_true", help="take the nearest statements throughout: quicker")
    parser.add_argument("--show", action="store_true", help="name the sets that went wrong")
    args = parser.parse_args()
    finder = ConflictFinder(args.judge)
    reader = RegisterReader(finder.embedder)
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    taken: Counter[tuple[str, str]] = Counter()
    n_found = 0
    for line in args.file.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        row = {"documents": item["documents"], "question": item["question"]}
        (sample,), _, _ = read_rows([row], strict=True, where="documents", needs_response=False)
        found = None
        if not args.no_detection:
            found = next((c for c in finder.find(sample).conflicts if set(c.doc_ids) == {"d1", "d2"}), None)
        n_found += found is not None
        conflict = found or categorise(
            nearest(sample, finder, item["kind"]), sample.documents, reader.read(sample.documents), sample.question
        )
        wanted, got = item["category"], conflict.category or ""
        total[wanted] += 1
        right[wanted] += wanted == got
        taken[wanted, got] += 1
        if args.show and wanted != got:
            print(f"\n{item['id']} {wanted} -> {got} {conflict.category_evidence}")
            for d in item["documents"]:
                print("   ", {k: v for k, v in d.items() if k != "text"}, "\n       ", d["text"])
    n, hits = sum(total.values()), sum(right.values())
    low, high = wilson(hits, n)
    print("         " + " ".join(f"{c[:9]:>9}" for c in CATEGORIES))
    for wanted in CATEGORIES:
        print(f"{wanted[:9]:<9}" + " ".join(f"{taken[wanted, got]:9d}" for got in CATEGORIES))
    print(
        f"accuracy {hits / n:.3f} ({low:.3f}-{high:.3f}) of {n}; always one category {max(total.values()) / n:.3f}; detected {n_found}"
    )


if __name__ == "__main__":
    main()
