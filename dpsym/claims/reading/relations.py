"""Relations and notions of a claim as formulas of the language, for both orders of the pair."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import sympy
from sympy import Add, Expr, Ge, Integer, Le, Lt, Mul, Pow
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading.as_typed import added, rational, scaled
from dpsym.claims.reading.box import Box
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.infinity import UP, Ends, limit
from dpsym.claims.reading.nodes import COMBINED, words
from dpsym.claims.reading.notions import TEST, every_test_called, level, other_test, power, some_test
from dpsym.claims.reading.syntax import Node, error, similar
from dpsym.claims.reading.terms import Terms, pair_of
from dpsym.claims.reading.trees import at_output, calls, expanded, laws_of, pairs_of
from dpsym.claims.reading.words import (
    AT_OUTPUTS,
    COMPARE,
    DISTRIBUTIONS,
    FLIP,
    FUNCTIONALS,
    FUNCTIONS,
    INFINITE,
    INFINITE_AT_OUTPUTS,
    MAKE,
    MECHANISMS,
    NOTIONS,
    OPPOSITE,
    OUTPUT,
    RISING,
    SAID_OF_PARTS,
    count,
)
from dpsym.language import (
    AllOf,
    AnyOf,
    ForAll,
    Implication,
    Notion,
    Pair,
    RandomizedResponse,
    RenyiMoment,
    absolutely_continuous,
    as_written,
    y,
)
from dpsym.language.rounding import rounded_laws

Relation = tuple[Node, str, Node]
Orders = tuple[tuple[str, Pair | None], ...]
MOST_INFINITE = 4  # pairs of one relation whose divergences may be infinite, each by itself
ORDERS: Orders = (("P, Q", Pair()), ("Q, P", Pair().swapped))
AS_NAMED: Orders = (("", None),)  # of laws that are named


@dataclass(frozen=True)
class Part:
    """One part of a claim as typed: its formula for both orders, and its words."""

    text: str
    formulas: tuple[tuple[str, Boolean], ...]  # order ("P, Q", "Q, P" or "") and formula


def functionals_in(*nodes: Node) -> set[str]:
    """The functionals of the pair that stand in the nodes."""
    return {c.value for node in nodes for c in calls(node)} & FUNCTIONALS.keys()


def orders_of(*nodes: Node) -> Orders:
    """The orders of the pair in which a relation is said; of laws that are named the one that is written."""
    return AS_NAMED if any(c.laws for node in nodes for c in calls(node)) else ORDERS


def no_functional(node: Node) -> None:
    """NotAClaim where a functional or notion stands in an argument."""
    for c in calls(node):
        if c.value in FUNCTIONALS or c.value in NOTIONS:
            raise error(f"{c.value} depends on the pair and cannot stand here", c)


# --------------------------------------------------------------------------------------------------- parts
def parts(t: Terms, node: Node, text: str, hypothesis: bool = False) -> list[Part]:
    """A notion, or the relations of a chain, for both orders of the pair; `text` is the claim's."""
    if node.kind == "every":
        raise error("'for every' stands in brackets by itself, and is joined to the rest by 'and' only", node)
    if node.kind in ("or", "and", "not"):
        return [Part(words(text, node), (("", holds(t, node, text, hypothesis)),))]
    if len(node.args) == 1:
        return [notion(t, node.args[0], text)]
    return [
        part_of(t, r, f"{words(text, r[0])} {r[1]} {words(text, r[2])}", hypothesis) for r in pairs_of(node)
    ]


def holds(t: Terms, node: Node, text: str, hypothesis: bool = False) -> Boolean:
    """What relations and notions joined by `and`, `or` and `not` say as one formula, each in both orders of the pair."""
    if node.kind == "not":
        return fails(t, node.args[0], text, hypothesis)
    if node.kind in ("or", "and"):
        inside = [holds(t, a, text, hypothesis) for a in node.args]
        return AnyOf(*inside) if node.kind == "or" else AllOf(*inside)
    said = [f for part in parts(t, node, text, hypothesis) for _, f in part.formulas]
    return said[0] if len(said) == 1 else AllOf(*said)


def fails(t: Terms, node: Node, text: str, hypothesis: bool) -> Boolean:
    """That a relation does not hold: one of both orders of the pair, in one of them."""
    if len(node.args) == 1:
        notion(t, node.args[0], text)  # says what is wrong where it is none
        raise error("'not' stands before a relation", node)
    (single,) = pairs_of(node)
    return opposite(t, single, hypothesis)


