"""The mean-value search over erf and pi: what it proves, with lines that the kernel has checked, and what it must not."""

import pytest

import dpsym
from dpsym.kernel import check_bundle

PROVED = (
    "for x: Phi(x) + Phi(-x) = 1",
    "for x: 0 < Phi(x) < 1",
    "for x >= 0: erf(x) <= 2*x/sqrt(pi)",
    "for x >= 0: erf(x) >= 2/sqrt(pi)*(x - x^3/3)",
    "for x >= 0: erf(x) >= 1 - exp(-x)",
    "for x >= 0: 1 - Phi(x) <= exp(-x^2/2)/2",
    "for x > 0: Phi(-x) <= exp(-x^2/2)/(x*sqrt(2*pi))",
    "for x > 0: Phi(-x) >= x/(1 + x^2)*exp(-x^2/2)/sqrt(2*pi)",
    "for mu > 0, eps >= 0: Phi(mu/2 - eps/mu) - exp(eps)*Phi(-mu/2 - eps/mu) <= 2*Phi(mu/2) - 1",
    "for x >= 0: x^2/(1 + x)/sqrt(pi)*sqrt(pi) <= x^2",
    "3.14159265358979323846 < pi and pi < 3.14159265358979323847",
)
FALSE = (
    "for x >= 0: erf(x) <= 11*x/10",
    "for x >= 0: erf(x) >= 2/sqrt(pi)*(x - x^3/4)",
    "for x >= 0: 1 - Phi(x) <= exp(-x^2/2)*49/100",
    "for x > 0: Phi(-x) <= exp(-x^2/2)/(x*sqrt(6*pi))",
    "for x > 0: Phi(-x) >= x/(1/2 + x^2)*exp(-x^2/2)/sqrt(2*pi)",
    "pi < 3.14159265358979323846",
)


@pytest.mark.parametrize("text", PROVED)
def test_proved(text):
    answer = dpsym.claim(text)
    assert answer.verdict == "proved" and not answer.rests_on
    assert "claim" in check_bundle(answer.bundle())


@pytest.mark.parametrize("text", FALSE)
def test_refuted(text):
    assert dpsym.claim(text).verdict == "refuted"
