"""The trusted kernel: it checks certificates. Standard library only; trusts no computer algebra."""

from dpsym.kernel.certificate import check, check_bundle, digest, seal
from dpsym.kernel.normal import Context
from dpsym.kernel.rules import Checked, Checker, Line
from dpsym.kernel.terms import Refused, dump, fv, load, subst

__all__ = [
    "Checked",
    "Checker",
    "Context",
    "Line",
    "Refused",
    "check",
    "check_bundle",
    "digest",
    "dump",
    "fv",
    "load",
    "seal",
    "subst",
]
