"""Statements about one real variable at a point: its domain, values worth a look, and exact cells between roots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise

from flint import fmpq, fmpq_poly

from dpsym import deadline
from dpsym.language import expressions as e
from dpsym.language.truth import first_of
from dpsym.prove.decide.closures import Closure, Env, number_of
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Germ, NotRational, Value

CELLS = 400  # pieces of the line up to which a quantified real is decided


@lru_cache(4096)
def bounds_of(symbol: e.Parameter) -> Closure:
    """The bounds of a parameter's domain as values: (low, strict, high, strict)."""
    lower, upper = symbol.least, symbol.upper
    low = None if lower is None else number_of(lower[0])
    high = None if upper is None else number_of(upper[0])
    return lambda env: (
        n.MINUS_OO if low is None else low(env),
        lower is None or lower[1],
        n.OO if high is None else high(env),
        upper is None or upper[1],
    )


def in_domain(symbol: e.Parameter, value: Value, env: Env) -> bool | None:
    """Whether a value lies in the domain of a parameter (its bounds read in `env`)."""
    low, low_strict, high, high_strict = bounds_of(symbol)(env)
    if symbol.integer_valued and not (isinstance(value, fmpq) and value.q == 1):
        return False
    result: bool | None = True
    for s, strict in ((n.compare(low, value), low_strict), (n.compare(value, high), high_strict)):
        if s is not None and (s > 0 or (s == 0 and strict)):
            return False
        result = None if s is None else result
    return result


def smart_values(symbol: e.Parameter, env: Env) -> Iterator[Value]:
    """Values at which a statement about a pair is likely to change: simple, critical for the pair, near
    the bounds."""
    yield from env.tries.get(symbol.name, ())
    low, _, high, _ = bounds_of(symbol)(env)
    if isinstance(low, fmpq) and isinstance(high, fmpq):
        width = high - low
        parts = [fmpq(1, 2), fmpq(0), fmpq(1), *(fmpq(i, d) for d in (3, 4, 5, 10) for i in range(1, d))]
        small = [fmpq(1, 10**k) for k in (2, 3, 6)]
        yield from (low + width * x for x in [*parts, *small, *(1 - x for x in small)])
    else:
        start = low if isinstance(low, fmpq) else ZERO
        for x in (
            fmpq(1),
            fmpq(2),
            fmpq(1, 2),
            fmpq(3),
            fmpq(1, 10),
            fmpq(10),
            fmpq(0),
            fmpq(1, 100),
            fmpq(100),
        ):
            yield start + x
        if not isinstance(low, fmpq):
            yield from (fmpq(-1), fmpq(-1, 2), fmpq(-3), fmpq(-10))
        for base in (2, 3, 4):
            yield n.make_log(ZERO, ((fmpq(base), ONE),))
    for r in env.ratios:
        s = n.root(r, 2)
        yield n.over(ONE, n.plus(ONE, s))  # the prior at which a loss log r moves the posterior most
        yield fmpq(1) / (1 + r)
        yield n.logarithm(r)


def over_reals(
    symbol: e.Parameter, inner: Closure, special: Closure | None, look: Closure | None = None
) -> Closure:
    """For all values of the name in its domain: exactly over the cells between the roots, else at values worth
    trying, which only refute; where a look sees the statement hold, it is not evaluated."""

    def run(env: Env) -> bool | None:
        saved = env.values.get(symbol)
        try:
            if _nothing_between(symbol, env):
                return True
            if special is not None:
                known = special(env)
                if known is not None:
                    return known
            if symbol.integer_valued:
                return _integers(symbol, inner, env)
            for scale in (0, 1, 2):  # the variable itself, or e to its power, or to half its power
                try:
                    known = _cells(symbol, inner, env, scale)
                    if known is not None:
                        return known
                except NotRational:
                    continue
            return None if simple_counter_value(symbol, inner, env, look) is None else False
        finally:
            env.values[symbol] = saved
            if saved is None:
                env.values.pop(symbol, None)

    return run


