"""Noise on the whole numbers, with constants: its probabilities as closed forms, or between two of them.

Geometric noise tells of two counts only what lies between them: finitely many outcomes with masses in closed form.  Those of
discrete Gaussian noise have a normaliser that is an infinite sum: the terms from some number on come to between 0 and a
geometric series.  A probability is a quotient of two linear functions of that rest, so that it lies between its values at
the two ends.  A claim holds where it holds at both, and fails where it fails at both.  Nothing is decided here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, sqrt
from statistics import NormalDist

import sympy
from flint import arb
from sympy import Expr, Integer, Max, Min, evaluate, exp, log

from dpsym.claims.closed_form_pairs.closed_forms import LOSS, ONE, Law
from dpsym.claims.reading.as_nodes import node_of, relation
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.nodes import Node, Source
from dpsym.claims.reading.trees import names_in, words_in
from dpsym.claims.reading.words import FLIP, FUNCTIONALS
from dpsym.language import as_written
from dpsym.prove.decide import Env, number_of
from dpsym.reals.precision import with_bits
from dpsym.reals.real import Inf
from dpsym.reals.real import enclosed as enclosed_in

MASSES = (
    "masses of discrete Gaussian noise, their sum between two closed forms (Canonne, Kamath, Steinke 2020)"
)
NEARNESS = (40, 130)  # how many nats the rest is below the masses that count, coarse and fine
TERMS = 200  # of a sum
BITS = 600  # of a ball
MOST = 12  # counts between which geometric noise is written out
Sum = tuple[Expr, ...]  # terms that are added
Side = tuple[Sum, Sum]  # a quotient of two sums
Ends = tuple[Side, Side]  # a number is between the two


class NotEnclosed(Exception):
    """There is no enclosure of this part of a claim, or none that can be told."""


@dataclass(frozen=True)
class Enclosed:
    """Conclusions at both ends, of which all together prove the claim (`proves`), or each refutes it."""

    conclusion: tuple[Node, ...]
    proves: bool


# ------------------------------------------------------------------------------------------- geometric noise
def geometric(eps: Node, apart: int, pair: str, fact: str) -> Law:
    """Geometric noise of e^-eps around two counts at a whole distance: the answer, moved to the nearer count where it is not
    between them, has the same losses."""
    up = exp(LOSS)
    inner = [(up - 1) * exp(-k * LOSS) / (1 + up) for k in range(1, apart)]
    p = [up / (1 + up), *inner, exp((1 - apart) * LOSS) / (1 + up)]
    q = p[::-1]
    ratios = [exp((apart - 2 * k) * LOSS) for k in range(apart + 1)]

    def power(level: Expr) -> Expr:
        """The least of the lines through the levels of two tests, each of which rejects below a count."""
        below = [(sum(p[:k], Integer(0)), sum(q[:k], Integer(0)), r) for k, r in enumerate(ratios)]
        return Min(*(a + r * (level - b) for a, b, r in below))

    return Law(
        pair,
        fact,
        tv=sympy.Add(*(p[k] - q[k] for k in range((apart + 1) // 2))),
        kl=sympy.Add(*(p[k] * (apart - 2 * k) * LOSS for k in range(apart + 1))),
        hockey=lambda e: sympy.Add(*(Max(0, a - exp(e) * b) for a, b in zip(p, q, strict=True))),
        renyi=lambda a: log(sympy.Add(*(m * r ** (a - 1) for m, r in zip(p, ratios, strict=True)))) / (a - 1),
        pure=lambda e: sympy.Le(apart * LOSS, e, evaluate=False),
        names={LOSS: eps},
        power=power,
        atoms=tuple(zip(p, q, strict=True)),
    )


@dataclass(frozen=True)
class Counts:
    """Geometric noise around two counts: its masses and losses from the smaller count to the larger."""

    masses: tuple[Expr, ...]
    losses: tuple[Expr, ...]

    def tail(self, e: Expr) -> Ends:
        """The probability of a loss above e."""
        said = tuple(m for m, z in zip(self.masses, self.losses, strict=True) if above(z, e))
        return (said, (ONE,)), (said, (ONE,))

    def outside(self, e: Expr) -> Ends:
        """The probability of a loss beyond e, in either direction."""
        both = zip(self.masses, self.losses, strict=True)
        said = tuple(m for m, z in both if above(z, e) or above(-z, e))
        return (said, (ONE,)), (said, (ONE,))

    def power(self, level: Expr) -> Ends:
        """The power of the best test of a level: the one that rejects below a count, and at it as often as it may."""
        others = self.masses[::-1]
        for k, loss in enumerate(self.losses):
            low, high = (whole((others[:j], (ONE,))) for j in (k, k + 1))
            if low <= ball(level) <= high:
                ratio = exp(loss)
                said = (*self.masses[:k], ratio * level, *(-ratio * q for q in others[:k]))
                return (said, (ONE,)), (said, (ONE,))
        raise NotEnclosed


def counts(eps: Expr, apart: int) -> Counts:
    """Geometric noise with this loss around two counts at this distance."""
    law = geometric(Node("hole", (), None, -1, -1, 0), apart, "", "")
    masses = tuple(p.xreplace({LOSS: eps}) for p, _ in law.atoms)
    return Counts(masses, tuple((apart - 2 * k) * eps for k in range(apart + 1)))


# ------------------------------------------------------------------------------------- discrete Gaussian noise
@dataclass(frozen=True)
class Normal:
    """Discrete Gaussian noise around 0 and around a whole number: the square of its spread, the distance, and how many nats
    the rest of a sum is below what counts."""

    square: Expr
    apart: int
    nats: int

    def tv(self) -> Ends:
        """The total variation."""
        return self.hockey(Integer(0))

    def hockey(self, e: Expr) -> Ends:
        """The hockey stick at e: that of the test that rejects where the loss is above e."""
        m = self.last(e, strict=False)
        return self.quotient(m, -exp(e), m - self.apart)

    def tail(self, e: Expr) -> Ends:
        """The probability of a loss above e."""
        return self.quotient(self.last(e, strict=True), Integer(0), 0)

    def outside(self, e: Expr) -> Ends:
        """The probability of a loss above e, or below -e, which is that of an output from some number on; an output that is
        both, as where e is below 0, counts once."""
        high = self.last(-e, strict=False, below=True)
        return self.quotient(min(self.last(e, strict=True), high - 1), ONE, -high)

    def power(self, level: Expr) -> Ends:
        """The power of the best test of a level: the one that rejects up to a number, and at the next as often as it may."""
        s, top = self.spread(), float(ball(level))
        if not 0 < top < 1:
            raise NotEnclosed
        near = ceil(NormalDist(0, s).inv_cdf(top))
        for m in range(near - 2, near + 2 * self.apart + 3):
            low, high = (self.quotient(k - self.apart, Integer(0), 0) for k in (m, m + 1))
            if all(whole(x) <= ball(level) for x in low) and all(ball(level) <= whole(x) for x in high):
                ratio = exp((self.apart**2 - 2 * self.apart * (m + 1)) / (2 * self.square))
                (a, b), (c, d) = self.quotient(m, -ratio, m - self.apart)
                more = ratio * level
                return ((*a, *(more * t for t in b)), b), ((*c, *(more * t for t in d)), d)
        raise NotEnclosed

    def moment(self, order: Expr) -> Ends:
        """The exponential of (order - 1) times the Renyi divergence, but for a factor: with too little and too much of two
        sums."""
        centre = worked_out((1 - order) * self.apart)
        middle = floor(float(ball(centre)))
        n, k = self.terms(self.apart + 1), self.terms(0)
        inner = tuple(self.mass(x - centre) for x in range(middle - n, middle + n + 1))
        rest = (self.rest(middle + n + 1 - centre), self.rest(centre - (middle - n - 1)))
        whole = self.upto(k - 1, k)
        return (inner, (*whole, 2 * self.rest(Integer(k)))), ((*inner, *rest), whole)

    def factor(self, order: Expr) -> Expr:
        """The logarithm of the factor of a moment."""
        return order * (order - 1) * self.apart**2 / (2 * self.square)

    # what the sums are made of
    def spread(self) -> float:
        """The standard deviation of the noise on the line, roughly."""
        return sqrt(float(ball(self.square)))

    def mass(self, x: Expr) -> Expr:
        """The mass at a number, up to the normaliser."""
        return exp(worked_out(-(x**2) / (2 * self.square)))

    def rest(self, n: Expr) -> Expr:
        """What the masses from a number on come to at most: a geometric series, its sum a little more."""
        series = 1 / (1 - exp(-(2 * n + 1) / (2 * self.square)))
        return Integer(ceil(float(ball(series)) * 1.01)) * self.mass(n)

    def terms(self, far: int) -> int:
        """From which number on the masses are the rest, where those up to `far` count."""
        n = ceil(sqrt(far**2 + 2 * self.spread() ** 2 * self.nats)) + 1
        if n > TERMS:
            raise NotEnclosed
        return n

    def upto(self, m: int, n: int) -> Sum:
        """The masses from -n + 1 to m."""
        often = Counter(abs(x) for x in range(-n + 1, m + 1))
        return tuple(k * self.mass(Integer(x)) for x, k in sorted(often.items()))

    def quotient(self, m: int, factor: Expr, k: int) -> Ends:
        """What the masses up to m come to, and `factor` times those up to k, at the least and the greatest rest."""
        n = self.terms(max(abs(m), abs(k)) + 1)
        others = tuple(factor * t for t in self.upto(k, n)) if factor != 0 else ()
        inner, whole = (*self.upto(m, n), *others), self.upto(n - 1, n)
        rest = self.rest(Integer(n))
        return (inner, whole), ((*inner, rest, factor * rest), (*whole, 2 * rest))

    def last(self, e: Expr, strict: bool, below: bool = False) -> int:
        """The largest number at which the loss is above e, or is e, unless `strict`; where `below`, the smallest at which it is
        below e."""
        edge = worked_out(Integer(self.apart) / 2 - e * self.square / self.apart)
        if edge.is_Rational:
            at = Fraction(int(edge.p), int(edge.q))
            return floor(at) + 1 if below else ceil(at) - 1 if strict else floor(at)
        near = ball(edge)
        found = near.floor().unique_fmpz()
        if found is None or near.contains_integer():
            raise NotEnclosed
        return int(found) + 1 if below else int(found)


# ------------------------------------------------------------------------------------------------- claims
def enclosed(mechanism: Node, source: Source, reader: Reader) -> Iterator[Enclosed]:
    """What a claim with constants about noise on the whole numbers is brought to, coarse before fine."""
    noises = noises_of(mechanism, reader)
    for noise in noises:
        try:
            with as_written():
                said = [at_ends(c, noise, reader) for c in source.conclusion]
        except (NotEnclosed, ZeroDivisionError):
            continue
        for one in said:
            for part in one.either:
                yield Enclosed((part,), proves=False)
        if all(one.both for one in said):
            yield Enclosed(tuple(part for one in said for part in one.both), proves=True)


def noises_of(mechanism: Node, reader: Reader) -> list[Normal | Counts]:
    """The noise, where it has constants only and a whole distance."""
    args = mechanism.args
    apart = args[1].value if len(args) > 1 and args[1].kind == "number" else 1 if len(args) == 1 else 0
    if names_in(mechanism) - {"pi", "e"} or Fraction(apart).denominator != 1 or not 0 < apart <= MOST:
        return []
    first = reader.expr(args[0])
    if mechanism.value == "DiscreteGaussian":
        square = worked_out(first**2)
        return [Normal(square, int(apart), nats) for nats in NEARNESS]
    return [counts(first, int(apart))] if mechanism.value == "Geometric" else []


@dataclass(frozen=True)
class AtEnds:
    """A conclusion at both ends, all of which prove it (none: they do not), and what is refuted only where it fails."""

    both: tuple[Node, ...]
    either: tuple[Node, ...]


def at_ends(conclusion: Node, noise: Normal | Counts, reader: Reader) -> AtEnds:
    """A conclusion about one probability or divergence of the noise, with this between its ends."""
    said, sign, most = relation_of(conclusion)
    word = str(said.value)
    if names_in(conclusion) - {"pi", "e", *FUNCTIONALS} or spoken(most) or word not in FORMS or sign == "!=":
        raise NotEnclosed
    form = getattr(noise, FORMS[word], None)
    if form is None:
        raise NotEnclosed
    args, bound = [reader.expr(a) for a in said.args], reader.expr(most)
    if word == "Renyi" and isinstance(noise, Normal):
        (order,) = args
        if not above(order, ONE):
            raise NotEnclosed
        bound = exp(worked_out((order - 1) * bound - noise.factor(order)))
    ends = sorted_ends(form(*args))

    def at(side: Side, sign: str) -> Node:
        """The relation with this quotient, both sides times its divisor."""
        over, under = side
        with evaluate(True):  # equal terms are put together
            left, right = sympy.Add(*map(again, over)), sympy.Add(*(again(bound * t) for t in under))
        return relation(node_of(left, {}), sign, node_of(right, {}))

    both = tuple(at(x, sign) for x in dict.fromkeys(ends)) if sign in ("<=", "<", ">=", ">") else ()
    either = [at(ends[0], sign if sign in ("<=", "<") else "<=")] if sign not in (">=", ">") else []
    either += [at(ends[1], sign if sign in (">=", ">") else ">=")] if sign not in ("<=", "<") else []
    return AtEnds(both, tuple(either))


def sorted_ends(ends: Ends) -> Ends:
    """The smaller of two quotients first; NotEnclosed where they cannot be compared."""
    one, other = ends
    if one == other or (is_one(one) and is_one(other)):
        return ends
    a, b = whole(one), whole(other)
    if a < b or b < a:
        return (one, other) if a < b else (other, one)
    raise NotEnclosed


def is_one(side: Side) -> bool:
    """Whether a quotient is 1, as where all outputs count: term by term."""
    over, under = side
    with evaluate(True):
        return bool(sympy.Add(*map(again, over), *(again(-t) for t in under)) == 0)


@with_bits(BITS)
def whole(side: Side) -> arb:
    """A quotient of two sums as a ball."""
    over, under = (sum((ball(t) for t in terms), arb(0)) for terms in side)
    return over / under


def relation_of(conclusion: Node) -> tuple[Node, str, Node]:
    """A bound of one functional, or what a notion says as one, with the functional on the left."""
    if conclusion.kind != "chain":
        raise NotEnclosed
    if len(conclusion.args) == 1:
        inner = conclusion.args[0]
        if inner.kind != "call" or inner.value not in SAYS or len(inner.args) != 2:
            raise NotEnclosed
        return replace(inner, value=SAYS[str(inner.value)], args=inner.args[:1]), "<=", inner.args[1]
    if len(conclusion.args) != 2:
        raise NotEnclosed
    left, right = conclusion.args
    sign = str(conclusion.value[0])
    return (left, sign, right) if spoken(left) else (right, FLIP[sign], left)


def spoken(node: Node) -> bool:
    """Whether a functional stands in a term."""
    return bool(words_in(node).keys() & {*FUNCTIONALS})


SAYS = {"ApproxDP": "HockeyStick", "RenyiDP": "Renyi", "ProbDP": "beyond"}
FORMS = {
    "TV": "tv", "Advantage": "tv", "HockeyStick": "hockey", "Tail": "tail", "beyond": "outside", "Power": "power",
    "Renyi": "moment",
}  # fmt: skip


def worked_out(x: Expr) -> Expr:
    """The same number, of which one sees it where it is a fraction."""
    with evaluate(True):
        return sympy.expand(again(x))


def again(x: Expr) -> Expr:
    """A term put together from its parts once more."""
    return x.func(*map(again, x.args)) if x.args else x  # type: ignore[arg-type]


def ball(x: Expr) -> arb:
    """A number as a ball; NotEnclosed where it has none."""
    with evaluate(True):
        value = number_of(again(x))(Env({}, {}))
    found = None if value is None or isinstance(value, Inf) else enclosed_in(value, BITS)
    if found is None or not found.is_finite():
        raise NotEnclosed
    return found


def above(x: Expr, y: Expr) -> bool:
    """Whether a number is above another; NotEnclosed where that is not told."""
    d = worked_out(x - y)
    if d.is_Rational:
        return bool(d > 0)
    found = ball(d)
    if found > 0 or found < 0:
        return bool(found > 0)
    raise NotEnclosed


__all__ = ["MASSES", "Enclosed", "enclosed", "geometric"]
