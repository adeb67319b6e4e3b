"""The commands that write whole documents: appendix, errata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpsym.cli import completion
from dpsym.cli.frame import (
    AS_DECLARED,
    NO_PROGRAM,
    REFUTED,
    UNDECIDED,
    USAGE,
    Bad,
    choose,
    chosen_paper,
    faults,
    jobs_option,
    json_option,
    leave,
    main,
    paper_option,
    put_json,
    reporter_for,
    say,
    status_code,
    verdict_words,
    watched,
)
from dpsym.cli.render import bib_of

if TYPE_CHECKING:
    from dpsym.document.media.appendix import Outline, Section
    from dpsym.document.page import Page
    from dpsym.kernel.terms import Json
    from dpsym.library import Item, Library, Paper
    from dpsym.reports import Reporter


CLASSES = ("article", "acmart", "IEEEtran", "llncs")
LATEX = (
    "sudo apt-get install --no-install-recommends texlive-latex-recommended texlive-latex-extra "
    "texlive-fonts-recommended texlive-publishers texlive-science lmodern cm-super-minimal latexmk"
)


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME|FOLDER|FILE]...", shell_complete=completion.entries)
@paper_option
@click.option("--section", metavar="NAME", help="A chapter with its own order and words, e.g. census.")
@click.option(
    "-o", "--output", metavar="DIR", type=click.Path(file_okay=False), required=True, help="Where to write."
)
@click.option("--class", "document_class", type=click.Choice(CLASSES), default="article", show_default=True)
@click.option("--title", help="The document's title.")
@click.option("--verdicts/--no-verdicts", default=True, help="Whether verdicts are printed.")
@click.option("--near-misses/--no-near-misses", default=True, help="Whether a section lists the near misses.")
@click.option("--coq/--no-coq", default=True, help="Whether footnotes say what Coq has accepted.")
@click.option(
    "--pdf/--no-pdf", default=None, help="Insist on a PDF, or make none (default: if LaTeX is installed)."
)
@click.option("--plots", is_flag=True, help="Draw the curves of figures as well (needs matplotlib).")
@jobs_option
@json_option
def appendix(
    names: tuple[str, ...], paper: str | None, section: str | None, output: str, document_class: str, title: str | None,
    verdicts: bool, near_misses: bool, coq: bool, pdf: bool | None, plots: bool, jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """An appendix to compile: sections by subject, lemmas, near misses, errata, the bibliography, and the PDF.

    What is cited is added. The theorems of one item of a paper are one statement with parts.
    """
    from dpsym.document.media.appendix import Outline
    from dpsym.library import paper as paper_of
    from dpsym.library.arrangement import arranged

    opening, left_out = "", 0
    if section is not None:
        if names:
            raise Bad("a section has its own entries: give no others")
        library, sections, opening, own = section_of(section, paper)
        title = title or own
    else:
        found = choose(names, paper)
        if not found.items:
            raise Bad("there is nothing to print")
        library, sections = arranged(found, None if paper is None else paper_of(paper))
        left_out = sum(1 for item in found if library.of(item.entry) is None)
    items = list(library)
    if title is None:
        title = f"Derivations: {paper_of(paper).title}" if paper is not None else "Derivations"
    outline = Outline(
        document_class, bib_of(library), title, opening, verdicts, coq, sections, near_misses, errata=True,
        paper="" if paper is None else paper_of(paper).prefix,
    )  # fmt: skip
    pages = checked_pages(library, items, jobs)
    directory = Path(output)
    written = written_appendix(pages, items if plots else (), directory, outline)
    made, code = (None, AS_DECLARED) if pdf is False else made_pdf(directory, bool(pdf))
    written += [made] if made is not None else []
    statuses = {v: sum(1 for p in pages if p.status == v) for v in dict.fromkeys(p.status for p in pages)}
    if as_json:
        shown = str(made) if made else None
        put_json(
            {
                "files": [str(p) for p in written],
                "pdf": shown,
                "entries": len(pages),
                "left_out": left_out,
                "verdicts": statuses,
            }
        )
    else:
        click.echo(str(made or directory / "appendix.tex"))
        say(f"{len(pages)} entries: " + ", ".join(f"{n} {v}" for v, n in statuses.items()))
        if left_out:
            say(f"{left_out} left out: facts about numbers that none of these cites")
    if library.broken:
        code = USAGE
    elif code == AS_DECLARED:
        code = status_code(statuses)
    leave(code)


def checked_pages(library: Library, items: Sequence[Item], jobs: int) -> list[Page]:
    """The pages of the items, whose verdicts are found by `jobs` processes."""
    from dpsym.reports import run

    found = watched(run(library, "page", items, jobs=jobs, faults=faults()), len(items), "checking")
    return [replace(page, entry=item.entry) for item, page in zip(items, found, strict=True)]


def written_appendix(
    pages: Sequence[Page], figures: Sequence[Item], directory: Path, outline: Outline
) -> list[Path]:
    """Write the appendix with a plot of each of the figures; the paths written."""
    from dpsym.document.media.appendix import write_appendix
    from dpsym.faults import fault_of

    def failed(page: Page, error: Exception) -> None:
        faults().append(fault_of(error, page.name))

    try:
        drawn = draw_figures(figures, directory) if figures else {}
        written = write_appendix(pages, directory, replace(outline, plots=drawn), failed)
    except OSError as e:
        raise Bad(f"{directory} cannot be written: {e.strerror or e}") from e
    return written + [directory / file for file in drawn.values()]


def made_pdf(directory: Path, wanted: bool, name: str = "appendix") -> tuple[Path | None, int]:
    """The PDF of the document, where LaTeX is installed and takes it, and the exit code that this calls for."""
    from dpsym.document.media.compile import BadDocument, MissingProgram, compile_pdf

    try:
        return compile_pdf(directory, name), AS_DECLARED
    except MissingProgram as e:
        say(f"no PDF: {str(e).partition(';')[0]}; on Debian or Ubuntu:\n{LATEX}")
        return None, NO_PROGRAM if wanted else AS_DECLARED
    except BadDocument as e:
        say(f"no PDF: {e}")
        return None, REFUTED


def draw_figures(items: Sequence[Item], directory: Path) -> dict[str, str]:
    """A PDF below `directory` for each figure whose curves share their axes, by the entry's name."""
    from dpsym.language import Figure
    from dpsym.numbers.plot import NoProgram, draw, of_figure

    figures = [(i.name, i.entry) for i in items if isinstance(i.entry, Figure)]
    drawn = {}
    (directory / "figures").mkdir(parents=True, exist_ok=True)
    for name, figure in watched(figures, len(figures), "drawing"):
        log_x, log_y = ("x" in figure.logarithmic, "y" in figure.logarithmic)
        try:
            curves = of_figure(name, figure, 61, log_x, 6)
            file = f"figures/{name.replace('.', '-').replace('_', '-')}.pdf"
            draw(curves, directory / file, log_x, log_y)
        except ValueError as e:
            say(f"dpsym: {name} is not drawn: {e}")
            continue
        except NoProgram as e:
            say(f"dpsym: {e}")
            leave(NO_PROGRAM)
        drawn[name] = file
    return drawn


