"""Candidate points for a statement: exact values of the parameters, exact pairs of laws, simplest first.

Nothing here decides anything; a candidate counts only after `dpsym.prove.decide` has evaluated the statement
at it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import permutations, product

import sympy
from flint import fmpq
from sympy import Basic, Expr
from sympy.core.function import AppliedUndef

from dpsym import deadline
from dpsym.language import expressions as e
from dpsym.language.notions import PBDP, ZCDP, GaussianDP, RenyiDP
from dpsym.language.statements import Point
from dpsym.prove import decide
from dpsym.prove.decide import Closure, Env
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Value


def rationals(text: str) -> list[fmpq]:
    """The numbers of a line: "1 1/2 3"."""
    return [fmpq(*(int(k) for k in word.split("/"))) for word in text.split()]


RATIOS = rationals("2 4 3 3/2 9/4 9 5/4 16 10 1 100 101/100 1000 8 6/5 1000000")
UNIT = rationals(
    "1/2 1/4 1/10 3/4 1/3 2/3 1/100 9/10 0 1 1/5 2/5 99/100 1/20 1/1000 4/5 3/5 1/1000000 999/1000"
)
POSITIVE = rationals("1 2 1/2 3 1/4 4 1/10 10 3/2 1/100 100 0 5 1/3 1/1000 1000 20 1/1000000")


# ------------------------------------------------------------------------------------------- writing points
def as_expr(value: Value) -> Expr | None:
    """A rational or logarithm as a sympy number."""
    if isinstance(value, fmpq):
        return sympy.Rational(int(value.p), int(value.q))
    if isinstance(value, n.Log):
        parts = [as_expr(k) * sympy.log(as_expr(b)) for b, k in value.terms]
        return sympy.Add(as_expr(value.const), *parts)
    return None


# --------------------------------------------------------------------------------------- what names stand for
def exponent_scales(things: Sequence[Basic]) -> dict[e.Parameter, int]:
    """Parameters that stand in exponents or are compared with a loss, with the least k such that all
    exponents are whole multiples of parameter/k (e^{eps/2} and tanh(eps/4) give k = 2)."""
    found: dict[e.Parameter, int] = {}
    terms = [x for thing in things for exponent, k in _exponents(thing) for x in _multiples(exponent, k)]
    for names, k in sorted(terms, key=lambda x: len(x[0])):  # of a product the last, if none stands alone
        once = [s for s in names if names.count(s) == 1]
        for s in [s for s in once if s in found] or once[-1:]:
            found[s] = math.lcm(found.get(s, 1), k)
    orders = [m.args[0] for t in things for m in t.atoms(e.RenyiMoment)]
    orders += [t.budget[0] for t in things if isinstance(t, RenyiDP)]
    for order in orders:  # orders are best simple numbers, though exponentials have them in their exponents
        found.pop(order, None)
    return found


def _multiples(
    exponent: Basic, factor: int, others: tuple[e.Parameter, ...] = ()
) -> Iterator[tuple[tuple[e.Parameter, ...], int]]:
    """The parameters of each term of an exponent, with the divisor of its rational coefficient."""
    for term in exponent.args if isinstance(exponent, sympy.Add) else [exponent]:
        coefficient, rest = decide.multiple_of(term)
        names = (*others, *(f for f in rest if isinstance(f, e.Parameter)))
        sums = [f for f in rest if isinstance(f, sympy.Add)]
        for f in sums:
            yield from _multiples(f, factor, names)
        if not sums:
            yield names, int((factor * coefficient).q)


def _exponents(thing: Basic) -> Iterator[tuple[Basic, int]]:
    """What stands in exponents, with the number of times it does; as a budget or a bound of a loss too."""
    once, twice = 1, 2
    if isinstance(thing, sympy.exp | sympy.sinh | sympy.cosh | e.HockeyStick):
        yield thing.args[0], once
    elif isinstance(thing, sympy.tanh):
        yield thing.args[0], twice
    elif isinstance(thing, e.Notion) and thing.budget and not isinstance(thing, ZCDP):
        yield thing.budget[1 if isinstance(thing, RenyiDP) else 0], once
    elif isinstance(thing, e.Within) and isinstance(thing.args[0], e.Loss):
        yield thing.args[1], once
    elif isinstance(thing, sympy.core.relational.Relational):
        compared = any(isinstance(a, e.Loss) for a in thing.args)
        yield from ((a, once) for a in thing.args if compared)
    for a in thing.args:
        yield from _exponents(a)


def divergence_budgets(given: Sequence[Basic]) -> set[Basic]:
    """Parameters that bound a Rényi divergence: their value follows from the pair and the order."""
    found: set[Basic] = set()
    for g in given:
        if isinstance(g, RenyiDP):
            found.add(g.budget[1])
        for r in g.atoms(sympy.core.relational.Relational):
            if isinstance(r.args[0], e.RenyiMoment) and isinstance(r.args[1], sympy.exp):
                found |= {x for x in sympy.Mul.make_args(r.args[1].args[0]) if isinstance(x, e.Parameter)}
    return found


def mentions_laws(thing: Basic) -> bool:
    """Whether the expression speaks of a law, of a function or of an outcome."""
    return bool(thing.atoms(AppliedUndef)) or thing.has(e.Outcome)


MOST_VALUES = 50_000  # of parameters that are tried in search of some that meet all conditions
WRITTEN = 100_000  # the largest exponent, of 2, of a number that is written out as a fraction
DEAR = 12  # places at which a quantified number is looked at, or more


class OutOfWork(Exception):
    """The work that a search may do is used up."""


def cost(formula: Basic) -> int:
    """About how many evaluations of a simple relation one of the formula takes."""
    tests = any(f.func.__name__ not in ("P", "Q") for f in formula.atoms(AppliedUndef))
    return 1 + 40 * formula.has(GaussianDP) + 3 * (tests or formula.has(PBDP)) + 2 * formula.has(ZCDP)


def seen(formula: Basic, env: Env) -> bool | None:
    """What a look in floats says of a formula; it is no reason to accept a point, only to leave one out."""
    look = decide.look_of(formula)
    return None if look is None else look(env)


def looked_at_first(formula: Basic) -> Closure:
    """Whether a formula holds at a point: exactly, except where floats see that it does not."""
    exact, look = decide.truth_of(formula), decide.look_of(formula)
    if look is None or not any(a.args for a in formula.args):  # names and numbers are compared at once
        return exact
    return lambda env: False if look(env) is False else exact(env)


@lru_cache(4096)
def weight(formula: Basic) -> int:
    """The cost with the numbers and functions over which the formula quantifies: each is looked at in many places."""
    return cost(formula) * DEAR ** _nested(formula)


def _nested(formula: Basic) -> int:
    """How many numbers and functions are quantified one inside the other."""
    inside = max((_nested(a) for a in formula.args), default=0)
    if not isinstance(formula, e.ForAll | e.Exists):
        return inside
    return inside + sum(not isinstance(v, e.Outcome) for v in formula.args[0])


@dataclass
class Task:
    """A statement prepared for the search: closures, and the order in which its parameters are given
    values."""

    given: tuple[Basic, ...]
    claim: Basic
    parameters: tuple[e.Parameter, ...]
    laws: tuple[str, ...]
    plain: list[tuple[frozenset, Closure]] = field(init=False)  # conditions on parameters, and of which
    hypotheses: list[tuple[Basic, Closure]] = field(init=False)
    conclusion: Closure = field(init=False)
    tried: int = 0
    patience: float = math.inf  # work that is left, counted in evaluations of a simple relation
    counts_all: bool = (
        False  # whether points outside of the parameters' conditions, and quantifiers, are counted too
    )
    costs: dict[Basic, int] = field(init=False)
    simple: dict[tuple[e.Parameter, Hashable, Hashable], list[Value]] = field(
        init=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        plain = [g for g in self.given if not mentions_laws(g)]
        plain += [c for s in self.parameters for c in s.conditions]
        self.plain = [(frozenset(c.free_symbols), looked_at_first(c)) for c in plain]
        self.hypotheses = [(g, decide.truth_of(g)) for g in self.given if mentions_laws(g)]
        self.conclusion = decide.truth_of(self.claim)
        self.costs = {f: cost(f) for f in (*self.given, self.claim)}

    @cached_property
    def scales(self) -> dict[e.Parameter, int]:
        """The parameters that stand in exponents, with the least k of which all exponents are multiples of parameter/k."""
        found = exponent_scales([*self.given, self.claim])
        return {s: k for s, k in found.items() if s in self.parameters}

    def spend(self, formula: Basic, times: int = 1) -> None:
        """Count an evaluation; OutOfWork when the search may go on no longer."""
        work = times * (weight(formula) if self.counts_all else self.costs[formula])
        deadline.spend(work * deadline.EVALUATION)
        self.patience -= work
        if self.patience < 0:
            raise OutOfWork

    @cached_property
    def order(self) -> list[e.Parameter]:
        """Exponents first, then what the hypotheses about laws mention, then the rest; never before a
        bound."""
        in_laws = set().union(*(g.free_symbols for g, _ in self.hypotheses), set())
        budgets = divergence_budgets(self.given)
        left = sorted(
            self.parameters,
            key=lambda s: 1.5 if s in budgets else 0 if s in self.scales else 1 if s in in_laws else 2,
        )
        done: list[e.Parameter] = []
        while left:
            for s in left:
                needs = set().union(*(c.free_symbols for c in s.conditions), set()) - {s}
                if needs <= set(done) | (needs - set(self.parameters)):
                    break
            else:
                s = left[0]
            done.append(s)
            left.remove(s)
        return done

    def admissible(self, env: Env, new: e.Parameter | None) -> bool:
        """Whether the conditions on parameters that are complete (and mention `new`) hold."""
        if self.counts_all:
            deadline.spend(deadline.CONDITION)
            self.patience -= 1
            if self.patience < 0:
                raise OutOfWork
        for symbols, closure in self.plain:
            complete = (new is None or new in symbols) and all(s in env.values for s in symbols)
            if complete and closure(env) is not True:
                return False
        return True

    def possible(self, env: Env) -> bool:
        """Whether the conditions that mention no parameter hold."""
        return all(closure(env) is True for symbols, closure in self.plain if not symbols)

    def satisfied(self, env: Env, known: dict[Basic, bool | None] | None = None) -> bool:
        """Whether every hypothesis about the laws holds, exactly; `known` has what is known of formulas at the point, and
        takes what is found."""
        known = {} if known is None else known
        try:
            for formula, closure in self.hypotheses:
                self.spend(formula)
                if formula not in known:
                    known[formula] = None  # where it cannot be evaluated
                    known[formula] = False if seen(formula, env) is False else closure(env)
                if known[formula] is not True:
                    return False
            return True
        except n.NotRational:
            return False

    def fails(self, env: Env) -> bool:
        """Whether the point satisfies all hypotheses and contradicts the claim, exactly."""
        self.tried += 1
        self.spend(self.claim)
        try:
            if seen(self.claim, env) is True or self.conclusion(env) is not False:
                return False
        except n.NotRational:
            return False
        return decide.laws_are_distributions(env, self.laws) and self.satisfied(env)

    def point(self, env: Env) -> Point | None:
        """The point of an Env, or None where a value has no closed form."""
        at = tuple((s, as_expr(env.values[s])) for s in self.parameters if s in env.values)
        laws = tuple((name, tuple(as_expr(m) for m in env.laws[name])) for name in self.laws)
        if any(v is None for _, v in at) or any(m is None for _, masses in laws for m in masses):
            return None
        return Point(at, laws)


# ------------------------------------------------------------------------------------------ parameter values
def log_of(ratio: fmpq, scale: int) -> Value:
    """scale times the logarithm of a positive rational, exactly."""
    return n.make_log(ZERO, ((ratio, fmpq(scale)),))


def simple_values(task: Task, symbol: e.Parameter, env: Env) -> list[Value]:
    """Simple values of a parameter inside its domain (its bounds read in `env`), in order of simplicity."""
    low, _, high, _ = decide.bounds_of(symbol)(env)
    if low is None or high is None:
        return []
    if not all(isinstance(v, fmpq | n.Inf | n.Log) for v in (low, high)):  # others are no keys
        return _simple_values(task, symbol, low, high, env)
    place = symbol, key_of(low), key_of(high)
    found = task.simple.get(place)
    if found is None:
        found = task.simple[place] = _simple_values(task, symbol, low, high, env)
    return found


def _simple_values(task: Task, symbol: e.Parameter, low: Value, high: Value, env: Env) -> list[Value]:
    found: list[Value] = []
    if symbol.integer_valued:
        first = int(low.ceil()) if isinstance(low, fmpq) else 1
        found = [fmpq(k) for k in (*range(first, first + 6), first + 9, first + 19, first + 99)]
    elif symbol in task.scales:
        scale = task.scales[symbol]
        base = low if isinstance(low, n.Log) else ZERO
        found = [n.plus(base, log_of(r, scale)) for r in RATIOS]
        if scale > 1:
            found += [n.plus(base, log_of(r, 1)) for r in RATIOS[:4]]
        if isinstance(low, fmpq) and low != 0:
            found = [n.plus(low, v) for v in found] + found
        if isinstance(high, n.Log):
            found = [
                n.times(fmpq(1, 2), n.plus(base, high)),
                *found,
                *(n.minus(high, log_of(r, scale)) for r in RATIOS),
            ]
            found += [n.over(high, fmpq(k)) for k in (3, 4, 10)] + [
                n.times(fmpq(k - 1, k), high) for k in (3, 4, 10)
            ]
        if low is n.MINUS_OO:
            found = [v for u in found for v in (u, n.times(fmpq(-1), u))]
        found += [low, high, ONE, fmpq(1, 2), fmpq(2), fmpq(1, 10), fmpq(10), fmpq(1, 100)]
    else:
        if isinstance(low, fmpq) and isinstance(high, fmpq):
            if low == 0 and high == 1:
                found = list(UNIT)
            else:
                width = high - low
                found = [low + width * x for x in UNIT]
                found = [v for pair in zip(found, UNIT, strict=True) for v in pair]
        elif not isinstance(low, n.Inf):
            start = low if low != 0 else ZERO
            found = [n.plus(start, x) for x in POSITIVE]
            if not isinstance(low, fmpq) or low != 0:
                found = [v for pair in zip(found, POSITIVE, strict=True) for v in pair]
        elif not isinstance(high, n.Inf):
            found = [n.minus(high, x) for x in POSITIVE]
        else:
            found = [v for x in POSITIVE for v in ((x, -x) if x != 0 else (x,))]
        if not isinstance(low, n.Inf | fmpq) or not isinstance(high, n.Inf | fmpq):
            found += [x for x in (low, high) if not isinstance(x, n.Inf)]
    return unique(v for v in found if v is not None and decide.in_domain(symbol, v, env) is True)


def corner_points(task: Task, limit: int) -> Iterator[Env]:
    """Points with every parameter at an end of its domain, or at 0, 1 or 2: where a relation meets its bound."""
    env = Env({}, {})

    def ends(symbol: e.Parameter) -> list[Value]:
        low, _, high, _ = decide.bounds_of(symbol)(env)
        found = [v for v in (low, high, ZERO, ONE, fmpq(2)) if v is not None and not isinstance(v, n.Inf)]
        return unique(v for v in found if decide.in_domain(symbol, v, env) is True)

    yield from assignments(task, env, ends, limit)


def assignments(
    task: Task, env: Env, values: Callable[[e.Parameter], Iterable[Value]], most: int
) -> Iterator[Env]:
    """The point with values for all parameters, one after the other, as far as the conditions on them hold; so many."""
    left = most

    def go(k: int) -> Iterator[Env]:
        nonlocal left
        if k == len(task.order):
            left -= 1
            yield env
            return
        symbol = task.order[k]
        for value in values(symbol):
            if left <= 0:
                break
            env.values[symbol] = value
            if task.admissible(env, symbol):
                yield from go(k + 1)
        env.values.pop(symbol, None)

    if task.order or task.admissible(env, None):
        yield from go(0)


def unique(values: Iterable[Value]) -> list[Value]:
    """Values without repetition (rationals and logarithms by their form)."""
    seen: dict[Hashable, Value] = {}
    for v in values:
        seen.setdefault(key_of(v), v)
    return list(seen.values())


def key_of(v: Value) -> Hashable:
    """What rationals, logarithms and infinities are told apart by, others by identity: FLINT's rationals are slow keys."""
    if isinstance(v, fmpq):
        return int(v.p), int(v.q)
    if isinstance(v, n.Log):
        return (key_of(v.const), *((key_of(b), key_of(k)) for b, k in v.terms))
    return v.up if isinstance(v, n.Inf) else id(v)


