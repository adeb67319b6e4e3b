"""The signed-off table: what coqc has accepted, for which statement; it ships with dpsym."""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from pathlib import Path

from dpsym.coq.names import THEORIES
from dpsym.kernel.terms import Json

SHIPPED = Path(__file__).parent.parent / "data" / "coq.json"
COMMENT = re.compile(r"\(\*|\*\)")


def code(text: str) -> str:
    """Coq text without its comments, spaces made one: what coqc reads."""
    depth, kept, at = 0, [], 0
    for m in COMMENT.finditer(text):
        if not depth:
            kept.append(text[at : m.start()])
        depth += 1 if m[0] == "(*" else -1
        at = m.end()
    return " ".join("".join([*kept, text[at:]]).split())


def digest_of_code(name: str) -> str:
    """The sha256 of one of the theories, comments aside."""
    text = (THEORIES / f"{name}.v").read_text(encoding="utf-8")
    return hashlib.sha256(code(text).encode()).hexdigest()


def meaning_digest() -> str:
    """The sha256 of Meaning.v and Pairs.v, comments aside, on which every statement rests."""
    return hashlib.sha256(f"{digest_of_code('Meaning')} {digest_of_code('Pairs')}".encode()).hexdigest()


def text(rows: Json, coq: str) -> str:
    """The table as it is kept: coqc's version, the digest of Meaning.v, a line a theorem."""
    lines = [f"  {json.dumps(name)}: {json.dumps(row, sort_keys=True)}" for name, row in sorted(rows.items())]
    head = f'{{"coq": {json.dumps(coq)}, "meaning": "{meaning_digest()}", "theorems": {{\n'
    return head + ",\n".join(lines) + "\n}}\n"


def with_kept(rows: Json, coq: str, path: Path) -> Json:
    """The rows of these that coqc has settled and the others of the table at `path`, as long as coqc and Meaning.v are
    those of then: what was accepted is true whatever else has been checked since."""
    table = _read(path)
    same = table["coq"] == coq and table["meaning"] == meaning_digest()
    settled = {n: r for n, r in rows.items() if r["verdict"] in ("accepted", "refused")}
    return {**(table["theorems"] if same else {}), **settled}


def _read(path: Path) -> Json:
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {"coq": "", "meaning": "", "theorems": {}}


@lru_cache(4)
def read(path: Path = SHIPPED) -> Json:
    """The table of a file; an empty one where there is none."""
    return _read(path)


def status(name: str, certificate: Json | None, path: Path = SHIPPED) -> Json:
    """What the table says of a theorem as it is now: `accepted`, `refused`, `stale` where its statement or Meaning.v
    is no longer what coqc saw, `not checked`. Each with coqc's version and the digest of the statement that it saw."""
    from dpsym.coq.theorem import statement_digest

    table = read(path)
    row = table["theorems"].get(name)
    if row is None or certificate is None:
        return {"verdict": "not checked"}
    if table["meaning"] != meaning_digest() or row["digest"] != statement_digest(certificate):
        return {"verdict": "stale", "coq": table["coq"], "digest": row["digest"]}
    return {"verdict": row["verdict"], "coq": table["coq"], "digest": row["digest"], "axioms": row["axioms"]}


def words(found: Json) -> str:
    """What `status` found as a sentence; empty where Coq has not been asked."""
    if found["verdict"] == "not checked":
        return ""
    which = f"statement {found['digest'][:12]}"
    if found["verdict"] == "stale":
        return f"Stale: Coq {found['coq']} saw another statement, {which}."
    return f"{found['verdict'].capitalize()} by Coq {found['coq']}, {which}."
