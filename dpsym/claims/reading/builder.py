"""Nodes from what the parser finds, from the bottom up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, v_args

from dpsym.claims.reading.nodes import (
    BARE,
    COMBINED,
    CONSTANTS,
    DIGITS,
    EXPONENT,
    LOGIC,
    NAME_LENGTH,
    POSTED,
    Node,
    denied,
    error,
    flat,
    joined,
    number,
)
from dpsym.numerals import decimal


@dataclass(frozen=True)
class Arguments:
    """What stands in brackets after a name; `parallel` is the sign || where it stands between two of them."""

    args: tuple[Node, ...]
    at: int
    end: int
    parallel: Token | None


@v_args(meta=False)
class Build(Transformer):
    """Nodes from the bottom up, as the parser reduces: no recursion."""

    def atom(self, parts: list) -> Node:
        """A number, a name, a call, a statement in brackets, or a condition for every value of a name."""
        first = parts[0]
        if first.type == "NUMBER":
            return Node("number", (), _number(first), first.start_pos, first.end_pos, 0)
        if first.type == "HOLE":
            return Node("hole", (), None, first.start_pos, first.end_pos, 0)
        if first.type == "LPAR" and len(parts) > 3:
            _, _, conditions, _, body, last = parts
            return joined("every", (*conditions, body), (), first.start_pos, last.end_pos)
        if first.type == "LPAR":
            inside = parts[1]
            if inside.kind == "chain" and len(inside.args) == 1:
                inside = inside.args[0]
            return replace(inside, at=first.start_pos, end=parts[2].end_pos)
        if len(first) > NAME_LENGTH:
            raise error(f"a name has at most {NAME_LENGTH} characters", first.start_pos)
        lists = [p for p in parts[1:] if p is not None]
        if not lists:
            return Node("name", (), str(first), first.start_pos, first.end_pos, 0)
        return _call(first, lists)

    def arguments(self, parts: list) -> Arguments:
        """What stands between the brackets after a name, and where."""
        chains = (p for p in parts if isinstance(p, Node))
        inside = tuple(p.args[0] if p.kind == "chain" and len(p.args) == 1 else p for p in chains)
        between = next((p for p in parts if isinstance(p, Token) and p.type == "PARALLEL"), None)
        return Arguments(inside, int(parts[0].start_pos), int(parts[-1].end_pos), between)

    def power(self, parts: list) -> Node:
        """A base with its exponent; a raised digit, as in `x²`, is an exponent too."""
        base, *rest = (p for p in parts if isinstance(p, Node))
        raised = parts[-1]
        for side in (base, *rest) if rest or isinstance(raised, Token) else ():
            if side.kind in LOGIC:
                raise error("a relation is no term", side)
        if isinstance(raised, Token):  # a raised digit: x²
            digit = Node("number", (), Fraction(RAISED[raised]), base.end, base.end + 1, 0)
            return joined("power", (base, digit), None, base.at, digit.end)
        return joined("power", (base, *rest), None, base.at, rest[0].end) if rest else base

    def unary(self, parts: list) -> Node:
        """A term with a sign before it, or the term alone."""
        if len(parts) == 1:
            return parts[0]
        sign, inner = parts
        if inner.kind in LOGIC:
            raise error("a relation is no term", inner)
        return joined("sign", (inner,), str(sign), sign.start_pos, inner.end)

    exponent = unary

    def _joined(self, kind: str, parts: list) -> Node:
        inside = tuple(p for p in parts if isinstance(p, Node))
        if len(inside) == 1 and (kind != "chain" or inside[0].kind in LOGIC):
            return inside[0]
        between = tuple(p for p in parts if not isinstance(p, Node))
        for side in (p for p in inside if p.kind in LOGIC):
            raise error("a relation is no term", side)
        return joined(kind, inside, between, inside[0].at, inside[-1].end)

    def product(self, parts: list) -> Node:
        """Factors with the signs `*` and `/` between them."""
        return self._joined("product", parts)

    def sum(self, parts: list) -> Node:
        """Summands with the signs `+` and `-` between them."""
        return self._joined("sum", parts)

    def chain(self, parts: list) -> Node:
        """Terms with relations between them: `0 <= x < 1` is one node with three terms."""
        return self._joined("chain", parts)

    def denial(self, parts: list) -> Node:
        """A statement, or the denial of one: `not` is carried inwards."""
        if len(parts) == 1:
            return parts[0]
        word, inner = parts
        return denied(inner, word.start_pos)

    def conjunction(self, parts: list) -> Node:
        """Statements joined by `and`, as one level however they are bracketed; one alone is itself."""
        inside = [p for p in parts if isinstance(p, Node)]
        return (
            inside[0]
            if len(inside) == 1
            else joined("and", flat(inside, "and"), None, inside[0].at, inside[-1].end)
        )

    def alternatives(self, parts: list) -> Node:
        """Statements joined by `or`, as one level however they are bracketed; one alone is itself."""
        inside = [p for p in parts if isinstance(p, Node)]
        return (
            inside[0]
            if len(inside) == 1
            else joined("or", flat(inside, "or"), None, inside[0].at, inside[-1].end)
        )

    def condition(self, parts: list) -> Node:
        """A condition on the names: a chain, or that a name is a natural number."""
        if isinstance(parts[0], Node):
            return parts[0]
        name, word = parts
        return Node("natural", (), str(name), name.start_pos, word.end_pos, 0)

    def conditions(self, parts: list) -> tuple:
        """The conditions after `for`, those that `and` joins one by one."""
        found = flat([p for p in parts if isinstance(p, Node)], "and")
        for condition in found:
            _no_constant_declared(condition)
        return found

    def statement(self, parts: list) -> tuple:
        """The hypotheses and the conclusions of a claim; no hypotheses where there is no `=>`."""
        both = [flat([p], "and") for p in parts if isinstance(p, Node)]
        return ((), both[0]) if len(both) == 1 else (both[0], both[1])

    def start(self, parts: list) -> tuple:
        """The whole claim: its conditions, its hypotheses and its conclusions."""
        conditions = parts[1] if isinstance(parts[1], tuple) else ()
        return (conditions, *parts[-1])


def _call(name: Token, lists: Sequence[Arguments]) -> Node:
    """A name with its arguments, and the two laws that it is about where they are named: Renyi(alpha)(P, Q), KL(P, Q)."""
    of_laws = lists[-1] if len(lists) == 2 or (str(name) in BARE and lists[0].args) else None
    args = lists[0].args if lists[0] is not of_laws else ()
    laws = () if of_laws is None else tuple(map(_law, of_laws.args))
    for given in lists:
        if given is not of_laws and given.parallel is not None:
            raise error("'||' stands between two laws, as in KL(P || Q)", int(given.parallel.start_pos or 0))
    if of_laws is not None and (len(laws) != 2 or any(a.kind not in ("name", "post") for a in laws)):
        missing = "an operator is missing here, or " if len(lists) == 2 else ""
        raise error(f"{missing}the names of two laws were expected, as in (P, Q)", of_laws.at)
    args = tuple(_argument(str(name), a) for a in args)
    whole = joined("call", args, str(name), int(name.start_pos or 0), lists[-1].end)
    return replace(whole, laws=laws)


def _no_constant_declared(condition: Node) -> None:
    """NotAClaim where a constant stands as a name does that is declared: what follows would be read of its one value."""
    if condition.kind in LOGIC and condition.kind != "chain":
        for part in condition.args:
            _no_constant_declared(part)
        return
    terms = (condition,) if condition.kind == "natural" else condition.args
    bounds_another = len(terms) > 1 and _speaks_of_a_name(terms[-2])  # as in x <= e
    for term in terms[: len(terms) - bounds_another]:
        if term.kind in ("name", "natural") and term.value in CONSTANTS:
            said = f"'{term.value}' is {CONSTANTS[str(term.value)]}; choose another name"
            raise error(f"{said}, or write a bound of a name after it, as in x >= {term.value}", term)


def _speaks_of_a_name(term: Node) -> bool:
    return (term.kind == "name" and term.value not in CONSTANTS) or any(map(_speaks_of_a_name, term.args))


def _argument(name: str, node: Node) -> Node:
    """An argument; of a mechanism that is made of others, a bound that says the same as a notion is this notion."""
    if node.kind not in LOGIC:
        return node
    if name not in COMBINED:
        raise error("a relation is no term", node)
    left, right = node.args if node.kind == "chain" and len(node.args) == 2 else (node, node)
    less, more = (left, right) if node.value == ("<=",) else (right, left)
    said = NOTION_OF.get(str(less.value)) if less.kind in ("call", "name") and not less.laws else None
    if node.kind != "chain" or node.value not in (("<=",), (">=",)) or said is None:
        listed = "TV <= t, HockeyStick(eps) <= delta, KL <= eps and Renyi(alpha) <= eps"
        raise error(f"a notion was expected, or a bound that says the same as one: {listed}", node)
    notion, first = said
    return joined("call", (*(first or less.args), more), notion, node.at, node.end)


NOTION_OF = {  # a functional -> the notion that a bound of it is, and the first of its arguments where that is known
    "TV": ("ApproxDP", (number(0),)), "Advantage": ("ApproxDP", (number(0),)), "HockeyStick": ("ApproxDP", ()),
    "Renyi": ("RenyiDP", ()), "KL": ("KL bound", ()),
}  # fmt: skip


def _law(node: Node) -> Node:
    """The name of a law; of post(P), the law of what is made of an output of the law P."""
    if (
        node.kind == "call"
        and node.value == "post"
        and not node.laws
        and [a.kind for a in node.args] == ["name"]
    ):
        return replace(node, kind="post", value=f"{node.args[0].value}{POSTED}")
    return node


@lru_cache(1)
def parser() -> Any:
    """The parser of claims, which builds nodes as it reduces: lark's, of which no type says what it then gives."""
    text = files("dpsym.claims").joinpath("grammar.lark").read_text(encoding="utf-8")
    spelt = dict.fromkeys(("RELATION", "TIMES", "SIGN", "NAME"), spelling)
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        transformer=Build(),
        maybe_placeholders=True,
        lexer_callbacks=spelt,
    )


