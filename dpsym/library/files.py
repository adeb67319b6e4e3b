"""The files of theorems: which there are, as modules of which package, and how one is imported.

A user's own folder is a package whose modules are its files, read as the library's are.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

PACKAGE = "dpsym.derivations"


class LibraryError(Exception):
    """A file or a name that cannot be used; the message says why in plain words."""


class UnknownName(LibraryError):
    """No entry has this name."""


@dataclass(frozen=True)
class File:
    """A theorem file: its path, the module it is imported as, and the name its entries begin with."""

    path: Path
    module: str
    name: str
    root: Path

    @property
    def digest(self) -> str:
        """The SHA-256 of the file's bytes."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


def roots() -> list[Path]:
    """The folders of the library: beside the package in a wheel, beside the project in a checkout."""
    package = importlib.import_module(PACKAGE)
    found = [Path(p).resolve() for p in package.__path__]
    return list(dict.fromkeys(p for p in found if p.is_dir()))


def _is_part(name: str) -> bool:
    return name.isidentifier() and not name.startswith("_")


def _walk(root: Path, module: str, name: str) -> Iterator[File]:
    for folder, below, files in os.walk(root):
        below[:] = sorted(d for d in below if _is_part(d))
        for file in sorted(files):
            path = Path(folder, file)
            parts = path.relative_to(root).with_suffix("").parts
            if path.suffix == ".py" and all(map(_is_part, parts)):
                full = (*([name] if name else []), *parts)
                yield File(path, ".".join((module, *parts)), ".".join(full), root)


def library_files() -> list[File]:
    """The files of the library, in the order of their names."""
    found: dict[str, File] = {}
    for root in roots():
        for file in _walk(root, PACKAGE, ""):
            found.setdefault(file.name, file)
    return [found[name] for name in sorted(found)]


def user_files(path: Path) -> list[File]:
    """The files of a user's folder, or one file in it, as modules of a package named after the folder."""
    path = path.resolve()
    if path.is_file() and path.suffix != ".py":
        raise LibraryError(f"{path} is not a Python file")
    root = path if path.is_dir() else path.parent
    for home in roots():
        if root == home or home in root.parents or (path.is_dir() and root in home.parents):
            inside = [f for f in library_files() if f.path == path or path in f.path.parents]
            if not inside:
                raise LibraryError(f"there is no theorem file in {path}")
            return inside
    name = _package_for(root)
    found = list(_walk(root, name, name))
    if path.is_file():
        if not _is_part(path.stem):
            raise LibraryError(
                f"{path.name}: a theorem file's name is a Python name (letters, digits, underscores)"
            )
        found = [f for f in found if f.path == path]
    else:
        found = [f for f in found if _states_something(f.path)]
    if not found:
        raise LibraryError(f"there is no theorem file in {path}")
    return found


def _states_something(path: Path) -> bool:
    """Whether a file of a user's folder mentions dpsym at all; others are not run."""
    try:
        return "dpsym" in path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


_packages: dict[str, Path] = {}


def _package_for(root: Path) -> str:
    """An empty package whose submodules are the files of the folder."""
    for name, known in _packages.items():
        if known == root:
            return name
    stem = re.sub(r"\W", "_", root.name) or "folder"
    stem = stem if stem.isidentifier() and not stem.startswith("_") else f"folder_{stem}"
    name, count = stem, 1
    while name in sys.modules or name in sys.stdlib_module_names or _exists(name, root):
        count += 1
        name = f"{stem}_{count}"
    module = ModuleType(name)
    module.__path__ = [str(root)]
    sys.modules[name] = module
    _packages[name] = root
    _install()
    return name


def _exists(name: str, root: Path) -> bool:
    """Whether Python finds another package of this name than the folder itself."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return False
    return spec is not None and str(root) not in map(str, spec.submodule_search_locations or ())


class _AsWritten(importlib.abc.MetaPathFinder):
    """Reads the files of a user's folder as the library's are read: what is written is what is printed."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if "." not in fullname or fullname.partition(".")[0] not in _packages:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            loader = importlib.import_module(PACKAGE).AsWrittenLoader
            spec.loader = loader(spec.loader.name, spec.loader.path)
        return spec


