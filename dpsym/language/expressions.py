"""The vocabulary of a statement: parameters, a pair of output laws, events, probabilities, the privacy loss.

Everything here is a sympy expression.  It is built and carried, never evaluated by sympy: signs, comparisons and
simplification of a statement are decided elsewhere (`dpsym.prove` searches, `dpsym.kernel` checks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, lru_cache
from typing import ClassVar, TypeAlias

import sympy
from sympy import Basic, Expr, Integer, Piecewise, Symbol, Tuple, exp, log, sympify
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.core.parameters import global_parameters
from sympy.core.relational import Ge, Gt, Le, Lt, Relational
from sympy.logic.boolalg import Boolean

from dpsym.language.errors import StatementError
from dpsym.language.function_symbols import NamedFunction

Number: TypeAlias = Expr | int | Fraction  # what may stand for a number; `exact` refuses anything else
Law: TypeAlias = Expr | UndefinedFunction  # a mass at the outcome, or the symbol of a law


@contextmanager
def as_written() -> Iterator[None]:
    """Keep every expression exactly as typed (order of terms, no automatic simplification).

    RuntimeError where the setting is another one at the end than at the beginning: such a block, or one that evaluates, was
    left before one that began inside of it, and what was made since may be of the wrong kind.
    """
    before, global_parameters.evaluate = global_parameters.evaluate, False
    try:
        yield
    finally:
        overlap = global_parameters.evaluate
        if not overlap:
            global_parameters.evaluate = before
    if overlap:
        raise RuntimeError("blocks in which expressions are kept as they are typed overlap")


def exact(value: object, what: str = "a statement") -> Basic:
    """`value` as a sympy object; a float is refused because nobody can tell which number was meant."""
    if isinstance(value, float):
        raise StatementError(
            f"{what} contains the float {value!r}; write an exact number, e.g. Rational(1, 10)"
        )
    result = sympify(value, strict=True)
    number = _no_real_in(result) if isinstance(result, Basic) else None
    if isinstance(number, sympy.Float):
        raise StatementError(
            f"{what} contains the float {number}; write an exact number, e.g. Rational(1, 10)"
        )
    if number is not None:
        raise StatementError(
            f"{what} contains {number}, which is no real number; was something divided by 0?"
        )
    return result


_without_floats: dict[int, Basic] = {}  # by identity: for sympy 1 and 1.0 may be equal


def _no_real_in(value: Basic) -> Basic | None:
    """A float, or what is no real number (1/0, nan, i), in the expression; a part that has none is looked at once."""
    if id(value) in _without_floats:
        return None
    if isinstance(value, sympy.Float) or value is sympy.zoo or value is sympy.nan or value is sympy.I:
        return value
    for part in value.args:
        found = _no_real_in(part) if isinstance(part, Basic) else None  # a function is a class
        if found is not None:
            return found
    if len(_without_floats) > 500_000:
        _without_floats.clear()
    _without_floats[id(value)] = value
    return None


# ------------------------------------------------------------------------------------------- parameters
GREEK = {
    "eps": r"\varepsilon", "delta": r"\delta", "alpha": r"\alpha", "rho": r"\rho", "beta": r"\beta", "mu": r"\mu",
    "sigma": r"\sigma", "gamma": r"\gamma", "lam": r"\lambda", "eta": r"\eta", "Delta": r"\Delta", "tau": r"\tau",
    "theta": r"\theta", "kappa": r"\kappa", "omega": r"\omega", "epsilon": r"\varepsilon", "lambda": r"\lambda",
    "zeta": r"\zeta", "nu": r"\nu", "xi": r"\xi", "phi": r"\phi", "chi": r"\chi", "psi": r"\psi", "Gamma": r"\Gamma",
    "Theta": r"\Theta", "Lambda": r"\Lambda", "Xi": r"\Xi", "Sigma": r"\Sigma", "Psi": r"\Psi", "Omega": r"\Omega",
}  # fmt: skip


def latex_of_name(name: str) -> str:
    """`delta_p` -> δ′, `eps_0` -> ε₀, `eps_t` -> ε̃, `eps_s` -> ε*: the habits of the field."""
    if (found := re.fullmatch(r"([a-z]+)(\d+)", name)) and found[1] in GREEK:  # eps2, as p2
        return f"{GREEK[found[1]]}_{{{found[2]}}}"
    stem, _, tail = name.partition("_")
    base = GREEK.get(stem, stem)
    if not tail:
        return base
    return {"p": base + "'", "pp": base + "''", "t": rf"\tilde{{{base}}}", "s": base + "^*"}.get(
        tail, f"{base}_{{{GREEK.get(tail, tail)}}}"
    )


def tidy_name(latex: str) -> str:
    """`p1` -> p_1, `prior` -> an upright-italic word; LaTeX that already is LaTeX stays.

    A name `e` is set apart from Euler's number.
    """
    if latex == "e":
        return r"\mathsf{e}"
    if found := re.fullmatch(r"([A-Za-z])(\d+)('*)", latex):
        return f"{found[1]}_{{{found[2]}}}{found[3]}"
    return rf"\mathit{{{latex}}}" if re.fullmatch(r"[A-Za-z]{2,}", latex) else latex


AUTHORED = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z", re.ASCII)
PRINTABLE = re.compile(r"[ -~]+\Z")


def check_name(name: object, what: str) -> str:
    """The name; StatementError where the kernel could not have it."""
    if not isinstance(name, str) or not AUTHORED.match(name):
        raise StatementError(
            f"{what} is called {name!r}; a name begins with a letter (A-Z, a-z) and goes on with such letters, digits and "
            "underscores (latex= says how a parameter is printed)"
        )
    return name


# How a parameter may be printed: a letter, a word or an accented letter, with one subscript and a star or primes.  Anything
# else could be read as more than a name: `x < 0`, `2`, `x^2`, the signs of the constants and functions.
_GREEK = (
    "alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|vartheta|iota|kappa|lambda|mu|nu|xi|rho|varrho|sigma|tau|"
    "upsilon|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Upsilon|Phi|Psi|Omega|ell"
)
_LETTER = rf"(?:[A-Za-z]|\\(?:{_GREEK}))"
_FONT = r"\\(?:mathrm|mathit|mathsf|mathbf|mathcal|mathbb|mathfrak)\{(?!(?:e|d|i|log|ln|exp|erf|erfc|max|min|Pr)\})[A-Za-z]+\}"
_ACCENT = rf"\\(?:tilde|hat|bar|dot|widetilde|widehat|overline)(?:\{{(?:{_LETTER})\}}|\s+[A-Za-z])"
_INDEX = rf"_(?:[A-Za-z0-9]|{_LETTER}|\{{(?:[A-Za-z0-9, ]|{_LETTER})+\}})"
_MARK = r"'+|\^(?:\*|\\star|\\prime|\{(?:\*|\\star|(?:\\prime ?)+)\})"
SIGN = re.compile(rf"(?:[A-Za-z]{{2,}}|[A-Za-z]\d+|{_LETTER}|{_FONT}|{_ACCENT})(?:{_INDEX})?(?:{_MARK})?\Z")


class Parameter(Symbol):
    """A named real number with a domain.  Two parameters are equal when name and domain are.

    Attributes: `latex` (how it is printed), `about` (meaning and unit), `lower`, `upper` (None or a pair of bound
    and strictness), `integer_valued` (a natural number, of which its lower bound says so).
    """

    __slots__ = ("_conditions", "about", "integer_valued", "latex", "lower", "upper")

    def __new__(
        cls,
        name: str,
        latex: str = "",
        about: str = "",
        lower: tuple[Expr, bool] | None = None,
        upper: tuple[Expr, bool] | None = None,
        integer_valued: bool = False,
    ) -> Parameter:
        self = Symbol.__xnew__(cls, check_name(name, "a parameter"), real=True)
        if latex and not PRINTABLE.match(latex):
            raise StatementError(f"the parameter {name} is printed {latex!r}; LaTeX is written in ASCII here")
        if latex and latex != latex_of_name(name) and not SIGN.match(latex):
            raise StatementError(
                f"the parameter {name} is printed {latex!r}, which is more than a name; write a letter, a word or an "
                "accented letter, perhaps with a subscript, a star or primes"
            )
        self.latex, self.about, self.lower, self.upper = latex or latex_of_name(name), about, lower, upper
        self.integer_valued = integer_valued
        if integer_valued and not self.at_least_0:  # a page would call it an integer above that number
            raise StatementError(
                f"parameter {name}: an integer parameter is a natural number, at least 0, which its lower bound "
                f"{lower[0] if lower else ''} does not say; write what else is above it as a hypothesis"
            )
        return self

    def __getnewargs_ex__(self) -> tuple:
        return (self.name, self.latex, self.about, self.lower, self.upper, self.integer_valued), {}

    def _hashable_content(self) -> tuple:
        return (self.name, self.lower, self.upper, self.integer_valued)

    @property
    def least(self) -> tuple[Expr, bool] | None:
        """The lower bound and whether it is strict; 0 where none is declared for a natural number."""
        return (Integer(0), False) if self.integer_valued and self.lower is None else self.lower

    @property
    def at_least_0(self) -> bool:
        """Whether the domain says that it is not negative: by a number, or by a parameter of which it says so."""
        if self.least is None:
            return False
        low, strict = self.least
        if isinstance(low, Parameter):
            return low.at_least_0
        return bool(low.is_Rational and low >= (-1 if strict and self.integer_valued else 0))

    @property
    def conditions(self) -> tuple[Relational, ...]:
        """The domain as relations, lower bound first; an integer is a natural number."""
        if not hasattr(self, "_conditions"):
            self._conditions: tuple[Relational, ...] = self._between(self.least)
        return self._conditions

    @property
    def bounds(self) -> tuple[Relational, ...]:
        """The declared bounds as relations, lower bound first."""
        return self._between(self.lower)

    def _between(self, low: tuple[Expr, bool] | None) -> tuple[Relational, ...]:
        found: list[Relational] = []
        if low is not None:
            found.append((Lt if low[1] else Le)(low[0], self, evaluate=False))
        if self.upper is not None:
            found.append((Lt if self.upper[1] else Le)(self, self.upper[0], evaluate=False))
        return tuple(found)

    def ranging(
        self,
        *,
        above: Number | None = None,
        at_least: Number | None = None,
        below: Number | None = None,
        at_most: Number | None = None,
    ) -> Parameter:
        """The same letter, with its meaning and unit, over another domain; without bounds over all real numbers (a
        natural number stays one).  The bounds are those of `parameter`.
        """
        return parameter(
            self.name,
            self.latex,
            self.about,
            above=above,
            at_least=at_least,
            below=below,
            at_most=at_most,
            integer=self.integer_valued,
        )


def parameter(
    name: str,
    latex: str = "",
    about: str = "",
    *,
    above: Number | None = None,
    at_least: Number | None = None,
    below: Number | None = None,
    at_most: Number | None = None,
    integer: bool = False,
) -> Parameter:
    """Declare a real parameter.

    `above`/`at_least` bound it from below (strictly or not), `below`/`at_most` from above; a bound is an exact number
    or an expression in parameters declared before.  `about` says what it is, with its unit (nats for a loss).
    With integer=True it is a natural number, at least 0.
    """
    for text in (latex, about):
        if not isinstance(text, str):
            raise StatementError(
                f"parameter {name}: {text!r} is no text; a bound is written above=, at_least=, below= or at_most="
            )
    for one, two in ((above, at_least), (below, at_most)):
        if one is not None and two is not None:
            raise StatementError(f"parameter {name}: a strict and a weak bound on the same side")
    where = f"the domain of {name}"
    lower = (
        (exact(above, where), True)
        if above is not None
        else (exact(at_least, where), False)
        if at_least is not None
        else None
    )
    upper = (
        (exact(below, where), True)
        if below is not None
        else (exact(at_most, where), False)
        if at_most is not None
        else None
    )
    if integer and lower is None and upper is not None:
        lower = (Integer(0), False)
    return Parameter(name, latex, about, lower, upper, integer)


class Outcome(Symbol):
    """A bound name for an output of the mechanism; `space` names the finite output set it ranges over."""

    __slots__ = ("space",)

    def __new__(cls, name: str, space: str = "Y") -> Outcome:
        self = Symbol.__xnew__(cls, check_name(name, "an outcome"), real=True)
        if check_name(space, "an output set") == "R":
            raise StatementError(
                f"the outcome {name} ranges over R, which are the real numbers; write parameter(...)"
            )
        self.space = space
        return self

    def __getnewargs_ex__(self) -> tuple:
        return (self.name, self.space), {}

    def _hashable_content(self) -> tuple:
        return (self.name, self.space, "outcome")


def function(name: str, law: bool = True, about: str = "") -> UndefinedFunction:
    """A function symbol on outcomes: a law P, an event S, a randomised test f, a post-processing kernel G.

    Arguments may be numbers too: A(k, y) is a sequence of functions on outcomes, E(k) a sequence of numbers.  A free
    function of outcomes alone is a law, with masses that add up to 1, unless `law` is False: any numbers then.
    `about` says in words what it stands for; pages print it, and no proof rests on it.
    """
    check_name(name, "a function")
    said = {**({} if law else {"law": False}), **({"about": about} if about else {})}
    return NamedFunction(name, real=True, **said)


P, Q = function("P"), function("Q")
y = Outcome("y")


# --------------------------------------------------------------------------------- expressions over a pair
class Total(Expr):
    """The sum of `body` over all outcomes `y` of a finite output space."""

    def __new__(cls, body: Number, *outcomes: Outcome) -> Expr:
        for o in outcomes:
            if not isinstance(o, Outcome):
                raise StatementError(f"a total runs over outcomes, not over {o}")
        return Expr.__new__(cls, exact(body), *outcomes)

    @property
    def body(self) -> Expr:
        """What is summed."""
        return self.args[0]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes over which the sum runs."""
        return self.args[1:]

    @property
    def free_symbols(self) -> set:
        """The symbols of the body but for the outcomes of the sum."""
        return self.body.free_symbols - set(self.outcomes)


