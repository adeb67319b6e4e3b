"""The figures and examples on inference, recomputed, against reference values of twelve digits from elsewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpsym.derivations.inference import attack_at_a_level, clamped_count, noisy_count, randomised_answers
from dpsym.derivations.inference import risk_of_estimators as risk
from dpsym.derivations.mechanisms import laplace_densities
from dpsym.derivations.survey import small_survey
from dpsym.language import Rational
from dpsym.numbers import enclose, estimate, limits, recompute, tabulate


def near(enclosure, printed: str) -> bool:
    """Whether the enclosure and a number of twelve digits agree."""
    wanted = Fraction(printed)
    slack = abs(wanted) * Fraction(1, 10**11)
    return enclosure.low - slack <= wanted <= enclosure.high + slack


FIGURE_1 = {  # output: densities on the inputs 10 and 11
    "8": ("0.0183156388887", "0.00247875217667"), "9.5": ("0.367879441171", "0.0497870683679"), "10": ("1", "0.135335283237"),
    "10.5": ("0.367879441171", "0.367879441171"), "13": ("0.00247875217667", "0.0183156388887"),
}  # fmt: skip
FIGURE_2 = {  # output: lower and upper at 0.1, lower and upper at 0.25
    "-22.5": ("0.00193871039159", "0.00526996122809", "3.70055912571e-5", "0.000450820392002"),
    "32.5": ("0.00193871039159", "0.00526996122809", "3.70055912571e-5", "0.000450820392002"),
    "-15": ("0.00410424993119", "0.0111565080074", "0.000241306767028", "0.00293971823200"),
    "15": ("0.0111565080074", "0.0303265329856", "0.00293971823200", "0.0358130996075"),
    "0": ("0.0183939720586", "0.05", "0.0102606248280", "0.125"),
    "2.5": ("0.0183939720586", "0.0642012708344", "0.0102606248280", "0.233530744679"),
    "5": ("0.0183939720586", "0.0824360635350", "0.0102606248280", "0.436292869683"),
}
FIGURE_3 = {
    1: ("0.268941421370", "0.731058578630"), 3: ("0.0194523953442", "0.390711804931"),
    7: ("0.000101766273264", "0.111600269671"), 10: ("1.97959778025e-6", "0.0436035427941"),
}  # fmt: skip
FIGURE_4 = {  # rate: lower, prior, upper, posteriors at 0, 3 and 6
    "0.5": ("0.0278912700186", "0.0758163324641", "0.206090158838", "0.106092684792", "0.0652600060366", "0.0495398854284"),
    "2": ("0.0995741367357", "0.270670566473", "0.735758882343", "0.300984630483", "0.280188247399", "0.231657328053"),
    "5": ("0.0309844022083", "0.0842243374886", "0.228945486109", "0.0621508590176", "0.0816362313233", "0.109822410886"),
    "12": ("0.000162743717303", "0.000442383289440", "0.00120252245690", "0.000247398684848", "0.000350119305178",
           "0.000714464789897"),
}  # fmt: skip
OUTPUTS = {"0": "0.0551518448450", "3": "0.0642307456026", "6": "0.0513704947161"}


@pytest.mark.parametrize(
    ("figure", "table"),
    [
        (laplace_densities.laplace_densities, FIGURE_1),
        (noisy_count.figure_2, FIGURE_2),
        (randomised_answers.figure_3, FIGURE_3),
        (clamped_count.figure_4, FIGURE_4),
    ],
    ids=lambda x: getattr(x, "title", ""),
)
def test_figures(figure, table):
    for x, row in table.items():
        for one, printed in zip(figure.curves, row, strict=True):
            found = enclose(one.expression, {**dict(one.at), one.over: Rational(str(x))})
            assert near(found, printed), (x, one.label, found)


def test_the_posteriors_lie_inside_the_bounds_of_figure_4():
    lower, _, upper, *posteriors = (tabulate(c) for c in clamped_count.figure_4.curves)
    for posterior in posteriors:
        for (_, low), (_, middle), (_, high) in zip(lower, posterior, upper, strict=True):
            assert low.high < middle.low and middle.high < high.low


def test_the_envelope_is_inside_the_bounds():
    curves = [tabulate(c) for c in noisy_count.known.curves]
    for (_, a), (_, b), (_, c), (_, d) in zip(*curves, strict=True):
        assert a.low <= b.high and b.low <= c.high and c.low <= d.high


def test_example_6_7():
    values = {v.what: recompute(v) for v in clamped_count.example.values}
    for what, printed in (
        ("standard deviation of the noise", "8.48528137424"),
        ("largest ratio of posterior and prior, output 6, rate without bound", "1.62220227377"),
        ("least ratio of posterior and prior, output 0, rate without bound", "0.555858470080"),
        ("ratio of posterior and prior, output 0, rate near 0", "1.51097997841"),
        *((f"density of the output {t}, under the prior", x) for t, x in OUTPUTS.items()),
    ):
        assert near(values[what], printed), what
    assert enclose(clamped_count.last).contains(Fraction(37, 256)) and enclose(clamped_count.last).is_exact


def test_the_attackers_test():
    for v, printed in zip(
        attack_at_a_level.attack_at_a_level.values,
        ("0.0552585459038", "0.0824360635350", "0.135914091423", "0.369452804947"),
        strict=True,
    ):
        assert near(recompute(v), printed)


def test_the_case_study_holds_together():
    """The noise that is usual is worse than the bound, by less than the factor that the words say."""
    values = {v.what: recompute(v) for v in small_survey.mean.values}
    bounds = [x for what, x in values.items() if what.startswith("root mean squared error, at least")]
    noise = values["root mean squared error of Laplace noise"]
    best = max(x.low for x in bounds)
    assert best < noise.low and noise.high < 2 * best
    one = values["root mean squared error, at least, 1 answer differs"]
    assert near(one, "0.00484771814570")  # e^(1/4)/(1 + e^(1/2)) hundredths


def test_the_theorems_on_risks_are_what_is_evaluated():
    for x in (Rational(1, 9), Rational(3, 4), Rational(5, 2)):
        at, loss = {risk.eps: x, risk.c: Rational(3, 7)}, Fraction(int(x.p), int(x.q))
        for k, e in ((1, risk.least), (2, risk.two_apart)):
            one, other = enclose(e, at), estimate.squared(loss, k, "3/7", digits=20)
            assert one.low <= other.high and other.low <= one.high, (x, k)
        far = limits.advantage(loss, 5, digits=25).mid
        assert abs(estimate.absolute(loss, 5, "3/7", digits=20).mid - Fraction(3, 14) * (1 - far)) < Fraction(
            1, 10**18
        )
