"""True and false statements about pairs, priors and parameters, for the tests of the refuter, and how it is asked."""

from dpsym.language import (
    ZCDP,
    ApproxDP,
    Between,
    Eq,
    ForAll,
    Ge,
    Gt,
    HockeyStick,
    Integer,
    Loss,
    Lt,
    P,
    Posterior,
    Probability,
    ProbDP,
    PureDP,
    Rational,
    Theorem,
    UnderEachLaw,
    Within,
    exp,
    log,
    parameter,
    sqrt,
    tanh,
    y,
)
from dpsym.prove.counterexamples.refute import refutations

eps = parameter("eps", at_least=0)
delta = parameter("delta", at_least=0, at_most=1)
eps2 = parameter("eps2", above=eps)
delta_p = parameter("delta_p", above=delta, at_most=1)
p = parameter("p", at_least=0, at_most=1)
p_in = parameter("p", above=0, at_most=1)
rho = parameter("rho", above=0)
level = parameter("level", above=0, below=1)

b = tanh(eps / 4)
eps_t = log((3 * exp(eps / 2) - 1) / (3 - exp(eps / 2)))
eps_p = log((delta_p * exp(eps) + delta) / (delta_p - delta))
tail = lambda e, law=P(y), loss=None: Probability(Gt(loss or Loss(), e), law)  # noqa: E731


def lo(eps):
    return p / (p + (1 - p) * exp(eps))


def posterior_bound(e, d):
    return ForAll(p, UnderEachLaw(Between(lo(e), Posterior(p), lo(-e)), 1 - d))


def ratio_bound(e, d):
    return ForAll(p_in, UnderEachLaw(Between(exp(-e), Posterior(p_in) / p_in, exp(e)), 1 - d))


def difference_bound(bound, d):
    return ForAll(p, UnderEachLaw(Between(-bound, Posterior(p) - p, bound), 1 - d))


diff = difference_bound(b, delta)
below = Lt(eps, 2 * log(3))
both = (eps, delta)

TRUE = {
    "thm2.5": ((ProbDP(*both),), ApproxDP(*both)),
    "thm2.3": ((PureDP(eps),), ProbDP(eps, Integer(0))),
    "thm2.3 converse": ((ProbDP(eps, Integer(0)),), PureDP(eps)),
    "thm2.7": ((ZCDP(rho),), ApproxDP(rho + 2 * sqrt(rho * log(1 / level)), level)),
    "pure to zcdp": ((PureDP(eps),), ZCDP(eps**2 / 2)),
    "thm3.2 forward": ((ProbDP(*both),), posterior_bound(*both)),
    "thm3.2 backward": ((posterior_bound(*both),), ProbDP(*both)),
    "thm3.3 forward": ((ProbDP(*both),), ratio_bound(*both)),
    "lem3.4": ((), p / (p + (1 - p) * exp(-eps)) - p <= b),
    "thm3.5.1": ((ProbDP(*both),), diff),
    "thm3.5.2 i": ((diff,), ProbDP(eps, 2 * delta)),
    "thm3.5.2 ii": ((diff, below), ProbDP(eps_t, delta)),
    "x-sharp3.5": ((diff,), ProbDP(eps, (1 + exp(-eps)) * delta)),
    "cor3.6": ((PureDP(eps),), posterior_bound(eps, Integer(0))),
    "cor3.8": ((PureDP(eps),), difference_bound(b, Integer(0))),
    "thm3.9": ((ApproxDP(*both),), ProbDP(eps_p, delta_p)),
    "eq-zhao": ((ApproxDP(*both),), ProbDP(eps2, delta * (1 + exp(-eps2)) / (1 - exp(eps - eps2)))),
    "cor3.10": ((ApproxDP(*both),), posterior_bound(eps_p, delta_p)),
    "x-sharp3.12": ((diff,), ApproxDP(*both)),
    "x-onesided": ((ApproxDP(*both),), tail(log(delta_p * exp(eps) / (delta_p - delta))) <= delta_p),
    "thmA.2": ((ApproxDP(*both),), HockeyStick(eps) <= delta),
    "s4": ((ApproxDP(*both),), tail(eps2) <= delta / (1 - exp(eps - eps2))),
}

