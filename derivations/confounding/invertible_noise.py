"""Noise that can be read back from the output, given the data (Definition 10)."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

x, w = Outcome("x", "X"), Outcome("w", "X")
v = Outcome("v", "V")
N = function("N", about="the law of the noise")
R = function("R", law=False, about="the value of the noise")
D = function("D", law=False, about="the value of the query on the data")
A = function("A", law=False, about="the output, by the query and the value of the noise")
B = function("B", law=False, about="the value of the noise, by the query and the output")
u, z = parameter("u", about="a value of the noise"), parameter("z", about="an output")
invertible = AllOf(
    ForAll((x, u, z), Implication(Eq(z, A(D(x), u)), Eq(u, B(D(x), z)))),
    ForAll((x, u, z), Implication(Eq(u, B(D(x), z)), Eq(z, A(D(x), u)))),
)
h, k = parameter("h"), parameter("k")
add, take_away = Lambda((h, k), h + k), Lambda((h, k), k - h)
shifts = {"sizes": {"X": 2, "V": 2}, "N": (half, half), "R": (0, 1), "D": (0, 1)}
output = Total(Indicator(Eq(z, A(D(x), R(v)))) * N(v), v)
noise = Total(Indicator(Eq(R(v), B(D(x), z))) * N(v), v)

read_back = Theorem(
    title="The law of an output made by noise that can be read back",
    source=of_any_spaces("zhang.def10"),
    given=invertible,
    claim=ForAll((x, z), Eq(output, noise)),
    derivation=(
        have(
            Eq(Indicator(Eq(z, A(D(x), R(v)))), Indicator(Eq(R(v), B(D(x), z)))),
            "one event",
            derivation=(
                have(
                    Implication(Eq(z, A(D(x), R(v))), Eq(R(v), B(D(x), z))),
                    "the noise of an output",
                    derivation=cases(
                        Eq(z, A(D(x), R(v))), specialise(invertible.args[0], {x: x, u: R(v), z: z})
                    ),
                ),
                have(
                    Implication(Eq(R(v), B(D(x), z)), Eq(z, A(D(x), R(v)))),
                    "the output of a noise",
                    derivation=cases(
                        Eq(R(v), B(D(x), z)), specialise(invertible.args[1], {x: x, u: R(v), z: z})
                    ),
                ),
                cases(
                    Eq(z, A(D(x), R(v))),
                    have(Eq(R(v), B(D(x), z)), "the noise of an output"),
                    cases(Eq(R(v), B(D(x), z)), have(Eq(z, A(D(x), R(v))), "the output of a noise")),
                ),
            ),
        ),
        have(Eq(output, noise), "value by value"),
    ),
    example=point({}, **shifts, A=add, B=take_away),
    near_misses={
        "of a map that forgets the noise": variant(
            given=[], witness=point({z: 1}, **shifts, A=Lambda((h, k), h), B=take_away)
        ),
        "with the noise of the query 0": variant(
            ForAll((x, z), Eq(output, Total(Indicator(Eq(R(v), z)) * N(v), v))),
            witness=point({z: 0}, **{**shifts, "D": (5, 7)}, A=add, B=take_away),
        ),
    },
    errata=erratum(
        "missing condition",
        "Definition 10",
        "there is an invertible mapping A: V_i → Y_i such that y_i = A(v_i) if and only if v_i = A^{-1}(y_i)",
        fails=(
            "The map does not depend on the data, so that no output would: the same noise gives the same output on all data. With the query plus noise the data 0 give the output 0 "
            "with probability 1/2, where the noise is 0 or 1 by a coin, and the data 1 never."
        ),
        holds="With one invertible map for each value of the data, as v ↦ f(x) + v.",
        affects="Lemma 9 and Proposition 2, whose outputs depend on the state through the data.",
        reads=variant(
            ForAll((x, w, z), Eq(output, output.xreplace({x: w}))),
            witness=point({z: 0}, **shifts, A=add, B=take_away),
        ),
    ),
    note="A noise that can be read back is what the proofs need of it: an output and its noise are one event, given the data.",
)
