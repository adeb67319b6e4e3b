"""The Rényi divergence of order 2 bounds the total variation distance and the power of every test."""

from dpsym.derivations.analysis.order_of_powers import part
from dpsym.derivations.analysis.squares import square
from dpsym.derivations.divergences.relative_entropy import finite
from dpsym.derivations.divergences.total_variation import as_distance
from dpsym.derivations.vocabulary import equal, half, truthful
from dpsym.language import *

f = function("f")
t = parameter("t", at_least=0, about="the total variation distance")
w = parameter("w", about="a weight")
s = parameter("s", about="another weight")
x = parameter("x", about="the best weight")
z = parameter("z", about="the best weight of the other answer")
m = parameter("m", about="the moment")
p = parameter("p", at_least=0, about="the power of a test")
q = parameter("q", at_least=0, about="the level of a test")

level, power = Mass(f(y), Q), Mass(f(y), P)

chi_squared = Theorem(
    title="The total variation distance and the moment of order 2",
    source="gibbssu2002",
    given=finite,
    claim=4 * HockeyStick(0) ** 2 <= RenyiMoment(2) - 1,
    derivation=(
        have(0 <= HockeyStick(0), "a sum of numbers that are not negative"),
        let(t, HockeyStick(0), (Eq(HockeyStick(0), t), 0 <= t), "the total variation distance"),
        have(Eq(Total(Abs(P(y) - Q(y)), y), 2 * t), "the distance", by=as_distance),
        have(
            2 * (1 + 2 * t) * P(y) - (1 + 2 * t) ** 2 * Q(y) <= part(P(y), Q(y), 2),
            "above a tangent at every outcome",
            by=square.at(u=P(y), v=Q(y), w=1 + 2 * t),
        ),
        have(
            2 * (1 - 2 * t) * P(y) - (1 - 2 * t) ** 2 * Q(y) <= part(P(y), Q(y), 2),
            "above a tangent at every outcome",
            by=square.at(u=P(y), v=Q(y), w=1 - 2 * t),
        ),
        have(
            2 * P(y) - Q(y) + 4 * t * Abs(P(y) - Q(y)) - 4 * t**2 * Q(y) <= part(P(y), Q(y), 2),
            "one of the two",
        ),
        Chain(RenyiMoment(2))
        .ge(Total(2 * P(y) - Q(y) + 4 * t * Abs(P(y) - Q(y)) - 4 * t**2 * Q(y), y), "at every outcome")
        .eq(1 + 4 * t * Total(Abs(P(y) - Q(y)), y) - 4 * t**2, "both laws have mass 1")
        .eq(1 + 4 * t * (2 * t) - 4 * t**2, "the distance")
        .eq(1 + 4 * HockeyStick(0) ** 2, "collect"),
    ),
    tight=point(**equal),
    near_misses={
        "without the 1": variant(4 * HockeyStick(0) ** 2 <= RenyiMoment(2) - 2, witness=point(**equal)),
        "with infinite losses left out": without(finite, witness=point(P=(half, half), Q=(0, 1))),
    },
)

of_test = Theorem(
    title="The moment of order 2 lies above lines in the power and the level of a test",
    source="langlois2014",
    kind="lemma",
    given=finite,
    claim=every_test(2 * w * power - w**2 * level <= RenyiMoment(2)),
    derivation=(
        have(
            2 * (w * f(y)) * P(y) - (w * f(y)) ** 2 * Q(y) <= part(P(y), Q(y), 2),
            "above a tangent at every outcome",
            by=square.at(u=P(y), v=Q(y), w=w * f(y)),
        ),
        have(0 <= w**2 * Q(y) * (f(y) * (1 - f(y))), "no factor is negative"),
        have(
            2 * w * (f(y) * P(y)) - w**2 * (f(y) * Q(y)) <= part(P(y), Q(y), 2),
            "a probability is at least its square",
        ),
        Chain(2 * w * power - w**2 * level)
        .eq(Total(2 * w * (f(y) * P(y)) - w**2 * (f(y) * Q(y)), y), "collect")
        .le(RenyiMoment(2), "at every outcome"),
    ),
    tight=point({w: 1}, **equal),
    near_misses={
        "with infinite losses left out": without(finite, witness=point({w: 1}, P=(half, half), Q=(0, 1))),
    },
)

