"""Outputs that are increasing or decreasing maps of coupled noises (Lemma 9), and why exchanging all signs changes nothing."""

from dpsym.derivations.vocabulary import half, quarter, third
from dpsym.language import *

V = function("V", law=False, about="the first noise")
W = function("W", law=False, about="the second noise")
A = function("A", law=False, about="the first output, as a function of its noise")
B = function("B", law=False, about="the second output, as a function of its noise")
C = function("C", law=False, about="the copula of the noises, as a function of two probabilities")
O = function("O", about="the law of both noises together")
u = parameter("u", about="a number")
v, w = parameter("v", about="a value of the first noise"), parameter("w", about="a value of the second noise")
p = parameter("p", about="the probability that the first noise is at most its value")
q = parameter("q", about="the probability that the second noise is at most its value")


def likely(*conditions):
    """How likely all of the conditions are."""
    return Total(Indicator(AllOf(*conditions) if len(conditions) > 1 else conditions[0]) * O(y), y)


def rising(output, place):
    """That a map rises strictly at a place."""
    return AllOf(
        ForAll(u, Implication(u <= place, output(u) <= output(place))),
        ForAll(u, Implication(place < u, output(place) < output(u))),
    )


def falling(output, place):
    """That a map falls strictly at a place."""
    return AllOf(
        ForAll(u, Implication(place <= u, output(u) <= output(place))),
        ForAll(u, Implication(u < place, output(place) < output(u))),
    )


first, second = A(V(y)) <= A(v), B(W(y)) <= B(w)
of_noises = (Eq(likely(V(y) <= v), p), Eq(likely(W(y) <= w), q), Eq(likely(V(y) <= v, W(y) <= w), C(p, q)))
twice, back = Lambda(u, 2 * u), Lambda(u, -u)
eighths = (3 * quarter / 2, quarter / 2, 3 * quarter / 2, quarter / 2)
even = {"O": (half, half), "V": (-1, 1), "W": (-1, 1)}
h, k = parameter("h"), parameter("k")
first_of, smaller_of = Lambda((h, k), h), Lambda((h, k), Min(h, k))
at = {v: 0, w: 0, p: half, q: half}

same_event = Theorem(
    title="An increasing map of a noise is at most its value where the noise is",
    kind="lemma",
    given=rising(A, v),
    claim=ForAll(y, Eq(Indicator(first), Indicator(V(y) <= v))),
    derivation=have(
        Eq(Indicator(first), Indicator(V(y) <= v)),
        "one event",
        derivation=cases(
            V(y) <= v,
            specialise(rising(A, v).args[0], {u: V(y)}, "it rises"),
            specialise(rising(A, v).args[1], {u: V(y)}, "it rises"),
        ),
    ),
    example=point({v: 0}, V=(-1, 1), A=twice),
    near_misses={
        "of a map that is flat": variant(
            given=[rising(A, v).args[0]], witness=point({v: 0}, V=(-1, 1), A=Lambda(u, Integer(0)))
        ),
        "of a map that falls": variant(given=[falling(A, v)], witness=point({v: 0}, V=(-1, 1), A=back)),
    },
)

other_event = Theorem(
    title="A decreasing map of a noise is at most its value where the noise is not below",
    kind="lemma",
    given=falling(A, v),
    claim=ForAll(y, Eq(Indicator(first), Indicator(v <= V(y)))),
    derivation=have(
        Eq(Indicator(first), Indicator(v <= V(y))),
        "one event",
        derivation=cases(
            v <= V(y),
            specialise(falling(A, v).args[0], {u: V(y)}, "it falls"),
            specialise(falling(A, v).args[1], {u: V(y)}, "it falls"),
        ),
    ),
    example=point({v: 0}, V=(-1, 1), A=back),
    near_misses={
        "of a map that is flat": variant(
            given=[falling(A, v).args[0]], witness=point({v: 0}, V=(-1, 1), A=Lambda(u, Integer(0)))
        ),
        "of a map that rises": variant(given=[rising(A, v)], witness=point({v: 0}, V=(-1, 1), A=twice)),
    },
)

x, z = Outcome("x", "Y"), Outcome("z", "Y")
# Of a map that is one to one where the noise may be, and of the copula of both noises at all of their values.
one_to_one = tuple(
    ForAll((x, z), Implication(Eq(output(noise(x)), output(noise(z))), Eq(noise(x), noise(z))))
    for output, noise in ((A, V), (B, W))
)
at_all_values = ForAll(
    (x, z),
    Eq(likely(V(y) <= V(x), W(y) <= W(z)), C(likely(V(y) <= V(x)), likely(W(y) <= W(z)))),
)
# The pairs (0, 1), (1, 0) and (2, 2) of noises, and a map that sends 0 to 1, 1 to 2 and 2 to 0.
around = Lambda(u, 1 + 5 * u / 2 - 3 * u**2 / 2)
three_values = {
    "O": (third, third, third),
    "V": (0, 1, 2),
    "W": (1, 0, 2),
    "A": around,
    "B": around,
    "C": Lambda((h, k), Min(h, k, Max(0, h + k - 2 * third))),
}

