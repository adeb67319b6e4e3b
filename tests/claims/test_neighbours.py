"""Claims of several forms that are proved, with false neighbours of each, which must not be; and what is vacuous."""

from __future__ import annotations

import pytest

from dpsym.claims import settle

PROVED = ("proved", "enclosed", "cited", "vacuous")

VACUOUS = (
    "ZCDP(-1) => TV <= 1/3",
    "ZCDP(1) and KL > 1 => TV <= 1/7",
    "ZCDP(1) and TV >= 1 => KL <= 0",
    "RenyiDP(2, -1) => TV <= 0",
    "GaussianDP(-1) => TV <= 0",
    "ApproxDP(-1, 1/2) => TV <= 0",
    "PureDP(1) and Renyi(2) > 5 => TV <= 0",
    "Gaussian(1, 1) and TV > 1/2 => KL <= 0",
    "TV > 1 or KL < 0 => TV <= 0",
    "group(2, PureDP(-1)) => TV <= 1/5",
    "group(2, ZCDP(-1)) => KL <= 1/5",
    "group(2, PureDP(1)) and TV >= 1 => TV <= 0",
    "compose(ZCDP(-1), ZCDP(-2)) => TV <= 1/2",
    "post(PureDP(-1)) => TV <= 1/2",
)

SATISFIED = (  # and false
    "ZCDP(1) and KL >= 1/100 => TV <= 1/1000",
    "ZCDP(1) and TV >= 1/10 => KL <= 0",
    "ZCDP(1/100) and TV > 1/100 => KL <= 0",
    "RenyiDP(2, 1) => TV <= 0",
    "RenyiDP(2, 1/100) and KL > 1/1000 => TV <= 0",
    "GaussianDP(1/10) => TV <= 0",
    "ApproxDP(-1, 2/3) => TV <= 0",
    "ApproxDP(-1, 16/25) => TV <= 0",
    "ProbDP(1, 0) => TV <= 0",
    "PureDP(1) and Renyi(2) > 1/10 => TV <= 0",
    "PureDP(1) and Renyi(2) >= 1/2 => TV <= 0",
    "KL <= 1/2 and TV >= 2/5 => TV <= 1/3",
    "Gaussian(1, 1) and TV > 1/3 => KL <= 0",
    "TV > 1/2 or KL < 0 => TV <= 1/2",
    "TV >= 1 or KL < 0 => TV <= 1/2",
    "group(2, PureDP(1)) => TV <= 1/5",
    "group(3, PureDP(1/10)) => TV <= 1/100",
    "group(2, PureDP(1)) and TV >= 1/10 => TV <= 1/5",
    "compose(ZCDP(1), ZCDP(2)) => TV <= 1/2",
    "post(PureDP(1)) => TV <= 1/3",
)

