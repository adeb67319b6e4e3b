"""Sections 1 to 4, the notions: privacy of states as bounds on tests, databases as states, and one family of joint laws."""

from dpsym.derivations.composition.mixtures import approximate as mixture
from dpsym.derivations.composition.optimal_composition import of_any_number
from dpsym.derivations.confounding.laws_given_the_state import secrets, total_mass, x
from dpsym.derivations.confounding.sandwich import at_least_one, on_data_sets
from dpsym.derivations.notions.approximate_dp import approximate
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import apart, delta, eps, fifth, half, quarter, tenth
from dpsym.language import *

gain = Total(Max(0, Q(y) - exp(eps) * P(y)), y)
rejects = Q(y) > exp(eps) * P(y)

conjugate = Theorem(
    title="The hockey stick is the largest weighted difference of power and level",
    source=(
        "zhang.lem2",
        "zhang.eq7",
    ),
    claim=AllOf(
        every_test(power - exp(eps) * level <= gain),
        Eq(Probability(rejects, Q) - exp(eps) * Probability(rejects, P), gain),
    ),
    derivation=(
        have(
            every_test(power - exp(eps) * level <= gain),
            "a test",
            derivation=(
                have(
                    f(y) * (Q(y) - exp(eps) * P(y)) <= Max(0, Q(y) - exp(eps) * P(y)),
                    "outcome by outcome",
                    split=[Q(y) > exp(eps) * P(y)],
                ),
                Chain(power - exp(eps) * level)
                .eq(Total(f(y) * (Q(y) - exp(eps) * P(y)), y), "collect")
                .le(gain, "outcome by outcome"),
            ),
        ),
        have(
            Eq(
                Indicator(rejects) * Q(y) - exp(eps) * (Indicator(rejects) * P(y)),
                Max(0, Q(y) - exp(eps) * P(y)),
            ),
            "outcome by outcome",
            split=[Q(y) > exp(eps) * P(y)],
        ),
    ),
    example=point({eps: 0}, **apart),
    errata=erratum(
        "missing condition",
        "Lemma 2",
        "there exists a symmetric trade-off function f and eps ≥ 0 for the mechanism M(γ) such that M is (eps,delta(eps))-CP",
        fails=(
            "A mechanism that tells two states apart for certain has delta = 1 at every eps, which Definition 3 excludes; the text after the lemma allows it."
        ),
        holds="With delta = 1 allowed: the delta of one order is the conjugate of the trade-off function at -e^{eps}, plus 1, and that of both is the larger one.",
        affects="Lemma 3 and Theorem 1, which take this delta.",
        reads=variant(gain < 1, witness=point({eps: 3}, **apart)),
    ),
    near_misses={
        "the other order": variant(
            every_test(power - exp(eps) * level <= Total(Max(0, P(y) - exp(eps) * Q(y)), y)),
        ),
    },
    note="The power is 1 less the trade-off function at the level, so that the supremum over tests is the conjugate. No property of the laws is needed. One curve for both orders has a theorem of its own.",
)

I = function("I", law=False, about="1 for the databases with which the secret is true, else 0")
F = function("F", law=False, about="the law of the database")
H = function(
    "H", law=False, about="the probability of an event of the outputs, for the databases of the secret"
)
M = function("M", law=False, about="the probability of an event of the outputs, given the database")
database, events = distribution(F(x), x), ForAll((x, y), Between(0, M(x, y), 1))
holds, one_answer = ForAll(x, Between(0, I(x), 1)), ForAll((x, y), Implication(0 < I(x), Eq(M(x, y), H(y))))
prior = Total(I(x) * F(x), x)  # the probability of the secret
told_secret = Total(I(x) * F(x) * M(x, y), x) / prior
single = {"sizes": {"X": 2, "Y": 2}, "M": (1, 0, 0, 1), "I": (1, 0), "F": (half, half), "H": (1, 0)}

