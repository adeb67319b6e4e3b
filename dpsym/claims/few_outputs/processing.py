"""Laws and what a map makes of their outputs, against a claim that speaks of both: few outputs, exact masses.

Nothing here decides: a point is a candidate, and the kernel is shown it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from sympy import Rational
from sympy.core.function import AppliedUndef

from dpsym.claims.few_outputs import several_laws
from dpsym.claims.few_outputs.small_mechanisms import values_of
from dpsym.language import Point, Theorem, as_written, function
from dpsym.language.combined import is_map, passed_on
from dpsym.prove import decide

SEED = 5
VALUES, MOST = 10, 1200  # of the parameters; of points besides those of a linear program
Masses = tuple[Fraction, ...]
LAWS: tuple[Masses, ...] = tuple(
    tuple(Fraction(a, a + b) for a, b in ((p, q), (q, p)))
    for p, q in ((2, 1), (1, 2), (1, 0), (0, 1), (1, 1), (4, 1), (1, 4))
)
MAPS: tuple[tuple[Masses, Masses], ...] = (
    ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))),
    ((Fraction(1), Fraction(0)), (Fraction(1), Fraction(0))),
    ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4))),
    ((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))),
)


def points(theorem: Theorem, posted: Sequence[tuple[str, str]]) -> Iterator[Point]:
    """Points at which the claim may fail: with the map that keeps the output, then with others."""
    yield from unprocessed(theorem, dict(posted))
    laws = [name for name in theorem.laws if name not in dict(posted)]
    rng = random.Random(SEED)
    every = [
        (at, chosen, rows)
        for at in islice(values_of(theorem), VALUES)
        for chosen in product(LAWS, repeat=len(laws))
        for rows in MAPS
    ]
    rng.shuffle(every)
    for at, chosen, rows in every[:MOST]:
        masses = dict(zip(laws, chosen, strict=True))
        made = {answer: after(masses[law], rows) for answer, law in posted}
        yield point_of(at, {**masses, **made, "K": rows[0] + rows[1]})


def unprocessed(theorem: Theorem, posted: Mapping[str, str]) -> Iterator[Point]:
    """Laws at which the claim may fail where the map keeps the output."""
    facts = (is_map, *(passed_on(function(law), function(answer)) for answer, law in posted.items()))
    whole = (*theorem.given, theorem.claim)
    back = {
        f: function(posted[f.func.__name__])(*f.args)
        for g in whole
        for f in g.atoms(AppliedUndef)
        if f.func.__name__ in posted
    }
    with as_written():
        given = tuple(g.xreplace(back) for g in theorem.given if g not in facts)
        kept = replace(theorem, given=given, claim=theorem.claim.xreplace(back))
    for at in several_laws.points(kept):
        laws = {name: tuple(Fraction(int(m.p), int(m.q)) for m in row) for name, row in at.laws}
        n = len(next(iter(laws.values())))
        for answer, law in posted.items():
            laws[answer] = laws.get(law, ())
        same = tuple(Fraction(i == j) for i in range(n) for j in range(n))
        if all(laws.values()):
            yield point_of(dict(at.at), {**laws, "K": same})


def after(law: Masses, rows: Sequence[Masses]) -> Masses:
    """The law of what a map makes of an output."""
    return tuple(
        sum((p * row[k] for p, row in zip(law, rows, strict=True)), Fraction(0)) for k in range(len(rows[0]))
    )


def point_of(at: Mapping, laws: Mapping[str, Masses]) -> Point:
    """Values and masses as a point."""
    shown = {name: tuple(Rational(x.numerator, x.denominator) for x in row) for name, row in laws.items()}
    return Point(tuple(at.items()), tuple(shown.items()))


def instance(theorem: Theorem, posted: Sequence[tuple[str, str]]) -> Point | None:
    """The first of the points at which the hypotheses are seen to hold."""
    for at in points(theorem, posted):
        if all(decide.truth(g, at) is True for g in (*theorem.domain, *theorem.given)):
            return at
    return None


__all__ = ["instance", "points"]
