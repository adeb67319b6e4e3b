"""Theorem files and typed claims whose text is false, or more than what was checked: none is called proved."""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dpsym.claims import settle
from dpsym.cli import main

HEAD = '''"""A file to judge."""
import sympy
from sympy import factorial
from dpsym.language import *

x = parameter("x", about="a number")
u = parameter("u", at_least=0, about="a number")
p = parameter("p", at_least=0, at_most=1, about="a probability")
k = parameter("k", integer=True, about="a count")
eps = parameter("eps", at_least=0, about="a loss")
delta = parameter("delta", at_least=0, at_most=1, about="a delta")
half, third = Rational(1, 2), Rational(1, 3)
z, w = Outcome("z", "Z"), Outcome("w", "Y")
A, F, G, K = function("A"), function("F"), function("G"), function("K")


def T(**said):
    return Theorem(title="Judged", **said)


'''

REFUSED = {  # the file is no statement: exit code 2
    "a function called like the loss": """
Z = function("Z", law=False)
t = T(given=(ForAll(y, Eq(Z(y), eps + 1)), PureDP(eps)), claim=ForAll(y, Implication(Lt(0, Q(y)), Lt(Loss(P(y), Q(y)), Z(y)))))
""",
    "a function called like the posterior": """
X = function("X", law=False)
t = T(given=(ForAll(y, Eq(X(y), 2)),), claim=ForAll(y, Lt(Posterior(p), X(y))))
""",
    "a function called like the mechanism": """
M = function("M")
t = T(given=(PureDP(0),), claim=Le(Total(M(y), y), 1))
""",
    "a function called like a logarithm": """
l = function("log")
t = T(given=(Eq(l(2), 0),), claim=Lt(l(2), log(2)))
""",
    "a number called like e": 't = T(claim=Lt(parameter("e", at_most=1), exp(1)))',
    "a number printed like e": 't = T(claim=Lt(parameter("b", latex="{e}", at_most=1), exp(1)))',
    "a number printed upright like e": r't = T(claim=Lt(parameter("b", latex=r"\mathrm{e}", at_most=1), exp(1)))',
    "a number called like pi": 't = T(claim=Lt(parameter("pi", at_most=1), pi))',
    "a number printed like pi": r't = T(claim=Lt(parameter("b", latex=r"\pi", at_most=1), pi))',
    "a number printed like another": 't = T(claim=Lt(1, parameter("b", latex="0", at_least=2)))',
    "a number printed like a relation": r't = T(claim=Le(0, parameter("b", latex=r"x < 0 \text{ and } x", at_least=0)))',
    "a number printed like a power": 't = T(claim=AllOf(Lt(parameter("b", latex="x^2", at_most=-1), 0), Le(0, u)))',
    "a number printed like a subscripted power": 't = T(claim=Lt(parameter("b", latex="u_{1}^{2}", at_most=-1), 0))',
    "a number printed like a quotient": r't = T(claim=Lt(parameter("b", latex=r"\frac{1}{2}", at_least=1), 2))',
    "a sum over a name that is bound inside": "t = T(claim=Eq(FiniteSum(FiniteSum(k + 1, k, 1, 2), k, 1, 2), 11))",
    "a sum over a name in a domain inside": """
b = parameter("b", above=k)
t = T(claim=NotSo(Eq(FiniteSum(Indicator(Exists(b, Le(b, 1))), k, 0, 1), 1)))
""",
    "a total over one outcome twice": "t = T(claim=Eq(Total(P(y), y, y), Total(Integer(1), y)))",
    "a pair over one outcome twice": "t = T(claim=PureDP(0, pair=Pair(P(y), P(y), y, y)))",
    "there is F(2)": "t = T(claim=Exists((F(2),), AllOf(Eq(F(2), 1), Eq(F(1), 1))), derivation=exhibit({F(x): 1}))",
    "there is a sum": "t = T(claim=Exists((x + 1,), Le(0, u)))",
    "for all of an expression": "t = T(claim=ForAll((x + 1,), Le(0, u)))",
    "for all of one name twice": "t = T(claim=ForAll((x, x), Le(0, u)))",
    "for all of nothing": "t = T(claim=ForAll((), Le(0, u)))",
    "an event of a number": "t = T(claim=EveryEvent(S(2), Le(0, u)))",
    "an alternative of nothing": "t = T(given=(AnyOf(),), claim=Lt(1, 0))",
    "a conjunction of nothing": "t = T(claim=AllOf())",
    "a domain that speaks of a name bound after it": """
b = parameter("b", above=x)
t = T(claim=Exists((b, x), Le(b, x)))
""",
    "a law that is another function": """
t = T(given=(Distribution(ForAll((y,), Le(Integer(0), G(y))), Eq(Total(K(y), y), 1)),), claim=Eq(Total(G(y), y), 1))
""",
    "a law of mass 5": """
t = T(given=(Distribution(ForAll((y,), Le(Integer(0), G(y))), Eq(Total(G(y), y), 5)),), claim=Eq(Total(G(y), y), 5))
""",
    "a notion with the name of another": r"""
class ApproxDP(Notion):
    title, short, arity = "x", r"(%s,%s)\text{-AB}", 2
    def one_order(self, pair): return Le(0, u)
t = T(given=(ApproxDP(eps, delta),), claim=Le(HockeyStick(eps), delta))
""",
    "a notion printed like another": r"""
class Mine(Notion):
    title, short, arity = "x", r"(%s,%s)\text{-D}\text{P}", 2
    def one_order(self, pair): return Le(Integer(0), Integer(1))
t = T(claim=Mine(0, 0))
""",
    "a notion derived from another": r"""
class Mine(PureDP):
    def one_order(self, pair): return Le(Integer(0), Integer(1))
t = T(claim=Mine(0))
""",
    "a notion that reads itself otherwise": r"""
class Mine(Notion):
    title, short, arity = "x", r"%s\text{-AB}", 1
    def one_order(self, pair): return PureDP(0, pair=pair).one_order(pair)
    def definition(self): return Le(Integer(0), Integer(1))
t = T(claim=Mine(0))
""",
    "a quantity that reads itself otherwise": """
class Mine(HockeyStick):
    def definition(self): return Integer(0)
t = T(claim=Eq(Mine(eps), 0))
""",
    "a mass that reads itself otherwise": """
class Mine(Mass):
    def definition(self): return Integer(0)
t = T(claim=EveryEvent(S(y), Eq(Mine(S(y)), 0)))
""",
    "a parameter with a hidden domain": """
class Sneak(Parameter):
    @property
    def conditions(self): return (Lt(self, 0),)
t = T(claim=Lt(Sneak("s"), 0))
""",
    "a relation of one's own": """
class Less(sympy.Le):
    pass
t = T(claim=Less(0, u))
""",
    "a class that says it is the language's": """
class HockeyStick(Defined):
    __module__ = "dpsym.language.expressions"
    def definition(self): return Integer(0)
t = T(claim=Le(HockeyStick(eps), 0))
""",
    "a name in a listed law": 't = T(where={P: (half, half), "x) and 1 < 0 (": (half, half)}, claim=PureDP(0))',
    "equality at a name that is printed otherwise": """
q = parameter("q", at_least=0, at_most=1)
t = T(claim=p * (1 - p) * (1 + 0 * q) <= Rational(1, 4), tight=point({parameter("p", latex="q", at_least=0, at_most=1): half}))
""",
    "two equal texts": "t = T(claim=(x == x))",
    "two different texts": "t = T(claim=(x != x + 1))",
    "a chain": "t = T(claim=(0 < u < u + 1))",
    "and": "t = T(claim=(u >= 0 and u >= 5))",
    "not": "t = T(claim=(not (u < 0)))",
    "a half as a float": "t = T(claim=Eq(1 / 2, half))",
    "decided by sympy": """
with sympy.evaluate(True):
    t = T(claim=Eq(sympy.sqrt(x**2) / x, Abs(x) / x))
""",
    "masses of two lengths": "t = T(where={P: (half, half), Q: (1,)}, claim=ApproxDP(0, 1))",
    "an order of 1": "t = T(given=(PureDP(eps),), claim=RenyiDP(1, eps))",
    "an order of a half": "t = T(given=(PureDP(eps),), claim=RenyiDP(half, eps))",
    "a root that is 0": "t = T(claim=Lt(0, sympy.sqrt(u)))",
    "a root of any number": "t = T(claim=Le(0, root(x)))",
    "a prior of any number": "t = T(claim=Le(Posterior(x), 1))",
    "a natural number below 0": 't = T(claim=Le(0, parameter("j", integer=True, at_least=-Integer(3))))',
    "an integer above a number": """
j = parameter("j", integer=True, at_least=x)
t = T(claim=Le(x, j), near_misses={"a half": variant(AnyOf(Le(j, 0), Le(1, j)), witness=point({x: -1, j: half}))})
""",
    "an integer of Python above a number": 't = T(claim=Le(0, Parameter("j", lower=(-u, False), integer_valued=True)))',
    "every integer above a number": 't = T(claim=ForAll(parameter("j", integer=True, at_least=-log(100)), Le(1, k)))',
    "laws without an output": "t = T(where={P: (), Q: ()}, claim=Eq(HockeyStick(0), 0))",
    "a point without an output": "t = T(claim=Le(0, u), near_misses={'m': variant(Lt(x, 1), witness=point(P=(), Q=()))})",
    "one name, two domains": 't = T(claim=Le(x, parameter("x", at_least=0)))',
    "a long term printed like a number": 't = T(claim=Lt(u, u + 1), define={parameter("c", latex="u"): u + 1})',
    "a long term printed like a letter inside": r"""
t = T(claim=Lt(eps + u, eps + u + 1), define={parameter("c", latex=r"\varepsilon"): eps + u})
""",
    "two long terms printed alike": r"""
b, c = parameter("b", latex=r"\lambda"), parameter("c", latex=r"\lambda")
t = T(claim=Lt(u + 1, u + 2), define={b: u + 2, c: u + 1})
""",
    "a long term called like the mechanism": """
t = T(given=PureDP(eps), claim=Le(HockeyStick(0), 1 + u), define={parameter("M"): 1 + u})
""",
    "a long term called like the posterior": """
t = T(claim=ForAll(y, Lt(Posterior(p), 2 + u)), define={parameter("X"): 2 + u})
""",
    "a long term called like the output": """
t = T(claim=Le(Probability(Le(Loss(), eps)), 1 + u), define={parameter("Y"): 1 + u})
""",
    "a number printed like the output": """
t = T(claim=Eq(Probability(Gt(parameter("b", latex="Y", at_least=2), 1)), 1))
""",
    "a number called like the outputs": 't = T(claim=Eq(Probability(Gt(parameter("Y", at_least=2), 1)), 1))',
    "a law called like the outputs": 't = T(claim=Le(Probability(Le(Loss(P(y), function("Y")(y)), eps)), 1))',
    "an outcome called like the outputs": 't = T(claim=Le(Total(A(Outcome("Y", "Z")) * P(y), y, Outcome("Y", "Z")), 1))',
    "an event that is a law": "t = T(claim=Le(Total(S(y), y), 1))",
    "an event that nothing binds": "t = T(given=(Le(Mass(S(y), P), 0),), claim=Le(Total(S(y), y), 3))",
    "a law that is an event": "t = T(claim=Le(Mass(A(y), P), 1))",
    "two names printed alike": 't = T(claim=Le(parameter("lam", at_least=0), parameter("b", latex=r"\\lambda")))',
}

