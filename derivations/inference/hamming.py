"""Two distances of data sets: how many records differ, and how many are in one data set and not in the other."""

from dpsym.language import *

i, j = Outcome("i", "I"), Outcome("j", "I")
A = function("A", law=False, about="the record of a data set at each place")
B = function("B", law=False, about="that of another data set")
C = function("C", law=False, about="that of a third data set")
D = function("D", law=False)


def differ(a, b):
    """1 where two records differ, else 0."""
    return Indicator(NotSo(Eq(a, b)))


def hamming(a, b):
    """How many records differ."""
    return Total(differ(a, b), i)


two = {"I": 2}
hamming_distance = Theorem(
    title="The Hamming distance is a metric",
    source="bailie.def-hamming",
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


# C is B but for the place j, where A and B differ and where C is as A.
elsewhere = ForAll(i, Implication(NotSo(Eq(i, j)), Eq(C(i), B(i))))
one_nearer = AllOf(NotSo(Eq(A(j), B(j))), Eq(C(j), A(j)), elsewhere)

last_step_of_hamming = Theorem(
    title="The Hamming distance is the length of a shortest path",
    source=(whole_of("bailie.def-hamming"), "bailie.asm3.3"),
    claim=ForAll(
        j,
        Implication(
            one_nearer,
            AllOf(Eq(hamming(A(i), B(i)), hamming(A(i), C(i)) + 1), Eq(hamming(C(i), B(i)), 1)),
        ),
    ),
    derivation=(
        specialise(elsewhere, {i: i}, "another place"),
        have(Eq(differ(A(j), B(j)), 1), "the place where they differ"),
        let(
            D(i),
            differ(A(i), B(i)),
            [ForAll(i, Eq(D(i), differ(A(i), B(i))))],
            "1 for a record that differs",
        ),
        specialise(ForAll(i, Eq(D(i), differ(A(i), B(i)))), {i: i}, "any place"),
        specialise(ForAll(i, Eq(D(i), differ(A(i), B(i)))), {i: j}, "this place"),
        have(
            differ(A(i), B(i)) <= differ(A(i), C(i)) + differ(C(i), B(i)),
            "triangle inequality",
            derivation=cases(Eq(A(i), C(i)), cases(Eq(C(i), B(i)))),
        ),
        have(
            differ(A(i), C(i)) <= differ(A(i), B(i)) + differ(C(i), B(i)),
            "triangle inequality",
            derivation=cases(Eq(A(i), B(i)), cases(Eq(C(i), B(i)))),
        ),
        have(
            AllOf(
                Eq(differ(A(i), B(i)), differ(A(i), C(i)) + Indicator(Eq(i, j))),
                Eq(differ(C(i), B(i)), Indicator(Eq(i, j))),
            ),
            "place by place",
            derivation=cases(
                Eq(i, j),
                (
                    have(Eq(D(i), D(j)), "this place"),
                    have(Eq(A(i), C(i)), "this place"),
                    have(Eq(differ(A(i), C(i)), 0), "equal", derivation=cases(Eq(A(i), C(i)))),
                ),
                (
                    have(Eq(C(i), B(i)), "another place"),
                    have(Eq(differ(C(i), B(i)), 0), "equal", derivation=cases(Eq(C(i), B(i)))),
                ),
            ),
        ),
        have(Eq(Total(Indicator(Eq(i, j)), i), 1), "one place"),
        have(Eq(hamming(C(i), B(i)), Total(Indicator(Eq(i, j)), i)), "add up"),
        have(
            Eq(hamming(A(i), B(i)), Total(differ(A(i), C(i)) + Indicator(Eq(i, j)), i)),
            "add up",
        ),
    ),
    example=point(sizes=two, A=(0, 1), B=(1, 0), C=(0, 0)),
    near_misses={
        "where C is as A at two places": variant(
            ForAll(
                j,
                Implication(
                    AllOf(NotSo(Eq(A(j), B(j))), Eq(C(j), A(j))),
                    Eq(hamming(A(i), B(i)), hamming(A(i), C(i)) + 1),
                ),
            ),
            witness=point(sizes=two, A=(0, 1), B=(1, 0), C=(0, 1)),
        ),
        "where A and B do not differ": variant(
            ForAll(
                j,
                Implication(
                    AllOf(Eq(C(j), A(j)), elsewhere),
                    Eq(hamming(A(i), B(i)), hamming(A(i), C(i)) + 1),
                ),
            ),
            witness=point(sizes=two, A=(0, 1), B=(0, 1), C=(0, 1)),
        ),
    },
    note=(
        "C is B with the record at the place j taken from A: a neighbour of B, and one step nearer to A. So where all vectors of one "
        "length are data sets there is a path between any two with as many steps as records that differ, and none is shorter by the "
        "triangle inequality: the Hamming distance is that of a graph, as Assumption 3.3 asks. On fewer vectors it need not be, as on 00 and 11."
    ),
)


def more(a, b):
    """How many records are in the first multiset and not in the second."""
    return Total(Max(a - b, 0), i)


symmetric_difference = Theorem(
    title="The distance of the symmetric difference",
    source="bailie.def-symdiff",
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

nearer_by_one = AllOf(
    AnyOf(AllOf(B(j) + 1 <= A(j), Eq(C(j), B(j) + 1)), AllOf(A(j) + 1 <= B(j), Eq(C(j), B(j) - 1))),
    elsewhere,
)
apart_by = Total(Abs(A(i) - B(i)), i)
to_go = Total(Abs(A(i) - C(i)), i)

last_step_of_difference = Theorem(
    title="The distance of the symmetric difference is the length of a shortest path",
    source=(whole_of("bailie.def-symdiff"), whole_of("bailie.asm3.3")),
    claim=ForAll(
        j, Implication(nearer_by_one, AllOf(Eq(apart_by, to_go + 1), Eq(Total(Abs(C(i) - B(i)), i), 1)))
    ),
    derivation=(
        specialise(elsewhere, {i: i}, "another record"),
        have(
            AllOf(
                Eq(Abs(A(i) - B(i)), Abs(A(i) - C(i)) + Indicator(Eq(i, j))),
                Eq(Abs(C(i) - B(i)), Indicator(Eq(i, j))),
            ),
            "record by record",
            derivation=cases(
                Eq(i, j),
                cases(
                    AllOf(B(j) + 1 <= A(j), Eq(C(j), B(j) + 1)),
                    have(AllOf(B(i) + 1 <= A(i), Eq(C(i), B(i) + 1)), "this record"),
                    have(AllOf(A(i) + 1 <= B(i), Eq(C(i), B(i) - 1)), "this record"),
                ),
                have(Eq(C(i), B(i)), "another record"),
            ),
        ),
        have(Eq(Total(Indicator(Eq(i, j)), i), 1), "one record"),
        have(Eq(Total(Abs(C(i) - B(i)), i), Total(Indicator(Eq(i, j)), i)), "add up"),
        have(Eq(apart_by, Total(Abs(A(i) - C(i)) + Indicator(Eq(i, j)), i)), "add up"),
    ),
    example=point(sizes=two, A=(0, 2), B=(1, 0), C=(1, 1)),
    near_misses={
        "by two records": variant(
            ForAll(j, Implication(AllOf(B(j) + 1 <= A(j), Eq(C(j), B(j) + 2)), Eq(apart_by, to_go + 1))),
            witness=point(sizes=two, A=(1, 0), B=(0, 0), C=(2, 0)),
        ),
        "with other records changed too": variant(
            ForAll(j, Implication(AllOf(B(j) + 1 <= A(j), Eq(C(j), B(j) + 1)), Eq(apart_by, to_go + 1))),
            witness=point(sizes=two, A=(1, 1), B=(0, 1), C=(1, 3)),
        ),
    },
    note=(
        "C is B with one record more that A has more often, or with one less that A has less often: a neighbour of B, and one step nearer to A. "
        "So where all multisets are data sets, or all of at most some size, the distance is that of a graph, as Assumption 3.3 asks: "
        "first leave out what is too much, then add what is missing. Among the multisets of one size no two are neighbours."
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
        have(Abs(A(i) - B(i)) <= A(i) + B(i), "neither is negative"),
        have(Total(Abs(A(i) - B(i)), i) <= Total(A(i) + B(i), i), "add up"),
    ),
    errata=erratum(
        "missing condition",
        "Example 4.4",
        "The analyst upper bounds the number of records by ..., so that ...",
        fails=(
            "The largest distance is to be the bound on the number: we read the paper in a text without its formulas, and the figure is drawn "
            "with this one. So it is under the Hamming distance, where connected data sets have one number of records, as Section 9 supposes. "
            "Under the distance of the symmetric difference, which the paper allows, ten records 1 and ten records 0 are twenty steps apart."
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
