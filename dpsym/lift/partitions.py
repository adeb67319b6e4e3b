"""The lane of partitions: hypotheses about every test or every order, linear conditions, convex divergences.

A space is replaced by the cells of a fine finite partition. Sums of masses over sets that the partition respects are the
same there; tests on cells are tests on the space; divergences are smaller, and tend to those of the space. A test that is
given becomes an event of the space times an interval.

A map K to a finite set, with a law K(x, .) for each element x, becomes a partition of the space times an interval in the same
way: the d-th part has the (x, u) for which u lies between K(x, 1) + ... + K(x, d - 1) and that sum with K(x, d). Nothing may be
supposed of K but that these are laws, and each sum is linear in one map or test: so all sums keep their values.

Divergences that do not stand alone tend to their values too, where these are finite. So a relation <= or = that fails between
continuous functions of them and of other sums fails for fine partitions, and < that holds goes on to hold; outside of choices
that are made after the claim is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dpsym.kernel.terms import Sort, Tree, fv, node
from dpsym.lift.divergences import pair_of
from dpsym.lift.exact import FINITE, NOTHING, Names
from dpsym.lift.formulas import (
    ONE,
    RELATIONS,
    ZERO,
    NoLift,
    Space,
    applied,
    compound,
    conjuncts,
    facts_of,
    listed,
    may_diverge,
    nonnegative_of,
    shown,
    spread,
    supposed,
    test_of,
    total_of,
)
from dpsym.lift.hockey_sticks import without_events
from dpsym.lift.ratios import cleared


def partitions(formula: Tree, space: Space, maps: bool = False) -> tuple[list[Tree], list[str]]:
    """The integrals of a claim that lifts by partitions, and what the general reading adds; NoLift otherwise.

    With `maps` there may be maps to sets that are finite still.
    """
    lane = Partitions(formula, space, maps=maps)
    lane.walk(formula, True, NOTHING, NOTHING, lane.above)
    if lane.events_only and "test" in lane.strong.values():
        raise NoLift(f"every event {listed(lane.events_only)} in a hypothesis, and a test in the conclusion")
    return lane.integrals, lane.provisos


def above_one(f: Tree) -> Iterator[str]:
    """The number of which a fact says that it is above 1."""
    if f[0] == "<" and f[1] == ONE and isinstance(f[2], str):
        yield f[2]


class Partitions:
    """One claim. `strong` are the tests and events that are given; `weak` numbers and `pulled` tests are chosen after the
    claim is read; `above` are numbers above 1."""

    def __init__(
        self, formula: Tree, space: Space, families: Names | None = None, *, maps: bool = False
    ) -> None:
        self.space, self.sorts, self.facts = space, space.sorts, facts_of(formula, space)
        if families is not None:  # laws that are indexed by numbers too, if only some of them
            self.facts = replace(self.facts, laws=self.facts.laws | families)
        if not self.facts.laws:
            raise NoLift(f"no law on {space.name}")
        self.integrals: list[Tree] = []
        self.provisos: list[str] = []
        self.events_only: set[str] = set()
        self.maps = frozenset(filter(self.is_map, self.facts.masses)) if maps else NOTHING
        self.strong: dict[str, str] = dict.fromkeys(self.maps, "test")
        self.kinds: dict[str, str] = {}  # "event" or "test", of all functions that were quantified as one
        if families is None and any("R" in self.sorts[f] for f in self.sorts if space.on(f)):
            raise NoLift("a family of laws or tests that is indexed by numbers")
        for f in sorted(fv(formula)):
            if space.on(f) and f not in self.facts.laws and f not in self.maps:
                if f not in self.facts.tests or self.sorts[f] != (space.name,):
                    raise NoLift(f"{shown(f)} is neither a law nor a test")
                self.strong[f] = self.kinds[f] = self.facts.tests[f]
        known = (x for fact, own in supposed(formula) for x in above_one(fact) if own is None or x in own)
        self.above = frozenset(known)

    def is_map(self, f: str) -> bool:
        """Whether a function has a law on finite sets for each element of the space."""
        sort = self.sorts[f]
        return sort.count(self.space.name) == 1 and all(a == self.space.name or self.finite(a) for a in sort)

    # ----------------------------------------------------------------------------------------------- formulas
    def walk(self, f: Tree, up: bool, weak: Names, pulled: Names, above: Names) -> None:
        """Refuse a formula that need not carry over from fine partitions, `up` in a positive position."""
        h = f[0]
        if not self.space.met_by(f):
            return
        if h in ("and", "or", "not", "->"):
            for k, a in enumerate(f[1:], 1):
                positive = up if h in ("and", "or") or (h == "->" and k == 2) else not up
                self.walk(a, positive, weak, pulled, above)
        elif h in ("all", "ex"):
            self.quantified(f, up, weak, pulled, above)
        elif h in RELATIONS:
            self.relation(f, up, weak, pulled, above)
        else:
            raise NoLift("equality of outcomes" if h == "eq" else f"{h} of an integral")

    def quantified(self, f: Tree, up: bool, weak: Names, pulled: Names, above: Names) -> None:
        """A quantified formula: by the sort of its name and by whether the name is chosen or given; NoLift
        where it is chosen too late."""
        h, v, body = f
        sort, strong = self.sorts[v], (h == "all") == up
        if sort == self.space.name:
            self.at_outcome(body, v, h == "all" and not up, weak)
        elif self.space.on(v):
            kind = self.kinds[v] = self.kind(f)
            if strong and (weak or pulled):
                raise NoLift(f"{shown(v)} is chosen after {listed(weak | pulled)}")
            if strong:
                self.strong[v] = kind
                self.walk(body, up, weak, pulled, above)
                return
            if kind == "event" and without_events(f, self.space, self.facts.laws) is None:
                self.events_only.add(v)
            self.walk(body, up, weak, pulled | {v}, above)
        elif sort == "R" or isinstance(sort, tuple):
            guards = [x for g in self.guards(f) for x in above_one(g) if x == v]
            later = weak if strong and not weak and not pulled else weak | {v}
            self.walk(body, up, later, pulled, above | set(guards))
        else:
            if sort in self.space.general:
                raise NoLift("two general spaces")
            self.walk(body, up, weak, pulled, above)

    def guards(self, f: Tree) -> list[Tree]:
        """What stands before the body of a quantified formula: "for all v: guards -> ...", "for some v: guards and ..."."""
        h, body = f[0], f[2]
        while body[0] == h and self.sorts[body[1]] != self.space.name:
            body = body[2]
        if h == "all":
            return conjuncts(body[1]) if body[0] == "->" else []
        return conjuncts(body) if body[0] == "and" else []

    def kind(self, f: Tree) -> str:
        """ "event" or "test", for a function that is quantified as one."""
        if self.sorts[f[1]] != (self.space.name,):
            raise NoLift(f"{shown(f[1])} is a function of more than an outcome")
        for g in self.guards(f):
            said = test_of(g)
            if said and said[0] == f[1]:
                return said[1]
        raise NoLift(f"{shown(f[1])} is a function that is no test")

    # ------------------------------------------------------------------------------------------------ relations
    def relation(self, f: Tree, up: bool, weak: Names, pulled: Names, above: Names) -> None:
        """Two closed terms: of sums that partitions keep, or one divergence alone on its side."""
        convex: list[tuple[int, Tree]] = []
        for side in (1, 2):
            for s in self.sums(f[side]):
                if self.divergence(s, weak, above):
                    convex.append((side, s))
                else:
                    self.kept(s, weak, pulled)
                self.integrals.append(s)
        if not convex:
            return
        bare = not weak and not pulled
        open_failure = bare and f[0] in (("<=", "=") if up else ("<",))
        if len(convex) > 1 or f[0] == "=" or not self.rises(f[convex[0][0]], convex[0][1], above):
            if not (open_failure and all(map(self.continuous, f[1:]))):
                raise NoLift("a divergence that does not stand alone in its relation")
            self.provisos += [FINITE] if FINITE not in self.provisos else []
            return
        smaller = convex[0][0] == 1
        differ = (f[0] == "<=") == up  # as a hypothesis says, or where a conclusion fails
        if not differ and may_diverge(f[3 - convex[0][0]], self.facts):  # over another set
            self.provisos += [FINITE] if FINITE not in self.provisos else []
        if smaller and (not up or (bare and f[0] == "<=")):
            return  # D <= c passes to every partition, and from fine ones in the limit
        if not smaller and (up or (bare and f[0] == "<")):
            return  # c < D passes to fine partitions, and c <= D from every one
        raise NoLift("a strict bound or a lower bound on a divergence, which a limit does not keep")

    def rises(self, t: Tree, s: Tree, above: Names) -> bool:
        """Whether a term is a sum, or the logarithm of a moment, divided by its order less 1 perhaps: a continuous function
        that increases, and is 0 where the moment is 0, which it is on all partitions then."""
        if t is s:
            return True
        if t[0] == "log":
            return t[1] is s and s[2][0] == "*" and s[2][-1][0] == "exp"
        for order in above:
            less = node("/", ONE, node("-", order, ONE))
            if t[0] == "*" and len(t) == 3 and less in t[1:]:
                return self.rises(t[1] if t[2] == less else t[2], s, above)
        return False

    def continuous(self, t: Tree) -> bool:
        """Whether a term depends continuously on the sums that it holds."""
        if not compound(t) or not self.space.met_by(t):
            return True
        if t[0] == "sum" and self.sorts[t[1]] == self.space.name:
            return True
        if t[0] == "/":
            return self.continuous(t[1]) and not self.space.met_by(t[2])
        if t[0] == "^":
            return t[2] >= ZERO and t[2].denominator == 1 and self.continuous(t[1])
        return t[0] in ("+", "-", "*", "exp") and all(map(self.continuous, t[1:]))

    def sums(self, t: Tree) -> Iterator[Tree]:
        """The sums over the space in a closed term."""
        if compound(t):
            if t[0] == "sum" and self.sorts[t[1]] == self.space.name:
                yield t
            elif t[0] in ("all", "ex") and self.space.met_by(t):
                raise NoLift("a quantifier inside of an indicator")
            else:
                for a in t[1:]:
                    yield from self.sums(a)

    def divergence(self, s: Tree, weak: Names, above: Names) -> bool:
        """Whether a sum is a divergence of two mixtures whose weights do not depend on weak numbers."""
        masses = pair_of(s[2], frozenset(above), self.linear, self.facts)
        if masses is None:
            return False
        if any(fv(m) & weak for m in masses):
            raise NoLift("a mixture with weights that are chosen after it")
        return True

    def kept(self, s: Tree, weak: Names, pulled: Names) -> None:
        """Refuse a sum that may change with the partition."""
        y, body = s[1], s[2]
        if self.space.bound_in(body):
            raise NoLift(f"a double sum over {self.space.name}")
        if any(self.chosen(x, pulled) and not linear_in(body, x) for x in fv(body)):
            raise NoLift("a sum that is not linear in a test")
        tests = [x for x in fv(body) if x in pulled or self.strong.get(x) == "test"]
        if len(tests) > 1:
            raise NoLift(f"a sum with several tests: {listed(tests)}")
        self.piecewise(body, y, weak)

    def chosen(self, f: str, pulled: Names) -> bool:
        """Whether the function is a test pulled back along the partition, or one that is given."""
        return f in pulled or f in self.strong

    # ----------------------------------------------------------------------------------------- terms at an outcome
    def mass(self, t: Tree) -> bool:
        """Whether a term holds a law on the space."""
        return bool(fv(t) & self.facts.laws)

    def testy(self, t: Tree) -> bool:
        """Whether a term holds another function on the space: a test."""
        return any(self.space.on(x) and x not in self.facts.laws for x in fv(t))

    def linear(self, t: Tree) -> bool:
        """Whether a term is linear and homogeneous in the masses, with numbers as coefficients."""
        if not compound(t):
            return t == ZERO
        if applied(t):
            return t[0] in self.facts.laws
        if t[0] in ("+", "-"):
            return all(map(self.linear, t[1:]))
        if t[0] == "*":
            here = [a for a in t[1:] if self.space.met_by(a)]
            return len(here) == 1 and self.linear(here[0])
        if t[0] == "/":
            return self.linear(t[1]) and not self.space.met_by(t[2])
        return t[0] == "sum" and self.sorts[t[1]] != self.space.name and self.linear(t[2])

    def piecewise(self, t: Tree, y: str, weak: Names) -> None:
        """Refuse what is no sum of linear terms times tests and indicators of linear conditions."""
        if self.linear(t):
            return
        if compound(t) and t[0] == "sum" and self.sorts[t[1]] in self.space.general:
            raise NoLift("a sum over a general set of terms that are not linear in the masses")
        if compound(t) and (t[0] in ("+", "-") or t[0] == "sum"):
            for a in t[1:] if t[0] != "sum" else t[2:]:
                self.piecewise(a, y, weak)
            return
        if compound(t) and t[0] == "/" and not self.space.met_by(t[2]):
            self.piecewise(t[1], y, weak)
            return
        if compound(t) and t[0] == "*":
            rest = [a for a in t[1:] if not self.cellwise(a, weak)]
            if len(rest) == 1:
                self.piecewise(rest[0], y, weak)
                return
        raise NoLift("a sum that is not piecewise linear in the masses")

    def cellwise(self, t: Tree, weak: Names) -> bool:
        """Whether a factor is constant on the cells of a fine partition; level sets that vary are refused."""
        if not compound(t) or not self.space.met_by(t):
            return True
        if t[0] == "ind":
            self.condition(t[1], weak)
            return True
        if applied(t):
            return t[0] in self.maps or (
                t[0] not in self.facts.laws and self.sorts[t[0]] == (self.space.name,)
            )
        return t[0] in ("+", "-", "*") and all(self.cellwise(a, weak) for a in t[1:])

    def condition(self, f: Tree, weak: Names) -> None:
        """Refuse a condition at an outcome that is not put together from linear ones without weak numbers."""
        if f[0] in ("and", "or", "not", "->"):
            for a in f[1:]:
                self.condition(a, weak)
        elif f[0] in ("<=", "<", "="):
            if not self.space.met_by(f):
                return
            of_ratio = cleared(f, self.space.met_by, self.linear)
            if of_ratio is not None:
                self.condition(of_ratio, weak)
                return
            if self.testy(f) or not (self.linear(f[1]) and self.linear(f[2])):
                raise NoLift("a condition at an outcome that is not linear in the masses")
            if fv(f) & weak:
                raise NoLift(f"level sets that depend on {listed(fv(f) & weak)}")
        elif (
            f[0] in ("all", "ex")
            and not isinstance(self.sorts[f[1]], tuple)
            and self.finite(self.sorts[f[1]])
        ):
            self.condition(f[2], weak)
        else:
            raise NoLift(f"{f[0]} in a condition at an outcome")

    def finite(self, sort: Sort) -> bool:
        """Whether a sort is another set, which stays finite."""
        return sort not in ("R", self.space.name) and sort not in self.space.general

    def at_outcome(self, f: Tree, y: str, everywhere: bool, weak: Names) -> None:
        """Refuse a condition for all or some outcomes; `everywhere`: a hypothesis about all of them.

        A given test becomes an event, so nothing but that it is a test may be said of its values; and of a map nothing but
        that it has laws.
        """
        if fv(f) & self.maps:
            if not everywhere or not all(map(self.of_map, spread(("all", y, f)) or [("all", y, f)])):
                raise NoLift("a condition on a map")
            return
        if not self.mass(f) and self.testy(f):
            of = test_of(("all", y, f))
            if of is None or self.kinds.get(of[0]) != of[1]:
                raise NoLift("a condition on a test")
            return
        means = all(c[0] in ("<=", "=") and self.linear(c[1]) and self.linear(c[2]) for c in conjuncts(f))
        if not (everywhere and means):  # what holds almost everywhere and is linear holds of every cell
            self.condition(f, weak)

    def of_map(self, f: Tree) -> bool:
        """Whether a fact says that a map is nowhere negative, or that its sums are 1, over sets that are finite."""
        sets = [a for a in self.sorts.values() if isinstance(a, str)]
        totals = {total_of(f, self.sorts, a) for a in sets if self.finite(a)} - {
            total_of(f, self.sorts, a) for a in sets if not self.finite(a)
        }
        return bool({nonnegative_of(f), *totals} & self.maps)


def linear_in(t: Tree, f: str) -> bool:
    """Whether each product holds a function once at most, never inside of an indicator, a power or a function."""
    if not compound(t) or f not in fv(t):
        return True
    if t[0] == f:
        return True
    if t[0] in ("+", "-", "sum"):
        return all(linear_in(a, f) for a in t[1:])
    if t[0] == "*":
        return sum(f in fv(a) for a in t[1:]) <= 1 and all(linear_in(a, f) for a in t[1:])
    return t[0] == "/" and f not in fv(t[2]) and linear_in(t[1], f)
