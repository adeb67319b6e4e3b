"""Proposition 1 and Lemmas 4 and 5: what a posterior near the prior says of privacy, and what it does not."""

from dpsym.derivations.confounding.posterior_constraint import response, s, s_2
from dpsym.derivations.vocabulary import delta, eps, half, quarter, tenth
from dpsym.language import *

# N(s, y): the likelihood of an output at a state; c(y): the probability of the output; J(s, y): the posterior of the state.
W = function("W", law=False, about="the prior of the state")
N = function("N", law=False, about="the law of the output, of all outputs together, given the state")
c = function("c", law=False, about="the law of the output")
J = function("J", law=False, about="the posterior of the state, given the output")
prior = distribution(W(s), s)
possible = ForAll(s, 0 < W(s))
outputs = ForAll(s, distribution(N(s, y), y))
of_outputs = distribution(c(y), y)
seen = ForAll(y, 0 < c(y))
mixed = ForAll(y, Eq(Total(W(s) * N(s, y), s), c(y)))
bayes = ForAll((s, y), Eq(J(s, y) * c(y), W(s) * N(s, y)))
noisy = (3 * quarter, quarter, quarter, 3 * quarter)
response = {**response, "c": (half, half)}
response_at = point({eps: log(100), delta: Rational(19801, 10**6)}, **response)
even_response = {"sizes": {"S": 2, "Y": 2}, "W": (half, half), "N": noisy, "c": (half, half), "J": noisy}


def posterior(s, y):
    """By the rule of Bayes."""
    return W(s) * N(s, y) / c(y)


odds = Theorem(
    title="The posterior over the prior is the law given the state over that of the output",
    source=of_any_spaces("zhang.eq-post"),
    given=(possible, seen, bayes),
    claim=AllOf(
        ForAll((s, y), Eq(J(s, y) / W(s), N(s, y) / c(y))),
        ForAll((s, s_2, y), Eq(J(s, y) / W(s) * N(s_2, y), J(s_2, y) / W(s_2) * N(s, y))),
    ),
    derivation=(
        specialise(possible, {s: s_2}),
        specialise(bayes, {s: s, y: y}),
        specialise(bayes, {s: s_2, y: y}),
        have(Eq(J(s, y), posterior(s, y)), "divide"),
        have(Eq(J(s_2, y), posterior(s_2, y)), "divide"),
        have(Eq(J(s, y) / W(s), N(s, y) / c(y)), "the prior cancels"),
        have(Eq(J(s_2, y) / W(s_2), N(s_2, y) / c(y)), "the prior cancels"),
        have(Eq(J(s, y) / W(s) * N(s_2, y), J(s_2, y) / W(s_2) * N(s, y)), "the same product"),
    ),
    example=point({}, **even_response),
    near_misses={
        "the posterior itself": variant(
            ForAll((s, y), Eq(J(s, y), N(s, y) / c(y))), witness=point({}, **even_response)
        ),
        "of another answer": without(bayes, witness=point({}, **{**even_response, "J": (half,) * 4})),
    },
    note=(
        "The second line is the quotient of the first for two states: the ratio of the posteriors, each over its prior, is that of the likelihoods. That the posterior is a law of the state, where the "
        "probability of the output is the mean of the likelihoods, has a theorem of its own."
    ),
)

stick = HockeyStick(eps, Pair(N(s, y), N(s_2, y)))
from_mean = Total(Max(0, N(s, y) - c(y)), y)
not_far_below = ForAll((s, y), posterior(s, y) >= exp(-eps) * W(s))
mean_ratio = ForAll(y, Total(posterior(s, y) ** 2 / W(s), s) <= delta * exp(eps))

