"""How much a search for counterexamples tries."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Budget:
    """How much is tried: points of parameters, pairs of laws, random points, queries to z3; and how much work that may
    be in all, counted in evaluations of a simple relation.

    edges   values of the other names at which a condition is looked at where it ends
    steps   downhill from each of the points that come nearest to failing
    listed  points of parameters, where all laws are listed or an author gives a point that leaves some open
    laws    of a statement about more laws than these, or with quantifiers, a quarter is tried: each evaluation is dear
    counts_all  whether points that the conditions exclude and single quantified values are counted as work too
    programs    whether optimal pairs of linear programs are looked at, which are not counted as work
    """

    grid: int = 1500
    random: int = 1500
    early: int = 40
    pairs: int = 900
    random_pairs: int = 1500
    queries: int = 8
    rlimit: int = 3_000_000
    patience: float = math.inf
    edges: int = 4
    steps: int = 60
    listed: int = 160
    laws: int = 2
    counts_all: bool = True
    programs: bool = True

    def quarter(self) -> Budget:
        """A quarter of the points and pairs."""
        return replace(
            self,
            grid=self.grid // 4,
            random=self.random // 4,
            edges=self.edges // 4,
            steps=self.steps // 4,
            pairs=self.pairs // 4,
            random_pairs=self.random_pairs // 4,
        )
