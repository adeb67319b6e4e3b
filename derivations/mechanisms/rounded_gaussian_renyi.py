"""The Rényi divergence of the Gaussian mechanism with its output rounded to finitely many cells, without an integral."""

from dpsym.derivations.mechanisms.normal_tails import reflected, rises, vanishing
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
    x,
)
from dpsym.derivations.vocabulary import alpha, half, sigma
from dpsym.language import *

d = parameter("d", about="distance of the two inputs, in standard deviations of the noise")
w = parameter("w", about="the logarithm of a ratio of probabilities")
z = parameter("z", about="a point between two others")

moment = exp(alpha * (alpha - 1) * d**2 / 2)


def curve(x):
    """What the moment of the densities has in excess of a tangent, to the left of x."""
    return (
        moment * Phi(x - (1 - alpha) * d)
        - alpha * exp((alpha - 1) * w) * Phi(x)
        + (alpha - 1) * exp(alpha * w) * Phi(x - d)
    )


loss = d**2 / 2 - d * x  # at the output x

tangents = Theorem(
    title="Two tangents of the exponential",
    kind="lemma",
    claim=alpha <= exp((alpha - 1) * s) + (alpha - 1) * exp(-s),
    derivation=(
        have(1 + (alpha - 1) * s <= exp((alpha - 1) * s), "the tangent of the exponential"),
        have(1 - s <= exp(-s), "the tangent of the exponential"),
        have((alpha - 1) * (1 - s) <= (alpha - 1) * exp(-s), "times a positive number"),
    ),
    near_misses={
        "strictly": variant(
            alpha < exp((alpha - 1) * s) + (alpha - 1) * exp(-s), witness=point({alpha: 2, s: 0})
        ),
        "twice as much": variant(
            2 * alpha <= exp((alpha - 1) * s) + (alpha - 1) * exp(-s), witness=point({alpha: 2, s: 0})
        ),
    },
)

first_density = alpha * exp((alpha - 1) * w) * exp(-(x**2) / 2)
second_density = (alpha - 1) * exp(alpha * w) * exp(-((x - d) ** 2) / 2)
moment_density = moment * exp(-((x - (1 - alpha) * d) ** 2) / 2)

densities = Theorem(
    title="The moment of the two densities lies above its tangents",
    kind="lemma",
    claim=first_density <= moment_density + second_density,
    derivation=(
        have(
            alpha <= exp((alpha - 1) * (loss - w)) + (alpha - 1) * exp(-(loss - w)),
            "the two tangents",
            by=tangents.at(s=loss - w),
        ),
        have(0 < exp((alpha - 1) * w) * exp(-(x**2) / 2), "an exponential"),
        Chain(first_density)
        .le(
            (exp((alpha - 1) * (loss - w)) + (alpha - 1) * exp(-(loss - w)))
            * exp((alpha - 1) * w)
            * exp(-(x**2) / 2),
            "times this density",
        )
        .eq(moment_density + second_density, "complete the squares"),
    ),
    near_misses={
        "strictly": variant(
            first_density < moment_density + second_density, witness=point({alpha: 2, d: 0, w: 0, x: 0})
        ),
        "the second density left out": variant(
            first_density <= moment_density, witness=point({alpha: 2, d: 0, w: 0, x: 0})
        ),
    },
    note="Up to the normaliser that all three normal densities share; equality holds at the output whose loss is w.",
)

rising_curve = Theorem(
    title="The excess over a tangent rises",
    kind="lemma",
    claim=Implication(s <= t, curve(s) <= curve(t)),
    derivation=monotonic(
        curve(z),
        z,
        s,
        t,
        "the moment of the densities lies above its tangents",
        derivation=have(densities.claim.subs(x, z), "the densities", by=densities.at(x=z)),
    ),
    near_misses={
        "in any order": variant(curve(s) <= curve(t), witness=point({alpha: 2, d: 0, w: 1, s: 1, t: 0})),
        "strictly": variant(
            Implication(s <= t, curve(s) < curve(t)), witness=point({alpha: 2, d: 0, w: 0, s: 0, t: 0})
        ),
    },
)

