"""The Gaussian mechanism with its output rounded to finitely many cells satisfies Gaussian DP."""

from dpsym.derivations.analysis.normal_tails import same_value
from dpsym.derivations.analysis.two_normal_laws import (
    at_least,
    before,
    beyond,
    c,
    excess,
    mu,
    positive,
    ratio,
    s,
    t,
)
from dpsym.derivations.mechanisms.rounded_noise import (
    E,
    cells,
    down,
    finitely_many,
    from_0,
    gain,
    lower,
    measured,
    most,
    scaled,
    two,
    up,
    upper,
)
from dpsym.derivations.testing.gaussian_tangents import below_tangent, f, from_tangents, tangents, to_tangents
from dpsym.derivations.vocabulary import Delta, eps, half, sigma
from dpsym.language import *
from dpsym.language.rounding import on_cells, rounded_laws

B = function("B")
of_first = on_cells(P(y), Phi)
of_second = on_cells(Q(y), lambda x: Phi(x - mu))

same = {"P": (half, half), "Q": (half, half)}  # no distance of the inputs, the line cut at 0
apart = {"P": (half, half), "Q": (0, 1)}

tests = Theorem(
    title="Every test on the rounded output of the Gaussian mechanism",
    kind="lemma",
    given=(cells, of_first, of_second),
    claim=every_test(Total(f(y) * P(y), y) - ratio * Total(f(y) * Q(y), y) <= excess(c)),
    derivation=(
        have(up.xreplace({E(s): excess(s), E(t): excess(t)}), "before the cut", by=before),
        have(down.xreplace({E(s): excess(s), E(t): excess(t)}), "beyond the cut", by=beyond),
        have(from_0.xreplace({E(t): excess(t)}), "not negative", by=positive.at(x=t)),
        have(
            ForAll(t, Implication(c <= t, 1 - ratio <= excess(t))),
            "not below its limit",
            by=at_least.at(x=t),
        ),
        have(
            Total(f(y) * gain(excess, 0, 1 - ratio), y) <= excess(c),
            "the most that a test finds",
            by=most.at(E=Lambda(t, excess(t)), h_1=1 - ratio, f=f(y)),
        ),
        let(
            B(y),
            gain(excess, 0, 1 - ratio),
            (ForAll(y, Eq(P(y) - ratio * Q(y), B(y))), Total(f(y) * B(y), y) <= excess(c)),
            "the excess in the cells",
        ),
        Chain(Total(f(y) * P(y), y) - ratio * Total(f(y) * Q(y), y))
        .eq(Total(f(y) * (P(y) - ratio * Q(y)), y), "collect")
        .eq(Total(f(y) * B(y), y), "the excess in the cells")
        .le(excess(c), "the most that a test finds"),
    ),
    example=point({mu: 0, c: 0}, **same, **two),
    near_misses={
        "any second law": without(of_second, witness=point({mu: 0, c: 0}, **apart, **two)),
        "less than the excess": variant(
            every_test(Total(f(y) * P(y), y) - ratio * Total(f(y) * Q(y), y) < excess(c)),
            witness=point({mu: 0, c: 0}, **same, **two),
        ),
    },
    note="The half-line before the cut is the best test: where the ratio of the densities is larger than at the cut.",
)

in_units = Theorem(
    title="The rounded Gaussian mechanism in standard deviations satisfies Gaussian DP",
    kind="lemma",
    given=(cells, of_first, of_second),
    claim=GaussianDP(mu),
    derivation=(
        have(
            tangents,
            "every test lies below the tangents",
            derivation=have(below_tangent, "the cut moved", by=tests.at(c=t + mu, f=f(y))),
        ),
        have(GaussianDP(mu), "from the tangents", by=from_tangents),
    ),
    example=point({mu: 0}, **same, **two),
    near_misses={
        "any second law": without(of_second, witness=point({mu: 0}, **apart, **two)),
        "a smaller budget": variant(GaussianDP(mu - 1), witness=point({mu: 0}, **same, **two)),
    },
    note=finitely_many,
)

