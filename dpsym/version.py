"""The version of dpsym: what pages, messages and `dpsym --version` name; and the digest of the program as it is."""

from __future__ import annotations

import contextlib
import hashlib
from functools import cache
from pathlib import Path

__version__ = "0.1.0"


# what a search for a witness may import: its own folder and what lies below it, but for the theorems
SEARCHED_BY = frozenset(
    ("deadline", "faults", "kernel", "language", "lift", "numerals", "prove", "reals", "sheets", "version")
)


@cache
def program() -> str:
    """The digest of the program that searches: what it did not find, another one may find."""
    return digest_of_program(Path(__file__).parent)


def digest_of_program(package: Path) -> str:
    """The same for a folder of dpsym, of which only some searches: a page or a claim that is changed finds no other witness."""
    whole = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package)
        if name.parts[0].removesuffix(".py") in SEARCHED_BY:
            with contextlib.suppress(OSError):
                whole.update(f"{name} ".encode() + path.read_bytes())
    return whole.hexdigest()
