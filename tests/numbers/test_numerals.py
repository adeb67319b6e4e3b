"""Typed numbers have one reader: what one front takes for a number, all take for the same number, within their bounds."""

import random
import re
from fractions import Fraction

import pytest
from sympy import Rational, exp, log, sqrt

from dpsym import numerals
from dpsym.claims.reading.syntax import parse
from dpsym.evaluation import BadValue, number
from dpsym.numbers import confounding
from dpsym.numbers.balls import exact_rational
from dpsym.numbers.expressions.evaluator import exact_number
from dpsym.numbers.printed import printed_range
from dpsym.sheets import exact_number as in_table

NUMBERS = {
    "0": Fraction(0), "7": Fraction(7), "007": Fraction(7), "1.": Fraction(1), ".5": Fraction(1, 2), "0.1": Fraction(1, 10),
    "1e-6": Fraction(1, 10**6), "2.5E+1": Fraction(25), "1e-0003": Fraction(1, 1000), "1/3": Fraction(1, 3),
    "6/4": Fraction(3, 2),
    "-3": Fraction(-3), "-.5e1": Fraction(-5), "-1/7": Fraction(-1, 7),
}  # fmt: skip
NO_NUMBERS = [
    "", "x", "1 2", "1e", "e5", ".", "1..2", "--1", "+-1", "1_000", "0x10", "²", "½", "１", "٣", "−1", "1,5", "nan", "inf",
    "1/0", "1/00", "1//2", "1/-2", "1 e3", "1e 3", "1e3.5", "(1", "1)", "()", "1*", "*1", "1**9", "1^2",
    "log", "log()", "log 3", "pi", "1\u00a0/\u00a02",
]  # fmt: skip


def taken(read, *args):
    """What a front makes of it; None where it refuses in its own words."""
    try:
        return read(*args)
    except ValueError:
        return None


FRONTS = {
    "evaluators": lambda text: exact_rational(text, "x"),
    "values": lambda text: exact_number(text, "x"),
    "tables": in_table,
    "typed": lambda text: Fraction(str(number(text, "x"))),
    "losses": lambda text: confounding.read_loss(text, "x").eps,
    "printed": lambda text: sum(printed_range(text)) / 2,
}
NEGATIVE = {"losses"}  # which refuse a negative number


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("text", NUMBERS)
def test_every_front_reads_the_same_number(front, text):
    found = taken(FRONTS[front], text)
    assert found == (None if front in NEGATIVE and NUMBERS[text] < 0 else NUMBERS[text])


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("text", NO_NUMBERS)
def test_no_front_reads_what_is_no_number(front, text):
    if front == "typed" and text == "1/-2":
        return  # a factor may have a sign
    if front == "printed" and text in ("1 2", "1,5", "−1", "1 e3", "1e 3", "1\u00a0/\u00a02"):
        return  # in print blanks and commas part thousands, and a minus sign is longer
    assert taken(FRONTS[front], text) is None


def test_random_decimals_are_read_as_they_are_written():
    """Against the decimals and fractions of Python, which take more; claims read the unsigned ones."""
    rng = random.Random(5)
    digits = lambda most: "".join(rng.choices("0123456789", k=rng.randint(0, most)))  # noqa: E731
    for _ in range(2000):
        text = rng.choice(["", "-", "+"]) + digits(6) + rng.choice(["", ".", "/"]) + digits(6)
        text += rng.choice(["", "", "e", "E"]) and rng.choice("eE") + rng.choice(["", "-", "+"]) + digits(2)
        try:
            expected = Fraction(text)
        except (ValueError, ZeroDivisionError):
            expected = None
        assert taken(numerals.rational, text) == expected, text
        written = numerals.decimal(text)
        assert (written.value if written else None) == (None if "/" in text else expected), text
        if expected is not None and not re.search(r"/|^[+-]|\.(?!\d)", text):
            assert parse(f"{text} <= 1").conclusion[0].args[0].value == expected, text


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [("12", 12, 1), ("-0.250", Fraction(-1, 4), Fraction(1, 1000)), ("1.5e3", 1500, 100),
     (".5e-1", Fraction(1, 20), Fraction(1, 100))],
)  # fmt: skip
def test_a_decimal_knows_the_unit_of_its_last_digit(text, value, unit):
    written = numerals.decimal(text)
    assert written is not None and (written.value, written.unit) == (value, unit)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*log(3)", 2 * log(3)), ("-log(3)/2", -log(3) / 2), ("sqrt(2)/2", sqrt(2) / 2), ("exp(-1)", exp(-1)),
        ("ln(1/2)", -log(2)), ("(3)", 3), ("-(3)*2", -6), (" 2 * ( 1/3 ) ", Rational(2, 3)), ("1/3/2", Rational(1, 6)),
        ("1/(1/3)", 3),
        ("sqrt(4)", 2), ("1/log(2)", 1 / log(2)),
    ],
)  # fmt: skip
def test_functions_of_numbers(text, value):
    found = number(text, "x")
    assert (found - value).equals(0), found


