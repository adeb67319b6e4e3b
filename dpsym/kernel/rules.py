"""The rules: each takes lines already checked and gives a new one. A line Γ ⊢ φ holds in every model.

A model gives every abstract set name a finite non-empty set, every name a value of its sort, and to 1/0,
log of a non-positive number an arbitrary fixed value. Each rule's docstring says what it concludes and why
that is sound.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpsym.kernel import analysis
from dpsym.kernel.normal import Poly, add_to, const
from dpsym.kernel.reading import Line, Out, Reader, Step
from dpsym.kernel.terms import Refused, fv, load, names, need, size, subst, tree

ZERO, UNIT = Fraction(0), Fraction(1)
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError, ArithmeticError)


class Checker(Reader):
    """Lines checked one by one. `step` appends a line or raises Refused and changes nothing."""

    def step(self, st: Step) -> Line:
        """Check one line and append it. Its rule, its premises `from` (numbers of earlier lines) and its
        data."""
        try:
            rule = st.get("rule")
            if not isinstance(rule, str) or rule not in RULES:
                raise Refused("unknown rule")
            need(st.keys() <= KEYS[rule], "unknown field")
            ids = st.get("from", ())
            need(isinstance(ids, (list, tuple)), "refers to a line that is not above")
            self.prem, self.used = [], {}
            for i in ids:
                need(type(i) is int and 0 <= i < len(self.lines), "refers to a line that is not above")
                self.prem.append(self.lines[i])
                self.used.update(self.lines[i].hyps)
            goal, drop = RULES[rule](self, st)
            goal = tree(goal)
            self.c.spend(size(goal))
            line = Line({k: p for k, p in self.used.items() if k not in drop} if drop else self.used, goal)
        except MALFORMED as e:
            raise Refused(f"malformed: {type(e).__name__} {str(e)[:200]}") from None
        self.lines.append(line)
        return line

    # ------------------------------------------------------------ logic
    def r_hyp(self, st: Step) -> Out:
        """φ ⊢ φ."""
        self.args(0)
        p = self.formula(st["is"])
        self.used = {self.c.key(p): p}
        return p, ()

    def r_have(self, st: Step) -> Out:
        """Γ ⊢ φ' from Γ ⊢ φ when both have one key: the normal form keeps the value in every model."""
        (a,) = self.args(1)
        p = self.formula(st["is"])
        need(self.same(a, p), "not the same formula")
        return p, ()

    def r_cases(self, st: Step) -> Out:
        """Γ, φ ⊢ χ and Δ, not φ ⊢ χ give Γ, Δ ⊢ χ: excluded middle."""
        a, b = self.args(2)
        p = self.formula(st["on"])
        need(self.same(a, b), "cases differ")
        kp, kn = self.c.key(p), self.c.key(("not", p))
        one, two = self.prem
        self.used = {
            **{k: h for k, h in one.hyps.items() if k != kp},
            **{k: h for k, h in two.hyps.items() if k != kn},
        }
        return a, ()

    def r_absurd(self, st: Step) -> Out:
        """φ and not φ give anything."""
        a, b = self.args(2)
        need(self.same(("not", a), b), "not contradictory")
        return self.formula(st["is"]), ()

    def r_imp_i(self, st: Step) -> Out:
        """Γ, φ ⊢ χ gives Γ ⊢ φ -> χ."""
        (a,) = self.args(1)
        p = self.formula(st["is"])
        return ("->", p, a), {self.c.key(p)}

    def r_imp_e(self, st: Step) -> Out:
        """φ -> χ and φ give χ."""
        a, b = self.args(2)
        need(a[0] == "->" and self.same(a[1], b), "premise does not fit")
        return a[2], ()

    def r_and_i(self, st: Step) -> Out:
        """All premises together."""
        need(self.prem, "empty")
        return ("and", *(l.goal for l in self.prem)), ()

    def r_and_e(self, st: Step) -> Out:
        """One part of a conjunction, counted from 1."""
        (a,) = self.args(1)
        k = st["part"]
        need(a[0] == "and" and type(k) is int and 1 <= k < len(a), "no such part")
        return a[k], ()

    def r_or_i(self, st: Step) -> Out:
        """A disjunction from one of its parts."""
        (a,) = self.args(1)
        p = self.formula(st["is"])
        need(p[0] == "or" and any(self.same(a, q) for q in p[1:]), "not a part")
        return p, ()

    def r_or_e(self, st: Step) -> Out:
        """φ1 or ... or φn, and χ under each φi, give χ."""
        need(len(self.prem) > 1, "cases do not match")
        a = self.prem[0].goal
        need(a[0] == "or" and len(self.prem) == len(a), "cases do not match")
        used = dict(self.prem[0].hyps)
        for q, l in zip(a[1:], self.prem[1:], strict=True):
            need(self.same(l.goal, self.prem[1].goal), "cases differ")
            kq = self.c.key(q)
            used.update((k, h) for k, h in l.hyps.items() if k != kq)
        self.used = used
        return self.prem[1].goal, ()

    def r_all_i(self, st: Step) -> Out:
        """Γ ⊢ φ gives Γ ⊢ all x φ when x is free in no hypothesis."""
        (a,) = self.args(1)
        x = self.name(st["var"])
        self.c.bindable(x)
        self.eigen(x, self.used.values())
        return ("all", x, a), ()

    def r_all_e(self, st: Step) -> Out:
        """all x φ gives φ[x := t] for a t of the sort of x, without capture. t may be a function."""
        (a,) = self.args(1)
        need(a[0] == "all", "not a universal statement")
        return subst(a[2], {a[1]: self.value(st["at"], self.c.bindable(a[1]))}), ()

    def r_each(self, st: Step) -> Out:
        """φ[y := e] for every element e of the listed set of y gives all y φ: the set has no other element."""
        p = self.formula(st["is"])
        need(p[0] == "all", "not a universal statement")
        elements = self.c.sets.get(self.c.bindable(p[1]), ())
        need(elements, "not over a listed set")
        each = zip(self.args(len(elements)), elements, strict=True)
        need(all(self.same(a, subst(p[2], {p[1]: e})) for a, e in each), "not an instance")
        return p, ()

    def r_ex_i(self, st: Step) -> Out:
        """φ[x := t] gives ex x φ."""
        (a,) = self.args(1)
        p = self.formula(st["is"])
        need(p[0] == "ex", "not an existence statement")
        inst = subst(p[2], {p[1]: self.value(st["at"], self.c.bindable(p[1]))})
        need(self.same(a, inst), "not an instance")
        return p, ()

    def r_ex_e(self, st: Step) -> Out:
        """ex y φ, and χ under φ[y := x] with x new (free in no other hypothesis, nor in χ), give χ."""
        a, b = self.args(2)
        need(a[0] == "ex", "not an existence statement")
        x = self.name(st["var"])
        need(self.c.bindable(x) == self.c.sig[a[1]], "sort")
        k0 = self.c.key(subst(a[2], {a[1]: x}))
        rest = {k: h for k, h in self.prem[1].hyps.items() if k != k0}
        self.eigen(x, [*rest.values(), *self.prem[0].hyps.values()], a, b)
        self.used = {**self.prem[0].hyps, **rest}
        return b, ()

    # ------------------------------------------------------------ arithmetic
    def r_arith(self, st: Step) -> Out:
        """goal * Π(times) = Σ coefficient * Π(premises) * square + Σ multiplier * equation, as normal forms.

        `times` are strict premises, so their product is positive; coefficients are >= 0, premises of
        `terms` are relations p >= 0 or p > 0, so each term is >= 0; equations are 0. Hence goal >= 0; and
        > 0 when one term has a positive coefficient, strict premises only and no square. An equation
        follows from equations only.
        """
        goal = self.formula(st["is"])
        kind, g = self.c.rel(goal)

        def pick(i: Any, kinds: tuple[str, ...]) -> Poly:
            need(type(i) is int and 0 <= i < len(self.prem), "no such premise")
            found, p = self.c.rel(self.prem[i].goal)
            need(found in kinds, "premise of the wrong kind")
            return p

        g = dict(g)
        for i in st.get("times", []):
            g = self.c.times(g, pick(i, ("gt",)))
        strict = False
        for t in st.get("terms", []):
            need(len(t) in (2, 3), "term")
            co = load(t[0])
            need(type(co) is Fraction and co >= 0, "negative coefficient")
            x = const(co)
            for i in t[1]:
                x = self.c.times(x, pick(i, ("gt", "ge")))
            if len(t) == 3:
                q = self.c.nf(self.real(t[2]))
                x = self.c.times(x, self.c.times(q, q))
            elif co > 0 and all(self.c.rel(self.prem[i].goal)[0] == "gt" for i in t[1]):
                strict = True
            add_to(g, x, -1)
        need(kind != "eq" or not st.get("terms"), "an equation follows from equations only")
        for i, mult in st.get("eqs", []):
            add_to(g, self.c.times(self.c.nf(self.real(mult)), pick(i, ("eq",))), -1)
        need(not g, f"does not add up: {len(g)} monomials left")
        need(kind != "gt" or strict, "no strictly positive term")
        return goal, ()

    def r_antisym(self, st: Step) -> Out:
        """a <= b and b <= a give a = b."""
        a, b = self.args(2)
        need(a[0] == "<=" and b[0] == "<=" and self.same(a, ("<=", b[2], b[1])), "not opposite")
        return ("=", a[1], a[2]), ()

    def r_inv(self, st: Step) -> Out:
        """b > 0, b < 0 or b != 0 gives b * (1/b) = 1."""
        (a,) = self.args(1)
        b = self.real(st["of"])
        ok = [("<", ZERO, b), ("<", b, ZERO), ("not", ("=", b, ZERO))]
        need(any(self.same(a, q) for q in ok), "not known to be nonzero")
        return ("=", ("*", b, ("/", UNIT, b)), UNIT), ()

    # ------------------------------------------------------------ indicators and sums
    def r_ind(self, st: Step) -> Out:
        """φ gives ind φ = 1."""
        (a,) = self.args(1)
        return ("=", ("ind", a), UNIT), ()

    def r_sum(self, st: Step) -> Out:
        """s <= t or s = t for every y gives the same for the sums over y. Strict relations are refused."""
        (a,) = self.args(1)
        y = self.name(st["var"])
        need(a[0] in ("<=", "="), "only <= and = can be summed")
        self.eigen(y, self.used.values())
        p = (a[0], ("sum", y, a[1]), ("sum", y, a[2]))
        self.c.wff(p)
        return p, ()

    def r_pick(self, st: Step) -> Out:
        """Σ_y ind(y = i) t = t[y := i]: one term of the sum is left."""
        self.args(0)
        y, i, t = self.name(st["var"]), self.read(st["at"]), self.real(st["of"])
        need(self.c.bindable(y) == self.c.sort(i) != "R" and y != i, "sort")
        return ("=", ("sum", y, ("*", ("ind", ("eq", y, i)), t)), subst(t, {y: i})), ()

    # ------------------------------------------------------------ exp and log
    def r_exp_pos(self, st: Step) -> Out:
        """0 < exp t."""
        self.args(0)
        return ("<", ZERO, ("exp", self.real(st["of"]))), ()

    def r_exp_tangent(self, st: Step) -> Out:
        """1 + t <= exp t: exp is convex with tangent 1 + t at 0."""
        self.args(0)
        t = self.real(st["of"])
        return ("<=", ("+", UNIT, t), ("exp", t)), ()

    def r_exp_log(self, st: Step) -> Out:
        """t > 0 gives exp(log t) = t."""
        (a,) = self.args(1)
        t = self.real(st["of"])
        need(self.same(a, ("<", ZERO, t)), "not known to be positive")
        return ("=", ("exp", ("log", t)), t), ()

    # ------------------------------------------------------------ finiteness and natural numbers
    def r_argmin(self, st: Step) -> Out:
        """ex y all x: t(y) <= t(x): a finite non-empty set has a least value."""
        self.args(0)
        y, x, t = self.name(st["var"]), self.name(st["other"]), self.real(st["of"])
        s = self.c.bindable(y)
        need(isinstance(s, str) and s == self.c.bindable(x) != "R" and x not in fv(t), "sort")
        return ("ex", y, ("all", x, ("<=", t, subst(t, {y: x})))), ()

    def r_nat(self, st: Step) -> Out:
        """nat(0); from nat(k): nat(k + 1) and 0 <= k."""
        if not self.prem:
            return ("nat", ZERO), ()
        (a,) = self.args(1)
        need(a[0] == "nat", "not a natural number")
        return ("and", ("nat", ("+", a[1], UNIT)), ("<=", ZERO, a[1])), ()

    def r_induct(self, st: Step) -> Out:
        """φ(0), and φ(k + 1) under φ(k) and nat(k) with k new, give φ for every natural k."""
        zero, up = self.args(2)
        k = self.name(st["var"])
        p = self.formula(st["is"])
        need(self.c.bindable(k) == "R", "sort")
        need(
            self.same(zero, subst(p, {k: ZERO})) and self.same(up, subst(p, {k: ("+", k, UNIT)})),
            "not base and step",
        )
        drop = {self.c.key(p), self.c.key(("nat", k))}
        rest = {a: h for a, h in self.prem[1].hyps.items() if a not in drop}
        self.eigen(k, rest.values())
        self.used = {**self.prem[0].hyps, **rest}
        return ("all", k, ("->", ("nat", k), p)), ()

    def r_lemma(self, st: Step) -> Out:
        """A theorem checked before, read here; `with` replaces free names of it by terms or functions.

        It holds in every model, of its abstract sets any finite non-empty one, so also the set that has this
        name here; and for any value of a free name, but a listed outcome, which stands for itself. The
        replaced names are first made names that no certificate can write, so that what remains, bound or
        free, is what is compared: each must have here the sort that it has there.
        """
        self.args(0)
        was, put = self.library[st["name"]], st.get("with", {})
        listed = {e for outcomes in was.sets.values() for e in outcomes}
        need(put.keys() <= fv(was.claim) - listed, "only free names are replaced, and no listed outcome")
        for x in names(was.claim) & was.sig.keys():
            sort = was.sig[x]
            for a in sort if isinstance(sort, tuple) else (sort,):
                need(a not in was.sets or self.c.sets.get(a) == was.sets[a], f"set {a} differs")
        claim = subst(was.claim, {x: "#" + x for x in put})
        for x in names(claim) & was.sig.keys():
            need(self.c.sig.get(x) == was.sig[x], f"{x} has another sort here")
        p = subst(claim, {"#" + x: self.value(v, was.sig[x]) for x, v in put.items()})
        self.c.wff(p)
        return p, ()


