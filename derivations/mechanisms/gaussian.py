"""The Gaussian mechanism: its privacy loss is affine in the output; no pure DP; its Rényi divergence output by output."""

from dpsym.derivations.vocabulary import Delta, alpha, eps, sigma, t
from dpsym.language import *

c = parameter("c", above=0, about="the constant that makes the total probability 1")
x = parameter("x", about="input: the value of the query on one database")
x_2 = parameter("x_2", about="the value of the query on a neighbouring database")
w = parameter("w", about="the noise in standard deviations")

gaussian = Gaussian(sigma, Delta, c)
one, other = gaussian.density(t, x), gaussian.density(t, x_2)


def affine(t, x, x_2):
    """The privacy loss at the output t, as an affine function of it."""
    return (x - x_2) / sigma**2 * (t - (x + x_2) / 2)


far = x + sigma**2 * eps / Delta
centre = alpha * x + (1 - alpha) * x_2

mechanism = Definition(
    title="Gaussian mechanism",
    source="kifer.ex4.5",
    cites="dwork2006a",
    errata=erratum(
        "slip in wording",
        "Example 4.5, the two cases",
        "If Alice has no cancer records in both datasets, then",
        fails="The first case is a cancer record in one of the two data sets, but not both. That leaves the case of a cancer record in both, of which the example says nothing.",
        holds="The loss is 0 with probability 1 wherever the two counts are equal: with no cancer record in either data set, or one in both.",
    ),
    defines=one,
    note=(
        "The density of the output t on the input x: noise with a normal law is added to the value of a query. The total mass is "
        "1 when c is sigma times the square root of twice the number pi; the statements hold for every positive c."
    ),
)

loss = Theorem(
    title="The privacy loss of the Gaussian mechanism is affine in the output",
    note="Read for densities at single outputs; an integral over outputs is no part of the certificate.",
    source="kifer.ex4.5",
    claim=Eq(log(one / other), affine(t, x, x_2)),
    derivation=(
        Chain(one / other)
        .eq(
            exp(-((t - x) ** 2 / (2 * sigma**2))) / exp(-((t - x_2) ** 2 / (2 * sigma**2))),
            "the normalisers cancel",
        )
        .eq(exp(gaussian.loss(t, x, x_2)), "exponential of a difference"),
        Chain(log(one / other))
        .eq(gaussian.loss(t, x, x_2), "take the logarithm")
        .eq(affine(t, x, x_2), "difference of squares"),
    ),
    near_misses={
        "measured from the second input": variant(
            Eq(log(one / other), (x - x_2) / sigma**2 * (t - x_2)),
            witness=point({sigma: 1, c: 1, x: 1, x_2: 0, t: 0}),
        ),
        "the inputs exchanged": variant(
            Eq(log(one / other), affine(t, x_2, x)), witness=point({sigma: 1, c: 1, x: 1, x_2: 0, t: 0})
        ),
    },
)

standardised = Theorem(
    title="The privacy loss of the Gaussian mechanism in standard deviations",
    source="kifer.ex4.5",
    given=Eq(x - x_2, Delta),
    claim=Eq(gaussian.loss(x + sigma * w, x, x_2), Delta**2 / (2 * sigma**2) + Delta / sigma * w),
    near_misses={
        "drawn on the second input": variant(
            Eq(gaussian.loss(x_2 + sigma * w, x, x_2), Delta**2 / (2 * sigma**2) + Delta / sigma * w),
            witness=point({sigma: 1, Delta: 1, x: 1, x_2: 0, w: 0}),
        ),
    },
    note=(
        "On the first input w is a standard normal variable, so the loss is normal; its mean is half its variance, which is "
        "the square of the distance in standard deviations. "
        "That the loss exceeds a bound just where the noise exceeds a cut, and that the normal tail there is that of this normal law, is proved apart."
    ),
    evaluate={"mean": gaussian.rho, "variance": gaussian.mu**2},
)