def opposite(t: Terms, r: Relation, hypothesis: bool) -> Boolean:
    """That a relation fails."""
    left, sign, right = r
    functionals = functionals_in(left, right)
    turned = (left, OPPOSITE[sign], right)
    if not functionals:
        return plain(t, turned)
    if functionals & {*AT_OUTPUTS, "Power"}:
        raise NotSupported("'not' before a relation of every outcome or test is not supported", left.at)
    one, *others = (relation(t, turned, pair) for _, pair in orders_of(left, right))
    if not others:
        return one
    (other,) = others
    if functionals <= {"TV", "Advantage"}:  # the same in both orders
        return AllOf(one, other) if hypothesis else one
    return AnyOf(one, other)


def part_of(t: Terms, r: Relation, said: str, hypothesis: bool) -> Part:
    """One relation of a chain, in the orders of the pair that it needs."""
    left, sign, right = r
    functionals = functionals_in(left, right)
    if not functionals:
        return Part(said, (("", plain(t, r)),))
    both = expanded(*r)
    if "Power" in functionals and sign in ("=", "=="):
        both = [(left, "<=", right), (left, ">=", right)]
    orders = orders_of(left, right)
    if functionals <= {"TV", "Advantage"} and not hypothesis and len(both) == 1:
        orders = orders[:1]  # symmetric
    return Part(said, tuple((order, relation(t, one, pair)) for one in both for order, pair in orders))


def notion(t: Terms, node: Node, text: str) -> Part:
    """A notion; NotAClaim for a term alone."""
    name = node.value if node.kind in ("call", "name") else None
    if name in COMBINED:
        raise error(f"{name} stands among the hypotheses, before '=>'", node)
    if name in MECHANISMS:
        raise NotSupported(f"the mechanism {name} is not supported yet", node.at)
    if name is None or name not in NOTIONS:
        if name is not None and node.kind == "call" and name not in FUNCTIONS and name not in FUNCTIONALS:
            raise error(f"'{name}' is not known{similar(name, [*NOTIONS, *FUNCTIONALS, *FUNCTIONS])}", node)
        raise error(
            "a relation such as <= was expected after this, or a notion such as ApproxDP(eps, delta)", node
        )
    return Part(words(text, node), (("", privacy(t, node)),))


def privacy(t: Terms, node: Node) -> Notion:
    """A notion of privacy with its budget."""
    name = str(node.value)
    kind, names = SAID_OF_PARTS[name]
    if node.kind != "call" or len(node.args) != len(names):
        raise error(f"{name} takes {count(len(names))}: {name}({', '.join(names)})", node)
    for a in node.args:
        no_functional(a)
    values = [t.expr(a) for a in node.args]
    if name == "RenyiDP":
        t.need_over_one(node.args[0], values[0])
    return kind(*values, pair=pair_of(node))  # type: ignore[no-any-return]


def response(t: Terms, node: Node) -> dict[str, tuple[Expr, ...]]:
    """The two laws of randomised response, each with two outputs."""
    if node.kind != "call" or len(node.args) != 1:
        raise error("RandomizedResponse takes 1 argument: RandomizedResponse(eps)", node)
    no_functional(node.args[0])
    eps = t.expr(node.args[0])
    t.need(node.args[0], Ge(eps, 0, evaluate=False), "the privacy loss must be at least 0")
    return RandomizedResponse(eps).listed


def noise(t: Terms, node: Node) -> tuple[Boolean, ...]:
    """That P and Q are the laws of the noise, rounded to finitely many cells, on inputs at the distance."""
    name = str(node.value)
    if node.kind != "call" or not 1 <= len(node.args) <= 2:
        raise error(f"{name} takes 1 or 2 arguments", node)
    for a in node.args:
        no_functional(a)
    spread, *distance = (t.expr(a) for a in node.args)
    return rounded_laws(DISTRIBUTIONS[name], spread, distance[0] if distance else Integer(1))


# ----------------------------------------------------------------------------------------------- relations
def plain(t: Terms, r: Relation, pair: Pair | None = None) -> Boolean:
    """A relation as it stands."""
    left, sign, right = r
    return MAKE[sign](t.expr(left, pair), t.expr(right, pair), evaluate=False)