class Indicator(Expr):
    """1 where `condition` holds, 0 elsewhere."""

    def __new__(cls, condition: Boolean) -> Expr:
        if not isinstance(condition, Boolean | Relational):
            raise StatementError(f"an indicator takes a condition, not {condition!r}")
        return Expr.__new__(cls, condition)


def root(x: Number) -> Expr:
    """The square root of a number that is at least 0: 0 at 0, where `sqrt`, e^(log(x)/2), has no value."""
    x = exact(x, "a root")
    with as_written():
        return Piecewise((Integer(0), Le(x, 0)), (sympy.sqrt(x), sympy.true))


def as_root(e: Basic) -> sympy.Pow | None:
    """The power of a number that is at least 0, where the expression is one that is 0 at 0; else None.

    It is a Piecewise: 0 where the base is at most 0, then the power; before that perhaps 1 where the exponent is 0.
    """
    if not isinstance(e, Piecewise):
        return None
    *first, (low, when), (power, last) = e.args
    if not (isinstance(power, sympy.Pow) and last == sympy.true and low == 0):
        return None
    base, exponent = power.args
    if isinstance(exponent, sympy.Rational) and (exponent.q == 1 or exponent.p < 0):
        return None
    if not (isinstance(when, Le) and when.args == (base, Integer(0))):
        return None
    one = [(Integer(1), Le(exponent, 0, evaluate=False))]
    return power if not first or [tuple(p) for p in first] == one else None


