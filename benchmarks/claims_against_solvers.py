"""The claims of tests/claims put to dpsym, to z3 on the direct encoding with three outcomes, and to sympy, in one run.

`python benchmarks/claims_against_solvers.py [COUNT] [--limit SECONDS]` draws COUNT claims of each list by seed (all of
them without COUNT).  A claim counts as

    solved     answered rightly (for z3 a claim about pairs is then known for three outcomes only)
    cited      answered rightly (by dpsym) from facts of the literature, which it names
    wrong      answered, but not as it is
    undecided  no answer within the limit, or "unknown"
    outside    not expressible: for z3 a parameter inside and outside of an exponential, a divergence with a logarithm;
               for sympy any claim about pairs

The direct encoding writes u for e^eps (a root of it where eps/2 or eps/4 occurs) and three masses for each law.
"""

from __future__ import annotations

import argparse
import math
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "claims"))

import sympy
import z3
from judge import WORDS, Chain, Claim, calls, entries, names, points, read, speaks_of_pair, true_at

OUTCOMES = 3


class Outside(Exception):
    """The claim cannot be expressed."""


class Cited(Exception):
    """The claim is true by facts of the literature."""


class TooLate(Exception):
    """The time limit has passed."""


# -------------------------------------------------------------------------------------------------------- z3
Form = dict[str, Fraction]  # a linear form in the parameters


def linear(t: Any) -> Form:
    """The tree as a linear form without constant, or Outside."""
    if t == ("num", Fraction(0)):
        return {}
    if t[0] == "name" and t[1] not in ("pi", "e"):
        return {t[1]: Fraction(1)}
    if t[0] == "neg":
        return {k: -v for k, v in linear(t[1]).items()}
    if t[0] in ("+", "-"):
        total = linear(t[1])
        for k, v in linear(t[2]).items():
            total[k] = total.get(k, Fraction(0)) + (v if t[0] == "+" else -v)
        return {k: v for k, v in total.items() if v}
    if t[0] == "*" and t[1][0] == "num":
        return {k: v * t[1][1] for k, v in linear(t[2]).items()}
    if t[0] == "/" and t[2][0] == "num":
        return {k: v / t[2][1] for k, v in linear(t[1]).items()}
    raise Outside("an exponent that is not linear")


