"""Candidate counterexamples from z3: a statement over n listed outcomes as polynomial constraints with free
parameters.

e^{eps/k} becomes a variable, quotients are cleared by the sign of their denominators, quantified hypotheses
are read at a few values.  A model is only a proposal: it is rounded to rationals and evaluated exactly by the
caller.  `unsat` and `unknown` are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import sympy
import z3
from flint import fmpq
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from dpsym.language import expressions as e
from dpsym.prove import decide
from dpsym.prove.decide import Env
from dpsym.prove.refute_points import Task, log_of
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO

CLAUSES = 600  # size up to which a formula is written out


class Unsupported(Exception):
    """The statement leaves what is written for z3 (a bare logarithm, an order in an exponent, ...)."""


Ratio = tuple[Any, Any]  # numerator and denominator as z3 terms; None as denominator means 1


def _mul(x: Any, y: Any) -> Any:
    if x is None or y is None:
        return y if x is None else x
    return x * y


class Writer:
    """One statement over `size` outcomes."""

    def __init__(self, task: Task, size: int) -> None:
        self.task, self.size = task, size
        self.at: dict[Any, int] = {}
        self.bound: dict[Any, Any] = {}
        self.side: list[Any] = []
        self.tries: dict[str, Any] = {}
        self.fresh = 0
        self.laws = {name: [z3.Real(f"{name}_{i}") for i in range(size)] for name in task.laws}
        self.bases = {s: z3.Real(f"base_{s.name}") for s in task.parameters if s in task.scales}
        self.plain = {s: z3.Real(s.name) for s in task.parameters if s not in task.scales}
        self.count = 0
        self.instances: dict[str, list[fmpq]] = {}

    # ------------------------------------------------------------------------------------------------ numbers
    def ratio(self, x: Basic) -> Ratio:
        """A term as numerator over denominator."""
        self.count += 1
        if self.count > 20000:
            raise Unsupported
        if isinstance(x, sympy.Rational):
            return z3.RealVal(f"{x.p}/{x.q}"), None
        if isinstance(x, e.Parameter):
            if x in self.bound:
                return self.bound[x], None
            if x in self.plain:
                return self.plain[x], None
            raise Unsupported
        if isinstance(x, AppliedUndef):
            return self.mass(x), None
        if isinstance(x, sympy.Add):
            num, den = self.ratio(x.args[0])
            for a in x.args[1:]:
                p, q = self.ratio(a)
                if (q is None and den is None) or (q is not None and den is not None and z3.eq(q, den)):
                    num = num + p
                else:
                    num, den = _mul(num, q) + _mul(p, den), _mul(den, q)
            return num, den
        if isinstance(x, sympy.Mul):
            num, den = z3.RealVal(1), None
            for a in x.args:
                p, q = self.ratio(a)
                num, den = num * p, _mul(den, q)
            return z3.simplify(num), den
        if isinstance(x, sympy.Pow):
            base, exponent = x.args
            if isinstance(exponent, sympy.Integer) and abs(int(exponent)) <= 8:
                p, q = self.ratio(base)
                k = abs(int(exponent))
                top, bottom = p, q
                for _ in range(k - 1):
                    top, bottom = top * p, _mul(bottom, q)
                if int(exponent) > 0:
                    return top, bottom
                self.side.append(p != 0)
                return (z3.RealVal(1) if bottom is None else bottom), top
            if exponent == sympy.Rational(1, 2):
                root = self.variable("root")
                p, q = self.ratio(base)
                self.side += [root >= 0, root * root * (1 if q is None else q) == p]
                return root, None
            raise Unsupported
        if isinstance(x, sympy.exp):
            return self.exponential(x.args[0])
        if isinstance(x, sympy.tanh | sympy.sinh | sympy.cosh):
            p, q = self.exponential(2 * x.args[0] if isinstance(x, sympy.tanh) else x.args[0])
            q = z3.RealVal(1) if q is None else q
            if isinstance(x, sympy.tanh):
                return p - q, p + q
            return (p * p - q * q if isinstance(x, sympy.sinh) else p * p + q * q), 2 * p * q
        if isinstance(x, sympy.Max | sympy.Min):
            best = self.value(x.args[0])
            for a in x.args[1:]:
                other = self.value(a)
                best = (
                    z3.If(other >= best, other, best)
                    if isinstance(x, sympy.Max)
                    else z3.If(other <= best, other, best)
                )
            return best, None
        if isinstance(x, sympy.Abs):
            v = self.value(x.args[0])
            return z3.If(v >= 0, v, -v), None
        if isinstance(x, e.Indicator):
            return z3.If(self.formula(x.args[0], True), z3.RealVal(1), z3.RealVal(0)), None
        if isinstance(x, e.Posterior):
            p, a, b = (self.value(t) for t in x.args)
            den = p * a + (1 - p) * b
            self.side += [z3.Or(den > 0, z3.And(a == 0, b == 0))]
            return p * a, den
        if isinstance(x, sympy.Piecewise):
            result: Any = None
            for value, condition in reversed(x.args):
                v = self.value(value)
                result = v if result is None else z3.If(self.formula(condition, True), v, result)
            return result, None
        if isinstance(x, e.Total):
            return self.total(x)
        if isinstance(x, e.Loss):
            raise Unsupported
        if hasattr(x, "definition"):
            return self.ratio(x.definition())
        raise Unsupported

    def variable(self, name: str) -> Any:
        self.fresh += 1
        return z3.Real(f"{name}!{self.fresh}")

    def value(self, x: Basic) -> Any:
        """A term as one z3 term; a quotient gets a name."""
        p, q = self.ratio(x)
        if q is None:
            return p
        v = self.variable("q")
        self.side += [v * q == p, q != 0]
        return v

    def mass(self, x: Any) -> Any:
        name, index = x.func.__name__, 0
        row = self.laws.get(name)
        for o in x.args:
            if o not in self.at:
                raise Unsupported
            index = index * self.size + self.at[o]
        if row is None or index >= len(row):
            raise Unsupported
        return row[index]

    def total(self, x: Any) -> Ratio:
        saved, parts = dict(self.at), []
        for index in product(range(self.size), repeat=len(x.outcomes)):
            self.at.update(zip(x.outcomes, index, strict=True))
            parts.append(self.value(x.body))
        self.at = saved
        return z3.Sum(parts), None

    def exponential(self, x: Basic) -> Ratio:
        """e^x for x a sum of multiples of exponents and logarithms."""
        num: Any = z3.RealVal(1)
        den: Any = None
        for term in x.args if isinstance(x, sympy.Add) else [x]:
            coefficient, rest = sympy.Integer(1), []
            for f in decide.factors_of(term):
                if isinstance(f, sympy.Rational):
                    coefficient *= f
                elif isinstance(f, sympy.Pow) and isinstance(f.args[0], sympy.Rational) and f.args[1] == -1:
                    coefficient /= f.args[0]
                else:
                    rest.append(f)
            if not rest and coefficient == 0:
                continue
            if len(rest) != 1:
                raise Unsupported
            symbol = rest[0]
            if isinstance(symbol, sympy.Add):
                p, q = self.exponential(symbol)
            elif isinstance(symbol, sympy.log):
                p, q = self.ratio(symbol.args[0])
            elif symbol in self.bases:
                p, q = self.bases[symbol], None
                coefficient *= self.task.scales[symbol]
            else:
                raise Unsupported
            if coefficient.q != 1 or abs(coefficient) > 12:
                raise Unsupported
            k = int(coefficient)
            if k < 0:
                p, q, k = (z3.RealVal(1) if q is None else q), p, -k
            for _ in range(k):
                num, den = num * p, _mul(den, q)
        return z3.simplify(num), den

    # ----------------------------------------------------------------------------------------------- formulas
    def compare(self, kind: Any, left: Ratio, right: Ratio) -> Any:
        (a, b), (c, d) = left, right
        low, high = _mul(a, d), _mul(c, b)
        sign_ = _mul(b, d)
        plain = {
            sympy.Le: lambda x, y: x <= y, sympy.Lt: lambda x, y: x < y, sympy.Ge: lambda x, y: x >= y,
            sympy.Gt: lambda x, y: x > y, sympy.Eq: lambda x, y: x == y, sympy.Ne: lambda x, y: x != y,
        }[kind]  # fmt: skip
        if sign_ is None:
            return plain(low, high)
        return z3.And(sign_ != 0, z3.If(sign_ > 0, plain(low, high), plain(high, low)))

    def relation(self, x: Any, positive: bool) -> Any:
        left, right = x.args
        kind = x.func
        if not positive:
            kind = {sympy.Le: sympy.Gt, sympy.Lt: sympy.Ge, sympy.Ge: sympy.Lt, sympy.Gt: sympy.Le,
                    sympy.Eq: sympy.Ne, sympy.Ne: sympy.Eq}[kind]  # fmt: skip
        if isinstance(left, e.Loss) or isinstance(right, e.Loss):
            loss, bound = (left, right) if isinstance(left, e.Loss) else (right, left)
            (a, _), (b, _) = (self.ratio(t) for t in loss.args)
            p, q = self.exponential(bound)
            one, two = (_mul(a, q), None), (p * b, None)
            if q is not None:
                self.side.append(q > 0)
            return self.compare(kind, one, two) if loss is left else self.compare(kind, two, one)
        if self.logarithmic(left) or self.logarithmic(right):
            return self.compare(kind, self.exponential(left), self.exponential(right))
        return self.compare(kind, self.ratio(left), self.ratio(right))

    def logarithmic(self, x: Basic) -> bool:
        """Whether an expression is a sum of exponents and logarithms outside every exponential."""
        if isinstance(x, sympy.log) or x in self.bases:
            return True
        return isinstance(x, sympy.Add | sympy.Mul) and any(self.logarithmic(a) for a in x.args)

    def formula(self, x: Basic, positive: bool) -> Any:
        """The formula (or its negation) as a z3 constraint, quantifiers in hypotheses weakened to
        instances."""
        self.count += 1
        if isinstance(x, Relational):
            return self.relation(x, positive)
        if isinstance(x, BooleanTrue | BooleanFalse):
            return z3.BoolVal(bool(x) == positive)
        if isinstance(x, e.AllOf | sympy.And):
            parts = [self.formula(a, positive) for a in x.args]
            return z3.And(parts) if positive else z3.Or(parts)
        if isinstance(x, e.AnyOf | sympy.Or):
            parts = [self.formula(a, positive) for a in x.args]
            return z3.Or(parts) if positive else z3.And(parts)
        if isinstance(x, e.NotSo | sympy.Not):
            return self.formula(x.args[0], not positive)
        if isinstance(x, e.Implication):
            parts = [self.formula(x.args[0], not positive), self.formula(x.args[1], positive)]
            return z3.Or(parts) if positive else z3.And(parts)
        if isinstance(x, e.EveryEvent):
            event, body = x.args
            name, parts = event.func.__name__, []
            if self.size ** len(event.args) > 4:
                raise Unsupported
            for bits in product((0, 1), repeat=self.size ** len(event.args)):
                self.laws[name] = [z3.RealVal(b) for b in bits]
                parts.append(self.formula(body, positive))
            self.laws.pop(name)
            return z3.And(parts) if positive else z3.Or(parts)
        if isinstance(x, e.ForAll | e.Exists):
            return self.quantified(x, positive)
        if hasattr(x, "definition"):
            return self.formula(x.definition(), positive)
        raise Unsupported

    def quantified(self, x: Any, positive: bool) -> Any:
        variables, body = x.args
        first = variables[0]
        inner = body if len(variables) == 1 else type(x)(tuple(variables[1:]), body)
        universal = isinstance(x, e.ForAll) == positive
        if isinstance(first, e.Outcome):
            saved, parts = dict(self.at), []
            for i in range(self.size):
                self.at[first] = i
                parts.append(self.formula(inner, positive))
            self.at = saved
            return z3.And(parts) if universal else z3.Or(parts)
        if not isinstance(first, e.Parameter) or first.integer_valued:
            raise Unsupported
        if not universal:
            v = self.variable(first.name)
            self.bound[first] = v
            self.tries[first.name] = v
            conditions = [self.formula(c, True) for c in first.conditions]
            return z3.And(*conditions, self.formula(inner, positive))
        if not first.upper or first.upper[0] != 1 or not first.lower or first.lower[0] != 0:
            raise Unsupported
        parts = []
        instances: list[Any] = [
            z3.RealVal(f"{i}/{d}") for i, d in ((1, 2), (1, 10), (9, 10), (1, 3), (2, 3), (1, 4), (3, 4))
        ]
        for base in self.bases.values():
            p = self.variable("p")
            self.side += [p * (1 + base) == 1]
            instances += [p, 1 - p]
        instances += [z3.RealVal(f"{r.p}/{r.q}") for r in self.instances.get(first.name, ())]
        for p in instances:
            self.bound[first] = p
            parts.append(self.formula(inner, positive))
        self.bound.pop(first)
        return z3.And(parts)


def models(task: Task, size: int, rlimit: int, queries: int) -> Iterator[Env]:
    """Rational points that z3 proposes for a counterexample with `size` outcomes; none when it has no idea.

    A proposal at which a hypothesis over all values of a real fails teaches the next query that value.
    """
    learnt: dict[str, list[fmpq]] = {}
    bound: int | None = (
        100  # small, well separated numbers first: a model on a boundary is often not rational
    )
    for _ in range(queries):
        found = _query(task, size, rlimit, learnt, bound)
        if found is None and bound is not None:
            bound = None
            found = _query(task, size, rlimit, learnt, bound)
        if found is None:
            return
        yield found
        if not _learn(task, found, learnt):
            return


def _query(
    task: Task, size: int, rlimit: int, learnt: dict[str, list[fmpq]], bound: int | None
) -> Env | None:
    writer = Writer(task, size)
    writer.instances = learnt
    try:
        constraints = [writer.formula(g, True) for g in task.given]
        constraints += [writer.formula(c, True) for s in task.parameters for c in s.conditions]
        constraints.append(writer.formula(task.claim, False))
    except (Unsupported, RecursionError, z3.Z3Exception):
        return None
    constraints += [v > 0 for v in writer.bases.values()]
    for name in task.laws:
        constraints += [m >= 0 for m in writer.laws[name]] + [z3.Sum(writer.laws[name]) == 1]
    constraints += writer.side
    solver = z3.Solver()
    solver.set("rlimit", rlimit)
    solver.set("random_seed", 1)
    solver.add(*constraints)
    if bound is not None:
        solver.add(*(v <= bound for v in (*writer.bases.values(), *writer.plain.values())))
    return _read(task, writer, solver.model()) if solver.check() == z3.sat else None


def _learn(task: Task, env: Env, learnt: dict[str, list[fmpq]]) -> bool:
    """Note the values at which quantified hypotheses fail at a rejected proposal."""
    new = False
    for formula, _ in task.hypotheses:
        parts = formula.args if isinstance(formula, e.AllOf) else (formula,)
        for part in parts:
            if (
                not isinstance(part, e.ForAll)
                or len(part.args[0]) != 1
                or not isinstance(part.args[0][0], e.Parameter)
            ):
                continue
            symbol = part.args[0][0]
            fresh = Env(env.values, env.laws)
            try:
                if decide.truth_of(part)(fresh) is not False:
                    continue
                value = decide.counter_value(symbol, decide.truth_of(part.args[1]), fresh)
            except n.NotRational:
                continue
            if value is None or isinstance(value, n.Inf):
                continue
            point = value if isinstance(value, fmpq) else n.enclosed(value, 64).mid().fmpq()
            if point not in learnt.setdefault(symbol.name, []):
                learnt[symbol.name].append(point)
                new = True
    return new


def _rational(model: Any, variable: Any) -> fmpq | None:
    value = model.eval(variable, model_completion=True)
    if z3.is_algebraic_value(value):
        value = value.approx(12)
    if not z3.is_rational_value(value):
        return None
    return fmpq(value.numerator_as_long(), value.denominator_as_long())


def _read(task: Task, writer: Writer, model: Any) -> Env | None:
    values: dict[Any, Any] = {}
    for s, v in writer.bases.items():
        r = _rational(model, v)
        if r is None or r <= 0:
            return None
        values[s] = log_of(r, task.scales[s])
    for s, v in writer.plain.items():
        r = _rational(model, v)
        if r is None:
            return None
        values[s] = r
    laws = {}
    for name in task.laws:
        row: list[Any] = [_rational(model, m) for m in writer.laws[name]]
        if any(m is None for m in row):
            return None
        laws[name] = [*row[:-1], ONE - sum(row[:-1], ZERO)]
    tries = {}
    for name, v in writer.tries.items():
        r = _rational(model, v)
        if r is not None:
            tries[name] = (r,)
    for s in task.parameters:
        if s.integer_valued and values[s].q != 1:
            return None
    return Env(values, laws, tries)
