"""Writes what the harness of the claims and the comparison with solvers printed into the page on claims.

`python benchmarks/tables.py harness=FILE solvers=FILE` puts each file between the lines `<!-- table: NAME -->` and
`<!-- end -->` of `docs/howto/claims.md`; a table with bars as it is, anything else as it was printed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "claims.md"


def replaced(page: str, name: str, printed: str) -> str:
    """The page with what was printed at the place of this name; ValueError where the page has no such place."""
    printed = printed.strip("\n")
    shown = printed if printed.startswith("|") else f"```\n{printed}\n```"
    place = re.compile(rf"(<!-- table: {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not printed or len(place.findall(page)) != 1:
        raise ValueError(
            f"there is one place for a table of the name {name!r}, and something to write into it"
        )
    return place.sub(lambda found: f"{found[1]}{shown}\n{found[2]}", page)


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for given in sys.argv[1:]:
        name, _, file = given.partition("=")
        page = replaced(page, name, Path(file).read_text(encoding="utf-8"))
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
