"""Neighbours of a theorem, one small change each: a hypothesis dropped, a relation made strict, a bound made smaller.

Nothing here is known to be false.  `mutants` lists the changes in a fixed order, those that teach most first; whether a
neighbour fails is for `dpsym.prove.variants.near_misses` to find, and for the kernel to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice

import sympy
from sympy import Add, Basic, Eq, Expr, Ge, Gt, Integer, Le, Lt, Mul, Pow, Rational
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
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
Made = Callable[[], tuple[Words, Basic | Variant]]
Around = Callable[[Basic], Basic | Variant]  # what a part stands in, of that part
Put = Callable[[Basic], tuple[Basic, Basic]]  # the whole, and the part, with another number in its place
Change = tuple[str, Made]  # its kind; what it is in words, and what it makes of the formula
Built = Callable[[], tuple[Words, Variant]]
Whole = tuple[str, Built] | tuple[str, Built, Built]  # the same of a theorem; and where alone that can fail
FEW = 3  # of one theorem: numbers that are moved, terms that are dropped
MANY = 24  # changes of one claim


@dataclass(frozen=True)
class Mutant:
    """A neighbour of a theorem that may be false.

    kind        one of TEACHES
    hypotheses  whether hypotheses or domains are changed; else the claim is
    ladder      mutants with the same ladder make one change by more or less: the nearest comes first, and only one counts
    build       what was changed, and the statement
    news        where a domain is wider, the statement on what is new there: elsewhere it holds with the theorem
    """

    kind: str
    hypotheses: bool
    ladder: int
    build: Built
    news: Built | None = None

    @cached_property
    def _built(self) -> tuple[Words, Variant]:
        with as_written():
            return self.build()

    @property
    def words(self) -> Words:
        """What was changed: words, and expressions in between."""
        return self._built[0]

    @property
    def variant(self) -> Variant:
        """The statement; StatementError where there is none, as a law is defined for some numbers only."""
        return self._built[1]

    @property
    def narrow(self) -> Variant:
        """A statement that fails where this one does, for fewer numbers if that is known."""
        if self.news is None:
            return self.variant
        with as_written():
            return self.news()[1]


def mutants(theorem: Theorem) -> tuple[Mutant, ...]:
    """The neighbours of a theorem; the same list for the same theorem."""
    with as_written():
        weaker = [*_of_hypotheses(theorem), *_of_domains(theorem)]
        ladders = [(True, rungs) for rungs in weaker] + [(False, rungs) for rungs in _of_claim(theorem)]
    rank = {kind: k for k, kind in enumerate(TEACHES)}
    ladders.sort(key=lambda ladder: rank[ladder[1][0][0]])
    return tuple(
        Mutant(kind, hypotheses, n, *built)
        for n, (hypotheses, rungs) in enumerate(ladders)
        for kind, *built in rungs
    )


# ------------------------------------------------------------------------------------------------- hypotheses
def _of_hypotheses(theorem: Theorem) -> Iterator[list[Whole]]:
    """Each hypothesis left out, and each that says several things with one of them left out."""

    def whole(words: Words, given: tuple[Boolean, ...]) -> tuple[Words, Variant]:
        return words, Variant(None, given)

    for k, hypothesis in enumerate(theorem.given):
        if hypothesis.has(Distribution):
            continue  # without it the function would be read as another thing
        before, after = theorem.given[:k], theorem.given[k + 1 :]
        said = ("without the hypothesis that ", hypothesis)
        yield [(DROPPED, partial(whole, said, (*before, *after)))]
        for kind, made in _weaker(hypothesis):

            def of(
                made: Made = made, before: tuple[Boolean, ...] = before, after: tuple[Boolean, ...] = after
            ) -> tuple[Words, Variant]:
                words, new = made()
                return whole(words, (*before, new, *after))

            yield [(kind, of)]


def _weaker(formula: Boolean) -> Iterator[Change]:
    """Formulas that follow from one."""
    if isinstance(formula, Lt | Gt):
        weak = (Le if isinstance(formula, Lt) else Ge)(*formula.args)
        yield WEAKER, _made(("with ", weak, " in place of ", formula), weak)
    elif isinstance(formula, AllOf):
        for k, part in enumerate(formula.args):
            rest = (*formula.args[:k], *formula.args[k + 1 :])
            if rest:
                yield DROPPED, _made(("without ", part), rest[0] if len(rest) == 1 else AllOf(*rest))
    elif isinstance(formula, Notion):
        for k, which in enumerate(("one order", "the other order")):
            words = ("with ", formula, f" in {which} of the laws only")
            yield WEAKER, partial(lambda words, k: (words, formula.definition().args[k]), words, k)
    elif isinstance(formula, Between | UnderEachLaw):
        for part in formula.definition().args:
            yield WEAKER, _made(("with ", part, " only"), part)
    elif isinstance(formula, ForAll) and not isinstance(formula.args[1], Lt | Gt):
        variables = tuple(formula.args[0])
        for kind, made in _weaker(formula.args[1]):
            yield kind, _around(made, lambda new: ForAll(variables, new))


def _made(words: Words, formula: Basic) -> Made:
    """A change that is made at once."""
    return lambda: (words, formula)


def _around(made: Made, around: Around) -> Made:
    """The change of a part as one of the whole."""

    def of() -> tuple[Words, Basic | Variant]:
        words, new = made()
        return words, around(new)

    return of


# ---------------------------------------------------------------------------------------------------- domains
def _of_domains(theorem: Theorem) -> Iterator[list[Whole]]:
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
            rungs: list[Whole] = []
            put = partial(_with_symbol, theorem, symbol)
            if bound[1]:
                weak = _with_bounds(symbol, **{side: (bound[0], False)})
                (said,) = _with_bounds(weak, **{_other(side): None}).bounds
                words: Words = ("with ", said, " in place of ", condition)
                end = _with_bounds(symbol, lower=(bound[0], False), upper=(bound[0], False))
                rungs.append((WEAKER, partial(put, weak, words), partial(put, end, words)))
            free = _with_bounds(symbol, **{side: None})
            beyond = _with_bounds(symbol, **{side: None, _other(side): (bound[0], True)})
            words = ("without ", condition)
            rungs.append((DROPPED, partial(put, free, words), partial(put, beyond, words)))
            yield rungs


def _other(side: str) -> str:
    return "upper" if side == "lower" else "lower"


def _with_bounds(symbol: Parameter, **bounds: tuple[Expr, bool] | None) -> Parameter:
    """The parameter with other bounds; where the lower one says of a natural number less than that, without it."""
    ends = {"lower": symbol.lower, "upper": symbol.upper, **bounds}
    same = partial(Parameter, symbol.name, symbol.latex, symbol.about, integer_valued=symbol.integer_valued)
    try:
        return same(**ends)
    except StatementError:
        return same(**{**ends, "lower": None})


def _with_symbol(theorem: Theorem, old: Parameter, new: Parameter, words: Words) -> tuple[Words, Variant]:
    """The theorem with a parameter in place of another, also in the domains of other parameters."""
    formulas = (*theorem.given, theorem.claim)
    named = set().union(*(f.atoms(Parameter) for f in formulas))
    put: dict[Basic, Basic] = {old: new}
    for _ in range(4):  # a domain may mention a parameter whose own domain mentions the old one
        for symbol in named - put.keys():
            ends = [end and (end[0].xreplace(put), end[1]) for end in (symbol.lower, symbol.upper)]
            if ends != [symbol.lower, symbol.upper]:
                put[symbol] = _with_bounds(symbol, lower=ends[0], upper=ends[1])
    *given, claim = (f.xreplace(put) for f in formulas)
    return words, Variant(claim, tuple(given))


# ----------------------------------------------------------------------------------------------------- claims
def _of_claim(theorem: Theorem) -> Iterator[list[Whole]]:
    """Each way to make the claim say more; of the numbers and terms the first few."""
    count = dict.fromkeys(TEACHES, 0)
    for rungs in islice(_stronger(theorem.claim), MANY):
        kind = NUMBER if rungs[0][0] == EXPONENT else rungs[0][0]
        count[kind] += 1
        if kind in (NUMBER, TERM) and count[kind] > FEW:
            continue
        yield [(kind, _around(made, Variant)) for kind, made in rungs]


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
        yield [(DROPPED, _made(("without supposing that ", supposed), claim))]
        for kind, made in _weaker(supposed):
            yield [(kind, _around(made, lambda new: Implication(new, claim)))]
        yield from _inside(claim, lambda body: Implication(supposed, body))
    elif isinstance(formula, AnyOf):
        for k, part in enumerate(formula.args):
            rest = (*formula.args[:k], *formula.args[k + 1 :])
            if rest:
                new = rest[0] if len(rest) == 1 else AnyOf(*rest)
                yield [(TERM, _made(("without the case that ", part), new))]
    elif isinstance(formula, Between):
        yield from _stronger(formula.definition())
    elif isinstance(formula, Within):
        value, bound = formula.args
        yield from _expressions(bound, lambda new: Within(value, new))
    elif isinstance(formula, UnderEachLaw):
        yield _level(formula)
    elif isinstance(formula, Notion):
        yield from _budgets(formula)
    elif isinstance(formula, Le | Lt | Ge | Gt | Eq):
        yield from _relation(formula)


def _inside(formula: Boolean, around: Around) -> Iterator[list[Change]]:
    """The same for a part of a formula."""
    for rungs in _stronger(formula):
        yield [(kind, _around(made, around)) for kind, made in rungs]


def _level(formula: UnderEachLaw) -> list[Change]:
    """A larger probability: half of what is left to 1 is left."""
    event, level, pair = formula.args
    ends_in_failure = isinstance(level, Add) and len(level.args) == 2 and level.args[0] == 1
    rest = level.args[1] if ends_in_failure else Add(Integer(-1), level)
    rungs: list[Change] = []
    for share, word in SHARES:
        new = UnderEachLaw(event, Add(Integer(1), Mul(share, rest)), pair)
        rungs.append((SCALED, _made((f"with {word} the probability of failure",), new)))
    return rungs


def _budgets(formula: Notion) -> Iterator[list[Change]]:
    """The notion with each part of its budget smaller."""
    budget = formula.budget
    for k, part in enumerate(budget):

        def of(new: Expr, k: int = k) -> Notion:
            return type(formula)(*budget[:k], new, *budget[k + 1 :], pair=formula.pair)

        if part != 0:
            yield from _expressions(part, of)


def _relation(formula: Relational) -> Iterator[list[Change]]:
    """Strict, with a smaller bound, without a term, with another number."""
    kind, (left, right) = type(formula), formula.args
    side = lambda k, e: kind(*formula.args[:k], e, *formula.args[k + 1 :])  # noqa: E731
    if kind is Eq:
        if any(isinstance(a, Loss) for a in formula.args):
            return
        for k, e in enumerate(formula.args):
            yield from _terms(e, partial(side, k))
            yield from _numbers(e, partial(side, k))
        yield [(SCALED, _made(("with half of ", right), side(1, _times(Rational(1, 2), right))))]
        return
    if kind in (Le, Ge):
        yield [(STRICT, _made(("strictly",), (Lt if kind is Le else Gt)(left, right)))]
    upper = 0 if kind in (Ge, Gt) else 1  # the side of an upper bound
    if any(isinstance(a, Loss) for a in formula.args):
        k = int(isinstance(left, Loss))
        yield from _expressions(formula.args[k], partial(side, k))
        return
    bound = 1 - upper if _bounded(formula.args[upper]) and not _bounded(formula.args[1 - upper]) else upper
    e = formula.args[bound]
    if e != 0:
        shares = SHARES if bound == upper else MULTIPLES
        yield [(SCALED, _made((f"with {word} ", e), side(bound, _times(share, e)))) for share, word in shares]
    yield from _terms(e, partial(side, bound))
    for k in (bound, 1 - bound):
        yield from _numbers(formula.args[k], partial(side, k))


def _times(share: Rational, e: Expr) -> Expr:
    """A share of an expression; of a number it is one."""
    return Rational(share.p * e.p, share.q * e.q) if isinstance(e, Rational) else Mul(share, e)


def _bounded(e: Expr) -> bool:
    """Whether an expression speaks of laws or functions: it is what is bounded, not the bound."""
    return bool(e.atoms(AppliedUndef))


def _expressions(e: Expr, around: Around) -> Iterator[list[Change]]:
    """A smaller expression: a share of it, one without a term, one with another number."""
    yield [(SCALED, _around(_made((f"with {word} ", e), _times(share, e)), around)) for share, word in SHARES]
    yield from _terms(e, around)
    yield from _numbers(e, around)


def _terms(e: Expr, around: Around) -> Iterator[list[Change]]:
    """A sum without each of its terms."""
    if isinstance(e, Add) and len(e.args) <= 6:
        for k, term in enumerate(e.args):
            rest = (*e.args[:k], *e.args[k + 1 :])
            new = rest[0] if len(rest) == 1 else Add(*rest)
            yield [(TERM, _around(_made(("without the term ", term), new), around))]


def _numbers(e: Expr, around: Around) -> Iterator[list[Change]]:
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

        def made(new: Rational, put: Put = put, within: Basic = within) -> tuple[Words, Basic | Variant]:
            whole, part = put(new)
            return ("with ", part, " in place of ", within), around(whole)

        kind = EXPONENT if is_exponent else NUMBER
        rungs: list[Change] = [(kind, partial(made, new)) for new in options if new not in (0, number)]
        if rungs:
            yield rungs


def _places(e: Basic, within: Basic, put: Put) -> Iterator[tuple[Rational, Basic, Put]]:
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
            yield from _places(a, a, partial(lambda of, new: (of(new)[0], new), of))


__all__ = ["Mutant", "mutants"]
