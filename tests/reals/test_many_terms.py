"""Sums and products of many numbers: as exact as two by two, defined where all are, and not nested too deep to be read."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

import dpsym
from dpsym.reals import real as n


def test_many_rationals_add_and_multiply_exactly() -> None:
    for count in range(12):
        values = [fmpq(1, k) for k in range(1, count + 1)]
        exact = [Fraction(1, k) for k in range(1, count + 1)]
        whole, product = n.in_pairs(n.plus, values, n.ZERO), n.in_pairs(n.times, values, n.ONE)
        assert isinstance(whole, fmpq) and Fraction(int(whole.p), int(whole.q)) == sum(exact)
        found = Fraction(1)
        for x in exact:
            found *= x
        assert isinstance(product, fmpq) and Fraction(int(product.p), int(product.q)) == found


def test_where_one_is_undefined_nothing_is_defined() -> None:
    assert n.in_pairs(n.plus, [n.ONE, None, n.ONE], n.ZERO) is None
    assert n.in_pairs(n.plus, [n.OO, n.ONE, n.MINUS_OO], n.ZERO) is None
    assert n.in_pairs(n.times, [n.ZERO, n.ONE, n.OO], n.ONE) is None
    assert n.in_pairs(n.plus, [n.OO, n.ONE, n.ONE], n.ZERO) is n.OO


def test_a_sum_of_thousands_of_exponentials_has_a_sign() -> None:
    # the sum of e^(1/k) for k up to N is N + log N + O(1)
    terms = [n.exponential(fmpq(1, k)) for k in range(1, 5001)]
    whole = n.in_pairs(n.plus, terms, n.ZERO)
    assert n.compare(whole, fmpq(5000)) == 1 and n.compare(whole, fmpq(5020)) == -1


def test_a_claim_with_a_long_sum_is_answered() -> None:
    long = " + ".join(["exp(x)"] * 500)
    assert dpsym.claim(f"for x >= 0: {long} >= 0").verdict == "proved"
    assert dpsym.claim(f"for x >= 0: {long} >= 501").verdict == "refuted"
