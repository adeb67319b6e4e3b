"""A claim about a named mechanism, or under a notion whose worst pair is known, as a claim about numbers.

Each reduction is a claim of its own, made of the parts of the one that was read, and names the facts that it takes from
the literature.  Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sympy import sqrt

from dpsym.claims.closed_form_pairs import discrete_noise
from dpsym.claims.closed_form_pairs.closed_forms import (
    APART,
    GAUSSIAN,
    LAPLACE,
    NEVER,
    RESPONSE,
    SPREAD,
    Form,
    Law,
    discrete_gaussian,
    gaussian,
    geometric_sign,
    laplace,
    normal_pair,
    response,
)
from dpsym.claims.reading.as_nodes import added, called, chain, multiplied, node_of, relation
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.nodes import Value, different, name, number, shape, with_args
from dpsym.claims.reading.syntax import Node, NotAClaim, Source, unused
from dpsym.claims.reading.trees import calls, names_in
from dpsym.claims.reading.words import FUNCTIONALS, MECHANISMS, NOTIONS
from dpsym.language import Gaussian, as_written, parameter

BLACKWELL = "the pair N(0, 1), N(mu, 1) is the worst one under mu-GDP (Blackwell 1953; Dong, Roth, Su 2022)"
GEOMETRIC = (
    "the loss of geometric noise has the law of randomised response (Ghosh, Roughgarden, Sundararajan 2009)"
)
BETWEEN = "geometric noise tells of two counts what lies between them (Ghosh, Roughgarden, Sundararajan 2009)"
DISCRETE = "discrete Gaussian noise is zero-concentrated (Canonne, Kamath, Steinke 2020)"
DISCRETE_FORMS = "closed forms for discrete Gaussian noise, at whole orders (Canonne, Kamath, Steinke 2020)"
CONCENTRATED = "the Renyi divergence of Gaussian noise (Bun, Steinke 2016; Mironov 2017)"
WORST_PURE = "randomised response is the worst pair under pure DP (Kairouz, Oh, Viswanath 2015)"
INVERSE = "Phi_inv is the inverse of Phi, which is increasing, with Phi(-x) = 1 - Phi(x)"
RHO, ORDER = parameter("rho", above=0), parameter("order", above=1)


@dataclass(frozen=True)
class Reduction:
    """A claim with its mechanism put in.

    source   the claim about numbers, or with a notion in place of the mechanism
    facts    what is taken from the literature
    proves   whether its truth makes the claim true
    refutes  whether a point against it is one against the claim
    pair     the pair that stands for the laws, in words
    values   names of the claim in whose place terms are put
    masses   of the pair under P and Q, outcome by outcome; empty where it is not finite
    """

    source: Source
    facts: tuple[str, ...]
    proves: bool = True
    refutes: bool = True
    pair: str = ""
    values: tuple[tuple[str, Node], ...] = ()
    masses: tuple[tuple[Node, Node], ...] = ()


class NoForm(Exception):
    """The closed forms do not cover this part of the claim."""


# ----------------------------------------------------------------------------------------------- reductions
def reductions(reader: Reader) -> Iterator[Reduction]:
    """Claims without a mechanism from which the answer follows, the exact ones first."""
    source = reader.source
    rest = tuple(h for h in source.hypotheses if kind(h) not in MECHANISMS)
    named = [h.args[0] for h in source.hypotheses if kind(h) in MECHANISMS]
    if not reader.knows_conditions() or len(named) > 1:
        return
    if not named:
        yield from _under_notion(source, reader)
        return
    yield from _enclosed(named[0], source, rest, reader)
    for law, notions, facts in _of_mechanism(named[0], source, reader):
        found: list[Reduction] = []
        if law is not None and (not law.made or _of_processed(source, rest)):
            found += _with_law(source, rest, law, reader, facts, proves=not law.made)
        for notion in notions:
            under = source.but(hypotheses=(chain(notion), *rest))
            found.append(Reduction(under, facts, refutes=False))
        orders = any(kind(c) == "ZCDP" for c in source.conclusion)
        yield from reversed(found) if orders else found  # at all orders the notion is the easier way


def _of_processed(source: Source, rest: Sequence[Node]) -> bool:
    """Whether a claim fails where it does of what is made of the outputs: it bounds above what is largest of the outputs
    themselves, and no hypothesis asks something of the outputs that what is made of them may satisfy alone."""
    return all(map(_worst, source.conclusion)) and not any(map(speaks, rest))


def speaks(node: Node) -> bool:
    """Whether a hypothesis or conclusion says something of the pair."""
    return kind(node) in NOTIONS or any(c.value in FUNCTIONALS for c in calls(node))


def _enclosed(mechanism: Node, source: Source, rest: Sequence[Node], reader: Reader) -> Iterator[Reduction]:
    """The claim at numbers that enclose the quantities of noise on the whole numbers."""
    if rest or mechanism.kind != "call" or not reader.range(mechanism.args[0]).positive:
        return
    fact = BETWEEN if mechanism.value == "Geometric" else discrete_noise.MASSES
    pair = f"{source.words(mechanism)} around two counts"
    for said in discrete_noise.enclosed(mechanism, source, reader):
        under = source.but(hypotheses=(), conclusion=said.conclusion)
        yield Reduction(under, (fact,), said.proves, not said.proves, pair)


def _under_notion(source: Source, reader: Reader) -> Iterator[Reduction]:
    """One notion as the only hypothesis: its worst pair, where one is known, or else an instance of it."""
    if len(source.hypotheses) != 1 or len(source.hypotheses[0].args) != 1:
        return
    node = source.hypotheses[0].args[0]
    if node.kind != "call" or len(node.args) != len(NOTIONS.get(node.value, ((), ()))[1]):
        return
    budget = node.args[-1]
    text = source.words(budget)
    above = [relation(budget, ">", number(0))]
    if node.value == "GaussianDP":
        law = normal_pair(budget, text)
        yield from _with_law(source, (), law, reader, (BLACKWELL, GAUSSIAN), proves=False, extra=above)
        if all(map(_worst, source.conclusion)):
            yield from _with_law(source, (), law, reader, (BLACKWELL, GAUSSIAN), refutes=False)
    elif node.value == "PureDP" and all(kind(c) == "GaussianDP" for c in source.conclusion):
        law, least = response(budget, text), [relation(budget, ">=", number(0))]
        yield from _with_law(source, (), law, reader, (WORST_PURE,), proves=False, extra=least)
        yield from _with_law(source, (), law, reader, (WORST_PURE,), refutes=False)
    elif node.value in ("ZCDP", "RenyiDP"):
        with as_written():
            m = Gaussian(1, sqrt(2 * RHO) if node.value == "ZCDP" else sqrt(2 * RHO / ORDER))
        names = {RHO: budget, ORDER: node.args[0]}
        mu = node_of(m.mu, names)
        law = gaussian(m, f"N({source.words(mu)}, 1) and N(0, 1)", names)
        yield from _with_law(source, (), law, reader, (CONCENTRATED, GAUSSIAN), proves=False, extra=above)


def _worst(conclusion: Node) -> bool:
    """Whether the conclusion bounds above something that the worst pair under Gaussian DP makes largest."""
    if len(conclusion.args) == 1:
        return kind(conclusion) in ("ApproxDP", "RenyiDP", "ZCDP", "GaussianDP", "PureDP")
    if len(conclusion.args) != 2:
        return False
    less, more = conclusion.args if str(conclusion.value[0]) in ("<=", "<") else conclusion.args[::-1]
    word = less.value if less.kind in ("call", "name") else None
    bounds = {c.value for c in calls(more)} & FUNCTIONALS.keys()
    return (
        str(conclusion.value[0]) in ("<=", ">=")
        and word in ("TV", "Advantage", "KL", "HockeyStick", "Renyi", "Power")
        and not bounds
    )


Forms = tuple[Law | None, tuple[Node, ...], tuple[str, ...]]


def _of_mechanism(node: Node, source: Source, reader: Reader) -> Iterator[Forms]:
    """Closed forms; notions that the mechanism satisfies; what is taken from the literature."""
    word, args = node.value, list(node.args)
    most = 1 if word == "RandomizedResponse" else 2
    if node.kind != "call" or not 1 <= len(args) <= most:
        raise NotAClaim(f"{word} takes {'1 argument' if most == 1 else '1 or 2 arguments'}", node.at)
    for a in args:
        r = reader.range(a)
        if not (r.positive or (word == "RandomizedResponse" and r.nonnegative)):
            return
    whole = len(args) == 1 or _whole(args[1], reader)
    if word in ("Laplace", "Gaussian") or whole:
        yield from MEANINGS[word](args, source)


def laws_of(mechanism: Node, source: Source, reader: Reader) -> Iterator[Law]:
    """The laws of a mechanism on two neighbouring inputs, in closed form."""
    for law, _, _ in _of_mechanism(mechanism, source, reader):
        if law is not None and not law.made:
            yield law


def notions_of(mechanism: Node, source: Source, reader: Reader) -> Iterator[Node]:
    """The notions that a mechanism is known to satisfy."""
    for _, notions, _ in _of_mechanism(mechanism, source, reader):
        yield from notions


def _randomised_response(args: Sequence[Node], source: Source) -> Iterator[Forms]:
    (eps,) = args
    yield response(eps, source.words(eps)), (called("PureDP", [eps]),), (RESPONSE,)


def _gaussian(args: Sequence[Node], source: Source) -> Iterator[Forms]:
    m = Gaussian(SPREAD, APART) if len(args) == 2 else Gaussian(SPREAD)
    mu = ratio(args)
    law = gaussian(m, f"N({source.words(mu)}, 1) and N(0, 1)", dict(zip((SPREAD, APART), args, strict=False)))
    notions = [called("GaussianDP", [mu]), called("ZCDP", [law.node(m.rho)])]
    spoken = {c.value for part in source.conclusion for c in calls(part)}
    if spoken & {"ZCDP", "RenyiDP", "KL", "Renyi"}:
        notions.reverse()
    yield law, tuple(notions), (GAUSSIAN,)


def _laplace(args: Sequence[Node], source: Source) -> Iterator[Forms]:
    eps = ratio(args)
    yield laplace(eps, source.words(eps)), (called("PureDP", [eps]),), (LAPLACE,)


def _geometric(args: Sequence[Node], source: Source) -> Iterator[Forms]:
    eps, *apart = args
    if not apart or apart[0].value == 1:
        yield response(eps, source.words(eps), GEOMETRIC), (), (GEOMETRIC,)
    elif apart[0].kind == "number" and apart[0].value <= discrete_noise.MOST:
        pair = f"geometric noise around two counts at a distance of {source.words(apart[0])}"
        yield discrete_noise.geometric(eps, int(apart[0].value), pair, BETWEEN), (), (BETWEEN,)
    else:
        yield geometric_sign(eps, apart[0]), (), (GEOMETRIC,)
    yield None, (called("PureDP", [multiplied([eps, *apart])]),), (GEOMETRIC,)


def _discrete_gaussian(args: Sequence[Node], _source: Source) -> Iterator[Forms]:
    m = (
        Gaussian(SPREAD, APART) if len(args) == 2 else Gaussian(SPREAD)
    )  # its budget is that of the noise on the line
    law = discrete_gaussian(m, dict(zip((SPREAD, APART), args, strict=False)))
    yield law, (), (DISCRETE_FORMS,)
    yield None, (called("ZCDP", [law.node(m.rho)]),), (DISCRETE,)


MEANINGS: dict[str, Callable[[Sequence[Node], Source], Iterator[Forms]]] = {
    "RandomizedResponse": _randomised_response, "Gaussian": _gaussian, "Laplace": _laplace, "Geometric": _geometric,
    "DiscreteGaussian": _discrete_gaussian,
}  # fmt: skip


def _whole(node: Node, reader: Reader) -> bool:
    return (node.kind == "number" and node.value.denominator == 1) or (
        node.kind == "name" and node.value in reader.natural
    )


def ratio(args: Sequence[Node]) -> Node:
    """The distance over the spread; a spread 1/x is not divided by."""
    spread, apart = args[0], args[1] if len(args) == 2 else number(1)
    if spread.kind == "product" and spread.value == ("/",) and spread.args[0].value == 1:
        return multiplied([apart, spread.args[1]])
    return multiplied([apart], [spread])


def at_law(source: Source, law: Law, reader: Reader, facts: tuple[str, ...], *extra: Node) -> list[Reduction]:
    """The claim's conclusions at a pair that satisfies its hypotheses, which can refute it."""
    return list(_with_law(source, (), law, reader, facts, proves=False, extra=extra))


