r"""A reader of the LaTeX that dpsym emits: formula text -> sympy expression.  For tests only.

It knows the grammar of mathematics as printed (juxtaposition is a product, \frac, scripts, brackets) and
shares no
code with the fold.  Names are given by the caller as LaTeX -> symbol; a law's name is read as its mass at
the outcome.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Ne

from dpsym.language import expressions as x
from dpsym.language import quantities as q
from dpsym.language.expressions import as_written
from dpsym.language.notions import LEVEL, Phi

TOKEN = re.compile(
    r"\\text\{[^{}]*\}|\\begin\{\w+\}(?:\[\w\])?|\\end\{\w+\}|\\[A-Za-z]+|\\.|\d+|[A-Za-z]|[^\s]"
)
SKIP = {
    "\\left", "\\right", "\\bigl", "\\bigr", "\\mathopen", "&", "\\\\", "\\quad", "\\,",
    "\\begin{aligned}[t]", "\\begin{aligned}",
    "\\end{aligned}", "\\displaystyle",
}  # fmt: skip
RELATIONS = {"=": Eq, r"\ne": Ne, "<": Lt, r"\le": Le, ">": Gt, r"\ge": Ge}
FUNCTIONS = {
    r"\log": sympy.log, r"\tanh": sympy.tanh, r"\sinh": sympy.sinh, r"\cosh": sympy.cosh,
    r"\coth": sympy.coth,
    r"\sin": sympy.sin, r"\cos": sympy.cos, r"\tan": sympy.tan, r"\exp": sympy.exp, r"\arctan": sympy.atan,
    "erf": sympy.erf, "erfc": sympy.erfc, "arcsin": sympy.asin, "arctanh": sympy.atanh, "sgn": sympy.sign,
    "\\Phi": Phi,
}  # fmt: skip
CLOSERS = {")", "]", r"\}", r"\rvert", r"\rfloor", r"\rceil", "}", r"\end{cases}"}


class ReadError(ValueError):
    """The text is not what dpsym emits."""


# Outcomes of a law that is read without one.
DUMMIES = tuple(x.Outcome(f"at_{k}") for k in range(1, 9))


def is_function(value: Any) -> bool:
    return isinstance(value, sympy.core.function.UndefinedFunction)


class Homonyms(tuple):
    """Symbols of one spelling: the level x of a test and an outcome x."""


class Places:
    """The outcomes at which a law is taken: each dot, or each argument that a bare name leaves out, is the next one."""

    def __init__(self, outcomes: tuple[Any, ...] | None = None) -> None:
        self.outcomes, self.at, self.used = outcomes, 0, 0

    def next(self) -> Any:
        found = self.first(self.at + 1)[-1]
        self.at += 1
        self.used = max(self.used, self.at)
        return found

    def first(self, count: int) -> tuple[Any, ...]:
        if self.outcomes is None:
            return DUMMIES[:count]
        if count > len(self.outcomes):
            raise ReadError("a law of more outcomes than are drawn")
        return self.outcomes[:count]


class Reader:
    def __init__(self, text: str, names: Mapping[str, Any]) -> None:
        self.tokens = self._without_layout(TOKEN.findall(text.replace(r"\\[2ex]", r"\\")))
        self.tokens = self._without_empty(self.tokens)
        self.at = 0
        self.names = {self._key(k): v for k, v in names.items()}
        self.longest = max((len(k) for k in self.names), default=0)
        self.drawn: list[tuple[Any, ...]] = []
        self.scope: list[Any] = []  # homonyms that are bound here, innermost last
        self.places: list[Places] = []  # of the laws that are being read, innermost last

    @staticmethod
    def _without_empty(tokens: list[str]) -> list[str]:
        found: list[str] = []
        for token in tokens:
            if token == "}" and found and found[-1] == "{" and (len(found) < 2 or found[-2] not in "_^"):
                found.pop()
                continue
            found.append(token)
        return found

    @staticmethod
    def _without_layout(raw: list[str]) -> list[str]:
        """Tokens that mean something: & and \\\\ do where the innermost block is one of cases."""
        found: list[str] = []
        blocks: list[str] = []
        for token in raw:
            if token.startswith(r"\begin{"):
                blocks.append(token)
            elif token.startswith(r"\end{"):
                blocks.pop()
            in_cases = bool(blocks) and blocks[-1] == r"\begin{cases}"
            if token not in SKIP or (in_cases and token in ("&", "\\\\")):
                found.append(token)
        return found

    @classmethod
    def _key(cls, latex: str) -> tuple[str, ...]:
        return tuple(cls._without_empty(cls._without_layout(TOKEN.findall(latex))))

    # ---- tokens
    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def next(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def take(self, token: str) -> bool:
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def need(self, token: str) -> None:
        if not self.take(token):
            raise ReadError(f"expected {token!r} at {' '.join(self.tokens[self.at - 3 : self.at + 6])!r}")

    def words(self) -> str:
        token = self.peek()
        return token[6:-1].strip() if token.startswith(r"\text{") else ""

    def name(self) -> tuple[Any, int] | None:
        for length in range(min(self.longest, len(self.tokens) - self.at), 0, -1):
            key = tuple(self.tokens[self.at : self.at + length])
            if key in self.names:
                found = self.names[key]
                if isinstance(found, Homonyms):
                    bound = [s for s in self.scope if s in found]
                    found = bound[-1] if bound else found[0]
                return found, length
        return None

    def binder(self, kind: type) -> Any:
        """A name that is bound here: of homonyms the one of this kind."""
        known = self.name()
        if known is None:
            raise ReadError(f"nothing is bound at {self.peek()!r}")
        key = tuple(self.tokens[self.at : self.at + known[1]])
        self.at += known[1]
        found = self.names[key]
        return (
            next((s for s in found if isinstance(s, kind)), found[0])
            if isinstance(found, Homonyms)
            else found
        )

    # ---- formulas
    def formula(self) -> Any:
        parts, words = [self.statement()], set()
        while self.words() in ("and", "or"):
            words.add(self.words())
            self.at += 1
            parts.append(self.statement())
        if len(parts) == 1:
            return parts[0]
        if len(words) > 1:
            raise ReadError("`and` and `or` side by side")
        return x.AllOf(*parts) if words == {"and"} else x.AnyOf(*parts)

    def statement(self) -> Any:
        words = self.words()
        if words in ("true", "false"):
            self.at += 1
            return sympy.true if words == "true" else sympy.false
        if words == "not":
            self.at += 1
            self.need("(")
            body = self.formula()
            self.need(")")
            return x.NotSo(body)
        if words == "if":
            self.at += 1
            given = self.formula()
            if self.words() != "then":
                raise ReadError("if without then")
            self.at += 1
            return x.Implication(given, self.formula())
        if words in ("for every", "there is"):
            self.at += 1
            variables = self.ranges()
            if words == "for every":
                self.need(r"\colon")
                return x.ForAll(variables, self.within(variables, self.formula))
            if self.words() != "with":
                raise ReadError("there is ... with")
            self.at += 1
            return x.Exists(variables, self.within(variables, self.formula))
        if words == "for every event":
            self.at += 1
            event = self.law_name()
            self.need(r"\colon")
            return x.EveryEvent(event, self.formula())
        if words == "with probability at least":
            self.at += 1
            level = self.sum()
            laws = []
            for expected in ("under", "and under"):
                if self.words() != expected:
                    raise ReadError(f"expected the words {expected}")
                self.at += 1
                laws.append(self.source())
            self.need(r"\colon")
            outcomes = laws[0][1]
            self.drawn.append(outcomes)
            event = self.formula()
            self.drawn.pop()
            return x.UnderEachLaw(event, level, x.Pair(laws[0][0], laws[1][0], *outcomes))
        start = self.at
        if self.peek() == "(":  # a pair that satisfies a notion
            end = self.closing(self.at)
            if end < len(self.tokens) and self.tokens[end][6:-1].strip() == "is":
                return self.guarantee(self.pair())
        if self.take(
            "("
        ):  # a bracketed formula, or the left side of a relation, or a pair that satisfies a notion
            try:
                inside = self.formula()
                self.need(")")
                if isinstance(inside, sympy.logic.boolalg.Boolean) and self.peek() not in RELATIONS:
                    return inside
            except ReadError:
                pass
            self.at = start
        return self.relation()

    def ranges(self) -> list[Any]:
        """The variables of a quantifier, each parameter with the domain that is printed."""
        found: list[Any] = []
        while True:
            found.append(self.variable())
            if not self.take(","):
                return found

    def variable(self) -> Any:
        integer = self.words() == "integer"
        self.at += integer
        known = self.name()
        if known is not None and is_function(known[0]):
            self.at += known[1]
            index = self.index(known[0])
            if self.peek() != "(":
                return known[0](*index) if index else known[0]
            return known[0](*index, *self.arguments())
        if (
            known is not None
            and not integer
            and (self.peek(known[1]) in (",", r"\colon") or self.word_at(known[1]))
        ):
            return self.binder(x.Outcome)
        items: list[Any] = [self.sum()]
        if self.take(r"\in"):
            self.need(r"\dpsymReals")
            return x.Parameter(items[0].name)
        while self.peek() in ("<", r"\le", ">", r"\ge"):
            items += [self.next(), self.sum()]
        if len(items) == 3:
            over, sign, bound = items
            side = {"<": "upper", r"\le": "upper", ">": "lower", r"\ge": "lower"}[sign]
            return x.Parameter(over.name, integer_valued=integer, **{side: (bound, sign in "<>")})
        if len(items) != 5 or {items[1], items[3]} & {">", r"\ge"}:
            raise ReadError("a variable without a domain")
        low, first, over, second, high = items
        return x.Parameter(
            over.name, lower=(low, first == "<"), upper=(high, second == "<"), integer_valued=integer
        )

    def word_at(self, ahead: int) -> bool:
        return self.peek(ahead).startswith(r"\text{")

    def event(self) -> Any:
        """A formula, or several with commas between them that all hold."""
        parts = [self.formula()]
        while self.take(","):
            parts.append(self.formula())
        return parts[0] if len(parts) == 1 else x.AllOf(*parts)

    def relation(self) -> Any:
        if self.take(r"\dpsymMechanism"):
            return self.guarantee(x.Pair())
        left = self.sum()
        items: list[Any] = [left]
        if self.take(r"\in"):
            self.need(r"\{")
            values = [self.sum()]
            while self.take(","):
                values.append(self.sum())
            self.need(r"\}")
            return x.AnyOf(*(Eq(left, value) for value in values))
        while self.peek() in RELATIONS:
            items += [RELATIONS[self.next()], self.sum()]
        if len(items) == 1:
            return left
        if len(items) == 3:
            low, kind, high = items
            return kind(low, high)
        if len(items) == 5 and items[1] is Le and items[3] is Le:
            return x.Between(items[0], items[2], items[4])
        if {*items[1::2]} <= {Le, Lt}:
            return x.AllOf(*(kind(*items[2 * k : 2 * k + 3 : 2]) for k, kind in enumerate(items[1::2])))
        raise ReadError("a chain of relations")

    def guarantee(self, pair: Any) -> Any:
        if self.words() != "is":
            raise ReadError("a mechanism without `is`")
        self.at += 1
        values: list[Any] = []
        shape = ""
        while (
            self.peek() and self.words() not in ("and", "or", "then", "with") and self.peek() not in CLOSERS
        ):
            if self.words():
                shape += self.words()
                self.at += 1
            elif self.take("("):
                values.append(self.budget())
                while self.take(","):
                    values.append(self.budget())
                self.need(")")
            elif self.peek() in ("-",) or (
                self.name() is None and re.fullmatch(r"[A-Za-z]|\\mu|_|\{|\}", self.peek())
            ):
                shape += self.next()
            else:
                values.append(self.budget())
        return Guarantee(shape, tuple(values), pair)

    def budget(self) -> Any:
        """A number, or a function of the level: a name, one with a dot, or x -> expression."""
        self.places.append(Places((LEVEL,)))
        value = self.sum()
        self.places.pop()
        return value.expr if isinstance(value, sympy.Lambda) else value

    # ---- laws
    def closing(self, start: int) -> int:
        """The place after the bracket that closes the one at `start`."""
        depth, end = 0, start
        while end < len(self.tokens):
            depth += (self.tokens[end] == "(") - (self.tokens[end] == ")")
            end += 1
            if depth == 0:
                break
        return end

    def law(self, outcomes: tuple[Any, ...] | None = None) -> tuple[Any, tuple[Any, ...]]:
        """A law by its name, with dots for the outcome, as a combination or as a function: its mass at the outcomes."""
        places = Places(outcomes)
        inside = self.drawn
        self.drawn = []
        self.places.append(places)
        value = self.sum()
        self.places.pop()
        self.drawn = inside
        if isinstance(value, sympy.Lambda):
            at = places.first(len(value.variables))
            return value.expr.xreplace(dict(zip(value.variables, at, strict=True))), at
        return value, places.first(places.used)

    def pair(self) -> Any:
        self.need("(")
        one, first = self.law()
        self.need(",")
        two, second = self.law()
        self.need(")")
        if first != second:
            raise ReadError("the laws of a pair are of different outcomes")
        return x.Pair(one, two, *first)

    def index(self, function: Any) -> list[Any]:
        """The index of a family of laws, `M_{x}`: as many values as it has; nothing where none is printed."""
        count = getattr(function, "index", 0) or self.names.get(("index", function.__name__), 0)
        if not count or not self.take("_"):
            return []
        self.need("{")
        found = [self.value()]
        while self.take(","):
            found.append(self.value())
        self.need("}")
        if len(found) != count:
            raise ReadError(f"{function.__name__} has an index of {count} values, not of {len(found)}")
        return found

    def applied(self, function: Any, index: list[Any]) -> Any:
        """A function with its arguments: f(r, y) at values, f(r, .) in a law, f(r, S) the probability of S."""
        self.need("(")
        found: list[Any] = [*index]
        event, dots = None, 0
        while True:
            if self.tokens[self.at : self.at + 3] == ["{", r"\cdot", "}"]:
                self.at += 3
                if not self.places:
                    raise ReadError("a dot outside a law")
                found.append(self.places[-1].next())
                dots += 1
            elif (known := self.name()) and is_function(known[0]) and self.peek(known[1]) in (",", ")"):
                self.at += known[1]
                event = known[0]
                found.append(None)
            else:
                found.append(self.value())
            if not self.take(","):
                break
        self.need(")")
        if event is None:
            return function(*found)
        if dots or found.count(None) != 1:
            raise ReadError("an event beside a dot or another event")
        own = self.names.get(("arity", event.__name__)) or (DUMMIES[0],)
        own = own if len(found) == len(index) + 1 else own[:1]
        at = [o for a in found for o in (own if a is None else (a,))]
        return x.Mass(event(*own), function(*at), *own)

    def value(self) -> Any:
        """An argument of a function: a value, in which names do not stand for laws."""
        places, self.places = self.places, []
        value = self.sum()
        self.places = places
        return value

    # ---- arithmetic
    def sum(self) -> Any:
        known = self.name()
        if known is not None and self.peek(known[1]) == r"\mapsto":
            over = self.binder(x.Parameter)
            self.need(r"\mapsto")
            return sympy.Lambda(over, self.within((over,), self.sum))
        if several := self.names_before_arrow():
            return sympy.Lambda(several, self.sum())
        start = self.places[-1].at if self.places else 0
        terms = [-self.product() if self.take("-") else self.product()]
        while self.peek() in ("+", "-"):
            sign = self.next()
            if self.places:  # the terms of a mixture are laws of the same outcomes
                self.places[-1].at = start
            term = self.product()
            terms.append(term if sign == "+" else -term)
        return terms[0] if len(terms) == 1 else sympy.Add(*terms)

    def names_before_arrow(self) -> tuple[Any, ...]:
        """The names of `(x, y) -> ...`, read together with the arrow; nothing where no such function begins."""
        start, found = self.at, []
        if self.take("("):
            while (known := self.name()) is not None:
                self.at += known[1]
                found.append(known[0])
                if not self.take(","):
                    break
            if len(found) > 1 and self.take(")") and self.take(r"\mapsto"):
                return tuple(found)
        self.at = start
        return ()

    def product(self) -> Any:
        value = self.factor()
        while True:
            token = self.peek()
            if token == r"\otimes":
                if not self.places:
                    raise ReadError("a product of laws outside a law")
                self.at += 1
                value = value * self.factor()
            elif token in (r"\cdot", r"\times"):
                self.at += 1
                value = value * self.factor()
            elif token == "/":
                self.at += 1
                value = value / self.factor()
            elif token and token not in RELATIONS and token not in CLOSERS and self.starts_factor():
                value = value * self.factor()
            else:
                return value

    def starts_factor(self) -> bool:
        token = self.peek()
        if token in (
            "+",
            "-",
            ",",
            "&",
            "\\\\",
            r"\colon",
            r"\sim",
            r"\in",
            "^",
            "_",
            "'",
            "!",
            ":",
            ".",
            r"\|",
        ):
            return False
        return not token.startswith(r"\text{")

    def script(self) -> Any:
        self.need("{")
        value = self.sum()
        self.need("}")
        return value

    def factor(self) -> Any:
        value = self.atom()
        while True:
            if self.take("^"):
                value = value ** self.script()
            elif self.take("!"):
                value = sympy.factorial(value)
            else:
                return value

    def arguments(self, opening: str = "(", closing: str = ")") -> list[Any]:
        self.need(opening)
        found = [self.sum()]
        while self.take(","):
            found.append(self.sum())
        self.need(closing)
        return found

    def braced(self) -> Any:
        self.need("{")
        value = self.sum()
        self.need("}")
        return value

    def outcomes(self) -> tuple[Any, ...]:
        return self.drawn[-1] if self.drawn else (x.y,)

    def law_name(self) -> Any:
        known = self.name()
        if known is None or not isinstance(known[0], sympy.core.function.UndefinedFunction):
            raise ReadError(f"not a law or an event: {self.peek()!r}")
        self.at += known[1]
        return known[0](*self.arity(known[0]))

    def arity(self, function: Any) -> tuple[Any, ...]:
        """What a name stands for without arguments: its value at the outcome drawn, where one is."""
        known, drawn = self.names.get(("arity", function.__name__)), self.outcomes()
        return drawn if not known or (self.drawn and len(known) == len(drawn)) else known

    def source(self) -> tuple[Any, tuple[Any, ...]]:
        r"""`Y \sim P`: the mass and the outcomes."""
        bracket = self.take("(")
        found = []
        while True:
            known = self.name()
            if known is None:
                raise ReadError(f"not an outcome: {self.peek()!r}")
            self.at += known[1]
            found.append(known[0])
            if not self.take(","):
                break
        if bracket:
            self.need(")")
        self.need(r"\sim")
        return self.law(tuple(found))[0], tuple(found)

    def primed(self) -> bool:
        return self.take("'")

    def of_pair(self, prime: bool, subscript: tuple[str, str] | None) -> tuple[Any, Any]:
        if subscript is not None:
            one, two = (self.names[self._key(s)] for s in subscript)
        else:
            one, two = (x.Q, x.P) if prime else (x.P, x.Q)
        outcomes = self.outcomes()
        outcomes = self.outcomes_in_brackets() or outcomes
        return one(*outcomes), two(*outcomes)

    def outcomes_in_brackets(self) -> tuple[Any, ...]:
        """`(y, z)`, read; nothing where no such list begins."""
        start, found = self.at, []
        if self.take("("):
            while (known := self.name()) is not None and isinstance(known[0], x.Outcome):
                self.at += known[1]
                found.append(known[0])
                if not self.take(","):
                    break
            if found and self.take(")"):
                return tuple(found)
        self.at = start
        return ()

    def atom(self) -> Any:
        known = self.name()
        if known is not None:
            value, length = known
            self.at += length
            if is_function(value):
                index = self.index(value)
                if index and len(index) == self.names.get(("sequence", value.__name__)):
                    return value(*index)
                if self.peek() == "(":
                    return self.applied(value, index)
                if self.places:
                    own = self.names.get(("arity", value.__name__))
                    numbered = len(index) if getattr(value, "index", 0) else 0
                    count = len(own) - numbered if own else 1
                    return value(*index, *(self.places[-1].next() for _ in range(count)))
                if index:
                    raise ReadError(f"a law of the family {value.__name__} outside a law")
                return value(*self.arity(value))
            return value
        token = self.next()
        if token.isdigit():
            return Integer(int(token))
        if token == "e":
            if self.take("^"):
                return sympy.exp(self.script())
            return sympy.E
        if token == r"\pi":
            return sympy.pi
        if token == r"\infty":
            return sympy.oo
        if token == "(":
            end = self.closing(self.at - 1)
            event = self.name_at(end + 1) if self.tokens[end : end + 1] == ["("] else None
            if event is not None and is_function(event):
                start = self.at
                mass, outcomes = self.law()
                self.need(")")
                self.need("(")
                self.law_name()
                if self.take(")"):
                    return x.Mass(event(*outcomes), mass, *outcomes)
                self.at = start  # a product of two brackets
            value = self.sum()
            self.need(")")
            return value
        if token == r"\lvert":
            value = self.sum()
            self.need(r"\rvert")
            return sympy.Abs(value)
        if token == r"\lfloor":
            value = self.sum()
            self.need(r"\rfloor")
            return sympy.floor(value)
        if token == r"\lceil":
            value = self.sum()
            self.need(r"\rceil")
            return sympy.ceiling(value)
        if token in (r"\frac", r"\dfrac"):
            above = self.braced()
            return above / self.braced()
        if token.startswith(r"\text{"):
            return self.evaluated(token)
        if token == r"\binom":
            above = self.braced()
            return sympy.binomial(above, self.braced())
        if token == r"\sqrt":
            return sympy.sqrt(self.braced())
        if token in (r"\max", r"\min"):
            return self.extremum(token)
        if token == r"\operatorname":
            self.need("{")
            word = ""
            while not self.take("}"):
                word += self.next()
            return self.call(FUNCTIONS[word])
        if token == r"\Phi" and self.peek() == "^":
            self.next()
            if self.script() != -1:
                raise ReadError("a power of the distribution function")
            return self.call(x.Phi_inv)
        if token in FUNCTIONS:
            return self.call(FUNCTIONS[token])
        if token == r"\sum":
            return self.total()
        if token in (r"\dpsymArgmin", r"\dpsymRoot"):
            return self.ranged(q.Minimiser if token == r"\dpsymArgmin" else q.Root)
        if token == r"\dpsymIndicator":
            self.need("[")
            condition = self.event()
            self.need("]")
            return x.Indicator(condition)
        if token in (r"\dpsymPr", r"\dpsymE"):
            self.need("{")
            law, outcomes = self.source()
            self.need("}")
            self.need("[")
            self.drawn.append(outcomes)
            body = self.event() if token == r"\dpsymPr" else self.sum()
            self.drawn.pop()
            self.need("]")
            return (x.Probability if token == r"\dpsymPr" else x.Expectation)(body, law, *outcomes)
        if token == r"\dpsymHockeyStick":
            eps, laws = self.braced(), []
            for _ in range(2):
                self.need("{")
                laws.append(self.law())
                self.need("}")
            (a, outcomes), (b, others) = laws
            if outcomes != others:
                raise ReadError("the laws of a divergence are of different outcomes")
            return x.HockeyStick(eps, x.Pair(a, b, *outcomes))
        if token == r"\dpsymTotalVariation":
            self.need("{")
            a, outcomes = self.law()
            self.need("}")
            self.need("{")
            b, others = self.law()
            self.need("}")
            if outcomes != others:
                raise ReadError("the laws of a distance are of different outcomes")
            return x.HockeyStick(sympy.Integer(0), x.Pair(a, b, *outcomes))
        if token == r"\dpsymRelativeEntropy":
            laws = []
            for _ in range(2):
                self.need("{")
                laws.append(self.law())
                self.need("}")
            (a, outcomes), (b, others) = laws
            if outcomes != others:
                raise ReadError("the laws of a divergence are of different outcomes")
            both = x.Indicator(x.AllOf(a > 0, b > 0))
            return x.Total(both * a * sympy.log(a / b), *outcomes)
        if token == r"\dpsymLoss":
            return x.Loss(*self.pair_of_symbol()[1:])
        if token == r"\dpsymPosterior":
            prior, a, b = self.pair_of_symbol()
            return x.Posterior(self.names[("p",)] if prior is None else prior, a, b)
        if token == r"\begin{cases}":
            rows = []
            while True:
                value = self.sum()
                self.need("&")
                if self.words() == "otherwise":
                    self.at += 1
                    condition: Any = sympy.true
                else:
                    if self.words() != "if":
                        raise ReadError("cases without if")
                    self.at += 1
                    condition = self.formula()
                rows.append((value, condition))
                if not self.take("\\\\"):
                    break
            self.need(r"\end{cases}")
            return sympy.Piecewise(*rows)
        raise ReadError(f"cannot read {token!r} before {' '.join(self.tokens[self.at : self.at + 8])!r}")

    def name_at(self, position: int) -> Any:
        saved, self.at = self.at, position
        known = self.name()
        self.at = saved
        return known[0] if known else None

    def pair_of_symbol(self) -> tuple[Any, Any, Any]:
        prime, subscript, prior = False, None, None
        if self.take("_"):
            self.need("{")
            depth, inside = 1, []
            while True:
                token = self.next()
                depth += (token == "{") - (token == "}")
                if depth == 0:
                    break
                inside.append(token)
            if r"\|" in inside:
                cut = inside.index(r"\|")
                left, right = inside[:cut], inside[cut + 1 :]
                if "," in left:
                    comma = len(left) - 1 - left[::-1].index(",")
                    prior, left = left[:comma], left[comma + 1 :]
                subscript = ("".join(left), "".join(right))
            else:
                prior = inside
        if self.take("'") or (self.take("^") and self.take("'")):
            prime = True
        a, b = self.of_pair(prime, subscript)
        if prior is not None:
            inner = Reader("", {})
            inner.tokens, inner.names, inner.longest = prior, self.names, self.longest
            prior = inner.sum()
        return prior, a, b

    def call(self, function: Any) -> Any:
        power = None
        if self.take("^"):
            power = self.script()
        value = function(*self.arguments())
        return value if power is None else value**power

    def extremum(self, token: str) -> Any:
        if self.take("_"):
            self.at -= 1
            return self.ranged(q.Minimum)
        kind = sympy.Max if token == r"\max" else sympy.Min
        self.need(r"\{")
        first = self.sum()
        if self.peek() in RELATIONS:  # min{k >= start : body > level}
            self.need(r"\ge")
            start = self.sum()
            self.need(r"\colon")
            body = self.sum()
            self.need(">")
            level = self.sum()
            self.need(r"\}")
            return q.FirstAbove(body, first, level, start)
        if self.take(r"\colon"):
            low = self.sum()
            self.need(r"\le")
            over = self.sum()
            self.need(r"\le")
            high = self.sum()
            self.need(",")
            holds = self.formula()
            self.need(r"\}")
            return q.LeastOver(first, over, low, high, holds)
        values = [first]
        while self.take(","):
            values.append(self.sum())
        self.need(r"\}")
        return kind(*values)

    def ranged(self, kind: Any) -> Any:
        self.need("_")
        self.need("{")
        low: Any = sympy.S.NegativeInfinity
        high: Any = sympy.oo
        over = self.sum()
        if self.peek() in RELATIONS:
            self.at += 1
            low, over = over, self.sum()
            if self.peek() in RELATIONS:
                self.at += 1
                high = self.sum()
            elif not isinstance(over, x.Parameter):
                low, over, high = sympy.S.NegativeInfinity, low, over
        self.need("}")
        if kind is q.Root:
            self.need("[")
            body = self.sum()
            self.need("=")
            self.need("0")
            self.need("]")
        else:
            body = self.product()
        return kind(body, over, low, high)

    def evaluated(self, token: str) -> Any:
        name, given = token[6:-1].replace(r"\_", "_"), {}
        self.need("(")
        while not self.take(")"):
            key = self.next()[6:-1].replace(r"\_", "_")
            self.need("=")
            word = self.words() and self.peek(1) != "("  # else the value of another evaluator
            given[key] = self.next()[6:-1] if word else self.sum()
            self.take(",")
        return q.Evaluated(name, **given)

    def total(self) -> Any:
        self.need("_")
        self.need("{")
        start = self.at
        first = self.binder(x.Outcome)
        if self.take("="):
            self.at = start
            first = self.binder(x.Parameter)
            self.need("=")
            low = self.sum()
            self.need("}")
            self.need("^")
            high = self.braced()
            return q.FiniteSum(self.within((first,), self.product), first, low, high)
        outcomes = [first]
        while self.take(","):
            outcomes.append(self.binder(x.Outcome))
        self.need("}")
        return x.Total(self.within(outcomes, self.product), *outcomes)

    def within(self, bound: Any, reading: Any) -> Any:
        """What is read where the names are bound."""
        count = len(self.scope)
        self.scope += bound
        value = reading()
        del self.scope[count:]
        return value


class Guarantee(x.Formula):
    """A guarantee as read: the words of its short form, its budget and the pair of laws."""

    def __new__(cls, shape: str, values: tuple[Any, ...], pair: x.Pair) -> Guarantee:
        return x.Formula.__new__(cls, sympy.Symbol(shape), sympy.Tuple(*values), pair)


def _mentions(symbol: Any, other: Any) -> bool:
    bounds = [b[0] for b in (getattr(symbol, "lower", None), getattr(symbol, "upper", None)) if b is not None]
    return any(other in b.free_symbols for b in bounds)


def read(text: str, names: Mapping[str, Any]) -> Any:
    """The expression or formula that `text` says; ReadError when it is not what dpsym emits."""
    with as_written():
        reader = Reader(text, names)
        value = reader.formula()
    if reader.at < len(reader.tokens):
        raise ReadError(f"unread: {' '.join(reader.tokens[reader.at :])!r} in {text!r}")
    return value