class Pair(Basic):
    """Two laws on one output space: densities `a`, `b` as expressions in the outcomes (several for a product)."""

    def __new__(cls, a: Expr = P(y), b: Expr = Q(y), *outcomes: Outcome) -> Pair:
        return Basic.__new__(cls, a, b, *(outcomes or (y,)))

    @property
    def a(self) -> Expr:
        """The first law, as its mass at the outcomes."""
        return self.args[0]

    @property
    def b(self) -> Expr:
        """The second law, as its mass at the outcomes."""
        return self.args[1]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes that the laws are of."""
        return self.args[2:]

    @property
    def swapped(self) -> Pair:
        """The pair in the other order."""
        return Pair(self.b, self.a, *self.outcomes)

    @property
    def free_symbols(self) -> set:
        """The symbols of the laws but for the outcomes."""
        return set().union(*(x.free_symbols for x in self.args[:2])) - set(self.outcomes)


class Defined(Expr):
    """A named quantity with a definition.  The page prints the name, the checker sees the definition."""

    about: ClassVar[str] = ""

    def definition(self) -> Expr:
        """What the word stands for, in the other words of the language."""
        raise NotImplementedError


@lru_cache(10_000)
def meaning(thing: Defined | DefinedFormula) -> Basic:
    """The definition of a named quantity or condition, made once: the kernel's reading asks for it again and again."""
    return thing.definition()


