"""What pure, approximate and bounded DP say of tests, of large losses and of the posterior, at given numbers."""

from dpsym.derivations.analysis.posterior_curves import bounds, curve_of_masses, posterior_of_masses
from dpsym.derivations.divergences.pure_divergences import at_every_outcome
from dpsym.derivations.vocabulary import (
    apart,
    delta,
    eps,
    eps_s,
    equal,
    half,
    loss,
    quarter,
    third,
    truthful,
    y_0,
)
from dpsym.language import *

f = function("f")
p = parameter("p", at_least=0, at_most=1, about="prior probability that the first law is the true one")
eps_s = eps_s.ranging(at_least=eps)
delta = delta.ranging(at_least=0)

r = parameter("r", above=0, about="least part of a mass that is above the bound")
level, power = Mass(f(y), Q), Mass(f(y), P)

event = Theorem(
    title="The excess of an event or a test is at most the hockey stick",
    source="canonne2020",
    claim=every_test(power - exp(loss) * level <= HockeyStick(loss)),
    derivation=(
        have(
            f(y) * (P(y) - exp(loss) * Q(y)) <= Max(0, P(y) - exp(loss) * Q(y)),
            "a test rejects with probability at most 1",
        ),
        Chain(power - exp(loss) * level)
        .eq(Total(f(y) * (P(y) - exp(loss) * Q(y)), y), "collect")
        .le(HockeyStick(loss), "at every outcome"),
    ),
    tight=point({loss: 0}, **truthful),
    near_misses={
        "without what is subtracted": variant(
            every_test(power <= HockeyStick(loss)), witness=point({loss: 0}, **equal)
        ),
    },
)

posterior = Theorem(
    title="The posterior probability under pure DP",
    source="dwork2006b",
    given=PureDP(eps),
    claim=ForAll(y, Implication(0 < P(y) + Q(y), AllOf(*bounds(P(y), Q(y))))),
    defined=(
        *at_every_outcome,
        have(0 < p * P(y) + (1 - p) * Q(y), "a mean of positive numbers", derivation=cases(p <= half)),
    ),
    derivation=(
        *at_every_outcome,
        have(0 < p * P(y) + (1 - p) * Q(y), "a mean of positive numbers", derivation=cases(p <= half)),
        have(
            AllOf(*bounds(P(y), Q(y))),
            "at every outcome",
            by=posterior_of_masses.at(u=P(y), v=Q(y)),
        ),
    ),
    tight=point({eps: 0, p: half}, **equal),
)

tail = Probability(Loss() > eps, P)
large = Indicator(P(y) > exp(eps) * Q(y))


def share(y):
    """What part of the mass is above the bound, at an output with a large loss; 1 at the others."""
    return Piecewise((1 - exp(eps) * Q(y) / P(y), P(y) > exp(eps) * Q(y)), (Integer(1), True))


no_excess = Theorem(
    title="Where the hockey stick is 0 no loss is larger",
    source="kifer2022",
    kind="lemma",
    given=HockeyStick(eps) <= 0,
    claim=Eq(tail, 0),
    derivation=(
        ArgMin(y_0, share(y_0), y, "the output with the least share"),
        have(
            0 < share(y_0),
            "the loss is large",
            derivation=cases(P(y_0) > exp(eps) * Q(y_0), have(0 < P(y_0), "the loss is large")),
        ),
        have(share(y_0) <= share(y), "the least"),
        let(r, share(y_0), (0 < r, ForAll(y, r <= share(y))), "the least share"),
        have(
            r * (large * P(y)) <= Max(0, P(y) - exp(eps) * Q(y)),
            "the least share",
            derivation=cases(
                P(y) > exp(eps) * Q(y),
                have(r <= 1 - exp(eps) * Q(y) / P(y), "the least share"),
            ),
        ),
        Chain(r * tail).le(HockeyStick(eps), "sum over the outputs").le(0, "as supposed"),
    ),
    near_misses={
        "at half the loss": variant(
            Eq(Probability(Loss() > eps / 2, P), 0),
            witness=point(
                {eps: log(4)}, P=(Rational(4, 5), Rational(1, 5)), Q=(Rational(1, 4), Rational(3, 4))
            ),
        ),
    },
)

bounded_tail = Theorem(
    title="The probability of a large loss under bounded DP",
    source="kifer2022",
    given=PBDP(eps, delta),
    claim=Probability(Loss() > eps_s, P) <= delta,
    derivation=(
        specialise(PBDP(eps, delta), {f(y): large}, "the test for a large loss"),
        have(
            tail <= delta,
            "bounded DP of this test",
            derivation=cases(
                Mass(large, P) > exp(eps) * Mass(large, Q),
                (),
                (
                    have(HockeyStick(eps) <= 0, "the excess of this event"),
                    have(Eq(tail, 0), "its event is impossible", by=no_excess),
                ),
            ),
        ),
        Chain(Probability(Loss() > eps_s, P)).le(tail, "a larger event").le(delta, "the line before"),
    ),
    tight=point({eps: 0, eps_s: 0, delta: 1}, **apart),
)

