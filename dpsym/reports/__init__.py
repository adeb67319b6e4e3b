"""From entries to reports on them: verdicts, pages, errata, coverage, printed numbers, what a verdict
rests on.

A `Reporter` settles the entries of a library, each once; `run` does so in several processes.
"""

from dpsym.reports.findings import near_misses_of
from dpsym.reports.papers import coverage, errata
from dpsym.reports.parallel import run
from dpsym.reports.records import Finding, Miss, MissRow, Number
from dpsym.reports.reporter import Reporter
from dpsym.reports.trust import bundle_of, certificates_of, trust
from dpsym.reports.words import line_verdicts, point_json, point_words, said, step_lines, value_words

__all__ = [
    "Finding", "Miss", "MissRow", "Number", "Reporter", "bundle_of", "certificates_of", "coverage", "errata",
    "line_verdicts", "near_misses_of", "point_json", "point_words", "run", "said", "step_lines", "trust", "value_words",
]  # fmt: skip