FIELDS = {
    "hyp": ("is",), "have": ("is",), "cases": ("on",), "absurd": ("is",), "imp_i": ("is",), "imp_e": (), "and_i": (),
    "and_e": ("part",), "or_i": ("is",), "or_e": (), "all_i": ("var",), "all_e": ("at",), "each": ("is",),
    "ex_i": ("is", "at"), "ex_e": ("var",), "arith": ("is", "times", "terms", "eqs"), "antisym": (), "inv": ("of",), "ind": (),
    "sum": ("var",), "pick": ("var", "at", "of"), "exp_pos": ("of",), "exp_tangent": ("of",), "exp_log": ("of",),
    "argmin": ("var", "other", "of"), "nat": (), "induct": ("var", "is"), "lemma": ("name", "with"),
}  # fmt: skip
ANALYSIS = {
    "erf_bounds": ("of",), "erf_tail": ("of",), "erf_onto": ("var", "of"), "mean_value": ("var", "of"),
    "jensen": ("fun", "var", "w", "x", "names"), "enclose": ("is", "bits"),
    "evaluate": ("is", "bits"),
}  # fmt: skip
RULES = {rule: getattr(Checker, f"r_{rule}") for rule in FIELDS}
RULES |= {rule: getattr(analysis, rule) for rule in ANALYSIS}
FIELDS |= ANALYSIS
KEYS = {rule: frozenset({"rule", "from", *fields}) for rule, fields in FIELDS.items()}
