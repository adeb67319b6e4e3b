"""Every test on a vector of answers with Gaussian noise: what it gains is what the law of the privacy loss gives, in either order."""

from dpsym.derivations.analysis.normal_tails import rises
from dpsym.derivations.mechanisms.gaussian_delta import delta_at, grows_with_distance
from dpsym.derivations.testing.tests_of_gaussian import a, always, b, delta, l, nothing, silent
from dpsym.derivations.testing.tests_of_gaussian import bounded as bounded_of_one
from dpsym.derivations.testing.tests_of_gaussian import error as error_of_one
from dpsym.derivations.testing.tests_of_gaussian import profile as profile_of_one
from dpsym.derivations.vocabulary import eps, half, rho
from dpsym.language import *
from dpsym.language.integration import masses_of_test, t, z

d = parameter(
    "d",
    about="the distance of the two vectors of answers: the root of the sum of the squares of their differences, each in standard deviations of its noise",
)
mu = parameter("mu", above=0, about="the largest such distance of neighbours")

# The sum of the noisy answers, each with its difference as a weight, as a multiple of its standard deviation and from its mean on the
# second database: a normal number of variance 1. The privacy loss of the vector is d z - d^2/2.
direction = Gaussian(Integer(1))
zero, one = Integer(0), Integer(1)
of_one = {"sigma": one, "x_1": d, "x_2": zero}


def p(y):
    """The density of this sum on the second database."""
    return direction.density(y, zero)


def q(y):
    """The density of this sum on the first database."""
    return direction.density(y, d)


def ratio(y):
    """The ratio of the densities of the two vectors, by the sum."""
    return exp(d * y - d**2 / 2)


beyond = (lambda y: Phi(-y), lambda y: Phi(d - y))
test = masses_of_test(p, q, ratio, beyond, l, b)
rejecting, up_to, from_on = test
named = {function("r", law=False)(t): ratio(t)}
near = Between(0, d, mu)
here = {d: 0, mu: 1, l: half, b: half}
READ = (
    "A vector of answers with independent normal noise, and another database whose answers are at this distance, higher or lower. Take the sum of the noisy answers, each with its "
    "difference over its variance as a weight, in standard deviations: it is normal, and the privacy loss of the vector depends on nothing else: the ratio r is its exponential. "
    "The test is any measurable one on the vector, T(z) its probability of rejection given that the sum is z, and its masses are integrals. "
    "For a pair at the largest distance the half-lines of sums attain the bound."
)

trade_off = Theorem(
    title="The trade-off function of many answers with Gaussian noise",
    source=part_of(
        "kifer.ex5.10-f", "that a test on a vector of answers is one on their weighted sum, which is normal"
    ),
    cites="dong2022",
    note=READ,
    given=(near, *test, l <= a),
    define=named,
    claim=Phi(Phi_inv(1 - a) - mu) <= 1 - b,
    derivation=(
        have(
            Phi(Phi_inv(1 - a) - d) <= 1 - b,
            "the two laws of the loss",
            by=error_of_one.at(**of_one),
        ),
        have(
            Phi(Phi_inv(1 - a) - mu) <= Phi(Phi_inv(1 - a) - d),
            "the distribution function rises",
            by=rises.at(s=Phi_inv(1 - a) - mu, t=Phi_inv(1 - a) - d),
        ),
    ),
    example=point({**here, a: half}, **silent),
    near_misses={
        "any level": variant(given=[near, *test], witness=point({**here, a: half, l: 1, b: 1}, **always)),
        "no integrals beyond a cut": variant(
            given=[near, rejecting, up_to, l <= a],
            witness=point({**here, a: half, l: 0, b: 2}, **nothing),
        ),
    },
)

