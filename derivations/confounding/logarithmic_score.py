"""Lemma 7 and Appendix H.5: under the logarithmic score the posterior, and no other answer, is best, for any states and outputs."""

from dpsym.derivations.analysis.entropy_tangents import part, tangent_of_parts
from dpsym.derivations.confounding.proper_scores import no_term_left
from dpsym.derivations.vocabulary import half, quarter, u, v
from dpsym.language import *

s, r = Outcome("s", "S"), Outcome("r", "S")
J = function("J", law=False, about="the posterior of the state given the output")
U = function("U", law=False, about="the attacker's answer on an output: a law of the state")

F = function("F", law=False)
D = function("D", law=False, about="the relative entropy of the posterior from the answer, at an output")

posteriors, answers = (ForAll(y, distribution(f(y, s), s)) for f in (J, U))
never_surprised = ForAll((y, s), Implication(Eq(U(y, s), 0), Eq(J(y, s), 0)))
model = (posteriors, answers)

entropy = Total(part(J(y, s), U(y, s)), s)  # of the posterior from the answer, at one output
more = Total(P(y) * entropy, y)
same = Implication(0 < P(y), Eq(J(y, r), U(y, r)))

truthful = (3 * quarter, quarter, quarter, 3 * quarter)
both = {"sizes": {"S": 2, "Y": 2}, "P": (half, half)}
a, b = parameter("a", about="the root of the first mass"), parameter("b", about="the root of the second")

no_gap = Theorem(
    title="Masses whose part of the relative entropy is on the tangent are equal",
    kind="lemma",
    given=(Implication(Eq(v, 0), Eq(u, 0)), part(u, v) <= u - v),
    claim=Eq(u, v),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            (
                have(Eq(part(u, v), u * log(u / v)), "both are positive"),
                let(a, sqrt(u), (0 < a, Eq(a**2, u)), "the root"),
                let(b, sqrt(v), (0 < b, Eq(b**2, v)), "the root"),
                have(log(b / a) <= b / a - 1, "below the tangent"),
                have(Eq(log(b / a), log(b) - log(a)), "logarithm of a quotient"),
                have(
                    Eq(log(u), 2 * log(a)),
                    "logarithm of a square",
                    derivation=have(Eq(log(a**2), 2 * log(a))),
                ),
                have(
                    Eq(log(v), 2 * log(b)),
                    "logarithm of a square",
                    derivation=have(Eq(log(b**2), 2 * log(b))),
                ),
                have(Eq(log(u / v), log(u) - log(v)), "logarithm of a quotient"),
                have(u * log(b / a) <= u * (b / a - 1), "weighted"),
                have(Eq(u * (b / a - 1), a * b - a**2), "one root is left"),
                have((a - b) ** 2 <= 0, "collect"),
                have(Eq(a, b), "a square"),
            ),
            (
                have(Eq(v, 0), "no mass is negative"),
                have(Eq(u, 0), "then the first is 0 too"),
                have(Eq(u, v), "both are 0"),
            ),
        ),
        (
            have(Eq(u, 0), "no mass is negative"),
            have(Eq(part(u, v), 0), "no mass"),
            have(Eq(v, 0), "no mass is left"),
            have(Eq(u, v), "both are 0"),
        ),
    ),
    example=point({u: 1, v: 1}),
    near_misses={
        "where only the second mass is 0": variant(given=[part(u, v) <= u - v], witness=point({u: 1, v: 0})),
        "above the tangent": variant(given=[Implication(Eq(v, 0), Eq(u, 0))], witness=point({u: 2, v: 1})),
    },
)


def above_tangent(s):
    """What a state adds to the relative entropy, above the tangent."""
    return part(J(y, s), U(y, s)) - (J(y, s) - U(y, s))


one_part, gap = part(J(y, s), U(y, s)), above_tangent(s)
at_output = (
    *(specialise(f, {y: y}, "a law of the state") for f in model),
    *(specialise(ForAll(s, 0 <= f(y, s)), {s: s}, "a probability") for f in (J, U)),
    specialise(never_surprised, {y: y, s: s}, "no state is ruled out"),
    have(
        J(y, s) * (1 + 0) - U(y, s) * exp(0) <= one_part,
        "the tangent",
        by=tangent_of_parts.at(u=J(y, s), v=U(y, s), c=0),
    ),
    have(0 <= gap, "above the tangent"),
    have(0 <= Total(gap, s), "a sum"),
    have(Eq(Total(gap, s), entropy), "both are laws"),
    have(0 <= entropy, "a sum"),
)