def relation(t: Terms, r: Relation, pair: Pair | None) -> Boolean:
    """One relation between functionals of an ordered pair, or of the pairs that they name."""
    left, _, right = r
    kinds = functionals_in(left, right)
    for c in (c for side in (left, right) for c in calls(side) if c.value in FUNCTIONALS):
        for a in c.args:
            no_functional(a)
    moment, ratio = of_moment(t, r, pair), of_ratio(t, r, pair)
    if "Power" in kinds:
        formula = for_tests(t, r, pair)
    else:
        formula = next((f for f in (moment, ratio) if f is not None), None)
        formula = plain(t, r, pair) if formula is None else formula
    infinite = [group for group in FINITE if kinds & set(group) and ratio is None]
    if len(infinite) > 1:
        raise NotSupported("odds beside a divergence that may be infinite are not supported", left.at)
    for group in infinite:
        formula = with_infinity(t, r, pair, formula, group)
    here = [at_output(c) for side in (left, right) for c in calls(side) if c.value in AT_OUTPUTS]
    if any(here) and not all(here):
        raise error(f"say of each posterior that it is at {OUTPUT}, or of none in this relation", left)
    if here and not any(here):
        possible = [is_possible(p) for p in pairs_in(r, AT_OUTPUTS, pair).values()]
        formula = ForAll((y,), Implication(possible[0] if len(possible) == 1 else AllOf(*possible), formula))
    return formula


def is_possible(pair: Pair) -> Boolean:
    """That an output is possible under one of the laws."""
    return Lt(Integer(0), Add(pair.a, pair.b, evaluate=False), evaluate=False)  # type: ignore[no-any-return]


def is_excluded_by_none(pair: Pair) -> Boolean:
    """That an output is possible under the second law."""
    return Lt(Integer(0), pair.b, evaluate=False)  # type: ignore[no-any-return]


FINITE: dict[
    tuple[str, ...], Callable[[Pair], Boolean]
] = {  # functionals that may be infinite -> where they are not
    INFINITE: absolutely_continuous,
    INFINITE_AT_OUTPUTS: is_excluded_by_none,
}


def pairs_in(r: Relation, kinds: Collection[str], pair: Pair | None) -> dict[tuple[str, ...], Pair]:
    """The pairs of the functionals of these kinds in a relation, by the names of their laws."""
    found = (c for side in (r[0], r[2]) for c in calls(side) if c.value in kinds)
    return {laws_of(c): pair_of(c, pair) for c in found}


def of_every_output(
    supposed: Sequence[Boolean], parts: Sequence[Part], outputs: Sequence[Node]
) -> tuple[list[Boolean], list[Part]]:
    """The hypotheses that speak of no output, and the parts of the conclusion said of every possible output at which the
    others hold."""
    pairs = {laws_of(c): pair_of(c) for c in outputs}
    here = [*map(is_possible, pairs.values()), *(g for g in supposed if y in g.free_symbols)]
    above = here[0] if len(here) == 1 else AllOf(*here)

    def everywhere(formula: Boolean) -> Boolean:
        return ForAll((y,), Implication(above, formula))

    said = [replace(p, formulas=tuple((order, everywhere(f)) for order, f in p.formulas)) for p in parts]
    return [g for g in supposed if y not in g.free_symbols], said


def of_moment(t: Terms, r: Relation, pair: Pair | None) -> Boolean | None:
    """Renyi(alpha) against a bound free of the pair, as its moment against e^((alpha - 1) bound)."""
    left, sign, right = r
    for one, how, other in ((left, sign, right), (right, FLIP[sign], left)):
        if one.kind == "call" and one.value == "Renyi" and len(one.args) == 1 and not functionals_in(other):
            order = t.expr(one.args[0])
            t.need_over_one(one.args[0], order)
            below, bound = added([order, Integer(-1)], one), t.expr(other)
            whole = [f for f in Mul.make_args(bound) if f != Pow(below, Integer(-1), evaluate=False)]
            if len(whole) == len(Mul.make_args(bound)) - 1:  # typed as a quotient by alpha - 1
                exponent = whole[0] if len(whole) == 1 else Mul(*whole, evaluate=False)
            else:
                exponent = Mul(below, bound, evaluate=False)
            moment = RenyiMoment(order, pair_of(one, pair))
            return MAKE[how](moment, sympy.exp(exponent, evaluate=False), evaluate=False)
    return None


