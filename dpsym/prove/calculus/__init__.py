"""Inequalities by calculus: derivatives, limits, changes of names and boxes, as functions over one goal.

Numbers guide the search, and every step is a line of the kernel.  A way is a function of the search, of what is known, of a
goal and of how deep to go: it gives the line that states the goal, or raises Stuck.
"""

from dpsym.prove.calculus.branch_and_bound import BOXES, bounded
from dpsym.prove.calculus.search import GOALS
from dpsym.prove.calculus.ways import calculus

__all__ = ["BOXES", "GOALS", "bounded", "calculus"]
