"""The exact spelling of formulas of the field, and what is refused."""
# ruff: noqa: E501

from __future__ import annotations

from xml.dom import minidom

import pytest
import sympy

from dpsym.document.formulas.notation import SpellingError, fold
from dpsym.document.formulas.spelling import (
    escape_latex,
    latex,
    mathml,
    plain,
    punctuated,
    width,
    write_plain,
)
from dpsym.language import (
    Abs,
    AllOf,
    ApproxDP,
    Between,
    Eq,
    EveryEvent,
    Exists,
    Expectation,
    FiniteSum,
    HockeyStick,
    Indicator,
    Integer,
    Le,
    Loss,
    Mass,
    Max,
    Minimum,
    P,
    Posterior,
    Probability,
    ProbDP,
    PureDP,
    Q,
    Rational,
    RenyiMoment,
    S,
    Total,
    Within,
    as_written,
    binomial,
    exp,
    floor,
    log,
    parameter,
    sqrt,
    tanh,
    y,
)

a, b, n = parameter("a"), parameter("b"), parameter("n")
p = parameter("p", at_least=0, at_most=1)
eps, delta = parameter("eps", at_least=0), parameter("delta", at_least=0)
delta_p, rho, alpha, eps_t = (
    parameter("delta_p"),
    parameter("rho", above=0),
    parameter("alpha", above=1),
    parameter("eps_t"),
)

