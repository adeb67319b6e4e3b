"""Facts about numbers that no paper states: they are checked and listed, and have a page where one cites them."""

import ast
from pathlib import Path

from dpsym.language import ApproxDP, Chain, P, Theorem, as_written, function, have, parameter, y
from dpsym.language.statements import free_functions
from dpsym.library import File, Item, Library, is_helper, load, with_pages

x, e, d = parameter("x", at_least=0), parameter("e", at_least=0), parameter("d", at_least=0)
with as_written():
    FACT = Theorem(title="Fact", claim=x <= x + 1)
    INNER = Theorem(title="Inner", claim=x <= 2 * x)
    FAR = Theorem(title="Far", claim=x <= 3 * x, derivation=have(x <= 2 * x, by=INNER))
    OF_LAWS = Theorem(
        title="Laws", claim=P(y) <= P(y) + 1, derivation=Chain(P(y)).le(P(y) + 1, by=FACT.at(x=P(y)))
    )
    SOURCED = Theorem(title="Sourced", source="paper1", claim=x <= x + 2)


def names(library):
    return [i.name for i in library]


def library_of(**entries):
    file = File(Path("f.py"), "f", "f", Path())
    return Library(tuple(Item(name, entry, file) for name, entry in entries.items()))


def test_a_helper_speaks_of_numbers_alone_and_has_no_source():
    assert is_helper(FACT) and is_helper(FAR)
    f = function("f", law=False)
    with as_written():
        others = (
            OF_LAWS,
            SOURCED,
            Theorem(title="Cites", cites="paper1", claim=x <= x + 2),
            Theorem(title="Cited", cited="paper1", claim=x <= x + 2),
            Theorem(title="Notion", given=(ApproxDP(e, d),), claim=0 <= e),
            Theorem(title="Function", claim=f(x) <= f(x) + 1),
        )
    assert not any(map(is_helper, others))


def test_what_no_page_cites_has_none():
    library = library_of(laws=OF_LAWS, fact=FACT, far=FAR, inner=INNER, sourced=SOURCED)
    assert names(with_pages(library)) == ["laws", "fact", "sourced"]
    assert names(with_pages(library_of(fact=FACT, far=FAR))) == ["fact", "far"]  # nothing else was asked for
    assert names(with_pages(library_of(far=FAR, sourced=SOURCED))) == ["sourced"]


def test_the_folder_analysis_holds_helpers_and_the_library_keeps_their_names():
    library = load()
    facts = library.inside("analysis")
    numbers = [i for i in facts if is_helper(i.entry)]
    assert len(numbers) > 50
    others = [
        i.entry for i in facts if i not in numbers
    ]  # facts about any function: of an integral, of a limit
    assert all(isinstance(e, Theorem) and free_functions((*e.given, e.claim)) for e in others)
    assert not [i for i in facts if i.entry.source]
    left_out = set(names(library)) - set(names(with_pages(library)))
    assert left_out and left_out <= {i.name for i in library if is_helper(i.entry)}


def beside_their_use(library):
    """Helper facts outside analysis that no reader asks for by themselves: those without numbers to evaluate."""
    return [
        i.name
        for i in library
        if is_helper(i.entry) and not i.name.startswith("analysis.") and not i.entry.evaluate
    ]


def test_a_fact_about_numbers_stands_in_analysis():
    assert beside_their_use(load()) == []
    with as_written():
        evaluated = Theorem(title="Evaluated", claim=x <= x + 1, evaluate={"bound": x})
    others = {"laws": OF_LAWS, "sourced": SOURCED, "evaluated": evaluated, "analysis.fact": FACT}
    assert beside_their_use(library_of(far=FAR, **others)) == ["far"]


def leans_on(text):
    """What a file of the folder analysis imports from other chapters."""
    imports = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ImportFrom)]
    folders = [str(n.module).removeprefix("dpsym.derivations.") for n in imports]
    return [f for f in folders if f.split(".")[0] not in ("dpsym", "analysis", "vocabulary")]


def test_a_fact_about_numbers_leans_on_no_other_chapter():
    """A letter or a definition of a chapter above would make its words those of one proof."""
    files = sorted((Path(__file__).parents[1] / "derivations" / "analysis").glob("*.py"))
    assert len(files) > 30
    assert not [f.name for f in files if leans_on(f.read_text(encoding="utf-8"))]
    own = "from dpsym.derivations.analysis.signs import divide\nfrom dpsym.derivations.vocabulary import u\n"
    above = "from dpsym.derivations.testing.error_rates import level\n"
    assert leans_on(own + "from dpsym.language import *\n") == []
    assert leans_on(own + above) == ["testing.error_rates"]
