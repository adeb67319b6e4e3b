"""False theorems that a kernel with one rule broken on purpose accepts, as Coq files: each has to be refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dpsym.coq import equations
from dpsym.coq.build import Batch
from dpsym.coq.text import CannotExport
from dpsym.coq.theorem import export
from dpsym.kernel import normal, rules
from dpsym.kernel.rules import Checker

BROKEN: dict[str, Callable[[pytest.MonkeyPatch], str | None]] = {}
ONE = {"rule": "arith", "is": ["<=", 0, 1], "terms": [[1, []]]}
X, P = {"x": "R"}, {"y": "Y", "P": ["Y"]}


def written(patch: pytest.MonkeyPatch, sig, claim, *lines) -> str | None:
    """The file that the exporter writes with this kernel, without its own look at normal forms; None where it
    stops."""

    def unchecked(x, s, t):
        return "eq_refl" if x.alike(s) == x.alike(t) else equations.Equation(x).proof(s, t)

    patch.setattr(equations, "equation", unchecked)
    try:
        e = export("false", {"sig": sig, "claim": claim, "lines": list(lines)}, {})
    except CannotExport:
        return None
    return Batch("Broken", (e,), ()).text()


def broken(f):
    BROKEN[f.__name__.replace("_", " ")] = f
    return f


@broken
def have_of_anything(patch):
    patch.setattr(Checker, "same", lambda self, p, q: True)
    return written(patch, X, ["<=", 1, 0], ONE, {"rule": "have", "from": [0], "is": ["<=", 1, 0]})


@broken
def all_i_over_a_hypothesis(patch):
    patch.setattr(Checker, "eigen", lambda *a: None)
    zero = ["=", "x", 0]
    return written(
        patch, X, ["->", zero, ["all", "x", zero]], {"rule": "hyp", "is": zero},
        {"rule": "all_i", "from": [0], "var": "x"}, {"rule": "imp_i", "from": [1], "is": zero},
    )  # fmt: skip


@broken
def sum_over_a_hypothesis(patch):
    patch.setattr(Checker, "eigen", lambda *a: None)
    low = ["<=", ["P", "y"], 0]
    return written(
        patch, P, ["->", low, ["<=", ["sum", "y", ["P", "y"]], ["sum", "y", 0]]], {"rule": "hyp", "is": low},
        {"rule": "sum", "from": [0], "var": "y"}, {"rule": "imp_i", "from": [1], "is": low},
    )  # fmt: skip


def arith_of_anything(patch):
    patch.setitem(rules.RULES, "arith", lambda self, st: (self.formula(st["is"]), ()))


@broken
def a_negative_coefficient(patch):
    arith_of_anything(patch)
    return written(patch, X, ["<=", 1, 0], {"rule": "arith", "is": ["<=", 1, 0], "terms": [["-1", []]]})


@broken
def what_does_not_add_up(patch):
    arith_of_anything(patch)
    return written(patch, X, ["<=", "x", 0], {"rule": "arith", "is": ["<=", "x", 0], "terms": [[1, []]]})


@broken
def an_equation_from_inequalities(patch):
    arith_of_anything(patch)
    return written(patch, X, ["=", 1, 0], {"rule": "arith", "is": ["=", 1, 0], "terms": [[1, []]]})


@broken
def strict_from_a_square(patch):
    arith_of_anything(patch)
    square = ["*", "x", "x"]
    return written(
        patch, X, ["<", 0, square], {"rule": "arith", "is": ["<", 0, square], "terms": [[1, [], "x"]]}
    )


@broken
def x_over_x_is_1(patch):
    inverse = normal.Context.inv

    def inv(self, p):
        if len(p) == 1:
            ((m, c),) = p.items()
            return {normal.mono({f: -e for f, e in m[1:]}): normal.slim(Fraction(1) / c)}
        return inverse(self, p)

    patch.setattr(normal.Context, "inv", inv)
    one = ["=", ["/", "x", "x"], 1]
    return written(patch, X, one, {"rule": "arith", "is": one, "terms": [], "eqs": []})


@broken
def cases_that_keep_no_hypothesis(patch):
    def cases(self, st):
        a, _ = self.args(2)
        self.used = {}
        return a, ()

    patch.setitem(rules.RULES, "cases", cases)
    low = ["<=", "x", 0]
    return written(
        patch, X, low, {"rule": "hyp", "is": low}, {"rule": "cases", "from": [0, 0], "on": ["<=", 0, 1]}
    )  # fmt: skip


@broken
def imp_i_that_drops_all(patch):
    def imp_i(self, st):
        (a,) = self.args(1)
        self.used = {}
        return ("->", self.formula(st["is"]), a), ()

    patch.setitem(rules.RULES, "imp_i", imp_i)
    low = ["<=", "x", 0]
    return written(
        patch, X, ["->", ["<=", 0, 1], low], {"rule": "hyp", "is": low},
        {"rule": "imp_i", "from": [0], "is": ["<=", 0, 1]},
    )  # fmt: skip


@broken
def a_witness_that_depends(patch):
    patch.setattr(Checker, "eigen", lambda *a: None)
    above = ["ex", "z", ["<", "x", "z"]]
    below = ["<", "x", "z"]
    return written(
        patch, {"x": "R", "z": "R", "w": "R"}, ["->", above, below], {"rule": "hyp", "is": above}, {"rule": "hyp", "is": below},
        {"rule": "ex_e", "from": [0, 1], "var": "z"}, {"rule": "imp_i", "from": [2], "is": above},
    )  # fmt: skip


@broken
def exp_log_of_anything(patch):
    patch.setitem(rules.RULES, "exp_log", lambda self, st: (("=", ("exp", ("log", "x")), "x"), ()))
    same = ["=", ["exp", ["log", "x"]], "x"]
    return written(patch, X, same, ONE, {"rule": "exp_log", "from": [0], "of": "x"})


@broken
def an_enclosure_of_anything(patch):
    patch.setitem(rules.RULES, "enclose", lambda self, st: (self.formula(st["is"]), ()))
    low = ["<=", ["exp", 1], 2]
    return written(patch, X, low, {"rule": "enclose", "is": low, "bits": 60})
