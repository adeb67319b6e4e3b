"""Families of laws and distances: what the search and the witnesses have to do with them."""

from __future__ import annotations

import pytest
from sympy import Integer
from sympy.logic.boolalg import Boolean

from dpsym.language import (
    AllOf,
    AnyOf,
    DensityRatio,
    Eq,
    EveryEvent,
    ForAll,
    Implication,
    Mass,
    Multiplicative,
    NotSo,
    Outcome,
    P,
    Pair,
    PureDP,
    Q,
    Rational,
    S,
    StatementError,
    Theorem,
    Total,
    cases,
    exp,
    family,
    function,
    graph_distance,
    have,
    least,
    log,
    parameter,
    point,
    specialise,
    variant,
    y,
)
from dpsym.prove.session import Session

eps, p, q = parameter("eps", at_least=0), parameter("p"), parameter("q")
v, w, y_0, y_1, z = Outcome("v", "X"), Outcome("w", "X"), Outcome("y_0"), Outcome("y_1"), Outcome("z")
M, d, F = family("M", over=v), graph_distance("d", "X"), function("F", law=False)
SIZES = {"X": 2, "Y": 2}
FIFTHS = {
    "d": (0, 1, 1, 0),
    "M": (Rational(4, 5), Rational(1, 5), Rational(1, 5), Rational(4, 5)),
    "sizes": SIZES,
}
near = ForAll(y_0, M(v, y_0) <= exp(eps) * M(w, y_0))
backwards = ForAll((v, w), Implication(d.neighbours(v, w), near))
by_distance = ForAll((v, w, y), M(v, y) <= exp(d(v, w) * eps) * M(w, y))
products = ForAll((y_1, z), P(y_1) * Q(z) <= exp(eps) * (Q(y_1) * P(z)))
identity = ForAll((v, w), Implication(Eq(d(v, w), 0), Eq(v, w)))


def proves(claim: Boolean, given: tuple = (), steps: tuple = ()) -> bool:
    found = Session().theorem(Theorem(title="a case", given=given, claim=claim, derivation=steps))
    return found.status == "proved"


