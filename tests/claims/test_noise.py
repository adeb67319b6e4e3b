"""Claims about Gaussian and Laplace noise: proved for noise of which the output is rounded, by the kernel, and no further."""

from __future__ import annotations

from fractions import Fraction

import pytest
from mpmath import exp as mexp
from mpmath import mpf, nstr, workdps
from siblings import one_in

import dpsym
from dpsym.claims.reading.meaning import Reader, read
from dpsym.claims.reading.syntax import parse
from dpsym.claims.ways.by_library import with_rounded_noise
from dpsym.kernel.certificate import check_bundle
from dpsym.language.rounding import cells
from dpsym.lift import LEMMA, ON_THE_LINE

PROVED = [
    "for sigma > 0: Gaussian(sigma, 1) => GaussianDP(1/sigma)",
    "for d > 0, sigma > 0: Gaussian(sigma, d) => ZCDP(d^2/(2*sigma^2))",
    "for sigma > 0, alpha > 1: Gaussian(sigma, 1) => RenyiDP(alpha, alpha/(2*sigma^2))",
    "for sigma > 0: Gaussian(sigma, 1) => TV <= 2*Phi(1/(2*sigma)) - 1",
    "for b > 0: Laplace(b, 1) => PureDP(1/b)",
    "for b > 0: Laplace(b, 1) => PureDP(2/b)",
    pytest.param("for b > 0: Laplace(b, 1) => TV <= 1 - exp(-1/(2*b))", marks=pytest.mark.slow),
    "for b > 0, 0 <= eps <= 1/b: Laplace(b, 1) => ApproxDP(eps, 1 - exp((eps - 1/b)/2))",
    "Laplace(10, 1) => PureDP(1/10)",  # what a theorem asks of its numbers is true or false at once
    "Laplace(3, 2) => PureDP(2/3)",
]
REFUTED = [
    "for sigma > 0: Gaussian(sigma, 1) => GaussianDP(1/(2*sigma))",
    "for sigma > 0: Gaussian(sigma, 1) => ZCDP(1/(3*sigma^2))",
    "for sigma > 0: Gaussian(sigma, 1) => TV <= 1/(4*sigma)",
    "for sigma > 0: Gaussian(sigma, 1) => KL < 1/(2*sigma^2)",
    "for b > 0: Laplace(b, 1) => PureDP(1/(2*b))",
    "for b > 0: Laplace(b, 1) => TV <= 1 - exp(-1/(3*b))",
]
# True of the noise, false of a rounding to one cell, or only so in the limit; two more are cited in test_claims.py.
NOT_OF_ROUNDINGS = [
    pytest.param("for sigma > 0: Gaussian(sigma, 1) => TV = 2*Phi(1/(2*sigma)) - 1", marks=pytest.mark.slow),
    "for sigma > 0: Gaussian(sigma, 1) => TV < 1",
    "for b > 0: Laplace(b, 1) => Tail(0) >= 1/2",
]


@pytest.mark.parametrize("text", one_in(4, PROVED))
def test_noise_is_settled_by_the_kernel(text: str) -> None:
    answer = dpsym.claim(text)
    assert (answer.verdict, answer.scope) == ("proved", f"all finite outputs; {ON_THE_LINE} {LEMMA}")
    bundle = answer.bundle()
    assert bundle is not None
    assert "claim" in check_bundle(bundle)
    assert any("mechanisms.rounded" in name for name in answer.rests_on)
    page = answer.latex()  # says of the laws what the kernel was told
    assert r"\mathit{lower}(y)" in page and "cover the line once" in page
    assert (r"\mapsto \Phi(" in page) == ("Gaussian(" in text)
    assert ON_THE_LINE in answer._repr_html_()


@pytest.mark.parametrize("text", REFUTED)
def test_false_claims_about_noise_are_refuted(text: str) -> None:
    assert dpsym.claim(text).verdict == "refuted"


@pytest.mark.parametrize("text", NOT_OF_ROUNDINGS)
def test_what_roundings_do_not_show_is_not_proved(text: str) -> None:
    assert dpsym.claim(text).verdict != "proved"


