"""Importing the package loads nothing heavy."""

import subprocess
import sys


def test_import_is_lazy():
    heavy = ("numpy", "flint", "sympy", "mpmath")
    code = f"import dpsym.numbers, sys; print([m for m in {heavy} if m in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
    import dpsym.numbers

    assert "enclose" in dir(dpsym.numbers) and callable(dpsym.numbers.enclose)
    try:
        dpsym.numbers.nothing  # noqa: B018
    except AttributeError as error:
        assert "nothing" in str(error)
