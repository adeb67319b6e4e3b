"""The slips of the corpus: `python tests/audit/slips.py seed` seeds them, `python tests/audit/slips.py table` says what
becomes of them.

A slip is one edit of a source: a sign, an inverted fraction, a lost factor, another exponent, another constant, a dropped
condition.  It is kept when a judge that has no part in the audit's judging finds a point at which a line has become false.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from judge_by_points import truth  # noqa: E402

from dpsym.audit.judging import FAILS, FOLLOWS, NOT_READ, UNDECIDED, Judge, Judged  # noqa: E402
from dpsym.audit.nearest import around_of, nearest  # noqa: E402
from dpsym.audit.reading import Line, Reading, read  # noqa: E402
from dpsym.audit.tokens import NotRead  # noqa: E402

CORPUS, SLIPS, PER = HERE / "corpus", HERE / "corpus" / "slips.json", 5
KINDS = ("sign", "inverted", "factor", "exponent", "dropped", "constant")
Slip = tuple[str, str, str]  # its kind, what stands in the source once, and what replaces it
DISPLAY = re.compile(
    r"\\begin\{(equation|align|gather|multline|eqnarray)\*?\}.*?\\end\{\1\*?\}|\\\[.*?\\\]", re.S
)
LETTERS = r"eps|rho|alpha|delta|sigma|mu|lambda|nu|gamma|e(?![a-z])"


def sources() -> list[Path]:
    """The derivations of the corpus."""
    return sorted(CORPUS.glob("[0-9]*.tex"))


def edits(text: str) -> Iterator[tuple[str, int, int, str]]:
    """Edits of a source: kind, place, and what stands there then."""
    for d in DISPLAY.finditer(text):
        s, a = d[0], d.start()
        found: list[tuple[str, re.Match[str], str]] = []
        found += [("sign", m, "-" if m[0] == "+" else "+") for m in re.finditer(r"(?<![{(^a-z=&\s])[+-]", s)]
        found += [
            ("inverted", m, f"\\{m[1]}{m[3]}{m[2]}")
            for m in re.finditer(r"\\(frac|tfrac)(\{[^{}]*\})(\{[^{}]*\})", s)
        ]
        found += [("factor", m, "") for m in re.finditer(r"(?<![\^{_\d.])[2-9](?=\\[a-z]|[a-z(])", s)]
        found += [
            ("factor", m, f"2{m[0]}") for m in re.finditer(rf"(?<![\^_{{a-z])\\({LETTERS})(?![a-z])", s)
        ]
        found += [("exponent", m, "^3") for m in re.finditer(r"\^2|\^\{2\}", s)]
        found += [("exponent", m, f"{m[0]}2") for m in re.finditer(r"(?:e|\\ex)\^?\{-?(?=\\)", s)]
        found += [
            ("constant", m, str(int(m[0]) + 1)) for m in re.finditer(r"(?<![\^_\d.{])\b[1-9](?![\d.])", s)
        ]
        for kind, m, new in found:
            yield kind, a + m.start(), a + m.end(), new
    for m in re.finditer(r"(?m)^% dpsym: (.*)$", text):
        parts = m[1].split(", ")
        for k, one in enumerate(parts):
            letters = re.findall(r"[a-z]\w*", one)
            rest = parts[:k] + parts[k + 1 :]
            known = {x for r in rest for x in re.findall(r"\w+", r)} | {"natural", "exp", "abs"}
            bare = [x for x in letters[:1] if x not in known]
            yield "dropped", m.start(1), m.end(1), ", ".join(parts[:k] + bare + parts[k + 1 :])


def unique(text: str, start: int, end: int, new: str) -> tuple[str, str] | None:
    """What stands once in the source around a place, and what replaces it."""
    for margin in range(0, 60):
        a, b = max(0, start - margin), min(len(text), end + margin)
        if text.count(text[a:b]) == 1:
            return text[a:b], text[a:start] + new + text[end:b]
    return None


def keys(reading: Reading) -> Counter[tuple[str, ...]]:
    """The lines of a source, with what is declared at each."""
    from dpsym.audit.said import said

    out: Counter[tuple[str, ...]] = Counter()
    for x in reading.lines:
        declared = [*map(said, x.scope.conditions), *map(said, x.scope.given), str(x.scope.positive)]
        out[(x.left, x.relation, x.right, *declared)] += 1
    return out


def changed(before: Reading, after: Reading) -> list[Line]:
    """The lines that a slip has changed."""
    known = keys(before)
    return [
        x
        for x in after.lines
        if keys(Reading(after.text, after.file, after.displays, (x,))).keys() - known.keys()
    ]


def seeded(path: Path, kept: list[Slip]) -> list[Slip]:
    """Five slips for a source, of as many kinds as there are; those that it has already are kept."""
    text = path.read_text(encoding="utf-8")
    before = read(text, path.name)
    out = [s for s in kept if text.count(s[1]) == 1][:PER]
    options = list(edits(text))
    random.Random(path.name).shuffle(options)
    for kind, a, b, new in sorted(options, key=lambda o: KINDS.index(o[0]) % 5):
        if len(out) >= PER:
            break
        place = unique(text, a, b, new)
        if place is None or sum(s[0] == kind for s in out) >= 2 or any(place[0] == s[1] for s in out):
            continue
        try:
            after = read(text.replace(place[0], place[1], 1), path.name)
        except NotRead:
            continue
        lines = changed(before, after)
        if (
            lines
            and all(x.sides is not None and not x.why for x in lines)
            and any(truth(x) is False for x in lines)
        ):
            out.append((kind, *place))
    return out


def slips() -> dict[str, list[Slip]]:
    """The slips by the names of the sources."""
    return {k: [(a, b, c) for a, b, c in v] for k, v in json.loads(SLIPS.read_text(encoding="utf-8")).items()}


# --------------------------------------------------------------------------------------------------------- figures
@dataclass(frozen=True)
class Outcome:
    """What becomes of a slip: found, undecided, not read, or passed; the rank of the paper's own line among the nearest
    true ones (0: not among them, None: not asked)."""

    source: str
    kind: str
    verdict: str
    rank: int | None
    lines: tuple[str, ...]
    seconds: float


def outcome(path: Path, slip: Slip, judge: Judge, suggest: bool = False) -> Outcome:
    """The outcome of one slip."""
    kind, old, new = slip
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (path.name, slip)
    start = time.monotonic()
    before, after = read(text, path.name), read(text.replace(old, new, 1), path.name)
    touched = changed(before, after)
    judged = [judge.line(x) for x in after.lines]
    here = [j for j in judged if any(j.line is x for x in touched)]
    verdicts = [j.verdict for j in here]
    if FAILS in verdicts:
        verdict = "found"
    elif UNDECIDED in verdicts or NOT_READ in verdicts:
        verdict = "undecided"
    else:
        verdict = "PASSED" if verdicts and all(v == FOLLOWS for v in verdicts) else "UNCHANGED"
    place = rank_of(before, after, judged, here, judge) if suggest and kind != "dropped" else None
    said = tuple(f"{j.verdict}: {j.line.left} {j.line.relation} {j.line.right}" for j in here)
    return Outcome(path.stem, kind, verdict, place, said, time.monotonic() - start)


def rank_of(
    before: Reading, after: Reading, judged: list[Judged], here: list[Judged], judge: Judge
) -> int | None:
    """Where the paper's own line stands among the true lines near the first failing one; None for lines about a pair."""
    if len(before.lines) != len(after.lines):
        return None
    bad = next((j for j in here if j.evidence == "a point"), None)
    if bad is None or bad.line.scope.given:
        return None
    k = next(i for i, j in enumerate(judged) if j is bad)
    found = nearest(bad.line, judge, around_of(judged, k))
    wanted = before.lines[k]
    for place, n in enumerate(found, 1):
        if n.relation == wanted.relation and same(wanted, n.sides):
            return place
    return 0


