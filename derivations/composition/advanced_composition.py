"""Advanced composition: losses add like the steps of a random walk, at the price of a slack."""

from dpsym.language import *

eps_1 = parameter("eps_1", above=0, about="bound on the privacy loss of the first mechanism, in nats")
eps_2 = parameter("eps_2", above=0, about="bound on the privacy loss of the second mechanism, in nats")
delta_1 = parameter("delta_1", at_least=0, about="slack of the first mechanism")
delta_2 = parameter("delta_2", at_least=0, about="slack of the second mechanism")
delta = parameter("delta", above=delta_1 + delta_2, below=1, about="slack of the composition")

# The laws of the outputs of two mechanisms with independent randomness, on the same two neighbouring databases.
A, B, C, D = function("A"), function("B"), function("C"), function("D")
z = Outcome("z", "Z")
first, second = Pair(A(y), B(y), y), Pair(C(z), D(z), z)
both = Pair(A(y) * C(z), B(y) * D(z), y, z)


def advanced_loss(losses, slacks, delta):
    """A bound on the mean of the total loss, and a deviation that is exceeded with what is left of the slack."""
    mean = sum((e * (exp(e) - 1) for e in losses[1:]), losses[0] * (exp(losses[0]) - 1))
    squares = sum((e**2 for e in losses[1:]), losses[0] ** 2)
    spent = sum(slacks[1:], slacks[0])
    return mean + sqrt(2 * squares * log(1 / (delta - spent)))


eps = advanced_loss((eps_1, eps_2), (delta_1, delta_2), delta)

advanced_composition = Theorem(
    title="Advanced composition of two mechanisms",
    source="kazan.thm2.8.2",
    cites="dwork2010",
    cited="dwork2010",
    given=(ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second)),
    claim=ApproxDP(eps, delta).on(both),
    scope="two mechanisms",
    near_misses={
        "the second mechanism unprotected": variant(
            HockeyStick(eps, both) <= delta,
            given=[ApproxDP(eps_1, delta_1).on(first)],
            witness=point(
                {eps_1: 1, eps_2: 1, delta_1: 0, delta_2: 0, delta: Rational(1, 4)},
                A=(1, 0),
                B=(1, 0),
                C=(1, 0),
                D=(0, 1),
            ),
        ),
        "without the deviation": variant(
            HockeyStick(eps_1 * (exp(eps_1) - 1) + eps_2 * (exp(eps_2) - 1), both) <= delta,
            witness=point(
                {
                    eps_1: log(Rational(3, 2)),
                    eps_2: log(Rational(3, 2)),
                    delta_1: 0,
                    delta_2: 0,
                    delta: Rational(1, 100),
                },
                A=(Rational(2, 5), Rational(3, 5)),
                B=(Rational(3, 5), Rational(2, 5)),
                C=(Rational(2, 5), Rational(3, 5)),
                D=(Rational(3, 5), Rational(2, 5)),
            ),
        ),
    },
    evaluate={"eps": eps},
    note=(
        "The paper states it for k mechanisms: the means and the squares of all losses are added, and the slack exceeds the "
        "sum of their slacks. The proof bounds the mean of each loss and the deviation of the sum of independent bounded "
        "losses. It is not always better than basic composition."
    ),
)
