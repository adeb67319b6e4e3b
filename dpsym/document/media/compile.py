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


RERUN = "Rerun to get"  # the end of LaTeX's own words where its labels or outlines are not settled yet
MOST_RUNS_MORE = 3


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
    done = _run(command, directory, settings)
    # latexmk tells a changed file by its size and whole second of time, so two quick runs can look alike to it
    for _ in range(MOST_RUNS_MORE):
        if done.returncode or not any(RERUN in line for line in complaints(directory, name)):
            break
        done = _run([*command, "-g"], directory, settings)
    pdf = directory / f"{name}.pdf"
    if done.returncode or not pdf.exists():
        lines = [li for li in done.stdout.splitlines() if re.match(r"(\S+:\d+: |! )", li)]
        raise BadDocument(lines[0] if lines else (done.stderr or done.stdout)[-600:])
    return pdf


def _run(command: list[str], directory: Path, settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """The command run in the directory, with what it printed."""
    return subprocess.run(
        command, cwd=directory, env=settings, capture_output=True, text=True, errors="replace"
    )


COMPLAINTS = re.compile(
    r"^(?:(?:LaTeX|Package|Class)\b.*Warning:|(?:Over|Under)full \\hbox|LaTeX Font Warning:).*"
)


def complaints(directory: Path, name: str = "appendix") -> list[str]:
    """The warnings and bad boxes in the log of the last run of LaTeX."""
    log = (Path(directory) / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    return [line for line in log.splitlines() if COMPLAINTS.match(line)]
