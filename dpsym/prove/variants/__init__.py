"""Variants of a theorem: near misses and the points that refute them, and points at which equality holds."""
