"""One theorem as a Coq module: its statement first, as a person would state it, then its proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from dpsym.coq.exported import Exported, digest_of
from dpsym.coq.names import distinct, identifier, theorem_name
from dpsym.coq.proof import Proof
from dpsym.coq.reader import Misread, read, same_claim
from dpsym.coq.rules import RULES
from dpsym.coq.text import CannotExport, Text, default, sort_text
from dpsym.kernel.certificate import NAMED, WORK
from dpsym.kernel.reading import Checked
from dpsym.kernel.rules import Checker
from dpsym.kernel.terms import BINDERS, Json, Refused, Sort, Tree, fv, load, names

ANALYSIS = frozenset({"mean_value", "jensen", "erf_bounds", "erf_tail", "erf_onto"})


def sets_of(sig: Mapping[str, Sort], found: list[str]) -> list[str]:
    """The sets of the sorts of these names, each once."""
    sorts = [sig[n] for n in found]
    return list(dict.fromkeys(a for s in sorts for a in (s if isinstance(s, tuple) else (s,)) if a != "R"))


def elements(checker: Checker, s: str) -> str:
    """The list of a set's elements."""
    return "(" + " :: ".join([*map(identifier, checker.c.sets[s]), "nil"]) + ")"


def binders(checker: Checker, sets: list[str], free: list[str]) -> list[tuple[str, str]]:
    """The names that a statement quantifies, with their types: sets, listed outcomes, then the others."""
    found = []
    for s in sets:
        found.append((identifier(s), "Fin"))
        if s in checker.c.sets:
            found += [(identifier(e), identifier(s)) for e in checker.c.sets[s]]
            found.append((f"H_{identifier(s)}", f"listed {elements(checker, s)}"))
    return found + [(identifier(n), sort_text(checker.c.sig[n])) for n in free]


def variables(checker: Checker, general: list[str], consts: set[str]) -> list[tuple[str, str, str]]:
    """The section's variables: Coq name, type, and the name or set of the certificate ("" for a listing)."""
    found = [(identifier(s), "Fin", s) for s in sorted(checker.c.kinds - {"R"})]
    for s, outcomes in checker.c.sets.items():
        found += [(identifier(e), sort_text(s), e) for e in outcomes]
        found.append((f"H_{identifier(s)}", f"listed {elements(checker, s)}", ""))
    sig = [n for n in checker.c.sig if n not in general and n not in consts]
    return found + [(identifier(n), sort_text(checker.c.sig[n]), n) for n in sig]


def quantifiers(
    checker: Checker, claim: Tree, sig: Mapping[str, Sort]
) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    """The sets and free names of a claim, and the binders of its statement."""
    free = [n for n in sig if n in fv(claim) and n not in checker.c.consts]
    sets = sets_of(sig, [n for n in sorted(names(claim)) if n in sig])
    return sets, free, binders(checker, sets, free)


def begun(certificate: Json, library: Mapping[str, Checked]) -> tuple[Checker, Tree, Tree]:
    """A checker that has read a certificate's head, its claim unfolded and as it is written."""
    checker = Checker(
        certificate["sig"],
        certificate.get("sets", {}),
        library,
        terms=certificate.get("terms", []),
        work=10 * WORK,
    )
    distinct([*checker.c.sig, *checker.c.kinds])
    return checker, checker.formula(certificate["claim"]), load(certificate["claim"], checker.shared)


def statement_of(certificate: Json) -> tuple[str, Checked]:
    """The Coq statement of a certificate, read back as its claim, and what it says to the kernel; no proof is looked
    at. Raises CannotExport where it reads back as something else, Refused where the claim is none."""
    checker, claim, said = begun(certificate, {})
    sets, free, quantified = quantifiers(checker, claim, checker.c.sig)
    statement = stated(checker.c.sig, quantified, said)
    about = Checked(dict(checker.c.sig), checker.c.sets, claim, said, checker.notions())
    confirm(statement, about, sets, free)
    return statement, about


def statement_digest(certificate: Json) -> str:
    """The digest of the Coq statement of a certificate."""
    statement, about = statement_of(certificate)
    return digest_of(statement, about.notions)


def export(name: str, certificate: Json, library: Mapping[str, Exported], module: str = "") -> Exported:
    """The Coq module of one theorem; raises CannotExport with the line and what it does, and Refused where the
    kernel refuses the certificate."""
    if not NAMED.match(name):
        raise CannotExport(f"{name!r} is no name of a theorem")
    checker, claim, said = begun(certificate, {n: e.checked for n, e in library.items()})
    sig = dict(checker.c.sig)
    notions = checker.notions()  # of the claim, not of the lines
    proof = Proof(certificate, checker, library)
    section = variables(checker, proof.general, checker.c.consts)
    for line in certificate["lines"]:
        proof.step(line, RULES)
    sets, free, quantified = quantifiers(checker, claim, sig)
    term = closing_term(proof, section, claim, sets, [n for n in sig if n in free])
    fun = f"fun {' '.join(n for n, _ in quantified)} => " if quantified else ""
    statement = stated(sig, quantified, said)
    confirm(statement, Checked(sig, checker.c.sets, claim, said, notions), sets, free)
    own_module = module or theorem_name(name)
    rules = {line["rule"] for line in certificate["lines"]}
    return Exported(
        name=name, module=own_module, checked=Checked(sig, checker.c.sets, claim, said, notions),
        sets=tuple(sets), names=tuple(free), statement=statement,
        text=module_text(own_module, statement, proof, section, fun + term),
        cites=tuple(dict.fromkeys(line["name"] for line in certificate["lines"] if line["rule"] == "lemma")),
        needs=frozenset(
            word
            for word, wanted in {
                "Analysis": rules & ANALYSIS, "Enclose": rules & {"enclose"}, "Pairs": over_two(said),
            }.items()
            if wanted
        ),
    )  # fmt: skip


