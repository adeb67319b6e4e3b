"""The steps of a proof that was found, in the words of a theorem file.

They are expressions of the language; a file states them for a person to read, and `dpsym check` proves what it states.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping, Sequence

import sympy
from sympy import And, Basic, Piecewise
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

import dpsym.language
from dpsym.language import Chain, Theorem
from dpsym.language.expressions import Outcome, Parameter, as_root
from dpsym.language.steps import Have, Line, Step, Use

METHOD = {"<=": "le", "<": "lt", ">=": "ge", ">": "gt", "=": "eq"}
SIGN = {sympy.Le: "<=", sympy.Lt: "<", sympy.Ge: ">=", sympy.Gt: ">"}
FUNCTION = {sympy.Eq: "Eq", sympy.Ne: "Ne"}
SUM, PRODUCT, POWER, CLOSED = range(4)  # how tightly a term binds


class NotSaid(Exception):
    """A step or an expression that a theorem file cannot say in this way."""


class StepWriter:
    """Writes steps; the lemmas that they use become theorems of the file, with parameters of their own.

    names   the names in the file of the parameters of the statement
    stem    the name of the theorem, after which its lemmas are called
    """

    def __init__(self, names: Mapping[str, str], stem: str) -> None:
        self.names, self.stem = names, stem
        self.own: dict[Parameter, str] = {}
        self.lemmas: list[tuple[Theorem, str]] = []
        self.declared: list[str] = []

    def steps(self, derivation: Sequence[Step]) -> list[str]:
        """The steps of a derivation; NotSaid where one of them has no form here, and then nothing of it is declared."""
        before = dict(self.own), list(self.lemmas), list(self.declared)
        try:
            return [self.step(s) for s in derivation]
        except NotSaid:
            self.own, self.lemmas, self.declared = before
            raise

    def step(self, s: Step) -> str:
        """A step."""
        if isinstance(s, Have):
            if s.split or s.hints or s.method:
                raise NotSaid("a step with hints")
            more = self.by(s.by)
            if s.derivation:
                more += f", derivation=({', '.join(self.steps(s.derivation))},)"
            return f"have({self.formula(s.fact)}, {s.reason!r}{more})"
        if isinstance(s, Chain):
            return f"Chain({self.term(s.start)})" + "".join(map(self.line, s.lines))
        raise NotSaid(f"a step of the kind {type(s).__name__}")

    def line(self, x: Line) -> str:
        """A line of a chain."""
        if x.split or x.hints or x.method or x.relation not in METHOD:
            raise NotSaid("a line with hints")
        return f".{METHOD[x.relation]}({self.term(x.right)}, {x.reason!r}{self.by(x.by)})"

    def by(self, uses: Sequence[Use]) -> str:
        """What a step uses, as an argument."""
        said = [self.use(u) for u in uses]
        return f", by={said[0] if len(said) == 1 else '(' + ', '.join(said) + ')'}" if said else ""

    def use(self, u: Use) -> str:
        """A theorem that was made for this proof, with its letters replaced."""
        if u.theorem.source or u.swapped or any(not isinstance(k, Parameter) for k, _ in u.at):
            raise NotSaid("a theorem of the library")
        at = ", ".join(f"{k.name}={self.term(v)}" for k, v in u.at)
        return f"{self.lemma(u.theorem)}.at({at})"

    def lemma(self, theorem: Theorem) -> str:
        """The name of a lemma, which is stated where it has not been."""
        for known, name in self.lemmas:
            if known == theorem:
                return name
        inner = self.steps(theorem.derivation)
        given = "".join(f"{self.formula(g)}, " for g in theorem.given)
        name = f"{self.stem}_lemma" + (f"_{len(self.lemmas) + 1}" if self.lemmas else "")
        text = f"\n{name} = Theorem(\n    title={theorem.title!r},\n"
        text += f"    given=({given}),\n" if given else ""
        text += f"    claim={self.formula(theorem.claim)},\n"
        text += f"    derivation=({', '.join(inner)},),\n" if inner else ""
        self.lemmas.append((theorem, name))
        self.declared.append(text + ")\n")
        return name

    def name(self, p: Parameter) -> str:
        """The name of a parameter in the file; one that only the proof has is declared."""
        if p.name in self.names:
            return self.names[p.name]
        if p not in self.own:
            called = p.name
            taken = {*self.names.values(), *self.own.values(), *dpsym.language.__all__}
            while called in taken or keyword.iskeyword(called):
                called += "_"
            self.own[p] = called
            bounds = ""
            for words, bound in ((("at_least", "above"), p.lower), (("at_most", "below"), p.upper)):
                if bound is not None:
                    bounds += f", {words[bound[1]]}={self.term(bound[0])}"
            bounds += ", integer=True" if p.integer_valued else ""
            self.declared.append(f'{called} = parameter("{p.name}"{bounds})\n')
        return self.own[p]

    def formula(self, f: Basic) -> str:
        """A condition."""
        if isinstance(f, And):
            return " & ".join(f"({self.formula(a)})" for a in f.args)
        if isinstance(f, Relational):
            return self.relation(f)
        return self.applied(f)

    def relation(self, f: Relational) -> str:
        """A relation; one of two numbers is no comparison of Python's."""
        a, b = self.term(f.lhs, SUM, not f.free_symbols), self.term(f.rhs, SUM, not f.free_symbols)
        if type(f) in FUNCTION:
            return f"{FUNCTION[type(f)]}({a}, {b})"
        if type(f) not in SIGN:
            raise NotSaid(f"a relation of the kind {type(f).__name__}")
        return f"{a} {SIGN[type(f)]} {b}"

    def term(self, e: Basic, level: int = SUM, exact: bool = False) -> str:
        """A term, in brackets where it binds less tightly than `level`; `exact` where Python's numbers will not do."""
        text, own = self.written(e, exact)
        return f"({text})" if own < level else text

    def written(self, e: Basic, exact: bool) -> tuple[str, int]:
        """A term, and how tightly it binds."""
        if isinstance(e, sympy.Integer):
            return (f"Integer({e})", CLOSED) if exact else (str(e), CLOSED if e >= 0 else SUM)
        if isinstance(e, sympy.Rational):
            return f"Rational({e.p}, {e.q})", CLOSED
        if isinstance(e, Parameter):
            return self.name(e), CLOSED
        if isinstance(e, sympy.Add | sympy.Mul):
            level, sign = (PRODUCT, " + ") if isinstance(e, sympy.Add) else (POWER, " * ")
            return sign.join(self.term(a, level, exact) for a in e.args), level - 1
        if isinstance(e, sympy.Pow):
            exact = not e.base.free_symbols
            return f"{self.term(e.base, CLOSED, exact)} ** {self.term(e.exp, CLOSED)}", POWER
        if isinstance(e, Piecewise):
            power = as_root(e)
            if power is None or power.exp != sympy.Rational(1, 2):
                raise NotSaid("a distinction of cases")
            return f"root({self.term(power.base)})", CLOSED
        return self.applied(e), CLOSED

    def applied(self, e: Basic) -> str:
        """A function or an operator of the language, an outcome, a law at an outcome."""
        if isinstance(e, Outcome):
            return e.name
        if e is sympy.pi or e is sympy.E:
            return "pi" if e is sympy.pi else "exp(1)"
        if isinstance(e, sympy.Tuple):
            return f"({''.join(f'{self.any(a)}, ' for a in e.args)})"
        kind = type(e).__name__
        known = isinstance(e, AppliedUndef) or getattr(dpsym.language, kind, None) is type(e)
        if not e.args or not known:
            raise NotSaid(f"{kind} in a step")
        return f"{kind}({', '.join(map(self.any, e.args))})"

    def any(self, e: Basic) -> str:
        """A condition or a term."""
        return self.term(e) if isinstance(e, sympy.Expr) else self.formula(e)


__all__ = ["NotSaid", "StepWriter"]