power_squared = Theorem(
    title="The moment of order 2 bounds the power of every test",
    source="langlois2014",
    cites="mironov2017",
    given=finite,
    claim=every_test(power**2 <= RenyiMoment(2) * level),
    derivation=(
        have(
            ForAll(w, 2 * w * power - w**2 * level <= RenyiMoment(2)),
            "for every weight",
            by=of_test.at(f=f(y)),
        ),
        let(m, RenyiMoment(2), Eq(RenyiMoment(2), m), "the moment"),
        let(p, power, (Eq(power, p), 0 <= p, ForAll(w, 2 * w * p - w**2 * level <= m)), "the power"),
        let(q, level, (Eq(level, q), 0 <= q, ForAll(w, 2 * w * p - w**2 * q <= m)), "the level"),
        have(
            p**2 <= m * q,
            "the best weight",
            derivation=cases(
                0 < q,
                (
                    specialise(ForAll(w, 2 * w * p - w**2 * q <= m), {w: p / q}, "the best weight"),
                    have(2 * (p / q) * p - (p / q) * p <= m, "the best weight"),
                ),
                cases(
                    0 < p,
                    (
                        specialise(
                            ForAll(w, 2 * w * p - w**2 * q <= m), {w: (m + 1) / (2 * p)}, "a large weight"
                        ),
                        have(m + 1 <= m, "no level"),
                    ),
                ),
            ),
        ),
        Chain(power**2)
        .eq(p**2, "the power")
        .le(m * q, "the best weight")
        .eq(RenyiMoment(2) * level, "the level"),
    ),
    tight=point(**equal),
    near_misses={
        "with infinite losses left out": without(finite, witness=point(P=(half, half), Q=(0, 1))),
    },
)

above_tangents = 2 * (w * power + s * (1 - power)) - (w**2 * level + s**2 * (1 - level))

of_both_answers = Theorem(
    title="The moment of order 2 lies above planes in the power and the level of a test",
    source="langlois2014",
    kind="lemma",
    given=finite,
    claim=every_test(above_tangents <= RenyiMoment(2)),
    derivation=(
        have(
            2 * (w * f(y) + s * (1 - f(y))) * P(y) - (w * f(y) + s * (1 - f(y))) ** 2 * Q(y)
            <= part(P(y), Q(y), 2),
            "above a tangent at every outcome",
            by=square.at(u=P(y), v=Q(y), w=w * f(y) + s * (1 - f(y))),
        ),
        have(0 <= (w - s) ** 2 * Q(y) * (f(y) * (1 - f(y))), "no factor is negative"),
        have(
            2 * (w * (f(y) * P(y)) + s * (P(y) - f(y) * P(y)))
            - (w**2 * (f(y) * Q(y)) + s**2 * (Q(y) - f(y) * Q(y)))
            <= part(P(y), Q(y), 2),
            "the square of a mean is at most the mean of the squares",
        ),
        Chain(above_tangents)
        .eq(
            Total(
                2 * (w * (f(y) * P(y)) + s * (P(y) - f(y) * P(y)))
                - (w**2 * (f(y) * Q(y)) + s**2 * (Q(y) - f(y) * Q(y))),
                y,
            ),
            "collect",
        )
        .le(RenyiMoment(2), "at every outcome"),
    ),
    tight=point({w: 1, s: 1}, **equal),
    near_misses={
        "with infinite losses left out": without(
            finite, witness=point({w: 1, s: 1}, P=(half, half), Q=(0, 1))
        ),
        "a higher plane": variant(every_test(above_tangents + 1 <= RenyiMoment(2))),
    },
)

