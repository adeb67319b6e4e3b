"""Table 1: the largest power of a test under pure DP."""

from dpsym.derivations.testing.pure_error_rates import ends, power_between
from dpsym.derivations.vocabulary import a, eps
from dpsym.language import *

losses = (Rational(1, 10), Rational(1, 2), Integer(1), Integer(2), Integer(4))
printed = {
    Rational(1, 100): ("0.011", "0.016", "0.027", "0.074", "0.550"),
    Rational(1, 20): ("0.055", "0.820", "0.136", "0.370", "0.983"),
    Rational(1, 10): ("0.111", "0.165", "0.272", "0.739", "0.984"),
}
wrong = {
    "0.550": "Rounded to two digits, 0.55, and filled up with a 0: the third digit is 6.",
    "0.820": "The decimal point is in the wrong place: 0.082. The row is not monotone as printed.",
    "0.370": "Rounded to two digits, 0.37, and filled up with a 0: the third digit is 9.",
}

power_under_pure_dp = Example(
    title="The largest power under pure DP",
    source=whole_of("kifer.tab1"),
    kind="table",
    values=tuple(
        value(
            f"level {float(level):.2f}, privacy loss {float(loss):g}",
            ends,
            {a: level, eps: loss},
            digits,
            expected="disagrees" if digits in wrong else "agrees",
            note=wrong.get(digits, ""),
        )
        for level, row in printed.items()
        for loss, digits in zip(losses, row, strict=True)
    ),
    uses=(power_between,),
    errata=erratum(
        "wrong number",
        "Section 6.1, Table 1, level 0.05 with eps = 0.5, 0.01 with 4, 0.05 with 2",
        "0.820, 0.550, 0.370",
        fails="The largest power at the level 0.05 with eps = 1/2 is 0.05 times 1.6487, which is 0.082; the decimal point has moved. "
        "The other two are rounded to two digits and filled up with a 0.",
        holds="0.082, 0.546 and 0.369.",
        rows=tuple(
            f"level {float(level):.2f}, privacy loss {float(loss):g}"
            for level, row in printed.items()
            for loss, digits in zip(losses, row, strict=True)
            if digits in wrong
        ),
    ),
)
