"""What a verdict rests on: theorems, rules of the kernel, citations, engines; and the certificates to re-check it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dpsym.coq import signed
from dpsym.kernel import NAMED, bundle
from dpsym.kernel.terms import Json
from dpsym.language import Entry, Theorem
from dpsym.library import Item
from dpsym.lift import ALMOST, LANES, LEMMA, LOGIC, NoReach, reach
from dpsym.prove.lines.steps import lines_needed
from dpsym.prove.scope import furthest
from dpsym.prove.session import uses_of
from dpsym.prove.verdict import Verdict
from dpsym.reports.reporter import Reporter, used_by


def bundle_of(reporter: Reporter, theorem: Theorem) -> Json | None:
    """The theorem's certificate and those it uses, in the order of use, for `python -m dpsym.kernel`."""
    names, certificates = certificates_of(reporter, [theorem])
    return bundle(certificates) if names else None


def certificates_of(
    reporter: Reporter, theorems: Iterable[Theorem]
) -> tuple[dict[str, str], dict[str, Json]]:
    """The certificates of the theorems that are proved and of those that they use, by name, each after those it
    uses; and for each theorem that has one the name of its certificate, which is another theorem's where both state
    one claim."""
    done: dict[str, Json] = {}
    names: dict[str, str] = {}

    def visit(t: Theorem) -> bool:
        key = reporter.session.key(t)
        if key in done:
            return True
        if not all(visit(use.theorem) for use in uses_of(t)):
            return False
        if key in done:  # one that it uses states the same claim
            return True
        certificate = reporter.verdict(t).certificate
        if certificate is None:
            return False
        name = reporter.name_of(t)
        names.setdefault(key, name if NAMED.match(name) and name not in names.values() else key)
        done[key] = _renamed(certificate, names)
        return True

    proved = {
        reporter.name_of(t): reporter.session.key(t)
        for t in theorems
        if visit(t) and reporter.verdict(t).status == "proved"
    }
    if not proved:
        return {}, {}
    return {name: names[key] for name, key in proved.items()}, {names[k]: c for k, c in done.items()}


def _renamed(certificate: Json, names: dict[str, str]) -> Json:
    """The certificate with the theorems it uses called by name instead of by the hash of their claims."""
    lines = [
        {**line, "name": names[line["name"]]}
        if line.get("rule") == "lemma" and line["name"] in names
        else line
        for line in certificate["lines"]
    ]
    return {**certificate, "lines": lines}


def beyond(reporter: Reporter, item: Item, found: Verdict) -> Json | None:
    """How far a proved theorem holds beyond finite sets: by what, and why; the integrals, the provisos, what stays finite; or
    why nothing is said of it. None where no law lives on a set that may be any, and of what is not proved."""
    if found.status != "proved" or not isinstance(item.entry, Theorem):
        return None
    checked = reporter.session.statement(
        item.entry
    ).checked  # for which the kernel's certificate was found to be
    any_set = reporter.session.key(item.entry) in reporter.session.of_any_set
    answer = furthest(checked, reporter.session.instances(item.entry), any_set)
    if answer is None:
        shape = reach(checked.claim, checked.sig, checked.sets)
        if not isinstance(shape, NoReach):
            return None
        return {"applies": False, "why": [f"{s}: {why}" if s else why for s, why in shape.why.items()]}
    return {
        "applies": True,
        "by": LOGIC if answer.lane == "L" else LEMMA,
        "lane": LANES[answer.lane],
        "general": list(answer.general),
        "any set": list(answer.any_set),
        "finite": list(answer.finite),
        "integrals": list(answer.integrals),
        "provisos": [*([ALMOST] if answer.general else []), *answer.provisos],
    }


def trust(reporter: Reporter, item: Item) -> Json:
    """Everything a verdict rests on: theorems, the kernel's rules with counts, citations, engines."""
    found = reporter.verdict(item.entry)
    rules: Counter[str] = Counter()
    theorems: dict[int, Json] = {}
    citations: dict[str, None] = {}
    engines: dict[str, None] = {}

    def count(v: Verdict) -> None:
        for line in lines_needed(v.certificate):
            rules[str(line.get("rule"))] += 1
        for thing in v.rests_on:
            if thing == "FLINT":
                engines.setdefault("FLINT (ball arithmetic)")
            else:
                citations.setdefault(thing)

    def visit(entry: Entry, depth: int) -> None:
        for used in used_by(entry):
            if id(used) not in theorems:
                v = reporter.verdict(used)
                theorems[id(used)] = {
                    "name": reporter.name_of(used),
                    "verdict": v.status,
                    "scope": v.scope,
                    "depth": depth,
                    "rules": len(lines_needed(v.certificate)),
                }
                count(v)
                visit(used, depth + 1)

    count(found)
    visit(item.entry, 1)
    if rules:
        engines = {"the kernel (dpsym.kernel, standard library only)": None} | engines
    return {
        "name": item.name,
        "verdict": found.status,
        "scope": found.scope,
        "reach": beyond(reporter, item, found),
        "theorems": list(theorems.values()),
        "rules": dict(sorted(rules.items(), key=lambda kv: (-kv[1], kv[0]))),
        "coq": signed.status(item.name, found.certificate),
        "citations": list(citations),
        "engines": list(engines),
    }
