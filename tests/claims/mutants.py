"""Mechanical mutants of claims: one small change each, judged false (with a witness), undefined or open.

`python tests/claims/mutants.py true|library [START STOP]` judges the mutants of the true claims or of the library's
theorems, one a line, and prints the counts.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from judge import (
    CONSTANTS,
    FUNCTIONALS,
    FUNCTIONS,
    MECHANISMS,
    NOTIONS,
    WORDS,
    Chain,
    Claim,
    Judgement,
    Tree,
    Unread,
    entries,
    judge,
    names,
    read,
    speaks_of_pair,
    undefined_at,
)

F = Fraction
KNOWN = {*CONSTANTS, *FUNCTIONALS, *FUNCTIONS, *NOTIONS}
PER_CLAIM = 24
SELDOM = ("condition", "bound", "strict", "weak")  # changes that mostly keep a claim true: one of each kind
NEIGHBOURS = {
    "ApproxDP": ("ProbDP", "PBDP"), "ProbDP": ("ApproxDP",), "PBDP": ("ApproxDP",), "PureDP": ("ZCDP",),
    "ZCDP": ("PureDP", "GaussianDP"), "GaussianDP": ("PureDP", "ZCDP"), "Tail": ("HockeyStick",),
    "HockeyStick": ("Tail",), "TV": ("KL",), "KL": ("TV",), "sinh": ("tanh", "cosh"), "tanh": ("sinh",),
    "cosh": ("sinh",), "exp": ("cosh",), "sqrt": ("abs",), "erf": ("Phi",), "erfc": ("erf",), "Phi": ("erf",),
    "min": ("max",), "max": ("min",), "log": ("sqrt",),
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A changed claim: which change was made, and to what."""

    text: str
    change: str
    of: str


def times(x: Fraction, t: Tree) -> Tree:
    return ("num", x * t[1]) if t[0] == "num" else ("*", ("num", x), t)


def edits(t: Tree, scope: list[str]) -> Iterator[tuple[str, Tree]]:
    """A tree with one small change, in every place."""
    kind = t[0]
    if kind == "num":
        x = t[1]
        for y in (2 * x, x / 2, x + 1, x * F(9, 10), x * F(11, 10)):
            if y != x:
                yield "constant", ("num", y)
        return
    if kind == "name":
        if t[1] not in CONSTANTS:
            for other in scope:
                if other != t[1]:
                    yield "parameter", ("name", other)
            yield "constant", ("*", ("num", F(11, 10)), t)
            yield "constant", ("/", t, ("num", F(2)))
            yield "constant", ("*", ("num", F(9, 10)), t)
        return
    if kind == "call":
        for other in NEIGHBOURS.get(t[1], ()):
            if (other in FUNCTIONALS) == (t[1] in FUNCTIONALS):
                yield "name", ("call", other, *t[2:])
        if t[1] in FUNCTIONALS:
            for x in (F(9, 10), F(11, 10), F(2)):
                yield "constant", times(x, t)
        if len(t) == 4:
            yield "swapped", ("call", t[1], t[3], t[2])
        first = 2
    elif kind in ("+", "-"):
        yield "sign", ("-" if kind == "+" else "+", t[1], t[2])
        yield "term dropped", t[1]
        yield "term dropped", t[2]
        first = 1
    elif kind in ("*", "/"):
        yield "factor turned", ("/" if kind == "*" else "*", t[1], t[2])
        yield "factor dropped", t[1]
        first = 1
    elif kind == "^":
        yield (
            "exponent",
            ("^", t[1], ("+", t[2], ("num", F(1))) if t[2][0] != "num" else ("num", t[2][1] + 1)),
        )
        yield "exponent", t[1]
        first = 1
    else:
        yield "sign", t[1]
        first = 1
    for k in range(first, len(t)):
        for change, new in edits(t[k], scope):
            yield change, (*t[:k], new, *t[k + 1 :])


