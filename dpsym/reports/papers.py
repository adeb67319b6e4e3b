"""What is reported of a whole paper: which of its items are carried, and which do not hold as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from dpsym.language import Theorem
from dpsym.library import Item, Library, Paper, catalogue, of_paper
from dpsym.prove.verdict import ORDER, weakest
from dpsym.reports.records import Finding
from dpsym.reports.reporter import Reporter
from dpsym.reports.words import point_json, said


def coverage(library: Library, findings: dict[str, Finding], p: Paper) -> dict[str, Any]:
    """Every item of a paper with the entries that carry it and the weakest of their verdicts."""
    rows = []
    for listed in catalogue().values():
        if listed.paper != p.key:
            continue
        carriers = [i for i in library if listed.id in i.entry.source]
        found = [findings[i.name] for i in carriers if i.name in findings]
        claims = [f.verdict for f in found if f.verdict != "defined"]
        verdict = weakest(claims) if claims else "defined" if found else "missing"
        rows.append(
            {
                "id": listed.id,
                "title": listed.title,
                "in_paper": listed.in_paper,
                "files": list(dict.fromkeys(i.file.name for i in carriers)),
                "entries": [i.name for i in carriers],
                "verdict": verdict,
            }
        )
    counts = Counter(r["verdict"] for r in rows if r["verdict"] != "missing")
    order = ["defined", *ORDER]
    return {
        "paper": p.key,
        "total": len(rows),
        "carried": sum(1 for r in rows if r["entries"]),
        "missing": [r["id"] for r in rows if not r["entries"]],
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
