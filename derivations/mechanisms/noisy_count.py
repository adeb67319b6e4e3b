"""A count with geometric noise is private: neighbouring databases, by either relation, have counts that differ by at most 1."""

from dpsym.derivations.mechanisms.geometric import eps, pure, t
from dpsym.derivations.notions.neighbours import A, B, added_or_removed, changed, for_all_databases, i, v
from dpsym.derivations.vocabulary import quarter
from dpsym.language import *

r = parameter("r", above=0, about="the least record that is counted")
c = parameter("c", about="what one record changes in the count")


def has(record):
    """1 where a record is counted, else 0."""
    return Indicator(r <= record)


first, second = Total(has(A(i)), i), Total(has(B(i)), i)
near = Between(-1, first - second, 1)
noisy = Geometric(eps)
private = AllOf(
    noisy.density(t, first) <= exp(eps) * noisy.density(t, second),
    noisy.density(t, second) <= exp(eps) * noisy.density(t, first),
)


def one_individual(relation):
    """The steps to the difference of the counts, from the individual in whom the databases differ."""
    change = has(A(v)) - has(B(v))
    return (
        obtain(relation(A, B), "the individual in whom they differ"),
        let(c, change, (Eq(c, change), -1 <= c, c <= 1), "what this record changes"),
        have(
            Eq(has(A(i)), has(B(i)) + Indicator(Eq(i, v)) * c),
            "only one record differs",
            derivation=cases(
                Eq(i, v),
                (
                    have(Eq(has(A(i)), has(A(v))), "this record"),
                    have(Eq(has(B(i)), has(B(v))), "this record"),
                ),
                (
                    have(Eq(A(i), B(i)), "another record"),
                    have(
                        Eq(has(A(i)), has(B(i))),
                        "another record",
                        derivation=cases(r <= A(i), cases(r <= B(i)), cases(r <= B(i))),
                    ),
                ),
            ),
        ),
        have(Eq(Total(Indicator(Eq(i, v)), i), 1), "one individual"),
        Chain(first)
        .eq(Total(has(B(i)) + Indicator(Eq(i, v)) * c, i), "added up")
        .eq(second + Total(Indicator(Eq(i, v)), i) * c, "the sum of two sums")
        .eq(second + c, "one individual"),
    )


near_pair = (
    have(near, "the counts differ by at most 1"),
    have(
        noisy.density(t, first) <= exp(eps) * noisy.density(t, second),
        "the geometric mechanism",
        by=pure.at(x=first, x_2=second, Delta=Integer(1)),
    ),
    have(
        noisy.density(t, second) <= exp(eps) * noisy.density(t, first),
        "the counts exchanged",
        by=pure.at(x=second, x_2=first, Delta=Integer(1)),
    ),
)
far = {
    "any two databases": variant(
        private,
        witness=point(
            {r: quarter, eps: log(2), t: 4}, A=(quarter, quarter, quarter, quarter), B=(1, 0, 0, 0)
        ),
    ),
    "the counts are equal": variant(
        Eq(first, second),
        witness=point(
            {r: quarter, eps: log(2), t: 4}, A=(quarter, quarter, quarter, quarter), B=(1, 0, 0, 0)
        ),
    ),
}

bounded = Theorem(
    title="A count with geometric noise is private for bounded neighbours",
    source=whole_of("kifer.def4.1"),
    claim=for_all_databases(changed(A, B), private),
    derivation=(*one_individual(changed), *near_pair),
    near_misses=far,
    note="The databases are A and B: A(i) is the record of the individual i. The count is that of the individuals whose record is at least r. The record of one individual is changed, and the others are not.",
)

unbounded = Theorem(
    title="A count with geometric noise is private for unbounded neighbours",
    source=whole_of("kifer.def4.2"),
    claim=for_all_databases(added_or_removed(A, B), private),
    derivation=(*one_individual(added_or_removed), *near_pair),
    near_misses=far,
    note="The databases are A and B: A(i) is the record of the individual i. The record 0 stands for none, and is not counted. The record of one individual is added or removed.",
)