FALSE = {
    "approx gives prob": ((ApproxDP(*both),), ProbDP(*both)),
    "approx gives pure": ((ApproxDP(*both),), PureDP(eps)),
    "prob gives pure": ((ProbDP(*both),), PureDP(eps)),
    "dropped order": ((Probability(Within(Loss(), eps)) >= 1 - delta,), ProbDP(*both)),
    "one-sided tail": ((tail(eps) <= delta,), ProbDP(*both)),
    "hockey stick, one order": ((HockeyStick(eps) <= delta,), ApproxDP(*both)),
    "tail without the factor": ((ApproxDP(*both),), tail(eps2) <= delta),
    "tail with twice delta": ((ApproxDP(*both),), tail(eps2) <= 2 * delta),
    "tail, 99/100 of the bound": (
        (ApproxDP(*both),),
        tail(eps2) <= Rational(99, 100) * delta / (1 - exp(eps - eps2)),
    ),
    "thm3.9 with eps": ((ApproxDP(*both),), ProbDP(eps, delta_p)),
    "thm3.9 sharper": ((ApproxDP(*both),), ProbDP(log(delta_p * exp(eps) / (delta_p - delta)), delta_p)),
    "thm3.9 by a little": (
        (ApproxDP(*both), Gt(delta, 0)),
        ProbDP(log((delta_p * exp(eps) + Rational(9, 10) * delta) / (delta_p - delta)), delta_p),
    ),
    "eq-zhao without the second tail": ((ApproxDP(*both),), ProbDP(eps2, delta / (1 - exp(eps - eps2)))),
    "difference gives prob": ((diff,), ProbDP(*both)),
    "difference, below 2 log 3": ((diff, below), ProbDP(*both)),
    "difference, level between": ((diff,), ProbDP(eps, delta * Rational(11, 10))),
    "eps~ beyond 2 log 3": ((diff, Ge(eps, 2 * log(3))), ProbDP(2 * eps, delta)),
    "posterior under pure with half": ((PureDP(eps),), posterior_bound(eps / 2, Integer(0))),
    "difference with a sharper constant": ((ProbDP(*both),), difference_bound(tanh(eps / 5), delta)),
    "difference with half the bound": ((ProbDP(*both),), difference_bound(b / 2, delta)),
    "posterior without delta": ((ProbDP(*both),), posterior_bound(eps, Integer(0))),
    "pure to zcdp with a quarter": ((PureDP(eps),), ZCDP(eps**2 / 4)),
    "zcdp without the factor 2": ((ZCDP(rho),), ApproxDP(rho + sqrt(rho * log(1 / level)), level)),
    "lem3.4 sharper": ((), p / (p + (1 - p) * exp(-eps)) - p <= tanh(eps / 5)),
    "lem3.4 at 99/100": ((), p / (p + (1 - p) * exp(-eps)) - p <= Rational(99, 100) * b),
    "loss bound without both sides": ((ForAll(y, Loss() <= eps),), PureDP(eps)),
    "ratio one prior": (
        (UnderEachLaw(Between(exp(-eps), Posterior(Rational(1, 2)) * 2, exp(eps)), 1 - delta),),
        ProbDP(*both),
    ),
    "uniqueness of the prior at eps 0": (
        (Eq(p / (p + (1 - p) * exp(-eps)) - p, b),), Eq(p, 1 / (1 + exp(eps / 2)))),
}  # fmt: skip


def refute(given, claim, budget=None, *, hint=None):
    """A counterexample to `given` implies `claim`, or None (which says nothing)."""
    return next(refutations(Theorem(title="statement", given=tuple(given), claim=claim), budget, hint), None)
