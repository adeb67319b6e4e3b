"""Formulas that are typed in words: `J(u, v)`, `1 + theta_s z`, `2 log 3`, `e^{-(eps - rho)^2/(4 rho)}` become boxes.

A formula is read as far as it is one: what can be no part of it is left to the words around it.  A letter is no formula
where it is a word, as `a` is, unless a sign beside it or a bracket around it says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dpsym.document.formulas.boxes import GLYPHS, Box, Fence, Glyph, Name, Number, Radical, Row, Script, Times
from dpsym.document.formulas.fold import named, row
from dpsym.document.formulas.spelling import GREEK_LETTERS, escape_latex, width

WIDE = 12.0  # in ems: a longer formula in a line of text may be broken before its signs
NUMBER = re.compile(r"\d+(?:\.\d+)?")
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9Α-ω]+)*(?:'+(?![a-z]))?|[Α-ωℓ](?:_[A-Za-z0-9Α-ω]+)?")
SIGNS = (
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("∈", "in"),
    ("~", "sim"),
)
FUNCTIONS = {k for k, g in GLYPHS.items() if g[4] == "function"} - {"sum", "root", "argmin", "E"}
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
CLOSED = re.compile(r"(?![\w-]|\^[^({\w-])")  # what stands after a letter or a number that ends there
AFTER_ARTICLE = re.compile(r"(?: [-+*/=<>≤≥]|[/(^=]| ?[,)\]}|])")  # so that `a` before it is a letter
NO_NOUN = re.compile(
    r"\*| (?:and|or|is|are|has|have|was|were)\b"
)  # so that `A` before it is a letter: an article has a noun
Read = tuple[Box, int]


@dataclass(frozen=True)
class Typed:
    """Words in which formulas are read; `names` are the symbols of the page."""

    words: str
    names: Mapping[str, Box]

    # ---- what a formula is made of, each read from a place in the words: its box, and where it ends
    def relation(self, at: int) -> Read | None:
        """`a <= b = c`, or one side alone."""
        found = self.sum(at)
        while found is not None:
            sign = next(
                (s for s in SIGNS if self.words.startswith(s[0], _past_space(self.words, found[1]))), None
            )
            if sign is None:
                return found
            start = _past_space(self.words, _past_space(self.words, found[1]) + len(sign[0]))
            right = self.sum(start) or (self.interval(start) if sign[1] == "in" else None)
            if right is None:
                return found
            found = row(found[0], sign[1], right[0]), right[1]
        return None

    def sum(self, at: int) -> Read | None:
        """`a - b c + d`; a minus may stand before the first term."""
        first = self.product(at + 1) if self.words[at : at + 1] in ("-", "−") else None
        found = (row("minus", first[0]), first[1]) if first else self.product(at)
        while found is not None:
            sign = re.compile(r" ([-+−]) ").match(self.words, found[1])
            right = self.product(sign.end()) if sign else None
            if sign is None or right is None:
                return found
            found = row(found[0], "+" if sign[1] == "+" else "-", right[0]), right[1]
        return None

    def product(self, at: int) -> Read | None:
        """`2 x/(4 y)`: factors side by side, and quotients."""
        found = self.power(at)
        while found is not None:
            sign: Box
            if self.words.startswith(("/", "*", "·", "∘"), found[1]) and (right := self.power(found[1] + 1)):
                sign = {"/": Glyph("/"), "∘": Name(r"\circ ", "∘")}.get(self.words[found[1]], Times(True))
            elif (right := self.beside(found)) is not None:
                sign = Times(False)
            else:
                return found
            found = row(found[0], sign, right[0]), right[1]
        return None

    def beside(self, left: Read) -> Read | None:
        """The factor that stands beside another one: a letter, a function or a bracket, and no word, list or number."""
        last = left[0].items[-1] if isinstance(left[0], Row) else left[0]
        at = left[1] + (self.words[left[1] : left[1] + 1] == " ")
        right = self.power(at)
        if right is None or NUMBER.match(self.words, at):
            return None
        if at == left[1]:  # 2u, 2(1 - r); nothing else stands so
            several = (
                isinstance(right[0], Fence)
                and isinstance(right[0].body, Row)
                and len(right[0].body.items) > 1
            )
            ends = isinstance(last, Number) and (WORD.match(self.words, at) or several)
            return right if ends and not _is_list(right[0]) else None
        return None if _is_list(right[0]) else right

    def power(self, at: int) -> Read | None:
        """`(1 + r)^2`, `b_{s_0}`, `e^-b`, `f^{-1}(x)`."""
        base = self.atom(at)
        if base is None:
            return None
        box, end = base
        if self.words.startswith("_{", end) and (script := self.script(end + 1)):
            box, end = Script(box, script[0]), script[1]
        if (raised := re.compile("[⁻⁰¹²³⁴-⁹]+").match(self.words, end)) is not None:
            digits = raised[0].translate(RAISED)
            upper = row("minus", Number(digits[1:])) if digits[0] == "-" else Number(digits)
            box, end = Script(box, None, upper), raised.end()
        elif self.words.startswith("^", end) and (script := self.script(end + 1)):
            lower = box.lower if isinstance(box, Script) and box.upper is None else None
            box, end = (
                Script(box.base if isinstance(box, Script) and lower else box, lower, script[0]),
                script[1],
            )
        if (
            isinstance(box, Script)
            and box.upper is None
            and (signs := re.compile("'+").match(self.words, end))
        ):
            box, end = Script(box.base, box.lower, primes(len(signs[0]))), signs.end()  # eps_{g}'
        if self.words.startswith("*", end) and not isinstance(box, Number | Fence):  # a star, as in rho*
            box, end = Script(box, None, Name("*", "*")), end + 1
        if (
            self.words.startswith(("(", "["), end)
            and not isinstance(box, Number | Fence)
            and (inner := self.bracket(end))
        ):
            box, end = row(box, Fence(inner[0].kind, inner[0].body, True)), inner[1]
        ends = (end > 0 and self.words[end - 1] in ")]}") or CLOSED.match(self.words, end)
        return (box, end) if ends or self.follows_number(box, end) else None

    def follows_number(self, box: Box, end: int) -> bool:
        """Whether a number stands right before a letter, as in 2u."""
        word = WORD.match(self.words, end) if isinstance(box, Number) else None
        return word is not None and (len(word[0]) == 1 or word[0] in GREEK_NAMES)

    def atom(self, at: int) -> Read | None:
        """A number, a letter, a function, a root, or what stands in brackets."""
        if number := NUMBER.match(self.words, at):
            return Number(number[0]), number.end()
        if self.words.startswith(("sqrt(", "√("), at):
            inner = self.bracket(self.words.index("(", at))
            return (Radical(inner[0].body), inner[1]) if inner else None
        if self.words.startswith(("(", "["), at):
            return self.bracket(at)
        if (
            self.words.startswith("|", at)
            and (found := self.sum(at + 1))
            and self.words.startswith("|", found[1])
        ):
            return Fence("|", found[0]), found[1] + 1
        if self.words.startswith("∑ ", at) and (found := self.power(at + 2)):
            return row("sum", found[0]), found[1]
        word = WORD.match(self.words, at)
        if word is None:
            return None
        if word[0] in FUNCTIONS and word[0] not in self.names:
            return self.function(word[0], word.end())
        return self.letter(word)

    def function(self, name: str, at: int) -> Read | None:
        """`log 3`, `max{a, b}`; the bracket of `tanh(x)` is read as that of any function."""
        if self.words.startswith(("(", "[", "^", "_"), at):
            return Glyph(name), at
        if self.words.startswith("{", at) and name in ("min", "max"):
            inner = self.listed(at + 1, "}")
            return (row(Glyph(name), Fence("{", inner[0])), inner[1]) if inner else None
        alone = (
            self.words.startswith(" ", at)
            and not self.words.startswith(" (", at)
            and name not in ("min", "max")
        )
        inner = self.power(at + 1) if alone else None
        return (row(Glyph(name), Fence("(", inner[0], True)), inner[1]) if inner else None

    def letter(self, word: re.Match[str]) -> Read | None:
        """A symbol; `a` and `I` are words, unless what stands after them says otherwise."""
        name = word[0]
        if name in ("a", "I", "A") and self.is_article(word):
            return None
        box = symbol(name, self.names)
        if box is None and self.words.startswith(
            ("_{", "^{"), word.end()
        ):  # a word of a paper: OPT_{delta_g}
            box = Name(rf"\mathrm{{{escape_latex(name)}}}", name)
        return (box, word.end()) if box is not None else None

    def is_article(self, word: re.Match[str]) -> bool:
        """Whether a letter that may be a word is one here."""
        if AFTER_ARTICLE.match(self.words, word.end()):
            return False
        if word[0] == "A" and NO_NOUN.match(self.words, word.end()):
            return False
        if word[0] == "A" and (re.search(r"\bA(?:\(|\*)", self.words) or "A" in self.names):
            return OPENS.search(self.words[: word.start()]) is not None
        before = self.words[: word.start()]
        if re.search(r" [-+] $|[/*]$", before):
            return False
        return re.search(r"(?:[=<>≤≥(|]|, )\s?$", before) is None or (
            re.compile(r" [a-z]{2,}").match(self.words, word.end()) is not None
        )

    def bracket(self, at: int) -> tuple[Fence, int] | None:
        """What stands in brackets: one formula or several, between commas, bars or semicolons."""
        kind = self.words[at : at + 1]
        inner = self.listed(at + 1, {"(": ")", "[": "]"}[kind]) if kind in ("(", "[") else None
        return (Fence(kind, inner[0]), inner[1]) if inner else None

    def interval(self, at: int) -> Read | None:
        """`[0, 1)`."""
        inner = self.listed(at + 1, ")") if self.words.startswith("[", at) else None
        return (row(Name("[", "["), inner[0], Name(")", ")")), inner[1]) if inner else None

    def listed(self, at: int, close: str) -> Read | None:
        """Formulas between commas, bars or semicolons, up to the sign that closes them."""
        parts: list[Box | str] = []
        while (found := self.relation(at) or self.place(at)) is not None:
            parts.append(found[0])
            sign = re.compile(r"( ?\| ?)|(; ?)|(, ?)").match(self.words, found[1])
            if self.words.startswith(close, found[1]):
                return row(*parts), found[1] + 1
            if sign is None:
                return None
            parts.append(Name(r"\mid ", " | ") if sign[1] else Name("; ", "; ") if sign[2] else ",")
            at = sign.end()
        return None

    def place(self, at: int) -> Read | None:
        """The dot that stands for an argument, as in `K(x, .)`."""
        dot = re.compile(r"[.·](?=[|,;)])").match(self.words, at)
        return (Glyph("dot"), dot.end()) if dot else None

    def script(self, at: int) -> Read | None:
        """What is raised or lowered: a formula in brackets, a number, a fraction of numbers, or a letter; in braces also
        words."""
        if self.words.startswith("{", at):
            inner = self.listed(at + 1, "}")
            return inner if inner else self.in_words(at)
        if self.words.startswith("(", at):
            inner = self.listed(at + 1, ")")
            return inner if inner else None
        if plain := re.compile(r"(-?)(\d+(?:/\d+)?)(?![\w.]\w)").match(self.words, at):
            number = (
                row(*[Number(n) for n in plain[2].split("/")]) if "/" not in plain[2] else _quotient(plain[2])
            )
            return (row("minus", number) if plain[1] else number), plain.end()
        minus = self.words.startswith("-", at)
        word = WORD.match(self.words, at + minus)
        box = symbol(word[0], self.names) if word else None
        if word is None or box is None:
            return None
        return (row("minus", box) if minus else box), word.end()

    def in_words(self, at: int) -> Read | None:
        """Words of a paper in a script: `{pure, y~Q}`."""
        end = self.words.find("}", at)
        if end < 0 or "{" in self.words[at + 1 : end]:
            return None
        return row(*_upright(self.words[at + 1 : end])), end + 1


OPENS = re.compile(r"(?:^|[.:;?!] |[(\[“\"])$")  # what stands before the first word of a sentence


def primes(count: int) -> Box:
    """So many primes."""
    return Glyph("'") if count == 1 else row(*["'"] * count)


def _quotient(digits: str) -> Box:
    above, below = digits.split("/")
    return row(Number(above), "/", Number(below))


def _upright(words: str) -> Iterator[Box]:
    for k, part in enumerate(words.split("~")):
        if k:
            yield Glyph("sim")
        if part.strip():
            yield Name(rf"\mathrm{{{escape_latex(part)}}}", part)


def _past_space(words: str, at: int) -> int:
    return at + 1 if words.startswith(" ", at) else at


def _is_list(box: Box) -> bool:
    """Whether it is a bracket that holds several formulas, or a relation, so that it is no factor."""
    if not isinstance(box, Fence):
        return False
    items = box.body.items if isinstance(box.body, Row) else (box.body,)
    return any(isinstance(i, Glyph) and (i.key == "," or GLYPHS[i.key][4] == "relation") for i in items)


def symbol(name: str, names: Mapping[str, Box]) -> Box | None:
    """What a name stands for: a symbol of the page, a letter, or a name that is no word, as of Greek letters or with an
    index."""
    primed = name.replace("''", "_pp").replace("'", "_p")
    box = names.get(name) or names.get(primed)
    if box is not None:
        return box
    stem = name.rstrip("'")
    if stem != name and "_" in stem and (inner := symbol(stem, names)):  # eps_g'
        base, under = (inner.base, inner.lower) if isinstance(inner, Script) else (inner, None)
        return Script(base, under, primes(len(name) - len(stem)))
    if name == "e":
        return Glyph("e")
    letter, _, index = stem.rpartition("_")
    if letter and (letter in GREEK_LETTERS or index in GREEK_LETTERS or index in ("s", "t")):
        # an index, and none of the habits that the files have for their own names
        above = symbol(letter, {})
        return above and Script(
            above, Number(index) if index.isdigit() else symbol(index, {}) or named(index)
        )
    if name in GREEK_LETTERS:
        return Name(f"\\{GREEK_LETTERS[name]}", name)
    if len(stem) == 1 or "_" in stem or stem in GREEK_NAMES:
        return named(primed)
    return None


GREEK_NAMES = frozenset(
    {
        "alpha",
        "beta",
        "gamma",
        "delta",
        "eps",
        "zeta",
        "eta",
        "theta",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "pi",
        "rho",
        "sigma",
        "tau",
        "phi",
        "chi",
        "psi",
        "omega",
    }
)


def says_something(box: Box) -> bool:
    """Whether a formula is more than numbers, and so no page, date or part of a table."""
    if isinstance(box, Row):
        return any(map(says_something, box.items))
    if isinstance(box, Fence | Radical):
        return says_something(box.body)
    if isinstance(box, Script):
        return True
    if isinstance(box, Name):
        return box.plain not in ("; ", " | ", "[", ")")
    return isinstance(box, Glyph) and (box.key in ("e", "pi", "Z", "X", "M", "sum", *FUNCTIONS))


def broken(box: Box) -> list[Box]:
    """A formula in parts, where it is wide: each sign of relation, plus or minus begins one. A plus or minus there still stands
    between two terms, and not before one: there is nothing on its left, of no width."""
    if not isinstance(box, Row) or width(box) <= WIDE:
        return [box]
    found: list[list[Box]] = [[]]
    for item in box.items:
        kind = GLYPHS[item.key][4] if isinstance(item, Glyph) else ""
        if kind in ("relation", "operator") and found[-1]:
            found.append([Name("{}", "")] if kind == "operator" else [])
        found[-1].append(item)
    return [row(*part) for part in found]


__all__ = ["GREEK_NAMES", "WORD", "Typed", "broken", "says_something", "symbol"]
