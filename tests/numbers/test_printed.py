"""Printed digits, and every printed number of the files that carry one."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module

import pytest

from dpsym.language import Integer, Rational, curve, exp, parameter, value
from dpsym.numbers import Enclosure, agrees, enclose, recompute, tabulate

FILES = [
    "conversions.approx_to_probabilistic_curve",
    "composition.total_epsilon_by_queries",
    "posterior.bound_by_queries",
    "posterior.daily_releases",
    "posterior.posterior_bound_by_days",
    "posterior.largest_difference_by_days",
    "posterior.employee_survey",
    "posterior.monthly_releases",
    "posterior.technology_company",
    "posterior.ratio_envelopes",
    "posterior.difference_envelopes",
    "posterior.ratio_or_difference",
]


def entry(name):
    return getattr(import_module(f"dpsym.derivations.{name}"), name.split(".")[1])


VALUES = [
    pytest.param(v, id=f"{name}-{i}")
    for name in FILES
    for i, v in enumerate(entry(name).values if hasattr(entry(name), "values") else ())
]


@pytest.mark.parametrize("v", VALUES)
def test_printed_numbers_come_out_as_expected(v):
    found = recompute(v)
    assert found.low <= found.high
    if v.printed:
        assert found.agrees is (v.expected == "agrees")
        assert v.expected == "agrees" or v.note
    else:
        assert found.agrees is None


REFERENCE = {
    "conversions.approx_to_probabilistic_curve": {
        "loss bound": {
            "0.00000101": "5.925715866",
            "0.000002": "1.861994804",
            "0.01": "1.000136792",
            "1": "1.000001368",
        }
    },
    "composition.total_epsilon_by_queries": {
        "basic": {"28": "1.4", "200": "10"},
        "advanced": {"10": "0.856765", "100": "2.884616", "200": "4.229633"},
        "optimal": {"20": "0.90", "25": "1.05", "26": "1.00", "36": "1.30", "37": "1.25", "200": "3.30"},
    },
    "posterior.bound_by_queries": {
        "basic": {"27": "0.79413", "28": "0.80219"},
        "advanced": {"25": "0.79871", "26": "0.80327"},
        "optimal": {"41": "0.79413", "42": "0.80219", "95": "0.89567"},
    },
    "posterior.posterior_bound_by_days": {
        "highest posterior": {"1": "0.651302", "14": "0.902308", "58": "0.990033", "100": "0.997929"}
    },
    "posterior.largest_difference_by_days": {
        "largest difference": {"1": "0.154934", "21": "0.591683", "202": "0.980178", "365": "0.997186"}
    },
    "posterior.ratio_envelopes": {
        "upper envelope": {"0.01": "5.7601", "0.1": "4.0204", "0.5": "1.7164", "0.9": "4.0204"},
        "lower envelope": {"0.05": "0.1725", "0.25": "0.2088"},
    },
    "posterior.difference_envelopes": {
        "upper envelope, caption's parameters": {"0.01": "0.0476", "0.29": "0.4219", "0.5": "0.3582"},
        "upper envelope, text's parameters": {"0.05": "0.2300", "0.27": "0.4621", "0.5": "0.3808"},
    },
}


@pytest.mark.parametrize("name", REFERENCE)
def test_curves_pass_through_reference_points(name):
    for c in entry(name).curves:
        wanted = {Fraction(x): printed for x, printed in REFERENCE[name].get(c.label, {}).items()}
        rows = {Fraction(int(x.p), int(x.q)): found for x, found in tabulate(c)}
        assert len(rows) == len(c.points)
        for x, printed in wanted.items():
            half = Fraction(1, 10 ** len(printed.partition(".")[2])) / 2
            assert abs(rows[x].mid - Fraction(printed)) <= half * Fraction(101, 100)


def box(low, high=None):
    return Enclosure(Fraction(low), Fraction(high or low))


@pytest.mark.parametrize(
    "low, high, printed, verdict",
    [
        ("0.8149", "0.8149", "0.81", True),
        ("0.8151", "0.8151", "0.81", False),
        ("0.8149", "0.8151", "0.81", None),
        ("0.815", "0.815", "0.81", True),
        ("0.815", "0.815", "0.82", True),
        ("0.4750208", "0.4750208", "48%", True),
        ("0.4749", "0.4749", "48%", False),
        ("0.4749", "0.4749", r"48\%", False),
        ("58", "58", "58", True),
        ("58.4", "58.4", "58", True),
        ("57", "57", "58", False),
        ("0.1351", "0.1352", "≈0.135", True),
        ("-0.46", "-0.46", "−0.46", True),
        ("0.46", "0.46", "±0.46", True),
        ("1049", "1049", "1,049", True),
        ("0.0000104", "0.0000104", "1.0e-5", True),
        ("0.0000106", "0.0000106", "1.0e-5", False),
        ("3.96", "3.96", "4.0", True),
        ("3.94", "3.94", "4.0", False),
        ("0.9", "0.9", "0.90", True),
        ("0.91", "0.91", "0.9", True),
        ("0.52497", "0.52498", "at most 52%", False),
        ("0.52497", "0.52498", "at most 53%", True),
        ("0.52497", "0.52498", "at most 54%", False),
        ("0.52497", "0.52498", "at least 52%", True),
        ("0.52497", "0.52498", "at least 53%", False),
        ("0.5199", "0.5201", "at most 52%", None),
        ("0.90484", "0.90484", "at least 0.90", True),
        ("1.105", "1.105", "at most 1.1", False),
        ("6", "6", "at most 6", True),
        ("6", "6", "at least 6", True),
        ("-0.46", "-0.46", "at most -0.4", True),
        ("-0.46", "-0.46", "at most −0.5", False),
        ("-0.46", "-0.46", "at least −0.5", True),
    ],
)
def test_rounding_to_nearest(low, high, printed, verdict):
    assert agrees(box(low, high), printed) is verdict


@pytest.mark.parametrize(
    "printed",
    ["", "about one", "at most", "at most one", "at mostly 1", "1.2.3", "0x10", "nan", "inf", "1_000", "%"],
)
def test_what_is_not_a_number_is_refused(printed):
    with pytest.raises(ValueError, match="not a printed number"):
        agrees(box(1), printed)


def test_digits_are_added_until_it_is_settled():
    close = Rational(815, 1000) + exp(-60)
    found = recompute(value("just above the tie", close, {}, "0.81", expected="disagrees"), digits=3)
    assert found.agrees is False
    low, high = found.decimals(3)
    assert (low, high) == ("0.815", "0.816") and Fraction(low) <= found.low <= found.high <= Fraction(high)
    assert recompute(value("not printed", Integer(2))).agrees is None
    assert found.enclosure.low == found.low


def test_curves_check_their_domain():
    k = parameter("k", at_least=1, integer=True)
    assert [float(v) for _, v in tabulate(curve("line", 2 * k, k, (1, 2, 3)))] == [2, 4, 6]
    with pytest.raises(ValueError, match="k"):
        tabulate(curve("line", 2 * k, k, (0,)))
    assert enclose(2 * k, {"k": 7}).low == 14
