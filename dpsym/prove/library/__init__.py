"""Library search: theorems of the library as rules by the shape of their hypotheses and conclusion; none is named here.

forms        canonical forms, for comparison only; functionals of the pair
isolate      a relation solved for one of its parts
unify        values of a theorem's parameters at which it says what is wanted
rules        theorems as rules, and their index by the head of what they say
sampler      points that speak against what is false, before anything is proved
remainder    what is left of a claim when its functionals have names: numbers
known        what follows forwards from the hypotheses of a claim
plans        ways from the conclusion backwards to numbers
contradictions  what is supposed contradicts a bound, or tells of numbers
search       the search, and the derivation that the kernel checks
given_laws   claims about listed masses or rounded noise, by way of a notion that these satisfy
best_tests   what theorems say of best tests
saturation   what follows forwards from a claim about values
values       claims about values and powers, from that
theorems     the library that a search is given
"""
