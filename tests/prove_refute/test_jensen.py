"""Jensen's inequality: from convexity in any of its usual forms, and from nothing less."""

from dpsym.language import (
    FDP,
    Between,
    ForAll,
    Le,
    Outcome,
    Theorem,
    Total,
    as_written,
    distribution,
    function,
    have,
    parameter,
    trade_off,
)
from dpsym.prove.session import Session

F, V, E = function("F"), function("V"), function("E")
s = Outcome("s", "D")
a, b, l = (parameter(n, at_least=0, at_most=1) for n in ("a", "b", "l"))
levels = ForAll(s, Between(0, E(s), 1))
weights = distribution(V(s), s)


with as_written():
    stated = F((1 - l) * a + l * b) <= (1 - l) * F(a) + l * F(b)
    convex = ForAll((a, b, l), stated)


def settled(convexity, point=E(s)):
    """The verdict on Jensen's inequality for the points, from that convexity."""
    with as_written():
        mean = Le(F(Total(V(s) * point, s)), Total(V(s) * F(point), s))
        theorem = Theorem(
            title="Jensen",
            given=(weights, levels, convexity),
            claim=mean,
            derivation=(have(mean, "Jensen's inequality"),),
        )
    return Session().theorem(theorem).status


def test_a_trade_off_function_is_convex_enough():
    assert settled(trade_off(F)) == "proved"


def test_the_weights_may_stand_in_any_order_and_on_either_point():
    with as_written():
        assert settled(convex) == "proved"
        assert settled(ForAll((b, l), ForAll(a, stated))) == "proved"


def test_the_middle_is_not_enough():
    with as_written():
        middle = ForAll((a, b), F((a + b) / 2) <= (F(a) + F(b)) / 2)
    assert settled(middle) != "proved"


def test_concave_is_not_convex():
    with as_written():
        concave = ForAll((l, a, b), l * F(a) + (1 - l) * F(b) <= F(l * a + (1 - l) * b))
    assert settled(concave) != "proved"


def test_points_outside_the_interval_are_refused():
    assert settled(convex) == "proved"
    assert settled(convex, point=2 * E(s)) != "proved"
    assert settled(convex, point=-E(s)) != "proved"


def test_the_notion_says_nothing_of_convexity():
    assert settled(FDP(F)) != "proved"
