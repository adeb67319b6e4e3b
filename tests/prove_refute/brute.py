"""An independent evaluator for the tests: mpmath at 50 digits, definitions spelled out, quantified reals
on a grid."""

from itertools import product

import sympy
from mpmath import mp, mpf
from sympy.core.function import AppliedUndef

from dpsym.language import expressions as e

CLOSE = mpf(10) ** -40


class Undefined(Exception):
    pass


class World:
    def __init__(self, point):
        mp.dps = 50
        self.laws = {name: [mpf(sympy.N(m, 50)) for m in masses] for name, masses in point.laws}
        self.size = len(next(iter(self.laws.values()), ()))
        self.values = {}
        for symbol, value in point.at:
            self.values[symbol.name] = mpf(sympy.N(value, 50))
        self.where = {}

    def number(self, x):
        if isinstance(x, sympy.Rational):
            return mpf(int(x.p)) / int(x.q)
        if isinstance(x, e.Parameter):
            return self.values[x.name]
        if isinstance(x, AppliedUndef):
            return self.laws[x.func.__name__][self.where[x.args[0]]]
        if isinstance(x, sympy.Add):
            return sum((self.number(a) for a in x.args), mpf(0))
        if isinstance(x, sympy.Mul):
            out = mpf(1)
            for a in x.args:
                out *= self.number(a)
            return out
        if isinstance(x, sympy.Pow):
            base, k = self.number(x.args[0]), self.number(x.args[1])
            if base == 0 and k < 0:
                raise Undefined
            return mp.power(base, k)
        if isinstance(x, sympy.exp | sympy.log | sympy.tanh | sympy.cosh | sympy.sinh):
            return getattr(mp, type(x).__name__)(self.number(x.args[0]))
        if isinstance(x, sympy.Max):
            return max(self.number(a) for a in x.args)
        if isinstance(x, sympy.Min):
            return min(self.number(a) for a in x.args)
        if isinstance(x, sympy.Abs):
            return abs(self.number(x.args[0]))
        if isinstance(x, e.Posterior):
            p, a, b = (self.number(t) for t in x.args)
            if p <= 0 or p >= 1:
                return mpf(0 if p <= 0 else 1)
            if p * a + (1 - p) * b == 0:
                raise Undefined
            return p * a / (p * a + (1 - p) * b)
        if isinstance(x, e.Probability):
            return self.over(x.args[2:], lambda: self.weight(x.args[1], lambda: mpf(self.holds(x.args[0]))))
        if isinstance(x, e.Mass):
            return self.over(x.args[2:], lambda: self.number(x.args[0]) * self.number(x.args[1]))
        if isinstance(x, e.HockeyStick):
            pair = x.args[1]
            u = mp.exp(self.number(x.args[0]))
            return self.over(
                pair.outcomes, lambda: max(self.number(pair.a) - u * self.number(pair.b), mpf(0))
            )
        if isinstance(x, e.RenyiMoment):
            alpha, pair = self.number(x.args[0]), x.args[1]

            def one():
                a, b = self.number(pair.a), self.number(pair.b)
                return a**alpha * b ** (1 - alpha) if a > 0 and b > 0 else mpf(0)

            return self.over(pair.outcomes, one)
        raise NotImplementedError(type(x))

    def weight(self, law, value):
        mass = self.number(law)
        return mass * value() if mass else mpf(0)

    def over(self, outcomes, body):
        total, saved = mpf(0), dict(self.where)
        for index in product(range(self.size), repeat=len(outcomes)):
            self.where.update(zip(outcomes, index, strict=True))
            total += body()
        self.where = saved
        return total

    def loss(self, x):
        a, b = (self.number(t) for t in x.args)
        if a == 0 and b == 0:
            raise Undefined
        return mpf("-inf") if a == 0 else mpf("inf") if b == 0 else mp.log(a / b)

    def holds(self, f):
        """Whether a formula holds; ties within 1e-40 count for weak relations and against strict ones."""
        if isinstance(f, sympy.core.relational.Relational):
            left, right = (self.loss(a) if isinstance(a, e.Loss) else self.number(a) for a in f.args)
            gap = mpf(0) if left == right else right - left
            tie = abs(gap) < CLOSE
            return {
                sympy.Le: tie or gap > 0, sympy.Ge: tie or gap < 0, sympy.Lt: gap > 0 and not tie,
                sympy.Gt: gap < 0 and not tie, sympy.Eq: tie, sympy.Ne: not tie,
            }[f.func]  # fmt: skip
        if isinstance(f, e.AllOf):
            return all(self.holds(a) for a in f.args)
        if isinstance(f, e.AnyOf):
            return any(self.holds(a) for a in f.args)
        if isinstance(f, e.NotSo):
            return not self.holds(f.args[0])
        if isinstance(f, e.Implication):
            return not self.holds(f.args[0]) or self.holds(f.args[1])
        if isinstance(f, e.Within):
            value, bound = f.args
            x = self.loss(value) if isinstance(value, e.Loss) else self.number(value)
            return abs(x) <= self.number(bound) + CLOSE
        if isinstance(f, e.Between):
            return self.holds(e.Le(f.args[0], f.args[1])) and self.holds(e.Le(f.args[1], f.args[2]))
        if isinstance(f, e.UnderEachLaw):
            event, level, pair = f.args
            return all(
                self.over(pair.outcomes, lambda law=law: self.weight(law, lambda: mpf(self.holds(event))))
                >= self.number(level) - CLOSE
                for law in (pair.a, pair.b)
            )
        if isinstance(f, e.EveryEvent):
            name = f.args[0].func.__name__
            for bits in product((mpf(0), mpf(1)), repeat=self.size):
                self.laws[name] = list(bits)
                if not self.holds(f.args[1]):
                    return False
            return True
        if isinstance(f, e.ForAll):
            variables, body = f.args
            first = variables[0]
            inner = body if len(variables) == 1 else e.ForAll(tuple(variables[1:]), body)
            if isinstance(first, e.Outcome):
                saved = dict(self.where)
                for i in range(self.size):
                    self.where[first] = i
                    if not self.holds(inner):
                        return False
                self.where = saved
                return True
            for value in self.grid(first):
                self.values[first.name] = value
                try:
                    if not self.holds(inner):
                        return False
                except Undefined:
                    continue
            return True
        return self.holds(f.definition())

    def grid(self, symbol):
        low = mpf(sympy.N(symbol.lower[0], 50)) if symbol.lower else mpf(-20)
        if symbol.upper is None:
            return [low + mpf(k * k) / 50 for k in range(1, 120)]
        high = mpf(sympy.N(symbol.upper[0], 50))
        ratios = [a / b for a, b in zip(*list(self.laws.values())[:2], strict=True) if a > 0 and b > 0]
        critical = [1 / (1 + mp.sqrt(r)) for r in ratios] + [1 / (1 + r) for r in ratios]
        return [low + (high - low) * mpf(k) / 300 for k in range(1, 300)] + critical


def refutes(given, claim, parameters, laws, point):
    """Whether a point satisfies all hypotheses and domains and contradicts the claim, by this evaluator."""
    world = World(point)
    for name in laws:
        masses = world.laws[name]
        if any(m < 0 for m in masses) or abs(sum(masses) - 1) > CLOSE:
            return False
    conditions = [c for s in parameters for c in s.conditions]
    return all(world.holds(g) for g in [*conditions, *given]) and not World(point).holds(claim)
