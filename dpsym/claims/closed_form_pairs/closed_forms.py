"""Closed forms of a pair, read from a mechanism of the language: what stands for the functionals and notions of a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import sympy
from sympy import Basic, Expr, Integer, Le, Lt, Max, Min, exp, log
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading.as_nodes import node_of
from dpsym.claims.reading.nodes import Node
from dpsym.language import Gaussian, Laplace, Mechanism, Phi, RandomizedResponse, as_written, parameter

GAUSSIAN = "closed forms for Gaussian noise (Mironov 2017; Balle, Wang 2018; Dong, Roth, Su 2022)"
LAPLACE = "closed forms for Laplace noise (Dwork, McSherry, Nissim, Smith 2006; Mironov 2017)"
RESPONSE = "closed forms for randomised response (Warner 1965; Kairouz, Oh, Viswanath 2015)"
ZERO, ONE = Integer(0), Integer(1)
NEVER = Le(ONE, ZERO, evaluate=False)
ARGUMENTS = (
    parameter("first"),
    parameter("second"),
)  # what a form is asked at, until terms stand in their place
SPREAD = parameter("spread", above=0)
APART = parameter("apart", above=0)
LOSS = parameter("loss", at_least=0)
SHARE = parameter("share", above=0, at_most=1)

Form = Callable[[Expr], Expr]  # a term or a relation of one argument
TwoForm = Callable[[Expr, Expr], Boolean]


@dataclass(frozen=True)
class Law:
    """The functionals of one pair, the same in both orders, as expressions; None where there is no closed form.

    pair     the pair, in words
    names    the terms that stand for the parameters of the expressions

    hockey, renyi, power and tail are functions of their argument; `least` says whether hockey and tail hold at eps >= 0
    only.  `pure`, `probable`, `bounded`, `gaussian` and `concentrated` give the relation that says when the pair satisfies
    a notion, `gaussian_at` at one cut only, which has to hold at all.  `tail_if` is a relation under which tail holds
    (None: always), `tail_from` another, in place of eps >= 0 where `least`: the tail is 1 where it fails, and 0 where
    `tail_if` does, the two ends of what the loss may be.  `atoms` are the masses under P and Q of a
    finite pair, and `endless` says that KL and the Renyi divergences are infinite.  `whole` says that renyi holds at whole
    orders only, and `made` that the pair is made of the outputs, so that it shows only what they are not private for.
    """

    pair: str
    fact: str
    tv: Expr | None
    kl: Expr | None
    hockey: Form | None
    renyi: Form | None
    pure: Form
    names: Mapping[Basic, Node] = field(default_factory=dict)
    least: bool = False
    tail: Form | None = None
    probable: TwoForm | None = None
    bounded: TwoForm | None = None
    power: Form | None = None
    gaussian: Form | None = None
    gaussian_at: TwoForm | None = None
    concentrated: Form | None = None
    tail_if: Form | None = None
    tail_from: Form | None = None
    atoms: tuple[tuple[Expr, Expr], ...] = ()
    endless: bool = False
    whole: bool = False
    made: bool = False

    def node(self, form: Expr | Boolean) -> Node:
        """A form without an argument as a term or relation."""
        with as_written():
            return node_of(form, self.names)

    def at(self, form: Callable[..., Expr | Boolean], *arguments: Node) -> Node:
        """A form at terms."""
        asked = ARGUMENTS[: len(arguments)]
        with as_written():
            return node_of(form(*asked), {**self.names, **dict(zip(asked, arguments, strict=True))})


def of_mechanism(m: Mechanism, pair: str, fact: str, names: Mapping[Basic, Node]) -> Law:
    """What the language knows of a mechanism's laws on two inputs at the greatest distance."""
    least = m.greatest_loss
    return Law(
        pair,
        fact,
        tv=m.total_variation,
        kl=m.relative_entropy,
        hockey=m.profile,
        renyi=m.renyi,
        pure=(lambda e: NEVER) if least is sympy.oo else lambda e: Le(least, e, evaluate=False),
        power=None if m.power(ARGUMENTS[0]) is None else m.power,
        names=names,
    )


def gaussian(m: Gaussian, pair: str, names: Mapping[Basic, Node]) -> Law:
    """Gaussian noise."""
    return replace(
        of_mechanism(m, pair, GAUSSIAN, names),
        tail=lambda e: m.exceeds(e)[0],
        probable=lambda e, d: Le(sympy.Add(*m.exceeds(e)), d, evaluate=False),
        gaussian=lambda mu: Le(m.mu, mu, evaluate=False),
        concentrated=lambda rho: Le(m.rho, rho, evaluate=False),
    )