equal_inputs = Theorem(
    title="No loss between equal inputs of the Gaussian mechanism",
    source=("kifer.ex4.5", "kifer.ex5.10-plrv"),
    given=Eq(x, x_2),
    claim=Eq(gaussian.loss(t, x, x_2), 0),
    near_misses={
        "some loss": variant(gaussian.loss(t, x, x_2) > 0),
    },
    note="Whether both databases hold the record that the query counts or neither does makes no difference.",
)

event = Theorem(
    title="The outputs of the Gaussian mechanism with a large loss",
    source="kifer.ex5.10-adp",
    given=Eq(x - x_2, Delta),
    claim=Eq(
        Indicator(gaussian.loss(t, x, x_2) > eps), Indicator(t > (x + x_2) / 2 + sigma**2 * eps / Delta)
    ),
    near_misses={
        "from the middle of the inputs on": variant(
            Eq(Indicator(gaussian.loss(t, x, x_2) > eps), Indicator(t > (x + x_2) / 2)),
            witness=point({sigma: 1, Delta: 1, x: 1, x_2: 0, eps: 1, t: 1}),
        ),
    },
    note="A half-line of outputs, so that the tails of two normal laws give the delta and the tail of the loss.",
)

no_pure = Theorem(
    title="No bound holds for the ratio of the Gaussian mechanism's densities",
    source="kifer.ex4.5",
    given=Eq(x - x_2, Delta),
    claim=gaussian.density(far, x) > exp(eps) * gaussian.density(far, x_2),
    define={t: far},
    derivation=(
        have(
            Eq(gaussian.loss(far, x, x_2), eps + Delta**2 / (2 * sigma**2)), "the loss at an output far away"
        ),
        have(exp(eps) < exp(eps + Delta**2 / (2 * sigma**2)), "the exponential is increasing"),
        Chain(exp(eps) * gaussian.density(far, x_2))
        .lt(exp(eps + Delta**2 / (2 * sigma**2)) * gaussian.density(far, x_2), "by the line before")
        .eq(exp(gaussian.loss(far, x, x_2)) * gaussian.density(far, x_2), "the loss there")
        .eq(gaussian.density(far, x), "exponential of a difference"),
    ),
    near_misses={
        "at the first input": variant(
            one > exp(eps) * other,
            given=[Eq(x - x_2, Delta), Eq(t, x)],
            witness=point({sigma: 1, c: 1, Delta: 1, x: 1, x_2: 0, eps: 1, t: 1}),
        ),
    },
    note=(
        "Read for densities at single outputs; an integral over outputs is no part of the certificate. The loss is "
        "finite at every output, and whatever bound is set on it, some outputs exceed it."
    ),
)

