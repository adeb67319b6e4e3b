"""The terms of a claim as expressions of the language, with what must hold for each to have a value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import sympy
from sympy import Add, Basic, Expr, Gt, Integer, Le, Lt, Mul, Piecewise, Pow
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading import ranges
from dpsym.claims.reading.as_typed import (
    BITS,
    POWER,
    added,
    as_rational,
    bounded,
    exact_root,
    negative,
    parted,
    rational,
)
from dpsym.claims.reading.box import Box
from dpsym.claims.reading.errors import NotSupported, ValueUnseen
from dpsym.claims.reading.nodes import BARE
from dpsym.claims.reading.notions import TEST, power
from dpsym.claims.reading.ranges import Range
from dpsym.claims.reading.syntax import Node, error, similar
from dpsym.claims.reading.trees import at_output, calls, laws_of
from dpsym.claims.reading.words import FUNCTIONALS, FUNCTIONS, MECHANISMS, NOTIONS, OUTPUT, check_known, count
from dpsym.language import (
    HockeyStick,
    Loss,
    Pair,
    Parameter,
    Phi,
    Phi_inv,
    Posterior,
    Probability,
    RenyiMoment,
    function,
    y,
)
from dpsym.language.definedness import Walk
from dpsym.language.notions import kl_divergence

ONE = Integer(1)


@dataclass(frozen=True)
class Need:
    """What must hold of an argument of a functional, wherever the conditions do; `words` say it for a person."""

    relation: Boolean
    words: str
    at: int


@dataclass
class Notes:
    """What the reading of terms leaves to be shown: see `Claim`."""

    needs: dict[Basic, Need] = field(default_factory=dict)
    places: list[tuple[Expr, int]] = field(default_factory=list)
    left_out: list[Expr] = field(default_factory=list)

    def and_then(self, later: Notes) -> Notes:
        """These and those of what is read later; a need of both is said where it stands first."""
        new = {k: n for k, n in later.needs.items() if k not in self.needs}
        return Notes(self.needs | new, [*self.places, *later.places], [*self.left_out, *later.left_out])


def pair_of(node: Node, pair: Pair | None = None) -> Pair:
    """The pair of laws of a notion or functional: the one that it names, else the one given or that of P and Q."""
    if node.laws:
        one, other = (function(name)(y) for name in laws_of(node))
        return Pair(one, other)
    return Pair() if pair is None else pair


def rest_of(p: Expr) -> Expr:
    """1 - p."""
    q = rational(p)
    return as_rational(1 - q) if q is not None else Add(ONE, negative(p), evaluate=False)


def parts_of_bayes(p: Expr, rest: Expr, pair: Pair) -> tuple[Expr, Expr]:
    """How likely the output is together with the target in the data, of prior p, and together with the target not in it."""
    return Mul(p, pair.a, evaluate=False), Mul(rest, pair.b, evaluate=False)


@dataclass(frozen=True)
class Terms:
    """Reads terms over declared parameters.

    declared  every name of the conditions, those included of which no parameter is made yet
    hole      what "?" stands for
    tests     the test that stands for the power at a level, of these laws if they are named, while a relation is read
    """

    parameters: Mapping[str, Parameter]
    declared: Collection[str]
    box: Box
    hole: Expr | None = None
    notes: Notes = field(default_factory=Notes)
    tests: Mapping[tuple[Expr, tuple[str, ...]], Expr] = field(default_factory=dict)

    def unnoted(self) -> Terms:
        """The same reading, which notes nothing."""
        return replace(self, notes=Notes())

    # ---------------------------------------------------------------------------------------------- expressions
    def expr(self, node: Node, pair: Pair | None = None) -> Expr:
        """The expression of a term; functionals are those of the ordered pair, where it has one."""
        go = lambda n: self.expr(n, pair)  # noqa: E731
        kind = node.kind
        if kind == "number":
            return as_rational(node.value)
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
            return self._name(node, pair)
        if kind == "call":
            return self._call(node, go, pair)
        raise error("a term was expected", node)

    def _name(self, node: Node, pair: Pair | None) -> Expr:
        name = node.value
        if name in self.parameters:
            return self.parameters[name]
        if name == "pi":
            return sympy.pi
        if name == "e":
            return sympy.exp(ONE, evaluate=False)
        if name in BARE:
            return self._functional(node, (), pair)
        check_known(name, node.at, self.declared)
        raise error(f"'{name}' is declared after its use", node)

    def _product(self, node: Node, go: Callable[[Node], Expr]) -> Expr:
        number = Fraction(1)
        rest: list[Expr] = []
        below: list[Expr] = []
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
                below.append(value)
                value = Pow(value, Integer(-1), evaluate=False)
            rest.append(value)
        if number != 1 and below:  # numbers above and below the line are put together, as theorems have them
            for value in below:
                inside, left = parted(value)
                number /= inside
                rest[rest.index(Pow(value, Integer(-1), evaluate=False))] = Pow(
                    left, Integer(-1), evaluate=False
                )
        bounded(number, node)
        factor = as_rational(number)
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
        n = rational(exponent)
        if n is not None and n.denominator == 1:
            return self._whole_power(node, base, int(n))
        if base_node.kind == "name" and base_node.value == "e":
            return sympy.exp(exponent, evaluate=False)
        e = self.box.range(exponent_node)
        if e.positive and n is not None:
            return self.root_of(base_node, base, n, node)
        positive = self.box.range(base_node).positive or self.box.known(base_node, strict=True)
        if e.nonnegative and not positive:
            return self._power_of_zero(base_node, base, exponent, e.positive)
        self.place(base_node, base, "the base of this power must be positive", lambda r: r.positive)
        return Pow(base, exponent, evaluate=False)

    def _whole_power(self, node: Node, base: Expr, k: int) -> Expr:
        base_node, exponent_node = node.args
        q = rational(base)
        if q is not None:
            if q == 0 and k < 0:
                raise error("division by 0", node)
            if max(q.numerator.bit_length(), q.denominator.bit_length()) * abs(k) > BITS:
                raise error("this number is too large", node)
            return as_rational(q**k)
        if abs(k) > POWER:
            raise error(f"an exponent of at most {POWER} was expected", exponent_node)
        if k == 0:
            self.leave_out(base, node)
            return ONE
        if k < 0:
            self.place(base_node, base, "the divisor must not be 0", lambda r: r.nonzero)
        return base if k == 1 else Pow(base, Integer(k), evaluate=False)

    def _power_of_zero(self, base_node: Node, base: Expr, exponent: Expr, positive: bool) -> Expr:
        """A power whose base may be 0: 0 there where the exponent is positive, 1 where it is 0."""
        self.notes.places.append((base, base_node.at))
        pieces = [] if positive else [(ONE, Le(exponent, 0, evaluate=False))]
        pieces += [
            (Integer(0), Le(base, 0, evaluate=False)),
            (Pow(base, exponent, evaluate=False), sympy.true),
        ]
        return Piecewise(*pieces, evaluate=False)

    def root_of(self, base_node: Node, base: Expr, n: Fraction, node: Node) -> Expr:
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
        self.notes.places.append((base, base_node.at))
        if self.box.range(base_node).positive or self.box.known(base_node, strict=True):
            return value
        return Piecewise((Integer(0), Le(base, 0, evaluate=False)), (value, sympy.true), evaluate=False)

    def _call(self, node: Node, go: Callable[[Node], Expr], pair: Pair | None) -> Expr:
        name = node.value
        if name in FUNCTIONALS:
            names = FUNCTIONALS[name]
            here = at_output(node) and OUTPUT not in self.declared
            args = node.args[:-1] if here else node.args
            if len(args) != len(names):
                how = f"{name}({', '.join(names)})" if names else name
                raise error(f"{name} takes {count(len(names))}: {how}", node)
            return self._functional(node, tuple(go(a) for a in args), pair)
        self._check_function(node)
        return MEANINGS[name](self, node, [go(a) for a in node.args])

    def _check_function(self, node: Node) -> None:
        """NotAClaim where a call is none of a function, or has another number of arguments."""
        name = node.value
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

    # ------------------------------------------------------------------------------------------------ functions
    def logarithm(self, node: Node, args: list[Expr]) -> Expr:
        """log of the argument; NotAClaim for a number that is not positive."""
        (x,), (inside,) = args, node.args
        q = rational(x)
        if q is not None and q <= 0:
            raise error("the logarithm of a number that is not positive", node)
        self.place(inside, x, "the logarithm needs a positive number", lambda r: r.positive)
        return Integer(0) if q == 1 else sympy.log(x, evaluate=False)

    def quantile(self, node: Node, args: list[Expr]) -> Expr:
        """Phi_inv of the argument; NotAClaim for a number outside of (0, 1)."""
        (level,), (inside,) = args, node.args
        words = "Phi_inv needs a number between 0 and 1"
        q = rational(level)
        if q is not None and not 0 < q < 1:
            raise error(words, inside)
        within = lambda r: r.positive and r.high is not None and r.meet(ranges.UNIT).below  # noqa: E731
        self.place(inside, level, words, within)
        return Phi_inv(level)

    def extreme(self, node: Node, args: list[Expr]) -> Expr:
        """The least or largest of the arguments, at once where all are numbers."""
        numbers = [q for a in args if (q := rational(a)) is not None]
        if len(numbers) == len(args):
            return as_rational((min if node.value == "min" else max)(numbers))
        return (sympy.Min if node.value == "min" else sympy.Max)(*args, evaluate=False)

    # ---------------------------------------------------------------------------------------------- functionals
    def _functional(self, node: Node, args: tuple[Expr, ...], pair: Pair | None) -> Expr:
        name = node.value
        if pair is None and not node.laws:
            raise error(f"{name} depends on the pair and cannot stand here", node)
        pair = pair_of(node, pair)
        if name == "Tail":
            return Probability(Gt(Loss(pair.a, pair.b), args[0], evaluate=False), pair.a, y)
        if name == "HockeyStick":
            return HockeyStick(args[0], pair)
        if name in ("TV", "Advantage"):
            return HockeyStick(Integer(0), pair)
        if name == "Power":
            return power(pair, self.tests.get((args[0], laws_of(node)), TEST))
        if name == "Posterior":
            return self._posterior(node, args[0], pair)
        if name == "Odds":
            top, other = parts_of_bayes(*self.prior_of_odds(node), pair)
            return Mul(top, Pow(other, Integer(-1), evaluate=False), evaluate=False)
        if name == "KL":
            return kl_divergence(pair)
        self.need_over_one(node.args[0], args[0])
        below = added([args[0], Integer(-1)], node)
        inverse = Pow(below, Integer(-1), evaluate=False)
        return Mul(inverse, sympy.log(RenyiMoment(args[0], pair), evaluate=False), evaluate=False)

    def _posterior(self, node: Node, p: Expr, pair: Pair) -> Expr:
        """By Bayes' rule where the prior is seen to be neither 0 nor 1."""
        within = node.args[0]
        self.need(within, Le(0, p, evaluate=False), "the prior must be at least 0")
        self.need(within, Le(p, 1, evaluate=False), "the prior must be at most 1")
        q = rational(p)
        if q is None and not self.box.range(within).inside:
            return Posterior(p, pair.a, pair.b)
        if q in (0, 1):
            return p
        top, other = parts_of_bayes(p, rest_of(p), pair)
        below = Add(top, other, evaluate=False)
        return Mul(top, Pow(below, Integer(-1), evaluate=False), evaluate=False)

    def prior_of_odds(self, node: Node) -> tuple[Expr, Expr]:
        """The prior p, which is neither 0 nor 1, and 1 - p."""
        within = node.args[0]
        p = self.expr(within)
        if (q := rational(p)) is not None and not 0 < q < 1:
            raise error("the prior of odds must be between 0 and 1", within)
        self.need(within, Lt(0, p, evaluate=False), "the prior of odds must be positive")
        self.need(within, Lt(p, 1, evaluate=False), "the prior of odds must be less than 1")
        return p, rest_of(p)

    # ---------------------------------------------------------------------------------------------- definedness
    def need(self, node: Node, relation: Boolean, words: str) -> None:
        """An argument of a functional must satisfy the relation."""
        self.notes.places.append((self.unnoted().expr(node), node.at))
        self.notes.needs.setdefault(relation, Need(relation, words, node.at))

    def need_over_one(self, node: Node, order: Expr) -> None:
        """An order of a divergence is above 1."""
        self.need(node, Gt(order, 1, evaluate=False), "the order must be greater than 1")

    def place(self, node: Node, value: Expr, words: str, quick: Callable[[Range], bool]) -> None:
        """A term of the text may lack a value; one of a functional is not supported where a value is not in sight."""
        self.notes.places.append((value, node.at))
        if not any(c.value in FUNCTIONALS for c in calls(node)):
            return
        if not quick(self.box.range(node)) and not self.box.known(node, strict=True):
            raise ValueUnseen(f"{words}: that could not be seen for this functional of the pair", node.at)

    def leave_out(self, value: Expr, node: Node) -> None:
        """A term that the reading drops must have a value."""
        if not Walk().term(value):
            return
        if any(c.value in FUNCTIONALS for c in calls(node)):
            raise ValueUnseen("a functional of the pair that is multiplied by 0 is not supported", node.at)
        self.notes.left_out.append(value)


