"""A certificate without lines that hold by evaluation: each is proved by the other rules, for readers that know those."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpsym.kernel.certificate import WORK
from dpsym.kernel.reading import Checked
from dpsym.kernel.terms import Json, load
from dpsym.language import Point
from dpsym.prove.proof.script import Field, Script, Term
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.witnesses.witness import certificate_of, refute_conclusion, shown

BY_EVALUATION = "evaluate"


def spelt_out(certificate: Json, library: Mapping[str, Checked] | None = None) -> Json:
    """A certificate of the same claim whose lines do not evaluate; Stuck where one of them has no other proof, Refused."""
    if not any(line["rule"] == BY_EVALUATION for line in certificate["lines"]):
        return dict(certificate)
    sorts = {k: tuple(v) if isinstance(v, list) else v for k, v in certificate["sig"].items()}
    sets = {k: tuple(v) for k, v in certificate.get("sets", {}).items()}
    s = Script(sorts, sets, library)
    s.evaluation, s.kernel.c.work = None, WORK
    for x in certificate.get("terms", ()):
        s.kernel.share(x)
    trees = list(s.kernel.shared)
    places: list[int] = []
    for line in certificate["lines"]:
        fields = {k: referred(v, trees) for k, v in line.items() if k not in ("rule", "from")}
        if line["rule"] == BY_EVALUATION:
            places.append(proved(s, load(fields["is"], trees)))
        else:
            places.append(s.add(line["rule"], [places[i] for i in line.get("from", ())], **fields))
    if places[-1] != len(s.lines) - 1:
        s.add("have", [places[-1]], **{"is": s.goal(places[-1])})
    found = certificate_of(load(certificate["claim"], trees), s)
    return found | {k: certificate[k] for k in ("notions",) if k in certificate}


def referred(x: Field, trees: Sequence[Term]) -> Field:
    """A field of a line with the trees in the place of what refers to them."""
    if isinstance(x, dict):
        return {k: referred(v, trees) for k, v in x.items()}
    if not isinstance(x, list):
        return x
    return trees[x[1]] if len(x) == 2 and x[0] == "@" else [referred(v, trees) for v in x]


def proved(s: Script, goal: Term) -> int:
    """The line of a goal about explicit values."""
    known = ProofState(s)
    if goal[0] == "and":
        return s.add("and_i", [proved(s, part) for part in goal[1:]])
    if goal[0] == "not":
        return refute_conclusion(known, goal[1], Point())
    return shown(known, goal, deep=True)
