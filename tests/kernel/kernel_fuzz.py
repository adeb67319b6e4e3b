"""Random proofs: rules applied at random, well and badly; each line that the kernel accepts is evaluated in models.

In these models the names and the quantifiers of reals range over D = {-1, 0, 1}, functions take values in D, sets have one
to three outcomes; exp t is 4^t where 2t is whole, log its inverse, 1/0 and log of what is not positive are fixed
numbers. What is put in for a name takes values in D, so that every rule used here is sound for this reading too.
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from fractions import Fraction as F
from itertools import product

from dpsym.kernel import Checked, Checker, Refused, dump, fv, load, subst
from dpsym.kernel.terms import names, node

D = (F(-1), F(0), F(1))


class Skip(Exception):
    """No exact value here."""


# ------------------------------------------------------------------------------------------- models
def power(t):
    if (2 * t).denominator != 1 or abs(t) > 20:
        raise Skip
    return F(2) ** int(2 * t)


def log(t):
    if t <= 0:
        return F(-7, 2)
    n = t.numerator.bit_length() - t.denominator.bit_length()
    if F(2) ** n != t:
        raise Skip
    return F(n, 2)


def odd(t):
    return t / (1 + abs(t))


def model(rng, sig, sets, sizes=(1, 2, 2, 3)):
    """The outcomes of each set, and the value of each name."""
    kinds = sorted({a for s in sig.values() for a in (s if isinstance(s, tuple) else (s,))} - {"R"})
    outcomes = {a: tuple(sets.get(a) or [f"{a}{i}" for i in range(rng.choice(sizes))]) for a in kinds}
    outcomes["R"] = D
    value = {}
    for x, s in sorted(sig.items()):
        value[x] = (
            {k: rng.choice(D) for k in product(*(outcomes[a] for a in s))}
            if isinstance(s, tuple)
            else rng.choice(outcomes[s])
        )
    value.update((e, e) for els in sets.values() for e in els)
    return outcomes, value


class Reading:
    """The value of terms and formulas over the sorts of a signature."""

    exp, log, erf = staticmethod(power), staticmethod(log), staticmethod(odd)

    def __init__(self, sig, outcomes):
        self.sig, self.outcomes = sig, outcomes

    def range(self, x):
        s = self.sig[x]
        if not isinstance(s, tuple):
            return self.outcomes[s]
        keys = list(product(*(self.outcomes[a] for a in s)))
        if len(keys) > 3:
            raise Skip
        return [dict(zip(keys, v, strict=True)) for v in product(D, repeat=len(keys))]

    def term(self, t, v):
        if isinstance(t, F):
            return t
        if isinstance(t, str):
            return v[t]
        op = t[0]
        if op == "sum":
            return sum((self.term(t[2], {**v, t[1]: e}) for e in self.range(t[1])), F(0))
        if op == "ind":
            return F(self.holds(t[1], v))
        a = [self.term(x, v) for x in t[1:]]
        if op == "+":
            return sum(a, F(0))
        if op == "-":
            return a[0] - a[1]
        if op == "*":
            r = F(1)
            for x in a:
                r *= x
            return r
        if op == "/":
            return a[0] / a[1] if a[1] else a[0] * 13
        if op == "^":
            return a[0] ** int(a[1])
        if op == "pi":
            return F(22, 7)
        if op in ("exp", "log", "erf"):
            return getattr(self, op)(a[0])
        if tuple(a) not in v[op]:
            raise Skip
        return v[op][tuple(a)]

    def holds(self, p, v):
        op = p[0]
        if op in ("<=", "<", "="):
            a, b = self.term(p[1], v), self.term(p[2], v)
            return a <= b if op == "<=" else a < b if op == "<" else a == b
        if op == "eq":
            return v[p[1]] == v[p[2]]
        if op == "nat":
            t = self.term(p[1], v)
            return t >= 0 and t.denominator == 1
        if op == "not":
            return not self.holds(p[1], v)
        if op == "and":
            return all(self.holds(q, v) for q in p[1:])
        if op == "or":
            return any(self.holds(q, v) for q in p[1:])
        if op == "->":
            return not self.holds(p[1], v) or self.holds(p[2], v)
        found = (self.holds(p[2], {**v, p[1]: e}) for e in self.range(p[1]))
        return all(found) if op == "all" else any(found)


def broken(line, sig, sets, rng, wanted=4, tries=16):
    """A model in which the hypotheses of a line hold and its goal does not, or None; and how many were tried."""
    met = 0
    for _ in range(tries):
        outcomes, v = model(rng, sig, sets)
        r = Reading(sig, outcomes)
        try:
            if all(r.holds(h, v) for h in line.hyps.values()):
                met += 1
                if not r.holds(line.goal, v):
                    return (outcomes, v), met
        except (Skip, OverflowError):
            continue
        if met == wanted:
            break
    return None, met


# ------------------------------------------------------------------------------------------- random formulas
class World:
    """A signature and random terms and formulas over it."""

    def __init__(self, rng):
        self.rng = rng
        sets = rng.sample(("Y", "Z", "W"), 2)
        self.sets = {}
        self.sig = {}
        pool = ["y", "x", "z", "w", "u"]
        rng.shuffle(pool)
        for i, name in enumerate(pool):
            self.sig[name] = sets[0] if i < 3 else sets[1]
        for name in rng.sample(("a", "b", "r"), 3):
            self.sig[name] = "R"
        self.sig |= {"P": (sets[0],), "Q": (sets[0],), "G": (sets[1],), "g": ("R",)}
        self.sig["M"] = tuple(rng.choice(sets) for _ in range(2))
        if rng.random() < 0.3:  # names of other sorts than usual
            self.sig["P"] = (sets[1],)
        if rng.random() < 0.5:
            a = rng.choice(sets)
            listed = ["o1", "o2", "o3"][: rng.choice((1, 2, 2, 3))]
            if rng.random() < 0.3:  # a usual name is listed
                spare = [x for x in pool if self.sig[x] == a][:1]
                listed = spare + listed[1:]
            self.sets[a] = tuple(listed)
            self.sig |= dict.fromkeys(listed, a)

    def names(self, s):
        return [x for x, t in self.sig.items() if t == s]

    def name(self, s):
        return self.rng.choice(self.names(s))

    def any_name(self):
        return self.rng.choice(list(self.sig))

    def small(self, n=2):
        """A term with values in D."""
        kind = self.rng.randrange(6 if n else 3)
        if kind == 0:
            return self.rng.choice(D)
        if kind == 1:
            return self.name("R")
        if kind <= 3:
            f = self.rng.choice([f for f, s in self.sig.items() if isinstance(s, tuple)])
            return (
                node(f, *(self.small(n - 1) if a == "R" else self.name(a) for a in self.sig[f]))
                if n or "R" not in self.sig[f]
                else self.name("R")
            )
        if kind == 4:
            return node("*", self.small(n - 1), self.small(n - 1))
        return node("ind", self.formula(n - 1))

    def term(self, n):
        rng = self.rng
        kind = rng.randrange(9) if n > 0 else 0
        if kind <= 2:
            return self.small(min(n, 1))
        if kind == 3:
            return node(rng.choice("+-"), self.term(n - 1), self.term(n - 1))
        if kind == 4:
            return node("*", self.term(n - 1), self.term(n - 1))
        if kind == 5:
            return node("/", self.term(n - 1), self.term(n - 1))
        if kind == 6:
            f = rng.choice(("exp", "log", "erf", "^"))
            return (
                node("^", self.term(n - 1), F(rng.randint(0, 3))) if f == "^" else node(f, self.term(n - 2))
            )
        kinds = [a for a in self.sig.values() if isinstance(a, str) and a != "R"]
        return node("sum", self.name(rng.choice(kinds)), self.term(n - 1))

    def formula(self, n):
        rng = self.rng
        kind = rng.randrange(10) if n > 0 else rng.randrange(3)
        if kind <= 1:
            return node(rng.choice(("<=", "<", "=")), self.term(n - 1), self.term(n - 1))
        if kind == 2:
            a = rng.choice([a for a in self.sig.values() if isinstance(a, str) and a != "R"])
            return node("eq", self.name(a), self.name(a))
        if kind == 3:
            return node("not", self.formula(n - 1))
        if kind <= 5:
            return node(rng.choice(("and", "or")), *(self.formula(n - 1) for _ in range(rng.randint(1, 3))))
        if kind == 6:
            return node("->", self.formula(n - 1), self.formula(n - 1))
        if kind == 7 and rng.random() < 0.3:
            return node("nat", self.term(n - 1))
        x = rng.choice([x for x in self.sig if x != "M" and x != "g"])
        return node(rng.choice(("all", "ex")), x, self.formula(n - 1))

    def value(self, s):
        """What may stand for a name of this sort (or, now and then, of another)."""
        if self.rng.random() < 0.05:
            return self.any_name()
        if s == "R":
            return self.small(self.rng.randint(0, 2))
        if isinstance(s, str):
            return self.name(s) if self.names(s) else self.any_name()
        same = self.names(s)
        if same and self.rng.random() < 0.3:
            return self.rng.choice(same)
        bound = []
        for a in s:
            free = [x for x in self.names(a) if x not in bound]
            if not free:
                return self.any_name()
            bound.append(self.rng.choice(free))
        return node("lam", *bound, self.small(2))

    # ---------------------------------------------------------------- other ways to write a formula
    def variant(self, t):
        """A formula that may mean the same: bound names renamed, and/or regrouped, terms rewritten, names exchanged."""
        rng = self.rng
        if not isinstance(t, tuple):
            if isinstance(t, str) and t in self.sig and rng.random() < 0.05:
                return self.name(self.sig[t])
            if rng.random() < 0.1 and isinstance(t, F):
                return rng.choice(
                    (node("+", t, F(0)), node("*", t, F(1)), node("-", F(0), -t), node("/", t, F(1)))
                )
            return t
        op, kind = t[0], rng.random()
        if op in ("sum", "all", "ex"):
            x = self.name(self.sig[t[1]]) if kind < 0.5 else self.any_name() if kind < 0.55 else t[1]
            body = self.variant(t[2])
            try:
                return node(op, x, subst(body, {t[1]: x}) if kind < 0.54 else body)
            except Refused:
                return node(op, t[1], body)
        parts = [self.variant(a) for a in t[1:]] if op != "^" else list(t[1:])
        if kind < 0.1 and op in ("and", "or") and len(parts) > 1:
            i = rng.randrange(len(parts) - 1)
            return node(op, *parts[:i], node(op, *parts[i : i + 2]), *parts[i + 2 :])
        if kind < 0.2 and op in ("and", "or"):
            return node(
                op, *(b for a in parts for b in (a[1:] if isinstance(a, tuple) and a[0] == op else (a,)))
            )
        if kind < 0.3 and op in ("+", "*"):
            rng.shuffle(parts)
        if kind > 0.97 and op in ("and", "or", "->", "eq", "<=", "<", "=", "-", "/") and len(parts) > 1:
            parts[0], parts[-1] = parts[-1], parts[0]
        if kind > 0.95 and op in ("<=", "<"):
            return node("not", node("<" if op == "<=" else "<=", parts[1], parts[0]))
        if kind > 0.93 and op in ("and", "or", "->", "not", "eq", "all"):
            return node("not", node("not", node(op, *parts)))
        if (
            0.3 < kind < 0.4
            and op == "*"
            and len(parts) == 2
            and isinstance(parts[1], tuple)
            and parts[1][0] == "+"
        ):
            return node("+", *(node("*", parts[0], b) for b in parts[1][1:]))
        if 0.4 < kind < 0.45 and op == "erf":
            return node("*", F(-1), node("erf", node("*", F(-1), parts[0])))
        if 0.4 < kind < 0.43 and op in ("and", "or"):
            return node({"and": "or", "or": "and"}[op], *parts)
        if 0.4 < kind < 0.43 and op in ("<=", "<"):
            return node({"<=": "<", "<": "<="}[op], *parts)
        return node(op, *parts)


def subterms(t):
    if isinstance(t, tuple):
        yield t
        for a in t[1:]:
            yield from subterms(a)
    elif isinstance(t, str):
        yield t


def replaced(rng, t, old, new):
    """t with some places of old, bound or free, replaced."""
    if t == old and rng.random() < 0.8:
        return new
    if not isinstance(t, tuple):
        return t
    start = 2 if t[0] in ("sum", "all", "ex") else 1
    return node(*t[:start], *(replaced(rng, a, old, new) for a in t[start:]))


# ------------------------------------------------------------------------------------------- random proofs
class Proof:
    """A checker and random steps for it."""

    def __init__(self, rng, library=()):
        self.rng, self.w = rng, World(rng)
        self.k = Checker(self.w.sig, self.w.sets, dict(library), work=30_000)
        self.accepted = 0

    def pick(self, *heads):
        fit = [i for i, l in enumerate(self.k.lines) if not heads or l.goal[0] in heads]
        return self.rng.choice(fit) if fit else None

    def add(self, rule, *premises, **fields):
        self.k.step({"rule": rule, "from": list(premises), **fields})
        return len(self.k.lines) - 1

    def hyp(self, p):
        return self.add("hyp", **{"is": p})

    def goal(self, i):
        return self.k.lines[i].goal

    def some_hyp(self, i):
        hyps = list(self.k.lines[i].hyps.values())
        if hyps and self.rng.random() < 0.9:
            h = self.rng.choice(hyps)
            return self.w.variant(h) if self.rng.random() < 0.3 else h
        return self.w.formula(2)

    def line(self, *heads):
        """An accepted line whose goal has such a head; made a hypothesis if there is none."""
        i = self.pick(*heads) if self.rng.random() < 0.8 else None
        if i is None:
            for _ in range(30):
                p = self.w.formula(3)
                if not heads or p[0] in heads:
                    return self.hyp(p)
            raise Refused("none")
        return i

    def step(self):
        rng, w = self.rng, self.w
        rule = rng.choice(self.RULES)
        getattr(self, "s_" + rule)(rng, w)

    def s_hyp(self, rng, w):
        self.hyp(w.formula(rng.randint(1, 3)))

    def s_have(self, rng, w):
        i = self.line()
        self.add("have", i, **{"is": w.variant(self.goal(i))})

    def s_cases(self, rng, w):
        i = self.line()
        j = i
        for n, l in enumerate(self.k.lines):
            if n != i and self.k.same(l.goal, self.goal(i)):
                j = n
        if rng.random() < 0.4:  # the other case by contradiction
            h = self.hyp(node("not", self.some_hyp(i)))
            p = self.goal(h)[1]
            o = self.add("absurd", self.hyp(p), h, **{"is": self.goal(i)}) if rng.random() < 0.5 else j
            self.add("cases", *rng.sample((i, o), 2), on=rng.choice((p, p, self.goal(h))))
            return
        self.add("cases", i, j, on=self.some_hyp(i))

    def s_absurd(self, rng, w):
        i = self.line()
        j = self.hyp(w.variant(node("not", self.goal(i))))
        self.add("absurd", i, j, **{"is": w.formula(2)})

    def s_imp_i(self, rng, w):
        i = self.line()
        self.add("imp_i", i, **{"is": self.some_hyp(i)})

    def s_imp_e(self, rng, w):
        i = self.line("->")
        self.add("imp_e", i, self.hyp(w.variant(self.goal(i)[1])) if rng.random() < 0.7 else self.line())

    def s_and_i(self, rng, w):
        self.add("and_i", *(self.line() for _ in range(rng.randint(1, 3))))

    def s_and_e(self, rng, w):
        i = self.line("and", "or")
        self.add("and_e", i, part=rng.randint(0, len(self.goal(i))))

    def s_or_i(self, rng, w):
        i = self.line()
        parts = [w.formula(1) for _ in range(rng.randint(0, 2))] + [w.variant(self.goal(i))]
        rng.shuffle(parts)
        self.add("or_i", i, **{"is": node("or", *parts)})

    def s_or_e(self, rng, w):
        i = self.line("or")
        parts = list(self.goal(i)[1:])
        chi = w.formula(2)
        cases = []
        for q in parts:
            h = self.hyp(w.variant(q))
            if rng.random() < 0.7:
                cases.append(self.add("imp_e", self.hyp(node("->", self.goal(h), chi)), h))
            else:
                cases.append(self.line())
        if rng.random() < 0.2:
            cases.pop()
        self.add("or_e", i, *cases)

    def s_all_i(self, rng, w):
        self.add("all_i", self.line(), var=w.any_name())

    def s_all_e(self, rng, w):
        i = self.line("all")
        self.add("all_e", i, at=w.value(w.sig[self.goal(i)[1]]))

    def s_ex_i(self, rng, w):
        i = self.line()
        x = w.any_name()
        v = w.value(w.sig[x])
        old = [s for s in subterms(self.goal(i)) if (s in w.sig if isinstance(s, str) else False)]
        if w.sig[x] == "R":
            fit = [s for s in subterms(self.goal(i)) if isinstance(s, str) and w.sig.get(s) == "R"]
            v = rng.choice(fit) if fit and rng.random() < 0.7 else v
        elif isinstance(w.sig[x], str):
            fit = [s for s in old if w.sig[s] == w.sig[x]]
            v = rng.choice(fit) if fit and rng.random() < 0.8 else v
        body = replaced(rng, self.goal(i), v, x) if not isinstance(w.sig[x], tuple) else self.goal(i)
        self.add("ex_i", i, at=v, **{"is": node("ex", x, body)})

    def s_ex_e(self, rng, w):
        i = self.line("ex")
        x = w.name(w.sig[self.goal(i)[1]]) if rng.random() < 0.9 else w.any_name()
        inst = subst(self.goal(i)[2], {self.goal(i)[1]: x})
        h = self.hyp(inst)
        kind = rng.random()
        if kind < 0.3:
            j = self.add("ex_i", h, at=x, **{"is": w.variant(self.goal(i))})
        elif kind < 0.6:
            chi = w.formula(2)
            j = self.add("imp_e", self.hyp(node("->", inst, chi)), h)
        elif kind < 0.8:
            y = w.any_name()
            imp = node("->", inst, w.formula(2))
            j = self.add("imp_e", self.add("all_e", self.hyp(node("all", y, imp)), at=y), h)
        else:
            j = rng.choice((h, self.line()))
        self.add("ex_e", i, j, var=x)

    def relation(self):
        return self.line("<=", "<", "=")

    def s_arith(self, rng, w):
        pre = [self.relation() for _ in range(rng.randint(1, 3))]
        zero = node("+", F(0))
        total, terms, eqs = zero, [], []

        def difference(i):
            g = self.goal(i)
            return node("-", g[1], g[2]) if g[0] == "=" else node("-", g[2], g[1])

        for _ in range(rng.randint(0, 2)):
            co = F(rng.choice((0, 1, 2, -1)))
            use = [rng.randrange(len(pre)) for _ in range(rng.randint(0, 2))]
            term = [dump(co), use]
            value = node("*", co, *(difference(pre[j]) for j in use))
            if rng.random() < 0.4:
                q = w.term(1)
                term.append(q)
                value = node("*", value, q, q)
            terms.append(term)
            total = node("+", total, value)
        for _ in range(rng.randint(0, 2)):
            j, m = rng.randrange(len(pre)), w.term(1)
            eqs.append([j, m])
            total = node("+", total, node("*", m, difference(pre[j])))
        times = [rng.randrange(len(pre))] if rng.random() < 0.3 else []
        if times:
            total = (
                node("*", total, node("/", F(1), difference(pre[times[0]]))) if rng.random() < 0.5 else total
            )
        a = w.term(1) if rng.random() < 0.5 else F(0)
        kind = rng.choice(("<=", "<", "="))
        goal = node(kind, node("-", a, total) if kind != "=" else node("+", a, total), a)
        if kind == "=" and rng.random() < 0.5:
            goal = node(kind, a, goal[1])
        if terms and not eqs and not times and rng.random() < 0.3 and len(terms) == 1 and len(terms[0]) == 2:
            # a factor that is divided out: goal * times = product
            i = rng.randrange(len(pre))
            goal = (
                node(rng.choice(("<=", "<")), F(0), difference(pre[terms[0][1][0]])) if terms[0][1] else goal
            )
            times = terms[0][1][1:] or [i]
        self.add("arith", *pre, terms=terms, eqs=eqs, times=times, **{"is": goal})

    def s_antisym(self, rng, w):
        i = self.line("<=")
        g = self.goal(i)
        other = node("<=", g[2], g[1]) if rng.random() < 0.8 else w.variant(g)
        self.add("antisym", i, self.hyp(w.variant(other)))

    def s_inv(self, rng, w):
        t = w.term(2)
        p = rng.choice(
            (node("<", F(0), t), node("<", t, F(0)), node("not", node("=", t, F(0))), node("<=", F(0), t))
        )
        self.add("inv", self.hyp(w.variant(p)), of=t)

    def s_ind(self, rng, w):
        self.add("ind", self.line())

    def s_sum(self, rng, w):
        self.add("sum", self.relation(), var=w.any_name())

    def s_pick(self, rng, w):
        y = w.any_name()
        s = w.sig[y]
        self.add(
            "pick",
            var=y,
            at=w.name(s) if rng.random() < 0.9 and isinstance(s, str) else w.any_name(),
            of=w.term(3),
        )

    def s_exp_pos(self, rng, w):
        self.add("exp_pos", of=w.term(2))

    def s_exp_tangent(self, rng, w):
        self.add("exp_tangent", of=w.term(2))

    def s_exp_log(self, rng, w):
        t = w.term(2)
        self.add("exp_log", self.hyp(w.variant(node(rng.choice(("<", "<", "<=")), F(0), t))), of=t)

    def s_argmin(self, rng, w):
        self.add("argmin", var=w.any_name(), other=w.any_name(), of=w.term(3))

    def s_nat(self, rng, w):
        if rng.random() < 0.3:
            self.add("nat")
        else:
            self.add("nat", self.hyp(node("nat", w.small(1))))

    def s_induct(self, rng, w):
        k = w.name("R")
        p = w.formula(2)
        try:
            base, up = subst(p, {k: F(0)}), subst(p, {k: node("+", k, F(1))})
        except Refused:
            return
        i = self.hyp(w.variant(base))
        h = self.hyp(p)
        if rng.random() < 0.5:
            j = self.add("imp_e", self.hyp(node("->", p, up)), h)
        else:
            imp = node("all", k, node("->", p, up))
            j = self.add("imp_e", self.add("all_e", self.hyp(imp), at=k), h)
        self.add("induct", i, j, var=k, **{"is": p})

    def s_each(self, rng, w):
        y, p = w.any_name(), w.formula(2)
        elements = list(w.sets.get(w.sig[y], ()) if isinstance(w.sig[y], str) else ())
        if rng.random() < 0.1:
            elements = elements[1:] or [w.any_name()]
        if rng.random() < 0.1:
            elements.reverse()
        lines = [self.hyp(w.variant(subst(p, {y: e}))) for e in elements]
        self.add("each", *lines, **{"is": node("all", y, p)})

    def s_evaluate(self, rng, w):
        p = w.formula(rng.randint(2, 4))
        for x in sorted(fv(p)):
            s = w.sig.get(x)
            if rng.random() < 0.1 or s is None:
                continue
            if s == "R":
                p = subst(p, {x: rng.choice((F(0), F(1), F(-1), F(1, 2)))})
            elif isinstance(s, str):
                p = subst(p, {x: rng.choice(w.sets.get(s) or (x,))})
            elif (a := w.value(s)) not in w.sig and a[0] == "lam":
                p = subst(p, {x: node(*a[:-1], F(rng.randint(-1, 2)))})
        if names(p) & {"exp", "log", "erf"}:  # other functions in these models
            raise Refused("no number here")
        for q in (p, node("not", p)):
            with suppress(Refused):
                return self.add("evaluate", bits=rng.choice((8, 40)), **{"is": q})
        raise Refused("neither is shown")

    def s_lemma(self, rng, w):
        if not self.k.library:
            return
        name = rng.choice(list(self.k.library))
        was = self.k.library[name]
        free = sorted(fv(was.claim))
        with_ = {}
        for x in free:
            if rng.random() < 0.6 and x in was.sig:
                with_[x] = w.value(was.sig[x])
        if rng.random() < 0.1 and names(was.claim):
            x = rng.choice(sorted(names(was.claim)))
            with_[x] = w.value(was.sig.get(x, "R"))
        self.add("lemma", name=name, **({"with": with_} if with_ else {}))

    RULES = (
        "hyp", "have", "have", "have", "cases", "cases", "absurd", "imp_i", "imp_i", "imp_e", "and_i", "and_e", "or_i",
        "or_e", "all_i", "all_i", "all_e", "all_e", "ex_i", "ex_i", "ex_e", "ex_e", "arith", "arith", "antisym", "inv",
        "ind", "sum", "sum", "pick", "exp_pos", "exp_tangent", "exp_log", "argmin", "nat", "induct", "each", "each",
        "evaluate", "evaluate", "evaluate", "lemma", "lemma", "lemma",
    )  # fmt: skip


def valid(w, p, rng, tries=40):
    """Whether a formula holds in all of many models, and can be evaluated in some."""
    met = 0
    for _ in range(tries):
        outcomes, v = model(rng, w.sig, w.sets)
        try:
            if not Reading(w.sig, outcomes).holds(p, v):
                return False
            met += 1
        except (Skip, OverflowError):
            continue
    return met > tries / 2


def lemmas(rng, n):
    """Theorems over signatures of their own: formulas that hold in all of many models."""
    found = {}
    while len(found) < n:
        w = World(rng)
        for _ in range(30):
            p = w.formula(3)
            if rng.random() < 0.3:
                q = w.formula(2)
                p = node("->", q, w.variant(q))
            if rng.random() < 0.3:  # how many outcomes a set has
                a = rng.choice([x for x, s in w.sig.items() if isinstance(s, str) and s != "R"])
                listed = w.sets.get(w.sig[a])
                extra = w.formula(1)
                if listed:
                    p = node(
                        "and",
                        node("or", extra, node("not", extra)),
                        node("=", node("sum", a, F(1)), F(len(listed))),
                    )
            try:
                Checker(w.sig, w.sets).formula(p)
            except Refused:
                continue
            if valid(w, p, rng) and valid(w, p, rng, 150):
                found[f"l{len(found)}"] = Checked(dict(w.sig), dict(w.sets), load(p))
                break
    return found


def problems(seed, proofs, steps=14, library=None):
    """Accepted lines that fail in a model, and (accepted lines, those evaluated, steps tried)."""
    rng = random.Random(seed)
    bad, lines, seen, tried = [], 0, 0, 0
    for n in range(proofs):
        if n % 60 == 0:
            library = lemmas(rng, 40)
        proof = Proof(rng, library)
        for _ in range(steps):
            tried += 1
            before = len(proof.k.lines)
            with suppress(Refused):
                proof.step()
            for line in proof.k.lines[before:]:
                lines += 1
                counter, met = broken(line, proof.w.sig, proof.w.sets, rng)
                seen += bool(met)
                if counter:
                    bad.append(
                        (seed, n, proof.w.sig, proof.w.sets, list(line.hyps.values()), line.goal, counter)
                    )
                    return bad, (lines, seen, tried, n)
    return bad, (lines, seen, tried, proofs)


def main() -> int:
    """Print what fails; 1 if something does."""
    seed, proofs = (int(x) for x in (sys.argv[1:] + ["1", "400"][len(sys.argv) - 1 :]))
    bad, counts = problems(seed, proofs)
    print(counts, bad)
    return int(bool(bad))


if __name__ == "__main__":
    raise SystemExit(main())
