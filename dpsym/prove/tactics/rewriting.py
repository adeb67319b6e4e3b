"""Equal terms for one another, also inside exp, log, erf and 1/.: a name by its value, a logarithm by a sum.

The kernel replaces equals in polynomials only; here each function of something that changes gives a line of its own,
by monotony for exp and erf, from the exponentials for log, and by arithmetic for 1/.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.normal import Exponent, Factor, Key, mono
from dpsym.prove.proof.hypotheses import UNIT, Reduced
from dpsym.prove.proof.polynomials import REPEATED, monomial_atoms, padd, pmul, pscale
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.exponentials import erf_rises
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import equal_exponentials, exp_monotone

Rule = Callable[[Factor], tuple[int, Poly] | None]  # an atom -> the line atom = value, and the value
Sign = Callable[[Poly], int | None]  # a polynomial -> the line that it is positive
EXCHANGES = 80  # products x (1/x) in one polynomial


class Rewriting:
    """Rules for atoms, applied wherever the atoms stand."""

    def __init__(self, known: ProofState, rule: Rule, sign: Sign, cancel: bool = False) -> None:
        self.known, self.rule, self.sign, self.cancel = known, rule, sign, cancel
        self.done: dict[Factor | Key, tuple[int, Poly] | None] = {}

    def poly(self, p: Poly) -> Reduced:
        """The polynomial with the rules applied once, everywhere at the same time."""
        out = Reduced({})
        eqs: dict[int, Poly] = {}
        for m, c in p.items():
            done: Poly = {UNIT: c}
            left = list(m[1:])
            while left:
                f, e = left.pop(0)
                new = self.atom(f, e)
                if new is None:
                    done = pmul(done, {("@M", (f, e)): 1})
                    continue
                line, value = new
                for k in range(1 if f[0] == "@exp" else int(e)):
                    rest = left if f[0] == "@exp" or k == e - 1 else [(f, e - 1 - k), *left]
                    eqs[line] = padd(eqs.get(line, {}), pmul(done, {mono(dict(rest)): 1}))
                    done = pmul(done, value)
            out.poly = padd(out.poly, done)
        out.eqs = list(eqs.items())
        return self.cancelled(out, self.known.s) if self.cancel else out

    def cancelled(self, out: Reduced, s: Script) -> Reduced:
        """x (1/x) as 1, where x is positive."""
        for _ in range(EXCHANGES):
            hit = next(
                (
                    (m, f)
                    for m in out.poly
                    for f, _ in m[1:]
                    if f[0] == "@inv" and len(f[1]) == 2 and divides(f[1][1][0], m)
                ),
                None,
            )
            if hit is None:
                return out
            m, f = hit
            below = dict(f[1][1:])
            positive = self.sign(below)
            if positive is None:
                return out
            line = s.add("inv", [positive], of=s.term(below))
            powers = dict(m[1:])
            for g, k in (*f[1][1][0][1:], (f, 1)):
                powers[g] -= k
            lower: Poly = {("@M", *((g, k) for g, k in powers.items() if k)): out.poly[m]}
            product = pmul(below, {("@M", (f, 1)): 1})
            out.poly = padd(out.poly, pmul(lower, padd(product, {UNIT: 1}, -1)), -1)
            out.eqs.append((line, lower))
        return out

    def same(self, p: Poly) -> tuple[int, Poly]:
        """The line p = p', and p'; Stuck where nothing changes."""
        s = self.known.s
        new = self.poly(p)
        if not new.eqs:
            raise Stuck("nothing to exchange")
        return close(self.known, ("=", s.term(p), s.term(new.poly)), new, [], []), new.poly

    def atom(self, f: Factor, e: Exponent) -> tuple[int, Poly] | None:
        """The line f^e = value (e = 1 but for exponentials), and the value; None where nothing changes."""
        mark = (f, e) if f[0] == "@exp" else f
        if mark not in self.done:
            self.done[mark] = None
            found = self.rule(f)
            if found is None and f[0] in ("@exp", "@log", "@erf", "@inv"):
                with suppress(Stuck, Refused):
                    found = self.function(f, e)
            self.done[mark] = found
        return self.done[mark]

    def function(self, f: Factor, e: Exponent) -> tuple[int, Poly]:
        """A function's value as that of its rewritten argument: the line that says so, and the new polynomial."""
        s, head = self.known.s, f[0][1:]
        inside: Poly = {f[1]: e} if head == "exp" else dict(f[1][1:])
        line, new = self.same(inside)
        one, two = s.term(inside), s.term(new)
        if head == "inv":
            return self.inverse(inside, new, line), s.nf(("/", ONE, two))
        if head == "log":
            line = equal_logarithms(s, self.positive(inside), line, one, two)
        elif head == "exp":
            line = equal_exponentials(self.known, line, one, two)
        else:
            fields = [
                {"is": ("<=", a, b), "terms": [], "eqs": [[0, sign]]}
                for a, b, sign in ((one, two, -ONE), (two, one, ONE))
            ]
            line = s.add("antisym", [erf_rises(s, s.add("arith", [line], **f)) for f in fields])
        return line, s.nf((head, two))

    def double(self, f: Factor) -> tuple[int, Poly] | None:
        """1/(c y/x) as x/(c y), and the line that says so."""
        s = self.known.s
        inside = dict(f[1][1:])
        if len(inside) != 1 or not any(g[0] == "@inv" for g in monomial_atoms(inside)):
            return None
        ((m, c),) = inside.items()
        value: Poly = {UNIT: 1 / Fraction(c)}
        for g, e in m[1:]:
            part = dict(g[1][1:]) if g[0] == "@inv" else s.nf(("/", ONE, s.atom(g)))
            if e > REPEATED:
                return None
            for _ in range(int(e)):
                value = pmul(value, part)
        plain = Rewriting(self.known, lambda _: None, self.sign, cancel=True)
        with suppress(Stuck, Refused):
            whole, one = plain.same(pmul(inside, value))
            if one == {UNIT: 1}:
                positive = self.sign(inside)
                if positive is not None:
                    t, v, j = s.term(inside), s.term(value), s.atom(f)
                    given = [whole, s.add("inv", [positive], of=t)]
                    eqs = [[0, ("*", -ONE, j)], [1, v]]
                    return s.add("arith", given, **{"is": ("=", j, v), "terms": [], "eqs": eqs}), value
        return None

    def positive(self, p: Poly) -> int:
        """The line that a polynomial is positive; Stuck where that is not plain."""
        line = self.sign(p)
        if line is None:
            raise Stuck("a sign that is not plain")
        return line

    def inverse(self, p: Poly, q: Poly, same: int) -> int:
        """1/p = 1/q from p = q and 0 < p, or p < 0."""
        s = self.known.s
        t, u = s.term(p), s.term(q)
        line, back = self.sign(p), self.sign(pscale(p, Fraction(-1))) if self.sign(p) is None else None
        if line is not None:
            first = s.add("have", [line], **{"is": ("<", ZERO, t)})
            terms = {"is": ("<", ZERO, u), "terms": [[1, [0]]], "eqs": [[1, -ONE]]}
        elif back is not None:
            first = s.add("have", [back], **{"is": ("<", t, ZERO)})
            terms = {"is": ("<", u, ZERO), "terms": [[1, [0]]], "eqs": [[1, ONE]]}
        else:
            raise Stuck("a divisor of open sign")
        second = s.add("arith", [first, same], **terms)
        i, j = ("/", ONE, t), ("/", ONE, u)
        given = [s.add("inv", [first], of=t), s.add("inv", [second], of=u), same]
        eqs = [[0, j], [1, ("*", -ONE, i)], [2, ("*", -ONE, i, j)]]
        return s.add("arith", given, **{"is": ("=", i, j), "terms": [], "eqs": eqs})


