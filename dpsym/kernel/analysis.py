"""The rules of analysis: the error function, Jensen's inequality, the mean value theorem, enclosures.

Written like those of rules.py, as functions of what a rule reads: each takes premises already checked, and its
docstring says what it concludes and why that is sound. Few proofs use them.
"""

from __future__ import annotations

from fractions import Fraction

from dpsym.kernel.enclosure import MAX_BITS, truth
from dpsym.kernel.evaluation import Evaluation
from dpsym.kernel.normal import ONE, Key, Poly, const, eq0, mmul, mono, negated, padd, pmul
from dpsym.kernel.reading import Out, Reader, Step
from dpsym.kernel.terms import Tree, fv, need, size, subst

ZERO, UNIT = Fraction(0), Fraction(1)
ROOT_PI = ("*", Fraction(-1, 2), ("log", ("pi",)))  # the logarithm of 1/sqrt(pi)
ENCLOSED = 2000  # nodes of a relation that is enclosed


def erf_bounds(k: Reader, st: Step) -> Out:
    """-1 < erf t < 1: erf increases, is odd, and tends to 1."""
    k.args(0)
    e = ("erf", k.real(st["of"]))
    return ("and", ("<", -UNIT, e), ("<", e, UNIT)), ()


def erf_tail(k: Reader, st: Step) -> Out:
    """0 <= t gives 1 - erf t <= exp(-t^2).

    1 - erf t is 2/sqrt(pi) times the integral over u >= 0 of exp(-(t + u)^2) <= exp(-t^2) exp(-u^2), and
    that of exp(-u^2) is sqrt(pi)/2.
    """
    (a,) = k.args(1)
    t = k.real(st["of"])
    need(k.same(a, ("<=", ZERO, t)), "not known to be at least 0")
    return ("<=", ("-", UNIT, ("erf", t)), ("exp", ("*", -UNIT, t, t))), ()


def erf_onto(k: Reader, st: Step) -> Out:
    """-1 < t and t < 1 give ex x: erf x = t: erf is continuous and tends to -1 and to 1."""
    low, high = k.args(2)
    x, t = k.name(st["var"]), k.real(st["of"])
    need(k.same(low, ("<", -UNIT, t)) and k.same(high, ("<", t, UNIT)), "not between -1 and 1")
    need(k.c.bindable(x) == "R" and x not in fv(t), "sort")
    return ("ex", x, ("=", ("erf", x), t)), ()


def jensen(k: Reader, st: Step) -> Out:
    """f convex on [0, 1], weights w >= 0 of sum 1, 0 <= x <= 1 give f(Σ w x) <= Σ w f(x).

    By induction on the size of the set from convexity for two points, which is the first premise.
    """
    conv, w0, w1, lo, hi = k.args(5)
    f, i, w, x = k.name(st["fun"]), k.name(st["var"]), k.real(st["w"]), k.real(st["x"])
    a, b, l = map(k.name, st["names"])
    need(k.c.sig.get(f) == ("R",) and len({a, b, l}) == 3, "sorts")
    need(all(k.c.bindable(v) == "R" for v in (a, b, l)), "sorts")
    box = tuple(q for v in (a, b, l) for q in (("<=", ZERO, v), ("<=", v, UNIT)))

    def mix(p: Tree, q: Tree) -> Tree:
        return ("+", ("*", l, p), ("*", ("-", UNIT, l), q))

    two = ("->", ("and", *box), ("<=", (f, mix(a, b)), mix((f, a), (f, b))))
    need(k.same(conv, ("all", a, ("all", b, ("all", l, two)))), "not the convexity of f")
    need(k.same(w0, ("<=", ZERO, w)) and k.same(w1, ("=", ("sum", i, w), UNIT)), "weights")
    need(k.same(lo, ("<=", ZERO, x)) and k.same(hi, ("<=", x, UNIT)), "points")
    k.eigen(i, k.used.values())
    p = ("<=", (f, ("sum", i, ("*", w, x))), ("sum", i, ("*", w, (f, x))))
    k.c.wff(p)
    return p, ()