bounded_hockey_stick = Theorem(
    title="The hockey stick under bounded DP",
    source="kifer2022",
    given=PBDP(eps, delta),
    claim=HockeyStick(eps_s) <= delta,
    derivation=(
        have(Probability(Loss() > eps_s, P) <= delta, "the probability of a large loss", by=bounded_tail),
        Chain(HockeyStick(eps_s))
        .le(Probability(Loss() > eps_s, P), "leave out what is subtracted")
        .le(delta, "the line before"),
    ),
)

bounded_both = Theorem(
    title="Probabilistic DP under bounded DP",
    source="kifer2022",
    given=PBDP(eps, delta),
    claim=1 - delta * (1 + exp(-eps_s)) <= Probability(Within(Loss(), eps_s), P),
    derivation=(
        have(Probability(Loss() > eps_s, P) <= delta, "the probability of a large loss", by=bounded_tail),
        have(
            Probability(Loss(Q(y), P(y)) > eps_s, Q) <= delta,
            "the probability of a large loss, laws exchanged",
            by=bounded_tail.swapped(),
        ),
        have(
            Indicator(Q(y) > exp(eps_s) * P(y)) * P(y)
            <= exp(-eps_s) * (Indicator(Q(y) > exp(eps_s) * P(y)) * Q(y)),
            "a small ratio",
            derivation=cases(
                Q(y) > exp(eps_s) * P(y),
                have(exp(-eps_s) * (exp(eps_s) * P(y)) <= exp(-eps_s) * Q(y), "a positive factor"),
            ),
        ),
        have(
            P(y)
            <= Indicator(Within(Loss(), eps_s)) * P(y)
            + Indicator(Loss() > eps_s) * P(y)
            + Indicator(Q(y) > exp(eps_s) * P(y)) * P(y),
            "one of the three",
            split=(P(y) > exp(eps_s) * Q(y), Q(y) > exp(eps_s) * P(y)),
        ),
        Chain(1)
        .eq(Total(P(y), y), "mass 1")
        .le(
            Total(
                Indicator(Within(Loss(), eps_s)) * P(y)
                + Indicator(Loss() > eps_s) * P(y)
                + exp(-eps_s) * (Indicator(Q(y) > exp(eps_s) * P(y)) * Q(y)),
                y,
            ),
            "at every outcome",
        )
        .eq(
            Probability(Within(Loss(), eps_s), P)
            + Probability(Loss() > eps_s, P)
            + exp(-eps_s) * Probability(Loss(Q(y), P(y)) > eps_s, Q),
            "collect",
        )
        .le(Probability(Within(Loss(), eps_s), P) + delta + exp(-eps_s) * delta, "the large losses"),
    ),
    near_misses={
        "without bounded DP": variant(given=[], witness=point({eps: 0, eps_s: 0, delta: 0}, **truthful)),
    },
)

eps_l = parameter("eps_l", above=eps, about="a larger bound on the privacy loss, in nats")
eps_h = parameter("eps_h", at_least=0, at_most=eps, about="a smaller loss, in nats")

hockey_stick = Theorem(
    title="The hockey stick under approximate DP",
    source="canonne2020",
    kind="lemma",
    given=ApproxDP(eps, delta),
    claim=HockeyStick(eps) <= delta,
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): P(y) > exp(eps) * Q(y)}, "the best event"),
        Chain(HockeyStick(eps))
        .eq(Mass(large, P) - exp(eps) * Mass(large, Q), "the best event")
        .le(delta, "approximate DP"),
    ),
    tight=point({eps: 0, delta: third}, **truthful),
)

both_hockey_sticks = (
    have(HockeyStick(eps) <= delta, "the hockey stick", by=hockey_stick),
    have(
        HockeyStick(eps, Pair().swapped) <= delta,
        "the hockey stick, laws exchanged",
        by=hockey_stick.swapped(),
    ),
)

