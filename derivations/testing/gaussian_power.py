"""Level and power of the best test between neighbours of the Gaussian mechanism, and its bounded-DP curve."""

from dpsym.derivations.mechanisms.gaussian import curve as half_line
from dpsym.derivations.mechanisms.gaussian import event as large_losses
from dpsym.derivations.mechanisms.gaussian import renyi as divergence
from dpsym.derivations.testing.renyi_error_rates import zero_concentrated as errors
from dpsym.derivations.vocabulary import a, delta, eps, hundredth, tenth, twentieth, w
from dpsym.language import *

a = a.ranging(above=0, below=1)
delta = delta.ranging(above=0, below=1)
p = parameter("p", above=0, below=1, about="power of the test")


def upper_point(a):
    """The number that a standard normal variable exceeds with probability a."""
    return Root(normal_tail(w) - a, w, Integer(-40), Integer(40))


def power(a, mu):
    """The power of the best test of level a between normal laws of variance 1 with means 0 and mu."""
    return normal_tail(upper_point(a) - mu)


def bounded_loss(delta, mu):
    """The bound on the loss that no secondary analysis exceeds with more than probability delta."""
    z = upper_point(delta)
    return log(delta) - log(normal_tail(z + mu))


def least_delta(eps, mu):
    """The delta of approximate DP between normal laws of variance 1 with means 0 and mu."""
    with as_written():
        return Phi(-eps / mu + mu / 2) - exp(eps) * Phi(-eps / mu - mu / 2)


rho = Rational(263, 100)
distance = sqrt(2 * rho)


def relative_entropy(p, q):
    """The Kullback-Leibler divergence of two answers with probabilities p and q of yes."""
    return p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))


def moment(p, q, alpha):
    """The Rényi divergence of order alpha of two answers with probabilities p and q of yes."""
    return log(p**alpha * q ** (1 - alpha) + (1 - p) ** alpha * (1 - q) ** (1 - alpha)) / (alpha - 1)


best_order = Rational(10987, 10000)

calibrated = Example(
    title="Power against the Gaussian mechanism at the budget of the census",
    source="kifer.eq6-gauss-mech",
    kind="formula",
    cites=("ballewang2018", "dong2022"),
    values=tuple(
        value(f"power at level {float(level):.2f}", power(level, distance), printed=digits)
        for level, digits in ((hundredth, "0.49"), (twentieth, "0.74"), (tenth, "0.84"))
    ),
    uses=(large_losses, half_line, divergence),
    note=(
        "With sensitivity 1 and variance 1/(2 rho) the mechanism is zero-concentrated with budget rho, and the means of the two "
        "laws are the square root of 2 rho standard deviations apart. The best test rejects the outputs beyond a cut. The digits are "
        "those of the first column of Table 2."
    ),
)

zero_concentrated = Example(
    title="The power bound of zero-concentrated DP at the budget of the census",
    source=whole_of("kifer.eq6-zcdp-power"),
    kind="formula",
    cites="balle2020",
    values=(
        value(
            "upper bound at level 0.01",
            Root(moment(p, hundredth, best_order) - best_order * rho, p, Rational(1, 2), Rational(99, 100)),
            printed="0.70",
        ),
        value(
            "upper bound at level 0.05",
            Root(relative_entropy(p, twentieth) - rho, p, Rational(1, 2), Rational(999, 1000)),
            printed="0.95",
        ),
        value(
            "upper bound at level 0.10",
            Root(relative_entropy(tenth, p) - rho, p, Rational(1, 2), Rational(999, 1000)),
            printed="0.96",
        ),
    ),
    uses=(errors,),
    note=(
        "Every order of the divergence bounds the power; at the two larger levels the limit of order 1, the relative "
        "entropy, bounds it best, at the smallest level an order near 1.0987. The digits are those of the last column of Table 2."
    ),
)

losses = tuple(Integer(e) for e in (1, 2, 4, 6, 8, 10, 12))
failures = tuple(Rational(1, 10**k) for k in (1, 2, 3, 5, 6, 10, 12))

variance = Rational(100, 263)
caption = Example(
    title="The budget that the caption of the first figure means",
    source="kifer.fig1",
    values=(
        value(
            "budget of noise of the variance 1/2.63",
            1 / (2 * variance),
            printed="2.63",
            expected="disagrees",
            note="A query of sensitivity 1 with noise of this variance has half the budget of the production settings.",
        ),
    ),
    uses=(divergence,),
    errata=erratum(
        "wrong number",
        "Caption of Figure 1",
        "This is equivalent to using Gaussian noise variance σ² = 1/2.63 in Example 4.5",
        fails="The query of Example 4.5 changes by 1 between neighbours, so that noise of variance σ² is ρ-zCDP with ρ = 1/(2σ²): for the variance 1/2.63 that is ρ = 1.315, half of the 2.63 of the production settings.",
        holds="The variance is 1/5.26, as the text on the figure (a shift of √(2ρ)) and Figure 2 have it.",
        rows="budget of noise of the variance 1/2.63",
    ),
)

curves = Figure(
    title="Three curves of guarantees of the Gaussian mechanism",
    source=(whole_of("kifer.fig1"), "kifer.ex5.10-pbdp"),
    cites="ballewang2018",
    curves=(
        curve("approximate DP: delta", least_delta(eps, distance), eps, losses),
        curve(
            "zero-concentrated bound",
            exp(-((eps - rho) ** 2) / (4 * rho)),
            eps,
            tuple(Integer(e) for e in (3, 4, 6, 8, 10, 12)),
        ),
        curve("bounded DP: loss by probability", bounded_loss(delta, distance), delta, failures),
        curve(
            "zero-concentrated: loss by probability", rho + 2 * sqrt(rho * log(1 / delta)), delta, failures
        ),
    ),
    uses=(large_losses, half_line),
    logarithmic=("y",),
    note=(
        "The caption's variance, 1/2.63, would mean half the budget for a query of sensitivity 1; the text, the second figure and "
        "its table have 1/5.26, which is used here. The curve of bounded DP is given as the loss by its probability."
    ),
)

levels = tuple(Rational(k, 1000) for k in (1, 10, 50, 100, 200, 300, 500, 700, 900))
best_tests = Figure(
    title="Level and power of the best test",
    source="kifer.ex5.10-f",
    cites="dong2022",
    curves=(curve("Gaussian mechanism", power(a, distance), a, levels),),
    uses=(large_losses, half_line),
    note="The trade-off function of the paper is 1 less this power, as a function of the level.",
)
