"""The library: what the theorem files state, by name, in the order of the catalogue.

Nothing heavy is imported here until a file is loaded: names and titles for `dpsym list` are read from the
files' text.
"""

from __future__ import annotations

import ast
import csv
import difflib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from dpsym.headings import entry_names, headings
from dpsym.library.files import (
    File,
    LibraryError,
    UnknownName,
    imported,
    library_files,
    user_files,
)

if TYPE_CHECKING:
    from dpsym.language import Chapter
    from dpsym.language.statements import Entry


# --------------------------------------------------------------------------------------------- the catalogue
@dataclass(frozen=True)
class Listed:
    """One item of a paper: its catalogue id, the paper's key, what it is, whether the paper prints it."""

    id: str
    paper: str
    kind: str
    in_paper: bool
    title: str
    rank: int


@dataclass(frozen=True)
class Paper:
    """A paper: its key, the stem of its catalogue ids, year, title and authors."""

    key: str
    prefix: str
    year: str
    title: str
    authors: str


def _rows(name: str) -> list[dict[str, str]]:
    with (Path(__file__).parents[1] / "data" / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


@cache
def catalogue() -> dict[str, Listed]:
    """Every catalogued item by id, in the order of the papers."""
    return {
        r["id"]: Listed(r["id"], r["paper"], r["kind"], r["in_paper"] == "yes", r["title"], rank)
        for rank, r in enumerate(_rows("catalogue.csv"))
    }


@cache
def papers() -> dict[str, Paper]:
    """The papers by key."""
    return {r["key"]: Paper(**r) for r in _rows("papers.csv")}


def paper(key: str) -> Paper:
    """The paper with this key; its ids' stem (`kazan`) and `kazan-2025` are understood too."""
    wanted = key.lower().replace("-", "").replace("_", "")
    for p in papers().values():
        if wanted in (p.key, p.prefix):
            return p
    raise UnknownName(f"there is no paper {key!r}; the papers are {', '.join(papers())}")


def rank_of(sources: Sequence[str]) -> int:
    """The place of an entry in the order of the catalogue; entries without a catalogued source come last."""
    known = catalogue()
    return min((known[s].rank for s in sources if s in known), default=len(known))


def of_paper(sources: Sequence[str], p: Paper) -> list[str]:
    """Those of the sources that are items of the paper."""
    return [s for s in sources if s.startswith(p.prefix + ".")]


# ------------------------------------------------------------------------------------------------ the entries
@dataclass(frozen=True)
class Item:
    """An entry with its name, the file that defines it, and its place among the entries of the file."""

    name: str
    entry: Entry
    file: File
    place: int = 0

    @property
    def order(self) -> tuple[int, str, int]:
        """What entries are sorted by: the rank of their source, then file and place."""
        return (rank_of(self.entry.source), self.file.name, self.place)

    @property
    def line(self) -> int:
        """The line of the file that gives the entry its name; 0 where none is found."""
        name = next((k for k, v in vars(sys.modules[self.file.module]).items() if v is self.entry), "")
        return assigned(ast.parse(self.file.path.read_bytes())).get(name, 0)


def assigned(tree: ast.Module) -> dict[str, int]:
    """Names that the file itself binds, with their lines (not those it imports)."""
    found: dict[str, int] = {}

    def bind(target: ast.AST, line: int) -> None:
        if isinstance(target, ast.Name):
            found.setdefault(target.id, line)
        for part in getattr(target, "elts", ()):
            bind(part, line)

    for node in _statements(tree.body):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                bind(target, node.lineno)
        elif isinstance(node, ast.AnnAssign | ast.For):
            bind(node.target, node.lineno)
    return found


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of the file itself, those inside if, for, with and try included."""
    for node in body:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, part, ()))


@dataclass(frozen=True)
class Broken:
    """A file that could not be loaded, and why."""

    file: File
    reason: str


_entries: dict[Path, tuple[ModuleType, list[Item]]] = {}


def entries_of(file: File) -> list[Item]:
    """The entries that a file defines, in the order of the file."""
    module = imported(file)
    read = _entries.get(file.path)
    if read is None or read[0] is not module:
        read = _entries[file.path] = (module, _entries_in(file, module))
    return read[1]


def _entries_in(file: File, module: ModuleType) -> list[Item]:
    own = module.__entries__
    names = entry_names(file.name, file.path.stem, list(own))
    return [
        Item(name, entry, file, k) for k, (name, entry) in enumerate(zip(names, own.values(), strict=True))
    ]


def chapters() -> dict[str, Chapter]:
    """The subjects of the library by folder, as the files `chapter.py` say."""
    return {
        f.name.removesuffix(".chapter"): _chapter(f) for f in library_files() if f.name.endswith(".chapter")
    }


def chapter(name: str) -> Chapter:
    """The subject of a folder; LibraryError says which there are."""
    files = {f.name.removesuffix(".chapter"): f for f in library_files() if f.name.endswith(".chapter")}
    if name not in files:
        raise UnknownName(f"there is no section {name[:60]!r}; the sections are {', '.join(files)}")
    return _chapter(files[name])


def _chapter(file: File) -> Chapter:
    from dpsym.language import Chapter

    found = [v for v in vars(imported(file)).values() if isinstance(v, Chapter)]
    if not found:
        raise LibraryError(f"{file.path} holds no chapter")
    return found[0]


@dataclass
class Library:
    """The entries of some files, by name, in the order of the catalogue; files that could not be loaded
    apart.
    """

    items: tuple[Item, ...] = ()
    broken: tuple[Broken, ...] = ()
    _by_name: dict[str, Item] = field(default_factory=dict)
    _by_entry: dict[int, Item] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for item in self.items:
            self._by_name.setdefault(item.name, item)
            self._by_entry.setdefault(id(item.entry), item)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def get(self, name: str) -> Item | None:
        """The entry of this full name, or None."""
        return self._by_name.get(name)

    def of(self, entry: Entry) -> Item | None:
        """The item of an entry, found by identity."""
        return self._by_entry.get(id(entry))

    def inside(self, prefix: str) -> list[Item]:
        """The items of a folder or file, by the beginning of their names."""
        return [
            i
            for i in self.items
            if i.name == prefix or i.name.startswith(prefix + ".") or i.file.name == prefix
        ]

    def paper(self, key: str) -> Library:
        """The items that carry something of a paper, in its order."""
        p = paper(key)
        kept = [i for i in self.items if of_paper(i.entry.source, p)]
        kept.sort(key=lambda i: (rank_of(of_paper(i.entry.source, p)), i.file.name, i.place))
        return Library(tuple(kept), self.broken)


def load(files: Iterable[File] | None = None) -> Library:
    """The entries of the files (of the whole library when none are given)."""
    items: list[Item] = []
    broken: list[Broken] = []
    owners: set[int] = set()
    for file in library_files() if files is None else files:
        try:
            found = entries_of(file)
        except LibraryError as e:
            broken.append(Broken(file, str(e)))
            continue
        items += [i for i in found if id(i.entry) not in owners]
        owners |= {id(i.entry) for i in found}
    items.sort(key=lambda i: i.order)
    return Library(tuple(items), tuple(broken))


def naming(p: Paper) -> list[File]:
    """The files of the library whose text names an item of the paper, which every entry that carries one does."""
    stem = f"{p.prefix}.".encode()
    return [f for f in library_files() if stem in f.path.read_bytes()]


def select(arguments: Sequence[str], of: Paper | None = None) -> Library:
    """The items that the arguments name: entries, folders or files of the library, or a user's own paths.

    Without arguments, the whole library, or the files that name an item of the paper.
    """
    if not arguments:
        return load(None if of is None else naming(of))
    known = library_files()
    files: dict[Path, File] = {}
    wanted: list[tuple[str, str]] = []
    for argument in arguments:
        name = argument.strip().removesuffix("/")
        inside = [
            f
            for f in known
            if f.name == name or f.name.startswith(name + ".") or name.startswith(f.name + ".")
        ]
        location, _, attribute = name.partition(":")
        path = Path(location).expanduser()
        if inside and not ("/" in argument and path.exists()):
            wanted.append(("name", name))
        elif location and _reachable(path):
            inside = user_files(path)
            wanted.append(("attribute", attribute) if attribute else ("path", str(path.resolve())))
        else:
            raise UnknownName(nothing_called(argument, known))
        files |= {f.path: f for f in inside}
    everything = load(files.values())
    chosen: dict[int, Item] = {}
    for (kind, value), argument in zip(wanted, arguments, strict=True):
        if kind == "name":
            exact = everything.get(value)
            found = [exact] if exact is not None else everything.inside(value)
        elif kind == "path":
            found = [i for i in everything if str(i.file.path) == value or Path(value) in i.file.path.parents]
        else:
            found = [i for i in everything if i.name.rpartition(".")[2] == value]
        if not found and not everything.broken and kind == "path":
            raise UnknownName(f"{argument}: no theorem, definition, example or figure is stated there")
        if not found and not everything.broken:
            raise UnknownName(nothing_called(argument, known, [i.name for i in everything]))
        chosen |= {id(i.entry): i for i in found}
    items = tuple(i for i in everything if id(i.entry) in chosen)
    return Library(items, everything.broken)


def is_helper(entry: Entry) -> bool:
    """Whether an entry is a fact about numbers that no paper states: a theorem without source, citation, law or outcome."""
    from sympy.core.function import AppliedUndef

    from dpsym.language.expressions import Notion, Outcome, Pair
    from dpsym.language.statements import Theorem

    if not isinstance(entry, Theorem) or entry.source or entry.cites or entry.cited or entry.where:
        return False
    return not any(said.atoms(AppliedUndef, Outcome, Notion, Pair) for said in (*entry.given, entry.claim))


def with_pages(library: Library) -> Library:
    """The entries that have a page of their own: without the helper facts that no page cites.

    A page cites what a step of its derivation uses.  Where helper facts are all there is they keep their pages.
    """
    from dpsym.language.steps import used_in

    paged = [i for i in library if not is_helper(i.entry)]
    cited = {id(u.theorem) for i in paged for u in used_in(getattr(i.entry, "derivation", ()))}
    kept = tuple(i for i in library if not is_helper(i.entry) or id(i.entry) in cited)
    return Library(kept, library.broken) if paged else library


def _reachable(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def find(name: str) -> Item:
    """The one entry of this name (or the only one of a file); LibraryError says what is near when there is
    none.
    """
    found = select([name])
    exact = found.get(name)
    if exact is not None:
        return exact
    if found.broken:
        raise LibraryError(found.broken[0].reason)
    if len(found) == 1:
        return found.items[0]
    if not found.items:
        raise UnknownName(nothing_called(name, library_files()))
    names = ", ".join(i.name for i in found.items[:8]) + (", ..." if len(found) > 8 else "")
    raise UnknownName(f"{name!r} names {len(found)} entries; choose one: {names}")


def nothing_called(argument: str, files: Sequence[File], more: Sequence[str] = ()) -> str:
    """The message that nothing has this name: up to seven names near it, or where to look."""
    shown = argument if len(argument) <= 80 else argument[:77] + "..."
    names = [*more, *(s.name for _, found in headings(files) for s in found), *(f.name for f in files)]
    names += sorted({f.name.partition(".")[0] for f in files})
    close = difflib.get_close_matches(argument[:80], list(dict.fromkeys(names)), 4, 0.6)
    last = argument[:80].rpartition(".")[2]
    close += [n for n in dict.fromkeys(names) if last and n.rpartition(".")[2] == last and n not in close][:3]
    hint = f"; did you mean {' or '.join(close)}?" if close else "; `dpsym list` shows what there is"
    return f"there is no entry, folder or file {shown!r}{hint}"


def stating(ids: Sequence[str]) -> list[str]:
    """The entries of the library that name one of these ids of the catalogue as their source, found without running them."""
    return [s.name for _, found in headings(library_files()) for s in found if set(s.source) & set(ids)]
