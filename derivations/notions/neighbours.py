"""Neighbouring databases: one record changed, or one record added or removed."""

from dpsym.derivations.vocabulary import third
from dpsym.language import *

# A(i), B(i): the record of the individual i, as a number; 0 for one who has no record.
A, B, C, D = (function(name) for name in "ABCD")
i, v, w = Outcome("i", "I"), Outcome("v", "I"), Outcome("w", "I")


def elsewhere(one, other, v):
    """That the records of all individuals but v are equal."""
    return ForAll(i, Implication(Ne(i, v), Eq(one(i), other(i))))


def changed(one, other, v=v):
    """Bounded neighbours: the record of exactly one individual is changed."""
    return Exists((v,), AllOf(Ne(one(v), other(v)), elsewhere(one, other, v)))


def added_or_removed(one, other, v=v):
    """Unbounded neighbours: the record of exactly one individual is added or removed."""
    here = AllOf(Ne(one(v), other(v)), Eq(one(v) * other(v), 0))
    return Exists((v,), AllOf(here, elsewhere(one, other, v)))


def for_all_databases(*facts):
    """For any two databases: the first fact implies the second."""
    return ForAll((A(i), B(i)), Implication(*facts))


misses = {
    "no record changes": variant(ForAll(v, Eq(A(v), B(v))), witness=point(A=(1, 0), B=(0, 1))),
    "every change adds or removes": variant(
        ForAll(v, Implication(Ne(A(v), B(v)), Eq(A(v) * B(v), 0))),
        witness=point(A=(third, 2 * third), B=(2 * third, third)),
    ),
}

changed_back = Theorem(
    title="Bounded neighbours are so in either order",
    source="kifer.def4.1",
    claim=for_all_databases(changed(A, B), changed(B, A)),
    derivation=(
        obtain(changed(A, B), "the individual whose record is changed"),
        exhibit({v: v}, "the same individual"),
    ),
    near_misses=misses,
    note="The databases are A and B: A(i) is the record of the individual i, a number. They have the same public size: the record of exactly one individual is another.",
)

removed_or_added = Theorem(
    title="Unbounded neighbours are so in either order",
    source="kifer.def4.2",
    claim=for_all_databases(added_or_removed(A, B), added_or_removed(B, A)),
    derivation=(
        obtain(added_or_removed(A, B), "the individual whose record is added or removed"),
        exhibit({v: v}, "the same individual"),
    ),
    near_misses=misses,
    note="The databases are A and B: A(i) is the record of the individual i, and 0 stands for no record: just one of the two databases has a record of the individual.",
)

present = AllOf(ForAll(i, Ne(A(i), 0)), ForAll(i, Ne(B(i), 0)))

two_steps = Theorem(
    title="A bounded step is two unbounded steps",
    source=(
        "kifer.def4.1",
        "kifer.def4.2",
    ),
    claim=for_all_databases(
        AllOf(present, changed(A, B)),
        Exists((C(i),), AllOf(added_or_removed(A, C), added_or_removed(C, B))),
    ),
    derivation=(
        obtain(changed(A, B, w), "the individual whose record is changed"),
        specialise(ForAll(i, Ne(A(i), 0)), {i: w}, "it has a record"),
        specialise(ForAll(i, Ne(B(i), 0)), {i: w}, "it has a record"),
        have(Eq(Indicator(Ne(w, w)), 0), "it is no other individual"),
        exhibit({C(i): Indicator(Ne(i, w)) * A(i)}, "without this record"),
        exhibit({v: w}, "this individual"),
    ),
    near_misses=misses,
    note="A, B and C are databases: A(i) is the record of the individual i, and 0 stands for no record. The record is removed, and another one added.",
)


def only(one, other, v):
    """That the two databases differ at the individual v and nowhere else."""
    return AllOf(Ne(one(v), other(v)), elsewhere(one, other, v))


# C, D: the databases A, B with the records of every individual relabelled one to one, perhaps differently for each.
relabelling = ForAll(
    i, AllOf(Implication(Eq(A(i), B(i)), Eq(C(i), D(i))), Implication(Ne(A(i), B(i)), Ne(C(i), D(i))))
)


def for_all_relabelled(labels):
    """For any two databases and their labels: where they differ at one individual alone, so do the labels."""
    moved = ForAll(v, Implication(only(A, B, v), only(C, D, v)))
    return ForAll((A(i), B(i), C(i), D(i)), Implication(labels, moved))


relabelled = Theorem(
    title="Relabelling the records of every individual keeps neighbours, and the individual in which they differ",
    cites="kifer2022",
    claim=for_all_relabelled(relabelling),
    derivation=(
        specialise(relabelling, {i: v}, "distinct records have distinct labels"),
        have(Ne(C(v), D(v)), "distinct records have distinct labels"),
        have(elsewhere(C, D, v), "equal records have equal labels"),
    ),
    near_misses={
        "where distinct records may have one label": variant(
            for_all_relabelled(ForAll(i, Implication(Eq(A(i), B(i)), Eq(C(i), D(i))))),
            witness=point(A=(1, 0), B=(0, 0), C=(0, 0), D=(0, 0)),
        ),
        "where one record may have two labels": variant(
            for_all_relabelled(ForAll(i, Implication(Ne(A(i), B(i)), Ne(C(i), D(i))))),
            witness=point(A=(1, 0), B=(0, 0), C=(1, 1), D=(0, 0)),
        ),
    },
    note=(
        "A and B are databases: A(i) is the record of the individual i. C and D are the same databases with the records relabelled, "
        "perhaps differently for each individual: his records in A and in B have one label just where they are one record. So a "
        "change in one individual's record is not moved to another individual."
    ),
)

worlds = Background(
    title="The actual world and a counterfactual one",
    source="kifer.ex2-counterfactual",
    note=(
        "From the definition on the paper means bounded neighbours: the actual world is the one "
        "with the record of the target, the counterfactual one has another record in its place, fixed in advance. Every "
        "statement here speaks of the two laws of the output on two neighbours and so holds for either relation."
    ),
)
