"""The lane of roundings: what holds of noise rounded to any finitely many cells of the line holds of the noise itself.

Two laws are given by their distribution functions, normal or Laplace, as their gains over cells that cover the line once.
The cells of a fine rounding give each of finitely many intervals, and the events and tests that are unions of them are
dense; divergences are suprema over finite partitions, which fine cells nearly are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from dpsym.kernel.terms import Tree, fv, node
from dpsym.lift.exact import NOTHING, Names
from dpsym.lift.formulas import (
    ONE,
    RELATIONS,
    ZERO,
    NoLift,
    Space,
    applied,
    canon,
    compound,
    conjuncts,
    factors,
    taken_apart,
    test_of,
)
from dpsym.lift.partitions import Partitions

POINT = "#x"  # of the line, where a distribution function is read; no name of a claim
HALF = node("/", ONE, Fraction(2))
MOST_LAWS = 2  # whose ratio rises and falls finitely often


def of_noise(formula: Tree, space: Space) -> tuple[list[Tree], list[str]]:
    """The integrals of a claim about rounded noise that holds on the line, and what that adds; NoLift otherwise."""
    given, conclusion = taken_apart(formula)
    cells = cells_in(given)
    laws = [(law, h) for h in given if (law := cells.law_of(h))]
    said = [h for _, h in laws]
    rest = [h for h in given if h not in said and not cells.says(h)]
    bounds = [h for h in rest if not space.met_by(h)]
    plain = node("->", node("and", *rest), conclusion) if rest else conclusion
    lane = Roundings(plain, space)
    if sorted(lane.laws) != sorted(law for law, _ in laws) or len(laws) > MOST_LAWS:
        raise NoLift("a law that is no noise, or is given twice")
    for law, h in laws:
        function = cells.function_in(h)
        if space.met_by(function) or not distribution(function, bounds):
            raise NoLift(f"{law} is neither normal nor Laplace noise with a positive spread")
    for h in rest:
        lane.supposition(h, NOTHING)
    lane.conclusion(conclusion, NOTHING)
    return lane.integrals, []


# -------------------------------------------------------------------------------------------------- the cells
@dataclass(frozen=True)
class Cells:
    """The functions that give the cell of an outcome: its ends, and where it has none."""

    first: str
    last: str
    lower: str
    upper: str

    def gain(self, y: Tree, end: Tree, start: Tree, high: Tree, low: Tree) -> Tree:
        """What a function of the line gains over the cell y, as the language writes it."""
        at_end = node("ind", node("<", ZERO, node(self.last, y)))
        at_start = node("ind", node("<", ZERO, node(self.first, y)))
        return node(
            "-",
            node("+", node("*", at_end, high), node("*", node("-", ONE, at_end), end)),
            node("+", node("*", at_start, low), node("*", node("-", ONE, at_start), start)),
        )

    def says(self, f: Tree) -> bool:
        """Whether a supposition says that the cells have ordered ends, or that they cover the line once."""
        return canon(f) in self.said()

    def said(self) -> list[str]:
        """These two suppositions."""
        y, h, low, high = "y", "H", "h_0", "h_1"
        ends = node("and", *(node("<=", node(e, y), ZERO) for e in (self.first, self.last)))
        ordered = node("all", y, node("->", ends, node("<=", node(self.lower, y), node(self.upper, y))))
        gained = self.gain(y, node(h, node(self.upper, y)), node(h, node(self.lower, y)), high, low)
        covering = node("=", node("sum", y, gained), node("-", high, low))
        for v in (high, low, h):
            covering = node("all", v, covering)
        return [canon(ordered), canon(covering)]

    def law_of(self, f: Tree) -> str | None:
        """The law that a supposition gives as what a function of the line gains over the cells."""
        if f[0] != "all" or f[2][0] != "=" or not applied(f[2][1]) or f[2][1][1:] != (f[1],):
            return None
        try:
            end, start = f[2][2][1][2][2], f[2][2][2][2][2]
        except (IndexError, TypeError):
            return None
        known = {self.first, self.last, self.lower, self.upper}
        if f[2][1][0] in known or canon(f[2][2]) != canon(self.gain(f[1], end, start, ONE, ZERO)):
            return None
        at = {node(self.upper, f[1]): POINT}, {node(self.lower, f[1]): POINT}
        same = canon(replaced(end, at[0])) == canon(replaced(start, at[1]))
        return str(f[2][1][0]) if same else None

    def function_in(self, f: Tree) -> Tree:
        """The distribution function, at the point, of the law that a supposition gives."""
        return replaced(f[2][2][1][2][2], {node(self.upper, f[1]): POINT})


def cells_in(given: Iterable[Tree]) -> Cells:
    """The cells of which the ends are said to be ordered; NoLift where there are none, or where they do not cover the
    line."""
    for f in given:
        match f:
            case (
                "all",
                y,
                ("->", ("and", ("<=", (first, a), _), ("<=", (last, b), _)), ("<=", (lower, c), (upper, d))),
            ):
                found = Cells(first, last, lower, upper)
                four = {a, b, c, d} == {y} and len({first, last, lower, upper}) == 4
                if four and {*found.said()} <= {canon(g) for g in given}:
                    return found
    raise NoLift("no cells that cover the line once")


def replaced(t: Tree, at: dict[Tree, Tree]) -> Tree:
    """The tree with trees in place of others."""
    if t in at:
        return at[t]
    return node(t[0], *(replaced(a, at) for a in t[1:])) if compound(t) else t


# -------------------------------------------------------------------------------------------------- the noise
def distribution(t: Tree, bounds: list[Tree]) -> bool:
    """Whether a function of the point is the distribution function of normal or Laplace noise: both have a positive
    density on the whole line, and a ratio of two such densities rises and falls finitely often."""
    match t:
        case ("*", ("+", one, ("erf", at)), half) if one == ONE and half == HALF:
            return rises(at, bounds)
        case ("+", ("*", ("ind", ("<=", at, zero)), _), _) if zero == ZERO:
            left = node("*", node("exp", at), HALF)
            before = node("ind", node("<=", at, ZERO))
            for turned in (node("*", -ONE, *factors(at)), node("*", -ONE, at)):
                right = node("-", ONE, node("*", node("exp", turned), HALF))
                laplace = node("+", node("*", before, left), node("*", node("-", ONE, before), right))
                if canon(laplace) == canon(t):
                    return rises(at, bounds)
    return False


def rises(t: Tree, bounds: list[Tree]) -> bool:
    """Whether a term is the point, less a number, times positive numbers."""
    points = [a for a in factors(t) if POINT in fv(a)]
    if len(points) != 1 or not all(positive(a, bounds) for a in factors(t) if a is not points[0]):
        return False
    at = points[0]
    return at == POINT or (
        compound(at) and at[0] in "+-" and at[1] == POINT and POINT not in fv(node("+", *at[2:], ZERO))
    )


def positive(t: Tree, bounds: list[Tree]) -> bool:
    """Whether a number is positive, by its form and by bounds that are supposed of it."""
    if isinstance(t, Fraction):
        return t > ZERO
    said = {canon(h[2]) for h in bounds if (h[0] == "<" and h[1] == ZERO) or above_zero(h)}
    if canon(t) in said:
        return True
    if not compound(t):
        return False
    if t[0] == "^":
        return positive(t[1], bounds)
    return t[0] == "exp" or (t[0] in ("*", "/", "+") and all(positive(a, bounds) for a in t[1:]))


def above_zero(f: Tree) -> bool:
    """Whether a bound from below is a positive constant."""
    return f[0] in ("<", "<=") and isinstance(f[1], Fraction) and f[1] > ZERO


# --------------------------------------------------------------------------------------------- the statement
class Roundings:
    """One claim about noise, without what says that it is noise: `integrals` are the sums that it names."""

    def __init__(self, formula: Tree, space: Space) -> None:
        self.space = space
        self.cellwise = Partitions(formula, space)  # which sums and conditions fine cells keep
        self.laws = set(self.cellwise.facts.laws)
        if any(space.sorts[f] != (space.name,) for f in self.laws):
            raise NoLift("a family of laws")
        self.kinds: dict[str, str] = dict(self.cellwise.facts.tests)
        self.integrals: list[Tree] = []

    def conclusion(self, f: Tree, tests: Names) -> None:
        """Refuse what need not hold on the line when it holds for all roundings, at any given `tests`."""
        h = f[0]
        if not self.space.met_by(f):
            return
        if h in ("and", "or"):
            for a in f[1:]:
                self.conclusion(a, tests)
        elif h == "->":
            for a in conjuncts(f[1]):
                self.supposition(a, tests)
            self.conclusion(f[2], tests)
        elif h == "all":
            self.given(f, tests)
        elif h in RELATIONS:
            self.relation(f, tests)
        else:
            raise NoLift(f"{'some choice' if h == 'ex' else h} in what is said of the line")

    def given(self, f: Tree, tests: Names) -> None:
        """ "For all ...": of a number, an outcome, or a test."""
        sort = self.space.sorts[f[1]]
        if sort == self.space.name:
            if any(self.space.on(x) and x not in self.laws for x in fv(f)):
                raise NoLift("a condition at an outcome that is not about the laws alone")
            self.cellwise.condition(f[2], NOTHING)
        elif self.space.on(f[1]):
            self.kinds[f[1]] = self.cellwise.kind(f)
            self.conclusion(f[2], tests | {f[1]})
        else:
            self.conclusion(f[2], tests)

    def relation(self, f: Tree, tests: Names) -> None:
        """A relation between sums that fine cells keep, or of one divergence that stands alone."""
        convex = self.sums(f)
        here = fv(f) & self.chosen(tests)
        if not convex:
            if here and (f[0] == "<" or not all(self.continuous(a, here) for a in f[1:])):
                raise NoLift("a relation of tests that a limit does not keep")
            return
        alone = len(convex) == 1 and not here and f[0] != "="
        if not alone or not ((f[1] is convex[0] and f[0] == "<=") or f[2] is convex[0]):
            raise NoLift("a bound on a divergence that a limit does not keep")

    def supposition(self, f: Tree, tests: Names) -> None:
        """Refuse a hypothesis that need not hold for fine roundings when it holds on the line."""
        if not self.space.met_by(f) or self.cellwise_fact(f):
            return
        opposite = f[1] if f[0] == "not" and f[1][0] == "<=" else None
        if f[0] == "and":
            for a in f[1:]:
                self.supposition(a, tests)
            return
        if f[0] not in RELATIONS and opposite is None:
            raise NoLift("a hypothesis about the laws that is no relation between sums")
        relation = opposite or f
        convex, here = self.sums(relation), fv(relation) & self.chosen(tests)
        if convex:
            if opposite or here or len(convex) > 1 or f[0] == "=" or f[1] is not convex[0]:
                raise NoLift("a hypothesis about a divergence that coarser cells do not keep")
            return
        if not here:
            return
        is_open = (opposite or f[0] == "<") and all(self.continuous(a, here) for a in relation[1:])
        if not is_open and not self.level(f, here):
            raise NoLift("a hypothesis about a test that tests on cells need not satisfy")

    def cellwise_fact(self, f: Tree) -> bool:
        """Whether a supposition only says that a function is a law or a test."""
        match f:
            case ("all", y, ("<=", zero, (g, at))):
                return zero == ZERO and at == y and g in self.laws
            case ("=", ("sum", y, (g, at)), one):
                return one == ONE and at == y and g in self.laws
        said = test_of(f)  # an event is a test, but a test need not be an event
        return said is not None and self.kinds.get(said[0]) in ("event", said[1])

    def level(self, f: Tree, here: Names) -> bool:
        """Whether a hypothesis bounds the mass of one test under one law from above: a smaller multiple of a test that
        is near satisfies it too, and is near."""
        if f[0] != "<=" or fv(f[2]) & here or not (compound(f[1]) and f[1][0] == "sum"):
            return False
        parts = factors(f[1][2])
        functions = [a[0] for a in parts if applied(a)]
        return (
            all(applied(a) or a[0] == "ind" for a in parts if compound(a))
            and all(compound(a) for a in parts)
            and sum(x in self.laws for x in functions) == 1
            and all(self.kinds.get(x) == "test" for x in functions if x not in self.laws)
        )

    def chosen(self, tests: Names) -> Names:
        """The tests and events of the claim, those that are free in it too."""
        return tests | frozenset(self.kinds)

    def sums(self, f: Tree) -> list[Tree]:
        """The divergences of a relation; its other sums have to be kept by fine cells."""
        found = []
        for side in f[1:]:
            for s in self.cellwise.sums(side):
                if self.cellwise.divergence(s, NOTHING, self.cellwise.above):
                    found.append(s)
                else:
                    self.cellwise.kept(s, NOTHING, self.chosen(NOTHING))
                self.integrals.append(s)
        return found

    def continuous(self, t: Tree, here: Names) -> bool:
        """Whether a term depends continuously on the sums that hold these tests."""
        if not compound(t) or not fv(t) & here:
            return True
        if t[0] == "sum" and self.space.sorts[t[1]] == self.space.name:
            return True
        if t[0] == "/":
            return self.continuous(t[1], here) and not fv(t[2]) & here
        return t[0] in ("+", "-", "*", "exp", "erf") and all(self.continuous(a, here) for a in t[1:])


__all__ = ["of_noise"]
