"""Claims with powers beyond those that are one term of the kernel: written as products, they are proved and refuted."""

from fractions import Fraction

import pytest

from dpsym.claims import settle
from dpsym.claims.reading.as_typed import POWER
from dpsym.claims.reading.syntax import NotAClaim
from dpsym.kernel import Refused
from dpsym.kernel.normal import Context
from dpsym.language import as_written, parameter
from dpsym.language.terms import LARGEST, MOST, Translation, exponents

N = [LARGEST - 1, LARGEST, LARGEST + 1, 2 * 30, MOST]
x = parameter("x", above=0)


def value(term, at):
    """The value of a term in powers and products of one name."""
    if isinstance(term, Fraction):
        return term
    if isinstance(term, str):
        return at
    op, *args = term
    first, *rest = [value(a, at) for a in args]
    for other in rest:
        first = {"*": lambda a, b: a * b, "^": lambda a, b: a ** int(b), "/": lambda a, b: a / b}[op](
            first, other
        )
    return first


def largest(term):
    """The largest exponent in a term."""
    if not isinstance(term, tuple):
        return 0
    own = int(term[2]) if term[0] == "^" else 0
    return max([own, *map(largest, term[1:])])


@pytest.mark.parametrize("n", [*range(-MOST, MOST + 1, 7), *N, *(-k for k in N), 0, 1, -1])
def test_a_power_is_a_product_of_powers_that_the_kernel_takes(n):
    with as_written():
        term = Translation().term(x**n)
    assert largest(term) <= LARGEST and value(term, Fraction(3, 2)) == Fraction(3, 2) ** n


def test_exponents_add_up():
    for n in range(1, 200):
        assert sum(exponents(n)) == n and all(0 < k <= LARGEST for k in exponents(n))


def test_the_kernel_takes_these_exponents_and_no_larger_ones():
    """What is typed goes no further than what is written as a product."""
    assert POWER <= MOST
    known = Context({"x": "R"}, {})
    assert known.sort(("^", "x", Fraction(LARGEST))) == "R"
    with pytest.raises(Refused, match=r"\^ takes n"):
        known.sort(("^", "x", Fraction(LARGEST + 1)))


@pytest.mark.parametrize("n", N)
@pytest.mark.parametrize(
    "claim",
    [
        "for 0 < p < 1: p^{n} <= p",
        "for p > 0: p^{n} >= {n}*p - ({n} - 1)",
        "for p > 0: p^({n} - 20)*p^20 = p^{n}",
        "for p > 0: exp({n}*log(p)) = p^{n}",
        "for 0 < p < 1: (1 + p)^{n} >= 1 + {n}*p",
    ],
)
def test_true_claims_are_proved(claim, n):
    assert settle(claim.format(n=n)).verdict == "proved"


@pytest.mark.parametrize("n", N)
@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("for 0 < p < 1: p^{n} <= p^({n} + 1)", None),
        ("for 0 < p < 1: p^{n}*(1 - p)^{n} <= 1/4^{n} - 1e-60", "1/2"),
        ("for 0 < p < 1: 1 - (1 - p)^{n} <= ({n} - 1/10)*p", None),
        ("for eps >= 0, 0 <= p < 1: ApproxDP(eps, p) => ApproxDP(eps, p^{n})", None),
    ],
)
def test_false_claims_are_refuted(claim, value, n):
    try:
        answer = settle(claim.format(n=n))
    except NotAClaim:
        assert n == POWER  # one more is not read
        return
    assert answer.verdict == "refuted"
    if value is not None:
        assert answer.witness.values == {"p": value}
