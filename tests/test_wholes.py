"""What is said to be whole of a paper on general measures, where what is proved speaks of finite sets."""

import re

from dpsym.language import Definition
from dpsym.library import catalogue, load
from dpsym.reports.papers import extent_of

# Where an item of Bailie and Gong's paper is about any measurable spaces, its entry says so, and what stays finite is read
# off the scopes. Of the others an item is whole only for a reason: it is a definition, or about numbers, or about densities
# that are written down, or about sets that are finite in the paper too.
WHOLE = {
    "asm3.3": "an assumption, and that the two usual distances satisfy it: vectors and multisets are finite",
    "asm6.1": "a definition",
    "claim-desiderata": "as many outcomes of infinitely many as are needed",
    "def-cont": "a definition",
    "def-dbc": "a definition, with theorems on any measurable space",
    "def-hamming": "vectors have finitely many records",
    "def-qc": "numbers: three distances and a weight",
    "def-supp0": "a definition",
    "def-symdiff": "multisets have finitely many records",
    "def2.1": "a definition",
    "def3.2": "about three data sets at a time",
    "def7.1": "a definition",
    "def7.2": "a definition",
    "def7.3": "a definition, with the law given a value from a density",
    "defC.1": "about three elements at a time",
    "defC.2": "about two elements at a time",
    "eq-odds-iom": "numbers: the measures of two events",
    "eq-sec8-level": "numbers",
    "eq16": "about two laws at a time",
    "eq20": "a definition",
    "eq29": "an example: any will do",
    "eq4": "a definition, and about one path of data sets at a time",
    "ex2.2": "densities that are written down, and their integrals",
    "ex2.3": "finitely many records and answers, and densities of one more answer",
    "ex4.4": "densities that are written down, and finitely many data sets",
    "exD.8a": "as many outcomes of infinitely many as are needed",
    "fig1": "numbers",
    "fig2": "numbers",
    "fig3": "numbers",
    "propD.7": "finitely many outcomes in the paper too",
    "tight4.1": "densities that are written down",
    "tight5.1": "a density that is written down, and its integral",
    "tight6.2": "densities that are written down",
    "tight6.4": "numbers: a prior and a likelihood ratio",
    "tight8.5": "densities that are written down",
    "tight8.7": "a density that is written down, and its integral",
}


def test_an_item_on_general_measures_is_whole_for_a_reason() -> None:
    library = load()
    listed = [x for x in catalogue().values() if x.paper == "bailie2024" and x.in_paper]
    carriers = {x.id: [i for i in library if x.id in i.entry.source] for x in listed}
    general = {s.id for i in library for s in i.entry.carries.values() if s.spaces is not None}
    whole = {
        x.removeprefix("bailie.")
        for x, found in carriers.items()
        if x not in general and extent_of(x, found, {})[0] == "whole"
    }
    assert whole == set(WHOLE)


def test_no_entry_types_a_scope() -> None:
    """That only finite sets are covered is read off the certificates; definitions alone, which have none, say it themselves."""
    said = [(i.entry, s.missing) for i in load() for s in i.entry.carries.values() if s.spaces is None]
    typed = [w for e, w in said if re.search(r"\bfinite(ly)? ", w) and not isinstance(e, Definition)]
    assert typed == []
