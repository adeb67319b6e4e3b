"""Claims about mechanisms made of others: known ones, refusals, and random ones that are judged apart from dpsym."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from siblings import one_in

from dpsym.claims import settle
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.syntax import NotAClaim, parse
from dpsym.claims.sessions import session_for_claims
from dpsym.claims.ways.instances import looked_for

TRUE = (
    "for a >= 0, b >= 0: compose(PureDP(a), PureDP(b)) => PureDP(a + b)",
    "for eps >= 0: compose(PureDP(eps), PureDP(eps)) => ZCDP(2*eps^2)",
    "for eps >= 0, 0 <= d <= 1: post(ApproxDP(eps, d)) => ApproxDP(eps, d)",
    "for eps >= 0, 0 < p < 1: mixture(PureDP(eps)) => Posterior(p) <= p*exp(eps)/(1 - p + p*exp(eps))",
    "for eps >= 0, 0 <= d <= 1: group(2, ApproxDP(eps, d)) => ApproxDP(2*eps, (1 + exp(eps))*d)",
    "for eps >= 0: subsample(1/2, PureDP(eps)) => PureDP(log(1 + (exp(eps) - 1)/2))",
    "for rho >= 0: group(2, ZCDP(rho)) => ZCDP(4*rho)",
    # what follows of the whole is proved without a theorem
    "for rho > 0, eps >= rho: compose(ZCDP(rho/2), ZCDP(rho/2)) => Tail(eps) <= exp(-(eps - rho)^2/(4*rho))",
    "for eps > 0: compose(PureDP(eps/2), PureDP(eps/2)) => HockeyStick(eps/2) <= TV*(exp(eps) - exp(eps/2))/(exp(eps) - 1)",
    "for k natural, rho >= 0: group(k, ZCDP(rho)) => ZCDP(k^2*rho)",
    "for alpha >= 4, g >= 0: group(2, RenyiDP(alpha, g)) => RenyiDP(alpha/2, 3*g)",
    "for a >= 0, b >= 0: parallel(PureDP(a), PureDP(b)) => PureDP(max(a, b))",
    "for a >= 0, b >= 0, 0 <= d <= 1, 0 <= c <= 1: parallel(ApproxDP(a, d), ApproxDP(b, c)) => ApproxDP(max(a, b), max(d, c))",
    "compose(PureDP(log(3)), PureDP(log(3))) => TV <= 1/2",
    "compose(PureDP(log(3)), PureDP(log(3))) => ApproxDP(log(3), 3/8)",
    "subsample(1, 2, PureDP(log(3))) => PureDP(log(2))",
    "for m natural, n natural, 1 <= m <= n, eps >= 0, 0 <= d <= 1: subsample(m, n, ApproxDP(eps, d)) => "
    "ApproxDP(log(1 + m/n*(exp(eps) - 1)), m/n*d)",
    "for alpha >= 8, g >= 0: group(4, RenyiDP(alpha, g)) => RenyiDP(alpha/4, 9*g)",
    "for a >= 0, b >= 0: independent(ZCDP(a), ZCDP(b)) => ZCDP(a + b)",
    "for eps >= 0: permute(PureDP(eps)) => PureDP(eps)",
    "for n natural, eps >= 0, 0 <= d <= 1: shuffle(n, ApproxDP(eps, d)) => ApproxDP(eps, d)",
    "for 0 <= q <= 1, 0 <= t <= 1: subsample(q, TV <= t) => TV <= q*t",
    "for eps >= 0, 0 <= d <= 1: mixture(d >= HockeyStick(eps)) => HockeyStick(eps) <= d",
    "for mu >= 0: post(GaussianDP(mu)) => GaussianDP(mu)",
    "for eps >= 0, 0 <= delta <= 1: post(PBDP(eps, delta)) => PBDP(eps, delta)",
)
OF_ANY_OUTPUTS = (  # the first output and that of the whole lie in spaces of their own
    "for a >= 0, b >= 0: compose(PureDP(a), PureDP(b)) => PureDP(a + b)",
    "for a >= 0, b >= 0, 0 <= d <= 1, 0 <= c <= 1: compose(ApproxDP(a, d), ApproxDP(b, c)) => ApproxDP(a + b, d + c)",
    "for alpha > 1, a >= 0, b >= 0: compose(RenyiDP(alpha, a), RenyiDP(alpha, b)) => RenyiDP(alpha, a + b)",
    "for a >= 0, b >= 0: parallel(PureDP(a), PureDP(b)) => PureDP(max(a, b))",
    "for eps >= 0, 0 <= d <= 1: subsample(1/2, ApproxDP(eps, d)) => ApproxDP(log(1 + (exp(eps) - 1)/2), d/2)",
    "for m natural, n natural, 1 <= m <= n, eps >= 0: subsample(m, n, PureDP(eps)) => PureDP(log(1 + m/n*(exp(eps) - 1)))",
    "for alpha > 1, a >= 0: post(RenyiDP(alpha, a)) => RenyiDP(alpha, a)",
    "for eps >= 0, 0 <= d <= 1: mixture(ApproxDP(eps, d)) => ApproxDP(eps, d)",
    "for a >= 0: compose(PureDP(a), PureDP(a)) => TV <= tanh(a)",
)
OF_ANY_NUMBER = (
    "for k natural, eps >= 0: compose(k, PureDP(eps)) => PureDP(k*eps)",
    "for k natural, rho >= 0: compose(k, ZCDP(rho)) => ZCDP(k*rho)",
    "for k natural, alpha > 1, g >= 0: compose(k, RenyiDP(alpha, g)) => RenyiDP(alpha, k*g)",
    "for k natural, eps >= 0, 0 <= d <= 1: compose(k, ApproxDP(eps, d)) => ApproxDP(k*eps, k*d)",
    "for k natural, eps >= 0, 0 < d <= 1: compose(k, PureDP(eps)) => "
    "ApproxDP(k*eps*(exp(eps) - 1) + eps*sqrt(2*k*log(1/d)), d)",
    "for k natural, eps >= 0: group(k, PureDP(eps)) => PureDP(k*eps)",
    "for k natural, eps >= 0, 0 <= d <= 1: group(k, ApproxDP(eps, d)) => ApproxDP(k*eps, k*exp((k - 1)*eps)*d)",
    "compose(5, PureDP(1)) => PureDP(5)",
)
FALSE_OF_ANY_NUMBER = (  # with the number at which it fails
    ("for k natural, eps >= 0: compose(k, PureDP(eps)) => PureDP(eps)", "2"),
    ("for k natural, k >= 1, eps >= 0: compose(k, PureDP(eps)) => PureDP(eps)", "2"),
    ("for k natural, eps >= 0, 0 <= d <= 1: group(k, ApproxDP(eps, d)) => ApproxDP(k*eps, k*d)", "2"),
    ("for k natural, eps >= 0, 0 < d < 1: compose(k, PureDP(eps)) => ApproxDP(k*eps*(exp(eps) - 1), d)", "1"),
)
FALSE = (
    pytest.param("for rho >= 0: group(2, ZCDP(rho)) => ZCDP(2*rho)", marks=pytest.mark.slow),
    "for rho >= 0: group(2, ZCDP(rho)) => ZCDP(3*rho)",
    "compose(PureDP(log(3)), PureDP(log(3))) => TV <= 1/2 - 1e-12",
    "for m natural, n natural, 1 <= m <= n, eps >= 0: subsample(m, n, PureDP(eps)) => PureDP(m/n*eps)",
    "for m natural, n natural, 1 <= m <= n, eps >= 0, 0 <= d <= 1: subsample(m, n, ApproxDP(eps, d)) => "
    "ApproxDP(log(1 + m/n*(exp(eps) - 1)), d/n)",
    pytest.param("group(2, ZCDP(1/2)) => ZCDP(1)", marks=pytest.mark.slow),
    "for alpha >= 4, g >= 0: group(2, RenyiDP(alpha, g)) => RenyiDP(alpha/2, g)",
    "for a >= 0, b >= 0: parallel(PureDP(a), PureDP(b)) => PureDP(min(a, b))",
    "for eps >= 0, 0 <= d <= 1: parallel(ApproxDP(eps, d), ApproxDP(eps, d)) => PureDP(eps)",
    "for a >= 0, b >= 0: compose(PureDP(a), PureDP(b)) => PureDP(max(a, b))",
    "for eps >= 0, 0 <= d <= 1: compose(ApproxDP(eps, d), ApproxDP(eps, d)) => ApproxDP(2*eps, d)",
    "compose(PureDP(1), PureDP(1)) => PureDP(1.99999)",
    "for eps >= 0: post(PureDP(eps)) => PureDP(eps/2)",
    "for eps >= 0, 0 <= d <= 1: group(2, ApproxDP(eps, d)) => ApproxDP(2*eps, 2*d)",  # no factor on delta
    "for 0 <= q <= 1, eps >= 0: subsample(q, PureDP(eps)) => PureDP(q*eps)",  # q times the loss
    "for eps >= 0: subsample(1/2, PureDP(eps)) => PureDP(log(1 + (exp(eps) - 1)/3))",
)
NOT_CLAIMS = (
    ("compose(PureDP(1)) => PureDP(1)", "compose is written"),
    ("for k >= 1: compose(k, PureDP(1)) => PureDP(k)", "declared 'natural'"),
    ("group(0, PureDP(1)) => PureDP(1)", "a number of parts"),
    ("PureDP(1) => compose(PureDP(1), PureDP(1))", "stands among the hypotheses"),
    ("for 0 <= q <= 2: subsample(q, PureDP(1)) => PureDP(1)", "at most 1; here"),
    ("post(PureDP(1)) and post(PureDP(2)) => PureDP(1)", "one mechanism"),
    ("subsample(PureDP(1), PureDP(1)) => PureDP(1)", "subsample is written"),
    ("for post > 0: post <= 1", "a meaning of its own"),
    ("subsample(3, 2, PureDP(1)) => PureDP(1)", "at most as many records as there are: 3 > 2"),
    ("for m natural, n natural, n >= 1: subsample(m, n, PureDP(1)) => PureDP(1)", "as there are; here"),
    ("for m natural, n natural: subsample(m, n, PureDP(1)) => PureDP(1)", "there must be a record; here"),
    ("subsample(1/2, 2, PureDP(1)) => PureDP(1)", "a number of records is 1, 2"),
    ("subsample(1, 2, 3, PureDP(1)) => PureDP(1)", "subsample is written"),
    ("for k >= 0: post(KL + 1 <= k) => KL <= k", "a bound that says the same as one"),
    ("post(TV < 1/2) => TV <= 1/2", "a bound that says the same as one"),
    ("post(TV >= 1/2) => TV <= 1/2", "a bound that says the same as one"),
    ("post(TV(P, Q) <= 1/2) => TV <= 1/2", "a bound that says the same as one"),
    ("post(HockeyStick <= 1/2) => TV <= 1/2", "ApproxDP takes 2"),
    ("exp(TV <= 1) => TV <= 1", "a relation is no term"),
    ("for e >= 0, 0 <= d <= 1: post(HockeyStick(e) <= d) => HockeyStick(e) <= d", "'e' is the base of"),
    ("for 0 <= q <= 1, e, d >= 0: subsample(q, HockeyStick(e) <= d) => TV <= 1", "'e' is the base of"),
    ("for 0 <= x <= e <= 1: subsample(x, TV <= e) => TV <= x*e", "'e' is the base of"),
    ("for e natural: group(e, PureDP(1)) => PureDP(e)", "'e' is the base of"),
    ("for 0 < pi < 1: post(TV <= pi) => TV <= pi", "'pi' is the circle constant"),
    ("(for every 0 < e < 1: Posterior(e) <= e) => TV <= 0", "'e' is the base of"),
    ("shuffle(PureDP(1)) => PureDP(1)", "shuffle is written"),
    ("independent(2, PureDP(1)) => PureDP(1)", "independent is written"),
)


@pytest.mark.parametrize("text", one_in(4, TRUE, dear=(TRUE[8], TRUE[18])))
def test_true(text: str) -> None:
    answer = settle(text)
    assert (answer.verdict, answer.scope.split(";")[0], answer.nowhere) == (
        "proved",
        "all finite outputs",
        False,
    )
    assert answer.instance is not None and answer.rests_on


@pytest.mark.parametrize(
    "text",
    [
        "shuffle(100, PureDP(1)) => TV <= 1/10",
        pytest.param("for n natural, n >= 2: shuffle(n, PureDP(1)) => TV <= 1/10", marks=pytest.mark.slow),
    ],
)
def test_shuffling_is_not_said_to_amplify(text: str) -> None:
    """Less is supposed of the answers of many users than is so: what fails of any map may hold of the shuffled answers."""
    answer = settle(text)
    assert answer.verdict == "undecided" and any("amplification by shuffling" in t for t in answer.tried)


def test_an_independent_mechanism_is_shown() -> None:
    """The kernel is shown that the second output does not depend on the first."""
    answer = settle("independent(PureDP(log(2)), PureDP(log(2))) => TV <= 1/4")
    assert answer.witness is not None and {"C", "D", "V"} <= set(answer.witness.laws)


@pytest.mark.slow
@pytest.mark.parametrize("text", OF_ANY_NUMBER)
def test_of_any_number(text: str) -> None:
    answer = settle(text)
    assert (answer.verdict, answer.scope.split(";")[0]) == (
        "proved",
        "all finite outputs",
    ) and answer.rests_on


@pytest.mark.parametrize(("text", "number"), FALSE_OF_ANY_NUMBER)
def test_false_of_any_number(text: str, number: str) -> None:
    """A claim about any number of parts fails at a small number of them, where the kernel is shown the parts."""
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None
    assert answer.witness.values["k"] == number
    assert settle(answer.reduced).verdict == "refuted"


@pytest.mark.slow
def test_false_at_three_parts() -> None:
    answer = settle("for k natural, eps >= 0: compose(k, PureDP(eps)) => PureDP(min(k, 2)*eps)")
    assert answer.witness is not None and answer.witness.values["k"] == "3"


@pytest.mark.parametrize("text", FALSE)
def test_false(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None and "P" in answer.witness.laws


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("group(2, ZCDP(1/2)) => ZCDP(1.99)", "N(sqrt(8*(1/2)), 1) and N(0, 1)"),
        ("compose(GaussianDP(3), GaussianDP(4)) => GaussianDP(499/100)", "N(5, 1) and N(0, 1)"),
        ("compose(3, RenyiDP(2, 1)) => KL <= 299/200", "N(sqrt(3), 1) and N(0, 1)"),
        ("for rho >= 0: group(3, ZCDP(rho)) => ZCDP(89/10*rho)", "N(sqrt(18*rho), 1) and N(0, 1)"),
    ],
)
def test_false_where_each_part_adds_normal_noise(text: str, pair: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None
    assert answer.witness.where["pair"] == pair and answer.rests_on


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "for 0 < q < 1, rho > 0: subsample(q, ZCDP(rho)) => ZCDP(q*rho)", marks=pytest.mark.slow
        ),
        "subsample(1/2, ZCDP(10)) => ZCDP(5)",
    ],
)
def test_a_sample_does_not_share_the_budget(text: str) -> None:
    """At the largest loss that the budget allows, and at an order that the kernel is shown."""
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None
    assert "P" in answer.witness.laws and "alpha" in answer.witness.where


@pytest.mark.parametrize(("text", "why"), NOT_CLAIMS)
def test_not_a_claim(text: str, why: str) -> None:
    with pytest.raises(NotAClaim, match=why):
        settle(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "subsample(1/2, PureDP(log(3))) => PureDP(log(2))",
            "with probability 1/2; neighbours have one record more",
        ),
        ("subsample(1, 2, PureDP(log(3))) => PureDP(log(2))", "1 of 2 records, drawn without replacement"),
        ("parallel(PureDP(1), PureDP(2)) => PureDP(2)", "disjoint parts of the records"),
        ("PureDP(1) => PureDP(2)", ""),
    ],
)
def test_the_answer_says_how_the_mechanism_is_made_and_which_inputs_are_neighbours(
    text: str, words: str
) -> None:
    answer = settle(text)
    assert answer.verdict == "proved" and answer.json()["read"] == answer.read
    assert (words in answer.read and f"read: {answer.read}" in str(answer)) if words else not answer.read
    assert not words or words in answer.latex()


PARTS = {
    "compose": (2, 3, 4, 10),
    "independent": (2,),
    "parallel": (2,),
    "post": (1,),
    "permute": (1,),
    "mixture": (1,),
}


@pytest.mark.parametrize("word", PARTS)
@pytest.mark.parametrize("parts", (1, 2, 3, 4, 10, 11))
def test_a_claim_is_read_with_as_many_parts_as_are_typed(word: str, parts: int) -> None:
    """Of a number that is not supported nothing is settled, and nothing said of how the mechanism is made."""
    text = f"{word}({', '.join(['PureDP(0)'] * parts)}) => PureDP(0)"
    if parts in PARTS[word]:
        answer = settle(text)
        names = {"one": 1, "two": 2, "three": 3, "four": 4, "ten": 10}
        said = next((n for name, n in names.items() if answer.read.startswith(f"{name} mechanisms")), 1)
        assert answer.verdict == "proved" and said == parts
        return
    try:
        answer = settle(text)
    except NotAClaim:
        return
    assert (answer.verdict, answer.method, answer.read) == ("undecided", "not supported", "")


@pytest.mark.parametrize("notion", ("ApproxDP(1, {})", "ProbDP(-1, {})", "PBDP(-1, {})", "TV <= {}"))
@pytest.mark.parametrize("delta", ("1", "5/4", "2"))
@pytest.mark.parametrize("made", ("post({})", "compose({}, PureDP(1))", "parallel(PureDP(1), {})"))
def test_a_part_whose_delta_is_not_below_one_may_be_any(notion: str, delta: str, made: str) -> None:
    assert settle(f"{made.format(notion.format(delta))} => TV <= 9/10").verdict == "refuted"


OTHER_ORDERS = [pytest.param(order, marks=pytest.mark.slow) for order in ((0, 1, 2), (2, 1, 0))]


@pytest.mark.parametrize("order", [(1, 0, 2), *OTHER_ORDERS])
def test_three_parts_of_which_some_are_of_few_pairs(order: tuple[int, ...]) -> None:
    parts = ("TV <= 1/2", "PureDP(log(3))", "TV <= 0")
    assert settle(f"compose({', '.join(parts[k] for k in order)}) => TV <= 1/2").verdict == "refuted"


# ------------------------------------------------------------------------------- random claims, judged apart
Two = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


def response(u: Fraction) -> Two:
    return (u / (1 + u), 1 / (1 + u)), (1 / (1 + u), u / (1 + u))


def excess(pair: Two, v: Fraction) -> Fraction:
    """The larger hockey stick of the two orders, at the loss log v."""
    return max(
        sum((max(a - v * b, Fraction(0)) for a, b in zip(one, two, strict=True)), Fraction(0))
        for one, two in (pair, pair[::-1])
    )


def both(one: Two, two: Two) -> Two:
    p, q = (tuple(x * y for x in a for y in b) for a, b in zip(one, two, strict=True))
    return p, q


def sampled(q: Fraction, one: Two) -> Two:
    """The law with the record, and without it."""
    k, record = one
    return tuple(a + q * (b - a) for a, b in zip(k, record, strict=True)), k


def random_claims(seed: int, count: int) -> list[tuple[str, bool]]:
    """Claims with constants, and whether each is true.

    An excess is convex and homogeneous in the masses of an output, so the worst pair of ratios at most u has the ratios u
    and 1/u only: it is randomised response, and so are the worst mechanisms that are composed.
    """
    rng, found = random.Random(seed), []
    while len(found) < count:
        u, w = (Fraction(rng.randint(5, 12), 4) for _ in range(2))
        v = Fraction(rng.randint(4, 30), 4)
        q = Fraction(rng.randint(1, 9), 10)
        made, pair = rng.choice(
            (
                (f"compose(PureDP(log({u})), PureDP(log({w})))", both(response(u), response(w))),
                (f"subsample({q}, PureDP(log({u})))", sampled(q, response(u))),
                (f"post(PureDP(log({u})))", response(u)),
                (f"mixture(PureDP(log({u})))", response(u)),
            )
        )
        least = excess(pair, v)
        hair = Fraction(1, 10 ** rng.choice((1, 3, 12)))
        d = least + rng.choice((0, 1, -1)) * hair
        if 0 <= d <= 1:
            found.append((f"{made} => ApproxDP(log({v}), {d})", d >= least))
    return found


def test_random_claims() -> None:
    false = [text for text, true in random_claims(5, 24) if not true]
    for text in false[:4]:
        assert settle(text).verdict == "refuted", text


@pytest.mark.slow
def test_many_random_claims() -> None:
    claims = random_claims(6, 100)
    rightly = {True: 0, False: 0}
    for text, true in claims:
        answer = settle(text)
        assert answer.verdict in ("undecided", "proved" if true else "refuted"), text
        rightly[true] += answer.verdict != "undecided"
    assert rightly[False] >= 0.99 * sum(not true for _, true in claims)
    assert rightly[True] >= 0.5 * sum(true for _, true in claims)  # at the least delta few are found


@pytest.mark.parametrize("text", one_in(2, OF_ANY_OUTPUTS))
def test_a_mechanism_that_is_made_of_others_may_have_any_outputs(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved"
    assert answer.scope == "all finite outputs; any outputs by the reduction lemma"


@pytest.mark.parametrize(
    "text",
    [
        "compose(ApproxDP(1/2, 1/1000), ApproxDP(1/3, 1/1000)) => ApproxDP(5/6, 1/500)",
        "compose(ApproxDP(1, 1/1000), ApproxDP(2, 1/500)) => ApproxDP(3, 3/1000)",
    ],
)
def test_small_deltas_add_up(text: str) -> None:
    """sympy finds no common divisor in the budgets that follow beside it, and says so by an error of its own."""
    assert settle(text).verdict == "proved"


@pytest.mark.parametrize(
    "text", ["compose(10, PureDP(1/10)) => PureDP(1)", "group(10, PureDP(1/10)) => PureDP(1)"]
)
def test_many_parts_have_an_instance(text: str) -> None:
    """The number of the parts that a hypothesis says to exist is the one that it names."""
    found, _ = looked_for(Reader(parse(text)), session_for_claims())
    assert found.holds and found.point is not None


@pytest.mark.parametrize(
    "text",
    [
        "subsample(1/2, ZCDP(10)) => ZCDP(7)",
        pytest.param("subsample(9/10, ZCDP(10)) => ZCDP(8)", marks=pytest.mark.slow),
    ],
)
def test_a_sample_keeps_more_of_a_budget_than_it_is_said_to(text: str) -> None:
    assert settle(text).verdict == "refuted"


BUDGETS = ("1/(2*x)", "x/2", "1/(2*x^2)", "2/x", "1/(3*x + 1)", "(x + 1)/(2*x)")


@pytest.mark.parametrize("budget", one_in(2, BUDGETS))
@pytest.mark.parametrize("word", ["compose", "group"])
def test_a_budget_of_parts_is_used_as_it_is_typed(word: str, budget: str) -> None:
    """However a budget is typed: what is said of a part was compared with a canonical form of it."""
    over = settle(f"for x > 0, k natural: {word}(k, PureDP({budget})) => PureDP(k*({budget}))")
    assert over.verdict == "proved"
    short = settle(f"for x > 0, k natural: {word}(k, PureDP({budget})) => PureDP(k*({budget})/2)")
    assert short.verdict == "refuted"


@pytest.mark.parametrize("count", ["5", pytest.param("k", marks=pytest.mark.slow)])
def test_noise_of_several_releases(count: str) -> None:
    """The budget of normal noise, 1/(2 sigma^2), under composition."""
    claim = f"for sigma > 0, k natural: compose({count}, ZCDP(1/(2*sigma^2))) => ZCDP({count}/(2*sigma^2))"
    assert settle(claim).verdict == "proved"


def test_parts_are_brought_to_notions_that_compose() -> None:
    """Pure DP of each part is zero-concentrated DP of it, which composes with less than advanced composition gives."""
    answer = settle("compose(100, PureDP(0.1)) => ApproxDP(6, 10^-6)")
    assert answer.verdict == "proved"
    assert "composition.same_guarantee.concentrated_of_all" in answer.rests_on


@pytest.mark.parametrize(("count", "loss"), [(3, "0.25"), pytest.param(100, "3", marks=pytest.mark.slow)])
def test_parts_are_not_brought_to_more_than_holds(count: int, loss: str) -> None:
    """Of 100 truthful responses, each right with probability e^0.1/(1 + e^0.1), the loss is over 3 far more often than that,
    and of three over 0.25."""
    assert settle(f"compose({count}, PureDP(0.1)) => ApproxDP({loss}, 10^-6)").verdict != "proved"