def parameter_points(task: Task, env: Env, limit: int, fixed: dict | None = None) -> Iterator[Env]:
    """Envs with all parameters set, by rising total rank of the values; the same Env object each time.

    Conditions that hardly any values meet end the search after MOST_VALUES of them.
    """
    order = [s for s in task.order if s not in (fixed or {})]
    exhausted = False
    count = looked_at = 0

    def level(k: int, rank: int) -> Iterator[Env]:
        nonlocal exhausted, looked_at
        if k == len(order):
            if rank == 0:
                exhausted = False
                yield env
            return
        values = simple_values(task, order[k], env)
        last = k == len(order) - 1
        for i, v in enumerate(values):
            if i > rank or (last and i != rank):
                if i > rank:
                    exhausted = False
                    break
                continue
            looked_at += 1
            if looked_at > MOST_VALUES:
                break
            env.values[order[k]] = v
            if task.admissible(env, order[k]):
                yield from level(k + 1, rank - i)
            elif i + 1 < len(values):
                exhausted = False
        env.values.pop(order[k], None)

    for rank in range(60 if task.possible(env) else 0):
        exhausted = True
        for _ in level(0, rank):
            if fixed and not (_set_fixed(env, fixed) and task.admissible(env, None)):
                continue
            count += 1
            yield env
            if count >= limit:
                return
        if (exhausted and rank > 25) or looked_at > MOST_VALUES:
            return


