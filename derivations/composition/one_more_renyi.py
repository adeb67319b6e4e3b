"""One more mechanism, chosen by what has been released: the exponential moments of the losses multiply."""

from dpsym.derivations.analysis.power_tangents import never_alone, part
from dpsym.derivations.analysis.powers import equal_powers, power_of_product
from dpsym.derivations.divergences.power_of_sums import power_of_sums, x
from dpsym.derivations.vocabulary import D, alpha, half, third
from dpsym.language import *

m = parameter("m", about="bound on the exponential moment of the loss of the next mechanism")

# P and Q are the laws of what has been released, C and D those of the next transcript.
F = function("F", about="the law of the next transcript on the first database, given the transcript so far")
G = function("G", about="its law on the neighbouring database")
C = function("C", about="the law of the transcript with the next output, on the first database")
# R(x), N(x, y): weights of transcripts and of outputs. W(y): what is at most their product, summed over the transcripts.
R, N, W = function("R"), function("N"), function("W")
one, other = Total(P(x) * F(x, y), x), Total(Q(x) * G(x, y), x)


released, added = part(P(x), Q(x)), part(F(x, y), G(x, y))
joint = part(P(x) * F(x, y), Q(x) * G(x, y))
even, less, more = (half, half), (third, 2 * third), (2 * third, third)
again = {"F": less + less, "G": more + more}

weights = AllOf(
    ForAll(x, 0 <= R(x)),
    ForAll(x, Total(N(x, y), y) <= m),
    ForAll(y, W(y) <= Total(R(x) * N(x, y), x)),
)
weighted = ForAll(
    R(x), ForAll(N(x, y), ForAll(W(y), Implication(weights, Total(W(y), y) <= Total(R(x), x) * m)))
)

weighted_sum = Theorem(
    title="A weighted sum of sums that share a bound",
    kind="lemma",
    claim=weighted,
    derivation=have(
        weighted,
        "sum over the outputs first",
        derivation=(
            have(R(x) * Total(N(x, y), y) <= R(x) * m, "a weight that is not negative"),
            Chain(Total(W(y), y))
            .le(Total(R(x) * N(x, y), x, y), "sum over the outputs")
            .eq(Total(R(x) * Total(N(x, y), y), x), "the sums separate")
            .le(Total(R(x) * m, x), "the bound")
            .eq(Total(R(x), x) * m, "a common factor"),
        ),
    ),
    near_misses={
        "without the weights": variant(Total(P(x), x) * m <= m / 2, witness=point({m: 1}, P=(1,))),
    },
)

hypotheses = (
    ForAll(x, distribution(F(x, y))),
    ForAll(x, distribution(G(x, y))),
    ForAll(x, never_alone(P(x), Q(x))),
    ForAll(x, ForAll(y, never_alone(F(x, y), G(x, y)))),
    ForAll(x, RenyiMoment(alpha, Pair(F(x, y), G(x, y))) <= m),
    ForAll(y, Eq(C(y), one)),
    ForAll(y, Eq(D(y), other)),
)

unprotected = tuple(h for h in hypotheses if h is not hypotheses[4])

power_of_next = Theorem(
    title="The power of the next transcript is at most the sum of the products of powers",
    kind="lemma",
    given=unprotected,
    claim=ForAll(y, part(C(y), D(y)) <= Total(released * added, x)),
    derivation=(
        have(
            Eq(joint, released * added),
            "the power of a product",
            by=power_of_product.at(a=P(x), b=Q(x), c=F(x, y), d=G(x, y)),
        ),
        have(
            never_alone(P(x) * F(x, y), Q(x) * G(x, y)),
            "a product is 0 when a factor is",
            derivation=cases(
                0 < Q(x),
                cases(
                    0 < G(x, y),
                    have(0 < Q(x) * G(x, y), "no factor is 0"),
                    have(Eq(F(x, y), 0), "where the second law gives nothing"),
                ),
                have(Eq(P(x), 0), "where the second law gives nothing"),
            ),
        ),
        have(
            part(C(y), D(y)) <= Total(released * added, x),
            "one transcript",
            derivation=(
                have(
                    part(one, other) <= Total(joint, x),
                    "the power of a sum",
                    by=power_of_sums.at(U=P(x) * F(x, y), V=Q(x) * G(x, y)),
                ),
                have(
                    Eq(part(C(y), D(y)), part(one, other)),
                    "equal masses",
                    by=equal_powers.at(a=C(y), b=D(y), c=one, d=other),
                ),
                Chain(part(C(y), D(y)))
                .eq(part(one, other), "equal masses")
                .le(Total(joint, x), "the power of a sum")
                .eq(Total(released * added, x), "powers of products"),
            ),
        ),
    ),
    example=point({alpha: 2}, P=even, Q=even, C=less, D=more, **again),
    near_misses={
        "where the next transcript has another law": variant(
            given=[h for h in unprotected if h is not hypotheses[5]],
            witness=point({alpha: 2}, P=even, Q=even, C=(1, 0), D=even, F=(1, 0, 0, 1), G=(1, 0, 0, 1)),
        ),
        "by the bound of one transcript": variant(
            ForAll(y, part(C(y), D(y)) <= Total(released * added, x) ** 2),
            witness=point({alpha: 2}, P=even, Q=even, C=even, D=even, F=even * 2, G=even * 2),
        ),
        "at least": variant(
            ForAll(y, part(C(y), D(y)) >= Total(released * added, x)),
            witness=point({alpha: 2}, P=even, Q=even, C=even, D=even, F=(1, 0, 0, 1), G=less + more),
        ),
    },
)

one_more_renyi = Theorem(
    title="One more mechanism multiplies the exponential moments",
    cites=("bunsteinke2016", "mironov2017"),
    kind="lemma",
    given=hypotheses,
    claim=RenyiMoment(alpha, Pair(C(y), D(y))) <= RenyiMoment(alpha) * m,
    derivation=(
        have(part(C(y), D(y)) <= Total(released * added, x), "one transcript", by=power_of_next),
        have(
            Total(part(C(y), D(y)), y) <= Total(released, x) * m,
            "sum over the transcripts",
            by=weighted_sum.at(R=released, N=added, W=part(C(y), D(y))),
        ),
        Chain(RenyiMoment(alpha, Pair(C(y), D(y))))
        .le(Total(released, x) * m, "the line before")
        .eq(RenyiMoment(alpha) * m, "the moment so far"),
    ),
    example=point({alpha: 2, m: Rational(3, 2)}, P=even, Q=even, C=less, D=more, **again),
    tight=point({alpha: 2, m: 1}, P=even, Q=even, C=even, D=even, F=(1, 0, 0, 1), G=(1, 0, 0, 1)),
    near_misses={
        "the next mechanism unprotected": variant(
            given=unprotected,
            witness=point({alpha: 2, m: 0}, P=even, Q=even, C=even, D=even, F=(1, 0, 0, 1), G=(1, 0, 0, 1)),
        ),
    },
)
