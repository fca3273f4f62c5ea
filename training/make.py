"""From the public sets to the folder that ships, with one command: data, training, export, calibration, scores, card.

    python training/make.py --train DATA/train --eval DATA/eval --work WORK [--minutes 105]

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
    parser.add_argument("--minutes", type=float, default=105.0)
    parser.add_argument("--seed", type=int, default=20)
    args = parser.parse_args()
    work = args.work
    backbone, data, trained, judge = work / "backbone", work / "data", work / "run", work / "judge"
    last_data, last = work / "data-last", work / "run-last"
    run(HERE / "backbone.py", "--out", backbone)
    run(HERE / "data.py", "--data", args.train, "--out", data, "--seed", args.seed)
    run(
        HERE / "train.py", "--data", data, "--backbone", backbone, "--out", trained,
        "--minutes", 0.9 * args.minutes, "--passes", 3, "--seed", args.seed,
    )  # fmt: skip
    # The last tenth leans on sentences in other words, see README.md.
    run(HERE / "data.py", "--data", args.train, "--out", last_data, "--seed", args.seed + 1, "--share", 0.045)
    run(
        HERE / "train.py", "--data", last_data, "--backbone", backbone, "--out", last, "--resume", trained / "model.pt",
        "--minutes", 0.1 * args.minutes, "--lr", 5e-5, "--seed", args.seed + 1,
    )  # fmt: skip
    # A fifth of the way from the first run's weights to the last one's: both lessons kept.
    ends = [trained / "model.pt", last / "model.pt"]
    run(HERE / "export.py", "--weights", *ends, "--share", 0.22, "--backbone", backbone, "--out", judge)
    run(
        HERE / "calibrate.py",
        "--judge",
        judge,
        "--dev",
        data / "dev.jsonl",
        "--eval",
        args.eval,
        "--passage-tokens",
        96,
        128,
    )
    for what in ("pairs", "conflict"):
        bench = ["-m", "dissensus", "bench", what, args.eval / what, "--judge", f"onnx:{judge}", "--split", "test"]
        run(*bench, "--json", into=work / f"{what}.json")
    run(HERE / "card.py", "--judge", judge, "--work", work, "--readme", HERE.parent / "README.md")


if __name__ == "__main__":
    main()
