"""What is left of a claim when each functional of the pair has a name: a statement about numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import sympy
from sympy import Basic, Expr, Gt, Le, Lt, Rational
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import Boolean

from dpsym.kernel import Context
from dpsym.kernel.normal import Key
from dpsym.language import (
    AllOf,
    ForAll,
    HockeyStick,
    Implication,
    Mass,
    Notion,
    Pair,
    Parameter,
    RenyiMoment,
    Theorem,
    cases,
    have,
    parameter,
)
from dpsym.language.expressions import EveryEvent, y
from dpsym.language.notions import TEST
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.language.terms import Translation
from dpsym.prove.library.forms import canon, under_root
from dpsym.prove.proof.script import ZERO
from dpsym.prove.session import Session
from dpsym.prove.strategy import FULL, PLAIN

NUMBERS = (
    sympy.Add, sympy.Mul, sympy.Pow, sympy.exp, sympy.log, sympy.Max, sympy.Min, sympy.Abs, sympy.tanh, sympy.sinh,
    sympy.cosh, sympy.erf, sympy.Piecewise, ExprCondPair, Relational,
)  # fmt: skip

CURVED = (sympy.exp, sympy.log, sympy.tanh, sympy.sinh, sympy.cosh, sympy.erf)
STEPS = 60_000  # of the kernel's arithmetic for one statement about numbers


@dataclass(frozen=True)
class Leaf:
    """A relation of a formula, with the conditions above it and the test or event that it is about."""

    relation: Relational
    above: tuple[Basic, ...] = ()
    test: AppliedUndef | None = None


def leaves(formula: Basic, above: tuple[Basic, ...] = (), test: AppliedUndef | None = None) -> Iterator[Leaf]:
    """The relations of a formula for the first order of the pair."""
    if isinstance(formula, AllOf):
        for part in formula.args:
            yield from leaves(part, above, test)
    elif isinstance(formula, Implication):
        yield from leaves(formula.args[1], (*above, formula.args[0]), test)
    elif isinstance(formula, ForAll):
        bound = formula.args[0]
        yield from leaves(formula.args[1], above, TEST if TEST in bound else test)
    elif isinstance(formula, EveryEvent):
        yield from leaves(formula.args[1], above, formula.args[0])
    elif isinstance(formula, Notion):
        yield from leaves(formula.one_order(first_order(formula)), above, test)
    elif isinstance(formula, Relational):
        yield Leaf(formula, above, test)


def plain(formula: Basic) -> Iterator[Relational]:
    """The relations that a hypothesis asserts for the first order of the pair, under no condition."""
    if isinstance(formula, AllOf):
        for part in formula.args:
            yield from plain(part)
    elif isinstance(formula, Notion):
        yield from plain(formula.one_order(first_order(formula)))
    elif isinstance(formula, Relational) and not is_vanishing(formula):
        yield formula


def first_order(notion: Notion) -> Pair:
    """The pair of P and Q in this order, where the notion is of it in either; else the notion's own."""
    return Pair() if notion.pair == Pair().swapped else notion.pair


def is_vanishing(relation: Basic) -> bool:
    """Whether a relation says that a law is 0 at an outcome."""
    return isinstance(relation, sympy.Eq) and isinstance(relation.args[0], AppliedUndef)


def over_tests(use: Use) -> bool:
    """Whether a theorem is about every test."""
    claim = use.theorem.claim
    return isinstance(claim, ForAll) and TEST in claim.args[0]


def body(use: Use, test: AppliedUndef | None) -> Boolean:
    """The theorem's conclusion at the values, for one outcome and one test."""
    formula = use.theorem.claim
    while isinstance(formula, ForAll) and (y in formula.args[0] or (test is not None and over_tests(use))):
        inner = formula.args[1]
        formula = inner.args[1] if y not in formula.args[0] and isinstance(inner, Implication) else inner
        if y not in use.theorem.claim.args[0]:
            break
    return formula.xreplace(dict(use.at))


