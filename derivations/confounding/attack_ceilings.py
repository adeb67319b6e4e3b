"""The most that an attacker reaches who tells two states, or a member from another person, by a release."""

from dpsym.derivations.divergences.triangles import approximate as two_laws
from dpsym.derivations.testing.approximate_error_rates import approximate_error_rates, bounds
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import delta, eps, equal, half, p, quarter, third
from dpsym.language import *

paired = half * (power + 1 - level)
ceiling = (exp(eps) + delta) / (1 + exp(eps))
ninth = Rational(1, 9)
extremal = {"P": (third, 4 * ninth, 2 * ninth, 0), "Q": (0, 2 * ninth, 4 * ninth, third)}
reached = point({eps: log(2), delta: third}, **extremal)
apart = point({eps: 0, delta: 0}, P=(1, 0), Q=(0, 1))

even = Theorem(
    title="The most that an attack on two states with an even prior gets right",
    source="zhang.ext-auc",
    given=ApproxDP(eps, delta),
    claim=every_test(paired <= ceiling),
    derivation=(
        have(bounds(eps, delta), "the errors of the attack", by=approximate_error_rates.at(f=f(y))),

        Chain((1 + exp(eps)) * (power + 1 - level))
        .eq(power - exp(eps) * level + (1 - level) - exp(eps) * (1 - power) + 2 * exp(eps), "rearranged")
        .le(2 * (exp(eps) + delta), "both errors"),
        Chain(paired)
        .eq(half * ((1 + exp(eps)) * (power + 1 - level)) / (1 + exp(eps)), "a positive factor")
        .le(ceiling, "divided by it"),
    ),
    tight=reached,
    near_misses={
        "without a guarantee": variant(given=[], witness=apart),
    },
    note=(
        "The attack answers the second state with probability f(y). It is also the area under the curve of a membership attack pooled "
        "within one release: f is 1 where the score of a member exceeds that of another person, 1/2 where they are equal, and P, Q are "
        "the laws of the release with the two exchanged. Averages over pairs, and over releases, have the same bound. Less 1/2 and "
        "doubled it is the advantage."
    ),
)  # fmt: skip

right = p * power + (1 - p) * (1 - level)
low, high = (1 - p) + p * delta, p + (1 - p) * delta

any_prior = Theorem(
    title="The most that an attack on two states gets right, at any prior",
    source="zhang.ext-auc",
    given=ApproxDP(eps, delta),
    claim=every_test(right <= Max(low, high, ceiling)),
    derivation=(
        have(bounds(eps, delta), "the errors of the attack", by=approximate_error_rates.at(f=f(y))),

        have(AllOf(0 <= level, level <= 1, 0 <= power, power <= 1), "probabilities"),
        cases(
            p * exp(eps) <= 1 - p,
            (
                have(p * power <= p * (exp(eps) * level + delta), "the first error"),
                have((p * exp(eps) - (1 - p)) * level <= 0, "signs"),
                have(right <= low, "together"),
            ),
            cases(
                (1 - p) * exp(eps) <= p,
                (
                    have((1 - p) * (1 - level) <= (1 - p) * (exp(eps) * (1 - power) + delta), "the second error"),
                    have(((1 - p) * exp(eps) - p) * (1 - power) <= 0, "signs"),
                    have(right <= high, "together"),
                ),
                (
                    have(
                        (p * exp(eps) - (1 - p)) * ((1 - level) - exp(eps) * (1 - power))
                        <= (p * exp(eps) - (1 - p)) * delta,
                        "the second error, weighted",
                    ),
                    have(
                        ((1 - p) * exp(eps) - p) * (power - exp(eps) * level) <= ((1 - p) * exp(eps) - p) * delta,
                        "the first error, weighted",
                    ),
                    have(
                        (exp(eps) - 1) * ((exp(eps) + 1) * right) <= (exp(eps) - 1) * (exp(eps) + delta),
                        "added",
                    ),
                    have(0 < exp(eps) - 1, "more than no loss"),
                    have((exp(eps) + 1) * right <= exp(eps) + delta, "a positive factor"),
                    have(right <= ceiling, "divided"),
                ),
            ),
        ),
    ),
    tight=point({eps: log(2), delta: third, p: half}, **extremal),
    near_misses={
        "as at an even prior": variant(
            every_test(right <= ceiling),
            witness=point({eps: 0, delta: 0, p: 1}, **equal)
        ),
        "the larger prior where it is uneven": variant(every_test(right <= Max(p, 1 - p, ceiling))),

    },
    note=(
        "Where the prior odds are beyond the loss the best attack names the likelier state but for outputs that only the other one has, "
        "which have probability delta at most."
    ),
)  # fmt: skip

R = function("R", about="the law of the output without the record")
before, other = Pair(P(y), R(y)), Pair(R(y), Q(y))
two_steps = (exp(2 * eps) + (1 + exp(eps)) * delta) / (1 + exp(2 * eps))

added_or_removed = Theorem(
    title="The most that an attack on a member and another person gets right where one record is added or removed",
    source=of_any_spaces("zhang.ext-auc"),
    given=(ApproxDP(eps, delta).on(before), ApproxDP(eps, delta).on(other), (1 + exp(eps)) * delta <= 1),
    claim=every_test(paired <= two_steps),
    derivation=(
        have(
            ApproxDP(2 * eps, (1 + exp(eps)) * delta),
            "two steps",
            by=two_laws.at(eps_1=eps, eps_2=eps, delta_1=delta, delta_2=delta),
        ),
        have(
            every_test(paired <= two_steps),
            "the attack",
            by=even.at(eps=2 * eps, delta=(1 + exp(eps)) * delta),
        ),
    ),
    example=point({eps: log(2), delta: 0}, P=(half, half), R=(half, half), Q=(half, half)),
    near_misses={
        "as for a record exchanged": variant(
            every_test(paired <= ceiling),
            witness=point(
                {eps: log(2), delta: 0}, P=(3 * quarter, quarter), R=(half, half), Q=(quarter, 3 * quarter)
            ),
        ),
        "one step alone": without(
            ApproxDP(eps, delta).on(other), witness=point({eps: 0, delta: 0}, P=(1, 0), R=(1, 0), Q=(0, 1))
        ),
    },
    note=(
        "P and Q are the laws of the release with the member and with the other person in its place, and R that without either: each is one record away. The bound is the one for a record that is exchanged, at twice the loss and at 1 + e^eps times the delta."
    ),
)
