"""What a derivation file is written in: parameters, pairs, notions, chains, theorems.  `from dpsym.language import *`."""

from sympy import (
    Abs,
    Eq,
    Integer,
    Lambda,
    Max,
    Min,
    Ne,
    Piecewise,
    Rational,
    Symbol,
    binomial,
    cosh,
    erf,
    exp,
    floor,
    log,
    pi,
    sinh,
    sqrt,
    tanh,
)

from dpsym.language.allocations import redistricting_2020
from dpsym.language.chapters import Chapter, Part
from dpsym.language.errors import StatementError
from dpsym.language.expressions import *  # noqa: F403
from dpsym.language.expressions import __all__ as _expressions
from dpsym.language.families import *  # noqa: F403
from dpsym.language.families import __all__ as _families
from dpsym.language.mechanisms import *  # noqa: F403
from dpsym.language.mechanisms import __all__ as _mechanisms
from dpsym.language.notions import *  # noqa: F403
from dpsym.language.notions import S
from dpsym.language.notions import __all__ as _notions
from dpsym.language.quantities import *  # noqa: F403
from dpsym.language.quantities import __all__ as _quantities
from dpsym.language.statements import *  # noqa: F403
from dpsym.language.statements import __all__ as _statements
from dpsym.language.steps import *  # noqa: F403
from dpsym.language.steps import __all__ as _steps

__all__ = [
    "Abs", "Chapter", "Eq", "Integer", "Lambda", "Max", "Min", "Ne", "Part", "Piecewise", "Rational", "S", "StatementError",
    "Symbol", "binomial", "cosh", "erf", "exp", "floor", "log", "pi", "redistricting_2020", "sinh", "sqrt", "tanh",
    *_expressions, *_families, *_mechanisms, *_notions, *_quantities, *_statements, *_steps,
]  # fmt: skip
