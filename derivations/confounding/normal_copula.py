"""The density of the Gaussian copula, and what it adds to the loss: where the shifts depend on the state, and where the correlation does."""

from dpsym.derivations.analysis.correlated_normals import a, b, exponent, r, v, w
from dpsym.derivations.analysis.correlated_normals import r as correlation
from dpsym.derivations.analysis.roots import of_root, x
from dpsym.derivations.confounding.correlated_noise import loss, single_losses
from dpsym.derivations.vocabulary import half, quarter, tenth
from dpsym.language import *

r_0 = parameter("r_0", above=-1, below=1, about="correlation in the first state")
r_1 = parameter("r_1", above=-1, below=1, about="correlation in the second state")


def of_copula(v, w, r):
    """Twice the exponent of the density of the Gaussian copula at two normal quantiles, with its sign changed."""
    return (r**2 * (v**2 + w**2) - 2 * r * v * w) / (1 - r**2)


density = Theorem(
    title="The exponent of the density of the Gaussian copula",
    source="zhang.def9",
    claim=Eq(of_copula(v, w, r), exponent(v, w) - v**2 - w**2),
    near_misses={
        "of the two variables themselves": variant(Eq(of_copula(v, w, r), exponent(v, w))),
        "the correlation not squared": variant(
            Eq((r * (v**2 + w**2) - 2 * r * v * w) / (1 - r**2), exponent(v, w) - v**2 - w**2)
        ),
    },
    note=(
        "The density of the copula is the joint density of two standard normal variables over the product of theirs, at their quantiles: the "
        "root of 1 - r^2 in front stays, the exponents are subtracted. The paper prints the domain of this copula of two as the "
        "cube of dimension k."
    ),
)

c = parameter("c", about="a multiple of the second square")

added = Theorem(
    title="What the copula of correlated normal noise adds to the loss of the single outputs",
    source=(
        "zhang.prop2",
        of_any_spaces("zhang.eq-lcg"),
    ),
    claim=Eq(
        loss,
        single_losses + (of_copula(v + a / 2, w + b / 2, r) - of_copula(v - a / 2, w - b / 2, r)) / 2,
    ),
    errata=erratum(
        "wrong result",
        "Section 4.2, the display before Proposition 2",
        "log(c_{ρ}^{g}(Ψ_{1}(Y_1|s_1), Ψ_{2}(Y_2|s_1)|eps_c, delta_c)/c_{ρ}^{g}(Ψ_{1}(Y_1|s_0), Ψ_{2}(Y_2|s_0)|eps_c, delta_c))",
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
        "exchanged": variant(Eq(exponent(v, w), (v + w) ** 2 / (2 * (1 - r)) + (v - w) ** 2 / (2 * (1 + r)))),
        "as of independent ones": variant(Eq(exponent(v, w), (v + w) ** 2 / 2 + (v - w) ** 2 / 2)),
    },
)


def logarithm(v, w, r):
    """The logarithm of the density of the copula."""
    return -log(1 - r**2) / 2 - of_copula(v, w, r) / 2


def whole(v, w, r):
    """The logarithm of the joint density but for a constant."""
    return -log(1 - r**2) / 2 - (v**2 - 2 * r * v * w + w**2) / (2 * (1 - r**2))


v_q, w_q = (
    parameter("v", about="the normal quantile of the first output"),
    parameter("w", about="the normal quantile of the second output"),
)

state_in_copula = Theorem(
    title="The loss where the correlation alone depends on the state",
    source="zhang.eq-gausscop-state",
    claim=Eq(
        logarithm(v_q, w_q, r_0) - logarithm(v_q, w_q, r_1), whole(v_q, w_q, r_0) - whole(v_q, w_q, r_1)
    ),
    derivation=(
        have(
            Eq(of_copula(v_q, w_q, r_0), exponent(v_q, w_q).xreplace({r: r_0}) - v_q**2 - w_q**2),
            "the exponent",
            by=density.at(r=r_0),
        ),
        have(
            Eq(of_copula(v_q, w_q, r_1), exponent(v_q, w_q).xreplace({r: r_1}) - v_q**2 - w_q**2),
            "the exponent",
            by=density.at(r=r_1),
        ),
    ),
    near_misses={
        "without the correlations in front": variant(
            Eq(
                logarithm(v_q, w_q, r_0) - logarithm(v_q, w_q, r_1),
                (of_copula(v_q, w_q, r_1) - of_copula(v_q, w_q, r_0)) / 2,
            )
        ),
        "none": variant(Eq(logarithm(v_q, w_q, r_0) - logarithm(v_q, w_q, r_1), 0)),
    },
    note="The laws of the single outputs are the same in both states, and the two together tell it: the copula alone carries the state.",
)

z = parameter("z", about="the first quantile less the second, in standard deviations of this difference")
in_units = (Eq(v_q + w_q, sqrt(2 * (1 + r_0)) * x), Eq(v_q - w_q, sqrt(2 * (1 - r_0)) * z))
front = log((1 - r_1**2) / (1 - r_0**2)) / 2
of_sum = (r_0 - r_1) / (2 * (1 + r_1))
of_difference = (r_1 - r_0) / (2 * (1 - r_1))
loss_of_copulas = logarithm(v_q, w_q, r_0) - logarithm(v_q, w_q, r_1)
squares = front + of_sum * x**2 + of_difference * z**2


def exponent_at(r_s):
    """The exponent of the joint density with this correlation, by the sum and the difference."""
    here = exponent(v_q, w_q).xreplace({r: r_s})
    return have(
        Eq(here, (1 + r_0) / (1 + r_s) * x**2 + (1 - r_0) / (1 - r_s) * z**2),
        "in the sum and the difference",
        derivation=have(
            Eq(here, (v_q + w_q) ** 2 / (2 * (1 + r_s)) + (v_q - w_q) ** 2 / (2 * (1 - r_s))),
            "the correlation is gone",
            by=rotated.at(r=r_s),
        ),
    )