@pytest.mark.parametrize(
    "text",
    [
        "log(log(2))",
        "((1))",
        "2*(3*(4))",
        "log(2)log(3)",
        "2log(3)",
        "log (3)",
        "- 3",
        "lb(3)",
        "log(2, 3)",
        "2+log(3)",
    ],
)
def test_what_is_no_product_of_numbers(text):
    with pytest.raises(BadValue, match="is not an exact number"):
        number(text, "x")


@pytest.mark.parametrize("text", ["1/0", "1/log(1)", "log(3)/0", "2*log(1/0)", "1/(0)"])
def test_a_division_by_zero_is_named(text):
    with pytest.raises(BadValue, match="divides by zero"):
        number(text, "x")


def test_a_loss_is_a_number_or_the_logarithm_of_one():
    for text, growth in (("log(3)", 3), (" log( 3/2 ) ", Fraction(3, 2)), ("log(1e2)", 100), ("log(1)", 1)):
        assert confounding.read_loss(text, "eps").factor() == growth
    for text in ("log(1/2)", "log(0)", "log(-3)", "-1", "2001"):
        with pytest.raises(ValueError, match="outside its domain"):
            confounding.read_loss(text, "eps")
    for text in (
        "-log(3)",
        "2*log(3)",
        "log(log(3))",
        "log()",
        "log(3",
        "log(x)",
        "LOG(3)",
        "ln(3)",
        "log(1/0)",
    ):
        with pytest.raises(ValueError, match="is not an exact number"):
            confounding.read_loss(text, "eps")


def test_what_is_too_long_is_refused_before_it_is_computed():
    """At once: none of these is written out."""
    for text in ("1e1000000", "1e-99999999999999999999", "9" * 5000, "1/" + "9" * 5000, "." + "3" * 5000):
        with pytest.raises(numerals.TooLong):
            numerals.rational(text)
        with pytest.raises(ValueError, match="too long to be written out"):
            exact_rational(text, "x")
        with pytest.raises(ValueError, match="too long to be written out"):
            exact_number(text, "x")
        assert in_table(text) is None
        with pytest.raises(BadValue):
            number(text, "x")
    with pytest.raises(BadValue, match="the exponent of '1e6000' is beyond"):
        number("1e6000", "x")


HUGE = ["1e999999999", "-1e99999999999999999999", "9" * 5000, "." + "3" * 5000, "1/" + "9" * 5000]
HUGE += [
    f"{f}({inner})" for f in ("log", "", "-sqrt") for inner in ("*".join(["7e99999"] * 500), "1e9999999")
]
HUGE += ["7e4000/7e4000", "/".join(["7e99999"] * 500), "2*log(3)*" + "*".join(["7e99999"] * 500)]


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("text", HUGE)
def test_no_front_computes_what_is_too_long(front, text):
    """Factors that are short one by one are no shorter together; a front says so in its own words, not in Python's."""
    try:
        found = FRONTS[front](text)
    except ValueError as why:
        assert "Exceeds the limit" not in str(why), why
        assert len(str(why)) < len(text) + 200
    else:
        assert found is None


@pytest.mark.parametrize("front", sorted({*FRONTS} - {"typed"}))  # which reads 200 characters
@pytest.mark.parametrize(
    ("text", "value"), [("1/" + "0" * 5000 + "3", Fraction(1, 3)), ("1e" + "0" * 5000 + "1", 10)]
)
def test_leading_zeros_are_no_digits(front, text, value):
    assert FRONTS[front](text) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [("log(-1e5000)", "logarithm of -1e5000 is not"), ("2*sqrt( -1/3 )", "square root of -1/3 is not"),
     ("ln(0*7)", "logarithm of 0\\*7 is not")],
)  # fmt: skip
def test_what_has_no_real_value_is_named_as_it_is_typed(text, said):
    with pytest.raises(BadValue, match=said):
        number(text, "x")
