"""Two laws without any distance are equal: they have no divergence, and satisfy every notion of privacy."""

from dpsym.derivations.analysis.entropy_tangents import part
from dpsym.derivations.conversions.tests_and_losses import event as excess_of_test
from dpsym.derivations.divergences.equal_masses import equal_masses
from dpsym.derivations.divergences.equal_masses import part as moment_part
from dpsym.derivations.divergences.relative_entropy import relative_entropy
from dpsym.derivations.vocabulary import alpha, delta, half, loss, third, u, v, y_0
from dpsym.language import *

f = function("f")

truthful = {"P": (2 * third, third), "Q": (third, 2 * third)}
equal = {"P": (half, half), "Q": (half, half)}
no_distance = HockeyStick(0) <= 0
same = ForAll(y, Eq(P(y), Q(y)))

at_output = {f(y): Eq(y, y_0)}


def excess(pair):
    """That no test has more excess than the distance."""
    return every_test(Mass(f(y), pair.a) - exp(0) * Mass(f(y), pair.b) <= HockeyStick(0, pair))


forward, backward = excess(Pair()), excess(Pair().swapped)

equal_laws = Theorem(
    title="Two laws without any distance are equal",
    source=of_any_spaces("kifer.prop5-adp-endpoints"),
    given=no_distance,
    claim=same,
    derivation=(
        have(forward, "the excess of a test", by=excess_of_test.at(loss=Integer(0))),
        have(
            P(y_0) <= Q(y_0),
            "at every output",
            derivation=(
                specialise(forward, at_output, "the event of one output"),
                Chain(P(y_0))
                .eq(Probability(Eq(y, y_0), P), "the event of one output")
                .le(Probability(Eq(y, y_0), Q) + HockeyStick(0), "its excess")
                .le(Probability(Eq(y, y_0), Q), "no distance")
                .eq(Q(y_0), "the event of one output"),
            ),
        ),
        Chain(HockeyStick(0, Pair(Q(y), P(y))))
        .eq(Total(Max(0, P(y) - Q(y)) + Q(y) - P(y), y), "output by output")
        .eq(HockeyStick(0), "both laws have mass 1")
        .le(0, "no distance"),
        have(backward, "laws exchanged", by=excess_of_test.at(loss=Integer(0), swapped=True)),
        have(
            Q(y_0) <= P(y_0),
            "at every output",
            derivation=(
                specialise(backward, at_output, "the event of one output"),
                Chain(Q(y_0))
                .eq(Probability(Eq(y, y_0), Q), "the event of one output")
                .le(Probability(Eq(y, y_0), P) + HockeyStick(0, Pair(Q(y), P(y))), "its excess")
                .le(Probability(Eq(y, y_0), P), "no distance")
                .eq(P(y_0), "the event of one output"),
            ),
        ),
        have(same, "both"),
    ),
    example=point(**equal),
    near_misses={
        "with a distance of a third": variant(given=[HockeyStick(0) <= third]),
    },
)

no_part = Theorem(
    title="Equal masses add nothing to the relative entropy",
    source="kullbackleibler1951",
    kind="lemma",
    given=Eq(u, v),
    claim=Eq(part(u, v), 0),
    derivation=cases(
        0 < u,
        (
            have(Eq(log(u / v), log(u) - log(v)), "the logarithm of a quotient"),
            have(Eq(log(u), log(v)), "equal masses"),
        ),
    ),
    example=point({u: 1, v: 1}),
    near_misses={
        "another value": variant(Eq(part(u, v), 1), witness=point({u: 1, v: 1})),
    },
)

same_masses = have(same, "equal laws", by=equal_laws)

no_entropy = Theorem(
    title="Equal laws have no relative entropy",
    source="vanervenharremoes2014",
    given=no_distance,
    claim=Eq(relative_entropy, 0),
    derivation=(
        same_masses,
        have(
            Eq(part(P(y), Q(y)), 0),
            "the logarithm of 1",
            by=no_part.at(u=P(y), v=Q(y)),
        ),
        Chain(relative_entropy).eq(Total(0 * P(y), y), "at every outcome").eq(0, "a sum of zeros"),
    ),
    example=point(**equal),
    near_misses={
        "another value": variant(Eq(relative_entropy, 1), witness=point(**equal)),
    },
)

