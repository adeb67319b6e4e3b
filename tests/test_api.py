"""The top level of the package: the same answers as the commands, values that are refused, pages in a notebook."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsym
from dpsym.evaluation import BadValue
from dpsym.kernel import check as accept
from dpsym.library import LibraryError
from dpsym.numbers import Enclosure, gaussian
from dpsym.reals.balls import Undecided


# ---------------------------------------------------------------------------------------------- the top level
def test_the_top_level_has_what_it_names() -> None:
    assert dir(dpsym) == dpsym.__all__
    assert all(callable(getattr(dpsym, name)) for name in dpsym.__all__ if name != "__version__")
    with pytest.raises(AttributeError, match="no attribute 'guess'"):
        dpsym.guess  # noqa: B018


def test_a_claim_a_bound_and_what_it_needs() -> None:
    assert dpsym.claim("for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)").verdict == "proved"
    best = dpsym.tightest("for eps >= 0: PureDP(eps) => TV <= ?")
    assert best is not None and "tanh" in best.bound.replace("(exp(eps) - 1)/(1 + exp(eps))", "tanh")
    (dropped,) = dpsym.necessary("for eps: PureDP(eps) => TV <= tanh(eps/2)")
    assert dropped.needed is True


def test_a_page_is_text_html_and_latex() -> None:
    page = dpsym.show("divergences.pinsker")
    assert page.verdict == "proved"
    shown = page._repr_html_()
    assert "<math" in shown and "$" not in shown and "\\" not in shown and "<script" not in shown
    assert "Pinsker" in str(page) and "\\begin{" in page.latex


def test_findings_and_refutations() -> None:
    (finding,) = dpsym.check("divergences.pinsker")
    assert finding.verdict == "proved" and finding.declared
    misses = dpsym.refute("divergences.pinsker")
    assert misses and all(m.refuted for m in misses)
    for miss in misses:
        accept(miss.verdict.certificate, {})


@pytest.mark.parametrize("use", [dpsym.show, dpsym.check, dpsym.refute, dpsym.evaluate])
def test_an_unknown_name_says_what_is_near(use: object) -> None:
    with pytest.raises(LibraryError, match=r"divergences\.pinsker"):
        use("divergences.pinskers")  # type: ignore[operator]


def test_a_definition_has_no_near_misses() -> None:
    with pytest.raises(ValueError, match="not a theorem"):
        dpsym.refute("notions.approximate_dp.approximate")


def test_numbers_of_evaluators_and_of_entries() -> None:
    assert dpsym.evaluate("gaussian.delta", sigma=1, eps=1) == gaussian.delta(1, 1)
    found = dpsym.evaluate("conversions.zero_concentrated_to_approximate", rho=1, delta="1e-6")
    assert found and all(isinstance(x, Enclosure) for x in found.values())
    with pytest.raises(BadValue, match="sigma"):
        dpsym.evaluate("gaussian.delta", sigma=-1, eps=1)


# ----------------------------------------------------------------------------------------------------- arrays
def test_a_list_is_an_array_and_both_have_names() -> None:
    found = gaussian.delta(1, [0.0, 1.0, 2.0])
    values, errors = found
    assert found.values is values and found.errors is errors
    for x, low, high in zip([0, 1, 2], found.low, found.high, strict=True):
        true = gaussian.delta(1, x, digits=30)
        assert Fraction(float(low)) <= true.low and true.high <= Fraction(float(high))
    assert np.array_equal(gaussian.delta(1, (0.0, 1.0, 2.0)).values, values)


@pytest.mark.parametrize("bad", ["0.1", Fraction(1, 3), 2**60 + 1])
def test_what_is_no_double_is_not_rounded_in_silence(bad: object) -> None:
    with pytest.raises(ValueError, match="no double"):
        gaussian.delta(1, [1, bad])


# ------------------------------------------------------------------------------------------------- enclosures
RATIONALS = st.fractions(-20, 20, max_denominator=1000)
INTERVALS = st.tuples(RATIONALS, RATIONALS).map(lambda x: Enclosure(min(x), max(x)))
INSIDE = st.fractions(0, 1, max_denominator=10)


@given(INTERVALS, INTERVALS, INSIDE, INSIDE)
def test_arithmetic_encloses(x: Enclosure, y: Enclosure, s: Fraction, t: Fraction) -> None:
    a, b = x.low + s * (x.high - x.low), y.low + t * (y.high - y.low)
    assert (x + y).contains(a + b) and (x - y).contains(a - b) and (x * y).contains(a * b)
    assert (1 - x).contains(1 - a) and (2 * x).contains(2 * a) and abs(x).contains(abs(a))
    assert (x**2).contains(a**2) and (x**3).contains(a**3) and (x**2).low >= 0
    if y.low <= 0 <= y.high:
        with pytest.raises(Undecided):
            x / y
    else:
        assert (x / y).contains(a / b) and (1 / y).contains(1 / b) and (y**-2).contains(b**-2)


@given(INTERVALS, INTERVALS)
def test_a_comparison_is_decided_or_refused(x: Enclosure, y: Enclosure) -> None:
    if x.high < y.low:
        assert x < y and x <= y and not x > y and not x >= y
    elif x.low > y.high:
        assert x > y and x >= y and not x < y and not x <= y
    elif x.high > y.low and x.low < y.high:
        for relation in ("__lt__", "__le__", "__gt__", "__ge__"):
            with pytest.raises(Undecided, match="overlap"):
                getattr(x, relation)(y)


@given(INTERVALS, st.integers(0, 6), INSIDE)
def test_what_is_printed_is_true(x: Enclosure, places: int, s: Fraction) -> None:
    a = x.low + s * (x.high - x.low)
    down, up = format(x, f".{places}fd"), format(x, f".{places}fu")
    assert Fraction(down) <= a <= Fraction(up)
    assert format(x, f".{places}fo") == f"[{down}, {up}]"
    assert Fraction(format(x, f".{places}ed")) <= a <= Fraction(format(x, f".{places}eu"))
    for spec in (f".{places}f", f".{places}e", f".{places}g"):
        try:
            shown = format(x, spec)
        except Undecided:
            assert not x.is_exact
            continue
        if spec[-1] == "f":
            assert abs(Fraction(shown) - a) <= Fraction(1, 2 * 10**places)
            assert round(x, places) == Fraction(shown)


@pytest.mark.parametrize("spec", ["4f", ".f", ".4x", ".4fz", ">10", ".4%"])
def test_other_formats_are_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="no format of an enclosure"):
        format(Enclosure(0, 1), spec)
