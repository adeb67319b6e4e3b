"""What is reported of a whole paper: which of its items are carried, and which do not hold as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from dpsym.language import Background, Theorem
from dpsym.library import Item, Library, Paper, catalogue, of_paper
from dpsym.prove.verdict import ORDER, weakest
from dpsym.reports.records import Finding
from dpsym.reports.reporter import Reporter
from dpsym.reports.words import point_json, said

NO_CLAIM = ("defined", "context")  # verdicts on what claims nothing
NOT_SAID = "no entry says how much of it is carried"


def extent_of(item: str, carriers: Iterable[Item]) -> tuple[str, str]:
    """How much of a catalogued item its entries carry (whole, part, context or missing), and what they do not."""
    entries = [i.entry for i in carriers]
    if not entries:
        return "missing", ""
    if all(isinstance(e, Background) for e in entries):
        return "context", ""
    said = [e.carries[item] for e in entries if item in e.carries and not isinstance(e, Background)]
    lacks = "; ".join(dict.fromkeys(s for s in said if s))
    if said and not lacks:
        return "whole", ""
    return "part", lacks or NOT_SAID


def coverage(library: Library, findings: dict[str, Finding], p: Paper) -> dict[str, Any]:
    """Every item of a paper with the entries that carry it, how much of it they carry and the weakest of their verdicts.

    An item is whole where an entry says so and none says what is missing; prose alone is context.
    """
    rows = []
    for listed in catalogue().values():
        if listed.paper != p.key:
            continue
        carriers = [i for i in library if listed.id in i.entry.source]
        found = [findings[i.name] for i in carriers if i.name in findings]
        claims = [f.verdict for f in found if f.verdict not in NO_CLAIM]
        plain = [v for v in NO_CLAIM if any(f.verdict == v for f in found)]
        verdict = weakest(claims) if claims else plain[0] if plain else "missing"
        extent, missing = extent_of(listed.id, carriers)
        rows.append(
            {
                "id": listed.id,
                "title": listed.title,
                "in_paper": listed.in_paper,
                "files": list(dict.fromkeys(i.file.name for i in carriers)),
                "entries": [i.name for i in carriers],
                "verdict": verdict,
                "extent": extent,
                "lacks": missing,
            }
        )
    counts = Counter(r["verdict"] for r in rows if r["verdict"] != "missing")
    order = [*NO_CLAIM, *ORDER]
    return {
        "paper": p.key,
        "total": len(rows),
        "carried": sum(1 for r in rows if r["entries"]),
        "missing": [r["id"] for r in rows if not r["entries"]],
        "whole": sum(1 for r in rows if r["extent"] == "whole"),
        "part": {r["id"]: r["lacks"] for r in rows if r["extent"] == "part"},
        "context": sum(1 for r in rows if r["extent"] == "context"),
        "verdicts": {v: counts[v] for v in order if counts[v]},
        "items": rows,
    }


def errata(reporter: Reporter, items: Iterable[Item], p: Paper) -> Iterator[dict[str, Any]]:
    """The statements that do not hold as printed: printed form, witness, repaired form, its verdict."""
    for item in items:
        entry = item.entry
        if not isinstance(entry, Theorem) or entry.printed is None:
            continue
        miss = reporter.miss(item, "as printed", entry.printed)
        verdict = reporter.verdict(entry)
        yield {
            "source": ", ".join(of_paper(entry.source, p)),
            "printed": miss.statement,
            "witness": point_json(miss.verdict.witness) if miss.refuted else None,
            "repaired": said(entry),
            "verdict": verdict.status,
            "name": item.name,
            "printed_verdict": miss.verdict.status,
            "check": list(miss.words),
            "note": entry.printed.note,
        }
