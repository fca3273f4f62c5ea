from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from dissensus.decompose import DECOMPOSERS
from dissensus.errors import DissensusError, did_you_mean
from dissensus.judges import JUDGES, open_judge
from dissensus.registry import Registry


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real installed distribution that offers the judge `echo`, and tries to take over `scripted`."""
    info = tmp_path / "other_judges-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-judges\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[dissensus.judges]\necho = other_judges:open_judge\nscripted = other_judges:open_judge\n"
        "[dissensus.decomposers]\nlines = other_judges:lines\n"
    )
    (tmp_path / "other_judges.py").write_text(
        "def open_judge(argument, settings):\n    return ('echo', argument, settings.mixed)\nlines = 'lines'\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()


@pytest.mark.usefixtures("other_package")
def test_entry_points_add_names() -> None:
    assert JUDGES.targets()["echo"] == "other_judges:open_judge"
    assert open_judge("echo:x:y") == ("echo", "x:y", "stronger")  # only the first colon separates
    assert open_judge("echo")[1] is None  # type: ignore[index]
    assert DECOMPOSERS.load("lines") == "lines"


@pytest.mark.usefixtures("other_package")
def test_a_shipped_name_cannot_be_taken_over(scripted) -> None:  # type: ignore[no-untyped-def]
    assert JUDGES.targets()["scripted"] == "dissensus.judges.scripted:open_judge"
    assert type(open_judge(scripted(("", "", "SUPPORTS")))).__name__ == "ScriptedJudge"


@pytest.mark.parametrize(
    ("registry", "name", "told"),
    [
        (JUDGES, "onxx", "Unknown judge 'onxx'. Did you mean onnx?"),
        (JUDGES, "Scripted", "Unknown judge 'Scripted'. Did you mean scripted?"),
        (JUDGES, "zzz", "Unknown judge 'zzz'. Accepted: onnx, precomputed, rules, scripted."),
        (JUDGES, "", "Accepted: onnx, precomputed, rules, scripted."),
        (DECOMPOSERS, "sentence", "Unknown decomposer 'sentence'. Did you mean sentences?"),
    ],
)
def test_an_unknown_name_is_told_with_a_near_one(registry: Registry, name: str, told: str) -> None:
    with pytest.raises(DissensusError) as caught:
        registry.load(name)
    assert told in str(caught.value)


@pytest.mark.parametrize("registry", [JUDGES, DECOMPOSERS])
def test_every_shipped_name_loads(registry: Registry) -> None:
    assert all(callable(registry.load(name)) for name in registry.targets())


def test_did_you_mean() -> None:
    assert did_you_mean("scor", ["score", "bench"]) == "Did you mean score?"
    assert did_you_mean("xyz", ["score", "bench"]) == "Accepted: bench, score."