def same(wanted: Line, sides: tuple) -> bool:
    """Whether both sides have the values of the paper's own."""
    import mpmath as mp
    from judge_by_points import NoJudge, points, value

    if wanted.sides is None:
        return False
    with mp.workdps(30):
        try:
            for at in points(wanted, 6, 3):
                for a, b in zip(wanted.sides, sides, strict=True):
                    x, y = value(wanted.scope.unfold(a), at), value(wanted.scope.unfold(b), at)
                    if abs(x - y) > mp.mpf(10) ** -15 * (1 + abs(x)):
                        return False
        except (NoJudge, ValueError, ZeroDivisionError, KeyError):
            return False
    return True


def table(only: list[str], suggest: bool = True) -> None:
    """Print the figures of the corpus and of its slips."""
    judge, lines, found = Judge(), Counter(), []
    times: list[float] = []
    shown = 0
    for path in sources():
        if only and not any(path.name.startswith(o) for o in only):
            continue
        reading = read(path.read_text(encoding="utf-8"), path.name)
        shown += len(reading.displays)
        for x in reading.lines:
            start = time.monotonic()
            j = judge.line(x)
            times.append(time.monotonic() - start)
            lines[f"{j.verdict} {j.evidence}".strip()] += 1
            if j.verdict != FOLLOWS:
                print(
                    f"{x.file}:{x.line}:{x.column} {j.verdict} {x.left} {x.relation} {x.right}: {j.reason[:100]}",
                    flush=True,
                )
        for slip in slips()[path.stem]:
            found.append(outcome(path, slip, judge, suggest))
            if found[-1].verdict != "found" or found[-1].rank == 0:
                print(found[-1], flush=True)
    times.sort()
    print(f"{shown} displays, {sum(lines.values())} relations: {dict(lines)}")
    if times:
        n = len(times)
        some = f"median {times[n // 2]:.2f}, 95 % {times[int(0.95 * n)]:.2f}, max {times[-1]:.1f}"
        print(f"seconds a relation: {some}, all {sum(times):.0f}")
    print(f"{len(found)} slips: {dict(Counter(f.verdict for f in found))}")
    for kind in sorted({f.kind for f in found}):
        print(f"    {kind:<10} {dict(Counter(f.verdict for f in found if f.kind == kind))}")
    ranks = [f.rank for f in found if f.rank is not None]
    if ranks:
        five = sum(1 <= r <= 5 for r in ranks)
        print(
            f"nearest line asked for {len(ranks)}: first {ranks.count(1)}, in five {five}, not {ranks.count(0)}"
        )


def main() -> None:
    """seed, or table with the beginnings of names; --plain leaves the nearest lines out."""
    if sys.argv[1:2] == ["seed"]:
        kept = slips() if SLIPS.exists() else {}
        made = {p.stem: seeded(p, kept.get(p.stem, [])) for p in sources()}
        SLIPS.write_text(json.dumps(made, indent=1), encoding="utf-8")
        for name, found in made.items():
            if len(found) < PER:
                print(name, len(found))
        print(sum(map(len, made.values())), "slips", Counter(s[0] for v in made.values() for s in v))
    else:
        names = [a for a in sys.argv[2:] if a != "--plain"]
        table(names, "--plain" not in sys.argv)


if __name__ == "__main__":
    main()
