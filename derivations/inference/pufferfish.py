"""Pufferfish as a bound on the density ratio distance of prior and posterior, cell by cell of a partition of the data."""

from dpsym.derivations.vocabulary import eps, fifth, half
from dpsym.language import *

# The cells of a partition of the data are the conjectures. One of them is held fixed: u is its prior weight, q its law of the output.
i, h = Outcome("i", "I"), Outcome("h", "I")
t = Outcome("t")
W = function("W", about="the attacker's law of the cells of a partition of the data, or its density")
L = function("L", law=False, about="the probability or the density of the output, given a cell")
q = function(
    "q", law=False, about="the probability or the density of the output, given the cell that is held fixed"
)
k = function("k", law=False, about="a bound on the density of the output, whatever it is")
u = parameter("u", at_least=0, about="the attacker's weight of the cell that is held fixed")
p = parameter("p", about="the probability of the output")
cells = distribution(W(i), i)
seen = Total(W(h) * L(h, t), h)
densities = AllOf(ForAll((i, t), 0 <= L(i, t)), ForAll(t, 0 <= q(t)), ForAll(t, seen <= k(t)))

posterior = W(i) * L(i, t) / seen
posterior_of_fixed = u * q(t) / seen


def bounded(eps):
    """The ratio of the posterior and the prior of a cell, and that of the fixed one, differ by at most a factor of e^eps."""
    return AllOf(
        posterior * u <= exp(eps) * (posterior_of_fixed * W(i)),
        posterior_of_fixed * W(i) <= exp(eps) * (posterior * u),
    )


either = AllOf(L(i, t) <= exp(eps) * q(t), q(t) <= exp(eps) * L(i, t))
pufferfish = ForAll((i, t), Implication(0 < W(i), either))
odds = ForAll(t, Implication(0 < seen, ForAll(i, bounded(eps))))
response = {
    "sizes": {"I": 2, "Y": 2}, "W": (half, half), "L": (4 * fifth, fifth, fifth, 4 * fifth), "q": (fifth, 4 * fifth),
    "k": (1, 1),
}  # fmt: skip

prior_and_posterior = Theorem(
    title="Pufferfish bounds the density ratio distance of prior and posterior",
    source=(
        of_any_spaces("bailie.ex-singleton"),
        "bailie.thm8.5",
    ),
    given=(cells, densities, pufferfish),
    claim=odds,
    derivation=(
        specialise(pufferfish, {i: i, t: t}, "this cell and the fixed one, this output"),
        have(
            AllOf(
                u * W(i) * L(i, t) <= u * W(i) * (exp(eps) * q(t)),
                u * W(i) * q(t) <= u * W(i) * (exp(eps) * L(i, t)),
            ),
            "weighted",
            derivation=cases(0 < W(i), (), have(Eq(W(i), 0), "an excluded cell")),
        ),
        have(0 < 1 / seen, "the output is possible"),
        have(u * W(i) * L(i, t) / seen <= u * W(i) * (exp(eps) * q(t)) / seen, "divide"),
        have(u * W(i) * q(t) / seen <= u * W(i) * (exp(eps) * L(i, t)) / seen, "divide"),
    ),
    example=point({eps: log(4), u: half}, **response),
    tight=point({eps: log(4), u: half}, **response),
    near_misses={
        "with Pufferfish in one order only": without(
            pufferfish,
            instead=ForAll((i, t), Implication(0 < W(i), L(i, t) <= exp(eps) * q(t))),
            witness=point(
                {eps: 0, u: half}, **{**response, "L": (0, fifth, fifth, fifth), "q": (fifth, fifth)}
            ),
        ),
    },
    note=(
        "The cells are a partition of the data, the conjectures the pairs of cells: any cell may be the fixed one, and any the other. Where "
        "their law has a density, W and u are its values, and the posterior has the density W(i) L(i, t)/p(t). With a cell for each "
        "data set it bounds the odds of every two of them, as strong as a bound can be."
    ),
)

back = ForAll((t, i), Implication(AllOf(0 < seen, 0 < W(i)), either))

from_posterior = Theorem(
    title="A bound on the density ratio distance of prior and posterior is Pufferfish",
    source=of_any_spaces("bailie.thm8.5"),
    given=(cells, 0 < u, densities, odds),
    claim=back,
    derivation=(
        specialise(odds, {t: t}, "this output"),
        specialise(ForAll(i, bounded(eps)), {i: i}, "this cell"),
        have(0 < u * W(i), "possible cells"),
        let(
            p,
            seen,
            (
                0 < p,
                W(i) * L(i, t) / p * u <= exp(eps) * (u * q(t) / p * W(i)),
                u * q(t) / p * W(i) <= exp(eps) * (W(i) * L(i, t) / p * u),
            ),
            "the probability of the output",
        ),
        have(
            p * (W(i) * L(i, t) / p * u) <= p * (exp(eps) * (u * q(t) / p * W(i))),
            "the output is possible",
        ),
        have(
            p * (u * q(t) / p * W(i)) <= p * (exp(eps) * (W(i) * L(i, t) / p * u)),
            "the output is possible",
        ),
        have(u * W(i) * L(i, t) <= u * W(i) * (exp(eps) * q(t)), "multiply out"),
        have(u * W(i) * q(t) <= u * W(i) * (exp(eps) * L(i, t)), "multiply out"),
        have(L(i, t) <= exp(eps) * q(t), "a positive factor"),
        have(q(t) <= exp(eps) * L(i, t), "a positive factor"),
    ),
    example=point({eps: log(4), u: half}, **response),
    near_misses={
        "without a bound on the odds": without(odds, witness=point({eps: 0, u: half}, **response)),
        "for an attacker who excludes a cell": variant(
            ForAll((t, i), Implication(0 < seen, either)),
            witness=point({eps: 0, u: half}, **{**response, "W": (0, 1)}),
        ),
    },
    note="So the two levels are equal, for each attacker. A cell that the attacker excludes is not protected by a bound on his odds.",
)