def implication(antecedents: Sequence[Boolean], relation: Boolean) -> Boolean:
    """From all antecedents the relation, one implication inside another."""
    for a in reversed(antecedents):
        relation = Implication(a, relation)
    return relation


class Names:
    """A name for each functional of the pair; the same one for the same number written in another way."""

    def __init__(self, coarse: bool = False, hasty: bool = False) -> None:
        self.coarse = coarse  # whether what is no polynomial in the parameters gets a name too
        self.hasty = hasty  # whether there is no long search for what has roots
        self.found: dict[Key, tuple[Expr, Parameter]] = {}
        self.roots: dict[Expr, tuple[Parameter, Expr]] = {}  # a root, its name and what stands under it
        self.rational: dict[Expr, Expr] = {}  # an exponential, and the rational number that it is
        self.translation, self.context = Translation(), Context({}, {})

    def of(self, x: Basic) -> Basic:
        """The expression with names for what depends on the pair."""
        plain = not x.atoms(sympy.Pow, sympy.exp) and not (self.coarse and x.has(*CURVED))
        if plain and not x.atoms(AppliedUndef):
            return x
        if isinstance(x, sympy.exp) and x.has(sympy.log) and canon(x).is_Rational:
            self.rational[x] = canon(x)
            return canon(x)
        under = under_root(x)
        if under is not None:
            if x not in self.roots:
                self.roots[x] = parameter(f"root_{len(self.roots)}", f"r_{{{len(self.roots)}}}"), under
                self.of(under)
            return self.roots[x][0]
        if self.coarse and isinstance(x, CURVED):
            return sympy.Integer(1) if isinstance(x, sympy.exp) and x.args[0] == 0 else self.name(x)
        if isinstance(x, NUMBERS):
            inner = (self.of(a) for a in x.args)
            return ExprCondPair(*inner) if isinstance(x, ExprCondPair) else x.func(*inner, evaluate=False)
        if not isinstance(x, Expr) or not x.atoms(AppliedUndef):
            return x
        return self.name(x)

    def name(self, x: Basic) -> Parameter:
        """The parameter that stands for a term: one for all terms with one normal form."""
        key = self.key(x)
        if key not in self.found:
            self.found[key] = x, parameter(f"value_{len(self.found)}", f"v_{{{len(self.found)}}}")
        return self.found[key][1]

    def key(self, x: Expr) -> Key:
        """The kernel's key of a term, up to its normal form."""
        term = self.translation.term(x)
        for name, sort in self.translation.sig.items():
            if name not in self.context.sig:
                self.context.declare(name, sort)
        return self.context.key(("<=", ZERO, term))

    def know(self, x: Basic) -> bool:
        """Whether every functional in the expression has a name."""
        if not x.atoms(AppliedUndef):
            return True
        if isinstance(x, NUMBERS) and not (self.coarse and isinstance(x, CURVED)):
            return all(self.know(a) for a in x.args)
        return isinstance(x, Expr) and self.key(x) in self.found

    def ranges(self) -> Iterator[Boolean]:
        """What is known of a functional without any hypothesis."""
        for x, _ in self.found.values():
            if isinstance(x, HockeyStick):
                yield Le(0, x, evaluate=False)
                if x.args[0] == 0:
                    yield Le(x, 1, evaluate=False)
            elif isinstance(x, RenyiMoment | Mass):
                yield Le(0, x, evaluate=False)
            elif isinstance(x, sympy.exp):
                yield Lt(0, x, evaluate=False)

    def values(self) -> Iterator[tuple[Parameter, Expr]]:
        """Each name with what it stands for."""
        yield from ((p, x) for x, p in self.found.values())
        yield from ((p, x) for x, (p, _) in self.roots.items())


