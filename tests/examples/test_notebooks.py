"""The notebooks of examples/: each runs from top to bottom and prints what is kept in it; none holds an error."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from notebooks import executed

FOLDER = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_three_and_each_is_a_notebook_with_words_and_rich_output() -> None:
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        whole = json.loads(path.read_text(encoding="utf-8"))
        assert whole["nbformat"] == 4 and whole["metadata"]["kernelspec"]["name"] == "python3"
        kinds = [c["cell_type"] for c in whole["cells"]]
        assert kinds[0] == "markdown" and kinds.count("code") >= 5
        assert len({c["id"] for c in whole["cells"]}) == len(kinds)
        outputs = [o for c in whole["cells"] for o in c.get("outputs", [])]
        assert all(o["output_type"] in ("stream", "execute_result") for o in outputs)
        assert not re.search(r"\\\(|<script", json.dumps(outputs)), "no raw TeX, no script in what is shown"
    texts = [p.read_text(encoding="utf-8") for p in NOTEBOOKS]
    assert all("text/html" in t for t in texts) and any("<math" in t for t in texts)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=[p.stem for p in NOTEBOOKS])
def test_what_is_kept_in_a_notebook_is_what_it_prints(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert executed(kept) == kept