def _set_fixed(env: Env, fixed: dict | None) -> bool:
    """Set the parameters whose values are given (perhaps in terms of others)."""
    left = dict(fixed or {})
    for symbol in left:
        env.values.pop(symbol, None)
    while left:
        ready = [s for s, (needs, _) in left.items() if all(x in env.values for x in needs)]
        if not ready:
            return False
        for s in ready:
            value = left.pop(s)[1](env)
            if value is None:
                return False
            env.values[s] = value
    return True


def random_rational(rng: random.Random, low: Value, high: Value) -> fmpq:
    """A rational between two bounds, at one of several scales."""
    z = fmpq(rng.randint(1, 60), rng.choice((1, 3, 7, 10, 29, 50))) * fmpq(
        rng.choice((1, 1, 4)), rng.choice((1, 1, 5, 40))
    )
    low, high = (_rational_bound(b) for b in (low, high))
    if low is not None and high is not None:
        return low + (high - low) * z / (1 + z)
    if low is not None:
        return low + z
    return high - z if high is not None else z * rng.choice((1, -1))


def _rational_bound(b: Value) -> fmpq | None:
    if isinstance(b, fmpq):
        return b
    return None if b is None or isinstance(b, n.Inf) else fraction_near(b)


def fraction_near(x: Value) -> fmpq | None:
    """A fraction near a finite number; None for a number that is too large or too small to be written out as one."""
    ball = n.enclosed(x, 64)
    middle = ball.mid()
    if not ball.is_finite() or abs(int(middle.man_exp()[1])) >= WRITTEN:
        return None
    return middle.fmpq()


