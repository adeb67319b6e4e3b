"""What notions owe is found by the shape of statements: the right shapes are seen, and near ones are not."""

import json

import pytest
from click.testing import CliRunner

from dpsym import library
from dpsym.cli import main
from dpsym.language import (
    FDP,
    KLDP,
    PBDP,
    ZCDP,
    AllOf,
    ApproxDP,
    Eq,
    ForAll,
    NotSo,
    P,
    Pair,
    ProbDP,
    PureDP,
    Q,
    RenyiDP,
    Theorem,
    Total,
    as_written,
    function,
    parameter,
    y,
)
from dpsym.language.combined import K, L, composed, first, parallel
from dpsym.language.combined import processed as processed_by_name
from dpsym.language.expressions import Outcome
from dpsym.library.contracts import CONVERSION, DUTIES, Giving, Shape, contract, giving, notions, shapes

w, z = Outcome("w"), Outcome("z", "Z")
a, b, c, d = (parameter(name) for name in ("a", "b", "c", "d"))
k = parameter("k", integer=True)
A, B, C, D, R = (function(name) for name in "ABCDR")
G, H = function("G", law=False), function("H", law=False)


def processed(one, other):
    with as_written():
        return Pair(Total(one * P(w), w), Total(other * Q(w), w))


def found(claim, *given, **more):
    with as_written():
        return {
            (s.notion, s.duty, s.to, s.fails)
            for s in shapes(Theorem(title="T", given=given, claim=claim, **more))
        }


def test_a_larger_budget_is_one_in_any_order_of_the_numbers():
    assert found(ApproxDP(b, d), ApproxDP(a, c), a <= b, c <= d) == {(ApproxDP, "monotone", None, False)}
    assert found(ApproxDP(b, c), ApproxDP(a, c), a <= b) == {(ApproxDP, "monotone", None, False)}
    assert found(ZCDP(b), ZCDP(a), a <= b) == {(ZCDP, "monotone", None, False)}
    F, J = function("F"), function("J")
    x = parameter("x", at_least=0, at_most=1)
    with as_written():
        below = ForAll(x, J(x) <= F(x))
    assert found(FDP(J), FDP(F), below) == {(FDP, "monotone", None, False)}


@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (ApproxDP(b, d), (ApproxDP(a, c), a <= b)),  # nothing is said of the deltas
        (ApproxDP(b, c), (ApproxDP(a, c), a <= 2 * b)),  # in another order
        (ApproxDP(2 * a, c), (ApproxDP(a, c), 0 <= a)),  # one larger budget, not every one
        (ApproxDP(b, a), (ApproxDP(a, b), a <= b)),  # the same numbers in other places
        (ApproxDP(b, c), (ApproxDP(a, c), a <= b, c <= 1)),  # only for some budgets
        (ApproxDP(b, c, pair=Pair(A(y), B(y))), (ApproxDP(a, c), a <= b)),  # of other laws
    ],
)
def test_what_is_not_every_larger_budget(claim, given):
    assert (ApproxDP, "monotone", None, False) not in found(claim, *given)


def test_post_processing_passes_both_laws_through_one_kernel():
    assert found(PBDP(a, c).on(processed(G(w, y), G(w, y))), PBDP(a, c)) == {
        (PBDP, "post-processing", None, False)
    }
    swapped = processed(G(w, y), G(w, y)).swapped
    assert found(PBDP(a, c).on(swapped), PBDP(a, c)) == {(PBDP, "post-processing", None, False)}
    assert not found(PBDP(a, c).on(processed(G(w, y), H(w, y))), PBDP(a, c))
    assert not found(PBDP(b, c).on(processed(G(w, y), G(w, y))), PBDP(a, c), a <= b)
    with as_written():
        mixed = Pair(Total(G(w, y) * R(w), w), Total(H(w, y) * R(w), w))  # two mechanisms on one law
    assert not found(PBDP(a, c).on(mixed), PBDP(a, c).on(Pair(G(w, y), H(w, y), y)))


