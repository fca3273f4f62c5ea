"""Runs the command line: in this process where that is enough, as the installed program where it is not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dissensus.cli.main import main


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """`dissensus ARGS` in the test's folder; anything but an orderly exit is an error of the test."""
    monkeypatch.chdir(tmp_path)

    def cli(*args: object) -> Done:
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(arg) for arg in args])
        out, err = capfd.readouterr()
        return Done(end.value.code if isinstance(end.value.code, int) else 0, out, err)

    return cli


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`python -m dissensus ARGS` in a process of its own; keywords go to subprocess.run."""

    def program(*args: object, **options: object) -> subprocess.CompletedProcess[str]:
        settings = {"capture_output": True, "text": True, "timeout": 120, "cwd": tmp_path, "check": False, **options}
        return subprocess.run([sys.executable, "-m", "dissensus", *map(str, args)], **settings)  # type: ignore[call-overload, no-any-return]

    return program


@pytest.fixture
def judge(scripted: Callable[..., str]) -> str:
    """Documents with "yes" support, with "no" contradict, with "dunno" are unscored, others are irrelevant."""
    return scripted(("", "dunno", "?"), ("", "yes", "SUPPORTS"), ("", "no", "CONTRADICTS"), ("", "", "IRRELEVANT"))


@pytest.fixture
def data(write: Callable[..., Path]) -> Path:
    """Sample s: its only claim is conflicted; sample t: its only claim is supported."""
    rows = [
        {"id": "s", "response": "The gate is open.", "documents": ["yes", "no", "x"]},
        {"id": "t", "response": "The mill is old.", "documents": ["yes"]},
    ]
    return write("data.jsonl", *rows)
