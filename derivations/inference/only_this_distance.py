"""Why the multiplicative distance and no other: what bounds the posterior for every prior bounds it."""

from dpsym.derivations.analysis.rare_value import rare_value, w
from dpsym.derivations.inference.measures import b
from dpsym.derivations.vocabulary import half, truthful, y_0
from dpsym.language import *

seen = w * P(y_0) + (1 - w) * Q(y_0)
posteriors = ForAll(w, ForAll(y_0, AllOf(P(y_0) <= exp(b) * seen, Q(y_0) <= exp(b) * seen)))
close = ForAll(y_0, AllOf(P(y_0) <= exp(b) * Q(y_0), Q(y_0) <= exp(b) * P(y_0)))
exchanged = w * Q(y_0) + (1 - w) * P(y_0)

from_posteriors = Theorem(
    title="A bound on the posterior for every prior bounds the multiplicative distance",
    source=of_any_spaces("bailie.rem6.6"),
    given=posteriors,
    claim=close,
    derivation=(
        have(
            ForAll(w, P(y_0) <= exp(b) * seen),
            "the first value",
            derivation=(
                specialise(posteriors, {w: w}, "this prior"),
                specialise(posteriors.args[1], {y_0: y_0}, "this output"),
            ),
        ),
        have(
            ForAll(w, Q(y_0) <= exp(b) * exchanged),
            "the second value",
            derivation=(
                specialise(posteriors, {w: 1 - w}, "this prior"),
                specialise(posteriors.args[1].xreplace({w: 1 - w}), {y_0: y_0}, "this output"),
            ),
        ),
        have(P(y_0) <= exp(b) * Q(y_0), "a rare value", by=rare_value.at(b=b, x=P(y_0), z=Q(y_0))),
        have(Q(y_0) <= exp(b) * P(y_0), "a rare value", by=rare_value.at(b=b, x=Q(y_0), z=P(y_0))),
    ),
    example=point({b: log(2)}, **truthful),
    near_misses={
        "for one prior": variant(
            given=[posteriors.args[1].xreplace({w: half})],
            witness=point({b: log(Rational(4, 3))}, **truthful),
        ),
    },
    note=(
        "The ratio of the posterior and the prior of the first value is P(y) over the probability of the output, by which the bound is multiplied; "
        "that of the second is Q(y) over it. Two values of the parameter that determine the data: two neighbours, with the laws P and Q of the output. Let another distorting function be "
        "used in the definition of privacy, and let every two laws at a distance of at most r by it have posteriors within a factor of e^(C r) of "
        "the prior, for every prior, as the bound on the posterior says: then their multiplicative distance is at most C r. So it is at most a "
        "constant times the other distance, and no function of which this is not true gives such bounds. The same is so of bounds on the "
        "power of every test, of any size, as a bound on the power of all tests bounds the multiplicative distance."
    ),
)