increasing = Theorem(
    title="Increasing maps of two noises have the copula of the noises",
    source=("zhang.lem9", "zhang.eq-Xi", "zhang.prop2", "zhang.fix-prop2"),
    given=(rising(A, v), rising(B, w), *of_noises),
    claim=AllOf(Eq(likely(first), p), Eq(likely(second), q), Eq(likely(first, second), C(p, q))),
    derivation=(
        have(ForAll(y, Eq(Indicator(first), Indicator(V(y) <= v))), "one event", by=same_event),
        have(
            ForAll(y, Eq(Indicator(second), Indicator(W(y) <= w))),
            "one event",
            by=same_event.at(V=W, A=B, v=w),
        ),
        specialise(ForAll(y, Eq(Indicator(first), Indicator(V(y) <= v))), {y: y}),
        specialise(ForAll(y, Eq(Indicator(second), Indicator(W(y) <= w))), {y: y}),
        have(Eq(likely(first), likely(V(y) <= v)), "one event"),
        have(Eq(likely(second), likely(W(y) <= w)), "one event"),
        have(Eq(likely(first, second), likely(V(y) <= v, W(y) <= w)), "both events"),
    ),
    example=point(at, **even, A=twice, B=twice, C=first_of),
    near_misses={
        "where the first map falls": without(
            rising(A, v), instead=falling(A, v), witness=point(at, **even, A=back, B=twice, C=first_of)
        ),
        "as if the outputs were independent": variant(
            Eq(likely(first, second), p * q), witness=point(at, **even, A=twice, B=twice, C=first_of)
        ),
    },
    errata=erratum(
        "missing condition",
        "Proposition 2, with Definition 10",
        "Suppose that the noise perturbation is invertible",
        fails=(
            "The copula is taken at the distribution functions of the outputs, which are those of the noises where the map rises, and not for any invertible map. Let the pair of noises be (0, 1), (1, 0) or (2, 2), each with probability 1/3, and let "
            "the map send 0 to 1, 1 to 2 and 2 to 0. Both noises are never 0 together, and both outputs are 0 with probability 1/3, where the copula of the noises has 0; by itself each output has the law of its noise."
        ),
        holds="With a map that rises strictly; or one that falls strictly, and a copula that exchanging all signs leaves as it is, as the Gaussian one.",
        affects="The statement alone: its proof takes the map to be strictly increasing or decreasing, as an invertible map of the line without jumps is.",
        reads=variant(
            Eq(likely(first, second), C(likely(first), likely(second))),
            given=(*one_to_one, at_all_values),
            witness=point({v: 2, w: 2, p: 0, q: 0}, **three_values),
        ),
        source="zhang.prop2",
    ),
    note="The maps may depend on the data, which are fixed here: A is the map at the data set that the state has.",
)

no_atom = (Eq(likely(V(y) <= v) + likely(v <= V(y)), 1), Eq(likely(W(y) <= w) + likely(w <= W(y)), 1))
mirrored = Eq(C(1 - p, 1 - q), 1 - p - q + C(p, q))

decreasing = Theorem(
    title="Decreasing maps of two noises have the copula of the noises too, where exchanging all signs leaves it as it is",
    source=(of_any_spaces("zhang.lem9"), "zhang.eq-Xi"),
    given=(falling(A, v), falling(B, w), *of_noises, *no_atom, mirrored),
    claim=AllOf(
        Eq(likely(first), 1 - p), Eq(likely(second), 1 - q), Eq(likely(first, second), C(1 - p, 1 - q))
    ),
    derivation=(
        have(ForAll(y, Eq(Indicator(first), Indicator(v <= V(y)))), "one event", by=other_event),
        have(
            ForAll(y, Eq(Indicator(second), Indicator(w <= W(y)))),
            "one event",
            by=other_event.at(V=W, A=B, v=w),
        ),
        specialise(ForAll(y, Eq(Indicator(first), Indicator(v <= V(y)))), {y: y}),
        specialise(ForAll(y, Eq(Indicator(second), Indicator(w <= W(y)))), {y: y}),
        have(Eq(likely(first), likely(v <= V(y))), "one event"),
        have(Eq(likely(second), likely(w <= W(y))), "one event"),
        have(Eq(likely(first, second), likely(v <= V(y), w <= W(y))), "both events"),
        have(
            Between(
                0,
                likely(v <= V(y), w <= W(y))
                - (1 - likely(V(y) <= v) - likely(W(y) <= w) + likely(V(y) <= v, W(y) <= w)),
                likely(V(y) <= v) + likely(v <= V(y)) - 1 + likely(W(y) <= w) + likely(w <= W(y)) - 1,
            ),
            "one or the other",
        ),
    ),
    example=point(at, **even, A=back, B=back, C=smaller_of),
    near_misses={
        "the copula at the single values of the noises": variant(
            Eq(likely(first, second), C(p, q)),
            witness=point(
                {v: 0, w: 0, p: half, q: 3 * quarter},
                O=eighths,
                V=(-1, -1, 1, 1),
                W=(-1, 1, -1, 1),
                A=back,
                B=back,
                C=Lambda((h, k), h * k),
            ),
        ),
        "of a copula that exchanging signs changes": without(
            mirrored,
            witness=point(
                {v: 0, w: 0, p: half, q: 3 * quarter},
                O=eighths,
                V=(-1, -1, 1, 1),
                W=(-1, 1, -1, 1),
                A=back,
                B=back,
                C=Lambda((h, k), 4 * h * k**2 / 3),
            ),
        ),
        "of noise with an atom at the value": without(
            no_atom,
            witness=point(
                {**at, p: 1, q: 1},
                **{**even, "V": (-1, 0), "W": (-1, 0)},
                A=back,
                B=back,
                C=Lambda((h, k), h * k),
            ),
        ),
    },
    note=(
        "Both outputs are below their values where both noises are above theirs. The printed lemma has the copula at 1 less the single values of the outputs, which are those of the "
        "noises, for the joint value of the outputs; the copula belongs at the single values of the outputs themselves, as for increasing maps."
    ),
)

