"""The sum-aware normal form: terms as polynomials over canonical factors, formulas as canonical keys.

A polynomial is a dict {monomial: rational}; a monomial is ("@M", (factor, exponent), ...) sorted; a
factor is one of

    @v name | @f name arguments | @exp monomial | @log poly | @erf poly | @pi | @inv poly | @ind key
    @sum (names, sets) monomial

and is kept once in a context (`Factor`), so that comparing and sorting need no walk. Equal normal forms
mean equal values in every model: commutative ring laws, exp(a + b) = exp(a) exp(b), erf(-a) = -erf(a),
idempotent indicators, linear commuting sums.
Canonical bound names start with #, opened ones with ~, tags with @: no certificate can write them.

Bound names. Trees that differ in bound names only must get one canonical tree. What makes it so:
 1. Height. The height of a tree is the largest k such that @sum, @all or @ex binds #k in it, 0 when none
    does. A binder of n names around a tree of height h binds #h+1 .. #h+n. So the numbers follow from what
    is inside, and a binder's numbers exceed all numbers bound inside it.
 2. No capture. A name #k is free in a tree only below the binder of #k, whose number exceeds the tree's
    height: no binder inside it binds #k.
 3. Renaming. `ren` is called with an injective map to names that do not occur in the tree: to fresh ~n, or
    to #k with k above the tree's height. So it captures nothing, leaves heights as they are, and sends equal
    trees to equal trees; then it restores the order of products, polynomials and equations, which follows
    names, and the choice that `mksum` made in each sum inside.
 4. Sums commute. `mksum` tries every order of its names and keeps the least result. The orders of two sums
    that differ in bound names give the same set of results, so the least is the same.
Sums are opened with fresh ~n before anything is done inside them, and closed by `mksum` again.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count, permutations
from math import factorial
from operator import is_
from typing import Any

from dpsym.kernel.terms import BITS, NAME, OPS, Refused, Sort, Tree, need, size, subst

Key = tuple[Any, ...]  # a canonical tree: a monomial, a polynomial with its terms in order, a formula
Exponent = Fraction | int
Poly = dict[Key, Any]  # monomial -> rational

MONOMIALS = 20_000  # of one polynomial
PRODUCT = 2_000_000  # monomial pairs of one product
NESTED = 5  # sums in one product


class Factor:
    """A canonical factor, one object for one value: `f[0]` is its tag. `names` are all names in it;
    `height` is the largest k such that #k is bound inside it."""

    __slots__ = ("height", "id", "names", "tree")

    def __init__(self, tree: Key, id: int) -> None:
        self.tree, self.id = tree, id
        self.names, self.height = survey(tree)

    def __getitem__(self, i: int | slice) -> Any:
        return self.tree[i]

    def __lt__(self, other: Factor) -> bool:
        return self.id < other.id

    def __repr__(self) -> str:
        return repr(self.tree)


def survey(x: Any) -> tuple[frozenset[str], int]:
    """All names in a canonical tree (tags and set names included), and its height."""
    found: set[str] = set()
    h, stack = 0, [(x,)]
    while stack:
        x = stack.pop()
        for c in x:
            if type(c) is Factor:
                found |= c.names
                if c.height > h:
                    h = c.height
            elif type(c) is str:
                found.add(c)
            elif type(c) is tuple:
                stack.append(c)
        if x and x[0] == "@sum":
            h = max(h, *(int(v[1:]) for v, _ in x[1]))
        elif x and x[0] in ("@all", "@ex"):
            h = max(h, int(x[1][1:]))
    return frozenset(found), h


# ---------------------------------------------------------------- polynomials


def number_of(item: tuple[Factor, Exponent]) -> int:
    """By what the factors of a monomial are sorted."""
    return item[0].id


def mono(d: dict[Factor, Exponent]) -> Key:
    """Product of factors. Factors @exp have rational exponents, indicators are idempotent."""
    items = [
        (f, 1 if f.tree[0] == "@ind" and e > 0 else e if type(e) is int else slim(e))
        for f, e in d.items()
        if e
    ]
    if len(items) > 1:
        items.sort(key=number_of)
    return ("@M", *items)


ONE: Key = ("@M",)


def mmul(a: Key, b: Key) -> Key:
    """The product of two monomials: exponents add up."""
    if len(a) == 1:
        return b
    if len(b) == 1:
        return a
    d = dict(a[1:])
    for f, e in b[1:]:
        d[f] = d.get(f, 0) + e
    return mono(d)


def padd(p: Poly, q: Poly, c: Exponent = 1) -> Poly:
    """p + c q."""
    return add_to(dict(p), q, c)