with as_written():
    in_both = Indicator(AllOf(P(y) > 0, Q(y) > 0))
    CASES = [
        (p * exp(eps) / (1 - p + p * exp(eps)), r"\frac{p e^{\varepsilon}}{1 - p + p e^{\varepsilon}}", "p*e^eps/(1 - p + p*e^eps)"),
        (p / (p + (1 - p) * exp(-eps)) - p, r"\frac{p}{p + (1 - p) e^{-\varepsilon}} - p", "p/(p + (1 - p)*e^(-eps)) - p"),
        (tanh(eps / 4), r"\tanh(\varepsilon/4)", "tanh(eps/4)"),
        (tanh(eps / 4) ** 2, r"\tanh^{2}(\varepsilon/4)", "tanh(eps/4)^2"),
        (eps + 2 * sqrt(rho * log(1 / delta)), r"\varepsilon + 2 \sqrt{\rho \log(1/\delta)}", "eps + 2*sqrt(rho*log(1/delta))"),
        (
            log((delta_p * exp(eps) + delta) / (delta_p - delta)),
            r"\log\mathopen{}\left(\frac{\delta' e^{\varepsilon} + \delta}{\delta' - \delta}\right)",
            "log((delta_p*e^eps + delta)/(delta_p - delta))",
        ),
        (exp(-((eps - a) ** 2) / (4 * a)), r"e^{-(\varepsilon - a)^{2}/(4 a)}", "e^(-(eps - a)^2/(4*a))"),
        (exp(alpha * (alpha - 1) * rho), r"e^{\alpha (\alpha - 1) \rho}", "e^(alpha*(alpha - 1)*rho)"),
        (a - (b - n), "a - (b - n)", "a - (b - n)"),
        (sympy.Add(a, sympy.Mul(-1, sympy.Mul(-1, b))), "a - (-b)", "a - (-b)"),
        (-(a + b), "-(a + b)", "-(a + b)"),
        (-a / b, r"-\frac{a}{b}", "-a/b"),
        (a / b / n, r"\frac{a}{b n}", "a/(b*n)"),
        (a / (b / n), r"\frac{a}{b/n}", "a/(b/n)"),
        (a / Rational(1, 2) - 1, "2 a - 1", "a/(1/2) - 1"),
        (1 / (1 / a), r"\frac{1}{1/a}", "1/(1/a)"),
        (3 * a * 4, r"3 a \cdot 4", "3*a*4"),
        (a * -2, "-2 a", "a*(-2)"),
        (2 * (a + 0), "2 a", "2*(a + 0)"),
        (Rational(1, 2) * p, r"\frac{p}{2}", "(1/2)*p"),
        (Rational(3, 10**6), r"3 \cdot 10^{-6}", "3*10^(-6)"),
        (exp(eps) ** 2, r"(e^{\varepsilon})^{2}", "(e^eps)^2"),
        (exp(eps / 2) ** 2, r"e^{\varepsilon}", "(e^(eps/2))^2"),
        (2 * b - a + a, "2 b", "2*b - a + a"),
        (b + b - b, "b", "b + b - b"),
        (a - a, "a - a", "a - a"),
        (a**-2, "a^{-2}", "a^(-2)"),
        (Abs(a - 1), r"\lvert a - 1\rvert", "|a - 1|"),
        (Max(0, P(y) - exp(eps) * Q(y)), r"\max\{0, P(y) - e^{\varepsilon} Q(y)\}", "max(0, P(y) - e^eps*Q(y))"),
        (Total(P(y) - Q(y), y), r"\sum_{y} (P(y) - Q(y))", "sum_{y} (P(y) - Q(y))"),
        (floor(a), r"\lfloor a\rfloor", "floor(a)"),
        (binomial(n, 2) * p**2, r"\binom{n}{2} p^{2}", "binomial(n, 2)*p^2"),
        (FiniteSum(p**n, n, 0, Integer(3)), r"\sum_{n = 0}^{3} p^{n}", "sum_{n = 0 to 3} p^n"),
        (Minimum(a * p, p, 0, 1), r"\min_{0 < p < 1} a p", "min_{0 < p < 1} a*p"),
        (eps_t, r"\tilde{\varepsilon}", "eps_t"),
        (HockeyStick(eps), r"\dpsymHockeyStick{\varepsilon}{P}{Q}", "H_eps(P || Q)"),
        (Total(in_both * P(y) * log(P(y) / Q(y)), y), r"\dpsymRelativeEntropy{P}{Q}", "KL(P || Q)"),
        (  # another weight: no relative entropy
            Total(in_both * Q(y) * log(P(y) / Q(y)), y),
            r"\sum_{y} \dpsymIndicator[P(y) > 0, Q(y) > 0] Q(y) \log\mathopen{}\left(\frac{P(y)}{Q(y)}\right)",
            "sum_{y} 1[P(y) > 0 and Q(y) > 0]*Q(y)*log(P(y)/Q(y))",
        ),
        (  # without the condition: a term whose masses are 0 is left to the logarithm
            Total(P(y) * log(P(y) / Q(y)), y),
            r"\sum_{y} P(y) \log\mathopen{}\left(\frac{P(y)}{Q(y)}\right)",
            "sum_{y} P(y)*log(P(y)/Q(y))",
        ),
        (RenyiMoment(alpha), r"\dpsymE{Y \sim P}[e^{(\alpha - 1) \dpsymLoss}]", "E_{Y ~ P}[e^((alpha - 1)*Z)]"),
        (Expectation(Posterior(p), Q), r"\dpsymE{Y \sim Q}[\dpsymPosterior]", "E_{Y ~ Q}[X]"),
        (
            Probability(Within(Loss(), eps), P) >= 1 - delta,
            r"\dpsymPr{Y \sim P}[\lvert \dpsymLoss\rvert \le \varepsilon] \ge 1 - \delta",
            "Pr_{Y ~ P}[|Z| ≤ eps] ≥ 1 - delta",
        ),
        (Probability(Posterior(Rational(1, 2)) > a, P), r"\dpsymPr{Y \sim P}[\dpsymPosterior_{1/2} > a]", "Pr_{Y ~ P}[X_{1/2} > a]"),
        (Probability(Loss(Q(y), P(y)) <= eps, Q), r"\dpsymPr{Y \sim Q}[\dpsymLoss' \le \varepsilon]", "Pr_{Y ~ Q}[Z' ≤ eps]"),
        (Mass(S(y), P) <= exp(eps) * Mass(S(y), Q) + delta, r"P(S) \le e^{\varepsilon} Q(S) + \delta", "P(S) ≤ e^eps*Q(S) + delta"),
        (Between(a, b, n), r"a \le b \le n", "a ≤ b ≤ n"),
        (delta > 0, r"\delta > 0", "delta > 0"),
        (Posterior(p) <= a, r"\dpsymPosterior(y) \le a", "X(y) ≤ a"),
        (PureDP(eps), r"\dpsymMechanism\text{ is }(\varepsilon, 0)\text{-DP}", "M is (eps, 0)-DP"),
        (ApproxDP(eps / 2, delta), r"\dpsymMechanism\text{ is }(\varepsilon/2, \delta)\text{-DP}", "M is (eps/2, delta)-DP"),
        (AllOf(a <= b, ProbDP(eps, delta)), r"a \le b\text{ and }\dpsymMechanism\text{ is }(\varepsilon, \delta)\text{-PDP}",
         "a ≤ b and M is (eps, delta)-PDP"),
        (EveryEvent(S(y), Le(Mass(S(y), P), a)), r"\text{for every event }S\colon P(S) \le a", "for every event S : P(S) ≤ a"),
        (Exists(p, Le(a, p)), r"\text{there is }0 \le p \le 1\text{ with }a \le p", "there is 0 ≤ p ≤ 1 with a ≤ p"),
        (sympy.Piecewise((a, a < b), (b, True)), r"\begin{cases} a & \text{if } a < b \\ b & \text{otherwise} \end{cases}",
         "{a if a < b; b otherwise}"),
    ]  # fmt: skip


