"""The version of dpsym: what pages, messages and `dpsym --version` name."""

__version__ = "0.1.0"
