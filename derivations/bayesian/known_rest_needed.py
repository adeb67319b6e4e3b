"""The bound for known other records fails under the law of the output when they are unknown: a small counterexample."""

from dpsym.derivations.bayesian.known_rest_tails import renyi as known
from dpsym.derivations.bayesian.unknown_rest_tails import chances
from dpsym.derivations.bayesian.unknown_rest_tails import renyi as unknown
from dpsym.derivations.vocabulary import half
from dpsym.language import *

order, divergence, loss = Integer(2), log(Rational(7, 6)), log(Rational(6, 5))
p, q, l = chances
likely, rare = Rational(99, 100), Rational(1, 100)

# Likely other records exclude the record r; with the rare ones it has an even chance.
joint = rare * half * p
counterfactual = rare * half * (half * p + half * q)
output = rare * half * (p + q) + likely * l

known_rest_needed = Example(
    title="A likely output that moves the posterior of a rare record",
    source="kifer.x-ctr-marginal",
    values=(
        value("ratio of the posteriors at the output", joint / counterfactual),
        value("exponential moment of order 2 between the two records", p**2 / q + q**2 / p),
        value("probability of the output", output),
        value("bound if the other records were known", exp(-(loss - divergence) * order - divergence)),
        value("probability of the output given the record", p),
        value("bound for every prior", exp((order - 1) * (divergence - loss))),
    ),
    uses=(known, unknown),
    note=(
        "The other records are rare ones with probability 1/100. With these the target has the record in question or another one, with one "
        "probability, and the output has probability 3/5 with the first and 2/5 with the second; with all other records the target does not "
        "have this record, and the output has probability 999/1000. The ratio is 6/5 and the moment 7/6. The output has probability 0.99401, more than the bound for known other records, 175/216; given the "
        "record it has 3/5, less than the bound for every prior, 35/36. "
        "Five lists of other records between the two make them neighbours of neighbours: the output has the probabilities 3/4, 7/8, 19/20, 99/100 and 999/1000 with "
        "the record, and 3/5, 3/4, 7/8, 19/20 and 99/100 with the other one, so that the moment of all neighbours is at most 7/6. "
        "The theorem for every prior has this mechanism among its near misses, with the privacy of all neighbours for a hypothesis."
    ),
)

bound = exp(-(loss - divergence) * order - divergence)

not_known = Theorem(
    title="The bound for known other records fails when they are unknown",
    source="kifer.x-ctr-marginal",
    define={
        parameter("v"): joint / counterfactual,
        parameter("m"): p**2 / q + q**2 / p,
        parameter("b"): bound,
        parameter("w"): output,
    },
    claim=AllOf(
        Eq(joint / counterfactual, Rational(6, 5)),
        Eq(p**2 / q + q**2 / p, Rational(7, 6)),
        Eq(bound, Rational(175, 216)),
        bound < output,
    ),
    derivation=(
        have(Eq(exp(divergence), Rational(7, 6)), "exponential of a logarithm"),
        have(Eq(exp(loss), Rational(6, 5)), "exponential of a logarithm"),
        have(Eq(bound * exp(loss) ** 2, exp(divergence)), "exponential of a sum"),
        have(Eq(bound, Rational(175, 216)), "divide"),
    ),
    near_misses={
        "the output given the record": variant(bound < p),
        "the bound for every prior": variant(exp((order - 1) * (divergence - loss)) < p),
    },
    note=(
        "The other records are rare ones with probability 1/100, and with these the target has the record in question or another one, each with probability 1/2. Then the output has probability 3/5 with "
        "the first record and 2/5 with the second; with all other data it has probability 999/1000. v is the ratio of the posteriors in the actual and the counterfactual world, m the moment of order 2 "
        "between the two records, b the bound for known other records and w the probability of the output: the posterior of the record moves by the factor "
        "6/5 at an output that has more probability than the bound allows."
    ),
)