renyi = Theorem(
    title="The integrand of the Gaussian mechanism's Rényi divergence",
    source="kifer.eq5-gaussian-renyi",
    cites=("mironov2017", "bunsteinke2016"),
    claim=Eq(
        one**alpha * other ** (1 - alpha),
        exp(alpha * (alpha - 1) * (x - x_2) ** 2 / (2 * sigma**2)) * gaussian.density(t, centre),
    ),
    derivation=(
        have(Eq(one, exp(-((t - x) ** 2 / (2 * sigma**2)) - log(c))), "the density"),
        have(Eq(other, exp(-((t - x_2) ** 2 / (2 * sigma**2)) - log(c))), "the density"),
        have(Eq(log(one), -((t - x) ** 2 / (2 * sigma**2)) - log(c)), "its logarithm"),
        have(Eq(log(other), -((t - x_2) ** 2 / (2 * sigma**2)) - log(c)), "its logarithm"),
        have(
            Eq(
                alpha * (t - x) ** 2 + (1 - alpha) * (t - x_2) ** 2,
                (t - centre) ** 2 - alpha * (alpha - 1) * (x - x_2) ** 2,
            ),
            "complete the square",
        ),
        Chain(one**alpha * other ** (1 - alpha))
        .eq(exp(alpha * log(one) + (1 - alpha) * log(other)), "powers as exponentials")
        .eq(exp(-((alpha * (t - x) ** 2 + (1 - alpha) * (t - x_2) ** 2) / (2 * sigma**2)) - log(c)), "insert")
        .eq(
            exp(
                alpha * (alpha - 1) * (x - x_2) ** 2 / (2 * sigma**2)
                - (t - centre) ** 2 / (2 * sigma**2)
                - log(c)
            ),
            "the square completed",
        )
        .eq(
            exp(alpha * (alpha - 1) * (x - x_2) ** 2 / (2 * sigma**2)) * gaussian.density(t, centre),
            "exponential of a sum",
        ),
    ),
    near_misses={
        "the density at the first input": variant(
            Eq(
                one**alpha * other ** (1 - alpha),
                exp(alpha * (alpha - 1) * (x - x_2) ** 2 / (2 * sigma**2)) * one,
            ),
            witness=point({sigma: 1, c: 1, alpha: 2, x: 1, x_2: 0, t: 0}),
        ),
    },
    evaluate={"divergence": alpha * gaussian.rho, "rho": gaussian.rho},
    note=(
        "Completing the square. A density has total mass 1 whatever its centre, so the moment of the loss is the exponential in "
        "front: the divergence of order alpha is alpha times the squared distance over twice the variance, and the mechanism "
        "is zero-concentrated with equality at every order. The divergence by the integral over the outputs is stated apart; for every rounding of the output the bound is proved without one."
    ),
)

first = x - Delta / 2 + sigma**2 * eps / Delta

curve = Theorem(
    title="Where the outputs with a large loss begin, in standard deviations from both inputs",
    kind="lemma",
    cites="ballewang2018",
    claim=AllOf(
        Eq((first - x) / sigma, eps * sigma / Delta - Delta / (2 * sigma)),
        Eq((first - (x - Delta)) / sigma, eps * sigma / Delta + Delta / (2 * sigma)),
    ),
    near_misses={
        "the same from both": variant(
            Eq((first - (x - Delta)) / sigma, eps * sigma / Delta - Delta / (2 * sigma)),
            witness=point({sigma: 1, Delta: 1, x: 0, eps: 0}),
        ),
        "the whole distance": variant(Eq((first - x) / sigma, eps * sigma / Delta - Delta / sigma)),
    },
    evaluate={"delta": gaussian.profile(eps), "tail": normal_tail(eps * sigma / Delta - Delta / (2 * sigma))},
    note=(
        "On the first input a loss above eps has the probability that a standard normal variable exceeds the first number, on "
        "the second input that it exceeds the second. The least delta at eps is the first probability less e^eps times the "
        "second, which is the formula of the cited paper. That no test does better is proved from the conditions on cuts that integrals have."
    ),
)

rho = Rational(263, 100)  # the budget of the paper's figure
deltas = Example(
    title="Delta of the Gaussian mechanism",
    source=("kifer.ex5.10-adp", whole_of("kifer.eq5-census-mu")),
    cites="ballewang2018",
    uses=(event, curve),
    values=tuple(
        value(f"least delta at eps = {e}, rho = 2.63", Gaussian(1 / sqrt(2 * rho)).profile(e))
        for e in (1, 2, 3, 8, 12, 20)
    ),
    note="The paper draws this curve and prints no number of it.",
)

integrals = Background(
    title="The integrals of the Gaussian densities",
    source=("kifer.ex5.10-adp", "kifer.eq5-gaussian-renyi"),
    cites=("ballewang2018", "mironov2017", "bunsteinke2016"),
    note=(
        "What is proved here holds output by output. For the output rounded to finitely many cells of the line, the bounds on the "
        "hockey-stick divergences, on the Rényi divergence of every order and on every test are proved besides, without an integral. "
        "That the unrounded laws attain these bounds, their divergences being the suprema over such roundings, is taken from "
        "the literature; with it the statements above give the least delta at every bound on the loss, and the Rényi "
        "divergence of every order."
    ),
)
