"""From an expression of the language to a value: one method for expressions, one for conditions, anything
else an error.

The evaluator is generic in the values (`dpsym.reals.balls`): the same walk gives exact numbers, balls,
spans and derivatives, according to what the parameters are bound to.  A subexpression is evaluated once for
each binding of the variables it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key, partial
from itertools import product
from numbers import Integral, Real
from typing import Any

import sympy
from flint import arb, fmpq
from sympy import Add, Basic, Mul, Pow
from sympy.core.function import AppliedUndef
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne, Relational
from sympy.core.symbol import Str
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Not, Or

from dpsym.language import (
    AllOf,
    AnyOf,
    Between,
    Defined,
    Evaluated,
    EveryEvent,
    Expectation,
    FiniteSum,
    FirstAbove,
    ForAll,
    HockeyStick,
    Implication,
    Indicator,
    LeastOver,
    Loss,
    Mass,
    Minimiser,
    Minimum,
    Notion,
    NotSo,
    Outcome,
    Pair,
    Parameter,
    Phi_inv,
    Probability,
    RenyiMoment,
    Root,
    Total,
    UnderEachLaw,
    Within,
    as_written,
)
from dpsym.numbers import search
from dpsym.numbers.registry import find
from dpsym.reals import balls as v
from dpsym.reals.balls import INFINITY, Undecided
from dpsym.reals.exact import ONE, ZERO, exact, fraction
from dpsym.reals.precision import precision, working_bits

STEPS = 100_000  # how far FirstAbove looks
MINIMA: dict[Any, tuple[Any, Any]] = {}  # least values found, for the figures and examples that share them
EVENTS = 1 << 16  # how many events are listed


def exact_number(value: Any, name: str) -> Any:
    """`value` as a Fraction or a sympy number without parameters; a float is the binary number it is."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str):
        try:
            return Fraction(value.strip())
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"the value of {name} is not an exact number: {value!r}") from None
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, Basic):
        if isinstance(value, sympy.Rational):
            return Fraction(int(value.p), int(value.q))
        if value.atoms(sympy.Float):
            raise ValueError(
                f"the value of {name} contains a rounded number: {value}; write it as a fraction"
            )
        if not value.is_finite and value.is_number and value.is_infinite:
            raise ValueError(f"the value of {name} is infinite: {value}")
        return value
    if isinstance(value, Real):
        number = float(value)
        if number != number or number in (v.INFINITY, -v.INFINITY):
            raise ValueError(f"the value of {name} is not a finite number: {value!r}")
        return Fraction(number)
    raise ValueError(f"the value of {name} is not an exact number: {value!r}")


class Scope:
    """A variable bound to a value, inside another scope; the outermost has no variable."""

    __slots__ = ("caches", "parent", "value", "variable")

    def __init__(self, variable: Any = None, value: Any = None, parent: Scope | None = None) -> None:
        self.variable, self.value, self.parent = variable, value, parent
        self.caches: dict[int, dict[Node, Any]] = {}


class Node:
    """An expression with the method that evaluates it and the variables it depends on."""

    __slots__ = ("free", "handler", "number")

    def __init__(self, e: Basic, handler: Callable[[Any, Scope], Any], free: set[int]) -> None:
        self.handler, self.free = handler, frozenset(free)
        self.number = exact(e) if isinstance(e, sympy.Rational) else None


OF_ONE: dict[Any, Callable[[Any], Any]] = {  # functions of one number
    sympy.erf: v.error_function, sympy.erfc: v.error_complement, Phi_inv: v.normal_quantile, sympy.Abs: v.absolute,
}  # fmt: skip


