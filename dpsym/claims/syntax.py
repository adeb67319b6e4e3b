"""The text of a claim as a tree, with the place of every part; what cannot be read is named at its character.

Nothing is evaluated here.  Length, nesting, numbers and names are bounded before anything is built from them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from itertools import chain, count
from typing import Any

LENGTH = 10_000  # characters of a claim
NESTING = 50  # brackets, signs and powers inside each other
NAME_LENGTH = 40
DIGITS = 60  # of a number
EXPONENT = 400  # of a decimal number, 1e-400 to 1e400


class NotAClaim(ValueError):
    """The text is not a claim: `message` says why, `at` is the character (0 is the first), `text` the whole."""

    def __init__(self, message: str, at: int, text: str = "") -> None:
        super().__init__(message)
        self.message, self.at, self.text = message, max(0, at), text

    def __str__(self) -> str:
        return f"character {self.at + 1}: {self.message}"

    def pointed(self) -> str:
        """The message under the line of the text that it speaks of."""
        before = self.text[: self.at]
        start = before.rfind("\n") + 1
        end = self.text.find("\n", self.at)
        line = self.text[start : end if end >= 0 else len(self.text)].replace("\t", " ")
        place = self.at - start
        if len(line) > 100:
            cut = max(0, place - 50)
            line, place = line[cut : cut + 100], place - cut
        shown = "".join(c if c.isprintable() else "?" for c in line)
        return f"{self}\n    {shown}\n    {' ' * place}^"


@dataclass(frozen=True)
class Node:
    """A part of the text.

    kind   number, hole, name, call, sum, product, sign, power, chain
    value  the number; the name; the operators between the arguments
    at     its first character, and `end` the one after its last
    depth  nesting below it
    """

    kind: str
    args: tuple[Node, ...]
    value: Any
    at: int
    end: int
    depth: int


@dataclass(frozen=True)
class Source:
    """A claim's parts: conditions (chains, or a name alone), hypotheses, conclusion."""

    text: str
    conditions: tuple[Node, ...]
    hypotheses: tuple[Node, ...]
    conclusion: tuple[Node, ...]


WORDS = {
    "FOR": "'for'", "AND": "'and'", "NATURAL": "'natural'", "ARROW": "'=>'", "RELATION": "a relation such as <=",
    "POWER": "'^'", "TIMES": "'*' or '/'", "SIGN": "'+' or '-'", "LPAR": "'('", "RPAR": "')'", "COLON": "':'",
    "COMMA": "','", "NUMBER": "a number", "NAME": "a name", "HOLE": "", "$END": "the end of the claim",
}  # fmt: skip
LOOKALIKES = {
    "≤": "<=", "⩽": "<=", "≥": ">=", "⩾": ">=", "≠": "!=", "−": "-", "–": "-", "—": "-", "·": "*", "×": "*",
    "÷": "/", "⇒": "=>", "→": "=>", "∧": "and", "∞": "no bound", "π": "pi", "ε": "eps", "ϵ": "eps", "δ": "delta",
    "ρ": "rho", "α": "alpha", "Φ": "Phi", "√": "sqrt", "²": "^2", "³": "^3", "½": "1/2", "，": ",", "：": ":",
    "（": "(", "）": ")", "＝": "=", "|": "abs(...)", "[": "(", "]": ")", "{": "(", "}": ")", "&": "and", "∀": "for",
}  # fmt: skip


def error(message: str, node: Node | int) -> NotAClaim:
    """What is wrong with a part of the text; the text is added where the reading ends."""
    return NotAClaim(message, node if isinstance(node, int) else node.at)


@lru_cache(1)
def _parser() -> Any:
    from lark import Lark, Transformer, v_args

    @v_args(meta=False)
    class Build(Transformer):
        """Nodes from the bottom up, as the parser reduces: no recursion."""

        def atom(self, parts: list) -> Node:
            first = parts[0]
            if first.type == "NUMBER":
                return Node("number", (), _number(first), first.start_pos, first.end_pos, 0)
            if first.type == "HOLE":
                return Node("hole", (), None, first.start_pos, first.end_pos, 0)
            if first.type == "LPAR":
                return replace(parts[1], at=first.start_pos, end=parts[2].end_pos)
            if len(first) > NAME_LENGTH:
                raise error(f"a name has at most {NAME_LENGTH} characters", first.start_pos)
            if len(parts) == 1:
                return Node("name", (), str(first), first.start_pos, first.end_pos, 0)
            inside = tuple(p for p in parts if isinstance(p, Node))
            return _node("call", inside, str(first), first.start_pos, parts[-1].end_pos)

        def power(self, parts: list) -> Node:
            base, *rest = (p for p in parts if isinstance(p, Node))
            return _node("power", (base, *rest), None, base.at, rest[0].end) if rest else base

        def unary(self, parts: list) -> Node:
            if len(parts) == 1:
                return parts[0]
            sign, inner = parts
            return _node("sign", (inner,), str(sign), sign.start_pos, inner.end)

        exponent = unary

        def _joined(self, kind: str, parts: list) -> Node:
            inside = tuple(p for p in parts if isinstance(p, Node))
            if len(inside) == 1 and kind != "chain":
                return inside[0]
            between = tuple(p for p in parts if not isinstance(p, Node))
            return _node(kind, inside, between, inside[0].at, inside[-1].end)

        def product(self, parts: list) -> Node:
            return self._joined("product", parts)

        def sum(self, parts: list) -> Node:
            return self._joined("sum", parts)

        def chain(self, parts: list) -> Node:
            return self._joined("chain", parts)

        def condition(self, parts: list) -> Node:
            if isinstance(parts[0], Node):
                return parts[0]
            name, word = parts
            return Node("natural", (), str(name), name.start_pos, word.end_pos, 0)

        def conditions(self, parts: list) -> tuple:
            return tuple(p for p in parts if isinstance(p, Node))

        def conjunction(self, parts: list) -> tuple:
            return tuple(p for p in parts if isinstance(p, Node))

        def statement(self, parts: list) -> tuple:
            both = [p for p in parts if isinstance(p, tuple)]
            return ((), both[0]) if len(both) == 1 else (both[0], both[1])

        def start(self, parts: list) -> tuple:
            conditions = parts[1] if isinstance(parts[1], tuple) else ()
            return (conditions, *parts[-1])

    text = files("dpsym.claims").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", transformer=Build(), maybe_placeholders=True)