class Phi_inv(Expr):
    """The quantile of the standard normal law: the number t with Phi(t) = p, for 0 < p < 1."""

    is_real = True

    def __new__(cls, p: Number) -> Phi_inv:
        return Expr.__new__(cls, exact(p, "Phi_inv"))


class Loss(Defined):
    """The privacy loss z = log(a/b) of an outcome with masses a, b; +oo where b = 0 < a, -oo where a = 0 < b.

    It is compared (`Loss(a, b) <= c`) or stands in an exponent; both are given meaning without division.
    """

    def __new__(cls, a: Number = P(y), b: Number = Q(y)) -> Loss:
        return Expr.__new__(cls, exact(a), exact(b))

    def definition(self) -> Expr:
        """log(a/b), in nats."""
        with as_written():
            return log(self.args[0] / self.args[1])


class Posterior(Defined):
    """The posterior probability that the target is in the data, from prior p, at an outcome with masses a, b.

    a is the mass when the target is present, b when it is absent.  By convention it is 0 at p = 0 and 1 at p = 1,
    also at outcomes where Bayes' rule would read 0/0.
    """

    def __new__(cls, p: Number, a: Number = P(y), b: Number = Q(y)) -> Posterior:
        return Expr.__new__(cls, exact(p), exact(a), exact(b))

    def definition(self) -> Expr:
        """p a/(p a + (1 - p) b) by Bayes' rule, with its values at p = 0 and p = 1."""
        p, a, b = self.args
        with as_written():
            bayes = p * a / (p * a + (1 - p) * b)
            if not p.free_symbols and not p.has(Total):
                return Integer(0) if p == 0 else Integer(1) if p == 1 else bayes
            return Piecewise((Integer(0), Le(p, 0)), (Integer(1), Ge(p, 1)), (bayes, sympy.true))


