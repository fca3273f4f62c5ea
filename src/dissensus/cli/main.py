"""The command line: every verb is a function of the package; here are only its flags, its output and its exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from dissensus._version import __version__

_VERBS = {
    "score": ("dissensus.cli.score:command", "Score responses against their documents (CS-C, CS-R)."),
    "detect": ("dissensus.cli.detect:command", "Find the conflicts among documents, before generation."),
    "resolve": ("dissensus.cli.resolve:command", "Settle them by a policy, and say what was set aside and why."),
    "acknowledge": (
        "dissensus.cli.acknowledge:command",
        "Say whether responses name the disagreement of their documents.",
    ),
    "decompose": ("dissensus.cli.decompose:command", "Show the claims of responses, with what was skipped and why."),
    "explain": ("dissensus.cli.explain:command", "Show for one claim and document what was compared and what decided."),
    "judges": ("dissensus.cli.judges:command", "List the judges that can be named."),
    "selftest": ("dissensus.cli.selftest:command", "Check this installation."),
    "bench": ("dissensus.cli.bench:command", "Measure a judge on labelled data."),
}


class _Lazy(click.Group):
    """Imports a verb only when it is called, so that `--help` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _VERBS:
            return None
        import importlib

        module, _, attribute = _VERBS[name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _VERBS and not args[0].startswith("-"):
            from dissensus.errors import did_you_mean

            raise click.UsageError(f"Unknown command {args[0]!r}. {did_you_mean(args[0], _VERBS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in _VERBS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="dissensus")
def app() -> None:
    """Find and measure conflicting evidence in retrieval-augmented generation.

    Runs offline on an embedded model; nothing is sent anywhere.

    \b
    Exit codes: 0 done, 1 a gate failed, 2 bad input or usage.
    """


def main(args: list[str] | None = None) -> None:
    """Run the command line; user errors print one message and exit 2, bugs keep their traceback."""
    from dissensus.errors import DissensusError

    try:
        code = app.main(args=args, prog_name="dissensus", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except DissensusError as problem:
        _fail(str(problem), problem.exit_code)
    except click.exceptions.Abort:
        _fail("interrupted", 130)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except BrokenPipeError:
        _silence()  # the reader (head, less) has gone
        sys.exit(0)
    except OSError as problem:  # a full disk behind a redirect, say; files are opened where errors are told by name
        _silence()
        _fail(f"the output cannot be written ({problem.strerror or problem})", 2)
    sys.exit(code if isinstance(code, int) else 0)


def _silence() -> None:
    """Point standard output elsewhere, so that the interpreter's own flush at the end cannot fail again."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int) -> None:
    click.echo(f"dissensus: {message}", err=True)
    sys.exit(code)


def shared_output_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The flags that every printing verb has."""
    for option in (
        click.option("--no-color", is_flag=True, help="Plain output (also: NO_COLOR=1)."),
        click.option("-q", "--quiet", is_flag=True, help="No progress bar and no notes."),
    ):
        function = option(function)
    return function
