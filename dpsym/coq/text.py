"""Terms, formulas and sorts of the kernel as Coq text."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dpsym.coq.names import identifier
from dpsym.kernel.notions import pinned
from dpsym.kernel.terms import Sort, Tree


class CannotExport(Exception):
    """What this certificate does is not exported; the text says what."""


def number(q: Fraction | int) -> str:
    """An exact rational; negative ones and quotients in parentheses."""
    q = Fraction(q)
    if q.denominator == 1:
        return str(q) if q >= 0 else f"({q})"
    top = str(q.numerator) if q >= 0 else f"({q.numerator})"
    return f"({top} / {q.denominator})"


def sort_text(sort: Sort) -> str:
    """A sort of the kernel as a Coq type."""
    if isinstance(sort, tuple):
        return " -> ".join([*map(sort_text, sort), "R"])
    return "R" if sort == "R" else identifier(sort)


def default(sort: Sort) -> str:
    """Some value of a sort, for a name that a proof speaks of and its conclusion does not."""
    if isinstance(sort, tuple):
        return "(fun " + " ".join("_" for _ in sort) + " => 0)"
    return "0" if sort == "R" else f"(point {identifier(sort)})"


RELATIONS = {"<=": "<=", "<": "<", "=": "=", "eq": "="}
BINDERS = {"all": "forall", "ex": "exists"}


class Text:
    """Coq text over the names of one certificate, whose sorts are `sig`. With `folded`, notions keep their
    names; without, a tree with a notion is an error."""

    def __init__(self, sig: Mapping[str, Sort], folded: bool = False, several: int = 1) -> None:
        self.sig, self.folded, self.several = sig, folded, several  # several: sets of a law that is a name
        self.written: dict[Tree, str] = {}  # the lines of a proof share most of their terms

    def bound(self, names: tuple[str, ...]) -> str:
        """Binders of these names with their sorts."""
        return " ".join(f"({identifier(x)} : {sort_text(self.sig[x])})" for x in names)

    def function(self, *parts: Tree) -> str:
        """fun x ... => body, of bound names and a term."""
        return f"(fun {self.bound(parts[:-1])} => {self.term(parts[-1])})"

    def notion(self, t: Tree) -> str:
        """A pinned notion by its name, with the number of outcomes of its laws where that is above 1."""
        if not self.folded:
            raise CannotExport(f"{t[0]} is not unfolded")
        laws = [a for a in t[1:] if isinstance(a, tuple) and a[0] == "lam"]
        several = max((len(a) - 2 for a in laws), default=self.several)
        args = [self.function(*a[1:]) if a in laws else self.term(a) for a in t[1:]]
        return f"({t[0]}{several if several > 1 else ''} {' '.join(args)})"

    def term(self, t: Tree) -> str:
        """A term as Coq text, written once."""
        if isinstance(t, Fraction):
            return number(t)
        if isinstance(t, str):
            return identifier(t)
        if t not in self.written:
            self.written[t] = self.node(t)
        return self.written[t]

    def node(self, t: Tree) -> str:
        """A compound term as Coq text; CannotExport where Coq has no word for it."""
        op, a = t[0], t[1:]
        if op in ("+", "*"):
            return self.term(a[0]) if len(a) == 1 else "(" + f" {op} ".join(map(self.term, a)) + ")"
        if op in ("-", "/"):
            return f"({self.term(a[0])} {op} {self.term(a[1])})"
        if op == "^":
            return f"({self.term(a[0])} ^ {int(a[1])})"
        if op in ("exp", "erf", "log"):
            return f"({'ln' if op == 'log' else op} {self.term(a[0])})"
        if op == "pi":
            return "PI"
        if op == "ind":
            return f"(ind {self.formula(a[0])})"
        if op == "sum":
            return f"(sum {self.function(*a)})"
        if op == "lam":
            return self.function(*a)
        if op in pinned():
            return self.notion(t)
        return "(" + " ".join([identifier(op), *map(self.term, a)]) + ")"

    def formula(self, p: Tree) -> str:
        """A formula as Coq text."""
        op, a = p[0], p[1:]
        if op in RELATIONS:
            return f"({self.term(a[0])} {RELATIONS[op]} {self.term(a[1])})"
        if op == "nat":
            return f"(isnat {self.term(a[0])})"
        if op in ("and", "or"):
            sign = " /\\ " if op == "and" else " \\/ "
            return self.formula(a[0]) if len(a) == 1 else "(" + sign.join(map(self.formula, a)) + ")"
        if op == "not":
            return f"(~ {self.formula(a[0])})"
        if op == "->":
            return f"({self.formula(a[0])} -> {self.formula(a[1])})"
        if op in BINDERS:
            return f"({BINDERS[op]} {identifier(a[0])} : {sort_text(self.sig[a[0]])}, {self.formula(a[1])})"
        if op in pinned():
            return self.notion(p)
        raise CannotExport(f"formula {op}")
