"""The tactic: from the facts known at a point of a proof, derive a formula, line by line.

`Known.prove(goal)` reduces logic, distinguishes cases on indicators, clears denominators, orders exponentials, finds
product certificates by an exact linear program, and sums a pointwise line over the outcomes.  It returns the number of
a line that the kernel has accepted, or raises `Stuck`.
"""

from __future__ import annotations

import itertools
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from dpsym.kernel.enclosure import enclose
from dpsym.kernel.terms import names as all_names
from dpsym.kernel.terms import tree
from dpsym.prove import certificates as cert
from dpsym.prove.certificates import monomial_letters, padd, pmul, pscale
from dpsym.prove.models import Models, Terms, in_floats, letters_of
from dpsym.prove.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term, fv, subst

UNIT: tuple = ("@M",)
PENDING: Any = (0, 0, {})  # an inverse whose sign is being proved
CONST: Poly = {UNIT: 1}


HITS = 600  # products in which a letter is replaced: a power takes one for each time it is multiplied


@dataclass(frozen=True)
class Fact:
    """A relation that is known: kind ge (>= 0), gt (> 0) or eq (= 0), its normal form, and the line that says so."""

    kind: str
    poly: Any = field(hash=False, compare=False)
    line: int = 0

    @cached_property
    def letters(self) -> list:
        """The letters of the relation, each once, in order of appearance."""
        return monomial_letters(self.poly)

    @cached_property
    def deep_letters(self) -> dict:
        """Names and applied functions in the relation."""
        return letters_of(self.poly)

    @cached_property
    def floats(self) -> Terms:
        """Its normal form for numerical models."""
        return in_floats(self.poly)


@dataclass
class Reduced:
    """`poly` such that  original * (product of times) = poly + sum multiplier * equation."""

    poly: Poly
    times: list[int] = field(default_factory=list)
    factor: Poly = field(default_factory=lambda: dict(CONST))
    eqs: list[tuple[int, Poly]] = field(default_factory=list)

    def multiply(self, line: int, m: Poly) -> None:
        self.poly, self.factor = pmul(self.poly, m), pmul(self.factor, m)
        self.eqs = [(j, pmul(q, m)) for j, q in self.eqs]
        self.times.append(line)

    def subtract(self, line: int, multiplier: Poly, equation: Poly) -> None:
        """poly := poly - multiplier * equation."""
        self.poly = padd(self.poly, pmul(multiplier, equation), -1)
        self.eqs.append((line, multiplier))


class Budget:
    """Work allowed for one obligation, counted in linear programs, so that a slow machine gets the same answer."""

    def __init__(self, programs: int = 1500) -> None:
        self.left = programs

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Stuck("the budget of linear programs is used up")


