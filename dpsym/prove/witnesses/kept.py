"""Points as data for the store, and certificates about points: what comes back from a store is only a suggestion.

A point is read with a closed list of operations, the formula it stands for is computed anew from it, and the kernel has
to accept the certificate for that very formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf

import sympy
from sympy import Basic

from dpsym.kernel import Refused, check
from dpsym.kernel.terms import Json, Sort, names
from dpsym.language import Indicator, Parameter, Phi_inv, Point, StatementError, Theorem
from dpsym.prove.proof.script import Stored, Stuck, Term
from dpsym.prove.witnesses.witness import begun, ended, nothing_false, shown

OPERATIONS: Json = {
    kind.__name__: kind
    for kind in (
        sympy.Add, sympy.Mul, sympy.Pow, sympy.exp, sympy.log, sympy.erf, sympy.tanh, sympy.sinh, sympy.cosh, sympy.Abs,
        Phi_inv, sympy.Max, sympy.Min, sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt, sympy.Eq, sympy.Ne,
    )
}  # fmt: skip
CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "true": sympy.true, "false": sympy.false}


# What is raised by reading data that have not the shape in which they were put away: parts are missing, or of another kind.
SPOILED = (ValueError, KeyError, IndexError, TypeError, AttributeError, ArithmeticError)
MISFITS = (
    Stuck,
    Refused,
    RecursionError,
    StatementError,
    TypeError,
    ValueError,
    ArithmeticError,
)  # of a stored point that does not fit the statement


class NotKept(Exception):
    """A value that the store has no words for."""


def number_text(x: sympy.Rational) -> str:
    """The digits of an exact number: what sympy's printer says, without the printer."""
    return str(x.p) if x.q == 1 else f"{x.p}/{x.q}"


def put_away(x: Basic) -> Json | list | str | int:
    """An expression as JSON data; NotKept for what has no such form."""
    if isinstance(x, sympy.Rational):
        return number_text(x)
    for name, value in CONSTANTS.items():
        if x is value:
            return [name]
    if isinstance(x, sympy.Symbol):
        return ["name", x.name]
    if isinstance(x, sympy.Lambda):
        return ["Lambda", [v.name for v in x.variables], put_away(x.expr)]
    if isinstance(x, sympy.Piecewise):
        return ["Piecewise", *([put_away(a) for a in piece.args] for piece in x.args)]
    if isinstance(x, Indicator):
        return ["Indicator", put_away(x.args[0])]
    name = type(x).__name__
    if OPERATIONS.get(name) is not type(x):
        raise NotKept(name)
    return [name, *map(put_away, x.args)]


def taken_out(data: Stored, depth: int = 0) -> Basic:
    """The expression that `put_away` wrote, in the same form; ValueError or TypeError for anything else."""
    if depth > 60:
        raise ValueError("nested too deep")
    if isinstance(data, str):
        if len(data) > 2000:
            raise ValueError("too long a number")
        above, _, below = data.partition("/")
        if below and not int(below):
            raise ValueError("not a number")
        return sympy.Rational(int(above), int(below or "1"))
    name, *rest = data
    if name in CONSTANTS and not rest:
        return CONSTANTS[name]
    if name == "name":
        return Parameter(str(rest[0]))
    if name == "Lambda":
        return sympy.Lambda(tuple(Parameter(str(v)) for v in rest[0]), taken_out(rest[1], depth + 1))
    inner = lambda parts: [taken_out(a, depth + 1) for a in parts]  # noqa: E731
    if name == "Piecewise":
        return sympy.Piecewise(*(tuple(inner(piece)) for piece in rest), evaluate=False)
    if name == "Indicator":
        return Indicator(*inner(rest))
    kind = OPERATIONS[name]
    return kind(*inner(rest)) if kind is Phi_inv else kind(*inner(rest), evaluate=False)


def point_data(at: Point) -> Json:
    """A point as JSON data; NotKept where a value has no such form."""
    return {
        "at": [[k.name, put_away(v)] for k, v in at.at],
        "laws": [[name, [put_away(m) for m in masses]] for name, masses in at.laws],
        **({"sizes": dict(at.sizes)} if at.sizes else {}),
    }


def point_from(data: Stored, theorem: Theorem) -> Point | None:
    """The point that `point_data` wrote, with the parameters of the theorem as keys; None for anything else."""
    names = {s.name: s for s in theorem.parameters}
    try:
        at = tuple((names.get(k, Parameter(str(k))), taken_out(v)) for k, v in data["at"])
        laws = tuple((str(name), tuple(map(taken_out, masses))) for name, masses in data["laws"])
        sizes = tuple((str(space), int(size)) for space, size in data.get("sizes", {}).items())
    except SPOILED:
        return None
    return Point(at, laws, "", sizes)


def conjunction(parts: Iterable[Term]) -> Term:
    """All of them as one formula."""
    found = tuple(dict.fromkeys(parts))
    return found[0] if len(found) == 1 else ("and", *found)


def proof_of(
    formula: Term, sig: Mapping[str, Sort], sets: Mapping[str, Sequence[str]], work: float = inf
) -> Json:
    """A certificate of a conjunction about explicit values; Stuck when one of its members is not shown, Refused when
    that takes more than so many steps of the kernel's arithmetic."""
    known, own, members = begun(formula, sig, sets, work)
    nothing_false(known.s, members)
    return ended(known.s, own, members, [shown(known, part, deep=True) for part in members])


def accepted(
    certificate: Stored, formula: Term, sig: Mapping[str, Sort], sets: Mapping[str, Sequence[str]]
) -> bool:
    """Whether the kernel accepts the certificate for this very formula, over these sets and sorts."""
    try:
        checked = check(certificate, {})
    except (Refused, KeyError, TypeError):
        return False
    here = names(formula)
    return (
        checked.claim == formula
        and {k: tuple(v) for k, v in checked.sets.items()} == {k: tuple(v) for k, v in sets.items()}
        and all(checked.sig.get(name) == sort for name, sort in sig.items() if name in here)
    )


def certified(
    formula: Term,
    sig: Mapping[str, Sort],
    sets: Mapping[str, Sequence[str]],
    stored: Stored,
    search: Callable[[], dict],
) -> Json:
    """The stored certificate where the kernel accepts it for the formula, else the one that is found; Stuck, Refused."""
    if isinstance(stored, dict) and accepted(stored, formula, sig, sets):
        return stored
    found = search()
    if not accepted(found, formula, sig, sets):
        raise Stuck("the certificate found is for another formula")
    return found


__all__ = [
    "NotKept", "accepted", "certified", "conjunction", "point_data", "point_from",
    "proof_of", "put_away", "taken_out",
]  # fmt: skip