class _Siblings(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Lets a user's file write `import sibling` for the file beside it."""

    root = ""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        if self.root and "." not in fullname and (_packages[self.root] / f"{fullname}.py").is_file():
            return importlib.machinery.ModuleSpec(fullname, self)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(f"{self.root}.{spec.name}")
        _aliases[spec.name] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """The module has run already, under its full name; give it back its own description."""
        assert module.__spec__ is not None
        module.__spec__ = _aliases[module.__spec__.name]


_aliases: dict[str, ModuleSpec | None] = {}
_siblings = _Siblings()


def _install() -> None:
    if _siblings not in sys.meta_path:
        importlib.import_module(PACKAGE)
        sys.meta_path.insert(0, _AsWritten())
        sys.meta_path.append(_siblings)


def imported(file: File) -> ModuleType:
    """The module of a file; LibraryError in plain words when it cannot be loaded."""
    package = file.module.partition(".")[0]
    _siblings.root = package if package in _packages else ""
    try:
        return importlib.import_module(file.module)
    except Exception as e:
        raise LibraryError(_plain_words(file, e)) from e
    finally:
        for alias in _aliases:
            sys.modules.pop(alias, None)
        _aliases.clear()
        _siblings.root = ""


def _plain_words(file: File, e: BaseException) -> str:
    """Why a file cannot be loaded: where, and in a circle through which files."""
    frames = [f for f in traceback.extract_tb(e.__traceback__) if not f.filename.startswith("<")]
    own = str(Path(__file__).parents[1])
    inside = [
        f for f in frames if not f.filename.startswith(own) or "derivations" in Path(f.filename).parts[-3:]
    ]
    inside = [f for f in inside if Path(f.filename).suffix == ".py" and _is_theorem_file(f.filename, file)]
    if isinstance(e, SyntaxError):
        return f"{e.filename}, line {e.lineno}: not valid Python: {e.msg}"
    here = f"{inside[-1].filename}, line {inside[-1].lineno}" if inside else str(file.path)
    if isinstance(e, ImportError) and ("partially initialized" in str(e) or "circular import" in str(e)):
        names = [Path(f.filename).stem for f in inside]
        circle = [*dict.fromkeys(names)]
        return (
            f"{here}: circular use: {' uses '.join([*circle, circle[0]]) if circle else file.name}; "
            "a theorem cannot rest on itself"
        )
    if isinstance(e, ModuleNotFoundError):
        return f"{here}: there is no module {e.name}"
    if isinstance(e, ImportError):
        return f"{here}: {e}"
    if type(e).__name__ == "StatementError":
        return f"{here}: {e}"
    if isinstance(e, TypeError) and "truth value of Relational" in str(e):
        return f"{here}: a comparison cannot be chained or used as a truth value; write two: 0 < p, p < 1"
    if isinstance(e, TypeError) and "unexpected keyword argument" in str(e):
        return f"{here}: {e}{fields_of(str(e).partition('(')[0].partition('.')[0])}"
    if isinstance(e, TypeError) and "Cannot convert expression to float" in str(e):
        return (
            f"{here}: a function of Python's numbers, such as math.exp, cannot take a parameter; exp, log, sqrt and the "
            "others come from dpsym.language"
        )
    return f"{here}: {type(e).__name__}: {e}"


def fields_of(name: str) -> str:
    """The fields of a kind of entry, or the arguments of a function of the language, in words; empty where it is none."""
    import dataclasses
    import inspect

    from dpsym import language

    kind = getattr(language, name, None) if name.isidentifier() else None
    if inspect.isfunction(kind):
        return f"; it takes {', '.join(inspect.signature(kind).parameters)}"
    if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
        return ""
    return f"; the fields are {', '.join(f.name for f in dataclasses.fields(kind) if f.init and f.name[0] != '_')}"


def _is_theorem_file(name: str, file: File) -> bool:
    path = Path(name)
    places = [*roots(), *_packages.values(), file.root]
    return any(p in path.resolve().parents for p in places) and path.name != "__init__.py"