def _nothing_between(symbol: e.Parameter, env: Env) -> bool:
    """Whether the domain of a parameter is empty."""
    low, low_strict, high, high_strict = bounds_of(symbol)(env)
    if low is None or high is None or isinstance(low, n.Inf) or isinstance(high, n.Inf):
        return False
    with suppress(NotRational):
        s = n.compare(low, high)
        return s is not None and (s > 0 or (s == 0 and (low_strict or high_strict)))
    return False


def simple_counter_value(symbol: e.Parameter, inner: Closure, env: Env, look: Closure | None = None) -> Value:
    """A simple value of a quantified real at which `inner` is false, which it has in `env` then; None where there is none."""
    for value in smart_values(symbol, env):
        if value is None or isinstance(value, n.Inf) or in_domain(symbol, value, env) is not True:
            continue
        env.values[symbol] = value
        deadline.spend(deadline.EVALUATION)
        if look is not None and look(env) is True:
            continue
        try:
            if inner(env) is False:
                return value
        except NotRational:
            continue
    return None


def counter_value(symbol: e.Parameter, inner: Closure, env: Env) -> Value:
    """A value of a quantified real at which `inner` is false, simple values first."""
    simple = simple_counter_value(symbol, inner, env)
    if simple is not None:
        return simple
    found: list[Value] = []

    def watch(watched: Env) -> bool | None:
        known = inner(watched)
        if known is False:
            value = watched.values[symbol]
            if isinstance(value, n.LogOf) and isinstance(value.value, Germ):
                value = n.make_log(ZERO, ((value.value.here, value.k),))
            found.append(value.here if isinstance(value, Germ) else value)
        return known

    with suppress(NotRational):
        over_reals(symbol, watch, None)(env)
    return found[-1] if found else None


def _integers(symbol: e.Parameter, inner: Closure, env: Env) -> bool | None:
    env.values.pop(symbol, None)
    if inner(env) is True:  # whatever the number is
        return True
    low, strict, high, high_strict = bounds_of(symbol)(env)
    start = (low.floor() + 1 if strict else low.ceil()) if isinstance(low, fmpq) else fmpq(0)
    result: bool | None = (
        True if isinstance(low, fmpq) and isinstance(high, fmpq) and high - low < 1000 else None
    )
    for k in range(int(start), int(start) + 1000):
        if result is None and k > int(start) + 30:
            break
        s = n.compare(fmpq(k), high)
        if s is None or s > 0 or (s == 0 and high_strict):
            break
        env.values[symbol] = fmpq(k)
        deadline.spend(deadline.EVALUATION)
        value = inner(env)
        if value is False:
            return False
        result = None if value is None else result
    return result


def _exponential_bound(b: Value, scale: int) -> Value:
    """e to a bound over the scale."""
    return n.exponential(b if isinstance(b, n.Inf) else n.over(b, fmpq(scale)))


def _cells(symbol: e.Parameter, inner: Closure, env: Env, scale: int = 0) -> bool | None:
    """Decide a statement whose atoms are rational functions of one variable, on the whole domain of the
    variable.

    The statement is evaluated at a sample point with the variable a germ; between the roots of the
    polynomials whose signs were read its truth is constant.  The roots are points of their own.  With a scale
    k the variable is read as k log x, for a statement that is rational in x.
    """
    low, high, ends = _ends(symbol, env, scale)

    def at_point(value: Value) -> bool | None:
        if scale and isinstance(value, fmpq):
            value = n.make_log(ZERO, ((value, fmpq(scale)),))
        elif scale:
            value = n.LogOf(value, fmpq(scale))
        env.values[symbol] = value
        return inner(env)

    def near(sample: fmpq, seen: list[fmpq_poly]) -> bool | None:
        germ = Germ(fmpq_poly([0, 1]), fmpq_poly([1]), sample, seen)
        env.values[symbol] = n.LogOf(germ, fmpq(scale)) if scale else germ
        return inner(env)

    result = first_of(False, map(at_point, ends))
    if result is False or (ends and n.compare(low, high) == 0):
        return result
    between = _between(low, high, near, at_point)
    return None if between and result is None else between


