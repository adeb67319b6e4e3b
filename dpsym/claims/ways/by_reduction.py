"""Answers from what a claim is brought to: to numbers, at pairs with closed forms, by known laws of its mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from dpsym.claims.answers import Answer
from dpsym.claims.at_points import there
from dpsym.claims.closed_form_pairs import normal_parts, probes, reductions
from dpsym.claims.reading import every, named
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Reader, meant
from dpsym.claims.reading.syntax import NotAClaim, Source
from dpsym.claims.reading.trees import places, words_in
from dpsym.claims.reading.words import FUNCTIONALS, MECHANISMS, NOTIONS
from dpsym.claims.ways import alternatives
from dpsym.claims.ways.refuting import NUMBERS, PROBE, SCATTERED, refuted
from dpsym.language import StatementError
from dpsym.prove.counterexamples.budget import Budget
from dpsym.prove.counterexamples.refute_points import as_expr
from dpsym.prove.counterexamples.walk import closest as nearest_point
from dpsym.prove.verdict import EVERYWHERE, HOLDS
from dpsym.prove.witnesses.values_at import lacking


def at_known_pairs(reader: Reader) -> Answer | None:
    """A point against the claim at its mechanism, or at a pair with closed forms; None where none is seen."""
    for r in reductions.reductions(reader):
        found = None
        if r.refutes:
            with suppress(NotAClaim):
                found = at_numbers(inner := Reader(r.source), PROBE)
        if found is not None:
            return against(reader.source, r, found, inner)
    return probed(reader) or (probed(reader, late=True) if of_divergences(reader.source) else None)


def at_normal_parts(reader: Reader) -> Answer | None:
    """A point against a claim about a mechanism that is made of others, where each part adds normal noise; against one
    about named laws, where these are normal."""
    found_by = normal_parts.normal_path if named.naming(reader.source) else normal_parts.normal_wholes
    for r in found_by(reader):
        with suppress(NotAClaim):
            found = at_known_pairs(inner := Reader(r.source)) or refuted_by_numbers(inner)
            if found is not None and found.witness is not None:
                return against(reader.source, r, found)
    return None


def probed(reader: Reader, late: bool = False) -> Answer | None:
    """A point against the claim at a pair with closed forms."""
    for r in probes.probes(reader, late):
        try:
            found = at_numbers(inner := Reader(r.source), SCATTERED if late else PROBE)
        except NotAClaim:
            continue
        if found is not None and found.witness is not None:
            return against(reader.source, r, found, inner)
    return None


def looked_at(reader: Reader, probed_before: bool) -> Answer | None:
    """A refutation by the searches that take longest."""
    return (None if probed_before else probed(reader, late=True)) or refuted_by_numbers(reader)


def of_divergences(source: Source) -> bool:
    """Whether a hypothesis bounds a divergence: proofs are long then, and pairs with closed forms are looked at first."""
    return bool(words_in(*source.hypotheses).keys() & {"ZCDP", "RenyiDP", "GaussianDP", "Renyi", "KL"})


def refuted_by_numbers(reader: Reader) -> Answer | None:
    """A point against a claim about numbers only."""
    source = reader.source
    words = words_in(*source.hypotheses, *source.conclusion)
    if words.keys() & {*FUNCTIONALS, *NOTIONS, *MECHANISMS}:
        return None
    return at_numbers(reader, NUMBERS)


def at_numbers(reader: Reader, budget: Budget) -> Answer | None:
    """A point against a claim about numbers at which all of its terms have values."""
    try:
        claim = meant(reader)
        found = refuted(claim, budget)
    except (NotSupported, StatementError):
        return None
    if found is None or found.point is None or lacking(claim.theorem, found.point, every=True) is not None:
        return None
    return found


def against(source: Source, r: reductions.Reduction, inner: Answer, reader: Reader | None = None) -> Answer:
    """A refutation of what a claim was brought to, said of the claim; `reader` is the one that read it."""
    w = inner.witness
    assert w is not None
    part = source.conclusion[0] if len(source.conclusion) == 1 else None
    typed = list(dict.fromkeys(n for c in source.conditions for n, _ in places(c)))
    at = there(reader or Reader(r.source), inner)
    known = {**w.values, **{k: source.words(at.node(v)) for k, v in r.values}}
    rows = [[at.number(m) for m in row] for row in zip(*r.masses, strict=True)]
    finite = bool(rows) and all(m is not None for row in rows for m in row)
    witness = replace(
        w,
        values={k: known[k] for k in typed if k in known},
        laws={name: tuple(map(str, row)) for name, row in zip("PQ", rows, strict=True)} if finite else w.laws,
        fails=source.words(part) if part is not None else w.fails,
        where={
            **w.where,
            **{k: v for k, v in w.values.items() if k not in typed and not finite},
            **({"pair": r.pair} if r.pair and not finite else {}),
        },
    )
    facts = tuple(dict.fromkeys((*r.facts, *inner.rests_on)))
    return replace(
        inner,
        text=source.text,
        witness=witness,
        rests_on=facts,
        reduced=r.source.text,
        claim=None,
        point=None,
    )


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
    if (
        alternatives.has_alternatives(reader.source)
        or every.quantified(reader.source)
        or named.naming(reader.source)
        or named.at_outputs(reader.source)
    ):
        return ()
    others = (r for r in (*reductions.reductions(reader), *probes.probes(reader)) if r.refutes)
    found = [
        near
        for at_pair, pair in ((reader, ""), *((Reader(r.source), r.pair) for r in others))
        if (near := least_gap(at_pair, pair)) is not None
    ]
    return () if not found else (min(found)[1],)


def least_gap(reader: Reader, pair: str = "") -> tuple[float, str] | None:
    """How nearly a claim about numbers fails, and that in words; None where that is not seen, or it is about pairs."""
    try:
        claim = meant(reader)
    except (NotAClaim, NotSupported, StatementError):
        return None
    near = None if claim.about_pairs else nearest_point(claim.theorem, PROBE)
    if near is None:
        return None
    values = {claim.names[p]: str(as_expr(v)) for p, v in near.at.items() if p in claim.names}
    at = ", ".join(f"{k} = {v}" for k, v in values.items())
    where = " at ".join(x for x in (pair, at) if x)
    return near.relative, f"least gap seen: {near.gap.str(6, radius=False)} at {where or 'the numbers'}"
