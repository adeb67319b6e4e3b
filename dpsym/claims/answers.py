"""The answer to a typed claim: what is known of it, which shows itself to a person."""

from __future__ import annotations

from dataclasses import dataclass

from dpsym.claims.known import Known, Witness


@dataclass(frozen=True)
class Answer(Known):
    """What is known of a typed claim, as `Known` has it, in a terminal, in a notebook and in a paper."""

    def latex(self) -> str:
        """The statement as typed with its verdict, and the evidence, as LaTeX for a paper."""
        from dpsym.claims.printing import document

        return document(self)

    def __str__(self) -> str:
        from dpsym.claims.printing import text

        return text(self)

    def _repr_html_(self) -> str:
        from dpsym.claims.printing import html

        return html(self)

    def _repr_latex_(self) -> str:
        from dpsym.claims.printing import latex

        return latex(self)


__all__ = ["Answer", "Witness"]
