"""Formulas and symbols inside a line of text."""

from __future__ import annotations

import re
from collections.abc import Mapping

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Inline, Maths
from dpsym.document.formulas.boxes import Box, Fence, Glyph, Number, Row, Text
from dpsym.document.formulas.laws import dotted
from dpsym.document.formulas.notation import Fold, fold, row
from dpsym.document.formulas.relations import event
from dpsym.document.formulas.typed import GREEK_NAMES, WORD, Typed, broken, says_something
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


# Where a formula may begin in words: not inside of a word, nor after a hyphen.
BEGINS = re.compile(r"(?<![\w\\^_'.])(?<![\w)\]}]-)(?:[A-Za-z\d(\[|√∑Α-ωℓ]|-(?=[\w(]))")
PLACE = re.compile(
    r"\b(?:Append(?:ix|ices)|[Ss]cenarios?) (?:[\w.]+ (?:and|to) )?$"
)  # what stands before the letter of a part of a paper
NUMBERED = re.compile(r"\b[A-Z][a-z]+,? $")  # what stands before the number of a table or a theorem
NUMERAL = re.compile(r"(?<![A-Za-z])\([iv]\)")  # the first or the fifth part of something, no letter


def prose(words: str, names: Mapping[str, Box]) -> list[Inline]:
    """Words in which a formula, or a symbol of the statement, named as in the source (eps, delta_p), is set as such."""
    found: list[Inline] = []
    typed = Typed(words, names)
    at = done = 0
    while token := BEGINS.search(words, at):
        start = token.start()
        read = formula_at(typed, start)
        if read is None:
            word = WORD.match(words, start)
            at = word.end() if word else start + 1
            continue
        box, at = read
        found += with_minus(words[done:start])
        for k, part in enumerate(broken(box)):
            found += [*([" "] if k else []), Maths(part)]
        done = at
    return [i for i in (*found, *with_minus(words[done:])) if i != ""]


def formula_at(typed: Typed, at: int) -> tuple[Box, int] | None:
    """The formula that begins at a place in the words, and where it ends; None where there is none."""
    words, before = typed.words, typed.words[:at]
    if PLACE.search(before) or NUMERAL.match(words, at) or NUMERAL.match(words, at - 1):
        return None
    if words[at] == "-" and not NEGATIVE.search(before):
        return None
    if words[at].isdigit() and NUMBERED.search(before):
        return None
    read = typed.relation(at)
    if read is None or not says_something(read[0]):
        return None
    word = WORD.match(words, at)
    if word is None or word.end() < read[1]:
        return None if isinstance(read[0], Fence) and not several(read[0].body) else read
    if word[0] in ("a", "I") or (word[0] in WORDS_TOO and DETERMINED.search(before)):
        return None
    box, end = read  # a single symbol: words of the language are none, though they are names of Greek letters
    if len(word[0].rstrip("'")) > 1 and "_" not in word[0] and not known(word[0], typed.names):
        return None
    if (value := VALUE.match(words, end)) and len(word[0]) > 1:
        return row(box, "=", Number(value[1])), value.end()
    return box, end


# `its delta` is a word for a number of some other mechanism, and not the delta of the statement.
WORDS_TOO = GREEK_NAMES - {"eps", "mu", "nu", "xi", "pi", "psi", "phi", "chi", "tau"}
DETERMINED = re.compile(r"\b(?:its|their|whose|a|the same|least|larger|smaller|loss and) $")


def several(box: Box) -> bool:
    """Whether a formula has several parts: a letter in brackets is one of the sentence."""
    return isinstance(box, Row) and len(box.items) > 1


def known(name: str, names: Mapping[str, Box]) -> bool:
    """Whether a name is that of a symbol of the statement, and no English word that a function is called by, as `first`."""
    stem = name.rstrip("'").partition("_")[0].rstrip("0123456789")
    return (len(stem) == 1 or stem[:1].lower() + stem[1:] in GREEK_NAMES) and (
        name in names or name.replace("''", "_pp").replace("'", "_p") in names
    )


# The number said after a symbol: `with delta 0` is read as the equation.  No part of a power, product or sum.
VALUE = re.compile(r" (\d+(?:\.\d+)?)(?![\w^(/*]|\.\d| [-+*/^])")

NEGATIVE = re.compile(r"(?:[ (\[,=≤≥<>]|^)$")  # what stands before a minus of a symbol

# A minus in prose is no hyphen: 199/200 - 1/2, the bracket of (9 - 2)/16, -1/2, "1 - " before a power.
MINUS = re.compile(
    r"(?:(?<=[\d)\]}] )|(?<=\b[A-Za-z] )|(?<=^ ))-(?= [\w(\[{]| $)|(?<=[\w)\]}] )-(?= [\d(\[{])|"
    r"(?:(?<=[ (\[,=≤≥<>])|^)-(?=\d)"
)


def with_minus(words: str) -> list[Inline]:
    """Words, with the sign of subtraction where a hyphen stands for it."""
    first, *others = MINUS.split(words)
    return [first, *(item for other in others for item in (Maths(Glyph("minus")), other))]
