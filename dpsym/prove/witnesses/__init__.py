"""Witnesses: points at which the kernel accepts that a statement fails, or that its hypotheses hold."""
