"""The form of a statement: every word of it is the language's own, and every bound name is a name.

What a page prints and what the kernel checks are two readings of one expression.  They agree for the words of the language;
a class that somebody derives from one of them may print one thing and mean another.  So each part of a statement is of a
class of the language or of sympy itself; only a definition of privacy of one's own is let in, and a page that speaks of it
prints what it means.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache

from sympy import Basic, Expr, Integer
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.core.relational import Eq, Le

from dpsym.language import notions
from dpsym.language.errors import StatementError
from dpsym.language.expressions import (
    AllOf,
    AnyOf,
    Distribution,
    EveryEvent,
    Exists,
    Expectation,
    ForAll,
    Mass,
    Notion,
    Outcome,
    Pair,
    Parameter,
    Probability,
    Total,
)
from dpsym.language.function_symbols import NamedFunction
from dpsym.language.quantities import FiniteSum

OURS = ("dpsym.", "sympy.")
OWN = {
    "title",
    "short",
    "adjacency",
    "arity",
    "one_order",
}  # what a definition of privacy of one's own says of itself


@cache
def is_ours(kind: type[Basic]) -> bool:
    """Whether the class is the one that the language, or sympy, has under its name."""
    module = kind.__module__ or ""
    if kind.__mro__[1] is AppliedUndef and type(kind) in (UndefinedFunction, NamedFunction):
        return True
    return module.startswith(OURS) and getattr(sys.modules.get(module), kind.__name__, None) is kind


@cache
def added() -> frozenset[str]:
    """What Python and sympy put into every class that is derived from Notion."""
    return frozenset(vars(type("Empty", (Notion,), {"__doc__": ""})))


@cache
def is_notion_of_ones_own(kind: type[Basic]) -> bool:
    """Whether the class is a definition of privacy that an author adds: it says what it means, and changes nothing else."""
    return (
        kind.__bases__ == (Notion,)
        and type(kind) is type(Notion)
        and vars(kind).keys() <= OWN | added() | {"__annotations__"}
        and isinstance(kind.short, str)
    )


def words_in(short: str) -> str:
    """The letters of a notion's short form: `(%s,%s)\\text{-DP}` is called DP."""
    return re.sub(r"\\(?:text|mathrm|operatorname)\b|[^A-Za-z]", "", short.replace("%s", ""))


def library_notions() -> dict[str, str]:
    """The notions of the language: by name, what each is called in print."""
    found = (
        v for v in vars(notions).values() if isinstance(v, type) and issubclass(v, Notion) and v is not Notion
    )
    return {kind.__name__: words_in(kind.short) for kind in found}


@cache
def check_kind(kind: type[Basic]) -> None:
    """StatementError for a class that is not the language's own, unless it is a notion of the author's with a
    name of its own."""
    if is_ours(kind):  # type: ignore[arg-type]
        return
    if not is_notion_of_ones_own(kind):  # type: ignore[arg-type]
        raise StatementError(
            f"the class {kind.__name__} is none of the language; a statement is written in the language's own words, or in "
            "a notion: a class derived from Notion that has title, short, arity and one_order"
        )
    known = library_notions()
    if kind.__name__ in known or words_in(kind.short) in known.values():
        raise StatementError(
            f"the notion {kind.__name__}, printed {kind.short}, is called like one of the library; give it another name"
        )


def check_names(names: Iterable[Basic], what: str) -> None:
    """Bound names: parameters, outcomes, functions of names; no two alike; no domain speaks of one that is bound after."""
    names = tuple(names)
    if not names:
        raise StatementError(f"{what} binds no name")
    for v in names:
        if isinstance(v, AppliedUndef):
            plain = all(isinstance(a, Parameter | Outcome) for a in v.args) and len(set(v.args)) == len(
                v.args
            )
        else:
            plain = isinstance(v, Parameter | Outcome)
        if not plain:
            raise StatementError(f"{what} binds {v}, which is no name: write a parameter, an outcome or F(x)")
    called = [v.func.__name__ if isinstance(v, AppliedUndef) else v.name for v in names]
    if len(set(called)) < len(called):
        raise StatementError(f"{what} binds one name twice: {', '.join(called)}")
    for i, v in enumerate(names):
        if isinstance(v, Parameter) and (late := domain_names(v) & set(names[i:])):
            raise StatementError(
                f"the domain of {v} speaks of {', '.join(sorted(map(str, late)))}, which is bound after it: bind it before"
            )


