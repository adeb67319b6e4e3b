"""A large ratio can be a small difference: a prior of 0.0001 and a posterior of 0.001."""

from dpsym.language import *

p = parameter("p", above=0, below=1, about="prior probability of a rare characteristic")
x = parameter("x", at_least=0, at_most=1, about="posterior probability")

rare = {p: Rational(1, 10**4), x: Rational(1, 10**3)}

ratio_or_difference = Example(
    title="Ratio or difference",
    source=whole_of("kazan.rem-5.2"),
    values=(
        value("ratio of posterior to prior", x / p, rare),
        value("difference of posterior and prior", x - p, rare),
    ),
    note="The paper gives prior and posterior and calls the ratio large and the increase small, without numbers.",
)
