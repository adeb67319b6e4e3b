"""dpsym beside its peers: python benchmarks/run.py [--peer NAME]... [--row WORDS] [--env DIR].

Every peer gets an environment of its own from requirements.txt.  One process for each of them runs, row by row,
the peer and dpsym, so that both times come from the same run; the errors are against the 60-digit truth.  A peer
that pip cannot install, or a row that fails, is printed as that.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


# ----------------------------------------------------------------------------------- in a peer's process
ROUNDS = 8  # other work on the machine comes and goes: the quietest of so many counts


def timed(call: Callable[[], Any], budget: float = 0.6) -> tuple[Any, float]:
    """The value of a call, and its median time in the quietest of the rounds, after one call to warm up."""
    start = time.perf_counter()
    value = call()
    first = time.perf_counter() - start
    if first > 5:
        return value, first
    count = max(1, min(40, int(budget / ROUNDS / max(first, 1e-6))))
    medians = []
    for _ in range(ROUNDS):
        found = []
        for _ in range(count):
            start = time.perf_counter()
            value = call()
            found.append(time.perf_counter() - start)
        medians.append(statistics.median(found))
    return value, min(medians)


def spread(row: Any) -> tuple[Any, float]:
    """The value at the first of the sampled points, and the median or the largest of their times, each the least of 30."""
    calls, least = [asking(row, **point) for point in row.sample], [float("inf")] * len(row.sample)
    for _ in range(30):
        for i, call in enumerate(calls):
            start = time.perf_counter()
            call()
            least[i] = min(least[i], time.perf_counter() - start)
    return calls[0](), max(least) if row.worst else statistics.median(least)


def asking(row: Any, **others: Any) -> Callable[[], Any]:
    """The call of dpsym: arguments in order, texts of numbers made into exact numbers before the clock starts."""
    from dpsym.numbers.registry import find

    evaluator = find(row.call)
    if evaluator is None:
        raise LookupError(f"there is no {row.call}")
    given = {**row.arrays(), "digits": row.digits, **others}
    digits = given.pop("digits")
    values = []
    for a in evaluator.arguments:
        value = given.pop(a.name, a.default)
        number = isinstance(value, str) and not a.among and a.read is None
        values.append(Fraction(value) if number else value)
    if given:
        raise TypeError(f"{row.call} has no {', '.join(given)}")
    return lambda: evaluator.call(*values, digits=digits)


def ends(found: Any, row: Any) -> tuple[Fraction, Fraction]:
    """The two ends of an enclosure, or of the value compared of an array with its errors."""
    if row.points == 1:
        return found.low, found.high
    value, error = (Fraction(float(x[row.points // 3])) for x in found)
    return value - error, value + error


def inside(peer: str, wanted: str) -> None:
    """Run the rows of one peer and dpsym; one JSON object a line."""
    from peers import PEERS
    from rows import ROWS

    rows = {row.key: row for row in ROWS if wanted in row.key}
    calls = PEERS[peer](rows) if peer else {}
    for key, row in rows.items():
        if peer and (key not in calls or row.sample):
            continue
        line: dict[str, Any] = {"row": key}
        try:
            found, line["ours"] = spread(row) if row.sample else timed(asking(row))
            line["ours"] /= row.points
            line["low"], line["high"] = map(str, ends(found, row))
            if row.truth is None:
                narrow = asking(row, **row.reference)()
                line["reference"] = str(narrow.mid)
        except Exception as e:
            line["failed"] = f"{type(e).__name__}: {e}"[:100]
        if peer:
            try:
                value, line["theirs"] = timed(calls[key])
                line["theirs"] /= row.points
                line["value"] = float(value if row.points == 1 else value[row.points // 3]).hex()
            except Exception as e:
                line["refused"] = f"{type(e).__name__}: {e}"[:100]
        print(json.dumps(line), flush=True)


# ------------------------------------------------------------------------------------------ the runner
def environment(peer: str, root: Path) -> tuple[Path | None, str]:
    """The python of the peer's environment, or None and why."""
    lines = (HERE / "requirements.txt").read_text(encoding="utf-8").split("\n\n")
    own = [x for x in lines[0].splitlines() if x.startswith(peer + "==")]
    common = [x for x in lines[1].splitlines() if x and not x.startswith("#")]
    python, ready = root / (peer or "none") / "bin" / "python", root / (peer or "none") / ".ready"
    if ready.is_file() and ready.read_text() == "\n".join(own + common):
        return python, ""
    subprocess.run([sys.executable, "-m", "venv", str(root / (peer or "none"))], check=True)
    made = subprocess.run(
        [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *own, *common],
        capture_output=True, text=True, timeout=1800,
    )  # fmt: skip
    if made.returncode:
        return None, (made.stderr.strip().splitlines() or ["pip failed"])[-1][:160]
    ready.write_text("\n".join(own + common))
    return python, ""


