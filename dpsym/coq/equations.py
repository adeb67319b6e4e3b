"""Equations of terms with one normal form: a polynomial lemma that coqc proves by ring or field, applied to proofs
of its atoms' equations.

The atoms of both sides (logarithms, inverses, sums, indicators, values of functions, exponentials) become real
variables. What the normal form knows of an atom becomes a hypothesis of the lemma: a definition `a = ...` over other
variables, or a side equation (i * i = i, e * e' = 1).
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd, lcm

from dpsym.coq import readback
from dpsym.coq.formulas import sure
from dpsym.coq.names import identifier
from dpsym.coq.text import CannotExport, number, sort_text
from dpsym.coq.written import Written
from dpsym.kernel.normal import ONE, Factor, Key, Poly
from dpsym.kernel.terms import Tree, fv, node, subst

ZERO: Tree = Fraction(0)
UNIT: Tree = Fraction(1)
VARIABLE = re.compile(r"\ba(\d+)")


def equation(x: Written, s: Tree, t: Tree) -> str:
    """A proof of s = t, whose normal forms are equal."""
    if s == t or x.alike(s) == x.alike(t):
        return "eq_refl"
    if x.c.nf(s) != x.c.nf(t):
        raise CannotExport("two normal forms")
    return Equation(x).proof(s, t)


def single_factor(p: Poly) -> Factor | None:
    """The factor that a normal form is, when it is one other than an exponential."""
    if len(p) == 1:
        ((m, c),) = p.items()
        if c == 1 and len(m) == 2 and m[1][1] == 1 and m[1][0][0] != "@exp":
            return m[1][0]
    return None


class Equation:
    """The atoms of one equation and what is known of each."""

    def __init__(self, x: Written) -> None:
        self.x, self.c = x, x.c
        self.numbers: dict[Tree, int] = {}  # an atom up to bound names -> its number
        self.atoms: list[Tree] = []
        self.definitions: list[tuple[int, str, str]] = []  # atom, text over variables, proof
        self.representative: dict[Factor, int] = {}  # canonical factor -> atom
        self.side: list[tuple[str, str]] = []  # text over variables, proof
        self.exponentials: list[tuple[int, dict[Key, Fraction]]] = []  # atom, its exponents
        self.queue: list[int] = []
        self.quotients = False

    # ------------------------------------------------------------ the lemma

    def proof(self, s: Tree, t: Tree) -> str:
        """A proof of s = t: the polynomial lemma over their atoms, applied to what is known of these;
        CannotExport where none fits."""
        left, right = self.skeleton(s), self.skeleton(t)
        self.settle()
        exponentials(self)
        self.settle()
        hypotheses, proofs, intro = [], [], []
        for i, text, proof in self.ordered():
            hypotheses.append(f"a{i} = {text}")
            proofs.append(proof)
            intro.append("->")
        names = [f"k{j}" for j in range(len(self.side))]
        hypotheses += [text for text, _ in self.side]
        proofs += [proof for _, proof in self.side]
        variables = " ".join(f"a{i}" for i in range(len(self.atoms)))
        tactic = ("field" if self.quotients else "ring") + (f" [{' '.join(names)}]" if names else "")
        intros = f"intros {' '.join(intro + names)}; " if intro or names else ""
        statement = " -> ".join([*hypotheses, f"{left} = {right}"])
        lemma = self.x.lemma(
            f"{f'({variables} : R) ' if variables else ''}: {statement}.\nProof. {intros}{tactic}. Qed."
        )
        arguments = [self.inverse_or_term(a) for a in self.atoms]
        arguments += [p if p.startswith("(") or " " not in p else f"({p})" for p in proofs]
        return f"({lemma} {' '.join(arguments)})" if arguments else lemma

    def inverse_or_term(self, t: Tree) -> str:
        """An atom; 1/v as Coq's inverse of v."""
        inverse = isinstance(t, tuple) and t[0] == "/"
        return f"(/ {self.x.text.term(t[2])})" if inverse else self.x.text.term(t)

    def ordered(self) -> list[tuple[int, str, str]]:
        """Definitions so that each stands before those of the variables that it mentions, as rewriting needs."""
        by_atom = {d[0]: d for d in self.definitions}
        done: list[tuple[int, str, str]] = []
        seen: set[int] = set()

        def visit(i: int) -> None:
            if i in by_atom and i not in seen:
                seen.add(i)
                for j in sorted({*map(int, VARIABLE.findall(by_atom[i][1]))}):
                    visit(j)
                done.append(by_atom[i])

        for i in by_atom:
            visit(i)
        return done[::-1]

    def variable(self, t: Tree) -> str:
        """The variable of the lemma that stands for an atom; a new atom is queued."""
        key = self.x.alike(t)
        if key not in self.numbers:
            self.numbers[key] = len(self.atoms)
            self.queue.append(len(self.atoms))
            self.atoms.append(t)
        return f"a{self.numbers[key]}"

    def skeleton(self, t: Tree) -> str:
        """The tree as text over variables for its atoms."""
        if isinstance(t, Fraction):
            self.quotients |= t.denominator != 1
            return number(t)
        if isinstance(t, str):
            return self.variable(t)
        op, a = t[0], t[1:]
        if op in ("+", "*"):
            return self.skeleton(a[0]) if len(a) == 1 else "(" + f" {op} ".join(map(self.skeleton, a)) + ")"
        if op == "-":
            return f"({self.skeleton(a[0])} - {self.skeleton(a[1])})"
        if op == "^":
            return f"({self.skeleton(a[0])} ^ {int(a[1])})"
        if op == "/" and isinstance(a[1], Fraction) and a[1]:
            self.quotients = True
            return f"({self.skeleton(a[0])} / {self.skeleton(a[1])})"
        if op == "/":
            return f"({self.skeleton(a[0])} * {self.variable(node('/', UNIT, a[1]))})"
        return self.variable(t)

    def define(self, i: int, t: Tree, proof: str) -> None:
        """Atom i is t, by this proof."""
        inverse = isinstance(t, tuple) and t[0] == "/" and t[1] == 1 and not isinstance(t[2], Fraction)
        self.definitions.append((i, self.variable(t) if inverse else self.skeleton(t), proof))

    # ------------------------------------------------------------ what is known of an atom

    def settle(self) -> None:
        """Find what the normal form knows of every atom that is queued."""
        while self.queue:
            i = self.queue.pop(0)
            t = self.atoms[i]
            if not isinstance(t, str) and t[0] != "pi":
                self.known(i, t, self.c.nf(t))

    def known(self, i: int, t: Tree, p: Poly) -> None:
        """What the normal form p says of the compound atom t."""
        op, f = t[0], single_factor(p)
        if op == "exp":
            ((m, _),) = p.items()
            self.exponentials.append((i, {f[1]: Fraction(e) for f, e in m[1:]}))
        elif op == "/" and self.of_exponentials(self.c.nf(t[2])):
            w = readback.polynomial(self.c, p)
            self.define(
                i,
                w,
                f"(inv_is {self.x.text.term(t[2])} {self.x.text.term(w)} {equation(self.x, node('*', t[2], w), UNIT)})",
            )
        elif op == "ind" and (t[1][0] in ("and", "or", "not", "->", "<") or f is None):
            indicator(self, i, t)
        elif op == "sum" and (self.c.sig[t[1]] in self.c.sets or not self.is_plain(t)):
            total(self, i, t, f)
        elif op == "erf" and not p:
            self.define(i, ZERO, f"(erf_zero {self.x.text.term(t[1])} {equation(self.x, t[1], ZERO)})")
        elif op == "erf" and f is None:
            ((m, _),) = p.items()
            v = readback.polynomial(self.c, m[1][0][1])
            opposite = equation(self.x, t[1], node("*", -UNIT, v))
            self.define(
                i,
                node("*", -UNIT, node("erf", v)),
                f"(erf_neg {self.x.text.term(t[1])} {self.x.text.term(v)} {opposite})",
            )
        elif f is None:
            raise CannotExport(f"an atom {op}")
        elif f in self.representative:
            r = self.atoms[self.representative[f]]
            self.define(i, r, self.equal_atoms(t, r))
        else:
            self.representative[f] = i
            if op == "ind":
                self.side.append((f"a{i} * a{i} = a{i}", "(ind_idem _)"))

    def of_exponentials(self, q: Poly) -> bool:
        """That q is one product of exponentials, whose inverse the normal form knows."""
        return len(q) == 1 and all(f[0] == "@exp" for f, _ in next(iter(q))[1:])

    def is_plain(self, t: Tree) -> bool:
        """The body of a sum is one product without sums to merge and nothing to take out."""
        q = self.c.nf(t[2])
        if len(q) != 1:
            return False
        ((m, c),) = q.items()
        return bool(c == 1 and len(m) > 1 and all(t[1] in f.names and f[0] != "@sum" for f, _ in m[1:]))

    def equal_atoms(self, t: Tree, r: Tree) -> str:
        """A proof of t = r, atoms that are one factor."""
        x = self.x
        if x.alike(t) == x.alike(r):
            return "eq_refl"
        op = t[0]
        if op != r[0]:
            raise CannotExport(f"{op} as {r[0]}")
        if op in ("log", "erf"):
            return f"(f_equal {'ln' if op == 'log' else op} {equation(x, t[1], r[1])})"
        if op == "/":
            return f"(f_equal Rinv {equation(x, t[2], r[2])})"
        if op == "ind":
            return f"(ind_iff {x.text.formula(t[1])} {x.text.formula(r[1])} {sure(x, t[1], r[1])})"
        if op == "sum":
            return self.equal_sums(t, r)
        return self.equal_values(t, r)

    def equal_sums(self, t: Tree, r: Tree) -> str:
        """A proof that two sums over one set are equal term by term."""
        y, z = t[1], r[1]
        if y != z and y in fv(r[2]):
            raise CannotExport("a bound name of a sum that is free in the other")
        body = r[2] if y == z else subst(r[2], {z: y})
        fn = self.x.fn(y)
        return f"(sum_ext {fn(self.x.text.term(t[2]))} {fn(self.x.text.term(body))} {fn(equation(self.x, t[2], body))})"

    def equal_values(self, t: Tree, r: Tree) -> str:
        """Values of one function, one argument after the other."""
        x, current, proof = self.x, list(t[1:]), ""
        for n, (a, b) in enumerate(zip(t[1:], r[1:], strict=True)):
            if x.alike(a) != x.alike(b):
                if self.c.sort(a) != "R":
                    raise CannotExport("a function at other outcomes")
                hole = [*map(x.text.term, current)]
                hole[n] = "zz"
                step = f"(f_equal (fun zz : R => {identifier(t[0])} {' '.join(hole)}) {equation(x, a, b)})"
                proof = f"(eq_trans {proof} {step})" if proof else step
            current[n] = b
        return proof or "eq_refl"


