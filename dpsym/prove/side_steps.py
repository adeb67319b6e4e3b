"""Steps that tell a reader nothing: what stands in a derivation for the search alone, if it does not need it either.

A proof on paper does not say that e^(-eps) is positive, that e^(-eps) e^eps = 1, or that a hypothesis about every y holds
at y.  Only the look of a step is judged here; whether the search needs it is for `minimise` to find.
"""

from __future__ import annotations

from sympy import Add, Basic, Eq, Ge, Gt, Integer, Le, Lt, Mul, Pow, Rational, erf, exp
from sympy.core.function import AppliedUndef

from dpsym.language import AllOf, Between, Distribution, ForAll, Outcome, Parameter
from dpsym.language.steps import Have, Piece, Specialise
from dpsym.prove.library.forms import canon

UNSEEN, NOT_NEGATIVE, POSITIVE = 0, 1, 2  # what is seen of a term's sign


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
    """Whether the range of a term, or that masses are a law, is supposed for every y and read at y; what privacy says of
    two records, or of an event, is worth a line."""
    named = all(k == v or (k.is_Symbol and v.is_Symbol and str(k) == str(v)) for k, v in step.at)
    return named and isinstance(step.of, ForAll) and is_range(step.of)


def is_range(fact: Basic) -> bool:
    """Whether a fact says that terms lie between numbers, or that masses are a law."""
    if isinstance(fact, Distribution):
        return True
    if isinstance(fact, ForAll):
        return is_range(fact.args[1])
    if isinstance(fact, AllOf):
        return all(map(is_range, fact.args))
    if isinstance(fact, Between):
        return bool(fact.args[0].is_number and fact.args[2].is_number)
    return isinstance(fact, Gt | Ge | Lt | Le) and any(a.is_number for a in fact.args)


def is_sign(fact: Basic) -> bool:
    """Whether a fact says that a term is positive, or not negative, that is so on its face."""
    if isinstance(fact, AllOf):
        return all(map(is_sign, fact.args))
    if not isinstance(fact, Gt | Ge | Lt | Le):
        return False
    more, less = fact.args if isinstance(fact, Gt | Ge) else fact.args[::-1]
    strict = isinstance(fact, Gt | Lt)
    return less == 0 and not more.is_number and sign(more) >= (POSITIVE if strict else NOT_NEGATIVE)


def sign(term: Basic) -> int:
    """POSITIVE or NOT_NEGATIVE where the domains of the letters, and that masses and exponentials are so, give it factor
    by factor; else UNSEEN."""
    if isinstance(term, Rational):
        return POSITIVE if term.p > 0 else NOT_NEGATIVE if term.p == 0 else UNSEEN
    if isinstance(term, Parameter):
        low, strict = term.lower or (Integer(0) if term.integer_valued else Integer(-1), False)
        return POSITIVE if strict and sign(low) >= NOT_NEGATIVE else sign(low)
    if isinstance(term, exp):
        return POSITIVE
    if isinstance(term, Pow):
        base, exponent = term.args
        if not (isinstance(exponent, Rational) and (exponent.p > 0 or sign(base) == POSITIVE)):
            return POSITIVE if sign(base) == POSITIVE else UNSEEN
        return max(sign(base), NOT_NEGATIVE if exponent.p % 2 == 0 else UNSEEN)
    if isinstance(term, AppliedUndef):
        law = getattr(term.func, "law", True) and all(isinstance(a, Outcome) for a in term.args)
        return NOT_NEGATIVE if law else UNSEEN
    if isinstance(term, Mul):
        return min(sign(a) for a in term.args)
    if isinstance(term, Add):
        if len(term.args) == 2 and any(below(-x, y) for x, y in (term.args, term.args[::-1])):
            return POSITIVE
        found = [sign(a) for a in term.args]
        return max(found) if min(found) > UNSEEN else UNSEEN
    return UNSEEN


def below(letter: Basic, bound: Basic) -> bool:
    """Whether the domain of a letter says that it is below this bound."""
    return isinstance(letter, Parameter) and letter.upper == (bound, True)


def is_identity(fact: Basic) -> bool:
    """Whether both sides of an equation are one term but for the order of sums and products, and what cancels in it."""
    return isinstance(fact, Eq) and not fact.has(erf) and canon(fact.args[0]) == canon(fact.args[1])