class Probability(Defined):
    """The probability of an event (a condition on the outcome) under a law, given by its mass at the outcome."""

    def __new__(cls, event: Basic, law: Law = P(y), *outcomes: Outcome) -> Probability:
        if isinstance(law, UndefinedFunction):
            law = law(y)
        if not isinstance(event, Boolean | Relational):
            raise StatementError(f"an event is a condition on the outcome, not {event!r}")
        return Expr.__new__(cls, event, exact(law), *(outcomes or (y,)))

    def definition(self) -> Expr:
        """The total of the law over the outcomes in the event."""
        event, law, *outcomes = self.args
        with as_written():
            return Total(Indicator(event) * law, *outcomes)

    @property
    def free_symbols(self) -> set:
        """The symbols of event and law but for the outcomes."""
        return set().union(*(x.free_symbols for x in self.args[:2])) - set(self.args[2:])


class Expectation(Defined):
    """The mean of `value` under a law, given by its mass at the outcome."""

    def __new__(cls, value: Number, law: Law = P(y), *outcomes: Outcome) -> Expectation:
        if isinstance(law, UndefinedFunction):
            law = law(y)
        return Expr.__new__(cls, exact(value), exact(law), *(outcomes or (y,)))

    def definition(self) -> Expr:
        """The total of the value times the mass."""
        value, law, *outcomes = self.args
        with as_written():
            return Total(value * law, *outcomes)

    free_symbols = Probability.free_symbols


class Mass(Defined):
    """The probability of the event S (an indicator function of the outcome) under a law: P(S)."""

    def __new__(cls, event: Basic, law: Law = P(y), *outcomes: Outcome) -> Mass:
        if isinstance(law, UndefinedFunction):
            law = law(y)
        return Expr.__new__(cls, exact(event), exact(law), *(outcomes or (y,)))

    def definition(self) -> Expr:
        """The total of the law over the outcomes in S."""
        event, law, *outcomes = self.args
        with as_written():
            return Total(event * law, *outcomes)

    free_symbols = Probability.free_symbols


class HockeyStick(Defined):
    """The hockey-stick divergence: sum over outcomes of max(0, a - e^eps b)."""

    def __new__(cls, eps: Number, pair: Pair | None = None) -> HockeyStick:
        return Expr.__new__(cls, exact(eps), pair or Pair())

    def definition(self) -> Expr:
        """The total of max(0, a - e^eps b), eps in nats."""
        eps, pair = self.args
        with as_written():
            return Total(sympy.Max(Integer(0), pair.a - exp(eps) * pair.b), *pair.outcomes)


