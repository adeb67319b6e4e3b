"""For a prior strictly between 0 and 1 the posterior is a strictly increasing function of the loss, with every value in reach."""

from dpsym.derivations.vocabulary import p
from dpsym.language import *

p = p.ranging(above=0, below=1)
q = parameter("q", at_least=0, at_most=1, about="prior probability, perhaps a certainty")
x = parameter("x", above=0, below=1, about="a posterior probability")
z = parameter("z", about="a privacy loss")
z_2 = parameter("z_2", above=z, about="a larger privacy loss")
z_3 = parameter("z_3", about="another privacy loss")


def at_loss(p, z):
    """The posterior from prior p at an output with privacy loss z."""
    return p / (p + (1 - p) * exp(-z))


def log_odds(p):
    """The logarithm of the odds p : 1 - p."""
    return log(p / (1 - p))


increasing = Theorem(
    title="The posterior rises strictly with the loss",
    source=whole_of("kazan.rem-one-to-one"),
    kind="remark",
    claim=at_loss(p, z) < at_loss(p, z_2),
    derivation=(
        have(exp(-z_2) < exp(-z), "the exponential is increasing"),
        have(p + (1 - p) * exp(-z_2) < p + (1 - p) * exp(-z), "the prior leaves a doubt"),
        Chain(at_loss(p, z)).lt(at_loss(p, z_2), "a smaller denominator"),
    ),
    errata=erratum(
        "missing condition",
        "Section 3.2, after equation (2)",
        "For fixed p_i, the relationships between X_i and the PLRVs in (2) are one-to-one functions",
        fails="At the prior 0 the posterior is 0 and at the prior 1 it is 1, whatever the loss.",
        holds="One-to-one, and strictly rising, for every prior strictly between 0 and 1.",
        affects="The theorems that follow hold for the priors 0 and 1 as well, for which they say nothing.",
        reads=variant(
            Eq(z, z_3),
            given=[Eq(at_loss(q, z), at_loss(q, z_3))],
            witness=point({q: 1, z: 0, z_3: 1}),
            note="The paper says that the relationship is one-to-one for a fixed prior. At the prior 1 the posterior is 1, whatever the loss.",
        ),
    ),
    near_misses={
        "strict at every prior": variant(
            at_loss(q, z) < at_loss(q, z_2), witness=point({q: 1, z: 0, z_2: log(2)})
        ),
    },
)

inverse = Theorem(
    title="The loss from the posterior",
    source="kazan.rem-one-to-one",
    kind="remark",
    given=Eq(x, at_loss(p, z)),
    claim=Eq(log_odds(x) - log_odds(p), z),
    derivation=(
        have(Eq(1 - x, (1 - p) * exp(-z) / (p + (1 - p) * exp(-z))), "the complement"),
        have(Eq(x, p / (1 - p) * exp(z) * (1 - x)), "compare"),
        have(Eq(x / (1 - x), p / (1 - p) * exp(z)), "divide by the complement"),
        Chain(log_odds(x))
        .eq(log(p / (1 - p) * exp(z)), "take the logarithm")
        .eq(log_odds(p) + z, "logarithm of a product"),
    ),
    example=point({p: Rational(1, 2), z: log(2), x: Rational(2, 3)}),
    near_misses={
        "the loss with the other sign": variant(Eq(log_odds(p) - log_odds(x), z)),
    },
)

onto = Theorem(
    title="Every posterior is that of some loss",
    source="kazan.rem-one-to-one",
    kind="remark",
    given=Eq(z, log_odds(x) - log_odds(p)),
    claim=Eq(at_loss(p, z), x),
    derivation=(
        Chain(exp(-z))
        .eq(exp(-(log_odds(x) - log_odds(p))), "insert the loss")
        .eq(p / (1 - p) * ((1 - x) / x), "exponentials of logarithms"),
        Chain(at_loss(p, z)).eq(p / (p + (1 - p) * (p / (1 - p) * ((1 - x) / x))), "insert").eq(x, "cancel"),
    ),
    example=point({p: Rational(1, 2), z: log(2), x: Rational(2, 3)}),
    near_misses={
        "without the prior odds": variant(
            given=[Eq(z, log_odds(x))],
            witness=point({p: Rational(1, 3), z: 0, x: Rational(1, 2)}),
        ),
        "prior and posterior exchanged": variant(given=[Eq(z, log_odds(p) - log_odds(x))]),
    },
    note="The losses of plus and minus infinity give the posteriors 1 and 0.",
)