def test_a_fraction_after_a_sign_or_a_number_is_one_fraction():
    """`a - b/(2 n d)`, `2 b/d`: as after a plus; a fraction after a letter stays as it is written."""
    with as_written():
        cases = [
            (a - b / n / (2 * delta), r"a - \frac{b}{2 n \delta}"),
            (a + b / n / (2 * delta), r"a + \frac{b}{2 n \delta}"),
            (2 * (exp(eps) / (1 + exp(eps)) ** 2), r"\frac{2 e^{\varepsilon}}{(1 + e^{\varepsilon})^{2}}"),
            (a * (b / n), r"a \frac{b}{n}"),
            (2 * (b / 2) - 1, r"2 \cdot \frac{b}{2} - 1"),
            (-((b / n) / (1 / n)), r"-\frac{b/n}{1/n}"),
        ]
    for thing, tex in cases:
        assert latex(thing) == tex


def test_what_is_taken_away_twice_is_left():
    """`p` for a part 1 - (1 - p), as it comes about where 1 - p is put for a letter; a whole side stays, for it is what is said."""
    with as_written():
        back = 1 - (1 - p)
        assert latex((1 - delta) * back) == r"(1 - \delta) p" and latex(exp(back)) == "e^{p}"
        assert latex(log(a / back)) == r"\log(a/p)"
        assert (
            latex(back) == "1 - (1 - p)" and latex(delta * (1 - (2 - p))) == r"\delta \bigl(1 - (2 - p)\bigr)"
        )


@pytest.mark.parametrize(("thing", "tex", "text"), CASES, ids=[c[2] for c in CASES])
def test_exact_spelling(thing, tex, text):
    assert latex(thing) == tex
    assert plain(thing) == text
    minidom.parseString(mathml(thing))
    assert width(fold(thing)) > 0


@pytest.mark.parametrize(
    "thing",
    [
        sympy.Function("g")(a).diff(a),
        sympy.Integral(a, a),
        sympy.besselj(0, a),
        sympy.Symbol("undeclared") + 1,
        sympy.zoo,
        sympy.I * a,
        sympy.Matrix([[a]]).as_immutable(),
        sympy.Float("0.5") * a,
    ],
    ids=str,
)
def test_unknown_nodes_are_refused(thing):
    for spell in (latex, plain, mathml):
        with pytest.raises(SpellingError):
            spell(thing)


def test_mathml_of_the_cap():
    with as_written():
        text = mathml(exp(eps) / 2)
    assert text == (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><msup><mi>e</mi><mi>ε</mi></msup><mn>2</mn></mfrac></math>'
    )


def test_prose_is_made_harmless():
    assert escape_latex("50% & _x_ {a} #1 $5 a\\b ~^") == (
        r"50\% \& \_x\_ \{a\} \#1 \$5 a\textbackslash{}b \textasciitilde{}\textasciicircum{}"
    )
    assert escape_latex('the "best" Rényi bound') == r"the ``best'' R\'enyi bound"
    with pytest.raises(SpellingError):
        escape_latex("漢")


