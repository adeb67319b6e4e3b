"""What every rule reads: the trees of a certificate, with every notion unfolded, and the lines that are its premises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsym.kernel.evaluation import Evaluation
from dpsym.kernel.normal import Context, Key
from dpsym.kernel.notions import BOUND, notions_digest, over, pinned
from dpsym.kernel.terms import OPS, Sort, Tree, fv, load, names, need, node, size, subst

Step = Mapping[str, Any]  # a line of a certificate, as JSON: a rule checks each field that it reads
Drop = tuple[Key, ...] | set[Key]
Out = tuple[Tree, Drop]


@dataclass(frozen=True)
class Checked:
    """A checked theorem: the sorts of its names, its listed sets, its claim with every notion unfolded; and
    the claim as the certificate writes it, with the digest of the notions that it or a line names."""

    sig: Mapping[str, Sort]
    sets: Mapping[str, tuple[str, ...]]
    claim: Tree
    said: Tree = None
    notions: str | None = None


class Line:
    """hyps ⊢ goal; hyps maps the key of each hypothesis to the hypothesis."""

    __slots__ = ("goal", "hyps")

    def __init__(self, hyps: dict[Key, Tree], goal: Tree) -> None:
        self.hyps, self.goal = hyps, goal


class Reader:
    """What a certificate declares and what was checked of it so far; `prem` has the premises of the line that is being
    checked, `used` the hypotheses that it will have."""

    prem: list[Line]
    used: dict[Key, Tree]

    def __init__(
        self,
        sig: Mapping[str, Sort | list[str]],
        sets: Mapping[str, Iterable[str]] | None = None,
        library: Mapping[str, Checked] | None = None,
        *,
        terms: Iterable[Any] = (),
        work: float = float("inf"),
    ) -> None:
        self.c = Context(
            {k: tuple(v) if isinstance(v, (list, tuple)) else v for k, v in sig.items()},
            {k: tuple(v) for k, v in (sets or {}).items()},
            work,
        )
        self.lines: list[Line] = []
        self.library = library or {}
        self.shared: list[Tree] = []
        self.plain: dict[Tree, Tree] = {}  # a tree -> it with every notion unfolded
        self.unfolded: set[str] = set()  # names of the notions met
        self.evaluation: Evaluation | None = None  # that of the last line shown by values
        need(not pinned().keys() & {*self.c.sig, *self.c.kinds}, "the name of a pinned notion is taken")
        for x in terms:
            self.share(x)

    # ------------------------------------------------------------ reading
    def declare(self, name: str, sort: Sort) -> None:
        """Give a new name a sort."""
        sort = tuple(sort) if isinstance(sort, (list, tuple)) else sort
        need(
            not {name, *(sort if isinstance(sort, tuple) else (sort,))} & pinned().keys(),
            f"name {name} is taken",
        )
        self.c.declare(name, sort)

    def share(self, x: Any) -> None:
        """Append a tree that later ones may refer to as ["@", n]."""
        self.shared.append(load(x, self.shared))

    def notions(self) -> str | None:
        """The digest of the pinned notions used so far, which a certificate carries; None when none is."""
        return notions_digest(self.unfolded)

    def expand(self, t: Tree) -> Tree:
        """Unfold every notion."""
        if type(t) is str or type(t) is Fraction or names(t).isdisjoint(pinned()):
            return t
        found = self.plain.get(t)
        if found is None:
            found = self.plain[t] = self.unfold(t)
        return found

    def unfold(self, t: Tree) -> Tree:
        """A compound tree with the pinned notions in it replaced by their definitions."""
        parts = [self.expand(a) for a in t]
        if t[0] not in pinned():
            return node(*parts)
        self.unfolded.add(t[0])
        params, body = pinned()[t[0]]
        need(len(params) == len(t) - 1, f"{t[0]} takes {len(params)} arguments")
        written = [a[-1] for a in parts[1:] if isinstance(a, tuple) and a[0] == "lam"]
        need(all(self.c.sort(a) == "R" for a in written), "a function gives reals")
        bound = names(body) & BOUND.keys() - set(params)
        for x in bound & {"alpha", "t"}:
            need(self.c.sig.get(x) == BOUND[x], f"{t[0]} needs {x} declared with sort {BOUND[x]}")
        if "y" in bound:
            body = over_outputs(self, body, parts[1], bound & {"S", "f"})
        need(not OPS & {a for a in parts if isinstance(a, str)}, "an operator is no argument")
        return subst(body, dict(zip(params, parts[1:], strict=True)))

    def read(self, x: Any) -> Tree:
        """JSON -> a tree without notions; its size counts as work."""
        t = self.expand(load(x, self.shared))
        self.c.spend(size(t))
        return t

    def formula(self, x: Any) -> Tree:
        """A formula of the certificate, read and checked to be well formed."""
        p = self.read(x)
        self.c.wff(p)
        return p

    def real(self, x: Any) -> Tree:
        """A real term of the certificate; refused where it is of another sort."""
        t = self.read(x)
        need(self.c.sort(t) == "R", "a real is needed")
        return t

    def name(self, x: Any) -> str:
        """A name of the certificate."""
        need(isinstance(x, str), "a name is needed")
        return x  # type: ignore[no-any-return]

    def same(self, p: Tree, q: Tree) -> bool:
        """Whether two formulas are one, up to the normal form of their terms."""
        return p == q or self.c.key(p) == self.c.key(q)

    def value(self, x: Any, s: Any) -> Tree:
        """An instance of sort s; functions are given as `lam` or by name."""
        v = self.read(x)
        if isinstance(s, str):
            need(self.c.sort(v) == s, f"needs sort {s}")
        elif isinstance(v, str):
            need(self.c.sig.get(v) == s, f"needs sort {s}")
        else:
            need(
                v[0] == "lam" and tuple(map(self.c.bindable, v[1:-1])) == s and self.c.sort(v[-1]) == "R",
                f"needs a function of sort {s}",
            )
        return v

    def eigen(self, x: str, hyps: Iterable[Tree], *extra: Tree) -> None:
        """x stands for anything: it is free in nothing that is assumed."""
        need(not any(x in fv(p) for p in [*hyps, *extra]), f"{x} is free in a hypothesis")

    def args(self, n: int) -> list[Tree]:
        """The goals of the premises, of which there must be n."""
        need(len(self.prem) == n, f"needs {n} premises")
        return [l.goal for l in self.prem]


def over_outputs(k: Reader, body: Tree, law: Tree, functions: Iterable[str]) -> Tree:
    """The body of a notion over the outputs of a law: a name of sort (Y), or a `lam` with names for them."""
    lam = isinstance(law, tuple) and law[0] == "lam"
    need(lam or k.c.sig.get(law) == ("Y",), "a notion speaks of functions of outcomes")
    outcomes = law[1:-1] if lam else ("y",)
    sets = tuple(map(k.c.bindable, outcomes))
    need(all(isinstance(a, str) and a != "R" for a in sets), "a notion speaks of functions of outcomes")
    need(lam or sets == ("Y",), "a notion over Y needs y declared with sort Y")
    put = {f: f if sets == ("Y",) else f"{f}_{''.join(sets)}" for f in functions}
    for f in put.values():
        need(k.c.sig.get(f) == sets, f"a notion over {sets} needs {f} declared with sort {sets}")
    return over(body, outcomes, put)
