"""Claims about Phi and erf in one variable: by the sign of a derivative, which has no erf left, and by |erf| < 1.

The kernel has no derivative of erf.  So a claim f >= 0 is brought to claims about f' (or to one about the range of
erf), which are settled like any others; that the derivative is right, and the mean value theorem, is taken as known.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr, erf, exp, log, oo, sqrt

from dpsym.claims import numbers
from dpsym.claims.laws import reader_of
from dpsym.claims.meaning import FLIP, FUNCTIONALS, MECHANISMS, NOTIONS, calls, names_in, pairs_of, places
from dpsym.claims.syntax import Node, NotAClaim, Source, parse, unused

if TYPE_CHECKING:
    from dpsym.claims.settle import Answer

RANGE = "-1 < erf(x) < 1, and erf(-x) = -erf(x)"
DERIVATIVE = "the derivative of erf is 2 e^(-x^2)/sqrt(pi) (derivatives by sympy); the mean value theorem"
LIMIT = "erf(x) tends to 1, and e^(-x^2) times a power of x to 0, as x grows"
READ: dict[str, Any] = {
    "exp": exp, "log": log, "ln": log, "sqrt": sqrt, "erf": erf, "erfc": lambda x: 1 - erf(x),
    "Phi": lambda x: (1 + erf(x / sqrt(2))) / 2,
}  # fmt: skip


class NotThis(Exception):
    """The claim has another form."""


def settle(text: str) -> Answer | None:
    """A proof of a claim with erf or Phi that rests on what is known of erf; None where there is none."""
    source = parse(text)
    names = {c.value for part in (*source.hypotheses, *source.conclusion) for c in calls(part)}
    if not names & {"Phi", "erf", "erfc"} or names & (FUNCTIONALS.keys() | NOTIONS.keys() | set(MECHANISMS)):
        return None
    if source.hypotheses or not numbers.speaks_of(source, {"Phi", "erf", "erfc"}):
        return None
    reader = reader_of(source)
    if reader is None or not numbers.has_values(source, reader.order, reader.natural):
        return None  # without a value at any point
    found: list[Answer] = []
    for part in source.conclusion:
        for left, relation, right in pairs_of(part):
            try:
                one = _ranged(source, left, relation, right) or _sloped(source, left, relation, right)
            except (NotThis, NotAClaim):
                return None
            if one is None:
                return None
            found.append(one)
    facts = tuple(dict.fromkeys(f for a in found for f in a.rests_on))
    return replace(
        found[0], text=text, verdict="cited", scope="all real parameters", rests_on=facts,
        reduced="; ".join(a.reduced for a in found),
    )  # fmt: skip


def _try(text: str) -> Answer | None:
    """The answer when it is a proof."""
    from dpsym.claims.settle import _settle

    try:
        answer = _settle(text)
    except NotAClaim:
        return None
    return answer if answer.verdict in ("proved", "enclosed") else None


def _ranged(source: Source, left: Node, relation: str, right: Node) -> Answer | None:
    """The relation for every value between -1 and 1 in place of each erf."""
    a, b = read(left), read(right)
    values = sorted((a - b).atoms(erf) | a.atoms(erf) | b.atoms(erf), key=str)
    if len(values) > 2:
        raise NotThis
    taken = {n for c in source.conditions for n, _ in places(c)}
    put: dict[Any, sympy.Symbol] = {}
    for v in values:
        put[v] = sympy.Symbol(unused("value", {*taken, *map(str, put.values())}))
    bounds = [f"-1 < {name} < 1" for name in put.values()]
    conditions = [source.text[c.at : c.end] for c in source.conditions]
    said = f"{show(a.xreplace(put))} {relation} {show(b.xreplace(put))}"
    text = f"for {', '.join([*conditions, *bounds])}: {said}" if conditions or bounds else said
    if _fails(text):
        return None
    answer = _try(text)
    return None if answer is None else replace(answer, rests_on=(RANGE, *answer.rests_on), reduced=text)


def _sloped(source: Source, left: Node, relation: str, right: Node) -> Answer | None:
    """f = right - left rises from a point where it is at least 0, or falls to a limit that is, or first one then the
    other."""
    if relation in (">=", ">"):
        left, relation, right = right, FLIP[relation], left
    if relation != "<=" or len(source.conditions) != 1:
        return None
    names = names_in(source.conditions[0]) - {"pi", "e"}
    low, name = _bound(source.conditions[0])
    if len(names) != 1:
        return None
    x = sympy.Symbol(name, real=True)
    f = (read(right) - read(left)).subs(sympy.Symbol(name), x)
    slope = sympy.expand(sympy.diff(f, x))
    if slope.has(erf):
        raise NotThis
    inside = f"for {name} > {low}: "
    start = f.subs(x, sympy.Rational(low))  # f is continuous where it has a value
    starts = f"{show(start)} >= 0" if start.is_finite else None
    if starts and (second := _signed(inside, slope, ">=")) and (first := _try(starts)):
        return _joined(first, second, (DERIVATIVE,), f"{starts}; {second.reduced}")
    if limit(f, x) is None:
        return None
    if limit(f, x) < 0:  # type: ignore[operator]
        return None
    if second := _signed(inside, slope, "<="):
        return _joined(second, second, (DERIVATIVE, LIMIT), second.reduced)
    if not starts:
        return None
    for e in sorted(slope.atoms(exp), key=str):  # f' = e^(...) g with g falling: f rises and then falls
        g = sympy.expand(sympy.expand(slope / e))
        bent = f"{inside}{show(sympy.diff(g, x))} <= 0"
        if not _fails(bent) and (first := _try(starts)) and (second := _try(bent)):
            return _joined(first, second, (DERIVATIVE, LIMIT), f"{starts}; {bent}")
    return None


def _signed(inside: str, slope: Expr, relation: str) -> Answer | None:
    """A proof of the derivative's sign: as it is, or in factors, which are shown to be the same."""
    plain = f"{inside}{show(slope)} {relation} 0"
    if _fails(plain):
        return None
    factored = sympy.factor(slope)
    same, short = f"{inside}{show(slope)} = {show(factored)}", f"{inside}{show(factored)} {relation} 0"
    if (second := _try(short)) and (first := _try(same)):
        return _joined(first, second, (), f"{same}; {short}")
    answer = _try(plain)
    return None if answer is None else replace(answer, reduced=plain)


