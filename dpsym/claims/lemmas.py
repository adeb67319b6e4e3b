"""Claims from theorems of the library: instances of them, then a statement about the numbers that they speak of.

A fact that a reduction uses may be a theorem of the library.  The theorem is proved here (its stored certificate is
checked again by the kernel), and the claim gets a derivation in the language that reads it at given values; what is
left is a statement about numbers, in which every functional of the pair is a name.  The kernel then checks the claim
as typed: a theorem of another statement, other values or another order of the pair give no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import sympy
from sympy import Basic, Expr, Gt, Le, Lt, Rational
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import Boolean

from dpsym.claims.meaning import Claim, Reader
from dpsym.claims.notions import OTHER_TEST
from dpsym.claims.syntax import NotAClaim, parse, unused
from dpsym.kernel import Context
from dpsym.language import (
    AllOf,
    Exists,
    ForAll,
    GaussianDP,
    HockeyStick,
    Implication,
    Mass,
    Notion,
    Pair,
    Parameter,
    Phi_inv,
    RenyiMoment,
    StatementError,
    Theorem,
    as_written,
    cases,
    exhibit,
    have,
    parameter,
    specialise,
)
from dpsym.language.expressions import EveryEvent, y
from dpsym.language.notions import CUT, TEST, alpha
from dpsym.language.statements import Use
from dpsym.language.terms import Translation
from dpsym.prove.refute import Budget, plain_stages
from dpsym.prove.refute_points import OutOfWork, Task
from dpsym.prove.script import ZERO
from dpsym.prove.session import Session
from dpsym.prove.strategy import FULL, PLAIN
from dpsym.prove.verdict import Verdict

NUMBERS = (
    sympy.Add, sympy.Mul, sympy.Pow, sympy.exp, sympy.log, sympy.Max, sympy.Min, sympy.Abs, sympy.tanh, sympy.sinh,
    sympy.cosh, sympy.erf, sympy.Piecewise, ExprCondPair, Relational,
)  # fmt: skip

LARGER = {  # notion -> the theorem that it holds with a larger budget, and what that calls the arguments
    name: (f"notions.larger_budgets.{theorem}", parameters)
    for name, theorem, parameters in (
        ("PureDP", "pure", ("eps",)),
        ("ApproxDP", "approximate", ("eps", "delta")),
        ("RenyiDP", "renyi", ("alpha", "eps")),
        ("ZCDP", "concentrated", ("rho",)),
    )
}
CURVED = (sympy.exp, sympy.log, sympy.tanh, sympy.sinh, sympy.cosh, sympy.erf)
MODELS = Budget(grid=150, random=60, early=0, pairs=0, random_pairs=0, queries=1, rlimit=200_000)
STEPS = 60_000  # of the kernel's arithmetic for one statement about numbers


@dataclass(frozen=True)
class Fact:
    """A known fact about all pairs.

    words    the fact with its source, for a person
    theorem  the name of the library's theorem that says it; empty where the fact is taken from the literature
    values   the theorem's parameters, with texts of the grammar
    """

    words: str
    theorem: str = ""
    values: tuple[tuple[str, str], ...] = ()

    def at(self, **values: str) -> Fact:
        """The fact at values of its parameters."""
        return replace(self, values=tuple(values.items()))


@dataclass(frozen=True)
class Rest:
    """A claim about numbers that was proved: its meaning, its derivation, and what its names stand for.

    named   the functionals of the pair, as texts, with the names that stand for them
    """

    claim: Claim
    derivation: tuple[Any, ...]
    named: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Proof:
    """What the library gives: the verdict on the claim as typed, its derivation, the theorems used, their certificates."""

    verdict: Verdict
    derivation: tuple[Any, ...]
    theorems: tuple[str, ...]
    lemmas: tuple[tuple[str, dict[str, Any]], ...]


# ---------------------------------------------------------------------------------------------- the library
@cache
def reporter() -> Session:
    """Where theorems of the library are settled, each once in a process; stored certificates are checked again."""
    from dpsym.store import Certificates

    return Session(Certificates())


@cache
def theorem(name: str) -> Theorem | None:
    """The library's theorem of this name, where the kernel accepts its proof."""
    from dpsym.library import LibraryError, find

    try:
        entry = find(name).entry
    except LibraryError:
        return None
    if not isinstance(entry, Theorem) or entry.where or entry.cited:
        return None
    return entry if reporter().settle(entry).status == "proved" else None


