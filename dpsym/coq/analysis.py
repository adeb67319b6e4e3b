"""The kernel's rules of analysis as Coq terms: erf, Jensen's inequality, the mean value theorem, enclosures."""

from __future__ import annotations

from fractions import Fraction

from dpsym.coq import readback
from dpsym.coq.names import identifier
from dpsym.coq.proof import Line, Proof, sign
from dpsym.coq.text import CannotExport, number
from dpsym.kernel.normal import ONE
from dpsym.kernel.terms import Tree, fv, node, tree

ZERO, UNIT = Fraction(0), Fraction(1)


def erf_bounds(x: Proof, l: Line) -> str:
    """-1 < erf t < 1."""
    return f"erf_bounds {x.text.term(l.goal[1][2][1])}"


def erf_tail(x: Proof, l: Line) -> str:
    """1 - erf t <= exp(-t^2), from 0 <= t."""
    t = l.goal[1][2][1]
    return f"erf_tail {x.text.term(t)} {x.into(x.premise(l.ids[0]), l.goals[0], node('<=', ZERO, t))}"


def erf_onto(x: Proof, l: Line) -> str:
    """There is an x with erf x = t, from -1 < t and t < 1."""
    t = l.goal[2][2]
    low = x.into(x.premise(l.ids[0]), l.goals[0], node("<", -UNIT, t))
    high = x.into(x.premise(l.ids[1]), l.goals[1], node("<", t, UNIT))
    return f"erf_onto {x.text.term(t)} {low} {high}"


def jensen(x: Proof, l: Line) -> str:
    """Jensen's inequality for a function that is convex on [0, 1], weights that add up to 1 and points in [0,
    1]."""
    f, fn = l["fun"], x.fn(l["var"])
    w, point = x.k.real(l["w"]), x.k.real(l["x"])
    a, b, c = l["names"]
    box = [q for v in (a, b, c) for q in (("<=", ZERO, v), ("<=", v, UNIT))]

    def mix(p: Tree, q: Tree) -> Tree:
        return ("+", ("*", c, p), ("*", ("-", UNIT, c), q))

    two = ("->", ("and", *box), ("<=", (f, mix(a, b)), mix((f, a), (f, b))))
    wanted = [
        ("all", a, ("all", b, ("all", c, two))), ("<=", ZERO, w), ("=", ("sum", l["var"], w), UNIT),
        ("<=", ZERO, point), ("<=", point, UNIT),
    ]  # fmt: skip
    convex, *rest = (x.into(x.premise(i), p, tree(q)) for i, p, q in zip(l.ids, l.goals, wanted, strict=True))
    weights, mass, low, high = rest
    parts = f"{fn(x.text.term(w))} {fn(x.text.term(point))}"
    return f"jensen {identifier(f)} {parts} {convex} {fn(weights)} {mass} {fn(low)} {fn(high)}"


# ------------------------------------------------------------------------------------------------ mean value


class Derivative:
    """The derivative of a term in x by eight lemmas, along the term; `domain` proves the sides of log and 1/."""

    def __init__(self, proof: Proof, name: str, premises: list[tuple[Tree, str]]) -> None:
        self.x, self.name, self.premises = proof, name, premises
        self.fn = proof.fn(name)

    def domain(self, p: Tree, inverse: bool) -> str:
        """A proof of 0 < p, or of p <> 0 for an inverse."""
        ways = [(node("<", ZERO, p), "ne_pos")]
        if inverse:
            ways += [(node("<", p, ZERO), "ne_neg"), (node("not", node("=", p, ZERO)), "")]
        for q, name in ways:
            for goal, proof in self.premises:
                if self.x.k.same(goal, q):
                    shown = self.x.into(proof, goal, q)
                    return f"({name} _ {shown})" if inverse and name else shown
        raise CannotExport("the sign of an argument of log or 1/ is not among the premises")

    def of(self, t: Tree) -> tuple[Tree, str]:
        """The derivative as a tree, and its proof."""
        text, fn = self.x.text.term, self.fn
        if self.name not in fv(t):
            return ZERO, f"(d_const {text(t)} _)"
        if t == self.name:
            return UNIT, "(d_id _)"
        if t[0] in ("+", "*"):
            return self.of_several(t)
        if t[0] not in ("exp", "log", "/", "erf"):
            raise CannotExport(f"the derivative of {t[0]}")
        u = t[-1]
        du, proof = self.of(u)
        if t[0] == "exp":
            return node("*", du, t), f"(d_exp {fn(text(u))} _ _ {proof})"
        if t[0] == "log":
            return node(
                "*", du, node("/", UNIT, u)
            ), f"(d_log {fn(text(u))} _ _ {self.domain(u, False)} {proof})"
        if t[0] == "/":
            return node("*", -UNIT, du, t, t), f"(d_inv {fn(text(u))} _ _ {self.domain(u, True)} {proof})"
        root = node("*", Fraction(-1, 2), node("log", node("pi")))
        bell = node("exp", node("-", root, node("*", u, u)))
        return node("*", Fraction(2), bell, du), f"(d_erf {fn(text(u))} _ _ {proof})"

    def of_several(self, t: Tree) -> tuple[Tree, str]:
        """The derivative of a sum or product, argument by argument, and its proof."""
        if len(t) == 2:
            return self.of(t[1])
        op, text, fn = t[0], self.x.text.term, self.fn
        a, b = (t[1] if len(t) == 3 else node(op, *t[1:-1])), t[-1]
        (da, pa), (db, pb) = self.of(a), self.of(b)
        d = node("+", da, db) if op == "+" else node("+", node("*", da, b), node("*", a, db))
        return d, f"({'d_add' if op == '+' else 'd_mul'} {fn(text(a))} {fn(text(b))} _ _ _ {pa} {pb})"


