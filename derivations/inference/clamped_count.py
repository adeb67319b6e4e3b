"""Example 6.7 and Figure 4: the posterior of a rate from a clamped count with noise, beside the bounds on any posterior."""

from dpsym.derivations.mechanisms.laplace import pure
from dpsym.derivations.vocabulary import half, t
from dpsym.language import *

sizes = (1, 1, 2, 6, 24, 120)  # k!
theta = parameter(
    "theta", above=0, about="rate of the count; its prior is the gamma law of shape 3 and rate 1"
)
clamp = 6  # the count is clamped to 0..6, which is also its sensitivity; the noise has this scale

prior = theta**2 * exp(-theta) / 2
rates = tuple(Rational(x, 20) for x in (2, 5, 10, 20, 30, 40, 50, 60, 80, 100, 130, 160, 200, 240, 260))
masses = tuple(
    Rational((k + 1) * (k + 2), 2 ** (k + 4)) for k in range(clamp)
)  # of the count, under the prior
last = 1 - sum(masses)  # of all counts from 6 on


def weight(t, k):
    """The density of the output t at a clamped count k, up to a factor."""
    return exp(-Rational(abs(t - k), clamp))


def likelihood(t):
    """The density of the output t at a rate, up to that factor: a Poisson count, clamped."""
    far = weight(t, clamp)
    steps = [exp(-theta) * theta**k / sizes[k] * (weight(t, k) - far) for k in range(clamp)]
    return far + sum(steps[1:], steps[0])


def total(t):
    """The same under the prior."""
    return sum((m * weight(t, k) for k, m in enumerate(masses)), last * weight(t, clamp))


def spread(t):
    """The mean of the reciprocals of those weights under the prior."""
    return sum(
        (m * exp(Rational(abs(t - k), clamp)) for k, m in enumerate(masses)),
        last * exp(Rational(abs(t - clamp), clamp)),
    )


def posterior(t):
    """The posterior density of the rate given the output t, from 0 to 6: it is the same beyond as at the end."""
    return prior * likelihood(t) / total(t)


# k: a clamped count. A: its law at a rate, C: its law under the prior, N: the density of an output at it, D(j, k): j and k are apart, in scales.
j, k = Outcome("j", "K"), Outcome("k", "K")
A = function("A", about="the law of the clamped count at a rate")
C = function("C", about="its law under the prior")
N = function("N", law=False, about="the density of the output, by the clamped count")
D = function("D", law=False, about="the distance of two counts, in scales of the noise")
l = parameter(
    "l",
    at_least=0,
    about="a lower bound on the means of e to minus the distance from a count, under the prior",
)
u = parameter(
    "u", at_least=0, about="an upper bound on the means of e to the distance from a count, under the prior"
)

q = parameter("q", about="the density of the output under the prior")

by_distance = ForAll((j, k), AllOf(0 <= N(k), N(j) * exp(-D(j, k)) <= N(k), N(k) <= exp(D(j, k)) * N(j)))
near = ForAll(j, l <= Total(C(k) * exp(-D(j, k)), k))
far = ForAll(j, Total(C(k) * exp(D(j, k)), k) <= u)
at_rate, under_prior = Total(A(k) * N(k), k), Total(C(k) * N(k), k)
two_counts = {"A": (1, 0), "C": (half, half), "N": (1, half), "D": (0, log(2), log(2), 0)}

ratio_of_densities = Theorem(
    title="How far the density of an output at a rate is from that under the prior",
    source="bailie.ex6.7",
    given=(distribution(A(k), k), distribution(C(k), k), by_distance, near, far, Eq(q, under_prior)),
    claim=AllOf(l * at_rate <= q, q <= u * at_rate),
    derivation=(
        specialise(near, {j: j}, "for this count"),
        specialise(far, {j: j}, "for this count"),
        specialise(by_distance, {j: j, k: k}, "for two counts"),
        have(C(k) * (N(j) * exp(-D(j, k))) <= C(k) * N(k), "weighted"),
        have(C(k) * N(k) <= C(k) * (exp(D(j, k)) * N(j)), "weighted"),
        have(0 <= N(j), "a density", derivation=specialise(by_distance, {j: j, k: j}, "for one count")),
        have(
            ForAll(j, l * N(j) <= q),
            "sum over the counts",
            derivation=(
                Chain(l * N(j))
                .le(Total(C(k) * exp(-D(j, k)), k) * N(j), "the lower bound")
                .eq(Total(C(k) * (N(j) * exp(-D(j, k))), k), "a common factor")
                .le(under_prior, "sum over the counts")
                .eq(q, "as named"),
            ),
        ),
        have(
            ForAll(j, q <= u * N(j)),
            "sum over the counts",
            derivation=(
                Chain(q)
                .eq(under_prior, "as named")
                .le(Total(C(k) * (exp(D(j, k)) * N(j)), k), "sum over the counts")
                .eq(Total(C(k) * exp(D(j, k)), k) * N(j), "a common factor")
                .le(u * N(j), "the upper bound"),
            ),
        ),
        have(
            ForAll(j, A(j) * (l * N(j)) <= A(j) * q),
            "weighted",
            derivation=specialise(ForAll(j, l * N(j) <= q), {j: j}, "this count"),
        ),
        have(
            ForAll(j, A(j) * q <= A(j) * (u * N(j))),
            "weighted",
            derivation=specialise(ForAll(j, q <= u * N(j)), {j: j}, "this count"),
        ),
        have(Eq(Total(A(k) * q, k), q), "the masses add up to 1"),
        Chain(l * at_rate).le(Total(A(k) * q, k), "the mean at the rate").eq(q, "the masses add up to 1"),
        Chain(q).eq(Total(A(k) * q, k), "the masses add up to 1").le(u * at_rate, "the mean at the rate"),
    ),
    example=point({l: Rational(3, 4), u: Rational(3, 2), q: Rational(3, 4)}, **two_counts),
    near_misses={
        "whatever the counts are under the prior": without(
            near, witness=point({l: 1, u: Rational(3, 2), q: Rational(3, 4)}, **two_counts)
        ),
        "no difference": variant(
            Eq(at_rate, q),
            witness=point({l: Rational(3, 4), u: Rational(3, 2), q: Rational(3, 4)}, **two_counts),
        ),
        "beyond the lower bound": variant(
            5 * l * at_rate <= 4 * q,
            witness=point({l: Rational(3, 4), u: Rational(3, 2), q: Rational(3, 4)}, **two_counts),
        ),
    },
    note=(
        "The posterior density at a rate is the prior density times the density of the output at this rate over that under the prior. So for every output and every rate their ratio lies between 1/u and 1/l. "
        "With one count under the prior that is the bound of the privacy loss, e to the distance of the counts; the more the count varies under the prior, the less can be learnt."
    ),
)

