"""Counterexamples to false statements: points and pairs, and exact evaluation of the statement there."""