from_the_mean = Theorem(
    title="A posterior nowhere far below the prior: delta is a distance from the law of the output",
    source=(whole_of("zhang.prop1"), whole_of("zhang.cx-prop1"), of_any_spaces("zhang.fix-prop1")),
    given=(possible, outputs, of_outputs, seen, not_far_below),
    claim=ForAll((s, s_2), AllOf(stick <= from_mean, from_mean <= 1 - exp(-eps))),
    derivation=(
        specialise(possible, {s: s_2}),
        specialise(not_far_below, {s: s, y: y}),
        specialise(not_far_below, {s: s_2, y: y}),
        have(N(s, y) >= exp(-eps) * c(y), "the condition, at one state"),
        have(N(s_2, y) >= exp(-eps) * c(y), "the condition, at the other"),
        have(exp(eps) * N(s_2, y) >= c(y), "multiply"),
        have(Max(0, N(s, y) - exp(eps) * N(s_2, y)) <= Max(0, N(s, y) - c(y)), "more is taken away"),
        have(stick <= from_mean, "output by output"),
        have(exp(-eps) * c(y) <= c(y), "a factor of at most 1"),
        have(Max(0, N(s, y) - c(y)) <= N(s, y) - exp(-eps) * c(y), "the condition"),
        Chain(from_mean)
        .le(Total(N(s, y) - exp(-eps) * c(y), y), "output by output")
        .eq(1 - exp(-eps), "the masses add up to 1"),
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
            given=(prior, possible, outputs, mixed, seen, not_far_below, mean_ratio),
            witness=response_at,
        ),
    ),
    near_misses={
        "of any posterior": without(
            not_far_below,
            claim=ForAll((s, s_2), stick <= from_mean),
            witness=point({eps: 0}, W=(3 * quarter, quarter), N=(1, 0, 0, 1), c=(3 * quarter, quarter)),
        ),
    },
    note="With any law c beside the laws given the states, so also with their mixture by the prior, which is the law of the output: then the quotient is the posterior.",
)

near = ForAll((y, s), Between(exp(-eps) * W(s), posterior(s, y), exp(eps) * W(s)))
# posteriors 3/4 and 1/4 at one output where the priors are 1/4 and 3/4
ends = {
    "W": (quarter, 3 * quarter), "N": (3 * tenth, 7 * tenth, tenth / 3, 1 - tenth / 3), "c": (tenth, 9 * tenth),
}  # fmt: skip


def pure(loss):
    return ForAll((y, s, s_2), N(s, y) <= exp(loss) * N(s_2, y))


twice = Theorem(
    title="A posterior within a factor of the prior bounds the loss by twice its logarithm",
    source=(
        of_any_spaces("zhang.lem5"),
        whole_of("zhang.cx-lem5"),
        "zhang.fix-lem5",
    ),
    given=(possible, seen, near),
    claim=pure(2 * eps),
    derivation=(
        specialise(possible, {s: s_2}),
        specialise(near, {s: s, y: y}),
        specialise(near, {s: s_2, y: y}),
        have(N(s, y) <= exp(eps) * c(y), "the condition, at one state"),
        have(exp(-eps) * c(y) <= N(s_2, y), "the condition, at the other"),
        have(c(y) <= exp(eps) * N(s_2, y), "multiply"),
        have(exp(eps) * c(y) <= exp(eps) * (exp(eps) * N(s_2, y)), "multiply"),
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
            reads=variant(
                pure(eps),
                given=(prior, possible, outputs, mixed, seen, near),
                witness=point({eps: log(3)}, **ends),
            ),
        ),
    ),
    near_misses={
        "at most e^eps alone": without(
            near,
            instead=ForAll((y, s), posterior(s, y) <= exp(eps) * W(s)),
            witness=point({eps: log(2)}, W=(half, half), N=(1, 0, 0, 1), c=(half, half)),
        ),
    },
    note="The paper's condition at delta = 0 reads the same; the printed chain lacks one relation sign.",
)

private = pure(eps)
not_negative = ForAll((y, s), 0 <= N(s, y))

