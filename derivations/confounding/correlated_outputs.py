"""Any number of outputs with correlated normal noise: the loss is linear; and two outputs near the ends of the correlation."""

from dpsym.derivations.analysis.correlated_normals import a, b, r, together
from dpsym.derivations.confounding.correlated_noise import m
from dpsym.derivations.vocabulary import half
from dpsym.language import *

i, l = Outcome("i", "I"), Outcome("l", "I")
A = function("A", law=False, about="the centre of an output in the first state")
B = function("B", law=False, about="the centre of an output in the second state")
O = function("O", law=False, about="an output")
V = function("V", law=False, about="the inverse of the covariance matrix")
S = function("S", law=False, about="the variance of an output")
symmetric = ForAll((i, l), Eq(V(i, l), V(l, i)))


def shift(i):
    """How far the two centres of an output are apart."""
    return A(i) - B(i)


def seen(i):
    """An output, measured from the mean of its two centres."""
    return O(i) - (A(i) + B(i)) / 2


def form(w, z=None):
    """The product of two vectors by the inverse of the covariance matrix."""
    z = z or w
    return Total(w(i) * V(i, l) * z(l), i, l)


X = function("X", law=False, about="a vector")
Z = function("Z", law=False, about="another vector")

exchanged = Theorem(
    title="The product of two vectors by a symmetric matrix in both orders",
    kind="lemma",
    given=symmetric,
    claim=Eq(form(X, Z), form(Z, X)),
    derivation=(
        specialise(symmetric, {i: i, l: l}),
        have(Eq(X(i) * V(i, l) * Z(l), X(i) * V(l, i) * Z(l)), "a symmetric matrix"),
        have(Eq(Total(X(i) * V(i, l) * Z(l), l), Total(X(i) * V(l, i) * Z(l), l)), "row by row"),
        Chain(form(X, Z))
        .eq(Total(X(i) * V(l, i) * Z(l), i, l), "a symmetric matrix")
        .eq(form(Z, X), "the other index first"),
    ),
    example=point(V=(2,), X=(1,), Z=(1,)),
    near_misses={
        "of any matrix": variant(given=[], witness=point(V=(0, 1, 0, 0), X=(1, 0), Z=(0, 1))),
        "of the one vector alone": variant(Eq(form(X, Z), form(X, X)), witness=point(V=(1,), X=(1,), Z=(2,))),
    },
)

loss = (form(lambda i: O(i) - B(i)) - form(lambda i: O(i) - A(i))) / 2
single_losses = Total(((O(i) - B(i)) ** 2 - (O(i) - A(i)) ** 2) / (2 * S(i)), i)
linear = form(shift, seen)
separate = Total(shift(i) * seen(i) / S(i), i)

one_output = {"A": (1,), "B": (0,), "O": (1,), "S": (1,), "V": (2,)}

