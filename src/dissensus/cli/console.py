"""Where output goes: results to standard output, everything said about the work to standard error."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console

Progress = Callable[[float, int], None]


def console(no_color: bool, stream: TextIO | None = None) -> Console:
    """A console that colours only for a terminal, and never when told not to."""
    stream = stream or sys.stdout or io.StringIO()  # a closed standard output is None
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows `?` instead of failing
    plain = no_color or bool(os.environ.get("NO_COLOR"))
    width = None if stream.isatty() else 110
    return Console(
        file=stream,
        width=width,
        no_color=plain,
        color_system=None if plain else "auto",
        highlight=False,
        soft_wrap=False,
    )


def write_data(text: str) -> None:
    """Write JSON or CSV to standard output as UTF-8, whatever the terminal's own encoding."""
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.buffer.flush()


@contextmanager
def progress_bar(quiet: bool, what: str) -> Iterator[Progress | None]:
    """A progress bar on standard error while a person watches; None in pipes and when quiet."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
