"""A typed claim is parsed once and read once, from its text to its answer."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter

import pytest

import dpsym.claims
from dpsym.claims import meaning, settle, syntax, tightest

ANSWERED = {
    "KL <= TV": settle,
    "for x > 0: log(x) <= x - 2": settle,
    "for eps >= 0: PureDP(eps) => PureDP(eps)": settle,
    "for eps >= 0: PureDP(eps) => TV <= ?": tightest,
    "for eps >= 0, 0 <= d <= 1: ApproxDP(eps, d) => TV <= ?": tightest,
}


@pytest.mark.parametrize("text", ANSWERED)
def test_one_parse_and_one_reader(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()
    parse, begin = syntax.parse, meaning.Reader.__init__

    def parsed(typed: str) -> syntax.Source:
        seen["parse"] += 1
        return parse(typed)

    def begun(self: meaning.Reader, *args: object, **options: object) -> None:
        seen["reader"] += 1
        begin(self, *args, **options)

    for found in pkgutil.iter_modules(dpsym.claims.__path__):
        module = importlib.import_module(f"dpsym.claims.{found.name}")
        if getattr(module, "parse", None) is parse:
            monkeypatch.setattr(module, "parse", parsed)
    monkeypatch.setattr(meaning.Reader, "__init__", begun)
    answer = ANSWERED[text](text)
    assert answer is not None and seen == {"parse": 1, "reader": 1}