many = Theorem(
    title="The privacy loss of any number of outputs with correlated normal noise is linear",
    source="zhang.eq-gaussplrv",
    given=(symmetric, ForAll(i, 0 < S(i))),
    claim=AllOf(Eq(loss, linear), Eq(single_losses, separate)),
    derivation=(
        specialise(symmetric, {i: i, l: l}),
        have(
            Eq(
                (O(i) - B(i)) * V(i, l) * (O(l) - B(l)) - (O(i) - A(i)) * V(i, l) * (O(l) - A(l)),
                shift(i) * V(i, l) * seen(l) + seen(i) * V(i, l) * shift(l),
            ),
            "a difference of products",
        ),
        have(
            Eq(form(seen, shift), linear),
            "a symmetric matrix",
            by=exchanged.at(X=Lambda(i, seen(i)), Z=Lambda(i, shift(i))),
        ),
        have(
            Eq(
                Total((O(i) - B(i)) * V(i, l) * (O(l) - B(l)) - (O(i) - A(i)) * V(i, l) * (O(l) - A(l)), l),
                Total(shift(i) * V(i, l) * seen(l) + seen(i) * V(i, l) * shift(l), l),
            ),
            "row by row",
        ),
        Chain(2 * loss)
        .eq(
            Total((O(i) - B(i)) * V(i, l) * (O(l) - B(l)) - (O(i) - A(i)) * V(i, l) * (O(l) - A(l)), i, l),
            "one sum",
        )
        .eq(
            Total(shift(i) * V(i, l) * seen(l) + seen(i) * V(i, l) * shift(l), i, l),
            "a difference of products",
        )
        .eq(linear + form(seen, shift), "two sums")
        .eq(2 * linear, "both parts are the same"),
        have(
            Eq(((O(i) - B(i)) ** 2 - (O(i) - A(i)) ** 2) / (2 * S(i)), shift(i) * seen(i) / S(i)),
            "a difference of squares",
        ),
        have(Eq(loss, linear), "halved"),
        Chain(single_losses).eq(separate, "output by output"),
    ),
    example=point(**one_output),
    near_misses={
        "of any matrix": without(
            symmetric, witness=point(A=(1, 0), B=(0, 0), O=(0, 1), S=(1, 1), V=(1, 0, 1, 1))
        ),
        "the losses of the single outputs": variant(
            Eq(loss, single_losses),
            witness=point(A=(1, 1), B=(0, 0), O=(1, 1), S=(1, 1), V=(2, 1, 1, 2)),
        ),
    },
    note=(
        "The loss is half the difference of the exponents of the two densities, O - A and O - B by the inverse of the covariance matrix: the difference of the centres, by this inverse, times the outputs measured from the middle. What the dependence adds to the losses of the single outputs is the difference of the two "
        "sums, and on average in the first state half of the difference at the shifts. The loss is normal, with the shifts by the inverse of the covariance matrix as its variance and half of it as its mean: in other coordinates the noise is independent, and the sum of the losses of independent answers is normal, by the theorems on Gaussian noise "
        "with any covariance matrix."
    ),
)

ends = 2 * m / ((a - b) ** 2 + 2 * m)
other_end = 2 * m / ((a + b) ** 2 + 2 * m)

positive = (
    have(AllOf(0 <= (a - b) ** 2, 0 <= (a + b) ** 2), "squares"),
    have(0 < 1 - r**2, "a correlation", derivation=have(0 < (1 - r) * (1 + r))),
)

unbounded = Theorem(
    title="As the correlation tends to 1 or -1 two outputs come to be as far apart as one wants",
    source=of_any_spaces("zhang.eq-gaussplrv", finite=("I", "J")),
    claim=AllOf(Implication(ends <= r, m <= together), Implication(r <= -other_end, m <= together)),
    derivation=(
        *positive,
        have(Implication(ends <= r, 2 * m <= r * ((a - b) ** 2 + 2 * m)), "a positive denominator"),
        have(Implication(r <= -other_end, 2 * m <= -r * ((a + b) ** 2 + 2 * m)), "a positive denominator"),
        have(AllOf(0 <= a**2 + b**2, 0 <= (1 - r) * (a**2 + b**2), 0 <= (1 + r) * (a**2 + b**2)), "squares"),
        have(
            AllOf(m * (1 - r**2) <= 2 * m * (1 - r), m * (1 - r**2) <= 2 * m * (1 + r)),
            "factors",
            derivation=have(AllOf(0 <= m * (1 - r) * (1 - r), 0 <= m * (1 + r) * (1 + r)), "factors"),
        ),
        have(Implication(ends <= r, m * (1 - r**2) <= a**2 - 2 * r * a * b + b**2), "together"),
        have(Implication(r <= -other_end, m * (1 - r**2) <= a**2 - 2 * r * a * b + b**2), "together"),
    ),
    defined=positive,
    near_misses={
        "of two equal shifts, as it tends to 1": variant(Implication(half <= r, m <= together)),
        "with the ends exchanged": variant(Implication(other_end <= r, m <= together)),
    },
    note=(
        "The two bounds lie between 0 and 1, so that for every number m a correlation near enough to 1 has a square distance of at least m, where the shifts are not equal, and one near enough to -1, where they are not opposite."
    ),
)
