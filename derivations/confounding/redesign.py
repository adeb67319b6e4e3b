"""What is left for one normal output, or for the correlation of two, when everything together is to have a given distance."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

goal = parameter("g", above=0, about="distance that everything together may have, in standard deviations")
spent = parameter(
    "t", at_least=0, about="sum of the squares of the distances of the outputs that exist already"
)
mu = parameter("mu", at_least=0, about="distance of one more output, in standard deviations")
c = parameter("c", above=0, about="distance of each output, in standard deviations")
k = parameter("k", integer=True, at_least=2, about="number of outputs")
r = parameter("r", above=-1, below=1, about="correlation of the noises of the first two")

left = sqrt(goal**2 - spent)

largest_next = Theorem(
    title="What is left of a distance for one more output with normal noise",
    source=(
        whole_of("zhang.alg-gaussredesign"),
        "zhang.eq11",
        "zhang.cor2",
    ),
    given=spent < goal**2,
    claim=AllOf(
        Implication(mu <= left, spent + mu**2 <= goal**2), Implication(left < mu, goal**2 < spent + mu**2)
    ),
    derivation=(
        have(Eq(left**2, goal**2 - spent), "a root"),
        cases(
            mu <= left,
            have(mu**2 <= left**2, "squares"),
            have(left**2 < mu**2, "squares"),
        ),
    ),
    example=point({goal: 1, spent: 0, mu: 1}),
    near_misses={
        "what is left of the distance itself": variant(
            Implication(mu <= goal - sqrt(spent), goal**2 <= spent + mu**2)
        ),
        "where nothing is left": variant(spent + mu**2 <= goal**2, given=[]),
    },
    note=(
        "Outputs with independent normal noise compose by the sum of the squares of their distances, exactly. Where more is spent than "
        "the goal allows there is no next mechanism; the neighbours at which the largest sum is reached have to be those of the "
        "next one too for the budget to be used up."
    ),
)

coupled = (k - 2) * c**2 + 2 * c**2 / (1 + r)
needed = 2 * c**2 / (goal**2 - (k - 2) * c**2) - 1

correlation = Theorem(
    title="The correlation with which equal outputs have a given distance together",
    source=("zhang.alg-gausscop", "zhang.def-invcomp"),
    given=(k - 1) * c**2 < goal**2,
    claim=AllOf(
        Between(-1, needed, 1),
        Implication(Eq(r, needed), Eq(coupled, goal**2)),
    ),
    derivation=(
        have(0 < goal**2 - (k - 2) * c**2, "more than one output", derivation=have(0 < c**2)),
        have(c**2 < goal**2 - (k - 2) * c**2, "more than one output"),
        have(2 * c**2 / (goal**2 - (k - 2) * c**2) <= 2, "a smaller numerator"),
        cases(
            Eq(r, needed),
            (
                have(Eq(1 + r, 2 * c**2 / (goal**2 - (k - 2) * c**2)), "the correlation"),
                have(Eq(2 * c**2 / (1 + r), goal**2 - (k - 2) * c**2), "the correlation"),
            ),
        ),
    ),
    example=point({goal: 1, c: half, k: 2, r: -half}),
    near_misses={
        "of independent outputs": variant(
            Implication(Eq(r, needed), Eq(k * c**2, goal**2)),
            witness=point({goal: 1, c: half, k: 2, r: -half}),
        ),
        "however small the goal": variant(Between(-1, needed, 1), given=[]),
    },
    note=(
        "It is below 0 where the goal is above the distance of independent outputs: a looser goal needs noises of opposite signs, and a "
        "tighter one of equal signs. So it is for equal shifts; of a vector the sign is that of each direction."
    ),
)

variance = parameter("v", above=0, about="variance of the latent noise")
p = parameter("rho", above=0, below=1, about="parameter of the sampler")

latent_square = p**2 * variance / (p**2 * variance + 1 - p**2)

latent = Theorem(
    title="The correlation that the sampler of the coupled noises gives",
    source="zhang.alg-psedr",
    claim=AllOf(
        Between(0, latent_square, 1),
        Eq(latent_square * (1 - p**2) / (p**2 * (1 - latent_square)), variance),
        Implication(Eq(variance, 1), Eq(latent_square, p**2)),
        Implication(Eq(latent_square, p**2), Eq(variance, 1)),
    ),
    derivation=(
        have(0 < 1 - p**2, "a correlation", derivation=have(0 < (1 - p) * (1 + p))),
        have(0 < p**2 * variance + 1 - p**2, "positive numbers"),
        have(Eq(1 - latent_square, (1 - p**2) / (p**2 * variance + 1 - p**2)), "a common denominator"),
        have(0 < 1 - latent_square, "positive numbers"),
        have(
            Eq(latent_square - p**2, p**2 * (1 - p**2) * (variance - 1) / (p**2 * variance + 1 - p**2)),
            "a common denominator",
        ),
        cases(
            Eq(latent_square, p**2),
            (
                have(Eq(p**2 * (1 - p**2) * (variance - 1), 0), "a positive denominator"),
                have(Eq(variance - 1, 0), "a positive factor"),
            ),
        ),
    ),
    defined=(
        have(0 < 1 - p**2, "a correlation", derivation=have(0 < (1 - p) * (1 + p))),
        have(0 < p**2 * variance + 1 - p**2, "positive numbers"),
        have(Eq(1 - latent_square, (1 - p**2) / (p**2 * variance + 1 - p**2)), "a common denominator"),
        have(0 < 1 - latent_square, "positive numbers"),
    ),
    example=point({p: half, variance: 4}),
    near_misses={
        "the parameter itself": variant(Eq(latent_square, p**2)),
        "of any sign": variant(latent_square <= p**2),
    },
    note=(
        "The square of the correlation of the two quantiles, for a latent normal noise of this variance and an independent one of variance "
        "1; its sign is that of the parameter. It is the parameter only where the variance is 1, tends to 1 as the "
        "variance grows and to 0 as it vanishes."
    ),
)
