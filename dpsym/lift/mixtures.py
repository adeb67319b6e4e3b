"""The lane of mixtures: outputs of mechanisms that are chosen by what came before, or by numbers, without end.

A claim may suppose something of infinitely many laws: K(x, .) for every x of a space that is general already, or G(t, .)
for every number t. No finite partition suits all of them. But hypotheses that pass to every partition need none that
suits: inequalities and equations between linear forms, integrated over a cell; what is said of every event or test and of
sums that are linear in the masses, as one on the cells is one on the space; that a law gives nothing where another does,
since a mass is 0 only where the density is; and then bounds D <= c and D < c of their divergence, which no partition
raises. Equations such as P(y) = sum over x: A(x) K(x, y) are of the first kind: they say that P is the mixture of the
K(x, .). Cells of mass 0 are kept, for they may have mass under some K(x, .).

The conclusion speaks of finitely many mixtures, and perhaps of one K(r, .), for every r of a general set on which laws are
only summed. Of such a set more is known than for almost every r: the finite sets that stand for it may have any r as one more
element, of mass 0, for which holds what is supposed of all elements outside of a null set. So one r at which the conclusion
fails is enough, and a partition that suits it. If it fails, partitions that suit its events, and the signs of its linear
forms, let it fail too, as in the lane of partitions; a cell of mass 0 adds nothing to its sums, and what fails at outputs of
positive mass fails at a cell of positive mass. So the claim fails on a finite set: a contradiction.
"""

from __future__ import annotations

from dpsym.kernel.terms import Tree, fv, node
from dpsym.lift.divergences import pair_of
from dpsym.lift.exact import NOTHING, Names
from dpsym.lift.formulas import (
    RELATIONS,
    ZERO,
    NoLift,
    Space,
    applied,
    canon,
    compound,
    conjuncts,
    factors,
    said_for_all,
    shown,
    taken_apart,
    test_of,
)
from dpsym.lift.hockey_sticks import without_events
from dpsym.lift.numbered import numbered_laws
from dpsym.lift.partitions import Partitions, above_one


def mixtures(formula: Tree, space: Space, of_any: Names = NOTHING) -> tuple[list[Tree], list[str]]:
    """The integrals of a claim that lifts by partitions of a set on which families of laws live, and what the general
    reading adds; NoLift otherwise.

    of_any  general sets of which the conclusion may be about every element
    """
    lane = Mixtures(formula, space)
    lane.of_any = of_any
    given, conclusion = taken_apart(formula)
    lane.suppose(given, NOTHING, lane.cellwise.above, NOTHING)
    lane.fails_too(conclusion)
    if lane.events_only and "test" in lane.strong.values():
        raise NoLift("every event in a hypothesis, and a test in the conclusion")
    return lane.integrals, lane.cellwise.provisos


