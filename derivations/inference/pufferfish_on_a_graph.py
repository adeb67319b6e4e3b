"""Theorem 8.1: Pufferfish as a Lipschitz condition, on a graph of laws of the data; what an attacker's test can do."""

from dpsym.derivations.inference.group_privacy import edge, louder, two_apart
from dpsym.derivations.inference.lipschitz import lengths, lipschitz
from dpsym.derivations.inference.mechanisms import (
    M,
    d,
    eps,
    event_sided,
    everywhere,
    neighbours,
    v,
    w,
    x_1,
    x_2,
)
from dpsym.derivations.vocabulary import third, two_thirds, y_0
from dpsym.language import *

# Here v and w are laws of the data, and M_v is the law of the output when the data are drawn from v.
E = function(
    "E",
    law=False,
    about="positive where for some attacker and some pair of conjectures these are the attacker's laws of the data given one of them "
    "and given the other",
)
conjectured = 0 < E(v, w)
edges = ForAll((v, w), Implication(d.neighbours(v, w), conjectured))
joined = ForAll((v, w), Implication(conjectured, AnyOf(d.at(0, v, w), d.at(1, v, w))))


def between_conjectures(eps):
    """The probability of an event given one conjecture is at most e^eps times that given the other."""
    return ForAll((v, w), Implication(conjectured, event_sided(eps)(v, w)))


pairs = between_conjectures(eps)
told = {**edge, "E": (0, 1, 1, 0)}

within_one = Theorem(
    title="The laws given two competing conjectures are at a distance of at most 1",
    source=whole_of("bailie.eq16"),
    given=joined,
    claim=ForAll((v, w), Implication(conjectured, d.within(1, v, w))),
    derivation=(
        specialise(joined, {v: v, w: w}, "an edge"),
        cases(d.at(0, v, w)),
    ),
    example=point(sizes={"X": 2}, d=(0, 1, 1, 0), E=(0, 1, 0, 0)),
    near_misses={
        "at no distance": variant(
            ForAll((v, w), Implication(conjectured, d.within(0, v, w))),
            witness=point(sizes={"X": 2}, d=(0, 1, 1, 0), E=(0, 1, 0, 0)),
        ),
        "where conjectures are no edges": without(
            joined, witness=point(sizes={"X": 2}, d=(0, 2, 2, 0), E=(0, 1, 1, 0))
        ),
        "of any two laws": variant(
            ForAll((v, w), d.within(1, v, w)), witness=point(sizes={"X": 2}, d=(0, -1, -1, 0), E=(0, 0, 0, 0))
        ),
    },
    note="The distance is 1 but where both conjectures give the attacker the same law.",
)

from_pairs = Theorem(
    title="Pufferfish between conjectures is privacy between neighbours",
    source="bailie.thm8.1",
    kind="lemma",
    given=(M.laws, edges, pairs),
    claim=neighbours,
    derivation=(
        specialise(edges, {v: v, w: w}, "an edge"),
        specialise(pairs, {v: v, w: w}, "these conjectures"),
        specialise(event_sided(eps)(v, w), {S(y): S(y)}, "this event"),
    ),
    example=point({eps: log(2)}, **told),
    near_misses={
        "of neighbours between whom no conjecture is": without(
            edges, witness=point({eps: 0}, **edge, E=(0, 0, 0, 0))
        ),
    },
)

lipschitz_condition = Theorem(
    title="Pufferfish is a Lipschitz condition",
    given=(M.laws, d.axioms, lengths, edges, pairs),
    claim=everywhere,
    derivation=(
        have(neighbours, "privacy between neighbours", by=from_pairs),
        have(everywhere, "group privacy", by=lipschitz),
    ),
    example=point({eps: log(2)}, **told),
    near_misses={
        "where the distance is no shortest path": without(
            d.axioms,
            lengths,
            instead=(d.symmetry, d.identity),
            witness=point({eps: 0}, **two_apart, E=(0, 0, 0, 0)),
        ),
    },
)

