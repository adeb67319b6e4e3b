"""The density of the Gaussian copula, and what it adds to the loss: where the shifts depend on the state, and where the correlation does."""

from dpsym.derivations.confounding.correlated_noise import a, b, exponent, loss, r, single_losses, v, w
from dpsym.derivations.confounding.correlated_noise import r as correlation
from dpsym.derivations.vocabulary import half, tenth
from dpsym.language import *

r_0 = parameter("r_0", above=-1, below=1, about="correlation in the first state")
r_1 = parameter("r_1", above=-1, below=1, about="correlation in the second state")


def of_copula(v, w, r):
    """Twice the exponent of the density of the Gaussian copula at two normal quantiles, with its sign changed."""
    return (r**2 * (v**2 + w**2) - 2 * r * v * w) / (1 - r**2)


density = Theorem(
    title="The exponent of the density of the Gaussian copula",
    source=(
        part_of(
            "zhang.def9",
            "the distribution function itself, an integral; its margins",
        ),
    ),
    claim=Eq(of_copula(v, w, r), exponent(v, w) - v**2 - w**2),
    near_misses={
        "of the two variables themselves": variant(
            Eq(of_copula(v, w, r), exponent(v, w)), witness=point({v: 1, w: 0, r: half})
        ),
        "the correlation not squared": variant(
            Eq((r * (v**2 + w**2) - 2 * r * v * w) / (1 - r**2), exponent(v, w) - v**2 - w**2),
            witness=point({v: 1, w: 0, r: half}),
        ),
    },
    note=(
        "The density of the copula is the joint density of two standard normal variables over the product of theirs, at their quantiles: the "
        "root of 1 - r^2 in front stays, the exponents are subtracted. The paper prints the domain of this copula of two as the "
        "cube of dimension k."
    ),
)

u = parameter("u", about="the normal quantile of the first output, in the first state")
t = parameter("t", about="the normal quantile of the second output, in the first state")

added = Theorem(
    title="What the copula of correlated normal noise adds to the loss of the single outputs",
    source=(
        "zhang.prop2",
        whole_of("zhang.eq-lcg"),
    ),
    claim=Eq(
        loss,
        single_losses + (of_copula(v + a / 2, w + b / 2, r) - of_copula(v - a / 2, w - b / 2, r)) / 2,
    ),
    errata=erratum(
        "wrong result",
        "Section 4.2, the display before Proposition 2",
        "log c_{ρ}^{g}(Ψ_{1}(Y_1|s_1), Ψ_{2}(Y_2|s_1)|eps_c, delta_c)/c_{ρ}^{g}(Ψ_{1}(Y_1|s_0), Ψ_{2}(Y_2|s_0)|eps_c, delta_c)",
        fails=(
            "Numerator and denominator are exchanged: the loss is of the first state against the second. With shifts of 2, outputs at 0.3 and -0.2 from the middle and correlation "
            "1/2 the loss is 2/15; with the printed order the sum is 4/15."
        ),
        holds="The logarithm of the density at the first state over that at the second.",
        affects="Proposition 2, which adds this term, and the displays of its proof.",
        reads=variant(
            Eq(
                loss,
                single_losses + (of_copula(v - a / 2, w - b / 2, r) - of_copula(v + a / 2, w + b / 2, r)) / 2,
            ),
            witness=point({a: 2, b: 2, v: 3 * tenth, w: -2 * tenth, r: half}),
        ),
    ),
    near_misses={
        "nothing": variant(
            Eq(loss, single_losses), witness=point({a: 2, b: 2, v: 3 * tenth, w: -2 * tenth, r: half})
        ),
    },
    note=(
        "Where each state has one data set, and only there: the copula is that of the outputs given the data. The quantiles of the "
        "outputs are v + a/2 and w + b/2 under the law of the second state, v - a/2 and w - b/2 under that of the first, where v and w are "
        "measured from the middle."
    ),
)

rotated = Theorem(
    title="In the sum and the difference of two standard normal variables their correlation is gone",
    source="zhang.eq-gausscop-state",
    claim=Eq(exponent(v, w), (v + w) ** 2 / (2 * (1 + r)) + (v - w) ** 2 / (2 * (1 - r))),
    near_misses={
        "exchanged": variant(
            Eq(exponent(v, w), (v + w) ** 2 / (2 * (1 - r)) + (v - w) ** 2 / (2 * (1 + r))),
            witness=point({v: 1, w: 1, r: half}),
        ),
        "as of independent ones": variant(
            Eq(exponent(v, w), (v + w) ** 2 / 2 + (v - w) ** 2 / 2), witness=point({v: 1, w: 1, r: half})
        ),
    },
)


def logarithm(v, w, r):
    """The logarithm of the density of the copula."""
    return -log(1 - r**2) / 2 - of_copula(v, w, r) / 2


def whole(v, w, r):
    """The logarithm of the joint density but for a constant."""
    return -log(1 - r**2) / 2 - (v**2 - 2 * r * v * w + w**2) / (2 * (1 - r**2))


