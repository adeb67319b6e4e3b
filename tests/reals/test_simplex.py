"""The one exact simplex against brute force over bases, on the cases that break careless ones."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
import z3
from flint import fmpq, fmpq_mat, fmpq_poly

from dpsym.reals import real as n
from dpsym.reals.exact import Undecided
from dpsym.reals.real import OVER_VALUES
from dpsym.reals.simplex import CONSTANT, ONE, ZERO, Dictionary, Row, feasible, maximum, solution

F = Fraction


def best_of_bases(rows: list, right: list, cost: list) -> Fraction | None:
    """The largest cost over the basic solutions, by solving for every set of columns; None where there is none."""
    width = len(cost)
    found = None
    for size in range(len(rows) + 1):
        for columns in combinations(range(width), size):
            x = solved([[row[j] for j in columns] for row in rows], right)
            if x is not None and all(v >= 0 for v in x):
                value = sum((cost[j] * v for j, v in zip(columns, x, strict=True)), F(0))
                found = value if found is None or value > found else found
    return found


def solved(rows: list, right: list) -> list | None:
    """The solution of a system with independent columns; None where there is none, or the columns are dependent."""
    size = len(rows[0]) if rows else 0
    if size == 0:
        return [] if not any(right) else None
    table = fmpq_mat(
        [[fmpq(v.numerator, v.denominator) for v in (*row, b)] for row, b in zip(rows, right, strict=True)]
    )
    reduced, rank = table.rref()
    if rank < size or any(reduced[i, j] != (i == j) for i in range(size) for j in range(size)):
        return None
    if any(reduced[i, size] != 0 for i in range(size, len(rows))):
        return None
    return [F(int(reduced[i, size].p), int(reduced[i, size].q)) for i in range(size)]


# ------------------------------------------------------------------------------------------------- programs
def test_bealess_example_does_not_cycle() -> None:
    rows = [
        [F(1, 4), -60, F(-1, 25), 9, 1, 0, 0],
        [F(1, 2), -90, F(-1, 50), 3, 0, 1, 0],
        [0, 0, 1, 0, 0, 0, 1],
    ]
    found = maximum(rows, [0, 0, 1], [F(3, 4), -150, F(1, 50), -6, 0, 0, 0])
    assert found.status == "optimal"
    assert sum(a * b for a, b in zip(found.x, (F(3, 4), -150, F(1, 50), -6, 0, 0, 0), strict=True)) == F(
        1, 20
    )


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_klee_and_mintys_cube(size: int) -> None:
    rows, right = [], []
    for i in range(size):
        row = [2 ** (i - j + 1) if j < i else int(j == i) for j in range(size)]
        rows.append([*row, *(int(k == i) for k in range(size))])
        right.append(5 ** (i + 1))
    cost = [2 ** (size - 1 - j) for j in range(size)] + [0] * size
    found = maximum(rows, right, cost)
    assert found.x[size - 1] == 5**size and sum(found.x[j] != 0 for j in range(size)) == 1


def test_infeasible_unbounded_degenerate_and_implied() -> None:
    assert maximum([[1, 1], [1, 1]], [1, 2], [0, 0]).status == "infeasible"
    assert maximum([[1, 1]], [-1], [0, 0]).status == "infeasible"
    assert maximum([[1, -1]], [0], [1, 0]).status == "unbounded"
    assert maximum([[0, 0]], [1], [0, 0]).status == "infeasible"
    found = maximum([[1, 1], [2, 2]], [1, 2], [1, 0])  # the second row says what the first one says
    assert found.status == "optimal" and found.x == (1, 0) and found.basis == (0, 3)
    found = maximum([[1, 1, 0], [1, 0, 1]], [0, 0], [5, 1, 1])  # 0 is the only point
    assert found.status == "optimal" and found.x == (0, 0, 0) and len(found.basis) == 2


def test_random_programs_against_all_bases() -> None:
    rng, seen = random.Random(5), set()
    for _ in range(400):
        m, width = rng.randint(1, 3), rng.randint(2, 5)
        rows = [
            [F(rng.choice((-2, -1, 0, 0, 1, 1, 2, 3)), rng.choice((1, 1, 2))) for _ in range(width)]
            for _ in range(m)
        ]
        right = [F(rng.choice((-1, 0, 0, 1, 2))) for _ in range(m)]
        cost = [F(rng.randint(-2, 2)) for _ in range(width)]
        best, found = best_of_bases(rows, right, cost), maximum(rows, right, cost)
        seen.add(found.status)
        assert (found.status == "infeasible") is (best is None)
        if found.status == "optimal":
            x = found.x
            assert all(v >= 0 for v in x) and sum(a * b for a, b in zip(cost, x, strict=True)) == best
            assert all(
                sum(a * b for a, b in zip(row, x, strict=True)) == b
                for row, b in zip(rows, right, strict=True)
            )
            assert len(found.basis) == m and all(j in found.basis for j, v in enumerate(x) if v)
        if found.status == "unbounded":  # with a cap on the sum of all x the largest value grows with the cap
            capped = [
                best_of_bases(
                    [[*row, F(0)] for row in rows] + [[F(1)] * (width + 1)], [*right, F(cap)], [*cost, F(0)]
                )
                for cap in (1000, 2000)
            ]
            assert capped[0] is not None and capped[1] is not None and capped[0] < capped[1]
    assert seen == {"optimal", "infeasible", "unbounded"}


# ------------------------------------------------------------------------------------------------ solutions
def test_random_equations_with_free_unknowns() -> None:
    """A solution satisfies what was asked; where none is found, none with the signs split by hand is."""
    rng, count = random.Random(9), [0, 0]
    for _ in range(300):
        m, width = rng.randint(1, 4), rng.randint(2, 6)
        free = set(rng.sample(range(width), rng.randint(0, width - 1)))
        lines = [{j: fmpq(rng.randint(-2, 2)) for j in range(width) if rng.random() < 0.7} for _ in range(m)]
        lines = [{j: c for j, c in line.items() if c != 0} for line in lines]
        for line in lines:
            if rng.random() < 0.7:
                line[CONSTANT] = fmpq(rng.choice((-1, 1, 2)))
        positive = (
            [j for j in range(width) if j not in free and rng.random() < 0.5] if rng.random() < 0.5 else None
        )
        found = solution(lines, free, positive)
        count[found is not None] += 1
        rows = [[line.get(j, ZERO) for j in range(width)] for line in lines]
        wide: list = [[*row, *(-row[j] for j in sorted(free))] for row in rows]
        cost = [int(positive is not None and j in positive) for j in range(width)] + [0] * len(free)
        split = maximum(wide, [-line.get(CONSTANT, ZERO) for line in lines], cost)
        if found is None:
            value = sum(c * x for c, x in zip(cost, split.x, strict=False))
            assert split.status == "infeasible" or (
                positive is not None and split.status == "optimal" and value == 0
            )
            continue
        x = [found.get(j, ZERO) for j in range(width)]
        assert all(v >= 0 for j, v in enumerate(x) if j not in free)
        assert all(
            line.get(CONSTANT, ZERO) + sum(c * x[j] for j, c in line.items() if j >= 0) == 0 for line in lines
        )
        assert positive is None or sum(x[j] for j in positive) > 0
    assert min(count) > 50


# ------------------------------------------------------------------------------------------------- relations
def rows_of(*rows: tuple[tuple[int, ...], int, str]) -> list[Row]:
    return [Row(tuple(map(fmpq, c)), fmpq(constant), kind) for c, constant, kind in rows]


@pytest.mark.parametrize(
    "rows, expected",
    [
        (rows_of(), True),
        (rows_of(((1,), 0, ">"), ((-1,), 0, ">=")), False),
        (rows_of(((1,), 0, ">="), ((-1,), 0, ">=")), True),
        (rows_of(((1,), 0, "="), ((1,), -1, "=")), False),
        (rows_of(((1, -1), 0, "="), ((1, 1), -2, "="), ((1, 0), -1, ">=")), True),
        (rows_of(((1, -1), 0, "="), ((1, 1), -2, "="), ((1, 0), -1, ">")), False),
        (rows_of(((0, 0), 1, ">"), ((1, 0), 0, ">")), True),
        (rows_of(((0, 0), 0, ">")), False),
        (rows_of(((0, 0), -1, "=")), False),
        (rows_of(((1, 0), 5, ">"), ((-1, 0), -4, ">"), ((0, 1), 0, ">=")), True),  # -5 < x < -4
    ],
)
def test_relations(rows: list[Row], expected: bool) -> None:
    assert feasible(rows) is expected
    assert feasible(rows, OVER_VALUES) is expected


def test_random_relations_against_another_solver() -> None:
    rng, count = random.Random(7), [0, 0]
    for _ in range(250):
        size = rng.choice([1, 2, 3])
        rows = rows_of(
            *(
                (
                    tuple(rng.randint(-2, 2) for _ in range(size)),
                    rng.randint(-2, 2),
                    rng.choice([">", ">=", "="]),
                )
                for _ in range(rng.choice([1, 2, 3, 5]))
            )
        )
        x, solver = z3.Reals("x y z"), z3.SolverFor("QF_LRA")
        for row in rows:
            left = z3.Sum([int(c.p) * v for c, v in zip(row.coefficients, x, strict=False)]) + int(
                row.constant.p
            )
            solver.add({">": left > 0, ">=": left >= 0, "=": left == 0}[row.kind])
        expected = solver.check() == z3.sat
        count[expected] += 1
        assert feasible(rows) is expected and feasible(rows, OVER_VALUES) is expected, rows
    assert min(count) > 50


def test_relations_with_irrational_coefficients() -> None:
    root = n.root(fmpq(2), 2)
    above = Row((ONE,), n.times(fmpq(-1), root), ">")  # x > sqrt 2
    below = Row((n.times(fmpq(-1), root),), fmpq(2), ">=")  # sqrt 2 x <= 2
    assert not feasible([above, below], OVER_VALUES)
    assert feasible([Row(above.coefficients, above.constant, ">="), below], OVER_VALUES)


def test_relations_with_germs_say_where_their_truth_may_change() -> None:
    for here, expected in ((fmpq(1, 2), False), (fmpq(3), True)):
        seen: list[Any] = []
        t = n.Germ(fmpq_poly([0, 1]), fmpq_poly([1]), here, seen)
        rows = [Row((ONE,), fmpq(-1), ">"), Row((fmpq(-1),), t, ">=")]  # 1 < x <= t
        assert feasible(rows, OVER_VALUES) is expected
        assert any(p(fmpq(1)) == 0 and p.degree() > 0 for p in seen)


def test_a_sign_that_is_not_known_is_not_guessed() -> None:
    nothing = n.minus(n.exponential(n.root(fmpq(2), 2)), n.exponential(n.root(fmpq(2), 2)))
    with pytest.raises(Undecided):
        feasible([Row((ONE,), nothing, "="), Row((ONE,), ZERO, ">")], OVER_VALUES)


def test_a_pivot_keeps_what_the_equations_say() -> None:
    rng, count = random.Random(2), 0
    for _ in range(50):
        table = Dictionary()
        lines = [
            {j: fmpq(rng.randint(1, 5) * rng.choice((1, -1))) for j in (CONSTANT, 0, 1, 2, 3)}
            for _ in range(2)
        ]
        if any(table.equation(line) is not True for line in lines):
            continue
        count += 1
        for _ in range(6):
            basic = rng.choice(sorted(table.rows))
            entering = [k for k in table.rows[basic] if k != CONSTANT]
            if entering:
                table.pivot(basic, rng.choice(entering))
        at = {k: fmpq(rng.randint(0, 9)) for k in range(4) if k not in table.rows}
        for k, row in table.rows.items():
            at[k] = row.get(CONSTANT, ZERO) + sum((c * at[j] for j, c in row.items() if j != CONSTANT), ZERO)
        assert all(line[CONSTANT] + sum(line[j] * at[j] for j in range(4)) == 0 for line in lines)
    assert count > 20
