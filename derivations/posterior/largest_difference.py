"""The prior at which the posterior moves most: 1/(1+e^{±eps/2}), by tanh(eps/4)."""

from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.derivations.vocabulary import eps, p
from dpsym.language import *

s = exp(eps / 2)
gain = highest(p, eps) - p
drop = lowest(p, eps) - p

upper = Theorem(
    title="Largest increase of the posterior",
    source=whole_of("kazan.lem3.4"),
    kind="lemma",
    claim=gain <= tanh(eps / 4),
    derivation=Chain(gain)
    .eq(p * (1 - p) * (s**2 - 1) / (p * s**2 + 1 - p), "common denominator")
    .eq(
        (s - 1) / (s + 1) - (s - 1) * ((s + 1) * p - 1) ** 2 / ((s + 1) * (p * s**2 + 1 - p)),
        "complete the square",
    )
    .le((s - 1) / (s + 1), "the square is not negative")
    .eq(tanh(eps / 4), "definition of the hyperbolic tangent"),
    tight=point({p: 1 / (1 + exp(eps / 2))}),
    near_misses={
        "a fifth instead of a quarter": variant(gain <= tanh(eps / 5)),
        "the lower end for the upper": variant(drop >= tanh(eps / 4)),
    },
    evaluate={"bound": tanh(eps / 4), "prior": 1 / (1 + exp(eps / 2)), "posterior": 1 / (1 + exp(-eps / 2))},
)

lower = Theorem(
    title="Largest decrease of the posterior",
    source="kazan.lem3.4",
    kind="lemma",
    claim=drop >= -tanh(eps / 4),
    derivation=Chain(drop)
    .eq(-p * (1 - p) * (s**2 - 1) / (p + (1 - p) * s**2), "common denominator")
    .eq(
        -(s - 1) / (s + 1) + (s - 1) * ((s + 1) * p - s) ** 2 / ((s + 1) * (p + (1 - p) * s**2)),
        "complete the square",
    )
    .ge(-(s - 1) / (s + 1), "the square is not negative")
    .eq(-tanh(eps / 4), "definition of the hyperbolic tangent"),
    tight=point({p: 1 / (1 + exp(-eps / 2))}),
    near_misses={
        "the distance of the even prior": variant(drop >= -tanh(eps / 2) / 2),
    },
    evaluate={"bound": -tanh(eps / 4), "prior": 1 / (1 + exp(-eps / 2)), "posterior": 1 / (1 + exp(eps / 2))},
)

upper_only_at = Theorem(
    title="The prior with the largest increase is unique",
    source="kazan.lem3.4",
    kind="lemma",
    given=(eps > 0, Eq(gain, tanh(eps / 4))),
    claim=Eq(p, 1 / (1 + exp(eps / 2))),
    derivation=(
        have(1 < s, "the loss is positive"),
        have(
            Eq(tanh(eps / 4) - gain, (s - 1) * ((s + 1) * p - 1) ** 2 / ((s + 1) * (p * s**2 + 1 - p))),
            "complete the square",
        ),
        have(Eq((s - 1) * ((s + 1) * p - 1) ** 2, 0), "the difference is 0, and the denominator is positive"),
        have(Eq(((s + 1) * p - 1) ** 2, 0), "divide by the other factor, which is positive"),
        cases(0 < (s + 1) * p - 1),
        cases((s + 1) * p - 1 < 0),
        have(Eq((s + 1) * p - 1, 0), "only 0 has the square 0"),
    ),
    near_misses={
        "the prior of the largest decrease": variant(Eq(p, 1 / (1 + exp(-eps / 2)))),
        "any prior with an increase": variant(given=[eps > 0, gain > 0]),
        "perhaps no loss": without(eps > 0),
    },
)

lower_only_at = Theorem(
    title="The prior with the largest decrease is unique",
    source="kazan.lem3.4",
    kind="lemma",
    given=(eps > 0, Eq(drop, -tanh(eps / 4))),
    claim=Eq(p, 1 / (1 + exp(-eps / 2))),
    derivation=(
        have(1 < s, "the loss is positive"),
        have(
            Eq(drop + tanh(eps / 4), (s - 1) * ((s + 1) * p - s) ** 2 / ((s + 1) * (p + (1 - p) * s**2))),
            "complete the square",
        ),
        have(Eq((s - 1) * ((s + 1) * p - s) ** 2, 0), "the difference is 0, and the denominator is positive"),
        have(Eq(((s + 1) * p - s) ** 2, 0), "divide by the other factor, which is positive"),
        cases(0 < (s + 1) * p - s),
        cases((s + 1) * p - s < 0),
        have(Eq((s + 1) * p - s, 0), "only 0 has the square 0"),
    ),
    near_misses={
        "the prior of the largest increase": variant(Eq(p, 1 / (1 + exp(eps / 2)))),
        "perhaps no loss": without(eps > 0),
    },
)

upper_value = Theorem(
    title="The largest increase is attained",
    source="kazan.lem3.4",
    kind="lemma",
    given=Eq(p, 1 / (1 + exp(eps / 2))),
    claim=AllOf(Eq(gain, tanh(eps / 4)), Eq(gain + p, 1 - p)),
    derivation=(
        have(Eq(p * s, 1 - p), "multiply out"),
        have(Eq(gain + p, 1 - p), "insert the prior: the posterior is the prior of the opposite"),
    ),
    near_misses={
        "at every prior": variant(Eq(gain, tanh(eps / 4)), given=[]),
        "at the prior of the largest decrease": variant(
            Eq(gain, tanh(eps / 4)), given=[Eq(p, 1 / (1 + exp(-eps / 2)))]
        ),
    },
)

lower_value = Theorem(
    title="The largest decrease is attained",
    source="kazan.lem3.4",
    kind="lemma",
    given=Eq(p, 1 / (1 + exp(-eps / 2))),
    claim=AllOf(Eq(drop, -tanh(eps / 4)), Eq(drop + p, 1 - p)),
    derivation=(
        have(Eq((1 - p) * s, p), "multiply out"),
        have(Eq(drop + p, 1 - p), "insert the prior: the posterior is the prior of the opposite"),
    ),
)
