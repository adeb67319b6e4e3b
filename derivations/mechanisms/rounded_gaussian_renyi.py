"""The Rényi divergence of the Gaussian mechanism with its output rounded to finitely many cells, without an integral."""

from dpsym.derivations.analysis.normal_moments import (
    complement,
    from_tangents,
    moment,
    moment_up_to,
    multiple,
    positive,
    rising_curve,
    total,
)
from dpsym.derivations.analysis.normal_tails import rises
from dpsym.derivations.mechanisms.rounded_gaussian import Delta, apart, no_distance, rounded, same
from dpsym.derivations.mechanisms.rounded_noise import (
    H,
    a,
    b,
    cells,
    covering,
    finitely_many,
    gain,
    gains,
    lower,
    measured,
    ordered,
    s,
    scaled,
    t,
    two,
    upper,
)
from dpsym.derivations.vocabulary import alpha, d, sigma
from dpsym.language import *
from dpsym.language.rounding import on_cells

w = parameter("w", about="the logarithm of a ratio of probabilities")
m = parameter("m", about="the first input, in standard deviations of the noise")
of_first = on_cells(P(y), lambda x: Phi(x - m))
of_second = on_cells(Q(y), lambda x: Phi(x - m - d))
of_moment = gain(lambda x: moment * Phi(x - m - (1 - alpha) * d), 0, moment)

cell = Theorem(
    title="The moment over a cell lies above its tangents",
    kind="lemma",
    given=(ordered, of_first, of_second),
    claim=ForAll(y, multiple * P(y) - (alpha - 1) * exp(alpha * w) * Q(y) <= of_moment),
    derivation=(
        have(
            ForAll((s, t), Implication(s <= t, moment_up_to(s - m) <= moment_up_to(t - m))),
            "the excess rises",
            by=rising_curve.at(s=s - m, t=t - m),
        ),
        have(
            ForAll(t, Between(0, moment_up_to(t - m), total)),
            "from 0 to its total",
            by=[positive.at(x=t - m), complement.at(x=t - m)],
        ),
        have(
            0 <= gain(lambda x: moment_up_to(x - m), 0, total),
            "it gains over every cell",
            by=gains.at(H=Lambda(t, moment_up_to(t - m)), h_0=0, h_1=total),
        ),
        have(
            Eq(
                gain(lambda x: moment_up_to(x - m), 0, total),
                of_moment - multiple * P(y) + (alpha - 1) * exp(alpha * w) * Q(y),
            ),
            "the laws of the cell",
        ),
    ),
    example=point({alpha: 2, d: 0, w: 0, m: 0}, **same, **two),
    near_misses={
        "any second law": without(of_second, witness=point({alpha: 2, d: 0, w: 0, m: 0}, **apart, **two)),
    },
)

B = function("B")
power_of_cell = exp(alpha * log(P(y)) + (1 - alpha) * log(Q(y)))
part = Indicator(AllOf(0 < P(y), 0 < Q(y))) * power_of_cell
finite = Implication(Eq(Q(y), 0), Eq(P(y), 0))
bounded = Implication(AllOf(0 < P(y), 0 < Q(y)), power_of_cell <= of_moment)
above = ForAll(w, multiple * P(y) - (alpha - 1) * exp(alpha * w) * Q(y) <= of_moment)
centred = Phi(t - m - (1 - alpha) * d)

in_cell = Theorem(
    title="The power of the ratio of the probabilities of a cell",
    kind="lemma",
    given=(ordered, of_first, of_second),
    claim=ForAll(y, AllOf(finite, bounded)),
    derivation=(
        have(above, "above the tangents", by=cell),
        have(AllOf(finite, bounded), "above the power", by=from_tangents.at(p=P(y), q=Q(y), g=of_moment)),
    ),
    example=point({alpha: 2, d: 0, m: 0}, **same, **two),
    near_misses={
        "any second law": without(of_second, witness=point({alpha: 2, d: 0, m: 0}, **apart, **two)),
    },
)

