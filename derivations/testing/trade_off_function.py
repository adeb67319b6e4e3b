"""The trade-off function of two laws, an infimum over tests, and what it owes to mixing tests and to exchanging the laws."""

from dpsym.derivations.testing.largest_power import f, no_more, truthful
from dpsym.derivations.vocabulary import a, equal, half
from dpsym.language import *

g, h = function("g", law=False, about="a test"), function("h", law=False, about="another test")
b = parameter("b", at_least=0, at_most=1, about="level of another test")
e = parameter("e", at_least=0, at_most=1, about="a level between")
s = parameter("s", at_least=0, at_most=1, about="weight of a test in a mixture")
p = parameter(
    "p", about="a bound on the powers of the tests of a level: 1 less a bound on the trade-off function"
)
mixed = s * g(y) + (1 - s) * h(y)


tests = (ForAll(y, Between(0, g(y), 1)), ForAll(y, Between(0, h(y), 1)))
levels = (Mass(g(y), Q) <= a, Mass(h(y), Q) <= b)
between = s * a + (1 - s) * b <= e

convex = Theorem(
    title="The trade-off function is convex and at most that of guessing",
    source=of_any_spaces("zhang.def12"),
    given=(no_more(e, p), *tests, *levels, between),
    claim=AllOf(e <= p, s * Mass(g(y), P) + (1 - s) * Mass(h(y), P) <= p),
    derivation=(
        specialise(no_more(e, p), {f(y): e}, "the test that does not look at the output"),
        have(Eq(Mass(e, Q), e), "the masses add up to 1"),
        have(Eq(Mass(e, P), e), "the masses add up to 1"),
        have(e <= p, "guessing"),
        have(Between(0, mixed, 1), "a test"),
        have(Eq(Mass(mixed, Q), s * Mass(g(y), Q) + (1 - s) * Mass(h(y), Q)), "its level"),
        have(Mass(mixed, Q) <= e, "a level between"),
        have(Eq(Mass(mixed, P), s * Mass(g(y), P) + (1 - s) * Mass(h(y), P)), "its power"),
        specialise(no_more(e, p), {f(y): mixed}, "the mixture of the two tests"),
    ),
    example=point({a: half, b: half, e: half, s: half, p: 1}, **truthful, g=(0, 0), h=(0, 0)),
    near_misses={
        "at a level that is not between": without(
            between, witness=point({a: 1, b: 1, e: 0, s: 1, p: 0}, **equal, g=(1, 1), h=(1, 1))
        ),
        "strictly": variant(
            s * Mass(g(y), P) + (1 - s) * Mass(h(y), P) < p,
            witness=point(
                {a: half, b: half, e: half, s: half, p: half},
                **equal,
                g=(1, 0),
                h=(0, 1),
            ),
        ),
    },
    note=(
        "No test of level e has a power above p: so the infimum of the error rates 1 - power over these tests, which is the trade-off function at e, is at least 1 - p, and the largest such number. "
        "At a bound p that is nearly reached the claim is that the trade-off function at e is at most the mean of its values at a and b, and at most 1 - e. Where a test is used on a coarser output it is one of the "
        "output itself, so that the function is no lower there."
    ),
)

exchanged = Theorem(
    title="Exchanging the two laws mirrors the errors of every test",
    source="zhang.def12",
    claim=every_test(
        AllOf(Eq(Mass(1 - f(y), P), 1 - Mass(f(y), P)), Eq(1 - Mass(1 - f(y), Q), Mass(f(y), Q)))
    ),
    derivation=(
        have(Eq(Mass(1 - f(y), P), 1 - Mass(f(y), P)), "a law"),
        have(Eq(Mass(1 - f(y), Q), 1 - Mass(f(y), Q)), "a law"),
    ),
    near_misses={
        "the same errors": variant(every_test(Eq(Mass(1 - f(y), P), Mass(f(y), P)))),
        "of one law only": variant(every_test(Eq(Mass(1 - f(y), P), 1 - Mass(f(y), Q)))),
    },
    note=(
        "A test f of P against Q has the errors x and y where 1 - f, as a test of Q against P, has y and x. So the trade-off function of the exchanged laws is the inverse: the infimum of the levels at "
        "which the other error is at most a given one."
    ),
)
