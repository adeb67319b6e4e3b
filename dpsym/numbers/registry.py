"""The named evaluators: one name in Python, on the command line and in the documentation.

    from dpsym.numbers import gaussian
    gaussian.delta(sigma=1, eps=1)          an Enclosure: 15 correct digits, or digits=... of them
    gaussian.delta(1, numpy_array)          Enclosures: `values` and `errors`, |true value - value| <= error

An evaluator is declared once, by decorating the function that computes a ball at the precision in force:

    @evaluator("gaussian.delta", "...", sigma=positive("..."), eps=nonnegative("..."))
    def delta(sigma, eps, sensitivity): ...

The front that the decorator puts before it converts the arguments to exact numbers, refuses values outside a
domain, raises the precision until the digits asked for are correct, and sends numpy arrays to `arrays=` (or,
without it, through the scalar one entry at a time).  Precision is an argument: FLINT's global one is set
under a lock and put back, so that results do not depend on other threads.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict

from flint import arb

from dpsym.numbers.balls import Answer, Enclosure, Given, Input, Number, ball, exact_rational, round_to
from dpsym.reals.balls import Undecided
from dpsym.reals.precision import at_precision

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Entry = Array | Number  # of many points: an argument that varies, or one that does not

Default = Given | type  # of an argument; the type REQUIRED where there is none
# an evaluator as it is called: it gives an Enclosure, or Enclosures where an argument is an array
Call = Callable[..., Any]
Options = dict[str, Any]  # named arguments of `evaluator`, shared by several
Body = Callable[..., Answer | tuple[Number, Number] | Enclosure]  # what an evaluator is declared by
Arrays = Callable[..., "tuple[Array, Array] | None"]  # arrays and exact numbers -> values and errors

FAMILIES = (  # the modules of this package that declare evaluators
    "gaussian",
    "gaussian_composition",
    "discrete_gaussian",
    "discrete_laplace",
    "geometric",
    "discrete_gaussian_composition",
    "optimal_composition",
    "finite_pairs",
    "census",
    "laplace",
    "randomised_response",
    "kary_randomised_response",
    "zcdp",
    "rdp",
    "approx_dp",
    "posterior",
    "limits",
    "estimate",
    "marginal",
    "pufferfish",
    "confounding",
    "correlated",
)
MAX_BITS = 1 << 14  # or 16 times what the work starts with, if that is more
REQUIRED = inspect.Parameter.empty
_KINDS = frozenset({int, float, Fraction})


class Infeasible(ValueError):
    """A request that nothing fulfils, for example an eps for a delta that no eps reaches."""


def _shown(x: Number) -> str:
    """An exact number, as a power of ten times a digit or two where the digits would be many."""
    if isinstance(x, float):
        return str(x)
    x = Fraction(x)
    size = x.numerator.bit_length() + x.denominator.bit_length()
    if size < 40:
        return str(x)
    short = round_to(x, 6)
    return short if Fraction(short) == x else str(x) if size < 400 else f"{short}..."


# ---------------------------------------------------------------------------------------------- arguments
@dataclass(frozen=True)
class Argument:
    """One argument: what it is, and its domain.  `among` lists the words of an argument that is not a number;
    `read` converts an argument that is neither (a list of numbers, for example) and checks it.
    """

    about: str
    lower: Number | None = None
    upper: Number | None = None
    lower_open: bool = False
    upper_open: bool = False
    integer: bool = False
    among: tuple[str, ...] = ()
    read: Callable[[Input, str], Input] | None = None
    shape: str = ""
    default: Default = REQUIRED
    name: str = ""

    @property
    def domain(self) -> str:
        """The domain in words: `0 < sigma`, `0 <= k, an integer`."""
        if self.among:
            return " or ".join(self.among)
        if self.read:
            return self.shape
        low = "" if self.lower is None else f"{_shown(self.lower)} {'<' if self.lower_open else '<='} "
        high = "" if self.upper is None else f" {'<' if self.upper_open else '<='} {_shown(self.upper)}"
        return (
            low
            + self.name
            + high
            + (", an integer" if self.integer else "")
            + (", any number" if not low and not high and not self.integer else "")
        )

    @property
    def kind(self) -> object:
        """The type of what is accepted, for signatures."""
        if self.among:
            return Literal[self.among]
        if self.read:
            return object
        return int if self.integer else int | float | Fraction | str

    def check(self, value: Input) -> Input:
        """The exact value, or a ValueError that names the argument, the value and the domain."""
        if self.among:
            if value not in self.among:
                raise ValueError(f"the value {value!r} of {self.name} is not one of {', '.join(self.among)}")
            return value
        if self.read:
            return self.read(value, self.name)
        if type(value) not in _KINDS or value != value:
            value = exact_rational(value, self.name)
        if value in (math.inf, -math.inf):
            raise ValueError(f"the value of {self.name} is not a finite number: {value!r}")
        low, high = self.lower, self.upper
        if (
            (low is not None and (value < low or (self.lower_open and value == low)))
            or (high is not None and (value > high or (self.upper_open and value == high)))
            or (self.integer and value != math.floor(value))
        ):
            raise ValueError(f"the value {_shown(value)} of {self.name} is outside its domain: {self.domain}")
        return int(value) if self.integer else value


def positive(about: str, default: Default = REQUIRED) -> Argument:
    """An argument above 0."""
    return Argument(about, lower=0, lower_open=True, default=default)


def nonnegative(about: str, default: Default = REQUIRED) -> Argument:
    """An argument from 0 on."""
    return Argument(about, lower=0, default=default)


def real(about: str) -> Argument:
    """An argument that may be any real number."""
    return Argument(about)


def between(
    low: Number, high: Number, about: str, open_ends: str = "", default: Default = REQUIRED
) -> Argument:
    """From low to high; `open_ends` names the ends that do not belong to it: "", "low", "high" or "both"."""
    return Argument(
        about, low, high, open_ends in ("low", "both"), open_ends in ("high", "both"), default=default
    )


def natural(about: str, low: int = 1, default: Default = REQUIRED) -> Argument:
    """An integer argument from `low` on."""
    return Argument(about, lower=low, integer=True, default=default)


def choice(about: str, *words: str) -> Argument:
    """One of these words; the first is the default."""
    return Argument(about, among=words, default=words[0])


# --------------------------------------------------------------------------------------------- evaluators
@dataclass(frozen=True)
class Evaluator:
    """What is known of a named evaluator, for help, documentation and the command line.

    `rests` are the ids of the catalogue under which the library states what the formula follows from.
    """

    name: str
    about: str
    arguments: tuple[Argument, ...]
    guarantee: str
    array_guarantee: str
    call: Call
    body: Body
    bits: Callable[..., int] | None
    rests: tuple[str, ...] = ()

    def answer(self, *values: Input) -> Answer:
        """What the body finds, of an evaluator whose body gives a ball or an exact number."""
        found = self.body(*values)
        assert not isinstance(found, tuple | Enclosure), f"{self.name} gives two ends"
        return found

    @property
    def usage(self) -> str:
        """`gaussian.delta(sigma, eps, sensitivity=1)`."""
        shown = (a.name if a.default is REQUIRED else f"{a.name}={a.default}" for a in self.arguments)
        return f"{self.name}({', '.join(shown)})"


_EVALUATORS: dict[str, Evaluator] = {}
BALL = "ball, relative radius at most 10^-digits (around 0, radius below 10^-digits, where the sign stays undecided)"
EXACT = "exact"
BY_ENTRY = "error stated entry by entry, relative 2^-52 or less"


def lazily(module: str, name: str) -> Arrays:
    """The function of that name of a module of dpsym.numbers.arrays, which is loaded at the first call."""

    def call(*values: Entry) -> tuple[Array, Array] | None:
        return getattr(import_module(f"dpsym.numbers.arrays.{module}"), name)(*values)

    return call


def evaluator(
    name: str,
    about: str,
    *,
    bits: Callable[..., int] | None = None,
    arrays: Arrays | None = None,
    array_guarantee: str = "",
    guarantee: str = BALL,
    rests: tuple[str, ...] = (),
    **arguments: Argument,
) -> Callable[[Body], Call]:
    """Declare an evaluator.  The decorated function takes the exact arguments in the order given and returns a
    ball at the precision in force (or two exact numbers, low and high; or an Enclosure, which is returned as it
    is where `guarantee` promises no digits, as its width is what the method gives).

    bits    bits(*values) -> how many more bits than asked for the work should start with (default 32); a
            guess: when they do not suffice, they are doubled.
    arrays  arrays(*values) -> (values, errors) for float64 arrays and exact numbers, mixed; may be None.
    rests   ids of the catalogue: the entries of the library with these sources state what the formula follows from.
    """

    def declare(body: Body) -> Call:
        named = tuple(replace(a, name=k) for k, a in arguments.items())
        call = _front(name, body, named, bits, arrays, guarantee in (BALL, EXACT))
        words = body.__doc__ or ""
        call.__name__, call.__qualname__, call.__module__ = body.__name__, body.__name__, body.__module__
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        shown = [inspect.Parameter(a.name, kind, default=a.default, annotation=a.kind) for a in named]
        shown.append(inspect.Parameter("digits", inspect.Parameter.KEYWORD_ONLY, default=15, annotation=int))
        returned = Enclosure | Enclosures
        call.__signature__ = inspect.Signature(shown, return_annotation=returned)  # type: ignore[attr-defined]
        lines = "\n".join(f"    {a.name:12} {a.about}; {a.domain}" for a in named)
        call.__doc__ = f"{about}\n\n{inspect.cleandoc(words)}\n\n{lines}\n"
        _EVALUATORS[name] = Evaluator(
            name, about, named, guarantee, array_guarantee or BY_ENTRY, call, body, bits, rests
        )
        return call

    return declare


def renamed(
    name: str,
    of: str,
    about: str,
    change: Callable[..., Sequence[Input]],
    formula: str = "",
    **arguments: Argument,
) -> Call:
    """Declare an evaluator that is another one, already declared, at other arguments: change(*values) gives its.

    `formula` where it is a simpler one at these arguments.
    """
    other = _EVALUATORS[of]
    starts = other.bits

    def body(*values: Input) -> Answer | tuple[Number, Number] | Enclosure:
        return other.body(*change(*values))

    body.__name__ = name.rpartition(".")[2]
    body.__doc__ = f"{formula or other.body.__doc__}\n\nComputed by {of}."
    bits = None if starts is None else lambda *values: starts(*change(*values))
    named: Options = dict(arguments)
    return evaluator(
        name,
        about,
        bits=bits,
        guarantee=other.guarantee,
        array_guarantee=other.array_guarantee,
        rests=other.rests,
        **named,
    )(body)


def of_tradeoff(family: str, delta: str = "delta") -> tuple[Call, Call]:
    """Declare family.level and family.pbdp_epsilon, from family.tradeoff, which is its own inverse f.

    `delta` is what the delta of the latter is called.

    The least level of a test of power p is f(1 - p).  A test of power delta has p > e^eps q when its level is below
    e^-eps delta, and the ratio of power and level falls along the curve: hence log(delta/f(1 - delta)).
    """
    other = _EVALUATORS[f"{family}.tradeoff"]
    place = next(i for i, a in enumerate(other.arguments) if a.name == "alpha")
    starts = other.bits

    def moved(values: tuple[Input, ...]) -> tuple[Input, ...]:
        return (*values[:place], 1 - Fraction(values[place]), *values[place + 1 :])

    def arguments(of: Argument, name: str) -> Options:
        return {
            (name if i == place else a.name): (of if i == place else a) for i, a in enumerate(other.arguments)
        }

    def epsilon(*values: Input) -> arb:
        least = other.answer(*moved(values))
        if type(least) is not arb and least == 0:
            raise Infeasible(
                f"no eps serves {delta} = {_shown(values[place])}: an event of that probability may have none under "
                "the other law"
            )
        level = ball(least)
        if not level > 0:
            raise Undecided("the level of the best test cannot be told from zero")
        return (ball(values[place]) / level).log()

    epsilon.__name__ = "pbdp_epsilon"
    epsilon.__doc__ = "log(delta/f(1 - delta)), f the trade-off function."
    return renamed(
        f"{family}.level",
        f"{family}.tradeoff",
        "The smallest level at which a test has the given power: the inverse of the power.",
        lambda *values: moved(values),
        **arguments(between(0, 1, "power of the test"), "power"),
    ), evaluator(
        f"{family}.pbdp_epsilon",
        "The smallest eps for which (eps, delta)-probabilistically bounded privacy holds, under all post-processing.",
        bits=None if starts is None else lambda *values: starts(*moved(values)),
        rests=other.rests,
        **arguments(between(0, 1, "delta of the guarantee", "both"), delta),
    )(epsilon)


def _front(
    name: str,
    body: Body,
    named: tuple[Argument, ...],
    extra: Callable[..., int] | None,
    arrays: Arrays | None,
    promised: bool,
) -> Call:
    names = tuple(a.name for a in named)
    count = len(named)
    # what the fast path tests, for arguments that are plain numbers: (check, low, high), low and high excluded
    tests = tuple(
        (
            None if a.among or a.read or a.integer else a.check,
            -math.inf if a.lower is None else a.lower,
            math.inf if a.upper is None else a.upper,
        )
        for a in named
    )

    def call(*args: Input, digits: int = 15, **given: Input) -> Enclosure | Enclosures:
        if given or len(args) != count:
            args = _complete(name, named, names, args, given)
        values = []
        for place, x in enumerate(args):
            check, low, high = tests[place]
            kind = type(x)
            if kind is Fraction:
                if x.denominator == 1:  # arithmetic with ints is much faster
                    x, kind = x.numerator, int
                elif check is not None and _inside(x, low, high):
                    values.append(x)
                    continue
            if check is None or (kind is not float and kind is not int) or not low < x < high:
                if _is_array(named[place], x):
                    return _over_arrays(name, body, named, extra, arrays, args, digits, promised)
                x = named[place].check(x)
            values.append(x)
        return _scalar(name, body, extra, values, digits, promised)

    return call


def _inside(x: Fraction, low: Number, high: Number) -> bool:
    """Whether x lies between two ints or infinities, which it is not; other ends are left to `Argument.check`."""
    if low != 0:
        if low != -math.inf and (type(low) is not int or x.numerator <= low * x.denominator):
            return False
    elif x.numerator <= 0:
        return False
    return high == math.inf or (type(high) is int and x.numerator < high * x.denominator)


def _scalar(
    name: str,
    body: Body,
    extra: Callable[..., int] | None,
    values: Sequence[Input],
    digits: int,
    promised: bool,
) -> Enclosure:
    """The value with the digits asked for; an Enclosure of the body may be wider unless the digits are `promised`."""
    if type(digits) is not int or not 1 <= digits <= 15_000:
        raise ValueError(f"the value {digits!r} of digits is outside its domain: 1 <= digits <= 15000")
    wanted = int(digits * 3.3219281) + 2
    bits = wanted + (extra(*values) if extra else 32)
    why, found, most = "", None, max(MAX_BITS, 16 * bits)
    while bits <= most:
        try:
            found = at_precision(bits, body, values)
        except Undecided as reason:
            why = str(reason)
            found = None
        except (OverflowError, ZeroDivisionError):  # of a guess in double precision
            raise ArithmeticError(
                f"{name}: the values are beyond the range in which it is computed"
            ) from None
        if type(found) is arb:
            if found.rel_accuracy_bits() >= wanted:
                return Enclosure.around(found)
        elif type(found) is tuple:
            made = Enclosure(*found)
            if made.rad * 10**digits <= abs(made.mid):
                return made
        elif type(found) is Enclosure:
            if not promised or found.rad * 10**digits <= abs(found.mid):
                return found
        elif found is not None and not isinstance(found, arb | tuple | Enclosure):
            return Enclosure(found, found)
        bits *= 2
    if type(found) is arb and found.is_finite() and found.contains(0) and found.rad() < arb(10) ** -digits:
        return Enclosure.around(found)  # cannot be told from zero
    raise ArithmeticError(f"{name}: undecided at {most} bits: {why or 'the enclosure stays too wide'}")


def _complete(
    name: str,
    named: tuple[Argument, ...],
    names: tuple[str, ...],
    args: Sequence[Input],
    given: dict[str, Input],
) -> tuple[Input, ...]:
    """All arguments in order, from positions, names and defaults."""
    if len(args) > len(names):
        raise TypeError(f"{name} takes at most {len(names)} arguments: {', '.join(names)}")
    found = list(args)
    for a in named[len(args) :]:
        if a.name in given:
            found.append(given.pop(a.name))
        elif a.default is not REQUIRED:
            found.append(a.default)
        else:
            raise TypeError(f"{name} needs a value for {a.name} ({a.about}; {a.domain})")
    for k in given:
        if k in names:
            raise TypeError(f"{name} got two values for {k}")
        raise TypeError(f"{name} has no argument {k}; its arguments are {', '.join(names)}")
    return tuple(found)


class Enclosures(NamedTuple):
    """Enclosures entry by entry, as two float64 arrays of one shape: the true value is within the error of the value.

    It unpacks as `values, errors = ...`; `low` and `high` are the ends, rounded outwards.
    """

    values: Array
    errors: Array

    @property
    def low(self) -> Array:
        """Numbers that are at most the true values; where the error is 0, the value itself."""
        import numpy as np

        return np.where(self.errors == 0, self.values, np.nextafter(self.values - self.errors, -np.inf))

    @property
    def high(self) -> Array:
        """Numbers that are at least the true values; where the error is 0, the value itself."""
        import numpy as np

        return np.where(self.errors == 0, self.values, np.nextafter(self.values + self.errors, np.inf))


def _is_array(a: Argument, x: Input) -> bool:
    """Whether a value stands for many: a numpy array with an axis, or a list where the argument is a number."""
    if isinstance(x, list | tuple):
        return not (a.among or a.read)
    return hasattr(x, "__array_interface__") and bool(x.ndim)


def _array_of(a: Argument, x: Input) -> Array:
    """The array that a value stands for; a list of numbers that are doubles exactly becomes one."""
    import numpy as np

    if not isinstance(x, list | tuple):
        return x
    found = np.asarray(x, dtype=object)
    doubles = np.empty(found.shape)
    for i in np.ndindex(found.shape):
        exact = exact_rational(found[i], a.name)
        if Fraction(float(exact)) != exact:
            raise ValueError(
                f"{found[i]!r} in the list of {a.name} is no double; ask for that value by itself, it is taken exactly"
            )
        doubles[i] = float(exact)
    return doubles


def _over_arrays(
    name: str,
    body: Body,
    named: tuple[Argument, ...],
    extra: Callable[..., int] | None,
    arrays: Arrays | None,
    args: Sequence[Input],
    digits: int,
    promised: bool,
) -> Enclosures:
    """Enclosures of the broadcast shape."""
    import numpy as np

    values = [
        _checked_array(a, _array_of(a, x)) if _is_array(a, x) else a.check(x)
        for a, x in zip(named, args, strict=True)
    ]
    shape = np.broadcast_shapes(*(x.shape for x in values if hasattr(x, "shape")))
    if arrays is not None:
        found = arrays(*values)
        if found is not None:
            return Enclosures(*found)
    out, error = np.empty(shape), np.empty(shape)
    grids = [np.broadcast_to(x, shape) if hasattr(x, "shape") else None for x in values]
    for i in np.ndindex(shape):
        point = [
            x if g is None else (int(g[i]) if a.integer else float(g[i]))
            for a, x, g in zip(named, values, grids, strict=True)
        ]
        ball = _scalar(name, body, extra, point, max(digits, 17), promised)
        middle = float(ball)
        if math.isinf(middle) or 0 < abs(middle) < 2.0**-1022:
            raise ArithmeticError(f"{name}: a value at {i} is out of the range of double precision")
        distance = max(abs(ball.high - Fraction(middle)), abs(ball.low - Fraction(middle)))
        out[i] = middle
        error[i] = math.nextafter(float(distance), math.inf) if distance else 0.0
    return Enclosures(out, error)


def _checked_array(a: Argument, x: Array) -> Array:
    """The array as doubles; ValueError where it holds what is no value of the argument."""
    import numpy as np

    if a.among or a.read:
        raise ValueError(f"{a.name} cannot be an array")
    if x.dtype.kind not in "fiu" or (x.dtype.kind == "f" and x.dtype.itemsize > 8):
        raise ValueError(f"the array of {a.name} does not hold doubles or integers: {x.dtype}")
    for end in (
        (x.min().item(), x.max().item()) if x.size else ()
    ):  # a domain is an interval; nan shows in both
        if end != end:
            raise ValueError(f"a value of {a.name} is not a finite number")
        if abs(end) > 2**53 and type(end) is int:
            raise ValueError(f"an integer of {a.name} beyond 2^53 is not exact in double precision")
        if not a.integer:
            a.check(end)
    for one in np.unique(x) if a.integer else ():
        a.check(one.item())
    return x.astype(np.float64, copy=False)


# ------------------------------------------------------------------------------------------------ look-up
def find(name: str) -> Evaluator | None:
    """The evaluator of that name, or None."""
    family = name.partition(".")[0]
    if family in FAMILIES:
        import_module(f"dpsym.numbers.{family}")
    return _EVALUATORS.get(name)


def evaluators_of(family: ModuleType) -> dict[str, Evaluator]:
    """The evaluators that a loaded module of this package declares, by the last part of their names."""
    start = family.__name__.rpartition(".")[2]
    return {name: _EVALUATORS[f"{start}.{name}"] for name in declared(family.__name__)}


def declared(module: str) -> list[str]:
    """What a module of evaluators alone exports: stands at its end, `__all__ = declared(__name__)`."""
    start = module.rpartition(".")[2] + "."
    return [k.removeprefix(start) for k in _EVALUATORS if k.startswith(start)]


def every() -> Iterator[Evaluator]:
    """All evaluators, family by family, in the order they are declared."""
    for family in FAMILIES:
        import_module(f"dpsym.numbers.{family}")
        yield from (e for k, e in list(_EVALUATORS.items()) if k.startswith(family + "."))


class ArgumentRow(TypedDict):
    """An argument in the table of evaluators."""

    name: str
    about: str
    domain: str


class Row(TypedDict):
    """An evaluator in the table of evaluators."""

    name: str
    usage: str
    about: str
    arguments: list[ArgumentRow]
    scalar: str
    array: str
    rests_on: list[str]


def table() -> list[Row]:
    """Argument by argument, what is taken and what is guaranteed; made from the declarations."""
    return [
        {
            "name": e.name,
            "usage": e.usage,
            "about": e.about,
            "arguments": [{"name": a.name, "about": a.about, "domain": a.domain} for a in e.arguments],
            "scalar": e.guarantee,
            "array": e.array_guarantee,
            "rests_on": list(e.rests),
        }
        for e in every()
    ]


__all__ = [
    "Argument", "Evaluator", "Infeasible", "between", "choice", "evaluator", "evaluators_of", "every", "find", "natural",
    "nonnegative", "of_tradeoff", "positive", "real", "renamed", "table",
]  # fmt: skip
