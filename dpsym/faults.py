"""Internal errors: an exception that nobody meant, as data that crosses processes and says what to report.

An internal error is never an answer.  It has a verdict of its own, `error`, and an exit code of its own.
"""

from __future__ import annotations

import os
import platform
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.version import __version__

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json

EXIT_CODE = 70  # EX_SOFTWARE of sysexits.h
SHOWN = 300  # characters of an exception's own words
CONVERSIONS = {"__bool__", "__int__", "__float__", "__complex__"}  # what Python asks where code asks it
HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Fault:
    """An internal error.

    error   the exception: its type and its words, shortened
    place   where it was raised, as a file of dpsym, a line and a function
    about   the claim or the entry that was looked at, where that is known
    trace   the whole traceback as text
    """

    error: str
    place: str
    about: str = ""
    trace: str = ""

    def __str__(self) -> str:
        return f"internal error: {self.error} ({self.place})"

    def json(self) -> Json:
        """The fault as JSON data."""
        found = {"error": self.error, "place": self.place, "about": self.about}
        return {**found, "traceback": self.trace} if traceback_wanted() else found

    def report(self, command: str = "") -> str:
        """What a person sees and sends to the authors."""
        rows = [("version", versions()), ("command", command), ("about", self.about), ("error", self.error),
                ("place", self.place)]  # fmt: skip
        said = [f"    {name:<8} {words}" for name, words in rows if words]
        end = (
            self.trace.rstrip() if traceback_wanted() else "    with DPSYM_TRACEBACK=1 the traceback is shown"
        )
        return "\n".join(
            [
                "dpsym: internal error; it says nothing about the truth of a statement. Please report:",
                *said,
                end,
            ]
        )


def traceback_wanted() -> bool:
    """Whether tracebacks are shown: the environment says DPSYM_TRACEBACK=1."""
    return os.environ.get("DPSYM_TRACEBACK", "") not in ("", "0")


def versions() -> str:
    """dpsym's version and those of what it computes with."""
    from importlib.metadata import version  # takes a tenth of the time of `dpsym list`

    found = [f"dpsym {__version__}", f"Python {platform.python_version()}"]
    for name in ("sympy", "python-flint", "z3-solver"):
        # What went wrong may be in the way of reading a version too (a full disk, a package that replaces the
        # reader of versions and raises errors of its own): a report is then without it.
        with suppress(Exception):
            found.append(f"{name} {version(name)}")
    return ", ".join(found)


def about(error: BaseException, what: str) -> None:
    """Note on an exception what was looked at; the innermost note stays."""
    if not hasattr(error, "dpsym_about"):
        error.dpsym_about = what  # type: ignore[attr-defined]


def fault_of(error: BaseException, what: str = "") -> Fault:
    """An exception as a fault."""
    words = " ".join(str(error).split())
    words = words if len(words) <= SHOWN else f"{words[:SHOWN]}..."
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if Path(f.filename).resolve().is_relative_to(HERE)]
    here = own[-1] if own else frames[-1] if frames else None
    place = "an unknown place"
    if here is not None:
        file = Path(here.filename).resolve()
        name = file.relative_to(HERE.parent).as_posix() if own else file.name
        place = f"{name}, line {here.lineno}, in {here.name}"
        if own and frames[-1] is not here:
            place += f", within {Path(frames[-1].filename).name}"
    inner = getattr(error, "dpsym_about", "")
    both = what if not inner or inner == what else f"{what}, at {inner}" if what else inner
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__, limit=-40))
    return Fault(f"{type(error).__name__}{': ' * bool(words)}{words}", place, both, trace)


def raised_in(error: BaseException, *packages: str) -> bool:
    """Whether the code that raised the exception belongs to one of these packages.

    Whoever asks for a truth value or a number where there is none is at fault itself.
    """
    frames = traceback.extract_tb(error.__traceback__)
    while len(frames) > 1 and frames[-1].name in CONVERSIONS:
        frames.pop()
    homes = [Path(str(sys.modules[p].__file__)).parent for p in packages if p in sys.modules]
    return bool(frames) and any(Path(frames[-1].filename).is_relative_to(home) for home in homes)
