"""Runs the cells of a notebook, and writes their output into it: python tests/examples/notebooks.py FILE.ipynb..."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def shown(value: Any) -> dict[str, list[str]]:
    """A value as a notebook keeps it: HTML where it has one, else its repr."""
    made = getattr(value, "_repr_html_", lambda: None)()
    kind, text = ("text/plain", repr(value)) if made is None else ("text/html", made)
    return {kind: text.splitlines(keepends=True)}


def outputs_of(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """What a cell prints, and the value of its last line where that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {count}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        found.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        found.append(
            {"data": shown(value), "execution_count": count, "metadata": {}, "output_type": "execute_result"}
        )
    return found


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the output of its cells, run in order in one set of names."""
    names: dict[str, Any] = {}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = outputs_of("".join(cell["source"]), names, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        made = executed(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
