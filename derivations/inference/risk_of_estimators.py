"""No estimator from a private output is good at two parameter values: squared error, with the constant that is attained."""

from dpsym.derivations.divergences.pure_divergences import at_every_outcome
from dpsym.derivations.vocabulary import eps, half, third
from dpsym.language import *

eps = eps.ranging(above=0)
c = parameter("c", above=0, about="distance of the two parameter values")
f = function("f", law=False)

u = exp(eps)
least = c**2 * u / (1 + u) ** 2
cost = P(y) * f(y) ** 2 + Q(y) * (f(y) - c) ** 2
risks = Total(P(y) * f(y) ** 2, y) + Total(Q(y) * (f(y) - c) ** 2, y)
answers = {"P": (2 * third, third), "Q": (third, 2 * third)}

squared_error = Theorem(
    title="The squared error of an estimator from a private output",
    cites=("yu1997", "bailie2024"),
    given=PureDP(eps),
    claim=least <= half * risks,
    derivation=(
        *at_every_outcome,
        have(0 <= (u * Q(y) - P(y)) * ((1 + u) * f(y) - u * c) ** 2, "privacy, and a square"),
        have(0 <= (u * P(y) - Q(y)) * ((1 + u) * f(y) - c) ** 2, "privacy, and a square"),
        have(
            Eq(
                (u - 1) * ((1 + u) ** 2 * cost - c**2 * u * (P(y) + Q(y))),
                (u * Q(y) - P(y)) * ((1 + u) * f(y) - u * c) ** 2
                + (u * P(y) - Q(y)) * ((1 + u) * f(y) - c) ** 2,
            ),
            "expand",
        ),
        have(c**2 * u * (P(y) + Q(y)) <= (1 + u) ** 2 * cost, "divide by what is positive"),
        have(least * (P(y) + Q(y)) <= cost, "divide by what is positive"),
        Chain(2 * least)
        .eq(Total(least * (P(y) + Q(y)), y), "both laws have mass 1")
        .le(Total(cost, y), "output by output")
        .eq(risks, "split the sum"),
    ),
    tight=point({eps: log(2), c: 1}, **answers, f=(third, 2 * third)),
    near_misses={
        "twice as much": variant(
            2 * least <= half * risks,
            witness=point({eps: log(2), c: 1}, **answers, f=(third, 2 * third)),
        ),
        "a hundredth more": variant(
            Rational(101, 100) * least <= half * risks,
            witness=point({eps: log(2), c: 1}, **answers, f=(third, 2 * third)),
        ),
        "without privacy": variant(
            given=[], witness=point({eps: log(2), c: 1}, P=(1, 0), Q=(0, 1), f=(0, 1))
        ),
    },
    note=(
        "The estimate is measured from the first parameter value, so that the second is c. The mean of the two risks is at least this, "
        "so the larger one is: it is a bound on the minimax risk over every set of parameters that contains two such values."
    ),
)  # fmt: skip