def add_to(r: Poly, q: Poly, c: Exponent = 1) -> Poly:
    """r + c q, put into r."""
    if c != 1:
        q = {m: -x for m, x in q.items()} if c == -1 else {m: c * x for m, x in q.items()}
    for m, x in q.items():
        old = r.get(m)
        y = x if old is None else old + x
        if y:
            r[m] = y
        else:
            r.pop(m, None)
    need(len(r) <= MONOMIALS, "too many monomials")
    return r


def pmul(p: Poly, q: Poly) -> Poly:
    """The product of two polynomials; refused where it is too large."""
    need(len(p) * len(q) <= PRODUCT, "product too large")
    if len(q) == 1 and ONE in q:
        p, q = q, p
    if len(p) == 1 and ONE in p:
        x = p[ONE]
        if x == 1:
            return dict(q)
        r = {m: x * c for m, c in q.items()}
    else:
        r = {}
        for a, x in p.items():
            for b, y in q.items():
                m = mmul(a, b)
                r[m] = r.get(m, 0) + x * y
        r = {m: c for m, c in r.items() if c}
    need(len(r) <= MONOMIALS, "too many monomials")
    for c in r.values():
        if c.numerator.bit_length() + c.denominator.bit_length() > 2 * BITS:
            raise Refused("number too large")
    return r


def slim(c: Exponent) -> Exponent:
    """An integer where it is one (faster, and equal)."""
    return c.numerator if c.denominator == 1 else c


def const(c: Exponent) -> Poly:
    """A number as a polynomial; 0 has no monomial."""
    return {ONE: c if type(c) is int else slim(c)} if c else {}


def frozen(p: Poly) -> Key:
    """A polynomial as a tuple, its monomials sorted: equal for equal polynomials."""
    return ("@P", *sorted(p.items()))


def negated(fp: Key) -> Key:
    """The frozen form of -p (the order of monomials stays)."""
    return ("@P", *((m, -c) for m, c in fp[1:]))


def eq0(fp: Key) -> Key:
    """p = 0 and -p = 0 are one formula."""
    return ("@eq0", min(fp, negated(fp)))