FORMS = (
    # a part of an alternative where the other fails
    ("KL > 1/2 or TV <= 1/2", "for t > 0: KL > 2*t^2 or TV <= t", "PureDP(1) => TV <= 1/3 or KL >= 2/9"),
    # products of two facts, squares among them
    (
        "for 0 <= p, p^2 <= 4/25: p <= 2/5",
        "for 0 <= p <= 1, m >= 1, m <= exp((2 - 1)*log(2)), (p - 1/5)^2 <= (m - 1)*4/25: p <= 3/5",
        "for 0 <= x <= 1/5, p >= 0, (p - x)^2 <= x*(1 - x): p <= 3/5",
    ),
    # least budgets, and the distance under zero-concentrated DP
    (
        "for rho: ZCDP(rho) => rho >= 0",
        "for eps: PureDP(eps) => eps >= 0",
        "for eps, delta: ApproxDP(eps, delta) => delta >= 1 - exp(eps)",
        "for rho >= 0, 0 <= alpha <= 1: ZCDP(rho) => Power(alpha) <= alpha + sqrt(rho/2)",
        "ZCDP(1) => TV < 1",
    ),
    # a parameter that bounds a functional
    (
        "for k >= 0: KL <= k and TV >= 9/10 => k >= log(100/19)",
        "for k >= 0, t >= 0, t <= 1: KL <= k and TV >= t => k >= 2*t^2",
        "for eps >= 0, k >= 0: PureDP(eps) and KL >= k => k <= eps*tanh(eps/2)",
    ),
    # error functions of a reciprocal
    (
        "for sigma > 0: 2*Phi(1/(2*sigma)) - 1 < 1/(2*sigma)",
        "for sigma > 0: Gaussian(sigma, 1) => TV < 1/(2*sigma)",
    ),
    # deltas of groups, and posteriors bounded from below
    (
        "group(3, ApproxDP(log(2), 1/100)) => ApproxDP(log(8), 7/100)",
        "for eps > 0, 0 <= delta <= 1: group(3, ApproxDP(eps, delta)) => ApproxDP(3*eps, (1 + exp(eps) + exp(2*eps))*delta)",
        "for 0 < p < 1: Posterior(p) >= p => TV <= 0",
        "for 0 < p < 1, 0 < b < 1: Posterior(p) >= b => PureDP(log(p*(1 - b)/(b*(1 - p))))",
    ),
)  # fmt: skip