def divides(product: Key, m: Key) -> bool:
    """Whether every factor of the product stands in m, to at least its power: with a power below 0, to at most it."""
    powers = dict(m[1:])
    return bool(product[1:]) and all(
        g in powers and (powers[g] >= k if k > 0 else powers[g] <= k) for g, k in product[1:]
    )


def equal_logarithms(s: Script, positive: int, same: int, one: Term, two: Term) -> int:
    """log p = log q from p = q and 0 < p."""
    sign = s.add("have", [positive], **{"is": ("<", ZERO, one)})
    other = s.add("arith", [sign, same], **{"is": ("<", ZERO, two), "terms": [[1, [0]]], "eqs": [[1, -ONE]]})
    given = [s.add("exp_log", [sign], of=one), s.add("exp_log", [other], of=two), same]
    a, b = ("log", one), ("log", two)
    goal: Term = ("=", ("exp", a), ("exp", b))
    eqs = [[0, ONE], [1, -ONE], [2, ONE]]
    return from_exponentials(s, a, b, s.add("arith", given, **{"is": goal, "terms": [], "eqs": eqs}))


def from_exponentials(s: Script, one: Term, two: Term, same: int) -> int:
    """a = b from e^a = e^b."""
    known = ProofState(s)
    both = []
    for low, high, sign in ((one, two, ONE), (two, one, -ONE)):
        goal: Term = ("<=", low, high)
        above = s.add("have", [s.hyp(("not", goal))], **{"is": ("<", high, low)})
        up = exp_monotone(known, above, "<", high, low)
        false = s.add(
            "arith", [up, same], **{"is": ("<", ZERO, ZERO), "terms": [[1, [0]]], "eqs": [[1, -sign]]}
        )
        both.append(s.indirectly(goal, false))
    return s.add("antisym", both)