class RenyiMoment(Defined):
    """E[exp((alpha - 1) Z)] = sum a^alpha b^(1-alpha), for laws with a = 0 wherever b = 0."""

    def __new__(cls, alpha: Number, pair: Pair | None = None) -> RenyiMoment:
        return Expr.__new__(cls, exact(alpha), pair or Pair())

    def definition(self) -> Expr:
        """The total of a^alpha b^(1 - alpha) over the outcomes where neither mass is 0."""
        alpha, pair = self.args
        with as_written():
            both = Indicator(AllOf(Lt(0, pair.a), Lt(0, pair.b)))
            return Total(both * exp(alpha * log(pair.a) + (1 - alpha) * log(pair.b)), *pair.outcomes)


# ------------------------------------------------------------------------------------------------ formulas
def condition(value: object, what: str = "a condition") -> Boolean:
    """`value` as a formula; `True`/`False` come from `==` or from a comparison of numbers, and are refused."""
    if isinstance(value, bool):
        raise StatementError(
            f"{what} is the Python value {value}; `==` compares texts, write Eq(left, right)"
        )
    if value is sympy.true or value is sympy.false:
        raise StatementError(
            f"{what} was decided by sympy ({value}); write it inside as_written(), so that it is kept"
        )
    if not isinstance(value, Boolean | Relational):
        raise StatementError(f"{what} is not a relation or a notion: {value!r}")
    exact(value, what)
    return value


class Formula(Boolean):
    """A formula of the language; a sympy Boolean that sympy never evaluates."""

    def __new__(cls, *args: Basic) -> Formula:
        return Basic.__new__(cls, *args)


class DefinedFormula(Formula):
    """A named condition with a definition, as `Defined` is a named quantity with one."""

    def definition(self) -> Boolean:
        """What the condition stands for, in the other words of the language."""
        raise NotImplementedError


class AllOf(Formula):
    """Conjunction in the authored order."""

    def __new__(cls, *parts: Boolean) -> AllOf:
        return Basic.__new__(cls, *(condition(q) for q in parts))


class InWords:
    """A formula that a sentence says in words of its own, and not part by part, where it has its usual form."""

    __slots__ = ()

    @property
    def usual(self) -> bool:
        """Whether it has the form for which there are words."""
        return True


class Distribution(InWords, AllOf):
    """That a function of the outcome is a law: see `distribution`."""


def distribution(mass: Expr, *outcomes: Outcome) -> Distribution:
    """That `mass` is a law in the given outcomes: at least 0 everywhere, and 1 in all.

    For the laws of a family, say of the next output given the outputs so far: `ForAll(x, distribution(K(x, y), y))`.
    A function symbol of which a hypothesis says so is not taken to be a law by itself.
    """
    chosen = outcomes or (y,)
    with as_written():
        return Distribution(ForAll(chosen, Le(Integer(0), mass)), sympy.Eq(Total(mass, *chosen), Integer(1)))


class AnyOf(Formula):
    """Disjunction in the authored order."""

    def __new__(cls, *parts: Boolean) -> AnyOf:
        return Basic.__new__(cls, *(condition(q) for q in parts))


class Implication(Formula):
    """If the first, then the second."""

    def __new__(cls, given: Boolean, claim: Boolean) -> Implication:
        return Basic.__new__(cls, condition(given), condition(claim))


class NotSo(Formula):
    """Negation: the part does not hold."""

    def __new__(cls, part: Boolean) -> NotSo:
        return Basic.__new__(cls, condition(part))


class Between(DefinedFormula):
    """low <= middle <= high (Python cannot chain comparisons of expressions)."""

    def __new__(cls, low: Number, middle: Number, high: Number) -> Between:
        return Basic.__new__(cls, exact(low), exact(middle), exact(high))

    def definition(self) -> Boolean:
        """Both bounds."""
        low, middle, high = self.args
        with as_written():
            return AllOf(Le(low, middle), Le(middle, high))


class Within(DefinedFormula):
    """|value| <= bound, read as -bound <= value <= bound."""

    def __new__(cls, value: Number, bound: Number) -> Within:
        return Basic.__new__(cls, exact(value), exact(bound))

    def definition(self) -> Boolean:
        """Both bounds, of which one is minus the other."""
        value, bound = self.args
        with as_written():
            return Between(-bound, value, bound)


