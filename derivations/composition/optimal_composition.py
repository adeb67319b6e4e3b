"""Optimal composition: the hockey stick of k randomised responses, for k up to 8."""

from dpsym.language import *

eps_0 = parameter("eps_0", at_least=0, about="bound on the privacy loss of each mechanism, in nats")
delta_0 = parameter("delta_0", at_least=0, at_most=1, about="slack of each mechanism")

u = exp(eps_0)


def choose(k, j):
    """The number of ways to choose j of k."""
    return 1 if j == 0 else choose(k, j - 1) * (k - j + 1) // j


def times(n, x):
    """n x, without a factor 1 or a term 0."""
    return Integer(0) if n == 0 else x if n == 1 else Integer(n) if x == 1 else n * x


def power(m):
    """e^(m eps_0)."""
    return Integer(1) if m == 0 else exp(times(m, eps_0))


def response_slack(k, l):
    """What k randomised responses exceed the loss (k - 2l) eps_0 by."""
    terms = [times(choose(k, j), power(k - j) - power(k - 2 * l + j)) for j in range(l)]
    return sum(terms[1:], terms[0]) / (1 + u) ** k if terms else Integer(0)


def optimal_slack(k, l):
    """The slack of k composed (eps_0, delta_0)-DP mechanisms at the loss (k - 2l) eps_0."""
    hidden = (1 - delta_0) ** k
    return 1 - hidden * (1 - response_slack(k, l)) if l else 1 - hidden


def responses(k):
    """The laws of k responses, counted: all answers if one of them gives the target away, else the number of denials.

    One response gives the target's presence away with probability delta_0, else it is truthful with odds e^eps_0 : 1.
    Outcomes with the same loss are merged; this changes no hockey stick.
    """
    hidden = (1 - delta_0) ** k
    present = tuple(times(choose(k, j), power(k - j)) / (1 + u) ** k * hidden for j in range(k + 1))
    absent = tuple(times(choose(k, j), power(j)) / (1 + u) ** k * hidden for j in range(k + 1))
    return {P: (1 - hidden, *present, Integer(0)), Q: (Integer(0), *absent, 1 - hidden)}


def attained(k, losses):
    """That k responses attain the slack of optimal composition at the losses (k - 2l) eps_0."""
    return AllOf(*(Eq(HockeyStick(times(k - 2 * l, eps_0)), optimal_slack(k, l)) for l in losses))


def orders(k, losses):
    """Which of the responses have a larger loss: the signs of the terms of the hockey stick."""
    return (
        have(Between(0, 1 - delta_0, 1), "a probability"),
        *(have((1 - delta_0) ** i <= 1, "a product of probabilities") for i in range(2, k + 1)),
        *(
            have(power(k - 2 * l + j) <= power(k - j), "more answers for the presence than denials")
            for l in losses
            for j in range(l)
        ),
    )


def neighbours(k, l):
    """Two false values of the slack at the loss (k - 2l) eps_0."""
    stick = HockeyStick(times(k - 2 * l, eps_0))
    at = point({eps_0: log(2), delta_0: Rational(1, 2)})
    return {
        "half the slack": variant(Eq(stick, optimal_slack(k, l) / 2), witness=at),
        "without the mechanisms' own slack": variant(
            Eq(stick, response_slack(k, l)), given=[delta_0 > 0], witness=at
        ),
    }


of_one = Theorem(
    title="The optimal slack is attained by one response",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(1, range(1)),
    where=responses(1),
    derivation=orders(1, range(1)),
    near_misses=neighbours(1, 0),
)

of_two = Theorem(
    title="The optimal slack is attained by two responses",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(2, range(2)),
    where=responses(2),
    derivation=orders(2, range(2)),
    near_misses=neighbours(2, 1),
)

of_three = Theorem(
    title="The optimal slack is attained by three responses",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(3, range(2)),
    where=responses(3),
    derivation=orders(3, range(2)),
    near_misses=neighbours(3, 1),
)

of_four = Theorem(
    title="The optimal slack is attained by four responses",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(4, range(3)),
    where=responses(4),
    derivation=orders(4, range(3)),
    near_misses=neighbours(4, 2),
)

of_five = Theorem(
    title="The optimal slack is attained by five responses",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(5, range(3)),
    where=responses(5),
    derivation=orders(5, range(3)),
    near_misses=neighbours(5, 2),
)

of_six = Theorem(
    title="The optimal slack is attained by six responses, at the largest losses",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(6, range(3)),
    where=responses(6),
    derivation=orders(6, range(3)),
    near_misses=neighbours(6, 2),
)

of_six_at_least_loss = Theorem(
    title="The optimal slack is attained by six responses, at the least loss",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(6, range(3, 4)),
    where=responses(6),
    derivation=orders(6, range(3, 4)),
    near_misses=neighbours(6, 3),
)

of_seven = Theorem(
    title="The optimal slack is attained by seven responses, at the largest losses",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(7, range(3)),
    where=responses(7),
    derivation=orders(7, range(3)),
    near_misses=neighbours(7, 2),
)

of_seven_at_least_loss = Theorem(
    title="The optimal slack is attained by seven responses, at the least loss",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(7, range(3, 4)),
    where=responses(7),
    derivation=orders(7, range(3, 4)),
    near_misses=neighbours(7, 3),
)

of_eight = Theorem(
    title="The optimal slack is attained by eight responses, at the largest losses",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(8, range(3)),
    where=responses(8),
    derivation=orders(8, range(3)),
    near_misses=neighbours(8, 2),
)

of_eight_at_loss_two = Theorem(
    title="The optimal slack is attained by eight responses, at twice the loss of one",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(8, range(3, 4)),
    where=responses(8),
    derivation=orders(8, range(3, 4)),
    near_misses=neighbours(8, 3),
)

of_eight_at_least_loss = Theorem(
    title="The optimal slack is attained by eight responses, at the least loss",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=attained(8, range(4, 5)),
    where=responses(8),
    derivation=orders(8, range(4, 5)),
    near_misses=neighbours(8, 4),
)