def use_library(session: Session) -> None:
    """Give the session the theorems of the library that were settled in this process."""
    session.library.update(reporter().library)
    session.verdicts.update(reporter().verdicts)


# ------------------------------------------------------------------------------------------------ the claim
def proved(
    claim: Claim, facts: Sequence[Fact], rest: Rest | None, new_desk: Callable[[], Session]
) -> Proof | None:
    """A proof of the claim from theorems of the library, or None."""
    if not facts or not all(f.theorem for f in facts):
        return None
    reader = Reader(claim.source, rounded=claim.about_noise)
    try:
        reader.claim()
        reader.parameters[unused("order", reader.order)] = alpha  # the order that a notion quantifies over
        found = {f: use_of(f, reader) for f in facts}
        uses = [u for u in found.values() if u is not None]
        if len(uses) < len(found):
            return None
        if not needs_zeros(claim, uses):
            with as_written():
                uses = [u for u in uses if not speaks_of_zeros(u)]
        session = new_desk()
        use_library(session)
        with as_written():
            more = [] if rest is None else rest_of(rest, reader, session)
            session.effort = session.effort.plain  # what needs calculus is in the claim about numbers
            for option in [[*more, *uses], uses] if more else [uses]:
                settled = says_it(claim, option, session) or from_instances(claim, option, session)
                if settled is not None:
                    verdict, steps = settled
                    names = tuple(dict.fromkeys(f.theorem for f, u in found.items() if u in uses))
                    return Proof(verdict, steps, names, tuple(certificates(verdict, session)))
    except (NotAClaim, StatementError):
        pass
    return None


def of_listed_pair(claim: Claim, rest: Rest, theorems: tuple[str, ...], session: Session) -> Proof | None:
    """A proof for a listed pair: it satisfies a notion, under which the conclusion was proved for all pairs."""
    reader = Reader(claim.source)
    try:
        reader.claim()
        use_library(session)
        with as_written():
            (use,) = rest_of(rest, reader, session) or (None,)
            if use is None:
                return None
            given = [
                have(g, "the listed pair") for g in (g.xreplace(dict(use.at)) for g in use.theorem.given)
            ]
            steps = (*given, have(claim.theorem.claim, "for all pairs", by=use))
            verdict = session.theorem(replace(claim.theorem, derivation=steps))
    except (NotAClaim, StatementError):
        return None
    if verdict.status != "proved":
        return None
    return Proof(verdict, steps, theorems, tuple(certificates(verdict, session)))


def of_noise(
    claim: Claim, facts: Sequence[Fact], rest: Rest, theorems: tuple[str, ...], session: Session
) -> Proof | None:
    """A proof for rounded noise: it satisfies notions by theorems of the library, under which the conclusion was proved."""
    reader = Reader(claim.source, rounded=True)
    try:
        reader.claim()
        uses = [use_of(f, reader) for f in facts]
        use_library(session)
        with as_written():
            (use,) = rest_of(rest, reader, session) or (None,)
            if use is None or None in uses:
                return None
            known = [
                have(u.theorem.claim.xreplace(dict(u.at)), u.theorem.title, by=u)
                for u in uses
                if u is not None
            ]
            wanted = [g.xreplace(dict(use.at)) for g in use.theorem.given]
            steps = (
                *known,
                *(step for k in known for g in wanted for step in same_budget(k.fact, g)),
                have(claim.theorem.claim, "under these notions", by=use),
            )
            verdict = session.theorem(replace(claim.theorem, derivation=steps))
    except (NotAClaim, StatementError):
        return None
    if verdict.status != "proved":
        return None
    names = tuple(dict.fromkeys((*(f.theorem for f in facts), *theorems)))
    return Proof(verdict, steps, names, tuple(certificates(verdict, session)))


