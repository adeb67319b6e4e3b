"""Answers for a person: plain text, HTML for a notebook, LaTeX.  A claim is printed as any other theorem is."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from sympy import Add, Basic, Expr, Mul, Pow, preorder_traversal
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.claims.known import Known
from dpsym.claims.readable import readable
from dpsym.claims.ways.theorems import with_folders
from dpsym.document.formulas.spelling import escape_latex, mathml
from dpsym.document.formulas.spelling import latex as spelt
from dpsym.document.media.latex import fragment
from dpsym.document.media.markdown import spelt_out
from dpsym.document.page import LineVerdict, Page
from dpsym.language import AllOf, ForAll, Implication, P, Q, Theorem, as_written, function, y
from dpsym.language.steps import number_of_steps
from dpsym.prove.verdict import NOT_CHECKED

COLOURS = {
    "proved": "#1a7f37",
    "enclosed": "#1a7f37",
    "cited": "#0969da",
    "vacuous": "#b42318",
    "refuted": "#b42318",
    "undecided": "#9a6700",
}


def text(answer: Known) -> str:
    """The verdict, its scope and method, and the witness or what was tried."""
    lines = [answer.shown + (f", {answer.scope}" if answer.scope and answer.verdict != "refuted" else "")]
    if answer.read:
        lines.append(f"    read: {answer.read}")
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


def html(answer: Known) -> str:
    """A block for a notebook cell: the statement, a coloured verdict, the evidence."""
    colour = COLOURS.get(answer.verdict, "#444")
    theorem = stated(answer)
    said = f"<p><code>{escape(answer.text)}</code></p>"
    said += f"<p>Here {escape(answer.read)}.</p>" if answer.read else ""
    said += f"<p>{mathml(formula(theorem))}</p>" if theorem is not None else ""
    scope = f", {escape(answer.scope)}" if answer.scope else ""
    rows = [escape(x) for x in (answer.witness.lines() if answer.witness else answer.tried)]
    rows += [f"rests on: {escape(x)}" for x in answer.rests_on]
    listed = "".join(f"<li>{row}</li>" for row in rows)
    return (
        f'<div class="dpsym-claim">{said}<p><strong style="color:{colour}">{escape(answer.shown)}</strong>'
        f"{scope}. {escape(answer.method)}</p>" + (f"<ul>{listed}</ul>" if listed else "") + "</div>"
    )


def latex(answer: Known) -> str:
    """The statement as display mathematics; nothing where the claim has no meaning here."""
    theorem = stated(answer)
    return "" if theorem is None else f"$\\displaystyle {spelt_out(spelt(formula(theorem)))}$"


def stated(answer: Known) -> Theorem | None:
    """The claim as a theorem with the derivation that was found; None where it has no meaning here."""
    claim = answer.claim
    if claim is None or claim.text != answer.text:  # what it was brought to is another claim
        return None
    return replace(claim.theorem, title="The claim", derivation=answer.derivation)


def formula(theorem: Theorem) -> Boolean:
    """The statement as one formula: for all values of its parameters, the hypotheses imply the conclusion."""
    with as_written():
        given = theorem.given
        supposed = given[0] if len(given) == 1 else AllOf(*given)
        said: Boolean = Implication(supposed, theorem.claim) if given else theorem.claim
        return ForAll(theorem.parameters, said) if theorem.parameters else said


def page_of(answer: Known) -> Page | None:
    """The claim as a page with its proof; None where it has no meaning here."""
    theorem = stated(answer)
    if theorem is None:
        return None
    count = number_of_steps(theorem.derivation)
    found = [x.verdict for x in answer.lines] if len(answer.lines) == count else [NOT_CHECKED] * count
    known = with_folders()
    library = known.wider if answer.verdict == "cited" else known.library
    session = known.session(1)
    library.use_in(session)
    theorem, lines = readable(
        theorem, tuple(map(LineVerdict, found)), session, lambda t: id(t) in known.named
    )
    return Page(
        "claim", with_posteriors(theorem), answer.verdict, answer.scope, lines, nowhere=answer.nowhere, witness=answer.point
    )  # fmt: skip


def with_posteriors(theorem: Theorem) -> Theorem:
    """The theorem with names for its posteriors by Bayes' rule, X(y) and with the laws exchanged X'(y), where they have one
    prior."""
    found = dict.fromkeys(
        term
        for thing in (*theorem.given, theorem.claim)
        for term in preorder_traversal(thing)
        if is_posterior(term)
    )
    by_order: dict[bool, list[Expr]] = {True: [], False: []}
    for term in found:
        by_order[term.args[0].args[1] == P(y)].append(term)
    taken = {f.func.__name__ for thing in (*theorem.given, theorem.claim) for f in thing.atoms(AppliedUndef)}
    if not found or max(map(len, by_order.values())) > 1 or {"X", "X_p"} & taken:
        return theorem
    names = {True: function("X", law=False), False: function("X_p", law=False)}
    define = {names[order](y): term for order, terms in by_order.items() for term in terms}
    return replace(theorem, define={**theorem.define, **define})


def is_posterior(term: Basic) -> bool:
    """Whether a term is p P(y)/(p P(y) + (1 - p) Q(y)), or the same with the laws exchanged."""
    match term:
        case Mul(
            args=(Mul(args=(prior, law)) as top, Pow(args=(Add(args=(again, Mul(args=(_, other)))), power)))
        ):
            laws = {law, other} == {P(y), Q(y)}
            return bool(laws and again == top and power == -1 and isinstance(prior, Expr))
    return False


def document(answer: Known) -> str:
    """The claim with its verdict, its proof or its witness, for \\input in a paper (amsmath, amsthm, dpsym.sty)."""
    page = page_of(answer)
    said = rf"\texttt{{{escape_latex(answer.text)}}}" if page is None else fragment(page)
    told = page is not None and page.status == "refuted" and page.witness is not None  # with its point
    scope = f", {answer.scope}" if answer.scope else ""
    rests = f" It rests on {'; '.join(answer.rests_on)}." if answer.rests_on else ""
    why = answer.method or "; ".join(answer.tried)
    words = (
        rf"\noindent \texttt{{{escape_latex(answer.text)}}}: {escape_latex(answer.read)}. Written out:"
        if answer.read
        else ""
    )
    rows = [
        *([words] if words else []),
        said,
        *([] if told else [rf"\textit{{{escape_latex(f'{answer.shown}{scope}: {why}.{rests}')}}}"]),
    ]
    if answer.witness is not None and not told:
        rows.append(r"\begin{itemize}")
        rows += [rf"  \item \texttt{{{escape_latex(x)}}}" for x in answer.witness.lines()]
        rows.append(r"\end{itemize}")
    return "\n".join(rows)
