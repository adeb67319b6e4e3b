"""Whether everything in a claim has a value, and what is refused because some values of its parameters have none."""

from __future__ import annotations

from itertools import product

from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Claim, Reader, read
from dpsym.claims.reading.nodes import link, number
from dpsym.claims.reading.ranges import Range
from dpsym.claims.reading.syntax import NotAClaim
from dpsym.claims.reading.trees import calls
from dpsym.claims.reading.words import FUNCTIONALS
from dpsym.claims.sessions import session_for_claims
from dpsym.claims.ways.refuting import NEEDS, refuted
from dpsym.language import Parameter, StatementError, Theorem
from dpsym.language.definedness import Need, Walk, needs
from dpsym.prove.definedness.values import in_force, open_need
from dpsym.prove.library.forms import size


def undefined(claim: Claim) -> list[str]:
    """What could not be shown to have a value; NotAClaim where some values of the parameters have none."""
    theorem, session = claim.theorem, session_for_claims()
    loose = [g for g in theorem.given if isinstance(g, Relational) and not g.atoms(AppliedUndef)]
    base = (*theorem.domain, *loose)
    values = needs(theorem, also=[(-1, term) for term in claim.left_out])
    arguments = [
        (Need(n.relation.args[0], n.relation, n.words), (*base, *domains_of_bound(theorem, n.relation)), n.at)
        for n in claim.needs
        if Walk().asks(n.relation)
    ]
    terms = [(need, given, place_of(claim, need)) for need, given in in_force(values)]
    found: list[str] = []
    for need, given, at in (*arguments, *terms):
        missing = open_need(session, theorem, values, need, given)
        if missing is None:
            continue
        if missing.point is not None:
            said = [f"{claim.names.get(p, p)} = {v}" for p, v in missing.point.at]  # type: ignore[call-overload]
            said += [f"{law} = ({', '.join(map(str, m))})" for law, m in missing.point.laws]
            here = f"; here {', '.join(said)} is allowed" if said else ""
            raise NotAClaim(f"{need.rule}{here}", at, claim.text)
        found.append(f"character {at + 1}: {need.rule}, and that could not be shown")
    return found


def domains_of_bound(theorem: Theorem, relation: Relational) -> list[Relational]:
    """The domains of the names in a relation that are none of the theorem's own: a hypothesis speaks of all their values."""
    names = (p for p in relation.free_symbols if isinstance(p, Parameter) and p not in theorem.parameters)
    return [c for p in sorted(names, key=lambda p: p.name) for c in p.conditions]


def place_of(claim: Claim, need: Need) -> int:
    """Where the term stands in the text: the place of the least recorded term that it is part of, or that is part of it."""
    inside = [(size(e), at) for e, at in claim.places if need.condition.has(e) or e.has(need.term)]
    exact = [at for e, at in claim.places if e in need.condition.args]
    return exact[0] if exact else min(inside)[1] if inside else 0


DOMAINS: dict[str, tuple[tuple[str, int, str], ...]] = {
    "RandomizedResponse": ((">=", 0, "the privacy loss must be at least 0"),),
    **dict.fromkeys(("Laplace", "Gaussian"), ((">", 0, "a scale and a distance must be positive"),)),
    **dict.fromkeys(("Renyi", "RenyiDP"), ((">", 1, "the order must be greater than 1"),)),
    "Odds": (
        (">", 0, "the prior of odds must be positive"),
        ("<", 1, "the prior of odds must be less than 1"),
    ),
    "Power": ((">=", 0, "the level must be at least 0"), ("<=", 1, "the level must be at most 1")),
}


def check_domains(reader: Reader) -> None:
    """NotAClaim where the conditions allow an argument of a mechanism, an order or a level that has no meaning.

    For claims that have another reading than the kernel's; a claim that it reads lists what its terms need.
    """
    source = reader.source
    about = [
        h for h in source.hypotheses if not any(c.value in FUNCTIONALS for c in calls(h)) and len(h.args) > 1
    ]
    conditions = (*source.conditions, *about)
    ranged = reader.knows_conditions()
    for node in (*source.hypotheses, *source.conclusion):
        for c in calls(node):
            args = c.args if c.value in ("Laplace", "Gaussian") else c.args[:1]
            for a, (sign, end, words) in product(args, DOMAINS.get(str(c.value), ())):
                r = reader.range(a) if ranged else Range()
                if {(">=", 0): r.nonnegative, (">", 0): r.positive, (">", 1): r.over_one()}.get((sign, end)):
                    continue
                try:
                    inside = link(a, sign, number(end))
                    claim = read(source.but(conditions=conditions, hypotheses=(), conclusion=(inside,)))
                    found = None if undefined(claim) else refuted(claim, NEEDS)
                except (NotSupported, StatementError):
                    continue
                if found is not None and found.witness is not None:
                    at = ", ".join(f"{k} = {v}" for k, v in found.witness.values.items())
                    raise NotAClaim(
                        f"{words}" + (f"; here {at} is allowed" if at else ""), a.at, source.typed
                    )
