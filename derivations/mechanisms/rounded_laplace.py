"""The Laplace mechanism with its output rounded to finitely many cells: the hockey-stick divergences, and pure DP."""

from dpsym.derivations.analysis.laplace_pieces import (
    excess,
    left,
    left_rises,
    middle,
    middle_falls,
    middle_rises,
    pieces,
    ratio,
    right,
    right_falls,
)
from dpsym.derivations.analysis.normal_tails import s, t, x
from dpsym.derivations.mechanisms import rounded_noise
from dpsym.derivations.mechanisms.rounded_noise import (
    E,
    cells,
    finitely_many,
    gain,
    lower,
    measured,
    most,
    none,
    scaled,
    step_down,
    two,
    upper,
)
from dpsym.derivations.mechanisms.rounded_noise import c as peak
from dpsym.derivations.vocabulary import Delta, delta, eps, half
from dpsym.language import *
from dpsym.language.rounding import laplace_distribution as F
from dpsym.language.rounding import on_cells, rounded_laws

d = parameter("d", at_least=0, about="distance of the two inputs, in scales of the noise")
c = parameter("c", at_least=0, at_most=d, about="a cut between the inputs")
f = function("f")
S = function("S")
up, down, from_0 = (
    formula.xreplace({peak: c}) for formula in (rounded_noise.up, rounded_noise.down, rounded_noise.from_0)
)

before = ForAll(x, Implication(x <= 0, Eq(E(x), left(x))))
between = ForAll(x, Implication(AllOf(0 < x, x <= d), Eq(E(x), middle(x))))
beyond = ForAll(x, Implication(d < x, Eq(E(x), right(x))))
in_pieces = (before, between, beyond)

rises = Theorem(
    title="The excess rises up to the cut",
    kind="lemma",
    given=in_pieces,
    claim=up,
    derivation=cases(
        t <= 0,
        (
            specialise(before, {x: s}, "before both inputs"),
            specialise(before, {x: t}, "before both inputs"),
            have(left(s) <= left(t), "it rises there", by=left_rises),
        ),
        (
            specialise(between, {x: t}, "between the inputs"),
            cases(
                s <= 0,
                (
                    specialise(before, {x: s}, "before both inputs"),
                    Chain(E(s))
                    .eq(left(s), "before both inputs")
                    .le(left(0), "it rises there", by=left_rises.at(t=0))
                    .eq(middle(0), "at the first input")
                    .le(middle(t), "it rises up to the cut", by=middle_rises.at(s=0))
                    .eq(E(t), "between the inputs"),
                ),
                (
                    specialise(between, {x: s}, "between the inputs"),
                    Chain(E(s))
                    .eq(middle(s), "between the inputs")
                    .le(middle(t), "it rises up to the cut", by=middle_rises)
                    .eq(E(t), "between the inputs"),
                ),
            ),
        ),
    ),
    example=point({d: 0, c: 0}, E=none),
    near_misses={
        "the first piece left out": variant(
            given=[between, beyond], witness=point({d: 0, c: 0, s: -1, t: 0}, E=Lambda(t, Indicator(t < 0)))
        ),
        "strictly": variant(
            ForAll((s, t), Implication(AllOf(s <= t, t <= c), E(s) < E(t))),
            witness=point({d: 0, c: 0, s: 0, t: 0}, E=none),
        ),
    },
)

from_middle = Theorem(
    title="From the cut to the second input",
    kind="lemma",
    given=in_pieces,
    claim=ForAll(s, Implication(AllOf(c <= s, s <= d), Eq(E(s), middle(s)))),
    derivation=cases(
        0 < s,
        specialise(between, {x: s}, "between the inputs"),
        (
            specialise(before, {x: s}, "at the first input"),
            have(Eq(s, 0), "at the first input"),
            have(Eq(c, 0), "the cut at the first input"),
            have(Eq(exp(s), 1), "the exponential of 0"),
            have(Eq(exp(-s), 1), "the exponential of 0"),
            have(Eq(exp(s - 2 * c), 1), "the exponential of 0"),
            have(Eq(exp(-2 * c), 1), "the exponential of 0"),
        ),
    ),
    example=point({d: 0, c: 0}, E=none),
    near_misses={
        "the first piece left out": variant(
            given=[between, beyond], witness=point({d: 0, c: 0, s: 0}, E=Lambda(t, Indicator(t <= 0)))
        ),
    },
)