def _joined(first: Answer, second: Answer, facts: tuple[str, ...], reduced: str) -> Answer:
    return replace(
        second, rests_on=tuple(dict.fromkeys((*facts, *first.rests_on, *second.rests_on))), reduced=reduced
    )


def _bound(condition: Node) -> tuple[str, str]:
    """The number and the name of a condition x >= number or x > number."""
    ((left, relation, right),) = pairs_of(condition) if len(condition.args) == 2 else [(None, "", None)]
    if left is None or right is None:
        raise NotThis
    if relation in (">=", ">"):
        left, relation, right = right, FLIP[relation], left
    if relation not in ("<=", "<") or left.kind != "number" or right.kind != "name":
        raise NotThis
    return str(left.value), right.value


def limit(f: Expr, x: sympy.Symbol) -> Expr | None:
    """The limit for x to infinity of numbers, erfs and terms with e^(-q x^2); None for other forms."""
    total: Expr = sympy.Integer(0)
    for term in sympy.Add.make_args(f):
        if not term.has(x):
            total += term
            continue
        factors = sympy.Mul.make_args(term)
        if any(t.func is exp and _falls(t.args[0], x) for t in factors):
            rest = [t for t in factors if t.func is not exp]
            if all(_algebraic(t, x) for t in rest) and sum(t.func is exp for t in factors) == 1:
                continue
            return None
        inside = [t for t in factors if t.has(x)]
        if len(inside) == 1 and inside[0].func is erf:
            k = inside[0].args[0].coeff(x)
            if inside[0].args[0] == k * x and k.is_positive:
                total += term / inside[0]
                continue
        return None
    return total if total.is_rational else None


def _falls(exponent: Expr, x: sympy.Symbol) -> bool:
    q = exponent.coeff(x, 2)
    return bool(q.is_rational and q < 0 and sympy.expand(exponent - q * x**2) == 0)


def _algebraic(t: Expr, x: sympy.Symbol) -> bool:
    """Whether it grows no faster than a power of x: built from x and numbers by + * and rational powers."""
    if not t.has(x) or t == x:
        return True
    if t.func in (sympy.Add, sympy.Mul):
        return all(_algebraic(a, x) for a in t.args)
    return t.func is sympy.Pow and t.args[1].is_rational and _algebraic(t.args[0], x)


def read(node: Node) -> Expr:
    """The term as a sympy expression, to take derivatives of."""
    kind, value = node.kind, node.value
    if kind == "number":
        return sympy.Rational(value.numerator, value.denominator)
    if kind == "name":
        return sympy.pi if value == "pi" else exp(1) if value == "e" else sympy.Symbol(value)
    args = [read(a) for a in node.args]
    if kind == "sign":
        return -args[0] if value == "-" else args[0]
    if kind == "sum":
        return sympy.Add(args[0], *(a if s == "+" else -a for s, a in zip(value, args[1:], strict=True)))
    if kind == "product":
        return sympy.Mul(args[0], *(a if s == "*" else 1 / a for s, a in zip(value, args[1:], strict=True)))
    if kind == "power":
        return args[0] ** args[1]
    if kind == "call" and value in READ and len(args) == 1:
        return READ[value](args[0])
    raise NotThis


def show(e: Any) -> str:
    """The expression as text of the grammar."""
    if e.has(oo, sympy.nan, sympy.zoo, sympy.I):
        raise NotThis
    return str(e.xreplace({sympy.E: sympy.Symbol("e")}))


def _fails(text: str) -> bool:
    """Whether balls find a point against the text: then it need not be tried."""
    from dpsym.claims.chains import fails_somewhere

    return fails_somewhere(text)
