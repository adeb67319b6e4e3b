"""Example 4.4 and Figure 2: bounds on the density of a noisy count of ten records, under any model of the records."""

from dpsym.derivations.mechanisms.laplace import pure
from dpsym.language import *

eps = parameter("eps", above=0, about="privacy loss of the count, in nats")
n = parameter("n", above=0, integer=True, about="number of records, each 0 or 1")
t = parameter("t", about="noisy count")

farthest = Abs(t - n / 2) + n / 2  # from t to the farthest of the counts 0 and n
nearest = Max(farthest - n, 0)  # from t to the interval between them
lower = (
    eps / 2 * exp(-eps * Max(n, farthest))
)  # with counts that may be any number between 0 and n, as it is drawn
upper = eps / 2 * exp(eps * n - eps * farthest)
least = eps / 2 * exp(-eps * farthest)
greatest = eps / 2 * exp(-eps * nearest)

tenth, quarter = Rational(1, 10), Rational(1, 4)
outputs = tuple(
    Rational(x, 2)
    for x in (-45, -38, -30, -20, -10, -5, 0, 3, 5, 7, 10, 13, 15, 17, 20, 25, 30, 40, 50, 58, 65)
)


def panel(loss):
    """The two curves at one privacy loss."""
    at = {eps: loss, n: 10}
    return (
        curve(f"lower, privacy loss {float(loss)}", lower, t, outputs, at),
        curve(f"upper, privacy loss {float(loss)}", upper, t, outputs, at),
    )


figure_2 = Figure(
    title="Bounds on the density of a noisy count (Figure 2)",
    source=whole_of("bailie.fig2"),
    curves=(*panel(tenth), *panel(quarter)),
    uses=(pure,),
    note="The source draws a panel for each privacy loss. Its lower curve lets the count be any number from 0 to 10.",
)

reading = Example(
    title="What Figure 2 says of ten records",
    source=part_of(
        "bailie.eq-sec6-fig2",
        "the digits that the text reads off the figure, which no source that we have shows",
    ),
    values=(
        value("lower bound between 0 and 10, privacy loss 0.1", lower, {eps: tenth, n: 10, t: 5}),
        value("largest upper bound, privacy loss 0.1", upper, {eps: tenth, n: 10, t: 5}),
        value("lower bound between 0 and 10, privacy loss 0.25", lower, {eps: quarter, n: 10, t: 5}),
        value("largest upper bound, privacy loss 0.25", upper, {eps: quarter, n: 10, t: 5}),
    ),
    uses=(pure,),
)

known = Figure(
    title="A noisy count whose mechanism is known",
    source="bailie.ex4.4",
    curves=(
        curve("lower bound", lower, t, outputs, {eps: quarter, n: 10}),
        curve("least density", least, t, outputs, {eps: quarter, n: 10}),
        curve("largest density", greatest, t, outputs, {eps: quarter, n: 10}),
        curve("upper bound", upper, t, outputs, {eps: quarter, n: 10}),
    ),
    values=(
        value("least density at 5", least, {eps: quarter, n: 10, t: 5}),
        value("largest density at 5", greatest, {eps: quarter, n: 10, t: 5}),
        value("lower bound at 3.5 from whole counts, privacy loss 0.1",
              Evaluated("marginal.count_lower", eps=tenth, n=10, t=Rational(7, 2))),
    ),
    uses=(pure,),
    note=(
        "The mechanism adds Laplace noise: on the count m the output t has the density (eps/2) e^(-eps |t - m|), least at the count farthest from t and "
        "largest at the nearest. The density under any model is a mean of those at the counts, so it lies between the least and the largest of them. Between "
        "0 and 10 these are the narrower bounds; outside they are those of the figure. Counts are whole numbers: then the lower bound "
        "of the theorem falls between two of them, below the curve that is drawn."
    ),
)  # fmt: skip