as_databases = Theorem(
    title="Where the secret is the database the law given it is that of the mechanism",
    source=of_any_spaces("zhang.rem-dp-in-pp"),
    given=(database, events, holds, one_answer, 0 < prior),
    claim=ForAll(y, Eq(told_secret, H(y))),
    derivation=(
        specialise(one_answer, {x: x, y: y}),
        have(
            Eq(I(x) * F(x) * M(x, y), I(x) * F(x) * H(y)),
            "the law of the mechanism",
            derivation=cases(0 < I(x), have(Eq(M(x, y), H(y)), "a database of the secret"), have(Eq(I(x), 0), "no other")),
        ),
        have(Eq(Total(I(x) * F(x) * M(x, y), x), prior * H(y)), "a common factor"),
    ),
    example=point({}, **single),
    near_misses={
        "of a secret with several databases": without(one_answer, witness=point({}, **{**single, "I": (1, 1)})),
        "the joint probability of secret and event": variant(
            ForAll(y, Eq(told_secret * prior, H(y))), witness=point({}, **single)
        ),
    },
    note=(
        "The secret is that the database is a certain one: then it is the only one that counts. With one for it, whatever the law of the database. "
        "So Pufferfish for every pair of neighbouring databases is differential privacy, whatever laws the data may have, as long as both databases of each pair are "
        "possible under one of them: the inequality is then the same, number by number. The pairs have to be taken in both orders."
    ),
)  # fmt: skip

pufferfish = Background(
    title="Pufferfish privacy and confounding privacy of states",
    source=("zhang.def2", "zhang.def3", whole_of("zhang.def-cdp")),
    restates=(total_mass, secrets, as_databases, conjugate, approximate),
    note=(
        "For all laws of a class and all pairs of states in a set that are possible, the laws of the output given the states satisfy the inequality of "
        "(eps, delta)-differential privacy. For confounding privacy delta is below 1, which no proof uses and two lemmas contradict. With a "
        "uniform prior of the states and neighbouring states for the pairs the paper speaks of differential privacy of states."
    ),
)

s = Outcome("s", "T")
W = function("W", law=False, about="the law of the record that both databases do not share")
N = function(
    "N",
    law=False,
    about="the law of the output where this record is s and the only one: the law given the state s",
)
d = delta.ranging(at_least=0)
record, given_state = distribution(W(s), s), ForAll(s, distribution(N(s, y)))
over_record = Total(W(s) * N(s, y), s)


def private(law):
    """That the inequality holds of this law and that of the other state, in both orders."""
    return ApproxDP(eps, d).on(Pair(law, Q(y)))


each, of_mixture = ForAll(s, private(N(s, y))), private(over_record)
one_law = ForAll((s, y), Eq(W(s) * N(s, y), W(s) * P(y)))
bits = {"sizes": {"T": 2, "Y": 2}, "W": (half, half), "N": (1, 0, 0, 1), "Q": (half, half)}
hidden = {**bits, "P": (1, 0)}


def mean_bound(one, other, mean_of_one, mean_of_other):
    """The steps that average the inequality of an event over the record, for the law `one` of each record and `other` beside it."""
    bound = exp(eps) * Mass(S(y), other) + d
    return (
        have(W(s) * Mass(S(y), one) <= W(s) * bound, "weighted"),
        have(Eq(Mass(S(y), mean_of_one), Total(W(s) * Mass(S(y), one), s)), "the other sum first"),
        have(Eq(Mass(S(y), mean_of_other), Total(W(s) * Mass(S(y), other), s)), "the other sum first"),
        Chain(Mass(S(y), mean_of_one))
        .eq(Total(W(s) * Mass(S(y), one), s), "the other sum first")
        .le(Total(W(s) * bound, s), "each record")
        .eq(exp(eps) * Mass(S(y), mean_of_other) + d, "the probabilities add up to 1"),
    )