class Direct:
    """One claim as a formula of real arithmetic that is satisfiable when it fails on three outcomes."""

    def __init__(self, claim: Claim) -> None:
        self.claim, self.side = claim, []
        self.fresh = 0
        self.roots: dict[str, int] = {}
        for item in claim.conditions + claim.hypotheses + claim.conclusions:
            for c in calls(item):
                for f in self.exponents(c):
                    for k, v in f.items():
                        self.roots[k] = math.lcm(self.roots.get(k, 1), v.denominator)
        self.base = {k: z3.Real(f"root_{k}") for k in self.roots}
        self.side += [b > 0 for b in self.base.values()]
        self.p = [z3.Real(f"p{i}") for i in range(OUTCOMES)]
        self.q = [z3.Real(f"q{i}") for i in range(OUTCOMES)]
        if any(speaks_of_pair(i) for i in claim.hypotheses + claim.conclusions):
            for law in (self.p, self.q):
                self.side += [m >= 0 for m in law] + [sum(law) == 1]

    def exponents(self, c: Any) -> list[Form]:
        name, args = c[1], c[2:]
        if name in ("exp", "sinh", "cosh", "PureDP", "ApproxDP", "ProbDP", "Tail", "HockeyStick"):
            return [] if args[0][:2] == ("call", "log") else [linear(args[0])]
        if name == "tanh":
            return [{k: 2 * v for k, v in linear(args[0]).items()}]
        return []

    def exp(self, t: Any) -> Any:
        return self.expr(t[2]) if t[:2] == ("call", "log") else self.grow(linear(t))

    def grow(self, form: Form) -> Any:
        value: Any = z3.RealVal(1)
        for k, v in form.items():
            n = int(v * self.roots[k])
            for _ in range(abs(n)):
                value = value * self.base[k] if n > 0 else value / self.base[k]
        return value

    def new(self) -> Any:
        self.fresh += 1
        return z3.Real(f"fresh{self.fresh}")

    def expr(self, t: Any, p: Any = None, q: Any = None, outcome: int = 0) -> Any:
        kind = t[0]
        if kind == "num":
            return z3.Q(t[1].numerator, t[1].denominator)
        if kind == "name":
            if t[1] in ("pi", "e") or t[1] in self.roots:
                raise Outside("a parameter inside and outside of an exponential")
            return z3.Real(t[1])
        if kind == "neg":
            return -self.expr(t[1], p, q, outcome)
        if kind == "^":
            if t[2][0] != "num" or t[2][1].denominator != 1 or abs(t[2][1]) > 6:
                raise Outside("a power")
            value, n = z3.RealVal(1), int(t[2][1])
            x = self.expr(t[1], p, q, outcome)
            for _ in range(abs(n)):
                value = value * x
            return value if n >= 0 else 1 / value
        if kind != "call":
            x, y = (self.expr(a, p, q, outcome) for a in t[1:])
            return {"+": x + y, "-": x - y, "*": x * y, "/": x / y}[kind]
        name, args = t[1], t[2:]
        if name == "exp":
            return self.exp(args[0])
        if name in ("tanh", "sinh", "cosh"):
            if name == "tanh":
                u = self.grow({k: 2 * v for k, v in linear(args[0]).items()})
                return (u - 1) / (u + 1)
            u = self.exp(args[0])
            return (u - 1 / u) / 2 if name == "sinh" else (u + 1 / u) / 2
        if name == "sqrt":
            x, r = self.expr(args[0], p, q, outcome), self.new()
            self.side += [r >= 0, r * r == x]
            return r
        if name in ("abs", "min", "max"):
            xs = [self.expr(a, p, q, outcome) for a in args]
            if name == "abs":
                return z3.If(xs[0] >= 0, xs[0], -xs[0])
            best = xs[0]
            for x in xs[1:]:
                best = z3.If((x < best) if name == "min" else (x > best), x, best)
            return best
        if p is None:
            raise Outside(name)
        if name in ("TV", "Advantage", "HockeyStick", "Tail"):
            u = self.exp(args[0]) if args else z3.RealVal(1)
            return sum(
                z3.If(a > u * b, a if name == "Tail" else a - u * b, 0) for a, b in zip(p, q, strict=True)
            )
        if name == "Posterior":
            prior = self.expr(args[0])
            a, b = p[outcome], q[outcome]
            return prior * a / (prior * a + (1 - prior) * b)
        raise Outside(name)

    def relation(self, x: Any, r: str, y: Any) -> Any:
        return {"<=": x <= y, "<": x < y, ">=": x >= y, ">": x > y, "=": x == y, "!=": x != y}[r]

    def condition(self, c: Chain) -> Any:
        """Conditions on losses are conditions on their exponentials."""
        out = []
        for s, r, t in zip(c.parts, c.relations, c.parts[1:], strict=False):
            if (names(s) | names(t)) & self.roots.keys():
                out.append(self.relation(self.grow(linear(s)), r, self.grow(linear(t))))
            else:
                out.append(self.relation(self.expr(s), r, self.expr(t)))
        return z3.And(*out)

    def item(self, item: Any, conclusion: bool) -> Any:
        if not isinstance(item, Chain) and item[0] in WORDS:
            parts = [self.item(x, False) for x in item[1:]]
            return z3.Not(parts[0]) if item[0] == "not" else {"and": z3.And, "or": z3.Or}[item[0]](*parts)
        if isinstance(item, Chain) and not speaks_of_pair(item):
            return self.chain(item, None, None, 0)
        orders = ((self.p, self.q), (self.q, self.p))
        if not isinstance(item, Chain):
            return z3.And(*(self.notion(item, p, q) for p, q in orders))
        found = {c[1] for c in calls(item)}
        if "Power" in found:
            return z3.And(*(self.power(item, p, q, conclusion) for p, q in orders))
        outcomes = range(OUTCOMES) if "Posterior" in found else (0,)
        return z3.And(
            *(z3.Implies(p[i] + q[i] > 0, self.chain(item, p, q, i)) if "Posterior" in found
              else self.chain(item, p, q, i) for p, q in orders for i in outcomes)
        )  # fmt: skip

    def chain(self, c: Chain, p: Any, q: Any, outcome: int) -> Any:
        values = [self.expr(t, p, q, outcome) for t in c.parts]
        return z3.And(
            *(self.relation(x, r, y) for x, r, y in zip(values, c.relations, values[1:], strict=False))
        )

    def power(self, c: Chain, p: Any, q: Any, conclusion: bool) -> Any:
        """Power(a) <= bound, as a conclusion only: some test of that level exceeds the bound when it fails."""
        if not conclusion or c.relations not in (("<=",), ("<",)) or c.parts[0][:2] != ("call", "Power"):
            raise Outside("the power of the best test, other than bounded above")
        f = [self.new() for _ in range(OUTCOMES)]
        level = sum(g * b for g, b in zip(f, q, strict=True))
        test = [z3.And(g >= 0, g <= 1) for g in f] + [level <= self.expr(c.parts[0][2])]
        value = sum(g * a for g, a in zip(f, p, strict=True))
        return z3.Implies(z3.And(*test), self.relation(value, c.relations[0], self.expr(c.parts[1], p, q)))

    def notion(self, t: Any, p: Any, q: Any) -> Any:
        if t[1] not in ("PureDP", "ApproxDP", "ProbDP"):
            raise Outside(t[1])
        u = self.exp(t[2])
        both = list(zip(p, q, strict=True))
        if t[1] == "PureDP":
            return z3.And(*(a <= u * b for a, b in both))
        if t[1] == "ApproxDP":
            return sum(z3.If(a > u * b, a - u * b, 0) for a, b in both) <= self.expr(t[3])
        return sum(z3.If(z3.Or(a > u * b, b > u * a), a, 0) for a, b in both) <= self.expr(t[3])

    def formula(self) -> list:
        claim = self.claim
        fails = z3.Not(z3.And(*(self.item(c, True) for c in claim.conclusions)))
        given = [self.condition(c) for c in claim.conditions if c.relations]
        given += [self.item(h, False) for h in claim.hypotheses]
        return [*given, fails, *self.side]


