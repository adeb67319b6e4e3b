"""The Gaussian mechanism for a query with many values: the privacy loss in standard deviations of the noise."""

from dpsym.derivations.mechanisms.gaussian import standardised as one_value
from dpsym.language import *

i = Outcome("i", "I")
W, A, B, sigma = function("W"), function("A"), function("B"), function("sigma")

output = A(i) + sigma(i) * W(i)
loss = Total(((output - B(i)) ** 2 - (output - A(i)) ** 2) / (2 * sigma(i) ** 2), i)
apart = (A(i) - B(i)) / sigma(i)

gaussian_with_many_values = Theorem(
    title="The privacy loss of the Gaussian mechanism with many values",
    source=part_of("kifer.ex5.10-plrv", "the law of the loss; only its value at each output"),
    claim=ForAll(
        (W(i), A(i), B(i), sigma(i)),
        Implication(ForAll(i, sigma(i) > 0), Eq(loss, Total(apart**2, i) / 2 + Total(apart * W(i), i))),
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