x_1, x_2 = parameter("x_1", about="a count"), parameter("x_2", about="another count")
scale = parameter("s", above=0, about="the scale of the noise")


def noise(x):
    """The density of Laplace noise at the output, up to a factor."""
    return exp(-Abs(t - x) / scale)


apart = Abs(x_1 - x_2) / scale

by_triangle = Theorem(
    title="Laplace densities at two counts differ by at most e to their distance",
    source="bailie.ex6.7",
    claim=AllOf(
        noise(x_1) * exp(-apart) <= noise(x_2),
        noise(x_2) <= exp(apart) * noise(x_1),
    ),
    derivation=(
        have(Abs(t - x_2) <= Abs(t - x_1) + Abs(x_1 - x_2), "triangle inequality"),
        have(Abs(t - x_1) <= Abs(t - x_2) + Abs(x_1 - x_2), "triangle inequality"),
        have(-Abs(t - x_1) / scale - apart <= -Abs(t - x_2) / scale, "divide by the scale"),
        have(-Abs(t - x_2) / scale <= apart - Abs(t - x_1) / scale, "divide by the scale"),
    ),
    near_misses={
        "by half the distance": variant(
            noise(x_1) * exp(-apart / 2) <= noise(x_2), witness=point({t: 0, x_1: 0, x_2: 1, scale: 1})
        ),
        "no difference": variant(noise(x_2) <= noise(x_1), witness=point({t: 0, x_1: 1, x_2: 0, scale: 1})),
    },
)

figure_4 = Figure(
    title="Prior, bounds and posteriors of a rate (Figure 4)",
    source=part_of("bailie.fig4", "the ten outputs at which the source draws posteriors: they come from a random generator and are printed nowhere; here are three posteriors, exactly, and limits of all"),
    curves=(
        curve("lower", exp(-1) * prior, theta, rates),
        curve("prior", prior, theta, rates),
        curve("upper", exp(1) * prior, theta, rates),
        curve("posterior at 0 and below", posterior(0), theta, rates),
        curve("posterior at 3", posterior(3), theta, rates),
        curve("posterior at 6 and above", posterior(6), theta, rates),
    ),
    uses=(pure,),
    note="The posteriors lie between the bounds; at no rate and no output do they reach them.",
)  # fmt: skip

example = Example(
    title="A clamped count with noise",
    source=whole_of("bailie.ex6.7"),
    values=(
        value("standard deviation of the noise", sqrt(2) * clamp),
        value("prior density at its mode, 2", prior, {theta: 2}),
        value("lower bound at 2", exp(-1) * prior, {theta: 2}),
        value("upper bound at 2", exp(1) * prior, {theta: 2}),
        value("posterior at 2, output 0 or below", posterior(0), {theta: 2}),
        value("posterior at 2, output 3", posterior(3), {theta: 2}),
        value("posterior at 2, output 6 or above", posterior(6), {theta: 2}),
        *(
            value(f"mean of e to minus the distance from {c}, in scales, under the prior", total(c))
            for c in range(clamp + 1)
        ),
        *(
            value(f"mean of e to the distance from {c}, in scales, under the prior", spread(c))
            for c in range(clamp + 1)
        ),
        value("largest ratio of posterior and prior, output 6, rate without bound", 1 / total(6)),
        value("least ratio of posterior and prior, output 0, rate without bound", exp(-1) / total(0)),
        value("ratio of posterior and prior, output 0, rate near 0", 1 / total(0)),
        value("density of the output 0, under the prior", total(0) / (2 * clamp)),
        value("density of the output 3, under the prior", total(3) / (2 * clamp)),
        value("density of the output 6, under the prior", total(6) / (2 * clamp)),
    ),
    uses=(pure, ratio_of_densities, by_triangle),
    note=(
        "The count is Poisson with the rate, clamped to 0..6, and the noise is Laplace of scale 6, so that the privacy loss is 1. The "
        "ratio of posterior and prior depends on the output by its clamped value only. The bounds on it are 1/e and e; for every "
        "output and every rate it lies between the two limits that are listed: the least mean of e to minus the distance from a count is that from 6, and the largest mean of e to the distance is that from 6 too. "
        "The ten posteriors of the paper, for outputs that it draws at random, are ten of these."
    ),
)
