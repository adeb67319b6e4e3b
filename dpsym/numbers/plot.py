"""Plots of named evaluators: curves with the band between the two ends of their enclosures.

A curve is typed as it is evaluated, with one range: `gaussian.delta sigma=1 eps=0..5`.  Its enclosures are computed
at exact points of the range, and joined by straight lines.  Where the evaluator is known to rise or to fall
(`monotone`), a paler band of steps holds the curve between the points too; elsewhere the band holds at the points.
Needs the extra `plot` (matplotlib).
"""

from __future__ import annotations

import itertools
import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.numbers.balls import Enclosure, Given, exact_rational
from dpsym.numbers.directions import direction
from dpsym.numbers.registry import find

if TYPE_CHECKING:
    from dpsym.language import Figure

FORMATS = (".png", ".svg", ".pdf", ".pgf")
INK = ("#1b4f8f", "#b5482a", "#3b7a3b", "#7a4a93", "#8a6d1d", "#46525e")  # told apart in grey as well
DASHES = ("solid", "dashed", "dashdot", "dotted", (0, (5, 1, 1, 1, 1, 1)), (0, (7, 2)))


class NoProgram(RuntimeError):
    """Something that is not installed is needed."""


@dataclass(frozen=True)
class Curve:
    """Enclosures of an evaluator at exact values of one parameter."""

    name: str
    label: str
    parameter: str
    xs: tuple[Fraction, ...]
    ys: tuple[Enclosure, ...]
    monotone: bool = False
    vertical: str | None = None

    @property
    def quantity(self) -> str:
        """What stands on the vertical axis: the evaluator, or `vertical`."""
        return self.name.rpartition(".")[2] if self.vertical is None else self.vertical

    def steps(self) -> list[tuple[Fraction, Fraction]]:
        """Bounds of the curve from each point to the next, where it is monotone."""
        pairs = itertools.pairwise(self.ys) if self.monotone else ()
        return [(min(a.low, b.low), max(a.high, b.high)) for a, b in pairs]


@dataclass(frozen=True)
class Asked:
    """What is computed for a curve, at exact values of one parameter.

    name       an evaluator, or a figure of the library
    parameter  whose values are given
    digits     significant digits of each enclosure
    fixed      the other arguments of an evaluator
    place      of the curve in its figure; None for an evaluator
    """

    name: str
    parameter: str
    digits: int
    fixed: Mapping[str, Given]
    place: int | None = None

    def values(self, xs: Sequence[Fraction], figure: Figure | None = None) -> tuple[Enclosure, ...]:
        """The enclosures at these values; a curve of a figure needs it.

        ValueError: a value is outside the domain of the evaluator, or it has no such argument.
        """
        if self.place is None:
            evaluator = find(self.name)
            if evaluator is None:
                raise ValueError(f"there is no evaluator {self.name}")
            try:
                return tuple(
                    evaluator.call(**self.fixed, **{self.parameter: x}, digits=self.digits) for x in xs
                )
            except TypeError as e:
                raise ValueError(str(e)) from None
        from dpsym.numbers.expressions.enclosure import enclose

        assert figure is not None
        one = figure.curves[self.place]
        return tuple(enclose(one.expression, {**dict(one.at), one.over: x}, self.digits) for x in xs)


Compute = Callable[[Asked, Sequence[Fraction], "Figure | None"], tuple[Enclosure, ...]]


def curve(
    text: str, points: int = 101, log_x: bool = False, digits: int = 10, compute: Compute = Asked.values
) -> Curve:
    """The curve of `name parameter=value ... parameter=low..high`, at `points` values of the range.

    With log_x they are equally spaced on a logarithmic scale.  `compute` has the enclosures computed elsewhere.
    ValueError: there is no such evaluator, there is not exactly one range, or a value is outside its domain.
    """
    name, *assigned = text.split()
    evaluator = find(name)
    if evaluator is None:
        raise ValueError(f"there is no evaluator {name}")
    fixed: dict[str, Given] = {}
    ranges: dict[str, tuple[Fraction, Fraction]] = {}
    for one in assigned:
        parameter, sign, given = one.partition("=")
        if not sign:
            raise ValueError(f"{one!r} is not of the form parameter=value or parameter=low..high")
        low, dots, high = given.partition("..")
        if dots:
            ends = Fraction(exact_rational(low, parameter)), Fraction(exact_rational(high, parameter))
            if not ends[0] < ends[1]:
                raise ValueError(f"the range {given} of {parameter} is empty")
            ranges[parameter] = ends
        else:
            fixed[parameter] = given
    if len(ranges) != 1:
        names = [*fixed, *ranges] or [evaluator.arguments[0].name]
        raise ValueError(f"{text!r} needs one range, such as {names[-1]}=0..1; it has {len(ranges)}")
    if not 2 <= points <= 100_000:
        raise ValueError(f"the value {points} of points is outside its domain: 2 <= points <= 100000")
    ((parameter, (low_end, high_end)),) = ranges.items()
    xs = spaced(low_end, high_end, points, log_x)
    ys = compute(Asked(name, parameter, digits, fixed), xs, None)
    shown = ", ".join(f"{k} = {v}" for k, v in fixed.items())
    steady = direction(name, parameter) is not None
    return Curve(name, f"{name} ({shown})" if shown else name, parameter, xs, ys, steady)


