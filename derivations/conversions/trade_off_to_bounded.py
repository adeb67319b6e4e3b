"""From a trade-off function to bounded DP: the loss is the log of the failure probability over the level it belongs to."""

from dpsym.derivations.conversions.bounded_by_small_tests import backward, small_tests
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import F, delta, eighth, half, quarter, z
from dpsym.language import *

x = LEVEL
delta = delta.ranging(above=0, at_most=1)
c = parameter(
    "c", above=0, below=delta, about="least level at which the trade-off function is at most 1 - delta"
)
u = parameter("u", at_least=0, below=c, about="a smaller level")
kinked = Lambda(x, Max(0, 1 - 2 * x))
equal = {"P": (half, half), "Q": (half, half)}
apart = {"P": (1, 0), "Q": (0, 1)}
least = AllOf(F(c) <= 1 - delta, ForAll(u, 1 - delta < F(u)))
x_1, x_2 = (parameter(name, at_least=0, at_most=1) for name in ("x_1", "x_2"))
t = parameter("t", at_least=0, at_most=1)
shape = trade_off(F)
range_of, falling, convex = shape.args

inverse_value = Theorem(
    title="The value of a trade-off function at the least level where it is small",
    source="kifer.eq5-f-to-pbdp",
    kind="lemma",
    given=(shape, least),
    claim=Eq(F(c), 1 - delta),
    derivation=(
        specialise(range_of, {x: Integer(0)}, "at level 0"),
        specialise(range_of, {x: c}, "at this level"),
        cases(
            F(c) < 1 - delta,
            (
                have(delta < 1 - F(c), "as supposed"),
                let(
                    t,
                    delta / (1 - F(c)),
                    (0 <= t, t < 1, Eq(t * (1 - F(c)), delta)),
                    "a part of the way to it",
                ),
                have(t * c < c, "a smaller level"),
                have(c <= 1, "a level"),
                specialise(convex, {x_1: c, x_2: Integer(0), t: t}, "convex"),
                have(F(t * c) <= t * F(c) + (1 - t), "convex"),
                specialise(least.args[1], {u: t * c}, "a smaller level"),
            ),
        ),
    ),
    example=point({delta: half, c: quarter}, F=kinked),
    near_misses={
        "without convexity": without(
            shape,
            witness=point({delta: half, c: quarter}, F=Lambda(x, Piecewise((1, x < quarter), (0, True)))),
        ),
    },
)

eps = log(delta / c)
sharp = point(
    {delta: half, c: eighth},
    F=Lambda(x, Max(0, 1 - 4 * x)),
    P=(eighth, eighth, Rational(3, 4)),
    Q=(half, eighth, Rational(3, 8)),
)

at_most_this_level = Theorem(
    title="Tests of the level where a trade-off function is 1 - delta",
    source="kifer.eq5-f-to-pbdp",
    kind="lemma",
    given=(falling, Eq(F(c), 1 - delta), FDP(F)),
    claim=small_tests(eps, delta),
    derivation=(
        specialise(FDP(F), {f(y): f(y)}, "this test"),
        have(0 <= level, "no mass is negative"),
        have(level <= c, "a small level"),
        have(c <= 1, "a level"),
        specialise(falling, {x_1: level, x_2: c}, "nonincreasing"),
        have(power <= delta, "the power at this level"),
    ),
    example=point({delta: half, c: quarter}, F=kinked, **equal),
    near_misses={
        "at twice the level": variant(small_tests(log(delta / (2 * c)), delta), witness=sharp),
        "without f-differential privacy": without(
            FDP(F), witness=point({delta: half, c: quarter}, F=kinked, **apart)
        ),
    },
)

trade_off_to_bounded = Theorem(
    title="A trade-off function gives bounded DP",
    source=of_any_spaces("kifer.eq5-f-to-pbdp"),
    given=(shape, least, FDP(F)),
    claim=PBDP(eps, delta),
    derivation=(
        have(0 < eps, "the level is below the probability"),
        have(Eq(F(c), 1 - delta), "the value there", by=inverse_value),
        have(small_tests(eps, delta), "tests of at most this level", by=at_most_this_level),
        have(PBDP(eps, delta), "the definition by such tests", by=backward.at(eps=eps)),
    ),
    example=point({delta: half, c: quarter}, F=kinked, **equal),
    near_misses={
        "at twice the level": variant(PBDP(log(delta / (2 * c)), delta), witness=sharp),
        "without f-differential privacy": without(
            FDP(F), witness=point({delta: half, c: quarter}, F=kinked, **apart)
        ),
    },
    note=(
        "The number c is the inverse of the trade-off function at 1 - delta, the least level where the function is at most that. It is positive "
        "when delta is more than 1 - F(0); otherwise the loss is infinite. Where 1 - F is reached by tests no smaller loss will do. The paper's "
        "footnote has the inequality between F of its inverse and its argument the wrong way round."
    ),
)

b = parameter("b", at_least=0, at_most=1, about="inverse of the trade-off function at z")
w = parameter("w", at_least=0, below=b, about="a smaller level")
inverse = AllOf(F(b) <= z, ForAll(w, z < F(w)))
invertible = Lambda(x, Rational(9, 10) * (1 - x))

footnote = Theorem(
    title="A trade-off function at its inverse",
    source="kifer.eq5-f-to-pbdp",
    kind="lemma",
    given=(shape, inverse),
    claim=Eq(F(b), Min(z, F(Integer(0)))),
    derivation=(
        specialise(range_of, {x: b}, "at this level"),
        specialise(range_of, {x: Integer(0)}, "at level 0"),
        specialise(falling, {x_1: Integer(0), x_2: b}, "nonincreasing"),
        cases(
            F(b) < z,
            cases(
                0 < b,
                (
                    have(0 < 1 - F(b), "less than z"),
                    let(
                        t,
                        (1 - z) / (1 - F(b)),
                        (0 <= t, t < 1, Eq(t * (1 - F(b)), 1 - z)),
                        "a part of the way to it",
                    ),
                    have(t * b < b, "a smaller level"),
                    specialise(convex, {t: t, x_1: b, x_2: Integer(0)}, "convex"),
                    have(F(t * b) <= t * F(b) + (1 - t) * F(Integer(0)), "convex"),
                    have((1 - t) * F(Integer(0)) <= 1 - t, "at most 1"),
                    specialise(inverse.args[1], {w: t * b}, "a smaller level"),
                ),
                specialise(falling, {x_1: b, x_2: Integer(0)}, "level 0"),
            ),
        ),
    ),
    errata=erratum(
        "wrong result",
        "Section 5.2, footnote 8",
        "implies that f(f^{-1}(z)) ≥ z with equality when f is invertible",
        fails="Let f(y) = 9/10 (1 - y), which is invertible, and z = 19/20. Then f^{-1}(z) = 0 and f(0) = 9/10 < z.",
        holds="f(f^{-1}(z)) is the smaller of z and f(0), so at most z.",
        affects="The formula for eps after Definition 5.7: for delta ≤ 1 - f(0) no finite eps does.",
        reads=variant(
            z <= F(b),
            witness=point({z: Rational(19, 20), b: 0}, F=invertible),
            note="The footnote has at least where only at most holds.",
        ),
    ),
    example=point({z: half, b: quarter}, F=kinked),
    near_misses={
        "at least": variant(z <= F(b), witness=point({z: Rational(19, 20), b: 0}, F=invertible)),
        "at any level": without(inverse, witness=point({z: half, b: half}, F=kinked)),
    },
)
