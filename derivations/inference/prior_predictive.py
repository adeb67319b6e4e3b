"""Theorem 6.2: the probability of an output under a model and a prior, near that of any one data set; any larger set of data."""

from dpsym.derivations.inference.mechanisms import M, d, eps, everywhere, v, w, x
from dpsym.derivations.inference.prior_to_posterior import (
    B,
    D,
    G,
    J,
    g,
    h,
    indicator,
    kept,
    likelihood,
    likelihood_inside,
    model,
    prior,
    t,
    without,
)
from dpsym.derivations.vocabulary import fifth, half, tenth
from dpsym.language import *

# J: a set of data sets, none farther than D from the data set x, outside of which the output t is impossible.
back = ForAll((v, w), Implication(d.connected(v, w), ForAll(y, M(w, y) <= exp(d(v, w) * eps) * M(v, y))))
around = ForAll(v, Implication(0 < J(v), d.within(D, v, x)))
hypotheses = (model, M.laws, everywhere, back, indicator)


def wherever(claim, *more):
    """For all outputs t and data sets x around which the set lies."""
    return ForAll((t, x), Implication(AllOf(around, *more), claim))


def between(weight, middle):
    """Between the bounds from the data set x, times the probability of the set."""
    return Between(exp(-(D * eps)) * weight * M(x, t), middle, exp(D * eps) * weight * M(x, t))


sizes = {"H": 2, "X": 2, "Y": 2}
response = {
    "sizes": sizes, "G": (1, 0, 0, 1), "M": (4 * fifth, fifth, fifth, 4 * fifth), "d": (0, 1, 1, 0), "J": (1, 1),
}  # fmt: skip
nine_tenths = Rational(9, 10)
apart = {
    "sizes": sizes,
    "B": (half, half),
    "G": (tenth, nine_tenths, tenth, nine_tenths),
    "M": (1, 0, 0, 1),
    "d": (0, -1, -1, 0),
    "J": (1, 0),
}

weight = J(v) * G(h, v)
each_model = wherever(ForAll(h, between(kept(h), likelihood_inside(h))))

inside_the_set = Theorem(
    title="The probability of an output and of data in a set",
    source=("bailie.thm4.1-gen", "bailie.lemF.11"),
    kind="lemma",
    given=hypotheses,
    claim=each_model,
    derivation=(
        specialise(model, {g: h}, "a law"),
        specialise(ForAll(v, 0 <= G(h, v)), {v: v}, "a probability"),
        specialise(indicator, {v: v}, "a set of data"),
        specialise(M.laws, {v: v}, "a law"),
        specialise(ForAll(y, 0 <= M(v, y)), {y: t}, "a probability"),
        specialise(M.laws, {v: x}, "a law"),
        specialise(ForAll(y, 0 <= M(x, y)), {y: t}, "a probability"),
        have(0 <= weight, "no factor is negative"),
        have(
            AllOf(
                weight * M(v, t) <= weight * (exp(D * eps) * M(x, t)),
                weight * (exp(-(D * eps)) * M(x, t)) <= weight * M(v, t),
            ),
            "privacy, for each of them",
            derivation=cases(
                0 < J(v),
                (
                    specialise(around, {v: v}, "near the data set"),
                    specialise(everywhere, {v: v, w: x}, "privacy"),
                    specialise(back, {v: v, w: x}, "privacy"),
                    specialise(ForAll(y, M(v, y) <= exp(d(v, x) * eps) * M(x, y)), {y: t}, "this output"),
                    specialise(ForAll(y, M(x, y) <= exp(d(v, x) * eps) * M(v, y)), {y: t}, "this output"),
                    have(d(v, x) * eps <= D * eps, "the largest distance"),
                    have(exp(d(v, x) * eps) <= exp(D * eps), "the exponential is increasing"),
                    have(exp(d(v, x) * eps) * M(x, t) <= exp(D * eps) * M(x, t), "a probability"),
                    have(exp(d(v, x) * eps) * M(v, t) <= exp(D * eps) * M(v, t), "a probability"),
                    have(M(v, t) <= exp(D * eps) * M(x, t), "both"),
                    have(M(x, t) <= exp(D * eps) * M(v, t), "both"),
                    have(
                        exp(-(D * eps)) * M(x, t) <= exp(-(D * eps)) * (exp(D * eps) * M(v, t)),
                        "a positive factor",
                    ),
                    have(exp(-(D * eps)) * M(x, t) <= M(v, t), "a positive factor"),
                ),
                have(Eq(J(v), 0), "outside of the set"),
            ),
        ),
        have(Total(weight * M(v, t), v) <= Total(weight * (exp(D * eps) * M(x, t)), v), "sum over the data"),
        have(
            Total(weight * (exp(-(D * eps)) * M(x, t)), v) <= Total(weight * M(v, t), v), "sum over the data"
        ),
    ),
    example=point({eps: log(4), D: 1}, **response),
    near_misses={
        "without privacy": variant(
            given=(model, M.laws, indicator), witness=point({eps: 0, D: 1}, **response)
        ),
    },
)

