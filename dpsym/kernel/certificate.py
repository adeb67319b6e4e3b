"""Certificates: a claim, the notions it uses and the lines that prove it; checked whole. Their one reader.

    {"dpsym": 2, "theorems": [{"name", "certificate"}, ...]}     a bundle: each may use the ones before it

    {"sig": {name: sort}, "sets"?: {set: [outcomes]}, "terms"?: [tree, ...], "notions"?: digest,
     "claim": formula, "lines": [line, ...]}                     a certificate

A sort is "R", a set name or a list of those. ["@", n] stands for entry n of terms. Notions are those of
notions.json. A line is {"rule", "from"?: [numbers of lines above], and the fields of its rule}.
Limits: trees of depth 200 and 500 000 nodes after unfolding; numbers of 20 000 bits; 20 000 monomials;
five nested sums in a product; 2000 nodes and 2000 bits in an enclosure; WORK in all, in which an evaluation counts
long numbers as it takes time. What goes beyond is refused.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from dpsym.kernel.reading import Checked
from dpsym.kernel.rules import MALFORMED, Checker
from dpsym.kernel.terms import Json, Refused, Tree, dump, load, need

Certificate = Mapping[str, Any]  # as JSON, of which nothing is known before it is checked

VERSION = 2
FIELDS = {"sig", "sets", "terms", "notions", "claim", "lines"}
NAMED = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.]*\Z", re.ASCII)  # names of theorems

WORK = 20_000_000  # steps of one certificate: nodes read, monomials multiplied


def ran(certificate: Certificate, library: Mapping[str, Checked] | None = None) -> tuple[Checker, Checked]:
    """The checker after the last line, which is the claim and has no hypothesis left; and the theorem."""
    try:
        need(isinstance(certificate, dict) and set(certificate) <= FIELDS, "unknown field")
        k = Checker(
            certificate["sig"],
            certificate.get("sets", {}),
            library or {},
            terms=certificate.get("terms", []),
            work=WORK,
        )
        claim = k.formula(certificate["claim"])
        need(isinstance(certificate["lines"], list), "lines")
        for n, line in enumerate(certificate["lines"]):
            need(isinstance(line, dict), f"line {n} is not an object")
            try:
                k.step(line)
            except Refused as e:
                raise Refused(f"line {n} ({line.get('rule')}): {e}") from None
        need(k.lines, "no lines")
        last = k.lines[-1]
        need(not last.hyps, f"undischarged hypotheses: {[dump(h) for h in last.hyps.values()][:2]}")
        need(k.same(last.goal, claim), "the last line is not the claim")
        said = load(certificate["claim"], k.shared)
    except MALFORMED as e:
        raise Refused(f"malformed: {type(e).__name__} {str(e)[:200]}") from None
    return k, Checked(k.c.sig, k.c.sets, claim, said, k.notions())


def run(certificate: Certificate, library: Mapping[str, Checked] | None = None) -> tuple[Checker, Checked]:
    """The checked lines of a certificate, and the theorem that it proves; raises Refused, and nothing else,
    when it does not."""
    k, checked = ran(certificate, library)
    need(certificate.get("notions") == checked.notions, "the pinned notions used have another digest")
    return k, checked


def check(certificate: Certificate, library: Mapping[str, Checked] | None = None) -> Checked:
    """The theorem that a certificate proves; raises Refused, and nothing else, when it does not."""
    return run(certificate, library)[1]


def seal(certificate: Certificate, library: Mapping[str, Checked] | None = None) -> Json:
    """The certificate with the digest of the pinned notions it uses; for those who write certificates."""
    _, checked = ran(certificate, library)
    return {**certificate, **({"notions": checked.notions} if checked.notions else {})}


def read(text: str) -> Any:
    """JSON in which no key comes twice and no number is a float; Refused otherwise."""

    def once(pairs: list[tuple[str, object]]) -> Json:
        found = dict(pairs)
        need(len(found) == len(pairs), "a key comes twice in one object")
        return found

    def never(x: str) -> NoReturn:
        raise Refused(f"{x[:40]} is not an exact number")

    try:
        return json.loads(text, object_pairs_hook=once, parse_float=never, parse_constant=never)
    except (ValueError, RecursionError) as e:
        raise Refused(f"not JSON: {e}") from None


def bundle(theorems: Mapping[str, Certificate]) -> Json:
    """Certificates by name, in the order in which they use each other, as the bundle that `entries` reads."""
    found = {"dpsym": VERSION, "theorems": [{"name": n, "certificate": c} for n, c in theorems.items()]}
    return dict(entries(found)) and found


def entries(bundle: Any) -> Iterator[tuple[str, Certificate]]:
    """The names and certificates of a bundle; Refused when it is none."""
    need(isinstance(bundle, dict) and set(bundle) == {"dpsym", "theorems"}, "not a bundle of certificates")
    need(type(bundle["dpsym"]) is int and bundle["dpsym"] == VERSION, f"not a bundle of version {VERSION}")
    need(isinstance(bundle["theorems"], list) and bundle["theorems"], "not a bundle of certificates")
    seen: set[str] = set()
    for entry in bundle["theorems"]:
        need(isinstance(entry, dict) and set(entry) == {"name", "certificate"}, "not a theorem")
        name = entry["name"]
        need(isinstance(name, str) and NAMED.match(name) and len(name) < 200, "bad name of a theorem")
        need(name not in seen, f"two theorems called {name}")
        seen.add(name)
        yield name, entry["certificate"]


def check_bundle(bundle: Any) -> dict[str, Checked]:
    """The theorems of a bundle, by name; Refused when one is refused."""
    done: dict[str, Checked] = {}
    for name, certificate in list(entries(bundle)):
        try:
            done[name] = check(certificate, done)
        except Refused as e:
            raise Refused(f"{name}: {e}") from None
    return done


def digest(tree: object) -> str:
    """The sha256 of the canonical text of JSON data."""
    return hashlib.sha256(json.dumps(tree, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


__all__ = [
    "NAMED",
    "Checked",
    "Refused",
    "Tree",
    "bundle",
    "check",
    "check_bundle",
    "digest",
    "entries",
    "read",
    "run",
    "seal",
]