falls = Theorem(
    title="The excess falls from the cut on",
    kind="lemma",
    given=in_pieces,
    claim=down,
    derivation=cases(
        d < s,
        (
            specialise(beyond, {x: s}, "beyond both inputs"),
            specialise(beyond, {x: t}, "beyond both inputs"),
            Chain(E(t))
            .eq(right(t), "beyond both inputs")
            .le(right(s), "it falls there", by=right_falls)
            .eq(E(s), "beyond both inputs"),
        ),
        (
            have(Eq(E(s), middle(s)), "between the inputs", by=from_middle),
            cases(
                d < t,
                (
                    specialise(beyond, {x: t}, "beyond both inputs"),
                    Chain(E(t))
                    .eq(right(t), "beyond both inputs")
                    .le(right(d), "it falls there", by=right_falls.at(s=d))
                    .eq(middle(d), "at the second input")
                    .le(middle(s), "it falls from the cut", by=middle_falls.at(t=d))
                    .eq(E(s), "between the inputs"),
                ),
                (
                    have(Eq(E(t), middle(t)), "between the inputs", by=from_middle.at(s=t)),
                    Chain(E(t))
                    .eq(middle(t), "between the inputs")
                    .le(middle(s), "it falls from the cut", by=middle_falls)
                    .eq(E(s), "between the inputs"),
                ),
            ),
        ),
    ),
    example=point({d: 0, c: 0}, E=none),
    near_misses={
        "the last piece left out": variant(
            given=[before, between], witness=point({d: 0, c: 0, s: 0, t: 1}, E=Lambda(t, Indicator(t > 0)))
        ),
        "strictly": variant(
            ForAll((s, t), Implication(AllOf(c <= s, s <= t), E(t) < E(s))),
            witness=point({d: 0, c: 0, s: 0, t: 0}, E=none),
        ),
    },
)

starts = Theorem(
    title="The excess is not negative before the cut",
    kind="lemma",
    given=in_pieces,
    claim=from_0,
    derivation=(
        have(exp(-2 * c) <= 1, "the cut is not before the first input"),
        cases(
            t <= 0,
            (
                specialise(before, {x: t}, "before both inputs"),
                have(0 <= exp(t) * (1 - exp(-2 * c)), "no factor is negative"),
            ),
            (
                specialise(between, {x: t}, "between the inputs"),
                Chain(0)
                .le((1 - exp(-2 * c)) / 2, "not negative")
                .eq(middle(0), "at the first input")
                .le(middle(t), "it rises up to the cut", by=middle_rises.at(s=0))
                .eq(E(t), "between the inputs"),
            ),
        ),
    ),
    example=point({d: 0, c: 0}, E=none),
    near_misses={
        "the first piece left out": variant(
            given=[between, beyond], witness=point({d: 0, c: 0, t: 0}, E=Lambda(t, -Indicator(t <= 0)))
        ),
    },
)

ends = Theorem(
    title="Beyond the cut the excess is not below its limit",
    kind="lemma",
    given=in_pieces,
    claim=ForAll(t, Implication(c <= t, 1 - ratio <= E(t))),
    derivation=(
        have(1 <= exp(2 * d - 2 * c), "the cut is not beyond the second input"),
        cases(
            d < t,
            (
                specialise(beyond, {x: t}, "beyond both inputs"),
                have(0 <= exp(-t) * (exp(2 * d - 2 * c) - 1), "no factor is negative"),
            ),
            (
                have(Eq(E(t), middle(t)), "between the inputs", by=from_middle.at(s=t)),
                have(0 <= exp(-d) * (exp(2 * d - 2 * c) - 1), "no factor is negative"),
                Chain(1 - ratio)
                .le(right(d), "not negative")
                .eq(middle(d), "at the second input")
                .le(middle(t), "it falls from the cut", by=middle_falls.at(s=t, t=d))
                .eq(E(t), "between the inputs"),
            ),
        ),
    ),
    example=point({d: 0, c: 0}, E=none),
    near_misses={
        "the last piece left out": variant(
            given=[before, between], witness=point({d: 0, c: 0, t: 1}, E=step_down)
        ),
    },
)

same = {"P": (half, half), "Q": (half, half)}  # no distance of the inputs, the line cut at 0
apart = {"P": (half, half), "Q": (0, 1)}
of_first = on_cells(P(y), F)
of_second = on_cells(Q(y), lambda x: F(x - d))
power, level = Total(f(y) * P(y), y), Total(f(y) * Q(y), y)

