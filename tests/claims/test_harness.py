"""What the assistant answers to claims whose truth is known: no false one is proved, no true one refuted.

By default a seeded sample, printed with `pytest -s`; the slow tests take the four lists whole and more of the mutants, and
`make nightly` every one.

    python tests/claims/test_harness.py true|false|made_true|made_false|mutants|library [--count N] [--seed S] [--shard I/N]
                                        [--only WORDS] [--out FILE] [--dask SCHEDULER]

prints the answers and the figures.  With --out each answer is a line of JSON in FILE as soon as it is there, and what is
in FILE is not asked again; `figures FILE...` prints the figures of such files, `table FILE...`
a table of them.  Every mutant is classified first by the
judge, which has nothing of dpsym in it: "false" with a witness, "undefined" where a term has no value, else "open".
The three are counted apart, and all are put to dpsym; --only false,open asks some classes only.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import judge as j
import pytest
from judge import entries
from mutants import Mutant, classify, everything, everything_of_library, library_claims, mutants

import dpsym
from dpsym.claims import NotAClaim

LISTS = ("true", "false", "made_true", "made_false")  # the last two: of mechanisms that are made of others
SETTLED = {True: ("proved", "enclosed", "cited"), False: ("refuted",)}
F = Fraction
LONGEST = 180  # seconds for one answer, which is bounded by count and should never need them


@dataclass(frozen=True)
class Reply:
    """An answer to a claim, and the processor seconds it took (the machine may be shared).

    kind     what the judge or the list says: "true", "false", "undefined" (a term has no value somewhere), "open"
    verdict  what dpsym says; "refused" for no claim, "late" after LONGEST, "crashed"
    note     the method, or the message
    witness  what the judge says of dpsym's witness: "accepted", "denied", or "" (none, or it cannot tell)
    """

    text: str
    kind: str
    verdict: str
    seconds: float
    note: str
    witness: str = ""

    @property
    def wrong(self) -> bool:
        against = {"true": SETTLED[False], "false": SETTLED[True]}.get(self.kind, ())
        return self.verdict in ("crashed", *against) or self.witness == "denied"

    @property
    def settled(self) -> bool:
        """A false claim that has no value somewhere is settled when the point without a value is shown."""
        if self.kind == "false" and self.verdict == "refused":
            return self.witness == "accepted"
        return self.verdict in {"true": SETTLED[True], "false": SETTLED[False]}.get(self.kind, ())


class Late(Exception):
    """The answer took too long."""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # on a worker, where no signal arrives
        yield
        return

    def stop(*_: Any) -> None:
        raise Late

    old = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)


# ------------------------------------------------------------------------------ dpsym's witnesses before the judge
def number(text: str, env: dict[str, Any]) -> Any:
    """The exact value of a text of the grammar."""
    names = f"for {', '.join(env)}: " if env else ""
    return j.value(j.read(f"{names}{text} = 0").conclusions[0].parts[0], env)


def pair_in_words(words: str, env: dict[str, Any]) -> Any:
    """The pair that a witness names: a mechanism's, or two laws written out."""
    forms: list[tuple[str, Callable[[Any], Any]]] = [
        (r"N\(sqrt\((.+)\), 1\) and N\(0, 1\)", lambda x: j.GaussianPair(j.sqrt(x), x)),
        (r"N\((.+), 1\) and N\(0, 1\)", j.GaussianPair),
        (r"Laplace noise at a distance of (.+) scales", j.LaplacePair),
        (r"randomised response with privacy loss (.+)", lambda x: response(j.exp(x))),
        (r"P = \(1 - (\w+), \w+, 0\) and .*", lambda m: j.Pair((1 - m, m, F(0)), (1 - m, F(0), m))),
    ]
    for form, made in forms:
        if found := re.fullmatch(form, words):
            return made(number(found[1], env))
    if found := re.fullmatch(r"P = \((\w+), 1 - \w+\) and Q = \((\w+), 1 - \w+\)", words):
        p, q = env[found[1]], env[found[2]]
        return j.Pair((p, 1 - p), (q, 1 - q))
    return j.Pair((F(1),), (F(1),)) if words == "P = Q" else None


def response(up: Any) -> Any:
    truth = j.div(up, j.add(up, F(1)))
    lie = j.div(F(1), j.add(up, F(1)))
    return j.Pair((truth, lie), (lie, truth))


