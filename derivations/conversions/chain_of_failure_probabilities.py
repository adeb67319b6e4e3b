"""Delta, tail of the loss, failure probability of bounded DP, Rényi bound: each is at most the next."""

from dpsym.derivations.analysis.power_tangents import line, part, tangent_of_parts
from dpsym.derivations.conversions.bounded_by_analyses import event_of_large_loss
from dpsym.derivations.conversions.delta_and_tail import delta_and_tail
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import alpha, delta, eps, equal, gamma, truthful
from dpsym.language import *

eps = eps.ranging(above=0)

rare = Probability(Loss() > eps, P)
private = point({eps: log(2), delta: 0}, **equal)

of_the_loss = Theorem(
    title="Bounded DP bounds the tail of the loss",
    source=of_any_spaces("kifer.x-chain"),
    given=PBDP(eps, delta),
    claim=rare <= delta,
    derivation=(
        specialise(PBDP(eps, delta), {f(y): Indicator(Loss() > eps)}, "whether the loss is large"),
        cases(
            rare > exp(eps) * Probability(Loss() > eps, Q),
            (),
            have(Eq(rare, 0), "the event is impossible", by=event_of_large_loss),
        ),
    ),
    example=private,
    note="The outputs themselves are a secondary analysis.",
)

to_approximate = Theorem(
    title="Bounded DP is approximate DP",
    source="kifer.x-chain",
    given=PBDP(eps, delta),
    claim=ApproxDP(eps, delta),
    derivation=(
        specialise(PBDP(eps, delta), {f(y): S(y)}, "the event as a test"),
        have(0 <= Mass(S(y), Q), "no mass is negative"),
        cases(
            Mass(S(y), P) > exp(eps) * Mass(S(y), Q),
            have(0 <= exp(eps) * Mass(S(y), Q), "no mass is negative"),
        ),
    ),
    example=private,
    near_misses={
        "pure DP": variant(PureDP(eps)),
    },
)

least_delta = Theorem(
    title="Under bounded DP the delta is at most the tail of the loss, and that at most the failure probability",
    source="kifer.x-chain",
    given=PBDP(eps, delta),
    claim=AllOf(HockeyStick(eps) <= rare, rare <= delta),
    derivation=(
        have(HockeyStick(eps) <= rare, "the delta", by=delta_and_tail),
        have(rare <= delta, "the tail", by=of_the_loss),
    ),
    example=private,
    near_misses={
        "the other way round": variant(rare <= HockeyStick(eps)),
    },
)

bound = exp((alpha - 1) * (gamma - eps))
at_output = part(P(y), Q(y))
below = line(P(y), Q(y), eps)

renyi = Theorem(
    title="The failure probability of bounded DP under Rényi DP",
    source="kifer.x-chain",
    given=RenyiDP(alpha, gamma),
    claim=PBDP(eps, bound),
    derivation=(
        have(0 <= at_output, "an exponential", split=(0 < P(y), 0 < Q(y))),
        have(
            below <= at_output,
            "above the tangent",
            by=tangent_of_parts.at(u=P(y), v=Q(y), c=eps),
        ),
        have(f(y) * below <= at_output, "a test rejects with probability at most 1"),
        Chain(alpha * exp((alpha - 1) * eps) * level - (alpha - 1) * exp(alpha * eps) * power)
        .eq(Total(f(y) * below, y), "sum over the outputs")
        .le(RenyiMoment(alpha), "above the tangent at every output")
        .le(exp((alpha - 1) * gamma), "Rényi DP"),
        have(
            (alpha - 1) * exp((alpha - 1) * eps) * (exp(eps) * power)
            <= (alpha - 1) * exp((alpha - 1) * eps) * level,
            "the loss of the test is large",
        ),
        have(exp((alpha - 1) * eps) * level <= exp((alpha - 1) * gamma), "insert"),
        Chain(level)
        .le(
            exp(-(alpha - 1) * eps) * exp((alpha - 1) * gamma), "divide", hints=(exp(-(alpha - 1) * eps) > 0,)
        )
        .eq(bound, "collect the exponents"),
    ),
    example=point({alpha: 2, gamma: 0, eps: 1}, **equal),
    near_misses={
        "with the order as exponent": variant(
            PBDP(eps, exp(alpha * (gamma - eps))),
            witness=point({alpha: 2, gamma: log(Rational(3, 2)), eps: log(Rational(19, 10))}, **truthful),
        ),
    },
    note="So the failure probability of bounded DP is at most the least of these bounds over the orders.",
)
