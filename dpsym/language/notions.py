"""Definitions of privacy over a pair of laws.  Each is stated for one ordered pair and holds in both orders."""

from __future__ import annotations

from sympy import Eq, Expr, Ge, Gt, Integer, Le, Lt, erf, exp, log, sqrt
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import (
    AllOf,
    Between,
    EveryEvent,
    ForAll,
    Implication,
    Indicator,
    Law,
    Loss,
    Mass,
    Notion,
    Number,
    Outcome,
    Pair,
    Probability,
    RenyiMoment,
    Total,
    Within,
    as_written,
    exact,
    function,
    parameter,
    y,
)

S = function("S")


def event(*outcomes: Outcome) -> AppliedUndef:
    """The indicator of a set of outcomes; one symbol for each output space (S on Y, S_Z on Z, S_YZ on pairs)."""
    spaces = "".join(o.space for o in outcomes)
    return (S if spaces == "Y" else function(f"S_{spaces}"))(*outcomes)


alpha = parameter("alpha", about="order of the Rényi divergence", above=1)


TEST = function("f")(y)


def test_of(*outcomes: Outcome) -> AppliedUndef:
    """A randomised test; one symbol for each output space (f on Y, f_Z on Z, f_YZ on pairs)."""
    spaces = "".join(o.space for o in outcomes)
    return function("f" if spaces == "Y" else f"f_{spaces}")(*outcomes)


def every_test(body: Boolean, test: AppliedUndef = TEST) -> Boolean:
    """For every randomised test f, a function of the output with 0 <= f <= 1: `body`."""
    return ForAll((test,), Implication(ForAll(test.args, Between(0, test, 1)), body))


def masses(pair: Pair) -> tuple[AppliedUndef, Mass, Mass]:
    """A test of the pair's outputs, and its probability under each of the two laws."""
    test = test_of(*pair.outcomes)
    return test, Mass(test, pair.a, *pair.outcomes), Mass(test, pair.b, *pair.outcomes)


# Kazan et al. add or remove a record, Kifer et al. replace one; a statement about two laws holds for either.
EITHER = "add-remove or replace-one, as the paper has it"


class ApproxDP(Notion):
    """(eps, delta)-differential privacy: P(S) <= e^eps Q(S) + delta for every set S of outputs."""

    title, short, arity = "approximate differential privacy", r"(%s,%s)\text{-DP}", 2
    adjacency = EITHER

    def one_order(self, pair: Pair) -> Boolean:
        """P(S) <= e^eps Q(S) + delta for every event S, P the first law of the pair."""
        eps, delta = self.budget
        chosen = event(*pair.outcomes)
        return EveryEvent(
            chosen,
            Le(Mass(chosen, pair.a, *pair.outcomes), exp(eps) * Mass(chosen, pair.b, *pair.outcomes) + delta),
        )


class PureDP(Notion):
    """eps-differential privacy: P(S) <= e^eps Q(S) for every set S of outputs."""

    title, short, arity = "pure differential privacy", r"(%s,0)\text{-DP}", 1
    adjacency = EITHER

    def one_order(self, pair: Pair) -> Boolean:
        """Approximate DP with delta = 0."""
        return ApproxDP(self.budget[0], Integer(0), pair=pair).one_order(pair)


class Multiplicative(Notion):
    """b-closeness: measures at a multiplicative distance of at most b, m(S) <= e^b n(S) for every set S of outcomes.

    The measures need not have mass 1; of laws it is pure differential privacy.
    """

    title, short, arity = "multiplicative distance", r"%s\text{-close multiplicatively}", 1
    adjacency = ""  # of measures

    def one_order(self, pair: Pair) -> Boolean:
        """m(S) <= e^b n(S) for every event S, m the first measure of the pair."""
        chosen = event(*pair.outcomes)
        here, there = (Mass(chosen, m, *pair.outcomes) for m in (pair.a, pair.b))
        return EveryEvent(chosen, Le(here, exp(self.budget[0]) * there))


