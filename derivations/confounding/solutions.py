"""Mechanisms of pure noise change no posterior and no risk: every coupling of them solves the optimisations of Section 5."""

from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

# o: the outputs of the mechanisms of pure noise, all together; y: the output of the mechanism that answers.
o, s, r = Outcome("o", "O"), Outcome("s", "S"), Outcome("r", "S")
C = function("C", law=False, about="the law of the noise")
D = function("D", law=False, about="another law of it")
laws = (distribution(C(o), o), distribution(D(o), o))
A = function("A", law=False, about="the joint law of the state and the answer")
U = function("U", law=False, about="the loss, at a state, of what the attacker says on an answer")
N = function("N", law=False)


def posterior(law, s):
    """Of the state, given what is seen; `law` is that of both together."""
    return law(s) / Total(law(r), r)


def risk(noise):
    """Of an attacker who says on the noise and the answer what the posterior is."""
    return Total(noise(o) * A(s, y) * U(y, s), s, y, o)


told = {"sizes": {"O": 2, "S": 2, "Y": 2}, "A": (half, 0, 0, half), "U": (1, 1, 1, 0)}
seen = ForAll(y, 0 < Total(A(r, y), r))

noise_changes_nothing = Theorem(
    title="Noise that does not depend on the state changes no posterior and no risk",
    source=(whole_of("zhang.prop3"), whole_of("zhang.cor1")),
    given=(*laws, seen),
    claim=AllOf(
        ForAll(
            (o, s, y),
            Implication(
                0 < C(o),
                Eq(posterior(lambda s: C(o) * A(s, y), s), posterior(lambda s: A(s, y), s)),
            ),
        ),
        Eq(risk(C), risk(D)),
    ),
    example=point({}, **told, C=(half, half), D=(1, 0)),
    near_misses={
        "measures of another mass": variant(
            Eq(risk(C), risk(D)), given=[laws[0], seen], witness=point({}, **told, C=(1, 0), D=(1, 1))
        ),
        "noise that depends on the state": variant(
            ForAll(
                (o, s, y),
                Eq(posterior(lambda s: N(s, o) * A(s, y), s), posterior(lambda s: A(s, y), s)),
            ),
            given=[seen, ForAll((o, y), 0 < Total(N(r, o) * A(r, y), r))],
            witness=point(
                {}, **{**told, "A": (quarter,) * 4}, N=(quarter, 3 * quarter, 3 * quarter, quarter)
            ),
        ),
        "given an answer, with the weight of the noise": variant(
            ForAll((o, s, y), Eq(C(o) * A(s, y) / Total(A(r, y), r), A(s, y) / Total(A(r, y), r))),
            witness=point({}, **told, C=(half, half), D=(half, half)),
        ),
    },
    note=(
        "Two mechanisms of pure noise, whatever their coupling, beside one that answers: for the attacker's answer on both, which is the "
        "posterior, the risk is that of the answer alone. So every coupling solves (9) and (10), and the third mechanism decides alone "
        "whether the release keeps the guarantee; with randomised response it does not."
    ),
)
