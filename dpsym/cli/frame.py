"""What all commands share: the group, exit codes, options, the choice of entries, and what is written where."""

from __future__ import annotations

import atexit
import gc
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from dpsym.cli import completion
from dpsym.faults import EXIT_CODE as FAULT
from dpsym.version import __version__

atexit.register(gc.freeze)  # nothing is looked through once more when all is to go: that took half a second

if TYPE_CHECKING:
    from dpsym.faults import Fault
    from dpsym.library import Broken, Item, Library, Paper
    from dpsym.reports import Finding, Reporter

T = TypeVar("T")

AS_DECLARED, REFUTED, USAGE, UNDECIDED, NO_PROGRAM = range(5)
INTERRUPTED, NO_READER = 128 + 2, 128 + 13  # as a shell says of a program that SIGINT or SIGPIPE ended
COLOURS = {
    "proved": "green",
    "enclosed": "green",
    "cited": "cyan",
    "defined": "blue",
    "context": "blue",
    "vacuous": "red",
    "refuted": "red",
    "no value": "red",
    "error": "red",
}


class Bad(click.ClickException):
    """Bad usage, a bad file or an unknown name."""

    exit_code = USAGE

    def show(self, file: IO[str] | None = None) -> None:  # noqa: ARG002
        """Say the message on stderr, after the name of the program."""
        click.echo(f"dpsym: {self.format_message()}", err=True)


SECTIONS = {  # what the commands are for, in the order of the help
    "Look things up": ("list", "find", "show", "language", "coverage"),
    "Ask whether it is true": ("claim", "tightest", "necessary", "audit"),
    "Check and trust": ("check", "refute", "trust", "export", "new"),
    "Numbers": (
        "eval",
        "plot",
        "limits",
        "estimate",
        "posterior",
        "marginal",
        "pufferfish",
        "census",
        "confounding",
        "attack",
    ),
    "Pages": ("render", "appendix", "site", "errata", "reproduce"),
    "Teach": ("exercise", "quiz", "serve"),
}


class Group(click.Group):
    """The command group: errors of the library become messages, an internal error a report and exit code 70, and a
    closed pipe or an interrupt ends the program quietly.
    """

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The commands by their use, each with its whole first sentence."""
        left = dict(self.commands)
        for heading, names in SECTIONS.items():
            rows = [(n, left.pop(n).get_short_help_str(limit=400)) for n in names if n in left]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)
        if left:
            with formatter.section("More"):
                formatter.write_dl([(n, c.get_short_help_str(limit=400)) for n, c in sorted(left.items())])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, with the arguments kept for the report of an internal error."""
        ctx.meta["dpsym.arguments"] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what goes wrong becomes a message and an exit code, as the class says."""
        from dpsym.library import LibraryError

        gc.set_threshold(2_000_000, 20, 100)  # nearly everything that is made here is kept to the end
        try:
            try:
                found = super().invoke(ctx)
            except LibraryError as e:
                raise Bad(str(e)) from e
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(NO_READER) from None
        except (KeyboardInterrupt, click.Abort):  # Ctrl-C, or the end of what is typed
            click.echo(err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None
        except (click.ClickException, click.exceptions.Exit) as e:
            if not faults(ctx):
                raise
            if isinstance(e, click.ClickException):
                e.show()
        except Exception as e:
            from dpsym.faults import fault_of

            faults(ctx).append(fault_of(e))
            if "--json" in ctx.meta["dpsym.arguments"]:
                put_json({"verdict": "error", **faults(ctx)[-1].json()})
        else:
            if not faults(ctx):
                return found
        tell(ctx)
        raise click.exceptions.Exit(FAULT)


def faults(ctx: click.Context | None = None) -> list[Fault]:
    """The internal errors of this run."""
    return (ctx or click.get_current_context()).meta.setdefault("dpsym.faults", [])


def tell(ctx: click.Context) -> None:
    """What to report of the internal errors of this run, each kind once."""
    kinds: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults(ctx):
        kinds.setdefault((fault.error, fault.place), []).append(fault)
    command = shlex.join(["dpsym", *ctx.meta["dpsym.arguments"]])
    for same in kinds.values():
        things = list(dict.fromkeys(f.about for f in same if f.about))
        shown = "; ".join(things[:5]) + (f"; and {len(things) - 5} more" if len(things) > 5 else "")
        say(replace(same[0], about=shown).report(command))


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="dpsym")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Proofs and derivations for differential privacy: checked by a small kernel, printed for a paper.

    Exit codes: 0 as declared, 1 refuted or disagreeing, 2 bad usage or file, 3 undecided, 4 a program is missing, 70 an
    internal error of dpsym, which says nothing about the truth of anything (with DPSYM_TRACEBACK=1 the traceback is
    shown).
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def leave(code: int) -> NoReturn:
    """End the program with an exit code."""
    sys.stdout.flush()
    click.get_current_context().exit(code)


def decided(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose numbers may be undecided, or too large or too small to be written out: exit code 3, and why."""

    @wraps(command)
    def run(*args: object, **given: object) -> None:
        try:
            command(*args, **given)
        except (ZeroDivisionError, OverflowError):  # a fault, not an answer
            raise
        except ArithmeticError as e:
            say(f"dpsym: {e}")
            leave(UNDECIDED)

    return run


def say(message: str) -> None:
    """A message on stderr."""
    click.echo(message, err=True)


