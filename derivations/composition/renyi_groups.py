"""Group privacy of Rényi DP in four and in eight steps: in two steps each time, at orders that halve."""

from dpsym.derivations.composition.concentrated_groups import renyi_in_two_steps
from dpsym.derivations.vocabulary import gamma, half
from dpsym.language import *
from dpsym.language.combined import few_steps

gamma = gamma.ranging(at_least=0)
even, less = (half, half), (Rational(1, 3), Rational(2, 3))


def law(j, steps):
    """The law after j of so many steps."""
    return P(y) if j == 0 else Q(y) if j == steps else function(f"R_{j}")(y)


def bound_of(doublings, order):
    """The bound after so many doublings of one step, where the order between neighbours is this."""
    if doublings == 0:
        return gamma
    before = order / 2 ** (doublings - 1)
    return (1 + before / (before - 1)) * bound_of(doublings - 1, order)


def in_two(start, doublings, steps, order):
    """That so many doublings of one step, from here on, are as private as two times one doubling less."""
    length = 2**doublings
    ends = Pair(law(start, steps), law(start + length, steps))
    before = order / 2 ** (doublings - 1)
    return have(
        RenyiDP(before / 2, bound_of(doublings, order)).on(ends),
        "in two steps",
        by=renyi_in_two_steps.at(
            beta=before,
            gamma=bound_of(doublings - 1, order),
            P=Lambda(y, ends.a),
            R=Lambda(y, law(start + length // 2, steps)),
            Q=Lambda(y, ends.b),
        ),
    )


def in_steps(title, doublings, note):
    """The theorem for two to the power of so many steps; the order between neighbours is above that number."""
    steps = 2**doublings
    beta = parameter("beta", above=steps, about="order of the divergence between neighbours")
    path = few_steps(steps)
    same = {str(law(j, steps).func): even for j in range(steps + 1)}
    return Theorem(
        title=title,
        source="mironov2017",
        given=path.of(RenyiDP(beta, gamma)),
        claim=RenyiDP(beta / 2 ** (doublings - 1) / 2, bound_of(doublings, beta)),
        derivation=tuple(
            in_two(start, k, steps, beta) for k in range(1, doublings + 1) for start in range(0, steps, 2**k)
        ),
        example=point({beta: 2 * steps, gamma: 0}, **same),
        near_misses={
            "one law unprotected": variant(
                given=[RenyiDP(beta, gamma).on(Pair(law(0, steps), law(1, steps)))],
                witness=point({beta: 2 * steps, gamma: 0}, P=even, R_1=even, Q=less),
            ),
        },
        note=note,
    )


renyi_in_four_steps = in_steps(
    "Rényi DP in four steps", 2, "Mironov has nine times the bound, which is a little more."
)
renyi_in_eight_steps = in_steps(
    "Rényi DP in eight steps", 3, "Mironov has 27 times the bound, which is a little more."
)