def random_parameters(task: Task, env: Env, rng: random.Random, skip: Sequence = ()) -> bool:
    """Set the parameters to random values of their domains; False when a condition failed."""
    for symbol in task.order:
        if symbol in skip:
            continue
        low, _, high, _ = decide.bounds_of(symbol)(env)
        if low is None or high is None:
            return False
        value: Value
        if symbol.integer_valued:
            value = fmpq(rng.choice((1, 2, 3, 4, 5, 8, 12, 30)) - 1) + (
                low.ceil() if isinstance(low, fmpq) else 1
            )
        elif rng.random() < 0.15:
            values = simple_values(task, symbol, env)
            value = rng.choice(values) if values else ZERO
        elif symbol in task.scales:
            lo, hi = (_rational_exp(b, task.scales[symbol]) for b in (low, high))
            if lo is None or hi is None:
                return False
            value = log_of(random_rational(rng, lo, hi), task.scales[symbol])
            if isinstance(value, n.Log) and value.terms[0][0] <= 0:
                return False
        else:
            value = random_rational(rng, low, high)
        env.values[symbol] = value
        if decide.in_domain(symbol, value, env) is not True or not task.admissible(env, symbol):
            return False
    return True


def _rational_exp(b: Value, scale: int) -> Value:
    if isinstance(b, n.Inf):
        return b if b.up else ZERO
    if isinstance(b, fmpq | n.Log):
        v = n.exponential(n.over(b, fmpq(scale)))
        return v if isinstance(v, fmpq) else fraction_near(v)
    return fraction_near(n.exponential(b))


