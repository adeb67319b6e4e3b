"""Sklar's theorem for any number of outputs, whose distribution functions may jump: numbers that are uniform, one for each."""

from dpsym.derivations.analysis.bounded_slope import bounded_slope, bump, u, v
from dpsym.derivations.vocabulary import half
from dpsym.language import *

o, one = Outcome("o", "O"), Outcome("w", "O")
A = function("A", about="the joint law of all outputs, and of what is drawn beside them")
E = function("E", law=False, about="an event, about the other outputs and numbers")
X = function("X", law=False, about="an output")
U = function("U", law=False, about="a number that is drawn for it")
x = parameter("x", about="a value of the output")
p = parameter("p", about="the probability that the output is at most this value")
event = ForAll(o, Between(0, E(o), 1))
below, number_below = Indicator(X(o) <= x), Indicator(U(o) <= p)
likely = Eq(Total(below * A(o), o), p)
uniform = Eq(Total(number_below * A(o), o), p)
no_more = ForAll(o, Implication(X(o) <= x, U(o) <= p))
coin = {"sizes": {"O": 2}, "A": (half, half), "X": (0, 1), "U": (half, 1), "E": (1, 1)}

exchanged = Theorem(
    title="An output may be exchanged for a uniform number, whatever else is asked",
    source=whole_of("zhang.def8"),
    given=(distribution(A(o), o), event, likely, uniform, no_more),
    claim=Eq(Total(E(o) * below * A(o), o), Total(E(o) * number_below * A(o), o)),
    derivation=(
        specialise(no_more, {o: o}, "the number"),
        have(below <= number_below, "the number", derivation=cases(X(o) <= x, (), ())),
        have(0 <= (number_below - below) * A(o), "no term is negative"),
        have(Eq(Total((number_below - below) * A(o), o), 0), "both have one probability"),
        have(E(o) * below * A(o) <= E(o) * number_below * A(o), "term by term"),
        have(
            E(o) * number_below * A(o) - E(o) * below * A(o) <= (number_below - below) * A(o),
            "an event",
            derivation=have(0 <= (1 - E(o)) * ((number_below - below) * A(o)), "a product"),
        ),
        Chain(Total(E(o) * number_below * A(o), o) - Total(E(o) * below * A(o), o))
        .le(Total((number_below - below) * A(o), o), "term by term")
        .eq(0, "both have one probability"),
        have(Total(E(o) * below * A(o), o) <= Total(E(o) * number_below * A(o), o), "term by term"),
    ),
    example=point({x: 0, p: half}, **coin),
    near_misses={
        "with any numbers": without(
            no_more, witness=point({x: 0, p: half}, **{**coin, "U": (1, half), "E": (1, 0)})
        ),
        "with numbers that are not uniform": without(
            uniform, witness=point({x: 0, p: half}, **{**coin, "U": (half, half)})
        ),
    },
    note=(
        "p is the distribution function of the output at x. The number of an output is at most its distribution function there, and uniform, of which one probability is used: where the output has no jumps, it is the distribution function at the output; "
        "where it jumps, it is drawn uniformly from the jump. As E is any event, also of other outputs and numbers, the outputs may be exchanged for their numbers one after the other."
    ),
)

# The outputs are numbered: n is the number of outputs so far, and the next one is X(n, o), with its number U(n, o).
n = parameter("n", integer=True, about="number of outputs")
Y = function("X", law=False, about="the outputs")
V = function("U", law=False, about="the numbers that are drawn for them")
z = function("x", law=False, about="a value for each output")
F = function("F", law=False, about="the probability that an output is at most its value")
B = function("B", law=False, about="1 where the first outputs are at most their values, else 0")
D = function("D", law=False, about="1 where the first numbers are at most the probabilities, else 0")
of_each = ForAll(
    n,
    AllOf(
        Eq(Total(Indicator(Y(n, o) <= z(n)) * A(o), o), F(n)),
        Eq(Total(Indicator(V(n, o) <= F(n)) * A(o), o), F(n)),
        ForAll(o, Implication(Y(n, o) <= z(n), V(n, o) <= F(n))),
    ),
)
zero = Integer(0)
events = ForAll(
    o,
    AllOf(
        Eq(B(zero, o), 1),
        Eq(D(zero, o), 1),
        ForAll(
            n,
            AllOf(
                Eq(B(n + 1, o), B(n, o) * Indicator(Y(n, o) <= z(n))),
                Eq(D(n + 1, o), D(n, o) * Indicator(V(n, o) <= F(n))),
            ),
        ),
    ),
)
its_number, steps = of_each.args[1].args[2], events.args[1].args[2]
gap = (Indicator(V(n, o) <= F(n)) - Indicator(Y(n, o) <= z(n))) * A(o)
same_here = ForAll(o, Eq(B(n, o) * A(o), D(n, o) * A(o)))

