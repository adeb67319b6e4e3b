"""The Gaussian mechanism for a query with many values: the privacy loss in standard deviations of the noise."""

from dpsym.derivations.analysis.normal_tails import same_value
from dpsym.derivations.mechanisms.gaussian import standardised as one_value
from dpsym.derivations.vocabulary import eps, half
from dpsym.language import *

i = Outcome("i", "I")
W = function("W", law=False, about="the noise of a coordinate in standard deviations")
A = function("A", law=False, about="the input of a coordinate")
B = function("B", law=False, about="the other input of a coordinate")
sigma = function("sigma", law=False, about="the standard deviation of the noise of a coordinate")

output = A(i) + sigma(i) * W(i)
loss = Total(((output - B(i)) ** 2 - (output - A(i)) ** 2) / (2 * sigma(i) ** 2), i)
apart = (A(i) - B(i)) / sigma(i)

in_each_coordinate = ForAll(i, sigma(i) > 0)
values = Theorem(
    title="The privacy loss of the Gaussian mechanism with many values",
    source="kifer.ex5.10-plrv",
    claim=ForAll(
        (W(i), A(i), B(i), sigma(i)),
        Implication(in_each_coordinate, Eq(loss, Total(apart**2, i) / 2 + Total(apart * W(i), i))),
    ),
    derivation=(
        have(
            Eq(
                ((output - B(i)) ** 2 - (output - A(i)) ** 2) / (2 * sigma(i) ** 2),
                apart**2 / 2 + apart * W(i),
            ),
            "difference of squares in each coordinate",
        ),
        Chain(loss)
        .eq(Total(apart**2 / 2 + apart * W(i), i), "the line before in each coordinate")
        .eq(Total(apart**2, i) / 2 + Total(apart * W(i), i), "the sum of two sums"),
    ),
    near_misses={
        name: variant(miss.claim, given=one_value.given, witness=miss.witness)
        for name, miss in one_value.near_misses.items()
        if miss.claim is not None
    },
    note=(
        "The coordinate i has noise with standard deviation sigma(i), and W is the noise in standard deviations. The first sum "
        "is the square of the distance of the inputs A and B in standard deviations; half of it is the mean of the loss. The second one "
        "is a normal variable with that variance, as a sum of independent ones. With one coordinate the near misses are false."
    ),
)

d = parameter(
    "d", above=0, about="the distance of the inputs in standard deviations: the root of the sum of squares"
)
eps = eps.ranging()  # a bound on the loss, of any sign

noise = Total(apart / d * W(i), i)  # a sum of independent normal numbers
cut = (eps - d**2 / 2) / d
beyond = Phi((d**2 / 2 - eps) / d)  # the normal law of this mean and deviation, beyond the bound
one_apart = point({d: 1, eps: 0}, A=(1, 0), B=(0, 0), W=(0, 0), sigma=(1, 1))

law_of_the_loss = Theorem(
    title="Where the loss of the Gaussian mechanism with many values exceeds a bound",
    source=part_of(
        "kifer.ex5.10-plrv",
        "that the weighted sum of the noise is standard normal; covariances that are not diagonal",
    ),
    given=(in_each_coordinate, Eq(d**2, Total(apart**2, i))),
    claim=AllOf(
        Implication(cut < noise, eps < loss),
        Implication(noise <= cut, loss <= eps),
        Eq(Phi(-cut), beyond),
    ),
    derivation=(
        have(ForAll(i, Eq((apart / d) ** 2, apart**2 / d**2)), "in each coordinate"),
        have(Eq(Total((apart / d) ** 2, i), Total(apart**2, i) / d**2), "a factor of every term"),
        have(Eq(Total((apart / d) ** 2, i), 1), "so the squares of the weights add up to 1"),
        have(Eq(loss, Total(apart**2, i) / 2 + Total(apart * W(i), i)), "affine in the noise", by=values),
        have(Eq(Total(apart * W(i), i), d * noise), "a factor of every term"),
        have(Eq(d * cut, eps - d**2 / 2), "the loss at the cut"),
        have(Eq(loss - eps, d * (noise - cut)), "from the cut on"),
        have(Implication(cut < noise, 0 < d * (noise - cut)), "factors"),
        have(Implication(noise <= cut, 0 <= d * (cut - noise)), "factors"),
        have(Implication(cut < noise, eps < loss), "beyond the cut the loss is larger than the bound"),
        have(Implication(noise <= cut, loss <= eps), "before it is not"),
        have(Eq(-cut, (d**2 / 2 - eps) / d), "the cut with its sign reversed"),
        have(Eq(Phi(-cut), beyond), "its mass", by=same_value.at(s=-cut, t=(d**2 / 2 - eps) / d)),
    ),
    example=one_apart,
    near_misses={
        "the distances added up": variant(
            Implication(cut < noise, eps < loss),
            given=[in_each_coordinate, Eq(d, Total(apart, i))],
            witness=point({d: 2, eps: 0}, A=(1, 1), B=(0, 0), W=(-1, -half), sigma=(1, 1)),
        ),
        "the mean left out": variant(Implication(noise <= eps / d, loss <= eps), witness=one_apart),
    },
    note=(
        "The noise W of the coordinates is independent and normal; the sum of it with weights whose squares add up to 1 is standard normal, since sums of independent normal numbers are normal and "
        "their variances add up. It exceeds the cut with the probability with which a normal number, whose standard deviation is d and whose mean is half of its square, exceeds the bound. So the loss is normal, with half its variance as its mean, "
        "and from the other input it has the same law. Noise that is not independent becomes so in other coordinates."
    ),
)
