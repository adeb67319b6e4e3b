"""Where the templates lie, and how they are filled: in a wheel beside the package, in a checkout in
../templates."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2


def templates_directory() -> Path:
    """The directory that holds latex/ and html/."""
    package = Path(__file__).parents[2] / "templates"
    return package if package.is_dir() else Path(__file__).parents[3] / "templates"


STYLES = ("dpsym.sty", "dpsym-notation.sty")  # what a fragment needs beside it


def style(name: str) -> str:
    """The text of one of the style files."""
    return (templates_directory() / "latex" / name).read_text(encoding="utf-8")


def fill(name: str, /, **values: object) -> str:
    """The template `latex/...` or `html/...` filled; an undefined name is an error, HTML values are
    escaped."""
    return _environment(name.startswith("latex/")).get_template(name).render(**values)


@cache
def _environment(latex: bool) -> jinja2.Environment:
    """Where templates of one kind are read, each once."""
    import jinja2

    marks = {
        "block_start_string": "<%", "block_end_string": "%>", "variable_start_string": "<<",
        "variable_end_string": ">>",
        "comment_start_string": "<#", "comment_end_string": "#>",
    }  # fmt: skip
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_directory()),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=not latex,
        **(marks if latex else {}),  # type: ignore[arg-type]
    )
