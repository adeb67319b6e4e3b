"""Random sampling: some records released as they are. The loss is 0 or infinite; no bound on it, a delta of m/n."""

from dpsym.derivations.composition.transcripts import k, zero
from dpsym.derivations.vocabulary import delta, eps
from dpsym.language import *

n = parameter("n", at_least=1, integer=True, about="number of records")
m = parameter("m", at_least=1, at_most=n, integer=True, about="number of records released")

drawn = m / n  # the probability that the record in which the databases differ is released

# outputs with the record of the first database, with that of the second, with neither
pair = {P: (drawn, 0, (n - m) / n), Q: (0, drawn, (n - m) / n)}
least = point({n: 3, m: 1, eps: 0, delta: Rational(1, 3)})

# u(k): the probability that the record is not among the first k that are drawn, one after the other. Of the n - k records that
# are left then, the next is each with the same probability, and n - k - 1 are others.
u = function("u", about="the probability that a given record is not among so many that are drawn")
missed = ForAll(k, Implication(k + 1 <= n, Eq(u(k + 1) * (n - k), u(k) * (n - k - 1))))
not_drawn = ForAll(k, Implication(k <= n, Eq(n * u(k), n - k)))

in_the_sample = ForAll(k, Implication(k <= n, AllOf(Eq(u(k), (n - k) / n), Eq(1 - u(k), k / n))))

drawn_without_replacement = Theorem(
    title="A record is in a sample of k of n records with probability k/n",
    source="kifer.ex4.7",
    kind="lemma",
    given=(Eq(u(zero), 1), missed),
    claim=in_the_sample,
    derivation=(
        have(
            not_drawn,
            "record by record",
            derivation=induction(
                k,
                then=(
                    specialise(missed, {k: k}, "the next record"),
                    have(
                        Implication(k + 1 <= n, Eq(n * u(k + 1), n - (k + 1))),
                        "divide by the number of records left",
                        derivation=(
                            have(0 < n - k, "a record is left"),
                            have(
                                Eq((n - k) * (n * u(k + 1) - (n - k - 1)), 0),
                                "both are the product with the number of records left",
                            ),
                        ),
                    ),
                ),
            ),
        ),
        have(
            in_the_sample,
            "divide by the number of records",
            derivation=specialise(not_drawn, {k: k}, "the sample"),
        ),
    ),
    example=point({n: 1}, u=Lambda(k, 1 - k)),
    near_misses={
        "where draws may favour the record": without(missed, witness=point({n: 1}, u=Lambda(k, 1))),
        "one record more": variant(
            ForAll(k, Implication(k <= n, Eq(1 - u(k), (k + 1) / n))),
            witness=point({n: 1}, u=Lambda(k, 1 - k)),
        ),
    },
)

privacy_loss = Theorem(
    title="The privacy loss of random sampling",
    source="kifer.ex4.7",
    claim=AllOf(
        Eq(Probability(Eq(Loss(), 0), P), (n - m) / n),
        Eq(Probability(Loss() > eps, P), drawn),
    ),
    where=pair,
    example=point({n: 3, m: 1, eps: 0}),
    near_misses={
        "a small loss": variant(
            Eq(Probability(Loss() > eps, P), 0), given=[m <= n], witness=point({n: 3, m: 1, eps: 0})
        ),
        "of the exchanged pair": variant(
            Eq(Probability(Loss() > eps, Q), drawn), witness=point({n: 3, m: 1, eps: 0})
        ),
    },
    note=(
        "A sample without replacement that holds the record in which the databases differ tells them apart: its loss exceeds "
        "every bound. All samples with one and the same set of records in it are taken together. The record of the one "
        "database is supposed to differ from that of the other and from all the rest."
    ),
)

approximate = Theorem(
    title="Random sampling is approximately private",
    source=("kifer.ex4.7", whole_of("kifer.ex5-catastrophic")),
    claim=ApproxDP(eps, drawn),
    where=pair,
    example=point({n: 3, m: 1, eps: 0}),
    tight=point({n: 3, m: 1, eps: 0}),
    near_misses={
        "pure DP": variant(PureDP(eps), given=[m <= n], witness=point({n: 3, m: 1, eps: 0})),
    },
)

no_smaller_delta = Theorem(
    title="Random sampling has no smaller delta, whatever the bound on the loss",
    source=("kifer.ex4.7", "kifer.ex5-catastrophic"),
    given=ApproxDP(eps, delta),
    claim=drawn <= delta,
    where=pair,
    example=least,
    derivation=(
        specialise(
            ApproxDP(eps, delta), {S(y): Loss() > eps}, "the samples with the record of the first database"
        ),
        have(Eq(Probability(Loss() > eps, P), drawn), "their probability"),
        have(Eq(Probability(Loss() > eps, Q), 0), "under the second law"),
        Chain(drawn)
        .eq(Probability(Loss() > eps, P), "their probability")
        .le(exp(eps) * Probability(Loss() > eps, Q) + delta, "approximate DP at this event")
        .eq(delta, "the second law does not give them"),
    ),
    tight=least,
    near_misses={
        "any delta": variant(given=[]),
    },
)
