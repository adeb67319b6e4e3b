"""Linear programs for product certificates: what is left out beforehand changes no answer, and what is found adds up."""

import random
from collections.abc import Mapping
from fractions import Fraction

from dpsym.prove.proof.certificates import _solve
from dpsym.reals.exact import exact
from dpsym.reals.simplex import Row, feasible

MONOMIALS = [("@M", (name, 1)) for name in "abcdef"]  # what a monomial is made of does not matter here
CASES = 600


def some_polynomial(r: random.Random) -> dict:
    """A polynomial with few terms, most of them with coefficients of one sign, as products of facts have."""
    terms = r.sample(MONOMIALS, r.randint(1, 3))
    return {m: r.choice((-2, -1, 1, 1, Fraction(1, 2), 3)) for m in terms}


def has_solution(goal: Mapping, positive: list, free: list, strict: list[int] | None) -> bool:
    """The same question put to the simplex method as it stands, without leaving anything out."""
    columns = [*positive, *free]
    rows = [
        Row(
            tuple(exact(p.get(m, 0)) for p in columns),
            exact(-goal.get(m, 0)),
            "=",
        )
        for m in MONOMIALS
    ]
    for j in range(len(positive)):
        rows.append(Row(tuple(exact(int(k == j)) for k in range(len(columns))), exact(0), ">="))
    if strict is not None:
        rows.append(Row(tuple(exact(int(k in strict)) for k in range(len(columns))), exact(0), ">"))
    return feasible(rows)


def test_solutions_are_found_where_there_are_any_and_add_up() -> None:
    """Over random programs, with and without equations, strict or not: the answer is that of the whole program."""
    r = random.Random(4)
    seen = {True: 0, False: 0}
    for _ in range(CASES):
        positive = [some_polynomial(r) for _ in range(r.randint(1, 6))]
        free = [some_polynomial(r) for _ in range(r.choice((0, 0, 1, 2)))]
        goal = some_polynomial(r) if r.random() < 0.7 else {}
        if r.random() < 0.4:  # one that has a solution
            goal = {}
            for p in r.sample(positive, r.randint(1, len(positive))):
                for m, c in p.items():
                    goal[m] = goal.get(m, 0) + c
            goal = {m: c for m, c in goal.items() if c}
        strict = r.sample(range(len(positive)), r.randint(1, len(positive))) if r.random() < 0.5 else None
        found = _solve(goal, positive, free, strict)
        seen[found is not None] += 1
        assert (found is not None) == has_solution(goal, positive, free, strict), (
            goal,
            positive,
            free,
            strict,
        )
        if found is None:
            continue
        xs, ys = found
        assert all(x >= 0 for x in xs)
        assert strict is None or sum(xs[j] for j in strict) > 0
        left = dict(goal)
        for v, p in zip([*xs, *ys], [*positive, *free], strict=True):
            for m, c in p.items():
                left[m] = left.get(m, 0) - v * c
        assert not any(left.values())
    assert min(seen.values()) > CASES / 8, "both answers occur"
