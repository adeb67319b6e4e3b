"""Claims about measures that need not be laws: masses of events, and densities at outcomes.

A measure is read by its density for one measure, both sigma-finite. "For every event S: the mass of S under one combination
of measures is at most that under another" says that the one density is at most the other at almost every outcome. For where
it is not, some event of finite masses lies, unless this set is null; and integrals keep the order of densities.

"Some function p with this for all outcomes y", where a condition on numbers and on values of functions at y holds p at y alone,
says that at almost every y some number satisfies it: measurable selection (Aumann) makes a function of these numbers, and where
there is such a function its values are such numbers. So a claim may say that a measure has a density.

A claim read in this way holds no sum over the set, and so is about functions at outcomes. Suppose that it fails on a general
space. Its hypotheses hold outside of null sets that depend on no outcome, and on no number that is chosen or given after an
outcome, so they are finitely many. The conclusion fails at outcomes outside of these null sets. These outcomes alone are a
finite set for which the claim fails.

A mass may be infinite. A sum of masses, each times a number that is not negative, has a value all the same, and so has a single
one; a difference of two may have none, as oo - oo has none, and no more has the integral of a difference of densities. So a
claim that compares such a difference is read where the integrals are finite.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dpsym.kernel.terms import Sort, Tree, fv, names, node
from dpsym.lift.exact import FINITE, NOTHING, Names
from dpsym.lift.formulas import (
    ONE,
    RELATIONS,
    ZERO,
    applied,
    bound_names,
    compound,
    conjuncts,
    factors,
    nonnegative_of,
    put_in,
    supposed,
    test_of,
)
from dpsym.lift.hockey_sticks import times
from dpsym.lift.index_sets import only_quantified
from dpsym.lift.instances import by_signs


def of_densities(
    formula: Tree, sorts: Mapping[str, Sort], sets: Collection[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sets that may be any measurable spaces together, those on which the claim compares masses of events of measures; and
    what the general reading adds, beside that the measures are sigma-finite."""
    sorts = dict(sorts)  # gets the numbers that stand for values of functions
    signs = frozenset(x for g, own in supposed(formula) if own is None and (x := nonnegative_of(g)))
    lane = Densities(sorts, bounds_of(formula, sorts), signs)
    read = lane.read(formula, NOTHING)
    spaces = tuple(sorted(lane.events))
    alone = lane.events <= set(sets) and all(only_quantified(read, sorts, s, ()) for s in spaces)
    if not alone or not one_null_set(read, True, sorts, spaces, NOTHING, False):
        return (), ()
    return spaces, ((FINITE,) if lane.differences else ())


def bounds_of(formula: Tree, sorts: Mapping[str, Sort]) -> list[Tree]:
    """What a claim supposes of numbers alone: a <= b and a < b, and for each that b - a is not negative, or positive."""
    said = [g for g, own in supposed(formula) if g[0] in ("<=", "<") and (own is None or fv(g) <= own)]
    bounds = [g for g in said if all(sorts.get(x, "R") == "R" for x in fv(g))]
    return [*bounds, *(node(g[0], ZERO, node("-", g[2], g[1])) for g in bounds)]


