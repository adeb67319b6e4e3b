"""The discrete Gaussian mechanism: its privacy loss, its Rényi divergence output by output, its normaliser."""

from dpsym.derivations.mechanisms.gaussian import affine
from dpsym.derivations.mechanisms.gaussian import loss as gaussian_loss
from dpsym.derivations.mechanisms.gaussian import renyi as gaussian_renyi
from dpsym.derivations.vocabulary import alpha, eps, sigma, t
from dpsym.language import *

Delta = parameter(
    "Delta", at_least=1, integer=True, about="sensitivity: the counts of neighbours differ by at most this"
)
c = parameter("c", above=0, about="the constant that makes the total probability 1")
x = parameter("x", about="input: the true count on one database")
x_2 = parameter("x_2", about="the true count on a neighbouring database")
k = parameter("k", at_least=1, integer=True, about="amount of the noise")
j = parameter("j", at_least=0, integer=True, about="a further amount of the noise")

gaussian = DiscreteGaussian(sigma, Delta, c)
one, other = gaussian.density(t, x), gaussian.density(t, x_2)
centre = alpha * x + (1 - alpha) * x_2

mechanism = Definition(
    title="Discrete Gaussian mechanism",
    source=whole_of("kifer.eq-dgauss-pmf"),
    cites="canonne2020",
    defines=one,
    note=(
        "The probability of the output t on the input x, both integers. The constant c is the sum of the numerators over all "
        "integers; the statements about ratios hold for every positive constant in its place."
    ),
)

loss = Theorem(
    title="The privacy loss of the discrete Gaussian mechanism",
    source="kifer.eq-dgauss-pmf",
    cites="canonne2020",
    claim=Eq(log(one / other), affine(t, x, x_2)),
    derivation=Chain(log(one / other)).eq(affine(t, x, x_2), "as for noise on the reals", by=gaussian_loss),
    near_misses={
        "measured from the second input": variant(
            Eq(log(one / other), (x - x_2) / sigma**2 * (t - x_2)),
            witness=point({sigma: 1, c: 1, x: 1, x_2: 0, t: 0}),
        ),
        "the variance as parameter": variant(
            Eq(log(one / other), (x - x_2) / sigma * (t - (x + x_2) / 2)),
            witness=point({sigma: 2, c: 1, x: 1, x_2: 0, t: 1}),
        ),
    },
    note="The same function of the output as for noise on the reals.",
)

renyi = Theorem(
    title="The terms of the discrete Gaussian mechanism's Rényi divergence",
    source="kifer.eq-dgauss-pmf",
    cites="canonne2020",
    claim=Eq(
        one**alpha * other ** (1 - alpha),
        exp(alpha * (alpha - 1) * (x - x_2) ** 2 / (2 * sigma**2)) * gaussian.density(t, centre),
    ),
    derivation=Chain(one**alpha * other ** (1 - alpha)).eq(
        exp(alpha * (alpha - 1) * (x - x_2) ** 2 / (2 * sigma**2)) * gaussian.density(t, centre),
        "as for noise on the reals",
        by=gaussian_renyi,
    ),
    near_misses={
        "the probability on the first input": variant(
            Eq(
                one**alpha * other ** (1 - alpha),
                exp(alpha * (alpha - 1) * (x - x_2) ** 2 / (2 * sigma**2)) * one,
            ),
            witness=point({sigma: 1, c: 1, alpha: 2, x: 1, x_2: 0, t: 0}),
        ),
    },
    evaluate={"rho": gaussian.rho},
    note=(
        "At an integer order the centre is an integer and the probabilities around it add up to 1, so that the divergence is "
        "that of the Gaussian mechanism. At other orders they add up to at most 1, by Poisson summation: see the cited paper."
    ),
)

event = Theorem(
    title="The outputs of the discrete Gaussian mechanism with a large loss",
    source="kifer.eq-dgauss-pmf",
    cites="canonne2020",
    given=Eq(x - x_2, Delta),
    claim=Eq(
        Indicator(gaussian.loss(t, x, x_2) > eps), Indicator(t > (x + x_2) / 2 + sigma**2 * eps / Delta)
    ),
    near_misses={
        "from the middle of the inputs on": variant(
            Eq(Indicator(gaussian.loss(t, x, x_2) > eps), Indicator(t > (x + x_2) / 2)),
            witness=point({sigma: 1, Delta: 1, x: 1, x_2: 0, eps: 1, t: 1}),
        ),
    },
)

rest_of_normaliser = Theorem(
    title="The terms of the discrete Gaussian normaliser lie below a geometric series",
    source="kifer.eq-dgauss-pmf",
    cites="canonne2020",
    claim=exp(-((k + j) ** 2 / (2 * sigma**2))) <= exp(-(k**2 / (2 * sigma**2))) * exp(-(k / sigma**2)) ** j,
    derivation=(
        have((k + j) ** 2 >= k**2 + 2 * k * j, "drop the last square"),
        have((k + j) ** 2 / (2 * sigma**2) >= k**2 / (2 * sigma**2) + k * j / sigma**2, "divide"),
        Chain(exp(-((k + j) ** 2 / (2 * sigma**2))))
        .le(exp(-(k**2 / (2 * sigma**2)) - k * j / sigma**2), "the exponential is increasing")
        .eq(exp(-(k**2 / (2 * sigma**2))) * exp(-(k / sigma**2)) ** j, "exponential of a sum"),
    ),
    near_misses={
        "the ratio at the later term": variant(
            exp(-((k + j) ** 2 / (2 * sigma**2)))
            <= exp(-(k**2 / (2 * sigma**2))) * exp(-((k + j) / sigma**2)) ** j
        ),
    },
    evaluate={"rest": 2 * exp(-(k**2 / (2 * sigma**2))) / (1 - exp(-(k / sigma**2)))},
    note="Hence the terms from k on, on both sides, add up to at most twice the first one over 1 minus the ratio.",
)
