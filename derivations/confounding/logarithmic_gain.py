"""The most that a release lowers the logarithmic score of an attacker who guesses one of two states, at any prior."""

from dpsym.derivations.analysis.entropy_of_a_coin import (
    coin,
    entropy,
    flipped,
    less,
    more,
    named,
    posterior_best,
    same,
)
from dpsym.derivations.analysis.loss_at_one_output import E, mean, q
from dpsym.derivations.confounding.loss_under_any_score import any_score, p
from dpsym.derivations.vocabulary import apart, delta, eps, half, tenth, third, two_thirds
from dpsym.language import *

G = function("G", law=False, about="the answer to an output")


revealed = {"P": (third, two_thirds, 0), "Q": (0, two_thirds, third), "G": (9 * tenth, half, tenth)}
given_away = delta * entropy(p) + (1 - delta) * (entropy(flipped) - entropy(coin))
answers = ForAll(y, AllOf(0 < G(y), G(y) < 1))
surprise = Total(mean(P(y), Q(y), -log(G(y)), -log(1 - G(y))), y)


logarithmic = Theorem(
    title="The most that a release lowers the logarithmic score of a guess of the state",
    kind="lemma",
    given=(ApproxDP(eps, delta), answers),
    claim=entropy(p) - surprise <= given_away,
    define=named,
    derivation=(
        have(1 <= E, "an exponential"),
        have(0 < p * E + q, "a sum"),
        have(log(G(y)) <= 0, "at most 1"),
        have(log(1 - G(y)) <= 0, "at most 1"),
        have(
            more <= -(p * E) * log(G(y)) - q * log(1 - G(y)),
            "the posterior is best",
            by=posterior_best.at(a=p * E, b=q, g=G(y)),
        ),
        have(
            less <= -p * log(G(y)) - (q * E) * log(1 - G(y)),
            "the posterior is best",
            by=posterior_best.at(a=p, b=q * E, g=G(y)),
        ),
        have(0 <= more, "an entropy"),
        have(0 <= less, "an entropy"),
        have(
            (1 - delta) * (more + less) / (1 + E) <= surprise,
            "any score",
            by=any_score.at(c=more, d=less, R=-log(G(y)), T=-log(1 - G(y))),
        ),
        have(
            Eq((more + less) / (1 + E), entropy(p) + entropy(coin) - entropy(flipped)),
            "randomised response",
            by=same,
        ),
        Chain(entropy(p) - surprise)
        .le(entropy(p) - (1 - delta) * (more + less) / (1 + E), "any score")
        .eq(entropy(p) - (1 - delta) * ((more + less) / (1 + E)), "rearranged")
        .eq(entropy(p) - (1 - delta) * (entropy(p) + entropy(coin) - entropy(flipped)), "randomised response")
        .eq(given_away, "rearranged"),
    ),
    example=point(
        {p: half, eps: log(2), delta: 0}, P=(two_thirds, third), Q=(third, two_thirds), G=(two_thirds, third)
    ),
    near_misses={
        "without what is revealed": variant(
            entropy(p) - surprise <= entropy(flipped) - entropy(coin),
            witness=point({p: half, eps: 0, delta: third}, **revealed),
        ),
        "without a guarantee": without(
            ApproxDP(eps, delta), witness=point({p: half, eps: 0, delta: 0}, **apart, G=(two_thirds, third))
        ),
    },
    note=(
        "The state has the prior p, and the law of the output is P or Q. The answer to y is G(y) for the first state. Without the release the best answer is the prior, which loses its "
        "entropy; so the bound is also one on the information about the state, in nats. Randomised response that reveals the state with probability delta comes as near as one likes."
    ),
)

# An answer by its losses: minus the logarithm of the probability that it gives either state.
R = function("R", law=False, about="the loss of the answer to an output in the first state")
T = function("T", law=False, about="its loss in the second state")
i, j = (parameter(n, about="the mean loss of the answers in a state") for n in "ij")
losses = ForAll(y, AllOf(0 <= R(y), 0 <= T(y), Eq(exp(-R(y)) + exp(-T(y)), 1)))
means = (Eq(Total(P(y) * R(y), y), i), Eq(Total(Q(y) * T(y), y), j))
truthful = {
    "P": (two_thirds, third), "Q": (third, two_thirds), "R": (log(2), log(2)), "T": (log(2), log(2)),
}  # fmt: skip

of_losses = Theorem(
    title="The most that a release lowers the mean logarithmic score of any answers",
    source="zhang.ex-cel",
    given=(ApproxDP(eps, delta), losses, *means),
    claim=entropy(p) - (p * i + q * j) <= given_away,
    define=named,
    derivation=(
        specialise(losses, {y: y}, "the losses at an output"),
        have(AllOf(0 < exp(-R(y)), exp(-R(y)) < 1), "an answer"),
        have(ForAll(y, AllOf(0 < exp(-R(y)), exp(-R(y)) < 1)), "an answer at each output"),
        have(
            entropy(p) - Total(mean(P(y), Q(y), -log(exp(-R(y))), -log(1 - exp(-R(y)))), y) <= given_away,
            "these answers",
            by=logarithmic.at(G=exp(-R(y))),
        ),
        have(Eq(log(exp(-R(y))), -R(y)), "logarithm of an exponential"),
        have(
            Eq(log(1 - exp(-R(y))), -T(y)),
            "logarithm of an exponential",
            derivation=(
                have(Eq(1 - exp(-R(y)), exp(-T(y))), "the other probability"),
                have(0 < 1 - exp(-R(y)), "the other probability"),
                Chain(log(1 - exp(-R(y))))
                .eq(log(exp(-T(y))), "the other probability")
                .eq(-T(y), "logarithm of an exponential"),
            ),
        ),
        have(
            Eq(
                mean(P(y), Q(y), -log(exp(-R(y))), -log(1 - exp(-R(y)))),
                p * (P(y) * R(y)) + q * (Q(y) * T(y)),
            ),
            "output by output",
        ),
        Chain(Total(mean(P(y), Q(y), -log(exp(-R(y))), -log(1 - exp(-R(y)))), y))
        .eq(Total(p * (P(y) * R(y)) + q * (Q(y) * T(y)), y), "output by output")
        .eq(p * i + q * j, "the mean losses"),
    ),
    example=point({p: half, eps: log(2), delta: 0, i: log(2), j: log(2)}, **truthful),
    near_misses={
        "without what is revealed": without(ApproxDP(eps, delta), claim=entropy(p) - (p * i + q * j) <= entropy(flipped) - entropy(coin), witness=point(
                {p: half, eps: 0, delta: 0, i: log(Rational(10, 9)), j: log(Rational(10, 9))},
                **apart, R=(log(Rational(10, 9)), log(10)), T=(log(10), log(Rational(10, 9))),
            )),

    },
    note=(
        "Where a mean loss is infinite nothing is gained. The answers may be any, as long as they rule out neither state: one that does so has an infinite loss there."
    ),
)  # fmt: skip