in_order = Theorem(
    title="The Rényi divergence of the rounded Gaussian mechanism in standard deviations",
    kind="lemma",
    given=(cells, of_first, of_second),
    claim=RenyiDP(alpha, alpha * d**2 / 2).one_order(Pair()),
    derivation=(
        have(
            ForAll(y, AllOf(finite, bounded)),
            "cell by cell",
            by=in_cell,
        ),
        have(
            ForAll((s, t), Implication(s <= t, centred.subs(t, s) <= centred)),
            "the distribution function rises",
            by=rises.at(s=s - m - (1 - alpha) * d, t=t - m - (1 - alpha) * d),
        ),
        have(
            ForAll(y, 0 <= of_moment),
            "no probability is negative",
            by=gains.at(H=Lambda(t, moment * centred), h_0=0, h_1=moment),
        ),
        specialise(covering, {H(t): moment * centred, a: 0, b: moment}, "the cells cover the line once"),
        let(
            B(y),
            of_moment,
            (
                ForAll(y, 0 <= B(y)),
                ForAll(y, finite),
                ForAll(y, Implication(AllOf(0 < P(y), 0 < Q(y)), power_of_cell <= B(y))),
                Eq(Total(B(y), y), moment),
            ),
            "the moment over the cells",
        ),
        have(part <= B(y), "cell by cell", derivation=cases(0 < P(y), cases(0 < Q(y)))),
        Chain(RenyiMoment(alpha)).le(Total(B(y), y), "cell by cell").eq(moment, "all cells together"),
    ),
    example=point({alpha: 2, d: 0, m: 0}, **same, **two),
    near_misses={
        "any second law": without(of_second, witness=point({alpha: 2, d: 0, m: 0}, **apart, **two)),
        "a smaller budget": variant(
            RenyiDP(alpha, alpha * d**2 / 2 - 1).one_order(Pair()),
            witness=point({alpha: 2, d: 0, m: 0}, **same, **two),
        ),
    },
    note=(
        "The moment of a cell lies below the mass that a third normal law has there, times the moment of the unrounded laws: over every "
        "cell the mass of the densities lies above all tangents of the power of the ratio, so above the power."
    ),
)

budget = alpha * Delta**2 / (2 * sigma**2)
in_deviations = alpha * (Delta / sigma) ** 2 / 2
to_units = (
    have(measured(cells, sigma), "the cells in standard deviations", by=scaled.at(k=sigma)),
    have(
        Eq(exp((alpha - 1) * budget), exp((alpha - 1) * in_deviations)), "the budget in standard deviations"
    ),
)
ends = {"lower": lower(y) / sigma, "upper": upper(y) / sigma}

renyi = Theorem(
    title="The rounded Gaussian mechanism satisfies Rényi DP",
    source="kifer.eq5-gaussian-renyi",
    cites=("mironov2017", "bunsteinke2016"),
    given=rounded,
    claim=RenyiDP(alpha, budget),
    derivation=(
        *to_units,
        have(
            RenyiDP(alpha, budget).one_order(Pair()),
            "in this order",
            by=in_order.at(d=Delta / sigma, m=0, **ends),
        ),
        have(
            RenyiDP(alpha, budget).one_order(Pair().swapped),
            "in the other order",
            by=in_order.at(d=-Delta / sigma, m=Delta / sigma, **ends, swapped=True),
        ),
        have(RenyiDP(alpha, budget), "in both"),
    ),
    example=point({alpha: 2, Delta: 0, sigma: 1}, **same, **two),
    near_misses={
        "any second law": variant(
            given=rounded[:2], witness=point({alpha: 2, Delta: 0, sigma: 1}, **apart, **two)
        ),
        "a smaller budget": variant(
            RenyiDP(alpha, budget - 1), witness=point({alpha: 2, Delta: 0, sigma: 1}, **same, **two)
        ),
    },
    note=finitely_many,
)

concentrated = Theorem(
    title="The rounded Gaussian mechanism is zero-concentrated",
    source="kifer.eq5-gaussian-renyi",
    cites=("mironov2017", "bunsteinke2016"),
    given=rounded,
    claim=ZCDP(Delta**2 / (2 * sigma**2)),
    derivation=have(RenyiDP(alpha, budget), "in every order of the divergence", by=renyi),
    example=no_distance,
    near_misses={
        "any second law": variant(given=rounded[:2], witness=point({Delta: 0, sigma: 1}, **apart, **two)),
        "a smaller budget": variant(ZCDP(Delta**2 / (2 * sigma**2) - 1), witness=no_distance),
    },
    note=finitely_many,
)
