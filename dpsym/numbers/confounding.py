"""Confounding privacy of several mechanisms on one data set, from the joint table of state and data.

The state s is what is protected, the data x are what mechanisms read; they depend on each other.  A row of the table is a
state with a data set:

    state, data          their names
    probability          of both together; the column adds up to 1
    output:M:NAME        the probability that the mechanism M answers NAME on this data set; a row of them adds up to 1
    response:M:P         a named mechanism: randomized response that tells the value in the cell with probability P, and
                         each other value of the column with an equal part of the rest (P = 1: it tells the value)
    gaussian:M:SIGMA     a named mechanism: the number in the cell plus normal noise of standard deviation SIGMA

The laws of the outputs depend on the data alone, and given the data they are independent.  Given the state they are
not: the joint release has the law sum over x of p(x | s) g_1(y_1 | x) ... g_k(y_k | x), and accounting that multiplies the
laws psi_i(y_i | s) is about another release.  delta(eps) is the largest hockey stick of two states, in both orders:

    largest of the single ones  <=  joint  <=  largest of the joint releases on two possible data sets.

Between the least and the greatest loss over all couplings lies every joint release whose outputs have these laws one by
one.  Normal noise is read where each state has one data set; its laws then have a distance mu with mu^2 = sum of mu_i^2.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import arb

from dpsym import numerals
from dpsym.numbers import gaussian
from dpsym.numbers.balls import Answer, Enclosure, Given, Number, ball, exact_rational, round_to
from dpsym.numbers.joint import couplings
from dpsym.numbers.joint.couplings import TooLarge, stick
from dpsym.numbers.joint.next_mechanism import Next, Release, largest, release
from dpsym.numbers.joint.table import Normal, Table, read_table
from dpsym.numbers.plot import Curve, spaced
from dpsym.numbers.registry import Argument, Call, Infeasible, between, evaluator
from dpsym.reals.precision import working_bits

Law = tuple[Fraction, ...]
SANDWICH = ("zhang.fix-sandwich",)


# -------------------------------------------------------------------------------------------------------- eps
@dataclass(frozen=True)
class Loss:
    """eps >= 0: a number of nats, or the logarithm of one, whose exponential is then exact."""

    text: str
    eps: Fraction | None
    growth: Fraction | None

    def factor(self) -> Fraction | arb:
        """e^eps: exactly, or a ball at the precision in force."""
        return self.of_nats() if self.growth is None else self.growth

    def of_nats(self) -> arb:
        """e^eps as a ball, of a loss that is given in nats."""
        assert self.eps is not None
        return ball(self.eps).exp()

    def around(self) -> tuple[Fraction, Fraction]:
        """Numbers below and above e^eps, equal where it is exact."""
        if self.growth is not None:
            return self.growth, self.growth
        found = Enclosure.around(self.of_nats())
        return max(found.low, Fraction(1)), found.high


def read_loss(given: object, name: str) -> Loss:
    """`0.5`, `1/3`, `log(3)`: at least 0."""
    if isinstance(given, Loss):
        return given
    text = str(given).strip()
    growth = _exponential(text)
    value = Fraction(exact_rational(given, name)) if growth is None else growth
    if value < (growth is not None):  # the logarithm of 1 is 0
        raise ValueError(f"the value {text[:60]} of {name} is outside its domain: 0 <= {name}")
    if growth is not None:
        return Loss(text, None, growth)
    if value > 2000:
        raise ValueError(f"the value {text[:60]} of {name} is outside its domain: {name} <= 2000")
    return Loss(text, value, Fraction(1) if value == 0 else None)


def _exponential(text: str) -> Fraction | None:
    """x for a text `log(x)`; None for any other."""
    with suppress(numerals.NotANumber, ZeroDivisionError):
        written = numerals.product(text).alone
        if isinstance(written, numerals.Call) and (written.sign, written.word) == ("", "log"):
            return written.inner.value()
    return None


TABLE = Argument(
    "the joint table of state and data", read=read_table, shape="path of a CSV file, or its text"
)
EPS = Argument("privacy loss, in nats", read=read_loss, shape="a number from 0 to 2000, or log(a number)")


def sticks(p: Sequence[Fraction], q: Sequence[Fraction], factor: Fraction | arb) -> Fraction | arb:
    """The hockey stick of p against q: exact, or a ball."""
    if isinstance(factor, Fraction):
        return stick(p, q, factor)
    found, alone = arb(0), Fraction(0)
    for a, b in zip(p, q, strict=True):
        if not b:
            alone += a
        elif a > b:
            found += (ball(a) - factor * ball(b)).max(arb(0))
    return found + ball(alone)


def most(found: Sequence[Fraction | arb]) -> Fraction | arb:
    """The largest of some numbers, all exact or all balls."""
    top = found[0]
    for x in found[1:]:
        top = max(top, x) if isinstance(top, Fraction) and isinstance(x, Fraction) else ball(top).max(ball(x))
    return top


# ------------------------------------------------------------------------------------------------------- laws
@dataclass(frozen=True)
class Joint:
    """The laws of the outputs of mechanisms with finitely many answers, given each state."""

    table: Table

    @cached_property
    def singles(self) -> tuple[tuple[Law, ...], ...]:
        """psi_i(. | s), by state and mechanism."""
        return tuple(
            tuple(mixture(weights, m.rows) for m in self.table.mechanisms) for weights in self.table.weights
        )

    @cached_property
    def on_data(self) -> tuple[Law, ...]:
        """For each data set the law of all outputs together."""
        return tuple(outer([m.rows[x] for m in self.table.mechanisms]) for x in range(len(self.table.data)))

    @cached_property
    def joint(self) -> tuple[Law, ...]:
        """The law of the joint release, by state."""
        return tuple(mixture(weights, self.on_data) for weights in self.table.weights)

    @cached_property
    def product(self) -> tuple[Law, ...]:
        """What accounting multiplies, by state."""
        return tuple(outer(laws) for laws in self.singles)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Ordered pairs of states."""
        return list(itertools.permutations(range(len(self.table.states)), 2))

    def delta(self, laws: Sequence[Law], factor: Fraction | arb) -> Fraction | arb:
        """The largest hockey stick of two states."""
        return most([sticks(laws[s], laws[t], factor) for s, t in self.pairs])

    def single(self, i: int, factor: Fraction | arb) -> Fraction | arb:
        """delta of one mechanism."""
        return self.delta([laws[i] for laws in self.singles], factor)

    def worst_data(self, factor: Fraction | arb) -> Fraction | arb:
        """The largest hockey stick of the joint release on two data sets that two states allow."""
        known = {
            (x, z)
            for s, t in self.pairs
            for x, a in enumerate(self.table.weights[s])
            for z, b in enumerate(self.table.weights[t])
            if a and b
        }
        return most([sticks(self.on_data[x], self.on_data[z], factor) for x, z in sorted(known)])

    def releases(self) -> list[Release]:
        """What a next mechanism is added to, for each ordered pair of states."""
        outputs = list(zip(*self.on_data, strict=True))
        weights = self.table.weights
        return [release(weights[s], weights[t], outputs) for s, t in self.pairs]


