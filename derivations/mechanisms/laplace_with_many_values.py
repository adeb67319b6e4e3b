"""The Laplace mechanism for a query with many values: noise in every coordinate, pure DP with the sum of the distances."""

from dpsym.derivations.vocabulary import t
from dpsym.language import *

b = parameter("b", above=0, about="scale of the noise in every coordinate")
c = parameter("c", above=0, about="the constant that makes the total probability 1")
Delta = parameter(
    "Delta",
    above=0,
    about="sensitivity: the values of neighbours differ by at most this in all coordinates together",
)
i = Outcome("i", "I")
T, A, B = function("T"), function("A"), function("B")


def distance(f, g):
    """The sum over the coordinates of the distances."""
    return Total(Abs(f(i) - g(i)), i)


near = distance(A, B) <= Delta
one, other = exp(-(distance(T, A) / b)) / c, exp(-(distance(T, B) / b)) / c

t_2 = parameter("t_2", about="another output")
x, x_2 = parameter("x", about="an input"), parameter("x_2", about="another input")


def two(x, x_2):
    """The density of the outputs t and t_2 on the inputs x and x_2."""
    return exp(-((Abs(t - x) + Abs(t_2 - x_2)) / b)) / c


laplace_with_many_values = Theorem(
    title="The Laplace mechanism with many values is purely private, output by output",
    source="bailie.ex2.2",
    cites="dwork2006b",
    claim=ForAll((T(i), A(i), B(i)), Implication(near, one <= exp(Delta / b) * other)),
    derivation=(
        have(
            Abs(T(i) - B(i)) <= Abs(T(i) - A(i)) + Abs(A(i) - B(i)), "triangle inequality in each coordinate"
        ),
        have(distance(T, B) <= distance(T, A) + distance(A, B), "add up"),
        have(distance(T, B) <= distance(T, A) + Delta, "the inputs are near"),
        have(distance(T, B) / b <= distance(T, A) / b + Delta / b, "divide by the scale"),
        have(
            exp(-(distance(T, A) / b)) <= exp(Delta / b - distance(T, B) / b), "the exponential is increasing"
        ),
        Chain(one)
        .le(exp(Delta / b - distance(T, B) / b) / c, "by the line before")
        .eq(exp(Delta / b) * other, "exponential of a sum"),
    ),
    near_misses={
        "values each of which differs by at most this": variant(
            two(0, 0) <= exp(Delta / b) * two(x, x_2),
            given=[Within(x, Delta), Within(x_2, Delta)],
            witness=point({b: 1, c: 1, Delta: log(2), x: log(2), x_2: log(2), t: 0, t_2: 0}),
        ),
    },
    note=(
        "T is the output, A and B are the values of the query on neighbouring databases, and i runs over the coordinates. The "
        "densities are those of independent Laplace noise; c is twice the scale to the power of the number of coordinates."
    ),
)