tests = Theorem(
    title="Every test on the rounded output of the Laplace mechanism",
    kind="lemma",
    given=(cells, of_first, of_second),
    claim=every_test(power - ratio * level <= 1 - exp(-c)),
    derivation=(
        have(ForAll(x, pieces.claim), "piece by piece", by=pieces),
        let(
            E(x),
            excess(x),
            (*in_pieces, ForAll(y, Eq(P(y) - ratio * Q(y), gain(E, 0, 1 - ratio)))),
            "the excess",
        ),
        have(up, "up to the cut", by=rises),
        have(down, "from the cut on", by=falls),
        have(from_0, "before the cut", by=starts),
        have(ends.claim, "beyond it", by=ends),
        have(Eq(E(c), middle(c)), "at the cut", by=from_middle.at(s=c)),
        have(
            Total(f(y) * gain(E, 0, 1 - ratio), y) <= E(c),
            "the most that a test finds",
            by=most.at(c=c, h_1=1 - ratio, f=f(y)),
        ),
        Chain(power - ratio * level)
        .eq(Total(f(y) * (P(y) - ratio * Q(y)), y), "collect")
        .eq(Total(f(y) * gain(E, 0, 1 - ratio), y), "the excess")
        .le(E(c), "the most that a test finds")
        .eq(1 - exp(-c), "at the cut"),
    ),
    example=point({d: 0, c: 0}, **same, **two),
    near_misses={
        "any second law": without(of_second, witness=point({d: 0, c: 0}, **apart, **two)),
        "strictly": variant(
            every_test(power - ratio * level < 1 - exp(-c)), witness=point({d: 0, c: 0}, **same, **two)
        ),
    },
)

whole = (cells, of_first, of_second)
eps = eps.ranging()

in_order = Theorem(
    title="The rounded Laplace mechanism in scales of the noise",
    kind="lemma",
    given=(*whole, -d <= eps, eps <= d),
    claim=every_test(power - exp(eps) * level <= 1 - exp((eps - d) / 2)),
    derivation=(
        have(
            power - exp(eps) * level <= 1 - exp((eps - d) / 2),
            "the cut with this loss",
            by=tests.at(c=(d - eps) / 2, f=f(y)),
        )
    ),
    example=point({d: 0, eps: 0}, **same, **two),
    near_misses={
        "any second law": without(
            whole, instead=(cells, of_first), witness=point({d: 0, eps: 0}, **apart, **two)
        ),
        "beyond the distance of the inputs": variant(
            given=whole, witness=point({d: 0, eps: -1}, **same, **two)
        ),
    },
)
in_other_order = Theorem(
    title="The rounded Laplace mechanism in scales of the noise, in the other order",
    kind="lemma",
    given=(*whole, -d <= eps, eps <= d),
    claim=every_test(level - exp(eps) * power <= 1 - exp((eps - d) / 2)),
    derivation=(
        have(
            Total((1 - f(y)) * P(y), y) - exp(-eps) * Total((1 - f(y)) * Q(y), y) <= 1 - exp((-eps - d) / 2),
            "the complement of the test",
            by=in_order.at(eps=-eps, f=1 - f(y)),
        ),
        have(Eq(Total((1 - f(y)) * P(y), y), 1 - power), "the masses add up to 1"),
        have(Eq(Total((1 - f(y)) * Q(y), y), 1 - level), "the masses add up to 1"),
        have(
            0 <= exp(eps) * (power - exp(-eps) * level + exp(-eps) - exp((-eps - d) / 2)),
            "times a positive number",
        ),
        have(Eq(exp(eps) * exp((-eps - d) / 2), exp((eps - d) / 2)), "exponential of a sum"),
    ),
    example=point({d: 0, eps: 0}, **same, **two),
    near_misses={
        "any second law": without(
            whole, instead=(cells, of_first), witness=point({d: 0, eps: 0}, **apart, **two)
        ),
        "beyond the distance of the inputs": variant(
            given=whole, witness=point({d: 0, eps: -1}, **same, **two)
        ),
    },
)

b = parameter("b", above=0, about="scale of the noise")
Delta = Delta.ranging(at_least=0)
rounded = rounded_laws(F, b, Delta)
in_scales = {"d": Delta / b, "lower": lower(y) / b, "upper": upper(y) / b}
least = 1 - exp((eps - Delta / b) / 2)
within = (-Delta / b <= eps, eps <= Delta / b)
one_way, other_way = power - exp(eps) * level <= least, level - exp(eps) * power <= least

