"""Points that come with the library, where near misses fail and hypotheses hold; `dpsym.keeping.make_points` writes them.

A point is only a suggestion: what it shows is shown anew in every first check, and the kernel has the word.  A point of a
statement that has changed since is not found, and searched again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.keeping.pack import short

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json

SHIPPED = Path(__file__).parents[1] / "data" / "points.json"


def without_certificates(kept: Json) -> Json | None:
    """What a store keeps of points, without the certificates; None where it is about something else."""
    if isinstance(kept.get("groups"), list):
        return {"groups": [{"which": g["which"], "point": g["point"]} for g in kept["groups"]]}
    return {"point": kept["point"]} if "point" in kept else None


def text(rows: Mapping[str, Mapping[str, Json]]) -> str:
    """The points of each entry as they are written down: a line for each entry, in the order of their names."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(rows[name], separators=(',', ':'))}"
        for name in sorted(rows)
        if rows[name]
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(path: Path) -> dict[str, dict[str, Json]]:
    """The points of each entry in a file; none where it is absent or damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    rows = found.items() if isinstance(found, dict) else ()
    return {name: points for name, points in rows if isinstance(points, dict)}


@cache
def shipped() -> dict[str, Json]:
    """What this copy of dpsym came with, by the short form of the key in a store."""
    return {
        key: kept
        for points in read(SHIPPED).values()
        for key, kept in points.items()
        if isinstance(kept, dict)
    }


def point_of(key: str) -> Json | None:
    """What is kept of points under the key of a store."""
    return shipped().get(short(key))
