"""Optimal composition: the hockey stick of k randomised responses, for k up to 8."""

from dpsym.language import *

eps_0 = parameter("eps_0", at_least=0, about="bound on the privacy loss of each mechanism, in nats")
delta_0 = parameter("delta_0", at_least=0, at_most=1, about="slack of each mechanism")

u = exp(eps_0)


def response_slack(k, l):
    """What k randomised responses exceed the loss (k - 2l) eps_0 by."""
    return sum((binomial(k, j) * (u ** (k - j) - u ** (k - 2 * l + j)) for j in range(l)), Integer(0)) / (1 + u) ** k


def optimal_slack(k, l):
    """The slack of k composed (eps_0, delta_0)-DP mechanisms at the loss (k - 2l) eps_0."""
    return 1 - (1 - delta_0) ** k * (1 - response_slack(k, l))


def responses(k):
    """The laws of k responses, counted: all answers if one of them gives the target away, else the number of denials.

    One response gives the target's presence away with probability delta_0, else it is truthful with odds e^eps_0 : 1.
    Outcomes with the same loss are merged; this changes no hockey stick.
    """
    hidden = (1 - delta_0) ** k
    present = tuple(hidden * binomial(k, j) * u ** (k - j) / (1 + u) ** k for j in range(k + 1))
    absent = tuple(hidden * binomial(k, j) * u**j / (1 + u) ** k for j in range(k + 1))
    return {P: (1 - hidden, *present, Integer(0)), Q: (Integer(0), *absent, 1 - hidden)}


def attained(k, losses=None):
    """That k responses attain the slack of optimal composition at the losses (k - 2l) eps_0 of its curve."""
    losses = range(k // 2 + 1) if losses is None else losses
    loss = (k - 2 * max(losses)) * eps_0
    return Theorem(
        title=f"The optimal slack is attained by {k} responses",
        source="kazan.thm2.8.3",
        cites="kairouz2015",
        kind="lemma",
        claim=AllOf(*(Eq(HockeyStick((k - 2 * l) * eps_0), optimal_slack(k, l)) for l in losses)),
        where=responses(k),
        derivation=(
            have(0 <= 1 - delta_0, "a probability"),
            *(have((1 - delta_0) ** i <= 1, "a product of probabilities") for i in range(1, k + 1)),
            *(
                have(exp((k - 2 * l + j) * eps_0) <= exp((k - j) * eps_0), "more answers for the presence than denials")
                for l in losses
                for j in range(l)
            ),
        ),
        near_misses={
            "half the slack": variant(
                Eq(HockeyStick(loss), optimal_slack(k, max(losses)) / 2), witness=point({eps_0: log(2), delta_0: Rational(1, 2)})
            ),
            "without the mechanisms' own slack": variant(
                Eq(HockeyStick(loss), response_slack(k, max(losses))),
                given=[delta_0 > 0],
                witness=point({eps_0: log(2), delta_0: Rational(1, 2)}),
            ),
        },
        note="The responses are counted: outcomes with the same loss are merged, which changes no hockey stick.",
    )


of_one = attained(1)
of_two = attained(2)
of_three = attained(3)
of_four = attained(4)
of_five = attained(5)
of_six = attained(6, range(3))
of_six_last = attained(6, range(3, 4))
of_seven = attained(7, range(3))
of_seven_last = attained(7, range(3, 4))
of_eight = attained(8, range(3))
of_eight_fourth = attained(8, range(3, 4))
of_eight_last = attained(8, range(4, 5))
