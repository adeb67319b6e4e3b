"""Certificates: a claim, the definitions it uses and the lines that prove it; checked whole.

    {"title"?, "sig": {name: sort}, "sets"?: {set: [outcomes]}, "terms"?: [tree, ...], "defs"?: {name:
    [params, tree]},
     "copies"?: {name: [notion, {bound name: [names]}]}, "notions"?: digest, "claim": formula, "lines":
     [line, ...]}

A sort is "R", a set name or a list of those. ["@", n] stands for entry n of terms. Notions are those of
notions.json.
Limits: trees of depth 200 and 500 000 nodes after unfolding; numbers of 20 000 bits; 20 000 monomials;
five nested sums in a product; 2000 nodes and 2000 bits in an enclosure; WORK in all. What goes beyond is
refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from dpsym.kernel.rules import MALFORMED, Checked, Checker
from dpsym.kernel.terms import Refused, Tree, dump, need

FIELDS = {"title", "sig", "sets", "defs", "terms", "notions", "copies", "claim", "lines"}

WORK = 20_000_000  # steps of one certificate: nodes read, monomials multiplied


def run(certificate: Mapping[str, Any], library: Mapping[str, Checked] | None = None) -> tuple[Checker, Tree]:
    """The checker after the last line, which is the claim and has no hypothesis left; and the claim."""
    try:
        need(isinstance(certificate, dict) and set(certificate) <= FIELDS, "unknown field")
        k = Checker(
            certificate["sig"],
            certificate.get("sets", {}),
            certificate.get("defs", {}),
            library or {},
            terms=certificate.get("terms", []),
            copies=certificate.get("copies", {}),
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
    except MALFORMED as e:
        raise Refused(f"malformed: {type(e).__name__} {str(e)[:200]}") from None
    return k, claim


def check(certificate: Mapping[str, Any], library: Mapping[str, Checked] | None = None) -> Checked:
    """The theorem that the certificate proves; raises Refused, and nothing else, when it does not."""
    k, claim = run(certificate, library)
    need(certificate.get("notions") == k.notions(), "the pinned notions used have another digest")
    return Checked(k.c.sig, k.c.sets, claim)


def seal(certificate: Mapping[str, Any], library: Mapping[str, Checked] | None = None) -> dict[str, Any]:
    """The certificate with the digest of the pinned notions it uses; for those who write certificates."""
    k, _ = run(certificate, library)
    return {**certificate, "notions": k.notions()} if k.notions() else dict(certificate)


def check_bundle(bundle: Mapping[str, Any]) -> dict[str, Checked]:
    """{"dpsym": 1, "theorems": [{"name", "certificate"}, ...]}: each may use the ones before it as lemmas."""
    need(isinstance(bundle, dict) and set(bundle) == {"dpsym", "theorems"}, "not a bundle")
    need(type(bundle["dpsym"]) is int and bundle["dpsym"] == 1, "not a bundle of version 1")
    need(isinstance(bundle["theorems"], list), "not a bundle")
    done: dict[str, Checked] = {}
    for entry in bundle["theorems"]:
        need(isinstance(entry, dict) and set(entry) == {"name", "certificate"}, "not a theorem")
        name = entry["name"]
        need(isinstance(name, str) and name and name not in done, "bad or repeated theorem name")
        try:
            done[name] = check(entry["certificate"], done)
        except Refused as e:
            raise Refused(f"{name}: {e}") from None
    return done


def digest(tree: Any) -> str:
    """The sha256 of the canonical text of JSON data."""
    return hashlib.sha256(json.dumps(tree, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