def test_a_stop_stands_after_the_last_line_of_blocks_in_blocks():
    inner = r"\begin{aligned} &a \\\\ &b \end{aligned}"
    outer = rf"\begin{{aligned}} &c \\ &{inner} \end{{aligned}}"
    assert punctuated("a", ".") == "a."
    assert punctuated(inner, ".").endswith(r"&b. \end{aligned}")
    assert punctuated(outer, ",").endswith(r"&b, \end{aligned} \end{aligned}")


def test_the_identity_is_spelt_though_its_letter_is_nobodys():
    """`Lambda(t, t)` is a constant of sympy, with a letter that no file declared."""
    t = parameter("t")
    assert write_plain(fold(sympy.Lambda(t, t))) == "x ↦ x"
    assert write_plain(fold(sympy.Lambda(t, 2 * t))) == "t ↦ 2*t"


def test_numbers_are_worked_out_inside_a_term_only():
    """1/2 for 1 - 1/2 where it is a part; a whole side of a relation stays as it was written, and so does what is typed."""
    half = Rational(1, 2)
    with as_written():
        share, root = (1 - half) * a, sqrt(Rational(263, 100) * 2)
        quotient, rare = a / 20 / 2, tanh(Integer(0) / 4)
        side = Eq(1 - half, half)
    assert latex(share) == r"\frac{a}{2}"
    assert latex(root) == r"\sqrt{\frac{263}{50}}"
    assert latex(quotient) == r"\frac{a}{40}"
    assert latex(rare) == "0"
    assert latex(side) == r"1 - \frac{1}{2} = \frac{1}{2}"
    assert plain(share) == "(1 - 1/2)*a"


def test_within_no_distance_is_an_equation():
    """`Z = 0` for a loss of size at most 0; any other bound is one."""
    assert write_plain(fold(Within(Loss(), 0))) == "Z(y) = 0"
    eps = parameter("eps", at_least=0)
    assert write_plain(fold(Within(Loss(), eps))).startswith("|Z(y)| ≤ ")


def test_whole_numbers_stand_in_front_of_a_product_below_a_line():
    """2 n a, not n 2 a, where a divisor is itself a product with a number."""
    with as_written():
        once, twice = b / a / (2 * n), b / (3 * a) / (2 * n)
        above = a * (2 * b)
    assert latex(once) == r"\frac{b}{2 a n}"
    assert latex(twice) == r"\frac{b}{6 a n}"
    assert latex(above) == "2 a b"


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((a < Loss(), Loss() < b), "a < Z(y) < b"),
        ((Loss() < b, a <= Loss()), "a ≤ Z(y) < b"),
        ((Loss() > a, b > Loss()), "a < Z(y) < b"),
        ((Between(0, a, b), b < Loss()), "0 ≤ a ≤ b < Z(y)"),
        ((Loss() < a, Loss() < b), "Z(y) < a, Z(y) < b"),  # no chain: both are bounds from above
        ((a < Loss(), b < Loss()), "a < Z(y), b < Z(y)"),
        ((Eq(a, Loss()), Loss() < b), "a = Z(y), Z(y) < b"),
    ],
)
def test_an_event_of_inequalities_that_go_on_is_a_chain(parts, text):
    """Both relations hold just where the chain does; in other places a comma is kept."""
    assert f"[{text}]" in write_plain(fold(Indicator(AllOf(*parts))))


@pytest.mark.parametrize("name", sorted({"alpha", "beta", "gamma", "delta", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu",
    "xi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Sigma", "Psi", "Omega"}))  # fmt: skip
def test_a_greek_name_is_printed_as_the_greek_letter(name: str) -> None:
    """Whichever an author takes: nu was printed as the word nu."""
    assert latex(parameter(name)) == f"\\{name}" and latex(parameter(f"{name}_1")) == f"\\{name}_{{1}}"
    (letter,) = (
        n.firstChild.data for n in minidom.parseString(mathml(parameter(name))).getElementsByTagName("mi")
    )
    assert len(letter) == 1
