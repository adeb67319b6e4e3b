"""Example 6.7 and Figure 4: the posterior of a rate from a clamped count with noise, beside the bounds on any posterior."""

from dpsym.derivations.mechanisms.laplace import pure
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


def posterior(t):
    """The posterior density of the rate given the output t, from 0 to 6: it is the same beyond as at the end."""
    return prior * likelihood(t) / total(t)


figure_4 = Figure(
    title="Prior, bounds and posteriors of a rate (Figure 4)",
    source=part_of("bailie.fig4", "the ten posteriors that the source simulates, for outputs that it draws; here are three, exactly"),
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
    source=part_of("bailie.ex6.7", "the outputs and posteriors that the source simulates"),
    values=(
        value("standard deviation of the noise", sqrt(2) * clamp),
        value("prior density at its mode, 2", prior, {theta: 2}),
        value("lower bound at 2", exp(-1) * prior, {theta: 2}),
        value("upper bound at 2", exp(1) * prior, {theta: 2}),
        value("posterior at 2, output 0 or below", posterior(0), {theta: 2}),
        value("posterior at 2, output 3", posterior(3), {theta: 2}),
        value("posterior at 2, output 6 or above", posterior(6), {theta: 2}),
        value("largest ratio of posterior and prior, output 6, rate without bound", 1 / total(6)),
        value("least ratio of posterior and prior, output 0, rate without bound", exp(-1) / total(0)),
        value("ratio of posterior and prior, output 0, rate near 0", 1 / total(0)),
        value("density of the output 0, under the prior", total(0) / (2 * clamp)),
        value("density of the output 3, under the prior", total(3) / (2 * clamp)),
        value("density of the output 6, under the prior", total(6) / (2 * clamp)),
    ),
    uses=(pure,),
    note=(
        "The count is Poisson with the rate, clamped to 0..6, and the noise is Laplace of scale 6, so that the privacy loss is 1. The "
        "ratio of posterior and prior depends on the output by its clamped value only. The bounds on it are 1/e and e; over all "
        "outputs and rates it stays between the two limits that are listed."
    ),
)
