"""Pairs of finite laws, and of mechanisms with closed forms, with the values of their functionals."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from judge.numbers import (
    INF,
    Number,
    add,
    arb,
    compare,
    div,
    exp,
    extreme,
    log,
    mul,
    neg,
    phi,
    phi_inv,
    power,
)
from judge.reading import F, Open, Undefined


def above_one(order: Number) -> Number:
    """order - 1, which is positive."""
    rest = add(order, F(-1))
    if compare(rest, F(0)) <= 0:
        raise Undefined("an order above 1 is needed")
    return rest


@dataclass(frozen=True)
class Pair:
    """Two distributions on the same finite output space."""

    p: tuple[Number, ...]
    q: tuple[Number, ...]

    def swapped(self) -> Pair:
        return Pair(self.q, self.p)

    @property
    def atoms(self) -> list[tuple[Number, Number]]:
        return list(zip(self.p, self.q, strict=True))

    def tail(self, u: Number) -> Number:
        """P[a > u b]."""
        return total(a for a, b in self.atoms if compare(a, mul(u, b)) > 0)

    def hockey_stick(self, u: Number) -> Number:
        gaps = (add(a, neg(mul(u, b))) for a, b in self.atoms)
        return total(g for g in gaps if compare(g, F(0)) > 0)

    def tv(self) -> Number:
        return self.hockey_stick(F(1))

    def kl(self) -> Number:
        return self.sum_over(lambda a, b: mul(a, log(div(a, b))))

    def sum_over(self, term: Callable[[Number, Number], Number]) -> Number:
        """Terms over the atoms with a > 0; oo as soon as b = 0 there."""
        kept = [(a, b) for a, b in self.atoms if compare(a, F(0)) > 0]
        if any(compare(b, F(0)) == 0 for _, b in kept):
            return INF
        return total(term(a, b) for a, b in kept)

    def renyi(self, alpha: Number) -> Number:
        """The divergence of order alpha > 1."""
        rest = above_one(alpha)
        moment = self.sum_over(lambda a, b: mul(a, power(div(a, b), rest)))
        return div(log(moment), rest)

    def largest_ratio(self) -> Number:
        """max a/b."""
        ratios = [INF if compare(b, F(0)) == 0 else div(a, b) for a, b in self.atoms if compare(a, F(0)) > 0]
        return extreme(ratios, 1)

    def curve(self) -> list[tuple[Number, Number]]:
        """The corners (level, power) of the best tests, from (0, 0) to (1, 1)."""
        order = [(a, b) for a, b in self.atoms if compare(a, F(0)) or compare(b, F(0))]
        for i in range(1, len(order)):  # insertion sort by ratio, largest first
            for j in range(i, 0, -1):
                (a, b), (c, d) = order[j - 1], order[j]
                if compare(mul(a, d), mul(c, b)) >= 0:
                    break
                order[j - 1], order[j] = order[j], order[j - 1]
        corners = [(F(0), F(0))]
        for a, b in order:
            x, y = corners[-1]
            corners.append((add(x, b), add(y, a)))
        return corners

    def power_at(self, alpha: Number) -> Number:
        """The largest power of a randomised test of level at most alpha."""
        if compare(alpha, F(0)) < 0 or compare(alpha, F(1)) > 0:
            raise Undefined("a level is in [0, 1]")
        best: Number = F(0)
        for (x, y), (x2, y2) in itertools.pairwise(self.curve()):
            if compare(x2, alpha) <= 0:
                best = y2
            else:
                step = div(add(alpha, neg(x)), add(x2, neg(x)))
                return add(y, mul(step, add(y2, neg(y))))
        return best

    def posterior(self, prior: Number, outcome: int) -> Number:
        """By Bayes' rule; the priors 0 and 1 stay what they are, also where the rule would read 0/0."""
        if compare(prior, F(0)) < 0 or compare(prior, F(1)) > 0:
            raise Undefined("a prior is in [0, 1]")
        if prior in (F(0), F(1)):
            return prior
        a, b = self.atoms[outcome]
        top = mul(prior, a)
        return div(top, add(top, mul(add(F(1), neg(prior)), b)))

    def advantage(self) -> Number:
        return self.tv()

    def two_sided_tail(self, u: Number) -> Number:
        """P[|z| > eps]."""
        return total(a for a, b in self.atoms if compare(a, mul(u, b)) > 0 or compare(b, mul(u, a)) > 0)

    def bounded(self, u: Number) -> Number:
        """The supremum of P(f) over the tests with P(f) > u Q(f); -oo when there is none."""
        best: Number = -INF
        for (x, y), (x2, y2) in itertools.pairwise(self.curve()):
            here, there = add(y, neg(mul(u, x))), add(y2, neg(mul(u, x2)))
            if compare(there, F(0)) > 0:
                best = y2
            elif compare(here, F(0)) > 0:  # the curve meets the line y = u x between the corners
                step = div(here, add(here, neg(there)))
                return add(y, mul(step, add(y2, neg(y))))
        return best

    def concentrated(self, rho: Number) -> bool:
        """D_alpha <= rho alpha for all alpha > 1 (D_alpha increases: a grid decides, unless it is too close)."""
        top = self.largest_ratio()
        if isinstance(top, float):
            return False
        top = log(top)
        if isinstance(self, Pair):
            self = Pair(tuple(map(arb, self.p)), tuple(map(arb, self.q)))
        if compare(top, F(0)) == 0:
            return compare(rho, F(0)) >= 0
        if compare(self.kl(), rho) > 0:
            return False
        if compare(rho, F(0)) <= 0:
            return False
        low, step = F(1), F(1, 2)
        for _ in range(250):
            if compare(top, mul(rho, low)) <= 0:
                return True
            if step < F(1, 1000):
                raise Open
            high = low * (1 + step)
            value = self.renyi(high)
            if compare(value, mul(rho, high)) > 0:
                return False
            if compare(value, mul(rho, low)) <= 0:
                low, step = high, min(step * 2, F(1))
            else:
                step /= 2
        raise Open

    def gaussian(self, mu: Number) -> bool:
        """Every corner of the curve lies under Phi(Phi_inv(level) + mu), which is concave for mu >= 0."""
        if compare(mu, F(0)) < 0:  # the test that does not look at the output
            return False
        for x, y in self.curve():
            if compare(x, F(0)) == 0:
                if compare(y, F(0)) > 0:
                    return False
                continue
            if compare(y, F(1)) == 0:
                if compare(x, F(1)) < 0:
                    return False
                continue
            if compare(add(phi_inv(y), neg(phi_inv(x))), mu) > 0:
                return False
        return True


