"""The privacy loss of an output: the logarithm of the ratio of its probabilities on two neighbouring databases."""

from dpsym.language import *

privacy_loss = Definition(
    title="Privacy loss",
    source=(whole_of("kazan.def2.2"), whole_of("kifer.def4-plrv"), whole_of("zhang.def7")),
    cites=("dworkroth2014", "steinke2022"),
    defines=Loss(P(y), Q(y)),
    note=(
        "The privacy loss random variable of P and Q is this function of an output drawn from P, the first law; that of Q "
        "and P draws from Q and is the negative of this function. The loss is plus infinity at an output that only P can "
        "give and minus infinity at one that only Q can give; an output that neither can give does not count. The paper "
        "leaves these cases open."
    ),
)
