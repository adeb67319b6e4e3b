"""The signed-off table: what coqc has accepted, for which statement; it ships with dpsym."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parent.parent / "data" / "coq.json"
THEORIES = Path(__file__).parent / "theories"


def meaning_digest() -> str:
    """The sha256 of Meaning.v, on which every statement rests."""
    return hashlib.sha256((THEORIES / "Meaning.v").read_bytes()).hexdigest()


def text(rows: Mapping[str, Any], coq: str) -> str:
    """The table as it is kept: coqc's version, the digest of Meaning.v, a row a theorem."""
    kept = {"coq": coq, "meaning": meaning_digest(), "theorems": rows}
    return json.dumps(kept, indent=1, sort_keys=True) + "\n"


@lru_cache(4)
def read(path: Path = SHIPPED) -> dict[str, Any]:
    """The table of a file; an empty one where there is none."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {"coq": "", "meaning": "", "theorems": {}}


def status(name: str, certificate: Mapping[str, Any] | None, path: Path = SHIPPED) -> dict[str, Any]:
    """What the table says of a theorem as it is now: `accepted`, `refused`, `stale` where its statement or Meaning.v
    is no longer what coqc saw, `not checked`."""
    from dpsym.coq.theorem import statement_digest

    table = read(path)
    row = table["theorems"].get(name)
    if row is None or certificate is None:
        return {"verdict": "not checked"}
    if table["meaning"] != meaning_digest() or row["digest"] != statement_digest(certificate):
        return {"verdict": "stale"}
    return {"verdict": row["verdict"], "coq": table["coq"], "digest": row["digest"], "axioms": row["axioms"]}
