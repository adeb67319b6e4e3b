"""The law of the privacy loss of the Gaussian mechanism: normal, with half its variance as its mean."""

from dpsym.derivations.analysis.normal_tails import same_value
from dpsym.derivations.mechanisms.gaussian import standardised
from dpsym.derivations.vocabulary import Delta, eps, half, sigma
from dpsym.language import *

x = parameter("x", about="input: the value of the query on one database")
x_2 = parameter("x_2", about="the value of the query on a neighbouring database")
eps = eps.ranging()  # a bound on the loss, of any sign
w = parameter("w", about="the noise in standard deviations")

gaussian = Gaussian(sigma, Delta)
mean, deviation = Delta**2 / (2 * sigma**2), Delta / sigma
loss = gaussian.loss(x + sigma * w, x, x_2)
cut = (eps - mean) / deviation  # the noise at which the loss is the bound
beyond = Phi(
    (mean - eps) / deviation
)  # the probability with which the normal law of this mean and deviation exceeds the bound
large = Indicator(eps < loss)
here = {sigma: 1, Delta: 1, x: 1, x_2: 0, eps: half}

from_higher = Theorem(
    title="Where the loss of the Gaussian mechanism exceeds a bound, from the higher input",
    source=("kifer.ex4.5", "kifer.ex5.10-plrv"),
    given=Eq(x - x_2, Delta),
    claim=AllOf(Eq(large, Indicator(cut < w)), Eq(Phi(-cut), beyond)),
    derivation=(
        have(Eq(loss, mean + deviation * w), "affine in the noise", by=standardised),
        have(Eq(loss - eps, deviation * (w - cut)), "from the cut on"),
        have(Implication(cut < w, 0 < deviation * (w - cut)), "factors"),
        have(Implication(w <= cut, 0 <= deviation * (cut - w)), "factors"),
        have(Implication(cut < w, eps < loss), "beyond the cut the loss is larger than the bound"),
        have(Implication(w <= cut, loss <= eps), "before it is not"),
        have(Eq(-cut, (mean - eps) / deviation), "the cut with its sign reversed"),
        have(Eq(Phi(-cut), beyond), "its mass", by=same_value.at(s=-cut, t=(mean - eps) / deviation)),
    ),
    example=point({**here, w: 0}),
    near_misses={
        "the mean left out": variant(Eq(large, Indicator(eps / deviation < w))),
        "the mean the variance": variant(
            Eq(Phi(-cut), Phi((deviation**2 - eps) / deviation)), witness=point({**here, w: 0})
        ),
        "the inputs in the other order": variant(
            Eq(large, Indicator(cut < w)),
            given=[Eq(x_2 - x, Delta)],
            witness=point({**here, x: 0, x_2: 1, w: 1}),
        ),
    },
    note=(
        "The loss exceeds a bound just where the noise exceeds a cut, and a standard normal number exceeds this cut with the probability with which a normal "
        "number exceeds the bound whose standard deviation is the sensitivity over sigma and whose mean is half of the square of that. So the loss is normal; its mean is half its variance."
    ),
)

from_lower = Theorem(
    title="Where the loss of the Gaussian mechanism exceeds a bound, from the lower input",
    source=("kifer.ex4.5", "kifer.ex5.10-plrv"),
    given=Eq(x_2 - x, Delta),
    claim=AllOf(Eq(large, Indicator(w < -cut)), Eq(Phi(-cut), beyond)),
    derivation=(
        have(Eq(loss, mean - deviation * w), "a difference of squares"),
        have(Eq(loss - eps, deviation * (-cut - w)), "up to the cut"),
        have(Implication(w < -cut, 0 < deviation * (-cut - w)), "factors"),
        have(Implication(-cut <= w, 0 <= deviation * (w + cut)), "factors"),
        have(Implication(w < -cut, eps < loss), "before the cut the loss is larger than the bound"),
        have(Implication(-cut <= w, loss <= eps), "beyond it is not"),
        have(Eq(-cut, (mean - eps) / deviation), "the cut"),
        have(Eq(Phi(-cut), beyond), "its mass", by=same_value.at(s=-cut, t=(mean - eps) / deviation)),
    ),
    example=point({**here, x: 0, x_2: 1, w: 0}),
    near_misses={
        "on the other side of the cut": variant(
            Eq(large, Indicator(cut < w)), witness=point({**here, x: 0, x_2: 1, w: 1})
        ),
        "the inputs in the other order": variant(
            Eq(large, Indicator(w < -cut)), given=[Eq(x - x_2, Delta)], witness=point({**here, w: 1})
        ),
    },
    note=(
        "A standard normal number is below a cut with the probability that the distribution function has there. So the law of the loss is the same from either input; "
        "with sensitivity 1 its variance is one over that of the noise, and its mean half of this. Between equal inputs every loss is 0."
    ),
)
