"""What users import: every public name is there, and importing costs next to nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import dissensus


@pytest.mark.parametrize("name", dissensus.__all__)
def test_public_names_resolve(name: str) -> None:
    assert getattr(dissensus, name) is not None
    assert name in dir(dissensus)


def test_other_names_do_not() -> None:
    with pytest.raises(AttributeError, match="'dissensus' has no attribute 'scores'"):
        _ = dissensus.scores  # type: ignore[attr-defined]


def test_importing_loads_nothing_heavy(run_python: Callable[..., str]) -> None:
    program = (
        "import sys, dissensus; print([m for m in ('numpy','onnxruntime','tokenizers','rich') if m in sys.modules])"
    )
    assert run_python(program).strip() == "[]"


def test_help_loads_nothing_heavy(run_python: Callable[..., str]) -> None:
    program = """
import sys
from dissensus.cli.main import main
try:
    main(["--help"])
except SystemExit as end:
    print(end.code, [m for m in ("numpy", "onnxruntime", "tokenizers", "rich") if m in sys.modules])
"""
    assert run_python(program).splitlines()[-1] == "0 []"


def test_the_core_works_without_the_extras(run_python: Callable[..., str], scripted: Callable[..., str]) -> None:
    program = """
import sys
for name in ("pyarrow", "torch", "transformers", "pandas", "onnx", "sklearn", "scipy"):
    sys.modules[name] = None  # importing it fails
import dissensus
for name in dissensus.__all__:
    getattr(dissensus, name)
import dissensus.cli.score, dissensus.cli.bench, dissensus.cli.selftest, dissensus.judges.onnx
print(dissensus.score(response="It is open.", documents=["Open."], judge=sys.argv[1]).cs_c)
"""
    assert run_python(program, scripted(("", "", "SUPPORTS"))).strip() == "0.0"