def _ends(symbol: e.Parameter, env: Env, scale: int) -> tuple[Value, Value, list[fmpq]]:
    """The bounds of the variable, or of x where it is scale * log x, and those that belong to the domain; NotRational
    where a bound is no rational."""
    low, low_strict, high, high_strict = bounds_of(symbol)(env)
    if scale:
        low, high = _exponential_bound(low, scale), _exponential_bound(high, scale)
        low_strict = low_strict or symbol.lower is None
    for bound in (low, high):
        if bound is None or not isinstance(bound, fmpq | n.Inf):
            raise NotRational
    return (
        low,
        high,
        [b for b, strict in ((low, low_strict), (high, high_strict)) if isinstance(b, fmpq) and not strict],
    )


def _between(
    low: Value,
    high: Value,
    near: Callable[[fmpq, list[fmpq_poly]], bool | None],
    at_point: Callable[[Value], bool | None],
) -> bool | None:
    """Whether a statement holds in the open interval: `near` a sample, with the polynomials whose signs it reads noted,
    and `at_point`."""
    todo: list[tuple[Value, Value]] = [(low, high)]
    roots: dict[str, list[Value]] = {}
    result: bool | None = True
    for _ in range(CELLS):
        if not todo:
            break
        left, right = todo.pop()
        sample = _inside(left, right)
        if sample is None:
            return None
        seen: list[fmpq_poly] = []
        value = near(sample, seen)
        if value is False:
            return False  # the sample itself is a counter-value
        cuts = _cuts(seen, left, right, roots)
        if value is None and not cuts:
            result = None
            continue
        for one, two in pairwise((left, *cuts, right)):
            if value is None or n.compare(one, sample) != -1 or n.compare(sample, two) != -1:
                todo.append((one, two))
        at_cuts = first_of(False, map(at_point, cuts))
        if at_cuts is False:
            return False
        if len(cuts) > CELLS:
            return None
        result = result if at_cuts else None
    return None if todo else result


def _cuts(seen: list[fmpq_poly], left: Value, right: Value, roots: dict[str, list[Value]]) -> list[Value]:
    """The roots of the polynomials between two values, in order; what is found is kept in `roots`."""
    inside: list[Value] = []
    for poly in {str(p): p for p in seen if p.degree() > 0}.values():
        for factor, _ in poly.factor()[1]:
            key = str(factor)
            if key not in roots:
                roots[key] = n.algebraic_roots(factor)
            inside += [r for r in roots[key] if n.compare(left, r) == -1 and n.compare(r, right) == -1]
    return _distinct(inside)


def _distinct(values: Iterable[Value]) -> list[Value]:
    ordered: list[Value] = []
    for v in values:
        for i, w in enumerate(ordered):
            s = n.compare(v, w)
            if s is None:
                raise NotRational
            if s <= 0:
                if s < 0:
                    ordered.insert(i, v)
                break
        else:
            ordered.append(v)
    return ordered


def _inside(left: Value, right: Value) -> fmpq | None:
    """A simple rational strictly between two values."""
    for bits in (64, 256, 1024):
        low = high = None
        if not isinstance(left, n.Inf):
            low = left if isinstance(left, fmpq) else _outer(left, bits, up=True)
        if not isinstance(right, n.Inf):
            high = right if isinstance(right, fmpq) else _outer(right, bits, up=False)
        if low is None or high is None or low < high:
            return n.simplest_between(low, high)
    return None


def _outer(value: Value, bits: int, up: bool) -> fmpq:
    ball = n.enclosed(value, bits)
    return (ball.upper() if up else ball.lower()).fmpq()