def diff(k: Reader, p: Poly, x: str, domain: set[Key] | None = None) -> Poly:
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
                d, rest = diff(k, {f[1]: e}, x, domain), m
            elif f[0] in ("@log", "@inv"):
                domain.add((f[0], f[1]))
                inner = dict(f[1][1:])
                d = pmul(diff(k, inner, x, domain), const(e) if f[0] == "@log" else const(-e))
                over = k.c.inv(inner)
                d = pmul(d, over if f[0] == "@log" else pmul(over, over))
            elif f[0] == "@erf":
                inner = dict(f[1][1:])
                d = pmul(diff(k, inner, x, domain), const(2 * e))
                bell = padd(k.c.nf(ROOT_PI), pmul(inner, inner), -1)
                d = pmul(d, {mono({k.c.make("@exp", n): a for n, a in bell.items()}): 1})
            else:
                need(f[0] == "@v", "cannot differentiate this")
                d = const(e)
            out = padd(out, pmul(d, {rest: c}))
    return out


def mean_value(k: Reader, st: Step) -> Out:
    """f' >= 0 between a and b, and a <= b, give f(a) <= f(b); f' > 0 and a < b give f(a) < f(b).

    Premises: the sign of f', which is computed here (under a < x < b or weaker); the order of a and b;
    then, under a <= x <= b, 0 < p for every log p and p != 0 (or its sign) for every 1/p in f with x
    in p. So f is continuous on [a, b] and differentiable there, and the mean value theorem applies.
    """
    need(len(k.prem) >= 2, "needs 2 premises")
    ab = k.prem[1].goal
    x, f = k.name(st["var"]), k.real(st["of"])
    need(k.c.bindable(x) == "R" and ab[0] in ("<=", "<"), "sorts")
    a, b = ab[1:]
    weak = {k.c.key(("<=", a, x)), k.c.key(("<=", x, b))}
    open_ = weak | {k.c.key(("<", a, x)), k.c.key(("<", x, b))}
    used = dict(k.prem[1].hyps)
    for i, l in enumerate(k.prem):
        if i != 1:
            rest = {k: h for k, h in l.hyps.items() if k not in (weak if i else open_)}
            k.eigen(x, rest.values(), ab)
            used.update(rest)
    k.used = used
    domain: set[Key] = set()
    slope = diff(k, k.c.nf(f), x, domain)
    kind, d = k.c.rel(k.prem[0].goal)
    need(kind in ("ge", "gt") and d == slope, "not the derivative")
    known = {k.c.key(l.goal) for l in k.prem[2:]}
    for tag, p in domain:
        signs = {("@gt", p)} if tag == "@log" else {("@gt", p), ("@gt", negated(p)), ("@not", eq0(p))}
        need(signs & known, f"the sign of an argument of {'log' if tag == '@log' else '1/.'} is not known")
    return ("<" if kind == "gt" and ab[0] == "<" else "<=", subst(f, {x: a}), subst(f, {x: b})), ()


def enclose(k: Reader, st: Step) -> Out:
    """s R t (R is <= or <) by interval arithmetic over the box that the premises give.

    Each premise bounds one name by a rational; every value of a term on the box lies in its enclosure.
    """
    p, bits = k.formula(st["is"]), st["bits"]
    need(type(bits) is int and 8 <= bits <= MAX_BITS, "bits")
    need(p[0] in ("<=", "<"), "encloses <= and < only")
    need(size(p) <= ENCLOSED, "too large to enclose")
    low: dict[str, Fraction] = {}
    high: dict[str, Fraction] = {}
    for l in k.prem:
        kind, d = k.c.rel(l.goal)
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


def evaluate(k: Reader, st: Step) -> Out:
    """φ, when it is true whatever its free names are: by the values of its terms over the listed sets."""
    k.args(0)
    p, bits = k.formula(st["is"]), st["bits"]
    need(type(bits) is int and 8 <= bits <= MAX_BITS, "bits")
    if (
        k.evaluation is None or k.evaluation.bits != bits
    ):  # what it remembers holds for all lines: no name changes
        k.evaluation = Evaluation(k.c, bits)
    need(k.evaluation.truth(p, {}) is True, "evaluation does not show it")
    return p, ()
