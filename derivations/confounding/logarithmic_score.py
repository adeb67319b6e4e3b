"""Lemma 7 and Appendix H.5: under the logarithmic score the posterior, and no other answer, is best, for any states and outputs."""

from dpsym.derivations.analysis.entropy_tangents import part, tangent_of_parts
from dpsym.derivations.analysis.equal_masses import no_gap
from dpsym.derivations.analysis.quotient_of_exponentials import of_exponentials
from dpsym.derivations.confounding.proper_scores import no_term_left
from dpsym.derivations.vocabulary import half, quarter
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
        "CEL(J_{1,2}) - CEL(J_{[2]}) = - [...] × log(J_{[2]}(s|y_1, y_2)/J_{1,2}(s|y_1, y_2))",
        fails=(
            "The minus is one too many: the difference is the mean of the logarithm of this ratio, and not less it. With two states of posterior probability 3/4 and 1/4 and the "
            "answer 1/2 to both, the left side is log(2) - 0.562, above 0, and the right side below 0."
        ),
        holds="Without the minus; the relative entropy that follows is right, and so is the lemma.",
        reads=variant(0 <= -more, witness=point({}, **both, J=truthful, U=(half,) * 4)),
        source=("zhang.lem7", "zhang.eq-CELg"),
    ),
    near_misses={
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
        "of any density of the output": without(
            densities, witness=point({}, **{**likely, "c": (half, half)})
        ),
    },
    note=(
        "For both posteriors of the lemma: with the joint density of both outputs given the state for L, and with the product of the densities of each. "
        "Then c times the posterior is the joint density of outputs and state, W L, where c is positive."
    ),
)

R = function("R", law=False, about="a law of the state, by which densities are taken")
of_reference = distribution(R(s), s)


# What an answer loses at an output and a state is minus the logarithm of its density, A - B, and E - F for the posterior: a
# part above 0 less a part below it, each with a mean a, b, e, f at an output, and i, j, k, l over all outputs.
A = function("A", law=False, about="what the answer loses at an output and a state, where that is above 0")
B = function("B", law=False, about="what it gains, where its loss is below 0")
E = function("E", law=False, about="what the posterior loses, where that is above 0")
F_of = function("F", law=False, about="what the posterior gains, where its loss is below 0")
parts = (A, B, E, F_of)
means_at = tuple(function(x, law=False, about="a mean at an output") for x in "abef")
means = tuple(parameter(x, about="a mean over all outputs") for x in "ijkl")
i, j, k, l = means
not_negative = AllOf(
    *(ForAll((y, s), 0 <= part_of(y, s)) for part_of in parts),
    *(ForAll(y, 0 <= mean(y)) for mean in means_at),
)


def scored(law, above, below):
    """That the density of a law is the exponential of what it gains less what it loses."""
    density = Eq(law(y, s), R(s) * exp(below(y, s) - above(y, s)))
    return ForAll((y, s), Implication(0 < law(y, s), density))


scores = (scored(U, A, B), scored(J, E, F_of))
at_outputs = tuple(
    ForAll(y, Eq(Total(J(y, s) * part_of(y, s), s), mean(y)))
    for part_of, mean in zip(parts, means_at, strict=True)
)
over_outputs = tuple(
    Eq(Total(P(y) * mean(y), y), number) for mean, number in zip(means_at, means, strict=True)
)
finite = (*at_outputs, *over_outputs)
split = tuple(J(y, s) * part_of(y, s) for part_of in parts)
at_output = means_at[0](y) - means_at[1](y) - (means_at[2](y) - means_at[3](y))
no_loss, low, high = (0, 0, 0, 0), (0, log(2), log(2), 0), (log(3 * half), 0, 0, log(3 * half))
in_doubt = {
    **both, "J": truthful, "U": (half,) * 4, "R": (half, half), "A": no_loss, "B": no_loss, "E": low, "F": high,
    "a": (0, 0), "b": (0, 0), "e": (log(2) / 4,) * 2, "f": (3 * log(3 * half) / 4,) * 2,
}  # fmt: skip
numbers = {i: 0, j: 0, k: log(2) / 4, l: 3 * log(3 * half) / 4}


cross_entropies = Theorem(
    title="The cross-entropy of an answer and of the posterior",
    source=(of_any_spaces("zhang.eq-J2"), "zhang.lem7", "zhang.eq-CELg", "zhang.ex-log"),
    define={D(y): entropy},
    given=(*model, never_surprised, of_reference, not_negative, *scores, *finite),
    claim=AllOf(i - j - (k - l) <= more, more <= i - j - (k - l)),
    derivation=(
        *(specialise(f, {y: y}, "a law of the state") for f in model),
        *(specialise(ForAll(s, 0 <= f(y, s)), {s: s}, "a probability") for f in (J, U)),
        specialise(never_surprised, {y: y, s: s}, "no state is ruled out"),
        *(specialise(f, {y: y, s: s}, "its losses") for f in scores),
        have(
            Eq(part(J(y, s), U(y, s)), split[0] - split[1] - (split[2] - split[3])),
            "state by state",
            derivation=cases(
                0 < J(y, s),
                cases(
                    0 < U(y, s),
                    (
                        have(
                            Eq(log(J(y, s) / U(y, s)), F_of(y, s) - E(y, s) - (B(y, s) - A(y, s))),
                            "one exponential",
                            by=of_exponentials.at(
                                u=J(y, s), v=U(y, s), x=R(s), g=F_of(y, s) - E(y, s), h=B(y, s) - A(y, s)
                            ),
                        ),
                    ),
                    (have(Eq(U(y, s), 0), "no probability is negative"),),
                ),
                (have(Eq(J(y, s), 0), "no probability is negative"),),
            ),
        ),
        *(specialise(f, {y: y}, "the mean at an output") for f in at_outputs),
        Chain(entropy)
        .eq(Total(split[0] - split[1] - (split[2] - split[3]), s), "state by state")
        .eq(at_output, "the means at the output"),
        have(Eq(P(y) * entropy, P(y) * at_output), "times the probability of the output"),
        Chain(more).eq(Total(P(y) * at_output, y), "output by output").eq(i - j - (k - l), "the means"),
    ),
    example=point(numbers, **in_doubt),
    near_misses={
        "as if the posterior lost nothing": variant(more <= i - j, witness=point(numbers, **in_doubt)),
        "of another mean loss": without(
            finite, instead=at_outputs, witness=point({**numbers, i: 1}, **in_doubt)
        ),
    },
    note=(
        "The cross-entropy of the answer, the mean of minus the logarithm of its density, is i - j, and that of the posterior k - l: so their difference is the mean relative entropy. Where the answer's is infinite there is nothing to compare; that of the posterior is at most 0, and may be minus infinity on a "
        "continuum, below any other. Of finitely many states R may be the uniform law; then a constant is added to the cross-entropy of every answer."
    ),
)
