"""The certificates that a wheel carries: what was packed comes back, and damage reads as absent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpsym.keeping import pack, store
from dpsym.keeping.make_pack import Asked
from dpsym.keeping.pack import BLOCK, Pack, digest_of, write
from dpsym.keeping.store import Certificates
from dpsym.language import Chain, Theorem, exp, parameter, variant
from dpsym.language.expressions import as_written
from dpsym.library import File, Item, Library
from dpsym.prove.session import Session
from dpsym.reports import Reporter
from dpsym.version import digest_of_program

with as_written():
    x = parameter("x", at_least=0)
    LINEAR = Theorem(
        title="Linear", claim=1 + x <= exp(x), near_misses={"more": variant(1 + 2 * x <= exp(x))}
    )
    SHIFTED = Theorem(
        title="Shifted",
        claim=2 + x <= 1 + exp(x),
        derivation=Chain(2 + x).le(1 + exp(x), "one more", by=LINEAR),
    )
FILE = File(Path(__file__), "own", "own", Path(__file__).parent)
LIBRARY = Library((Item("linear", LINEAR, FILE), Item("shifted", SHIFTED, FILE)))
ENTRIES = [(f"key-{k}", json.dumps({"n": k, "text": "\t\n é \u2028" * 9})) for k in range(50)]


def test_what_is_packed_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "BLOCK", 1000)  # several blocks
    path = tmp_path / "a.pack"
    size = write(path, ENTRIES, "digest", {"name": "proved"})
    assert size == path.stat().st_size < BLOCK
    found = Pack(path)
    assert len(found.index["blocks"]) > 3
    assert [found.get(key) for key, _ in ENTRIES] == [json.loads(body) for _, body in ENTRIES]
    assert found.get("key-50") is None
    again = tmp_path / "b.pack"
    write(again, ENTRIES, "digest", {"name": "proved"})
    assert again.read_bytes() == path.read_bytes()


def test_verdicts_are_those_of_these_files(tmp_path: Path) -> None:
    file, path = tmp_path / "a.py", tmp_path / "a.pack"
    file.write_text("a")
    write(path, ENTRIES, digest_of([file]), {"name": "proved"})
    assert Pack(path).verdicts([file]) == {"name": "proved"}
    file.write_text("b")
    assert Pack(path).verdicts([file]) == {}


def test_a_wheel_and_a_checkout_have_the_same_program(tmp_path: Path) -> None:
    """What a search before packing did not find is not searched for again after the wheel is installed."""
    (tmp_path / "derivations").mkdir()
    (tmp_path / "derivations" / "__init__.py").write_text("")
    (tmp_path / "prove.py").write_text("a")
    before = digest_of_program(tmp_path)
    (tmp_path / "derivations" / "theorem.py").write_text("a")
    assert digest_of_program(tmp_path) == before
    (tmp_path / "prove.py").write_text("b")
    assert digest_of_program(tmp_path) != before


@pytest.mark.parametrize("path", ["prove/decide/cells.py", "reals/real.py", "kernel/terms.py", "deadline.py"])
def test_a_page_that_is_changed_finds_no_other_witness(path: str, tmp_path: Path) -> None:
    """Of the program that searched and found nothing only the search counts, with all that it may import."""
    inside, page = tmp_path / path, tmp_path / "document" / "prove.py"
    for file in (inside, page):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("a")
    before = digest_of_program(tmp_path)
    page.write_text("b")
    assert digest_of_program(tmp_path) == before
    inside.write_text("b")
    assert digest_of_program(tmp_path) != before


@pytest.mark.parametrize("cut", [0, 1, 10, 25, 60, 200, 400])
def test_damage_reads_as_absent(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a.pack"
    write(path, ENTRIES, "digest", {})
    whole = path.read_bytes()
    for damaged in (
        whole[:cut],
        whole[:cut] + b"x" + whole[cut + 1 :],
        whole[: len(whole) - 1 - cut],
        b"\n" * cut,
    ):
        path.write_bytes(damaged)
        found = Pack(path)
        for key, body in ENTRIES:
            assert found.get(key) in (None, json.loads(body))
        assert found.verdicts([]) == {}
    assert Pack(tmp_path / "none.pack").get("key-1") is None


def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pack:
    """What a check of the two theorems asks for, as what dpsym came with."""
    asked = Asked(Certificates(tmp_path / "first", shipped=False))
    for item in LIBRARY:
        Reporter(LIBRARY, asked).finding(item)
    write(tmp_path / "own.pack", asked.entries(), "", {})
    found = Pack(tmp_path / "own.pack")
    monkeypatch.setattr(store, "shipped", lambda: found)
    return found


def test_a_first_check_searches_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(self: Session, prover: object) -> None:
        raise AssertionError("a search")

    packed(tmp_path, monkeypatch)
    monkeypatch.setattr(Session, "search", searched)
    reporter = Reporter(LIBRARY, Certificates(tmp_path / "second"))
    found = [reporter.finding(item) for item in LIBRARY]
    assert [f.verdict for f in found] == ["proved", "proved"] and not reporter.faults
    misses = [m for m in found[0].misses or () if m.kind != "computed"]
    assert [m.verdict for m in misses] == ["refuted"]
    assert not list(tmp_path.glob("second/**/*"))  # what dpsym came with is not copied
    alone = Reporter(LIBRARY, Certificates(tmp_path / "third", shipped=False))
    assert alone.finding(next(iter(LIBRARY))).verdict == "error"  # without it there is a search


def test_what_is_packed_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each certificate under another key: the kernel refuses them, and the search finds what is true."""
    good = packed(tmp_path, monkeypatch)
    keys = [key for block in range(len(good.index["blocks"])) for key in good._block(block)]
    bodies = [json.dumps(good.get(key)) for key in keys]
    write(tmp_path / "bad.pack", zip(keys, [*bodies[1:], bodies[0]], strict=True), "", {})
    monkeypatch.setattr(store, "shipped", lambda: Pack(tmp_path / "bad.pack"))
    reporter = Reporter(LIBRARY, Certificates(tmp_path / "second"))
    assert [reporter.finding(item).verdict for item in LIBRARY] == ["proved", "proved"]
