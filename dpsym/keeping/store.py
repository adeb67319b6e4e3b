"""What is kept between runs, in the user's cache directory: certificates, and which of their lines state the steps.

Nothing here is trusted, and nothing that is shown is kept: no verdict, no number.  A certificate counts only after the
kernel has checked it again, and so does each line of it; a damaged, outdated or unreadable file is treated as absent,
and a directory that cannot be written to keeps nothing.  That a search came to nothing is kept for the program that made
it: such a mark saves the same search, and can make no statement proved or refuted.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.keeping.pack import shipped
from dpsym.keeping.points import point_of

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json

FORMAT = 3
LARGEST = 64 * 1024 * 1024  # bytes; a bigger file is not read


def cache_directory() -> Path:
    """DPSYM_CACHE, else dpsym in XDG_CACHE_HOME, else ~/.cache/dpsym."""
    if chosen := os.environ.get("DPSYM_CACHE"):
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    if base and os.path.isabs(base):
        return Path(base) / "dpsym"
    try:
        return Path.home() / ".cache" / "dpsym"
    except RuntimeError:
        return Path(tempfile.gettempdir()) / "dpsym"


def write(path: Path, text: str) -> bool:
    """Put `text` at `path` in one step, so that no reader sees half of it; False when it cannot be done."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as f:
            f.write(text)
        os.replace(temporary, path)
    except (OSError, ValueError):
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        return False
    return True


def text_of(path: Path) -> str | None:
    """The text of a file; None when there is none or it cannot be read."""
    try:
        with open(path, "rb") as f:
            if os.fstat(f.fileno()).st_size > LARGEST:
                return None
            return f.read().decode()
    except (OSError, ValueError, MemoryError):
        return None


def parsed(text: str | None) -> object:
    """The JSON in a text; None when it is none."""
    try:
        return None if text is None else json.loads(text)
    except (ValueError, RecursionError, MemoryError):
        return None


class Certificates:
    """Certificates by key, one file each; what is in none may be among those, or the points, that this copy of dpsym came
    with.

    `get` gives None for whatever is not exactly what `put` wrote.
    """

    def __init__(self, directory: Path | None = None, *, shipped: bool = True) -> None:
        self.directory = (directory or cache_directory()) / f"certificates-{FORMAT}"
        self.shipped = shipped

    def path(self, key: str) -> Path:
        """Where the certificate of a key lies."""
        name = hashlib.sha256(f"{FORMAT}:{key}".encode()).hexdigest()
        return self.directory / name[:2] / name[2:]

    def get(self, key: str) -> Json | None:
        """What is kept under the key, of this directory or shipped with the program; None for nothing or a
        damaged file."""
        text = text_of(self.path(key))
        if text is None:
            return (shipped().get(key) or point_of(key)) if self.shipped else None
        head, _, body = text.partition("\n")
        if head != self._head(key, body):
            return None
        kept = parsed(body)
        return kept if isinstance(kept, dict) else None

    def put(self, key: str, certificate: Json) -> None:
        """Keep a certificate under the key; one that is no JSON data is not kept."""
        try:
            body = json.dumps(certificate, separators=(",", ":")) + "\n"
        except (TypeError, ValueError, RecursionError):
            return
        write(self.path(key), f"{self._head(key, body)}\n{body}")

    @staticmethod
    def _head(key: str, body: str) -> str:
        """The first line of a file: the format, the key, and the digest of the rest."""
        return f"dpsym {FORMAT} {hashlib.sha256(body.encode()).hexdigest()} {key}"


class Nowhere:
    """Keeps certificates for this run only."""

    def __init__(self) -> None:
        self.kept: dict[str, Json] = {}

    def get(self, key: str) -> Json | None:
        """What was kept under the key by this run."""
        return self.kept.get(key)

    def put(self, key: str, certificate: Json) -> None:
        """Keep a certificate for this run."""
        self.kept[key] = certificate
