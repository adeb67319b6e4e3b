"""Reads statements of the language as claims of the pair prover: notions, probabilities of loss events,
hockey sticks.

e^{eps/k} becomes an indeterminate, so that thresholds and bounds are rational functions of indeterminates.  What cannot be
read that way gives None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy
from sympy import Basic, Expr, Symbol
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.language import expressions as e
from dpsym.language.notions import ApproxDP, ProbDP, PureDP
from dpsym.prove import decide
from dpsym.prove.counterexamples.pairs import Functional, PairClaim, Term, term
from dpsym.prove.counterexamples.refute_points import exponent_scales


class Unread(Exception):
    """Not a statement of the pair prover."""


@dataclass(frozen=True)
class Reading:
    """The claims whose conjunction is the statement, and what their indeterminates stand for: indeterminate =
    e^{parameter/k}."""

    claims: tuple[PairClaim, ...]
    indeterminates: tuple[tuple[e.Parameter, Symbol, int | None], ...]
    laws: tuple[str, str]


class _Reader:
    def __init__(
        self, parameters: Sequence[e.Parameter], laws: Sequence[str], things: Sequence[Basic]
    ) -> None:
        scales = exponent_scales(things)
        self.scales = {s: scales[s] for s in parameters if s in scales}
        self.indeterminate = {s: Symbol(("exp_" if s in self.scales else "") + s.name) for s in parameters}
        self.laws = tuple(laws)

    # ------------------------------------------------------------------------------------------------ numbers
    def number(self, x: Basic) -> Expr:
        """A rational function of the indeterminates."""
        if isinstance(x, sympy.Rational):
            return x
        if isinstance(x, e.Parameter) and x in self.indeterminate and x not in self.scales:
            return self.indeterminate[x]
        if isinstance(x, sympy.Add):
            return sympy.Add(*(self.number(a) for a in x.args))
        if isinstance(x, sympy.Mul):
            return sympy.Mul(*(self.number(a) for a in x.args))
        if isinstance(x, sympy.Pow) and isinstance(x.args[1], sympy.Integer):
            return self.number(x.args[0]) ** x.args[1]
        if isinstance(x, sympy.exp):
            return self.exponential(x.args[0])
        if isinstance(x, sympy.tanh):
            square = self.exponential(2 * x.args[0])
            return (square - 1) / (square + 1)
        raise Unread

    def exponential(self, x: Basic, divide: int = 1) -> Expr:
        """e^{x/divide}."""
        result: Expr = sympy.Integer(1)
        for part in x.args if isinstance(x, sympy.Add) else [x]:
            coefficient: Expr = sympy.Integer(1)
            rest = []
            for f in decide.factors_of(part):
                if isinstance(f, sympy.Rational):
                    coefficient *= f
                elif isinstance(f, sympy.Pow) and isinstance(f.args[0], sympy.Rational) and f.args[1] == -1:
                    coefficient /= f.args[0]
                else:
                    rest.append(f)
            coefficient = coefficient / divide
            if coefficient == 0:
                continue
            if len(rest) != 1:
                raise Unread
            inner = rest[0]
            if isinstance(inner, sympy.Add):
                base = self.exponential(inner)
            elif isinstance(inner, sympy.log):
                base = self.number(inner.args[0])
            elif inner in self.scales:
                base, coefficient = self.indeterminate[inner], coefficient * self.scales[inner]
            else:
                raise Unread
            if coefficient.q != 1:
                raise Unread
            result *= base ** int(coefficient)
        return result

    def logarithmic(self, x: Basic) -> bool:
        return (
            isinstance(x, sympy.log)
            or x in self.scales
            or (isinstance(x, sympy.Add | sympy.Mul) and any(self.logarithmic(a) for a in x.args))
        )

    def condition(self, relation: Relational) -> Relational:
        """A relation between parameters, in indeterminates."""
        left, right = relation.args
        if relation.func not in (sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt):
            raise Unread
        if self.logarithmic(left) or self.logarithmic(right):
            try:  # the weakest power that is rational: e^{eps/2} >= 1 rather than e^eps >= 1
                k = max(self.scales.values(), default=1)
                low, high = self.exponential(left, k), self.exponential(right, k)
            except Unread:
                low, high = self.exponential(left), self.exponential(right)
        else:
            low, high = self.number(left), self.number(right)
        if isinstance(relation, sympy.Ge | sympy.Gt):
            low, high = high, low
        gap, below = sympy.fraction(sympy.together(high - low))
        if below.free_symbols or below < 0:
            raise Unread
        kind: type[Relational] = sympy.Lt if isinstance(relation, sympy.Lt | sympy.Gt) else sympy.Le
        return kind(sympy.Integer(0), gap, evaluate=False)

    # -------------------------------------------------------------------------------------------- functionals
    def first(self, law: Basic) -> bool:
        """Whether a mass is that of the first law (a); the second is b."""
        if not isinstance(law, AppliedUndef) or law.func.__name__ not in self.laws or len(law.args) != 1:
            raise Unread
        return law.func.__name__ == self.laws[0]

    def event(self, event: Basic, law: Basic) -> tuple[Functional, int]:
        """P(event) as functional + constant under one of the laws."""
        under_a = self.first(law)
        if isinstance(event, e.Within):
            loss, bound = event.args
            t = self.exponential(bound)
            high, low = self.beyond(loss, t, under_a), self.below(loss, t, under_a)
            return _times(high + low, -1), 1
        if not isinstance(event, Relational):
            raise Unread
        event = event.reversed if isinstance(event.args[1], e.Loss) else event
        (left, right), kind = event.args, event.func
        if not isinstance(left, e.Loss):
            raise Unread
        t = self.exponential(right)
        if kind is sympy.Gt:
            return self.beyond(left, t, under_a), 0
        if kind is sympy.Le:
            return _times(self.beyond(left, t, under_a), -1), 1
        if kind is sympy.Lt:
            return self.below(left, 1 / t, under_a), 0
        if kind is sympy.Ge:
            return _times(self.below(left, 1 / t, under_a), -1), 1
        raise Unread

    def straight(self, loss: e.Loss) -> bool:
        one, two = (self.first(x) for x in loss.args)
        if one == two:
            raise Unread
        return one

    def beyond(self, loss: e.Loss, t: Expr, under_a: bool) -> Functional:
        """The mass where the loss exceeds log t."""
        if self.straight(loss):
            return term("tail" if under_a else "tail_high", t)
        return term("tail_low" if under_a else "tail_reverse", t)

    def below(self, loss: e.Loss, t: Expr, under_a: bool) -> Functional:
        """The mass where the loss is below -log t."""
        if self.straight(loss):
            return term("tail_low" if under_a else "tail_reverse", t)
        return term("tail" if under_a else "tail_high", t)

    def linear(self, x: Basic, goal: str | None) -> tuple[Functional, Expr]:
        """An expression as functional + constant; `goal` names the event of an EveryEvent."""
        if isinstance(x, sympy.Add):
            parts = [self.linear(a, goal) for a in x.args]
            return tuple(t for f, _ in parts for t in f), sympy.Add(*(c for _, c in parts))
        if isinstance(x, sympy.Mul):
            functional: Functional = ()
            constant, scale = sympy.Integer(1), sympy.Integer(1)
            for a in x.args:
                f, c = self.linear(a, goal)
                if f and functional:
                    raise Unread
                if f:
                    functional, constant = f, c
                else:
                    scale = scale * c
            return (_times(functional, scale), scale * constant) if functional else ((), scale)
        if isinstance(x, e.Probability) and len(x.args) == 3:
            f, c = self.event(x.args[0], x.args[1])
            return f, sympy.Integer(c)
        if isinstance(x, e.HockeyStick):
            pair = x.args[1]
            kind = "hockey" if self.first(pair.a) and not self.first(pair.b) else "hockey_reverse"
            if self.first(pair.a) == self.first(pair.b):
                raise Unread
            return term(kind, self.exponential(x.args[0])), sympy.Integer(0)
        if isinstance(x, e.Mass) and goal is not None and len(x.args) == 3:
            event, law = x.args[:2]
            if not isinstance(event, AppliedUndef) or event.func.__name__ != goal:
                raise Unread
            return term("rejected", *((1, 0) if self.first(law) else (0, 1))), sympy.Integer(0)
        return (), self.number(x)

    def below_zero(self, relation: Relational, goal: str | None = None) -> tuple[Functional, Expr]:
        """A weak relation as (functional, bound): functional <= bound."""
        if relation.func not in (sympy.Le, sympy.Ge):
            raise Unread
        less, more = relation.args if relation.func is sympy.Le else relation.args[::-1]
        (f, c), (g, d) = self.linear(less, goal), self.linear(more, goal)
        functional = f + _times(g, -1)
        if not functional:
            raise Unread
        return functional, sympy.together(d - c)

    def tested(self, x: e.ForAll) -> tuple[list[tuple[Functional, Expr]], tuple[Functional, Expr]]:
        """For every test f: conditions on its level and power imply a bound, as (conditions, bound)."""
        (test, *others), body = x.args
        if others or not isinstance(test, AppliedUndef) or not isinstance(body, e.Implication):
            raise Unread
        name = test.func.__name__
        inside = body.args[1]
        conditions = []
        while isinstance(inside, e.Implication):
            conditions.append(self.weakly(inside.args[0], name))
            inside = inside.args[1]
        return conditions, self.weakly(inside, name, goal=True)

    def weakly(self, relation: Relational, name: str, goal: bool = False) -> tuple[Functional, Expr]:
        """A relation about a test as (functional, bound); a strict hypothesis is weakened, a strict goal is not
        read."""
        if isinstance(relation, sympy.Lt | sympy.Gt) and not goal:
            kind: type[Relational] = sympy.Le if isinstance(relation, sympy.Lt) else sympy.Ge
            relation = kind(*relation.args, evaluate=False)
        return self.below_zero(relation, name)

    # ------------------------------------------------------------------------------------------------ notions
    def notion(self, x: e.Notion) -> list[tuple[Functional, Expr]]:
        """A notion as bounds on functionals, both orders."""
        self.straight(e.Loss(x.pair.a, x.pair.b))
        t = self.exponential(x.budget[0])
        d = self.number(x.budget[1]) if len(x.budget) == 2 else sympy.Integer(0)
        if isinstance(x, PureDP) or (isinstance(x, ApproxDP) and d == 0):
            return [(term("hockey", t), sympy.Integer(0)), (term("hockey_reverse", t), sympy.Integer(0))]
        if isinstance(x, ApproxDP):
            return [(term("hockey", t), d), (term("hockey_reverse", t), d)]
        if isinstance(x, ProbDP):
            return [
                (term("tail", t) + term("tail_low", t), d),
                (term("tail_reverse", t) + term("tail_high", t), d),
            ]
        raise Unread

    def parts(self, x: Basic) -> list[Basic]:
        return [q for a in x.args for q in self.parts(a)] if isinstance(x, e.AllOf | sympy.And) else [x]


def _times(functional: Functional, scale: Expr | int) -> Functional:
    return tuple(Term(t.kind, t.args, t.coefficient * scale) for t in functional)


def read(
    given: Sequence[Basic], claim: Basic, parameters: Sequence[e.Parameter], laws: Sequence[str]
) -> Reading | None:
    """A statement about a pair as claims of the pair prover, or None."""
    if len(laws) != 2 or any(s.integer_valued for s in parameters):
        return None
    reader = _Reader(parameters, laws, [*given, claim])
    try:
        domain = [
            sympy.Gt(reader.indeterminate[s], 0)
            for s in reader.scales
            if s.lower is None or reader.scales[s] > 1
        ]
        domain += [reader.condition(c) for s in parameters for c in s.conditions]
        support: list[Expr | None] = [None, None]
        hypotheses: list[tuple[Functional, Expr]] = []
        for g in [q for x in given for q in reader.parts(x)]:
            if isinstance(g, Relational) and not g.atoms(AppliedUndef):
                domain.append(reader.condition(g))
            elif isinstance(g, e.Notion):
                found = reader.notion(g)
                if found[0][1] == 0 and found[0][0][0].kind == "hockey" and support == [None, None]:
                    t = found[0][0][0].args[0]
                    support = [1 / t, t]
                else:
                    hypotheses += found
            elif isinstance(g, Relational):
                hypotheses.append(reader.below_zero(g))
            else:
                return None
        goals: list[tuple[Functional, Expr]] = []
        extra: list[list[tuple[Functional, Expr]]] = []
        for c in reader.parts(claim):
            if isinstance(c, e.Notion):
                goals += reader.notion(c)
            elif isinstance(c, e.EveryEvent):
                goals.append(reader.below_zero(c.args[1], c.args[0].func.__name__))
            elif isinstance(c, e.ForAll):
                hypotheses_of_test, goal = reader.tested(c)
                goals.append(goal)
                extra.append(hypotheses_of_test)
            else:
                goals.append(reader.below_zero(c))
    except (Unread, ZeroDivisionError, AttributeError, TypeError):
        return None
    indeterminates = tuple(reader.indeterminate[s] for s in parameters)
    if extra and len(extra) != len(goals):
        return None
    claims = tuple(
        PairClaim(
            indeterminates,
            tuple(domain),
            (*hypotheses, *(extra[i] if extra else ())),
            goal,
            (support[0], support[1]),
        )
        for i, goal in enumerate(goals)
    )
    meaning = tuple((s, reader.indeterminate[s], reader.scales.get(s)) for s in parameters)
    return Reading(claims, meaning, (laws[0], laws[1]))
