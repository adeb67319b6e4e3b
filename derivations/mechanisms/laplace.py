"""The Laplace mechanism: its density, its privacy loss, and pure differential privacy output by output."""

from dpsym.derivations.vocabulary import Delta, eps_p, t
from dpsym.language import *

b = parameter("b", above=0, about="scale of the noise")
x = parameter("x", about="input: the value of the query on one database")
x_2 = parameter("x_2", about="the value of the query on a neighbouring database")

laplace = Laplace(b, Delta)
eps = laplace.eps
near = laplace.neighbours(x, x_2)
one, other = laplace.density(t, x), laplace.density(t, x_2)

mechanism = Definition(
    title="Laplace mechanism",
    source="bailie.ex2.2",
    cites="dwork2006b",
    defines=one,
    note=(
        "The density of the output t on the input x: noise with a Laplace law is added to the value of a query. The scale b "
        "is the sensitivity divided by the privacy loss."
    ),
)

pure = Theorem(
    title="The Laplace mechanism is purely private, output by output",
    source="bailie.ex2.2",
    cites="dwork2006b",
    given=near,
    claim=one <= exp(eps) * other,
    derivation=(
        have(Abs(t - x_2) <= Abs(t - x) + Delta, "triangle inequality"),
        have(Abs(t - x_2) / b <= Abs(t - x) / b + Delta / b, "divide by the scale"),
        have(exp(-(Abs(t - x) / b)) <= exp(Delta / b - Abs(t - x_2) / b), "the exponential is increasing"),
        Chain(one)
        .eq(exp(-(Abs(t - x) / b)) / (2 * b), "the density")
        .le(exp(Delta / b - Abs(t - x_2) / b) / (2 * b), "by the line before")
        .eq(exp(eps) * other, "exponential of a sum"),
    ),
    tight=point({b: 1, Delta: log(2), x: log(2), x_2: 0, t: log(2)}),
    evaluate={"eps": eps},
    note=(
        "The bound on the densities at every output gives the bound on the probability of every event by the theorem on the multiplicative "
        "distance, from the masses, on any space of outputs. Any two neighbours may be exchanged."
    ),
)

loss = Theorem(
    title="The privacy loss of the Laplace mechanism",
    note="Read for densities at single outputs; an integral over outputs is no part of the certificate.",
    source="bailie.ex2.2",
    claim=Eq(log(one / other), laplace.loss(t, x, x_2)),
    derivation=(
        Chain(one / other)
        .eq(exp(-(Abs(t - x) / b)) / exp(-(Abs(t - x_2) / b)), "the normalisers cancel")
        .eq(exp(laplace.loss(t, x, x_2)), "exponential of a difference"),
        Chain(log(one / other))
        .eq(log(exp(laplace.loss(t, x, x_2))), "take the logarithm")
        .eq(laplace.loss(t, x, x_2), "of an exponential"),
    ),
    near_misses={
        "the inputs exchanged": variant(
            Eq(log(one / other), laplace.loss(t, x_2, x)), witness=point({b: 1, x: log(2), x_2: 0, t: log(2)})
        ),
        "the largest loss at every output": variant(Eq(log(one / other), eps), given=[Eq(x - x_2, Delta)]),
    },
)

pieces = Theorem(
    title="The pieces of the Laplace mechanism's privacy loss",
    source=("bailie.ex2.2", "bailie.fig1"),
    given=x_2 <= x,
    claim=Eq(laplace.loss(t, x, x_2), laplace.pieces(t, x, x_2)),
    near_misses={
        "the slope of one density": variant(
            Eq(
                laplace.loss(t, x, x_2),
                Piecewise((-(x - x_2) / b, t <= x_2), ((t - x_2) / b, t <= x), ((x - x_2) / b, True)),
            ),
        ),
    },
    note="Constant below both inputs, rising between them, constant above both.",
)


t_2 = parameter("t_2", at_least=t, about="a greater output")