Delta = Delta.ranging(at_least=0)
rounded = rounded_laws(Phi, sigma, Delta)
no_distance = point({Delta: 0, sigma: 1}, **same, **two)

gaussian_dp = Theorem(
    title="The rounded Gaussian mechanism satisfies Gaussian DP",
    source="dong2022",
    given=rounded,
    claim=GaussianDP(Delta / sigma),
    derivation=(
        have(measured(cells, sigma), "the cells in standard deviations", by=scaled.at(k=sigma)),
        have(
            GaussianDP(Delta / sigma),
            "the laws in standard deviations",
            by=in_units.at(mu=Delta / sigma, lower=lower(y) / sigma, upper=upper(y) / sigma),
        ),
    ),
    example=no_distance,
    near_misses={
        "any second law": variant(given=rounded[:2], witness=point({Delta: 0, sigma: 1}, **apart, **two)),
        "a smaller budget": variant(GaussianDP(Delta / sigma - 1), witness=no_distance),
    },
    note=finitely_many,
)

eps = eps.ranging()
gap = parameter("Delta", above=0, about="sensitivity: the inputs of neighbours differ by this")
S = function("S")

distance = gap / sigma  # of the inputs in standard deviations
middle, shift = eps * sigma / gap, gap / (2 * sigma)
least_delta = Phi(shift - middle) - exp(eps) * Phi(-shift - middle)
own_tangents = tangents.xreplace({mu: distance})
slope = -(distance**2) / 2 - distance * (-shift - middle)

of_curve = Theorem(
    title="The delta under Gaussian DP, for inputs at a distance and a standard deviation",
    kind="lemma",
    given=GaussianDP(distance),
    claim=ApproxDP(eps, least_delta),
    derivation=(
        have(own_tangents, "its tangents", by=to_tangents.at(mu=distance)),
        specialise(own_tangents, {t: -shift - middle, f(y): S(y)}, "the event as a test"),
        have(Eq(slope, eps), "the slope of this tangent"),
        have(Eq(exp(slope), exp(eps)), "the slope of this tangent"),
        have(
            Eq(Phi(-shift - middle + distance), Phi(shift - middle)),
            "where it touches the curve",
            by=same_value.at(s=-shift - middle + distance, t=shift - middle),
        ),
    ),
    example=point({sigma: 1, gap: 1, eps: 0}, **same),
    near_misses={
        "approximate DP instead": variant(
            given=[ApproxDP(0, half)],
            witness=point(
                {sigma: 10, gap: 1, eps: 0},
                P=(Rational(3, 4), Rational(1, 4)),
                Q=(Rational(1, 4), Rational(3, 4)),
            ),
        ),
    },
)

at_a_distance = tuple(formula.xreplace({Delta: gap}) for formula in rounded)
here = point({sigma: 1, gap: 1, eps: 0}, P=(Phi(0), 1 - Phi(0)), Q=(Phi(-1), 1 - Phi(-1)), **two)

approximate = Theorem(
    title="The rounded Gaussian mechanism satisfies approximate DP",
    source="kifer.ex5.10-adp",
    cites="ballewang2018",
    given=at_a_distance,
    claim=ApproxDP(eps, least_delta),
    derivation=(
        have(GaussianDP(distance), "Gaussian DP", by=gaussian_dp.at(Delta=gap)),
        have(ApproxDP(eps, least_delta), "its delta", by=of_curve),
    ),
    example=here,
    near_misses={
        "any second law": variant(
            given=at_a_distance[:2], witness=point({sigma: 1, gap: 1, eps: 0}, **apart, **two)
        ),
        "a smaller delta": variant(ApproxDP(eps, least_delta - 1), witness=here),
    },
    note=finitely_many,
)
