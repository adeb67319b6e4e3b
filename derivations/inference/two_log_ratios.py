"""The density ratio distance is the sum of two suprema of log-ratios, and a supremum over pairs of events."""

from dpsym.derivations.inference.density_ratio import i, j, m, n, positive, ratios
from dpsym.derivations.inference.measures import b
from dpsym.derivations.vocabulary import third, two_thirds
from dpsym.language import *

apart = {"m": (1, 2), "n": (2, 1)}
laws = {"P": (third, two_thirds), "Q": (two_thirds, third)}
r = parameter("r", about="a bound on the first log-ratio, or none")
either = ForAll((i, j), Implication(exp(r) * n(i) < m(i), n(j) <= exp(b - r) * m(j)))

one_or_the_other = Theorem(
    title="What bounds not the one log-ratio leaves a bound on the other",
    source=of_any_spaces("bailie.propE.11"),
    given=(positive(m, n), ratios(b, m, n)),
    claim=either,
    derivation=(
        specialise(positive(m, n), {y: i}, "no mass is negative"),
        specialise(positive(m, n), {y: j}, "no mass is negative"),
        specialise(ratios(b, m, n), {i: i, j: j}, "these outcomes"),
        cases(
            exp(r) * n(i) < m(i),
            cases(
                0 < n(i),
                (
                    have(exp(r) * n(i) * n(j) <= m(i) * n(j), "above the number"),
                    have(n(i) * (exp(r) * n(j)) <= n(i) * (exp(b) * m(j)), "both"),
                    have(exp(r) * n(j) <= exp(b) * m(j), "a positive factor"),
                    have(exp(-r) * (exp(r) * n(j)) <= exp(-r) * (exp(b) * m(j)), "a positive factor"),
                ),
                (
                    have(Eq(n(i), 0), "a null outcome"),
                    have(m(i) * n(j) <= 0, "a null outcome"),
                    have(n(j) <= 0, "the second measure is 0"),
                    have(0 <= exp(b - r) * m(j), "no mass is negative"),
                ),
            ),
        ),
    ),
    example=point({b: log(4), r: 0}, **apart),
    near_misses={
        "without a bound on the distance": without(ratios(b, m, n), witness=point({b: 0, r: 0}, **apart)),
        "with the whole distance left": variant(
            ForAll((i, j), Implication(exp(r) * n(i) < m(i), exp(b) * n(j) <= m(j))),
            witness=point({b: log(4), r: 0}, **apart),
        ),
    },
    note=(
        "Where e^r is no bound on the ratio of the first measure to the second, e^(b - r) is one on the ratio of the second to the first, at every "
        "outcome. The ratios of measures of events have the same bounds as those of densities."
    ),
)

p = parameter("p", about="the supremum of the first log-ratio")
q = parameter("q", about="the supremum of the second log-ratio")
s = parameter("s", about="the density ratio distance, if it is finite")
t = parameter("t", about="a number that is no bound on the first log-ratio")
no_bound = ForAll(t, Implication(t < p, q <= s - t))

sum_of_suprema = Theorem(
    title="The density ratio distance is the sum of the two suprema of log-ratios",
    source="bailie.propE.11",
    given=(s <= p + q, no_bound),
    claim=Eq(s, p + q),
    derivation=(
        have(
            p + q <= s,
            "no number below the first supremum is a bound",
            derivation=cases(
                p + q <= s,
                (),
                (
                    specialise(no_bound, {t: (p + s - q) / 2}, "half way to the first supremum"),
                    have((p + s - q) / 2 < p, "below it"),
                    have(q <= s - (p + s - q) / 2, "what is left"),
                ),
            ),
        ),
    ),
    example=point({p: 1, q: 1, s: 2}),
    note=(
        "The suprema of log(m(S)/n(S)) and of log(n(S)/m(S)) over all events S that are not null for both measures and not infinite under both "
        "are the least bounds on the log-ratios of densities. The sum of two bounds is one on the distance, and what is no bound on the first "
        "log-ratio leaves one on the second. Neither supremum is minus infinity: where the first density is "
        "positive the second is so too, and both have log-ratios, or the first log-ratio is infinite, and the same with the measures exchanged; where one of them is infinite no number bounds the distance. Where one measure is 0 and the other is not, they have not the "
        "same null events and the distance is infinite; of two measures that are 0 it is 0."
    ),
)

D = function("D", law=False, about="how much a measure exceeds a multiple of another one, where it does")
excess = Indicator(exp(r) * n(y) < m(y))
no_excess = Total(excess * m(y), y) <= exp(r) * Total(excess * n(y), y)