def total(values: Iterator[Number]) -> Number:
    out: Number = F(0)
    for v in values:
        out = add(out, v)
    return out


class Untold:
    """What the closed forms of a mechanism do not tell: the search then finds no witness."""

    def bounded(self, u: Number) -> Number:
        raise Open("bounded DP of noise")

    def gaussian(self, mu: Number) -> bool:
        raise Open("Gaussian DP of this noise")

    @property
    def atoms(self) -> list:
        raise Open("noise has no atoms")


@dataclass(frozen=True)
class GaussianPair(Untold):
    """N(mu, 1) against N(0, 1): the outputs of Gaussian noise, mu = sensitivity / sigma > 0.

    square is mu^2 where it is known exactly and mu is not.
    """

    mu: Number
    square: Number | None = None

    def swapped(self) -> GaussianPair:
        return self

    def tail(self, u: Number) -> Number:
        return phi(add(div(self.mu, F(2)), neg(div(log(u), self.mu))))

    def hockey_stick(self, u: Number) -> Number:
        lower = add(neg(div(self.mu, F(2))), neg(div(log(u), self.mu)))
        return add(self.tail(u), neg(mul(u, phi(lower))))

    def tv(self) -> Number:
        return add(mul(F(2), phi(div(self.mu, F(2)))), F(-1))

    advantage = tv

    def kl(self) -> Number:
        return div(mul(self.mu, self.mu) if self.square is None else self.square, F(2))

    def renyi(self, alpha: Number) -> Number:
        above_one(alpha)
        return mul(alpha, self.kl())

    def largest_ratio(self) -> Number:
        return INF

    def power_at(self, alpha: Number) -> Number:
        if alpha in (F(0), F(1)):
            return alpha
        return phi(add(phi_inv(alpha), self.mu))

    def two_sided_tail(self, u: Number) -> Number:
        return add(self.tail(u), phi(neg(add(div(self.mu, F(2)), div(log(u), self.mu)))))

    def concentrated(self, rho: Number) -> bool:
        return compare(self.kl(), rho) <= 0

    def gaussian(self, mu: Number) -> bool:
        return compare(self.mu, mu) <= 0


@dataclass(frozen=True)
class LaplacePair(Untold):
    """Laplace noise of scale 1 at distance eps > 0."""

    eps: Number

    def swapped(self) -> LaplacePair:
        return self

    def tail(self, u: Number) -> Number:
        """P[z > log u]: the loss is eps with probability 1/2, at most t with probability e^((t - eps)/2)/2 below."""
        t = log(u)
        if compare(t, self.eps) >= 0:
            return F(0)
        if compare(t, neg(self.eps)) < 0:
            return F(1)
        return add(F(1), neg(div(exp(div(add(t, neg(self.eps)), F(2))), F(2))))

    def hockey_stick(self, u: Number) -> Number:
        t = log(u)
        if compare(t, self.eps) >= 0:
            return F(0)
        if compare(t, neg(self.eps)) <= 0:
            return add(F(1), neg(u))
        return add(F(1), neg(exp(div(add(t, neg(self.eps)), F(2)))))

    def tv(self) -> Number:
        return self.hockey_stick(F(1))

    advantage = tv

    def kl(self) -> Number:
        return add(add(self.eps, exp(neg(self.eps))), F(-1))

    def renyi(self, alpha: Number) -> Number:
        rest = above_one(alpha)
        twice = add(mul(F(2), alpha), F(-1))
        grow = mul(div(alpha, twice), exp(mul(rest, self.eps)))
        fall = mul(div(rest, twice), exp(neg(mul(alpha, self.eps))))
        return div(log(add(grow, fall)), rest)

    def largest_ratio(self) -> Number:
        return exp(self.eps)

    def two_sided_tail(self, u: Number) -> Number:
        t = log(u)
        if compare(t, self.eps) >= 0:
            return F(0)
        return add(self.tail(u), div(exp(neg(div(add(t, self.eps), F(2)))), F(2)))

    def power_at(self, alpha: Number) -> Number:
        e = exp(self.eps)
        if compare(mul(F(2), mul(alpha, e)), F(1)) <= 0:
            return mul(e, alpha)
        if compare(alpha, F(1, 2)) <= 0:
            return add(F(1), neg(div(F(1), mul(F(4), mul(alpha, e)))))
        return add(F(1), neg(div(add(F(1), neg(alpha)), e)))

    concentrated = Pair.concentrated