def put_json(thing: object) -> None:
    """Data on stdout."""
    click.echo(json.dumps(thing, indent=2, ensure_ascii=False))


def verdict_words(verdict: str, scope: str = "", width: int = 0) -> str:
    """A verdict in its colour, with its scope."""
    words = f"{verdict}, {scope}" if scope and verdict not in ("unknown", "defined", "context") else verdict
    return click.style(words.ljust(width), fg=COLOURS.get(verdict, "yellow"))


def table(rows: Sequence[Sequence[str]], indent: str = "") -> None:
    """Columns as wide as they need to be, the last one not padded; on a terminal a line ends where the terminal does."""
    if not rows:
        return
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    widths = [max(len(click.unstyle(row[k])) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        cells = [c + " " * (w - len(click.unstyle(c))) for c, w in zip(row, widths, strict=True)]
        click.echo(fitted((indent + "  ".join(cells)).rstrip(), room))


def fitted(line: str, room: int) -> str:
    """A line cut to so many columns, with an ellipsis where something is lost; 0 is no limit. Colours take no room."""
    plain = click.unstyle(line)
    if not room or len(plain) <= room:
        return line
    if plain == line:
        return line[: room - 1] + "…"
    shown, count = [], 0  # escape sequences are kept whole
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if piece.startswith("\x1b"):
            shown.append(piece)
        else:
            shown.append(piece[: max(0, room - 1 - count)])
            count += len(piece)
    return "".join(shown) + "…"


def watched(things: Iterable[T], count: int, label: str, shown: bool = True) -> Iterator[T]:
    """The things, with a progress bar on stderr when that is a terminal."""
    if not (shown and sys.stderr.isatty() and count > 1):
        yield from things
        return
    with click.progressbar(length=count, label=label, file=sys.stderr) as bar:
        for thing in things:
            bar.update(1)
            yield thing


json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
paper_option = click.option(
    "--paper", metavar="KEY", help="A paper, e.g. kazan2025.", shell_complete=completion.papers
)
jobs_option = click.option(
    "--jobs", "-j", type=click.IntRange(1, 256), default=2, show_default=True, help="Processes to use."
)
dask_option = click.option(
    "--dask",
    metavar="SCHEDULER",
    help="Let the workers of a dask cluster search, e.g. tcp://127.0.0.1:8786; what they send is checked here.",
)
fresh_option = click.option("--fresh", is_flag=True, help="Use nothing from earlier runs, and keep nothing.")


def choose(names: Sequence[str], paper: str | None = None) -> Library:
    """The entries meant; files that cannot be loaded are reported."""
    from dpsym.library import paper as paper_of
    from dpsym.library import select
    from dpsym.library.sources import with_known_sources

    library = select(names, None if paper is None else paper_of(paper))
    if paper is not None:
        library = library.paper(paper)
    library = with_known_sources(library)
    for broken in library.broken:
        say(f"dpsym: {broken.reason}")
    return library


def choose_one(item: Item) -> Library:
    """A library of one entry."""
    from dpsym.library import Library

    return Library((item,))


def chosen_paper(key: str | None) -> Paper:
    """The paper named with --paper, which is needed."""
    from dpsym.library import paper, papers

    if key is None:
        raise Bad(f"name a paper with --paper; the papers are {', '.join(papers())}")
    return paper(key)


def reporter_for(library: Library, fresh: bool = False) -> Reporter:
    """A reporter with the certificates of earlier runs, or without any."""
    from dpsym.keeping.store import Certificates, Nowhere
    from dpsym.reports import Reporter

    return Reporter(library, Nowhere() if fresh else Certificates(), faults())


def settle(
    library: Library,
    items: Sequence[Item],
    jobs: int,
    fresh: bool,
    label: str,
    bar: bool = True,
    **options: Any,
) -> Iterator[Finding]:
    """The findings in order."""
    from dpsym.reports import run

    with cluster_asked():
        yield from watched(
            run(library, "finding", items, jobs=jobs, keep=not fresh, faults=faults(), note=say, **options),
            len(items),
            label,
            bar,
        )


@contextmanager
def cluster_asked() -> Iterator[None]:
    """What cannot be reached is bad usage, and dask that is not installed a program that is missing."""
    from dpsym.reports.cluster import NoCluster, NoDask

    try:
        yield
    except NoDask as e:
        say(f"dpsym: {e}")
        leave(NO_PROGRAM)
    except NoCluster as e:
        raise Bad(str(e)) from e


def status_code(statuses: Collection[str]) -> int:
    """The exit code that the verdicts on what is shown call for."""
    for status, code in (
        ("no value", USAGE),
        ("vacuous", REFUTED),
        ("refuted", REFUTED),
        ("unknown", UNDECIDED),
    ):
        if status in statuses:
            return code
    return AS_DECLARED


def code_of(findings: Iterable[Finding], broken: Sequence[Broken] = ()) -> int:
    """The exit code that the findings call for."""
    findings = list(findings)
    if broken or any(f.verdict == "no value" or f.valueless for f in findings):
        return USAGE
    if any(f.contrary for f in findings):
        return REFUTED
    if any(not f.declared for f in findings):
        return UNDECIDED
    return AS_DECLARED


def write_file(path: Path, text: str) -> None:
    """Write a text file and the folders above it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as e:
        raise Bad(f"{path} cannot be written: {e.strerror or e}") from e