def test_laws_that_are_made_of_others_by_an_equation_are_written_out():
    """As in theorems about `post(...)` and `compose(...)`: P and Q are named, and what they are is supposed."""
    kept = {(PBDP, "post-processing", None, False)}
    assert found(PBDP(a, c), *processed_by_name.of(PBDP(a, c))) == kept
    assert not found(PBDP(a, c), *processed_by_name.facts[::2], PBDP(a, c).on(first))  # of Q nothing is said
    assert not found(PBDP(b, c), *processed_by_name.of(PBDP(a, c)))
    x = Outcome("x")
    with as_written():
        narrow = ForAll(y, Eq(Total(K(x, y), x), 1))  # only for maps that keep the uniform law
    assert not found(PBDP(a, c), *processed_by_name.of(PBDP(a, c)), narrow)
    added = {(KLDP, "composition", None, False)}
    assert found(KLDP(a + b), *composed.of(KLDP(a), KLDP(b))) == added
    assert found(KLDP(d), *composed.of(KLDP(a), KLDP(b)), a + b <= d) == added
    assert not found(KLDP(a + b), *parallel.of(KLDP(a), KLDP(b)))  # of databases that differ in one part
    assert not found(KLDP(a + b), *composed.facts[1:], *composed.of(KLDP(a), KLDP(b))[-2:])
    with as_written():
        beside = (
            ForAll(y, Eq(P(y), Total(A(x) * K(x, y), x))),
            ForAll(y, Eq(Q(y), Total(A(x) * L(x, y), x))),
        )
    assert not found(
        KLDP(a + b), *beside, *composed.of(KLDP(a), KLDP(b))[2:]
    )  # the first is the same on both


def test_a_notion_that_post_processing_loses():
    with as_written():
        laws = {
            P: (a, b, 1 - a - b),
            Q: (c, d, 1 - c - d),
            A: (a + b, 0 * a, 1 - a - b),
            B: (c + d, 0 * c, 1 - c - d),
        }
        other = {**laws, B: (c, d, 1 - c - d)}
        claim = AllOf(ProbDP(k, 0), NotSo(ProbDP(k, 0).on(Pair(A(y), B(y)))))
    assert found(claim, where=laws) == {(ProbDP, "post-processing", None, True)}
    assert not found(claim, where=other)


def test_composition_is_of_products_or_of_a_transcript():
    with as_written():
        both = Pair(A(y) * C(z), B(y) * D(z), y, z)
        one, two = Pair(A(y), B(y)), Pair(C(z), D(z), z)
        crossed = Pair(A(y) * D(z), B(y) * C(z), y, z)
        beside = Pair(A(y) * C(z), B(y) * C(z), y, z)
    given = (RenyiDP(a, b).on(one), RenyiDP(a, c).on(two))
    assert found(RenyiDP(a, b + c).on(both), *given) == {(RenyiDP, "composition", None, False)}
    assert found(RenyiDP(a, b + c).on(crossed), *given) == {(RenyiDP, "composition", None, False)}
    assert not found(RenyiDP(a, b).on(both), given[0])
    assert not found(RenyiDP(a, b).on(beside), given[0])
    x = Outcome("x")
    K, L = function("K"), function("L")
    with as_written():
        grows = ForAll((k, y), Eq(A(k + 1, y), Total(A(k, x) * K(k, x, y), x)))
        too = ForAll((k, y), Eq(B(k + 1, y), Total(B(k, x) * L(k, x, y), x)))
        each = ForAll((k, x), ZCDP(a).on(Pair(K(k, x, y), L(k, x, y))))
        claim = ForAll(k, ZCDP(k * a).on(Pair(A(k, y), B(k, y))))
    assert found(claim, each, grows, too) == {(ZCDP, "composition", None, False)}
    assert not found(claim, each, grows)