to_pairs = Theorem(
    title="The Lipschitz condition bounds the laws given two conjectures",
    source="bailie.thm8.1",
    given=(M.laws, d.identity, joined, everywhere),
    claim=pairs,
    derivation=(
        specialise(joined, {v: v, w: w}, "an edge"),
        specialise(everywhere, {v: v, w: w}, "the Lipschitz condition"),
        specialise(M.laws, {v: w}, "a law"),
        have(1 <= exp(eps), "the loss is not negative"),
        have(
            M(v, y) <= exp(eps) * M(w, y),
            "each output",
            derivation=cases(
                d.at(0, v, w),
                (
                    specialise(d.identity.args[1], {x_1: v, x_2: w}, "one law"),
                    have(Eq(M(v, y), M(w, y)), "one law"),
                    have(M(v, y) <= exp(eps) * M(v, y), "a probability"),
                ),
                (
                    have(d.at(1, v, w), "an edge"),
                    have(Eq(d(v, w) * eps, eps), "an edge"),
                    specialise(ForAll(y, M(v, y) <= exp(d(v, w) * eps) * M(w, y)), {y: y}, "this output"),
                ),
            ),
        ),
        have(S(y) * M(v, y) <= S(y) * (exp(eps) * M(w, y)), "where the event occurs"),
    ),
    near_misses={
        "of laws farther apart": without(
            joined, witness=point({eps: log(2)}, **{**louder, "d": (0, 2, 2, 0)}, E=(0, 1, 1, 0))
        ),
    },
    note=(
        "So the two are one, and with the theorem on data sets also the forms by intervals of measures and by densities, at any distance: that "
        "theorem speaks of any family of laws on a graph, here of the laws of the output for laws of the data. Densities with respect to any "
        "measure are those for counting, divided by its masses."
    ),
    example=point({eps: log(2)}, **told),
)


def powers(eps):
    """Whatever the test, its power and its size, and what is left of either, are within a factor of e^eps."""
    size, power = Mass(f(y), P), Mass(f(y), Q)
    return every_test(
        AllOf(
            Between(exp(-eps) * size, power, exp(eps) * size),
            Between(exp(-eps) * (1 - size), 1 - power, exp(eps) * (1 - size)),
        )
    )


f = function("f")
halves = {"P": (third, two_thirds), "Q": (two_thirds, third)}

power_of_an_attacker = Theorem(
    title="Pufferfish bounds the power of every test of two conjectures",
    source="bailie.thm8.7",
    given=ForAll(y, AllOf(P(y) <= exp(eps) * Q(y), Q(y) <= exp(eps) * P(y))),
    claim=powers(eps),
    derivation=(
        have(f(y) * P(y) <= f(y) * (exp(eps) * Q(y)), "where the test rejects"),
        have(f(y) * Q(y) <= f(y) * (exp(eps) * P(y)), "where the test rejects"),
        have((1 - f(y)) * P(y) <= (1 - f(y)) * (exp(eps) * Q(y)), "where it does not"),
        have((1 - f(y)) * Q(y) <= (1 - f(y)) * (exp(eps) * P(y)), "where it does not"),
        have(Mass(f(y), P) <= exp(eps) * Mass(f(y), Q), "add up"),
        have(Mass(f(y), Q) <= exp(eps) * Mass(f(y), P), "add up"),
        have(Total((1 - f(y)) * P(y), y) <= Total((1 - f(y)) * (exp(eps) * Q(y)), y), "add up"),
        have(Total((1 - f(y)) * Q(y), y) <= Total((1 - f(y)) * (exp(eps) * P(y)), y), "add up"),
        have(1 - Mass(f(y), P) <= exp(eps) * (1 - Mass(f(y), Q)), "the masses add up to 1"),
        have(1 - Mass(f(y), Q) <= exp(eps) * (1 - Mass(f(y), P)), "the masses add up to 1"),
        have(exp(-eps) * Mass(f(y), P) <= exp(-eps) * (exp(eps) * Mass(f(y), Q)), "a positive factor"),
        have(
            exp(-eps) * (1 - Mass(f(y), P)) <= exp(-eps) * (exp(eps) * (1 - Mass(f(y), Q))),
            "a positive factor",
        ),
    ),
    example=point({eps: log(2)}, **halves),
    near_misses={
        "without Pufferfish": variant(given=()),
    },
    note="P and Q are the laws of the output under two competing conjectures, and what is supposed of them is Pufferfish for this pair.",
)

pufferfish_from_powers = Theorem(
    title="A bound on the power of every test of two conjectures is Pufferfish",
    source=(
        of_any_spaces("bailie.thm8.7"),
        whole_of("bailie.eq-sec8-level"),
        "bailie.rem6.6",
    ),
    given=every_test(Between(exp(-eps) * Mass(f(y), P), Mass(f(y), Q), exp(eps) * Mass(f(y), P))),
    claim=ForAll(y_0, AllOf(P(y_0) <= exp(eps) * Q(y_0), Q(y_0) <= exp(eps) * P(y_0))),
    derivation=(
        specialise(
            every_test(Between(exp(-eps) * Mass(f(y), P), Mass(f(y), Q), exp(eps) * Mass(f(y), P))),
            {f(y): Indicator(Eq(y, y_0))},
            "reject at one output",
        ),
        have(exp(eps) * (exp(-eps) * P(y_0)) <= exp(eps) * Q(y_0), "a positive factor"),
    ),
    example=point({eps: log(2)}, **halves),
    note=(
        "P is the law of the output given the one conjecture and Q that given the other, for an attacker; Pufferfish asks the bound for every "
        "attacker and pair. The paper was read in a text without its displays: this one has two or four of these bounds, and two are enough."
    ),
)
