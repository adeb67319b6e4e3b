"""What is reported of a whole paper: which of its items are carried, and which do not hold as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from dpsym.kernel.terms import Json
from dpsym.language import SEVERITIES, Background, Erratum, Theorem
from dpsym.language.entries import lacking
from dpsym.library import Item, Library, Paper, catalogue, of_paper
from dpsym.prove.verdict import ANALYSIS, ORDER, weakest
from dpsym.reports.records import Finding
from dpsym.reports.reporter import Reporter
from dpsym.reports.words import in_words, point_json, said

NO_CLAIM = ("defined", "context")  # verdicts on what claims nothing
NOT_SAID = "no entry says how much of it is carried"
UNCHECKED = ((), ("an entry of it was not checked",))  # so that nothing is known of its scope
NO_SCOPE = ((), ("nothing is claimed that has a scope",))


def extent_of(item: str, carriers: Iterable[Item], findings: Mapping[str, Finding]) -> tuple[str, str]:
    """How much of a catalogued item its entries carry (whole, part, context or missing), and what they do not.

    Where an item is about any measurable spaces, that is read off the scopes of what was found of them.
    """
    carriers = list(carriers)
    entries = [i.entry for i in carriers]
    if not entries:
        return "missing", ""
    if all(isinstance(e, Background) for e in entries):
        return "context", ""
    said = [e.carries[item] for e in entries if item in e.carries and not isinstance(e, Background)]
    short = [findings[i.name].short if i.name in findings else UNCHECKED for i in carriers]
    if all(i.name in findings and findings[i.name].verdict in NO_CLAIM for i in carriers):
        short.append(NO_SCOPE)
    lacks = "; ".join(dict.fromkeys(words for s in said for words in lacking(s, short)))
    if said and not lacks:
        return "whole", ""
    return "part", lacks or NOT_SAID


def coverage(library: Library, findings: dict[str, Finding], p: Paper) -> Json:
    """Every item of a paper with the entries that carry it, how much of it they carry and the weakest of their verdicts.

    An item is whole where an entry says so and none says what is missing; prose alone is context.  Under `supposing` are the
    items whose entries suppose of integrals or limits what is cited, and not proved.  Under `errata` is what does not hold as
    printed of an item, the gravest first, with the entry that shows it.
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
        extent, missing = extent_of(listed.id, carriers, findings)
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
                "supposing": any(ANALYSIS in f.scope for f in found),
                "errata": errata_of(listed.id, library),
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
        "supposing": [r["id"] for r in rows if r["supposing"]],
        "verdicts": {v: counts[v] for v in order if counts[v]},
        "items": rows,
    }


def errata_of(item: str, library: Iterable[Item]) -> list[Json]:
    """What entries say that does not hold as printed of a catalogued item: severities, the gravest first, and the entries."""
    found = [
        {"severity": e.severity, "where": e.where, "entry": i.name}
        for i in library
        for e in i.entry.errata
        if item in (e.source or i.entry.source)
    ]
    return sorted(found, key=lambda e: SEVERITIES.index(e["severity"]))


def errata(reporter: Reporter, items: Iterable[Item], p: Paper) -> list[Json]:
    """What does not hold as printed, the gravest first: the paper's words, what was checked of them with its witness,
    what holds instead with its verdict."""
    rows = []
    for item in items:
        for e in item.entry.errata:
            sources = of_paper(e.source or item.entry.source, p)
            if sources:
                rows.append(_erratum(reporter, item, e, ", ".join(sources)))
    return sorted(rows, key=lambda r: SEVERITIES.index(r["severity"]))


def _erratum(reporter: Reporter, item: Item, e: Erratum, source: str) -> Json:
    entry = item.entry
    numbers = [n for n in reporter.numbers(item) if n.what in e.rows] if e.rows else []
    miss = None
    if isinstance(entry, Theorem) and e.reads is not None:
        miss = reporter.miss(item, "as printed", e.reads)
    shown = miss.refuted if miss is not None else all(n.agrees is False for n in numbers)
    return {
        "source": source,
        "severity": e.severity,
        "where": e.where,
        "quoted": in_words(e.quote),
        "fails": in_words(e.fails),
        "holds": in_words(e.holds),
        "affects": in_words(e.affects),
        "printed": miss.statement if miss is not None else "",
        "witness": point_json(miss.verdict.witness) if miss is not None and miss.refuted else None,
        "numbers": [n.json() for n in numbers],
        "repaired": said(entry) if isinstance(entry, Theorem) else "",
        "verdict": reporter.verdict(entry).status,
        "name": item.name,
        "printed_verdict": miss.verdict.status if miss is not None else "",
        "check": list(miss.words) if miss is not None else [],
        "confirmed": shown,
    }
