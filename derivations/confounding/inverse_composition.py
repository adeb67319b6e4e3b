"""Section 5: the constraint set of inverse composition, what it admits, and what it does not give (Proposition 3)."""

from dpsym.derivations.vocabulary import delta, eps, half
from dpsym.language import *

s = Outcome("s", "S")

# W: the prior of the state; J: the posterior of the state at one output.
W = function("W", about="the prior of the state")
J = function("J", about="the posterior of the state at one output")
possible = ForAll(s, 0 < W(s))
ratio = Total(J(s) ** 2 / W(s), s)
square = (J(s) - W(s)) ** 2 / W(s)
same = {"W": (half, half), "J": (half, half)}

at_least_one = Theorem(
    title="The mean ratio of posterior and prior, under the posterior, is at least 1",
    source="zhang.eq8",
    given=possible,
    claim=1 <= ratio,
    derivation=(
        have(0 <= square, "a square over a positive number"),
        have(Eq(square, J(s) ** 2 / W(s) - 2 * J(s) + W(s)), "expand"),
        have(0 <= J(s) ** 2 / W(s) - 2 * J(s) + W(s)),
        Chain(Integer(0))
        .le(Total(J(s) ** 2 / W(s) - 2 * J(s) + W(s), s), "sum")
        .eq(ratio - 1, "the masses add up to 1"),
    ),
    example=point(**same),
    tight=point(**same),
    near_misses={
        "where a state is impossible": without(possible, claim=Total(W(s), s) + 1 <= ratio),
    },
)

constraint = AllOf(ForAll(s, exp(-eps) * W(s) <= J(s)), ratio <= delta * exp(eps))

needs_a_large_loss = Theorem(
    title="The constraint set of inverse composition is empty below a loss of log(1/delta)",
    source=(
        of_any_spaces("zhang.eq8"),
        "zhang.prop3", "zhang.cor1", "zhang.cor2", "zhang.eq10",
    ),
    given=(possible, constraint),
    claim=1 <= delta * exp(eps),
    derivation=(have(1 <= ratio, "the mean ratio", by=at_least_one), have(ratio <= delta * exp(eps), "the constraint")),
    example=point({eps: 0, delta: 1}, **same),

    note=(
        "For delta = 0.02 this is a loss of 3.91; of the eleven targets of the experiments eight are below it. From there on the prior "
        "itself is in the set."
    ),
)  # fmt: skip

enough = Theorem(
    title="From there on the constraint set is not empty",
    source="zhang.eq8",
    given=(possible, 1 <= delta * exp(eps)),
    claim=AllOf(ForAll(s, exp(-eps) * W(s) <= W(s)), Total(W(s) ** 2 / W(s), s) <= delta * exp(eps)),
    derivation=(
        have(exp(-eps) <= 1, "no loss is negative"),
        have(exp(-eps) * W(s) <= W(s), "a positive factor"),
        have(Eq(Total(W(s) ** 2 / W(s), s), 1), "the masses add up to 1"),
    ),
    example=point({eps: 0, delta: 1}, W=(half, half)),
)

e = Rational(1, 50)
targets = Example(
    title="Which targets of the experiments the constraint set allows",
    source="zhang.eq8",
    uses=(needs_a_large_loss,),
    values=tuple(
        value(f"target {text}", e * exp(Rational(text)), printed=found)
        for text, found in (
            ("0.25", "0.0257"), ("0.5", "0.0330"), ("1.5", "0.0896"), ("3", "0.4017"), ("5", "2.9683"), ("0.4", "0.0298"),
            ("0.6", "0.0364"), ("1", "0.0544"), ("2", "0.1478"), ("4", "1.0920"), ("6", "8.0686"),
        )
    ),
    note="Only at the targets 5, 4 and 6 is there any posterior that the constraint allows.",
)  # fmt: skip

p = parameter("p", above=0, below=1, about="prior of the first state")
loss = parameter("t", about="privacy loss of an output, of the first state against the second")
after = p * exp(loss) / (p * exp(loss) + 1 - p)

unbounded_loss = Theorem(
    title="A privacy loss without a bound leads out of the constraint set",
    source=("zhang.eq8", "zhang.prop3"),
    given=loss < log(1 - p) - eps,
    claim=after < exp(-eps) * p,
    derivation=(
        have(exp(loss) < exp(log(1 - p) - eps), "the exponential rises"),
        have(1 - p < p * exp(loss) + 1 - p, "a positive number more"),
        have(after < p * exp(loss) / (1 - p), "a larger denominator"),
        have(p * exp(loss) / (1 - p) < p * exp(-eps), "divide"),
    ),
    example=point({p: half, eps: 0, loss: -1}),
    note=(
        "With normal noise the loss is a linear function of the output and takes every value, so that the first constraint fails at some "
        "output whatever the bound: no mechanism with normal noise, and none of the experiments, is in the set."
    ),
)

K = function("K", about="the posterior of the state at another output")
x = parameter("x", at_least=0, at_most=1, about="weight of the first posterior")
both = Total((x * J(s) + (1 - x) * K(s)) ** 2 / W(s), s)
other_ratio = Total(K(s) ** 2 / W(s), s)

convex = Theorem(
    title="The constraint set is convex",
    source="zhang.eq8",
    given=(possible, ratio <= delta * exp(eps), other_ratio <= delta * exp(eps)),
    claim=both <= delta * exp(eps),
    derivation=(
        have(0 <= x * (1 - x) * ((J(s) - K(s)) ** 2 / W(s)), "a square over a positive number"),
        have(
            (x * J(s) + (1 - x) * K(s)) ** 2 / W(s) <= x * (J(s) ** 2 / W(s)) + (1 - x) * (K(s) ** 2 / W(s)),
            "a square is convex",
        ),
        Chain(both)
        .le(Total(x * (J(s) ** 2 / W(s)) + (1 - x) * (K(s) ** 2 / W(s)), s), "sum")
        .eq(x * ratio + (1 - x) * other_ratio, "expand")
        .le(delta * exp(eps), "a mean of two numbers"),
    ),
    example=point({eps: 0, delta: 1, x: half}, **same, K=(half, half)),
    near_misses={
        "of two posteriors of which one is outside": without(
            other_ratio <= delta * exp(eps), witness=point({eps: 0, delta: 1, x: half}, **same, K=(1, 0))
        ),
    },
    note="The first constraint is linear.",
)
