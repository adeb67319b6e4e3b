"""Pufferfish levels of tables against every event, and every refusal of a table with its line and column."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

from dpsym.numbers import pufferfish, registry
from dpsym.numbers.pufferfish import Setting, best_power, read_setting
from dpsym.sheets import BadTable

ANSWERS = """data,output:00,output:01,output:10,output:11,attacker:equal,attacker:any,secret:first,secret:second
00,4/9,2/9,2/9,1/9,1/2,1/4,0,0
01,2/9,4/9,1/9,2/9,0,0.25,0,1
10,2/9,1/9,4/9,2/9,0,1/4,1,0

11,1/9,2/9,2/9,4/9,0.5,25e-2,1,1
"""


def law(rng: random.Random, n: int) -> tuple[Fraction, ...]:
    found = [rng.choice([0, 1, 1, 2, 3, 5]) for _ in range(n)]
    found[rng.randrange(n)] += 1
    return tuple(Fraction(x, sum(found)) for x in found)


def drawn(rng: random.Random) -> Setting:
    n, outputs = rng.randint(2, 5), rng.randint(2, 4)
    return Setting(
        tuple(f"x{i}" for i in range(n)),
        tuple(f"t{i}" for i in range(outputs)),
        tuple(law(rng, outputs) for _ in range(n)),
        tuple((f"A{i}", law(rng, n)) for i in range(rng.randint(1, 2))),
        tuple(
            (f"S{i}", tuple(rng.choice(["", "a", "b", "c"]) for _ in range(n)))
            for i in range(rng.randint(1, 2))
        ),
    )


def brute(s: Setting) -> Fraction | None:
    """The largest ratio of probabilities of events, over all events; None is infinite."""
    found = Fraction(1)
    for (_, attacker), (_, values) in itertools.product(s.attackers, s.secrets):
        for v, w in itertools.permutations(sorted(set(values) - {""}), 2):
            inside = [
                [m if x == c else Fraction(0) for m, x in zip(attacker, values, strict=True)] for c in (v, w)
            ]
            if not all(map(sum, inside)):
                continue
            for size in range(1, len(s.outputs) + 1):
                for event in itertools.combinations(range(len(s.outputs)), size):
                    p, q = (
                        sum(
                            m * sum(row[t] for t in event) for m, row in zip(masses, s.mechanism, strict=True)
                        )
                        / sum(masses)
                        for masses in inside
                    )
                    if p and not q:
                        return None
                    if p:
                        found = max(found, p / q)
    return found


def test_the_level_is_the_largest_over_all_events():
    rng, kinds = random.Random(3), set()
    for _ in range(200):
        s = drawn(rng)
        expected = brute(s)
        if s.worst is None:
            assert expected == 1
            kinds.add("none")
            continue
        assert s.worst.ratio == expected
        kinds.add("infinite" if expected is None else "finite")
    assert kinds == {"none", "infinite", "finite"}


def test_the_level_is_how_far_posterior_odds_move():
    """The largest change of the odds of two values, which is the density ratio distance of posterior and prior."""
    rng = random.Random(4)
    for _ in range(100):
        s = drawn(rng)
        if s.worst is None or s.worst.ratio is None:
            continue
        most = Fraction(1)
        for (_, attacker), (_, values) in itertools.product(s.attackers, s.secrets):
            prior: dict[str, Fraction] = {}
            for m, v in zip(attacker, values, strict=True):
                if v and m:
                    prior[v] = prior.get(v, Fraction(0)) + m
            for t in range(len(s.outputs)):
                after = {
                    v: sum(
                        m * row[t] for m, x, row in zip(attacker, values, s.mechanism, strict=True) if x == v
                    )
                    for v in prior
                }
                for v, w in itertools.permutations(prior, 2):
                    if after[w]:
                        most = max(most, after[v] / after[w] / (prior[v] / prior[w]))
        assert most == s.worst.ratio


def test_two_equal_bits_cost_as_much_again():
    s = read_setting(ANSWERS)
    assert s.worst is not None and s.worst.ratio == 4 and s.records
    assert {k: w.ratio for k, w in s.by_attacker.items() if w} == {
        ("equal", "first"): 4, ("equal", "second"): 4, ("any", "first"): 2, ("any", "second"): 2,
    }  # fmt: skip
    assert (
        {w.ratio for w in s.counterpart.values() if w} == {2}
        and s.neighbours is not None
        and s.neighbours.ratio == 2
    )
    assert pufferfish.level(ANSWERS, digits=30).contains(2 * pufferfish.log(2, digits=40).mid)
    assert pufferfish.independent_level(ANSWERS).contains(pufferfish.log(2, digits=40).mid)


def test_independent_records_never_cost_more_than_ordinary_privacy():
    rng = random.Random(6)
    names = ["".join(x) for x in itertools.product("01", repeat=2)]
    for _ in range(100):
        rows = tuple(law(rng, 3) for _ in names)
        s = Setting(
            tuple(names), ("a", "b", "c"), rows, (("A", law(rng, 4)),),
            (("first", tuple(x[0] for x in names)), ("second", tuple(x[1] for x in names))),
        )  # fmt: skip
        assert s.neighbours is not None
        ratios = [
            (p / q if q else None) if p else Fraction(0)
            for i, j in itertools.permutations(range(4), 2)
            if (names[i][0] == names[j][0]) != (names[i][1] == names[j][1])
            for p, q in zip(rows[i], rows[j], strict=True)
        ]
        assert s.neighbours.ratio == (None if None in ratios else max(r for r in ratios if r is not None))
        for w in s.counterpart.values():
            assert (
                w is None
                or s.neighbours.ratio is None
                or (w.ratio is not None and w.ratio <= s.neighbours.ratio)
            )


def test_power_of_the_worst_pair():
    s = read_setting(ANSWERS)
    p, q = s.test() or ((), ())
    for alpha in (Fraction(1, 20), Fraction(1, 3), Fraction(9, 10)):
        reached = pufferfish.power(s, alpha)
        assert reached.is_exact and reached.low == best_power(p, q, alpha)
        assert reached.low <= min(4 * alpha, 1 - (1 - alpha) / 4)
        best = max(  # over the extreme tests: some outputs rejected whole, one in part
            sum(q[i] for i in event) + (q[j] * (alpha - sum(p[i] for i in event)) / p[j])
            for n in range(4)
            for event in itertools.combinations(range(4), n)
            for j in set(range(4)) - set(event)
            if 0 <= alpha - sum(p[i] for i in event) <= p[j]
        )
        assert reached.low == best


def test_nothing_to_protect_and_no_level():
    head = "data,output:a,output:b,attacker:A,secret:S\n"
    with pytest.raises(registry.Infeasible, match="no pair of conjectures"):
        pufferfish.level(head + "x,1,0,1,v\ny,0,1,0,w\n")
    with pytest.raises(registry.Infeasible, match=r"no eps serves: . is impossible given S = ."):
        pufferfish.level(head + "x,1,0,1/2,v\ny,0,1,1/2,w\n")
    with pytest.raises(registry.Infeasible, match="not the records"):
        pufferfish.independent_level(head + "x,1,0,1/3,v\ny,0,1,1/3,w\nz,0,1,1/3,w\n")


HEAD, ROW = "data,output:no,output:yes,attacker:A,secret:S", "x,1/2,1/2,1,v"
REFUSED: dict[str, tuple[str, list[str]]] = {
    "negative": (f"{HEAD}\nx,3/2,-1/2,1,v", ["line 2, column output:no", "'3/2' is above 1"]),
    "negative entry": (f"{HEAD}\nx,-1/2,3/2,1,v", ["line 2, column output:no", "'-1/2' is negative"]),
    "no distribution": (f"{HEAD}\nx,1/2,1/3,1,v", ["line 2, columns output:no to output:yes", "5/6"]),
    "an attacker": (f"{HEAD}\nx,1/2,1/2,1/2,v\ny,1/2,1/2,1/3,w", ["lines 2 to 3, column attacker:A", "5/6"]),
    "no number": (f"{HEAD}\nx,1/2,a half,1,v", ["line 2, column output:yes", "'a half'", "exact number"]),
    "by zero": (f"{HEAD}\nx,1/0,1/2,1,v", ["line 2, column output:no", "'1/0'"]),
    "nan": (f"{HEAD}\nx,nan,1/2,1,v", ["line 2, column output:no", "'nan'"]),
    "no outputs": ("data,attacker:A,secret:S\nx,1,v", ["line 1", "output:NAME is missing", "data, attacker:A"]),
    "no attackers": ("data,output:a,secret:S\nx,1,v", ["line 1", "attacker:NAME is missing"]),
    "no secrets": ("data,output:a,attacker:A\nx,1,1", ["line 1", "secret:NAME is missing"]),
    "no names": ("output:a,attacker:A,secret:S\n1,1,v", ["line 1", "column data is missing"]),
    "unknown": (f"{HEAD},outptu:b\n{ROW},0", ["line 1", "no column 'outptu:b'", "did you mean output:?"]),
    "twice": ("data,output:a,output:a,attacker:A,secret:S\nx,1,0,1,v", ["line 1", "output:a is there twice"]),
    "short": (f"{HEAD}\nx,1/2,1/2,1", ["line 2: 4 values for the 5 columns"]),
    "same name": (f"{HEAD}\nx,1/2,1/2,1/2,v\n\nx,1/2,1/2,1/2,w", ["line 4, column data", "'x' is on line 2 already"]),
    "no name": (f"{HEAD}\n,1/2,1/2,1,v", ["line 2, column data"]),
    "empty": (f"{HEAD}\n", ["no row below its header"]),
    "quotes": (f'{HEAD}\n"x,1/2,1/2,1,v\n', ["not a CSV table"]),
    "semicolons": ("data;output:a;attacker:A;secret:S\nx;1;1;v", ["line 1", "separated by semicolons"]),
    "tabs": ("data\toutput:a\tattacker:A\tsecret:S\nx\t1\t1\tv", ["line 1", "separated by tabs"]),
    "nameless": ("data,,output:a,attacker:A,secret:S\nx,1,0,1,v", ["line 1: column 2 has no name"]),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_bad_tables_are_refused_by_line_and_column(name):
    text, words = REFUSED[name]
    with pytest.raises(BadTable) as caught:
        read_setting(text, "my.csv")
    assert all(w in str(caught.value) for w in ["my.csv", *words]), str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    bad: Any
    for bad in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(ValueError, match="table"):
            pufferfish.level(bad)
    (tmp_path / "latin.csv").write_bytes("data,é".encode("latin-1"))
    with pytest.raises(ValueError, match="UTF-8"):
        pufferfish.level(tmp_path / "latin.csv")