# ------------------------------------------------------------------------------------------------ indicators


def indicator(q: Equation, i: int, t: Tree) -> None:
    """The indicator of a compound formula, or of one that is decided."""
    p = t[1]
    h = p[0]

    def ind(a: Tree) -> Tree:
        return node("ind", a)

    def opposite(a: Tree) -> Tree:
        return node("-", UNIT, a)

    if h in ("and", "or"):
        if len(p) == 2:
            return q.define(i, ind(p[1]), "eq_refl")
        a, b = ind(p[1]), ind(p[2] if len(p) == 3 else node(h, *p[2:]))
        both = node("*", a, b) if h == "and" else opposite(node("*", opposite(a), opposite(b)))
        return q.define(i, both, f"(ind_{h} _ _ _ _ eq_refl eq_refl)")
    if h == "->":
        value = opposite(node("*", ind(p[1]), opposite(ind(p[2]))))
        return q.define(i, value, "(ind_imp _ _ _ _ eq_refl eq_refl)")
    if h == "not":
        return q.define(i, opposite(ind(p[1])), "(ind_not _ _ eq_refl)")
    if h == "<":
        return q.define(i, opposite(ind(node("<=", p[2], p[1]))), "(ind_lt _ _ _ eq_refl)")
    if h in ("<=", "="):
        return decided(q, i, p)
    return outcomes(q, i, p)