def _exponential(_t: Terms, _node: Node, args: list[Expr]) -> Expr:
    moment = _moment_under(args[0])
    return moment or (ONE if args[0] == 0 else sympy.exp(args[0], evaluate=False))


def _moment_under(x: Expr) -> Expr | None:
    """The moment whose logarithm, divided by alpha - 1, is Renyi(alpha), where a term is (alpha - 1)*Renyi(alpha); else None.

    The moment is positive wherever the divergence has a value, so that this is its exponential.
    """
    factors = [f for a in Mul.make_args(x) for f in Mul.make_args(a)]
    logs = [f for f in factors if isinstance(f, sympy.log) and isinstance(f.args[0], RenyiMoment)]
    rest = [f for f in factors if f not in logs]
    if len(logs) != 1 or len(factors) != len(rest) + 1:
        return None
    below = [f.args[0] for f in rest if isinstance(f, Pow) and f.args[1] == -1]
    above = [f for f in rest if not (isinstance(f, Pow) and f.args[1] == -1)] or [ONE]
    return logs[0].args[0] if below == above else None


def _unevaluated(_t: Terms, node: Node, args: list[Expr]) -> Expr:
    return getattr(sympy, node.value)(*args, evaluate=False)


def _complement(_t: Terms, node: Node, args: list[Expr]) -> Expr:
    return added([ONE, negative(sympy.erf(args[0], evaluate=False))], node)


def _magnitude(_t: Terms, _node: Node, args: list[Expr]) -> Expr:
    q = rational(args[0])
    return as_rational(abs(q)) if q is not None else sympy.Abs(args[0], evaluate=False)


MEANINGS: dict[str, Callable[[Terms, Node, list[Expr]], Expr]] = {
    "exp": _exponential, "log": Terms.logarithm, "ln": Terms.logarithm, "sinh": _unevaluated, "cosh": _unevaluated,
    "tanh": _unevaluated, "erf": _unevaluated, "erfc": _complement, "abs": _magnitude, "min": Terms.extreme,
    "max": Terms.extreme, "Phi_inv": Terms.quantile, "Phi": lambda t, node, args: Phi(args[0]),
    "sqrt": lambda t, node, args: t.root_of(node.args[0], args[0], Fraction(1, 2), node),
}  # fmt: skip
