"""The posterior of a parameter by Bayes' rule, and of one record when an attacker knows all others."""

from dpsym.derivations.inference.prior_to_posterior import B, g, h, prior, t
from dpsym.derivations.vocabulary import eps, fifth, half, third, two_thirds
from dpsym.language import *

F = function(
    "F", law=False, about="the privatised data probability of the output, or its density, given the parameter"
)
f = function("f", law=False, about="a bound on the prior predictive density of the output, whatever it is")
seen = Total(B(g) * F(g, t), g)
posterior = B(h) * F(h, t) / seen
likelihoods = AllOf(ForAll((h, t), 0 <= F(h, t)), ForAll(t, seen <= f(t)))

# a, b: values of the record; the other records are known. V: the attacker's probabilities; L(a, .): the law of the output.
a, b = Outcome("a", "X"), Outcome("b", "X")
V = function("V", about="the attacker's law of the record")
p = parameter("p", about="the probability of the output")
belief = distribution(V(a), a)
L = function("L", law=False, about="the probability or the density of the output, given the record")
k = function("k", law=False, about="a bound on the densities of the output, over all values of the record")
outputs = AllOf(ForAll((a, t), 0 <= L(a, t)), ForAll((a, t), L(a, t) <= k(t)))
private = ForAll((a, b, t), L(a, t) <= exp(eps) * L(b, t))
told = Total(V(b) * L(b, t), b)
after = V(a) * L(a, t) / told
small = {"X": 2, "Y": 2}

models = {"sizes": {"H": 2, "Y": 2}, "F": (two_thirds, third, third, two_thirds), "f": (1, 1)}

bayes_rule = Theorem(
    title="The posterior of the parameter",
    source=of_any_spaces("bailie.eq13"),
    given=(prior, likelihoods),
    claim=ForAll(t, Implication(0 < seen, AllOf(ForAll(h, 0 <= posterior), Eq(Total(posterior, h), 1)))),
    derivation=(
        specialise(prior.args[0], {g: h}, "a probability"),
        have(0 <= B(h) * F(h, t), "no factor is negative"),
    ),
    example=point(**models, B=(half, half)),
    near_misses={
        "of a prior that is no law": without(
            prior,
            claim=ForAll((t, h), Implication(0 < seen, 0 <= posterior)),
            witness=point(**{**models, "f": (2, 2)}, B=(2, -half)),
        ),
        "without the normalising constant": variant(
            ForAll(t, Implication(0 < seen, Eq(Total(B(h) * F(h, t), h), 1))),
            witness=point(**models, B=(half, half)),
        ),
    },
    note=(
        "The posterior is proportional to the prior times the privatised data probability, which needs the model and the mechanism. The bounds "
        "of the theorem on prior and posterior take its place where one of them is unknown or the sum over the data is out of reach. That "
        "the prior predictive density is finite is so for almost every output."
    ),
)


def bounded(eps):
    """The attacker's probability of each value changes by at most a factor of e^eps."""
    return ForAll(t, Implication(0 < told, ForAll(a, Between(exp(-eps) * V(a), after, exp(eps) * V(a)))))


response = {"sizes": small, "V": (half, half), "L": (4 * fifth, fifth, fifth, 4 * fifth), "k": (1, 1)}

one_record = Theorem(
    title="An attacker who knows all other records",
    source=of_any_spaces("bailie.fn3"),
    given=(belief, outputs, private),
    claim=bounded(eps),
    derivation=(
        specialise(belief.args[0], {a: b}, "a probability"),
        specialise(private, {a: a, b: b, t: t}, "privacy"),
        specialise(private, {a: b, b: a, t: t}, "privacy"),
        have(V(b) * L(a, t) <= V(b) * (exp(eps) * L(b, t)), "weighted"),
        have(V(b) * L(b, t) <= V(b) * (exp(eps) * L(a, t)), "weighted"),
        have(L(a, t) <= exp(eps) * told, "sum over the values"),
        have(told <= exp(eps) * L(a, t), "sum over the values"),
        have(L(a, t) / told <= exp(eps), "the output is possible"),
        have(exp(-eps) * told <= exp(-eps) * (exp(eps) * L(a, t)), "a positive factor"),
        have(exp(-eps) * told <= L(a, t), "a positive factor"),
        let(
            p,
            told,
            (0 < p, Eq(L(a, t) / told, L(a, t) / p), exp(-eps) * p <= L(a, t)),
            "the probability of the output",
        ),
        have(exp(-eps) <= L(a, t) / p, "the output is possible"),
        have(exp(-eps) <= L(a, t) / told, "the output is possible"),
        have(V(a) * (L(a, t) / told) <= V(a) * exp(eps), "weighted"),
        have(V(a) * exp(-eps) <= V(a) * (L(a, t) / told), "weighted"),
    ),
    example=point({eps: log(4)}, **response),
    near_misses={
        "without privacy": without(private, witness=point({eps: 0}, **response)),
    },
    note=(
        "This is the theorem on prior and posterior with a value of the parameter for each value of the record, the other records fixed: the "
        "largest distance is 1. Where the other records are unknown, and the parameter is the value of the record all the same, the largest "
        "distance is that of any two data sets, with the Hamming distance the number of records."
    ),
)
