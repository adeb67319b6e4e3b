"""Findings do not depend on the number of processes that look for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dpsym.keeping.store import Certificates
from dpsym.language import (
    SEVERITIES,
    Background,
    Definition,
    ForAll,
    HockeyStick,
    Outcome,
    P,
    Q,
    StatementError,
    Theorem,
    Total,
    erratum,
    exp,
    function,
    of_any_spaces,
    parameter,
    part_of,
    point,
    variant,
    whole_of,
    y,
)
from dpsym.language.statements import Entry, Point, Variant
from dpsym.library import Item, catalogue, library_files, load, paper, papers
from dpsym.prove.session import Session
from dpsym.prove.verdict import ANALYSIS
from dpsym.reports import Reporter, coverage, run
from dpsym.reports.papers import NOT_SAID, extent_of
from dpsym.reports.parallel import _ranks, waits_of
from dpsym.reports.records import Finding
from dpsym.reports.words import said

FEW = ("divergences.power_of_sums", "divergences.equal_masses")


def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    few = load([f for f in library_files() if f.name in FEW])
    one, two = (
        [replace(f, seconds=0) for f in run(few, "finding", list(few), jobs=n, directory=tmp_path / str(n))]
        for n in (1, 2)
    )
    assert one == two
    assert len(one) > 2 and {f.verdict for f in one} == {"proved"}


def test_results_come_in_the_order_given(tmp_path: Path) -> None:
    few = load([f for f in library_files() if f.name in FEW])
    names = [i.name for i in few]
    for items in (list(few), list(few)[::-1]):
        found = run(few, "finding", items, jobs=2, directory=tmp_path)
        assert [f.name for f in found] == [i.name for i in items]
    assert len(set(names)) == len(names)


def test_what_is_used_comes_first_and_long_chains_begin_first() -> None:
    items = list(load())
    waits = waits_of(items)
    used = {(k, j) for k, before in waits.items() for j in before}
    assert len(used) > 100
    rank = _ranks(items, waits)
    assert all(rank[j] > rank[k] for k, j in used)


def test_a_form_is_refuted_where_its_author_says_whatever_is_stored(tmp_path: Path) -> None:
    """A point that an earlier run kept for the same statement is no evidence where the author gives another one."""
    x = parameter("x", at_least=0)

    def entry(at: int, errata: bool) -> Theorem:
        wrong = variant(x <= 1, witness=point({x: at}))
        told = {"errata": erratum("wrong result", "line 1", "at most 1", fails="No.", reads=wrong)}
        return Theorem(title="T", claim=0 <= x, **(told if errata else {"near_misses": {"at most 1": wrong}}))

    def found(thing: Theorem, wrong: Variant) -> Point | None:
        return Reporter(load([]), Certificates(tmp_path)).refuted(thing, wrong).witness

    first = entry(5, errata=False)
    assert dict(found(first, first.near_misses["at most 1"]).at) == {x: 5}
    near, printed = entry(7, errata=False), entry(7, errata=True)
    assert dict(found(near, near.near_misses["at most 1"]).at) == {x: 7}
    assert dict(found(printed, printed.errata[0].reads).at) == {x: 7}


def test_a_run_that_keeps_nothing_leaves_nothing(tmp_path: Path) -> None:
    few = load([f for f in library_files() if f.name in FEW])
    item = next(iter(few))
    assert [f.verdict for f in run(few, "finding", [item], jobs=1, directory=tmp_path, keep=False)] == [
        "proved"
    ]
    assert not list(tmp_path.rglob("*"))
    assert [f.verdict for f in run(few, "finding", [item], jobs=1, directory=tmp_path)] == ["proved"]
    assert list(tmp_path.rglob("*"))


def test_coverage_says_of_each_item_what_does_not_hold_as_printed() -> None:
    """For every named result of a paper: nothing where it holds as printed, else how grave it is and who shows it."""
    library = load()
    rows = {r["id"]: r["errata"] for r in coverage(library, {}, paper("zhang2024"))["items"]}
    gravest = {x: found[0]["severity"] for x, found in rows.items() if found}
    false = "thm1 thm2 thm3 prop1 prop3 prop4 cor1 cor2 lem1 lem5 lem8 lem9"
    assert {gravest[f"zhang.{x}"] for x in false.split()} == {"wrong result"}
    assert {gravest[f"zhang.{x}"] for x in ("lem2", "lem3", "def10")} == {"missing condition"}
    assert not {f"zhang.{x}" for x in ("def1", "def8", "def9", "lem4", "rem1")} & gravest.keys()
    for found in rows.values():
        order = [SEVERITIES.index(e["severity"]) for e in found]
        assert order == sorted(order)
    shown = {
        (s, e.severity, i.name) for i in library for e in i.entry.errata for s in (e.source or i.entry.source)
    }
    assert {(x, e["severity"], e["entry"]) for x, found in rows.items() for e in found} == {
        row for row in shown if row[0].startswith("zhang.")
    }


def test_coverage_counts_the_weakest_verdict_of_what_carries_an_item() -> None:
    """One carrier refuted: the item is refuted, however many others are proved."""
    few = load([f for f in library_files() if f.name == "divergences.renyi_moment_tail"])
    key = paper("kazan2025")
    findings = {i.name: Reporter(few).finding(i) for i in few}
    row = next(r for r in coverage(few, findings, key)["items"] if r["id"] == "kazan.thm2.7")
    assert row["verdict"] == "proved" and row["entries"]
    worst = {
        name: replace(f, verdict="refuted" if name == row["entries"][0] else f.verdict)
        for name, f in findings.items()
    }
    row = next(r for r in coverage(few, worst, key)["items"] if r["id"] == "kazan.thm2.7")
    assert row["verdict"] == "refuted"
    assert not row["supposing"]
    cited = {name: replace(f, scope=f"numbers; {ANALYSIS}") for name, f in findings.items()}
    assert coverage(few, cited, key)["supposing"] == ["kazan.thm2.7"]
    gone = coverage(few, {}, key)
    assert gone["verdicts"] == {} or "proved" not in gone["verdicts"]


def test_coverage_says_how_much_of_an_item_is_carried() -> None:
    """One entry says it for all that share the id; what is missing outweighs; prose is context; silence is no whole."""
    a = parameter("a", above=0, about="a number")
    file = next(iter(load())).file

    def extent(*entries: Entry) -> tuple[str, str]:
        return extent_of("kazan.thm3.2", [Item("t", e, file) for e in entries], {})

    share = Theorem(title="a share", source="kazan.thm3.2", claim=a > 0)
    all_of_it = Theorem(title="all", source=("kazan.def2.1", whole_of("kazan.thm3.2")), claim=a > 0)
    less = Theorem(title="less", source=part_of("kazan.thm3.2", "the converse"), claim=a > 0)
    prose = Background(title="words", source=whole_of("kazan.thm3.2"))
    assert all_of_it.source == ("kazan.def2.1", "kazan.thm3.2") and less.source == share.source
    assert extent(share, all_of_it) == ("whole", "")
    assert extent(all_of_it, less) == ("part", "the converse")
    assert extent(share)[0] == extent(share, prose)[0] == "part"
    assert extent(prose) == ("context", "") and extent() == ("missing", "")
    with pytest.raises(StatementError, match="says what is missing"):
        part_of("kazan.thm3.2", " ")


def test_what_is_missing_of_an_item_on_any_spaces_is_read_off_the_scopes() -> None:
    """An author says that an item is about any spaces, and no more: the sets that a scope leaves finite are computed."""
    session, eps = Session(), parameter("eps", at_least=0, about="a bound on the loss")
    file = next(iter(load())).file
    every_y = ForAll(y, P(y) <= exp(eps) * Q(y))
    x = Outcome("x", "X")
    N = function("N", law=False)

    def extent(source, *theorems: Theorem) -> tuple[str, str]:
        first, *others = theorems
        entries = [replace(first, source=source), *(replace(t, source="bailie.thm8.7") for t in others)]
        items = [Item(f"t{k}", e, file) for k, e in enumerate(entries)]
        found = {i.name: Finding(i.name, "", (), "theorem", "", "", True, 0) for i in items}
        for i in items:
            v = session.theorem(i.entry)
            assert v.status == "proved", v.tried
            found[i.name] = replace(found[i.name], scope=v.scope, short=v.short)
        return extent_of("bailie.thm8.7", items, found)

    general = Theorem(title="of any outputs", given=every_y, claim=HockeyStick(eps) <= 0)
    family = Theorem(title="of masses", given=ForAll(x, 0 <= N(x)), claim=0 <= Total(N(x), x))
    plain = Theorem(title="of numbers", claim=0 <= eps)
    assert extent(of_any_spaces("bailie.thm8.7"), general) == ("whole", "")
    assert extent(of_any_spaces("bailie.thm8.7"), plain) == ("whole", "")
    assert extent(of_any_spaces("bailie.thm8.7"), general, family) == ("part", "only finite sets X")
    assert extent(of_any_spaces("bailie.thm8.7", finite=("X",)), general, family) == ("whole", "")
    assert extent(of_any_spaces("bailie.thm8.7", "more"), family) == ("part", "more; only finite sets X")
    assert extent(whole_of("bailie.thm8.7"), family) == ("whole", "")
    notion = Definition(title="a notion", source=of_any_spaces("bailie.thm8.7"), defines=HockeyStick(eps))
    told = Finding("t", "", (), "definition", "defined", "", True, 0)
    assert (
        extent_of("bailie.thm8.7", [Item("t", notion, file)], {"t": told})[0] == "part"
    )  # which has no scope
    unknown = Item("t", replace(general, source=of_any_spaces("bailie.thm8.7")), file)
    assert extent_of("bailie.thm8.7", [unknown], {})[0] == "part"  # nothing is known of its scope


@pytest.mark.parametrize("key", papers())
def test_every_item_of_a_carried_paper_says_how_much_of_it_is_there(key: str) -> None:
    library = load()
    for listed in (x for x in catalogue().values() if x.paper == key):
        extent, lacks = extent_of(listed.id, [i for i in library if listed.id in i.entry.source], {})
        assert extent != "missing" and lacks != NOT_SAID, listed.id


def test_a_near_miss_of_a_statement_with_listed_laws_is_spelt():
    from dpsym.derivations.testing.trade_off_attained import one_order

    assert one_order.where and one_order.near_misses
    for wrong in one_order.near_misses.values():
        assert all(f"{law} = (" in said(one_order, wrong) for law in one_order.where)