FALSE = (
    # alternatives: with more entropy, or less distance
    "KL > 3/5 or TV <= 1/2", "KL > 1 or TV <= 1/2", "KL >= 2/3 or TV < 1/2", "KL >= 1/2 or TV <= 2/5",
    "KL > 1/2 or TV <= 1/3", "TV <= 1/3 or KL >= 1/2", "TV < 1/4 or KL >= 1/2", "for t > 0: KL > 3*t^2 or TV <= t",
    "for t > 0: KL > 2*t or TV <= t", "for t >= 0: TV <= t or Renyi(2) >= log(1 + 9*t^2)",
    "PureDP(1) => TV <= 1/3 or KL >= 1/3", "PureDP(1) => TV <= 1/4 or KL >= 1/4", "TV <= 1/10 or KL >= 1/10",
    "TV < 1/2 or Renyi(2) >= 1", "for t > 0: Renyi(2) > 5*t^2 or TV <= t", "PureDP(2) => TV <= 1/2 or KL >= 1",
    "KL >= 1/5 or TV <= 1/5", "KL > 1/50 or TV <= 1/20", "TV <= 1/2 or Power(1/2) >= 99/100", "TV <= 1/2 or Tail(1) >= 1/2",
    # squares
    "for 0 <= p <= 1, (p - 1/5)^2 <= 4/25: p <= 59/100", "for 0 <= p, p^2 <= 4/25: p < 2/5",
    "for p, p^2 <= 4/25: p <= -2/5", "for 0 <= p <= 1, (p - 1/5)^2 <= 1/5: p <= 3/5",
    "for 0 <= x <= 1/4, p >= 0, (p - x)^2 <= x*(1 - x): p <= 3/5", "for p, p^2 >= 4/25: p >= 2/5",
    "for 0 <= x <= 1/5, p >= 0, (p - x)^2 <= 2*x*(1 - x): p <= 3/5", "for p, p^2 <= 1, p >= -2: p >= 0",
    "for x, y, x^2 + y^2 <= 1: x + y <= 1", "for x, y, x^2 + y^2 <= 1: x <= 9/10", "for x, x^2 <= x: x < 1",
    "for x >= 0, x^2 >= x: x >= 1", "for x, x^2 <= 4: x < 2", "for x, y, x*y >= 1: x > 0",
    "for x, y, (x - y)^2 <= 1/4: x <= y + 2/5", "for x, y, (x - y)^2 <= 1/4, y <= 1/2: x < 1",
    "for 0 <= p <= 1, p^2 <= p/2: p <= 2/5", "for t >= 9/10: t^2 >= 82/100", "for a, a^2 < 2: a < 7/5",
    "for m >= 1, m <= 2, 0 <= p <= 1, (p - 1/5)^2 <= (m - 1)*4/25: p < 3/5",
    # budgets and distances
    "for rho: ZCDP(rho) => rho > 0", "for rho: ZCDP(rho) => rho >= 1", "for eps: PureDP(eps) => eps > 0",
    "for eps: PureDP(eps) => eps >= 1/10", "for eps, delta: ApproxDP(eps, delta) => delta >= 1 - exp(eps)/2",
    "for eps, delta: ApproxDP(eps, delta) => eps >= 0", "for eps, delta: ApproxDP(eps, delta) => delta > 0",
    "for m: GaussianDP(m) => m >= 1/10", "for m: GaussianDP(m) => m > 0", "for g: RenyiDP(2, g) => g > 0",
    "for g: RenyiDP(2, g) => g >= 1", "for eps, delta: ProbDP(eps, delta) => delta >= 1/2",
    "for eps, delta: ProbDP(eps, delta) => eps >= 0", "for eps, delta: ProbDP(eps, delta) => delta > 0",
    "ZCDP(1/50) => TV <= 9/100", "ZCDP(1/8) => TV <= 6/25", "for rho >= 0: ZCDP(rho) => TV <= sqrt(rho)/2",
    "for rho >= 0: ZCDP(rho) => TV <= rho", "for rho >= 0: ZCDP(rho) => TV < sqrt(rho/2)",
    "for rho >= 0, 0 <= alpha <= 1: ZCDP(rho) => Power(alpha) <= alpha + sqrt(rho)/2",
    # a parameter that bounds a functional
    "for k >= 0: KL <= k and TV >= 9/10 => k >= 3", "for k >= 0, t >= 0, t <= 1: KL <= k and TV >= t => k >= 3*t^2",
    "for k >= 0: Renyi(2) <= k and TV >= 1/2 => k >= log(5/2)", "for t <= 1: TV >= t and PureDP(1) => t <= 2/5",
    "for eps >= 0, k >= 0: PureDP(eps) and KL >= k => k <= eps*tanh(eps/3)",
    "for k >= 0, t >= 0, t < 1: KL <= k and TV >= t => k >= log(2/(1 - t^2))",
    "for k >= 0, t >= 0, t <= 1: KL <= k and TV >= t => k > 2*t^2", "for k >= 0: KL <= k and TV >= 1/2 => k >= 3/5",
    "for k >= 0, t >= 0, t <= 1: KL <= k and TV >= t => k >= t", "for k >= 0: KL <= k and TV >= 1/10 => k >= 1/10",
    "for k >= 0, t >= 0, t <= 1: Renyi(2) <= k and TV >= t => k >= 5*t^2", "for k >= 0: KL <= k => k >= 1/10",
    "for eps >= 0, k >= 0: PureDP(eps) and KL >= k => k < eps*tanh(eps/2)", "for k >= 0: KL >= k => k <= 1",
    "for eps >= 0, k >= 0: PureDP(eps) and KL >= k => k <= eps^2/3", "for k >= 0: TV >= k => k <= 9/10",
    "for eps >= 0, k >= 0: PureDP(eps) and Renyi(2) >= k => k <= eps^2/2", "for k >= 0: KL <= k => k > 0",
    "for rho >= 0, k >= 0: ZCDP(rho) and KL >= k => k <= rho/2", "for k <= 1: HockeyStick(1) <= k => k >= 1/10",
    # error functions of a reciprocal
    "for sigma > 0: 2*Phi(1/(2*sigma)) - 1 <= 1/(3*sigma)", "for sigma > 0: 2*Phi(1/sigma) - 1 < 3/(4*sigma)",
    "for x > 0: 2*Phi(1/x) - 1 >= 1/(2*x)", "for x > 0: erf(1/x) <= 1/x", "for x > 0: erf(1/x) >= 9/(10*x)",
    "for x > 0: erf(1/x) < 1/2", "for x > 0: erf(1/x) > 1/100", "for x > 0: erf(2/x) <= 2*erf(1/x)/3",
    "for 0 < x <= 1: erf(1/x) >= 9/10", "for x >= 1: erf(1/x) <= 4/5", "for x > 0: erf(1/x) <= exp(1/x)/2 - 1/2",
    "for x > 0: Phi(1/x) <= 1/2 + 1/(3*x)", "for x > 0: Phi(-1/x) >= 1/2 - 1/(3*x)", "for x > 0: Phi(1/x) >= 3/5",
    "for x > 0: Phi(1/x) < 99/100", "for x > 0: x*erf(1/x) <= 1", "for x > 0: x*erf(1/x) >= 1",
    "for sigma > 0: Gaussian(sigma, 1) => TV <= 1/(3*sigma)", "for sigma > 0: Gaussian(sigma, 1) => TV < 19/(50*sigma)",
    "for sigma > 0: Gaussian(sigma, 1) => TV >= 1/(3*sigma)",
    # groups and posteriors
    "group(3, ApproxDP(log(2), 1/100)) => ApproxDP(log(8), 6/100)",
    "group(3, ApproxDP(log(2), 1/100)) => ApproxDP(log(7), 7/100)",
    "group(3, ApproxDP(log(2), 1/100)) => ApproxDP(log(8), 3/100)",
    "group(2, ApproxDP(log(2), 1/100)) => ApproxDP(log(4), 29/1000)",
    "for eps > 0, 0 <= delta <= 1: group(3, ApproxDP(eps, delta)) => ApproxDP(3*eps, 3*delta)",
    "for eps > 0, 0 <= delta <= 1: group(3, ApproxDP(eps, delta)) => ApproxDP(3*eps, (1 + 2*exp(eps))*delta)",
    "for k natural, eps > 0, 0 <= d <= 1, k >= 1: group(k, ApproxDP(eps, d)) => ApproxDP(k*eps, k*d)",
    "for k natural, eps > 0, 0 <= d <= 1, k >= 1: group(k, ApproxDP(eps, d)) => ApproxDP(k*eps, d)",
    "for k natural, eps > 0, 0 <= d <= 1, k >= 1: group(k, ApproxDP(eps, d)) => ApproxDP(k*eps, (exp(k*eps) - 1)*d)",
    "for 0 < p < 1: Posterior(p) >= p/2 => TV <= 0", "for 0 < p < 1: Posterior(p) >= p^2 => TV <= 0",
    "for 0 < p < 1: Posterior(p) >= p/2 => PureDP(log(2))", "for 0 < p < 1: Posterior(p) >= 0 => PureDP(log(2))",
    "for 0 < p < 1, 0 < b < 1: Posterior(p) >= b => PureDP(log(p/b))",
    "for 0 < p < 1, 0 < b < p: Posterior(p) >= b => PureDP(log(p*(1 - b)/(b*(1 - p)))/2)",
    "for 0 < p < 1, 0 < b < p: Posterior(p) >= b => PureDP(log((1 - b)/b))",
    "for 0 < p < 1, 0 < b < p: Posterior(p) >= b => TV <= p - b",
    "Posterior(1/2) >= 1/3 => TV <= 1/4",
    "Posterior(1/2) >= 1/3 => TV <= 1/5",
    "Posterior(1/2) >= 1/4 => PureDP(log(2))",
)  # fmt: skip


@pytest.mark.parametrize("text", VACUOUS)
def test_vacuous(text: str) -> None:
    assert settle(text).verdict == "vacuous"


@pytest.mark.parametrize("text", [claim for form in FORMS for claim in form])
def test_proved(text: str) -> None:
    assert settle(text).verdict in ("proved", "cited")


@pytest.mark.parametrize("text", [*SATISFIED, *FALSE])
def test_false_neighbours_are_not_proved(text: str) -> None:
    assert settle(text).verdict not in PROVED
