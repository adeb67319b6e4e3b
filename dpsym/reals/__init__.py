"""Exact and enclosed real numbers: the one tower that the evaluators, the search and the claims compute with."""