N = function("N", law=False, about="a number for each outcome")

no_term_left = Theorem(
    title="Terms over all that is drawn that are not negative and have no sum are 0",
    kind="lemma",
    given=(ForAll(o, 0 <= N(o)), Eq(Total(N(o), o), 0)),
    claim=ForAll(one, Eq(N(one), 0)),
    derivation=(
        specialise(ForAll(o, 0 <= N(o)), {o: one}),
        have(Indicator(Eq(o, one)) * N(o) <= N(o), "one term"),
        Chain(N(one)).le(Total(N(o), o), "one term of the sum").eq(0, "no sum is left"),
        have(Eq(N(one), 0), "it is not negative"),
        have(ForAll(one, Eq(N(one), 0)), "any term"),
    ),
    example=point({}, sizes={"O": 2}, N=(0, 0)),
    near_misses={
        "of any sign": without(ForAll(o, 0 <= N(o)), witness=point({}, sizes={"O": 2}, N=(1, -1))),
        "with a sum": without(Eq(Total(N(o), o), 0), witness=point({}, sizes={"O": 2}, N=(1, 0))),
    },
)

certain = {
    "sizes": {"O": 1},
    "A": (1,),
    "X": Lambda((n, o), Integer(0)),
    "U": Lambda((n, o), Integer(0)),
    "x": Lambda(n, Integer(0)),
    "F": Lambda(n, Integer(1)),
    "B": Lambda((n, o), Integer(1)),
    "D": Lambda((n, o), Integer(1)),
}

of_many = Theorem(
    title="The joint distribution function of any number of outputs is that of uniform numbers at the single ones",
    given=(distribution(A(o), o), of_each, events),
    claim=ForAll(n, Eq(Total(B(n, o) * A(o), o), Total(D(n, o) * A(o), o))),
    derivation=(
        have(
            ForAll(n, ForAll(o, Eq(gap, 0))),
            "both events have one probability, and the one is part of the other",
            derivation=(
                specialise(of_each, {n: n}, "this output"),
                specialise(its_number, {o: o}, "its number"),
                have(
                    Indicator(Y(n, o) <= z(n)) <= Indicator(V(n, o) <= F(n)),
                    "its number",
                    derivation=cases(Y(n, o) <= z(n), (), ()),
                ),
                have(0 <= gap, "no term is negative"),
                have(Eq(Total(gap, o), 0), "both have one probability"),
                have(ForAll(o, 0 <= gap), "no term is negative"),
                have(
                    ForAll(one, Eq(gap.xreplace({o: one}), 0)),
                    "no term is left",
                    by=no_term_left.at(N=Lambda(o, gap)),
                ),
                specialise(ForAll(one, Eq(gap.xreplace({o: one}), 0)), {one: o}, "no term is left"),
            ),
        ),
        have(
            ForAll(n, same_here),
            "one output after the other",
            derivation=induction(
                n,
                first=specialise(events, {o: o}, "no output"),
                then=(
                    specialise(events, {o: o}, "one more output"),
                    specialise(steps, {n: n}, "one more output"),
                    specialise(ForAll(n, ForAll(o, Eq(gap, 0))), {n: n, o: o}, "this output"),
                    specialise(same_here, {o: o}, "the outputs so far"),
                    have(Eq(D(n, o) * gap, 0), "this output"),
                    have(
                        Eq(B(n + 1, o) * A(o), D(n + 1, o) * A(o)),
                        "one more output",
                        derivation=have(
                            Eq(
                                B(n, o) * A(o) * Indicator(Y(n, o) <= z(n)),
                                D(n, o) * A(o) * Indicator(Y(n, o) <= z(n)),
                            )
                        ),
                    ),
                ),
            ),
        ),
        have(
            ForAll(n, Eq(Total(B(n, o) * A(o), o), Total(D(n, o) * A(o), o))),
            "sum over all that is drawn",
            derivation=(
                specialise(ForAll(n, same_here), {n: n}, "these outputs"),
                specialise(same_here, {o: o}, "these outputs"),
            ),
        ),
    ),
    example=point({}, **certain),
    near_misses={
        "of other events": without(
            events, witness=point({n: 0}, **{**certain, "B": Lambda((n, o), Integer(0))})
        ),
        "with any numbers": without(
            of_each,
            witness=point(
                {n: 1},
                **{
                    **certain,
                    "X": Lambda((n, o), Integer(1)),
                    "B": Lambda((n, o), Piecewise((1, n <= 0), (0, True))),
                },
            ),
        ),
    },
    note=(
        "The joint distribution function at the values x is thus that of the numbers at the single distribution functions F. The numbers are uniform, so that theirs is a copula: Sklar's theorem, for any number of outputs, which may jump, where each has such a number. "
        "The set O is finite here; on any space the outputs are exchanged one after the other, by the theorem before."
    ),
)

