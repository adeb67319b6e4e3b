"""The commands for a class: exercise, quiz."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpsym.cli import completion
from dpsym.cli.frame import Bad, choose, json_option, main, put_json, reporter_for, write_file

if TYPE_CHECKING:
    from dpsym.document.page import Links, Page
    from dpsym.kernel.terms import Json
    from dpsym.library import Item
    from dpsym.teaching import Exercise, Judge

COLOURS = {
    "right": "green",
    "wrong": "red",
    "too far": "yellow",
    "no step forward": "yellow",
    "undecided": "yellow",
}


@main.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=completion.entries)
@click.option(
    "--level",
    type=click.IntRange(1, 3),
    default=1,
    show_default=True,
    help="1: one line is missing, 2: every second, 3: all but the last, without reasons.",
)
@click.option("--to", type=click.Choice(["terminal", "tex", "html"]), default="terminal", show_default=True)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Where exercises.tex and answers.tex (or .html) are written; answers are kept apart.",
)
@json_option
def exercise(names: tuple[str, ...], level: int, to: str, output: str | None, as_json: bool) -> None:
    """A derivation with lines left out: as a sheet, or typed here line by line and judged.

    In the terminal a line is = or <= (>=, <, >) and a formula, as in a claim: `<= x/(1 + x)`. A right line is proved, a wrong
    one shown at a point where it fails. `hint` shows the reason of the next line, `show` the line itself, `quit` ends.
    """  # fmt: skip
    from dpsym.document.page import Links

    library = choose(names)
    reporter = reporter_for(library)
    links = Links(reporter.names)
    found = [(item, set_exercise(item, level)) for item in library]
    if to == "terminal" and not as_json:
        for item, task in found:
            ask(item, task)
        return
    pages = [(reporter.page(item, variants=False), task) for item, task in found]
    if as_json:
        put_json([as_data(page, task) for page, task in pages])
    elif output is None:
        raise Bad(f"--to {to} needs a folder: -o DIR")
    else:
        write_sheets(pages, links, to, Path(output))


def set_exercise(item: Item, level: int) -> Exercise:
    """The exercise of an item; Bad where it has none."""
    from dpsym.language import Theorem
    from dpsym.teaching import exercise_of

    if not isinstance(item.entry, Theorem):
        raise Bad(f"{item.name} is not a theorem but of kind {item.entry.kind}")
    try:
        return exercise_of(item.entry, level)
    except ValueError as e:
        raise Bad(f"{item.name}: {e}") from e


def as_data(page: Page, task: Exercise) -> Json:
    """An exercise as data: what is shown, and the answers."""
    from dpsym.document.formulas.spelling import plain
    from dpsym.reports import said
    from dpsym.teaching import typable

    lines = [
        {
            "relation": line.relation,
            "right": None if k in task.hidden else plain(line.right),
            "reason": line.reason,
        }
        for k, line in enumerate(task.lines)
    ]
    return {
        "name": page.name, "title": task.theorem.title, "statement": said(task.theorem), "start": plain(task.chain.start),
        "lines": lines, "answers": {k + 1: plain(task.lines[k].right) for k in task.hidden}, "level": task.level,
        "typable": typable(task.chain),
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------- in the terminal
def ask(item: Item, task: Exercise) -> None:
    """The derivation line by line, typed by a student."""
    from dpsym.document.formulas.spelling import plain
    from dpsym.reports import said
    from dpsym.teaching import Judge, typable

    if not typable(task.chain):
        raise Bad(
            f"{item.name}: its lines speak of laws and cannot be typed here; a sheet can be made: --to tex -o DIR"
        )
    click.echo(click.style(task.theorem.title, bold=True))
    click.echo(f"    {said(task.theorem)}\n")
    if task.numbers:
        click.echo(f"    with {', '.join(map(plain, task.numbers))}\n")
    click.echo(f"    {plain(task.chain.start)}")
    gaps = {gap.place: Judge(task, gap) for gap in task.gaps()}
    for place, line in enumerate(task.lines):
        if place in gaps and not fill(gaps[place]):
            return
        if place not in task.hidden:
            reason = f"    ({line.reason})" if line.reason and task.level < 3 else ""
            click.echo(f"    {line.relation} {plain(line.right)}{reason}")
    click.echo(click.style("The derivation is complete.", fg="green"))


def fill(judge: Judge) -> bool:
    """The lines of one gap, typed until what follows them does; False where the student gives up."""
    from dpsym.document.formulas.spelling import plain

    gap = judge.gap
    lines = "a line is" if len(gap.lines) == 1 else f"{len(gap.lines)} lines are"
    click.echo(f"    ... {lines} missing, up to   {gap.relation} {plain(gap.target)}")
    while True:
        text = click.prompt("    line", prompt_suffix="> ").strip()
        if text in ("quit", "q"):
            return False
        if text in ("hint", "show"):
            line = gap.lines[min(judge.typed, len(gap.lines) - 1)]
            words = line.reason or "the author gives no reason"
            click.echo(f"        {words if text == 'hint' else f'{line.relation} {plain(line.right)}'}")
        elif put_answer(judge, text):
            return True


def put_answer(judge: Judge, text: str) -> bool:
    """Print the judgement of a typed line; whether the gap is filled."""
    from dpsym.claims import NotAClaim

    try:
        found = judge.answer(text)
    except NotAClaim as e:
        click.echo(f"    {e}")
        return False
    words = {
        "right": "right: proved",
        "no step forward": "that is the line above again",
        "too far": "true, but the last line does not follow from it any more",
        "undecided": "undecided: neither proved nor refuted here",
    }.get(found.verdict, "wrong")
    click.echo(
        "    "
        + click.style(words, fg=COLOURS[found.verdict])
        + (f": at {found.point}" if found.point else "")
        + (f": {found.why}" if found.why else "")
    )
    if found.left and found.right:
        click.echo(f"        left {found.left}, right {found.right}")
    return found.done


# ------------------------------------------------------------------------------------------------------- sheets
def write_sheets(pages: Iterable[tuple[Page, Exercise]], links: Links, to: str, folder: Path) -> None:
    """exercises.tex and answers.tex, with dpsym.sty beside them; or the same as HTML."""
    from dpsym.document.media.templates import STYLES, style
    from dpsym.teaching.exercise import html_of, latex_of, sheet

    sheets: list[dict[str, str]] = []
    answers: list[dict[str, str]] = []
    for page, task in pages:
        found = sheet(task, page, links)
        for rows, shown in ((sheets, found.proof), (answers, found.solution)):
            if to == "tex":
                rows.append(
                    {"statement": latex_of(found.statement, page), "proof": latex_of(shown, page, True)}
                )
            else:
                rows.append({"statement": html_of(found.statement), "proof": html_of(shown)})
            rows[-1] |= {"title": page.entry.title, "name": page.name}
    for name, heading, rows in (("exercises", "Exercises", sheets), ("answers", "Answers", answers)):
        write_file(folder / f"{name}.{to}", filled(to, heading, rows))
    if to == "tex":
        for file in STYLES:
            write_file(folder / file, style(file))


def filled(to: str, heading: str, rows: Sequence[dict[str, str]]) -> str:
    """The whole sheet."""
    from dpsym.document.media.latex import escape_latex
    from dpsym.document.media.templates import fill
    from dpsym.version import __version__

    if to == "tex":
        rows = [row | {"title": escape_latex(row["title"])} for row in rows]
        return fill("latex/exercises.tex", version=__version__, heading=heading, rows=rows)
    from markupsafe import Markup

    marked = [{k: Markup(v) if k in ("statement", "proof") else v for k, v in row.items()} for row in rows]
    return fill("html/exercises.html", version=__version__, heading=heading, rows=marked)


# --------------------------------------------------------------------------------------------------------- quiz
@main.command()
@click.argument("about", required=False, default="")
@click.option(
    "--count", type=click.IntRange(1, 100), default=5, show_default=True, help="How many questions."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other questions.")
@click.option("--answers", is_flag=True, help="Print the questions with their answers and ask nothing.")
@json_option
def quiz(about: str, count: int, seed: int, answers: bool, as_json: bool) -> None:
    """True or false? Theorems and their false neighbours about a word (ZCDP, posterior), each with its proof or witness."""
    from dpsym.teaching import questions

    asked = questions(reporter_for(choose(())), about, count, seed)
    if as_json:
        put_json([{**vars(q), "because": list(q.because)} for q in asked])
        return
    right = number = 0
    for number, q in enumerate(asked, 1):
        click.echo(f"{number}. {q.statement}")
        if answers:
            click.echo(f"    {'true' if q.true else 'false'}")
        else:
            said = click.prompt(
                "    true or false", type=click.Choice(["t", "f", "true", "false"]), show_choices=False
            )
            good = said.startswith("t") == q.true
            right += good
            click.echo("    " + click.style("right" if good else "no", fg="green" if good else "red"))
        for line in q.because:
            click.echo(f"        {line}")
        click.echo(f"        ({q.title}: {q.name})")
    if not number:
        raise Bad(f"no theorem is about {about!r}")
    if not answers:
        click.echo(f"{right} of {number} right")