def test_a_strict_claim_and_a_further_hypothesis_have_no_rounded_reading() -> None:
    assert with_rounded_noise(Reader(parse("for s > 0: Gaussian(s, 1) => KL < 1/s^2"))) is None
    assert with_rounded_noise(Reader(parse("for s > 0: Gaussian(s, 1) and TV >= 1/2 => KL <= 1/s^2"))) is None
    read_so = with_rounded_noise(Reader(parse("for s > 0, s >= 2: Gaussian(s, 1) => KL <= 1/s^2")))
    assert read_so is not None and cells in read_so.theorem.given


def test_noise_has_no_other_reading() -> None:
    with pytest.raises(dpsym.claims.reading.meaning.NotSupported):
        read("for s > 0: Gaussian(s, 1) => KL <= 1/s^2")


def test_a_name_of_the_cells_costs_the_proof_and_nothing_else() -> None:
    text = "for first > 0, lower > 0: Laplace(first, lower) => PureDP(lower/first)"
    assert dpsym.claim(text).verdict == "cited"
    assert dpsym.claim(text.replace("(lower/first)", "(lower/(2*first))")).verdict == "refuted"


LONG = "for mu >= 0, 0 < a < 1: GaussianDP(mu) => Power(a) <= Phi(Phi_inv(a) + mu)"
QUANTILES = {
    "Phi_inv(1/2) = 0": "proved",
    "for 0 < p < 1: Phi_inv(1 - p) = -Phi_inv(p)": "proved",
    "for 0 < p < q < 1: Phi_inv(p) < Phi_inv(q)": "proved",
    "for 0 < p <= q < 1: Phi_inv(p) < Phi_inv(q)": "refuted",
    "for 0 < p < 1: Phi_inv(1 - p) = Phi_inv(p)": "refuted",
    LONG: "proved",
    "for 0 <= mu <= mu2: GaussianDP(mu) => GaussianDP(mu2)": "proved",
    "for 0 <= mu <= mu2: GaussianDP(mu2) => GaussianDP(mu)": "refuted",
    "for b > 0: PureDP(1/b) => PureDP(2/b)": "proved",
    "for b > 0: PureDP(2/b) => PureDP(1/b)": "refuted",
}


@pytest.mark.parametrize(
    "text", [pytest.param(t, marks=[pytest.mark.slow] if t == LONG else []) for t in QUANTILES]
)
def test_quantiles_and_curves(text: str) -> None:
    assert dpsym.claim(text).verdict == QUANTILES[text]


def exceeds(eps: mpf, e: mpf) -> mpf:
    """P[loss > e] of Laplace noise of scale 1 at a distance of eps, -eps <= e < eps: that the noise is below (eps - e)/2."""
    return 1 - mexp(-(eps - e) / 2) / 2


TAILS = [("1", "1/2"), ("1", "-1/2"), ("3/2", "1/4")]


@pytest.mark.parametrize(("eps", "e"), one_in(1, TAILS, dear=(TAILS[0], TAILS[2])))
def test_the_tail_of_the_loss_of_laplace_noise(eps: str, e: str) -> None:
    with workdps(40):
        value = exceeds(mpf(Fraction(eps).numerator) / Fraction(eps).denominator, mpf(float(Fraction(e))))
        above, below = (nstr(value + sign * mpf(10) ** -12, 30) for sign in (1, -1))
    noise = f"Laplace({1 / Fraction(eps)}, 1)"
    assert dpsym.claim(f"{noise} => Tail({e}) <= {above}").verdict == "cited"
    assert dpsym.claim(f"{noise} => Tail({e}) <= {below}").verdict == "refuted"
    if Fraction(e) >= 0:  # within e is what neither order exceeds
        with workdps(40):
            at = mpf(float(Fraction(e)))
            outside = value + mexp(-(mpf(float(Fraction(eps))) + at) / 2) / 2
            more, less = (nstr(outside + sign * mpf(10) ** -12, 30) for sign in (1, -1))
        assert dpsym.claim(f"{noise} => ProbDP({e}, {more})").verdict == "cited"
        assert dpsym.claim(f"{noise} => ProbDP({e}, {less})").verdict == "refuted"


