"""Canonical forms of expressions, for comparison only: the kernel sees what a theorem or a claim has written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import sympy
from sympy import Add, Basic, Expr, Integer, Le, Lt, Mul, Pow, Rational, evaluate, exp, log
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.language import HockeyStick, Mass, Pair, Probability, RenyiMoment, Total
from dpsym.language.expressions import Expectation, P, Q
from dpsym.language.notions import absolutely_continuous
from dpsym.language.sizes import roughly
from dpsym.reals.exact import LONGEST

FUNCTIONALS = (HockeyStick, RenyiMoment, Total, Probability, Mass, Expectation)
EVALUATED = (
    Add, Mul, Pow, exp, log, sympy.tanh, sympy.sinh, sympy.cosh, sympy.erf, sympy.Max, sympy.Min, sympy.Abs,
)  # fmt: skip
PAIR = Pair()
FINITE = absolutely_continuous(PAIR)
FAR = 8  # an error function differs from 1 by less than 1e-28 there
NONSENSE = (sympy.zoo, sympy.nan, sympy.oo, sympy.I)


class Root(sympy.Function):
    """The square root that is 0 below 0, as one word: what stands under it stays together."""

    nargs = 1


def root_of(x: Expr) -> Expr:
    """The root of a canonical expression."""
    with evaluate(True):
        return sympy.sqrt(x) if x.is_number and x.is_nonnegative else Root(x)


def under_root(x: Basic) -> Expr | None:
    """What stands under a root: of sqrt(x), and of sqrt(x) that is 0 for x <= 0; None where x is no root."""
    if isinstance(x, Pow) and x.args[1] == Rational(1, 2):
        return x.args[0]
    if isinstance(x, sympy.Piecewise) and len(x.args) == 2:
        (zero, edge), (root, _) = x.args
        inner = under_root(root) if isinstance(root, Pow) else None
        if zero == 0 and inner is not None and edge == Le(inner, 0, evaluate=False):
            return inner
    return None


def written(e: Basic, roots: dict[Expr, Expr]) -> Basic:
    """A canonical expression in the language; a root as the claim writes it, where it has it."""
    if not isinstance(e, Basic) or not e.has(Root):
        return e
    if isinstance(e, Root) and e in roots:
        return roots[e]
    args = [written(a, roots) for a in e.args]
    if isinstance(e, Root):
        root = Pow(args[0], Rational(1, 2), evaluate=False)
        return sympy.Piecewise((Integer(0), Le(args[0], 0, evaluate=False)), (root, True), evaluate=False)
    return e.func(*args, evaluate=False) if isinstance(e, Add | Mul | Pow | Relational) else e.func(*args)


@lru_cache(100_000)
def canon(e: Basic) -> Basic:
    """The expression with sums, products and powers in sympy's order, relations as < or <=, a guarded root as one word."""
    if not e.args or isinstance(e, AppliedUndef):
        return e
    with evaluate(True):  # once for all parts: sympy forgets what it keeps wherever this changes
        return _canon(e)


def _canon(e: Basic) -> Basic:
    """The canonical form of what has parts, with sympy's evaluation on."""
    under = under_root(e)
    if under is not None and not under.is_number:
        return root_of(canon(under))
    args = [canon(a) for a in e.args]
    if isinstance(e, Root):
        return root_of(args[0])
    if isinstance(e, sympy.Gt | sympy.Ge):
        return (Lt if isinstance(e, sympy.Gt) else Le)(args[1], args[0], evaluate=False)
    if isinstance(e, EVALUATED) and not is_long_power(e, args) and not any(map(may_cancel, args)):
        try:
            return e.func(*args)
        except (ValueError, TypeError, AttributeError):
            pass
    with evaluate(False):
        return e.func(*args)


def is_long_power(e: Basic, args: Sequence[Basic]) -> bool:
    """Whether it is the power of a number with so many digits that it is better left as it is."""
    if not isinstance(e, Pow) or not all(isinstance(a, Rational) for a in args):
        return False
    base, exponent = args
    return max(int(base.p).bit_length(), int(base.q).bit_length()) * abs(exponent) > LONGEST


@lru_cache(50_000)
def may_cancel(e: Basic) -> bool:
    """Whether there is a sum in which numbers cancel to very many digits: sympy works it out until these tell its sign."""
    if e == sympy.zoo:  # added to others, it has them all looked at
        return True
    sums = e.atoms(Add)
    return any(is_long_exponent(x) for s in sums for x in s.atoms(exp)) or any(
        is_far_out(x) for s in sums if s.is_number for x in s.atoms(sympy.erf)
    )


def is_long_exponent(e: exp) -> bool:
    """Whether an exponential has more digits than one cares to work out."""
    return abs(roughly(e.args[0])) > LONGEST


def is_far_out(e: sympy.erf) -> bool:
    """Whether an error function differs from 1 in its last digits only."""
    return abs(roughly(e.args[0])) > FAR


def at_outcome(e: Basic) -> bool:
    """Whether the masses at one outcome occur outside all totals."""
    if isinstance(e, AppliedUndef):
        return e.func in (P, Q)
    return not isinstance(e, FUNCTIONALS) and any(at_outcome(a) for a in e.args)


@lru_cache(50_000)
def functionals(e: Basic) -> tuple[Basic, ...]:
    """What depends on the pair: totals, and products of masses at the outcome; each once."""
    if not e.atoms(AppliedUndef):
        return ()
    if isinstance(e, (*FUNCTIONALS, AppliedUndef)) or (isinstance(e, Pow) and at_outcome(e)):
        return (e,)
    found: list[Basic] = []
    if isinstance(e, Mul) and any(at_outcome(a) for a in e.args):
        found.append(Mul(*(a for a in e.args if at_outcome(a))))
    for a in e.args:
        if not (isinstance(e, Mul) and at_outcome(a)):
            found += functionals(a)
    return tuple(dict.fromkeys(found))


@lru_cache(50_000)
def size(e: Basic) -> int:
    """How many parts an expression has, itself and those that occur again counted."""
    return 1 + sum(map(size, e.args))


def head(f: Basic) -> str:
    """What a functional or notion is indexed under."""
    if isinstance(f, Mass):
        return "Mass " + "".join(sorted(x.func.__name__ for x in f.args[1].atoms(AppliedUndef)))
    if isinstance(f, Probability):
        return f"Probability {type(f.args[0]).__name__}"
    if isinstance(f, Total):
        return "Total " + " ".join(sorted({type(x).__name__ for x in f.atoms(log, sympy.Abs, sympy.Max)}))
    return type(f).__name__


def put(e: Basic, f: Basic, value: Basic) -> Basic:
    """The expression with a value in place of a functional, canonical where it has changed."""
    if not isinstance(e, Basic) or e == f:
        return value if e == f else e
    if isinstance(e, Mul) and isinstance(f, Mul) and set(f.args) <= set(e.args):
        with evaluate(True):
            return Mul(*(a for a in e.args if a not in f.args), value)
    if not e.args or isinstance(e, FUNCTIONALS):
        return e
    args = [put(a, f, value) for a in e.args]
    if all(new is old for new, old in zip(args, e.args, strict=True)):
        return canon(e)
    with evaluate(False):
        whole = e.func(*args)
    return canon(whole)


def put_in_both(relation: Basic, f: Basic, value: Basic) -> Basic:
    """A relation with a value in place of a functional on both sides."""
    less, more = (put(side, f, value) for side in relation.args)
    return relation.func(less, more, evaluate=False)