def mixture(weights: Law, rows: Sequence[Law]) -> Law:
    """The law that draws a row with the weights, then from it."""
    return tuple(
        sum((w * x for w, x in zip(weights, column, strict=True) if w), Fraction(0))
        for column in zip(*rows, strict=True)
    )


def outer(laws: Sequence[Law]) -> Law:
    """The law of independent outputs, the last one fastest."""
    return tuple(math.prod(xs, start=Fraction(1)) for xs in itertools.product(*laws))


# ----------------------------------------------------------------------------------------------------- normal
@dataclass(frozen=True)
class Distances:
    """Normal noise where each state has one data set: the squares mu_i^2 for each pair of states."""

    table: Table

    @cached_property
    def values(self) -> list[list[Fraction]]:
        """The numbers to which noise is added, in standard deviations, by state and mechanism."""
        at = [next(x for x, w in enumerate(weights) if w) for weights in self.table.weights]
        return [[m.values[x] / m.sigma for m in self.table.normal] for x in at]

    @cached_property
    def squares(self) -> list[list[Fraction]]:
        """mu_i^2 of each mechanism, by unordered pair of states."""
        return [
            [(a - b) ** 2 for a, b in zip(one, other, strict=True)]
            for one, other in itertools.combinations(self.values, 2)
        ]

    @property
    def single(self) -> list[Fraction]:
        """The largest mu_i^2 of each mechanism."""
        return [max(column) for column in zip(*self.squares, strict=True)]

    @property
    def together(self) -> Fraction:
        """The largest mu^2 of all mechanisms together: the noises are independent."""
        return max(sum(row, Fraction(0)) for row in self.squares)


