"""The exact lane: finitely many integrals of degree 1 and conditions at one outcome (Richter's theorem).

Fix the values of all that is quantified strongly, that is chosen before the claim is read. What remains asks for
finitely many integrals, and whether finitely many sets of outcomes have positive measure; finitely many outcomes with
suitable masses give the same integrals and meet the same sets. So every statement that the claim puts together has the
truth value on them that it has on the general space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from dpsym.kernel.terms import BINDERS, Sort, Tree, fv
from dpsym.lift.bounds import bounded, bounded_below, not_negative
from dpsym.lift.degrees import FIRST, NONE, Degree, Degrees, same
from dpsym.lift.formulas import (
    RELATIONS,
    ZERO,
    Facts,
    NoLift,
    Space,
    applied,
    bound_names,
    compound,
    facts_of,
    listed,
    may_diverge,
    once,
    shown,
    test_of,
)
from dpsym.lift.hockey_sticks import enters_linearly, without_events

FINITE = "where the integrals are finite"
SIGNED = "with densities of finite signed measures"
MOST_FREE = 4  # functions on the set of which nothing is known, whose degrees are tried
Names = frozenset[str]
NOTHING: Names = frozenset()


@once
def exact(formula: Tree, space: Space, splits: bool = False) -> tuple[Sequence[Tree], Sequence[str]]:
    """The integrals of a claim that lifts exactly, and what the general reading adds; NoLift when it does not.

    With `splits` it is only asked whether the claim stays what it is when an outcome becomes two that share its masses.
    """
    facts = facts_of(formula, space)
    if any("R" in space.sorts[f] for f in facts.laws):
        raise NoLift("a family of laws that is indexed by numbers")
    free = [f for f in space.sorts if space.on(f) and f not in facts.laws and "R" not in space.sorts[f]]
    why: NoLift | None = None
    choices = product((False, True), repeat=len(free)) if len(free) <= MOST_FREE else [(False,) * len(free)]
    for choice in choices:
        masses = [f for f, mass in zip(free, choice, strict=True) if mass]
        lane = Exact(space, facts, dict.fromkeys([*facts.laws, *masses], FIRST), splits)
        if not lane.of and not splits:
            why = why or NoLift(f"no law on {space.name}")
            continue
        try:
            lane.walk(formula, True, NOTHING)
        except NoLift as e:
            why = why or e
            continue
        signed = [f"{listed(masses)} {SIGNED}"] if masses else []
        return tuple(lane.integrals), (*signed, *lane.provisos)
    raise why or NoLift("no choice of degrees")


def laws_summed(formula: Tree, space: Space) -> bool:
    """Whether the laws on a set stand in sums over it only, but for what says that they are nowhere negative."""
    laws = facts_of(formula, space).laws

    def only_in_sums(t: Tree, outcomes: Names) -> bool:
        if not compound(t) or (t[0] == "<=" and t[1] == ZERO and applied(t[2]) and t[2][0] in laws):
            return True
        if t[0] in laws and outcomes & {a for a in t[1:] if isinstance(a, str)}:
            return False
        here = {t[1]} if t[0] in ("all", "ex") and space.sorts[t[1]] == space.name else set()
        return all(only_in_sums(a, outcomes | here) for a in t[1:])

    return only_in_sums(formula, NOTHING)


class Exact:
    """One reading of a claim: which functions on the space are densities.

    `weak` are the numbers whose values are chosen after the claim is read, or that are chosen inside of such a choice. None of
    them may stand in a condition for all outcomes that follows: each of its values has a null set of its own.

    Where an outcome is split in two (`splits`) all integrals keep their values at once, so no number is chosen too late:
    `weak` stays empty then.
    """

    def __init__(self, space: Space, facts: Facts, of: Mapping[str, Degree], splits: bool = False) -> None:
        self.space, self.facts, self.of, self.splits = space, facts, of, splits
        self.sorts = space.sorts
        self.integrals: list[Tree] = []
        self.provisos: list[str] = []
        self.of_all = False  # whether the outcome whose condition is read is any, in a hypothesis

    # ----------------------------------------------------------------------------------------------- formulas
    def walk(self, f: Tree, up: bool, weak: Names) -> None:
        """Refuse a formula that holds no outcome outside of its quantifiers, `up` in a positive position."""
        h = f[0]
        if not self.space.met_by(f):
            return
        if h in ("and", "or", "not", "->"):
            for k, a in enumerate(f[1:], 1):
                positive = up if h in ("and", "or") or (h == "->" and k == 2) else not up
                self.walk(a, positive, weak)
        elif h in ("all", "ex"):
            self.quantified(f, up, weak)
        elif h in RELATIONS:
            self.relation(f, up, weak)
        elif h == "nat":
            self.closed(f[1], weak)
        else:
            raise NoLift("equality of outcomes" if h == "eq" else f"{h} in a formula")

    def quantified(self, f: Tree, up: bool, weak: Names) -> None:
        """A quantified formula: by the sort of its name and by whether the name is chosen or given."""
        h, v, body = f
        sort, strong = self.sorts[v], (h == "all") == up
        if sort == self.space.name:
            before, self.of_all = self.of_all, h == "all" and not up
            self.at_outcome(body, v, up, weak, weak, None)
            self.of_all = before
        elif self.space.on(v):
            if strong and weak:
                raise NoLift(f"{shown(v)} is chosen after {listed(weak)}")
            if strong:
                self.walk(body, up, weak)
                return
            rewritten = without_events(f, self.space, self.of)
            if rewritten is None and self.splits and self.averaged(f):
                rewritten = [f[2][2]]
            if rewritten is None:
                raise NoLift(f"every {shown(v)} in a hypothesis, or some {shown(v)} in a conclusion")
            for g in rewritten:
                self.walk(g, up, weak)
        elif sort == "R" or isinstance(sort, tuple):
            self.walk(body, up, weak if strong and not weak else self.later(weak, v))
        else:
            if sort in self.space.general:
                raise NoLift(f"{self.space.name} under a quantifier over {sort}")
            self.walk(body, up, weak)

    def averaged(self, f: Tree) -> bool:
        """Whether a quantifier over tests that enter linearly notices no outcome that becomes two: the mean of a test at
        both, by their masses, gives the same sums."""
        body = f[2]
        if self.sorts[f[1]] != (self.space.name,) or body[0] != "->" or test_of(body[1]) != (f[1], "test"):
            return False
        alone = not any(
            self.space.on(v) for v in bound_names(body[2])
        )  # no product of two tests that are averaged
        return alone and enters_linearly(body[2], f[1], self.sorts, self.space.name)

    def later(self, weak: Names, v: str) -> Names:
        """The names that are chosen late, with one more."""
        return NOTHING if self.splits else weak | {v}

    def relation(self, f: Tree, up: bool, weak: Names) -> None:
        """Two closed terms: a single integral that is bounded below may be infinite. It equals no number then, nor does the
        finite sum, above this number, that stands for it.

        Against an integral over another set that may be infinite too only where the two differ: as a hypothesis says, or where
        a conclusion fails; so not where they are to be equal.
        """
        before = list(self.provisos)
        self.closed(f[1], weak)
        self.closed(f[2], weak)
        infinite = self.provisos != before
        differ = f[0] != "=" and (f[0] == "<=") == up
        if infinite and any(
            self.may_be_infinite(f[i], f[3 - i], weak) and (differ or not may_diverge(f[3 - i], self.facts))
            for i in (1, 2)
        ):
            self.provisos = before

    def may_be_infinite(self, t: Tree, other: Tree, weak: Names) -> bool:
        """Whether t is one integral that is bounded below, or a finite sum of such, which is one of the sum, with weights that
        are not negative; against a number that is finite and chosen before."""
        while compound(t):
            if t[0] == "sum" and self.stays_finite(self.sorts[t[1]]):
                t = t[2]
                continue
            weights = [a for a in t[1:] if not self.space.met_by(a)] if t[0] == "*" else []
            if len(weights) != len(t) - 2 or not weights:
                break
            if not all(not_negative(a, self.facts) and not fv(a) & weak for a in weights):
                return False
            t = next(a for a in t[1:] if self.space.met_by(a))
        if not (compound(t) and t[0] == "sum" and self.sorts[t[1]] == self.space.name):
            return False
        inner = Exact(self.space, self.facts, self.of)
        inner.degrees(weak).degree(t[2], t[1])
        inner.closed(other, weak)
        return bounded_below(t[2], self.space, self.facts) and not fv(other) & weak and not inner.provisos

    # -------------------------------------------------------------------------------------------------- terms
    def degrees(self, weak: Names) -> Degrees:
        """Degrees at an outcome, where integrals must not hold the names of `weak`."""
        return Degrees(
            self.space, self.of, lambda t: self.closed(t, weak),
            lambda f, y: self.at_outcome(f, y, True, weak, weak, None, inside=True),
        )  # fmt: skip

    def closed(self, t: Tree, weak: Names) -> None:
        """Refuse a term without outcomes of the space, or one of whose integrals is not of degree 1."""
        if not compound(t) or not self.space.met_by(t):
            return
        if t[0] == "sum" and self.sorts[t[1]] == self.space.name:
            if fv(t) & weak:
                raise NoLift(f"an integral that depends on {listed(fv(t) & weak)}, which is chosen after it")
            if not same(self.degrees(weak).degree(t[2], t[1]), FIRST):
                raise NoLift("a sum of a term that is not of degree 1 in the masses")
            self.integrals.append(t)
            if not bounded(t[2], self.space, self.facts) and FINITE not in self.provisos:
                self.provisos.append(FINITE)
        elif t[0] == "sum":
            if self.sorts[t[1]] in self.space.general:
                raise NoLift(f"{self.space.name} inside of a sum over {self.sorts[t[1]]}")
            self.closed(t[2], weak)
        elif t[0] == "ind":
            self.plain(t[1], weak)
        elif applied(t) and any(self.sorts.get(a) == self.space.name for a in t[1:] if isinstance(a, str)):
            raise NoLift("an outcome outside of its sum")
        else:
            for a in t[1:]:
                self.closed(a, weak)

    def plain(self, f: Tree, weak: Names) -> None:
        """Refuse the formula of an indicator that is more than relations of closed terms."""
        if f[0] in BINDERS and self.space.met_by(f):
            raise NoLift("a quantifier inside of an indicator")
        for a in f[1:]:
            if compound(a) and (f[0] in RELATIONS or f[0] == "nat"):
                self.closed(a, weak)
            elif compound(a):
                self.plain(a, weak)

    # ----------------------------------------------------------------------------------- conditions at an outcome
    def stays_finite(self, sort: Sort) -> bool:
        """Whether a sort is another set that has not been made general."""
        return isinstance(sort, str) and sort not in ("R", self.space.name, *self.space.general)

    def at_outcome(
        self,
        f: Tree,
        y: str,
        up: bool,
        barred: Names,
        weak: Names,
        block: str | None,
        *,
        inside: bool = False,
    ) -> None:
        """Refuse a condition at y that may change with the scale of masses, or that chooses more than one outcome.

        barred  names that must not stand in it;  weak  names that must not stand in an integral inside of it
        block   the kind of the quantifiers over numbers so far
        """
        h = f[0]
        if y not in fv(f):
            if inside and self.space.met_by(f):
                self.plain(f, weak)
            elif not inside:
                self.walk(f, up, weak)
        elif h in ("and", "or", "not", "->"):
            for k, a in enumerate(f[1:], 1):
                positive = up if h in ("and", "or") or (h == "->" and k == 2) else not up
                turned = block if positive == up or block is None else ("ex" if block == "all" else "all")
                self.at_outcome(a, y, positive, barred, weak, turned, inside=inside)
        elif h in ("all", "ex") and self.sorts[f[1]] == self.space.name:
            if inside or not self.may_compare(h, up, block):
                raise NoLift(f"two outcomes of {self.space.name} compared")
            self.at_each(f[2], frozenset({y, f[1]}), barred, weak)
        elif h in ("all", "ex"):
            sort = self.sorts[f[1]]
            if isinstance(sort, tuple) and not all(map(self.stays_finite, sort)):
                raise NoLift("a function chosen for each outcome")
            if sort in self.space.general and self.space.bound_in(f[2]):
                raise NoLift(f"{self.space.name} under a quantifier over {sort}")
            if sort == "R" or isinstance(sort, tuple):  # a function on finite sets is finitely many numbers
                weak, block = self.later(weak, f[1]), self.one_block(h, block)
            self.at_outcome(f[2], y, up, barred, weak, block, inside=inside)
        elif h in RELATIONS or h == "nat":
            if fv(f) & barred:
                raise NoLift(f"a condition at an outcome that depends on {listed(fv(f) & barred)}")
            found = [self.degrees(weak).degree(a, y) for a in f[1:]]
            if not (same(found[0], found[1]) if h != "nat" else same(found[0], NONE)):
                raise NoLift("a comparison of terms of different degrees")
        else:
            raise NoLift("equality of outcomes" if h == "eq" else f"{h} at an outcome")

    def one_block(self, h: str, block: str | None) -> str:
        """The kind of the quantifiers over numbers at an outcome, with one more; NoLift where they are of two kinds."""
        if block not in (None, h):
            raise NoLift("numbers quantified at an outcome in more than one block")
        return h

    def may_compare(self, h: str, up: bool, block: str | None) -> bool:
        """Whether a quantifier over a second outcome only says of all two outcomes, in a hypothesis, what it says."""
        return self.space.pairs and h == "all" and self.of_all and not up and block is None

    def at_each(self, f: Tree, outcomes: Names, barred: Names, weak: Names, *, same_way: bool = True) -> None:
        """Refuse a condition for all of several outcomes, in a hypothesis, that may change with the scale of masses at one of
        them. It is supposed of all outcomes outside of one null set, so it holds of those that are chosen there.

        same_way  whether the condition is to hold, and not to fail
        """
        h = f[0]
        if h in ("and", "or", "not", "->"):
            for k, a in enumerate(f[1:], 1):
                turned = h == "not" or (h == "->" and k == 1)
                self.at_each(a, outcomes, barred, weak, same_way=same_way != turned)
        elif h in ("all", "ex"):
            sort = self.sorts[f[1]]
            if sort == self.space.name and (h == "ex" or not same_way):
                raise NoLift(f"some outcome of {sort} for each of others")
            of_numbers = sort == "R" or isinstance(sort, tuple)
            parts = sort if isinstance(sort, tuple) else (sort,)
            if not (sort == self.space.name or all(a == "R" or self.stays_finite(a) for a in parts)):
                raise NoLift(f"{shown(f[1])} chosen for each two outcomes")
            more = frozenset({f[1]}) if sort == self.space.name else NOTHING
            later = self.later(weak, f[1]) if of_numbers else weak
            self.at_each(f[2], outcomes | more, barred, later, same_way=same_way)
        elif h in RELATIONS:
            if fv(f) & barred:
                raise NoLift(f"a condition at an outcome that depends on {listed(fv(f) & barred)}")
            here = sorted(outcomes & fv(f))
            for y in here:
                self.one_degree(f, y, outcomes - {y}, weak)
            if not here:
                self.relation(f, not same_way, weak)
        else:
            raise NoLift("equality of outcomes" if h == "eq" else f"{h} at several outcomes")

    def one_degree(self, f: Tree, y: str, others: Names, weak: Names) -> None:
        """Refuse a condition that compares terms of different degrees at one of several outcomes; those in indicators too."""
        if f[0] in ("and", "or", "not", "->"):
            for a in f[1:]:
                self.one_degree(a, y, others, weak)
        elif f[0] in RELATIONS:
            at = Degrees(
                self.space, self.of, lambda t: self.closed(t, weak),
                lambda g, v: self.one_degree(g, v, others, weak), others,
            )  # fmt: skip
            if not same(*(at.degree(a, y) for a in f[1:])):
                raise NoLift("a comparison of terms of different degrees")
        else:
            raise NoLift(f"{f[0]} in an indicator at one of several outcomes")
