"""Formulas and symbols inside a line of text."""

from __future__ import annotations

import re
from collections.abc import Mapping

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Inline, Maths
from dpsym.document.boxes import Box, Fence, Glyph, Name, Number, Script, Text, Times
from dpsym.document.fold_formulas import event
from dpsym.document.laws import dotted
from dpsym.document.notation import Fold, fold, named, row
from dpsym.language import expressions as x

FLAT = Fold(flat=True)


def maths(thing: Basic) -> Maths:
    """A formula in the text: flat there, and as it is displayed where it does not fit."""
    return Maths(thing) if isinstance(thing, Box) else Maths(fold(thing, flat=True), fold(thing))


def is_event(value: Basic) -> bool:
    """Whether the value is a condition, so a set of outcomes; sympy counts every symbol as a Boolean."""
    return isinstance(value, sympy.logic.boolalg.Boolean) and not isinstance(value, sympy.Symbol)


def equation(key: Basic, value: Basic) -> Maths:
    """`key = value` in the text; an event reads S = {condition}."""
    boxes = []
    for form in (FLAT, Fold()):
        boxes.append(row(*given(form, key, value)))
    return Maths(*boxes)


def given(form: Fold, key: Basic, value: Basic) -> tuple[Box, str, Box]:
    """A name and its value; the value of a function of outcomes is a law or an event."""
    if is_event(value) and always(value):
        return (
            form.name_of(key) if isinstance(key, AppliedUndef) else form.box(key),
            "=",
            Text("all outcomes"),
        )
    if is_event(value):
        return (
            form.name_of(key) if isinstance(key, AppliedUndef) else form.box(key),
            "=",
            Fence("{", set_of(form, key, value)),
        )
    if (
        isinstance(key, AppliedUndef)
        and len(key.args) == 1
        and isinstance(key.args[0], x.Outcome)
        and dotted(value, key.args)
    ):
        return form.name_of(key), "=", form.law(value, key.args)
    return form.box(key), "=", form.box(value)


def always(value: Basic) -> bool:
    """Whether a condition holds of every outcome, as it is one of equal numbers: `0 <= 0`."""
    return (
        isinstance(value, sympy.Le | sympy.Ge)
        and value.args[0] == value.args[1]
        and value.args[0].is_Rational
    )


def set_of(form: Fold, key: Basic, value: Basic) -> Box:
    """`y : condition`, where the condition speaks of the output by its letter."""
    outcomes = [o for o in getattr(key, "args", ()) if isinstance(o, x.Outcome)]
    if len(outcomes) != 1 or outcomes[0] not in value.free_symbols:
        return event(form, value)
    return row(form.box(outcomes[0]), ":", event(form, value))


def substituted(key: Basic, value: Basic) -> list[Inline]:
    """`2ε for ε`."""
    left, _, right = given(FLAT, key, value)
    return [Maths(right), " for ", Maths(left)]


# A power in prose: e^eps, r^2, 10^-6, f^{-1}, e^(eps/2), (199/200)^2.
POWER = (
    r"(?:(?<![\w\\^])(?P<base>[A-Za-z]|\d+)|(?P<closed>\)))"
    r"\^(?P<exponent>\{[^{}]+\}|\([^()]+\)|-?(?:\d+(?:/\d+)?|[A-Za-z]\w*'*))"
)
# What stands for itself in prose: a power, a difference k - 1, a letter k that is no word.
MATHS_IN_PROSE = re.compile(
    rf"(?:{POWER}|(?<![\w\\^_'])(?<![\w)\]}}]-)(?:(?:(?P<left>[A-Za-z]\w*) - (?P<right>\d+)|"
    r"(?P<from>\d+) - (?P<less>[A-Za-z]\w*))(?!\^)|(?P<word>[A-Za-z]\w*'*))(?![\w-]))"
)
OPENS = re.compile(r"(?:^|[.:;?!] |[(\[“\"])$")  # what stands before the first word of a sentence
PLACE = re.compile(
    r"\b(?:Append(?:ix|ices)|[Ss]cenarios?) (?:[\w.]+ (?:and|to) )?$"
)  # what stands before the letter of a part of a paper
CALLED = re.compile(r"\bA(?:\(|\*)")  # A is a function in these words, and no article
NUMERAL = re.compile(r"(?<![A-Za-z])\([iv]\)")  # the first or the fifth part of something, no letter
EXPONENT = re.compile(
    r"(?P<name>[A-Za-z]\w*'*)(?:\^(?P<raised>\d+))?|(?P<number>\d+(?:\.\d+)?)|(?P<sign>[-+/*(),])| "
)


