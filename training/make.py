"""From the public sets to the folder that ships, with one command: data, training, export, calibration, scores, card.

    python training/make.py --train DATA/train --eval DATA/eval --work WORK [--judge src/dissensus/models/judge]

Everything lands in WORK; WORK/judge is what goes to src/dissensus/models/judge.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

HERE = Path(__file__).resolve().parent


def run(*command: object, into: Path | None = None) -> None:
    """Run Python with these arguments; its standard output goes to a file where one is named."""
    words = [sys.executable, *map(str, command)]
    print("$", *words, flush=True)
    with open(into, "w", encoding="utf-8") if into else nullcontext() as out:
        subprocess.run(words, check=True, stdout=out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--eval", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--judge", type=Path, help="continue from this exported judge instead of from the backbone")
    parser.add_argument("--minutes", type=float, default=95.0, help="of the first run, of which 60 %% are used")
    parser.add_argument("--seed", type=int, default=30)
    args = parser.parse_args()
    work = args.work
    backbone, data, trained, judge = work / "backbone", work / "data", work / "run", work / "judge"
    last_data, last = work / "data-last", work / "run-last"
    run(HERE / "backbone.py", "--out", backbone)
    run(HERE / "data.py", "--data", args.train, "--out", data, "--seed", args.seed)
    resume: list[object] = []
    if args.judge:
        run(HERE / "thaw.py", "--judge", args.judge, "--backbone", backbone, "--out", work / "start.pt")
        resume = ["--resume", work / "start.pt", "--freeze-layers", 3]
    lr = 8e-5 if args.judge else 1e-4
    run(
        HERE / "train.py", "--data", data, "--backbone", backbone, "--out", trained, *resume, "--lr", lr,
        "--minutes", args.minutes, "--until", 0.6, "--passes", 3, "--max-tokens", 224, "--seed", args.seed,
    )  # fmt: skip
    # The rest leans on groups of our own, see README.md.
    run(HERE / "data.py", "--data", args.train, "--out", last_data, "--seed", args.seed + 1, "--share", 0.27)
    run(
        HERE / "train.py", "--data", last_data, "--backbone", backbone, "--out", last, "--resume", trained / "model.pt",
        "--freeze-layers", 3, "--minutes", 0.43 * args.minutes, "--lr", 5e-5, "--passes", 2, "--max-tokens", 224,
        "--seed", args.seed + 1,
    )  # fmt: skip
    run(HERE / "export.py", "--weights", last / "model.pt", "--backbone", backbone, "--out", judge)
    suite = HERE.parent / "tests" / "minimal" / "dev.jsonl"
    # The data of the last run: there the groups of our own are kept apart whole.
    run(HERE / "combine.py", "--judge", judge, "--dev", last_data / "dev.jsonl", "--eval", args.eval, "--suite", suite)
    run(
        HERE / "calibrate.py",
        "--judge",
        judge,
        "--dev",
        last_data / "dev.jsonl",
        "--eval",
        args.eval,
        "--suite",
        suite,
    )
    run(HERE / "register.py", "--judge", judge)
    run(HERE / "documents.py", "--judge", judge, "--eval", args.eval)
    for what in ("pairs", "conflict"):
        bench = ["-m", "dissensus", "bench", what, args.eval / what, "--judge", f"onnx:{judge}", "--split", "test"]
        run(*bench, "--json", into=work / f"{what}.json")
    run(HERE / "card.py", "--judge", judge, "--work", work, "--readme", HERE.parent / "README.md")


if __name__ == "__main__":
    main()
