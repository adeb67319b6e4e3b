"""The points that come with the library: of this library, used instead of a search, and believed in nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dpsym.keeping import points, store
from dpsym.keeping.make_points import points_of
from dpsym.keeping.pack import short
from dpsym.keeping.points import SHIPPED, read, text
from dpsym.keeping.store import Certificates
from dpsym.language import Theorem, exp, parameter, variant
from dpsym.language.expressions import as_written
from dpsym.library import File, Item, Library, load
from dpsym.prove.variants import near_misses
from dpsym.prove.variants.near_misses import digest_of
from dpsym.reports import Finding, Reporter

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json

with as_written():
    x = parameter("x", at_least=0)
    LINEAR = Theorem(
        title="Linear", claim=1 + x <= exp(x), near_misses={"more": variant(1 + 2 * x <= exp(x))}
    )
FILE = File(Path(__file__), "own", "own", Path(__file__).parent)
LIBRARY = Library((Item("linear", LINEAR, FILE),))


def test_the_points_are_of_this_library() -> None:
    """Each theorem's neighbours have been searched, and nothing is kept of entries that are gone."""
    library = load()
    rows = read(SHIPPED)
    assert SHIPPED.read_text(encoding="utf-8") == text(rows)
    assert not rows.keys() - {item.name for item in library}, "run make points"
    theorems = [item for item in library if isinstance(item.entry, Theorem)]
    old = [i.name for i in theorems if short(f"near-misses-{digest_of(i.entry)}") not in points.shipped()]
    assert not [name for name in old if not library.get(name).entry.cited], "run make points"


def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Json]:
    """The points of the theorem above, as what dpsym came with."""
    first = Certificates(tmp_path / "first", shipped=False)
    Reporter(LIBRARY, first).finding(next(iter(LIBRARY)))
    found = dict(points_of(LIBRARY, first)["linear"])
    assert len(found) >= 3 and "certificate" not in json.dumps(found)
    monkeypatch.setattr(points, "shipped", lambda: found)
    monkeypatch.setattr(store, "shipped", dict)
    return found


def again(directory: Path) -> Finding:
    """The theorem checked with an empty store."""
    return Reporter(LIBRARY, Certificates(directory)).finding(next(iter(LIBRARY)), listed=True)


def test_no_neighbour_is_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*_: object) -> None:
        raise AssertionError("a search")

    before = again(tmp_path / "before")
    kept(tmp_path, monkeypatch)
    monkeypatch.setattr(near_misses, "searched", searched)
    after = again(tmp_path / "second")
    assert after.misses == before.misses and len(after.misses or ()) > 1
    warm = again(tmp_path / "second")  # the certificates that were made are in the store
    assert warm.misses == before.misses


def test_false_points_are_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A point where all neighbours hold, points of another statement, and none at all: each is searched again."""
    before = again(tmp_path / "before")
    found = kept(tmp_path, monkeypatch)
    holds = {"at": [["x", "3"]], "laws": []}
    bad: tuple[Json, ...] = (
        {"point": holds},
        {"groups": [{"which": [0], "point": holds}]},
        {"groups": [{"which": [10**6], "point": holds}]},
        {"groups": [{"which": [0]}]},
        {"groups": [{"which": [0], "point": {"at": [["y", "1"]], "laws": []}}]},
        {"groups": [{"which": [0], "point": {"at": [["x", ["no such operation"]]], "laws": []}}]},
        {"point": None, "groups": None},
        {"point": holds, "certificate": {}},
    )
    for k, data in enumerate(bad):
        monkeypatch.setattr(points, "shipped", lambda d=data: dict.fromkeys(found, d))
        after = again(tmp_path / str(k))
        assert after.declared and len(after.misses or ()) >= len(before.misses or ()) - 1, data
        assert all(m.verdict == "refuted" and m.words != "x = 3" for m in after.misses or ()), data


@pytest.mark.parametrize("damaged", ["", "[]", "{", '{"a": 1}', '{"a": {"b": 2}}'])
def test_a_damaged_file_has_no_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: str) -> None:
    path = tmp_path / "points.json"
    path.write_text(damaged)
    monkeypatch.setattr(points, "SHIPPED", path)
    points.shipped.cache_clear()
    try:
        assert points.shipped() == {}
    finally:
        points.shipped.cache_clear()
