"""The Gaussian mechanism for a query with many values: the privacy loss in standard deviations of the noise."""

from dpsym.derivations.analysis.sum_of_squares import K, s
from dpsym.derivations.mechanisms.gaussian import standardised as one_value
from dpsym.derivations.mechanisms.normal_sums import N, R, every_sum, is_normal, n, sum_of_many, sums, zero
from dpsym.language import *

i = Outcome("i", "I")
W = function("W", law=False, about="the noise of a coordinate in standard deviations")
A = function("A", law=False, about="the input of a coordinate")
B = function("B", law=False, about="the other input of a coordinate")
S = function("S", law=False, about="the standard deviation of the noise of a coordinate")

output = A(i) + S(i) * W(i)
loss = Total(((output - B(i)) ** 2 - (output - A(i)) ** 2) / (2 * S(i) ** 2), i)
apart = (A(i) - B(i)) / S(i)

in_each_coordinate = ForAll(i, S(i) > 0)
values = Theorem(
    title="The privacy loss of the Gaussian mechanism with many values",
    source="kifer.ex5.10-plrv",
    claim=ForAll(
        (W(i), A(i), B(i), S(i)),
        Implication(in_each_coordinate, Eq(loss, Total(apart**2, i) / 2 + Total(apart * W(i), i))),
    ),
    derivation=(
        have(
            Eq(
                ((output - B(i)) ** 2 - (output - A(i)) ** 2) / (2 * S(i) ** 2),
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
        "The coordinate i has noise with standard deviation S(i), and W is the noise in standard deviations. The first sum "
        "is the square of the distance of the inputs A and B in standard deviations; half of it is the mean of the loss. The second one "
        "is a normal variable with that variance, as a sum of independent ones. The near misses are refuted with one coordinate."
    ),
)

# A vector of answers has the answer O(v, i) in the coordinate i: v is the name of the vector. There are as many vectors as real numbers, so
# that numbers can name them all. k is the product of the constants of the densities.
v = parameter("v", about="a vector of answers, by a number that names it")
O = function("O", law=False, about="the answer of a vector in a coordinate")
answer = O(v, i)
k = parameter("k", above=0, about="the constant of the density of the noise")


def half_squares(inputs):
    """Half the square of the distance of the answers from these inputs, in standard deviations."""
    return Total((answer - inputs(i)) ** 2 / (2 * S(i) ** 2), i)


def density(inputs):
    """The density of the vector of answers v: the product of those of the coordinates, each normal."""
    return k * exp(-half_squares(inputs))


of_answers = Total(((answer - B(i)) ** 2 - (answer - A(i)) ** 2) / (2 * S(i) ** 2), i)
one_vector = point({k: 1, v: 0}, A=(1,), B=(0,), S=(1,), O=(0,))

losses_add = Theorem(
    title="The privacy loss of a vector of answers is the sum of those of the answers",
    source="kifer.ex5.10-plrv",
    claim=ForAll(v, Implication(in_each_coordinate, Eq(log(density(A) / density(B)), of_answers))),
    example=one_vector,
    near_misses={
        "the inputs exchanged": variant(
            ForAll(v, Eq(log(density(B) / density(A)), of_answers)), witness=one_vector
        ),
        "without the second square": variant(
            ForAll(v, Eq(log(density(A) / density(B)), Total((answer - B(i)) ** 2 / (2 * S(i) ** 2), i))),
            witness=one_vector,
        ),
    },
    note=(
        "A vector of answers v has the answer O(v, i) in the coordinate i, with independent normal noise in each, so that its density is the product of theirs. A coordinate whose two inputs agree adds nothing."
    ),
)

# Noise with any covariance matrix, which is U diag(V) U^T for a rotation U; its inverse is U diag(1/V) U^T.
U = function("U", law=False, about="a rotation: the weight of an old coordinate in a new one")
V = function("V", law=False, about="the variance of the noise in a new coordinate")
j, l = Outcome("j", "J"), Outcome("l", "I")
w = function("w", law=False, about="a vector")
inverse = Total(U(i, j) * U(l, j) / V(j), j)
every_variance = ForAll(j, V(j) > 0)


def form(w):
    """The square of the length of a vector by the inverse of the covariance matrix: w^T Sigma^(-1) w."""
    return Total(w(i) * inverse * w(l), i, l)


def rotated(w):
    """The new coordinate of a vector."""
    return Total(U(i, j) * w(i), i)


def in_new_coordinates(w):
    """The same square: a sum over the new coordinates."""
    return Total(rotated(w) ** 2 / V(j), j)


one_coordinate = {"U": (1,), "V": (2,), "w": (1,)}
diagonal = Theorem(
    title="The inverse of a covariance matrix in the coordinates in which the noise is independent",
    kind="lemma",
    claim=Implication(every_variance, Eq(form(w), in_new_coordinates(w))),
    example=point(**one_coordinate),
    near_misses={
        "the variances for their inverses": variant(
            Eq(form(w), Total(rotated(w) ** 2 * V(j), j)), witness=point(**one_coordinate)
        ),
        "in the old coordinates": variant(Eq(form(w), Total(w(i) ** 2, i)), witness=point(**one_coordinate)),
    },
)


def general(inputs):
    """The density of the vector of answers v with noise of this covariance matrix."""
    return k * exp(-form(lambda i: O(v, i) - inputs(i)) / 2)


new_answer = Total(U(i, j) * O(v, i), i)


def exponent(inputs):
    """Half the square of the length of what the answers are from these inputs, in the new coordinates."""
    return Total((new_answer - rotated(inputs)) ** 2 / (2 * V(j)), j)


turned = {"U": (1,), "V": (2,), "A": (1,), "B": (0,), "O": (0,)}
moved = Total((rotated(A) - rotated(B)) ** 2 / V(j), j)
other_covariances = Theorem(
    title="Gaussian noise with any covariance matrix is independent in other coordinates",
    source=("kifer.ex5.10-plrv", "zhang.ext-gdp", "zhang.eq-gaussplrv"),
    claim=Implication(
        every_variance,
        AllOf(ForAll(v, Eq(general(A), k * exp(-exponent(A)))), Eq(form(lambda i: A(i) - B(i)), moved)),
    ),
    derivation=(
        have(
            Eq(form(lambda i: O(v, i) - A(i)), in_new_coordinates(lambda i: O(v, i) - A(i))),
            "the answers less the inputs",
            by=diagonal.at(w=Lambda(i, O(v, i) - A(i))),
        ),
        have(
            Eq(
                rotated(lambda i: O(v, i) - A(i)) ** 2 / V(j) / 2, (new_answer - rotated(A)) ** 2 / (2 * V(j))
            ),
            "a rotation is linear",
        ),
        Chain(form(lambda i: O(v, i) - A(i)) / 2)
        .eq(Total(rotated(lambda i: O(v, i) - A(i)) ** 2 / V(j) / 2, j), "half of it")
        .eq(exponent(A), "a rotation is linear"),
        have(Eq(general(A), k * exp(-exponent(A))), "the density"),
        have(
            Eq(form(lambda i: A(i) - B(i)), in_new_coordinates(lambda i: A(i) - B(i))),
            "the difference of the inputs",
            by=diagonal.at(w=Lambda(i, A(i) - B(i))),
        ),
        have(Eq(in_new_coordinates(lambda i: A(i) - B(i)), moved), "a rotation is linear"),
    ),
    example=point({k: 1}, **turned),
    near_misses={
        "the sum of the squares": variant(
            Eq(form(lambda i: A(i) - B(i)), Total((A(i) - B(i)) ** 2, i)), witness=point(**turned)
        ),
        "the variances for their inverses": variant(
            ForAll(v, Eq(general(A), k * exp(-Total((new_answer - rotated(A)) ** 2 * V(j) / 2, j)))),
            witness=point({k: 1, v: 0}, **turned),
        ),
    },
    note=(
        "The noise has any covariance matrix, which has positive eigenvalues V and is U diag(V) U^T for a rotation U; what stands between the vectors is its inverse. A rotation keeps volumes, so the new coordinates of the answers are "
        "independent and normal with these variances, about the new coordinates of the inputs. A test of the answers is one of their new coordinates, since either gives the other. The second equation says that the distance of the inputs is the same number."
    ),
)


# The same answers numbered, without those at which the inputs agree, whose loss is 0.


def distance(n):
    """The distance of the inputs of the n-th answer in standard deviations."""
    return Abs(A(n) - B(n)) / S(n)


def half_square(of):
    """Half the square of a number, by its place."""
    return lambda n: of(n) ** 2 / 2


def is_loss(n):
    """That the loss of the answers up to a place is normal, with half its variance as its mean."""
    return is_normal(n, centre=half_square(R))


first_answer = AllOf(0 < S(zero), Eq(R(zero), distance(zero)))
start, added = sums(half_square(R), half_square(distance), distance, first=(0 < S(n + 1),), means=False)
one_answer = {
    "A": Lambda(n, 2),
    "B": Lambda(n, 0),
    "S": Lambda(n, 1),
    "R": Lambda(n, 2),
    "h": Lambda((n, s), exp(-((s - 2) ** 2) / 8) / 2),
}
law_of_the_loss = Theorem(
    title="The privacy loss of a vector of answers with Gaussian noise is normal",
    source=(whole_of("kifer.ex5.10-plrv"), "zhang.ext-gdp", "zhang.eq-gaussplrv"),
    given=(first_answer, start, added),
    claim=every_sum(is_loss),
    derivation=have(
        every_sum(is_loss),
        "the sum of independent normal numbers",
        by=sum_of_many.at(
            D=Lambda(n, distance(n)), M=Lambda(n, R(n) ** 2 / 2), X=Lambda(n, distance(n) ** 2 / 2)
        ),
    ),
    example=point({N: 0, K: 1}, **one_answer),
    near_misses={
        "the mean left out": variant(
            every_sum(lambda n: is_normal(n, centre=lambda n: zero)),
            witness=point({N: 0, K: 1}, **one_answer),
        ),
        "the mean the variance": variant(
            every_sum(lambda n: is_normal(n, centre=lambda n: R(n) ** 2)),
            witness=point({N: 0, K: 1}, **one_answer),
        ),
        "whatever the next answer is": without(
            added,
            witness=point(
                {N: 1, K: 1},
                **{
                    **one_answer,
                    "h": Lambda((n, s), Piecewise((exp(-((s - 2) ** 2) / 8) / 2, n <= 0), (0, True))),
                },
            ),
        ),
    },
    note=(
        "h(n, .) is the density of the loss of the answers up to the place n, and R(n) squared the sum of the squared distances of their inputs in standard deviations: in the words of vectors, the difference of the inputs "
        "times the inverse of the covariance matrix times this difference. The loss of one answer is normal with the square of its distance as its variance and half of it as its mean, and the losses of "
        "independent answers are independent and add up. From the other inputs the loss has the same law, for the distances are the same. Answers with equal inputs have no loss and are not counted here. "
        "Of integrals one fact is used: where the product of two densities is a multiple of a normal density, whose integral is 1, its integral is the multiple."
    ),
)
