"""Formulas with one key: a Coq proof that each says what the other does."""

from __future__ import annotations

from dpsym.coq.names import identifier
from dpsym.coq.text import CannotExport, sort_text
from dpsym.coq.written import Written
from dpsym.kernel.terms import Tree, fv, names, node, subst

OPPOSITE = {"<=": "<", "<": "<="}
NEGATED = {"<=": "nle_conv", "<": "nlt_conv"}


def flat(p: Tree) -> Tree:
    """A junction with the junctions of its kind inside it taken apart, as keys are."""
    parts = [b for a in p[1:] for b in (flat(a)[1:] if a[0] == p[0] else (a,))]
    return node(p[0], *parts)


def equivalent(x: Written, p: Tree, q: Tree) -> str | None:
    """A proof of p <-> q, whose keys are equal; None where they are one but for bound names."""
    return None if x.alike(p) == x.alike(q) else _equivalent(x, p, q)


def sure(x: Written, p: Tree, q: Tree) -> str:
    """A proof of p <-> q for formulas with one key, by reflexivity where they are one but for bound names."""
    return equivalent(x, p, q) or "(iff_refl _)"


def into(x: Written, proof: str, p: Tree, q: Tree) -> str:
    """A proof of q from one of p, whose keys are equal."""
    found = equivalent(x, p, q)
    return proof if found is None else f"(fwd {found} {proof})"


def _equivalent(x: Written, p: Tree, q: Tree) -> str:
    if "not" in (p[0], q[0]):
        return _negations(x, p, q)
    if {p[0], q[0]} & {"and", "or"}:
        return _junctions(x, p, q)
    if p[0] != q[0]:
        raise CannotExport(f"{p[0]} as {q[0]}")
    if p[0] in ("<=", "<", "="):
        return _relations(x, p, q)
    if p[0] == "eq":
        return "(eqs_conv _ _)"
    if p[0] == "nat":
        return f"(nat_conv _ _ {x.equation(p[1], q[1])})"
    if p[0] == "->":
        return f"(imp_conv _ _ _ _ {sure(x, p[1], q[1])} {sure(x, p[2], q[2])})"
    if p[0] in ("all", "ex"):
        return _quantified(x, p, q)
    raise CannotExport(f"a formula {p[0]}")


def _negations(x: Written, p: Tree, q: Tree) -> str:
    if p[0] != "not":
        return f"(iff_sym {_equivalent(x, q, p)})"
    a = p[1]
    if a[0] == "not":
        return f"(nn_conv _ _ {sure(x, a[1], q)})"
    if a[0] in NEGATED:
        return f"({NEGATED[a[0]]} _ _ _ {sure(x, node(OPPOSITE[a[0]], a[2], a[1]), q)})"
    if q[0] != "not":
        raise CannotExport("a negation as something else")
    if q[1][0] in ("not", *NEGATED):
        return f"(iff_sym {_equivalent(x, q, p)})"
    return f"(not_conv _ _ {sure(x, a, q[1])})"


def _junctions(x: Written, p: Tree, q: Tree) -> str:
    """Conjunctions and disjunctions, flattened as the key is; Coq nests them to the right."""
    h = p[0] if p[0] in ("and", "or") else q[0]
    one, two = (flat(r) if r[0] == h else node(h, r) for r in (p, q))
    if len(one) != len(two):
        raise CannotExport(f"{len(one) - 1} parts as {len(two) - 1}")
    steps = []
    if one != p and x.text.formula(one) != x.text.formula(p):
        steps.append(f"(ltac:(tauto) : {x.text.formula(p)} <-> {x.text.formula(one)})")
    parts = [sure(x, a, b) for a, b in zip(one[1:], two[1:], strict=True)]
    if any(a != "(iff_refl _)" for a in parts):
        proof = parts[-1]
        for part in reversed(parts[:-1]):
            proof = f"({h}_conv _ _ _ _ {part} {proof})"
        steps.append(proof)
    if two != q and x.text.formula(two) != x.text.formula(q):
        steps.append(f"(ltac:(tauto) : {x.text.formula(two)} <-> {x.text.formula(q)})")
    found = steps[0] if steps else "(iff_refl _)"
    for step in steps[1:]:
        found = f"(iff_trans {found} {step})"
    return found


def _relations(x: Written, p: Tree, q: Tree) -> str:
    h, sides = p[0], " ".join(map(x.text.term, (*p[1:], *q[1:])))
    if h != "=":
        name = "le_conv" if h == "<=" else "lt_conv"
        return f"({name} {sides} {x.equation(node('-', p[2], p[1]), node('-', q[2], q[1]))})"
    d, e = node("-", p[1], p[2]), node("-", q[1], q[2])
    if x.c.nf(d) == x.c.nf(e):
        return f"(eq_conv {sides} {x.equation(d, e)})"
    return f"(eq_conv_neg {sides} {x.equation(d, node('-', q[2], q[1]))})"


def _quantified(x: Written, p: Tree, q: Tree) -> str:
    h, bound, other = p[0], p[1], q[1]
    if bound != other and bound in fv(q[2]):
        raise CannotExport("a bound name that is free beside it")
    if bound in names(q[2]):  # bound again inside
        body = _exchanged(q[2], bound, other)
    else:
        body = q[2] if bound == other else subst(q[2], {other: bound})
    head = f"fun {identifier(bound)} : {sort_text(x.c.sig[bound])} =>"
    parts = (x.text.formula(p[2]), x.text.formula(body), sure(x, p[2], body))
    return f"({h}_conv {' '.join(f'({head} {part})' for part in parts)})"


def _exchanged(t: Tree, a: str, b: str) -> Tree:
    """The tree with two names of one sort, each in the place of the other; where a is free nowhere, b is a there."""
    if isinstance(t, str):
        return {a: b, b: a}.get(t, t)
    return node(*(_exchanged(part, a, b) for part in t)) if isinstance(t, tuple) else t