def decided(q: Equation, i: int, p: Tree) -> None:
    """The indicator of a relation between sides whose difference is a number."""
    difference = node("-", p[2], p[1])
    d = q.c.nf(difference)
    if any(m != ONE for m in d):
        raise CannotExport("the indicator of a relation")
    v = Fraction(d.get(ONE, 0))
    true = v >= 0 if p[0] == "<=" else v == 0
    name = f"ind_const_{'le' if p[0] == '<=' else 'eq'}_{'t' if true else 'f'}"
    q.define(i, Fraction(int(true)), f"({name} _ _ {number(v)} {equation(q.x, difference, v)} ltac:(lra))")


def outcomes(q: Equation, i: int, p: Tree) -> None:
    """The indicator that two outcomes are one: the same name, or two that are listed."""
    if p[0] != "eq":
        raise CannotExport(f"the indicator of {p[0]}")
    if p[1] == p[2]:
        return q.define(i, UNIT, "(ind_true _ eq_refl)")
    if not {p[1], p[2]} <= q.c.consts:
        raise CannotExport("the indicator of two outcomes")
    s = q.c.sig[p[1]]
    at = [q.c.sets[s].index(e) for e in p[1:]]
    tactics = "ltac:(simpl; lia) ltac:(simpl; lia) ltac:(lia)"
    unequal = f"(listed_ne H_{identifier(s)} {at[0]} {at[1]} {identifier(p[1])} {tactics})"
    return q.define(i, ZERO, f"(ind_false _ {unequal})")