class DensityRatio(Notion):
    """b-closeness in density ratio: no two outcomes have a larger ratio of the two ratios of masses.

    m(i) n(j) <= e^b n(i) m(j) for all outcomes i and j, and each is 0 where the other is.
    """

    title, short, arity = "density ratio distance", r"%s\text{-close in density ratio}", 1
    adjacency = ""  # of measures

    def one_order(self, pair: Pair) -> Boolean:
        """m(i) n(j) <= e^b n(i) m(j) for all outcomes i and j, and m is 0 wherever n is."""
        one, two = (tuple(Outcome(f"{o.name}_{k}", o.space) for o in pair.outcomes) for k in (1, 2))
        at_one, at_two = (dict(zip(pair.outcomes, there, strict=True)) for there in (one, two))
        (a, b), (c, d) = (
            (pair.a.xreplace(at_one), pair.b.xreplace(at_one)),
            (pair.a.xreplace(at_two), pair.b.xreplace(at_two)),
        )
        return AllOf(
            absolutely_continuous(pair), ForAll((*one, *two), Le(a * d, exp(self.budget[0]) * (b * c)))
        )


class ProbDP(Notion):
    """(eps, delta)-probabilistic differential privacy: P[-eps <= Z <= eps] >= 1 - delta."""

    title, short, arity = "probabilistic differential privacy", r"(%s,%s)\text{-PDP}", 2

    def one_order(self, pair: Pair) -> Boolean:
        """P[-eps <= Z <= eps] >= 1 - delta, P the first law of the pair."""
        eps, delta = self.budget
        return Ge(Probability(Within(Loss(pair.a, pair.b), eps), pair.a, *pair.outcomes), 1 - delta)


class ZCDP(Notion):
    """rho-zero-concentrated differential privacy: E[e^((alpha-1) Z)] <= e^(alpha (alpha-1) rho) for every order alpha > 1."""

    title, short, arity = "zero-concentrated differential privacy", r"%s\text{-zCDP}", 1
    adjacency = EITHER

    def one_order(self, pair: Pair) -> Boolean:
        """The moments of every order alpha > 1, for laws whose divergences are finite."""
        (rho,) = self.budget
        finite = absolutely_continuous(pair)
        return ForAll(alpha, AllOf(finite, Le(RenyiMoment(alpha, pair), exp(alpha * (alpha - 1) * rho))))


def absolutely_continuous(pair: Pair) -> Boolean:
    """The first law is 0 wherever the second is: its divergences are finite."""
    return ForAll(pair.outcomes, Implication(Eq(pair.b, 0, evaluate=False), Eq(pair.a, 0, evaluate=False)))


class RenyiDP(Notion):
    """(alpha, gamma)-Rényi DP: alpha > 1, and the Rényi divergence of order alpha is at most gamma."""

    title, short, arity = "Rényi differential privacy", r"(%s,%s)\text{-RDP}", 2
    adjacency = "replace-one"

    def one_order(self, pair: Pair) -> Boolean:
        """The moment of the one order alpha > 1, for laws whose divergences are finite."""
        order, gamma = self.budget
        moment = Le(RenyiMoment(order, pair), exp((order - 1) * gamma))
        return AllOf(Lt(1, order), absolutely_continuous(pair), moment)


def kl_divergence(pair: Pair) -> Expr:
    """The relative entropy of the pair, the mean of its loss where the first law is 0 wherever the second is."""
    both = Indicator(AllOf(Lt(0, pair.a, evaluate=False), Lt(0, pair.b, evaluate=False)))
    with as_written():
        return Total(both * pair.a * log(pair.a / pair.b), *pair.outcomes)


class KLDP(Notion):
    """eps-Kullback-Leibler DP: the relative entropy, which is the mean of the loss, is at most eps."""

    title, short, arity = "Kullback-Leibler differential privacy", r"%s\text{-KL-DP}", 1
    adjacency = EITHER

    def one_order(self, pair: Pair) -> Boolean:
        """The relative entropy in this order, for laws whose divergences are finite."""
        return AllOf(absolutely_continuous(pair), Le(kl_divergence(pair), self.budget[0]))