def _with_law(
    source: Source,
    rest: Sequence[Node],
    law: Law,
    reader: Reader,
    facts: tuple[str, ...],
    proves: bool = True,
    refutes: bool = True,
    extra: Sequence[Node] = (),
) -> Iterator[Reduction]:
    """Every functional in closed form, every notion as the relation that says when the pair satisfies it."""
    tries: tuple[list[Node] | None, ...] = (None, []) if refutes else (None,)
    for guards in tries:
        put = Put(source, law, reader, guards=guards)
        try:
            given = [put.part(h, hypothesis=True) for h in rest]
            conclusion = [put.part(c) for c in source.conclusion]
        except (NoForm, ZeroDivisionError):  # of normal laws that are equal, say, the forms have no value
            continue
        given = [*(guards or ()), *given]
        proves = proves and guards is None
        break
    else:
        return
    quantiles = any(c.value == "Phi_inv" for part in (*given, *conclusion) for c in calls(part))
    conditions = (*source.conditions, *put.extra, *extra)
    said = source.but(conditions=different(conditions), hypotheses=tuple(given), conclusion=tuple(conclusion))
    yield Reduction(said, (*facts, *((INVERSE,) if quantiles else ())), proves, refutes, law.pair)


# ----------------------------------------------------------------------------------------------- parts
class Put:
    """Writes the parts of a claim with the closed forms of a law, and with terms in place of some names.

    guards   where it is a list, relations under which the closed forms hold are added to it; else only forms that the
             conditions of the claim allow are used
    outcome  the masses under P and Q of the outcome at which a posterior is taken
    extra    conditions on names that were added, which are no names of `taken`
    """

    def __init__(
        self,
        source: Source,
        law: Law,
        reader: Reader,
        *,
        values: Mapping[str, Node] | None = None,
        outcome: tuple[Node, Node] | None = None,
        guards: list[Node] | None = None,
        taken: Sequence[Node] = (),
    ) -> None:
        self.source, self.law, self.reader = source, law, reader
        self.values, self.outcome, self.guards = values or {}, outcome, guards
        self.taken = set().union(*(names_in(c) for c in (*source.conditions, *taken)))
        self.extra: list[Node] = []

    def sure(self, known: bool, *guard: Node | str) -> None:
        """A closed form needs the guard, which is known or can be added; NoForm where neither is so."""
        if known:
            return
        if self.guards is None:
            raise NoForm
        needed = chain(*guard)
        if shape(needed) not in map(shape, self.guards):
            self.guards.append(needed)

    def part(self, node: Node, hypothesis: bool = False) -> Node:
        """A notion, or a chain of relations."""
        if len(node.args) > 1:
            return self.term(node)
        inner = node.args[0]
        word = inner.value
        if inner.kind != "call" or word not in NOTIONS or len(inner.args) != len(NOTIONS[word][1]):
            raise NoForm
        return self.notion(inner, [self.term(a) for a in inner.args], hypothesis)

    def notion(self, node: Node, args: Sequence[Node], hypothesis: bool) -> Node:
        """When the pair satisfies a notion with this budget."""
        law, word = self.law, node.value
        if word == "PureDP":
            return law.at(law.pure, args[0])
        if word == "ApproxDP":
            return relation(self.at_loss(law.hockey, node.args[0]), "<=", args[1])
        if word in ("ProbDP", "PBDP"):
            form = law.probable if word == "ProbDP" else law.bounded
            if form is None:
                raise NoForm
            self.sure(self.reader.range(node.args[0]).nonnegative, number(0), "<=", args[0])
            return law.at(form, *args)
        if word == "RenyiDP" and law.renyi is not None:
            if law.whole and not is_whole(node.args[0]):
                raise NoForm
            self.sure(self.reader.range(node.args[0]).over_one(), number(1), "<", args[0])
            return relation(law.at(law.renyi, args[0]), "<=", args[1])
        if word == "RenyiDP" and law.endless:
            return law.node(NEVER)
        if word == "ZCDP":
            return self.concentrated(args[0], hypothesis)
        if word == "GaussianDP" and law.gaussian is not None:
            return law.at(law.gaussian, args[0])
        if word == "GaussianDP" and law.gaussian_at is not None and not hypothesis:
            return law.at(law.gaussian_at, args[0], self.new("cut", ">=", 0))
        raise NoForm

    def new(self, word: str, sign: str, bound: int) -> Node:
        """A name for which something is said for all values beyond a bound."""
        guarded = set().union(*(names_in(g) for g in self.guards or ()))
        found = name(unused(word, self.taken | guarded | set().union(*map(names_in, self.extra))))
        self.extra.append(relation(found, sign, number(bound)))
        return found

    def concentrated(self, rho: Node, hypothesis: bool) -> Node:
        """When the pair satisfies zero-concentrated DP: at every order, for which a name is added."""
        law = self.law
        if law.concentrated is not None:
            return law.at(law.concentrated, rho)
        if (
            law.renyi is None or hypothesis
        ):  # "for all orders" among the hypotheses is no condition on one order
            raise NoForm
        order = self.new("order", ">", 1)
        return relation(law.at(law.renyi, order), "<=", multiplied([order, rho]))

    def at_loss(self, form: Form | None, node: Node) -> Node:
        """A closed form at a loss, in nats, which has to be at least 0 for some laws; NoForm where there is
        none."""
        if form is None:
            raise NoForm
        at = self.term(node)
        self.sure(not self.law.least or self.reader.range(node).nonnegative, number(0), "<=", at)
        return self.law.at(form, at)

    def term(self, node: Node) -> Node:
        """A term or a chain with its functionals in closed form."""
        law, word = self.law, node.value
        if node.kind in ("call", "name") and word in FUNCTIONALS:
            if len(node.args) != len(FUNCTIONALS[word]):
                raise NoForm
            return self.functional(node)
        if node.kind == "name" and word in self.values:
            return self.values[word]
        if law.endless and node.kind == "call" and word == "exp" and vanishes(node.args[0]):
            return number(0)
        return with_args(node, tuple(map(self.term, node.args)))

    def functional(self, node: Node) -> Node:
        """A functional of the pair in closed form; NoForm where it has none."""
        law, word = self.law, node.value
        if word in ("TV", "Advantage") and law.tv is not None:
            return law.node(law.tv)
        if word == "KL" and law.kl is not None:
            return law.node(law.kl)
        if word == "HockeyStick":
            return self.at_loss(law.hockey, node.args[0])
        if word == "Tail" and law.tail is not None:
            return self.tail(law.tail, node.args[0])
        if word == "Renyi" and law.renyi is not None and (not law.whole or is_whole(node.args[0])):
            order = self.term(node.args[0])
            self.sure(self.reader.range(node.args[0]).over_one(), number(1), "<", order)
            return law.at(law.renyi, order)
        if word == "Power":
            return self.power(node.args[0])
        if word == "Posterior" and self.outcome is not None:
            return self.posterior(node.args[0], *self.outcome)
        if word == "Odds" and self.outcome is not None:
            return self.odds(node.args[0], *self.outcome)
        raise NoForm

    def tail(self, form: Form, node: Node) -> Node:
        """The probability of a loss above a term."""
        at, law = self.term(node), self.law
        for only, beyond in ((law.tail_from, 1), (law.tail_if, 0)):
            if only is not None:
                guard = law.at(only, at)
                less, more = guard.args
                gap, open_end = self.reader.range(added([(1, more), (-1, less)])), guard.value[0] == "<"
                known = gap.positive or (not open_end and gap.nonnegative)
                fails = (-gap).positive or (open_end and (-gap).nonnegative)
                if fails and law.tail_from is not None:
                    return number(beyond)
                self.sure(known, less, guard.value[0], more)
        return law.at(form, at) if law.tail_from is not None else self.at_loss(form, node)

    def posterior(self, node: Node, mass: Node, other_mass: Node) -> Node:
        """The posterior at an outcome by Bayes' rule; from the prior 0 or 1 it is the prior, also where that reads 0/0."""
        if node.kind == "number" and node.value in (0, 1):
            return node
        one, two = self.parts_of_bayes(node, mass, other_mass)
        return multiplied([one], [added([(1, one), (1, two)])])

    def odds(self, node: Node, mass: Node, other_mass: Node) -> Node:
        """The posterior odds at an outcome; NoForm where they are infinite."""
        if other_mass.value == 0:
            raise NoForm
        one, two = self.parts_of_bayes(node, mass, other_mass)
        return multiplied([one], [two])

    def parts_of_bayes(self, node: Node, mass: Node, other_mass: Node) -> tuple[Node, Node]:
        """How likely the outcome is together with the target in the data, and together with the target not in the data."""
        prior = self.term(node)
        self.sure(self.reader.range(node).inside, number(0), "<", prior, "<", number(1))
        other = added([(1, number(1)), (-1, prior)])
        return multiplied([prior, mass]), multiplied([other, other_mass])

    def power(self, level: Node) -> Node:
        """The power of the best test of a level."""
        law = self.law
        if not law.atoms and level.kind == "number" and level.value in (0, 1):
            return level  # no law excludes an outcome of the other
        if law.power is None:
            raise NoForm
        at = self.term(level)
        self.sure(at_most_one(self.reader, level), number(0), "<=", at, "<=", number(1))
        return law.at(law.power, at)


def vanishes(node: Node) -> bool:
    """Whether the exponent is a divergence with a minus before it, so that its exponential is 0 where that is infinite."""
    return node.kind == "sign" and node.value == "-" and node.args[0].value in ("KL", "Renyi")


def is_whole(order: Node) -> bool:
    """Whether an order is a whole number that is written out."""
    return order.kind == "number" and Fraction(order.value).denominator == 1


def at_most_one(reader: Reader, node: Node) -> bool:
    """Whether a level is known to be a probability."""
    r = reader.range(node)
    return r.nonnegative and r.high is not None and r.high <= 1


def kind(node: Node) -> Value:
    """The name of a hypothesis or conclusion that is one call."""
    return node.args[0].value if node.kind == "chain" and len(node.args) == 1 else None
