"""`python -m dpsym.keeping.make_pack [FILE]` writes the certificates that a wheel carries: what a check asks for."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.keeping.pack import SHIPPED, digest_of, write
from dpsym.keeping.store import Certificates
from dpsym.library import Library, library_files, load
from dpsym.reports import Reporter

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json


class Asked:
    """A store that remembers, in order, what it was asked for."""

    def __init__(self, store: Certificates) -> None:
        self.store = store
        self.keys: dict[str, None] = {}

    def get(self, key: str) -> Json | None:
        """What the store has under the key, which is noted."""
        self.keys[key] = None
        return self.store.get(key)

    def put(self, key: str, certificate: Json) -> None:
        """Keep a certificate in the store."""
        self.store.put(key, certificate)

    def entries(self) -> Iterator[tuple[str, str]]:
        """What was asked for and is there."""
        for key in self.keys:
            if (found := self.store.get(key)) is not None:
                yield key, json.dumps(found, separators=(",", ":"))


def pack(library: Library, path: Path, store: Certificates) -> list[str]:
    """Check the library with the store and write what was asked for; the names of what is not as declared."""
    asked = Asked(store)
    reporter = Reporter(library, asked)
    found = [reporter.finding(item, steps=False) for item in library]
    digest = digest_of(f.path for f in library_files())
    size = write(path, asked.entries(), digest, {f.name: f.shown for f in found})
    print(f"{path}: {size} bytes, {len(asked.keys)} certificates of {len(found)} entries", file=sys.stderr)
    return [f.name for f in found if not f.declared]


def main(arguments: Sequence[str] = ()) -> int:
    """Pack the whole library with the user's store; 1 where something is not as declared."""
    library = load()
    path = Path(arguments[0]) if arguments else SHIPPED
    wrong = pack(library, path, Certificates(shipped=False))
    for name in wrong:
        print(f"not as declared: {name}", file=sys.stderr)
    return 1 if wrong or library.broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