class PBDP(Notion):
    """(eps, delta)-bounded DP: after any post-processing the loss exceeds eps with probability at most delta.

    For every test, P(f) > e^eps Q(f) implies P(f) <= delta; for eps >= 0 the two say the same.
    """

    title, short, arity = "probabilistically bounded differential privacy", r"(%s,%s)\text{-pbDP}", 2
    adjacency = "replace-one"

    def one_order(self, pair: Pair) -> Boolean:
        """P(f) > e^eps Q(f) implies P(f) <= delta for every test f, P the first law of the pair."""
        eps, delta = self.budget
        test, one, other = masses(pair)
        return every_test(Implication(Gt(one, exp(eps) * other), Le(one, delta)), test)


CUT = parameter("t", about="a cut of a normal variable")


def Phi(x: Number) -> Expr:
    """The standard normal distribution function: the probability that a standard normal variable is at most x."""
    x = exact(x)
    with as_written():
        return (1 + erf(x / sqrt(2))) / 2


class GaussianDP(Notion):
    """mu-Gaussian DP: no test tells the laws apart better than it tells N(0, 1) from N(mu, 1).

    For every real t, a test of level at most Phi(t) has power at most Phi(t + mu).
    """

    title, short, arity = "Gaussian differential privacy", r"%s\text{-GDP}", 1
    adjacency = EITHER

    def one_order(self, pair: Pair) -> Boolean:
        """For every real t and test, a level of at most Phi(t) implies a power of at most Phi(t + mu)."""
        (mu,) = self.budget
        test, power, level = masses(pair)
        within = Implication(Le(level, Phi(CUT)), Le(power, Phi(CUT + mu)))
        return ForAll((CUT,), every_test(within, test))


LEVEL = parameter("x", about="level of a test", at_least=0, at_most=1)


class FDP(Notion):
    """f-differential privacy for a trade-off function F: a test of level x has power at most 1 - F(x).

    `FDP(F)` for a function symbol F, or `FDP(expression)` with the expression in the level `LEVEL`.  That F is a
    trade-off function (convex, nonincreasing, at most 1 - x) is not part of it; see `trade_off`.  As f is a test here,
    F is another name.
    """

    title, short, arity = "f-differential privacy", r"%s\text{-DP}", 1
    adjacency = "replace-one"

    def __new__(cls, *args: Law | Pair, pair: Pair | None = None) -> FDP:
        if args and isinstance(args[0], UndefinedFunction):
            args = (args[0](LEVEL), *args[1:])
        return super().__new__(cls, *args, pair=pair)

    @property
    def free_symbols(self) -> set:
        """The symbols of the curve but for its level, and those of the pair."""
        return super().free_symbols - {LEVEL}

    def one_order(self, pair: Pair) -> Boolean:
        """A test of level x has power at most 1 - F(x), the level under the first law of the pair."""
        test, level, power = masses(pair)
        return every_test(Le(power, 1 - self.budget[0].xreplace({LEVEL: level})), test)


def trade_off(F: UndefinedFunction) -> Boolean:
    """That F is a trade-off function: on [0, 1] convex, nonincreasing, at least 0 and at most 1 - x."""
    one, two = (parameter(name, at_least=0, at_most=1) for name in ("x_1", "x_2"))
    t = parameter("t", at_least=0, at_most=1)
    return AllOf(
        ForAll((LEVEL,), Between(0, F(LEVEL), 1 - LEVEL)),
        ForAll((one, two), Implication(Le(one, two), Le(F(two), F(one)))),
        ForAll((t, one, two), Le(F(t * one + (1 - t) * two), t * F(one) + (1 - t) * F(two))),
    )


__all__ = [
    "FDP",
    "KLDP",
    "LEVEL",
    "PBDP",
    "ZCDP",
    "ApproxDP",
    "DensityRatio",
    "GaussianDP",
    "Multiplicative",
    "Phi",
    "ProbDP",
    "PureDP",
    "RenyiDP",
    "absolutely_continuous",
    "event",
    "every_test",
    "trade_off",
]  # fmt: skip