def section_of(name: str, paper: str | None) -> tuple[Library, tuple[Section, ...], str, str]:
    """The entries of a chapter, its sections, its opening and its title; all of its folder where it has no parts."""
    from dpsym.library import Library, chapter, load, of_paper, select
    from dpsym.library import paper as paper_of
    from dpsym.library.arrangement import arranged, of_chapter

    found = chapter(name)
    about = None if paper is None else paper_of(paper)
    if not found.parts:
        library = select([name])
        if about is not None and not any(of_paper(i.entry.source, about) for i in library):
            raise Bad(f"the section {name} is not about {paper}")
        library, sections = arranged(library)
        return library, sections, "", found.title
    whole = load()
    items = {id(e): item for e in found.entries if (item := whole.of(e)) is not None}
    if about is not None and not any(of_paper(e.source, about) for e in found.entries):
        raise Bad(f"the section {name} is not about {paper}")
    library = Library(tuple(items[id(e)] for e in found.entries))
    return library, of_chapter(library, found), found.opening, found.title


@main.command()
@paper_option
@click.option(
    "-o", "--output", metavar="DIR", type=click.Path(file_okay=False), help="Write the letter there."
)
@click.option(
    "--pdf/--no-pdf", default=None, help="Insist on a PDF, or make none (default: if LaTeX is installed)."
)
@json_option
def errata(paper: str | None, output: str | None, pdf: bool | None, as_json: bool) -> None:
    """What a paper prints that does not hold, the gravest first; with -o as a letter to its authors."""
    from dpsym.reports import errata as rows_of

    chosen = chosen_paper(paper)
    library = choose((), chosen.key)
    reporter = reporter_for(library)
    items = [i for i in library if i.entry.errata]
    rows = rows_of(reporter, watched(items, len(items), "errata"), chosen)
    code = AS_DECLARED
    if output is not None:
        code = letter(reporter, items, chosen, Path(output), pdf)
    if as_json:
        put_json(rows)
    else:
        for r in rows:
            put_erratum(r)
        counts = {r["severity"]: sum(x["severity"] == r["severity"] for x in rows) for r in rows}
        say(f"{len(rows)} do not hold as printed: " + ", ".join(f"{n} {s}" for s, n in counts.items()))
    bad = any(r["verdict"] in ("vacuous", "refuted") for r in rows)
    unsure = any(r["verdict"] == "unknown" or not r["confirmed"] for r in rows)
    leave(USAGE if library.broken else REFUTED if bad else UNDECIDED if unsure else code)


def letter(reporter: Reporter, items: Sequence[Item], paper: Paper, directory: Path, pdf: bool | None) -> int:
    """Write the letter, and its PDF where LaTeX is installed; the exit code that this calls for."""
    from dpsym.document.media.letter import Recipients, write_letter

    to = Recipients(paper.authors, paper.title, paper.year, paper.prefix)
    try:
        write_letter([reporter.page(i) for i in items], directory, to)
    except OSError as e:
        raise Bad(f"{directory} cannot be written: {e.strerror or e}") from e
    return AS_DECLARED if pdf is False else made_pdf(directory, bool(pdf), "errata")[1]


def put_erratum(r: Json) -> None:
    """One item of the errata on the terminal."""
    click.echo(f"{r['severity']}: {r['source']}  {r['name']}")
    click.echo(f"    printed   {r['where']}: “{r['quoted']}”")
    click.echo(f"    fails     {r['fails']}")
    if r["printed"]:
        click.echo(f"    checked   {verdict_words(r['printed_verdict'])}: {r['printed']}")
    for line in r["check"]:
        click.echo(f"              {line}")
    for n in r["numbers"]:
        click.echo(f"              {n['what']}: printed {n['printed']}, recomputed [{n['low']}, {n['high']}]")
    if r["holds"]:
        click.echo(f"    holds     {r['holds']}")
    if r["repaired"]:
        click.echo(f"    repaired  {verdict_words(r['verdict'])}: {r['repaired']}")
    if r["affects"]:
        click.echo(f"    affects   {r['affects']}")