averaged = Theorem(
    title="Privacy of states gives Bayesian differential privacy of one record, whatever its law",
    source=of_any_spaces("zhang.rem-A"),
    given=(record, given_state, each),
    claim=of_mixture,
    derivation=(
        specialise(each, {s: s}, "this record"),
        specialise(each.args[1], {S(y): S(y)}, "this event"),
        *mean_bound(N(s, y), Q(y), over_record, Q(y)),
        *mean_bound(Q(y), N(s, y), Q(y), over_record),
    ),
    example=point({eps: 0, d: 1}, **bits),
    errata=erratum(
        "wrong result",
        "Appendix A, before Definition 11",
        "When we consider adjacent states with subjective priors, the CP framework also mathematically coincides with the Bayesian differential privacy (BDP).",
        fails=(
            "In Definition 11 the probability runs over the record as well. Let the record be 0 or 1 with probability 1/2 and be published, and let the output on the other database be a fair coin: averaged over the record both are fair coins, so that the definition holds with eps = delta = 0. "
            "Given the record the output is certain."
        ),
        holds="Privacy of states implies it, whatever the law of the record; where it holds for every law of the record, those of one value included, it says the same.",
        affects="The remark alone, and what it suggests of laws of records that are known.",
        reads=variant(
            Implication(of_mixture, each), given=(record, given_state), witness=point({eps: 0, d: 0}, **bits)
        ),
    ),
    near_misses={
        "against any law": without(each, witness=point({eps: 0, d: 0}, **{**bits, "Q": (1, 0)})),
        "also for each record, from its law": without(
            each, claim=Implication(of_mixture, each), witness=point({eps: 0, d: 0}, **bits)
        ),
    },
    note=(
        "The data set of the second definition is one record, the state s, and the data between the state and the output are not seen: N is the law of the output given the state, as in the theorem on Pufferfish. Q is the law given the other state. "
        "The probability of the second definition runs over the output and the record, whose law is W."
    ),
)

of_one_law = Theorem(
    title="Bayesian differential privacy of a record whose values give the output one law is privacy of these states",
    source="zhang.rem-A",
    given=(record, given_state, one_law, of_mixture),
    claim=private(P(y)),
    derivation=(
        specialise(one_law, {s: s, y: y}, "one law"),
        Chain(over_record).eq(Total(W(s) * P(y), s), "record by record").eq(P(y), "the law of the record"),
        specialise(of_mixture, {S(y): S(y)}, "this event"),
        have(Eq(S(y) * over_record, S(y) * P(y)), "the law of the record"),
        have(Eq(Mass(S(y), over_record), Mass(S(y), P(y))), "the law of the record"),
    ),
    example=point({eps: 0, d: half}, **{**hidden, "W": (1, 0)}),
    note="In particular where the record has one value for certain: so Bayesian differential privacy for every law of the record is privacy of all states.",
    near_misses={
        "of a record with several laws of the output": without(
            one_law, witness=point({eps: 0, d: 0}, **hidden)
        ),
        "of any record": without(of_mixture, witness=point({eps: 0, d: 0}, **{**hidden, "W": (1, 0)})),
    },
)

random_record = Background(
    title="Bayesian differential privacy",
    source=whole_of("zhang.def11"),
    restates=(mixture, approximate),
    note=(
        "Two databases that differ in one record, which is drawn from a law: the inequality is asked of the probability over the output and the "
        "record together. So it is that of the mixture over the record, and follows where it holds for each record."
    ),
)

optimum = Background(
    title="The least eps at a delta, of given laws and of given guarantees",
    source=whole_of("zhang.eq-opt"),
    restates=(conjugate, of_any_number, at_least_one, on_data_sets),
    note=(
        "Of given laws it is the inverse of their hockey stick; of guarantees alone it is optimal composition, the largest of the first over all laws "
        "with them. The paper takes the one for the other."
    ),
)

# two outputs of 1 or -1, and a state t of 1 or -1
a, b, c = (parameter(n, about="a coefficient of the joint law") for n in "abc")
t = parameter("t", at_least=-1, at_most=1, about="the state, 1 or -1")


def mass(first, second, t):
    """The probability of two outputs given the state."""
    return (1 + a * t * (first + second) + (b + c * t) * first * second) / 4


