"""The refuter: exact counterexamples to false statements, simplest first.

A candidate point is proposed by lists of simple values, by z3, by an exact linear program or at random; it
becomes a `Refutation` only when exact evaluation finds every hypothesis true (the domains and that the masses of
laws add up to 1 included) and the claim false.  Not finding one means nothing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from flint import arb, fmpq
from sympy import Basic, Expr
from sympy.core.relational import Relational

from dpsym.language import expressions as e
from dpsym.language.entries import Values
from dpsym.language.notions import ZCDP, ApproxDP, RenyiDP
from dpsym.language.statements import Point, Theorem, free_functions
from dpsym.language.worked_out import worked_out
from dpsym.prove import decide
from dpsym.prove.counterexamples import refute_points as candidates
from dpsym.prove.counterexamples.budget import Budget
from dpsym.prove.counterexamples.refute_points import Task, fraction_near
from dpsym.prove.counterexamples.walk import proposed, stages
from dpsym.prove.decide import Env
from dpsym.prove.verdict import Said
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Value

WITNESSES = 4  # points offered to the kernel


Side = Fraction | arb | None  # the value of a side of a relation; None: it has none


@dataclass(frozen=True)
class Refutation:
    """A point at which a statement is false.

    point      the exact values
    relation   the relation that fails, as it stands in the statement
    left       value of its left side at the point: a Fraction or a ball
    right      the same for the right side
    bound      values of the quantified names at which it fails: (name, value as text)
    check      the check in words, for a person with a pencil
    found      which search proposed the point
    numbers    exact values of those quantified names that are numbers
    """

    point: Point
    relation: Basic
    left: Side
    right: Side
    bound: tuple[tuple[str, str], ...]
    check: tuple[Said, ...]
    found: str = ""
    numbers: Values = ()


def refutations(
    whole: Theorem, budget: Budget | None = None, hint: Point | None = None
) -> Iterator[Refutation]:
    """Points at which a statement is false by exact evaluation, with different parameters, simplest first: at most
    WITNESSES of them.

    `hint` is a point to look at first: it may leave parameters open and may give values in terms of them.  Where laws are
    listed, their masses are those of the statement, and only the parameters are searched.
    """
    budget = budget or Budget()
    task = _task(whole, budget)
    hint = _with_listed(whole, hint or Point()) if whole.where else hint
    seen: set[tuple] = set()
    with suppress(candidates.OutOfWork):
        for at, method in _points(task, budget, hint, listed=bool(whole.where)):
            if at.at in seen:
                continue
            seen.add(at.at)
            left, task.patience = task.patience, math.inf  # what is found is not lost for want of work
            found = explain(task, at if method == "hint" else simplify(task, at), method)
            task.patience = left
            if found is not None:
                yield found
            if len(seen) >= WITNESSES:
                return


def at_hint(whole: Theorem, budget: Budget, hint: Point) -> Iterator[Refutation]:
    """The point that the hint gives, if the statement is false there by exact evaluation."""
    task = _task(whole, budget)
    with suppress(candidates.OutOfWork):
        at = _from_hint(task, _with_listed(whole, hint) if whole.where else hint, budget)
        found = None if at is None else explain(task, at, "hint")
        if found is not None:
            yield found


def _task(whole: Theorem, budget: Budget) -> Task:
    """The statement as a task within the budget."""
    task = Task(whole.given, whole.claim, whole.parameters, whole.laws)
    task.patience, task.counts_all = budget.patience, budget.counts_all and budget.patience < math.inf
    return task


def _with_listed(whole: Theorem, hint: Point) -> Point:
    """The hint with the masses that the statement lists."""
    others = tuple((name, m) for name, m in hint.laws if name not in whole.where)
    return Point(hint.at, (*whole.where.items(), *others), "", hint.sizes)


def _points(task: Task, budget: Budget, hint: Point | None, listed: bool) -> Iterator[tuple[Point, str]]:
    """Points at which the statement fails, each with the search that found it."""
    if hint is not None:
        at = _from_hint(task, hint, budget)
        if at is not None:
            yield at, "hint"
    if listed or set(free_functions((*task.given, task.claim))) - set(task.laws):
        return  # families and sequences of laws are not searched
    quantified = any(x.has(e.ForAll, e.Exists) for x in (*task.given, task.claim))
    if quantified or len(task.laws) > budget.laws:
        budget = budget.quarter()
    for name, points in stages(task, budget) if not task.laws else pair_stages(task, budget):
        for env in points:
            at = task.point(env)
            if at is not None:
                yield at, name


# ---------------------------------------------------------------------------------------------------- stages
def _from_hint(task: Task, hint: Point, budget: Budget) -> Point | None:
    by_name = {s.name: s for s in task.parameters}
    values = {by_name[s.name]: expr for s, expr in hint.at if getattr(s, "name", None) in by_name}
    fixed = {s: (tuple(x.free_symbols), decide.number_of(x)) for s, x in values.items()}
    named = free_functions((*task.given, task.claim))
    laws = {name: [decide.number_of(m) for m in masses] for name, masses in hint.laws if name in named}
    if not set(laws) >= set(task.laws):
        return None
    for env in candidates.parameter_points(task, Env({}, {}), budget.listed, fixed):
        if not _quantified_hint(task, env, hint):
            continue
        masses = {name: [m(env) for m in row] for name, row in laws.items()}
        full = Env(env.values, masses, env.tries, dict(hint.sizes))
        if decide.laws_are_distributions(full, task.laws) and task.fails(full):
            at: tuple[tuple[e.Parameter, Expr], ...] = tuple(
                (s, values[s].subs(()) if s in values else candidates.as_expr(env.values[s]))
                for s in task.parameters
            )
            free = {s: x for s, x in at if s not in values}
            at = tuple((s, x.xreplace(free)) for s, x in at)
            listed = tuple(
                (name, tuple(m.xreplace(_apart_from(m, at)) for m in row))
                for name, row in hint.laws
                if name in laws
            )
            quantified = tuple((s, x) for s, x in hint.at if getattr(s, "name", None) not in by_name)
            return Point((*at, *quantified), listed, hint.note, hint.sizes)
    return None


def _apart_from(mass: Basic, at: Iterable[tuple[Basic, Basic]]) -> dict[Basic, Basic]:
    """The values but for the names that a function of numbers binds itself."""
    bound = set(getattr(mass, "bound_symbols", ()))
    return {s: x for s, x in at if s not in bound}


def _quantified_hint(task: Task, env: Env, hint: Point) -> bool:
    """Values that a hint gives to quantified names are looked at first."""
    free = {s.name for s in task.parameters}
    for s, x in hint.at:
        name = getattr(s, "name", s)
        if name not in free:
            value = decide.number_of(x)(env)
            if value is not None:
                env.tries[name] = (value,)
    return True


def pair_stages(task: Task, budget: Budget) -> Iterator[tuple[str, Iterator[Env]]]:
    """The searches for a statement about pairs of laws, cheapest first: the name of each and the points at
    which it fails."""
    yield "simple pairs", _pairs(task, 0, budget.early, 3)
    yield "z3, two outcomes", proposed(task, budget, 2)
    yield "simple pairs", _pairs(task, budget.early, budget.pairs // 3, 4)
    if budget.programs:
        yield "linear program", _linear_program(task)
    yield "z3, three outcomes", proposed(task, budget, 3)
    yield "simple pairs", _pairs(task, 0, budget.pairs, 6)
    yield "random pairs", _random_pairs(task, budget)


def _pairs(task: Task, start: int, stop: int, width: int) -> Iterator[Env]:
    for i, laws in enumerate(candidates.law_tuples(task.laws)):
        if i >= stop:
            return
        if i < start:
            continue
        yield from completions(task, Env({}, laws), width)


def completions(task: Task, env: Env, width: int, want: Callable[[Env], bool] | None = None) -> Iterator[Env]:
    """The given laws with parameters chosen to fit them, as far as the claim then fails (or `want` holds)."""
    found = candidates.assignments(
        task, env, lambda symbol: fitting_values(task, symbol, env, width), 12 * width
    )
    yield from filter(task.fails if want is None else want, found)


def fitting_values(task: Task, symbol: e.Parameter, env: Env, width: int) -> list[Value]:
    """Values of a parameter suggested by the laws: logarithms of their ratios, the least level that a
    hypothesis allows, then simple values."""
    simple = candidates.simple_values(task, symbol, env)
    if symbol.integer_valued:
        return simple[:width]
    special: list[Value] = []
    if symbol in task.scales:
        ratios = sorted({r for r in env.ratios if r > 1})
        scale = task.scales[symbol]
        if ratios and width > 1:
            below = ratios[-2] if len(ratios) > 1 else ONE
            values = [ratios[-1], n.simplest_between(below, ratios[-1]), *ratios[:-1][::-1]]
            if ratios[-1] > 8:
                values.insert(1, ratios[-1] / 2)
            special = [_exact_log(r, scale) for r in values]
            if scale > 1:  # a perfect power a little below the largest ratio
                top = n.enclosed(n.root(ratios[-1], scale), 64).lower().fmpq()
                special.insert(1, candidates.log_of(n.simplest_between(top * fmpq(4, 5), top), scale))
        special = candidates.unique(v for v in special if decide.in_domain(symbol, v, env) is True)
        derived = least_level(task, symbol, env)
        mixed = (
            [v for pair in zip(special, simple, strict=False) for v in pair]
            + special[len(simple) :]
            + simple[len(special) :]
        )
        return candidates.unique([*derived, *mixed])[: width + 2]
    special = least_level(task, symbol, env)
    if special:
        return candidates.unique([*special, *simple[: width // 3]])
    return simple[: width + 1]


def _exact_log(ratio: fmpq, scale: int) -> Value:
    """log(ratio) written over a base that is a perfect power, where there is one."""
    if scale > 1:
        base = n.root(ratio, scale)
        if isinstance(base, fmpq):
            return candidates.log_of(base, scale)
    return candidates.log_of(ratio, 1)


def least_level(task: Task, symbol: e.Parameter, env: Env) -> list[Value]:
    """The least value of `symbol` that makes the hypotheses about the laws hold, where one of a finite list
    does.

    The list: hockey sticks and tails, that is, sums over events of masses and of their differences; it is
    scanned upwards, each hypothesis that mentions `symbol` and no open parameter evaluated exactly.
    """
    closures = []
    for formula, closure in task.hypotheses:
        free = formula.free_symbols
        if symbol in free and all(s == symbol or s in env.values for s in free if isinstance(s, e.Parameter)):
            closures.append((formula, closure))
    if not closures:
        return []
    best: Value = None
    for formula, closure in closures:
        task.spend(formula, 6 if isinstance(formula, ZCDP) else 1)
        levels = _levels(formula, symbol, env)
        found = None
        low, high = 0, len(levels)
        while low < high:  # a level that is enough stays enough when raised
            middle = (low + high) // 2
            env.values[symbol] = levels[middle]
            task.spend(formula)
            try:
                enough = candidates.seen(formula, env) is not False and closure(env) is True
            except n.NotRational:
                break
            low, high = (low, middle) if enough else (middle + 1, high)
            found = levels[middle] if enough else found
        env.values.pop(symbol, None)
        if found is None:
            return []
        if best is None or n.compare(found, best) == 1:
            best = found
    return [best] if best is not None and decide.in_domain(symbol, best, env) is True else []


def _levels(formula: Basic, symbol: e.Parameter, env: Env) -> list[Value]:
    """Candidate levels for a hypothesis, rising."""
    divergence = _divergence_level(formula, symbol, env)
    if divergence is not None:
        return divergence
    if isinstance(formula, e.Notion) and len(formula.budget) == 2 and formula.budget[1] == symbol:
        eps = n.exponential(decide.number_of(formula.budget[0])(env))
        levels = [ZERO]
        if isinstance(formula, ApproxDP) and eps is not None and len(formula.pair.outcomes) == 1:
            stick = lambda pair: decide.number_of(e.HockeyStick(formula.budget[0], pair))(env)  # noqa: E731
            one, two = stick(formula.pair), stick(formula.pair.swapped)
            if one is None or two is None:
                return []
            return [one if n.compare(one, two) == 1 else two]
        return [*levels, *_event_sums(env)]
    if symbol.upper is not None and symbol.upper[0] == 1 and symbol not in _scaled(formula):
        return [ZERO, *_event_sums(env)]
    if isinstance(formula, ZCDP) and formula.budget[0] == symbol:
        return _orders_sampled(formula, env)
    if isinstance(formula, e.Notion) and formula.budget and formula.budget[0] == symbol:
        return [n.make_log(ZERO, ((r, ONE),)) for r in sorted({r for r in env.ratios if r >= 1})]
    if isinstance(formula, Relational) and symbol in (formula.args[0], formula.args[1]):
        other = formula.args[1] if formula.args[0] == symbol else formula.args[0]
        value = decide.number_of(other)(env) if symbol not in other.free_symbols else None
        return [value] if isinstance(value, fmpq | n.Log) else []
    return []


def _divergence_level(formula: Basic, symbol: e.Parameter, env: Env) -> list[Value] | None:
    """The larger Rényi divergence of the two orders of the pair, where the hypothesis bounds it by the symbol."""
    if isinstance(formula, RenyiDP):
        order, budget = formula.budget
        if budget != symbol:
            return None
        moments = [e.RenyiMoment(order, pair) for pair in (formula.pair, formula.pair.swapped)]
    else:
        moments = [m for m in formula.atoms(e.RenyiMoment) if symbol not in m.free_symbols]
        relations = [r for r in formula.atoms(Relational) if r.has(e.RenyiMoment)]
        tops = {r.args[1].args[0] for r in relations if isinstance(r.args[1], sympy.exp)}
        if len({m.args[0] for m in moments}) != 1 or len(tops) != 1 or len(relations) > 1:
            return None
        (top,) = tops
        order = moments[0].args[0]
        if not isinstance(top, sympy.Mul) or symbol not in top.args or len(top.args) != 2:
            return None
        moments = [e.RenyiMoment(order, pair) for pair in (e.Pair(), e.Pair().swapped)]
    over = n.minus(decide.number_of(order)(env), ONE)
    values = [decide.number_of(m)(env) for m in moments]
    if not isinstance(over, fmpq) or over <= 0 or not all(isinstance(v, fmpq) and v >= 1 for v in values):
        return []
    return [n.make_log(ZERO, ((max(values), 1 / over),))]


def _orders_sampled(formula: Basic, env: Env) -> list[Value]:
    """Simple budgets a little above the largest Rényi divergence over the order, by sampling a few orders."""
    largest = 0.0
    for pair in (formula.pair, formula.pair.swapped):
        for alpha in (
            fmpq(*x) for x in ((101, 100), (11, 10), (5, 4), (3, 2), (2, 1), (3, 1), (5, 1), (10, 1), (30, 1))
        ):
            moment = decide.number_of(e.RenyiMoment(candidates.as_expr(alpha), pair))(env)
            if moment is None or n.sign(moment) != 1:
                return []
            divergence = n.over(n.logarithm(moment), alpha * (alpha - 1))
            largest = max(largest, float(n.enclosed(divergence, 64).mid()))
    if not 0 < largest < 1e6:
        return []
    top = fmpq(int(largest * 10**9) + 1, 10**9)
    return [
        n.simplest_between(top * low, top * high)
        for low, high in ((1, fmpq(21, 20)), (fmpq(11, 10), fmpq(5, 4)))
    ]


def _scaled(formula: Basic) -> set:
    return set(candidates.exponent_scales([formula]))


def _event_sums(env: Env) -> list[fmpq]:
    sums: set[fmpq] = set()
    for masses in env.laws.values():
        known = [m for m in masses if isinstance(m, fmpq)]
        if len(known) == len(masses) <= 5:
            for bits in product((0, 1), repeat=len(known)):
                sums.add(sum((m for m, b in zip(known, bits, strict=True) if b), ZERO))
    return sorted(s for s in sums if s > 0)


def _random_pairs(task: Task, budget: Budget) -> Iterator[Env]:
    rng = random.Random(13)
    for _ in range(budget.random_pairs):
        env = random_env(task, rng)
        if env is not None and task.fails(env):
            yield env


def random_env(task: Task, rng: random.Random) -> Env | None:
    """A random point: laws with ratios planted near the thresholds, levels fitted to them; None when out
    of domain."""
    env = Env({}, {})
    exponents = [s for s in task.order if s in task.scales]
    if not candidates.random_parameters(task, env, rng, [s for s in task.order if s not in exponents]):
        return None
    ratios: list[fmpq] = [ONE]
    for s in exponents:
        r = n.exponential(env.values[s])
        if isinstance(r, fmpq) and r > 0:
            for factor in (ONE, fmpq(101, 100), fmpq(99, 100), fmpq(3, 2)):
                ratios += [r * factor, 1 / (r * factor)]
    size = rng.choice((2, 2, 3, 3, 4, 5))
    laws: dict[str, list[fmpq]] = {}
    near = None
    for k, name in enumerate(task.laws):
        laws[name] = candidates.random_law(rng, size, near if k % 2 else None, ratios)
        near = laws[name]
    full = Env(env.values, laws)
    for symbol in task.order:
        if symbol in exponents and rng.random() < 0.8:
            continue
        fitted = least_level(task, symbol, full) if rng.random() < 0.85 or symbol in exponents else []
        if fitted:
            full.values[symbol] = fitted[0]
            if isinstance(fitted[0], fmpq) and rng.random() < 0.25:
                full.values[symbol] = fitted[0] + fmpq(rng.randint(0, 20), 100)
        elif symbol not in full.values and not candidates.random_parameters(
            task, full, rng, [s for s in task.order if s != symbol]
        ):
            return None
        if decide.in_domain(symbol, full.values[symbol], full) is not True:
            return None
    return full if task.admissible(full, None) else None


def _linear_program(task: Task) -> Iterator[Env]:
    """The optimal pairs of the statement's linear programs at simple parameters, where it is piecewise
    linear."""
    from dpsym.prove.counterexamples.pair_reading import read
    from dpsym.prove.counterexamples.pairs import exceeding_pair

    reading = read(task.given, task.claim, task.parameters, task.laws)
    for claim in reading.claims if reading else ():
        found = exceeding_pair(claim)
        if found is None:
            continue
        values = {s.name: fmpq(v.numerator, v.denominator) for s, v in found.values}
        env = Env({}, {})
        for symbol, indeterminate, scale in reading.indeterminates if reading else ():
            value = values[indeterminate.name]
            env.values[symbol] = value if scale is None else candidates.log_of(value, scale)
        rows = [[fmpq(x.numerator, x.denominator) for x in column[:2]] for column in found.pair]
        laws = {name: [row[i] for row in rows] for i, name in enumerate(task.laws)}
        full = Env(env.values, laws)
        if task.admissible(full, None) and task.fails(full):
            yield full


# ----------------------------------------------------------------------------------------- simpler witnesses
def simplify(task: Task, at: Point) -> Point:
    """Replace values by simpler rationals as long as the point still refutes."""
    env = decide.environment(at)
    for symbol in task.order:
        _simpler_value(task, env, symbol)
    for name in task.laws:
        masses = env.laws[name]
        for i in range(len(masses) - 1):
            known = [m for m in masses if isinstance(m, fmpq)]
            if len(known) < len(masses) or known[i].height_bits() <= 4:
                continue
            mass = known[i]
            for shrink in (2, 4, 8, 16, 64, 256, 4096):
                simpler = n.simplest_between(mass - mass / shrink, mass + mass / shrink)
                rest = list(known)
                rest[i] = simpler
                rest[-1] = 1 - sum(rest[:-1], ZERO)
                if rest[-1] < 0 or simpler.height_bits() >= mass.height_bits():
                    continue
                env.laws[name] = rest
                if task.fails(env):
                    masses = rest
                    break
                env.laws[name] = masses
    better = task.point(env)
    return better if better is not None and task.admissible(env, None) and task.fails(env) else at


def _simpler_value(task: Task, env: Env, symbol: e.Parameter) -> None:
    """Put a simpler value in the place of that of a parameter, if the point still refutes."""
    value = env.values[symbol]
    scale = task.scales.get(symbol, 1)
    make: Callable[[fmpq], Value] = lambda r: n.make_log(ZERO, ((r, k),))  # noqa: E731
    if isinstance(value, fmpq) and not symbol.integer_valued:
        base, bits, make = value, value.height_bits(), lambda r: r
    elif not isinstance(value, n.Log) or len(value.terms) != 1:
        return
    elif value.const != 0:
        base, bits, make = n.enclosed(value, 64).mid().fmpq(), 64, lambda r: r
    elif value.terms[0][1].q == 1:
        ((base, k),) = value.terms
        bits = base.height_bits()
    else:  # a part of a logarithm: the logarithm of a simple number near it
        k = fmpq(scale)
        near = fraction_near(n.exponential(n.over(value, k)))
        if near is None:
            return
        base, bits = near, near.height_bits()
    if bits <= 4:
        return
    for shrink in (2, 4, 8, 16, 64, 256, 4096, 2**16):
        width = abs(base) / shrink
        simpler = n.simplest_between(base - width, base + width)
        if simpler.height_bits() >= bits or (isinstance(value, n.Log) and simpler <= 0):
            continue
        env.values[symbol] = make(simpler)
        if task.admissible(env, None) and task.fails(env):
            return
        env.values[symbol] = value


# --------------------------------------------------------------------------------------------- explanations
def explain(task: Task, at: Point, method: str = "") -> Refutation | None:
    """The failing relation of the claim at a refuting point, with the values of its sides."""
    env = decide.environment(at)
    if not (decide.laws_are_distributions(env, task.laws) and task.admissible(env, None) and task.fails(env)):
        return None
    bound: list[tuple[str, str]] = []
    free = set(env.values)
    relation, left, right = _failing(task.claim, env, bound)
    exact = ((s, candidates.as_expr(v)) for s, v in env.values.items() if s not in free)
    numbers = tuple((s, v) for s, v in exact if v is not None)
    check = [Said(f"{s} = {worked_out(x)}") for s, x in at.at]
    for name, masses in at.laws:
        check.append(Said(f"{name} = ({', '.join(str(worked_out(m)) for m in masses)})"))
    if len(at.laws) == 2 and len({len(masses) for _, masses in at.laws}) == 1:
        (one, a), (two, b) = at.laws
        ratios = [
            "0/0" if x == y == 0 else "oo" if y == 0 else str(worked_out(x / y))
            for x, y in zip(a, b, strict=True)
        ]
        check.append(Said(f"{one}/{two} = ({', '.join(ratios)})"))
    check += [Said("holds: ", g) for g in task.given]
    check += [Said(f"at {name} = {value}") for name, value in bound]
    check.append(Said("fails: ", relation, f", left {show(left)}, right {show(right)}"))
    return Refutation(at, relation, left, right, tuple(bound), tuple(check), method, numbers)


def show(value: Side | Expr) -> str:
    """A value for a person: the fraction, or those of 15 digits that are certain."""
    return "undefined" if value is None else value.str(15) if isinstance(value, arb) else str(value)


def _failing(formula: Basic, env: Env, bound: list[tuple[str, str]]) -> tuple[Basic, Side, Side]:
    if isinstance(formula, e.AllOf | sympy.And):
        for part in formula.args:
            if decide.truth_of(part)(env) is False:
                return _failing(part, env, bound)
    if isinstance(formula, e.AnyOf | sympy.Or):
        return _failing(formula.args[0], env, bound)
    if isinstance(formula, e.Implication):
        return _failing(formula.args[1], env, bound)
    if isinstance(formula, e.ForAll | e.EveryEvent):
        _bind(formula, env, bound)
        body = formula.args[1]
        if decide.truth_of(body)(env) is False:
            return _failing(body, env, bound)
        return formula, None, None
    if isinstance(formula, Relational):
        left, right = (f(env) for f in decide.sides(formula))
        return formula, decide.outward(left), decide.outward(right)
    if isinstance(formula, e.DefinedFormula):
        return _failing(formula.definition(), env, bound)
    return formula, None, None


def _bind(formula: Basic, env: Env, bound: list[tuple[str, str]]) -> None:
    """Set the quantified names of a false universal statement to values at which its body is false."""
    if isinstance(formula, e.EveryEvent):
        event, body = formula.args
        if env.count(event.args) > decide.EVENTS:
            return
        for bits in product((ZERO, ONE), repeat=env.count(event.args)):
            env.laws[event.func.__name__] = list(bits)
            if decide.truth_of(body)(env) is False:
                chosen = [str(i + 1) for i, b in enumerate(bits) if b == 1]
                bound.append((event.func.__name__, "{" + ", ".join(chosen) + "}"))
                return
        return
    variables, body = formula.args
    for k, first in enumerate(variables):
        rest = tuple(variables[k + 1 :])
        inner = decide.truth_of(e.ForAll(rest, body) if rest else body)
        if isinstance(first, e.Outcome):
            for i in range(env.size_of(first)):
                env.at[first] = i
                if inner(env) is False:
                    bound.append((str(first), f"outcome {i + 1}"))
                    break
        elif isinstance(first, e.Parameter):
            value = decide.counter_value(first, inner, env)
            if value is None:
                return
            env.values[first] = value
            bound.append((str(first), show(candidates.as_expr(value) or decide.outward(value))))
        else:
            return
