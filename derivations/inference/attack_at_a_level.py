"""The bound after Theorem 8.7: what an attacker's test at level 0.05 may detect, for four privacy losses."""

from dpsym.derivations.testing.pure_error_rates import pure_error_rates
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss, in nats")
level = Rational(1, 20)

attack_at_a_level = Example(
    title="An attacker's test at level 0.05",
    source="bailie.eq-sec8-level",
    values=tuple(
        value(f"power, at most, for privacy loss {said}", level * exp(eps), {eps: loss})
        for said, loss in (("0.1", Rational(1, 10)), ("0.5", Rational(1, 2)), ("1", 1), ("2", 2))
    ),
    uses=(pure_error_rates,),
)
