"""The list of theorem files that hold rules: of this library, believed only of files that are as they were, and no verdict
depends on it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from siblings import one_in

from dpsym.claims import settle, with_folders
from dpsym.claims.sessions import WORK, session_for_claims
from dpsym.claims.ways.theorems import Theorems, theorems
from dpsym.keeping import rule_files
from dpsym.keeping.make_rule_files import rows_of, uses
from dpsym.keeping.rule_files import SHIPPED, Row, Rows, read, readers, text, with_rules
from dpsym.language import Theorem
from dpsym.library import File, library_files, load
from dpsym.prove.library.best_tests import BestTests
from dpsym.prove.library.rules import Index, Rule

CLAIMS = [
    ("proved", "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)"),
    ("proved", "for 0 <= a <= 1, 0 <= t <= 1: TV <= t => 1 - Power(a) >= 1 - a - t"),
    ("proved", "for k >= 0: KL <= k => TV < 1"),
    ("proved", "for sigma > 0: Gaussian(sigma, 1) => KL <= 1/(2*sigma^2)"),
    ("proved", "for e1 >= 0, e2 >= 0: compose(PureDP(e1), PureDP(e2)) => PureDP(e1 + e2)"),
    ("cited", "for 0 <= t <= 1: TV >= t => KL >= 2*t^2 + 4*t^4/9"),
    ("refuted", "for eps >= 0: PureDP(eps) => TV <= tanh(eps/3)"),
    ("refuted", "ZCDP(1/2) => Renyi(3) <= 149/100"),
]  # fmt: skip
SLOW_CLAIMS = [
    "for eps >= 0, 0 < p < 1: PureDP(eps) => Posterior(p) <= p*exp(eps)/(1 - p + p*exp(eps))",
    "for rho > 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/delta)), delta)",
    "for eps >= 0, 0 <= a <= 1: PureDP(eps) => Power(a) <= 1 - exp(-eps)*(1 - a)",
    "for mu >= 0: GaussianDP(mu) => TV <= mu",
    "for 0 <= mu <= mu2: GaussianDP(mu) => GaussianDP(mu2)",
    "for b > 0: Laplace(b, 1) => PureDP(1/b)",
    "for eps >= 0, 0 <= q <= 1: subsample(q, PureDP(eps)) => PureDP(log(1 + q*(exp(eps) - 1)))",
    "for eps >= 0, 0 <= delta <= 1: post(ApproxDP(eps, delta)) => ApproxDP(eps, delta)",
    "for eps >= 0: group(2, PureDP(eps)) => PureDP(2*eps)",
    "for eps >= 0: ProbDP(eps, 0) => KL <= eps^2/2",
    "Renyi(2) >= 0",
    "TV <= 1 - exp(-KL)/2",
]  # fmt: skip


@cache
def everything() -> Theorems:
    """All theorems of the library, whichever files hold rules."""
    named = [(i.name, i.entry) for i in load() if isinstance(i.entry, Theorem)]
    return Theorems(named, lambda parts: session_for_claims(WORK // parts))


def names(rules: Sequence[Rule]) -> list[str]:
    return [r.name for r in rules]


def by_name(files: Sequence[File]) -> dict[str, File]:
    return {f.name: f for f in files}


# ------------------------------------------------------------------------------------------------ of this library
def test_the_list_is_of_this_library() -> None:
    rows = rows_of(library_files())
    assert SHIPPED.read_text(encoding="utf-8") == text(rows), "run make rule-files"
    assert read(SHIPPED) == rows


def same(some: Index, all_: Index) -> None:
    """Two indices hold the same rules in the same order."""
    for kind in ("rules", "several", "processing", "listed", "telling"):
        assert names(getattr(some, kind)) == names(getattr(all_, kind))
    assert some.orders == all_.orders
    for one, two in ((some.saying, all_.saying), (some.bounding, all_.bounding)):
        assert list(one) == list(two)
    assert {h: names(r) for h, r in some.saying.items()} == {h: names(r) for h, r in all_.saying.items()}
    for h, found in some.bounding.items():
        assert [(r.name, o.plain, f) for r, o, f in found] == [
            (r.name, o.plain, f) for r, o, f in all_.bounding[h]
        ]


def test_the_search_has_the_same_rules_as_from_all_files() -> None:
    files = with_rules(library_files())
    assert 100 < len(files) < len(library_files()) / 2
    some, all_ = with_folders(), everything()
    assert len(some.items) < len(all_.items) / 2
    same(some.library.index, all_.library.index)
    same(some.wider.index, all_.wider.index)
    assert some.cited == all_.cited
    for one, two in ((some.library.tests, all_.library.tests), (some.wider.tests, all_.wider.tests)):
        assert isinstance(one, BestTests) and one.exists == two.exists and one.about == two.about


@pytest.mark.parametrize(("verdict", "claim"), one_in(2, CLAIMS))
def test_verdicts_are_the_same_with_the_list_and_without(verdict: str, claim: str) -> None:
    some, all_ = settle(claim, with_folders()), settle(claim, everything())
    assert some.verdict == all_.verdict == verdict
    assert (some.rests_on, some.scope, some.method) == (all_.rests_on, all_.scope, all_.method)


@pytest.mark.slow
@pytest.mark.parametrize("claim", SLOW_CLAIMS)
def test_more_verdicts_are_the_same(claim: str) -> None:
    some, all_ = settle(claim, with_folders()), settle(claim, everything())
    assert some.verdict == all_.verdict == "proved"
    assert some.rests_on == all_.rests_on


# -------------------------------------------------------------------------------------------- files that changed
def texts() -> dict[str, str]:
    return {f.name: rule_files.digest(f) for f in library_files()}


def test_a_file_that_changed_is_loaded_and_so_is_what_uses_it() -> None:
    rows, now = read(SHIPPED), texts()
    assert rows.trusted(now) == now.keys()
    changed = "analysis.entropy_tangents"
    above = {changed}
    while more := {n for n, row in rows.files.items() if above & set(row.uses)} - above:
        above |= more
    assert {"analysis.chords", "analysis.order_of_powers"} <= above
    assert now.keys() - rows.trusted({**now, changed: "other"}) == above
    gone = {name: digest for name, digest in now.items() if name != changed}
    assert gone.keys() - rows.trusted(gone) == above - {changed}


def test_a_new_rule_in_a_file_without_rules_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its own text nor that of what it uses may have changed since nothing was found in it."""
    plain = '"""Numbers."""\nfrom dpsym.language import *\n\n'
    body = (
        '"""What follows."""\nfrom dpsym.derivations.own.numbers import said\nfrom dpsym.language import *\n'
    )
    (tmp_path / "numbers.py").write_text(plain + "said = 1 <= Integer(2)\n")
    (tmp_path / "facts.py").write_text(body)
    files = [
        File(tmp_path / f"{n}.py", f"dpsym.derivations.own.{n}", f"own.{n}", tmp_path)
        for n in ("facts", "numbers")
    ]
    assert uses(files[0], files) == ("own.numbers",)
    known = Rows(readers(), {f.name: Row(rule_files.digest(f), uses(f, files), False) for f in files})
    monkeypatch.setattr(rule_files, "shipped", lambda: known)
    assert with_rules(files) == []
    (tmp_path / "numbers.py").write_text(plain + "said = HockeyStick(0) <= 1\n")
    assert with_rules(files) == files
    (tmp_path / "numbers.py").write_text(plain + "said = 1 <= Integer(2)\n")
    (tmp_path / "facts.py").write_text(body + "# a comment\n")
    assert with_rules(files) == files[:1]