def item_edits(item: Any, scope: list[str], conclusion: bool) -> Iterator[tuple[str, Any]]:
    if not isinstance(item, Chain):
        if item[0] not in WORDS:
            yield from edits(item, scope)
            return
        for k, part in enumerate(item[1:], 1):
            yield "part alone", part
            for change, new in item_edits(part, scope, conclusion):
                yield change, (*item[:k], new, *item[k + 1 :])
        return
    for k, r in enumerate(item.relations):
        swap = {"<=": (("strict", "<"), ("reversed", ">=")), ">=": (("strict", ">"), ("reversed", "<=")),
                "<": (("weak", "<="), ("reversed", ">")), ">": (("weak", ">="), ("reversed", "<")),
                "=": (("equality", "<="), ("equality", ">=")), "!=": ()}[r]  # fmt: skip
        for change, other in swap:
            yield change, Chain(item.parts, (*item.relations[:k], other, *item.relations[k + 1 :]))
        if conclusion:
            side = k + 1 if r[0] == "<" else k
            for x in (F(9, 10), F(99, 100), F(1, 2), F(999, 1000)):
                parts = list(item.parts)
                parts[side] = times(x, parts[side])
                yield "tightened", Chain(tuple(parts), item.relations)
    for k, part in enumerate(item.parts):
        for change, new in edits(part, scope):
            yield change, Chain((*item.parts[:k], new, *item.parts[k + 1 :]), item.relations)


def changed(claim: Claim) -> Iterator[tuple[str, Claim]]:
    """Every claim that is one change away."""
    scope = sorted(set().union(set(), *(names(c) for c in claim.conditions)))
    cs, hs, gs = claim.conditions, claim.hypotheses, claim.conclusions
    for k in range(len(hs)):
        yield "hypothesis dropped", Claim(cs, hs[:k] + hs[k + 1 :], gs)
    if hs:
        yield "converse", Claim(cs, gs, hs)
    for k, c in enumerate(cs):
        if c.relations:
            free = tuple(Chain((("name", n),), ()) for n in sorted(names(c)))
            yield "condition dropped", Claim(cs[:k] + free + cs[k + 1 :], hs, gs)
            for j in range(len(c.parts)):
                if len(c.parts) > 2 and j in (0, len(c.parts) - 1):
                    cut = slice(1, None) if j == 0 else slice(None, -1)
                    lost = tuple(Chain((("name", n),), ()) for n in sorted(names(c.parts[j])))
                    yield (
                        "bound dropped",
                        Claim((*cs[:k], Chain(c.parts[cut], c.relations[cut]), *lost, *cs[k + 1 :]), hs, gs),
                    )
        for change, new in item_edits(c, scope, False):
            if change in ("strict", "weak"):
                yield f"condition {change}", Claim((*cs[:k], new, *cs[k + 1 :]), hs, gs)
    for k, h in enumerate(hs):
        for change, new in item_edits(h, scope, False):
            yield change, Claim(cs, (*hs[:k], new, *hs[k + 1 :]), gs)
    for k, g in enumerate(gs):
        for change, new in item_edits(g, scope, True):
            yield change, Claim(cs, hs, (*gs[:k], new, *gs[k + 1 :]))


def mutants(text: str, count: int = PER_CLAIM) -> list[Mutant]:
    """Up to `count` mutants of a claim, the kinds of change in turn; the same text gives the same mutants."""
    claim = read(text)
    kinds: dict[str, list[str]] = {}
    seen = {str(claim)}
    for change, new in changed(claim):
        try:
            t = str(new)
            read(t)
        except Unread:
            continue
        if t not in seen and sensible(new):
            seen.add(t)
            kinds.setdefault(change, []).append(t)
    rng = random.Random(text)
    for kind, texts in kinds.items():
        rng.shuffle(texts)
        if kind.startswith(SELDOM):
            del texts[1:]
    order = sorted(kinds, key=lambda k: (k != "tightened", k))
    out: list[Mutant] = []
    while len(out) < count and any(kinds.values()):
        for kind in order:
            if kinds[kind] and len(out) < count:
                out.append(Mutant(kinds[kind].pop(), kind, text))
    return out