class ForAll(Formula):
    """For all values of the variables that satisfy their domains (and the extra conditions): `body`.

    A variable is a Parameter, an Outcome, or an applied function symbol S(y) (see EveryEvent, EveryTest).
    """

    def __new__(cls, variables: Basic | Sequence[Basic], body: Boolean) -> ForAll:
        variables = variables if isinstance(variables, tuple | list | Tuple) else (variables,)
        return Basic.__new__(cls, Tuple(*variables), condition(body))

    @property
    def free_symbols(self) -> set:
        """With those of the domains of the bound names."""
        ends = (
            end for v in self.args[0] for end in (getattr(v, "lower", None), getattr(v, "upper", None)) if end
        )
        inside = set().union(self.args[1].free_symbols, *(end[0].free_symbols for end in ends))
        return inside - set(self.args[0])


class Exists(Formula):
    """Some value of the variable in its domain satisfies `body`."""

    def __new__(cls, variables: Basic | Sequence[Basic], body: Boolean) -> Exists:
        variables = variables if isinstance(variables, tuple | list | Tuple) else (variables,)
        return Basic.__new__(cls, Tuple(*variables), condition(body))

    free_symbols = ForAll.free_symbols


class EveryEvent(Formula):
    """For all sets S of outcomes, given as the indicator S(y): `body`."""

    def __new__(cls, event: AppliedUndef, body: Boolean) -> EveryEvent:
        return Basic.__new__(cls, event, condition(body))

    @property
    def free_symbols(self) -> set:
        """The symbols of the formula but for those of the event."""
        return self.args[1].free_symbols - self.args[0].free_symbols


class UnderEachLaw(DefinedFormula):
    """The event has probability at least `level` under P, and under Q: whether or not the target is in the data."""

    def __new__(cls, event: Boolean, level: Number, pair: Pair | None = None) -> UnderEachLaw:
        return Basic.__new__(cls, condition(event), exact(level), pair or Pair())

    def definition(self) -> Boolean:
        """That the probability is at least the level under each of the two laws."""
        event, level, pair = self.args
        with as_written():
            return AllOf(
                Ge(Probability(event, pair.a, *pair.outcomes), level),
                Ge(Probability(event, pair.b, *pair.outcomes), level),
            )

    @property
    def free_symbols(self) -> set:
        """The symbols of event, level and laws but for the outcomes."""
        event, level, pair = self.args
        return (event.free_symbols | level.free_symbols | pair.free_symbols) - set(pair.outcomes)


class Notion(DefinedFormula):
    """A definition of privacy that a pair of laws satisfies, in both orders.

    A subclass gives `one_order(pair)`; its arguments are the budget's parameters, then the pair.
    """

    title: ClassVar[str] = ""
    short: ClassVar[str] = ""
    adjacency: ClassVar[str] = "add-remove"  # of databases; empty where a notion is of other pairs
    arity: ClassVar[int] = 0

    def __new__(cls, *args: Number | Pair, pair: Pair | None = None) -> Notion:
        if args and isinstance(args[-1], Pair):
            *args, pair = args  # type: ignore[assignment]
        if len(args) != cls.arity:
            raise StatementError(f"{cls.__name__} takes {cls.arity} parameters, not {len(args)}")
        pair = pair or Pair()
        budget = [exact(a, cls.__name__) for a in args]
        spoken_of = {x.name for b in budget for x in b.free_symbols}
        spoken_of |= {x.func.__name__ for b in budget for x in b.atoms(AppliedUndef)}
        if spoken_of and (taken := spoken_of & (cls._quantified() | {x.name for x in pair.outcomes})):
            raise StatementError(
                f"{cls.__name__} itself speaks of every {', '.join(sorted(taken))}: give yours another name"
            )
        return Basic.__new__(cls, *budget, pair)

    @classmethod
    @cache
    def _quantified(cls) -> frozenset[str]:
        """The names over which the definition quantifies; in a budget they would be captured."""
        with as_written():
            body = Basic.__new__(cls, *(Symbol(f"budget_{i}") for i in range(cls.arity)), Pair()).one_order(
                Pair()
            )
        bound: set[str] = set()
        for part in body.atoms(ForAll, Exists, EveryEvent):
            for x in part.args[0] if isinstance(part.args[0], Tuple) else (part.args[0],):
                bound.add(x.func.__name__ if isinstance(x, AppliedUndef) else x.name)
        return frozenset(bound)

    @property
    def budget(self) -> tuple[Expr, ...]:
        """The arguments of the notion, without its pair."""
        return self.args[:-1]

    @property
    def pair(self) -> Pair:
        """The pair that the notion is about."""
        return self.args[-1]

    def one_order(self, pair: Pair) -> Boolean:
        """What the notion asks of the pair in this order, unfolded."""
        raise NotImplementedError

    def definition(self) -> Boolean:
        """What the notion asks, of the pair in both orders."""
        with as_written():
            return AllOf(self.one_order(self.pair), self.one_order(self.pair.swapped))

    def on(self, pair: Pair) -> Notion:
        """The notion with the same budget of another pair."""
        return type(self)(*self.budget, pair=pair)


