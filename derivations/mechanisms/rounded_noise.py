"""Noise on the line, rounded to finitely many cells: intervals that cover the line, two of them without an end."""

from dpsym.derivations.analysis.normal_tails import s, t, x
from dpsym.derivations.vocabulary import half
from dpsym.language import *
from dpsym.language.rounding import H, cells, covering, first, gain, h_0, h_1, last, lower, ordered, upper

E, G, f = (function(name) for name in "EGf")
a, b = h_0, h_1  # the limits of a function
c = parameter("c", about="a cut")

finitely_many = (
    "The output is rounded to finitely many cells of the line, any intervals that cover it once; the probability of a cell is a difference "
    "of values of the distribution function, so that no integral is needed."
)
two = {"lower": (0, 0), "upper": (0, 0), "first": (1, 0), "last": (0, 1)}  # the line cut at 0
three = {"lower": (0, 0, 1), "upper": (0, 1, 1), "first": (1, 0, 0), "last": (0, 0, 1)}  # cut at 0 and at 1
none, step_down = Lambda(t, Integer(0)), Lambda(t, -Indicator(t > 0))
minus_one = Lambda(t, Integer(-1))

rising_function = ForAll((s, t), Implication(s <= t, H(s) <= H(t)))
limits = ForAll(t, Between(a, H(t), b))

gains = Theorem(
    title="A function that does not fall gains over every cell",
    kind="lemma",
    given=(ordered, rising_function, limits),
    claim=ForAll(y, 0 <= gain(H, a, b)),
    derivation=(
        specialise(limits, {t: lower(y)}, "between the limits"),
        specialise(limits, {t: upper(y)}, "between the limits"),
        cases(
            first(y) > 0,
            cases(last(y) > 0),
            cases(
                last(y) > 0,
                (),
                (
                    have(lower(y) <= upper(y), "an interval"),
                    specialise(rising_function, {s: lower(y), t: upper(y)}, "it does not fall"),
                ),
            ),
        ),
    ),
    example=point({a: 0, b: 1}, H=Lambda(t, half), **two),
    near_misses={
        "beyond its limits": without(limits, witness=point({a: 1, b: 1}, H=none, **two)),
        "more than nothing": variant(
            ForAll(y, 0 < gain(H, a, b)), witness=point({a: 0, b: 0}, H=none, **two)
        ),
    },
    note="With a distribution function for the function: no cell has a negative probability.",
)

# E rises from 0 up to the cut c and falls to b beyond it: what one law has over a multiple of another left of a point,
# where the ratio of their densities falls.
up = ForAll((s, t), Implication(AllOf(s <= t, t <= c), E(s) <= E(t)))
down = ForAll((s, t), Implication(AllOf(c <= s, s <= t), E(t) <= E(s)))
from_0 = ForAll(t, Implication(t <= c, 0 <= E(t)))
to_b = ForAll(t, Implication(c <= t, b <= E(t)))
same = ForAll(t, Implication(t <= c, Eq(G(t), E(t))))
stopped = ForAll(t, Implication(c < t, Eq(G(t), E(c))))


peak = (up, down, same, stopped)

stopped_gains = Theorem(
    title="A function with one peak, stopped at the peak, gains no less",
    kind="lemma",
    given=peak,
    claim=ForAll((s, t), Implication(s <= t, AllOf(G(s) <= G(t), G(s) - E(s) <= G(t) - E(t)))),
    derivation=cases(
        t <= c,
        (
            have(s <= c, "it lies before the cut"),
            specialise(up, {s: s, t: t}, "the function rises"),
            specialise(same, {t: s}, "not stopped yet"),
            specialise(same, {t: t}, "not stopped yet"),
        ),
        cases(
            s <= c,
            (
                specialise(up, {s: s, t: c}, "the function rises up to the cut"),
                specialise(down, {s: c, t: t}, "and falls from there"),
                specialise(same, {t: s}, "not stopped yet"),
                specialise(stopped, {t: t}, "stopped"),
            ),
            (
                specialise(down, {s: s, t: t}, "the function falls"),
                specialise(stopped, {t: s}, "stopped"),
                specialise(stopped, {t: t}, "stopped"),
            ),
        ),
    ),
    example=point({c: 0}, E=none, G=none),
    near_misses={
        "not stopped": variant(given=[up, down, same], witness=point({c: 0}, E=none, G=step_down)),
        "strictly": variant(
            ForAll((s, t), Implication(s <= t, G(s) < G(t))), witness=point({c: 0}, E=none, G=none)
        ),
    },
)

