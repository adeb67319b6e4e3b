"""What the assistant answers to claims whose truth is known: no false one is proved, no true one refuted.

By default a seeded sample, printed with `pytest -s`; the slow test takes both lists and every mutant.
`python tests/claims/test_harness.py true|false|mutants|library [COUNT]` prints the answers, COUNT of them drawn by seed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from judge import entries
from mutants import Mutant, classify, everything, everything_of_library, library_claims, mutants

import dpsym
from dpsym.claims import NotAClaim

SETTLED = {True: ("proved", "enclosed", "cited"), False: ("refuted",)}


@dataclass(frozen=True)
class Reply:
    """An answer to a claim whose truth is known, and the processor seconds it took (the machine may be shared)."""

    text: str
    truth: bool
    verdict: str
    seconds: float
    note: str

    @property
    def wrong(self) -> bool:
        return self.verdict == "crashed" or self.verdict in SETTLED[not self.truth]

    @property
    def settled(self) -> bool:
        return self.verdict in SETTLED[self.truth]


def reply(text: str, truth: bool) -> Reply:
    """What dpsym.claim says; a claim that it does not take counts as undecided."""
    start = time.process_time()
    try:
        answer = dpsym.claim(text)
        verdict, note = answer.verdict, answer.method
        assert (answer.witness is not None) == (verdict == "refuted"), text
    except NotAClaim as e:
        verdict, note = "undecided", f"not a claim: {e}"
    except Exception as e:
        verdict, note = "crashed", f"{type(e).__name__}: {e}"
    return Reply(text, truth, verdict, time.process_time() - start, note)


def summary(replies: list[Reply], name: str) -> str:
    """The figures of a set of replies in a line."""
    seconds = sorted(r.seconds for r in replies) or [0.0]
    settled = sum(r.settled for r in replies)
    verdicts = dict(sorted(Counter(r.verdict for r in replies).items()))
    return (
        f"{name}: {len(replies)} claims, settled {settled} ({settled / max(1, len(replies)):.1%}), "
        f"wrong {sum(r.wrong for r in replies)}, {verdicts}, "
        f"median {seconds[len(seconds) // 2]:.2f} s, 95 % {seconds[int(0.95 * (len(seconds) - 1))]:.2f} s"
    )


def drawn(items: Iterable, count: int | None, seed: int = 1) -> list:
    items = list(items)
    return items if count is None or count >= len(items) else random.Random(seed).sample(items, count)


def of_mutants(made: list[Mutant]) -> list[Reply]:
    """Replies to the mutants that the judge has a witness against."""
    return [reply(x.text, False) for x in made if classify(x)[0] == "false"]


def quick(texts: Iterable[str]) -> list[str]:
    """Without the notions over all tests or all orders, whose claims take the longest: the slow test has them."""
    slow = ("GaussianDP", "BoundedDP", "ZCDP")
    return [t for t in texts if not any(name in t for name in slow)]


def one_each(texts: list[str], count: int) -> list[Mutant]:
    """One mutant of each of `count` drawn claims."""
    return [random.Random(t).choice(mutants(t)) for t in drawn(texts, count)]


def report(replies: list[Reply], name: str) -> None:
    print(f"\n{summary(replies, name)}")
    for r in replies:
        if r.wrong:
            print(f"WRONG {r.verdict}: {r.text}")


def test_a_sample() -> None:
    true, false = (quick(e.text for e in entries(name)) for name in ("true", "false"))
    library = quick(t for _, t in library_claims())
    for replies, name in (
        ([reply(t, True) for t in drawn(true, 6)], "true"),
        ([reply(t, False) for t in drawn(false, 9)], "false"),
        (of_mutants(one_each(true, 12)), "mutants"),
        (of_mutants(one_each(library, 3)), "mutants of the library"),
    ):
        report(replies, name)
        assert [r.text for r in replies if r.wrong] == []


@pytest.mark.slow
def test_everything() -> None:
    true = [reply(e.text, True) for e in entries("true")]
    false = [reply(e.text, False) for e in entries("false")]
    mutated = of_mutants(everything())
    library = of_mutants(everything_of_library())
    for replies, name in (
        (true, "true"), (false, "false"), (mutated, "mutants"), (library, "mutants of the library")
    ):  # fmt: skip
        report(replies, name)
    assert [r.text for r in true + false + mutated + library if r.wrong] == []
    assert len(mutated) + len(library) >= 3000


if __name__ == "__main__":
    which, size = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None
    asked = {
        "true": lambda: ((e.text, True) for e in drawn(entries("true"), size)),
        "false": lambda: ((e.text, False) for e in drawn(entries("false"), size)),
        "mutants": lambda: ((x.text, False) for x in drawn(everything(), size) if classify(x)[0] == "false"),
        "library": lambda: (
            (x.text, False) for x in drawn(everything_of_library(), size) if classify(x)[0] == "false"
        ),
    }[which]()
    found = []
    for claim_text, is_true in asked:
        found.append(reply(claim_text, is_true))
        last = found[-1]
        print(
            f"{'WRONG ' if last.wrong else ''}{last.verdict}\t{last.seconds:.2f}\t{last.text}\t{last.note}",
            flush=True,
        )
    print(summary(found, which))
