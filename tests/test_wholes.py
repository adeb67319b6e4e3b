"""What is said to be whole of a paper on general measures, where what is proved speaks of finite sets."""

import re

import pytest

from dpsym.language import Definition, Theorem
from dpsym.library import catalogue, load
from dpsym.lift import speaks_of_sets
from dpsym.prove.session import Session
from dpsym.reports.papers import extent_of

# Where an item of a paper is about any measurable spaces, its entry says so, and what stays finite is read off the scopes.
# Of the others an item is whole only for a reason: it is a definition, or about numbers, or about densities that are written
# down, or about sets that are finite in the paper too.
BAILIE = {
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
    "ex6.7": "densities that are written down, and finitely many clamped counts",
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

KIFER = {
    "def4.1": "a database has finitely many records",
    "def4.2": "a database has finitely many records",
    "ex4.4": "numbers: the masses of geometric noise, summed in closed form",
    "ex4.5": "noise on the line, and each event of the loss is one of two cells",
    "eq-overall-accounting": "the levels of geography and the queries are finitely many",
    "eq-rho-star-housing": "the levels of geography and the queries are finitely many",
    "eq-rho-star-person": "the levels of geography and the queries are finitely many",
    "ex4.7": "the samples of a database are finitely many in the paper too",
    "ex4.9": "a mechanism with four outputs",
    "ex5-catastrophic": "mechanisms with finitely many outputs: a data set or nothing, and one of finitely many records",
    "prop5-gaussian-no-catastrophe": "noise on the line, of which roundings speak",
    "ex5.6": "an example: any will do",
    "ex5.10-plrv": "a vector has finitely many coordinates, and its densities are written down",
    "ex5.10-adp": "noise on the line, of which roundings speak, and finitely many coordinates",
    "ex5.10-f": "densities that are written down, of finitely many coordinates",
    "ex5.10-pbdp": "densities that are written down, of finitely many coordinates",
    "eq5-gaussian-renyi": "noise on the line, of which roundings speak",
    "fn15": "densities that are written down, of finitely many coordinates",
    "eq6-gauss-mech": "densities that are written down, and their integrals",
    "claim-prior-post-unbounded": "an example: any will do",
    "ex7.1": "an example, with a density that is written down",
    "lem-alpha-known": "numbers: the best order",
    "lem-alpha-arbitrary": "numbers: the best order",
    "def-finv": "a definition, of functions of numbers",
    "rem-compare": "numbers: two bounds",
    "rem-markov-loose": "numbers: two bounds, and what they bound with the noise that was used",
    "def-query": "a definition, with the numbers of a query",
    "eq-dgauss-pmf": "a definition, with a sum over the integers",
    "hyp-dgm-pbdp": "numbers: both curves at some points, of a similarity that the paper only supposes",
    "eq-power": "densities that are written down, and their integrals",
    "eq-pbdp-curve": "densities that are written down, and their integrals",
    **dict.fromkeys(
        [
            "def4-plrv",
            "def4.8",
            "def5.1",
            "def5-probdp",
            "def5.2",
            "def5.4",
            "def5.7",
            "def5.11",
            "def5.12",
            "def5.13",
            "def6-generic-test",
            "def-bayes-setup",
            "def-psample",
            "eq-actual-posterior",
            "def-gen-known",
            "def-gen-arbitrary",
        ],
        "a definition",
    ),
    **dict.fromkeys(
        [
            "eq5-census-mu",
            "fig1",
            "tab1",
            "eq6-zcdp-power",
            "fig2",
            "tab2",
            "fig3",
            "fig4",
            "fig5",
            "def-query-types",
            "tab3",
            "tab4",
            "tab5",
            "ex-occ-county",
            "ex-state-vacr",
            "ex-fairfax",
            "scenarioA",
            "tab6",
            "scenarioB",
            "scenarioC",
            "scenarioD",
            "scenarioE",
            "scenarioF",
            "scenarioG",
            "scenarioH",
            "scenario-sums",
        ],
        "numbers: what the paper prints",
    ),
}
KAZAN = {
    "rem-pdp-postproc": "an example: any will do",
    "rem-adp-not-pdp": "an example: any will do",
    "rem-one-to-one": "numbers: a loss and a posterior",
    "eq-posterior-bounds": "numbers: the ends of an interval",
    "lem3.4": "numbers: the worst prior",
    "fig1": "numbers",
    "fig6": "numbers",
    **dict.fromkeys(
        ["def2.2", "def2.6", "setting3.1"],
        "a definition",
    ),
    **dict.fromkeys(
        ["ex1.1", "fig2", "fig3", "ex4.1", "fig4", "fig5", "ex4.2", "ex4.3", "fig7", "rem-5.2"],
        "numbers: what the paper prints",
    ),
}
FINITE_TOO = {
    "bailie.propE.29": ("I",),  # the draws of a sample
    "bailie.eq14": ("I",),
    "kazan.rem-laplace": ("I",),  # the releases
    "zhang.eq-gaussplrv": ("I", "J"),  # the mechanisms whose outputs are correlated
    "zhang.ext-gdp": ("I", "J"),
    "zhang.ex-mse": ("I",),  # the coordinates of a state
    "zhang.lp-coupling": ("O", "X", "Y", "Z"),  # a linear program has finitely many unknowns
}
WHOLE = {"bailie2024": BAILIE, "kifer2022": KIFER, "kazan2025": KAZAN}

# Zhang and others speak of measurable sets, and of discrete ones for ease. Of their items, and of those that are made to test
# them, an item is whole without such a computation for one of these reasons.
FALSE = "false as printed: one instance refutes it, and what holds has an entry of its own"
COUNTEREXAMPLE = "a counterexample: any one instance will do"
WHOLE_OF_ZHANG = {
    "alg-gausscop": "numbers: normal laws",
    "alg-gaussredesign": "numbers: normal laws",
    "claim-H4": "numbers: two states, and " + FALSE,
    "cor1": FALSE,
    "cor2": FALSE,
    "cx-bcpl-quad": COUNTEREXAMPLE,
    "cx-bcpl-threshold": "numbers: two outputs",
    "cx-copy": COUNTEREXAMPLE,
    "cx-fourier": "numbers: two outputs of two values",
    "cx-gauss": "numbers: normal laws",
    "cx-h4": "numbers: two states",
    "cx-kappa": COUNTEREXAMPLE,
    "cx-lem5": COUNTEREXAMPLE,
    "cx-lem9": COUNTEREXAMPLE,
    "cx-order": "numbers: two outputs",
    "cx-parityk": COUNTEREXAMPLE,
    "cx-prop1": COUNTEREXAMPLE,
    "cx-prop2": COUNTEREXAMPLE,
    "cx-thm3": "numbers: normal laws",
    "cx-xor": COUNTEREXAMPLE,
    "def-copperturb": "numbers: normal laws",
    "def-proper": "a definition; that the posterior is best is shown beside, of finitely many states",
    "def1": "a definition",
    "def5": "a definition, and numbers that satisfy it",
    "def6": "a definition of functions of numbers",
    "def7": "a definition",
    "def8": "a definition; beside, on any measurable space: outputs with uniform numbers of their own have a copula",
    "eq-err": "a definition",
    "eq-gausscop-state": "densities that are written down",
    "eq-nest": "densities that are written down",
    "ex-fgm": "densities that are written down",
    "ex-mse2": "numbers: a state and an answer",
    "ex-regse": "numbers: a state and an answer",
    "exp-budget": "numbers",
    "fig1a": "numbers",
    "fig1b": "numbers",
    "lem-cancel": "numbers: latent noise",
    "lem-real": "tables of two outputs, as it says",
    "lem1": "numbers: " + FALSE,
    "lem3": "false as printed by one instance, and with delta = 1 allowed a choice of delta",
    "lem8": FALSE,
    "prop1": FALSE,
    "prop3": FALSE,
    "prop4": FALSE,
    "rem-C1": "numbers: latent noise",
    "rem-C2": "numbers: normal laws, and " + FALSE,
    "tab1": "numbers",
    "tab2": "numbers",
    "tab3": "numbers",
    "tab4": "numbers",
    "tab5": "numbers",
    "tab6": "numbers",
    "thm1": FALSE,
}


def whole_by_word(paper: str, *, own: bool) -> set[str]:
    """The items of a paper that are whole because an entry says so, without a computation from scopes; with those that are
    no items of the paper itself, if they are asked for."""
    library = load()
    listed = [x for x in catalogue().values() if x.paper == paper and (own or x.in_paper)]
    carriers = {x.id: [i for i in library if x.id in i.entry.source] for x in listed}
    general = {s.id for i in library for s in i.entry.carries.values() if s.spaces is not None}
    return {
        x.partition(".")[2]
        for x, found in carriers.items()
        if x not in general and extent_of(x, found, {})[0] == "whole"
    }


@pytest.mark.parametrize("paper", WHOLE)
def test_an_item_on_general_measures_is_whole_for_a_reason(paper: str) -> None:
    assert whole_by_word(paper, own=False) == set(WHOLE[paper])


def test_few_items_of_any_spaces_have_a_set_that_is_finite_in_the_paper_too() -> None:
    said = [s for i in load() for s in i.entry.carries.values() if s.spaces]
    assert {s.id: s.spaces for s in said} == FINITE_TOO


def test_an_item_on_measurable_sets_of_states_and_data_is_whole_for_a_reason() -> None:
    assert whole_by_word("zhang2024", own=True) == set(WHOLE_OF_ZHANG)


def test_what_is_whole_as_false_has_an_erratum_that_refutes_it() -> None:
    """The claim that was printed is a near miss of some entry, read as a statement that a witness refutes."""
    said = {
        source
        for i in load()
        for e in i.entry.errata
        if e.reads is not None and e.severity in ("wrong result", "missing condition")
        for source in (e.source or i.entry.source)
    }
    assert {f"zhang.{x}" for x, why in WHOLE_OF_ZHANG.items() if FALSE in why} <= said


def test_what_is_whole_as_numbers_speaks_of_no_set() -> None:
    """What is said to be about numbers has no theorem about a set of outcomes, whatever its proof uses."""
    session, items = Session(), list(load())
    of_numbers = {
        f"zhang.{x}" for x, why in WHOLE_OF_ZHANG.items() if why.startswith(("numbers", "densities"))
    }
    found = [i.entry for i in items if of_numbers & {*i.entry.source} and isinstance(i.entry, Theorem)]
    assert len(found) == 30
    assert [e.title for e in found if speaks_of_sets(session.statement(e).checked)] == []


def test_no_entry_types_a_scope() -> None:
    """That only finite sets are covered is read off the certificates; definitions alone, which have none, say it themselves."""
    said = [(i.entry, s.missing) for i in load() for s in i.entry.carries.values() if s.spaces is None]
    typed = [w for e, w in said if re.search(r"\bfinite(ly)? ", w) and not isinstance(e, Definition)]
    assert typed == []