s, t = (
    parameter("s", about="a value of the first number"),
    parameter("t", about="a value of the second number"),
)
X = function("X", law=False, about="the first of two latent numbers")
Z = function("Z", law=False, about="the second of two latent numbers")
singles = (
    Eq(likely(X(y) <= s), p), Eq(likely(X(y) <= -s), 1 - p), Eq(likely(Z(y) <= t), q), Eq(likely(Z(y) <= -t), 1 - q),
    Eq(likely(X(y) <= s) + likely(s <= X(y)), 1), Eq(likely(Z(y) <= t) + likely(t <= Z(y)), 1),
)  # fmt: skip
copula = (Eq(likely(X(y) <= s, Z(y) <= t), C(p, q)), Eq(likely(X(y) <= -s, Z(y) <= -t), C(1 - p, 1 - q)))
signs = Eq(likely(X(y) <= -s, Z(y) <= -t), likely(s <= X(y), t <= Z(y)))

mirrored_copula = Theorem(
    title="The copula of two numbers whose signs may both be exchanged",
    source="zhang.lem9",
    given=(*singles, *copula, signs),
    claim=mirrored,
    derivation=(
        have(
            Between(
                0,
                likely(s <= X(y), t <= Z(y))
                - (1 - likely(X(y) <= s) - likely(Z(y) <= t) + likely(X(y) <= s, Z(y) <= t)),
                likely(X(y) <= s) + likely(s <= X(y)) - 1 + likely(Z(y) <= t) + likely(t <= Z(y)) - 1,
            ),
            "one or the other",
        ),
        have(Eq(likely(s <= X(y), t <= Z(y)), 1 - p - q + C(p, q)), "no atoms"),
        Chain(C(1 - p, 1 - q))
        .eq(likely(X(y) <= -s, Z(y) <= -t), "the copula at the other signs")
        .eq(likely(s <= X(y), t <= Z(y)), "both signs exchanged")
        .eq(1 - p - q + C(p, q), "no atoms"),
    ),
    example=point(
        {s: half, t: half, p: half, q: half}, O=(half, half), X=(-1, 1), Z=(-1, 1), C=Lambda((h, k), h)
    ),
    near_misses={
        "of any two numbers": without(
            signs,
            witness=point(
                {s: half, t: half, p: 3 * quarter, q: 3 * quarter},
                O=(quarter,) * 4,
                X=(-1, 0, 0, 1),
                Z=(-1, 0, 1, 0),
                C=Lambda((h, k), h / 2 + quarter / 2),
            ),
        ),
        "as if they were independent": variant(
            Eq(C(1 - p, 1 - q), (1 - p) * (1 - q)),
            witness=point(
                {s: half, t: half, p: half, q: half},
                O=(half, half),
                X=(-1, 1),
                Z=(-1, 1),
                C=Lambda((h, k), h),
            ),
        ),
    },
    note=(
        "The law of two normal numbers of mean 0 has a density that does not change where both signs are exchanged, so that no probability does. At p and q the numbers s and t are the normal quantiles, "
        "and -s and -t those at 1 - p and 1 - q."
    ),
)


def bell(x, z):
    """The density of two standard normal numbers with the correlation r, but for the constant in front."""
    return exp(-(x**2 - 2 * r * x * z + z**2) / (2 * (1 - r**2)))


r = parameter("r", above=-1, below=1, about="correlation")
even_density = Theorem(
    title="The density of two correlated normal numbers with both signs exchanged",
    source="zhang.lem9",
    claim=Eq(bell(-s, -t), bell(s, t)),
    near_misses={
        "with one sign exchanged": variant(Eq(bell(-s, t), bell(s, t)), witness=point({s: 1, t: 1, r: half})),
        "with one of them taken for the other": variant(
            Eq(bell(s, s), bell(s, t)), witness=point({s: 1, t: 2, r: half})
        ),
    },
)
