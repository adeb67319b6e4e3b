"""Degrees of terms at an outcome: by which power of c a value is multiplied when all masses there are, c > 0.

Laws have degree 1, tests and numbers degree 0. With 1/0 = 0 and log x = 0 for x <= 0, two of the values that the
kernel leaves open, the rules are right at masses 0 too. Exponents may hold parameters: a degree is a polynomial.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from dpsym.kernel.terms import OPS, Tree, fv
from dpsym.lift.formulas import ONE, ZERO, NoLift, Space, canon, compound, conjuncts, factors

Degree = dict[tuple[str, ...], Fraction]  # a polynomial in atoms: numbers of which nothing is known
ANY = None  # of the term 0
NONE: Degree = {}
FIRST: Degree = {(): ONE}
Guards = tuple[Tree, ...]


def plus(a: Degree, b: Degree, times: Fraction = ONE) -> Degree:
    """a + times b."""
    found = dict(a)
    for m, c in b.items():
        found[m] = found.get(m, ZERO) + times * c
    return {m: c for m, c in found.items() if c}


def product(a: Degree, b: Degree) -> Degree:
    """a b."""
    found: Degree = {}
    for m, c in a.items():
        for n, d in b.items():
            k = tuple(sorted((*m, *n)))
            found[k] = found.get(k, ZERO) + c * d
    return {m: c for m, c in found.items() if c}


def value(t: Tree) -> Degree:
    """A term without outcomes as a polynomial in what is not a sum or a product."""
    if type(t) is Fraction:
        return {(): t} if t else {}
    if compound(t):
        if t[0] == "+":
            found: Degree = {}
            for a in t[1:]:
                found = plus(found, value(a))
            return found
        if t[0] == "-":
            return plus(value(t[1]), value(t[2]), -ONE)
        if t[0] == "*":
            found = FIRST
            for a in t[1:]:
                found = product(found, value(a))
            return found
        if t[0] == "/" and isinstance(t[2], Fraction) and t[2]:
            return {m: c / t[2] for m, c in value(t[1]).items()}
    return {(canon(t),): ONE}


def same(a: Degree | None, b: Degree | None) -> bool:
    """Whether two degrees are equal for all values of their numbers."""
    return a is ANY or b is ANY or a == b


class Degrees:
    """The degree of a term at one outcome y.

    space     the set of y
    of        degree of each function on the space
    closed    is called on the parts that hold no y and reach the space: sums over it
    others    other outcomes of the space, which are given
    condition is called on the formula of an indicator
    """

    def __init__(
        self,
        space: Space,
        of: Mapping[str, Degree],
        closed: Callable[[Tree], None],
        condition: Callable[[Tree, str], None],
        others: frozenset[str] = frozenset(),
    ) -> None:
        self.space, self.of, self.closed, self.condition = space, of, closed, condition
        self.others = others

    def degree(self, t: Tree, y: str, guards: Guards = ()) -> Degree | None:
        """The degree of t at y, where the conditions `guards` hold; NoLift where it has none."""
        if type(t) is Fraction:
            return NONE if t else ANY
        if isinstance(t, str):
            return NONE
        if y not in fv(t):
            self.fixed(t)
            return NONE
        if t[0] not in OPS:
            return self.function(t, y, guards)
        if t[0] in ("+", "-"):
            return self.alike([self.degree(a, y, guards) for a in t[1:]])
        if t[0] == "*":
            inside = tuple(g for a in factors(t) if compound(a) and a[0] == "ind" for g in conjuncts(a[1]))
            return self.multiplied([self.degree(a, y, (*guards, *inside)) for a in t[1:]])
        if t[0] == "/":
            above, below = self.degree(t[1], y, guards), self.degree(t[2], y, guards)
            return ANY if above is ANY or below is ANY else plus(above, below, -ONE)
        if t[0] == "^":
            d = self.degree(t[1], y, guards)
            return NONE if not t[2] else d if d is ANY else product(d, {(): t[2]})
        if t[0] in ("log", "erf"):
            return self.without(t[1], y, guards, f"{t[0]} of a mass")
        if t[0] == "exp":
            return self.logarithmic(t[1], y, guards)
        if t[0] == "ind":
            self.condition(t[1], y)
            return NONE
        if t[0] == "sum":
            return self.sum(t, y, guards)
        raise NoLift(f"{t[0]} in a term at an outcome")

    def fixed(self, t: Tree) -> None:
        """Refuse a term without y that is no number: it may hold other outcomes, but no sum of terms at them."""
        if not compound(t) or not fv(t) & self.others:
            self.closed(t)
        elif t[0] == "sum" and self.space.sorts[t[1]] == self.space.name:
            raise NoLift("a sum of terms at an outcome")
        elif t[0] in ("all", "ex"):
            raise NoLift("a quantifier inside of an indicator at another outcome")
        else:
            for a in t[2:] if t[0] == "sum" else t[1:]:
                if a not in self.others:
                    self.fixed(a)

    def function(self, t: Tree, y: str, guards: Guards) -> Degree:
        """A function at arguments: of degree 0 in numbers, its own degree in the outcome."""
        here = [a for a in t[1:] if isinstance(a, str) and self.space.sorts[a] == self.space.name]
        several = len(here) > 1 and (t[0] in self.of or here.count(y) > 1)
        if several or any(a != y and a not in self.others for a in here):
            raise NoLift("two outcomes in one term")
        for a in t[1:]:
            if a not in here:
                if here and y in fv(a):
                    raise NoLift(f"{t[0]} of an outcome and of a number at it")
                self.without(a, y, guards, f"{t[0]} of a mass")
        return self.of.get(t[0], NONE) if here else NONE

    def alike(self, found: list[Degree | None]) -> Degree | None:
        """The degree of a sum."""
        known = [d for d in found if d is not ANY]
        if any(d != known[0] for d in known):
            raise NoLift("a sum of terms of different degrees")
        return known[0] if known else ANY

    def multiplied(self, found: list[Degree | None]) -> Degree | None:
        """The degree of a product."""
        total = NONE
        for d in found:
            if d is ANY:
                return ANY
            total = plus(total, d)
        return total

    def without(self, t: Tree, y: str, guards: Guards, why: str) -> Degree:
        """The degree 0 of a term that does not depend on the scale of masses."""
        if not same(self.degree(t, y, guards), NONE):
            raise NoLift(why)
        return NONE

    def sum(self, t: Tree, y: str, guards: Guards) -> Degree | None:
        """A sum over another set, of terms at y."""
        over = self.space.sorts[t[1]]
        if over == self.space.name:
            raise NoLift(f"a double sum over {over}")
        if over in self.space.general and self.space.bound_in(t[2]):
            raise NoLift(f"{self.space.name} inside of a sum over {over}")
        return self.degree(t[2], y, guards)

    def logarithmic(self, t: Tree, y: str, guards: Guards) -> Degree:
        """The degree of exp(t): k, where c p in place of p adds k log c to t."""
        if not compound(t) or y not in fv(t):
            self.degree(t, y, guards)
            return NONE
        if t[0] == "+":
            total = NONE
            for a in t[1:]:
                total = plus(total, self.logarithmic(a, y, guards))
            return total
        if t[0] == "-":
            return plus(self.logarithmic(t[1], y, guards), self.logarithmic(t[2], y, guards), -ONE)
        if t[0] == "log":
            d = self.degree(t[1], y, guards)
            if same(d, NONE):
                return NONE
            if not any(g[0] == "<" and g[1] == ZERO and canon(g[2]) == canon(t[1]) for g in guards):
                raise NoLift("log of a mass that is not known to be positive")
            return d  # type: ignore[return-value]
        if t[0] == "*":
            here = [a for a in t[1:] if y in fv(a)]
            if len(here) == 1:
                total = self.logarithmic(here[0], y, guards)
                for a in t[1:]:
                    if a is not here[0]:
                        self.degree(a, y, guards)
                        total = product(total, value(a))
                return total
        return self.without(t, y, guards, "the exponential of a mass")
