"""One certificate as Coq lemmas, a line each, while the kernel's checker runs beside it.

A line G |- f becomes a lemma: names that are generalised somewhere are quantified, then the hypotheses, then f; all
other names are variables of the section. Its proof is one term: the lemma of the rule applied to those of earlier
lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dpsym.coq import equations, formulas
from dpsym.coq.exported import Exported
from dpsym.coq.names import identifier
from dpsym.coq.text import CannotExport, default, sort_text
from dpsym.coq.written import Written
from dpsym.kernel.normal import Key
from dpsym.kernel.rules import Checker
from dpsym.kernel.terms import Json, Refused, Tree, fv, node
from dpsym.kernel.terms import tree as tree_of

GENERALISING = frozenset(
    {"all_i", "sum", "ex_e", "induct", "mean_value", "jensen"}
)  # rules whose `var` is any value
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")


class Proof(Written):
    """The lemmas of one certificate so far. `citations` are the theorems it may cite."""

    def __init__(self, certificate: Json, checker: Checker, citations: Mapping[str, Exported]) -> None:
        super().__init__(checker.c)
        self.k = checker
        self.citations = citations
        self.hypotheses: dict[Key, tuple[int, Tree]] = {}  # key -> its number and the formula first assumed
        self.lines: list[str] = []
        general = {st["var"] for st in certificate["lines"] if st["rule"] in GENERALISING}
        self.general = [n for n in self.c.sig if n in general]

    # ------------------------------------------------------------ what rules use

    def equation(self, s: Tree, t: Tree) -> str:
        """A proof of s = t, whose normal forms are equal."""
        return equations.equation(self, tree_of(s), tree_of(t))

    def into(self, proof: str, p: Tree, q: Tree) -> str:
        """A proof of q from one of p, whose keys are equal."""
        return formulas.into(self, proof, tree_of(p), tree_of(q))

    def premise(self, i: int, extra: Mapping[Key, str] | None = None) -> str:
        """The lemma of an earlier line at the names and hypotheses here; `extra` proves discharged ones."""
        arguments = [identifier(x) for x in self.quantified(i)]
        for key in self.assumed(i):
            arguments.append((extra or {}).get(key) or self.hypothesis(key))
        return f"(L{i} {' '.join(arguments)})" if arguments else f"L{i}"

    def hypothesis(self, key: Key) -> str:
        """The Coq name of a hypothesis."""
        return f"h{self.hypotheses[key][0]}"

    def discharged(self, proof: str, formula: Tree) -> dict[Key, str]:
        """What `premise` needs of a hypothesis that `proof`, a proof of this formula, discharges."""
        key = self.c.key(tree_of(formula))
        return {key: self.into(proof, formula, self.hypotheses[key][1])} if key in self.hypotheses else {}

    def assume(self, key: Key, formula: Tree) -> None:
        """Number a hypothesis, once."""
        self.hypotheses.setdefault(key, (len(self.hypotheses), formula))

    def assumed(self, i: int) -> list[Key]:
        """The keys of the hypotheses of a line, in the order of their numbers."""
        return sorted(self.k.lines[i].hyps, key=lambda key: self.hypotheses[key][0])

    def quantified(self, i: int) -> list[str]:
        """The names that are generalised somewhere and that line i speaks of."""
        line = self.k.lines[i]
        found = set(fv(line.goal)).union(*(fv(self.hypotheses[key][1]) for key in line.hyps))
        return [x for x in self.general if x in found]

    # ------------------------------------------------------------ lines

    def step(self, line: Json, rules: Rules) -> None:
        """Check one line with the kernel and write its lemma."""
        self.k.step(line)
        i = len(self.k.lines) - 1
        goal, ids = self.k.lines[i].goal, list(line.get("from", []))
        try:
            if line["rule"] not in rules:
                raise CannotExport("the rule has no Coq form")
            body = rules[line["rule"]](self, Line(line, ids, [self.k.lines[j].goal for j in ids], goal))
        except CannotExport as e:
            raise CannotExport(f"line {i} ({line['rule']}): {e}") from None
        except Refused as e:
            raise CannotExport(f"line {i} ({line['rule']}): {e}") from None
        names = self.quantified(i)
        head = f"forall {self.text.bound(tuple(names))}, " if names else ""
        head += "".join(f"{self.text.formula(self.hypotheses[key][1])} -> " for key in self.assumed(i))
        arguments = [identifier(x) for x in names] + [self.hypothesis(key) for key in self.assumed(i)]
        fun = f"fun {' '.join(arguments)} => " if arguments else ""
        unused = [x for x in self.general if x not in names]
        proof = f"{fun}{self.some_value(unused, body)}{body}"
        self.lines.append(f"Lemma L{i} : {head}{self.text.formula(goal)}.\nProof. exact ({proof}). Qed.")

    def some_value(self, names: Iterable[str], body: str) -> str:
        """`let` for those of the names that the text of a proof speaks of and its statement does not."""
        words = set(WORD.findall(body))
        types = ((identifier(x), self.c.sig[x]) for x in names if identifier(x) in words)
        return "".join(f"let {x} : {sort_text(s)} := {default(s)} in " for x, s in types)


class Line:
    """One line of a certificate: its fields, the numbers and goals of its premises, its goal."""

    def __init__(self, fields: Json, ids: list[int], goals: list[Tree], goal: Tree) -> None:
        self.fields, self.ids, self.goals, self.goal = fields, ids, goals, goal

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def get(self, name: str, other: Any = ()) -> Any:
        """A field of the line, or `other` where it has none."""
        return self.fields.get(name, other)


Rules = Mapping[str, Callable[[Proof, Line], str]]  # of the kernel, as Coq terms


def sign(x: Proof, i: int, p: Tree, strict: bool, extra: Mapping[Key, str] | None = None) -> tuple[Tree, str]:
    """A premise as 0 <= e, or 0 < e where that is asked: e and the proof."""
    proof, way = x.premise(i, extra), "gt" if strict else "ge"
    if p[0] == "<":
        return node("-", p[2], p[1]), f"({way}_lt _ _ {proof})"
    if p[0] == "<=":
        return node("-", p[2], p[1]), f"(ge_le _ _ {proof})"
    if p[0] == "not" and p[1][0] == "<=":
        return node("-", p[1][1], p[1][2]), f"({way}_nle _ _ {proof})"
    if p[0] == "not" and p[1][0] == "<":
        return node("-", p[1][1], p[1][2]), f"(ge_nlt _ _ {proof})"
    raise CannotExport(f"the sign of {p[0]}")
