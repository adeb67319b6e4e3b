"""The tactic: from the facts known at a point of a proof, derive a formula, line by line.

`ProofState.prove(goal)` reduces logic, distinguishes cases on indicators, clears denominators (`reduction`), orders
exponentials (`exponentials`), finds product certificates by an exact linear program, and sums a pointwise line over the
outcomes (`sums`).  It returns the number of a line that the kernel has accepted, or raises `Stuck`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpsym.prove import certificates as cert
from dpsym.prove.certificates import monomial_atoms, padd, pmul, pscale
from dpsym.prove.exponentials import (
    by_errors,
    by_exponential,
    by_logarithm,
    by_tangent,
    exponential_facts,
    normal_facts,
)
from dpsym.prove.float_models import Models
from dpsym.prove.hypotheses import CONST, UNIT, Budget, Fact, Guard, Reduced, show
from dpsym.prove.quantiles import by_quantile, read_quantiles
from dpsym.prove.reduction import (
    lightly_reduced,
    reduce,
    reduced_fact,
    restate,
)
from dpsym.prove.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term, fv, subst
from dpsym.prove.sums import by_jensen, mass_at_most_one, split_mass, summed, termwise

ORDERS = (by_logarithm, by_exponential, by_tangent, by_errors, by_quantile)  # by what rises


class ProofState:
    """The facts at a point of a proof.  A child sees its parent's facts and adds its own."""

    def __init__(self, script: Script, parent: ProofState | None = None) -> None:
        self.s = script
        self.facts: list[Fact] = list(parent.facts) if parent else []
        self.keys: dict[Any, int] = dict(parent.keys) if parent else {}
        self.universal: list[int] = list(parent.universal) if parent else []
        self.implications: list[int] = list(parent.implications) if parent else []
        self.guard: Guard = replace(parent.guard) if parent else Guard()
        self.samples: dict[Any, list[dict]] = {}  # points at which goals of calculus are looked at
        self.alternatives: list[int] = list(parent.alternatives) if parent else []
        self.instantiated: set = set(parent.instantiated) if parent else set()
        # atom -> (line of the equation, its polynomial scaled to atom - value, the scale)
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

    def child(self) -> ProofState:
        return ProofState(self.s, self)

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
        """An equation `atom = value` is used as a rewriting when the atom is a name or an indicator."""
        poly = fact.poly
        for product, c in poly.items():
            if len(product) != 2 or product[1][1] != 1:
                continue
            atom = product[1][0]
            if atom in self.rewrites:
                continue
            rest = {m: v for m, v in poly.items() if m != product}
            constant = all(m == UNIT for m in rest)
            if (atom[0] == "@ind" and constant) or (atom[0] in ("@v", "@f") and constant):
                self.rewrites[atom] = (fact.line, pscale(poly, Fraction(1) / c), Fraction(1) / c)
                self._forget(atom)
                return

    def rewrite(self, atom: Any, line: int) -> None:
        """Use the equation of `line` (atom - value = 0 up to a factor) to replace the atom."""
        _, poly = self.s.rel(self.s.goal(line))
        c = next(v for m, v in poly.items() if len(m) == 2 and m[1] == (atom, 1))
        self.rewrites[atom] = (line, pscale(poly, Fraction(1) / c), Fraction(1) / c)
        self._forget(atom)

    def _forget(self, atom: Any) -> None:
        """Reduced facts in which the atom occurs have to be reduced again."""
        for store in (self.reduced_facts, self.shallow):
            for fact in self.facts:
                done = store.get(fact.line)
                if done is not None and any(
                    f is atom or cert.contains(f, atom)
                    for p in (fact.poly, done.poly)
                    for f in monomial_atoms(p)
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
            if op == "ex":
                return self._value_of_erf(goal, effort)
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

    def _value_of_erf(self, goal: Term, effort: int) -> int:
        """There is an x with erf x = t, where t lies between -1 and 1."""
        _, x, body = goal
        if body[0] != "=" or body[1] != ("erf", x) or x in fv(body[2]):
            raise Stuck(f"no way to prove {show(goal)}")
        ends = [self.prove(r, effort) for r in (("<", -ONE, body[2]), ("<", body[2], ONE))]
        return self.s.add("erf_onto", ends, var=x, of=body[2])

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
            atom = self.indicator(s.rel(part)[1]) if part[0] in ("<=", "<", "=") else None
            if atom is not None:
                return self.split(s.formula(atom[1]), goal, effort)
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

    def consistent(self) -> bool:
        """Whether a numerical model satisfies every fact (so that a contradiction is not worth looking for)."""
        self.models.update(self.evaluable(), {})
        return len(self.models.models) >= 3

    def evaluable(self) -> list[Fact]:
        """The facts as numerical models see them: over listed outcomes with decided indicators put in."""
        if not self.s.sets:
            return self.facts
        self.decide_known()
        return [lightly_reduced(self, f) for f in self.facts]

    # --------------------------------------------------------------------------------------------- relations
    def relation(self, goal: Term, effort: int) -> int:
        """<=, < or = between reals."""
        s = self.s
        if (mean := by_jensen(self, goal)) is not None:
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
        read_quantiles(self, [poly, *(f.poly for f in self.facts)])
        atom_of_total = mass_at_most_one(self, goal, kind, poly)
        if atom_of_total is not None:
            return atom_of_total
        conditions = [s.key(s.goal(line)) for line in self.implications]
        if self.models.refutes(kind, poly, self.evaluable(), conditions):
            if not monomial_atoms(poly):
                return self.contradiction(goal, effort)
            raise Stuck(f"false in a numerical model: {show(goal)}")
        if not self.models.models and effort > 1:
            try:
                return self.contradiction(goal, 2)
            except Stuck:
                pass
        for condition in self.splits:
            if s.key(condition) not in self.keys and s.key(("not", condition)) not in self.keys:
                return self.split(condition, goal, effort, ind=False)
        atom = self.indicator(poly)
        if atom is not None and self._decide_stated(poly):
            return self.rewritten(goal, kind, poly, effort)
        if atom is not None:
            line = self._as_they_stand(goal, kind, poly)
            if line is None:
                line = termwise(self, goal, kind, poly)
            if line is None and cert.contains_head(atom, "@inv"):
                line = split_mass(self, goal, poly, effort, atom)
            return line if line is not None else self.split(s.formula(atom[1]), goal, effort)
        if any(f in self.rewrites for f in monomial_atoms(poly)):
            return self.rewritten(goal, kind, poly, effort)
        linear = None
        if effort > 1:
            try:
                return self.arithmetic(goal, 1)
            except Stuck as e:
                linear = e
            for special in ORDERS if kind != "eq" else (by_exponential,):
                try:
                    return special(self, goal, kind, poly, effort)
                except Stuck:
                    pass
        sums = [f for f in monomial_atoms(poly) if f[0] == "@sum"]
        for level in range(1, effort + 1):
            try:
                if level == 1 and linear is not None:
                    raise linear
                return self.arithmetic(goal, level)
            except Stuck:
                if level == 1 and sums and kind != "gt":
                    try:
                        return summed(self, goal, effort)
                    except Stuck:
                        pass
            if level == 1 and not sums:
                try:
                    return self.contradiction(goal, 1)
                except Stuck:
                    pass
        line = self._split_alternative(goal, poly, effort)
        if line is None:
            line = split_mass(self, goal, poly, effort)
        if line is not None:
            return line
        if kind == "eq":
            low = self.prove(("<=", goal[1], goal[2]), effort)
            high = self.prove(("<=", goal[2], goal[1]), effort)
            return s.add("antisym", [low, high])
        if not sums and effort > 1:
            return self.contradiction(goal, effort)
        raise Stuck(f"no certificate found for {show(goal)}")

    def rewritten(self, goal: Term, kind: str, poly: Poly, effort: int) -> int:
        """The goal with decided indicators and named values put in; then the goal itself."""
        s = self.s
        r = reduce(self, poly, deep=False)
        body = s.term(r.poly)
        core: Term = ("=", body, ZERO) if kind == "eq" else ("<=" if kind == "ge" else "<", ZERO, body)
        if not r.poly and kind != "gt":
            return self.close(goal, r, [], [])
        line = self.prove(core, effort)
        if kind == "eq":
            return self.close(goal, r, [], [(line, dict(CONST))])
        return self.close(goal, r, [(Fraction(1), [line], None)], [])

    def indicator(self, poly: Poly) -> Any:
        """An undecided indicator of the polynomial (innermost first)."""
        best = None
        for f in monomial_atoms(poly):
            if f[0] == "@ind" and f not in self.rewrites:
                inner = [
                    g
                    for g in cert.inner_atoms(f[1])
                    if g[0] == "@ind" and g not in self.rewrites and not cert.bound_inside(g)
                ]
                candidate = inner[0] if inner else f
                if best is None or len(cert.text(candidate)) < len(cert.text(best)):
                    best = candidate
        return best

    def split(self, condition: Term, goal: Term, effort: int, ind: bool = True) -> int:
        """Cases on a condition; first see whether it is already decided."""
        s = self.s
        atom: Any = None
        if ind:
            product: Any
            ((product, _),) = [(m, c) for m, c in s.nf(("ind", condition)).items() if m != UNIT] or [((), 0)]
            atom = product[1][0]
            for candidate in (condition, ("not", condition)):
                try:
                    line = self.prove(candidate, 3 if cert.contains_head(atom, "@inv") else 2)
                except Stuck:
                    continue
                self.rewrite(atom, s.add("ind", [line]))
                return self.prove(goal, effort)
        branches = []
        for candidate in (condition, ("not", condition)):
            child = self.child()
            line = child.assume(candidate)
            if ind:
                child.rewrite(atom, s.add("ind", [line]))
            try:
                branches.append(child.contradiction(goal, 1))
            except Stuck:
                branches.append(child.prove(goal, effort))
        return s.add("cases", branches, on=condition)

    def _split_alternative(self, goal: Term, poly: Poly, effort: int) -> int | None:
        """Use a known "a or b" that speaks of an atom of the goal."""
        s = self.s
        atoms = set(monomial_atoms(poly))
        for line in self.alternatives:
            parts = s.goal(line)[1:]
            if any(s.key(p) in self.keys for p in parts):
                continue
            if not all(p[0] in ("<=", "<", "=") and set(monomial_atoms(s.rel(p)[1])) & atoms for p in parts):
                continue
            branches = []
            for part in parts:
                child = self.child()
                child.assume(part)
                branches.append(child.relation(goal, effort))
            return s.add("or_e", [line, *branches])
        return None

    # ----------------------------------------------------------------------------------------- instantiation
    def instantiate(self, poly: Poly) -> None:
        """Read facts "for every outcome" at the outcomes that the polynomial mentions; then use implications."""
        s = self.s
        outcomes = {
            a
            for f in monomial_atoms(poly)
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
        for f in monomial_atoms(poly):
            if f[0] == "@sum" and f not in self.rewrites:
                self._point_mass(f)
        for fact in list(self.facts):
            points = [f for f in fact.atoms if f[0] == "@sum" and (f in self.rewrites or self._point_mass(f))]
            if points and ("restated", fact.line) not in self.instantiated:
                self.instantiated.add(("restated", fact.line))
                self.facts.append(restate(self, fact, deep=False))
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
        if self.guard.discharging == 2:  # a premise may wait for one more, and that one for none
            return
        s = self.s
        self.guard.discharging += 1
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
            self.guard.discharging -= 1

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

    # ------------------------------------------------------------------------------------------ arithmetic
    def arithmetic(self, goal: Term, effort: int) -> int:
        """A product certificate for a relation without undecided indicators."""
        self.budget.spend()
        s = self.s
        kind, poly = s.rel(goal)
        uncleared = any(f[0] == "@inv" or n < 0 for product in poly for f, n in product[1:])
        if effort == 1 and uncleared:
            raw = reduce(self, poly, deep=False)
            if kind == "eq" and not raw.poly:
                return self.close(goal, raw, [], [])
            facts = [lightly_reduced(self, f) for f in self.facts]
            found = self.combination(raw.poly, kind == "gt", facts, 1, []) if kind != "eq" else None
            if found is not None:
                return self.close(goal, raw, *found)
        reduced = reduce(self, poly)
        core = reduced.poly
        if kind == "eq":
            line_eqs = self._linear_equation(core, effort)
            return self.close(goal, reduced, [], line_eqs)
        if not core and kind == "ge":
            return self.close(goal, reduced, [], [])
        facts = self.relevant(core, effort)
        if len(core) == 1 and UNIT in core and core[UNIT] > 0:
            return self.close(goal, reduced, [(core[UNIT], [], None)], [])
        if effort >= 2 and core:
            found = self._factored(kind, core, effort)
            if found is not None:
                return self.close(goal, reduced, [found], [])
        combination = self.combination(core, kind == "gt", facts, effort, self.squares if effort >= 2 else [])
        if combination is not None:
            terms, eqs = combination
            return self.close(goal, reduced, terms, eqs)
        if effort >= 3:
            for fact in facts:
                if fact.kind == "gt" and fact.poly and cert.small(fact.poly):
                    combination = self.combination(pmul(core, fact.poly), kind == "gt", facts, 2, [])
                    if combination is not None:
                        reduced.multiply(fact.line, fact.poly)
                        return self.close(goal, reduced, *combination)
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

    def close(self, goal: Term, reduced: Reduced, terms: list, eqs: list) -> int:
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
        if (len(parts) == 1 and parts[0][1] == 1) or self.guard.factoring >= 3:
            return None
        self.guard.factoring += 1
        try:
            return self._signed(kind, Fraction(c), parts, effort)
        finally:
            self.guard.factoring -= 1

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

    # ------------------------------------------------------------------------------------------- relevance
    def relevant(self, core: Poly, effort: int) -> list[Fact]:
        """Reduced facts that speak of the goal's atoms (closing over shared atoms), and facts about exponentials."""
        atoms = set(monomial_atoms(core))
        self.decide_known()
        facts = [reduced_fact(self, f) for f in self.facts]
        chosen: list[Fact] = []
        if not core:
            chosen = facts
            atoms = set().union(*(f.atoms for f in facts)) if facts else set()
        else:
            pending = list(facts)
            for _ in range(3):
                grown = [f for f in pending if atoms & set(f.atoms) or not f.atoms]
                if not grown:
                    break
                chosen += grown
                pending = [f for f in pending if f not in grown]
                atoms |= set().union(*(f.atoms for f in grown))
        extra = exponential_facts(self, core, chosen) + normal_facts(self, core, chosen)
        seen, out = set(), []
        for f in [*chosen, *extra]:
            key = (f.kind, frozenset(f.poly.items()))
            if key not in seen and (f.poly or f.kind == "gt"):
                seen.add(key)
                out.append(f)
        return out

    def decide_known(self) -> None:
        """Indicators in facts whose condition is known to hold or to fail become numbers."""
        s = self.s
        for fact in list(self.facts):
            for f in fact.atoms:
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
        for f in monomial_atoms(poly):
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

    def as_fact(self, line: int) -> Fact:
        if line not in self.s.facts:
            self.s.facts[line] = Fact(*self.s.rel(self.s.goal(line)), line)
        return self.s.facts[line]

    def quick(self, goal: Term) -> int | None:
        """Linear arithmetic on the facts as they stand, without touching exponentials."""
        line = self.have(goal)
        if line is not None:
            return line
        s = self.s
        kind, poly = s.rel(goal)
        facts = [f for f in self.facts if not any(g[0] == "@sum" for g in f.atoms)]
        if not poly or self.models.refutes(kind, poly, self.facts):
            return None
        self.budget.spend()
        found = self.combination(poly, kind == "gt", facts, 1, []) if poly else None
        if found is None:
            found = self._monomial_sign(kind, poly)
        if found is None:
            return None
        return self.close(goal, Reduced(poly), *found)

    def _as_they_stand(self, goal: Term, kind: str, poly: Poly) -> int | None:
        """Linear arithmetic with the facts that have the goal's indicators, none of them decided."""
        indicators = {f for f in monomial_atoms(poly) if f[0] == "@ind"}
        facts = [f for f in self.facts if not indicators.isdisjoint(f.atoms)]
        if not facts:
            return None
        self.budget.spend()
        if kind == "eq":
            equations = cert.combine_equations(poly, [f for f in facts if f.kind == "eq"], 1)
            return None if equations is None else self.close(goal, Reduced(poly), [], equations)
        found = self.combination(poly, kind == "gt", facts, 1, [])
        return None if found is None else self.close(goal, Reduced(poly), *found)

    def _monomial_sign(self, kind: str, poly: Poly) -> tuple[list, list] | None:
        """A single product of atoms with known signs."""
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
