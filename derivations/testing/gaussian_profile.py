"""What Gaussian DP gives: the hockey-stick divergences, the total variation distance, and a budget that is not negative."""

from dpsym.derivations.analysis.normal_tails import rises, rises_strictly, t
from dpsym.derivations.analysis.two_normal_laws import mu as mu_
from dpsym.derivations.testing.gaussian_tangents import f, tangents, to_tangents
from dpsym.derivations.vocabulary import eps, equal, half
from dpsym.language import *

mu = parameter("mu", above=0, about="the budget of Gaussian DP")
nu = parameter("nu", at_least=0, about="a larger budget")
eps = eps.ranging()
m = parameter("m", about="a budget")
z = parameter("z", about="another budget")

cut = -mu / 2 - eps / mu
best = Indicator(exp(eps) * Q(y) < P(y))

below_it = Phi(mu / 2 - eps / mu) - exp(eps) * Phi(-mu / 2 - eps / mu)

hockey_stick = Theorem(
    title="The hockey-stick divergences under Gaussian DP",
    source=(
        "dong2022",
        "zhang.ext-gdp",
    ),
    cites="ballewang2018",
    given=GaussianDP(mu),
    claim=HockeyStick(eps) <= below_it,
    derivation=(
        have(Eq(-(mu**2) / 2 - mu * cut, eps), "the cut with this loss"),
        have(Eq(exp(-(mu**2) / 2 - mu * cut), exp(eps)), "the slope there"),
        have(Eq(Phi(cut + mu), Phi(mu / 2 - eps / mu)), "the power there"),
        have(tangents, "Gaussian DP gives the tangents", by=to_tangents),
        specialise(tangents, {t: cut, f(y): best}, "the best event at the cut"),
        have(
            Eq(HockeyStick(eps), Total(best * P(y), y) - exp(eps) * Total(best * Q(y), y)), "the best event"
        ),
        have(HockeyStick(eps) <= below_it, "the tangent at the cut"),
    ),
    example=point({mu: 1, eps: 0}, **equal),
    near_misses={
        "approximate DP instead": variant(given=[ApproxDP(0, half)]),
    },
    note="Normal laws of variance 1 whose means differ by the budget attain it, by the theorems on tests of the Gaussian mechanism.",
)

below_distance = tangents.xreplace({mu_: nu})
larger = Indicator(Q(y) < P(y))

distance = Theorem(
    title="The total variation distance under Gaussian DP",
    source="dong2022",
    given=GaussianDP(nu),
    claim=HockeyStick(0) <= 2 * Phi(nu / 2) - 1,
    derivation=(
        have(below_distance, "Gaussian DP gives the tangents", by=to_tangents.at(mu=nu)),
        specialise(below_distance, {t: -nu / 2, f(y): larger}, "the best event at the middle"),
        have(Eq(HockeyStick(0), Total(larger * P(y), y) - Total(larger * Q(y), y)), "the best event"),
    ),
    example=point({nu: 0}, **equal),
)

not_negative = Theorem(
    title="A budget of Gaussian DP is not negative",
    source="dong2022",
    given=GaussianDP(m),
    claim=0 <= m,
    derivation=(
        specialise(
            GaussianDP(m).one_order(Pair()), {t: 0, f(y): half}, "the test that does not look at the output"
        ),
        have(half <= Phi(m), "its level is its power"),
        cases(
            0 <= m,
            (),
            have(
                Phi(m) < Phi(0),
                "the distribution function rises strictly",
                by=rises_strictly.at(s=m, t=0),
            ),
        ),
    ),
    example=point({m: 0}, **equal),
)

more = Theorem(
    title="Gaussian DP with a larger budget",
    source="dong2022",
    given=(GaussianDP(m), m <= z),
    claim=GaussianDP(z),
    derivation=(
        have(Phi(t + m) <= Phi(t + z), "the distribution function rises", by=rises.at(s=t + m, t=t + z)),
        specialise(GaussianDP(m), {t: t, f(y): f(y)}, "at this cut"),
    ),
    example=point({m: 0, z: 0}, **equal),
    near_misses={
        "with a smaller budget": without(m <= z, witness=point({m: 0, z: -1}, **equal)),
    },
)