NOT_PROVED = {  # unknown (3), refuted or vacuous (1)
    "a sum from a half": "t = T(claim=Eq(FiniteSum(k + 1, k, -half, half), 1))",
    "a binomial of negative numbers": "t = T(claim=Eq(binomial(-1, -1), 1))",
    "a binomial of a half": "t = T(claim=Eq(binomial(half, 2), -Rational(1, 8)))",
    "a logarithm to another base": "t = T(claim=Eq(sympy.log(8, 2), 3))",
    "infinity": "t = T(claim=Lt(x, sympy.oo))",
    "a maximum of nothing": "t = T(claim=Eq(Max(), -sympy.oo))",
    "cases without a last one": "t = T(claim=Eq(Piecewise((1, Lt(x, 0)), (2, Lt(0, x))), 1))",
    "an order of outcomes": "t = T(claim=ForAll((y, w), Implication(Lt(y, w), Lt(y, w))))",
    "an integer above -1 is positive": 't = T(claim=Lt(0, parameter("j", integer=True, above=-Integer(1))))',
    "there is a number in no domain": 't = T(claim=Exists(parameter("b", above=1, below=0), Le(0, u)))',
    "a half is an integer": "t = T(claim=Exists(k, Eq(2 * k, 1)))",
    "an empty domain": "b = parameter('b', above=1, below=0)\nt = T(claim=Lt(b, b))",
    "no such laws": "t = T(where={P: (half, third), Q: (half, half)}, claim=PureDP(0))",
    "the other order": "t = T(given=(Le(HockeyStick(eps), delta),), claim=Le(HockeyStick(eps, Pair(Q(y), P(y))), delta))",
    "another space": "t = T(claim=Eq(Total(P(y), w), 1))",
    "sets of one size": "t = T(where={P: (half, half), Q: (half, half)}, claim=Eq(Total(Integer(1), y), Total(Integer(1), z)))",
    "imported and false": "c = T(cited='kazan2025', claim=Lt(x, 0))\nt = T(claim=Lt(x, 0), derivation=have(Lt(x, 0), by=c))",
    "by what is false": "c = T(claim=Lt(x, 0))\nt = T(claim=Lt(x, 1), derivation=have(Lt(x, 0), by=c))",
    "imported and false by itself": "t = T(cited='kazan2025', claim=Lt(1, 0))",
    "imported with steps": "t = T(cited='kazan2025', claim=Lt(1, 0), derivation=have(Lt(1, 0)))",
    "a step that holds in another part only": """
t = T(claim=AllOf(Le(0, u), Implication(Lt(x, x), Lt(1, 0))), derivation=have(Lt(5, 3), "clear"))
""",
    "an instance of what is false": """
t = T(claim=Le(0, u), derivation=(specialise(ForAll(x, Le(x, 7)), {x: 3}), have(Le(0, u))))
""",
    "a law of a sum of 2": """
t = T(claim=Exists((A(y),), Gt(Probability(Le(P(y), 1), A(y)), 1)), derivation=exhibit({A(y): 2 * P(y)}))
""",
}

