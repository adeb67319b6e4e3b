"""The command line: data on stdout, messages on stderr.

Exit codes: 0 all as declared, 1 something refuted, vacuous or disagreeing, 2 bad usage or a bad file, 3 undecided, 4
a needed program is missing, 70 an internal error (before all others), 130 interrupted, 141 nobody reads the output.
Each command imports what it needs when it runs.
"""

from dpsym.cli import (
    attack,
    audit,
    claims,
    confounding,
    coq,
    documents,
    inference,
    library,
    numbers,
    reference,
    render,
    serve,
    site,
    teaching,
)  # the commands
from dpsym.cli.frame import main

__all__ = [
    "attack",
    "audit",
    "claims",
    "confounding",
    "coq",
    "documents",
    "inference",
    "library",
    "main",
    "numbers",
    "reference",
    "render",
    "serve",
    "site",
    "teaching",
]
