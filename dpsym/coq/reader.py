"""A printed Coq statement read back as the kernel's tree: what coqc has accepted is the claim.

It knows only the text: quantifiers, relations, the functions of Meaning.v and the pinned notions. Coq has one
notation for the quotient of two numerals and for a rational, so `same_claim` compares trees in which such
quotients are numbers, and sums, products, conjunctions of one part are that part.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from dpsym.coq.names import name_of
from dpsym.kernel.notions import pinned
from dpsym.kernel.terms import Sort, Tree, node

TOKEN = re.compile(r"\s*(<=|<|=>|=|->|/\\|\\/|~|::|[-+*/^():,.]|\d+|[A-Za-z_][A-Za-z0-9_']*)")
HEADS = {"exp": "exp", "ln": "log", "erf": "erf"}


class Misread(Exception):
    """The text is no statement of the exporter's; the message says where."""


@dataclass(frozen=True)
class Statement:
    """What a statement says: its sets, the listed ones with their outcomes, the sorts of its free names in
    order and of all its names, and its claim."""

    sets: tuple[str, ...]
    listed: Mapping[str, tuple[str, ...]]
    sig: Mapping[str, Sort]
    claim: Tree
    sorts: Mapping[str, Sort]


def tokens(text: str) -> list[str]:
    """The words and signs of a printed statement; Misread where the text has something else."""
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise Misread(f"unreadable: {text[at : at + 20]!r}")
        found.append(m[1])
        at = m.end()
    return found


