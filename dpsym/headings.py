"""Titles without importing: what the text of a theorem file says of its entries, read without running it.

Reading the whole library takes half a second, so what was read is kept in the user's cache under the digest of the text
and of this file.  Only names, titles and sources are kept, no verdict; whatever is not of the shape written here is read anew.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.keeping.store import cache_directory, parsed, text_of, write

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json
    from dpsym.library.files import File

KEPT = "titles.json"
KINDS = {
    "Theorem": "theorem",
    "Definition": "definition",
    "Example": "example",
    "Figure": "figure",
    "Background": "background",
}


@dataclass(frozen=True)
class Heading:
    """What the text of a file says of an entry, without running it."""

    name: str
    title: str
    source: tuple[str, ...]
    kind: str
    place: int


def headings(files: Iterable[File]) -> Iterator[tuple[File, tuple[Heading, ...]]]:
    """Each file with its entries, read from its text; a file that cannot be read or is not Python has none."""
    kept = _kept()
    new: Json = {}
    for file in files:
        try:
            text = file.path.read_bytes()
        except OSError:
            yield file, ()
            continue
        digest = hashlib.sha256(b"\0".join((_reader(), file.name.encode(), text))).hexdigest()
        found = _as_kept(kept.get(str(file.path)), digest)
        if found is None:
            found = tuple(_read(file.name, file.path.stem, text))
            new[str(file.path)] = [digest, *map(astuple, found)]
        yield file, found
    if new:
        write(cache_directory() / KEPT, json.dumps(kept | new))


def entry_names(file: str, stem: str, attributes: Sequence[str]) -> list[str]:
    """What the entries of a file are called: as the file, where one is named like it or stands alone."""
    return [file if a == stem or len(attributes) == 1 else f"{file}.{a}" for a in attributes]


# -------------------------------------------------------------------------------------------- what is kept
@cache
def _reader() -> bytes:
    """The digest of this file: what another reader read is not used."""
    return hashlib.sha256(Path(__file__).read_bytes()).digest()


def _kept() -> Json:
    found = parsed(text_of(cache_directory() / KEPT))
    return found if isinstance(found, dict) else {}


def _as_kept(entry: object, digest: str) -> tuple[Heading, ...] | None:
    """The entries of a file as they were kept for this very text; None for whatever else stands there."""
    if not isinstance(entry, list) or not entry or entry[0] != digest:
        return None
    found = []
    for row in entry[1:]:
        match row:
            case [str(name), str(title), [*source], str(kind), int(place)] if all(
                isinstance(s, str) for s in source
            ):
                found.append(Heading(name, title, tuple(source), kind, place))
            case _:
                return None
    return tuple(found)


# ---------------------------------------------------------------------------------------- what the text says
def _read(file: str, stem: str, text: bytes) -> list[Heading]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    called = {getattr(getattr(getattr(n, "value", None), "func", None), "id", "") for n in tree.body}
    functions = (n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in called)
    makers = {k: made for k, made in map(_maker, functions) if made is not None}
    found: list[tuple[str, ast.Call, dict[str, ast.expr]]] = []
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        call = getattr(node, "value", None)
        if len(targets) != 1 or not isinstance(targets[0], ast.Name) or not isinstance(call, ast.Call):
            continue
        made_by = getattr(call.func, "id", "")
        if made_by in KINDS:
            found.append((targets[0].id, call, {}))
        elif made_by in makers:
            names, made = makers[made_by]
            found.append((targets[0].id, made, dict(zip(names, call.args, strict=False))))
    names = entry_names(file, stem, [a for a, _, _ in found])
    line = dict(zip(names, range(len(names)), strict=True))
    result = []
    for name, (_, call, told) in zip(names, found, strict=True):
        nodes = {k.arg: told.get(getattr(k.value, "id", ""), k.value) for k in call.keywords}
        source = _ids(nodes.get("source"))
        title, kind = (_literal(nodes[k]) if k in nodes else None for k in ("title", "kind"))
        kind = kind if isinstance(kind, str) else KINDS[getattr(call.func, "id", "")]
        result.append(Heading(name, title if isinstance(title, str) else "", source, kind, line[name]))
    return result


def _maker(node: ast.stmt) -> tuple[str, tuple[list[str], ast.Call] | None]:
    """The entry that a function of the file returns, where it returns one, with the names of what the function takes."""
    if isinstance(node, ast.FunctionDef):
        for part in ast.walk(node):
            value = part.value if isinstance(part, ast.Return) else None
            if isinstance(value, ast.Call) and getattr(value.func, "id", "") in KINDS:
                return node.name, ([a.arg for a in node.args.args], value)
    return "", None


def _ids(node: ast.AST | None) -> tuple[str, ...]:
    """The ids of a source as written: an id, whole_of(id), part_of(id, ...), or several of them."""
    if isinstance(node, ast.Tuple | ast.List):
        return tuple(s for n in node.elts for s in _ids(n))
    if isinstance(node, ast.Call):
        return _ids(node.args[0]) if node.args else ()
    value = _literal(node) if node is not None else None
    return (value,) if isinstance(value, str) else ()


def _literal(node: ast.AST) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
