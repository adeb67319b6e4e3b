"""Sums and products of a side, by precedence; factors beside each other are refused where they have two readings."""

from __future__ import annotations

from dpsym.audit.build import node, product_of
from dpsym.audit.cursor import Cursor
from dpsym.audit.letters import letter, marked
from dpsym.audit.tokens import NotRead, Token, is_char, is_cs
from dpsym.audit.words import ACCENTS, BRACKETED, FONTS, FRACTIONS, FUNCTIONS, GREEK, OPEN, WHY
from dpsym.claims.reading.nodes import Node

Factor = tuple[Node, str]  # and how it is written: "bare" or "bracket" for a function, "" for what is closed


class Products(Cursor):
    """Reads terms and factors of one side."""

    def factor(self) -> Factor:
        """An atom with its powers."""
        raise NotImplementedError

    def whole(self) -> Node:
        """All the tokens as one term."""
        if not self.t:
            raise NotRead("a side is empty")
        tree = self.sum()
        t = self.peek()
        if t is not None:
            raise self.unread(t)
        return tree

    def sum(self) -> Node:
        """Terms with signs between them."""
        first = self.peek()
        leading = first.text if first is not None and is_char(first, "+-") else ""
        self.i += bool(leading)
        term = self.product()
        if leading and first is not None:
            term = node("sign", (term,), leading, first.at, term.end)
        terms, signs = [term], []
        while is_char(t := self.peek(), "+-"):
            assert t is not None
            signs.append(t.text)
            self.i += 1
            terms.append(self.product())
        return term if not signs else node("sum", terms, tuple(signs), term.at, terms[-1].end)

    def starts_factor(self) -> bool:
        """Whether a factor may start here, without a sign between it and the one before."""
        t = self.peek()
        if t is None:
            return False
        d, _ = self.delimiter()
        if d:
            return d in OPEN or (d == "|" and not self.bars)
        if t.kind == "char":
            return t.text.isalnum() or t.text == "."
        known = (GREEK, FUNCTIONS, FONTS, ACCENTS, FRACTIONS, WHY)
        return t.kind in ("{", "begin") or (t.kind == "cs" and any(t.text in k for k in known))

    def product(self) -> Node:
        """Factors beside each other, with dots, or over a slash."""
        first, how = self.factor()
        args, hows, ops = [first], [how], []
        slash: Token | None = None
        while True:
            t = self.peek()
            if is_char(t, "/") or self.delimiter()[0] == "/":
                if hows[-1] == "bare":
                    raise self.no(
                        f"{args[-1].value} of a bare argument before '/' has two readings: write brackets", t
                    )
                if slash is not None:
                    raise self.no("a/b/c has two readings: write \\frac", t)
                slash = t
                self.i += self.delimiter()[1] or 1
                ops.append("/")
            elif is_cs(t, "cdot", "times", "ast") or is_char(t, "*"):
                self.dot(args[-1], hows[-1], slash if ops and ops[-1] == "/" else None, t)
                self.i += 1
                ops.append("*")
            elif self.starts_factor():
                self.beside(args[-1], hows[-1], slash if ops and ops[-1] == "/" else None)
                ops.append("*")
            else:
                break
            factor, how = self.factor()
            args.append(factor)
            hows.append(how)
        return product_of(ops, args)

    def dot(self, last: Node, how: str, slash: Token | None, t: Token | None) -> None:
        """Refuse a dot after what may reach beyond it."""
        if how == "bare":
            raise self.no(f"\\{last.value} x \\cdot y has two readings: write brackets", t)
        if slash is not None and last.kind != "number":
            raise self.no("a/b \\cdot c has two readings: write \\frac or brackets", slash)

    def beside(self, last: Node, how: str, slash: Token | None) -> None:
        """Refuse a factor beside another where the two may be read in more than one way."""
        t = self.peek()
        assert t is not None
        if slash is not None:
            raise self.no("a/bc has two readings: write \\frac{a}{bc}, \\frac{a}{b}c or a/(bc)", slash)
        if how and not (how == "bracket" and last.value in BRACKETED):
            name = last.value if last.kind == "call" else "log"
            raise self.no(f"\\{name} x y has two readings: write \\{name}(xy) or y\\{name}(x)", t)
        if last.kind == "number" and t.kind == "char" and (t.text.isdigit() or t.text == "."):
            raise self.no("two numbers beside each other", t)
        if t.kind == "char" and (t.text.isdigit() or t.text == "."):
            raise self.no("a number behind a letter or bracket has two readings: an index, or a factor", t)
        if last.kind == "name" and self.delimiter()[0] in ("(", "["):
            self.applied(str(last.value), t)

    def applied(self, name: str, t: Token) -> None:
        """Refuse `f(x)` where f may be a function: an undeclared letter, or one before a single name or a list."""
        if name not in self.letters.names and name not in ("e", "pi"):
            raise self.no(
                f"'{name}(...)': is {name} a number or a function?  '% dpsym: {name} > 0' or '% dpsym let: {name}(x) := ...'",
                t,
            )
        at = self.i
        inside, _ = self.delimited()
        self.i = at
        alone = letter(inside, 0, True) if inside else None
        single = alone is not None and marked(alone[0], inside, alone[1], self.letters)[1] == len(inside)
        if single or any(is_char(x, ",;") for x in inside):
            raise self.no(
                f"'{name}(...)' looks like a function, and {name} is declared as a number: write \\cdot", t
            )
