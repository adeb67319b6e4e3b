"""ProofState inequalities between functionals of a pair, put one after the other: a claim about a pair as one about numbers.

A functional on the smaller side is replaced by a bound above it; one on the larger side becomes a name that stands for
any value it may have.  Every reduction says which inequalities it uses.  Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from dpsym.claims import numbers
from dpsym.claims.errors import NotSupported
from dpsym.claims.laws import EVENT, Reduction, at_most_one, reader_of
from dpsym.claims.lemmas import Fact
from dpsym.claims.meaning import Reader
from dpsym.claims.syntax import Node, NotAClaim, Source, parse, unused
from dpsym.claims.trees import calls, expanded, pairs_of, places
from dpsym.claims.words import FLIP, FUNCTIONALS, NOTIONS

FINITE = Fact("under eps-DP or zCDP no loss is infinite")
FINITE_PURE = replace(FINITE, theorem="divergences.pure_divergences.finite_losses")
FINITE_CONCENTRATED = replace(FINITE, theorem="divergences.zero_concentrated_entropy.finite_losses")
ENTROPY, ORDER, PURE = (f"divergences.{x}" for x in ("relative_entropy", "renyi_order", "pure_divergences"))
PINSKER = Fact(
    "Pinsker's inequality TV <= sqrt(KL/2) (Csiszar 1967; Tsybakov 2009, lemma 2.5)", "divergences.pinsker"
)
HUBER = Fact(
    "TV^2 <= 1 - e^-KL (Bretagnolle, Huber 1979; Tsybakov 2009, lemma 2.6)", "divergences.bretagnolle_huber"
)
HUBER_HALF = replace(HUBER, words="TV <= 1 - e^-KL/2 (Tsybakov 2009, equation 2.25)")
REFINED = Fact("2 TV^2 + (4/9) TV^4 <= KL (Kullback 1967; Topsoe 2001)")
GIBBS = Fact("KL and the Renyi divergences are at least 0 (van Erven, Harremoes 2014, theorem 8)")
GIBBS_ENTROPY = replace(GIBBS, theorem=f"{ENTROPY}.gibbs")
GIBBS_RENYI = replace(GIBBS, theorem=f"{ORDER}.moment_above_one")
GIBBS_TWO = GIBBS_RENYI.at(alpha="2")
ORDERS = Fact(
    "the Renyi divergence rises with its order, from KL at order 1 (van Erven, Harremoes 2014, theorem 3)"
)
RISES_BELOW = replace(ORDERS, theorem=f"{ORDER}.monotone")  # under a bound of the larger order
RISES_TO = replace(ORDERS, theorem=f"{ORDER}.rises")  # from one divergence to another
ENTROPY_BELOW = replace(ORDERS, theorem=f"{ORDER}.entropy_below_bound")
ENTROPY_TO = replace(ORDERS, theorem=f"{ORDER}.entropy_below_divergence")
CHI = Fact("4 TV^2 <= e^Renyi(2) - 1 (Gibbs, Su 2002)", "divergences.second_moment.chi_squared")
RISES = Fact("Power rises with the level")
LEVELS = Fact("Power(a) <= a + TV", "divergences.power_and_distance")
IGNORING = Fact("Power(a) >= a, by the test that does not look at the output")
ODDS = Fact(
    "under eps-DP the posterior odds are within e^-eps and e^eps of the prior odds "
    "(Dwork, McSherry, Nissim, Smith 2006)",
    "conversions.tests_and_losses.posterior",
)
CAUCHY = Fact(
    "Power(a)^2 <= e^Renyi(2) a (Langlois, Stehle, Steinfeld 2014; Mironov 2017, proposition 10)",
    "divergences.second_moment.power_squared",
)
VARIANCE = Fact("(Power(a) - a)^2 <= (e^Renyi(2) - 1) a (1 - a) (Cauchy and Schwarz)")
FROM_LOGARITHM = Fact(
    "log(x) <= (alpha - 1) k gives x <= e^((alpha - 1) k)", "analysis.order_of_powers.from_logarithm"
)
CONCENTRATED = Fact(
    "under rho-zCDP the Renyi divergence of order alpha is at most alpha rho, and KL is at most rho"
)
CONCENTRATED_ENTROPY = replace(CONCENTRATED, theorem="divergences.zero_concentrated_entropy.entropy")
CONCENTRATED_RENYI = replace(CONCENTRATED, theorem="divergences.zero_concentrated_entropy.renyi")
CONCENTRATED_DELTA = Fact(
    "rho-zCDP gives HockeyStick(eps) <= e^(-(eps - rho)^2/(4 rho)) for eps >= rho (Bun, Steinke 2016)",
    "conversions.zero_concentrated_to_approximate.at_delta",
)
SQUARE = Fact(
    "eps-DP gives Renyi(alpha) <= alpha eps^2/2 (Bun, Steinke 2016, proposition 3.3)",
    "divergences.pure_to_concentrated.renyi_of_order",
)
RESPONSE = Fact("randomised response is the worst pair under pure DP (Kairouz, Oh, Viswanath 2015)")
RESPONSE_ENTROPY = replace(RESPONSE, theorem=f"{PURE}.entropy")
DISTANCE = Fact("eps-DP gives KL <= eps TV", f"{PURE}.entropy_by_distance")
RESPONSE_RENYI = replace(RESPONSE, theorem=f"{PURE}.renyi")
SHARPER = Fact(
    "HockeyStick(eps) <= e^((alpha-1)(k-eps)) (1-1/alpha)^(alpha-1)/alpha where Renyi(alpha) <= k "
    "(Canonne, Kamath, Steinke 2020, proposition 12)",
    "divergences.renyi_hockey_stick",
)
SHARPER_AT = replace(SHARPER, theorem="divergences.renyi_hockey_stick.at_delta")
BOTH = Fact(
    "(eps, delta)-DP gives P[|z| > eps2] <= delta (e^eps2 + 1)/(e^eps2 - e^eps) for eps2 > eps (Meiser 2018)",
    "conversions.tests_and_losses.approximate_both",
)
CURVE = Fact(
    "the privacy curve under (eps, delta)-DP (Kairouz, Oh, Viswanath 2015, theorem 3.3)",
    "conversions.tests_and_losses.approximate_curve",
)
LARGE = Fact(
    "the outputs of large loss are a test: under (eps, delta)-pbDP their probability is at most delta "
    "(Kifer et al. 2022)",
    "conversions.tests_and_losses.bounded_tail",
)
LARGE_STICK = replace(LARGE, theorem="conversions.tests_and_losses.bounded_hockey_stick")
LARGE_BOTH = replace(LARGE, theorem="conversions.tests_and_losses.bounded_both")
UNDER_PURE = replace(LARGE, theorem="testing.pure_error_rates")
SMALL = Fact(
    "(eps, delta)-DP gives (eps2, delta/(1 - e^(eps - eps2)))-pbDP for eps2 > eps (Kifer et al. 2022)",
    "testing.approximate_error_rates",
)

Bound = tuple[str, tuple[Fact, ...]]  # a text above the functional, with the inequalities it uses


def reductions(text: str) -> Iterator[Reduction]:
    """Claims about numbers that make the claim true."""
    (part, *more) = parse(text).conclusion
    inner = part.args[0]
    reader = reader_of(parse(text))
    finite = () if reader is None else tuple(Chains(parse(text), reader).finite())
    of_events = not more and len(part.args) == 1 and inner.kind == "call" and inner.value == "ApproxDP"
    for r in of_relation(text):
        if of_events and r.uses:
            r = replace(r, uses=(*r.uses, EVENT.at(loss=f"({text[inner.args[0].at : inner.args[0].end]})")))
        yield replace(r, uses=(*finite, *r.uses)) if r.uses else r


def of_relation(text: str) -> Iterator[Reduction]:
    """Claims about numbers that make a claim with one relation or notion as its conclusion true."""
    source = parse(text)
    reader = reader_of(source)
    if reader is None or len(source.conclusion) != 1:
        return
    source = as_relation(source)
    reader = reader_of(source)
    if reader is None:
        return
    if len(source.conclusion[0].args) != 2:
        yield from of_probabilities(source, reader)
        return
    ((left, relation, right),) = pairs_of(source.conclusion[0])
    if relation in (">=", ">"):
        left, relation, right = right, FLIP[relation], left
    if relation not in ("<=", "<"):
        return
    if not all(in_domain(c, reader) for n in (*source.hypotheses, *source.conclusion) for c in calls(n)):
        return
    parts = expanded(left, relation, right)
    if len(parts) == 2 and parts[1][0].kind == "sign":  # abs(x) <= y: one text for both signs
        try:
            above, below = (list(Chains(source, reader).of(*part)) for part in parts)
        except (NotSupported, NotAClaim):
            return
        for one in above:
            for other in below:
                head, _, said = one.text.rpartition(": ")
                again = other.text.rpartition(": ")[2]
                facts = tuple(dict.fromkeys((*one.uses, *other.uses)))
                yield reduction(f"{head}: {said} and {again}", facts)
        return
    names = {c.value for side in (left, right) for c in calls(side) if c.value in FUNCTIONALS}
    if not names or not names <= {
        "TV",
        "Advantage",
        "KL",
        "Renyi",
        "Power",
        "Posterior",
        "HockeyStick",
        "Tail",
    }:
        return
    try:
        yield from Chains(source, reader).of(left, relation, right)
    except (NotSupported, NotAClaim):
        return


def reduction(text: str, facts: tuple[Fact, ...], named: dict[str, str] | None = None) -> Reduction:
    """A claim about numbers that makes the claim true by the facts."""
    words = tuple(dict.fromkeys(f.words for f in facts))
    return Reduction(text, words, refutes=False, uses=facts, named=tuple((named or {}).items()))


def of_probabilities(source: Source, reader: Reader) -> Iterator[Reduction]:
    """PBDP or ProbDP as the conclusion, from one notion."""
    inner = source.conclusion[0].args[0]
    if len(source.hypotheses) != 1 or inner.kind != "call" or inner.value not in ("PBDP", "ProbDP"):
        return
    say = lambda n: f"({source.text[n.at : n.end]})"  # noqa: E731
    chains = Chains(source, reader)
    x, c = (say(a) for a in inner.args)
    said = [source.text[n.at : n.end] for n in source.conditions]
    head = f"for {', '.join(said)}: " if said else ""
    if not reader.range(inner.args[0]).nonnegative:
        return
    if inner.value == "PBDP":
        for (e,) in chains.notions("PureDP"):
            yield reduction(f"{head}{e} <= {x} and 0 <= {c}", (UNDER_PURE.at(eps=e),))
        for e, d in chains.notions("ApproxDP"):
            yield reduction(
                f"{head}{e} < {x} and {d}/(1 - exp({e} - {x})) <= {c}", (SMALL.at(eps=e, delta=d),)
            )
        return
    for e, d in chains.notions("ApproxDP"):
        both = f"{d}*(exp({x}) + 1)/(exp({x}) - exp({e}))"
        yield reduction(f"{head}{e} < {x} and {both} <= {c}", (BOTH.at(eps=e, delta=d, eps_l=x),))
    for e, d in chains.notions("PBDP"):
        if chains.at_most(e, x):
            yield reduction(
                f"{head}max(0, {d})*(1 + exp(-{x})) <= {c}", (LARGE_BOTH.at(eps=e, delta=d, eps_s=x),)
            )


def in_domain(call: Node, reader: Reader) -> bool:
    """Whether an order is over 1, a level or a prior between 0 and 1: the inequalities hold for such only."""
    if call.value in ("Renyi", "RenyiDP"):
        return bool(call.args) and reader.range(call.args[0]).over_one()
    if call.value in ("Power", "Posterior"):
        return bool(call.args) and at_most_one(reader, call.args[0])
    return True


def as_relation(source: Source) -> Source:
    """RenyiDP(alpha, eps) as the conclusion: Renyi(alpha) <= eps; ZCDP(rho): Renyi(order) <= order rho at any order;
    ApproxDP(eps, delta): HockeyStick(eps) <= delta."""
    (part,) = source.conclusion
    inner = part.args[0]
    if len(part.args) != 1 or inner.kind != "call":
        return source
    args = [source.text[a.at : a.end] for a in inner.args]
    if inner.value == "ApproxDP" and len(args) == 2:
        return parse(f"{source.text[: part.at]}HockeyStick({args[0]}) <= {args[1]}")
    if inner.value == "RenyiDP" and len(args) == 2:
        return parse(f"{source.text[: part.at]}Renyi({args[0]}) <= {args[1]}")
    if inner.value == "ZCDP" and len(args) == 1:
        said = [source.text[c.at : c.end] for c in source.conditions]
        given = " and ".join(source.text[h.at : h.end] for h in source.hypotheses)
        middle = f"{given} => " if given else ""
        order = unused("order", {n for c in source.conditions for n, _ in places(c)})
        return parse(
            f"for {', '.join([*said, f'{order} > 1'])}: {middle}Renyi({order}) <= {order}*({args[0]})"
        )
    return source


@dataclass
class Chains:
    """The bounds that the hypotheses give, and the names of the functionals on the larger side."""

    source: Source
    reader: Reader
    named: dict[str, str] = field(
        default_factory=dict
    )  # a functional on the larger side, as text -> its name
    orders: list[tuple[Node, str]] = field(default_factory=list)  # orders of named divergences
    levels: list[tuple[str, str]] = field(default_factory=list)  # levels of named powers
    tests: bool = False  # whether there is a power on the smaller side too

    def say(self, node: Node) -> str:
        return self.source.text[node.at : node.end]

    def of(self, left: Node, relation: str, right: Node) -> Iterator[Reduction]:
        self.tests = any(c.value == "Power" for c in calls(left))
        if not self.tests and self.reader.rises(right, "Power") < 0:
            return  # the lower bound of a power, by its level, would be put where an upper one is needed
        above = self.with_names(right)
        if (
            self.named and relation != "<="
        ):  # in the limit of infinite divergences a strict relation may be lost
            return
        inside = [c for c in calls(left) if c.value in FUNCTIONALS]
        kinds = {self.say(c) for c in inside}
        if len(kinds) > 1:
            return
        given = [self.say(h) for h in self.source.hypotheses if not self.of_pair(h)]
        conditions = [self.say(c) for c in self.source.conditions]
        conditions += [f"{name} >= 0" for name in self.named.values()]
        head = f"for {', '.join(conditions)}: " if conditions else ""
        middle = f"{' and '.join(given)} => " if given else ""
        if not inside:
            facts = self.signs() if self.named else (IGNORING,)
            yield reduction(f"{head}{middle}{self.say(left)} {relation} {above}", facts)
            return
        functional = inside[0]
        special = self.square_of_excess(left, functional)
        rises = self.reader.rises(left, functional.value) if special is None else 1
        if rises != 1:
            if rises == -1 and functional.value == "Posterior":
                for low, said in self.below_posterior(functional):
                    text = f"{head}{middle}{self.put(left, functional, low)} {relation} {above}"
                    yield reduction(text, said)
            return
        if functional.value == "HockeyStick" and left == functional and self.reader.range(right).positive:
            yield from self.by_logarithm(head, functional.args[0], relation, right)
        seen: set[str] = set()
        options = (
            [special]
            if special is not None
            else [(self.put(left, functional, bound), facts) for bound, facts in self.bounds(functional)]
        )
        for below, facts in options:
            text = f"{head}{middle}{below} {relation} {above}"
            if text in seen or fails_somewhere(text):
                continue
            if functional.value == "Renyi" and left == functional and below.startswith("(log("):
                moment = below[len("(log(") : below.rindex(")/(")]
                order = f"({self.say(functional.args[0])})"
                facts = (*facts, FROM_LOGARITHM.at(x=f"({moment})", alpha=order, gamma=f"({above})"))
            seen.add(text)
            yield reduction(text, tuple(dict.fromkeys(facts)), self.named)

    def by_logarithm(self, head: str, at: Node, relation: str, right: Node) -> Iterator[Reduction]:
        """The sharper bound of a hockey stick against a positive number, with logarithms taken."""
        x, c = f"({self.say(at)})", f"({self.say(right)})"
        for (rho,) in self.notions("ZCDP") if relation == "<=" else ():
            text = f"{head}{rho} <= {x} and 4*{rho}*log(1/{c}) <= ({x} - {rho})^2"
            if not fails_somewhere(text):
                yield reduction(text, (CONCENTRATED_DELTA.at(rho=rho, eps=x, delta=c),))
        pairs = [(f"({self.say(a)})", k) for a, k in self.hypotheses("Renyi") if a is not None]
        for a, k in (*pairs, *((a, k) for a, k in self.notions("RenyiDP"))):
            text = f"{head}({a} - 1)*({k} - {x}) + ({a} - 1)*log(1 - 1/{a}) {relation} log({a}*{c})"
            if not fails_somewhere(text):
                yield reduction(text, (SHARPER_AT.at(alpha=a, gamma=k, eps=x, delta=c),))

    def finite(self) -> Iterator[Fact]:
        """That no loss is infinite, under a notion that says so."""
        yield from (FINITE_PURE.at(eps=e) for (e,) in self.notions("PureDP"))
        yield from (FINITE_CONCENTRATED.at(rho=rho) for (rho,) in self.notions("ZCDP"))

    def signs(self) -> tuple[Fact, ...]:
        """That the named divergences are not negative."""
        return tuple(
            GIBBS_ENTROPY if node.value == "KL" else GIBBS_RENYI.at(alpha=f"({self.say(node.args[0])})")
            for node, _ in self.orders
        )

    def of_pair(self, h: Node) -> bool:
        return len(h.args) == 1 or any(c.value in FUNCTIONALS for c in calls(h))

    def name(self, word: str) -> str:
        """A name that nothing has yet."""
        return unused(word, {*self.reader.order, *self.named.values()})

    def with_names(self, node: Node) -> str:
        """The larger side with a name for each functional."""
        if node.kind in ("call", "name") and node.value in FUNCTIONALS:
            if node.value == "Power" and self.tests:
                key = self.say(node)
                self.named.setdefault(key, self.name("power"))
                self.levels.append((f"({self.say(node.args[0])})", self.named[key]))
                return self.named[key]
            if node.value == "Power":
                return f"({self.say(node.args[0])})"
            if node.value not in ("KL", "Renyi"):
                raise NotSupported("no lower bound of this functional is known", node.at)
            key = self.say(node)
            if key not in self.named:
                self.named[key] = self.name("divergence")
                self.orders.append((node, self.named[key]))
            return self.named[key]
        text, at = "", node.at
        for a in sorted(node.args, key=lambda n: n.at):
            text += self.source.text[at : a.at] + self.with_names(a)
            at = a.end
        return text + self.source.text[at : node.end]

    def put(self, node: Node, functional: Node, bound: str) -> str:
        """The smaller side with the bound in place of the functional."""
        if node.kind in ("call", "name") and self.say(node) == self.say(functional):
            return f"({bound})"
        if node.kind == "sign" and self.source.text[node.at] != "-":  # one side of an absolute value
            return f"-({self.put(node.args[0], functional, bound)})"
        text, at = "", node.at
        for a in sorted(node.args, key=lambda n: n.at):
            text += self.source.text[at : a.at] + self.put(a, functional, bound)
            at = a.end
        return text + self.source.text[at : node.end]

    # ----------------------------------------------------------------------------------------------- bounds
    def bounds(self, functional: Node) -> list[Bound]:
        """Bounds above a functional of the pair, in either order."""
        name = functional.value
        if name in ("TV", "Advantage"):
            return self.of_tv()
        if name == "KL":
            return self.of_kl()
        if name == "Renyi":
            return self.of_renyi(functional.args[0])
        if name in ("HockeyStick", "Tail"):
            return self.of_losses(name, functional.args[0])
        if name == "Posterior":
            p = f"({self.say(functional.args[0])})"
            return [
                (f"{p}*exp({e})/(1 - {p} + {p}*exp({e}))", (ODDS.at(p=p, eps=e),))
                for (e,) in self.notions("PureDP")
            ]
        level = f"({self.say(functional.args[0])})"
        rising: list[Bound] = [(k, (RISES,)) for other, k in self.levels if self.at_most(level, other)]
        if rising:
            return rising
        found = [(f"{level} + {x}", (*facts, LEVELS)) for x, facts in self.of_tv()]
        return [
            *((f"sqrt(exp({x})*{level})", (*facts, CAUCHY)) for x, facts in self.of_renyi(None)),
            *found,
        ]

    def of_losses(self, name: str, at: Node) -> list[Bound]:
        """Bounds of the hockey stick, and of the probability of a loss above a number."""
        x = f"({self.say(at)})"
        found: list[Bound] = []
        for e, d in self.notions("PBDP"):
            if self.at_most(e, x):
                facts = (
                    (LARGE.at(eps=e, delta=d, eps_s=x),)
                    if name == "Tail"
                    else (LARGE_STICK.at(eps=e, delta=d, eps_s=x),)
                )
                found.append((f"max(0, {d})", facts))
        if name == "Tail":
            return found
        pairs = [(f"({self.say(a)})", k) for a, k in self.hypotheses("Renyi") if a is not None]
        for a, k in (*pairs, *((a, k) for a, k in self.notions("RenyiDP"))):
            found.append(
                (
                    f"exp(({a} - 1)*({k} - {x}))/{a}*(1 - 1/{a})^({a} - 1)",
                    (SHARPER.at(alpha=a, gamma=k, eps=x),),
                )
            )
        for e, d in self.notions("ApproxDP"):
            if self.at_most(x, e) and self.at_most("0", x):
                found.append(
                    (
                        f"{d} + (1 - {d})*(exp({e}) - exp({x}))/(1 + exp({e}))",
                        (CURVE.at(eps=e, delta=d, eps_h=x),),
                    )
                )
        return found

    def below_posterior(self, functional: Node) -> list[Bound]:
        p = f"({self.say(functional.args[0])})"
        return [
            (f"{p}/({p} + (1 - {p})*exp({e}))", (ODDS.at(p=p, eps=e),)) for (e,) in self.notions("PureDP")
        ]

    def square_of_excess(self, left: Node, functional: Node) -> Bound | None:
        """(Power(a) - a)^2, bounded by the variance of the ratio."""
        if functional.value != "Power" or left.kind != "power":
            return None
        base, exponent = left.args
        a = self.say(functional.args[0])
        if not (
            exponent.kind == "number" and exponent.value == 2 and base.kind == "sum" and len(base.args) == 2
            and str(base.value[0]) == "-" and self.say(base.args[0]) == self.say(functional)
            and self.say(base.args[1]) in (a, f"({a})")
        ):  # fmt: skip
            return None
        for x, facts in self.of_renyi(None):
            return f"(exp({x}) - 1)*({a})*(1 - ({a}))", (*facts, VARIANCE)
        return None

    def hypotheses(self, kind: str) -> Iterator[tuple[Node | None, str]]:
        """(order, bound) of the hypotheses `kind(order) <= bound`."""
        for h in self.source.hypotheses:
            for left, relation, right in pairs_of(h):
                for one, how, other in ((left, relation, right), (right, FLIP[relation], left)):
                    if (
                        how in ("<=", "<", "=", "==")
                        and one.kind in ("call", "name")
                        and one.value == kind
                        and not any(c.value in FUNCTIONALS for c in calls(other))
                    ):
                        yield (one.args[0] if one.args else None), f"({self.say(other)})"

    def notions(self, kind: str) -> Iterator[tuple[str, ...]]:
        for h in self.source.hypotheses:
            if len(h.args) == 1 and h.args[0].kind == "call" and h.args[0].value == kind:
                inner = h.args[0]
                if len(inner.args) == len(NOTIONS[kind][1]):
                    yield tuple(f"({self.say(a)})" for a in inner.args)

    def of_kl(self) -> list[Bound]:
        found: list[Bound] = [(k, ()) for _, k in self.hypotheses("KL")]
        found += [(name, ()) for node, name in self.orders if node.value == "KL"]
        found += [(rho, (CONCENTRATED_ENTROPY.at(rho=rho),)) for (rho,) in self.notions("ZCDP")]
        for (e,) in self.notions("PureDP"):
            found += [(f"{e}*{t}", (DISTANCE.at(eps=e),)) for _, t in self.hypotheses("TV")]
            found.append((f"{e}*tanh({e}/2)", (RESPONSE_ENTROPY.at(eps=e),)))
        of_order = [(f"({self.say(a)})", k) for a, k in self.hypotheses("Renyi") if a is not None]
        for a, k in (*of_order, *self.notions("RenyiDP")):
            found.append((k, (ENTROPY_BELOW.at(alpha=a, gamma=k),)))
        for node, name in self.orders:
            if node.value == "Renyi":
                found.append((name, (ENTROPY_TO.at(alpha=f"({self.say(node.args[0])})"),)))
        return found

    def of_renyi(self, order: Node | None) -> list[Bound]:
        """Bounds of the divergence of this order (None: of order 2)."""
        a = "2" if order is None else f"({self.say(order)})"
        found: list[Bound] = []
        for other, k in self.hypotheses("Renyi"):
            if other is not None and self.at_most(a, f"({self.say(other)})"):
                b = f"({self.say(other)})"
                same = self.say(other) == a.strip("()")
                found.append((k, () if same else (RISES_BELOW.at(alpha=a, beta=b, gamma=k),)))
        for other_text, k in self.notions("RenyiDP"):
            if self.at_most(a, other_text):
                same = a.strip("()") == other_text.strip("()")
                found.append((k, () if same else (RISES_BELOW.at(alpha=a, beta=other_text, gamma=k),)))
        for node, name in self.orders:
            if node.value == "Renyi" and self.at_most(a, f"({self.say(node.args[0])})"):
                b = f"({self.say(node.args[0])})"
                same = a.strip("()") == b.strip("()")
                found.append((name, () if same else (RISES_TO.at(alpha=a, beta=b),)))
        for (rho,) in self.notions("ZCDP"):
            found.append((f"{rho}*{a}", (CONCENTRATED_RENYI.at(alpha=a, rho=rho),)))
        for (e,) in self.notions("PureDP"):
            found.append((f"{a}*{e}^2/2", (SQUARE.at(alpha=a, eps=e),)))
            moment = f"(exp({a}*{e}) + exp((1 - {a})*{e}))/(1 + exp({e}))"
            found.append((f"log({moment})/({a} - 1)", (RESPONSE_RENYI.at(alpha=a, eps=e),)))
        return found

    def of_tv(self) -> list[Bound]:
        found: list[Bound] = [(t, ()) for _, t in self.hypotheses("TV")]
        for x, facts in self.of_kl():
            found += [
                (f"sqrt({x}/2)", (*facts, PINSKER)),
                (f"sqrt(1 - exp(-{x}))", (*facts, HUBER)),
                (f"1 - exp(-{x})/2", (*facts, HUBER_HALF)),
                (f"sqrt((sqrt(9 + 4*{x}) - 3)*3/4)", (*facts, REFINED)),
            ]
        found += [(f"sqrt(exp({x}) - 1)/2", (*facts, GIBBS_TWO, CHI)) for x, facts in self.of_renyi(None)]
        return found

    def at_most(self, one: str, other: str) -> bool:
        """Whether an order is at most another wherever the conditions hold."""
        from dpsym.claims.settle import _settle

        said = [self.say(c) for c in self.source.conditions]
        head = f"for {', '.join(said)}: " if said else ""
        try:
            return one == other or _settle(f"{head}{one} <= {other}").verdict == "proved"
        except NotAClaim:
            return False


def fails_somewhere(text: str) -> bool:
    """Whether balls find a point against a claim about numbers: then it need not be tried."""
    try:
        source = parse(text)
    except NotAClaim:
        return True
    reader = reader_of(source)
    if reader is None:
        return True
    return any(n.fails for n in numbers.near(source, reader.order, reader.natural, 150))