INTEGERS = {  # how the domain of a natural number is written -> a claim that holds of it, and no other number
    "above -1": ("above=-Integer(1)", "Lt(0, (2 * j + 1) ** 2 - half)"),
    "above another": ("at_least=k", "Le(k, j**2)"),
    "above a real number": ("above=u", "Le(j, j**2)"),
    "below a number": ("at_most=x", "Lt(0, (2 * j - 1) ** 2)"),
}

SAID = {  # proved, and the page says what is meant
    "a joint law": ("t = T(claim=Eq(Total(G(y, z), y, z), 1))", "Let G be a joint law of y and z."),
    "a joint law on one set": (
        "t = T(claim=Eq(Total(G(y, w), y, w), 1))",
        "Let G be a joint law of y and w.",
    ),
    "a notion of one's own": (
        r"""
class Mine(Notion):
    title, short, arity = "x", r"%s\text{-AB}", 1
    def one_order(self, pair): return Le(Integer(0), self.budget[0])
t = T(claim=Mine(eps))
""",
        "M is eps-AB when 0 ≤ eps",
    ),
    "a loss of 0 over 0": (
        "t = T(claim=ForAll(y, Implication(AllOf(Eq(P(y), 0), Eq(Q(y), 0)), AllOf(Eq(Loss(), 3), Eq(Loss(), 5)))))",
        "At an output that neither law gives, every number is a loss",
    ),
    "a posterior of 0 over 0": (
        "t = T(claim=ForAll(y, Implication(AllOf(Eq(P(y), 0), Eq(Q(y), 0), Lt(p, 1)), Eq(Posterior(p), 0))))",
        "At an output that neither law gives, the posterior is 0 unless the prior is 1",
    ),
    "a moment of disjoint laws": (
        "t = T(where={P: (1, 0), Q: (0, 1)}, claim=Le(RenyiMoment(2), 0))",
        "counts no output at which one of them is 0",
    ),
    "a division of Python's": ("t = T(claim=Eq(u * (1 // 2), 0))", "0 u = 0"),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("falsetexts")


COUNT = itertools.count()


def run(home: Path, body: str, *command: str) -> tuple[int, str, list[Any]]:
    """The command on a new file with this text: exit code, output, rows of JSON."""
    path = home / f"text_{next(COUNT)}.py"
    path.write_text(HEAD + body.strip() + "\n")
    words = command or ("check", "--json", "--fresh", "--jobs", "1")
    found = CliRunner().invoke(main, [words[0], str(path), *words[1:]], prog_name="dpsym")
    path.unlink()
    sys.modules.pop(f"{home.name}.{path.stem}", None)
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    rows = json.loads(found.stdout or "[]") if "--json" in words else []
    return found.exit_code, found.output, rows


@pytest.mark.parametrize("body", REFUSED.values(), ids=list(REFUSED))
def test_no_statement(home: Path, body: str) -> None:
    code, words, rows = run(home, body)
    assert code == 2, words
    assert all(r["verdict"] in ("no value", "error") for r in rows)


@pytest.mark.parametrize("body", NOT_PROVED.values(), ids=list(NOT_PROVED))
def test_not_proved(home: Path, body: str) -> None:
    code, words, rows = run(home, body)
    assert code in (1, 3), words
    assert rows and rows[-1]["verdict"] in ("unknown", "refuted", "vacuous")


@pytest.mark.parametrize(("domain", "claim"), INTEGERS.values(), ids=list(INTEGERS))
def test_integers_are_natural_numbers(home: Path, domain: str, claim: str) -> None:
    """What holds of them is proved, and a point between two of them refutes nothing."""
    body = f"j = parameter('j', integer=True, {domain})\nmiss = variant(Lt(0, (2 * j - 1) ** 2), witness=point({{j: half}}))\n"
    code, words, rows = run(home, body + f"t = T(claim={claim})")
    assert code == 0 and rows[-1]["verdict"] == "proved", words
    code, words, rows = run(home, body + f"t = T(claim={claim}, near_misses={{'half': miss}})")
    assert code == 3, words


@pytest.mark.parametrize(("body", "said"), SAID.values(), ids=list(SAID))
def test_what_is_meant_is_said(home: Path, body: str, said: str) -> None:
    code, words, _ = run(home, body, "show")
    assert code == 0 and said in " ".join(words.split()), words


@pytest.mark.parametrize(
    "latex",
    [
        r"\ell",
        "eps",
        r"\varepsilon_0",
        r"\tilde{\delta}",
        "x_{1,2}",
        "p^*",
        "a''",
        r"\mathrm{size}",
        "k1",
        r"\bar x",
    ],
)
def test_a_name_that_may_be_printed(latex: str) -> None:
    from dpsym.language import parameter

    assert parameter("name", latex=latex).latex == latex


# ------------------------------------------------------------------------------------------------ typed claims
NO_CLAIM = """
for x >= 0: 0/x = 0
for e > 3: e > 3
for pi < 3: pi < 3
for x: log(x^2) = 2*log(x)
for x: x/x = 1
for eps >= 0: PureDP(eps) => Renyi(1) <= eps
for eps >= 0: RenyiDP(1, eps) => PureDP(eps)
for p: PureDP(0) => Posterior(p) <= p
for alpha > 1: PureDP(0) => Power(alpha) <= 1
Power(2) <= 1
Posterior(2) <= 1
for x: 0^x = 0
0^(-1) = 0
for ε >= 0, eps <= 1: ε <= eps
for \\varepsilon >= 0, \\epsilon >= 0: \\epsilon = \\varepsilon
1/0 = 1/0
log(0) = log(0)
sqrt(-1) = sqrt(-1)
(-8)^(1/3) = -2
for x: x^(1/3) <= x^(1/3)
for x, y: 2*x/2*y = x/y
for sigma < 0: Gaussian(sigma, 1) => ZCDP(1/(2*sigma^2))
for b: Laplace(b, 1) => PureDP(1/b)
Phi_inv(0) <= 0
Phi_inv(2) = Phi_inv(2)
"""
FALSE = """
for x >= 0: sqrt(x) > 0
for x: sqrt(x^2) = x
for eps: PureDP(eps) => TV <= 0
ApproxDP(0, 2) => TV <= 1/2
ProbDP(0, 1) => TV <= 1/2
HockeyStick(-1) <= 0
Tail(-1) <= 0
for n natural: n >= 1
for x: -x^2 = x^2
2^3^2 = 64
Laplace(1, 1) => PureDP(1/2)
for sigma > 0: Gaussian(sigma, 1) => PureDP(1/sigma)
KL <= 1000
1 < 2 < 1
1 = 1 = 2
for x > 0: x > 0 => x > 1
for x: max(x, -x) = x
e = 2
pi = 3
Advantage <= 0
for q > 0: q > 0 and 1 < 0
"""
NOWHERE = """
for x < 0, x > 0: 1 < 0
"""


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("text", lines(NO_CLAIM))
def test_no_claim(text: str) -> None:
    found = CliRunner().invoke(main, ["claim", text])
    assert found.exit_code == 2, found.output


@pytest.mark.parametrize("text", lines(FALSE))
def test_false_claims(text: str) -> None:
    assert settle(text).verdict == "refuted"


@pytest.mark.parametrize("text", lines(NOWHERE))
def test_claims_about_nothing(text: str) -> None:
    assert settle(text).verdict == "vacuous"
