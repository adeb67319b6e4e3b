"""Values of expressions and formulas of the vocabulary on a small model, in mpmath: an oracle for the tests."""
# ruff: noqa: C419

from __future__ import annotations

import itertools
import re
import zlib
from collections.abc import Mapping
from typing import Any

import mpmath
import sympy
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.core.symbol import Str

from dpsym.language import expressions as x
from dpsym.language import quantities as q

FUNCTIONS = {
    "exp": mpmath.exp, "log": mpmath.log, "tanh": mpmath.tanh, "sinh": mpmath.sinh, "cosh": mpmath.cosh,
    "coth": mpmath.coth, "sin": mpmath.sin, "cos": mpmath.cos, "tan": mpmath.tan, "erf": mpmath.erf, "erfc": mpmath.erfc,
    "asin": mpmath.asin, "atan": mpmath.atan, "atanh": mpmath.atanh, "sign": mpmath.sign, "Abs": abs,
    "Phi_inv": lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1),
    "floor": mpmath.floor, "ceiling": mpmath.ceil, "binomial": mpmath.binomial, "factorial": mpmath.factorial,
}  # fmt: skip
CONSTANTS = {
    sympy.pi: mpmath.pi, sympy.E: mpmath.e, sympy.oo: mpmath.inf, sympy.S.NegativeInfinity: -mpmath.inf,
}  # fmt: skip
SPACE = (0, 1, 2)


