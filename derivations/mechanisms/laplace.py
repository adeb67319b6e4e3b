"""The Laplace mechanism: its density, its privacy loss, and pure differential privacy output by output."""

from dpsym.language import *

b = parameter("b", above=0, about="scale of the noise")
Delta = parameter("Delta", above=0, about="sensitivity: the inputs of neighbours differ by at most this")
x = parameter("x", about="input: the value of the query on one database")
x_2 = parameter("x_2", about="the value of the query on a neighbouring database")
t = parameter("t", about="an output")
eps_p = parameter("eps_p", at_least=0, about="a bound on the privacy loss, in nats")

laplace = Laplace(b, Delta)
eps = laplace.eps
near = laplace.neighbours(x, x_2)
one, other = laplace.density(t, x), laplace.density(t, x_2)
everywhere = "densities, output by output"

mechanism = Definition(
    title="Laplace mechanism",
    source="bailie.ex2.2",
    cites="dwork2006a",
    defines=one,
    note=(
        "The density of the output t on the input x: noise with a Laplace law is added to the value of a query. The scale b "
        "is the sensitivity divided by the privacy loss."
    ),
)

pure = Theorem(
    title="The Laplace mechanism is purely private, output by output",
    source="bailie.ex2.2",
    cites="dwork2006a",
    scope=everywhere,
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
    near_misses={
        "half the loss": variant(
            one <= exp(eps / 2) * other,
            witness=point({b: 1, Delta: 2 * log(2), x: 2 * log(2), x_2: 0, t: 2 * log(2)}),
        ),
        "inputs at any distance": variant(
            given=[], witness=point({b: 1, Delta: log(2), x: 2 * log(2), x_2: 0, t: 2 * log(2)})
        ),
    },
    evaluate={"eps": eps},
    note=(
        "The bound on the densities at every output gives the bound on the probability of every event by integration, "
        "which is no part of what is proved here. Any two neighbours may be exchanged."
    ),
)

loss = Theorem(
    title="The privacy loss of the Laplace mechanism",
    source="bailie.ex2.2",
    scope=everywhere,
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
        "the largest loss at every output": variant(
            Eq(log(one / other), eps),
            given=[Eq(x - x_2, Delta)],
            witness=point({b: 1, Delta: log(2), x: log(2), x_2: 0, t: 0}),
        ),
    },
)
