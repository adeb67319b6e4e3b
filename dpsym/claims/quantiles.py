"""Points against claims about numbers, found by balls and shown to the kernel: a value of Phi_inv becomes a name there.

Phi_inv(x) is the number q with Phi(q) = x: what the kernel shows for every such q between two ends holds for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from dpsym.claims import numbers
from dpsym.claims.laws import INVERSE
from dpsym.claims.syntax import Node, NotAClaim, Source, parse, unused
from dpsym.claims.trees import pairs_of, places
from dpsym.reals.precision import precision

OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "!=": "="}
WITNESSES = 3  # points shown to the kernel
DIGITS = 12  # of an enclosure of Phi_inv


def _parts(source: Source) -> list[Node]:
    return [*source.conditions, *source.hypotheses, *source.conclusion]


def _words(source: Source) -> set[str]:
    return {n for part in _parts(source) for n, _ in places(part)}


# ------------------------------------------------------------------------------------------------- spelling
Rewrite = Callable[[Node, Callable[[Node], str]], str | None]


def spelled(source: Source, node: Node, rewrite: Rewrite) -> str:
    """The text of a node, with `rewrite` in place of a part where it gives one."""
    go = lambda n: spelled(source, n, rewrite)  # noqa: E731
    new = rewrite(node, go)
    if new is not None:
        return new
    text, at = "", node.at
    for a in sorted(node.args, key=lambda n: n.at):
        text += source.typed[at : a.at] + go(a)
        at = a.end
    return text + source.typed[at : node.end]


def written(source: Source, rewrite: Rewrite) -> str:
    """The whole claim, rewritten."""
    go = lambda nodes: [spelled(source, n, rewrite) for n in nodes]  # noqa: E731
    head = f"for {', '.join(go(source.conditions))}: " if source.conditions else ""
    middle = f"{' and '.join(go(source.hypotheses))} => " if source.hypotheses else ""
    return head + middle + " and ".join(go(source.conclusion))


# -------------------------------------------------------------------------------------------------- as names
def _named(source: Source, at: dict[str, Fraction] | None = None) -> tuple[Source, list[str]]:
    """The claim with a name for every Phi_inv, and their equations; `at` puts numbers in."""
    used = _words(source)
    equations: dict[str, str] = {}

    def rewrite(node: Node, go: Callable[[Node], str]) -> str | None:
        if node.kind == "name" and at is not None and node.value in at:
            return f"({at[node.value]})"
        if node.kind == "call" and node.value == "Phi_inv" and len(node.args) == 1:
            inside = bare(go(node.args[0]))
            if inside not in equations:
                equations[inside] = unused("q", {"q", *used, *equations.values()})
            return equations[inside]
        return None

    text = written(source, rewrite)
    return parse(text), [f"{q}|{x}" for x, q in equations.items()]


def bare(text: str) -> str:
    """A term without the brackets around all of it."""
    while text.startswith("(") and text.endswith(")"):
        depth = [0]
        for c in text[:-1]:
            depth.append(depth[-1] + (c == "(") - (c == ")"))
        if min(depth[1:]) == 0:
            break
        text = text[1:-1].strip()
    return text


@dataclass(frozen=True)
class Refutation:
    """A point at which a claim about numbers fails.

    near         the values, the relation that fails and enclosures of its sides
    reduced      the claim without Phi_inv that says so, which is proved; `certificate` is the kernel's
    rests_on     the facts by which it says so
    """

    near: numbers.Near
    reduced: str
    certificate: dict[str, Any] | None
    rests_on: tuple[str, ...]


Prove = Callable[[str], tuple[str, dict[str, Any] | None] | None]


def refuted(
    source: Source, prove: Prove, points: int = numbers.POINTS, scattered: int = 0
) -> Refutation | None:
    """A point at which a claim about numbers fails, for every value of Phi_inv in short enclosures; `prove` gives the text
    and the certificate of a claim that it proves."""
    natural = {c.value for c in source.conditions if c.kind == "natural"}
    order = list(dict.fromkeys(n for c in source.conditions for n, _ in places(c) if n not in ("pi", "e")))
    shown = 0
    for n in numbers.near(source, order, natural, points, scattered):
        if not n.fails:
            continue
        shown += 1
        if shown > WITNESSES:
            return None
        fails = _failing(source, n)
        if fails is None or not all(n.at[x].denominator == 1 for x in natural & n.at.keys()):
            continue
        lines = [fails, *_supposed(source), *(f"{x} >= 0" for x in order if x in natural)]
        whole, equations = _named(parse(" and ".join(lines)), n.at)
        try:
            bounds, ends = _enclosed(equations)
        except numbers.NoValue:
            continue
        said = " and ".join([*ends, whole.text])
        head = ", ".join(bounds)
        try:
            proof = prove(f"for {head}: {said}" if head else said)
        except NotAClaim:
            continue
        if proof is not None:
            return Refutation(n, *proof, (INVERSE,) if equations else ())
    return None


def _failing(source: Source, n: numbers.Near) -> str | None:
    """The opposite of the relation that fails at the point; None where it has none."""
    failing = next((r for c in source.conclusion for r in pairs_of(c) if _says(source, r) == n.text), None)
    if failing is None or (failing[1] not in OPPOSITE and failing[1] not in ("=", "==")):
        return None
    opposite = OPPOSITE.get(failing[1]) or ("<" if n.right > n.left else ">")
    if failing[1] in ("=", "=="):
        opposite = ">" if n.left > n.right else "<"
    left, _, right = failing
    return f"{source.words(left)} {opposite} {source.words(right)}"


def _supposed(source: Source) -> list[str]:
    """The relations that the claim supposes."""
    return [
        _says(source, r)
        for c in (*source.conditions, *source.hypotheses)
        if c.kind == "chain" and len(c.args) > 1
        for r in pairs_of(c)
    ]


def _enclosed(equations: list[str]) -> tuple[list[str], list[str]]:
    """Bounds of each name that stands for a value of Phi_inv, and that Phi at these is below and above its argument."""
    bounds, ends = [], []
    for q, x in (e.split("|", 1) for e in equations):
        inside = parse(f"{x} = 0").conclusion[0].args[0]
        with precision(numbers.PRECISION):
            low, high = enclosure(numbers.quantile(numbers.value(inside, {})))
        bounds.append(f"{low} <= {q} <= {high}")
        ends.append(f"Phi({low}) < ({x}) and ({x}) < Phi({high})")
    return bounds, ends


def _says(source: Source, relation: tuple[Node, str, Node]) -> str:
    return source.relation(*relation)


def enclosure(x: arb) -> tuple[Fraction, Fraction]:
    """Two decimal numbers around the ball."""
    middle = x.mid().fmpq()
    scale = 10**DIGITS
    low = int((middle * scale).floor()) - 1
    return Fraction(low, scale), Fraction(low + 3, scale)


__all__ = ["Refutation", "refuted"]
