"""What proofs of equations and of formulas share: terms as text, terms up to bound names, lemmas that are written once."""

from __future__ import annotations

from collections.abc import Callable

from dpsym.coq.names import identifier
from dpsym.coq.text import Text, sort_text
from dpsym.kernel.normal import Context
from dpsym.kernel.terms import BINDERS, OPS, Tree
from dpsym.kernel.terms import tree as tree_of


class Written:
    """The terms of one certificate as Coq has them, and the polynomial lemmas about them so far."""

    def __init__(self, context: Context) -> None:
        self.c = context
        self.text = Text(context.sig)
        self.polynomial_lemmas: dict[str, str] = {}  # statement and proof -> name
        self.closed: dict[Tree, Tree] = {}  # what `alike` makes of trees that nothing binds

    def equation(self, s: Tree, t: Tree) -> str:
        """A proof of s = t, whose normal forms are equal."""
        raise NotImplementedError

    def alike(self, t: Tree, bound: tuple[str, ...] = ()) -> Tree:
        """A tree up to bound names, whose sorts count."""
        t = tree_of(t)
        if isinstance(t, str):
            return next((("#", i) for i, x in enumerate(reversed(bound)) if x == t), t)
        if bound or not isinstance(t, tuple):
            return self.without_names(t, bound)
        if t not in self.closed:
            self.closed[t] = self.without_names(t, bound)
        return self.closed[t]

    def without_names(self, t: Tree, bound: tuple[str, ...]) -> Tree:
        """The tree with bound names numbered and atoms as their keys: alike for terms that differ in bound
        names only."""
        if not isinstance(t, tuple):
            return t
        if t[0] in BINDERS:
            sorts = tuple(self.c.sig[x] for x in t[1:-1])
            return (t[0], sorts, self.alike(t[-1], (*bound, *t[1:-1])))
        head = t[0] if t[0] in OPS else self.alike(t[0], bound)
        return (head, *[self.alike(a, bound) for a in t[1:]])

    def lemma(self, text: str) -> str:
        """The name of the lemma with this statement and proof, which is written once."""
        return self.polynomial_lemmas.setdefault(text, f"q{len(self.polynomial_lemmas)}")

    def fn(self, name: str) -> Callable[[str], str]:
        """Text as a function of this name."""
        return lambda body: f"(fun {identifier(name)} : {sort_text(self.c.sig[name])} => {body})"
