"""The power of equal masses: when it is the mass, and when two powers are equal."""

from dpsym.derivations.analysis.power_tangents import part
from dpsym.derivations.analysis.powers import equal_powers
from dpsym.language import *

a = parameter("a", at_least=0, about="a mass under the first law")
b = parameter("b", at_least=0, about="a mass under the second law")

equal_masses = Theorem(
    title="The power of two equal masses is the mass",
    source=("kazan.thm2.9", "kifer.prop5-rdp-composition"),
    kind="lemma",
    given=Eq(a, b),
    claim=Eq(part(a, b), a),
    derivation=(
        have(Eq(part(a, b), part(a, a)), "equal masses", by=equal_powers.at(c=a, d=a)),
        have(
            Eq(part(a, a), a),
            "the exponents add up to 1",
            derivation=cases(
                0 < a,
                (
                    Chain(part(a, a))
                    .eq(exp(log(a)), "the exponents add up to 1")
                    .eq(a, "exponential of a logarithm"),
                ),
            ),
        ),
    ),
)
