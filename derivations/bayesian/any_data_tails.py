"""How often the posterior of the true record moves far, for any data and any outputs: Rényi, zero-concentrated and f-DP."""

from dpsym.derivations.bayesian.attacker import A, M, d, others, outputs, records, s, sampled
from dpsym.derivations.bayesian.f_dp_unknown_rest import close_to_true as f_close_to_true
from dpsym.derivations.bayesian.f_dp_unknown_rest import convex, least_level
from dpsym.derivations.bayesian.f_dp_unknown_rest import given_record as f_given_record
from dpsym.derivations.bayesian.small_levels import c as c_f
from dpsym.derivations.bayesian.small_levels import delta, threshold
from dpsym.derivations.bayesian.small_levels import eps as eps_f
from dpsym.derivations.bayesian.unknown_rest import K, close_to_true, with_true_record
from dpsym.derivations.bayesian.unknown_rest_tails import bound, eps, eps_c, given_record, order, tail
from dpsym.derivations.divergences.renyi_post_processing import alpha
from dpsym.derivations.vocabulary import gamma, half, rho, third
from dpsym.language import *

# T(d): the probability of the target's true record, given the other records d; K(d, .): the law of the output with that record.
T = function("T", law=False, about="the probability of the target's true record, given the other records")
of_true_record = ForAll(d, Between(0, T(d), 1))
prior = Total(A(d) * T(d), d)
joint, fresh = Total(A(d) * T(d) * K(d, y), d), Total(A(d) * T(d) * sampled(d, y), d)
model = (others, records, outputs, with_true_record, of_true_record, 0 < prior)


def moved(eps, strictly=False):
    """The probability, given the true record, that its posterior is e^eps times the counterfactual one or more."""
    large = exp(eps) * fresh < joint if strictly else exp(eps) * fresh <= joint
    return Probability(large, joint / prior)


weight = A(d) * T(d) / prior
actual, other = Total(weight * K(d, y), d), Total(weight * sampled(d, y), d)


def from_given_record():
    """The steps from the theorem about laws given the true record."""
    return (
        have(0 < 1 / prior, "the record is possible"),
        have(0 <= weight, "no factor is negative"),
        have(Eq(Total(weight, d), 1), "the other records have a law, given the record"),
    )


response = (2 * third, third, third, 2 * third)
answers = {"A": (half, half), "C": (half,) * 4, "M": response * 2, "K": response[:2] * 2, "T": (half, half)}
loss = log(Rational(19, 10))
rare = {**answers, "C": (Rational(1, 100), Rational(99, 100)) * 2, "T": (Rational(1, 100),) * 2}

renyi = Theorem(
    title="Large moves of the posterior under Rényi DP, for any data and outputs",
    source=of_any_spaces("kifer.thm7.4.2-rdp"),
    given=(*model, close_to_true),
    claim=moved(eps) <= bound,
    derivation=(
        *from_given_record(),
        have(
            Total(Indicator(exp(eps) * other <= actual) * actual, y) <= bound,
            "given the true record",
            by=given_record.at(W=weight),
        ),
        have(Eq(actual, joint / prior), "a common factor"),
        have(Eq(other, fresh / prior), "a common factor"),
    ),
    example=point({alpha: 2, gamma: log(Rational(3, 2)), eps: log(2)}, **answers),
    near_misses={
        "as if the other records were known and the record drawn": variant(
            moved(eps) <= exp(-(eps - gamma) * alpha - gamma),
            witness=point({alpha: 2, gamma: log(Rational(3, 2)), eps: loss}, **rare),
        ),
        "without Rényi DP": variant(
            given=model,
            witness=point(
                {alpha: 2, gamma: 0, eps: log(2)}, **{**rare, "M": (1, 0, 0, 1) * 2, "K": (1, 0) * 2}
            ),
        ),
    },
    note=(
        "The joint law of the true record and the output is the integral of T K over the other records, and that for a fresh record the integral of T "
        "and the law for a fresh one: by the theorem on the posteriors of the two worlds, the posterior of the record and its counterfactual posterior are these two divided "
        "by one and the same law of the output. So the ratio of the posteriors is e^eps or more where the one is e^eps times the other. The data are drawn from the attacker's prior given the true "
        "record; data and outputs are of any spaces."
    ),
)
two = Pair(K(d, y), M(d, s, y))
concentrated = ForAll((d, s), ZCDP(rho).on(two))
uneven = {
    "A": (1, 0), "C": (Rational(1, 1000), Rational(999, 1000)) * 2, "T": (Rational(1, 1000),) * 2,
    "M": (Rational(1, 4), Rational(3, 4), Rational(1, 16), Rational(15, 16)) * 2, "K": (Rational(1, 4), Rational(3, 4)) * 2,
}  # fmt: skip

