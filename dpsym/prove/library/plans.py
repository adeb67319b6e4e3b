"""Ways from a relation of functionals backwards to a relation of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from sympy import Basic, Integer, Le, Lt, evaluate

from dpsym import deadline
from dpsym.language import HockeyStick, Mass, Probability, RenyiMoment
from dpsym.prove.library.forms import canon, functionals, put_in_both, size
from dpsym.prove.library.known import Known, Wanted
from dpsym.prove.library.rules import Instance, Trail, joined

NOT_NEGATIVE = (HockeyStick, Mass, Probability, RenyiMoment)
CHAINS = 10  # plans that are tried of one depth
PLANS = 150  # that are looked at: points speak against most of them, which costs little
COMBINED = Le(Integer(0), Integer(0), evaluate=False)  # nothing is left: the prover combines what was said


@dataclass(frozen=True)
class Plan:
    """What is left of a relation: numbers, and the functionals that stay, with the instances used so far."""

    rest: Basic
    kept: tuple[Basic, ...] = ()
    trail: Trail = ()


def is_strict(inst: Instance) -> bool:
    """Whether a rule says that what it bounds is below the bound: what is left of a strict relation is then a weak one."""
    return bool(inst.rule.outs) and all(isinstance(o.plain, Lt) for o in inst.rule.outs)


def of_depth(known: Known, relation: Basic, depth: int, seen: set[tuple]) -> list[Plan]:
    """New plans with so many rules at most, the shortest first, that no point speaks against."""
    if depth == 0:
        if known.sampler.refuted(relation):
            return []
        return [Plan(relation, functionals(relation))]
    found: list[Plan] = []
    known.goal = relation
    spoken = set(known.spoken())
    for plan in islice(plans(known, relation, (), depth, (), spoken), PLANS):
        key = (canon(plan.rest), frozenset(i.key for i in plan.trail))
        if key in seen or known.sampler.refuted(plan.rest):
            continue
        if not plan.kept and known.sampler.fails(plan.rest):
            continue
        seen.add(key)
        found.append(plan)
        if len(found) >= 2 * CHAINS:
            break
    found.sort(key=lambda p: (len(p.trail), p.rest == COMBINED, size(p.rest)))
    return found[:CHAINS]


def plans(
    known: Known, goal: Basic, trail: Trail, depth: int, path: tuple[str, ...], spoken: set[Basic]
) -> Iterator[Plan]:
    """Ways to bring a relation L <= R to numbers.  Only functionals of which the claim speaks are kept.

    A functional in which R - L falls needs a bound from above; one in which it rises is kept, or bounded from below.
    """
    known.effort.spend()
    deadline.spend(deadline.PLAN)
    less, more = goal.args
    with evaluate(True):
        gap = canon(more - less)
    slopes = known.sampler.slopes(gap)
    harder = [f for f in slopes if slopes[f] < 0]
    if trail and set(slopes) - set(harder) - spoken:
        return
    if trail and harder and all(isinstance(f, NOT_NEGATIVE) for f in slopes) and len(harder) == len(slopes):
        least = goal
        for f in harder:
            least = put_in_both(least, f, Integer(0))
        if known.sampler.fails(least):  # what is left is too much without the functionals
            return
    if not harder:
        yield Plan(goal, tuple(slopes), trail)
        if trail and any(isinstance(r, Lt) and set(functionals(r)) & set(slopes) for r, _ in known.facts):
            yield Plan(COMBINED, (), trail)  # a value in its place would lose that the bound is strict
        for f in slopes:
            for bound, inner in islice(known.bounds(Wanted(f, -1), depth, path), 6):
                if len(functionals(bound)) <= 1:
                    further = (*path, *(i.rule.name for i in inner))
                    rest = put_in_both(goal, f, bound)
                    yield from plans(known, rest, joined(trail, inner), depth - len(inner), further, spoken)
        return
    if trail and set(slopes) <= spoken:  # the number prover may combine what is known of them
        yield Plan(goal, tuple(slopes), trail)
        if any(set(functionals(r)) & set(harder) for r, _ in known.facts):
            yield Plan(COMBINED, (), trail)
    f = max(harder, key=lambda g: size(g) if isinstance(g, Mass) else 0)
    solved = known.solved(f, goal)
    need = solved[1] if solved and solved[0] == "<=" and not functionals(solved[1]) else None
    for bound, inner in islice(known.bounds(Wanted(f, 1, need), depth, path), 40):
        further = (*path, *(i.rule.name for i in inner))
        strict = isinstance(goal, Lt) and bool(inner) and is_strict(inner[-1])
        rest = put_in_both(Le(*goal.args, evaluate=False) if strict else goal, f, bound)
        # a known number takes a functional away and costs nothing; another bound costs a rule at least
        left = depth - (len(inner) or (1 if functionals(bound) else 0))
        yield from plans(known, rest, joined(trail, inner), left, further, spoken)
