"""Confounded releases: exact values worked by hand, couplings against all events and against drawn ones, the next mechanism
against drawn mechanisms, certificates that must fail when they are changed, and every refusal of a table.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from dpsym.numbers import confounding, correlated, gaussian
from dpsym.numbers.confounding import Joint, next_of, read_table
from dpsym.numbers.joint.couplings import TooLarge, cells_of, greatest, least, stick
from dpsym.numbers.joint.next_mechanism import disclosed, largest, release, statement, two_level, worst
from dpsym.numbers.joint.next_program import Program
from dpsym.numbers.registry import Infeasible
from dpsym.prove.session import Session
from dpsym.reals.simplex import maximum
from dpsym.sheets import BadTable

HALF, THREE = Fraction(1, 2), Fraction(3, 4)
COPY = """state,data,probability,output:A:0,output:A:1,response:B:1
s0,0,3/8,1,0,0
s0,1,1/8,0,1,1
s1,0,1/8,1,0,0
s1,1,3/8,0,1,1
"""
XOR = """state,data,probability,response:A:9/10,response:B:9/10
0,00,1/4,0,0
0,11,1/4,1,1
1,01,1/4,0,1
1,10,1/4,1,0
"""
BIT = """state,data,probability,response:A:1/2
s,0,1/2,0
t,1,1/2,1
"""
NORMAL = """state,data,probability,gaussian:A:2,gaussian:B:4
0,x,1/2,0,0
1,y,1/2,1,1
"""


def law(rng: random.Random, n: int) -> tuple[Fraction, ...]:
    found = [Fraction(rng.choice([0, 1, 1, 2, 3, 5])) for _ in range(n)]
    found[rng.randrange(n)] += 1
    return tuple(x / sum(found) for x in found)


def test_two_copies_of_one_noisy_bit():
    """delta of both is that of one, (3 - E)/4; product accounting says (9 - E)/16."""
    for growth in (1, 2, 3):
        eps = f"log({growth})"
        assert confounding.joint(COPY, eps).mid == max(Fraction(3 - growth, 4), 0)
        assert confounding.product(COPY, eps).mid == Fraction(9 - growth, 16) if growth > 1 else HALF
        assert confounding.least(COPY, eps).mid == confounding.single(COPY, eps).mid
        assert confounding.greatest(COPY, eps).mid == THREE
        assert confounding.worst_data(COPY, eps).mid == 1


def test_parity_is_silent_one_by_one():
    """rho = 4/5: delta(eps) = ((1 + rho^2) - E (1 - rho^2))/2."""
    rho = Fraction(4, 5)
    for growth in (1, 2, 4):
        expected = max(((1 + rho**2) - growth * (1 - rho**2)) / 2, Fraction(0))
        assert confounding.joint(XOR, f"log({growth})").mid == expected
        assert confounding.product(XOR, f"log({growth})").mid == 0
        assert confounding.greatest(XOR, f"log({growth})").mid == 1
    assert confounding.joint(XOR, "0.1").contains(confounding.joint(XOR, "1/10", digits=40).mid)


def test_bounds_are_in_order_on_drawn_tables():
    rng = random.Random(5)
    for _ in range(60):
        n = rng.randint(2, 3)
        a, b = ([law(rng, 2) for _ in range(n)] for _ in range(2))
        lines = ["state,data,probability,output:A:0,output:A:1,output:B:0,output:B:1"]
        for name, weights in (("s", law(rng, n)), ("t", law(rng, n))):
            for x in range(n):
                cells = (*a[x], *b[x])
                lines.append(f"{name},{x},{weights[x] / 2}," + ",".join(map(str, cells)))
        table, eps = read_table("\n".join(lines) + "\n", "table"), rng.choice(["0", "log(3/2)", "log(4)"])
        least_, single, joint, high, top, worst_ = (
            f(table, eps).mid
            for f in (
                confounding.least, confounding.single, confounding.joint, confounding.greatest,
                confounding.product, confounding.worst_data,
            )
        )  # fmt: skip
        assert single <= least_ <= joint <= high
        assert joint <= worst_ and least_ <= top <= high


def coupled(rng: random.Random, state):
    """Any coupling: repeatedly the largest mass that fits in a drawn cell."""
    left = [list(one) for one in state]
    cells = cells_of(state)
    found = dict.fromkeys(cells, Fraction(0))
    halvings = 10
    while sum(left[0]):
        y = rng.choice([c for c in cells if all(one[a] for one, a in zip(left, c, strict=True))])
        m = min(one[a] for one, a in zip(left, y, strict=True))
        m = m / 2 if halvings and rng.random() < 0.3 else m
        halvings = max(halvings - 1, 0)
        found[y] += m
        for one, a in zip(left, y, strict=True):
            one[a] -= m
    return tuple(found[y] for y in cells)


def test_no_drawn_coupling_is_below_the_least_or_above_the_greatest():
    rng = random.Random(8)
    for _ in range(25):
        sizes = rng.choice([(2, 2), (2, 3), (3, 3), (2, 2, 2)])
        states = tuple(tuple(law(rng, n) for n in sizes) for _ in range(2))
        growth = rng.choice([Fraction(1), Fraction(3, 2), Fraction(4)])
        low = least(states, growth)
        assert low.proves()
        high = max(a - growth * b for s, t in ((0, 1), (1, 0)) for a, b in greatest(states[s], states[t]))
        for _ in range(15):
            b = [coupled(rng, state) for state in states]
            loss = max(stick(b[0], b[1], growth), stick(b[1], b[0], growth))
            assert low.value <= loss <= high


def test_strassen_agrees_with_linear_programs():
    from dpsym.numbers.joint.couplings import _more

    rng = random.Random(9)
    for _ in range(6):
        first, second = (tuple(law(rng, n) for n in (2, 3)) for _ in range(2))
        for growth in (Fraction(1), Fraction(5, 2)):
            expected = max(a - growth * b for a, b in _more(first, second))
            assert max(a - growth * b for a, b in greatest(first, second)) == expected


def test_a_changed_certificate_proves_nothing():
    low = least((((THREE, 1 - THREE),) * 2, ((1 - THREE, THREE),) * 2), Fraction(3, 2))
    assert low.proves()
    tests = {k: tuple(x * Fraction(9, 10) for x in w) for k, w in low.tests.items()}
    assert not replace(low, tests=tests).proves()
    assert not replace(low, value=low.value - Fraction(1, 100)).proves()
    assert not replace(low, growth=low.growth + Fraction(1, 100)).proves()
    assert not replace(low, coupling=(low.coupling[1], low.coupling[0])).proves()
    one = worst(Joint(read_table(XOR, "t")).releases()[0], Fraction(2), Fraction(1))
    assert one.proves()
    assert not replace(one, bound=tuple(c - Fraction(1, 1000) for c in one.bound)).proves()
    assert not replace(one, growth=Fraction(1, 2)).proves()
    assert not replace(one, levels=tuple((a, t / 2) for a, t in one.levels)).proves()


def test_no_drawn_mechanism_is_above_the_worst_next_one():
    rng = random.Random(11)
    for _ in range(30):
        n, ratio, growth = rng.randint(2, 4), Fraction(rng.choice([1, 2, 4])), Fraction(rng.choice([1, 2]))
        rows = [law(rng, 3) for _ in range(n)]
        of = release(law(rng, n), law(rng, n), [tuple(r[y] for r in rows) for y in range(3)])
        top = worst(of, ratio, growth)
        assert top.proves()
        m = len(of.data)
        for _ in range(
            20
        ):  # outputs with vectors within a factor `ratio`, filled up to a law by a constant part
            vectors = [[1 + (ratio - 1) * Fraction(rng.randint(0, 4), 4) for _ in range(m)] for _ in range(3)]
            sums = [sum(v[x] for v in vectors) for x in range(m)]
            most, low = max(sums), min(sums)
            rest = [most - s for s in sums]  # an output of its own; lifted until it is within the factor too
            lift = (
                max((max(rest) - ratio * min(rest)) / (ratio - 1), Fraction(0)) if ratio > 1 else Fraction(0)
            )
            vectors.append([r + lift for r in rest])
            assert low > 0
            loss = sum(of.loss([x / (most + lift) for x in v], growth) for v in vectors)
            assert loss <= top.value


def test_the_program_agrees_with_all_its_columns():
    """By generating columns as by the whole tableau; equal rows and symmetric laws make degenerate bases."""
    rng = random.Random(12)
    for k in range(40):
        n, ratio, growth = (
            rng.randint(1, 4),
            Fraction(rng.choice([2, 3, 4, 9]), 2),
            Fraction(rng.choice([2, 3]), 2),
        )
        rows = [law(rng, 3) if k % 2 else (HALF, HALF, Fraction(0)) for _ in range(n)]
        weights = [law(rng, n) if k % 3 else (Fraction(1, n),) * n for _ in range(2)]
        of = release(*weights, [tuple(r[y] for r in rows) for y in range(3)])
        m = len(of.data)
        columns = [two_level(a, m, ratio) for a in range((1 << m) - 1)]
        costs = [of.loss(v, growth) for v in columns]
        best = maximum([[v[x] for v in columns] for x in range(m)], [1] * m, costs)
        found = worst(of, ratio, growth)
        assert found.value == sum(x * c for x, c in zip(best.x, costs, strict=True))
        start = tuple(rng.sample(range((1 << m) - 1), min(m, (1 << m) - 1)))
        assert Program(of, growth).at(ratio, start).value == found.value


def test_the_next_budget_for_eight_data_sets():
    """Of several pairs of states the budget is that of the worst; the certificates hold for all pairs."""
    rng = random.Random(13)
    rows = [law(rng, 3) for _ in range(8)]
    outputs = [tuple(r[y] for r in rows) for y in range(3)]
    weights = [tuple(Fraction(rng.randint(1, 9)) for _ in range(8)) for _ in range(3)]
    weights = [tuple(w / sum(one) for w in one) for one in weights]
    releases = [release(a, b, outputs) for a, b in itertools.permutations(weights, 2)]
    delta, growth = Fraction(1, 4), Fraction(21, 20)
    found = largest(releases, growth, growth, delta, 40)
    assert found.left == "some" and found.high is not None and found.broken is not None
    assert found.high - found.low <= (found.high - 1) / 2**40 and len(found.kept) == 6
    assert all(w.proves() and w.ratio == found.low and w.value <= delta for w in found.kept)
    assert found.broken.proves() and found.broken.ratio == found.high and found.broken.value > delta
    alone = [largest([r], growth, growth, delta, 40) for r in releases]
    assert found.low < min(one.high for one in alone if one.high) and any(
        one.low < found.high for one in alone
    )


def test_where_any_mechanism_serves_the_certificates_say_so():
    """They bound the loss of every mechanism, that of the data themselves too, and the kernel proves it of one output."""
    table, loss = read_table(XOR, "t"), confounding.read_loss("log(50)", "eps")
    found = next_of(table, loss, Fraction(9, 10), 20)
    assert found.left == "some"  # the data say the state
    free = next_of(
        read_table(
            BIT.replace("1/2,0", "1/4,0\nt,0,1/4,0")
            .replace("t,1,1/2", "t,1,1/4")
            .replace("s,0,1/4,0", "s,0,1/4,0\ns,1,1/4,1"),
            "t",
        ),
        loss,
        Fraction(0),
        20,
    )
    assert free.left == "anything" and all(w.proves() and w.ratio is None and w.value == 0 for w in free.kept)
    assert not replace(free.kept[0], bound=tuple(c - 1 for c in free.kept[0].bound)).proves()
    assert Session().settle(statement(free.kept[0])).status == "proved"
    open_ = disclosed(Joint(table).releases()[0], Fraction(3, 2))
    assert open_.value == 1 and open_.proves() and Session().settle(statement(open_)).status == "proved"
    lower = replace(open_, bound=tuple(c * Fraction(9, 10) for c in open_.bound))
    assert not lower.proves()


def test_no_budget_at_all():
    """Any next mechanism that tells something breaks delta = 0 at eps = 0."""
    of = release((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), [(Fraction(1), Fraction(1))])
    found = largest([of], Fraction(1), Fraction(1), Fraction(0), 40)
    assert found.left == "some" and found.low == 1 and found.high is not None and found.already == 0
    assert found.high - 1 < Fraction(1, 2**200) and found.broken is not None and found.broken.value > 0
    with pytest.raises(Infeasible, match=r"a budget of 1e-60 leads above 0"):
        confounding.next_epsilon(BIT, "0", "0")


def test_the_next_budget_is_the_largest():
    """Nothing runs yet; the state is the data: any (eps, 0) serves (eps, 0), and for delta the loss is known."""
    of = release((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), [(Fraction(1), Fraction(1))])
    found = largest([of], Fraction(2), Fraction(2), Fraction(0), 40)
    assert found.low <= 2 <= found.high and found.high - found.low < Fraction(1, 10**11)
    found = largest([of], Fraction(1), Fraction(1), Fraction(1, 3), 40)  # (r - 1)/(r + 1) = 1/3 at r = 2
    assert found.low <= 2 <= found.high
    assert all(w.proves() for w in found.kept) and found.broken is not None and found.broken.proves()
    assert largest([of], Fraction(2), Fraction(2), Fraction(1), 40).left == "anything"
    seen = confounding.next_epsilon(XOR, "0.2", "0.8", digits=8)
    assert confounding.joint(XOR, "0.2").high < Fraction(4, 5) and abs(float(seen) - 2.31322962) < 1e-8


def test_the_kernel_refuses_a_changed_bound():
    session = Session()
    found = next_of(read_table(BIT, "t"), confounding.read_loss(0, "eps"), Fraction(1, 3), 20).kept[0]
    assert session.settle(statement(found)).status == "proved"
    lower = replace(found, bound=(found.bound[0] - Fraction(1, 100), *found.bound[1:]))
    assert session.settle(statement(lower)).status != "proved"


def test_where_no_budget_is_left_the_reason_is_said():
    with pytest.raises(
        Infeasible, match=r"no budget is left: what runs already has delta\(0\.1\) = 0\.621069"
    ):
        confounding.next_epsilon(XOR, "0.1", "1/10")
    exhausted = COPY.replace("output:A:0,output:A:1,response:B:1", "output:A:0,output:A:1,response:B:1/2")
    with pytest.raises(Infeasible, match="every mechanism serves"):
        confounding.next_epsilon(exhausted, "log(3)", "1/10")
    with pytest.raises(Infeasible, match=r"allows 0\.14"):
        correlated.next_mu("0.5", "0.02", "0.3125")
    with pytest.raises(Infeasible, match="normal"):
        confounding.next_epsilon(NORMAL, "0.5", "0.1")


def test_curves_fall_and_keep_their_order():
    by_label = {c.label: c.ys for c in confounding.curves(read_table(XOR, "t"), Fraction(2), points=5)}
    assert len(by_label) == 6 and {len(ys) for ys in by_label.values()} == {5}
    for ys in by_label.values():
        assert all(b.low <= a.high for a, b in itertools.pairwise(ys))
    for low, high in (("largest single", "joint release"), ("joint release", "worst two data sets")):
        assert all(a.low <= b.high for a, b in zip(by_label[low], by_label[high], strict=True))
    assert len(confounding.curves(read_table(NORMAL, "t"), Fraction(1), points=3)) == 4


def test_normal_outputs():
    sigma = gaussian.sigma("0.5", "0.1")
    spent = Fraction(1, 100)
    left = correlated.next_mu("0.5", "0.1", spent, digits=20)
    whole = left * left + spent
    assert abs(float(whole) - 1 / float(sigma) ** 2) < 1e-12
    mu2 = correlated.mu("1/2", "1/4", 0) * correlated.mu("1/2", "1/4", 0)
    assert mu2.contains(Fraction(5, 16))
    direct = gaussian.delta(4, "0.5", "5/4")  # sigma 4, distance 5/4: mu^2 = 25/256
    table = NORMAL.replace("gaussian:A:2,gaussian:B:4", "gaussian:A:4,gaussian:B:16/3")
    assert abs(confounding.joint(table, "0.5", digits=20).mid - direct.mid) < Fraction(1, 10**14)


def test_correlated_normal_noise():
    assert correlated.best_r(1, "1/2").mid == HALF and correlated.least_mu(1, "1/2").mid == 1
    assert correlated.mu(1, "1/2", "1/2").contains(1)
    with pytest.raises(Infeasible, match="falls all the way"):
        correlated.best_r(1, 1)
    r = correlated.r_for(1, "1/2", "1.3", digits=25)
    mu = correlated.mu(1, "1/2", r.mid)
    assert abs(float(mu) - 1.3) < 1e-12 and float(r) > 0.5
    with pytest.raises(Infeasible, match="no correlation serves"):
        correlated.r_for(1, "1/2", "0.9")
    assert abs(float(correlated.latent_r("1/2", 4)) - 0.7559289460184544) < 1e-15
    assert abs(float(correlated.latent_r("-1/2", 9)) + 0.8660254037844386) < 1e-15
    assert correlated.r_for("0.5", "0.5", 1).mid == -HALF


def test_calibrated_mechanisms():
    """The distances compose by their squares; numbers of an independent computation in double precision."""
    each = {"eps0": "0.1", "delta0": "0.02"}
    assert abs(float(correlated.redesign_mu("0.5", "0.02", existing=4, **each)) - 0.251664) < 1e-6
    assert abs(float(correlated.redesign_epsilon("0.5", "0.02", existing=4, **each)) - 0.274983) < 1e-6
    assert abs(float(correlated.tight_r("0.6", "0.02", k=5, **each)) + 0.686609) < 1e-6
    r = correlated.tight_r("0.6", "0.02", k=5, digits=25, **each).mid
    assert abs(float(correlated.epsilon(k=5, correlation=r, delta="0.02", **each)) - 0.6) < 1e-9
    with pytest.raises(Infeasible, match="no budget is left"):
        correlated.redesign_mu("0.1", "0.02", existing=4, **each)
    with pytest.raises(Infeasible, match="no correlation serves"):
        correlated.tight_r("0.1", "0.02", k=5, **each)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("state,", "sate,"), r"line 1: there is no column 'sate'.*did you mean state"),
        (("1/8,0,1,1\ns1", "1/9,0,1,1\ns1"), r"column probability: the column is no law"),
        (
            ("1,0,0\n", "1,1/2,0\n"),
            r"line 2, columns output:A:0 to output:A:1: the row is no law",
        ),
        (("s1,0,1/8,1,0,0", "s1,0,1/8,0,1,0"), r"line 4, column output:A:0: '0' differs from '1' on line 2"),
        (
            ("s1,0,1/8,1,0,0", "s1,1,1/8,0,1,1"),
            r"line 5, column data: '1' is there with this state on line 4",
        ),
        (("response:B:1", "response:B:2"), r"line 1, column response:B:2: '2' is no probability"),
        (("response:B:1", "response:B"), r"is to be written response:M:P"),
        (("response:B:1", "response:A:1"), r"the mechanism A has a column"),
        (("response:B:1", "gaussian:B:1"), r"normal noise beside a mechanism with finitely many answers"),
        (("response:B:1", "response:B:x"), r"'x' is not an exact number"),
        (("s0,0,3/8", "s0,0,-3/8"), r"line 2, column probability: '-3/8' is negative"),
        (("s0,0,", ",0,"), r"line 2, column state: '' is not the name of a state"),
    ],
)
def test_refusals_of_a_table(change, said):
    assert change[0] in COPY
    with pytest.raises(BadTable, match=said):
        read_table(COPY.replace(*change, 2 if "\n" in change[0][-1] else 1), "table")


def test_mechanisms_stand_in_the_order_of_their_columns():
    text = COPY.replace("output:A:0,output:A:1,response:B:1", "response:B:1,output:A:0,output:A:1")
    rows = [line.split(",") for line in text.splitlines()]
    moved = "\n".join(",".join([*r[:3], r[5], *r[3:5]] if i else r) for i, r in enumerate(rows)) + "\n"
    assert read_table(moved, "table").names == ("B", "A")
    assert confounding.joint(moved, "0.3").ends == confounding.joint(COPY, "0.3").ends


def test_other_refusals():
    with pytest.raises(BadTable, match="one state only"):
        read_table("state,data,probability,response:A:1/2\ns,0,1/2,0\ns,1,1/2,1\n", "table")
    with pytest.raises(BadTable, match=r"line 3, column state: 't' has probability 0"):
        read_table("state,data,probability,response:A:1/2\ns,0,1,0\nt,1,0,1\n", "table")
    with pytest.raises(BadTable, match="no mechanism"):
        read_table("state,data,probability\ns,0,1/2\nt,1,1/2\n", "table")
    with pytest.raises(BadTable, match="several data sets"):
        read_table("state,data,probability,gaussian:A:1\n0,x,1/4,0\n0,z,1/4,2\n1,y,1/2,1\n", "table")
    with pytest.raises(BadTable, match="standard deviation '0' is not above 0"):
        read_table(NORMAL.replace("A:2", "A:0"), "table")
    with pytest.raises(ValueError, match="outside its domain: 0 <= eps"):
        confounding.joint(COPY, "-1")
    with pytest.raises(ValueError, match="outside its domain: 0 <= eps"):
        confounding.joint(COPY, "log(1/2)")
    with pytest.raises(TooLarge, match="at most 16 joint outcomes"):
        greatest(*((tuple(Fraction(1, 5) for _ in range(5)),) * 2,) * 2)
    with pytest.raises(TooLarge, match="unknowns"):
        least((tuple((tuple(Fraction(1, 9) for _ in range(9)),) * 2 for _ in range(2))), Fraction(1))