class Reader:
    """A recursive descent over the tokens of one statement. `bound` holds the sorts of names in scope."""

    def __init__(self, text: str) -> None:
        self.tokens, self.at = tokens(text), 0
        self.sorts: dict[str, Sort] = {}

    def peek(self, ahead: int = 0) -> str:
        """The token some places ahead; "" at the end."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """The next token, which has to be one of these; Misread for another."""
        t = self.peek()
        if wanted and t not in wanted:
            raise Misread(
                f"{wanted[0]!r} is expected before {' '.join(self.tokens[self.at : self.at + 6])!r}"
            )
        self.at += 1
        return t

    # ------------------------------------------------------------ types and binders

    def sort(self) -> Sort:
        """A type: R, a set, or a function of those to R."""
        parts = [self.atom_of_sort()]
        while self.peek() == "->":
            self.take()
            parts.append(self.atom_of_sort())
        if len(parts) == 1:
            return parts[0]
        if parts[-1] != "R":
            raise Misread("a function gives reals")
        return tuple(parts[:-1])

    def atom_of_sort(self) -> str:
        """R, or the name of a set."""
        t = self.take()
        return t if t == "R" else name_of(t)

    def declare(self, name: str, sort: Sort) -> str:
        """The name with its sort; Misread where it had another."""
        if self.sorts.setdefault(name, sort) != sort:
            raise Misread(f"{name} has two types")
        return name

    def statement(self) -> Statement:
        """The whole: its sets, which of them are listed, its names with their sorts, and what it says."""
        sets: list[str] = []
        listed: dict[str, tuple[str, ...]] = {}
        sig: dict[str, Sort] = {}
        if self.peek() == "forall" and self.peek(1) == "(":
            self.take()
            while self.peek() == "(":
                self.take()
                found = [self.take()]
                while self.peek() != ":":
                    found.append(self.take())
                self.take(":")
                if self.peek() == "Fin":
                    self.take()
                    sets += map(name_of, found)
                elif self.peek() == "listed":
                    self.listing(listed)
                else:
                    sort = self.sort()
                    sig |= {self.declare(name_of(n), sort): sort for n in found}
                self.take(")")
            self.take(",")
        claim = self.formula()
        if self.peek():
            raise Misread(f"more follows: {self.peek()}")
        for s, outcomes in listed.items():
            if not all(sig.pop(o, None) == s for o in outcomes):
                raise Misread(f"the outcomes of {s}")
        return Statement(tuple(sets), listed, sig, claim, self.sorts)

    def listing(self, listed: dict[str, tuple[str, ...]]) -> None:
        """The outcomes of a set that is listed; Misread for none, or one twice."""
        self.take("listed")
        self.take("(")
        outcomes = []
        while self.peek() != "nil":
            outcomes.append(name_of(self.take()))
            self.take("::")
        if not outcomes or len({*outcomes}) < len(outcomes):
            raise Misread("a listed set without outcomes, or with one twice: nothing is such a set")
        self.take("nil")
        self.take(")")
        space = self.sorts[outcomes[0]]
        if not isinstance(space, str):
            raise Misread("a listed set of functions")
        listed[space] = tuple(outcomes)

    # ------------------------------------------------------------ formulas

    def formula(self) -> Tree:
        """A formula; all but notions are in parentheses."""
        self.take("(")
        t = self.peek()
        if t in ("forall", "exists"):
            self.take()
            name = name_of(self.take())
            self.take(":")
            self.declare(name, self.sort())
            self.take(",")
            found = node("all" if t == "forall" else "ex", name, self.formula())
        elif t == "~":
            self.take()
            found = node("not", self.formula())
        elif t == "isnat":
            self.take()
            found = node("nat", self.term())
        elif self.is_notion(t):
            found = self.notion()
        else:
            found = self.relation_or_junction()
        self.take(")")
        return found

    def relation_or_junction(self) -> Tree:
        """A relation, or else a formula in brackets."""
        start = self.at
        try:
            left = self.term()
            if self.peek() in ("<=", "<", "="):
                op = self.take()
                right = self.term()
                return node("eq" if op == "=" and self.is_outcome(left) else op, left, right)
        except Misread:
            pass
        self.at = start
        parts = [self.formula()]
        sign = self.take("/\\", "\\/", "->")
        parts.append(self.formula())
        while sign != "->" and self.peek() == sign:
            self.take()
            parts.append(self.formula())
        return node({"/\\": "and", "\\/": "or", "->": "->"}[sign], *parts)

    def is_outcome(self, t: Tree) -> bool:
        """Whether a term is a name of an outcome."""
        return isinstance(t, str) and isinstance(self.sorts.get(t), str) and self.sorts[t] != "R"

    # ------------------------------------------------------------ terms

    def term(self) -> Tree:
        """The next term; Misread where none begins."""
        t = self.peek()
        if t.isdigit():
            return Fraction(self.take())
        if t == "PI":
            self.take()
            return node("pi")
        if t != "(":
            if not t or not (t[0].isalpha() or t[0] == "_"):
                raise Misread(f"no term: {t}")
            return name_of(self.take())
        self.take()
        found = self.inside()
        self.take(")")
        return found

    def inside(self) -> Tree:
        """What stands between parentheses."""
        t = self.peek()
        if t == "-":
            self.take()
            return -Fraction(self.take())
        if t in HEADS:
            self.take()
            return node(HEADS[t], self.term())
        if t == "ind":
            self.take()
            return node("ind", self.formula())
        if t == "sum":
            self.take()
            return node("sum", *self.function()[1:])
        if t == "fun":
            return self.function(open_=True)
        if self.is_notion(t):
            return self.notion()
        first = self.term()
        op = self.peek()
        if op in ("+", "*"):
            parts = [first]
            while self.peek() == op:
                self.take()
                parts.append(self.term())
            return node(op, *parts)
        if op in ("-", "/", "^"):
            self.take()
            return node(op, first, self.term())
        if not isinstance(first, str):
            raise Misread(f"what follows {op!r}")
        args = []
        while self.peek() != ")":
            args.append(self.term())
        return node(first, *args)

    def function(self, open_: bool = False) -> Tree:
        """A function that is written out; its head bracket has been read where `open_`."""
        if not open_:
            self.take("(")
        self.take("fun")
        names = []
        while self.peek() == "(":
            self.take()
            name = name_of(self.take())
            self.take(":")
            names.append(self.declare(name, self.sort()))
            self.take(")")
        self.take("=>")
        body = self.term()
        if not open_:
            self.take(")")
        return node("lam", *names, body)

    def is_notion(self, t: str) -> bool:
        """Whether the word is a pinned notion, perhaps for laws of several outcomes."""
        return t in pinned() or (t.rstrip("23") in pinned() and t not in self.sorts)

    def notion(self) -> Tree:
        """A pinned notion with its arguments; Misread where its functions take other numbers of outcomes than
        its name says."""
        head = self.take()
        args = []
        while self.peek() != ")":
            args.append(self.term())
        name = head if head in pinned() else head.rstrip("23")
        several = int(head[len(name) :] or 1)
        widths = {len(a) - 2 for a in args if isinstance(a, tuple) and a[0] == "lam"}
        if (several > 1 and widths != {several}) or (several == 1 and widths - {1}):
            raise Misread(f"{head} over other sets")
        return node(name, *args)


def read(text: str) -> Statement:
    """The statement that a Coq proposition of the exporter's says; raises Misread."""
    return Reader(text).statement()


def plain(t: Tree) -> Tree:
    """The tree with quotients of numerals as numbers and without sums, products, junctions of one part."""
    if not isinstance(t, tuple):
        return t
    if t[0] in ("+", "*", "and", "or") and len(t) == 2:
        return plain(t[1])
    parts = [t[0], *map(plain, t[1:])]
    if t[0] == "/" and all(isinstance(a, Fraction) and a.denominator == 1 for a in parts[1:]) and parts[2]:
        return parts[1] / parts[2]
    return tuple(parts)


def same_claim(one: Tree, other: Tree) -> bool:
    """Whether two trees print as one Coq proposition."""
    return bool(plain(one) == plain(other))
