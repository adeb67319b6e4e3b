"""What theorems say of best tests, by shape: that there is one of every level, and what is so of any such tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sympy import Basic, Expr, Le
from sympy.core.function import AppliedUndef

from dpsym.language import AllOf, Exists, ForAll, Implication, Mass, Parameter, Theorem
from dpsym.language.expressions import Between, y
from dpsym.language.notions import TEST
from dpsym.prove.library.forms import PAIR


@dataclass(frozen=True)
class Quantified:
    """A formula about every test (`every`), or some test, of a level."""

    every: bool
    test: AppliedUndef
    level: Expr
    body: Basic


def quantified(formula: Basic) -> Quantified | None:
    """How a formula speaks of tests of a level; None where it does not."""
    if not isinstance(formula, ForAll | Exists) or len(formula.args[0]) != 1:
        return None
    (test,), body = formula.args
    if not isinstance(test, AppliedUndef):
        return None
    probabilities, every = ForAll((y,), Between(0, test, 1)), isinstance(formula, ForAll)
    if every:
        if not (isinstance(body, Implication) and body.args[0] == probabilities):
            return None
        body = body.args[1]
        if not isinstance(body, Implication):
            return None
        allowed, inner = body.args
    else:
        if not (isinstance(body, AllOf) and len(body.args) == 3 and body.args[0] == probabilities):
            return None
        allowed, inner = body.args[1:]
    if isinstance(allowed, Le) and allowed.args[0] == Mass(test, PAIR.b, y):
        return Quantified(every, test, allowed.args[1], inner)
    return None


def no_more(level: Expr, power: Expr) -> Basic:
    """No test of this level has more power."""
    allowed = Le(Mass(TEST, PAIR.b, y), level, evaluate=False)
    said = Implication(allowed, Le(Mass(TEST, PAIR.a, y), power, evaluate=False))
    return ForAll((TEST,), Implication(ForAll((y,), Between(0, TEST, 1)), said))


@dataclass(frozen=True)
class Existence:
    """A theorem "there is a test of any level, than which none of the level has more power"."""

    name: str
    theorem: Theorem
    test: AppliedUndef
    level: Parameter
    body: Basic

    def at(self, test: AppliedUndef, level: Basic) -> Basic:
        """What it says of a test and a level."""
        return self.body.xreplace({self.test: test, self.level: level})


@dataclass(frozen=True)
class About:
    """A theorem about any best tests: each test of it with its level."""

    name: str
    theorem: Theorem
    tests: tuple[tuple[AppliedUndef, Parameter], ...]


def existence(name: str, theorem: Theorem) -> Existence | None:
    """The theorem as one that says that there are best tests; None where it does not."""
    claim = theorem.claim
    if theorem.given or theorem.where or not isinstance(claim, Exists) or len(claim.args[0]) != 1:
        return None
    (test,), body = claim.args
    for part in body.args if isinstance(body, AllOf) else (body,):
        q = quantified(part)
        if q is not None and q.every and q.level in theorem.parameters:
            return Existence(name, theorem, test, q.level, body)
    return None


def about(name: str, theorem: Theorem, best: Existence) -> About | None:
    """The theorem as one about best tests; None where it is not."""
    claim = theorem.claim
    if theorem.where or not isinstance(claim, ForAll) or not isinstance(claim.args[1], Implication):
        return None
    above, tests = claim.args[1].args[0], tuple(claim.args[0])
    if not all(isinstance(g, AppliedUndef) for g in tests):
        return None
    several = len(tests) > 1 or (isinstance(above, AllOf) and len(above.args) == 1)
    some = Parameter("any_level")
    wanted = best.body.xreplace({best.level: some})
    found: list[tuple[AppliedUndef, Parameter]] = []
    for g, part in zip(tests, above.args if several else (above,), strict=False):
        for a in theorem.parameters:
            here = part.xreplace({g: best.test, a: some})
            if here == wanted or here.args == wanted.args:
                found.append((g, a))
                break
    return About(name, theorem, tuple(found)) if len(found) == len(tests) else None


class BestTests:
    """The theorems about best tests among those of a library."""

    def __init__(self, items: Sequence[tuple[str, Theorem]]) -> None:
        found = (existence(n, t) for n, t in items)
        self.exists = next((e for e in found if e is not None), None)
        self.about: list[About] = []
        if self.exists is not None:
            self.about = [a for n, t in items if (a := about(n, t, self.exists)) is not None]
