"""Claims from the grammar and theorems from the language, at random but with sorts that fit, so that most are read.

    python tests/faults/generated.py claims|theorems [--seconds S] [--seed N]

puts them to dpsym for a while and prints each one that ends in an error that is not a refusal.
"""

from __future__ import annotations

import argparse
import random
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sympy

from dpsym.faults import raised_in
from dpsym.language import (
    ZCDP,
    AllOf,
    AnyOf,
    ApproxDP,
    Chain,
    Eq,
    Exists,
    ForAll,
    GaussianDP,
    HockeyStick,
    Implication,
    Indicator,
    Integer,
    Max,
    Min,
    NotSo,
    P,
    Phi,
    ProbDP,
    PureDP,
    Q,
    Rational,
    RenyiDP,
    StatementError,
    Theorem,
    Total,
    as_written,
    cases,
    have,
    let,
    monotonic,
    parameter,
    variant,
    y,
)

NAMES = ("eps", "delta", "x", "p", "rho", "mu", "t", "a")
DOMAINS = (
    "{0} >= 0", "{0} > 0", "0 < {0} < 1", "0 <= {0} <= 1", "{0}", "0 < {0} <= 1/2", "1 < {0}", "{0} natural", "-1 < {0} < 1",
)  # fmt: skip
NUMBERS = ("0", "1", "2", "1/2", "0.1", "3", "10", "1/3", "pi", "e", "1e-6", "5/4")
FUNCTIONS = ("exp", "log", "sqrt", "tanh", "sinh", "cosh", "erf", "erfc", "Phi", "Phi_inv", "abs")
RELATIONS = ("<=", "<=", ">=", "<", ">", "=", "!=")


