"""Trainable weights back from an exported judge, so that a later run continues from what ships.

    python training/thaw.py --judge src/dissensus/models/judge --backbone FOLDER --out model.pt

The 7-bit products and the 4-bit word vectors are multiplied out by their scales; what rounding took away is made up for
within the first hundred steps of training.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from model import PairClassifier
from onnx import numpy_helper
from transformers import BertConfig


def thaw(judge: Path, config: BertConfig) -> dict[str, torch.Tensor]:
    """State dictionary of PairClassifier, float32, from the int8 graph that `graph.py` wrote."""
    values = {t.name: numpy_helper.to_array(t) for t in onnx.load(judge / "model.onnx").graph.initializer}
    state: dict[str, np.ndarray] = {}
    packed, scale = values["words.q"], values["words.s"].astype(np.float32)
    levels = np.concatenate([packed & 15, packed >> 4], axis=-1).astype(np.float32) - 8
    embeddings = "bert.embeddings"
    state[f"{embeddings}.word_embeddings.weight"] = (levels * scale).reshape(len(packed), -1)
    state[f"{embeddings}.position_embeddings.weight"] = values["positions"]
    state[f"{embeddings}.token_type_embeddings.weight"] = values["segments"]

    def linear(source: str) -> tuple[np.ndarray, np.ndarray]:
        return values[f"{source}.q"].astype(np.float32) * values[f"{source}.s"], values[f"{source}.b"]

    def norm(name: str) -> None:
        state[f"{name}.weight"], state[f"{name}.bias"] = values[f"{name}.w"], values[f"{name}.b"]

    norm(f"{embeddings}.LayerNorm")
    root = (config.hidden_size // config.num_attention_heads) ** 0.5
    for i in range(config.num_hidden_layers):
        p = f"bert.encoder.layer.{i}"
        weight, bias = linear(f"{p}.qkv")
        for part, w, b in zip(("query", "key", "value"), np.split(weight, 3, axis=1), np.split(bias, 3), strict=True):
            factor = root if part == "query" else 1.0
            state[f"{p}.attention.self.{part}.weight"] = w.T * factor
            state[f"{p}.attention.self.{part}.bias"] = b * factor
        for ours, theirs in (("out", "attention.output"), ("up", "intermediate"), ("down", "output")):
            weight, bias = linear(f"{p}.{ours}")
            state[f"{p}.{theirs}.dense.weight"], state[f"{p}.{theirs}.dense.bias"] = weight.T, bias
        norm(f"{p}.attention.output.LayerNorm")
        norm(f"{p}.output.LayerNorm")
    state["dense.weight"], state["dense.bias"] = values["dense.w"].T, values["dense.b"]
    state["out.weight"], state["out.bias"] = values["logits.w"].T, values["logits.b"]
    if "kinds.w" in values:
        state["kind.weight"], state["kind.bias"] = values["kinds.w"].T, values["kinds.b"]
    return {name: torch.from_numpy(np.array(value, order="C")) for name, value in state.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judge", type=Path, required=True)
    parser.add_argument("--backbone", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    config = BertConfig.from_pretrained(args.backbone)
    state = thaw(args.judge, config)
    PairClassifier(config).load_any(state)
    torch.save(state, args.out)


if __name__ == "__main__":
    main()