# ------------------------------------------------------------------------------------------------ sums


def total(q: Equation, i: int, t: Tree, f: Factor | None) -> None:
    """A sum: over a listed set by its elements; of several products by linearity; of one with sums inside as the
    nested sum in canonical order."""
    x, c, y, body = q.x, q.c, t[1], t[2]
    s = c.sig[y]
    if s in c.sets:
        value: Tree = ZERO
        for e in reversed(c.sets[s]):
            value = node("+", subst(body, {y: e}), value)
        elements = "(" + " :: ".join([*map(identifier, c.sets[s]), "nil"]) + ")"
        return q.define(i, value, f"(sum_listed {elements} {x.fn(y)(x.text.term(body))} H_{identifier(s)})")
    items = []
    for m, e in sorted(c.nf(body).items()):
        inner = ("@M", *[(g, k) for g, k in m[1:] if y in g.names])
        outer = ("@M", *[(g, k) for g, k in m[1:] if y not in g.names])
        items.append((readback.product(c, outer, e), readback.product(c, inner, 1)))
    if len(items) == 1 and items[0][0] == 1:
        return nested(q, i, t, f)
    return linear(q, i, t, items)


def linear(q: Equation, i: int, t: Tree, items: list[tuple[Tree, Tree]]) -> None:
    """Sum of K1 I1 + K2 I2 + ... with the K free of the bound name."""
    x, y, body = q.x, t[1], t[2]
    fn, term = x.fn(y), x.text.term
    value: Tree = ZERO
    rest: Tree = ZERO
    proof = "sum_zero"
    for k, inside in reversed(items):
        proof = f"(sum_step {term(k)} {fn(term(inside))} {fn(term(rest))} _ {proof})"
        value = node("+", node("*", k, node("sum", y, inside)), value)
        rest = node("+", node("*", k, inside), rest)
    e = equation(x, body, rest)
    if e != "eq_refl":
        proof = f"(eq_trans (sum_ext {fn(term(body))} {fn(term(rest))} {fn(e)}) {proof})"
    q.define(i, value, proof)


def nested(q: Equation, i: int, t: Tree, f: Factor | None) -> None:
    """A sum of one product, whose inner sums are merged with it: t = the sums in canonical order."""
    if f is None:
        raise CannotExport("a sum that is no factor")
    x, c, y, body = q.x, q.c, t[1], t[2]
    canonical = readback.factor(c, f)
    if x.alike(canonical) == x.alike(t):
        q.representative[f] = i
        return
    bound: list[str] = []
    inside = canonical
    while len(bound) < len(f[1]):
        bound.append(inside[1])
        inside = inside[2]
    if len(bound) == 1:
        return q.define(i, canonical, q.equal_atoms(t, canonical))
    if y in fv(canonical) or y in bound:
        new = readback.declared(c, f"w{len(c.sig)}_{c.sig[y]}", c.sig[y])
        body, y = subst(body, {y: new}), new
    for place, name in enumerate(bound):
        if c.sig[name] == c.sig[y]:
            others = bound[:place] + bound[place + 1 :]
            here = subst(inside, {name: y})
            if c.nf(sums(others, here)) == c.nf(body):
                break
    else:
        raise CannotExport("a nested sum that does not fit")
    merged = sums(others, here)
    e = equation(x, body, merged)
    fn = x.fn(y)
    proof = "" if e == "eq_refl" else f"(sum_ext {fn(x.text.term(body))} {fn(x.text.term(merged))} {fn(e)})"
    for step in swaps(x, [y, *others], here, place):
        proof = f"(eq_trans {proof} {step})" if proof else step
    return q.define(i, canonical, proof or "eq_refl")


