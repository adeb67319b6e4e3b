"""The pair whose loss is large as often as approximate DP allows: three outcomes, losses eps*, -eps* and 0."""

from dpsym.derivations.conversions.approximate_to_probabilistic import probabilistic_loss
from dpsym.derivations.conversions.approximate_to_probabilistic_at_loss import failure_probability
from dpsym.derivations.vocabulary import delta, delta_p, eps
from dpsym.language import *

delta = delta.ranging(above=0)
eps_s = parameter("eps_s", above=eps, about="the privacy loss of the pair's first outcome, in nats")
eps_pp = parameter("eps_pp", at_least=0, below=eps_s, about="a smaller bound on the privacy loss, in nats")
delta_p = delta_p.ranging(above=delta, below=1)

w = exp(-eps_s)
a = delta / (1 - exp(eps - eps_s))
nothing = 1 - a * (1 + w)

extremal_pair = {P: (a, a * w, nothing), Q: (a * w, a, nothing)}
named = {parameter("D", about="the mass of the first outcome under P"): a}
swapped = Pair(Q(y), P(y))

# The pair exists where its last mass is not negative.
room = nothing >= 0

divergence = Theorem(
    title="The hockey stick of the extremal pair",
    source=whole_of("kazan.x-tight3.9"),
    given=room,
    claim=AllOf(Eq(HockeyStick(eps), delta), Eq(HockeyStick(eps, swapped), delta)),
    where=extremal_pair,
    define=named,
    derivation=(
        Chain(HockeyStick(eps))
        .eq(a * (1 - exp(eps - eps_s)), "only the first outcome has a loss above the bound")
        .eq(delta, "insert its mass"),
        Chain(HockeyStick(eps, swapped))
        .eq(a * (1 - exp(eps - eps_s)), "only the second outcome")
        .eq(delta, "insert its mass"),
    ),
    example=point({eps: 0, eps_s: log(2), delta: Rational(1, 3)}),
    near_misses={
        "at the pair's own loss": variant(
            Eq(HockeyStick(eps_s), delta), witness=point({eps: 0, eps_s: log(2), delta: Rational(1, 3)})
        ),
    },
    note="The pair exists where its last mass is not negative. A larger delta leaves no room for it.",
)

approximate = Theorem(
    title="The extremal pair is approximately private",
    source="kazan.x-tight3.9",
    given=room,
    claim=ApproxDP(eps, delta),
    where=extremal_pair,
    define=named,
    derivation=Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q))
    .le(HockeyStick(eps), "keep the outputs with a positive difference")
    .eq(delta, "the hockey stick", by=divergence),
    example=point({eps: 0, eps_s: log(2), delta: Rational(1, 3)}),
    near_misses={
        "pure DP": variant(
            PureDP(eps),
            given=[room, eps < eps_s, delta > 0],
            witness=point({eps: 0, eps_s: log(2), delta: Rational(1, 3)}),
        ),
    },
)

failure = Theorem(
    title="How often the loss of the extremal pair is large",
    source="kazan.x-tight3.9",
    given=room,
    claim=Eq(1 - Probability(Within(Loss(), eps_pp), P), failure_probability(eps, delta, eps_s)),
    where=extremal_pair,
    define=named,
    example=point({eps: 0, eps_pp: 0, eps_s: log(2), delta: Rational(1, 3)}),
    near_misses={
        "one tail": variant(
            Eq(1 - Probability(Within(Loss(), eps_pp), P), a),
            witness=point({eps: 0, eps_pp: 0, eps_s: log(2), delta: Rational(1, 3)}),
        ),
        "the delta": variant(
            Eq(1 - Probability(Within(Loss(), eps_pp), P), delta),
            witness=point({eps: 0, eps_pp: 0, eps_s: log(2), delta: Rational(1, 3)}),
        ),
    },
    evaluate={"delta_p": failure_probability(eps, delta, eps_s)},
)

no_smaller_loss = Theorem(
    title="No smaller loss holds for all approximately private pairs",
    source="kazan.x-tight3.9",
    given=(room, eps_s < probabilistic_loss(eps, delta, delta_p)),
    claim=NotSo(ProbDP(eps_pp, delta_p)),
    where=extremal_pair,
    define=named,
    example=point({eps: 0, delta: Rational(1, 4), eps_s: log(2), eps_pp: 0, delta_p: Rational(1, 2)}),
    derivation=(
        Chain(exp(eps_s))
        .lt(exp(probabilistic_loss(eps, delta, delta_p)), "by hypothesis")
        .eq((delta_p * exp(eps) + delta) / (delta_p - delta), "exponential of a logarithm"),
        have(delta_p < failure_probability(eps, delta, eps_s), "solve for the failure probability"),
        Chain(1 - Probability(Within(Loss(), eps_pp), P))
        .eq(failure_probability(eps, delta, eps_s), "two outcomes of the pair have a larger loss")
        .gt(delta_p, "by the line before"),
    ),
    near_misses={
        "for a larger loss of the pair": variant(
            Probability(Within(Loss(), eps_pp), P) < 1 - delta_p,
            given=[room],
            witness=point({eps: 0, delta: Rational(1, 4), eps_s: log(2), eps_pp: 0, delta_p: Rational(4, 5)}),
        ),
        "at the pair's own loss": variant(
            Probability(Within(Loss(), eps_s), P) < 1 - delta_p,
            witness=point({eps: 0, delta: Rational(1, 4), eps_s: log(2), eps_pp: 0, delta_p: Rational(1, 2)}),
        ),
    },
    note=(
        "For a failure probability less than 1 the loss of the pair can be chosen as close to the stated one as one likes; "
        "hence no smaller loss will do."
    ),
)
