"""Pufferfish in full: the graph of an attacker's laws given conjectures, and what such a law is where a conjecture has probability 0."""

from dpsym.derivations.inference.mechanisms import M, eps, v, w
from dpsym.derivations.vocabulary import half
from dpsym.language import *

# v, w: laws of the data, that is values of the parameter; M_v: the law of the output when the data are drawn from v. h: an attacker; a, b: conjectures.
h, a, b = Outcome("h", "H"), Outcome("a", "A"), Outcome("b", "A")
A = function("A", law=False, about="1 where the attacker is one of those in the list, else 0")
B = function("B", law=False, about="1 where the two conjectures are a pair in the list, else 0")
C = function("C", law=False, about="1 where the law is that of the attacker given the conjecture, else 0")

edge = Definition(
    title="The graph of Pufferfish",
    source="bailie.def7.3",
    defines=function("E", law=False, about="1 where an edge joins the two laws of the data, else 0")(v, w),
    body=Exists((h, a, b), AllOf(Eq(A(h), 1), Eq(B(a, b), 1), Eq(C(h, a, v), 1), Eq(C(h, b, w), 1))),
    note=(
        "A(h) is 1 for the attackers h in the list, B(a, b) for the pairs of conjectures in the list, and C(h, a, v) where v is the law of the attacker "
        "h given the conjecture a. An edge joins two laws of the data where for some attacker and some pair of competing conjectures the one is the attacker's law given the "
        "first conjecture and the other that given the second. Attackers and conjectures are considered for which there are such laws. The "
        "distance of two laws is the length of a shortest path in this graph."
    ),
)

d = graph_distance(
    "d", "X", about="the distance of two laws of the data in the graph, below 0 where no path joins them"
)

pufferfish = Definition(
    title="Pufferfish",
    source=whole_of("bailie.def7.3"),
    cites="kifermachanavajjhala2014",
    defines=Multiplicative(d(v, w) * eps).on(Pair(M(v, y), M(w, y))),
    note=(
        "A mechanism satisfies the instantiation where the laws of the output for every two laws of the data at a finite distance in the graph are at a "
        "multiplicative distance of at most the budget times this distance. So the map from laws of the data to laws of the output is "
        "Lipschitz, with the multiplicative distance on the one side and that of the graph on the other."
    ),
)

# The data are a pair (u, z) with a density for a product of measures, and the conjecture is a value u of the first part: p(z) is the density at (u, z). F:
# any law, for values of u at which there is no density. S: a set of second parts.
z, z_0 = Outcome("z", "Z"), Outcome("z_0", "Z")
p = function("p", law=False, about="the density of the data whose first part is the value, at a second part")
F = function("F", law=False, about="any law of the second part")
marginal = Total(p(z), z)
q = parameter("q", at_least=0, about="the density of the first part at the value")


def given_value(q, z):
    """The density of the second part given the value of the first, and that of any law where the first has none."""
    return Indicator(0 < q) * (p(z) / q) + (1 - Indicator(0 < q)) * F(z)


of_the_value = (ForAll(z, 0 <= p(z)), distribution(F(z), z), Eq(q, marginal))

conditional_density = Theorem(
    title="The law of the data given a value of a part of them, from a density",
    source="bailie.def7.3",
    given=of_the_value,
    claim=AllOf(
        ForAll(z_0, AllOf(0 <= given_value(q, z_0), Eq(q * given_value(q, z_0), p(z_0)))),
        Eq(Total(given_value(q, z), z), 1),
    ),
    derivation=(
        specialise(of_the_value[1].args[0], {z: z_0}, "a probability"),
        specialise(of_the_value[0], {z: z_0}, "no density is negative"),
        have(
            p(z_0) <= q,
            "one term",
            derivation=Chain(p(z_0)).le(Total(p(z), z), "one term of the sum").eq(q, "the total"),
        ),
        cases(
            0 < q,
            (
                have(0 <= p(z_0) / q, "divide"),
                have(Eq(Total(p(z) / q, z), 1), "divide"),
                have(Eq(Total(given_value(q, z), z), 1), "divide"),
            ),
            (have(Eq(q, 0), "no density"), have(Eq(p(z_0), 0), "no density")),
        ),
    ),
    example=point({q: 1}, p=(half, half), F=(1, 0)),
    near_misses={
        "without a law for impossible values": variant(
            given=(of_the_value[0], Eq(q, marginal)), witness=point({q: 0}, p=(0, 0), F=(0, 0))
        ),
        "with another total": variant(
            given=of_the_value[:2], witness=point({q: 2}, p=(half, half), F=(1, 0))
        ),
    },
    note=(
        "Given an event of positive probability the law of the data is that of the data in the event, divided by its probability. Given a value of a part of "
        "the data that has probability 0 it is this law, where the data have a density for a product of measures: the density at the value, "
        "divided by its total, and any law where the total is 0. The density of the first part times the law given it is the density of "
        "the data, so that its integrals over pairs of events are their probabilities. At almost every value the total is finite."
    ),
)