def closing_term(
    proof: Proof, section: list[tuple[str, str, str]], claim: Tree, sets: list[str], free: list[str]
) -> str:
    """The last line at the sets and names of the statement; what the statement does not speak of gets a value."""
    checker, last = proof.k, len(proof.k.lines) - 1
    sorts, arguments, lets = checker.c.sig, [], ""
    if checker.lines[last].hyps:
        raise CannotExport("the last line has hypotheses")
    for text, type_, own in section:
        if type_ == "Fin" and own not in sets:
            if own in checker.c.sets:
                raise CannotExport(f"the listed set {own} is not in the claim")
            lets += f"let {text} := oneF in "
        elif own in sorts and own not in free and own not in checker.c.consts:
            lets += f"let {text} : {type_} := {default(sorts[own])} in "
        arguments.append(text)
    for n in proof.quantified(last):
        if n not in free:
            lets += f"let {identifier(n)} : {sort_text(sorts[n])} := {default(sorts[n])} in "
        arguments.append(identifier(n))
    applied = f"(L{last} {' '.join(arguments)})" if arguments else f"L{last}"
    return lets + proof.into(applied, checker.lines[last].goal, claim)


def confirm(statement: str, checked: Checked, sets: list[str], free: list[str]) -> None:
    """That a printed statement, read back, is the claim: its sets, listed outcomes, names, sorts and formula. Raises
    CannotExport where it is not, so that no file is ever written whose theorem says something else."""
    try:
        found = read(statement)
    except (Misread, Refused) as e:
        raise CannotExport(f"the printed statement cannot be read back: {e}") from None
    listed = {s: tuple(checked.sets[s]) for s in sets if s in checked.sets}
    sorts = {n: checked.sig[n] for n in {*free, *bound(checked.said)}}
    outcomes = {e: s for s, es in listed.items() for e in es}
    if not (
        same_claim(found.claim, checked.said)
        and (found.sets, tuple(found.sig), dict(found.listed)) == (tuple(sets), tuple(free), listed)
        and found.sorts == sorts | outcomes
    ):
        raise CannotExport("the printed statement reads back as another claim")


def bound(t: Tree) -> set[str]:
    """The names that a tree binds."""
    if not isinstance(t, tuple):
        return set()
    own = set(t[1:-1]) if t[0] in BINDERS else set()
    return own.union(*map(bound, t[1:]))


def over_two(t: Tree) -> bool:
    """Whether a claim has a function of two outcomes written out, as a notion over the pairs of two sets has."""
    if not isinstance(t, tuple):
        return False
    return (t[0] == "lam" and len(t) > 3) or any(map(over_two, t[1:]))


def stated(sig: Mapping[str, Sort], quantified: list[tuple[str, str]], said: Tree) -> str:
    """The claim with its notions folded, for all sets and names."""
    claim = Text(sig, folded=True).formula(said)
    if not quantified:
        return claim
    grouped: list[tuple[list[str], str]] = []
    for n, type_ in quantified:
        if grouped and grouped[-1][1] == type_ and not n.startswith("H_"):
            grouped[-1][0].append(n)
        else:
            grouped.append(([n], type_))
    return f"forall {' '.join(f'({chr(32).join(ns)} : {type_})' for ns, type_ in grouped)},\n  {claim}"


def module_text(
    module: str, statement: str, proof: Proof, section: list[tuple[str, str, str]], term: str
) -> str:
    """The module: statement, polynomial lemmas, the section of lines, the theorem."""
    polynomial = [f"Lemma {name} {text}" for text, name in proof.polynomial_lemmas.items()]
    declared = [f"Variable {n} : {type_}." for n, type_, _ in section]
    return "\n".join(
        [
            f"Module {module}.", f"Definition statement : Prop := {statement}.", *polynomial, "Section Lines.",
            *declared, *proof.lines, "End Lines.", f"Theorem proved : statement.\nProof. exact ({term}). Qed.",
            f"End {module}.",
        ]
    ) + "\n"  # fmt: skip


def export_all(
    certificates: Mapping[str, Json], watched: Callable[[Iterable[str]], Iterable[str]] = iter
) -> dict[str, Exported]:
    """All certificates, each after those it cites, as a bundle has them; `watched` may show progress."""
    found: dict[str, Exported] = {}
    modules: set[str] = set()
    for name in watched(list(certificates)):
        module = theorem_name(name)
        while module in modules:  # two names that differ in signs only
            module += "_"
        modules.add(module)
        found[name] = export(name, certificates[name], found, module)
    return found
