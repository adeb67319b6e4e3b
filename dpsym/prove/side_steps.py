"""Steps that tell a reader nothing: what stands in a derivation for the search alone, if it does not need it either.

A proof on paper does not say that e^(-eps) is positive, that e^(-eps) e^eps = 1, or that a hypothesis about every y holds
at y.  Only the look of a step is judged here; whether the search needs it is for `minimise` to find.
"""

from __future__ import annotations

from sympy import Add, Basic, Eq, Expr, Mul
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.language import AllOf, Between, ForAll, HockeyStick, Mass, Probability, Total
from dpsym.language.steps import Have, Piece, Specialise
from dpsym.prove.library.forms import canon

FUNCTIONALS = (HockeyStick, Mass, Probability, Total)


def says_nothing(piece: Piece) -> str:
    """What a step says where a reader sees that at once: the sign of a term, an identity, a hypothesis at its own names;
    else "".  Steps that name a theorem, a method, or steps of their own are the author's."""
    if isinstance(piece, Specialise):
        return "a hypothesis at its own names" if at_own_names(piece) else ""
    if not isinstance(piece, Have) or any(
        (piece.by, piece.derivation, piece.split, piece.hints, piece.method)
    ):
        return ""
    if is_sign(piece.fact):
        return "the sign of a term"
    return "an identity" if is_identity(piece.fact) else ""


def at_own_names(step: Specialise) -> bool:
    """Whether what is supposed for every y is read at y; what a notion says of an event is worth a line."""
    return isinstance(step.of, ForAll) and all(
        k == v or (k.is_Symbol and v.is_Symbol and str(k) == str(v)) for k, v in step.at
    )


def is_sign(fact: Basic) -> bool:
    """Whether a fact compares a term that has its sign on its face with numbers."""
    if isinstance(fact, AllOf):
        return all(map(is_sign, fact.args))
    if isinstance(fact, Between):
        low, inside, high = fact.args
        return low.is_number and high.is_number and has_sign(inside)
    if not isinstance(fact, Relational) or isinstance(fact, Eq):
        return False
    numbers = [a for a in fact.args if a.is_number]
    terms = [a for a in fact.args if not a.is_number]
    return len(numbers) == 1 and has_sign(terms[0])


def has_sign(term: Expr) -> bool:
    """Whether a term is a product with at most one sum in it, and that of few letters, and speaks of no functional."""
    sums = [a for a in Mul.make_args(term) if isinstance(a, Add)]
    short = all(len(a.args) <= 3 and not a.atoms(AppliedUndef) for a in sums)
    return short and len(sums) <= 1 and not term.has(*FUNCTIONALS)


def is_identity(fact: Basic) -> bool:
    """Whether both sides of an equation are one term but for the order of sums and products, and what cancels in it."""
    return isinstance(fact, Eq) and canon(fact.args[0]) == canon(fact.args[1])
