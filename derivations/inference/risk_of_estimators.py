"""No estimator from a private output is good at two parameter values: squared error, with the constant that is attained."""

from dpsym.derivations.divergences.pure_divergences import at_every_outcome
from dpsym.derivations.vocabulary import apart, eps, half, third, truthful, y_0
from dpsym.language import *

eps = eps.ranging(above=0)
c = parameter("c", above=0, about="distance of the two parameter values")
f = function("f", law=False)

u = exp(eps)
least = c**2 * u / (1 + u) ** 2
cost = P(y) * f(y) ** 2 + Q(y) * (f(y) - c) ** 2
risks = Total(P(y) * f(y) ** 2, y) + Total(Q(y) * (f(y) - c) ** 2, y)

squared_error = Theorem(
    title="The squared error of an estimator from a private output",
    cites=("yu1997", "bailie2024"),
    given=PureDP(eps),
    claim=least <= half * risks,
    define={parameter("R"): least},
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
    tight=point({eps: log(2), c: 1}, **truthful, f=(third, 2 * third)),
    near_misses={
        "without privacy": variant(
            given=[], witness=point({eps: log(2), c: 1}, **apart, f=(0, 1))
        ),
    },
    note=(
        "The estimate is measured from the first parameter value, so that the second is c. The mean of the two risks is at least this, "
        "so the larger one is: it is a bound on the minimax risk over every set of parameters that contains two such values."
    ),
)  # fmt: skip

t = parameter("t", at_least=0, at_most=1, about="bound on the total variation distance")
distances = Total(P(y) * Abs(f(y)), y) + Total(Q(y) * Abs(f(y) - c), y)

absolute_error = Theorem(
    title="The absolute error of an estimator from close laws",
    cites=("yu1997", "bailie2024"),
    given=HockeyStick(0) <= t,
    claim=c * (1 - t) / 2 <= half * distances,
    derivation=(
        have(
            c * (P(y) - Max(0, P(y) - Q(y))) <= P(y) * Abs(f(y)) + Q(y) * Abs(f(y) - c),
            "at every output",
            derivation=(
                have(P(y) - Max(0, P(y) - Q(y)) <= P(y), "a positive part"),
                have(P(y) - Max(0, P(y) - Q(y)) <= Q(y), "a positive part"),
                have(0 <= P(y) - Max(0, P(y) - Q(y)), "the smaller of two masses"),
                have(c <= Abs(f(y)) + Abs(f(y) - c), "the triangle inequality"),
                have(
                    (P(y) - Max(0, P(y) - Q(y))) * c
                    <= (P(y) - Max(0, P(y) - Q(y))) * (Abs(f(y)) + Abs(f(y) - c)),
                    "times the smaller mass",
                ),
                have(
                    (P(y) - Max(0, P(y) - Q(y))) * Abs(f(y)) <= P(y) * Abs(f(y)),
                    "the smaller mass",
                ),
                have(
                    (P(y) - Max(0, P(y) - Q(y))) * Abs(f(y) - c) <= Q(y) * Abs(f(y) - c),
                    "the smaller mass",
                ),
            ),
        ),
        Chain(c * (1 - t))
        .le(c * (1 - HockeyStick(0)), "by hypothesis")
        .eq(Total(c * (P(y) - Max(0, P(y) - Q(y))), y), "mass 1")
        .le(Total(P(y) * Abs(f(y)) + Q(y) * Abs(f(y) - c), y), "output by output")
        .eq(distances, "split the sum"),
    ),
    tight=point({t: third, c: 1}, **truthful, f=(0, 1)),
    near_misses={
        "without a bound on the distance": variant(given=[], witness=point({t: 0, c: 1}, **apart, f=(0, 1))),
    },
    note="The largest total variation over all private mechanisms, at any distance of the data, gives the least absolute error there.",
)

w = exp(2 * eps)
two_apart = c**2 * (Rational(1, 4) - (w - 1) * (1 - exp(-eps)) / (4 * (1 + w)))
gap = Max(0, P(y) - Q(y))
close = cost - c**2 * ((P(y) + Q(y)) / 4 - (w - 1) / (4 * (1 + w)) * (2 * gap - P(y) + Q(y)))

at_two_steps = Theorem(
    title="The squared error of an estimator at distance 2",
    cites=("yu1997", "bailie2024"),
    given=(PureDP(2 * eps), HockeyStick(0) <= 1 - exp(-eps)),
    claim=two_apart <= half * risks,
    derivation=(
        have(
            P(y_0) <= w * Q(y_0),
            derivation=specialise(PureDP(2 * eps), {S(y): Eq(y, y_0)}, "this output"),
        ),
        have(
            Q(y_0) <= w * P(y_0),
            derivation=specialise(PureDP(2 * eps), {S(y): Eq(y, y_0)}, "this output"),
        ),
        have(
            0 <= (w - 1) * (1 + w) * close,
            "at every output",
            derivation=cases(
                Q(y) <= P(y),
                (
                    have(Eq(gap, P(y) - Q(y)), "a positive part"),
                    have(0 <= (w * Q(y) - P(y)) * (f(y) - c / 2) ** 2, "privacy, and a square"),
                    have(0 <= (P(y) - Q(y)) * ((1 + w) * f(y) - c) ** 2, "a square"),
                    have(
                        Eq(
                            (w - 1) * (1 + w) * close,
                            2 * (1 + w) * ((w * Q(y) - P(y)) * (f(y) - c / 2) ** 2)
                            + (P(y) - Q(y)) * ((1 + w) * f(y) - c) ** 2,
                        ),
                        "expand",
                    ),
                ),
                (
                    have(Eq(gap, 0), "a positive part"),
                    have(0 <= (w * P(y) - Q(y)) * (f(y) - c / 2) ** 2, "privacy, and a square"),
                    have(0 <= (Q(y) - P(y)) * ((1 + w) * f(y) - w * c) ** 2, "a square"),
                    have(
                        Eq(
                            (w - 1) * (1 + w) * close,
                            2 * (1 + w) * ((w * P(y) - Q(y)) * (f(y) - c / 2) ** 2)
                            + (Q(y) - P(y)) * ((1 + w) * f(y) - w * c) ** 2,
                        ),
                        "expand",
                    ),
                ),
            ),
        ),
        have(0 <= close, "divide by what is positive"),
        have(
            c**2 * ((P(y) + Q(y)) / 4 - (w - 1) / (4 * (1 + w)) * (2 * gap - P(y) + Q(y))) <= cost,
            "the line before",
        ),
        have(
            c**2 * (w - 1) / (2 * (1 + w)) * HockeyStick(0)
            <= c**2 * (w - 1) / (2 * (1 + w)) * (1 - exp(-eps)),
            "by hypothesis",
        ),
        Chain(2 * two_apart)
        .le(c**2 / 2 - c**2 * (w - 1) / (2 * (1 + w)) * HockeyStick(0), "by hypothesis")
        .eq(
            Total(c**2 * ((P(y) + Q(y)) / 4 - (w - 1) / (4 * (1 + w)) * (2 * gap - P(y) + Q(y))), y),
            "both laws have mass 1",
        )
        .le(Total(cost, y), "output by output")
        .eq(risks, "split the sum"),
    ),
    near_misses={
        "without privacy": variant(given=[], witness=point({eps: log(2), c: 1}, **apart, f=(0, 1))),
    },
    note=(
        "At distance 2 no private mechanism has a total variation above 1 - exp(-eps). The bound is the risk of the two laws on three "
        "outputs whose power is the largest at each level, so no larger one holds for every mechanism."
    ),
)  # fmt: skip
