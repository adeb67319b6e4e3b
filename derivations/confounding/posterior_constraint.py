"""Proposition 3 and its corollaries (false): a posterior in the constraint set does not give the guarantee; what it gives."""

from dpsym.derivations.vocabulary import delta, eps, half
from dpsym.language import *

s, s_2, r = Outcome("s", "S"), Outcome("s_2", "S"), Outcome("r", "S")

W = function("W", about="the prior of the state")
N = function("N", about="the law of the output, of all outputs together, given the state")
possible = ForAll(s, 0 < W(s))
outputs = ForAll(s, distribution(N(s, y), y))
marginal = Total(W(r) * N(r, y), r)


def posterior(s, y):
    return W(s) * N(s, y) / Total(W(r) * N(r, y), r)


seen = ForAll(y, 0 < marginal)
not_far_below = ForAll((s, y), posterior(s, y) >= exp(-eps) * W(s))
mean_ratio = ForAll(y, Total(posterior(s, y) ** 2 / W(s), s) <= delta * exp(eps))
p = 1 - Rational(1, 200)
response = {"W": (half, half), "N": (p, 1 - p, 1 - p, p)}


def private(bound):
    return ForAll((s, s_2), HockeyStick(eps, Pair(N(s, y), N(s_2, y))) <= bound)


guarantee = Theorem(
    title="A posterior nowhere far below the prior",
    source=("zhang.prop3", "zhang.cor1", "zhang.cor2"),
    given=(possible, outputs, seen, not_far_below),
    claim=private(1 - exp(-eps)),
    derivation=(
        specialise(outputs, {s: s_2}),
        specialise(possible, {s: s_2}),
        specialise(not_far_below, {s: s, y: y}),
        specialise(not_far_below, {s: s_2, y: y}),
        have(N(s, y) >= exp(-eps) * marginal, "the condition, at one state"),
        have(N(s_2, y) >= exp(-eps) * marginal, "the condition, at the other"),
        have(exp(eps) * N(s_2, y) >= marginal, "multiply"),
        have(Max(0, N(s, y) - exp(eps) * N(s_2, y)) <= Max(0, N(s, y) - marginal), "more is taken away"),
        have(Max(0, N(s, y) - marginal) <= N(s, y) - exp(-eps) * marginal, "the condition"),
        have(
            ForAll(r, Eq(Total(W(r) * N(r, y), y), W(r))),
            "given the state the outputs have a law",
            derivation=specialise(outputs, {s: r}),
        ),
        specialise(ForAll(r, Eq(Total(W(r) * N(r, y), y), W(r))), {r: r}),
        Chain(Total(marginal, y))
        .eq(Total(W(r) * N(r, y), r, y))
        .eq(Total(W(r), r), "given the state the outputs have a law")
        .eq(1, "the prior is a law"),
        Chain(HockeyStick(eps, Pair(N(s, y), N(s_2, y))))
        .le(Total(N(s, y) - exp(-eps) * marginal, y), "output by output")
        .eq(1 - exp(-eps), "the masses add up to 1"),
    ),
    example=point({eps: log(100)}, **response),
    errata=erratum(
        "wrong result",
        "Proposition 3, Corollaries 1 and 2",
        "is (eps_g, delta_g)-CP for any eps_c ∈ [the solutions of (9)]",
        fails=(
            "Two states of prior 1/2, two mechanisms of pure noise and one that answers with the state with probability 199/200: at eps = log 100 the "
            "posterior is 199/200 or 1/200, so that both constraints hold with delta = 19801/10^6, and the delta of the release is 99/200. Let the loss be "
            "the logarithmic one, for which the posterior is best. The noise tells nothing, so that every copula solves (9) and (10); and beside pure noise the "
            "third mechanism is, but for names, the only solution of (11), since it has the most extreme posteriors that (8) allows."
        ),
        holds="delta is at most 1 - e^{-eps}, by the first constraint; with delta in the constraint itself the guarantee is what is constrained.",
        affects="Both methods of Section 5.1 and the experiments: none of their guarantees follows.",
        reads=variant(
            private(delta),
            given=(possible, outputs, seen, not_far_below, mean_ratio),
            witness=point({eps: log(100), delta: Rational(19801, 10**6)}, **response),
        ),
    ),
    near_misses={
        "at any posterior": without(not_far_below, witness=point({eps: 0}, **response)),
    },
    note="By the total variation between a state's law and that of all outputs; the constants of both constraints are the paper's.",
)
