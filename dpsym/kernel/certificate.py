"""Certificates: a claim, the definitions it uses and the lines that prove it; checked whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from dpsym.kernel.rules import MALFORMED, Checked, Checker
from dpsym.kernel.terms import Refused, dump, need

FIELDS = {"title", "sig", "sets", "defs", "terms", "notions", "claim", "lines"}


def check(certificate: Mapping[str, Any], library: Mapping[str, Checked] | None = None) -> Checked:
    """The theorem that the certificate proves; raises Refused, and nothing else, when it does not."""
    try:
        need(isinstance(certificate, dict) and set(certificate) <= FIELDS, "unknown field")
        k = Checker(
            certificate["sig"],
            certificate.get("sets", {}),
            certificate.get("defs", {}),
            library or {},
            terms=certificate.get("terms", []),
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
    return Checked(k.c.sig, k.c.sets, claim)


def check_bundle(bundle: Mapping[str, Any]) -> dict[str, Checked]:
    """{"dpsym": 1, "theorems": [{"name", "certificate"}, ...]}: each may use the ones before it as lemmas."""
    need(isinstance(bundle, dict) and set(bundle) == {"dpsym", "theorems"} and bundle["dpsym"] == 1, "not a bundle")
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
