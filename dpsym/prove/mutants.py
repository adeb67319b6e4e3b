"""Neighbours of a theorem, one small change each: a hypothesis dropped, a relation made strict, a bound made smaller.

Nothing here is known to be false.  `mutants` lists the changes in a fixed order, those that teach most first; whether a
neighbour fails is for `dpsym.prove.near_misses` to find, and for the kernel to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Add, Basic, Eq, Expr, Ge, Gt, Integer, Le, Lt, Mul, Pow, Rational
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.language import (
    AllOf,
    AnyOf,
    Between,
    Distribution,
    EveryEvent,
    Exists,
    ForAll,
    Implication,
    Loss,
    Notion,
    NotSo,
    Parameter,
    StatementError,
    Theorem,
    UnderEachLaw,
    Variant,
    Within,
    as_written,
)

DROPPED, WEAKER, STRICT, SCALED, TERM, NUMBER, EXPONENT = (
    "a hypothesis dropped",
    "a weaker hypothesis",
    "strictly",
    "a smaller bound",
    "a term dropped",
    "another number",
    "another exponent",
)
TEACHES = (DROPPED, WEAKER, STRICT, SCALED, TERM, EXPONENT, NUMBER)  # most first
SHARES = ((Rational(9, 10), "nine tenths of"), (Rational(1, 2), "half of"))
MULTIPLES = ((Rational(11, 10), "eleven tenths of"), (Integer(2), "twice"))
Words = tuple[str | Basic, ...]
Change = tuple[str, Words, Any]  # its kind, what it is in words, what stands in place of the formula
FEW = 3  # of one theorem: numbers that are moved, terms that are dropped


@dataclass(frozen=True)
class Mutant:
    """A neighbour of a theorem that may be false.

    kind     one of TEACHES
    words    what was changed: words, and expressions in between
    variant  the statement
    ladder   mutants with the same ladder make one change by more or less: the nearest comes first, and only one counts
    """

    kind: str
    words: Words
    variant: Variant
    ladder: int


def mutants(theorem: Theorem) -> tuple[Mutant, ...]:
    """The neighbours of a theorem, none twice and none the theorem itself; the same list for the same theorem."""
    with as_written():
        ladders = [*_of_hypotheses(theorem), *_of_domains(theorem), *_of_claim(theorem)]
    rank = {kind: k for k, kind in enumerate(TEACHES)}
    ladders.sort(key=lambda rungs: rank[rungs[0][0]])
    seen: set[Any] = {(theorem.given, theorem.claim)}
    named: set[Words] = set()
    found: list[Mutant] = []
    for n, rungs in enumerate(ladders):
        for kind, words, variant in rungs:
            given = theorem.given if variant.given is None else variant.given
            said = (given, theorem.claim if variant.claim is None else variant.claim)
            if said not in seen:
                seen.add(said)
                if words in named and said[1] != theorem.claim:  # of a claim with several parts
                    words = (*words, ": ", said[1])
                named.add(words)
                found.append(Mutant(kind, words, variant, n))
    return tuple(found)


# ------------------------------------------------------------------------------------------------- hypotheses
def _of_hypotheses(theorem: Theorem) -> Iterator[list[tuple[str, Words, Variant]]]:
    """Each hypothesis left out, and each that says several things with one of them left out."""
    for k, hypothesis in enumerate(theorem.given):
        if hypothesis.has(Distribution):
            continue  # without it the function would be read as another thing
        before, after = theorem.given[:k], theorem.given[k + 1 :]
        yield [(DROPPED, ("without the hypothesis that ", hypothesis), Variant(None, (*before, *after)))]  # type: ignore[arg-type]
        weaker = [
            (kind, words, Variant(None, (*before, new, *after)))  # type: ignore[arg-type]
            for kind, words, new in _weaker(hypothesis)
        ]
        for rung in weaker:
            yield [rung]


def _weaker(formula: Boolean) -> Iterator[Change]:
    """Formulas that follow from one."""
    if isinstance(formula, Lt | Gt):
        weak = (Le if isinstance(formula, Lt) else Ge)(*formula.args)
        yield WEAKER, ("with ", weak, " in place of ", formula), weak
    elif isinstance(formula, AllOf):
        for k, part in enumerate(formula.args):
            rest = (*formula.args[:k], *formula.args[k + 1 :])
            if rest:
                yield DROPPED, ("without ", part), rest[0] if len(rest) == 1 else AllOf(*rest)
    elif isinstance(formula, Between | UnderEachLaw | Notion):
        one, other = formula.definition().args
        how = " in one order of the laws only" if isinstance(formula, Notion) else ""
        if isinstance(formula, Notion):
            yield WEAKER, ("with ", formula, how), one
            yield WEAKER, ("with ", formula, " in the other order of the laws only"), other
        else:
            yield WEAKER, ("with ", one, " only"), one
            yield WEAKER, ("with ", other, " only"), other
    elif isinstance(formula, ForAll) and not isinstance(formula.args[1], Lt | Gt):
        for kind, words, new in _weaker(formula.args[1]):
            yield kind, words, ForAll(tuple(formula.args[0]), new)


# ---------------------------------------------------------------------------------------------------- domains
def _of_domains(theorem: Theorem) -> Iterator[list[tuple[str, Words, Variant]]]:
    """Each bound of a parameter made weak, then left out."""
    fixed = {s for row in theorem.where.values() for m in row for s in m.free_symbols}
    for symbol in theorem.parameters:
        if symbol in fixed:
            continue
        for side in ("lower", "upper"):
            bound = getattr(symbol, side)
            if bound is None or (symbol.integer_valued and side == "lower"):
                continue
            (condition,) = _with_bounds(symbol, **{side: bound, _other(side): None}).bounds
            rungs = []
            if bound[1]:
                weak = _with_bounds(symbol, **{side: (bound[0], False)})
                (said,) = _with_bounds(weak, **{_other(side): None}).bounds
                rungs.append((WEAKER, ("with ", said, " in place of ", condition), weak))
            rungs.append((DROPPED, ("without ", condition), _with_bounds(symbol, **{side: None})))
            with suppress(StatementError):  # a law may be defined for these numbers only
                yield [(kind, words, _with_symbol(theorem, symbol, new)) for kind, words, new in rungs]


def _other(side: str) -> str:
    return "upper" if side == "lower" else "lower"


def _with_bounds(symbol: Parameter, **bounds: Any) -> Parameter:
    """The parameter with other bounds."""
    ends = {"lower": symbol.lower, "upper": symbol.upper, **bounds}
    return Parameter(symbol.name, symbol.latex, symbol.about, integer_valued=symbol.integer_valued, **ends)


def _with_symbol(theorem: Theorem, old: Parameter, new: Parameter) -> Variant:
    """The theorem with a parameter in place of another, also in the domains of other parameters."""
    formulas = (*theorem.given, theorem.claim)
    put: dict[Basic, Basic] = {old: new}
    for _ in range(4):  # a domain may mention a parameter whose own domain mentions the old one
        for symbol in set().union(*(f.atoms(Parameter) for f in formulas)) - put.keys():
            ends = [end and (end[0].xreplace(put), end[1]) for end in (symbol.lower, symbol.upper)]
            if ends != [symbol.lower, symbol.upper]:
                put[symbol] = _with_bounds(symbol, lower=ends[0], upper=ends[1])
    *given, claim = (f.xreplace(put) for f in formulas)
    return Variant(claim, tuple(given))


# ----------------------------------------------------------------------------------------------------- claims
def _of_claim(theorem: Theorem) -> Iterator[list[tuple[str, Words, Variant]]]:
    """Each way to make the claim say more; of the numbers and terms the first few."""
    count = dict.fromkeys(TEACHES, 0)
    for rungs in _stronger(theorem.claim):
        if not rungs:
            continue
        kind = NUMBER if rungs[0][0] == EXPONENT else rungs[0][0]
        count[kind] += 1
        if kind in (NUMBER, TERM) and count[kind] > FEW:
            continue
        yield [(kind, words, Variant(claim)) for kind, words, claim in rungs]


def _stronger(formula: Boolean) -> Iterator[list[Change]]:
    """Ladders of formulas that say more than one, or something else near it."""
    if isinstance(formula, AllOf) and not isinstance(formula, Distribution):
        for part in formula.args:
            yield from _stronger(part)
    elif isinstance(formula, ForAll | Exists):
        variables = tuple(formula.args[0])
        yield from _inside(formula.args[1], lambda body: type(formula)(variables, body))
    elif isinstance(formula, EveryEvent):
        yield from _inside(formula.args[1], lambda body: EveryEvent(formula.args[0], body))
    elif isinstance(formula, Implication):
        supposed, claim = formula.args
        yield [(DROPPED, ("without supposing that ", supposed), claim)]
        for kind, words, new in _weaker(supposed):
            yield [(kind, words, Implication(new, claim))]
        yield from _inside(claim, lambda body: Implication(supposed, body))
    elif isinstance(formula, AnyOf):
        for k, part in enumerate(formula.args):
            rest = (*formula.args[:k], *formula.args[k + 1 :])
            if rest:
                yield [(TERM, ("without the case that ", part), rest[0] if len(rest) == 1 else AnyOf(*rest))]
    elif isinstance(formula, Between):
        yield from _stronger(formula.definition())
    elif isinstance(formula, Within):
        value, bound = formula.args
        yield from _expressions(bound, "the bound", lambda new: Within(value, new))
    elif isinstance(formula, UnderEachLaw):
        yield from _level(formula)
    elif isinstance(formula, Notion):
        yield from _budgets(formula)
    elif isinstance(formula, Le | Lt | Ge | Gt | Eq) and not isinstance(formula, NotSo):
        yield from _relation(formula)


def _inside(formula: Boolean, around: Any) -> Iterator[list[Change]]:
    """The same for a part of a formula."""
    for rungs in _stronger(formula):
        yield [(kind, words, around(new)) for kind, words, new in rungs]


def _level(formula: UnderEachLaw) -> Iterator[list[Change]]:
    """A larger probability: half of what is left to 1 is left."""
    event, level, pair = formula.args
    rest = Add(Integer(1), Mul(Integer(-1), level))
    if isinstance(level, Add) and len(level.args) == 2 and level.args[0] == 1:
        rest = _negated(level.args[1])
    rungs: list[Change] = []
    for share, word in SHARES:
        new = Add(Integer(1), Mul(Integer(-1), share, rest))
        rungs.append((SCALED, (f"with {word} the probability of failure",), UnderEachLaw(event, new, pair)))
    yield rungs


def _negated(x: Expr) -> Expr:
    """d for -d, else -x."""
    if isinstance(x, Mul) and x.args[0] == -1:
        return x.args[1] if len(x.args) == 2 else Mul(*x.args[1:])
    return Mul(Integer(-1), x)


def _budgets(formula: Notion) -> Iterator[list[Change]]:
    """The notion with each part of its budget smaller."""
    budget = formula.budget
    for k, part in enumerate(budget):

        def of(new: Expr, k: int = k) -> Notion:
            return type(formula)(*budget[:k], new, *budget[k + 1 :], pair=formula.pair)

        if part.is_Number and part == 0:
            continue
        which = "the budget" if len(budget) == 1 else ("the first", "the second")[k] + " part of the budget"
        yield from _expressions(part, which, of)


def _relation(formula: Any) -> Iterator[list[Change]]:
    """Strict, with a smaller bound, without a term, with another number."""
    kind, (left, right) = type(formula), formula.args
    if any(isinstance(a, Loss) for a in formula.args):
        other = 1 if isinstance(left, Loss) else 0
        if kind is Eq:
            return
        yield [(STRICT, ("strictly",), {Le: Lt, Ge: Gt}.get(kind, kind)(left, right))]
        yield from _expressions(
            formula.args[other], "the bound", lambda e: kind(*((left, e) if other else (e, right)))
        )
        return
    if kind in (Le, Ge):
        yield [(STRICT, ("strictly",), (Lt if kind is Le else Gt)(left, right))]
    if kind is Eq:
        for k, side in enumerate(formula.args):
            of = lambda e, k=k: Eq(*formula.args[:k], e, *formula.args[k + 1 :])  # noqa: E731
            yield from _terms(side, of)
            yield from _numbers(side, of)
        yield [(SCALED, ("with half of ", right), Eq(left, Rational(1, 2) * right))]
        return
    upper = 0 if kind in (Ge, Gt) else 1  # the side of an upper bound
    bound = 1 - upper if _bounded(formula.args[upper]) and not _bounded(formula.args[1 - upper]) else upper
    if formula.args[bound].is_Number and not formula.args[1 - bound].is_Number:
        bound = 1 - bound
    for k in (bound, 1 - bound):
        of = lambda e, k=k: kind(*formula.args[:k], e, *formula.args[k + 1 :])  # noqa: E731
        side = formula.args[k]
        if k == bound and side != 0:
            shares = SHARES if k == upper else MULTIPLES
            yield [(SCALED, (f"with {word} ", side), of(share * side)) for share, word in shares]
        if k == bound:
            yield from _terms(side, of)
        yield from _numbers(side, of)


def _bounded(e: Expr) -> bool:
    """Whether an expression speaks of laws or functions: it is what is bounded, not the bound."""
    return bool(e.atoms(AppliedUndef))


def _expressions(e: Expr, which: str, around: Any) -> Iterator[list[Change]]:
    """A smaller expression: a share of it, one without a term, one with another number."""
    shares = [(SCALED, (f"with {word} {which}",), around(share * e)) for share, word in SHARES]
    yield shares
    yield from _terms(e, around)
    yield from _numbers(e, around)


def _terms(e: Expr, around: Any) -> Iterator[list[Change]]:
    """A sum without each of its terms."""
    if isinstance(e, Add) and len(e.args) <= 6:
        for k, term in enumerate(e.args):
            rest = (*e.args[:k], *e.args[k + 1 :])
            new = rest[0] if len(rest) == 1 else Add(*rest)
            yield [(TERM, ("without the term ", term), around(new))]


def _numbers(e: Expr, around: Any) -> Iterator[list[Change]]:
    """Each number in an expression moved: by one, or a fraction to its double or half; exponents apart."""
    for number, within, put in _places(e, e, lambda new: (new, new)):
        p, q = number.p, number.q
        is_exponent = isinstance(within, Pow) and within.args[1] == number
        if is_exponent:
            options = [Rational(p - q, q)] if q == 1 else [Integer(1)]
        elif q == 1:
            options = [Integer(p + 1), Integer(p - 1)]
        else:
            options = [Rational(2 * p, q), Rational(p, 2 * q)]
        rungs: list[Change] = []
        for new in options:
            if new not in (0, number):
                whole, part = put(new)
                words = ("with ", part, " in place of ", within)
                rungs.append((EXPONENT if is_exponent else NUMBER, words, around(whole)))
        yield rungs


def _places(e: Basic, within: Basic, put: Any) -> Iterator[tuple[Rational, Basic, Any]]:
    """The numbers in an expression but signs and reciprocals: each with the power, product or sum that it stands in, and
    with what puts another in its place, in the whole and in that part."""
    if isinstance(e, Rational):
        if e not in (0, -1):
            yield e, within, put
        return
    if not isinstance(e, Add | Mul | Pow | sympy.Max | sympy.Min | sympy.Function) or isinstance(
        e, AppliedUndef
    ):
        return
    for k, a in enumerate(e.args):

        def of(new: Basic, k: int = k) -> tuple[Basic, Basic]:
            first = isinstance(e, Pow) and k == 1 and new == 1
            here = e.args[0] if first else e.func(*e.args[:k], new, *e.args[k + 1 :])
            return put(here)[0], here

        if isinstance(a, Rational):
            yield from _places(a, e, of)
        else:
            yield from _places(a, a, lambda new, of=of: (of(new)[0], new))


__all__ = ["Mutant", "mutants"]