# ---------------------------------------------------------------------------------------------------- pairs
def partitions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as an ordered sum of `parts` naturals."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in partitions(total - first, parts - 1):
            yield (first, *rest)


def pairs_of_denominator(size: int, denominator: int) -> Iterator[tuple[list[fmpq], list[fmpq]]]:
    """Pairs of laws on `size` outcomes with the least common denominator `denominator`, each up to
    relabelling and without an outcome that both exclude."""
    rows = list(partitions(denominator, size))
    for one in rows:
        if list(one) != sorted(one, reverse=True):
            continue
        for two in rows:
            if math.gcd(denominator, *one, *two) != 1 or any(
                a == b == 0 for a, b in zip(one, two, strict=True)
            ):
                continue
            if any(
                a == c and b < d
                for (a, b), (c, d) in zip(
                    zip(one, two, strict=True), list(zip(one, two, strict=True))[1:], strict=False
                )
            ):
                continue
            if one == two and size > 1:
                continue
            yield [fmpq(a, denominator) for a in one], [fmpq(b, denominator) for b in two]


def structured_pairs() -> Iterator[tuple[list[fmpq], list[fmpq]]]:
    """The pairs of the textbooks: randomised response, a leak, mirrored atoms beside a common one, and
    their mixture."""
    weights = rationals("1/2 1/4 1/5 1/10 1/3 1/9 4/9 2/3 1/16 1/100")
    levels = rationals("1/4 1/10 1/2 1/3 1/100 1/5")
    for w in weights[:3]:
        yield [1 / (1 + w), w / (1 + w)], [w / (1 + w), 1 / (1 + w)]
    for d, k in (
        (fmpq(1, 10), 100),
        (fmpq(1, 4), 100),
        (fmpq(1, 10), 10**4),
    ):  # a rare output with a large loss
        yield [d, 1 - d], [d / k, 1 - d / k]
    for w in weights[3:]:
        yield [1 / (1 + w), w / (1 + w)], [w / (1 + w), 1 / (1 + w)]
    for d in levels:
        yield [d, 1 - d], [ZERO, ONE]
        yield [1 - d, d, ZERO], [1 - d, ZERO, d]
    for d, w in product(levels, weights):
        if d * (1 + w) <= 1:
            rest = 1 - d * (1 + w)
            yield [rest, d, d * w], [rest, d * w, d]
            yield [1 - d, d], [1 - d * w, d * w]
    for d, w in product(levels[:3], weights[:4]):
        middle = 1 - d
        yield (
            [d, middle / (1 + w), middle * w / (1 + w), ZERO],
            [ZERO, middle * w / (1 + w), middle / (1 + w), d],
        )
        one, two = d / 2, (1 - d) / (1 + w)
        rest = 1 - one * (1 + w) - two
        if rest >= 0:
            yield [one, one * w, two, rest], [one * w, one, two, rest]


