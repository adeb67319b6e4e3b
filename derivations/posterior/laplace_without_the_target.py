"""The Laplace mechanism stays below every bound with a positive delta also where the target is absent."""

from dpsym.derivations.analysis.exponential_factor import exchanged
from dpsym.derivations.analysis.laplace_loss import beta, c, loss
from dpsym.derivations.conversions.approximate_to_probabilistic_at_loss import eps_p, failure_probability
from dpsym.derivations.posterior.laplace_below_the_bounds import (
    J,
    T,
    below_all_bounds,
    i,
    may_lose_more,
    n,
    of_the_laws,
    of_them,
    p,
    strictly_inside,
    together,
)
from dpsym.derivations.posterior.laplace_below_the_bounds import least as least_loss
from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.derivations.vocabulary import Delta, delta, eps, fifth, half, sixth, tenth, third
from dpsym.language import *

# The outputs with such a loss of the laws exchanged: those of the other theorem, mirrored between both values of the query.
first, last = c - Delta / 2 - least_loss / (2 * beta), c - Delta / 2 - eps / n / (2 * beta)
event = ForAll(
    (y, i),
    AllOf(AnyOf(Eq(J(y), 0), Eq(J(y), 1)), Implication(0 < J(y), AllOf(first < T(i, y), T(i, y) < last))),
)
chance = exp(-beta * (first - (c - Delta))) / 2 - exp(-beta * (last - (c - Delta))) / 2
independent = Implication(may_lose_more, Eq(Total(J(y) * Q(y), y), chance**n))
mirrored_first = Delta - c - Delta / 2 + eps / n / (2 * beta)
mirrored_last = Delta - c - Delta / 2 + least_loss / (2 * beta)
mirrored_chance = exp(-beta * (Delta - c - mirrored_last)) / 2 - exp(-beta * (Delta - c - mirrored_first)) / 2
mirrored_loss = beta * (Abs(-T(i, y) - (Delta - c - Delta)) - Abs(-T(i, y) - (Delta - c)))
mirrored_laws = ForAll(y, Eq(Q(y), exp(Total(mirrored_loss, i)) * P(y)))
mirrored_event = ForAll(
    (y, i),
    AllOf(
        AnyOf(Eq(J(y), 0), Eq(J(y), 1)),
        Implication(
            0 < J(y),
            AllOf(
                mirrored_first < -T(i, y),
                -T(i, y) < mirrored_last,
            ),
        ),
    ),
)

# The posterior of absence is strictly between the bounds from its prior.
absence = Posterior(1 - p, Q(y), P(y))
lowest_absence, highest_absence = ((1 - p) / (1 - p + p * e) for e in (exp(eps_p), exp(-eps_p)))
absence_inside = AllOf(lowest_absence < absence, absence < highest_absence)


laplace = {beta: 2, Delta: log(2), c: 0, n: 1}
outputs = {"sizes": {"Y": 3, "I": 1}, "T": (-3 * log(2) / 4, -log(2) / 2, 0)}

without_the_target = Theorem(
    title="Releases of the Laplace mechanism stay below every bound with a positive delta where the target is absent",
    source="kazan.rem-laplace",
    given=(delta > 0, ApproxDP(eps, delta), of_them, of_the_laws, event, independent),
    define={parameter("m"): least_loss, parameter("s"): first, parameter("r"): last, parameter("h"): chance},
    claim=Probability(strictly_inside, Q) > 1 - failure_probability(eps, delta, eps_p),
    derivation=(
        have(
            mirrored_laws,
            "minus the releases, with the laws exchanged",
            derivation=(
                specialise(of_the_laws, {y: y}, "the laws of the releases"),
                have(Eq(mirrored_loss, -loss(T(i, y))), "both distances are the same"),
                have(Eq(Total(mirrored_loss, i), -together), "sum over the releases"),
                have(Eq(exp(together), exp(-Total(mirrored_loss, i))), "the same exponent"),
                Chain(P(y))
                .eq(exp(together) * Q(y), "the laws of the releases")
                .eq(exp(-Total(mirrored_loss, i)) * Q(y), "the same exponent"),
                have(
                    Eq(Q(y), exp(Total(mirrored_loss, i)) * P(y)),
                    "exchanged",
                    by=exchanged.at(u=P(y), v=Q(y), x=Total(mirrored_loss, i)),
                ),
            ),
        ),
        have(
            Implication(may_lose_more, Eq(Total(J(y) * Q(y), y), mirrored_chance**n)),
            "the releases are independent",
        ),
        have(
            mirrored_event, "the mirrored interval", derivation=specialise(event, {y: y, i: i}, "this output")
        ),
        have(
            Probability(absence_inside, Q) > 1 - failure_probability(eps, delta, eps_p),
            "the other law, of minus the releases",
            by=below_all_bounds.at(T=Lambda((i, y), -T(i, y)), c=Delta - c, p=1 - p, swapped=True),
        ),
        have(
            Indicator(absence_inside) * Q(y) <= Indicator(strictly_inside) * Q(y),
            "the posteriors of absence and presence add up to 1",
            derivation=cases(
                0 < Q(y),
                (
                    have(Eq(absence, 1 - Posterior(p)), "both add up to 1"),
                    have(Eq(lowest_absence, 1 - highest(p, eps_p)), "and so do the ends"),
                    have(Eq(highest_absence, 1 - lowest(p, eps_p)), "and so do the ends"),
                ),
            ),
        ),
        have(Probability(absence_inside, Q) <= Probability(strictly_inside, Q), "sum over the outputs"),
    ),
    example=point(
        {**laplace, p: half, eps: 0, delta: fifth, eps_p: log(8)},
        **outputs,
        P=(Rational(1, 8), Rational(17, 24), sixth),
        Q=(Rational(1, 4), Rational(17, 24), Rational(1, 24)),
        J=(1, 0, 0),
    ),
    near_misses={
        "without approximate DP": without(
            ApproxDP(eps, delta),
            witness=point(
                {**laplace, Delta: log(4), c: log(4), p: half, eps: 0, delta: tenth, eps_p: log(4)},
                sizes={"Y": 3, "I": 1},
                P=(Rational(1, 16), Rational(209, 4080), Rational(226, 255)),
                Q=(Rational(1, 8), Rational(209, 255), Rational(113, 2040)),
                T=(3 * log(2) / 4, 0, log(4)),
                J=(1, 0, 0),
            ),
        ),
        "releases that are not independent": without(
            independent,
            witness=point(
                {**laplace, c: log(2), p: half, eps: 0, delta: sixth, eps_p: log(2)},
                sizes={"Y": 3, "I": 1},
                P=(sixth, third, half),
                Q=(third, sixth, half),
                T=(log(2) / 4, 3 * log(2) / 4, log(2) / 2),
                J=(0, 0, 0),
            ),
        ),
    },
    note=(
        "Q is the law without the target. Minus the releases are those of the Laplace mechanism for minus the query, whose value is the larger one where the target "
        "is absent; so this is the theorem for the target present, of the laws exchanged, and of the posterior of absence, which is 1 less that of presence."
    ),
)
