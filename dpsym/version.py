"""The version of dpsym: what pages, messages and `dpsym --version` name; and the digest of the program as it is."""

from __future__ import annotations

import contextlib
import hashlib
from functools import cache
from pathlib import Path

__version__ = "0.1.0"


@cache
def program() -> str:
    """The digest of the program that searches: what it did not find, another one may find."""
    return digest_of_program(Path(__file__).parent)


def digest_of_program(package: Path) -> str:
    """The same for a folder of dpsym; the theorems, which only a wheel has in it, are no part of it."""
    whole = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package)
        if name.parts[0] != "derivations":
            with contextlib.suppress(OSError):
                whole.update(f"{name} ".encode() + path.read_bytes())
    return whole.hexdigest()
