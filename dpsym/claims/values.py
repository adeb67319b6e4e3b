"""Claims about a pair as claims about the values of its functionals: a name for each, what is known of them, and numbers.

A power is the power of a best test, which exists.  What is known of the values are theorems of the library, among the
functionals that the claim speaks of, and what else can be shown from the hypotheses.  The kernel then checks the claim
as typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import sympy
from sympy import Eq, Expr, Gt, Le, Lt
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.claims.lemmas import STEPS, Names, Proof, certificates, from_facts, plain, theorem, use_library
from dpsym.claims.meaning import Claim
from dpsym.language import (
    PBDP,
    AllOf,
    ApproxDP,
    Exists,
    ForAll,
    HockeyStick,
    Implication,
    Mass,
    Notion,
    Pair,
    PureDP,
    RenyiMoment,
    StatementError,
    Theorem,
    Total,
    as_written,
    cases,
    exhibit,
    function,
    have,
    obtain,
    specialise,
)
from dpsym.language.expressions import AnyOf, Between, y
from dpsym.language.notions import TEST, absolutely_continuous
from dpsym.language.statements import Use
from dpsym.prove.session import Session
from dpsym.prove.strategy import PLAIN

LARGEST, DIVERGENCES = "testing.largest_power", "divergences"
ORDER, EQUAL = f"{DIVERGENCES}.renyi_order", f"{DIVERGENCES}.equal_laws"
STICKS = f"{DIVERGENCES}.hockey_stick_order"
PAIR = Pair()
CONTINUOUS = absolutely_continuous(PAIR)
ZERO, ONE = sympy.Integer(0), sympy.Integer(1)


class Resists(Exception):
    """This part of the claim is not proved in this way."""


@dataclass(frozen=True)
class Quantified:
    """A formula about every test, or some test, of a level."""

    every: bool
    test: Any
    level: Expr
    body: Any


def quantified(formula: Any) -> Quantified | None:
    """How a formula speaks of tests of a level."""
    if not isinstance(formula, ForAll | Exists) or len(formula.args[0]) != 1:
        return None
    (test,) = formula.args[0]
    body = formula.args[1]
    if not isinstance(test, AppliedUndef):
        return None
    probabilities = ForAll((y,), Between(0, test, 1))
    if isinstance(formula, ForAll):
        if not (isinstance(body, Implication) and body.args[0] == probabilities):
            return None
        body = body.args[1]
        if not isinstance(body, Implication):
            return None
        allowed, inner = body.args
    else:
        if not (isinstance(body, AllOf) and len(body.args) == 3 and body.args[0] == probabilities):
            return None
        allowed, inner = body.args[1:]
    if isinstance(allowed, Le) and allowed.args[0] == Mass(test, PAIR.b, y):
        return Quantified(isinstance(formula, ForAll), test, allowed.args[1], inner)
    return None


def no_more(level: Expr, power: Expr) -> Any:
    """No test of this level has more power."""
    allowed = Le(Mass(TEST, PAIR.b, y), level, evaluate=False)
    said = Implication(allowed, Le(Mass(TEST, PAIR.a, y), power, evaluate=False))
    return ForAll((TEST,), Implication(ForAll((y,), Between(0, TEST, 1)), said))


def largest(test: Any, level: Expr) -> Any:
    """No test of this level has more power than this one, which has the level."""
    return AllOf(
        ForAll(y, Between(0, test, 1)),
        Eq(Mass(test, PAIR.b, y), level, evaluate=False),
        no_more(level, Mass(test, PAIR.a, y)),
    )


@dataclass
class Plan:
    """The steps before the parts of the conclusion, and the relations that they give."""

    claim: Claim
    session: Session
    best: dict[Any, Any] = field(default_factory=dict)  # level -> its best test
    steps: list[Any] = field(default_factory=list)
    facts: list[Any] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    speaks: list[Any] = field(default_factory=list)  # what functionals are looked for in
    taken: int = 0

    # ----------------------------------------------------------------------------------------------- the claim
    def derivation(self) -> tuple[Any, ...]:
        """The steps for the whole claim."""
        formulas = [f for part in self.claim.parts for order, f in part.formulas if order != "Q, P"]
        given = [r for g in self.claim.theorem.given for r in self.split(g)]
        for level in self.levels([*given, *(r for f in formulas for r in self.split(f))]):
            self.best_of(level)
        for g in given:
            self.hypothesis(g)
        for notion in self.claim.theorem.given:
            self.notion(notion)
        self.speaks = [*self.facts, *given, *(self.with_best(f) for f in formulas)]
        self.sticks()
        equal = self.equal_laws()
        self.powers()
        if CONTINUOUS in given or equal:
            self.divergences(equal)
        try:
            parts = [step for f in dict.fromkeys(formulas) for step in self.part(f, [])]
        except Resists:
            found = self.contradiction()
            if not found:
                raise
            parts = found
        return (*self.steps, *parts)

    def split(self, formula: Any) -> Iterator[Any]:
        """The parts of a formula for the first order of the pair."""
        if isinstance(formula, AllOf):
            for part in formula.args:
                yield from self.split(part)
        elif isinstance(formula, Notion):
            yield from self.split(formula.one_order(PAIR))
        else:
            yield formula

    def levels(self, formulas: Sequence[Any]) -> Iterator[Expr]:
        """The levels of the powers that the claim speaks of."""
        for f in formulas:
            q = quantified(f)
            if q is not None:
                yield q.level
                yield from self.levels(list(self.split(q.body)))
            elif isinstance(f, Implication):
                yield from self.levels(list(self.split(f.args[1])))

    def best_of(self, level: Expr) -> Any:
        """The best test of a level."""
        if level not in self.best:
            test = function(f"bound_best{len(self.best) + 1}")(y)
            self.best[level] = test
            use = self.use("best_test", a=level)
            self.steps.append(obtain(Exists((test,), largest(test, level)), use.theorem.title, by=use))
        return self.best[level]

    def use(self, name: str, tests: Sequence[Any] = (), **values: Expr) -> Use:
        """A theorem about the largest power, read at levels and best tests."""
        full = name if "." in name else f"{LARGEST}.{name}"
        found = theorem(full)
        if found is None:
            raise Resists
        by_name = {p.name: p for p in found.parameters}
        at: list[tuple[Any, Any]] = [(by_name[k], v) for k, v in values.items()]
        if tests:
            at += list(zip(found.claim.args[0], tests, strict=True))
        self.used.append(full)
        return Use(found, tuple(at))

    def say(self, use: Use) -> None:
        """A step that says what a theorem says here, and its relations as facts."""
        claim = use.theorem.claim
        while isinstance(claim, ForAll):
            inner = claim.args[1]
            claim = inner.args[1] if isinstance(inner, Implication) else inner
        if isinstance(claim, Implication):
            claim = claim.args[1]
        said = claim.xreplace(dict(use.at))
        self.steps.append(have(said, use.theorem.title, by=use))
        self.facts += list(plain(said))

    # ---------------------------------------------------------------------------------------------- hypotheses
    def hypothesis(self, formula: Any) -> None:
        """What a hypothesis about tests says of the best ones."""
        q = quantified(formula)
        if q is None:
            return
        best = self.best_of(q.level)
        power = Mass(best, PAIR.a, y)
        if q.every:
            self.steps.append(specialise(formula, {q.test: best}, "the best test"))
            inner = q.body.xreplace({q.test: best})
            if isinstance(inner, Implication):  # said of the tests than which none is better
                inner = inner.args[1]
        else:
            self.taken += 1
            test = function(f"bound_given{self.taken}")(y)
            self.steps.append(obtain(formula.xreplace({q.test: test}), "as supposed"))
            self.steps.append(specialise(no_more(q.level, power), {TEST: test}, "no better than the best"))
            self.facts.append(Le(Mass(test, PAIR.a, y), power, evaluate=False))
            inner = q.body.xreplace({q.test: test})
        for part in self.split(inner):
            if isinstance(part, Relational):
                self.facts.append(part)
            else:
                self.hypothesis(part)

    def with_best(self, formula: Any) -> Any:
        """A formula with the best tests in place of those that it speaks of."""
        q = quantified(formula)
        if q is not None:
            return self.with_best(q.body.xreplace({q.test: self.best_of(q.level)}))
        return formula

    def notion(self, notion: Any) -> None:
        """The hockey stick of a notion."""
        if isinstance(notion, PureDP):
            (loss,), bound = notion.budget, sympy.Integer(0)
        elif isinstance(notion, ApproxDP):
            loss, bound = notion.budget
        else:
            if isinstance(notion, PBDP) and notion.budget[0] == 0 and self.less_than(notion.budget[1], ONE):
                self.say(self.use(f"{EQUAL}.bounded_without_loss", delta=notion.budget[1]))
            return
        said = Le(HockeyStick(loss, PAIR), bound, evaluate=False)
        cut = Theorem(title="The hockey stick", given=(notion,), claim=said)
        if self.session.theorem(cut).status == "proved":
            self.steps.append(have(said, cut.title, by=Use(cut)))
            self.facts.append(said)

    # --------------------------------------------------------------------------------------------------- facts
    def losses(self) -> list[Expr]:
        """The losses at which the claim speaks of a hockey stick."""
        sticks = {s for f in self.speaks for s in f.atoms(HockeyStick)}
        found = {s.args[0] for s in sticks if s == HockeyStick(s.args[0], PAIR)}
        return sorted(found | ({ZERO} if self.best and self.entropy() else set()), key=str)

    def orders(self) -> list[Expr]:
        """The orders at which the claim speaks of an exponential moment."""
        moments = {m for f in self.speaks for m in f.atoms(RenyiMoment)}
        return sorted({m.args[0] for m in moments if m == RenyiMoment(m.args[0], PAIR)}, key=str)

    def entropy(self) -> bool:
        """Whether the claim speaks of the relative entropy."""
        return any(x.has(sympy.log) for f in self.speaks for x in f.atoms(Total))

    def equal_laws(self) -> bool:
        """Whether the laws are seen to be equal; then says so."""
        found = ZERO in self.losses() and self.numbers(
            Le(HockeyStick(ZERO, PAIR), 0, evaluate=False), [], True
        )
        if not found:
            return False
        self.steps += found
        self.say(self.use(EQUAL))
        self.steps.append(have(CONTINUOUS, "equal laws"))
        self.say(self.use(f"{EQUAL}.private_laws"))
        for loss in self.losses():
            if loss != 0:
                self.say(self.use(f"{EQUAL}.no_excess", loss=loss))
        return True

    def powers(self) -> None:
        """What the library knows of the powers of best tests."""
        tests = list(self.best.items())
        for level, test in tests:
            self.say(self.use("never_less", [test], a=level))
            for loss in self.losses():
                self.say(self.use("within_hockey_stick", [test], a=level, loss=loss))
                if loss == 0:
                    self.say(self.use("above_distance", [test], a=level))
                    self.without_distance(level, test)
                    self.far_apart(level, test)
        for (a, g), (b, h) in permutations(tests, 2):
            if self.at_most(a, b):
                self.say(self.use("rises", [g, h], a=a, b=b))
                self.say(self.use("slopes", [g, h], a=a, b=b))
            for s in self.weights(a, b):
                self.say(self.use("less_often", [g, h], a=a, b=b, s=s))
            for s in self.weights(less(ONE, a), less(ONE, b)):
                self.say(self.use("more_often", [g, h], a=a, b=b, s=s))
        for (a, g), (b, h), (e, r) in permutations(tests, 3):
            for s in self.weights(less(a, b), less(e, b)) if str(a) < str(b) else ():
                self.say(self.use("concave", [g, h, r], a=a, b=b, e=e, s=s))

    def far_apart(self, level: Expr, test: Any) -> None:
        """That the power is at least the distance, where the distance is seen to be at least 1 less the level."""
        distance = HockeyStick(ZERO, PAIR)
        with as_written():
            found = self.numbers(Le(1 - distance, level, evaluate=False), [], True)
        if found:
            use = self.use("far_apart", [test], a=level)
            said = Le(distance, Mass(test, PAIR.a, y), evaluate=False)
            self.steps += [*found, have(said, use.theorem.title, by=use)]
            self.facts.append(said)

    def without_distance(self, level: Expr, test: Any) -> None:
        """That the laws are equal, where the power is seen to be the level and that is not 0 or 1."""
        if not (self.less_than(ZERO, level) and self.less_than(level, ONE)):
            return
        found = self.numbers(Le(Mass(test, PAIR.a, y), level, evaluate=False), [])
        if found:
            self.steps += found
            self.say(self.use("no_distance", [test], a=level))

    def sticks(self) -> None:
        """What the library knows of hockey sticks."""
        losses = self.losses()
        for loss in losses:
            if loss != 0:
                self.say(self.use(f"{STICKS}.between", eps=loss))
        for low, high in permutations(losses, 2):
            if self.at_most(low, high):
                self.say(self.use(f"{STICKS}.falls", eps=low, eps_s=high))

    def divergences(self, equal: bool = False) -> None:
        """What the library knows of divergences that are finite; of equal laws, their values."""
        losses, orders = self.losses(), self.orders()
        for g in self.claim.theorem.given:  # what is supposed of finite divergences
            for part in self.split(g):
                if isinstance(part, Implication) and part.args[0] == CONTINUOUS:
                    self.facts += list(plain(part.args[1]))
        if equal:
            if self.entropy():
                self.say(self.use(f"{EQUAL}.no_entropy"))
            for order in orders:
                self.say(self.use(f"{EQUAL}.no_moment", alpha=order))
            return
        if self.entropy():
            self.say(self.use(f"{DIVERGENCES}.relative_entropy"))
            if ZERO in losses:
                self.say(self.use(f"{DIVERGENCES}.pinsker"))
                if self.curved():
                    self.say(self.use(f"{DIVERGENCES}.bretagnolle_huber"))
        for order in orders:
            if not self.less_than(ONE, order):
                continue
            self.say(self.use(f"{ORDER}.moment_above_one", alpha=order))
            self.say(self.use(f"{ORDER}.rises", alpha=order, beta=order))
            if self.entropy():
                self.say(self.use(f"{ORDER}.entropy_below_divergence", alpha=order))
                self.say(self.use(f"{ORDER}.moment_above_entropy", alpha=order))
            for other in orders:
                if other != order and self.at_most(order, other):
                    self.say(self.use(f"{ORDER}.rises", alpha=order, beta=other))
            if order == 2:
                if ZERO in losses:
                    self.say(self.use(f"{DIVERGENCES}.second_moment.chi_squared"))
                for level, test in self.best.items():
                    self.say(self.use("within_moment", [test], a=level))

    def curved(self) -> bool:
        """Whether the conclusion has an exponential."""
        return any(f.has(sympy.exp) for part in self.claim.parts for _, f in part.formulas)

    def weights(self, whole: Expr, part: Expr) -> Iterator[Expr]:
        """A share s with s whole = part, where it is seen at once: a number, or a polynomial between 0 and 1."""
        with sympy.evaluate(True):
            share = None if whole.doit() == 0 else sympy.cancel(part.doit() / whole.doit())
        if share is None or sympy.denom(share).free_symbols:
            return
        if share.is_Rational:
            if 0 <= share <= 1:
                yield share
        elif self.at_most(ZERO, share) and self.at_most(share, ONE):
            yield share

    def at_most(self, low: Expr, high: Expr) -> bool:
        """Whether a number is at most another wherever the conditions hold."""
        return self.holds(Le(low, high, evaluate=False))

    def less_than(self, low: Expr, high: Expr) -> bool:
        """Whether a number is less than another wherever the conditions hold."""
        return self.holds(Lt(low, high, evaluate=False))

    def holds(self, relation: Any) -> bool:
        given = tuple(
            g for g in self.claim.theorem.given if isinstance(g, Relational) and not g.atoms(AppliedUndef)
        )
        tried = Theorem(title="A comparison of numbers", given=given, claim=relation)
        before, self.session.effort = self.session.effort, PLAIN.within(STEPS)
        try:
            return self.session.theorem(tried).status == "proved"
        finally:
            self.session.effort = before

    # -------------------------------------------------------------------------------------------- the conclusion
    def part(self, formula: Any, facts: list[Any]) -> list[Any]:
        """The steps for a part of the conclusion."""
        q = quantified(formula)
        if formula == CONTINUOUS or isinstance(formula, Notion):
            return []
        if isinstance(formula, AnyOf) and formula.args[0] == CONTINUOUS:  # or the limit relation
            return [*self.part(formula.args[1], facts), have(formula)]
        if isinstance(formula, AllOf):
            return [step for part in formula.args for step in self.part(part, facts)]
        if q is not None and not q.every:
            best = self.best_of(q.level)
            inner = self.part(q.body.xreplace({q.test: best}), facts)
            return [*inner, have(formula, derivation=exhibit({q.test: best}, "the best test"))]
        if isinstance(formula, Relational):
            found = self.numbers(formula, facts) or self.some_distance(formula)
            if found:
                return found
            raise Resists
        before = list(self.steps), list(self.facts)
        self.steps, self.facts = [], [*self.facts, *facts]
        body = self.opened(formula)
        inner = [*self.steps, *self.part(body, [])]
        self.steps, self.facts = before
        return [have(formula, derivation=inner)]

    def some_distance(self, formula: Any) -> list[Any]:
        """The steps to a positive distance, where equal laws contradict what is supposed."""
        distance = HockeyStick(ZERO, PAIR)
        if formula not in (Gt(distance, 0, evaluate=False), Lt(0, distance, evaluate=False)):
            return []
        before, none = (list(self.steps), list(self.facts)), Le(distance, 0, evaluate=False)
        self.steps, self.facts = [], [*self.facts, none]
        self.equal_laws()
        self.divergences(True)
        found = self.contradiction()
        inner = [*self.steps, *found]
        self.steps, self.facts = before
        return [cases(none, inner)] if found else []

    def contradiction(self) -> list[Any]:
        """The steps to 1 <= 0, where what is supposed contradicts what is known; none where that is not seen."""
        for loss in self.losses():
            self.facts.append(Le(0, HockeyStick(loss, PAIR), evaluate=False))
            self.steps.append(have(self.facts[-1], "its range"))
        said = [r for g in self.claim.theorem.given for r in plain(g)]
        return self.numbers(Le(1, 0, evaluate=False), said, True)

    def opened(self, formula: Any) -> Any:
        """What is left of a formula when it is said of any tests of a level, and of finite divergences."""
        q = quantified(formula)
        if isinstance(formula, Implication) and formula.args[0] == CONTINUOUS:
            self.divergences()
            return self.opened(formula.args[1])
        if q is None:
            if isinstance(formula, Relational | AllOf):
                return formula
            raise Resists
        if not q.every:
            return formula
        power, body = Mass(self.best_of(q.level), PAIR.a, y), q.body
        self.steps.append(specialise(no_more(q.level, power), {TEST: q.test}, "no better than the best"))
        self.facts.append(Le(Mass(q.test, PAIR.a, y), power, evaluate=False))
        if isinstance(body, Implication):  # said of the tests than which none is better
            none_better, body = body.args
            self.steps.append(
                specialise(none_better, {none_better.args[0][0]: self.best_of(q.level)}, "nor worse")
            )
            self.facts.append(Le(power, Mass(q.test, PAIR.a, y), evaluate=False))
        return self.opened(body)

    def numbers(self, relation: Any, facts: list[Any], quick: bool = False) -> list[Any]:
        """The steps to a relation from what is known; none where it resists."""
        less, more = relation.args
        if isinstance(less, sympy.exp) and isinstance(more, sympy.exp):  # the exponential rises
            inner = self.numbers(relation.func(less.args[0], more.args[0], evaluate=False), facts, quick)
            if inner:
                return [*inner, have(relation, "the exponential rises")]
        for coarse in (True,) if quick else (True, False):
            found = from_facts(
                relation,
                [*self.facts, *facts],
                self.claim.theorem.given,
                self.session,
                Names(coarse, hasty=True),
            )
            if found:
                return found
        return []


def less(one: Expr, other: Expr) -> Expr:
    """The difference, multiplied out."""
    with sympy.evaluate(True):
        return sympy.expand(one.doit() - other.doit())


def proved(claim: Claim, new_desk: Callable[[], Session]) -> Proof | None:
    """A proof of the claim from what is known of its values, or None."""
    if claim.theorem.where:
        return None
    session = new_desk()
    use_library(session)
    try:
        with as_written():
            plan = Plan(claim, session)
            steps = plan.derivation()
            use_library(session)
            session.effort = session.effort.plain
            whole = Theorem(
                title=claim.theorem.title,
                given=claim.theorem.given,
                claim=claim.theorem.claim,
                derivation=steps,
            )
            verdict = session.theorem(whole)
    except (Resists, StatementError):
        return None
    if verdict.status != "proved":
        return None
    names = tuple(dict.fromkeys(plan.used))
    return Proof(verdict, steps, names, tuple(certificates(verdict, session)))
