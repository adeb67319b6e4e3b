"""Hypotheses about every number above another one, on the probability of an event that the number makes larger or smaller.

For every c > a: b <= sum [l <= exp(c) r, ...] m   says   b <= sum [l <= exp(a) r, ...] m,
for every c > a: sum [exp(c) r < l, ...] m <= b    says   sum [exp(a) r < l, ...] m <= b,

in every space, where r is nowhere negative and m is the mass of a law at the outcome of the sum, times tests. For as c falls
to a, the events of the first kind decrease to the one at a, since l <= exp(c) r for all these c is l <= exp(a) r; those of the
second kind increase to the one at a, since exp(a) r < l is exp(c) r < l for some c, of finitely many such for the least. So the
integrals, of what is at most the mass of a law, converge to the one at a, which is at most each of them, or at least. In the
place of exp(c) the number c itself may stand; a is any term in numbers. Where the inequalities are strict in the first kind,
or not strict in the second, the limit is another event, and nothing is read so.
"""

from __future__ import annotations

from collections.abc import Mapping

from dpsym.kernel.terms import Sort, Tree, fv, names, node
from dpsym.lift.bounds import of_mean
from dpsym.lift.formulas import Facts, Space, applied, compound, conjuncts, factors, facts_of, put_in


def with_limits(formula: Tree, sorts: Mapping[str, Sort]) -> Tree:
    """The formula, with distinct bound names, where each "for every c > a: ..." of these two kinds says it of a alone."""
    return Limits(formula, sorts).read(formula)


class Limits:
    """What a claim supposes of the functions on each of its sets, for one reading of it."""

    def __init__(self, formula: Tree, sorts: Mapping[str, Sort]) -> None:
        self.formula, self.sorts = formula, sorts
        self.known: dict[str, Facts] = {}

    def facts(self, space: str) -> Facts:
        """What is supposed of the functions on a set."""
        if space not in self.known:
            self.known[space] = facts_of(self.formula, Space(space, self.sorts))
        return self.known[space]

    def read(self, f: Tree) -> Tree:
        """A formula, read so in all its parts."""
        if not compound(f) or f[0] not in ("and", "or", "not", "->", "all", "ex"):
            return f
        if f[0] in ("all", "ex"):
            found = self.at_limit(f) if f[0] == "all" and self.sorts[f[1]] == "R" else None
            return node(f[0], f[1], self.read(f[2])) if found is None else found
        return node(f[0], *map(self.read, f[1:]))

    def at_limit(self, f: Tree) -> Tree | None:
        """What "for every c > a: ..." says of a; None where it is not of the two kinds."""
        c, body = f[1], f[2]
        if body[0] != "->" or body[1][0] != "<" or body[1][2] != c or c in fv(body[1][1]):
            return None
        said = conjuncts(body[2])
        if not all(self.kept(g, c) for g in said):
            return None
        end = body[1][1]
        if all(self.sorts[x] == "R" for x in names(end) & self.sorts.keys()):
            return node("and", *(put_in(g, {c: end}) for g in said))
        return None

    def kept(self, f: Tree, c: str) -> bool:
        """Whether a relation is of one of the two kinds, or does not speak of c."""
        if c not in fv(f):
            return True
        if f[0] != "<=":
            return False
        if c not in fv(f[1]):
            return self.probability(f[2], c, "<=")
        return c not in fv(f[2]) and self.probability(f[1], c, "<")

    def probability(self, t: Tree, c: str, relation: str) -> bool:
        """Whether a term is the probability of an event that is put together of inequalities: of `<=` with c on the larger
        side, or of `<` with c on the smaller side, at most."""
        if not compound(t) or t[0] != "sum" or self.sorts[t[1]] == "R":
            return False
        y, members = t[1], factors(t[2])
        events = [a for a in members if compound(a) and a[0] == "ind"]
        others = [a for a in members if a not in events]
        facts = self.facts(str(self.sorts[y]))
        # where K(x, .) is a law for every x, the sums of K(., y) may be infinite
        laws = [a for a in others if of_mean(a, y, facts)]
        tests = [a for a in others if applied(a) and a[0] in facts.tests]
        if len(laws) != 1 or len(laws) + len(tests) != len(others) or any(c in fv(a) for a in others):
            return False
        return all(self.condition(g, c, relation, facts) for e in events for g in conjuncts(e[1]))

    def condition(self, f: Tree, c: str, relation: str, facts: Facts) -> bool:
        """Whether a condition of the event becomes one at the limit, and its event larger or smaller with c, as that of the
        relation does."""
        if c not in fv(f):
            return True
        if f[0] != relation:
            return False
        small, large = f[1:] if relation == "<=" else (f[2], f[1])
        return c not in fv(small) and self.multiple(large, c, facts)

    def multiple(self, t: Tree, c: str, facts: Facts) -> bool:
        """Whether a term is exp(c), or c, times functions that are nowhere negative."""
        here = [a for a in factors(t) if c in fv(a)]
        rest = [a for a in factors(t) if c not in fv(a)]
        return here in ([c], [("exp", c)]) and all(applied(a) and a[0] in facts.signs for a in rest)


__all__ = ["with_limits"]
