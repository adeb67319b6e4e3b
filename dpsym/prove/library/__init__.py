"""Library search: theorems of the library as rules by the shape of their hypotheses and conclusion; none is named here.

forms        canonical forms, for comparison only; functionals of the pair
isolate      a relation solved for one of its parts
unify        values of a theorem's parameters at which it says what is wanted
rules        theorems as rules, and their index by the head of what they say
sampler      points that speak against what is false, before anything is proved
remainder    what is left of a claim when its functionals have names: numbers
known        what follows forwards from the hypotheses of a claim
plans        ways from the conclusion backwards to numbers
search       the search, and the derivation that the kernel checks
best_tests   claims about powers of best tests and values, forwards
"""
