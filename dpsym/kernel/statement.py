"""What a checked theorem says, in text: its sets, the sorts of its names, its claim, the notions it names.

Everything that the claim means is in it: the reader needs to trust the kernel and read this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from dpsym.kernel.notions import raw, used_by
from dpsym.kernel.reading import Checked
from dpsym.kernel.terms import Sort, Tree, load, names

# how tightly an operator binds, and what its first and its other parts must bind at least
INFIX = {
    "->": (1, 2, 1), "or": (2, 3, 3), "and": (3, 4, 4), "<=": (5, 6, 6), "<": (5, 6, 6), "=": (5, 6, 6), "eq": (5, 6, 6),
    "+": (6, 6, 7), "-": (6, 6, 7), "*": (7, 7, 8), "/": (7, 7, 8), "^": (8, 9, 9),
}  # fmt: skip
BINDS = {"all": "for all", "ex": "there is", "sum": "sum over", "lam": "the function of"}


def text(t: Tree, room: int = 0) -> str:
    """A tree in infix notation, in brackets where it binds more loosely than `room`; a binder reaches as far
    to the right as it can."""
    if isinstance(t, Fraction):
        return f"({t})" if t < 0 or t.denominator > 1 else str(t)
    if isinstance(t, str):
        return t
    op, args = t[0], t[1:]
    own = 0
    if op in BINDS:
        said = f"{BINDS[op]} {', '.join(args[:-1])}: {text(args[-1])}"
    elif op == "not":
        own, said = 4, f"not {text(args[0], 5)}"
    elif op not in INFIX:
        return f"{op}({', '.join(map(text, args))})" if args else op
    elif len(args) == 1:  # a sum, product, conjunction of one part
        return text(args[0], room)
    else:
        own, first, other = INFIX[op]
        said = f" {'is' if op == 'eq' else op} ".join(
            text(a, other if k else first) for k, a in enumerate(args)
        )
    return f"({said})" if own < room else said


def sort_words(sort: Sort) -> str:
    """A sort: a real number, an outcome, a function."""
    name = lambda a: "real" if a == "R" else f"in {a}"  # noqa: E731
    if not isinstance(sort, tuple):
        return name(sort)
    return f"function of ({', '.join(map(name, sort))})"


def lines(checked: Checked) -> Iterator[str]:
    """The theorem in lines: sets, sorts, claim, the digest of the notions."""
    said = checked.said if checked.said is not None else checked.claim
    used = {x: checked.sig[x] for x in sorted(names(checked.claim) | names(said)) if x in checked.sig}
    sets: dict[str, None] = {}
    for sort in used.values():
        sets |= dict.fromkeys(a for a in (sort if isinstance(sort, tuple) else (sort,)) if a != "R")
    for a in sets:
        listed = checked.sets.get(a)
        yield f"{a} = {{{', '.join(listed)}}}" if listed else f"{a}: any finite non-empty set"
    for words in dict.fromkeys(map(sort_words, used.values())):
        yield f"{', '.join(x for x, s in used.items() if sort_words(s) == words)}: {words}"
    yield f"claim: {text(said)}"
    if checked.notions:
        yield f"notions: {', '.join(named([said]))}, sha256 {checked.notions}"


def named(trees: Iterable[Tree]) -> list[str]:
    """The pinned notions that the trees name."""
    met = {x for t in trees for x in names(t)}
    return [name for name in raw() if name in met]


def definitions(notions: Iterable[str]) -> Iterator[str]:
    """Each of these notions and of those they use, as `name(parameters) := body`."""
    for name, (params, body) in used_by(notions).items():
        yield f"{name}({', '.join(params)}) := {text(load(body))}"


__all__ = ["definitions", "lines", "named", "text"]