def from_facts(
    relation: Relational, facts: Sequence[Boolean], given: Sequence[Boolean], session: Session, names: Names
) -> list[Step]:
    """The steps from facts, and what is given, to a relation, with a name for each functional; none where it resists."""
    goal = names.of(relation)
    said = [names.of(f) for f in facts if not is_vanishing(f)]
    ranges = list(names.ranges())
    known = [r for g in given for r in plain(g) if names.know(r)]
    given = [g for g in (*map(names.of, (*ranges, *known)), *said) if not g.atoms(AppliedUndef)]
    if goal.atoms(AppliedUndef):
        return []
    at = tuple(names.values())
    back = dict(at)
    steps = []
    for x, value in names.found.values():
        if isinstance(x, HockeyStick):
            squares = [square_above(value, least, session) for least in lower_bounds(value, given)]
            for square in (square_of_value(value, session), *squares):
                steps.append(have(square.claim.xreplace(back), "a square", by=Use(square, ((value, x),))))
                given.append(square.claim)
    for root, (_, under) in names.roots.items():
        sign = about_numbers(given, MAKE[type(root)](0, names.of(under), evaluate=False), names, session)
        said_of_root = square_of(root, under, session)
        if sign is None or said_of_root is None:
            return []
        steps.append(have(sign.claim.xreplace(back), "under a root", by=Use(sign, at)))
        steps += [have(g, "a root", by=said_of_root) for g in body(said_of_root, None).args]
        given += [names.of(g) for g in body(said_of_root, None).args]
    number = about_numbers(given, goal, names, session)
    if number is None:
        bounds = list(between(given, names, session))
        given += [bound.claim for bound in bounds]
        steps += [have(bound.claim.xreplace(back), "a root", by=Use(bound, at)) for bound in bounds]
        number = about_numbers(given, goal, names, session) if bounds else None
    if number is None:
        return []
    return [
        *(have(r, "its range") for r in ranges),
        *(
            have(sympy.Eq(x, v, evaluate=False), "exponential of a logarithm")
            for x, v in names.rational.items()
        ),
        *steps,
        have(relation, by=Use(number, at)),
    ]


def between(given: list[Boolean], names: Names, session: Session) -> Iterator[Theorem]:
    """Which distances are at most which roots, and what is at most a rational number by a bound of its square."""
    for x, bound in rational_bounds(given, [(root, names.of(under)) for root, under in names.roots.values()]):
        found = about_numbers(given, Le(x, bound, evaluate=False), names, session)
        if found is not None:
            yield found
    for root, _ in names.roots.values():
        for x, value in names.found.values():
            if isinstance(x, HockeyStick):
                found = about_numbers(given, Le(value, root, evaluate=False), names, session)
                if found is not None:
                    yield found


def rational_bounds(
    given: list[Boolean], squared: list[tuple[Parameter, Expr]]
) -> list[tuple[Parameter, Expr]]:
    """Names, and the rational numbers that they are at most by a bound of their squares; `squared` are names with theirs."""
    with sympy.evaluate(True):
        squared += [s for g in given if (s := bounded_square(g)) is not None]
        most = [(x, largest(square, given)) for x, square in squared]
        bounds = [(x, sympy.sqrt(m)) for x, m in most if m is not None and m > 0]
        return [(x, b) for x, b in bounds if b.is_Rational]


def bounded_square(relation: Boolean) -> tuple[Basic, Expr] | None:
    """A name and what its square is at most, by a relation that says so; None where it says something else."""
    if not isinstance(relation, Le | Lt):
        return None
    less = sympy.expand(relation.args[0])
    if len(less.free_symbols) != 1:
        return None
    (name,) = less.free_symbols
    slope = less.coeff(name, 2)
    if not (slope.is_Rational and slope > 0) or sympy.expand(less - slope * name**2) != 0:
        return None
    return name, relation.args[1] / slope


def largest(x: Expr, given: list[Boolean]) -> Expr | None:
    """The largest value of a rising linear term in one name that a given relation bounds by a number; None without."""
    (name,) = x.free_symbols if len(x.free_symbols) == 1 else (None,)
    if name is None:
        return None
    bounds = [
        g.args[1] for g in given if isinstance(g, Le | Lt) and g.args[0] == name and g.args[1].is_Rational
    ]
    slope = sympy.expand(x).coeff(name)
    if not bounds or not (slope.is_Rational and slope > 0) or sympy.expand(x - slope * name).free_symbols:
        return None
    return sympy.expand(x).subs(name, min(bounds))