only_inside = ForAll((h, v), Eq(G(h, v) * M(v, t), J(v) * G(h, v) * M(v, t)))

any_larger_set = Theorem(
    title="The privatised data probability, with any larger set of data",
    source=of_any_spaces("bailie.thm4.1-gen"),
    given=hypotheses,
    claim=wherever(ForAll(h, between(kept(h), likelihood(h))), only_inside),
    derivation=(
        have(each_model, "inside the set", by=inside_the_set),
        specialise(each_model, {t: t, x: x}, "this output, these data"),
        specialise(ForAll(h, between(kept(h), likelihood_inside(h))), {h: h}, "this value of the parameter"),
        specialise(only_inside, {h: h, v: v}, "impossible outside of the set"),
        have(Eq(likelihood(h), likelihood_inside(h)), "sum over the data"),
    ),
    example=point({eps: log(4), D: 1}, **response),
    near_misses={
        "without privacy": variant(
            given=(model, M.laws, indicator), witness=point({eps: 0, D: 1}, **response)
        ),
        "with an output that is possible outside of it": variant(
            wherever(ForAll(h, likelihood(h) <= exp(D * eps) * kept(h) * M(x, t))),
            witness=point({eps: 0, D: 0}, **{**without(apart, "B"), "M": (1, 0, 1, 0)}),
        ),
    },
    note=(
        "J may be any set of data outside of which the output is impossible: the data that are possible with it, the whole component, or a set "
        "between them. The larger it is, the more outputs it serves, and the larger is its distance D from the data set in the bounds."
    ),
)

predictive = Total(B(h) * likelihood(h), h)
chance = Total(B(h) * kept(h), h)
inside = ForAll((h, v), Eq(B(h) * G(h, v) * M(v, t), B(h) * (J(v) * G(h, v) * M(v, t))))

prior_predictive = Theorem(
    title="The prior predictive probability near that of any one data set",
    source=(
        of_any_spaces("bailie.thm6.2"),
        of_any_spaces("bailie.lemF.11"),
        whole_of("bailie.asm6.1"),
    ),
    given=(prior, *hypotheses),
    claim=wherever(between(chance, predictive), inside),
    derivation=(
        have(each_model, "for each value of the parameter", by=inside_the_set),
        specialise(each_model, {t: t, x: x}, "this output, these data"),
        specialise(ForAll(h, between(kept(h), likelihood_inside(h))), {h: h}, "this value of the parameter"),
        specialise(prior.args[0], {g: h}, "a probability"),
        have(
            B(h) * (exp(-(D * eps)) * kept(h) * M(x, t)) <= B(h) * likelihood_inside(h), "weighted by the prior"
        ),
        have(B(h) * likelihood_inside(h) <= B(h) * (exp(D * eps) * kept(h) * M(x, t)), "weighted by the prior"),
        specialise(inside, {h: h, v: v}, "impossible outside of the set"),
        have(Eq(B(h) * likelihood(h), B(h) * likelihood_inside(h)), "sum over the data"),
        have(
            Total(B(h) * (exp(-(D * eps)) * kept(h) * M(x, t)), h) <= Total(B(h) * likelihood(h), h),
            "sum over the values of the parameter",
        ),
        have(
            Total(B(h) * likelihood(h), h) <= Total(B(h) * (exp(D * eps) * kept(h) * M(x, t)), h),
            "sum over the values of the parameter",
        ),
    ),
    errata=erratum(
        "wrong result",
        "Theorem 6.2 and Lemma F.11; the words are those after the theorem",
        "While ... is a function of both the data model ... and the prior ..., the density bounds ... are free of both.",
        fails=(
            "The lower bound misses the probability that the data are possible with the output, under the prior: publish which of two "
            "components the data are in, where the first has the probability 1/10 under every value of the parameter. The display is lost "
            "in the text that we have; the quoted words leave no room for the factor."
        ),
        holds="The lower bound with the factor; it is 1 where the data of every value of the parameter are possible with the output.",
        reads=variant(
            wherever(exp(-(D * eps)) * M(x, t) <= predictive, inside), witness=point({eps: 0, D: 0}, **apart)
        ),
    ),
    example=point({eps: log(4), D: 1}, **response, B=(half, half)),
    near_misses={
        "without privacy": variant(
            given=(prior, model, M.laws, indicator),
            witness=point({eps: 0, D: 1}, **response, B=(1, 0)),
        ),
    },
    note=(
        "The data that are possible with the output are those that are so under some value of the parameter. J is this set or a larger one; "
        "Assumption 6.1 asks that it is connected and that the prior is a law. With the prior on one value this is the bound on the "
        "privatised data probability. The prior predictive probability is a density of the outputs for counting."
    ),
)  # fmt: skip