without_excess = Theorem(
    title="Where the event of large ratios has no large ratio there are none",
    kind="lemma",
    given=no_excess,
    claim=ForAll(i, m(i) <= exp(r) * n(i)),
    derivation=(
        have(
            Eq(
                Total(excess * (m(y) - exp(r) * n(y)), y),
                Total(excess * m(y), y) - exp(r) * Total(excess * n(y), y),
            ),
            "the excess",
        ),
        have(0 <= excess * (m(y) - exp(r) * n(y)), "an excess"),
        have(Eq(Total(excess * (m(y) - exp(r) * n(y)), y), 0), "no excess"),
        let(
            D(y),
            excess * (m(y) - exp(r) * n(y)),
            (
                ForAll(y, 0 <= D(y)),
                Eq(Total(D(y), y), 0),
                ForAll(i, Implication(exp(r) * n(i) < m(i), 0 < D(i))),
            ),
            "the excess",
        ),
        have(
            D(i) <= 0,
            "the sum is 0",
            derivation=Chain(D(i)).le(Total(D(y), y), "one term").eq(0, "no excess"),
        ),
        have(
            m(i) <= exp(r) * n(i),
            "no excess",
            derivation=cases(
                exp(r) * n(i) < m(i),
                (
                    specialise(ForAll(i, Implication(exp(r) * n(i) < m(i), 0 < D(i))), {i: i}, "an excess"),
                    have(0 < D(i), "an excess"),
                ),
            ),
        ),
    ),
    example=point({r: 0}, m=(1, 1), n=(1, 2)),
    near_misses={
        "of all outcomes": variant(
            given=[Total(m(y), y) <= exp(r) * Total(n(y), y)], witness=point({r: 0}, m=(0, 2), n=(2, 0))
        ),
    },
)

above_r, above_rest = Indicator(exp(r) * Q(y) < P(y)), Indicator(exp(b - r) * P(y) < Q(y))
first, second = (Total(above_r * f(y), y) for f in (P, Q))
third_, fourth = (Total(above_rest * f(y), y) for f in (Q, P))

from_two_events = Theorem(
    title="A bound on the odds ratio of two events bounds one of the log-ratios",
    source=(of_any_spaces("bailie.corE.13"), "bailie.corE.15", "bailie.rem8.9"),
    given=first * third_ <= exp(b) * (second * fourth),
    claim=AnyOf(ForAll(i, P(i) <= exp(r) * Q(i)), ForAll(j, Q(j) <= exp(b - r) * P(j))),
    derivation=(
        have(exp(r) * Q(y) * above_r <= P(y) * above_r, "where the first event occurs"),
        have(exp(b - r) * P(y) * above_rest <= Q(y) * above_rest, "where the second event occurs"),
        have(exp(r) * second <= first, "add up"),
        have(exp(b - r) * fourth <= third_, "add up"),
        have(0 <= second, "a probability"),
        have(0 <= fourth, "a probability"),
        cases(
            first <= exp(r) * second,
            have(
                ForAll(i, P(i) <= exp(r) * Q(i)),
                "no excess",
                by=without_excess.at(m=P(y), n=Q(y)),
            ),
            (
                have(
                    third_ <= exp(b - r) * fourth,
                    "otherwise both events exceed",
                    derivation=cases(
                        third_ <= exp(b - r) * fourth,
                        (),
                        (
                            have(0 <= exp(b - r) * fourth, "a probability"),
                            have(exp(r) * second * third_ < first * third_, "the first event exceeds"),
                            have(
                                exp(r) * second * (exp(b - r) * fourth) <= exp(r) * second * third_,
                                "the second does",
                            ),
                        ),
                    ),
                ),
                have(
                    ForAll(j, Q(j) <= exp(b - r) * P(j)),
                    "no excess",
                    by=without_excess.at(m=Q(y), n=P(y), r=b - r),
                ),
            ),
        ),
    ),
    example=point({b: log(4), r: 0}, **laws),
    near_misses={
        "of both log-ratios": variant(
            AllOf(ForAll(i, P(i) <= exp(r) * Q(i)), ForAll(j, Q(j) <= exp(b - r) * P(j))),
            witness=point({b: log(4), r: 0}, **laws),
        ),
    },
    note=(
        "The events are those of a ratio P/Q above e^r and of a ratio Q/P above e^(b - r). If two events have an odds ratio of at most e^b whatever "
        "they are, then for every r the one log-ratio is at most r almost everywhere, or the other at most b - r: there are no two sets of "
        "outcomes, neither of them null, at which the two log-ratios add up to more than b, which is that the density ratio distance is at "
        "most b. So it is the least upper bound over pairs of events. Finite measures that are not 0 are laws times their totals, which are "
        "factors of both sides. Where an event is null for one measure only, neither holds for any b."
    ),
)
