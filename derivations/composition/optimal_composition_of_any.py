"""Optimal composition of any number of mechanisms, with the closed form of the paper."""

from dpsym.derivations.composition.basic_composition import both as pair_of_two
from dpsym.derivations.composition.basic_composition import first as one
from dpsym.derivations.composition.basic_composition import second as two
from dpsym.derivations.composition.optimal_closed_form import (
    D,
    b,
    closed_form_below,
    delta_of,
    h,
    j,
    l,
    m,
    n,
    of_the_curve,
    powers,
    r,
    sums,
)
from dpsym.derivations.composition.optimal_composition import (
    alike,
    c,
    growing_alike,
    i,
    recurs,
    starts,
    stick,
    t,
)
from dpsym.derivations.composition.transcripts import A, B, grows, growth, k, start_is_law, transcript, zero
from dpsym.derivations.vocabulary import delta_0, eps_0
from dpsym.language import *

both = ApproxDP((n - 2 * l) * eps_0, delta_of(n, l)).on(transcript(n))
of_every_number = ForAll(
    (b(k, j), D(k, l, m), r(k), h(k)),
    Implication(AllOf(sums, powers), ForAll((n, l), Implication(2 * l <= n, both))),
)
loss = (n - 2 * l) * eps_0
gap = A(n, y) - exp(loss) * B(n, y)

bound = ForAll((n, l), stick(n, loss) <= delta_of(n, l))

optimal = Theorem(
    title="Optimal composition of any number of private mechanisms",
    source=(of_any_spaces("kazan.thm2.8.3"), of_any_spaces("zhang.ext-kov")),
    cites=("kairouz2015", "murtaghvadhan2016"),
    given=alike,
    claim=of_every_number,
    derivation=(
        have(
            ForAll(k, grows(k, eps_0, delta_0)),
            "one more mechanism",
            by=growth.at(e=eps_0, d=delta_0),
        ),
        have(recurs.args[0], "nothing has been released", derivation=starts),
        have(
            recurs.args[1],
            "the recursion of the responses",
            derivation=(
                specialise(ForAll(k, grows(k, eps_0, delta_0)), {k: i}),
                specialise(grows(i, eps_0, delta_0), {t: t}),
            ),
        ),
        have(of_the_curve(Le), "what grows so is below the closed form", by=closed_form_below),
        specialise(
            of_the_curve(Le),
            {
                c(k, t): stick(k, t),
                b(k, j): b(k, j),
                D(k, l, m): D(k, l, m),
                r(k): r(k),
                h(k): h(k),
            },
        ),
        specialise(bound, {n: n, l: l}),
        have(S(y) * gap <= Max(0, gap), "an output is in the event, or not"),
        Chain(Mass(S(y), A(n, y)) - exp(loss) * Mass(S(y), B(n, y)))
        .eq(Total(S(y) * gap, y), "collect")
        .le(stick(n, loss), "output by output")
        .le(delta_of(n, l), "the closed form"),
    ),
    example=point({eps_0: 0, delta_0: 0}, A=(1, 0), B=(1, 0), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
    near_misses={
        "where something else is released at the start": variant(
            HockeyStick(0, transcript(zero)) <= 0,
            given=(start_is_law, growing_alike),
            witness=point({eps_0: 0, delta_0: 0}, A=(1, 0), B=(0, 1), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
        ),
        "the mechanisms' own delta at loss 0": variant(
            HockeyStick(0, pair_of_two) <= 1 - (1 - delta_0) ** 2,
            given=[ApproxDP(eps_0, delta_0).on(one), ApproxDP(eps_0, delta_0).on(two)],
        ),
    },
    note=(
        "The mechanisms may each be chosen by the transcript of those before. The sum D is that of the paper."
    ),
)
