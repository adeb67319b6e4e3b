"""Names that an author gives to long terms of a theorem, for the page only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sympy import Basic, Expr
from sympy.core.function import AppliedUndef

from dpsym.language.errors import StatementError
from dpsym.language.expressions import Number, Outcome, Parameter, exact, parts_of
from dpsym.language.names import bare, check_printed, drawn, seen_outcomes


def named_terms(
    title: str, define: Mapping[Basic, Number], parameters: Iterable[Parameter], things: Iterable[Basic]
) -> dict[Basic, Expr]:
    """The names with their terms; StatementError where a name is none, or hides what its term depends on.

    A name is a parameter or a function of letters.  The letters of its term are those of the function, or parameters of
    the statement: a letter that a quantifier binds may not be hidden.
    """
    if not define:
        return {}
    free = set(parameters)
    things = tuple(things)
    taken = {s.name for t in things for s in (*parts_of(t, Parameter), *parts_of(t, Outcome))}
    taken |= {a.func.__name__ for t in things for a in parts_of(t, AppliedUndef)}
    taken |= drawn(seen_outcomes(things))
    found: dict[Basic, Expr] = {}
    for name, value in define.items():
        term = exact(value, f"the term that {name} names")
        if not isinstance(name, Parameter | AppliedUndef):
            raise StatementError(
                f"{title!r} names a term by {name}: write a parameter, or F(x) with its letters"
            )
        letters = set(name.args) if isinstance(name, AppliedUndef) else set()
        if not all(isinstance(a, Parameter | Outcome) for a in letters):
            raise StatementError(f"{title!r} names a term by {name}: its arguments are letters")
        if hidden := sorted(s.name for s in term.free_symbols - letters - free if s.name in taken):
            raise StatementError(
                f"{name} names a term that depends on {', '.join(hidden)}: write {name}(...)"
            )
        if (name.name if isinstance(name, Parameter) else name.func.__name__) in taken:
            raise StatementError(
                f"{name} stands for something else in {title!r}, and cannot name a term of it"
            )
        found[name] = term
    check_printed(title, (*things, *found), bare)
    return found
