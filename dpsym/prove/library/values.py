"""Claims from the values of functionals: the parts of the conclusion, from what was said forwards of the values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from sympy import Basic, Gt, Integer, Le, Lt
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.language import (
    AllOf,
    HockeyStick,
    Implication,
    Mass,
    Notion,
    StatementError,
    Theorem,
    as_written,
    cases,
    exhibit,
    have,
    specialise,
)
from dpsym.language.expressions import AnyOf, y
from dpsym.language.notions import TEST
from dpsym.language.steps import Step
from dpsym.prove.library.best_tests import no_more, quantified
from dpsym.prove.library.forms import FINITE, PAIR, canon, functionals
from dpsym.prove.library.isolate import isolate
from dpsym.prove.library.known import Exhausted
from dpsym.prove.library.remainder import plain
from dpsym.prove.library.saturation import Resists, Saturation
from dpsym.prove.library.theorems import Found, Library

BETWEEN = 20  # pairs of bounds of one power
DISTANCE = HockeyStick(Integer(0), PAIR)


def by_values(theorem: Theorem, goals: Sequence[Boolean], library: Library) -> Found | None:
    """A proof of a statement from what is known of its values; None where there is none."""
    if theorem.where:
        return None
    try:
        with as_written():
            known = Saturation(theorem, goals, library)
            known.saturate()
            try:
                parts = [step for f in dict.fromkeys(goals) for step in part(known, f)]
            except Resists:
                parts = contradiction(known)
                if not parts:
                    return None
            steps = (*known.steps, *parts)
            library.use_in(known.session)
            known.session.effort = known.session.effort.plain
            verdict = known.session.theorem(replace(theorem, derivation=steps))
    except (Resists, StatementError, Exhausted):
        return None
    return Found(verdict, steps, known.session) if library.holds(verdict) else None


def part(known: Saturation, formula: Basic) -> list[Step]:
    """The steps for a part of the conclusion; Resists where there are none."""
    q = quantified(formula)
    if formula == FINITE or isinstance(formula, Notion):
        return []
    if isinstance(formula, AnyOf) and formula.args[0] == FINITE:  # or the limit relation
        return [*part(known, formula.args[1]), have(formula)]
    if isinstance(formula, AllOf):
        return [step for inner in formula.args for step in part(known, inner)]
    if q is not None and not q.every:
        best = known.best_of(q.level)
        inner = part(known, q.body.xreplace({q.test: best}))
        return [*inner, have(formula, derivation=exhibit({q.test: best}, "the best test"))]
    if isinstance(formula, Relational):
        found = known.numbers(formula, []) or some_distance(known, formula) or of_numbers(known, formula)
        if found:
            return found
        raise Resists
    before = list(known.steps), list(known.facts)
    known.steps, known.facts = [], list(known.facts)
    body = opened(known, formula)
    steps = [*known.steps, *part(known, body)]
    known.steps, known.facts = before
    return [have(formula, derivation=steps)]


def of_numbers(known: Saturation, formula: Basic) -> list[Step]:
    """The steps to a relation of numbers, by way of what is known without the powers of tests."""
    if functionals(canon(formula)):
        return []
    before = list(known.facts)
    for steps in without_tests(known):
        found = known.numbers(formula, []) if steps else []
        if found:
            known.facts = before
            return [*steps, *found]
    known.facts = before
    return []


def without_tests(known: Saturation) -> Iterator[list[Step]]:
    """The steps to what is known without the power of one test after the other: each bound below it is at most each
    bound above it."""
    steps: list[Step] = []
    for power in dict.fromkeys(f for r in known.facts for f in functionals(canon(r)) if isinstance(f, Mass)):
        found = [isolate(power, canon(r), known.sampler.sign) for r in known.facts]
        bounds = [b for b in found if b is not None and power not in functionals(b[1])]
        lows, highs = ([b for sign, b in bounds if sign in (s, "=")] for s in (">=", "<="))
        for low, high in islice(product(dict.fromkeys(lows), dict.fromkeys(highs)), BETWEEN):
            between = Le(low, high, evaluate=False)
            if low == high or between in known.facts or not functionals(between):
                continue
            inner = known.numbers(between, [], True)
            known.facts += [between] if inner else []
            steps += inner
        yield steps


def opened(known: Saturation, formula: Basic) -> Basic:
    """What is left of a formula about any tests of a level, and about finite divergences."""
    q = quantified(formula)
    if isinstance(formula, Implication) and formula.args[0] == FINITE:
        known.divergences()
        return opened(known, formula.args[1])
    if q is None:
        if isinstance(formula, Relational | AllOf):
            return formula
        raise Resists
    if not q.every:
        return formula
    power, body = Mass(known.best_of(q.level), PAIR.a, y), q.body
    known.steps.append(specialise(no_more(q.level, power), {TEST: q.test}, "no better than the best"))
    known.facts.append(Le(Mass(q.test, PAIR.a, y), power, evaluate=False))
    if isinstance(body, Implication):  # said of the tests than which none is better
        none_better, body = body.args
        (test,) = none_better.args[0]
        known.steps.append(specialise(none_better, {test: known.best_of(q.level)}, "nor worse"))
        known.facts.append(Le(power, Mass(q.test, PAIR.a, y), evaluate=False))
    return opened(known, body)


def some_distance(known: Saturation, formula: Basic) -> list[Step]:
    """The steps to a positive distance, where equal laws contradict what is supposed."""
    if formula not in (Gt(DISTANCE, 0, evaluate=False), Lt(0, DISTANCE, evaluate=False)):
        return []
    before, none = (list(known.steps), list(known.facts)), Le(DISTANCE, 0, evaluate=False)
    known.steps, known.facts = [], [*known.facts, none]
    known.shown.discard(none)
    known.refused.discard(none)
    known.equal_laws()
    known.divergences()
    found = contradiction(known)
    inner = [*known.steps, *found]
    known.steps, known.facts = before
    return [cases(none, inner)] if found else []


def contradiction(known: Saturation) -> list[Step]:
    """The steps to 1 <= 0, where what is supposed contradicts what is known; none where that is not seen."""
    for loss in known.losses():
        known.facts.append(Le(0, HockeyStick(loss, PAIR), evaluate=False))
        known.steps.append(have(known.facts[-1], "its range"))
    said = [r for g in known.theorem.given for r in plain(g)]
    return known.numbers(Le(1, 0, evaluate=False), said, True)
