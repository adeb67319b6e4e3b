"""Claims about numbers at points: their sides as balls, where a claim fails, and how nearly it does.

Balls guide and pick points; what they say at a point is shown to the kernel before anyone sees it as a witness.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import islice, pairwise
from math import ceil

from flint import arb, fmpq

from dpsym import deadline
from dpsym.claims.reading.syntax import Node, Source
from dpsym.claims.reading.trees import names_in, pairs_of
from dpsym.claims.reading.words import COMPARE
from dpsym.reals.precision import with_bits

POINTS = 1500  # looked at
PRECISION = 200
FINE = 25  # steps downhill from a point
EDGES = 4  # values of the other names at which the edges of the conditions are looked for
HALVED = 30  # times that a stretch with an edge is
BESIDE = (
    Fraction(1, 10**3),
    Fraction(1, 10**5),
)  # of a value at an edge, how far beside it another is looked at


class NoValue(Exception):
    """A term has no value at the point, or none that balls can give."""


def rationals(text: str) -> list[Fraction]:
    """The rational numbers of a text such as "1 1/2 1e-9", in their order."""
    return [Fraction(w) for w in text.split()]


VALUES = rationals(
    "1 1/2 2 3 1/4 3/4 1/10 4 3/2 1/3 9/10 5 10 1/100 2/3 0 1/5 20 99/100 1/1000 6 8 1/20 100 4/5 5/4 1/1000000 50 1000"
)

EXTREME = rationals("1e-9 1e-12 1e-24 1e-4 999/1000 9999/10000 999999/1000000")


def value(node: Node, at: dict[str, Fraction]) -> arb:
    """The value of a term without functionals of a pair."""
    kind, name = node.kind, node.value
    if kind == "number":
        return arb(fmpq(name.numerator, name.denominator))
    if kind == "name":
        if name in at:
            return arb(fmpq(at[name].numerator, at[name].denominator))
        if name == "pi":
            return arb.pi()
        if name == "e":
            return arb(1).exp()
        raise NoValue(name)
    args = [value(a, at) for a in node.args]
    if kind == "sign":
        return -args[0] if name == "-" else args[0]
    if kind == "sum":
        total = args[0]
        for sign, x in zip(name, args[1:], strict=True):
            total = total + x if sign == "+" else total - x
        return total
    if kind == "product":
        total = args[0]
        for op, x in zip(name, args[1:], strict=True):
            total = total * x if op == "*" else finite(total / x)
        return total
    if kind == "power":
        return power(args[0], args[1])
    if kind == "call" and name in CALLS:
        if name in STEEP:
            bounded(args[0])
        return finite(CALLS[name](*args))
    raise NoValue(str(name))


def finite(x: arb) -> arb:
    """The ball itself; NoValue where it is not finite."""
    if not x.is_finite():
        raise NoValue("a junk value")
    return x


def power(base: arb, exponent: arb) -> arb:
    """The power as a ball, 0 to the power 0 being 1; NoValue for 0 to a negative power and where the result is
    too large or not finite."""
    if base == 0:
        if exponent > 0:
            return arb(0)
        if exponent == 0:
            return arb(1)
        raise NoValue("a power of 0")
    if not (exponent.is_integer() and abs(exponent) < 100):
        bounded(exponent * abs(base).log())
    return finite(base**exponent)


def bounded(x: arb) -> None:
    """An exponential of more than this takes up the memory."""
    if not abs(x) < LARGEST:
        raise NoValue("too large")


def root(x: arb) -> arb:
    """The square root as a ball; NoValue for a number that may be negative."""
    return arb(0) if x == 0 else finite(x.sqrt())


def normal(x: arb) -> arb:
    """Phi, without loss of digits in the lower tail."""
    return (-x / arb(2).sqrt()).erfc() / 2


def quantile(p: arb) -> arb:
    """Phi_inv."""
    return -((1 - 2 * p).erfinv()) * arb(2).sqrt()


LARGEST = 10**10
STEEP = {"exp", "sinh", "cosh", "tanh", "erf", "erfc", "Phi"}
CALLS: dict[str, Callable[..., arb]] = {
    "exp": lambda x: x.exp(), "log": lambda x: x.log(), "ln": lambda x: x.log(), "sqrt": root,
    "sinh": lambda x: x.sinh(), "cosh": lambda x: x.cosh(), "tanh": lambda x: x.tanh(), "erf": lambda x: x.erf(),
    "erfc": lambda x: x.erfc(), "Phi": normal, "Phi_inv": quantile, "abs": abs,
    "min": lambda *xs: reduce(lambda a, b: a.min(b), xs), "max": lambda *xs: reduce(lambda a, b: a.max(b), xs),
}  # fmt: skip


def holds(relation: str, left: arb, right: arb) -> bool | None:
    """Whether the relation holds between all numbers of two balls; None when the balls do not tell."""
    d = right - left
    if relation in ("<=", ">="):
        d = d if relation == "<=" else -d
        return True if d >= 0 else False if d < 0 else None
    if relation in ("<", ">"):
        d = d if relation == "<" else -d
        return True if d > 0 else False if d <= 0 else None
    apart = bool(d != 0) if (d > 0 or d < 0) else None
    same = True if d == 0 else None
    if relation in ("=", "=="):
        return False if apart else same
    return True if apart else (False if same else None)


@dataclass(frozen=True)
class Near:
    """A point at which a claim about numbers fails, or nearly does.

    at        values of the names
    relation  the relation, and `text` as typed
    gap       how far its right side is from the bad side, as a ball (negative: it fails)
    fails     whether the balls show that it fails, or leave open whether the sides of a strict relation are equal
    """

    at: dict[str, Fraction]
    relation: tuple[Node, str, Node]
    text: str
    gap: arb
    left: arb
    right: arb
    fails: bool


def near(
    source: Source, order: Sequence[str], natural: set[str], points: int = POINTS, scattered: int = 0
) -> Iterator[Near]:
    """Points at which a claim about numbers fails, simple ones first, then scattered ones; last the point with the
    least gap."""
    relations = [(r, source.relation(*r)) for c in source.conclusion for r in pairs_of(c)]
    given = [r for c in (*source.conditions, *source.hypotheses) if c.kind == "chain" for r in pairs_of(c)]
    names = list(order)
    if not relations or any(len(c.args) < 2 for c in (*source.hypotheses, *source.conclusion)):
        return
    best: list[Near] = []
    for at in grid(names, natural, given, points):
        found = look(relations, at)
        if found is None:
            continue
        best.append(found)
        if found.fails:
            yield found
    at_edges = along_edges(names, natural, given) if scattered else ()
    for at in (*at_edges, *scatter(names, natural, given, scattered)):
        found = look(relations, at)
        if found is not None and found.fails:
            yield found
    best.sort(key=closeness)
    for start in best[:3]:
        yield from nearer(relations, given, natural, start)
    if best:
        yield best[0]


@with_bits(PRECISION)
def closeness(n: Near) -> float:
    """The gap relative to the size of the sides."""
    scale = abs(float(n.left.mid())) + abs(float(n.right.mid())) + 1e-12
    return float(n.gap.mid()) / scale


def nearer(relations: list, given: list, natural: set[str], start: Near) -> Iterator[Near]:
    """Downhill from a point, one value at a time; what fails on the way, and the last point."""
    now, step = start, Fraction(1, 2)
    for _ in range(FINE):
        better = None
        for name in now.at:
            if name in natural:
                moves = [now.at[name] + 1, *([now.at[name] - 1] if now.at[name] else [])]
            else:
                moves = [now.at[name] * (1 + step), now.at[name] / (1 + step)]
            for v in moves:
                at = {**now.at, name: v}
                if max(v.numerator.bit_length(), v.denominator.bit_length()) > 40 or not admitted(given, at):
                    continue
                found = look(relations, at)
                if found is not None and found.fails:
                    yield found
                    return
                if found is not None and closeness(found) < closeness(better or now):
                    better = found
        if better is None:
            step = step / 2
            if step < Fraction(1, 64):
                break
        else:
            now = better
    yield now


def scatter(names: list[str], natural: set[str], given: list, points: int) -> Iterator[dict[str, Fraction]]:
    """Points inside the conditions with simple and extreme values drawn for each name; the same ones each time."""
    rng = random.Random(len(names))
    values = {n: [*offered(n, natural, given), *(() if n in natural else EXTREME)] for n in names}
    for _ in range(4 * points if names else 0):
        at = {n: rng.choice(values[n]) for n in names}
        if admitted(given, at):
            points -= 1
            yield at
        if points <= 0:
            return


def along_edges(names: list[str], natural: set[str], given: list) -> Iterator[dict[str, Fraction]]:
    """Points inside the conditions where one of them nearly ends: on a line along each name, between the places at which
    the two sides of a condition are equal, and a little beside these."""
    for n in [x for x in names if x not in natural]:
        others = [x for x in names if x != n]
        about = [r for r in given if any(n in names_in(side) for side in (r[0], r[2]))]
        for base in islice(grid(others, natural, [], EDGES), EDGES):
            ends = sorted({x for r in about for x in crossings(n, r, base)})
            beside = (x * (1 + s * h) for x in ends for h in BESIDE for s in (1, -1))
            middle = ((a + b) / 2 for a, b in pairwise(ends))
            for x in (*middle, *beside):
                at = {**base, n: x.limit_denominator(10**7)}
                if admitted(given, at):
                    yield at


@with_bits(PRECISION)
def crossings(name: str, relation: tuple, base: dict[str, Fraction]) -> list[Fraction]:
    """Numbers that are nearly those of a name at which the sides of a relation are equal."""
    left, _, right = relation

    def above(x: Fraction) -> bool | None:
        try:
            d = value(left, {**base, name: x}) - value(right, {**base, name: x})
        except NoValue:
            return None
        return True if d > 0 else False if d < 0 else None

    found = []
    for low, high in pairwise(sorted(VALUES)):
        first, last = above(low), above(high)
        if first is None or last is None or first == last:
            continue
        for _ in range(HALVED):
            middle = (low + high) / 2
            low, high = (middle, high) if above(middle) == first else (low, middle)
        found.append((low + high) / 2)
    return found


def offered(name: str, natural: set[str], given: list) -> list[Fraction]:
    """Values of a name, simple ones first; measured from a number that bounds it below as well."""
    low = least(name, given)
    if name in natural:
        whole = [v for v in VALUES if v.denominator == 1]
        return whole if low is None else list(dict.fromkeys(v for x in whole for v in (ceil(low) + x, x)))
    if low is None:
        return [*VALUES, *(-x for x in VALUES if x)]
    if low == 0:
        return VALUES
    return list(dict.fromkeys(v for x in VALUES for v in (low + x, x) if v >= low))


def grid(names: list[str], natural: set[str], given: list, points: int) -> Iterator[dict[str, Fraction]]:
    """Points inside the conditions by rising total rank of their values."""
    signs = {n: offered(n, natural, given) for n in names}
    count = tried = 0
    for rank in range(sum(len(v) for v in signs.values()) + 1):
        for places_ in ranks(len(names), rank):
            if any(i >= len(signs[n]) for i, n in zip(places_, names, strict=True)):
                continue
            at = {n: signs[n][i] for i, n in zip(places_, names, strict=True)}
            tried += 1
            if admitted(given, at):
                count += 1
                yield at
            if count >= points or tried >= 8 * points:
                return


def ranks(n: int, total: int) -> Iterator[tuple[int, ...]]:
    """The tuples of n natural numbers that add up to `total`."""
    if n == 0:
        if total == 0:
            yield ()
        return
    for first in range(total + 1):
        for rest in ranks(n - 1, total - first):
            yield (first, *rest)


def least(name: str, given: list) -> Fraction | None:
    """The largest number that a condition sets as a bound below the name; None where it may be negative."""
    found: list[Fraction] = []
    for left, relation, right in given:
        for one, other, below in ((left, right, (">", ">=")), (right, left, ("<", "<="))):
            if one.kind == "name" and one.value == name and relation in below and other.kind == "number":
                found.append(other.value)
    return max((v for v in found if v >= 0), default=None)


@with_bits(PRECISION)
def admitted(given: list, at: dict[str, Fraction]) -> bool:
    """Whether every relation (left, relation, right) is known to hold at the point; False too where a side has
    no value there."""
    try:
        return all(known(left, relation, right, at) for left, relation, right in given)
    except NoValue:
        return False


def known(left: Node, relation: str, right: Node, at: dict[str, Fraction]) -> bool:
    """Whether a relation holds at the point: exactly between numbers and names, by balls between other terms, where
    sides that may be equal count as equal."""
    a, b = (
        at.get(n.value) if n.kind == "name" else n.value if n.kind == "number" else None
        for n in (left, right)
    )
    if a is not None and b is not None:
        return COMPARE[relation](a, b)
    x, y = value(left, at), value(right, at)
    found = holds(relation, x, y)
    return found is True or (found is None and relation not in ("<", ">", "!=") and touch(x, y))


@with_bits(PRECISION)
def look(relations: list, at: dict[str, Fraction]) -> Near | None:
    """The relation that comes nearest to failing at the point; None where a term has no value."""
    deadline.check()
    found: Near | None = None
    for (left, relation, right), text in relations:
        try:
            a, b = value(left, at), value(right, at)
        except NoValue:
            return None
        gap = b - a if relation in ("<=", "<") else a - b if relation in (">=", ">") else -abs(a - b)
        fails = holds(relation, a, b) is False or (relation in ("<", ">") and touch(a, b))
        if relation == "!=":
            gap = abs(a - b)
        here = Near(at, (left, relation, right), text, gap, a, b, fails)
        if fails:
            return here
        if relation not in ("=", "==") and (found is None or closeness(here) < closeness(found)):
            found = here
    return found


def touch(a: arb, b: arb) -> bool:
    """Whether two sides are so close that they may well be equal; whether they are is for the kernel to say."""
    d = a - b
    return bool(d.contains(0)) and bool(
        d.abs_upper() <= (abs(a) + abs(b)).lower() * arb(2) ** (-PRECISION // 2)
    )
