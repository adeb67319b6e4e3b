"""From the vocabulary to the kernel's terms: one function for expressions, one for formulas, anything else an error.

The kernel's term language has real numbers, outcomes of named finite sets, functions of outcomes, + - * / ^, exp, log,
erf, indicators and sums.  Everything richer is unfolded here: hyperbolic functions, maxima, pieces, probabilities, the
privacy loss, notions.  The one word that has no such form is Phi_inv: it becomes a function of which a statement
supposes what `characterised` says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache, lru_cache
from types import UnionType
from typing import ClassVar

import sympy
from sympy import Add, Basic, Integer, Mul, Pow, Rational
from sympy.core.function import AppliedUndef
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Not, Or

from dpsym.kernel.terms import Sort, Tree, fv, subst, tree
from dpsym.language.errors import StatementError
from dpsym.language.expressions import (
    AllOf,
    AnyOf,
    Between,
    Defined,
    EveryEvent,
    Exists,
    ForAll,
    Implication,
    Indicator,
    Loss,
    Notion,
    NotSo,
    Outcome,
    Parameter,
    Phi_inv,
    Total,
    UnderEachLaw,
    Within,
    as_written,
    meaning,
    parameter,
)
from dpsym.language.names import QUANTILE, kernel_name
from dpsym.language.notions import (
    FDP,
    LEVEL,
    PBDP,
    ZCDP,
    ApproxDP,
    GaussianDP,
    Phi,
    ProbDP,
    PureDP,
    RenyiDP,
)
from dpsym.language.quantities import FiniteSum

Term = Tree
Kinds = type | UnionType  # of nodes
Read = Callable[..., Term]  # what reads a node: of a translation and the node
ratio = lru_cache(10_000)(
    Fraction
)  # one object for one number: trees that share it compare without arithmetic
ZERO, ONE = ratio(0, 1), ratio(1, 1)
LARGEST, MOST = 39, 64  # exponents: of one power of the kernel, and of what is written as a product of such
# notions as the kernel pins them: name, and the budget it takes after the one written here
PINNED: dict[type[Notion], tuple[str, tuple[Fraction, ...]]] = {
    ApproxDP: ("ADP", ()),
    PureDP: ("ADP", (Fraction(0),)),
    ProbDP: ("PDP", ()),
    PBDP: ("BDP", ()),
    RenyiDP: ("RDP", ()),
    ZCDP: ("ZCDP", ()),
    GaussianDP: ("GDP", ()),
    FDP: ("FDP", ()),
}


def exponents(n: int) -> list[int]:
    """Exponents that the kernel takes for a power, whose sum is n > 0."""
    whole, rest = divmod(n, LARGEST)
    return [LARGEST] * whole + [rest] * (rest > 0)


def _without_sign(x: Basic) -> Basic | None:
    """d for -d, 2 d for -2 d, 3 for -3; None for what has no sign in front."""
    if isinstance(x, Rational) and x < 0:
        return -x
    first = x.args[0] if isinstance(x, Mul) else None
    if not (isinstance(first, Rational) and first < 0):
        return None
    rest = x.args[1:] if first == -1 else (-first, *x.args[1:])
    return rest[0] if len(rest) == 1 else Mul(*rest, evaluate=False)


def rational_value(e: Basic) -> Fraction | None:
    """The value of what is built from rational numbers by sums, products and whole powers; None for anything else."""
    if isinstance(e, Rational):
        return Fraction(int(e.p), int(e.q))
    parts = [rational_value(a) for a in e.args] if isinstance(e, Add | Mul | Pow) else [None]
    known = [v for v in parts if v is not None]
    if len(known) < len(parts):
        return None
    if isinstance(e, Add):
        return sum(known, ZERO)
    if isinstance(e, Mul):
        return math.prod(known, start=ONE)
    base, n = known
    if n.denominator != 1 or abs(n) > 1000 or (base == 0 and n < 0):
        return None
    return base ** int(n)


class Translation:
    """Translates, and records the sort of every name it meets (`sig`)."""

    def __init__(self, *, named: bool = False) -> None:
        self.sig: dict[str, Sort] = {}
        self.named = named
        self.met: dict[Basic, Term] = {}  # terms share most of their parts

    def declare(self, name: str, sort: Sort) -> str:
        """The kernel's name of a name of the language, declared with this sort."""
        return self.declare_kernel(kernel_name(name), sort)

    def declare_kernel(self, name: str, sort: Sort) -> str:
        """The same for a name of the kernel."""
        if self.sig.setdefault(name, sort) != sort:
            raise StatementError(f"the name {name} stands for two different things")
        return name

    def fresh(self, stem: str, sort: Sort, taken: Collection[str] = ()) -> str:
        """A name that no author can give: of this stem where nothing else has it, else with a stroke."""
        name = kernel_name(stem)
        while self.sig.get(name, sort) != sort or name in taken:
            name += "'"
        self.sig[name] = sort
        return name

    # ---------------------------------------------------------------------------------------- expressions
    def term(self, e: Basic) -> Term:
        """The kernel term of a real expression."""
        found = self.met.get(e)
        if found is None:
            read = reader("TERMS", type(e))
            if read is None:
                raise StatementError(f"{type(e).__name__} is not part of the language: {e}")
            found = self.met[e] = tree(read(self, e))
        return found

    def _constant(self, e: Basic) -> Term:
        return ("exp", ONE) if e is sympy.E else ("pi",)

    def _logarithm(self, e: Basic) -> Term:
        if len(e.args) != 1:
            raise StatementError("log takes one argument (the natural logarithm)")
        return ("log", self.term(e.args[0]))

    def _tanh(self, e: Basic) -> Term:
        double = ("exp", ("*", Fraction(2), self.term(e.args[0])))
        return ("/", ("-", double, ONE), ("+", double, ONE))

    def _hyperbolic(self, e: Basic) -> Term:
        x = self.term(e.args[0])
        up, down = ("exp", x), ("exp", ("*", Fraction(-1), x))
        return ("/", ("-" if isinstance(e, sympy.sinh) else "+", up, down), Fraction(2))

    def _absolute(self, e: Basic) -> Term:
        x = self.term(e.args[0])
        return ("-", ("*", Fraction(2), ("ind", ("<", ZERO, x)), x), x)

    def _extremum(self, e: Basic) -> Term:
        numbers, others = ([a for a in e.args if bool(a.is_number) is known] for known in (True, False))
        parts = [
            a for group in (numbers, others) for a in (group if len(group) < 2 else sorted(group, key=str))
        ]
        result = self.term(parts[0])
        for part in parts[1:]:
            other = self.term(part)
            first, second = (result, other) if isinstance(e, sympy.Max) else (other, result)
            chosen = ("ind", ("<", first, second))
            gain = ("*", chosen, other if result == ZERO else ("-", other, result))
            result = gain if result == ZERO else self._sum([result, gain])
        return result

    def _pieces(self, e: Basic) -> Term:
        *pieces, (last, condition) = e.args
        if condition is not sympy.true and not isinstance(condition, BooleanTrue):
            raise StatementError("the last piece of a Piecewise must be the case `otherwise` (True)")
        result = self.term(last)
        for value, when in reversed(pieces):
            chosen = ("ind", self.formula(when))
            result = ("+", ("*", chosen, self.term(value)), ("*", ("-", ONE, chosen), result))
        return result

    def _of_integers(self, e: Basic) -> Term:
        with sympy.evaluate(True):
            number = e.func(*(Integer(int(a)) if a.is_Integer else a for a in e.args))
        if not number.is_Integer:
            raise StatementError(f"{e} has no value without numbers")
        return Fraction(int(number))

    def _finite_sum(self, e: Basic) -> Term:
        body, over, low, high = e.args
        a, b = self._integer(low), self._integer(high)
        with as_written():
            return self._sum([self.term(body.xreplace({over: Integer(i)})) for i in range(a, b + 1)])

    def _total(self, e: Total) -> Term:
        result = self.term(e.body)
        for outcome in reversed(e.outcomes):
            result = ("sum", self.declare(outcome.name, outcome.space), result)
        return result

    def _loss_alone(self, e: Basic) -> Term:  # noqa: ARG002
        raise StatementError(
            "the privacy loss may be infinite: compare it with a bound or put it in an exponent"
        )

    def _applied(self, e: AppliedUndef) -> Term:
        sort = tuple(a.space if isinstance(a, Outcome) else "R" for a in e.args)
        return (self.declare(e.func.__name__, sort), *map(self.term, e.args))

    def _integer(self, e: Basic) -> int:
        """The value of a sum, product or power of integers, by exact arithmetic."""
        value = rational_value(e)
        if value is None or value.denominator != 1:
            raise StatementError(f"{e} is not a known integer")
        return int(value)

    @staticmethod
    def _sum(parts: list[Term]) -> Term:
        if len(parts) == 2 and isinstance(parts[1], tuple) and parts[1][:2] == ("*", Fraction(-1)):
            rest = parts[1][2:]
            return ("-", parts[0], rest[0] if len(rest) == 1 else ("*", *rest))
        if (
            len(parts) == 2
            and isinstance(parts[1], Fraction)
            and parts[1] < 0
            and not isinstance(parts[0], Fraction)
        ):
            return ("-", parts[0], -parts[1])
        return ("+", *parts) if len(parts) > 1 else parts[0] if parts else ZERO

    @staticmethod
    def _product(parts: list[Term]) -> Term:
        return ("*", *parts) if len(parts) > 1 else parts[0] if parts else ONE

    @staticmethod
    def _raised(base: Term, n: int) -> Term:
        """base^n, which is refused by the kernel where n is above MOST."""
        of = exponents(n) if n <= MOST else [n]
        parts = [base if k == 1 else ("^", base, Fraction(k)) for k in of]
        return ("*", *parts) if len(parts) > 1 else parts[0] if parts else ONE

    def _power(self, base: Basic, exponent: Basic) -> Term:
        if (
            not isinstance(exponent, Rational)
            and exponent.is_number
            and not exponent.has(sympy.exp, sympy.log)
        ):
            with sympy.evaluate(True):
                exponent = exponent.func(*exponent.args)  # a number left unevaluated, e.g. 1/2 as 2**(-1)
        if isinstance(exponent, Rational) and exponent.q == 1:
            n = int(exponent.p)
            power = self._raised(self.term(base), abs(n))
            return power if n >= 0 else ("/", ONE, power)
        if isinstance(base, sympy.exp):
            return ("exp", ("*", self.term(base.args[0]), self.term(exponent)))
        if base is sympy.E:
            return ("exp", self.term(exponent))
        return ("exp", ("*", ("log", self.term(base)), self.term(exponent)))

    def _exp(self, exponent: Basic) -> Term:
        if not exponent.has(Loss):
            return ("exp", self.term(exponent))
        terms, stack = [], [exponent]
        while stack:
            item = stack.pop(0)
            if isinstance(item, Add):
                stack = list(item.args) + stack
            else:
                terms.append(item)
        ratio: Term = ONE
        rest = []
        for item in terms:
            if not item.has(Loss):
                rest.append(self.term(item))
                continue
            factor = (
                item
                if isinstance(item, Loss)
                else item.args[1]
                if item.func is Mul and len(item.args) == 2 and item.args[0] == -1
                else None
            )
            if not isinstance(factor, Loss):
                raise StatementError("the privacy loss stands in an exponent only with coefficient 1 or -1")
            a, b = map(self.term, factor.args)
            ratio = ("*", ratio, ("/", a, b) if factor is item else ("/", b, a))
        return ("*", ("exp", self._sum(rest)), ratio) if rest else ratio

    # ------------------------------------------------------------------------------------------- formulas
    def formula(self, f: Basic) -> Term:
        """The kernel formula of a condition, claim or notion."""
        read = reader("FORMULAS", type(f))
        if read is None:
            raise StatementError(f"{type(f).__name__} is not a formula of the language: {f}")
        return tree(read(self, f))

    def _inequality(self, f: Basic) -> Term:
        left, right = f.args if isinstance(f, Le | Lt) else (f.args[1], f.args[0])
        strict = "<" if isinstance(f, Lt | Gt) else "<="
        if isinstance(left, Loss) or isinstance(right, Loss):
            return self._loss(left, strict, right)
        return (strict, self.term(left), self.term(right))

    def _equation(self, f: Basic) -> Term:
        if all(isinstance(a, Outcome) for a in f.args):
            return ("eq", *(self.term(a) for a in f.args))
        if any(isinstance(a, Loss) for a in f.args):
            return self._loss(f.args[0], "=", f.args[1])
        return ("=", self.term(f.args[0]), self.term(f.args[1]))

    def _every_event(self, f: Basic) -> Term:
        event, body = f.args
        applied = self.term(event)
        indicator: Term = ("or", ("=", applied, ZERO), ("=", applied, ONE))
        for outcome in reversed(event.args):
            indicator = ("all", kernel_name(outcome.name), indicator)
        return ("all", applied[0], ("->", indicator, self.formula(body)))

    def _notion(self, f: Notion) -> Term:
        if not self.named or type(f) not in PINNED:
            return self.formula_of_notion(f)
        self.formula_of_notion(f)  # declares the names that the definition binds
        name, rest = PINNED[type(f)]
        laws = (self.function(law, f.pair.outcomes) for law in (f.pair.a, f.pair.b))
        budget = (self.function(b, (LEVEL,)) if isinstance(f, FDP) else self.term(b) for b in f.budget)
        return (name, *laws, *budget, *rest)

    def function(self, value: Basic, over: tuple[Outcome | Parameter, ...]) -> Term:
        """`value` as a function of these names: its symbol where it is one of them alone, else written out.

        A function of outcomes that is not on the one set Y is always written out: its names are what a notion
        of the kernel takes for the outcomes.
        """
        sorts = tuple(getattr(x, "space", "R") for x in over)
        if isinstance(value, AppliedUndef) and value.args == over and sorts in (("Y",), ("R",)):
            if sorts == ("Y",):
                self.declare("y", "Y")
            return self.declare(value.func.__name__, sorts)
        if sorts == (
            "R",
        ):  # the level is a name of the language's own, which must not be one of the statement's
            (level,) = over
            name, taken = level.name, {x.name for x in value.free_symbols - {level}}
            while name in taken or self.sig.get(name, "R") != "R":
                name += "_"
            over = (parameter(name),)
            with as_written():
                value = value.xreplace({level: over[0]})
        return ("lam", *(self.term(x) for x in over), self.term(value))

    def formula_of_notion(self, f: Notion) -> Term:
        """What a notion means, as the kernel's formula without names of notions."""
        return Translation.formula(self._plain(), meaning(f))

    def _plain(self) -> Translation:
        if not self.named:
            return self
        other = Translation()
        other.sig = self.sig
        return other

    @staticmethod
    def _and(parts: list[Term]) -> Term:
        flat: list[Term] = []
        for part in parts:
            flat.extend(part[1:] if part[0] == "and" else [part])
        return ("and", *flat) if len(flat) != 1 else flat[0]

    def _loss(self, left: Basic, relation: str, right: Basic) -> Term:
        """z <= c is a <= e^c b, c <= z is e^c b <= a, z = c is both; for c = -d or -2 d the factor is on the other side."""
        if isinstance(left, Loss) and isinstance(right, Loss):
            raise StatementError("two privacy losses cannot be compared")
        loss, bound = (left, right) if isinstance(left, Loss) else (right, left)
        a, b = (self.term(x) for x in loss.args)
        if bound.has(Loss):
            raise StatementError("the privacy loss is compared with a bound that does not contain it")
        opposite = _without_sign(bound)
        negative = opposite is not None
        factor = ("exp", self.term(bound if opposite is None else opposite))
        scaled_a, scaled_b = (("*", factor, a), b) if negative else (a, ("*", factor, b))
        return (relation, scaled_a, scaled_b) if isinstance(left, Loss) else (relation, scaled_b, scaled_a)

    def _quantified(self, f: Basic) -> Term:
        variables, body = f.args
        universal = isinstance(f, ForAll)
        result = self.formula(body)
        for v in reversed(list(variables)):
            if isinstance(v, AppliedUndef):
                name = self.term(v)[0]
            else:
                name = self.term(v)
                conditions = [self.formula(c) for c in v.bounds] if isinstance(v, Parameter) else []
                if isinstance(v, Parameter) and v.integer_valued:
                    conditions.append(("nat", name))
                if conditions:
                    result = (
                        ("->", self._and(conditions), result)
                        if universal
                        else self._and([*conditions, result])
                    )
            result = ("all" if universal else "ex", name, result)
        return result

    # How each kind of node is read: the first of these that it is.
    TERMS: ClassVar[tuple[tuple[Kinds, Read], ...]] = (
        (Rational, lambda self, e: ratio(int(e.p), int(e.q))),
        (Outcome, lambda self, e: self.declare(e.name, e.space)),
        (Parameter, lambda self, e: self.declare(e.name, "R")),
        (type(sympy.E) | type(sympy.pi), _constant),
        (Add, lambda self, e: self._sum([self.term(a) for a in e.args])),
        (Mul, lambda self, e: self._product([self.term(a) for a in e.args])),
        (Pow, lambda self, e: self._power(*e.args)),
        (sympy.exp, lambda self, e: self._exp(e.args[0])),
        (sympy.log, _logarithm),
        (sympy.erf, lambda self, e: ("erf", self.term(e.args[0]))),
        (sympy.tanh, _tanh),
        (sympy.sinh | sympy.cosh, _hyperbolic),
        (sympy.Abs, _absolute),
        (sympy.Max | sympy.Min, _extremum),
        (sympy.Piecewise, _pieces),
        (sympy.binomial | sympy.factorial, _of_integers),
        (FiniteSum, _finite_sum),
        (Total, _total),
        (Indicator, lambda self, e: ("ind", self.formula(e.args[0]))),
        (Loss, _loss_alone),
        (Phi_inv, lambda self, e: (self.declare_kernel(QUANTILE, ("R",)), self.term(e.args[0]))),
        (Defined, lambda self, e: self.term(meaning(e))),
        (AppliedUndef, _applied),
    )
    FORMULAS: ClassVar[tuple[tuple[Kinds, Read], ...]] = (
        (
            BooleanTrue | BooleanFalse,
            lambda self, f: ("<=", ZERO, ZERO if isinstance(f, BooleanTrue) else Fraction(-1)),
        ),
        (Le | Lt | Ge | Gt, _inequality),
        (Eq, _equation),
        (Ne, lambda self, f: ("not", self.formula(Eq(*f.args, evaluate=False)))),
        (AllOf | And, lambda self, f: self._and([self.formula(a) for a in f.args])),
        (AnyOf | Or, lambda self, f: ("or", *map(self.formula, f.args))),
        (NotSo | Not, lambda self, f: ("not", self.formula(f.args[0]))),
        (Implication, lambda self, f: ("->", *map(self.formula, f.args))),
        (ForAll | Exists, lambda self, f: self._quantified(f)),
        (EveryEvent, _every_event),
        (Notion, _notion),
        (Between | Within | UnderEachLaw, lambda self, f: self.formula(meaning(f))),
    )