MAKE = {sympy.Piecewise: Le, sympy.Pow: Lt}  # 0 against what stands under a root


def square_of(root: Expr, under: Expr, session: Session) -> Use | None:
    """The sign and the square of a root, for a number x in the place of what stands under it."""
    x = parameter("x", at_least=0) if isinstance(root, sympy.Piecewise) else parameter("x", above=0)
    here = root.xreplace({under: x})
    bare = sympy.Pow(x, Rational(1, 2), evaluate=False)
    square = (
        have(
            Implication(Lt(0, x, evaluate=False), sympy.Eq(bare**2, x, evaluate=False)),
            "the square of a root",
        ),
        have(Implication(Lt(0, x, evaluate=False), Lt(0, bare, evaluate=False)), "an exponential"),
        *(cases(Le(x, 0, evaluate=False)) for _ in range(isinstance(root, sympy.Piecewise))),
    )
    claim = AllOf(Le(0, here, evaluate=False), sympy.Eq(here**2, x, evaluate=False))
    found = Theorem(title="A root and its square", claim=claim, derivation=square)
    return Use(found, ((x, under),)) if session.theorem(found).status == "proved" else None


def square_of_value(value: Parameter, session: Session) -> Theorem:
    """That a square is not negative."""
    claim = Le(0, value**2, evaluate=False)
    found = Theorem(title="A square", claim=claim, derivation=(have(claim, "a square", hints=(2 * value,)),))
    session.theorem(found)
    return found


def lower_bounds(value: Parameter, given: Sequence[Boolean]) -> list[Expr]:
    """The numbers from 0 on that relations say the value is above."""
    found = [g.args[0] for g in given if isinstance(g, Lt) and g.args[1] == value]
    found += [g.args[1] for g in given if isinstance(g, Gt) and g.args[0] == value]
    return [x for x in dict.fromkeys(found) if x.is_Rational and x >= 0]


def square_above(value: Parameter, least: Expr, session: Session) -> Theorem:
    """That the square of what is above a number from 0 on is above its square."""
    bound = Lt(least, value, evaluate=False)
    with sympy.evaluate(True):
        square = least**2
    found = Theorem(title="A larger square", given=(bound,), claim=Lt(square, value**2, evaluate=False))
    session.theorem(found)
    return found


def about_numbers(given: list[Boolean], goal: Basic, names: Names, session: Session) -> Theorem | None:
    """What is left of a claim when its functionals are names, proved; or None."""
    whole = Theorem(title="What is left is about numbers", given=tuple(dict.fromkeys(given)), claim=goal)
    ways: list[tuple[Step, ...]] = [()]
    cancelled = [
        have(sympy.Eq(e, x.args[0], evaluate=False), "exponential of a logarithm")
        for e in sorted(goal.atoms(sympy.exp), key=str)
        if len(found := e.atoms(sympy.log)) == 1
        for x in found
    ]
    if cancelled:
        ways.append(tuple(cancelled))
    squares = any(isinstance(p, sympy.Pow) and p.args[1] == 2 for g in given for p in g.atoms(sympy.Pow))
    if squares and isinstance(
        goal, Le
    ):  # the larger of two numbers that are not negative has the larger square
        less, more = goal.args
        square = have(Lt(0, (less - more) ** 2, evaluate=False), "a square")
        sign = have(Le(0, more, evaluate=False), "not negative")
        product = have(Le(0, more * (less - more), evaluate=False), "no factor is negative")
        ways.insert(0, (cases(goal, (), (square,)),)) if names.roots else None
        ways.append((sign, cases(goal, (), (square, product))))
    if session.denied(whole):
        return None
    before = session.effort
    try:
        for effort in (PLAIN,) if names.coarse else (PLAIN, FULL):
            if effort is FULL and names.hasty and names.roots:
                break
            for way in ways:
                session.effort = effort.within(STEPS)
                tried = replace(whole, derivation=way)
                if session.theorem(tried).status == "proved":
                    return tried
                session.forget(tried)
    finally:
        session.effort = before
    return None
