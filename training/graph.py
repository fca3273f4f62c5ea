"""The judge as an ONNX graph, written node by node from the trained weights, in float or in int8.

Why by hand: the int8 graph must give one pair the same probabilities whatever other pairs are judged with it, on any
machine. Two things usually break that. (1) Dynamic quantisation takes one activation scale over the whole batch:
here one run holds one pair, so the scale is the pair's own, and nothing is padded. (2) 8-bit weights times 8-bit
activations overflow the 16-bit intermediate sums of processors without VNNI, silently and only there: here weights
use 7 bits, for which those sums are exact everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

Array = npt.NDArray[np.float32]
WEIGHT_LEVELS = 63  # symmetric 7-bit


class _Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.tensors: list[onnx.TensorProto] = []
        self.known: dict[str, str] = {}

    def const(self, name: str, value: npt.NDArray) -> str:  # type: ignore[type-arg]
        if name not in self.known:
            self.tensors.append(numpy_helper.from_array(np.array(value, order="C"), name))
            self.known[name] = name
        return name

    def op(self, kind: str, *inputs: str, out: int = 1, domain: str = "", **attributes: object) -> str:
        names = [f"{kind}_{len(self.nodes)}_{i}" for i in range(out)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, domain=domain, **attributes))
        return names[0] if out == 1 else names  # type: ignore[return-value]


def quantise_columns(weight: Array) -> tuple[npt.NDArray[np.int8], Array]:
    """(int8 weights, scale per column) of a (inputs, outputs) matrix; weight ~ int8 * scale."""
    scale = np.maximum(np.abs(weight).max(axis=0), 1e-8) / WEIGHT_LEVELS
    return np.clip(np.rint(weight / scale), -WEIGHT_LEVELS, WEIGHT_LEVELS).astype(np.int8), scale.astype(np.float32)


def quantise_rows(weight: Array) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float16]]:
    """(nibbles, scale) of a (rows, columns) table in 4-bit blocks of 32: shapes (rows, blocks, 16) and (rows, blocks, 1).

    A weight is (nibble - 8) * scale; the weight of largest size in a block is -8 exactly. A table that was stored in
    this form before loses nothing.
    """
    blocks = weight.reshape(len(weight), -1, 32)
    at = np.abs(blocks).argmax(axis=-1, keepdims=True)
    scale = (np.take_along_axis(blocks, at, axis=-1) / -8).astype(np.float16)
    safe = np.where(scale == 0, 1, scale.astype(np.float32))
    nibbles = np.clip(np.rint(blocks / safe) + 8, 0, 15).astype(np.uint8)
    return nibbles[..., :16] | (nibbles[..., 16:] << 4), scale


def build(
    weights: Mapping[str, Array], *, layers: int, heads: int, eps: float, int8: bool, embedding_layer: int
) -> onnx.ModelProto:
    """The graph of `training/model.py`: int64 inputs (1, tokens), outputs `logits` (1, 3), `kinds` (1, 17) and
    `embedding` (1, hidden).

    Args:
        weights: State dictionary of PairClassifier as float32 arrays.
        layers, heads, eps: From the backbone's configuration.
        int8: Quantise the matrix products to 7 bits and the word embeddings to 4.
        embedding_layer: `embedding` is the mean over all tokens of the states after so many layers; a run that asks
            for nothing else executes these layers only.
    """
    g = _Graph()
    hidden = weights["bert.embeddings.word_embeddings.weight"].shape[1]
    per_head = hidden // heads

    def linear(x: str, name: str, weight: Array, bias: Array) -> str:
        if not int8:
            return g.op("Add", g.op("MatMul", x, g.const(f"{name}.w", weight)), g.const(f"{name}.b", bias))
        q, scale = quantise_columns(weight)
        return g.op(
            "DynamicQuantizeMatMul",
            x,
            g.const(f"{name}.q", q),
            g.const(f"{name}.s", scale),
            "",
            g.const(f"{name}.b", bias),
            domain="com.microsoft",
        )

    def norm(x: str, name: str) -> str:
        w, b = weights[f"{name}.weight"], weights[f"{name}.bias"]
        return g.op("LayerNormalization", x, g.const(f"{name}.w", w), g.const(f"{name}.b", b), axis=-1, epsilon=eps)

    words = weights["bert.embeddings.word_embeddings.weight"]
    if int8:
        packed, scale = quantise_rows(words)
        rows = g.op("Gather", g.const("words.q", packed), "input_ids")  # batch, tokens, blocks, 16
        low = g.op("BitwiseAnd", rows, g.const("nibble", np.array(15, dtype=np.uint8)))
        high = g.op("BitShift", rows, g.const("four", np.array(4, dtype=np.uint8)), direction="RIGHT")
        levels = g.op("Cast", g.op("Concat", low, high, axis=-1), to=TensorProto.FLOAT)
        levels = g.op("Sub", levels, g.const("eight", np.array(8.0, dtype=np.float32)))
        factor = g.op("Cast", g.op("Gather", g.const("words.s", scale), "input_ids"), to=TensorProto.FLOAT)
        embedded = g.op("Reshape", g.op("Mul", levels, factor), g.const("flat", np.array([0, 0, hidden])))
    else:
        embedded = g.op("Gather", g.const("words", words), "input_ids")
    length = g.op("Gather", g.op("Shape", "input_ids"), g.const("one", np.array([1])))
    zero, step = g.const("zero", np.array([0])), g.const("step", np.array([1]))
    positions = g.op(
        "Slice", g.const("positions", weights["bert.embeddings.position_embeddings.weight"]), zero, length, zero, step
    )
    segments = g.op(
        "Gather", g.const("segments", weights["bert.embeddings.token_type_embeddings.weight"]), "token_type_ids"
    )
    x = norm(g.op("Add", g.op("Add", embedded, segments), positions), "bert.embeddings.LayerNorm")

    split = g.const("split", np.array([0, 0, 3, heads, per_head]))
    joined = g.const("joined", np.array([0, 0, hidden]))
    for i in range(layers):
        if i == embedding_layer:
            g.nodes.append(
                helper.make_node("ReduceMean", [x, g.const("tokens", np.array([1]))], ["embedding"], keepdims=0)
            )
        p = f"bert.encoder.layer.{i}"
        # Query, key and value in one product; the query carries the 1/sqrt(d) of attention.
        parts = []
        for part in ("query", "key", "value"):
            w, b = weights[f"{p}.attention.self.{part}.weight"].T, weights[f"{p}.attention.self.{part}.bias"]
            factor = per_head**-0.5 if part == "query" else 1.0
            parts.append((w * factor, b * factor))
        qkv = linear(
            x, f"{p}.qkv", np.concatenate([w for w, _ in parts], axis=1), np.concatenate([b for _, b in parts])
        )
        qkv = g.op("Transpose", g.op("Reshape", qkv, split), perm=[2, 0, 3, 1, 4])  # 3, batch, heads, tokens, per_head
        q, k, v = (g.op("Gather", qkv, g.const(f"at{j}", np.array(j)), axis=0) for j in range(3))
        attention = g.op("Softmax", g.op("MatMul", q, g.op("Transpose", k, perm=[0, 1, 3, 2])), axis=-1)
        context = g.op("Reshape", g.op("Transpose", g.op("MatMul", attention, v), perm=[0, 2, 1, 3]), joined)
        out = linear(
            context,
            f"{p}.out",
            weights[f"{p}.attention.output.dense.weight"].T,
            weights[f"{p}.attention.output.dense.bias"],
        )
        x = norm(g.op("Add", x, out), f"{p}.attention.output.LayerNorm")
        inner = linear(
            x, f"{p}.up", weights[f"{p}.intermediate.dense.weight"].T, weights[f"{p}.intermediate.dense.bias"]
        )
        inner = g.op("Gelu", inner, domain="com.microsoft")
        out = linear(inner, f"{p}.down", weights[f"{p}.output.dense.weight"].T, weights[f"{p}.output.dense.bias"])
        x = norm(g.op("Add", x, out), f"{p}.output.LayerNorm")

    mask = g.op("Cast", "token_type_ids", to=TensorProto.FLOAT)
    claim = g.op("Unsqueeze", mask, g.const("last", np.array([-1])))
    passage = g.op("Sub", g.const("ones", np.array(1.0, dtype=np.float32)), claim)
    tokens = g.const("tokens", np.array([1]))

    def mean(part: str) -> str:
        return g.op(
            "Div",
            g.op("ReduceSum", g.op("Mul", x, part), tokens, keepdims=0),
            g.op("ReduceSum", part, tokens, keepdims=0),
        )

    u, v = mean(passage), mean(claim)
    first = g.op("Gather", x, g.const("at0", np.array(0)), axis=1)
    features = g.op("Concat", first, u, v, g.op("Abs", g.op("Sub", u, v)), g.op("Mul", u, v), axis=-1)
    # The head stays in float: it is a thousandth of the work and sees sums over the whole text.
    dense = g.op(
        "Add",
        g.op("MatMul", features, g.const("dense.w", weights["dense.weight"].T)),
        g.const("dense.b", weights["dense.bias"]),
    )
    last = g.op("Tanh", dense)
    for name, part in (("logits", "out"), ("kinds", "kind")):
        product = g.op("MatMul", last, g.const(f"{name}.w", weights[f"{part}.weight"].T))
        g.nodes.append(helper.make_node("Add", [product, g.const(f"{name}.b", weights[f"{part}.bias"])], [name]))

    inputs = [
        helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "tokens"])
        for n in ("input_ids", "token_type_ids")
    ]
    outputs = [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 3]),
        helper.make_tensor_value_info("kinds", TensorProto.FLOAT, ["batch", len(weights["kind.bias"])]),
        helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", hidden]),
    ]
    graph = helper.make_graph(g.nodes, "dissensus-judge", inputs, outputs, g.tensors)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=opsets, producer_name="dissensus")
    model.ir_version = 8
    return model
