"""LaTeX run on a document: its PDF, and what LaTeX complains of."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path


class MissingProgram(RuntimeError):
    """A program that is needed is not installed; the message names it and how to get it."""


class BadDocument(RuntimeError):
    """LaTeX refused the document; the message holds its first error."""


def compile_pdf(directory: Path, name: str = "appendix") -> Path:
    """The PDF of `directory/appendix.tex`, the same bytes on every run.

    Raises MissingProgram when latexmk or pdflatex is absent, BadDocument when LaTeX stops.
    """
    directory = Path(directory)
    for program in ("latexmk", "pdflatex"):
        if shutil.which(program) is None:
            raise MissingProgram(
                f"{program} is not installed; on Debian: apt-get install latexmk texlive-latex-extra"
            )
    settings = os.environ | {
        "SOURCE_DATE_EPOCH": "0",
        "FORCE_SOURCE_DATE": "1",
        "max_print_line": "1000",
        "TZ": "UTC",
    }
    command = [
        "latexmk",
        "-norc",
        "-pdf",
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-file-line-error",
        f"{name}.tex",
    ]
    done = subprocess.run(
        command, cwd=directory, env=settings, capture_output=True, text=True, errors="replace"
    )
    pdf = directory / f"{name}.pdf"
    if done.returncode or not pdf.exists():
        lines = [li for li in done.stdout.splitlines() if re.match(r"(\S+:\d+: |! )", li)]
        raise BadDocument(lines[0] if lines else (done.stderr or done.stdout)[-600:])
    return pdf


COMPLAINTS = re.compile(
    r"^(?:(?:LaTeX|Package|Class)\b.*Warning:|(?:Over|Under)full \\hbox|LaTeX Font Warning:).*"
)


def complaints(directory: Path, name: str = "appendix") -> list[str]:
    """The warnings and bad boxes in the log of the last run of LaTeX."""
    log = (Path(directory) / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    return [line for line in log.splitlines() if COMPLAINTS.match(line)]
