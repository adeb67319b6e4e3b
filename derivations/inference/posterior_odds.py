"""Pufferfish, for one attacker and one pair of conjectures: as a bound on the posterior odds of the two."""

from dpsym.derivations.inference.mechanisms import v
from dpsym.derivations.inference.prior_to_posterior import L, densities, t
from dpsym.derivations.vocabulary import eps, half, third
from dpsym.language import *

# G: the attacker's law of the data; A, B: the indicators of two conjectures (sets of data). L(v, .): the law of the output, or its
# density, on the data v.
G = function("G", about="the attacker's law of the data")
A = function("A", law=False, about="1 where the first conjecture is true of the data, else 0")
B = function("B", law=False, about="1 where the second one is true, else 0")
k = function("k", law=False, about="a bound on the density of the output, whatever it is")
attacker = distribution(G(v), v)
sets = AllOf(*(ForAll(v, AnyOf(Eq(f(v), 0), Eq(f(v), 1))) for f in (A, B)))
finite = ForAll(t, Total(G(v) * L(v, t), v) <= k(t))
outputs = AllOf(densities, finite)


def prior(A):
    return Total(A(v) * G(v), v)


def joint(A, t):
    return Total(A(v) * G(v) * L(v, t), v)


def given_conjecture(A, t):
    """P(T = t | X in A)."""
    return joint(A, t) / prior(A)


def posterior(A, t):
    return joint(A, t) / Total(G(v) * L(v, t), v)


possible = AllOf(0 < prior(A), 0 < prior(B))
pufferfish = ForAll(
    t,
    Between(exp(-eps) * given_conjecture(B, t), given_conjecture(A, t), exp(eps) * given_conjecture(B, t)),
)
odds = ForAll(
    t,
    Implication(
        AllOf(0 < Total(G(v) * L(v, t), v), 0 < joint(B, t)),
        Between(exp(-eps), posterior(A, t) / posterior(B, t) / (prior(A) / prior(B)), exp(eps)),
    ),
)
answers = {
    "sizes": {"X": 2, "Y": 2},
    "G": (half, half),
    "A": (1, 0),
    "B": (0, 1),
    "L": (2 * third, third, third, 2 * third),
    "k": (1, 1),
}

forward = Theorem(
    title="Pufferfish bounds the change of the odds",
    source=(
        "bailie.propE.31",
        "bailie.eq17",
        of_any_spaces("bailie.rem8.3"),
    ),
    given=(attacker, outputs, sets, possible, pufferfish),
    claim=odds,
    define={function("p_A")(t): joint(A, t), function("p_B")(t): joint(B, t)},
    derivation=(
        specialise(pufferfish, {t: t}),
        have(
            Eq(
                posterior(A, t) / posterior(B, t) / (prior(A) / prior(B)),
                given_conjecture(A, t) / given_conjecture(B, t),
            ),
            "Bayes' rule",
        ),
        have(0 < given_conjecture(B, t)),
    ),
    example=point({eps: log(2)}, **answers),
    near_misses={
        "without Pufferfish": without(
            pufferfish,
            claim=ForAll(
                t,
                Implication(
                    AllOf(0 < Total(G(v) * L(v, t), v), 0 < joint(B, t)),
                    posterior(A, t) / posterior(B, t) / (prior(A) / prior(B)) <= exp(eps),
                ),
            ),
            witness=point({eps: 0}, **answers),
        ),
    },
)

backward = Theorem(
    title="A bound on the change of the odds is Pufferfish",
    source="bailie.propE.31",
    given=(
        attacker,
        outputs,
        sets,
        possible,
        ForAll(
            t,
            AllOf(
                joint(A, t) * prior(B) <= exp(eps) * (joint(B, t) * prior(A)),
                joint(B, t) * prior(A) <= exp(eps) * (joint(A, t) * prior(B)),
            ),
        ),
    ),
    claim=pufferfish,
    define={function("p_A")(t): joint(A, t), function("p_B")(t): joint(B, t)},
    derivation=(
        have(joint(A, t) / prior(A) <= exp(eps) * (joint(B, t) / prior(B)), "divide"),
        have(joint(B, t) / prior(B) <= exp(eps) * (joint(A, t) / prior(A)), "divide"),
        have(
            exp(-eps) * (joint(B, t) / prior(B)) <= exp(-eps) * (exp(eps) * (joint(A, t) / prior(A))),
            "a positive factor",
        ),
    ),
    example=point({eps: log(2)}, **answers),
    near_misses={
        "without a bound on the odds": variant(
            given=(attacker, outputs, sets, possible), witness=point({eps: 0}, **answers)
        ),
    },
    note="The bound on the odds is multiplied out, so that it also speaks of outputs that one of the conjectures excludes.",
)

instance = Definition(
    title="Pufferfish for an attacker and two conjectures",
    source=(
        whole_of("bailie.def7.2"),
        "bailie.def7.3",
        "bailie.def7.1",
        "bailie.eq14",
    ),
    cites="kifermachanavajjhala2014",
    defines=Multiplicative(eps).on(Pair(given_conjecture(A, t), given_conjecture(B, t), t)),
    note=(
        "The attacker has a law of the data; the two conjectures are sets of data that are possible under it. The law of the output given "
        "a conjecture is that of the mechanism on data drawn from the attacker's law given the conjecture. It is demanded for every "
        "attacker and pair of conjectures of two lists, which are the edges of a graph on the conditional laws; their distance in it is at "
        "most 1."
    ),
)
