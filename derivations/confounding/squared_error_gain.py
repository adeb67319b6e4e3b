"""The most that a release lowers the squared error of an attacker who guesses one of two states, at any prior."""

from dpsym.derivations.analysis.loss_at_one_output import E, mean, q
from dpsym.derivations.confounding.loss_under_any_score import any_score, p
from dpsym.derivations.vocabulary import apart, delta, eps, half, third, truthful, two_thirds
from dpsym.language import *

G = function("G", law=False, about="the answer to an output")
ninth = Rational(1, 9)
spread = E + p * q * (E - 1) ** 2
answers = ForAll(y, Between(0, G(y), 1))
squared = Total(mean(P(y), Q(y), (1 - G(y)) * (1 - G(y)), G(y) * G(y)), y)
revealed = {"P": (third, two_thirds, 0), "Q": (0, two_thirds, third), "G": (1, half, 0)}
best, worst = p * q * E / (p * E + q), p * q * E / (p + q * E)

squared_error = Theorem(
    title="The most that a release lowers the squared error of a guess of the state",
    source="zhang.ex-mse",
    given=(ApproxDP(eps, delta), answers),
    claim=p * q - squared <= p * q * (1 - (1 - delta) * E / spread),
    define={parameter("c"): best, parameter("d"): worst, parameter("D"): spread},
    derivation=(
        have(1 <= E, "an exponential"),
        have(
            best <= mean(E, 1, (1 - G(y)) * (1 - G(y)), G(y) * G(y)),
            "the posterior is best",
            derivation=have(
                Eq(
                    (p * E + q) * mean(E, 1, (1 - G(y)) * (1 - G(y)), G(y) * G(y)) - p * q * E,
                    (p * E * (1 - G(y)) - q * G(y)) ** 2,
                ),
                "expand",
            ),
        ),
        have(
            worst <= mean(1, E, (1 - G(y)) * (1 - G(y)), G(y) * G(y)),
            "the posterior is best",
            derivation=have(
                Eq(
                    (p + q * E) * mean(1, E, (1 - G(y)) * (1 - G(y)), G(y) * G(y)) - p * q * E,
                    (p * (1 - G(y)) - q * E * G(y)) ** 2,
                ),
                "expand",
            ),
        ),
        have(0 <= (1 - G(y)) * (1 - G(y)), "a square", derivation=have(0 <= (1 - G(y)) ** 2)),
        have(0 <= G(y) * G(y), "a square", derivation=have(0 <= G(y) ** 2)),
        have(
            (1 - delta) * (best + worst) / (1 + E) <= squared,
            "any score",
            by=any_score.at(c=best, d=worst, R=(1 - G(y)) * (1 - G(y)), T=G(y) * G(y)),
        ),
        have(
            Eq((best + worst) / (1 + E), p * q * E / spread),
            "one denominator",
            derivation=have(Eq(spread, (p * E + q) * (p + q * E)), "expand"),
        ),
        Chain((1 - delta) * (p * q * E / spread))
        .eq((1 - delta) * ((best + worst) / (1 + E)), "one denominator")
        .eq((1 - delta) * (best + worst) / (1 + E), "rearranged")
        .le(squared, "any score"),
        have(
            Eq(p * q * (1 - (1 - delta) * E / spread), p * q - (1 - delta) * (p * q * E / spread)),
            "rearranged",
        ),
    ),
    example=point({p: half, eps: log(2), delta: 0}, **truthful, G=(two_thirds, third)),
    tight=point(
        {p: half, eps: log(2), delta: third},
        P=(third, 4 * ninth, 2 * ninth, 0),
        Q=(0, 2 * ninth, 4 * ninth, third),
        G=(1, two_thirds, third, 0),
    ),
    near_misses={
        "without what is revealed": variant(
            p * q - squared <= p * q * (1 - E / spread),
            witness=point({p: half, eps: 0, delta: third}, **revealed),
        ),
        "the square of the advantage": variant(
            p * q - squared <= p * q * ((E - 1 + 2 * delta) / (E + 1)) ** 2,
            witness=point({p: half, eps: 0, delta: third}, **revealed),
        ),
        "without a guarantee": without(
            ApproxDP(eps, delta), witness=point({p: half, eps: 0, delta: 0}, **apart, G=(1, 0))
        ),
    },
    note=(
        "The state is 1 with prior p, and the output then has the law P; otherwise the state is 0 and the law Q. The answer to y is G(y), which lies between the two states, as any other answer loses more. Without the release the best answer "
        "is the prior, with error p (1 - p). At p = 1/2 and delta = 0 the factor is the square of the advantage tanh(eps/2)."
    ),
)
