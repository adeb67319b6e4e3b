"""Proposition 1 and Lemmas 4 and 5: what a posterior near the prior says of privacy, and what it does not."""

from dpsym.derivations.confounding.posterior_constraint import (
    N,
    W,
    guarantee,
    marginal,
    mean_ratio,
    not_far_below,
    outputs,
    possible,
    posterior,
    response,
    s,
    s_2,
    seen,
)
from dpsym.derivations.vocabulary import delta, eps, half, quarter, tenth
from dpsym.language import *

m = parameter("m", about="the probability of the output")
stick = HockeyStick(eps, Pair(N(s, y), N(s_2, y)))
from_mean = Total(Max(0, N(s, y) - marginal), y)
response_at = point({eps: log(100), delta: Rational(19801, 10**6)}, **response)

# L: likelihoods of an output, of any masses
L = function("L", law=False, about="the likelihood of an output at a state")
r = Outcome("r", "S")
mixture = Total(W(r) * L(r, y), r)
after = W(s) * L(s, y) / mixture
likely = ForAll(y, 0 < mixture)
masses = ForAll(s, Eq(Total(L(s, y), y), 1))
two_answers = {"sizes": {"S": 2, "Y": 2}, "W": (half, half)}

odds = Theorem(
    title="The posterior over the prior is the law given the state over that of the output",
    source=whole_of("zhang.eq-post"),
    given=(possible, likely, masses),
    claim=ForAll(
        s, AllOf(ForAll(y, Eq(after / W(s), L(s, y) / mixture)), Eq(Total(after * mixture, y), W(s)))
    ),
    derivation=(
        specialise(possible, {s: s}),
        specialise(likely, {y: y}),
        specialise(masses, {s: s}),
        have(Eq(after / W(s), L(s, y) / mixture), "the prior cancels"),
        have(Eq(after * mixture, W(s) * L(s, y)), "multiply by the mixture"),
        Chain(Total(after * mixture, y))
        .eq(Total(W(s) * L(s, y), y), "output by output")
        .eq(W(s) * Total(L(s, y), y), "a common factor")
        .eq(W(s), "given the state the output has a law"),
    ),
    example=point({}, **two_answers, L=(3 * quarter, quarter, quarter, 3 * quarter)),
    near_misses={
        "the posterior itself": variant(
            ForAll((s, y), Eq(after, L(s, y) / mixture)),
            witness=point({}, **two_answers, L=(3 * quarter, quarter, quarter, 3 * quarter)),
        ),
        "of any masses": variant(given=(possible, likely), witness=point({}, **two_answers, L=(1, 1, 1, 1))),
    },
    note="The quotient of this for two states is the ratio of their likelihoods. Weighted with the outputs the posterior is the prior.",
)

from_the_mean = Theorem(
    title="A posterior nowhere far below the prior: delta is a distance from the law of the output",
    source=(whole_of("zhang.prop1"), whole_of("zhang.cx-prop1"), whole_of("zhang.fix-prop1")),
    given=(possible, outputs, seen, not_far_below),
    claim=ForAll((s, s_2), AllOf(stick <= from_mean, stick <= 1 - exp(-eps))),
    derivation=(
        have(ForAll((s, s_2), stick <= 1 - exp(-eps)), by=guarantee),
        specialise(ForAll((s, s_2), stick <= 1 - exp(-eps)), {s: s, s_2: s_2}),
        specialise(possible, {s: s_2}),
        specialise(seen, {y: y}),
        specialise(not_far_below, {s: s_2, y: y}),
        have(N(s_2, y) >= exp(-eps) * marginal, "the condition, at the other state"),
        have(exp(eps) * N(s_2, y) >= marginal, "multiply"),
        have(Max(0, N(s, y) - exp(eps) * N(s_2, y)) <= Max(0, N(s, y) - marginal), "more is taken away"),
        have(stick <= from_mean, "output by output"),
    ),
    example=point({eps: log(100)}, **response),
    tight=point({eps: log(100)}, **response),
    errata=erratum(
        "wrong result",
        "Proposition 1",
        "is (eps, delta)-CP [...] if, for all s ∈ S, y ∈ Y, J(s|y; γ, θ) ≥ e^{-eps} p_{θS}(s) and E[J(S|y; γ, θ)/p_{θS}(S)] ≤ delta e^eps",
        fails=(
            "Two states of prior 1/2 and an answer that is right with probability 199/200. At e^eps = 100 the least posterior is 1/200, which is "
            "1/100 of the prior, and the mean ratio 2 (199/200)^2 + 2 (1/200)^2 = 1.9801, so that delta = 0.019801 is allowed; the delta of the "
            "answer is 199/200 - 100/200 = 99/200. From (12) to (13) the proof takes a probability of the state, given the output, for one of the output. "
            "Besides, no mean ratio is below 1, so that delta is at least e^{-eps}."
        ),
        holds=(
            "With the first condition alone, delta is the total variation distance of a state's law from that of the output, and at most 1 - e^{-eps}."
        ),
        affects="Proposition 3, Corollaries 1 and 2, the constraint set of inverse composition and the experiments.",
        reads=variant(
            ForAll((s, s_2), stick <= delta),
            given=(possible, outputs, seen, not_far_below, mean_ratio),
            witness=response_at,
        ),
    ),
    near_misses={
        "of any posterior": variant(
            ForAll((s, s_2), stick <= from_mean),
            given=(possible, outputs, seen),
            witness=point({eps: 0}, W=(3 * quarter, quarter), N=(1, 0, 0, 1)),
        ),
    },
)

