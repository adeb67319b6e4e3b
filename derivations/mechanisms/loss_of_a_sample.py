"""The privacy loss of a random sample: of the records released as they are, one tells the databases apart, with probability m/n."""

from dpsym.derivations.vocabulary import half, third
from dpsym.language import *

i, j = Outcome("i", "I"), Outcome("j", "I")
A = function("A", about="the law of the sample of the first database")
B = function("B", about="the law of the sample of the second database, which has another record j")
G = function("G", law=False, about="how often a sample holds a record: positive where it does")


def holds(y, i):
    """1 where the sample y holds the record i, else 0."""
    return Indicator(0 < G(y, i))


n = parameter("n", above=0, about="how many records there are")
m = parameter("m", at_least=0, about="how many of them a sample holds")
w = parameter("w", about="the probability that a record is in the sample, which is the same for each")

of_size = ForAll(y, Eq(Total(holds(y, i), i), m))
records = Eq(Total(Integer(1), i), n)
drawn = Total(holds(y, i) * A(y), y)
none_favoured = ForAll(i, Eq(drawn, w))
one_replaced = ForAll(y, Implication(A(y) > 0, Eq(B(y), (1 - holds(y, j)) * A(y))))
one_of_three = {
    "sizes": {"I": 3, "Y": 4},
    "A": (third, third, third, 0),
    "B": (0, third, third, third),
    "G": (1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0),
}
of_first = {name: masses for name, masses in one_of_three.items() if name != "B"}
at_three = {n: 3, m: 1, w: third}

# Exchange the records i and j in a sample: K(i, j, y, z) is 1 where this makes the sample z of the sample y, else 0.
z = Outcome("z")
K = function(
    "K", law=False, about="1 where the second sample is the first one with the two records exchanged, else 0"
)
exchange = ForAll(
    (i, j),
    AllOf(
        ForAll(y, Eq(Total(K(i, j, y, z), z), 1)),
        ForAll(z, Eq(Total(K(i, j, y, z), y), 1)),
        ForAll((y, z), Eq(K(i, j, y, z) * holds(y, i), K(i, j, y, z) * holds(z, j))),
    ),
)
uniform = ForAll((i, j, y, z), Eq(K(i, j, y, z) * A(y), K(i, j, y, z) * A(z)))
of_both = Total(holds(y, i) * A(y), y), Total(holds(y, j) * A(y), y)
two_records = {
    "sizes": {"I": 2, "Y": 2}, "A": (half, half), "G": (1, 0, 0, 1),
    "K": (1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1),
}  # fmt: skip

