"""Inequalities by the sign of a derivative: f(c) >= 0 and f rising from c give f(x) >= 0, step after step.

Also: a bound against e^E as a bound of a logarithm, a bound of a root by squares, and the signs of factors.
Every step is a line of the kernel; numbers only guide the choice of the variable and of the point c.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dpsym.prove import certificates as cert
from dpsym.prove.certificates import monomial_letters, pmul, pscale
from dpsym.prove.known import Budget, Known
from dpsym.prove.models import Unknown, evaluate
from dpsym.prove.script import ONE, ZERO, Poly, Refused, Stuck, Term, subst

HALF = Fraction(1, 2)
RUNGS = 7  # derivatives taken one after the other
STEPS = 60  # goals looked at in all
PROGRAMS = 250  # linear programs for one of them


class Climb:
    """The search for one goal; `left` counts the goals that may still be looked at."""

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps

    def prove(self, known: Known, goal: Term, rungs: int = RUNGS, first: bool = False) -> int:
        """A line that states the relation `goal` (<= or <), or Stuck."""
        s = known.s
        if not first:
            known.budget = Budget(PROGRAMS)
            try:
                return known.prove(goal, 3)
            except Stuck:
                pass
        self.left -= 1
        if self.left < 0 or rungs < 0 or goal[0] not in ("<=", "<"):
            raise Stuck("the ladder has no more rungs")
        kind, poly = s.rel(goal)
        if any(f[0] in ("@sum", "@ind", "@erf", "@f") for f in monomial_letters(poly)):
            raise Stuck("not for a ladder")
        if self.false_somewhere(known, kind, poly):
            raise Stuck("false in a numerical model")
        reduced = known.reduce(poly)
        core: Term = (goal[0], ZERO, s.term(reduced.poly))
        line = self.core(known, core, rungs)
        return known._close(goal, reduced, [(Fraction(1), [line], None)], [])

    def false_somewhere(self, known: Known, kind: str, poly: Poly) -> bool:
        return known.models.refutes(kind, poly, known._evaluable())

    def core(self, known: Known, goal: Term, rungs: int) -> int:
        for way in (self.by_factors, self.by_logarithm, self.by_squares, self.by_derivative):
            try:
                return way(known, goal, rungs)
            except (Stuck, Refused):
                continue
        raise Stuck("no rung")

    # ------------------------------------------------------------------------------------------------ factors
    def by_factors(self, known: Known, goal: Term, rungs: int) -> int:
        """A product: the sign of each factor."""
        s = known.s
        kind, poly = s.rel(goal)
        found = cert.factor(poly)
        if found is None or (len(found[1]) == 1 and found[1][0][1] == 1):
            raise Stuck("no factors")
        c, lines, square = Fraction(found[0]), [], None
        for p, e in found[1]:
            if e % 2 == 0 and kind == "ge":
                for _ in range(e // 2):
                    square = p if square is None else pmul(square, p)
                continue
            for sign in (1, -1):
                q = pscale(p, Fraction(sign))
                if self.false_somewhere(known, "ge", q):
                    continue
                lines += [self.prove(known.child(), (goal[0], ZERO, s.term(q)), rungs)] * e
                c = c * sign**e
                break
            else:
                raise Stuck("a factor of either sign")
        if c < 0 or (kind == "gt" and square is not None):
            raise Stuck("the wrong sign")
        entry: list[Any] = [c, list(range(len(lines)))]
        if square is not None:
            entry.append(s.term(square))
        return s.add("arith", lines, **{"is": goal, "terms": [entry], "eqs": []})

    # -------------------------------------------------------------------------------------------- logarithms
    def by_logarithm(self, known: Known, goal: Term, rungs: int) -> int:
        """T <= c e^E as log(T/c) <= E, where E is not linear."""
        s = known.s
        _, poly = s.rel(goal)
        for product, c in poly.items():
            if c <= 0 or len(product) < 2 or any(f[0] != "@exp" for f, _ in product[1:]):
                continue
            exponent: Poly = {}
            for f, e in product[1:]:
                exponent[f[1]] = exponent.get(f[1], Fraction(0)) + e
            if all(len(m) == 2 and m[1][1] == 1 for m in exponent) or len(poly) == 1:
                continue
            rest = pscale({m: v for m, v in poly.items() if m != product}, -1 / Fraction(c))
            t, bound = s.term(rest), s.term(exponent)
            positive = self.prove(known.child(), ("<", ZERO, t), 1)
            inside = self.prove(known.child(), (goal[0], ("log", t), bound), rungs)
            up = known.exp_monotone(inside, goal[0], ("log", t), bound)
            equation = s.add("exp_log", [positive], of=t)
            return s.add(
                "arith", [up, equation], **{"is": goal, "terms": [[Fraction(c), [0]]], "eqs": [[1, Fraction(c)]]}
            )
        raise Stuck("no exponential to take the logarithm of")

    # ----------------------------------------------------------------------------------------------- squares
    def by_squares(self, known: Known, goal: Term, rungs: int) -> int:
        """0 <= t + k r, with one root r = e^{(log X)/2} in it and k a number: by comparing the squares."""
        s = known.s
        _, poly = s.rel(goal)
        if goal[0] != "<=":
            raise Stuck("roots are compared weakly")
        for product, k in poly.items():
            if len(product) != 2 or product[1][0][0] != "@exp" or product[1][1] != HALF:
                continue
            f = product[1][0]
            if len(f[1]) != 2 or f[1][1][0][0] != "@log":
                continue
            rest = {m: v for m, v in poly.items() if m != product}
            if any(g is f for g in monomial_letters(rest)):
                continue
            x, t, root = s.term(dict(f[1][1][0][1][1:])), s.term(rest), s.term({product: Fraction(1)})
            root_positive = s.add("exp_pos", [], of=s.term({f[1]: HALF}))
            square = s.add("exp_log", [known.child().prove(("<", ZERO, x), 2)], of=x)
            k2 = Fraction(k) ** 2
            if k < 0:  # |k| r <= t
                positive = self.prove(known.child(), ("<=", ZERO, t), rungs)
                order = self.prove(known.child(), ("<=", ("*", k2, x), ("*", t, t)), rungs - 1)
                total = s.add(
                    "arith", [positive, root_positive],
                    **{"is": ("<", ZERO, ("+", t, ("*", -Fraction(k), root))), "terms": [[1, [0]], [-Fraction(k), [1]]], "eqs": []},
                )  # fmt: skip
                return s.add(
                    "arith", [total, order, square],
                    **{"is": goal, "times": [0], "terms": [[1, [1]]], "eqs": [[2, -k2]]},
                )  # fmt: skip
            return self.root_below(known, goal, t, root, x, Fraction(k), root_positive, square, rungs)
        raise Stuck("no root to square")

    def root_below(
        self, known: Known, goal: Term, t: Term, root: Term, x: Term, k: Fraction, positive: int, square: int, rungs: int
    ) -> int:
        """0 <= t + k r for k > 0: clear where t >= 0, else t^2 <= k^2 X."""
        s = known.s
        on: Term = ("<=", ZERO, t)
        yes = s.add("arith", [s.hyp(on), positive], **{"is": goal, "terms": [[1, [0]], [k, [1]]], "eqs": []})
        child = known.child()
        below = child.assume(("not", on))
        negative = s.add("have", [below], **{"is": ("<", t, ZERO)})
        order = self.prove(child, ("<=", ("*", t, t), ("*", k * k, x)), rungs - 1)
        # (k r + t)(k r - t) = k^2 X - t^2 >= 0, and k r - t > 0
        gap = s.add(
            "arith", [negative, positive],
            **{"is": ("<", ZERO, ("-", ("*", k, root), t)), "terms": [[1, [0]], [k, [1]]], "eqs": []},
        )  # fmt: skip
        no = s.add("arith", [gap, order, square], **{"is": goal, "times": [0], "terms": [[1, [1]]], "eqs": [[2, k * k]]})
        return s.add("cases", [yes, no], on=on)

    # -------------------------------------------------------------------------------------------- derivatives
    def by_derivative(self, known: Known, goal: Term, rungs: int) -> int:
        """A point c where the bound holds, and the sign of the derivative on both sides of it."""
        s = known.s
        _, poly = s.rel(goal)
        if goal[0] == "<":
            raise Stuck("only for weak bounds")
        for x in self.variables(known, poly):
            for c in self.centres(known, poly, x):
                try:
                    return self.around(known, goal, x, c, rungs)
                except (Stuck, Refused):
                    if self.left < 0:
                        raise
        raise Stuck("no point to climb from")

    def variables(self, known: Known, poly: Poly) -> list[str]:
        """Real names in the goal, those inside exponentials and logarithms first, the latest first."""
        names: dict[str, int] = {}
        for f in monomial_letters(poly):
            for n in cert.names_in(f):
                if known.s.sig.get(n) == "R":
                    names[n] = max(names.get(n, 0), int(f[0] != "@v"))
        order = list(names)
        return sorted(order, key=lambda n: (-names[n], -order.index(n)))[:3]

    def centres(self, known: Known, poly: Poly, x: str) -> Iterator[Term]:
        """Points from which the bound may rise: ends of the domain, 0, 1, 1/2, other names."""
        s = known.s
        found: dict[Any, Term] = {}
        letter = next((f for f in monomial_letters(s.nf(x)) if f[0] == "@v"), None)
        for fact in known.facts:
            linear = {m: c for m, c in fact.poly.items() if len(m) == 2 and m[1] == (letter, 1)}
            rest = {m: c for m, c in fact.poly.items() if m not in linear}
            if len(linear) != 1 or len(rest) > 2 or any(cert.mentions({m: c}, x) for m, c in rest.items()):
                continue
            (c,) = linear.values()
            end = s.term(pscale(rest, -1 / Fraction(c)))
            found.setdefault(s.key(("<=", ZERO, end)), end)
        for number in (ZERO, ONE, HALF):
            found.setdefault(s.key(("<=", ZERO, number)), number)
        for n in self.variables(known, poly):
            if n != x:
                found.setdefault(s.key(("<=", ZERO, n)), n)
        for c in found.values():
            at = s.nf(subst(s.term(poly), {x: c}))
            if not self.false_somewhere(known, "ge", at) and self.lowest(known, poly, at):
                yield c

    def lowest(self, known: Known, poly: Poly, at: Poly) -> bool:
        """Whether the value at the point is at most the values in the numerical models (or cannot be had)."""
        for model in known.models.models:
            try:
                here, size = evaluate(at, model)
                there, other = evaluate(poly, model)
            except Unknown:
                continue
            if here > there + 1e-7 * (size + other + 1):
                return False
        return True

    def around(self, known: Known, goal: Term, x: str, c: Term, rungs: int) -> int:
        """Right of c the bound rises, left of c it falls."""
        s = known.s
        right: Term = ("<=", c, x)
        for condition, side in ((right, 1), (("<=", x, c), -1)):
            try:
                line = known.child().prove(condition, 1)
            except Stuck:
                continue
            child = known.child()
            child.add(line)
            return self.side(child, goal, x, c, side, line, rungs)
        yes, no = known.child(), known.child()
        lines = [self.side(yes, goal, x, c, 1, yes.assume(right), rungs)]
        order = s.add("have", [no.assume(("not", right))], **{"is": ("<", x, c)})
        weak = s.add("arith", [order], **{"is": ("<=", x, c), "terms": [[1, [0]]], "eqs": []})
        lines.append(self.side(no, goal, x, c, -1, weak, rungs))
        return s.add("cases", lines, on=right)

    def side(self, known: Known, goal: Term, x: str, c: Term, sign: int, order: int, rungs: int) -> int:
        """f(c) >= 0 and f' of one sign between c and x give f(x) >= 0."""
        s = known.s
        f = s.term(s.rel(goal)[1])
        start = self.prove(known.child(), ("<=", ZERO, subst(f, {x: c})), rungs - 1)
        z = s.fresh("z", "R")
        g = subst(f, {x: z}) if sign > 0 else ("*", -ONE, subst(f, {x: z}))
        low, high = (c, x) if sign > 0 else (x, c)
        domain: set[tuple[Any, ...]] = set()
        slope = s.kernel.diff(s.nf(g), z, domain)
        # a condition on x that all points between c and x satisfy
        closed = known.child()
        for h in (("<=", low, z), ("<=", z, high)):
            closed.add(s.hyp(h))
        signs = [self.sign_of(closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
        inside = known.child()
        inside.assume(("<", low, z))
        inside.assume(("<", z, high))
        rises = self.prove(inside, ("<=", ZERO, s.term(slope)), rungs - 1)
        line = s.add("mean_value", [rises, order, *signs], var=z, of=g)
        if s.rel(s.goal(line))[1] == {}:
            raise Stuck("nothing gained")
        return s.add("arith", [start, line], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})

    def sign_of(self, known: Known, p: Poly, tag: str) -> int:
        """That the argument of a logarithm or of 1/. is positive (or, for 1/., negative)."""
        t = known.s.term(p)
        try:
            return known.child().prove(("<", ZERO, t), 2)
        except Stuck:
            if tag == "@log":
                raise
            return known.child().prove(("<", t, ZERO), 2)


def climb(known: Known, goal: Term) -> int:
    """A line that states `goal`, found by derivatives; Stuck when none is."""
    if goal[0] == "=":
        s = known.s
        both = [climb(known, ("<=", a, b)) for a, b in (goal[1:], goal[:0:-1])]
        return s.add("antisym", both)
    return Climb().prove(known, goal, first=True)