def same_budget(one: Boolean, other: Boolean) -> Iterator[Any]:
    """A notion with its budget written in another way."""
    name = type(one).__name__
    if not isinstance(one, Notion) or type(one) is not type(other) or one == other or name not in LARGER:
        return
    larger = theorem(LARGER[name][0])
    if larger is None:
        return
    named = {p.name: p for p in larger.parameters}
    values: dict[Any, Any] = {}
    for p, a, b in zip(LARGER[name][1], one.budget, other.budget, strict=True):
        values[named[p]] = a
        if f"{p}_2" in named:
            values[named[f"{p}_2"]] = b
            yield have(Le(a, b, evaluate=False), "the same number")
    yield have(other, "the same budget", by=Use(larger, tuple(values.items())))


def ratios(claim: Claim) -> tuple[Any, ...]:
    """The logarithms of the ratios of the masses of a listed pair, where they are its privacy loss."""
    where = claim.theorem.where
    loss = next((x.args[0] for masses in where.values() for m in masses for x in m.atoms(sympy.exp)), None)
    if loss is None:
        return ()
    with as_written():
        return tuple(
            have(sympy.Eq(sympy.log(a / b), value, evaluate=False), "the privacy loss at an output")
            for a, b, value in zip(where["P"], where["Q"], (loss, -loss), strict=True)
        )


def chosen(claim: Claim) -> tuple[Any, ...]:
    """The test whose existence the claim asserts: another test of the claim, or the one that ignores the output."""
    for part in claim.parts:
        for _, formula in part.formulas:
            for found in formula.atoms(Exists):
                (test,) = found.args[0]
                if test == OTHER_TEST:
                    return (exhibit({OTHER_TEST: TEST}, "the same test"),)
                level = found.args[1].args[1].args[1]
                return (exhibit({TEST: level}, "the test that does not look at the output"),)
    return ()


def at_cuts(claim: Claim) -> tuple[Any, ...]:
    """Gaussian DP read at the quantiles of which the claim speaks."""
    curve = next(g for g in claim.theorem.given if isinstance(g, GaussianDP))
    with as_written():
        spoken_of = set().union(*(g.atoms(Phi_inv) for g in (*claim.theorem.given, claim.theorem.claim)))
        cuts = sorted(spoken_of, key=str)
        return tuple(specialise(curve, {CUT: p, TEST: TEST}, "at this cut") for p in cuts)


def from_instances(
    claim: Claim, uses: Sequence[Use], session: Session
) -> tuple[Verdict, tuple[Any, ...]] | None:
    """The kernel's word on the claim with the derivation from these instances; None where there is none."""
    steps = derivation(claim, uses, session)
    if not steps:
        return None
    proof = replace(claim.theorem, derivation=steps)
    verdict = session.theorem(proof)
    if verdict.status == "proved":
        return verdict, steps
    session.forget(proof)
    return None


def says_it(claim: Claim, uses: Sequence[Use], session: Session) -> tuple[Verdict, tuple[Any, ...]] | None:
    """The same, where the conclusion is a notion and one of the theorems says it."""
    goal = claim.theorem.claim
    if not isinstance(goal, Notion) or not any(isinstance(u.theorem.claim, type(goal)) for u in uses):
        return None
    said = (have(u.theorem.claim.xreplace(dict(u.at)), u.theorem.title, by=u) for u in uses)
    steps = (*said, have(goal, "as stated"))
    proof = replace(claim.theorem, derivation=steps)
    verdict = session.theorem(proof)
    if verdict.status == "proved":
        return verdict, steps
    session.forget(proof)
    return None


