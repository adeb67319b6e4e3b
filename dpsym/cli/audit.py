"""The command about papers that exist: audit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from dpsym.cli.frame import (
    Bad,
    faults,
    fresh_option,
    json_option,
    leave,
    main,
    put_json,
    say,
    settle,
    status_code,
    watched,
    write_file,
)

if TYPE_CHECKING:
    from dpsym.audit.export import Written
    from dpsym.audit.report import Found
    from dpsym.audit.scope import Side

COLOURS = {
    "follows": "green",
    "declared": "green",
    "follows, cited": "cyan",
    "fails": "red",
    "no value": "red",
}
SIDE = ".dpsym"  # the ending of a side file


@main.command()
@click.argument("path", metavar="PAPER.tex")
@click.option(
    "--side", metavar="FILE", help="Declarations of letters; PAPER.dpsym beside the source is read anyway."
)
@click.option(
    "--init", "begin", is_flag=True, help="Write PAPER.dpsym, a side file to fill in, and judge nothing."
)
@click.option("--annotate", metavar="OUT.tex", help="Write a copy of the source with notes in the margin.")
@click.option(
    "--write",
    "folder",
    metavar="DIR",
    help="Write what is proved as theorem files, with the labels as sources.",
)
@click.option(
    "--nearest/--no-nearest",
    default=True,
    help="Look for true lines near those that fail.  [default: nearest]",
)
@click.option("--all", "everything", is_flag=True, help="Show the lines that follow, too.")
@click.option(
    "--full", is_flag=True, help="With --json: the evidence, the reason and the nearest lines besides."
)
@fresh_option
@json_option
def audit(
    path: str,
    side: str | None,
    begin: bool,
    annotate: str | None,
    folder: str | None,
    nearest: bool,
    everything: bool,
    full: bool,
    fresh: bool,
    as_json: bool,
) -> None:
    """Check the derivations of a LaTeX source, line by line.

    Every relation of its displays either follows, fails at a point, is undecided, or is not read, which then says why and
    how to write it.  The domains of the letters are declared in comments before a display

    \b
        % dpsym: a > 1, 0 < delta < 1          for the next display
        % dpsym all: eps > 0                   from here on
        % dpsym let: phi(t) := exp(-t^2/2)     an abbreviation, for the next display (define: from here on)
        % dpsym pair: P, Q                     the two laws; \\sum_y, P(y), \\Pr_{y\\sim P}[Z > t], D_{KL}(P\\|Q)
        % dpsym loss: Z                        the privacy loss log P(y)/Q(y)
        % dpsym probability: P                 P[-a <= Z <= b] is under the first law
        % dpsym positive: P, Q                 no mass is 0, for the next display
        % dpsym given: ZCDP(rho)               what is supposed of the pair, for the next display
        % dpsym skip                           leave the next display out
        % dpsym inline                         judge the formulas in the text before the next display

    or in a side file (--init writes one to fill in), where the same lines stand without "% dpsym".  Logarithms are natural.
    Nothing of the source is executed, and no file that it names is opened.

    \b
    Exit code 0 all follows, 1 a line fails or has no value, or its conditions contradict each other, 2 a bad file,
    3 something is undecided, not read, or rests on what is cited from the literature, 70 an internal error.
    """
    from dpsym.audit.tokens import NotRead

    text = source(Path(path))
    try:
        if begin:
            write_start(text, Path(path))
            return
        found, displays = audited(text, Path(path), side_file(Path(path), side), nearest, fresh)
    except NotRead as e:
        raise Bad(f"{path}: {e.why}") from e
    faults().extend(f.judged.fault for f in found if f.judged.fault is not None)
    if as_json:
        put_json([f.json(full) for f in found])
    else:
        show(found, everything)
    from dpsym.audit.report import annotated, statuses, summary

    if annotate is not None:
        write_file(Path(annotate), annotated(text, found))
    if folder is not None:
        write_theorems(found, Path(folder), Path(path).stem)
    say(summary(found, displays))
    leave(status_code(statuses(found)))


def source(path: Path) -> str:
    """The text of a file; bytes that are no UTF-8 are replaced."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as e:
        raise Bad(f"{path}: cannot be read: {e.strerror or e}") from e


