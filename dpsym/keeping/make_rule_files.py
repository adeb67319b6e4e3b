"""`python -m dpsym.keeping.make_rule_files [FILE]` writes which theorem files hold rules for the search, from all of them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from importlib.util import resolve_name
from pathlib import Path

from dpsym.keeping.rule_files import SHIPPED, Row, Rows, digest, readers, text
from dpsym.language import Theorem
from dpsym.library import File, LibraryError, library_files, load
from dpsym.library.files import PACKAGE
from dpsym.prove.library.best_tests import BestTests
from dpsym.prove.library.rules import Index


def imported(file: File) -> Iterator[str]:
    """The modules that the text of a file imports, or may import: what is taken from a package may be one."""
    for node in ast.walk(ast.parse(file.path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = file.module.rpartition(".")[0]
            base = resolve_name("." * node.level + (node.module or ""), package)
            yield base
            yield from (f"{base}.{a.name}" for a in node.names)


def uses(file: File, files: Sequence[File]) -> tuple[str, ...]:
    """The names of the theorem files that a file imports."""
    by_module = {f.module: f.name for f in files}
    found = {m for m in imported(file) if m.startswith(f"{PACKAGE}.")}
    return tuple(sorted(by_module[m] for m in found & by_module.keys()))


def rules_among(named: Sequence[tuple[str, Theorem]]) -> set[str]:
    """The names of the theorems that the search may use."""
    index, tests = Index(named), BestTests(named)
    rules = (*index.rules, *index.several, *index.processing, *index.listed)
    best = set() if tests.exists is None else {tests.exists.name}
    return {r.name for r in rules} | {a.name for a in tests.about} | best


def rows_of(files: Sequence[File]) -> Rows:
    """What is to be known of these files, from their theorems; LibraryError where one of them cannot be loaded."""
    library = load(files)
    if library.broken:
        raise LibraryError(library.broken[0].reason)
    named = [(i.name, i.entry) for i in library if isinstance(i.entry, Theorem)]
    rules = rules_among(named) | rules_among([(n, t) for n, t in named if not t.cited])
    some = {i.file.name for i in library if i.name in rules}
    return Rows(readers(), {f.name: Row(digest(f), uses(f, files), f.name in some) for f in files})


def main(arguments: Sequence[str] = ()) -> int:
    """Write what is known of the files of the library."""
    path = Path(arguments[0]) if arguments else SHIPPED
    rows = rows_of(library_files())
    path.write_text(text(rows), encoding="utf-8")
    some = sum(1 for row in rows.files.values() if row.rules)
    print(
        f"{path}: {path.stat().st_size} bytes, {some} of {len(rows.files)} files hold rules", file=sys.stderr
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