at_half = {r_0: half, r_1: 0, x: 0, z: 1, v_q: half, w_q: -half}

two_squares = Theorem(
    title="The loss where the correlation alone depends on the state: two squares of independent standard normal numbers",
    source="zhang.eq-gausscop-state",
    given=in_units,
    claim=AllOf(Eq(exponent(v_q, w_q).xreplace({r: r_0}), x**2 + z**2), Eq(loss_of_copulas, squares)),
    derivation=(
        have(
            Eq((v_q + w_q) ** 2, 2 * (1 + r_0) * x**2),
            "squares",
            by=of_root.at(p=v_q + w_q, q=2 * (1 + r_0), x=x),
        ),
        have(
            Eq((v_q - w_q) ** 2, 2 * (1 - r_0) * z**2),
            "squares",
            by=of_root.at(p=v_q - w_q, q=2 * (1 - r_0), x=z),
        ),
        exponent_at(r_0),
        exponent_at(r_1),
        have(
            AllOf(0 < 1 - r_0**2, 0 < 1 - r_1**2),
            "correlations",
            derivation=have(AllOf(0 < (1 - r_0) * (1 + r_0), 0 < (1 - r_1) * (1 + r_1))),
        ),
        have(Eq(front, log(1 - r_1**2) / 2 - log(1 - r_0**2) / 2), "the logarithm of a quotient"),
        have(
            Eq(loss_of_copulas, whole(v_q, w_q, r_0) - whole(v_q, w_q, r_1)), "the loss", by=state_in_copula
        ),
        have(Eq((1 + r_0) / (2 * (1 + r_1)) - half, of_sum), "one denominator"),
        have(Eq((1 - r_0) / (2 * (1 - r_1)) - half, of_difference), "one denominator"),
    ),
    example=point(at_half),
    near_misses={
        "the variances of the second state": variant(
            Eq(exponent(v_q, w_q).xreplace({r: r_1}), x**2 + z**2), witness=point(at_half)
        ),
        "the same multiple of both squares": variant(
            Eq(loss_of_copulas, front + of_sum * (x**2 + z**2)), witness=point(at_half)
        ),
    },
    note=(
        "In the first state the joint density of the two quantiles is that of x and z independent and standard normal, as the first equation says of its exponent and a rotation keeps areas: their sum and difference have the variances 2(1 + r_0) and 2(1 - r_0). "
        "So the loss is a constant and two multiples, of opposite signs, of independent chi-square variables with one degree of freedom."
    ),
)

M = function(
    "M",
    law=False,
    about="the mean of a + b x^2 + c z^2 over independent standard normal x and z, by a, b and c",
)
of_squares = ForAll((a, b, c), Eq(M(a, b, c), a + b + c))
entropy = (log((1 - r_1**2) / (1 - r_0**2)) + 2 * (1 - r_0 * r_1) / (1 - r_1**2) - 2) / 2
mean_of_loss = M(front, of_sum, of_difference)
as_they_are = {"M": Lambda((a, b, c), a + b + c)}

relative_entropy_of_copulas = Theorem(
    title="The relative entropy of two correlations",
    source=whole_of("zhang.eq-gausscop-state"),
    given=(*in_units, of_squares),
    claim=AllOf(Eq(loss_of_copulas, squares), Eq(mean_of_loss, entropy)),
    derivation=(
        have(Eq(loss_of_copulas, squares), "two squares", by=two_squares),
        specialise(of_squares, {a: front, b: of_sum, c: of_difference}, "the mean of a square is 1"),
        have(
            AllOf(0 < 1 - r_0**2, 0 < 1 - r_1**2),
            "correlations",
            derivation=have(AllOf(0 < (1 - r_0) * (1 + r_0), 0 < (1 - r_1) * (1 + r_1))),
        ),
        have(Eq(of_sum + of_difference, (1 - r_0 * r_1) / (1 - r_1**2) - 1), "one denominator"),
    ),
    example=point(at_half, **as_they_are),
    near_misses={
        "from the second state": variant(
            Eq(mean_of_loss, entropy.xreplace({r_0: r_1, r_1: r_0})), witness=point(at_half, **as_they_are)
        ),
        "the constant alone": variant(
            Eq(mean_of_loss, front), witness=point({**at_half, r_1: quarter}, **as_they_are)
        ),
        "squares of another mean": variant(
            given=in_units, witness=point({**at_half, r_1: quarter}, M=Lambda((a, b, c), a))
        ),
    },
    note=(
        "The relative entropy is the mean of the loss in the first state. Of the integral this is used: that it is linear, and that the variance of a standard normal number is 1, as the theorem on it says. "
        "The laws of the single outputs are the same in both states, and the two together tell it: the copula alone carries the state."
    ),
)

relative_entropy = Example(
    title="The relative entropy of two correlations in numbers",
    source="zhang.eq-gausscop-state",
    uses=(state_in_copula, relative_entropy_of_copulas),
    values=(value("from 0.6 to -0.2", entropy, {r_0: Rational(3, 5), r_1: -Rational(1, 5)}, "0.369399"),),
    note="The expectation of the loss.",
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
        "[perturbed] L_{b_{s_0}||b_{s_1}}(Y; C_{ρ}^{g}) = L_{b_{s_0}||b_{s_1}}(Y) + L_{s_0||s_1}(Y_1, Y_2; c_{ρ}^{g})",
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