def use_of(fact: Fact, reader: Reader) -> Use | None:
    """The instance of the library's theorem that a fact is, where it is proved."""
    found = theorem(fact.theorem)
    return None if found is None else Use(found, tuple(values(found, fact, reader)))


def rest_of(rest: Rest, reader: Reader, session: Session) -> list[Use]:
    """The claim about numbers as an instance at the functionals that its names stand for."""
    whole = replace(rest.claim.theorem, title="A comparison of numbers", derivation=rest.derivation)
    if isinstance(whole.claim, Relational) and whole.claim.args[0] == whole.claim.args[1]:
        return []
    if session.theorem(whole).status != "proved":
        return []
    stand = dict(rest.named)
    at = []
    for p, name in rest.claim.names.items():
        text = next((t for t, n in stand.items() if n == name), None)
        value = reader.parameters.get(name) if text is None else functional(text, reader)
        if value is None:
            return []
        at.append((p, value))
    return [Use(whole, tuple(at))]


def functional(text: str, reader: Reader) -> Expr:
    """A term of the grammar as an expression of the claim."""
    return reader.expr(parse(f"0 <= {text}").conclusion[0].args[1], Pair())


def values(found: Theorem, fact: Fact, reader: Reader) -> Iterator[tuple[Any, Any]]:
    """The theorem's parameters with their values as expressions of the claim."""
    by_name = {p.name: p for p in found.parameters}
    for name, text in fact.values:
        yield by_name[name], functional(text, reader)


def certificates(verdict: Verdict, session: Session) -> Iterator[tuple[str, dict[str, Any]]]:
    """The certificates of all theorems that a proof rests on, each after those it uses."""
    seen: set[str] = set()

    def visit(keys: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
        for key in keys:
            if key not in seen:
                seen.add(key)
                inner = session.verdicts[key]
                yield from visit(inner.uses)
                assert inner.certificate is not None
                yield key, inner.certificate

    yield from visit(verdict.uses)


def derivation(claim: Claim, uses: Sequence[Use], session: Session) -> tuple[Any, ...]:
    """Each relation of the conclusion, for the first order of the pair, from the instances; () where one resists."""
    steps: list[Any] = []
    formulas = [f for part in claim.parts for order, f in part.formulas if order != "Q, P"]
    for leaf in dict.fromkeys(leaf for f in formulas for leaf in leaves(f)):
        if is_vanishing(
            leaf.relation
        ):  # that a law is 0 where the other is: the prover has it from the facts
            zeros = [have(body(u, None), u.theorem.title, by=u) for u in uses if speaks_of_zeros(u)]
            steps += [step for step in zeros if step not in steps]
            continue
        found = of_leaf(claim, leaf, uses, session, Names(coarse=True)) or of_leaf(
            claim, leaf, uses, session, Names()
        )
        if not found:
            return ()
        steps += found
    return tuple(steps)


def of_leaf(claim: Claim, leaf: Leaf, uses: Sequence[Use], session: Session, names: Names) -> list[Any]:
    """The steps for one relation; none where it resists."""
    uses = [at_test(u, leaf.test) for u in uses]
    facts = [body(u, leaf.test) for u in uses]
    said = [x.relation for f in facts for x in leaves(f)]
    given = (*leaf.above, *claim.theorem.given)
    steps = from_facts(leaf.relation, said, given, session, names)
    if not steps:
        return []
    inside = (*(have(f, u.theorem.title, by=u) for f, u in zip(facts, uses, strict=True)), *steps)
    above = [a for a in leaf.above if not a.free_symbols & {y} or isinstance(a, ForAll)]
    if leaf.above and len(above) == len(leaf.above):
        return [have(implication(above, leaf.relation), derivation=inside)]
    return list(inside)


def from_facts(
    relation: Relational, facts: Sequence[Boolean], given: Sequence[Boolean], session: Session, names: Names
) -> list[Any]:
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
            positive = square_of_value(value, session)
            steps.append(have(positive.claim.xreplace(back), "a square", by=Use(positive, ((value, x),))))
            given.append(positive.claim)
            if {Lt(0, value, evaluate=False), Gt(value, 0, evaluate=False)} & set(given):
                above = square_of_value(value, session, strict=True)
                steps.append(have(above.claim.xreplace(back), "a square", by=Use(above, ((value, x),))))
                given.append(above.claim)
    for root, (_, under) in names.roots.items():
        sign = about_numbers(given, MAKE[type(root)](0, names.of(under), evaluate=False), names, session)
        square = square_of(root, under, session)
        if sign is None or square is None:
            return []
        steps.append(have(sign.claim.xreplace(back), "under a root", by=Use(sign, at)))
        steps += [have(g, "a root", by=square) for g in body(square, None).args]
        given += [names.of(g) for g in body(square, None).args]
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
        *steps,
        have(relation, "numbers", by=Use(number, at)),
    ]