class Context:
    """Sorts of names, finite sets with listed elements, and the normal forms of terms and formulas over them.

    sig: name -> "R", a set name, or a tuple of those (a function to the reals). sets: set name -> its listed
    outcomes; every other set name stands for all finite non-empty sets. Names, set names and operators are
    disjoint.
    """

    def __init__(
        self, sig: dict[str, Sort], sets: dict[str, tuple[str, ...]], work: float = float("inf")
    ) -> None:
        self.sig: dict[str, Any] = {}  # name -> Sort
        self.sets, self.work = sets, work
        self.memo: dict[Tree, Poly] = {}
        self.rels: dict[Tree, tuple[str, Poly]] = {}
        self.keys: dict[Tree, Key] = {}
        self.factors: dict[Key, Factor] = {}
        self.terms: set[Tree] = set()  # found well-sorted, which they stay: names keep their sorts
        self.formulas: set[Tree] = set()  # likewise; apart, as a tree that is one must not pass for the other
        self.fresh = count()
        self.kinds: set[str] = set(sets)
        for s in sig.values():
            self.kinds |= set(s if isinstance(s, tuple) else (s,))
        for x, s in sig.items():
            self.declare(x, s)
        for s, els in sets.items():
            need(isinstance(s, str) and NAME.match(s) and s != "R", f"bad set {s}")
            need(els and len(set(els)) == len(els) and all(self.sig.get(e) == s for e in els), f"bad set {s}")
        self.consts = {e for els in sets.values() for e in els}

    def declare(self, x: str, s: Sort) -> None:
        """Give a new name a sort."""
        parts = s if isinstance(s, tuple) else (s,)
        for a in parts:
            need(isinstance(a, str) and (a == "R" or (NAME.match(a) and a not in OPS)), f"bad sort of {x}")
        need(parts, f"bad sort of {x}")
        need(isinstance(x, str) and NAME.match(x) and x not in OPS, "bad name")
        need(x not in self.sig and x not in self.kinds and x not in parts, f"name {x} is taken")
        need(not any(a in self.sig for a in parts), f"bad sort of {x}")
        self.kinds |= set(parts)
        self.sig[x] = s

    def spend(self, n: float) -> None:
        """Count work; refused where it is too much."""
        self.work -= n
        if self.work < 0:
            raise Refused("too much work")

    def make(self, *tree: Any) -> Factor:
        """The factor for a canonical tree: one object for one tree."""
        f = self.factors.get(tree)
        if f is None:
            f = self.factors[tree] = Factor(tree, len(self.factors))
        return f

    # ------------------------------------------------------------ sorts

    def bindable(self, x: Any) -> Any:
        """The sort of a declared name that may be bound; refused for another."""
        need(isinstance(x, str) and x in self.sig and x not in self.consts, "cannot bind this")
        return self.sig[x]

    def sort(self, t: Tree) -> str:
        """The sort of a term; refuses an ill-formed one. Reals are "R", anything else is a set of
        outcomes."""
        if type(t) is Fraction:
            return "R"
        if isinstance(t, str):
            s = self.sig.get(t)
            if not isinstance(s, str):
                raise Refused(f"{t} has no plain sort")
            return s
        if t not in self.terms:
            check_term(self, t)
            self.terms.add(t)
        return "R"

    def wff(self, p: Tree) -> None:
        """Refuse what is not a well-sorted formula."""
        need(isinstance(p, tuple) and p, "not a formula")
        if p not in self.formulas:
            self.check_formula(p)
            self.formulas.add(p)

    def check_formula(self, p: Tree) -> None:
        """Refuse what is not a formula over well-sorted parts."""
        op = p[0]
        if op in ("<=", "<", "="):
            need(len(p) == 3 and self.sort(p[1]) == self.sort(p[2]) == "R", f"{op} compares reals")
        elif op == "nat":
            need(len(p) == 2 and self.sort(p[1]) == "R", "nat takes a real")
        elif op == "eq":
            need(len(p) == 3 and self.sort(p[1]) == self.sort(p[2]) != "R", "eq compares outcomes")
        elif op in ("and", "or"):
            need(len(p) >= 2, op)
            for a in p[1:]:
                self.wff(a)
        elif op == "not":
            need(len(p) == 2, op)
            self.wff(p[1])
        elif op == "->":
            need(len(p) == 3, op)
            self.wff(p[1])
            self.wff(p[2])
        else:
            need(op in ("all", "ex") and len(p) == 3, "not a formula")
            self.bindable(p[1])
            self.wff(p[2])

    # ------------------------------------------------------------ bound names

    def mksum(self, vs: Key, m: Key) -> Factor:
        """Sum over vs (pairs name, set) of the product m; bound names are chosen canonically: the smallest
        result over all orders (sums commute), numbered above every name bound inside."""
        need(len(vs) <= NESTED, "more than five nested sums in one product")
        self.spend(factorial(len(vs)) * len(m))
        h = max((f.height for f, _ in m[1:]), default=0)
        best: Any = None
        for order in permutations(vs):
            new = tuple((f"#{h + 1 + i}", s) for i, (_, s) in enumerate(order))
            c = (new, self.ren(m, {v: w for (v, _), (w, _) in zip(order, new, strict=True)}))
            if best is None or c < best:
                best = c
        return self.make("@sum", *best)

    def opened(self, f: Factor) -> tuple[Key, Key]:
        """The bound variables (renamed fresh) and the product under a canonical sum."""
        vs = tuple((f"~{next(self.fresh)}", s) for _, s in f[1])
        return vs, self.ren(f[2], {v: w for (v, _), (w, _) in zip(f[1], vs, strict=True)})

    def ren(self, x: Any, m: dict[str, str], memo: dict[Any, Any] | None = None) -> Any:
        """Rename inside a canonical tree (injectively, to names that occur nowhere in it) and restore
        order."""
        if type(x) is str:
            return m.get(x, x)
        memo = {} if memo is None else memo
        if type(x) is Factor:
            if x.names.isdisjoint(m):
                return x
            y = memo.get(x)
            if y is None:
                tag = x.tree[0]
                if tag == "@sum":
                    vs, body = self.opened(x)
                    y = self.mksum(vs, self.ren(body, m))
                elif tag == "@v":
                    y = self.make("@v", m.get(x.tree[1], x.tree[1]))
                else:
                    y = self.make(*[self.ren(c, m, memo) for c in x.tree])
                memo[x] = y
            return y
        if type(x) is not tuple:
            return x
        if x[0] == "@M":
            new = [f if f.names.isdisjoint(m) else self.ren(f, m, memo) for f, _ in x[1:]]
            if all(map(is_, new, [f for f, _ in x[1:]])):  # in order already: monomials are made so
                return x
            return ("@M", *sorted(zip(new, [e for _, e in x[1:]], strict=True)))
        if x[0] == "@P":
            new = [self.ren(n, m, memo) for n, _ in x[1:]]
            if all(map(is_, new, [n for n, _ in x[1:]])):  # likewise
                return x
            return ("@P", *sorted(zip(new, [c for _, c in x[1:]], strict=True)))
        y = tuple([self.ren(c, m, memo) for c in x])
        if x[0] == "@eq0":
            return eq0(y[1])
        if x[0] == "@ie":
            return ("@ie", *sorted(y[1:]))
        return y

    # ------------------------------------------------------------ normal forms of terms

    def nf(self, t: Tree) -> Poly:
        """The normal form of a well-sorted term. Do not change the result."""
        if type(t) is Fraction:
            return const(t)
        p = self.memo.get(t)
        if p is None:
            p = self.memo[t] = self._nf(t)
        return p

    def _nf(self, t: Tree) -> Poly:
        self.spend(1)
        if isinstance(t, str):
            return self.atom("@v", t)
        op = t[0]
        r: Poly
        if op == "+":
            r = dict(self.nf(t[1]))
            for a in t[2:]:
                add_to(r, self.nf(a))
            return r
        if op == "-":
            return padd(self.nf(t[1]), self.nf(t[2]), -1)
        if op == "*":
            r = self.nf(t[1])
            for a in t[2:]:
                r = self.times(r, self.nf(a))
            return r
        if op == "^":
            r = const(1)
            for _ in range(int(t[2])):
                r = self.times(r, self.nf(t[1]))
            return r
        if op == "/":
            return self.times(self.nf(t[1]), self.inv(self.nf(t[2])))
        if op == "exp":
            return {mono({self.make("@exp", m): c for m, c in self.nf(t[1]).items()}): 1}
        if op == "log":
            return self.atom("@log", frozen(self.nf(t[1])))
        if op == "erf":
            p = self.nf(t[1])
            c = sorted(p.values())
            d = sorted(-x for x in c)  # whose sign is chosen by the coefficients, which no renaming changes
            f = self.atom("@erf", frozen(p) if c >= d else negated(frozen(p)))
            return {} if not p else f if c >= d else padd({}, f, -1)
        if op == "pi":
            return self.atom("@pi")
        if op == "ind":
            return self.ind(self.key(t[1]))
        if op == "sum":
            return self.nsum(t[1], t[2])
        need(isinstance(op, str) and op not in OPS, "not a term")
        return self.atom("@f", op, *(a if self.sort(a) != "R" else frozen(self.nf(a)) for a in t[1:]))

    def atom(self, *tree: Any) -> Poly:
        """A factor alone as a polynomial."""
        return {("@M", (self.make(*tree), 1)): 1}

    def times(self, p: Poly, q: Poly) -> Poly:
        """The product of two polynomials, counted as work."""
        self.spend(len(p) * len(q))
        return pmul(p, q)

    def inv(self, p: Poly) -> Poly:
        """1/p. A nonzero constant times exponentials is inverted; 1/0 stays an unknown number."""
        if len(p) == 1:
            ((m, c),) = p.items()
            if all(f.tree[0] == "@exp" for f, _ in m[1:]):
                return {mono({f: -e for f, e in m[1:]}): slim(Fraction(1) / c)}
        return self.atom("@inv", frozen(p))

    def ind(self, k: Key) -> Poly:
        """Indicator of a canonical formula as a polynomial in indicators of its atoms."""
        tag = k[0]
        if tag == "@gt":  # p > 0 is not (-p >= 0)
            return padd(const(1), self.ind(("@ge", negated(k[1]))), -1)
        if tag == "@not":
            return padd(const(1), self.ind(k[1]), -1)
        if tag in ("@and", "@or"):
            r = const(1)
            for a in k[1:]:
                r = self.times(r, self.ind(a) if tag == "@and" else padd(const(1), self.ind(a), -1))
            return r if tag == "@and" else padd(const(1), r, -1)
        if tag == "@imp":
            return self.ind(("@or", ("@not", k[1]), k[2]))
        if tag == "@ie" and (k[1] == k[2] or {k[1], k[2]} <= self.consts):
            return const(int(k[1] == k[2]))
        if tag in ("@ge", "@eq0") and all(m == ONE for m, _ in k[1][1:]):
            c = dict(k[1][1:]).get(ONE, 0)
            return const(int(c >= 0 if tag == "@ge" else c == 0))
        return self.atom("@ind", k)

    def nsum(self, y: str, body: Tree) -> Poly:
        """Sum over a listed set by expanding it; over an abstract set by linearity, factors without y
        taken out."""
        s = self.sig[y]
        out: Poly = {}
        if s in self.sets:
            for e in self.sets[s]:
                t = subst(body, {y: e})
                add_to(out, self.nf(t))
                self.spend(size(t) + len(out))
            return out
        for m, c in self.nf(body).items():
            vs: Key
            vs, inner, outer = ((y, s),), ONE, {}
            for f, e in m[1:]:
                if y not in f.names:
                    outer[f] = e
                elif f.tree[0] == "@sum":
                    need(e <= NESTED, "more than five nested sums in one product")
                    for _ in range(int(e)):
                        ws, b = self.opened(f)
                        vs, inner = vs + ws, mmul(inner, b)
                else:
                    inner = mmul(inner, ("@M", (f, e)))
            add_to(out, {mmul(mono(outer), ("@M", (self.mksum(vs, inner), 1))): c})
        return out

    # ------------------------------------------------------------ normal forms of formulas

    def key(self, p: Tree) -> Key:
        """Canonical form of a formula: equal keys mean the same formula up to ring laws and bound names."""
        k = self.keys.get(p)
        if k is None:
            k = self.keys[p] = self._key(p)
        return k

    def _key(self, p: Tree) -> Key:
        op = p[0]
        if op in ("<=", "<", "="):
            d = frozen(padd(self.nf(p[2]), self.nf(p[1]), -1))
            return eq0(d) if op == "=" else ("@ge" if op == "<=" else "@gt", d)
        if op == "eq":
            return ("@ie", *sorted(p[1:]))
        if op == "nat":
            return ("@nat", frozen(self.nf(p[1])))
        if op == "not":
            k = self.key(p[1])
            if k[0] in ("@ge", "@gt"):
                return ("@gt" if k[0] == "@ge" else "@ge", negated(k[1]))
            return k[1] if k[0] == "@not" else ("@not", k)
        if op in ("and", "or"):  # flat, as both are associative
            parts = [k[1:] if k[0] == "@" + op else (k,) for k in map(self.key, p[1:])]
            return ("@" + op, *(k for part in parts for k in part))
        if op == "->":
            return ("@imp", self.key(p[1]), self.key(p[2]))
        need(op in ("all", "ex"), "not a formula")
        k = self.key(p[2])
        v = f"#{survey(k)[1] + 1}"
        return ("@" + op, v, self.sig[p[1]], self.ren(k, {p[1]: v}))

    def rel(self, p: Tree) -> tuple[str, Poly]:
        """A relation as (ge|gt|eq, polynomial); an equation is left minus right. Do not change the result."""
        found = self.rels.get(p)
        if found is None:
            found = self.rels[p] = self._rel(p)
        return found

    def _rel(self, p: Tree) -> tuple[str, Poly]:
        if p[0] in ("<=", "<"):
            return "ge" if p[0] == "<=" else "gt", padd(self.nf(p[2]), self.nf(p[1]), -1)
        if p[0] == "=":
            return "eq", padd(self.nf(p[1]), self.nf(p[2]), -1)
        k = self.key(p)
        need(k[0] in ("@ge", "@gt", "@eq0"), "a relation is needed")
        return k[0][1:3], dict(k[1][1:])