def of_ratio(t: Terms, r: Relation, pair: Pair | None) -> Boolean | None:
    """Odds(p) against a bound free of the pair, as the first law against a multiple of the second: also where that law is 0
    and the odds are infinite, since one of the laws is positive."""
    left, sign, right = r
    for one, how, other in ((left, sign, right), (right, FLIP[sign], left)):
        if one.kind == "call" and one.value == "Odds" and not functionals_in(other):
            t.expr(one, pair)  # says what is wrong with its arguments
            prior, rest = t.prior_of_odds(one)
            of = pair_of(one, pair)
            return MAKE[how](of.a, scaled(t.expr(other), (rest, of.b), prior, other), evaluate=False)
    return None


def with_infinity(
    t: Terms, r: Relation, pair: Pair | None, finite: Boolean, kinds: tuple[str, ...]
) -> Boolean:
    """A relation of functionals that may be infinite: a divergence is unless the first law vanishes where the second does,
    odds are where the second law vanishes."""
    pairs, is_finite = pairs_in(r, kinds, pair), FINITE[kinds]
    if len(pairs) == 1:
        ((names, one),) = pairs.items()
        continuous = is_finite(one)
        said = at_infinity(t, r, pair, Ends(t.box, kinds, frozenset({names})))
        if not isinstance(said, bool):
            return AllOf(Implication(continuous, finite), AnyOf(continuous, said))
        return Implication(continuous, finite) if said else AllOf(continuous, finite)
    if len(pairs) > MOST_INFINITE:
        raise NotSupported(
            f"{' and '.join(kinds)} of more than {MOST_INFINITE} pairs are not supported", r[0].at
        )
    parts = []
    for infinite in (frozenset(c) for k in range(len(pairs) + 1) for c in combinations(pairs, k)):
        rest = [is_finite(p) for names, p in pairs.items() if names not in infinite]
        said = at_infinity(t, r, pair, Ends(t.box, kinds, infinite)) if infinite else finite
        if said is True:
            continue
        others = [is_finite(pairs[names]) for names in pairs if names in infinite]
        wanted = [*others, *([] if said is False else [said])]
        below = wanted[0] if len(wanted) == 1 else AnyOf(*wanted)
        above = rest[0] if len(rest) == 1 else AllOf(*rest)
        parts.append(Implication(above, below) if rest else below)
    return parts[0] if len(parts) == 1 else AllOf(*parts)


def at_infinity(t: Terms, r: Relation, pair: Pair | None, where: Ends) -> Boolean | bool:
    """What a relation says where the functionals of some pairs are infinite, and those of no others."""
    left, sign, right = r
    ends = [limit(where, side) for side in (left, right)]
    terms = [end for end in ends if isinstance(end, Node)]
    if len(terms) < len(ends):
        a, b = (0 if isinstance(end, Node) else 1 if end == UP else -1 for end in ends)
        return bool(COMPARE[sign](a, b))
    if "Power" in functionals_in(left, right):  # both stay finite: the limit relation must hold too
        raise NotSupported("Power beside an infinite divergence is not supported here", left.at)
    limits = [t.expr(end, pair) for end in terms]
    low, high = map(rational, limits)
    if low is not None and high is not None:
        return bool(COMPARE[sign](low, high))
    return MAKE[sign](*limits, evaluate=False)  # type: ignore[no-any-return]


# --------------------------------------------------------------------------------------------------- tests
def for_tests(t: Terms, r: Relation, pair: Pair | None) -> Boolean:
    """A relation of powers of best tests.  The output space is finite and so a best test of each level exists.

    Where a larger power makes the relation harder, it holds when it holds for every test of the level; where a
    larger power makes it easier, when it holds for some test.  Where neither is so, it is said of every test than
    which none of the level has more power.
    """
    left, sign, right = r
    found = [c for side in (left, right) for c in calls(side) if c.value == "Power"]
    first = found[0]
    if functionals_in(left, right) & set(AT_OUTPUTS):
        raise NotSupported("Power beside Posterior is not supported", first.at)
    if sign not in ("<=", "<", ">=", ">"):
        raise NotSupported("Power is supported with <=, <, >=, > and = only", first.at)
    less, more = (left, right) if sign in ("<=", "<") else (right, left)
    unnoted = t.unnoted()
    by_level = {level_and_laws(unnoted, c): c for c in found if len(c.args) == 1}
    ways = {at: harder(unnoted, less, more, at) for at in by_level}
    if len(by_level) > 1 and (0 in ways.values() or len(by_level) > 3):
        raise NotSupported("Powers of several levels are not supported in this place", first.at)
    ordered = sorted(by_level, key=lambda at: ways[at] == -1)  # those that make it harder first
    tests = {at: TEST if k == 0 else other_test(k) for k, at in enumerate(ordered)}
    inner = replace(t, tests=tests)
    with as_written():
        formula = plain(inner, r, pair)
        for at in reversed(ordered):
            formula = over_tests(inner, by_level[at], ways[at], formula, pair)
    return formula


