"""The reference in the terminal: the language of theorem files, and the words of typed claims."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from dpsym.cli import completion
from dpsym.cli.frame import Bad, json_option, main, put_json, table

if TYPE_CHECKING:
    from dpsym.reference import Entry


@main.command()
@click.argument("name", required=False, shell_complete=completion.words)
@json_option
def language(name: str | None, as_json: bool) -> None:
    """The language of theorem files: every word by subject, or one with its meaning and an example that is run."""
    import difflib

    from dpsym.reference import entries, entry

    if name is None:
        if as_json:
            put_json([{"name": e.name, "heading": e.heading, "about": e.first} for e in entries()])
            return
        for heading, group in groupby(entries(), key=lambda e: e.heading):
            click.echo(click.style(heading, bold=True))
            table([("  " + e.name, e.first) for e in group])
        return
    found = entry(name)
    if found is None:
        close = difflib.get_close_matches(name, [e.name for e in entries()], 4, 0.5)
        hint = f"; did you mean {' or '.join(close)}?" if close else "; `dpsym language` lists all"
        raise Bad(f"{name!r} is no word of the language{hint}")
    put_entry(found, as_json)


def put_entry(e: Entry, as_json: bool) -> None:
    """One word: how it is written, what it means, an example and what it prints."""
    printed = e.result()
    if as_json:
        put_json(
            {
                "name": e.name,
                "heading": e.heading,
                "usage": e.usage,
                "about": e.about,
                "example": e.example,
                "printed": printed,
            }
        )
        return
    click.echo(click.style(e.name + e.usage, bold=True))
    for line in e.about.splitlines():
        click.echo(f"    {line}".rstrip())
    click.echo(f"\n    >>> {e.example}")
    if printed:
        click.echo(f"    {printed}")


@main.command()
@click.argument("wanted", nargs=-1, required=True, metavar="TEXT|FORMULA")
@json_option
def find(wanted: tuple[str, ...], as_json: bool) -> None:
    """Entries and evaluators by words, or by a formula such as 'tanh(eps/4)', whatever its letters.

    Words are those of names, titles, sources and notions, and of what an evaluator computes from what.
    """
    from dpsym.library import load
    from dpsym.reference.search import numbers, search, shown, shown_numbers

    text = " ".join(wanted)
    hits = search(load(), text)
    computed = numbers(text, hits)
    if not hits and not computed:
        raise Bad(
            f"nothing is found for {text!r}; all its words must be in the name, title, source or notions of an entry, "
            "or in what an evaluator computes"
        )
    rows = {"theorem": shown(hits), "number": shown_numbers(computed)}
    if as_json:
        put_json(
            [
                {"name": name, "title": title, "found_in": where, "kind": kind}
                for kind, found in rows.items()
                for name, title, where in found
            ]
        )
        return
    table(rows["theorem"])
    if computed:
        click.echo(click.style("Numbers, by dpsym eval", bold=True))
        table(rows["number"])


def put_words(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """The words of a claim, by kind, for `dpsym claim --words`."""
    from dpsym.reference import WORDS

    if not wanted:
        return
    for kind, group in groupby(WORDS, key=lambda w: w.kind):
        click.echo(click.style(kind.capitalize(), bold=True))
        table([("  " + w.usage, w.about) for w in group])
    click.echo("\nfor eps >= 0: PureDP(eps) => TV <= tanh(eps/2)   is a claim; relations are <= < >= > = !=")
    ctx.exit(0)