_readers: dict[tuple[str, type[Basic]], Read | None] = {}


def reader(table: str, kind: type[Basic]) -> Read | None:
    """How a kind of node is read: the first entry of the table that it falls under; None where there is none."""
    if issubclass(kind, AppliedUndef):  # of a class for each function, whose hashes take long
        kind = AppliedUndef
    if (table, kind) not in _readers:
        entries = getattr(Translation, table)
        _readers[table, kind] = next((read for kinds, read in entries if issubclass(kind, kinds)), None)
    return _readers[table, kind]


@cache
def _phi_of_quantile() -> Term:
    """Phi(Phi_inv(u)) as the kernel reads it."""
    return tree(Translation().term(Phi(Phi_inv(parameter("u")))))


def quantile(x: str) -> Term:
    """What a statement supposes of Phi_inv: Phi(Phi_inv(x)) = x for every x between 0 and 1.

    Phi rises and takes every value there, so that one function does so, up to its values outside, which no term has.
    """
    value = subst(_phi_of_quantile(), {"u": x})
    return ("all", x, ("->", ("and", ("<", ZERO, x), ("<", x, ONE)), ("=", value, x)))


def characterised(tr: Translation) -> tuple[Term, ...]:
    """What a statement supposes of the language's own functions that it speaks of."""
    return (quantile(tr.fresh("x", "R")),) if tr.sig.get(QUANTILE) == ("R",) else ()


def characterises(formula: Term) -> bool:
    """Whether a hypothesis is one that `characterised` adds."""
    if formula[0] != "all" or QUANTILE not in fv(formula):
        return False
    return bool(tree(formula) == tree(quantile(formula[1])))
