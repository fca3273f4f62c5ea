from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissensus.signature import Signature


def test_long_and_short() -> None:
    signature = Signature.build({"judge": "onnx", "thresholds": "supports=0.5", "min_weight": 0.0, "file": "ab"}, "0.1")
    assert str(signature) == "judge:onnx|thresholds:supports=0.5|min_weight:0|file:ab|version:0.1"
    assert signature.short() == "j:onnx|t:supports=0.5|mw:0|file:ab|v:0.1"
    assert Signature.parse(signature.short()) == Signature.parse(str(signature)) == signature


@pytest.mark.parametrize("line", ["", "judge", "judge:a|", ":a", "judge:a||version:1"])
def test_what_is_not_a_signature(line: str) -> None:
    with pytest.raises(ValueError, match="key:value"):
        Signature.parse(line)


def test_values_keep_to_one_line_and_one_part() -> None:
    signature = Signature.build({"judge": "a|b\nc", "model": "x:y@1"}, "1")
    assert str(signature) == "judge:a/b c|model:x:y@1|version:1"


@pytest.mark.parametrize(("one", "other"), [(0.5, 0.5000001), (1234567.0, 1234568.0)])
def test_settings_that_differ_have_signatures_that_differ(one: float, other: float) -> None:
    # "names everything that can change a figure": a claim's weights may sum to a value in between
    assert Signature.build({"min_weight": one}, "1") != Signature.build({"min_weight": other}, "1")


names = st.sampled_from(
    ["judge", "model", "decomposer", "windows", "thresholds", "mixed", "average", "splitter", "file"]
)
texts = st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"], blacklist_characters="|"), max_size=12)


@given(st.dictionaries(names, texts | st.integers() | st.floats(0, 10) | st.booleans()))
def test_round_trip(settings: dict[str, object]) -> None:
    signature = Signature.build(settings, "0.1.0")
    assert Signature.parse(str(signature)) == signature
    assert Signature.parse(signature.short()) == signature
    assert "\n" not in str(signature)
    assert str(signature).endswith("|version:0.1.0") or not settings
