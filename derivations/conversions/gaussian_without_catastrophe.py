"""The Gaussian mechanism never has an infinite loss, although its slack is positive for every loss."""

from dpsym.language import *

gaussian_without_catastrophe = Background(
    title="The Gaussian mechanism has no catastrophic outputs",
    source="kifer.prop5-gaussian-no-catastrophe",
    cites=("kifer2022", "ballewang2018"),
    note=(
        "Both densities are positive everywhere, so that the loss of every output is finite. The mechanism has approximate DP for every point "
        "on or above its curve; the slack on the curve is positive for every loss and tends to 0. So a positive slack does not mean that "
        "with this probability all is disclosed."
    ),
)
