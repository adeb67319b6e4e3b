"""A whole curve of approximate guarantees bounds the power of a test by the best of its points."""

from dpsym.derivations.testing.approximate_error_rates import power_between as by_one_guarantee
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import eps, equal
from dpsym.language import *

# D(eps): the delta of the guarantee with loss eps.
D = function("D", about="the delta of the mechanism at a loss")
delta = D(eps)

deltas = ForAll(eps, Between(0, delta, 1))
curve = ForAll(eps, ApproxDP(eps, delta))
highest = Min(exp(eps) * level + delta, 1 - exp(-eps) * (1 - level - delta))

power_by_curve = Theorem(
    title="A curve of approximate guarantees bounds the power of every test",
    source=of_any_spaces("kifer.eq6-adp-curve"),
    given=(deltas, curve),
    claim=every_test(ForAll(eps, power <= highest)),
    derivation=(
        specialise(deltas, {eps: eps}, "this delta"),
        specialise(curve, {eps: eps}, "this point of the curve"),
        have(power <= highest, "the power at one guarantee", by=by_one_guarantee.at(f=f(y), delta=delta)),
    ),
    example=point(**equal, D=(0,)),
    near_misses={
        "without the curve": without(curve, witness=point(P=(0, 1), Q=(1, 0), D=(0,))),
    },
    note=(
        "So the power is at most the least bound over the curve. Where guarantees are known "
        "at some losses only, take the delta 1 at the others."
    ),
)
