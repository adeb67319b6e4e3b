"""Conjectures about one record, and attackers who hold the records for independent: then Pufferfish is pure privacy."""

from dpsym.derivations.vocabulary import eps, third, two_thirds
from dpsym.language import *

# a, b: values of the record; r, r_0: the other records. M(a, r, .): the law of the output. G: the attacker's law of the other
# records, which is the same for each value of the record.
a, b = Outcome("a", "V"), Outcome("b", "V")
r, r_0 = Outcome("r", "X"), Outcome("r_0", "X")
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

to_privacy = Theorem(
    title="To guard conjectures about a record is privacy",
    source=of_any_spaces("bailie.rem8.6"),
    cites="kifermachanavajjhala2014",
    given=(outputs, guarded(eps)),
    claim=ForAll((a, b, r_0, y), M(a, r_0, y) <= exp(eps) * M(b, r_0, y)),
    derivation=(
        specialise(guarded(eps), {G(r): Indicator(Eq(r, r_0))}, "an attacker who knows the other records"),
    ),
    example=point({eps: log(2)}, **response),
    near_misses={
        "without Pufferfish": variant(given=[outputs], witness=point({eps: 0}, **response)),
    },
    note=(
        "For each record: with all of them it is privacy under the Hamming distance. That the records are independent matters: randomized "
        "response on two records that are equal for certain has twice the loss of one."
    ),
)
