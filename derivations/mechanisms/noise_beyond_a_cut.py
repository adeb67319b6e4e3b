"""How likely normal noise is beyond a cut, of noise that is rounded to cells of which the cut is an end; the law of a loss by it."""

from dpsym.derivations.analysis.normal_tails import reflected
from dpsym.derivations.mechanisms.gaussian_loss import (
    beyond,
    cut,
    deviation,
    eps,
    from_higher,
    from_lower,
    large,
    mean,
    w,
    x,
    x_2,
)
from dpsym.derivations.mechanisms.rounded_noise import two
from dpsym.derivations.vocabulary import Delta, half, quarter, sigma
from dpsym.language import *
from dpsym.language.rounding import (
    H,
    cells,
    covering,
    first,
    gain,
    h_0,
    h_1,
    last,
    lower,
    on_cells,
    ordered,
    t,
    upper,
)

c = parameter("c", about="a cut of the noise, in standard deviations")
B = function(
    "B", law=False, about="1 where the noise of a cell is beyond the cut, and 0 where it is up to it"
)
G = function("G")
normal = on_cells(P(y), Phi)
up_to = AllOf(Eq(B(y), 0), last(y) <= 0, upper(y) <= c)
from_on = AllOf(Eq(B(y), 1), first(y) <= 0, c <= lower(y))
one_side = ForAll(y, AllOf(Implication(B(y) <= 0, up_to), Implication(0 < B(y), from_on)))
flat = ForAll(t, Implication(t <= c, Eq(G(t), Phi(c))))
kept = ForAll(t, Implication(c <= t, Eq(G(t), Phi(t))))
at_0 = {"P": (half, half), "B": (0, 1), **two}
noise_beyond_a_cut = Theorem(
    title="Normal noise is beyond a cut with the probability of the opposite half-line",
    kind="lemma",
    source="kifer.ex4.5",
    given=(cells, normal, one_side),
    claim=AllOf(Eq(Total(B(y) * P(y), y), Phi(-c)), Eq(Total((1 - B(y)) * P(y), y), Phi(c))),
    derivation=(
        let(
            G(t),
            Piecewise((Phi(c), t <= c), (Phi(t), True)),
            (flat, kept),
            "the distribution function beyond the cut",
        ),
        have(
            Eq(B(y) * P(y), gain(G, Phi(c), 1)),
            "the cells beyond the cut",
            derivation=(
                specialise(normal, {y: y}, "the noise"),
                specialise(one_side, {y: y}, "no cell is on both sides"),
                specialise(ordered, {y: y}, "an interval"),
                cases(
                    B(y) <= 0,
                    (
                        have(up_to, "a cell up to the cut"),
                        specialise(flat, {t: upper(y)}, "nothing is gained there"),
                        cases(
                            first(y) > 0,
                            (),
                            (
                                have(lower(y) <= upper(y), "an interval"),
                                specialise(flat, {t: lower(y)}, "nothing is gained there"),
                            ),
                        ),
                    ),
                    (
                        have(from_on, "a cell beyond the cut"),
                        specialise(kept, {t: lower(y)}, "the distribution function"),
                        cases(
                            last(y) > 0,
                            (),
                            (
                                have(lower(y) <= upper(y), "an interval"),
                                specialise(kept, {t: upper(y)}, "the distribution function"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        specialise(covering, {H(t): G(t), h_0: Phi(c), h_1: Integer(1)}, "the cells cover the line once"),
        Chain(Total(B(y) * P(y), y))
        .eq(Total(gain(G, Phi(c), 1), y), "cell by cell")
        .eq(1 - Phi(c), "all cells together")
        .eq(Phi(-c), "reflected", by=reflected.at(x=c)),
        Chain(Total((1 - B(y)) * P(y), y))
        .eq(1 - Total(B(y) * P(y), y), "a law")
        .eq(Phi(c), "all cells together"),
    ),
    example=point({c: 0}, **at_0),
    near_misses={
        "of cells on both sides": without(one_side, witness=point({c: 0}, **{**at_0, "B": (1, 1)})),
        "of any noise": without(normal, witness=point({c: 0}, **{**at_0, "P": (3 * quarter, quarter)})),
    },
    note=(
        "Noise with the standard normal distribution function, rounded to finitely many cells of which the cut is an end. So whatever the other ends of the cells, what lies beyond "
        "the cut has this probability, which is what it means that the noise is normal."
    ),
)


def at_cut(formula, cut=cut):
    """A statement about the cut, of the cut at which the loss is the bound."""
    return formula.xreplace({c: cut})


named = {
    parameter("m"): mean,
    parameter("d"): deviation,
}
here = {sigma: 1, Delta: 1, x: 1, x_2: 0, eps: half, w: quarter}
law_of_the_loss = Theorem(
    title="The privacy loss of the Gaussian mechanism is normal",
    source=whole_of("kifer.ex4.5"),
    given=(cells, normal, at_cut(one_side), Eq(x - x_2, Delta)),
    claim=AllOf(Eq(large, Indicator(cut < w)), Eq(Total(B(y) * P(y), y), beyond)),
    define=named,
    derivation=(
        have(
            AllOf(Eq(large, Indicator(cut < w)), Eq(Phi(-cut), beyond)),
            "where the noise exceeds a cut",
            by=from_higher,
        ),
        have(
            AllOf(Eq(Total(B(y) * P(y), y), Phi(-cut)), Eq(Total((1 - B(y)) * P(y), y), Phi(cut))),
            "the noise beyond the cut",
            by=noise_beyond_a_cut.at(c=cut),
        ),
    ),
    example=point(here, **at_0),
    near_misses={
        "a mean of 0": variant(
            Eq(Total(B(y) * P(y), y), Phi(-(eps / deviation))), witness=point(here, **at_0)
        ),
        "of any noise": without(normal, witness=point(here, **{**at_0, "P": (3 * quarter, quarter)})),
    },
    note=(
        "The loss exceeds a bound where the noise w exceeds the cut, with the probability with which a normal number exceeds the bound whose standard deviation is Delta/sigma and whose mean is half of the square "
        "of that. From the other input the noise below the opposite cut counts, and the law is the same; between equal inputs every loss is 0."
    ),
)

opposite = -cut
higher = {**here, x: 0, x_2: 1, w: -1}
from_the_lower_input = Theorem(
    title="The privacy loss of the Gaussian mechanism from the lower input has the same law",
    source="kifer.ex4.5",
    given=(cells, normal, at_cut(one_side, opposite), Eq(x_2 - x, Delta)),
    claim=AllOf(Eq(large, Indicator(w < -cut)), Eq(Total((1 - B(y)) * P(y), y), beyond)),
    define=named,
    derivation=(
        have(
            AllOf(Eq(large, Indicator(w < -cut)), Eq(Phi(-cut), beyond)),
            "where the noise is below a cut",
            by=from_lower,
        ),
        have(
            AllOf(Eq(Total(B(y) * P(y), y), Phi(-opposite)), Eq(Total((1 - B(y)) * P(y), y), Phi(opposite))),
            "the noise up to the cut",
            by=noise_beyond_a_cut.at(c=opposite),
        ),
    ),
    example=point(higher, **at_0),
    near_misses={
        "a mean of 0": variant(
            Eq(Total((1 - B(y)) * P(y), y), Phi(-(eps / deviation))), witness=point(higher, **at_0)
        ),
        "of any noise": without(normal, witness=point(higher, **{**at_0, "P": (3 * quarter, quarter)})),
    },
)