def domain_names(v: Parameter) -> set[Basic]:
    """The names of which the domain of a parameter speaks."""
    return {s for end in (v.lower, v.upper) if end for s in end[0].free_symbols}


def check_outcomes(outcomes: Iterable[Basic], what: str) -> None:
    """StatementError unless these are outcomes with different names; `what` begins the message."""
    outcomes = tuple(outcomes)
    if not all(isinstance(o, Outcome) for o in outcomes) or len({o.name for o in outcomes}) < len(outcomes):
        raise StatementError(
            f"{what} runs over {', '.join(map(str, outcomes))}: these have to be outcomes, each with a name of its own"
        )


def binds(e: Basic) -> tuple[Basic, ...]:
    """The names that an expression binds in its parts."""
    if isinstance(e, ForAll | Exists):
        return tuple(e.args[0])
    if isinstance(e, FiniteSum):
        return (e.args[1],)
    return ()


def check_node(e: Basic) -> None:
    """StatementError where the names that this node binds, or its outcomes or masses, are not of the form it
    needs."""
    if isinstance(e, ForAll | Exists):
        check_names(e.args[0], "for all" if isinstance(e, ForAll) else "there is")
    elif isinstance(e, EveryEvent):
        event = e.args[0]
        if not isinstance(event, AppliedUndef):
            raise StatementError(f"every event is said of {event}, which is no event: write S(y)")
        check_outcomes(event.args, f"the event {event}")
    elif isinstance(e, Total):
        check_outcomes(e.outcomes, "a total")
    elif isinstance(e, Pair):
        check_outcomes(e.outcomes, "a pair")
    elif isinstance(e, Probability | Expectation | Mass):
        check_outcomes(e.args[2:], type(e).__name__)
    elif isinstance(e, Distribution):
        check_law(e)
    elif isinstance(e, AllOf | AnyOf):
        if not e.args:
            raise StatementError("a conjunction or an alternative without parts says nothing")
    elif isinstance(e, FiniteSum):
        check_sum(e)


def check_law(e: Distribution) -> None:
    """It is what `distribution` makes: of one mass that it is at least 0 everywhere and that it adds up to 1."""
    every, whole = (*e.args, None, None)[:2]
    if (
        len(e.args) == 2
        and isinstance(every, ForAll)
        and isinstance(every.args[1], Le)
        and isinstance(whole, Eq)
        and every.args[1].args[0] == Integer(0)
        and whole.args[1] == Integer(1)
        and isinstance(total := whole.args[0], Total)
        and total.body == every.args[1].args[1]
        and total.outcomes == tuple(every.args[0])
    ):
        return
    raise StatementError("that something is a law is written distribution(mass, y)")


def check_sum(e: FiniteSum) -> None:
    """A finite sum puts numbers for its name, so nothing inside may bind that name anew, or have it in a domain."""
    body, over, *_ = e.args
    if not isinstance(over, Parameter):
        raise StatementError(f"a finite sum runs over {over}, which is no parameter")
    stack = [body]
    while stack:
        part = stack.pop()
        for v in binds(part):
            named = v.func.__name__ if isinstance(v, AppliedUndef) else v.name
            if named == over.name or (isinstance(v, Parameter) and over in domain_names(v)):
                raise StatementError(
                    f"inside the sum over {over} the name {named} is bound, which is the same or has it in its domain; give "
                    "one of them another name"
                )
        stack += part.args


_well_formed: dict[int, Basic] = {}  # by identity: the variants of a theorem share its hypotheses
KEPT = 50_000  # of them


def check_form(expressions: Iterable[object]) -> None:
    """StatementError where a part of an expression is no word of the language, or binds what is no name."""
    asked = [e for e in expressions if id(e) not in _well_formed]
    stack = list(asked)
    seen: set[int] = set()
    kinds: set[int] = set()  # the class of a function is slow to hash
    while stack:
        e = stack.pop()
        if not isinstance(e, Basic) or id(e) in seen:
            continue
        seen.add(id(e))
        if id(type(e)) not in kinds:
            kinds.add(id(type(e)))
            check_kind(type(e))  # type: ignore[arg-type]
        check_node(e)
        if isinstance(e, Parameter):
            stack += [b for end in (e.lower, e.upper) if end for b in end[:1] if isinstance(b, Expr)]
        stack += e.args
    if len(_well_formed) > KEPT:
        _well_formed.clear()
    _well_formed.update((id(e), e) for e in asked if isinstance(e, Basic))


__all__ = ["check_form", "check_kind", "is_notion_of_ones_own", "is_ours", "library_notions"]
