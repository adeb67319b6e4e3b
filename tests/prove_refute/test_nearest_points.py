"""How near a statement about numbers is to failing: the gap that is said of a point is that of a relation of the statement
there, whatever the statement is written with."""

from fractions import Fraction

import pytest
from flint import arb
from sympy import Eq, Ge, Gt, Le, Lt, Ne, Rational, exp

from dpsym.language import AllOf, Between, Theorem, Within, as_written, parameter
from dpsym.prove.counterexamples.budget import Budget
from dpsym.prove.counterexamples.walk import closest

x = parameter("x", above=0, below=1)
with as_written():
    CLAIMS = {  # a statement that holds, and the least gap there is or nearly is
        "le": (Le(x * (1 - x), Rational(1, 2)), Fraction(1, 4)),
        "lt": (Lt(x, 2), Fraction(1)),
        "ge": (Ge(exp(x), Rational(1, 2)), Fraction(1, 2)),
        "gt": (Gt(3, x), Fraction(2)),
        "ne above": (Ne(x, 2), Fraction(1)),
        "ne below": (Ne(5, x * 2), Fraction(3)),
        "two": (AllOf(Le(x, 4), Le(x, 3)), Fraction(2)),
        "nested": (AllOf(Le(x, 9), AllOf(Ge(x, -4), Le(x, 2))), Fraction(1)),
        "between": (Between(-3, x, 3), Fraction(2)),
        "within": (Within(x, 4), Fraction(3)),
        "one inside the other": (AllOf(Within(x, 6), Between(-3, x, 3)), Fraction(2)),
    }


@pytest.mark.parametrize("name", CLAIMS)
def test_the_least_gap_is_that_of_a_relation(name):
    claim, least = CLAIMS[name]
    near = closest(Theorem(title="claim", given=(), claim=claim), Budget())
    assert near is not None and near.relative > 0
    gap = Fraction(*float(arb(near.gap).mid()).as_integer_ratio())
    assert least <= gap + Fraction(1, 10**9) and gap <= least + Fraction(1, 1000)


def test_an_equation_has_no_gap():
    assert closest(Theorem(title="claim", given=(), claim=Eq(x, x, evaluate=False)), Budget()) is None
