"""Theorem 6.2: the probability of an output under a model and a prior, near that of any one data set; any larger set of data."""

from dpsym.derivations.inference.mechanisms import eps, v
from dpsym.derivations.inference.prior_to_posterior import (
    B,
    G,
    g,
    h,
    kept,
    likelihood,
    likelihood_inside,
    model,
    prior,
)
from dpsym.derivations.inference.privatised_data_probability import (
    D,
    J,
    L,
    around,
    densities,
    indicator,
    nine_tenths,
    one_data_set,
    private,
    q,
    t,
)
from dpsym.derivations.vocabulary import fifth, half, tenth
from dpsym.language import *

# J: a set of data sets, none farther than D from the data set x, outside of which the output t is impossible.
hypotheses = (model, densities, indicator, private, around)


def between(weight, middle):
    """Between the bounds from the data set x, times the probability of the set."""
    return Between(exp(-(D * eps)) * weight * q(t), middle, exp(D * eps) * weight * q(t))


sizes = {"H": 2, "X": 2, "Y": 2}
# The data set x is the first of two.
response = {
    "sizes": sizes, "G": (1, 0, 0, 1), "L": (4 * fifth, fifth, fifth, 4 * fifth), "q": (4 * fifth, fifth), "r": (0, 1),
    "J": (1, 1),
}  # fmt: skip
apart = {
    "sizes": sizes, "G": (tenth, nine_tenths, tenth, nine_tenths), "L": (1, 0, 0, 1), "q": (1, 0), "r": (0, -1), "J": (1, 0),
}  # fmt: skip

weight = J(v) * G(h, v)
each_model = ForAll((h, t), between(kept(h), likelihood_inside(h)))

inside_the_set = Theorem(
    title="The probability of an output and of data in a set",
    source=("bailie.thm4.1-gen", "bailie.lemF.11"),
    kind="lemma",
    given=hypotheses,
    claim=each_model,
    derivation=(
        specialise(model, {g: h}, "a law"),
        have(0 <= weight, "no factor is negative"),
        one_data_set(weight),
        have(Total(weight * L(v, t), v) <= Total(weight * (exp(D * eps) * q(t)), v), "sum over the data"),
        have(Total(weight * (exp(-(D * eps)) * q(t)), v) <= Total(weight * L(v, t), v), "sum over the data"),
    ),
    example=point({eps: log(4), D: 1}, **response),
    near_misses={
        "without privacy": variant(
            given=(model, densities, indicator, around), witness=point({eps: 0, D: 1}, **response)
        ),
        "with data of another component": variant(
            given=(model, densities, indicator, private),
            witness=point({eps: 0, D: 0}, **{**apart, "J": (1, 1)}),
        ),
    },
)

predictive = Total(B(h) * likelihood(h), h)
chance = Total(B(h) * kept(h), h)
inside = ForAll((h, v), Eq(B(h) * G(h, v) * L(v, t), B(h) * (J(v) * G(h, v) * L(v, t))))


def wherever(claim):
    """For all outputs that are impossible with data outside of the set."""
    return ForAll(t, Implication(inside, claim))


prior_predictive = Theorem(
    title="The prior predictive probability near that of any one data set",
    source=(
        "bailie.thm6.2",
        "bailie.lemF.11",
        "bailie.asm6.1",
    ),
    given=(prior, *hypotheses),
    claim=wherever(between(chance, predictive)),
    derivation=(
        have(each_model, "for each value of the parameter", by=inside_the_set),
        specialise(each_model, {h: h, t: t}, "this output and value of the parameter"),
        specialise(prior.args[0], {g: h}, "a probability"),
        have(
            B(h) * (exp(-(D * eps)) * kept(h) * q(t)) <= B(h) * likelihood_inside(h), "weighted by the prior"
        ),
        have(B(h) * likelihood_inside(h) <= B(h) * (exp(D * eps) * kept(h) * q(t)), "weighted by the prior"),
        specialise(inside, {h: h, v: v}, "impossible outside of the set"),
        have(Eq(B(h) * likelihood(h), B(h) * likelihood_inside(h)), "sum over the data"),
        have(
            Total(B(h) * (exp(-(D * eps)) * kept(h) * q(t)), h) <= Total(B(h) * likelihood(h), h),
            "sum over the values of the parameter",
        ),
        have(
            Total(B(h) * likelihood(h), h) <= Total(B(h) * (exp(D * eps) * kept(h) * q(t)), h),
            "sum over the values of the parameter",
        ),
    ),
    errata=erratum(
        "wrong result",
        "Theorem 6.2 and Lemma F.11; the words are those after the theorem",
        "While ... is a function of both the data model ... and the prior ..., the density bounds ... are free of both.",
        fails=(
            "The lower bound misses the probability that the data are possible with the output, under the prior: publish which of two "
            "components the data are in, where the first has the probability 1/10 under every value of the parameter. We read the "
            "paper in a text without its displays; the quoted words leave no room for the factor."
        ),
        holds="The lower bound with the factor; it is 1 where the data of every value of the parameter are possible with the output.",
        reads=variant(
            wherever(exp(-(D * eps)) * q(t) <= predictive), witness=point({eps: 0, D: 0}, **apart, B=(half, half))
        ),
    ),
    example=point({eps: log(4), D: 1}, **response, B=(half, half)),
    near_misses={
        "without privacy": variant(
            given=(prior, model, densities, indicator, around),
            witness=point({eps: 0, D: 1}, **response, B=(0, 1)),
        ),
        "with an output that is possible outside of the set": variant(
            ForAll(t, predictive <= exp(D * eps) * chance * q(t)),
            witness=point({eps: 0, D: 0}, **apart, B=(half, half)),
        ),
    },
    note=(
        "The data that are possible with the output are those that are so under some value of the parameter. J is this set or a larger one; "
        "Assumption 6.1 asks that it is connected and that the prior is a law. With the prior on one value this is the bound on the "
        "privatised data probability. The sum is a density of the prior predictive law, for the measure to which the densities refer."
    ),
)  # fmt: skip