def sums(names: list[str], body: Tree) -> Tree:
    """The sum of the body over all these names, the first one outermost."""
    for v in reversed(names):
        body = node("sum", v, body)
    return body


def swaps(x: Written, order: list[str], body: Tree, place: int) -> list[str]:
    """Proofs that move the first of nested sums inwards to its place, one exchange each."""
    steps = []
    for d in range(place):
        u, w = order[d], order[d + 1]
        deeper = x.text.term(sums(order[d + 2 :], body))
        types = [f"({identifier(v)} : {sort_text(x.c.sig[v])})" for v in (u, w)]
        step = f"(sum_swap (fun {' '.join(types)} => {deeper}))"
        for v in reversed(order[:d]):
            step = f"(sum_ext _ _ {x.fn(v)(step)})"
        steps.append(step)
        order[d], order[d + 1] = w, u
    return steps


# ------------------------------------------------------------------------------------------------ exponentials


def exponentials(q: Equation) -> None:
    """Every exp u as a product of powers of exp(m/d) and exp(-m/d), for the monomials m of all the u."""
    exponents: dict[Key, list[Fraction]] = {}
    for _, ex in q.exponentials:
        for m, e in ex.items():
            exponents.setdefault(m, []).append(e)
    unit: dict[Key, Fraction] = {}
    for m, found in exponents.items():
        d = lcm(*[e.denominator for e in found])
        unit[m] = Fraction(gcd(*[int(e * d) for e in found]), d)
    base: dict[tuple[Key, int], int] = {}  # a monomial with a sign -> the atom exp(sign unit m)
    for i, ex in q.exponentials:
        if len(ex) == 1:
            ((m, e),) = ex.items()
            if abs(e) == unit[m]:
                base.setdefault((m, 1 if e > 0 else -1), i)
    used: dict[Key, set[int]] = {}
    for i, ex in q.exponentials:
        if len(ex) == 1:
            ((m, e),) = ex.items()
            sign = 1 if e > 0 else -1
            if base.get((m, sign)) == i:
                used.setdefault(m, set()).add(sign)
                continue
        powers = []
        for m, e in sorted(ex.items()):
            sign = 1 if e > 0 else -1
            if (m, sign) not in base:
                base[m, sign] = new_base(q, m, unit[m] * sign)
            used.setdefault(m, set()).add(sign)
            powers.append((base[m, sign], int(abs(e) / unit[m])))
        power(q, i, powers)
    term = q.x.text.term
    for m, signs in used.items():
        if len(signs) == 2:
            i, j = base[m, 1], base[m, -1]
            u, v = q.atoms[i][1], q.atoms[j][1]
            negated = equation(q.x, v, node("*", -UNIT, u))
            q.side.append((f"a{i} * a{j} = 1", f"(exp_pair2 {term(u)} {term(v)} (eq_opp _ _ {negated}))"))


def new_base(q: Equation, m: Key, e: Fraction) -> int:
    """Add exp(e m), which others are powers of, to the atoms, and give its place; CannotExport where it is an
    atom already."""
    t = node("exp", readback.product(q.c, m, e))
    if q.x.alike(t) in q.numbers:
        raise CannotExport("an exponential that is there already")
    q.numbers[q.x.alike(t)] = len(q.atoms)
    q.atoms.append(t)
    return len(q.atoms) - 1


def power(q: Equation, i: int, powers: list[tuple[int, int]]) -> None:
    """Atom i, exp u, as a product of powers of other exponentials."""
    x, u = q.x, q.atoms[i][1]
    if len(powers) == 1 and powers[0][1] == 1:
        j = powers[0][0]
        q.definitions.append((i, f"a{j}", f"(f_equal exp {equation(x, u, q.atoms[j][1])})"))
        return
    text, proof, exponent = "1", "exp_0", ZERO
    for j, n in reversed(powers):
        v = q.atoms[j][1]
        proof = f"(exp_step {n} {x.text.term(v)} {x.text.term(exponent)} _ {n} (eq_sym (INR_IZR_INZ {n})) {proof})"
        text = f"(a{j} ^ {n} * {text})"
        exponent = node("+", node("*", Fraction(n), v), exponent)
    q.definitions.append((i, text, f"(eq_trans (f_equal exp {equation(x, u, exponent)}) {proof})"))
