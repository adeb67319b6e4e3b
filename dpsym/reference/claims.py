"""The words of a typed claim: what each means, and a claim with it whose verdict is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpsym.claims import Answer


@dataclass(frozen=True)
class Word:
    """A word of the grammar of claims.

    name     the word
    usage    how it is written
    kind     grammar, function, notion, functional, mechanism or combination
    about    what it means
    example  a claim with it
    verdict  what comes of the example
    """

    name: str
    usage: str
    kind: str
    about: str
    example: str
    verdict: str


def settled(word: Word) -> Answer:
    """The answer to the example, found now."""
    from dpsym.claims import settle

    return settle(word.example)


def _w(usage: str, kind: str, about: str, example: str, verdict: str = "proved") -> Word:
    return Word(usage.partition("(")[0].split()[0], usage, kind, about, example, verdict)


WORDS: tuple[Word, ...] = (
    _w("for x > 0, k natural: ...", "grammar", "parameters with their domains, before a colon", "for x > 0: x/(1 + x) < 1"),
    _w("k natural", "grammar", "a whole number that is at least 0", "for k natural, x >= 0: k*x + x >= 0"),
    _w("=>", "grammar", "hypotheses before it, conclusions after it", "for eps >= 0: PureDP(eps) => TV <= eps"),
    _w("and", "grammar", "several hypotheses, or several conclusions",
       "for eps >= 0: PureDP(eps) => TV <= eps and KL <= eps^2"),
    _w("?", "grammar", "the bound that `dpsym tightest` looks for", "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)"),
    _w("or", "grammar", "one of several conditions, hypotheses or conclusions, each of both orders of "
       "the pair where no laws are named; `and` binds more tightly",
       "for x: x^2 < 1 or x >= 1 or x <= -1"),
    _w("not", "grammar", "a relation that does not hold: where no laws are named, in one of the orders of the pair",
       "for x: not x < 1 => x^2 >= 1"),
    Word("(for every", "(for every 0 < p < 1: Posterior(p) <= 2*p)", "grammar",
         "what is said for every value of a name of its own, as a hypothesis or a conclusion, in brackets",
         "(for every 0 < p < 1: Posterior(p) <= p) => TV <= 0", "proved"),
    Word("post(P)", "TV(post(P), post(Q))", "grammar",
         "the law of what a randomised map makes of an output of the law P; it is one map for all laws of a claim",
         "TV(post(P), post(Q)) <= TV(P, Q)", "proved"),
    Word("(P, Q)", "PureDP(eps)(P, Q), TV(P, R), KL(P || Q)", "grammar",
         "the two laws by name, P, Q, R, T, U, V or P_1, P_2, ..., everywhere in a claim or nowhere. A functional is that "
         "of the order written; a notion holds in both", "TV(P, R) <= TV(P, Q) + TV(Q, R)", "proved"),
    _w("pi", "grammar", "the circle constant, which no condition declares as a name", "3 < pi"),
    _w("e", "grammar", "the base of the natural logarithm, which no condition declares as a name", "e < 3"),
    _w("exp(x)", "function", "the exponential function", "for x: 1 + x <= exp(x)"),
    _w("log(x)", "function", "the natural logarithm of a positive number", "for x > 0: log(x) <= x - 1"),
    _w("ln(x)", "function", "the same as log", "for x > 0: ln(x) <= x - 1"),
    _w("sqrt(x)", "function", "the square root of a number that is at least 0", "for x >= 1: sqrt(x) <= x"),
    _w("sinh(x)", "function", "the hyperbolic sine", "for x >= 0: x <= sinh(x)"),
    _w("cosh(x)", "function", "the hyperbolic cosine", "for x: 1 <= cosh(x)"),
    _w("tanh(x)", "function", "the hyperbolic tangent", "for x >= 0: tanh(x) <= x"),
    _w("erf(x)", "function", "the error function", "for x >= 0: erf(x) < 1"),
    _w("erfc(x)", "function", "1 - erf(x)", "for x >= 0: erfc(x) <= 1"),
    _w("Phi(x)", "function", "the distribution function of the standard normal law", "for x >= 0: Phi(x) >= 1/2"),
    _w("Phi_inv(p)", "function", "its inverse, for 0 < p < 1", "for 0 < p < 1: Phi(Phi_inv(p)) = p"),
    _w("min(a, b)", "function", "the smallest of several numbers", "for a, b: min(a, b) <= a"),
    _w("max(a, b)", "function", "the largest of several numbers", "for a, b: a <= max(a, b)"),
    _w("abs(x)", "function", "the absolute value", "for x: x <= abs(x)"),
    _w("PureDP(eps)", "notion", "P(S) <= e^eps Q(S) for every event S, in both orders",
       "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)"),
    _w("ApproxDP(eps, delta)", "notion", "P(S) <= e^eps Q(S) + delta for every event S, in both orders",
       "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => TV <= delta + (1 - delta)*tanh(eps/2)"),
    _w("ProbDP(eps, delta)", "notion", "the loss is within eps with probability at least 1 - delta, under P and under Q",
       "for eps >= 0, 0 <= delta <= 1: ProbDP(eps, delta) => ApproxDP(eps, delta)"),
    _w("PBDP(eps, delta)", "notion",
       "probabilistically bounded: after any post-processing the loss exceeds eps with probability at most delta",
       "for eps >= 0, 0 <= delta <= 1: ProbDP(eps, delta) => PBDP(eps, delta)", "refuted"),
    _w("ZCDP(rho)", "notion", "zero-concentrated: Rényi divergence at most alpha rho for every order alpha > 1",
       "for rho > 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/delta)), delta)"),
    _w("RenyiDP(alpha, eps)", "notion", "Rényi divergence of order alpha > 1 at most eps, in both orders",
       "for alpha > 1, 0 <= eps <= c: RenyiDP(alpha, eps) => RenyiDP(alpha, c)"),
    _w("GaussianDP(mu)", "notion", "no test is better than one between N(0, 1) and N(mu, 1)",
       "for eps < 0: PureDP(eps) => GaussianDP(0)", "vacuous"),
    _w("TV", "functional", "the total variation distance: the largest P(S) - Q(S)",
       "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)"),
    _w("KL", "functional", "the relative entropy of P and Q, in nats; it may be infinite", "2*TV^2 <= KL"),
    _w("Renyi(alpha)", "functional", "the Rényi divergence of order alpha > 1, in nats; it may be infinite",
       "for alpha > 1, rho > 0: ZCDP(rho) => Renyi(alpha) <= alpha*rho"),
    _w("HockeyStick(eps)", "functional", "the largest P(S) - e^eps Q(S)",
       "for eps >= 0: PureDP(eps) => HockeyStick(eps) <= 0"),
    _w("Tail(eps)", "functional", "the probability under P that the loss exceeds eps",
       "for eps >= 0: PureDP(eps) => Tail(eps) <= 0"),
    _w("Power(alpha)", "functional", "the largest power of a test between P and Q of level alpha",
       "for eps >= 0, 0 <= a <= 1: PureDP(eps) => Power(a) <= exp(eps)*a"),
    _w("Advantage", "functional", "of an attacker who guesses membership: the true minus the false positive rate",
       "for eps >= 0: PureDP(eps) => Advantage <= tanh(eps/2)"),
    _w("Posterior(p)", "functional", "the posterior probability that the target is in the data, from the prior p; "
       "Posterior(0) is 0 and Posterior(1) is 1, whatever is seen",
       "for eps >= 0, 0 < p < 1: PureDP(eps) => Posterior(p) - p <= tanh(eps/4)"),
    _w("Posterior(p, y)", "functional",
       "the same at the output y, which is one output throughout the claim: any that is possible under one law of each pair",
       "for 0 < p < 1: Posterior(p, y)(P, Q) <= p => Posterior(1 - p, y)(Q, P) >= 1 - p"),
    _w("Odds(p)", "functional", "the posterior odds that the target is in the data, from the prior p: Posterior(p) over "
       "1 - Posterior(p), infinite where the posterior is 1; Odds(p, y) at the output y",
       "for eps >= 0, 0 < p < 1: PureDP(eps) => Odds(p) <= exp(eps)*p/(1 - p)"),
    _w("Gaussian(sigma, sensitivity)", "mechanism", "normal noise, as the pair of its outputs on neighbouring inputs",
       "for sigma > 0: Gaussian(sigma, 1) => PureDP(1/sigma)", "refuted"),
    _w("Laplace(b, sensitivity)", "mechanism", "Laplace noise of scale b", "for b > 0: Laplace(b, 1) => PureDP(1/b)"),
    _w("Geometric(eps, sensitivity)", "mechanism", "two-sided geometric noise on the integers",
       "for eps > 0: Geometric(eps, 1) => PureDP(eps)", "cited"),
    _w("DiscreteGaussian(sigma, sensitivity)", "mechanism", "noise on the integers proportional to e^(-n^2/(2 sigma^2))",
       "for sigma > 0: DiscreteGaussian(sigma, 1) => ZCDP(1/(2*sigma^2))", "cited"),
    _w("RandomizedResponse(eps)", "mechanism", "the true answer of two with odds e^eps to 1",
       "for eps >= 0: RandomizedResponse(eps) => PureDP(eps)"),
    _w("compose(PureDP(a), PureDP(b))", "combination",
       "two mechanisms, the second chosen by the output of the first; P and Q are the laws of both outputs. "
       "compose(k, PureDP(a)) is k of them, each chosen by the outputs before",
       "for a >= 0, b >= 0: compose(PureDP(a), PureDP(b)) => PureDP(a + b)"),
    _w("parallel(PureDP(a), PureDP(b))", "combination",
       "two mechanisms on disjoint parts of the records; neighbours differ in one record more, which is in one of the parts. "
       "Where a record is replaced both parts may change: that is compose",
       "for a >= 0, b >= 0: parallel(PureDP(a), PureDP(b)) => PureDP(max(a, b))"),
    _w("post(PureDP(eps))", "combination",
       "a secondary analysis, perhaps at random, of the output of a mechanism. Here and in the others a bound that says the "
       "same as a notion may stand for it: TV <= t, HockeyStick(eps) <= delta, Renyi(alpha) <= eps",
       "for eps >= 0, 0 <= delta <= 1: post(ApproxDP(eps, delta)) => ApproxDP(eps, delta)"),
    _w("permute(PureDP(eps))", "combination",
       "a permutation of the outputs, which may be drawn at random, applied to the output of a mechanism",
       "for eps >= 0: permute(PureDP(eps)) => PureDP(eps/2)", "refuted"),
    _w("shuffle(n, PureDP(eps))", "combination",
       "n users answer, each by a mechanism of this kind, and the answers are released in random order; neighbours differ in "
       "the record of one user. What holds of one answer holds; that many answers hide each other is not among the theorems",
       "for n natural, eps >= 0: shuffle(n, PureDP(eps)) => PureDP(eps)"),
    _w("independent(PureDP(a), PureDP(b))", "combination",
       "two mechanisms with randomness of their own, whatever the other releases; P and Q are the laws of both outputs",
       "for a >= 0, b >= 0: independent(ZCDP(a), ZCDP(b)) => ZCDP(a + b)"),
    _w("mixture(PureDP(eps))", "combination", "a mechanism drawn at random, whatever the input; which one is not told",
       "for eps >= 0: mixture(PureDP(eps)) => PureDP(eps)"),
    _w("subsample(q, PureDP(eps))", "combination",
       "a mechanism on a sample that has each record with probability q; neighbours differ in one record more",
       "for 0 <= q <= 1, eps >= 0: subsample(q, PureDP(eps)) => PureDP(q*eps)", "refuted"),
    Word("subsample", "subsample(m, n, PureDP(eps))", "combination",
         "a mechanism on m of n records, drawn without replacement; neighbours have one record replaced",
         "subsample(1, 2, PureDP(log(3))) => PureDP(log(2))", "proved"),
    _w("group(k, PureDP(eps))", "combination",
       "a mechanism on inputs that are k steps apart, each step private; k is 1, 2, ... or a name declared natural",
       "for eps >= 0, 0 <= d <= 1: group(2, ApproxDP(eps, d)) => ApproxDP(2*eps, (1 + exp(eps))*d)"),
)  # fmt: skip