delta_of = Phi(-(eps / mu) + mu / 2) - exp(eps) * Phi(-(eps / mu) - mu / 2)
nearer = Phi(-(eps / d) + d / 2) - exp(eps) * Phi(-(eps / d) - d / 2)
at_one = {d: 1, mu: 1, eps: 0}
cut, nearer_cut = eps / mu + mu / 2, eps / d + d / 2
profile = Theorem(
    title="The delta of many answers with Gaussian noise, for any event and any test",
    source=part_of(
        "kifer.ex5.10-adp", "that a test on a vector of answers is one on their weighted sum, which is normal"
    ),
    cites="ballewang2018",
    note=READ,
    given=(0 < d, near, *test),
    define=named,
    claim=b - exp(eps) * l <= delta_of,
    derivation=(
        have(
            b - exp(eps) * l <= Phi(-(eps / d) + d / 2) - exp(eps) * Phi(-(eps / d) - d / 2),
            "the two laws of the loss",
            by=profile_of_one.at(**of_one),
        ),
        have(Eq(d * (eps / d), eps), "the loss at the cut"),
        have(Eq(d * nearer_cut - d**2 / 2, eps), "the loss at the cut"),
        have(Eq(mu * (eps / mu), eps), "the loss at the other cut"),
        have(Eq(mu * cut - mu**2 / 2, eps), "the loss at the other cut"),
        have(
            delta_at(eps, d, nearer_cut) <= delta_at(eps, mu, cut),
            "it grows with the distance",
            by=grows_with_distance.at(mu=d, mu_2=mu, w=nearer_cut, w_2=cut),
        ),
        have(Eq(delta_at(eps, d, nearer_cut), nearer), "tails and distribution function"),
        have(Eq(delta_at(eps, mu, cut), delta_of), "tails and distribution function"),
    ),
    example=point({**at_one, l: 1, b: 0}, **nothing),
    near_misses={
        "no integrals beyond a cut": variant(
            given=[0 < d, near, rejecting, up_to], witness=point({**at_one, l: 0, b: 2}, **nothing)
        ),
        "no integrals up to a cut": variant(
            given=[0 < d, near, rejecting, from_on],
            witness=point(
                {**at_one, l: 1, b: 4}, T=Lambda(z, half), E=Lambda(t, zero), D=Lambda(t, Integer(4))
            ),
        ),
    },
)

bounded = Theorem(
    title="The bounded-loss curve of many answers with Gaussian noise",
    source=part_of(
        "kifer.ex5.10-pbdp",
        "that a test on a vector of answers is one on their weighted sum, which is normal",
    ),
    cites="dong2022",
    note=READ,
    given=(near, *test, delta <= b),
    define=named,
    claim=b <= exp(log(delta / Phi(-Phi_inv(1 - delta) - mu))) * l,
    derivation=(
        have(
            b <= exp(log(delta / Phi(-Phi_inv(1 - delta) - d))) * l,
            "the two laws of the loss",
            by=bounded_of_one.at(**of_one),
        ),
        have(
            Phi(-Phi_inv(1 - delta) - mu) <= Phi(-Phi_inv(1 - delta) - d),
            "the distribution function rises",
            by=rises.at(s=-Phi_inv(1 - delta) - mu, t=-Phi_inv(1 - delta) - d),
        ),
        have(0 < Phi(-Phi_inv(1 - delta) - mu), "a probability"),
        have(0 < b, "at least a positive number"),
        have(0 < Phi(-Phi_inv(1 - delta) - d), "a probability"),
        have(b * Phi(-Phi_inv(1 - delta) - d) <= delta * l, "multiplied"),
        have(
            b * Phi(-Phi_inv(1 - delta) - mu) <= b * Phi(-Phi_inv(1 - delta) - d),
            "times a probability",
        ),
        have(b * Phi(-Phi_inv(1 - delta) - mu) <= delta * l, "together"),
        have(b <= delta / Phi(-Phi_inv(1 - delta) - mu) * l, "divided by a probability"),
    ),
    example=point({**here, delta: half}, **silent),
    near_misses={
        "no integrals beyond a cut": variant(
            given=[near, rejecting, up_to, delta <= b],
            witness=point({**here, delta: half, l: 0, b: 2}, **nothing),
        ),
    },
)

farthest = sqrt(2 * rho)
at_budget = Theorem(
    title="The trade-off function of many answers with the Gaussian noise of a budget",
    source=part_of(
        "kifer.fn15",
        "that a test on a vector of answers is one on their weighted sum, and that the budget bounds the distance",
    ),
    cites="dong2022",
    note="The mechanism is zero-concentrated with half the square of its largest distance as its budget, and with no smaller one.",
    given=(Between(0, d, farthest), *test, l <= a),
    define=named,
    claim=Phi(Phi_inv(1 - a) - farthest) <= 1 - b,
    derivation=(
        have(0 < farthest, "the root of a positive number"),
        have(Phi(Phi_inv(1 - a) - farthest) <= 1 - b, "at this distance", by=trade_off.at(mu=farthest)),
    ),
    example=point({**{v: x for v, x in here.items() if v != mu}, rho: half, a: half}, **silent),
    near_misses={
        "any level": variant(
            given=[Between(0, d, farthest), *test],
            witness=point({d: 0, rho: half, a: half, l: 1, b: 1}, **always),
        ),
        "strictly": variant(
            Phi(Phi_inv(1 - a) - d) < 1 - b,
            witness=point({d: 0, rho: half, a: half, l: half, b: half}, **silent),
        ),
    },
)
