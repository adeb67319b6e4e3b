"""Gaussian DP bounds the power of every test by its level: at most Phi(Phi_inv(a) + mu), and nothing at level 0."""

from dpsym.derivations.analysis.normal_tails import between, eta, falls_below, s, t
from dpsym.derivations.vocabulary import a, equal, half, quarter
from dpsym.language import *

f = function("f")
a = a.ranging(above=0, below=1)
mu = parameter("mu", about="the budget of Gaussian DP")

power, level = Mass(f(y), P), Mass(f(y), Q)
in_this_order = GaussianDP(mu).one_order(Pair())


at_level = Theorem(
    title="The power of a test under Gaussian DP, by its level",
    source="dong2022",
    given=GaussianDP(mu),
    claim=every_test(Implication(level <= a, power <= Phi(Phi_inv(a) + mu))),
    derivation=(
        have(Eq(Phi(Phi_inv(a)), a), "a quantile"),
        specialise(in_this_order, {t: Phi_inv(a), f(y): f(y)}, "the cut that has this level"),
    ),
    example=point({mu: 0, a: half}, **equal),
    near_misses={
        "a smaller budget": variant(
            every_test(Implication(level <= a, power <= Phi(Phi_inv(a) + mu - 1))),
            witness=point({mu: 0, a: half}, f=(1, 0), **equal),
        ),
    },
)

at_no_level = Theorem(
    title="A test of level 0 under Gaussian DP",
    source="dong2022",
    given=GaussianDP(mu),
    claim=every_test(Implication(level <= 0, power <= 0)),
    derivation=cases(
        power <= 0,
        (),
        (
            let(eta, power / 2, (eta > 0, Eq(2 * eta, power)), "half of its power"),
            obtain(
                Exists((s,), AllOf(s <= 0, Phi(s) <= eta)),
                "the distribution function falls below it",
                by=falls_below.at(x=0),
            ),
            specialise(in_this_order, {t: s - mu, f(y): f(y)}, "the cut before"),
            have(0 < Phi(s - mu), "a probability between 0 and 1", by=between.at(x=s - mu)),
            have(Eq(Phi(s - mu + mu), Phi(s)), "the same cut"),
            have(power <= eta, "the power at that cut"),
            have(power <= 0, "no positive number is at most its half"),
        ),
    ),
    example=point({mu: 0}, **equal),
    near_misses={
        "of a small level": variant(
            every_test(Implication(level <= quarter, power <= 0)),
            witness=point({mu: 0}, P=(quarter, 1 - quarter), Q=(quarter, 1 - quarter), f=(1, 0)),
        ),
    },
    note="The power of the best test tends to 0 with its level, whatever the budget.",
)