state_in_copula = Theorem(
    title="The loss where the correlation alone depends on the state",
    source=part_of(
        "zhang.eq-gausscop-state",
        "that the law of the loss is that of two independent scaled chi-square variables; the relative entropy as an integral",
    ),
    claim=Eq(logarithm(v, w, r_0) - logarithm(v, w, r_1), whole(v, w, r_0) - whole(v, w, r_1)),
    derivation=(
        have(
            Eq(of_copula(v, w, r_0), exponent(v, w).xreplace({r: r_0}) - v**2 - w**2),
            "the exponent",
            by=density.at(r=r_0),
        ),
        have(
            Eq(of_copula(v, w, r_1), exponent(v, w).xreplace({r: r_1}) - v**2 - w**2),
            "the exponent",
            by=density.at(r=r_1),
        ),
    ),
    near_misses={
        "without the correlations in front": variant(
            Eq(
                logarithm(v, w, r_0) - logarithm(v, w, r_1),
                (of_copula(v, w, r_1) - of_copula(v, w, r_0)) / 2,
            ),
            witness=point({v: 0, w: 0, r_0: half, r_1: 0}),
        ),
        "none": variant(
            Eq(logarithm(v, w, r_0) - logarithm(v, w, r_1), 0), witness=point({v: 0, w: 0, r_0: half, r_1: 0})
        ),
    },
    note="The laws of the single outputs are the same in both states, and the two together tell it: the copula alone carries the state.",
)

entropy = (log((1 - r_1**2) / (1 - r_0**2)) + 2 * (1 - r_0 * r_1) / (1 - r_1**2) - 2) / 2

relative_entropy = Example(
    title="The relative entropy of two correlations",
    source="zhang.eq-gausscop-state",
    uses=(state_in_copula,),
    values=(value("from 0.6 to -0.2", entropy, {r_0: Rational(3, 5), r_1: -Rational(1, 5)}, "0.369399"),),
    note="The expectation of the loss, by the second moments of two standard normal variables.",
)


def mixed(p, v, w, r):
    """The joint density of both outputs given the state, but for a constant: data 1 or -1, and noises of this correlation."""
    here = exponent(v, w).xreplace({correlation: r})
    plus, minus = (here.xreplace({v: v - x, w: w - x}) for x in (1, -1))
    return p * exp(-plus / 2) + (1 - p) * exp(-minus / 2)


def quantile(p, v):
    """The normal quantile of an output at its distribution function given the state."""
    return Phi_inv(p * Phi(v - 1) + (1 - p) * Phi(v + 1))


def as_said(p, v, w):
    """The joint density as Proposition 2 has it: that of independent noises, times the copula at the quantiles given the state."""
    return exp(-of_copula(quantile(p, v), quantile(p, w), half) / 2) * mixed(p, v, w, Integer(0))


four_fifths, three_tenths = 4 * Rational(1, 5), 3 * tenth
places = (
    ("0.3, -0.2", three_tenths, -2 * tenth, "0.066152", "0.128033"),
    ("1, 1", Integer(1), Integer(1), "0.847798", "0.649116"),
    ("-1.5, 0.5", -3 * half, half, "-0.639817", "-0.571182"),
)
true_loss = log(mixed(four_fifths, v, w, half) / mixed(three_tenths, v, w, half))
said_loss = log(as_said(four_fifths, v, w) / as_said(three_tenths, v, w))

random_data = Example(
    title="Two outputs with coupled normal noise on data that the state does not settle: the loss, and what Proposition 2 says",
    source=whole_of("zhang.cx-prop2"),
    uses=(added,),
    values=(
        *(value(f"what is said at {text}", said_loss, {v: x, w: z}, said) for text, x, z, _, said in places),
        *(value(f"the loss at {text}", true_loss, {v: x, w: z}, true) for text, x, z, true, _ in places),
        *(
            value(
                f"the loss at {text}, against what is said",
                true_loss,
                {v: x, w: z},
                said,
                expected="disagrees",
            )
            for text, x, z, _, said in places
        ),
    ),
    errata=erratum(
        "missing condition",
        "Proposition 2",
        "[perturbed] L_{b||b}(Y; C_{ρ}^{g}) = L_{b||b}(Y) + L_{s||s}(Y_1, Y_2; c_{ρ}^{g})",
        fails=(
            "The noises are coupled given the data. With data 1 or -1, 1 with probability 0.8 in one state and 0.3 in the other, and standard normal "
            "noises of correlation 1/2, the loss at the outputs 0.3 and -0.2 is 0.066, and what is said 0.128, with the sign that it should have."
        ),
        holds="So it is where each state has one data set.",
        affects="The optimisations of Section 5, for which the loss is computed with it.",
        rows=tuple(f"the loss at {text}, against what is said" for text, *_ in places),
        source="zhang.prop2",
    ),
    note="Outputs are the data, 1 or -1, with standard normal noise. The copula belongs inside the sum over the data.",
)
