"""Quantiles of the standard normal law: what a statement supposes of Phi_inv, read at its arguments, and their order.

As Phi rises, a quantile Phi_inv(x) is compared with a number e as x is with Phi(e).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.normal import Factor
from dpsym.language.names import QUANTILE
from dpsym.language.terms import characterises
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.floats import Unknown, base_atoms, evaluate, in_floats, is_quantile
from dpsym.prove.proof.polynomials import monomial_atoms
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Stuck, Term
from dpsym.prove.proof.state import State
from dpsym.prove.tactics.exponentials import erf_rises, number_bounds

FINE = 2**38  # of the rational numbers beside a quantile
CLOSE = Fraction(1, 2**36)  # how far beside it they are


def quantiles_in(poly: Poly) -> list[Factor]:
    """The quantiles in a polynomial, also inside of other atoms, but those of bound names; in a fixed order."""
    found: dict[Factor, None] = {}
    for f in monomial_atoms(poly):
        for g in (f, *polynomials.inner_atoms(f)):
            if is_quantile(g) and not polynomials.bound_inside(g):
                found[g] = None
    return sorted(found, key=polynomials.text)


def read_quantiles(known: State, polys: Iterable[Poly]) -> None:
    """Take Phi(Phi_inv(x)) = x as known for each quantile in the polynomials of which 0 < x < 1 is seen."""
    s = known.s
    if QUANTILE not in s.sig:
        return
    lines = [line for line in known.universal if characterises(s.goal(line))]
    for f in dict.fromkeys(f for poly in polys for f in quantiles_in(poly)) if lines else ():
        if ("quantile", f) not in known.instantiated:
            known.instantiated.add(("quantile", f))
            value(known, lines[0], f)
            if not base_atoms(f):
                for g in dict.fromkeys(g for poly in polys for g in monomial_atoms(poly)):
                    with suppress(Stuck, Refused):
                        beside(known, f, g)


def number_of(f: Factor) -> Fraction:
    """A rational number near a quantile of a number; Stuck where floats do not see it."""
    try:
        return Fraction(evaluate(in_floats({("@M", (f, 1)): 1}), {})[0]).limit_denominator(FINE)
    except Unknown:
        raise Stuck("floats do not see the quantile") from None


def read_beside_numbers(known: State, goal: Term) -> None:
    """Take as known for each quantile of a number in a relation the rational numbers between which it lies; of any other
    that its square is not negative."""
    for f in quantiles_in(known.s.rel(goal)[1]):
        with suppress(Stuck, Refused):
            q = known.s.atom(f)
            if base_atoms(f):
                known.add(known.prove(("<=", ZERO, ("*", q, q)), 2))
                continue
            near = number_of(f)
            known.add(known.prove(("<=", near - CLOSE, q), 2))
            known.add(known.prove(("<=", q, near + CLOSE), 2))


def beside(known: State, f: Factor, g: Factor) -> None:
    """Take erf of a number made of a quantile of a number as known to lie between two values of erf: at the same number
    with rational numbers in the place of the quantile, one on each side of it."""
    s = known.s
    terms = dict(g[1][1:]) if g[0] == "@erf" else {}
    if quantiles_in(terms) != [f] or base_atoms(g):
        return
    near = number_of(f)
    q, here = s.atom(f), s.term(terms)
    for other in (near - CLOSE, near + CLOSE):
        above = other > near
        known.add(known.prove(("<=", q, other) if above else ("<=", other, q), 2))
        there = s.term(replaced(terms, f, other))
        for low, high in ((here, there), (there, here)):
            with suppress(Stuck):
                line = known.prove(("<=", low, high), 2)
                for bound in (erf_rises(s, line), *number_bounds(known, s.nf(("erf", there)))):
                    known.add(bound)
                break


def replaced(poly: Poly, f: Factor, number: Fraction) -> Poly:
    """A polynomial with a number in the place of a factor of degree 1; Stuck where it is of another."""
    found: Poly = {}
    for m, c in poly.items():
        powers = dict(m[1:])
        if powers.pop(f, 1) != 1:
            raise Stuck("the quantile does not stand by itself")
        rest = ("@M", *powers.items())
        found[rest] = found.get(rest, 0) + c * (number if f in dict(m[1:]) else 1)
    return found


def value(known: State, line: int, f: Factor) -> None:
    """Read the statement's supposition, which stands in a line, at the quantile's argument."""
    s = known.s
    try:
        at = s.add("all_e", [line], at=s.term(dict(f[2][1:])))
        equation = s.add("imp_e", [at, known.prove(s.goal(at)[1], 1)])
    except (Stuck, Refused):
        return
    known.instantiated.add(("quantile", f, equation))
    known.add(equation)


def equation_of(known: State, f: Factor) -> int:
    """The line Phi(Phi_inv(x)) = x for this quantile, or Stuck."""
    found = next((m[2] for m in known.instantiated if len(m) == 3 and m[:2] == ("quantile", f)), None)
    if found is None:
        raise Stuck("the quantile's argument is not seen to lie between 0 and 1")
    return found


def by_quantile(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int:
    """A quantile against a number e, from its argument against Phi(e); Stuck where no quantile stands for itself."""
    s = known.s
    for f in quantiles_in(poly) if QUANTILE in s.sig else ():
        product = ("@M", (f, 1))
        c = poly.get(product)
        rest = {m: v for m, v in poly.items() if m != product}
        if c is None or any(g is f or polynomials.contains(g, f) for g in monomial_atoms(rest)):
            continue
        other = s.term({m: -Fraction(v) / Fraction(c) for m, v in rest.items()})
        try:
            line = compared(known, kind, f, other, above=c > 0, effort=effort)
        except Stuck:
            continue
        return s.add("arith", [line], **{"is": goal, "terms": [[abs(Fraction(c)), [0]]], "eqs": []})
    raise Stuck("no quantile to compare")


def compared(known: State, kind: str, f: Factor, other: Term, *, above: bool, effort: int) -> int:
    """That the quantile is above `other`, or below it: else the values of Phi would be in another order than they are."""
    s, q = known.s, known.s.atom(f)
    equation = equation_of(known, f)
    relation = "<" if kind == "gt" else "<="
    low, high = (other, q) if above else (q, other)
    child = known.child()
    against: Term = ("<" if relation == "<=" else "<=", high, low)
    child.assume(against)
    scale: Term = ("exp", ("*", Fraction(-1, 2), ("log", Fraction(2))))
    ends = [("*", scale, x) for x in (high, low)]
    scaled: Term = (against[0], *ends)
    risen = erf_rises(s, s.add("have", [child.arithmetic(scaled, 2)], **{"is": scaled}))
    there = ("erf", ("*", scale, other))
    here = (
        "-",
        ("*", Fraction(2), s.goal(equation)[2]),
        ONE,
    )  # what erf is at the quantile, as Phi is its argument
    values = (there, here) if above else (here, there)
    asked = known.child().prove((relation, *values), effort)  # shown without the supposition
    false: Term = ("<", ZERO, ZERO)
    eqs = [[2, Fraction(2 if above else -2)]]
    both = s.add(
        "arith", [risen, asked, equation], **{"is": false, "terms": [[1, [0]], [1, [1]]], "eqs": eqs}
    )
    order: Term = (relation, low, high)
    right = s.add("have", [s.hyp(("not", against))], **{"is": order})
    return s.add("cases", [s.anything(order, both), right], on=against)
