"""Conjectures about one record, and attackers who hold the records for independent: then Pufferfish is pure privacy."""

from dpsym.derivations.vocabulary import eps, half, third, two_thirds
from dpsym.language import *

# a, b: values of the record; r: the other records. M(a, r, .): the law of the output. G: the attacker's law of the other
# records, which is the same for each value of the record.
a, b = Outcome("a", "V"), Outcome("b", "V")
r = Outcome("r", "X")
M, G = function("M", about="the law of the output, given the record and the other records"), function("G")
outputs = ForAll((a, r), distribution(M(a, r, y), y))
private = ForAll((a, b, r, y), M(a, r, y) <= exp(eps) * M(b, r, y))


def given_record(a):
    """The law of the output given the value of the record."""
    return Total(G(r) * M(a, r, y), r)


def every_independent(body):
    """For every law of the other records."""
    return ForAll((G(r),), Implication(distribution(G(r), r), body))


def guarded(eps):
    """Pufferfish for conjectures about the record."""
    return every_independent(ForAll((a, b, y), given_record(a) <= exp(eps) * given_record(b)))


sizes = {"V": 2, "X": 1, "Y": 2}
response = {"sizes": sizes, "M": (two_thirds, third, third, two_thirds)}

from_privacy = Theorem(
    title="Privacy guards conjectures about a record against attackers who hold the records for independent",
    source=("bailie.rem8.6", whole_of("bailie.eq20")),
    cites="kifermachanavajjhala2014",
    given=(outputs, private),
    claim=guarded(eps),
    derivation=(
        specialise(private, {a: a, b: b, r: r, y: y}, "privacy"),
        have(G(r) * M(a, r, y) <= G(r) * (exp(eps) * M(b, r, y)), "weighted"),
        have(given_record(a) <= Total(G(r) * (exp(eps) * M(b, r, y)), r), "sum over the other records"),
    ),
    example=point({eps: log(2)}, **response),
    near_misses={
        "without privacy": variant(given=[outputs], witness=point({eps: 0}, **response)),
    },
    note=(
        "The conjectures are that a given record has the value a or that it has the value b, for each record and any two values: the level sets "
        "of a record are a partition of the data. Where the records are independent, the others have one law whatever the value of this one."
    ),
)

# h: an attacker who holds the records for independent. N(h, a, E): the probability of the event E of outputs given the value a of the record; L(a, r, E):
# that on the data. K(h, r): 1 where the attacker is certain that the other records are r.
h, E = Outcome("h", "H"), Outcome("E", "F")
N = function(
    "N", law=False, about="the probability of an event of outputs, for an attacker and a value of the record"
)
L = function(
    "L", law=False, about="the probability of an event of outputs, given the record and the other records"
)
K = function("K", law=False, about="1 where the attacker is certain of the other records, else 0")
known_rest = ForAll((h, a, r, E), Implication(Eq(K(h, r), 1), Eq(N(h, a, E), L(a, r, E))))
guarded_events = ForAll((h, a, b, E), N(h, a, E) <= exp(eps) * N(h, b, E))
certain = {
    "sizes": {"V": 2, "X": 1, "H": 1, "F": 1},
    "K": (1,),
    "N": (two_thirds, third),
    "L": (two_thirds, third),
}

to_privacy = Theorem(
    title="To guard conjectures about a record is privacy",
    source=of_any_spaces("bailie.rem8.6"),
    cites="kifermachanavajjhala2014",
    given=(known_rest, guarded_events),
    claim=ForAll((h, a, b, r, E), Implication(Eq(K(h, r), 1), L(a, r, E) <= exp(eps) * L(b, r, E))),
    derivation=(
        specialise(guarded_events, {h: h, a: a, b: b, E: E}, "an attacker who knows the other records"),
        specialise(known_rest, {h: h, a: a, r: r, E: E}, "this value"),
        specialise(known_rest, {h: h, a: b, r: r, E: E}, "the other value"),
    ),
    example=point({eps: log(2)}, **certain),
    near_misses={
        "without Pufferfish": variant(given=[known_rest], witness=point({eps: 0}, **certain)),
        "for attackers who know nothing of the others": variant(
            given=[guarded_events], witness=point({eps: 0}, **{**certain, "N": (half, half)})
        ),
    },
    note=(
        "An attacker who is certain of the other records and gives every value of this one a positive probability holds the records for independent: for him the "
        "law of the output given a value is that on the data. There is one for any other records and any two values, so that Pufferfish for every such "
        "attacker is privacy for each record, and with all records privacy under the Hamming distance; of any values, other records and outputs. That "
        "the records are independent matters: randomized response on two records that are equal for certain has twice the loss of one."
    ),
)
