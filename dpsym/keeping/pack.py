"""The certificates that a wheel carries: one compressed file, so that a first check re-checks instead of searching.

`python -m dpsym.keeping.make_pack` writes it.  Like a store it is only a source
of suggestions: the kernel checks what comes from it, and a file that is absent, damaged or of another library gives
nothing.  The verdicts in it are the build's word, shown as such and nowhere used.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json

FORMAT = b"dpsym certificates 1\n"
SHIPPED = Path(__file__).parents[1] / "data" / "certificates.pack"
BLOCK = 400_000  # characters before compression
LARGEST = 1 << 26  # bytes of a block or of the index; a bigger one is not read


def digest_of(files: Iterable[Path]) -> str:
    """A digest of the texts of files, in the order of their names."""
    whole = hashlib.sha256()
    for path in sorted(files, key=lambda p: p.name):
        text = path.read_bytes()
        whole.update(f"{path.name} {len(text)}\n".encode() + text)
    return whole.hexdigest()


def short(key: str) -> str:
    """What the index has for a key."""
    return hashlib.sha256(key.encode()).hexdigest()[:24]


class Pack:
    """A file of certificates by key.  `get` reads the block that has the key; None for whatever cannot be read."""

    def __init__(self, path: Path = SHIPPED) -> None:
        self.path = path
        self.start = 0
        self.index = self._index()
        self.blocks: dict[int, dict[str, str]] = {}

    def _index(self) -> Json:
        try:
            with self.path.open("rb") as f:
                if f.readline() != FORMAT:
                    return {}
                length = int(f.readline())
                found = json.loads(unpacked(f.read(min(length, LARGEST))))
                self.start = f.tell()
        except (OSError, ValueError, EOFError, lzma.LZMAError):
            return {}
        return found if isinstance(found, dict) else {}

    def get(self, key: str) -> Json | None:
        """What is kept under a key."""
        try:
            place = self.index["keys"].get(short(key))
            body = None if place is None else self._block(place).get(key)
            kept = None if body is None else json.loads(body)
        except (
            OSError,
            LookupError,
            TypeError,
            AttributeError,
            ValueError,
            EOFError,
            lzma.LZMAError,
            RecursionError,
        ):
            return None
        return kept if isinstance(kept, dict) else None

    def _block(self, place: int) -> dict[str, str]:
        if place not in self.blocks:
            offset, length = self.index["blocks"][place]
            with self.path.open("rb") as f:
                f.seek(self.start + offset)
                text = unpacked(f.read(min(length, LARGEST))).decode()
            self.blocks[place] = dict(line.split("\t", 1) for line in text.splitlines())
        return self.blocks[place]

    def verdicts(self, files: Iterable[Path]) -> dict[str, str]:
        """The verdicts that the build found, by name; none where the theorem files are not those of the build."""
        said = self.index.get("verdicts")
        if not isinstance(said, dict) or self.index.get("library") != digest_of(files):
            return {}
        return {str(name): str(verdict) for name, verdict in said.items()}


def unpacked(data: bytes) -> bytes:
    """The text of a compressed part; LZMAError where it is none or too large."""
    reader = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=1 << 28)
    text = reader.decompress(data, max_length=LARGEST)
    if not reader.eof:
        raise lzma.LZMAError("a part is cut off or too large")
    return text


@cache
def shipped() -> Pack:
    """What this copy of dpsym came with."""
    return Pack()


def blocks(entries: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """The entries in groups of about one size."""
    group: list[tuple[str, str]] = []
    size = 0
    for key, body in entries:
        group.append((key, body))
        size += len(body)
        if size >= BLOCK:
            yield group
            group, size = [], 0
    if group:
        yield group


def write(path: Path, entries: Iterable[tuple[str, str]], library: str, verdicts: dict[str, str]) -> int:
    """Write a pack; how many bytes it has.  The same entries in the same order give the same bytes."""
    keys: dict[str, int] = {}
    places: list[tuple[int, int]] = []
    data = b""
    for place, group in enumerate(blocks(entries)):
        text = "".join(f"{key}\t{body}\n" for key, body in group).encode()
        packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)
        places.append((len(data), len(packed)))
        data += packed
        keys |= {short(key): place for key, _ in group}
    index = {"keys": keys, "blocks": places, "library": library, "verdicts": verdicts}
    head = lzma.compress(json.dumps(index, separators=(",", ":")).encode(), preset=9)
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = FORMAT + f"{len(head)}\n".encode() + head + data
    path.write_bytes(whole)
    return len(whole)