TRUE = {
    "a fact about two outcomes of one set": (by_distance, (by_distance,), ()),
    "names exchanged in an instance": (
        ForAll((v, w), Implication(d.neighbours(v, w), near.xreplace({v: w, w: v}))),
        (d.symmetry, backwards),
        (specialise(backwards, {v: w, w: v}),),
    ),
    "an instance of an implication": (
        ForAll((v, w), M(v, y) <= M(w, y)),
        (ForAll((v, w), Implication(0 < d(v, w), M(v, y) <= M(w, y))), ForAll((v, w), 0 < d(v, w))),
        (specialise(ForAll((v, w), Implication(0 < d(v, w), M(v, y) <= M(w, y))), {v: v, w: w}),),
    ),
    "equal outcomes": (
        ForAll((v, w), Implication(Eq(d(v, w), 0), Eq(M(v, y), M(w, y)))),
        (identity,),
        (specialise(identity, {v: v, w: w}),),
    ),
    "equal outcomes in an exponent": (ForAll((v, w), Implication(Eq(v, w), Eq(exp(d(v, w)), exp(d(w, v))))), (), ()),
    "one of two": (
        Eq(p * q, 0),
        (AnyOf(p <= 0, q <= 0), 0 <= p, 0 <= q),
        (cases(p <= 0, have(Eq(p, 0)), have(Eq(q, 0))),),
    ),
    "not both": (
        Eq(p * q, 0),
        (NotSo(AllOf(0 < p, 0 < q)), 0 <= p, 0 <= q),
        (cases(0 < p, have(q <= 0), have(Eq(p, 0))),),
    ),
    "a total mass that is a factor": (
        ForAll(y_1, P(y_1) <= exp(eps) * Q(y_1)),
        (products,),
        (have(Total(P(y_1) * Q(z), z) <= Total(exp(eps) * (Q(y_1) * P(z)), z)),),
    ),
    "one term of a sum": (ForAll(y_1, F(y_1) <= Total(F(z), z)), (ForAll(z, 0 <= F(z)),), ()),
    "one term beside a sum of ones": (
        ForAll(y_1, F(y_1) <= Total(F(z), z) + Total(Integer(1), z)),
        (ForAll(z, 0 <= F(z)),),
        (),
    ),
}  # fmt: skip
FALSE = {
    "unequal outcomes": (ForAll((v, w), Eq(M(v, y), M(w, y))), (identity,), ()),
    "one of two, of which one is open": (Eq(p, 0), (AnyOf(p <= 0, q <= 0), 0 <= p, 0 <= q), ()),
    "a term that may be negative": (ForAll(y_1, F(y_1) <= Total(F(z), z)), (), ()),
    "an instance whose premise is open": (
        ForAll((v, w), M(v, y) <= M(w, y)),
        (ForAll((v, w), Implication(0 < d(v, w), M(v, y) <= M(w, y))),),
        (specialise(ForAll((v, w), Implication(0 < d(v, w), M(v, y) <= M(w, y))), {v: v, w: w}),),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_search_finds(name: str) -> None:
    assert proves(*TRUE[name])


@pytest.mark.parametrize("name", FALSE)
def test_what_it_must_not_find(name: str) -> None:
    assert not proves(*FALSE[name])


def test_a_witness_with_a_distance_in_an_exponent() -> None:
    """And with sets of which four masses do not tell the size."""
    theorem = Theorem(title="by distance", given=(M.laws, by_distance), claim=by_distance)
    half = ForAll((v, w, y), M(v, y) <= exp(d(v, w) * eps / 2) * M(w, y))
    found = Session().refute(theorem, variant(half, witness=point({eps: 2 * log(2)}, **FIFTHS)))
    assert found.status == "refuted", found.tried
    kept = Session().refute(theorem, variant(by_distance, witness=point({eps: 2 * log(2)}, **FIFTHS)))
    assert kept.status != "refuted"


def test_a_witness_with_a_size_for_each_set() -> None:
    event = EveryEvent(S(y), Mass(S(y), M(v, y)) <= Mass(S(y), M(w, y)))
    theorem = Theorem(title="equal laws", given=(M.laws,), claim=ForAll(v, Eq(Total(M(v, y), y), 1)))
    three = point(M=(1, 0, 0, 1, Rational(1, 2), Rational(1, 2)), sizes={"X": 3, "Y": 2})
    assert three.rows("M") == ((1, 0), (0, 1), (Rational(1, 2), Rational(1, 2)))
    assert Session().refute(theorem, variant(ForAll((v, w), event), witness=three)).status == "refuted"
    with pytest.raises(StatementError, match="does not fit the sizes"):
        point(M=(1, 0, 0, 1, 0), sizes={"X": 3, "Y": 2})
    with pytest.raises(StatementError, match="say sizes="):
        point(M=(1, 0, 0, 1, 1, 0), d=(0, 1, 1, 0))


def test_measures_that_are_no_laws() -> None:
    m, n = function("m", law=False), function("n", law=False)
    pair, positive = Pair(m(y), n(y)), (ForAll(y, AllOf(0 <= m(y), 0 <= n(y))),)
    two = point({p: 0}, m=(2, 2), n=(1, 1))
    theorem = Theorem(
        title="measures", given=(*positive, DensityRatio(p).on(pair)), claim=DensityRatio(p).on(pair)
    )
    found = Session().refute(theorem, variant(Multiplicative(p).on(pair), witness=two))
    assert found.status == "refuted", found.tried
    assert proves(Multiplicative(p), (PureDP(p),)), "of laws it is pure differential privacy"


def test_the_least_number_with_a_property() -> None:
    b = parameter("b", at_least=0)
    bound = least(b, ForAll(y, P(y) <= exp(b) * Q(y)))
    other = bound.args[1].args[0][0]
    fact = ForAll(y, P(y) <= exp(p) * Q(y))
    assert proves(b <= p, (bound, 0 <= p, fact), (specialise(bound.args[1], {other: p}),))
    with pytest.raises(StatementError):
        least(b, P(y) <= Q(y))


def test_a_family_is_named_with_its_index() -> None:
    from dpsym.document.formulas.spelling import plain

    assert plain(M(v, y)) == "M_v(y)"
    assert plain(Mass(S(y), M(w, y))) == "M_w(S)"
    with pytest.raises(StatementError):
        family("M_1", over=v)
    with pytest.raises(StatementError):
        M(v)
