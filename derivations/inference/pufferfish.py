"""Pufferfish as bounds on events and tests, as a distance of prior and posterior cells, and what dependence costs."""

from dpsym.derivations.vocabulary import eps, fifth, half
from dpsym.language import *

# Q(i, .): the law of the output given the cell i of a partition of the data.
i, j, h = (Outcome(name, "I") for name in ("i", "j", "h"))
t = Outcome("t")
q = parameter("q", about="the probability of the output")
Q_ = family("L", over=i, of=t)
W = function("W", about="the attacker's law of the cells of a partition of the data")
cells = distribution(W(i), i)
seen = Total(W(h) * Q_(h, t), h)


def posterior(i):
    """The attacker's probability of the cell i when the output t is seen."""
    return W(i) * Q_(i, t) / seen


pufferfish = ForAll((i, j), ForAll(t, Q_(i, t) <= exp(eps) * Q_(j, t)))
odds = ForAll(
    t, Implication(0 < seen, ForAll((i, j), posterior(i) * W(j) <= exp(eps) * (posterior(j) * W(i))))
)
response = {"sizes": {"I": 2, "Y": 2}, "W": (half, half), "L": (4 * fifth, fifth, fifth, 4 * fifth)}

prior_and_posterior = Theorem(
    title="Pufferfish bounds the density ratio distance of prior and posterior",
    source=(
        of_any_spaces("bailie.ex-singleton"),
        "bailie.thm8.5",
    ),
    given=(cells, Q_.laws, pufferfish),
    claim=odds,
    derivation=(
        specialise(cells.args[0], {i: i}, "a probability"),
        specialise(cells.args[0], {i: j}, "a probability"),
        specialise(pufferfish, {i: i, j: j}, "two cells"),
        specialise(ForAll(t, Q_(i, t) <= exp(eps) * Q_(j, t)), {t: t}, "this output"),
        have(0 <= W(i) * W(j), "no factor is negative"),
        have(W(i) * W(j) * Q_(i, t) <= W(i) * W(j) * (exp(eps) * Q_(j, t)), "weighted"),
        have(0 < 1 / seen, "the output is possible"),
        have(W(i) * W(j) * Q_(i, t) / seen <= W(i) * W(j) * (exp(eps) * Q_(j, t)) / seen, "divide"),
    ),
    example=point({eps: log(4)}, **response),
    tight=point({eps: log(4)}, **response),
    near_misses={
        "without Pufferfish": variant(given=(cells, Q_.laws), witness=point({eps: 0}, **response)),
    },
    note=(
        "The cells are a partition of the data, the conjectures the pairs of cells. With a cell for each data set it bounds the odds of "
        "every two of them, as strong as a bound can be."
    ),
)

positive = ForAll(i, 0 < W(i))
back = ForAll((i, j), ForAll(t, Implication(0 < seen, Q_(i, t) <= exp(eps) * Q_(j, t))))

from_posterior = Theorem(
    title="A bound on the density ratio distance of prior and posterior is Pufferfish",
    source=of_any_spaces("bailie.thm8.5"),
    given=(cells, positive, Q_.laws, odds),
    claim=back,
    derivation=(
        specialise(odds, {t: t}, "this output"),
        specialise(
            ForAll((i, j), posterior(i) * W(j) <= exp(eps) * (posterior(j) * W(i))), {i: i, j: j}, "two cells"
        ),
        specialise(positive, {i: i}, "a possible cell"),
        specialise(positive, {i: j}, "a possible cell"),
        have(0 < W(i) * W(j), "possible cells"),
        let(
            q,
            seen,
            (0 < q, W(i) * Q_(i, t) / q * W(j) <= exp(eps) * (W(j) * Q_(j, t) / q * W(i))),
            "the probability of the output",
        ),
        have(
            q * (W(i) * Q_(i, t) / q * W(j)) <= q * (exp(eps) * (W(j) * Q_(j, t) / q * W(i))),
            "the output is possible",
        ),
        have(W(i) * W(j) * Q_(i, t) <= W(i) * W(j) * (exp(eps) * Q_(j, t)), "multiply out"),
        have(Q_(i, t) <= exp(eps) * Q_(j, t), "a positive factor"),
    ),
    example=point({eps: log(4)}, **response),
    near_misses={
        "without a bound on the odds": variant(
            given=(cells, positive, Q_.laws), witness=point({eps: 0}, **response)
        ),
    },
    note="So the two levels are equal, for each attacker.",
)