def truths(wanted: str) -> dict[str, Fraction]:
    from rows import DIGITS, ROWS

    found = {}
    for row in ROWS:
        if row.truth is not None and wanted in row.key:
            value = row.truth()
            sign, man, exp, _ = value._mpf_
            found[row.key] = Fraction(int(man)) * Fraction(2) ** exp * (1 - 2 * sign)
            assert DIGITS == 60
    return found


def duration(seconds: float) -> str:
    for limit, parts, unit, digits in ((1e-6, 1e9, "ns", 0), (1e-3, 1e6, "us", 1), (1, 1e3, "ms", 2)):
        if seconds < limit:
            return f"{seconds * parts:.{digits}f} {unit}"
    return f"{seconds:.2f} s"


def scientific(x: Fraction) -> str:
    return "0" if x == 0 else f"{float(x):.1e}"


def side(low: Fraction, high: Fraction, truth: Fraction) -> str:
    return "holds" if low <= truth <= high else "BELOW" if high < truth else "ABOVE"


def report(
    peer: str, lines: list[dict[str, Any]], truth: dict[str, Fraction], goals: dict[str, float]
) -> int:
    """One table; the number of enclosures that miss the truth."""
    missed = 0
    print(f"\n{peer or 'dpsym alone'}")
    head = ("row", "dpsym", "goal", "radius", "truth", peer, "ratio", "rel. error", "side")
    table = [head[:5] if not peer else head]
    for line in lines:
        key = line["row"]
        if "failed" in line:
            table.append((key, "-", duration(goals[key]), "-", line["failed"][:40], "", "", "", ""))
            continue
        low, high = Fraction(line["low"]), Fraction(line["high"])
        exact = truth.get(key)
        known = exact if exact is not None else Fraction(line["reference"])
        radius = scientific((high - low) / 2 / known) if known else "0"
        where = side(low, high, known) + ("" if exact is not None else " own ref.")
        missed += not where.startswith("holds")
        within = duration(goals[key]) + ("" if line["ours"] <= goals[key] else " MISSED")
        row = (key, duration(line["ours"]), within, radius, where)
        if peer and "refused" in line:
            row += ("-", "-", line["refused"][:40], "-")
        elif peer:
            value = float.fromhex(line["value"])
            ratio = f"{line['theirs'] / line['ours']:.3g}x"
            if value != value or value in (float("inf"), float("-inf")):
                row += (duration(line["theirs"]), ratio, str(value), "-")
            else:
                error = Fraction(value) / known - 1 if known else Fraction(value)
                place = "-" if abs(error) < Fraction(1, 10**15) else "above" if error > 0 else "below"
                row += (duration(line["theirs"]), ratio, scientific(error), place)
        table.append(row)
    if len(table) == 1:
        print("no rows")
        return 0
    widths = [max(len(r[i]) for r in table if i < len(r)) for i in range(len(table[0]))]
    for r in table:
        print("  ".join(x.ljust(w) for x, w in zip(r, widths, strict=False)).rstrip())
    return missed


def main() -> int:
    from peers import PEERS

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--peer", action="append", choices=["none", *PEERS], help="only these (none: dpsym alone)"
    )
    parser.add_argument("--row", default="", help="only rows whose name holds these words")
    parser.add_argument(
        "--env", default=str(HERE.parent / "build" / "benchmarks"), help="where the environments are"
    )
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside is not None:
        inside("" if chosen.inside == "none" else chosen.inside, chosen.row)
        return 0
    from rows import ROWS

    exact, goals, missed = truths(chosen.row), {row.key: row.goal for row in ROWS}, 0
    for peer in chosen.peer or ["none", *PEERS]:
        name = "" if peer == "none" else peer
        python, why = (Path(sys.executable), "") if not name else environment(name, Path(chosen.env))
        if python is None:
            print(f"\n{peer}: not installed: {why}")
            continue
        run = subprocess.run(
            [str(python), str(Path(__file__)), "--inside", peer, "--row", chosen.row],
            capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(HERE.parent)},
        )  # fmt: skip
        lines = [json.loads(x) for x in run.stdout.splitlines() if x.startswith("{")]
        if run.returncode and not lines:
            print(f"\n{peer}: failed: {(run.stderr.strip().splitlines() or ['no message'])[-1][:160]}")
            continue
        missed += report(name, lines, exact, goals)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
