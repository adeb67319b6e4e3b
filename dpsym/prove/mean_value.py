"""Inequalities by the sign of a derivative: f(c) >= 0 and f rising from c give f(x) >= 0, step after step.

Also: a bound against e^E as a bound of a logarithm, a bound of a root by squares, the signs of factors, and what
falls to a limit that the tail of erf gives.
Every step is a line of the kernel; numbers only guide the choice of the variable and of the point c.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from dpsym.kernel.analysis import diff
from dpsym.prove import certificates as cert
from dpsym.prove.certificates import monomial_atoms, pmul, pscale
from dpsym.prove.float_models import Unknown, evaluate, in_floats
from dpsym.prove.hypotheses import UNIT, Budget, show
from dpsym.prove.proof_state import ProofState
from dpsym.prove.reduction import exp_monotone, reduce
from dpsym.prove.script import ONE, ZERO, Poly, Refused, Stuck, Term, subst

HALF = Fraction(1, 2)
RUNGS = 7  # derivatives taken one after the other
STEPS = 40  # goals looked at in all
PROGRAMS = 80  # linear programs for one of them
Sign = Callable[
    [ProofState, str, Poly], int
]  # what is known of a name, the name, a derivative there -> the line that it is >= 0


class Climb:
    """The search for one goal; `left` counts the goals that may still be looked at."""

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps
        self.moving: set[str] = set()  # names that a derivative has been taken in: no point to start from

    def prove(self, known: ProofState, goal: Term, rungs: int = RUNGS, first: bool = False) -> int:
        """A line that states the relation `goal` (<= or <), or Stuck."""
        s = known.s
        known.guard.cancelling = True
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
        heads = {f[0] for f in monomial_atoms(poly)}
        if heads & {"@sum", "@f"}:
            raise Stuck("not for a ladder")
        if "@ind" in heads:
            return self.by_cases(known, goal, poly, rungs)
        if self.false_somewhere(known, kind, poly):
            raise Stuck("false in a numerical model")
        reduced = reduce(known, poly)
        core: Term = (goal[0], ZERO, s.term(reduced.poly))
        if reduced.times and s.key(core) != s.key(goal):
            plain: Term = (goal[0], ZERO, s.term(poly))
            for way in (
                self.by_logarithm,
                self.by_derivative,
                self.by_limit,
            ):  # as it stands, before denominators are cleared
                try:
                    line = way(known.child(), plain, min(rungs, 2))
                    return s.add("arith", [line], **{"is": goal, "terms": [[1, [0]]], "eqs": []})
                except (Stuck, Refused):
                    continue
        line = self.core(known, core, rungs)
        return known.close(goal, reduced, [(Fraction(1), [line], None)], [])

    def false_somewhere(self, known: ProofState, kind: str, poly: Poly) -> bool:
        return known.models.refutes(kind, poly, known.evaluable())

    def core(self, known: ProofState, goal: Term, rungs: int) -> int:
        for way in (
            self.by_factors, self.by_logarithm, self.by_squares, self.by_derivative, self.by_concavity,
            self.by_limit, self.by_sign,
        ):  # fmt: skip
            try:
                return way(known, goal, rungs)
            except (Stuck, Refused):
                continue
        raise Stuck("no rung")

    # ------------------------------------------------------------------------------------------------ factors
    def by_factors(self, known: ProofState, goal: Term, rungs: int) -> int:
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

    # -------------------------------------------------------------------------------------------------- cases
    def by_cases(self, known: ProofState, goal: Term, poly: Poly, rungs: int) -> int:
        """An indicator in the goal: where its condition holds, and where it does not."""
        s = known.s
        atom = known.indicator(poly)
        if atom is None:
            line = known.rewritten(goal, s.rel(goal)[0], poly, 2)
            return line
        condition = s.formula(atom[1])
        lines = []
        for candidate in (condition, ("not", condition)):
            child = known.child()
            child.rewrite(atom, s.add("ind", [child.assume(candidate)]))
            reduced = reduce(child, poly, deep=False)
            core: Term = (goal[0], ZERO, s.term(reduced.poly))
            line = self.prove(child, core, rungs)
            lines.append(child.close(goal, reduced, [(Fraction(1), [line], None)], []))
        return s.add("cases", lines, on=condition)

    def by_sign(self, known: ProofState, goal: Term, rungs: int) -> int:
        """A strict bound: where a name is at least 0, and where it is not."""
        s = known.s
        if goal[0] != "<":
            raise Stuck("only for strict bounds")
        for x in self.variables(known, s.rel(goal)[1]):
            condition: Term = ("<=", ZERO, x)
            if known.have(condition) is not None or known.have(("<", x, ZERO)) is not None:
                continue
            if known.have(("<", ZERO, x)) is not None or known.have(("not", condition)) is not None:
                continue
            lines = []
            for candidate in (condition, ("not", condition)):
                child = known.child()
                child.assume(candidate)
                lines.append(self.prove(child, goal, rungs - 3))
            return s.add("cases", lines, on=condition)
        raise Stuck("no name of open sign")

    # -------------------------------------------------------------------------------------------- logarithms
    def by_logarithm(self, known: ProofState, goal: Term, rungs: int) -> int:
        """T <= c e^E as log(T/c) <= E, and c e^E <= T as E <= log(T/c), where E is not linear."""
        s = known.s
        _, poly = s.rel(goal)
        for product, c in poly.items():
            if len(product) < 2 or any(f[0] != "@exp" for f, _ in product[1:]) or len(poly) == 1:
                continue
            exponent: Poly = {}
            for f, e in product[1:]:
                exponent[f[1]] = exponent.get(f[1], Fraction(0)) + e
            if all(len(m) == 2 and m[1][1] == 1 and m[1][0][0] == "@v" for m in exponent):
                continue
            rest = pscale({m: v for m, v in poly.items() if m != product}, -1 / Fraction(c))
            t, bound = s.term(rest), s.term(exponent)
            low, high = (("log", t), bound) if c > 0 else (bound, ("log", t))
            try:
                positive = self.prove(known.child(), ("<", ZERO, t), 1)
                inside = self.prove(known.child(), (goal[0], low, high), rungs - 1)
            except Stuck:
                continue
            up = exp_monotone(known, inside, goal[0], low, high)
            equation = s.add("exp_log", [positive], of=t)
            scale = abs(Fraction(c))
            eqs = [[1, Fraction(c)]]
            return s.add("arith", [up, equation], **{"is": goal, "terms": [[scale, [0]]], "eqs": eqs})
        raise Stuck("no exponential to take the logarithm of")

    # ----------------------------------------------------------------------------------------------- squares
    def by_squares(self, known: ProofState, goal: Term, rungs: int) -> int:
        """0 <= t + k r, with a root r = e^{(log X)/2} and k of one sign: by comparing the squares."""
        s = known.s
        _, poly = s.rel(goal)
        if goal[0] != "<=":
            raise Stuck("roots are compared weakly")
        roots = [
            f for f in monomial_atoms(poly) if f[0] == "@exp" and len(f[1]) == 2 and f[1][1][0][0] == "@log"
        ]
        for f in roots:
            with_root = {m: v for m, v in poly.items() if any(g is f for g, _ in m[1:])}
            if any(e != HALF for m in with_root for g, e in m[1:] if g is f):
                continue
            r: Poly = {("@M", (f, HALF)): Fraction(1)}
            factor = {("@M", *(fe for fe in m[1:] if fe[0] is not f)): v for m, v in with_root.items()}
            rest = {m: v for m, v in poly.items() if m not in with_root}
            try:
                return self.squared(known, goal, s.term(rest), s.term(factor), s.term(r), f, rungs)
            except (Stuck, Refused):
                continue
        raise Stuck("no root to square")

    def squared(self, known: ProofState, goal: Term, t: Term, k: Term, root: Term, f: Any, rungs: int) -> int:
        s = known.s
        x = s.term(dict(f[1][1][0][1][1:]))
        positive = s.add("exp_pos", [], of=s.term({f[1]: HALF}))
        square = s.add("exp_log", [known.child().prove(("<", ZERO, x), 2)], of=x)  # r^2 = X
        kk: Term = ("*", k, k)
        try:
            sign = known.child().prove(("<", k, ZERO), 2)
        except Stuck:
            sign = known.child().prove(("<", ZERO, k), 2)
        else:  # t >= 0 and k^2 X <= t^2, with t - k r > 0
            above = self.prove(known.child(), ("<=", ZERO, t), rungs)
            order = self.prove(known.child(), ("<=", ("*", kk, x), ("*", t, t)), rungs - 1)
            total = s.add(
                "arith", [above, sign, positive],
                **{"is": ("<", ZERO, ("-", t, ("*", k, root))), "terms": [[1, [0]], [1, [1, 2]]], "eqs": []},
            )  # fmt: skip
            return s.add(
                "arith", [total, order, square],
                **{"is": goal, "times": [0], "terms": [[1, [1]]], "eqs": [[2, ("*", -ONE, kk)]]},
            )  # fmt: skip
        on: Term = ("<=", ZERO, t)
        yes = s.add(
            "arith", [s.hyp(on), sign, positive], **{"is": goal, "terms": [[1, [0]], [1, [1, 2]]], "eqs": []}
        )
        child = known.child()
        negative = s.add("have", [child.assume(("not", on))], **{"is": ("<", t, ZERO)})
        order = self.prove(child, ("<=", ("*", t, t), ("*", kk, x)), rungs - 1)
        gap = s.add(
            "arith", [negative, sign, positive],
            **{"is": ("<", ZERO, ("-", ("*", k, root), t)), "terms": [[1, [0]], [1, [1, 2]]], "eqs": []},
        )  # fmt: skip
        no = s.add(
            "arith", [gap, order, square], **{"is": goal, "times": [0], "terms": [[1, [1]]], "eqs": [[2, kk]]}
        )
        return s.add("cases", [yes, no], on=on)

    # -------------------------------------------------------------------------------------------- derivatives
    def by_derivative(self, known: ProofState, goal: Term, rungs: int) -> int:
        """A point c where the bound holds, and the sign of the derivative on both sides of it."""
        s = known.s
        _, poly = s.rel(goal)
        for x in self.variables(known, poly):
            for c in self.centres(known, poly, x):
                try:
                    return self.around(known, goal, x, c, rungs)
                except (Stuck, Refused):
                    if self.left < 0:
                        raise
        raise Stuck("no point to climb from")

    def by_concavity(self, known: ProofState, goal: Term, rungs: int) -> int:
        """f >= 0 at both ends a, b and f'' <= 0: where f'(x) >= 0 f rises from a to x, else it falls from x to b."""
        s = known.s
        _, poly = s.rel(goal)
        if goal[0] != "<=":
            raise Stuck("only for weak bounds")
        f = s.term(poly)
        for x in self.variables(known, poly):
            ends = {side: e for e, side, _ in self.ends(known, x)}
            if set(ends) != {1, -1}:
                continue
            try:
                starts = {
                    side: self.prove(known.child(), ("<=", ZERO, subst(f, {x: e})), 1)
                    for side, e in ends.items()
                }
                slope = s.term(diff(s.kernel, s.nf(f), x))
                on: Term = ("<=", ZERO, slope)
                lines = []
                for side, given in ((1, s.hyp(on)), (-1, s.hyp(("not", on)))):
                    child = known.child()
                    if side < 0:
                        given = s.add("have", [given], **{"is": ("<", slope, ZERO)})
                    lines.append(
                        self.concave(child, goal, x, ends[side], side, starts[side], given, slope, rungs)
                    )
                return s.add("cases", lines, on=on)
            except (Stuck, Refused):
                if self.left < 0:
                    raise
        raise Stuck("not concave between two ends")

    def concave(
        self,
        known: ProofState,
        goal: Term,
        x: str,
        end: Term,
        side: int,
        start: int,
        given: int,
        slope: Term,
        rungs: int,
    ) -> int:
        s = known.s
        f = s.term(s.rel(goal)[1])
        z, w = s.fresh("z", "R"), s.fresh("w", "R")
        low, high = (end, x) if side > 0 else (x, end)
        order = known.prove(("<=", low, high), 1)
        inside = known.child()
        inside.assume(("<", low, z))
        inside.assume(("<", z, high))
        # f' falls: f'(z) >= f'(x) for z < x, f'(z) <= f'(x) for z > x
        a, b = (z, x) if side > 0 else (x, z)
        g = ("*", -ONE, subst(slope, {x: w}))
        domain: set[tuple[Any, ...]] = set()
        bend = diff(s.kernel, s.nf(g), w, domain)
        closed = inside.child()
        for h in (("<=", a, w), ("<=", w, b)):
            closed.add(s.hyp(h))
        signs = [self.sign_of(closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
        between = inside.child()
        between.assume(("<", a, w))
        between.assume(("<", w, b))
        bends = self.prove(between, ("<=", ZERO, s.term(bend)), rungs - 2)
        near = inside.child().prove(("<=", a, b), 1)
        falls = s.add("mean_value", [bends, near, *signs], var=w, of=g)
        here = subst(f, {x: z}) if side > 0 else ("*", -ONE, subst(f, {x: z}))
        first: set[tuple[Any, ...]] = set()
        rate = diff(s.kernel, s.nf(here), z, first)
        rises = s.add(
            "arith",
            [given, falls],
            **{"is": ("<=", ZERO, s.term(rate)), "terms": [[1, [0]], [1, [1]]], "eqs": []},
        )
        outside = known.child()
        for h in (("<=", low, z), ("<=", z, high)):
            outside.add(s.hyp(h))
        signs = [self.sign_of(outside, dict(p[1:]), tag) for tag, p in sorted(first, key=str)]
        line = s.add("mean_value", [rises, order, *signs], var=z, of=here)
        return s.add("arith", [start, line], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})

    # ------------------------------------------------------------------------------------------------- limits
    def by_limit(self, known: ProofState, goal: Term, rungs: int, falls: Sign | None = None) -> int:
        """f falls, and f(z) >= -c e^(-q z^2) for all z >= x, 1, so f(x) >= -c e^(-q z^2) for all of them: f(x) >= 0."""
        s = known.s
        _, poly = s.rel(goal)
        if goal[0] != "<=" or not any(cert.contains_head(f, "@erf") for f in monomial_atoms(poly)):
            raise Stuck("no tails")
        f, moving = s.term(poly), set(self.moving)
        for x in self.variables(known, poly):
            if any(side < 0 for _, side, _ in self.ends(known, x)) or x in moving:
                continue
            for q in self.decays(known, poly, x):
                try:
                    return self.in_the_limit(known, goal, f, x, q, rungs, falls)
                except (Stuck, Refused):
                    if self.left < 0:
                        raise
                finally:
                    self.moving = set(moving)
        raise Stuck("no limit")

    def decays(self, known: ProofState, poly: Poly, x: str) -> list[Fraction]:
        """Numbers q such that f may tend to 0 as e^(-q x^2) does: c^2 for each erf(c x + ...) in it."""
        s, found = known.s, set()
        todo = list(monomial_atoms(poly))
        for f in [*todo, *(g for p in todo for g in cert.inner_atoms(p))]:
            if f[0] == "@erf" and x in f.names:
                rate = diff(s.kernel, dict(f[1][1:]), x)
                try:
                    value, _ = evaluate(in_floats(rate), {})
                except Unknown:
                    continue
                found.add(Fraction(value * value).limit_denominator(1000))
        return sorted(q for q in found if q)

    def in_the_limit(
        self,
        known: ProofState,
        goal: Term,
        f: Term,
        x: str,
        q: Fraction,
        rungs: int,
        sign: Sign | None = None,
    ) -> int:
        s = known.s
        z, w = s.fresh("z", "R"), s.fresh("w", "R")
        self.moving |= {x, z, w}
        beyond: Term = ("<=", x, z)
        gone: Term = ("exp", ("*", -q, z, z))
        tail = known.child()
        tail.squares.append(s.nf(z))
        order = tail.assume(beyond)
        large: Term = ("<=", ONE, z)
        tail.assume(large)
        self.risen(tail, known, x, z, order)
        above, c = self.vanishing(tail, s.nf(subst(f, {x: z})), gone)
        g = ("*", -ONE, subst(f, {x: w}))
        domain: set[tuple[Any, ...]] = set()
        slope = diff(s.kernel, s.nf(g), w, domain)
        closed, inside = known.child(), known.child()
        closed.squares.append(s.nf(w))
        inside.squares.append(s.nf(w))
        for formula in (("<=", x, w), ("<=", w, z)):
            closed.add(s.hyp(formula))
        self.risen(closed, known, x, w, s.hyp(("<=", x, w)))
        signs = [self.sign_of(closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
        self.risen(inside, known, x, w, inside.assume(("<", x, w)))
        inside.assume(("<", w, z))
        falls = (
            self.prove(inside, ("<=", ZERO, s.term(slope)), rungs - 1)
            if sign is None
            else sign(inside, w, slope)
        )
        line = s.add("mean_value", [falls, order, *signs], var=w, of=g)
        less: Term = ("<=", ("*", -ONE, f), ("*", c, gone))
        line = s.add("arith", [above, line], **{"is": less, "terms": [[1, [0]], [1, [1]]], "eqs": []})
        for premise in (large, beyond):
            line = s.add("imp_i", [line], **{"is": premise})
        line = s.add("all_i", [line], var=z)
        # were h = -f(x) > 0: z = x^2 + 1 + k/h has h (1 + q z^2) <= h e^(q z^2) <= c, but q z^2 h^2 >= q k^2 > c^2/4
        h: Term = ("*", -ONE, f)
        k = c * (1 / q + 1)
        no = s.hyp(("not", goal))
        positive = s.add("have", [no], **{"is": ("<", ZERO, h)})
        over: Term = ("/", ONE, h)
        equation = s.add("inv", [positive], of=h)
        inverse = s.add(
            "arith", [positive, equation],
            **{"is": ("<", ZERO, over), "times": [0], "terms": [[1, []]], "eqs": [[1, 1]]},
        )  # fmt: skip
        a: Term = ("+", ("*", x, x), ONE)
        far: Term = ("+", a, ("*", k, over))
        terms: list[Any] = [[1, [], ("-", x, HALF)], [Fraction(3, 4), []], [k, [0]]]
        later = s.add("arith", [inverse], **{"is": ("<=", x, far), "terms": terms, "eqs": []})
        tiny = s.add("imp_e", [s.add("all_e", [line], at=far), later])
        terms = [[1, [], x], [k, [0]]]
        far_out = s.add("arith", [inverse], **{"is": ("<=", ONE, far), "terms": terms, "eqs": []})
        tiny = s.add("imp_e", [tiny, far_out])
        square: Term = ("*", q, far, far)
        tangent = s.add("exp_tangent", [], of=square)
        one = s.add("exp_pos", [], of=square)
        terms = [
            [1, [0, 2, 3]], [1, [1, 3, 3]], [1, [], ("-", h, c / 2)], [q * k * k - c * c / 4, []],
            [q, [], ("*", h, a)], [2 * q * k, [3], x], [2 * q * k, [3]],
        ]  # fmt: skip
        multiplier = ("+", ("*", 2 * q * k, h, a), ("*", q * k * k, ("+", ("*", h, over), ONE)))
        false = s.add(
            "arith", [tiny, tangent, one, positive, equation],
            **{"is": ("<", ZERO, ZERO), "terms": terms, "eqs": [[4, multiplier]]},
        )  # fmt: skip
        never = s.add("arith", [], **{"is": ("<=", ZERO, ZERO), "terms": [], "eqs": []})
        return s.add("cases", [s.hyp(goal), s.add("absurd", [never, false], **{"is": goal})], on=goal)

    def risen(self, known: ProofState, above: ProofState, x: str, z: str, order: int) -> None:
        """The lower bounds of x are those of z, which is at least x."""
        s = known.s
        for low, side, strict in list(self.ends(above, x)):
            line = above.have(("<" if strict else "<=", low, x)) if side > 0 else None
            if line is not None:
                relation = "<" if strict or s.goal(order)[0] == "<" else "<="
                terms = [[1, [0]], [1, [1]]]
                known.add(
                    s.add("arith", [line, order], **{"is": (relation, low, z), "terms": terms, "eqs": []})
                )

    def vanishing(self, known: ProofState, poly: Poly, gone: Term) -> tuple[int, Fraction]:
        """A line -c gone <= poly, found apart for what is made of erf and the rest, and c."""
        s = known.s
        erfs = {
            m: v for m, v in poly.items() if m == UNIT or any(cert.contains_head(f, "@erf") for f, _ in m[1:])
        }
        parts = [p for p in (erfs, {m: v for m, v in poly.items() if m not in erfs}) if p]
        lines, total = [], ZERO
        for p in parts:
            for c in (ZERO, ONE, 2 * ONE):
                try:
                    lines.append(self.prove(known.child(), ("<=", ("*", -c, gone), s.term(p)), 2))
                except Stuck:
                    continue
                total += c
                break
            else:
                raise Stuck(f"not known to vanish: {show(s.term(p))} >= -2 {show(gone)}")
        terms: list[Any] = [[1, [i]] for i in range(len(lines))]
        if not total:
            total = ONE
            terms.append([1, [len(lines)]])
            lines.append(s.add("exp_pos", [], of=gone[1]))
        goal: Term = ("<=", ("*", -total, gone), s.term(poly))
        return s.add("arith", lines, **{"is": goal, "terms": terms, "eqs": []}), total

    def ends(self, known: ProofState, x: str) -> Iterator[tuple[Term, int, bool]]:
        """Bounds of a name by other names and numbers: (bound, 1 from below or -1 from above, strict)."""
        s = known.s
        atom = next((f for f in monomial_atoms(s.nf(x)) if f[0] == "@v"), None)
        for fact in known.facts:
            linear = {m: c for m, c in fact.poly.items() if len(m) == 2 and m[1] == (atom, 1)}
            rest = {m: c for m, c in fact.poly.items() if m not in linear}
            if fact.kind == "eq" or len(linear) != 1 or len(rest) > 2 or cert.mentions(rest, x):
                continue
            (c,) = linear.values()
            yield s.term(pscale(rest, -1 / Fraction(c))), 1 if c > 0 else -1, fact.kind == "gt"

    def variables(self, known: ProofState, poly: Poly) -> list[str]:
        """Real names in the goal, those inside exponentials and logarithms first, the latest first."""
        names: dict[str, int] = {}
        for f in monomial_atoms(poly):
            for n in cert.names_in(f):
                if known.s.sig.get(n) == "R":
                    names[n] = max(names.get(n, 0), int(f[0] != "@v"))
        order = list(names)
        return sorted(order, key=lambda n: (-names[n], -order.index(n)))[:3]

    def centres(self, known: ProofState, poly: Poly, x: str) -> Iterator[Term]:
        """Points from which the bound may rise: ends of the domain, 0, 1, 1/2, other names."""
        s = known.s
        found: dict[Any, Term] = {}
        for end, _, _ in self.ends(known, x):
            if not (isinstance(end, str) and end in self.moving):
                found.setdefault(s.key(("<=", ZERO, end)), end)
        for number in (ZERO, ONE, HALF):
            found.setdefault(s.key(("<=", ZERO, number)), number)
        for n in self.variables(known, poly):
            if n != x and n not in self.moving:
                found.setdefault(s.key(("<=", ZERO, n)), n)
        for c in sorted(found.values(), key=lambda t: bool(cert.monomial_atoms(s.nf(t)))):
            at = s.nf(subst(s.term(poly), {x: c}))
            if not self.false_somewhere(known, "ge", at) and self.lowest(known, poly, at):
                yield c

    def lowest(self, known: ProofState, poly: Poly, at: Poly) -> bool:
        """Whether the value at the point is at most the values in the numerical models that have both."""
        compared = False
        for model in known.models.models:
            try:
                here, size = evaluate(in_floats(at), model)
                there, other = evaluate(in_floats(poly), model)
            except Unknown:
                continue
            compared = True
            if here > there + 1e-7 * (size + other + 1):
                return False
        return compared or not known.models.models

    def around(self, known: ProofState, goal: Term, x: str, c: Term, rungs: int) -> int:
        """Right of c the bound rises, left of c it falls."""
        s = known.s
        strict = goal[0] == "<"
        right: Term = ("<=", c, x)
        for low, high, side in ((c, x, 1), (x, c, -1)):
            try:
                line = known.child().prove((goal[0], low, high), 1)
            except Stuck:
                continue
            child = known.child()
            child.add(line)
            return self.side(child, goal, x, c, side, line, rungs)
        if strict:
            raise Stuck("the strict bound fails to be strict at the point")
        yes, no = known.child(), known.child()
        lines = [self.side(yes, goal, x, c, 1, yes.assume(right), rungs)]
        order = s.add("have", [no.assume(("not", right))], **{"is": ("<", x, c)})
        weak = s.add("arith", [order], **{"is": ("<=", x, c), "terms": [[1, [0]]], "eqs": []})
        lines.append(self.side(no, goal, x, c, -1, weak, rungs))
        return s.add("cases", lines, on=right)

    def side(self, known: ProofState, goal: Term, x: str, c: Term, sign: int, order: int, rungs: int) -> int:
        """f(c) >= 0 and f' of one sign between c and x give f(x) >= 0 (> 0 when f' has the sign strictly)."""
        s = known.s
        f = s.term(s.rel(goal)[1])
        start = self.prove(known.child(), ("<=", ZERO, subst(f, {x: c})), rungs - 1)
        z = s.fresh("z", "R")
        self.moving |= {x, z}
        g = subst(f, {x: z}) if sign > 0 else ("*", -ONE, subst(f, {x: z}))
        low, high = (c, x) if sign > 0 else (x, c)
        domain: set[tuple[Any, ...]] = set()
        slope = diff(s.kernel, s.nf(g), z, domain)
        closed = known.child()
        for h in (("<=", low, z), ("<=", z, high)):
            closed.add(s.hyp(h))
        signs = [self.sign_of(closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
        inside = known.child()
        inside.assume(("<", low, z))
        inside.assume(("<", z, high))
        rises = self.prove(inside, (goal[0], ZERO, s.term(slope)), rungs - 1)
        line = s.add("mean_value", [rises, order, *signs], var=z, of=g)
        return s.add("arith", [start, line], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})

    def sign_of(self, known: ProofState, p: Poly, tag: str) -> int:
        """That the argument of a logarithm or of 1/. is positive (or, for 1/., negative)."""
        t = known.s.term(p)
        try:
            return known.child().prove(("<", ZERO, t), 2)
        except Stuck:
            if tag == "@log":
                raise
            return known.child().prove(("<", t, ZERO), 2)


def climb(known: ProofState, goal: Term) -> int:
    """A line that states `goal`, found by derivatives; Stuck when none is."""
    if goal[0] == "=":
        s = known.s
        both = [climb(known, ("<=", a, b)) for a, b in (goal[1:], goal[:0:-1])]
        return s.add("antisym", both)
    return Climb().prove(known, goal, first=True)
