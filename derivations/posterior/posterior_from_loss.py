"""The posterior is a function of the prior and the privacy loss alone."""

from dpsym.derivations.vocabulary import p
from dpsym.language import *

p = p.ranging(above=0, below=1)

from_loss = p / (p + (1 - p) * exp(-Loss(P(y), Q(y))))
from_other_loss = p / (p + (1 - p) * exp(Loss(Q(y), P(y))))

present = Theorem(
    title="Posterior from the loss when the target is present",
    source=of_any_spaces("kazan.thm3.1"),
    claim=ForAll(y, Implication(0 < P(y), Eq(Posterior(p), from_loss))),
    derivation=Chain(Posterior(p))
    .eq(p * P(y) / (p * P(y) + (1 - p) * Q(y)), "Bayes' rule")
    .eq(from_loss, "divide by the mass of the outcome"),
    near_misses={
        "the loss with the wrong sign": variant(
            ForAll(y, Implication(0 < P(y), Eq(Posterior(p), p / (p + (1 - p) * exp(Loss(P(y), Q(y))))))),
            witness=point(
                {p: Rational(1, 2)}, P=(Rational(1, 3), Rational(2, 3)), Q=(Rational(2, 3), Rational(1, 3))
            ),
        ),
        "prior odds inverted": variant(
            ForAll(y, Implication(0 < P(y), Eq(Posterior(p), (1 - p) / (1 - p + p * exp(-Loss(P(y), Q(y)))))))
        ),
    },
    note="At an output that is impossible without the target the loss is infinite and the posterior is 1.",
)

absent = Theorem(
    title="Posterior from the loss when the target is absent",
    source="kazan.thm3.1",
    claim=ForAll(
        y,
        AllOf(
            Implication(AllOf(0 < Q(y), 0 < P(y)), Eq(Posterior(p), from_other_loss)),
            Implication(AllOf(0 < Q(y), Eq(P(y), 0)), Eq(Posterior(p), 0)),
        ),
    ),
    derivation=have(
        Implication(0 < Q(y), Eq(Posterior(p), p * P(y) / (p * P(y) + (1 - p) * Q(y)))), "Bayes' rule"
    ),
    near_misses={
        "the loss with the wrong sign": variant(
            ForAll(
                y,
                Implication(
                    AllOf(0 < Q(y), 0 < P(y)), Eq(Posterior(p), p / (p + (1 - p) * exp(-Loss(Q(y), P(y)))))
                ),
            ),
            witness=point(
                {p: Rational(1, 2)}, P=(Rational(1, 3), Rational(2, 3)), Q=(Rational(2, 3), Rational(1, 3))
            ),
        ),
        "the prior where the loss is infinite": variant(
            ForAll(y, Implication(AllOf(0 < Q(y), Eq(P(y), 0)), Eq(Posterior(p), p)))
        ),
    },
    note="The loss is that of the exchanged pair. It is infinite at an output that is impossible with the target; the posterior is then 0.",
)

q = parameter(
    "p", at_least=0, at_most=1, about="prior probability that the target is in the data, perhaps a certainty"
)
from_finite_loss = q / (q + (1 - q) * exp(-Loss(P(y), Q(y))))
from_other_finite_loss = q / (q + (1 - q) * exp(Loss(Q(y), P(y))))

every_prior = Theorem(
    title="Posterior from a finite loss at every prior",
    source="kazan.thm3.1",
    claim=ForAll(
        y,
        Implication(
            AllOf(0 < P(y), 0 < Q(y)),
            AllOf(Eq(Posterior(q), from_finite_loss), Eq(Posterior(q), from_other_finite_loss)),
        ),
    ),
    derivation=cases(
        q <= 0,
        have(Eq(q, 0), "the prior is not negative"),
        cases(
            q >= 1,
            have(Eq(q, 1), "the prior is at most 1"),
            (
                have(
                    Implication(0 < P(y), Eq(Posterior(q), from_finite_loss)),
                    "strictly between, divide by the mass of the outcome",
                    by=present.at(p=q),
                ),
                have(
                    Implication(AllOf(0 < P(y), 0 < Q(y)), Eq(Posterior(q), from_other_finite_loss)),
                    "and by that under the other law",
                    by=absent.at(p=q),
                ),
            ),
            reason="the prior 1 stays 1",
        ),
        "the prior 0 stays 0",
    ),
    near_misses={
        "the loss with the wrong sign": variant(
            ForAll(
                y,
                Implication(
                    AllOf(0 < P(y), 0 < Q(y)), Eq(Posterior(q), q / (q + (1 - q) * exp(Loss(P(y), Q(y)))))
                ),
            ),
            witness=point(
                {q: Rational(1, 2)}, P=(Rational(1, 3), Rational(2, 3)), Q=(Rational(2, 3), Rational(1, 3))
            ),
        ),
        "the prior itself": variant(ForAll(y, Implication(AllOf(0 < P(y), 0 < Q(y)), Eq(Posterior(q), q)))),
    },
    note=(
        "The paper does not say which priors it means. At the priors 0 and 1 the posterior is the prior. There the printed "
        "fraction has no value at some outputs with an infinite loss; at the others it agrees."
    ),
)
