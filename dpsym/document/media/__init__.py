"""A page as LaTeX, HTML, Markdown or lines in a terminal; an appendix of pages, a letter of errata."""