def judged(text: str, witness: Any) -> str:
    """What the judge says of dpsym's witness."""
    try:
        claim = j.read(text)
        env = {name: number(value, {}) for name, value in witness.values.items()}
        pair = None
        if witness.laws:
            laws = [tuple(number(m, {}) for m in witness.laws[name]) for name in ("P", "Q")]
            if not all(isinstance(m, Fraction) for law in laws for m in law):
                return ""
            pair = j.Pair(*laws)
        elif "pair" in witness.where:
            more = {k: number(v, {}) for k, v in witness.where.items() if k not in ("pair", *env)}
            pair = pair_in_words(witness.where["pair"], {**env, **more})
        known = tuple((n, env[n]) for n in env)
        verdict = j.looked_at(claim, j.Witness(known, pair))
    except (j.Unread, j.Undefined, j.Unsure, KeyError, ValueError, IndexError):
        return ""
    return {True: "accepted", False: "denied", None: ""}[verdict]


def without_value(text: str, message: str) -> str:
    """Whether a term of the claim has indeed no value at the point that the refusal names."""
    found = re.search(r"; here (.*) is allowed", message)
    if not found:
        return ""
    try:
        named = {k.strip(): number(v, {}) for k, v in (p.split("=") for p in found[1].split(","))}
        equal = (F(1, 2), F(1, 2))  # what is said of the parameters holds for every pair, for equal laws too
        claim = j.read(text)
        for other in j.points(
            claim, random.Random(text), 60
        ):  # values of the names that the point does not give
            env = tuple({**dict(other.env), **named}.items())
            if j.has_no_value(claim, j.Witness(env, j.Pair(equal, equal))):
                return "accepted"
        return ""
    except (j.Unread, j.Undefined, j.Unsure, KeyError, ValueError, IndexError):
        return ""


def reply(text: str, kind: str) -> Reply:
    """What dpsym.claim says."""
    start = time.process_time()
    witness = None
    try:
        with at_most(LONGEST):
            answer = dpsym.claim(text)
        verdict, note, witness = answer.verdict, answer.method, answer.witness
        assert (witness is not None) == (verdict == "refuted"), text
    except NotAClaim as e:
        verdict, note = "refused", e.message
    except Late:
        verdict, note = "late", f"{LONGEST} s"
    except Exception as e:
        verdict, note = "crashed", f"{type(e).__name__}: {e}"
    seconds = time.process_time() - start
    said = judged(text, witness) if witness else without_value(text, note) if verdict == "refused" else ""
    return Reply(text, kind, verdict, round(seconds, 3), note, said)


# -------------------------------------------------------------------------------------------------- figures
def summary(replies: list[Reply], name: str) -> str:
    """The figures of a set of replies, a line for each kind of claim."""
    lines = []
    for kind in ("true", "false", "undefined", "open"):
        of = [r for r in replies if r.kind == kind]
        if not of:
            continue
        seconds = sorted(r.seconds for r in of)
        settled = sum(r.settled for r in of)
        share = f", settled {settled} ({settled / len(of):.1%})" if kind in ("true", "false") else ""
        verdicts = ", ".join(f"{v} {n}" for v, n in sorted(Counter(r.verdict for r in of).items()))
        judged = Counter(r.witness for r in of if r.verdict == "refuted")
        lines.append(
            f"{name}, {kind}: {len(of)} claims{share}, wrong {sum(r.wrong for r in of)}, "
            f"internal errors {sum(r.verdict == 'crashed' for r in of)}; {verdicts}; "
            f"witnesses accepted by the judge {judged['accepted']}, denied {judged['denied']}, "
            f"not looked at {judged['']}; "
            f"median {seconds[len(seconds) // 2]:.2f} s, 95 % {seconds[int(0.95 * (len(seconds) - 1))]:.2f} s, "
            f"longest {seconds[-1]:.1f} s"
        )
    return "\n".join(lines)


