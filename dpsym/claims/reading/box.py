"""What the conditions of a claim say of its names at a glance: a range for each, and differences that are positive."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from dpsym.claims.reading import ranges
from dpsym.claims.reading.ranges import Range
from dpsym.claims.reading.syntax import Node
from dpsym.claims.reading.trees import difference, linear, multiple, pairs_of
from dpsym.claims.reading.words import FLIP

ONE = Fraction(1)
SQUARES = 8  # the largest power that is multiplied out


@dataclass
class Box:
    """Ranges of names, and linear combinations of names known to be at least 0, or above it where the flag says so."""

    names: dict[str, Range] = field(default_factory=dict)
    positive: list[tuple[dict[str, Fraction] | None, bool]] = field(default_factory=list)

    # ------------------------------------------------------------------------------------------- conditions
    def remember(self, left: Node, relation: str, right: Node) -> None:
        """A condition, as a difference that is positive or at least 0."""
        if relation in ("<", "<="):
            self.positive.append((difference(right, left), relation == "<"))
        elif relation in (">", ">="):
            self.positive.append((difference(left, right), relation == ">"))

    def narrow(self, chain: Node) -> None:
        """Ranges of names that a chain of relations bounds, from left to right and once more."""
        for left, relation, right in (*pairs_of(chain), *pairs_of(chain)):
            for name, how, other in ((left, relation, right), (right, FLIP[relation], left)):
                if name.kind == "name" and name.value in self.names:
                    self.names[name.value] = self.names[name.value].meet(bounded_by(how, self.range(other)))

    def known(self, node: Node, strict: bool = False) -> bool:
        """Whether a condition says that the node (or its negative, when `strict`) is positive."""
        d = linear(node)
        if d is None:
            return False
        for condition, above in self.positive:
            k = multiple(d, condition) if condition is not None and (above or not strict) else None
            if k is not None and k > 0:
                return True
        return False

    # ----------------------------------------------------------------------------------------------- ranges
    def range(self, node: Node) -> Range:
        """A range that contains the values of a term on the box."""
        way = WAYS.get(node.kind)
        return way(self, node) if way is not None else Range()

    def of_name(self, node: Node) -> Range:
        """The range of a name, a constant, or a functional without argument."""
        found = self.names.get(node.value)
        return found if found is not None else BARE_RANGES.get(node.value, Range())

    def of_sign(self, node: Node) -> Range:
        """The range of +x or -x."""
        r = self.range(node.args[0])
        return -r if node.value == "-" else r

    def of_sum(self, node: Node) -> Range:
        """The range of a sum, met with what the conditions say of a difference."""
        total = self.range(node.args[0])
        for sign, a in zip(node.value, node.args[1:], strict=True):
            r = self.range(a)
            total = total + (r if sign == "+" else -r)
        if total.nonzero:
            return total
        d = linear(node)
        for condition, strict in self.positive:
            k = None if condition is None or d is None else multiple(d, condition)
            if k is not None:
                side = Range(Fraction(0), strict)
                total = total.meet(side if k > 0 else -side)
        return total

    def of_product(self, node: Node) -> Range:
        """The range of a product or quotient."""
        total = self.range(node.args[0])
        for op, a in zip(node.value, node.args[1:], strict=True):
            r = self.range(a)
            total = total * (r if op == "*" else r.inverse())
        return total

    def of_power(self, node: Node) -> Range:
        """The range of a power."""
        base, exponent = (self.range(a) for a in node.args)
        n = exponent.low if exponent.low is not None and exponent.low == exponent.high else None
        square = ranges.POSITIVE if base.nonzero else ranges.AT_LEAST_0
        if n is not None and n.denominator == 1 and 0 < abs(n) <= SQUARES:
            total = base
            for _ in range(abs(int(n)) - 1):
                total = total * base
            if n % 2 == 0:
                total = total.meet(square)
            return total if n > 0 else total.inverse()
        if n is not None and n.denominator == 1 and n % 2 == 0:
            return square
        rises = n is not None and n > 0
        if base.positive:
            return ranges.root(base) if rises else ranges.POSITIVE
        return ranges.root(base) if rises and base.nonnegative else Range()

    def of_call(self, node: Node) -> Range:
        """The range of a function or functional."""
        args = [self.range(a) for a in node.args]
        if node.value in ("min", "max") and args:
            return extreme(args, node.value == "min")
        way = CALLS.get(node.value)
        if way is None:
            return ranges.UNIT if node.value in PROBABILITIES else BARE_RANGES.get(node.value, Range())
        return way(args[0] if args else Range())


def bounded_by(how: str, r: Range) -> Range:
    """The range of x where x is in the relation to something in the range r."""
    found = Range()
    if how in ("<=", "<", "=", "=="):
        found = found.meet(Range(high=r.high, below=r.high is not None and (r.below or how == "<")))
    if how in (">=", ">", "=", "=="):
        found = found.meet(Range(low=r.low, above=r.low is not None and (r.above or how == ">")))
    return found


def extreme(args: Iterable[Range], least: bool) -> Range:
    """The range of the least or the largest of several numbers."""
    if not least:
        return -extreme([-a for a in args], True)
    args = list(args)
    lows = [a.low for a in args if a.low is not None]
    low = min(lows) if len(lows) == len(args) else None
    high = min((a.high for a in args if a.high is not None), default=None)
    strict = all(a.above for a in args if a.low == low)
    below = any(a.below for a in args if a.high == high)
    return Range(low, low is not None and strict, high, high is not None and below)


def magnitude(x: Range) -> Range:
    """The range of |x|."""
    return ranges.POSITIVE if x.nonzero else ranges.AT_LEAST_0


PROBABILITIES = ("Tail", "HockeyStick", "Power", "Posterior")
BARE_RANGES: dict[str, Range] = {
    "pi": Range(Fraction(2), True, Fraction(4), True), "e": Range(Fraction(2), True, Fraction(4), True),
    "TV": ranges.UNIT, "Advantage": ranges.UNIT, "KL": ranges.AT_LEAST_0, "Renyi": ranges.AT_LEAST_0,
    "Odds": ranges.AT_LEAST_0,
}  # fmt: skip
CALLS: dict[str, Callable[[Range], Range]] = {
    "exp": ranges.exponential,
    "log": ranges.logarithm,
    "ln": ranges.logarithm,
    "sqrt": ranges.root,
    "tanh": lambda x: ranges.odd(x, ONE),
    "erf": lambda x: ranges.odd(x, ONE),
    "sinh": lambda x: ranges.odd(x, None),
    "cosh": lambda x: Range(ONE),
    "erfc": lambda x: -ranges.odd(x, ONE) + ranges.point(ONE),
    "Phi": lambda x: Range(Fraction(0), True, ONE, True),
    "abs": magnitude,
}
WAYS: dict[str, Callable[[Box, Node], Range]] = {
    "number": lambda box, node: ranges.point(node.value),
    "name": Box.of_name,
    "sign": Box.of_sign,
    "sum": Box.of_sum,
    "product": Box.of_product,
    "power": Box.of_power,
    "call": Box.of_call,
}
