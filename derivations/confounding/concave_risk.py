"""The least risk of an attacker is concave in the mechanism that is looked for (the optimisation (11))."""

from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

s, answer = Outcome("s", "S"), Outcome("t", "T")
M = function("M", law=False, about="the law of the output of a mechanism given the state")
N = function("N", law=False, about="the same of another mechanism")
G = function("G", law=False, about="the mean loss of an attacker at a state, by the output")
q = parameter("q", at_least=0, at_most=1, about="weight of the first mechanism")
laws = (ForAll(s, distribution(M(s, y), y)), ForAll(s, distribution(N(s, y), y)))
bounded = ForAll(y, Between(0, G(y), 1))
mixed = q * M(s, y) + (1 - q) * N(s, y)  # of the mechanism that draws by lot which of the two it is
told = {"sizes": {"S": 2, "Y": 2}, "M": (1, 0, 0, 1), "N": (half,) * 4, "G": (0, 1)}

linear_risk = Theorem(
    title="The risk of one attacker is linear in the mechanism",
    source="zhang.eq11",
    given=(*laws, bounded),
    claim=ForAll(s, Eq(Total(mixed * G(y), y), q * Total(M(s, y) * G(y), y) + (1 - q) * Total(N(s, y) * G(y), y))),
    derivation=have(
        Eq(Total(mixed * G(y), y), q * Total(M(s, y) * G(y), y) + (1 - q) * Total(N(s, y) * G(y), y)), "expand"
    ),
    example=point({q: half}, **told),
    near_misses={
        "of the first mechanism alone": variant(
            ForAll(s, Eq(Total(mixed * G(y), y), Total(M(s, y) * G(y), y))), witness=point({q: half}, **told)
        ),
        "of the larger of both laws": without(bounded, claim=ForAll(s, Eq(Total(mixed * G(y), y), Total(Max(M(s, y), N(s, y)) * G(y), y))), witness=point({q: half}, **told)),
    },
    note=(
        "At each state, and so for the mean over a prior. What the attacker answers may depend on the outputs of other mechanisms, over which the mean is taken. The unit of the loss is its largest value."
    ),
)  # fmt: skip

J = function("J", law=False, about="the risk of an attacker with the mechanism drawn by lot")
K = function("K", law=False, about="its risk with the first mechanism")
L = function("L", law=False, about="its risk with the second")
m, n = (
    parameter("m", about="the least risk with the first mechanism"),
    parameter("n", about="the same with the second"),
)
by_lot = ForAll(answer, Eq(J(answer), q * K(answer) + (1 - q) * L(answer)))
first, second = ForAll(answer, m <= K(answer)), ForAll(answer, n <= L(answer))
risks = {"sizes": {"T": 2}, "J": (half, half), "K": (0, 1), "L": (1, 0)}

concave_risk = Theorem(
    title="The least risk of an attacker is concave in the mechanism",
    source="zhang.eq11",
    given=(by_lot, first, second),
    claim=ForAll(answer, q * m + (1 - q) * n <= J(answer)),
    derivation=(
        specialise(by_lot, {answer: answer}, "drawn by lot"),
        specialise(first, {answer: answer}, "against the first mechanism"),
        specialise(second, {answer: answer}, "against the second"),
        have(q * m <= q * K(answer), "the least risk with the first"),
        have((1 - q) * n <= (1 - q) * L(answer), "the least risk with the second"),
    ),
    example=point({q: half, m: 0, n: 0}, **risks),
    near_misses={
        "the larger of both": variant(
            ForAll(answer, Max(m, n) <= J(answer)),
            witness=point({q: half, m: 0, n: half}, sizes={"T": 1}, J=(quarter,), K=(0,), L=(half,)),
        ),
        "where the second mechanism may have any risk": without(
            second, witness=point({q: half, m: 0, n: 2}, **risks)
        ),
    },
    note=(
        "So (11) looks for the least value of a concave function, and is no convex problem: a mechanism that is the best near it need not be the best. "
        "The mechanism also has to be a law of the output for each state, which the display leaves out. "
        "What solves (11) is shown for two states and others of pure noise, where it is randomised "
        "response, and for normal noise, where no posterior is in the set."
    ),
)
