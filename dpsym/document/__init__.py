"""The page: one text, spelt as LaTeX, as plain text and as MathML, and set as an appendix, a web page, a
note.

Nothing heavy is imported here; ask for what is needed: `from dpsym.document.formulas.spelling import latex, plain,
mathml`.
"""
