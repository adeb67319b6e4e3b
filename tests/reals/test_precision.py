"""One precision for the process: claims and evaluators in threads give the very answers that they give alone."""

import re
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sympy
from flint import arb, ctx

import dpsym.reals.precision as module
from dpsym.claims import settle
from dpsym.numbers import enclose, holds, registry
from dpsym.reals import real as n
from dpsym.reals.precision import alone, at_precision, precision, with_bits, working_bits

ROOT = Path(__file__).parents[2]

CLAIMS = (
    "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)",
    "for 0 < p < 1, eps >= 0: p*exp(eps)/(1 - p + p*exp(eps)) - p <= tanh(eps/4)",
    "for 0 < p < 1, eps >= 0: p*exp(eps)/(1 - p + p*exp(eps)) - p <= tanh(eps/5)",
    "for x >= 0: Phi(x) <= 1/2 + x/3",
    "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => ProbDP(eps, delta)",
    "for x > 0: log(x) <= x - 1",
)
WHOLE = sympy.sqrt(2) ** 40 * sympy.exp(sympy.Rational(1, 7)) - sympy.log(3)


@pytest.fixture
def impatient() -> Iterator[None]:
    """Threads that change places as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def claimed(text: str) -> Callable[[], Any]:
    def run() -> Any:
        answer = settle(text)
        return answer.verdict, answer.method, answer.witness, answer.certificate, answer.tried

    return run


def enclosed_by(name: str, digits: int, **given: Any) -> Any:
    found = registry.find(name)
    assert found is not None
    return found.call(**given, digits=digits).ends


def evaluators() -> list[Callable[[], Any]]:
    found: list[Callable[[], Any]] = []
    for digits in (5, 30, 120):
        found += [
            lambda d=digits: enclosed_by("gaussian.delta", d, sigma="1.7", eps="0.3", sensitivity=1),
            lambda d=digits: enclosed_by(
                "discrete_gaussian.power", d, sigma="2", alpha="0.1", k=3, sensitivity=1
            ),
            lambda d=digits: enclosed_by(
                "gaussian_composition.epsilon", d, parts="1/100, 1/50 * 2", delta="1e-6"
            ),
            lambda d=digits: enclose(WHOLE, digits=d).ends,
            lambda d=digits: n.enclosed(n.exponential(n.root(n.ONE + 1, 2)), 4 * d).str(d, more=True),
        ]
    found.append(lambda: holds(sympy.Lt(sympy.exp(sympy.pi) - sympy.pi, 20)))
    return found


def test_claims_and_evaluators_side_by_side_answer_as_alone(impatient: None) -> None:
    works = [*evaluators(), *map(claimed, CLAIMS)]
    alone_ = [work() for work in works]
    assert {a[0] for a in alone_[-len(CLAIMS) :]} == {"proved", "refuted"}
    before = ctx.prec
    with ThreadPoolExecutor(8) as pool:
        futures = [(k, pool.submit(works[k])) for _ in range(3) for k in range(len(works))]
        for k, future in futures:
            assert future.result(timeout=300) == alone_[k], k
    assert ctx.prec == before


@pytest.mark.parametrize("bits", [24, 53, 400])
def test_no_answer_depends_on_the_precision_around(bits: int) -> None:
    works = [*evaluators(), *map(claimed, CLAIMS[2:])]
    expected = [work() for work in works]
    before, ctx.prec = ctx.prec, bits
    try:
        assert [work() for work in works] == expected
        assert ctx.prec == bits
    finally:
        ctx.prec = before


def test_two_precisions_take_turns(impatient: None) -> None:
    """Every sum is made of balls of one precision, however often the threads change places."""
    wrong: list[tuple[int, int]] = []

    def work(bits: int) -> None:
        for k in range(300):
            with precision(bits):
                found = [working_bits() for _ in range(5)]
                x = arb(k + 1) / 3
            wrong.extend((bits, b) for b in found if b != bits)
            if k % 3 and x.rel_accuracy_bits() not in range(bits - 4, bits + 4) and x.rad() != 0:
                wrong.append((bits, x.rel_accuracy_bits()))

    threads = [threading.Thread(target=work, args=(b,)) for b in (40, 90, 333, 1000)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_the_precision_is_put_back_after_an_error() -> None:
    before = working_bits()

    @with_bits(77)
    def fails() -> None:
        assert working_bits() == 77
        raise KeyError

    for run in (fails, lambda: at_precision(99, fails)):
        with pytest.raises(KeyError):
            run()
        assert working_bits() == before
    with precision(60), precision(61):
        assert at_precision(62, working_bits) == 62 and working_bits() == 61
    assert working_bits() == before


def test_what_is_no_number_of_bits_holds_nothing() -> None:
    for wrong in ("x", None, -1):
        with pytest.raises((TypeError, ValueError)):
            at_precision(wrong, lambda: 0)  # type: ignore[arg-type]
        with pytest.raises((TypeError, ValueError)), precision(wrong):  # type: ignore[arg-type]
            pass
    assert settle("for x >= 0: x <= x + 1").verdict == "proved"  # the guard is free: a search may begin


def test_a_search_is_not_begun_while_a_precision_is_held() -> None:
    search = alone(lambda: working_bits())
    with precision(64), pytest.raises(RuntimeError):
        search()
    assert alone(lambda: at_precision(70, search))() == 70  # inside a search it may be


def test_only_one_file_speaks_of_the_precision_of_flint() -> None:
    own = Path(module.__file__)
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / "dpsym").rglob("*.py"))
        if path != own
        for line in path.read_text().splitlines()
        if re.search(
            r"\bctx\.(prec|dps)\b|\b(workprec|workdps|extraprec)\b|from flint import .*\bctx\b", line
        )
    ]
    assert not found, "\n".join(found)
