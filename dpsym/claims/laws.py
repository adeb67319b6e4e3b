"""Known laws: a claim about a named mechanism, or under a notion whose worst pair is known, as a claim about numbers.

Each reduction is a text of the grammar, so that a reader can settle it alone, and names the facts that it takes from
the literature.  Nothing is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpsym.claims.meaning import Reader
from dpsym.claims.syntax import Node, NotAClaim, Source, parse, unused
from dpsym.claims.trees import calls, names_in
from dpsym.claims.words import FUNCTIONALS, MECHANISMS, NOTIONS

BLACKWELL = "the pair N(0, 1), N(mu, 1) is the worst one under mu-GDP (Blackwell 1953; Dong, Roth, Su 2022)"
GAUSSIAN = "closed forms for Gaussian noise (Mironov 2017; Balle, Wang 2018; Dong, Roth, Su 2022)"
LAPLACE = "closed forms for Laplace noise (Dwork, McSherry, Nissim, Smith 2006; Mironov 2017)"
RESPONSE = "closed forms for randomised response (Warner 1965; Kairouz, Oh, Viswanath 2015)"
GEOMETRIC = (
    "the loss of geometric noise has the law of randomised response (Ghosh, Roughgarden, Sundararajan 2009)"
)
DISCRETE = "discrete Gaussian noise is zero-concentrated (Canonne, Kamath, Steinke 2020)"
CONCENTRATED = "the Renyi divergence of Gaussian noise (Bun, Steinke 2016; Mironov 2017)"
WORST_PURE = "randomised response is the worst pair under pure DP (Kairouz, Oh, Viswanath 2015)"
INVERSE = "Phi_inv is the inverse of Phi, which is increasing, with Phi(-x) = 1 - Phi(x)"


@dataclass(frozen=True)
class Reduction:
    """A claim with its mechanism put in.

    text     the claim about numbers, or with a notion in place of the mechanism
    facts    what is taken from the literature
    proves   whether the text's truth makes the claim true
    refutes  whether a point against the text is one against the claim
    pair     the pair that stands for the laws, in words
    values   names of the claim whose values, as texts, are put in
    masses   of the pair under P and Q, outcome by outcome, as texts; empty where it is not finite
    """

    text: str
    facts: tuple[str, ...]
    proves: bool = True
    refutes: bool = True
    pair: str = ""
    values: tuple[tuple[str, str], ...] = ()
    masses: tuple[tuple[str, str], ...] = ()

    def reader(self) -> Reader | None:
        """A reader of the text; None where it is no claim."""
        try:
            return Reader(parse(self.text))
        except NotAClaim:
            return None


@dataclass(frozen=True)
class Law:
    """The functionals of one pair, the same in both orders, as texts; None where there is no closed form.

    hockey, renyi, power and tail take their argument as text; `least` says whether hockey and tail hold at eps >= 0
    only.  `pure`, `probable`, `bounded`, `gaussian` and `concentrated` are relations that say when the pair satisfies
    a notion.  `tail_if` is a relation under which tail holds (None: always), `atoms` the masses under P and Q of a
    finite pair, and `endless` says that KL and the Renyi divergences are infinite.
    """

    pair: str
    fact: str
    tv: str
    kl: str | None
    hockey: Callable[[str], str]
    renyi: Callable[[str], str] | None
    pure: Callable[[str], str]
    least: bool = False
    tail: Callable[[str], str] | None = None
    probable: Callable[[str, str], str] | None = None
    bounded: Callable[[str, str], str] | None = None
    power: Callable[[str], str] | None = None
    gaussian: Callable[[str], str] | None = None
    concentrated: Callable[[str], str] | None = None
    tail_if: Callable[[str], str] | None = None
    atoms: tuple[tuple[str, str], ...] = ()
    endless: bool = False


NEVER = "1 <= 0"


def gaussian(mu: str, half: str, over: Callable[[str], str], square: str) -> Law:
    """N(mu, 1) against N(0, 1), mu > 0; `half` is mu/2, over(x) is x/mu, `square` is mu^2."""
    return Law(
        f"N({mu}, 1) and N(0, 1)",
        GAUSSIAN,
        tv=f"(2*Phi({half}) - 1)",
        kl=f"({square}/2)",
        hockey=lambda e: f"(Phi({half} - {over(e)}) - exp({e})*Phi(-{half} - {over(e)}))",
        renyi=lambda a: f"(({a})*{square}/2)",
        pure=lambda e: NEVER,
        tail=lambda e: f"Phi({half} - {over(e)})",
        probable=lambda e, d: f"Phi({half} - {over(e)}) + Phi(-{half} - {over(e)}) <= {d}",
        power=lambda a: f"Phi(Phi_inv({a}) + {mu})",
        gaussian=lambda m: f"{mu} <= {m}",
        concentrated=lambda r: f"{square}/2 <= {r}",
    )


def gaussian_noise(sigma: str, d: str) -> Law:
    """Gaussian noise of deviation sigma for a query of sensitivity d: N(d/sigma, 1) against N(0, 1); both are
    texts, d may be "1"."""
    unit = d == "1"
    mu = f"1/({sigma})" if unit else f"({d})/({sigma})"
    half = f"1/(2*({sigma}))" if unit else f"({d})/(2*({sigma}))"
    square = f"(1/({sigma})^2)" if unit else f"(({d})^2/({sigma})^2)"
    return gaussian(mu, half, lambda e: f"({e})*({sigma})" + ("" if unit else f"/({d})"), square)


def laplace(eps: str) -> Law:
    """Laplace noise at a distance of eps scales."""
    return Law(
        f"Laplace noise at a distance of {eps} scales",
        LAPLACE,
        tv=f"(1 - exp(-({eps})/2))",
        kl=f"({eps} - 1 + exp(-({eps})))",
        hockey=lambda e: f"max(0, 1 - exp(({e} - {eps})/2))",
        renyi=lambda a: (
            f"(log(({a})/(2*({a}) - 1)*exp((({a}) - 1)*({eps})) "
            f"+ (({a}) - 1)/(2*({a}) - 1)*exp(-({a})*({eps})))/(({a}) - 1))"
        ),
        pure=lambda e: f"{eps} <= {e}",
        least=True,
    )


def response(eps: str, fact: str = RESPONSE) -> Law:
    """Randomised response with privacy loss eps."""
    return Law(
        f"randomised response with privacy loss {eps}",
        fact,
        tv=f"tanh(({eps})/2)",
        kl=f"(({eps})*tanh(({eps})/2))",
        hockey=lambda e: f"max(0, (exp({eps}) - exp({e}))/(1 + exp({eps})))",
        renyi=lambda a: (
            f"(log((exp(({a})*({eps})) + exp((1 - ({a}))*({eps})))/(1 + exp({eps})))/(({a}) - 1))"
        ),
        pure=lambda e: f"{eps} <= {e}",
        least=True,
        probable=lambda e, d: f"max(min({eps} - {e}, 1 - {d}), -{d}) <= 0",
        bounded=lambda e, d: (
            f"min({eps} - {e}, exp({e})*(exp({eps}) - 1) - {d}*(exp({e})*exp({eps}) - 1)) <= 0"
        ),
        power=lambda a: f"min(exp({eps})*({a}), 1 - exp(-({eps}))*(1 - ({a})))",
        gaussian=lambda m: f"exp({eps})/(1 + exp({eps})) <= {of_phi(f'({m})/2', m)}",
    )


def of_phi(text: str, doubled: str) -> str:
    """Phi of half of a number."""
    start = doubled.replace(" ", "")
    if start.startswith("2*Phi_inv(") and start.endswith(")") and _balanced(start[len("2*Phi_inv(") : -1]):
        return f"Phi({start[len('2*') :]})"
    return f"Phi({text})"


def _balanced(text: str) -> bool:
    depth = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return False
    return depth == 0


# ----------------------------------------------------------------------------------------------- reductions
class NoForm(Exception):
    """The closed forms do not cover this part of the claim."""


def reductions(reader: Reader) -> Iterator[Reduction]:
    """Claims without a mechanism from which the answer follows, the exact ones first."""
    source = reader.source
    rest = [h for h in source.hypotheses if _kind(h) not in MECHANISMS]
    named = [h.args[0] for h in source.hypotheses if _kind(h) in MECHANISMS]
    if not reader.knows_conditions():
        return
    say = source.words
    if len(named) > 1:
        return
    if named:
        for law, notions, facts in _of_mechanism(named[0], source, reader, say):
            found: list[Reduction] = []
            if law is not None:
                found += _with_law(source, rest, law, reader, facts)
            for notion in notions:
                text = _text(source, [notion, *map(say, rest)], [say(c) for c in source.conclusion])
                found.append(Reduction(text, facts, refutes=False))
            orders = any(_kind(c) == "ZCDP" for c in source.conclusion)
            yield from reversed(found) if orders else found  # at all orders the notion is the easier way
        return
    yield from _under_notion(source, reader, say)


def _under_notion(source: Source, reader: Reader, say: Callable[[Node], str]) -> Iterator[Reduction]:
    """One notion as the only hypothesis: its worst pair, where one is known, or else an instance of it."""
    if len(source.hypotheses) != 1 or len(source.hypotheses[0].args) != 1:
        return
    node = source.hypotheses[0].args[0]
    if node.kind != "call" or len(node.args) != len(NOTIONS.get(node.value, ((), ()))[1]):
        return
    args = [f"({say(a)})" for a in node.args]
    above = [f"{args[-1]} > 0"]
    if node.value == "GaussianDP":
        m = args[0]
        law = gaussian(m, f"{m}/2", lambda e: f"({e})/{m}", f"{m}^2")
        exact = all(_worst(c) for c in source.conclusion)
        yield from _with_law(source, [], law, reader, (BLACKWELL, GAUSSIAN), proves=False, extra=above)
        if exact:
            yield from _with_law(source, [], law, reader, (BLACKWELL, GAUSSIAN), refutes=False)
    elif node.value == "PureDP" and all(_kind(c) == "GaussianDP" for c in source.conclusion):
        law, least = response(args[0]), [f"{args[0]} >= 0"]
        yield from _with_law(source, [], law, reader, (WORST_PURE,), proves=False, extra=least)
        yield from _with_law(source, [], law, reader, (WORST_PURE,), refutes=False)
    elif node.value == "ZCDP":
        m = f"sqrt(2*{args[0]})"
        law = gaussian(m, f"{m}/2", lambda e: f"({e})/{m}", f"(2*{args[0]})")
        yield from _with_law(source, [], law, reader, (CONCENTRATED, GAUSSIAN), proves=False, extra=above)
    elif node.value == "RenyiDP":
        m = f"sqrt(2*{args[1]}/{args[0]})"
        law = gaussian(m, f"{m}/2", lambda e: f"({e})/{m}", f"(2*{args[1]}/{args[0]})")
        yield from _with_law(source, [], law, reader, (CONCENTRATED, GAUSSIAN), proves=False, extra=above)


def _worst(conclusion: Node) -> bool:
    """Whether the conclusion bounds above something that the worst pair under Gaussian DP makes largest."""
    if len(conclusion.args) == 1:
        return _kind(conclusion) in ("ApproxDP", "RenyiDP", "ZCDP", "GaussianDP", "PureDP")
    if len(conclusion.args) != 2:
        return False
    less, more = conclusion.args if str(conclusion.value[0]) in ("<=", "<") else conclusion.args[::-1]
    name = less.value if less.kind in ("call", "name") else None
    bounds = {c.value for c in calls(more)} & FUNCTIONALS.keys()
    return (
        str(conclusion.value[0]) in ("<=", ">=")
        and name in ("TV", "Advantage", "KL", "HockeyStick", "Renyi", "Power")
        and not bounds
    )


def _of_mechanism(
    node: Node, source: Source, reader: Reader, say: Callable[[Node], str]
) -> Iterator[tuple[Law | None, tuple[str, ...], tuple[str, ...]]]:
    """Closed forms; notions that the mechanism satisfies; what is taken from the literature."""
    name, args = node.value, list(node.args)
    most = 1 if name == "RandomizedResponse" else 2
    if node.kind != "call" or not 1 <= len(args) <= most:
        raise NotAClaim(f"{name} takes {'1 argument' if most == 1 else '1 or 2 arguments'}", node.at)
    for a in args:
        r = reader.range(a)
        if not (r.positive or (name == "RandomizedResponse" and r.nonnegative)):
            return
    spread, d = say(args[0]), say(args[1]) if len(args) == 2 else "1"
    if name == "RandomizedResponse":
        yield response(f"({spread})"), (f"PureDP({spread})",), (RESPONSE,)
    elif name == "Gaussian":
        notions = [f"GaussianDP({_ratio(d, spread)})", f"ZCDP(({d})^2/(2*({spread})^2))"]
        spoken = {c.value for part in source.conclusion for c in calls(part)}
        if spoken & {"ZCDP", "RenyiDP", "KL", "Renyi"}:
            notions.reverse()
        yield gaussian_noise(spread, d), tuple(notions), (GAUSSIAN,)
    elif name == "Laplace":
        eps = _ratio(d, spread)
        yield laplace(f"({eps})"), (f"PureDP({eps})",), (LAPLACE,)
    elif name == "Geometric" and (d == "1" or _whole(args[1], reader)):
        if d == "1":
            yield response(f"({spread})", GEOMETRIC), (), (GEOMETRIC,)
        yield None, (f"PureDP(({spread})*({d}))",), (GEOMETRIC,)
    elif name == "DiscreteGaussian" and (len(args) == 1 or _whole(args[1], reader)):
        yield None, (f"ZCDP(({d})^2/(2*({spread})^2))",), (DISCRETE,)


def _whole(node: Node, reader: Reader) -> bool:
    return (node.kind == "number" and node.value.denominator == 1) or (
        node.kind == "name" and node.value in reader.natural
    )


def _ratio(d: str, spread: str) -> str:
    """The distance over the spread; a spread 1/x is not divided by."""
    under = re.fullmatch(r"1/(\w+)", spread.replace(" ", ""))
    if under:
        return under[1] if d == "1" else f"({d})*{under[1]}"
    return f"1/({spread})" if d == "1" else f"({d})/({spread})"


def _with_law(
    source: Source,
    rest: list[Node],
    law: Law,
    reader: Reader,
    facts: tuple[str, ...],
    proves: bool = True,
    refutes: bool = True,
    extra: Sequence[str] = (),
) -> Iterator[Reduction]:
    """Every functional in closed form, every notion as the relation that says when the pair satisfies it."""
    tries: tuple[list[str] | None, ...] = (None, []) if refutes else (None,)
    for guards in tries:
        put = Put(source, law, reader, guards=guards)
        try:
            given = [put.part(h, hypothesis=True) for h in rest]
            conclusion = [put.part(c) for c in source.conclusion]
        except NoForm:
            continue
        given = [*(guards or ()), *given]
        proves = proves and guards is None
        break
    else:
        return
    more = (INVERSE,) if "Phi_inv" in " ".join((*given, *conclusion)) else ()
    yield Reduction(
        _text(source, given, conclusion, [*put.extra, *extra]), (*facts, *more), proves, refutes, law.pair
    )


def _text(source: Source, given: list[str], conclusion: list[str], extra: list[str] | None = None) -> str:
    say = [source.words(c) for c in source.conditions] + (extra or [])
    head = f"for {', '.join(say)}: " if say else ""
    middle = f"{' and '.join(given)} => " if given else ""
    return head + middle + " and ".join(conclusion)


class Put:
    """Writes the parts of a claim with the closed forms of a law, and with texts in place of some names.

    guards   where it is a list, relations under which the closed forms hold are added to it; else only forms that the
             conditions of the claim allow are used
    outcome  the masses under P and Q of the outcome at which a posterior is taken
    """

    def __init__(
        self,
        source: Source,
        law: Law,
        reader: Reader,
        *,
        values: Mapping[str, str] | None = None,
        outcome: tuple[str, str] | None = None,
        guards: list[str] | None = None,
    ) -> None:
        self.source, self.law, self.reader = source, law, reader
        self.values, self.outcome, self.guards = values or {}, outcome, guards
        self.extra: list[str] = []  # conditions on names that were added

    def sure(self, known: bool, guard: str) -> None:
        """A closed form needs the guard, which is known or can be added; NoForm where neither is so."""
        if known:
            return
        if self.guards is None:
            raise NoForm
        if guard not in self.guards:
            self.guards.append(guard)

    def part(self, node: Node, hypothesis: bool = False) -> str:
        """A notion, or a chain of relations."""
        if len(node.args) > 1:
            return self.term(node)
        inner = node.args[0]
        law, kind = self.law, inner.value
        if inner.kind != "call" or kind not in NOTIONS or len(inner.args) != len(NOTIONS[kind][1]):
            raise NoForm
        args = [f"({self.term(a)})" for a in inner.args]
        if kind == "PureDP":
            return law.pure(args[0])
        if kind == "ApproxDP":
            return f"{self.at_loss(law.hockey, inner.args[0])} <= {args[1]}"
        if kind in ("ProbDP", "PBDP"):
            form = law.probable if kind == "ProbDP" else law.bounded
            if form is None:
                raise NoForm
            self.sure(self.reader.range(inner.args[0]).nonnegative, f"0 <= {args[0]}")
            return form(args[0], args[1])
        if kind == "RenyiDP" and law.renyi is not None:
            self.sure(self.reader.range(inner.args[0]).over_one(), f"1 < {args[0]}")
            return f"{law.renyi(args[0])} <= {args[1]}"
        if kind == "RenyiDP" and law.endless:
            return NEVER
        if kind == "ZCDP":
            if law.concentrated is not None:
                return law.concentrated(args[0])
            if (
                law.renyi is None or hypothesis
            ):  # "for all orders" among the hypotheses is no condition on one order
                raise NoForm
            order = unused("order", self.taken())
            self.extra.append(f"{order} > 1")
            return f"{law.renyi(order)} <= {order}*{args[0]}"
        if kind == "GaussianDP" and law.gaussian is not None:
            return law.gaussian(self.term(inner.args[0]) if "Phi_inv" in args[0] else args[0])
        raise NoForm

    def taken(self) -> set[str]:
        """Names that a new one must differ from."""
        guards = {e.split()[0] for e in (*self.extra, *(self.guards or ()))}
        return set().union(*(names_in(c) for c in self.source.conditions), guards)

    def at_loss(self, form: Callable[[str], str] | None, node: Node) -> str:
        """A closed form at a loss, in nats, which has to be at least 0 for some laws; NoForm where there is
        none."""
        if form is None:
            raise NoForm
        text = f"({self.term(node)})"
        self.sure(not self.law.least or self.reader.range(node).nonnegative, f"0 <= {text}")
        return form(text)

    def term(self, node: Node) -> str:
        """The text of a node with its functionals in closed form."""
        law, name = self.law, node.value
        if node.kind in ("call", "name") and name in FUNCTIONALS:
            if len(node.args) != len(FUNCTIONALS[name]):
                raise NoForm
            if name in ("TV", "Advantage"):
                return law.tv
            if name == "KL" and law.kl is not None:
                return law.kl
            if name == "HockeyStick":
                return self.at_loss(law.hockey, node.args[0])
            if name == "Tail":
                if law.tail_if is not None:
                    self.sure(False, law.tail_if(f"({self.term(node.args[0])})"))
                return self.at_loss(law.tail, node.args[0])
            if name == "Renyi" and law.renyi is not None:
                order = f"({self.term(node.args[0])})"
                self.sure(self.reader.range(node.args[0]).over_one(), f"1 < {order}")
                return law.renyi(order)
            if (
                name == "Power"
                and not law.atoms
                and node.args[0].kind == "number"
                and node.args[0].value in (0, 1)
            ):
                return str(node.args[0].value)  # no law excludes an outcome of the other
            if name == "Power" and law.power is not None:
                level = f"({self.term(node.args[0])})"
                self.sure(at_most_one(self.reader, node.args[0]), f"0 <= {level} <= 1")
                return law.power(level)
            if name == "Posterior" and self.outcome is not None:
                prior = f"({self.term(node.args[0])})"
                one, two = (f"{prior}*{self.outcome[0]}", f"(1 - {prior})*{self.outcome[1]}")
                return f"({one}/({one} + {two}))"
            raise NoForm
        if kind_of(node) == "name" and name in self.values:
            return self.values[name]
        if law.endless and kind_of(node) == "exp" and vanishes(node.args[0]):
            return "0"
        return self.around(node)

    def around(self, node: Node) -> str:
        """The text of a node as typed, its arguments with their functionals in closed form."""
        if node.at < 0:  # it stands in no text
            sides = [self.term(a) for a in node.args]
            return f" {node.value[0]} ".join(sides) if sides else str(node.value)
        text, at = "", node.at
        for a in sorted(node.args, key=lambda n: n.at):
            text += self.source.typed[at : a.at] + self.term(a)
            at = a.end
        return text + self.source.typed[at : node.end]


def kind_of(node: Node) -> str:
    """ "name" for a name, else the function of a call, else nothing."""
    return "name" if node.kind == "name" else str(node.value) if node.kind == "call" else ""


def vanishes(node: Node) -> bool:
    """Whether the exponent is a divergence with a minus before it, so that its exponential is 0 where that is infinite."""
    return node.kind == "sign" and node.value == "-" and node.args[0].value in ("KL", "Renyi")


def at_most_one(reader: Reader, node: Node) -> bool:
    """Whether a level is known to be a probability."""
    r = reader.range(node)
    return r.nonnegative and r.high is not None and r.high <= 1


def _kind(node: Node) -> Any:
    """The name of a hypothesis or conclusion that is one call."""
    return node.args[0].value if node.kind == "chain" and len(node.args) == 1 else None
