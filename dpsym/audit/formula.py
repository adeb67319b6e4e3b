"""Tokens of a side -> the nodes of a claim, by precedence, refusing what has two readings.

The nodes are those that a typed claim has (`dpsym.claims.reading.nodes`), and besides, where a pair P, Q is declared: `mass`
(P(y) or Q(y)), `loss`, `total` (a sum over the outputs) and `event` (the probability under a law that the loss is over a
number).  Places are offsets in the LaTeX source.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from dpsym.audit.build import call, node, product_of
from dpsym.audit.functionals import functional
from dpsym.audit.letters import letter, marked, word
from dpsym.audit.products import Factor, Products
from dpsym.audit.tokens import NotRead, Token, after_star, group, is_char, is_cs
from dpsym.audit.words import (
    FONTS,
    FRACTIONS,
    FUNCTIONS,
    OPEN,
    SIZES,
)
from dpsym.claims.reading.nodes import DIGITS, NESTING, Node

NO_POWERS = ("*", "star", "ast", "dagger", "top", "T", "circ", "c", "complement", "+", "-")


class Parser(Products):
    """Reads one side of a relation."""

    def factor(self) -> Factor:
        """An atom with its powers."""
        t = self.peek()
        if t is None:
            raise self.no("a formula ends where a factor was expected")
        if is_char(t, "+-"):
            raise self.no("a sign directly after an operator: write brackets", t)
        if t.kind == "char" and (t.text.isdigit() or t.text == "."):
            base = self.number()
        elif t.kind == "cs" and t.text in FUNCTIONS and not (t.text == "Phi" and "Phi" in self.letters.names):
            return self.function(FUNCTIONS[t.text], t)
        elif t.kind == "cs" and t.text in FONTS and (f := self.upright()) is not None:
            self.i = f[1] - 1
            return self.function(FUNCTIONS[f[0]], t)
        else:
            at = self.i
            base = self.atom()
            if t.kind == "{" or is_cs(t, *FRACTIONS):
                self.invisible(base, at, t)
        return self.scripts(base), ""

    def invisible(self, base: Node, at: int, t: Token) -> None:
        """Refuse what would be printed as something else than it is read: braces, and a fraction's bar, bind nothing."""
        before, after = self.t[at - 1] if at else None, self.peek()
        if base.kind in ("name", "number", "call", "mass", "total"):
            return
        if after is not None and after.kind == "^":
            raise self.no("a power of braces or of a fraction: write brackets around it", after)
        if t.kind != "{" or (at == 0 and after is None):
            return
        loose = base.kind in ("sum", "sign")
        alone = (before is None or is_char(before, "+")) and (after is None or is_char(after, "+-"))
        if is_char(before, "/") or (loose and not alone):
            raise self.no("braces are not printed: write brackets around a sum", t)

    def upright(self) -> tuple[str, int] | None:
        """A function whose name is an upright word here, and the place after it."""
        arg, after = group(self.t, after_star(self.t, self.i + 1))
        w = word(arg)
        return (w, after) if w in FUNCTIONS and w not in self.letters.names else None

    def scripts(self, base: Node) -> Node:
        """A base with its power."""
        exponent: Node | None = None
        while (t := self.peek()) is not None:
            if t.kind == "^":
                self.i += 1
                arg = self.argument()
                if exponent is not None:
                    raise self.no("two powers of one thing", t)
                if arg and all(is_cs(x, "prime") for x in arg):
                    raise self.no("a prime after this is not read", t)
                if (
                    len(arg) == 1
                    and arg[0].text in NO_POWERS
                    and not (arg[0].kind == "char" and arg[0].text in self.letters.names)
                ):
                    raise self.no(f"^{arg[0].shown} is no power of numbers: declare the letter with it", t)
                exponent = self.inner(arg)
            elif is_char(t, "!"):
                raise self.no("a factorial is not read", t)
            elif t.kind == "_":
                raise self.no("an index of this is not read", t)
            elif is_char(t, "'"):
                raise self.no("a prime after this is not read", t)
            else:
                break
        if exponent is None:
            return base
        if base.kind == "name" and base.value == "e":
            return call("exp", (exponent,), base.at, self.end)
        return node("power", (base, exponent), None, base.at, self.end)

    def exponent_of_ten(self) -> bool:
        """Whether an e and digits follow, as a program writes a number."""
        one, two = self.peek(1), self.peek(2)
        if is_char(one, "+-"):
            return two is not None and two.kind == "char" and two.text.isdigit()
        return one is not None and one.kind == "char" and one.text.isdigit()

    def number(self) -> Node:
        """A decimal number."""
        first, s = self.peek(), ""
        assert first is not None
        while (t := self.peek()) is not None and t.kind == "char" and (t.text.isdigit() or t.text == "."):
            after = self.peek(1)
            if t.text == "." and not (after is not None and after.kind == "char" and after.text.isdigit()):
                break
            if s and t.spaced:
                raise self.no("two numbers beside each other: 1\\,000 is written 1000 here", t)
            s += t.text
            self.i += 1
        t = self.peek()
        if is_char(t, "eE") and self.exponent_of_ten():
            raise self.no("'1e-6' has two readings: write 10^{-6}", t)
        if t is not None and is_char(t, ",") and (after := self.peek(1)) is not None and after.text.isdigit():
            raise self.no("'1,000' or '0,5' has two readings: write 1000 or 0.5", t)
        if not s or s.count(".") > 1 or len(s) > DIGITS or not all(c in "0123456789." for c in s):
            raise self.no("a number was expected", first)
        return node("number", (), Fraction(s), first.at, self.end)

    def bracketed(self, t: Token, d: str) -> Node:
        """What stands in brackets or bars."""
        at = self.i
        inside, _ = self.delimited()
        if d == "|":
            self.other_bars(at)
        if d not in ("|", "lvert") and any(is_char(x, ",") for x in inside):
            raise self.no("a list in brackets is not read", t)
        tree = self.inner(inside)
        if d in ("|", "lvert"):
            return call("abs", (tree,), t.at, self.end)
        return replace(tree, at=t.at, end=self.end)

    def other_bars(self, at: int) -> None:
        """Refuse bars that may be paired otherwise: |a|b|c|."""
        here = self.i
        rest = [k for k in range(here, len(self.t)) if is_char(self.t[k], "|") and not (
            self.t[k - 1].kind == "cs" and self.t[k - 1].text in SIZES)]  # fmt: skip
        if len(rest) < 2:
            return
        between = self.t[here : rest[0]]
        try:
            if between:
                Parser(between, self.letters).whole()
                raise self.no(
                    "the bars have two readings: write \\left| and \\right|, or \\lvert and \\rvert",
                    self.t[at],
                )
        except NotRead as e:
            if e.why.startswith("the bars"):
                raise

    def atom(self) -> Node:
        """Brackets, a fraction, a name, something of the pair."""
        t = self.peek()
        assert t is not None
        d, _ = self.delimiter()
        if d in OPEN or d == "|":
            self.bars += d == "|"
            tree = self.bracketed(t, d)
            self.bars -= d == "|"
            return tree
        if d:
            raise self.unread(self.t[self.i + self.delimiter()[1] - 1])
        if t.kind == "{":
            inside, self.i = group(self.t, self.i)
            if any(is_cs(x, "over", "atop", "choose") for x in inside):
                raise self.no("\\over is not read: write \\frac", t)
            return replace(self.inner(inside), at=t.at, end=self.end)
        if is_cs(t, *FRACTIONS):
            self.i += 1
            above = self.argument_of_fraction()
            below = self.inner(self.argument())
            return node("product", (above, below), ("/",), t.at, self.end)
        if self.letters.pair is not None:
            found = functional(self, t)
            if found is not None:
                return found
        return self.named(t)

    def argument_of_fraction(self) -> Node:
        """The numerator: \\frac12 has one digit above and one below."""
        arg, self.i = group(self.t, self.i)
        return self.inner(arg)

    def named(self, t: Token) -> Node:
        """A number by name, or a function that a declaration defines."""
        at = self.i
        if (
            is_cs(t, "mathbb")
            and self.letters.pair is None
            and word(group(self.t, self.i + 1)[0]) in ("E", "P")
        ):
            raise self.no("an expectation or a probability needs a declared pair: '% dpsym pair: P, Q'", t)
        found = letter(self.t, self.i, self.letters.one_eps)
        if found is None:
            raise self.unread(t)
        name, self.i = marked(found[0], self.t, found[1], self.letters)
        last = self.t[self.i - 1] if self.i > at else t
        if name == "pi" and "pi" in self.letters.names:
            raise self.no("pi is the constant: rename the letter by a macro in the side file", t)
        if name in self.letters.functions:
            if self.delimiter()[0] not in ("(", "["):
                raise self.no(f"the function {name} needs its argument in brackets", t)
            inside, _ = self.delimited()
            return call(name, self.listed(inside), t.at, self.end)
        return node("name", (), name, t.at, last.end)

    def function(self, name: str, first: Token) -> Factor:
        """A function with its power and its argument."""
        self.i += 1
        if is_cs(self.peek(), "limits"):
            self.i += 1
        power, base = self.marks(name, first)
        if power is not None and power.kind == "sign":
            if name != "Phi" or power.args[0].value != 1:
                raise self.no(f"\\{first.text}^{{-1}} has two readings", first)
            name, power = "Phi_inv", None
        if name == "sqrt":
            return self.root(first), ""
        args, how = self.arguments(name, first)
        tree = call(name, args, first.at, self.end)
        if base is not None:
            tree = product_of(("/",), (tree, call("log", (base,), first.at, first.end)))
        if power is not None:
            return node("power", (tree, power), None, first.at, self.end), how
        if how == "bracket" and (after := self.peek()) is not None and after.kind == "^":
            if name not in ("Phi", "Phi_inv", "max", "min"):
                raise self.no(
                    f"\\{first.text}(x)^n has two readings: write \\{first.text}^n(x) or brackets", after
                )
            return self.scripts(tree), ""
        return tree, how

    def marks(self, name: str, first: Token) -> tuple[Node | None, Node | None]:
        """The power and the base of a logarithm that stand between a function's name and its argument."""
        power: Node | None = None
        base: Node | None = None
        while (t := self.peek()) is not None and t.kind in "_^" and name != "sqrt":
            self.i += 1
            arg = self.argument()
            if t.kind == "^" and power is None:
                power = self.inner(arg)
            elif t.kind == "_" and name == "log" and base is None and first.text != "ln":
                base = self.inner(arg) if word(arg) != "e" else None
                if base is not None and (base.kind != "number" or base.value in (0, 1)):
                    raise self.no("a logarithm to this base is not read", t)
            else:
                raise self.no(f"\\{first.text} with an index is not read", t)
        return power, base

    def root(self, first: Token) -> Node:
        """A root, square or other."""
        index: Node | None = None
        if is_char(self.peek(), "["):
            toks, self.i = group(self.t, self.i, "[", "]")
            index = self.inner(toks)
        inside = self.inner(self.argument())
        if index is None:
            tree = call("sqrt", (inside,), first.at, self.end)
        else:
            one = node("number", (), Fraction(1), first.at, first.end)
            tree = node("power", (inside, product_of(("/",), (one, index))), None, first.at, self.end)
        return self.scripts(tree)

    def arguments(self, name: str, first: Token) -> tuple[list[Node], str]:
        """The arguments of a function, and whether they stand in brackets."""
        t = self.peek()
        d, _ = self.delimiter()
        if d in OPEN and d not in ("lvert",):
            inside, _ = self.delimited()
            args = self.listed(inside)
            if name not in ("max", "min") and len(args) != 1:
                raise self.no(f"\\{first.text} takes one argument", first)
            return args, "bracket"
        if name in ("max", "min"):
            raise self.no(f"\\{first.text} needs a list in brackets", first)
        if t is not None and t.kind == "cs" and t.text in FUNCTIONS and t.text != "sqrt":
            self.deeper(first)
            return [self.function(FUNCTIONS[t.text], t)[0]], "bare"
        factor, how = self.factor()
        if how:
            raise self.no(f"\\{first.text} of a function without brackets", first)
        if factor.kind == "number" and self.starts_factor():
            raise self.no(f"\\{first.text} 2x has two readings: write brackets", first)
        return [factor], "bare"

    nested = 0

    def deeper(self, first: Token) -> None:
        """Bounds functions of functions without brackets."""
        self.nested += 1
        if self.nested > NESTING:
            raise self.no(f"nested more than {NESTING} deep", first)
