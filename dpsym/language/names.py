"""Names: which ones a statement may use, what the kernel calls them, and that one printed name is one thing.

A page shows printed names and a certificate holds the kernel's; a statement is what it says on the page only if both
tell the same things apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any

import sympy
from sympy import Basic, Expr
from sympy.core.function import AppliedUndef

from dpsym.kernel.notions import raw
from dpsym.kernel.terms import OPS
from dpsym.language.errors import StatementError
from dpsym.language.expressions import (
    Loss,
    Mass,
    Notion,
    Outcome,
    Pair,
    Parameter,
    Phi_inv,
    Posterior,
    check_name,
    latex_of_name,
    parts_of,
    tidy_name,
)

QUANTILE = "Phi_inv"  # a function of the language, which a statement characterises: see terms.quantile
INVISIBLE = re.compile(
    r"[\s{}]|\\[,:;!]|\\(?:mathit|mathnormal|displaystyle|textstyle|left|right)(?![A-Za-z])"
)


@lru_cache(1)
def reserved() -> frozenset[str]:
    """The kernel's own words: operators, the sort of the real numbers, definitions; and the language's quantile."""
    return OPS | frozenset(raw()) | {QUANTILE}


def kernel_name(name: str) -> str:
    """The name in the kernel, whose own words are not available: one underscore more for these and for what is such a
    word with underscores behind it, so that two names never become one.
    """
    return name + "_" if name.rstrip("_") in reserved() else name


# ------------------------------------------------------------------------------------- one printed name, one thing
Thing = tuple[Any, ...]  # what a name stands for: all that tells it from others


# signs that the language itself prints
CONSTANTS = {sympy.pi: "pi", sympy.E: "e"}
WORDS = {
    sympy.exp: "e", sympy.log: "log", sympy.erf: "erf", sympy.tanh: "tanh", sympy.sinh: "sinh", sympy.cosh: "cosh",
    sympy.Max: "max", sympy.Min: "min", Loss: "Z", Phi_inv: "Phi", Posterior: "X",
}  # fmt: skip
SIGNS = {"pi": {"pi", r"\pi"}, "Phi": {"Phi", r"\Phi"}}


def sign_of(e: Basic) -> Thing | None:
    """The sign of the language with which an expression is printed, such as Z for the loss and M for the mechanism."""
    name = WORDS.get(type(e)) or (CONSTANTS.get(e) if e.is_Atom else None)
    if name is None and isinstance(e, Notion) and e.pair == Pair():
        name = "M"
    return None if name is None else ("the language's own sign", name)


_nameless: dict[type[Basic], bool] = {}  # what was found of each class


def is_nameless(kind: type[Basic]) -> bool:
    """Whether nothing of this class, which is none of a function, has a name: sums, products, numbers and most others."""
    if kind not in _nameless:
        named = (Parameter, Outcome, Notion, *WORDS, *map(type, CONSTANTS))
        _nameless[kind] = not issubclass(kind, named)
    return _nameless[kind]


def thing_of(e: Basic) -> Thing | None:
    """What a parameter, an outcome or a function is; a sign of the language; None for other expressions."""
    if not isinstance(e, AppliedUndef) and is_nameless(type(e)):
        return None
    if isinstance(e, Parameter):
        return ("the parameter", e.name, e.lower, e.upper, e.integer_valued, e.latex)
    if isinstance(e, Outcome):
        return ("the outcome", e.name, e.space)
    if isinstance(e, AppliedUndef):
        sort = tuple(a.space if isinstance(a, Outcome) else "a number" for a in e.args)
        return ("the function", e.func.__name__, sort)
    return sign_of(e)


def words_of(thing: Thing) -> str:
    """A thing in words, for a person who has to tell it from another."""
    kind, name, *rest = thing
    if not rest:
        return f"{kind} {name}"
    if kind == "the outcome":
        return f"{kind} {name} of {rest[0]}"
    if kind == "the function":
        return f"{kind} {name} of {', '.join(rest[0])}"
    low, high, natural, latex = rest
    bounds = [f"{'above' if strict else 'at least'} {b}" for b, strict in ([low] if low else [])]
    bounds += [f"{'below' if strict else 'at most'} {b}" for b, strict in ([high] if high else [])]
    domain = ", ".join([*(["a natural number"] if natural else []), *bounds]) or "any real number"
    return f"{kind} {name} ({domain}; printed {latex})"


def printed(latex: str) -> str:
    """LaTeX without what does not show, so that two spellings of one sign are one."""
    return INVISIBLE.sub("", tidy_name(latex)).replace(r"^\prime", "'")


@cache
def names_of(thing: Thing) -> frozenset[str]:
    """How a thing is called: in plain text, and in print."""
    kind, name = thing[:2]
    if len(thing) == 2:
        return frozenset(SIGNS.get(name, {name}))
    if kind == "the function" and name == "e":  # e(k) is told from e^k by its brackets
        return frozenset({printed(latex_of_name(name))})
    latex = thing[5] if kind == "the parameter" else latex_of_name(name)
    return frozenset({name, printed(latex)})


def things_in(x: object, seen: set[int], outcomes: set[Outcome] | None = None) -> Iterator[Thing]:
    """What is named in an expression, or in all expressions of a step; each part is looked at once.  Outcomes are put
    into a set too, where one is given."""
    stack = [x]
    while stack:
        e = stack.pop()
        if isinstance(e, Basic):
            if id(e) in seen:
                continue
            seen.add(id(e))
            thing = thing_of(e)
            if thing is not None:
                yield thing
            if outcomes is not None and isinstance(e, Outcome):
                outcomes.add(e)
            if isinstance(e, Parameter):
                stack += [b for end in (e.lower, e.upper) if end for b in end if isinstance(b, Expr)]
            stack += e.args
        elif isinstance(e, tuple | list):
            stack += e


# what is named in an expression, and its outcomes, by identity: variants of a theorem share its hypotheses
_things: dict[int, tuple[Basic, tuple[Thing, ...], frozenset[Outcome]]] = {}
KEPT = 50_000  # expressions


def things_of(x: object) -> tuple[Iterable[Thing], frozenset[Outcome]]:
    """What is named in an expression or a step, in the order in which it is met, and the outcomes in an expression; kept
    of an expression."""
    if not isinstance(x, Basic):
        return things_in(x, set()), frozenset()
    found = _things.get(id(x))
    if found is None:
        if len(_things) > KEPT:
            _things.clear()
        outcomes: set[Outcome] = set()
        things = tuple(things_in(x, set(), outcomes))
        found = _things[id(x)] = (x, things, frozenset(outcomes))
    return found[1:]


def whole(thing: Thing) -> Thing:
    """All that tells a thing from others."""
    return thing


def bare(thing: Thing) -> Thing:
    """The kind of a thing, its name and how it is printed: a step may use a lemma's name at another domain, as the
    kernel knows it by its name alone and learns nothing from the domain.
    """
    return thing[0], thing[1], thing[5] if thing[0] == "the parameter" else ""


def check_printed(title: str, expressions: Iterable[object], same: Callable[[Thing], Thing] = whole) -> None:
    """StatementError where one name, in plain text or in print, stands for two things, or one thing has two names."""
    known: set[Thing] = set()
    called: dict[str, Thing] = {}
    outcomes: set[Outcome] = set()
    for e in expressions:
        things, within = things_of(e)
        outcomes |= within
        for thing in things:
            if thing in known:
                continue
            known.add(thing)
            check_name(thing[1], thing[0])
            for name in sorted(names_of(thing)):
                other = called.setdefault(name, thing)
                if same(other) != same(thing):
                    raise StatementError(
                        f"in {title!r} {words_of(other)} and {words_of(thing)} are both called {name}; give one of "
                        "them another name"
                    )
    _check_outputs(title, known, outcomes)


def seen_outcomes(expressions: Iterable[object]) -> set[Outcome]:
    """The outcomes that occur in expressions or steps."""
    return {o for e in expressions for o in things_of(e)[1]}


def drawn(outcomes: Iterable[Outcome]) -> frozenset[str]:
    """The letters of outcomes that are drawn: Y for y."""
    return frozenset(o.name[:1].upper() + o.name[1:] for o in outcomes)


def _check_outputs(title: str, known: Iterable[Thing], outcomes: set[Outcome]) -> None:
    """StatementError where a name is that of a set of outcomes, or is printed like an outcome that is drawn."""
    sets = frozenset(o.space for o in outcomes)
    for thing in known:
        kind, name = thing[:2]
        shown = printed(thing[5]) if kind == "the parameter" else name
        if kind in ("the parameter", "the function", "the outcome") and (
            name in sets or (shown != name and shown in sets | drawn(outcomes))
        ):
            raise StatementError(
                f"in {title!r} {words_of(thing)} is called like the outcomes, or like one that is drawn; give it another name"
            )


def check_events(title: str, said: Iterable[Basic], laws: Iterable[str]) -> None:
    """StatementError where a law stands for an event: an event is a set, which the statement has to bind."""
    free = set(laws)
    events = {m.args[0] for thing in said for m in parts_of(thing, Mass)}
    called = {e.func.__name__ for e in events if isinstance(e, AppliedUndef)} | {"S"}
    if meant := sorted(free & called):
        raise StatementError(
            f"{title!r} does not say for which events {meant[0]} it is meant: EveryEvent({meant[0]}(y), ...) says it of every "
            "set of outcomes; a law needs another letter"
        )


def expressions_in(x: object) -> Iterator[Basic]:
    """The expressions of steps; those of the theorems that they use are not among them."""
    if isinstance(x, Basic):
        yield x
    elif isinstance(x, tuple | list):
        for part in x:
            yield from expressions_in(part)
    elif not isinstance(x, type):
        for name in parts_with_expressions(type(x)):
            yield from expressions_in(getattr(x, name))


_fields: dict[type, tuple[str, ...]] = {}  # of each class


def parts_with_expressions(kind: type) -> tuple[str, ...]:
    """The fields of a step, or of what is kept in one; of a use of a theorem none is looked into."""
    if kind not in _fields:
        known = is_dataclass(kind) and kind.__name__ != "Use"
        _fields[kind] = tuple(f.name for f in fields(kind)) if known else ()
    return _fields[kind]
