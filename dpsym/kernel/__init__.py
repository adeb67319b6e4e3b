"""The trusted kernel: it checks certificates. Standard library only; trusts no computer algebra."""

from dpsym.kernel.certificate import NAMED, bundle, check, check_bundle, digest, read, run, seal
from dpsym.kernel.normal import Context
from dpsym.kernel.reading import Checked, Line
from dpsym.kernel.rules import Checker
from dpsym.kernel.terms import Refused, dump, fv, load, subst

__all__ = [
    "NAMED",
    "Checked",
    "Checker",
    "Context",
    "Line",
    "Refused",
    "bundle",
    "check",
    "check_bundle",
    "digest",
    "dump",
    "fv",
    "load",
    "read",
    "run",
    "seal",
    "subst",
]