TAILS_AT_ENDS = [  # of a loss of 1 at most: where it is asked, and the probability under P of a larger loss
    *(("RandomizedResponse(1)", e, "exp(1)/(1 + exp(1))") for e in ("-1", "-1/2", "0", "999/1000")),
    *(("Geometric(1, 1)", e, "exp(1)/(1 + exp(1))") for e in ("-1", "999/1000")),
    ("Laplace(1, 1)", "-1", "1 - exp(-1)/2"),
    *((noise, "1", "0") for noise in ("RandomizedResponse(1)", "Geometric(1, 1)", "Laplace(1, 1)")),
    *((noise, "3/2", "0") for noise in ("RandomizedResponse(1)", "Laplace(1, 1)")),
    *((noise, "-1001/1000", "1") for noise in ("RandomizedResponse(1)", "Laplace(1, 1)")),
]


@pytest.mark.parametrize(("noise", "e", "value"), one_in(3, TAILS_AT_ENDS))
def test_the_tail_at_the_ends_of_the_loss_and_beyond(noise: str, e: str, value: str) -> None:
    for sign, other in (("<=", "-"), (">=", "+")):
        assert dpsym.claim(f"{noise} => Tail({e}) {sign} {value}").verdict in ("proved", "cited")
        assert dpsym.claim(f"{noise} => Tail({e}) {sign} {value} {other} 1e-9").verdict == "refuted"


@pytest.mark.parametrize(("u", "k", "v"), [(2, 3, 2), (2, 3, 1), (3, 2, 4), (2, 5, 31)])
def test_geometric_noise_at_any_whole_distance(u: int, k: int, v: int) -> None:
    """The hockey stick of the noise itself, summed up to a remainder, is at least that of the sign that refutes."""
    a = Fraction(1, u)
    mass = (1 - a) / (1 + a)
    far = 60  # what is beyond has less than the hair
    law = [(mass * a ** abs(x), mass * a ** abs(x - k)) for x in range(-far, far + k)]
    stick = sum(max(Fraction(0), p - v * q) for p, q in law)
    sign = sum(p for p, _ in law[: far + 1]) - v * sum(q for _, q in law[: far + 1])
    assert sign <= stick
    hair = Fraction(1, 10**12)
    text = f"Geometric(log({u}), {k}) => ApproxDP(log({v}), {{}})"
    assert dpsym.claim(text.format(max(sign, Fraction(0)) - hair)).verdict == "refuted"
    assert dpsym.claim(text.format(stick + hair)).verdict != "refuted"
    loss = f"Geometric(log({u}), {k}) => PureDP(log({u**k}){{}})"
    assert dpsym.claim(loss.format("")).verdict == "cited"
    assert dpsym.claim(loss.format(" - 1e-20")).verdict == "refuted"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("for sigma > 0: DiscreteGaussian(sigma, 1) => ZCDP(1/(3*sigma^2))", "refuted"),
        ("for sigma > 0: DiscreteGaussian(sigma, 2) => KL <= 2/sigma^2", "cited"),
        ("for sigma > 0: DiscreteGaussian(sigma, 2) => KL < 2/sigma^2", "refuted"),
        ("for sigma > 0: DiscreteGaussian(sigma, 1) => Renyi(2) = 1/sigma^2", "cited"),
        ("for sigma > 0: DiscreteGaussian(sigma, 1) => RenyiDP(3, 1/sigma^2)", "refuted"),
        ("for sigma > 0, eps >= 0: DiscreteGaussian(sigma, 1) => PureDP(eps)", "refuted"),
        ("DiscreteGaussian(1, 1) => Renyi(3/2) >= 3/4", "refuted"),  # smaller at an order that is not whole
        ("DiscreteGaussian(1, 1) => TV >= 1/10", "cited"),
        ("for eps > 0: Geometric(eps, 2) => TV >= 1/10", "refuted"),
        (
            "for eps > 0: Geometric(eps, 13) => TV >= 1/10",
            "undecided",
        ),  # of the sign only bounds above are refuted
        ("Geometric(1, 2) => Tail(0) <= 0", "refuted"),
        ("DiscreteGaussian(1, 1) => TV = 2/5", "refuted"),
        ("Laplace(1, 1) => Tail(1 - 1e-20) <= 0", "refuted"),
        ("Laplace(1, 1) => Tail(-1) >= 1", "refuted"),
        ("Laplace(1, 1) => ProbDP(1 - 1e-20, 1/2)", "refuted"),
        ("Laplace(1, 1) => ProbDP(1, 0)", "proved"),
    ],
)
def test_what_has_a_closed_form_only_in_part(text: str, verdict: str) -> None:
    assert dpsym.claim(text).verdict == verdict
