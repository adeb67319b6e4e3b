"""An expression as boxes, in the author's order and the field's notation; boxes as LaTeX, MathML or a line of text."""