tail = Theorem(
    title="The Laplace density between two outputs and a difference of exponentials",
    source="bailie.ex2.2",
    given=x <= t,
    claim=Between(
        (t_2 - t) * laplace.density(t_2, x),
        laplace.tail(t - x) - laplace.tail(t_2 - x),
        (t_2 - t) * laplace.density(t, x),
    ),
    define={function("T")(t): laplace.tail(t - x)},
    derivation=(
        have(Eq(exp(-(Abs(t - x) / b)), exp(-((t - x) / b))), "the output is above the input"),
        have(Eq(exp(-(Abs(t_2 - x) / b)), exp(-((t_2 - x) / b))), "so is the greater one"),
        have(1 + (t - t_2) / b <= exp((t - t_2) / b), "the exponential lies above its tangent"),
        have(1 + (t_2 - t) / b <= exp((t_2 - t) / b), "the exponential lies above its tangent"),
        Chain(laplace.tail(t - x) - laplace.tail(t_2 - x))
        .eq(exp(-((t - x) / b)) / 2 * (1 - exp((t - t_2) / b)), "take out the larger tail")
        .le(exp(-((t - x) / b)) / 2 * ((t_2 - t) / b), "the first tangent")
        .eq((t_2 - t) * laplace.density(t, x), "the density"),
        Chain(laplace.tail(t - x) - laplace.tail(t_2 - x))
        .eq(exp(-((t_2 - x) / b)) / 2 * (exp((t_2 - t) / b) - 1), "take out the smaller tail")
        .ge(exp(-((t_2 - x) / b)) / 2 * ((t_2 - t) / b), "the second tangent")
        .eq((t_2 - t) * laplace.density(t_2, x), "the density"),
    ),
    near_misses={
        "outputs below the input": without(x <= t, witness=point({b: 1, x: log(2), t: 0, t_2: log(2)})),
        "the bounds exchanged": variant(
            (t_2 - t) * laplace.density(t, x) <= laplace.tail(t - x) - laplace.tail(t_2 - x),
            witness=point({b: 1, x: 0, t: 0, t_2: log(2)}),
        ),
    },
    note=(
        "Cut an interval of outputs into many short ones: the lower and the upper bounds add up to Riemann sums of the "
        "density, so that the difference of the tails is its integral. This last step is calculus and no part of what is "
        "proved here; nor is that the tail vanishes far away."
    ),
)

least_delta = 1 - laplace.tail((Delta - b * eps_p) / 2) - exp(eps_p) * laplace.tail((Delta + b * eps_p) / 2)

curve = Theorem(
    title="The formula for the divergence of the two Laplace densities of neighbours",
    source="bailie.ex2.2",
    cites="balle2018",
    given=eps_p <= eps,
    claim=AllOf(Eq(least_delta, 1 - exp((eps_p - eps) / 2)), 0 <= least_delta),
    derivation=(
        have(Eq((Delta - b * eps_p) / 2 / b, (eps - eps_p) / 2), "divide by the scale"),
        have(Eq((Delta + b * eps_p) / 2 / b, (eps + eps_p) / 2), "divide by the scale"),
        have(
            Eq(laplace.tail((Delta - b * eps_p) / 2), exp(-((eps - eps_p) / 2)) / 2), "the smaller distance"
        ),
        have(
            Eq(laplace.tail((Delta + b * eps_p) / 2), exp(-((eps + eps_p) / 2)) / 2), "the greater distance"
        ),
        Chain(least_delta)
        .eq(1 - exp(-((eps - eps_p) / 2)) / 2 - exp(eps_p) * (exp(-((eps + eps_p) / 2)) / 2), "insert")
        .eq(1 - exp((eps_p - eps) / 2), "exponential of a sum"),
        have(exp((eps_p - eps) / 2) <= 1, "the exponential is increasing"),
    ),
    near_misses={
        "the whole loss": variant(
            Eq(least_delta, 1 - exp(eps_p - eps)), witness=point({b: 1, Delta: 2 * log(2), eps_p: 0})
        ),
    },
    evaluate={"delta": laplace.profile(eps_p)},
    note=(
        "The outputs with a loss above eps_p are those above one point: the two terms are their probabilities on the one "
        "and on the other input, the second one times the exponential of eps_p. The difference is the least delta with "
        "which the mechanism is approximately private at eps_p."
    ),
)

event = Theorem(
    title="The outputs of the Laplace mechanism with a large loss",
    source="bailie.ex2.2",
    given=(Eq(x - x_2, Delta), eps_p < eps),
    claim=Eq(Indicator(laplace.loss(t, x, x_2) > eps_p), Indicator(t > x - (Delta - b * eps_p) / 2)),
    near_misses={
        "the middle of the inputs": variant(
            Eq(Indicator(laplace.loss(t, x, x_2) > eps_p), Indicator(t > x - Delta / 2)),
            witness=point({b: 1, Delta: 2, x: 2, x_2: 0, eps_p: 1, t: Rational(5, 4)}),
        ),
    },
)