near = ForAll((s, y), Between(exp(-eps) * W(s), posterior(s, y), exp(eps) * W(s)))
# posteriors 3/4 and 1/4 at one output where the priors are 1/4 and 3/4
ends = {"W": (quarter, 3 * quarter), "N": (3 * tenth, 7 * tenth, tenth / 3, 1 - tenth / 3)}


def pure(loss):
    return ForAll((s, s_2, y), N(s, y) <= exp(loss) * N(s_2, y))


twice = Theorem(
    title="A posterior within a factor of the prior bounds the loss by twice its logarithm",
    source=(
        whole_of("zhang.lem5"),
        whole_of("zhang.cx-lem5"),
        "zhang.fix-lem5",
    ),
    given=(possible, outputs, seen, near),
    claim=pure(2 * eps),
    derivation=(
        specialise(possible, {s: s}),
        specialise(possible, {s: s_2}),
        specialise(seen, {y: y}),
        specialise(near, {s: s, y: y}),
        specialise(near, {s: s_2, y: y}),
        have(N(s, y) <= exp(eps) * marginal, "the condition, at one state"),
        have(exp(-eps) * marginal <= N(s_2, y), "the condition, at the other"),
        let(
            m,
            marginal,
            (N(s, y) <= exp(eps) * m, exp(-eps) * m <= N(s_2, y)),
            "the probability of the output",
        ),
        have(m <= exp(eps) * N(s_2, y), "multiply"),
        have(exp(eps) * m <= exp(eps) * (exp(eps) * N(s_2, y)), "multiply"),
        have(Eq(exp(eps) * (exp(eps) * N(s_2, y)), exp(2 * eps) * N(s_2, y)), "one exponential"),
        have(N(s, y) <= exp(2 * eps) * N(s_2, y), "both"),
    ),
    example=point({eps: log(3)}, **ends),
    tight=point({eps: log(3)}, **ends),
    errata=(
        erratum(
            "wrong result",
            "Lemma 5, and Proposition 1 at delta = 0",
            "A mechanism is (eps, delta)-CP if and only if the posterior belief [...] satisfies e^{-eps} ≤ J(s'|y; γ, θ)/p_{θS}(s') ≤ e^eps",
            fails=(
                "Prior 1/4 and 3/4, and an output of probability 3/10 and 1/30 in the two states: its posterior is 3/4 and 1/4, within the "
                "factor 3 of the prior, and the ratio of the likelihoods is 9. Two ratios of at most e^eps have a quotient of at most e^(2 eps). Of delta the "
                "condition says nothing: the lemma is read at delta = 0, where Proposition 1 prints the same, but for a relation sign that is missing."
            ),
            holds="The loss is at most 2 eps. The other direction holds where delta is 0 and all pairs of states are protected.",
            affects="The proof of Proposition 1.",
            reads=variant(pure(eps), witness=point({eps: log(3)}, **ends)),
        ),
    ),
    near_misses={
        "at most e^eps alone": variant(
            given=(possible, outputs, seen, ForAll((s, y), posterior(s, y) <= exp(eps) * W(s))),
            witness=point({eps: log(2)}, W=(half, half), N=(1, 0, 0, 1)),
        ),
    },
    note="The paper's condition at delta = 0 reads the same; the printed chain lacks one relation sign.",
)

private = ForAll((s, s_2, y), N(s, y) <= exp(eps) * N(s_2, y))