def of_figure(
    name: str,
    figure: Figure,
    points: int = 101,
    log_x: bool = False,
    digits: int = 10,
    compute: Compute = Asked.values,
) -> list[Curve]:
    """The curves of a figure of the library, at `points` values from the first to the last that it lists; at those that
    it lists where the parameter is an integer.  `compute` has the enclosures computed elsewhere.

    ValueError: the curves have different parameters, or an end that is not a rational number.
    """
    found = []
    for place, one in enumerate(figure.curves):
        listed = [Fraction(exact_rational(x, one.over.name)) for x in one.points]
        at = listed if one.over.integer_valued else spaced(min(listed), max(listed), points, log_x)
        xs = tuple(sorted(at))
        ys = compute(Asked(name, one.over.name, digits, {}, place), xs, figure)
        found.append(Curve(name, one.label, one.over.name, xs, ys, False, ""))
    if len({c.parameter for c in found}) > 1:
        raise ValueError(f"the curves of {figure.title!r} are functions of different parameters")
    return found


def spaced(low: Fraction, high: Fraction, points: int, log_scale: bool) -> tuple[Fraction, ...]:
    """`points` exact numbers from low to high, equally spaced or nearly so on a logarithmic scale."""
    if not log_scale:
        return tuple(low + (high - low) * i / (points - 1) for i in range(points))
    if low <= 0:
        raise ValueError(f"a logarithmic scale needs a range above 0, not from {low}")
    first, last = (math.log(x.numerator) - math.log(x.denominator) for x in (low, high))
    inner = (math.exp(first + (last - first) * i / (points - 1)) for i in range(1, points - 1))
    return (low, *(min(max(Fraction(f"{x:.12g}"), low), high) for x in inner), high)


def outward(y: Enclosure) -> tuple[float, float]:
    """Doubles below and above (0 and the smallest double where the value is too small for others)."""
    low, high = (_nearest(x) for x in (y.low, y.high))
    return (
        math.nextafter(low, -math.inf) if Fraction(low) > y.low else low,
        math.nextafter(high, math.inf) if Fraction(high) < y.high else high,
    )


def _nearest(x: Fraction) -> float:
    try:
        return x.numerator / x.denominator
    except OverflowError as e:
        raise ValueError("a value is beyond the range of a plot") from e


def draw(
    curves: Sequence[Curve], path: Path, log_x: bool = False, log_y: bool = False, title: str = ""
) -> None:
    """Write the curves on one pair of axes to a .png, .svg, .pdf or .pgf file, the same bytes from run to run."""
    if path.suffix not in FORMATS:
        raise ValueError(f"the file {path.name} does not end in {', '.join(FORMATS)}")
    if path.suffix == ".pgf" and not shutil.which("pdflatex"):
        raise NoProgram("a .pgf file needs pdflatex, which measures its text")
    try:
        import matplotlib
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise NoProgram("plots need matplotlib: install dpsym[plot]") from None
    settings = {
        "svg.hashsalt": "dpsym", "pgf.texsystem": "pdflatex", "pgf.rcfonts": False, "font.size": 9,
        "axes.spines.top": False, "axes.spines.right": False, "text.usetex": False,
    }  # fmt: skip
    with matplotlib.rc_context(settings):
        figure = Canvas(figsize=(5.0, 3.4), layout="constrained")
        axes = figure.add_subplot()
        for i, one in enumerate(curves):
            xs = [_nearest(x) for x in one.xs]
            bands = [outward(y) for y in one.ys]
            ink, dashes = INK[i % len(INK)], DASHES[i % len(DASHES)]
            middle = [(low + high) / 2 for low, high in bands]
            if log_y:  # a curve that reaches 0 ends; the band says how far it may go on
                middle = [m if m > 0 else math.nan for m in middle]
            axes.fill_between(
                xs, [b[0] for b in bands], [b[1] for b in bands], color=ink, alpha=0.3, linewidth=0
            )
            held = [outward(Enclosure(*ends)) for ends in one.steps()]
            if held:
                sides = [x for pair in itertools.pairwise(xs) for x in pair]
                lows, highs = ([end[i] for end in held for _ in (0, 1)] for i in (0, 1))
                axes.fill_between(sides, lows, highs, color=ink, alpha=0.12, linewidth=0)
            axes.plot(xs, middle, color=ink, linestyle=dashes, linewidth=1.2, label=_plain(one.label, path))
        if log_x:
            axes.set_xscale("log")
        if log_y:
            axes.set_yscale("log")
        axes.set_xlabel(_plain(", ".join(dict.fromkeys(c.parameter for c in curves)), path))
        axes.set_ylabel(_plain(", ".join(dict.fromkeys(c.quantity for c in curves if c.quantity)), path))
        if title:
            axes.set_title(_plain(title, path))
        axes.legend(frameon=False)
        stamp: dict[str, dict[str, None]] = {
            ".svg": {"Date": None},
            ".pdf": {"CreationDate": None},
            ".png": {"Software": None},
        }
        kept = {"metadata": stamp[path.suffix]} if path.suffix in stamp else {}
        figure.savefig(path, dpi=200, **kept)


def _plain(text: str, path: Path) -> str:
    """Text that LaTeX prints as it is, where LaTeX will read it."""
    if path.suffix != ".pgf":
        return text
    for sign in "\\&%$#_{}":
        text = text.replace(sign, "\\textbackslash " if sign == "\\" else "\\" + sign)
    return text


__all__ = ["Curve", "NoProgram", "curve", "draw", "of_figure", "outward", "spaced"]
