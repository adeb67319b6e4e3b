"""The rules: each takes lines already checked and gives a new one. A line Γ ⊢ φ holds in every model.

A model gives every abstract set name a finite non-empty set, every name a value of its sort, and to 1/0,
log of a non-positive number an arbitrary fixed value. Each rule's docstring says what it concludes and why
that is sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsym.kernel.enclosure import MAX_BITS, truth
from dpsym.kernel.normal import ONE, Context, Poly, const, eq0, mmul, mono, negated, padd, pmul
from dpsym.kernel.notions import BOUND, notions_digest, pinned
from dpsym.kernel.terms import (
    NAME,
    NODES,
    OPS,
    Refused,
    Tree,
    fv,
    load,
    names,
    need,
    node,
    size,
    spread,
    subst,
    tree,
)

ZERO, UNIT = Fraction(0), Fraction(1)
ROOT_PI = ("*", Fraction(-1, 2), ("log", ("pi",)))  # the logarithm of 1/sqrt(pi)
ENCLOSED = 2000  # nodes of a relation that is enclosed
MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError, ArithmeticError)
Drop = tuple[Any, ...] | set[Any]
Out = tuple[Tree, Drop]


@dataclass(frozen=True)
class Checked:
    """A checked theorem: the sorts of its names, its listed sets, its claim."""

    sig: Mapping[str, Any]
    sets: Mapping[str, tuple[str, ...]]
    claim: Tree


class Line:
    """hyps ⊢ goal; hyps maps the key of each hypothesis to the hypothesis."""

    __slots__ = ("goal", "hyps")

    def __init__(self, hyps: dict[Any, Tree], goal: Tree) -> None:
        self.hyps, self.goal = hyps, goal


class Checker:
    """Lines checked one by one. `step` appends a line or raises Refused and changes nothing."""

    def __init__(
        self,
        sig: Mapping[str, Any],
        sets: Mapping[str, Iterable[str]] | None = None,
        defs: Mapping[str, Any] | None = None,
        library: Mapping[str, Checked] | None = None,
        *,
        terms: Iterable[Any] = (),
        copies: Mapping[str, Any] | None = None,
        work: float = float("inf"),
    ) -> None:
        self.c = Context(
            {k: tuple(v) if isinstance(v, (list, tuple)) else v for k, v in sig.items()},
            {k: tuple(v) for k, v in (sets or {}).items()},
            work,
        )
        self.lines: list[Line] = []
        self.library = library or {}
        self.shared: list[Tree] = []
        self.plain: dict[Tree, Tree] = {}  # a tree -> it with every definition unfolded
        self.defs: dict[str, tuple[tuple[str, ...], Tree]] = {}
        self.unfolded: set[str] = set()  # names of the definitions met
        for x in terms:
            self.share(x)
        need(
            not any(n in self.c.sig or n in self.c.kinds for n in pinned()),
            "the name of a pinned notion is taken",
        )
        self.defs.update(pinned())
        for name, (origin, rename) in (copies or {}).items():
            self.copy(name, origin, {x: tuple(v) for x, v in rename.items()})
        for name, (params, body) in (defs or {}).items():
            self.define(name, params, body)

    # ------------------------------------------------------------ reading

    def declare(self, name: str, sort: Any) -> None:
        """Give a new name a sort."""
        parts = tuple(sort) if isinstance(sort, (list, tuple)) else (sort,)
        need(not {name, *parts} & self.defs.keys(), f"name {name} is taken")
        self.c.declare(name, parts if isinstance(sort, (list, tuple)) else sort)

    def share(self, x: Any) -> None:
        """Append a tree that later ones may refer to as ["@", n]."""
        self.shared.append(load(x, self.shared))

    def define(self, name: str, params: Any, body: Any) -> None:
        """A definition is an abbreviation: a tree whose free names are its parameters."""
        need(isinstance(name, str) and NAME.match(name) and name not in OPS, "bad name of a definition")
        need(
            not any(name in taken for taken in (self.defs, self.c.sig, self.c.kinds)), f"name {name} is taken"
        )
        need(
            all(isinstance(x, str) and NAME.match(x) and x not in OPS for x in params), f"{name}: parameters"
        )
        need(len(set(params)) == len(params), f"{name}: parameters")
        tree = self.read(body)
        need(fv(tree) <= set(params), f"{name}: free names {sorted(fv(tree) - set(params))}")
        self.defs[name] = (tuple(params), tree)

    def copy(self, name: str, origin: str, rename: dict[str, tuple[str, ...]]) -> None:
        """A pinned notion with its bound names replaced, for another set or a product of sets."""
        params, body = pinned()[origin]
        new = [y for x in sorted(names(body)) for y in rename.get(x, (x,))]
        need(rename.keys() <= names(body) - fv(body) - OPS, f"{name}: only bound names are replaced")
        need(len(set(new)) == len(new) and all(rename.values()), f"{name}: two names become one")
        need(
            all(isinstance(y, str) and NAME.match(y) and y not in OPS for y in new if y not in OPS),
            f"{name}: names",
        )
        self.define(name, params, spread(body, rename))
        self.unfolded.add(origin)

    def notions(self) -> str | None:
        """The digest of the pinned notions used so far, which a certificate carries; None when none is."""
        return notions_digest(self.unfolded)

    def expand(self, t: Tree) -> Tree:
        """Unfold every definition."""
        if isinstance(t, (Fraction, str)):
            return t
        found = self.plain.get(t)
        if found is None:
            found = self.plain[t] = self.unfold(t)
        return found

    def unfold(self, t: Tree) -> Tree:
        parts = [self.expand(a) for a in t]
        if not isinstance(t[0], str) or t[0] not in self.defs:
            return node(*parts)
        params, body = self.defs[t[0]]
        self.unfolded.add(t[0])
        if t[0] in pinned():
            for x in (names(body) - fv(body)) & BOUND.keys():
                need(self.c.sig.get(x) == BOUND[x], f"{t[0]} needs {x} declared with sort {BOUND[x]}")
        need(len(params) == len(t) - 1, f"{t[0]} takes {len(params)} arguments")
        return subst(body, dict(zip(params, parts[1:], strict=True)))

    def read(self, x: Any) -> Tree:
        """JSON -> a tree without definitions; its size counts as work."""
        t = self.expand(load(x, self.shared))
        self.c.spend(size(t))
        return t

    def formula(self, x: Any) -> Tree:
        p = self.read(x)
        self.c.wff(p)
        return p

    def real(self, x: Any) -> Tree:
        t = self.read(x)
        need(self.c.sort(t) == "R", "a real is needed")
        return t

    def name(self, x: Any) -> str:
        need(isinstance(x, str), "a name is needed")
        return x  # type: ignore[no-any-return]

    def same(self, p: Tree, q: Tree) -> bool:
        return p == q or self.c.key(p) == self.c.key(q)

    def value(self, x: Any, s: Any) -> Tree:
        """An instance of sort s; functions are given as ["lam", [names], term] or by name."""
        v = self.read(x)
        if isinstance(s, str):
            need(self.c.sort(v) == s, f"needs sort {s}")
        elif isinstance(v, str):
            need(self.c.sig.get(v) == s, f"needs sort {s}")
        else:
            need(
                v[0] == "lam"
                and len(v) == 3
                and isinstance(v[1], tuple)
                and len(set(v[1])) == len(v[1])
                and tuple(map(self.c.bindable, v[1])) == s
                and self.c.sort(v[2]) == "R",
                f"needs a function of sort {s}",
            )
        return v

    def step(self, st: Mapping[str, Any]) -> Line:
        """Check one line and append it. Its rule, its premises `from` (numbers of earlier lines) and its
        data."""
        try:
            rule = st.get("rule")
            if not isinstance(rule, str) or rule not in RULES:
                raise Refused("unknown rule")
            ids = st.get("from", [])
            need(
                isinstance(ids, (list, tuple))
                and all(type(i) is int and 0 <= i < len(self.lines) for i in ids),
                "refers to a line that is not above",
            )
            self.prem = [self.lines[i] for i in ids]
            self.used: dict[Any, Tree] = {}
            for l in self.prem:
                self.used.update(l.hyps)
            goal, drop = RULES[rule](self, st)
            goal = tree(goal)
            self.c.spend(size(goal))
            line = Line({k: p for k, p in self.used.items() if k not in drop} if drop else self.used, goal)
        except MALFORMED as e:
            raise Refused(f"malformed: {type(e).__name__} {str(e)[:200]}") from None
        self.lines.append(line)
        return line

    def eigen(self, x: str, hyps: Iterable[Tree], *extra: Tree) -> None:
        """x stands for anything: it is free in nothing that is assumed."""
        need(not any(x in fv(p) for p in [*hyps, *extra]), f"{x} is free in a hypothesis")

    def args(self, n: int) -> list[Tree]:
        need(len(self.prem) == n, f"needs {n} premises")
        return [l.goal for l in self.prem]

    # ------------------------------------------------------------ logic

    def r_hyp(self, st: Mapping[str, Any]) -> Out:
        """φ ⊢ φ."""
        self.args(0)
        p = self.formula(st["is"])
        self.used = {self.c.key(p): p}
        return p, ()

    def r_have(self, st: Mapping[str, Any]) -> Out:
        """Γ ⊢ φ' from Γ ⊢ φ when both have one key: the normal form keeps the value in every model."""
        (a,) = self.args(1)
        p = self.formula(st["is"])
        need(self.same(a, p), "not the same formula")
        return p, ()

    def r_cases(self, st: Mapping[str, Any]) -> Out:
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

    def r_absurd(self, st: Mapping[str, Any]) -> Out:
        """φ and not φ give anything."""
        a, b = self.args(2)
        need(self.same(("not", a), b), "not contradictory")
        return self.formula(st["is"]), ()

    def r_imp_i(self, st: Mapping[str, Any]) -> Out:
        """Γ, φ ⊢ χ gives Γ ⊢ φ -> χ."""
        (a,) = self.args(1)
        p = self.formula(st["is"])
        return ("->", p, a), {self.c.key(p)}

    def r_imp_e(self, st: Mapping[str, Any]) -> Out:
        """φ -> χ and φ give χ."""
        a, b = self.args(2)
        need(a[0] == "->" and self.same(a[1], b), "premise does not fit")
        return a[2], ()

    def r_and_i(self, st: Mapping[str, Any]) -> Out:
        """All premises together."""
        need(self.prem, "empty")
        return ("and", *(l.goal for l in self.prem)), ()

    def r_and_e(self, st: Mapping[str, Any]) -> Out:
        """One part of a conjunction, counted from 1."""
        (a,) = self.args(1)
        k = st["part"]
        need(a[0] == "and" and type(k) is int and 1 <= k < len(a), "no such part")
        return a[k], ()

    def r_or_i(self, st: Mapping[str, Any]) -> Out:
        """A disjunction from one of its parts."""
        (a,) = self.args(1)
        p = self.formula(st["is"])
        need(p[0] == "or" and any(self.same(a, q) for q in p[1:]), "not a part")
        return p, ()

    def r_or_e(self, st: Mapping[str, Any]) -> Out:
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

    def r_all_i(self, st: Mapping[str, Any]) -> Out:
        """Γ ⊢ φ gives Γ ⊢ all x φ when x is free in no hypothesis."""
        (a,) = self.args(1)
        x = self.name(st["var"])
        self.c.bindable(x)
        self.eigen(x, self.used.values())
        return ("all", x, a), ()

    def r_all_e(self, st: Mapping[str, Any]) -> Out:
        """all x φ gives φ[x := t] for a t of the sort of x, without capture. t may be a function."""
        (a,) = self.args(1)
        need(a[0] == "all", "not a universal statement")
        return subst(a[2], {a[1]: self.value(st["at"], self.c.bindable(a[1]))}), ()

    def r_ex_i(self, st: Mapping[str, Any]) -> Out:
        """φ[x := t] gives ex x φ."""
        (a,) = self.args(1)
        p = self.formula(st["is"])
        need(p[0] == "ex", "not an existence statement")
        inst = subst(p[2], {p[1]: self.value(st["at"], self.c.bindable(p[1]))})
        need(self.same(a, inst), "not an instance")
        return p, ()

    def r_ex_e(self, st: Mapping[str, Any]) -> Out:
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

    def r_arith(self, st: Mapping[str, Any]) -> Out:
        """goal * Π(times) = Σ coefficient * Π(premises) * square + Σ multiplier * equation, as normal forms.

        `times` are strict premises, so their product is positive; coefficients are >= 0, premises of
        `terms` are relations p >= 0 or p > 0, so each term is >= 0; equations are 0. Hence goal >= 0; and
        > 0 when one term has a positive coefficient, strict premises only and no square. An equation
        follows from equations only.
        """
        goal = self.formula(st["is"])
        kind, g = self.c.rel(goal)
        rels: dict[int, tuple[str, Poly]] = {}

        def pick(i: Any, kinds: tuple[str, ...]) -> Poly:
            need(type(i) is int and 0 <= i < len(self.prem), "no such premise")
            if i not in rels:
                rels[i] = self.c.rel(self.prem[i].goal)
            need(rels[i][0] in kinds, "premise of the wrong kind")
            return rels[i][1]

        for i in st.get("times", []):
            g = self.c.times(g, pick(i, ("gt",)))
        strict = False
        for t in st.get("terms", []):
            need(len(t) in (2, 3), "term")
            co = load(t[0])
            need(isinstance(co, Fraction) and co >= 0, "negative coefficient")
            x = const(co)
            for i in t[1]:
                x = self.c.times(x, pick(i, ("gt", "ge")))
            if len(t) == 3:
                q = self.c.nf(self.real(t[2]))
                x = self.c.times(x, self.c.times(q, q))
            elif co > 0 and all(rels[i][0] == "gt" for i in t[1]):
                strict = True
            g = padd(g, x, -1)
        need(kind != "eq" or not st.get("terms"), "an equation follows from equations only")
        for i, mult in st.get("eqs", []):
            g = padd(g, self.c.times(self.c.nf(self.real(mult)), pick(i, ("eq",))), -1)
        need(not g, f"does not add up: {len(g)} monomials left")
        need(kind != "gt" or strict, "no strictly positive term")
        return goal, ()

    def r_antisym(self, st: Mapping[str, Any]) -> Out:
        """a <= b and b <= a give a = b."""
        a, b = self.args(2)
        need(a[0] == "<=" and b[0] == "<=" and self.same(a, ("<=", b[2], b[1])), "not opposite")
        return ("=", a[1], a[2]), ()

    def r_inv(self, st: Mapping[str, Any]) -> Out:
        """b > 0, b < 0 or b != 0 gives b * (1/b) = 1."""
        (a,) = self.args(1)
        b = self.real(st["of"])
        ok = [("<", ZERO, b), ("<", b, ZERO), ("not", ("=", b, ZERO))]
        need(any(self.same(a, q) for q in ok), "not known to be nonzero")
        return ("=", ("*", b, ("/", UNIT, b)), UNIT), ()

    # ------------------------------------------------------------ indicators and sums

    def r_ind(self, st: Mapping[str, Any]) -> Out:
        """φ gives ind φ = 1."""
        (a,) = self.args(1)
        return ("=", ("ind", a), UNIT), ()

    def r_sum(self, st: Mapping[str, Any]) -> Out:
        """s <= t or s = t for every y gives the same for the sums over y. Strict relations are refused."""
        (a,) = self.args(1)
        y = self.name(st["var"])
        need(a[0] in ("<=", "="), "only <= and = can be summed")
        self.eigen(y, self.used.values())
        p = (a[0], ("sum", y, a[1]), ("sum", y, a[2]))
        self.c.wff(p)
        return p, ()

    def r_pick(self, st: Mapping[str, Any]) -> Out:
        """Σ_y ind(y = i) t = t[y := i]: one term of the sum is left."""
        self.args(0)
        y, i, t = self.name(st["var"]), self.read(st["at"]), self.real(st["of"])
        need(self.c.bindable(y) == self.c.sort(i) != "R" and y != i, "sort")
        return ("=", ("sum", y, ("*", ("ind", ("eq", y, i)), t)), subst(t, {y: i})), ()

    def r_same(self, st: Mapping[str, Any]) -> Out:
        """Equal outcomes give equal values: eq(i, j) gives t[y := i] = t[y := j]."""
        (a,) = self.args(1)
        need(a[0] == "eq", "an equality of outcomes is needed")
        y, t = self.name(st["var"]), self.real(st["of"])
        need(self.c.bindable(y) == self.c.sort(a[1]), "sort")
        return ("=", subst(t, {y: a[1]}), subst(t, {y: a[2]})), ()

    # ------------------------------------------------------------ exp and log

    def r_exp_pos(self, st: Mapping[str, Any]) -> Out:
        """0 < exp t."""
        self.args(0)
        return ("<", ZERO, ("exp", self.real(st["of"]))), ()

    def r_exp_tangent(self, st: Mapping[str, Any]) -> Out:
        """1 + t <= exp t: exp is convex with tangent 1 + t at 0."""
        self.args(0)
        t = self.real(st["of"])
        return ("<=", ("+", UNIT, t), ("exp", t)), ()

    def r_exp_log(self, st: Mapping[str, Any]) -> Out:
        """t > 0 gives exp(log t) = t."""
        (a,) = self.args(1)
        t = self.real(st["of"])
        need(self.same(a, ("<", ZERO, t)), "not known to be positive")
        return ("=", ("exp", ("log", t)), t), ()

    def r_erf_bounds(self, st: Mapping[str, Any]) -> Out:
        """-1 < erf t < 1: erf increases, is odd, and tends to 1."""
        self.args(0)
        e = ("erf", self.real(st["of"]))
        return ("and", ("<", -UNIT, e), ("<", e, UNIT)), ()

    def r_erf_tail(self, st: Mapping[str, Any]) -> Out:
        """0 <= t gives 1 - erf t <= exp(-t^2).

        1 - erf t is 2/sqrt(pi) times the integral over u >= 0 of exp(-(t + u)^2) <= exp(-t^2) exp(-u^2), and
        that of exp(-u^2) is sqrt(pi)/2.
        """
        (a,) = self.args(1)
        t = self.real(st["of"])
        need(self.same(a, ("<=", ZERO, t)), "not known to be at least 0")
        return ("<=", ("-", UNIT, ("erf", t)), ("exp", ("*", -UNIT, t, t))), ()

    def r_erf_onto(self, st: Mapping[str, Any]) -> Out:
        """-1 < t and t < 1 give ex x: erf x = t: erf is continuous and tends to -1 and to 1."""
        low, high = self.args(2)
        x, t = self.name(st["var"]), self.real(st["of"])
        need(self.same(low, ("<", -UNIT, t)) and self.same(high, ("<", t, UNIT)), "not between -1 and 1")
        need(self.c.bindable(x) == "R" and x not in fv(t), "sort")
        return ("ex", x, ("=", ("erf", x), t)), ()

    # ------------------------------------------------------------ finiteness and natural numbers

    def r_argmin(self, st: Mapping[str, Any]) -> Out:
        """ex y all x: t(y) <= t(x): a finite non-empty set has a least value."""
        self.args(0)
        y, x, t = self.name(st["var"]), self.name(st["other"]), self.real(st["of"])
        s = self.c.bindable(y)
        need(isinstance(s, str) and s == self.c.bindable(x) != "R" and x not in fv(t), "sort")
        return ("ex", y, ("all", x, ("<=", t, subst(t, {y: x})))), ()

    def r_nat(self, st: Mapping[str, Any]) -> Out:
        """nat(0); from nat(k): nat(k + 1) and 0 <= k."""
        if not self.prem:
            return ("nat", ZERO), ()
        (a,) = self.args(1)
        need(a[0] == "nat", "not a natural number")
        return ("and", ("nat", ("+", a[1], UNIT)), ("<=", ZERO, a[1])), ()

    def r_induct(self, st: Mapping[str, Any]) -> Out:
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

    # ------------------------------------------------------------ named analytic rules

    def r_jensen(self, st: Mapping[str, Any]) -> Out:
        """f convex on [0, 1], weights w >= 0 of sum 1, 0 <= x <= 1 give f(Σ w x) <= Σ w f(x).

        By induction on the size of the set from convexity for two points, which is the first premise.
        """
        conv, w0, w1, lo, hi = self.args(5)
        f, i, w, x = self.name(st["fun"]), self.name(st["var"]), self.real(st["w"]), self.real(st["x"])
        a, b, l = map(self.name, st["names"])
        need(self.c.sig.get(f) == ("R",) and len({a, b, l}) == 3, "sorts")
        need(all(self.c.bindable(v) == "R" for v in (a, b, l)), "sorts")
        box = tuple(q for v in (a, b, l) for q in (("<=", ZERO, v), ("<=", v, UNIT)))

        def mix(p: Tree, q: Tree) -> Tree:
            return ("+", ("*", l, p), ("*", ("-", UNIT, l), q))

        two = ("->", ("and", *box), ("<=", (f, mix(a, b)), mix((f, a), (f, b))))
        need(self.same(conv, ("all", a, ("all", b, ("all", l, two)))), "not the convexity of f")
        need(self.same(w0, ("<=", ZERO, w)) and self.same(w1, ("=", ("sum", i, w), UNIT)), "weights")
        need(self.same(lo, ("<=", ZERO, x)) and self.same(hi, ("<=", x, UNIT)), "points")
        self.eigen(i, self.used.values())
        p = ("<=", (f, ("sum", i, ("*", w, x))), ("sum", i, ("*", w, (f, x))))
        self.c.wff(p)
        return p, ()

    def diff(self, p: Poly, x: str, domain: set[tuple[Any, ...]] | None = None) -> Poly:
        """d/dx of a polynomial over x, exp, log, erf and 1/. of such; refuses indicators, sums and functions
        of x.

        `domain` collects the factors log p and 1/p met: the derivative p'/p, -p'/p^2 is right where p > 0,
        p != 0. That of erf p is 2/sqrt(pi) exp(-p^2) p', with sqrt(pi) as exp(log(pi)/2).
        """
        domain = set() if domain is None else domain
        out: Poly = {}
        for m, c in p.items():
            for f, e in m[1:]:
                if x not in f.names:
                    continue
                rest = mmul(m, mono({f: -1}))
                if f[0] == "@exp":
                    d, rest = self.diff({f[1]: e}, x, domain), m
                elif f[0] in ("@log", "@inv"):
                    domain.add((f[0], f[1]))
                    inner = dict(f[1][1:])
                    d = pmul(self.diff(inner, x, domain), const(e) if f[0] == "@log" else const(-e))
                    over = self.c.inv(inner)
                    d = pmul(d, over if f[0] == "@log" else pmul(over, over))
                elif f[0] == "@erf":
                    inner = dict(f[1][1:])
                    d = pmul(self.diff(inner, x, domain), const(2 * e))
                    bell = padd(self.c.nf(ROOT_PI), pmul(inner, inner), -1)
                    d = pmul(d, {mono({self.c.make("@exp", n): a for n, a in bell.items()}): 1})
                else:
                    need(f[0] == "@v", "cannot differentiate this")
                    d = const(e)
                out = padd(out, pmul(d, {rest: c}))
        return out

    def r_mean_value(self, st: Mapping[str, Any]) -> Out:
        """f' >= 0 between a and b, and a <= b, give f(a) <= f(b); f' > 0 and a < b give f(a) < f(b).

        Premises: the sign of f', which is computed here (under a < x < b or weaker); the order of a and b;
        then, under a <= x <= b, 0 < p for every log p and p != 0 (or its sign) for every 1/p in f with x
        in p. So f is continuous on [a, b] and differentiable there, and the mean value theorem applies.
        """
        need(len(self.prem) >= 2, "needs 2 premises")
        ab = self.prem[1].goal
        x, f = self.name(st["var"]), self.real(st["of"])
        need(self.c.bindable(x) == "R" and ab[0] in ("<=", "<"), "sorts")
        a, b = ab[1:]
        weak = {self.c.key(("<=", a, x)), self.c.key(("<=", x, b))}
        open_ = weak | {self.c.key(("<", a, x)), self.c.key(("<", x, b))}
        used = dict(self.prem[1].hyps)
        for i, l in enumerate(self.prem):
            if i != 1:
                rest = {k: h for k, h in l.hyps.items() if k not in (weak if i else open_)}
                self.eigen(x, rest.values(), ab)
                used.update(rest)
        self.used = used
        domain: set[tuple[Any, ...]] = set()
        slope = self.diff(self.c.nf(f), x, domain)
        kind, d = self.c.rel(self.prem[0].goal)
        need(kind in ("ge", "gt") and d == slope, "not the derivative")
        known = {self.c.key(l.goal) for l in self.prem[2:]}
        for tag, p in domain:
            signs = {("@gt", p)} if tag == "@log" else {("@gt", p), ("@gt", negated(p)), ("@not", eq0(p))}
            need(
                signs & known, f"the sign of an argument of {'log' if tag == '@log' else '1/.'} is not known"
            )
        return ("<" if kind == "gt" and ab[0] == "<" else "<=", subst(f, {x: a}), subst(f, {x: b})), ()

    def r_enclose(self, st: Mapping[str, Any]) -> Out:
        """s R t (R is <= or <) by interval arithmetic over the box that the premises give.

        Each premise bounds one name by a rational; every value of a term on the box lies in its enclosure.
        """
        p, bits = self.formula(st["is"]), st["bits"]
        need(type(bits) is int and 8 <= bits <= MAX_BITS, "bits")
        need(p[0] in ("<=", "<"), "encloses <= and < only")
        need(size(p) <= ENCLOSED, "too large to enclose")
        low: dict[str, Fraction] = {}
        high: dict[str, Fraction] = {}
        for l in self.prem:
            kind, d = self.c.rel(l.goal)
            linear = [(m, c) for m, c in d.items() if m != ONE]
            need(len(linear) == 1, "not a bound of a name")
            ((f, e),) = linear[0][0][1:]
            need(f[0] == "@v" and e == 1, "not a bound of a name")
            x, c = f[1], -Fraction(d.get(ONE, 0)) / linear[0][1]
            if linear[0][1] > 0 or kind == "eq":
                low[x] = max(c, low.get(x, c))
            if linear[0][1] < 0 or kind == "eq":
                high[x] = min(c, high.get(x, c))
        box = {x: (low[x], high[x]) for x in low if x in high}
        need(truth(p, box, bits, {}) is True, "the enclosures do not show it")
        return p, ()

    def r_lemma(self, st: Mapping[str, Any]) -> Out:
        """A theorem checked before, read here.

        sets: {"Y": ["Y", "Z"]} reads it on a product (or another) set; names renames its names (an outcome
        of Y becomes a pair); with replaces free names by terms or functions. A product of finite non-empty
        sets is one, and a free name stands for anything of its sort. Listed outcomes are not replaced:
        they are distinct and all.
        """
        self.args(0)
        was = self.library[st["name"]]
        sig, sets, claim = was.sig, was.sets, was.claim
        over = {k: tuple(v) for k, v in st.get("sets", {}).items()}
        m = {k: tuple(v) for k, v in st.get("names", {}).items()}
        put_in = st.get("with", {})
        fixed = {e for els in sets.values() for e in els}
        need(not set(over) & {*sets, "R"}, "only abstract sets can be replaced")
        need(all(v and "R" not in v for v in over.values()), "a set is replaced by finite sets")
        need(not fixed & {*m, *put_in}, "a listed outcome stands for itself only")
        used = [x for x in sorted(names(claim)) if x in sig]
        new = [n for x in used for n in m.get(x, (x,))]
        need(len(new) == len(set(new)), "two names become one")
        put = {}
        for x in used:
            parts = sig[x] if isinstance(sig[x], tuple) else (sig[x],)
            s = tuple(b for a in parts for b in over.get(a, (a,)))
            n = m.get(x, (x,))
            need(len(n) == (len(s) if isinstance(sig[x], str) else 1), f"{x} becomes {n}")
            if x in put_in:
                need(x in fv(claim) and len(n) == 1, f"{x} is not free")
                put[n[0]] = self.value(put_in[x], s if isinstance(sig[x], tuple) else s[0])
            elif isinstance(sig[x], tuple):
                need(self.c.sig.get(n[0]) == s, f"{x} has another sort here")
            else:
                need(tuple(map(self.c.sig.get, n)) == s, f"{x} has another sort here")
            for a in parts:
                need(a in over or self.c.sets.get(a) == sets.get(a), f"set {a} differs")
        need(size(claim) * max([1, *map(len, m.values())]) <= NODES, "too large")
        p = subst(spread(claim, m), put)
        self.c.wff(p)
        return p, ()


RULES = {k[2:]: f for k, f in vars(Checker).items() if k.startswith("r_")}