from_privacy = Theorem(
    title="Privacy for all pairs of states keeps the posterior within the factor of the prior",
    source=("zhang.lem5", "zhang.fix-lem5"),
    given=(distribution(W(s), s), possible, outputs, seen, private),
    claim=near,
    derivation=(
        specialise(possible, {s: s}),
        specialise(possible, {s: s_2}),
        specialise(seen, {y: y}),
        specialise(private, {s: s, s_2: s_2, y: y}),
        specialise(private, {s: s_2, s_2: s, y: y}),
        have(W(s_2) * N(s, y) <= W(s_2) * (exp(eps) * N(s_2, y)), "weighted"),
        have(W(s_2) * N(s_2, y) <= W(s_2) * (exp(eps) * N(s, y)), "weighted"),
        have(N(s, y) <= exp(eps) * Total(W(s_2) * N(s_2, y), s_2), "sum over the other state"),
        have(Total(W(s_2) * N(s_2, y), s_2) <= exp(eps) * N(s, y), "sum over the other state"),
        have(N(s, y) <= exp(eps) * marginal, "the law of the output"),
        have(exp(-eps) * marginal <= N(s, y), "the law of the output"),
        let(
            m,
            marginal,
            (0 < m, Eq(m, marginal), N(s, y) <= exp(eps) * m, exp(-eps) * m <= N(s, y)),
            "the probability of the output",
        ),
        have(N(s, y) / m <= exp(eps), "divide"),
        have(exp(-eps) <= N(s, y) / m, "divide"),
        have(W(s) * (N(s, y) / m) <= W(s) * exp(eps), "weighted"),
        have(W(s) * exp(-eps) <= W(s) * (N(s, y) / m), "weighted"),
    ),
    example=point({eps: log(199)}, **response),
    near_misses={
        "within half the loss": variant(
            near.xreplace({eps: eps / 4}), witness=point({eps: log(199)}, **response)
        ),
        "without privacy": variant(
            given=(distribution(W(s), s), possible, outputs, seen),
            witness=point({eps: 0}, W=(half, half), N=(1, 0, 0, 1)),
        ),
    },
)

# J: the posterior at one output; B: a test that may reject only where the posterior is above e^eps times the prior.
J = function("J", law=False, about="the posterior of the state, at one output")
B = function(
    "B", law=False, about="positive only where the posterior is at least e^eps times the prior, and at most 1"
)
law = distribution(J(s), s)
rejects = ForAll(s, AllOf(Between(0, B(s), 1), 0 <= B(s) * (J(s) - exp(eps) * W(s))))
mean = Total(J(s) ** 2 / W(s), s) <= delta * exp(eps)
sure_state = {"sizes": {"S": 2}, "W": (half, half), "J": (1, 0), "B": (1, 0)}

markov = Theorem(
    title="The probability of a posterior far above the prior",
    source=whole_of("zhang.lem4"),
    given=(possible, law, rejects, mean),
    claim=Total(B(s) * J(s), s) <= delta,
    derivation=(
        specialise(possible, {s: s}),
        specialise(law.args[0], {s: s}, "a probability"),
        specialise(rejects, {s: s}),
        have(0 <= J(s) / W(s), "no factor is negative"),
        have(0 <= B(s) * (J(s) - exp(eps) * W(s)) * (J(s) / W(s)), "no factor is negative"),
        have(exp(eps) * (B(s) * J(s)) <= B(s) * (J(s) ** 2 / W(s)), "expand"),
        have(0 <= J(s) ** 2 / W(s), "a square"),
        have(B(s) * (J(s) ** 2 / W(s)) <= J(s) ** 2 / W(s), "at most 1"),
        have(exp(eps) * (B(s) * J(s)) <= J(s) ** 2 / W(s), "both"),
        Chain(exp(eps) * Total(B(s) * J(s), s))
        .le(Total(J(s) ** 2 / W(s), s), "state by state")
        .le(delta * exp(eps), "the condition"),
        have(Total(B(s) * J(s), s) <= delta, "divide"),
    ),
    example=point({eps: log(2), delta: 1}, **sure_state),
    tight=point({eps: log(2), delta: 1}, **sure_state),
    near_misses={
        "at any state": variant(
            given=(possible, law, ForAll(s, Between(0, B(s), 1)), mean),
            witness=point({eps: log(2), delta: half}, **{**sure_state, "J": (half, half), "B": (1, 1)}),
        ),
    },
    note=(
        "Markov's inequality for the ratio of the posterior and the prior, at one output: the state is drawn from the posterior. The ratio is "
        "nowhere below e^-eps by the other condition. It says something only where delta e^eps is at least 1."
    ),
)
