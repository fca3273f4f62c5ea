"""For the whole run: no network, reproducible properties, and the two helpers that most tests use."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("tests", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("tests")

GUARD = Path(__file__).parent / "guard"
_LOG = Path(tempfile.mkdtemp(prefix="dissensus-tests-")) / "network.log"
_LOG.touch()
os.environ["DISSENSUS_TEST_NETWORK_LOG"] = str(_LOG)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(GUARD), os.environ.get("PYTHONPATH")]))
_spec = importlib.util.spec_from_file_location("dissensus_socket_guard", GUARD / "sitecustomize.py")
assert _spec
assert _spec.loader
_spec.loader.exec_module(importlib.util.module_from_spec(_spec))


def pytest_unconfigure() -> None:
    _LOG.unlink(missing_ok=True)
    _LOG.parent.rmdir()


@pytest.fixture(autouse=True)
def no_network() -> Iterator[None]:
    """Fails a test during which anything reached for the network, also when the refusal was swallowed."""
    before = _LOG.stat().st_size
    yield
    assert _LOG.stat().st_size == before, _LOG.read_text(encoding="utf-8")[before:]


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes rows as a JSON lines file in the test's folder."""

    def write(name: str, *rows: object) -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return path

    return write


@pytest.fixture
def scripted(write: Callable[..., Path]) -> Callable[..., str]:
    """The spec of a judge with rules (claim part, document part, label); "" matches everything."""

    def scripted(*rules: tuple[str, str, str]) -> str:
        names = ("claim", "document", "label")
        return f"scripted:{write('rules.jsonl', *(dict(zip(names, rule, strict=True)) for rule in rules))}"

    return scripted


@pytest.fixture
def run_python() -> Callable[..., str]:
    """Standard output of a Python program in a process of its own."""

    def run_python(program: str, *args: str, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program, *args],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run_python


@pytest.fixture
def strict_json() -> Callable[[str], Any]:
    """Parses JSON; NaN and Infinity, which JSON does not have, are refused."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in JSON")

    return lambda text: json.loads(text, parse_constant=refuse)
