"""A local server: the library's pages, claims settled as they are typed, numbers with curves, exercises.

Nothing is kept on disk; each request is worked on in a process of its own that is stopped when its time is used up.
"""

from dpsym.serve.app import application
from dpsym.serve.bounded import Limits, Workers

__all__ = ["Limits", "Workers", "application"]