def prose(words: str, names: Mapping[str, Box]) -> list[Inline]:
    """Words in which a symbol of the statement, named as in the source (eps, delta_p), is set as that
    symbol, and a power as a power."""
    found: list[Inline] = []
    at = 0
    called = CALLED.search(words) is not None
    for token in MATHS_IN_PROSE.finditer(words):
        box: Box | None
        if (
            token["word"] in ("i", "v")
            and token["word"] not in names
            and NUMERAL.match(words, token.start() - 1)
        ):
            continue
        if token["word"] and PLACE.search(words[: token.start()]):
            continue
        if token["word"] == "A" and not called and ("A" not in names or OPENS.search(words[: token.start()])):
            continue  # an article
        if token["exponent"]:
            box = power(token["base"] or token["closed"], token["exponent"], names)
        else:
            box = symbol(token["left"] or token["less"] or token["word"], names)
        if box is None:
            continue
        if token["left"]:
            box = row(box, "-", Number(token["right"]))
        elif token["less"]:
            box = row(Number(token["from"]), "-", box)
        end = token.end()
        if (value := VALUE.match(words, end)) and len(token["word"] or "") > 1:
            box, end = row(box, "=", Number(value[1])), value.end()
        before = words[at : token.start()]
        if token["word"] and TIMES.search(words[: token.start()]):
            before = before[:-1]  # 2 delta is a product
        if NEGATIVE.search(before):
            before, box = before[:-1], row("minus", box)
        found += [*with_minus(before), Maths(box)]
        at = end
    return [i for i in (*found, *with_minus(words[at:])) if i != ""]


# The number said after a symbol: `with delta 0` is read as the equation.  No part of a power, product or sum.
VALUE = re.compile(r" (\d+(?:\.\d+)?)(?![\w^(/*]|\.\d| [-+*/^])")

# A number that multiplies the symbol after it: not that of a table or a theorem.
TIMES = re.compile(r"(?:^|[(\[{/*=<>+-] ?|\b[a-z]+,? )\d+ $")

NEGATIVE = re.compile(r"(?:[ (\[,=≤≥<>]|^)-$")  # what stands before a symbol that has a minus of its own

# A minus in prose is no hyphen: 199/200 - 1/2, the bracket of (9 - 2)/16, -1/2, "1 - " before a power.
MINUS = re.compile(
    r"(?:(?<=[\d)\]}] )|(?<=\b[A-Za-z] )|(?<=^ ))-(?= [\w(\[{]| $)|(?<=[\w)\]}] )-(?= [\d(\[{])|"
    r"(?:(?<=[ (\[,=≤≥<>])|^)-(?=\d)"
)


def with_minus(words: str) -> list[Inline]:
    """Words, with the sign of subtraction where a hyphen stands for it."""
    first, *others = MINUS.split(words)
    return [first, *(item for other in others for item in (Maths(Glyph("minus")), other))]


def symbol(name: str, names: Mapping[str, Box]) -> Box | None:
    """What a name in prose stands for: a symbol of the statement, or a letter that is no word."""
    primed = name.replace("''", "_pp").replace("'", "_p")
    box = names.get(name) or names.get(primed)
    if box is None and len(name.rstrip("'")) == 1 and name not in ("a", "I"):
        return Glyph("e") if name == "e" else named(primed)
    return box


def power(base: str, exponent: str, names: Mapping[str, Box]) -> Box | None:
    """A power of a letter, of a number, or of what a bracket closes; None where its exponent cannot be read."""
    inner = exponent[1:-1] if exponent[0] in "{(" else exponent
    parts: list[Box | str] = []
    at = 0
    while at < len(inner):
        token = EXPONENT.match(inner, at)
        if token is None:
            return None
        at = token.end()
        if parts and isinstance(parts[-1], Box) and (token["name"] or token["number"]):
            parts.append(Times(False))
        if token["name"]:
            name = symbol(token["name"], names) or named(token["name"].replace("'", "_p"))
            parts.append(Script(name, None, Number(token["raised"])) if token["raised"] else name)
        elif token["number"]:
            parts.append(Number(token["number"]))
        elif token["sign"]:
            parts.append(signed(token["sign"], first=not parts))
    if base == ")":  # what stands in the bracket is prose
        return Script(Name(")", ")"), None, row(*parts))
    return Script(Number(base) if base.isdigit() else symbol(base, names) or named(base), None, row(*parts))


def signed(sign: str, first: bool) -> Box | str:
    """A sign of an exponent; at its start a minus is no difference."""
    if sign in "()":
        return Name(sign, sign)
    if sign == "*":
        return Times(True)
    return "minus" if sign == "-" and first else sign