def simple_pairs() -> Iterator[tuple[list[fmpq], list[fmpq]]]:
    """Pairs of laws, simplest first: two outcomes of small denominator, the textbook pairs, three and four
    outcomes."""
    for d in range(1, 5):
        yield from pairs_of_denominator(2, d)
    yield from structured_pairs()
    for d in (5, 6, 3, 4):
        yield from pairs_of_denominator(2 if d > 4 else 3, d)
    for d in (7, 8, 9, 10):
        yield from pairs_of_denominator(2, d)
    yield from pairs_of_denominator(3, 5)
    yield from pairs_of_denominator(4, 4)
    for d in (11, 12, 16, 20):
        yield from pairs_of_denominator(2, d)
    yield from pairs_of_denominator(3, 6)


def random_law(
    rng: random.Random, size: int, near: Sequence[fmpq] | None = None, ratios: Sequence[fmpq] = ()
) -> list[fmpq]:
    """A random law; with `near`, some masses are those of `near` times a ratio, or equal, or 0."""
    masses: list[fmpq] = []
    for i in range(size):
        kind = rng.random()
        if near is not None and kind < 0.5 and ratios:
            masses.append(near[i] * rng.choice(ratios))
        elif kind > 0.85:
            masses.append(ZERO)
        else:
            masses.append(fmpq(rng.randint(1, 12), rng.choice((1, 1, 2, 10, 100))))
    if near is not None and rng.random() < 0.6:
        # keep the planted ratios: scale down into 1 and let one outcome take the rest
        total = sum(masses[:-1], ZERO)
        if total <= 1:
            return [*masses[:-1], 1 - total]
    total = sum(masses, ZERO)
    if total == 0:
        return [ONE, *([ZERO] * (size - 1))]
    return [m / total for m in masses]


