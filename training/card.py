"""The model card, written from the records of the run: nothing in it is typed by hand but the prose."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

PROSE = """# Model card: minilm-l6-conflict

A three-way cross-encoder: given a passage and a claim it says how likely the passage SUPPORTS the claim, CONTRADICTS
it, or is IRRELEVANT to it. It is the default judge of dissensus and runs on a CPU without any network.

- Backbone: all-MiniLM-L6-v2 (6 layers, 384 wide, 22.7 million parameters; weights Apache-2.0). Chosen because float
  weights are freely packaged, because it already brings sentences of like meaning together, and because it runs twice
  as fast as the next larger candidate.
- Head: first token, mean vectors of passage and claim, their distance and product, one hidden layer.
- Form: ONNX, matrix products with 7-bit weights (one scale per column) and 8-bit activations (one scale per pair), word
  embeddings 8-bit; {size:.1f} MB, sha256 `{sha256}`.
- Licence: Apache-2.0 for the code and the backbone. Share-alike sets (CC BY-SA) are among the training data, see below.

## How it was made

`training/make.py` (see `training/README.md`). {training}

Limits, in one line each: English only. Sentences and short passages; a document is read in windows of {passage_tokens} tokens. It sees
words, not quantities: units, versions and arithmetic are weak. Two entities of one name are not told apart. A rule and
its exception, a plan and its completion, "true then, true now" can raise false alarms. Do not use it to decide about
people.
"""


def table(rows: list[list[str]], head: list[str]) -> str:
    lines = ["| " + " | ".join(r) + " |" for r in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


def number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


def span(interval: list[float] | None) -> str:
    return f"{interval[0]:.3f} to {interval[1]:.3f}" if interval else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="what make.py wrote")
    args = parser.parse_args()

    def read(path: Path) -> dict:
        return json.loads(path.read_text(encoding="utf-8"))

    judge = read(args.judge / "judge.json")
    stages = [
        (name, read(args.work / "data" / name / "manifest.json"), read(args.work / "run" / name / "run.json"))
        for name in ("first", "second", "third")
    ]
    pairs, conflict = read(args.work / "pairs.json"), read(args.work / "conflict.json")
    training = "Three stages: " + "; ".join(
        f"{name}, {run['pairs_seen']} of {run['pairs']} pairs in {run['minutes']} minutes (batch {run['batch']}, "
        f"learning rate {run['lr']}, seed {run['seed']})" + (f", {run['note']}" if "note" in run else "")
        for name, _, run in stages
    ) + "."  # fmt: skip
    parts = [
        PROSE.format(
            size=(args.judge / "model.onnx").stat().st_size / 1e6,
            sha256=judge["sha256"],
            training=training,
            passage_tokens=judge["passage_tokens"],
        ),
        "## Scores per set\n\nRecords outside the development fifth (SHA-256 of the claim modulo 5 is not 0), through windows and thresholds as\n"
        f"`score` uses them: supports >= {judge['thresholds']['supports']:g}, contradicts >= {judge['thresholds']['contradicts']:g}. "
        "Command: `dissensus bench pairs DATA --split test`.\n",
        table(
            [
                [
                    r["set"],
                    str(r["n"]),
                    number(r["macro_recall"]),
                    span(r["interval"]),
                    number(r["always"]),
                    *(
                        number(r["recall"].get(label)) if label in r["recall"] else "-"
                        for label in ("SUPPORTS", "CONTRADICTS", "IRRELEVANT")
                    ),
                ]
                for r in pairs["sets"]
            ],
            [
                "set",
                "n",
                "macro recall",
                "95% interval",
                "any constant answer",
                "SUPPORTS",
                "CONTRADICTS",
                "IRRELEVANT",
            ],
        ),
        "\nConflict detection (`dissensus bench conflict DATA --split test`); the rules are single cuts fitted on the very data\n"
        "they are measured on.\n",
        table(
            [
                [
                    r["set"],
                    str(r["n"]),
                    number(r["balanced_accuracy"]),
                    span(r["interval"]),
                    number(r["precision"]),
                    number(r["recall"]),
                    number(r["f1"]),
                    number(r["mcc"]),
                    number(r["baselines"]["always_conflict"]["f1"]),
                    number(
                        max(
                            r["baselines"][b]["balanced_accuracy"] or 0
                            for b in ("n_documents", "word_overlap", "length")
                        )
                    ),
                ]
                for r in conflict["sets"]
            ],
            [
                "set",
                "n",
                "balanced accuracy",
                "95% interval",
                "precision",
                "recall",
                "F1",
                "MCC",
                "F1 of always-conflict",
                "best trivial rule, bal. acc.",
            ],
        ),
        "\n## Calibration\n\n"
        f"Temperature and one bias per label, fitted on the development split. On the test records of the sets with all three labels "
        f"(n = {pairs['reliability']['n']}): ECE {number(pairs['reliability']['ece'])} ({span(pairs['reliability']['ece_interval'])}), "
        f"Brier {number(pairs['reliability']['brier'])} ({span(pairs['reliability']['brier_interval'])}). It is a mixture of public sets; on other texts the\n"
        "probabilities may be off, so choose thresholds on labels of your own (`dissensus bench pairs`).\n",
        table(
            [
                [f"{b['from']:.1f} to {b['to']:.1f}", str(b["n"]), number(b["confidence"]), number(b["accuracy"])]
                for b in pairs["reliability"]["table"]
            ],
            ["confidence", "n", "mean confidence", "accuracy"],
        ),
        "\n## Training data\n\nCounts are pairs in the training mixture, synthetic ones (`swap_`, `close_`, `nq_`, `random_mismatch`) made from the sets above\n"
        "them by `training/data.py`. Origins and licences are in `training/README.md`.\n",
        table(
            [
                [source, *(str(manifest["train"].get(source, 0)) for _, manifest, _ in stages)]
                for source in sorted({source for _, manifest, _ in stages for source in manifest["train"]})
            ],
            ["set", *(f"pairs, {name} stage" for name, _, _ in stages)],
        ),
        "",
    ]
    (args.judge / "CARD.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
