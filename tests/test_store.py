"""Stored certificates: what was put comes back, everything else reads as absent, and nothing is trusted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dpsym.keeping.store import FORMAT, Certificates, Nowhere, cache_directory
from dpsym.kernel import check, load
from dpsym.language import Chain, Integer, Theorem, exp, parameter, point, variant
from dpsym.language.expressions import as_written
from dpsym.library import Library
from dpsym.reports import Reporter
from dpsym.version import program

KEPT = {"certificate": {"lines": [1, 2]}, "steps": []}

with as_written():
    x = parameter("x", at_least=0)
    SMALL = Theorem(title="Small", claim=x <= x + 1, derivation=Chain(x).le(x + 1, "one is positive"))
    FALSE_LINE = Theorem(
        title="Small",
        claim=x <= x + 1,
        derivation=Chain(x).le(x - 1, "one is negative").le(x + 1, "two is positive"),
    )


def test_what_is_put_comes_back(tmp_path: Path) -> None:
    store = Certificates(tmp_path)
    assert store.get("a") is None
    store.put("a", KEPT)
    assert store.get("a") == KEPT
    assert Certificates(tmp_path).get("a") == KEPT
    assert store.get("b") is None
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "not json",
        lambda text: "[]",
        lambda text: "null",
        lambda text: text.replace(f"dpsym {FORMAT}", "dpsym 0"),
        lambda text: text.replace(f"dpsym {FORMAT}", f"dpsym {FORMAT + 1}"),
        lambda text: text.replace("[1,2]", "[1,3]"),
        lambda text: text.replace(" a\n", " b\n"),
        lambda text: "[" * 100_000,
        lambda text: text.partition("\n")[2],
        lambda text: text + "\n",
    ],
)
def test_damage_reads_as_absent(tmp_path: Path, damage: Any) -> None:
    store = Certificates(tmp_path)
    store.put("a", KEPT)
    path = store.path("a")
    text = path.read_text()
    path.write_text(damage(text))
    assert damage(text) != text
    assert store.get("a") is None
    store.put("a", KEPT)
    assert store.get("a") == KEPT


def test_bytes_that_are_no_text_read_as_absent(tmp_path: Path) -> None:
    store = Certificates(tmp_path)
    store.put("a", KEPT)
    store.path("a").write_bytes(b"\xff\xfe\x00")
    assert store.get("a") is None


def test_an_unwritable_place_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Certificates(tmp_path / "file")
    store.put("a", KEPT)
    assert store.get("a") is None


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path / "own"))
    assert cache_directory() == tmp_path / "own"
    monkeypatch.delenv("DPSYM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory() == tmp_path / "dpsym"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_directory() == Path.home() / ".cache" / "dpsym"


def the_one(directory: Path) -> tuple[str, dict[str, Any]]:
    """Key and content of the only certificate of a theorem kept; instances and values are kept beside it."""
    (found,) = ((key, entry) for key, entry in all_kept(directory) if "-" not in key)
    return found


def all_kept(directory: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Keys and contents of all that is kept."""
    for path in sorted((directory / f"certificates-{FORMAT}").rglob("*")):
        if path.is_file():
            head, _, body = path.read_text().partition("\n")
            yield head.split()[3], json.loads(body)


def verdict(theorem: Theorem, store: Any) -> str:
    return Reporter(Library(), store).verdict(theorem).status


def test_a_stored_certificate_is_checked_by_the_kernel(tmp_path: Path) -> None:
    """A certificate that was tampered with, checksum and all, is refused and the proof found again."""
    store = Certificates(tmp_path)
    assert verdict(SMALL, store) == "proved"
    key, kept = the_one(tmp_path)
    for lines in ([], kept["certificate"]["lines"][:-1], [{"rule": "arith"}]):
        forged = {**kept, "certificate": {**kept["certificate"], "lines": lines}}
        store.put(key, forged)
        assert verdict(SMALL, store) == "proved"
        assert store.get(key) == kept, "the proof was found again and kept"


@pytest.mark.parametrize("kept", [{}, {"certificate": None}, {"certificate": {}, "steps": 5}, {"steps": []}])
def test_a_stored_file_of_another_shape_is_ignored(tmp_path: Path, kept: dict[str, Any]) -> None:
    store = Certificates(tmp_path)
    assert verdict(SMALL, store) == "proved"
    store.put(the_one(tmp_path)[0], kept)
    assert verdict(SMALL, store) == "proved"


def test_a_certificate_of_another_claim_is_refused() -> None:
    store = Nowhere()
    with as_written():
        other = Theorem(title="Other", claim=x <= exp(x), derivation=Chain(x).le(exp(x), "the exponential"))
    assert verdict(SMALL, store) == "proved"
    first = {k: e for k, e in store.kept.items() if "-" not in k}
    assert verdict(other, store) == "proved"
    (key,) = {k for k in store.kept if "-" not in k} - set(first)
    store.kept[key] = next(iter(first.values()))
    assert verdict(other, store) == "proved"
    assert store.kept[key] != next(iter(first.values()))


def test_a_stored_witness_is_checked_for_this_very_claim() -> None:
    """A kept certificate against a claim is used only where the kernel accepts it, and for that claim alone."""
    with as_written():
        one, two = Theorem(title="One", claim=x <= 1), Theorem(title="Two", claim=x <= Integer(2))
    store = Nowhere()
    wrong = variant(one.claim, witness=point({x: 3}))
    for theorem in (one, two):
        against = variant(theorem.claim, witness=point({x: 3}))
        assert Reporter(Library(()), store).refuted(theorem, against).status == "refuted"
    honest = dict(store.kept)
    for key, entry in honest.items():
        others = [e for k, e in honest.items() if k != key]
        empty = (
            {**entry, "certificate": {**entry["certificate"], "lines": []}} if "certificate" in entry else {}
        )
        for false in (*others, empty, {"certificate": None}, {}):
            store.kept = {**honest, key: false}
            found = Reporter(Library(()), store).refuted(one, wrong)
            assert found.status == "refuted" and found.certificate is not None
            claim = check(found.certificate).claim
            assert claim == load(["and", ["<=", 0, 3], ["not", ["<=", 3, 1]]]), "of this very claim"


def test_an_edited_line_is_not_covered_by_an_old_certificate() -> None:
    """The claim is the same, but a line of the derivation is now false."""
    store = Nowhere()
    assert verdict(SMALL, store) == "proved"
    assert verdict(FALSE_LINE, store) == "unknown"
    assert SMALL.claim == FALSE_LINE.claim and Integer(1) == 1


def test_a_mark_that_nothing_was_found_is_that_of_the_same_program() -> None:
    """It saves a search that came to nothing; one of another program, or a damaged one, is not believed."""
    with as_written():
        held = Theorem(title="Held", claim=x <= x + 1)
        false = Theorem(title="False", claim=x <= 1)
    store = Nowhere()
    unfounded = variant(held.claim)
    assert Reporter(Library(()), store).refuted(held, unfounded).status == "unknown"
    (mark,) = (k for k in store.kept if k.startswith("nothing-"))
    assert store.kept[mark] == {"program": program()}
    for forged in ({"program": "0" * 64}, {"program": None}, {}):
        other = Nowhere()
        Reporter(Library(()), other).refuted(false, variant(false.claim))
        places = [f"nothing-{k}" for k in other.kept if k.startswith("point-")]
        assert places
        other.kept = dict.fromkeys(places, forged)
        assert Reporter(Library(()), other).refuted(false, variant(false.claim)).status == "refuted"