def pure_loss(a, b, c):
    """The logarithm of the ratio of the masses of two outputs of 1 in both states."""
    return log((1 + 2 * a + b + c) / (1 - 2 * a + b - c))


fourier = Theorem(
    title="A family of two outputs and a state that holds the product, the copy and the parity",
    source=whole_of("zhang.cx-fourier"),
    claim=AllOf(
        Eq(mass(1, 1, t) + mass(1, -1, t), (1 + a * t) / 2),
        Eq(mass(1, 1, t) + mass(-1, 1, t), (1 + a * t) / 2),
        Eq(mass(1, 1, t) + mass(1, -1, t) + mass(-1, 1, t) + mass(-1, -1, t), 1),
        Implication(
            AllOf(Eq(t**2, 1), Eq(b, a**2), Eq(c, 0)), Eq(mass(1, 1, t), (1 + a * t) / 2 * ((1 + a * t) / 2))
        ),
        Implication(AllOf(Eq(b, 1), Eq(c, 0)), Eq(mass(1, -1, t), 0)),
    ),
    derivation=(
        have(
            Eq(mass(1, 1, t) - (1 + a * t) / 2 * ((1 + a * t) / 2), (b + c * t - a**2 * t**2) / 4), "expand"
        ),
    ),
    example=point({a: half, b: quarter, c: 0, t: 1}),
    near_misses={
        "always the product": variant(Eq(mass(1, 1, t), (1 + a * t) / 2 * ((1 + a * t) / 2))),
        "the parity loses no more than the product": variant(
            Implication(
                AllOf(0 < mass(1, 1, 1), 0 < mass(1, 1, -1)),
                mass(1, 1, 1) * (1 - a) ** 2 <= mass(1, 1, -1) * (1 + a) ** 2,
            ),
            witness=point({a: 0, b: 0, c: half, t: 1}),
        ),
        "nor the copy no less": variant(
            Implication(
                AllOf(0 < mass(1, 1, 1), 0 < mass(1, 1, -1)),
                mass(1, 1, 1) * (1 - a) ** 2 >= mass(1, 1, -1) * (1 + a) ** 2,
            ),
            witness=point({a: half, b: 1, c: 0, t: 1}),
        ),
    },
    note=(
        "At b = a^2, c = 0 the outputs are independent given the state, at b = 1, c = 0 copies, and at a = b = 0 the state is their noisy parity. Both "
        "directions of Theorem 1 fail inside the family."
    ),
)

member = {a: 3 * tenth, b: fifth, c: quarter}
losses = Example(
    title="One member of the family: the loss of both outputs, and of the product",
    source="zhang.cx-fourier",
    uses=(fourier,),
    values=(
        value("both outputs", pure_loss(a, b, c), member, "1.767662"),
        value("product", 2 * log((1 + a) / (1 - a)), member, "1.238078"),
    ),
    note="At a = 0.3, b = 0.2, c = 0.25, where the outcome of two outputs of 1 has the largest ratio.",
)

k = parameter("k", integer=True, about="number of bits")
r = parameter("r", above=0, below=1, about="correlation of each output with its bit")
right, next_right = (1 + r**k) / 2, (1 + r ** (k + 1)) / 2
one_more_bit = Theorem(
    title="Parity of noisy bits: the sum of one more output",
    source="zhang.cx-parityk",
    claim=AllOf(
        Eq(right * ((1 + r) / 2) + (1 - right) * ((1 - r) / 2), next_right),
        Eq(2 * next_right - 1, r * (2 * right - 1)),
    ),
    derivation=(have(Eq(r ** (k + 1), r * r**k), "one more factor"),),
    example=point({k: 2, r: half}),
    near_misses={
        "without noise": variant(Eq(right * ((1 + r) / 2) + (1 - right) * ((1 - r) / 2), right)),
    },
    note=(
        "The sum of the outputs of k bits is the parity of the bits with probability (1 + r^k)/2: right before and right now, or wrong both times. So "
        "all k outputs have total variation r^k, and the loss log((1 + r^k)/(1 - r^k))."
    ),
)