class Known:
    """The facts at a point of a proof.  A child sees its parent's facts and adds its own."""

    def __init__(self, script: Script, parent: Known | None = None) -> None:
        self.s = script
        self.facts: list[Fact] = list(parent.facts) if parent else []
        self.keys: dict[Any, int] = dict(parent.keys) if parent else {}
        self.universal: list[int] = list(parent.universal) if parent else []
        self.implications: list[int] = list(parent.implications) if parent else []
        self.discharging: int = parent.discharging if parent else 0  # premises that wait for one another
        self.summing: int = parent.summing if parent else 0  # sums whose pointwise line is looked for
        self.unlogging: bool = (
            parent.unlogging if parent else False
        )  # the sign of a logarithm's argument is looked at
        self.alternatives: list[int] = list(parent.alternatives) if parent else []
        self.instantiated: set = set(parent.instantiated) if parent else set()
        # letter -> (line of the equation, its polynomial scaled to letter - value, the scale)
        self.rewrites: dict[Any, tuple[int, Poly, Fraction]] = dict(parent.rewrites) if parent else {}
        self.inverses: dict[Any, tuple[int, int, Poly] | None] = (
            {k: v for k, v in parent.inverses.items() if v is not None} if parent else {}
        )
        self.stuck: set = set()
        self.reduced_facts: dict[int, Fact] = dict(parent.reduced_facts) if parent else {}
        self.exponentials: dict[Any, list[int]] = dict(parent.exponentials) if parent else {}
        self.budget: Budget = parent.budget if parent else Budget()
        self.squares: list[Poly] = list(parent.squares) if parent else []
        self.splits: list[Term] = list(parent.splits) if parent else []
        self.depth: int = parent.depth + 1 if parent else 0
        self.models: Models = Models(parent.models if parent else None)
        self.shallow: dict[int, Fact] = dict(parent.shallow) if parent else {}
        self.factoring: int = parent.factoring if parent else 0
        self.cancelling: bool = parent.cancelling if parent else False  # x (1/x) in exponents
        self.samples: dict[Any, list[dict]] = {}  # points at which goals of calculus are looked at

    def child(self) -> Known:
        return Known(self.s, self)

    # ------------------------------------------------------------------------------------------- adding facts
    def add(self, line: int) -> None:
        """Take a line as known, in all its parts."""
        s, goal = self.s, self.s.goal(line)
        op = goal[0]
        if op == "and":
            for k in range(1, len(goal)):
                self.add(s.add("and_e", [line], part=k))
            return
        if op == "not" and goal[1][0] in ("<=", "<"):
            flipped = ("<" if goal[1][0] == "<=" else "<=", goal[1][2], goal[1][1])
            self.add(s.add("have", [line], **{"is": flipped}))
            return
        key = s.key(goal)
        if key in self.keys:
            return
        self.keys[key] = line
        self.stuck.clear()
        if op in ("<=", "<", "="):
            kind, poly = s.rel(goal)
            if poly or kind == "gt":
                fact = Fact(kind, poly, line)
                self.facts.append(fact)
                if kind == "eq":
                    self._orient(fact)
                elif (
                    kind == "ge" and (opposite := self.keys.get(s.key(("<=", goal[2], goal[1])))) is not None
                ):
                    back = s.add("have", [opposite], **{"is": ("<=", goal[2], goal[1])})
                    self.add(s.add("antisym", [line, back]))
        elif op == "all":
            self.universal.append(line)
            for element in s.sets.get(s.sort(goal[1]), ()) if isinstance(s.sort(goal[1]), str) else ():
                self.instantiated.add((line, element))
                self.add(s.add("all_e", [line], at=element))
        elif op == "->":
            self.implications.append(line)
        elif op == "or":
            self.alternatives.append(line)

    def assume(self, formula: Term) -> int:
        """A hypothesis: a line and a fact."""
        line = self.s.hyp(formula)
        self.add(line)
        return line

    def _orient(self, fact: Fact) -> None:
        """An equation `letter = value` is used as a rewriting when the letter is a name or an indicator."""
        poly = fact.poly
        for product, c in poly.items():
            if len(product) != 2 or product[1][1] != 1:
                continue
            letter = product[1][0]
            if letter in self.rewrites:
                continue
            rest = {m: v for m, v in poly.items() if m != product}
            constant = all(m == UNIT for m in rest)
            if (letter[0] == "@ind" and constant) or (letter[0] in ("@v", "@f") and constant):
                self.rewrites[letter] = (fact.line, pscale(poly, Fraction(1) / c), Fraction(1) / c)
                self._forget(letter)
                return

    def rewrite(self, letter: Any, line: int) -> None:
        """Use the equation of `line` (letter - value = 0 up to a factor) to replace the letter."""
        _, poly = self.s.rel(self.s.goal(line))
        c = next(v for m, v in poly.items() if len(m) == 2 and m[1] == (letter, 1))
        self.rewrites[letter] = (line, pscale(poly, Fraction(1) / c), Fraction(1) / c)
        self._forget(letter)

    def _forget(self, letter: Any) -> None:
        """Reduced facts in which the letter occurs have to be reduced again."""
        for store in (self.reduced_facts, self.shallow):
            for fact in self.facts:
                done = store.get(fact.line)
                if done is not None and any(
                    f is letter or cert.contains(f, letter)
                    for p in (fact.poly, done.poly)
                    for f in monomial_letters(p)
                ):
                    del store[fact.line]

    # -------------------------------------------------------------------------------------------------- logic
    def have(self, goal: Term) -> int | None:
        """A known line with this meaning, restated literally."""
        line = self.keys.get(self.s.key(goal))
        if line is None:
            return None
        return line if self.s.goal(line) == goal else self.s.add("have", [line], **{"is": goal})

    def prove(self, goal: Term, effort: int = 3) -> int:
        """A line that states `goal`, or Stuck.  `effort` bounds the degree of the product certificates."""
        s = self.s
        line = self.have(goal)
        if line is not None:
            return line
        mark = (s.key(goal), effort)
        if mark in self.stuck:
            raise Stuck(f"already tried: {show(goal)}")
        op = goal[0]
        try:
            if op == "and":
                return s.add("and_i", [self.prove(part, effort) for part in goal[1:]])
            if op == "->":
                child = self.child()
                child.assume(goal[1])
                if goal[1][0] == "nat":  # what is known of every natural number
                    child.use_implications()
                return s.add("imp_i", [child.prove(goal[2], effort)], **{"is": goal[1]})
            if op == "all":
                return self._generalise(goal, effort)
            if op == "or":
                return self._either(goal, effort)
            if op == "not":
                return self._negation(goal, effort)
            if op == "nat":
                return self._natural(goal)
            if op in ("<=", "<", "="):
                return self.relation(goal, effort)
        except Stuck:
            self.stuck.add(mark)
            raise
        raise Stuck(f"no way to prove {show(goal)}")

    def _natural(self, goal: Term) -> int:
        """nat(k + n) from a known nat(k), or nat(n), for a number n of at most 100."""
        s = self.s
        value = s.nf(goal[1])
        n = value.get(UNIT, 0)
        if n != int(n) or not 0 <= n <= 100:
            raise Stuck(f"not known to be a natural number: {show(goal[1])}")
        term = s.term({m: c for m, c in value.items() if m != UNIT})
        line = s.add("nat") if term == ZERO else self.have(("nat", term))
        if line is None:
            raise Stuck(f"not known to be a natural number: {show(goal[1])}")
        for _ in range(int(n)):
            line = s.add("and_e", [s.add("nat", [line])], part=1)
        return s.add("have", [line], **{"is": goal})

    def _generalise(self, goal: Term, effort: int) -> int:
        s = self.s
        name, body = goal[1], goal[2]
        if any(name in fv(h) for line in self.keys.values() for h in s.hyps(line).values()):
            new = s.fresh(name, s.sort(name))
            body, name = subst(body, {name: new}), new
        child = self.child()
        if s.sort(name) in s.sets:
            child.one_of_the_listed(name)
        # What is known of all is known of this one; plain relations are read when they are needed.
        for line in self.universal:
            known = s.goal(line)
            if s.sort(known[1]) == s.sort(name) and (s.sort(name) == "R" or known[2][0] in ("all", "and")):
                child.instantiated.add((line, name))
                with suppress(Refused):  # where a name would be captured
                    child.add(s.add("all_e", [line], at=name))
        line = s.add("all_i", [child.prove(body, effort)], var=name)
        return line if s.goal(line) == goal else s.add("have", [line], **{"is": goal})

    def one_of_the_listed(self, name: str) -> None:
        """An outcome of a listed set is one of its elements: the indicators of `outcome = element` add up to 1."""
        s = self.s
        running = s.fresh("running", s.sort(name))
        self.add(s.add("pick", [], var=running, at=name, of=ONE))

    def _either(self, goal: Term, effort: int) -> int:
        s = self.s
        for part in goal[1:]:
            atom = self._indicator(s.rel(part)[1]) if part[0] in ("<=", "<", "=") else None
            if atom is not None:
                return self._split(s.formula(atom[1]), goal, effort)
        for part in goal[1:]:
            try:
                return s.add("or_i", [self.prove(part, 1)], **{"is": goal})
            except Stuck:
                continue
        first, rest = goal[1], goal[2:]
        yes = s.add("or_i", [s.hyp(first)], **{"is": goal})
        child = self.child()
        child.assume(("not", first))
        other = child.prove(rest[0] if len(rest) == 1 else ("or", *rest), effort)
        if len(rest) > 1:
            raise Stuck("more than two alternatives")
        no = s.add("or_i", [other], **{"is": goal})
        return s.add("cases", [yes, no], on=first)

    def _negation(self, goal: Term, effort: int) -> int:
        s, inner = self.s, goal[1]
        if inner[0] in ("<=", "<"):
            line = self.prove(("<" if inner[0] == "<=" else "<=", inner[2], inner[1]), effort)
            return s.add("have", [line], **{"is": goal})
        apart = None
        if inner[0] == "=":
            for one, two in ((inner[1], inner[2]), (inner[2], inner[1])):
                try:
                    apart = self.prove(("<", one, two), effort)
                    break
                except Stuck:
                    continue
        child = self.child()
        if apart is not None:
            child.add(apart)
        child.assume(inner)
        yes = child.contradiction(goal, effort)
        return s.add("cases", [yes, s.hyp(goal)], on=inner)

    def contradiction(self, goal: Term, effort: int) -> int:
        """`goal` from facts that cannot hold together, or Stuck."""
        s = self.s
        mark = ("contradiction", effort)
        if mark in self.stuck or (effort < 3 and self.consistent()):
            raise Stuck("no contradiction")
        try:
            false = self.arithmetic(("<", ZERO, ZERO), effort)
        except Stuck:
            self.stuck.add(mark)
            raise
        true = s.add("arith", [], **{"is": ("<=", ZERO, ZERO), "terms": [], "eqs": []})
        return s.add("absurd", [false, true], **{"is": goal})

    def _tangent(self, goal: Term, kind: str, poly: Poly, effort: int) -> int:
        """Use 1 + x <= e^x for an exponential in the goal: what is left must hold without it."""
        s = self.s
        for product, c in poly.items():
            if c <= 0 or len(product) < 2 or any(f[0] != "@exp" for f, _ in product[1:]):
                continue
            exponent: Poly = {}
            for f, e in product[1:]:
                exponent = padd(exponent, {f[1]: e})
            x = s.term(exponent)
            line = s.add("exp_tangent", [], of=x)
            _, tangent = s.rel(s.goal(line))
            rest = padd(poly, tangent, -Fraction(c))
            if any(f[0] == "@exp" for f in monomial_letters(rest)):
                continue
            try:
                left = self.prove(("<=" if kind == "ge" else "<", ZERO, s.term(rest)), 1)
            except Stuck:
                continue
            return s.add(
                "arith", [left, line], **{"is": goal, "terms": [[1, [0]], [Fraction(c), [1]]], "eqs": []}
            )
        raise Stuck("no tangent helps")

    def _exponential(self, goal: Term, kind: str, poly: Poly, effort: int) -> int:
        """e^a against e^b from a against b."""
        s = self.s
        if len(poly) != 2 or len({abs(c) for c in poly.values()}) != 1 or sum(poly.values()) != 0:
            raise Stuck("not two exponentials")
        if any(f[0] != "@exp" for m in poly for f, _ in m[1:]):
            raise Stuck("not two exponentials")
        exponents: dict[bool, Term] = {}
        for product, c in poly.items():
            exponent: Poly = {}
            for f, e in product[1:]:
                exponent = padd(exponent, {f[1]: e})
            exponents[c > 0] = s.term(exponent)
        low, high = exponents[False], exponents[True]
        scale = abs(Fraction(next(iter(poly.values()))))
        if kind != "eq":
            relation = "<=" if kind == "ge" else "<"
            line = self.exp_monotone(self.prove((relation, low, high), effort), relation, low, high)
            return s.add("arith", [line], **{"is": goal, "terms": [[scale, [0]]], "eqs": []})
        same = self.prove(("=", low, high), effort)
        both = []
        for one, two, sign in ((low, high, -ONE), (high, low, ONE)):
            order = s.add("arith", [same], **{"is": ("<=", one, two), "terms": [], "eqs": [[0, sign]]})
            both.append(self.exp_monotone(order, "<=", one, two))
        line = s.add("antisym", both)
        _, equation = s.rel(s.goal(line))
        factor = next(Fraction(poly[m]) / Fraction(equation[m]) for m in poly)
        return s.add("arith", [line], **{"is": goal, "terms": [], "eqs": [[0, factor]]})

    def _logarithm(self, goal: Term, kind: str, poly: Poly, effort: int) -> int:
        """bound <= log t from e^bound <= t, and log t <= bound from t <= e^bound (strict likewise)."""
        s = self.s
        candidates = [
            (m, c) for m, c in poly.items() if len(m) == 2 and m[1][0][0] == "@log" and m[1][1] == 1
        ]
        for product, c in candidates:
            log = product[1][0]
            rest = {m: v for m, v in poly.items() if m != product}
            if any(cert.contains(f, log) for f in monomial_letters(rest)):
                continue
            bound = s.term(pscale(rest, -1 / Fraction(c)))
            t = s.term(dict(log[1][1:]))
            relation, reverse = ("<=", "<") if kind == "ge" else ("<", "<=")
            low, high = (bound, ("log", t)) if c > 0 else (("log", t), bound)
            exp_low, exp_high = (("exp", bound), t) if c > 0 else (t, ("exp", bound))
            try:
                positive = self.prove(("<", ZERO, t), 2)
                outside = self.prove((relation, exp_low, exp_high), effort)
            except Stuck:
                continue
            equation = s.add("exp_log", [positive], of=t)
            opposite = s.hyp((reverse, high, low))
            monotone = self.exp_monotone(opposite, reverse, high, low)
            wrong = s.add(
                "arith",
                [monotone, equation],
                **{
                    "is": (reverse, exp_high, exp_low),
                    "terms": [[1, [0]]],
                    "eqs": [[1, ONE if c > 0 else -ONE]],
                },
            )
            inner: Term = (relation, low, high)
            contradiction = s.add("absurd", [outside, wrong], **{"is": inner})
            line = s.add("cases", [s.hyp(inner), contradiction], on=inner)
            return s.add("arith", [line], **{"is": goal, "terms": [[abs(Fraction(c)), [0]]], "eqs": []})
        raise Stuck("no logarithm to compare")

    def consistent(self) -> bool:
        """Whether a numerical model satisfies every fact (so that a contradiction is not worth looking for)."""
        facts = self._evaluable()
        self.models.update(facts, {})
        return len(self.models.models) >= 3

    def _evaluable(self) -> list[Fact]:
        """The facts as numerical models see them: over listed outcomes with decided indicators put in."""
        if not self.s.sets:
            return self.facts
        self._decide_known()
        return [self.lightly(f) for f in self.facts]

    # --------------------------------------------------------------------------------------------- relations
    def relation(self, goal: Term, effort: int) -> int:
        """<=, < or = between reals."""
        s = self.s
        mean = self._jensen(goal)
        if mean is not None:
            return mean
        kind, poly = s.rel(goal)
        if not poly and kind != "gt":
            return s.add("arith", [], **{"is": goal, "terms": [], "eqs": []})
        if kind != "eq" and cert.closed(poly):
            for bits in (64, 256, 1024):
                try:
                    return s.add("enclose", [], **{"is": goal, "bits": bits})
                except Refused:
                    continue
            plain: Term = ("<=" if kind == "ge" else "<", ZERO, s.term(poly))  # without sums and indicators
            for bits in (64, 256, 1024):
                try:
                    closed = s.add("enclose", [], **{"is": plain, "bits": bits})
                except Refused:
                    continue
                return s.add("arith", [closed], **{"is": goal, "terms": [[ONE, [0]]], "eqs": []})
        self.instantiate(poly)
        atom_of_total = self._mass_at_most_one(goal, kind, poly)
        if atom_of_total is not None:
            return atom_of_total
        conditions = [s.key(s.goal(line)) for line in self.implications]
        if self.models.refutes(kind, poly, self._evaluable(), conditions):
            if not monomial_letters(poly):
                return self.contradiction(goal, effort)
            raise Stuck(f"false in a numerical model: {show(goal)}")
        if not self.models.models and effort > 1:
            try:
                return self.contradiction(goal, 2)
            except Stuck:
                pass
        for condition in self.splits:
            if s.key(condition) not in self.keys and s.key(("not", condition)) not in self.keys:
                return self._split(condition, goal, effort, ind=False)
        atom = self._indicator(poly)
        if atom is not None and self._decide_stated(poly):
            return self._rewritten(goal, kind, poly, effort)
        if atom is not None:
            line = self._as_they_stand(goal, kind, poly)
            if line is None:
                line = self._termwise(goal, kind, poly)
            if line is None and cert.contains_head(atom, "@inv"):
                line = self._split_mass(goal, poly, effort, atom)
            return line if line is not None else self._split(s.formula(atom[1]), goal, effort)
        if any(f in self.rewrites for f in monomial_letters(poly)):
            return self._rewritten(goal, kind, poly, effort)
        linear = None
        if effort > 1:
            try:
                return self.arithmetic(goal, 1)
            except Stuck as e:
                linear = e
            for special in (
                (self._logarithm, self._exponential, self._tangent) if kind != "eq" else (self._exponential,)
            ):
                try:
                    return special(goal, kind, poly, effort)
                except Stuck:
                    pass
        sums = [f for f in monomial_letters(poly) if f[0] == "@sum"]
        for level in range(1, effort + 1):
            try:
                if level == 1 and linear is not None:
                    raise linear
                return self.arithmetic(goal, level)
            except Stuck:
                if level == 1 and sums and kind != "gt":
                    try:
                        return self.summed(goal, effort)
                    except Stuck:
                        pass
            if level == 1 and not sums:
                try:
                    return self.contradiction(goal, 1)
                except Stuck:
                    pass
        line = self._split_alternative(goal, poly, effort)
        if line is None:
            line = self._split_mass(goal, poly, effort)
        if line is not None:
            return line
        if kind == "eq":
            low = self.prove(("<=", goal[1], goal[2]), effort)
            high = self.prove(("<=", goal[2], goal[1]), effort)
            return s.add("antisym", [low, high])
        if not sums and effort > 1:
            return self.contradiction(goal, effort)
        raise Stuck(f"no certificate found for {show(goal)}")

    def _rewritten(self, goal: Term, kind: str, poly: Poly, effort: int) -> int:
        """The goal with decided indicators and named values put in; then the goal itself."""
        s = self.s
        r = self.reduce(poly, deep=False)
        body = s.term(r.poly)
        core: Term = ("=", body, ZERO) if kind == "eq" else ("<=" if kind == "ge" else "<", ZERO, body)
        if not r.poly and kind != "gt":
            return self._close(goal, r, [], [])
        line = self.prove(core, effort)
        if kind == "eq":
            return self._close(goal, r, [], [(line, dict(CONST))])
        return self._close(goal, r, [(Fraction(1), [line], None)], [])

    def _mass_at_most_one(self, goal: Term, kind: str, poly: Poly) -> int | None:
        """P(y) <= 1: one term of a total of nonnegative masses."""
        s = self.s
        if kind != "ge" or len(poly) != 2 or poly.get(UNIT) != 1:
            return None
        (product,) = [m for m in poly if m != UNIT]
        if poly[product] != -1 or len(product) != 2 or product[1][0][0] != "@f" or product[1][1] != 1:
            return None
        mass = s.letter(product[1][0])
        for k, at in enumerate(mass[1:], 1):
            if not isinstance(at, str) or not isinstance(s.sort(at), str) or s.sort(at) == "R":
                continue
            other = s.fresh("y", s.sort(at))
            there = (*mass[:k], other, *mass[k + 1 :])
            for line, law in self._distributions([other]):
                if law != there:
                    continue
                picked = s.add("pick", [], var=other, at=at, of=there)
                same: Term = ("ind", ("eq", other, at))
                child = self.child()
                try:
                    point = child.prove(("<=", ("*", same, there), there), 2)
                    total = s.add("sum", [point], var=other)
                    return s.add(
                        "arith",
                        [total, picked, line],
                        **{"is": goal, "terms": [[1, [0]]], "eqs": [[1, ONE], [2, -ONE]]},
                    )
                except (Stuck, Refused):
                    return None
        return None

    def _jensen(self, goal: Term) -> int | None:
        """F(sum of w x) <= sum of w F(x), for a function F that a known fact says is convex on [0, 1]."""
        s = self.s
        if goal[0] != "<=" or not all(isinstance(x, tuple) for x in goal[1:]) or goal[2][0] != "sum":
            return None
        f = goal[1][0]
        if s.sig.get(f) != ("R",):
            return None
        index, factors = s.fresh(goal[2][1], s.sort(goal[2][1])), [goal[2][2]]
        while any(x[0] == "*" for x in factors if isinstance(x, tuple)):
            k = next(k for k, x in enumerate(factors) if isinstance(x, tuple) and x[0] == "*")
            factors[k : k + 1] = factors[k][1:]
        values = [x for x in factors if isinstance(x, tuple) and x[0] == f]
        if len(values) != 1 or len(factors) < 2:
            return None
        rest = [x for x in factors if x is not values[0]]
        put = {goal[2][1]: index}
        w, x = subst(rest[0] if len(rest) == 1 else ("*", *rest), put), subst(values[0][1], put)
        if s.key(("<=", (f, ("sum", index, ("*", w, x))), goal[2])) != s.key(goal):
            return None
        names = [s.fresh(n, "R") for n in ("one", "two", "part")]
        convex = self._convexity(f, *names)
        if convex is None:
            return None
        wanted: list[Term] = [("<=", ZERO, w), ("=", ("sum", index, w), ONE), ("<=", ZERO, x), ("<=", x, ONE)]
        lines = [convex, *(self.child().prove(g) for g in wanted)]
        line = s.add("jensen", lines, fun=f, var=index, w=w, x=x, names=names)
        return s.add("have", [line], **{"is": goal})

    def _convexity(self, f: str, a: str, b: str, l: str) -> int | None:
        """That F is convex on [0, 1], as Jensen's inequality wants it, from a known fact that says so in other words."""
        s = self.s

        def mix(p: Term, q: Term) -> Term:
            return ("+", ("*", l, p), ("*", ("-", ONE, l), q))

        box: Term = ("and", *(q for v in (a, b, l) for q in (("<=", ZERO, v), ("<=", v, ONE))))
        two: Term = ("<=", (f, mix(a, b)), mix((f, a), (f, b)))
        child = self.child()
        child.assume(box)
        for universal in self.universal:
            for order in itertools.permutations((a, b, l)):
                line, names = universal, list(order)
                try:
                    while s.goal(line)[0] in ("all", "->"):
                        if s.goal(line)[0] == "->":
                            line = s.add("imp_e", [line, child.prove(s.goal(line)[1], 1)])
                        elif names and s.sort(s.goal(line)[1]) == "R":
                            line = s.add("all_e", [line], at=names.pop(0))
                        else:
                            break
                except (Stuck, Refused):
                    continue
                if s.key(s.goal(line)) != s.key(two):
                    continue
                line = s.add("imp_i", [s.add("have", [line], **{"is": two})], **{"is": box})
                for v in (l, b, a):
                    line = s.add("all_i", [line], var=v)
                return line
        return None

    def _indicator(self, poly: Poly) -> Any:
        """An undecided indicator of the polynomial (innermost first)."""
        best = None
        for f in monomial_letters(poly):
            if f[0] == "@ind" and f not in self.rewrites:
                inner = [
                    g
                    for g in cert.inner_letters(f[1])
                    if g[0] == "@ind" and g not in self.rewrites and not cert.bound_inside(g)
                ]
                candidate = inner[0] if inner else f
                if best is None or len(cert.text(candidate)) < len(cert.text(best)):
                    best = candidate
        return best

    def _split(self, condition: Term, goal: Term, effort: int, ind: bool = True) -> int:
        """Cases on a condition; first see whether it is already decided."""
        s = self.s
        letter: Any = None
        if ind:
            product: Any
            ((product, _),) = [(m, c) for m, c in s.nf(("ind", condition)).items() if m != UNIT] or [((), 0)]
            letter = product[1][0]
            for candidate in (condition, ("not", condition)):
                try:
                    line = self.prove(candidate, 3 if cert.contains_head(letter, "@inv") else 2)
                except Stuck:
                    continue
                self.rewrite(letter, s.add("ind", [line]))
                return self.prove(goal, effort)
        branches = []
        for candidate in (condition, ("not", condition)):
            child = self.child()
            line = child.assume(candidate)
            if ind:
                child.rewrite(letter, s.add("ind", [line]))
            try:
                branches.append(child.contradiction(goal, 1))
            except Stuck:
                branches.append(child.prove(goal, effort))
        return s.add("cases", branches, on=condition)

    def _split_alternative(self, goal: Term, poly: Poly, effort: int) -> int | None:
        """Use a known "a or b" that speaks of a letter of the goal."""
        s = self.s
        letters = set(monomial_letters(poly))
        for line in self.alternatives:
            parts = s.goal(line)[1:]
            if any(s.key(p) in self.keys for p in parts):
                continue
            if not all(
                p[0] in ("<=", "<", "=") and set(monomial_letters(s.rel(p)[1])) & letters for p in parts
            ):
                continue
            branches = []
            for part in parts:
                child = self.child()
                child.assume(part)
                branches.append(child.relation(goal, effort))
            return s.add("or_e", [line, *branches])
        return None

    def _split_mass(self, goal: Term, poly: Poly, effort: int, atom: Any = None) -> int | None:
        """Where a denominator's sign is open: distinguish whether a mass in it (first: one the goal mentions) is positive."""
        s = self.s
        direct = [f for f in monomial_letters(poly) if f[0] == "@f"]
        if atom is not None:
            inside = [g for g in direct if cert.contains(atom, g)]
        else:
            inside = direct + [
                g
                for f in monomial_letters(self.reduce(poly).poly)
                if f[0] == "@inv"
                for g in cert.inner_letters(f)
            ]
        for g in inside:
            if g[0] != "@f" or cert.bound_inside(g) or g in self.rewrites:
                continue
            mass = s.letter(g)
            if s.key(("<=", ZERO, mass)) in self.keys and s.key(("<", ZERO, mass)) not in self.keys:
                return self._split(("<", ZERO, mass), goal, effort, ind=False)
        return None

    def _termwise(self, goal: Term, kind: str, poly: Poly) -> int | None:
        """0 <= a sum of products of letters that are all known to be nonnegative (indicators are squares)."""
        if kind != "ge":
            return None
        core = self.reduce(poly)
        terms = []
        for product, c in core.poly.items():
            if c < 0:
                return None
            lines, square = [], None
            for f, e in product[1:]:
                single = {("@M", (f, 1)): 1}
                if f[0] == "@ind":
                    square = single if square is None else pmul(square, single)
                    continue
                if e.denominator != 1:
                    return None
                fact = next((x for x in self.facts if x.kind in ("ge", "gt") and x.poly == single), None)
                line = (
                    fact.line
                    if fact
                    else self.s.add("exp_pos", [], of=self.s.term({f[1]: Fraction(1)}))
                    if f[0] == "@exp"
                    else None
                )
                if line is None:
                    return None
                lines += [line] * int(e)
            terms.append((Fraction(c), lines, square))
        return self._close(goal, core, terms, [])

    # ----------------------------------------------------------------------------------------- instantiation
    def instantiate(self, poly: Poly) -> None:
        """Read facts "for every outcome" at the outcomes that the polynomial mentions; then use implications."""
        s = self.s
        outcomes = {
            a
            for f in monomial_letters(poly)
            for a in cert.names_in(f)
            if isinstance(s.sig.get(a), str) and s.sig[a] != "R"
        }
        changed = False
        read_at: dict[int, set[Any]] = {}  # instances made here: the sorts of the outcomes they were read at
        for line in self.universal:  # grows while it is read
            goal = s.goal(line)
            sort = s.sort(goal[1])
            if sort == "R" or isinstance(sort, tuple) or sort in read_at.get(line, ()):
                continue
            for name in sorted(outcomes):
                if s.sort(name) != sort or (line, name) in self.instantiated:
                    continue
                self.instantiated.add((line, name))
                try:
                    instance = s.add("all_e", [line], at=name)
                except Refused:
                    continue
                read_at[instance] = {sort, *read_at.get(line, ())}
                self.add(instance)
                changed = True
        for line in list(self.alternatives):
            self._unit_interval(line)
        for f in monomial_letters(poly):
            if f[0] == "@sum" and f not in self.rewrites:
                self._point_mass(f)
        for fact in list(self.facts):
            points = [
                f for f in fact.letters if f[0] == "@sum" and (f in self.rewrites or self._point_mass(f))
            ]
            if points and ("restated", fact.line) not in self.instantiated:
                self.instantiated.add(("restated", fact.line))
                self.facts.append(self._restate(fact, deep=False))
        if changed or self.implications:
            self.use_implications()

    def _point_mass(self, f: Any) -> bool:
        """A sum of indicator(y = i) times t is t at i."""
        s = self.s
        if len(f[1]) != 1 or ("point", f) in self.instantiated:
            return False
        self.instantiated.add(("point", f))
        ((bound, space),) = f[1]
        for g, _ in f[2][1:]:
            if g[0] != "@ind" or g[1][0] != "@ie" or bound not in g[1][1:]:
                continue
            at = next((x for x in g[1][1:] if x != bound), None)
            if at is None or at.startswith("#"):
                continue
            running = s.fresh("running", space)
            rest = s.factors(("@M", *(fe for fe in f[2][1:] if fe[0] is not g)), {bound: running})
            body: Term = rest[0] if len(rest) == 1 else ("*", *rest) if rest else ONE
            line = s.add("pick", [], var=running, at=at, of=body)
            _, equation = s.rel(s.goal(line))
            if ("@M", (f, 1)) in equation:
                self.rewrite(f, line)
                return True
        return False

    def _unit_interval(self, line: int) -> None:
        """From t = 0 or t = 1: 0 <= t <= 1."""
        s, goal = self.s, self.s.goal(line)
        if ("unit", line) in self.instantiated:
            return
        self.instantiated.add(("unit", line))
        if (
            len(goal) == 3
            and all(p[0] == "=" for p in goal[1:])
            and goal[1][1] == goal[2][1]
            and goal[1][2] == 0
            and goal[2][2] == 1
        ):
            t = goal[1][1]
            for bound in (("<=", ZERO, t), ("<=", t, ONE)):
                branches = []
                for part in goal[1:]:
                    h = s.hyp(part)
                    sign = self._multiple(bound, part)
                    branches.append(
                        s.add("arith", [h], **{"is": bound, "terms": sign[0], "eqs": [[0, sign[1]]]})
                    )
                self.add(s.add("or_e", [line, *branches]))

    def _multiple(self, bound: Term, equation: Term) -> tuple[list, Fraction]:
        """bound = constant + multiple of the equation."""
        s = self.s
        _, g = s.rel(bound)
        _, e = s.rel(equation)
        for c in (Fraction(1), -1):
            rest = padd(g, e, -c)
            if all(m == UNIT for m in rest):
                value = rest.get(UNIT, Fraction(0))
                if value >= 0:
                    return ([[value, []]] if value else []), Fraction(c)
        raise Stuck("not a unit interval")

    def use_implications(self) -> None:
        """Discharge premises that are known or follow by linear arithmetic, which may use those discharged so far."""
        if self.discharging == 2:  # a premise may wait for one more, and that one for none
            return
        s = self.s
        self.discharging += 1
        try:
            found = True
            while found:
                found = False
                for line in list(self.implications):
                    goal = s.goal(line)
                    if s.key(goal[2]) in self.keys or line not in self.implications:
                        continue
                    try:
                        premise = self._premise(goal[1])
                    except Stuck:
                        continue
                    if line in self.implications:
                        self.implications.remove(line)
                        self.add(s.add("imp_e", [line, premise]))
                        found = True
        finally:
            self.discharging -= 1

    def _premise(self, formula: Term) -> int:
        line = self.have(formula)
        if line is not None:
            return line
        if formula[0] == "and":
            return self.s.add("and_i", [self._premise(p) for p in formula[1:]])
        if formula[0] in ("<=", "<", "="):
            return self.arithmetic(formula, 1)
        raise Stuck("premise not known")

    # ------------------------------------------------------------------------------------------------- sums
    def summed(self, goal: Term, effort: int) -> int:
        """Prove a relation between totals by a pointwise line, summed."""
        s = self.s
        kind, poly = s.rel(goal)
        try:
            return self._summed(goal, kind, poly, None, effort)
        except Stuck as e:
            stuck = e
        if kind == "ge":
            totals = {f for f in monomial_letters(poly) if f[0] == "@sum"}
            for fact in list(self.facts):
                if (
                    fact.kind != "gt"
                    and not self._is_total_mass(fact)
                    and totals & set(fact.letters) == set()
                    and any(f[0] == "@sum" for f in fact.letters)
                    and len(fact.poly) <= 6
                ):
                    try:
                        return self._summed(goal, kind, padd(poly, fact.poly, -1), fact, effort)
                    except Stuck:
                        continue
        with suppress(Stuck):
            return self._sums_of_known(goal)
        bodies = [s.goal(line)[2] for line in self.universal]
        captured = frozenset().union(*(all_names(body) - fv(body) for body in bodies))
        if self.summing == 0 and captured:  # at these names some fact could not be read
            budget, self.budget = self.budget, Budget(200)
            try:
                return self._summed(goal, kind, poly, None, effort, captured)
            except Stuck:
                pass
            finally:
                self.budget = budget
        raise stuck

    def _sums_of_known(self, goal: Term) -> int:
        """From facts about totals "for every outcome", summed over the outcomes: a total of totals."""
        s, child, here = self.s, self.child(), fv(goal)
        for line in self.universal:
            names, body = [], s.goal(line)
            while body[0] == "all":
                names.append(body[1])
                body = body[2]
            # the others are read where the goal stands
            name = next((n for n in names if n not in here), names[-1])
            sort = s.sort(name)
            if not isinstance(sort, str) or sort == "R" or body[0] not in ("<=", "="):
                continue
            if not here.issuperset(n for n in names if n != name):
                continue
            if any(f[0] == "@sum" and name in cert.names_in(f) for f in monomial_letters(s.rel(body)[1])):
                outcome = s.fresh("y", sort)
                for n in names:
                    line = s.add("all_e", [line], at=outcome if n == name else n)
                child.add(s.add("sum", [line], var=outcome))
        if len(child.facts) == len(self.facts):
            raise Stuck("no fact about the totals of every outcome")
        return child.arithmetic(goal, 1)

    def _is_total_mass(self, fact: Fact) -> bool:
        return fact.kind == "eq" and len(fact.poly) == 2 and fact.poly.get(UNIT) == -1

    def _summed(
        self,
        goal: Term,
        kind: str,
        poly: Poly,
        using: Fact | None,
        effort: int,
        avoid: frozenset[str] = frozenset(),
    ) -> int:
        """`poly` (the goal, less a known fact) as the sum of a pointwise line."""
        s = self.s
        if self.summing >= 3:
            raise Stuck("a pointwise line that asks for another, and that for another")
        groups: dict[tuple, list[tuple[tuple, Any, list]]] = {}
        rest: Poly = {}
        for product, c in poly.items():
            totals = [(f, e) for f, e in product[1:] if f[0] == "@sum"]
            if not totals:
                rest[product] = c
                continue
            spaces = tuple(sorted(v for f, _ in totals for _, v in f[1]))
            if any(e != 1 for _, e in totals) or (len(totals) > 1 and len(set(spaces)) < len(spaces)):
                raise Stuck("a product of totals over one space")
            groups.setdefault(spaces, []).append((product, c, [f for f, _ in totals]))
        if len(groups) != 1:
            raise Stuck("totals over different spaces")
        (sorts,) = groups
        free = {n for line in self.keys.values() for h in s.hyps(line).values() for n in fv(h)}
        names: list[str] = []
        for sort in sorts:
            name = next(
                (
                    n
                    for n in sorted(s.sig)
                    if s.sig[n] == sort
                    and n not in free
                    and n not in avoid
                    and n not in names
                    and not n.startswith("bound_")
                    and not cert.mentions(poly, n)
                ),
                None,
            )
            names.append(name or s.fresh("y", sort))
        integrand: list[Term] = []
        for product, c, sums in groups[sorts]:
            outer = ("@M", *(fe for fe in product[1:] if fe[0] not in sums))
            inside: list[Term] = []
            for total in sums:
                left = list(zip(sorts, names, strict=True))
                chosen = {}
                for v, space in total[1]:
                    pick: Any = next(x for x in left if x[0] == space)
                    left.remove(pick)
                    chosen[v] = pick[1]
                inside += s.factors(total[2], chosen)
            integrand.append(("*", Fraction(c), *s.factors(outer), *inside))
        base: Term = ("+", *integrand) if len(integrand) > 1 else integrand[0]
        options: list[tuple[Term, list[tuple[int, Term]]]] = [(base, [])]
        if rest:
            options = [
                (("+", base, ("*", s.term(rest), law)), [(line, s.term(rest))])
                for line, law in self._distributions(names)
            ]
            if not options:
                raise Stuck("a constant beside totals")
        for body, used in options:
            try:
                child = self.child()
                child.summing += 1
                point = child.prove(("<=" if kind == "ge" else "=", ZERO, body), effort)
                line = point
                for name in reversed(names):
                    line = s.add("sum", [line], var=name)
                # sum over the outcomes of the pointwise line; constants are multiples of a total mass of 1
                terms, eqs, given = [[ONE, [0]]], [], [line]
                if kind == "eq":
                    terms, eqs = [], [[0, ONE if s.rel(s.goal(line))[1] == poly else -ONE]]
                if using is not None:
                    given.append(using.line)
                    if using.kind == "eq":
                        eqs.append([1, ONE])
                    else:
                        terms.append([ONE, [1]])
                for law_line, multiplier in used:
                    given.append(law_line)
                    eqs.append([len(given) - 1, ("*", -ONE, multiplier)])
                return s.add("arith", given, **{"is": goal, "terms": terms, "eqs": eqs})
            except (Stuck, Refused):
                continue
        raise Stuck(f"no pointwise line for {show(goal)}")

    def _distributions(self, names: list[str]) -> list[tuple[int, Term]]:
        """Known equations `total mass = 1` with the mass at the given outcomes."""
        s, found = self.s, []
        for fact in self.facts:
            if fact.kind != "eq" or len(fact.poly) != 2 or UNIT not in fact.poly:
                continue
            (product,) = [m for m in fact.poly if m != UNIT]
            if len(product) != 2 or product[1][0][0] != "@sum" or product[1][1] != 1:
                continue
            total = product[1][0]
            if (
                [s.sort(n) for n in names] != [v for _, v in total[1]]
                or fact.poly[product] != 1
                or fact.poly[UNIT] != -1
            ):
                continue
            inside = s.factors(total[2], {v: n for (v, _), n in zip(total[1], names, strict=True)})
            found.append((fact.line, inside[0] if len(inside) == 1 else ("*", *inside)))
        return found

    # ------------------------------------------------------------------------------------------ arithmetic
    def arithmetic(self, goal: Term, effort: int) -> int:
        """A product certificate for a relation without undecided indicators."""
        self.budget.spend()
        s = self.s
        kind, poly = s.rel(goal)
        uncleared = any(f[0] == "@inv" or n < 0 for product in poly for f, n in product[1:])
        if effort == 1 and uncleared:
            raw = self.reduce(poly, deep=False)
            if kind == "eq" and not raw.poly:
                return self._close(goal, raw, [], [])
            facts = [self.lightly(f) for f in self.facts]
            found = self.combination(raw.poly, kind == "gt", facts, 1, []) if kind != "eq" else None
            if found is not None:
                return self._close(goal, raw, *found)
        reduced = self.reduce(poly)
        core = reduced.poly
        if kind == "eq":
            line_eqs = self._linear_equation(core, effort)
            return self._close(goal, reduced, [], line_eqs)
        if not core and kind == "ge":
            return self._close(goal, reduced, [], [])
        facts = self.relevant(core, effort)
        if len(core) == 1 and UNIT in core and core[UNIT] > 0:
            return self._close(goal, reduced, [(core[UNIT], [], None)], [])
        if effort >= 2 and core:
            found = self._factored(kind, core, effort)
            if found is not None:
                return self._close(goal, reduced, [found], [])
        combination = self.combination(core, kind == "gt", facts, effort, self.squares if effort >= 2 else [])
        if combination is not None:
            terms, eqs = combination
            return self._close(goal, reduced, terms, eqs)
        if effort >= 3:
            for fact in facts:
                if fact.kind == "gt" and fact.poly and cert.small(fact.poly):
                    combination = self.combination(pmul(core, fact.poly), kind == "gt", facts, 2, [])
                    if combination is not None:
                        reduced.multiply(fact.line, fact.poly)
                        return self._close(goal, reduced, *combination)
        raise Stuck(f"no certificate of degree {effort} for {show(goal)}")

    def combination(
        self, core: Poly, strict: bool, facts: list[Fact], degree: int, squares: list
    ) -> tuple[list, list] | None:
        """`combine`, which is not asked twice where it found nothing."""
        asked = (
            frozenset(core.items()),
            strict,
            frozenset([(f.kind, frozenset(f.poly.items())) for f in facts]),
            degree,
            tuple([frozenset(q.items()) for q in squares]),
        )
        if asked in self.s.fruitless:
            return None
        found = cert.combine(core, strict, facts, degree, squares)
        if found is None:
            self.s.fruitless.add(asked)
        return found

    def _close(self, goal: Term, reduced: Reduced, terms: list, eqs: list) -> int:
        """The arithmetic line: goal * times = sum of terms + sum of multiples of equations."""
        s = self.s
        given: list[int] = []

        def index(line: int) -> int:
            if line not in given:
                given.append(line)
            return given.index(line)

        out_terms = []
        for term in terms:
            c, lines, square = term
            entry: list[Any] = [c, [index(i) for i in lines]]
            if square is not None:
                entry.append(s.term(square))
            out_terms.append(entry)
        out_eqs = [[index(i), s.term(m)] for i, m in [*reduced.eqs, *eqs] if m]
        times = [index(i) for i in reduced.times]
        return s.add("arith", given, **{"is": goal, "times": times, "terms": out_terms, "eqs": out_eqs})

    def _linear_equation(self, core: Poly, effort: int) -> list[tuple[int, Poly]]:
        if not core:
            return []
        facts = [f for f in self.relevant(core, effort) if f.kind == "eq"]
        found = cert.combine_equations(core, facts, effort)
        if found is None:
            raise Stuck("not a consequence of the equations")
        return found

    def _factored(self, kind: str, core: Poly, effort: int) -> tuple | None:
        """Sign by factors: even powers are squares, each odd factor has a proved sign."""
        factors = cert.factor(core)
        if factors is None:
            return None
        c, parts = factors
        if (len(parts) == 1 and parts[0][1] == 1) or self.factoring >= 3:
            return None
        self.factoring += 1
        try:
            return self._signed(kind, Fraction(c), parts, effort)
        finally:
            self.factoring -= 1

    def _signed(self, kind: str, c: Fraction, parts: list[tuple[Poly, int]], effort: int) -> tuple | None:
        """The product of factors as a term of a certificate, each factor's sign proved."""
        lines, square = [], None
        for p, e in parts:
            if e % 2 == 0 and kind == "ge":
                half = p
                for _ in range(e // 2 - 1):
                    half = pmul(half, p)
                square = half if square is None else pmul(square, half)
                continue
            proved = None
            for sign in (1, -1):
                q = pscale(p, Fraction(sign))
                if not cert.plausible(q, self.facts):
                    continue
                try:
                    proved = self.prove(("<" if kind == "gt" else "<=", ZERO, self.s.term(q)), effort)
                except Stuck:
                    proved = None
                if proved is not None:
                    if sign < 0 and e % 2:
                        c = -c
                    break
            if proved is None:
                return None
            lines.extend([proved] * e)
        if c < 0 or (kind == "gt" and square is not None):
            return None
        return (c, lines, square)

    # -------------------------------------------------------------------------------------------- reduction
    def reduce(self, poly: Poly, deep: bool = True) -> Reduced:
        """Replace decided indicators and named values, clear denominators, logs under exp, negative powers of exp."""
        r = Reduced(dict(poly))
        for _ in range(60):
            letters = monomial_letters(r.poly)
            letter = next((f for f in letters if f in self.rewrites), None)
            if letter is not None:
                self._eliminate(r, letter, *self.rewrites[letter])
                continue
            if not deep:
                return r
            inverse = self._outer_inverse(letters)
            if inverse is not None and self._clear(r, inverse):
                continue
            if self._numbers_in_exponents(r) or self._exp_of_log(r):
                continue
            if self._negative_powers(r):
                continue
            return r
        return r

    def _eliminate(self, r: Reduced, letter: Any, line: int, equation: Poly, scale: Fraction) -> None:
        """equation = letter - value; subtract multiples until the letter is gone."""
        value = padd({("@M", (letter, 1)): 1}, equation, -1)
        quotient: Poly = {}
        work = dict(r.poly)
        for _ in range(HITS):
            hit = next((m for m in work if any(f == letter for f, _ in m[1:])), None)
            if hit is None:
                break
            c = work.pop(hit)
            lower = cert.divide_letter(hit, letter)
            quotient = padd(quotient, {lower: c})
            work = padd(work, pmul({lower: c}, value))
        else:
            raise Stuck("too high a power")
        r.eqs.append((line, pscale(quotient, scale)))
        r.poly = work

    def _outer_inverse(self, letters: list) -> Any:
        """An inverse that stands in no other letter's inside, and whose sign is not known to be unknown."""
        inverses = [
            f
            for f in letters
            if f[0] == "@inv" and self.inverses.get(f, 1) is not None and self.inverses.get(f) is not PENDING
        ]
        for f in inverses:
            if not any(f is not g and cert.contains(g, f) for g in inverses):
                return f
        return inverses[0] if inverses else None

    def nonzero(self, f: Any) -> tuple[int, int, Poly] | None:
        """For an inverse letter of m: (line m*(1/m) = 1, line 0 < m or 0 < -m, that positive polynomial)."""
        if f in self.inverses:
            return None if self.inverses[f] is PENDING else self.inverses[f]
        s = self.s
        self.inverses[f] = PENDING  # no circular attempts
        m = dict(f[1][1:])
        term = s.term(m)
        found = None
        for sign in (Fraction(1), -1):
            q = pscale(m, sign)
            if not cert.plausible(q, self.facts):
                continue
            positive: Term = ("<", ZERO, term) if sign > 0 else ("<", term, ZERO)
            try:
                line = self.prove(positive, 2)
                found = (s.add("inv", [line], of=term), line, q)
                break
            except Stuck:
                continue
        self.inverses[f] = found
        return found

    def _clear(self, r: Reduced, f: Any) -> bool:
        data = self.nonzero(f)
        if data is None:
            return False
        equation, positive, q = data
        m = dict(f[1][1:])
        by_power: dict[int, Poly] = {}
        for product, c in r.poly.items():
            e = int(dict(product[1:]).get(f, 0))
            rest = ("@M", *(fe for fe in product[1:] if fe[0] is not f))
            part = by_power.setdefault(e, {})
            part[rest] = part.get(rest, Fraction(0)) + c
        top = max(by_power)
        sign = 1 if q == m else -1
        inverse: Poly = {("@M", (f, 1)): 1}
        for _ in range(top):
            r.multiply(positive, q)
        # m^top * sum g_k i^k  =  sum g_k m^(top-k)  +  (m i - 1) * sum g_k m^(top-k) (1 + m i + ...)
        cleared: Poly = {}
        multiplier: Poly = {}
        scale = sign**top
        mi = pmul(m, inverse)
        for k, g in by_power.items():
            part = g
            for _ in range(top - k):
                part = pmul(part, m)
            cleared = padd(cleared, part, scale)
            geometric: Poly = {}
            power: Poly = dict(CONST)
            for _ in range(k):
                geometric = padd(geometric, power)
                power = pmul(power, mi)
            multiplier = padd(multiplier, pmul(part, geometric), scale)
        r.eqs.append((equation, multiplier))
        r.poly = cleared
        return True

    def _numbers_in_exponents(self, r: Reduced) -> bool:
        """Whole powers of e^(log n) in an exponent, n a positive number, as powers of n: e^(x^2/sqrt(2)^2); x/x as 1."""
        for product in r.poly:
            for f, e in product[1:]:
                simpler = _without_numbers(f[1], self.cancelling) if f[0] == "@exp" else None
                if simpler is None:
                    continue
                s = self.s
                whole, short = s.term({f[1]: e}), s.term({m: c * e for m, c in simpler.items()})
                mark = ("number", f, e)
                if mark not in self.inverses:
                    self.inverses[mark] = None
                    try:
                        same = self.prove(("=", whole, short), 1)
                    except Stuck:
                        continue
                    back = s.add("arith", [same], **{"is": ("=", short, whole), "eqs": [[0, -1]]})
                    both = [
                        self._exp_at_most(i, *ab)
                        for i, ab in ((same, (whole, short)), (back, (short, whole)))
                    ]
                    line = s.add("antisym", both)
                    self.inverses[mark] = (line, line, s.nf(("exp", short)))
                if self.inverses[mark] is None:
                    continue
                line, _, value = self.inverses[mark]  # type: ignore[misc]
                hit = {m: c for m, c in r.poly.items() if (f, e) in m[1:]}
                quotient = {("@M", *(x for x in m[1:] if x != (f, e))): c for m, c in hit.items()}
                rest = {m: c for m, c in r.poly.items() if m not in hit}
                r.poly = padd(rest, pmul(quotient, value))
                r.eqs.append((line, quotient))
                return True
        return False

    def _exp_at_most(self, line: int, a: Term, b: Term) -> int:
        """From a = b the line e^a <= e^b."""
        weak = self.s.add("arith", [line], **{"is": ("<=", a, b), "eqs": [[0, -1]]})
        return self.exp_monotone(weak, "<=", a, b)

    def _exp_of_log(self, r: Reduced) -> bool:
        """exp(log t) = t where t > 0 is known."""
        s = self.s
        for product in list(r.poly):
            for f, e in product[1:]:
                if f[0] != "@exp" or len(f[1]) != 2 or f[1][1][0][0] != "@log" or f[1][1][1] != 1:
                    continue
                log = f[1][1][0]
                data: Any = self.inverses.get(("explog", log), 0)
                if data is None or data is PENDING:
                    continue
                if e < 0 or e >= 1:
                    if data == 0:
                        t = s.term(dict(log[1][1:]))
                        sign: Term = ("<", ZERO, t)
                        if self.unlogging and s.key(sign) not in self.keys:
                            continue  # the sign of one argument does not wait for that of another
                        self.inverses[("explog", log)] = PENDING
                        self.unlogging, before = True, self.unlogging
                        try:
                            positive = self.prove(sign, 2)
                        except Stuck:
                            self.inverses[("explog", log)] = None
                            continue
                        finally:
                            self.unlogging = before
                        data = (s.add("exp_log", [positive], of=t), positive, dict(log[1][1:]))
                        self.inverses[("explog", log)] = data
                    if e < 0:
                        continue  # cleared as a negative power first
                    line, _, t_poly = data
                    self._powers_of(r, f, line, t_poly)
                    return True
        return False

    @staticmethod
    def _powers_of(r: Reduced, f: Any, line: int, value: Poly) -> None:
        """Replace f by its value in every product where its exponent is at least 1."""
        quotient: Poly = {}
        work = dict(r.poly)
        for _ in range(HITS):
            hit = next((m for m in work if any(g is f and e >= 1 for g, e in m[1:])), None)
            if hit is None:
                break
            c = work.pop(hit)
            lower = cert.divide_letter(hit, f)
            quotient = padd(quotient, {lower: c})
            work = padd(work, pmul({lower: c}, value))
        else:
            raise Stuck("too high a power")
        r.eqs.append((line, quotient))
        r.poly = work

    def _negative_powers(self, r: Reduced) -> bool:
        s = self.s
        lowest: dict[Any, Fraction] = {}
        for product in r.poly:
            for f, e in product[1:]:
                if f[0] == "@exp" and e < 0:
                    lowest[f] = min(e, lowest.get(f, Fraction(0)))
        if not lowest:
            return False
        for f, e in lowest.items():
            power = {("@M", (f, -e)): 1}
            argument = s.term({f[1]: -e})
            r.multiply(s.add("exp_pos", [], of=argument), power)
        return True

    def lightly(self, fact: Fact) -> Fact:
        """The fact with decided indicators and named values replaced, denominators kept."""
        if fact.line not in self.shallow:
            touched = any(f in self.rewrites for f in fact.letters)
            self.shallow[fact.line] = self._restate(fact, deep=False) if touched else fact
        return self.shallow[fact.line]

    def reduced(self, fact: Fact) -> Fact:
        """The fact after reduction, as a line of its own."""
        if fact.line in self.reduced_facts:
            return self.reduced_facts[fact.line]
        self.reduced_facts[fact.line] = fact
        if not any(f[0] in ("@inv", "@exp", "@ind") or f in self.rewrites for f in fact.letters):
            return fact
        result = self._restate(fact, deep=True)
        if any(v is PENDING for v in self.inverses.values()):
            self.reduced_facts.pop(fact.line, None)
        else:
            self.reduced_facts[fact.line] = result
        return result

    def _restate(self, fact: Fact, deep: bool) -> Fact:
        if fact.line in {line for line, *_ in self.rewrites.values()}:
            return fact
        r = self.reduce(fact.poly, deep)
        if not r.times and not r.eqs:
            return fact
        s = self.s
        body = s.term(r.poly)
        relation = {"ge": "<=", "gt": "<", "eq": "="}[fact.kind]
        goal = (relation, ZERO, body) if fact.kind != "eq" else ("=", body, ZERO)
        given = [fact.line]

        def index(line: int) -> int:
            if line not in given:
                given.append(line)
            return given.index(line)

        eqs = [[index(j), s.term(pscale(q, -1))] for j, q in r.eqs if q]
        try:
            if fact.kind == "eq":
                terms: list = []
                eqs.insert(0, [0, s.term(r.factor)])
            else:
                terms = [[ONE, [0, *(index(t) for t in r.times)]]]
            line = s.add("arith", given, **{"is": goal, "terms": terms, "eqs": eqs})
        except Refused:
            return fact
        return Fact(fact.kind, r.poly, line)

    # ------------------------------------------------------------------------------------------- relevance
    def relevant(self, core: Poly, effort: int) -> list[Fact]:
        """Reduced facts that speak of the goal's letters (closing over shared letters), and facts about exponentials."""
        letters = set(monomial_letters(core))
        self._decide_known()
        facts = [self.reduced(f) for f in self.facts]
        chosen: list[Fact] = []
        if not core:
            chosen = facts
            letters = set().union(*(f.letters for f in facts)) if facts else set()
        else:
            pending = list(facts)
            for _ in range(3):
                grown = [f for f in pending if letters & set(f.letters) or not f.letters]
                if not grown:
                    break
                chosen += grown
                pending = [f for f in pending if f not in grown]
                letters |= set().union(*(f.letters for f in grown))
        extra = self._exponential_facts(core, chosen) + self._normal_facts(core, chosen)
        seen, out = set(), []
        for f in [*chosen, *extra]:
            key = (f.kind, frozenset(f.poly.items()))
            if key not in seen and (f.poly or f.kind == "gt"):
                seen.add(key)
                out.append(f)
        return out

    def _decide_known(self) -> None:
        """Indicators in facts whose condition is known to hold or to fail become numbers."""
        s = self.s
        for fact in list(self.facts):
            for f in fact.letters:
                if f[0] != "@ind" or f in self.rewrites or ("tried", f, len(self.keys)) in self.instantiated:
                    continue
                self.instantiated.add(("tried", f, len(self.keys)))
                condition = s.formula(f[1])
                for candidate in (condition, ("not", condition)):
                    line = self.keys.get(s.key(candidate))
                    if line is not None:
                        stated = s.add("have", [line], **{"is": candidate})
                        self.rewrite(f, s.add("ind", [stated]))
                        break

    def _decide_stated(self, poly: Poly) -> bool:
        """Indicators of the goal whose whole condition is stated become numbers, whatever is open inside it."""
        s, found = self.s, False
        for f in monomial_letters(poly):
            if f[0] == "@ind" and f not in self.rewrites and not cert.bound_inside(f):
                condition = s.formula(f[1])
                line = self._stated(condition) or self._stated(("not", condition))
                if line is not None:
                    self.rewrite(f, s.add("ind", [line]))
                    found = True
        return found

    def _stated(self, formula: Term) -> int | None:
        """A known line, or the conjunction of known lines, that says this."""
        if formula[0] == "and":
            lines = [self._stated(part) for part in formula[1:]]
            known = [line for line in lines if line is not None]
            return self.s.add("and_i", known) if len(known) == len(lines) else None
        return self.have(formula)

    def _order_from_facts(self, units: dict[Any, Fraction]) -> list[int]:
        """From a known order of exponents (and logarithms of numbers) the order of the exponentials."""
        s = self.s
        bases = {f[1]: f for f in units}
        out = []
        for fact in self.facts:
            if not any(m in bases for m in fact.poly) or len(fact.poly) < 2:
                continue
            if not all(m in bases or m == UNIT or (len(m) == 2 and m[1][0][0] == "@log") for m in fact.poly):
                continue
            if (
                fact.kind != "eq"
                and len(fact.poly) == 2
                and all(m in bases for m in fact.poly)
                and set(map(abs, fact.poly.values())) == {1}
            ):
                continue  # the pairwise comparison has it
            base = next(m for m in fact.poly if m in bases)
            scale = units[bases[base]] / abs(Fraction(fact.poly[base]))
            mark = ("order", fact.line, scale)
            if mark not in self.exponentials:
                low = s.term({m: -c * scale for m, c in fact.poly.items() if c < 0})
                high = s.term({m: c * scale for m, c in fact.poly.items() if c > 0})
                if fact.kind == "eq":
                    both = []
                    for one, two, sign in ((low, high, ONE), (high, low, -ONE)):
                        line = s.add(
                            "arith",
                            [fact.line],
                            **{"is": ("<=", one, two), "terms": [], "eqs": [[0, sign * scale]]},
                        )
                        both.append(self.exp_monotone(line, "<=", one, two))
                    self.exponentials[mark] = [s.add("antisym", both)]
                else:
                    relation = "<" if fact.kind == "gt" else "<="
                    line = s.add(
                        "arith",
                        [fact.line],
                        **{"is": (relation, low, high), "terms": [[scale, [0]]], "eqs": []},
                    )
                    self.exponentials[mark] = [self.exp_monotone(line, relation, low, high)]
            out += self.exponentials[mark]
        return out

    def _exponential_facts(self, core: Poly, facts: list[Fact]) -> list[Fact]:
        """0 < e^m, e^m against 1, and e^m against e^n, wherever the exponents' order is known linearly."""
        s = self.s
        units: dict[Any, Fraction] = {}
        powers: dict[Any, set[Fraction]] = {}
        for poly in (core, *(f.poly for f in facts)):
            for product in poly:
                for f, e in product[1:]:
                    if f[0] == "@exp":
                        units[f] = cert.common_unit(units.get(f), e)
                        powers.setdefault(f, set()).add(abs(e))
        out: list[Fact] = []
        for f, unit in units.items():
            for power in sorted(powers[f] | {unit})[:3]:
                mark = ("exp", f, power)
                if mark not in self.exponentials:
                    self.exponentials[mark] = (
                        [s.add("exp_pos", [], of=s.term({f[1]: power}))] if power == unit else []
                    )
                    self.exponentials[mark] += self._against_one(f, power)
                out += [self._as_fact(i) for i in self.exponentials[mark]]
        out += [self.reduced(self._as_fact(i)) for i in self._order_from_facts(units)]
        plain = [f for f in units if len(f[1]) == 2 or not cert.contains_head(f, "@log")]
        for f, g in itertools.combinations(plain, 2):
            mark = ("pair", f, g)
            if mark not in self.exponentials:
                self.exponentials[mark] = self._against(f, g)
            out += [self._as_fact(i) for i in self.exponentials[mark]]
        return out

    def _normal_facts(self, core: Poly, facts: list[Fact]) -> list[Fact]:
        """-1 < erf t < 1, its tail where t >= 0 is known, and rational bounds of numbers made of pi."""
        out = []
        powers = dict.fromkeys(
            fe for p in (core, *(x.poly for x in facts)) for product in p for fe in product[1:]
        )
        for f, e in powers:
            number = f[0] != "@erf"
            mark = (f, e) if number else f
            if mark not in self.exponentials:
                if number and not (cert.contains_head(f, "@pi") and cert.closed({("@M", (f, e)): 1})):
                    continue
                self.exponentials[mark] = (
                    self._enclosed({("@M", (f, e)): 1}) if number else self._erf_bounds(f)
                )
            out += [self.reduced(self._as_fact(i)) for i in self.exponentials[mark]]
        return out

    def _erf_bounds(self, f: Any) -> list[int]:
        s, t = self.s, self.s.term(dict(f[1][1:]))
        both = s.add("erf_bounds", [], of=t)
        lines = [s.add("and_e", [both], part=k) for k in (1, 2)]
        self.exponentials[f] = lines  # what is looked for below does not need the tail
        for sign in (t, ("*", -ONE, t)):
            with suppress(Stuck):
                return [*lines, s.add("erf_tail", [self.prove(("<=", ZERO, sign), 2)], of=sign)]
        return lines

    def _enclosed(self, poly: Poly, bits: int = 80) -> list[int]:
        """Lines with rational bounds of a number."""
        s, t = self.s, self.s.term(poly)
        low, high = enclose(tree(t), {}, bits)
        return [s.add("enclose", [], **{"is": q, "bits": bits}) for q in (("<=", low, t), ("<=", t, high))]

    def _as_fact(self, line: int) -> Fact:
        if line not in self.s.facts:
            self.s.facts[line] = Fact(*self.s.rel(self.s.goal(line)), line)
        return self.s.facts[line]

    def _quick(self, goal: Term) -> int | None:
        """Linear arithmetic on the facts as they stand, without touching exponentials."""
        line = self.have(goal)
        if line is not None:
            return line
        s = self.s
        kind, poly = s.rel(goal)
        facts = [f for f in self.facts if not any(g[0] == "@sum" for g in f.letters)]
        if not poly or self.models.refutes(kind, poly, self.facts):
            return None
        self.budget.spend()
        found = self.combination(poly, kind == "gt", facts, 1, []) if poly else None
        if found is None:
            found = self._monomial_sign(kind, poly)
        if found is None:
            return None
        return self._close(goal, Reduced(poly), *found)

    def _as_they_stand(self, goal: Term, kind: str, poly: Poly) -> int | None:
        """Linear arithmetic with the facts that have the goal's indicators, none of them decided."""
        indicators = {f for f in monomial_letters(poly) if f[0] == "@ind"}
        facts = [f for f in self.facts if not indicators.isdisjoint(f.letters)]
        if not facts:
            return None
        self.budget.spend()
        if kind == "eq":
            equations = cert.combine_equations(poly, [f for f in facts if f.kind == "eq"], 1)
            return None if equations is None else self._close(goal, Reduced(poly), [], equations)
        found = self.combination(poly, kind == "gt", facts, 1, [])
        return None if found is None else self._close(goal, Reduced(poly), *found)

    def _monomial_sign(self, kind: str, poly: Poly) -> tuple[list, list] | None:
        """A single product of letters with known signs."""
        if len(poly) != 1:
            return None
        ((product, c),) = poly.items()
        if c < 0 or not product[1:]:
            return None
        lines = []
        for f, e in product[1:]:
            single = {("@M", (f, 1)): 1}
            fact = next((x for x in self.facts if x.kind == "gt" and x.poly == single), None) or next(
                (x for x in self.facts if x.kind == "ge" and x.poly == single), None
            )
            if fact is None or (kind == "gt" and fact.kind != "gt"):
                return None
            lines += [fact.line] * int(e)
        return [(c, lines, None)], []

    def _against_one(self, f: Any, unit: Fraction) -> list[int]:
        """1 <= e^m from 0 <= m (strict likewise), e^m <= 1 from m <= 0."""
        s = self.s
        m = s.term({f[1]: unit})
        for relation, low, high in (("<", ZERO, m), ("<=", ZERO, m)):
            line = self._quick((relation, low, high))
            if line is not None:
                tangent = s.add("exp_tangent", [], of=m)
                return [
                    s.add(
                        "arith",
                        [line, tangent],
                        **{"is": (relation, ONE, ("exp", m)), "terms": [[1, [0]], [1, [1]]], "eqs": []},
                    )
                ]
        for relation in ("<", "<="):
            line = self._quick((relation, m, ZERO))
            if line is not None:
                minus = ("*", -ONE, m)
                tangent = s.add("exp_tangent", [], of=minus)
                one = s.add(
                    "arith",
                    [line, tangent],
                    **{"is": (relation, ONE, ("exp", minus)), "terms": [[1, [0]], [1, [1]]], "eqs": []},
                )
                positive = s.add("exp_pos", [], of=m)
                return [
                    s.add(
                        "arith",
                        [one, positive],
                        **{"is": (relation, ("exp", m), ONE), "terms": [[1, [0, 1]]], "eqs": []},
                    )
                ]
        return []

    def _against(self, f: Any, g: Any) -> list[int]:
        """e^m <= e^n from m <= n (strict likewise), either way round."""
        s = self.s
        m, n = s.term({f[1]: Fraction(1)}), s.term({g[1]: Fraction(1)})
        for a, b in ((m, n), (n, m)):
            for relation in ("<", "<="):
                line = self._quick((relation, a, b))
                if line is not None:
                    return [self.exp_monotone(line, relation, a, b)]
        return []

    def exp_monotone(self, line: int, relation: str, a: Term, b: Term) -> int:
        """From a R b the line e^a R e^b."""
        s = self.s
        gap = ("-", b, a)
        tangent = s.add("exp_tangent", [], of=gap)
        one = s.add(
            "arith",
            [line, tangent],
            **{"is": (relation, ONE, ("exp", gap)), "terms": [[1, [0]], [1, [1]]], "eqs": []},
        )
        positive = s.add("exp_pos", [], of=a)
        return s.add(
            "arith",
            [one, positive],
            **{"is": (relation, ("exp", a), ("exp", b)), "terms": [[1, [0, 1]]], "eqs": []},
        )


def _without_numbers(m: Any, cancelling: bool) -> Poly | None:
    """The product with whole powers of e^(log n) as numbers, without x (1/x) if `cancelling`; None if it stays."""
    c, left, powers = Fraction(1), [], dict(m[1:])
    for f in list(powers) if cancelling else ():
        inside = f[1] if f[0] == "@inv" else UNIT
        g = inside[1][0][1] if len(inside) == 2 and inside[1][1] == 1 and len(inside[1][0]) == 2 else None
        if g is not None and powers.get(g[0], 0) > 0:
            both = min(powers[f], powers[g[0]])
            powers[f], powers[g[0]] = powers[f] - both, powers[g[0]] - both
    for f, e in powers.items():
        inner = f[1] if f[0] == "@exp" else UNIT
        k = int(e)
        if k and len(inner) == 2 and inner[1][0][0] == "@log" and inner[1][1] == 1:
            n = inner[1][0][1][1:]
            if len(n) == 1 and n[0][0] == UNIT and n[0][1] > 0:
                c *= Fraction(n[0][1]) ** k
                e = e - k
        if e:
            left.append((f, e))
    return {("@M", *left): c} if c != 1 or tuple(left) != m[1:] else None


def show(term: Term) -> str:
    """A term in short plain text, for messages."""
    if isinstance(term, Fraction | str | int):
        return str(term)
    if term[0] in ("+", "-", "*", "/", "<=", "<", "=", "and", "or", "->", "^") and len(term) > 2:
        text = f" {term[0]} ".join(show(t) for t in term[1:])
        return text if term[0] in ("<=", "<", "=") else f"({text})"
    return f"{term[0]}({', '.join(show(t) for t in term[1:])})"
