"""Candidate counterexamples from z3: a statement over n listed outcomes as polynomial constraints with free
parameters.

e^{eps/k} becomes a variable, quotients are cleared by the sign of their denominators, quantified hypotheses
are read at a few values.  A model is only a proposal: it is rounded to rationals and evaluated exactly by the
caller.  `unsat` and `unknown` are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatchmethod
from itertools import product

import sympy
import z3
from flint import fmpq
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue
from z3 import ArithRef, BoolRef, ModelRef

from dpsym.language import expressions as e
from dpsym.prove import decide
from dpsym.prove.counterexamples.refute_points import Task, fraction_near, log_of
from dpsym.prove.decide import Env
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Value

LARGEST = 20_000  # terms that are written out
POWER, BASES = 8, 12  # largest powers, of a term and of the base of an exponential


class Unsupported(Exception):
    """The statement leaves what is written for z3 (a bare logarithm, an order in an exponent, ...)."""


Ratio = tuple[ArithRef, ArithRef | None]  # numerator and denominator as z3 terms; None as denominator means 1


def _mul(x: ArithRef | None, y: ArithRef | None) -> ArithRef | None:
    if x is None or y is None:
        return y if x is None else x
    return x * y


class Writer:
    """One statement over `size` outcomes."""

    def __init__(self, task: Task, size: int) -> None:
        self.task, self.size = task, size
        self.at: dict[Basic, int] = {}
        self.bound: dict[e.Parameter, ArithRef] = {}
        self.side: list[BoolRef] = []
        self.tries: dict[str, ArithRef] = {}
        self.fresh = 0
        self.laws = {name: [z3.Real(f"{name}_{i}") for i in range(size)] for name in task.laws}
        self.bases = {s: z3.Real(f"base_{s.name}") for s in task.parameters if s in task.scales}
        self.plain = {s: z3.Real(s.name) for s in task.parameters if s not in task.scales}
        self.count = 0
        self.instances: dict[str, list[fmpq]] = {}

    # ------------------------------------------------------------------------------------------------ numbers
    def ratio(self, x: Basic) -> Ratio:
        """A term as numerator over denominator; Unsupported for what z3 has no words for."""
        self.count += 1
        if self.count > LARGEST:
            raise Unsupported
        return self._ratio(x)

    @singledispatchmethod
    def _ratio(self, x: Basic) -> Ratio:
        if not isinstance(x, e.Defined):
            raise Unsupported
        return self.ratio(x.definition())

    @_ratio.register
    def _(self, x: sympy.Rational) -> Ratio:
        return z3.RealVal(f"{x.p}/{x.q}"), None

    @_ratio.register
    def _(self, x: e.Parameter) -> Ratio:
        found = self.bound.get(x, self.plain.get(x))
        if found is None:
            raise Unsupported
        return found, None

    @_ratio.register
    def _(self, x: AppliedUndef) -> Ratio:
        return self.mass(x), None

    @_ratio.register
    def _(self, x: sympy.Add) -> Ratio:
        num, den = self.ratio(x.args[0])
        for a in x.args[1:]:
            p, q = self.ratio(a)
            if (q is None and den is None) or (q is not None and den is not None and z3.eq(q, den)):
                num = num + p
            else:
                num = (num if q is None else num * q) + (p if den is None else p * den)
                den = _mul(den, q)
        return num, den

    @_ratio.register
    def _(self, x: sympy.Mul) -> Ratio:
        num, den = z3.RealVal(1), None
        for a in x.args:
            p, q = self.ratio(a)
            num, den = num * p, _mul(den, q)
        return z3.simplify(num), den

    @_ratio.register
    def _(self, x: sympy.Pow) -> Ratio:
        base, exponent = x.args
        if exponent == sympy.Rational(1, 2):
            return self.square_root(base), None
        if not isinstance(exponent, sympy.Integer) or abs(int(exponent)) > POWER:
            raise Unsupported
        p, q = self.ratio(base)
        top, bottom = p, q
        for _ in range(abs(int(exponent)) - 1):
            top, bottom = top * p, _mul(bottom, q)
        if int(exponent) > 0:
            return top, bottom
        self.side.append(p != 0)
        return (z3.RealVal(1) if bottom is None else bottom), top

    @_ratio.register
    def _(self, x: sympy.exp) -> Ratio:
        return self.exponential(x.args[0])

    @_ratio.register(sympy.tanh)
    @_ratio.register(sympy.sinh)
    @_ratio.register(sympy.cosh)
    def _(self, x: Basic) -> Ratio:
        p, q = self.exponential(2 * x.args[0] if isinstance(x, sympy.tanh) else x.args[0])
        q = z3.RealVal(1) if q is None else q
        if isinstance(x, sympy.tanh):
            return p - q, p + q
        return (p * p - q * q if isinstance(x, sympy.sinh) else p * p + q * q), 2 * p * q

    @_ratio.register(sympy.Max)
    @_ratio.register(sympy.Min)
    def _(self, x: Basic) -> Ratio:
        best = self.value(x.args[0])
        for a in x.args[1:]:
            other = self.value(a)
            best = z3.If(other >= best if isinstance(x, sympy.Max) else other <= best, other, best)
        return best, None

    @_ratio.register
    def _(self, x: sympy.Abs) -> Ratio:
        v = self.value(x.args[0])
        return z3.If(v >= 0, v, -v), None

    @_ratio.register
    def _(self, x: e.Indicator) -> Ratio:
        return z3.If(self.formula(x.args[0], True), z3.RealVal(1), z3.RealVal(0)), None

    @_ratio.register
    def _(self, x: e.Posterior) -> Ratio:
        p, a, b = (self.value(t) for t in x.args)
        den = p * a + (1 - p) * b
        self.side += [z3.Or(den > 0, z3.And(a == 0, b == 0))]
        return p * a, den

    @_ratio.register
    def _(self, x: sympy.Piecewise) -> Ratio:
        result: ArithRef | None = None
        for value, condition in reversed(x.args):
            v = self.value(value)
            result = v if result is None else z3.If(self.formula(condition, True), v, result)
        return result, None

    @_ratio.register
    def _(self, x: e.Total) -> Ratio:
        saved, parts = dict(self.at), []
        for index in product(range(self.size), repeat=len(x.outcomes)):
            self.at.update(zip(x.outcomes, index, strict=True))
            parts.append(self.value(x.body))
        self.at = saved
        return z3.Sum(parts), None

    @_ratio.register
    def _(self, x: e.Loss) -> Ratio:
        raise Unsupported

    def square_root(self, x: Basic) -> ArithRef:
        """A name for the root of a term."""
        root = self.variable("root")
        p, q = self.ratio(x)
        self.side += [root >= 0, root * root * (1 if q is None else q) == p]
        return root

    def variable(self, name: str) -> ArithRef:
        """A new real unknown of z3."""
        self.fresh += 1
        return z3.Real(f"{name}!{self.fresh}")

    def value(self, x: Basic) -> ArithRef:
        """A term as one z3 term; a quotient gets a name."""
        p, q = self.ratio(x)
        if q is None:
            return p
        v = self.variable("q")
        self.side += [v * q == p, q != 0]
        return v

    def mass(self, x: Basic) -> ArithRef:
        """The mass of a law at outcomes that have values; Unsupported for another law or outcome."""
        name, index = x.func.__name__, 0
        row = self.laws.get(name)
        for o in x.args:
            if o not in self.at:
                raise Unsupported
            index = index * self.size + self.at[o]
        if row is None or index >= len(row):
            raise Unsupported
        return row[index]

    def exponential(self, x: Basic) -> Ratio:
        """e^x for x a sum of multiples of exponents and logarithms."""
        num: ArithRef = z3.RealVal(1)
        den: ArithRef | None = None
        for term in x.args if isinstance(x, sympy.Add) else [x]:
            coefficient, rest = decide.multiple_of(term)
            if not rest and coefficient == 0:
                continue
            if len(rest) != 1:
                raise Unsupported
            (p, q), scale = self.base(rest[0])
            k = coefficient * scale
            if k.q != 1 or abs(k) > BASES:
                raise Unsupported
            if k < 0:
                p, q = (z3.RealVal(1) if q is None else q), p
            for _ in range(abs(int(k))):
                num, den = num * p, _mul(den, q)
        return z3.simplify(num), den

    def base(self, x: Basic) -> tuple[Ratio, int]:
        """(r, k) with e^x = r^k."""
        if isinstance(x, sympy.Add):
            return self.exponential(x), 1
        if isinstance(x, sympy.log):
            return self.ratio(x.args[0]), 1
        if x in self.bases:
            return (self.bases[x], None), self.task.scales[x]
        raise Unsupported

    # ----------------------------------------------------------------------------------------------- formulas
    def compare(self, kind: type[Relational], left: Ratio, right: Ratio) -> BoolRef:
        """A relation of two quotients without their denominators, whose signs are told apart where they are not
        known."""
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

    def relation(self, x: Basic, positive: bool) -> BoolRef:
        """A relation, or its opposite where `positive` is false; one of a loss as one of masses."""
        left, right = x.args
        kind = x.func if positive else x.negated.func
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

    def formula(self, x: Basic, positive: bool) -> BoolRef:
        """The formula (or its negation) as a z3 constraint, quantifiers in hypotheses weakened to
        instances."""
        self.count += 1
        return self._formula(x, positive)

    @singledispatchmethod
    def _formula(self, x: Basic, positive: bool) -> BoolRef:
        if not isinstance(x, e.DefinedFormula):
            raise Unsupported
        return self.formula(x.definition(), positive)

    @_formula.register
    def _(self, x: Relational, positive: bool) -> BoolRef:
        return self.relation(x, positive)

    @_formula.register(BooleanTrue)
    @_formula.register(BooleanFalse)
    def _(self, x: Basic, positive: bool) -> BoolRef:
        return z3.BoolVal(bool(x) == positive)

    @_formula.register(e.AllOf)
    @_formula.register(sympy.And)
    def _(self, x: Basic, positive: bool) -> BoolRef:
        parts = [self.formula(a, positive) for a in x.args]
        return z3.And(parts) if positive else z3.Or(parts)

    @_formula.register(e.AnyOf)
    @_formula.register(sympy.Or)
    def _(self, x: Basic, positive: bool) -> BoolRef:
        parts = [self.formula(a, positive) for a in x.args]
        return z3.Or(parts) if positive else z3.And(parts)

    @_formula.register(e.NotSo)
    @_formula.register(sympy.Not)
    def _(self, x: Basic, positive: bool) -> BoolRef:
        return self.formula(x.args[0], not positive)

    @_formula.register
    def _(self, x: e.Implication, positive: bool) -> BoolRef:
        parts = [self.formula(x.args[0], not positive), self.formula(x.args[1], positive)]
        return z3.Or(parts) if positive else z3.And(parts)

    @_formula.register
    def _(self, x: e.EveryEvent, positive: bool) -> BoolRef:
        event, body = x.args
        name, parts = event.func.__name__, []
        if self.size ** len(event.args) > 4:
            raise Unsupported
        for bits in product((0, 1), repeat=self.size ** len(event.args)):
            self.laws[name] = [z3.RealVal(b) for b in bits]
            parts.append(self.formula(body, positive))
        self.laws.pop(name)
        return z3.And(parts) if positive else z3.Or(parts)

    @_formula.register(e.ForAll)
    @_formula.register(e.Exists)
    def _(self, x: Basic, positive: bool) -> BoolRef:
        return self.quantified(x, positive)

    def quantified(self, x: Basic, positive: bool) -> BoolRef:
        """A quantified formula, or its denial: outcomes are listed, a real becomes an unknown where it is
        chosen; else Unsupported."""
        variables, body = x.args
        first = variables[0]
        inner = body if len(variables) == 1 else type(x)(tuple(variables[1:]), body)
        universal = isinstance(x, e.ForAll) == positive
        if isinstance(first, e.Outcome):
            return self.at_outcomes(first, inner, positive, universal)
        if not isinstance(first, e.Parameter) or first.integer_valued:
            raise Unsupported
        if not universal:
            v = self.variable(first.name)
            self.bound[first] = self.tries[first.name] = v
            conditions = [self.formula(c, True) for c in first.conditions]
            return z3.And(*conditions, self.formula(inner, positive))
        if not first.upper or first.upper[0] != 1 or not first.lower or first.lower[0] != 0:
            raise Unsupported
        parts = []
        for p in self.probabilities(first):
            self.bound[first] = p
            parts.append(self.formula(inner, positive))
        self.bound.pop(first)
        return z3.And(parts)

    def at_outcomes(self, outcome: e.Outcome, inner: Basic, positive: bool, universal: bool) -> BoolRef:
        """A formula at every outcome, or at one."""
        saved, parts = dict(self.at), []
        for i in range(self.size):
            self.at[outcome] = i
            parts.append(self.formula(inner, positive))
        self.at = saved
        return z3.And(parts) if universal else z3.Or(parts)

    def probabilities(self, symbol: e.Parameter) -> list[ArithRef]:
        """Values from 0 to 1 at which a quantified hypothesis is read."""
        instances: list[ArithRef] = [
            z3.RealVal(x) for x in ("1/2", "1/10", "9/10", "1/3", "2/3", "1/4", "3/4")
        ]
        for base in self.bases.values():
            p = self.variable("p")
            self.side += [p * (1 + base) == 1]
            instances += [p, 1 - p]
        return instances + [z3.RealVal(f"{r.p}/{r.q}") for r in self.instances.get(symbol.name, ())]


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
            fresh = Env(env.values, env.laws, None, env.sizes)
            try:
                if decide.truth_of(part)(fresh) is not False:
                    continue
                value = decide.counter_value(symbol, decide.truth_of(part.args[1]), fresh)
            except n.NotRational:
                continue
            if value is None or isinstance(value, n.Inf):
                continue
            point = value if isinstance(value, fmpq) else fraction_near(value)
            if point is not None and point not in learnt.setdefault(symbol.name, []):
                learnt[symbol.name].append(point)
                new = True
    return new


def _rational(model: ModelRef, variable: ArithRef) -> fmpq | None:
    value = model.eval(variable, model_completion=True)
    if z3.is_algebraic_value(value):
        value = value.approx(12)
    if not z3.is_rational_value(value):
        return None
    return fmpq(value.numerator_as_long(), value.denominator_as_long())


def _read(task: Task, writer: Writer, model: ModelRef) -> Env | None:
    values: dict[Basic, Value] = {}
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
        row = [_rational(model, m) for m in writer.laws[name]]
        known = [m for m in row if m is not None]
        if len(known) < len(row):
            return None
        laws[name] = [*known[:-1], ONE - sum(known[:-1], ZERO)]
    tries = {}
    for name, v in writer.tries.items():
        r = _rational(model, v)
        if r is not None:
            tries[name] = (r,)
    for s in task.parameters:
        value = values[s]
        if s.integer_valued and not (isinstance(value, fmpq) and value.q == 1):
            return None
    return Env(values, laws, tries)
