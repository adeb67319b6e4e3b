"""Signs by monotony: f rises from a point where it is at least 0, falls to a limit, or rises first and falls then.

A function whose derivative changes its sign once, from + to -, is at least 0 where it is so at both ends.  No point of
change is looked for: at each x the derivative h is >= 0, and then it was so before, and f rises up to x; or h < 0, and then
it stays so, and f falls from x on.  That h, once negative, stays negative is shown in the same way: h falls after
division by something positive, or h is at least 0 at the lower end and its own derivative is of this kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp
from typing import Any

from dpsym.kernel.analysis import diff
from dpsym.kernel.enclosure import enclose
from dpsym.kernel.normal import mmul, mono
from dpsym.kernel.terms import tree
from dpsym.prove import certificates as cert
from dpsym.prove.certificates import monomial_atoms, padd, pmul, pscale
from dpsym.prove.float_models import atoms_of
from dpsym.prove.hypotheses import UNIT, Budget
from dpsym.prove.mean_value import Climb, Sign
from dpsym.prove.proof_state import ProofState
from dpsym.prove.quotient_rule import divided, divisors, exponent_of, only_exponentials, same_inverse, weight
from dpsym.prove.reduction import exp_monotone, reduce
from dpsym.prove.sample_points import NOISE, negative, points, values
from dpsym.prove.script import ONE, ZERO, Poly, Refused, Stuck, Term, subst

HALF = Fraction(1, 2)
PROGRAMS = 25  # linear programs for one way at one goal
FAR = 4.5  # a large value: e^(-x^2/4) is small
TERMS = 30  # of a derivative that is looked at
TURNS = 3  # derivatives that change their sign once, one above the other


@dataclass(frozen=True)
class Turn:
    """Why h, once negative, stays negative.

    quotient  h/divisor, which falls; or h itself (divisor None), which falls or has `inner`
    inner     of the derivative of h, without its positive factors, where h does not fall but is >= 0 at the lower end
    """

    h: Poly
    divisor: Poly | None
    quotient: Poly
    inner: Turn | None = None


@dataclass(frozen=True)
class Bare:
    """c times factors that are at least 0, times h; plus a multiple of an equation e^(log X) = X, if there is one.

    root  the atom e^(log X) whose root is a factor, X, and the multiple
    """

    h: Poly
    c: Fraction
    factors: tuple[Poly, ...]
    root: tuple[Any, Poly, Poly] | None = None


class Monotone(Climb):
    """Steps of the search that follow the sign of a derivative."""

    def along(
        self,
        known: ProofState,
        goal: Term,
        x: str,
        c: Term,
        side: int,
        order: int,
        rungs: int,
        sign: Sign | None = None,
    ) -> int:
        """f(c) >= 0 and f' of one sign between c and x give f(x) >= 0 (> 0 when f' has the sign strictly)."""
        s = known.s
        f = s.term(s.rel(goal)[1])
        start = self.prove(known.child(), ("<=", ZERO, subst(f, {x: c})), rungs - 1)
        z = s.fresh("z", "R")
        g = subst(f, {x: z}) if side > 0 else ("*", Fraction(-1), subst(f, {x: z}))
        domain: set[tuple[Any, ...]] = set()
        slope = diff(s.kernel, s.nf(g), z, domain)
        inside = self.between(known, x, z, c, side, "<")
        if sign is None:
            rises = self.prove(inside, (goal[0], ZERO, s.term(slope)), rungs - 1)
        else:
            rises = sign(inside, z, slope)
        closed = self.between(known, x, z, c, side, "<=")
        signs = [self.sign_of(closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
        line = s.add("mean_value", [rises, order, *signs], var=z, of=g)
        return s.add("arith", [start, line], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})

    def between(self, known: ProofState, x: str, z: str, c: Term, side: int, relation: str) -> ProofState:
        """What is known of z between the point c and x: bounds of x that c has too; x is forgotten where it can be."""
        s = known.s
        low, high = (c, x) if side > 0 else (x, c)
        from_low, to_high = s.hyp((relation, low, z)), s.hyp((relation, z, high))
        inside = ProofState(s)
        inside.budget = Budget(PROGRAMS)
        inside.inverses = dict(known.inverses)
        complete = True
        atom = next(iter(monomial_atoms(s.nf(x))))
        for fact in known.facts:
            if x not in {n for f in fact.atoms for n in cert.names_in(f)}:
                inside.add(fact.line)
                continue
            rate = fact.poly.get(("@M", (atom, 1)))
            rest = {m: v for m, v in fact.poly.items() if m != ("@M", (atom, 1))}
            if rate is None or fact.kind == "eq" or cert.mentions(rest, x):
                complete = False
                continue
            rising = rate > 0
            end = low if rising else high
            there: Term = (
                "<" if fact.kind == "gt" else "<=",
                ZERO,
                ("+", ("*", Fraction(rate), end), s.term(rest)),
            )
            try:
                at_end = fact.line if end == x else known.child().prove(there, 1)
            except (Stuck, Refused):
                complete = False
                continue
            strict = fact.kind == "gt" or relation == "<"
            here: Term = ("<" if strict else "<=", ZERO, ("+", ("*", Fraction(rate), z), s.term(rest)))
            inside.add(
                s.add(
                    "arith", [at_end, from_low if rising else to_high],
                    **{"is": here, "terms": [[1, [0]], [abs(Fraction(rate)), [1]]], "eqs": []},
                )
            )  # fmt: skip
        inside.add(from_low if side > 0 else to_high)
        above = known.have(("<", ZERO, low)) if isinstance(low, str) else None
        if above is not None:
            terms = [[1, [0]], [1, [1]]]
            inside.add(s.add("arith", [above, from_low], **{"is": ("<", ZERO, z), "terms": terms, "eqs": []}))
        if not complete:
            for fact in known.facts:
                inside.add(fact.line)
            inside.add(to_high if side > 0 else from_low)
        return inside

    def sign_of(self, known: ProofState, p: Poly, tag: str) -> int:
        t = known.s.term(p)
        for goal in (("<", ZERO, t), ("<", t, ZERO)):
            with suppress(Stuck):
                return known.child().prove(goal, 2)
            if tag == "@log":
                break
        return self.prove(known.child(), ("<", ZERO, t), 2)

    # --------------------------------------------------------------------------------------- signs without a search
    def termwise(self, known: ProofState, goal: Term, rungs: int) -> int:
        """A sum of products of factors that are known to be positive, or at least 0."""
        s = known.s
        kind, poly = s.rel(goal)
        if any(c < 0 for c in poly.values()):
            raise Stuck("a negative term")
        given: list[int] = []
        terms: list[list[Any]] = []
        strict = kind == "ge"
        for m, c in poly.items():
            lines: list[int] = []
            square: Poly = {}
            for f, e in m[1:]:
                line = self.positive(known, f, e)
                if line is None and e % 2 == 0:
                    square = pmul(square or {UNIT: 1}, {("@M", (f, e // 2)): 1})
                elif line is None:
                    raise Stuck("a factor of open sign")
                else:
                    lines += [line] * (1 if f[0] == "@exp" else int(e))
            strict = strict or (not square and all(s.goal(i)[0] == "<" for i in lines))
            first = len(given)
            given += lines
            terms.append([Fraction(c), list(range(first, len(given))), *([s.term(square)] if square else [])])
        if not strict:
            raise Stuck("a factor of open sign")
        return s.add("arith", given, **{"is": goal, "terms": terms, "eqs": []})

    def positive(self, known: ProofState, f: Any, e: Any) -> int | None:
        """That an atom (a power of an exponential) is positive, or at least 0, where that is plain."""
        s = known.s
        if f[0] == "@exp":
            return s.add("exp_pos", [], of=s.term({f[1]: e}))
        if f[0] == "@pi":
            return s.add("enclose", [], **{"is": ("<", ZERO, ("pi",)), "bits": 64})
        single: Poly = {("@M", (f, 1)): 1}
        facts = [x for x in known.facts if x.kind in ("gt", "ge") and x.poly == single]
        if facts:
            return next((x for x in facts if x.kind == "gt"), facts[0]).line
        if f[0] == "@inv":
            with suppress(Stuck, Refused):
                below = s.term(dict(f[1][1:]))
                return self.inverse_positive(known, below, self.termwise(known, ("<", ZERO, below), 0))[0]
        return None

    def pinned(self, known: ProofState) -> None:
        """What is at least 0 and has a sum with other such at most 0 is 0: x = 0 from -x^2 - y^2 >= 0."""
        s = known.s
        for fact in list(known.facts):
            if (
                fact.kind != "ge"
                or not fact.poly
                or len(fact.poly) > 8
                or ("pinned", fact.line) in known.inverses
            ):
                continue
            known.inverses["pinned", fact.line] = None
            for q, k, c, others in even_parts(fact.poly):
                with suppress(Stuck, Refused):
                    rest = self.termwise(known, ("<=", ZERO, s.term(others)), 0)
                    t = s.term(q)
                    if k == 1:
                        least = self.termwise(known, ("<=", ZERO, t), 0)
                        terms = [[1 / c, [0]], [1 / c, [1]]]
                        most = s.add(
                            "arith", [fact.line, rest], **{"is": ("<=", t, ZERO), "terms": terms, "eqs": []}
                        )
                        known.add(s.add("antisym", [most, least]))
                        continue
                    lines = []
                    for low, high in ((t, ZERO), (ZERO, t)):
                        goal = ("<=", low, high)
                        over = s.add("have", [s.hyp(("not", goal))], **{"is": ("<", high, low)})
                        terms = [[c, [0] * k], [1, [1]], [1, [2]]]
                        false = s.add(
                            "arith", [over, fact.line, rest],
                            **{"is": ("<", ZERO, ZERO), "terms": terms, "eqs": []},
                        )  # fmt: skip
                        true = s.add("arith", [], **{"is": ("<=", ZERO, ZERO), "terms": [], "eqs": []})
                        no = s.add("absurd", [false, true], **{"is": goal})
                        lines.append(s.add("cases", [s.hyp(goal), no], on=goal))
                    known.add(s.add("antisym", lines))

    def plain_signs(self, known: ProofState, poly: Poly) -> None:
        """Signs of divisors and of arguments of logarithms under an exponential, where they need no search."""
        s = known.s
        for f in monomial_atoms(poly):
            for g in (f, *cert.inner_atoms(f)):
                mark = g if g[0] == "@inv" else ("explog", g)
                if g[0] not in ("@inv", "@log") or known.inverses.get(mark) is not None:
                    continue
                p = dict(g[1][1:])
                with suppress(Stuck, Refused):
                    t = s.term(p)
                    sign = self.termwise(known, ("<", ZERO, t), 0)
                    known.inverses[mark] = (s.add("inv" if g is mark else "exp_log", [sign], of=t), sign, p)

    # ------------------------------------------------------------------------------------------- falls to a limit
    def by_fall(self, known: ProofState, goal: Term, rungs: int) -> int:
        """What erf makes fall to a limit, or rise first and fall then: as it stands, or divided by exponentials."""
        s = known.s
        _, poly = s.rel(goal)
        if (
            goal[0] != "<="
            or rungs < 4
            or not any(cert.contains_head(f, "@erf") for f in monomial_atoms(poly))
        ):
            raise Stuck("nothing that falls to a limit")
        sample = points(known, poly)
        forms: list[tuple[float, str, Poly | None, Poly, bool]] = []
        for x in self.variables(known, poly):
            if any(side < 0 for _, side, _ in self.ends(known, x)):
                continue
            for divisor, quotient in divisors(s, known, poly, x, sample):
                if divisor is not None and not only_exponentials(divisor):
                    continue
                if not self.fades(known, quotient, x, sample):
                    continue
                slope = diff(s.kernel, quotient, x)
                falls = not negative(pscale(slope, -1), sample, False)
                forms.append((weight(slope, x) + (0 if falls else 10), x, divisor, quotient, falls))
        for _, x, divisor, quotient, falls in sorted(forms, key=lambda form: form[0])[:3]:
            inner: Term = ("<=", ZERO, s.term(quotient))
            with suppress(Stuck, Refused):
                line = self.by_limit(known, inner, rungs) if falls else self.by_turn(known, inner, x, rungs)
                if divisor is None:
                    return s.add("have", [line], **{"is": goal})
                positive = s.add("exp_pos", [], of=exponent_of(s, divisor))
                return s.add("arith", [line, positive], **{"is": goal, "terms": [[1, [0, 1]]], "eqs": []})
            if self.left < 0:
                break
        raise Stuck("neither falls nor rises and falls")

    def fades(self, known: ProofState, poly: Poly, x: str, sample: Sequence[dict]) -> bool:
        """Whether the value is tiny where x is large, as what erf makes is."""
        atom = next(iter(monomial_atoms(known.s.nf(x))))
        rates = self.decays(known, poly, x)
        far = [(m[atom], v) for m, v in zip(sample, values(poly, sample), strict=True) if m[atom] >= FAR]
        return (
            bool(rates)
            and any(v is not None for _, v in far)
            and all(
                v is None or abs(v[0]) <= 50 * exp(-float(rates[0]) * a * a / 2) + NOISE * v[1]
                for a, v in far
            )
        )

    def vanishing(self, known: ProofState, poly: Poly, gone: Term) -> tuple[int, Fraction]:
        """A line -c gone <= poly by a product certificate, and c: first that, for the goal itself may be of this form."""
        s = known.s
        for f in monomial_atoms(poly):
            if f[0] == "@erf":
                with suppress(Stuck, Refused):
                    known.add(self.tail(known, f, gone))
        sample = points(known, poly)
        for c in (Fraction(1), Fraction(2), Fraction(4)):
            if not negative(padd(poly, s.nf(gone), c), sample, False):
                known.budget = Budget(PROGRAMS)
                with suppress(Stuck, Refused):
                    return known.child().arithmetic(("<=", ("*", -c, gone), s.term(poly)), 2), c
        erfs = {m: v for m, v in poly.items() if any(cert.contains_head(f, "@erf") for f, _ in m[1:])}
        if erfs and UNIT in poly:
            erfs[UNIT] = poly[UNIT]
        with suppress(Stuck, Refused):
            others, c = self.damped(known, {m: v for m, v in poly.items() if m not in erfs}, gone)
            for d in (Fraction(0), Fraction(1), Fraction(2)):
                with suppress(Stuck, Refused):
                    first = known.child().arithmetic(("<=", ("*", -d, gone), s.term(erfs)), 2)
                    goal: Term = ("<=", ("*", -c - d, gone), s.term(poly))
                    return s.add(
                        "arith", [first, others], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []}
                    ), c + d
        return super().vanishing(known, poly, gone)

    def damped(self, known: ProofState, poly: Poly, gone: Term) -> tuple[int, Fraction]:
        """A line -c gone <= poly, and c, for products of positive atoms that are bounded where `gone` is taken out."""
        s = known.s
        lines: list[int] = []
        terms: list[list[Any]] = []
        total = Fraction(1)  # more than is needed, for c is positive
        terms.append([Fraction(1), [0]])
        lines.append(s.add("exp_pos", [], of=gone[1]))
        for m, v in poly.items():
            exponent: Poly = {}
            now, bound = s.add("arith", [], **{"is": ("<=", ONE, ONE), "terms": [], "eqs": []}), ONE
            sign = s.add("arith", [], **{"is": ("<", ZERO, ONE), "terms": [[1, []]], "eqs": []})
            so_far: Poly = {UNIT: 1}
            for f, e in m[1:]:
                if f[0] == "@exp" and not cert.closed({("@M", (f, e)): 1}):
                    exponent = padd(exponent, {f[1]: e})
                    continue
                part: Poly = {("@M", (f, e)): 1}
                positive, above, most = self.at_most(known, f, e, part)
                both = pmul(so_far, part)
                now = s.add(
                    "arith", [now, sign, positive, above],
                    **{"is": ("<=", s.term(both), bound * most), "terms": [[most, [0]], [1, [1, 3]]], "eqs": []},
                )  # fmt: skip
                sign = s.add(
                    "arith", [sign, positive],
                    **{"is": ("<", ZERO, s.term(both)), "terms": [[1, [0, 1]]], "eqs": []},
                )  # fmt: skip
                so_far, bound = both, bound * most
            t = s.term(exponent)
            if v > 0:
                lines += [sign, s.add("exp_pos", [], of=t)]
                terms.append([Fraction(v), [len(lines) - 2, len(lines) - 1]])
                continue
            order = self.prove(known.child(), ("<=", t, gone[1]), 2)
            up = exp_monotone(known, order, "<=", t, gone[1])
            lines += [sign, up, now, lines[0]]
            k, c = len(lines), -Fraction(v)
            terms += [[c, [k - 4, k - 3]], [c, [k - 2, k - 1]]]
            total += c * bound
        goal: Term = ("<=", ("*", -total, gone), s.term(poly))
        return s.add("arith", lines, **{"is": goal, "terms": terms, "eqs": []}), total

    def at_most(self, known: ProofState, f: Any, e: Any, part: Poly) -> tuple[int, int, Fraction]:
        """Lines that a power of an atom is positive and at most a number, and the number."""
        s = known.s
        t = s.term(part)
        if cert.closed(part):
            low, high = enclose(tree(t), {}, 64)
            if low <= 0:
                raise Stuck("a number of open sign")
            positive = s.add("enclose", [], **{"is": ("<", ZERO, t), "bits": 64})
            most = Fraction(ceil(high * 8), 8)
            return positive, s.add("enclose", [], **{"is": ("<=", t, most), "bits": 64}), most
        if f[0] != "@inv" or e != int(e) or e < 1:
            raise Stuck("not known to be bounded")
        below = s.term(dict(f[1][1:]))
        large = self.prove(known.child(), ("<=", ONE, below), 2)
        above_0 = s.add(
            "arith", [large], **{"is": ("<", ZERO, below), "terms": [[1, [0]], [1, []]], "eqs": []}
        )
        positive, equation = self.inverse_positive(known, below, above_0)
        over: Term = ("/", ONE, below)
        above = s.add(
            "arith", [positive, large, equation],
            **{"is": ("<=", over, ONE), "terms": [[1, [0, 1]]], "eqs": [[2, -1]]},
        )  # fmt: skip
        if e == 1:
            return positive, above, ONE
        least, less, _ = self.at_most(known, f, e - 1, {("@M", (f, e - 1)): 1})
        both = s.add("arith", [positive, least], **{"is": ("<", ZERO, t), "terms": [[1, [0, 1]]], "eqs": []})
        return both, s.add(
            "arith", [less, above, positive],
            **{"is": ("<=", t, ONE), "terms": [[1, [1]], [1, [0, 2]]], "eqs": []},
        ), ONE  # fmt: skip

    def inverse_positive(self, known: ProofState, below: Term, sign: int) -> tuple[int, int]:
        """0 < 1/p and p (1/p) = 1, from 0 < p."""
        s = known.s
        equation = s.add("inv", [sign], of=below)
        goal: Term = ("<", ZERO, ("/", ONE, below))
        line = s.add(
            "arith", [sign, equation], **{"is": goal, "times": [0], "terms": [[1, []]], "eqs": [[1, 1]]}
        )
        return line, equation

    def tail(self, known: ProofState, f: Any, gone: Term) -> int:
        """1 - erf t <= e^(-E), for an argument t or -t that is at least 0 and has t^2 >= E."""
        s = known.s
        t = s.term(dict(f[1][1:]))
        try:
            sign = known.child().prove(("<=", ZERO, t), 1)
        except Stuck:
            t = ("*", Fraction(-1), t)
            sign = known.child().prove(("<=", ZERO, t), 1)
        line = s.add("erf_tail", [sign], of=t)
        square: Term = ("*", Fraction(-1), t, t)
        if s.key(("<=", square, gone[1])) == s.key(("<=", ZERO, ZERO)):
            return line
        order = known.child().prove(("<=", square, gone[1]), 2)
        up = exp_monotone(known, order, "<=", square, gone[1])
        goal: Term = ("<=", ("-", Fraction(1), ("erf", t)), gone)
        return s.add("arith", [line, up], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})

    # ------------------------------------------------------------------------------------- rises first, falls then
    def by_hump(self, known: ProofState, goal: Term, rungs: int) -> int:
        """f >= 0 at both ends of a bounded range, and f', once negative, stays negative."""
        s = known.s
        _, poly = s.rel(goal)
        names = [f for f in atoms_of(poly) if f[0] == "@v"]
        if goal[0] != "<=" or rungs < 4 or len(poly) > TERMS or (len(names) > 1 and len(poly) > 8):
            raise Stuck("not for a turn")
        for x in self.variables(known, poly):
            ends = {side: end for end, side, _ in self.ends(known, x)}
            if len(ends) < 2:
                continue
            values_at = [s.nf(subst(s.term(poly), {x: end})) for end in ends.values()]
            if any(negative(v, points(known, v), False) for v in values_at):
                continue
            with suppress(Stuck, Refused):
                return self.by_turn(known, goal, x, rungs)
        raise Stuck("no hump")

    def by_turn(self, known: ProofState, goal: Term, x: str, rungs: int) -> int:
        """f >= 0 at both ends, and f', once negative, stays negative."""
        s = known.s
        _, poly = s.rel(goal)
        ends = {side: end for end, side, _ in self.ends(known, x)}
        if goal[0] != "<=" or 1 not in ends:
            raise Stuck("not for a turn")
        low, high = ends[1], ends.get(-1)
        try:
            order = known.child().prove(("<", low, x), 1)
        except Stuck:  # at the end itself, and beyond
            at_end: Term = ("<=", x, low)
            edge, inside = known.child(), known.child()
            edge.assume(at_end)
            inside.assume(("not", at_end))
            order = known.child().prove(("<=", low, x), 1)
            lines = [
                self.along(edge, goal, x, low, 1, order, rungs - 2),
                self.by_turn(inside, goal, x, rungs),
            ]
            return s.add("cases", lines, on=at_end)
        bare = self.bare(known, diff(s.kernel, poly, x))
        turn = self.turn(known, bare.h, x, low, TURNS)
        if turn is None:
            raise Stuck("the derivative may change its sign more than once")
        once = self.once(known, x, turn, low, rungs - 2)
        on: Term = ("<=", ZERO, s.term(turn.h))
        before, after = known.child(), known.child()
        here = before.assume(on)
        first = self.along(
            before,
            goal,
            x,
            low,
            1,
            order,
            rungs - 2,
            lambda k, u, slope: self.still(k, before, once, u, x, turn.h, x, here, slope),
        )
        there = s.add("have", [after.assume(("not", on))], **{"is": ("<", s.term(turn.h), ZERO)})

        def gone(k: ProofState, u: str, slope: Poly) -> int:
            return self.gone(k, after, once, x, u, turn.h, x, there, slope)

        if high is None:
            second = self.by_limit(after, goal, rungs - 2, gone)
        else:
            order = known.child().prove(("<=", x, high), 1)
            second = self.along(after, goal, x, high, -1, order, rungs - 2, gone)
        return s.add("cases", [first, second], on=on)

    def bare(self, known: ProofState, poly: Poly, like: Poly | None = None) -> Bare:
        """The numerator of f without factors of one sign, as numbers show them; all factors but what is like that."""
        self.plain_signs(known, poly)
        r = reduce(known, poly).poly
        found = cert.factor(r) if len(r) <= 60 else None
        c, parts = (Fraction(found[0]), found[1]) if found else (Fraction(1), [(r, 1)])
        h: Poly | None = None
        factors: list[Poly] = []
        if like is not None and proportion(r, like)[0]:
            return Bare(r, Fraction(1), ())
        sample = points(known, r)
        for p, e in parts:
            if like is not None and h is None and e == 1:
                split = root_apart(p)
                if proportion(p if split is None else split[2], like)[0]:
                    h = p
                    continue
            seen = [v[0] for v in values(p, sample) if v is not None and abs(v[0]) > NOISE * v[1]]
            if not seen or min(seen) < 0 < max(seen):
                if like is not None or h is not None or e != 1:
                    return Bare(r, Fraction(1), ())
                h = p
                continue
            if seen[0] < 0:
                p, c = pscale(p, -1), c * (-1) ** e
            factors += [p] * e
        if h is None:
            raise Stuck("of one sign")
        h = pscale(h, c / abs(c))
        split = root_apart(h)
        if split is None:
            return Bare(h, abs(c), tuple(factors))
        f, inside, h, multiple = split
        multiple = pscale(multiple, -abs(c))
        for p in factors:
            multiple = pmul(multiple, p)
        return Bare(h, abs(c), (*factors, {("@M", (f, HALF)): Fraction(1)}), (f, inside, multiple))

    def turn(self, known: ProofState, h: Poly, x: str, low: Term, turns: int) -> Turn | None:
        """Why h, once negative, stays negative, as far as numbers tell."""
        s = known.s
        if len(h) > TERMS:
            return None
        sample = points(known, h)
        found: list[tuple[float, Poly | None, Poly]] = []
        for divisor, quotient in divisors(s, known, h, x, sample):
            slope = diff(s.kernel, quotient, x)
            if not negative(pscale(slope, -1), sample, False):
                found.append((weight(slope, x), divisor, quotient))
        if found:
            _, divisor, quotient = min(found, key=lambda t: t[0])
            return Turn(h, divisor, quotient)
        if turns <= 0 or negative(s.nf(subst(s.term(h), {x: low})), sample, False):
            return None
        forms = [q for d, q in divisors(s, known, h, x, sample) if d is None or only_exponentials(d)]
        for q in sorted(forms, key=lambda q: weight(diff(s.kernel, q, x), x))[:2]:
            with suppress(Stuck, Refused):
                inner = self.turn(known, self.bare(known, diff(s.kernel, q, x)).h, x, low, turns - 1)
                if inner is not None:
                    return Turn(q, None, q, inner)
        return None

    def premises(self, known: ProofState, x: str, z: str) -> list[Term]:
        """The bounds of x, said of z, which lies inside."""
        s, out = known.s, []
        for fact in known.facts:
            atoms = [f for f in fact.atoms if x in f.names]
            if atoms and fact.kind != "eq" and all(f[0] == "@v" for f in atoms):
                out.append(("<", ZERO, subst(s.term(fact.poly), {x: z})))
        return out

    def once(self, known: ProofState, x: str, turn: Turn, low: Term, rungs: int) -> int:
        """For all z <= w in the range of x: where h(w) >= 0, h(z) >= 0."""
        s = known.s
        z, w = s.fresh("z", "R"), s.fresh("w", "R")
        h = s.term(turn.h)
        there = ProofState(s)
        there.budget = Budget(PROGRAMS)
        for fact in known.facts:
            if not any(x in f.names for f in fact.atoms):
                there.add(fact.line)
        given: list[Term] = [
            *self.premises(known, x, z), *self.premises(known, x, w), ("<=", z, w), ("<=", ZERO, subst(h, {x: w})),
        ]  # fmt: skip
        for premise in given:
            there.assume(premise)
        at_w = s.hyp(given[-1])
        line = (
            self.falling(there, x, turn, z, w, at_w, rungs)
            if turn.inner is None
            else self.rising(there, known, x, turn, low, z, w, at_w, rungs)
        )
        for premise in reversed(given):
            line = s.add("imp_i", [line], **{"is": premise})
        return s.add("all_i", [s.add("all_i", [line], var=w)], var=z)

    def falling(self, known: ProofState, x: str, turn: Turn, z: str, w: str, at_w: int, rungs: int) -> int:
        """h(z) >= 0 from h(w) >= 0, for h/g falls."""
        s = known.s
        q, h = s.term(turn.quotient), s.term(turn.h)
        positive: dict[str, tuple[int, int]] = {}
        if turn.divisor is None:
            start = at_w
        else:
            g = s.term(turn.divisor)
            for name in (z, w):
                t = subst(g, {x: name})
                sign = self.prove(known.child(), ("<", ZERO, t), 2)
                positive[name] = (sign, s.add("inv", [sign], of=t))
            rest = padd(turn.h, pmul(turn.quotient, turn.divisor), -1)  # r - r g (1/g)
            over = {
                m: c
                for m, c in rest.items()
                if not any(f[0] == "@inv" and same_inverse(f, turn.divisor) for f, _ in m[1:])
            }
            eqs = [[2, subst(s.term(over), {x: w})]] if over else []
            start = s.add(
                "arith", [at_w, *positive[w]],
                **{"is": ("<=", ZERO, subst(q, {x: w})), "times": [1], "terms": [[1, [0]]], "eqs": eqs},
            )  # fmt: skip
        u = s.fresh("u", "R")
        falls: Term = ("*", Fraction(-1), subst(q, {x: u}))
        domain: set[tuple[Any, ...]] = set()
        slope = diff(s.kernel, s.nf(falls), u, domain)
        plain = ProofState(s)
        for fact in known.facts:
            if fact.line != at_w:
                plain.add(fact.line)
        inside = self.between(plain, w, u, z, 1, "<")
        rate = self.prove(inside, ("<=", ZERO, s.term(slope)), rungs - 1)
        closed = self.between(plain, w, u, z, 1, "<=")
        signs = [self.sign_of(closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
        down = s.add("mean_value", [rate, s.hyp(("<=", z, w)), *signs], var=u, of=falls)
        goal: Term = ("<=", ZERO, subst(h, {x: z}))
        if turn.divisor is None:
            return s.add("arith", [start, down], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})
        eqs = [[3, subst(s.term(pscale(over, -1)), {x: z})]] if over else []
        return s.add(
            "arith", [start, down, *positive[z]],
            **{"is": goal, "terms": [[1, [0, 2]], [1, [1, 2]]], "eqs": eqs},
        )  # fmt: skip

    def rising(
        self,
        known: ProofState,
        above: ProofState,
        x: str,
        turn: Turn,
        low: Term,
        z: str,
        w: str,
        at_w: int,
        rungs: int,
    ) -> int:
        """h(z) >= 0 from h(w) >= 0: h rises up to z, from the lower end; or it falls from z to w."""
        s = known.s
        assert turn.inner is not None
        once = self.once(above, x, turn.inner, low, rungs - 1)
        k = turn.inner.h
        on: Term = ("<=", ZERO, subst(s.term(k), {x: z}))
        goal: Term = ("<=", ZERO, subst(s.term(turn.h), {x: z}))
        order = known.child().prove(("<=", low, z), 1)
        plain = ProofState(s)
        plain.budget = Budget(PROGRAMS)
        for fact in known.facts:
            if fact.line != at_w:
                plain.add(fact.line)
        here = s.hyp(on)
        first = self.along(
            plain,
            goal,
            z,
            low,
            1,
            order,
            rungs - 2,
            lambda c, u, slope: self.still(c, plain, once, u, z, k, x, here, slope),
        )
        there = s.add("have", [s.hyp(("not", on))], **{"is": ("<", on[2], ZERO)})
        u = s.fresh("u", "R")
        falls: Term = ("*", Fraction(-1), subst(s.term(turn.h), {x: u}))
        domain: set[tuple[Any, ...]] = set()
        slope = diff(s.kernel, s.nf(falls), u, domain)
        rate = self.gone(self.between(plain, w, u, z, 1, "<"), plain, once, z, u, k, x, there, slope)
        closed = self.between(plain, w, u, z, 1, "<=")
        signs = [self.sign_of(closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
        down = s.add("mean_value", [rate, s.hyp(("<=", z, w)), *signs], var=u, of=falls)
        second = s.add("arith", [at_w, down], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})
        return s.add("cases", [first, second], on=on)

    def read(self, known: ProofState, also: ProofState, once: int, z: str, w: str, at_w: int) -> int:
        """h(z) >= 0 from h(w) >= 0."""
        s = known.s
        both = of_names(known, also)
        line = s.add("all_e", [s.add("all_e", [once], at=z)], at=w)
        while s.goal(line)[0] == "->":
            premise = s.goal(line)[1]
            found = at_w if s.goal(line)[2][0] != "->" else both.child().prove(premise, 1)
            line = s.add("imp_e", [line, found])
        return line

    def still(
        self,
        known: ProofState,
        also: ProofState,
        once: int,
        u: str,
        w: str,
        h: Poly,
        x: str,
        at_w: int,
        slope: Poly,
    ) -> int:
        """The slope at u is >= 0, as h(w) >= 0 and u is before w."""
        return self.transferred(known, self.read(known, also, once, u, w, at_w), h, x, u, slope)

    def gone(
        self,
        known: ProofState,
        also: ProofState,
        once: int,
        z: str,
        u: str,
        h: Poly,
        x: str,
        at_z: int,
        slope: Poly,
    ) -> int:
        """The slope (of the negative) at u is >= 0, as h(z) < 0 and u is after z."""
        s = known.s
        at_u = subst(s.term(h), {x: u})
        on: Term = ("<=", ZERO, at_u)
        goal: Term = ("<=", at_u, ZERO)
        before = self.read(known, also, once, z, u, s.hyp(on))
        false = s.add(
            "arith", [before, at_z], **{"is": ("<", ZERO, ZERO), "terms": [[1, [0]], [1, [1]]], "eqs": []}
        )
        true = s.add("arith", [], **{"is": ("<=", ZERO, ZERO), "terms": [], "eqs": []})
        yes = s.add("absurd", [false, true], **{"is": goal})
        no = s.add("have", [s.hyp(("not", on))], **{"is": ("<", at_u, ZERO)})
        no = s.add("arith", [no], **{"is": goal, "terms": [[1, [0]]], "eqs": []})
        return self.transferred(known, s.add("cases", [yes, no], on=on), pscale(h, -1), x, u, slope)

    def transferred(self, known: ProofState, line: int, h: Poly, x: str, u: str, slope: Poly) -> int:
        """The slope is >= 0 at u, from h(u) >= 0: it is h times what is at least 0."""
        s, known = known.s, of_names(known)
        goal: Term = ("<=", ZERO, s.term(slope))
        self.plain_signs(known, slope)
        r = reduce(known, slope)
        at_u = s.nf(subst(s.term(h), {x: u}))
        bare = self.bare(known, slope, at_u)
        ratio, times = proportion(bare.h, at_u)
        if ratio <= 0:
            raise Stuck("the derivative is not a multiple")
        positive = [s.add("exp_pos", [], of=s.term({f[1]: e})) for f, e in times]
        signs = {}
        for p in bare.factors:
            t = s.term(p)
            if s.key(("<=", ZERO, t)) not in signs:
                signs[s.key(("<=", ZERO, t))] = self.prove(known.child(), ("<=", ZERO, t), 2)
        factors = [signs[s.key(("<=", ZERO, s.term(p)))] for p in bare.factors]
        eqs = []
        if bare.root is not None:
            _, inside, multiple = bare.root
            sign = self.termwise(known, ("<", ZERO, s.term(inside)), 0)
            eqs = [(s.add("exp_log", [sign], of=s.term(inside)), multiple)]
        return known.close(goal, r, [(bare.c * ratio, [line, *positive, *factors], None)], eqs)


def of_names(*sources: ProofState) -> ProofState:
    """The facts that speak of names alone, without what was tried of them."""
    new = ProofState(sources[0].s)
    new.budget, new.guard.cancelling = Budget(PROGRAMS), True
    for source in sources:
        for fact in source.facts:
            if all(f[0] == "@v" for f in fact.atoms):
                new.add(fact.line)
    return new


def narrowed(known: ProofState) -> ProofState:
    """The facts alone, without what was tried of them."""
    new = ProofState(known.s)
    new.budget = Budget(PROGRAMS)
    for fact in known.facts:
        new.add(fact.line)
    return new


def even_parts(p: Poly) -> Iterator[tuple[Poly, int, Fraction, Poly]]:
    """q, k, c and r with p = -c q^k - r, for names q, and for the root q of a square."""
    found = cert.factor(p) if any(c > 0 for c in p.values()) or len(p) == 1 else None
    if found is not None and found[0] < 0 and all(e % 2 == 0 for _, e in found[1]):
        q: Poly = {UNIT: 1}
        for part, e in found[1]:
            for _ in range(e // 2):
                q = pmul(q, part)
        yield q, 2, -Fraction(found[0]), {}
    if all(c < 0 for c in p.values()):
        for m, c in p.items():
            if len(m) == 2 and m[1][0][0] == "@v" and (m[1][1] == 1 or m[1][1] % 2 == 0):
                others = {n: -v for n, v in p.items() if n != m}
                yield {("@M", (m[1][0], 1)): 1}, int(m[1][1]), -Fraction(c), others


def root_apart(h: Poly) -> tuple[Any, Poly, Poly, Poly] | None:
    """h = r k + m (X - r^2) for a root r = e^(log(X)/2): its atom, X, k and m, where there is one."""
    for f in monomial_atoms(h):
        if f[0] != "@exp" or len(f[1]) != 2 or f[1][1][0][0] != "@log" or f[1][1][1] != 1:
            continue
        if any(g is f and e != HALF for m in h for g, e in m[1:]):
            continue
        rest = {m: c for m, c in h.items() if not any(g is f for g, _ in m[1:])}
        times = {("@M", *(fe for fe in m[1:] if fe[0] is not f)): c for m, c in h.items() if m not in rest}
        inside = dict(f[1][1][0][1][1:])
        q, r = divided(rest, inside) or ({}, rest)
        if rest and not r:
            return f, inside, padd(pmul(q, {("@M", (f, HALF)): 1}), times), q
    return None


def proportion(p: Poly, q: Poly) -> tuple[Fraction, list[tuple[Any, Any]]]:
    """c and powers of exponentials whose product with q is p; c = 0 where there are none."""
    if q and len(p) == len(q):  # nothing is a multiple of 0
        lead, below = next(iter(q.items()))
        inverse = mono({f: -e for f, e in lead[1:]})
        for m, above in p.items():
            times = mmul(m, inverse)
            c = Fraction(above) / Fraction(below)
            if all(f[0] == "@exp" for f, _ in times[1:]) and not padd(p, pmul(q, {times: c}), -1):
                return c, list(times[1:])
    return Fraction(0), []
