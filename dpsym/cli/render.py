"""The command that writes pages of single entries: as LaTeX for a paper, as HTML, as Markdown, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpsym.cli import completion
from dpsym.cli.frame import (
    USAGE,
    choose,
    json_option,
    leave,
    main,
    put_json,
    reporter_for,
    say,
    status_code,
    watched,
    write_file,
)

if TYPE_CHECKING:
    from dpsym.document.page import Links, Page
    from dpsym.library import Library

LAYOUTS = ("article", "acmart", "IEEEtran", "llncs", "beamer")


@main.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=completion.entries)
@click.option("--to", type=click.Choice(["tex", "html", "md", "txt"]), default="tex", show_default=True)
@click.option("-o", "--output", metavar="PATH", help="A folder, or a file for a single page.")
@click.option(
    "--class",
    "document_class",
    type=click.Choice(LAYOUTS),
    default="article",
    show_default=True,
    help="The class of the paper: how wide its columns are.",
)
@click.option("--with-lemmas", is_flag=True, help="Also what is cited, at any depth, before what cites it.")
@click.option(
    "--near-misses/--no-near-misses", "variants", default=True, help="Whether to refute the near misses too."
)
@click.option("--verdicts/--no-verdicts", default=True, help="Whether verdicts are printed.")
@click.option("--statement-only", is_flag=True, help="Without proof and remarks.")
@json_option
def render(
    names: tuple[str, ...], to: str, output: str | None, document_class: str, with_lemmas: bool, variants: bool,
    verdicts: bool, statement_only: bool, as_json: bool,
) -> None:  # fmt: skip
    """The page of an entry as LaTeX to \\input, as HTML, as Markdown or as text.

    With --to tex and a folder, `dpsym.sty`, its notation and the entries of the bibliography that are cited are put
    beside the pages, and the lines to paste into the paper are printed.

    Of a folder or several entries: without the facts about numbers that no other page of them cites.
    """
    from dpsym.document.page import Links, Shown
    from dpsym.library import reading, with_pages

    wanted = with_pages(choose(names))
    if wanted.broken:
        leave(USAGE)
    folder = output is not None and (len(wanted) > 1 or not Path(output).suffix or Path(output).is_dir())
    with_lemmas = with_lemmas or (folder and to == "html")  # there each "by" leads to a page
    library = reading.with_lemmas(wanted) if with_lemmas else wanted
    reporter = reporter_for(library)
    variants = variants and not statement_only
    shown = Shown(verdicts, variants, not statement_only)
    made = (reporter.page(item, variants=variants) for item in watched(library, len(library), "rendering"))
    pages = [replace(page, shown=shown) for page in made]
    links = Links(reporter.names)
    texts = _texts(pages, links, to, document_class, bib_of(library))
    files = {page.name: texts[page.name] for page in pages}
    if with_lemmas and to != "html":  # there a link leads to each
        parts = reading.with_its_lemmas(list(library), wanted)
        files = {i.name: "\n".join(texts[x.name] for x in (*before, i)) for i, before in parts}
    if as_json:
        put_json(
            [
                {"name": p.name, "verdict": p.status, "scope": p.scope, "format": to, "text": texts[p.name]}
                for p in pages
            ]
        )
    elif output is None:
        for words in files.values():
            click.echo(words, nl=False)
    elif not folder:
        write_file(Path(output), next(iter(files.values())))
    else:
        for name, words in files.items():
            write_file(Path(output) / f"{name}.{to}", words)
        _company(Path(output), list(files), pages, to, library)
    leave(status_code({p.status for p in pages}))


def _texts(
    pages: Sequence[Page], links: Links, to: str, document_class: str, bib: Mapping[str, str]
) -> dict[str, str]:
    """The text of each page in the wanted format, by name."""
    if to == "txt":
        from dpsym.document.media.terminal import text

        return {p.name: text(p, links) for p in pages}
    if to == "html":
        from dpsym.document.media.html import html

        return {p.name: html(p, links, [p.name for p in pages]) for p in pages}
    if to == "md":
        from dpsym.document.media.markdown import markdown

        return {p.name: markdown(p, links) for p in pages}
    from dpsym.document.bibliography import source_line
    from dpsym.document.media.latex import LAYOUTS, Context, fragment

    context = Context(LAYOUTS[document_class], frozenset(p.name for p in pages), frozenset(bib))
    labels = {p.name: p.label for p in pages}
    return {p.name: fragment(p, links, context, source_line(p, bib)[0], labels) for p in pages}


def _company(folder: Path, names: Sequence[str], pages: Sequence[Page], to: str, library: Library) -> None:
    """Put beside the pages what they need, and say how they are used."""
    if to == "html":
        from dpsym.document.media.html import index

        write_file(folder / "index.html", index(pages))
        click.echo(str(folder / "index.html"))
    if to != "tex":
        return
    from dpsym.document.bibliography import BIBLIOGRAPHY, bib_with, cited_keys
    from dpsym.document.media.templates import STYLES, fill, style
    from dpsym.lift import LEMMA

    for file in STYLES:
        write_file(folder / file, style(file))
    bib = bib_of(library)
    cited = cited_keys(pages, bib)
    if cited:
        write_file(folder / BIBLIOGRAPHY, bib_with(folder / BIBLIOGRAPHY, bib, cited))
    lifted = any(LEMMA in page.scope for page in pages)
    if lifted:
        write_file(folder / "any-outputs.tex", fill("latex/any-outputs.tex", width="wide"))
    more = [*([BIBLIOGRAPHY] if cited else []), *(["any-outputs.tex"] if lifted else [])]
    company = ", ".join([*STYLES, *more])
    say(f"{folder}: {len(names)} fragment{'s' if len(names) > 1 else ''}, with {company}; paste:")
    click.echo("\\usepackage{dpsym}")
    for name in names:
        click.echo(f"\\input{{{name}.tex}}")
    if lifted:
        click.echo("\\input{any-outputs}% once, at the end: the reduction lemma and its proof")
    if cited:
        stem = BIBLIOGRAPHY.removesuffix(".bib")
        click.echo(
            f"\\bibliography{{{stem}}}% beside your own; with biblatex \\addbibresource{{{BIBLIOGRAPHY}}}"
        )


def bib_of(library: Library) -> dict[str, str]:
    """The entries of the library's bibliography and of those in the folders of the items, by key."""
    from dpsym.document.bibliography import bib_entries
    from dpsym.library.files import roots

    folders = dict.fromkeys((*roots(), *(f for i in library for f in (i.file.root, i.file.path.parent))))
    found: dict[str, str] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.bib")):
            for key, text in bib_entries(path.read_text(encoding="utf-8", errors="replace")).items():
                found.setdefault(key, text)
    return found