def side_file(path: Path, named: str | None) -> Side:
    """The side file that is named, or the one beside the source; an empty one where there is none."""
    from dpsym.audit.scope import Side, side_of

    beside = path.with_suffix(SIDE)
    if named is None:
        return side_of(source(beside)) if beside.is_file() else Side()
    return side_of(source(Path(named)))


def audited(text: str, path: Path, side: Side, nearest: bool, fresh: bool) -> tuple[list[Found], int]:
    """The findings, and how many displays were read."""
    from dpsym.audit.reading import read
    from dpsym.audit.run import found_in
    from dpsym.claims.sessions import suggesting
    from dpsym.keeping.store import Certificates, Nowhere

    reading = read(text, path.name, side)
    with suggesting(Nowhere() if fresh else Certificates()):
        found = list(watched(found_in(reading, suggest=nearest), len(reading.lines), "judging"))
    return found, sum(not d.inline for d in reading.displays)


def show(found: Sequence[Found], everything: bool) -> None:
    """The findings for a person: what follows is left out unless it is asked for."""
    for f in found:
        if f.shown in ("follows", "declared") and not everything:
            continue
        first, *rest = f.lines()
        place, _, said = first.partition(": ")
        said = said.replace(f.shown, click.style(f.shown, fg=COLOURS.get(f.shown, "yellow")), 1)
        click.echo(f"{place}: {said}")
        for line in rest:
            click.echo(line)


def write_start(text: str, path: Path) -> None:
    """Write a side file to fill in."""
    from dpsym.audit.start import start

    target = path.with_suffix(SIDE)
    if target.exists():
        raise Bad(f"{target} exists; nothing was written")
    write_file(target, start(text, path.name))
    say(f"wrote {target}: put in the domains, then run dpsym audit {path}")


def write_theorems(found: Sequence[Found], folder: Path, paper: str) -> None:
    """Write the lines that are proved as theorem files, and a bibliography of their sources."""
    from dpsym.audit.export import bibliography, files

    written, left = files([f.judged for f in found], paper)
    taken = next((one.stem for one in written if (folder / f"{one.stem}.py").exists()), None)
    if taken is not None:
        raise Bad(f"{folder / taken}.py exists; nothing was written")
    proved = checked(written, paper)
    left += [
        f"{one.title} is not written: check does not prove it alone" for one in written if one not in proved
    ]
    for one in proved:
        write_file(folder / f"{one.stem}.py", one.text)
    if proved:
        write_file(folder / f"{paper}.bib", bibliography(proved))
    for reason in left:
        say(f"dpsym: {reason}")
    say(f"wrote {len(proved)} theorem files: dpsym check {folder}")


def checked(written: Sequence[Written], paper: str) -> list[Written]:
    """Those files of which everything is proved when they are read again."""
    from dpsym.audit.export import bibliography
    from dpsym.library import load, user_files

    if not written:
        return []
    with TemporaryDirectory() as made:
        folder = Path(made) / "audited"
        for one in written:
            write_file(folder / f"{one.stem}.py", one.text)
        write_file(folder / f"{paper}.bib", bibliography(written))
        library = load(user_files(folder))
        options = {"everything": False, "steps": False, "listed": False, "dask": None}
        items = list(library)
        found = settle(library, items, 1, False, "checking what is written", False, **options)
        good = {f.name for f in found if f.shown == "proved" and f.declared}
    bad = {i.file.path.stem for i in items if i.name not in good} | {b.file.path.stem for b in library.broken}
    return [one for one in written if one.stem not in bad]
