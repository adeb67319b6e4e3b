"""From prior to posterior with one set of values of the parameter: sharp in the odds, and where it is attained."""

from dpsym.language import *

b = parameter("b", at_least=0, about="privacy loss times the largest distance of possible data, in nats")
w = parameter("w", above=0, below=1, about="prior probability of the values")
r = parameter("r", above=0, about="likelihood of the other values, relative to that of these")
t = parameter("t", above=0, about="what is given up of the largest ratio, relative to it")
posterior = w / (w + (1 - w) * r)

posterior_odds = Theorem(
    title="The posterior probability of a set of values, by its prior odds",
    source=(whole_of("bailie.x-posterior-odds"), "bailie.thm6.4"),
    given=Between(exp(-b), r, exp(b)),
    claim=Between(w / (w + (1 - w) * exp(b)), posterior, w / (w + (1 - w) * exp(-b))),
    derivation=(
        have((1 - w) * exp(-b) <= (1 - w) * r, "weighted"),
        have((1 - w) * r <= (1 - w) * exp(b), "weighted"),
    ),
    tight=point({r: exp(-b)}),
    evaluate={
        "largest posterior": w / (w + (1 - w) * exp(-b)),
        "smallest posterior": w / (w + (1 - w) * exp(b)),
    },
    note="Where the data of every value are possible with the output. It is attained by two values that determine the data.",
)

inside = Theorem(
    title="The bound by the odds lies strictly inside the bound by the ratio",
    source=("bailie.eq-posterior-interval", "bailie.thm6.4"),
    given=0 < b,
    claim=AllOf(w / (w + (1 - w) * exp(-b)) < exp(b) * w, exp(-b) * w < w / (w + (1 - w) * exp(b))),
    derivation=(
        have(1 < exp(b), "the loss is positive"),
        have(exp(-b) < 1, "the loss is positive"),
        have((1 - w) * exp(-b) < 1 - w, "weighted"),
        have(1 - w < (1 - w) * exp(b), "weighted"),
        have(exp(-b) < w + (1 - w) * exp(-b), "a mean of 1 and less", derivation=have(w * exp(-b) < w)),
        have(w + (1 - w) * exp(b) < exp(b), "a mean of 1 and more", derivation=have(w < w * exp(b))),
        have(
            1 < exp(b) * (w + (1 - w) * exp(-b)),
            "multiply",
            derivation=have(exp(b) * exp(-b) < exp(b) * (w + (1 - w) * exp(-b))),
        ),
        have(
            exp(-b) * (w + (1 - w) * exp(b)) < 1,
            "multiply",
            derivation=have(exp(-b) * (w + (1 - w) * exp(b)) < exp(-b) * exp(b)),
        ),
        have(w < exp(b) * w * (w + (1 - w) * exp(-b)), "multiply"),
        have(exp(-b) * w * (w + (1 - w) * exp(b)) < w, "multiply"),
    ),
    near_misses={
        "by twice as much": variant(w / (w + (1 - w) * exp(-b)) < exp(b / 2) * w),
    },
    note="So the bound by the ratio is an interval of measures around the prior that no event of a probability between 0 and 1 reaches.",
)

needed = Theorem(
    title="No smaller constant bounds the ratio of posterior and prior for every prior",
    source=(
        "bailie.rem6.6",
        whole_of("bailie.tight6.4"),
        "bailie.tight6.2",
    ),
    given=w * (1 - exp(-b)) <= t * exp(-b),
    claim=exp(b) / (1 + t) <= 1 / (w + (1 - w) * exp(-b)),
    derivation=(
        have(0 < w + (1 - w) * exp(-b), "positive", derivation=have(0 < (1 - w) * exp(-b))),
        have(w + (1 - w) * exp(-b) <= (1 + t) * exp(-b), "a rare value"),
        have(exp(b) * (w + (1 - w) * exp(-b)) <= exp(b) * ((1 + t) * exp(-b)), "a positive factor"),
        have(exp(b) * (w + (1 - w) * exp(-b)) <= 1 + t, "a positive factor"),
    ),
    near_misses={
        "for a common value": variant(given=()),
        "reached": variant(exp(b) <= 1 / (w + (1 - w) * exp(-b))),
    },
    note=(
        "Two values of the parameter that determine the data, and an output at which the likelihood ratio is the exponential of the loss: "
        "for the Laplace mechanism any output below both counts. As the prior probability of the first value goes to 0, the ratio of its "
        "posterior and prior goes to that likelihood ratio. So a bound for every model and prior is a bound on the ratio of the laws of "
        "neighbours, and the constant is approached but not attained where the prior is positive."
    ),
)