def simple(items: tuple[Any, ...]) -> Iterator[Any]:
    """The chains and notions that the items are made of."""
    for item in items:
        if not isinstance(item, Chain) and item[0] in WORDS:
            yield from simple(item[1:])
        else:
            yield item


def sensible(claim: Claim) -> bool:
    """Notions stand alone, a functional is not an argument, and hypotheses that are no notion speak of the pair."""
    for item in claim.conditions:
        if speaks_of_pair(item):
            return False
    if any(not isinstance(g, Chain) and g[1] in MECHANISMS for g in claim.conclusions):
        return False
    for item in simple(claim.hypotheses + claim.conclusions):
        parts = item.parts if isinstance(item, Chain) else item[2:]
        stack = [(p, not isinstance(item, Chain)) for p in parts]
        while stack:
            t, inside = stack.pop()
            if t[0] == "call" and (t[1] in NOTIONS or t[1] in MECHANISMS or (t[1] in FUNCTIONALS and inside)):
                return False
            within = inside or (t[0] == "call" and t[1] in FUNCTIONALS)
            stack += [(a, within) for a in t[1:] if isinstance(a, tuple)]
    return True


def everything(count: int = PER_CLAIM) -> list[Mutant]:
    """The mutants of all true claims of the list, in its order, none twice and none in the list."""
    listed = {str(read(e.text)) for e in entries("true")}
    out = []
    for e in entries("true"):
        for m in mutants(e.text, count):
            if m.text not in listed:
                listed.add(m.text)
                out.append(m)
    return out


# ------------------------------------------------------------------------------- theorems of the library as text
class NoText(ValueError):
    """The theorem cannot be written in the grammar of claims."""


def spelled(e: Any) -> str:
    """An expression of the language in the grammar of claims."""
    import sympy

    from dpsym.language import HockeyStick, Loss, Pair, Parameter, Posterior, Probability
    from dpsym.language.expressions import P, Q, y

    words = {
        sympy.exp: "exp", sympy.log: "log", sympy.tanh: "tanh", sympy.sinh: "sinh", sympy.cosh: "cosh",
        sympy.erf: "erf", sympy.erfc: "erfc", sympy.Max: "max", sympy.Min: "min", sympy.Abs: "abs",
    }  # fmt: skip
    if isinstance(e, Parameter):
        if e.integer_valued:
            raise NoText("an integer parameter")
        return str(e.name)
    if isinstance(e, sympy.Rational):
        return str(e) if e.q == 1 and e.p >= 0 else f"({e})"
    if e is sympy.pi or e is sympy.E:
        return "pi" if e is sympy.pi else "exp(1)"
    if isinstance(e, sympy.Add | sympy.Mul):
        sign = " + " if isinstance(e, sympy.Add) else "*"
        return "(" + sign.join(spelled(a) for a in e.args) + ")"
    if isinstance(e, sympy.Pow):
        return f"(1/{spelled(e.base)})" if e.exp == -1 else f"{spelled(e.base)}^{spelled(e.exp)}"
    if type(e) in words:
        return f"{words[type(e)]}({', '.join(spelled(a) for a in e.args)})"
    if isinstance(e, HockeyStick) and e.args[1] == Pair():
        return f"HockeyStick({spelled(e.args[0])})"
    if isinstance(e, Posterior) and e.args[1:] == (P(y), Q(y)):
        return f"Posterior({spelled(e.args[0])})"
    if isinstance(e, Probability) and e.args[1:] == (P(y), y):
        event = e.args[0]
        if isinstance(event, sympy.Gt) and event.lhs == Loss():
            return f"Tail({spelled(event.rhs)})"
    raise NoText(type(e).__name__)