@lru_cache(50_000)
def parts_of(thing: Basic, kind: type[Basic]) -> frozenset[Basic]:
    """The parts of an expression that are of a kind, as `atoms` finds them; what occurs again is looked at once."""
    found: set[Basic] = set()
    seen: set[int] = set()
    stack = [thing]
    while stack:
        e = stack.pop()
        if id(e) not in seen:
            seen.add(id(e))
            if isinstance(e, kind):
                found.add(e)
            stack += e.args
    return frozenset(found)


def swaps_of(*things: Basic) -> dict[str, str]:
    """Which laws change places when the order of every pair in the statements is reversed: P and Q, A and B, ..."""
    swaps = {"P": "Q", "Q": "P"}
    for thing in things:
        for pair in parts_of(thing, Pair):
            a = sorted((x.func.__name__, x.args) for x in parts_of(pair.a, AppliedUndef))
            b = sorted((x.func.__name__, x.args) for x in parts_of(pair.b, AppliedUndef))
            if len(a) == len(b):
                for (one, here), (two, there) in zip(
                    sorted(a, key=lambda x: str(x[1])), sorted(b, key=lambda x: str(x[1])), strict=True
                ):
                    if [getattr(x, "space", "") for x in here] == [getattr(x, "space", "") for x in there]:
                        swaps.setdefault(one, two)
                        swaps.setdefault(two, one)
    return swaps


def swap_laws(thing: Basic, swaps: dict[str, str] | None = None) -> Basic:
    """The mirrored statement: the two laws (of every pair) exchanged everywhere."""
    swaps = swaps or {"P": "Q", "Q": "P"}
    if isinstance(thing, AppliedUndef):
        args = [swap_laws(a, swaps) for a in thing.args]
        name = swaps.get(thing.func.__name__)
        if name is None:
            return thing.func(*args)
        own = {kind: getattr(thing.func, kind) for kind in ("law", "index") if hasattr(thing.func, kind)}
        return NamedFunction(name, real=True, **own)(*args)  # a measure stays one, a family keeps its index
    if not isinstance(thing, Basic) or not thing.args:
        return thing
    with as_written():
        args = [swap_laws(a, swaps) for a in thing.args]
        return thing if all(s is t for s, t in zip(args, thing.args, strict=True)) else thing.func(*args)


def other_law(thing: Basic, swaps: dict[str, str] | None = None) -> Basic:
    """The same events under the other law: only the law of a probability or expectation is exchanged."""
    if not isinstance(thing, Basic) or not thing.args:
        return thing
    with as_written():
        if isinstance(thing, Probability | Expectation | Mass):
            value, law, *outcomes = thing.args
            return thing.func(other_law(value, swaps), swap_laws(law, swaps), *outcomes)
        args = [other_law(a, swaps) for a in thing.args]
        return thing if all(s is t for s, t in zip(args, thing.args, strict=True)) else thing.func(*args)


__all__ = [
    "AllOf", "AnyOf", "Between", "Defined", "DefinedFormula", "Distribution", "EveryEvent", "Exists", "Expectation",
    "ForAll", "Formula", "Ge", "Gt", "HockeyStick", "Implication", "Indicator", "Le", "Loss", "Lt", "Mass", "NotSo",
    "Notion", "Outcome", "P", "Pair", "Parameter", "Phi_inv", "Posterior", "Probability", "Q", "RenyiMoment", "Total",
    "UnderEachLaw", "Within", "as_root", "as_written", "condition", "distribution", "exact", "function", "other_law",
    "parameter", "root", "swap_laws", "swaps_of", "y",
]  # fmt: skip
