"""The classes of functions that have only a name: sympy's, of which what is asked most is computed once.

sympy compares two such classes by building the set of the numbers of arguments that each takes, whenever two functions at
arguments are compared, and again for a hash.  Of the classes made here that is done once, when they are made: it depends on
what a class never changes.  They are equal to sympy's own of the same name and kind, and have their hash.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable

from sympy.core.function import UndefinedFunction


class NamedFunction(UndefinedFunction):
    """The class of the classes of such functions."""

    told: int
    class_key: Callable[[], tuple]

    def __init__(cls, *args: object, **said: object) -> None:
        super().__init__(*args, **said)
        key = cls.class_key()
        cls.class_key = staticmethod(lambda: key)
        cls.told = UndefinedFunction.__hash__(cls)

    def __hash__(cls) -> int:
        return cls.told

    def __eq__(cls, other: object) -> bool:
        return cls is other or (
            isinstance(other, UndefinedFunction)
            and cls.class_key() == other.class_key()
            and cls._kwargs == other._kwargs
        )

    def __ne__(cls, other: object) -> bool:
        return not cls == other


def made_again(name: str, said: dict[str, object]) -> NamedFunction:
    """The class of this name of which that is said."""
    return NamedFunction(name, **said)


def taken_apart(
    function: NamedFunction,
) -> tuple[Callable[..., NamedFunction], tuple[str, dict[str, object]]]:
    """How such a class is pickled, which only its maker can say."""
    return made_again, (function.name, function._kwargs)  # noqa: SLF001 as sympy pickles its own


copyreg.pickle(NamedFunction, taken_apart)
