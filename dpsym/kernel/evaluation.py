"""The truth of formulas by evaluation: rationals and logarithms of rationals exactly, all other numbers enclosed.

The value of a term is a rational, a `Log`, an interval that holds it, or None: nothing is known, it is some real
number. The truth of a formula is True, False or None. Names stand for outcomes only where a sum or a quantifier runs
over the listed elements of a set, which are all of its elements and differ, or for an event. So what is found True
holds in every model: a free name, 1/0, the log of a number that may not be positive and a sum over an abstract set
have the value None, of which no more is used than 0 * t = 0 and t^0 = 1.
Sorts are those that the context found: a term and a formula are never the same tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import lcm, prod
from typing import Any

from dpsym.kernel.enclosure import Interval, erf_point, exp_point, log_point, pi_bounds, rounded
from dpsym.kernel.enclosure import power as power_of
from dpsym.kernel.enclosure import product as product_of
from dpsym.kernel.normal import Context
from dpsym.kernel.terms import BITS, Refused, Tree, fv

CELLS = 10  # outcomes up to which all events are tried
DEGREE = 64  # of roots
KEPT = 200_000  # values that are remembered at one time
SHORT = 2047  # bits up to which a number counts for no work: 2047^2 < 2^22
STEP = 3  # what the value of one tree at one place counts as work, besides that with long numbers


@dataclass(frozen=True)
class Log:
    """The number log(of)/root, for a rational of > 0 other than 1 and an integer root >= 1."""

    of: Fraction
    root: int


Number = int | Fraction  # an int where it is one
Value = Number | Log | Interval | None
Bound = str | frozenset[tuple[str, ...]]  # an element, or the cells of an event
At = Mapping[str, Bound]
UNSEEN = object()  # in place of what is not remembered


def bits_of(x: Number) -> int:
    """The length of a number, above and below the line."""
    return x.numerator.bit_length() + x.denominator.bit_length()


def root_of(n: int, d: int) -> int | None:
    """The d-th root of n >= 1 where it is an integer; Newton's steps from above end at its floor."""
    x = 1 << -(-n.bit_length() // d)
    while (y := ((d - 1) * x + n // x ** (d - 1)) // d) < x:
        x = y
    return x if x**d == n else None


def fits(q: Number, n: int) -> bool:
    """Whether q^n is a number of a moderate size."""
    return abs(n) * bits_of(q) <= 2 * BITS


class Evaluation:
    """Values and truths over the listed sets of a context, enclosures to so many bits.

    Each step counts as work as much as it takes time, so that what bounds the work bounds the time. What is remembered
    saves work only, and is forgotten where it would take too much memory.
    """

    def __init__(self, c: Context, bits: int) -> None:
        self.c, self.bits = c, bits
        self.memo: dict[Any, Any] = {}

    def at(self, t: Tree, at: At) -> Any:
        """A tree with what its free names stand for: all that its value depends on."""
        if not at:
            return t
        free = fv(t)
        found = [(x, v) for x, v in at.items() if x in free]
        return (t, *found) if found else t

    def remember(self, key: Any, found: Any) -> None:
        """Keep a value or a truth, which the tree and what its free names stand for determine."""
        if len(self.memo) >= KEPT:
            self.memo.clear()
        self.memo[key] = found

    # ------------------------------------------------------------ work
    def spend(self, x: Number, times: int = 1) -> None:
        """Count operations with a number."""
        self.c.spend(times * bits_of(x) ** 2 >> 22)

    def spend_on(self, op: str, x: Fraction) -> None:
        """Count exp, log or erf of a number."""
        self.c.spend((8 if op == "erf" else 1) * ((self.bits**2 >> 10) + (bits_of(x) ** 2 >> 16)))

    def number(self, x: Number) -> Number:
        """A result as a number; refused where it is too large."""
        n, d = x.as_integer_ratio()
        bits = n.bit_length() + d.bit_length()
        if bits > SHORT:
            self.spend(x)
            if bits > 2 * BITS:
                raise Refused("number too large")
        return n if d == 1 else x

    # ------------------------------------------------------------ values
    def value(self, t: Tree, at: At) -> Value:
        """The value of a well-sorted real term."""
        if type(t) is Fraction:
            n, d = t.as_integer_ratio()
            return n if d == 1 else t
        if type(t) is str:
            return None
        key = self.at(t, at)
        found = self.memo.get(key, UNSEEN)
        if found is UNSEEN:
            self.c.spend(STEP)
            self.remember(key, found := self.new_value(t, at))
        return found  # type: ignore[no-any-return]

    def new_value(self, t: Tree, at: At) -> Value:
        """The value of a compound term that is not in the memo."""
        op = t[0]
        if op == "*":
            return self.times(self.value(a, at) for a in t[1:])
        if op == "+":
            return self.total(self.value(a, at) for a in t[1:])
        if op == "ind":
            known = self.truth(t[1], at)
            return (Fraction(0), Fraction(1)) if known is None else int(known)
        if op == "sum":
            elements = self.c.sets.get(self.c.sig[t[1]])
            if elements is None:
                return None
            return self.total(self.value(t[2], {**at, t[1]: e}) for e in elements)
        if op == "-":
            return self.minus(self.value(t[1], at), self.value(t[2], at))
        if op == "/":
            return self.times([self.value(t[1], at), self.inverse(self.value(t[2], at))])
        if op == "^":
            return self.power(self.value(t[1], at), int(t[2]))
        if op in ("exp", "log", "erf"):
            return self.function(op, self.value(t[1], at))
        if op == "pi":
            return pi_bounds(self.bits)
        cells = at.get(op)
        if isinstance(cells, frozenset):  # an event, at an outcome
            place = tuple([self.outcome(a, at) for a in t[1:]])
            return int(place in cells) if self.c.consts.issuperset(place) else None
        return None

    def interval(self, v: Number | Log | Interval) -> Interval:
        """An interval that holds the value."""
        if isinstance(v, Log):
            self.spend_on("log", v.of)
            low, high = log_point(v.of, self.bits)
            found = rounded(low / v.root, high / v.root, self.bits)  # or long numbers add up to longer ones
        else:
            found = v if type(v) is tuple else (Fraction(v), Fraction(v))  # type: ignore[arg-type]
        for end in found:
            self.spend(end)
        return found

    def log_of(self, q: Number, d: int) -> Value:
        """log(q)/d for q > 0, with the least root: log(r^k)/(k m) = log(r)/m."""
        for k in range(min(d, DEGREE), 1, -1):
            if d % k == 0:
                self.c.spend(4 + (bits_of(q) ** 2 >> 20))
                above, below = root_of(q.numerator, k), root_of(q.denominator, k)
                if above is not None and below is not None:
                    return self.log_of(Fraction(above, below), d // k)
        return 0 if q == 1 else Log(Fraction(q), d)

    def common_root(self, logs: Sequence[Log]) -> int | None:
        """The least common multiple D of the roots; None where log(q)/d = log(q^(D/d))/D would be too large."""
        common = 1
        for v in logs:
            common = lcm(common, v.root)
            if common > 2 * BITS * logs[0].root:  # at each step, so that it stays small
                return None
        return common if all(fits(v.of, common // v.root * len(logs)) for v in logs) else None

    def total(self, values: Iterable[Value]) -> Value:
        """The sum: of rationals exactly; of logarithms as that of a product, log(q)/d = log(q^(D/d))/D."""
        exact: Number = 0
        others: list[Log | Interval] = []
        for v in values:
            if v is None:
                return None
            if type(v) is int or type(v) is Fraction:
                exact = self.number(exact + v) if exact else v
            else:
                others.append(v)  # type: ignore[arg-type]
        if not others:
            return exact
        logs = [v for v in others if isinstance(v, Log)]
        if exact == 0 and len(logs) == len(others):
            common = self.common_root(logs)
            if common is not None:
                return self.log_of(prod(v.of ** (common // v.root) for v in logs), common)
        ends = [self.interval(v) for v in (exact, *others)]
        return rounded(sum(a for a, _ in ends), sum(b for _, b in ends), self.bits)  # type: ignore[arg-type]

    def minus(self, a: Value, b: Value) -> Value:
        """The difference."""
        if (type(a) is int or type(a) is Fraction) and (type(b) is int or type(b) is Fraction):
            return self.number(a - b)
        return self.total((a, self.times((-1, b))))

    def times(self, values: Iterable[Value]) -> Value:
        """The product, which is 0 where one factor is, whatever the others are."""
        exact: Number = 1
        others: list[Log | Interval] = []
        unknown = False
        for v in values:
            if v is None:
                unknown = True
            elif type(v) is int or type(v) is Fraction:
                if not v:
                    return 0
                exact = v if exact == 1 else self.number(exact * v)
            else:
                others.append(v)  # type: ignore[arg-type]
        if unknown or not others:
            return None if unknown else exact
        one = others[0]
        if len(others) == 1 and isinstance(one, Log) and fits(one.of, exact.numerator):
            root = self.number(one.root * exact.denominator).numerator
            return self.log_of(one.of**exact.numerator, root)  # n/m log(q)/d = log(q^n)/(d m)
        found = self.interval(exact)
        for v in others:
            found = rounded(*product_of(found, self.interval(v)), self.bits)
        return found

    def inverse(self, v: Value) -> Value:
        """1/v; nothing is known of it where v may be 0."""
        if type(v) is int or type(v) is Fraction:
            return self.number(1 / Fraction(v)) if v else None
        if v is None:
            return None
        low, high = self.interval(v)
        return rounded(1 / high, 1 / low, self.bits) if low > 0 or high < 0 else None

    def power(self, v: Value, n: int) -> Value:
        """v^n for n >= 0, v^0 = 1."""
        if n == 0:
            return 1
        if type(v) is int or type(v) is Fraction:
            return self.number(v**n)
        if v is None:
            return None
        low, high = self.interval(v)
        if n % 2 == 0 and low < 0:
            low, high = (-high, -low) if high <= 0 else (Fraction(0), max(-low, high))
        self.spend(max(low, high, key=bits_of), n)
        return power_of(low, n, self.bits, False), power_of(high, n, self.bits, True)

    def function(self, op: str, v: Value) -> Value:
        """exp, log or erf of a value; each of them increases."""
        if v is None:
            return None
        if op == "exp" and isinstance(v, Log) and v.root == 1:
            return self.number(v.of)
        if type(v) is int or type(v) is Fraction:
            if not v and op != "log":
                return 1 if op == "exp" else 0
            if op == "log":
                return self.log_of(v, 1) if v > 0 else None
        low, high = self.interval(v)
        self.spend_on(op, max(low, high, key=bits_of))
        try:
            point = {"exp": exp_point, "log": log_point, "erf": erf_point}[op]
            return point(low, self.bits)[0], point(high, self.bits)[1]
        except Refused:  # out of range, or the log of a number that may not be positive
            return None

    # ------------------------------------------------------------ truths
    def truth(self, p: Tree, at: At) -> bool | None:
        """The truth of a well-sorted formula."""
        key = self.at(p, at)
        found = self.memo.get(key, UNSEEN)
        if found is UNSEEN:
            self.c.spend(STEP)
            self.remember(key, found := self.new_truth(p, at))
        return found  # type: ignore[no-any-return]

    def new_truth(self, p: Tree, at: At) -> bool | None:
        """The truth of a formula that is not in the memo."""
        op = p[0]
        if op in ("<=", "<", "="):
            return self.compared(op, self.minus(self.value(p[1], at), self.value(p[2], at)))
        if op == "eq":
            a, b = self.outcome(p[1], at), self.outcome(p[2], at)
            return a == b if a == b or {a, b} <= self.c.consts else None
        if op == "nat":
            v = self.value(p[1], at)
            return (v.denominator == 1 and v >= 0) if type(v) is int or type(v) is Fraction else None
        if op == "not":
            known = self.truth(p[1], at)
            return None if known is None else not known
        if op == "->":
            return together((self.truth(("not", p[1]), at), self.truth(p[2], at)), True)
        if op in ("and", "or"):
            return together((self.truth(q, at) for q in p[1:]), op == "or")
        return self.quantified(op, p[1], p[2], at)

    def compared(self, op: str, v: Value) -> bool | None:
        """Whether v <= 0, v < 0 or v = 0."""
        if v is None:
            return None
        low: Number
        high: Number
        if type(v) is tuple:
            low, high = v
        else:  # a logarithm is never 0, and above it as its number is above 1
            low = high = v.of - 1 if isinstance(v, Log) else v  # type: ignore[assignment]
        if op == "=":
            return True if low == high == 0 else False if low > 0 or high < 0 else None
        if high < 0 or (op == "<=" and high == 0):
            return True
        return False if low > 0 or (op == "<" and low == 0) else None

    def outcome(self, x: str, at: At) -> Any:
        """The element that an outcome's name stands for; a free name for itself."""
        return at.get(x, x)

    def quantified(self, op: str, x: str, body: Tree, at: At) -> bool | None:
        """all x or ex x, at each element of a listed set; for an event, which a formula all x (Event(x) -> φ) supposes x
        to be, at each event. At anything else only what holds, or fails, whatever x is: no sort is empty."""
        sort = self.c.sig[x]
        if sort in self.c.sets:
            return together((self.truth(body, {**at, x: e}) for e in self.c.sets[sort]), op == "ex")
        if op == "all" and body[0] == "->":
            cells = self.cells_of_event(x, body[1])
            if cells is not None:
                return together((self.truth(body[2], {**at, x: s}) for s in subsets(cells)), False)
        return self.truth(body, {y: v for y, v in at.items() if y != x})

    def cells_of_event(self, x: str, p: Tree) -> Sequence[tuple[str, ...]] | None:
        """The outcomes at which a function x is 0 or 1 when the formula says just that of all of them, and they are few
        and listed; else None."""
        sort, outcomes = self.c.sig[x], []
        while p[0] == "all":
            outcomes.append(p[1])
            p = p[2]
        here = (x, *outcomes)
        listed = isinstance(sort, tuple) and all(s in self.c.sets for s in sort)
        if not listed or len({*here}) != len(here) or tuple(self.c.sig[y] for y in outcomes) != sort:
            return None
        if p != ("or", ("=", here, Fraction(0)), ("=", here, Fraction(1))):
            return None
        cells = list(product(*(self.c.sets[s] for s in sort)))
        return cells if len(cells) <= CELLS else None


def subsets(cells: Sequence[tuple[str, ...]]) -> Iterator[frozenset[tuple[str, ...]]]:
    """All sets of cells."""
    for n in range(len(cells) + 1):
        yield from map(frozenset, combinations(cells, n))


def together(truths: Iterable[bool | None], decisive: bool) -> bool | None:
    """A conjunction, which one False decides, or a disjunction, which one True decides."""
    unknown = False
    for known in truths:
        if known is decisive:
            return decisive
        unknown = unknown or known is None
    return None if unknown else not decisive
