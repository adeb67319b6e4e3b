"""Answers from what a claim is brought to: to numbers, at pairs with closed forms, by known laws of its mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from dpsym.claims.answers import Answer, Witness
from dpsym.claims.closed_form_pairs import normal_parts, numbers, probes, quantiles, reductions
from dpsym.claims.reading import every, named
from dpsym.claims.reading.as_nodes import value_of
from dpsym.claims.reading.meaning import Reader, read
from dpsym.claims.reading.syntax import NotAClaim, Source
from dpsym.claims.reading.trees import places, words_in
from dpsym.claims.reading.words import FUNCTIONALS, MECHANISMS, NOTIONS
from dpsym.claims.ways import alternatives
from dpsym.claims.ways.defined import undefined
from dpsym.claims.ways.proving import proved
from dpsym.kernel.terms import Json
from dpsym.language import StatementError
from dpsym.prove.verdict import EVERYWHERE, HOLDS

PROBES = 400  # points at which a pair with closed forms is looked at
SCATTERED = 800  # more points there, at the end of the search


def at_known_pairs(reader: Reader) -> Answer | None:
    """A point against the claim at its mechanism, or at a pair with closed forms; None where none is seen."""
    for r in reductions.reductions(reader):
        found = None
        if r.refutes:
            with suppress(NotAClaim):
                found = at_numbers(r.source, PROBES)
        if found is not None:
            return against(reader.source, r, found)
    return probed(reader) or (probed(reader, late=True) if of_divergences(reader.source) else None)


def at_normal_parts(reader: Reader) -> Answer | None:
    """A point against a claim about a mechanism that is made of others, where each part adds normal noise; against one
    about named laws, where these are normal."""
    found_by = normal_parts.normal_path if named.naming(reader.source) else normal_parts.normal_wholes
    for r in found_by(reader):
        with suppress(NotAClaim):
            found = at_known_pairs(Reader(r.source)) or refuted_by_numbers(r.source)
            if found is not None and found.witness is not None:
                return against(reader.source, r, found)
    return None


def probed(reader: Reader, late: bool = False) -> Answer | None:
    """A point against the claim at a pair with closed forms."""
    for r in probes.probes(reader, late):
        try:
            found = at_numbers(r.source, PROBES, SCATTERED if late else 0)
        except NotAClaim:
            continue
        if found is not None and found.witness is not None:
            return against(reader.source, r, found)
    return None


def looked_at(reader: Reader, probed_before: bool) -> Answer | None:
    """A refutation by the searches that take longest."""
    return (None if probed_before else probed(reader, late=True)) or refuted_by_numbers(reader.source)


def of_divergences(source: Source) -> bool:
    """Whether a hypothesis bounds a divergence: proofs are long then, and pairs with closed forms are looked at first."""
    return bool(words_in(*source.hypotheses).keys() & {"ZCDP", "RenyiDP", "GaussianDP", "Renyi", "KL"})


def refuted_by_numbers(source: Source) -> Answer | None:
    """A point against a claim about numbers only, found by balls and shown to the kernel."""
    words = words_in(*source.hypotheses, *source.conclusion)
    if words.keys() & {*FUNCTIONALS, *NOTIONS, *MECHANISMS}:
        return None
    return at_numbers(source)


def at_numbers(source: Source, points: int = numbers.POINTS, scattered: int = 0) -> Answer | None:
    """A point against a claim about numbers, of which the kernel accepts that the claim fails there."""

    def prove(said: Source) -> Json | None:
        claim = read(said)  # about numbers, and true as far as the balls tell
        try:
            proof = None if undefined(claim) else proved(claim)[0]
        except StatementError:
            return None
        return proof.certificate if proof is not None and proof.status == "proved" else None

    found = quantiles.refuted(source, prove, points, scattered)
    if found is None:
        return None
    n = found.near
    left, right = (side.str(12, radius=False) for side in (n.left, n.right))
    witness = Witness({k: str(v) for k, v in n.at.items()}, {}, n.text, "", {}, n.text, left, right)
    said = "witness: simple values"
    return Answer(
        source.text, "refuted", "a point", said, witness, found.certificate, rests_on=found.rests_on, reduced=found.reduced.text
    )  # fmt: skip


def against(source: Source, r: reductions.Reduction, inner: Answer) -> Answer:
    """A refutation of what a claim was brought to, said of the claim."""
    w = inner.witness
    assert w is not None
    part = source.conclusion[0] if len(source.conclusion) == 1 else None
    typed = list(dict.fromkeys(n for c in source.conditions for n, _ in places(c)))
    at = {k: Fraction(v) for k, v in w.values.items()} if r.values or r.masses else {}
    known = {**w.values, **{k: source.words(probes.at_point(v, at)) for k, v in r.values}}
    rows = [[probes.at_point(m, at) for m in row] for row in zip(*r.masses, strict=True)]
    finite = bool(rows) and all(value_of(m) is not None for row in rows for m in row)
    witness = replace(
        w,
        values={k: known[k] for k in typed if k in known},
        laws={name: tuple(str(value_of(m)) for m in row) for name, row in zip("PQ", rows, strict=True)}
        if finite
        else w.laws,
        fails=source.words(part) if part is not None else w.fails,
        where={
            **w.where,
            **{k: v for k, v in w.values.items() if k not in typed and not finite},
            **({"pair": r.pair} if r.pair and not finite else {}),
        },
    )
    facts = tuple(dict.fromkeys((*r.facts, *inner.rests_on)))
    return replace(inner, text=source.text, witness=witness, rests_on=facts, reduced=r.source.text)


def carried_by(
    found: Iterable[reductions.Reduction], source: Source, settle: Callable[[Source], Answer]
) -> Answer | None:
    """The answer from a claim about numbers, or under a notion, that says the same or enough by known laws: refuted, or
    cited where it is proved."""
    cited: Answer | None = None
    for r in found:
        if cited is not None:
            break
        if not r.proves:
            continue
        try:
            inner = settle(r.source)
        except NotAClaim:
            continue
        if inner.verdict == "refuted" and r.refutes and inner.witness is not None:
            return against(source, r, inner)
        if inner.verdict in HOLDS and r.proves:
            facts = tuple(dict.fromkeys((*r.facts, *inner.rests_on)))
            scope = r.pair or EVERYWHERE
            cited = replace(
                inner, text=source.text, verdict="cited", scope=scope, rests_on=facts, reduced=r.source.text
            )
    return cited


def closest(reader: Reader) -> tuple[str, ...]:
    """How nearly the claim fails at the points looked at: at pairs with closed forms where it speaks of a pair."""
    best: tuple[float, str] | None = None
    if (
        alternatives.has_alternatives(reader.source)
        or every.quantified(reader.source)
        or named.naming(reader.source)
        or named.at_outputs(reader.source)
    ):
        return ()
    others = (r for r in (*reductions.reductions(reader), *probes.probes(reader)) if r.refutes)
    for at_pair, pair in ((reader, ""), *((Reader(r.source), r.pair) for r in others)):
        if not at_pair.knows_conditions():
            continue
        for n in numbers.near(at_pair.source, at_pair.order, at_pair.natural, PROBES):
            if n.fails or (best is not None and numbers.closeness(n) >= best[0]):
                continue
            at = ", ".join(f"{k} = {v}" for k, v in n.at.items())
            where = " at ".join(x for x in (pair, at) if x)
            best = (
                numbers.closeness(n),
                f"least gap seen: {n.gap.str(6, radius=False)} at {where or 'the numbers'}",
            )
    return () if best is None else (best[1],)
