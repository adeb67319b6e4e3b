"""Titles are read from the text of a file; what is kept of them is that of this very text, or is not used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dpsym.headings import KEPT, Heading, headings
from dpsym.library import user_files

TEXT = '''"""A file."""
from dpsym.language import *

eps = parameter("eps", at_least=0)
a = Theorem(title="First", source=("kazan.thm3.9", whole_of("kazan.lem3.4")), claim=eps >= 0)
b = Example(title=f"computed {1}")
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "mine.py"
    path.write_text(TEXT)
    return path


def read(path: Path) -> tuple[Heading, ...]:
    ((_, found),) = headings(user_files(path))
    return found


def expected(name: str) -> tuple[Heading, ...]:
    return (
        Heading(f"{name}.a", "First", ("kazan.thm3.9", "kazan.lem3.4"), "theorem", 0),
        Heading(f"{name}.b", "", (), "example", 1),
    )


def test_what_is_kept_is_what_was_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = user_files(file)[0].name
    assert read(file) == expected(name)
    monkeypatch.setattr("dpsym.headings._read", lambda *given: pytest.fail("the text is read again"))
    assert read(file) == expected(name)


def test_a_changed_text_is_read_anew(file: Path) -> None:
    read(file)
    file.write_text(TEXT.replace("First", "Second"))
    assert [s.title for s in read(file)] == ["Second", ""]
    file.write_text("this is not Python")
    assert read(file) == ()


@pytest.mark.parametrize(
    "entry",
    [None, 3, [], {}, "x", [None], ["DIGEST", 3], ["DIGEST", ["n", "t", "s", "k", 0]], ["DIGEST", ["n", "t", [1], "k", 0]],
     ["DIGEST", ["n", "t", [], "k"]], ["0" * 64, ["n", "Another title", [], "theorem", 0]], ["DIGEST", [1, 2, [], 3, 4]]],
)  # fmt: skip
def test_what_is_of_another_shape_or_text_is_not_used(file: Path, entry: Any) -> None:
    first = read(file)
    kept = file.parent / "cache" / KEPT
    ((digest, *_),) = json.loads(kept.read_text()).values()
    kept.write_text(
        json.dumps(
            {str(file): [digest if e == "DIGEST" else e for e in entry] if isinstance(entry, list) else entry}
        )
    )
    assert read(file) == first


@pytest.mark.parametrize("whole", ["", "[]", "null", "{", "[" * 10_000, "\x00"])
def test_a_damaged_store_is_absent(file: Path, whole: str) -> None:
    first = read(file)
    (file.parent / "cache" / KEPT).write_text(whole)
    assert read(file) == first
