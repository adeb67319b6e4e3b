"""Pure DP gives Gaussian DP: its trade-off function lies above that of two normal laws which meets it in the middle."""

from dpsym.derivations.analysis.normal_tails import between, rises, t
from dpsym.derivations.analysis.two_normal_laws import beyond, mu, positive
from dpsym.derivations.testing.pure_error_rates import eps, errors, f, pure_error_rates
from dpsym.derivations.vocabulary import a, apart, equal, truthful
from dpsym.language import *

slope = exp(mu**2 / 2 - mu * (t + mu))  # of the largest power between two normal laws, at the level Phi(t)
over_tangent = Phi(t + mu) - slope * Phi(t)


a = a.ranging(at_least=0)
b = parameter("b", about="a larger level")
p = parameter("p", about="the largest power at the first")
q = parameter("q", about="the largest power at the second")
r = parameter("r", about="the slope at the first")

between_tangents = Theorem(
    title="A point above a tangent at two others lies above the line to the origin",
    kind="lemma",
    given=(a <= b, 0 <= p - r * a, q - r * b <= p - r * a),
    claim=q * a <= b * p,
    derivation=(
        have(0 <= a * ((p - r * a) - (q - r * b)), "no factor is negative"),
        have(0 <= (b - a) * (p - r * a), "no factor is negative"),
    ),
    example=point({a: 1, b: 2, p: 1, q: 1, r: 0}),
    near_misses={
        "below the tangent there": without(
            q - r * b <= p - r * a, witness=point({a: 1, b: 2, p: 1, q: 3, r: 0})
        ),
        "below the tangent at the origin": without(
            0 <= p - r * a, witness=point({a: 1, b: 2, p: 1, q: 3, r: 2})
        ),
    },
)

chord = Theorem(
    title="Before the middle the largest power between two normal laws lies above a line through the origin",
    kind="lemma",
    claim=Implication(t <= -mu / 2, Phi(mu / 2) * Phi(t) <= Phi(-mu / 2) * Phi(t + mu)),
    derivation=(
        have(0 <= over_tangent, "the tangent at this level, at level 0", by=positive.at(c=t + mu, x=t + mu)),
        have(
            Phi(mu / 2) - slope * Phi(-mu / 2) <= over_tangent,
            "the tangent at this level, at the middle",
            by=beyond.at(c=t + mu, s=t + mu, t=mu / 2),
        ),
        have(Phi(t) <= Phi(-mu / 2), "it rises", by=rises.at(s=t, t=-mu / 2)),
        have(0 < Phi(t), "a probability", by=between.at(x=t)),
        have(
            Phi(mu / 2) * Phi(t) <= Phi(-mu / 2) * Phi(t + mu),
            "between the two",
            by=between_tangents.at(a=Phi(t), b=Phi(-mu / 2), p=Phi(t + mu), q=Phi(mu / 2), r=slope),
        ),
    ),
    near_misses={
        "beyond the middle too": variant(
            Phi(mu / 2) * Phi(t) <= Phi(-mu / 2) * Phi(t + mu), witness=point({mu: 1, t: 1})
        ),
        "below it": variant(
            Implication(t <= -mu / 2, Phi(-mu / 2) * Phi(t + mu) <= Phi(mu / 2) * Phi(t)),
            witness=point({mu: 1, t: -2}),
        ),
    },
)

m = parameter("m", at_least=0, about="the budget of Gaussian DP")
power, level = Mass(f(y), P), Mass(f(y), Q)
middle = Eq(Phi(m / 2), exp(eps) * Phi(-m / 2))
below = exp(eps) * Phi(t) <= Phi(t + m)

by_ratio = Theorem(
    title="Before the middle the largest power between two normal laws is at least so many times the level",
    kind="lemma",
    given=middle,
    claim=Implication(t <= -m / 2, below),
    derivation=(
        have(Phi(m / 2) * Phi(t) <= Phi(-m / 2) * Phi(t + m), "above the line", by=chord.at(mu=m)),
        have(0 < Phi(-m / 2), "a probability", by=between.at(x=-m / 2)),
        have(0 <= Phi(-m / 2) * (Phi(t + m) - exp(eps) * Phi(t)), "its slope"),
        have(below, "divided by a probability"),
    ),
    example=point({m: 0, eps: 0, t: 0}),
    near_misses={
        "of another ratio in the middle": without(middle, witness=point({m: 0, eps: 1, t: -1})),
        "beyond the middle too": variant(
            below, given=[Phi(m / 2) <= exp(eps) * Phi(-m / 2)], witness=point({m: 0, eps: 1, t: 1})
        ),
    },
)

of_middle = Theorem(
    title="Pure DP gives Gaussian DP of the budget with this ratio in the middle",
    source="dong2022",
    kind="lemma",
    given=(middle, PureDP(eps)),
    claim=GaussianDP(m),
    derivation=cases(
        t <= -m / 2,
        (
            have(below, "above the line", by=by_ratio),
            have(errors, "pure DP", by=pure_error_rates.at(f=f(y))),
            have(exp(eps) * level <= exp(eps) * Phi(t), "the level is at most so much"),
            have(power <= Phi(t + m), "so is the power"),
        ),
        (
            have(exp(eps) * Phi(-t - m) <= Phi(-t - m + m), "above the line", by=by_ratio.at(t=-t - m)),
            have(errors, "pure DP, of the complement", by=pure_error_rates.at(f=f(y))),
            have(Eq(Phi(-t - m), 1 - Phi(t + m)), "reflected"),
            have(Eq(Phi(-t - m + m), 1 - Phi(t)), "reflected"),
            have(exp(eps) * (1 - Phi(t + m)) <= exp(eps) * (1 - power), "the level is at most so much"),
            have(power <= Phi(t + m), "divided by the ratio"),
        ),
    ),
    example=point({m: 0, eps: 0}, **equal),
    near_misses={
        "without pure DP": without(PureDP(eps), witness=point({m: 0, eps: 0}, **apart)),
        "of another ratio in the middle": without(middle, witness=point({m: 0, eps: log(2)}, **truthful)),
    },
)

ratio = exp(eps) / (1 + exp(eps))

gaussian = Theorem(
    title="Pure DP gives Gaussian DP",
    source="dong2022",
    given=PureDP(eps),
    claim=GaussianDP(2 * Phi_inv(ratio)),
    derivation=(
        have(Eq(Phi(Phi_inv(ratio)), ratio), "a quantile"),
        have(Eq(Phi(-Phi_inv(ratio)), 1 - ratio), "reflected"),
        have(Eq(Phi(Phi_inv(ratio)), exp(eps) * Phi(-Phi_inv(ratio))), "the ratio in the middle"),
        have(
            GaussianDP(2 * Phi_inv(ratio)),
            "of this ratio in the middle",
            by=of_middle.at(m=2 * Phi_inv(ratio)),
        ),
    ),
    example=point({eps: 0}, **equal),
    near_misses={
        "without pure DP": variant(given=[], witness=point({eps: 0}, **apart)),
        "a smaller budget": variant(GaussianDP(2 * Phi_inv(ratio) - 2)),
    },
    note=(
        "Randomised response with this loss and two normal laws at this distance have one trade-off function in the "
        "middle, where the test that believes the answer stands; elsewhere that of randomised response lies above."
    ),
)
