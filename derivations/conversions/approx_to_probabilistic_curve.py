"""How the loss bound of probabilistic DP falls as its failure probability grows (Figure 1)."""

from dpsym.derivations.conversions.approximate_to_probabilistic import (
    approximate_to_probabilistic,
    probabilistic_loss,
)
from dpsym.derivations.vocabulary import delta, delta_p, eps
from dpsym.language import *

delta = delta.ranging(at_least=0, below=1)
delta_p = delta_p.ranging(above=delta, at_most=1)

higher = parameter("delta_2", at_least=delta_p, at_most=1, about="a larger failure probability")

falling = Theorem(
    title="The loss of probabilistic DP falls as its failure probability grows",
    source="kazan.fig1",
    kind="lemma",
    claim=probabilistic_loss(eps, delta, higher) <= probabilistic_loss(eps, delta, delta_p),
    derivation=(
        Chain(exp(probabilistic_loss(eps, delta, higher))).eq(
            (higher * exp(eps) + delta) / (higher - delta), "exponential of a logarithm"
        ),
        Chain(exp(probabilistic_loss(eps, delta, delta_p))).eq(
            (delta_p * exp(eps) + delta) / (delta_p - delta), "exponential of a logarithm"
        ),
        have(
            (higher * exp(eps) + delta) / (higher - delta)
            <= (delta_p * exp(eps) + delta) / (delta_p - delta),
            "clear the denominators",
        ),
        have(
            exp(probabilistic_loss(eps, delta, higher)) <= exp(probabilistic_loss(eps, delta, delta_p)),
            "the same numbers",
        ),
    ),
    near_misses={
        "by a hundredth": variant(
            probabilistic_loss(eps, delta, higher) + Rational(1, 100)
            <= probabilistic_loss(eps, delta, delta_p),
            witness=point({eps: 0, delta: 0, delta_p: Rational(1, 2), higher: 1}),
        ),
    },
)

millionth = Rational(1, 10**6)
levels = (
    Rational(101, 10**8), Rational(11, 10**7), Rational(2, 10**6), Rational(5, 10**6), Rational(1, 10**5), Rational(1, 10**4),
    Rational(1, 10**3), Rational(1, 100), Rational(1, 20), Rational(1, 10), Integer(1),
)  # fmt: skip
stated = {eps: 1, delta: millionth}

approx_to_probabilistic_curve = Figure(
    title="Loss bound against failure probability for a single approximate guarantee",
    source=whole_of("kazan.fig1"),
    curves=(
        curve("loss bound", probabilistic_loss(eps, delta, delta_p), delta_p, levels, stated),
        curve("bound of the approximate guarantee", eps, delta_p, levels, stated),
    ),
    values=(
        value(
            "loss bound at failure probability 0.05",
            probabilistic_loss(eps, delta, delta_p),
            {**stated, delta_p: Rational(1, 20)},
            "1",
        ),
        value(
            "loss bound at failure probability 0.01",
            probabilistic_loss(eps, delta, delta_p),
            {**stated, delta_p: Rational(1, 100)},
            "1",
        ),
    ),
    uses=(approximate_to_probabilistic, falling),
    logarithmic=("x",),
    note="The paper's axis ranges are not printed. The text takes 0.05 and 0.01 as typical and says the bound is then about 1.",
)