def test_group_privacy_goes_over_a_third_law():
    with as_written():
        first, second = Pair(P(y), R(y)), Pair(R(y), Q(y))
    for step in (second, second.swapped):
        assert found(PureDP(a + b), PureDP(a).on(first), PureDP(b).on(step)) == {
            (PureDP, "group privacy", None, False)
        }
    assert not found(PureDP(a + b), PureDP(a).on(first), PureDP(b).on(Pair(A(y), Q(y))))
    assert not found(PureDP(a + b).on(first), PureDP(a).on(first), PureDP(b).on(second))


def test_conversions_are_of_every_budget_and_between_distinct_notions():
    assert found(ApproxDP(a, c), PBDP(a, c)) == {(PBDP, CONVERSION, ApproxDP, False)}
    assert found(PureDP(a), PBDP(a, 0)) == set()
    assert found(PureDP(a), ApproxDP(a, c), Eq(c, 0)) == set()
    assert found(ApproxDP(a, 0), PureDP(a)) == set()  # the same by definition
    assert found(ApproxDP(a, 0), ZCDP(a)) == {
        (ZCDP, CONVERSION, ApproxDP, False),
        (ZCDP, CONVERSION, PureDP, False),
    }


def test_every_theorem_is_read_by_its_shape_and_a_hidden_one_is_a_gap():
    """Take the theorem that alone gives a duty out of the library: the duty becomes a gap."""
    theorems = [(i.name, i.entry) for i in library.load() if isinstance(i.entry, Theorem)]
    found = giving(theorems)
    proved = {name: "proved" for name, _ in theorems}
    rows = {r["notion"]: r for r in contract(found, proved)}
    assert set(rows) == {n.__name__ for n in notions()}
    assert rows["ApproxDP"]["gaps"] == rows["PureDP"]["gaps"] == []
    assert rows["ProbDP"]["duties"]["post-processing"][0]["fails"]
    kept = {e["name"] for e in rows["RenyiDP"]["duties"]["post-processing"]}
    hidden = {r["notion"]: r for r in contract([g for g in found if g.name not in kept], proved)}
    assert "post-processing" in hidden["RenyiDP"]["gaps"] and "post-processing" not in rows["RenyiDP"]["gaps"]
    unknown = {r["notion"]: r for r in contract(found, proved | dict.fromkeys(kept, "unknown"))}
    assert "post-processing" in unknown["RenyiDP"]["gaps"]


def test_a_notion_that_is_reached_by_way_of_another_is_implied():
    one, two = Giving("one", Shape(PureDP, CONVERSION, ZCDP)), Giving("two", Shape(ZCDP, CONVERSION, RenyiDP))
    missing = {
        r["notion"]: r["without_conversion"] for r in contract([one, two], {"one": "proved", "two": "proved"})
    }
    assert "RenyiDP" not in missing["PureDP"] and "RenyiDP" not in missing["ZCDP"]
    assert {"PureDP", "ZCDP"} <= set(missing["RenyiDP"]) and "ApproxDP" in missing["PureDP"]
    alone = {r["notion"]: r["without_conversion"] for r in contract([two], {"two": "proved"})}
    assert "RenyiDP" in alone["PureDP"] and alone["Multiplicative"] == []  # of measures, not of laws


def test_the_command_shows_the_gaps(monkeypatch):
    monkeypatch.setattr(
        "dpsym.library.contracts.shapes",
        lambda t: frozenset({Shape(PureDP, DUTIES[0])}) if t.title == ONE else frozenset(),
    )
    monkeypatch.setattr("dpsym.library.contracts.notions", lambda: (PureDP, ZCDP))
    answer = CliRunner().invoke(main, ["coverage", "--notions", "--json", "--jobs", "1"])
    told = json.loads(answer.stdout)
    assert answer.exit_code == 3 and told["gaps"] == 7
    assert told["notions"][0]["duties"][DUTIES[0]][0]["verdict"] == "proved"
    shown = CliRunner().invoke(main, ["coverage", "--notions", "--jobs", "1"]).stdout
    assert shown.count("gap") == 7 and "notions.larger_budgets.pure" in shown


ONE = "A larger budget of pure DP"
