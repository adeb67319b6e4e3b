"""Small pictures as SVG, made without a program: listed laws side by side, a curve with the band that holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import floor, isfinite, log10

WIDTH, HEIGHT, LEFT, LOW, TOP = 460, 240, 62, 40, 26  # of a picture; what is left of and below the axes
MOST = 12  # outcomes that a picture has room for


def laws(masses: Mapping[str, Sequence[str]]) -> str:
    """The masses of listed laws, outcome by outcome: a bar for each law, the exact mass above it.

    Empty where a mass is not a number that can be drawn, or where there are too many outcomes.
    """
    numbers = {name: [value_of(m) for m in row] for name, row in masses.items()}
    count = max((len(row) for row in numbers.values()), default=0)
    if not 0 < count <= MOST or any(x is None for row in numbers.values() for x in row):
        return ""
    group = (WIDTH - 20) / count
    bar = min(56.0, (group - 14) / len(numbers))
    base, scale = HEIGHT - LOW, HEIGHT - LOW - 2 * TOP
    said = "; ".join(f"{name} = ({', '.join(row)})" for name, row in masses.items())
    parts = [opening("laws", f"the laws {said}")]
    for k, name in enumerate(masses):
        key = 10 + k * 60
        parts.append(f'<rect class="law{k % 2}" x="{key}" y="4" width="14" height="14"/>')
        parts.append(f'<text x="{key + 20}" y="16">{escape(name)}</text>')
    for y in range(count):
        middle = 10 + group * (y + 0.5)
        for k, (name, row) in enumerate(masses.items()):
            if y >= len(row):
                continue
            mass = numbers[name][y] or 0.0
            tall = max(1.0, scale * min(1.0, mass))
            x = middle + (k - len(masses) / 2) * bar
            parts.append(
                f'<rect class="law{k % 2}" x="{x + 2:.1f}" y="{base - tall:.1f}" width="{bar - 4:.1f}" '
                f'height="{tall:.1f}"/>'
            )
            shown = row[y] if len(row[y]) <= max(5, bar / 7) else f"{mass:.3g}"
            parts.append(
                f'<text class="value" x="{x + bar / 2:.1f}" y="{base - tall - 5:.1f}">{escape(shown)}</text>'
            )
        parts.append(f'<text class="value" x="{middle:.1f}" y="{base + 18}">outcome {y + 1}</text>')
    parts.append(f'<path class="axis" d="M6 {base}H{WIDTH - 6}"/></svg>')
    return "".join(parts)


def value_of(text: str) -> float | None:
    """An exact number typed as text, for a picture only; None where it is none between 0 and 1."""
    from dpsym.evaluation import BadValue, number

    try:
        found = float(Fraction(text))
    except (ValueError, ZeroDivisionError):
        try:
            found = float(number(text, "mass"))
        except (BadValue, TypeError, ValueError, ArithmeticError):
            return None
    return found if isfinite(found) and 0 <= found <= 1 else None


def opening(kind: str, words: str) -> str:
    """The beginning of a picture that says in words what it shows."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture {kind}" role="img" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" aria-label="{escape(words)}">'
    )


# -------------------------------------------------------------------------------------------------- a curve
def curve(xs: Sequence[float], lows: Sequence[float], highs: Sequence[float], across: str, up: str,
          marks: Sequence[int] = ()) -> str:  # fmt: skip
    """A curve through the middles of enclosures over their band; `marks` are places that get a numbered dot each, of
    which a style sheet shows one.
    """
    left, right = min(xs), max(xs)
    bottom, top = min(0.0, *lows), max(highs)
    if top == bottom:
        top = bottom + 1
    wide, tall = WIDTH - LEFT - 14, HEIGHT - LOW - TOP

    def place(x: float, y: float) -> str:
        return (
            f"{LEFT + wide * (x - left) / (right - left):.1f} {TOP + tall * (top - y) / (top - bottom):.1f}"
        )

    middles = [(a + b) / 2 for a, b in zip(lows, highs, strict=True)]
    band = [place(x, y) for x, y in zip(xs, highs, strict=True)]
    band += [place(x, y) for x, y in reversed(list(zip(xs, lows, strict=True)))]
    parts = [opening("curve", f"{up} for {across} from {left:.4g} to {right:.4g}")]
    base = TOP + tall
    for t in ticks(left, right):
        at = place(t, bottom).split()[0]
        parts.append(f'<path class="grid" d="M{at} {TOP}V{base}"/>')
        parts.append(f'<text class="value" x="{at}" y="{base + 16}">{t:.4g}</text>')
    for t in ticks(bottom, top):
        at = place(left, t).split()[1]
        parts.append(f'<path class="grid" d="M{LEFT} {at}H{WIDTH - 14}"/>')
        parts.append(f'<text class="up" x="{LEFT - 6}" y="{float(at) + 4:.1f}">{t:.4g}</text>')
    parts.append(f'<path class="band" d="M{"L".join(band)}Z"/>')
    parts.append(
        f'<path class="line" d="M{"L".join(place(x, y) for x, y in zip(xs, middles, strict=True))}"/>'
    )
    for k, m in enumerate(marks, 1):
        x, y = place(xs[m], middles[m]).split()
        parts.append(f'<circle class="mark m{k}" cx="{x}" cy="{y}" r="5"/>')
    parts.append(f'<text class="value" x="{LEFT + wide / 2:.0f}" y="{HEIGHT - 6}">{escape(across)}</text>')
    parts.append(f'<text x="4" y="16">{escape(up)}</text></svg>')
    return "".join(parts)


def ticks(low: float, high: float) -> list[float]:
    """From three to seven round numbers between two."""
    rough = (high - low) / 5
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
    first = floor(low / step)
    found = [step * k for k in range(first, first + 12)]
    return [t for t in found if low - step / 1e6 <= t <= high + step / 1e6]