stopped_limits = Theorem(
    title="The limits of a function with one peak, stopped at the peak",
    kind="lemma",
    given=(*peak, from_0, to_b),
    claim=ForAll(x, AllOf(Between(0, G(x), E(c)), Between(0, G(x) - E(x), E(c) - b))),
    derivation=(
        specialise(from_0, {t: c}, "at the cut"),
        specialise(to_b, {t: c}, "at the cut"),
        cases(
            x <= c,
            (
                specialise(from_0, {t: x}, "not negative"),
                specialise(up, {s: x, t: c}, "the function rises up to the cut"),
                specialise(same, {t: x}, "not stopped yet"),
            ),
            (
                specialise(to_b, {t: x}, "above its limit"),
                specialise(down, {s: c, t: x}, "it falls from the cut"),
                specialise(stopped, {t: x}, "stopped"),
            ),
        ),
    ),
    example=point({c: 0, b: 0}, E=none, G=none),
    near_misses={
        "from below": variant(given=peak, witness=point({c: 0, b: 0}, E=minus_one, G=minus_one)),
        "below the peak": variant(ForAll(x, G(x) < E(c)), witness=point({c: 0, b: 0}, E=none, G=none)),
    },
)

most = Theorem(
    title="The most that a test of the cells finds of a function with one peak",
    given=(cells, up, down, from_0, to_b),
    claim=every_test(Total(f(y) * gain(E, 0, b), y) <= E(c)),
    derivation=(
        let(G(t), Piecewise((E(t), t <= c), (E(c), True)), (same, stopped), "stopped at the cut"),
        have(stopped_gains.claim, "it rises, and so does what it adds", by=stopped_gains),
        have(stopped_limits.claim, "from 0 up to the peak", by=stopped_limits),
        have(
            ForAll(y, 0 <= gain(G, 0, E(c))),
            "it gains over every cell",
            by=gains.at(H=Lambda(t, G(t)), h_0=0, h_1=E(c)),
        ),
        have(
            ForAll(y, 0 <= gain(lambda x: G(x) - E(x), 0, E(c) - b)),
            "what it adds gains over every cell",
            by=gains.at(H=Lambda(t, G(t) - E(t)), h_0=0, h_1=E(c) - b),
        ),
        have(gain(E, 0, b) <= gain(G, 0, E(c)), "the difference is what it adds"),
        have(
            f(y) * gain(E, 0, b) <= gain(G, 0, E(c)),
            "a test takes a part of a cell",
            split=(gain(E, 0, b) <= 0,),
        ),
        specialise(covering, {H(t): G(t), a: 0, b: E(c)}, "the cells cover the line once"),
        Chain(Total(f(y) * gain(E, 0, b), y))
        .le(Total(gain(G, 0, E(c)), y), "cell by cell")
        .eq(E(c), "all cells together"),
    ),
    example=point({c: 0, b: 0}, E=none, **two),
    near_misses={
        "from below": variant(
            given=[ordered, covering, up, down], witness=point({c: 0, b: 0}, E=minus_one, **two)
        ),
    },
    note=finitely_many,
)

k = parameter("k", above=0, about="a unit of length")


def measured(formula, k):
    """A statement about the cells with their ends measured in another unit."""
    return formula.xreplace({lower(y): lower(y) / k, upper(y): upper(y) / k})


scaled = Theorem(
    title="Cells measured in another unit",
    kind="lemma",
    given=cells,
    claim=measured(cells, k),
    derivation=(
        have(
            measured(ordered, k), "intervals are intervals", derivation=have(0 < 1 / k, "a unit is positive")
        ),
        have(
            measured(covering, k),
            "what a function gains",
            derivation=specialise(covering, {H(t): H(t / k), a: a, b: b}, "the function in the other unit"),
        ),
        have(measured(cells, k)),
    ),
    example=point({k: 2}, **three),
    near_misses={
        "cells that do not cover the line": variant(
            given=[ordered], witness=point({k: 1}, lower=(0, 0), upper=(0, 0), first=(0, 0), last=(0, 0))
        ),
        "reflected": variant(
            ForAll(y, Implication(AllOf(first(y) <= 0, last(y) <= 0), -lower(y) / k <= -upper(y) / k)),
            witness=point({k: 1}, **three),
        ),
    },
)
