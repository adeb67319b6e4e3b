"""The release of the counterexample solves the optimisations of Section 5: noise changes no risk, and no posterior is more extreme."""

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

a = parameter("a", above=0, below=half, about="the least posterior that the constraint allows")
J = function("J", law=False, about="the posterior of the first state, given the output")
allowed = ForAll(y, Between(a, J(y), 1 - a))


def least_loss(posterior):
    """Of squared error: the variance of the state, given the output."""
    return posterior * (1 - posterior)


told = {"P": (half, half), "J": (quarter, 3 * quarter)}

most_extreme = Theorem(
    title="No release with less extreme posteriors has a smaller risk than randomised response",
    source=part_of(
        "zhang.cor2",
        "losses other than squared error, such as the logarithmic one, and that randomised response is the only solution, but for names",
    ),
    given=allowed,
    claim=least_loss(a) <= Total(P(y) * least_loss(J(y)), y),
    derivation=(
        specialise(allowed, {y: y}, "the constraint"),
        have(0 <= (J(y) - a) * (1 - a - J(y)), "between the ends"),
        have(Eq(least_loss(J(y)) - least_loss(a), (J(y) - a) * (1 - a - J(y))), "expand"),
        have(P(y) * least_loss(a) <= P(y) * least_loss(J(y)), "a probability"),
        Chain(least_loss(a))
        .eq(Total(P(y) * least_loss(a), y), "a law")
        .le(Total(P(y) * least_loss(J(y)), y), "output by output"),
    ),
    example=point({a: quarter}, **told),
    tight=point({a: quarter}, **told),
    near_misses={
        "of any posteriors": variant(given=(), witness=point({a: quarter}, P=(half, half), J=(0, 1))),
        "strictly": variant(
            least_loss(a) < Total(P(y) * least_loss(J(y)), y), witness=point({a: quarter}, **told)
        ),
    },
    note=(
        "Two states, 0 and 1, of prior 1/2, and an attacker with squared error: the constraint (8) keeps each posterior at least at e^-eps/2, and the posteriors "
        "of randomised response are the two ends. So randomised response solves (11) beside mechanisms that say nothing, and its delta is above "
        "the one that the corollary gives it. It does so under every loss whose least value is concave in the posterior and the same for both states."
    ),
)
