"""The judgement of a claim, and the lists of claims with known truth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from judge.clouds import cloud_points
from judge.points import exact_points, shape_of
from judge.reading import Claim, Open, Undefined, Unsure, names, read
from judge.values import Witness, of_mechanism, read_witness, refutes, true_at


@dataclass(frozen=True)
class Judgement:
    """A witness against the claim, or None after `tried` points, of which `met` satisfied the hypotheses."""

    witness: Witness | None
    tried: int
    met: int = 0


def judge(text: str, effort: int = 1, seed: int = 0) -> Judgement:
    """Search for a witness against the claim; the same text, effort and seed give the same answer."""
    claim = read(text)
    shape = shape_of(claim)
    rng = random.Random(f"{seed} {text}")
    tried = 0
    if not shape.order and not shape.pairs:
        w = Witness((), None)
        return Judgement(w if refutes(claim, w) else None, 1)
    for k in range(effort):
        streams = [exact_points(shape, rng, 120)]
        if not shape.mechanism:
            sizes = (2, 3) if shape.pairs else (0,)
            streams += [cloud_points(shape, rng, n, 250 if n else 600, 24) for n in sizes]
        streams.append(exact_points(shape, rng, 400 if k == 0 else 700))
        for stream in streams:
            for w in stream:
                tried += 1
                if refutes(claim, w):
                    return Judgement(w, tried)
    return Judgement(None, tried)


def undefined_at(text: str, count: int = 60) -> Witness | None:
    """A point in the domain at which the claim has no value, if one of `count` points is such."""
    claim = read(text)
    shape = shape_of(claim)
    for w in exact_points(shape, random.Random(text), count):
        if has_no_value(claim, w):
            return w
    return None


def points(claim: Claim, rng: random.Random, count: int) -> Iterator[Witness]:
    """Up to `count` points of the search, most of them within the conditions."""
    yield from exact_points(shape_of(claim), rng, count)


def has_no_value(claim: Claim, w: Witness) -> bool:
    """Whether the point is in the domain, its hypotheses hold, and a term of the claim has no value there."""
    env = dict(w.env)
    if set().union(*(names(c) for c in claim.conditions)) - env.keys():
        return False
    try:
        if not all(true_at(c, env, None) for c in claim.conditions):
            return False
        pair = of_mechanism(claim, env) or w.pair
        if not all(true_at(h, env, pair) for h in claim.hypotheses):
            return False
        for c in claim.conclusions:
            true_at(c, env, pair)
    except Undefined:
        return True
    except (Unsure, Open, OverflowError):
        pass
    return False


# ------------------------------------------------------------------------------------------------ the lists
@dataclass(frozen=True)
class Entry:
    """A claim of a list: its text, its source and, for a false one, a witness that was given."""

    text: str
    source: str
    witness: Witness | None


def entries(name: str) -> list[Entry]:
    """The claims of tests/claims/<name>.txt: `# source`, perhaps `# witness: ...`, then claims with that source."""
    out, source, witness = [], "", None
    for line in (Path(__file__).parent.parent / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# witness:"):
            witness = read_witness(line.removeprefix("# witness:"))
        elif line.startswith("#"):
            source = line[1:].strip()
        elif line.strip():
            out.append(Entry(line.strip(), source, witness))
            witness = None
    return out
