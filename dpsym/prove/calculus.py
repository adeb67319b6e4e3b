"""Inequalities by calculus: divide by something positive, take the derivative, climb from a point; or change the variable.

A goal f >= 0 is looked at in numbers first: where f is least, which quotient f/g rises from which point.  What numbers
suggest becomes lines of the kernel, or is given up.  The ways are those of the mean-value search and these:

    tangents      of exponentials and logarithms, in a product certificate
    two products  of positive factors are compared through their logarithms
    quotients     f/g >= 0 by the sign of its derivative, for a positive g that makes the derivative simple
    exponents     x = e^u where logarithms or powers of x occur
    parts         the range of x is cut where f is 0, and into boxes where it is not
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsym.kernel.analysis import diff
from dpsym.prove import certificates as cert
from dpsym.prove.branch_and_bound import bounded, limits
from dpsym.prove.certificates import monomial_atoms, padd, pmul, pscale
from dpsym.prove.float_models import atoms_of
from dpsym.prove.hypotheses import UNIT, Budget
from dpsym.prove.proof_state import ProofState
from dpsym.prove.quotient_rule import (
    divisors,
    exponent_of,
    fraction,
    only_exponentials,
    same_inverse,
    weight,
    zeros,
)
from dpsym.prove.reduction import exp_monotone, lightly_reduced, reduce, reduced_fact
from dpsym.prove.rewriting import Rewriting, from_exponentials
from dpsym.prove.sample_points import NOISE, negative, points, value_at, values
from dpsym.prove.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term, fv, subst
from dpsym.prove.substitutions import Changes
from dpsym.prove.unimodal import PROGRAMS, narrowed, of_names

GOALS = 80  # looked at in one search
DEPTH = 14  # derivatives taken one after the other
PARTS = 10  # cuts of a range
PLANS = 4  # quotients tried for one goal


@dataclass(frozen=True)
class Plan:
    """f/g climbs from the point c along x on one side; g = None stands for 1."""

    cost: float
    x: str
    centre: Term
    divisor: Poly | None
    quotient: Poly


class Calculus(Changes):
    """The search for one goal."""

    def __init__(self, goals: int = GOALS) -> None:
        super().__init__(goals)
        self.failed: set[Any] = set()
        self.path: list[Any] = []
        self.parts = PARTS

    # ------------------------------------------------------------------------------------------------- a goal
    def prove(self, known: ProofState, goal: Term, rungs: int = DEPTH, first: bool = False) -> int:
        """A line that states the relation `goal` (<= or <), or Stuck."""
        s = known.s
        line = known.have(goal)
        if line is not None:
            return line
        if goal[0] not in ("<=", "<"):
            return known.prove(goal, 2)
        mark = (s.key(goal), frozenset((f.kind, frozenset(f.poly.items())) for f in known.facts))
        if mark in self.failed or mark in self.path:
            raise Stuck("already tried")
        self.left -= 1 + len(s.rel(goal)[1]) // 8
        if self.left < 0 or rungs < 0:
            raise Stuck("the search has come to its end")
        self.path.append(mark)
        try:
            return self.settle(known, goal, rungs)
        except (Stuck, Refused) as e:
            self.failed.add(mark)
            raise Stuck(str(e)) from None
        finally:
            self.path.pop()

    def settle(self, known: ProofState, goal: Term, rungs: int) -> int:
        s = known.s
        kind, poly = s.rel(goal)
        heads = {f[0] for f in monomial_atoms(poly)}
        if heads & {"@sum", "@f"}:
            raise Stuck("not a goal of calculus")
        known.budget, known.guard.cancelling = Budget(PROGRAMS), True
        decide(known)
        self.pinned(known)
        logarithms_of_numbers(known, poly)
        if not poly or cert.closed(poly):
            with suppress(Stuck, Refused):
                return known.child().arithmetic(goal, 1)
            other = self.logarithms_apart(known, goal, poly, rungs)
            return known.relation(goal, 1) if other is None else other
        if "@ind" in heads:
            return self.by_cases(known, goal, poly, rungs)
        condition = next(
            (
                g
                for f in monomial_atoms(poly)
                for g in cert.inner_atoms(f)
                if g[0] == "@ind" and g not in known.rewrites
            ),
            None,
        )
        if condition is not None:
            return self.by_condition(known, goal, condition, rungs)
        sample = points(known, poly)
        if negative(poly, sample, kind == "gt"):
            raise Stuck("false at a point")
        with suppress(Stuck, Refused):
            return known.child().arithmetic(goal, 1)
        other = self.logarithms_apart(known, goal, poly, rungs)
        if other is not None:
            return other
        other = self.tidied(known, goal, poly, rungs)
        if other is not None:
            return other
        self.plain_signs(known, poly)
        reduced = reduce(known, poly)
        core: Term = (goal[0], ZERO, s.term(reduced.poly))
        if reduced.times and s.key(core) != s.key(goal):
            with suppress(Stuck, Refused):  # before denominators are cleared
                line = self.by_fall(known, (goal[0], ZERO, s.term(poly)), rungs)
                return s.add("have", [line], **{"is": goal})
            line = self.ways(known, core, reduced.poly, kind, rungs)
            return known.close(goal, reduced, [(Fraction(1), [line], None)], [])
        return self.ways(known, goal, poly, kind, rungs)

    def ways(self, known: ProofState, goal: Term, poly: Poly, kind: str, rungs: int) -> int:
        sample = points(known, poly)
        if not sample:
            return self.contradicted(known, goal, rungs)
        for way in (
            self.termwise, self.plainly, self.by_factors, self.by_boxes, self.by_tangents, self.by_products,
            self.by_roots, self.by_fall, self.by_quotients, self.by_hump, self.by_limit, self.by_exponents,
            self.by_squares, self.by_outweighing, self.by_parts,
        ):  # fmt: skip
            known.budget = Budget(PROGRAMS)
            try:
                return way(known, goal, rungs)
            except (Stuck, Refused):
                if self.left < 0:
                    raise
        raise Stuck("no way")

    def false_somewhere(self, known: ProofState, kind: str, poly: Poly) -> bool:
        return negative(poly, points(known, poly), kind == "gt")

    def contradicted(self, known: ProofState, goal: Term, rungs: int, denied: int | None = None) -> int:
        """Anything, where one of the facts is false by the others; `denied` is a fact that has been tried."""
        s = known.s
        true = s.add("arith", [], **{"is": ("<=", ZERO, ZERO), "terms": [], "eqs": []})
        known.budget = Budget(PROGRAMS)
        for facts, degree in ((of_names(known), 1), (known, 1), (known, 2)):
            with suppress(Stuck, Refused):
                false = facts.arithmetic(("<", ZERO, ZERO), degree)
                return s.add("absurd", [false, true], **{"is": goal})
        for fact in list(known.facts):
            if fact.line == denied or not any(f[0] in ("@exp", "@log", "@erf") for f in fact.atoms):
                continue
            others = ProofState(s)
            for other in known.facts:
                if other is not fact:
                    others.add(other.line)
            if not points(others, fact.poly) or rungs < 2:
                continue
            body = s.term(fact.poly)
            less: Term = ("<" if fact.kind == "ge" else "<=", body, ZERO)
            for opposite in (("<", body, ZERO), ("<", ZERO, body)) if fact.kind == "eq" else (less,):
                with suppress(Stuck, Refused):
                    line = self.prove(others, opposite, rungs - 2)
                    terms, eqs = [[1, [0]], [1, [1]]], []
                    if fact.kind == "eq":
                        terms, eqs = [[1, [1]]], [[0, ONE if opposite[2] == ZERO else -ONE]]
                    false = s.add(
                        "arith", [fact.line, line], **{"is": ("<", ZERO, ZERO), "terms": terms, "eqs": eqs}
                    )
                    return s.add("absurd", [false, true], **{"is": goal})
        raise Stuck("no contradiction")

    def by_denial(self, known: ProofState, goal: Term, rungs: int) -> int:
        """A contradiction from the opposite of the goal."""
        s = known.s
        child = known.child()
        line = child.assume(("not", goal))
        denied = child.facts[-1].line if len(child.facts) > len(known.facts) else None
        with suppress(Stuck, Refused):
            return s.add("cases", [s.hyp(goal), self.outweighed(child, goal, line)], on=goal)
        return s.add("cases", [s.hyp(goal), self.contradicted(child, goal, rungs, denied)], on=goal)

    def by_outweighing(self, known: ProofState, goal: Term, rungs: int) -> int:
        """Where an equation is known that gives no name its value: a denial that is outweighed."""
        if not any(f.kind == "eq" and len(f.poly) > 1 for f in known.facts):
            raise Stuck("no equation")
        child = known.child()
        line = child.assume(("not", goal))
        return known.s.add("cases", [known.s.hyp(goal), self.outweighed(child, goal, line)], on=goal)

    def outweighed(self, known: ProofState, goal: Term, denial: int) -> int:
        """The goal a <= b from m (a - b) <= 0 for a positive m, where a > b is known: m is a - b, its square, or a sum."""
        s = known.s
        _, poly = s.rel(goal)
        atoms = monomial_atoms(poly)
        facts = [f.poly for f in known.facts]
        if goal[0] != "<=" or len(atoms) > 4 or len(facts) > 8 or any(len(p) > 6 for p in (poly, *facts)):
            raise Stuck("too much to outweigh")
        if not any(f.kind == "eq" for f in known.facts) or any(cert.contains_head(f, "@erf") for f in atoms):
            raise Stuck("no equation")
        gap = s.term(pscale(poly, -1))
        above = s.add("have", [denial], **{"is": ("<", ZERO, gap)})
        for f, g in itertools.combinations(atoms[:4], 2):
            for sign in (1, -1):
                known.squares.append({("@M", (f, 1)): 1, ("@M", (g, 1)): sign})
        positive = [f.line for f in known.facts if f.kind == "gt" and len(f.poly) == 1 and f.line != above]
        for lines in ([above], [above, above], positive):
            if not lines or len(poly) ** len(lines) > 36:
                continue
            products = lines is not positive
            parts = [s.goal(i)[2] if s.goal(i)[1] == ZERO else ("-", *s.goal(i)[:0:-1]) for i in lines]
            times: Term = ("*", ONE, *parts) if products else ("+", ZERO, *parts)
            known.budget = Budget(PROGRAMS)
            with suppress(Stuck, Refused):
                less = known.child().arithmetic(
                    ("<=", ("*", times, gap), ZERO), len(lines) + 1 if products else 2
                )
                n = len(lines)
                up = [[1, [*range(n), n]]] if products else [[1, [k, n]] for k in range(n)]
                false = s.add(
                    "arith", [*lines, above, less],
                    **{"is": ("<", ZERO, ZERO), "terms": [*up, [1, [n + 1]]], "eqs": []},
                )  # fmt: skip
                true = s.add("arith", [], **{"is": ("<=", ZERO, ZERO), "terms": [], "eqs": []})
                return s.add("absurd", [false, true], **{"is": goal})
        raise Stuck("nothing outweighs")

    def by_roots(self, known: ProofState, goal: Term, rungs: int) -> int:
        """The root of a sum: compare the squares."""
        _, poly = known.s.rel(goal)
        atoms = monomial_atoms(poly)
        for f in atoms:
            root = f[0] == "@exp" and len(f[1]) == 2 and f[1][1][0][0] == "@log"
            if root and not is_linear(f[1][1][0]) and not any(g[0] == "@log" for g in atoms):
                return self.by_squares(known, goal, rungs)
        raise Stuck("no root of a sum")

    def plainly(self, known: ProofState, goal: Term, rungs: int) -> int:
        """A product certificate, in which squares of differences of names may stand."""
        atoms = monomial_atoms(known.s.rel(goal)[1])
        if 1 < len(atoms) <= 4 and all(f[0] == "@v" for f in atoms):
            child = known.child()
            child.squares += [
                {("@M", (f, 1)): 1, ("@M", (g, 1)): -1} for f, g in itertools.combinations(atoms, 2)
            ]
            with suppress(Stuck):
                return child.arithmetic(goal, 2)
            return child.arithmetic(goal, 3)
        return known.child().arithmetic(goal, 2 if len(known.facts) < 12 else 1)

    def by_condition(self, known: ProofState, goal: Term, atom: Any, rungs: int) -> int:
        """Where the condition of an indicator inside a logarithm holds, and where it does not."""
        s = known.s
        condition = s.formula(atom[1])
        lines = []
        for candidate in (condition, ("not", condition)):
            child = known.child()
            child.rewrite(atom, s.add("ind", [child.assume(candidate)]))
            lines.append(self.prove(child, goal, rungs))
        return s.add("cases", lines, on=condition)

    # --------------------------------------------------------------------------------------------- logarithms
    def logarithms_apart(self, known: ProofState, goal: Term, poly: Poly, rungs: int) -> int | None:
        """The goal with logarithms of products and quotients as sums, in exponents too; None where there are none."""
        s = known.s
        new, eqs = poly, []
        powers = dict.fromkeys(fe for m in poly for fe in m[1:])
        for f, e in powers:
            inside: Poly = {("@M", (f, 1)): 1} if f[0] == "@log" else {f[1]: e} if f[0] == "@exp" else {}
            apart, sums = inside, []
            for g in monomial_atoms(inside):
                found = self.apart(known, g) if g[0] == "@log" else None
                if found is not None:
                    beside = {
                        ("@M", *(x for x in m[1:] if x != (g, 1))): c
                        for m, c in apart.items()
                        if (g, 1) in m[1:]
                    }
                    line, total = found
                    apart = padd(apart, pmul(beside, padd(s.nf(s.atom(g)), total, -1)), -1)
                    sums.append((line, beside))
            plain = inverses_apart(s, apart)
            if not sums and plain == apart:
                continue
            old_term, new_term = s.term(inside), s.term(plain)
            given = [i for i, _ in sums]
            eqs_here = [[k, s.term(b)] for k, (_, b) in enumerate(sums)]
            if plain != apart:
                eqs_here.append([len(given), ONE])
                given.append(known.child().prove(("=", s.term(apart), new_term), 1))
            line = s.add("arith", given, **{"is": ("=", old_term, new_term), "terms": [], "eqs": eqs_here})
            if f[0] == "@exp":
                both = []
                for one, two, sign in ((old_term, new_term, ONE), (new_term, old_term, -ONE)):
                    order = s.add(
                        "arith", [line], **{"is": ("<=", one, two), "terms": [], "eqs": [[0, -sign]]}
                    )
                    both.append(exp_monotone(known, order, "<=", one, two))
                line = s.add("antisym", both)
            elif e != 1:
                continue
            value = s.nf(("exp", new_term)) if f[0] == "@exp" else plain
            rest = {("@M", *(x for x in m[1:] if x != (f, e))): c for m, c in poly.items() if (f, e) in m[1:]}
            new = padd(padd(new, {m: c for m, c in poly.items() if (f, e) in m[1:]}, -1), pmul(rest, value))
            eqs.append((line, rest))
            poly = new
        if not eqs:
            return None
        line = self.prove(known, (goal[0], ZERO, s.term(new)), rungs)
        given = [line, *(i for i, _ in eqs)]
        multipliers = [[1 + k, s.term(m)] for k, (_, m) in enumerate(eqs)]
        return s.add("arith", given, **{"is": goal, "terms": [[1, [0]]], "eqs": multipliers})

    def tidied(self, known: ProofState, goal: Term, poly: Poly, rungs: int) -> int | None:
        """The goal with x (1/x) as 1, 1/(1/x) as x, and logarithms apart inside divisors; None where nothing changes."""
        s = known.s
        if not any(g[0] == "@inv" for f in monomial_atoms(poly) for g in cert.inner_atoms(f)):
            return None
        tidy = Rewriting(known, lambda f: None, lambda q: self.above_zero(known, q), cancel=True)

        tails = any(cert.contains_head(f, "@erf") for f in monomial_atoms(poly))

        def rule(f: Any) -> tuple[int, Poly] | None:
            if f[0] == "@inv":
                return tidy.double(f)
            return self.apart(known, f) if f[0] == "@log" and tails else None

        tidy.rule = rule
        new = tidy.poly(poly)
        if not new.eqs or new.poly == poly:
            return None
        line = self.prove(known, (goal[0], ZERO, s.term(new.poly)), rungs)
        given = [line, *(i for i, _ in new.eqs)]
        eqs = [[1 + k, s.term(m)] for k, (_, m) in enumerate(new.eqs) if m]
        return s.add("arith", given, **{"is": goal, "terms": [[1, [0]]], "eqs": eqs})

    def apart(self, known: ProofState, f: Any) -> tuple[int, Poly] | None:
        """The line log p = sum of the logarithms of its factors, and that sum; None where p has one factor."""
        s = known.s
        mark = ("apart", f)
        if mark in known.inverses:
            return known.inverses[mark]  # type: ignore[return-value]
        known.inverses[mark] = None
        number = of_number(s, f)
        if number is not None:
            known.inverses[mark] = number  # type: ignore[assignment]
            return number
        plain = reduce(known, dict(f[1][1:]), deep=False).poly
        above, below = fraction(plain)
        found = cert.factor(above)
        c, parts = (Fraction(found[0]), found[1]) if found else (Fraction(1), [(above, 1)])
        if not found and len(above) == 1 and cert.closed(above):  # log(2 pi) is log 2 + log pi
            ((product, number_before),) = above.items()
            c, parts = Fraction(number_before), [({product: 1}, 1)]
        parts = [*parts, *((q, -e) for q, e in below)]
        whole = [q for q, e in parts if e == 1 and not only_exponentials(q)]
        if len(parts) == len(whole) < 2 and plain == dict(f[1][1:]) and c == 1:
            return None
        total: Poly = {}
        signs = known.child()
        for q, e in parts:
            sample = [v for v in values(q, points(known, q)) if v is not None]
            if sample and sample[0][0] < 0:
                q, c = pscale(q, -1), c * (-1) ** e
            if only_exponentials(q):
                ((m, v),) = q.items()
                c *= Fraction(v) ** e
                for g, k in m[1:]:
                    total = padd(total, {g[1]: k * e})
                continue
            line = self.above_zero(known, q)
            if line is None:
                return None
            signs.add(line)
            total = padd(total, s.nf(("log", s.term(q))), e)
        if c <= 0:
            return None
        if c != 1:
            total = padd(total, s.nf(("log", c)))
        with suppress(Stuck, Refused):
            signs.add(self.termwise(known, ("<", ZERO, s.term(dict(f[1][1:]))), 0))
        line = equal(signs, s.atom(f), s.term(total))
        known.inverses[mark] = (line, total)  # type: ignore[assignment]
        return line, total

    # -------------------------------------------------------------------------------------------------- boxes
    def by_boxes(self, known: ProofState, goal: Term, rungs: int) -> int:
        """A bounded range on which the goal leaves a gap everywhere."""
        s = known.s
        _, poly = s.rel(goal)
        names = [x for x in fv(goal) if s.sig.get(x) == "R"]
        if len(names) > 2 or not all(all(limits(known, x)) for x in names):
            raise Stuck("no box")
        for v in values(poly, points(known, poly)):
            if v is not None and v[0] < 1e-5 * v[1]:
                raise Stuck("no gap")
        return bounded(known, goal, 60)

    # ----------------------------------------------------------------------------------------------- tangents
    def by_tangents(self, known: ProofState, goal: Term, rungs: int) -> int:
        """1 + t <= e^t at the logarithms of the goal, their differences and the sums of them that it has."""
        s = known.s
        _, poly = s.rel(goal)
        logs = [f for f in monomial_atoms(poly) if f[0] == "@log"]
        if not logs or len(logs) > 8:
            raise Stuck("no tangent")
        forms: list[Poly] = [{("@M", (f, 1)): ONE} for f in logs]
        if len(logs) <= 4:
            for i, f in enumerate(logs):
                forms += [{("@M", (f, 1)): ONE, ("@M", (g, 1)): -ONE} for g in logs[i + 1 :]]
        forms += [form for form in grouped(poly).values() if len(form) > 2 or len(logs) > 4]
        half = any(e % 1 for m in poly for f, e in m[1:] if f[0] == "@exp")
        child = known.child()
        for form in forms:
            for scale in (1, -1, Fraction(1, 2), Fraction(-1, 2)) if half else (1, -1):
                with suppress(Stuck, Refused):
                    child.add(self.tangent(known, pscale(form, scale)))
        for f in logs:
            t = s.term(dict(f[1][1:]))
            for low, high in ((ONE, t), (t, ONE)):
                with suppress(Stuck, Refused):
                    known.child().arithmetic(("<=", low, high), 1)
                    child.add(known.child().prove(("<=", *(map(log, (low, high)))), 2))
        for degree in (1, 2):
            with suppress(Stuck):
                return child.arithmetic(goal, degree)
        for f in logs if len(logs) > 2 else ():  # times the argument of a logarithm
            t = s.term(dict(f[1][1:]))
            with suppress(Stuck, Refused):
                positive = known.child().prove(("<", ZERO, t), 2)
                line = child.arithmetic(("<=" if goal[0] == "<=" else "<", ZERO, ("*", t, s.term(poly))), 1)
                return s.add(
                    "arith", [line, positive], **{"is": goal, "times": [1], "terms": [[1, [0]]], "eqs": []}
                )
        raise Stuck("no tangent helps")

    def tangent(self, known: ProofState, form: Poly) -> int:
        """1 + t <= e^t at a sum of logarithms, times the arguments of those that are subtracted."""
        s = known.s
        below: Poly = {m: ONE for m, c in form.items() if c < 0}
        line = s.add("exp_tangent", [], of=s.term(form))
        if not below:
            return line
        positive = s.add("exp_pos", [], of=s.term(below))
        product = ("*", ("exp", s.term(below)), ("+", ONE, s.term(form)))
        goal: Term = ("<=", product, ("exp", s.term(padd(form, below))))
        line = s.add("arith", [line, positive], **{"is": goal, "terms": [[1, [0, 1]]], "eqs": []})
        reduced_fact(known.child(), known.as_fact(line))
        return line

    # ---------------------------------------------------------------------------------------------- two products
    def by_products(self, known: ProofState, goal: Term, rungs: int) -> int:
        """c M <= d N, products of positive factors, from the sums of the logarithms."""
        s = known.s
        _, poly = s.rel(goal)
        heads = {f[0] for m in poly for f, _ in m[1:]}
        if (
            len(poly) != 2
            or not all(m[1:] for m in poly)
            or "@exp" not in heads
            or not heads <= {"@exp", "@v"}
        ):
            raise Stuck("not two products")
        for f in monomial_atoms(poly):
            if f[0] == "@v":
                known.child().prove(("<", ZERO, f[1]), 1)
        sides: dict[bool, Term] = {}
        for m, c in poly.items():
            parts: list[Term] = [("log", Fraction(abs(c)))] if abs(c) != 1 else []
            for f, e in m[1:]:
                inside = s.term({f[1]: e}) if f[0] == "@exp" else ("*", Fraction(e), ("log", s.atom(f)))
                parts.append(inside)
            sides[c > 0] = ("+", *parts) if len(parts) > 1 else parts[0]
        if set(sides) != {True, False}:
            raise Stuck("not two products")
        inner = self.prove(known.child(), (goal[0], sides[False], sides[True]), rungs - 1)
        up = exp_monotone(known, inner, goal[0], sides[False], sides[True])
        _, exponential = s.rel(s.goal(up))
        reduced = reduce(known, padd(poly, exponential, -1))
        if reduced.poly:
            raise Stuck("logarithms do not go back")
        given = [up, *reduced.times, *(i for i, _ in reduced.eqs)]
        times = list(range(1, 1 + len(reduced.times)))
        eqs = [[1 + len(reduced.times) + k, s.term(m)] for k, (_, m) in enumerate(reduced.eqs) if m]
        return s.add("arith", given, **{"is": goal, "times": times, "terms": [[1, [0, *times]]], "eqs": eqs})

    # ----------------------------------------------------------------------------------------------- quotients
    def by_quotients(self, known: ProofState, goal: Term, rungs: int) -> int:
        """f >= 0 from f/g, which climbs from a point."""
        s = known.s
        _, poly = s.rel(goal)
        if rungs <= 0:
            raise Stuck("no more derivatives")
        plans = sorted(self.plans(known, poly), key=lambda p: p.cost)
        for plan in plans[:PLANS]:
            try:
                return self.follow(known, goal, plan, rungs)
            except (Stuck, Refused):
                if self.left < 0:
                    raise
        raise Stuck("no quotient that climbs")

    def plans(self, known: ProofState, poly: Poly) -> Iterator[Plan]:
        s = known.s
        sample = points(known, poly)
        for x in self.variables(known, poly):
            atom = next(f for f in monomial_atoms(s.nf(x)))
            centres = list(self.starts(known, poly, x))
            most = 1.5 * weight(poly, x) + 6
            for divisor, quotient in divisors(s, known, poly, x, sample):
                slope = diff(s.kernel, quotient, x)
                cost = weight(slope, x) + (0.5 if divisor is not None else 0)
                if cost > most:
                    continue
                found = values(slope, sample)
                if all(v is None for v in found):
                    continue
                for c in centres:
                    at = s.nf(c)
                    where = values(at, sample)
                    good = True
                    for model, v, w in zip(sample, found, where, strict=True):
                        if v is None or w is None:
                            continue
                        if (model[atom] - w[0]) * v[0] < -NOISE * 100 * v[1] * (abs(w[0]) + abs(model[atom])):
                            good = False
                            break
                    if not good:
                        continue
                    try:
                        start = s.nf(subst(s.term(quotient), {x: c}))
                    except Refused:
                        continue
                    low = values(start, sample)
                    if any(v is not None and v[0] < -NOISE * 1000 * v[1] for v in low):
                        continue
                    if all(v is None for v in low) and start:
                        continue
                    yield Plan(
                        cost + 0.1 * len(fv(c) if isinstance(c, tuple) else ()), x, c, divisor, quotient
                    )

    def starts(self, known: ProofState, poly: Poly, x: str) -> Iterator[Term]:
        """Points from which a quotient may climb: ends of the range, zeros of the derivative, 0, 1, 1/2, other names."""
        s = known.s
        found: dict[Any, Term] = {}
        for zero in zeros(s, diff(s.kernel, poly, x), x):
            found.setdefault(s.key(("<=", ZERO, zero)), zero)
        for end, _, _ in self.ends(known, x):
            found.setdefault(s.key(("<=", ZERO, end)), end)
        for number in (ZERO, ONE, Fraction(1, 2)):
            found.setdefault(s.key(("<=", ZERO, number)), number)
        for f in atoms_of(poly):
            if f[0] == "@v" and f[1] != x and s.sig.get(f[1]) == "R":
                found.setdefault(s.key(("<=", ZERO, f[1])), f[1])
        yield from found.values()

    def follow(self, known: ProofState, goal: Term, plan: Plan, rungs: int) -> int:
        s = known.s
        _, poly = s.rel(goal)
        if plan.divisor is None:
            return self.from_point(known, goal, plan, rungs)
        inner: Term = (goal[0], ZERO, s.term(plan.quotient))
        g = s.term(plan.divisor)
        if only_exponentials(plan.divisor):
            ((m, _),) = plan.divisor.items()
            exponent: Poly = {}
            for f, e in m[1:]:
                exponent = padd(exponent, {f[1]: e})
            positive = s.add("exp_pos", [], of=s.term(exponent))
            line = self.from_point(known, inner, plan, rungs)
            return s.add("arith", [line, positive], **{"is": goal, "terms": [[1, [0, 1]]], "eqs": []})
        positive = self.prove(known.child(), ("<", ZERO, g), 2)
        inverse = s.add("inv", [positive], of=g)
        child = known.child()
        child.add(positive)
        line = self.from_point(child, inner, plan, rungs)
        rest = padd(poly, pmul(plan.quotient, plan.divisor), -1)  # r - r g (1/g)
        remainder = {
            m: c
            for m, c in rest.items()
            if not any(f[0] == "@inv" and same_inverse(f, plan.divisor) for f, _ in m[1:])
        }
        eqs = [[2, s.term(pscale(remainder, -1))]] if remainder else []
        return s.add("arith", [line, positive, inverse], **{"is": goal, "terms": [[1, [0, 1]]], "eqs": eqs})

    def from_point(self, known: ProofState, goal: Term, plan: Plan, rungs: int) -> int:
        """Right of the point the quotient rises, left of it it falls."""
        s, x, c = known.s, plan.x, plan.centre
        for low, high, side in ((c, x, 1), (x, c, -1)):
            try:
                line = known.child().prove((goal[0], low, high), 1)
            except Stuck:
                continue
            return self.along(known, goal, x, c, side, line, rungs)
        if goal[0] == "<":
            raise Stuck("the strict bound fails to be strict at the point")
        right: Term = ("<=", c, x)
        yes, no = known.child(), known.child()
        lines = [self.along(yes, goal, x, c, 1, yes.assume(right), rungs)]
        order = s.add("have", [no.assume(("not", right))], **{"is": ("<", x, c)})
        weak = s.add("arith", [order], **{"is": ("<=", x, c), "terms": [[1, [0]]], "eqs": []})
        no.add(weak)
        lines.append(self.along(no, goal, x, c, -1, weak, rungs))
        return s.add("cases", lines, on=right)

    # ------------------------------------------------------------------------------------------------ exponents
    def by_exponents(self, known: ProofState, goal: Term, rungs: int) -> int:
        """x = e^u, where x occurs in a logarithm or a power that is not whole: the goal for every u in the range."""
        s = known.s
        _, poly = s.rel(goal)
        for x in self.variables(known, poly):
            atom = next(iter(monomial_atoms(s.nf(x))))
            inner = [f for f in monomial_atoms(poly) if f is not atom and x in f.names]
            arguments = {
                g for f in inner for g in (f, *cert.inner_atoms(f)) if g[0] == "@log" and x in g.names
            }
            if len(arguments) != 1:
                continue
            (log_x,) = arguments
            argument = dict(log_x[1][1:])
            slope = argument.get(("@M", (atom, 1)))
            if slope is None or any(m not in (UNIT, ("@M", (atom, 1))) for m in argument):
                continue
            with suppress(Stuck, Refused):
                return self.exponent(known, goal, x, atom, log_x, argument, Fraction(slope), rungs)
        raise Stuck("no logarithm of a name")

    def exponent(
        self,
        known: ProofState,
        goal: Term,
        x: str,
        atom: Any,
        log_x: Any,
        argument: Poly,
        slope: Fraction,
        rungs: int,
    ) -> int:
        s = known.s
        t = s.term(argument)
        positive = known.child().prove(("<", ZERO, t), 2)
        equation = s.add("exp_log", [positive], of=t)  # e^(log t) = t
        u = s.fresh("u", "R")
        shift = -Fraction(argument.get(UNIT, 0)) / slope
        in_u: Term = ("+", ("*", 1 / slope, ("exp", u)), shift)
        child = ProofState(s)
        child.budget = Budget(PROGRAMS)
        premises: list[tuple[Term, int]] = []

        def put(p: Poly) -> Poly:
            """p with e^u for the argument and u for its logarithm."""
            return s.nf(subst(marked(s, p, log_x, u), {x: in_u}))

        for fact in known.facts:
            if x not in {n for f in fact.atoms for n in cert.names_in(f)}:
                child.add(fact.line)
                continue
            here: Term = ({"ge": "<=", "gt": "<", "eq": "="}[fact.kind], ZERO, s.term(put(fact.poly)))
            there = subst(here, {u: ("log", t)})
            r = reduce(known, padd(s.rel(there)[1], fact.poly, -1))
            if r.poly or r.times or fact.kind == "eq":
                continue
            eqs = [[1 + k, s.term(m)] for k, (_, m) in enumerate(r.eqs) if m]
            line = s.add(
                "arith", [fact.line, *(i for i, _ in r.eqs)], **{"is": there, "terms": [[1, [0]]], "eqs": eqs}
            )
            premises.append((here, line))
        for end, side, strict in self.ends(known, x):  # bounds of u
            bound = s.nf(("+", ("*", slope, end), Fraction(argument.get(UNIT, 0))))
            if slope < 0:
                side = -side
            value: Term | None = None
            if bound == {UNIT: 1}:
                value = ZERO
            elif bound and all(m == UNIT for m in bound):
                if bound[UNIT] > 0:
                    value = ("log", Fraction(bound[UNIT]))
            elif len(bound) == 1 and (e := exponent_of(s, bound)) is not None:
                value = e
            if value is None:
                continue
            relation = "<" if strict else "<="
            low, high = (value, ("log", t)) if side > 0 else (("log", t), value)
            try:
                line = known.child().prove((relation, low, high), 2)
            except (Stuck, Refused):
                continue
            here = (relation, value, u) if side > 0 else (relation, u, value)
            premises.append((here, line))
        for here, _ in premises:
            child.assume(here)
        body: Term = (goal[0], ZERO, s.term(put(s.rel(goal)[1])))
        line = self.prove(child, body, rungs - 1)
        for here, _ in premises:
            line = s.add("imp_i", [line], **{"is": here})
        line = s.add("all_e", [s.add("all_i", [line], var=u)], at=("log", t))
        for _, stated in reversed(premises):
            there = s.goal(line)[1]
            line = s.add("imp_e", [line, s.add("have", [stated], **{"is": there})])
        r = reduce(known, padd(s.rel(goal)[1], s.rel(s.goal(line))[1], -1))
        if r.poly:
            raise Stuck("the exponents do not go back")
        times = list(range(1, 1 + len(r.times)))
        eqs = [[1 + len(times) + k, s.term(m)] for k, (_, m) in enumerate(r.eqs) if m]
        given = [line, *r.times, *(i for i, _ in r.eqs)]
        del equation
        return s.add("arith", given, **{"is": goal, "times": times, "terms": [[1, [0, *times]]], "eqs": eqs})

    # ---------------------------------------------------------------------------------------------------- parts
    def by_parts(self, known: ProofState, goal: Term, rungs: int) -> int:
        """The range of one name is cut: where the goal is an equation, or where boxes end."""
        s = known.s
        _, poly = s.rel(goal)
        names = [f[1] for f in atoms_of(poly) if f[0] == "@v"]
        if len(names) != 1 or rungs < 4 or self.parts <= 0:
            raise Stuck("more than one name")
        self.parts -= 1
        (x,) = names
        for cut in self.cuts(known, poly, x):
            on: Term = ("<=", x, cut)
            yes, no = known.child(), known.child()
            with suppress(Stuck, Refused):
                yes.assume(on)
                left = self.prove(narrowed(yes), goal, rungs - 4)
                no.assume(("not", on))
                right = self.prove(narrowed(no), goal, rungs - 4)
                return s.add("cases", [left, right], on=on)
        raise Stuck("no cut")

    def cuts(self, known: ProofState, poly: Poly, x: str) -> list[Fraction]:
        s = known.s
        sample = points(known, poly)
        atom = next(iter(monomial_atoms(s.nf(x))))
        pairs = sorted(
            (m[atom], v[0] / v[1]) for m, v in zip(sample, values(poly, sample), strict=True) if v and v[1]
        )
        if len(pairs) < 3:
            return []
        low, high = (None if e is None else e[0] for e in limits(known, x))
        found: list[Fraction] = []
        inner = [p for p in pairs if (low is None or p[0] > low) and (high is None or p[0] < high)]
        if not inner:
            return []
        least = min(inner, key=lambda p: p[1])
        if least[1] < 1e-6:  # an equation inside
            for d in range(1, 13):
                c = Fraction(round(least[0] * d), d)
                v = value_at(s, poly, x, c)
                if (
                    v is not None
                    and abs(v[0]) <= 1e-9 * v[1]
                    and (low is None or c > low)
                    and (high is None or c < high)
                ):
                    found.append(c)
                    break
        if low is not None and high is not None:
            width = high - low
            found += [low + width / 2, low + width / 4, low + width * 3 / 4]
        elif low is not None:
            found += [low + k for k in (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(4))]
        elif high is not None:
            found += [high - k for k in (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(4))]
        else:
            found += [ZERO]
        return found[:3]


def decide(known: ProofState) -> None:
    """Indicators in the facts whose conditions are known become numbers."""
    if not any(f[0] == "@ind" for fact in known.facts for f in fact.atoms):
        return
    known.decide_known()
    for fact in list(known.facts):
        plain = lightly_reduced(known, fact)
        if plain is not fact:
            known.facts.remove(fact)
            known.add(plain.line)


def logarithms_of_numbers(known: ProofState, poly: Poly) -> None:
    """Logarithms of numbers become sums of logarithms of primes."""
    for f in monomial_atoms(poly):
        for g in (f, *cert.inner_atoms(f)):
            if g[0] == "@log" and g not in known.rewrites:
                found = of_number(known.s, g)
                if found is not None:
                    known.rewrite(g, found[0])


def of_number(s: Script, log_atom: Any) -> tuple[int, Poly] | None:
    """The line log n = sum of e log p over the primes p of n, and that sum; None for other logarithms."""
    inner = dict(log_atom[1][1:])
    n = Fraction(inner.get(UNIT, 0))
    parts = factored(n) if len(inner) == 1 and n > 0 else None
    if parts is None or parts == {n: 1}:
        return None
    total: Term = ("+", ZERO, *(("*", Fraction(e), ("log", p)) for p, e in parts.items()))
    line = s.numbers.get(n)
    if line is None:
        line = s.numbers[n] = equal(ProofState(s), ("log", n), total)
    return line, s.nf(total)


def factored(n: Fraction) -> dict[Fraction, int] | None:
    """The primes of a positive number with their exponents; None where there are large ones."""
    out: dict[Fraction, int] = {}
    for part, sign in ((n.numerator, 1), (n.denominator, -1)):
        p = 2
        while part > 1 and p < 100:
            while part % p == 0:
                out[Fraction(p)] = out.get(Fraction(p), 0) + sign
                part //= p
            p += 1
        if part > 1:
            return None
    return out


def equal(known: ProofState, one: Term, two: Term) -> int:
    """The line one = two of sums of logarithms, from e^one = e^two, where the logarithms go."""
    s = known.s
    r = reduce(known, padd(s.nf(("exp", one)), s.nf(("exp", two)), -1))
    if r.poly:
        raise Stuck("not the same logarithm")
    given = [*r.times, *(i for i, _ in r.eqs)]
    times = list(range(len(r.times)))
    eqs = [[len(times) + k, s.term(m)] for k, (_, m) in enumerate(r.eqs) if m]
    same = s.add(
        "arith", given, **{"is": ("=", ("exp", one), ("exp", two)), "times": times, "terms": [], "eqs": eqs}
    )
    return from_exponentials(s, one, two, same)


def inverses_apart(s: Script, p: Poly) -> Poly:
    """p with 1/(c x^k) as 1/c times the k-th power of 1/x."""
    out: Poly = {}
    for m, c in p.items():
        part: Poly = {UNIT: c}
        for f, e in m[1:]:
            inner: Any = f[1][1:] if f[0] == "@inv" else ()
            if len(inner) == 1 and all(g[0] == "@v" for g, _ in inner[0][0][1:]):
                ((product, below),) = inner
                atoms = [(next(iter(s.kernel.c.inv({("@M", (g, 1)): 1}))), k) for g, k in product[1:]]
                part = pscale(part, Fraction(1) / Fraction(below) ** int(e))
                for (_, (over, _)), k in atoms:
                    part = pmul(part, {("@M", (over, k * e)): 1})
            else:
                part = pmul(part, {("@M", (f, e)): 1})
        out = padd(out, part)
    return out


def is_linear(log_atom: Any) -> bool:
    """Whether the argument of a logarithm is linear in names."""
    return all(m == UNIT or (len(m) == 2 and m[1][1] == 1 and m[1][0][0] == "@v") for m, _ in log_atom[1][1:])


def log(t: Term) -> Term:
    return ZERO if t == ONE else ("log", t)


def marked(s: Script, p: Poly, log_x: Any, u: str) -> Term:
    """p as a term with u for the logarithm."""

    def product(m: tuple) -> Term:
        parts: list[Term] = []
        for f, e in m[1:]:
            if f is log_x:
                t: Term = u
            elif f[0] == "@exp":
                parts.append(("exp", ("*", Fraction(e), product(f[1]))))
                continue
            elif cert.contains(f, log_x):
                raise Stuck("a logarithm inside a function")
            else:
                t = s.atom(f)
            parts.append(t if e == 1 else ("^", t, Fraction(e)))
        return ("*", ONE, *parts)

    return ("+", ZERO, *(("*", Fraction(c), product(m)) for m, c in p.items()))


def grouped(poly: Poly) -> dict[Any, Poly]:
    """The logarithms of a goal by what they are multiplied with, as sums with coefficients."""
    out: dict[Any, Poly] = {}
    for m, c in poly.items():
        logs = [(f, e) for f, e in m[1:] if f[0] == "@log"]
        if len(logs) == 1 and logs[0][1] == 1:
            rest = ("@M", *(fe for fe in m[1:] if fe not in logs))
            out.setdefault(rest, {})[("@M", logs[0])] = Fraction(c)
    return {k: pscale(v, 1 / abs(next(iter(v.values())))) for k, v in out.items()}


def calculus(known: ProofState, goal: Term, goals: int = GOALS) -> int:
    """A line that states `goal`, found by calculus; Stuck when none is.  `goals` bounds what is looked at: twice so many
    where there are indicators, fewer where each of them is long."""
    s = known.s
    if goal[0] == "=":
        return s.add("antisym", [calculus(known, ("<=", a, b), goals) for a, b in (goal[1:], goal[:0:-1])])
    _, poly = s.rel(goal)
    full, goals = goals, 2 * goals if any(f[0] == "@ind" for f in monomial_atoms(poly)) else goals
    names = [f for f in atoms_of(poly) if f[0] == "@v"]
    if len(names) > 1 and any(cert.contains_head(f, "@erf") for f in monomial_atoms(poly)):
        goals = full // 3  # each of them is long
    try:
        return Calculus(goals).prove(narrowed(known), goal)
    except (Stuck, Refused) as e:
        plain = narrowed(known)
        search = Calculus(goals)
        for way in (search.by_value, search.by_reciprocal, search.by_ratio, search.by_denial):
            with suppress(Stuck, Refused):
                return s.add("have", [way(plain, goal, DEPTH)], **{"is": goal})
        raise Stuck(str(e)) from None