def mean_value(x: Proof, l: Line) -> str:
    """A function whose derivative has one sign between two points is ordered at them; strict where derivative
    and points are."""
    name, f = l["var"], x.k.real(l["of"])
    order = l.goals[1]
    a, b = order[1:]
    weak = (node("<=", a, name), node("<=", name, b))
    open_ = (node("<", a, name), node("<", name, b))
    closed = {**x.discharged("hl", weak[0]), **x.discharged("hr", weak[1])}
    inner = {**x.discharged("(Rlt_le _ _ hl)", weak[0]), **x.discharged("(Rlt_le _ _ hr)", weak[1])}
    inner |= {**x.discharged("hl", open_[0]), **x.discharged("hr", open_[1])}
    normal = readback.polynomial(x.c, x.c.nf(f))
    premises = [(g, x.premise(i, closed)) for i, g in zip(l.ids[2:], l.goals[2:], strict=True)]
    slope, derived = Derivative(x, name, premises).of(normal)
    kind, _ = x.c.rel(l.goals[0])
    known, proof = sign(x, l.ids[0], l.goals[0], kind == "gt", inner)
    strict = kind == "gt" and order[0] == "<"
    if kind == "gt" and not strict:
        proof = f"(Rlt_le _ _ {proof})"
    same = x.equation(known, slope)
    if same != "eq_refl":
        proof = f"(eq_ind _ (fun zz => 0 {'<' if strict else '<='} zz) {proof} _ {same})"
    ordered = x.premise(l.ids[1])
    if not strict and order[0] == "<":
        ordered = f"(Rlt_le _ _ {ordered})"
    fn, text, formula = x.fn(name), x.text.term, x.text.formula

    def between(p: tuple[Tree, Tree], body: str) -> str:
        return f"(fun ({identifier(name)} : R) (hl : {formula(p[0])}) (hr : {formula(p[1])}) => {body})"

    return (
        f"{'mv_lt' if strict else 'mv_le'} {fn(text(f))} {fn(text(normal))} {fn(text(slope))} _ _ "
        f"{fn(x.equation(f, normal))} {ordered} {between(weak, derived)} {between(open_, proof)}"
    )


# ------------------------------------------------------------------------------------------------ enclosures


def enclose(x: Proof, l: Line) -> str:
    """The interval tactic over the box that the premises give, at the line's precision and a little more."""
    low: dict[str, Fraction] = {}
    high: dict[str, Fraction] = {}
    for p in l.goals:
        kind, d = x.c.rel(p)
        ((m, e),) = [(m, e) for m, e in d.items() if m != ONE]
        name, v = m[1][0][1], -Fraction(d.get(ONE, 0)) / e
        if e > 0 or kind == "eq":
            low[name] = max(v, low.get(name, v))
        if e < 0 or kind == "eq":
            high[name] = min(v, high.get(name, v))
    box = [n for n in low if n in high]
    tactic = "".join(f"intros hi{j}; " for j in range(len(l.ids)))
    for n in box:
        tactic += f"assert ({number(low[n])} <= {identifier(n)} <= {number(high[n])}) by lra; "
    assumed = "".join(f"{x.text.formula(p)} -> " for p in l.goals)
    proof = f"(ltac:({tactic}enclose {l['bits'] + 20}%positive) : {assumed}{x.text.formula(l.goal)})"
    return f"({proof} {' '.join(x.premise(i) for i in l.ids)})"