def normal_pair(mu: Node, text: str) -> Law:
    """N(mu, 1) against N(0, 1), mu > 0; `text` is mu in words."""
    return gaussian(Gaussian(1, APART), f"N({text}, 1) and N(0, 1)", {APART: mu})


def sampled_normal_pair(mu: Node, share: Node, pair: str) -> Law:
    """(1 - q) N(0, 1) + q N(mu, 1) against N(0, 1), mu > 0 and 0 < q <= 1, in this order of the two."""
    m = Gaussian(1, APART)
    power = m.power(ARGUMENTS[0])
    return Law(
        pair,
        GAUSSIAN,
        tv=SHARE * m.total_variation,
        kl=None,
        hockey=lambda e: SHARE * m.profile(log(1 + (exp(e) - 1) / SHARE)),
        renyi=None,
        pure=lambda e: NEVER,
        names={APART: mu, SHARE: share},
        least=True,
        power=None if power is None else lambda level: (1 - SHARE) * level + SHARE * m.power(level),
        gaussian_at=lambda budget, cut: Le(
            (1 - SHARE) * Phi(-cut) + SHARE * Phi(APART - cut), Phi(budget - cut), evaluate=False
        ),
    )


def laplace(eps: Node, text: str) -> Law:
    """Laplace noise at a distance of eps scales; `text` is eps in words.

    The loss is at most eps, with probability 1/2; below that the probability that it exceeds e is 1 - e^((e - eps)/2)/2 from
    e = -eps on, and the probability of a loss below -e is e^(-(e + eps)/2)/2.
    """
    pair = f"Laplace noise at a distance of {text} scales"

    def tail(e: Expr) -> Expr:
        return 1 - exp((e - APART) / 2) / 2

    def probable(e: Expr, d: Expr) -> Boolean:
        return Max(Min(APART - e, tail(e) + exp(-((e + APART) / 2)) / 2 - d), -d) <= 0

    return replace(
        of_mechanism(Laplace(1, APART), pair, LAPLACE, {APART: eps}),
        least=True,
        tail=tail,
        tail_if=lambda e: Lt(e, APART, evaluate=False),
        tail_from=lambda e: Le(-APART, e, evaluate=False),
        probable=probable,
    )


def geometric_sign(eps: Node, apart: Node) -> Law:
    """Of geometric noise of e^-eps around two counts at a whole distance, whether the smaller count is exceeded.

    It is not with probability e^eps/(1 + e^eps), or e^((1 - d) eps)/(1 + e^eps) around the larger count.
    """
    up = exp(LOSS)
    p, q = up / (1 + up), exp((1 - APART) * LOSS) / (1 + up)
    return Law(
        "whether geometric noise exceeds the smaller of two counts",
        RESPONSE,
        tv=p - q,
        kl=None,
        hockey=lambda e: Max(0, p - exp(e) * q),
        renyi=None,
        pure=lambda e: Le(APART * LOSS, e, evaluate=False),
        names={LOSS: eps, APART: apart},
        least=True,
        made=True,
    )


def discrete_gaussian(m: Gaussian, names: Mapping[Basic, Node]) -> Law:
    """Discrete Gaussian noise around whole numbers; what of it has a closed form is as of the noise on the line."""
    return Law(
        "discrete Gaussian noise around two whole numbers",
        GAUSSIAN,
        tv=None,
        kl=m.relative_entropy,
        hockey=None,
        renyi=m.renyi,
        pure=lambda e: NEVER,
        names=names,
        concentrated=lambda rho: Le(m.rho, rho, evaluate=False),
        whole=True,
    )


def response(eps: Node, text: str, fact: str = RESPONSE) -> Law:
    """Randomised response with privacy loss eps; `text` is eps in words."""
    m = RandomizedResponse(LOSS)
    up = exp(LOSS)

    def probable(e: Expr, d: Expr) -> Boolean:
        return Max(Min(LOSS - e, 1 - d), -d) <= 0

    def bounded(e: Expr, d: Expr) -> Boolean:
        return Min(LOSS - e, exp(e) * (up - 1) - d * (exp(e) * up - 1)) <= 0

    return replace(
        of_mechanism(m, f"randomised response with privacy loss {text}", fact, {LOSS: eps}),
        least=True,
        tail=lambda e: up / (1 + up),
        tail_if=lambda e: Lt(e, LOSS, evaluate=False),
        tail_from=lambda e: Le(-LOSS, e, evaluate=False),
        probable=probable,
        bounded=bounded,
        gaussian=lambda mu: up / (1 + up) <= Phi(mu / 2),
    )