def normal_delta(square: Fraction, loss: Loss) -> Answer:
    """delta of two normal laws at a distance mu, mu^2 = square."""
    if square == 0:
        return Fraction(0)
    sigma = 1 / ball(square).sqrt()
    eps = ball(loss.eps) if loss.eps is not None else ball(loss.growth or 1).log()
    growth = ball(loss.growth) if loss.growth is not None else eps.exp()
    return gaussian.tail(eps * sigma - 1 / (2 * sigma)) - growth * gaussian.tail(
        eps * sigma + 1 / (2 * sigma)
    )


def _of(
    table: Table,
    loss: Loss,
    finite: Callable[[Joint, Fraction | arb], Answer],
    normal: Callable[[Distances], Fraction],
) -> Answer:
    if table.normal:
        return normal_delta(normal(Distances(table)), loss)
    return finite(Joint(table), loss.factor())


# ------------------------------------------------------------------------------------------------- evaluators
@evaluator(
    "confounding.joint",
    "delta(eps) of all outputs together, given the state.",
    rests=("zhang.eq5", *SANDWICH),
    joint_table=TABLE,
    eps=EPS,
)
def joint(joint_table: Table, eps: Loss) -> Answer:
    """The largest hockey stick of the joint laws of two states, exact but for e^eps."""
    return _of(joint_table, eps, lambda j, f: j.delta(j.joint, f), lambda d: d.together)


@evaluator(
    "confounding.product",
    "delta(eps) that product accounting says: as if the outputs were independent given the state.",
    rests=("zhang.thm1",),
    joint_table=TABLE,
    eps=EPS,
)
def product(joint_table: Table, eps: Loss) -> Answer:
    """The largest hockey stick of the products of the laws of single outputs; no bound in either direction."""
    return _of(joint_table, eps, lambda j, f: j.delta(j.product, f), lambda d: d.together)


@evaluator(
    "confounding.single",
    "The largest delta(eps) of one output: no joint release has less.",
    rests=SANDWICH,
    joint_table=TABLE,
    eps=EPS,
)
def single(joint_table: Table, eps: Loss) -> Answer:
    """The largest, over mechanisms and pairs of states, of the hockey sticks of single outputs."""
    return _of(
        joint_table,
        eps,
        lambda j, f: most([j.single(i, f) for i in range(len(joint_table.mechanisms))]),
        lambda d: max(d.single),
    )


def single_of(table: Table, eps: Given | Loss, i: int, digits: int = 15) -> Enclosure:
    """delta(eps) of the mechanism number i."""
    one = Table(table.states, table.data, table.weights, table.mechanisms[i : i + 1], table.normal[i : i + 1])
    return single(one, eps, digits=digits)


@evaluator(
    "confounding.log",
    "The logarithm of an exact number, at least 1: a budget.",
    ratio=Argument("exponential of the budget", lower=1),
)
def log(ratio: Number) -> Answer:
    """log ratio, in nats."""
    return 0 if ratio == 1 else ball(ratio).log()


@evaluator(
    "confounding.worst_data",
    "delta(eps) of the joint release on the two worst data sets that two states allow: no mixture of data has more.",
    rests=SANDWICH,
    joint_table=TABLE,
    eps=EPS,
)
def worst_data(joint_table: Table, eps: Loss) -> Answer:
    """The largest hockey stick of the joint release on two data sets."""
    return _of(joint_table, eps, lambda j, f: j.worst_data(f), lambda d: d.together)


@evaluator(
    "confounding.least",
    "The least delta(eps) over all joint releases whose outputs have these laws one by one: all couplings.",
    rests=("zhang.lp-coupling",),
    joint_table=TABLE,
    eps=EPS,
)
def least(joint_table: Table, eps: Loss) -> Answer | tuple[Fraction, Fraction]:
    """A linear program with its certificate (dpsym.numbers.joint.couplings), at e^eps rounded up, less the rounding."""
    _finite(joint_table)
    singles, (below, above) = Joint(joint_table).singles, eps.around()
    low = couplings.least(singles, above).value
    if below == above or (low == 0 and couplings.least(singles, below).value == 0):
        return low
    return low, low + (above - below)