one_order = Theorem(
    title="Every test on the rounded Laplace mechanism",
    kind="lemma",
    given=(*rounded, *within),
    claim=AllOf(every_test(one_way), every_test(other_way)),
    derivation=(
        have(measured(cells, b), "the cells in scales of the noise", by=scaled.at(k=b)),
        have(every_test(one_way), "in this order", by=in_order.at(**in_scales)),
        have(every_test(other_way), "in the other order", by=in_other_order.at(**in_scales)),
        have(AllOf(every_test(one_way), every_test(other_way))),
    ),
    example=point({Delta: 0, b: 1, eps: 0}, **same, **two),
    near_misses={
        "any second law": variant(
            given=[*rounded[:2], *within], witness=point({Delta: 0, b: 1, eps: 0}, **apart, **two)
        ),
        "beyond the distance of the inputs": variant(
            given=rounded, witness=point({Delta: 0, b: 1, eps: -1}, **same, **two)
        ),
    },
    note=finitely_many,
)

bound = delta.ranging()
never_more = every_test(power - exp(eps) * level <= bound)
of_events = Theorem(
    title="Approximate DP from the tests, in one order",
    kind="lemma",
    given=never_more,
    claim=ApproxDP(eps, bound).one_order(Pair()),
    derivation=specialise(never_more, {f(y): S(y)}, "the event as a test"),
    example=point({eps: 0, bound: 0}, **same),
    near_misses={
        "a smaller delta": variant(
            ApproxDP(eps, bound - 1).one_order(Pair()), witness=point({eps: 0, bound: 0}, **same)
        ),
    },
)

best = Indicator(exp(eps) * Q(y) < P(y))
by_best = Total(best * P(y), y) - exp(eps) * Total(best * Q(y), y)

hockey_stick = Theorem(
    title="The hockey-stick divergences of the rounded Laplace mechanism",
    source="dwork2006a",
    given=(*rounded, *within),
    claim=HockeyStick(eps) <= least,
    derivation=(
        have(by_best <= least, "every test, so the best event", by=one_order.at(f=best)),
        have(Eq(HockeyStick(eps), by_best), "the best event"),
    ),
    example=point({Delta: 0, b: 1, eps: 0}, **same, **two),
    near_misses={
        "any second law": variant(
            given=[*rounded[:2], *within], witness=point({Delta: 0, b: 1, eps: 0}, **apart, **two)
        ),
        "beyond the distance of the inputs": variant(
            given=rounded, witness=point({Delta: 0, b: 1, eps: -1}, **same, **two)
        ),
    },
    note=finitely_many,
)

approximate = Theorem(
    title="The rounded Laplace mechanism satisfies approximate DP",
    source="dwork2006a",
    given=(*rounded, *within),
    claim=ApproxDP(eps, least),
    derivation=(
        have(AllOf(every_test(one_way), every_test(other_way)), "its tests", by=one_order),
        have(ApproxDP(eps, least).one_order(Pair()), "an event is a test", by=of_events.at(delta=least)),
        have(
            ApproxDP(eps, least).one_order(Pair().swapped),
            "in the other order",
            by=of_events.at(delta=least, swapped=True),
        ),
        have(ApproxDP(eps, least), "in both"),
    ),
    example=point({Delta: 0, b: 1, eps: 0}, **same, **two),
    near_misses={
        "any second law": variant(
            given=[*rounded[:2], *within], witness=point({Delta: 0, b: 1, eps: 0}, **apart, **two)
        ),
        "beyond the distance of the inputs": variant(
            given=rounded, witness=point({Delta: 0, b: 1, eps: -1}, **same, **two)
        ),
    },
    note=finitely_many,
)

cut_at_first = {"P": (half, half), "Q": (Rational(1, 8), Rational(7, 8)), **two}

pure = Theorem(
    title="The rounded Laplace mechanism satisfies pure DP",
    source="dwork2006a",
    given=rounded,
    claim=PureDP(Delta / b),
    derivation=(
        have(
            ApproxDP(Delta / b, 1 - exp((Delta / b - Delta / b) / 2)),
            "the bound at the distance of the inputs",
            by=approximate.at(eps=Delta / b),
        ),
        have(PureDP(Delta / b), "delta is 0"),
    ),
    example=point({Delta: 2 * log(2), b: 1}, **cut_at_first),
    tight=point({Delta: 2 * log(2), b: 1}, **cut_at_first),
    near_misses={
        "any second law": variant(given=rounded[:2], witness=point({Delta: 0, b: 1}, **apart, **two)),
    },
    note=finitely_many,
)
