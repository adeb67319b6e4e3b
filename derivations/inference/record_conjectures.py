"""Conjectures about one record, and attackers who hold the records for independent: then Pufferfish is pure privacy."""

from dpsym.derivations.vocabulary import eps, third, two_thirds
from dpsym.language import *

# a, b: values of the record; r: the other records. M(a, r, .): the law of the output. G: the attacker's law of the other
# records, which is the same for each value of the record.
a, b = Outcome("a", "V"), Outcome("b", "V")
r = Outcome("r", "X")
M, G = (
    function("M", about="the law of the output, given the record and the other records"),
    function("G", about="the law of the other records, for the attacker"),
)
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


# i: the place of a record; x: a data set, as a vector of records: f(x, i) is its record at the place i.
i, x = Outcome("i", "I"), Outcome("x", "D")
f = function("f", law=False, about="the record of the data set at the place")
c = parameter("c", about="a value of a record")

level_sets = Definition(
    title="Conjectures about a record",
    source=whole_of("bailie.eq20"),
    defines=function("C", law=False, about="1 where the conjecture is true of the data set, else 0")(i, c, x),
    body=Eq(f(x, i), c),
    note=(
        "f(x, i) is the record of the data set x at the place i, and c a value: the conjecture is true of the data sets whose record at the place has the value. Competing conjectures are any two of these level sets for one place and two different "
        "values; the pairs of all places together are those of the definition of Pufferfish. For one place the level sets are a partition of the data, and their "
        "prior and posterior probabilities are those of the record: these are within a density ratio distance of the budget, by the "
        "theorem on prior and posterior."
    ),
)

sizes = {"V": 2, "X": 1, "Y": 2}
response = {"sizes": sizes, "M": (two_thirds, third, third, two_thirds)}

from_privacy = Theorem(
    title="Privacy guards conjectures about a record against attackers who hold the records for independent",
    source=("bailie.rem8.6", "bailie.eq20"),
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
        "without privacy": without(private, witness=point({eps: 0}, **response)),
    },
    note=(
        "The conjectures are that a given record has the value a or that it has the value b, for each record and any two values: the level sets "
        "of a record are a partition of the data. Where the records are independent, the others have one law whatever the value of this one."
    ),
)

# E: an event of outputs. L(a, r, E): its probability on the data; G: the law of the other records of an attacker who is certain of them: it lives on the set
# J of those that are as they are, for which the probability is D(a, E).
E = Outcome("E", "F")
L = function(
    "L", law=False, about="the probability of an event of outputs, given the record and the other records"
)
J = function(
    "J", law=False, about="1 where the other records are those of which the attacker is certain, else 0"
)
D = function(
    "D", law=False, about="the probability of an event of outputs, given the record, with those other records"
)
others = distribution(G(r), r)
certain = Eq(Total((1 - J(r)) * G(r), r), 0)
known_rest = ForAll((a, r, E), Implication(Eq(J(r), 1), Eq(L(a, r, E), D(a, E))))
chances = AllOf(
    ForAll(r, AnyOf(Eq(J(r), 0), Eq(J(r), 1))),
    ForAll((a, r, E), Between(0, L(a, r, E), 1)),
    ForAll((a, E), Between(0, D(a, E), 1)),
)


def given_value(a):
    """The probability of the event for the attacker, given the value of the record."""
    return Total(G(r) * L(a, r, E), r)


of_the_data = ForAll((a, E), Eq(given_value(a), D(a, E)))
guarded_events = ForAll((a, b, E), given_value(a) <= exp(eps) * given_value(b))
told = {
    "sizes": {"V": 2, "X": 2, "F": 1},
    "G": (1, 0),
    "J": (1, 0),
    "L": (two_thirds, third, third, third),
    "D": (two_thirds, third),
}

to_privacy = Theorem(
    title="To guard conjectures about a record is privacy",
    source=of_any_spaces("bailie.rem8.6"),
    cites="kifermachanavajjhala2014",
    given=(others, certain, chances, known_rest, guarded_events),
    claim=ForAll((a, b, E), D(a, E) <= exp(eps) * D(b, E)),
    derivation=(
        specialise(guarded_events, {a: a, b: b, E: E}, "an attacker who knows the other records"),
        have(
            of_the_data,
            "the data are known",
            derivation=(
                specialise(chances.args[0], {r: r}, "0 or 1"),
                specialise(known_rest, {a: a, r: r, E: E}, "the other records"),
                have(
                    Between(-((1 - J(r)) * G(r)), G(r) * L(a, r, E) - G(r) * D(a, E), (1 - J(r)) * G(r)),
                    "other records are impossible",
                    derivation=cases(Eq(J(r), 1), (), have(Eq(J(r), 0), "other records")),
                ),
                have(Total(G(r) * L(a, r, E) - G(r) * D(a, E), r) <= Total((1 - J(r)) * G(r), r), "add up"),
                have(
                    Total(-((1 - J(r)) * G(r)), r) <= Total(G(r) * L(a, r, E) - G(r) * D(a, E), r), "add up"
                ),
            ),
        ),
        specialise(of_the_data, {a: a, E: E}, "this value"),
        specialise(of_the_data, {a: b, E: E}, "the other value"),
        Chain(D(a, E))
        .eq(given_value(a), "the data are known")
        .le(exp(eps) * given_value(b), "an attacker who knows the other records")
        .eq(exp(eps) * D(b, E), "the data are known"),
    ),
    example=point({eps: log(2)}, **told),
    near_misses={
        "without Pufferfish": without(guarded_events, witness=point({eps: 0}, **told)),
        "for attackers who do not know the others": without(
            certain, witness=point({eps: 0}, **{**told, "G": (0, 1)})
        ),
    },
    note=(
        "An attacker who is certain of the other records and gives two values of this one a positive probability each holds the records for independent; a and b range over "
        "these two, and by this theorem the law of the output given one of them is for him that on the data. There is one for any other records and any two values, so that "
        "Pufferfish for every such attacker is privacy for each record, and with all records privacy under the Hamming distance; of any values, other "
        "records and outputs. That the records are independent matters: randomized response on two records that are equal for certain has twice the "
        "loss of one."
    ),
)