no_state_left = (
    let(F(s), gap, (ForAll(s, 0 <= F(s)), Total(F(s), s) <= 0, Eq(F(r), above_tangent(r))), "as named"),
    specialise(ForAll(s, 0 <= F(s)), {s: s}, "above the tangent"),
    have(Indicator(Eq(s, r)) * F(s) <= F(s), "one term"),
    Chain(F(r)).le(Total(F(s), s), "one term of the sum").le(0, "nothing is lost"),
    specialise(never_surprised, {y: y, s: r}, "no state is ruled out"),
    have(Eq(J(y, r), U(y, r)), "equal masses", by=no_gap.at(u=J(y, r), v=U(y, r))),
)
nothing_lost = ForAll(y, Eq(P(y) * entropy, 0))
surprised = {"J": (half, half, 1, 0), "U": (1, 0, 1, 0)}

best = Theorem(
    title="Under the logarithmic score the posterior, and no other answer, loses least",
    source=(
        of_any_spaces("zhang.lem7"),
        of_any_spaces("zhang.eq-CELg"),
        of_any_spaces("zhang.ex-log"),
        "zhang.def-proper",
        "zhang.ex-cel",
    ),
    define={D(y): entropy},
    given=(*model, never_surprised),
    claim=AllOf(0 <= more, Implication(more <= 0, ForAll((y, r), same))),
    derivation=(
        *at_output,
        have(0 <= P(y) * entropy, "output by output"),
        have(0 <= more, "a sum"),
        have(
            Implication(more <= 0, ForAll((y, r), same)),
            "nothing is lost",
            derivation=(
                have(nothing_lost, "nothing is lost at any output", by=no_term_left.at(G=P(y) * entropy)),
                specialise(nothing_lost, {y: y}, "nothing is lost there"),
                have(
                    same,
                    "a possible output",
                    derivation=cases(
                        0 < P(y),
                        (
                            have(entropy <= 0, "a positive factor"),
                            have(Total(gap, s) <= 0, "both are laws"),
                            *no_state_left,
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({}, **both, J=truthful, U=(half,) * 4),
    tight=point({}, **both, J=truthful, U=truthful),
    errata=erratum(
        "wrong step",
        "proof of Lemma 7, first display, and Appendix H.5",
        "CEL(J_{1,2}) - CEL(J_{[2]}) = - [...] × log J_{[2]}(s|y_1, y_2)/J_{1,2}(s|y_1, y_2)",
        fails=(
            "The minus is one too many: the difference is the mean of the logarithm of this ratio, and not less it. With two states of posterior probability 3/4 and 1/4 and the "
            "answer 1/2 to both, the left side is log(2) - 0.562, above 0, and the right side below 0."
        ),
        holds="Without the minus; the relative entropy that follows is right, and so is the lemma.",
        reads=variant(0 <= -more, witness=point({}, **both, J=truthful, U=(half,) * 4)),
        source=("zhang.lem7", "zhang.eq-CELg"),
    ),
    near_misses={
        "strictly": variant(0 < more, witness=point({}, **both, J=truthful, U=truthful)),
        "an answer that rules out the state": variant(
            0 <= more, given=model, witness=point({}, **both, **surprised)
        ),
        "the same answer at impossible outputs too": variant(
            Implication(more <= 0, ForAll((y, r), Eq(J(y, r), U(y, r)))),
            witness=point(
                {}, sizes={"S": 2, "Y": 2}, P=(1, 0), J=(half,) * 4, U=(half, half, quarter, 3 * quarter)
            ),
        ),
    },
    note=(
        "The output has the law P and the state, given the output, the posterior J; on spaces that are not finite these and the answer U are densities. The cross-entropy of an "
        "answer is the mean of minus its logarithm under this joint law, and the sum above is the difference of the cross-entropies of U and of the posterior, under one integral: the mean "
        "relative entropy of the posterior from the answer. With both outputs together for y, and with the posterior of the product for U, this is Lemma 7: a state that the product rules out is ruled out by the joint law too. "
        "An answer that rules out a state that is possible has the cross-entropy +infinity, so that the posterior is below it without more. "
        "It compares two answers under one law, and not the "
        "risks of two mechanisms, so that Lemma 8 does not follow."
    ),
)

W = function("W", law=False, about="the prior of the state")
L = function("L", law=False, about="the density of the outputs given the state")
c = function("c", law=False, about="the density of the outputs")
weighted = W(s) * L(s, y)
posterior = weighted / c(y)
prior, likelihoods = distribution(W(s), s), ForAll((s, y), 0 <= L(s, y))
densities = ForAll(y, Eq(Total(weighted, s), c(y)))
likely = {"sizes": {"S": 2, "Y": 2}, "W": (half, half), "L": (half, half, 1, 0), "c": (3 * quarter, quarter)}

posteriors_of_both = Theorem(
    title="The posterior of the state by the rule of Bayes",
    source=("zhang.eq-J2", "zhang.eq-post", "zhang.eq-Dg"),
    given=(prior, likelihoods, densities),
    claim=ForAll(y, Implication(0 < c(y), distribution(posterior, s))),
    derivation=(
        specialise(prior.args[0], {s: s}, "a probability"),
        specialise(likelihoods, {s: s, y: y}, "a density"),
        specialise(densities, {y: y}, "the density of the output"),
        have(
            Implication(0 < c(y), distribution(posterior, s)),
            "divide",
            derivation=(
                have(0 <= weighted, "a product"),
                have(0 <= posterior, "a quotient"),
                have(Eq(Total(posterior, s), Total(weighted, s) / c(y)), "a common factor"),
            ),
        ),
    ),
    example=point({}, **likely),
    near_misses={
        "the likelihood alone": variant(
            ForAll(y, Implication(0 < c(y), Eq(Total(L(s, y) / c(y), s), 1))), witness=point({}, **likely)
        ),
        "of any density of the output": variant(
            given=[prior, likelihoods], witness=point({}, **{**likely, "c": (half, half)})
        ),
    },
    note=(
        "For both posteriors of the lemma: with the joint density of both outputs given the state for L, and with the product of the densities of each. "
        "Then c times the posterior is the joint density of outputs and state, W L, where c is positive."
    ),
)

R = function("R", law=False, about="a law of the state, by which densities are taken")
of_reference, everywhere = distribution(R(s), s), ForAll(s, 0 < R(s))


def score(answer, s):
    """The logarithm of an answer's density at a state, times the posterior; nothing where the answer rules the state out."""
    return Indicator(0 < answer(y, s)) * J(y, s) * log(answer(y, s) / R(s))


def cross_entropy(answer):
    """The mean of minus the logarithm of an answer's density, under the joint law."""
    return -Total(P(y) * Total(score(answer, s), s), y)


in_doubt = {**both, "J": truthful, "U": (half,) * 4, "R": (half, half)}

cross_entropies = Theorem(
    title="The cross-entropy of an answer and of the posterior",
    source=(of_any_spaces("zhang.eq-J2"), "zhang.lem7", "zhang.eq-CELg", "zhang.ex-log"),
    define={D(y): entropy},
    given=(*model, never_surprised, of_reference, everywhere),
    claim=Eq(cross_entropy(U) - cross_entropy(J), more),
    derivation=(
        *(specialise(f, {y: y}, "a law of the state") for f in model),
        *(specialise(ForAll(s, 0 <= f(y, s)), {s: s}, "a probability") for f in (J, U)),
        specialise(never_surprised, {y: y, s: s}, "no state is ruled out"),
        specialise(everywhere, {s: s}, "a density everywhere"),
        have(
            Eq(part(J(y, s), U(y, s)), score(J, s) - score(U, s)),
            "state by state",
            derivation=cases(
                0 < J(y, s),
                cases(
                    0 < U(y, s),
                    (
                        have(Eq(log(J(y, s) / R(s)), log(J(y, s)) - log(R(s))), "logarithm of a quotient"),
                        have(Eq(log(U(y, s) / R(s)), log(U(y, s)) - log(R(s))), "logarithm of a quotient"),
                        have(
                            Eq(log(J(y, s) / U(y, s)), log(J(y, s)) - log(U(y, s))), "logarithm of a quotient"
                        ),
                    ),
                    have(Eq(U(y, s), 0), "no probability is negative"),
                ),
                have(Eq(J(y, s), 0), "no probability is negative"),
            ),
        ),
        have(Eq(entropy, Total(score(J, s), s) - Total(score(U, s), s)), "sum over the states"),
    ),
    example=point({}, **in_doubt),
    near_misses={
        "of the answer from the posterior": variant(
            Eq(cross_entropy(U) - cross_entropy(J), Total(P(y) * Total(part(U(y, s), J(y, s)), s), y)),
            witness=point({}, **in_doubt),
        ),
        "an answer that rules out the state": variant(
            given=[*model, of_reference, everywhere],
            witness=point({}, **both, **surprised, R=(quarter, 3 * quarter)),
        ),
    },
    note="Of finitely many states R may be the uniform law; then a constant is added to the cross-entropy of every answer.",
)
