"""The reference: every word of the language and of typed claims, with an example that is run when it is shown."""

from dpsym.reference.claims import WORDS, Word, settled
from dpsym.reference.language import Entry, entries, entry

__all__ = ["WORDS", "Entry", "Word", "entries", "entry", "settled"]