zero_concentrated = Theorem(
    title="Large moves of the posterior under zero-concentrated DP, for any data and outputs",
    source=of_any_spaces("kifer.thm7.4.2-zcdp"),
    given=(*model, concentrated),
    claim=moved(eps_c) <= tail,
    derivation=(
        have(1 < order, "the bound exceeds the budget"),
        specialise(concentrated, {d: d, s: s}, "two records of the target"),
        specialise(concentrated.args[1], {alpha: order}, "the best order"),
        have(ForAll((d, s), RenyiDP(order, order * rho).on(two)), "Rényi DP of the best order"),
        have(
            Eq((order - 1) * (order * rho - eps_c), -((eps_c - rho) ** 2) / (4 * rho)),
            "the exponent at the best order",
        ),
        Chain(moved(eps_c))
        .le(
            exp((order - 1) * (order * rho - eps_c)),
            "Rényi DP of the best order",
            by=renyi.at(alpha=order, gamma=order * rho, eps=eps_c),
        )
        .eq(tail, "the exponent at the best order"),
    ),
    example=point({rho: 1, eps_c: 2}, A=(1,), C=(1,), M=(1,), K=(1,), T=(1,)),
    near_misses={
        "as if the other records were known and the record drawn": variant(
            moved(eps_c) <= exp(-((eps_c + rho) ** 2) / (4 * rho)),
            given=(*model, ForAll((d, s), RenyiDP(2, 2 * rho).on(two))),
            witness=point({rho: log(Rational(8, 5)) / 2, eps_c: log(Rational(39, 10))}, **uneven),
        ),
        "without zero-concentrated DP": variant(
            given=model,
            witness=point(
                {rho: Rational(1, 10), eps_c: log(2)}, **{**rare, "M": (1, 0, 0, 1) * 2, "K": (1, 0) * 2}
            ),
        ),
    },
    note="For bounds up to the budget the best order would be 1 or less, where only the trivial bound 1 is left.",
)

tenths, tiny = Rational(3, 10), Rational(1, 100)
curve = Lambda(LEVEL, Max(0, 1 - 2 * LEVEL))
doubled = {
    "A": (1, 0), "C": (tiny, 1 - tiny) * 2, "T": (tiny,) * 2, "M": response * 2, "K": response[:2] * 2, "F": curve,
}  # fmt: skip

f_differential = Theorem(
    title="Large moves of the posterior under f-differential privacy, for any data and outputs",
    source=of_any_spaces("kifer.x-fdp-arbitrary"),
    given=(*model, convex, least_level, f_close_to_true, threshold),
    claim=moved(eps_f, strictly=True) <= delta,
    derivation=(
        *from_given_record(),
        have(
            Total(Indicator(exp(eps_f) * other < actual) * actual, y) <= delta,
            "given the true record",
            by=f_given_record.at(W=weight),
        ),
        have(Eq(actual, joint / prior), "a common factor"),
        have(Eq(other, fresh / prior), "a common factor"),
        have(
            Eq(
                Indicator(exp(eps_f) * fresh < joint) * (joint / prior),
                Indicator(exp(eps_f) * other < actual) * actual,
            ),
            "the same outputs",
            derivation=cases(
                exp(eps_f) * fresh < joint,
                have(exp(eps_f) * (fresh / prior) < joint / prior, "divide"),
                have(joint / prior <= exp(eps_f) * (fresh / prior), "divide"),
            ),
        ),
    ),
    example=point({delta: tenths, c_f: tenths / 2, eps_f: log(2)}, **doubled),
    near_misses={
        "below the threshold": without(
            threshold, witness=point({delta: tenths, c_f: tenths / 2, eps_f: log(Rational(3, 2))}, **doubled)
        ),
        "without f-differential privacy": without(
            f_close_to_true,
            witness=point(
                {delta: tenths, c_f: tenths / 2, eps_f: log(2)},
                **{**doubled, "M": (1, 0, 0, 1) * 2, "K": (1, 0) * 2},
            ),
        ),
    },
    note=(
        "The paper states it for known other records only. Whenever the trade-off function is known it is sharper than the bound of "
        "zero-concentrated DP."
    ),
)
