"""The kernel's rules of logic, arithmetic, sums and exponentials as Coq terms: each the lemma of Meaning.v or Rules.v
that is the rule, applied to the premises."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpsym.coq import analysis
from dpsym.coq.names import identifier
from dpsym.coq.proof import Line, Proof, sign
from dpsym.coq.text import CannotExport, number, sort_text
from dpsym.kernel.terms import Tree, load, node, subst

ZERO: Tree = Fraction(0)
UNIT: Tree = Fraction(1)

# ------------------------------------------------------------------------------------------------ logic


def hyp(x: Proof, l: Line) -> str:
    """A hypothesis, assumed."""
    key = next(iter(x.k.lines[-1].hyps))
    x.assume(key, l.goal)
    return x.into(x.hypothesis(key), x.hypotheses[key][1], l.goal)


def have(x: Proof, l: Line) -> str:
    """The premise in another form with the same key."""
    return x.into(x.premise(l.ids[0]), l.goals[0], l.goal)


def cases(x: Proof, l: Line) -> str:
    """The goal from p and from not p."""
    p = x.k.formula(l["on"])
    one = x.premise(l.ids[0], x.discharged("hc", p))
    two = x.into(x.premise(l.ids[1], x.discharged("hc", node("not", p))), l.goals[1], l.goal)
    return f"by_cases {x.text.formula(p)} {x.text.formula(l.goal)} (fun hc => {one}) (fun hc => {two})"


def absurd(x: Proof, l: Line) -> str:
    """Anything, from a formula and its denial."""
    no = x.into(x.premise(l.ids[1]), l.goals[1], node("not", l.goals[0]))
    return f"False_ind {x.text.formula(l.goal)} ({no} {x.premise(l.ids[0])})"


def imp_i(x: Proof, l: Line) -> str:
    """p -> q from q, with p discharged."""
    p = l.goal[1]
    return f"fun hc : {x.text.formula(p)} => {x.premise(l.ids[0], x.discharged('hc', p))}"


def imp_e(x: Proof, l: Line) -> str:
    """q from p -> q and p."""
    return f"{x.premise(l.ids[0])} {x.into(x.premise(l.ids[1]), l.goals[1], l.goals[0][1])}"


def and_i(x: Proof, l: Line) -> str:
    """A conjunction from its parts."""
    *first, proof = [x.premise(i) for i in l.ids]
    for part in reversed(first):
        proof = f"(conj {part} {proof})"
    return proof


def and_e(x: Proof, l: Line) -> str:
    """One part of a conjunction; `part` counts from 1."""
    parts, part = len(l.goals[0]) - 1, l["part"]
    proof = x.premise(l.ids[0])
    for _ in range(part - 1):
        proof = f"(proj2 {proof})"
    return proof if part == parts else f"(proj1 {proof})"


def or_i(x: Proof, l: Line) -> str:
    """A disjunction from the one of its parts that is the premise."""
    parts = l.goal[1:]
    j = next(j for j, q in enumerate(parts) if x.k.same(l.goals[0], q))
    proof = x.into(x.premise(l.ids[0]), l.goals[0], parts[j])
    if j < len(parts) - 1:
        proof = f"(or_introl {proof})"
    for _ in range(j):
        proof = f"(or_intror {proof})"
    return proof


def or_e(x: Proof, l: Line) -> str:
    """The goal from a disjunction and from each of its parts, discharged."""
    branches = []
    for q, i, g in zip(l.goals[0][1:], l.ids[1:], l.goals[1:], strict=True):
        inside = x.into(x.premise(i, x.discharged("hc", q)), g, l.goal)
        branches.append(f"(fun hc : {x.text.formula(q)} => {inside})")
    *first, proof = branches
    for branch in reversed(first):
        proof = f"(or_ind {branch} {proof})"
    return f"{proof} {x.premise(l.ids[0])}"


def all_i(x: Proof, l: Line) -> str:
    """For all x, from the premise with x free."""
    return x.fn(l.goal[1])(x.premise(l.ids[0]))


def all_e(x: Proof, l: Line) -> str:
    """A universal statement at the value `at`."""
    value = x.k.value(l["at"], x.c.sig[l.goals[0][1]])
    return f"{x.premise(l.ids[0])} {x.text.term(value)}"


def each(x: Proof, l: Line) -> str:
    """A universal statement over a listed set, from the premises at its elements."""
    name, body = l.goal[1], l.goal[2]
    space = x.c.sig[name]
    proof = "I"
    for i, goal, e in reversed(list(zip(l.ids, l.goals, x.c.sets[space], strict=True))):
        proof = f"(conj {x.into(x.premise(i), goal, subst(body, {name: e}))} {proof})"
    return f"each_listed H_{identifier(space)} {x.fn(name)(x.text.formula(body))} {proof}"


def ex_i(x: Proof, l: Line) -> str:
    """An existence from the value `at` and what holds of it."""
    name, body = l.goal[1], l.goal[2]
    value = x.k.value(l["at"], x.c.sig[name])
    shown = x.into(x.premise(l.ids[0]), l.goals[0], subst(body, {name: value}))
    return f"ex_intro {x.fn(name)(x.text.formula(body))} {x.text.term(value)} {shown}"


def ex_e(x: Proof, l: Line) -> str:
    """The goal from an existence and from its body for a name `var` of its own, discharged."""
    name, body, var = l.goals[0][1], l.goals[0][2], l["var"]
    p = subst(body, {name: var})
    inside = x.premise(l.ids[1], x.discharged("hc", p))
    head = f"({identifier(var)} : {sort_text(x.c.sig[var])}) (hc : {x.text.formula(p)})"
    return f"ex_ind (fun {head} => {inside}) {x.premise(l.ids[0])}"


def lemma(x: Proof, l: Line) -> str:
    """A theorem exported before, at the sets and names here."""
    cited = x.citations[l["name"]]
    put = l.get("with", {})
    arguments = []
    for s in cited.sets:
        arguments.append(identifier(s))
        if s in cited.checked.sets:
            arguments += [*map(identifier, cited.checked.sets[s]), f"H_{identifier(s)}"]
    for name in cited.names:
        value = x.k.value(put[name], cited.checked.sig[name]) if name in put else name
        arguments.append(x.text.term(value))
    return f"{cited.proved} {' '.join(arguments)}" if arguments else cited.proved


# ------------------------------------------------------------------------------------------------ arithmetic


def arith(x: Proof, l: Line) -> str:
    """goal * T = S + Z with T > 0, S >= 0 and Z = 0."""
    kind, _ = x.c.rel(l.goal)
    times, positive = strict_product(x, l)
    equal, zero = equations_of(x, l)
    goal, wrap = difference(l.goal)
    left = node("*", goal, times)
    term = x.text.term
    if kind == "eq":
        core = f"(ar_eq {term(goal)} {term(times)} {term(equal)} {positive} {zero} {x.equation(left, equal)})"
    else:
        total, proof, strict = terms_of(x, l, kind)
        if kind == "gt" and not strict:
            raise CannotExport("no strictly positive term")
        if kind == "ge" and strict:
            proof = f"(Rlt_le _ _ {proof})"
        parts = " ".join(map(term, (goal, times, total, equal)))
        core = f"(ar_{kind} {parts} {positive} {proof} {zero} {x.equation(left, node('+', total, equal))})"
    return f"{wrap} _ _ {core}"


def difference(p: Tree) -> tuple[Tree, str]:
    """A relation as a difference, and the lemma that gives the relation from its sign."""
    if p[0] in ("<=", "<"):
        return node("-", p[2], p[1]), "le_ge" if p[0] == "<=" else "lt_gt"
    if p[0] == "=":
        return node("-", p[1], p[2]), "eq_z"
    if p[0] == "not" and p[1][0] in ("<=", "<"):
        return node("-", p[1][1], p[1][2]), "nle_gt" if p[1][0] == "<=" else "nlt_ge"
    if p[0] == "not" and p[1][0] == "not":
        return difference(p[1][1])
    raise CannotExport(f"a relation {p[0]}")


def strict_product(x: Proof, l: Line) -> tuple[Tree, str]:
    """The product of the premises of `times`, and a proof that it is positive."""
    found, proof = UNIT, "pos1"
    for n, i in enumerate(l.get("times")):
        e, one = sign(x, l.ids[i], l.goals[i], True)
        found, proof = (e, one) if n == 0 else (node("*", found, e), f"(Rmult_lt_0_compat _ _ {proof} {one})")
    return found, proof


def terms_of(x: Proof, l: Line, kind: str) -> tuple[Tree, str, bool]:
    """The sum of the terms, a proof of its sign, and whether it is shown positive."""
    total, proof, strict = ZERO, "(Rle_refl 0)", False
    for t in l.get("terms"):
        if not load(t[0]):
            continue
        e, one, positive = one_term(x, l, t, kind)
        if total == ZERO:
            total, proof, strict = e, one, positive
            continue
        total = node("+", total, e)
        if positive and strict:
            proof = f"(add_pos_r _ _ (Rlt_le _ _ {proof}) {one})"
        elif positive:
            proof, strict = f"(add_pos_r _ _ {proof} {one})", True
        else:
            proof = f"({'add_pos_l' if strict else 'add_nn'} _ _ {proof} {one})"
    return total, proof, strict


def one_term(x: Proof, l: Line, t: list, kind: str) -> tuple[Tree, str, bool]:
    """A coefficient times premises times a square: the term, a proof of its sign, and whether it is positive."""
    coefficient = Fraction(load(t[0]))
    kinds = {i: x.c.rel(l.goals[i])[0] for i in t[1]}
    positive = kind == "gt" and len(t) == 2 and all(k == "gt" for k in kinds.values())
    relation = "<" if positive else "<="
    e: Tree = coefficient
    proof = f"(ltac:(lra) : 0 {relation} {number(coefficient)})"
    if coefficient == 1:
        proof = "pos1" if positive else "nn1"
    alone = coefficient == 1
    for i in t[1]:
        other, one = sign(x, l.ids[i], l.goals[i], positive)
        if alone:
            e, proof, alone = other, one, False
        else:
            e = node("*", e, other)
            proof = f"({'Rmult_lt_0_compat' if positive else 'Rmult_le_pos'} _ _ {proof} {one})"
    if len(t) == 3:
        q = x.k.real(t[2])
        e, proof = node("*", e, node("*", q, q)), f"(nn_sq _ {x.text.term(q)} {proof})"
    return e, proof, positive


def equations_of(x: Proof, l: Line) -> tuple[Tree, str]:
    """The sum of multiples of the premises that are equations, and a proof that it is 0."""
    total, proof = ZERO, "eq_refl"
    for n, (i, multiple) in enumerate(l.get("eqs")):
        p = l.goals[i]
        while p[0] == "not" and p[1][0] == "not":
            p = p[1][1]
        if p[0] != "=":
            raise CannotExport(f"an equation {p[0]}")
        m, d = x.k.real(multiple), node("-", p[1], p[2])
        shown = x.into(x.premise(l.ids[i]), l.goals[i], p)
        e, one = node("*", m, d), f"(z_mul {x.text.term(m)} _ (z_eq _ _ {shown}))"
        total, proof = (e, one) if n == 0 else (node("+", total, e), f"(z_add _ _ {proof} {one})")
    return total, proof


def antisym(x: Proof, l: Line) -> str:
    """Equality from <= in both directions."""
    back = node("<=", l.goals[0][2], l.goals[0][1])
    return f"Rle_antisym _ _ {x.premise(l.ids[0])} {x.into(x.premise(l.ids[1]), l.goals[1], back)}"


def inv(x: Proof, l: Line) -> str:
    """b (1/b) = 1, from b > 0, b < 0 or b != 0."""
    b = l.goal[1][1]
    ways = {
        "inv_pos": node("<", ZERO, b),
        "inv_neg": node("<", b, ZERO),
        "inv_ne": node("not", node("=", b, ZERO)),
    }
    name, p = next((n, p) for n, p in ways.items() if x.k.same(l.goals[0], p))
    return f"{name} _ {x.into(x.premise(l.ids[0]), l.goals[0], p)}"


# ------------------------------------------------------------------------------------------------ sums, exp, log


def ind(x: Proof, l: Line) -> str:
    """The indicator of a formula that holds is 1."""
    return f"ind_true _ {x.premise(l.ids[0])}"


def sum_(x: Proof, l: Line) -> str:
    """Sums over one set compared term by term: <= or =."""
    fn, (relation, left, right) = x.fn(l["var"]), l.goals[0]
    name = "sum_le" if relation == "<=" else "sum_ext"
    return f"{name} {fn(x.text.term(left))} {fn(x.text.term(right))} {fn(x.premise(l.ids[0]))}"


def pick(x: Proof, l: Line) -> str:
    """The sum of f(y) times the indicator of y = a is f(a)."""
    return f"sum_pick {x.text.term(x.k.read(l['at']))} {x.fn(l['var'])(x.text.term(x.k.real(l['of'])))}"


def exp_pos(x: Proof, l: Line) -> str:
    """exp t > 0."""
    return f"exp_pos {x.text.term(l.goal[2][1])}"


def exp_tangent(x: Proof, l: Line) -> str:
    """1 + t <= exp t."""
    return f"exp_tangent {x.text.term(l.goal[2][1])}"


def exp_log(x: Proof, l: Line) -> str:
    """exp(log t) = t, from t > 0."""
    return f"log_exp _ {x.into(x.premise(l.ids[0]), l.goals[0], node('<', ZERO, l.goal[2]))}"


# ------------------------------------------------------------------------------------------------ finite sets, numbers


def argmin(x: Proof, l: Line) -> str:
    """A function on a finite set that is not empty has a least value at one of its elements."""
    return f"argmin {x.fn(l['var'])(x.text.term(x.k.real(l['of'])))}"


def nat(x: Proof, l: Line) -> str:
    """0 is a natural number; from a premise nat(k): so is k + 1, and 0 <= k."""
    return f"nat_next _ {x.premise(l.ids[0])}" if l.ids else "nat_0"


def induct(x: Proof, l: Line) -> str:
    """For all natural numbers, from 0 and from each one to the next."""
    k, p = l["var"], l.goal[2][2]
    natural = node("nat", k)
    base = x.into(x.premise(l.ids[0]), l.goals[0], subst(p, {k: ZERO}))
    assumed = {**x.discharged("hd", p), **x.discharged("hc", natural)}
    step = x.into(x.premise(l.ids[1], assumed), l.goals[1], subst(p, {k: node("+", k, UNIT)}))
    head = f"({identifier(k)} : R) (hc : {x.text.formula(natural)}) (hd : {x.text.formula(p)})"
    return f"induct {x.fn(k)(x.text.formula(p))} {base} (fun {head} => {step})"


RULES: dict[str, Callable[[Proof, Line], str]] = {
    f.__name__.rstrip("_"): f
    for f in (
        hyp, have, cases, absurd, imp_i, imp_e, and_i, and_e, or_i, or_e, all_i, all_e, each, ex_i, ex_e, lemma, arith,
        antisym, inv, ind, sum_, pick, exp_pos, exp_tangent, exp_log, argmin, nat, induct, analysis.erf_bounds,
        analysis.erf_tail, analysis.erf_onto, analysis.jensen, analysis.mean_value, analysis.enclose,
    )
}  # fmt: skip
