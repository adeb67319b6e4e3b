"""Which theorem files hold rules for the search; `dpsym.keeping.make_rule_files` writes it down.

A claim loads these files only, and what they use.  What is written down is believed of a file only as long as its text and
the texts of all files that it uses are those that were looked at, and theorems are read as rules as they were then: any
other file is loaded.  So an old list costs time, never a proof.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from dpsym.keeping.pack import digest_of
from dpsym.library import File

PACKAGE = Path(__file__).parents[1]
SHIPPED = PACKAGE / "data" / "rule_files.json"
READERS = [PACKAGE / "prove" / "library" / name for name in ("best_tests.py", "forms.py", "rules.py")]


@dataclass(frozen=True)
class Row:
    """What is known of a theorem file: a digest of its text, the files that it uses, whether it holds rules."""

    text: str
    uses: tuple[str, ...]
    rules: bool


@dataclass(frozen=True)
class Rows:
    """What is known of all files, by their names, and the digest of the code that read their theorems as rules."""

    readers: str
    files: Mapping[str, Row]

    def trusted(self, texts: Mapping[str, str]) -> set[str]:
        """The files of which the rows still speak: they and all that they use have these texts."""
        if self.readers != readers():
            return set()
        found = {name for name, row in self.files.items() if texts.get(name) == row.text}
        while True:
            kept = {name for name in found if found.issuperset(self.files[name].uses)}
            if kept == found:
                return kept
            found = kept

    def needed(self, files: Sequence[File]) -> list[File]:
        """Those of the files that hold rules for the search, or of which this is not known."""
        trusted = self.trusted({f.name: digest(f) for f in files})
        return [f for f in files if f.name not in trusted or self.files[f.name].rules]


def digest(file: File) -> str:
    """A short digest of the text of a file."""
    return hashlib.sha256(file.path.read_bytes()).hexdigest()[:16]


@cache
def readers() -> str:
    """A digest of the code that says which theorems are rules."""
    return digest_of(READERS)[:16]


def text(rows: Rows) -> str:
    """The rows as they are written down: a line for each file, in the order of their names."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(asdict(row), separators=(',', ':'))}"
        for name, row in sorted(rows.files.items())
    ]
    return f'{{"readers": {json.dumps(rows.readers)}, "files": {{\n' + ",\n".join(lines) + "\n}}\n"


def read(path: Path) -> Rows:
    """The rows in a file; none where it is absent or damaged."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        rows = {name: row_of(fields) for name, fields in found["files"].items()}
        return Rows(str(found["readers"]), rows)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Rows("", {})


def row_of(fields: Mapping[str, object]) -> Row:
    """A row from what is written down; TypeError or LookupError where it is none."""
    used, rules = fields["uses"], fields["rules"]
    if not isinstance(used, list) or not isinstance(rules, bool):
        raise TypeError
    return Row(str(fields["text"]), tuple(map(str, used)), rules)


@cache
def shipped() -> Rows:
    """What this copy of dpsym came with."""
    return read(SHIPPED)


def with_rules(files: Sequence[File]) -> list[File]:
    """Those of the files that a search for claims has to load, in their order."""
    return shipped().needed(files)
