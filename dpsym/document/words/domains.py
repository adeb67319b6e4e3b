"""The hypotheses of a statement as they are printed, and the domains that those about one number alone give to it."""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from sympy import Basic

from dpsym.document.formulas.shapes import conjuncts, in_words
from dpsym.document.words.silence import is_domain
from dpsym.language import expressions as x
from dpsym.language import statements as st


def hypotheses_of(entry: st.Theorem) -> list[Basic]:
    """The parts of the hypotheses, but for what the domains of the parameters say already."""
    return [part for g in entry.given for part in conjuncts(placed(without_domains(g)))]


def domains_of(entry: st.Theorem) -> tuple[x.Parameter, ...]:
    """The parameters of a statement, each over its domain as its page has it."""
    return narrowed(entry.parameters, hypotheses_of(entry))[0]


def narrowed(
    parameters: Sequence[x.Parameter], given: Sequence[Basic]
) -> tuple[tuple[x.Parameter, ...], list[Basic]]:
    """The parameters, each over its domain as the hypotheses make it, and the other hypotheses: `Let ε > 0` in the place of
    `Let ε ≥ 0. Suppose that ε > 0`."""
    domains = {p: p for p in parameters}
    left: list[Basic] = []
    for thing in given:
        parameter, bound = bounded_by_number(thing)
        own = domains.get(parameter) if parameter is not None else None
        if parameter is None or own is None or own.integer_valued or not is_narrower(bound, own):
            left.append(thing)
            continue
        kept = {"above": own.lower, "below": own.upper}
        sides = {
            _SIDE[side, ends[1]]: ends[0] for side, ends in {**kept, **bound}.items() if ends is not None
        }
        domains[parameter] = own.ranging(**sides)
    return tuple(domains[p] for p in parameters), left


_SIDE = {
    ("above", True): "above",
    ("above", False): "at_least",
    ("below", True): "below",
    ("below", False): "at_most",
}
Bound = dict[str, tuple[sympy.Rational, bool]]


def bounded_by_number(thing: Basic) -> tuple[x.Parameter | None, Bound]:
    """The parameter that a relation bounds by a number, and from which side; None where it does not."""
    if not isinstance(thing, sympy.Lt | sympy.Le | sympy.Gt | sympy.Ge):
        return None, {}
    low, high = (thing.args[1], thing.args[0]) if isinstance(thing, sympy.Gt | sympy.Ge) else thing.args
    strict = isinstance(thing, sympy.Lt | sympy.Gt)
    if isinstance(high, x.Parameter) and isinstance(low, sympy.Rational):
        return high, {"above": (low, strict)}
    if isinstance(low, x.Parameter) and isinstance(high, sympy.Rational):
        return low, {"below": (high, strict)}
    return None, {}


def is_narrower(bound: Bound, own: x.Parameter) -> bool:
    """Whether a bound by a number is at least as narrow as that of a parameter on this side, if it has any."""
    ((side, (number, strict)),) = bound.items()
    known = own.lower if side == "above" else own.upper
    if known is None:
        return True
    if not isinstance(known[0], sympy.Rational):
        return False
    difference = number - known[0] if side == "above" else known[0] - number
    return bool(difference > 0 or (difference == 0 and (strict or not known[1])))


def without_domains(thing: Basic) -> Basic:
    """A hypothesis without the parts that only say of a parameter what its declaration says."""
    if in_words(thing):
        return thing
    if isinstance(thing, x.ForAll):
        return x.ForAll(thing.args[0], without_domains(thing.args[1]))
    if not isinstance(thing, x.AllOf):
        return thing
    left = [part for part in conjuncts(thing) if not is_domain(part)]
    if len(left) < 2:
        return left[0] if left else thing
    return x.AllOf(*left)


def placed(thing: Basic) -> Basic:
    """`A_n = P` for `there is a k such that k = n and A_k = P`, where n is a number of the same kind."""
    if not isinstance(thing, x.Exists) or len(thing.args[0]) != 1:
        return thing
    (letter,), parts = thing.args[0], conjuncts(thing.args[1])
    for part in parts if len(parts) > 1 else ():
        values = [a for a in part.args if a != letter] if isinstance(part, sympy.Eq) else []
        if len(values) == 1 and are_alike(letter, values[0]):
            with x.as_written():
                rest = [p.xreplace({letter: values[0]}) for p in parts if p is not part]
                return x.AllOf(*rest) if len(rest) > 1 else rest[0]
    return thing


def are_alike(one: Basic, two: Basic) -> bool:
    """Whether two letters stand for numbers of one kind."""
    if not isinstance(one, x.Parameter) or not isinstance(two, x.Parameter):
        return False
    return (one.least, one.upper, one.integer_valued) == (two.least, two.upper, two.integer_valued)
