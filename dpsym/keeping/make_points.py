"""`python -m dpsym.keeping.make_points [FILE]` writes the points that come with the library, from a check with your store."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.keeping.make_pack import Asked
from dpsym.keeping.pack import short
from dpsym.keeping.points import SHIPPED, text, without_certificates
from dpsym.keeping.store import Certificates
from dpsym.library import Library, load
from dpsym.reports import Reporter

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json


def points_of(library: Library, store: Certificates) -> dict[str, dict[str, Json]]:
    """What a check of the library asks the store for that is about points, by the entry that asks first."""
    asked = Asked(store)
    reporter = Reporter(library, asked)
    rows: dict[str, dict[str, Json]] = {}
    for item in library:
        before = len(asked.keys)
        reporter.finding(item, steps=False)
        rows[item.name] = row = {}
        for key in list(asked.keys)[before:]:
            kept = store.get(key)
            said = None if kept is None else without_certificates(kept)
            if said is not None:
                row[short(key)] = said
    return rows


def main(arguments: Sequence[str] = ()) -> int:
    """Write the points of the whole library."""
    path = Path(arguments[0]) if arguments else SHIPPED
    rows = points_of(load(), Certificates(shipped=False))
    path.write_text(text(rows), encoding="utf-8")
    print(f"{path}: {path.stat().st_size} bytes, {sum(map(len, rows.values()))} keys", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
