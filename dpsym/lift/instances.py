"""Claims that follow from another claim by logic alone: it is one of their instances, number by number.

A hypothesis "for every p: A(p)" may be too much for the lemma, which has to fix what is chosen before outcomes are: the
integrals of A(p) are as many as there are p. But a proof may read it at one p only, or order by order, and then another
theorem says more: from A(t) the same. Where that theorem lifts, so does the claim; for in every reading of its sums and
laws "for every p: A(p)" gives A(t) for a number t, what holds for every value of a free name holds for this one, and a
conclusion for every number is one for each.

What is used is this logic, here on formulas that the kernel accepted, and equality and signs of polynomials in numbers. Nothing
is used of outcomes but that "for all y: f" is itself with another name for y, or gives "for all y: g" where f gives g.

A claim may also follow from several others, one after the other: what one of them says is supposed of the next. All of them
speak of the same functions on sets, so that "for almost every outcome" has one meaning in them. But what is concluded of two
outcomes holds of almost all pairs of them, which says nothing of equal outcomes; and what is supposed of two outcomes of a
general set is supposed of all outside of one null set. So this is not taken from what another claim says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from dpsym.kernel.terms import BINDERS, OPS, Refused, Sort, Tree, fv, names, node, subst, tree
from dpsym.lift.bounds import bounded
from dpsym.lift.degrees import plus, same, value
from dpsym.lift.formulas import (
    ONE,
    ZERO,
    NoLift,
    Space,
    applications,
    canon,
    compound,
    conjuncts,
    distinct,
    factors,
    facts_of,
    shown,
    taken_apart,
)

Bound = dict[str, str]  # bound names of one formula -> those of another
Values = dict[
    str, Tree
]  # numbers at which a quantified hypothesis is read, None where they are not found yet


def follows(
    whole: Tree, part: Tree, sig: Mapping[str, Sort], of_part: Mapping[str, Sort], at: Mapping[str, Tree]
) -> bool:
    """Whether a claim follows by instances from another one, `part`, with terms in place of some of its free numbers.

    sig, of_part  the sorts of the names of the two claims
    at            numbers, without sums, in place of free names of `part`
    """
    if any(sig[x] != of_part[x] for x in names(whole) & names(part) if x in sig and x in of_part):
        return False
    if any(of_part.get(x) != "R" or not is_number(t, sig) for x, t in at.items()):
        return False
    try:
        put = subst(tree(part), {x: tree(t) for x, t in at.items()})
        both, sorts = distinct(node("and", tree(whole), put), {**of_part, **sig})
        return Follows(both[1], [both[2]], sorts).holds()
    except (NoLift, Refused, KeyError, RecursionError):
        return False


Part = tuple[Tree, Mapping[str, Sort], Mapping[str, Tree]]  # a claim, its sorts, terms for its numbers


def follows_from_all(
    whole: Tree, parts: Sequence[Part], sig: Mapping[str, Sort], general: Collection[str]
) -> bool:
    """Whether a claim follows by instances from others, each from what is supposed and from what those before it say; all of
    them about the functions on sets of which the claim speaks, or about numbers alone. What is supposed of two outcomes of a
    set that is general has to be supposed by the claim."""
    sorts, put = dict(sig), []
    on_sets = {x for x in fv(tree(whole)) if not of_number(sig[x])}
    try:
        claim, at_once = distinct(tree(whole), sig)
        for part, of_part, at in parts:
            shared = [x for x in names(whole) & names(part) if x in sig and x in of_part]
            if any(sig[x] != of_part[x] for x in shared):
                return False
            numbers = about_numbers(part, of_part)
            if not all(x in of_part and finite(t, claim, {**sig, **at_once}) for x, t in at.items()):
                return False
            if not numbers and any(of_part[x] != "R" or not is_number(t, sig) for x, t in at.items()):
                return False
            if not numbers and {x for x in fv(tree(part)) if not of_number(of_part[x])} != on_sets:
                return False
            put.append(subst(tree(part), {x: tree(t) for x, t in at.items()}))
            if any(sorts.setdefault(x, s) != s for x, s in of_part.items() if x in names(part)):
                return False
        both, known = distinct(node("and", tree(whole), *put), sorts)
        of_sets = [not about_numbers(part, of_part) for part, of_part, _ in parts]
        return Follows(both[1], both[2:], known, frozenset(general), of_sets).holds()
    except (NoLift, Refused, KeyError, RecursionError):
        return False


def of_number(sort: Sort) -> bool:
    """Whether a name is of numbers, or of functions of numbers."""
    return sort == "R" or (isinstance(sort, tuple) and set(sort) <= {"R"})


def about_numbers(claim: Tree, sig: Mapping[str, Sort]) -> bool:
    """Whether a claim speaks of no set: it means the same whatever the outputs are."""
    return all(of_number(sig[x]) for x in names(claim) if x in sig)


def is_number(t: Tree, sig: Mapping[str, Sort]) -> bool:
    """Whether a term is made of numbers and names of numbers alone."""
    if compound(t):
        return t[0] in ("+", "-", "*", "/", "^", "exp", "log") and all(is_number(a, sig) for a in t[1:])
    return isinstance(t, Fraction | int) or sig.get(t) == "R"


def finite(t: Tree, claim: Tree, sorts: Mapping[str, Sort]) -> bool:
    """Whether the integrals in a term, which takes the place of a number or of a function of numbers, are finite whatever the
    outputs of the claim are, whose bound names are distinct: a theorem about numbers holds of numbers. An integral inside of
    another one is a number at each of its outcomes, and may be infinite too; no set is taken to be finite, and no function is
    taken where what is supposed of it almost everywhere says nothing."""
    if not compound(t):
        return not isinstance(t, str) or of_number(sorts.get(t, "R"))
    if t[0] == "sum":
        name = str(sorts.get(t[1], "R"))
        others = {a for s in sorts.values() for a in (s if isinstance(s, tuple) else (s,))} - {"R", name}
        space = Space(name, sorts, frozenset(others))
        body = tree(t[2])
        here = name != "R" and all(told_of(a, sorts) for a in applications(body))
        return (
            here
            and bounded(body, space, facts_of(claim, space))
            and all(finite(s, claim, sorts) for s in sums_in(t[2]))
        )
    return t[0] in OPS and all(finite(a, claim, sorts) for a in (t[-1:] if t[0] == "lam" else t[1:]))


def told_of(t: Tree, sorts: Mapping[str, Sort]) -> bool:
    """Whether what is supposed of a function, for all arguments, is known of its values here, in an integral over outcomes.

    It holds outside of a null set, which may depend on a number at which the function is taken: so it says nothing where this
    number is a function of outcomes, as that of [t = y] / t at t = y. Nor does it where one outcome stands twice: the densities
    K(x, y) of laws K(x, .) add up to 1 for each x, and K(y, y) may have any sum.
    """
    is_outcome = lambda x: isinstance(sorts.get(x), str) and sorts[x] != "R"  # noqa: E731
    here = [a for a in t[1:] if isinstance(a, str) and is_outcome(a)]
    moved = any(is_outcome(x) for a in t[1:] if compound(a) for x in fv(a))
    return len(set(here)) == len(here) and not (here and moved)


def sums_in(t: Tree) -> Iterator[Tree]:
    """The sums in a term, but those inside of another one."""
    if compound(t) and t[0] == "sum":
        yield t
    elif compound(t):
        for a in t[1:]:
            yield from sums_in(a)


MOST_CONSTANTS = 8  # at which a fact for all numbers is tried


class Follows:
    """A claim and others with one meaning for each free name that they share; bound names are distinct. `general` are the
    sets of which "for all" means almost all elements; `of_sets` says which of the others are about sets, and not about numbers
    alone, with integrals in place of some of them."""

    def __init__(
        self,
        whole: Tree,
        parts: Sequence[Tree],
        sorts: Mapping[str, Sort],
        general: frozenset[str] = frozenset(),
        of_sets: Sequence[bool] = (True,),
    ) -> None:
        self.sorts, self.general = sorts, general
        self.given, self.conclusion = taken_apart(whole)
        self.parts = [
            (*taken_apart(part), fv(part) - fv(whole)) for part in parts
        ]  # true for each value of these
        for part, on_sets in zip(parts, of_sets, strict=True):
            if on_sets:
                self.one_reading(whole, part)

    def one_reading(self, whole: Tree, part: Tree) -> None:
        """Refuse a claim in which other functions are laws, of those that both have: densities are read in another way than
        other functions of outcomes."""
        here = fv(whole) & fv(part)
        for name in {a for s in self.sorts.values() for a in (s if isinstance(s, tuple) else (s,))} - {"R"}:
            space = Space(name, self.sorts)
            if facts_of(whole, space).laws & here != facts_of(part, space).laws & here:
                raise NoLift("other functions are laws")

    def holds(self) -> bool:
        """Whether every conclusion of the one follows."""
        return all(self.goal(g, facts) for g, facts in self.goals(self.conclusion, list(self.given)))

    def goals(self, f: Tree, facts: list[Tree]) -> Iterator[tuple[Tree, list[Tree]]]:
        """The conclusions for given numbers, with what is supposed of each."""
        if f[0] == "and":
            for a in f[1:]:
                yield from self.goals(a, facts)
        elif f[0] == "all" and self.sorts[f[1]] == "R":
            yield from self.goals(f[2], [*facts, ("given", f[1])])
        elif f[0] == "->" and self.of_numbers(f[1]):
            yield from self.goals(f[2], [*facts, *conjuncts(f[1])])
        else:
            yield f, facts

    def goal(self, g: Tree, facts: Sequence[Tree]) -> bool:
        """Whether one conclusion follows: the other claims are read at the numbers of the same names, one after the other."""
        numbers = {shown(f[1]): f[1] for f in facts if f[0] == "given"}
        known = [f for f in facts if f[0] != "given"]
        said: list[Tree] = []
        for given, says, own in self.parts:
            chosen = {x: numbers[x] for x in own if x in numbers and self.sorts[x] == "R"}
            if own - chosen.keys():
                return False
            for h in given:
                here = known if self.of_two(h) else [*known, *said]
                if not self.gives(here, subst(h, chosen), known):
                    return False
            says = conjuncts(subst(says, chosen))
            said.extend(says)
            known.extend(f for f in says if self.of_numbers(f))
        return self.gives(said, g, known)

    def of_two(self, f: Tree, around: frozenset[Sort] = frozenset()) -> bool:
        """Whether a formula quantifies over outcomes of a general set inside of what it says of outcomes of this set; `around`
        has the sets of the outcomes around it."""
        if not compound(f):
            return False
        if f[0] in ("all", "ex") and self.sorts[f[1]] in self.general:
            sort = self.sorts[f[1]]
            return sort in around or self.of_two(f[2], around | {sort})
        return any(self.of_two(a, around) for a in f[1:])

    def of_numbers(self, f: Tree) -> bool:
        """Whether a formula is about numbers alone."""
        return all(self.sorts.get(x) == "R" for x in names(f) if x in self.sorts)

    def gives(self, facts: Sequence[Tree], g: Tree, known: Sequence[Tree]) -> bool:
        """Whether one of the facts gives a formula; `known` are those on which what is read may depend."""
        if g[0] == "and":
            return all(self.gives(facts, a, known) for a in g[1:])
        if any(self.one(f, g, known) for f in facts):
            return True
        if g[0] == "all" and self.sorts[g[1]] != "R" and not isinstance(self.sorts[g[1]], tuple):
            here = [self.at_outcome(f, g[1]) for f in facts]
            of_numbers = [f for f in known if self.of_numbers(f)]
            return self.gives([*of_numbers, *(f for f in here if f is not None)], g[2], known)
        return self.of_numbers(g) and in_numbers(g, known)  # integrals may be infinite

    def at_outcome(self, f: Tree, y: str) -> Tree | None:
        """What a fact for all elements of the set of y says at y; None where it is no such fact."""
        if f[0] != "all" or self.sorts[f[1]] != self.sorts[y]:
            return None
        return subst(f[2], {f[1]: y})

    def one(self, f: Tree, g: Tree, known: Sequence[Tree]) -> bool:
        """Whether a fact gives a formula: as it is, as one of its members, or at some numbers under its conditions."""
        found: Values = {}
        return self.read(f, g, found, [], known)

    def read(self, f: Tree, g: Tree, free: Values, conditions: list[Tree], known: Sequence[Tree]) -> bool:
        """The same, where `free` has the numbers at which the fact is read, None for those that are not chosen yet."""
        at = dict(free)
        if self.alike(f, g, at, {}) and self.conditioned(at, conditions, known):
            return True
        if f[0] == "and":
            return any(self.read(a, g, free, conditions, known) for a in f[1:])
        if f[0] == "all" and self.sorts[f[1]] == "R":
            if self.read(f[2], g, {**free, f[1]: None}, conditions, known):
                return True
            at_constants = (folded(subst(f[2], {f[1]: c})) for c in sorted(constants_in(g))[:MOST_CONSTANTS])
            return any(self.read(h, folded(g), free, conditions, known) for h in at_constants)
        if f[0] == "->" and self.of_numbers(f[1]):
            return self.read(f[2], g, free, [*conditions, *conjuncts(f[1])], known)
        return False

    def conditioned(self, at: Values, conditions: Sequence[Tree], known: Sequence[Tree]) -> bool:
        """Whether the conditions on numbers at which a fact is read are known, or about constants and true.

        A number that the formula does not hold may be any; it is taken to be one of which the conditions are known.
        """
        loose = [x for x, t in at.items() if t is None]
        if loose:
            names_known = sorted({x for f in known if self.of_numbers(f) for x in fv(f)})
            return any(self.conditioned({**at, loose[0]: x}, conditions, known) for x in names_known)
        put = {x: t for x, t in at.items() if t is not None}
        return all(
            in_numbers(c, known) or any(self.alike(k, c, {}, {}) for k in known)
            for c in (subst(c, put) for c in conditions)
        )

    def alike(self, f: Tree, g: Tree, at: Values, bound: Bound) -> bool:
        """Whether two trees are the same but for bound names, with numbers for the names of `at`, which are found, and
        for sums and products of numbers that are the same polynomial."""
        if isinstance(f, str) and f in at:
            if at[f] is None and self.closed_number(g, bound):
                at[f] = g
                return True
            return at[f] is not None and self.alike(at[f], g, {}, bound)
        if not compound(f) or not compound(g):
            same_leaf = (bound.get(f, f) if isinstance(f, str) else f) == g
            return same_leaf or (
                isinstance(f, Fraction) != isinstance(g, Fraction) and self.same_number(f, g, at, bound)
            )
        before = dict(at)
        if self.same_parts(f, g, at, bound):
            return True
        at.clear()
        at.update(before)
        return self.same_number(f, g, at, bound)

    def same_parts(self, f: Tree, g: Tree, at: Values, bound: Bound) -> bool:
        """Whether two compound trees have the same head and parts."""
        if bound.get(f[0], f[0]) != g[0] or len(f) != len(g):
            return False
        if f[0] in BINDERS:
            if self.sorts[f[1]] != self.sorts[g[1]]:
                return False
            return self.alike(f[2], g[2], at, {**bound, f[1]: g[1]})
        return all(self.alike(a, b, at, bound) for a, b in zip(f[1:], g[1:], strict=True))

    def same_number(self, f: Tree, g: Tree, at: Values, bound: Bound) -> bool:
        """Whether two terms in numbers alone are one polynomial, where the numbers of `at` that they hold are found."""
        here = {x: t for x, t in at.items() if x in fv(f)}
        if not (is_number(f, self.sorts) and self.closed_number(g, bound)) or fv(f) & bound.keys():
            return False
        return all(t is not None for t in here.values()) and same(value(subst(f, here)), value(g))

    def closed_number(self, t: Tree, bound: Bound) -> bool:
        """Whether a term is made of numbers and names of numbers that are bound nowhere around it."""
        return is_number(t, self.sorts) and not fv(t) & set(bound.values())


def constants_in(t: Tree) -> set[Fraction]:
    """The constants in a tree."""
    if not compound(t):
        return {t} if isinstance(t, Fraction) else set()
    return set().union(*map(constants_in, t[1:]))


def folded(t: Tree) -> Tree:
    """The tree where indicators of relations between constants are 0 or 1, and sums and products with these are worked out;
    no product of 0 and a sum over a set, which may be infinite."""
    if not compound(t):
        return t
    parts = [folded(a) for a in t[1:]]
    if t[0] == "ind" and parts[0][0] in ("<=", "<") and all(isinstance(a, Fraction) for a in parts[0][1:]):
        return ONE if constant(parts[0]) else ZERO
    if t[0] == "-" and len(parts) == 2 and parts[1] in (ZERO, ONE) and (parts[0] == ONE or parts[1] == ZERO):
        return parts[0] if parts[1] == ZERO else ZERO
    if t[0] == "*" and ZERO in parts and not any(holds_sum(a) for a in parts):
        return ZERO
    if t[0] in ("+", "*"):
        rest = [a for a in parts if a != (ZERO if t[0] == "+" else ONE)] or parts[:1]
        return rest[0] if len(rest) == 1 else node(t[0], *rest)
    return node(t[0], *parts)


def holds_sum(t: Tree) -> bool:
    """Whether a term holds a sum over a set."""
    return compound(t) and (t[0] == "sum" or any(map(holds_sum, t[1:])))


def in_numbers(f: Tree, known: Sequence[Tree]) -> bool:
    """Whether a relation between numbers holds by constants, by signs, or as n/d <= c with 0 < d and no negative term in
    c d - n; `known` are relations that hold."""
    if constant(f) or by_signs(f, known):
        return True
    if f[0] != "<=" or not compound(f[1]):
        return False
    parts = factors(f[1])
    below = [a for a in parts if compound(a) and a[0] == "/"]
    if len(below) != 1 or not by_signs(node("<", ZERO, below[0][2]), known):
        return False
    above = node("*", below[0][1], ONE, *(a for a in parts if a is not below[0]))
    rest = plus(value(node("*", f[2], below[0][2])), value(above), -ONE)
    positive = {canon(k[2]) for k in known if k[0] in ("<", "<=") and k[1] == ZERO}
    positive |= set(map(canon, exponentials(f)))
    return all(c > ZERO and positive.issuperset(atoms) for atoms, c in rest.items())


def exponentials(t: Tree) -> Iterator[Tree]:
    """The exponentials in a tree."""
    if compound(t):
        if t[0] == "exp":
            yield t
        for a in t[1:]:
            yield from exponentials(a)


def constant(f: Tree) -> bool:
    """Whether a relation of two constants holds."""
    if f[0] not in ("<", "<="):
        return False
    sides = [value(a) for a in f[1:]]
    if any(side.keys() - {()} for side in sides):
        return False
    one, two = (side.get((), ZERO) for side in sides)
    return one < two if f[0] == "<" else one <= two


def by_signs(f: Tree, known: Sequence[Tree]) -> bool:
    """Whether "0 <= t" or "0 < t" holds since t is made by sums, products and quotients of numbers of which that is known."""
    if f[0] not in ("<", "<=") or f[1] != ZERO:
        return False
    below = [k for k in known if k[0] in ("<", "<=") and isinstance(k[1], Fraction) and k[1] >= ZERO]
    above_zero = {k[2] for k in below if k[0] == "<" or k[1] > ZERO}
    not_below = above_zero | {k[2] for k in below}

    def holds(t: Tree, strict: bool) -> bool:
        if isinstance(t, Fraction):
            return t > ZERO or (t == ZERO and not strict)
        if t in (above_zero if strict else not_below):
            return True
        if not compound(t):
            return False
        if t[0] == "/":  # nothing is known of a quotient by 0
            return holds(t[1], strict) and holds(t[2], True)
        return t[0] == "exp" or (t[0] in ("+", "*") and all(holds(a, strict) for a in t[1:]))

    return holds(f[2], f[0] == "<")


__all__ = ["about_numbers", "follows", "follows_from_all"]
