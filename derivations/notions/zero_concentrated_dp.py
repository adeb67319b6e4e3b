"""Zero-concentrated differential privacy: every exponential moment of the privacy loss is that of a normal variable."""

from dpsym.derivations.vocabulary import rho
from dpsym.language import *

zero_concentrated = Definition(
    title="Zero-concentrated differential privacy",
    source=(whole_of("kazan.def2.6"), whole_of("kifer.def5.13")),
    cites="bunsteinke2016",
    defines=ZCDP(rho),
    note=(
        "The moment is that of the privacy loss of an output drawn from the first law. It is finite only when no output "
        "has an infinite loss; this is part of the definition. The condition is asked for in both orders of the two laws."
    ),
)