from_privacy = Theorem(
    title="Privacy for all pairs of states keeps the posterior within the factor of the prior",
    source=("zhang.lem5", "zhang.fix-lem5"),
    given=(prior, not_negative, mixed, seen, private),
    claim=near,
    derivation=(
        specialise(mixed, {y: y}),
        specialise(private, {s: s, s_2: s_2, y: y}),
        specialise(private, {s: s_2, s_2: s, y: y}),
        specialise(prior.args[0], {s: s_2}),
        have(W(s_2) * N(s, y) <= W(s_2) * (exp(eps) * N(s_2, y)), "weighted"),
        have(W(s_2) * N(s_2, y) <= W(s_2) * (exp(eps) * N(s, y)), "weighted"),
        Chain(N(s, y))
        .le(exp(eps) * Total(W(s_2) * N(s_2, y), s_2), "sum over the other state")
        .eq(exp(eps) * c(y), "the law of the output"),
        Chain(c(y))
        .eq(Total(W(s_2) * N(s_2, y), s_2), "the law of the output")
        .le(exp(eps) * N(s, y), "sum over the other state"),
        have(exp(-eps) * c(y) <= N(s, y), "multiply"),
        have(N(s, y) / c(y) <= exp(eps), "divide"),
        have(exp(-eps) <= N(s, y) / c(y), "divide"),
        have(W(s) * (N(s, y) / c(y)) <= W(s) * exp(eps), "weighted"),
        have(W(s) * exp(-eps) <= W(s) * (N(s, y) / c(y)), "weighted"),
    ),
    example=point({eps: log(199)}, **response),
    near_misses={
        "within half the loss": variant(
            near.xreplace({eps: eps / 4}), witness=point({eps: log(199)}, **response)
        ),
        "without privacy": without(
            private, witness=point({eps: 0}, W=(half, half), N=(1, 0, 0, 1), c=(half, half))
        ),
    },
)

# H: the posterior at one output; B: a test that may reject only where the posterior is above e^eps times the prior.
H = function("H", law=False, about="the posterior of the state, at one output")
B = function(
    "B", law=False, about="positive only where the posterior is at least e^eps times the prior, and at most 1"
)
law = distribution(H(s), s)
rejects = ForAll(s, AllOf(Between(0, B(s), 1), 0 <= B(s) * (H(s) - exp(eps) * W(s))))
mean = Total(H(s) ** 2 / W(s), s) <= delta * exp(eps)
sure_state = {"sizes": {"S": 2}, "W": (half, half), "H": (1, 0), "B": (1, 0)}

markov = Theorem(
    title="The probability of a posterior far above the prior",
    source=of_any_spaces("zhang.lem4"),
    given=(prior, possible, law, rejects, mean),
    claim=Total(B(s) * H(s), s) <= delta,
    derivation=(
        have(0 <= H(s) / W(s), "no factor is negative"),
        have(0 <= B(s) * (H(s) - exp(eps) * W(s)) * (H(s) / W(s)), "no factor is negative"),
        have(exp(eps) * (B(s) * H(s)) <= B(s) * (H(s) ** 2 / W(s)), "expand"),
        have(0 <= H(s) ** 2 / W(s), "a square"),
        have(B(s) * (H(s) ** 2 / W(s)) <= H(s) ** 2 / W(s), "at most 1"),
        have(exp(eps) * (B(s) * H(s)) <= H(s) ** 2 / W(s), "both"),
        Chain(exp(eps) * Total(B(s) * H(s), s))
        .le(Total(H(s) ** 2 / W(s), s), "state by state")
        .le(delta * exp(eps), "the condition"),
        have(Total(B(s) * H(s), s) <= delta, "divide"),
    ),
    example=point({eps: log(2), delta: 1}, **sure_state),
    tight=point({eps: log(2), delta: 1}, **sure_state),
    near_misses={
        "at any state": without(
            rejects,
            instead=ForAll(s, Between(0, B(s), 1)),
            witness=point({eps: log(2), delta: half}, **{**sure_state, "H": (half, half), "B": (1, 1)}),
        ),
    },
    note=(
        "Markov's inequality for the ratio of the posterior and the prior, at one output: the state is drawn from the posterior. The ratio is "
        "nowhere below e^-eps by the other condition. It says something only where delta e^eps is at least 1."
    ),
)
