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
    package = Path(__file__).parent
    whole = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        with contextlib.suppress(OSError):
            whole.update(f"{path.relative_to(package)} ".encode() + path.read_bytes())
    return whole.hexdigest()