class Densities:
    """The reading of masses of every event as densities at every outcome, where a claim supposes `bounds` of numbers and that
    the functions `signs` are nowhere negative. `sorts` gets the numbers that are read in the place of a function, `events` the
    sets that have such events; `differences` says whether some term may be a difference of infinite masses."""

    def __init__(self, sorts: dict[str, Sort], bounds: list[Tree], signs: Names) -> None:
        self.sorts, self.bounds, self.signs = sorts, bounds, signs
        self.events: set[str] = set()
        self.differences = False

    def read(self, f: Tree, over: Names) -> Tree:
        """The formula with conditions on every event, linear in it, as conditions at every outcome; `over` are the sets of the
        outcomes that are quantified around it."""
        if not compound(f) or f[0] in RELATIONS:
            return f
        if f[0] in ("all", "ex"):
            sort = self.sorts[f[1]]
            within = over | {sort} if isinstance(sort, str) else over
            said = self.at_every_outcome(f, over)
            if said is None:
                inner = node(f[0], f[1], self.read(f[2], within))
                said = self.value_by_value(inner, over) or inner
            return said
        if f[0] in ("and", "or", "not", "->"):
            return node(f[0], *(self.read(a, over) for a in f[1:]))
        return f

    def at_every_outcome(self, f: Tree, over: Names) -> Tree | None:
        """ "For every event S: ... <= ..." as "for every outcome: ... <= ..."; None where it is not of that form.

        Integrals say nothing of a null set: not of the pairs of equal outcomes, by events of pairs, or for each outcome of
        another one. So no set may occur twice.
        """
        s, sort = f[1], self.sorts[f[1]]
        if f[0] != "all" or not isinstance(sort, tuple) or f[2][0] != "->":
            return None
        if len({*sort}) < len(sort) or over & {*sort} or test_of(f[2][1]) != (s, "event"):
            return None
        condition, places = f[2][1], []
        while condition[0] == "all":
            places.append(condition[1])
            condition = condition[2]
        at = condition[1][1]  # the event at the outcomes: S(y) = 0 or S(y) = 1
        found = [self.relation(g, at) for g in conjuncts(f[2][2])]
        if any(g is None for g in found):
            return None
        said = found[0] if len(found) == 1 else node("and", *found)
        for y in reversed(places):
            said = node("all", y, said)
        self.events |= {*sort}
        return said

    def value_by_value(self, f: Tree, over: Names) -> Tree | None:
        """ "For some p: for every y: ... p(y) ..." as "for every y, for some number: ..."; None where it is not of that form.

        What p has to satisfy is a condition at each outcome, without quantifiers, that reads p there and nowhere else.
        """
        p, sort = f[1], self.sorts[f[1]]
        if f[0] != "ex" or not isinstance(sort, tuple) or len(sort) != 1 or over & {*sort}:
            return None
        parts = conjuncts(f[2])
        if any(g[0] != "all" or self.sorts[g[1]] != sort[0] for g in parts):
            return None
        y, x = parts[0][1], f"{p} value"
        said = [value_at(put_in(g[2], {g[1]: y}), node(p, y), x) for g in parts]
        if any(p in names(g) or next(bound_names(g), None) for g in said):
            return None
        self.sorts[x] = "R"
        return node("all", y, node("ex", x, said[0] if len(said) == 1 else node("and", *said)))

    def relation(self, f: Tree, at: Tree) -> Tree | None:
        """One comparison of masses as one of densities; < is false of the empty event."""
        if f[0] not in ("<=", "="):
            return None
        sides = [self.density(t, at) for t in f[1:]]
        if any(t is None for t in sides):
            return None
        outcomes = frozenset(at[1:])
        self.differences |= not all(self.single(t, outcomes) or self.positive(t, outcomes) for t in sides)
        return node(f[0], *sides)

    def single(self, t: Tree, outcomes: Names) -> bool:
        """Whether a density is one product of functions at outcomes, the density of a measure, times any number."""
        return all(applied(a) or a[0] == "ind" for a in factors(t) if fv(a) & outcomes)

    def positive(self, t: Tree, outcomes: Names) -> bool:
        """Whether a term is a sum of densities of measures times numbers that are not negative; in a product of
        several functions each has to be known to be nowhere negative."""
        if not fv(t) & outcomes:
            return by_signs(node("<=", ZERO, t), self.bounds)
        parts = factors(t)
        if len(parts) > 1:
            of_outcomes = [a for a in parts if fv(a) & outcomes and a[0] != "ind"]
            known = len(of_outcomes) < 2 or all(applied(a) and a[0] in self.signs for a in of_outcomes)
            return known and all(self.positive(a, outcomes) for a in parts)
        return applied(t) or t[0] == "ind" or (t[0] == "+" and all(self.positive(a, outcomes) for a in t[1:]))

    def density(self, t: Tree, at: Tree) -> Tree | None:
        """A term that is linear in an event, without a constant, as its density at the outcomes of the event."""
        s = at[0]
        if s not in fv(t):
            return ZERO if t == ZERO else None
        if t[0] in ("+", "-"):
            parts = [self.density(a, at) for a in t[1:]]
            return None if any(p is None for p in parts) else node(t[0], *parts)
        if t[0] == "*":
            here = [self.density(a, at) for a in t[1:] if s in fv(a)]
            if len(here) != 1 or here[0] is None:
                return None
            return times(*(a for a in t[1:] if s not in fv(a)), here[0])
        if t[0] != "sum":
            return None
        summed: list[str] = []
        while compound(t) and t[0] == "sum":
            summed.append(t[1])
            t = t[2]
        members = factors(t)
        event, *more = [a for a in members if s in fv(a)]
        if more or not applied(event) or sorted(event[1:]) != sorted(summed):
            return None
        others = times(ONE, *(a for a in members if a is not event))
        return put_in(others, dict(zip(event[1:], at[1:], strict=True)))


def value_at(t: Tree, at: Tree, x: str) -> Tree:
    """The tree with the name of a number in the place of a function at an outcome."""
    if t == at:
        return x
    return node(t[0], *(value_at(a, at, x) for a in t[1:])) if compound(t) else t


def one_null_set(
    f: Tree, up: bool, sorts: Mapping[str, Sort], sets: Collection[str], barred: Names, inside: bool
) -> bool:
    """Whether what is supposed of almost all outcomes depends on none of the names that are barred: on no outcome that is
    given, or that a conclusion chooses, and on no number or function that is chosen, or given `inside`: after an outcome, or
    after a choice.

    Of two outcomes of one set a hypothesis may say something "for all, for all" only: that some outcome is such, for another
    one, asks for a set that is not null, and one outcome alone is null.
    """
    h = f[0]
    if h in ("and", "or", "not", "->"):
        return all(
            one_null_set(
                a, up if h in ("and", "or") or (h == "->" and k == 2) else not up, sorts, sets, barred, inside
            )
            for k, a in enumerate(f[1:], 1)
        )
    if h not in ("all", "ex"):
        return True
    given, sort = (h == "all") == up, sorts[f[1]]
    if sort in sets:
        beside = any(sorts[x] == sort for x in fv(f))
        if not given and (fv(f) & barred or (h == "ex" and beside)):
            return False
        later = (
            barred | {f[1]} if given or h == "ex" else barred
        )  # only "for all two outcomes" names two at once
        return one_null_set(f[2], up, sorts, sets, later, True)
    infinite = sort == "R" or isinstance(sort, tuple)
    later = barred | {f[1]} if infinite and (inside or not given) else barred
    return one_null_set(f[2], up, sorts, sets, later, inside or (infinite and not given))


__all__ = ["of_densities"]
