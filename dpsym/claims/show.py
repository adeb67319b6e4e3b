"""Answers for a person: plain text, HTML for a notebook, LaTeX of the statement as typed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from dpsym.claims.meaning import MECHANISMS, NOTIONS
from dpsym.claims.syntax import Node, Source, parse
from dpsym.language.expressions import latex_of_name
from dpsym.language.steps import number_of_steps
from dpsym.prove.verdict import NOT_CHECKED

if TYPE_CHECKING:
    from dpsym.claims.settle import Answer

COLOURS = {
    "proved": "#1a7f37",
    "enclosed": "#1a7f37",
    "cited": "#0969da",
    "vacuous": "#b42318",
    "refuted": "#b42318",
    "undecided": "#9a6700",
}
RELATIONS = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "=": "=", "==": "=", "!=": r"\ne"}
FUNCTIONS = {
    "exp": r"\exp", "log": r"\log", "ln": r"\log", "sinh": r"\sinh", "cosh": r"\cosh", "tanh": r"\tanh",
    "erf": r"\operatorname{erf}", "erfc": r"\operatorname{erfc}", "Phi": r"\Phi", "Phi_inv": r"\Phi^{-1}",
    "min": r"\min", "max": r"\max",
}  # fmt: skip
SHORT = {"PureDP": r"%s\text{-DP}", "ApproxDP": r"(%s, %s)\text{-DP}", "ProbDP": r"(%s, %s)\text{-PDP}",
         "ZCDP": r"%s\text{-zCDP}", "RenyiDP": r"(%s, %s)\text{-RDP}", "GaussianDP": r"%s\text{-GDP}",
         "PBDP": r"(%s, %s)\text{-pbDP}"}  # fmt: skip
FUNCTIONALS = {
    "Tail": r"\Pr[z > %s]", "HockeyStick": r"\mathrm{H}_{%s}", "TV": r"\mathrm{TV}", "KL": r"\mathrm{KL}",
    "Renyi": r"\mathrm{D}_{%s}", "Power": r"\mathrm{Power}(%s)", "Posterior": r"\mathrm{Posterior}(%s)",
    "Advantage": r"\mathrm{Advantage}",
}  # fmt: skip


# ---------------------------------------------------------------------------------------------------- text
def text(answer: Answer) -> str:
    """The verdict, its scope and method, and the witness or what was tried."""
    lines = [answer.shown + (f", {answer.scope}" if answer.scope and answer.verdict != "refuted" else "")]
    if answer.method:
        lines.append(f"    {answer.method}")
    if answer.witness is not None:
        lines += ["    " + x for x in answer.witness.lines()]
        lines.append(
            f"    the kernel accepts that this fails there: {answer.reduced}"
            if answer.reduced
            else "    the kernel accepts: the hypotheses hold here and the claim does not"
        )
    elif answer.reduced:
        lines.append(f"    from: {answer.reduced}")
    lines += ["    rests on: " + x for x in answer.rests_on]
    lines += ["    tried: " + x for x in answer.tried]
    return "\n".join(lines)


def html(answer: Answer) -> str:
    """A block for a notebook cell: the statement, a coloured verdict, the evidence."""
    colour = COLOURS.get(answer.verdict, "#444")
    statement = latex(answer).strip("$") if answer.claim is not None else ""
    said = f"<p>\\({escape(statement)}\\)</p>" if statement else f"<p><code>{escape(answer.text)}</code></p>"
    scope = f", {escape(answer.scope)}" if answer.scope else ""
    rows = [escape(x) for x in (answer.witness.lines() if answer.witness else answer.tried)]
    rows += [f"rests on: {escape(x)}" for x in answer.rests_on]
    listed = "".join(f"<li>{row}</li>" for row in rows)
    return (
        f'<div class="dpsym-claim">{said}<p><strong style="color:{colour}">{escape(answer.shown)}</strong>'
        f"{scope}. {escape(answer.method)}</p>" + (f"<ul>{listed}</ul>" if listed else "") + "</div>"
    )


# --------------------------------------------------------------------------------------------------- LaTeX
def latex(answer: Answer) -> str:
    """The statement as typed, as display mathematics."""
    if answer.claim is None:
        return ""
    return f"$\\displaystyle {statement(answer.claim.source)}$"


def statement(source: Source) -> str:
    """Conditions, hypotheses and conclusion as typed."""
    said = joined(source.conclusion)
    if source.hypotheses:
        said = f"{joined(source.hypotheses)} \\implies {said}"
    if source.conditions:
        over = ", ".join(condition(c) for c in source.conditions)
        said = f"\\text{{for }} {over}:\\quad {said}"
    return said


def joined(nodes: tuple[Node, ...]) -> str:
    return r" \text{ and } ".join(chain(n) for n in nodes)


def condition(node: Node) -> str:
    if node.kind == "natural":
        return f"{latex_of_name(node.value)} \\in \\mathbb{{N}}"
    return chain(node) if len(node.args) > 1 else f"{term(node.args[0])} \\in \\mathbb{{R}}"


def chain(node: Node) -> str:
    said = term(node.args[0])
    for op, a in zip(node.value, node.args[1:], strict=True):
        said += f" {RELATIONS[str(op)]} {term(a)}"
    return said


def term(node: Node, inside: int = 0) -> str:
    """A term; `inside` is the strength of what stands around it: 1 a product, 2 a power's base, 3 a sign."""
    if node.kind == "number":
        return number(node.value, inside)
    if node.kind == "hole":
        return "\\,?\\,"
    if node.kind == "name":
        return FUNCTIONALS.get(node.value) or (r"\pi" if node.value == "pi" else latex_of_name(node.value))
    if node.kind == "call":
        return call(node)
    if node.kind == "sign":
        return fenced(("-" if node.value == "-" else "") + term(node.args[0], 1), inside > 0)
    if node.kind == "sum":
        said = term(node.args[0])
        for sign, a in zip(node.value, node.args[1:], strict=True):
            said += f" {sign} {term(a, 1 if a.kind in ('sum', 'sign') else 0)}"
        return fenced(said, inside > 0)
    if node.kind == "product":
        return fenced(product(node), inside > 1)
    base, exponent = node.args
    return fenced(f"{{{term(base, 2)}}}^{{{term(exponent)}}}", inside > 1)