class Evaluator:
    """Evaluates expressions at given parameter values and, where laws occur, at given masses."""

    def __init__(
        self, at: Mapping[str, Any] | None = None, laws: Mapping[str, Sequence[Any]] | None = None
    ) -> None:
        self.at = {name: exact(x) if isinstance(x, Fraction) else x for name, x in (at or {}).items()}
        self.laws = dict(laws or {})
        self.root = Scope()
        self._nodes: dict[Basic, Node] = {}
        self._by_id: dict[int, Node] = {}
        self._alive: list[Basic] = []  # keeps every id in `_by_id` taken
        self._variables: dict[Any, int] = {}
        self._pending: set[str] = set()
        self._distributions: set[str] = set()
        self._found: dict[Any, Any] | None = (
            None  # where the minima of a body were, while a FirstAbove looks on
        )
        self._running: int | None = None  # the variable of the FirstAbove for which upper bounds are enough

    # ------------------------------------------------------------------------------------------- looking up
    def node(self, e: Basic) -> Node:
        """What is known of an expression once and for all; equal expressions share it."""
        found = self._by_id.get(id(e))
        if found is None:
            found = self._nodes.get(e)
            if found is None:
                found = self._nodes[e] = Node(
                    e, self._handler(e), {self._variable(s) for s in e.free_symbols}
                )
            self._by_id[id(e)] = found
            self._alive.append(e)
        return found

    def _variable(self, s: Any) -> int:
        """One number for all equal symbols."""
        return self._variables.setdefault(s, len(self._variables))

    def bind(self, variable: Any, value: Any, scope: Scope) -> Scope:
        """The scope in which a bound variable has a value."""
        return Scope(self._variable(variable), value, scope)

    def symbol(self, e: Any, scope: Scope) -> Any:
        """The value of a symbol: of the innermost scope that binds it, or as given; ValueError where none is
        given."""
        variable = self._variable(e)
        while scope.parent is not None:
            if scope.variable == variable:
                return scope.value
            scope = scope.parent
        name = e.name
        if name not in self.at:
            raise ValueError(f"no value is given for {name}")
        if isinstance(self.at[name], fmpq):
            return self.at[name]
        if name in self._pending:
            raise ValueError(f"the value of {name} is given in terms of itself")
        self._pending.add(name)
        try:
            return self.value(self.at[name], self.root)
        finally:
            self._pending.discard(name)

    def value(self, e: Basic, scope: Scope | None = None) -> Any:
        """The value of a real expression at the working precision."""
        node = self._by_id.get(id(e)) or self.node(e)
        if node.number is not None:
            return node.number
        scope = scope or self.root
        free = node.free
        while scope.parent is not None and scope.variable not in free:
            scope = scope.parent
        cache = scope.caches.get(working_bits())
        if cache is None:
            cache = scope.caches[working_bits()] = {}
        found = cache.get(node)
        if found is None:
            found = cache[node] = node.handler(e, scope)
        return found

    # ------------------------------------------------------------------------------------------ expressions
    def _handler(self, e: Basic) -> Callable[[Any, Scope], Any]:
        """The method that evaluates expressions of this kind."""
        if e is sympy.pi:
            return lambda e, scope: arb.pi()
        if e is sympy.E:
            return lambda e, scope: v.exponential(ONE)
        if isinstance(e, Add) and _is_erfc(e):
            return lambda e, scope: v.error_complement(self.value(e.args[1].args[-1].args[0], scope))
        for kind, handler in (
            (Add, self._sum),
            (Mul, self._product),
            (Pow, self._raise),
            (sympy.exp, lambda e, scope: self._exp(e.args[0], scope)),
            (sympy.log, self._log),
            (Outcome, self._outcome),
            (sympy.Symbol, self.symbol),
            ((sympy.tanh, sympy.sinh, sympy.cosh), self._hyperbolic),
            (tuple(OF_ONE), lambda e, scope: OF_ONE[type(e)](self.value(e.args[0], scope))),
            ((sympy.Max, sympy.Min), self._extreme),
            (sympy.floor, lambda e, scope: v.whole_part(self.value(e.args[0], scope))),
            (sympy.ceiling, lambda e, scope: v.negate(v.whole_part(v.negate(self.value(e.args[0], scope))))),
            (sympy.binomial, lambda e, scope: v.choose(*(self.integer(a, scope) for a in e.args))),
            (sympy.factorial, lambda e, scope: v.factorial(self.integer(e.args[0], scope))),
            (sympy.Piecewise, self._pieces),
            (Indicator, lambda e, scope: ONE if self.decided(e.args[0], scope) else ZERO),
        ):
            if isinstance(e, kind):  # type: ignore[arg-type]
                return handler
        return self._quantity

    def _sum(self, e: Add, scope: Scope) -> Any:
        result = self.value(e.args[0], scope)
        for a in e.args[1:]:
            result = v.add(result, self.value(a, scope))
        return result

    def _raise(self, e: Pow, scope: Scope) -> Any:
        base, exponent = e.args
        if base is sympy.E:
            return self._exp(exponent, scope)
        return v.raise_to(self.value(base, scope), self.value(exponent, scope))

    def _log(self, e: Any, scope: Scope) -> Any:
        if len(e.args) != 1:
            raise ValueError("log takes one argument (the natural logarithm)")
        return v.logarithm(self.value(e.args[0], scope))

    def _outcome(self, e: Outcome, scope: Scope) -> Any:
        raise ValueError(f"the outcome {e} stands where a number is expected")

    def _hyperbolic(self, e: Any, scope: Scope) -> Any:
        return v.hyperbolic(type(e).__name__, self.value(e.args[0], scope))

    def _extreme(self, e: Any, scope: Scope) -> Any:
        least = isinstance(e, sympy.Min)
        parts = [self.value(a, scope) for a in e.args]
        result = v.negate(parts[0]) if least else parts[0]
        for part in parts[1:]:
            result = v.largest(result, v.negate(part) if least else part)
        return v.negate(result) if least else result

    def _product(self, e: Mul, scope: Scope) -> Any:
        result: Any = ONE
        laws = [a for a in e.args if isinstance(a, AppliedUndef)]
        indicators = [a for a in e.args if isinstance(a, Indicator)]
        for a in (
            *laws,
            *indicators,
        ):  # an impossible outcome contributes nothing, whatever else is in the product
            factor = self.value(a, scope)
            if type(factor) is fmpq and factor == 0:
                return ZERO
            result = v.multiply(result, factor)
        for a in e.args:
            if not isinstance(a, AppliedUndef | Indicator):
                result = v.multiply(result, self.value(a, scope))
        return result

    def _exp(self, exponent: Basic, scope: Scope) -> Any:
        """exp; a privacy loss in the exponent becomes a ratio of masses."""
        if not exponent.has(Loss):
            return v.exponential(self.value(exponent, scope))
        parts = exponent.args if isinstance(exponent, Add) else (exponent,)
        result: Any = ONE
        for part in parts:
            if not part.has(Loss):
                result = v.multiply(result, v.exponential(self.value(part, scope)))
                continue
            loss, sign = (part, 1) if isinstance(part, Loss) else (part.args[-1], -1)
            if not isinstance(loss, Loss) or (sign < 0 and (len(part.args) != 2 or part.args[0] != -1)):
                raise ValueError(
                    f"the privacy loss stands in an exponent only with coefficient 1 or -1: {part}"
                )
            a, b = (self.value(x, scope) for x in loss.args)
            result = v.multiply(result, v.divide(a, b) if sign > 0 else v.divide(b, a))
        return result

    def _pieces(self, e: Any, scope: Scope) -> Any:
        for part, when in e.args:
            verdict = self.truth(when, scope)
            if verdict is None:
                raise Undecided(f"which case of a definition by cases applies: {when}")
            if verdict:
                return self.value(part, scope)
        raise ValueError(f"no case of {e} applies")

    def _quantity(self, e: Any, scope: Scope) -> Any:
        if isinstance(e, Total):
            result: Any = ZERO
            for inner in self.outcomes(e.body, e.outcomes, scope):
                result = v.add(result, self.value(e.body, inner))
            return result
        if isinstance(e, FiniteSum):
            body, over, low, high = e.args
            result = ZERO
            for k in range(self.integer(low, scope), self.integer(high, scope) + 1):
                result = v.add(result, self.value(body, self.bind(over, fmpq(k), scope)))
            return result
        if self._bounded(e):
            return self._at_most(e, scope)
        if isinstance(e, Minimum):
            least, argument = self._least(e, scope)
            return argument if isinstance(e, Minimiser) else least
        if isinstance(e, Root):
            body, over, low, high = e.args
            return search.root(
                lambda x: self.value(body, self.bind(over, x, scope)),
                self._end(low, scope),
                self._end(high, scope),
                str(over),
            )
        if isinstance(e, FirstAbove):
            return self._first_above(e, scope)
        if isinstance(e, LeastOver):
            return self._least_over(e, scope)
        if isinstance(e, Evaluated):
            return self._evaluated(e, scope)
        if isinstance(e, AppliedUndef):
            return self._mass(e, scope)
        if isinstance(e, Defined):
            self.check_laws(e)
            return self.value(e.definition(), scope)
        raise ValueError(f"{type(e).__name__} has no value here: {e}")

    def _least(self, e: Minimum, scope: Scope) -> tuple[Any, Any]:
        """The least value and where it is; found once for the same exact numbers at the same precision."""
        body, over, low, high = e.args
        given = {s: self.symbol(s, scope) for s in sorted(e.free_symbols - {over}, key=str)}
        known = all(isinstance(x, fmpq) for x in given.values()) and not e.atoms(AppliedUndef)
        key = (e.args, tuple(given.items()), working_bits())
        found = MINIMA.get(key) if known else None
        if found is None:
            found = search.least(
                lambda x: self.value(body, self.bind(over, x, scope)),
                self._end(low, scope),
                self._end(high, scope),
                str(over),
            )
            if known and len(MINIMA) < 5000:
                MINIMA[key] = found
        if self._found is not None:
            self._found[e] = found[1]
        return found

    def _end(self, e: Basic, scope: Scope) -> Any:
        if e in (sympy.oo, -sympy.oo):
            return v.INFINITY if e == sympy.oo else -v.INFINITY
        return self.value(e, scope)

    def integer(self, e: Basic, scope: Scope) -> int:
        """The value of an expression that has to be an integer; ValueError where it is not seen to be one."""
        value = self.value(e, scope)
        if not isinstance(value, fmpq):
            value = v.whole_part(value) if v.compare(value, v.whole_part(value)) == 0 else value
        if not isinstance(value, fmpq) or value.q != 1:
            raise ValueError(f"{e} is not an integer here")
        return int(value.p)

    def _evaluated(self, e: Evaluated, scope: Scope) -> Any:
        """What a named evaluator encloses, as a ball; its numbers must be exact."""
        found = find(e.name)
        if found is None:
            raise ValueError(f"there is no evaluator {e.name}")
        given: dict[str, Any] = {}
        for name, argument in e.arguments.items():
            value = argument.name if isinstance(argument, Str) else self.value(argument, scope)
            if not isinstance(value, str | fmpq):
                raise ValueError(f"{e.name} takes an exact number for {name}, not {argument}")
            given[name] = fraction(value) if isinstance(value, fmpq) else value
        enclosed = found.call(**given, digits=max(1, int((working_bits() - 40) / 3.33)))
        return v.hull(enclosed.low, enclosed.high)

    def _first_above(self, e: FirstAbove, scope: Scope) -> fmpq:
        body, over, level, start = e.args
        first = self.integer(start, scope)
        places: dict[Any, Any] = {}
        for k in range(first, first + STEPS):
            if places and self._stays(body, level, over, k, scope, places):
                continue
            inner = self.bind(over, fmpq(k), scope)
            before, self._found = self._found, places
            try:
                answer = _settled(
                    partial(self._compared, level, scope, body, inner),
                    partial("{} > {} at {} = {}".format, body, level, over, k),
                )
            finally:
                self._found = before
            if answer < 0:
                return fmpq(k)
        raise ArithmeticError(f"{body} stays at or below {level} up to {over} = {first + STEPS - 1}")

    def _compared(self, one: Basic, scope: Scope, other: Basic, inner: Scope) -> int | None:
        return v.compare(self.value(one, scope), self.value(other, inner))

    def _stays(
        self, body: Basic, level: Basic, over: Any, k: int, scope: Scope, places: dict[Any, Any]
    ) -> bool:
        """Whether the body is at most the level at k because it is so with each least value in it replaced by the value
        at the place of the last one: a bound from above, which takes no search.  False says nothing."""
        before = self._running, self._found
        self._running, self._found = self._variable(over), places
        try:
            with precision(min(64, working_bits())):
                bound = v.span(self.value(body, self.bind(over, fmpq(k), scope))).high
                if isinstance(bound, float):  # there is none
                    return False
                order = v.compare(self.value(level, scope), bound)
        except (ArithmeticError, ValueError):
            return False
        finally:
            self._running, self._found = before
        return order is not None and order >= 0

    def _bounded(self, e: Any) -> bool:
        """Whether an upper bound is enough for this least value."""
        return (
            self._running is not None
            and isinstance(e, Minimum | LeastOver)
            and self._running in self.node(e).free
        )

    def _at_most(self, e: Any, scope: Scope) -> v.Span:
        """A span that contains the least value and ends at the value at one place: for a Minimum where the last one was,
        for a LeastOver the first place whose value is not below the last one found and at which the condition holds."""
        assert self._found is not None
        body, over, low, high, *rest = e.args
        if isinstance(e, Minimiser) or e not in self._found:
            raise Undecided(f"where {e} is")
        last = self._found[e]
        if not rest:
            where = exact(v.bounds(last)[0])
            ends = self._end(low, scope), self._end(high, scope)
            if v.compare(ends[0], where) != -1 or v.compare(where, ends[1]) != -1:
                raise Undecided("the last place is outside")
            value = self.value(body, self.bind(over, where, scope))
            return v.Span(-INFINITY, v.span(value).high)
        places = []
        for k in range(self.integer(low, scope), self.integer(high, scope) + 1):
            inner = self.bind(over, fmpq(k), scope)
            value = v.span(self.value(body, inner)).high
            if not isinstance(value, float) and v.compare(last, value) in (-1, 0):
                places.append((float(v.ball(value).mid()), k, value, inner))
        for _, _, value, inner in sorted(places, key=lambda p: p[:2])[:3]:
            if self.truth(rest[0], inner):
                self._found[e] = value
                return v.Span(-INFINITY, value)
        raise Undecided("no place near the last one")

    def _least_over(self, e: LeastOver, scope: Scope) -> Any:
        body, over, low, high, holds = e.args
        candidates = []
        for k in range(self.integer(low, scope), self.integer(high, scope) + 1):
            inner = self.bind(over, fmpq(k), scope)
            candidates.append((self.value(body, inner), inner))

        def order(one: Any, other: Any) -> int:
            found = v.compare(one[0], other[0])
            if found is None:
                raise Undecided(f"which of two values of {body} is less")
            return found

        for value, inner in sorted(candidates, key=cmp_to_key(order)):
            if _settled(
                partial(self.truth, holds, inner), partial("{} at {} = {}".format, holds, over, inner.value)
            ):
                if self._found is not None:
                    self._found[e] = value
                return value
        raise ValueError(f"no {over} from {low} to {high} satisfies {holds}")

    # ------------------------------------------------------------------------------------------ finite pairs
    def outcomes(self, body: Basic, names: Sequence[Outcome], scope: Scope) -> Iterator[Scope]:
        """A scope for every choice of the outcomes."""
        for choice in product(*(range(self.size(body, o)) for o in names)):
            inner = scope
            for name, index in zip(names, choice, strict=True):
                inner = self.bind(name, index, inner)
            yield inner

    def size(self, body: Basic, outcome: Outcome) -> int:
        """How many outcomes there are: the number of masses of the laws that occur."""
        sizes = {
            len(self.laws[f.func.__name__])
            for f in body.atoms(AppliedUndef)
            if outcome in f.args and f.func.__name__ in self.laws
        }
        sizes = sizes or {len(masses) for masses in self.laws.values()}
        if len(sizes) != 1:
            raise ValueError(
                f"the masses at the outcomes {outcome} are not given"
                if not sizes
                else "laws with different numbers of outcomes"
            )
        return sizes.pop()

    def _mass(self, e: AppliedUndef, scope: Scope) -> Any:
        name = e.func.__name__
        if name not in self.laws:
            raise ValueError(f"no masses are given for the law {name}")
        found: Any = self.laws[name]
        for a in e.args:
            s, variable = scope, self._variable(a)
            while s.parent is not None and s.variable != variable:
                s = s.parent
            if s.parent is None:
                raise ValueError(f"{e} stands outside a sum over outcomes")
            found = found[s.value]
        return self._given(found)

    def _given(self, mass: Any) -> Any:
        """A mass as a value."""
        return exact(mass) if isinstance(mass, Fraction | fmpq) else self.value(mass, self.root)

    def check_laws(self, e: Basic) -> None:
        """A law of an event or a divergence must be a distribution."""
        if isinstance(e, Probability | Expectation | Mass):
            laws = [e.args[1]]
        elif isinstance(e, HockeyStick | RenyiMoment | UnderEachLaw | Notion):
            pair = e.args[-1]
            laws = [pair.a, pair.b] if isinstance(pair, Pair) else []
        else:
            return
        for law in laws:
            if (
                not isinstance(law, AppliedUndef)
                or law.func.__name__ in self._distributions
                or law.func.__name__ not in self.laws
            ):
                continue
            name = law.func.__name__
            total: Any = ZERO
            for mass in self.laws[name]:
                m = self._given(mass)
                if v.compare(m, ZERO) == -1:
                    raise ValueError(f"the law {name} has a negative mass: {mass}")
                total = v.add(total, m)
            if v.compare(total, ONE) in (-1, 1):
                raise ValueError(f"the masses of the law {name} do not sum to 1")
            self._distributions.add(name)

    # ------------------------------------------------------------------------------------------- conditions
    def decided(self, f: Basic, scope: Scope) -> bool:
        """Whether a formula holds; Undecided where the precision cannot tell."""
        answer = self.truth(f, scope)
        if answer is None:
            raise Undecided(f"{f}")
        return answer

    def truth(self, f: Any, scope: Scope | None = None) -> bool | None:
        """Whether a condition holds; None when the balls overlap at this precision."""
        scope = scope or self.root
        if isinstance(f, BooleanTrue | BooleanFalse):
            return isinstance(f, BooleanTrue)
        if isinstance(f, Relational):
            return self._relation(f, scope)
        if isinstance(f, AllOf | And):
            return self._all(self.truth(part, scope) for part in f.args)
        if isinstance(f, AnyOf | Or):
            return self._any(self.truth(part, scope) for part in f.args)
        if isinstance(f, NotSo | Not):
            return self._not(self.truth(f.args[0], scope))
        if isinstance(f, Implication):
            return self._any(
                (self._not(self.truth(f.args[0], scope)) if i == 0 else self.truth(f.args[1], scope))
                for i in range(2)
            )
        if isinstance(f, Between | Within):
            return self.truth(f.definition(), scope)
        if isinstance(f, UnderEachLaw | Notion):
            self.check_laws(f)
            return self.truth(f.definition(), scope)
        if isinstance(f, EveryEvent):
            return self._every_event(f, scope)
        if isinstance(f, ForAll) and all(isinstance(x, Outcome) for x in f.args[0]):
            return self._all(
                self.truth(f.args[1], inner) for inner in self.outcomes(f.args[1], tuple(f.args[0]), scope)
            )
        raise ValueError(f"{type(f).__name__} cannot be decided at a point: {f}")

    @staticmethod
    def _not(answer: bool | None) -> bool | None:
        return None if answer is None else not answer

    @staticmethod
    def _all(answers: Iterator[bool | None]) -> bool | None:
        open_ = False
        for answer in answers:
            if answer is False:
                return False
            open_ = open_ or answer is None
        return None if open_ else True

    def _any(self, answers: Iterator[bool | None]) -> bool | None:
        return self._not(self._all(self._not(a) for a in answers))

    def _every_event(self, f: EveryEvent, scope: Scope) -> bool | None:
        event, body = f.args
        name, size = event.func.__name__, self.size(body, event.args[0])
        if len(event.args) != 1 or 2**size > EVENTS:
            raise ValueError(f"too many events to list: {size} outcomes")
        answers = []
        for choice in product((ZERO, ONE), repeat=size):
            inner = Evaluator(self.at, {**self.laws, name: choice})
            inner._distributions, inner._variables = self._distributions, self._variables
            values: dict[int, Any] = {}
            s = scope
            while s.parent is not None:
                values.setdefault(s.variable, s.value)
                s = s.parent
            inside = inner.root
            for variable, value in values.items():
                inside = Scope(variable, value, inside)
            answers.append(inner.truth(body, inside))
            if answers[-1] is False:
                return False
        return self._all(iter(answers))

    def _relation(self, f: Any, scope: Scope) -> bool | None:
        left, right = f.args
        if isinstance(left, Outcome) or isinstance(right, Outcome):
            same = self.symbol(left, scope) == self.symbol(right, scope)
            return same if isinstance(f, Eq) else not same
        if isinstance(left, Loss) or isinstance(right, Loss):
            one, other = self._loss_sides(left, right, scope)
        else:
            one, other = self.value(left, scope), self.value(right, scope)
        order = v.compare(one, other)
        if order is None:
            return self._touching(f, one, other)
        if isinstance(f, Le):
            return order <= 0
        if isinstance(f, Lt):
            return order < 0
        if isinstance(f, Ge):
            return order >= 0
        if isinstance(f, Gt):
            return order > 0
        return (order == 0) == isinstance(f, Eq) if isinstance(f, Eq | Ne) else None

    @staticmethod
    def _touching(f: Any, one: Any, other: Any) -> bool | None:
        """Balls that share an end only."""
        if isinstance(one, v.Span | v.Jet) or isinstance(other, v.Span | v.Jet):
            return None
        a, b = v.ball(one), v.ball(other)
        if isinstance(f, Le | Gt) and a <= b:
            return isinstance(f, Le)
        if isinstance(f, Ge | Lt) and a >= b:
            return isinstance(f, Ge)
        return None

    def _loss_sides(self, left: Any, right: Any, scope: Scope) -> tuple[Any, Any]:
        """Loss(a, b) <= c is a <= e^c b, c <= Loss(a, b) is e^c b <= a: infinite losses are included."""
        loss, bound = (left, right) if isinstance(left, Loss) else (right, left)
        if bound.has(Loss):
            raise ValueError("a privacy loss is compared with a bound that does not contain one")
        a, b = (self.value(x, scope) for x in loss.args)
        with as_written():
            negative = isinstance(bound, Mul) and bound.args[0] == -1 and len(bound.args) > 1
            c = (bound.args[1] if len(bound.args) == 2 else Mul(*bound.args[1:])) if negative else bound
        factor = v.exponential(self.value(c, scope))
        one, other = (v.multiply(factor, a), b) if negative else (a, v.multiply(factor, b))
        return (one, other) if isinstance(left, Loss) else (other, one)


def _is_erfc(e: Add) -> bool:
    """1 - erf(x), which would cancel in the tail."""
    if len(e.args) != 2 or e.args[0] != 1 or not isinstance(e.args[1], Mul):
        return False
    minus = e.args[1].args
    return len(minus) == 2 and minus[0] == -1 and isinstance(minus[1], sympy.erf)


def _settled(question: Callable[[], Any], what: Callable[[], str]) -> Any:
    """The answer of `question`, asked first at a low precision: most comparisons are not close."""
    working = working_bits()
    bits = min(64, working)
    while True:
        with precision(bits):
            try:
                answer = question()
            except Undecided:
                answer = None
        if answer is not None:
            return answer
        if bits >= working:
            raise Undecided(what())
        bits = min(2 * bits, working)


def parameters_of(*things: Basic) -> list[Parameter]:
    """The free parameters, by name."""
    found: dict[str, list[Parameter]] = {}
    for thing in things:
        for s in thing.free_symbols:
            if isinstance(s, Parameter):
                same = found.setdefault(s.name, [])
                if s not in same:
                    same.append(s)
    return [s for name in sorted(found) for s in sorted(found[name], key=str)]
