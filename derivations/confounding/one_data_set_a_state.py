"""Section 5.1: where the state settles the data, given the state the outputs are independent, and their losses add up."""

from dpsym.derivations.confounding.coupled_per_data import (
    C,
    K,
    L,
    bits,
    copies,
    data,
    first,
    outside,
    s,
    second,
    unvaried,
    x,
    z,
)
from dpsym.language import *

both = Total(C(s, x) * (K(x, y) * L(x, z)), x)
events = AllOf(ForAll((x, y), Between(0, K(x, y), 1)), ForAll((x, z), Between(0, L(x, z), 1)))
plain = {k: v for k, v in bits.items() if k != "G"}

independent = Theorem(
    title="Where the state settles the law of one output, the outputs are independent given the state",
    source=(of_any_spaces("zhang.eq-dp"), of_any_spaces("zhang.rem-uces"), "zhang.rem-A"),
    given=(data, events, unvaried),
    claim=ForAll((s, y, z), Eq(both, first * second)),
    derivation=(
        have(
            ForAll((s, y, z), Eq(both, 1 * first * second)),
            "no copula",
            by=outside.at(G=Lambda((y, z), Integer(1))),
        ),
    ),
    example=point(**plain),
    near_misses={
        "with any data": without(unvaried, witness=point(**{k: v for k, v in copies.items() if k != "G"})),
    },
    note=(
        "K and L are the probabilities of an event of either output, given the data; L may be that of all other outputs together, so that it holds of any number of them, one after the other. "
        "So with one data set for each state, where the state is the data set: accounting by products is exact there, and the losses add up."
    ),
)