approximate_both = Theorem(
    title="Probabilistic DP of a larger loss under approximate DP",
    source="meiser2018",
    given=ApproxDP(eps, delta),
    claim=1 - delta * (exp(eps_l) + 1) / (exp(eps_l) - exp(eps)) <= Probability(Within(Loss(), eps_l), P),
    derivation=(
        *both_hockey_sticks,
        have(
            (exp(eps_l) - exp(eps)) * P(y)
            <= (exp(eps_l) - exp(eps)) * (Indicator(Within(Loss(), eps_l)) * P(y))
            + exp(eps_l) * Max(0, P(y) - exp(eps) * Q(y))
            + Max(0, Q(y) - exp(eps) * P(y)),
            "at every outcome",
            derivation=cases(
                P(y) > exp(eps_l) * Q(y),
                have(
                    (exp(eps_l) - exp(eps)) * P(y) <= exp(eps_l) * (P(y) - exp(eps) * Q(y)),
                    "the loss is large",
                ),
                cases(
                    Q(y) > exp(eps_l) * P(y),
                    have((exp(eps_l) - exp(eps)) * P(y) <= Q(y) - exp(eps) * P(y), "the other loss is large"),
                    have(Eq(Indicator(Within(Loss(), eps_l)) * P(y), P(y)), "no loss is large"),
                ),
            ),
        ),
        Chain(exp(eps_l) - exp(eps))
        .eq(Total((exp(eps_l) - exp(eps)) * P(y), y), "mass 1")
        .le(
            Total(
                (exp(eps_l) - exp(eps)) * (Indicator(Within(Loss(), eps_l)) * P(y))
                + exp(eps_l) * Max(0, P(y) - exp(eps) * Q(y))
                + Max(0, Q(y) - exp(eps) * P(y)),
                y,
            ),
            "at every outcome",
        )
        .eq(
            (exp(eps_l) - exp(eps)) * Probability(Within(Loss(), eps_l), P)
            + exp(eps_l) * HockeyStick(eps)
            + HockeyStick(eps, Pair().swapped),
            "collect",
        )
        .le(
            (exp(eps_l) - exp(eps)) * Probability(Within(Loss(), eps_l), P) + exp(eps_l) * delta + delta,
            "approximate DP",
        ),
    ),
)

approximate_curve = Theorem(
    title="The privacy curve under approximate DP",
    source="kairouz2015",
    given=ApproxDP(eps, delta),
    claim=HockeyStick(eps_h) <= delta + (1 - delta) * (exp(eps) - exp(eps_h)) / (1 + exp(eps)),
    derivation=(
        *both_hockey_sticks,
        have(
            (exp(eps) ** 2 - 1) * Max(0, P(y) - exp(eps_h) * Q(y))
            <= (exp(eps) - exp(eps_h)) * (exp(eps) * P(y) - Q(y))
            + (exp(eps_h) * exp(eps) - 1) * Max(0, P(y) - exp(eps) * Q(y))
            + (exp(eps) - exp(eps_h)) * Max(0, Q(y) - exp(eps) * P(y)),
            "at every outcome",
            by=curve_of_masses.at(u=P(y), v=Q(y), w=exp(eps), x=exp(eps_h)),
        ),
        Chain((exp(eps) ** 2 - 1) * HockeyStick(eps_h))
        .eq(Total((exp(eps) ** 2 - 1) * Max(0, P(y) - exp(eps_h) * Q(y)), y), "a constant factor")
        .le(
            Total(
                (exp(eps) - exp(eps_h)) * (exp(eps) * P(y) - Q(y))
                + (exp(eps_h) * exp(eps) - 1) * Max(0, P(y) - exp(eps) * Q(y))
                + (exp(eps) - exp(eps_h)) * Max(0, Q(y) - exp(eps) * P(y)),
                y,
            ),
            "at every outcome",
        )
        .eq(
            (exp(eps) - exp(eps_h)) * (exp(eps) - 1)
            + (exp(eps_h) * exp(eps) - 1) * HockeyStick(eps)
            + (exp(eps) - exp(eps_h)) * HockeyStick(eps, Pair().swapped),
            "both laws have mass 1",
        ),
        have(
            (exp(eps_h) * exp(eps) - 1) * HockeyStick(eps) <= (exp(eps_h) * exp(eps) - 1) * delta,
            "approximate DP",
        ),
        have(
            (exp(eps) - exp(eps_h)) * HockeyStick(eps, Pair().swapped) <= (exp(eps) - exp(eps_h)) * delta,
            "approximate DP",
        ),
        cases(
            1 < exp(eps),
            (),
            (
                have(1 + eps <= exp(eps), "the tangent of the exponential"),
                have(Eq(exp(eps_h), exp(eps)), "no loss"),
                have(Eq(Max(0, P(y) - exp(eps_h) * Q(y)), Max(0, P(y) - exp(eps) * Q(y))), "the same factor"),
                Chain(HockeyStick(eps_h)).eq(HockeyStick(eps), "the same factor").le(delta, "approximate DP"),
            ),
        ),
    ),
    tight=point(
        {eps: log(2), eps_h: 0, delta: quarter}, P=(quarter, half, quarter, 0), Q=(0, quarter, half, quarter)
    ),
    near_misses={
        "without delta": variant(
            HockeyStick(eps_h) <= (exp(eps) - exp(eps_h)) / (1 + exp(eps)),
            witness=point({eps: 0, eps_h: 0, delta: third}, **truthful),
        ),
    },
)
