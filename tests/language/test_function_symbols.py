"""The classes of named functions are sympy's in all that is asked of them: equality, hash, order, arguments, pickling."""

from __future__ import annotations

import pickle

import pytest
import sympy

from dpsym.language import function
from dpsym.language.function_symbols import NamedFunction

KINDS = ({}, {"real": True}, {"real": True, "law": False, "about": "numbers"}, {"real": True, "index": 2})
x, y = sympy.symbols("x y")


@pytest.mark.parametrize("said", KINDS)
def test_it_is_equal_to_sympys_of_the_same_name_and_kind(said: dict) -> None:
    ours, theirs = NamedFunction("f", **said), sympy.Function("f", **said)
    assert ours == theirs and theirs == ours and (ours != theirs, theirs != ours) == (False, False)
    assert hash(ours) == hash(theirs) and {ours: 1}[theirs] == 1
    assert ours(x) == theirs(x) and hash(ours(x)) == hash(theirs(x)) and ours(x) != ours(y)
    assert ours.nargs == theirs.nargs and ours.class_key() == theirs.class_key()
    assert ours(x).sort_key() == theirs(x).sort_key()


@pytest.mark.parametrize("said", KINDS)
def test_it_is_pickled_with_all_that_is_said_of_it(said: dict) -> None:
    ours = NamedFunction("f", **said)
    back = pickle.loads(pickle.dumps(ours))
    assert (
        type(back) is NamedFunction and back == ours and pickle.loads(pickle.dumps(ours(x, y))) == ours(x, y)
    )


def test_another_name_or_kind_is_another_function() -> None:
    kinds = [NamedFunction(name, **said) for name in ("f", "g") for said in KINDS]
    assert len(set(kinds)) == len(kinds)
    assert all((a == b) is (a is b) for a in kinds for b in kinds)
    assert function("F") == function("F") != function("F", law=False) and function("F") != "F"


def test_one_that_takes_a_certain_number_of_arguments_is_another() -> None:
    one, any_number = NamedFunction("f", nargs=1), NamedFunction("f")
    assert one != any_number == sympy.Function("f") != one and one == sympy.Function("f", nargs=1)
