"""The commands from Python: what `dpsym.claim`, `dpsym.show`, `dpsym.evaluate` and the others at the top level do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sympy import Expr

    from dpsym.claims import Answer, Best, Necessary
    from dpsym.document.page import Links, Page
    from dpsym.numbers import Enclosure
    from dpsym.numbers.balls import Number
    from dpsym.numbers.registry import Enclosures
    from dpsym.reports import Finding, Miss


# -------------------------------------------------------------------------------------------------- claims
def claim(text: str) -> Answer:
    """Settle a claim typed as text: proved, cited, vacuous, refuted with a witness, or undecided.

    The answer has `verdict`, `scope`, `method`, `witness` and `certificate`, and shows itself in a notebook.
    Raises `dpsym.claims.NotAClaim` (a ValueError) with the character at which the text stops being a claim.
    """
    from dpsym.claims import settle

    return settle(text)


def tightest(text: str) -> Best | None:
    """The best bound in place of "?" in a claim, with its proofs and the points or the mechanism that attain it; None where
    none is found.  `dpsym.claims.tightest_of_each` takes a claim with several conclusions.

    Raises `dpsym.claims.NotAClaim` where the text is not a claim with one "?".
    """
    from dpsym.claims import tightest as best

    return best(text)


def necessary(text: str) -> Necessary:
    """Each condition and hypothesis of a claim, and the answer to the claim without it.

    Raises `dpsym.claims.NotAClaim` where the text is not a claim.
    """
    from dpsym.claims import necessary as needed

    return needed(text)


# ------------------------------------------------------------------------------------------------- entries
@dataclass(frozen=True)
class Shown:
    """The page of an entry: text when printed, HTML with MathML in a notebook, `latex` for a paper."""

    page: Page
    links: Links

    @property
    def verdict(self) -> str:
        """proved, cited, refuted, enclosed, defined or unknown."""
        return self.page.status

    @property
    def scope(self) -> str:
        """What the verdict covers: "numbers", "all finite outputs"."""
        return self.page.scope

    @property
    def latex(self) -> str:
        """The fragment for \\input in a paper that uses dpsym.sty."""
        from dpsym.document.media.latex import fragment

        return fragment(self.page, self.links)

    def __str__(self) -> str:
        from dpsym.document.media.terminal import text

        return text(self.page, self.links)

    def __repr__(self) -> str:
        return f"<{self.page.name}: {self.verdict}, {self.scope}>"

    def _repr_html_(self) -> str:
        from dpsym.document.media.html import cell

        return cell(self.page, self.links)


def show(name: str) -> Shown:
    """The page of an entry by its name or the path of its file: statement, proof, verdict, near misses.

    Raises `dpsym.library.LibraryError` with what is near when nothing has the name.
    """
    from dpsym.document.page import Links
    from dpsym.keeping.store import Certificates
    from dpsym.library import Library, find
    from dpsym.library.sources import of_known_source
    from dpsym.reports import Reporter

    item = of_known_source(find(name))
    reporter = Reporter(Library((item,)), Certificates())
    return Shown(reporter.page(item, variants=True), Links(reporter.names))


def check(*names: str, jobs: int = 1) -> list[Finding]:
    """Settle entries, folders, files or (without names) the whole library; one finding an entry, in its order.

    A finding has `name`, `verdict`, `scope`, `declared` (whether all is as the file declares) and `json()`.
    Raises `dpsym.library.LibraryError` for a name that nothing has or a file that cannot be loaded.
    """
    from dpsym.library import LibraryError, select
    from dpsym.library.sources import with_known_sources
    from dpsym.reports import run

    library = with_known_sources(select(names))
    if library.broken:
        raise LibraryError(library.broken[0].reason)
    return list(run(library, "finding", list(library), jobs=jobs, keep=True, steps=False))


def refute(name: str) -> list[Miss]:
    """The near misses of a theorem that its file writes down, and its printed form, each with the witness against it.

    Raises `dpsym.library.LibraryError` for an unknown name, ValueError for an entry that is no theorem.
    """
    from dpsym.keeping.store import Certificates
    from dpsym.language import Theorem
    from dpsym.library import Library, find
    from dpsym.library.sources import of_known_source
    from dpsym.reports import Reporter

    item = of_known_source(find(name))
    if not isinstance(item.entry, Theorem):
        raise ValueError(f"{item.name} is not a theorem but of kind {item.entry.kind}")
    return [miss for _, miss in Reporter(Library((item,)), Certificates()).misses(item)]


# ------------------------------------------------------------------------------------------------- numbers
def evaluate(
    name: str, /, digits: int = 15, **values: Number | str | Expr
) -> Enclosure | Enclosures | Mapping[str, Enclosure]:
    """A named evaluator, or what can be computed of an entry, at exact values: `evaluate("gaussian.delta", sigma=1, eps=1)`.

    A value is an int, a Fraction, text such as "0.1" or "1/3" (exact), or a float, which is the binary number it is; an
    evaluator takes arrays and lists too. An evaluator gives an enclosure, an entry a mapping of names to enclosures.
    Raises `dpsym.evaluation.BadValue` (a ValueError) that names the value and its domain, `dpsym.library.LibraryError`
    for an unknown name, ArithmeticError where the value stays undecided.
    """
    from dpsym.evaluation import BadValue, evaluated_at
    from dpsym.language import exact
    from dpsym.library import find as entry_of
    from dpsym.numbers.expressions.evaluator import exact_number
    from dpsym.numbers.registry import find

    known = find(name)
    if known is None:
        given = {k: exact(exact_number(v, k)) for k, v in values.items()}
        return evaluated_at(entry_of(name).entry, given, digits)
    try:
        return known.call(**values, digits=digits)
    except BadValue:
        raise
    except ValueError as problem:
        raise BadValue(str(problem)) from problem


__all__ = ["Shown", "check", "claim", "evaluate", "necessary", "refute", "show", "tightest"]