multiple = alpha * exp((alpha - 1) * w)
total = moment - multiple + (alpha - 1) * exp(alpha * w)

positive = Theorem(
    title="The excess over a tangent is not negative",
    kind="lemma",
    claim=0 <= curve(x),
    derivation=(
        have(ForAll(s, Implication(s <= x, curve(s) <= curve(x))), "it rises", by=rising_curve.at(t=x)),
        have(ForAll(s, 0 <= moment * Phi(s - (1 - alpha) * d)), "no probability is negative"),
        have(ForAll(s, 0 <= (alpha - 1) * exp(alpha * w) * Phi(s - d)), "no probability is negative"),
        have(ForAll(s, -multiple * Phi(s) <= curve(s)), "two parts left out"),
        have(0 <= curve(x), "the tail vanishes", by=vanishing.at(H=Lambda(t, curve(t)), k=multiple)),
    ),
    near_misses={
        "positive": variant(0 < curve(x), witness=point({alpha: 2, d: 0, w: 0, x: 0})),
        "the last part left out": variant(
            0 <= moment * Phi(x - (1 - alpha) * d) - multiple * Phi(x),
            witness=point({alpha: 2, d: 0, w: 0, x: 0}),
        ),
    },
)

complement = Theorem(
    title="The excess over a tangent is at most its total",
    kind="lemma",
    claim=curve(x) <= total,
    derivation=(
        have(0 <= curve(-x).xreplace({d: -d}), "the laws reflected", by=positive.at(d=-d, x=-x)),
        have(Eq(Phi(-x), 1 - Phi(x)), "reflected"),
        have(
            Eq(Phi(-x + (1 - alpha) * d), 1 - Phi(x - (1 - alpha) * d)),
            "reflected",
            by=reflected.at(x=x - (1 - alpha) * d),
        ),
        have(Eq(Phi(-x + d), 1 - Phi(x - d)), "reflected", by=reflected.at(x=x - d)),
        have(curve(x) <= total, "the rest"),
    ),
    near_misses={
        "half of it": variant(curve(x) <= total / 2, witness=point({alpha: 2, d: 0, w: 1, x: 1})),
        "less than it": variant(curve(x) < total, witness=point({alpha: 2, d: 0, w: 0, x: 0})),
    },
)
m = parameter("m", about="the first input, in standard deviations of the noise")
of_first = ForAll(y, Eq(P(y), gain(lambda x: Phi(x - m), 0, 1)))
of_second = ForAll(y, Eq(Q(y), gain(lambda x: Phi(x - m - d), 0, 1)))
of_moment = gain(lambda x: moment * Phi(x - m - (1 - alpha) * d), 0, moment)

cell = Theorem(
    title="The moment over a cell lies above its tangents",
    kind="lemma",
    given=(ordered, of_first, of_second),
    claim=ForAll(y, multiple * P(y) - (alpha - 1) * exp(alpha * w) * Q(y) <= of_moment),
    derivation=(
        have(
            ForAll((s, t), Implication(s <= t, curve(s - m) <= curve(t - m))),
            "the excess rises",
            by=rising_curve.at(s=s - m, t=t - m),
        ),
        have(
            ForAll(t, Between(0, curve(t - m), total)),
            "from 0 to its total",
            by=[positive.at(x=t - m), complement.at(x=t - m)],
        ),
        have(
            0 <= gain(lambda x: curve(x - m), 0, total),
            "it gains over every cell",
            by=gains.at(H=Lambda(t, curve(t - m)), h_0=0, h_1=total),
        ),
        have(
            Eq(
                gain(lambda x: curve(x - m), 0, total),
                of_moment - multiple * P(y) + (alpha - 1) * exp(alpha * w) * Q(y),
            ),
            "the laws of the cell",
        ),
    ),
    example=point({alpha: 2, d: 0, w: 0, m: 0}, **same, **two),
    near_misses={
        "any second law": variant(
            given=[ordered, of_first], witness=point({alpha: 2, d: 0, w: 0, m: 0}, **apart, **two)
        ),
        "strictly": variant(
            ForAll(y, multiple * P(y) - (alpha - 1) * exp(alpha * w) * Q(y) < of_moment),
            witness=point({alpha: 2, d: 0, w: 0, m: 0}, **same, **two),
        ),
    },
)

