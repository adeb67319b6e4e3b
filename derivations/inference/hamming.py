"""Two distances of data sets: how many records differ, and how many are in one data set and not in the other."""

from dpsym.language import *

i, j = Outcome("i", "I"), Outcome("j", "I")
A, B, C, D = (function(name, law=False) for name in "ABCD")


def differ(a, b):
    """1 where two records differ, else 0."""
    return Indicator(NotSo(Eq(a, b)))


def hamming(a, b):
    """How many records differ."""
    return Total(differ(a, b), i)


two = {"I": 2}
hamming_distance = Theorem(
    title="The Hamming distance is a metric",
    source=whole_of("bailie.def-hamming"),
    claim=AllOf(
        hamming(A(i), B(i)) <= hamming(A(i), C(i)) + hamming(C(i), B(i)),
        Eq(hamming(A(i), B(i)), hamming(B(i), A(i))),
        ForAll(j, Implication(NotSo(Eq(A(j), B(j))), 1 <= hamming(A(i), B(i)))),
    ),
    derivation=(
        have(
            differ(A(i), B(i)) <= differ(A(i), C(i)) + differ(C(i), B(i)),
            "a record that differs",
            derivation=cases(Eq(A(i), C(i)), cases(Eq(C(i), B(i)))),
        ),
        have(hamming(A(i), B(i)) <= Total(differ(A(i), C(i)) + differ(C(i), B(i)), i), "add up"),
        have(Eq(differ(A(i), B(i)), differ(B(i), A(i))), "in the other order", derivation=cases(Eq(A(i), B(i)))),
        have(Implication(NotSo(Eq(A(j), B(j))), Eq(differ(A(j), B(j)), 1)), "one record that differs"),
        let(
            D(i),
            differ(A(i), B(i)),
            (
                ForAll(i, Eq(D(i), differ(A(i), B(i)))),
                ForAll(i, 0 <= D(i)),
                Eq(Total(D(i), i), hamming(A(i), B(i))),
            ),
            "1 for a record that differs",
        ),
        specialise(ForAll(i, 0 <= D(i)), {i: i}, "no term is negative"),
        have(Indicator(Eq(i, j)) * D(i) <= D(i), "one record"),
        have(D(j) <= Total(D(i), i), "one term of the sum"),
        specialise(ForAll(i, Eq(D(i), differ(A(i), B(i)))), {i: j}, "this record"),
    ),
    example=point(sizes=two, A=(0, 1), B=(1, 0), C=(1, 1)),
    near_misses={
        "at most the larger of the two": variant(
            hamming(A(i), B(i)) <= Max(hamming(A(i), C(i)), hamming(C(i), B(i))),
            witness=point(sizes=two, A=(0, 1), B=(1, 0), C=(1, 1)),
        ),
        "at least 2": variant(
            ForAll(j, Implication(NotSo(Eq(A(j), B(j))), 2 <= hamming(A(i), B(i)))),
            witness=point(sizes=two, A=(0, 1), B=(1, 1)),
        ),
    },
    note=(
        "i runs over the places of a record, and A, B and C are vectors of records of one length; vectors of different lengths are at an "
        "infinite distance. Vectors that differ in one record are neighbours, and privacy with this distance is bounded differential privacy."
    ),
)  # fmt: skip


def more(a, b):
    """How many records are in the first multiset and not in the second."""
    return Total(Max(a - b, 0), i)


symmetric_difference = Theorem(
    title="The distance of the symmetric difference",
    source=whole_of("bailie.def-symdiff"),
    claim=AllOf(
        Eq(more(A(i), B(i)) + more(B(i), A(i)), Total(Abs(A(i) - B(i)), i)),
        Total(Abs(A(i) - B(i)), i) <= Total(Abs(A(i) - C(i)), i) + Total(Abs(C(i) - B(i)), i),
    ),
    derivation=(
        have(Eq(Max(A(i) - B(i), 0) + Max(B(i) - A(i), 0), Abs(A(i) - B(i))), "record by record"),
        have(Abs(A(i) - B(i)) <= Abs(A(i) - C(i)) + Abs(C(i) - B(i)), "triangle inequality"),
        have(Total(Abs(A(i) - B(i)), i) <= Total(Abs(A(i) - C(i)) + Abs(C(i) - B(i)), i), "add up"),
    ),
    example=point(sizes=two, A=(0, 1), B=(1, 0), C=(0, 0)),
    near_misses={
        "one difference alone": variant(
            Eq(more(A(i), B(i)), Total(Abs(A(i) - B(i)), i)), witness=point(sizes=two, A=(0, 1), B=(1, 0))
        ),
        "the difference of the sizes": variant(
            Eq(Total(Abs(A(i) - B(i)), i), Abs(Total(A(i) - B(i), i))),
            witness=point(sizes=two, A=(0, 1), B=(1, 0)),
        ),
    },
    note=(
        "i runs over the values that a record may have, and A(i) says how often it is in the data: a data set is a multiset. The distance is "
        "the number of records in one and not in the other. Two data sets of one size are at an even distance, so that among these no two are "
        "neighbours. Privacy with this distance is unbounded differential privacy."
    ),
)

n = parameter("n", at_least=0, about="largest number of records of a data set")
counts = AllOf(ForAll(i, 0 <= A(i)), ForAll(i, 0 <= B(i)))
at_most_n = (counts, Total(A(i), i) <= n, Total(B(i), i) <= n)
opposite = point({n: 10}, sizes=two, A=(10, 0), B=(0, 10))

farthest = Theorem(
    title="The farthest data sets of at most n records",
    source="bailie.ex4.4",
    given=at_most_n,
    claim=Total(Abs(A(i) - B(i)), i) <= 2 * n,
    derivation=(
        specialise(counts.args[0], {i: i}, "a number of records"),
        specialise(counts.args[1], {i: i}, "a number of records"),
        have(Abs(A(i) - B(i)) <= A(i) + B(i), "neither is negative"),
        have(Total(Abs(A(i) - B(i)), i) <= Total(A(i) + B(i), i), "add up"),
    ),
    errata=erratum(
        "missing condition",
        "Example 4.4",
        "The analyst upper bounds the number of records by ..., so that ...",
        fails=(
            "The largest distance is to be the bound on the number. So it is under the Hamming distance, where connected data sets have one number of records. Under the distance of the symmetric "
            "difference, which the paper allows, ten records 1 and ten records 0 are twenty steps apart."
        ),
        holds="Twice the bound under the distance of the symmetric difference.",
        reads=variant(Total(Abs(A(i) - B(i)), i) <= n, witness=opposite),
    ),
    tight=opposite,
    example=opposite,
    near_misses={
        "with one number of records bounded": variant(
            given=(counts, Total(A(i), i) <= n), witness=point({n: 1}, sizes=two, A=(0, 1), B=(3, 0))
        ),
    },
)