def by_z3(text: str, limit: float) -> bool | None:
    solver = z3.Solver()
    solver.set("timeout", int(limit * 1000))
    solver.add(*Direct(read(text)).formula())
    answer = solver.check()
    return None if answer == z3.unknown else answer == z3.unsat


# ----------------------------------------------------------------------------------------------------- sympy
def in_sympy(t: Any, symbols: dict[str, Any]) -> Any:
    kind = t[0]
    if kind == "num":
        return sympy.Rational(t[1].numerator, t[1].denominator)
    if kind == "name":
        return {"pi": sympy.pi, "e": sympy.E}.get(t[1]) or symbols[t[1]]
    if kind == "neg":
        return -in_sympy(t[1], symbols)
    if kind == "call":
        args = [in_sympy(a, symbols) for a in t[2:]]
        named = {"ln": "log", "abs": "Abs", "min": "Min", "max": "Max"}.get(t[1], t[1])
        if named == "Phi":
            return (1 + sympy.erf(args[0] / sympy.sqrt(2))) / 2
        if named == "Phi_inv":
            return sympy.sqrt(2) * sympy.erfinv(2 * args[0] - 1)
        return getattr(sympy, named)(*args)
    x, y = (in_sympy(a, symbols) for a in t[1:])
    return {
        "+": lambda: x + y,
        "-": lambda: x - y,
        "*": lambda: x * y,
        "/": lambda: x / y,
        "^": lambda: x**y,
    }[kind]()


def by_sympy(text: str, limit: float) -> bool | None:
    """simplify, then ask, then (one parameter) reduce_inequalities on the negation."""
    claim = read(text)
    if any(speaks_of_pair(i) for i in claim.hypotheses + claim.conclusions) or claim.hypotheses:
        raise Outside("a claim about pairs")
    scope = sorted(set().union(set(), *(names(c) for c in claim.conditions)))
    symbols: dict[str, Any] = {}
    relations = []
    for name in scope:
        ahead = [c for c in claim.conditions if c.relations and names(c) == {name}]
        zero = ("num", Fraction(0))
        positive = any(
            (c.parts[0] == zero and c.relations[0] == "<") or (c.relations == (">",) and c.parts[1] == zero)
            for c in ahead
        )
        weak = any(c.parts[0] == zero or (c.relations == (">=",) and c.parts[1] == zero) for c in ahead)
        symbols[name] = sympy.Symbol(name, real=True, positive=positive or None, nonnegative=weak or None)
    build = {"<=": sympy.Le, "<": sympy.Lt, ">=": sympy.Ge, ">": sympy.Gt, "=": sympy.Eq, "!=": sympy.Ne}
    for c in claim.conditions:
        parts = [in_sympy(t, symbols) for t in c.parts]
        relations += [build[r](x, y) for x, r, y in zip(parts, c.relations, parts[1:], strict=False)]
    answers = []
    for c in claim.conclusions:
        parts = [in_sympy(t, symbols) for t in c.parts]
        for x, r, y in zip(parts, c.relations, parts[1:], strict=False):
            answers.append(one_relation(x, r, y, relations, symbols, build))
    if False in answers:  # simplify does not see the conditions: where they hold nowhere it is not blamed
        return False if met_somewhere(claim) else None
    return None if None in answers else True


