"""Relations between sums of masses, from what holds at every outcome: a line through the tangent at equal masses.

A sum over outcomes of a function that both masses scale is compared with a P(y) + b Q(y), whose sum is a + b; a and b are
the slopes at P(y) = Q(y) = 1.  The slopes are a guess: that the relation holds at every outcome is a theorem about two
numbers, which the prover shows before it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy
from sympy import And, Dummy, Eq, Expr, Ge, Gt, Le, Lt, Piecewise
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.audit.pairs import PAIR
from dpsym.language import (
    Chain,
    ForAll,
    Implication,
    Probability,
    Theorem,
    Total,
    as_written,
    have,
    parameter,
    y,
)
from dpsym.language.expressions import as_root
from dpsym.language.steps import Step

WEAK = {Le: "<=", Lt: "<=", Ge: ">=", Gt: ">=", Eq: "="}
TOTALS = 4  # in one relation


def steps(theorem: Theorem, positive: bool) -> tuple[Step, ...]:
    """Steps that show a relation between sums of masses, where it is of this kind; else none.

    `positive` says whether the hypotheses make every mass positive.
    """
    claim = theorem.claim
    if not isinstance(claim, Relational) or type(claim) not in WEAK:
        return ()
    if isinstance(claim.lhs, Probability) and isinstance(claim.rhs, Probability):
        return included(theorem, claim) if positive else ()
    totals = sorted(claim.atoms(Total), key=str)
    if not 1 <= len(totals) <= TOTALS or any(not plain(t) for t in totals):
        return ()
    parts = linear(claim.lhs - claim.rhs, totals)
    if parts is None:
        return ()
    u, v = masses(theorem, positive)
    with as_written():
        body = added([k * t.body for k, t in parts])
        numbers = body.xreplace({PAIR.a: u, PAIR.b: v})
    slopes = tangent(numbers, u, v)
    if slopes is None:
        return ()
    return written(theorem, claim, parts, (body, numbers), slopes, (u, v))


def included(theorem: Theorem, claim: Relational) -> tuple[Step, ...]:
    """That one event holds wherever the other does, part by part, for two probabilities under one law."""
    (less, law, *_), (more, other, *_) = claim.lhs.args, claim.rhs.args
    if law != other:
        return ()
    if WEAK[type(claim)] == ">=":
        less, more = more, less
    ways = [(less, more)] + ([(more, less)] if WEAK[type(claim)] == "=" else [])
    u, v = masses(theorem, True)
    given = tuple(g for g in theorem.given if not g.has(ForAll, Total) and not g.atoms(AppliedUndef))
    out: list[Step] = []
    for inner, outer in ways:
        for part in And.make_args(outer):
            with as_written():
                levels = [Le(a, b) for a, b in between(inner, part)]
                out += [have(level, "of the two levels") for level in levels]
                statement = Implication(inner, part)
                numbers = statement.xreplace({PAIR.a: u, PAIR.b: v})
                lemma = Theorem(title="at every outcome", given=(*given, *levels), claim=numbers)
                out.append(
                    have(statement, "at every outcome", by=lemma.at(**{u.name: PAIR.a, v.name: PAIR.b}))
                )
    return tuple(out)


def between(inner: Boolean, part: Relational) -> list[tuple[Expr, Expr]]:
    """The levels that make a part of an event wider than parts of another: a <= b of x <= a and x <= b."""
    less, more = ends(part)
    out = []
    for other in And.make_args(inner):
        low, high = ends(other)
        if not (more.has(AppliedUndef) or high.has(AppliedUndef)):
            out.append((high, more))
        if not (less.has(AppliedUndef) or low.has(AppliedUndef)):
            out.append((less, low))
    return out


def ends(r: Relational) -> tuple[Expr, Expr]:
    """The lesser and the greater side."""
    return (r.lts, r.gts)


def written(
    theorem: Theorem, claim: Relational, parts: Sequence[tuple[Expr, Total]], body: tuple[Expr, Expr],
    slopes: tuple[Expr, Expr], at_one: tuple[Expr, Expr],
) -> tuple[Step, ...]:  # fmt: skip
    """The relation at every outcome, its sum, and what the sum of the line is."""
    a, b = slopes
    sign = WEAK[type(claim)]
    relation = {"<=": Le, ">=": Ge, "=": Eq}[sign]
    given = tuple(g for g in theorem.given if not g.has(ForAll, Total) and not g.atoms(AppliedUndef))
    with as_written():
        line = a * PAIR.a + b * PAIR.b
        lemma = Theorem(
            title="at every outcome", given=given, claim=relation(body[1], a * at_one[0] + b * at_one[1])
        )
        u, v = (m.name for m in at_one)
        at = lemma.at(**{u: PAIR.a, v: PAIR.b})
        whole = added([k * t for k, t in parts])
        chain = Chain(whole)
        chain = {"<=": chain.le, ">=": chain.ge, "=": chain.eq}[sign](Total(line, y), "summed")
        return (
            have(relation(body[0], line), "at every outcome", by=at),
            chain.eq(a + b, "both laws have mass 1"),
        )


def masses(theorem: Theorem, positive: bool) -> tuple[Expr, Expr]:
    """Letters for the two masses of one outcome, which the theorem has no other use for."""
    taken = {p.name for p in theorem.parameters}
    names = (
        name for k in ("", *range(1, len(taken) + 2)) for name in (f"u{k}", f"v{k}") if name not in taken
    )
    u, v = (
        parameter(name, above=0) if positive else parameter(name, at_least=0)
        for name in (next(names), next(names))
    )
    return u, v


def added(terms: Sequence[Expr]) -> Expr:
    """A sum as it stands."""
    return terms[0] if len(terms) == 1 else sympy.Add(*terms, evaluate=False)


def plain(t: Total) -> bool:
    """Whether a sum runs over the outcomes, of a function of the masses alone."""
    if t.outcomes != (y,) or t.body.has(Total, ForAll, sympy.Max, sympy.Min, sympy.Abs):
        return False
    return t.body.atoms(AppliedUndef) <= {PAIR.a, PAIR.b}


def linear(difference: Expr, totals: Sequence[Total]) -> list[tuple[Expr, Total]] | None:
    """The factors of the sums in a difference that is linear in them; a guess that is proved later."""
    names = [Dummy(f"t{k}") for k in range(len(totals))]
    e = difference.xreplace(dict(zip(totals, names, strict=True)))
    found = []
    for d, t in zip(names, totals, strict=True):
        k = sympy.expand(sympy.diff(e, d))
        if k.has(*names) or k.has(AppliedUndef):
            return None
        if k != 0:
            found.append((k, t))
    return found or None


def tangent(body: Expr, u: Expr, v: Expr) -> tuple[Expr, Expr] | None:
    """The slopes of a function of two masses where both are 1."""
    smooth = body.replace(lambda e: isinstance(e, Piecewise) and as_root(e) is not None, as_root)
    if smooth.has(Piecewise):
        return None
    out = []
    for x in (u, v):
        slope = sympy.simplify(sympy.diff(smooth, x).subs({u: 1, v: 1}))
        if not slope.is_finite and slope.is_finite is not None:
            return None
        out.append(slope)
    return (out[0], out[1])


def with_steps(theorem: Theorem, positive: bool) -> Theorem | None:
    """The theorem with such steps, or None."""
    found = steps(theorem, positive)
    return replace(theorem, derivation=found) if found else None
