"""The command that writes the library as a web site."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpsym.cli.frame import (
    NO_PROGRAM,
    choose,
    chosen_paper,
    json_option,
    leave,
    main,
    paper_option,
    put_json,
    reporter_for,
    say,
    watched,
)

if TYPE_CHECKING:
    from dpsym.library import Item
    from dpsym.reports import Reporter
    from dpsym.site import Card, Entry


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME|FOLDER|FILE]...")
@paper_option
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False),
    help="Where it is written.",
)
@json_option
def site(names: tuple[str, ...], paper: str | None, output: str, as_json: bool) -> None:
    """The library as a web site without scripts: indexes, pages whose proofs open step by step, graphs.

    Open DIR/index.html; nothing is fetched from the network.
    """
    try:
        from dpsym.site import write
    except ModuleNotFoundError as e:
        if e.name != "networkx":
            raise
        say("dpsym: graphs need networkx: pip install 'dpsym[site]'")
        leave(NO_PROGRAM)
    from dpsym.library import papers

    library = choose(names, paper)
    reporter = reporter_for(library)
    entries = [entry_of(reporter, item) for item in watched(library, len(library), "pages")]
    known = [chosen_paper(paper)] if paper is not None else list(papers().values())
    written = write(entries, Path(output), known)
    if as_json:
        put_json([str(p) for p in written])
    else:
        click.echo(f"{len(entries)} entries; open {written[0]}")


def entry_of(reporter: Reporter, item: Item) -> Entry:
    """A page with its cards and numbers."""
    from dpsym.language import Theorem
    from dpsym.reference.search import notions
    from dpsym.site import Entry

    page = reporter.page(item, variants=True)
    cards = tuple(cards_of(reporter, item)) if isinstance(item.entry, Theorem) else ()
    return Entry(page, tuple(sorted(notions(item))), cards, values_of(item))


def cards_of(reporter: Reporter, item: Item) -> list[Card]:
    """The near misses of the file that are refuted, as questions."""
    from dpsym.site import Card

    return [
        Card(miss.statement, miss.words) for _, miss in reporter.misses(item) if miss.refuted and miss.words
    ]


def values_of(item: Item) -> tuple[tuple[str, str], ...]:
    """The numbers of a theorem at its own example, where it has evaluators and an example with their values."""
    from dpsym.evaluation import BadValue, evaluated_at, quantities
    from dpsym.language import Theorem

    entry: Any = item.entry
    if not isinstance(entry, Theorem) or not entry.evaluate or not quantities(entry):
        return ()
    at = entry.example or next(iter(entry.tight), None)
    try:
        found = evaluated_at(entry, {} if at is None else {str(k): v for k, v in at.at}, 6)
    except (BadValue, ArithmeticError, ValueError):
        return ()
    words = ", ".join(f"{k} = {v}" for k, v in (() if at is None else at.at))
    return tuple((f"{what} at {words}" if words else what, str(e)) for what, e in found.items())