class Mixtures:
    """One claim. `strong` are the tests and events that are given; `events_only` those of hypotheses about every event that
    do not speak of every test."""

    def __init__(self, formula: Tree, space: Space, families: Names | None = None) -> None:
        self.space, self.sorts = space, space.sorts
        known = numbered_laws(formula, space) if families is None else families
        self.cellwise = Partitions(formula, space, known)
        self.laws, self.strong = self.cellwise.facts.laws, self.cellwise.strong
        self.integrals: list[Tree] = []
        self.events_only: set[str] = set()
        self.of_any: Names = NOTHING
        self.elements: set[str] = set()  # of such a set, that are given
        for f in filter(space.on, self.sorts):
            if "R" in self.sorts[f] and f not in self.laws:
                raise NoLift("a family of tests that is indexed by numbers")
            if self.sorts[f].count(space.name) > 1:
                raise NoLift(f"{shown(f)} is a function of several outcomes")
        self.numbered_before(formula)

    def numbered_before(self, t: Tree) -> None:
        """Refuse the member of a family whose number depends on outcomes or sums: other cells may give another member."""
        if not compound(t):
            return
        if applied(t) and self.space.on(t[0]) and any(compound(a) and self.space.met_by(a) for a in t[1:]):
            raise NoLift(f"{shown(t[0])} at a number that the outcomes give")
        for a in t[1:]:
            self.numbered_before(a)

    # ------------------------------------------------------------------------------------------- hypotheses
    def suppose(self, given: list[Tree], tests: Names, above: Names, finite: Names) -> None:
        """Refuse hypotheses, all of which hold, if some partition need not keep one of them.

        tests   those on the cells that stand for every one
        above   numbers above 1
        finite  pairs of laws, written out, of which the first is known to give nothing where the second does
        """
        known = finite | {said for g in given for said in self.gives_nothing(g)}
        for g in given:
            self.passes(g, tests, above, known)

    def gives_nothing(self, f: Tree) -> list[str]:
        """The pair of laws of "for all y: if Q(y) = 0 then P(y) = 0": with one name for y, and where it says so for all names
        at once, with names of their own for them; none for another fact."""
        body, bound = said_for_all(f)
        if not bound or not self.vanishes(body):
            return []
        p, q = body[2][1], body[1][1]
        found = (
            [pair_at(bound[-1], p, q)] if len(bound) == 1 and self.sorts[bound[-1]] == self.space.name else []
        )
        everywhere = {*p[1:], *q[1:]} <= {*bound}
        return [*found, *([pair_everywhere(p, q)] if everywhere else [])]

    def finite(self, s: Tree, p: Tree, q: Tree, known: Names) -> bool:
        """Whether it is known that the law p gives nothing where q does, at the outcome of a sum."""
        plain = all(isinstance(x, str) for x in (*p[1:], *q[1:]))
        return pair_at(s[1], p, q) in known or (plain and pair_everywhere(p, q) in known)

    def vanishes(self, f: Tree) -> bool:
        """Whether a condition says that one law gives nothing where another does."""
        if f[0] != "->" or not (f[1][0] == f[2][0] == "=" and f[1][2] == f[2][2] == ZERO):
            return False
        return all(applied(a[1]) and a[1][0] in self.laws for a in f[1:])

    def passes(self, f: Tree, tests: Names, above: Names, finite: Names) -> None:
        """Refuse one hypothesis that some partition need not keep, as in `suppose`."""
        if not self.space.met_by(f) or self.of_given(f):
            return
        h = f[0]
        if h == "and":
            self.suppose(conjuncts(f), tests, above, finite)
        elif h == "or":
            for a in f[1:]:
                self.passes(a, tests, above, finite)
        elif h == "->":
            if self.space.met_by(f[1]):
                raise NoLift("a hypothesis with a condition on the outputs")
            self.passes(f[2], tests, above | {x for g in conjuncts(f[1]) for x in above_one(g)}, finite)
        elif h in ("all", "ex"):
            self.chosen(f, tests, above, finite)
        elif h in RELATIONS:
            self.kept(f, tests, above, finite)
        else:
            raise NoLift(f"{h} in a hypothesis about infinitely many laws")

    def of_given(self, f: Tree) -> bool:
        """Whether a hypothesis only says that a function is a test or an event that is given."""
        said = test_of(f)
        return said is not None and self.strong.get(said[0]) == said[1]

    def chosen(self, f: Tree, tests: Names, above: Names, finite: Names) -> None:
        """A quantified hypothesis: for every output, test, event, number, or element of another set."""
        h, v, body = f
        sort = self.sorts[v]
        if sort == self.space.name:
            if h == "ex" or not all(map(self.on_cells, conjuncts(body))):
                raise NoLift("a condition at an output that larger cells do not keep")
        elif self.space.on(v):
            kind = self.cellwise.kind(f)
            if h == "ex" or body[0] != "->" or test_of(body[1]) != (v, kind):
                raise NoLift(f"some test {shown(v)}, or one with more conditions, in a hypothesis")
            if kind == "event" and without_events(f, self.space, self.laws) is None:
                self.events_only.add(v)
            self.passes(body[2], tests | {v}, above, finite)
        else:
            self.passes(body, tests, above - {v}, finite)

    def on_cells(self, f: Tree) -> bool:
        """Whether a condition for every output holds for cells: linear, or that one law gives nothing where another does."""
        linear = self.cellwise.linear
        return (f[0] in ("<=", "=") and linear(f[1]) and linear(f[2])) or self.vanishes(f)

    def kept(self, f: Tree, tests: Names, above: Names, finite: Names) -> None:
        """A relation in a hypothesis: between sums that are linear in masses and tests, or of a divergence that is small."""
        sums = [s for side in f[1:] for s in self.cellwise.sums(side)]
        convex = [s for s in sums if not self.linear(s, tests)]
        self.integrals += sums
        if not convex:
            return
        if len(convex) > 1 or f[0] == "=" or f[1] is not convex[0]:
            raise NoLift("a sum that partitions do not keep, in a hypothesis about infinitely many laws")
        masses = pair_of(convex[0][2], above, self.cellwise.linear, self.cellwise.facts)
        p, q = masses or (ZERO, ZERO)
        if not (applied(p) and applied(q) and self.finite(convex[0], p, q, finite)):
            raise NoLift(
                "a sum that is no divergence of laws of which one gives nothing where the other does"
            )

    def linear(self, s: Tree, tests: Names) -> bool:
        """Whether a sum keeps its value on cells: of a linear term, times one test at most, on the cells or given."""
        here = [a for a in factors(s[2]) if self.space.met_by(a)]
        of_test = [a for a in here if applied(a) and (a[0] in tests or a[0] in self.strong)]
        masses = [a for a in here if a not in of_test]
        return len(of_test) <= 1 and len(masses) == 1 and self.cellwise.linear(masses[0])

    # ------------------------------------------------------------------------------------------- conclusion
    def fails_too(self, f: Tree) -> None:
        """Refuse a conclusion that may fail on the space and hold for all fine partitions."""
        h = f[0]
        if not self.space.met_by(f):
            return
        if h in ("and", "or"):
            for a in f[1:]:
                self.fails_too(a)
        elif h == "->":
            self.suppose(conjuncts(f[1]), NOTHING, self.cellwise.above, NOTHING)
            self.fails_too(f[2])
        elif h == "all":
            self.for_all(f)
        elif h in RELATIONS:
            self.of_finitely_many(f)
            before = len(self.cellwise.integrals)
            self.cellwise.relation(f, True, NOTHING, NOTHING, self.cellwise.above)
            self.integrals += self.cellwise.integrals[before:]
        else:
            raise NoLift(f"{'some choice' if h == 'ex' else h} in a conclusion about mixtures")

    def of_finitely_many(self, f: Tree) -> None:
        """Refuse sums of the conclusion, but linear ones, that depend on an element of a general set: no partition suits
        them all."""
        for s in (s for side in f[1:] for s in self.cellwise.sums(side)):
            several = fv(s) - self.elements
            if any(self.sorts.get(x) in self.space.general for x in several) and not self.linear(s, NOTHING):
                raise NoLift("sums of infinitely many laws in the conclusion")

    def for_all(self, f: Tree) -> None:
        """ "For all" in the conclusion: its value is given before partitions are chosen."""
        sort = self.sorts[f[1]]
        if sort == self.space.name:
            if self.cellwise.testy(f[2]):
                raise NoLift("a condition on a test in the conclusion")
            self.cellwise.condition(f[2], NOTHING)
        elif self.space.on(f[1]):
            self.strong[f[1]] = self.cellwise.kinds[f[1]] = self.cellwise.kind(f)
            self.fails_too(f[2])
        elif sort == "R" or self.cellwise.finite(sort) or sort in self.of_any:
            self.elements |= {f[1]} if sort in self.of_any else set()
            self.cellwise.above |= self.bounded_here(f)
            self.fails_too(f[2])
        else:
            raise NoLift(f"{shown(f[1])} of a general set in the conclusion")

    def bounded_here(self, f: Tree) -> Names:
        """The number of "for all", where it is said there that it is above 1."""
        return frozenset(x for g in self.cellwise.guards(f) for x in above_one(g) if x == f[1])


def pair_at(y: str, p: Tree, q: Tree) -> str:
    """Two masses at an outcome, written out with one name for it."""
    return canon(node("all", y, node("<=", p, q)))


def pair_everywhere(p: Tree, q: Tree) -> str:
    """Two masses at names that may be any, written out with names in the order in which they come."""
    both = node("<=", p, q)
    for x in reversed(dict.fromkeys((*p[1:], *q[1:]))):
        both = node("all", x, both)
    return canon(both)


__all__ = ["mixtures"]