u = parameter("u", above=0, about="a power of a ratio of probabilities")
p = parameter("p", at_least=0, about="a probability under the first law")
q = parameter("q", at_least=0, about="the probability under the second law")
g = parameter("g", about="a number")
lies_above = ForAll(w, multiple * p - (alpha - 1) * exp(alpha * w) * q <= g)

power = exp(alpha * log(p) + (1 - alpha) * log(q))
no_infinite_loss = Implication(Eq(q, 0), Eq(p, 0))
below_g = Implication(AllOf(0 < p, 0 < q), power <= g)
far_up = log(u) / (alpha - 1)

from_tangents = Theorem(
    title="A number above all tangents of a power of a ratio",
    kind="lemma",
    given=lies_above,
    claim=AllOf(no_infinite_loss, below_g),
    derivation=(
        have(
            no_infinite_loss,
            "else the tangents grow beyond every number",
            derivation=cases(
                0 < p,
                (
                    specialise(lies_above, {w: 0}, "the tangent at the ratio 1"),
                    let(
                        u, g / (alpha * p) + 1, (u > 0, Eq(alpha * p * u, g + alpha * p)), "beyond the number"
                    ),
                    specialise(lies_above, {w: far_up}, "the tangent far up"),
                    have(Eq((alpha - 1) * far_up, log(u)), "the power there"),
                    have(Eq(exp((alpha - 1) * far_up), u), "the exponential of a logarithm"),
                    have(alpha * u * p <= g, "too large"),
                ),
            ),
        ),
        have(
            below_g,
            "the tangent at the ratio itself",
            derivation=(
                specialise(lies_above, {w: log(p) - log(q)}, "the tangent at the ratio"),
                have(Eq(exp(log(p)), p), "the exponential of a logarithm"),
                have(Eq(exp(log(q)), q), "the exponential of a logarithm"),
                have(Eq(exp((alpha - 1) * (log(p) - log(q))) * p, power), "one power"),
                have(Eq(exp(alpha * (log(p) - log(q))) * q, power), "the same power"),
            ),
        ),
        have(AllOf(no_infinite_loss, below_g), "both"),
    ),
    example=point({alpha: 2, p: half, q: half, g: half}),
    near_misses={
        "below no number": variant(given=[], witness=point({alpha: 2, p: 1, q: 0, g: 0})),
        "strictly": variant(
            Implication(AllOf(0 < p, 0 < q), power < g), witness=point({alpha: 2, p: half, q: half, g: half})
        ),
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
        "any second law": variant(
            given=[ordered, of_first], witness=point({alpha: 2, d: 0, m: 0}, **apart, **two)
        ),
        "strictly": variant(
            ForAll(y, Implication(AllOf(0 < P(y), 0 < Q(y)), power_of_cell < of_moment)),
            witness=point({alpha: 2, d: 0, m: 0}, **same, **two),
        ),
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
        have(0 < moment, "an exponential"),
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
        have(Eq((alpha - 1) * (alpha * d**2 / 2), alpha * (alpha - 1) * d**2 / 2), "the exponent"),
        Chain(RenyiMoment(alpha)).le(Total(B(y), y), "cell by cell").eq(moment, "all cells together"),
    ),
    example=point({alpha: 2, d: 0, m: 0}, **same, **two),
    near_misses={
        "any second law": variant(
            given=[cells, of_first], witness=point({alpha: 2, d: 0, m: 0}, **apart, **two)
        ),
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
    have(Eq(budget, in_deviations), "the budget in standard deviations"),
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
