"""One example for each name that a theorem file gets from `from dpsym.language import *`.

Each is a line of Python, run with these names and `from dpsym.derivations.vocabulary import eps, delta, ...`; what it gives
is printed beside it as the page would print it.
"""

LETTERS = (
    "from dpsym.language import *\n"
    'x = parameter("x", about="a number")\n'
    'u = parameter("u", above=0, about="a positive number")\n'
    'p = parameter("p", at_least=0, at_most=1, about="a probability")\n'
    'eps = parameter("eps", at_least=0, about="a bound of the loss, in nats")\n'
    'delta = parameter("delta", at_least=0, at_most=1, about="a probability")\n'
    'rho = parameter("rho", above=0, about="a budget of zCDP")\n'
    'alpha = parameter("alpha", above=1, about="an order")\n'
    'k = parameter("k", integer=True, at_least=0, about="a number of releases")\n'
    'n = parameter("n", integer=True, at_least=0, about="a natural number")\n'
    'R, F, f = function("R"), function("F", law=False), function("f", law=False)\n'
    'w = Outcome("x", "X")\n'
    'M = family("M", over=w)\n'
    "half = Rational(1, 2)\n"
    'square = Theorem(title="Squares", claim=0 <= (x - 1)**2)\n'
)

EXAMPLES: dict[str, str] = {
    # numbers and functions
    "Abs": "Abs(x - 1)",
    "Eq": "Eq((x + 1)**2, x**2 + 2*x + 1)",
    "Integer": "Integer(2)",
    "Lambda": "Lambda(x, x**2)",
    "Max": "Max(0, x)",
    "Min": "Min(1, x)",
    "Ne": "Ne(x, 0)",
    "Piecewise": "Piecewise((x, x > 0), (0, True))",
    "Rational": "Rational(1, 10)",
    "Symbol": 'Symbol("c").name',
    "binomial": "binomial(n, 2)",
    "cosh": "cosh(x)",
    "erf": "erf(x)",
    "exp": "exp(eps)",
    "floor": "floor(x)",
    "log": "log(1 + x**2)",
    "pi": "2*pi",
    "sinh": "sinh(x)",
    "sqrt": "sqrt(u)",
    "tanh": "tanh(eps/2)",
    "root": "root(delta)",
    "as_root": "as_root(root(delta))",
    "Phi": "Phi(x)",
    "Phi_inv": "Phi_inv(half)",
    "normal_tail": "normal_tail(x)",
    "exact": "exact(3)",
    "as_written": "Max(2, 3)",
    # parameters, laws, outcomes
    "Parameter": 'Parameter("c")',
    "parameter": 'parameter("b", above=0, about="a scale")',
    "function": 'function("R")(y)',
    "Outcome": 'Outcome("z", "Z")',
    "y": "y",
    "P": "P(y)",
    "Q": "Q(y)",
    "S": "S(y)",
    "Pair": "Pair(P(y), Q(y))",
    "Distribution": "Distribution(0 <= R(y))",
    "distribution": "distribution(R(y), y)",
    "event": "event(y)",
    "Defined": "eps",
    # formulas
    "Formula": "AllOf(0 <= x, x <= 1)",
    "condition": "condition(x <= 1)",
    "AllOf": "AllOf(0 <= x, x <= 1)",
    "AnyOf": "AnyOf(x <= 0, 1 <= x)",
    "Between": "Between(0, x, 1)",
    "Within": "Within(x, eps)",
    "NotSo": "NotSo(x <= 1)",
    "Implication": "Implication(0 <= x, x <= 2*x)",
    "ForAll": "ForAll(y, P(y) <= Q(y))",
    "Exists": "Exists((x,), x**2 <= u)",
    "EveryEvent": "EveryEvent(S(y), Mass(S(y), P) <= 1)",
    "every_test": "every_test(Total(f(y)*P(y), y) <= 1)",
    "UnderEachLaw": "UnderEachLaw(Within(Loss(), eps), 1 - delta)",
    "Ge": "Ge(x, 0)",
    "Gt": "Gt(x, 0)",
    "Le": "Le(x, 0)",
    "Lt": "Lt(x, 0)",
    # quantities of laws
    "Total": "Total(Min(P(y), Q(y)), y)",
    "Indicator": "Indicator(P(y) <= Q(y))",
    "Expectation": "Expectation(Loss())",
    "Probability": "Probability(Loss() <= eps)",
    "Mass": "Mass(S(y), P)",
    "Loss": "Loss()",
    "HockeyStick": "HockeyStick(eps)",
    "RenyiMoment": "RenyiMoment(alpha)",
    "Posterior": "Posterior(p)",
    "swap_laws": "swap_laws(HockeyStick(eps) <= delta)",
    "other_law": "other_law(Probability(Loss() <= eps))",
    "swaps_of": "swaps_of(P(y) <= Q(y))",
    # notions of privacy
    "Notion": "PureDP(eps)",
    "PureDP": "PureDP(eps)",
    "ApproxDP": "ApproxDP(eps, delta)",
    "ProbDP": "ProbDP(eps, delta)",
    "PBDP": "PBDP(eps, delta)",
    "ZCDP": "ZCDP(rho)",
    "RenyiDP": "RenyiDP(alpha, eps)",
    "GaussianDP": "GaussianDP(u)",
    "FDP": "FDP(F)",
    "LEVEL": "LEVEL",
    "trade_off": "trade_off(F)",
    "absolutely_continuous": "absolutely_continuous(Pair())",
    "Multiplicative": "Multiplicative(eps)",
    "DensityRatio": "DensityRatio(eps)",
    # families of laws and graphs
    "Family": "M(w, y)",
    "family": 'family("K", over=w)(w, y)',
    "GraphDistance": 'graph_distance("d", "X").space',
    "graph_distance": 'graph_distance("d", "X").space',
    "least": "least(u, Le(x, u))",
    # mechanisms
    "ADJACENCIES": "ADJACENCIES",
    "Mechanism": "Laplace(u).name",
    "Gaussian": "Gaussian(u).renyi(alpha)",
    "Laplace": "Laplace(u).greatest_loss",
    "Geometric": "Geometric(u).greatest_loss",
    "DiscreteGaussian": "DiscreteGaussian(u).outputs",
    "RandomizedResponse": "RandomizedResponse(eps).greatest_loss",
    "Density": "Density(Gaussian(u), x, 0)",
    "LossLaw": "LossLaw(((eps, half), (-eps, half)))",
    "redistricting_2020": "len(redistricting_2020())",
    # numbers that are computed
    "Evaluated": 'Evaluated("zcdp.power", rho=1, alpha=half)',
    "FiniteSum": "FiniteSum(binomial(n, k), k, 0, n)",
    "FirstAbove": "FirstAbove(k**2, k, 10)",
    "LeastOver": "LeastOver(k, k, 0, 10, k**2 >= 20)",
    "Minimiser": "Minimiser(u + 1/u, u, 0, 5)",
    "Minimum": "Minimum(u + 1/u, u, 0, 5)",
    "Root": "Root(u**2 - 2, u, 1, 2)",
    # entries of the library
    "Entry": "square",
    "Theorem": 'Theorem(title="Squares", claim=0 <= (x - 1)**2, near_misses={"above": variant(0 < (x - 1)**2)})',
    "Definition": 'Definition(title="The odds", defines=u, body=p/(1 - p))',
    "Example": 'Example(title="A number", values=(value("the bound", exp(eps), {eps: 1}, "2.718"),))',
    "Figure": 'Figure(title="A curve", curves=(curve("bound", tanh(eps/2), eps, (0, 1, 2)),))',
    "Background": 'Background(title="What the paper recalls")',
    "Chapter": 'Chapter(title="A case study", opening="What was released.", parts=())',
    "Part": 'Part(heading="The budget", text="Its parts.", entries=())',
    "Variant": "variant(0 < x)",
    "variant": "variant(x <= 2, given=[x <= 1])",
    "Point": "point({x: half})",
    "point": "point({eps: log(2)}, P=(half, half), Q=(Rational(1, 4), Rational(3, 4)))",
    "Value": 'value("a bound", exp(eps), {eps: 1}, "2.718")',
    "value": 'value("a bound", exp(eps), {eps: 1}, "2.718")',
    "Curve": 'curve("bound", tanh(eps/2), eps, (0, 1, 2))',
    "curve": 'curve("bound", tanh(eps/2), eps, (0, 1, 2))',
    "Source": 'whole_of("kazan.thm3.2")',
    "whole_of": 'whole_of("kazan.thm3.2")',
    "part_of": 'part_of("kazan.thm2.8.3", "only two mechanisms")',
    "Erratum": 'erratum("slip in wording", "Theorem 1", "for any x", fails="x is a set")',
    "erratum": 'erratum("slip in wording", "Theorem 1", "for any x", fails="x is a set")',
    "SEVERITIES": "SEVERITIES",
    "StatementError": "StatementError",
    # steps of a derivation
    "Chain": 'Chain((x + 1)**2).eq(x**2 + 2*x + 1, "expand").ge(2*x, "x^2 + 1 is positive")',
    "Line": 'Chain(x).le(x + 1, "add one").lines[0]',
    "Have": 'have(0 <= x**2, "a square")',
    "have": 'have(0 <= (x - 1)**2, "a square", by=square)',
    "Use": "square.at(x=2)",
    "Cases": "cases(x <= 0, then=have(x <= 1), otherwise=have(0 < x))",
    "cases": "cases(x <= 0, then=have(x <= 1), otherwise=have(0 < x))",
    "Let": 'let(u, exp(x), (Eq(exp(x), u), 0 < u), "positive")',
    "let": 'let(u, exp(x), (Eq(exp(x), u), 0 < u), "positive")',
    "Obtain": 'obtain(Exists((u,), u <= 1), "half of it")',
    "obtain": 'obtain(Exists((u,), u <= 1), "half of it")',
    "Exhibit": 'exhibit({u: half}, "small enough")',
    "exhibit": 'exhibit({u: half}, "small enough")',
    "Specialise": 'specialise(PureDP(eps), {S(y): Eq(y, y)}, "at one outcome")',
    "specialise": 'specialise(PureDP(eps), {S(y): Eq(y, y)}, "at one outcome")',
    "Induction": "induction(n, first=have(0 <= n), then=have(0 <= n + 1))",
    "induction": "induction(n, first=have(0 <= n), then=have(0 <= n + 1))",
    "Monotonic": 'monotonic(exp(u) - 1 - u, u, 0, x, "its derivative is not negative")',
    "monotonic": 'monotonic(exp(u) - 1 - u, u, 0, x, "its derivative is not negative")',
    "ArgMin": 'ArgMin(y, P(y)/Q(y), Outcome("w"), "finitely many outcomes")',
}
