"""Level and power of a test against all queries of the release at once (Figure 2, Table 2)."""

from dpsym.derivations.census.curves import a, exact_power, noise, power_bound, power_curve, release, usual
from dpsym.derivations.census.noisy_query import loss, losses_add
from dpsym.derivations.testing.gaussian_power import levels, power
from dpsym.derivations.testing.renyi_error_rates import zero_concentrated as errors
from dpsym.language import *


def column(kind, power_at, digits):
    """A column of the table."""
    return tuple(
        value(f"power at level {name}, {kind}", power_at(level), printed=shown)
        for (name, level), shown in zip(usual.items(), digits, strict=True)
    )


table_2 = Example(
    title="Level and power for the whole record (Table 2)",
    source=whole_of("kifer.tab2"),
    kind="table",
    values=(
        *column("Gaussian", lambda level: power(level, sqrt(2 * release)), ("0.49", "0.74", "0.84")),
        *column("discrete Gaussian", lambda level: exact_power(level, "all"), ("0.49", "0.74", "0.84")),
        *column(
            "zero-concentrated bound", lambda level: power_bound(level, release), ("0.70", "0.95", "0.96")
        ),
    ),
    uses=(*noise, errors),
    note="As in Table 6, for the budget of all queries: an attacker who asks for the whole record.",
)

figure_2 = Figure(
    title="Level and power for the whole record (Figure 2)",
    source=whole_of("kifer.fig2"),
    curves=(
        power_curve("Gaussian", release),
        curve("discrete Gaussian", exact_power(a, "all"), a, levels),
        curve("zero-concentrated bound", power_bound(a, release), a, levels),
    ),
    uses=(*noise, errors),
)

difference = Example(
    title="What discrete noise changes in the power",
    source=whole_of("kifer.x-dgm-exact"),
    values=tuple(
        value(
            f"discrete less Gaussian, at level {name}",
            exact_power(level, "all") - power(level, sqrt(2 * release)),
        )
        for name, level in usual.items()
    ),
    uses=(loss, losses_add),
    note="Less than a billionth, so that no simulation could show it: with a million samples the error is about a thousandth.",
)
