"""The Rényi divergences of the Gaussian mechanism: order times half the squared distance, so that it is zero-concentrated."""

from dpsym.derivations.mechanisms.gaussian import c, centre, gaussian, one, other, t, x, x_2
from dpsym.derivations.mechanisms.gaussian import renyi as integrand
from dpsym.derivations.vocabulary import alpha, half, rho, sigma
from dpsym.language import *

J = function(
    "J",
    law=False,
    about="the integral over the outputs of a multiple of the mechanism's density, by the multiple and the input",
)
k = parameter("k", about="a multiple")
m = parameter("m", about="an input")

integrals = ForAll((k, m), Eq(J(k, m), k))
exponent = alpha * (alpha - 1) * (x - x_2) ** 2 / (2 * sigma**2)
factor = exp(exponent)
M = parameter(
    "M",
    about="the integral over the outputs of the first density to the power alpha times the second to the power 1 - alpha",
)
is_moment = AllOf(0 < M, Eq(M, J(factor, centre)))
same_integrand = Eq(one**alpha * other ** (1 - alpha), factor * gaussian.density(t, centre))
here = {sigma: 1, c: 1, alpha: 2, x: 1, x_2: 0, t: 0, M: exp(1)}
as_it_is = {"J": Lambda((k, m), k)}

divergence = Theorem(
    title="The Rényi divergences of the Gaussian mechanism",
    source=whole_of("kifer.eq5-gaussian-renyi"),
    cites=("mironov2017", "bunsteinke2016"),
    given=(integrals, is_moment),
    claim=AllOf(same_integrand, Eq(log(M) / (alpha - 1), alpha * (x - x_2) ** 2 / (2 * sigma**2))),
    derivation=(
        have(same_integrand, "complete the square", by=integrand),
        specialise(integrals, {k: factor, m: centre}, "the total of a density is 1"),
        have(Eq(M, exp(exponent)), "the moment"),
        have(log(M) <= exponent, "its logarithm"),
        have(
            exponent <= log(M),
            "its logarithm",
            derivation=cases(
                log(M) < exponent, have(exp(log(M)) < exp(exponent), "the exponential is increasing"), ()
            ),
        ),
        have(Eq(log(M) / (alpha - 1), exponent / (alpha - 1)), "the divergence"),
    ),
    example=point(here, **as_it_is),
    near_misses={
        "without the order": variant(
            Eq(log(M) / (alpha - 1), (x - x_2) ** 2 / (2 * sigma**2)), witness=point(here, **as_it_is)
        ),
        "no total of 1": without(integrals, witness=point({**here, M: 1}, J=Lambda((k, m), 1))),
    },
    note=(
        "What is integrated is a multiple of the density of the mechanism on an input beyond the first, and the integral of "
        "a multiple of a density is the multiple; nothing else of integrals is used. So the divergence of every order is that order times the least budget of zero-concentrated DP for these two inputs."
    ),
)

of_budget = Eq(sigma**2, 1 / (2 * rho))
near = Between(-1, x - x_2, 1)

calibrated = Theorem(
    title="The Gaussian mechanism with the noise of a budget is zero-concentrated",
    source="kifer.eq6-gauss-mech",
    cites="bunsteinke2016",
    given=(of_budget, near, integrals, is_moment),
    claim=log(M) / (alpha - 1) <= alpha * rho,
    derivation=(
        have(
            Eq(log(M) / (alpha - 1), alpha * (x - x_2) ** 2 / (2 * sigma**2)),
            "the divergence",
            by=divergence.at(c=Integer(1), t=x),
        ),
        have(0 <= (1 - (x - x_2)) * (1 + (x - x_2)), "factors that are not negative"),
        have((x - x_2) ** 2 <= 1, "multiplied out"),
        have(Eq(1 / (2 * sigma**2), rho), "the variance of the noise"),
        have(
            Eq(alpha * (x - x_2) ** 2 / (2 * sigma**2), alpha * rho * (x - x_2) ** 2),
            "the variance of the noise",
        ),
        have(alpha * rho * (x - x_2) ** 2 <= alpha * rho, "times a positive number"),
    ),
    example=point({**here, rho: half}, **as_it_is),
    tight=point({**here, rho: half}, **as_it_is),
    near_misses={
        "a query that moves by more": without(
            near, witness=point({**here, rho: half, x: 2, M: exp(4)}, **as_it_is)
        ),
        "the variance one over the budget": without(
            of_budget,
            claim=Eq(log(M) / (alpha - 1), alpha * rho),
            instead=Eq(sigma**2, 1 / rho),
            witness=point({**here, rho: 1}, **as_it_is),
        ),
    },
    note="For every order above 1, and with equality where the query moves by 1. The power of a test at a level is bounded in a theorem of its own.",
)