def level_and_laws(t: Terms, node: Node) -> tuple[Expr, tuple[str, ...]]:
    """What a best test is known by: its level, and the names of the laws."""
    return t.expr(node.args[0]), laws_of(node)


def over_tests(t: Terms, node: Node, way: int, formula: Boolean, pair: Pair | None) -> Boolean:
    """The formula for every test of a level, for some test, or for every best one."""
    at, pair = level_of(t, node), pair_of(node, pair)
    test = t.tests[at, laws_of(node)]
    allowed = Le(level(pair, test), at, evaluate=False)
    if way == -1:
        return some_test(allowed, formula, test)
    if way == 0:
        other = other_test(1)
        no_more = Implication(
            Le(level(pair, other), at, evaluate=False),
            Le(power(pair, other), power(pair), evaluate=False),
        )
        formula = Implication(every_test_called(other, no_more), formula)
    return every_test_called(test, Implication(allowed, formula))


def level_of(t: Terms, node: Node) -> Expr:
    """The level of a power, a probability."""
    at = t.expr(node.args[0])
    t.need(node.args[0], Le(0, at, evaluate=False), "the level must be at least 0")
    t.need(node.args[0], Le(at, 1, evaluate=False), "the level must be at most 1")
    return at


def harder(t: Terms, less: Node, more: Node, at: tuple[Expr, tuple[str, ...]]) -> int:
    """1, -1: whether a larger power of this level and pair makes `less <= more` harder or easier; 0 where it is not seen."""

    def is_it(c: Node) -> bool:
        return c.value == "Power" and len(c.args) == 1 and level_and_laws(t, c) == at

    try:
        ways = {rises(t.box, less, is_it), -rises(t.box, more, is_it)} - {0}
    except NotSupported:
        return 0
    return ways.pop() if len(ways) == 1 else 0


# -------------------------------------------------------------------------------------------------- monotone
def rises(box: Box, node: Node, is_it: Callable[[Node], bool]) -> int:
    """1, -1, 0: whether the value rises, falls, or does not depend on the functionals that `is_it` tells.

    NotSupported where that is not seen.
    """
    if not any(is_it(c) for c in calls(node)):
        return 0
    if node.kind in ("call", "name") and is_it(node):
        return 1
    found = None
    if node.kind == "call" and node.value in RISING:
        found = only(rises(box, a, is_it) for a in node.args)
    elif node.kind == "power" and not rises(box, node.args[1], is_it):
        if all(box.range(a).nonnegative for a in node.args):
            found = rises(box, node.args[0], is_it)
    elif node.kind == "sign":
        found = rises(box, node.args[0], is_it) * (-1 if node.value == "-" else 1)
    elif node.kind == "sum":
        signs = [1, *(1 if s == "+" else -1 for s in node.value)]
        found = only([s * rises(box, a, is_it) for s, a in zip(signs, node.args, strict=True)])
    elif node.kind == "product":
        found = product_rises(box, node, is_it)
    if found is None:
        raise NotSupported("a functional inside this expression is not supported", node.at)
    return found


def only(ways: Iterable[int | None]) -> int | None:
    """The one way that is not 0; None where there are two."""
    found = list(set(ways) - {0})
    return found[0] if len(found) == 1 else None


def product_rises(box: Box, node: Node, is_it: Callable[[Node], bool]) -> int | None:
    """The way of a product with one factor that depends, times the signs of the others."""
    ops = ("*", *node.value)
    which = [i for i, a in enumerate(node.args) if rises(box, a, is_it)]
    others = [box.range(a) for i, a in enumerate(node.args) if i not in which]
    if len(which) != 1 or ops[which[0]] != "*" or not all(r.nonzero or r.nonnegative for r in others):
        return None
    sign = 1
    for r in others:
        sign *= 1 if r.nonnegative else -1
    return sign * rises(box, node.args[which[0]], is_it)