class Model:
    """Numbers for parameters, and for a function of outcomes a table; a quantifier ranges over a few points."""

    def __init__(self, at: Mapping[Any, Any], seed: int = 0) -> None:
        self.at, self.seed = dict(at), seed

    def table(self, name: str, *where: Any) -> Any:
        """A mass between 0 and 1 that depends on the name and the outcomes, and sums to about 1."""
        value = sum((ord(c) * 31**k) for k, c in enumerate(name)) * 17 + self.seed * 101
        for w in where:
            value = value * 7 + int(w) * 13 + 5
        return (mpmath.mpf(value % 97) + 1) / 200

    def root(self, body: Any, over: Any, low: Any, high: Any) -> Any | None:
        """Where the body changes its sign between the ends, by halving; None where it has one sign at both."""
        ends = [self.value(low), self.value(high)]
        signs = [self.with_(over, end).value(body) > 0 for end in ends]
        if signs[0] == signs[1] or not all(map(mpmath.isfinite, ends)):
            return None
        while ends[1] - ends[0] > mpmath.mpf(10) ** -24:
            middle = (ends[0] + ends[1]) / 2
            same_side = (self.with_(over, middle).value(body) > 0) == signs[0]
            ends[0 if same_side else 1] = middle
        return ends[0]

    def value(self, thing: Any) -> Any:
        if isinstance(thing, sympy.Integer | int):
            return mpmath.mpf(int(thing))
        if isinstance(thing, sympy.Rational):
            return mpmath.mpf(thing.p) / thing.q
        if isinstance(thing, sympy.Symbol):
            return self.at[thing.name]
        if isinstance(
            thing, sympy.NumberSymbol | sympy.core.numbers.Infinity | sympy.core.numbers.NegativeInfinity
        ):
            return CONSTANTS[thing]
        if isinstance(thing, AppliedUndef):
            return self.table(thing.func.__name__, *(self.value(a) for a in thing.args))
        if isinstance(thing, sympy.Add):
            return mpmath.fsum([self.value(a) for a in thing.args])
        if isinstance(thing, sympy.Mul):
            return mpmath.fprod([self.value(a) for a in thing.args])
        if isinstance(thing, sympy.Pow):
            base, power = self.value(thing.base), self.value(thing.exp)
            return (
                1 / base if power == -1 else mpmath.sqrt(base) if power == mpmath.mpf(1) / 2 else base**power
            )
        if isinstance(thing, sympy.Max | sympy.Min):
            return (max if isinstance(thing, sympy.Max) else min)(self.value(a) for a in thing.args)
        if isinstance(thing, sympy.Piecewise):
            return next(self.value(v) for v, c in thing.args if self.truth(c))
        if isinstance(thing, x.Total):
            return mpmath.fsum(self.over(thing.outcomes, lambda m: m.value(thing.body)))
        if isinstance(thing, x.Indicator):
            return mpmath.mpf(1 if self.truth(thing.args[0]) else 0)
        if isinstance(thing, x.RenyiMoment | x.Posterior):
            if isinstance(thing, x.Posterior):
                prior, a, b = (self.value(v) for v in thing.args)
                return prior * a / (prior * a + (1 - prior) * b)
            alpha, pair = thing.args
            return mpmath.fsum(
                self.over(
                    pair.outcomes,
                    lambda m: m.value(pair.a) ** m.value(alpha) * m.value(pair.b) ** (1 - m.value(alpha)),
                )
            )
        if isinstance(thing, x.Defined):
            return self.value(thing.definition())
        if isinstance(thing, q.Evaluated):
            words = [thing.name, *(f"{k}={v}" for k, v in thing.arguments.items() if isinstance(v, Str))]
            numbers = [self.value(v) for v in thing.arguments.values() if not isinstance(v, Str)]
            return self.mixed("Evaluated", [mpmath.mpf(sum(map(ord, " ".join(words)))), *numbers])
        if isinstance(thing, sympy.Lambda):
            at = [mpmath.mpf(k + 3) / 11 for k in range(len(thing.variables))]
            inside = self
            for symbol, number in zip(thing.variables, at, strict=True):
                inside = inside.with_(symbol, number)
            return self.mixed("Lambda", [inside.value(thing.expr), *at])
        if isinstance(thing, q.FiniteSum):
            body, over, low, high = thing.args
            return mpmath.fsum(
                self.with_(over, k).value(body)
                for k in range(int(self.value(low)), min(int(self.value(high)), 40) + 1)
            )
        if isinstance(thing, q.Minimum | q.Root):
            body, over, low, high = thing.args
            if isinstance(thing, q.Root) and (found := self.root(body, over, low, high)) is not None:
                return found
            return self.mixed(
                type(thing).__name__,
                [self.with_(over, mpmath.mpf("0.37")).value(body), self.value(low), self.value(high)],
            )
        if isinstance(thing, q.FirstAbove):
            body, over, level, start = thing.args
            return self.mixed(
                "FirstAbove",
                [self.with_(over, mpmath.mpf(2)).value(body), self.value(level), self.value(start)],
            )
        if isinstance(thing, q.LeastOver):
            body, over, low, high, holds = thing.args
            at = self.with_(over, mpmath.mpf(2))
            return self.mixed(
                "LeastOver", [at.value(body), self.value(low), self.value(high), mpmath.mpf(at.truth(holds))]
            )
        function = FUNCTIONS.get(type(thing).__name__)
        if function is None:
            raise TypeError(f"no value for {type(thing).__name__}")
        return function(*(self.value(a) for a in thing.args))

    @staticmethod
    def mixed(name: str, values: list[Any]) -> Any:
        """A fingerprint of a quantity that is not worth computing here."""
        clipped = [max(min(v, 1000), -1000) for v in values]
        return mpmath.fsum(v * (k + len(name)) for k, v in enumerate(clipped, 1))

    def law(self, mass: Any, outcomes: Any) -> tuple[Any, ...]:
        """A law as the list of its masses."""
        return tuple(self.over(outcomes, lambda m: m.value(mass)))

    def with_(self, symbol: Any, value: Any) -> Model:
        return Model({**self.at, symbol.name: mpmath.mpf(value)}, self.seed)

    def over(self, outcomes: Any, what: Any) -> list[Any]:
        found = []
        for point in itertools.product(SPACE, repeat=len(outcomes)):
            found.append(
                what(
                    Model({**self.at, **{o.name: v for o, v in zip(outcomes, point, strict=True)}}, self.seed)
                )
            )
        return found

    def truth(self, thing: Any) -> bool:
        if thing == sympy.true or thing == sympy.false:
            return bool(thing)
        if isinstance(thing, Relational):
            a, b = (self.value(v) for v in thing.args)
            close = (
                mpmath.almosteq(a, b, 1e-20, 1e-20) if mpmath.isfinite(a) and mpmath.isfinite(b) else a == b
            )
            return {
                "==": close, "!=": not close, "<": a < b and not close, ">": a > b and not close,
                "<=": a < b or close, ">=": a > b or close,
            }[thing.rel_op]  # fmt: skip
        if isinstance(thing, x.AllOf | sympy.And):
            return all([self.truth(a) for a in thing.args])
        if isinstance(thing, x.AnyOf | sympy.Or):
            return any([self.truth(a) for a in thing.args])
        if isinstance(thing, x.NotSo | sympy.Not):
            return not self.truth(thing.args[0])
        if isinstance(thing, x.Implication):
            return not self.truth(thing.args[0]) or self.truth(thing.args[1])
        if isinstance(thing, x.ForAll | x.Exists):
            variables, body = thing.args
            models = [self]
            for v in variables:
                if isinstance(v, x.Outcome):
                    models = [m.with_(v, k) for m in models for k in SPACE]
                elif isinstance(v, x.Parameter):
                    models = [m.with_(v, k) for m in models for k in (mpmath.mpf("0.3"), mpmath.mpf("1.7"))]
            return (all if isinstance(thing, x.ForAll) else any)([m.truth(body) for m in models])
        if isinstance(thing, x.EveryEvent):
            return all([Model(self.at, self.seed + k).truth(thing.args[1]) for k in range(2)])
        if isinstance(thing, x.Defined | x.DefinedFormula):
            return self.truth(thing.definition())
        raise TypeError(f"no truth value for {type(thing).__name__}")


