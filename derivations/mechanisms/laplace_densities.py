"""The two Laplace densities of neighbouring inputs 10 and 11 with privacy loss 2 (Figure 1)."""

from dpsym.derivations.mechanisms.laplace import pure, t
from dpsym.language import *

noise = Laplace(Rational(1, 2), 1)  # sensitivity 1, privacy loss 2
one, other = noise.density(t, 10), noise.density(t, 11)
outputs = tuple(Rational(k, 10) for k in range(77, 134, 2))
left = {t: Rational(19, 2)}

laplace_densities = Figure(
    title="Two Laplace densities",
    source=whole_of("bailie.fig1"),
    curves=(
        curve("input 10", one, t, outputs),
        curve("input 11", other, t, outputs),
    ),
    values=(
        value("density on input 11 at 9.5", other, left, "0.05"),
        value("density on input 10 at 9.5 over e^2", one / exp(2), left, "0.05"),
    ),
    uses=(pure,),
    note="The figure marks the heights where the ratio is largest: one is the other times the exponential of the privacy loss.",
)