def met_somewhere(claim: Claim) -> bool:
    """Whether the conditions hold at one of the judge's points."""
    return any(
        all(true_at(c, dict(w.env), None) for c in claim.conditions)
        for w in points(claim, random.Random(1), 50)
    )


def one_relation(x: Any, r: str, y: Any, given: list, symbols: dict[str, Any], build: dict) -> bool | None:
    goal = sympy.simplify(build[r](x, y))
    if goal in (sympy.true, sympy.false):
        return bool(goal)
    difference = sympy.simplify(y - x if r[0] == "<" else x - y)
    asked = {"<=": sympy.Q.nonnegative, ">=": sympy.Q.nonnegative, "<": sympy.Q.positive, ">": sympy.Q.positive,
             "=": sympy.Q.zero, "!=": sympy.Q.nonzero}[r]  # fmt: skip
    facts = sympy.And(*(sympy.Q.is_true(g) for g in given if g not in (sympy.true, sympy.false)))
    answer = sympy.ask(asked(difference), facts)
    if answer is not None:
        return bool(answer)
    if len(symbols) == 1:
        (symbol,) = symbols.values()
        usable = [g for g in given if g not in (sympy.true, sympy.false)]
        left = sympy.reduce_inequalities([*usable, sympy.Not(build[r](x, y))], [symbol])
        if left == sympy.false:
            return True
        found = left.as_set() if hasattr(left, "as_set") else None
        if found is not None and found.is_empty is not None:
            return bool(found.is_empty)
    return None


# ----------------------------------------------------------------------------------------------------- dpsym
def by_dpsym(text: str, limit: float) -> bool | None:
    import dpsym
    from dpsym.claims import NotAClaim

    try:
        verdict = dpsym.claim(text).verdict
    except NotAClaim:
        raise Outside("not taken") from None
    if verdict == "cited":
        raise Cited
    return {"proved": True, "enclosed": True, "refuted": False}.get(verdict)


def timed(
    method: Callable[[str, float], bool | None], text: str, truth: bool, limit: float
) -> tuple[str, float]:
    """solved, wrong, undecided or outside, and the processor seconds it took (the machine may be shared)."""

    def late(*_: Any) -> None:
        raise TooLate

    signal.signal(signal.SIGPROF, late)
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, limit, 0.2)  # again, where a destructor swallowed the first
    try:
        answer = method(text, limit)
        word = "undecided" if answer is None else "solved" if answer == truth else "wrong"
    except Outside:
        word = "outside"
    except Cited:
        word = "cited" if truth else "wrong"
    except TooLate:
        word = "undecided"
    except Exception:  # a solver that breaks has no answer
        word = "undecided"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return word, time.process_time() - start


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("count", type=int, nargs="?")
    options.add_argument("--limit", type=float, default=5.0, help="seconds for one claim (default 5)")
    options.add_argument("--wrong", action="store_true", help="print what was answered wrongly")
    given = options.parse_args()
    methods = {"dpsym": by_dpsym, "z3, 3 outcomes": by_z3, "sympy": by_sympy}
    print(
        f"{'':16}{'claims':>8}{'solved':>8}{'cited':>7}{'wrong':>7}{'undecided':>11}{'outside':>9}{'median s':>10}{'95 % s':>9}"
    )
    for truth in (True, False):
        for about_pairs in (False, True):
            texts = [e.text for e in entries("true" if truth else "false")]
            texts = [t for t in texts if is_about_pairs(t) == about_pairs]
            if given.count is not None and given.count < len(texts):
                texts = random.Random(1).sample(texts, given.count)
            print(f"{'true' if truth else 'false'}, {'about pairs' if about_pairs else 'about numbers'}")
            for name, method in methods.items():
                words: Counter[str] = Counter()
                seconds: list[float] = []
                for text in texts:
                    word, took = timed(method, text, truth, given.limit)
                    words[word] += 1
                    if word != "outside":
                        seconds.append(took)
                    if word == "wrong" and given.wrong:
                        print(f"    {name} says {not truth}: {text}")
                seconds = sorted(seconds) or [0.0]
                print(
                    f"  {name:14}{len(texts):8}{words['solved']:8}{words['cited']:7}{words['wrong']:7}{words['undecided']:11}"
                    f"{words['outside']:9}{seconds[len(seconds) // 2]:10.2f}{seconds[int(0.95 * (len(seconds) - 1))]:9.2f}"
                )  # fmt: skip


def is_about_pairs(text: str) -> bool:
    claim = read(text)
    return any(speaks_of_pair(i) for i in claim.hypotheses + claim.conclusions)


if __name__ == "__main__":
    main()
