"""What only the second law of a transcript rules out stays so: where it gives nothing, neither does the first."""

from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.composition.one_more_renyi import C, D, F, G, even, one, other, unprotected
from dpsym.derivations.divergences.power_of_sums import sums_never_alone, x
from dpsym.derivations.vocabulary import apart
from dpsym.language import *

masses = P(x) * F(x, y), Q(x) * G(x, y)
of_each = have(
    never_alone(*masses),
    "a product is 0 when a factor is",
    derivation=cases(
        0 < Q(x),
        cases(
            0 < G(x, y),
            have(0 < Q(x) * G(x, y), "no factor is 0"),
            (
                have(Eq(G(x, y), 0), "no mass is negative"),
                specialise(unprotected[3], {x: x}),
                specialise(unprotected[3].args[1], {y: y}),
                have(Eq(F(x, y), 0), "where the second law gives nothing"),
            ),
        ),
        (
            have(Eq(Q(x), 0), "no mass is negative"),
            specialise(unprotected[2], {x: x}),
            have(Eq(P(x), 0), "where the second law gives nothing"),
        ),
    ),
)

next_never_alone = Theorem(
    title="The next transcript is impossible under both laws",
    source=("kazan.thm2.9", "kifer.prop5-rdp-composition"),
    kind="lemma",
    given=unprotected,
    claim=ForAll(y, never_alone(C(y), D(y))),
    derivation=(
        of_each,
        have(
            never_alone(one, other),
            "sum over the transcripts",
            by=sums_never_alone.at(U=masses[0], V=masses[1]),
        ),
        Chain(other).eq(D(y), "the next transcript").eq(0, "supposed"),
        have(Eq(one, 0), "it has just been shown to hold"),
        Chain(C(y)).eq(one, "the next transcript").eq(0, "as just seen"),
    ),
    example=point(P=even, Q=even, F=(1, 0, 0, 1), G=(1, 0, 0, 1), C=even, D=even),
    near_misses={
        "where an output of the next mechanism is possible under its first law only": variant(
            given=tuple(h for h in unprotected if h is not unprotected[3]),
            witness=point(P=even, Q=even, F=(1, 0, 1, 0), G=(0, 1, 0, 1), C=(1, 0), D=(0, 1)),
        ),
        "where a transcript is possible under its first law only": variant(
            given=tuple(h for h in unprotected if h is not unprotected[2]),
            witness=point(**apart, F=(1, 0, 0, 1), G=(1, 0, 0, 1), C=(1, 0), D=(0, 1)),
        ),
    },
)
