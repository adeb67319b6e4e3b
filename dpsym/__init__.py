"""dpsym: a symbolic proof-and-derivation assistant for the semantics of differential privacy."""

__version__ = "0.1.0"