def between(given: list[Boolean], names: Names, session: Session) -> Iterator[Theorem]:
    """Which distances are at most which roots."""
    for root, _ in names.roots.values():
        for x, value in names.found.values():
            if isinstance(x, HockeyStick):
                found = about_numbers(given, Le(value, root, evaluate=False), names, session)
                if found is not None:
                    yield found


def is_vanishing(relation: Any) -> bool:
    """Whether a relation says that a law is 0 at an outcome."""
    return isinstance(relation, sympy.Eq) and isinstance(relation.args[0], AppliedUndef)


def speaks_of_zeros(use: Use) -> bool:
    return any(is_vanishing(x.relation) for x in leaves(body(use, None)))


def needs_zeros(claim: Claim, uses: Sequence[Use]) -> bool:
    """Whether the claim, or a hypothesis of a theorem, says that a law vanishes where the other does."""
    said = [f for part in claim.parts for _, f in part.formulas] + [g for u in uses for g in u.theorem.given]
    with as_written():
        return any(is_vanishing(leaf.relation) for f in said for leaf in leaves(f))


def over_tests(use: Use) -> bool:
    """Whether a theorem is about every test."""
    claim = use.theorem.claim
    return isinstance(claim, ForAll) and TEST in claim.args[0]


def at_test(use: Use, test: AppliedUndef | None) -> Use:
    """A theorem about every test, read at the test or the event of a relation."""
    return replace(use, at=(*use.at, (TEST, test))) if test is not None and over_tests(use) else use


def body(use: Use, test: AppliedUndef | None) -> Boolean:
    """The theorem's conclusion at the values, for one outcome and one test."""
    formula = use.theorem.claim
    while isinstance(formula, ForAll) and (y in formula.args[0] or (test is not None and over_tests(use))):
        inner = formula.args[1]
        formula = inner.args[1] if y not in formula.args[0] and isinstance(inner, Implication) else inner
        if y not in use.theorem.claim.args[0]:
            break
    return formula.xreplace(dict(use.at))


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


def square_of_value(value: Parameter, session: Session, strict: bool = False) -> Theorem:
    """That a square is not negative; of a positive number (`strict`), positive."""
    claim = (Lt if strict else Le)(0, value**2, evaluate=False)
    steps = (have(claim, "a square", hints=(2 * value,)),)
    positive = Lt(0, value, evaluate=False)
    found = (
        Theorem(title="A positive square", given=(positive,), claim=claim)
        if strict
        else Theorem(title="A square", claim=claim, derivation=steps)
    )
    session.theorem(found)
    return found


def about_numbers(given: list[Boolean], goal: Any, names: Names, session: Session) -> Theorem | None:
    """What is left of a claim when its functionals are names, proved; or None."""
    whole = Theorem(title="What is left is about numbers", given=tuple(dict.fromkeys(given)), claim=goal)
    ways: list[tuple[Any, ...]] = [()]
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
    before = session.effort
    try:
        for effort in (PLAIN,) if names.coarse else (PLAIN, FULL):
            if effort is FULL and names.hasty and (names.roots or has_model(whole)):
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