planes = ForAll((w, s), 2 * (w * p + s * (1 - p)) - (w**2 * q + s**2 * (1 - q)) <= m)

excess_squared = Theorem(
    title="The moment of order 2 bounds how far the power of a test is from its level",
    source="langlois2014",
    given=finite,
    claim=every_test((power - level) ** 2 <= (RenyiMoment(2) - 1) * level * (1 - level)),
    derivation=(
        have(f(y) * Q(y) <= Q(y), "a test rejects with probability at most 1"),
        have(Eq(Mass(1 - f(y), P), 1 - power), "the other answer"),
        have(Eq(Mass(1 - f(y), Q), 1 - level), "the other answer"),
        have(Between(0, 1 - f(y), 1), "the other answer"),
        have(power**2 <= RenyiMoment(2) * level, "the power squared", by=power_squared.at(f=f(y))),
        have(
            Mass(1 - f(y), P) ** 2 <= RenyiMoment(2) * Mass(1 - f(y), Q),
            "the same of the other answer",
            by=power_squared.at(f=1 - f(y)),
        ),
        have((1 - power) ** 2 <= RenyiMoment(2) * (1 - level), "the same of the other answer"),
        have(
            ForAll((w, s), above_tangents <= RenyiMoment(2)),
            "for all weights",
            by=of_both_answers.at(f=f(y)),
        ),
        let(
            m,
            RenyiMoment(2),
            (
                Eq(RenyiMoment(2), m),
                power**2 <= m * level,
                (1 - power) ** 2 <= m * (1 - level),
                ForAll((w, s), above_tangents <= m),
            ),
            "the moment",
        ),
        let(
            p,
            power,
            (
                Eq(power, p),
                0 <= p,
                p**2 <= m * level,
                (1 - p) ** 2 <= m * (1 - level),
                ForAll((w, s), 2 * (w * p + s * (1 - p)) - (w**2 * level + s**2 * (1 - level)) <= m),
            ),
            "the power",
        ),
        let(
            q,
            level,
            (Eq(level, q), 0 <= q, q <= 1, p**2 <= m * q, (1 - p) ** 2 <= m * (1 - q), planes),
            "the level",
        ),
        have(
            (p - q) ** 2 <= (m - 1) * q * (1 - q),
            "the best weights",
            derivation=cases(
                0 < q,
                cases(
                    q < 1,
                    (
                        let(x, p / q, Eq(x * q, p), "the best weight"),
                        let(z, (1 - p) / (1 - q), Eq(z * (1 - q), 1 - p), "the best weight"),
                        specialise(planes, {w: x, s: z}, "the best weights"),
                        have(Eq(x**2 * q, x * p), "as chosen"),
                        have(Eq(z**2 * (1 - q), z * (1 - p)), "as chosen"),
                        have(x * p + z * (1 - p) <= m, "the best weights"),
                        have(
                            q * (1 - q) * (x * p + z * (1 - p)) <= q * (1 - q) * m,
                            "a factor that is not negative",
                        ),
                        have(Eq(q * (1 - q) * (x * p), (1 - q) * p**2), "as chosen"),
                        have(Eq(q * (1 - q) * (z * (1 - p)), q * (1 - p) ** 2), "as chosen"),
                    ),
                    (have(Eq(q, 1), "surely"), have((1 - p) ** 2 <= 0, "the other answer")),
                ),
                have(Eq(q, 0), "never"),
            ),
        ),
        Chain((power - level) ** 2)
        .eq((p - q) ** 2, "power and level")
        .le((m - 1) * q * (1 - q), "the best weights")
        .eq((RenyiMoment(2) - 1) * level * (1 - level), "the moment"),
    ),
    tight=point(**truthful),
    near_misses={
        "with infinite losses left out": without(finite, witness=point(P=(half, half), Q=(0, 1))),
    },
    note="In other words: the variance of the answer, times the chi-squared divergence, is at least the square of the difference.",
)