a = parameter("a", at_least=0, about="a probability")
S = function("S", law=False, about="the probability of the places so far")
M = function("M", law=False, about="the probability of the next place")
T = function("T", law=False, about="the probability of the places so far and of a number that is at most a")
places = AllOf(
    Eq(S(zero), 0),
    Eq(T(zero), 0),
    ForAll(
        n,
        AllOf(0 <= M(n), Eq(S(n + 1), S(n) + M(n)), Eq(T(n + 1), T(n) + Max(0, Min(M(n), a - S(n))))),
    ),
)
drawn = Eq(T(n), Min(a, S(n)))

of_jumps = Theorem(
    title="A number that is drawn uniformly from the jump of the distribution function is uniform",
    source="zhang.def8",
    given=places,
    claim=ForAll(n, drawn),
    derivation=have(
        ForAll(n, drawn),
        "one place after the other",
        derivation=induction(
            n,
            first=(),
            then=(
                specialise(places.args[2], {n: n}, "one more place"),
                have(Eq(T(n + 1), Min(a, S(n)) + Max(0, Min(M(n), a - S(n)))), "one more place"),
                cases(
                    S(n) + M(n) <= a,
                    (
                        have(Eq(Min(a, S(n)), S(n)), "all of the jump"),
                        have(Eq(Max(0, Min(M(n), a - S(n))), M(n)), "all of the jump"),
                        have(Eq(T(n + 1), S(n) + M(n)), "all of the jump"),
                        have(Eq(Min(a, S(n + 1)), S(n) + M(n)), "all of the jump"),
                        have(Eq(T(n + 1), Min(a, S(n + 1))), "all of the jump"),
                    ),
                    (
                        have(Eq(Min(a, S(n + 1)), a), "a part of the jump"),
                        cases(
                            S(n) <= a,
                            (
                                have(Eq(Min(a, S(n)), S(n)), "a part of the jump"),
                                have(Eq(Max(0, Min(M(n), a - S(n))), a - S(n)), "a part of the jump"),
                                have(Eq(T(n + 1), a), "a part of the jump"),
                                have(Eq(T(n + 1), Min(a, S(n + 1))), "a part of the jump"),
                            ),
                            (
                                have(Eq(Min(a, S(n)), a), "no part of the jump"),
                                have(Eq(Max(0, Min(M(n), a - S(n))), 0), "no part of the jump"),
                                have(Eq(T(n + 1), a), "no part of the jump"),
                                have(Eq(T(n + 1), Min(a, S(n + 1))), "no part of the jump"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({a: 0}, S=Lambda(n, Integer(0)), M=Lambda(n, Integer(0)), T=Lambda(n, Integer(0))),
    near_misses={
        "with the first place counted twice": variant(
            given=[places.args[2]],
            witness=point(
                {a: 0, n: 0}, S=Lambda(n, Integer(0)), M=Lambda(n, Integer(0)), T=Lambda(n, Integer(1))
            ),
        ),
        "as if no place had a mass above a": variant(
            ForAll(n, Eq(T(n), S(n))),
            witness=point(
                {a: 0, n: 1}, S=Lambda(n, Max(n, 0)), M=Lambda(n, Integer(1)), T=Lambda(n, Integer(0))
            ),
        ),
    },
    note=(
        "An output at numbered places, in their order: at a place of the mass M its distribution function jumps from S to S + M, and the number is drawn uniformly from there, so that what is at most a is as much of the jump as lies below a. "
        "Once the places have the mass 1, the number is at most a with probability a. It is never above the distribution function at the output, as the theorem before asks. "
        "Of an output whose places are not numbered in their order, or whose law has jumps and a part without, it is supposed there that there is such a number."
    ),
)

c, d = (parameter(name, at_least=0, at_most=1, about="a probability") for name in "cd")
t = parameter(
    "t", at_least=-1, at_most=1, about="how much the outputs depend on each other inside of their jumps"
)


def joint(u, v):
    """A copula of two outputs for each t."""
    return u * v + t * bump(u) * bump(v)


r, s = parameter("r", about="a difference of values"), parameter("s", about="another difference")
C = function("C", law=False, about="a copula")
is_joint = ForAll((u, v), Eq(C(u, v), joint(u, v)))
rectangle = C(v, d) - C(u, d) - C(v, c) + C(u, c)

many_copulas = Theorem(
    title="Two bits have many copulas: where distribution functions jump, the joint one does not settle it",
    source="zhang.def8",
    given=(u <= v, c <= d, is_joint),
    claim=AllOf(
        Eq(C(half, half), half * half),
        *(Eq(C(*corner), u) for corner in ((u, Integer(1)), (Integer(1), u))),
        *(Eq(C(*corner), 0) for corner in ((u, zero), (zero, u))),
        0 <= rectangle,
    ),
    derivation=(
        *(
            specialise(is_joint, {u: p, v: q})
            for p, q in (
                (half, half),
                (u, Integer(1)),
                (Integer(1), u),
                (u, zero),
                (zero, u),
                (v, d),
                (u, d),
                (v, c),
                (u, c),
            )
        ),
        have(Between(u - v, bump(v) - bump(u), v - u), "a slope of at most 1", by=bounded_slope),
        have(Between(c - d, bump(d) - bump(c), d - c), "a slope of at most 1", by=bounded_slope.at(u=c, v=d)),
        have(Eq(rectangle, (v - u) * (d - c) + t * ((bump(v) - bump(u)) * (bump(d) - bump(c)))), "collect"),
        let(r, bump(v) - bump(u), (Between(u - v, r, v - u), Eq(bump(v) - bump(u), r)), "a difference"),
        let(
            s,
            bump(d) - bump(c),
            (Between(c - d, s, d - c), Eq(rectangle, (v - u) * (d - c) + t * (r * s))),
            "another difference",
        ),
        have(
            AllOf(
                0 <= (v - u - r) * (d - c + s),
                0 <= (v - u + r) * (d - c - s),
                0 <= (v - u - r) * (d - c - s),
                0 <= (v - u + r) * (d - c + s),
            ),
            "products",
        ),
        have(Within(r * s, (v - u) * (d - c)), "products"),
        have(
            0 <= (v - u) * (d - c) + t * (r * s),
            "a dependence of at most 1",
            derivation=have(
                AllOf(0 <= (1 + t) * ((v - u) * (d - c) + r * s), 0 <= (1 - t) * ((v - u) * (d - c) - r * s)),
                "products",
            ),
        ),
        have(0 <= rectangle, "a dependence of at most 1"),
    ),
    example=point({u: 0, v: 1, c: 0, d: 1, t: 0}, C=Lambda((u, v), u * v)),
    near_misses={
        "and at every probability": variant(
            Eq(C(u, v), u * v),
            witness=point(
                {t: 1, u: half / 2, v: half / 2, c: 0, d: 1},
                C=Lambda((u, v), joint(u, v).xreplace({t: Integer(1)})),
            ),
        ),
        "in any order": without(
            c <= d, witness=point({t: 0, u: 0, v: 1, c: 1, d: 0}, C=Lambda((u, v), u * v))
        ),
    },
    note=(
        "Two bits that are 0 with probability 1/2, independently: their joint distribution function between the jumps is that of each of these copulas at 1/2 and 1/2. Where distribution functions have no jumps, the copula is settled, by the theorem on them."
    ),
)