def table(files: Iterable[Path]) -> str:
    """The figures of files of replies as a table of Markdown, a row for each file and kind of claim."""
    head = ("list", "kind", "claims", "settled", "wrong", "median s", "95 % s", "longest s")
    rows = [head, tuple("---" for _ in head)]
    for file in files:
        replies = kept([file])
        for kind in ("true", "false", "undefined", "open"):
            of = [r for r in replies if r.kind == kind]
            if not of:
                continue
            seconds = sorted(r.seconds for r in of)
            settled = f"{sum(r.settled for r in of) / len(of):.1%}" if kind in ("true", "false") else "-"
            times = (seconds[len(seconds) // 2], seconds[int(0.95 * (len(seconds) - 1))], seconds[-1])
            wrong = sum(r.wrong for r in of)
            rows.append((file.stem, kind, str(len(of)), settled, str(wrong), *(f"{t:.2f}" for t in times)))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def drawn(items: Iterable, count: int | None, seed: int = 1) -> list:
    items = list(items)
    return items if count is None or count >= len(items) else random.Random(seed).sample(items, count)


def of_mutants(made: list[Mutant]) -> list[Reply]:
    """Replies to all mutants, each with the class that the judge gives it."""
    return [reply(x.text, classify(x)[0]) for x in made]


def quick(texts: Iterable[str]) -> list[str]:
    """Without the notions over all tests or all orders, whose claims take the longest: the slow test has them."""
    slow = ("GaussianDP", "PBDP", "ZCDP")
    return [t for t in texts if not any(name in t for name in slow)]


def one_each(texts: list[str], count: int) -> list[Mutant]:
    """One mutant of each of `count` drawn claims."""
    return [random.Random(t).choice(mutants(t)) for t in drawn(texts, count)]


def report(replies: list[Reply], name: str) -> None:
    print(f"\n{summary(replies, name)}")
    for r in replies:
        if r.wrong:
            print(f"WRONG {r.verdict} {r.witness}: {r.text}")


def test_a_sample() -> None:
    true, false = (quick(e.text for e in entries(name)) for name in ("true", "false"))
    library = quick(t for _, t in library_claims())
    for replies, name in (
        ([reply(t, "true") for t in drawn(true, 1)], "true"),
        ([reply(t, "false") for t in drawn(false, 2)], "false"),
        (of_mutants(one_each(true, 1)), "mutants"),
        (of_mutants(one_each(library, 1)), "mutants of the library"),
    ):
        report(replies, name)
        assert [r.text for r in replies if r.wrong] == []


SHARDS = 16  # the parts of a list, each of which is a test: they run side by side


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("name", LISTS)
def test_a_part_of_a_list(name: str, shard: int) -> None:
    """No answer is wrong, and hardly any is left open."""
    kind = name.removeprefix("made_")
    replies = [reply(e.text, kind) for e in list(entries(name))[shard::SHARDS]]
    report(replies, name)
    assert [r.text for r in replies if r.wrong] == []
    left = [r.text for r in replies if not r.settled]
    assert len(left) <= max(1, len(replies) // 20), left


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("made", [everything, everything_of_library], ids=["lists", "library"])
def test_some_of_all_mutants(made: Callable[[], list[Mutant]], shard: int) -> None:
    """A part of all mutants, drawn anew for each shard; `make nightly` asks every one."""
    replies = of_mutants(drawn(made(), 20, seed=shard))
    report(replies, "mutants")
    assert [r.text for r in replies if r.wrong] == []
    assert any(r.kind == "false" and r.settled for r in replies)


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError("x"), MemoryError("x")])
def test_a_crash_is_counted_and_ends_nothing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """An internal error is a fault of the harness's, whatever the claim; the others are still asked."""
    good = dpsym.claim

    def one_crash(text: str) -> Any:
        if "17" in text:
            raise error
        return good(text)

    monkeypatch.setattr(dpsym, "claim", one_crash)
    texts = ["for x >= 0: x <= x + 1", "for x >= 0: x <= x + 17", "for x >= 0: x + 1 <= x"]
    for kind in ("true", "open", "undefined"):
        found = [reply(t, kind) for t in texts]
        assert [r.verdict for r in found] == ["proved", "crashed", "refuted"]
        assert found[1].wrong and not found[1].settled
        assert "internal errors 1" in summary(found, "three")


def test_the_judge_looks_at_witnesses() -> None:
    """A witness that is none is denied, whoever offers it; one at a named pair is judged at that pair."""

    @dataclass(frozen=True)
    class Said:
        values: dict[str, str]
        laws: dict[str, tuple[str, ...]]
        where: dict[str, str]

    text = "for eps >= 0: PureDP(eps) => TV <= tanh(eps/3)"
    laws = {"P": ("2/3", "1/3"), "Q": ("1/3", "2/3")}
    assert judged(text, Said({"eps": "log(2)"}, laws, {})) == "accepted"
    assert judged(text, Said({"eps": "log(3)"}, laws, {})) == "denied"
    assert judged(text, Said({"eps": "log(3/2)"}, laws, {})) == "denied"
    words = {"pair": "N(sqrt(2*(rho)), 1) and N(0, 1)"}
    assert judged("for rho > 0: ZCDP(rho) => KL <= rho/2", Said({"rho": "1"}, {}, words)) == "accepted"
    assert judged("for rho > 0: ZCDP(rho) => KL <= rho", Said({"rho": "1"}, {}, words)) != "accepted"
    words = {"pair": "P = (1 - mass, mass, 0) and Q = (1 - mass, 0, mass)", "mass": "1/2"}
    assert judged("TV <= 1/3", Said({}, {}, words)) == "accepted"
    assert judged("TV <= 1/2", Said({}, {}, words)) == "denied"
    pole = "for 0 <= x: exp(x) <= 1/(1 - x)"
    assert without_value(pole, "the divisor must not be 0; here x = 1 is allowed") == "accepted"
    assert without_value(pole, "the divisor must not be 0; here x = 2 is allowed") == ""


@pytest.mark.parametrize(
    "text",
    [
        "for k > 0: KL <= k => log(TV) <= log(k/2)/2",  # no logarithm of TV at equal laws
        "for k > 0: KL <= k => TV/TV <= 1 + k",
        "for x >= 0: erf(x)*x/x*pi <= 4",
        "for x: erf(x)*log(x)/log(x) <= pi",
        "for x: sqrt(x^1.8) = abs(x)",  # nor has this a value below 0, and sympy breaks on it
    ],
)
def test_what_has_no_value_somewhere_is_not_proved(text: str) -> None:
    found = reply(text, "undefined")
    assert found.verdict in ("refused", "undecided") or (
        found.verdict == "refuted" and found.witness == "accepted"
    )


# ------------------------------------------------------------------------------------------------ the whole run
def asked(which: str) -> list[tuple[str, str]]:
    """(claim, what is known of it or "") for a list of claims or all mutants, in order."""
    if which in LISTS:
        return [(e.text, which.removeprefix("made_")) for e in entries(which)]
    return [(x.text, "") for x in (everything() if which == "mutants" else everything_of_library())]


def kept(files: Iterable[Path]) -> list[Reply]:
    """The replies in files, the last one where a claim was asked twice."""
    found: dict[str, Reply] = {}
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            r = Reply(**json.loads(line))
            found[r.text] = r
    return list(found.values())


Work = list[tuple[str, str]]  # claims, with what is known of each or ""


def answered(text: str, kind: str, classes: str) -> Reply | None:
    """The reply to a claim; None where it is of a class that is not asked."""
    kind = kind or classify(Mutant(text, "", ""))[0]
    return reply(text, kind) if kind in classes.split(",") else None


def on_cluster(address: str, work: Work, classes: str) -> Iterator[Reply | None]:
    """The replies from the workers of a dask cluster, in any order; what no worker answers is answered here.

    Each answer has been through the kernel of the worker, which is a process of ours: this counts, it certifies nothing.
    """
    from distributed import as_completed

    from dpsym.reports.cluster import connected

    here = str(Path(__file__).parent)

    def there(text: str, kind: str) -> Any:  # travels as it is written; the worker imports the rest
        import sys

        if here not in sys.path:
            sys.path.insert(0, here)
        from test_harness import answered, asdict

        found = answered(text, kind, classes)
        return None if found is None else asdict(found)

    with connected(address) as client:
        asked = {client.submit(there, text, kind, pure=False): (text, kind) for text, kind in work}
        for future in as_completed(list(asked), loop=client.loop):
            text, kind = asked.pop(future)
            try:
                found = future.result()
            except Exception:
                yield answered(text, kind, classes)
            else:
                yield None if found is None else Reply(**found)


def run(which: str, options: argparse.Namespace) -> list[Reply]:
    """Puts the claims to dpsym and keeps each answer at once; what is kept is not asked again."""
    part, parts = (int(x) for x in options.shard.split("/"))
    work = drawn(asked(which), options.count, options.seed)
    random.Random(options.seed).shuffle(work)  # a part of the run is a sample of the whole
    work = work[part - 1 :: parts]
    found = kept([options.out]) if options.out else []
    done = {r.text for r in found}
    left = [(text, kind) for text, kind in work if text not in done]
    if options.dask:
        replies = on_cluster(options.dask, left, options.only)
    else:
        replies = (answered(text, kind, options.only) for text, kind in left)
    for k, last in enumerate(replies):
        if last is None:
            continue
        found.append(last)
        if options.out:
            with options.out.open("a", encoding="utf-8") as file:
                print(json.dumps(asdict(last)), file=file)
        word = "WRONG " if last.wrong else ""
        print(
            f"{k + 1}/{len(left)} {word}{last.kind}: {last.verdict} {last.witness} {last.seconds} {last.text}",
            flush=True,
        )
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("which", choices=(*LISTS, "mutants", "library", "figures", "table"))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--only", default="true,false,undefined,open")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--dask", metavar="SCHEDULER")
    given = parser.parse_args()
    if given.which == "table":
        print(table(given.files))
        sys.exit(0)
    figures = given.which == "figures"
    replies = kept(given.files) if figures else run(given.which, given)
    report(replies, "all" if figures else given.which)
    sys.exit(any(r.wrong for r in replies))