def fingerprint(thing: Any, model: Model) -> Any:
    """A formula as nested tuples of words and numbers; two formulas that say the same have equal ones (see `same`)."""
    if isinstance(thing, Relational):
        return (thing.rel_op, *(model.value(a) for a in thing.args))
    if isinstance(thing, x.Within):
        if thing.args[1] == 0:  # printed as an equation
            return fingerprint(sympy.Eq(*thing.args, evaluate=False), model)
        return ("<=", abs(model.value(thing.args[0])), model.value(thing.args[1]))
    if isinstance(thing, x.Between):
        return ("between", *(model.value(a) for a in thing.args))
    if isinstance(thing, x.AllOf | sympy.And | x.AnyOf | sympy.Or):
        if len(thing.args) == 1:  # printed as its only part
            return fingerprint(thing.args[0], model)
        word = "all" if isinstance(thing, x.AllOf | sympy.And) else "any"
        return (word, *(fingerprint(a, model) for a in thing.args))
    if isinstance(thing, x.NotSo | sympy.Not):
        said = fingerprint(thing.args[0], model)
        return ("!=", *said[1:]) if said[0] == "==" else ("not", said)  # printed as one sign
    if isinstance(thing, x.Implication):
        return ("if", *(fingerprint(a, model) for a in thing.args))
    if isinstance(thing, x.ForAll | x.Exists):
        variables, body = thing.args
        for v in variables:
            if isinstance(v, sympy.Symbol):
                model = model.with_(v, place(v) if isinstance(v, x.Outcome) else mpmath.mpf("0.3"))
        return (
            "all"
            if isinstance(thing, x.ForAll)
            else "some",  # a formula with words of its own is of its kind
            *(str(v.func) if isinstance(v, AppliedUndef) else getattr(v, "name", str(v)) for v in variables),
            *(domain(v, model) for v in variables),
            fingerprint(body, model),
        )
    if isinstance(thing, x.EveryEvent):
        return (
            "event",
            thing.args[0].func.__name__,
            fingerprint(thing.args[1], seen(model, thing.args[0].args)),
        )
    if isinstance(thing, x.UnderEachLaw):
        event, level, pair = thing.args
        inside = seen(model, pair.outcomes)
        return (
            "each",
            fingerprint(event, inside),
            model.value(level),
            model.law(pair.a, pair.outcomes),
            model.law(pair.b, pair.outcomes),
        )
    if isinstance(thing, x.Notion):
        values = list(thing.budget)
        found = [
            values.pop(0) if piece == "%s" else sympy.Integer(int(piece))
            for piece in re.findall(r"%s|\d+", thing.short)
        ]
        letters = re.sub(r"%s|\\text|\\mathrm|\\operatorname|[^A-Za-z]", "", thing.short)
        pair = thing.pair
        laws = (model.law(mass, pair.outcomes) for mass in (pair.a, pair.b))
        return ("is", letters, *(model.value(v) for v in found), *laws)
    if type(thing).__name__ == "Guarantee":
        shape, values, pair = thing.args
        return (
            "is",
            re.sub(r"\\text|[^A-Za-z]", "", shape.name),
            *(model.value(v) for v in values),
            *(model.law(mass, pair.outcomes) for mass in (pair.a, pair.b)),
        )
    if isinstance(thing, x.Pair):
        return ("pair", *(model.law(mass, thing.outcomes) for mass in (thing.a, thing.b)))
    if thing in (sympy.true, sympy.false):
        return bool(thing)
    return model.value(thing)


def domain(symbol: Any, model: Model) -> Any:
    """The domain of a bound parameter: both bounds, whether they are strict, and whether it is an integer."""
    if not isinstance(symbol, x.Parameter):
        return ()
    bounds = (() if b is None else (bool(b[1]), model.value(b[0])) for b in (symbol.least, symbol.upper))
    return (bool(symbol.integer_valued), *bounds)


def place(outcome: Any) -> Any:
    """A value for an outcome that is not drawn: another one for each name, so that G(r, y) and G(s, y) differ."""
    return mpmath.mpf(3 + zlib.crc32(outcome.name.encode()) % 997)


def seen(model: Model, outcomes: Any) -> Model:
    for o in outcomes:
        model = model.with_(o, place(o))
    return model


def same(one: Any, two: Any) -> bool:
    """Whether two fingerprints agree, numbers to nine digits."""
    if isinstance(one, tuple):
        return (
            isinstance(two, tuple)
            and len(one) == len(two)
            and all(same(a, b) for a, b in zip(one, two, strict=True))
        )
    if isinstance(one, str | bool):
        return one == two
    if mpmath.isnan(one) or mpmath.isnan(two):
        return bool(mpmath.isnan(one) and mpmath.isnan(two))
    return bool(one == two or mpmath.almosteq(one, two, 1e-9, 1e-9))