no_record_favoured = Theorem(
    title="A uniform sample favours no record",
    source="kifer.ex4.7",
    given=(exchange, uniform),
    claim=ForAll((i, j), Eq(*of_both)),
    derivation=(
        specialise(exchange, {i: i, j: j}, "these records"),
        specialise(exchange.args[1].args[0], {y: y}, "one sample for each"),
        specialise(exchange.args[1].args[1], {z: z}, "and back"),
        specialise(exchange.args[1].args[2], {y: y, z: z}, "the one in the place of the other"),
        specialise(uniform, {i: i, j: j, y: y, z: z}, "equally likely samples"),
        have(
            Eq(K(i, j, y, z) * (holds(y, i) * A(y)), K(i, j, y, z) * (holds(z, j) * A(z))),
            "the samples with i as those with j",
            derivation=(
                Chain(K(i, j, y, z) * (holds(y, i) * A(y)))
                .eq(K(i, j, y, z) * holds(y, i) * A(y))
                .eq(K(i, j, y, z) * holds(z, j) * A(y), "the one in the place of the other")
                .eq(holds(z, j) * (K(i, j, y, z) * A(y)))
                .eq(holds(z, j) * (K(i, j, y, z) * A(z)), "equally likely samples")
                .eq(K(i, j, y, z) * (holds(z, j) * A(z)))
            ),
        ),
        have(
            Eq(
                Total(K(i, j, y, z) * (holds(y, i) * A(y)), z), Total(K(i, j, y, z) * (holds(z, j) * A(z)), z)
            ),
            "the samples with i as those with j",
        ),
        have(Eq(Total(K(i, j, y, z) * (holds(y, i) * A(y)), z), holds(y, i) * A(y)), "one sample for each"),
        have(Eq(Total(K(i, j, y, z) * (holds(z, j) * A(z)), y), holds(z, j) * A(z)), "and back"),
        Chain(of_both[0])
        .eq(Total(Total(K(i, j, y, z) * (holds(y, i) * A(y)), z), y), "one sample for each")
        .eq(Total(Total(K(i, j, y, z) * (holds(z, j) * A(z)), z), y), "the samples with i as those with j")
        .eq(Total(Total(K(i, j, y, z) * (holds(z, j) * A(z)), y), z), "the sums exchanged")
        .eq(Total(holds(z, j) * A(z), z), "and back"),
    ),
    example=point(**two_records),
    near_misses={
        "where samples of one size have different probabilities": without(uniform, witness=point(**{**two_records, "A": (1, 0)})),
        "where the exchange is not one to one": variant(
            given=[ForAll((i, j), AllOf(exchange.args[1].args[0], exchange.args[1].args[2])), uniform],
            witness=point(
                sizes={"I": 2, "Y": 3}, A=(third, third, third), G=(1, 0, 0, 1, 0, 1),
                K=(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
            ),
        ),
    },
    note=(
        "Here the outputs y are the samples of m of the n records of the first database, all with one probability. To put the record j into the place of i, and i into that of j, makes samples of m "
        "records of samples of m records, one of each; those that held i hold j. So as many hold the one as the other."
    ),
)  # fmt: skip

as_likely = Theorem(
    title="Each of n records is in a sample of m of them with probability m/n where none is favoured",
    source="kifer.ex4.7",
    kind="lemma",
    given=(distribution(A(y)), of_size, records, none_favoured),
    claim=Eq(n * w, m),
    derivation=(
        have(
            ForAll(y, Eq(Total(holds(y, i) * A(y), i), m * A(y))),
            "a sample holds m records",
            derivation=(
                specialise(of_size, {y: y}, "its size"),
                Chain(Total(holds(y, i) * A(y), i))
                .eq(Total(holds(y, i), i) * A(y), "a factor of every term")
                .eq(m * A(y), "its size"),
            ),
        ),
        Chain(n * w)
        .eq(Total(w, i), "the same for each record")
        .eq(Total(drawn, i), "the probability of each record")
        .eq(Total(Total(holds(y, i) * A(y), i), y), "the sums exchanged")
        .eq(Total(m * A(y), y), "a sample holds m records")
        .eq(m, "the probabilities add up to 1"),
    ),
    example=point(at_three, **of_first),
    near_misses={
        "where a record is favoured": without(none_favoured, witness=point({**at_three, w: 1}, **of_first)),
        "samples of any size": without(of_size, witness=point({**at_three, m: 2}, **of_first)),
    },
    note="The probabilities that the records are in the sample add up to the number of records that it holds.",
)

certain = Total(
    Indicator(B(y) <= 0) * A(y), y
)  # the probability of an infinite loss: the second database cannot give this sample
equal = Total(Indicator(Eq(A(y), B(y))) * A(y), y)  # of the loss 0
law = AllOf(Eq(certain, m / n), Eq(equal, (n - m) / n))
by_the_record = (
    specialise(one_replaced, {y: y}, "the second database"),
    cases(
        A(y) > 0,
        cases(
            0 < G(y, j),
            (
                have(Eq(holds(y, j), 1), "held"),
                have(Eq(holds(y, j) * A(y), A(y)), "held"),
                have(Eq(B(y), 0), "held"),
            ),
            (
                have(Eq(holds(y, j), 0), "not held"),
                have(Eq(holds(y, j) * A(y), 0), "not held"),
                have(Eq(B(y), A(y)), "not held"),
            ),
        ),
        have(Eq(A(y), 0), "no sample of the first database"),
    ),
)

H = function("H", law=False, about="positive where the record j of a sample is that of the second database")
c = parameter(
    "c", at_least=0, about="the probability of each sample of m records, the same for both databases"
)


def new(y):
    """1 where the sample y shows the record of the second database at that place, else 0."""
    return Indicator(0 < H(y))


of_first_database = ForAll(y, Eq(A(y), c * (1 - holds(y, j) * new(y))))
of_second_database = ForAll(y, Eq(B(y), c * (1 - holds(y, j) * (1 - new(y)))))
each_once = {**one_of_three, "H": (0, 0, 0, 1)}

samples_of_both = Theorem(
    title="What samples of two databases that differ in a record have in common",
    source="kifer.ex4.7",
    kind="lemma",
    claim=ForAll(j, Implication(AllOf(of_first_database, of_second_database), one_replaced)),
    derivation=(
        have(
            ForAll(j, Implication(AllOf(of_first_database, of_second_database), one_replaced)),
            "sample by sample",
            derivation=(
                specialise(of_first_database, {y: y}, "the first database"),
                specialise(of_second_database, {y: y}, "the second database"),
                cases(0 < G(y, j), cases(0 < H(y))),
            ),
        ),
    ),
    example=point({c: third}, **each_once),
    near_misses={
        "where both databases have one law": variant(
            ForAll(j, Implication(AllOf(of_first_database, ForAll(y, Eq(B(y), A(y)))), one_replaced)),
            witness=point({c: third}, **{**each_once, "B": each_once["A"]}),
        ),
        "samples of the second database of any probability": variant(
            ForAll(j, Implication(of_first_database, one_replaced)),
            witness=point({c: third}, **{**each_once, "B": (third, third, third, 0)}),
        ),
    },
    note=(
        "A sample is a list of the places from which its records come, with the records: of the place j, in which the databases differ, it has the record of the one or of the other. "
        "Each sample of m records of a database has one probability, and all others have none. The two records of the place are supposed to differ from each other and from all the rest, as in the paper, "
        "where each record has an identity."
    ),
)

loss_of_a_sample = Theorem(
    title="The law of the privacy loss of a random sample",
    source=whole_of("kifer.ex4.7"),
    given=(distribution(A(y)), distribution(B(y)), of_size, records, none_favoured),
    claim=ForAll(j, Implication(one_replaced, law)),
    derivation=(
        have(Eq(n * w, m), "each record is as likely", by=as_likely),
        have(Eq(w, m / n), "divided"),
        specialise(none_favoured, {i: j}, "of this record"),
        have(
            ForAll(y, Eq(Indicator(B(y) <= 0) * A(y), holds(y, j) * A(y))),
            "the samples that hold it",
            derivation=by_the_record,
        ),
        have(Eq(certain, Total(holds(y, j) * A(y), y)), "the samples that hold it"),
        have(
            ForAll(y, Eq(Indicator(Eq(A(y), B(y))) * A(y), (1 - holds(y, j)) * A(y))),
            "the others",
            derivation=by_the_record,
        ),
        have(Eq(equal, Total((1 - holds(y, j)) * A(y), y)), "the others"),
        have(Eq(Total((1 - holds(y, j)) * A(y), y), 1 - Total(holds(y, j) * A(y), y)), "the rest"),
    ),
    example=point(at_three, **one_of_three),
    near_misses={
        "where a record is favoured": without(
            none_favoured, witness=point(at_three, **{**one_of_three, "A": (1, 0, 0, 0), "B": (0, 0, 0, 1)})
        ),
        "the two probabilities exchanged": variant(
            ForAll(j, Implication(one_replaced, Eq(certain, (n - m) / n))),
            witness=point(at_three, **one_of_three),
        ),
    },
    note=(
        "Every sample of the first database holds the record j, in which the databases differ, or does not. If it does, the second database cannot give it, since its record is another and differs from all the rest, and the loss is infinite; "
        "else both give it with one probability, and the loss is 0. That no record is favoured is what is proved of uniform samples. The outputs y are the samples of either database, by the places of their records; samples of the second database that hold its record have the probability 0 under the first."
    ),
)
