"""The text of a claim as a tree, with the place of every part; what cannot be read is named at its character.

Nothing is evaluated here.  Length, nesting, numbers and names are bounded before anything is built from them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from itertools import chain, count
from typing import TYPE_CHECKING

from dpsym.claims.reading.nodes import CONSTANTS, LENGTH, NESTING, Node, NotAClaim, Source, error

if TYPE_CHECKING:
    from lark import Token
    from lark.exceptions import UnexpectedToken

WORDS = {
    "FOR": "'for'", "AND": "'and'", "OR": "'or'", "NOT": "'not'", "NATURAL": "'natural'", "ARROW": "'=>'",
    "RELATION": "a relation such as <=", "POWER": "'^'", "RAISED": "", "TIMES": "'*' or '/'", "SIGN": "'+' or '-'",
    "LPAR": "'('", "RPAR": "')'", "COLON": "':'",
    "COMMA": "','", "PARALLEL": "", "NUMBER": "a number", "NAME": "a name", "HOLE": "", "$END": "the end of the claim",
}  # fmt: skip
LOOKALIKES = {
    "—": "-", "∞": "no bound", "√": "sqrt", "，": ",", "：": ":",
    "（": "(", "）": ")", "＝": "=", "|": "abs(...)", "[": "(", "]": ")", "{": "(", "}": ")", "&": "and",
}  # fmt: skip
ABBREVIATED = {  # what people call a notion -> its words here
    "DP": ("PureDP", "ApproxDP"), "EDP": ("PureDP",), "ADP": ("ApproxDP",), "PDP": ("ProbDP",), "CDP": ("ZCDP",),
    "RDP": ("RenyiDP",), "GDP": ("GaussianDP",), "BoundedDP": ("PBDP",), "TVD": ("TV",), "D_KL": ("KL",), "Pr": ("Tail",),
}  # fmt: skip


def parse(text: str) -> Source:
    """The parts of a claim, or NotAClaim."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

    from dpsym.claims.reading.builder import parser  # lark takes a while to import

    try:
        if len(text) > LENGTH:
            raise NotAClaim(f"a claim has at most {LENGTH} characters", LENGTH)
        _brackets(text)
        try:
            conditions, hypotheses, conclusion = parser().parse(text)
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
        _letters(text, conditions)
    except NotAClaim as e:
        e.text = text
        raise
    return Source(text, conditions, hypotheses, conclusion)


def _letters(text: str, conditions: Iterable[Node]) -> None:
    """NotAClaim where two letters that are one name here are declared, as if they were two."""
    typed: dict[str, str] = {}
    todo = list(conditions)
    while todo:
        node = todo.pop(0)
        todo += node.args
        if node.kind in ("name", "natural") and node.value not in CONSTANTS:
            head = re.match(r"\\[A-Za-z]+|[A-Za-z]\w*|.", text[node.at :], re.ASCII | re.DOTALL)
            letter = head[0] if head else ""
            before = typed.setdefault(node.value, letter)
            if before != letter:
                raise NotAClaim(f"'{letter}' and '{before}' are one name here; write it in one way", node.at)


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
    if c in "½⅓⅔¼¾":
        return f"an operator such as * is missing after '{c}'"
    if c.isdigit() or c == ".":
        return "a number such as 2, 0.1, 1/3 or 1e-6 was expected, with an operator such as * after it"
    if c == "_":
        return "a name starts with a letter and does not end in _"
    if c.isprintable():
        return f"'{c}' has no meaning here" + (" (only unaccented letters do)" if c.isalpha() else "")
    return f"the character U+{ord(c):04X} has no meaning here"


def _expected(e: UnexpectedToken) -> list[str]:
    names = e.accepts or e.expected
    order = list(WORDS)
    words = [WORDS.get(n, "") for n in sorted(names, key=lambda n: order.index(n) if n in order else 99)]
    return [w for w in dict.fromkeys(words) if w]


def _unexpected(token: Token, words: list[str], text: str) -> str:
    if token.type == "$END":
        found = "the claim ends here"
    elif token.type in ("NAME", "NUMBER", "LPAR") and "'*' or '/'" in words:
        before = text[: token.start_pos].rstrip()
        start = max((i + 1 for i, c in enumerate(before) if not (c.isalnum() or c == "_")), default=0)
        if token == "in":
            return "a domain is written with relations, 0 <= eps <= 1"
        return f"an operator is missing between '{before[start:] or before[-1:]}' and '{_short(token)}'"
    elif token.type == "ARROW":
        found = "'=>' was not expected here"
    else:
        found = f"'{_short(token)}' was not expected here"
    if not words:
        return found
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    return f"{found}; expected {listed}"


def _short(token: Token) -> str:
    return str(token) if len(token) <= 20 else str(token)[:20] + "..."


def unused(name: str, taken: Iterable[str]) -> str:
    """The name, or the first of name_0, name_1, ... that is not taken."""
    taken = set(taken)
    return next(n for n in chain((name,), (f"{name}_{k}" for k in count())) if n not in taken)


def similar(name: str, known: Iterable[str]) -> str:
    """ "; did you mean 'eps'?" when a known name is close or the name is a common abbreviation, else nothing."""
    known = list(known)
    if ABBREVIATED.get(name, ("",))[0] in known:
        return f"; did you mean {' or '.join(ABBREVIATED[name])}?"
    found = difflib.get_close_matches(name, known, 1, 0.6) or [k for k in known if k.lower() == name.lower()]
    if not found and len(name) > 1:
        found = [k for k in known if sorted(k) == sorted(name)]
    return f"; did you mean '{found[0]}'?" if found else ""


__all__ = ["Node", "NotAClaim", "Source", "error", "parse", "similar", "unused"]
