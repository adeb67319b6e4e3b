"""What the shell offers when Tab is pressed: names of entries, evaluators, words of the language, keys of papers."""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

MOST = 40  # files that are read for the names of their entries


def entries(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Entries whose names begin so, read from the text of their files; the files where these would be many, and paths."""
    from dpsym.headings import headings
    from dpsym.library import library_files

    if typed.startswith((".", "/", "~")) or "/" in typed:
        return [CompletionItem(typed, type="file")]
    files = [f for f in library_files() if f.name.startswith(typed) or typed.startswith(f"{f.name}.")]
    if len(files) > MOST:
        depth = typed.count(".") + 1
        return items(typed, (".".join(f.name.split(".")[:depth]) for f in files))
    return items(typed, (s.name for _, found in headings(files) for s in found))


def evaluators(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Named evaluators and entries whose names begin so."""
    from importlib import import_module

    from dpsym.numbers.registry import FAMILIES, declared

    family = typed.partition(".")[0]
    if family in FAMILIES:
        module = import_module(f"dpsym.numbers.{family}")
        found = [f"{family}.{name}" for name in declared(module.__name__)]
    else:
        found = [f"{f}." for f in FAMILIES]
    return items(typed, found) + entries(context, parameter, typed)


def words(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Words of the language that begin so."""
    import dpsym.language

    return items(typed, dpsym.language.__all__)


def papers(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Keys of papers that begin so."""
    from dpsym.library import papers as known

    return items(typed, known())


def items(typed: str, names: Iterable[str]) -> list[CompletionItem]:
    """Those of the names that begin as typed, in order, each once."""
    return [CompletionItem(n) for n in sorted(set(names)) if n.startswith(typed)]


__all__ = ["entries", "evaluators", "papers", "words"]