def test_where_theorems_are_read_in_another_way_all_files_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(read(SHIPPED), readers="another")
    monkeypatch.setattr(rule_files, "shipped", lambda: other)
    assert with_rules(library_files()) == library_files()


def test_what_reads_theorems_as_rules_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = [tmp_path / p.name for p in rule_files.READERS]
    for copy, path in zip(copies, rule_files.READERS, strict=True):
        copy.write_bytes(path.read_bytes())
    monkeypatch.setattr(rule_files, "READERS", copies)
    assert readers.__wrapped__() == readers()
    copies[-1].write_text("# another\n")
    assert readers.__wrapped__() != readers()


@pytest.mark.parametrize(
    "damaged",
    ["", "{", "[]", "null", '{"readers": "x"}', '{"readers": "x", "files": []}', '{"readers": "x", "files": {"a": 1}}',
     '{"readers": "x", "files": {"a": {"text": "t", "uses": "b", "rules": false}}}',
     '{"readers": "x", "files": {"a": {"text": "t", "uses": [], "rules": 0}}}', "[" * 100_000],
)  # fmt: skip
def test_a_damaged_list_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: str) -> None:
    path = tmp_path / "list.json"
    path.write_text(damaged)
    assert read(path) == Rows("", {}) == read(tmp_path / "absent.json")
    monkeypatch.setattr(rule_files, "shipped", lambda: read(path))
    assert with_rules(library_files()) == library_files()


def test_a_list_without_a_file_has_it_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = json.loads(SHIPPED.read_text(encoding="utf-8"))
    del kept["files"]["analysis.chords"]
    (tmp_path / "list.json").write_text(json.dumps(kept))
    monkeypatch.setattr(rule_files, "shipped", lambda: read(tmp_path / "list.json"))
    assert "analysis.chords" in by_name(with_rules(library_files()))
    assert "analysis.chords" not in by_name(rule_files.read(SHIPPED).needed(library_files()))


def test_without_a_list_claims_are_proved_from_all_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_files, "shipped", lambda: Rows("", {}))
    assert [n for n, _ in theorems()] == [n for n, _ in everything().items]


# ---------------------------------------------------------------------------------------------------- what is loaded
LOADED = """
import sys
from dpsym.claims import settle
for claim in sys.argv[1:]:
    assert settle(claim).verdict == "proved"
    print(sum(1 for name in sys.modules if name.startswith("dpsym.derivations.")))
"""


def loaded(*claims: str) -> list[int]:
    """How many modules of theorem files a process has loaded, after each of the claims that it settles."""
    run = subprocess.run([sys.executable, "-c", LOADED, *claims], capture_output=True, text=True, check=True)
    return list(map(int, run.stdout.split()))


def test_a_claim_loads_the_files_that_it_may_use() -> None:
    none, some = loaded("for x >= 0: 1 + x <= exp(x)", "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)")
    assert none == 0 < some < 0.65 * len(library_files())
