"""Composition of Gaussian DP: the squares of the budgets add up."""

from dpsym.derivations.composition.same_guarantee import moved, still
from dpsym.derivations.vocabulary import mu_1, mu_2, n
from dpsym.language import *
from dpsym.language.combined import composed, repeated

mu = parameter("mu", at_least=0, about="budget of each mechanism")
m = parameter("m", at_least=0, about="a budget for all of them")

sure = (1, 0, 0, 1)
told = {"A": (1, 0), "B": (0, 1), "K": sure, "L": sure, "P": (1, 0), "Q": (0, 1)}
made = repeated(n)

of_two = Theorem(
    title="Composition of two mechanisms under Gaussian DP",
    cited="dong2022",
    given=(*composed.of(GaussianDP(mu_1), GaussianDP(mu_2)), mu_1**2 + mu_2**2 <= m**2),
    claim=GaussianDP(m),
    example=point({mu_1: 0, mu_2: 0, m: 0}, **still),
    near_misses={
        "the first mechanism unprotected": variant(
            given=(
                *composed.facts,
                composed.of(GaussianDP(mu_1), GaussianDP(mu_2))[-1],
                mu_1**2 + mu_2**2 <= m**2,
            ),
            witness=point({mu_1: 0, mu_2: 0, m: 0}, **told),
        ),
        "a smaller budget": variant(GaussianDP(m - 1), witness=point({mu_1: 0, mu_2: 0, m: 0}, **still)),
    },
    note=(
        "The second mechanism may be chosen by the output of the first. Two normal laws in the plane, whose distance has the "
        "sum of the squares as its square, are the worst pair."
    ),
)

of_any_number = Theorem(
    title="Composition of any number of mechanisms under Gaussian DP",
    cited="dong2022",
    given=(*made.of(GaussianDP(mu)), n * mu**2 <= m**2),
    claim=GaussianDP(m),
    example=point({mu: 0, n: 1, m: 0}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(GaussianDP(mu))[2:], n * mu**2 <= m**2),
            witness=point({mu: 0, n: 1, m: 0}, **moved),
        ),
        "a smaller budget": variant(GaussianDP(m - 1), witness=point({mu: 0, n: 1, m: 0}, **still)),
    },
    note="Each mechanism may be chosen by the transcript of those before.",
)
