"""Means of two numbers with every weight."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

b = parameter("b", at_least=0, about="a number")
w = parameter("w", above=0, below=1, about="prior probability of the first value of the parameter")
x, z = (parameter(name, at_least=0, about="a mass") for name in "xz")
every_prior = ForAll(w, x <= exp(b) * (w * x + (1 - w) * z))
rare = (x - exp(b) * z) / (2 * (exp(b) * x))

rare_value = Theorem(
    title="What bounds a mass by every mean of it and another bounds it by the other",
    kind="lemma",
    given=every_prior,
    claim=x <= exp(b) * z,
    derivation=cases(
        exp(b) * z < x,
        (
            have(0 < x, "a larger mass"),
            have(1 <= exp(b), "a distance is not negative"),
            have(x <= exp(b) * x, "a distance is not negative"),
            have(0 < 2 * (exp(b) * x), "positive"),
            have(0 < rare, "a prior"),
            have(
                rare < 1,
                "a prior",
                derivation=have(x - exp(b) * z < 2 * (exp(b) * x), "a larger denominator"),
            ),
            specialise(every_prior, {w: rare}, "a rare value"),
            have(0 <= exp(b) * (rare * z), "no factor is negative"),
            have(x <= (x - exp(b) * z) / 2 + exp(b) * z - exp(b) * (rare * z), "a rare value"),
        ),
    ),
    example=point({b: log(2), x: 2, z: 1}),
    near_misses={
        "for no prior": variant(given=(), witness=point({b: 0, x: 1, z: 0})),
        "for one prior": variant(
            given=[every_prior.args[1].xreplace({w: half})], witness=point({b: log(2), x: 1, z: 0})
        ),
    },
)