def _node(kind: str, args: tuple[Node, ...], value: Any, at: int, end: int) -> Node:
    depth = 1 + max((a.depth for a in args), default=0)
    if depth > NESTING:
        raise error(f"nested more than {NESTING} deep", at)
    return Node(kind, args, value, at, end, depth)


def _number(token: Any) -> Fraction:
    mantissa, _, exponent = token.lower().partition("e")
    if sum(c.isdigit() for c in mantissa) > DIGITS:
        raise error(f"a number has at most {DIGITS} digits", token.start_pos)
    if len(exponent) > 5 or abs(int(exponent or 0)) > EXPONENT:
        raise error(f"a power of ten between 1e-{EXPONENT} and 1e{EXPONENT} was expected", token.start_pos)
    return Fraction(mantissa) * Fraction(10) ** int(exponent or 0)


def parse(text: str) -> Source:
    """The parts of a claim, or NotAClaim."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

    try:
        if len(text) > LENGTH:
            raise NotAClaim(f"a claim has at most {LENGTH} characters", LENGTH)
        _brackets(text)
        try:
            conditions, hypotheses, conclusion = _parser().parse(text)
        except VisitError as e:
            raise e.orig_exc from None
        except UnexpectedCharacters as e:
            at = int(e.pos_in_stream or 0)
            raise NotAClaim(_unknown(text, at), at) from None
        except UnexpectedToken as e:
            at = len(text.rstrip()) if e.token.type == "$END" else e.token.start_pos
            raise NotAClaim(_unexpected(e.token, _expected(e), text), at) from None
        except UnexpectedInput:
            raise NotAClaim("this cannot be read", 0) from None
    except NotAClaim as e:
        e.text = text
        raise
    return Source(text, conditions, hypotheses, conclusion)


def _brackets(text: str) -> None:
    open_: list[int] = []
    for at, c in enumerate(text):
        if c == "(":
            open_.append(at)
            if len(open_) > NESTING:
                raise NotAClaim(f"brackets nested more than {NESTING} deep", at)
        elif c == ")":
            if not open_:
                raise NotAClaim("this bracket closes nothing", at)
            open_.pop()
    if open_:
        raise NotAClaim("this bracket is not closed", open_[-1])


def _unknown(text: str, at: int) -> str:
    c = text[at]
    if c in LOOKALIKES:
        return f"write {LOOKALIKES[c]} for '{c}'"
    if c.isdigit() or c == ".":
        return "a number such as 2, 0.1, 1/3 or 1e-6 was expected, with an operator such as * after it"
    if c == "_":
        return "a name starts with a letter and does not end in _"
    if c.isprintable():
        return f"'{c}' has no meaning here" + (" (only unaccented letters do)" if c.isalpha() else "")
    return f"the character U+{ord(c):04X} has no meaning here"


def _expected(e: Any) -> list[str]:
    try:
        names = e.accepts
    except Exception:  # lark computes it by trying: some states refuse
        names = e.expected
    names = names or e.expected
    order = list(WORDS)
    words = [WORDS.get(n, "") for n in sorted(names, key=lambda n: order.index(n) if n in order else 99)]
    return [w for w in dict.fromkeys(words) if w]


def _unexpected(token: Any, words: list[str], text: str) -> str:
    if token.type == "$END":
        found = "the claim ends here"
    elif token.type in ("NAME", "NUMBER", "LPAR") and "'*' or '/'" in words:
        before = text[: token.start_pos].rstrip()
        start = max((i + 1 for i, c in enumerate(before) if not (c.isalnum() or c == "_")), default=0)
        return f"an operator is missing between '{before[start:] or before[-1:]}' and '{_short(token)}'"
    elif token == "=>":
        found = "'=>' was not expected here"
    else:
        found = f"'{_short(token)}' was not expected here"
    if not words:
        return found
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    return f"{found}; expected {listed}"


def _short(token: Any) -> str:
    return str(token) if len(token) <= 20 else str(token)[:20] + "..."


def unused(name: str, taken: Iterable[str]) -> str:
    """The name, or the first of name_0, name_1, ... that is not taken."""
    taken = set(taken)
    return next(n for n in chain((name,), (f"{name}_{k}" for k in count())) if n not in taken)


def similar(name: str, known: Iterable[str]) -> str:
    """ "; did you mean 'eps'?" when a known name is close, else nothing."""
    known = list(known)
    found = difflib.get_close_matches(name, known, 1, 0.6) or [k for k in known if k.lower() == name.lower()]
    if not found and len(name) > 1:
        found = [k for k in known if sorted(k) == sorted(name)]
    return f"; did you mean '{found[0]}'?" if found else ""