@evaluator(
    "confounding.greatest",
    "The greatest delta(eps) over all joint releases whose outputs have these laws one by one: all couplings.",
    rests=("zhang.lp-coupling",),
    joint_table=TABLE,
    eps=EPS,
)
def greatest(joint_table: Table, eps: Loss) -> Answer:
    """Over all events, the greatest mass in one state less e^eps times the least in the other."""
    _finite(joint_table)
    found, factor = Joint(joint_table), eps.factor()
    if isinstance(factor, Fraction):
        return max(
            a - factor * b
            for s, t in found.pairs
            for a, b in couplings.greatest(found.singles[s], found.singles[t])
        )
    return most(
        [
            ball(a) - factor * ball(b)
            for s, t in found.pairs
            for a, b in couplings.greatest(found.singles[s], found.singles[t])
        ]
    )


@evaluator(
    "confounding.next_epsilon",
    "The largest eps of one more mechanism on the same data such that everything together is (eps, delta)-private.",
    rests=("zhang.def-invcomp",),
    joint_table=TABLE,
    eps=EPS,
    delta=between(0, 1, "delta of the guarantee for everything together"),
)
def next_epsilon(joint_table: Table, eps: Loss, delta: Number) -> Answer | tuple[Fraction, Fraction]:
    """Over all mechanisms with that bound on the loss between data sets: dpsym.numbers.joint.next_mechanism."""
    found = next_of(joint_table, eps, Fraction(delta), working_bits() - 20)
    refusal = refused(found, eps, Fraction(delta))
    if refusal is not None:
        raise Infeasible(refusal)
    if found.high is None:
        raise Infeasible("every mechanism serves: even the data themselves may be released")
    low, high = (Enclosure.around(ball(x).log()) for x in (found.low, found.high))
    return low.low, high.high


def next_of(table: Table, eps: Loss, delta: Fraction, bits: int) -> Next:
    """The budget of a next mechanism, with its certificates; TooLarge, Infeasible for normal noise."""
    if table.normal:
        raise Infeasible("with normal noise the next mechanism is normal too: see correlated.next_mu")
    below, above = eps.around()
    return largest(Joint(table).releases(), below, above, delta, bits)


def refused(found: Next, eps: Loss, delta: Fraction) -> str | None:
    """Why no budget is left, or None."""
    if found.left == "nothing":
        return (
            f"no budget is left: what runs already has delta({eps.text}) = {round_to(found.already, 6)}, above "
            f"{round_to(delta, 6)}"
        )
    if found.high is not None and found.low == 1:
        return (
            f"no budget is left: what runs already has delta({eps.text}) = {round_to(found.already, 6)}, and a "
            f"budget of 1e-60 leads above {round_to(delta, 6)}"
        )
    return None


def _finite(table: Table) -> None:
    if table.normal:
        raise Infeasible(
            "it is not computed for normal outputs; over the correlations of two of them see correlated.least_mu"
        )


# ------------------------------------------------------------------------------------------------------ curves
def curves(table: Table, top: Fraction, points: int = 61, digits: int = 8) -> list[Curve]:
    """delta(eps) from 0 to `top`: joint, product, single, worst data, and where they are computed least and greatest."""
    xs = spaced(Fraction(0), top, points, False)
    named: Iterator[tuple[str, Call]] = iter(
        [("joint release", joint), ("product accounting", product), ("largest single", single),
         ("worst two data sets", worst_data), ("least over couplings", least), ("greatest over couplings", greatest)]
    )  # fmt: skip
    found = []
    for label, call in named:
        try:
            ys = tuple(call(table, x, digits=digits) for x in xs)
        except (TooLarge, Infeasible):
            continue
        found.append(Curve("confounding", label, "eps", xs, ys, True, "delta"))
    return found


__all__ = [
    "Distances", "Joint", "Loss", "Normal", "Table", "curves", "greatest", "joint", "least", "log", "next_epsilon",
    "next_of", "product", "read_loss", "read_table", "refused", "single", "single_of", "worst_data",
]  # fmt: skip
