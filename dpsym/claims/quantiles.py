"""Claims with Phi_inv, for which the kernel has no word: its values become names, with an equation for each.

Phi_inv(x) is the number q with Phi(q) = x: what the kernel shows for every such q holds for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy
from flint import arb
from sympy import Expr, Lt
from sympy.core.relational import Relational

from dpsym.claims import lemmas, numbers
from dpsym.claims.laws import INVERSE
from dpsym.claims.meaning import FUNCTIONALS, MECHANISMS, NOTIONS, calls, pairs_of, places, read
from dpsym.claims.syntax import Node, NotAClaim, Source, parse, unused
from dpsym.language import Phi, as_written, cases, have
from dpsym.reals.precision import precision

if TYPE_CHECKING:
    from dpsym.claims.settle import Answer

OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "!=": "="}
RISES = "mechanisms.normal_tails.rises_strictly"
WITNESSES = 3  # points shown to the kernel
DIGITS = 12  # of an enclosure of Phi_inv


def settle(text: str) -> Answer | None:
    """The answer to a claim about numbers with Phi_inv; None for other claims."""
    from dpsym.claims.settle import Answer, _settle

    source = parse(text)
    names = {c.value for part in _parts(source) for c in calls(part)}
    if names & (FUNCTIONALS.keys() | NOTIONS.keys() | set(MECHANISMS)):
        return None
    if not numbers.speaks_of(source, {"Phi_inv"}):
        return None
    blank = Answer(text, "undecided")
    said = undefined(source)
    if said is None:
        return None
    if said:
        return replace(blank, method="definedness", tried=(said,))
    found = refuted(text)
    if found is not None:
        return found
    named, equations = _named(source)
    longer = _claim(named, equations)
    try:
        inner = _settle(longer)
    except NotAClaim:
        return blank
    if inner.verdict != "proved":
        inner = by_order(longer, [e.split("|", 1)[0] for e in equations]) or inner
    if inner.verdict == "proved":
        return replace(inner, text=text, reduced=inner.reduced or longer)
    shorter = written(source, _without_inverse)
    if shorter != written(source, lambda n, go: None):
        brief = _settle(shorter)
        facts = tuple(dict.fromkeys((INVERSE, *brief.rests_on)))
        verdict = "cited" if brief.verdict == "proved" else brief.verdict
        return replace(brief, text=text, verdict=verdict, rests_on=facts, reduced=brief.reduced or shorter)
    if inner.verdict == "cited":
        return replace(inner, text=text, reduced=inner.reduced or longer)
    return replace(blank, method=inner.method, tried=inner.tried)


def undefined(source: Source) -> str | None:
    """Why some Phi_inv may have no value, "" where all have one, None where that cannot be asked.

    NotAClaim where one has none at some values of the parameters.  It is asked under the conditions that do not
    speak of Phi_inv themselves: under the others the same question would come up again, without an end.
    """
    from dpsym.claims.settle import _settle

    plain = [c for c in source.conditions if not any(n.value == "Phi_inv" for n in calls(c))]
    condition = _conditions(replace(source, conditions=tuple(plain)))
    for inside in _arguments(source):
        try:
            defined = _settle(f"{condition}0 < {inside} and {inside} < 1")
        except NotAClaim:
            return None
        if defined.verdict == "refuted" and len(plain) == len(source.conditions):
            at = defined.witness.values if defined.witness else {}
            where = ", ".join(f"{k} = {v}" for k, v in at.items())
            raise NotAClaim(
                f"Phi_inv needs a number between 0 and 1; here {where} is allowed", 0, source.text
            )
        if defined.verdict not in ("proved", "cited"):
            return f"Phi_inv needs a number between 0 and 1, and that could not be shown of {inside}"
    return ""


def of_pair(text: str) -> Answer | None:
    """A proof of a claim about a pair that speaks of Phi_inv: its values are names there too."""
    from dpsym.claims.settle import _settle

    source = parse(text)
    names = {c.value for part in _parts(source) for c in calls(part)}
    if not names & (FUNCTIONALS.keys() | NOTIONS.keys() | set(MECHANISMS)):
        return None
    if not numbers.speaks_of(source, {"Phi_inv"}) or undefined(source) != "":
        return None
    named, equations = _named(source)
    try:
        inner = _settle(_claim(named, equations))
    except NotAClaim:
        return None
    return (
        replace(inner, text=text, reduced=inner.reduced or inner.text) if inner.verdict == "proved" else None
    )


def by_order(text: str, quantiles: list[str]) -> Answer | None:
    """A proof of a claim about quantiles, because Phi rises: each is compared with what it would have to be."""
    from dpsym.claims.settle import from_library, session_for_claims

    rises = lemmas.theorem(RISES)
    claim = read(text)
    relation = claim.theorem.claim
    if rises is None or not isinstance(relation, Relational):
        return None
    named = {name: p for p, name in claim.names.items()}
    for q in (named[n] for n in quantiles if n in named):
        slope = sympy.expand(relation.lhs - relation.rhs).coeff(q)
        rest = sympy.expand(relation.lhs - relation.rhs - slope * q)
        if not slope.is_Rational or slope == 0 or rest.has(q):
            continue
        with as_written():
            other = -rest / slope if slope != -1 else rest

            def further(low: Expr, high: Expr) -> Any:
                said = Lt(Phi(low), Phi(high), evaluate=False)
                return have(said, "Phi rises", by=rises.at(s=low, t=high))

            below, above = Lt(q, other, evaluate=False), Lt(other, q, evaluate=False)
            steps = (cases(below, further(q, other), cases(above, further(other, q))),)
            session = session_for_claims()
            lemmas.use_library(session)
            found = session.theorem(replace(claim.theorem, derivation=steps))
        if found.status == "proved":
            return from_library(
                claim, lemmas.Proof(found, steps, (RISES,), tuple(lemmas.certificates(found, session)))
            )
    return None


def _parts(source: Source) -> list[Node]:
    return [*source.conditions, *source.hypotheses, *source.conclusion]


def _conditions(source: Source) -> str:
    said = [source.text[c.at : c.end] for c in source.conditions]
    return f"for {', '.join(said)}: " if said else ""


def _words(source: Source) -> set[str]:
    return {n for part in _parts(source) for n, _ in places(part)}


def _arguments(source: Source) -> list[str]:
    """The arguments of Phi_inv as texts."""
    return list(
        dict.fromkeys(
            f"({source.text[c.args[0].at : c.args[0].end]})"
            for part in _parts(source)
            for c in calls(part)
            if c.value == "Phi_inv" and len(c.args) == 1
        )
    )


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
        text += source.text[at : a.at] + go(a)
        at = a.end
    return text + source.text[at : node.end]


def written(source: Source, rewrite: Rewrite) -> str:
    """The whole claim, rewritten."""
    go = lambda nodes: [spelled(source, n, rewrite) for n in nodes]  # noqa: E731
    head = f"for {', '.join(go(source.conditions))}: " if source.conditions else ""
    middle = f"{' and '.join(go(source.hypotheses))} => " if source.hypotheses else ""
    return head + middle + " and ".join(go(source.conclusion))


def _without_inverse(node: Node, go: Callable[[Node], str]) -> str | None:
    """Phi(Phi_inv(x)) is x, and Phi_inv(1 - x) is -Phi_inv(x)."""
    if node.kind != "call" or len(node.args) != 1:
        return None
    (inner,) = node.args
    if node.value == "Phi" and inner.kind == "call" and inner.value == "Phi_inv" and len(inner.args) == 1:
        return f"({go(inner.args[0])})"
    if (
        node.value == "Phi_inv"
        and inner.kind == "sum"
        and len(inner.args) == 2
        and str(inner.value[0]) == "-"
    ):
        one, x = inner.args
        if one.kind == "number" and one.value == 1:
            return f"(-Phi_inv({go(x)}))"
    return None


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


def _claim(source: Source, equations: list[str]) -> str:
    """The claim for every value of the new names."""
    say = lambda nodes: [source.text[n.at : n.end] for n in nodes]  # noqa: E731
    pairs = [e.split("|", 1) for e in equations]
    head = [*(q for q, _ in pairs), *say(source.conditions)]
    given = [*(f"Phi({q}) = ({x})" for q, x in pairs), *say(source.hypotheses)]
    middle = f"{' and '.join(given)} => " if given else ""
    return f"for {', '.join(head)}: {middle}{' and '.join(say(source.conclusion))}"


def refuted(text: str, points: int = numbers.POINTS, scattered: int = 0) -> Answer | None:
    """A point at which a claim about numbers fails, for every value of Phi_inv in short enclosures."""
    from dpsym.claims.settle import Answer, Witness, _settle

    source = parse(text)
    natural = {c.value for c in source.conditions if c.kind == "natural"}
    order = list(dict.fromkeys(n for c in source.conditions for n, _ in places(c) if n not in ("pi", "e")))
    shown = 0
    for n in numbers.near(source, order, natural, points, scattered):
        if not n.fails:
            continue
        shown += 1
        if shown > WITNESSES:
            return None
        failing = next(
            (r for c in source.conclusion for r in pairs_of(c) if _says(source, r) == n.text), None
        )
        if failing is None or (failing[1] not in OPPOSITE and failing[1] not in ("=", "==")):
            continue
        opposite = OPPOSITE.get(failing[1]) or ("<" if n.right > n.left else ">")
        if failing[1] in ("=", "=="):
            opposite = ">" if n.left > n.right else "<"
        left, _, right = failing
        lines = [f"{source.text[left.at : left.end]} {opposite} {source.text[right.at : right.end]}"]
        lines += [
            _says(source, r)
            for c in (*source.conditions, *source.hypotheses)
            if c.kind == "chain" and len(c.args) > 1
            for r in pairs_of(c)
        ]
        whole, equations = _named(parse(" and ".join(lines)), n.at)
        bounds, ends = [], []
        try:
            for q, x in (e.split("|", 1) for e in equations):
                inside = parse(f"{x} = 0").conclusion[0].args[0]
                with precision(numbers.PRECISION):
                    low, high = enclosure(numbers.quantile(numbers.value(inside, {})))
                bounds.append(f"{low} <= {q} <= {high}")
                ends.append(f"Phi({low}) < ({x}) and ({x}) < Phi({high})")
        except numbers.NoValue:
            continue
        said = " and ".join([*ends, whole.text])
        head = ", ".join(bounds)
        try:
            proof = _settle(f"for {head}: {said}" if head else said)
        except NotAClaim:
            continue
        if proof.verdict != "proved":
            continue
        facts = [INVERSE] if equations else []
        witness = Witness(
            {k: str(v) for k, v in n.at.items()},
            {},
            n.text,
            "",
            {},
            n.text,
            n.left.str(12, radius=False),
            n.right.str(12, radius=False),
        )
        return Answer(
            text,
            "refuted",
            "a point",
            "witness: simple values",
            witness,
            proof.certificate,
            rests_on=tuple(facts),
            reduced=proof.text,
        )
    return None


def _says(source: Source, relation: tuple[Node, str, Node]) -> str:
    return source.text[relation[0].at : relation[2].end]


def enclosure(x: arb) -> tuple[Fraction, Fraction]:
    """Two decimal numbers around the ball."""
    middle = x.mid().fmpq()
    scale = 10**DIGITS
    low = int((middle * scale).floor()) - 1
    return Fraction(low, scale), Fraction(low + 3, scale)


__all__ = ["refuted", "settle"]
