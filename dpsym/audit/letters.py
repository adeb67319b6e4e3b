"""The names of a formula: letters with indices, primes, accents and fonts, and what is declared of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dpsym.audit.tokens import NotRead, Token, group, is_char, is_cs
from dpsym.audit.words import ACCENTS, FONTS, GREEK, PLAIN_FONTS, SPACES


@dataclass(frozen=True)
class Letters:
    """What is declared of the letters of a display.

    names      numbers
    functions  functions of numbers, that a `let` defines
    pair       the names of the two laws, where a pair is declared
    loss       the name of the privacy loss, where one is declared
    chance     the letter that is written for a probability under the first law, where one is declared
    one_eps    whether \\epsilon and \\varepsilon are one letter
    """

    names: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    pair: tuple[str, str] | None = None
    loss: str = ""
    chance: str = ""
    one_eps: bool = True
    outcomes: tuple[str, ...] = field(default=("y", "x", "o", "t"))


def word(toks: Sequence[Token]) -> str | None:
    """Letters and digits of an upright word or an index, or None."""
    s = ""
    for t in toks:
        if t.kind in "{}" or (t.kind == "cs" and (t.text in FONTS or t.text in SPACES)):
            continue
        if t.kind == "char" and t.text.isalnum() and t.text.isascii():
            s += t.text
        elif t.kind == "cs" and t.text in GREEK:
            s += greek(t.text)
        elif is_char(t, "*") or is_cs(t, "star", "ast"):
            s += "star"
        else:
            return None
    return s or None


def greek(name: str, one_eps: bool = True) -> str:
    """The name of a Greek letter; both shapes of epsilon are eps, unless they are two letters."""
    return "eps" if name == "varepsilon" or (name == "epsilon" and one_eps) else name


def letter(toks: Sequence[Token], i: int, one_eps: bool) -> tuple[str, int] | None:
    """The letter or upright word at i, without its marks, and the place after it."""
    t = toks[i]
    if t.kind == "char" and t.text.isalpha() and t.text.isascii():
        return t.text, i + 1
    if t.kind == "cs" and (t.text in GREEK or t.text == "Phi"):
        return greek(t.text, one_eps), i + 1
    if t.kind == "cs" and (t.text in FONTS or t.text in ACCENTS):
        arg, after = group(list(toks), i + 1)
        inside = word(arg)
        if inside is None or not inside[0].isalpha():
            return None
        if t.text in ACCENTS:
            return f"{t.text}_{inside}", after
        if inside == "e" and t.text in PLAIN_FONTS:
            return "e", after
        if t.text in PLAIN_FONTS and len(inside) > 1:
            return inside, after
        return f"{inside}_{t.text.removeprefix('math').removeprefix('text') or 'bold'}", after
    return None


def marked(base: str, toks: Sequence[Token], i: int, letters: Letters) -> tuple[str, int]:
    """A letter with the index, primes and star that belong to its name, and the place after."""
    listed = list(toks)
    indexed = False
    while i < len(listed):
        u = listed[i]
        if u.kind == "_" and not indexed:
            arg, after = group(listed, i + 1)
            index = word(arg)
            check_index(base, index, arg, letters, u)
            base, i, indexed = f"{base}_{index}", after, True
        elif is_char(u, "'"):
            base, i = base + "_prime", i + 1
        elif u.kind == "^":
            arg, after = group(listed, i + 1)
            if arg and all(is_cs(x, "prime") for x in arg):
                base, i = base + "_prime" * len(arg), after
            elif len(arg) == 1 and (is_char(arg[0], "*") or is_cs(arg[0], "star", "ast")):
                known = f"{base}_star"
                if known not in letters.names | letters.functions:
                    raise NotRead(
                        f"a star on {base}: declare it, '% dpsym: {known} > 0', or write a power", u.at
                    )
                base, i = known, after
            else:
                break
        else:
            break
    return base, i


def check_index(base: str, index: str | None, arg: Sequence[Token], letters: Letters, u: Token) -> None:
    """NotRead for an index that is no part of a name, or that may be a variable."""
    if index is None:
        raise NotRead(f"the index of {base} is not read: name it by a macro in the side file", u.at)
    if len(arg) == 1 and arg[0].text.isdigit() and arg[0].kind == "char":
        return
    if index in letters.names:
        raise NotRead(
            f"{base}_{index} has two readings: {index} is declared as a number, so it may be an index", u.at
        )
