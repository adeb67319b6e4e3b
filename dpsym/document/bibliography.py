"""The bibliography of a document: entries of .bib files, what a page cites, the line that says where it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from dpsym.document.blocks import Cite
from dpsym.document.formulas.spelling import escape_latex
from dpsym.document.page import Page
from dpsym.language.entries import lacking

BIBLIOGRAPHY = "dpsym.bib"  # beside the author's own, never in its place


def bib_entries(text: str) -> dict[str, str]:
    """The entries of a .bib file by key, each as it stands."""
    found: dict[str, str] = {}
    for start in re.finditer(r"@(\w+)\s*\{\s*([^\s,{}]+)\s*,", text):
        if start[1].lower() in ("comment", "preamble", "string"):
            continue
        depth, end = 0, start.end()
        for position in range(start.start(), len(text)):
            depth += {"{": 1, "}": -1}.get(text[position], 0)
            if depth == 0 and text[position] == "}":
                end = position + 1
                break
        found[start[2]] = text[start.start() : end]
    return found


def bib_subset(entries: Mapping[str, str], keys: Iterable[str]) -> str:
    """The named entries, in alphabetical order of their keys."""
    return "\n\n".join(entries[k] for k in sorted(set(keys)) if k in entries) + "\n"


def bib_with(path: Path, entries: Mapping[str, str], keys: Iterable[str]) -> str:
    """The named entries with those that the file has already: pages of an earlier run, in the same paper, cite them."""
    there = bib_entries(path.read_text(encoding="utf-8", errors="replace")) if path.exists() else {}
    wanted = set(keys)
    return bib_subset({**there, **{k: v for k, v in entries.items() if k in wanted}}, {*there, *wanted})


PART = "in part"
PLACES = {
    "thm": "Theorem", "lem": "Lemma", "cor": "Corollary", "prop": "Proposition",
    "def": "Definition", "ex": "Example",
    "fig": "Figure", "tab": "Table", "eq": "equation", "rem": "Remark", "sec": "Section", "asm": "Assumption",
}  # fmt: skip


def cite_of(source: str, keys: Iterable[str]) -> Cite:
    """A catalogue id `paper.thm3.9` or a bib key as a citation; the paper's key is the id's stem or begins
    with it."""
    keys = sorted(keys)
    if source in keys:
        return Cite(source)
    paper, _, item = source.partition(".")
    key = paper if paper in keys else next((k for k in keys if k.lower().startswith(paper.lower())), paper)
    found = re.fullmatch(r"([a-z]+)([A-Z]?\.?\d[\w.]*)", item)
    place = ""
    if found and found[1] in PLACES:
        part = re.fullmatch(r"(\w+\.\d+)\.(\d+)", found[2])  # thm3.5.2 is Theorem 3.5(2)
        place = f"{PLACES[found[1]]} {f'{part[1]}({part[2]})' if part else found[2]}"
    return Cite(key, place)


def _partly(cite: Cite, page: Page, item: str) -> Cite:
    """The citation, with "in part" where something of the item is missing."""
    said = page.entry.carries.get(item)
    part = said is not None and any(lacking(said, [page.short]))
    return Cite(cite.key, f"{cite.place}, {PART}".removeprefix(", ")) if part else cite


def source_line(page: Page, keys: Iterable[str]) -> tuple[str, list[str]]:
    """The line that says where an entry comes from, as LaTeX, and the bib keys it cites."""
    return sources_of([page], keys)


def sources_of(pages: Iterable[Page], keys: Iterable[str]) -> tuple[str, list[str]]:
    """The line that says where entries come from that are printed as one statement, and the bib keys they cite."""
    keys, shown, used = list(keys), list[str](), list[str]()
    for page in pages:
        entry = page.entry
        cites = [_partly(cite_of(s, keys), page, s) for s in entry.source]
        known = [c for c in placed((*cites, *map(Cite, entry.cites))) if c.key in keys]
        shown += [rf"\cite{f'[{escape_latex(c.place)}]' if c.place else ''}{{{c.key}}}" for c in known]
        used += [c.key for c in known]
        used += [k for k in getattr(entry, "cited", ()) if k in keys]
    return ("Source: " + ", ".join(dict.fromkeys(shown)) + "." if shown else ""), used


def placed(cites: Iterable[Cite]) -> list[Cite]:
    """The citations, of one work those with a place in it where there are any, for to cite the whole of it beside them says
    nothing more; and no "in part" of it beside the whole."""
    cites = list(cites)
    full = {c.key for c in cites if c.place not in ("", PART)}
    whole = {c.key for c in cites if not c.place}
    return [
        c
        for c in cites
        if not (c.place in ("", PART) and c.key in full) and not (c.place == PART and c.key in whole)
    ]


def cited_keys(pages: Iterable[Page], keys: Iterable[str]) -> set[str]:
    """The bib keys that the pages cite."""
    keys = list(keys)
    return {key for page in pages for key in source_line(page, keys)[1]}
