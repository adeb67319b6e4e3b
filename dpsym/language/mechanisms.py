"""Mechanisms with a known law: randomised response, Laplace, geometric, Gaussian and discrete Gaussian noise.

A mechanism is a frozen value.  It knows the outputs it can give, the density (for countable outputs: the mass) of an
output on an input, its privacy loss between two inputs, and the law of that loss at the greatest distance of two
neighbouring inputs.  An input is the value of the query that the mechanism answers.  Nothing here is evaluated or
proved; the files of `derivations/mechanisms` state what holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import sympy
from sympy import (
    Abs,
    Add,
    Basic,
    Eq,
    Expr,
    Integer,
    Max,
    Min,
    Piecewise,
    Pow,
    Rational,
    erf,
    exp,
    log,
    pi,
    sqrt,
    tanh,
)
from sympy.core.function import UndefinedFunction
from sympy.core.relational import Le
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean

from dpsym.language.errors import StatementError
from dpsym.language.expressions import (
    Defined,
    Number,
    P,
    Parameter,
    Phi_inv,
    Q,
    Within,
    as_written,
    exact,
    parameter,
)
from dpsym.language.quantities import FiniteSum

ADJACENCIES = ("add-remove", "replace-one")
HALF = Rational(1, 2)

z = parameter("z", about="a privacy loss, in nats")
n = parameter("n", about="noise: the output minus the input; an integer where the outputs are integers")


# ---------------------------------------------------------------------------------------------- arguments
def least_sign(e: Basic) -> int | None:
    """1 when `e` is positive on the domains of its parameters, 0 when it is nowhere negative, None when neither can
    be read off its form."""
    if isinstance(e, Rational):
        return 1 if e > 0 else 0 if e == 0 else None
    if isinstance(e, Parameter):
        if e.lower is None:
            return None
        bound, strict = e.lower
        sign = least_sign(bound)
        return None if sign is None else 1 if strict else sign
    if e in (sympy.pi, sympy.E) or isinstance(e, exp):
        return 1
    if isinstance(e, log) and isinstance(e.args[0], Rational) and e.args[0] >= 1:
        return 1 if e.args[0] > 1 else 0
    if isinstance(e, Pow):
        base = least_sign(e.base)
        return base if base == 1 or (base == 0 and isinstance(e.exp, Rational) and e.exp > 0) else None
    if isinstance(e, Add | sympy.Mul):
        signs = [least_sign(a) for a in e.args]
        if None in signs:
            return None
        return max(signs) if isinstance(e, Add) else min(signs)  # type: ignore[type-var]
    return None


def _argument(value: Number, what: str, least: int) -> Expr:
    """An exact argument of a mechanism that is positive (least 1) or not negative (least 0)."""
    e = exact(value, what)
    sign = least_sign(e)
    if sign is None or sign < least:
        wanted = "positive" if least else "at least 0"
        raise StatementError(
            f"{what} is {e}, which is not known to be {wanted}; give a number or a parameter whose domain says so"
        )
    return e


def _adjacency(value: str | Str) -> Str:
    value = value.name if isinstance(value, Str) else value
    if value not in ADJACENCIES:
        raise StatementError(f"unknown adjacency {value!r}; it is {' or '.join(map(repr, ADJACENCIES))}")
    return Str(value)


# -------------------------------------------------------------------------------------- laws of the loss
@dataclass(frozen=True)
class LossLaw:
    """The law of the privacy loss of an output on the first of two neighbouring inputs at the greatest distance.

    atoms     pairs (loss, probability)
    density   the density of the rest, a function of `over` on low < over < high; None when there is none
    lattice   pair (loss, probability) as functions of the integer `noise`, over all integers; None when there is none
    """

    over: ClassVar[Parameter] = z
    noise: ClassVar[Parameter] = n

    atoms: tuple[tuple[Expr, Expr], ...] = ()
    density: Expr | None = None
    low: Expr = -sympy.oo
    high: Expr = sympy.oo
    lattice: tuple[Expr, Expr] | None = None


# ---------------------------------------------------------------------------------------------- mechanisms
class Mechanism(Basic):
    """A mechanism: a law of the output for every input.

    A subclass gives `outputs` ("finite", "integers" or "reals"), `name` (how its law is called on the page),
    `density_at`, `loss`, `loss_law` and, where there are closed forms, `greatest_loss`, `profile`, `renyi`,
    `total_variation`, `relative_entropy` and `power`.
    `adjacency` says between which databases the inputs differ by at most `sensitivity`.
    """

    __slots__ = ()
    title: ClassVar[str] = ""
    name: ClassVar[str] = ""
    outputs: ClassVar[str] = ""

    @property
    def spread(self) -> Expr:
        """What the law is indexed with: the scale, the standard deviation, the privacy loss."""
        return self.args[0]

    @property
    def indices(self) -> tuple[Expr, ...]:
        """What tells this law from others of its name on the page."""
        return (self.spread,)

    @property
    def sensitivity(self) -> Expr:
        """How far two neighbouring inputs are apart at most."""
        return self.args[1]

    @property
    def adjacency(self) -> str:
        """Which databases are neighbours: add-remove or replace-one."""
        return self.args[-1].name

    def density(self, t: Number, x: Number) -> Density:
        """The density of the output t on the input x (for countable outputs: its probability)."""
        return Density(self, t, x)

    def density_at(self, t: Expr, x: Expr) -> Expr:
        """What `density` unfolds to."""
        raise NotImplementedError

    def neighbours(self, x: Number, x_2: Number) -> Boolean:
        """That x and x_2 can be the inputs from neighbouring databases."""
        with as_written():
            return Within(exact(x) - exact(x_2), self.sensitivity)

    def loss(self, t: Number, x: Number, x_2: Number) -> Expr:
        """The privacy loss log(density on x / density on x_2) at the output t, in closed form (nats)."""
        raise NotImplementedError

    @property
    def loss_law(self) -> LossLaw:
        """The law of the privacy loss at the greatest distance; the same in both orders of the inputs."""
        raise NotImplementedError

    @property
    def greatest_loss(self) -> Expr:
        """The least eps of pure DP, in nats; infinite where the mechanism is not purely private."""
        return sympy.oo

    def profile(self, eps: Number) -> Expr | None:  # noqa: ARG002
        """The least delta of (eps, delta)-DP for eps >= 0, at the greatest distance; None without a closed form."""
        return None

    def renyi(self, alpha: Number) -> Expr | None:  # noqa: ARG002
        """The Rényi divergence of order alpha > 1 at the greatest distance (nats); None without a closed form."""
        return None

    @property
    def total_variation(self) -> Expr | None:
        """The total variation distance at the greatest distance; None without a closed form."""
        return None

    @property
    def relative_entropy(self) -> Expr | None:
        """The expected privacy loss at the greatest distance (nats); None without a closed form."""
        return None

    def power(self, level: Number) -> Expr | None:  # noqa: ARG002
        """The greatest power of a test of a level in [0, 1] at the greatest distance; None without a closed form."""
        return None


class Density(Defined):
    """The density (for countable outputs: the probability) of the output t of a mechanism on the input x."""

    def __new__(cls, mechanism: Mechanism, t: Number, x: Number) -> Density:
        if not isinstance(mechanism, Mechanism):
            raise StatementError(f"a density is that of a mechanism, not of {mechanism!r}")
        return Expr.__new__(cls, mechanism, exact(t, "an output"), exact(x, "an input"))

    def definition(self) -> Expr:
        """The density of the mechanism at the output, on the input."""
        return _density(*self.args)

    @property
    def free_symbols(self) -> set:
        """Those of the definition: the sensitivity is none of them."""
        return self.definition().free_symbols


@lru_cache(maxsize=5000)
def _density(mechanism: Mechanism, t: Expr, x: Expr) -> Expr:
    """The density of a mechanism at an output, on an input, as written."""
    with as_written():
        return mechanism.density_at(t, x)


class RandomizedResponse(Mechanism):
    """Randomised response: of `answers` possible answers the true one with odds e^eps to 1 against each other one.

    eps >= 0 is the privacy loss between two true answers (nats); `answers` is a number or an integer parameter, at
    least 2.  Any two answers are neighbours.
    """

    __slots__ = ()
    title, name, outputs = "randomised response", "RR", "finite"

    def __new__(cls, eps: Number, answers: Number = 2, adjacency: str = "replace-one") -> RandomizedResponse:
        k = exact(answers, "the number of answers")
        whole = k.integer_valued if isinstance(k, Parameter) else isinstance(k, Integer)
        least = k.lower[0] if isinstance(k, Parameter) and k.lower is not None else k
        if not whole or not isinstance(least, Integer) or least < 2:
            raise StatementError(f"the number of answers is {k}; it is an integer, at least 2")
        return Basic.__new__(cls, _argument(eps, "the privacy loss", 0), k, _adjacency(adjacency))

    @property
    def answers(self) -> Expr:
        """How many answers there are."""
        return self.args[1]

    @property
    def indices(self) -> tuple[Expr, ...]:
        """The privacy loss and the number of answers."""
        return (self.spread, self.answers)

    @property
    def sensitivity(self) -> Expr:
        """1: all answers are at the same distance."""
        return Integer(1)

    @property
    def truth(self) -> Expr:
        """The probability of the true answer."""
        with as_written():
            return exp(self.spread) / self._odds

    @property
    def lie(self) -> Expr:
        """The probability of each other answer."""
        with as_written():
            return 1 / self._odds

    @property
    def _odds(self) -> Expr:
        with as_written():
            others = Integer(1) if self.answers == 2 else self.answers - 1
            return 1 + exp(self.spread) if self.answers == 2 else exp(self.spread) + others

    @property
    def listed(self) -> dict[UndefinedFunction, tuple[Expr, ...]]:
        """The laws of the answer on two different inputs, as masses: of the first input, of the second, of the others.

        With a symbolic number of answers the others, to which both laws give equal masses, are taken together.
        """
        rest: tuple[Expr, ...] = ()
        if isinstance(self.answers, Integer):
            rest = (self.lie,) * (int(self.answers) - 2)
        else:
            with as_written():
                rest = ((self.answers - 2) / self._odds,)
        return {P: (self.truth, self.lie, *rest), Q: (self.lie, self.truth, *rest)}

    def density_at(self, t: Expr, x: Expr) -> Expr:
        """The probability of the answer t where x is the true one."""
        return Piecewise((self.truth, Eq(t, x)), (self.lie, sympy.true))

    def neighbours(self, x: Number, x_2: Number) -> Boolean:  # noqa: ARG002
        """Any two answers are."""
        return sympy.true

    def loss(self, t: Number, x: Number, x_2: Number) -> Expr:
        """eps at the answer x, -eps at the answer x_2, 0 at any other and where the two are one (nats)."""
        t, x, x_2 = exact(t), exact(x), exact(x_2)
        with as_written():
            eps = self.spread
            return Piecewise(
                (Integer(0), Eq(x, x_2)), (eps, Eq(t, x)), (-eps, Eq(t, x_2)), (Integer(0), sympy.true)
            )

    @property
    def loss_law(self) -> LossLaw:
        """eps and -eps with the probabilities of a true and of a false answer; 0 with what is left."""
        with as_written():
            atoms = [(self.spread, self.truth), (-self.spread, self.lie)]
            if self.answers != 2:
                atoms.append((Integer(0), (self.answers - 2) / self._odds))
        return LossLaw(tuple(atoms))

    @property
    def greatest_loss(self) -> Expr:
        """eps, in nats."""
        return self.spread

    def profile(self, eps: Number) -> Expr:
        """The greater of 0 and the excess of the true answer: its probability less e^eps times that of another one."""
        eps = exact(eps)
        with as_written():
            return Max(Integer(0), (exp(self.spread) - exp(eps)) / self._odds)

    def renyi(self, alpha: Number) -> Expr:
        """From the moment of the loss over two answers and the others together."""
        alpha, eps = exact(alpha), self.spread
        with as_written():
            others = () if self.answers == 2 else (self.answers - 2,)
            moment = Add(exp(alpha * eps), exp((1 - alpha) * eps), *others) / self._odds
            return log(moment) / (alpha - 1)

    @property
    def total_variation(self) -> Expr:
        """By how much the true answer is likelier than another one."""
        with as_written():
            return tanh(self.spread / 2) if self.answers == 2 else (exp(self.spread) - 1) / self._odds

    @property
    def relative_entropy(self) -> Expr:
        """eps times the total variation distance, in nats."""
        with as_written():
            return self.spread * self.total_variation

    def power(self, level: Number) -> Expr:
        """A test rejects on the answer of the first input, then on others, last on the answer of the second."""
        level, eps = exact(level), self.spread
        with as_written():
            others = () if self.answers == 2 else (level + self.total_variation,)
            return Min(exp(eps) * level, *others, 1 - exp(-eps) * (1 - level))


class Laplace(Mechanism):
    """Laplace noise of the given scale (standard deviation: the scale times the square root of 2) added to the input."""

    __slots__ = ()
    title, name, outputs = "Laplace mechanism", "Lap", "reals"

    def __new__(cls, scale: Number, sensitivity: Number = 1, adjacency: str = "add-remove") -> Laplace:
        return Basic.__new__(
            cls,
            _argument(scale, "the scale", 1),
            _argument(sensitivity, "the sensitivity", 1),
            _adjacency(adjacency),
        )

    @property
    def eps(self) -> Expr:
        """The privacy loss of pure DP, in nats."""
        with as_written():
            return self.sensitivity / self.spread

    def density_at(self, t: Expr, x: Expr) -> Expr:
        """e^(-|t - x|/scale)/(2 scale)."""
        return exp(-(Abs(t - x) / self.spread)) / (2 * self.spread)

    def tail(self, w: Number) -> Expr:
        """The probability of noise above w >= 0; by symmetry that of noise below -w."""
        w = exact(w)
        with as_written():
            return exp(-(w / self.spread)) / 2

    def pieces(self, t: Number, x: Number, x_2: Number) -> Expr:
        """The privacy loss for x_2 <= x, by its pieces: constant, rising, constant."""
        t, x, x_2 = exact(t), exact(x), exact(x_2)
        with as_written():
            most = (x - x_2) / self.spread
            return Piecewise(
                (-most, Le(t, x_2)), ((2 * t - x - x_2) / self.spread, Le(t, x)), (most, sympy.true)
            )

    def loss(self, t: Number, x: Number, x_2: Number) -> Expr:
        """(|t - x_2| - |t - x|)/scale, in nats."""
        t, x, x_2 = exact(t), exact(x), exact(x_2)
        with as_written():
            return (Abs(t - x_2) - Abs(t - x)) / self.spread

    @property
    def loss_law(self) -> LossLaw:
        """Atoms at eps and -eps, a density between them."""
        with as_written():
            eps = self.eps
            return LossLaw(((eps, HALF), (-eps, exp(-eps) / 2)), exp((z - eps) / 2) / 4, -eps, eps)

    @property
    def greatest_loss(self) -> Expr:
        """The sensitivity over the scale, in nats."""
        return self.eps

    def profile(self, eps: Number) -> Expr:
        """1 - e^((eps - eps_0)/2), eps_0 the loss of pure DP, or 0 where that is negative."""
        eps = exact(eps)
        with as_written():
            return Max(Integer(0), 1 - exp((eps - self.eps) / 2))

    def renyi(self, alpha: Number) -> Expr:
        """Mironov (2017)."""
        alpha, eps = exact(alpha), self.eps
        with as_written():
            up = alpha / (2 * alpha - 1) * exp((alpha - 1) * eps)
            down = (alpha - 1) / (2 * alpha - 1) * exp(-(alpha * eps))
            return log(up + down) / (alpha - 1)

    @property
    def total_variation(self) -> Expr:
        """1 - e^(-eps/2)."""
        with as_written():
            return 1 - exp(-(self.eps / 2))

    @property
    def relative_entropy(self) -> Expr:
        """eps - 1 + e^-eps, in nats."""
        with as_written():
            return self.eps - 1 + exp(-self.eps)


class Geometric(Mechanism):
    """Two-sided geometric noise, of probability proportional to e^(-eps |n|), added to an integer.

    eps > 0 is the privacy loss between inputs at distance 1 (nats); the sensitivity is an integer.
    """

    __slots__ = ()
    title, name, outputs = "geometric mechanism", "Geom", "integers"

    def __new__(cls, eps: Number, sensitivity: Number = 1, adjacency: str = "add-remove") -> Geometric:
        return Basic.__new__(
            cls, _argument(eps, "the privacy loss", 1), _whole(sensitivity), _adjacency(adjacency)
        )

    def density_at(self, t: Expr, x: Expr) -> Expr:
        """(1 - e^-eps)/(1 + e^-eps) e^(-eps |t - x|), the probability of t."""
        eps = self.spread
        return (1 - exp(-eps)) / (1 + exp(-eps)) * exp(-(eps * Abs(t - x)))

    def tail(self, m: Number) -> Expr:
        """The probability of noise at or above the integer m >= 0."""
        m, eps = exact(m), self.spread
        with as_written():
            above = Integer(1) if m == 0 else exp(-eps) if m == 1 else exp(-(eps * m))
            return above / (1 + exp(-eps))

    def loss(self, t: Number, x: Number, x_2: Number) -> Expr:
        """eps (|t - x_2| - |t - x|), in nats."""
        t, x, x_2 = exact(t), exact(x), exact(x_2)
        with as_written():
            return self.spread * (Abs(t - x_2) - Abs(t - x))

    @property
    def loss_law(self) -> LossLaw:
        """Two atoms between inputs at distance 1, else a sum over the integers."""
        eps, d = self.spread, self.sensitivity
        with as_written():
            if d == 1:
                return LossLaw(((eps, self.tail(0)), (-eps, self.tail(1))))
            return LossLaw(lattice=(eps * (Abs(n + d) - Abs(n)), self.density_at(n, Integer(0))))

    @property
    def greatest_loss(self) -> Expr:
        """eps times the sensitivity, in nats."""
        with as_written():
            return self.spread if self.sensitivity == 1 else self.spread * self.sensitivity

    def profile(self, eps: Number) -> Expr | None:
        """That of randomised response, whose loss has the same law, between inputs at distance 1."""
        return RandomizedResponse(self.spread).profile(eps) if self.sensitivity == 1 else None

    def renyi(self, alpha: Number) -> Expr | None:
        """That of randomised response, between inputs at distance 1."""
        return RandomizedResponse(self.spread).renyi(alpha) if self.sensitivity == 1 else None

    @property
    def total_variation(self) -> Expr | None:
        """That of randomised response, between inputs at distance 1."""
        return RandomizedResponse(self.spread).total_variation if self.sensitivity == 1 else None

    @property
    def relative_entropy(self) -> Expr | None:
        """That of randomised response, between inputs at distance 1."""
        return RandomizedResponse(self.spread).relative_entropy if self.sensitivity == 1 else None

    def power(self, level: Number) -> Expr | None:
        """That of randomised response, between inputs at distance 1."""
        return RandomizedResponse(self.spread).power(level) if self.sensitivity == 1 else None


def _whole(value: Number) -> Expr:
    d = _argument(value, "the sensitivity", 1)
    if not (d.integer_valued if isinstance(d, Parameter) else isinstance(d, Integer)):
        raise StatementError(f"the sensitivity is {d}; noise on the integers needs an integer")
    return d


class _Normal(Mechanism):
    """What Gaussian noise on the reals and on the integers have in common: e^(-n^2 / (2 sigma^2)) over a normaliser."""

    __slots__ = ()

    @property
    def normaliser(self) -> Expr:
        """The total of e^(-n^2 / (2 sigma^2)) over all values of the noise."""
        return self.args[2]

    @property
    def indices(self) -> tuple[Expr, ...]:
        return (self.spread, self.normaliser) if isinstance(self.normaliser, Parameter) else (self.spread,)

    @property
    def mu(self) -> Expr:
        """The greatest distance in standard deviations."""
        with as_written():
            return self.sensitivity / self.spread

    @property
    def rho(self) -> Expr:
        """The budget of zero-concentrated DP, in nats."""
        with as_written():
            return self.sensitivity**2 / (2 * self.spread**2)

    def density_at(self, t: Expr, x: Expr) -> Expr:
        return exp(-((t - x) ** 2 / (2 * self.spread**2))) / self.normaliser

    def loss(self, t: Number, x: Number, x_2: Number) -> Expr:
        t, x, x_2 = exact(t), exact(x), exact(x_2)
        with as_written():
            return ((t - x_2) ** 2 - (t - x) ** 2) / (2 * self.spread**2)


class Gaussian(_Normal):
    """Normal noise with standard deviation sigma added to the input.

    The normaliser is sigma times the square root of 2 pi; a statement that holds for every positive constant in its
    place may say so by giving a parameter.
    """

    __slots__ = ()
    title, name, outputs = "Gaussian mechanism", "N", "reals"

    def __new__(
        cls,
        sigma: Number,
        sensitivity: Number = 1,
        normaliser: Number | None = None,
        adjacency: str = "add-remove",
    ) -> Gaussian:
        sigma = _argument(sigma, "the standard deviation", 1)
        with as_written():
            constant = (
                sigma * sqrt(2 * pi) if normaliser is None else _argument(normaliser, "the normaliser", 1)
            )
        d = _argument(sensitivity, "the sensitivity", 1)
        return Basic.__new__(cls, sigma, d, constant, _adjacency(adjacency))

    @property
    def loss_law(self) -> LossLaw:
        """Normal with variance mu^2 and mean mu^2 / 2."""
        mu = self.mu
        with as_written():
            return LossLaw((), exp(-((z - mu**2 / 2) ** 2 / (2 * mu**2))) / (mu * sqrt(2 * pi)))

    def renyi(self, alpha: Number) -> Expr:
        """alpha rho, in nats."""
        alpha = exact(alpha)
        with as_written():
            return alpha * self.rho

    def exceeds(self, eps: Number) -> tuple[Expr, Expr]:
        """The probabilities of a loss above eps on the two inputs: Phi(mu/2 - eps/mu) and Phi(-mu/2 - eps/mu), with the
        distribution function Phi of a standard normal."""
        eps, sigma, d = exact(eps), self.spread, self.sensitivity
        with as_written():
            middle, half = eps * sigma / d, d / (2 * sigma)
            return normal_tail(middle - half), normal_tail(middle + half)

    def profile(self, eps: Number) -> Expr:
        """The probability of a loss above eps, less e^eps times that on the other input."""
        one, other = self.exceeds(eps)
        with as_written():
            return one - exp(exact(eps)) * other

    @property
    def total_variation(self) -> Expr:
        """2 Phi(mu/2) - 1."""
        with as_written():
            return 2 * normal_tail(-(self.sensitivity / (2 * self.spread))) - 1

    @property
    def relative_entropy(self) -> Expr:
        """rho, in nats."""
        return self.rho

    def power(self, level: Number) -> Expr:
        """Phi(Phi_inv(level) + mu): a test rejects outputs above a threshold."""
        with as_written():
            return normal_tail(-(Phi_inv(exact(level)) + self.mu))


def normal_tail(x: Number) -> Expr:
    """The probability that a standard normal variable exceeds x."""
    x = exact(x)
    with as_written():
        return (1 - erf(x / sqrt(2))) / 2


class DiscreteGaussian(_Normal):
    """Noise on the integers of probability proportional to e^(-n^2 / (2 sigma^2)).

    sigma^2 is the parameter, a little more than the variance.  The normaliser, a sum over all integers, is not an
    expression of the language: it stands as a parameter (by default `c`, positive); `normaliser_bounds` encloses it.
    """

    __slots__ = ()
    title, name, outputs = "discrete Gaussian mechanism", "N_Z", "integers"

    def __new__(
        cls,
        sigma: Number,
        sensitivity: Number = 1,
        normaliser: Number | None = None,
        adjacency: str = "add-remove",
    ) -> DiscreteGaussian:
        sigma = _argument(sigma, "the parameter sigma", 1)
        constant = c if normaliser is None else _argument(normaliser, "the normaliser", 1)
        return Basic.__new__(cls, sigma, _whole(sensitivity), constant, _adjacency(adjacency))

    def normaliser_bounds(self, terms: int) -> tuple[Expr, Expr]:
        """A lower and an upper bound: the terms |k| <= `terms`, and a geometric series above the rest."""
        s, last = 2 * self.spread**2, Integer(terms + 1)
        with as_written():
            partial = FiniteSum(exp(-(m**2 / s)), m, Integer(-terms), Integer(terms))
            rest = 2 * exp(-(last**2 / s)) / (1 - exp(-(2 * last / s)))
            return partial, partial + rest

    @property
    def loss_law(self) -> LossLaw:
        """A sum over the integers: the loss at each value of the noise, with its probability."""
        d = self.sensitivity
        with as_written():
            loss = ((n + d) ** 2 - n**2) / (2 * self.spread**2)
            return LossLaw(lattice=(loss, self.density_at(n, Integer(0))))


c = parameter("c", above=0, about="the constant that makes the total probability 1")
m = parameter("m", about="an integer")

__all__ = [
    "ADJACENCIES", "Density", "DiscreteGaussian", "Gaussian", "Geometric", "Laplace", "LossLaw", "Mechanism",
    "RandomizedResponse", "normal_tail",
]  # fmt: skip