PRINTED = {  # as it is printed or as LaTeX writes it -> the word of the grammar
    "≤": "<=", "⩽": "<=", "≥": ">=", "⩾": ">=", "≠": "!=", "−": "-", "–": "-", "·": "*", "×": "*", "÷": "/",
    "ε": "eps", "ϵ": "eps", "δ": "delta", "ρ": "rho", "α": "alpha", "β": "beta", "γ": "gamma", "λ": "lambda", "μ": "mu",
    "ν": "nu", "σ": "sigma", "τ": "tau", "π": "pi", "Δ": "Delta", "Φ": "Phi",
    "\\le": "<=", "\\leq": "<=", "\\leqslant": "<=", "\\ge": ">=", "\\geq": ">=", "\\geqslant": ">=",
    "\\ne": "!=", "\\neq": "!=", "\\lt": "<", "\\gt": ">", "\\cdot": "*", "\\times": "*",
    "\\varepsilon": "eps", "\\epsilon": "eps",
}  # fmt: skip


RAISED = {"²": 2, "³": 3}
SHARES = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4)}


def spelling(token: Token) -> Token:
    """The token with what was typed in the words of the grammar: `≤` is `<=`, `ε_0` is `eps_0`, `\\delta` is `delta`."""
    text = str(token)
    first = re.match(r"\\[A-Za-z]+|.", text, re.DOTALL)
    head = first[0] if first else ""
    word = PRINTED.get(head, head.removeprefix("\\"))
    return token if word == head else Token.new_borrow_pos(token.type, word + text[len(head) :], token)


def _number(token: Token) -> Fraction:
    if token in SHARES:
        return Fraction(*SHARES[token])
    at = int(token.start_pos or 0)
    written = decimal(token)
    assert written is not None, "the grammar reads the same decimals"
    if written.digits > DIGITS:
        raise error(f"a number has at most {DIGITS} digits", at)
    if abs(written.exponent) > EXPONENT:
        raise error(f"a power of ten between 1e-{EXPONENT} and 1e{EXPONENT} was expected", at)
    return written.value