def law_tuples(names: Sequence[str]) -> Iterator[dict[str, list[fmpq]]]:
    """Laws for each name, simplest first: pairs for two, pairs repeated or mixed for more."""
    if len(names) == 1:
        for size, d in ((2, 1), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (2, 10), (4, 4), (3, 6)):
            for row in partitions(d, size):
                yield {names[0]: [fmpq(k, d) for k in row]}
        return
    if len(names) == 2:
        for a, b in simple_pairs():
            yield {names[0]: a, names[1]: b}
            if a != b[::-1] or len(a) > 2:
                yield {names[0]: b, names[1]: a}
        return
    basic = list(structured_pairs())[:12] + [p for d in range(1, 4) for p in pairs_of_denominator(2, d)]
    singles = unique_laws([x for p in basic for x in p if len(x) == 2])
    for one, two in simple_pairs_of_two():
        for order in (
            sorted(set(permutations((one, two) * ((len(names) + 1) // 2), len(names))))
            if len(names) <= 4
            else ()
        ):
            yield {name: list(x) for name, x in zip(names, order, strict=True)}
    for combination in product(singles[:8], repeat=len(names)):
        yield {name: list(masses) for name, masses in zip(names, combination, strict=True)}


def simple_pairs_of_two() -> Iterator[tuple[tuple, tuple]]:
    """Simple pairs of laws on two outcomes."""
    for a, b in list(structured_pairs())[:12]:
        if len(a) == 2:
            yield tuple(a), tuple(b)


def unique_laws(laws: list[list[fmpq]]) -> list[list[fmpq]]:
    """The laws without repetitions, in their order."""
    return [list(x) for x in dict.fromkeys(tuple(law) for law in laws)]
