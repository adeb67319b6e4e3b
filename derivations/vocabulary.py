"""The field's letters, each with its usual domain, its unit and its meaning; theorem files import them from here.

Where a theorem speaks of another domain its file says so: `eps = eps.ranging(above=0)`.  A letter that means something
else in one derivation is declared in its file.
"""

from dpsym.language import *

# budgets
eps = parameter("eps", at_least=0, about="bound on the privacy loss, in nats")
eps_0 = parameter("eps_0", at_least=0, about="bound on the privacy loss of each mechanism, in nats")
eps_1 = parameter("eps_1", at_least=0, about="bound on the privacy loss of the first mechanism, in nats")
eps_2 = parameter("eps_2", at_least=0, about="bound on the privacy loss of the second mechanism, in nats")
eps_p = parameter("eps_p", at_least=0, about="another bound on the privacy loss, in nats")
eps_s = parameter("eps_s", about="a larger bound on the privacy loss, in nats")
delta = parameter(
    "delta", at_least=0, at_most=1, about="probability that the bound on the loss does not cover"
)
delta_0 = parameter("delta_0", at_least=0, at_most=1, about="delta of each mechanism")
delta_1 = parameter("delta_1", at_least=0, at_most=1, about="delta of the first mechanism")
delta_2 = parameter("delta_2", at_least=0, at_most=1, about="delta of the second mechanism")
delta_p = parameter(
    "delta_p",
    at_least=0,
    at_most=1,
    about="a larger probability, with which the bound that follows from it may fail",
)
alpha = parameter("alpha", above=1, about="order of the Rényi divergence")
beta = parameter("beta", at_least=alpha, about="a larger order")
gamma = parameter("gamma", at_least=0, about="bound on the Rényi divergence, in nats")
rho = parameter("rho", above=0, about="zero-concentrated budget, in nats")
mu_1 = parameter("mu_1", at_least=0, about="budget of the first mechanism")
mu_2 = parameter("mu_2", at_least=0, about="budget of the second mechanism")
loss = parameter("loss", about="a privacy loss, in nats")

# mechanisms and how many there are
mu = parameter("mu", above=0, about="distance of the two inputs, in standard deviations of the noise")
sigma = parameter(
    "sigma", above=0, about="standard deviation of the noise, or its parameter where that is near it"
)
Delta = parameter("Delta", above=0, about="sensitivity: the inputs of neighbours differ by at most this")
n = parameter("n", integer=True, about="number of mechanisms")
k = parameter("k", integer=True, about="number of steps")
q = parameter("q", at_least=0, at_most=1, about="probability with which a record is in the sample")
d = parameter("d", about="distance of the two inputs, in standard deviations of the noise")
m = parameter("m", about="a centre")
w = parameter("w", about="a value of a standard normal variable")
x = parameter("x", about="a point of the line")
A = function("A", about="the law of the first output on one database")
B = function("B", about="that on a neighbouring database")
C = function("C", about="the law of the second output on the first database")
D = function("D", about="that on the neighbouring database")

# what an attacker believes and decides
p = parameter("p", at_least=0, at_most=1, about="prior probability that the target is in the data")
a = parameter("a", at_least=0, at_most=1, about="level of a test")
F = function("F", about="the trade-off function")
z = parameter("z", at_least=0, at_most=1, about="a value of the trade-off function")

# an output, and the masses of one under the two laws
y_0 = Outcome("y_0")
t = parameter("t", about="an output")
u = parameter("u", at_least=0, about="a mass under the first law")
v = parameter("v", at_least=0, about="the mass under the second law")
b = parameter("b", above=0, about="the mass under the second law")
c = parameter("c", about="a logarithm of a ratio of masses")

# fractions of which witnesses and examples are made
half, third, quarter, fifth, sixth = (Rational(1, k) for k in range(2, 7))
eighth, tenth, twentieth, hundredth = (Rational(1, k) for k in (8, 10, 20, 100))
two_thirds = Rational(2, 3)

# pairs of laws of which witnesses and examples are made: `point({eps: 1}, **apart)`
apart = {"P": (1, 0), "Q": (0, 1)}  # no output is possible under both
equal = {"P": (half, half), "Q": (half, half)}
one_way = {"P": (1, 0), "Q": (half, half)}  # one output is impossible under the first law alone
truthful = {"P": (two_thirds, third), "Q": (third, two_thirds)}  # randomised response at log 2
response = {"P": (Rational(4, 5), fifth), "Q": (fifth, Rational(4, 5))}  # at log 4
