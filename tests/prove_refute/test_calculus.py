"""Calculus: what it proves is accepted by the kernel, what is false it leaves, and its steps keep to the facts."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dpsym
from dpsym.kernel.normal import Factor
from dpsym.prove.calculus import calculus
from dpsym.prove.calculus.logarithms import equal, factored
from dpsym.prove.calculus.quotient_rule import numerator, zeros
from dpsym.prove.proof.floats import evaluate, in_floats
from dpsym.prove.proof.script import ONE, ZERO, Script, Stuck, Term
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.sample_points import points

HALF = Fraction(1, 2)


def x_between(low: Term, high: Term) -> ProofState:
    known = ProofState(Script({"x": "R"}))
    known.assume(("<", low, "x"))
    known.assume(("<", "x", high))
    return known


@pytest.mark.parametrize(
    "text",
    [
        "for 0 <= x <= 1: exp(x) <= 1 + x + x^2",  # the quotient by e^x
        "for x >= 0: sinh(x)^3 >= x^3*cosh(x)",  # many derivatives
        "for x >= 1: log(x) <= (x - 1)/sqrt(x)",  # x = e^u
        "for a > 0, b > 0, 0 <= p <= 1: a^p*b^(1 - p) <= p*a + (1 - p)*b",  # both names, from a = b
        "for a >= 0, b >= 0: sqrt(a + b) <= sqrt(a) + sqrt(b)",  # squares, and the edges
        "for 0 < p < 1: -p*log(p) - (1 - p)*log(1 - p) >= 4*log(2)*p*(1 - p)",  # cut at 1/2
        pytest.param(  # a root of a product
            "for 0 < p < 1: -p*log(p) - (1 - p)*log(1 - p) <= 2*log(2)*sqrt(p*(1 - p))",
            marks=pytest.mark.slow,
        ),
        "for a > 0, b > 0, c > 0, d > 0: a*log(a/b) + c*log(c/d) >= (a + c)*log((a + c)/(b + d))",  # tangents
        "for x > 0, y > 0, z > 0: x*log(x) + y*log(y) + z*log(z) >= (x + y + z)*log((x + y + z)/3)",  # tangents alone
        "for a > 0, b > 0, c > 0, d > 0, p > 0, q > 0: "  # times the argument of a logarithm
        "a*log(a/b) + c*log(c/d) + p*log(p/q) >= (a + c + p)*log((a + c + p)/(b + d + q))",
        "for x >= 0, y >= 0, x + y <= 0: exp(x) + exp(y) <= 2",  # what adds up to at most 0 is 0
        "for a >= 0, b >= 0, a + b^2 <= 0: log(1 + a) + log(1 + b) <= 0",  # a square among it
        "for a > 0, b > 0, p > 1: a*b <= a^p/p + (p - 1)/p*b^(p/(p - 1))",  # from a zero of the derivative
        "for x: exp(x) <= x + exp(x^2)",  # boxes in the middle
        "for x >= 0: erf(x)^2 >= 1 - exp(-x^2)",  # rises first, falls then to a limit
        "for x >= 0: erf(x)^2 <= 1 - exp(-4*x^2/pi)",  # its derivative too
        "for x >= 0: Phi(-x) <= 2/(x + sqrt(x^2 + 8/pi))*exp(-x^2/2)/sqrt(2*pi)",  # a root out of the derivative
        "for x > 0: Phi(-x) >= (1/x - 1/x^3)*exp(-x^2/2)/sqrt(2*pi)",  # falls to a limit
        "for x >= 0, y >= 0: erfc(x + y) <= erfc(x)*erfc(y)",
        "for mu > 0, eps >= 0: Phi(mu/2 - eps/mu) - exp(eps)*Phi(-mu/2 - eps/mu) >= 0",  # t = eps/mu
        "for x > 0: (1 + 1/x)^x < e",  # x = 1/u
        "for x > 0, y > 0, x + y = 1: x*log(x) + y*log(y) >= -log(2)",  # y = 1 - x
        "for x > 0, y > 0, 1/x + 1/y = 1: x + y >= 4",  # a denial
        "for x, y, x^3 = y^3: x = y",
        "for x, y, erf(x) = erf(y): x = y",
        "for x: sqrt(x^2) = abs(x)",  # where the square vanishes
        "for a >= 0, b >= 0: abs(sqrt(a) - sqrt(b)) <= sqrt(abs(a - b))",
        "for x > 0: x^x >= exp(-exp(-1))",  # from the zero of log x + 1
        "for a > 0, b > 0, c > 0: a/(b + c) + b/(c + a) + c/(a + b) >= 3/2",  # squares of differences
        "for mu > 0, eps >= mu^2/2: Phi(mu/2 - eps/mu) <= exp(-(eps - mu^2/2)^2/(2*mu^2))",  # 1/(2 mu^2) in an exponent
    ],
)
def test_true(text: str) -> None:
    answer = dpsym.claim(text)
    assert answer.verdict == "proved"
    assert answer.certificate is not None


@pytest.mark.parametrize(
    ("low", "high", "goal"),
    [
        (ZERO, ONE, ("<=", ("exp", "x"), ("+", ONE, "x"))),
        (ZERO, ONE, ("<=", ("exp", "x"), ("+", ONE, "x", ("*", HALF, "x", "x")))),
        (ZERO, ONE, ("<=", ("log", "x"), ("-", ("*", HALF, "x"), ONE))),
        (ZERO, ONE, ("<", "x", ("*", "x", "x"))),
    ],
)
def test_false_is_left(low: Term, high: Term, goal: Term) -> None:
    with pytest.raises(Stuck):
        calculus(x_between(low, high), goal)


def test_equal_at_an_end_is_no_strict_inequality() -> None:
    known = ProofState(Script({"x": "R"}))
    known.assume(("<=", ZERO, "x"))
    assert calculus(known, ("<=", ("+", ONE, "x"), ("exp", "x"))) >= 0
    with pytest.raises(Stuck):
        calculus(known, ("<", ("+", ONE, "x"), ("exp", "x")))


def test_logarithms_of_numbers() -> None:
    assert factored(Fraction(12, 25)) == {2: 2, 3: 1, 5: -2}
    assert factored(Fraction(1009)) is None
    s = Script({})
    total = ("+", ("*", Fraction(2), ("log", Fraction(2))), ("log", Fraction(3)))
    line = equal(ProofState(s), ("log", Fraction(12)), total)
    assert s.goal(line) == ("=", ("log", Fraction(12)), total)
    assert not s.hyps(line)
    with pytest.raises(Stuck):
        equal(ProofState(s), ("log", Fraction(13)), total)


def test_points_satisfy_the_facts() -> None:
    known = x_between(ZERO, ("*", HALF, "y"))
    known.s.declare("y", "R")
    known.assume(("<=", "y", ONE))
    (x,) = (f for f in letters(known, "x"))
    (y,) = (f for f in letters(known, "y"))
    sample = points(known, known.s.nf(("+", "x", "y")))
    assert len(sample) > 20
    assert all(0 < m[x] < m[y] / 2 and m[y] <= 1 for m in sample)


def letters(known: ProofState, name: str) -> list[Factor]:
    return [f for m in known.s.nf(name) for f, _ in m[1:]]


def test_zeros_of_a_derivative() -> None:
    s = Script({"x": "R", "t": "R"})
    (two_thirds,) = zeros(s, s.nf(("-", ("*", Fraction(3), "x"), Fraction(2))), "x")
    assert two_thirds == Fraction(2, 3)
    (zero,) = zeros(s, s.nf(("-", ("exp", ("*", Fraction(2), "x")), ("exp", ("+", "x", "t")))), "x")
    assert zero == "t"
    assert zeros(s, s.nf(("-", ("exp", "x"), "x")), "x") == []


def test_numerator() -> None:
    s = Script({"x": "R"})
    p = s.nf(("+", ("/", ONE, "x"), ("*", "x", ("exp", ("*", -ONE, "x")))))
    assert numerator(p) == s.nf(("+", ("exp", "x"), ("*", "x", "x")))
    assert evaluate(in_floats(numerator(p)), {letters_of_x(s): 0.0})[0] == 1.0


def letters_of_x(s: Script) -> Factor:
    return next(f for m in s.nf("x") for f, _ in m[1:])
