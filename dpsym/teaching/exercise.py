"""An exercise: the chain of a derivation with some of its lines left out; as a sheet, and with its solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sympy import Basic, Expr
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Block, ChainLine, Derivation, Para
from dpsym.document.formulas.boxes import Text
from dpsym.document.formulas.notation import fold
from dpsym.document.page import Links, Page
from dpsym.document.words.wording import Wording
from dpsym.document.writer import blocks_of
from dpsym.language import Chain, Parameter, Theorem
from dpsym.language.expressions import Formula, Outcome
from dpsym.language.steps import Line, Step

LEVELS = (1, 2, 3)
BLANK = Text("......................")


@dataclass(frozen=True)
class Gap:
    """A part of a chain that is to be filled: from one formula to another, which are both shown.

    relation  how the two are related
    place     the place of the first line that is left out, and `lines` these lines as the author has them
    """

    start: Expr
    target: Expr
    relation: str
    place: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Exercise:
    """A derivation to complete.

    theorem  what is proved
    chain    its longest chain of relations
    hidden   the places of the lines that are left out, in order; the last line of a chain is never one
    level    1: one line, with all reasons; 2: every second line, with all reasons; 3: all but the last, without reasons
    """

    theorem: Theorem
    chain: Chain
    hidden: tuple[int, ...]
    level: int

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines of the chain."""
        return self.chain.lines

    @property
    def numbers(self) -> tuple[Basic, ...]:
        """The domains of the numbers that its lines bring in, of which the statement does not speak: `0 < b`."""
        stated = {s for thing in (*self.theorem.given, self.theorem.claim) for s in thing.free_symbols}
        lines = (self.chain.start, *(line.right for line in self.lines))
        new = {p for e in lines for p in e.atoms(Parameter) if p not in stated}
        return tuple(c for p in sorted(new, key=lambda p: p.name) for c in p.conditions)

    def gaps(self) -> tuple[Gap, ...]:
        """The lines that are left out, together where they stand together."""
        found: list[list[int]] = []
        for k in self.hidden:
            if found and found[-1][-1] == k - 1:
                found[-1].append(k)
            else:
                found.append([k])
        return tuple(self._gap(run) for run in found)

    def _gap(self, run: list[int]) -> Gap:
        start = self.chain.start if run[0] == 0 else self.lines[run[0] - 1].right
        lines = self.lines[run[0] : run[-1] + 2]
        signs = {line.relation for line in lines} - {"="}
        strict = next((r for r in signs if r in ("<", ">")), None)
        return Gap(start, lines[-1].right, strict or next(iter(signs), "="), run[0], lines[:-1])


def chains_of(theorem: Theorem) -> list[Chain]:
    """The chains that a derivation consists of, those inside its steps included, with two lines or more."""
    found: list[Chain] = []

    def walk(steps: Sequence[Step]) -> None:
        for step in steps:
            if isinstance(step, Chain) and len(step.lines) >= 2:
                found.append(step)
            walk(step.inner())

    walk(theorem.derivation)
    return found


def exercise_of(theorem: Theorem, level: int = 1) -> Exercise:
    """The exercise that a theorem gives; ValueError where its derivation has no chain of two lines."""
    if level not in LEVELS:
        raise ValueError(f"the level {level} is not one of {', '.join(map(str, LEVELS))}")
    chains = chains_of(theorem)
    if not chains:
        raise ValueError(f"{theorem.title!r} has no derivation with a line that could be left out")
    chain = max(chains, key=lambda c: (typable(c), len(c.lines)))
    inner = range(len(chain.lines) - 1)
    hidden = {1: [len(inner) // 2], 2: list(inner)[::2], 3: list(inner)}[level]
    return Exercise(theorem, chain, tuple(hidden), level)


def typable(chain: Chain) -> bool:
    """Whether every formula of the chain is about numbers alone, so that a line of it can be typed."""
    return all(_of_numbers(e) for e in (chain.start, *(line.right for line in chain.lines)))


def _of_numbers(e: Basic) -> bool:
    if isinstance(e, AppliedUndef | Formula | Outcome):
        return False
    if not e.args:
        return (
            isinstance(e, Parameter)
            or bool(getattr(e, "is_number", False))
            or e.func.__module__.startswith("sympy.")
        )
    if e.func.__module__.startswith(
        "dpsym."
    ):  # a quantity of laws, or one that the grammar of claims has no word for
        return e.func.__name__ in ("Phi_inv",) and all(map(_of_numbers, e.args))
    return all(map(_of_numbers, e.args))


# --------------------------------------------------------------------------------------------------- sheets
@dataclass(frozen=True)
class Sheet:
    """An exercise as it is handed out: the statement, the proof with blanks in place of the lines that are left out, and the
    same without blanks."""

    statement: tuple[Block, ...]
    proof: tuple[Block, ...]
    solution: tuple[Block, ...]


def sheet(exercise: Exercise, page: Page, links: Links) -> Sheet:
    """The sheet of an exercise: the proof of the page where the lines of the chain stand on it one by one, and else, where the
    page has them in a sentence or some of them only, the chain by itself, line by line as its file has it."""
    blocks = blocks_of(page, links)
    proof = tuple(blanked(exercise, b) for b in blocks.proof)
    statement = blocks.statement + blocks.notation + blocks.opening
    if proof != blocks.proof:
        return Sheet(statement, proof, blocks.proof)
    chain = line_by_line(exercise, page, links)
    return Sheet(statement, (PART, blanked(exercise, chain)), (PART, chain))


PART = Para(("A part of the proof, line by line:",))


def line_by_line(exercise: Exercise, page: Page, links: Links) -> Derivation:
    """The chain of an exercise with all its lines and reasons, no term by a name that the proof gives it elsewhere."""
    w = Wording(page, links)
    lines = tuple(
        ChainLine(a.relation, fold(a.right), tuple(w.reason(a.reason, a.by, a.method)), thing=a.right)
        for a in exercise.lines
    )
    return Derivation(fold(exercise.chain.start), lines, exercise.chain.start)


def blanked(exercise: Exercise, block: Block) -> Block:
    """The block with blanks where it sets hidden lines of the exercise's chain."""
    if not isinstance(block, Derivation):
        return block
    rights = [line.right for line in exercise.lines]
    if [line.thing for line in block.lines] != rights:
        return block
    lines = []
    for k, line in enumerate(block.lines):
        reason = () if exercise.level == 3 else line.reason
        if k in exercise.hidden:
            lines.append(replace(line, right=BLANK, thing=None, reason=reason))
        else:
            lines.append(replace(line, reason=reason))
    return replace(block, lines=tuple(lines))


def latex_of(blocks: tuple[Block, ...], page: Page, proof: bool = False) -> str:
    """Blocks as LaTeX."""
    from dpsym.document.media.latex import Context, Setter, names_in
    from dpsym.document.words.named_terms import with_names

    return Setter(Context(), reserved=names_in(with_names(page.entry))).section(blocks, proof=proof)


def html_of(blocks: tuple[Block, ...]) -> str:
    """Blocks as HTML with MathML."""
    from dpsym.document.media.html import Setter

    return Setter().blocks(blocks)
