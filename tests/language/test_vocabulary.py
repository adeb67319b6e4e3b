"""The field's letters: one declaration each, and the same letter over another domain."""

import ast
from functools import cache
from pathlib import Path

import pytest
from sympy.core.function import UndefinedFunction

import dpsym.language
from dpsym.derivations import vocabulary
from dpsym.language import Parameter, StatementError, log, parameter
from dpsym.library import library_files

FILES = {f.name: f for f in library_files() if f.name != "vocabulary"}
LETTERS = {
    name: x
    for name, x in vars(vocabulary).items()
    if isinstance(x, Parameter | UndefinedFunction) and name not in vars(dpsym.language)
}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


@cache
def declared(module: ast.Module) -> set[tuple[str, str, str]]:
    """The letters that a file declares with their meaning: `parameter` or `function`, the name, and the words."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("parameter", "function"):
            name = node.args[0] if node.args else None
            about = next((k.value for k in node.keywords if k.arg == "about"), None)
            if isinstance(name, ast.Constant) and isinstance(about, ast.Constant):
                found.add((node.func.id, name.value, about.value))
    return found


def in_several_folders(
    files: dict[str, ast.Module], known: set[str]
) -> dict[tuple[str, str, str], list[str]]:
    """The letters that files of two folders declare with the same meaning, where no other has the name in the vocabulary."""
    where: dict[tuple[str, str, str], list[str]] = {}
    for name, module in files.items():
        for letter in declared(module):
            where.setdefault(letter, []).append(name)
    return {
        letter: names
        for letter, names in where.items()
        if letter[1] not in known and len({n.rpartition(".")[0] for n in names}) > 1
    }


def test_each_letter_has_a_meaning_and_its_own_name():
    assert {"eps", "delta", "alpha", "rho", "p", "mu", "sigma", "n"} <= set(LETTERS)
    for name, x in LETTERS.items():
        said = (x.name, x.about) if isinstance(x, Parameter) else (x.__name__, x.about)
        assert said == (name, said[1]) and said[1]


@pytest.mark.parametrize("name", FILES)
def test_no_file_declares_a_letter_of_the_vocabulary_again(name):
    again = declared(tree(FILES[name].path)) & declared(tree(Path(vocabulary.__file__)))
    assert not again, "import it from dpsym.derivations.vocabulary; .ranging(...) gives it another domain"


def test_a_letter_of_several_folders_is_in_the_vocabulary():
    found = in_several_folders({n: tree(f.path) for n, f in FILES.items()}, set(LETTERS))
    assert not found, "declare it in dpsym.derivations.vocabulary"
    one = ast.parse('x = parameter("x", above=eps, about="a place")')
    two = ast.parse('x, z = parameter("x", about="a place"), function("z", about="a map")')
    letter = ("parameter", "x", "a place")
    assert in_several_folders({"a.one": one, "b.two": two}, set()) == {letter: ["a.one", "b.two"]}
    assert not in_several_folders({"a.one": one, "a.two": two}, set())
    assert not in_several_folders({"a.one": one, "b.two": two}, {"x"})


def test_another_domain_keeps_name_meaning_and_print():
    eps, n = vocabulary.eps, vocabulary.n
    positive = eps.ranging(above=0)
    assert (positive.name, positive.about, positive.latex) == (eps.name, eps.about, eps.latex)
    assert positive != eps and positive == parameter("eps", above=0) and positive.lower == (0, True)
    assert eps.ranging().conditions == ()
    assert eps.ranging(at_least=0, below=2 * log(3)).upper == (2 * log(3), True)
    assert n.ranging(at_least=1).integer_valued
    with pytest.raises(StatementError, match="same side"):
        eps.ranging(above=0, at_least=0)
    with pytest.raises(StatementError, match="natural number"):
        n.ranging(at_least=-1)
    with pytest.raises(StatementError, match="float"):
        eps.ranging(above=0.5)
