"""Trained weights -> the folder that ships: int8 ONNX graph, tokenizer, settings with neutral calibration.

`calibrate.py` then fits the calibration and the thresholds on the development split.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import onnx
import torch
from graph import build
from model import KINDS, PairClassifier
from tokenizers import Tokenizer
from transformers import BertConfig

MAX_TOKENS = 512
EMBEDDING_LAYER = 3


def load(weights: list[Path], share: float) -> dict[str, torch.Tensor]:
    """The weights of one run, or those on the way from one run's to another's."""
    states = [torch.load(path, weights_only=True) for path in weights]
    if len(states) == 1:
        return states[0]
    first, last = states
    return {name: first[name] * (1 - share) + last[name] * share for name in first}


def export(
    weights: list[Path], backbone: Path, out: Path, *, share: float = 1.0, int8: bool = True, passage_tokens: int = 128
) -> Path:
    """Write model.onnx, tokenizer.json and judge.json to `out`; returns the model's path."""
    config = BertConfig.from_pretrained(backbone)
    model = PairClassifier(config)
    model.load_any(load(weights, share))
    state = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
    out.mkdir(parents=True, exist_ok=True)
    graph = build(
        state,
        layers=config.num_hidden_layers,
        heads=config.num_attention_heads,
        eps=config.layer_norm_eps,
        int8=int8,
        embedding_layer=EMBEDDING_LAYER,
    )
    path = out / "model.onnx"
    onnx.save(graph, path)
    tokenizer = Tokenizer.from_file(str(backbone / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.save(str(out / "tokenizer.json"), pretty=False)
    settings = {
        "name": "e5-small-conflict",
        "labels": ["SUPPORTS", "CONTRADICTS", "IRRELEVANT"],
        "kinds": list(KINDS),
        "max_tokens": MAX_TOKENS,
        "passage_tokens": passage_tokens,
        "calibration": {"scale": 1.0, "bias": [0.0, 0.0, 0.0]},
        "thresholds": {"supports": 0.5, "contradicts": 0.5},
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
    (out / "judge.json").write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", type=Path, nargs="+", required=True, help="of one run, or of two to go between")
    parser.add_argument("--share", type=float, default=1.0, help="how far to go from the first to the second")
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--passage-tokens", type=int, default=128)
    parser.add_argument("--float", action="store_true", help="write float32, to compare with")
    args = parser.parse_args()
    path = export(
        args.weights, args.backbone, args.out, share=args.share, int8=not args.float, passage_tokens=args.passage_tokens
    )
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