no_moment = Theorem(
    title="The exponential moment of equal laws is 1",
    source="vanervenharremoes2014",
    given=no_distance,
    claim=Eq(RenyiMoment(alpha), 1),
    derivation=(
        same_masses,
        have(
            Eq(moment_part(P(y), Q(y)), P(y)),
            "the power of equal masses",
            by=equal_masses.at(a=P(y), b=Q(y)),
        ),
        Chain(RenyiMoment(alpha)).eq(Total(P(y), y), "at every outcome").eq(1, "mass 1"),
    ),
    example=point({alpha: 2}, **equal),
)

no_excess = Theorem(
    title="The hockey stick of equal laws",
    source="canonne2020",
    given=no_distance,
    claim=Eq(HockeyStick(loss), Max(0, 1 - exp(loss))),
    derivation=(
        same_masses,
        have(
            Eq(Max(0, P(y) - exp(loss) * Q(y)), Max(0, 1 - exp(loss)) * P(y)),
            "equal masses",
            split=(1 < exp(loss), 0 < P(y)),
        ),
        Chain(HockeyStick(loss))
        .eq(Total(Max(0, 1 - exp(loss)) * P(y), y), "at every outcome")
        .eq(Max(0, 1 - exp(loss)), "mass 1"),
    ),
    example=point({loss: 0}, **equal),
)

no_power = Theorem(
    title="Between equal laws power and level are equal",
    source="kifer.def6-test",
    given=no_distance,
    claim=every_test(Eq(Mass(f(y), P), Mass(f(y), Q))),
    derivation=same_masses,
    example=point(**equal),
)

private_laws = Theorem(
    title="Equal laws are private without loss",
    source="kifer.prop5-adp-endpoints",
    given=no_distance,
    claim=PureDP(0),
    derivation=same_masses,
    tight=point(**equal),
    near_misses={
        "with a distance of a third": variant(given=[HockeyStick(0) <= third]),
    },
)

delta = delta.ranging(below=1)
s = parameter("s", above=0, below=1, about="how often a test is used")
larger = Indicator(Q(y) < P(y))
else_reject = s * larger + 1 - s

bounded_without_loss = Theorem(
    title="Bounded DP without loss forces the laws to be equal",
    source="kifer2022",
    given=PBDP(0, delta),
    claim=HockeyStick(0) <= 0,
    derivation=cases(
        0 < HockeyStick(0),
        (
            have(Eq(Max(0, P(y) - exp(0) * Q(y)), larger * P(y) - larger * Q(y)), "the larger mass"),
            have(Eq(HockeyStick(0), Mass(larger, P) - Mass(larger, Q)), "sum over the outputs"),
            have(0 <= Mass(larger, P), "no mass is negative"),
            cases(
                0 <= delta,
                (
                    let(s, (1 - delta) / 2, (0 < s, s < 1, delta < 1 - s), "rarely"),
                    have(Between(0, else_reject, 1), "a probability"),
                    have(Eq(Mass(else_reject, P), s * Mass(larger, P) + 1 - s), "collect"),
                    have(Eq(Mass(else_reject, Q), s * Mass(larger, Q) + 1 - s), "collect"),
                    have(0 < s * HockeyStick(0), "both factors are positive"),
                    have(exp(0) * Mass(else_reject, Q) < Mass(else_reject, P), "the excess of the event"),
                    have(0 <= s * Mass(larger, P), "no factor is negative"),
                    specialise(PBDP(0, delta), {f(y): else_reject}, "rejects nearly always"),
                    have(Mass(else_reject, P) <= delta, "bounded DP"),
                    Chain(1 - s).le(Mass(else_reject, P), "rejects nearly always").le(delta, "bounded DP"),
                ),
                (
                    have(exp(0) * Mass(larger, Q) < Mass(larger, P), "the excess of the event"),
                    specialise(PBDP(0, delta), {f(y): larger}, "the event"),
                    have(Mass(larger, P) <= delta, "bounded DP"),
                    Chain(0).le(Mass(larger, P), "no mass is negative").le(delta, "bounded DP"),
                ),
            ),
        ),
    ),
    near_misses={
        "where the bound may always fail": variant(given=[PBDP(0, 1)], witness=point({delta: 0}, **truthful)),
    },
    note="A test that rejects nearly always, and whenever the event occurs, exceeds every failure probability below 1.",
)
