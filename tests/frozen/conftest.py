"""Helpers of the frozen suite: judges written to a file, and the command line."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

import pytest


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Iterable[dict]], Path]:
    """Writes rows as JSON lines; the same rows are the same file, so that signatures can be compared."""

    def write(rows: Iterable[dict]) -> Path:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path = tmp_path / f"rows-{sha256(text.encode()).hexdigest()[:12]}.jsonl"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def scripted(write: Callable[[Iterable[dict]], Path]) -> Callable[..., str]:
    """The spec of a judge that answers (claim part, document part, label); a part "" matches everything."""

    def scripted(*rules: tuple[str, str, str]) -> str:
        named = [{"claim": claim, "document": document, "label": label} for claim, document, label in rules]
        return f"scripted:{write({key: value for key, value in rule.items() if value} for rule in named)}"

    return scripted


@pytest.fixture
def cli(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `dissensus ARGS` in an empty folder."""
    program = shutil.which("dissensus", path=str(Path(sys.executable).parent)) or shutil.which("dissensus")

    def cli(*args: object) -> subprocess.CompletedProcess[str]:
        assert program, "the command `dissensus` is not installed"
        command = [program, *map(str, args)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path, check=False)

    return cli


def strict_json(text: str) -> dict:
    """Parses JSON and refuses NaN and Infinity, which JSON does not have."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in JSON")

    return json.loads(text, parse_constant=refuse)


@pytest.fixture
def parse_json() -> Callable[[str], dict]:
    return strict_json