def spelled_items(formula: Any) -> list[str]:
    """A formula as hypotheses or conclusions in the grammar of claims."""
    from sympy.core.relational import Relational

    from dpsym.language import AllOf, Between, Notion, Pair, Within

    if isinstance(formula, AllOf):
        return [t for part in formula.args for t in spelled_items(part)]
    if isinstance(formula, Notion) and type(formula).__name__ in NOTIONS and formula.args[-1] == Pair():
        return [f"{type(formula).__name__}({', '.join(spelled(a) for a in formula.args[:-1])})"]
    if isinstance(formula, Relational):
        relation = "=" if formula.rel_op == "==" else formula.rel_op
        return [f"{spelled(formula.lhs)} {relation} {spelled(formula.rhs)}"]
    if isinstance(formula, Between):
        return [" <= ".join(spelled(a) for a in formula.args)]
    if isinstance(formula, Within):
        return [f"abs({spelled(formula.args[0])}) <= {spelled(formula.args[1])}"]
    raise NoText(type(formula).__name__)


def theorem_text(theorem: Any) -> str:
    """The theorem as a claim, or NoText; a claim about pairs then speaks of both orders."""
    if theorem.where or theorem.kind == "definition":
        raise NoText("an explicit pair")
    used: list[Any] = []

    def visit(parameter: Any) -> None:
        for bound in (parameter.lower, parameter.upper):
            for symbol in sorted(bound[0].free_symbols, key=str) if bound else ():
                visit(symbol)
        if parameter not in used:
            used.append(parameter)

    for p in sorted(theorem.parameters, key=lambda p: p.name):
        visit(p)
    conditions = []
    for p in used:
        conditions += [f"{spelled(c.lhs)} {c.rel_op} {spelled(c.rhs)}" for c in p.conditions] or [p.name]
    given: list[str] = []
    for g in theorem.given:
        for text in spelled_items(g):
            (given if speaks_of_pair(one_item(text)) else conditions).append(text)
    conclusions = spelled_items(theorem.claim)
    head = f"for {', '.join(conditions)}: " if conditions else ""
    body = f"{' and '.join(given)} => " if given else ""
    return head + body + " and ".join(conclusions)


def one_item(text: str) -> Any:
    """A hypothesis on its own, its names declared."""
    found = sorted(set(re.findall(r"[A-Za-z](?:_?[A-Za-z0-9])*", text)) - KNOWN)
    head = f"for {', '.join(found)}: " if found else ""
    return read(head + text).conclusions[0]


def library_claims() -> list[tuple[str, str]]:
    """(name, claim) for each theorem of the library that can be written as a claim of the grammar."""
    from dpsym.language import Theorem
    from dpsym.library import load

    out = []
    for item in load():
        if isinstance(item.entry, Theorem):
            try:
                text = theorem_text(item.entry)
                out.append((item.name, str(read(text))))
            except (NoText, Unread):
                continue
    return out


def everything_of_library(count: int = PER_CLAIM) -> list[Mutant]:
    """The mutants of the theorems of the library, in its order, none twice."""
    texts = [t for _, t in library_claims()]
    seen = set(texts)
    out = []
    for t in texts:
        for m in mutants(t, count):
            if m.text not in seen:
                seen.add(m.text)
                out.append(m)
    return out


def classify(mutant: Mutant, effort: int = 1) -> tuple[str, Judgement]:
    """ "undefined" when a term has no value at some point of the domain; "false" with a witness; else "open"."""
    if undefined_at(mutant.text) is not None:
        return "undefined", Judgement(None, 0)
    found = judge(mutant.text, effort)
    return ("open" if found.witness is None else "false"), found


if __name__ == "__main__":
    made = everything_of_library() if sys.argv[1:2] == ["library"] else everything()
    low, high = (int(a) for a in sys.argv[2:4]) if len(sys.argv) > 3 else (0, len(made))
    counts: dict[str, int] = {}
    for m in made[low:high]:
        word, found = classify(m)
        counts[word] = counts.get(word, 0) + 1
        print(f"{word}\t{m.change}\t{m.text}\t{found.witness or ''}")
    print(counts, file=sys.stderr)
