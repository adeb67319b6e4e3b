"""What recursions are read as: powers, binomial coefficients, sums; and what is not one of them stays as it is."""

from __future__ import annotations

import pytest

from dpsym.document.formulas.spelling import plain
from dpsym.document.words.recursions import explained
from dpsym.language import AllOf, Eq, ForAll, Implication, Integer, as_written, function, parameter

k, j, m = (parameter(name, integer=True) for name in "kjm")
a = parameter("a", at_least=0)
r, b, D = (function(name) for name in "rbD")
zero = Integer(0)


def claims(own, given):
    """That the functions which satisfy the recursions are at least 0."""
    return ForAll((own,), Implication(AllOf(*given), own >= 0))


with as_written():
    READ = {
        "power": (r(k), (Eq(r(zero), 1), ForAll(k, Eq(r(k + 1), (1 - a) * r(k)))), "(1 - a)^k"),
        "binomial": (
            b(k, j),
            (
                ForAll(k, Eq(b(k, zero), 1)),
                ForAll(j, Eq(b(zero, j + 1), 0)),
                ForAll((k, j), Eq(b(k + 1, j + 1), b(k, j) + b(k, j + 1))),
            ),
            "binomial(k, j)",
        ),
        "sum": (
            D(k, m),
            (ForAll(k, Eq(D(k, zero), 0)), ForAll((k, m), Eq(D(k, m + 1), D(k, m) + a * m))),
            "sum_{i=0 to m - 1} a*i",
        ),
    }
    KEPT = {
        "another start": (r(k), (Eq(r(zero), 2), ForAll(k, Eq(r(k + 1), a * r(k))))),
        "a factor that changes": (r(k), (Eq(r(zero), 1), ForAll(k, Eq(r(k + 1), k * r(k))))),
        "a third condition": (r(k), (Eq(r(zero), 1), ForAll(k, Eq(r(k + 1), a * r(k))), r(zero) <= a)),
        "no start": (r(k), (ForAll(k, Eq(r(k + 1), a * r(k))), 0 <= a)),
        "Pascal's rule with a weight": (
            b(k, j),
            (
                ForAll(k, Eq(b(k, zero), 1)),
                ForAll(j, Eq(b(zero, j + 1), 0)),
                ForAll((k, j), Eq(b(k + 1, j + 1), b(k, j) + a * b(k, j + 1))),
            ),
        ),
        "a term with the sum in it": (
            D(k, m),
            (ForAll(k, Eq(D(k, zero), 0)), ForAll((k, m), Eq(D(k, m + 1), D(k, m) + D(k, m) * a))),
        ),
    }


@pytest.mark.parametrize("name", READ)
def test_a_recursion_is_read(name):
    own, given, value = READ[name]
    left, found = explained(claims(own, given))
    assert [(at, plain(term).replace(" = ", "=")) for at, term in found] == [(own, value)]
    assert left == (own >= 0)


@pytest.mark.parametrize("name", KEPT)
def test_another_condition_is_kept(name):
    claim = claims(*KEPT[name])
    assert explained(claim) == (claim, [])
