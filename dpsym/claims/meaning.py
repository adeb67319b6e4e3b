"""What a typed claim means: names, domains, notions and functionals of the pair as expressions of the language.

A notion or functional holds in both orders of the pair.  Every term must have a value wherever the conditions
hold: `dpsym.language.definedness` lists what the theorem's terms need, and `Claim.needs` what is asked of the arguments of
functionals besides, and where in the text each term stands.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy
from sympy import Add, Eq, Expr, Ge, Gt, Integer, Le, Lt, Mul, Ne, Piecewise, Pow, Rational
from sympy.logic.boolalg import Boolean

from dpsym.claims import ranges
from dpsym.claims.notions import TEST, every_test_called, level, other_test, power, some_test
from dpsym.claims.ranges import Range
from dpsym.claims.syntax import Node, NotAClaim, Source, error, parse, similar
from dpsym.faults import raised_in
from dpsym.language import (
    PBDP,
    ZCDP,
    AllOf,
    ApproxDP,
    ForAll,
    GaussianDP,
    HockeyStick,
    Implication,
    Indicator,
    Loss,
    Pair,
    Parameter,
    Phi,
    Phi_inv,
    Posterior,
    Probability,
    ProbDP,
    PureDP,
    RandomizedResponse,
    RenyiDP,
    RenyiMoment,
    Theorem,
    Total,
    absolutely_continuous,
    as_written,
    parameter,
    y,
)
from dpsym.language.definedness import Walk
from dpsym.language.expressions import latex_of_name
from dpsym.language.rounding import cells, laplace_distribution, rounded_laws

FUNCTIONS: dict[str, tuple[int, int]] = {  # name -> least and largest number of arguments
    "exp": (1, 1), "log": (1, 1), "ln": (1, 1), "sqrt": (1, 1), "sinh": (1, 1), "cosh": (1, 1), "tanh": (1, 1),
    "erf": (1, 1), "erfc": (1, 1), "Phi": (1, 1), "Phi_inv": (1, 1), "min": (2, 8), "max": (2, 8), "abs": (1, 1),
}  # fmt: skip
NOTIONS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "PureDP": (PureDP, ("eps",)),
    "ApproxDP": (ApproxDP, ("eps", "delta")),
    "ProbDP": (ProbDP, ("eps", "delta")),
    "ZCDP": (ZCDP, ("rho",)),
    "RenyiDP": (RenyiDP, ("alpha", "eps")),
    "GaussianDP": (GaussianDP, ("mu",)),
    "PBDP": (PBDP, ("eps", "delta")),
}
FUNCTIONALS: dict[str, tuple[str, ...]] = {
    "Tail": ("eps",), "HockeyStick": ("eps",), "TV": (), "KL": (), "Renyi": ("alpha",), "Power": ("alpha",),
    "Posterior": ("p",), "Advantage": (),
}  # fmt: skip
RISING = ("exp", "log", "ln", "sqrt", "sinh", "tanh", "erf", "Phi", "Phi_inv", "min", "max")
ROUNDED: dict[str, Any] = {"Gaussian": Phi, "Laplace": laplace_distribution}
MECHANISMS = ("RandomizedResponse", "Laplace", "Geometric", "Gaussian", "DiscreteGaussian")
WORDS = ("for", "and", "natural", "pi", "e")
MAKE: dict[str, Any] = {"<=": Le, "<": Lt, ">=": Ge, ">": Gt, "=": Eq, "==": Eq, "!=": Ne}
COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "=": operator.eq, "==": operator.eq,
    "!=": operator.ne,
}  # fmt: skip
FLIP = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "=": "=", "==": "==", "!=": "!="}
RESERVED = re.compile(r"(y\d*|z\d*|f|t|S\d*|S_.*|P|Q|Y\d*|Z\d*|R|running.*|bound.*|one|exp_.*)\Z")
POWER = 64  # of what is not a number
BITS = 2000  # of an exact number
SIZE = 1500  # products in a side, multiplied out
INFINITE = ("KL", "Renyi")


class NotSupported(NotAClaim):
    """A claim of the grammar whose meaning cannot be expressed yet."""


class ValueUnseen(NotSupported):
    """A claim with a term that may have no value for some pairs, such as log(TV)."""


@dataclass(frozen=True)
class Need:
    """What must hold of an argument of a functional, wherever the conditions do; `words` say it for a person."""

    relation: Boolean
    words: str
    at: int


@dataclass(frozen=True)
class Part:
    """One part of the conclusion as typed: its formula for both orders, and its words."""

    text: str
    formulas: tuple[tuple[str, Boolean], ...]  # order ("P, Q", "Q, P" or "") and formula


@dataclass(frozen=True)
class Claim:
    """A typed claim with its meaning.

    theorem   hypotheses and conclusion over the parameters, as expressions of the language
    parts     the conclusion as typed, part by part
    needs     what must be shown of arguments of functionals: levels, priors, orders
    places    terms that may lack a value, with the characters of the text at which they stand
    left_out  terms that the reading leaves out, being multiplied by 0, say; they must have a value like the others
    names     the typed name of each parameter
    """

    text: str
    source: Source
    theorem: Theorem
    parts: tuple[Part, ...]
    needs: tuple[Need, ...]
    places: tuple[tuple[Expr, int], ...]
    left_out: tuple[Expr, ...]
    names: dict[Parameter, str] = field(compare=False)

    @property
    def about_pairs(self) -> bool:
        return bool(self.theorem.laws)

    @property
    def about_noise(self) -> bool:
        """Whether the pair is noise of which the output is rounded to cells."""
        return cells in self.theorem.given


def read(text: str, hole: Expr | None = None, rounded: bool = False) -> Claim:
    """The meaning of a claim as text; NotAClaim when it has none.  `hole` is what "?" stands for.

    With `rounded` the output of Gaussian or Laplace noise is rounded to finitely many cells.
    """
    try:
        return Reader(parse(text), hole, rounded).claim()
    except NotAClaim as e:
        e.text = text
        raise
    except RecursionError:
        raise NotAClaim("too deep", 0, text) from None
    except Exception as e:
        if not raised_in(e, "sympy", "mpmath"):
            raise
        # sympy divides by 0 when it looks at some conditions of nested roots, trips over a remainder that stays
        # unevaluated when it looks at the sign of some hyperbolic functions, and over pieces inside conditions
        raise ValueUnseen("this nesting of terms is not supported yet", 0, text) from None


class Reader:
    """Reads the parts of one claim."""

    def __init__(self, source: Source, hole: Expr | None = None, rounded: bool = False) -> None:
        self.source, self.hole, self.rounded = source, hole, rounded
        self.parameters: dict[str, Parameter] = {}
        self.box: dict[str, Range] = {}
        self.positive: list[tuple[Any, bool]] = []  # differences known to be >= 0 (> 0) from conditions
        self.needs: dict[Any, Need] = {}
        self.places: list[tuple[Expr, int]] = []
        self.left_out: list[Expr] = []
        self.where: dict[Any, tuple[Expr, ...]] = {}  # the listed pair of a mechanism
        self.tests: dict[str, Any] = {}  # the test that stands for each power, while a relation is read

    # ---------------------------------------------------------------------------------------------- conditions
    def claim(self) -> Claim:
        src = self.source
        statement = [*src.hypotheses, *src.conclusion]
        self.declare()
        self.sizes([*src.conditions, *statement])
        used = set().union(set(), *(names_in(n) for n in statement))
        for name in sorted(used):
            self.check_name(name, statement)
        bounds, loose = self.domains(used)
        self.bound(bounds)
        given: list[Boolean] = []
        with as_written():
            for left, relation, right in loose:
                given.append(self.plain(left, relation, right))
            for name in self.order:
                if name in self.natural and "low" in bounds[name]:
                    given.append(Ge(self.parameters[name], 0, evaluate=False))
            for node in src.hypotheses:
                if len(node.args) == 1 and node.args[0].value == "RandomizedResponse" and not self.where:
                    self.where = self.response(node.args[0])
                    continue
                if self.rounded and len(node.args) == 1 and node.args[0].value in ROUNDED:
                    given += self.noise(node.args[0])
                    continue
                given += [f for part in self.parts(node, hypothesis=True) for _, f in part.formulas]
            parts = [part for node in src.conclusion for part in self.parts(node)]
            formulas = [f for part in parts for _, f in part.formulas]
            whole = formulas[0] if len(formulas) == 1 else AllOf(*formulas)
            theorem = Theorem(title="claim", given=tuple(given), claim=whole, where=self.where)
            lost = [p for p in self.parameters.values() if p not in theorem.parameters]
            if any(p.conditions for p in lost):  # multiplied by 0, say: it must still have a value
                given += [c for p in lost for c in p.conditions]
                theorem = Theorem(title="claim", given=tuple(given), claim=whole, where=self.where)
        names = {p: name for name, p in self.parameters.items()}
        needs, places = tuple(self.needs.values()), tuple(self.places)
        return Claim(src.text, src, theorem, tuple(parts), needs, places, tuple(self.left_out), names)

    def declare(self) -> None:
        """Every name of the conditions is a real parameter."""
        self.natural = {n.value for n in self.source.conditions if n.kind == "natural"}
        self.order: list[str] = []
        for node in self.source.conditions:
            for name, at in places(node):
                if name in WORDS:
                    if name not in ("pi", "e"):
                        raise error(f"'{name}' is a word of the grammar, not a name", at)
                    continue
                if name in NOTIONS or name in FUNCTIONALS or name in MECHANISMS or name in FUNCTIONS:
                    raise error(f"'{name}' has a meaning of its own; choose another name", at)
                if name not in self.order:
                    self.order.append(name)
            if node.kind == "chain" and len(node.args) == 1 and node.args[0].kind != "name":
                raise error("a condition is a relation such as eps >= 0, or a name alone", node)

    def sizes(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            for side in node.args:
                if products(side) > SIZE:
                    raise error("multiplied out, this has too many terms", side)

    def check_name(self, name: str, statement: Sequence[Node]) -> None:
        if name in self.order or name in ("pi", "e") or name in ("TV", "KL", "Advantage"):
            return
        at = next(at for node in statement for n, at in places(node) if n == name)
        if name in WORDS:
            raise error(f"'{name}' is a word of the grammar, not a name", at)
        if name in NOTIONS or name in FUNCTIONALS:
            names = NOTIONS[name][1] if name in NOTIONS else FUNCTIONALS[name]
            raise error(f"{name} takes {count(len(names))}: {name}({', '.join(names)})", at)
        if name in FUNCTIONS:
            raise error(f"{name} takes {count(FUNCTIONS[name][0])}: {name}(x)", at)
        hint = similar(name, [*self.order, "pi", *FUNCTIONALS, *NOTIONS])
        if not hint:
            hint = f"; write its domain in front, for example 'for {name} > 0: ...'"
        raise error(f"'{name}' is not declared{hint}", at)

    def domains(self, used: set[str]) -> tuple[dict[str, dict[str, tuple]], list[tuple[Node, str, Node]]]:
        """Conditions as bounds of a used parameter by earlier ones, and the rest as relations."""
        bounds: dict[str, dict[str, tuple]] = {name: {} for name in self.order}
        loose: list[tuple[Node, str, Node]] = []
        for node in self.source.conditions:
            if node.kind != "chain":
                continue
            for left, relation, right in pairs_of(node):
                if not self._bounds(bounds, used, left, relation, right):
                    loose.append((left, relation, right))
                self._remember(left, relation, right)
        return bounds, loose

    def _bounds(self, bounds: dict, used: set[str], left: Node, relation: str, right: Node) -> bool:
        if relation not in ("<=", "<", ">=", ">"):
            return False
        options = [(right, FLIP[relation], left), (left, relation, right)]
        options.sort(key=lambda o: -self.order.index(o[0].value) if o[0].value in self.order else 1)
        for name, how, bound in options:
            if name.kind != "name" or name.value not in used or name.value not in self.order:
                continue
            place = self.order.index(name.value)
            inside = names_in(bound) - {"pi", "e"}
            side = "high" if how in ("<=", "<") else "low"
            if side in bounds[name.value] or not all(
                n in used and n in self.order and self.order.index(n) < place for n in inside
            ):
                continue
            bounds[name.value][side] = (bound, how in ("<", ">"))
            return True
        return False

    def _remember(self, left: Node, relation: str, right: Node) -> None:
        """The condition for the quick test of definedness."""
        if relation in ("<", "<="):
            self.positive.append((difference(right, left), relation == "<"))
        elif relation in (">", ">="):
            self.positive.append((difference(left, right), relation == ">"))

    def bound(self, bounds: dict[str, dict[str, tuple]]) -> None:
        """Build the parameters, in the order of their declaration."""
        for name in self.order:
            self.box[name] = Range(low=Fraction(0)) if name in self.natural else Range()
        for node in self.source.conditions:
            if node.kind == "chain":
                self._narrow(node)
        taken: set[str] = set()
        for name in self.order:
            inner = name + "_" if RESERVED.match(name) or (name == "alpha" and self._binds_alpha()) else name
            taken.add(inner)
            options: dict[str, Any] = {}
            with as_written():
                for side, (node, strict) in bounds[name].items():
                    value = self.expr(node)
                    key = {("low", True): "above", ("low", False): "at_least", ("high", True): "below",
                           ("high", False): "at_most"}[(side, strict)]  # fmt: skip
                    if name in self.natural and side == "low" and value.is_Number and value < 0:
                        key, value = "at_least", Integer(0)  # a natural number is at least 0 anyway
                    options[key] = value
            if name in self.natural and "low" not in bounds[name]:
                options["at_least"] = 0
            self.parameters[name] = parameter(
                inner, latex_of_name(name), integer=name in self.natural, **options
            )

    def _binds_alpha(self) -> bool:
        """Whether a notion that quantifies over the order alpha has that name among its arguments."""
        nodes = [*self.source.hypotheses, *self.source.conclusion]
        return any(c.value == "ZCDP" and "alpha" in names_in(c) for n in nodes for c in calls(n))

    def _narrow(self, chain: Node) -> None:
        for _ in range(2):
            for left, relation, right in pairs_of(chain):
                for name, how, other in ((left, relation, right), (right, FLIP[relation], left)):
                    if name.kind == "name" and name.value in self.box:
                        r = self.range(other)
                        if how in ("<=", "<", "=", "=="):
                            self.meet(
                                name.value,
                                Range(high=r.high, below=r.high is not None and (r.below or how == "<")),
                            )
                        if how in (">=", ">", "=", "=="):
                            self.meet(
                                name.value,
                                Range(low=r.low, above=r.low is not None and (r.above or how == ">")),
                            )

    def meet(self, name: str, r: Range) -> None:
        self.box[name] = self.box[name].meet(r)

    # ------------------------------------------------------------------------------------------------- formulas
    def parts(self, node: Node, hypothesis: bool = False) -> list[Part]:
        """A notion, or the relations of a chain, for both orders of the pair."""
        if len(node.args) == 1:
            return [self.notion(node.args[0])]
        found = []
        for left, relation, right in pairs_of(node):
            text = (
                self.source.text[left.at : left.end]
                + f" {relation} "
                + self.source.text[right.at : right.end]
            )
            functionals = {c.value for side in (left, right) for c in calls(side) if c.value in FUNCTIONALS}
            if not functionals:
                found.append(Part(text, (("", self.plain(left, relation, right)),)))
                continue
            both = expanded(left, relation, right)
            if "Power" in functionals and relation in ("=", "=="):
                both = [(left, "<=", right), (left, ">=", right)]
            if len(both) > 1:
                formulas = [
                    (order, self.relation(*r, pair))
                    for r in both
                    for order, pair in (("P, Q", Pair()), ("Q, P", Pair().swapped))
                ]
                found.append(Part(text, tuple(formulas)))
                continue
            forward = self.relation(left, relation, right, Pair())
            if functionals <= {"TV", "Advantage"} and not hypothesis:
                found.append(Part(text, (("P, Q", forward),)))  # symmetric
                continue
            found.append(
                Part(
                    text, (("P, Q", forward), ("Q, P", self.relation(left, relation, right, Pair().swapped)))
                )
            )
        return found

    def notion(self, node: Node) -> Part:
        name = node.value if node.kind in ("call", "name") else None
        text = self.source.text[node.at : node.end]
        if name in MECHANISMS:
            raise NotSupported(f"the mechanism {name} is not supported yet", node.at)
        if name is None or name not in NOTIONS:
            if name is not None and node.kind == "call" and name not in FUNCTIONS and name not in FUNCTIONALS:
                raise error(
                    f"'{name}' is not known{similar(name, [*NOTIONS, *FUNCTIONALS, *FUNCTIONS])}", node
                )
            raise error(
                "a relation such as <= was expected after this, or a notion such as ApproxDP(eps, delta)",
                node,
            )
        kind, names = NOTIONS[name]
        if node.kind != "call" or len(node.args) != len(names):
            raise error(f"{name} takes {count(len(names))}: {name}({', '.join(names)})", node)
        for a in node.args:
            self.no_functional(a)
        values = [self.expr(a) for a in node.args]
        if name == "RenyiDP":
            self.need_over_one(node.args[0], values[0])
        return Part(text, (("", kind(*values)),))

    def response(self, node: Node) -> dict[Any, tuple[Expr, ...]]:
        """The two laws of randomised response, each with two outputs."""
        if node.kind != "call" or len(node.args) != 1:
            raise error("RandomizedResponse takes 1 argument: RandomizedResponse(eps)", node)
        self.no_functional(node.args[0])
        eps = self.expr(node.args[0])
        self.need(node.args[0], Ge(eps, 0, evaluate=False), "the privacy loss must be at least 0")
        return RandomizedResponse(eps).listed

    def noise(self, node: Node) -> tuple[Boolean, ...]:
        """That P and Q are the laws of the noise, rounded to finitely many cells, on inputs at the distance."""
        name = str(node.value)
        if node.kind != "call" or not 1 <= len(node.args) <= 2:
            raise error(f"{name} takes 1 or 2 arguments", node)
        for a in node.args:
            self.no_functional(a)
        spread, *distance = (self.expr(a) for a in node.args)
        return rounded_laws(ROUNDED[name], spread, distance[0] if distance else Integer(1))

    def plain(self, left: Node, relation: str, right: Node) -> Boolean:
        return MAKE[relation](self.expr(left), self.expr(right), evaluate=False)

    def no_functional(self, node: Node) -> None:
        for c in calls(node):
            if c.value in FUNCTIONALS or c.value in NOTIONS:
                raise error(f"{c.value} depends on the pair and cannot stand here", c)

    def relation(self, left: Node, relation: str, right: Node, pair: Pair) -> Boolean:
        """One relation between functionals of an ordered pair."""
        used = [c for side in (left, right) for c in calls(side) if c.value in FUNCTIONALS]
        kinds = {c.value for c in used}
        for c in used:
            for a in c.args:
                self.no_functional(a)
        moment = self._moment(left, relation, right, pair)
        formula: Boolean
        if "Power" in kinds:
            formula = self._for_tests(left, relation, right, pair, [c for c in used if c.value == "Power"])
        elif moment is None:
            formula = MAKE[relation](self.expr(left, pair), self.expr(right, pair), evaluate=False)
        else:
            formula = moment
        if kinds & set(INFINITE):
            formula = self._with_infinity(left, relation, right, pair, formula)
        if "Posterior" in kinds:
            possible = Lt(Integer(0), Add(pair.a, pair.b, evaluate=False), evaluate=False)
            formula = ForAll((y,), Implication(possible, formula))
        return formula

    def _moment(self, left: Node, relation: str, right: Node, pair: Pair) -> Boolean | None:
        """Renyi(alpha) against a bound free of the pair, as its moment against e^((alpha - 1) bound)."""
        for one, how, other in ((left, relation, right), (right, FLIP[relation], left)):
            if (
                one.kind == "call"
                and one.value == "Renyi"
                and len(one.args) == 1
                and not ({c.value for c in calls(other)} & FUNCTIONALS.keys())
            ):
                order = self.expr(one.args[0])
                self.need_over_one(one.args[0], order)
                below, bound = added([order, Integer(-1)], one), self.expr(other)
                exponent = Mul(below, bound, evaluate=False)
                return MAKE[how](
                    RenyiMoment(order, pair), sympy.exp(exponent, evaluate=False), evaluate=False
                )
        return None

    def _for_tests(self, left: Node, relation: str, right: Node, pair: Pair, powers: list[Node]) -> Boolean:
        """A relation of powers of best tests.  The output space is finite and so a best test of each level exists.

        Where a larger power makes the relation harder, it holds when it holds for every test of the level; where a
        larger power makes it easier, when it holds for some test.  Where neither is so, it is said of every test than
        which none of the level has more power.
        """
        first = powers[0]
        if "Posterior" in {c.value for side in (left, right) for c in calls(side)}:
            raise NotSupported("Power beside Posterior is not supported", first.at)
        if relation not in ("<=", "<", ">=", ">"):
            raise NotSupported("Power is supported with <=, <, >=, > and = only", first.at)
        less, more = (left, right) if relation in ("<=", "<") else (right, left)
        by_text = {self.say(c): c for c in powers}
        ways = {text: self.harder(less, more, text) for text in by_text}
        harder = [text for text, way in ways.items() if way != -1]
        easier = [text for text, way in ways.items() if way == -1]
        if len(by_text) > 1 and (0 in ways.values() or len(by_text) > 3):
            raise NotSupported("Powers of several levels are not supported in this place", first.at)
        names = [*harder, *easier]
        self.tests = {text: TEST if k == 0 else other_test(k) for k, text in enumerate(names)}
        try:
            with as_written():
                formula: Boolean = MAKE[relation](
                    self.expr(left, pair), self.expr(right, pair), evaluate=False
                )
                for text in reversed(names):
                    test, at = self.tests[text], self.level_of(by_text[text])
                    allowed = Le(level(pair, test), at, evaluate=False)
                    if ways[text] == -1:
                        formula = some_test(allowed, formula, test)
                        continue
                    if ways[text] == 0:
                        other = other_test(1)
                        no_more = Implication(
                            Le(level(pair, other), at, evaluate=False),
                            Le(power(pair, other), power(pair), evaluate=False),
                        )
                        formula = Implication(every_test_called(other, no_more), formula)
                    formula = every_test_called(test, Implication(allowed, formula))
        finally:
            self.tests = {}
        return formula

    def harder(self, less: Node, more: Node, text: str) -> int:
        """1, -1: whether a larger power makes `less <= more` harder or easier; 0 where neither can be seen."""
        try:
            ways = {self.rises(less, "Power", text), -self.rises(more, "Power", text)} - {0}
        except NotSupported:
            return 0
        return ways.pop() if len(ways) == 1 else 0

    def say(self, node: Node) -> str:
        return self.source.text[node.at : node.end]

    def level_of(self, node: Node) -> Expr:
        """The level of a power, a probability."""
        alpha = self.expr(node.args[0])
        self.need(node.args[0], Le(0, alpha, evaluate=False), "the level must be at least 0")
        self.need(node.args[0], Le(alpha, 1, evaluate=False), "the level must be at most 1")
        return alpha

    def _with_infinity(self, left: Node, relation: str, right: Node, pair: Pair, finite: Boolean) -> Boolean:
        """A relation of divergences that are infinite unless the first law vanishes where the second does."""
        one, two = self.at_infinity(left), self.at_infinity(right)
        continuous = absolutely_continuous(pair)
        if isinstance(one, Node) and isinstance(two, Node):
            raise NotSupported("this relation of infinite divergences is not supported", left.at)
        order = {"-oo": -1, "oo": 1}
        a, b = (order.get(x, 0) if isinstance(x, str) else 0 for x in (one, two))
        true = {"<=": a <= b, "<": a < b, ">=": a >= b, ">": a > b, "=": a == b, "==": a == b, "!=": a != b}[
            relation
        ]
        if a == 0 and b == 0:  # both stay finite: the limit relation must hold too
            if any(c.value == "Power" for side in (left, right) for c in calls(side)):
                raise NotSupported("Power beside an infinite divergence is not supported here", left.at)
            limits = [self.expr(side, pair, infinite=True) for side in (left, right)]
            edge = MAKE[relation](*limits, evaluate=False)
            low, high = map(rational, limits)
            if low is not None and high is not None and COMPARE[relation](low, high):
                return Implication(continuous, finite)
            from dpsym.language.expressions import AnyOf

            return AllOf(Implication(continuous, finite), AnyOf(continuous, edge))
        if true:
            return Implication(continuous, finite)
        return AllOf(continuous, finite)

    def at_infinity(self, node: Node) -> str:
        """The value where the divergences are infinite: "oo", "-oo" or "finite"."""
        if node.kind in ("number", "name", "call") and not ({c.value for c in calls(node)} & set(INFINITE)):
            return "finite"
        if node.kind in ("name", "call") and node.value in INFINITE:
            return "oo"
        if node.kind == "sign":
            inner = self.at_infinity(node.args[0])
            return inner if node.value == "+" or inner == "finite" else "-oo" if inner == "oo" else "oo"
        if node.kind == "sum":
            values = {self.at_infinity(node.args[0])}
            for sign, a in zip(node.value, node.args[1:], strict=True):
                v = self.at_infinity(a)
                values.add(v if sign == "+" or v == "finite" else "-oo" if v == "oo" else "oo")
            values.discard("finite")
            if len(values) > 1:
                raise NotSupported("a difference of infinite divergences is not supported", node.at)
            return values.pop() if values else "finite"
        if node.kind == "product":
            ops = ("*", *node.value)
            which = [i for i, a in enumerate(node.args) if self.at_infinity(a) != "finite"]
            if not which:
                return "finite"
            if len(which) == 1 and ops[which[0]] == "*":
                sign = 1
                for i, a in enumerate(node.args):
                    if i != which[0]:
                        r = self.range(a)
                        if not r.nonzero:
                            raise NotSupported(
                                "an infinite divergence times a factor of unknown sign", node.at
                            )
                        sign *= 1 if r.positive else -1
                inner = self.at_infinity(node.args[which[0]])
                return inner if sign > 0 else "-oo" if inner == "oo" else "oo"
        if node.kind == "power":
            base, exponent = node.args
            if (
                self.at_infinity(base) == "oo"
                and self.at_infinity(exponent) == "finite"
                and self.range(exponent).positive
            ):
                return "oo"
            if self.at_infinity(base) == "finite" and self.at_infinity(exponent) == "finite":
                return "finite"
        if node.kind == "call" and len(node.args) == 1:
            inner = self.at_infinity(node.args[0])
            if node.value == "exp" and inner != "finite":
                return "oo" if inner == "oo" else "finite"
            if node.value in ("sqrt", "log", "ln") and inner == "oo":
                return "oo"
            if inner == "finite":
                return "finite"
        raise NotSupported("an infinite divergence here is not supported", node.at)

    def rises(self, node: Node, name: str, text: str = "") -> int:
        """1, -1, 0: whether the value rises, falls, or does not depend on the functional `name` (written `text`)."""
        if not any(c.value == name and text in ("", self.say(c)) for c in calls(node)):
            return 0
        if node.kind in ("call", "name") and node.value == name:
            return 1
        if node.kind == "call" and node.value in RISING:
            found = {self.rises(a, name, text) for a in node.args} - {0}
            if len(found) == 1:
                return found.pop()
        if node.kind == "power" and not self.rises(node.args[1], name, text):
            base, exponent = (self.range(a) for a in node.args)
            if base.nonnegative and exponent.nonnegative:
                return self.rises(node.args[0], name, text)
        if node.kind == "sign":
            return self.rises(node.args[0], name, text) * (-1 if node.value == "-" else 1)
        if node.kind == "sum":
            signs = [1, *(1 if s == "+" else -1 for s in node.value)]
            found = {s * self.rises(a, name, text) for s, a in zip(signs, node.args, strict=True)} - {0}
            if len(found) == 1:
                return found.pop()
        if node.kind == "product":
            ops = ("*", *node.value)
            which = [i for i, a in enumerate(node.args) if self.rises(a, name, text)]
            others = [self.range(a) for i, a in enumerate(node.args) if i not in which]
            if len(which) == 1 and ops[which[0]] == "*" and all(r.nonzero or r.nonnegative for r in others):
                sign = 1
                for r in others:
                    sign *= 1 if r.nonnegative else -1
                return sign * self.rises(node.args[which[0]], name, text)
        raise NotSupported(f"{name} inside this expression is not supported", node.at)

    # ---------------------------------------------------------------------------------------------- expressions
    def expr(self, node: Node, pair: Pair | None = None, infinite: bool = False) -> Expr:
        """The expression of a term; functionals are those of the ordered pair."""
        go = lambda n: self.expr(n, pair, infinite)  # noqa: E731
        kind = node.kind
        if kind == "number":
            return Rational(node.value.numerator, node.value.denominator)
        if kind == "hole":
            if self.hole is None:
                raise error("'?' stands for a bound only in `dpsym tightest`", node)
            return self.hole
        if kind == "sign":
            return negative(go(node.args[0])) if node.value == "-" else go(node.args[0])
        if kind == "sum":
            terms = [go(node.args[0])]
            for sign, a in zip(node.value, node.args[1:], strict=True):
                terms.append(go(a) if sign == "+" else negative(go(a)))
            return added(terms, node)
        if kind == "product":
            return self._product(node, go)
        if kind == "power":
            return self._power(node, go)
        if kind == "name":
            return self._name(node, pair, infinite)
        if kind == "call":
            return self._call(node, go, pair, infinite)
        raise error("a term was expected", node)

    def _name(self, node: Node, pair: Pair | None, infinite: bool) -> Expr:
        name = node.value
        if name in self.parameters:
            return self.parameters[name]
        if name == "pi":
            return sympy.pi
        if name == "e":
            return sympy.exp(Integer(1), evaluate=False)
        if name in ("TV", "KL", "Advantage"):
            return self._functional(node, (), pair, infinite)
        self.check_name(name, [node])
        raise error(f"'{name}' is declared after its use", node)

    def _product(self, node: Node, go: Callable[[Node], Expr]) -> Expr:
        number = Fraction(1)
        rest: list[Expr] = []
        for op, a in zip(("*", *node.value), node.args, strict=True):
            value = go(a)
            q = rational(value)
            if q is not None:
                if op == "/" and q == 0:
                    raise error("division by 0", a)
                number = number * q if op == "*" else number / q
                continue
            if op == "/":
                self.place(a, value, "the divisor must not be 0", lambda r: r.nonzero)
                value = Pow(value, Integer(-1), evaluate=False)
            rest.append(value)
        bounded(number, node)
        factor = Rational(number.numerator, number.denominator)
        if number == 0:
            for value in rest:
                self.leave_out(value, node)
        if not rest or number == 0:
            return factor
        parts = rest if number == 1 else [factor, *rest]
        return parts[0] if len(parts) == 1 else Mul(*parts, evaluate=False)

    def _power(self, node: Node, go: Callable[[Node], Expr]) -> Expr:
        base_node, exponent_node = node.args
        base, exponent = go(base_node), go(exponent_node)
        q, n = rational(base), rational(exponent)
        if n is not None and n.denominator == 1:
            k = int(n)
            if q is not None:
                if q == 0 and k < 0:
                    raise error("division by 0", node)
                size = max(q.numerator.bit_length(), q.denominator.bit_length()) * abs(k)
                if size > BITS:
                    raise error("this number is too large", node)
                return as_rational(q**k)
            if abs(k) > POWER:
                raise error(f"an exponent of at most {POWER} was expected", exponent_node)
            if k == 0:
                self.leave_out(base, node)
                return Integer(1)
            if k < 0:
                self.place(base_node, base, "the divisor must not be 0", lambda r: r.nonzero)
            return base if k == 1 else Pow(base, Integer(k), evaluate=False)
        if base_node.kind == "name" and base_node.value == "e":
            return sympy.exp(exponent, evaluate=False)
        if self.range(exponent_node).positive and n is not None:
            return self._root(base_node, base, n, node)
        e = self.range(exponent_node)
        if e.nonnegative and not self.range(base_node).positive and not self.known(base_node, strict=True):
            return self._power_of_zero(base_node, base, exponent, e.positive)
        self.place(base_node, base, "the base of this power must be positive", lambda r: r.positive)
        return Pow(base, exponent, evaluate=False)

    def _power_of_zero(self, base_node: Node, base: Expr, exponent: Expr, positive: bool) -> Expr:
        """A power whose base may be 0: 0 there where the exponent is positive, 1 where it is 0."""
        self.places.append((base, base_node.at))
        pieces = [] if positive else [(Integer(1), Le(exponent, 0, evaluate=False))]
        pieces += [
            (Integer(0), Le(base, 0, evaluate=False)),
            (Pow(base, exponent, evaluate=False), sympy.true),
        ]
        return Piecewise(*pieces, evaluate=False)

    def _root(self, base_node: Node, base: Expr, n: Fraction, node: Node) -> Expr:
        """A positive rational power of a number that is at least 0; 0 at 0."""
        q = rational(base)
        if q is not None:
            if q < 0:
                raise error("a root of a negative number", node)
            exact = exact_root(q, n)
            if exact is not None:
                return as_rational(exact)
        if abs(n.numerator) > POWER or n.denominator > POWER:
            raise error(f"an exponent with at most {POWER} above and below was expected", node.args[-1])
        value = Pow(base, as_rational(n), evaluate=False)
        self.places.append((base, base_node.at))
        r = self.range(base_node)
        if r.positive or self.known(base_node, strict=True):
            return value
        return Piecewise((Integer(0), Le(base, 0, evaluate=False)), (value, sympy.true), evaluate=False)

    def _call(self, node: Node, go: Callable[[Node], Expr], pair: Pair | None, infinite: bool) -> Expr:
        name = node.value
        if name in FUNCTIONALS:
            names = FUNCTIONALS[name]
            if len(node.args) != len(names):
                how = f"{name}({', '.join(names)})" if names else name
                raise error(f"{name} takes {count(len(names))}: {how}", node)
            return self._functional(node, tuple(go(a) for a in node.args), pair, infinite)
        if name in NOTIONS:
            raise error(f"{name} is a notion, not a number", node)
        if name in MECHANISMS:
            raise NotSupported(f"the mechanism {name} is not supported yet", node.at)
        if name not in FUNCTIONS:
            if name in self.parameters:
                raise error(f"'{name}' is a number: write {name}*(...)", node)
            raise error(f"'{name}' is not known{similar(name, [*FUNCTIONS, *FUNCTIONALS, *NOTIONS])}", node)
        least, most = FUNCTIONS[name]
        if not least <= len(node.args) <= most:
            wanted = count(least) if least == most else f"{least} to {most} arguments"
            raise error(f"{name} takes {wanted}", node)
        if name == "exp" and infinite and self.at_infinity(node.args[0]) == "-oo":
            return Integer(0)
        args = [go(a) for a in node.args]
        x, first = args[0], node.args[0]
        if name == "exp":
            return Integer(1) if x == 0 else sympy.exp(x, evaluate=False)
        if name in ("log", "ln"):
            q = rational(x)
            if q is not None and q <= 0:
                raise error("the logarithm of a number that is not positive", node)
            self.place(first, x, "the logarithm needs a positive number", lambda r: r.positive)
            return Integer(0) if q == 1 else sympy.log(x, evaluate=False)
        if name == "sqrt":
            return self._root(first, x, Fraction(1, 2), node)
        if name in ("sinh", "cosh", "tanh", "erf"):
            return getattr(sympy, name)(x, evaluate=False)
        if name == "erfc":
            return added([Integer(1), negative(sympy.erf(x, evaluate=False))], node)
        if name == "Phi":
            return Phi(x)
        if name == "Phi_inv":
            return self._quantile(first, x)
        if name == "abs":
            return as_rational(abs(q)) if (q := rational(x)) is not None else sympy.Abs(x, evaluate=False)
        if name in ("min", "max"):
            numbers = [rational(a) for a in args]
            if all(v is not None for v in numbers):
                return as_rational((min if name == "min" else max)(numbers))  # type: ignore[type-var,arg-type]
            return (sympy.Min if name == "min" else sympy.Max)(*args, evaluate=False)
        raise NotSupported(f"{name} is not supported yet", node.at)

    def _quantile(self, node: Node, level: Expr) -> Expr:
        """Phi_inv of a number between 0 and 1."""
        words = "Phi_inv needs a number between 0 and 1"
        q = rational(level)
        if q is not None and not 0 < q < 1:
            raise error(words, node)
        self.place(
            node, level, words, lambda r: r.positive and r.high is not None and r.meet(ranges.UNIT).below
        )
        return Phi_inv(level)

    def _functional(self, node: Node, args: tuple, pair: Pair | None, infinite: bool) -> Expr:
        name = node.value
        if pair is None:
            raise error(f"{name} depends on the pair and cannot stand here", node)
        if name == "Tail":
            return Probability(Gt(Loss(pair.a, pair.b), args[0], evaluate=False), pair.a, y)
        if name == "HockeyStick":
            return HockeyStick(args[0], pair)
        if name in ("TV", "Advantage"):
            return HockeyStick(Integer(0), pair)
        if name == "Power":
            return power(pair, self.tests.get(self.say(node), TEST))
        if name == "Posterior":
            within = node.args[0]
            self.need(within, Le(0, args[0], evaluate=False), "the prior must be at least 0")
            self.need(within, Le(args[0], 1, evaluate=False), "the prior must be at most 1")
            r = self.range(within)
            inner = r.positive and r.high is not None and (r.high < 1 or (r.high == 1 and r.below))
            if inner or rational(args[0]) is not None:
                p, a, b = args[0], pair.a, pair.b
                if rational(p) in (0, 1):
                    return p
                other = (
                    as_rational(1 - q)
                    if (q := rational(p)) is not None
                    else Add(Integer(1), negative(p), evaluate=False)
                )
                top = Mul(p, a, evaluate=False)
                below = Add(top, Mul(other, b, evaluate=False), evaluate=False)
                return Mul(top, Pow(below, Integer(-1), evaluate=False), evaluate=False)
            return Posterior(args[0], pair.a, pair.b)
        if name == "KL":
            if infinite:
                raise NotSupported("an infinite divergence here is not supported", node.at)
            both = Indicator(AllOf(Lt(0, pair.a, evaluate=False), Lt(0, pair.b, evaluate=False)))
            ratio = Mul(pair.a, Pow(pair.b, Integer(-1), evaluate=False), evaluate=False)
            return Total(Mul(both, pair.a, sympy.log(ratio, evaluate=False), evaluate=False), y)
        if name == "Renyi":
            if infinite:
                raise NotSupported("an infinite divergence here is not supported", node.at)
            self.need_over_one(node.args[0], args[0])
            moment = RenyiMoment(args[0], pair)
            below = added([args[0], Integer(-1)], node)
            inverse = Pow(below, Integer(-1), evaluate=False)
            return Mul(inverse, sympy.log(moment, evaluate=False), evaluate=False)
        raise NotSupported(f"{name} is not supported yet", node.at)

    # ---------------------------------------------------------------------------------------------- definedness
    def need(self, node: Node, relation: Boolean, words: str) -> None:
        """An argument of a functional must satisfy the relation."""
        self.places.append((self.expr(node), node.at))
        self.needs.setdefault(relation, Need(relation, words, node.at))

    def place(self, node: Node, value: Expr, words: str, quick: Callable[[Range], bool]) -> None:
        """A term of the text may lack a value; one of a functional is not supported where a value is not in sight."""
        self.places.append((value, node.at))
        if not any(c.value in FUNCTIONALS for c in calls(node)):
            return
        if not quick(self.range(node)) and not self.known(node, strict=True):
            raise ValueUnseen(f"{words}: that could not be seen for this functional of the pair", node.at)

    def leave_out(self, value: Expr, node: Node) -> None:
        """A term that the reading drops must have a value."""
        if not Walk().term(value):
            return
        if any(c.value in FUNCTIONALS for c in calls(node)):
            raise ValueUnseen("a functional of the pair that is multiplied by 0 is not supported", node.at)
        self.left_out.append(value)

    def need_over_one(self, node: Node, order: Expr) -> None:
        self.need(node, Gt(order, 1, evaluate=False), "the order must be greater than 1")

    def known(self, node: Node, strict: bool = False) -> bool:
        """Whether a condition says that the node (or its negative, when `strict`) is positive."""
        d = linear(node)
        if d is None:
            return False
        for condition, s in self.positive:
            k = multiple(d, condition) if condition is not None and (s or not strict) else None
            if k is not None and k > 0:
                return True
        return False

    def range(self, node: Node) -> Range:
        """A range that contains the values of a term on the box of the conditions."""
        kind = node.kind
        if kind == "number":
            return ranges.point(node.value)
        if kind == "name":
            if node.value in self.box:
                return self.box[node.value]
            if node.value in ("pi", "e"):
                return Range(Fraction(2), True, Fraction(4), True)
            if node.value in ("TV", "Advantage"):
                return ranges.UNIT
            return ranges.AT_LEAST_0 if node.value == "KL" else Range()
        if kind == "sign":
            r = self.range(node.args[0])
            return -r if node.value == "-" else r
        if kind == "sum":
            total = self.range(node.args[0])
            for sign, a in zip(node.value, node.args[1:], strict=True):
                r = self.range(a)
                total = total + (r if sign == "+" else -r)
            if not total.nonzero:
                for condition, strict in self.positive:
                    d = linear(node)
                    k = None if condition is None or d is None else multiple(d, condition)
                    if k is not None:
                        side = Range(Fraction(0), strict)
                        total = total.meet(side if k > 0 else -side)
            return total
        if kind == "product":
            total = self.range(node.args[0])
            for op, a in zip(node.value, node.args[1:], strict=True):
                r = self.range(a)
                total = total * (r if op == "*" else r.inverse())
            return total
        if kind == "power":
            return self._range_of_power(node)
        if kind == "call":
            return self._range_of_call(node)
        return Range()

    def _range_of_power(self, node: Node) -> Range:
        base, exponent = (self.range(a) for a in node.args)
        n = exponent.low if exponent.low is not None and exponent.low == exponent.high else None
        if n is not None and n.denominator == 1 and 0 < abs(n) <= 8:
            total = base
            for _ in range(abs(int(n)) - 1):
                total = total * base
            if n % 2 == 0:
                total = total.meet(ranges.POSITIVE if base.nonzero else ranges.AT_LEAST_0)
            return total if n > 0 else total.inverse()
        if n is not None and n.denominator == 1 and n % 2 == 0:
            return ranges.POSITIVE if base.nonzero else ranges.AT_LEAST_0
        if base.positive:
            return ranges.root(base) if n is not None and n > 0 else ranges.POSITIVE
        return ranges.root(base) if n is not None and n > 0 and base.nonnegative else Range()

    def _range_of_call(self, node: Node) -> Range:
        args = [self.range(a) for a in node.args]
        name, x = node.value, args[0] if args else Range()
        if name == "exp":
            return ranges.exponential(x)
        if name in ("log", "ln"):
            return ranges.logarithm(x)
        if name == "sqrt":
            return ranges.root(x)
        if name in ("tanh", "erf"):
            return ranges.odd(x, Fraction(1))
        if name == "sinh":
            return ranges.odd(x, None)
        if name == "cosh":
            return Range(Fraction(1))
        if name == "erfc":
            return -ranges.odd(x, Fraction(1)) + ranges.point(Fraction(1))
        if name == "Phi":
            return Range(Fraction(0), True, Fraction(1), True)
        if name == "abs":
            return ranges.POSITIVE if x.nonzero else ranges.AT_LEAST_0
        if name in ("min", "max") and args:
            lows, highs = [a.low for a in args], [a.high for a in args]
            if name == "min":
                low = None if None in lows else min(lows)  # type: ignore[type-var]
                high = min((h for h in highs if h is not None), default=None)
                strict = all(a.above for a in args if a.low == low)
                return Range(low, low is not None and strict, high, False)
            low = max((v for v in lows if v is not None), default=None)
            strict = any(a.above for a in args if a.low == low)
            return Range(low, low is not None and strict, None if None in highs else max(highs), False)  # type: ignore[type-var]
        if name in ("Tail", "HockeyStick", "Power", "Posterior"):
            return ranges.UNIT
        return ranges.AT_LEAST_0 if name == "Renyi" else Range()


# --------------------------------------------------------------------------------------------------- trees
def pairs_of(chain: Node) -> list[tuple[Node, str, Node]]:
    """The relations of a chain, from left to right."""
    return [(a, str(op), b) for a, op, b in zip(chain.args, chain.value, chain.args[1:], strict=False)]


def expanded(left: Node, relation: str, right: Node) -> list[tuple[Node, str, Node]]:
    """The relations that x <= min(y, z), max(x, y) <= z and abs(x) <= y stand for; itself where it is none of these."""
    if relation in (">=", ">"):
        return [(b, relation, a) for a, _, b in expanded(right, FLIP[relation], left)]
    if relation not in ("<=", "<"):
        return [(left, relation, right)]
    less, more = [left], [right]
    if left.kind == "call" and left.value == "abs" and len(left.args) == 1:
        (x,) = left.args
        less = [x, Node("sign", (x,), "-", left.at, left.end, left.depth)]
    elif left.kind == "call" and left.value == "max":
        less = list(left.args)
    if right.kind == "call" and right.value == "min":
        more = list(right.args)
    return [(a, relation, b) for a in less for b in more]


def places(node: Node) -> list[tuple[str, int]]:
    """Names that are no calls, with their places."""
    if node.kind in ("name", "natural"):
        return [(node.value, node.at)]
    return [found for a in node.args for found in places(a)]


def names_in(node: Node) -> set[str]:
    return {name for name, _ in places(node)}


def calls(node: Node) -> list[Node]:
    """Calls, and names that stand for functionals, the outer ones first."""
    here = (
        [node]
        if node.kind == "call" or (node.kind == "name" and node.value in ("TV", "KL", "Advantage"))
        else []
    )
    return [*here, *(c for a in node.args for c in calls(a))]


def products(node: Node) -> int:
    """An upper bound of the number of products when multiplied out."""
    inner = [products(a) for a in node.args]
    if node.kind == "sum" or node.kind == "chain":
        return sum(inner)
    if node.kind == "product":
        total = 1
        for k in inner:
            total = min(total * k, SIZE + 1)
        return total
    if node.kind == "power" and node.args[1].kind == "number" and node.args[1].value.denominator == 1:
        n, k = min(int(node.args[1].value), 2 * SIZE), inner[0]
        total = 1
        for i in range(min(k - 1, n)):  # C(n + k - 1, k - 1)
            total = min(total * (n + k - 1 - i) // (i + 1), SIZE + 1)
        return total
    return max([1, *inner])


def linear(node: Node) -> dict[str, Fraction] | None:
    """A linear combination of names, or None; the key "" has the constant."""
    if node.kind == "number":
        return {"": node.value}
    if node.kind == "name":
        return {node.value: Fraction(1)}
    if node.kind == "sign":
        inner = linear(node.args[0])
        return None if inner is None else {k: -v if node.value == "-" else v for k, v in inner.items()}
    if node.kind == "sum":
        total: dict[str, Fraction] = {}
        for sign, a in zip(("+", *node.value), node.args, strict=True):
            inner = linear(a)
            if inner is None:
                return None
            for k, v in inner.items():
                total[k] = total.get(k, Fraction(0)) + (v if sign == "+" else -v)
        return {k: v for k, v in total.items() if v}
    if node.kind == "product" and all(op == "*" for op in node.value):
        number = Fraction(1)
        rest = [a for a in node.args if a.kind != "number"]
        for a in node.args:
            number *= a.value if a.kind == "number" else 1
        inner = linear(rest[0]) if len(rest) == 1 else None
        return None if inner is None else {k: number * v for k, v in inner.items() if number * v}
    return None


def difference(left: Node, right: Node) -> dict[str, Fraction] | None:
    a, b = linear(left), linear(right)
    if a is None or b is None:
        return None
    total = dict(a)
    for k, v in b.items():
        total[k] = total.get(k, Fraction(0)) - v
    return {k: v for k, v in total.items() if v}


def multiple(a: dict[str, Fraction], b: dict[str, Fraction]) -> Fraction | None:
    """k with a = k b, k not 0."""
    if not b or a.keys() != b.keys():
        return None
    found = {a[k] / b[k] for k in b}
    return found.pop() if len(found) == 1 else None


def count(n: int) -> str:
    return "no argument" if n == 0 else "1 argument" if n == 1 else f"{n} arguments"


# ------------------------------------------------------------------------------------------------- numbers
def rational(x: Any) -> Fraction | None:
    return Fraction(int(x.p), int(x.q)) if isinstance(x, Rational) else None


def as_rational(x: Fraction) -> Rational:
    return Rational(x.numerator, x.denominator)


def bounded(x: Fraction, node: Node) -> Fraction:
    if max(x.numerator.bit_length(), x.denominator.bit_length()) > BITS:
        raise error("this number is too large", node)
    return x


def negative(x: Expr) -> Expr:
    q = rational(x)
    if q is not None:
        return as_rational(-q)
    if isinstance(x, Mul) and (q := rational(x.args[0])) is not None:
        rest = x.args[1:]
        return (
            (rest[0] if len(rest) == 1 else Mul(*rest, evaluate=False))
            if q == -1
            else Mul(as_rational(-q), *rest, evaluate=False)
        )
    return Mul(Integer(-1), *(x.args if isinstance(x, Mul) else (x,)), evaluate=False)


def added(terms: Sequence[Expr], node: Node) -> Expr:
    """A sum in the typed order, its numbers added up in the place of the first."""
    number, place, rest = Fraction(0), None, []
    for t in terms:
        q = rational(t)
        if q is None:
            rest.append(t)
        else:
            number, place = number + q, len(rest) if place is None else place
    bounded(number, node)
    if number and place is not None:
        rest.insert(place, as_rational(number))
    return Integer(0) if not rest else rest[0] if len(rest) == 1 else Add(*rest, evaluate=False)


def exact_root(q: Fraction, n: Fraction) -> Fraction | None:
    """q to the power n when that is rational and small."""
    if n.denominator > POWER or abs(n.numerator) > POWER:
        return None
    parts = []
    for k in (q.numerator, q.denominator):
        root, exact = sympy.integer_nthroot(k, n.denominator)
        if not exact:
            return None
        parts.append(int(root))
    size = max(p.bit_length() for p in parts) * abs(n.numerator)
    return Fraction(*parts) ** n.numerator if size <= BITS else None