def number(x: Fraction, inside: int) -> str:
    if x.denominator == 1:
        return str(x.numerator)
    return (
        f"\\frac{{{x.numerator}}}{{{x.denominator}}}"
        if inside < 2
        else f"\\bigl(\\tfrac{{{x.numerator}}}{{{x.denominator}}}\\bigr)"
    )


def product(node: Node) -> str:
    above = [a for op, a in zip(("*", *node.value), node.args, strict=True) if op == "*"]
    below = [a for op, a in zip(("*", *node.value), node.args, strict=True) if op == "/"]
    top = factors(above) if len(above) > 1 or not below else term(above[0])
    return f"\\frac{{{top}}}{{{factors(below) if len(below) > 1 else term(below[0])}}}" if below else top


def factors(nodes: list[Node]) -> str:
    said = ""
    for k, a in enumerate(nodes):
        part = term(a, 1)
        said += (r" \cdot " if k and part[:1].isdigit() else r"\," if k else "") + part
    return said


def call(node: Node) -> str:
    args = [term(a) for a in node.args]
    name = node.value
    if name in NOTIONS:
        return SHORT[name] % tuple(args)
    if name in FUNCTIONALS:
        return FUNCTIONALS[name] % tuple(args)
    if name in MECHANISMS:
        return f"\\mathrm{{{name}}}\\left({', '.join(args)}\\right)"
    if name == "sqrt":
        return f"\\sqrt{{{args[0]}}}"
    if name == "abs":
        return f"\\left|{args[0]}\\right|"
    if name == "exp" and len(args[0]) < 40 and "\\frac" not in args[0]:
        return f"e^{{{args[0]}}}"
    return f"{FUNCTIONS[name]}\\left({', '.join(args)}\\right)"


def fenced(said: str, needed: bool) -> str:
    return f"\\left({said}\\right)" if needed else said


def document(answer: Answer) -> str:
    """The statement, its verdict, and its proof or witness, for \\input in a paper (amsmath, amsthm, dpsym.sty)."""
    if answer.claim is None:
        return f"% {answer.verdict}: {' '.join(answer.tried)}"
    source = (
        parse(answer.text) if answer.reduced else answer.claim.source
    )  # a reduction has a claim of its own
    lines = [*over(answer), r"\[", f"  {statement(source)}", r"\]"]
    scope = f", {answer.scope}" if answer.scope else ""
    rests = f" It rests on: {code('; '.join(answer.rests_on))}." if answer.rests_on else ""
    lines.append(f"\\textit{{{answer.shown}{code(scope)}: {answer.method}.{rests}}}")
    if answer.derivation:
        from dpsym.document.latex import fragment
        from dpsym.document.page import LineVerdict, Page

        proved = replace(answer.claim.theorem, derivation=answer.derivation, title="The claim")
        count = number_of_steps(answer.derivation)
        said = [x.verdict for x in answer.lines] if len(answer.lines) == count else [NOT_CHECKED] * count
        checked = tuple(map(LineVerdict, said))
        page = Page("claim", proved, answer.verdict, answer.scope, checked, nowhere=answer.nowhere)
        lines.append(fragment(page))
    if answer.witness is not None:
        lines.append(r"\begin{itemize}")
        lines += [rf"  \item \texttt{{{code(x)}}}" for x in answer.witness.lines()]
        lines.append(r"\end{itemize}")
    return "\n".join(lines)


def over(answer: Answer) -> list[str]:
    """The sets of outputs over which the claim ranges, as a sentence."""
    from dpsym.document.setting import setting
    from dpsym.document.spelling import write_latex

    assert answer.claim is not None
    if answer.claim.about_noise:
        return ["Let the output of the noise be rounded to finitely many cells."]
    pieces = setting(answer.claim.theorem)
    return ["".join(p if isinstance(p, str) else f"${write_latex(p)}$" for p in pieces)] if pieces else []


def code(words: str) -> str:
    """Plain words inside \\texttt."""
    for c, tex in (
        ("\\", r"\textbackslash "),
        ("{", r"\{"),
        ("}", r"\}"),
        ("_", r"\_"),
        ("^", r"\^{}"),
        ("%", r"\%"),
    ):
        words = words.replace(c, tex) if c != "\\" else words
    return words
