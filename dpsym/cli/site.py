"""The command that writes the library as a web site."""

from __future__ import annotations

from pathlib import Path

import click

from dpsym.cli import completion
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


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME|FOLDER|FILE]...", shell_complete=completion.entries)
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
        from dpsym.site import entry_of, write
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
