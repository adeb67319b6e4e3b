"""What the language refuses, in words that say what to write instead."""


class StatementError(ValueError):
    """A statement that cannot be read as mathematics: the message names the value and the rule."""
