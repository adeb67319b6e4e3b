"""The words of a typed claim: functions, notions, functionals, mechanisms; and which names a person may choose."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection
from fractions import Fraction

from sympy import Eq, Expr, Ge, Gt, Le, Lt, Ne
from sympy.core.relational import Relational

from dpsym.claims.reading.nodes import BARE, COMBINED, CONSTANTS
from dpsym.claims.reading.syntax import error, similar
from dpsym.language import KLDP, PBDP, ZCDP, ApproxDP, GaussianDP, Notion, Phi, ProbDP, PureDP, RenyiDP
from dpsym.language.rounding import laplace_distribution

FUNCTIONS: dict[str, tuple[int, int]] = {  # name -> least and largest number of arguments
    "exp": (1, 1), "log": (1, 1), "ln": (1, 1), "sqrt": (1, 1), "sinh": (1, 1), "cosh": (1, 1), "tanh": (1, 1),
    "erf": (1, 1), "erfc": (1, 1), "Phi": (1, 1), "Phi_inv": (1, 1), "min": (2, 8), "max": (2, 8), "abs": (1, 1),
}  # fmt: skip
NOTIONS: dict[str, tuple[type[Notion], tuple[str, ...]]] = {
    "PureDP": (PureDP, ("eps",)),
    "ApproxDP": (ApproxDP, ("eps", "delta")),
    "ProbDP": (ProbDP, ("eps", "delta")),
    "ZCDP": (ZCDP, ("rho",)),
    "RenyiDP": (RenyiDP, ("alpha", "eps")),
    "GaussianDP": (GaussianDP, ("mu",)),
    "PBDP": (PBDP, ("eps", "delta")),
}
# what may be said of a part of a mechanism that is made of others; the last, which nobody can type, is what `KL <= eps` says
SAID_OF_PARTS: dict[str, tuple[type[Notion], tuple[str, ...]]] = {**NOTIONS, "KL bound": (KLDP, ("eps",))}
FUNCTIONALS: dict[str, tuple[str, ...]] = {
    "Tail": ("eps",), "HockeyStick": ("eps",), "TV": (), "KL": (), "Renyi": ("alpha",), "Power": ("alpha",),
    "Posterior": ("p",), "Odds": ("p",), "Advantage": (),
}  # fmt: skip
RISING = ("exp", "log", "ln", "sqrt", "sinh", "tanh", "erf", "Phi", "Phi_inv", "min", "max")
DISTRIBUTIONS: dict[str, Callable[[Expr], Expr]] = {"Gaussian": Phi, "Laplace": laplace_distribution}
MECHANISMS = ("RandomizedResponse", "Laplace", "Geometric", "Gaussian", "DiscreteGaussian")
GRAMMAR = ("for", "and", "or", "not", "natural", "pi", "e")
MAKE: dict[str, type[Relational]] = {"<=": Le, "<": Lt, ">=": Ge, ">": Gt, "=": Eq, "==": Eq, "!=": Ne}
COMPARE: dict[str, Callable[[Fraction | int, Fraction | int], bool]] = {
    "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "=": operator.eq, "==": operator.eq,
    "!=": operator.ne,
}  # fmt: skip
OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "=": "!=", "==": "!=", "!=": "="}
FLIP = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "=": "=", "==": "==", "!=": "!="}
RESERVED = re.compile(r"(y\d*|z\d*|f|t|S\d*|S_.*|P|Q|M|Y\d*|Z\d*|R|running.*|bound.*|one|exp_.*)\Z")
OUTPUTS = re.compile(r"[yYPQRM]\Z")  # what a statement itself calls its laws, its outcomes and the mechanism
LAWS = re.compile(r"([ABCDGJKLPQRVW](_\d+)?|[fjwx])\Z")  # letters of a claim about mechanisms made of others
OUTPUT = "y"  # an output that a claim names: the same one wherever it stands, any that is possible
AT_OUTPUTS = ("Posterior", "Odds")  # functionals of an output: of every one, or of it as their last argument
INFINITE = ("KL", "Renyi")  # functionals that may be infinite
INFINITE_AT_OUTPUTS = ("Odds",)  # those that are where the second law excludes the output


def count(n: int) -> str:
    """How many arguments, in words."""
    return "no argument" if n == 0 else "1 argument" if n == 1 else f"{n} arguments"


def check_new(name: str, at: int) -> None:
    """NotAClaim where a name that conditions declare has a meaning of its own."""
    if name in GRAMMAR and name not in CONSTANTS:
        raise error(f"'{name}' is a word of the grammar, not a name", at)
    if name in NOTIONS or name in FUNCTIONALS or name in MECHANISMS or name in COMBINED or name in FUNCTIONS:
        raise error(f"'{name}' has a meaning of its own; choose another name", at)


def check_called(name: str, at: int) -> None:
    """NotAClaim where what is written with arguments is no word of claims; said before what is wrong with the arguments."""
    known = [*NOTIONS, *FUNCTIONALS, *FUNCTIONS, *MECHANISMS, *COMBINED]
    if name not in known and name not in SAID_OF_PARTS:
        listed = f"; the notions are {', '.join(NOTIONS)}, and `dpsym claim --words` lists all words"
        raise error(f"'{name}' is not known{similar(name, known) or listed}", at)


def check_known(name: str, at: int, declared: Collection[str]) -> None:
    """NotAClaim where a name that a statement uses is neither declared nor a constant nor a functional."""
    if name in declared or name in CONSTANTS or name in BARE:
        return
    if name in GRAMMAR:
        raise error(f"'{name}' is a word of the grammar, not a name", at)
    if name in NOTIONS or name in FUNCTIONALS:
        names = NOTIONS[name][1] if name in NOTIONS else FUNCTIONALS[name]
        raise error(f"{name} takes {count(len(names))}: {name}({', '.join(names)})", at)
    if name in FUNCTIONS:
        raise error(f"{name} takes {count(FUNCTIONS[name][0])}: {name}(x)", at)
    hint = similar(name, [*declared, "pi", *FUNCTIONALS, *NOTIONS])
    if not hint:
        hint = f"; write its domain in front, for example 'for {name} > 0: ...'"
    raise error(f"'{name}' is not declared{hint}", at)