def check_term(c: Context, t: Tree) -> None:
    """Refuse what is not a compound term over well-sorted parts."""
    op = t[0]
    if op in ("+", "-", "*", "/"):
        need(len(t) == 3 or (op in "+*" and len(t) > 1), f"arity of {op}")
        for a in t[1:]:
            if c.sort(a) != "R":
                raise Refused(f"{op} takes reals")
    elif op == "^":
        need(len(t) == 3 and c.sort(t[1]) == "R", "^ takes a real")
        need(isinstance(t[2], Fraction) and t[2].denominator == 1 and 0 <= t[2] < 40, "^ takes n < 40")
    elif op in ("exp", "log", "erf"):
        need(len(t) == 2 and c.sort(t[1]) == "R", f"{op} takes a real")
    elif op == "pi":
        need(len(t) == 1, "pi takes nothing")
    elif op == "ind":
        need(len(t) == 2, "ind takes a formula")
        c.wff(t[1])
    elif op == "sum":
        need(len(t) == 3 and c.sort(t[2]) == "R", "sum of reals")
        s = c.bindable(t[1])
        need(isinstance(s, str) and s != "R", "sum over a set")
    else:
        s = c.sig.get(op) if isinstance(op, str) else None
        if not isinstance(s, tuple) or len(s) != len(t) - 1:
            raise Refused(f"{op} is not a function of {len(t) - 1} arguments")
        need(all(c.sort(a) == b for a, b in zip(t[1:], s, strict=True)), f"arguments of {op}")
