"""What the documentation takes from the sources: the `dpsym` directive, which runs a command and shows what it prints,
and the pages of the language, of claims, of evaluators, of commands, of the kernel's rules and of the papers.
"""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from docutils import nodes
from docutils.parsers.rst import Directive, directives
from sphinx.application import Sphinx
from sphinx.util import logging

log = logging.getLogger(__name__)
PAGES = "generated"


class Command(Directive):
    """```{dpsym} claim "..."``` is run, and shown with what it prints; `:exit: 1` is the exit code that it must have."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"exit": directives.nonnegative_int}

    def run(self) -> list[nodes.Node]:
        from dpsym.cli import main

        typed = self.arguments[0]
        done = CliRunner().invoke(main, shlex.split(typed))
        wanted = self.options.get("exit", 0)
        if done.exit_code != wanted:
            log.warning(
                "`dpsym %s` left with %s, not %s: %s", typed, done.exit_code, wanted, done.output[-300:]
            )
        text = f"$ dpsym {typed}\n{done.output.rstrip()}"
        block = nodes.literal_block(text, text)
        block["language"] = "text"
        return [block]


# --------------------------------------------------------------------------------------------------- pages
def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; bars in its cells are escaped."""

    def row(cells: Iterable[str]) -> str:
        return "| " + " | ".join(" ".join(str(c).split()).replace("|", r"\|") for c in cells) + " |"

    header = tuple(header)
    return "\n".join([row(header), row("---" for _ in header), *map(row, rows)]) + "\n"


def escaped(text: str) -> str:
    """Prose as Markdown: what docstrings write with stars and underscores is meant as it stands."""
    parts = re.split(r"(`[^`]*`)", text.replace("``", "`"))
    return "".join(p if k % 2 else re.sub(r"([*_<>|\[\]])", r"\\\1", p) for k, p in enumerate(parts))


def language() -> Iterator[str]:
    from dpsym.reference import entries

    yield "# The language of theorem files\n\nAll names that `from dpsym.language import *` brings, by subject.\n"
    yield "Every example was run when this page was made; the letters `x`, `eps`, `delta`, ... are parameters.\n"
    for heading, group in groupby(entries(), key=lambda e: e.heading):
        yield f"## {heading}\n"
        for e in group:
            yield f"### {e.name}\n\n`{e.name}{e.usage}`\n\n{escaped(e.about)}\n"
            printed = e.result()
            yield f"```text\n>>> {e.example}\n{printed}".rstrip() + "\n```\n"


def claims() -> Iterator[str]:
    from dpsym.reference import WORDS

    yield "# The grammar of claims\n\nA claim is `for CONDITIONS: HYPOTHESES => CONCLUSIONS`. The conditions and the hypotheses"
    yield "may be left out. Relations are `<=`, `<`, `>=`, `>`, `=` and `!=`, and may be chained."
    yield "Numbers are exact: 0.1 is one tenth.\n"
    for kind, group in groupby(WORDS, key=lambda w: w.kind):
        yield f"## {kind.capitalize()}\n"
        rows = ((f"`{w.usage}`", w.about, f"`{w.example}`", w.verdict) for w in group)
        yield table(("word", "means", "example", "verdict"), rows)


def evaluators() -> Iterator[str]:
    from dpsym.numbers import registry

    yield '# Evaluators\n\nNamed numbers: `dpsym eval NAME argument=value`, or `dpsym.evaluate("NAME", argument=value)`.'
    yield "Each gives an enclosure with as many digits as are asked for, unless it says otherwise.\n"
    for family, group in groupby(registry.every(), key=lambda e: e.name.partition(".")[0]):
        yield f"## {family}\n"
        for e in group:
            yield f"### {e.name}\n\n`{e.usage}`\n\n{escaped(e.about)}\n"
            yield table(
                ("argument", "meaning", "domain"),
                ((f"`{a.name}`", escaped(a.about), f"`{a.domain}`") for a in e.arguments),
            )
            if e.guarantee != registry.BALL:
                yield f"\nGuarantee: {escaped(e.guarantee)}.\n"


def commands() -> Iterator[str]:
    import click

    from dpsym.cli import main

    yield "# Commands\n\n`dpsym COMMAND --help` shows the same. Each takes `--json`.\n"
    for name in sorted(main.commands):
        context = click.Context(main.commands[name], info_name=f"dpsym {name}")
        yield f"## {name}\n\n```text\n{main.commands[name].get_help(context)}\n```\n"


def rules() -> Iterator[str]:
    from dpsym.kernel.rules import RULES

    yield "# The rules of the kernel\n\nEach takes lines that were checked and gives a new one. `Γ ⊢ φ` says that φ holds in"
    yield "every model of Γ: a model gives every set of outcomes a finite non-empty set and every name a value. What a rule"
    yield "concludes, and why that is sound, is its docstring in `dpsym/kernel/rules.py`, printed here.\n"
    for name, rule in RULES.items():
        yield f"## {name}\n\n{escaped(inspect.getdoc(rule) or '')}\n"


def papers() -> Iterator[str]:
    from dpsym import library
    from dpsym.headings import headings

    yield "# The papers\n\nEvery numbered item of a paper, and the entries of the library that carry it (`dpsym coverage`)."
    yield "How much an entry carries of an item, and with which verdict, `dpsym coverage --paper KEY` says.\n"
    carried: dict[str, list[str]] = {}
    for _, found in headings(library.library_files()):
        for s in found:
            for source in s.source:
                carried.setdefault(str(source), []).append(s.name)
    for key, paper in library.papers().items():
        yield f"## {key}\n\n{paper.authors}: *{paper.title}*, {paper.year}.\n"
        listed = [x for x in library.catalogue().values() if x.paper == paper.key]
        rows = (
            (
                f"`{x.id}`",
                x.kind,
                escaped(x.title),
                ", ".join(f"`{n}`" for n in carried.get(x.id, ())) or "none",
            )
            for x in listed
        )
        yield table(("item", "kind", "title", "entries"), rows)


WRITTEN = {
    "language": language, "claims": claims, "evaluators": evaluators, "commands": commands, "rules": rules, "papers": papers,
}  # fmt: skip


def write(app: Sphinx) -> None:
    """The generated pages; a page that is as it was is left alone, so that it is not built again."""
    folder = Path(app.srcdir) / PAGES
    folder.mkdir(exist_ok=True)
    for name, page in WRITTEN.items():
        path, text = folder / f"{name}.md", "\n".join(page())
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("dpsym", Command)
    app.connect("builder-inited", write)
    return {"parallel_read_safe": False}
