"""The least risk of an attacker is concave in the mechanism that is looked for (the optimisation (11))."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

s, o, r = Outcome("s", "S"), Outcome("o", "O"), Outcome("r", "B")
W = function("W", about="the prior of the state")
F = function("F", law=False, about="the law of all other outputs given the state")
M = function("M", law=False, about="the law of the output of a mechanism given the state")
N = function("N", law=False, about="the same of another mechanism")
A = function("A", law=False, about="what the attacker answers on all outputs, a law of the answers")
L = function("L", law=False, about="the loss of an answer at a state")
t = parameter("t", at_least=0, at_most=1, about="weight of the first mechanism")
m, n = (
    parameter("m", about="the least risk with the first mechanism"),
    parameter("n", about="the same with the second"),
)
answers = ForAll((y, o), distribution(A(y, o, r), r))


def risk(law):
    """The expected loss of the attacker's answers."""
    return Total(W(s) * law(s, y) * F(s, o) * A(y, o, r) * L(s, r), s, y, o, r)


def at_least(bound, law):
    """That no attacker has a smaller risk."""
    return ForAll(A(y, o, r), Implication(answers, bound <= risk(law)))


def mixed(s, y):
    """The mechanism that draws by lot which of the two it is."""
    return t * M(s, y) + (1 - t) * N(s, y)


told = {
    "sizes": {"S": 2, "Y": 2, "O": 1, "B": 2}, "W": (half, half), "F": (1, 1), "M": (1, 0, 0, 1), "N": (half,) * 4,
    "L": (0, 1, 1, 0),
}  # fmt: skip

concave_risk = Theorem(
    title="The least risk of an attacker is concave in the mechanism",
    source="zhang.eq11",
    given=(at_least(m, M), at_least(n, N)),
    claim=at_least(t * m + (1 - t) * n, mixed),
    derivation=(
        have(
            at_least(t * m + (1 - t) * n, mixed),
            "any attacker",
            derivation=(
                specialise(at_least(m, M), {A(y, o, r): A(y, o, r)}, "against the first mechanism"),
                specialise(at_least(n, N), {A(y, o, r): A(y, o, r)}, "against the second"),
                have(Eq(risk(mixed), t * risk(M) + (1 - t) * risk(N)), "the risk is linear in the mechanism"),
                have(t * m <= t * risk(M), "the least risk with the first"),
                have((1 - t) * n <= (1 - t) * risk(N), "the least risk with the second"),
            ),
        ),
    ),
    example=point({t: half, m: 0, n: half}, **told),
    near_misses={
        "the larger of both": variant(
            at_least(Max(m, n), mixed), witness=point({t: half, m: 0, n: half}, A=(1, 0, 0, 1), **told)
        ),
        "where the second mechanism may have any risk": variant(
            given=[at_least(m, M)], witness=point({t: half, m: 0, n: 1}, A=(1, 0, 0, 1), **told)
        ),
    },
    note=(
        "So (11) looks for the least value of a concave function, and is no convex problem: a mechanism that is the best near it need not be the best. "
        "The mechanism also has to be a law of the output for each state, which the display leaves out. All outputs of the other mechanisms are o; "
        "without them F is 1. A score is covered where the attacker answers one of a list of laws. The mechanism is any law of the output for each state for which the posterior is in the constraint set; what solves (11) is shown for two states and others of pure noise, where it is randomised "
        "response, and for normal noise, where no posterior is in the set."
    ),
)
