"""A typed claim is parsed once and read once, from its text to its answer."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter

import pytest
from siblings import one_in

import dpsym.claims
from dpsym.claims import necessary, settle, tightest
from dpsym.claims.reading import meaning, syntax

ANSWERED = {
    "KL <= TV": settle,
    "for k >= 0: KL <= k => TV <= sqrt(k/3)": settle,  # refuted at a pair with closed forms
    "for mu > 0: GaussianDP(mu) => TV <= mu/4": settle,  # and at the worst pair
    "for 0 < a < 1: Phi_inv(a) <= a": settle,  # a quantile has a name when the kernel is asked
    "for x > 0: log(x) <= x - 2": settle,
    "for eps >= 0: PureDP(eps) => PureDP(eps)": settle,
    "for eps >= 0: PureDP(eps) => TV <= ?": tightest,
    "for eps >= 0, 0 <= d <= 1: ApproxDP(eps, d) => TV <= ?": tightest,
}

LONG = ("for s > 0: Gaussian(s) => TV <= 1/s", "compose(PureDP(1), PureDP(1), PureDP(1)) => PureDP(2)")
# What their answers are brought to, pairs with closed forms and a claim's parts, are other claims, none of them parsed.
OF_PARTS = {
    "for eps >= 0: PureDP(eps) => TV <= eps/3": settle,
    "for s > 0: Gaussian(s) => ZCDP(1/(2*s^2))": settle,  # as it stands, and with the output rounded
    "for b > 0: Laplace(b) => ZCDP(1/(3*b))": settle,
    "for a >= 0: compose(PureDP(a), PureDP(a)) => PureDP(3*a)": settle,  # and with the laws of the parts written out
    "for k natural: compose(k, PureDP(1)) => PureDP(1)": settle,
    **dict.fromkeys(LONG, settle),
    "for x > 0: x >= 1 or x < 1": settle,
    "for x, y: x >= 1 or y >= 1 => x + y >= 1 or x < 0 or y < 0": settle,
    "for x: x >= 1 and x <= 0 => x = 3": settle,
    "for x >= 1, y >= 1: x <= y => x^2 <= y^2": necessary,
}


def count(text: str, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts what reads a claim from now on: parses, of its text or another, and readers of the whole."""
    seen: Counter[str] = Counter()
    parse, begin = syntax.parse, meaning.Reader.__init__

    def parsed(typed: str) -> syntax.Source:
        seen["parse"] += 1
        return parse(typed)

    def begun(self: meaning.Reader, source: syntax.Source, *args: object, **options: object) -> None:
        seen["reader"] += source.text == text
        begin(self, source, *args, **options)

    for found in pkgutil.walk_packages(dpsym.claims.__path__, "dpsym.claims."):
        module = importlib.import_module(found.name)
        if getattr(module, "parse", None) is parse:
            monkeypatch.setattr(module, "parse", parsed)
    monkeypatch.setattr(meaning.Reader, "__init__", begun)
    return seen


@pytest.mark.parametrize("text", ANSWERED)
def test_one_parse_and_one_reader(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = count(text, monkeypatch)
    assert ANSWERED[text](text) is not None
    assert seen == {"parse": 1, "reader": 1}


@pytest.mark.parametrize("text", one_in(1, OF_PARTS, dear=LONG))
def test_parts_of_a_claim_are_parts_of_what_was_parsed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = count(text, monkeypatch)
    assert OF_PARTS[text](text) is not None
    assert seen == {"parse": 1, "reader": 1}


@pytest.mark.parametrize(
    ("text", "different"),
    [
        ("for s > 0, s^2 >= 2 or s < 1: Gaussian(s, 1) and s != 3 => KL <= 1/s^2 and TV <= 1/2", 1),
        ("for a >= 0, 0 < q < 1, a + q >= 1/2: compose(3, PureDP(log(1/q))) => Posterior(q) <= 1 and TV <= a/q", 2),
        ("for a > 0, b > 0, a^2 <= b or a > 2: group(8, ApproxDP(a, 1/b)) => Power(1/b) <= log(b)", 2),
    ],
)  # fmt: skip
def test_the_readings_of_one_reader_are_those_of_one_each(text: str, different: int) -> None:
    """However hypotheses are written out, the rest of a claim is read once, and each reading is what it is by itself."""
    ways: list[dict] = [{}, {"rounded": True}, {"few": 3}, {"few": 10}]
    for order in (ways, ways[::-1]):
        reader, seen = meaning.Reader(syntax.parse(text)), list[meaning.Claim]()
        for way in order:
            try:
                alone = meaning.read(text, **way)
            except meaning.NotSupported:
                with pytest.raises(meaning.NotSupported):
                    meaning.meant(reader, **way)
                continue
            found = meaning.meant(reader, **way)
            assert found == alone and found.needs == alone.needs
            seen += [] if found in seen else [found]
        assert len(seen) == different
