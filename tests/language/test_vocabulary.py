"""The field's letters: one declaration each, and the same letter over another domain."""

import ast
from functools import cache
from pathlib import Path

import pytest

import dpsym.language
from dpsym.derivations import vocabulary
from dpsym.language import Parameter, StatementError, log, parameter
from dpsym.library import library_files

FILES = {f.name: f for f in library_files() if f.name != "vocabulary"}
LETTERS = {
    name: x
    for name, x in vars(vocabulary).items()
    if isinstance(x, Parameter) and name not in vars(dpsym.language)
}


@cache
def declared(path: Path) -> list[dict[str, object]]:
    """The calls of `parameter` with constant arguments in a file, as name and keywords."""
    found = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "parameter" and len(node.args) == 1:
            try:
                given = {k.arg: ast.literal_eval(k.value) for k in node.keywords}
                found.append({"name": ast.literal_eval(node.args[0]), **given})
            except ValueError:  # a domain that speaks of other letters is the file's own
                continue
    return found


def test_each_letter_has_a_meaning_and_its_own_name():
    assert {"eps", "delta", "alpha", "rho", "p", "mu", "sigma", "n"} <= set(LETTERS)
    assert all(x.name == name and x.about for name, x in LETTERS.items())


@pytest.mark.parametrize("name", FILES)
def test_no_file_declares_a_letter_of_the_vocabulary_again(name):
    known = {(d["name"], d["about"]) for d in declared(Path(vocabulary.__file__))}
    again = [d for d in declared(FILES[name].path) if (d["name"], d.get("about")) in known]
    assert not again, "import it from dpsym.derivations.vocabulary; .ranging(...) gives it another domain"


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