def has_model(whole: Theorem) -> bool:
    """Whether numbers that could be the values of the functionals are found against a statement about them."""
    curved = any(x.has(*CURVED, sympy.Piecewise) for x in (*whole.given, whole.claim))
    task = Task(whole.given, whole.claim, whole.parameters, ())
    task.patience = MODELS.grid * 10
    with suppress(OutOfWork):
        stages = plain_stages(task, replace(MODELS, queries=0) if curved else MODELS)
        return any(task.point(env) is not None for _, points in stages for env in points)
    return False


def implication(antecedents: Sequence[Boolean], relation: Boolean) -> Boolean:
    for a in reversed(antecedents):
        relation = Implication(a, relation)
    return relation


@dataclass(frozen=True)
class Leaf:
    """A relation of a formula, with the conditions above it and the test or event that it is about."""

    relation: Relational
    above: tuple[Any, ...] = ()
    test: AppliedUndef | None = None


def leaves(formula: Any, above: tuple[Any, ...] = (), test: AppliedUndef | None = None) -> Iterator[Leaf]:
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
        yield from leaves(formula.one_order(Pair()), above, test)
    elif isinstance(formula, Relational):
        yield Leaf(formula, above, test)


def plain(formula: Any) -> Iterator[Relational]:
    """The relations that a hypothesis asserts for the first order of the pair, under no condition."""
    if isinstance(formula, AllOf):
        for part in formula.args:
            yield from plain(part)
    elif isinstance(formula, Notion):
        yield from plain(formula.one_order(Pair()))
    elif isinstance(formula, Relational) and not is_vanishing(formula):
        yield formula


class Names:
    """A name for each functional of the pair; the same one for the same number written in another way."""

    def __init__(self, coarse: bool = False, hasty: bool = False) -> None:
        self.coarse = coarse  # whether what is no polynomial in the parameters gets a name too
        self.hasty = hasty  # whether a long search is only for what no numbers speak against
        self.found: dict[Any, tuple[Expr, Parameter]] = {}
        self.roots: dict[Expr, tuple[Parameter, Expr]] = {}  # a root, its name and what stands under it
        self.translation, self.context = Translation(), Context({}, {})

    def of(self, x: Basic) -> Any:
        """The expression with names for what depends on the pair."""
        if not x.atoms(AppliedUndef) and not x.atoms(sympy.Pow) and not (self.coarse and x.has(*CURVED)):
            return x
        under = under_root(x)
        if under is not None:
            if x not in self.roots:
                self.roots[x] = parameter(f"root_{len(self.roots)}", f"r_{{{len(self.roots)}}}"), under
                self.of(under)
            return self.roots[x][0]
        if self.coarse and isinstance(x, CURVED):
            return self.name(x)
        if isinstance(x, NUMBERS):
            inner = (self.of(a) for a in x.args)
            return ExprCondPair(*inner) if isinstance(x, ExprCondPair) else x.func(*inner, evaluate=False)
        if not isinstance(x, Expr) or not x.atoms(AppliedUndef):
            return x
        return self.name(x)

    def name(self, x: Any) -> Parameter:
        key = self.key(x)
        if key not in self.found:
            self.found[key] = x, parameter(f"value_{len(self.found)}", f"v_{{{len(self.found)}}}")
        return self.found[key][1]

    def key(self, x: Expr) -> Any:
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


def under_root(x: Basic) -> Expr | None:
    """What stands under a root: of sqrt(x), and of sqrt(x) that is 0 for x <= 0."""
    if isinstance(x, sympy.Pow) and x.args[1] == Rational(1, 2):
        return x.args[0]
    if isinstance(x, sympy.Piecewise) and len(x.args) == 2:
        (zero, edge), (root, _) = x.args
        inner = under_root(root) if isinstance(root, sympy.Pow) else None
        if zero == 0 and inner is not None and edge == Le(inner, 0, evaluate=False):
            return inner
    return None