class Late(BaseException):
    """It took too long; that is no fault, and nothing that catches errors may catch it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise Late

    old = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)  # again where a destructor swallowed it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


# ------------------------------------------------------------------------------------------- claims as text
class Claims:
    """One random claim after the other."""

    def __init__(self, rng: random.Random) -> None:
        self.r = rng

    def number(self, names: list[str], depth: int) -> str:
        r = self.r
        if depth <= 0 or r.random() < 0.25:
            return r.choice([*names, *names, *names, *NUMBERS] if names else NUMBERS)
        kind = r.randrange(8)
        one = self.number(names, depth - 1)
        if kind < 2:
            return f"{r.choice(FUNCTIONS)}({one})"
        if kind == 2:
            return f"({one})^{r.choice(('2', '3', '(1/2)', '(-1)', '(-2)', '(3/2)', *names))}"
        if kind == 3:
            return f"{r.choice(('min', 'max'))}({one}, {self.number(names, depth - 1)})"
        if kind == 4:
            return f"({one})/({self.number(names, depth - 1)})"
        return f"({one} {r.choice('+-*')} {self.number(names, depth - 1)})"

    def positive(self, names: list[str], depth: int) -> str:
        """What is often of a sign that a budget may have."""
        r = self.r
        one = self.number(names, depth)
        return r.choice(
            (f"exp({one})", f"({one})^2", f"sqrt({one})", f"abs({one})", one, r.choice([*names, "1"]))
        )

    def functional(self, names: list[str]) -> str:
        r, budget = self.r, lambda: self.positive(names, r.randrange(3))
        return r.choice(
            ("TV", "KL", "Advantage", f"Tail({budget()})", f"HockeyStick({budget()})", f"Renyi(1 + {budget()})",
             f"Power({r.choice([*names, '1/2'])})", f"Posterior({r.choice([*names, '1/2'])})")
        )  # fmt: skip

    def notion(self, names: list[str]) -> str:
        r, budget = self.r, lambda: self.positive(names, r.randrange(3))
        name, several = r.choice(
            (("PureDP", 1), ("ApproxDP", 2), ("ProbDP", 2), ("ZCDP", 1), ("RenyiDP", 2), ("GaussianDP", 1),
             ("PBDP", 2))
        )  # fmt: skip
        if name == "RenyiDP":
            return f"RenyiDP(1 + {budget()}, {budget()})"
        return f"{name}({', '.join(budget() for _ in range(several))})"

    def mechanism(self, names: list[str]) -> str:
        r, scale = self.r, self.r.choice([*names, "1", "2"])
        return r.choice(
            (f"RandomizedResponse({scale})", f"Laplace({scale})", f"Gaussian({scale})", f"Gaussian({scale}, 1)",
             f"Laplace({scale}, {r.choice([*names, '1'])})", f"Geometric({scale})", f"DiscreteGaussian({scale})")
        )  # fmt: skip

    def relation(self, names: list[str], depth: int, pair: bool) -> str:
        r = self.r
        if pair:
            left, right = self.functional(names), self.number(names, depth)
            if r.random() < 0.2:
                left = f"{left} {r.choice('+-*/')} {self.functional(names)}"
            return f"{left} {r.choice(RELATIONS)} {right}"
        return f"{self.number(names, depth)} {r.choice(RELATIONS)} {self.number(names, depth)}"

    def claim(self) -> str:
        r = self.r
        names = r.sample(NAMES, r.choice((1, 1, 2, 2, 3)))
        conditions = [r.choice(DOMAINS).format(n) for n in names]
        if r.random() < 0.2:
            conditions.append(self.relation(names, 1, False))
        head = f"for {', '.join(conditions)}: "
        kind = r.randrange(6)
        if kind < 2:
            return head + self.relation(names, r.choice((1, 2, 2, 3)), False)
        if kind == 2:  # an identity or an inequality that may well be true, to reach the deep searches
            one, two = self.number(names, 2), self.positive(names, 1)
            return head + r.choice(
                (f"exp(log({two})) = {two}", f"({one})^2 + 1 >= 2*({one})", f"{one} <= {one} + abs({two})",
                 f"sqrt(({two})^2) = abs({two})", f"log(exp({one})) = {one}", f"({one})/({two}) = ({one})*({two})^(-1)",
                 f"exp(({one})/2)^2 = exp({one})", f"log(({two})/2) <= ({two})/2 - 1", f"tanh({one}) <= abs({one})")
            )  # fmt: skip
        said = [self.notion(names) if r.random() < 0.7 else self.mechanism(names)]
        if r.random() < 0.2:
            said.append(self.relation(names, 1, True))
        end = self.notion(names) if r.random() < 0.5 else self.relation(names, r.choice((1, 2)), True)
        return f"{head}{' and '.join(said)} => {end}"


# -------------------------------------------------------------------------------------- theorems as objects
class Theorems:
    """One random theorem after the other, some with steps, points and near misses."""

    def __init__(self, rng: random.Random) -> None:
        self.r = rng

    def parameters(self) -> list[Any]:
        r = self.r
        domains: tuple[dict[str, Any], ...] = (
            {"at_least": 0}, {"above": 0}, {"above": 0, "below": 1}, {"at_least": 0, "at_most": 1}, {}, {"above": 1},
            {"integer": True},
        )  # fmt: skip
        return [parameter(n, **r.choice(domains)) for n in r.sample(NAMES, r.choice((1, 2, 2, 3)))]

    def number(self, names: list[Any], depth: int) -> Any:
        r = self.r
        if depth <= 0 or r.random() < 0.25:
            return r.choice(
                [*names, *names, Integer(0), Integer(1), Integer(2), Rational(1, 2), sympy.pi, sympy.E]
            )
        one = self.number(names, depth - 1)
        kind = r.randrange(9)
        if kind < 2:
            return r.choice(
                (
                    sympy.exp,
                    sympy.log,
                    sympy.sqrt,
                    sympy.tanh,
                    sympy.sinh,
                    sympy.cosh,
                    sympy.erf,
                    Phi,
                    sympy.Abs,
                )
            )(one)
        if kind == 2:
            return one ** r.choice((Integer(2), Integer(3), Integer(-1), Rational(1, 2), *names))
        other = self.number(names, depth - 1)
        if kind == 3:
            return r.choice((Max, Min))(one, other)
        if kind == 4:
            return one / other
        return r.choice((one + other, one - other, one * other))

    def functional(self, names: list[Any]) -> Any:
        r = self.r
        return r.choice(
            (HockeyStick(self.number(names, 1)), Total(Max(P(y) - self.number(names, 1) * Q(y), 0), y),
             Total(P(y) ** 2 / Q(y), y), Total(Indicator(P(y) <= self.number(names, 1) * Q(y)) * P(y), y), P(y) / Q(y))
        )  # fmt: skip

    def notion(self, names: list[Any]) -> Any:
        r, b = self.r, lambda: self.number(names, r.randrange(2))
        return r.choice(
            (lambda: PureDP(b()), lambda: ApproxDP(b(), b()), lambda: ProbDP(b(), b()), lambda: ZCDP(b()),
             lambda: RenyiDP(1 + sympy.exp(b()), b()), lambda: GaussianDP(b()))
        )()  # fmt: skip

    def relation(self, names: list[Any], pair: bool = False) -> Any:
        r = self.r
        make = r.choice((sympy.Le, sympy.Le, sympy.Lt, sympy.Ge, sympy.Gt, Eq, sympy.Ne))
        left = self.functional(names) if pair else self.number(names, r.choice((1, 2)))
        return make(left, self.number(names, r.choice((1, 2))))

    def formula(self, names: list[Any], depth: int = 1) -> Any:
        r = self.r
        kind = r.randrange(9) if depth else r.randrange(4)
        if kind < 2:
            return self.relation(names)
        if kind == 2:
            return self.relation(names, True)
        if kind == 3:
            return self.notion(names)
        one, other = self.formula(names, depth - 1), self.formula(names, depth - 1)
        if kind == 4:
            return AllOf(one, other)
        if kind == 5:
            return AnyOf(one, other)
        if kind == 6:
            return NotSo(one)
        if kind == 7:
            return Implication(one, other)
        return r.choice((ForAll, Exists))((r.choice([*names, parameter("u", above=0), y]),), one)

    def steps(self, names: list[Any], claim: Any) -> Any:
        r = self.r
        kind = r.randrange(6)
        if kind == 0:
            return Chain(self.number(names, 1)).le(self.number(names, 1)).le(self.number(names, 1), "so")
        if kind == 1:
            return (have(self.relation(names), "seen"), have(claim, split=(self.relation(names),)))
        if kind == 2:
            return (cases(self.relation(names), then=(have(claim),), otherwise=(have(claim),)),)
        if kind == 3:
            q = parameter("q")
            return (let(q, self.number(names, 1), (self.relation([q, *names]),)), have(claim))
        if kind == 4:
            z = parameter("z")
            return (monotonic(self.number([z, *names], 2), z, 0, r.choice(names)),)
        return None

    def theorem(self) -> Theorem:
        r = self.r
        names = self.parameters()
        with as_written() if r.random() < 0.7 else sympy.evaluate(True):
            claim = self.formula(names, r.choice((0, 1)))
            given = tuple(self.formula(names, 0) for _ in range(r.choice((0, 0, 1, 2))))
            derivation = self.steps(names, claim) if r.random() < 0.4 else None
            misses = {"another": variant(claim=self.formula(names, 0))} if r.random() < 0.2 else {}
        return Theorem(title="Generated", given=given, claim=claim, derivation=derivation, near_misses=misses)


# ------------------------------------------------------------------------------------------------- the trial
@dataclass(frozen=True)
class Found:
    """An error that is no refusal."""

    about: str
    error: str
    trace: str


def try_claim(text: str, seconds: float) -> Found | str:
    """The verdict on a claim, or the error that it ended in."""
    from dpsym.claims import NotAClaim, settle

    try:
        with at_most(seconds):
            answer = settle(text)
            str(answer), answer.latex(), answer.json()
            return answer.verdict
    except NotAClaim:
        return "not a claim"
    except Late:
        return "late"
    except Exception as e:
        return Found(text, f"{type(e).__name__}: {e}"[:200], traceback.format_exc())


def try_theorem(rng: random.Random, seconds: float) -> Found | str:
    """The verdict on a random theorem, its page printed too, or the error that it ended in."""
    from dpsym.claims.sessions import WORK
    from dpsym.document.media.latex import fragment
    from dpsym.document.media.terminal import text
    from dpsym.document.page import Page
    from dpsym.prove.session import Session
    from dpsym.prove.strategy import FULL
    from dpsym.reports import said

    theorem: Any = None
    try:
        with at_most(seconds):
            theorem = Theorems(rng).theorem()
            said(theorem)
            session = Session()
            session.effort = FULL.within(WORK // 8)
            found = session.settle(theorem)
            if found.status == "unknown":
                found = session.refute(theorem, variant())
            for wrong in theorem.near_misses.values():
                session.refute(theorem, wrong)
            page = Page("generated", theorem, found.status, found.scope)
            fragment(page)
            text(page)
            return found.status
    except StatementError:
        return "refused"
    except Late:
        return "late"
    except Exception as e:
        if theorem is None and raised_in(e, "sympy"):
            return "refused"  # sympy itself has no such expression
        about = "" if theorem is None else f"{theorem.given} => {theorem.claim}, {theorem.derivation}"
        return Found(about, f"{type(e).__name__}: {e}"[:200], traceback.format_exc())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("which", choices=("claims", "theorems"))
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=float, default=8)
    given = parser.parse_args()
    end = time.monotonic() + given.seconds
    counts: dict[str, int] = {}
    n = given.seed * 1_000_000
    while time.monotonic() < end:
        n += 1
        rng = random.Random(n)
        found = (
            try_claim(Claims(rng).claim(), given.each)
            if given.which == "claims"
            else try_theorem(rng, given.each)
        )
        word = found if isinstance(found, str) else "FAULT"
        counts[word] = counts.get(word, 0) + 1
        if isinstance(found, Found):
            print(f"FAULT {n}: {found.about}\n{found.trace[-1800:]}", flush=True)
    print(counts)


if __name__ == "__main__":
    main()
