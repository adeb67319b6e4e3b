"""Claims of several forms that are proved, with false neighbours of each, which must not be; and what is vacuous."""

from __future__ import annotations

import pytest
from siblings import one_in

from dpsym.claims import settle

PROVED = ("proved", "enclosed", "cited", "vacuous")

VACUOUS = (
    "PBDP(-1, 1/10) => TV <= 1/100",
    "for eps < 0, 0 <= d < 1: ProbDP(eps, d) => TV <= 1/100",
    "for eps < 0, 0 <= d < 1: PBDP(eps, d) => TV <= 1/100",
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
    "group(3, PureDP(-1)) => TV <= 1/2",
    "subsample(1/2, PureDP(-1)) => TV <= 0",
    "subsample(1, 2, PureDP(-1)) => TV <= 0",
    "mixture(PureDP(-1)) => TV <= 0",
    "mixture(RenyiDP(2, -1)) => TV <= 0",
    "compose(PureDP(1), PureDP(-2)) => PureDP(-1)",
    "for 0 < eps < 1: compose(PureDP(eps), PureDP(eps - 1)) => PureDP(0)",
    "group(3, ApproxDP(-1, 1/4)) => TV <= 1/2",
    "for k natural: compose(k, PureDP(-1)) => TV <= 1/2",
    "parallel(PureDP(1), PureDP(-2)) => PureDP(1)",
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
    "group(3, PureDP(0)) => TV < 0",
    "group(3, ApproxDP(-1, 16/25)) => TV <= 1/2",
    "group(3, ApproxDP(0, 1/10)) => TV <= 1/20",
    "group(2, ApproxDP(-1, 16/25)) => TV < 0",
    "subsample(1/2, PureDP(0)) => TV < 0",
    "subsample(1/2, ApproxDP(-1, 16/25)) => TV < 0",
    "subsample(1/2, PureDP(1)) => TV <= 1/10",
    "subsample(1, 2, ApproxDP(-1, 16/25)) => TV < 0",
    "mixture(PureDP(0)) => TV < 0",
    "mixture(ApproxDP(-1, 16/25)) => TV < 0",
    "mixture(ZCDP(0)) => TV < 0",
    "mixture(ZCDP(1/100)) => TV <= 0",
    "mixture(RenyiDP(2, 1/100)) => TV <= 0",
    "compose(PureDP(1), PureDP(0)) => PureDP(1/2)",
    "compose(ApproxDP(-1, 16/25), PureDP(1)) => PureDP(1/2)",
    "compose(PureDP(1), ApproxDP(-1, 16/25)) => PureDP(1/2)",
    "parallel(PureDP(1), ApproxDP(-1, 16/25)) => PureDP(1/2)",
    "for eps > 0: compose(PureDP(eps), PureDP(0)) => PureDP(eps/2)",
    "for k natural: compose(k, PureDP(0)) => TV < 0",
    "for k natural, k >= 1: group(k, ApproxDP(-1, 16/25)) => TV < 0",
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
    # the second moment under pure DP
    (
        "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + 2*sinh(eps)*TV",
        "for eps >= 0: PureDP(eps) => exp(Renyi(2)) - 1 <= (exp(eps) - exp(-eps))*TV",
        "PureDP(log(2)) => exp(Renyi(2)) <= 1 + 3/2*TV",
    ),
    # the power of tests of what is made of an output
    (
        "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) <= Power(alpha)(P, Q)",
        "Power(1/3)(post(P), post(Q)) <= Power(1/2)(P, Q)",
    ),
    # numbers below the line
    (
        "for 0 < eps <= 1, 0 < delta < 1: Gaussian(sqrt(2*log(5/(4*delta)))/eps, 1) => ApproxDP(eps, delta)",
        "for x > 0, y > 0: 1/(2*x) + 1/(2*y) >= 2/(x + y)",
        "for 0 < x < 1: log(5/(4*x)) <= log(5/4/x)",
    ),
    # erf at numbers that no enclosure tells from its limit, and at quantiles of numbers
    (
        "0 < Phi(-199/2)", "Phi(-199/2) < 1e-300", "Phi(50) < 1", "Gaussian(1, 1) => Tail(100) > 0",
        "Phi(Phi_inv(1/2) + 1) <= 17/20", "Phi(Phi_inv(1/10) + 1) >= 389/1000", "GaussianDP(1) => Power(1/2) <= 0.85",
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
    # the second moment under pure DP
    "PureDP(log(2)) => exp(Renyi(2)) <= 1 + 149/100*TV", "for eps >= 0: PureDP(eps) => exp(Renyi(2)) < 1 + 2*sinh(eps)*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + 2*sinh(eps/2)*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + sinh(eps)*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + 2*sinh(eps)*TV^2",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + 2*eps*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + 2*tanh(eps)*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + (exp(eps) - 1)*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + (1 - exp(-eps))*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 2*sinh(eps)*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) <= 1 + 2*sinh(eps)*TV - TV^2",
    "for eps >= 0: PureDP(eps) => exp(Renyi(2)) >= 1 + 2*sinh(eps)*TV",
    "for eps >= 0: PureDP(eps) => exp(Renyi(3)) <= 1 + 2*sinh(eps)*TV",
    "for eps >= 0: PureDP(eps) => exp(2*Renyi(2)) <= 1 + 2*sinh(eps)*TV",
    "for eps >= 0: PureDP(eps) => Renyi(2) <= sinh(eps)*TV", "for eps >= 0: PureDP(eps) => Renyi(2) <= 2*eps*TV^2",
    "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => exp(Renyi(2)) <= 1 + 2*sinh(eps)*TV",
    "for rho >= 0: ZCDP(rho) => exp(Renyi(2)) <= 1 + 2*sinh(rho)*TV",
    "for mu >= 0: GaussianDP(mu) => exp(Renyi(2)) <= 1 + 2*sinh(mu)*TV",
    "for eps >= 0: RenyiDP(2, eps) => exp(Renyi(2)) <= 1 + 2*sinh(eps)*TV",
    # the power of tests of what is made of an output
    "for 0 <= alpha <= 1: Power(alpha)(P, Q) <= Power(alpha)(post(P), post(Q))",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) < Power(alpha)(P, Q)",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) <= Power(alpha/2)(P, Q)",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) <= Power(alpha)(Q, P)",
    "for 0 <= alpha <= 1: Power(alpha)(post(Q), post(P)) <= Power(alpha)(P, Q)",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) <= alpha",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) <= Power(alpha)(P, Q)/2",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), Q) <= Power(alpha)(P, Q)",
    "for 0 <= alpha <= 1: Power(alpha)(P, post(Q)) <= Power(alpha)(P, Q)",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) <= Power(alpha)(P, Q) - 1/10",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) = Power(alpha)(P, Q)",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) <= Power(alpha^2)(P, Q)",
    "for 0 <= alpha <= 1: Power(sqrt(alpha))(post(P), post(Q)) <= Power(alpha)(P, Q)",
    "for 0 <= alpha <= 1/2: Power(2*alpha)(post(P), post(Q)) <= Power(alpha)(P, Q)",
    "Power(1/2)(post(P), post(Q)) <= Power(1/3)(P, Q)", "Power(1/2)(post(P), post(Q)) < Power(1/2)(P, Q)",
    "Power(1/2)(post(P), post(Q)) <= Power(49/100)(P, Q)", "Power(0)(P, Q) <= Power(0)(post(P), post(Q))",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) <= Power(alpha)(P, Q)^2",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) >= Power(alpha)(P, Q)",
    # numbers below the line
    "for 0 < eps <= 1, 0 < delta < 1: Gaussian(sqrt(2*log(5/(5*delta)))/eps, 1) => ApproxDP(eps, delta)",
    "for 0 < eps <= 1, 0 < delta < 1: Gaussian(sqrt(2*log(11/(10*delta)))/(2*eps), 1) => ApproxDP(eps, delta)",
    "for 0 < eps <= 1, 0 < delta < 1: Gaussian(sqrt(log(5/(4*delta)))/eps, 1) => ApproxDP(eps, delta)",
    "for x > 0: 1/(2*x) <= 1/(3*x)", "for x > 0: 1/(2*x) < 1/2/x", "for x > 0: 5/(4*x) >= 4/(3*x)",
    "for x > 0: 1/(2*x) >= 2/x", "for x > 0: 1/(x*2) > 1/2*1/x", "for x > 0: 3/(2*x)/(4*x) <= 1/(3*x^2)",
    "for x > 0: 1/(-2*x) >= 0", "for x > 0: 2/(-3*x) >= -1/(2*x)", "for x > 0: log(5/(4*x)) <= log(4/(5*x))",
    "for x > 0, y > 0: 1/(2*x) + 1/(2*y) <= 2/(x + y)", "for x > 0, y > 0: 1/(2*x*y) <= 1/(3*x*y)",
    "for x > 0, y > 0: 1/(2*(x + y)) >= 1/(2*x + y)", "for x > 0: exp(1/(2*x)) <= exp(1/(3*x))",
    "for x > 0: exp(1/(2*x))^2 < exp(1/x)", "for x > 0: 1/(1/2*x) <= 1/x", "for x > 0: 1/(0.1*x) <= 9/x",
    "for sigma > 0: Gaussian(sigma, 1) => KL <= 1/(3*sigma^2)",
    # erf at numbers, and at quantiles of numbers
    "Phi(-199/2) <= 0", "Phi(-199/2) > 1e-300", "Phi(50) >= 1", "Phi(50) = 1", "erf(100) >= 1", "erf(-100) <= -1",
    "Gaussian(1, 1) => Tail(100) <= 0", "Gaussian(1, 1) => Tail(100) > 1e-300", "erf(10) <= 1 - 1e-40",
    "Phi(Phi_inv(1/2) + 1) <= 84/100", "Phi(Phi_inv(1/10) + 1) >= 390/1000", "Phi(Phi_inv(1/10) + 1) <= 389/1000",
    "GaussianDP(1) => Power(1/2) <= 0.8413", "GaussianDP(1) => Power(1/10) < 0.389", "Phi(Phi_inv(1/20) + 1/2) < 126/1000",
    "Phi(Phi_inv(9/10) - 1) >= 62/100", "Phi(Phi_inv(9/10) - 1) <= 61/100", "Phi(2*Phi_inv(3/4)) >= 92/100",
    "Phi(-Phi_inv(1/10)) <= 899/1000", "GaussianDP(1/2) => Power(1/20) <= 0.126",
)  # fmt: skip


DEAR = (
    "mixture(RenyiDP(2, -1)) => TV <= 0",
    "for eps < 0, 0 <= d < 1: PBDP(eps, d) => TV <= 1/100",
    "group(2, PureDP(1)) and TV >= 1 => TV <= 0",
    "for 0 <= alpha <= 1: Power(alpha)(post(P), post(Q)) < Power(alpha)(P, Q)",
    "for 0 <= alpha <= 1: Power(alpha)(post(Q), post(P)) <= Power(alpha)(P, Q)",
    "for t <= 1: TV >= t and PureDP(1) => t <= 2/5",
)


@pytest.mark.parametrize("text", one_in(8, VACUOUS, dear=DEAR[:3]))
def test_vacuous(text: str) -> None:
    assert settle(text).verdict == "vacuous"


@pytest.mark.parametrize("text", one_in(8, (claim for form in FORMS for claim in form)))
def test_proved(text: str) -> None:
    assert settle(text).verdict in ("proved", "cited")


@pytest.mark.parametrize("text", one_in(12, (*SATISFIED, *FALSE), dear=DEAR[3:]))
def test_false_neighbours_are_not_proved(text: str) -> None:
    assert settle(text).verdict not in PROVED
